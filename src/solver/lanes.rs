//! Divides batches and counts between the batch engine and the single engine.

use super::Solver;
use crate::batch::{
    self, BY_WEIGHT, Bounds, CountLimits, CountStop, FIND_LEAST, LaneCount, Puzzles, QueueMemory, SOLVE,
};
use crate::hard;
use crate::kernel::BatchKernel;
use crate::least::Wanted;
use crate::single::{self, Limits, Start, hard_from};
use crate::{End, Outcome, Status, Tally, Workspace};

/// The number of solutions that the single engine counts first. For a puzzle with fewer, starting the lanes does not
/// pay off.
const COUNTED_FIRST: u64 = 8;

/// The steps of the single engine for pencil marks that take many guesses in lanes, before the lanes search them again
/// with weights. The single engine has rules that refute some of them at once.
const STEPS_BEFORE_WEIGHTS: u64 = 256;

const _: () = assert!(Solver::QUICK_STEPS >= batch::MOST_SWEEPS);

/// # Engine, kernel and limits
impl Solver {
    /// The steps that a search may take at once: about five milliseconds with [`Engine::Simd`](crate::Engine::Simd).
    ///
    /// Below this limit on steps, puzzles are solved and counted one by one and in one go, because lanes, slices and
    /// parts take other steps. So a limit has one meaning. The number is higher than the steps of any puzzle in lanes,
    /// and of all puzzles known alone: a batch under this limit loses nothing, and the few puzzles that reach it go on
    /// alone, in a [`Search`](crate::Search) that can be stopped.
    pub const QUICK_STEPS: u64 = 1 << 16;

    /// Whether the limit on steps is so low that only the search of a puzzle alone can tell whether it reaches it.
    pub(crate) const fn is_quick(&self) -> bool {
        self.step_limit < Self::QUICK_STEPS
    }

    /// Solves 9x9 puzzles in lanes. Returns false, and does nothing, if the kernel has no lanes, if so few puzzles are
    /// faster one after another, or if the limit on steps is so low that only the search of a puzzle alone can tell
    /// whether it reaches it.
    pub(super) fn solve_in_lanes(
        &self,
        puzzles: Puzzles,
        outcomes: &mut [Outcome],
        workspace: &mut Workspace,
    ) -> bool {
        let Some((kernel, memory)) = workspace.batch(self.simd) else { return false };
        if outcomes.len() < kernel.min_batch() || self.is_quick() {
            return false;
        }
        let mut several = 0;
        let mut finish = |index: usize, outcome: &mut Outcome| {
            let has_several = outcome.status == Status::Multiple;
            if has_several && !self.any_solution {
                batch::want_least(outcome);
                several += 1;
            } else if !has_several {
                puzzles.starting_at(index).with_first(|start| *outcome = self.solve_from(start));
            }
        };
        let bounds = if self.any_solution { Bounds::ALL_MEMORY } else { Bounds::ALL_MEMORY.before_least() };
        let by_clues = matches!(puzzles, Puzzles::Cells { .. });
        let mut hard = 0;
        batch::search::<SOLVE>(kernel, memory, (puzzles, &[]), outcomes, bounds, &mut |index, outcome| {
            if by_clues || outcome.status == Status::Multiple || outcome.guesses == 0 {
                return finish(index, outcome);
            }
            let quick = self.with_step_limit(STEPS_BEFORE_WEIGHTS);
            puzzles.starting_at(index).with_first(|start| *outcome = quick.solve_from(start));
            if outcome.status == Status::OutOfSteps {
                batch::want_weights(outcome);
                hard += 1;
            }
        });
        if hard > 0 {
            batch::search::<BY_WEIGHT>(kernel, memory, (puzzles, &[]), outcomes, bounds, &mut finish);
        }
        if several == 0 {
            return true;
        }
        // The least solution of those that have several, in lanes, too. Those given up keep the solution known.
        let mut finish = |index: usize, outcome: &mut Outcome| {
            outcome.status = Status::Multiple;
            puzzles.starting_at(index).with_first(|start| {
                if !self.find_least(start, outcome) {
                    *outcome = self.solve_from(start);
                }
            });
        };
        batch::search::<FIND_LEAST>(kernel, memory, (puzzles, &[]), outcomes, bounds, &mut finish);
        true
    }

