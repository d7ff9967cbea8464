//! How hard a puzzle is, by a rule that does not change with the engines.

use crate::{Grid, Status, Symmetry};

mod marks;
#[cfg(test)]
mod plain;
mod search;
#[cfg(test)]
mod tests;

/// The version of the rule by which [`rate`] measures. Ratings of different versions do not compare.
pub const RATING_VERSION: u32 = 1;
/// The number of images that a rating is usually taken from.
pub const RATING_SAMPLES: usize = 16;

/// How many guesses an image may take.
const MOST_GUESSES: u32 = 100_000;

/// The most images that a rating is taken from.
const MOST_IMAGES: usize = 256;

/// How hard a puzzle is for a plain search, the result of [`rate`].
///
/// No other program's rating is like it. It tells puzzles that need no guess from those that need a few or many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rating {
    /// Whether naked and hidden singles alone solve the puzzle.
    pub singles_only: bool,
    /// Whether singles and locked candidates solve the puzzle, without a guess. True also with `singles_only`.
    pub locked_only: bool,
    /// The fewest guesses that an image took.
    pub least_guesses: u32,
    /// The median of the guesses. Of an even number of images, the lower of the two in the middle.
    pub median_guesses: u32,
    /// The fewest sweeps that an image took.
    pub least_sweeps: u32,
    /// The median of the sweeps, likewise.
    pub median_sweeps: u32,
}

/// Rates a puzzle: the work that a plain search has with it, measured on `images` boards that are equivalent to it
/// ([`RATING_SAMPLES`] by default; 0 counts as 1, and more than 256 as 256). Equivalent puzzles have the same rating, and it is
/// the same on every machine and in every version of the library with the same [`RATING_VERSION`].
///
/// # Rule, version 1
///
/// Image `k`, from 0, is `Symmetry::random(1, k)` applied to the [canonical form](Grid::canonical) of the puzzle. The search
/// for its solutions begins with the clue as the only candidate in each cell that has one, and all nine candidates in the
/// others. Then, again and again:
///
/// 1. If a cell has no candidate, or a digit no cell in a unit where it can be, this branch is at its end.
/// 2. *Singles*: all cells that have one candidate, and all digits that can be in one cell of a unit only, are found, with
///    the candidates as they are. Each that was not found before becomes the only candidate of its cell, and is
///    removed from all cells that share a unit with it. If there was any, that was a **sweep**.
/// 3. Otherwise, if every cell has been found, the board is a solution. The search goes on with the next branch, to
///    prove that there is no other.
/// 4. *Locked candidates*, otherwise: where the cells of a box in which a digit can be are all in one row or column, the
///    digit is removed from the other boxes' cells there; where those of a row or column are all in one box, from
///    the other cells of the box. All are found with the candidates as they are, then removed. If any was removed,
///    that was a **sweep**.
/// 5. Otherwise a **guess**: of the cells with the fewest candidates among those not found, the first, row by row. Each of its
///    candidates, in ascending order, becomes in turn its only candidate, which begins a branch.
///
/// Images that take no guess all take the same sweeps.
///
/// # What it says
///
/// Other ratings ask how hard a puzzle is for a person, who has better rules than these and cannot guess. On 82 puzzles
/// of the Sudoku Exchange puzzle bank, which Sukaku Explainer rates from 5.4 to 9.1, the rank correlation (Spearman's) of that
/// rating with the median of the guesses is 0.50, with the median of the sweeps 0.52.
///
/// # Errors
///
/// Only a puzzle with exactly one solution has a rating. Otherwise the error is its status:
/// [`Multiple`](Status::Multiple), [`NoSolution`](Status::NoSolution), [`Invalid`](Status::Invalid), or
/// [`OutOfSteps`](Status::OutOfSteps) if an image takes more than 100,000 guesses.
///
/// ```
/// use lanedoku::{Grid, RATING_SAMPLES, Status, rate};
///
/// let easy: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let rating = rate(&easy, RATING_SAMPLES).unwrap();
/// assert!(rating.singles_only && rating.median_guesses == 0);
///
/// let hard: Grid =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// assert!(rate(&hard, RATING_SAMPLES).unwrap().median_guesses > 10);
/// assert_eq!(rate(&Grid::EMPTY, RATING_SAMPLES), Err(Status::Multiple));
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
pub fn rate(puzzle: &Grid, images: usize) -> Result<Rating, Status> {
    if puzzle.has_collision() {
        return Err(Status::Invalid);
    }
    let form = puzzle.canonical();
    let measure = |index| search::measure(&Symmetry::random(1, index).apply(&form), MOST_GUESSES);
    let first = measure(0)?;
    let count = images.clamp(1, MOST_IMAGES);
    let (mut guesses, mut sweeps) = ([first.guesses; MOST_IMAGES], [first.sweeps; MOST_IMAGES]);
    let (guesses, sweeps) = (&mut guesses[..count], &mut sweeps[..count]);
    if first.guesses > 0 {
        for (index, (guesses, sweeps)) in (0..).zip(guesses.iter_mut().zip(sweeps.iter_mut())).skip(1) {
            let work = measure(index)?;
            (*guesses, *sweeps) = (work.guesses, work.sweeps);
        }
    }
    let middle = (count - 1) / 2;
    let (least_guesses, median_guesses) = (at_place(guesses, 0), at_place(guesses, middle));
    let (least_sweeps, median_sweeps) = (at_place(sweeps, 0), at_place(sweeps, middle));
    Ok(Rating {
        singles_only: first.guesses == 0 && !first.needs_locked,
        locked_only: first.guesses == 0,
        least_guesses,
        median_guesses,
        least_sweeps,
        median_sweeps,
    })
}

/// What stands at a place of a list when that is sorted. Sorting could panic, and the C library must not.
fn at_place(list: &[u32], place: usize) -> u32 {
    let count = |what: &dyn Fn(u32) -> bool| list.iter().filter(|&&item| what(item)).count();
    let stands_there =
        |item: u32| count(&|other| other < item) <= place && place < count(&|other| other <= item);
    list.iter().copied().find(|&item| stands_there(item)).unwrap_or_default()
}
