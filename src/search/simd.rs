//! A search with the SIMD engines.

use core::ops::ControlFlow;

use super::{BEGUN, Goal};
use crate::batch::QueueMemory;
use crate::kernel::BatchKernel;
use crate::single::{self, Limits, PausedSearch, ShowDigits, Start};
use crate::solver::CountInLanes;
use crate::{End, Solver, Tally};

/// A search with the SIMD engines, between two runs.
pub(super) struct SimdSearch {
    /// Whether the search starts from the clues, not from the candidates.
    has_clues: bool,
    clues: [u8; 81],
    candidates: [u16; 81],
    tally: Tally,
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
            (&raw mut (*memory).tally).write(BEGUN);
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
        self.tally = BEGUN;
        self.count = CountInLanes::new();
        self.paused.clear();
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
        let Self { has_clues, clues, candidates, tally, solution, paused, count, lanes } = self;
        let start = if *has_clues { Start::Clues(clues) } else { Start::Candidates(candidates) };
        let before = *tally;
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
        if goal == Goal::Solve && tally.end == End::Stopped && !solver.any_solution() {
            single::find_least(solver.simd(), start, solver.step_limit(), tally, solution);
        }
        // The sweeps that are too few for all lanes counted as taken.
        tally.steps = tally.steps.max(before.steps);
        (*tally, tally.end == End::OutOfSteps && tally.steps >= step_limit)
    }

    /// The solution, once the search has ended.
    pub(super) const fn solution(&self) -> &[u8; 81] {
        &self.solution
    }
}
