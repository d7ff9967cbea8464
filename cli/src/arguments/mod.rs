//! The arguments: what can be asked for, and what can be wrong with it.

pub mod common;

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use lanedoku::{Grid, RATING_SAMPLES};

use crate::formats::{InputFormat, split_all};
use common::{
    ColorChoice, InputOptions, OutputOptions, PipelineOptions, SearchOptions, SymmetryChoice, ThreadOptions,
    board, change, duration, images, most, range,
};

/// A hand-tuned Sudoku solver, and a workbench for whoever has puzzles by the million
#[derive(Parser)]
#[command(
    name = "lanedoku",
    version,
    long_version = crate::version::long(),
    arg_required_else_help = true,
    after_help = "`lanedoku PUZZLE` and `lanedoku FILE` are short for `lanedoku solve ...`.\n\
                  Start with: lanedoku demo"
)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,

    /// Leave out remarks; twice, errors as well
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub quiet: u8,

    /// Color what is written to a terminal
    #[arg(
        long,
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
    /// Solve puzzles: has each no solution, one, or several?
    ///
    /// A puzzle given as an argument is drawn with its solution, status, steps and
    /// time. Each puzzle in a file or on standard input is answered with one line, in
    /// order; a summary goes to standard error. Without an argument, puzzles are read
    /// from standard input; if that is a terminal, a built-in puzzle is solved.
    #[command(verbatim_doc_comment, after_long_help = SOLVE_HELP)]
    Solve(SolveOptions),
    /// Count the solutions of puzzles
    ///
    /// Writes one line for each puzzle, in order: the number of solutions; `N+` if
    /// the count stopped at --max N; `limit` if it stopped at --steps; or `invalid`,
    /// with the reason on standard error. Without --max and --steps, all solutions
    /// are counted, which can take very long: an empty 9x9 board has
    /// 6670903752021072936960. One large count uses all threads, and the answer is
    /// the same for any number of them.
    ///
    /// A puzzle that takes more than 20000 steps is divided into a few hundred parts,
    /// and the limit on steps then holds for each part.
    #[command(verbatim_doc_comment)]
    Count(CountOptions),
    /// List the solutions of puzzles
    Enumerate(EnumerateOptions),
    /// Check puzzles: one solution? minimal? is the solution given with it right?
    ///
    /// Writes the puzzle, its status, `minimal` or the number of clues that can go
    /// (each by itself), and `right` or `wrong` if the record has a solution. The exit
    /// code is 0 if every puzzle has one solution and no solution given is wrong.
    #[command(verbatim_doc_comment)]
    Check(CheckOptions),
    /// Make new puzzles
    ///
    /// Puzzle number N of a seed is always the same, on every machine and for any
    /// number of threads.
    #[command(verbatim_doc_comment)]
    Generate(GenerateOptions),
    /// Take away clues until none can go
    ///
    /// Clues are tried in random order. The result depends on the puzzle, its place in
    /// the input and the seed.
    #[command(verbatim_doc_comment)]
    Minimize(MinimizeOptions),
    /// List all puzzles that have some clues less and some more
    ///
    /// CHANGE is {-N+M}, as players write it: remove N clues, add M others, and keep
    /// what has one solution. Each neighbour is listed once for each puzzle.
    #[command(verbatim_doc_comment)]
    Neighbours(NeighboursOptions),
    /// Write the canonical form of puzzles and solutions
    ///
    /// Of all 1,218,998,108,160 boards that differ only in the order of rows, columns,
    /// bands and stacks, in the names of the digits, or by transposition, the canonical
    /// form is the one that comes first, read as one line with open cells before 1. Two
    /// boards are the same puzzle in disguise exactly if their forms are equal.
    #[command(verbatim_doc_comment)]
    Canonical(CanonicalOptions),
    /// Disguise puzzles: a random symmetry of each
    Shuffle(ShuffleOptions),
    /// Tell how hard puzzles are, by a rule of this program
    ///
    /// Writes the puzzle, then the least and the median number of guesses and of sweeps
    /// over N boards that are symmetric to it, and what it needs: `singles`, `locked`
    /// (candidates) or `guesses`. The rule has a version: 1. It is no other program's
    /// rating.
    #[command(verbatim_doc_comment)]
    Rate(RateOptions),
    /// Write puzzles in another format
    Convert(ConvertOptions),
    /// Measure how fast puzzles are solved, on every kernel of this machine
    Bench(BenchOptions),
    /// Show what there is
    Demo,
    /// Write a script that completes commands and options in a shell
    Completions { shell: clap_complete::Shell },
    /// Write the manual page of the program, or of one of its commands
    Man { command: Option<String> },
}

