//! Lanedoku itself, once for each engine and kernel that this machine has.

use lanedoku::{Engine, Grid, Kernel, Outcome, Solver, Status, Workspace};

use super::{Answer, Contestant};
use crate::puzzle_set::{Puzzle, characters};

/// One of lanedoku's engines on one of its kernels.
pub struct Lanedoku {
    name: String,
    solver: Solver,
    feeding: Feeding,
    outcomes: Vec<Outcome>,
}

/// How the puzzles reach the solver.
enum Feeding {
    /// All at once, as they lie in memory.
    Batch(Box<Workspace>),
    /// One after the other: each is read, solved and answered before the next.
    Single,
}

impl Lanedoku {
    /// The vector engine fed with batches and with single puzzles, the propagating engine, and the
    /// branchless loop, each on every kernel of this machine, the most preferred first.
    pub fn all() -> Vec<Self> {
        let simd = Solver::new().with_engine(Engine::Simd);
        let propagate = Solver::new().with_engine(Engine::Propagate);
        let backtrack = Solver::new().with_engine(Engine::Backtrack);
        let mut all = Vec::new();
        for solver in on_every_kernel(simd) {
            all.push(Self::new("batch", solver, Feeding::Batch(Box::default())));
        }
        for solver in on_every_kernel(simd) {
            all.push(Self::new("single", solver, Feeding::Single));
        }
        for solver in on_every_kernel(propagate) {
            all.push(Self::new("propagate", solver, Feeding::Single));
        }
        for solver in on_every_kernel(backtrack) {
            all.push(Self::new("backtrack", solver, Feeding::Single));
        }
        all
    }

    fn new(way: &str, solver: Solver, feeding: Feeding) -> Self {
        Lanedoku {
            name: format!("lanedoku {way} {}", solver.kernel()),
            solver,
            feeding,
            outcomes: Vec::new(),
        }
    }
}

/// A solver for each kernel of its engine that this machine has, the most preferred first.
fn on_every_kernel(solver: Solver) -> impl Iterator<Item = Solver> {
    let kernels = Kernel::of(solver.engine()).iter().rev();
    kernels.filter_map(move |&kernel| solver.with_kernel(kernel).ok())
}

impl Contestant for Lanedoku {
    fn name(&self) -> &str {
        &self.name
    }

    fn counts_guesses(&self) -> bool {
        self.solver.engine() != Engine::Backtrack
    }

    fn solve_all(&mut self, puzzles: &[Puzzle]) {
        self.outcomes.resize(puzzles.len(), Outcome::INVALID);
        match &mut self.feeding {
            Feeding::Batch(workspace) => {
                let (text, stride) = (puzzles.as_flattened(), size_of::<Puzzle>());
                self.solver.solve_lines(text, stride, &mut self.outcomes, workspace);
            }
            Feeding::Single => {
                for (puzzle, outcome) in puzzles.iter().zip(&mut self.outcomes) {
                    let grid = Grid::parse(characters(puzzle)).expect("puzzles are well formed");
                    *outcome = self.solver.solve(&grid);
                }
            }
        }
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
        guesses: outcome.guesses,
    }
}
