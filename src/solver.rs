//! The one door: every way of asking for solutions goes through [`Solver`].

use core::ops::ControlFlow;
#[cfg(target_arch = "x86_64")]
use core::slice;

use crate::backtrack::{CluesCollide, Dead, LoopKernel, Order, Prepared, Reason, Search};
#[cfg(target_arch = "x86_64")]
use crate::batch::{self, BatchKernel, Puzzles};
use crate::propagate;
use crate::simd::SimdKernel;
use crate::single::{self, Limits, Start};
use crate::{Board, End, Engine, Kernel, KernelError, Outcome, Status, Tally, Workspace};

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

    /// The same solver with that engine, on its best kernel.
    ///
    /// ```
    /// use lanedoku::{Engine, Solver};
    ///
    /// let solver = Solver::new().with_engine(Engine::Backtrack);
    /// assert_eq!(solver.engine(), Engine::Backtrack);
    /// ```
    pub fn with_engine(self, engine: Engine) -> Self {
        Solver { engine, simd: SimdKernel::best(), backtrack: LoopKernel::best(), ..self }
    }

    /// The same solver on the named kernel, with the engine that has it: [`Kernel::Assembly`] belongs to
    /// [`Engine::Backtrack`], [`Kernel::Avx2`] and [`Kernel::Avx512`] to [`Engine::Simd`], and
    /// [`Kernel::Portable`] to every engine, so that the engine stays.
    ///
    /// # Errors
    ///
    /// [`KernelError`] if this build or this machine does not have the kernel.
    ///
    /// ```
    /// use lanedoku::{Engine, Kernel, Solver};
    ///
    /// let solver = Solver::new().with_kernel(Kernel::Portable)?;
    /// assert_eq!((solver.engine(), solver.kernel()), (Engine::Simd, Kernel::Portable));
    /// # Ok::<(), lanedoku::KernelError>(())
    /// ```
    pub fn with_kernel(self, kernel: Kernel) -> Result<Self, KernelError> {
        Ok(match kernel {
            Kernel::Portable => {
                Solver { simd: SimdKernel::Portable, backtrack: LoopKernel::Portable, ..self }
            }
            Kernel::Assembly => {
                let backtrack = LoopKernel::new(kernel)?;
                Solver { backtrack, ..self.with_engine(Engine::Backtrack) }
            }
            Kernel::Avx2 | Kernel::Avx512 => {
                let simd = SimdKernel::new(kernel)?;
                Solver { simd, ..self.with_engine(Engine::Simd) }
            }
        })
    }

    /// The same solver with another order of the open cells. An order is the loop's, so that this
    /// selects [`Engine::Backtrack`].
    pub const fn with_order(self, order: Order) -> Self {
        Solver { engine: Engine::Backtrack, order, ..self }
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
        match self.engine {
            Engine::Simd if CELLS != 81 => Engine::Propagate,
            engine => engine,
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
        if let Some(clues) = self.clues_for_simd(puzzle) {
            return self.solve_from(Start::Clues(clues));
        }
        let mut first = None;
        let tally = self.visit(puzzle, |solution| match first {
            None => {
                first = Some(*solution);
                ControlFlow::Continue(())
            }
            Some(_) => ControlFlow::Break(()),
        });
        outcome(tally, first)
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
    pub fn solve_candidates_batch(
        &self,
        candidates: &[[u16; 81]],
        outcomes: &mut [Outcome],
        workspace: &mut Workspace,
    ) {
        assert_eq!(candidates.len(), outcomes.len(), "one outcome for each puzzle");
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = self.simd_batch_kernel() {
            return self.solve_in_lanes(kernel, workspace, Puzzles::Candidates(candidates), outcomes);
        }
        let _ = workspace;
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
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = self.batch_kernel()
            && let Some((digits, outcomes)) = nine_by_nine(puzzles, outcomes)
        {
            return self.solve_in_lanes(kernel, workspace, Puzzles::Digits(digits), outcomes);
        }
        let _ = workspace;
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
    pub fn solve_lines(
        &self,
        text: &[u8],
        stride: usize,
        outcomes: &mut [Outcome],
        workspace: &mut Workspace,
    ) {
        let Some(last) = outcomes.len().checked_sub(1) else { return };
        let end = last.checked_mul(stride).and_then(|start| start.checked_add(81));
        assert!(stride >= 81 && end.is_some_and(|end| end <= text.len()), "a puzzle for each outcome");
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = self.batch_kernel() {
            return self.solve_in_lanes(kernel, workspace, Puzzles::Lines { text, stride }, outcomes);
        }
        let _ = workspace;
        for (line, outcome) in text.chunks(stride).zip(outcomes) {
            let board = line.first_chunk().and_then(Board::parse_plain);
            *outcome = board.map_or(Outcome::INVALID, |board| self.solve(&board));
        }
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
            let end = if puzzle.collisions().next().is_some() { End::Invalid } else { End::Stopped };
            return Tally { solutions: 0, end, steps: 0, guesses: 0 };
        }
        if let Some(clues) = self.clues_for_simd(puzzle) {
            let limits = Limits { solutions: limit, sweeps: self.step_limit };
            return single::solve(self.simd, Start::Clues(clues), limits, &mut [0; 81]);
        }
        let mut left = limit;
        let mut count_one = || {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match self.engine {
            Engine::Backtrack => self.search(puzzle, |_, _| count_one()),
            _ => propagate::visit(puzzle.digits(), self.step_limit, &mut |_| count_one()),
        }
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
        #[cfg(target_arch = "x86_64")]
        if let Some((kernel, _)) = self.batch_kernel()
            && let Some(clues) = self.clues_for_simd(puzzle)
        {
            /// Solutions that are found alone first. A puzzle that has fewer is not worth the lanes.
            const FEW: u64 = 8;
            let first = self.count(puzzle, limit.min(FEW));
            if first.end != End::Stopped || limit <= FEW {
                return first;
            }
            return self.count_in_lanes(kernel, workspace, clues, limit, first);
        }
        let _ = workspace;
        self.count(puzzle, limit)
    }

    /// Counts solutions with the nodes of the puzzle side by side, from the start. The work of a `first` count is
    /// added to that of this one.
    #[cfg(target_arch = "x86_64")]
    fn count_in_lanes(
        &self,
        kernel: BatchKernel,
        workspace: &mut Workspace,
        clues: &[u8; 81],
        limit: u64,
        first: Tally,
    ) -> Tally {
        let sweeps = self.step_limit - first.steps;
        let mut end = End::Exhausted;
        let most = batch::Most::new(limit, sweeps);
        let counted = batch::count(kernel, &mut workspace.batch, clues, most, &mut |counted, rest| {
            let limits = Limits { solutions: limit - counted.solutions, sweeps: sweeps - counted.sweeps };
            let tally = single::solve(self.simd, Start::Candidates(rest), limits, &mut [0; 81]);
            counted.solutions += tally.solutions;
            counted.sweeps += tally.steps;
            counted.guesses += tally.guesses;
            end = tally.end;
            end == End::Exhausted
        });
        Tally {
            solutions: counted.solutions.min(limit),
            end: if counted.solutions >= limit { End::Stopped } else { end },
            steps: first.steps + counted.sweeps,
            guesses: first.guesses + counted.guesses,
        }
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
        if let Some(clues) = self.clues_for_simd(puzzle) {
            let limits = Limits { solutions: u64::MAX, sweeps: self.step_limit };
            return single::visit(self.simd, Start::Clues(clues), limits, &mut |digits| {
                visitor(&board(digits))
            });
        }
        match self.engine {
            Engine::Backtrack => self.search(puzzle, |search, digits| {
                let mut digits = *digits;
                search.write_solution(&mut digits);
                visitor(&Board::from_checked(digits))
            }),
            _ => propagate::visit(puzzle.digits(), self.step_limit, &mut |digits| {
                visitor(&Board::from_checked(*digits))
            }),
        }
    }

    /// The digits of a board that [`Engine::Simd`] is to solve.
    fn clues_for_simd<'a, const CELLS: usize>(&self, puzzle: &'a Board<CELLS>) -> Option<&'a [u8; 81]> {
        match self.engine {
            Engine::Simd => puzzle.digits().as_slice().try_into().ok(),
            Engine::Propagate | Engine::Backtrack => None,
        }
    }

    /// Solves a 9x9 puzzle with [`Engine::Simd`].
    fn solve_from<const CELLS: usize>(&self, start: Start) -> Outcome<CELLS> {
        let mut digits = [0; 81];
        let tally =
            single::solve(self.simd, start, Limits { solutions: 2, sweeps: self.step_limit }, &mut digits);
        outcome(tally, (tally.solutions > 0).then(|| board(&digits)))
    }

    /// The kernel that solves boards of clues side by side, if there is one.
    #[cfg(target_arch = "x86_64")]
    fn batch_kernel(&self) -> Option<(BatchKernel, usize)> {
        if self.engine == Engine::Simd { self.simd_batch_kernel() } else { None }
    }

    /// The kernel that solves 9x9 puzzles side by side, if there is one, and from how many puzzles on that pays.
    #[cfg(target_arch = "x86_64")]
    fn simd_batch_kernel(&self) -> Option<(BatchKernel, usize)> {
        match self.simd {
            SimdKernel::Portable => None,
            SimdKernel::Avx2(proof) => Some((BatchKernel::Avx2(proof), 6)),
            SimdKernel::Avx512(proof) => Some((BatchKernel::Avx512(proof), MOST_ALONE)),
        }
    }

    /// Solves 9x9 puzzles side by side. The single engine takes what the batch engine leaves to it, and small
    /// batches; there the batch engine takes the puzzles whose answer depends on the engine, so that the
    /// answer is the same in batches of every size.
    #[cfg(target_arch = "x86_64")]
    fn solve_in_lanes(
        &self,
        (kernel, least): (BatchKernel, usize),
        workspace: &mut Workspace,
        puzzles: Puzzles,
        outcomes: &mut [Outcome],
    ) {
        let mut again = |index: usize, outcome: &mut Outcome| {
            if let Some(puzzle) = puzzles.starting_at(index).first()
                && !(self.any_solution
                    && outcome.status == Status::Multiple
                    && outcome.steps <= self.step_limit)
            {
                *outcome = self.solve_from(puzzle);
            }
        };
        let memory = &mut workspace.batch;
        if outcomes.len() >= least {
            return batch::solve_batch(kernel, memory, puzzles, outcomes, self.step_limit, &mut again);
        }
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            let puzzle = puzzles.starting_at(index);
            let valid = match puzzle {
                Puzzles::Lines { text, .. } => {
                    text.first_chunk().and_then(Board::<81>::parse_plain).is_some()
                }
                _ => true,
            };
            *outcome = Outcome::INVALID;
            if valid {
                again(index, outcome);
            }
        }
        let depends_on_engine = |(index, outcome): (usize, &Outcome)| {
            matches!(outcome.status, Status::Multiple | Status::OutOfSteps)
                && !puzzles.starting_at(index).is_sparse()
        };
        if !self.any_solution && outcomes.iter().enumerate().any(depends_on_engine) {
            let mut alone = [Outcome::INVALID; MOST_ALONE];
            for (alone, outcome) in alone.iter_mut().zip(&*outcomes) {
                *alone = *outcome;
            }
            let mut again = |index: usize, outcome: &mut Outcome| {
                if let Some(alone) = alone.get(index) {
                    *outcome = *alone;
                }
            };
            // The other puzzles go with them: their lanes would be idle.
            batch::solve_batch(kernel, memory, puzzles, outcomes, self.step_limit, &mut again);
        }
    }

    /// Sets the loop up in the order asked for and runs it, stopping at every solution.
    ///
    /// `on_solution` gets the search, which knows the digits of the cells it tried, and the digits of
    /// all others. Not inlined, so that a caller that handles every size has the stack of one.
    #[inline(never)]
    fn search<const CELLS: usize>(
        &self,
        puzzle: &Board<CELLS>,
        on_solution: impl FnMut(&Search<CELLS>, &[u8; CELLS]) -> ControlFlow<()>,
    ) -> Tally {
        let mut search = Search::new();
        match self.order {
            Order::Rows => match search.set_up_rows(puzzle.digits()) {
                Ok(()) => self.run(&mut search, puzzle.digits(), on_solution),
                Err(CluesCollide) => Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 },
            },
            Order::Constrained => match Prepared::new(puzzle.digits()) {
                Ok(prepared) => {
                    let _ = search.set_up(prepared.digits(), prepared.open());
                    self.run(&mut search, prepared.digits(), on_solution)
                }
                Err(Dead::CluesCollide) => Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 },
                Err(Dead::NoSolution) => Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 },
            },
        }
    }

    /// Runs the loop from solution to solution until `on_solution` breaks off or nothing is left.
    fn run<const CELLS: usize>(
        &self,
        search: &mut Search<CELLS>,
        digits: &[u8; CELLS],
        mut on_solution: impl FnMut(&Search<CELLS>, &[u8; CELLS]) -> ControlFlow<()>,
    ) -> Tally {
        let mut solutions = 0;
        let mut steps = 0;
        loop {
            let stop = search.run(self.backtrack, self.step_limit - steps);
            steps += stop.steps;
            let end = match stop.reason {
                Reason::Solved => {
                    solutions += 1;
                    match on_solution(search, digits) {
                        ControlFlow::Continue(()) => continue,
                        ControlFlow::Break(()) => End::Stopped,
                    }
                }
                Reason::Exhausted => End::Exhausted,
                Reason::OutOfSteps => End::OutOfSteps,
            };
            return Tally { solutions, end, steps, guesses: 0 };
        }
    }
}

