//! The public searches: the methods of [`Solver`], which chooses the engine.
//!
//! ```text
//!   one puzzle      search          -> single::solve, or propagate::visit, or backtrack::visit
//!     if it is hard                 -> hard::solve, with learned clauses
//!   every solution  visit           -> single::visit, or propagate::visit, or backtrack::visit
//!   many puzzles    solve_in_lanes  -> batch::search; without lanes, one after another
//! ```
//!
//! The generator, the minimizer and the search for neighbours call `single::visit` directly, with the solver's kernel.

mod builder;
mod lanes;

use core::ops::ControlFlow;

pub use builder::{BuildError, SolverBuilder};
pub(crate) use lanes::CountInLanes;

use crate::backtrack::{self, Order};
use crate::batch::{CellEncoding, Puzzles};
use crate::hard;
use crate::kernel::{LoopKernel, SimdKernel};
use crate::least::{CellSearch, Least, Solution, Wanted};
use crate::propagate::{self, LayoutTables};
use crate::puzzle::SizedForm;
use crate::single::{self, Limits, Start};
use crate::{Board, End, Engine, Kernel, Outcome, Puzzle, Size, SizedPuzzle, Status, Tally, Workspace};

/// A Sudoku solver: an engine, its kernel and its limits. It is a small value without mutable state, cheap to create
/// and to copy.
///
/// [`Engine::Simd`] solves 9x9 boards; boards of other sizes go to [`Engine::Propagate`].
///
/// # The solution of a puzzle with several
///
/// A puzzle with several solutions is answered with the least one: the least number, if the digits are read row by row.
/// So the answer is the same alone and in a batch of any size, on every kernel and machine. A puzzle with one solution
/// takes no more steps for it. One with several takes about twice as many, or more with [`Engine::Backtrack`] and on
/// large boards. [`with_any_solution`](Self::with_any_solution) leaves the choice to the engine. At a
/// [limit on steps](Self::with_step_limit), no solution is shown.
///
/// # Examples
///
/// ```
/// use lanedoku::{Grid, Solver, Status};
///
/// let puzzle: Grid =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let outcome = Solver::new().solve(&puzzle);
/// assert_eq!(outcome.status, Status::Unique);
/// assert!(outcome.solution.is_some_and(|solution| solution.is_solution_of(&puzzle)));
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solver {
    engine: Engine,
    simd: SimdKernel,
    backtrack: LoopKernel,
    order: Order,
    step_limit: u64,
    any_solution: bool,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

/// # One puzzle
impl Solver {
    /// Finds the solution, or the [least](Self#the-solution-of-a-puzzle-with-several) of several, and whether it is the
    /// only one.
    ///
    /// ```
    /// use lanedoku::{Board4x4, Solver, Status};
    ///
    /// let puzzle = Board4x4::parse(b"1..4.........32.")?;
    /// let outcome = Solver::new().solve(&puzzle);
    /// assert_eq!(outcome.status, Status::Unique);
    /// assert!(outcome.solution.is_some_and(|solution| solution.is_solution_of(&puzzle)));
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn solve<const CELLS: usize>(&self, puzzle: &impl SizedPuzzle<CELLS>) -> Outcome<CELLS> {
        let mut solution = Board::EMPTY;
        let tally = self.search(puzzle, 2, &mut solution);
        outcome(tally, &solution)
    }

    /// Solves like [`solve`](Self::solve), but writes the solution to `solution`. This is a little faster for many
    /// puzzles in a row.
    ///
    /// Returns the status and the count, which is at most 2, and 0 at a limit on steps. If the count is 0, the digits
    /// of `solution` are unspecified.
    ///
    /// ```
    /// use lanedoku::{Board4x4, Solver, Status};
    ///
    /// let puzzle = Board4x4::parse(b"1..4.........32.")?;
    /// let mut solution = Board4x4::EMPTY;
    /// let (status, tally) = Solver::new().solve_into(&puzzle, &mut solution);
    /// assert_eq!((status, tally.solutions), (Status::Unique, 1));
    /// assert!(solution.is_solution_of(&puzzle));
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    #[inline]
    pub fn solve_into<const CELLS: usize>(
        &self,
        puzzle: &impl SizedPuzzle<CELLS>,
        solution: &mut Board<CELLS>,
    ) -> (Status, Tally) {
        let tally = self.search(puzzle, 2, solution);
        (tally.status(), tally)
    }

    /// Finds the same solution as [`solve`](Self::solve). The count is 0 or 1.
    ///
    /// Only with [any solution](Self::with_any_solution) does the search stop at the first one that it finds; otherwise
    /// it looks for lesser ones, and takes as long as `solve`.
    ///
    /// ```
    /// use lanedoku::{End, Grid, Solver};
    ///
    /// let (solution, tally) = Solver::new().first_solution(&Grid::EMPTY);
    /// assert!(solution.is_some_and(|solution| solution.is_solved()));
    /// assert_eq!((tally.solutions, tally.end), (1, End::Stopped));
    /// ```
    pub fn first_solution<const CELLS: usize>(
        &self,
        puzzle: &impl SizedPuzzle<CELLS>,
    ) -> (Option<Board<CELLS>>, Tally) {
        let mut solution = Board::EMPTY;
        let tally = self.search(puzzle, 1, &mut solution);
        ((tally.solutions > 0).then_some(solution), tally)
    }
}

/// # Many puzzles
impl Solver {
    /// Solves each puzzle into the outcome with the same index.
    ///
    /// [`Engine::Simd`] on AVX2 or AVX-512 solves many 9x9 puzzles in parallel lanes, up to twice as fast as one after
    /// another. All other puzzles are solved one after another, and the workspace is not used.
    ///
    /// The status and the solution of each puzzle are those of [`solve`](Self::solve). Steps and guesses may differ,
    /// and depend on the other puzzles. Under a [limit](Self::with_step_limit) below 65,536 steps, all puzzles are
    /// solved one after another.
    ///
    /// ```
    /// use lanedoku::{Grid, Outcome, Solver, Status, Workspace};
    ///
    /// let puzzles = [Grid::EMPTY; 20];
    /// let mut outcomes = [Outcome::INVALID; 20];
    /// let mut workspace = Workspace::boxed();
    /// Solver::new().solve_batch(&puzzles, &mut outcomes, &mut workspace);
    /// assert!(outcomes.iter().all(|outcome| outcome.status == Status::Multiple));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the two slices differ in length.
    // Inlined, like `solve_lines` and `solve_digits`, so a caller that checks the lengths has no path to the panic.
    #[inline(always)]
    pub fn solve_batch<const CELLS: usize>(
        &self,
        puzzles: &[impl SizedPuzzle<CELLS>],
        outcomes: &mut [Outcome<CELLS>],
        workspace: &mut Workspace,
    ) {
        assert_eq!(puzzles.len(), outcomes.len(), "one outcome for each puzzle");
        let is_simd = puzzles.first().is_some_and(|first| first.simd_start(self).is_some());
        if let (true, Some(puzzles)) = (is_simd, SizedForm::of_nine(puzzles))
            && self.solve_in_lanes(puzzles, lanes::of_nine(outcomes), workspace)
        {
            return;
        }
        for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
            *outcome = self.solve(puzzle);
        }
    }

    /// Solves the 9x9 puzzles in a text, like [`solve_batch`](Self::solve_batch): the fastest way for files and pipes.
    ///
    /// Each puzzle has 81 characters: `1` to `9` for clues, and `.`, `0`, `_`, `*`, `-`, `x`, `X` or `?` for open
    /// cells, of which the last three are slower. A puzzle starts every `stride` bytes, so a file of lines has a stride
    /// of 82. The bytes between puzzles are ignored. A puzzle with any other character gets [`Status::Invalid`], even
    /// if [`Board::parse`] ignores the character on a longer line; `parse` reports the reason.
    ///
    /// ```
    /// use lanedoku::{Outcome, Solver, Status, Workspace};
    ///
    /// let lines = b"\
    /// 4.2.9....8.15.62...59.8..6..7....4.6...6.53.7....7.5..32.8..9.5.14.5...2.8.4..731
    /// ....8..1....7.32...4..............435..23.6.........7..3.1...9...984...6764.....8
    /// 4.2.9....8.15.62...59.8..6..7....4.6...6.53.7....7.5..32.8..9.5.14.5...2.8.4..!!!
    /// ";
    /// let mut outcomes = [Outcome::INVALID; 3];
    /// Solver::new().solve_lines(lines, 82, &mut outcomes, &mut Workspace::boxed());
    /// let statuses = outcomes.map(|outcome| outcome.status);
    /// assert_eq!(statuses, [Status::Unique, Status::Multiple, Status::Invalid]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the stride is below 81, or if the text is too short for the number of outcomes.
    #[inline(always)]
    pub fn solve_lines(
        &self,
        text: &[u8],
        stride: usize,
        outcomes: &mut [Outcome],
        workspace: &mut Workspace,
    ) {
        self.solve_cells(CellEncoding::Text, text, stride, outcomes, workspace);
    }

    /// Solves the 9x9 puzzles in an array of digits, like [`solve_lines`](Self::solve_lines).
    ///
    /// Each puzzle has 81 bytes: 1 to 9 for clues and 0 for open cells. A puzzle starts every `stride` bytes. The bytes
    /// between puzzles are ignored. A puzzle with any other byte gets [`Status::Invalid`]; [`Board::from_digits`]
    /// reports the position.
    ///
    /// ```
    /// use lanedoku::{Outcome, Solver, Status, Workspace};
    ///
    /// let mut puzzles = [[0_u8; 81]; 2];
    /// puzzles[1][80] = 10;
    /// let mut outcomes = [Outcome::INVALID; 2];
    /// let mut workspace = Workspace::boxed();
    /// Solver::new().solve_digits(puzzles.as_flattened(), 81, &mut outcomes, &mut workspace);
    /// let statuses = outcomes.map(|outcome| outcome.status);
    /// assert_eq!(statuses, [Status::Multiple, Status::Invalid]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the stride is below 81, or if the array is too short for the number of outcomes.
    #[inline(always)]
    pub fn solve_digits(
        &self,
        digits: &[u8],
        stride: usize,
        outcomes: &mut [Outcome],
        workspace: &mut Workspace,
    ) {
        self.solve_cells(CellEncoding::Digits, digits, stride, outcomes, workspace);
    }
}

