//! The [guess](super::guess) in all nodes of a register set at once.
//!
//! Each slot, four lanes, holds a node. The choice differs between slots, so no choice is an index: a digit is the only
//! remaining bit of its slot, a band or stack is the field or lane of that bit, and the branches are masks.

use super::guess::{Analysis, Rotated, analyze, band_rotations, stack_rotations};
use crate::vectors::SlotVector;

/// The candidates that one branch of a guess [excludes](super::guess) in each node of a register set: from all cells in
/// each row of the boxes if the guess is on a band, from all cells in each column if it is on a stack.
pub(super) struct Branch<V> {
    rows: [V; 3],
    columns: [V; 3],
}

impl<V: SlotVector> Branch<V> {
    /// Returns the branches of the nodes `x`.
    #[inline(always)]
    pub(super) fn of(&self, x: &[V; 9]) -> [V; 9] {
        let mut y = *x;
        for i in 0..9 {
            y[i] = V::and_not2(x[i], self.rows[i / 3], self.columns[i % 3]);
        }
        y
    }
}

/// Guesses in every node of `x`. Also returns the slots that have a guess, because some digit has exactly two
/// configurations in some band or stack.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn guess_in_slots<V: SlotVector>(x: &[V; 9]) -> ([Branch<V>; 2], u32) {
    let analyze = analyze(x);
    let [digit_across, digit_down] = first_of(best(&analyze));
    let Analysis { configurations: [across, down], .. } = analyze;

    // The two configurations of the digit, each where it starts, those back one bit higher: that bit is free, as no
    // other digit is left. The first branch takes the configuration that starts first, in the order of boxes; if both
    // start in one box, the one forth.
    let across = (across[0] & digit_across) | ((across[1] & digit_across) << 1);
    let first_across = lowest_bit(across);
    let down = (down[0] & digit_down) | ((down[1] & digit_down) << 1);
    let first_down = lowest_bit(down) & !in_lanes_above(down);

    let first = branch(digit_across, first_across, digit_down, first_down);
    let second = branch(digit_across, across ^ first_across, digit_down, down ^ first_down);
    let digit = digit_across | digit_down;
    ([first, second], slots_with(digit.nonzero_bits()))
}

/// Returns the best of the digits with exactly two configurations: for bands, in the first field of the band's lane;
/// for stacks, in the stack's field of the lane with the same number.
#[cfg_attr(not(unoptimized), inline(always))]
fn best<V: SlotVector>(analyze: &Analysis<V>) -> [V; 2] {
    let Analysis { two_left, rank, .. } = analyze;
    let proof = two_left[0].proof();
    let zero = V::splat(proof, 0);
    let mut best_across = two_left[0] & V::repeat_quad(proof, &[0x1ff, 0x1ff, 0x1ff, 0]);
    let mut best_down = two_left[1] & V::repeat_quad(proof, &[0x1ff, 0x1ff << 10, 0x1ff << 20, 0]);
    for i in 0..4 {
        // Keep the digits that have this binary digit, or all if none in the node has it.
        let (high_across, high_down) = (best_across & rank[0][i], best_down & rank[1][i]);
        let any = anywhere(high_across | high_down);
        best_across = high_across | best_across.where_equal(any, zero);
        best_down = high_down | best_down.where_equal(any, zero);
    }
    [best_across, best_down]
}

/// Returns the first of the digits, in all boxes of its band or stack: bands before stacks, then the lowest digit. One
/// of the two results is empty; both are if there is no digit.
#[cfg_attr(not(unoptimized), inline(always))]
fn first_of<V: SlotVector>([best_across, best_down]: [V; 2]) -> [V; 2] {
    let proof = best_across.proof();
    let zero = V::splat(proof, 0);
    // In each lane, the number of its band, and that of its stack, or a greater number if it has none of the digits.
    let none = V::splat(proof, 0x4000);
    let group_across = none.where_equal(best_across, zero) | V::repeat_quad(proof, &[0, 1, 2, 3]);
    let group_down = none.where_equal(best_down, zero) | V::repeat_quad(proof, &[4, 5, 6, 7]);
    // The least number of the node.
    let group = group_across.min_halves(group_down);
    let [next, previous] = band_rotations(group);
    let group = group.min_halves(next).min_halves(previous);

    let digit = lowest_bit(best_across.where_equal(group_across, group));
    let digit_across = V::or3(digit, digit << 10, digit << 20);
    let digit = lowest_bit(best_down.where_equal(group_down, group));
    let digit_down = anywhere(digit);
    [digit_across, digit_down]
}

/// Returns the bits in lanes above a lane in which a configuration of a stack starts, together with the bits next to
/// them, so that both directions count alike.
#[inline(always)]
fn in_lanes_above<V: SlotVector>(configurations: V) -> V {
    let proof = configurations.proof();
    let [next, previous] = band_rotations(configurations);
    let lower = (previous & V::repeat_quad(proof, &[0, u32::MAX, u32::MAX, 0]))
        | (next & V::repeat_quad(proof, &[0, 0, u32::MAX, 0]));
    V::or3(lower, lower << 1, lower >> 1)
}

/// Returns the branch that keeps the given configurations, one for each digit, with those back one bit higher.
#[cfg_attr(not(unoptimized), inline(always))]
fn branch<V: SlotVector>(digit_across: V, across: V, digit_down: V, down: V) -> Branch<V> {
    let (forth, back) = (across & digit_across, (across >> 1) & digit_across);
    let rows = excluded(digit_across, forth, back, stack_rotations(forth), stack_rotations(back));
    let (forth, back) = (down & digit_down, (down >> 1) & digit_down);
    let columns = excluded(digit_down, forth, back, band_rotations(forth), band_rotations(back));
    Branch { rows, columns }
}

/// Returns, by row or column, the boxes that a configuration does not pass through. A configuration forth goes from its
/// first box to the next box, and then to the one after that, which is the previous one.
#[inline(always)]
fn excluded<V: SlotVector>(
    digit: V,
    forth: V,
    back: V,
    [forth_next, forth_previous]: Rotated<V>,
    [back_next, back_previous]: Rotated<V>,
) -> [V; 3] {
    [
        V::and_not2(digit, forth, back),
        V::and_not2(digit, forth_previous, back_next),
        V::and_not2(digit, forth_next, back_previous),
    ]
}

/// Returns, in every lane, the bits that are set in any lane of the node.
#[inline(always)]
fn anywhere<V: SlotVector>(x: V) -> V {
    let [next, previous] = band_rotations(x);
    V::or3(x, next, previous)
}

#[inline(always)]
fn lowest_bit<V: SlotVector>(x: V) -> V {
    x & (V::splat(x.proof(), 0) - x)
}

/// Returns the slots that have at least one of their four bits set.
#[inline(always)]
const fn slots_with(lanes: u32) -> u32 {
    let pairs = lanes | (lanes >> 1);
    (((pairs | (pairs >> 2)) & 0x1111) * 0x1248) >> 12 & 15
}