/// From how many puzzles on a batch goes into lanes at once, on the kernel where these are the most.
#[cfg(target_arch = "x86_64")]
const MOST_ALONE: usize = 12;

/// What a search for two solutions came to.
fn outcome<const CELLS: usize>(tally: Tally, first: Option<Board<CELLS>>) -> Outcome<CELLS> {
    let status = match (tally.end, tally.solutions) {
        (End::Invalid, _) => return Outcome::INVALID,
        (End::OutOfSteps, _) => Status::OutOfSteps,
        (End::Stopped, _) => Status::Multiple,
        (End::Exhausted, 0) => Status::NoSolution,
        (End::Exhausted, _) => Status::Unique,
    };
    Outcome { status, solution: first, steps: tally.steps, guesses: tally.guesses }
}

/// The 9x9 board of these digits, for callers generic over `CELLS`, which is 81 here.
fn board<const CELLS: usize>(digits: &[u8; 81]) -> Board<CELLS> {
    digits.as_slice().try_into().map_or(Board::EMPTY, Board::from_checked)
}

/// Boards as their digits and outcomes as they are, if `CELLS` is 81.
#[cfg(target_arch = "x86_64")]
fn nine_by_nine<'a, const CELLS: usize>(
    puzzles: &'a [Board<CELLS>],
    outcomes: &'a mut [Outcome<CELLS>],
) -> Option<(&'a [[u8; 81]], &'a mut [Outcome])> {
    if CELLS != 81 {
        return None;
    }
    // SAFETY: `CELLS` is 81, so that the outcomes keep their type, and a board is nothing but its digits.
    Some(unsafe {
        (
            slice::from_raw_parts(puzzles.as_ptr().cast(), puzzles.len()),
            slice::from_raw_parts_mut(outcomes.as_mut_ptr().cast(), outcomes.len()),
        )
    })
}