/// # More than two solutions
impl Solver {
    /// Counts the solutions, up to `limit`.
    ///
    /// ```
    /// use lanedoku::{Board4x4, End, Solver};
    ///
    /// let tally = Solver::new().count(&Board4x4::EMPTY, u64::MAX);
    /// assert_eq!((tally.solutions, tally.end), (288, End::Exhausted));
    /// let tally = Solver::new().count(&Board4x4::EMPTY, 100);
    /// assert_eq!((tally.solutions, tally.end), (100, End::Stopped));
    /// ```
    pub fn count(&self, puzzle: &impl Puzzle, limit: u64) -> Tally {
        if limit == 0 {
            return Tally::of_none(puzzle);
        }
        if let Some(start) = puzzle.simd_start(self) {
            if limit > 2 {
                return single::count(self.simd, start, self.limits(limit));
            }
            return self.with_any_solution(true).search_simd(start, limit, &mut [0; 81]);
        }
        self.search_cell_by_cell(puzzle.form_size(), |search| {
            let mut left = limit;
            search.begin(digits(puzzle), 0);
            search.run(self.step_limit, &mut |_| {
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        })
    }

    /// Counts the solutions, up to `limit`, like [`count`](Self::count), but keeps the nodes of 9x9 puzzles with many
    /// solutions in the workspace rather than on the stack, if [`Engine::Simd`] searches them in lanes.
    ///
    /// ```
    /// use lanedoku::{End, Grid, Solver, Workspace};
    ///
    /// let mut workspace = Workspace::boxed();
    /// let tally = Solver::new().count_with(&Grid::EMPTY, 100_000, &mut workspace);
    /// assert_eq!((tally.solutions, tally.end), (100_000, End::Stopped));
    /// ```
    pub fn count_with(&self, puzzle: &impl Puzzle, limit: u64, workspace: &mut Workspace) -> Tally {
        if limit > 0
            && let Some(Start::Clues(clues)) = puzzle.simd_start(self)
            && let Some(tally) = self.count_in_lanes(clues, limit, workspace)
        {
            return tally;
        }
        self.count(puzzle, limit)
    }

    /// Passes every solution to `visitor`, each once, until it breaks.
    ///
    /// They come in the order in which the engine finds them, not sorted, so the first one need not be the solution
    /// that [`solve`](Self::solve) shows. The order is always the same for one solver; with another engine, kernel or
    /// order, or with a limit below [`QUICK_STEPS`](Self::QUICK_STEPS), it may differ.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use lanedoku::{Board4x4, Solver};
    ///
    /// let puzzle: Board4x4 = "1234............".parse()?;
    /// let mut solutions = Vec::new();
    /// Solver::new().visit(&puzzle, |solution| {
    ///     solutions.push(*solution);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(solutions.len(), 12);
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn visit<const CELLS: usize>(
        &self,
        puzzle: &impl SizedPuzzle<CELLS>,
        mut visitor: impl FnMut(&Board<CELLS>) -> ControlFlow<()>,
    ) -> Tally {
        if let Some(start) = puzzle.simd_start(self) {
            let mut show = |digits: &[u8; 81]| visitor(&board(digits));
            return single::visit(self.simd, start, self.limits(u64::MAX), &mut show);
        }
        self.search_cell_by_cell(puzzle.form_size(), |search| {
            search.begin(digits(puzzle), 0);
            search.run(self.step_limit, &mut |solution| {
                let mut board = Board::EMPTY;
                solution.write_digits(board.digits_mut());
                visitor(&board)
            })
        })
    }
}

/// # Engine, kernel and limits
impl Solver {
    /// Creates a solver with [`Engine::Simd`] on the best kernel of this machine and no step limit. Boards other
    /// than 9x9 go to [`Engine::Propagate`].
    pub fn new() -> Self {
        Solver {
            engine: Engine::Simd,
            simd: SimdKernel::best(),
            backtrack: LoopKernel::best(),
            order: Order::Constrained,
            step_limit: u64::MAX,
            any_solution: false,
        }
    }

    /// Returns a builder, to choose the engine, the kernel and the order.
    ///
    /// ```
    /// use lanedoku::{Engine, Solver};
    ///
    /// let solver = Solver::builder().engine(Engine::Backtrack).build()?;
    /// assert_eq!(solver.engine(), Engine::Backtrack);
    /// # Ok::<(), lanedoku::BuildError>(())
    /// ```
    pub const fn builder() -> SolverBuilder {
        SolverBuilder::new()
    }

    /// Returns the solver with a limit on the steps of each puzzle, so that no search runs forever.
    ///
    /// A step of [`Engine::Simd`] is a sweep: one application of all rules to a search node, or to several in
    /// parallel. A step of [`Engine::Propagate`] is a digit placed, by a single or a guess. A step of
    /// [`Engine::Backtrack`] is a visit to an open cell, forward or back.
    ///
    /// A board that takes 1,000 sweeps, as hardly any puzzle does, goes on with the steps of [`Engine::Propagate`],
    /// which learns clauses: to solve it, to count two solutions, and for questions. Larger counts, visits and pencil
    /// marks with fewer than four solved cells do not.
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Status};
    ///
    /// let outcome = Solver::new().with_step_limit(10).solve(&Grid::EMPTY);
    /// assert_eq!(outcome.status, Status::OutOfSteps);
    /// assert_eq!(outcome.steps, 10);
    /// ```
    #[must_use]
    pub const fn with_step_limit(self, steps: u64) -> Self {
        Solver { step_limit: steps, ..self }
    }

    /// Returns the solver with this choice for puzzles with several solutions: if `any_solution` is set, it shows the
    /// first one that the engine finds, instead of the [least](Self#the-solution-of-a-puzzle-with-several) one. This
    /// takes about half the time, but the solution can depend on the engine, the kernel and the rest of the batch.
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Status};
    ///
    /// let outcome = Solver::new().solve(&Grid::EMPTY);
    /// assert!(outcome.solution.is_some_and(|least| least.to_line().starts_with(b"123456789456789123789123456")));
    /// let outcome = Solver::new().with_any_solution(true).solve(&Grid::EMPTY);
    /// assert_eq!(outcome.status, Status::Multiple);
    /// assert!(outcome.solution.is_some_and(|solution| solution.is_solved()));
    /// ```
    #[must_use]
    pub const fn with_any_solution(self, any_solution: bool) -> Self {
        Solver { any_solution, ..self }
    }

