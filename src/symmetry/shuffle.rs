//! A random symmetry for each of many boards.

use super::Symmetry;
use crate::Grid;

/// Shuffles each board: board `i` becomes its image under [`Symmetry::random(seed, first_index + i)`](Symmetry::random),
/// an equivalent board. So a list can be divided into slices and among threads with the same result. A puzzle and its
/// solution, shuffled with the same seed and index, still match. The index wraps around after 2^64 - 1.
///
/// ```
/// use lanedoku::{Grid, shuffle};
///
/// let puzzle: Grid =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let mut all = [puzzle; 4];
/// shuffle(&mut all, 2024, 0);
/// let mut last = [puzzle; 2];
/// shuffle(&mut last, 2024, 2);
/// assert_eq!(all[2..], last);
/// assert!(all.iter().all(|image| image.canonical() == puzzle.canonical()));
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
pub fn shuffle(boards: &mut [Grid], seed: u64, first_index: u64) {
    let mut index = first_index;
    for board in boards {
        *board = Symmetry::random(seed, index).apply(board);
        index = index.wrapping_add(1);
    }
}
