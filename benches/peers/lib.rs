//! Lanedoku's engines and other people's solvers, interleaved in one run over the same puzzles.
//!
//! The way through: files, or the project's generator, give [`puzzle_set::PuzzleSet`]s; a [`job::Job`] is
//! what is done with a set; every solver is a [`contestant::Contestant`]; [`check`] compares all answers before anything is timed; [`race`] times the
//! contestants in rounds; [`report`] and [`chart`] write down what came out. [`run`] is all of it.
//!
//! A new solver needs one `impl Contestant` and one line in [`contestant::line_up`].

pub mod arguments;
pub mod chart;
pub mod check;
pub mod contestant;
pub mod job;
pub mod puzzle_set;
pub mod race;
pub mod report;

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::Path;

use arguments::Arguments;
use contestant::Contestant;
use report::SetReport;

/// Has every solver do its jobs with every set and tells `output` the figures, one by one.
///
/// # Errors
///
/// What is wrong with the arguments, a puzzle file or a library; the first puzzle on which two solvers
/// differ; a file that cannot be written.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), String> {
    let mut all = contestant::line_up(arguments)?;
    arguments.check_baseline(&all)?;
    let mut reports = Vec::new();
    for (jobs, set) in arguments.sets()? {
        for job in jobs {
            let takers = all.iter_mut().filter(|contestant| contestant.takes(job));
            let mut contestants: Vec<&mut dyn Contestant> = takers.map(|taker| &mut **taker as _).collect();
            if contestants.is_empty() {
                if arguments.insists_on(job) {
                    return Err(format!("--job {}: no solver that does it", job.name()));
                }
                continue;
            }
            let agreed = check::compare(job, &mut contestants, &set)?;
            let text = if arguments.test {
                format!("{}: {}: {} puzzles, {agreed}\n", job.name(), set.name, set.puzzles.len())
            } else {
                let baseline = arguments.baseline_among(job, &contestants)?;
                let task = (job, &set.puzzles);
                let figures = race::run(&mut contestants, task, agreed.units(), arguments.rounds, baseline);
                let report = SetReport {
                    job,
                    set: set.name.clone(),
                    puzzles: set.puzzles.len(),
                    baseline: contestants[baseline].name().to_owned(),
                    figures,
                };
                let table = report::table(&report);
                reports.push(report);
                format!("{table}  {agreed}\n\n")
            };
            output.write_all(text.as_bytes()).map_err(told)?;
        }
    }
    write_file(arguments.csv.as_deref(), || report::csv(&reports))?;
    write_file(arguments.svg.as_deref(), || chart::svg(&reports))
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
