//! Minimizes puzzles, and finds redundant clues.

use super::cell_bits::{ALL_CELLS, filled};
use super::minimizer::{Minimizer, RemovalOrder, Task};
use super::workspace::PuzzleSource;
use super::{CellSet, ClueSymmetry, GeneratorWorkspace};
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
    /// let mut memory = Box::new_uninit();
    /// let workspace = GeneratorWorkspace::write_new(&mut memory);
    /// let puzzles = [random_grid(1, 0), random_grid(1, 1), Grid::EMPTY];
    /// let mut minimal = [None; 3];
    /// solver.minimize(&puzzles, 7, 0, &mut minimal, workspace);
    /// let first = minimal[0].unwrap();
    /// assert!(puzzles[0].is_solution_of(&first) && first.clues() < 40);
    /// assert_eq!(minimal[2], None);
    ///
    /// let mut redundant = [None; 1];
    /// solver.redundant_clues(&[first], &mut redundant, workspace);
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
        self.minimize_each(puzzles, seed, first_index, workspace, |number, result| {
            if let Some(minimal) = minimal.get_mut(number) {
                *minimal = result.ok();
            }
        });
    }

    /// Minimizes puzzles from an iterator, like [`minimize`](Self::minimize). The iterator yields each puzzle with
    /// its number, which is added to `first_index`. Calls `take` with the number and the minimal puzzle, or with
    /// the status of a puzzle with no solution or several. The order of the calls is not that of the puzzles.
    ///
    /// ```
    /// use lanedoku::{GeneratorWorkspace, Grid, Solver, Status, random_grid};
    ///
    /// let mut memory = Box::new_uninit();
    /// let workspace = GeneratorWorkspace::write_new(&mut memory);
    /// let mut statuses = [None; 9];
    /// let puzzles = [(5, random_grid(1, 0)), (8, Grid::EMPTY)];
    /// Solver::new().minimize_each(puzzles, 7, 0, workspace, |number, result| {
    ///     statuses[number] = result.err();
    /// });
    /// assert_eq!(statuses[5..], [None, None, None, Some(Status::Multiple)]);
    /// ```
    pub fn minimize_each(
        &self,
        puzzles: impl IntoIterator<Item = (usize, Grid)>,
        seed: u64,
        first_index: u64,
        workspace: &mut GeneratorWorkspace,
        mut take: impl FnMut(usize, Result<Grid, Status>),
    ) {
        let (order, task) = (Order::Random { seed, first_index }, Task::Minimize { fewest: 0 });
        let take =
            |number, result: Result<&Minimizer, Status>| take(number, result.and_then(Minimizer::result));
        workspace.run(self.simd(), &mut Input { puzzles: puzzles.into_iter(), task, order, take });
    }

    /// Finds the redundant clues of each 9x9 puzzle: those without which the puzzle, with all its other clues,
    /// still has one solution. A puzzle without redundant clues is minimal. The result is `None` for a puzzle with
    /// no solution or several. Otherwise like [`minimize`](Self::minimize), which has an example.
    ///
    /// # Panics
    ///
    /// Panics if the two slices differ in length.
    pub fn redundant_clues(
        &self,
        puzzles: &[Grid],
        redundant: &mut [Option<CellSet>],
        workspace: &mut GeneratorWorkspace,
    ) {
        assert_eq!(puzzles.len(), redundant.len(), "a result for each puzzle");
        let take = |number, result: Result<&Minimizer, Status>| {
            if let Some(redundant) = redundant.get_mut::<usize>(number) {
                *redundant = result.ok().and_then(Minimizer::redundant);
            }
        };
        let puzzles = puzzles.iter().copied().enumerate();
        let task = Task::FindRedundant;
        workspace.run(self.simd(), &mut Input { puzzles, task, order: Order::OnBoard, take });
    }
}

/// The order in which the clues of a puzzle are tried.
enum Order {
    OnBoard,
    Random { seed: u64, first_index: u64 },
}

/// Numbered puzzles from an iterator.
struct Input<P, T> {
    puzzles: P,
    task: Task,
    order: Order,
    take: T,
}

impl<P, T> PuzzleSource for Input<P, T>
where
    P: Iterator<Item = (usize, Grid)>,
    T: FnMut(usize, Result<&Minimizer, Status>),
{
    #[inline(always)]
    fn start_next(&mut self, minimizer: &mut Minimizer) -> Option<usize> {
        loop {
            let (number, puzzle) = self.puzzles.next()?;
            let is_solved = puzzle.is_solved();
            if !is_solved && puzzle.has_collision() {
                (self.take)(number, Err(Status::Invalid));
                continue;
            }
            let mut order = RemovalOrder::of(filled(puzzle.digits()), ClueSymmetry::None);
            if let Order::Random { seed, first_index } = self.order {
                order = order.shuffled(&mut Random::for_item(seed, first_index.wrapping_add(number as u64)));
            }
            if is_solved {
                minimizer.start_with_clues(&puzzle, ALL_CELLS, self.task, &order);
            } else {
                minimizer.start(&puzzle, self.task, &order);
            }
            return Some(number);
        }
    }

    #[inline(always)]
    fn finish(&mut self, number: usize, minimizer: &mut Minimizer) -> bool {
        (self.take)(number, Ok(minimizer));
        false
    }
}
