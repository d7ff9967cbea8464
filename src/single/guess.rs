//! Choosing a guess: two configurations of one digit in one band or stack.
//!
//! In a band, a digit takes each of the three rows and each of the three stacks once: six ways,
//! tdoku's configurations. A stuck node takes a digit that has exactly two ways in some band or stack,
//! and branches on those two. Both branches place the digit's minirow in all three boxes at once.
//!
//! Which digit, and where, decides how many nodes a search takes. In a box of a band where the two ways differ
//! the digit has two minirows, of which each branch loses one. What this tells the stacks are the
//! minicolumns that are lost with it. So a box is best if its two minirows are *apart*, without a
//! minicolumn in common, and next best if they are *nearly* apart, with one in common and
//! others besides. In a stack the same goes for minicolumns. The digit with most boxes apart is taken; of several,
//! the one with most boxes at least nearly apart; of several, the first: bands before stacks, and the
//! lowest digit.
//!
//! Against tdoku's rule, a digit of the band or stack that has the fewest ways over all its digits, this takes
//! a third of the sweeps off the hardest puzzles, and a quarter off others that need guesses. All digits
//! of all bands and stacks are looked at together; numbers of boxes are binary digits, one vector each.
//!
//! [`choose`] is for one node; in all nodes of a register set at once guess
//! [`guess_in_slots`](super::guess_in_slots).

use super::layout::{DIGITS, LOWEST, Layout};

/// The two ways to turn a line's boxes: to the next and to the previous.
pub(super) type Turned<L> = [L; 2];

#[inline(always)]
pub(super) fn stacks_turned<L: Layout>(x: L) -> Turned<L> {
    let [(next, previous), ..] = L::of_both_stacks([x; 3]);
    [next, previous]
}

#[inline(always)]
pub(super) fn bands_turned<L: Layout>(x: L) -> Turned<L> {
    [x.of_next_band(), x.of_previous_band()]
}

/// What is known of each digit in the bands, first, and in the stacks.
pub(super) struct Guesses<L> {
    /// The ways that go from box to box in one direction, and those that go back.
    ///
    /// Across, bit `d` of field `s` in lane `b`: in band `b`, digit `d` can go through the stacks
    /// `s, s+1, s+2` (back: `s, s-1, s-2`) in its rows 0, 1, 2. Down: in stack `s` it can go through the
    /// bands `b, b+1, b+2` (`b, b-1, b-2`) in its columns 0, 1, 2.
    pub ways: [[L; 2]; 2],
    /// Digits with exactly two ways, in all boxes of the band or stack.
    pub pairs: [L; 2],
    /// By pair, likewise in all boxes: how many boxes are apart, as two binary digits, the higher first, and how
    /// many at least nearly apart.
    pub merits: [[L; 2]; 4],
}

/// Looks at all digits in all bands and stacks at once.
#[inline(always)]
pub(super) fn guesses<L: Layout>(x: &[L; 9]) -> Guesses<L> {
    let (mut rows, mut columns) = ([x[0]; 3], [x[0]; 3]);
    let (mut once_in_row, mut once_in_column) = (rows, columns);
    for i in 0..3 {
        rows[i] = L::or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
        columns[i] = L::or3(x[i], x[3 + i], x[6 + i]);
        // Or in all three, which no box of a pair has.
        once_in_row[i] = x[3 * i] ^ x[3 * i + 1] ^ x[3 * i + 2];
        once_in_column[i] = x[i] ^ x[3 + i] ^ x[6 + i];
    }
    let across = [stacks_turned(rows[1]), stacks_turned(rows[2])];
    let down = [bands_turned(columns[1]), bands_turned(columns[2])];
    let across = ways_through(rows[0], across);
    let down = ways_through(columns[0], down);
    let pair_across = exactly_two(across, [stacks_turned(across[0]), stacks_turned(across[1])]);
    let pair_down = exactly_two(down, [bands_turned(down[0]), bands_turned(down[1])]);

    let (odd_rows, odd_columns) = (rows[0] ^ rows[1] ^ rows[2], columns[0] ^ columns[1] ^ columns[2]);
    let [apart, nearly] = boxes_apart(once_in_column, odd_rows, odd_columns);
    let (boxes, more_boxes) = (number(apart, stacks_turned(apart)), number(nearly, stacks_turned(nearly)));
    let [apart, nearly] = boxes_apart(once_in_row, odd_columns, odd_rows);
    let (boxes_down, more_boxes_down) =
        (number(apart, bands_turned(apart)), number(nearly, bands_turned(nearly)));
    let merits = [
        [boxes.1, boxes_down.1],
        [boxes.0, boxes_down.0],
        [more_boxes.1, more_boxes_down.1],
        [more_boxes.0, more_boxes_down.0],
    ];
    Guesses { ways: [across, down], pairs: [pair_across, pair_down], merits }
}

#[inline(always)]
fn ways_through<L: Layout>(line: L, [second, third]: [Turned<L>; 2]) -> [L; 2] {
    [L::and3(line, second[0], third[1]), L::and3(line, second[1], third[0])]
}

/// Digits with exactly two of the six ways.
#[inline(always)]
fn exactly_two<L: Layout>(ways: [L; 2], [turned, back]: [Turned<L>; 2]) -> L {
    let (one, two) = L::sum3(ways[0], turned[0], turned[1]);
    let (other_one, other_two) = L::sum3(ways[1], back[0], back[1]);
    let (two, four) = L::sum3(two, other_two, one & other_one);
    L::and_not2(two, one ^ other_one, four).digits()
}

