//! Choosing a [guess](crate::single::guess) in three registers, for all digits of all bands and stacks at once.
//!
//! The latency of the choice counts. So the two configurations of each digit that has two are separated meanwhile, one
//! for each branch; after the choice, one operation takes the chosen digit from them.

use super::cells::Cells;
use super::order::{ACROSS, ALONG, CHOICES, FROM_FIRST, STACKS_ON, TRANSPOSED};
use super::{ThreeRegisters, other_rows};
use crate::vectors::BitOperations;

/// A board and the configurations in its bands, forth and back. Unlike in nine registers, each of the three minirows of
/// a configuration has it.
#[derive(Clone, Copy)]
pub(in crate::single) struct Bands {
    pub(super) board: ThreeRegisters,
    pub(super) configurations: [Cells; 2],
}

impl Bands {
    /// The digits that have one or three minirows left in a box.
    #[inline(always)]
    fn odd_minirows(&self) -> Cells {
        let minirows = self.board.minirows();
        let [next, previous] = other_rows(minirows);
        Cells::xor3(minirows, next, previous)
    }

    /// The number of minirows in a box that have the digit in one cell, in two binary digits. (Those with
    /// three cells count as well: there are none where a digit has two minicolumns.)
    #[inline(always)]
    fn minirows_with_one(&self) -> (Cells, Cells) {
        let x = &self.board.x;
        let one = Cells::xor3(x[0], x[1], x[2]);
        let [next, previous] = other_rows(one);
        Cells::sum3(one, next, previous)
    }

    /// The two configurations of each digit that has two, in all their minirows.
    #[inline(always)]
    fn separated(&self) -> [Cells; 2] {
        // One forth and one back, or two in the same direction, of which the second is a stack after the first, in a
        // circle of three.
        let [forth, back] = self.configurations;
        let (before, after) = (forth.permuted(&STACKS_ON[1]), back.permuted(&STACKS_ON[0]));
        [Cells::or_and(forth & !before, back, after), Cells::or_and(back & !after, forth, before)]
    }
}

/// Chooses a guess, given the board and the board transposed: its two branches.
#[inline(always)]
pub(super) fn choose(bands: &Bands, stacks: &Bands) -> Option<[ThreeRegisters; 2]> {
    let mut configurations = bands.configurations;
    for i in 0..2 {
        configurations[i] = configurations[i].with_second_row_of(stacks.configurations[i]).permuted(&ALONG);
    }
    let ((one, two), (one_back, two_back)) =
        (configurations[0].sum_of_boxes(), configurations[1].sum_of_boxes());
    let (sum, four) = Cells::sum3(two, two_back, one & one_back);
    let two_left = Cells::and_not2(sum, one ^ one_back, four).choices();
    if two_left == 0 {
        return None;
    }

    let odd = bands.odd_minirows().with_second_row_of(stacks.odd_minirows());
    let (odd, odd_crossing) = (odd.permuted(&ALONG), odd.permuted(&ACROSS));
    let ((one, two), (_, two_below)) = (bands.minirows_with_one(), stacks.minirows_with_one());
    let one = one.permuted(&FROM_FIRST);
    let two = two.with_second_row_of(two_below).permuted(&ACROSS);
    // As in nine registers, for bands and stacks at once: the lines that cross are a band's minicolumns, a stack's
    // minirows.
    let apart = Cells::and_or_not(two, one, odd_crossing) & !odd;
    let nearly = Cells::or_and_not(two, one, odd_crossing) & !odd;
    let ((one, two), (one_nearly, two_nearly)) = (apart.sum_of_boxes(), nearly.sum_of_boxes());
    let mut best = two_left;
    for number in [two, one, two_nearly, one_nearly] {
        best = those_in(best, number.choices());
    }

    debug_assert!(best != 0);
    let digit = &CHOICES[best.trailing_zeros() as usize & 63];
    let in_stack = best as u32 == 0;
    // The compiler puts this where it waits for the choice.
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

/// The bits of `best` that are in `others`, if there are some.
#[inline(always)]
fn those_in(best: u64, others: u64) -> u64 {
    let both = best & others;
    if both == 0 { best } else { both }
}
