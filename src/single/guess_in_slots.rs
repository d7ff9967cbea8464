//! Guesses in all nodes of a register set at once, in vectors alone: the [rule](super::guess) is the same.

use super::guess::{Guesses, Turned, bands_turned, guesses, stacks_turned};
use super::layout::{Fields, Layout};
use crate::simd::Slots;

/// What one branch of a guess takes from each node of a register set: by row of the boxes and by
/// column, from all cells there.
pub(super) struct Branch<V> {
    rows: [Fields<V>; 3],
    columns: [Fields<V>; 3],
}

impl<V: Slots> Branch<V> {
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
/// has exactly two ways in some band or stack.
#[inline(always)]
pub(super) fn guess_in_slots<V: Slots>(x: &[Fields<V>; 9]) -> ([Branch<V>; 2], u32) {
    let proof = x[0].0.proof();
    let Guesses { ways: [across, down], pairs, merits } = guesses(x);
    let zero = V::splat(proof, 0);

    // What is left of the pairs: of a band in the first field of its lane, of a stack in its field of the lane
    // with its number.
    let own = V::repeat_quad(proof, &[0x1ff, 0x1ff << 10, 0x1ff << 20, 0]);
    let mut best_across = pairs[0].0 & V::repeat_quad(proof, &[0x1ff, 0x1ff, 0x1ff, 0]);
    let mut best_down = pairs[1].0 & own;
    for [merit_across, merit_down] in merits {
        let (high_across, high_down) = (best_across & merit_across.0, best_down & merit_down.0);
        let any = anywhere(high_across | high_down);
        best_across = high_across | best_across.where_equal(any, zero);
        best_down = high_down | best_down.where_equal(any, zero);
    }

    // The first of them: bands before stacks, the lowest digit.
    let none = V::splat(proof, 0x4000);
    let group_across = none.where_equal(best_across, zero) | V::repeat_quad(proof, &[0, 1, 2, 3]);
    let group_down = none.where_equal(best_down, zero) | V::repeat_quad(proof, &[4, 5, 6, 7]);
    let group = group_across.min_halves(group_down);
    let [next, previous] = bands_turned(Fields(group));
    let group = group.min_halves(next.0).min_halves(previous.0);

    // In all three boxes; one of the two is empty.
    let digit = lowest_bit(best_across.where_equal(group_across, group));
    let digit_across = Fields(V::or3(digit, digit << 10, digit << 20));
    let digit = lowest_bit(best_down.where_equal(group_down, group));
    let digit_down = Fields(anywhere(digit));

    // Its two ways; a way back lies one bit higher. The first branch takes the lowest in the lowest lane.
    let across = (across[0] & digit_across).0 | ((across[1] & digit_across).0 << 1);
    let first_across = lowest_bit(across);
    let down = (down[0] & digit_down).0 | ((down[1] & digit_down).0 << 1);
    let [next, previous] = bands_turned(Fields(down));
    let lower_lanes = (previous.0 & V::repeat_quad(proof, &[0, u32::MAX, u32::MAX, 0]))
        | (next.0 & V::repeat_quad(proof, &[0, 0, u32::MAX, 0]));
    let first_down = lowest_bit(down) & !V::or3(lower_lanes, lower_lanes << 1, lower_lanes >> 1);

    let first = branch(digit_across, first_across, digit_down, first_down);
    let second = branch(digit_across, across ^ first_across, digit_down, down ^ first_down);
    let digit = (digit_across | digit_down).0;
    ([first, second], slots_with(digit.nonzero_bits()))
}

/// Takes away the places of the digits that lie in none of the ways given, of which there is one for each digit.
#[inline(always)]
fn branch<V: Slots>(digit_across: Fields<V>, across: V, digit_down: Fields<V>, down: V) -> Branch<V> {
    let (way, back) = (Fields(across) & digit_across, Fields(across >> 1) & digit_across);
    let rows = outside(digit_across, way, back, stacks_turned(way), stacks_turned(back));
    let (way, back) = (Fields(down) & digit_down, Fields(down >> 1) & digit_down);
    let columns = outside(digit_down, way, back, bands_turned(way), bands_turned(back));
    Branch { rows, columns }
}

/// The boxes through which a way does not go, by row or column.
#[inline(always)]
fn outside<V: Slots>(
    digit: Fields<V>,
    way: Fields<V>,
    back: Fields<V>,
    [way_next, way_previous]: Turned<Fields<V>>,
    [back_next, back_previous]: Turned<Fields<V>>,
) -> [Fields<V>; 3] {
    [
        Fields::and_not2(digit, way, back),
        Fields::and_not2(digit, way_previous, back_next),
        Fields::and_not2(digit, way_next, back_previous),
    ]
}

/// In every lane what is in any lane of the node.
#[inline(always)]
fn anywhere<V: Slots>(x: V) -> V {
    let [next, previous] = bands_turned(Fields(x));
    V::or3(x, next.0, previous.0)
}

#[inline(always)]
fn lowest_bit<V: Slots>(x: V) -> V {
    x & (V::splat(x.proof(), 0) - x)
}

/// The slots that have one of their four bits set.
#[inline(always)]
const fn slots_with(lanes: u32) -> u32 {
    let pairs = lanes | (lanes >> 1);
    (((pairs | (pairs >> 2)) & 0x1111) * 0x1248) >> 12 & 15
}