    /// Returns the engine for 9x9 boards. [`Engine::for_size`] returns that for others.
    pub const fn engine(&self) -> Engine {
        if cfg!(simd_only) { Engine::Simd } else { self.engine }
    }

    /// Returns the kernel for 9x9 boards.
    pub const fn kernel(&self) -> Kernel {
        match self.engine() {
            Engine::Simd => self.simd.kernel(),
            Engine::Propagate => Kernel::Portable,
            Engine::Backtrack => self.backtrack.kernel(),
        }
    }

    /// Returns the order in which [`Engine::Backtrack`] visits the open cells.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// Returns the limit on the steps of each puzzle, `u64::MAX` for none.
    pub const fn step_limit(&self) -> u64 {
        self.step_limit
    }
}

impl Solver {
    /// The kernel of [`Engine::Simd`], also for candidates when another engine is in use.
    pub(crate) const fn simd(&self) -> SimdKernel {
        self.simd
    }

    /// Returns a solver with [`Engine::Simd`], no step limit, and any of several solutions.
    pub(crate) const fn without_limits(&self) -> Solver {
        Solver { engine: Engine::Simd, step_limit: u64::MAX, any_solution: true, ..*self }
    }

    /// Whether any of several solutions may be shown.
    pub(crate) const fn any_solution(&self) -> bool {
        self.any_solution
    }

