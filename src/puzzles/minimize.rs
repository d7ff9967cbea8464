//! Minimizes puzzles.

use super::minimizer::{Minimizer, RemovalOrder};
use super::workspace::PuzzleSource;
use super::{ClueSymmetry, GeneratorWorkspace};
use crate::cell_bits::{ALL_CELLS, filled};
use crate::random::Random;
use crate::{Grid, Solver, Status};

/// # Minimal puzzles
impl Solver {
    /// Minimizes each 9x9 puzzle: removes clues one by one, in random order, while the puzzle has one solution. The
    /// result is a *minimal puzzle*, which needs all its clues, or `None` for a puzzle with no solution or several.
    ///
    /// The order depends on `seed` and the puzzle's number: `first_index` for the first puzzle, `first_index + 1`
    /// for the next, and so on. The result depends only on the puzzle, the seed and the number, so a list can be
    /// divided into slices and among threads, each with its own workspace. A call for hundreds of puzzles is faster
    /// per puzzle than a call for a few.
    ///
    /// Always uses [`Engine::Simd`](crate::Engine::Simd), and ignores the step limit.
    ///
    /// # Panics
    ///
    /// Panics if the two slices differ in length.
    ///
    /// ```
    /// use lanedoku::{GeneratorWorkspace, Grid, Solver, random_grid};
    ///
    /// let solver = Solver::new();
    /// let mut workspace = GeneratorWorkspace::boxed();
    /// let puzzles = [random_grid(1, 0), random_grid(1, 1), Grid::EMPTY];
    /// let mut minimal = [None; 3];
    /// solver.minimize(&puzzles, 7, 0, &mut minimal, &mut workspace);
    /// let first = minimal[0].unwrap();
    /// assert!(puzzles[0].is_solution_of(&first) && first.clues() < 40);
    /// assert_eq!(minimal[2], None);
    ///
    /// let mut redundant = [None; 1];
    /// solver.redundant_clues(&[first], &mut redundant, &mut workspace);
    /// assert!(redundant[0].unwrap().is_empty());
    /// ```
    pub fn minimize(
        &self,
        puzzles: &[Grid],
        seed: u64,
        first_index: u64,
        minimal: &mut [Option<Grid>],
        workspace: &mut GeneratorWorkspace,
    ) {
        assert_eq!(puzzles.len(), minimal.len(), "a result for each puzzle");
        let puzzles = puzzles.iter().copied().enumerate();
        self.minimize_each(
            puzzles,
            seed,
            first_index,
            workspace,
            || true,
            |number, result| {
                if let Some(minimal) = minimal.get_mut(number) {
                    *minimal = result.ok();
                }
            },
        );
    }

    /// Minimizes puzzles from an iterator, like [`minimize`](Self::minimize). The iterator yields each puzzle with
    /// its number, which is added to `first_index`. Calls `take` with the number and the minimal puzzle, or with
    /// the status of a puzzle with no solution or several. The order of the calls is not that of the puzzles.
    ///
    /// It goes on as long as `go_on` returns true, which is called between searches: about every ten microseconds with
    /// one puzzle, and every millisecond with hundreds. Returns whether all puzzles are minimized; `take` is not called
    /// for the others.
    ///
    /// ```
    /// use lanedoku::{GeneratorWorkspace, Grid, Solver, Status, random_grid};
    ///
    /// let mut workspace = GeneratorWorkspace::boxed();
    /// let mut statuses = [None; 9];
    /// let puzzles = [(5, random_grid(1, 0)), (8, Grid::EMPTY)];
    /// Solver::new().minimize_each(puzzles, 7, 0, &mut workspace, || true, |number, result| {
    ///     statuses[number] = result.err();
    /// });
    /// assert_eq!(statuses[5..], [None, None, None, Some(Status::Multiple)]);
    /// ```
    ///
    /// ```
    /// use lanedoku::{GeneratorWorkspace, Solver, random_grid};
    ///
    /// let mut workspace = GeneratorWorkspace::boxed();
    /// let (mut searches, mut taken) = (0, 0);
    /// let go_on = || {
    ///     searches += 1;
    ///     searches <= 5
    /// };
    /// let puzzles = [(0, random_grid(1, 0))];
    /// let ended = Solver::new().minimize_each(puzzles, 7, 0, &mut workspace, go_on, |_, _| taken += 1);
    /// assert_eq!((ended, searches, taken), (false, 6, 0));
    /// ```
    pub fn minimize_each(
        &self,
        puzzles: impl IntoIterator<Item = (usize, Grid)>,
        seed: u64,
        first_index: u64,
        workspace: &mut GeneratorWorkspace,
        mut go_on: impl FnMut() -> bool,
        take: impl FnMut(usize, Result<Grid, Status>),
    ) -> bool {
        let puzzles = puzzles.into_iter();
        workspace.run(self.simd(), &mut NumberedPuzzles { puzzles, seed, first_index, take }, &mut go_on)
    }
}

/// Numbered puzzles from an iterator.
struct NumberedPuzzles<P, T> {
    puzzles: P,
    seed: u64,
    first_index: u64,
    take: T,
}

impl<P, T> PuzzleSource for NumberedPuzzles<P, T>
where
    P: Iterator<Item = (usize, Grid)>,
    T: FnMut(usize, Result<Grid, Status>),
{
    #[cfg_attr(not(compact), inline(always))]
    fn start_next(&mut self, minimizer: &mut Minimizer) -> Option<usize> {
        loop {
            let (number, puzzle) = self.puzzles.next()?;
            let is_solved = puzzle.is_solved();
            if !is_solved && puzzle.has_collision() {
                (self.take)(number, Err(Status::Invalid));
                continue;
            }
            let order = RemovalOrder::of(filled(puzzle.digits()), ClueSymmetry::None);
            let index = self.first_index.wrapping_add(number as u64);
            let order = order.shuffled(&mut Random::for_item(self.seed, index));
            if is_solved {
                minimizer.start_with_clues(&puzzle, ALL_CELLS, 0, &order);
            } else {
                minimizer.start(&puzzle, 0, &order);
            }
            return Some(number);
        }
    }

    #[cfg_attr(not(compact), inline(always))]
    fn finish(&mut self, number: usize, minimizer: &mut Minimizer) -> bool {
        (self.take)(number, minimizer.result());
        false
    }
}
