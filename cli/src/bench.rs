//! `bench`: times puzzles on every engine and kernel of this machine.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use lanedoku::{Engine, Generator, GeneratorWorkspace, Grid, Kernel, Outcome, Solver, Status, Workspace};
use lanedoku_formats::{InputFormat, read_all};

use crate::inputs::Input;
use crate::messages::{Failure, grouped};

/// The number of rounds. All participants run once in each.
const ROUNDS: usize = 7;
/// The width of the longest bar, in columns.
const BAR: usize = 40;
/// The number of puzzles is reduced so that the slowest participant takes about this long for a round.
const ROUND: Duration = Duration::from_millis(300);

/// The number of puzzles to generate if there are no inputs.
const GENERATED: usize = 1000;
/// The seed of generated puzzles.
pub const SEED: u64 = 1;
/// The step limit for each puzzle: a second or less. Without it, an engine could take practically forever for a puzzle
/// that another one solves at once.
const MOST_STEPS: u64 = 1 << 26;

/// A solver to time.
struct TimedSolver {
    name: String,
    solver: Solver,
    in_batches: bool,
    /// Nanoseconds per puzzle, one value per round.
    times: Vec<f64>,
}

impl TimedSolver {
    /// Solves the puzzles and returns the time.
    fn run(&self, puzzles: &[Grid], outcomes: &mut [Outcome], workspace: &mut Workspace) -> Duration {
        let start = Instant::now();
        if self.in_batches {
            self.solver.solve_batch(puzzles, outcomes, workspace);
        } else {
            for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
                *outcome = self.solver.solve(puzzle);
            }
        }
        start.elapsed()
    }

    fn median(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }
}

/// Returns the participants: each engine with each kernel of this machine; engines with batches take part twice.
fn participants() -> Vec<TimedSolver> {
    let mut participants = Vec::new();
    for engine in Engine::ALL {
        for &kernel in Kernel::of(engine) {
            let solver = Solver::builder().engine(engine).kernel(kernel).step_limit(MOST_STEPS).build();
            let Ok(solver) = solver else { continue };
            // In a batch, the others solve one puzzle after another, too.
            let has_batches = engine == Engine::Simd && kernel != Kernel::Portable;
            let modes =
                if has_batches { &[("batch", true), ("single", false)][..] } else { &[("single", false)] };
            participants.extend(modes.iter().map(|&(mode, in_batches)| TimedSolver {
                name: format!("{engine} {mode}, {kernel}"),
                solver,
                in_batches,
                times: Vec::new(),
            }));
        }
    }
    participants
}

/// Returns the first `count` minimal puzzles of [`SEED`].
pub fn generated(count: usize) -> Vec<Grid> {
    let mut memory = Box::new_uninit();
    let workspace = GeneratorWorkspace::write_new(&mut memory);
    let mut made = vec![None; count];
    Generator::new(SEED).generate(0, &mut made, workspace);
    made.into_iter().flatten().collect()
}

/// Reads the 9x9 puzzles of the inputs.
fn puzzles(inputs: &[Input], format: &InputFormat) -> Result<Vec<Grid>, Failure> {
    let mut puzzles = Vec::new();
    for input in inputs {
        let failed = |error: io::Error| Failure::Data(format!("{}: {error}", input.name()));
        let mut text = Vec::new();
        input.open().map_err(failed)?.read_to_end(&mut text).map_err(failed)?;
        read_all(&text, format, |_, found| {
            puzzles.extend(found.ok().and_then(|parsed| parsed.puzzle.sized::<81>()));
        });
    }
    match puzzles.is_empty() {
        true => Err(Failure::Data("no 9x9 puzzles found".into())),
        false => Ok(puzzles),
    }
}

/// Times all participants, compares their answers, and writes a table and a bar chart.
pub fn bench(inputs: &[Input], format: &InputFormat, out: &mut impl Write) -> Result<(), Failure> {
    let (puzzles, source) = match inputs {
        [] => (generated(GENERATED), format!(" generated with seed {SEED}")),
        _ => (puzzles(inputs, format)?, String::new()),
    };
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    let mut outcomes = vec![Outcome::INVALID; puzzles.len()];
    let mut participants = participants();

    let mut used = puzzles.len();
    for participant in &participants {
        let few = &puzzles[..used.min(64)];
        let time = participant.run(few, &mut outcomes[..few.len()], workspace);
        let enough = ROUND.as_secs_f64() / (time.as_secs_f64().max(1e-9) / few.len() as f64);
        used = used.min((enough as usize).max(1));
    }
    let puzzles = &puzzles[..used];
    let mut expected = Vec::new();
    for participant in &participants {
        participant.run(puzzles, &mut outcomes[..used], workspace);
        let statuses: Vec<_> = outcomes[..used].iter().map(|outcome| outcome.status).collect();
        for (puzzle, outcome) in puzzles.iter().zip(&outcomes[..used]) {
            if outcome.solution.is_some_and(|solution| !solution.is_solution_of(puzzle)) {
                return Err(Failure::Data(format!("{}: wrong solution of {puzzle}", participant.name)));
            }
        }
        match expected.is_empty() {
            true => expected = statuses,
            false if !agree(&expected, &statuses) => {
                return Err(Failure::Data(format!("{}: different answers", participant.name)));
            }
            false => {}
        }
    }
    for _ in 0..ROUNDS {
        for participant in &mut participants {
            let time = participant.run(puzzles, &mut outcomes[..used], workspace);
            participant.times.push(time.as_secs_f64() * 1e9 / used as f64);
        }
    }
    show(&participants, used, &source, out).map_err(Failure::output)
}

/// Returns whether two lists of answers agree, except where one of them reached the step limit.
fn agree(one: &[Status], other: &[Status]) -> bool {
    let is_limit = |status: Status| status == Status::OutOfSteps;
    one.iter().zip(other).all(|(&one, &other)| one == other || is_limit(one) || is_limit(other))
}

fn show(participants: &[TimedSolver], puzzles: usize, source: &str, out: &mut impl Write) -> io::Result<()> {
    let width = participants.iter().map(|participant| participant.name.len()).max().unwrap_or(0);
    let slowest = participants.iter().map(TimedSolver::median).fold(0.0, f64::max);
    let fastest = participants.iter().map(TimedSolver::median).fold(f64::INFINITY, f64::min);
    writeln!(
        out,
        "{} puzzles{source} on one core, medians of {ROUNDS} interleaved rounds; all answers agree\n",
        grouped(puzzles as u64)
    )?;
    writeln!(out, "{:width$} {:>12} {:>14} {:>8}", "engine, kernel", "ns/puzzle", "puzzles/s", "ratio")?;
    for participant in participants {
        let time = participant.median();
        let rate = grouped((1e9 / time) as u64);
        writeln!(out, "{:width$} {time:>12.0} {rate:>14} {:>8.2}", participant.name, slowest / time)?;
    }
    writeln!(out)?;
    for participant in participants {
        let bar = "#".repeat(((fastest / participant.median()) * BAR as f64).round().max(1.0) as usize);
        writeln!(out, "{:width$} {bar}", participant.name)?;
    }
    out.flush()
}
