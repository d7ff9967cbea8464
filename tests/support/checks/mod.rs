//! What must hold for any bytes at all: the fuzzer hunts for bytes for which it does not, and the ordinary tests
//! replay those that were found. The crates that include this also include `bytes` and `machine`.

pub mod batch;
pub mod candidates;
pub mod text;

use lanedoku::{Engine, Grid, Outcome, Solver, Status};
use testkit::oracle;

use crate::bytes::Bytes;

/// Whether any 9x9 puzzle has to be decided within [`limited`].
pub const DECIDED_SOON: bool = true;
/// Whether the solution that a batch shows may not depend on the neighbours.
pub const NEIGHBOURS_DO_NOT_MATTER: bool = true;
/// Whether many puzzles are solved side by side under a step limit, too.
pub const LIMITS_IN_BATCHES: bool = true;

/// The solver with a limit that suits its engine: as long as nothing has to be decided, a short one, so that the
/// fuzzer does not spend its time on boards that are known to take long. (The worst board known takes 1,000 sweeps.)
pub fn limited(solver: Solver) -> Solver {
    solver.with_step_limit(match (solver.engine(), DECIDED_SOON) {
        (Engine::Simd, true) => 4_000,
        (Engine::Propagate, true) => 20_000,
        _ => 1_000,
    })
}

/// Contradictions that the oracle may meet before it is not asked.
const PATIENCE: u32 = 3_000;

/// What is known of a puzzle.
pub struct Known {
    candidates: [u16; 81],
    solutions: Vec<[u8; 81]>,
    pub status: Status,
}

impl Known {
    pub fn of_candidates(candidates: &[u16; 81]) -> Option<Self> {
        let solutions = oracle::solutions(candidates, 2, PATIENCE)?;
        let status = [Status::NoSolution, Status::Unique, Status::Multiple][solutions.len()];
        Some(Known { candidates: *candidates, solutions, status })
    }

    /// What an answer says, if it says anything.
    pub fn of_answer(board: &Grid, outcome: &Outcome) -> Option<Self> {
        (outcome.status != Status::OutOfSteps).then(|| Known {
            candidates: oracle::candidates(board.digits()),
            solutions: outcome.solution.iter().map(|solution| *solution.digits()).collect(),
            status: outcome.status,
        })
    }

    pub fn of_board(board: &Grid) -> Option<Self> {
        let mut known = Self::of_candidates(&oracle::candidates(board.digits()))?;
        if oracle::collide(board.digits()) {
            known.status = Status::Invalid;
        }
        Some(known)
    }

    /// Holds an answer against it; `decided` tells whether there has to be one.
    #[track_caller]
    pub fn check(&self, solver: &Solver, outcome: &Outcome, decided: bool) {
        let name = (solver.engine(), solver.kernel());
        if let Some(solution) = outcome.solution {
            let digits = solution.digits();
            assert!(solution.is_solved() && !oracle::collide(digits), "{name:?}: {solution}");
            let fits = digits.iter().zip(self.candidates).all(|(digit, mask)| mask >> (digit - 1) & 1 == 1);
            assert!(fits, "{name:?}: another puzzle's solution: {solution}");
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

/// A board: how many clues, then a cell and a digit for each.
pub fn board(bytes: &mut Bytes) -> Grid {
    let mut digits = [0; 81];
    for _ in 0..bytes.next() % 40 {
        digits[usize::from(bytes.next()) % 81] = bytes.next() % 10;
    }
    Grid::from_digits(&digits).expect("digits from 0 to 9")
}
