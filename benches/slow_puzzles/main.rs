//! Searches for boards, candidate sets and batches that are slow to solve, by random sampling and by hill climbing.
//!
//! ```text
//! cargo run --release -p slow-puzzles -- sample                  # the slowest of 100,000 random boards
//! cargo run --release -p slow-puzzles -- climb --seconds 3600    # hill climbing from random boards
//! cargo run --release -p slow-puzzles -- candidates              # like sample, with random candidate sets
//! cargo run --release -p slow-puzzles -- climb-candidates --seconds 3600
//! cargo run --release -p slow-puzzles -- batch --seconds 3600    # batches slower than their boards one by one
//! ```
//!
//! Options: `--seed N` seeds the random boards; `--count N` sets their number; `--kernel NAME` selects one kernel
//! (`propagate` selects that engine); `--step-limit N` ends a search after N steps (0: never, so a search may not
//! end); `--seconds N` sets the time to climb; `--out FILE` names a file for the slowest puzzles. The steps found
//! by `sample` and `candidates` depend only on the seed; the other modes run until the time is up.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::hint::black_box;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use lanedoku::{Engine, Grid, Kernel, Outcome, Solver, Status, Workspace};
use make::{Boards, mutated, mutated_candidates};

mod make;

/// The number of slowest puzzles to print for each solver.
const WORST: usize = 20;

