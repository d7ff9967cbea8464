//! Hill climbing to puzzles that take more steps.

use std::collections::BTreeMap;

use lanedoku::Solver;

use crate::make::Boards;
use crate::{BoardOrCandidates, SolverCall, WORST};

/// The number of puzzles that climb at the same time.
const POOL: usize = 40;
/// A puzzle is replaced after this many changes that did not make it slower.
const IDLE: u32 = 1_500;

/// The puzzles that cost one solver the most, by steps or by time.
#[derive(Default)]
pub struct Worst(pub BTreeMap<u64, BoardOrCandidates>);

impl Worst {
    pub fn add(&mut self, cost: u64, puzzle: &BoardOrCandidates) {
        let full = self.0.len() >= 3 * WORST;
        if full && self.0.first_key_value().is_some_and(|(&least, _)| cost <= least) {
            return;
        }
        self.0.insert(cost, puzzle.clone());
        if full {
            self.0.pop_first();
        }
    }
}

/// A climb with one solver. It depends on its start and the number of searches only.
pub struct Climb<'a> {
    boards: Boards,
    start: ClimbStart<'a>,
    solver: &'a Solver,
    job: SolverCall,
    pool: Vec<Climber>,
    /// The number of searches so far.
    pub searches: u64,
    pub worst: Worst,
}

/// The start of a climb.
#[derive(Clone, Copy)]
pub struct ClimbStart<'a> {
    pub seed: u64,
    /// Makes a random puzzle.
    pub next: fn(&mut Boards) -> BoardOrCandidates,
    /// Slow puzzles: half of the climbs begin with one of them, or an equivalent.
    pub slow: &'a [BoardOrCandidates],
}

/// A puzzle, its steps, and the number of changes since it last became slower.
struct Climber {
    puzzle: BoardOrCandidates,
    steps: u64,
    idle: u32,
}

impl<'a> Climb<'a> {
    pub fn new(start: ClimbStart<'a>, solver: &'a Solver, job: SolverCall) -> Self {
        let (pool, worst) = (Vec::new(), Worst::default());
        Climb { boards: Boards::new(start.seed), start, solver, job, pool, searches: 0, worst }
    }

    /// Goes on until there have been `searches` searches.
    pub fn run(&mut self, searches: u64) {
        while self.searches < searches {
            let at = self.boards.random.usize(..POOL);
            let Some(climber) = self.pool.get(at) else {
                let slow = self.boards.random.choice(self.start.slow);
                let puzzle = match slow.filter(|_| self.boards.random.bool()) {
                    Some(BoardOrCandidates::Board(board)) => {
                        BoardOrCandidates::Board(self.boards.equivalent(board))
                    }
                    Some(candidates) => candidates.clone(),
                    None => (self.start.next)(&mut self.boards),
                };
                if !puzzle.fits(self.solver) {
                    self.searches = searches;
                    return;
                }
                let steps = self.steps(&puzzle);
                self.pool.push(Climber { puzzle, steps, idle: 0 });
                continue;
            };
            let puzzle = climber.puzzle.changed(&mut self.boards);
            let steps = self.steps(&puzzle);
            let climber = &mut self.pool[at];
            climber.idle = if steps > climber.steps { 0 } else { climber.idle + 1 };
            // A change that takes as many steps is kept, too: later changes may then take more.
            if steps >= climber.steps {
                (climber.puzzle, climber.steps) = (puzzle, steps);
            }
            if climber.idle > IDLE || steps >= self.solver.step_limit() {
                self.pool.swap_remove(at);
            }
        }
    }

    /// Returns the steps that the job takes, and remembers the slowest puzzles.
    fn steps(&mut self, puzzle: &BoardOrCandidates) -> u64 {
        let steps = self.job.steps(puzzle, self.solver);
        self.searches += 1;
        self.worst.add(steps, puzzle);
        steps
    }
}
