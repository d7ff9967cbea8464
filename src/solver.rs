//! The one door: every way of asking for solutions goes through [`Solver`].

use core::ops::ControlFlow;

use crate::backtrack::{CluesCollide, Dead, LoopKernel, Order, Prepared, Reason, Search};
use crate::{Board, End, Kernel, KernelError, Outcome, Status, Tally};

/// A solver: which kernel runs, in which order, for how long. Cheap to make and to copy.
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
    kernel: LoopKernel,
    order: Order,
    step_limit: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// The best kernel of this machine, the constrained order, no step limit.
    pub fn new() -> Self {
        Solver { kernel: LoopKernel::best(), order: Order::Constrained, step_limit: u64::MAX }
    }

    /// The same solver on the named kernel.
    ///
    /// # Errors
    ///
    /// [`KernelError`] if this build or this machine does not have the kernel.
    ///
    /// ```
    /// use lanedoku::{Kernel, Solver};
    ///
    /// let solver = Solver::new().with_kernel(Kernel::Portable)?;
    /// assert_eq!(solver.kernel(), Kernel::Portable);
    /// # Ok::<(), lanedoku::KernelError>(())
    /// ```
    pub fn with_kernel(self, kernel: Kernel) -> Result<Self, KernelError> {
        Ok(Solver { kernel: LoopKernel::new(kernel)?, ..self })
    }

    /// The same solver with another order of the open cells.
    pub const fn with_order(self, order: Order) -> Self {
        Solver { order, ..self }
    }

    /// The same solver with a limit on the steps of each call, so that no puzzle can hold the thread
    /// for ever. A step is one run of the loop's body: one open cell visited, forward or backward.
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

    /// The kernel in use.
    pub const fn kernel(&self) -> Kernel {
        self.kernel.kernel()
    }

    /// The order in use.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// The limit on the steps of each call, `u64::MAX` for none.
    pub const fn step_limit(&self) -> u64 {
        self.step_limit
    }

    /// Finds the first solution and whether it is the only one.
    pub fn solve<const CELLS: usize>(&self, puzzle: &Board<CELLS>) -> Outcome<CELLS> {
        let mut first = None;
        let tally = self.visit(puzzle, |solution| match first {
            None => {
                first = Some(*solution);
                ControlFlow::Continue(())
            }
            Some(_) => ControlFlow::Break(()),
        });
        let status = match (tally.end, tally.solutions) {
            (End::Invalid, _) => return Outcome::INVALID,
            (End::OutOfSteps, _) => Status::OutOfSteps,
            (End::Stopped, _) => Status::Multiple,
            (End::Exhausted, 0) => Status::NoSolution,
            (End::Exhausted, _) => Status::Unique,
        };
        Outcome { status, solution: first, steps: tally.steps }
    }

    /// Solves each of `puzzles` into the outcome at the same place.
    ///
    /// # Panics
    ///
    /// If the two slices differ in length.
    pub fn solve_batch<const CELLS: usize>(&self, puzzles: &[Board<CELLS>], outcomes: &mut [Outcome<CELLS>]) {
        assert_eq!(puzzles.len(), outcomes.len(), "one outcome for each puzzle");
        for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
            *outcome = self.solve(puzzle);
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
        let mut left = limit;
        if left == 0 {
            let end = if puzzle.collisions().next().is_some() { End::Invalid } else { End::Stopped };
            return Tally { solutions: 0, end, steps: 0 };
        }
        self.search(puzzle, |_, _| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    /// Shows every solution to `visitor`, in the order of the search, until it breaks off.
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
        self.search(puzzle, |search, digits| {
            let mut digits = *digits;
            search.write_solution(&mut digits);
            visitor(&Board::from_checked(digits))
        })
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
                Err(CluesCollide) => Tally { solutions: 0, end: End::Invalid, steps: 0 },
            },
            Order::Constrained => match Prepared::new(puzzle.digits()) {
                Ok(prepared) => {
                    let _ = search.set_up(prepared.digits(), prepared.open());
                    self.run(&mut search, prepared.digits(), on_solution)
                }
                Err(Dead::CluesCollide) => Tally { solutions: 0, end: End::Invalid, steps: 0 },
                Err(Dead::NoSolution) => Tally { solutions: 0, end: End::Exhausted, steps: 0 },
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
            let stop = search.run(self.kernel, self.step_limit - steps);
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
            return Tally { solutions, end, steps };
        }
    }
}
