//! Properties that must hold for any bytes. The fuzzer searches for counterexamples; the tests of this package replay
//! those it found.

pub mod batch;
mod bytes;
pub mod c_abi;
mod c_boards;
mod c_layouts;
pub mod candidates;
mod machine;
pub mod reader;
#[cfg(test)]
mod tests;
pub mod text;

use lanedoku::{Engine, Grid, Outcome, Solver, Status};
use testkit::oracle;

use bytes::Bytes;

/// Whether every 9x9 puzzle must be decided within the limit of [`limited`].
pub(crate) const DECIDED_SOON: bool = true;
/// Whether the answer from a batch must be that of the puzzle alone.
pub(crate) const NEIGHBOURS_DO_NOT_MATTER: bool = true;
/// Whether batches with a step limit must also solve many puzzles in parallel.
pub(crate) const LIMITS_IN_BATCHES: bool = true;

/// Returns the solver with a limit suited to its engine. If puzzles need not be decided, the limit is short, so
/// that the fuzzer does not spend its time on boards that are known to be slow. (The slowest board known takes
/// 5,000 steps, and 6,000 to the least solution. Under a limit below 65,536, no puzzle is searched in lanes.)
pub(crate) fn limited(solver: Solver) -> Solver {
    solver.with_step_limit(match (solver.engine(), DECIDED_SOON) {
        (Engine::Simd, true) => 70_000,
        (Engine::Propagate, true) => 20_000,
        _ => 1_000,
    })
}

/// Contradictions after which the oracle gives up.
const MAX_CONTRADICTIONS: u32 = 3_000;

/// The known answer to a puzzle.
pub(crate) struct Known {
    candidates: [u16; 81],
    solutions: Vec<[u8; 81]>,
    pub(crate) status: Status,
}

impl Known {
    pub(crate) fn of_candidates(candidates: &[u16; 81]) -> Option<Self> {
        let solutions = oracle::solutions(candidates, 2, MAX_CONTRADICTIONS)?;
        let status = [Status::NoSolution, Status::Unique, Status::Multiple][solutions.len()];
        Some(Known { candidates: *candidates, solutions, status })
    }

    /// Derives the known answer from an outcome, if it has one.
    pub(crate) fn of_answer(board: &Grid, outcome: &Outcome) -> Option<Self> {
        (outcome.status != Status::OutOfSteps).then(|| Known {
            candidates: oracle::candidates(board.digits()),
            solutions: outcome.solution.iter().map(|solution| *solution.digits()).collect(),
            status: outcome.status,
        })
    }

    pub(crate) fn of_board(board: &Grid) -> Option<Self> {
        let mut known = Self::of_candidates(&oracle::candidates(board.digits()))?;
        if oracle::collide(board.digits()) {
            known.status = Status::Invalid;
        }
        Some(known)
    }

    /// Checks an answer. `decided` requires that there is one.
    #[track_caller]
    pub(crate) fn check(&self, solver: &Solver, outcome: &Outcome, decided: bool) {
        let name = (solver.engine(), solver.kernel());
        if let Some(solution) = outcome.solution {
            let digits = solution.digits();
            assert!(solution.is_solved() && !oracle::collide(digits), "{name:?}: {solution}");
            let fits = digits.iter().zip(self.candidates).all(|(digit, mask)| mask >> (digit - 1) & 1 == 1);
            assert!(fits, "{name:?}: not a solution of this puzzle: {solution}");
        }
        if outcome.status == Status::OutOfSteps {
            assert!(!decided, "{name:?}: not decided after {} steps", outcome.steps);
            return;
        }
        assert_eq!(outcome.status, self.status, "{name:?}");
        let solved = matches!(outcome.status, Status::Unique | Status::Multiple);
        assert_eq!(outcome.solution.is_some(), solved, "{name:?}");
        if outcome.status == Status::Unique {
            assert_eq!(
                outcome.solution.map(|solution| *solution.digits()),
                Some(self.solutions[0]),
                "{name:?}"
            );
        }
    }
}

/// Decodes a board: the number of clues, then a cell and a digit for each.
pub(crate) fn board(bytes: &mut Bytes) -> Grid {
    let mut digits = [0; 81];
    for _ in 0..bytes.next() % 40 {
        digits[usize::from(bytes.next()) % 81] = bytes.next() % 10;
    }
    Grid::from_digits(&digits).expect("digits from 0 to 9")
}
