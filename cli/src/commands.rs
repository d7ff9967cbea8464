//! Each command, from its arguments to its exit code.

use std::io;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use lanedoku::{Generator, Solver};

use crate::arguments::common::{Coloring, InputOptions, OutputOptions, Pattern, Threads};
use crate::arguments::{
    Canonical, Check, Command, Convert, Count, Enumerate, Generate, Minimize, Neighbours, Rate, Shuffle,
    Solve,
};
use crate::blocks::{Intake, Numbers, Reader};
use crate::drawing::{self, Shown};
use crate::formats::Format;
use crate::inputs::{Input, inputs};
use crate::jobs::boards::{Boards, Craft};
use crate::jobs::generate::{Difficulty, What};
use crate::jobs::search_around::{Around, SearchAround};
use crate::jobs::{self, Desk, solve};
use crate::messages::{Failure, Voice};
use crate::output::{Column, shape};
use crate::pipeline::{self, Job};
use crate::progress::{Progress, Whole};
use crate::totals::Totals;
use crate::{bench, demo, pages};

/// The hard grid that is solved if nothing else is asked for.
const HARD_GRID: &str = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

pub fn run(command: Command, voice: Voice, coloring: Coloring) -> Result<ExitCode, Failure> {
    match command {
        Command::Solve(options) => run_solve(&options, voice, coloring),
        Command::Count(options) => run_count(&options, voice),
        Command::Enumerate(options) => run_enumerate(&options, voice),
        Command::Check(options) => run_check(&options, voice),
        Command::Generate(options) => run_generate(&options, voice),
        Command::Minimize(options) => run_minimize(&options, voice),
        Command::Neighbours(options) => run_neighbours(&options, voice),
        Command::Canonical(options) => run_canonical(&options, voice),
        Command::Shuffle(options) => run_shuffle(&options, voice),
        Command::Rate(options) => run_rate(&options, voice),
        Command::Convert(options) => run_convert(&options, voice),
        Command::Bench(options) => {
            let inputs = options.input.inputs()?;
            bench::bench(&inputs, &options.input.format()?, &mut io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Demo => shown(demo::demo(&mut io::stdout().lock())),
        Command::Completions { shell } => shown(pages::completions(shell, &mut io::stdout().lock())),
        Command::Man { command } => shown(pages::man(command.as_deref(), &mut io::stdout().lock())),
    }
}

/// The end of a command that only shows something.
fn shown(written: io::Result<()>) -> Result<ExitCode, Failure> {
    match written {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(Failure::Data(format!("standard output: {error}"))),
    }
}

/// Takes what is read through a job to the output.
struct Line<'a> {
    input: &'a InputOptions,
    output: &'a OutputOptions,
    threads: Threads,
    voice: Voice,
}

impl Line<'_> {
    fn run(&self, sources: Vec<Input>, job: Arc<dyn Job>) -> Result<Totals, Failure> {
        if sources.iter().any(Input::is_typed) {
            self.voice.remark(format_args!("reading puzzles from the terminal (Ctrl-D to end)"));
        }
        let whole =
            sources.iter().map(Input::length).sum::<Option<u64>>().map_or(Whole::Unknown, Whole::Bytes);
        let reader = Reader::new(sources, self.input.format()?);
        let bytes = reader.bytes_read();
        self.take(Box::new(reader), bytes, whole, job)
    }

    fn take(
        &self,
        intake: Box<dyn Intake>,
        bytes: Arc<std::sync::atomic::AtomicU64>,
        whole: Whole,
        job: Arc<dyn Job>,
    ) -> Result<Totals, Failure> {
        let start = Instant::now();
        let outlet = self.output.outlet(self.voice)?;
        let progress = match self.voice {
            Voice::Remarks => Progress::show(outlet.done(), bytes, whole),
            _ => None,
        };
        let mut outlet = pipeline::run(intake, job, self.threads, self.output.unordered, outlet);
        drop(progress);
        if self.output.summary {
            let mut text = Vec::new();
            // Writing to a vector cannot fail.
            let _ = shape::write_summary(&outlet.totals, &mut text);
            outlet.write_or_end(&text, &[], &Totals::default());
        }
        let totals = outlet.finish()?;
        self.voice.remark(format_args!("{}", totals.summary(start.elapsed())));
        Ok(totals)
    }
}

