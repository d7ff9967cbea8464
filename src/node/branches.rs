//! Guesses in all nodes of a register set at once, in vectors alone: the [rule](super::guess) is the same,
//! but that groups without a digit of two ways are passed over.

use super::guess::{Turned, across_and_down, bands_turned, stacks_turned};
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
pub(super) fn branches<V: Slots>(x: &[Fields<V>; 9]) -> ([Branch<V>; 2], u32) {
    let proof = x[0].0.proof();
    let [across, down] = across_and_down(x);

    // In each lane the rank of its band, and of the stack with its number.
    let [one, two, four] = count(across, stacks_turned(across[0]), stacks_turned(across[1]));
    let two_across = V::and_not2(two, one, four) & V::splat(proof, 0x1ff);
    let ways = across[0].0.count_ones() + across[1].0.count_ones();
    let rank_across = rank_among_two(ways, two_across, [0, 1, 2, 3]);

    let own = V::repeat_quad(proof, &[0x1ff, 0x1ff << 10, 0x1ff << 20, 0]);
    let [one, two, four] = count(down, bands_turned(down[0]), bands_turned(down[1]));
    let two_down = V::and_not2(two, one, four) & own;
    let pairs = (two & own).count_ones() + ((four & own).count_ones() << 1);
    let rank_down = rank_among_two((one & own).count_ones() + (pairs << 1), two_down, [4, 5, 6, 7]);

    let best = rank_across.min_halves(rank_down);
    let [next, previous] = bands_turned(Fields(best));
    let best = best.min_halves(next.0).min_halves(previous.0);

    // The lowest digit with two ways there, in all three boxes; one of the two is empty.
    let digit = lowest_bit(two_across.where_equal(rank_across, best));
    let digit_across = Fields(V::or3(digit, digit << 10, digit << 20));
    let digit = Fields(lowest_bit(two_down.where_equal(rank_down, best)));
    let [next, previous] = bands_turned(digit);
    let digit_down = Fields::or3(digit, next, previous);

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
    [way_next, way_previous]: Turned<V>,
    [back_next, back_previous]: Turned<V>,
) -> [Fields<V>; 3] {
    [
        Fields::and_not2(digit, way, back),
        Fields::and_not2(digit, way_previous, back_next),
        Fields::and_not2(digit, way_next, back_previous),
    ]
}

/// The number of ways of each digit, as three binary digits, in all fields or lanes over which they
/// are turned.
#[inline(always)]
fn count<V: Slots>(ways: [Fields<V>; 2], turned: Turned<V>, back_turned: Turned<V>) -> [V; 3] {
    let [a, b, c] = [ways[0].0, turned[0].0, turned[1].0];
    let [d, e, f] = [ways[1].0, back_turned[0].0, back_turned[1].0];
    let (one, carry) = (V::xor3(a, b, c), V::majority(a, b, c));
    let (other_one, other_carry) = (V::xor3(d, e, f), V::majority(d, e, f));
    let both = one & other_one;
    [one ^ other_one, V::xor3(carry, other_carry, both), V::majority(carry, other_carry, both)]
}

/// The number of ways in each lane, above the number of its group. A group in which no digit has two ways
/// ranks behind all others.
#[inline(always)]
fn rank_among_two<V: Slots>(ways: V, two: V, groups: [u32; 4]) -> V {
    let proof = ways.proof();
    let none = ((two - V::splat(proof, 1)) >> 16) & V::splat(proof, 0x4000);
    V::or3(ways << 3, V::repeat_quad(proof, &groups), none)
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
