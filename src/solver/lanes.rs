//! Divides batches and counts between the batch engine and the single engine.

use core::slice;

use super::Solver;
use crate::batch::{self, Bounds, CountLimits, Memory, Puzzles, SOLVE};
use crate::kernel::BatchKernel;
use crate::single::{self, Limits, Start};
use crate::{Board, End, Outcome, Status, Tally, Workspace};

/// The number of solutions that the single engine counts first. For a puzzle with fewer, starting the lanes does not
/// pay off.
const COUNTED_FIRST: u64 = 8;

impl Solver {
    /// Solves 9x9 puzzles in lanes. Returns false, and does nothing, if the kernel has no lanes.
    pub(super) fn solve_in_lanes(
        &self,
        puzzles: Puzzles,
        outcomes: &mut [Outcome],
        workspace: &mut Workspace,
    ) -> bool {
        let Some((kernel, memory)) = workspace.batch(self.simd) else { return false };
        if outcomes.len() < kernel.min_batch() {
            self.solve_few(kernel, memory, puzzles, outcomes);
            return true;
        }
        let mut solve_alone = |index: usize, outcome: &mut Outcome| {
            let is_within_limit = outcome.steps <= self.step_limit;
            let any_will_do = self.any_solution && outcome.status == Status::Multiple && is_within_limit;
            if !any_will_do {
                *outcome = self.solve_first(puzzles.starting_at(index));
            }
        };
        let bounds = Bounds::with_limit(self.step_limit);
        batch::search::<SOLVE>(kernel, memory, (puzzles, &[]), outcomes, bounds, &mut solve_alone);
        true
    }

    /// Solves the first puzzle with the single engine.
    fn solve_first(&self, puzzles: Puzzles) -> Outcome {
        puzzles.with_first(|start| self.solve_from(start)).unwrap_or(Outcome::INVALID)
    }

    /// Solves a small batch with the single engine. If the answer to a puzzle depends on the engine, the batch engine
    /// answers it, so that batches of every size give the same answer.
    fn solve_few(
        &self,
        kernel: BatchKernel,
        memory: &mut Memory,
        puzzles: Puzzles,
        outcomes: &mut [Outcome],
    ) {
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            *outcome = self.solve_first(puzzles.starting_at(index));
        }
        let depends_on_engine = |(index, outcome): (usize, &Outcome)| {
            matches!(outcome.status, Status::Multiple | Status::OutOfSteps)
                && !puzzles.starting_at(index).has_too_few_clues()
        };
        if self.any_solution || !outcomes.iter().enumerate().any(depends_on_engine) {
            return;
        }
        let mut solved_alone = [Outcome::INVALID; BatchKernel::LARGEST_MIN_BATCH];
        debug_assert!(outcomes.len() <= solved_alone.len());
        for (alone, outcome) in solved_alone.iter_mut().zip(&*outcomes) {
            *alone = *outcome;
        }
        let mut use_first_answer = |index: usize, outcome: &mut Outcome| {
            if let Some(alone) = solved_alone.get(index) {
                *outcome = *alone;
            }
        };
        // Search the whole batch: without the other puzzles, their lanes would be idle.
        let bounds = Bounds::with_limit(self.step_limit);
        batch::search::<SOLVE>(kernel, memory, (puzzles, &[]), outcomes, bounds, &mut use_first_answer);
    }

    /// Counts solutions: the first few with the single engine, then with the nodes of the puzzle in lanes. Returns
    /// `None` if the kernel has no lanes.
    pub(super) fn count_in_lanes(
        &self,
        clues: &[u8; 81],
        limit: u64,
        workspace: &mut Workspace,
    ) -> Option<Tally> {
        let (kernel, memory) = workspace.batch(self.simd)?;
        let count_alone = |start: Start, solutions, sweeps| {
            single::solve(self.simd, start, Limits { solutions, sweeps }, &mut [0; 81])
        };
        let first = count_alone(Start::Clues(clues), limit.min(COUNTED_FIRST), self.step_limit);
        if first.end != End::Stopped || limit <= COUNTED_FIRST {
            return Some(first);
        }
        // The lanes start again from the clues. The steps and guesses so far are included in the result.
        let sweeps = self.step_limit - first.steps;
        let mut end = End::Exhausted;
        let limits = CountLimits::new(limit, sweeps);
        let count = batch::count(kernel, memory, clues, limits, &mut |count, node| {
            let start = Start::Candidates(node);
            let tally = count_alone(start, limit - count.solutions, sweeps - count.sweeps);
            count.solutions += tally.solutions;
            count.sweeps += tally.steps;
            count.guesses += tally.guesses;
            end = tally.end;
            end == End::Exhausted
        });
        Some(Tally {
            solutions: count.solutions.min(limit),
            end: if count.solutions >= limit { End::Stopped } else { end },
            steps: first.steps + count.sweeps,
            guesses: first.guesses + count.guesses,
        })
    }
}

/// Returns 9x9 boards as arrays of digits, and outcomes as their 9x9 type, or `None` if `CELLS` is not 81.
pub(super) fn nine_by_nine<'a, const CELLS: usize>(
    puzzles: &'a [Board<CELLS>],
    outcomes: &'a mut [Outcome<CELLS>],
) -> Option<(&'a [[u8; 81]], &'a mut [Outcome])> {
    if CELLS != 81 {
        return None;
    }
    // SAFETY: `Board<CELLS>` is a transparent wrapper of `[u8; CELLS]`, and `CELLS` is 81. Pointer and length come from
    // a slice that is borrowed for `'a`.
    let digits = unsafe { slice::from_raw_parts(puzzles.as_ptr().cast(), puzzles.len()) };
    // SAFETY: `CELLS` is 81, so the type is the same. Pointer and length come from a slice that is borrowed mutably for
    // `'a` and is not used again.
    let outcomes = unsafe { slice::from_raw_parts_mut(outcomes.as_mut_ptr().cast(), outcomes.len()) };
    Some((digits, outcomes))
}
