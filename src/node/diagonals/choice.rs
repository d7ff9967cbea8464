//! Choosing a guess by the [rule](crate::node::guess), for all digits of all bands and stacks at once.
//!
//! What it adds to the score for a digit that has two ways in the other direction as well only decides between
//! equal scores here: that takes no vector. The rest is a chain of operations, at whose end nothing is left to
//! do but to remove one digit: its two ways have been parted meanwhile, for all digits, too.

use super::cells::Cells;
use super::order::{ACROSS, ALONG, CHOICES, FROM_FIRST, STACKS_ON, TRANSPOSED};
use super::{Diagonals, other_rows};

/// A board and the ways through its bands, in one direction and back: each stands in every minirow that it
/// goes through.
#[derive(Clone, Copy)]
pub(in crate::node) struct Bands {
    pub(super) board: Diagonals,
    pub(super) ways: [Cells; 2],
}

impl Bands {
    /// The digits that have two minirows left in a box.
    #[inline(always)]
    fn two_minirows(&self) -> Cells {
        let minirows = self.board.minirows();
        let [next, previous] = other_rows(minirows);
        Cells::exactly_two(minirows, next, previous)
    }

    /// The number of minirows in a box that have the digit in one cell, in two binary digits. (Those with
    /// three cells count as well: there are none where a digit has two minicolumns.)
    #[inline(always)]
    fn minirows_with_one(&self) -> [Cells; 2] {
        let x = &self.board.x;
        let one = Cells::xor3(x[0], x[1], x[2]);
        let [next, previous] = other_rows(one);
        Cells::sum3([one, next, previous])
    }

    /// The two ways of each digit that has two, by the minirows that they go through.
    #[inline(always)]
    fn parted(&self) -> [Cells; 2] {
        // Of two in the same direction the second starts a stack after the first, in a circle of three.
        let [ways, back] = self.ways;
        let (before, after) = (ways.permuted(&STACKS_ON[1]), back.permuted(&STACKS_ON[0]));
        [Cells::or_and(ways & !before, back, after), Cells::or_and(back & !after, ways, before)]
    }
}

/// Chooses a guess, given the board and the board transposed: its two branches.
#[inline(always)]
pub(super) fn choose(bands: &Bands, stacks: &Bands) -> Option<[Diagonals; 2]> {
    let mut ways = bands.ways;
    for i in 0..2 {
        ways[i] = ways[i].with_second_row_of(stacks.ways[i]).permuted(&ALONG);
    }
    let [[one, two], [one_back, two_back]] = [ways[0].sum_of_boxes(), ways[1].sum_of_boxes()];
    let [sum, four] = Cells::sum3([two, two_back, one & one_back]);
    let pairs = Cells::and_not2(sum, one ^ one_back, four).choices();
    if pairs == 0 {
        return None;
    }

    // The score in binary digits, of which there are three: 8 and 9 become 6 and 7.
    let boxes = bands.two_minirows().with_second_row_of(stacks.two_minirows()).permuted(&ALONG);
    let ([one, two], [_, two_below]) = (bands.minirows_with_one(), stacks.minirows_with_one());
    let [one, carry] = (one.permuted(&FROM_FIRST) & boxes).sum_of_boxes();
    let [two, four] = (two.with_second_row_of(two_below).permuted(&ACROSS) & boxes).sum_of_boxes();
    let (four, two) = (Cells::or_and(four, two, carry), Cells::xor_or_and3(two, carry, four));
    let mut best = pairs;
    for digit in [four, two, one] {
        best = those_in(best, digit.choices());
    }
    // Three bands and three stacks of nine bits.
    let turned = pairs.rotate_left(32);
    let crossing = (turned | turned >> 9 | turned >> 18) & 0x1ff_0000_01ff;
    best = those_in(best, crossing * (1 | 1 << 9 | 1 << 18));

    let digit = &CHOICES[best.trailing_zeros() as usize & 63];
    let in_stack = best as u32 == 0;
    // The compiler puts this where it waits for the choice.
    let (in_bands, in_stacks) = (bands.parted(), stacks.parted());
    let mut branches = [bands.board; 2];
    for way in 0..2 {
        for k in 0..3 {
            let place = in_bands[way].or_if(in_stack, in_stacks[way].permuted(&TRANSPOSED[k]));
            branches[way].x[k] = branches[way].x[k].with_only(digit, place);
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