const SOLVE_HELP: &str = "\
Puzzles:
  A cell is a digit (1 to 9, then letters from A) or open (. 0 _ * - x X or ?). A
  puzzle is one line of 16, 81, 256 or 625 cells, with or without other fields
  behind it; a row of a table; or a drawn board: 4, 9, 16 or 25 lines with one row
  each. Blank lines and lines that start with # are ignored. A line of 81 cells is
  always a 9x9 puzzle.

  A line of 16 cells can be a 4x4 puzzle or a row of a 16x16 board. The first
  sixteen consecutive lines of this kind decide for the whole file: they are rows
  if any of them holds a digit above 4; otherwise, or if there are fewer than
  sixteen, each line is a puzzle. --side decides without looking ahead.

Answers to files and standard input:
  The cells of the first solution (dots if there is none), a space, and a word:
    unique    exactly one solution
    multiple  two or more solutions
    none      no solution
    invalid   not a readable puzzle, or equal clues in a row, column or box
    limit     a limit (--steps or --timeout) was reached first
  With a --max above 2, the number of solutions found follows; then the other
  fields of the line. If a puzzle is invalid, the reason goes to standard error as
  FILE:LINE:COLUMN: REASON, and the next puzzle is solved. A line can have up to
  32768 bytes. Each line is answered as soon as it is read, so a program can talk
  to this one through two pipes.

Exit code:
  0  every puzzle had exactly one solution (or there were no puzzles)
  1  any puzzle did not
  2  wrong usage: an unknown option, an argument that is neither a file nor a puzzle
  3  something could not be read or written

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
    /// 2 is enough to tell `unique` from `multiple`. Above 2, solutions are
    /// counted; a count of `N+` means N or more.
    #[arg(
        long,
        verbatim_doc_comment,
        value_name = "N",
        default_value_t = 2,
        value_parser = clap::value_parser!(u64).range(2..)
    )]
    pub max: u64,

    /// Give up on a puzzle after about this time, such as 200ms or 5s [default: never]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,

    /// Draw all solutions (up to --max) of puzzles given as arguments
    #[arg(long)]
    pub all: bool,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub search: SearchOptions,
}

#[derive(Args)]
pub struct CountOptions {
    /// Stop counting at this many solutions; `all` means no limit
    #[arg(long, value_name = "N|all", default_value = "all", value_parser = most)]
    pub max: u64,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub search: SearchOptions,
}

#[derive(Args)]
pub struct EnumerateOptions {
    /// List no more than so many solutions of a puzzle; `all` means no limit
    #[arg(long, value_name = "N|all", default_value = "all", value_parser = most)]
    pub max: u64,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub search: SearchOptions,
}

#[derive(Args)]
pub struct ConvertOptions {
    #[command(flatten)]
    pub pipeline: PipelineOptions,
}

#[derive(Args)]
pub struct CheckOptions {
    /// Puzzles that are not minimal are not as wanted either
    #[arg(long)]
    pub minimal: bool,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
    #[command(flatten)]
    pub search: SearchOptions,
}

#[derive(Args)]
pub struct GenerateOptions {
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub count: u64,

    /// What they depend on
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,

    /// The number of clues: N, or N-M [default: as few as can be]
    ///
    /// A puzzle that is minimal before it has so few is made anew. Puzzles with more
    /// clues than a minimal one has are not minimal, unless --minimal asks for it.
    #[arg(long, verbatim_doc_comment, value_name = "N|N-M", value_parser = range::<usize>)]
    pub clues: Option<RangeInclusive<usize>>,

