//! The command-line arguments.

pub mod common;

use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use lanedoku::{Grid, RATING_SAMPLES};
use lanedoku_formats::{InputFormat, split_all};

use crate::commands::columns::{self, Columns};
use crate::filter::Filter;
use crate::messages::{Failure, Verbosity, visible};
use crate::output::Column;
use crate::streams;

use common::{
    ColorChoice, InputOptions, LayoutOption, OutputOptions, PipelineOptions, SearchOptions, SolutionChoice,
    StatusOptions, Strength, SymmetryChoice, TechniqueOptions, ThreadOptions, TimeOptions,
    at_least_one_or_all, at_least_two, board, change, columns_of, condition_on, number, number_or_all, range,
    samples, technique_word,
};

/// Solve, count, generate, minimize, shuffle, deduplicate and rate Sudoku puzzles
#[derive(Parser)]
#[command(
    name = "lanedoku",
    version,
    long_version = crate::version::long(),
    arg_required_else_help = true,
    after_help = "`lanedoku PUZZLE` and `lanedoku FILE` are short for `lanedoku solve ...`.\n\
                  For examples, run `lanedoku demo`."
)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,

    /// Print no notes on standard error; given twice, no errors either
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub quiet: u8,

    /// Print a summary on standard error, even if that is not a terminal
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,

    /// When to use color: auto, always or never
    #[arg(
        long,
        alias = "colour",
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: ColorChoice,
}

#[derive(Subcommand)]
pub enum Command {
    /// Solve puzzles
    ///
    /// Draws each puzzle given as an argument, with its solution, status, steps and
    /// time. Answers each puzzle in a file or on standard input with one line, in
    /// order. Without arguments, reads standard input; if that is a terminal, solves a
    /// built-in puzzle.
    #[command(verbatim_doc_comment, after_long_help = SOLVE_HELP)]
    Solve(SolveOptions),
    /// Count the solutions of puzzles
    ///
    /// Writes one line for each puzzle, in order: the number of solutions; `N+` if
    /// there may be more than the N found before --max, --steps or --timeout; or
    /// `invalid`, with the reason on standard error. Without these limits, a count can
    /// take very long: an empty 9x9 board has 6670903752021072936960 solutions.
    ///
    /// A large count uses all threads, unless --steps is given. The number of solutions
    /// does not depend on that; the number of steps does.
    #[command(verbatim_doc_comment)]
    Count(CountOptions),
    /// List the solutions of puzzles
    ///
    /// The solutions come in the order of the search, which depends on the engine.
    /// --max N lists N of them, not the N least.
    #[command(verbatim_doc_comment)]
    Enumerate(EnumerateOptions),
    /// Check that puzzles are unique and minimal, and that given solutions are right
    ///
    /// Writes the puzzle; its status; `minimal`, or the number of redundant clues; and
    /// `right` or `wrong` if the record has a solution. The exit code is 0 if every
    /// puzzle has exactly one solution and no given solution is wrong.
    ///
    /// --show possible writes the digits that occur in some solution of a 9x9 board,
    /// --show wrong-clues the clues of a board without a solution whose removal leaves one.
    #[command(verbatim_doc_comment)]
    Check(CheckOptions),
    /// Generate puzzles
    ///
    /// Puzzle number N of a seed is the same on every machine and with any number of
    /// threads. Without --seed, the puzzles differ from run to run; a note on standard
    /// error names the seed that reproduces them.
    #[command(verbatim_doc_comment)]
    Generate(GenerateOptions),
    /// Remove redundant clues until each puzzle is minimal
    ///
    /// Clues are tried in random order. The result depends on the puzzle, its position
    /// in the input and the seed.
    #[command(verbatim_doc_comment, alias = "minimise")]
    Minimize(MinimizeOptions),
    /// List the puzzles reached by removing and adding clues
    ///
    /// CHANGE is {-N+M}: remove N clues, add M others, and keep the puzzles with
    /// exactly one solution. Each neighbour is listed once per puzzle. {-N} is {-N+0}.
    #[command(verbatim_doc_comment, alias = "neighbors")]
    Neighbours(NeighboursOptions),
    /// Write the canonical form of puzzles and solutions
    ///
    /// A board has up to 1,218,998,108,160 equivalent boards: permuted rows, columns,
    /// bands and stacks, relabeled digits, and the transpose. The canonical form is the
    /// smallest of them, read as one line with open cells before 1. Two boards are
    /// equivalent exactly if their canonical forms are equal.
    #[command(verbatim_doc_comment, aliases = ["canonicalise", "canonicalize"])]
    Canonical(CanonicalOptions),
    /// Write random equivalent puzzles
    Shuffle(ShuffleOptions),
    /// Rate the difficulty of puzzles
    ///
    /// Solves each puzzle as a person does, and writes the puzzle, three levels on the
    /// scale of Sudoku Explainer, and the hardest technique: the rating is the highest
    /// level of all steps, the pearl the highest up to the first digit that is placed,
    /// the diamond the level of the first step. `explain` shows the steps. A puzzle that
    /// needs more than the techniques has the level 20.0.
    ///
    /// The columns of guesses and sweeps, and `needs`, are version 1 of the project's
    /// own rating, which solves N equivalent boards of each puzzle.
    #[command(verbatim_doc_comment)]
    Rate(RateOptions),
    /// Explain how a person solves puzzles, step by step
    ///
    /// Finds the steps in the order of the scale of Sudoku Explainer. Draws the steps of
    /// puzzles given as arguments, or at a terminal. In the drawings, (12) decides the
    /// step, and -34 is removed by it. Otherwise writes one line for each step: the
    /// number of the puzzle, the number of the step, its level and a sentence.
    ///
    /// With --no-uniqueness, a puzzle may have several solutions: the steps lead as far as
    /// these agree.
    #[command(verbatim_doc_comment)]
    Explain(ExplainOptions),
    /// Give a hint at the next step on a board
    ///
    /// The board is a puzzle, a partly solved one, or pencil marks. A digit that is
    /// wrong leaves no solution, and is reported. With --no-uniqueness, it may have several
    /// solutions.
    #[command(verbatim_doc_comment)]
    Hint(HintOptions),
    /// Convert puzzles to another format
    Convert(ConvertOptions),
    /// Benchmark all engines and kernels of this machine
    ///
    /// Times the 9x9 puzzles of the inputs; without inputs, a thousand generated ones.
    /// All engines and kernels must agree on the answers.
    #[command(verbatim_doc_comment)]
    Bench(BenchOptions),
    /// Show example commands and their output
    Demo,
    /// Write a shell completion script
    Completions { shell: clap_complete::Shell },
    /// Write the manual page of the program or of a command
    Man { command: Option<String> },
}

