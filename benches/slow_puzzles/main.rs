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
//! (`propagate` selects that engine); `--step-limit N` ends a search after N steps (0: never, so a search may not end);
//! `--job solve`, `first`, `count` (to two), `possible`, `wrong` (clues) or `batch` (of twenty copies) selects the job;
//! `--solution least` or `any` selects the solution; `--from FILE` names a file of boards or candidates, one a line, to
//! begin climbs with; `--seconds N` sets the time to climb, `--searches N` ends a climb after N searches on each
//! kernel; `--out FILE` names a file for the slowest puzzles. The steps found by `sample` and `candidates`, and by a
//! climb that ends after a number of searches, depend only on the seed; the other modes run until the time is up.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::hint::black_box;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use climb::{Climb, ClimbStart, Worst};
use lanedoku::{Engine, Grid, Kernel, Outcome, SizedPuzzle, Solver, Status, Workspace};
use make::{Boards, mutated, mutated_candidates};

mod climb;
mod make;

/// The number of slowest puzzles to print for each solver.
const WORST: usize = 20;

fn main() -> ExitCode {
    match CommandSettings::read()
        .and_then(|(mode, settings)| run(&mode, &settings).map_err(|e| e.to_string()))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("slow-puzzles: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(mode: &str, settings: &CommandSettings) -> io::Result<()> {
    match mode {
        "sample" => sample(settings, |boards| BoardOrCandidates::Board(boards.board())),
        "candidates" => {
            sample(settings, |boards| BoardOrCandidates::Candidates(Box::new(boards.candidates())))
        }
        "climb" => climb(settings, |boards| BoardOrCandidates::Board(boards.board())),
        "climb-candidates" => {
            climb(settings, |boards| BoardOrCandidates::Candidates(Box::new(boards.candidates())))
        }
        _ => search_batches(settings),
    }
}

/// The settings from the command line.
struct CommandSettings {
    seed: u64,
    count: usize,
    limit: u64,
    seconds: u64,
    searches: u64,
    job: SolverCall,
    slow: Vec<BoardOrCandidates>,
    solvers: Vec<(&'static str, Solver)>,
    out: Option<String>,
}

impl CommandSettings {
    fn read() -> Result<(String, CommandSettings), String> {
        let modes = ["sample", "candidates", "climb", "climb-candidates", "batch"];
        let mut arguments = env::args().skip(1);
        let mode = arguments.next().filter(|mode| modes.contains(&mode.as_str()));
        let mode = mode.ok_or_else(|| format!("the first argument must be one of {}", modes.join(", ")))?;
        let mut settings = CommandSettings {
            seed: 1,
            count: 100_000,
            limit: 200_000,
            seconds: 60,
            searches: u64::MAX,
            job: SolverCall::Solve,
            slow: Vec::new(),
            solvers: Vec::new(),
            out: None,
        };
        let (mut kernel, mut any_solution) = (None, false);
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let number = || value.parse::<u64>().map_err(|error| format!("{name} {value}: {error}"));
            match name.as_str() {
                "--seed" => settings.seed = number()?,
                "--count" => settings.count = number()? as usize,
                "--step-limit" => settings.limit = number()?.checked_sub(1).map_or(u64::MAX, |less| less + 1),
                "--seconds" => settings.seconds = number()?,
                "--searches" => settings.searches = number()?,
                "--job" => {
                    let job = SolverCall::ALL.into_iter().find(|(name, _)| *name == value);
                    settings.job = job.ok_or_else(|| format!("--job {value}: not a job"))?.1;
                }
                "--solution" => any_solution = value == "any",
                "--from" => {
                    let text = fs::read_to_string(&value).map_err(|error| format!("{value}: {error}"))?;
                    settings.slow = puzzles(&text)?;
                }
                "--kernel" => kernel = Some(value),
                "--out" => settings.out = Some(value),
                _ => return Err(format!("unknown option {name}")),
            }
        }
        settings.solvers = solvers();
        if let Some(kernel) = kernel {
            settings.solvers.retain(|(name, _)| *name == kernel);
        }
        if settings.solvers.is_empty() {
            return Err("this machine does not have the kernel".into());
        }
        for (_, solver) in &mut settings.solvers {
            *solver = solver.with_step_limit(settings.limit).with_any_solution(any_solution);
        }
        Ok((mode, settings))
    }

    /// Writes the slowest puzzles to the output file, if there is one.
    fn save(&self, lines: &[String]) -> io::Result<()> {
        self.out.as_ref().map_or(Ok(()), |path| fs::write(path, lines.concat()))
    }
}

/// Returns a solver for each kernel of the machine, and the propagating engine.
fn solvers() -> Vec<(&'static str, Solver)> {
    let mut solvers = Vec::new();
    for &name in Kernel::of(Engine::Simd) {
        match Solver::builder().kernel(name).build() {
            Ok(solver) => solvers.push((name.name(), solver)),
            Err(error) => testkit::not_run(&error.to_string()),
        }
    }
    solvers.push(("propagate", Solver::builder().engine(Engine::Propagate).build().unwrap()));
    solvers
}

/// Returns the boards or candidates at the starts of the lines.
fn puzzles(text: &str) -> Result<Vec<BoardOrCandidates>, String> {
    let words = text.lines().filter_map(|line| line.split_whitespace().next());
    let puzzle = |word: &str| match word.len() {
        729 => lanedoku::parse_candidates(word.as_bytes())
            .map(|candidates| BoardOrCandidates::Candidates(Box::new(candidates)))
            .map_err(|error| format!("{word}: {error}")),
        _ => word.parse().map(BoardOrCandidates::Board).map_err(|error| format!("{word}: {error}")),
    };
    words.map(puzzle).collect()
}

/// The job for a puzzle.
#[derive(Clone, Copy)]
enum SolverCall {
    Solve,
    First,
    Count,
    Possible,
    Wrong,
    Batch,
}

impl SolverCall {
    const ALL: [(&str, SolverCall); 6] = [
        ("solve", SolverCall::Solve),
        ("first", SolverCall::First),
        ("count", SolverCall::Count),
        ("possible", SolverCall::Possible),
        ("wrong", SolverCall::Wrong),
        ("batch", SolverCall::Batch),
    ];

    /// Returns the steps that the job takes.
    fn steps(self, puzzle: &BoardOrCandidates, solver: &Solver) -> u64 {
        match (self, puzzle) {
            (SolverCall::Wrong, BoardOrCandidates::Board(board)) => solver.wrong_clues(board).steps,
            (_, BoardOrCandidates::Board(board)) => self.steps_of(board, solver),
            (_, BoardOrCandidates::Candidates(candidates)) => self.steps_of(&**candidates, solver),
        }
    }

    fn steps_of(self, puzzle: &(impl SizedPuzzle + Copy), solver: &Solver) -> u64 {
        match self {
            SolverCall::First => solver.first_solution(puzzle).1.steps,
            SolverCall::Count => solver.count(puzzle, 2).steps,
            SolverCall::Possible => solver.possible(puzzle).steps(),
            SolverCall::Batch => {
                let mut outcomes = [Outcome::INVALID; 20];
                solver.solve_batch(&[*puzzle; 20], &mut outcomes, &mut Box::new(Workspace::new()));
                outcomes.iter().map(|outcome| outcome.steps).max().unwrap_or_default()
            }
            SolverCall::Solve | SolverCall::Wrong => solver.solve(puzzle).steps,
        }
    }

    /// Returns the least time of five runs, in microseconds.
    fn least_microseconds(self, puzzle: &BoardOrCandidates, solver: &Solver) -> f64 {
        let time = || {
            let start = thread_time();
            black_box(self.steps(puzzle, solver));
            thread_time() - start
        };
        microseconds((0..5).map(|_| time()).min().unwrap_or_default())
    }
}

/// A puzzle to solve.
#[derive(Clone)]
enum BoardOrCandidates {
    Board(Grid),
    Candidates(Box<[u16; 81]>),
}

impl BoardOrCandidates {
    fn solve(&self, solver: &Solver) -> Outcome {
        match self {
            BoardOrCandidates::Board(board) => solver.solve(board),
            BoardOrCandidates::Candidates(candidates) => solver.solve(&**candidates),
        }
    }

    /// Returns whether the solver accepts this puzzle: only one engine accepts candidates.
    fn fits(&self, solver: &Solver) -> bool {
        matches!(self, BoardOrCandidates::Board(_)) || solver.engine() == Engine::Simd
    }

    /// Returns the puzzle after a few random changes or, one time in 16, an equivalent of the board.
    fn changed(&self, boards: &mut Boards) -> BoardOrCandidates {
        match self {
            BoardOrCandidates::Board(board) if boards.random.u8(..16) == 0 => {
                BoardOrCandidates::Board(boards.equivalent(board))
            }
            BoardOrCandidates::Board(board) => BoardOrCandidates::Board(mutated(board, &mut boards.random)),
            BoardOrCandidates::Candidates(candidates) => {
                BoardOrCandidates::Candidates(Box::new(mutated_candidates(candidates, &mut boards.random)))
            }
        }
    }
}

impl Display for BoardOrCandidates {
    /// Writes a board as one line, and candidates as nine characters a cell.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BoardOrCandidates::Board(board) => write!(f, "{board}"),
            BoardOrCandidates::Candidates(candidates) => candidates.iter().try_for_each(|mask| {
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

/// Prints the distribution of steps and time over random puzzles, and the slowest of them.
fn sample(
    settings: &CommandSettings,
    mut next: impl FnMut(&mut Boards) -> BoardOrCandidates,
) -> io::Result<()> {
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
        let again = found.map(|puzzle| (SolverCall::Solve.least_microseconds(puzzle, solver), puzzle));
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

/// Climbs to slower puzzles on each kernel in turn, until the time is up or the number of searches is reached.
fn climb(settings: &CommandSettings, next: fn(&mut Boards) -> BoardOrCandidates) -> io::Result<()> {
    let end = Instant::now() + Duration::from_secs(settings.seconds);
    let (job, limit) = (settings.job, settings.limit);
    let start = ClimbStart { seed: settings.seed, next, slow: &settings.slow };
    let mut climbs: Vec<_> =
        settings.solvers.iter().map(|(_, solver)| Climb::new(start, solver, job)).collect();
    while Instant::now() < end && climbs.iter().any(|climb| climb.searches < settings.searches) {
        for climb in &mut climbs {
            let part = climb.searches + 1000;
            climb.run(part.min(settings.searches));
        }
    }
    println!("seed {}, limit {limit}", settings.seed);
    let mut lines = Vec::new();
    for (climb, (name, solver)) in climbs.iter().zip(&settings.solvers) {
        for (index, (steps, puzzle)) in climb.worst.0.iter().rev().take(WORST).enumerate() {
            let mut line = format!("{puzzle} by {name}:");
            for (name, solver) in settings.solvers.iter().filter(|(_, solver)| puzzle.fits(solver)) {
                line += &format!(" {name} {}", job.steps(puzzle, solver));
            }
            lines.push(line + "\n");
            if index == 0 {
                let time = job.least_microseconds(puzzle, solver);
                println!("{name}: {steps} steps, {time:.0} us, after {} searches", climb.searches);
            }
        }
    }
    io::stdout().write_all(lines.concat().as_bytes())?;
    settings.save(&lines)
}

/// Sizes of batches: fewer than the lanes, a few times as many, and many.
const SIZES: [usize; 9] = [1, 6, 8, 12, 16, 33, 64, 100, 500];

/// Climbs to batches that take longer than their boards one by one.
fn search_batches(settings: &CommandSettings) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The step limit of these climbs: about half a millisecond.
    const LIMIT: u64 = 8_000;

    #[test]
    fn short_climbs_find_no_board_that_stalls() {
        let slow = puzzles(include_str!("../../tests/attack/climbed.txt")).unwrap();
        for (name, solver) in solvers().iter().filter(|(_, solver)| solver.engine() == Engine::Simd) {
            let solver = solver.with_step_limit(LIMIT).with_any_solution(true);
            // The other jobs are several searches each.
            for (seed, (_, job)) in (0..).zip(SolverCall::ALL.into_iter().take(3)) {
                let start =
                    ClimbStart { seed, next: |boards| BoardOrCandidates::Board(boards.board()), slow: &slow };
                let mut climb = Climb::new(start, &solver, job);
                climb.run(10_000);
                let (&steps, worst) = climb.worst.0.last_key_value().unwrap();
                // A climb that finds nothing slow shows nothing.
                assert!((300..LIMIT).contains(&steps), "{name}: {steps} steps: {worst}");
            }
        }
    }
}
