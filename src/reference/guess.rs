//! The guess on a stuck board: a digit of a band or stack, whose configurations are divided between two branches.

use super::rules::possible;
use super::*;

/// A guess: a digit with exactly two [configurations](CONFIGURATIONS) left in a band (or stack). Exactly one of them
/// holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guess {
    pub(crate) direction: Direction,
    pub(crate) band: usize,
    pub(crate) digit: usize,
    /// The indices of the two configurations.
    pub(crate) configurations: [usize; 2],
}

/// Returns the guess on a stuck board, or `None` if no digit has exactly two configurations.
///
/// Any such digit gives the same answers, but a good choice saves most of the search. If the two configurations differ
/// in a box, the digit has two minirows there, and each branch removes one. Minicolumns that are in only one of the two
/// minirows go with it, which helps the stacks:
///
/// ```text
///      disjoint       nearly disjoint     neither
///     +-------+        +-------+         +-------+       an X is a cell that can take the digit
///     | X . X |        | X X . |         | X X . |
///     | . X . |        | . X . |         | X X . |       disjoint: no minicolumn has two
///     | . . . |        | . . . |         | . . . |       nearly: one has two, and another one has one
///     +-------+        +-------+         +-------+
/// ```
///
/// The choice is the digit with the most disjoint boxes; among equals, the most boxes at least nearly disjoint; then
/// the first, bands before stacks and low digits before high ones.
///
/// The engines have more kinds of guesses: see [`batch_branches`] for those of the batch engine. After a hundred
/// contradictions, the single engine guesses where the contradictions were found.
pub(crate) fn guess(board: &Candidates) -> Option<Guess> {
    let mut best = None;
    for direction in [Direction::Rows, Direction::Columns] {
        for (band, digit) in (0..27).map(|i| (i / 9, i % 9)) {
            let left = configurations(board, direction, band, digit);
            if left.count_ones() != 2 {
                continue;
            }
            let quality = quality(board, direction, band, digit);
            if best.is_none_or(|(most, _)| quality > most) {
                let configurations = [left.trailing_zeros(), left.ilog2()].map(|index| index as usize);
                best = Some((quality, Guess { direction, band, digit, configurations }));
            }
        }
    }
    best.map(|(_, guess)| guess)
}

/// Returns the two branches of the batch engine.
///
/// It prefers a digit with exactly two configurations, but takes one with more if there is none; among several, by the
/// same rule as [`guess`], and then the first. In stacks, "first" goes by groups of digits: 1, 2 and 3 in all stacks,
/// then 4, 5 and 6. A minirow divides the configurations: the first branch has those with it, the second one those
/// without it. It is the first of those that divide them as evenly as possible, box by box.
///
/// If no digit has two configurations, sweeps alone will end the search. The first branch is then the board itself, and
/// the second one lacks a digit.
pub(crate) fn batch_branches(board: &Candidates) -> [Candidates; 2] {
    let bands = (0..27).map(|i| (Direction::Rows, i / 9, i % 9));
    let stacks = (0..27).map(|i| (Direction::Columns, i / 3 % 3, i / 9 * 3 + i % 3));
    let mut best = ((false, (0, 0)), (Direction::Columns, 0, 0, 0));
    for (direction, band, digit) in bands.chain(stacks) {
        let left = configurations(board, direction, band, digit);
        let quality = (left.count_ones() == 2, quality(board, direction, band, digit));
        if left.count_ones() > 1 && (best.1.3 == 0 || quality > best.0) {
            best = (quality, (direction, band, digit, left));
        }
    }
    let (direction, band, digit, left) = best.1;
    if left == 0 {
        return [*board, keep(board, direction, band, digit, 0)];
    }
    let with = |(place, row): (usize, usize)| {
        (0..6)
            .filter(|&index| CONFIGURATIONS[index][row] == place)
            .fold(0, |set, index| set | left & 1 << index)
    };
    let minirows = (0..9).map(|i| (i / 3, i % 3)).map(with);
    let divided = minirows.filter(|&with| with != 0 && with != left);
    let evenly = |with: &u8| with.count_ones().abs_diff((left & !with).count_ones());
    let with = divided.min_by_key(evenly).unwrap_or(left);
    [with, left & !with].map(|kept| keep(board, direction, band, digit, kept))
}

/// The configurations that a digit has left in a band: bit `i` for number `i`.
fn configurations(board: &Candidates, direction: Direction, band: usize, digit: usize) -> u8 {
    let is_left = |&index: &usize| possible(board, direction, band, index) >> digit & 1 == 1;
    (0..6).filter(is_left).fold(0, |set, index| set | 1 << index)
}

/// Returns the board in which a digit has only the configurations `kept` in a band: it loses the minirows that are part
/// of none of them.
pub(super) fn keep(
    board: &Candidates,
    direction: Direction,
    band: usize,
    digit: usize,
    kept: u8,
) -> Candidates {
    let mut branch = *board;
    for minirow in Minirow::all(direction).filter(|minirow| minirow.band == band) {
        let is_kept =
            |index: usize| kept >> index & 1 == 1 && CONFIGURATIONS[index][minirow.row] == minirow.place;
        if !(0..6).any(is_kept) {
            minirow.cells().into_iter().for_each(|cell| branch[cell] &= !(1 << digit));
        }
    }
    branch
}

/// The number of boxes in which the digit's two minirows are disjoint, and in which they are at least nearly disjoint.
fn quality(board: &Candidates, direction: Direction, band: usize, digit: usize) -> (usize, usize) {
    let boxes = [0, 1, 2].map(|place| disjoint(board, direction, band, place, digit));
    let fully = boxes.iter().filter(|disjoint| **disjoint == Disjoint::Fully).count();
    (fully, boxes.iter().filter(|disjoint| **disjoint != Disjoint::No).count())
}

/// Whether the two minirows of a digit in a box share minicolumns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Disjoint {
    Fully,
    Nearly,
    /// Also if the digit does not have exactly two minirows in the box.
    No,
}

fn disjoint(board: &Candidates, direction: Direction, band: usize, place: usize, digit: usize) -> Disjoint {
    let has = |row: usize| -> [bool; 3] {
        Minirow { direction, band, row, place }.cells().map(|cell| board[cell] >> digit & 1 == 1)
    };
    let mut minirows = (0..3).map(has).filter(|cells| cells.contains(&true));
    let (Some(one), Some(other), None) = (minirows.next(), minirows.next(), minirows.next()) else {
        return Disjoint::No;
    };
    let common = (0..3).filter(|&column| one[column] && other[column]).count();
    let all = (0..3).filter(|&column| one[column] || other[column]).count();
    match (common, all) {
        (0, _) => Disjoint::Fully,
        (1, 2..) => Disjoint::Nearly,
        _ => Disjoint::No,
    }
}
