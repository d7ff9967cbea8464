//! Applies a random symmetry to each of many boards.

use super::Symmetry;
use crate::Grid;

/// Shuffles each board: replaces board `i` by an equivalent board, its image under [`Symmetry::random(seed,
/// first_index + i)`](Symmetry::random). A list can therefore be divided into slices and among threads with the
/// same result. A puzzle and its solution still match if both are shuffled with the same seed and index. The index
/// wraps around after 2^64 - 1.
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
