//! Checks every rung on every board, then times those that passed.

use crate::board::{is_solution, parse, print};
use crate::branchless::v6::V6;
use crate::branchless::v8::{Interleaved, MOST_SLOTS};
use crate::generator::puzzle;
use crate::rung::{Counted, Rung, RungAnswer, run};
use lanedoku::{Grid, Status};
use std::hint::black_box;
use std::time::{Duration, Instant};
use testkit::cycles;
use testkit::puzzles::PuzzleGenerator;

/// A board with its name.
pub struct NamedBoard {
    /// The name.
    pub name: String,
    /// Its nine lines.
    pub text: String,
}

/// The verdict on a rung's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The right answer, and as many steps as every other rung.
    Pass,
    /// A wrong answer, or another number of steps.
    Fail,
    /// The step limit was reached: neither right nor wrong, and not timed.
    Limit,
}

/// A rung's verdict on a board and its steps.
#[derive(Clone, Copy)]
pub struct BoardCheck {
    /// Whether the rung was right.
    pub verdict: Verdict,
    /// Its answer.
    pub answer: RungAnswer,
    /// The steps it took, of one puzzle.
    pub steps: u64,
}

/// Runs a rung on a board within `limit` steps, and compares it with the library and with V6's steps.
pub fn check(rung: &Rung, board: &NamedBoard, limit: u64) -> BoardCheck {
    let (answer, steps) = (rung.answer)(&board.text, limit);
    let mut reference = Counted::up_to(limit);
    run::<V6>(&board.text, &mut reference);
    let verdict = if answer == RungAnswer::OutOfSteps {
        Verdict::Limit
    } else if is_right(&board.text, answer) && steps == reference.steps {
        Verdict::Pass
    } else {
        Verdict::Fail
    };
    BoardCheck { verdict, answer, steps }
}

/// Checks the answer with the library's default engine, which searches in another order.
fn is_right(text: &str, answer: RungAnswer) -> bool {
    let Some(clues) = parse(text) else {
        return answer == RungAnswer::Invalid;
    };
    let outcome = lanedoku::Solver::new().solve(&Grid::from_digits(&clues).expect("digits 0 to 9"));
    match (outcome.status, answer) {
        (Status::Invalid, answer) => answer == RungAnswer::Invalid,
        (Status::NoSolution, answer) => answer == RungAnswer::NoSolution,
        (Status::Unique, RungAnswer::Solved(grid)) => {
            outcome.solution.is_some_and(|solution| *solution.digits() == grid)
        }
        (_, RungAnswer::Solved(grid)) => is_solution(&clues, &grid),
        _ => false,
    }
}

/// Time of one solve.
#[derive(Clone, Copy)]
pub struct Sample {
    /// Nanoseconds for each puzzle.
    pub nanoseconds: f64,
    /// Core cycles, by the clock measured before and after the sample.
    pub cycles: f64,
}

/// The samples of a rung on a board, one for each repeat.
#[derive(Default)]
pub struct Timing {
    /// The search alone.
    pub solver_only: Vec<Sample>,
    /// Parse, check and search.
    pub full_run: Vec<Sample>,
}

/// The minimum, mean and maximum of some samples.
#[derive(Clone, Copy)]
pub struct SampleSpread {
    /// The smallest.
    pub min: f64,
    /// The mean.
    pub mean: f64,
    /// The largest.
    pub max: f64,
}

impl SampleSpread {
    /// The spread of `value` over the samples.
    pub fn of(samples: &[Sample], value: impl Fn(&Sample) -> f64) -> Self {
        let values = || samples.iter().map(&value);
        Self {
            min: values().fold(f64::INFINITY, f64::min),
            mean: values().sum::<f64>() / samples.len() as f64,
            max: values().fold(0.0, f64::max),
        }
    }
}

