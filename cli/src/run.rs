//! Runs a command: from its options to the exit code.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lanedoku::{ClueSymmetry, Engine, Generator, Layout, LayoutSolver, LayoutSymmetries, LeftClues, Solver};
use lanedoku_formats::{FormatName, InputFormat};
use lanedoku_steps::{LayoutExplainer, Level};

use crate::arguments::common::{
    ColorChoice, OutputOptions, PipelineOptions, SearchOptions, SolutionChoice, StatusOptions, Strength,
    SymmetryChoice, TechniqueOptions,
};
use crate::arguments::{
    CanonicalOptions, CheckOptions, Command, ConvertOptions, CountOptions, EnumerateOptions, ExplainOptions,
    GenerateOptions, HintOptions, MinimizeOptions, NeighboursOptions, RateOptions, ShuffleOptions,
    SolveOptions,
};
use crate::blocks::{BlockSource, InputReader, Numbers};
use crate::commands::check::Check;
use crate::commands::columns;
use crate::commands::convert::Convert;
use crate::commands::count::Count;
use crate::commands::enumerate::Enumerate;
use crate::commands::explain::{Colored, Explain, Extent};
use crate::commands::generate::{Generate, GeneratedKind};
use crate::commands::layouts::{AnswerLayouts, LayoutJob};
use crate::commands::rate::Rate;
use crate::commands::related::{ListRelated, Relation};
use crate::commands::solve::Solve;
use crate::commands::transform::{Transform, TransformBoards};
use crate::commands::{Context, HARD_GRID};
use crate::drawing::{self, DrawOptions};
use crate::filter::Filter;
use crate::inputs::{Input, inputs};
use crate::messages::{Failure, Verbosity};
use crate::output::{Column, OutputFormat, record_format};
use crate::pipeline::{self, PuzzleCommand};
use crate::progress::{ExpectedTotal, ProgressDisplay};
use crate::search::{PuzzleGoal, SearchSettings};
use crate::threads::ThreadCount;
use crate::totals::Totals;
use crate::{bench, demo, pages, streams};

