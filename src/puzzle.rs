//! The forms of a puzzle.

use crate::batch::Puzzles;
use crate::grade::GradedPuzzle;
use crate::single::Start;
use crate::{Board, Engine, Solver};

/// A puzzle in a form that a [`Solver`] takes:
///
/// - A [`Board`] of any size: its clues.
/// - `[u16; 81]`: pencil marks, the candidates of the 81 cells of a 9x9 board, row by row, bit `d - 1` for digit `d`.
///   Higher bits are ignored. Any candidates are valid, so the status is never
///   [`Status::Invalid`](crate::Status::Invalid). They always go to [`Engine::Simd`]; the other engines start from
///   clues. [`parse_candidates`](crate::parse_candidates) reads them from a text.
///
/// ```
/// use lanedoku::{Grid, Solver, Status};
///
/// assert_eq!(Solver::new().solve(&Grid::EMPTY).status, Status::Multiple);
/// // Only the digits 1 to 5 in the first five columns.
/// let candidates: [u16; 81] =
///     std::array::from_fn(|cell| if cell % 9 < 5 { 0b0_0001_1111 } else { 0b1_1111_1111 });
/// assert_eq!(Solver::new().solve(&candidates).status, Status::NoSolution); // nine digits fill a box
/// ```
pub trait Puzzle<const CELLS: usize = 81>: SearchForm<CELLS> {}

impl<const CELLS: usize> Puzzle<CELLS> for Board<CELLS> {}
impl Puzzle for [u16; 81] {}

/// What the searches ask a puzzle. No other crate can implement it.
pub trait SearchForm<const CELLS: usize>: Sized {
    /// The start of a search with the SIMD engine, if the solver takes it for this puzzle.
    fn simd_start(&self, solver: &Solver) -> Option<Start<'_>>;

    /// The clues, if there are any.
    fn clues(&self) -> Option<&Board<CELLS>>;

    /// The puzzles of a batch, if they are 9x9 puzzles.
    fn of_nine(puzzles: &[Self]) -> Option<Puzzles<'_>>;

    /// Whether a digit in a cell, 0 for an open one, agrees with the puzzle.
    fn admits(&self, cell: usize, digit: u8) -> bool;
}

impl<const CELLS: usize> SearchForm<CELLS> for Board<CELLS> {
    #[inline]
    fn simd_start(&self, solver: &Solver) -> Option<Start<'_>> {
        if solver.engine() != Engine::Simd {
            return None;
        }
        self.digits().as_slice().try_into().ok().map(Start::Clues)
    }

    fn clues(&self) -> Option<&Board<CELLS>> {
        Some(self)
    }

    fn of_nine(puzzles: &[Self]) -> Option<Puzzles<'_>> {
        if CELLS != 81 {
            return None;
        }
        // SAFETY: a `Board<CELLS>` is a transparent wrapper of `[u8; CELLS]`, and `CELLS` is 81. Pointer and length
        // come from the slice.
        let digits = unsafe { core::slice::from_raw_parts(puzzles.as_ptr().cast(), puzzles.len()) };
        Some(Puzzles::of_digits(digits))
    }

    #[inline(always)]
    fn admits(&self, cell: usize, digit: u8) -> bool {
        GradedPuzzle::admits(self.digits(), cell, digit)
    }
}

impl SearchForm<81> for [u16; 81] {
    fn simd_start(&self, _: &Solver) -> Option<Start<'_>> {
        Some(Start::Candidates(self))
    }

    fn clues(&self) -> Option<&Board<81>> {
        None
    }

    fn of_nine(puzzles: &[Self]) -> Option<Puzzles<'_>> {
        Some(Puzzles::Candidates(puzzles))
    }

    #[inline(always)]
    fn admits(&self, cell: usize, digit: u8) -> bool {
        GradedPuzzle::admits(self, cell, digit)
    }
}
