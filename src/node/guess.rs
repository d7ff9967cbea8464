//! Choosing a guess: two configurations of one digit in one band or stack.
//!
//! In a band, a digit takes each of the three rows and each of the three stacks once: six ways,
//! tdoku's configurations. A stuck node takes the band or stack with the fewest ways over all its
//! digits, in it a digit that has exactly two, and branches on those two. Both branches place the
//! digit's minirow in all three boxes at once.
//!
//! [`choose`] is for one node; in all nodes of a register set at once guess
//! [`branches`](super::branches).

use super::layout::{DIGITS, Fields, LOWEST, Layout};
use crate::simd::Vector;

/// The two ways to turn a line's boxes: to the next and to the previous.
pub(super) type Turned<V> = [Fields<V>; 2];

#[inline(always)]
pub(super) fn stacks_turned<V: Vector>(x: Fields<V>) -> Turned<V> {
    let [(next, previous), ..] = Fields::of_both_stacks([x; 3]);
    [next, previous]
}

#[inline(always)]
pub(super) fn bands_turned<V: Vector>(x: Fields<V>) -> Turned<V> {
    [x.of_next_band(), x.of_previous_band()]
}

/// The ways that go from box to box in one direction, and those that go back.
///
/// Across, bit `d` of field `s` in lane `b`: in band `b`, digit `d` can go through the stacks
/// `s, s+1, s+2` (back: `s, s-1, s-2`) in its rows 0, 1, 2. Down: in stack `s` it can go through the
/// bands `b, b+1, b+2` (`b, b-1, b-2`) in its columns 0, 1, 2.
#[inline(always)]
fn ways_through<V: Vector>(line: Fields<V>, second: Turned<V>, third: Turned<V>) -> [Fields<V>; 2] {
    [Fields::and3(line, second[0], third[1]), Fields::and3(line, second[1], third[0])]
}

/// The ways of all digits, across the bands and down the stacks.
#[inline(always)]
pub(super) fn across_and_down<V: Vector>(x: &[Fields<V>; 9]) -> [[Fields<V>; 2]; 2] {
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

/// The guess for a stuck node; none if the best group has no digit with exactly two ways.
#[inline(always)]
pub(super) fn choose<V: Vector>(x: &[Fields<V>; 9]) -> Option<Guess> {
    const { assert!(V::LANES == 4) };
    let [[across, across_back], [down, down_back]] = across_and_down(x);
    let (down, down_back) = (transposed(down), transposed(down_back));

    let best = rank(across, across_back, 0).min_halves(rank(down, down_back, 4));
    let best = best.min_halves(Fields(best).of_next_band().0).min_halves(Fields(best).of_previous_band().0);

    let mut rows = [[0; 4]; 5];
    across.0.store(&mut rows[0]);
    across_back.0.store(&mut rows[1]);
    down.0.store(&mut rows[2]);
    down_back.0.store(&mut rows[3]);
    best.store(&mut rows[4]);
    let best = rows[4][0] as usize;
    let (group, index, kind) = (best & 7, best & 3, best >> 1 & 2);
    Guess::on_pair(group, rows[kind][index], rows[kind + 1][index])
}

impl Guess {
    /// The guess in `group`, of whose digits these are the ways and the ways back: a field for each way.
    #[inline(always)]
    pub(super) fn on_pair(group: usize, ways: u32, back: u32) -> Option<Self> {
        let two = exactly_two([ways, ways >> 10, ways >> 20, back, back >> 10, back >> 20]) & 0x1ff;
        if two == 0 {
            return None;
        }
        let digit = two.trailing_zeros();
        let pair = ways >> digit & LOWEST | (back >> digit & LOWEST) << 1;
        let first = WAY_OF_BIT[pair.trailing_zeros() as usize & 31];
        let second = WAY_OF_BIT[31 - (pair | 1).leading_zeros() as usize];
        Some(Self { group, ways: [first as usize, second as usize], digit })
    }
}

/// Exchanges bands and stacks.
#[inline(always)]
fn transposed<V: Vector>(x: Fields<V>) -> Fields<V> {
    let proof = x.0.proof();
    let diagonal = Fields(V::repeat_quad(proof, &[0x1ff, 0x1ff << 10, 0x1ff << 20, 0]));
    let above = Fields(V::repeat_quad(proof, &[0x1ff << 10, 0x1ff << 20, 0x1ff, 0]));
    let below = Fields(V::repeat_quad(proof, &[0x1ff << 20, 0x1ff, 0x1ff << 10, 0]));
    let above = stacks_turned((x & above).of_previous_band())[0];
    let below = stacks_turned((x & below).of_next_band())[1];
    Fields::or3(x & diagonal, above, below).digits()
}

/// The number of bits set in two vectors, by lane.
#[inline(always)]
fn count_ones_of_both<V: Vector>(a: V, b: V) -> V {
    let proof = a.proof();
    let (in_pair, in_nibble) = (V::splat(proof, 0x5555_5555), V::splat(proof, 0x3333_3333));
    let in_byte = V::splat(proof, 0x0f0f_0f0f);
    let (a, b) = (a - (a >> 1 & in_pair), b - (b >> 1 & in_pair));
    let nibbles = (a & in_nibble) + (b & in_nibble) + ((a >> 2 & in_nibble) + (b >> 2 & in_nibble));
    let bytes = (nibbles & in_byte) + (nibbles >> 4 & in_byte);
    let sum = bytes + (bytes >> 16);
    (sum + (sum >> 8)) & V::splat(proof, 63)
}

/// The number of ways in each lane, above the number of its group. A group whose nine digits have
/// one way each is done and ranks behind all others.
#[inline(always)]
fn rank<V: Vector>(ways: Fields<V>, back: Fields<V>, first_group: u32) -> V {
    let proof = ways.0.proof();
    let total = count_ones_of_both(ways.0, back.0);
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