const SOLVE_HELP: &str = "\
Puzzles:
  A cell is a digit (1 to 9, then letters from A) or open (. 0 _ * - x X ? or ·). A
  puzzle is a line of 16, 81, 256 or 625 cells, optionally followed by other fields;
  a row of a table; a text or a list in JSON, such as {\"puzzle\": \"8...\", \"id\": 7}; or
  a drawn board of 4, 9, 16 or 25 lines, one row each. Blank lines and lines that
  start with # are ignored. A line of 81 cells is always a 9x9 puzzle.

  A line of 16 cells can be a 4x4 puzzle or a row of a 16x16 board. The first
  sixteen consecutive lines of this kind decide for the whole file: they are rows
  if any of them has a digit above 4; otherwise, or if there are fewer than
  sixteen, each line is a puzzle. --side 4 or --side 16 overrides this.

Output for files and standard input:
  The solution (dots if there is none), a space, and the status. If there are
  several solutions, the least is shown, read row by row as a number (--solution):
    unique    exactly one solution
    multiple  two or more solutions
    none      no solution
    invalid   not a readable puzzle, or equal clues in a row, column or box
    limit     a limit (--steps or --timeout) was reached first
  The number of solutions follows if --max is above 2, then the other fields of the
  line. If a puzzle is invalid, the reason goes to standard error as
  FILE:LINE:COLUMN: REASON. A text that is not a board is written as it was read,
  with / between the rows of a drawing; --format grid and compact leave it out. A
  line has at most 32768 bytes. Each line is answered as soon as it is read, so
  another program can send puzzles and read answers through two pipes.

Exit code:
  0  every puzzle has exactly one solution, or there are no puzzles
  1  some puzzle is not unique, is invalid, or reached a limit
  2  usage error: an unknown option, or an argument that looks like a puzzle, but is none
  3  a file does not exist or could not be read, or the output could not be written
  141  the reader of the output closed the pipe, as `head` does
  129, 130, 143  ended by SIGHUP, by an interrupt (Ctrl-C), or by SIGTERM

Examples:
  lanedoku 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  lanedoku solve \"$(cat drawn-board.txt)\"
  lanedoku solve --all --max 12 1234............
  lanedoku solve puzzles.txt -o solutions.txt
  lanedoku solve puzzles.csv.gz --format csv --only multiple,none
  generate-puzzles | lanedoku solve -q | grep -v unique
";

#[derive(Args)]
pub struct SolveOptions {
    /// Stop after this many solutions
    ///
    /// 2 is enough to distinguish `unique` from `multiple`. Above 2, the number of
    /// solutions is written, as `N+` if the search stopped there.
    #[arg(
        long,
        verbatim_doc_comment,
        value_name = "N",
        default_value_t = 2,
        conflicts_with = "layout",
        value_parser = at_least_two
    )]
    pub max: u64,

    /// Which solution to show if there are several
    #[arg(long, value_enum, value_name = "WHICH", default_value = "least")]
    pub solution: SolutionChoice,

    /// Draw all solutions, up to --max, of puzzles given as arguments
    #[arg(long, conflicts_with = "layout")]
    pub all: bool,

    #[command(flatten)]
    pub layout: LayoutOption,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub status: StatusOptions,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub time: TimeOptions,
}

