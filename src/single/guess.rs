//! Choosing a guess: a digit that has exactly two configurations left in a band or stack.
//!
//! # A guess
//!
//! In a band, a digit appears once in each row and once in each box. So it is in three minirows, no two of them in one
//! row or one box. There are six such *configurations* of a digit in a band (the term is tdoku's):
//!
//! ```text
//!           0         1         2         3         4         5
//!         X . .     . X .     . . X     X . .     . X .     . . X       an X is a minirow;
//!         . X .     . . X     X . .     . . X     X . .     . X .       across: the boxes of the band,
//!         . . X     X . .     . X .     . X .     . . X     X . .       down: its rows
//!         forth: a row down, a box on     back: a row down, a box back
//! ```
//!
//! A configuration is identified by its start, which is the box of its first row, and by its direction. The same holds
//! for minicolumns in a stack.
//!
//! A guess takes a digit with exactly two configurations left in some band or stack. Each of the two branches keeps one
//! configuration and *excludes* the other minirows of the band: they lose the digit.
//!
//! ```text
//!   minirows that can take        first branch,       second branch,
//!   the digit                     configuration 0     configuration 3
//!         X . .                     X . .               X . .
//!         . X X                     . X -               . - X           a - loses the digit
//!         . X X                     . - X               . X -
//! ```
//!
//! # The best guess
//!
//! The choice decides how many nodes a search takes. `guess` in `src/reference/guess.rs` has the rule and a drawing. A
//! box is *apart* for a digit if its two minirows have no minicolumn in common, and *nearly apart* if they have exactly
//! one in common and at least one that is not. The guess takes the digit with the most boxes apart; among equals, the
//! one with the most boxes at least nearly apart; among equals, the first: bands before stacks, then the lowest digit.
//!
//! tdoku guesses on a digit of the band or stack that has the fewest configurations over all its digits. Relative to
//! that rule, this one saves a third of the sweeps on the hardest puzzles, and a quarter on other puzzles that need
//! guesses.
//!
//! # How it is found
//!
//! [`analyze`] examines all digits in all bands and stacks at once, one bit for each. The number of boxes apart, 0 to
//! 3, takes two vectors: one has the high binary digits of all these numbers, the other the low ones. The greatest
//! number is then found digit by digit: if some have the high digit, the others are eliminated; and so on for all four
//! vectors.
//!
//! [`choose`] does this for one node, [`guess_in_slots`](super::guess_in_slots) for all nodes of a register set at
//! once, and `three_registers/choice.rs` for three long registers.

use super::layout::RegisterLayout;

/// For each box, the field of the next box of its band or stack, and that of the previous box.
pub(super) type Rotated<L> = [L; 2];

#[inline(always)]
pub(super) fn stack_rotations<L: RegisterLayout>(x: L) -> Rotated<L> {
    let [(next, previous), ..] = L::of_both_stacks([x; 3]);
    [next, previous]
}

#[inline(always)]
pub(super) fn band_rotations<L: RegisterLayout>(x: L) -> Rotated<L> {
    [x.of_next_band(), x.of_previous_band()]
}

/// The properties of each digit in each band and stack that determine the guess. In each pair, the first entry is for
/// bands, the second for stacks.
pub(super) struct Analysis<L> {
    /// The digits' configurations, forth and back, each in the box where it starts.
    ///
    /// In a band, forth: the digit can go through this box in row 0, the next box in row 1 and the box after that one
    /// in row 2. Back: through this box, the previous one and the one before that. In a stack, the same from box to
    /// box, down or up, in columns 0, 1 and 2.
    pub configurations: [[L; 2]; 2],
    /// Digits with exactly two configurations, in all boxes of the band or stack.
    pub two_left: [L; 2],
    /// The rank of each of these digits as a guess, in all boxes of the band or stack: a number of four binary digits,
    /// the highest first.
    pub rank: [[L; 4]; 2],
}

