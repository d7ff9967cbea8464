//! Lanedoku's engines and other people's solvers, interleaved in one run over the same puzzles.
//!
//! The way through: files, or the project's generator, give [`puzzle_set::PuzzleSet`]s; every solver is a
//! [`contestant::Contestant`]; [`check`] compares all answers before anything is timed; [`race`] times the
//! contestants in rounds; [`report`] and [`chart`] write down what came out. [`run`] is all of it.
//!
//! A new solver needs one `impl Contestant` and one line in [`contestant::line_up`].

pub mod arguments;
pub mod chart;
pub mod check;
pub mod contestant;
pub mod puzzle_set;
pub mod race;
pub mod report;

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::Path;

use arguments::Arguments;
use report::SetReport;

/// Runs every solver over every set and tells `output` the figures, set by set.
///
/// # Errors
///
/// What is wrong with the arguments, a puzzle file or a library; the first puzzle on which two solvers
/// differ; a file that cannot be written.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), String> {
    let mut contestants = contestant::line_up(arguments)?;
    let baseline = arguments.baseline_among(&contestants)?;
    let mut reports = Vec::new();
    for set in arguments.sets()? {
        let agreed = check::compare(&mut contestants, &set)?;
        let report = if arguments.test {
            format!("{}: {} puzzles, {agreed}\n", set.name, set.puzzles.len())
        } else {
            let figures = race::run(&mut contestants, &set, arguments.rounds, baseline);
            let report = SetReport { set: set.name, puzzles: set.puzzles.len(), figures };
            let table = report::table(&report);
            reports.push(report);
            format!("{table}  {agreed}\n\n")
        };
        output.write_all(report.as_bytes()).map_err(told)?;
    }
    write_file(arguments.csv.as_deref(), || report::csv(&reports))?;
    write_file(arguments.svg.as_deref(), || chart::svg(&reports, contestants[baseline].name()))
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
