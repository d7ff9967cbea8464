//! `ladder`: tests every rung on every board, then measures them, interleaved.

use indicatif::{ProgressBar, ProgressStyle};
use ladder::board::BOARDS;
use ladder::branchless::v8::MOST_SLOTS;
use ladder::instructions::InstructionTable;
use ladder::measure::{self, BATCH, BoardCheck, NamedBoard, Timing, Verdict};
use ladder::rung::{Rung, RungAnswer};
use ladder::table::{self, Results, TableEntry};
use ladder::{generator, picture};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
Tests every rung of the ladder on every board and measures them side by side.

Usage: ladder [OPTIONS]

  --rung NAME         only this rung; may be given several times
  --board FILE        this board in place of the built-in ones; may be given several times
  --repeat NUMBER     samples of each time (21)
  --steps NUMBER      limit on steps in the test; a board that reaches it is not timed (10 million)
  --instructions      also count instructions, with callgrind (needs iai-callgrind-runner; minutes)
  --csv FILE          write all measurements
  --svg FOLDER        write the pictures
  --list              name the rungs
  --write-boards FOLDER   write the built-in boards afresh from the generator
  --help";

struct Options {
    rungs: Vec<Rung>,
    boards: Vec<NamedBoard>,
    repeats: usize,
    step_limit: u64,
    instructions: bool,
    csv: Option<PathBuf>,
    svg: Option<PathBuf>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let Some(options) = arguments()? else {
        return Ok(ExitCode::SUCCESS);
    };
    let Options { rungs, boards, .. } = &options;

    let progress = bar(rungs.len() * boards.len(), "testing");
    let checks: Vec<Vec<BoardCheck>> = rungs
        .iter()
        .map(|rung| {
            let check = |board| {
                progress.inc(1);
                measure::check(rung, board, options.step_limit)
            };
            boards.iter().map(check).collect()
        })
        .collect();
    progress.finish_and_clear();
    println!("{}", table::verdicts(rungs, boards, &checks));
    if checks.iter().flatten().any(|check| check.verdict == Verdict::Fail) {
        eprintln!("a rung failed: nothing is timed");
        return Ok(ExitCode::FAILURE);
    }

    let results = measured(&options, checks)?;
    for board in results.timed_boards() {
        println!("{}\n", results.boards[board].name.replace('_', " "));
        println!("{}", table::times(&results, board));
    }
    println!("core cycles a step, solver only, fastest of all repeats\n");
    println!("{}", table::summary(&results));
    if !results.on_batch.is_empty() {
        println!("{BATCH} different puzzles, parse, check, set-up and refilling included\n");
        println!("{}", table::batch(&results.on_batch));
    }
    if let Some(counted) = &results.instructions {
        for board in results.timed_boards() {
            println!(
                "{}, counted by callgrind, parse, check and set-up included\n",
                results.boards[board].name.replace('_', " ")
            );
            println!("{}", table::instructions(&results, counted, board));
        }
    }
    if let Some(file) = &options.csv {
        std::fs::write(file, table::csv(&results))?;
    }
    if let Some(folder) = &options.svg {
        std::fs::create_dir_all(folder)?;
        let pictures = [
            ("rungs.svg", picture::rungs(&results)),
            ("steps.svg", picture::steps(&results.on_batch)),
            ("path_easy.svg", path_of("easy")),
            ("path_hard.svg", path_of("hard")),
        ];
        for (name, svg) in pictures {
            if let Some(svg) = svg {
                std::fs::write(folder.join(name), svg)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Times all rungs that passed, interleaved, so that a change in the machine's speed affects all of them.
fn measured(options: &Options, checks: Vec<Vec<BoardCheck>>) -> Result<Results, Box<dyn Error>> {
    let timed = |check: &BoardCheck| {
        check.verdict == Verdict::Pass
            && matches!(check.answer, RungAnswer::Solved(_) | RungAnswer::NoSolution)
    };
    let mut entries: Vec<Vec<TableEntry>> = checks
        .into_iter()
        .map(|checks| {
            let entry = |check| TableEntry { check, timing: timed(&check).then(Timing::default) };
            checks.into_iter().map(entry).collect()
        })
        .collect();

    let samples = entries.iter().flatten().filter(|entry| entry.timing.is_some()).count();
    let progress = bar(samples * options.repeats, "measuring");
    for _ in 0..options.repeats {
        for (number, board) in options.boards.iter().enumerate() {
            for (rung, entries) in options.rungs.iter().zip(&mut entries) {
                if let Some(timing) = &mut entries[number].timing {
                    measure::repeat(rung, board, timing);
                    progress.inc(1);
                }
            }
        }
    }
    progress.finish_and_clear();

    let progress = bar((3 + MOST_SLOTS) * options.repeats, "batch");
    let on_batch = measure::on_batch(&options.rungs, options.repeats, || progress.inc(1));
    progress.finish_and_clear();
    let instructions = if options.instructions { Some(InstructionTable::count()?) } else { None };
    Ok(Results {
        rungs: options.rungs.clone(),
        boards: options
            .boards
            .iter()
            .map(|board| NamedBoard { name: board.name.clone(), text: board.text.clone() })
            .collect(),
        entries,
        on_batch,
        instructions,
    })
}

fn bar(length: usize, doing: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:>10} [{bar:40}] {pos}/{len} {elapsed}, {eta} left")
        .expect("a template that indicatif reads");
    ProgressBar::new(length as u64).with_style(style.progress_chars("=> ")).with_message(doing)
}

fn path_of(name: &str) -> Option<String> {
    let (_, text) = BOARDS.into_iter().find(|(board, _)| *board == name)?;
    picture::path(name, text)
}

/// Parses the arguments. Returns `None` if they request no measurement.
fn arguments() -> Result<Option<Options>, Box<dyn Error>> {
    use lexopt::prelude::*;

    let all = ladder::rungs();
    let mut options = Options {
        rungs: Vec::new(),
        boards: Vec::new(),
        repeats: 21,
        step_limit: 10_000_000,
        instructions: false,
        csv: None,
        svg: None,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("rung") => {
                let name = parser.value()?.string()?;
                let rung = all.iter().find(|rung| rung.name.eq_ignore_ascii_case(&name));
                options.rungs.push(*rung.ok_or_else(|| format!("no rung {name:?} here; --list names them"))?);
            }
            Long("board") => {
                let file = PathBuf::from(parser.value()?);
                let text =
                    std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                options.boards.push(NamedBoard { name, text });
            }
            Long("repeat") => options.repeats = parser.value()?.parse::<std::num::NonZero<usize>>()?.get(),
            Long("steps") => options.step_limit = parser.value()?.parse()?,
            Long("instructions") => options.instructions = true,
            Long("csv") => options.csv = Some(parser.value()?.into()),
            Long("svg") => options.svg = Some(parser.value()?.into()),
            Long("list") => {
                for rung in &all {
                    println!("{:14}{}", rung.name, rung.idea);
                }
                return Ok(None);
            }
            Long("write-boards") => {
                let folder = PathBuf::from(parser.value()?);
                for (name, text) in generator::boards() {
                    std::fs::write(folder.join(name).with_extension("txt"), text)?;
                }
                return Ok(None);
            }
            Long("help") | Short('h') => {
                println!("{HELP}");
                return Ok(None);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if options.rungs.is_empty() {
        options.rungs = all;
    }
    if options.boards.is_empty() {
        let built_in =
            |(name, text): (&str, &str)| NamedBoard { name: name.to_owned(), text: text.to_owned() };
        options.boards = BOARDS.into_iter().map(built_in).collect();
    }
    Ok(Some(options))
}