/// Analyzes all digits in all bands and stacks at once.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn analyze<L: RegisterLayout>(x: &[L; 9]) -> Analysis<L> {
    let (mut minirows, mut minicolumns) = ([x[0]; 3], [x[0]; 3]);
    let (mut once_in_minirow, mut once_in_minicolumn) = (minirows, minicolumns);
    for i in 0..3 {
        minirows[i] = L::or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
        minicolumns[i] = L::or3(x[i], x[3 + i], x[6 + i]);
        // Also set for three cells. But a minirow with three cells makes three minicolumns, and boxes with three do not
        // count.
        once_in_minirow[i] = x[3 * i] ^ x[3 * i + 1] ^ x[3 * i + 2];
        once_in_minicolumn[i] = x[i] ^ x[3 + i] ^ x[6 + i];
    }
    let across = [stack_rotations(minirows[1]), stack_rotations(minirows[2])];
    let down = [band_rotations(minicolumns[1]), band_rotations(minicolumns[2])];
    let across = configurations_through(minirows[0], across);
    let down = configurations_through(minicolumns[0], down);
    let two_across = exactly_two(across, [stack_rotations(across[0]), stack_rotations(across[1])]);
    let two_down = exactly_two(down, [band_rotations(down[0]), band_rotations(down[1])]);

    let odd_minirows = minirows[0] ^ minirows[1] ^ minirows[2];
    let odd_minicolumns = minicolumns[0] ^ minicolumns[1] ^ minicolumns[2];
    let [apart, nearly] = boxes_apart(once_in_minicolumn, odd_minirows, odd_minicolumns);
    let rank_across = rank([apart, nearly], [stack_rotations(apart), stack_rotations(nearly)]);
    let [apart, nearly] = boxes_apart(once_in_minirow, odd_minicolumns, odd_minirows);
    let rank_down = rank([apart, nearly], [band_rotations(apart), band_rotations(nearly)]);
    Analysis {
        configurations: [across, down],
        two_left: [two_across, two_down],
        rank: [rank_across, rank_down],
    }
}

/// Returns the configurations that start in each box, forth and back, from the minirows of row 0, and from those of
/// rows 1 and 2, rotated.
#[inline(always)]
fn configurations_through<L: RegisterLayout>(row_0: L, [row_1, row_2]: [Rotated<L>; 2]) -> [L; 2] {
    let ([next_1, previous_1], [next_2, previous_2]) = (row_1, row_2);
    [L::and3(row_0, next_1, previous_2), L::and3(row_0, previous_1, next_2)]
}

/// Returns the digits with exactly two of the six configurations: three forth, one from each box, and three back.
#[inline(always)]
fn exactly_two<L: RegisterLayout>(configurations: [L; 2], [forth, back]: [Rotated<L>; 2]) -> L {
    // Both sums in binary, then the sum of the two.
    let (one, two) = L::sum3(configurations[0], forth[0], forth[1]);
    let (one_back, two_back) = L::sum3(configurations[1], back[0], back[1]);
    let (two, four) = L::sum3(two, two_back, one & one_back);
    L::and_not2(two, one ^ one_back, four).digits()
}

/// For digits with exactly two configurations in the band, returns the boxes in which their two minirows are apart, and
/// those in which they are at least nearly apart.
///
/// The arguments, by digit and box: the minicolumns with one or three cells (two minirows never make three); whether
/// the number of minirows is odd; and whether the number of minicolumns is odd.
///
/// ```text
///                            apart                           nearly apart
///                     +-------+  +-------+             +-------+  +-------+
///                     | X . X |  | X . . |             | X X . |  | X X X |      an X is a cell that can
///                     | . X . |  | . . X |             | . X . |  | . . X |      take the digit
///                     | . . . |  | . . . |             | . . . |  | . . . |
///                     +-------+  +-------+             +-------+  +-------+
///   minicolumns           3          2                     2          3
///   with one cell         3          2                     1          2
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
fn boxes_apart<L: RegisterLayout>(once: [L; 3], odd_minirows: L, odd_minicolumns: L) -> [L; 2] {
    // The number of minicolumns with one cell, in binary.
    let (one, two) = L::sum3(once[0], once[1], once[2]);
    let apart = two & (one | !odd_minicolumns) & !odd_minirows;
    let at_least_nearly = (two | one & !odd_minicolumns) & !odd_minirows;
    [apart, at_least_nearly]
}

/// Returns the number of boxes apart, in two binary digits, then the number of boxes at least nearly apart.
#[cfg_attr(not(unoptimized), inline(always))]
fn rank<L: RegisterLayout>([apart, nearly]: [L; 2], [other_apart, other_nearly]: [Rotated<L>; 2]) -> [L; 4] {
    let apart = L::sum3(apart, other_apart[0], other_apart[1]);
    let nearly = L::sum3(nearly, other_nearly[0], other_nearly[1]);
    [apart.1, apart.0, nearly.1, nearly.0]
}

/// A guess: a digit of a band or stack, and its two configurations. Exactly one of them holds.
pub(super) struct ConfigurationGuess {
    /// Bands are 0 to 2, stacks 4 to 6.
    pub group: usize,
    /// The numbers of the configurations, in the drawing [above](self).
    pub configurations: [usize; 2],
    pub digit: u32,
}

