//! `bench`: times the user's puzzles on every kernel of this machine.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use lanedoku::{Grid, Kernel, Outcome, Solver, Workspace};
use lanedoku_formats::{InputFormat, Parsed, Puzzle, read, split_all};

use crate::inputs::Input;
use crate::messages::{Failure, grouped};

/// The number of rounds. All participants run once in each.
const ROUNDS: usize = 7;
/// The width of the longest bar, in columns.
const BAR: usize = 40;
/// The number of puzzles is reduced so that the slowest participant takes about this long for a round.
const ROUND: Duration = Duration::from_millis(300);

/// A solver to time.
struct Participant {
    name: String,
    solver: Solver,
    in_batches: bool,
    /// Nanoseconds per puzzle, one value per round.
    times: Vec<f64>,
}

impl Participant {
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

/// Returns one participant for each kernel of this machine, single and in batches.
fn participants() -> Vec<Participant> {
    let mut participants = Vec::new();
    for kernel in [Kernel::Avx512, Kernel::Avx2, Kernel::Portable] {
        let Ok(solver) = Solver::builder().engine(lanedoku::Engine::Simd).kernel(kernel).build() else {
            continue;
        };
        for (mode, in_batches) in [("batch", true), ("single", false)] {
            // The portable kernel has no batch engine; it solves one puzzle after another.
            if kernel != Kernel::Portable || !in_batches {
                participants.push(Participant {
                    name: format!("{mode}, {kernel}"),
                    solver,
                    in_batches,
                    times: Vec::new(),
                });
            }
        }
    }
    participants
}

/// Reads the 9x9 puzzles of the inputs.
fn puzzles(inputs: &[Input], format: &InputFormat) -> Result<Vec<Grid>, Failure> {
    let mut puzzles = Vec::new();
    for input in inputs {
        let failed = |error: io::Error| Failure::Data(format!("{}: {error}", input.name()));
        let mut text = Vec::new();
        input.open().map_err(failed)?.read_to_end(&mut text).map_err(failed)?;
        for entry in split_all(&text, format) {
            if let Ok(Parsed { puzzle: Puzzle::Nine(board), .. }) = read(&entry, &text, format) {
                puzzles.push(board);
            }
        }
    }
    match puzzles.is_empty() {
        true => Err(Failure::Data("no 9x9 puzzles found".into())),
        false => Ok(puzzles),
    }
}

/// Times all participants, compares their answers, and writes a table and a bar chart.
pub fn bench(inputs: &[Input], format: &InputFormat, out: &mut impl Write) -> Result<(), Failure> {
    let puzzles = puzzles(inputs, format)?;
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
            false if expected != statuses => {
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
    show(&participants, used, out).map_err(|error| Failure::Data(format!("standard output: {error}")))
}

fn show(participants: &[Participant], puzzles: usize, out: &mut impl Write) -> io::Result<()> {
    let slowest = participants.iter().map(Participant::median).fold(0.0, f64::max);
    let fastest = participants.iter().map(Participant::median).fold(f64::INFINITY, f64::min);
    writeln!(
        out,
        "{} puzzles on one core, medians of {ROUNDS} interleaved rounds; all answers agree\n",
        grouped(puzzles as u64)
    )?;
    writeln!(out, "{:18} {:>12} {:>14} {:>8}", "engine, kernel", "ns/puzzle", "puzzles/s", "ratio")?;
    for participant in participants {
        let time = participant.median();
        let rate = grouped((1e9 / time) as u64);
        writeln!(out, "{:18} {time:>12.0} {rate:>14} {:>8.2}", participant.name, slowest / time)?;
    }
    writeln!(out)?;
    for participant in participants {
        let bar = "#".repeat(((fastest / participant.median()) * BAR as f64).round().max(1.0) as usize);
        writeln!(out, "{:18} {bar}", participant.name)?;
    }
    out.flush()
}