    /// Only minimal puzzles, whatever --clues says
    #[arg(long)]
    pub minimal: bool,

    /// The symmetry of the clues; no clue can go without those that mirror it
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = SymmetryChoice::parser())]
    pub symmetry: SymmetryChoice,

    /// Clues exactly where this board of 81 cells has some
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["clues", "symmetry", "minimal"], value_parser = board)]
    pub pattern: Option<Grid>,

    /// Only puzzles that need so many guesses: the median of `rate`
    #[arg(long, value_name = "N|N-M", value_parser = range::<u64>)]
    pub guesses: Option<RangeInclusive<u64>>,

    /// Only puzzles that need no more and no less, as `rate` tells
    #[arg(long, value_name = "WHAT", value_parser = ["singles", "locked", "guesses"])]
    pub needs: Option<String>,

    /// Full boards
    #[arg(long, conflicts_with_all = ["clues", "symmetry", "minimal", "pattern", "guesses", "needs"])]
    pub grids: bool,

    /// Minimal puzzles of pencil marks, 729 characters each
    #[arg(
        long,
        conflicts_with_all = ["clues", "symmetry", "minimal", "pattern", "guesses", "needs", "grids"]
    )]
    pub pencil_marks: bool,

    #[command(flatten)]
    pub output: OutputOptions,
    #[command(flatten)]
    pub threads: ThreadOptions,
}

#[derive(Args)]
pub struct MinimizeOptions {
    /// What the order of the clues depends on
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,

    /// List all minimal puzzles among the clues of each
    #[arg(long)]
    pub all: bool,

    /// With --all: list no more than so many for a puzzle; `all` means no limit
    #[arg(long, value_name = "N|all", default_value = "all", value_parser = most, requires = "all")]
    pub max: u64,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
}

#[derive(Args)]
pub struct NeighboursOptions {
    /// {-N+M}: remove N clues, add M
    #[arg(value_name = "CHANGE", allow_hyphen_values = true, value_parser = change)]
    pub change: (usize, usize),

    /// List no more than so many for a puzzle; `all` means no limit
    #[arg(long, value_name = "N|all", default_value = "all", value_parser = most)]
    pub max: u64,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
}

#[derive(Args)]
pub struct CanonicalOptions {
    /// Of equivalent boards, keep only the first
    #[arg(long)]
    pub dedupe: bool,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
}

#[derive(Args)]
pub struct ShuffleOptions {
    /// What the symmetries depend on, besides the place in the input
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,

    /// How many of each
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub copies: u64,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
}

#[derive(Args)]
pub struct RateOptions {
    /// How many boards symmetric to a puzzle are solved, up to 256
    #[arg(long, value_name = "N", default_value_t = RATING_SAMPLES, value_parser = images)]
    pub images: usize,

    #[command(flatten)]
    pub pipeline: PipelineOptions,
}

#[derive(Args)]
pub struct BenchOptions {
    #[command(flatten)]
    pub input: InputOptions,
}

/// Reads the arguments. What begins with neither a command nor an option is to be solved.
pub fn parse() -> CommandLine {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let command = CommandLine::command();
    if let Some(first) = arguments.get(1) {
        let is_command =
            first == "help" || command.get_subcommands().any(|command| first == command.get_name());
        let is_option = first.as_encoded_bytes().starts_with(b"-") && first != "-";
        // A puzzle may begin with an open cell that is a dash.
        let is_puzzle =
            first.len() >= 16 && split_all(first.as_encoded_bytes(), &InputFormat::default()).len() == 1;
        if is_option && is_puzzle {
            arguments.insert(1, "--".into());
        }
        if !is_command && (!is_option || is_puzzle) {
            arguments.insert(1, "solve".into());
        }
    }
    let parsed = command.try_get_matches_from(arguments);
    parsed.and_then(|matches| CommandLine::from_arg_matches(&matches)).unwrap_or_else(|error| error.exit())
}
