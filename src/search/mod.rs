//! [`Search`]: a search that can be stopped and goes on where it stopped.

mod parts;
mod simd;
#[cfg(test)]
mod tests;

use core::fmt;
use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use crate::hard;
use crate::least::{CellSearch, Least, Solution};
use crate::puzzle::SearchForm;
use crate::single::Start;
use crate::{AnyBoard, End, Engine, Puzzle, Size, Solver, Status, Tally, backtrack, propagate};
pub use parts::CountParts;
use simd::SimdSearch;

/// A search that runs in slices: it stops after a number of steps and goes on where it stopped. Use it for deadlines,
/// progress reports and cancelling from another thread.
///
/// [`Solver::begin_solve`], [`Solver::begin_count`] and [`Solver::begin_visit`] begin a search; [`run`](Self::run),
/// [`run_while`](Self::run_while), [`visit`](Self::visit) and [`visit_while`](Self::visit_while) go on with it. Its
/// answers are those of [`Solver::solve`], [`Solver::count`] and [`Solver::visit`]. The caller allocates the memory,
/// and can use it for any number of searches, one after the other. A search need not end.
///
/// With [`Engine::Simd`], slicing costs a few steps, and many solutions take different steps and come in another order.
/// Under a limit below [`Solver::QUICK_STEPS`], such a search runs in one slice, so that it ends as `solve` and `count`
/// do.
///
/// A search has memory for boards of every size: 535 KiB on x86-64, less elsewhere.
///
/// # Examples
///
/// A deadline:
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use lanedoku::{Grid, Search, Solver, Status};
///
/// let puzzle: Grid =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let mut search = Search::boxed();
/// Solver::new().begin_solve(&puzzle, &mut search);
/// let deadline = Instant::now() + Duration::from_secs(10);
/// if search.run_while(|_| Instant::now() < deadline) {
///     assert_eq!(search.status(), Status::Unique);
/// }
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
///
/// A flag that another thread sets:
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use lanedoku::{Board25x25, Search, Solver};
///
/// let cancelled = AtomicBool::new(false);
/// let (mut search, mut begun) = (Search::boxed(), AtomicBool::new(false));
/// std::thread::scope(|scope| {
///     scope.spawn(|| {
///         while !begun.load(Ordering::Relaxed) {}
///         cancelled.store(true, Ordering::Relaxed);
///     });
///     // More solutions than any machine can count.
///     Solver::new().begin_count(&Board25x25::EMPTY, u64::MAX, &mut search);
///     let has_ended = search.run_while(|_| {
///         begun.store(true, Ordering::Relaxed);
///         !cancelled.load(Ordering::Relaxed)
///     });
///     assert!(!has_ended);
/// });
/// ```
///
/// A count in slices:
///
/// ```
/// use lanedoku::{Board4x4, End, Search, Solver};
///
/// let mut search = Search::boxed();
/// Solver::new().begin_count(&Board4x4::EMPTY, u64::MAX, &mut search);
/// while !search.run(1_000) {
///     println!("{} solutions so far", search.tally().solutions);
/// }
/// assert_eq!((search.tally().solutions, search.tally().end), (288, End::Exhausted));
/// ```
pub struct Search {
    solver: Solver,
    /// Whether the board goes to the SIMD engine.
    is_simd: bool,
    goal: Goal,
    has_ended: bool,
    /// Of the part that is running, if the count is divided.
    tally: Tally,
    /// Of the parts that have ended.
    ended: Tally,
    size: Size,
    parts: CountParts,
    /// Of a search for a solution, cell by cell.
    least: Least,
    simd: SimdSearch,
    propagate: propagate::PropagateMemory,
    backtrack: backtrack::BacktrackMemory,
}

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// The solution, and whether it is the only one.
    Solve,
    /// The number of solutions, up to this limit.
    Count(u64),
    /// Every solution.
    Visit,
}

/// Steps that take about a millisecond, as the engines need about 80, 400 and 3 nanoseconds for one.
const fn steps_of_a_slice(engine: Engine) -> u64 {
    match engine {
        Engine::Simd => 12_000,
        Engine::Propagate => 2_500,
        Engine::Backtrack => 300_000,
    }
}