    /// The kernel of [`Engine::Backtrack`].
    pub(crate) const fn backtrack(&self) -> LoopKernel {
        self.backtrack
    }

    /// Finds the solution to show and, if `limit` is 2, whether it is the only one. Writes it to `solution` if the
    /// count is not 0, as at the limit on steps.
    #[inline]
    fn search<const CELLS: usize>(
        &self,
        puzzle: &impl SizedPuzzle<CELLS>,
        limit: u64,
        solution: &mut Board<CELLS>,
    ) -> Tally {
        let mut tally = match (puzzle.simd_start(self), solution.digits_mut().as_mut_slice().try_into()) {
            (Some(start), Ok(solution)) => self.search_simd(start, limit, solution),
            _ => self.search_cell_by_cell(puzzle.form_size(), |search| {
                let mut least = Least::new();
                least.begin(search, digits(puzzle), self.wanted(limit));
                let tally = least.run(search, self.step_limit);
                least.solution().write_digits(solution.digits_mut());
                tally
            }),
        };
        tally.hide_at_limit();
        if limit == 1 { tally.of_first() } else { tally }
    }

    /// Searches with [`Engine::Simd`], like `search`, but counts solutions that are not shown.
    #[inline]
    pub(crate) fn search_simd(&self, start: Start, limit: u64, solution: &mut [u8; 81]) -> Tally {
        let sweeps = hard::sweeps(start, self.step_limit);
        let mut tally = if self.any_solution {
            single::solve(self.simd, start, Limits { solutions: limit, sweeps }, solution)
        } else {
            single::solve_least(self.simd, start, sweeps, solution)
        };
        if tally.end == End::OutOfSteps && sweeps < self.step_limit {
            hard::solve(start, self.wanted(limit), self.step_limit, &mut tally, solution);
        }
        tally
    }

