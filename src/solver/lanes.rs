//! What goes into the lanes of the batch engine, and what is left to the single engine.

use core::slice;

use super::Solver;
use crate::batch::{self, Memory, Puzzles};
use crate::kernel::{BatchKernel, MOST_ALONE};
use crate::single::{self, Limits, Start};
use crate::{Board, End, Outcome, Status, Tally, Workspace};

/// Solutions that a count finds alone first. A puzzle that has fewer is not worth the lanes.
const FEW: u64 = 8;

impl Solver {
    /// Solves 9x9 puzzles side by side; false, and nothing is done, if the kernel has no lanes.
    pub(super) fn solve_in_lanes(
        &self,
        puzzles: Puzzles,
        outcomes: &mut [Outcome],
        workspace: &mut Workspace,
    ) -> bool {
        let Some((kernel, worth_from, memory)) = workspace.lanes(self.simd) else { return false };
        // The single engine takes what the batch engine leaves to it.
        let mut again = |index: usize, outcome: &mut Outcome| {
            let is_within_limit = outcome.steps <= self.step_limit;
            let any_will_do = self.any_solution && outcome.status == Status::Multiple && is_within_limit;
            if !any_will_do && let Some(puzzle) = puzzles.starting_at(index).first() {
                *outcome = self.solve_from(puzzle);
            }
        };
        if outcomes.len() < worth_from {
            self.solve_few(kernel, memory, puzzles, outcomes);
        } else {
            batch::solve_batch(kernel, memory, puzzles, outcomes, self.step_limit, &mut again);
        }
        true
    }

    /// Solves a small batch: with the single engine, but the batch engine takes the puzzles whose answer depends on
    /// the engine, so that the answer is the same in batches of every size.
    fn solve_few(
        &self,
        kernel: BatchKernel,
        memory: &mut Memory,
        puzzles: Puzzles,
        outcomes: &mut [Outcome],
    ) {
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            let puzzle = puzzles.starting_at(index);
            *outcome = match puzzle.first() {
                Some(start) if puzzle.is_well_formed() => self.solve_from(start),
                _ => Outcome::INVALID,
            };
        }
        let depends_on_engine = |(index, outcome): (usize, &Outcome)| {
            matches!(outcome.status, Status::Multiple | Status::OutOfSteps)
                && !puzzles.starting_at(index).is_sparse()
        };
        if self.any_solution || !outcomes.iter().enumerate().any(depends_on_engine) {
            return;
        }
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

    /// Counts solutions with the nodes of the puzzle side by side, once a few were found alone; none if the kernel
    /// has no lanes.
    pub(super) fn count_in_lanes(
        &self,
        clues: &[u8; 81],
        limit: u64,
        workspace: &mut Workspace,
    ) -> Option<Tally> {
        let (kernel, _, memory) = workspace.lanes(self.simd)?;
        let alone = |start: Start, solutions, sweeps| {
            single::solve(self.simd, start, Limits { solutions, sweeps }, &mut [0; 81])
        };
        let first = alone(Start::Clues(clues), limit.min(FEW), self.step_limit);
        if first.end != End::Stopped || limit <= FEW {
            return Some(first);
        }
        // From the start, with the work so far.
        let sweeps = self.step_limit - first.steps;
        let mut end = End::Exhausted;
        let most = batch::Most::new(limit, sweeps);
        let counted = batch::count(kernel, memory, clues, most, &mut |counted, rest| {
            let tally = alone(Start::Candidates(rest), limit - counted.solutions, sweeps - counted.sweeps);
            counted.solutions += tally.solutions;
            counted.sweeps += tally.steps;
            counted.guesses += tally.guesses;
            end = tally.end;
            end == End::Exhausted
        });
        Some(Tally {
            solutions: counted.solutions.min(limit),
            end: if counted.solutions >= limit { End::Stopped } else { end },
            steps: first.steps + counted.sweeps,
            guesses: first.guesses + counted.guesses,
        })
    }
}

/// Boards as their digits and outcomes as they are, if `CELLS` is 81.
pub(super) fn nine_by_nine<'a, const CELLS: usize>(
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