fn run_solve(options: &Solve, voice: Voice, coloring: Coloring) -> Result<ExitCode, Failure> {
    let solver = options.search.solver()?;
    let plan = solve::Plan { solver, max: options.max, timeout: options.timeout };
    let format = options.input.format()?;
    let mut asked = inputs(&options.input.inputs, &format)?;
    if options.all && (asked.is_empty() || asked.iter().any(Input::is_source)) {
        return Err(Failure::Usage("--all needs puzzles given as arguments".into()));
    }
    if asked.is_empty() {
        asked.push(Input::Standard);
        if Input::Standard.is_typed() && options.output.is_default() {
            // At a terminal nobody may know that something is waited for.
            voice.remark(format_args!(
                "no puzzle given; solving a well-known hard one (see `lanedoku solve --help`)"
            ));
            asked = vec![Input::Puzzle(HARD_GRID.into())];
        }
    }
    let mut columns = vec![Column::Solution, Column::Status];
    if options.max > 2 {
        columns.push(Column::Count);
    }
    let line =
        Line { input: &options.input, output: &options.output, threads: options.threads.threads(), voice };
    let mut totals = Totals::default();
    let shown = Shown { all: options.all, colored: coloring.applies() };
    // Puzzles that stand in the command are drawn, unless somebody asks for something else.
    let draws = options.output.is_default();
    for group in asked.chunk_by(|one, next| one.is_source() == next.is_source() && one.is_source() || !draws)
    {
        match group {
            [Input::Puzzle(text)] if draws => {
                let drawn = drawing::draw(text, &format, &plan, shown, &mut totals, &mut io::stdout().lock());
                drawn.map_err(|error| Failure::Data(format!("standard output: {error}")))?;
            }
            sources => {
                let desk = Arc::new(options.output.desk(&options.input, &columns)?);
                totals.add(&line.run(sources.to_vec(), Arc::new(solve::Solve { desk, plan }))?);
            }
        }
    }
    Ok(totals.exit_code())
}

fn run_count(options: &Count, voice: Voice) -> Result<ExitCode, Failure> {
    let threads = options.threads.threads();
    let plan = jobs::count::Plan { solver: options.search.solver()?, max: options.max, threads };
    let desk = Arc::new(options.output.desk(&options.input, &[Column::Count])?);
    let job = Arc::new(jobs::count::Count { desk, plan, large: Mutex::new(()) });
    let line = Line { input: &options.input, output: &options.output, threads, voice };
    Ok(line.run(options.input.inputs()?, job)?.exit_code())
}

fn run_enumerate(options: &Enumerate, voice: Voice) -> Result<ExitCode, Failure> {
    let desk = Arc::new(options.output.desk(&options.input, &[Column::Solution])?);
    let job = jobs::enumerate::Enumerate { desk, solver: options.search.solver()?, max: options.max };
    let line =
        Line { input: &options.input, output: &options.output, threads: options.threads.threads(), voice };
    Ok(line.run(options.input.inputs()?, Arc::new(job))?.exit_code())
}

fn run_convert(options: &Convert, voice: Voice) -> Result<ExitCode, Failure> {
    let desk = Arc::new(options.output.desk(&options.input, &[Column::Puzzle])?);
    let line =
        Line { input: &options.input, output: &options.output, threads: options.threads.threads(), voice };
    Ok(line.run(options.input.inputs()?, Arc::new(jobs::convert::Convert { desk }))?.exit_code())
}

fn run_check(options: &Check, voice: Voice) -> Result<ExitCode, Failure> {
    let columns = [Column::Puzzle, Column::Status, Column::Minimal, Column::Correct];
    let desk = Arc::new(options.output.desk(&options.input, &columns)?);
    let solver = options.search.solver()?;
    let job = Arc::new(jobs::check::Check { desk, solver, minimal: options.minimal });
    let line =
        Line { input: &options.input, output: &options.output, threads: options.threads.threads(), voice };
    Ok(line.run(options.input.inputs()?, job)?.exit_code())
}

fn run_generate(options: &Generate, voice: Voice) -> Result<ExitCode, Failure> {
    let mut columns = vec![Column::Puzzle];
    let difficulty = Difficulty {
        guesses: options.guesses.clone(),
        needs: ["singles", "locked", "guesses"]
            .into_iter()
            .find(|needs| options.needs.as_deref() == Some(needs)),
    };
    if options.guesses.is_some() || options.needs.is_some() {
        columns.extend([Column::MedianGuesses, Column::Needs]);
    }
    let what = match (options.grids, options.pencil_marks) {
        (true, _) => What::Grids,
        (_, true) => What::PencilMarks,
        _ => What::Puzzles(generator(options)?),
    };
    let numbers = Box::new(Numbers::new(options.count, what.per_block()));
    let shape = options.output.shape(&columns);
    let desk = Arc::new(Desk { format: Format::default(), shape });
    let job = Arc::new(jobs::generate::Generate { desk, what, seed: options.seed, difficulty });
    let line = Line {
        input: &InputOptions::default(),
        output: &options.output,
        threads: options.threads.threads(),
        voice,
    };
    let totals = line.take(numbers, Arc::default(), Whole::Puzzles(options.count), job)?;
    Ok(totals.exit_code())
}