#[derive(Args)]
pub struct CountOptions {
    /// Stop counting at this many solutions; `all` for no limit
    #[arg(long, value_name = "N|all", default_value = "all", value_parser = number_or_all)]
    pub max: u64,

    #[command(flatten)]
    pub layout: LayoutOption,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub status: StatusOptions,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub time: TimeOptions,
}

#[derive(Args)]
pub struct EnumerateOptions {
    /// List at most this many solutions per puzzle; `all` for no limit
    #[arg(long, value_name = "N|all", default_value = "all", value_parser = at_least_one_or_all)]
    pub max: u64,

    #[command(flatten)]
    pub layout: LayoutOption,
    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub time: TimeOptions,
}

#[derive(Args)]
pub struct ConvertOptions {
    #[command(flatten)]
    pub pipeline: PipelineOptions,
}

#[derive(Args)]
pub struct CheckOptions {
    /// Require minimal puzzles: exit with 1 if any puzzle has a redundant clue
    #[arg(long)]
    pub minimal: bool,

    #[command(flatten)]
    pub layout: LayoutOption,
    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub status: StatusOptions,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub time: TimeOptions,
}

/// The options that boards of another layout do not take.
const NOT_WITH_LAYOUT: [&str; 13] = [
    "from",
    "side",
    "kernel",
    "solution",
    "technique",
    "hardest",
    "guesses",
    "needs",
    "grids",
    "pencil_marks",
    "pattern",
    "alphabet",
    "samples",
];

/// The options of `generate` that describe puzzles of clues.
const OF_PUZZLES: [&str; 10] = [
    "clues",
    "symmetry",
    "minimal",
    "pattern",
    "technique",
    "hardest",
    "guesses",
    "needs",
    "condition",
    "timeout",
];

#[derive(Args)]
pub struct GenerateOptions {
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = number)]
    pub count: u64,

    /// Random seed [default: a different one in each run]
    #[arg(long, value_name = "S", value_parser = number)]
    pub seed: Option<u64>,

    #[command(flatten)]
    pub layout: LayoutOption,

    /// Number of clues [default: minimal puzzles]
    ///
    /// Puzzles that are minimal with more clues are discarded. With --clues, puzzles
    /// need not be minimal unless --minimal is given.
    #[arg(long, verbatim_doc_comment, value_name = "N|N-M", value_parser = range::<usize>)]
    pub clues: Option<RangeInclusive<usize>>,

    /// Generate only minimal puzzles, even with --clues
    #[arg(long)]
    pub minimal: bool,

    /// Symmetry of the clue cells; clues are removed by symmetry orbit
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = SymmetryChoice::parser())]
    pub symmetry: SymmetryChoice,

    /// Place clues exactly in the cells where this 81-cell board has clues
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["clues", "symmetry", "minimal"], value_parser = board)]
    pub pattern: Option<Grid>,

    /// Keep puzzles whose hardest technique is this one
    #[arg(long, value_name = "TECHNIQUE", ignore_case = true, value_parser = technique_word())]
    pub technique: Option<String>,

    /// Keep puzzles whose rating is this one, or in this range
    #[arg(long, value_name = "N|N-M", value_parser = range::<f64>)]
    pub hardest: Option<RangeInclusive<f64>>,

    /// Keep puzzles with this median number of guesses, as rated by `rate`
    #[arg(long, value_name = "N|N-M", value_parser = range::<u64>)]
    pub guesses: Option<RangeInclusive<u64>>,

    /// Keep puzzles that need this, as rated by `rate`
    #[arg(long, value_name = "WHAT", value_parser = ["singles", "locked", "guesses"])]
    pub needs: Option<String>,

    /// Give up on a puzzle after this many that do not meet the conditions; `all` for no limit
    #[arg(long, value_name = "N|all", default_value = "100000", value_parser = at_least_one_or_all)]
    pub attempts: u64,

    /// Generate full boards instead of puzzles
    #[arg(long, conflicts_with_all = OF_PUZZLES)]
    pub grids: bool,

    /// Generate minimal pencil-mark puzzles, 729 characters each
    #[arg(long, conflicts_with_all = OF_PUZZLES, conflicts_with = "grids")]
    pub pencil_marks: bool,

    #[command(flatten)]
    pub time: TimeOptions,
    #[command(flatten)]
    pub techniques: TechniqueOptions,
    #[command(flatten)]
    pub output: OutputOptions,
    #[command(flatten)]
    pub threads: ThreadOptions,
}

