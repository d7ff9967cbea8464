//! The arguments: what can be asked for, and what can be wrong with it.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use lanedoku::{Engine, Kernel, Order, Size, Solver};

use crate::answering::Plan;
use crate::counting;
use crate::formats::{BYTE_ORDER_MARK, Flaw, Format, flaw, split_all};

/// A hand-tuned Sudoku solver
#[derive(Parser)]
#[command(
    name = "lanedoku",
    version,
    arg_required_else_help = true,
    after_help = "Start with: lanedoku solve --help"
)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Solve puzzles from arguments, files or standard input
    ///
    /// A puzzle given as an argument is drawn with its solution, status, steps and
    /// time. Each puzzle in a file or on standard input is answered with one line, in
    /// order; a summary goes to standard error. Without an argument, puzzles are read
    /// from standard input; if that is a terminal, a built-in puzzle is solved.
    #[command(verbatim_doc_comment, after_long_help = LONG_HELP)]
    Solve(Solve),
    /// Count the solutions of puzzles
    ///
    /// Writes one line for each puzzle, in order: the number of solutions; `N+` if
    /// the count stopped at --max N; `limit` if it stopped at --steps; or `invalid`,
    /// with the reason on standard error. Without --max and --steps, all solutions
    /// are counted, which can take very long: an empty 9x9 board has
    /// 6670903752021072936960. One large count uses all threads, and the answer is
    /// the same for any number of them. Puzzles are written and given as for
    /// `solve`; without an argument they are read from standard input.
    ///
    /// The exit code is 0 if every puzzle was counted; 1 if any was invalid or
    /// reached the step limit; 2 on usage or I/O errors.
    #[command(verbatim_doc_comment)]
    Count(Count),
}

const LONG_HELP: &str = "\
Puzzles:
  A cell is a digit (1 to 9, then letters from A) or open (. 0 _ or *). A puzzle
  is one line of 16, 81, 256 or 625 cells, or a drawn board: 4, 9, 16 or 25 lines
  with one row each. Spaces, tabs and the characters | - + are ignored. So are
  blank lines and lines that start with #; but a # line ends a drawn board, and so
  does a blank line that is not between two bands.

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
    limit     the step limit (--steps) was reached first
  With a --limit above 2, the number of solutions found follows. If a puzzle is
  invalid, the reason goes to standard error as FILE:LINE:COLUMN: REASON, and the
  next puzzle is solved. A line can have up to 32768 bytes. Each line is answered
  as soon as it is read, so a program can talk to this one through two pipes.

Exit code:
  0  every puzzle had exactly one solution (or there were no puzzles)
  1  any puzzle did not
  2  usage or I/O error: an unknown option, a file that cannot be read, an
     argument that is neither a file nor a puzzle

Examples:
  lanedoku solve \
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  lanedoku solve \"$(cat drawn-board.txt)\"
  lanedoku solve --all --limit 12 1234............
  lanedoku solve puzzles.txt > solutions.txt
  generate-puzzles | lanedoku solve --quiet | grep -v unique
";

/// What every command takes.
#[derive(Args)]
pub struct Common {
    /// A file, a puzzle, or - for standard input
    ///
    /// The name of an existing file is a file; anything else is a puzzle.
    #[arg(value_name = "FILE|PUZZLE")]
    inputs: Vec<OsString>,

    /// How to search [default: simd, unless --kernel or --order selects another]
    ///
    /// `simd` applies every rule to a whole 9x9 board at once, in vectors; boards of
    /// other sizes go to `propagate`. `propagate` rules out one candidate at a time
    /// and follows up what that implies. `backtrack` is the branchless loop. The last
    /// two solve boards of every size.
    #[arg(
        long,
        verbatim_doc_comment,
        value_name = "NAME",
        value_parser = named(Engine::ALL.map(Engine::name), Engine::from_name)
    )]
    engine: Option<Engine>,

    /// Instructions to use [default: the best that this machine has]
    ///
    /// `asm` selects the engine `backtrack`, `avx2` and `avx512` select `simd`.
    #[arg(long, value_name = "NAME", value_parser = named(Kernel::ALL.map(Kernel::name), Kernel::from_name))]
    kernel: Option<Kernel>,

    /// Order in which the engine backtrack visits open cells [default: constrained]
    ///
    /// `constrained` fills singles first, then visits the cells that are likely to
    /// have the fewest candidates left. `rows` goes row by row, so that step counts
    /// can be compared with other solvers. Selects the engine `backtrack`.
    #[arg(
        long,
        verbatim_doc_comment,
        value_name = "NAME",
        value_parser = named(Order::ALL.map(Order::name), Order::from_name)
    )]
    order: Option<Order>,

    /// Cells in a row [default: inferred from the length of the lines]
    #[arg(long, value_name = "N", value_parser = named(Size::ALL.map(Size::name), Size::from_name))]
    side: Option<Size>,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    pub common: Common,

    /// Stop after this many solutions
    ///
    /// 2 is enough to tell `unique` from `multiple`. Above 2, solutions are
    /// counted; a count of N means N or more.
    #[arg(
        long,
        verbatim_doc_comment,
        value_name = "N",
        default_value_t = 2,
        value_parser = clap::value_parser!(u64).range(2..)
    )]
    limit: u64,

    /// Give up on a puzzle after this many steps [default: never]
    ///
    /// A step depends on the engine. simd: one sweep of all rules over one search
    /// node, or over several side by side. propagate: one digit placed. backtrack:
    /// one open cell visited, forward or backward.
    #[arg(long, verbatim_doc_comment, value_name = "N")]
    steps: Option<u64>,

    /// Draw all solutions (up to --limit) of puzzles given as arguments
    #[arg(long)]
    pub all: bool,

    /// Write no summary to standard error, only errors
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Count {
    #[command(flatten)]
    common: Common,

    /// Stop counting at this many solutions; `all` means no limit
    #[arg(long, value_name = "N|all", default_value = "all", value_parser = parse_max)]
    max: u64,

    /// Give up on a puzzle after this many steps [default: never]
    ///
    /// A step is the same as for `solve`. A puzzle that takes more than 20000 steps is
    /// divided into a few hundred parts, and the limit then holds for each part.
    #[arg(long, verbatim_doc_comment, value_name = "N")]
    steps: Option<u64>,
}

