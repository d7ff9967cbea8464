//! Lanedoku: one participant for each engine and kernel of this machine.

use std::ops::ControlFlow;

use lanedoku::{End, Engine, Grid, Kernel, Outcome, Solver, Status, Tally, Workspace};

use super::{Participant, ParticipantAnswer, Written};
use crate::job::Job;
use crate::puzzle_set::PuzzleTexts;

/// A Lanedoku engine on one kernel.
pub struct Lanedoku {
    name: String,
    solver: Solver,
    input: CallStyle,
    found: JobResults,
}

/// How puzzles are passed to the solver.
enum CallStyle {
    /// With a workspace: all puzzles in one call, except for counting, which takes one puzzle per call.
    Batch(Box<Workspace>),
    /// One puzzle per call.
    Single,
}

/// The answers for each puzzle. Each job uses its own vectors.
#[derive(Default)]
struct JobResults {
    /// Of [`Job::Unique`] and [`Job::Pencilmarks`].
    outcomes: Vec<Outcome>,
    /// Of [`Job::First`], [`Job::Count`] and [`Job::Enumerate`].
    tallies: Vec<Tally>,
    /// The input of [`Job::Pencilmarks`] for a batch.
    candidates: Vec<[u16; 81]>,
    /// Of [`Job::First`].
    first: Vec<Grid>,
    /// Of [`Job::Enumerate`].
    written: Vec<Written>,
}

impl Lanedoku {
    /// Returns the SIMD engine with batches and with single puzzles, the propagating engine, and the branchless
    /// loop, each on every kernel of this machine, fastest first. They show any solution, as the other participants do;
    /// the SIMD engine also takes part with the least one.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (batch, single, any) in [("batch", "single", true), ("batch least", "single least", false)] {
            let solvers = || on_every_kernel(Engine::Simd).map(|solver| solver.with_any_solution(any));
            for solver in solvers() {
                all.push(Self::new(batch, solver, CallStyle::Batch(Box::new(Workspace::new()))));
            }
            for solver in solvers() {
                all.push(Self::new(single, solver, CallStyle::Single));
            }
        }
        for solver in on_every_kernel(Engine::Propagate) {
            all.push(Self::new("propagate", solver, CallStyle::Single));
        }
        for solver in on_every_kernel(Engine::Backtrack) {
            all.push(Self::new("backtrack", solver, CallStyle::Single));
        }
        all
    }

    fn new(label: &str, solver: Solver, input: CallStyle) -> Self {
        Lanedoku {
            name: format!("lanedoku {label} {}", solver.kernel()),
            solver,
            input,
            found: JobResults::default(),
        }
    }
}

/// Returns a solver for each kernel of an engine that this machine supports, fastest first.
fn on_every_kernel(engine: Engine) -> impl Iterator<Item = Solver> {
    let kernels = Kernel::of(engine).iter().rev();
    let builder = move |kernel| Solver::builder().engine(engine).kernel(kernel).any_solution(true);
    kernels.filter_map(move |&kernel| builder(kernel).build().ok())
}

impl Participant for Lanedoku {
    fn name(&self) -> &str {
        &self.name
    }

    fn takes(&self, job: Job) -> bool {
        // The other jobs show no solution, or all.
        if self.solver != self.solver.with_any_solution(true)
            && !matches!(job, Job::Unique | Job::Pencilmarks)
        {
            return false;
        }
        match (&self.input, self.solver.engine()) {
            (CallStyle::Batch(_), _) => matches!(job, Job::Unique | Job::Count | Job::Pencilmarks),
            (CallStyle::Single, Engine::Simd) => true,
            // Pencil marks always use the SIMD engine.
            (CallStyle::Single, Engine::Propagate) => job != Job::Pencilmarks,
            // The loop may take hours on puzzles with few clues.
            (CallStyle::Single, _) => matches!(job, Job::Unique | Job::First),
        }
    }

    fn counts_guesses(&self, _: Job) -> bool {
        self.solver.engine() != Engine::Backtrack
    }

    fn solve_all(&mut self, job: Job, puzzles: &PuzzleTexts) {
        let Lanedoku { solver, input, found, .. } = self;
        match input {
            CallStyle::Batch(workspace) => found.in_batch(solver, job, puzzles, workspace),
            CallStyle::Single => found.one_by_one(solver, job, puzzles),
        }
    }

    fn answers(&mut self, job: Job, _: &PuzzleTexts) -> Vec<ParticipantAnswer> {
        let JobResults { outcomes, tallies, first, written, .. } = &self.found;
        match job {
            Job::Unique | Job::Pencilmarks => outcomes.iter().map(answer).collect(),
            Job::Count => tallies.iter().map(tallied).collect(),
            Job::First => {
                let answer = |(tally, first): (&Tally, &Grid)| {
                    let solution = (tally.solutions > 0).then(|| first.to_line());
                    ParticipantAnswer { solution, ..tallied(tally) }
                };
                tallies.iter().zip(first).map(answer).collect()
            }
            Job::Enumerate => {
                let answer = |(tally, written): (&Tally, &Written)| ParticipantAnswer {
                    solution: written.last(),
                    checksum: written.checksum,
                    ..tallied(tally)
                };
                tallies.iter().zip(written).map(answer).collect()
            }
        }
    }
}