/// What makes the puzzles that the options ask for, given a seed.
fn generator(options: &Generate) -> Result<Box<dyn Fn(u64) -> Generator + Send + Sync>, Failure> {
    if options.clues.as_ref().is_some_and(|clues| *clues.start() < 17 || *clues.end() > 81) {
        return Err(Failure::Usage("--clues: a puzzle with one solution has 17 to 81 clues".into()));
    }
    let Generate { clues, minimal, symmetry, pattern, .. } = options;
    let (clues, minimal, symmetry) = (clues.clone(), *minimal, *symmetry);
    let pattern = pattern.map(|pattern| pattern.clue_cells());
    Ok(Box::new(move |seed| {
        let mut generator = match symmetry {
            Pattern::Of(symmetry) => Generator::new(seed).symmetry(symmetry),
            Pattern::Random => Generator::new(seed).random_symmetry(),
        };
        if let Some(clues) = clues.clone() {
            generator = generator.clues(clues);
        }
        if minimal {
            generator = generator.minimal();
        }
        match pattern {
            Some(pattern) => generator.pattern(pattern),
            None => generator,
        }
    }))
}

fn run_minimize(options: &Minimize, voice: Voice) -> Result<ExitCode, Failure> {
    let desk = Arc::new(options.output.desk(&options.input, &[Column::Puzzle])?);
    let solver = Solver::new();
    let job: Arc<dyn Job> = match options.all {
        true => Arc::new(SearchAround { desk, solver, around: Around::Minimal, max: options.max }),
        false => Arc::new(Boards::new(desk, Craft::Minimize { solver, seed: options.seed })),
    };
    let line =
        Line { input: &options.input, output: &options.output, threads: options.threads.threads(), voice };
    Ok(line.run(options.input.inputs()?, job)?.exit_code())
}

fn run_neighbours(options: &Neighbours, voice: Voice) -> Result<ExitCode, Failure> {
    let desk = Arc::new(options.output.desk(&options.input, &[Column::Puzzle])?);
    let (remove, add) = options.change;
    let around = Around::Neighbours { remove, add };
    let job = Arc::new(SearchAround { desk, solver: Solver::new(), around, max: options.max });
    let line =
        Line { input: &options.input, output: &options.output, threads: options.threads.threads(), voice };
    Ok(line.run(options.input.inputs()?, job)?.exit_code())
}

fn run_canonical(options: &Canonical, voice: Voice) -> Result<ExitCode, Failure> {
    let desk = Arc::new(options.output.desk(&options.input, &[Column::Puzzle])?);
    let job = Arc::new(Boards::new(desk, Craft::Canonical { dedupe: options.dedupe }));
    let line =
        Line { input: &options.input, output: &options.output, threads: options.threads.threads(), voice };
    Ok(line.run(options.input.inputs()?, job)?.exit_code())
}

fn run_shuffle(options: &Shuffle, voice: Voice) -> Result<ExitCode, Failure> {
    let desk = Arc::new(options.output.desk(&options.input, &[Column::Puzzle])?);
    let craft = Craft::Shuffle { seed: options.seed, copies: options.copies };
    let job = Arc::new(Boards::new(desk, craft));
    let line =
        Line { input: &options.input, output: &options.output, threads: options.threads.threads(), voice };
    Ok(line.run(options.input.inputs()?, job)?.exit_code())
}

fn run_rate(options: &Rate, voice: Voice) -> Result<ExitCode, Failure> {
    let columns = [
        Column::Puzzle,
        Column::LeastGuesses,
        Column::MedianGuesses,
        Column::LeastSweeps,
        Column::MedianSweeps,
        Column::Needs,
    ];
    let desk = Arc::new(options.output.desk(&options.input, &columns)?);
    let job = Arc::new(jobs::rate::Rate { desk, images: options.images });
    let line =
        Line { input: &options.input, output: &options.output, threads: options.threads.threads(), voice };
    Ok(line.run(options.input.inputs()?, job)?.exit_code())
}
