//! Choosing a guess: two configurations of one digit in one band or stack.
//!
//! In a band, a digit takes each of the three rows and each of the three stacks once: six ways,
//! tdoku's configurations. A stuck node takes the band or stack with the fewest ways over all its
//! digits, in it a digit that has exactly two, and branches on those two. Both branches place the
//! digit's minirow in all three boxes at once.
//!
//! [`Ways`] are for one node, of whatever layout; [`branches`] guesses in all nodes of a register
//! set, and in vectors alone.

use super::layout::{DIGITS, Fields, LOWEST, Layout};
use crate::simd::Vector;

/// The two ways to turn a line's boxes: to the next and to the previous.
type Turned<V> = [Fields<V>; 2];

#[inline(always)]
fn stacks_turned<V: Vector>(x: Fields<V>) -> Turned<V> {
    let (next, previous) = x.of_both_stacks();
    [next, previous]
}

#[inline(always)]
fn bands_turned<V: Vector>(x: Fields<V>) -> Turned<V> {
    [x.of_next_band(), x.of_previous_band()]
}

/// The ways that go from box to box in one direction, and those that go back.
///
/// Across, bit `d` of field `s` in lane `b`: in band `b`, digit `d` can go through the stacks `s, s+1, s+2` (back:
/// `s, s-1, s-2`) in its rows 0, 1, 2. Down: in stack `s` it can go through the bands `b, b+1, b+2`
/// (`b, b-1, b-2`) in its columns 0, 1, 2.
#[inline(always)]
fn ways_through<V: Vector>(line: Fields<V>, second: Turned<V>, third: Turned<V>) -> [Fields<V>; 2] {
    [Fields::and3(line, second[0], third[1]), Fields::and3(line, second[1], third[0])]
}

/// The ways of all digits, across the bands and down the stacks.
#[inline(always)]
fn across_and_down<V: Vector>(x: &[Fields<V>; 9]) -> [[Fields<V>; 2]; 2] {
    let row = [
        Fields::or3(x[0], x[1], x[2]).digits(),
        Fields::or3(x[3], x[4], x[5]),
        Fields::or3(x[6], x[7], x[8]),
    ];
    let column = [
        Fields::or3(x[0], x[3], x[6]).digits(),
        Fields::or3(x[1], x[4], x[7]),
        Fields::or3(x[2], x[5], x[8]),
    ];
    [
        ways_through(row[0], stacks_turned(row[1]), stacks_turned(row[2])),
        ways_through(column[0], bands_turned(column[1]), bands_turned(column[2])),
    ]
}

/// The ways of every digit in the bands and stacks of a set of nodes, in rows of lanes: across,
/// across and back, and, with bands and stacks exchanged, down, down and back.
#[repr(align(64))]
pub(super) struct Ways {
    rows: [[u32; 16]; 4],
    /// In each of a node's lanes: the group with the fewest ways, as [`rank`] tells it.
    best: [u32; 16],
}

impl Ways {
    /// Finds the ways of all nodes of `x` at once.
    #[inline(always)]
    pub(super) fn of<V: Vector>(x: &[Fields<V>; 9]) -> Self {
        let [[across, across_back], [down, down_back]] = across_and_down(x);
        let (down, down_back) = (transposed(down), transposed(down_back));

        let best = rank(across, across_back, 0).min_halves(rank(down, down_back, 4));
        let best =
            best.min_halves(Fields(best).of_next_band().0).min_halves(Fields(best).of_previous_band().0);

        let mut ways = Self { rows: [[0; 16]; 4], best: [0; 16] };
        across.0.store(&mut ways.rows[0]);
        across_back.0.store(&mut ways.rows[1]);
        down.0.store(&mut ways.rows[2]);
        down_back.0.store(&mut ways.rows[3]);
        best.store(&mut ways.best);
        ways
    }

    /// The guess for the node whose lanes begin at `lane`; none if the best group has no digit
    /// with exactly two ways.
    #[inline(always)]
    pub(super) fn choose(&self, lane: usize) -> Option<Guess> {
        let lane = lane & 12;
        let best = self.best[lane] as usize;
        let (group, index, kind) = (best & 7, best & 3, best >> 1 & 2);
        let (ways, back) = (self.rows[kind][lane + index], self.rows[kind + 1][lane + index]);
        let two = exactly_two([ways, ways >> 10, ways >> 20, back, back >> 10, back >> 20]) & 0x1ff;
        if two == 0 {
            return None;
        }
        let digit = two.trailing_zeros();
        let pair = ways >> digit & LOWEST | (back >> digit & LOWEST) << 1;
        let first = WAY_OF_BIT[pair.trailing_zeros() as usize & 31];
        let second = WAY_OF_BIT[31 - (pair | 1).leading_zeros() as usize];
        Some(Guess { group, ways: [first as usize, second as usize], digit })
    }
}

/// What one branch of a guess takes from each node of a register set: by row of the boxes and by
/// column, from all cells there.
pub(super) struct Branch<V> {
    rows: [Fields<V>; 3],
    columns: [Fields<V>; 3],
}