    /// Replaces the solution of a puzzle that has several by the least one. Returns false at the limit on steps.
    fn find_least(&self, start: Start, outcome: &mut Outcome) -> bool {
        let Some(solution) = &mut outcome.solution else { return false };
        let Outcome { steps, guesses, .. } = *outcome;
        let mut tally = Tally { solutions: 2, end: End::Stopped, steps, guesses };
        // Those of the lanes may be more than a board takes before it learns clauses.
        let sweeps = hard::sweeps(start, self.step_limit).max(steps);
        let digits = solution.digits_mut();
        single::find_least(self.simd, start, (sweeps, hard_from(start)), &mut tally, digits);
        if tally.end == End::OutOfSteps && sweeps < self.step_limit {
            hard::solve(start, Wanted::Least, self.step_limit, &mut tally, digits);
        }
        (outcome.steps, outcome.guesses) = (tally.steps, tally.guesses);
        tally.end == End::Stopped
    }

    /// Counts solutions: the first few with the single engine, then with the nodes of the puzzle in lanes. Returns
    /// `None` if the kernel has no lanes, or if the limit on steps is low.
    pub(super) fn count_in_lanes(
        &self,
        clues: &[u8; 81],
        limit: u64,
        workspace: &mut Workspace,
    ) -> Option<Tally> {
        let (kernel, memory) = workspace.batch(self.simd).filter(|_| !self.is_quick())?;
        let limits = Limits { solutions: limit, sweeps: self.step_limit };
        let count_alone = &mut |start: Start, limits, tally: &mut Tally| {
            *tally = single::solve(self.simd, start, limits, &mut [0; 81]);
        };
        Some(CountInLanes::new().run(kernel, &mut memory.queues, clues, limits, count_alone))
    }
}

/// A count in lanes, between two runs, apart from the nodes in the lanes' memory.
pub(crate) struct CountInLanes {
    part: CountStage,
    /// The solutions that the single engine counted first. The lanes start again from the clues, and may have found
    /// fewer when a limit ends the count.
    first: u64,
    /// The sum of the parts that have ended, and of the nodes that have been counted.
    ended: Tally,
    /// The search of the single engine that is running.
    alone: Tally,
    lanes: LaneCount,
    /// The node that the single engine counts, as the candidates of the 81 cells.
    node: [u16; 81],
}

/// The parts of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountStage {
    /// The single engine counts the first solutions.
    FirstSolutions,
    /// The lanes start again from the clues.
    StartLanes,
    Lanes,
    /// The single engine counts the nodes that are left, one after the other.
    NextNode,
    Node,
}

impl CountInLanes {
    /// A count that has not begun.
    pub(crate) const fn new() -> Self {
        CountInLanes {
            part: CountStage::FirstSolutions,
            first: 0,
            ended: Tally::BEGUN,
            alone: Tally::BEGUN,
            lanes: LaneCount::new(),
            node: [0; 81],
        }
    }

