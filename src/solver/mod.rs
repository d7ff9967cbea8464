//! The one door: every way of asking for solutions goes through [`Solver`].

mod builder;
mod lanes;

use core::ops::ControlFlow;

pub use builder::{BuildError, SolverBuilder};

use crate::backtrack::{self, Order};
use crate::batch::{CellEncoding, Puzzles};
use crate::kernel::{LoopKernel, SimdKernel};
use crate::propagate;
use crate::single::{self, Limits, Start};
use crate::{Board, End, Engine, Kernel, Outcome, Status, Tally, Workspace};

/// A solver: which engine and kernel run, in which order, for how long. Cheap to make and to copy.
///
/// [`Engine::Simd`] is for 9x9 boards, and leaves those of other sizes to [`Engine::Propagate`].
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

impl Solver {
    /// [`Engine::Simd`] on the best kernel of this machine, and so [`Engine::Propagate`] for boards other
    /// than 9x9; no step limit.
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

    /// A builder of a solver with another engine, kernel or order.
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

    /// The same solver with a limit on the steps of each puzzle, so that none can hold the thread for
    /// ever. A step is one sweep of [`Engine::Simd`], in which every rule is applied once; one digit placed
    /// by [`Engine::Propagate`], single or guess; or one run of the loop's body ([`Engine::Backtrack`]):
    /// one open cell visited, forward or backward.
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Status};
    ///
    /// let outcome = Solver::new().with_step_limit(10).solve(&Grid::EMPTY);
    /// assert_eq!(outcome.status, Status::OutOfSteps);
    /// assert_eq!(outcome.steps, 10);
    /// ```
    pub const fn with_step_limit(self, steps: u64) -> Self {
        Solver { step_limit: steps, ..self }
    }

    /// The same solver, content with whatever solution of several a batch comes upon first. Which one that is,
    /// may then depend on the other puzzles of the batch; without this it depends on the puzzle alone.
    ///
    /// ```
    /// use lanedoku::{Grid, Outcome, Solver, Status, Workspace};
    ///
    /// let solver = Solver::new().with_any_solution(true);
    /// let mut outcomes = [Outcome::INVALID; 8];
    /// solver.solve_batch(&[Grid::EMPTY; 8], &mut outcomes, &mut Box::new(Workspace::new()));
    /// assert!(outcomes.iter().all(|outcome| outcome.status == Status::Multiple));
    /// ```
    pub const fn with_any_solution(self, any_solution: bool) -> Self {
        Solver { any_solution, ..self }
    }

    /// Whether any solution of several will do, see [`with_any_solution`](Self::with_any_solution).
    pub const fn any_solution(&self) -> bool {
        self.any_solution
    }

    /// The vectors of the SIMD engines.
    pub(crate) const fn simd(&self) -> SimdKernel {
        self.simd
    }

    /// The engine in use for 9x9 boards.
    pub const fn engine(&self) -> Engine {
        self.engine
    }

    /// The engine in use for boards of so many cells.
    ///
    /// ```
    /// use lanedoku::{Engine, Solver};
    ///
    /// assert_eq!(Solver::new().engine_for::<256>(), Engine::Propagate);
    /// ```
    pub const fn engine_for<const CELLS: usize>(&self) -> Engine {
        match (self.engine, CELLS) {
            (Engine::Simd, 81) => Engine::Simd,
            (Engine::Simd, _) => Engine::Propagate,
            (engine, _) => engine,
        }
    }

    /// The kernel in use for 9x9 boards.
    pub const fn kernel(&self) -> Kernel {
        match self.engine {
            Engine::Simd => self.simd.kernel(),
            Engine::Propagate => Kernel::Portable,
            Engine::Backtrack => self.backtrack.kernel(),
        }
    }

    /// The order in which the loop goes through the open cells, where it runs.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// The limit on the steps of each puzzle, `u64::MAX` for none.
    pub const fn step_limit(&self) -> u64 {
        self.step_limit
    }

    /// Finds the first solution and whether it is the only one.
    pub fn solve<const CELLS: usize>(&self, puzzle: &Board<CELLS>) -> Outcome<CELLS> {
        let mut first = Board::EMPTY;
        let tally = self.search(puzzle, 2, &mut first);
        outcome(tally, &first)
    }

    /// As [`solve`](Self::solve), but writes the first solution where it is wanted: a little faster, above all for many
    /// puzzles one after the other.
    ///
    /// Returns the status, and the count up to two solutions. If that is 0, the cells of `solution` may hold anything.
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
        puzzle: &Board<CELLS>,
        solution: &mut Board<CELLS>,
    ) -> (Status, Tally) {
        let tally = self.search(puzzle, 2, solution);
        (tally.of_two(), tally)
    }

    /// Finds the first solution, and whether it is the only one, of a 9x9 puzzle given as the candidates
    /// of its 81 cells: bit `d - 1` for digit `d`; higher bits are ignored. Any candidates will do, so
    /// that nothing is invalid.
    ///
    /// It runs on [`Engine::Simd`], whatever the engine: the others begin with clues.
    ///
    /// ```
    /// use lanedoku::{Solver, Status};
    ///
    /// // The digits 1 to 5 in the left half of every row, say.
    /// let candidates: [u16; 81] =
    ///     std::array::from_fn(|cell| if cell % 9 < 5 { 0b0_0001_1111 } else { 0b1_1111_1111 });
    /// let outcome = Solver::new().solve_candidates(&candidates);
    /// assert_eq!(outcome.status, Status::NoSolution); // nine different digits fill a box
    /// ```
    pub fn solve_candidates(&self, candidates: &[u16; 81]) -> Outcome {
        self.solve_from(Start::Candidates(candidates))
    }

    /// Solves a 9x9 puzzle with [`Engine::Simd`].
    fn solve_from(&self, start: Start) -> Outcome {
        let mut first = Board::EMPTY;
        let tally = self.search_from(start, 2, first.digits_mut());
        outcome(tally, &first)
    }

    /// Solves each of a batch of 9x9 puzzles given as [candidates](Self::solve_candidates) into the outcome at the
    /// same place, otherwise as [`solve_batch`](Self::solve_batch). It runs on [`Engine::Simd`], whatever the engine.
    ///
    /// ```
    /// use lanedoku::{Outcome, Solver, Status, Workspace};
    ///
    /// let candidates = [[0b1_1111_1111; 81], [0b0_1111_1111; 81]];
    /// let mut outcomes = [Outcome::INVALID; 2];
    /// Solver::new().solve_candidates_batch(&candidates, &mut outcomes, &mut Box::new(Workspace::new()));
    /// let statuses = outcomes.map(|outcome| outcome.status);
    /// assert_eq!(statuses, [Status::Multiple, Status::NoSolution]); // no cell can be a 9
    /// ```
    ///
    /// # Panics
    ///
    /// If the two slices differ in length.
    // Inlined, as are the two below: a caller who has checked the lengths has no way to the panic.
    #[inline(always)]
    pub fn solve_candidates_batch(
        &self,
        candidates: &[[u16; 81]],
        outcomes: &mut [Outcome],
        workspace: &mut Workspace,
    ) {
        assert_eq!(candidates.len(), outcomes.len(), "one outcome for each puzzle");
        if self.solve_in_lanes(Puzzles::Candidates(candidates), outcomes, workspace) {
            return;
        }
        for (candidates, outcome) in candidates.iter().zip(outcomes) {
            *outcome = self.solve_candidates(candidates);
        }
    }

    /// Solves each of `puzzles` into the outcome at the same place.
    ///
    /// Many 9x9 puzzles are solved side by side, up to twice as fast as one by one, by [`Engine::Simd`] on
    /// AVX2 or AVX-512. All others are solved one by one, and leave the workspace alone.
    ///
    /// The status and the solution of each puzzle depend on the puzzle alone, not on the others: a puzzle with
    /// several solutions shows the same one in every batch. ([`solve`](Self::solve) may show another.)
    ///
    /// ```
    /// use lanedoku::{Grid, Outcome, Solver, Status, Workspace};
    ///
    /// let puzzles = [Grid::EMPTY; 20];
    /// let mut outcomes = [Outcome::INVALID; 20];
    /// let mut workspace = Box::new(Workspace::new());
    /// Solver::new().solve_batch(&puzzles, &mut outcomes, &mut workspace);
    /// assert!(outcomes.iter().all(|outcome| outcome.status == Status::Multiple));
    /// ```
    ///
    /// # Panics
    ///
    /// If the two slices differ in length.
    pub fn solve_batch<const CELLS: usize>(
        &self,
        puzzles: &[Board<CELLS>],
        outcomes: &mut [Outcome<CELLS>],
        workspace: &mut Workspace,
    ) {
        assert_eq!(puzzles.len(), outcomes.len(), "one outcome for each puzzle");
        if self.engine == Engine::Simd
            && let Some((digits, outcomes)) = lanes::nine_by_nine(puzzles, outcomes)
            && let puzzles = Puzzles::of_digits(digits)
            && self.solve_in_lanes(puzzles, outcomes, workspace)
        {
            return;
        }
        for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
            *outcome = self.solve(puzzle);
        }
    }

    /// Solves 9x9 puzzles as they lie in a text: 81 characters each (`1` to `9`, or `.`, `0`, `_` or `*`
    /// for an open cell), `stride` bytes from start to start; so a file of lines has a stride of 82.
    /// What stands between them is not looked at.
    ///
    /// The fastest way for files and pipes, otherwise as [`solve_batch`](Self::solve_batch). A puzzle
    /// with a character that stands for no cell gets [`Status::Invalid`]; [`Board::parse`] tells why.
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
    /// Solver::new().solve_lines(lines, 82, &mut outcomes, &mut Box::new(Workspace::new()));
    /// let statuses = outcomes.map(|outcome| outcome.status);
    /// assert_eq!(statuses, [Status::Unique, Status::Multiple, Status::Invalid]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the stride is below 81, or the text does not hold a puzzle for each outcome.
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

    /// Solves 9x9 puzzles as they lie in an array of digits: 81 bytes each, 1 to 9 for clues and 0 for open cells,
    /// `stride` bytes from start to start. What stands between them is not looked at.
    ///
    /// Otherwise as [`solve_lines`](Self::solve_lines). A puzzle with another byte gets [`Status::Invalid`];
    /// [`Board::from_digits`] tells where.
    ///
    /// ```
    /// use lanedoku::{Outcome, Solver, Status, Workspace};
    ///
    /// let mut puzzles = [[0_u8; 81]; 2];
    /// puzzles[1][80] = 10;
    /// let mut outcomes = [Outcome::INVALID; 2];
    /// Solver::new().solve_digits(puzzles.as_flattened(), 81, &mut outcomes, &mut Box::new(Workspace::new()));
    /// let statuses = outcomes.map(|outcome| outcome.status);
    /// assert_eq!(statuses, [Status::Multiple, Status::Invalid]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the stride is below 81, or the array does not hold a puzzle for each outcome.
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

    /// Solves 9x9 puzzles as they lie in an array of cells.
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
        if self.engine == Engine::Simd {
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

    /// Finds a first solution, and looks for no other: the one that [`solve`](Self::solve) finds. The count is 0 or 1.
    ///
    /// ```
    /// use lanedoku::{End, Grid, Solver};
    ///
    /// let (solution, tally) = Solver::new().first_solution(&Grid::EMPTY);
    /// assert!(solution.is_some_and(|solution| solution.is_solved()));
    /// assert_eq!((tally.solutions, tally.end), (1, End::Stopped));
    /// ```
    pub fn first_solution<const CELLS: usize>(&self, puzzle: &Board<CELLS>) -> (Option<Board<CELLS>>, Tally) {
        let mut first = Board::EMPTY;
        let tally = self.search(puzzle, 1, &mut first);
        ((tally.solutions > 0).then_some(first), tally)
    }

    /// Counts solutions, up to `limit`.
    ///
    /// ```
    /// use lanedoku::{Board4x4, End, Solver};
    ///
    /// let tally = Solver::new().count(&Board4x4::EMPTY, u64::MAX);
    /// assert_eq!((tally.solutions, tally.end), (288, End::Exhausted));
    /// let tally = Solver::new().count(&Board4x4::EMPTY, 100);
    /// assert_eq!((tally.solutions, tally.end), (100, End::Stopped));
    /// ```
    pub fn count<const CELLS: usize>(&self, puzzle: &Board<CELLS>, limit: u64) -> Tally {
        if limit == 0 {
            let end = if puzzle.has_collision() { End::Invalid } else { End::Stopped };
            return Tally { solutions: 0, end, steps: 0, guesses: 0 };
        }
        let mut first = Board::EMPTY;
        self.search(puzzle, limit, &mut first)
    }

    /// Counts solutions, up to `limit`, as [`count`](Self::count) does, but faster where a 9x9 puzzle has many: by
    /// [`Engine::Simd`] on AVX2 or AVX-512, with the search nodes of the one puzzle side by side. All others are
    /// counted as by `count`, and leave the workspace alone.
    ///
    /// ```
    /// use lanedoku::{End, Grid, Solver, Workspace};
    ///
    /// let mut workspace = Box::new(Workspace::new());
    /// let tally = Solver::new().count_with(&Grid::EMPTY, 100_000, &mut workspace);
    /// assert_eq!((tally.solutions, tally.end), (100_000, End::Stopped));
    /// ```
    pub fn count_with<const CELLS: usize>(
        &self,
        puzzle: &Board<CELLS>,
        limit: u64,
        workspace: &mut Workspace,
    ) -> Tally {
        if limit > 0
            && let Route::Single(clues) = self.route(puzzle)
            && let Some(tally) = self.count_in_lanes(clues, limit, workspace)
        {
            return tally;
        }
        self.count(puzzle, limit)
    }

    /// Counts the solutions of a 9x9 puzzle given as [candidates](Self::solve_candidates), up to `limit`. It runs on
    /// [`Engine::Simd`], whatever the engine.
    ///
    /// ```
    /// use lanedoku::{End, Solver};
    ///
    /// let tally = Solver::new().count_candidates(&[0b1_1111_1111; 81], 100);
    /// assert_eq!((tally.solutions, tally.end), (100, End::Stopped));
    /// ```
    pub fn count_candidates(&self, candidates: &[u16; 81], limit: u64) -> Tally {
        if limit == 0 {
            return Tally { solutions: 0, end: End::Stopped, steps: 0, guesses: 0 };
        }
        self.search_from(Start::Candidates(candidates), limit, &mut [0; 81])
    }

    /// Shows every solution of a 9x9 puzzle given as [candidates](Self::solve_candidates) to `visitor`, as
    /// [`visit`](Self::visit) does. It runs on [`Engine::Simd`], whatever the engine.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use lanedoku::{End, Solver};
    ///
    /// let tally = Solver::new().visit_candidates(&[0b1_1111_1111; 81], |_| ControlFlow::Break(()));
    /// assert_eq!((tally.solutions, tally.end), (1, End::Stopped));
    /// ```
    pub fn visit_candidates(
        &self,
        candidates: &[u16; 81],
        mut visitor: impl FnMut(&Board<81>) -> ControlFlow<()>,
    ) -> Tally {
        let limits = Limits { solutions: u64::MAX, sweeps: self.step_limit };
        let mut show = |digits: &[u8; 81]| visitor(&Board::from_checked(*digits));
        single::visit(self.simd, Start::Candidates(candidates), limits, &mut show)
    }

    /// Shows every solution to `visitor`, each once, until it breaks off.
    ///
    /// The order is that of the search: the same solver shows the same solutions in the same order, and
    /// first the one that [`solve`](Self::solve) finds; another engine, kernel or order may show them in
    /// another.
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
        puzzle: &Board<CELLS>,
        mut visitor: impl FnMut(&Board<CELLS>) -> ControlFlow<()>,
    ) -> Tally {
        match self.route(puzzle) {
            Route::Single(clues) => {
                let limits = Limits { solutions: u64::MAX, sweeps: self.step_limit };
                single::visit(self.simd, Start::Clues(clues), limits, &mut |digits| visitor(&board(digits)))
            }
            Route::Propagate => propagate::visit(puzzle.digits(), self.step_limit, &mut |digits| {
                visitor(&Board::from_checked(*digits))
            }),
            Route::Backtrack => {
                let (kernel, digits) = (self.backtrack, puzzle.digits());
                backtrack::visit(kernel, self.order, digits, self.step_limit, |search, digits| {
                    let mut digits = *digits;
                    search.write_solution(&mut digits);
                    visitor(&Board::from_checked(digits))
                })
            }
        }
    }

    /// Counts solutions, up to a limit above 0, and writes the first.
    #[inline]
    fn search<const CELLS: usize>(
        &self,
        puzzle: &Board<CELLS>,
        limit: u64,
        first: &mut Board<CELLS>,
    ) -> Tally {
        match (self.route(puzzle), first.digits_mut().as_mut_slice().try_into()) {
            (Route::Single(clues), Ok(first)) => self.search_from(Start::Clues(clues), limit, first),
            (route, _) => self.search_others(route, puzzle, limit, first),
        }
    }

    /// The same with [`Engine::Simd`], from clues or candidates.
    #[inline]
    fn search_from(&self, start: Start, limit: u64, first: &mut [u8; 81]) -> Tally {
        let limits = Limits { solutions: limit, sweeps: self.step_limit };
        single::solve(self.simd, start, limits, first)
    }

    /// The same with the other engines.
    fn search_others<const CELLS: usize>(
        &self,
        route: Route,
        puzzle: &Board<CELLS>,
        limit: u64,
        first: &mut Board<CELLS>,
    ) -> Tally {
        let mut found = 0;
        let mut count = || {
            found += 1;
            let next = if found == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            (found == 1, next)
        };
        match route {
            Route::Backtrack => {
                let (kernel, digits) = (self.backtrack, puzzle.digits());
                backtrack::visit(kernel, self.order, digits, self.step_limit, |search, digits| {
                    let (is_first, next) = count();
                    if is_first {
                        *first.digits_mut() = *digits;
                        search.write_solution(first.digits_mut());
                    }
                    next
                })
            }
            _ => propagate::visit(puzzle.digits(), self.step_limit, &mut |digits| {
                let (is_first, next) = count();
                if is_first {
                    *first = Board::from_checked(*digits);
                }
                next
            }),
        }
    }

    /// Which engine a board goes to.
    fn route<'a, const CELLS: usize>(&self, puzzle: &'a Board<CELLS>) -> Route<'a> {
        match (self.engine_for::<CELLS>(), puzzle.digits().as_slice().try_into()) {
            (Engine::Simd, Ok(clues)) => Route::Single(clues),
            (Engine::Backtrack, _) => Route::Backtrack,
            _ => Route::Propagate,
        }
    }
}

/// Which engine a board goes to.
enum Route<'a> {
    /// The single engine of [`Engine::Simd`], with the board's digits.
    Single(&'a [u8; 81]),
    Propagate,
    Backtrack,
}

/// What a search for two solutions came to.
#[inline]
fn outcome<const CELLS: usize>(tally: Tally, first: &Board<CELLS>) -> Outcome<CELLS> {
    let solution = (tally.solutions > 0).then_some(*first);
    Outcome { status: tally.of_two(), solution, steps: tally.steps, guesses: tally.guesses }
}

/// The 9x9 board of these digits, for callers generic over `CELLS`, which is 81 here.
fn board<const CELLS: usize>(digits: &[u8; 81]) -> Board<CELLS> {
    digits.as_slice().try_into().map_or(Board::EMPTY, Board::from_checked)
}