/// Boxes in which the two minirows of a digit are apart, and those in which they are at least nearly apart, from
/// the minicolumns with one cell (or three, which two minirows do not have), and where the number of
/// minirows and that of minicolumns is odd.
#[inline(always)]
fn boxes_apart<L: Layout>(once: [L; 3], odd_rows: L, odd_columns: L) -> [L; 2] {
    let (one, two) = L::sum3(once[0], once[1], once[2]);
    // Apart: three minicolumns have one cell, or two have and there is no third.
    [two & (one | !odd_columns) & !odd_rows, (two | one & !odd_columns) & !odd_rows]
}

/// The number of boxes, as two binary digits.
#[inline(always)]
fn number<L: Layout>(own: L, turned: Turned<L>) -> (L, L) {
    L::sum3(own, turned[0], turned[1])
}

/// The guess for a stuck node; none if no digit has exactly two ways anywhere.
#[inline(always)]
pub(super) fn choose<L: Layout>(x: &[L; 9]) -> Option<Guess> {
    let Guesses { ways, pairs, merits } = guesses(x);
    // What is left of the pairs: three fields, one for each band, and three, one for each stack.
    let mut best = [pairs[0].by_band(), pairs[1].by_stack()];
    for merit in merits {
        let high = [best[0] & merit[0].by_band(), best[1] & merit[1].by_stack()];
        let none = u64::from(high[0] | high[1] == 0).wrapping_neg();
        best = [high[0] | best[0] & none, high[1] | best[1] & none];
    }
    let stack = u64::from(best[0] == 0).wrapping_neg();
    let best = best[0] | best[1] & stack;
    if best == 0 {
        return None;
    }
    let position = best.trailing_zeros();
    let (index, digit) = (position / L::FIELD, position % L::FIELD);
    // The ways of the digit, by the box in the first row or column.
    let mut pair = [0; 2];
    for back in 0..2 {
        let across = ways[0][back].lanes()[index as usize % 4].into() >> digit & L::LOWEST;
        let across = across | across >> (L::FIELD - 1) | across >> (2 * L::FIELD - 2);
        let down = u64::from(ways[1][back].lanes_with(position));
        pair[back] = (across & !stack | down & stack) as u32 & 7;
    }
    let pair = pair[0] | pair[1] << 3;
    let group = index as usize | stack as usize & 4;
    let (first, second) = (pair.trailing_zeros() as usize, (pair | 1).ilog2() as usize);
    Some(Guess { group, ways: [first, second], digit })
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

#[cfg(test)]
pub(super) mod tests {
    use super::super::guess_in_slots::guess_in_slots;
    use super::super::layout::{Fields, Layout};
    use super::super::resting::Resting;
    use super::choose;
    use crate::reference::{self, Direction, Guess};
    use crate::simd::portable::Portable;

    /// Group, digit and ways of the guess that the [reference](crate::reference) makes.
    pub(in crate::single) fn choose_simply(candidates: &[u16; 81]) -> Option<(usize, u32, Vec<usize>)> {
        let Guess { direction, band, digit, ways } = reference::guess(candidates)?;
        let group = if direction == Direction::Rows { band } else { 4 + band };
        Some((group, digit as u32, ways.to_vec()))
    }

    /// In every cell every digit with a chance of a quarter to three quarters.
    pub(in crate::single) fn random_candidates(state: &mut u64, round: usize) -> [u16; 81] {
        core::array::from_fn(|_| {
            let [a, b] = core::array::from_fn(|_| {
                *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (*state >> 40) as u16
            });
            [a, a & b, a | b][round % 3]
        })
    }

    #[test]
    fn the_guess_is_the_one_of_the_rule() {
        let (mut state, mut guesses) = (1_u64, [0; 2]);
        for round in 0..4000 {
            let candidates = random_candidates(&mut state, round);
            let board = Resting::from_candidates(&candidates);
            let x = board.load::<Portable<4>>(());
            let expected = choose_simply(&candidates);
            let chosen = choose(&x).map(|guess| (guess.group, guess.digit, guess.ways.to_vec()));
            assert_eq!(chosen, expected);

            let mut twice = [[0; 8]; 9];
            for i in 0..9 {
                twice[i][..4].copy_from_slice(&Resting::EMPTY.0[i]);
                twice[i][4..].copy_from_slice(&board.0[i]);
            }
            let wide = twice.map(|lanes| Fields(crate::simd::Vector::load((), &lanes)));
            let (both, slots) = guess_in_slots::<Portable<8>>(&wide);
            assert_eq!(slots, if expected.is_some() { 2 } else { 0 });
            let Some((group, digit, ways)) = expected else { continue };
            guesses[group / 4] += 1;
            let mut in_either = [false; 2];
            for branch in both {
                let mut left = Resting::EMPTY;
                for (i, lanes) in branch.of(&wide).into_iter().enumerate() {
                    let mut all = [0; 8];
                    crate::simd::Vector::store(lanes.0, &mut all);
                    left.0[i].copy_from_slice(&all[4..]);
                }
                for (i, &way) in ways.iter().enumerate() {
                    in_either[i] |= Fields::board(&Fields::restricted(&x, group, way, digit)).0 == left.0;
                }
            }
            assert_eq!(in_either, [true; 2]);
        }
        assert!(guesses[0] > 500 && guesses[1] > 100, "{guesses:?}");
    }
}
