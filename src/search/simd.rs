//! A search with the SIMD engines.

use super::{BEGUN, Goal};
use crate::single::{self, Limits, PausedSearch, Start};
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
        self.paused.clear();
    }

    /// Goes on until the search ends, is given up, or has taken `step_limit` steps since it began. Returns the tally since
    /// then, and whether the search can go on.
    pub(super) fn run(&mut self, solver: &Solver, goal: Goal, step_limit: u64) -> (Tally, bool) {
        let Self { has_clues, clues, candidates, tally, solution, paused } = self;
        let start = if *has_clues { Start::Clues(clues) } else { Start::Candidates(candidates) };
        let solutions = match goal {
            Goal::Solve => 2,
            Goal::Count(limit) => limit,
        };
        let limits = Limits { solutions, sweeps: step_limit };
        single::go_on(solver.simd(), start, limits, tally, solution, paused);
        (*tally, tally.end == End::OutOfSteps && paused.is_paused())
    }

    /// The solution, once the search has ended.
    pub(super) const fn solution(&self) -> &[u8; 81] {
        &self.solution
    }
}