impl JobResults {
    /// Does a job with a workspace. A job that gains a batch function gets its own arm here and an entry in
    /// `takes`.
    fn in_batch(&mut self, solver: &Solver, job: Job, puzzles: &PuzzleTexts, workspace: &mut Workspace) {
        match job {
            Job::Unique => {
                self.outcomes.resize(puzzles.len(), Outcome::INVALID);
                solver.solve_lines(puzzles.text(), puzzles.stride(), &mut self.outcomes, workspace);
            }
            Job::Pencilmarks => {
                self.outcomes.resize(puzzles.len(), Outcome::INVALID);
                self.candidates.clear();
                self.candidates.extend(puzzles.iter().map(candidates));
                solver.solve_batch(&self.candidates, &mut self.outcomes, workspace);
            }
            Job::Count => {
                self.start_tallies(puzzles);
                for (puzzle, tally) in puzzles.iter().zip(&mut self.tallies) {
                    *tally = solver.count_with(&grid(puzzle), u64::MAX, workspace);
                }
            }
            Job::First | Job::Enumerate => unreachable!("not taken"),
        }
    }

    /// Does a job without a workspace.
    fn one_by_one(&mut self, solver: &Solver, job: Job, puzzles: &PuzzleTexts) {
        match job {
            Job::Unique => {
                self.outcomes.resize(puzzles.len(), Outcome::INVALID);
                for (puzzle, outcome) in puzzles.iter().zip(&mut self.outcomes) {
                    *outcome = solver.solve(&grid(puzzle));
                }
            }
            Job::Pencilmarks => {
                self.outcomes.resize(puzzles.len(), Outcome::INVALID);
                for (puzzle, outcome) in puzzles.iter().zip(&mut self.outcomes) {
                    *outcome = solver.solve(&candidates(puzzle));
                }
            }
            Job::First => {
                self.start_tallies(puzzles);
                self.first.resize(puzzles.len(), Grid::EMPTY);
                let found = self.tallies.iter_mut().zip(&mut self.first);
                for (puzzle, (tally, first)) in puzzles.iter().zip(found) {
                    *tally = solver.visit(&grid(puzzle), |solution| {
                        *first = *solution;
                        ControlFlow::Break(())
                    });
                }
            }
            Job::Count => {
                self.start_tallies(puzzles);
                for (puzzle, tally) in puzzles.iter().zip(&mut self.tallies) {
                    *tally = solver.count(&grid(puzzle), u64::MAX);
                }
            }
            Job::Enumerate => {
                self.start_tallies(puzzles);
                self.written.resize(puzzles.len(), Written::NOTHING);
                let found = self.tallies.iter_mut().zip(&mut self.written);
                for (puzzle, (tally, written)) in puzzles.iter().zip(found) {
                    *written = Written::NOTHING;
                    *tally = solver.visit(&grid(puzzle), |solution| {
                        written.write(&solution.to_line());
                        ControlFlow::Continue(())
                    });
                }
            }
        }
    }

    /// Allocates a tally for each puzzle.
    fn start_tallies(&mut self, puzzles: &PuzzleTexts) {
        let nothing = Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 };
        self.tallies.resize(puzzles.len(), nothing);
    }
}

/// Returns a puzzle's clues.
fn grid(puzzle: &[u8]) -> Grid {
    Grid::parse(&puzzle[..81]).expect("puzzles are well formed")
}

/// Returns a puzzle's pencil marks as one mask of candidates per cell.
fn candidates(puzzle: &[u8]) -> [u16; 81] {
    let (cells, _) = puzzle.as_chunks::<9>();
    std::array::from_fn(|cell| {
        let marks = cells[cell].iter().zip(0..);
        marks.fold(0, |bits, (&mark, digit)| bits | u16::from(mark != b'.') << digit)
    })
}

/// Converts an outcome to a participant's answer.
fn answer(outcome: &Outcome) -> ParticipantAnswer {
    let solutions = match outcome.status {
        Status::NoSolution | Status::Invalid => 0,
        Status::Unique => 1,
        Status::Multiple => 2,
        Status::OutOfSteps | Status::Stopped => unreachable!("no limit is set"),
    };
    let solution = outcome.solution.map(|solution| solution.to_line());
    ParticipantAnswer { solutions, solution, checksum: 0, guesses: outcome.guesses }
}

/// Converts a tally to a participant's answer without a solution.
fn tallied(tally: &Tally) -> ParticipantAnswer {
    ParticipantAnswer { solutions: tally.solutions, solution: None, checksum: 0, guesses: tally.guesses }
}
