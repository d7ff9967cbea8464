//! Benchmarks Lanedoku's engines and other solvers, interleaved in one run over the same puzzles.
//!
//! [`run`] reads or generates [`puzzle_set::PuzzleSet`]s. Every solver is a [`participant::Participant`] that does
//! a [`job::Job`] with a set. [`check`] compares all answers; then [`race`] times the participants in rounds, and
//! [`report`] and [`chart`] write the figures.
//!
//! A new solver needs one `impl Participant` and one line in
//! [`participants`](arguments::Arguments::participants).

pub mod arguments;
pub mod chart;
pub mod check;
pub mod job;
pub mod participant;
pub mod puzzle_set;
pub mod race;
pub mod report;

use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::{env, fs, thread};

use arguments::Arguments;
use participant::Participant;
use puzzle_set::PuzzleSet;
use report::SetReport;

/// Runs every job with every set and every solver, and writes the figures to `output`.
///
/// # Errors
///
/// Returns an error if an argument, a puzzle file or a library is invalid, if two solvers disagree on a puzzle, or
/// if a file cannot be written.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), String> {
    if let Some(folder) = &arguments.write_sets {
        return PuzzleSet::write_published(folder);
    }
    let mut all = arguments.participants()?;
    arguments.check_baseline(&all)?;
    let mut reports = Vec::new();
    for (jobs, set) in arguments.sets()? {
        for job in jobs {
            let able = all.iter_mut().filter(|participant| participant.takes(job));
            let mut participants: Vec<&mut dyn Participant> =
                able.map(|participant| &mut **participant as _).collect();
            if participants.is_empty() {
                if arguments.requires_solver_for(job) {
                    return Err(format!("--job {}: no solver supports this job", job.name()));
                }
                continue;
            }
            let agreed = check::compare(job, &mut participants, &set)?;
            let text = if arguments.test {
                format!("{}: {}: {} puzzles, {agreed}\n", job.name(), set.name, set.puzzles.len())
            } else {
                let baseline = arguments.baseline_among(job, &participants)?;
                let task = (job, &set.puzzles);
                let figures = race::run(&mut participants, task, agreed.units(), arguments.rounds, baseline);
                let report = SetReport {
                    job,
                    set: set.name.clone(),
                    puzzles: set.puzzles.len(),
                    baseline: participants[baseline].name().to_owned(),
                    figures,
                };
                let table = report::table(&report);
                reports.push(report);
                format!("{table}  {agreed}\n\n")
            };
            output.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
        }
    }
    write_file(arguments.csv.as_deref(), || {
        report::csv(&about("cargo bench -p peers --bench peers"), &reports)
    })?;
    write_file(arguments.svg.as_deref(), || chart::svg(&reports))
}

/// Returns header lines for the CSV: the commit, machine, date, versions and command of this run, or `unknown` if
/// one cannot be determined. `command` is the command before its arguments.
pub fn about(command: &str) -> Vec<String> {
    let output_of = |program: &str, arguments: &[&str]| {
        let output =
            Command::new(program).args(arguments).output().ok().filter(|output| output.status.success());
        let text = output.and_then(|output| String::from_utf8(output.stdout).ok());
        text.map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned())
    };
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name));
        line.and_then(|line| line.split_once(':')).map_or("unknown", |(_, value)| value.trim())
    };
    // Omits the folders, which differ between machines.
    let last = |argument: String| argument.rsplit('/').next().unwrap_or_default().to_owned();
    let short = |argument: String| match argument.split_once('=') {
        Some((name, path)) => format!("{name}={}", last(path.to_owned())),
        None => last(argument),
    };
    let arguments: Vec<_> = env::args().skip(1).filter(|argument| argument != "--bench").map(short).collect();
    vec![
        format!("lanedoku: commit {}", output_of("git", &["rev-parse", "--short", "HEAD"])),
        format!(
            "machine: {}, family {}, model {}, {} cores",
            field("model name"),
            field("cpu family"),
            field("model"),
            thread::available_parallelism().map_or(0, NonZero::get)
        ),
        format!("date: {}", output_of("date", &["-u", "+%Y-%m-%d"])),
        format!("versions: {}", output_of("rustc", &["--version"])),
        format!("command: {command} -- {}", arguments.join(" ")),
    ]
}

/// Writes a file if `path` names one.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn write_file(path: Option<&Path>, text: impl Fn() -> String) -> Result<(), String> {
    match path {
        Some(path) => fs::write(path, text()).map_err(|error| format!("{}: {error}", path.display())),
        None => Ok(()),
    }
}
