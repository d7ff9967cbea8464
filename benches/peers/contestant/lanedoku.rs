//! Lanedoku itself, once for each engine and kernel that this machine has.

use lanedoku::{Grid, Kernel, Outcome, Solver, Status};

use super::{Answer, Contestant};
use crate::puzzle_set::{Puzzle, characters};

/// A solver that gets one puzzle at a time: each is read, solved and answered before the next.
pub struct Single {
    name: String,
    solver: Solver,
    outcomes: Vec<Outcome>,
}

impl Single {
    /// One for each kernel.
    pub fn all() -> impl Iterator<Item = Single> {
        let solvers = Kernel::ALL.into_iter().filter_map(|kernel| Solver::new().with_kernel(kernel).ok());
        solvers.map(|solver| Single {
            name: format!("lanedoku backtrack {}", solver.kernel()),
            solver,
            outcomes: Vec::new(),
        })
    }
}

impl Contestant for Single {
    fn name(&self) -> &str {
        &self.name
    }

    fn counts_guesses(&self) -> bool {
        false
    }

    fn solve_all(&mut self, puzzles: &[Puzzle]) {
        self.outcomes.clear();
        self.outcomes.extend(puzzles.iter().map(|puzzle| {
            let grid = Grid::parse(characters(puzzle)).expect("puzzles are well formed");
            self.solver.solve(&grid)
        }));
    }

    fn answers(&mut self, _: &[Puzzle]) -> Vec<Answer> {
        self.outcomes.iter().map(answer).collect()
    }
}

/// An outcome as a contestant's answer.
fn answer(outcome: &Outcome) -> Answer {
    let solutions = match outcome.status {
        Status::NoSolution | Status::Invalid => 0,
        Status::Unique => 1,
        Status::Multiple => 2,
        Status::OutOfSteps => unreachable!("no limit is set"),
    };
    Answer {
        solutions,
        solution: outcome.solution.map(|solution| solution.digits().map(|digit| digit + b'0')),
        guesses: 0,
    }
}