/// A paused SIMD search forgets which digits it has found on a board, and needs some sweeps to find them again.
const SHORTEST_SIMD_SLICE: u64 = 64;

impl Solver {
    /// Begins a search for the solution of a puzzle, in the caller's memory. [`Search::run`] and [`Search::run_while`]
    /// go on with it, and [`Search::status`] and [`Search::solution`] are then those of [`solve`](Self::solve).
    ///
    /// ```
    /// use lanedoku::{Grid, Search, Solver, Status};
    ///
    /// let mut search = Search::boxed();
    /// Solver::new().begin_solve(&Grid::EMPTY, &mut search);
    /// while !search.run(1_000) {}
    /// assert_eq!(search.status(), Status::Multiple);
    /// ```
    pub fn begin_solve(&self, puzzle: &impl Puzzle, search: &mut Search) {
        search.begin(self, puzzle, Goal::Solve);
    }

    /// Begins a count of the solutions of a puzzle, up to `limit`, in the caller's memory. [`Search::run`] and
    /// [`Search::run_while`] go on with it, and [`Search::tally`] tells how many it has found.
    ///
    /// ```
    /// use lanedoku::{End, Grid, Search, Solver};
    ///
    /// let mut search = Search::boxed();
    /// Solver::new().begin_count(&Grid::EMPTY, 100_000, &mut search);
    /// while !search.run(1_000) {}
    /// assert_eq!((search.tally().solutions, search.tally().end), (100_000, End::Stopped));
    /// ```
    pub fn begin_count(&self, puzzle: &impl Puzzle, limit: u64, search: &mut Search) {
        search.begin(self, puzzle, Goal::Count(limit));
    }

    /// Begins a count as [`begin_count`](Self::begin_count) does, in parts, so that [`Search::progress`] tells how
    /// much is done. The engine counts some hundred boards one after another: the puzzle with further digits.
    ///
    /// A count that takes seconds takes about as long as in one go. One that takes less than a millisecond takes
    /// longer, and so does a puzzle with few solutions that is hard to search, since an engine learns nothing from part
    /// to part. Pencil marks, and counts under a low [limit](Self::QUICK_STEPS), are not divided.
    ///
    /// ```
    /// use lanedoku::{Board4x4, End, Search, Solver};
    ///
    /// let mut search = Search::boxed();
    /// Solver::new().begin_count_with_progress(&Board4x4::EMPTY, u64::MAX, &mut search);
    /// while !search.run(100) {
    ///     println!("{:.0} %", 100.0 * search.progress());
    /// }
    /// assert_eq!((search.tally().solutions, search.tally().end), (288, End::Exhausted));
    /// assert_eq!(search.progress(), 1.0);
    /// ```
    pub fn begin_count_with_progress(&self, puzzle: &impl Puzzle, limit: u64, search: &mut Search) {
        search.begin(self, puzzle, Goal::Count(limit));
        if let Some(clues) = puzzle.clues().filter(|_| limit > 0 && !puzzle.collides() && !self.is_quick()) {
            let mut board = AnyBoard::empty(search.size);
            clues.write_digits(board.digits_mut());
            search.parts = CountParts::new(board);
            if let Some(part) = search.parts.next() {
                search.begin_part(self, part.simd_start(self), part.digits(), Goal::Count(limit));
            }
        }
    }

    /// Begins a visit of every solution of a puzzle, in the caller's memory. [`Search::visit`] and
    /// [`Search::visit_while`] continue it and pass the solutions to a visitor.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use lanedoku::{Board4x4, End, Search, Solver};
    ///
    /// let mut search = Search::boxed();
    /// Solver::new().begin_visit(&Board4x4::EMPTY, &mut search);
    /// let mut solutions = Vec::new();
    /// while !search.visit(1_000, |solution| {
    ///     solutions.push(*solution);
    ///     ControlFlow::Continue(())
    /// }) {}
    /// assert_eq!((solutions.len(), search.tally().end), (288, End::Exhausted));
    /// ```
    pub fn begin_visit(&self, puzzle: &impl Puzzle, search: &mut Search) {
        search.begin(self, puzzle, Goal::Visit);
    }
}