/// Takes one sample: the time in which `work` runs `puzzles` puzzles `runs` times.
///
/// Repeated, up to five times, if the clock changed in between.
fn sample(runs: usize, puzzles: usize, work: impl Fn(usize) -> Duration) -> Sample {
    let mut attempts = 0;
    loop {
        let before = cycles::per_nanosecond();
        let time = work(runs).as_nanos() as f64 / (runs * puzzles) as f64;
        let after = cycles::per_nanosecond();
        attempts += 1;
        if (before / after - 1.0).abs() < 0.01 || attempts == 5 {
            return Sample { nanoseconds: time, cycles: time * (before + after) / 2.0 };
        }
    }
}

/// The number of runs for a sample of some hundred microseconds.
fn runs_for(time: Duration) -> usize {
    (200_000 / time.as_nanos().max(1)).clamp(1, 256) as usize
}

/// One repeat of a rung on a board: both times, added to `timing`.
pub fn repeat(rung: &Rung, board: &NamedBoard, timing: &mut Timing) {
    let runs = runs_for((rung.solver_only)(&board.text, 1));
    let puzzles = rung.puzzles_at_once;
    timing.solver_only.push(sample(runs, puzzles, |runs| (rung.solver_only)(&board.text, runs)));
    timing.full_run.push(sample(runs, puzzles, |runs| (rung.full_run)(&board.text, runs)));
}

/// A solver on a batch of different puzzles, including set-up and refilling.
pub struct OnBatch {
    /// The solver, and for V8 its slots.
    pub name: String,
    /// Core cycles a step and puzzle.
    pub cycles_per_step: SampleSpread,
}

/// The number of puzzles in the batch: enough that the empty slots at its end do not matter.
pub const BATCH: usize = 192;

/// The batch: minimal puzzles, 2,000 to 60,000 steps each.
fn batch() -> Vec<String> {
    let mut generator = PuzzleGenerator::new(48);
    (0..BATCH).map(|_| print(&puzzle(&mut generator, 0, 2_000..60_000))).collect()
}

/// Times V6, V7 and V8 on the same batch, if they are in `rungs`; V8 with one to seven slots.
pub fn on_batch(rungs: &[Rung], repeats: usize, mut progress: impl FnMut()) -> Vec<OnBatch> {
    let takes_part = |rung: &Rung| ["V6", "V7", "V7-portable", "V7-assembly", "V8"].contains(&rung.name);
    if !rungs.iter().any(takes_part) {
        return Vec::new();
    }
    let texts = batch();
    let mut watch = Counted::up_to(u64::MAX);
    for text in &texts {
        run::<V6>(text, &mut watch);
    }
    let steps = watch.steps as f64;

    type Work<'a> = Box<dyn Fn() -> Duration + 'a>;
    let mut work: Vec<(String, Work)> = Vec::new();
    for rung in rungs.iter().filter(|rung| rung.name == "V6" || rung.name.starts_with("V7")) {
        let texts = &texts;
        work.push((
            rung.name.to_owned(),
            Box::new(move || texts.iter().map(|text| (rung.full_run)(text, 1)).sum()),
        ));
    }
    for slots in 1..=MOST_SLOTS {
        let texts = &texts;
        if Interleaved::new(slots).is_some() && rungs.iter().any(|rung| rung.name == "V8") {
            work.push((format!("V8, K = {slots}"), Box::new(move || interleaved(slots, texts))));
        }
    }

    let mut samples: Vec<Vec<Sample>> = work.iter().map(|_| Vec::new()).collect();
    for _ in 0..repeats {
        for (samples, (_, work)) in samples.iter_mut().zip(&work) {
            samples.push(sample(1, 1, |_| work()));
            progress();
        }
    }
    work.into_iter()
        .zip(samples)
        .map(|((name, _), samples)| OnBatch {
            name,
            cycles_per_step: SampleSpread::of(&samples, |sample| sample.cycles / steps),
        })
        .collect()
}

/// Parses, checks and solves all texts with this number of slots.
fn interleaved(slots: usize, texts: &[String]) -> Duration {
    let mut interleaved = Interleaved::new(slots).expect("available: checked before");
    let start = Instant::now();
    interleaved.solve(texts.iter().map(|text| parse(text)), u64::MAX, |_, answer, _| {
        black_box(answer);
    });
    start.elapsed()
}