impl<V: Vector> Branch<V> {
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
pub(super) fn branches<V: Vector>(x: &[Fields<V>; 9]) -> ([Branch<V>; 2], u32) {
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
fn branch<V: Vector>(digit_across: Fields<V>, across: V, digit_down: Fields<V>, down: V) -> Branch<V> {
    let (way, back) = (Fields(across) & digit_across, Fields(across >> 1) & digit_across);
    let rows = outside(digit_across, way, back, stacks_turned(way), stacks_turned(back));
    let (way, back) = (Fields(down) & digit_down, Fields(down >> 1) & digit_down);
    let columns = outside(digit_down, way, back, bands_turned(way), bands_turned(back));
    Branch { rows, columns }
}

/// The boxes through which a way does not go, by row or column.
#[inline(always)]
fn outside<V: Vector>(
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
fn count<V: Vector>(ways: [Fields<V>; 2], turned: Turned<V>, back_turned: Turned<V>) -> [V; 3] {
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
fn rank_among_two<V: Vector>(ways: V, two: V, groups: [u32; 4]) -> V {
    let proof = ways.proof();
    let none = ((two - V::splat(proof, 1)) >> 16) & V::splat(proof, 0x4000);
    V::or3(ways << 3, V::repeat_quad(proof, &groups), none)
}

#[inline(always)]
fn lowest_bit<V: Vector>(x: V) -> V {
    x & (V::splat(x.proof(), 0) - x)
}

/// The slots that have one of their four bits set.
#[inline(always)]
const fn slots_with(lanes: u32) -> u32 {
    let pairs = lanes | (lanes >> 1);
    (((pairs | (pairs >> 2)) & 0x1111) * 0x1248) >> 12 & 15
}

/// Exchanges bands and stacks.
#[inline(always)]
fn transposed<V: Vector>(x: Fields<V>) -> Fields<V> {
    let proof = x.0.proof();
    let diagonal = Fields(V::repeat_quad(proof, &[0x1ff, 0x1ff << 10, 0x1ff << 20, 0]));
    let above = Fields(V::repeat_quad(proof, &[0x1ff << 10, 0x1ff << 20, 0x1ff, 0]));
    let below = Fields(V::repeat_quad(proof, &[0x1ff << 20, 0x1ff, 0x1ff << 10, 0]));
    let above = (x & above).of_previous_band().of_both_stacks().0;
    let below = (x & below).of_next_band().of_both_stacks().1;
    Fields::or3(x & diagonal, above, below).digits()
}

/// The number of ways in each lane, above the number of its group. A group whose nine digits have
/// one way each is done and ranks behind all others.
#[inline(always)]
fn rank<V: Vector>(ways: Fields<V>, back: Fields<V>, first_group: u32) -> V {
    let proof = ways.0.proof();
    let total = ways.0.count_ones() + back.0.count_ones();
    let group = V::repeat_quad(proof, &[first_group, first_group + 1, first_group + 2, 7]);
    ((total << 3 | group) - V::splat(proof, 10 << 3)) & V::splat(proof, 0x7fff)
}

/// Way 0 to 5 of a bit: ways in bits 0, 10, 20, ways back one above.
const WAY_OF_BIT: [u8; 32] = {
    let mut way = [0; 32];
    let mut field = 0;
    while field < 3 {
        way[10 * field] = field as u8;
        way[10 * field + 1] = field as u8 + 3;
        field += 1;
    }
    way
};

/// Digits that are in exactly two of the six sets.
#[inline(always)]
fn exactly_two([a, b, c, d, e, f]: [u32; 6]) -> u32 {
    let (one, two, three) = (a | b | c, a & b | c & (a | b), a & b & c);
    let (one_more, two_more, three_more) = (d | e | f, d & e | f & (d | e), d & e & f);
    (two | two_more | one & one_more) & !(three | three_more | two & one_more | one & two_more)
}

/// What a configuration removes from the nine registers, for the lowest digit.
pub(super) type Removal = [[u32; 4]; 9];

/// Two configurations that exclude each other, one of which holds.
pub(super) struct Guess {
    /// Bands are 0 to 2, stacks 4 to 6.
    pub group: usize,
    pub ways: [usize; 2],
    pub digit: u32,
}

/// By group (bands 0 to 2, stacks 4 to 6) and way: the candidates that are in the group and
/// not in the configuration.
pub(super) static REMOVED: [[Removal; 6]; 8] = {
    let mut removed = [[[[0; 4]; 9]; 6]; 8];
    let mut way = 0;
    while way < 6 {
        let mut index = 0;
        while index < 3 {
            let mut register = 0;
            while register < 9 {
                let (row, column) = (register / 3, register % 3);
                // The stack that a row goes through, or the band that a column goes through.
                let stack = if way < 3 { (way + row) % 3 } else { (way + 2 * row) % 3 };
                let band = if way < 3 { (way + column) % 3 } else { (way + 2 * column) % 3 };
                removed[index][way][register][index] = LOWEST & !(1 << (10 * stack));
                let mut other = 0;
                while other < 3 {
                    if other != band {
                        removed[4 + index][way][register][other] = 1 << (10 * index);
                    }
                    other += 1;
                }
                register += 1;
            }
            index += 1;
        }
        way += 1;
    }
    removed
};

const _: () = assert!(DIGITS == LOWEST * 0x1ff);