impl Search {
    /// Creates a search on the heap, without a copy on the stack.
    #[cfg(feature = "alloc")]
    pub fn boxed() -> alloc::boxed::Box<Self> {
        let mut memory = alloc::boxed::Box::new_uninit();
        Self::write_new(&mut memory);
        // SAFETY: `write_new` has initialized the memory.
        unsafe { memory.assume_init() }
    }

    /// Initializes the memory of a search without making one on the stack. The search has no board and has ended.
    ///
    /// ```
    /// use lanedoku::{Search, Status};
    ///
    /// let mut memory = Box::new_uninit();
    /// let search = Search::write_new(&mut memory);
    /// assert!(search.run(1));
    /// assert_eq!(search.status(), Status::Invalid);
    /// ```
    pub fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        let new = memory.as_mut_ptr();
        // SAFETY: all pointers are to fields in the memory, made without references. All other fields consist of
        // integers and `bool`s, for which zero is valid, and of memory that need not be initialized.
        unsafe {
            new.write_bytes(0, 1);
            (&raw mut (*new).solver).write(Solver::new());
            (&raw mut (*new).goal).write(Goal::Solve);
            (&raw mut (*new).has_ended).write(true);
            (&raw mut (*new).tally).write(Tally { end: End::Invalid, ..Tally::BEGUN });
            (&raw mut (*new).ended).write(Tally::BEGUN);
            (&raw mut (*new).size).write(Size::Nine);
            (&raw mut (*new).parts).write(CountParts::none());
            (&raw mut (*new).least).write(Least::new());
            propagate::PropagateMemory::write_enums(&raw mut (*new).propagate);
            SimdSearch::write_enums(&raw mut (*new).simd);
            backtrack::BacktrackMemory::write_enums(&raw mut (*new).backtrack);
            memory.assume_init_mut()
        }
    }

    /// Whether the search is one with the SIMD engine.
    #[inline(always)]
    const fn is_simd(&self) -> bool {
        self.is_simd || cfg!(simd_only)
    }

    fn begin(&mut self, solver: &Solver, puzzle: &impl Puzzle, goal: Goal) {
        self.ended = Tally::BEGUN;
        self.parts.clear();
        self.size = puzzle.form_size();
        let clues = puzzle.clues().unwrap_or_default();
        self.begin_part(solver, puzzle.simd_start(solver), clues, goal);
        if goal == Goal::Count(0) {
            (self.tally, self.has_ended) = (Tally::of_none(puzzle), true);
        }
    }

    /// Begins a search with the SIMD engine, if it has a start, or with these clues.
    fn begin_part(&mut self, solver: &Solver, start: Option<Start>, clues: &[u8], goal: Goal) {
        (self.solver, self.goal, self.tally) = (*solver, goal, Tally::BEGUN);
        (self.is_simd, self.has_ended) = (start.is_some(), false);
        if let Some(start) = start {
            self.simd.begin(start);
        } else if cfg!(simd_only) {
            (self.tally.end, self.has_ended) = (End::Invalid, true);
        } else {
            self.least = Least::new();
            self.cell_by_cell(|search, least| match goal {
                Goal::Solve => least.begin(search, clues, solver.wanted(2)),
                Goal::Count(_) | Goal::Visit => search.begin(clues, 0),
            });
        }
    }

    /// Goes on for about `steps` steps. Returns whether the search has ended: with an answer, or at the solver's limit
    /// on steps.
    ///
    /// [`Engine::Simd`] takes 64 steps or more, and all that a limit below [`Solver::QUICK_STEPS`] allows. To find the
    /// least of several solutions, it may exceed the slice by a hundred steps. It never exceeds the solver's limit on
    /// steps.
    pub fn run(&mut self, steps: u64) -> bool {
        self.visit(steps, |_| ControlFlow::Continue(()))
    }

    /// Goes on as [`run`](Self::run) does. If the search was begun with [`Solver::begin_visit`], each solution is
    /// passed to `visitor` once, in the order in which the engine finds them. The search ends if the visitor breaks.
    /// Other searches do not call the visitor.
    pub fn visit(&mut self, steps: u64, mut visitor: impl FnMut(&AnyBoard) -> ControlFlow<()>) -> bool {
        self.advance(steps, &mut visitor)
    }

    fn advance(&mut self, steps: u64, visitor: &mut dyn FnMut(&AnyBoard) -> ControlFlow<()>) -> bool {
        let before = self.tally().steps;
        loop {
            let left = steps.saturating_sub(self.tally().steps - before);
            if self.advance_part(left, visitor) && !self.begin_next_part() {
                return true;
            }
            if self.tally().steps - before >= steps {
                return false;
            }
        }
    }

    /// Begins the next part of a divided count, if a part has been counted and there is another.
    fn begin_next_part(&mut self) -> bool {
        let (Goal::Count(limit), End::Exhausted, true) = (self.goal, self.tally.end, self.parts.is_divided())
        else {
            return false;
        };
        let left = self.solver.step_limit().saturating_sub(self.tally.steps);
        let Some(part) = self.parts.next() else { return false };
        if left == 0 {
            self.tally.end = End::OutOfSteps;
            return false;
        }
        let limit = limit - self.tally.solutions;
        self.ended = Tally { end: End::OutOfSteps, ..self.tally() };
        let solver = self.solver.with_step_limit(left);
        self.begin_part(&solver, part.simd_start(&solver), part.digits(), Goal::Count(limit));
        true
    }

    fn advance_part(&mut self, steps: u64, visitor: &mut dyn FnMut(&AnyBoard) -> ControlFlow<()>) -> bool {
        if self.has_ended {
            return true;
        }
        let last = self.solver.step_limit();
        let steps = match self.is_simd() {
            true if self.solver.is_quick() => u64::MAX,
            true => steps.max(SHORTEST_SIMD_SLICE),
            false => steps,
        };
        let most = if self.is_simd() { self.most_sweeps() } else { u64::MAX };
        let step_limit = self.tally.steps.saturating_add(steps).min(last).min(most);
        let (goal, mut found) = (self.goal, self.tally.solutions);
        let can_go_on;
        (self.tally, can_go_on) = if self.is_simd() {
            let mut board = AnyBoard::empty(Size::Nine);
            let mut show = |digits: &[u8; 81]| {
                digits.as_slice().write_digits(board.digits_mut());
                visitor(&board)
            };
            self.simd.run(&self.solver, goal, step_limit, &mut show)
        } else {
            let mut board = AnyBoard::empty(self.size);
            let tally = self.cell_by_cell(|search, least| match goal {
                Goal::Solve => least.run(search, step_limit),
                Goal::Count(limit) => search.run(step_limit, &mut |_| {
                    found += 1;
                    if found == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }),
                Goal::Visit => search.run(step_limit, &mut |solution| {
                    solution.write_digits(board.digits_mut());
                    visitor(&board)
                }),
            });
            (tally, tally.end == End::OutOfSteps)
        };
        self.has_ended = !can_go_on || self.tally.steps >= last;
        // (The first condition keeps the engine out of builds without it.)
        if hard::LEARNS && !cfg!(simd_only) && !self.has_ended && self.tally.steps >= most {
            self.go_on_with_clauses();
        }
        self.has_ended
    }

    /// The sweeps after which a search for the solution goes on with learned clauses.
    fn most_sweeps(&self) -> u64 {
        match (self.goal, self.simd.clues()) {
            (Goal::Solve, Some(clues)) if hard::LEARNS && !cfg!(simd_only) && !self.solver.is_quick() => {
                hard::sweeps(Start::Clues(clues), u64::MAX)
            }
            _ => u64::MAX,
        }
    }

    /// Begins the search again, with learned clauses.
    #[cold]
    fn go_on_with_clauses(&mut self) {
        self.ended = Tally { solutions: 0, ..self.tally() };
        self.solver = self.solver.with_step_limit(self.solver.step_limit().saturating_sub(self.tally.steps));
        (self.is_simd, self.tally, self.least) = (false, Tally::BEGUN, Least::with_patience(0));
        let (clues, wanted) = (*self.simd.clues().unwrap_or(&[0; 81]), self.solver.wanted(2));
        self.cell_by_cell(|search, least| least.begin(search, &clues, wanted));
    }

    /// Goes on, in slices of about a millisecond, for as long as `go_on` returns true. It is called before each slice,
    /// with the tally so far. Returns whether the search has ended, as [`run`](Self::run) does.
    pub fn run_while(&mut self, go_on: impl FnMut(&Tally) -> bool) -> bool {
        self.visit_while(go_on, |_| ControlFlow::Continue(()))
    }

    /// Goes on as [`run_while`](Self::run_while) does, and passes solutions to `visitor` as [`visit`](Self::visit)
    /// does.
    pub fn visit_while(
        &mut self,
        mut go_on: impl FnMut(&Tally) -> bool,
        mut visitor: impl FnMut(&AnyBoard) -> ControlFlow<()>,
    ) -> bool {
        while !self.has_ended {
            let engine = match self.solver.engine() {
                _ if self.is_simd() => Engine::Simd,
                Engine::Simd => Engine::Propagate,
                engine => engine,
            };
            if !go_on(&self.tally()) {
                return false;
            }
            self.advance(steps_of_a_slice(engine), &mut visitor);
        }
        true
    }

    /// Returns the tally so far. Its end is [`End::OutOfSteps`] as long as the search has not ended, and if the
    /// solver's limit on steps has ended it.
    pub const fn tally(&self) -> Tally {
        Tally {
            solutions: self.ended.solutions + self.tally.solutions,
            end: self.tally.end,
            steps: self.ended.steps + self.tally.steps,
            guesses: self.ended.guesses + self.tally.guesses,
        }
    }

    /// Returns the part of the search that is done, from 0 to 1. It never falls, and is 1 exactly when the search has
    /// ended with all solutions. In between, only a count begun with [`Solver::begin_count_with_progress`] returns more
    /// than 0.
    pub fn progress(&self) -> f64 {
        match self.tally.end {
            End::Exhausted if self.has_ended => 1.0,
            _ => self.parts.progress(),
        }
    }

    /// Returns the status of the search: that of [`Solver::solve`] or of a [count](Tally::status), once it has ended;
    /// before, that of a search at a limit on steps.
    pub fn status(&self) -> Status {
        let mut tally = self.tally();
        if self.goal == Goal::Solve {
            tally.hide_at_limit();
        }
        tally.status()
    }

    /// Returns the solution that a search begun with [`Solver::begin_solve`] has found, once it has ended.
    ///
    /// ```
    /// use lanedoku::{Grid, Search, Solver};
    ///
    /// let mut search = Search::boxed();
    /// Solver::new().begin_solve(&Grid::EMPTY, &mut search);
    /// while !search.run(1_000) {}
    /// assert!(search.solution().is_some_and(|board| Grid::try_from(&board).is_ok_and(|grid| grid.is_solved())));
    /// ```
    pub fn solution(&self) -> Option<AnyBoard> {
        let Tally { end, solutions, .. } = self.tally;
        let has_solution = self.goal == Goal::Solve && end != End::OutOfSteps && solutions > 0;
        has_solution.then(|| {
            let mut board = AnyBoard::empty(self.size);
            let solution = if self.is_simd() { self.simd.solution() } else { self.least.solution() };
            solution.write_digits(board.digits_mut());
            board
        })
    }

    /// The memory of [`Engine::Propagate`].
    #[cfg(test)]
    pub(crate) const fn propagate(&mut self) -> &mut propagate::PropagateMemory {
        &mut self.propagate
    }

    /// Passes the search in this memory, cell by cell, to `job`.
    fn cell_by_cell<R>(&mut self, job: impl FnOnce(&mut dyn CellSearch, &mut Least) -> R) -> R {
        let least = &mut self.least;
        if self.solver.engine() == Engine::Backtrack {
            let (kernel, order) = (self.solver.backtrack(), self.solver.order());
            job(&mut self.backtrack.search(kernel, order), least)
        } else {
            let is_hard = self.solver.engine() == Engine::Simd && self.size == Size::Nine;
            job(&mut self.propagate.search(is_hard), least)
        }
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("tally", &self.tally).finish_non_exhaustive()
    }
}
