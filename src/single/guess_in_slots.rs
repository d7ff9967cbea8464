//! The [guess](super::guess) in all nodes of a register set at once.
//!
//! Each slot, four lanes, holds a node. What is chosen differs from slot to slot, and so nothing here is an index:
//! a digit is a bit that is left over in its slot, a band or stack the field or lane that the bit is in, and the
//! branches are masks.

use super::guess::{Survey, Turned, bands_turned, stacks_turned, survey};
use super::layout::{Fields, Layout};
use crate::vectors::SlotVector;

/// What one branch of a guess [excludes](super::guess) in each node of a register set: from all cells in each row of
/// the boxes, if the guess is on a band; from all cells in each column, if it is on a stack.
pub(super) struct Branch<V> {
    rows: [Fields<V>; 3],
    columns: [Fields<V>; 3],
}

impl<V: SlotVector> Branch<V> {
    /// The branches of the nodes `x`.
    #[inline(always)]
    pub(super) fn of(&self, x: &[Fields<V>; 9]) -> [Fields<V>; 9] {
        let mut y = *x;
        for i in 0..9 {
            y[i] = Fields::and_not2(x[i], self.rows[i / 3], self.columns[i % 3]);
        }
        y
    }
}

/// Guesses in every node of `x`; also tells the slots in which there is a guess, because some digit
/// has just two ways in some band or stack.
#[inline(always)]
pub(super) fn guess_in_slots<V: SlotVector>(x: &[Fields<V>; 9]) -> ([Branch<V>; 2], u32) {
    let survey = survey(x);
    let [digit_across, digit_down] = first_of(best(&survey));
    let Survey { ways: [across, down], .. } = survey;

    // Its two ways, each where it starts, those back one bit higher: there is room, as no other digit is left.
    // The first branch takes the one that starts first, in the order of boxes; of two that start in one box, forth.
    let across = (across[0] & digit_across).0 | ((across[1] & digit_across).0 << 1);
    let first_across = lowest_bit(across);
    let down = (down[0] & digit_down).0 | ((down[1] & digit_down).0 << 1);
    let first_down = lowest_bit(down) & !in_lanes_above(down);

    let first = branch(digit_across, first_across, digit_down, first_down);
    let second = branch(digit_across, across ^ first_across, digit_down, down ^ first_down);
    let digit = (digit_across | digit_down).0;
    ([first, second], slots_with(digit.nonzero_bits()))
}

/// The digits with just two ways that are best, of bands and of stacks: of a band in the first field of its lane, of
/// a stack in its field of the lane with its number.
#[inline(always)]
fn best<V: SlotVector>(survey: &Survey<Fields<V>>) -> [V; 2] {
    let Survey { two_ways, rank, .. } = survey;
    let proof = two_ways[0].0.proof();
    let zero = V::splat(proof, 0);
    let mut best_across = two_ways[0].0 & V::repeat_quad(proof, &[0x1ff, 0x1ff, 0x1ff, 0]);
    let mut best_down = two_ways[1].0 & V::repeat_quad(proof, &[0x1ff, 0x1ff << 10, 0x1ff << 20, 0]);
    for i in 0..4 {
        // Those that have this binary digit; all, if none in the node has it.
        let (high_across, high_down) = (best_across & rank[0][i].0, best_down & rank[1][i].0);
        let any = anywhere(high_across | high_down);
        best_across = high_across | best_across.where_equal(any, zero);
        best_down = high_down | best_down.where_equal(any, zero);
    }
    [best_across, best_down]
}

/// The first of the digits, in all boxes of its band or of its stack: bands before stacks, the lowest digit. One of
/// the two is empty, and both are if there is no digit.
#[inline(always)]
fn first_of<V: SlotVector>([best_across, best_down]: [V; 2]) -> [Fields<V>; 2] {
    let proof = best_across.proof();
    let zero = V::splat(proof, 0);
    // In each lane the number of its band, and that of its stack, or more than any if it has none of the digits.
    let none = V::splat(proof, 0x4000);
    let group_across = none.where_equal(best_across, zero) | V::repeat_quad(proof, &[0, 1, 2, 3]);
    let group_down = none.where_equal(best_down, zero) | V::repeat_quad(proof, &[4, 5, 6, 7]);
    // The least of the node.
    let group = group_across.min_halves(group_down);
    let [next, previous] = bands_turned(Fields(group));
    let group = group.min_halves(next.0).min_halves(previous.0);

    let digit = lowest_bit(best_across.where_equal(group_across, group));
    let digit_across = Fields(V::or3(digit, digit << 10, digit << 20));
    let digit = lowest_bit(best_down.where_equal(group_down, group));
    let digit_down = Fields(anywhere(digit));
    [digit_across, digit_down]
}

/// The bits that ways of a stack have in lanes above one in which a way starts, and the bits beside them, so that ways
/// forth and back count alike.
#[inline(always)]
fn in_lanes_above<V: SlotVector>(ways: V) -> V {
    let proof = ways.proof();
    let [next, previous] = bands_turned(Fields(ways));
    let lower = (previous.0 & V::repeat_quad(proof, &[0, u32::MAX, u32::MAX, 0]))
        | (next.0 & V::repeat_quad(proof, &[0, 0, u32::MAX, 0]));
    V::or3(lower, lower << 1, lower >> 1)
}

/// The branch that keeps the ways given, one for each digit, with those back one bit higher.
#[inline(always)]
fn branch<V: SlotVector>(digit_across: Fields<V>, across: V, digit_down: Fields<V>, down: V) -> Branch<V> {
    let (forth, back) = (Fields(across) & digit_across, Fields(across >> 1) & digit_across);
    let rows = excluded(digit_across, forth, back, stacks_turned(forth), stacks_turned(back));
    let (forth, back) = (Fields(down) & digit_down, Fields(down >> 1) & digit_down);
    let columns = excluded(digit_down, forth, back, bands_turned(forth), bands_turned(back));
    Branch { rows, columns }
}

/// By row or column, the boxes through which a way does not go. One that starts in a box goes from there, forth, to the
/// next box and to the one after, which is the previous one.
#[inline(always)]
fn excluded<V: SlotVector>(
    digit: Fields<V>,
    forth: Fields<V>,
    back: Fields<V>,
    [forth_next, forth_previous]: Turned<Fields<V>>,
    [back_next, back_previous]: Turned<Fields<V>>,
) -> [Fields<V>; 3] {
    [
        Fields::and_not2(digit, forth, back),
        Fields::and_not2(digit, forth_previous, back_next),
        Fields::and_not2(digit, forth_next, back_previous),
    ]
}

/// In every lane what is in any lane of the node.
#[inline(always)]
fn anywhere<V: SlotVector>(x: V) -> V {
    let [next, previous] = bands_turned(Fields(x));
    V::or3(x, next.0, previous.0)
}

#[inline(always)]
fn lowest_bit<V: SlotVector>(x: V) -> V {
    x & (V::splat(x.proof(), 0) - x)
}

/// The slots that have one of their four bits set.
#[inline(always)]
const fn slots_with(lanes: u32) -> u32 {
    let pairs = lanes | (lanes >> 1);
    (((pairs | (pairs >> 2)) & 0x1111) * 0x1248) >> 12 & 15
}
