//! Lanedoku's engines and other people's solvers, interleaved in one run over the same puzzles.
//!
//! The way through: files, or the project's generator, give [`puzzle_set::PuzzleSet`]s; a [`job::Job`] is
//! what is done with a set; every solver is a [`participant::Participant`]; [`check`] compares all answers before anything is timed; [`race`] times the
//! participants in rounds; [`report`] and [`chart`] write down what came out. [`run`] is all of it.
//!
//! A new solver needs one `impl Participant` and one line in [`participant::line_up`].

pub mod arguments;
pub mod chart;
pub mod check;
pub mod job;
pub mod participant;
pub mod puzzle_set;
pub mod race;
pub mod report;

use std::fmt::Display;
use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::{env, fs, thread};

use arguments::Arguments;
use participant::Participant;
use report::SetReport;

/// Has every solver do its jobs with every set and tells `output` the figures, one by one.
///
/// # Errors
///
/// What is wrong with the arguments, a puzzle file or a library; the first puzzle on which two solvers
/// differ; a file that cannot be written.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), String> {
    let mut all = participant::line_up(arguments)?;
    arguments.check_baseline(&all)?;
    let mut reports = Vec::new();
    for (jobs, set) in arguments.sets()? {
        for job in jobs {
            let takers = all.iter_mut().filter(|participant| participant.takes(job));
            let mut participants: Vec<&mut dyn Participant> = takers.map(|taker| &mut **taker as _).collect();
            if participants.is_empty() {
                if arguments.insists_on(job) {
                    return Err(format!("--job {}: no solver that does it", job.name()));
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
            output.write_all(text.as_bytes()).map_err(told)?;
        }
    }
    write_file(arguments.csv.as_deref(), || report::csv(&about(), &reports))?;
    write_file(arguments.svg.as_deref(), || chart::svg(&reports))
}

/// What a reader of the figures has to know about the run; what cannot be found out is `unknown`.
fn about() -> Vec<String> {
    let said = |program: &str, arguments: &[&str]| {
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
    // Not the folders of this machine.
    let last = |argument: String| argument.rsplit('/').next().unwrap_or_default().to_owned();
    let short = |argument: String| match argument.split_once('=') {
        Some((name, path)) => format!("{name}={}", last(path.to_owned())),
        None => last(argument),
    };
    let command: Vec<_> = env::args().skip(1).filter(|argument| argument != "--bench").map(short).collect();
    vec![
        format!("lanedoku: commit {}", said("git", &["rev-parse", "--short", "HEAD"])),
        format!(
            "machine: {}, family {}, model {}, {} cores",
            field("model name"),
            field("cpu family"),
            field("model"),
            thread::available_parallelism().map_or(0, NonZero::get)
        ),
        format!("date: {}", said("date", &["-u", "+%Y-%m-%d"])),
        format!("versions: {}", said("rustc", &["--version"])),
        format!("command: cargo bench -p peers -- {}", command.join(" ")),
    ]
}

/// Writes a file, if one is asked for.
fn write_file(path: Option<&Path>, text: impl Fn() -> String) -> Result<(), String> {
    match path {
        Some(path) => fs::write(path, text()).map_err(|error| format!("{}: {error}", path.display())),
        None => Ok(()),
    }
}

/// An error as text.
fn told(error: impl Display) -> String {
    error.to_string()
}