    /// The solution that is asked for: if any will do, as many as `limit`.
    pub(crate) fn wanted(&self, limit: u64) -> Wanted {
        let rows = self.engine() == Engine::Backtrack && self.order == Order::Rows;
        // In rows, the loop finds the least solution first.
        if self.any_solution || rows { Wanted::First(limit) } else { Wanted::Least }
    }

    /// Passes a search with [`Engine::Propagate`] or [`Engine::Backtrack`] to `job`.
    fn search_cell_by_cell<R>(&self, size: Size, job: impl FnOnce(&mut dyn CellSearch) -> R) -> R {
        if self.engine() == Engine::Backtrack {
            backtrack::on_stack(self.backtrack, self.order, job)
        } else {
            propagate::on_stack(LayoutTables::of_cells(size.cells()), job)
        }
    }

    /// The limits of a search of the single engine.
    #[inline]
    const fn limits(&self, solutions: u64) -> Limits {
        Limits { solutions, sweeps: self.step_limit }
    }

    /// Solves a 9x9 puzzle with [`Engine::Simd`].
    fn solve_from(&self, start: Start) -> Outcome {
        let mut solution = Board::EMPTY;
        let mut tally = self.search_simd(start, 2, solution.digits_mut());
        tally.hide_at_limit();
        outcome(tally, &solution)
    }