impl GenerateOptions {
    /// Returns the conditions that a puzzle must meet.
    pub fn filters(&self) -> impl Iterator<Item = Filter> + '_ {
        let technique = self.technique.iter().filter_map(|word| Filter::equal(Column::Hardest, word));
        let rating = self.hardest.iter().map(|range| Filter::within(Column::Rating, range.clone()));
        let guesses = self
            .guesses
            .iter()
            .map(|range| Filter::within(Column::MedianGuesses, *range.start() as f64..=*range.end() as f64));
        let needs = self.needs.iter().filter_map(|needs| Filter::equal(Column::Needs, needs));
        technique.chain(rating).chain(guesses).chain(needs).chain(self.output.condition.clone())
    }
}

#[derive(Args)]
pub struct MinimizeOptions {
    /// Random seed; the same puzzles and seed give the same output
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number)]
    pub seed: u64,

    /// List all minimal subpuzzles of each puzzle
    #[arg(long, conflicts_with = "layout")]
    pub all: bool,

    /// With --all, list at most this many per puzzle; `all` for no limit
    #[arg(long, value_name = "N|all", default_value = "all", value_parser = at_least_one_or_all, requires = "all")]
    pub max: u64,

    #[command(flatten)]
    pub layout: LayoutOption,
    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub status: StatusOptions,
    #[command(flatten)]
    pub time: TimeOptions,
}

#[derive(Args)]
pub struct NeighboursOptions {
    /// Remove N clues and add M: {-N+M}
    #[arg(value_name = "CHANGE", allow_hyphen_values = true, value_parser = change)]
    pub change: (usize, usize),

    /// List at most this many per puzzle; `all` for no limit
    #[arg(long, value_name = "N|all", default_value = "all", value_parser = at_least_one_or_all)]
    pub max: u64,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub status: StatusOptions,
    #[command(flatten)]
    pub time: TimeOptions,
}

#[derive(Args)]
pub struct CanonicalOptions {
    /// Keep only the first of equivalent boards
    #[arg(long)]
    pub dedupe: bool,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
}

#[derive(Args)]
pub struct ShuffleOptions {
    /// Random seed; the same puzzles and seed give the same output
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number)]
    pub seed: u64,

    /// Number of equivalent puzzles to write for each
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = number)]
    pub copies: u64,

    #[command(flatten)]
    pub layout: LayoutOption,
    #[command(flatten)]
    pub pipeline: PipelineOptions,
}

#[derive(Args)]
pub struct RateOptions {
    /// Number of equivalent boards to solve for guesses and sweeps, up to 256
    #[arg(long, value_name = "N", default_value_t = RATING_SAMPLES, value_parser = samples)]
    pub samples: usize,

    #[command(flatten)]
    pub techniques: TechniqueOptions,
    #[command(flatten)]
    pub layout: LayoutOption,
    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub status: StatusOptions,
    #[command(flatten)]
    pub time: TimeOptions,
}

#[derive(Args)]
pub struct ExplainOptions {
    #[command(flatten)]
    pub techniques: TechniqueOptions,
    #[command(flatten)]
    pub layout: LayoutOption,
    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub status: StatusOptions,
    #[command(flatten)]
    pub time: TimeOptions,
}

#[derive(Args)]
pub struct HintOptions {
    /// How much to say [default: where; why with --all]
    #[arg(long, value_enum, value_name = "HOW")]
    pub strength: Option<Strength>,