/// Returns the guess for a stuck node, or `None` if no digit has exactly two configurations.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn choose<L: RegisterLayout>(x: &[L; 9]) -> Option<ConfigurationGuess> {
    let Analysis { configurations, two_left, rank } = analyze(x);
    // Three fields, one for each band, then three fields, one for each stack.
    let mut best = [two_left[0].by_band(), two_left[1].by_stack()];
    for i in 0..4 {
        best = those_in([rank[0][i].by_band(), rank[1][i].by_stack()], best);
    }
    let in_stack = all_if(best[0] == 0);
    let best = best[0] | best[1] & in_stack;
    if best == 0 {
        return None;
    }
    let position = best.trailing_zeros();
    let (index, digit) = (position / L::FIELD, position % L::FIELD);
    // For each direction, the boxes where a configuration starts, three bits; so a bit's number is that of the
    // configuration.
    let mut starts = [0; 2];
    for back in 0..2 {
        let across = starts_in_band(configurations[0][back], index, digit);
        let down = u64::from(configurations[1][back].lanes_with(position));
        starts[back] = (across & !in_stack | down & in_stack) as u32 & 7;
    }
    let starts = starts[0] | starts[1] << 3;
    let group = index as usize | in_stack as usize & 4;
    let (first, second) = (starts.trailing_zeros() as usize, (starts | 1).ilog2() as usize);
    Some(ConfigurationGuess { group, configurations: [first, second], digit })
}

/// Returns the bits of `best` that are in `others`, or all of them if none is.
#[inline(always)]
fn those_in(others: [u64; 2], best: [u64; 2]) -> [u64; 2] {
    let both = [best[0] & others[0], best[1] & others[1]];
    let none = all_if(both[0] | both[1] == 0);
    [both[0] | best[0] & none, both[1] | best[1] & none]
}

/// Returns all bits or none. The compiler makes no branch of a choice between values that uses such a mask.
#[inline(always)]
fn all_if(condition: bool) -> u64 {
    u64::from(condition).wrapping_neg()
}

/// Returns the boxes of a band where a configuration of the digit starts, as three bits, from the configurations in one
/// direction.
#[inline(always)]
fn starts_in_band<L: RegisterLayout>(configurations: L, band: u32, digit: u32) -> u64 {
    debug_assert!(band < 4);
    let fields = configurations.lanes()[band as usize % 4].into() >> digit & L::LOWEST;
    fields | fields >> (L::FIELD - 1) | fields >> (2 * L::FIELD - 2)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::fields::CONFIGURATIONS;
    use super::super::guess_in_slots::guess_in_slots;
    use super::super::layout::RegisterLayout;
    use super::super::packed_board::PackedBoard;
    use super::choose;
    use crate::reference::{self, Direction};
    use crate::vectors::portable::Portable;

    /// Returns group, digit and configurations of the guess that the [reference](crate::reference) makes.
    pub(in crate::single) fn choose_simply(candidates: &[u16; 81]) -> Option<(usize, u32, Vec<usize>)> {
        let reference::Guess { direction, band, digit, configurations } = reference::guess(candidates)?;
        let group = if direction == Direction::Rows { band } else { 4 + band };
        Some((group, digit as u32, configurations.to_vec()))
    }

    /// Returns random candidates: each digit in each cell has a probability of a quarter to three quarters.
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
    fn configurations_are_numbered_as_in_the_reference() {
        assert_eq!(CONFIGURATIONS, reference::CONFIGURATIONS);
    }

    #[test]
    fn the_guess_follows_the_rule() {
        let (mut state, mut guesses) = (1_u64, [0; 2]);
        for round in 0..4000 {
            let candidates = random_candidates(&mut state, round);
            let board = PackedBoard::from_candidates(&candidates);
            let x = board.load::<Portable<4>>(());
            let expected = choose_simply(&candidates);
            let chosen = choose(&x).map(|guess| (guess.group, guess.digit, guess.configurations.to_vec()));
            assert_eq!(chosen, expected);

            let mut twice = [[0; 8]; 9];
            for i in 0..9 {
                twice[i][..4].copy_from_slice(&PackedBoard::EMPTY.0[i]);
                twice[i][4..].copy_from_slice(&board.0[i]);
            }
            let wide = twice.map(|lanes| crate::vectors::Vector::load((), &lanes));
            let (both, slots) = guess_in_slots::<Portable<8>>(&wide);
            assert_eq!(slots, if expected.is_some() { 2 } else { 0 });
            let Some((group, digit, configurations)) = expected else { continue };
            guesses[group / 4] += 1;
            let mut in_either = [false; 2];
            for branch in both {
                let mut left = PackedBoard::EMPTY;
                for (i, lanes) in branch.of(&wide).into_iter().enumerate() {
                    let mut all = [0; 8];
                    crate::vectors::Vector::store(lanes, &mut all);
                    left.0[i].copy_from_slice(&all[4..]);
                }
                for (i, &configuration) in configurations.iter().enumerate() {
                    in_either[i] |=
                        RegisterLayout::pack(&RegisterLayout::restricted(&x, group, configuration, digit)).0
                            == left.0;
                }
            }
            assert_eq!(in_either, [true; 2]);
        }
        assert!(guesses[0] > 500 && guesses[1] > 100, "{guesses:?}");
    }
}