    /// Solves 9x9 puzzles of 81 bytes that start every `stride` bytes: in lanes, or one after another.
    #[inline(always)]
    fn solve_cells(
        &self,
        encoding: CellEncoding,
        bytes: &[u8],
        stride: usize,
        outcomes: &mut [Outcome],
        workspace: &mut Workspace,
    ) {
        let Some(last) = outcomes.len().checked_sub(1) else { return };
        let end = last.checked_mul(stride).and_then(|start| start.checked_add(81));
        assert!(stride >= 81 && end.is_some_and(|end| end <= bytes.len()), "a puzzle for each outcome");
        if self.engine() == Engine::Simd {
            let puzzles = Puzzles::Cells { bytes, stride, encoding };
            if self.solve_in_lanes(puzzles, outcomes, workspace) {
                return;
            }
        }
        for (bytes, outcome) in bytes.chunks(stride).zip(outcomes) {
            let board = bytes.first_chunk().and_then(|cells| encoding.board(cells));
            *outcome = board.map_or(Outcome::INVALID, |board| self.solve(&board));
        }
    }
}

/// The outcome of a search for two solutions.
#[inline]
fn outcome<const CELLS: usize>(tally: Tally, solution: &Board<CELLS>) -> Outcome<CELLS> {
    let solution = (tally.solutions > 0).then_some(*solution);
    Outcome { status: tally.status(), solution, steps: tally.steps, guesses: tally.guesses }
}

/// The clues of a puzzle that is searched cell by cell: of any with clues.
fn digits(puzzle: &impl Puzzle) -> &[u8] {
    puzzle.clues().unwrap_or_default()
}

/// Converts digits to a board of the caller's size, which is 81 cells.
fn board<const CELLS: usize>(digits: &[u8; 81]) -> Board<CELLS> {
    debug_assert_eq!(CELLS, 81, "a board of the SIMD engine");
    digits.as_slice().try_into().map_or(Board::EMPTY, Board::from_checked)
}