    /// All steps on the board, by technique, up to 2,048 of a family
    #[arg(long, conflicts_with = "layout")]
    pub all: bool,

    #[command(flatten)]
    pub steps: ExplainOptions,
}

#[derive(Args)]
pub struct BenchOptions {
    #[command(flatten)]
    pub input: InputOptions,
}

/// Returns the definition of the command line. Each command has its own columns.
pub fn command() -> clap::Command {
    let program = CommandLine::command().mut_subcommand("bench", |bench| {
        let help = "Files, puzzles, or - for standard input [default: a thousand generated puzzles]";
        bench.mut_arg("inputs", |inputs| inputs.help(help).long_help(None))
    });
    columns::ALL.into_iter().fold(program, |program, columns| {
        program.mut_subcommand(columns.command, |command| {
            without_layout(command)
                .mut_arg("show", |show| show.value_parser(columns_of(columns)))
                .mut_arg("condition", |condition| condition.value_parser(condition_on(columns)))
        })
    })
}

/// Lets the layout of a command exclude the options that it does not take.
fn without_layout(command: clap::Command) -> clap::Command {
    let has = |name: &&str| command.get_arguments().any(|argument| argument.get_id() == *name);
    let excluded: Vec<&str> = NOT_WITH_LAYOUT.into_iter().filter(has).collect();
    match has(&"layout") {
        true => command.mut_arg("layout", |layout| layout.conflicts_with_all(excluded)),
        false => command,
    }
}

/// Parses the arguments. If they begin with neither a command nor an option, the command is `solve`.
///
/// # Errors
///
/// Returns what to [`print`]: an error, the help or the version.
pub fn parse() -> Result<CommandLine, clap::Error> {
    let matches = |arguments| {
        let program = command();
        let arguments = with_command(&program, arguments)?;
        program.try_get_matches_from(arguments)
    };
    let found = matches(std::env::args_os().collect()).map_err(|error| {
        // The error repeats arguments, whose control characters must not reach the terminal.
        let visible = |argument: OsString| visible(&argument.to_string_lossy()).into();
        with_commands(matches(std::env::args_os().map(visible).collect()).err().unwrap_or(error))
    });
    CommandLine::from_arg_matches(&found?)
}

/// Adds the commands that have a column to an error about one that does not.
fn with_commands(mut error: clap::Error) -> clap::Error {
    let (Some(ContextValue::String(argument)), Some(ContextValue::String(name))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
    else {
        return error;
    };
    let column = Column::from_str(name, false).ok();
    let has_it = |columns: &&&Columns| columns.all().any(|own| Some(*own) == column);
    let commands: Vec<_> = columns::ALL.iter().filter(has_it).map(|columns| columns.command).collect();
    if argument.starts_with("--show") && !commands.is_empty() {
        let tip = format!("commands with the column '{name}': {}", commands.join(", "));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Inserts `solve` if the arguments begin with neither a command nor an option.
fn with_command(program: &clap::Command, mut arguments: Vec<OsString>) -> Result<Vec<OsString>, clap::Error> {
    let Some(first) = arguments.get(1) else { return Ok(arguments) };
    let is_command = first == "help" || program.find_subcommand(first).is_some();
    let is_option = first.as_encoded_bytes().starts_with(b"-") && first != "-";
    // A puzzle may begin with a dash, an open cell.
    let is_puzzle =
        || first.len() >= 16 && split_all(first.as_encoded_bytes(), &InputFormat::default()).len() == 1;
    if is_command || is_option && !is_puzzle() {
        return Ok(arguments);
    }
    // A word that is not a file may be a misspelled command.
    if first.as_encoded_bytes().iter().all(u8::is_ascii_alphabetic)
        && !Path::new(first).exists()
        && let Err(error) = program.clone().try_get_matches_from(&arguments[..2])
        && error.get(ContextKind::SuggestedSubcommand).is_some()
    {
        return Err(error);
    }
    if is_option {
        arguments.insert(1, "--".into());
    }
    arguments.insert(1, "solve".into());
    Ok(arguments)
}

/// Prints help, the version, or an error in the arguments, and returns the exit code.
pub fn print(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // A closed standard error must not change the exit code.
        let _ = error.print();
        return ExitCode::from(error.exit_code() as u8);
    }
    match streams::check_output().and_then(|()| error.print()).and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => Failure::output(failure).report(Verbosity::Errors).into(),
    }
}
