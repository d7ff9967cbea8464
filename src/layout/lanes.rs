//! Many boards of a layout at once, in the lanes of the batch engine.

use super::LayoutSolver;
use super::solver::NO_BOARD;
use crate::batch::{self, BatchStorage, FIND_LEAST, Puzzles, SOLVE};
use crate::kernel::{BatchKernel, SimdKernel};
use crate::{End, Outcome, Status, Tally, Workspace};

/// The boards that fill the lanes together.
const TOGETHER: usize = 256;

/// # Many boards
impl LayoutSolver {
    /// Whether [`solve_in_lanes`](Self::solve_in_lanes) solves boards of this layout: of 9x9 cells, with square boxes
    /// and up to nine further houses, such as diagonals or windoku, on a processor with AVX2.
    pub fn has_lanes(&self) -> bool {
        self.lanes.is_some() && BatchKernel::of(SimdKernel::best()).is_some()
    }

    /// Solves boards in the lanes of vectors, as far as this is quick, and leaves the others with the end
    /// [`End::OutOfSteps`]: [`solve`](Self::solve) them alone. All are left if the solver [has no
    /// lanes](Self::has_lanes).
    ///
    /// `clues` has the boards, one after another, and `solutions` gets theirs, as [`solve`](Self::solve) writes them:
    /// the least of several. The answers are the same. A step is a sweep, as of [`Engine::Simd`](crate::Engine::Simd);
    /// steps and guesses may depend on the other boards. Of boards without their solution or tally, nothing is written.
    ///
    /// ```
    /// use lanedoku::{End, LayoutSolver, Tally, Workspace};
    ///
    /// let solver = LayoutSolver::new(&"diagonal".parse()?);
    /// let (clues, mut solutions) = ([0; 81 * 20], [0; 81 * 20]);
    /// let mut tallies = [Tally::BEGUN; 20];
    /// solver.solve_in_lanes(&clues, &mut Workspace::boxed(), &mut solutions, &mut tallies);
    /// for (board, tally) in tallies.iter_mut().enumerate().filter(|(_, tally)| tally.end == End::OutOfSteps) {
    ///     let cells = 81 * board..81 * (board + 1);
    ///     *tally = solver.solve(&clues[cells.clone()], u64::MAX, &mut solutions[cells]);
    /// }
    /// assert!(tallies.iter().all(|tally| tally.solutions == 2));
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn solve_in_lanes(
        &self,
        clues: &[u8],
        workspace: &mut Workspace,
        solutions: &mut [u8],
        tallies: &mut [Tally],
    ) {
        tallies.fill(Tally::BEGUN);
        if let Some((kernel, memory)) = workspace.batch(SimdKernel::best()) {
            self.solve_on(kernel, memory, clues, solutions, tallies);
        }
    }

    pub(super) fn solve_on(
        &self,
        kernel: BatchKernel,
        memory: &mut BatchStorage,
        clues: &[u8],
        solutions: &mut [u8],
        tallies: &mut [Tally],
    ) {
        let Some(houses) = &self.lanes else { return };
        let (boards, solutions) = (clues.as_chunks::<81>().0, solutions.as_chunks_mut::<81>().0);
        let chunks = boards.chunks(TOGETHER).zip(solutions.chunks_mut(TOGETHER));
        for ((boards, solutions), tallies) in chunks.zip(tallies.chunks_mut(TOGETHER)) {
            let (puzzles, mut outcomes) = (Puzzles::of_digits(boards), [Outcome::INVALID; TOGETHER]);
            let outcomes = outcomes.get_mut(..boards.len()).unwrap_or_default();
            let (mut is_left, mut several) = ([false; TOGETHER], false);
            let mut leave = |board: usize| is_left.get_mut(board).into_iter().for_each(|left| *left = true);
            let mut finish = |board: usize, outcome: &mut Outcome| match outcome.status {
                Status::Multiple => {
                    batch::want_least(outcome);
                    several = true;
                }
                _ => leave(board),
            };
            batch::search_with_houses::<SOLVE>(kernel, memory, puzzles, houses, outcomes, &mut finish);
            if several {
                let mut leave = |board: usize, _: &mut Outcome| leave(board);
                batch::search_with_houses::<FIND_LEAST>(
                    kernel, memory, puzzles, houses, outcomes, &mut leave,
                );
            }
            let boards = boards.iter().zip(outcomes).zip(is_left).zip(solutions.iter_mut().zip(tallies));
            let answers = boards.filter(|((_, is_left), _)| !is_left);
            for (((board, outcome), _), (solution, tally)) in answers {
                let (found, end) = match outcome.status {
                    Status::Unique => (1, End::Exhausted),
                    Status::Multiple => (2, End::Stopped),
                    Status::NoSolution if !self.collides_in_houses(board) => (0, End::Exhausted),
                    _ => (0, End::Invalid),
                };
                let Outcome { steps, guesses, .. } = *outcome;
                *tally = if end == End::Invalid {
                    NO_BOARD
                } else {
                    Tally { solutions: found, end, steps, guesses }
                };
                if let Some(known) = &outcome.solution {
                    *solution = *known.digits();
                }
            }
        }
    }

    /// Whether two equal clues share a further house.
    fn collides_in_houses(&self, board: &[u8; 81]) -> bool {
        let (tables, mut seen) = (self.tables(), [0; 10]);
        board.iter().enumerate().filter(|(_, digit)| **digit > 0).any(|(cell, digit)| {
            let houses = tables.houses_of(cell);
            seen.get_mut(usize::from(*digit))
                .is_some_and(|seen| core::mem::replace(seen, *seen | houses) & houses != 0)
        })
    }
}