fn main() -> ExitCode {
    match Settings::read().and_then(|(mode, settings)| run(&mode, &settings).map_err(|e| e.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("slow-puzzles: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(mode: &str, settings: &Settings) -> io::Result<()> {
    match mode {
        "sample" => sample(settings, |boards| Puzzle::Board(boards.board())),
        "candidates" => sample(settings, |boards| Puzzle::Candidates(Box::new(boards.candidates()))),
        "climb" => climb(settings, |boards| Puzzle::Board(boards.board())),
        "climb-candidates" => climb(settings, |boards| Puzzle::Candidates(Box::new(boards.candidates()))),
        _ => search_batches(settings),
    }
}

/// The settings from the command line.
struct Settings {
    seed: u64,
    count: usize,
    limit: u64,
    seconds: u64,
    solvers: Vec<(&'static str, Solver)>,
    out: Option<String>,
}

impl Settings {
    fn read() -> Result<(String, Settings), String> {
        let modes = ["sample", "candidates", "climb", "climb-candidates", "batch"];
        let mut arguments = env::args().skip(1);
        let mode = arguments.next().filter(|mode| modes.contains(&mode.as_str()));
        let mode = mode.ok_or_else(|| format!("the first argument must be one of {}", modes.join(", ")))?;
        let mut settings =
            Settings { seed: 1, count: 100_000, limit: 200_000, seconds: 60, solvers: Vec::new(), out: None };
        let mut kernel = None;
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let number = || value.parse::<u64>().map_err(|error| format!("{name} {value}: {error}"));
            match name.as_str() {
                "--seed" => settings.seed = number()?,
                "--count" => settings.count = number()? as usize,
                "--step-limit" => settings.limit = number()?.checked_sub(1).map_or(u64::MAX, |less| less + 1),
                "--seconds" => settings.seconds = number()?,
                "--kernel" => kernel = Some(value),
                "--out" => settings.out = Some(value),
                _ => return Err(format!("unknown option {name}")),
            }
        }
        for &name in Kernel::of(Engine::Simd) {
            match Solver::builder().kernel(name).build() {
                Ok(solver) => settings.solvers.push((name.name(), solver)),
                Err(error) => eprintln!("NOT RUN: {error}"),
            }
        }
        settings.solvers.push(("propagate", Solver::builder().engine(Engine::Propagate).build().unwrap()));
        if let Some(kernel) = kernel {
            settings.solvers.retain(|(name, _)| *name == kernel);
        }
        if settings.solvers.is_empty() {
            return Err("this machine does not have the kernel".into());
        }
        for (_, solver) in &mut settings.solvers {
            *solver = solver.with_step_limit(settings.limit);
        }
        Ok((mode, settings))
    }

    /// Writes the slowest puzzles to the output file, if there is one.
    fn save(&self, lines: &[String]) -> io::Result<()> {
        self.out.as_ref().map_or(Ok(()), |path| fs::write(path, lines.concat()))
    }
}

/// A puzzle to solve.
#[derive(Clone)]
enum Puzzle {
    Board(Grid),
    Candidates(Box<[u16; 81]>),
}

impl Puzzle {
    fn solve(&self, solver: &Solver) -> Outcome {
        match self {
            Puzzle::Board(board) => solver.solve(board),
            Puzzle::Candidates(candidates) => solver.solve_candidates(candidates),
        }
    }

    /// Returns whether the solver accepts this puzzle: only one engine accepts candidates.
    fn fits(&self, solver: &Solver) -> bool {
        matches!(self, Puzzle::Board(_)) || solver.engine() == Engine::Simd
    }

    fn mutated(&self, random: &mut fastrand::Rng) -> Puzzle {
        match self {
            Puzzle::Board(board) => Puzzle::Board(mutated(board, random)),
            Puzzle::Candidates(candidates) => {
                Puzzle::Candidates(Box::new(mutated_candidates(candidates, random)))
            }
        }
    }

    /// Returns the least time of five runs, in microseconds.
    fn least_microseconds(&self, solver: &Solver) -> f64 {
        let time = || {
            let start = thread_time();
            black_box(self.solve(solver));
            thread_time() - start
        };
        microseconds((0..5).map(|_| time()).min().unwrap_or_default())
    }
}

impl Display for Puzzle {
    /// Writes a board as one line, and candidates as nine characters a cell.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Puzzle::Board(board) => write!(f, "{board}"),
            Puzzle::Candidates(candidates) => candidates.iter().try_for_each(|mask| {
                (0..9).try_for_each(|digit| match mask >> digit & 1 {
                    0 => write!(f, "."),
                    _ => write!(f, "{}", digit + 1),
                })
            }),
        }
    }
}

/// Returns the processor time of this thread, which excludes other load on the machine.
#[cfg(unix)]
fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for writes.
    let code = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(code, 0, "the system has no clock for threads");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the time since the first call, on systems without a clock for threads.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

fn microseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

/// The puzzles that cost one solver the most, by steps or by time.
#[derive(Default)]
struct Worst(BTreeMap<u64, Puzzle>);

impl Worst {
    fn add(&mut self, cost: u64, puzzle: &Puzzle) {
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

/// Prints the distribution of steps and time over random puzzles, and the slowest of them.
fn sample(settings: &Settings, mut next: impl FnMut(&mut Boards) -> Puzzle) -> io::Result<()> {
    let mut boards = Boards::new(settings.seed);
    let mut steps: Vec<Vec<u64>> = vec![Vec::new(); settings.solvers.len()];
    let mut times = steps.clone();
    let mut by_steps: Vec<Worst> = settings.solvers.iter().map(|_| Worst::default()).collect();
    let mut by_time: Vec<Worst> = settings.solvers.iter().map(|_| Worst::default()).collect();
    let mut statuses: BTreeMap<&str, u64> = BTreeMap::new();
    for _ in 0..settings.count {
        let puzzle = next(&mut boards);
        let mut known = None;
        for (index, (name, solver)) in settings.solvers.iter().enumerate() {
            if !puzzle.fits(solver) {
                continue;
            }
            let start = Instant::now();
            let outcome = puzzle.solve(solver);
            let time = start.elapsed().as_nanos() as u64;
            steps[index].push(outcome.steps);
            times[index].push(time);
            by_steps[index].add(outcome.steps, &puzzle);
            by_time[index].add(time, &puzzle);
            if outcome.status != Status::OutOfSteps {
                let (first, status) = *known.get_or_insert((name, outcome.status));
                assert_eq!(outcome.status, status, "{name} and {first} differ: {puzzle}");
            }
        }
        *statuses.entry(known.map_or("undecided", |(_, status)| status.name())).or_default() += 1;
    }
    println!("{} puzzles, seed {}: {statuses:?}", settings.count, settings.seed);
    println!(
        "kernel     what        median      99%    99.9%   99.99%     most  at the limit of {}",
        settings.limit
    );
    let mut lines = Vec::new();
    for (index, (name, solver)) in settings.solvers.iter().enumerate() {
        let [steps, times] = [&mut steps[index], &mut times[index]];
        if steps.is_empty() {
            continue;
        }
        let limited = steps.iter().filter(|&&steps| steps >= settings.limit).count();
        let mean = times.iter().sum::<u64>() as f64 / times.len() as f64 / 1e3;
        for (what, figures, unit) in [("steps", steps, 1.0), ("time, us", times, 1e3)] {
            figures.sort_unstable();
            let at = |part: f64| figures[((figures.len() - 1) as f64 * part) as usize] as f64 / unit;
            let [a, b, c, d, e] = [0.5, 0.99, 0.999, 0.9999, 1.0].map(at);
            println!("{name:10} {what:10} {a:8.1} {b:8.1} {c:8.1} {d:8.1} {e:8.1}  {limited}");
        }
        // Another process may have interrupted the first measurement, so the slowest puzzles are timed again.
        let found = by_time[index].0.values().chain(by_steps[index].0.values());
        let again = found.map(|puzzle| (puzzle.least_microseconds(solver), puzzle));
        let worst = again.max_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((time, puzzle)) = worst {
            println!("{name:10} mean {mean:.2} us; worst single solve, timed again: {time:.0} us: {puzzle}");
        }
        for (steps, puzzle) in by_steps[index].0.iter().rev().take(WORST) {
            lines.push(format!("{puzzle} {name} {steps}\n"));
        }
    }
    settings.save(&lines)
}

/// Climbs from random puzzles to slower ones until the time is up, alternating between the solvers.
fn climb(settings: &Settings, mut next: impl FnMut(&mut Boards) -> Puzzle) -> io::Result<()> {
    let mut boards = Boards::new(settings.seed);
    let end = Instant::now() + Duration::from_secs(settings.seconds);
    let mut worst: Vec<Worst> = settings.solvers.iter().map(|_| Worst::default()).collect();
    let (mut climbs, mut solves) = (0u64, 0u64);
    while Instant::now() < end {
        let index = climbs as usize % settings.solvers.len();
        let solver = &settings.solvers[index].1;
        let mut start = next(&mut boards);
        if !start.fits(solver) {
            climbs += 1;
            continue;
        }
        let mut steps = start.solve(solver).steps;
        // Starts from the slowest of several puzzles.
        for _ in 0..100 {
            let other = next(&mut boards);
            let others = other.solve(solver).steps;
            if others > steps {
                (start, steps) = (other, others);
            }
        }
        solves += 101;
        let mut idle = 0;
        while idle < 400 && steps < settings.limit && Instant::now() < end {
            let other = start.mutated(&mut boards.random);
            let others = other.solve(solver).steps;
            solves += 1;
            idle = if others > steps { 0 } else { idle + 1 };
            // Moves to puzzles of equal cost are accepted.
            if others >= steps {
                (start, steps) = (other, others);
            }
        }
        worst[index].add(steps, &start);
        climbs += 1;
    }
    println!("{climbs} climbs, {solves} searches, seed {}, limit {}", settings.seed, settings.limit);
    let mut lines = Vec::new();
    for (worst, (name, solver)) in worst.iter().zip(&settings.solvers) {
        for (steps, puzzle) in worst.0.iter().rev().take(WORST) {
            let mut line = format!("{puzzle} by {name}:");
            for (name, solver) in settings.solvers.iter().filter(|(_, solver)| puzzle.fits(solver)) {
                line += &format!(" {name} {}", puzzle.solve(solver).steps);
            }
            lines.push(line + "\n");
            if lines.len() % WORST == 1 {
                println!("{name}: {steps} steps, {:.0} us", puzzle.least_microseconds(solver));
            }
        }
    }
    io::stdout().write_all(lines.concat().as_bytes())?;
    settings.save(&lines)
}

/// Sizes of batches: fewer than the lanes, a few times as many, and many.
const SIZES: [usize; 9] = [1, 6, 8, 12, 16, 33, 64, 100, 500];

/// Climbs to batches that take longer than their boards one by one.
fn search_batches(settings: &Settings) -> io::Result<()> {
    let mut boards = Boards::new(settings.seed);
    let end = Instant::now() + Duration::from_secs(settings.seconds);
    let mut workspace = Box::new(Workspace::new());
    let mut lines = Vec::new();
    let solvers: Vec<_> =
        settings.solvers.iter().filter(|(_, solver)| solver.engine() == Engine::Simd).collect();
    let mut best = vec![[0.0; SIZES.len()]; solvers.len()];
    let mut climbs = 0;
    let mut measured = 0u64;
    while Instant::now() < end && !solvers.is_empty() {
        let index = climbs % solvers.len();
        let (name, solver) = solvers[index];
        let which = climbs / solvers.len() % SIZES.len();
        let size = SIZES[which];
        let sparse = boards.random.bool();
        let next = |boards: &mut Boards| if sparse { boards.with_clues(0, 12) } else { boards.board() };
        let mut batch: Vec<Grid> = (0..size).map(|_| next(&mut boards)).collect();
        let mut ratio = batch_ratio(solver, &batch, &mut workspace);
        let mut idle = 0;
        while idle < 100 && Instant::now() < end {
            let mut other = batch.clone();
            for _ in 0..boards.random.usize(1..4) {
                let place = boards.random.usize(..size);
                other[place] = match boards.random.bool() {
                    true => next(&mut boards),
                    false => mutated(&other[place], &mut boards.random),
                };
            }
            let others = batch_ratio(solver, &other, &mut workspace);
            measured += 1;
            idle += 1;
            if others > ratio {
                (batch, ratio, idle) = (other, others, 0);
            }
        }
        climbs += 1;
        // Repeats the measurement, to discard a high ratio measured by chance.
        let ratio = (0..3).map(|_| batch_ratio(solver, &batch, &mut workspace)).fold(ratio, f64::min);
        if ratio > best[index][which] {
            best[index][which] = ratio;
            println!("{name}: a batch of {size} takes {ratio:.2} times as long as its boards alone");
            lines.push(format!("# {name} {ratio:.2}\n"));
            lines.extend(batch.iter().map(|board| format!("{board}\n")));
            settings.save(&lines)?;
        }
    }
    println!("{climbs} climbs, {measured} batches, seed {}, limit {}", settings.seed, settings.limit);
    Ok(())
}

/// Returns the time of a batch divided by the time of its boards one by one.
fn batch_ratio(solver: &Solver, batch: &[Grid], workspace: &mut Workspace) -> f64 {
    let mut outcomes = vec![Outcome::INVALID; batch.len()];
    let mut least = |work: &mut dyn FnMut(&mut [Outcome])| {
        let time = |_| {
            let start = thread_time();
            work(&mut outcomes);
            thread_time() - start
        };
        (0..3).map(time).min().unwrap_or_default().as_secs_f64()
    };
    let alone = least(&mut |outcomes| {
        for (board, outcome) in batch.iter().zip(outcomes) {
            *outcome = solver.solve(board);
        }
    });
    least(&mut |outcomes| solver.solve_batch(batch, outcomes, workspace)) / alone
}
