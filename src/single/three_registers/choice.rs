//! Chooses a [guess](crate::single::guess) in three registers, for all digits of all bands and stacks at once.
//!
//! The latency of the choice matters. So while the choice is made, the two configurations of each digit that has two
//! are separated, one for each branch; after the choice, one operation selects the configurations of the chosen digit.

use super::cells::CellRegister;
use super::order::{ACROSS, ALONG, CHOICES, FROM_FIRST, STACKS_ON, TRANSPOSED};
use super::{ThreeRegisters, other_rows};
use crate::vectors::BitOperations;

/// A board and the configurations in its bands, forth and back. Unlike in nine registers, a configuration is stored in
/// each of its three minirows.
#[derive(Clone, Copy)]
pub(in crate::single) struct Bands {
    pub(super) board: ThreeRegisters,
    pub(super) configurations: [CellRegister; 2],
}

impl Bands {
    /// Returns the digits that have one or three minirows left in a box.
    #[inline(always)]
    fn odd_minirows(&self) -> CellRegister {
        let minirows = self.board.minirows();
        let [next, previous] = other_rows(minirows);
        CellRegister::xor3(minirows, next, previous)
    }

    /// Returns the number of minirows in a box that have the digit in one cell, as two binary digits. (Minirows with
    /// three cells count as well: there are none if a digit has two minicolumns.)
    #[inline(always)]
    fn minirows_with_one(&self) -> (CellRegister, CellRegister) {
        let x = &self.board.x;
        let one = CellRegister::xor3(x[0], x[1], x[2]);
        let [next, previous] = other_rows(one);
        CellRegister::sum3(one, next, previous)
    }

    /// Returns the two configurations of each digit that has two, in all their minirows.
    #[inline(always)]
    fn separated(&self) -> [CellRegister; 2] {
        // Either one forth and one back, or two in the same direction, the second one stack after the first,
        // cyclically.
        let [forth, back] = self.configurations;
        let (before, after) = (forth.permuted(&STACKS_ON[1]), back.permuted(&STACKS_ON[0]));
        [
            CellRegister::or_and(forth & !before, back, after),
            CellRegister::or_and(back & !after, forth, before),
        ]
    }
}

/// Returns the two branches of the guess, given the board and the transposed board.
#[inline(always)]
pub(super) fn choose(bands: &Bands, stacks: &Bands) -> Option<[ThreeRegisters; 2]> {
    let mut configurations = bands.configurations;
    for i in 0..2 {
        configurations[i] = configurations[i].with_second_row_of(stacks.configurations[i]).permuted(&ALONG);
    }
    let ((one, two), (one_back, two_back)) =
        (configurations[0].sum_of_boxes(), configurations[1].sum_of_boxes());
    let (sum, four) = CellRegister::sum3(two, two_back, one & one_back);
    let two_left = CellRegister::and_not2(sum, one ^ one_back, four).choices();
    if two_left == 0 {
        return None;
    }

    let odd = bands.odd_minirows().with_second_row_of(stacks.odd_minirows());
    let (odd, odd_crossing) = (odd.permuted(&ALONG), odd.permuted(&ACROSS));
    let ((one, two), (_, two_below)) = (bands.minirows_with_one(), stacks.minirows_with_one());
    let one = one.permuted(&FROM_FIRST);
    let two = two.with_second_row_of(two_below).permuted(&ACROSS);
    // As in nine registers, for bands and stacks at once: the crossing lines are a band's minicolumns and a stack's
    // minirows.
    let apart = CellRegister::and_or_not(two, one, odd_crossing) & !odd;
    let nearly = CellRegister::or_and_not(two, one, odd_crossing) & !odd;
    let ((one, two), (one_nearly, two_nearly)) = (apart.sum_of_boxes(), nearly.sum_of_boxes());
    let mut best = two_left;
    for number in [two, one, two_nearly, one_nearly] {
        best = those_in(best, number.choices());
    }

    debug_assert!(best != 0);
    let digit = &CHOICES[best.trailing_zeros() as usize & 63];
    let in_stack = best as u32 == 0;
    // The compiler schedules this while it waits for the choice.
    let (in_bands, in_stacks) = (bands.separated(), stacks.separated());
    let mut branches = [bands.board; 2];
    for branch in 0..2 {
        for k in 0..3 {
            let place = in_bands[branch].or_if(in_stack, in_stacks[branch].permuted(&TRANSPOSED[k]));
            branches[branch].x[k] = branches[branch].x[k].with_only(digit, place);
        }
    }
    Some(branches)
}

/// Returns the bits of `best` that are in `others`, or all of `best` if there are none.
#[inline(always)]
fn those_in(best: u64, others: u64) -> u64 {
    let both = best & others;
    if both == 0 { best } else { both }
}
