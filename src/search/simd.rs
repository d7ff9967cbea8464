//! A search with the SIMD engines.

use core::ops::ControlFlow;

use super::Goal;
use crate::batch::QueueMemory;
use crate::kernel::BatchKernel;
use crate::possible::candidates;
use crate::single::{self, Limits, PausedSearch, ShowDigits, Start};
use crate::solver::CountInLanes;
use crate::{End, Solver, Tally};

/// The sweeps that an ordered search for the least solution may take in one go. It is not kept: if they are too few,
/// a cell is decided instead.
const IN_ORDER: u64 = 100;

/// A search with the SIMD engines, between two runs.
pub(super) struct SimdSearch {
    /// Whether the search starts from the clues, not from the candidates.
    has_clues: bool,
    /// Whether several solutions are known, and the search is for the least.
    is_for_least: bool,
    clues: [u8; 81],
    candidates: [u16; 81],
    tally: Tally,
    /// The tally before the question that is asked, on the way to the least solution.
    question: Option<Tally>,
    solution: [u8; 81],
    paused: PausedSearch,
    count: CountInLanes,
    lanes: [QueueMemory; BatchKernel::MEMORIES],
}

impl SimdSearch {
    /// Writes the fields for which zero is not valid.
    ///
    /// # Safety
    ///
    /// `memory` is valid for writes.
    pub(super) unsafe fn write_enums(memory: *mut Self) {
        // SAFETY: the caller guarantees the memory; the pointers to its fields are made without references.
        unsafe {
            (&raw mut (*memory).tally).write(Tally::BEGUN);
            (&raw mut (*memory).question).write(None);
            (&raw mut (*memory).count).write(CountInLanes::new());
            PausedSearch::write_enums(&raw mut (*memory).paused);
        }
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, start: Start) {
        match start {
            Start::Clues(clues) => self.clues = *clues,
            Start::Candidates(candidates) => self.candidates = *candidates,
        }
        self.has_clues = matches!(start, Start::Clues(_));
        (self.is_for_least, self.question) = (false, None);
        self.tally = Tally::BEGUN;
        self.count = CountInLanes::new();
        self.paused.clear();
    }

    /// The clues that it started from. (Pencil marks lose candidates on the way to the least solution.)
    pub(super) const fn clues(&self) -> Option<&[u8; 81]> {
        if self.has_clues { Some(&self.clues) } else { None }
    }

    /// Goes on until the search ends, is given up, or has taken `step_limit` steps since it began. Returns the tally
    /// since then, and whether the search can go on.
    ///
    /// Passes the solutions to `show` if the goal is to visit them.
    pub(super) fn run(
        &mut self,
        solver: &Solver,
        goal: Goal,
        step_limit: u64,
        show: &mut ShowDigits,
    ) -> (Tally, bool) {
        let before = self.tally;
        if goal == Goal::Solve && solver.is_quick() {
            // In one go, so that it ends as `solve` does.
            let Self { has_clues, clues, candidates, solution, .. } = self;
            let start = if *has_clues { Start::Clues(clues) } else { Start::Candidates(candidates) };
            self.tally = solver.search_simd(start, 2, solution);
            return (self.tally, false);
        }
        if !self.is_for_least {
            self.run_in_own_order(solver, goal, step_limit, show);
            self.is_for_least =
                goal == Goal::Solve && self.tally.end == End::Stopped && !solver.any_solution();
            if self.is_for_least && self.has_clues {
                self.candidates = candidates(Start::Clues(&self.clues));
            }
        }
        if self.is_for_least {
            self.run_for_least(solver, step_limit);
        }
        // The sweeps that are too few for all lanes counted as taken.
        self.tally.steps = self.tally.steps.max(before.steps);
        (self.tally, self.tally.end == End::OutOfSteps && self.tally.steps >= step_limit)
    }

    /// Counts, visits, or searches for two solutions.
    fn run_in_own_order(&mut self, solver: &Solver, goal: Goal, step_limit: u64, show: &mut ShowDigits) {
        let Self { has_clues, clues, candidates, tally, solution, paused, count, lanes, .. } = self;
        let start = if *has_clues { Start::Clues(clues) } else { Start::Candidates(candidates) };
        let mut go_on = |start: Start, limits, tally: &mut Tally| {
            let mut keep = |digits: &[u8; 81]| {
                *solution = *digits;
                ControlFlow::Continue(())
            };
            let visitor: (u64, &mut ShowDigits) = match goal {
                Goal::Visit => (u64::MAX, &mut *show),
                Goal::Solve | Goal::Count(_) => (u64::from(tally.solutions == 0), &mut keep),
            };
            single::go_on(solver.simd(), start, limits, tally, visitor, paused)
        };
        let limits = |solutions| Limits { solutions, sweeps: step_limit };
        match (goal, BatchKernel::of(solver.simd()), lanes.first_mut()) {
            (Goal::Count(limit), Some(kernel), Some(lanes)) if *has_clues && !solver.is_quick() => {
                *tally = count.run(kernel, lanes, clues, limits(limit), &mut go_on);
            }
            (Goal::Count(solutions), ..) => go_on(start, limits(solutions), tally),
            (Goal::Solve, ..) => go_on(start, limits(2), tally),
            (Goal::Visit, ..) => go_on(start, limits(u64::MAX), tally),
        }
    }

    /// Goes on to the least solution: by short ordered searches and, between them, by the question whether a solution
    /// has a lower digit in the first cell that is not decided. A question can be paused. Cells that are decided have
    /// one candidate.
    fn run_for_least(&mut self, solver: &Solver, step_limit: u64) {
        let Self { candidates, tally, question, solution, paused, .. } = self;
        let (kernel, last) = (solver.simd(), solver.step_limit());
        loop {
            if question.is_none() {
                let in_order = tally.steps.saturating_add(IN_ORDER);
                tally.end = End::Stopped;
                single::find_least(
                    kernel,
                    Start::Candidates(candidates),
                    (in_order.min(last), u64::MAX),
                    tally,
                    solution,
                );
                if tally.end == End::Stopped {
                    return;
                }
            }
            let mut lower = |(asked, (digits, &digit)): (usize, (&mut u16, &u8))| {
                let known = 1 << (digit.wrapping_sub(1) & 15);
                *digits &= known | (known - 1);
                (*digits != known).then_some((asked, known))
            };
            let Some((asked, known)) = candidates.iter_mut().zip(&*solution).enumerate().find_map(&mut lower)
            else {
                tally.end = End::Stopped;
                return;
            };
            let before = *question.get_or_insert(*tally);
            if tally.steps >= step_limit {
                return;
            }
            let mut board = *candidates;
            board[asked % 81] &= known - 1;
            let [steps, guesses] = [tally.steps - before.steps, tally.guesses - before.guesses];
            let mut own = Tally { steps, guesses, ..Tally::BEGUN };
            let mut keep = |digits: &[u8; 81]| {
                *solution = *digits;
                ControlFlow::Continue(())
            };
            let limits = Limits { solutions: 1, sweeps: step_limit - before.steps };
            single::go_on(kernel, Start::Candidates(&board), limits, &mut own, (1, &mut keep), paused);
            (tally.steps, tally.guesses) = (before.steps + own.steps, before.guesses + own.guesses);
            tally.end = own.end;
            match own.end {
                End::OutOfSteps => return,
                End::Exhausted => candidates[asked % 81] = known,
                _ => {}
            }
            *question = None;
        }
    }

    /// The solution, once the search has ended.
    pub(super) const fn solution(&self) -> &[u8; 81] {
        &self.solution
    }
}
