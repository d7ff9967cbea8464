//! A search with the SIMD engines.

use super::Goal;
use crate::single::{self, Limits, Start};
use crate::{Solver, Tally};

/// The state of a search with the SIMD engines.
pub(super) struct SimdSearch {
    is_clues: bool,
    clues: [u8; 81],
    candidates: [u16; 81],
    solution: [u8; 81],
}

impl SimdSearch {
    /// Begins a search.
    pub(super) fn begin(&mut self, start: Start) {
        match start {
            Start::Clues(clues) => self.clues = *clues,
            Start::Candidates(candidates) => self.candidates = *candidates,
        }
        self.is_clues = matches!(start, Start::Clues(_));
    }

    /// Goes on until the search ends.
    pub(super) fn run(&mut self, solver: &Solver, goal: Goal, _step_limit: u64) -> Tally {
        let start =
            if self.is_clues { Start::Clues(&self.clues) } else { Start::Candidates(&self.candidates) };
        let solutions = match goal {
            Goal::Solve => 2,
            Goal::Count(limit) => limit,
        };
        let limits = Limits { solutions, sweeps: solver.step_limit() };
        single::solve(solver.simd(), start, limits, &mut self.solution)
    }

    /// The solution, once the search has ended.
    pub(super) const fn solution(&self) -> &[u8; 81] {
        &self.solution
    }
}