pub fn run(command: Command, verbosity: Verbosity, color: ColorChoice) -> Result<ExitCode, Failure> {
    match command {
        Command::Solve(options) => solve(&options, verbosity, color),
        Command::Count(options) => count(&options, verbosity),
        Command::Enumerate(options) => enumerate(&options, verbosity),
        Command::Check(options) => check(&options, verbosity),
        Command::Generate(options) => generate(&options, verbosity),
        Command::Minimize(options) => minimize(&options, verbosity),
        Command::Neighbours(options) => neighbours(&options, verbosity),
        Command::Canonical(options) => canonical(&options, verbosity),
        Command::Shuffle(options) => shuffle(&options, verbosity),
        Command::Rate(options) => rate(&options, verbosity),
        Command::Explain(options) => explain(&options, Extent::Whole, verbosity, color),
        Command::Hint(HintOptions { strength, all, steps }) => {
            let of = |strength: Option<Strength>, usual| strength.unwrap_or(usual).hint();
            let extent = match all {
                true => Extent::All(of(strength, Strength::Why)),
                false => Extent::Next(of(strength, Strength::Where)),
            };
            explain(&steps, extent, verbosity, color)
        }
        Command::Convert(options) => convert(&options, verbosity),
        Command::Bench(options) => {
            let format = options.input.format();
            let inputs = inputs(&options.input.inputs, &format)?;
            bench::bench(&inputs, &format, &mut streams::output()?)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Demo => written(demo::demo(&mut streams::output()?)),
        Command::Completions { shell } => written(pages::completions(shell, &mut streams::output()?)),
        Command::Man { command } => {
            pages::man(command.as_deref(), &mut streams::output()?)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Returns the exit code of a command that only writes to standard output.
fn written(result: io::Result<()>) -> Result<ExitCode, Failure> {
    result.map_err(Failure::output)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs a command on all inputs.
fn run_on_inputs(
    options: &PipelineOptions,
    command: impl PuzzleCommand + 'static,
    verbosity: Verbosity,
) -> Result<ExitCode, Failure> {
    Ok(run_on(options.inputs()?, options, command, verbosity)?.exit_code())
}

fn run_on(
    inputs: Vec<Input>,
    options: &PipelineOptions,
    command: impl PuzzleCommand + 'static,
    verbosity: Verbosity,
) -> Result<Totals, Failure> {
    run_on_as((inputs, None), options.format(), options, command, verbosity)
}

/// Runs a command on inputs, with the side of boards of another layout.
fn run_on_as(
    (inputs, side): (Vec<Input>, Option<usize>),
    format: InputFormat,
    options: &PipelineOptions,
    command: impl PuzzleCommand + 'static,
    verbosity: Verbosity,
) -> Result<Totals, Failure> {
    if inputs.iter().any(Input::is_typed) {
        verbosity.note(format_args!("reading puzzles from the terminal (Ctrl-D to end)"));
    }
    let writes_standard = options.output.path().is_none();
    if let Some(input) = inputs.iter().find(|input| writes_standard && input.is_output()) {
        return Err(Failure::Data(format!("{}: the input is also the output", input.name())));
    }
    let length = inputs.iter().map(Input::length).sum::<Option<u64>>();
    let joins_columns = options.output.format.has_columns() && !options.output.summary;
    let reader = InputReader::new(inputs, format).joining_columns(joins_columns).joining_rows(side);
    let expected = match length {
        Some(total) => ExpectedTotal::Bytes { total, read: reader.bytes_read() },
        None => ExpectedTotal::Unknown,
    };
    run_pipeline(Box::new(reader), expected, command, options.threads.count(), &options.output, verbosity)
}

fn run_pipeline(
    source: Box<dyn BlockSource>,
    expected: ExpectedTotal,
    command: impl PuzzleCommand + 'static,
    threads: ThreadCount,
    output: &OutputOptions,
    verbosity: Verbosity,
) -> Result<Totals, Failure> {
    let start = Instant::now();
    let writer = output.writer(verbosity)?;
    let progress = match verbosity {
        Verbosity::Summary if !writer.is_at_terminal() => ProgressDisplay::show(writer.answered(), expected),
        _ => None,
    };
    let mut writer = pipeline::run(source, Arc::new(command), threads, output.unordered, writer);
    drop(progress);
    if output.summary {
        let mut text = Vec::new();
        // Writing to a vector cannot fail.
        let _ = record_format::write_summary(&writer.totals, &mut text);
        writer.write_or_exit(&text, &[], &Totals::default());
    }
    let totals = writer.finish()?;
    match totals.summary(start.elapsed(), !output.summary) {
        Some(summary) => verbosity.summary(format_args!("{summary}")),
        None if totals.unreadable == 0 => verbosity.note(format_args!("no puzzles found")),
        // The unreadable input may have had puzzles.
        None => {}
    }
    Ok(totals)
}

fn solve(options: &SolveOptions, verbosity: Verbosity, color: ColorChoice) -> Result<ExitCode, Failure> {
    if let Some(layout) = &options.layout.layout {
        let context = context(&options.pipeline, columns::SOLVE.shown, &options.status)?;
        let limits = (Some(&options.search), options.time.timeout);
        return run_layouts(layout, LayoutJob::Solve, context, limits, &options.pipeline, verbosity);
    }
    let solver = options.search.solver()?.with_any_solution(options.solution == SolutionChoice::Any);
    let goal = PuzzleGoal::Solve { max: options.max };
    let settings = SearchSettings { solver, goal, timeout: options.time.timeout };
    let PipelineOptions { input, output, .. } = &options.pipeline;
    let format = options.pipeline.format();
    // Puzzles given as arguments are drawn, unless an output option asks for records.
    let draws = output.is_default() && options.status.only.is_empty();
    let mut sources = inputs(&input.inputs, &format)?;
    if options.all && (sources.is_empty() || sources.iter().any(Input::is_source)) {
        return Err(Failure::Usage("--all needs puzzles given as arguments".into()));
    }
    if sources.is_empty() {
        sources.push(Input::Standard);
        if Input::Standard.is_typed() && draws {
            // Waiting for input at a terminal would look like a hang.
            verbosity.note(format_args!(
                "no puzzle given; solving a well-known hard one (see `lanedoku solve --help`)"
            ));
            sources = Input::of_text(HARD_GRID.as_bytes(), &InputFormat::default())
                .ok()
                .flatten()
                .into_iter()
                .collect();
        }
    }
    let mut shown = columns::SOLVE.shown.to_vec();
    if options.max > 2 {
        shown.push(Column::Count);
    }
    let mut totals = Totals::default();
    let style = output.style(input.alphabet)?;
    let draw_options = DrawOptions { all: options.all, colored: color.applies(), style: &style };
    for group in
        sources.chunk_by(|one, next| one.is_source() == next.is_source() && one.is_source() || !draws)
    {
        match group {
            [Input::Puzzles { puzzles, .. }] if draws => {
                let out = &mut streams::output()?;
                drawing::draw(puzzles, &settings, draw_options, &mut totals, out).map_err(Failure::output)?;
            }
            sources => {
                let command =
                    Solve { context: context(&options.pipeline, &shown, &options.status)?, settings };
                totals.add(&run_on(sources.to_vec(), &options.pipeline, command, verbosity)?);
            }
        }
    }
    Ok(totals.exit_code())
}

/// Returns the context of a command that shows these columns by default.
fn context(options: &PipelineOptions, shown: &[Column], only: &StatusOptions) -> Result<Context, Failure> {
    let style = options.output.style(options.input.alphabet)?;
    let record_format = options.output.record_format(shown, only, style)?;
    Ok(Context { input_format: options.format(), record_format })
}

fn count(options: &CountOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let context = context(&options.pipeline, columns::COUNT.shown, &options.status)?;
    if let Some(layout) = &options.layout.layout {
        let (job, limits) =
            (LayoutJob::Count { max: options.max }, (Some(&options.search), options.time.timeout));
        return run_layouts(layout, job, context, limits, &options.pipeline, verbosity);
    }
    let (solver, goal) = (options.search.solver()?, PuzzleGoal::Count { max: options.max });
    let settings = SearchSettings { solver, goal, timeout: options.time.timeout };
    run_on_inputs(&options.pipeline, Count { context, settings }, verbosity)
}

/// Runs a command on boards of another layout.
fn run_layouts(
    layout: &Layout,
    job: LayoutJob,
    mut context: Context,
    (search, timeout): (Option<&SearchOptions>, Option<Duration>),
    options: &PipelineOptions,
    verbosity: Verbosity,
) -> Result<ExitCode, Failure> {
    context.input_format.name = Some(FormatName::Lines);
    context.record_format.style = context.record_format.style.of_layout(layout);
    let format = context.input_format.clone();
    let mut inputs = Vec::new();
    for argument in &options.input.inputs {
        inputs.push(match Input::of_layout(argument, layout) {
            Some(input) => input,
            None => Input::of(argument, &format)?,
        });
    }
    if inputs.is_empty() {
        inputs.push(Input::Standard);
    }
    let settings = search.map(SearchOptions::solver).transpose()?.unwrap_or_default();
    let solver = LayoutSolver::new(layout);
    let solver = match settings.engine() {
        Engine::Backtrack => solver.with_order(settings.order()),
        engine => solver.with_engine(engine),
    };
    let (side, layout, step_limit) = (Some(layout.side()), layout.clone(), settings.step_limit());
    let command = AnswerLayouts { context, layout, solver, job, step_limit, timeout };
    Ok(run_on_as((inputs, side), format, options, command, verbosity)?.exit_code())
}

fn enumerate(options: &EnumerateOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let context = context(&options.pipeline, columns::ENUMERATE.shown, &StatusOptions::default())?;
    if let Some(layout) = &options.layout.layout {
        let (job, limits) =
            (LayoutJob::Enumerate { max: options.max }, (Some(&options.search), options.time.timeout));
        return run_layouts(layout, job, context, limits, &options.pipeline, verbosity);
    }
    let (solver, timeout) = (options.search.solver()?, options.time.timeout);
    let command = Enumerate { context, solver, timeout, max: options.max };
    run_on_inputs(&options.pipeline, command, verbosity)
}

fn convert(options: &ConvertOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let context = context(&options.pipeline, columns::CONVERT.shown, &StatusOptions::default())?;
    run_on_inputs(&options.pipeline, Convert { context }, verbosity)
}

fn check(options: &CheckOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let context = context(&options.pipeline, columns::CHECK.shown, &options.status)?;
    if let Some(layout) = &options.layout.layout {
        let (job, limits) =
            (LayoutJob::Check { minimal: options.minimal }, (Some(&options.search), options.time.timeout));
        return run_layouts(layout, job, context, limits, &options.pipeline, verbosity);
    }
    let any = !context.record_format.shows(Column::Solution);
    let solver = options.search.solver()?.with_any_solution(any);
    let settings =
        SearchSettings { solver, goal: PuzzleGoal::Solve { max: 2 }, timeout: options.time.timeout };
    let command = Check { context, settings, minimal: options.minimal };
    run_on_inputs(&options.pipeline, command, verbosity)
}

fn generate(options: &GenerateOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let mut shown = columns::GENERATE.shown.to_vec();
    if options.technique.is_some() || options.hardest.is_some() {
        shown.extend([Column::Rating, Column::Hardest]);
    }
    if options.guesses.is_some() || options.needs.is_some() {
        shown.extend([Column::MedianGuesses, Column::Needs]);
    }
    let techniques = options.techniques.set();
    let mut wanted = options.technique.iter().filter_map(|name| name.parse().ok());
    if let Some(missing) = wanted.find(|&wanted| !techniques.can_name(wanted)) {
        return Err(Failure::Usage(format!("--technique: {missing} is not among the techniques in use")));
    }
    let seed = options.seed.unwrap_or_else(random_seed);
    let kind = match (options.grids, options.pencil_marks) {
        (true, _) => GeneratedKind::Grids,
        (_, true) => GeneratedKind::PencilMarks,
        _ => match &options.layout.layout {
            Some(layout) => {
                if options.filters().next().is_some() {
                    return Err(Failure::Usage("--layout: conditions are for 9x9 puzzles".into()));
                }
                if options.clues.as_ref().is_some_and(|clues| *clues.start() > layout.cells()) {
                    let cells = layout.cells();
                    return Err(Failure::Usage(format!("--clues: a board of this layout has {cells} cells")));
                }
                GeneratedKind::Layout {
                    solver: Box::new(LayoutSolver::new(layout)),
                    cells: layout.cells(),
                    left: LeftClues {
                        number: options.clues.clone(),
                        symmetry: match options.symmetry {
                            SymmetryChoice::Of(symmetry) => symmetry,
                            SymmetryChoice::Random => ClueSymmetry::None,
                        },
                        attempts: u32::try_from(options.attempts).unwrap_or(u32::MAX),
                        ..LeftClues::default()
                    },
                    is_random: matches!(options.symmetry, SymmetryChoice::Random),
                }
            }
            None => GeneratedKind::Puzzles(generator(options, seed)?),
        },
    };
    let mut record_format =
        options.output.record_format(&shown, &StatusOptions::default(), options.output.style(None)?)?;
    if let Some(layout) = &options.layout.layout {
        record_format.style = record_format.style.of_layout(layout);
    }
    record_format.filter =
        Some(options.filters().collect()).filter(|all: &Vec<_>| !all.is_empty()).map(Filter::All);
    let mut rated = columns::ratings().filter(|column| record_format.needs(**column));
    if let (Some(column), false) = (rated.next(), matches!(kind, GeneratedKind::Puzzles(_))) {
        let option = match kind {
            GeneratedKind::Grids => "--grids",
            GeneratedKind::Layout { .. } => "--layout",
            _ => "--pencil-marks",
        };
        return Err(Failure::Usage(format!(
            "{option}: only 9x9 puzzles of clues have the column {}",
            column.name()
        )));
    }
    // The search for a suitable puzzle can take long, and a time limit is for one puzzle.
    let timeout = options.time.timeout;
    let is_alone = record_format.filter.is_some() || timeout.is_some();
    let per_block = if is_alone { 1 } else { kind.per_block() };
    let numbers = Box::new(Numbers::new(options.count, per_block));
    let context = Context { input_format: InputFormat::default(), record_format };
    if options.seed.is_none() {
        verbosity.note(format_args!("--seed {seed} generates the same again"));
    }
    let command = Generate { context, kind, seed, attempts: options.attempts, timeout, techniques };
    let expected = ExpectedTotal::Puzzles(options.count);
    let threads = options.threads.count();
    Ok(run_pipeline(numbers, expected, command, threads, &options.output, verbosity)?.exit_code())
}

/// Returns a different seed in each run.
fn random_seed() -> u64 {
    // The standard library seeds its hashers with random numbers of the system.
    RandomState::new().hash_one(0)
}

/// Returns the generator that the options describe.
fn generator(options: &GenerateOptions, seed: u64) -> Result<Generator, Failure> {
    if options.clues.as_ref().is_some_and(|clues| *clues.start() < 17 || *clues.end() > 81) {
        return Err(Failure::Usage("--clues: a puzzle with one solution has 17 to 81 clues".into()));
    }
    if options.pattern.as_ref().is_some_and(|pattern| pattern.clues() < 17) {
        return Err(Failure::Usage("--pattern: a puzzle with one solution has at least 17 clues".into()));
    }
    let (lowest, highest) = (1.0, f64::from(Level::NEEDS_MORE.tenths()) / 10.0);
    if options.hardest.as_ref().is_some_and(|range| *range.end() < lowest || *range.start() > highest) {
        return Err(Failure::Usage(format!("--hardest: ratings are {lowest:.1} to {highest:.1}")));
    }
    let mut generator = match options.symmetry {
        SymmetryChoice::Of(symmetry) => Generator::new(seed).symmetry(symmetry),
        SymmetryChoice::Random => Generator::new(seed).random_symmetry(),
    };
    if let Some(clues) = options.clues.clone() {
        generator = generator.clues(clues);
    }
    if options.minimal {
        generator = generator.minimal();
    }
    Ok(match options.pattern {
        Some(pattern) => generator.pattern(pattern.clue_cells()),
        None => generator,
    })
}

fn minimize(options: &MinimizeOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let context = context(&options.pipeline, columns::MINIMIZE.shown, &options.status)?;
    let timeout = options.time.timeout;
    if options.all {
        let (solver, relation) = (Solver::new(), Relation::MinimalSubpuzzles);
        let command = ListRelated { context, solver, timeout, relation, max: options.max };
        return run_on_inputs(&options.pipeline, command, verbosity);
    }
    if let Some(layout) = &options.layout.layout {
        let (job, limits) = (LayoutJob::Minimize { seed: options.seed }, (None, timeout));
        return run_layouts(layout, job, context, limits, &options.pipeline, verbosity);
    }
    let transform = Transform::Minimize { seed: options.seed, timeout };
    run_on_inputs(&options.pipeline, TransformBoards::new(context, transform), verbosity)
}

fn neighbours(options: &NeighboursOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let context = context(&options.pipeline, columns::NEIGHBOURS.shown, &options.status)?;
    let relation = Relation::Neighbours { change: options.change };
    let (solver, timeout) = (Solver::new(), options.time.timeout);
    let command = ListRelated { context, solver, timeout, relation, max: options.max };
    run_on_inputs(&options.pipeline, command, verbosity)
}

fn canonical(options: &CanonicalOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let context = context(&options.pipeline, columns::CANONICAL.shown, &StatusOptions::default())?;
    let transform = Transform::Canonical { dedupe: options.dedupe };
    run_on_inputs(&options.pipeline, TransformBoards::new(context, transform), verbosity)
}

fn shuffle(options: &ShuffleOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let context = context(&options.pipeline, columns::SHUFFLE.shown, &StatusOptions::default())?;
    if let Some(layout) = &options.layout.layout {
        let symmetries = Box::new(LayoutSymmetries::new(layout));
        let job = LayoutJob::Shuffle { seed: options.seed, copies: options.copies, symmetries };
        return run_layouts(layout, job, context, (None, None), &options.pipeline, verbosity);
    }
    let transform = Transform::Shuffle { seed: options.seed, copies: options.copies };
    run_on_inputs(&options.pipeline, TransformBoards::new(context, transform), verbosity)
}

fn rate(options: &RateOptions, verbosity: Verbosity) -> Result<ExitCode, Failure> {
    let context = context(&options.pipeline, columns::RATE.shown, &options.status)?;
    if let Some(layout) = &options.layout.layout {
        let job = LayoutJob::Rate(layout_explainer(layout, &options.techniques));
        let own = columns::HODOKU_COLUMNS.iter().chain(&columns::RATING_COLUMNS);
        if let Some(column) = own.into_iter().find(|column| context.record_format.needs(**column)) {
            let name = column.name();
            return Err(Failure::Usage(format!(
                "--layout: only 9x9 puzzles of clues have the column {name}"
            )));
        }
        return run_layouts(layout, job, context, (None, options.time.timeout), &options.pipeline, verbosity);
    }
    let (samples, timeout, techniques) = (options.samples, options.time.timeout, options.techniques.set());
    run_on_inputs(&options.pipeline, Rate { context, samples, timeout, techniques }, verbosity)
}

fn layout_explainer(layout: &Layout, techniques: &TechniqueOptions) -> Box<LayoutExplainer> {
    let mut explainer = Box::new(LayoutExplainer::new(layout));
    explainer.set_techniques(techniques.set());
    explainer
}

fn explain(
    options: &ExplainOptions,
    extent: Extent,
    verbosity: Verbosity,
    color: ColorChoice,
) -> Result<ExitCode, Failure> {
    let ExplainOptions { techniques, layout, pipeline: options, status, time } = options;
    let shown = match (extent, options.output.format) {
        (Extent::Next(_) | Extent::All(_), _) => columns::HINT.shown,
        (_, OutputFormat::Line) => columns::EXPLAIN.shown,
        _ => columns::EXPLAIN_FULLY,
    };
    let context = context(options, shown, status)?;
    if let Some(layout) = &layout.layout {
        let explainer = layout_explainer(layout, techniques);
        let accepts_several = !techniques.set().relies_on_uniqueness();
        let job = LayoutJob::Explain { extent, explainer, accepts_several };
        return run_layouts(layout, job, context, (None, time.timeout), options, verbosity);
    }
    let inputs = options.inputs()?;
    let is_for_a_person = io::stdout().is_terminal() || !inputs.iter().any(Input::is_source);
    let draws = is_for_a_person && options.output.is_default() && status.only.is_empty();
    let drawn = draws.then(|| Colored(color.applies()));
    let command = Explain { context, extent, techniques: techniques.set(), timeout: time.timeout, drawn };
    Ok(run_on(inputs, options, command, verbosity)?.exit_code())
}