/// A number of solutions.
fn parse_max(text: &str) -> Result<u64, String> {
    match (text, text.parse()) {
        ("all", _) => Ok(u64::MAX),
        (_, Ok(max)) if max > 0 => Ok(max),
        _ => Err("expected a number of at least 1, or `all`".into()),
    }
}

/// Takes one of `names` and turns it into what it stands for.
fn named<T: Clone + Send + Sync + 'static, const N: usize>(
    names: [&'static str; N],
    from_name: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(move |name| from_name(&name).ok_or("unknown name"))
}

/// What one argument stands for.
#[derive(Clone, PartialEq, Eq)]
pub enum Input {
    /// Text that holds a puzzle.
    Puzzle(Vec<u8>),
    File(PathBuf),
    /// Standard input.
    Standard,
}

impl Input {
    /// Whether it is read in blocks and answered in lines.
    pub fn is_source(&self) -> bool {
        !matches!(self, Input::Puzzle(_))
    }
}

impl Common {
    /// The solver that is asked for.
    fn solver(&self, steps: Option<u64>) -> Result<Solver, String> {
        let mut asked = Solver::builder();
        if let Some(engine) = self.engine {
            asked = asked.engine(engine);
        }
        if let Some(kernel) = self.kernel {
            asked = asked.kernel(kernel);
        }
        if let Some(order) = self.order {
            asked = asked.order(order);
        }
        if let Some(steps) = steps {
            asked = asked.step_limit(steps);
        }
        asked.build().map_err(|error| error.to_string())
    }

    /// The inputs, all looked at before the first is solved.
    fn inputs(&self) -> Result<Vec<Input>, String> {
        self.inputs.iter().map(|argument| input(argument, self.side)).collect()
    }

    /// How many threads work.
    pub fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => thread::available_parallelism().map_or(1, NonZero::get),
        }
    }
}

impl Count {
    /// What to do with each puzzle.
    pub fn plan(&self) -> Result<counting::Plan, String> {
        let Common { side, .. } = self.common;
        let solver = self.common.solver(self.steps)?;
        Ok(counting::Plan { solver, max: self.max, side, threads: self.common.threads() })
    }

    /// The inputs, all looked at before the first is counted.
    pub fn inputs(&self) -> Result<Vec<Input>, String> {
        let inputs = self.common.inputs()?;
        Ok(if inputs.is_empty() { vec![Input::Standard] } else { inputs })
    }
}

impl Solve {
    /// What to do with each puzzle.
    pub fn plan(&self) -> Result<Plan, String> {
        let solver = self.common.solver(self.steps)?;
        Ok(Plan { solver, limit: self.limit, side: self.common.side })
    }

    /// The inputs, all looked at before the first is solved.
    pub fn inputs(&self) -> Result<Vec<Input>, String> {
        let inputs = self.common.inputs()?;
        match inputs.iter().any(Input::is_source) || inputs.is_empty() {
            true if self.all => Err("--all needs puzzles given as arguments".into()),
            _ => Ok(inputs),
        }
    }
}

/// What `argument` stands for, or why it is neither a file nor a puzzle.
fn input(argument: &OsString, side: Option<Size>) -> Result<Input, String> {
    if argument == "-" {
        return Ok(Input::Standard);
    }
    let path = Path::new(argument);
    if path.is_dir() {
        return Err(format!("{}: is a directory", path.display()));
    }
    if path.exists() {
        return Ok(Input::File(path.into()));
    }
    let text = argument.as_encoded_bytes();
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let format = Format { side, ..Format::default() };
    let entries = split_all(text, &format);
    let reason = match entries.iter().find_map(|entry| flaw(entry, text, &format)) {
        None if entries.is_empty() => "it has no cells".into(),
        None => return Ok(Input::Puzzle(text.into())),
        Some(Flaw { column: Some(column), reason, line: 1 }) => format!("column {column}: {reason}"),
        Some(Flaw { column: None, reason, line: 1 }) => reason,
        Some(Flaw { column: Some(column), reason, line }) => {
            format!("line {line}, column {column}: {reason}")
        }
        Some(Flaw { column: None, reason, line }) => format!("line {line}: {reason}"),
    };
    Err(format!("{argument:?} is neither a file nor a puzzle: {reason}"))
}