    /// Goes on until the count ends, or reaches the limit on sweeps since it began. Returns the tally since then.
    ///
    /// `count_alone` counts with the single engine, from its start or from where it stopped.
    pub(crate) fn run(
        &mut self,
        kernel: BatchKernel,
        memory: &mut QueueMemory,
        clues: &[u8; 81],
        limits: Limits,
        count_alone: &mut dyn FnMut(Start, Limits, &mut Tally),
    ) -> Tally {
        loop {
            let left = Limits {
                solutions: limits.solutions - self.ended.solutions,
                sweeps: limits.sweeps - self.ended.steps,
            };
            match self.part {
                CountStage::FirstSolutions => {
                    let first = Limits { solutions: left.solutions.min(COUNTED_FIRST), ..left };
                    count_alone(Start::Clues(clues), first, &mut self.alone);
                    self.first = self.alone.solutions;
                    if self.alone.end != End::Stopped || limits.solutions <= COUNTED_FIRST {
                        return self.alone;
                    }
                    // The lanes start again from the clues. The steps and guesses so far are included in the result.
                    self.ended = Tally { solutions: 0, ..self.alone };
                    self.part = CountStage::StartLanes;
                }
                CountStage::StartLanes | CountStage::Lanes => {
                    let start = (self.part == CountStage::StartLanes).then_some(clues);
                    self.part = CountStage::Lanes;
                    let limits_of_lanes = CountLimits::new(left.solutions, left.sweeps);
                    let stop = self.lanes.run(kernel, memory, start, limits_of_lanes, None);
                    let mut tally = self.ended;
                    tally.solutions = self.lanes.count.solutions.min(limits.solutions);
                    tally.steps += self.lanes.count.sweeps;
                    tally.guesses += self.lanes.count.guesses;
                    tally.end = match stop {
                        CountStop::Exhausted => End::Exhausted,
                        CountStop::Solutions => End::Stopped,
                        CountStop::Sweeps => {
                            // The rest is not enough for all lanes, and counts as taken.
                            tally.steps = limits.sweeps;
                            tally.solutions = tally.solutions.max(self.first);
                            End::OutOfSteps
                        }
                        CountStop::HandOver => {
                            (self.ended, self.part) = (tally, CountStage::NextNode);
                            continue;
                        }
                    };
                    return tally;
                }
                CountStage::NextNode => {
                    let Some(node) = self.lanes.next_node(memory) else {
                        return Tally { end: End::Exhausted, ..self.ended };
                    };
                    (self.node, self.alone, self.part) = (node, Tally::BEGUN, CountStage::Node);
                }
                CountStage::Node => {
                    count_alone(Start::Candidates(&self.node), left, &mut self.alone);
                    let mut tally = self.alone;
                    tally.solutions += self.ended.solutions;
                    tally.steps += self.ended.steps;
                    tally.guesses += self.ended.guesses;
                    if tally.end != End::Exhausted {
                        tally.solutions = tally.solutions.max(self.first);
                        return tally;
                    }
                    (self.ended, self.part) = (tally, CountStage::NextNode);
                }
            }
        }
    }
}

/// Returns the outcomes of 9x9 puzzles as their type, and no outcomes if `CELLS` is not 81.
pub(super) fn of_nine<const CELLS: usize>(outcomes: &mut [Outcome<CELLS>]) -> &mut [Outcome] {
    if CELLS != 81 {
        return &mut [];
    }
    // SAFETY: `CELLS` is 81, so the type is the same. Pointer and length come from a slice that is borrowed mutably for
    // as long, and not used meanwhile.
    unsafe { core::slice::from_raw_parts_mut(outcomes.as_mut_ptr().cast(), outcomes.len()) }
}

#[cfg(test)]
mod tests {
    use crate::Grid;

    use super::*;

    #[test]
    fn a_hard_board_learns_clauses_after_any_number_of_sweeps_in_lanes() {
        let line = "25.1........8........6............4........7.1674..8......41...4.67...8.......1..";
        let board: Grid = line.parse().unwrap();
        let judge = Solver::builder().engine(crate::Engine::Propagate).build().unwrap();
        let first = judge.with_any_solution(true).solve(&board).solution;
        for steps in [0, hard::MOST_SWEEPS - 1, hard::MOST_SWEEPS, 30_000] {
            let mut outcome = Outcome { status: Status::Multiple, solution: first, steps, guesses: 0 };
            assert!(Solver::new().find_least(Start::Clues(board.digits()), &mut outcome));
            assert_eq!(outcome.solution, judge.solve(&board).solution);
            assert!(outcome.steps < steps + 5_000, "{}", outcome.steps);
        }
    }
}
