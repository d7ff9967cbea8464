//! A rung: a solver with a common interface for tests and measurements.

use crate::board::{Cells, parse};
use std::time::{Duration, Instant};

/// Observes every step of a search and may stop it.
///
/// A step is one visit to an open cell, forward or backward: the search either finds the next digit
/// for the cell and goes forward, or finds none and goes back.
pub trait StepWatch {
    /// Called once at every visit, with the cell (0 to 80). `false` stops the search.
    fn step(&mut self, cell: usize) -> bool;
}

/// Does nothing, for timing.
pub struct Unwatched;

impl StepWatch for Unwatched {
    #[inline(always)]
    fn step(&mut self, _cell: usize) -> bool {
        true
    }
}

/// Counts steps up to a limit, for the run that is not timed.
pub struct Counted {
    /// Steps so far.
    pub steps: u64,
    /// Steps allowed.
    pub limit: u64,
}

impl Counted {
    /// A count from 0.
    pub fn up_to(limit: u64) -> Self {
        Self { steps: 0, limit }
    }
}

impl StepWatch for Counted {
    fn step(&mut self, _cell: usize) -> bool {
        if self.steps == self.limit {
            return false;
        }
        self.steps += 1;
        true
    }
}

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// Every open cell has a digit.
    Solved,
    /// The first open cell has no digit left: no solution.
    Exhausted,
    /// The watch stopped it.
    Stopped,
}

/// One rung: a whole small solver.
pub trait RungSolver: Clone {
    /// Loads a puzzle. `None` if two clues collide.
    fn load(clues: &Cells) -> Option<Self>;

    /// Runs from the loaded state to the first solution, cells row by row, digits upward.
    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd;

    /// The 81 digits after [`SearchEnd::Solved`].
    fn solution(&self) -> Cells;
}

/// The answer of a rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RungAnswer {
    /// A character is not a cell, the shape is wrong, or two clues collide.
    Invalid,
    /// There is no solution.
    NoSolution,
    /// The first solution.
    Solved(Cells),
    /// The step limit was reached.
    OutOfSteps,
}

/// A rung for the command: its name, its description, and three ways to run it.
#[derive(Clone, Copy)]
pub struct Rung {
    /// Its short name, for `--rung` and the tables.
    pub name: &'static str,
    /// Its change from the rung before, in a few words.
    pub idea: &'static str,
    /// Puzzles that run interleaved; times are per puzzle.
    pub puzzles_at_once: usize,
    /// Parses, checks and solves a text within a step limit. Returns the answer and the steps.
    pub answer: fn(text: &str, limit: u64) -> (RungAnswer, u64),
    /// Parses, checks and solves, unwatched: `puzzles_at_once` copies of the text.
    pub run_once: fn(text: &str) -> RungAnswer,
    /// Time of `runs` searches alone, on structures loaded beforehand.
    pub solver_only: fn(text: &str, runs: usize) -> Duration,
    /// Time of `runs` times parse, check and solve.
    pub full_run: fn(text: &str, runs: usize) -> Duration,
}

impl Rung {
    /// The rung of one solver.
    pub const fn of<S: RungSolver>(name: &'static str, idea: &'static str) -> Self {
        Self {
            name,
            idea,
            puzzles_at_once: 1,
            answer: answer::<S>,
            run_once: |text| run::<S>(text, &mut Unwatched),
            solver_only: solver_only::<S>,
            full_run: full_run::<S>,
        }
    }
}

/// Parses, checks and solves, watched.
pub fn run<S: RungSolver>(text: &str, watch: &mut impl StepWatch) -> RungAnswer {
    let Some(mut solver) = parse(text).and_then(|clues| S::load(&clues)) else {
        return RungAnswer::Invalid;
    };
    match solver.solve(watch) {
        SearchEnd::Solved => RungAnswer::Solved(solver.solution()),
        SearchEnd::Exhausted => RungAnswer::NoSolution,
        SearchEnd::Stopped => RungAnswer::OutOfSteps,
    }
}

/// The result of [`repeat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runs {
    /// The steps of all searches.
    pub steps: u64,
    /// The searches that have reached their end.
    pub searches: u64,
    /// The first solution, if there is one and a search has reached it.
    pub solution: Option<Cells>,
}

/// Runs searches for exactly `steps` steps, one after the other, on a structure loaded once. The library's
/// `trace::repeat_loop` does the same with its portable loop, and also counts its steps, so the two can be timed
/// side by side.
///
/// Returns no steps for a board without an open cell, and `None` if two clues collide.
pub fn repeat<S: RungSolver>(clues: &Cells, steps: u64) -> Option<Runs> {
    let loaded = S::load(clues)?;
    let mut watch = Counted::up_to(steps);
    let mut runs = Runs { steps: 0, searches: 0, solution: None };
    loop {
        let mut solver = std::hint::black_box(&loaded).clone();
        let search = solver.solve(&mut watch);
        if search == SearchEnd::Solved {
            runs.solution = Some(solver.solution());
        }
        if search == SearchEnd::Stopped || watch.steps == runs.steps {
            break;
        }
        runs.searches += 1;
        runs.steps = watch.steps;
    }
    runs.steps = watch.steps;
    Some(runs)
}

fn answer<S: RungSolver>(text: &str, limit: u64) -> (RungAnswer, u64) {
    let mut watch = Counted::up_to(limit);
    (run::<S>(text, &mut watch), watch.steps)
}

fn solver_only<S: RungSolver>(text: &str, runs: usize) -> Duration {
    let loaded = parse(text).and_then(|clues| S::load(&clues)).expect("only valid boards are timed");
    let mut loaded = vec![loaded; runs];
    let start = Instant::now();
    for solver in &mut loaded {
        std::hint::black_box(solver.solve(&mut Unwatched));
    }
    let time = start.elapsed();
    std::hint::black_box(loaded);
    time
}

fn full_run<S: RungSolver>(text: &str, runs: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..runs {
        std::hint::black_box(run::<S>(std::hint::black_box(text), &mut Unwatched));
    }
    start.elapsed()
}
