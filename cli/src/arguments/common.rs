//! Options of several commands, and the parsers of their values.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal};
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use lanedoku::{ClueSymmetry, Engine, Grid, Kernel, Layout, LayoutError, Order, Size, Solver, Status};
use lanedoku_formats::{Alphabet, Field, FormatName, InputFormat};
use lanedoku_steps::{Hint, Technique, TechniqueOrder, TechniqueSet};

use crate::commands::columns::Columns;
use crate::filter::Filter;
use crate::inputs::{Input, inputs};
use crate::messages::{Failure, Verbosity};
use crate::output::steps::word;
use crate::output::{CellStyle, Column, Destination, OutputFormat, OutputWriter, RecordFormat};
use crate::threads::ThreadCount;

/// Options of commands that read puzzles.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Input")]
pub struct InputOptions {
    /// Files, puzzles, or - for standard input [default: standard input]
    ///
    /// An argument that is not the name of an existing file is a puzzle. Files
    /// compressed with gzip, zstd or xz are decompressed.
    #[arg(value_name = "FILE|PUZZLE", verbatim_doc_comment)]
    pub inputs: Vec<OsString>,

    /// Cells per row [default: detected]
    #[arg(long, value_name = "N", value_parser = one_of(Size::ALL.map(Size::name), Size::from_name))]
    pub side: Option<Size>,

    /// Input format [default: detected]
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = one_of(FormatName::ALL.map(FormatName::name), FormatName::from_name)
    )]
    pub from: Option<FormatName>,

    /// Field that holds the puzzle: its number from 1, its name in the header, or its key in a JSON object
    #[arg(long, value_name = "N|NAME", value_parser = field)]
    pub field: Option<Field>,

    /// Field separator: a character, or `tab`
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter)]
    pub delimiter: Option<u8>,

    /// Digits of 16x16 and 25x25 boards [default: detected]
    #[arg(
        long,
        value_name = "DIGITS",
        value_parser = one_of(Alphabet::ALL.map(Alphabet::name), Alphabet::from_name)
    )]
    pub alphabet: Option<Alphabet>,
}

/// Options of commands that write records.
#[derive(Args, Clone)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// Output format
    #[arg(long, visible_alias = "to", value_enum, value_name = "FORMAT", default_value = "line")]
    pub format: OutputFormat,

    /// Columns to write, separated by commas
    // Each command has its own possible values: see `arguments::command`.
    #[arg(long, value_delimiter = ',', value_name = "COLUMNS", value_parser = columns_of(&Columns::NONE))]
    pub show: Vec<Column>,

    /// Write only records that meet a condition, such as "clues <= 24 and line < 1000"
    ///
    /// It compares the columns of --show that have numbers or words of a list, by < <= > >= = !=,
    /// with `and`, `or`, `not` and parentheses.
    // Each command has its own columns, as for `show`.
    #[arg(
        long = "where",
        id = "condition",
        verbatim_doc_comment,
        value_name = "CONDITION",
        value_parser = condition_on(&Columns::NONE)
    )]
    pub condition: Option<Filter>,

    /// Digits to write: 1-G, 0-F or A-P [default: those of --alphabet, or 1-G]
    #[arg(
        long,
        value_name = "DIGITS",
        hide_possible_values = true,
        value_parser = one_of(["1-G", "0-F", "A-P"], Alphabet::from_name)
    )]
    pub output_alphabet: Option<Alphabet>,

    /// Characters for open cells: all are read, beside the usual ones; the first of . 0 _ * is written
    #[arg(long, value_name = "CHARACTERS", default_value = ".", value_parser = open_marks)]
    pub open: String,

    /// Write only the number of puzzles; by status, if the command determines it
    #[arg(long)]
    pub summary: bool,

    /// Write to a file; it is created or replaced only with exit code 0 or 1
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Write answers as soon as they are known, each with its line number
    #[arg(long)]
    pub unordered: bool,

    /// Print at most this many errors and warnings about the input; count the rest
    #[arg(long, value_name = "N|all", default_value = "20", value_parser = number_or_all)]
    pub max_errors: u64,
}

/// Options of commands that find the status of each puzzle.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Output")]
pub struct StatusOptions {
    /// Write only puzzles with these statuses, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "STATUSES",
        value_parser = one_of(Status::ALL.map(Status::name), status_from_name)
    )]
    pub only: Vec<Status>,
}

/// Options of commands that search.
#[derive(Args, Clone)]
#[command(next_help_heading = "Search")]
pub struct SearchOptions {
    /// Engine [default: simd, unless --kernel or --order selects another]
    ///
    /// `simd` applies its rules to a whole 9x9 board at once, in vectors; boards of
    /// other sizes are solved by `propagate`. `propagate` removes one candidate at a
    /// time and propagates the consequences. `backtrack` is the branchless loop.
    /// `propagate` and `backtrack` solve boards of every size.
    #[arg(
        long,
        verbatim_doc_comment,
        value_name = "NAME",
        value_parser = one_of(Engine::ALL.map(Engine::name), Engine::from_name)
    )]
    pub engine: Option<Engine>,

    /// Kernel [default: the fastest on this machine]
    ///
    /// `asm` selects the engine `backtrack`, `avx2` and `avx512` select `simd`.
    #[arg(long, value_name = "NAME", value_parser = one_of(Kernel::ALL.map(Kernel::name), Kernel::from_name))]
    pub kernel: Option<Kernel>,

    /// Order in which `backtrack` visits open cells [default: constrained]
    ///
    /// `constrained` fills singles first, then visits the cells that are likely to
    /// have the fewest candidates left. `rows` visits them row by row, so step counts
    /// can be compared with other solvers. This option selects the engine `backtrack`.
    #[arg(
        long,
        verbatim_doc_comment,
        value_name = "NAME",
        value_parser = one_of(Order::ALL.map(Order::name), Order::from_name)
    )]
    pub order: Option<Order>,

    /// Stop the search of a puzzle after this many steps [default: no limit]
    ///
    /// The unit depends on the engine. simd: one sweep of all rules over one search
    /// node, or over several in parallel lanes. propagate: one placed digit.
    /// backtrack: one visit of an open cell, forward or backward.
    #[arg(long, verbatim_doc_comment, value_name = "N", value_parser = number)]
    pub steps: Option<u64>,
}

/// The layout of boards other than those of the four sizes.
#[derive(Args)]
pub struct LayoutOption {
    /// The layout of the boards: 6x6, boxes:2x3, jigsaw:REGIONS, diagonal, windoku, 6x6+diagonal
    ///
    /// Boards are one on each line, or drawn, a row on each. `6x6`, `8x8`, `10x10`
    /// and `12x12` have boxes that are wider than high; `boxes:RxC` has boxes of R
    /// rows and C columns; `jigsaw:` a letter or digit for the region of each
    /// cell; `+diagonal`, `+windoku` and `+centre-dots` add houses, `+house:1,8,15`
    /// one of these cells. A file has the same text, or the regions as rows of letters.
    #[arg(long, verbatim_doc_comment, value_name = "LAYOUT|FILE", value_parser = layout)]
    pub layout: Option<Layout>,
}

/// Options of commands that search each puzzle for as long as it takes.
#[derive(Args, Clone)]
#[command(next_help_heading = "Search")]
pub struct TimeOptions {
    /// Stop the search of a puzzle after this time, such as 200ms or 5s [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
}

/// Options of commands that solve puzzles as a person does.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Techniques")]
pub struct TechniqueOptions {
    /// The techniques to use: names such as x-wing, or sets such as singles, with commas between them; -NAME leaves out
    /// [default: scale, or hodoku in its order]
    #[arg(long, value_name = "NAMES", value_parser = techniques, verbatim_doc_comment)]
    pub techniques: Option<TechniqueSet>,

    /// The order in which techniques are tried [default: scale, or that of the set hodoku]
    #[arg(long, value_name = "ORDER")]
    pub order: Option<OrderChoice>,

    /// Leave out the techniques that rely on the puzzle having one solution
    #[arg(long)]
    pub no_uniqueness: bool,
}

impl TechniqueOptions {
    pub fn set(self) -> TechniqueSet {
        let set = match (self.techniques, self.order) {
            (Some(techniques), Some(OrderChoice::Scale)) => techniques.in_order(TechniqueOrder::Scale),
            (Some(techniques), Some(OrderChoice::Hodoku)) => techniques.in_order(TechniqueOrder::Hodoku),
            (Some(techniques), None) => techniques,
            (None, Some(OrderChoice::Hodoku)) => TechniqueSet::HODOKU,
            (None, _) => TechniqueSet::SCALE,
        };
        if self.no_uniqueness { set.without_uniqueness() } else { set }
    }
}

/// The order in which techniques are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderChoice {
    /// That of Sudoku Explainer
    Scale,
    /// That of HoDoKu, without techniques that it does not have
    Hodoku,
}

fn techniques(names: &str) -> Result<TechniqueSet, String> {
    match TechniqueSet::read(names) {
        Ok(set) if set.is_empty() => Err("expected at least one technique".into()),
        Ok(set) => Ok(set),
        Err(unknown) => {
            let sets = TechniqueSet::NAMED.iter().map(|(name, _)| name.replace(' ', "-"));
            let names = Technique::ALL.iter().map(|&technique| word(technique).into());
            let known: Vec<String> = sets.chain(names).collect();
            Err(format!("expected {}, found '{unknown}'", known.join(", ")))
        }
    }
}

/// Returns a parser that accepts the names of techniques as words.
pub fn technique_word() -> PossibleValuesParser {
    PossibleValuesParser::new(Technique::ALL.iter().map(|&technique| word(technique)))
}

/// How much a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strength {
    /// Where to look: units or digits
    Where,
    /// The technique, too
    What,
    /// The whole step; drawings show the board, too
    Why,
}

impl Strength {
    pub fn hint(self) -> Hint {
        match self {
            Strength::Where => Hint::Where,
            Strength::What => Hint::What,
            Strength::Why => Hint::Why,
        }
    }
}

/// Which solution to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolutionChoice {
    /// The least, read row by row as a number: the same with every engine
    Least,
    /// The first that the search finds, which may depend on the engine, the machine and the other puzzles
    Any,
}

/// Options of commands that use threads.
#[derive(Args, Clone)]
#[command(next_help_heading = "Running")]
pub struct ThreadOptions {
    /// Number of threads [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<u16>,
}

impl ThreadOptions {
    pub fn count(&self) -> ThreadCount {
        ThreadCount(self.threads.map(usize::from))
    }
}

/// The options of a command that reads puzzles and writes records.
#[derive(Args, Clone)]
pub struct PipelineOptions {
    #[command(flatten)]
    pub input: InputOptions,
    #[command(flatten)]
    pub output: OutputOptions,
    #[command(flatten)]
    pub threads: ThreadOptions,
}

impl InputOptions {
    /// Returns the input format that the options describe.
    pub fn format(&self) -> InputFormat {
        InputFormat {
            name: self.from,
            side: self.side,
            delimiter: self.delimiter,
            field: self.field.clone(),
            alphabet: self.alphabet,
            open: Vec::new(),
        }
    }
}

impl PipelineOptions {
    /// Returns the input format that the options describe.
    pub fn format(&self) -> InputFormat {
        let is_other = |mark: &char| !".0_*-xX?".contains(*mark);
        InputFormat { open: self.output.open.chars().filter(is_other).collect(), ..self.input.format() }
    }

    /// Returns the inputs, or standard input if there are none.
    ///
    /// # Errors
    ///
    /// Returns an error if an argument is neither a file nor a puzzle.
    pub fn inputs(&self) -> Result<Vec<Input>, Failure> {
        let inputs = inputs(&self.input.inputs, &self.format())?;
        Ok(if inputs.is_empty() { vec![Input::Standard] } else { inputs })
    }
}

impl OutputOptions {
    /// Returns the characters in which cells are written. `input` is the alphabet of the input.
    pub fn style(&self, input: Option<Alphabet>) -> Result<CellStyle, Failure> {
        let alphabet = self.output_alphabet.or(input).unwrap_or(Alphabet::FromOne);
        match (alphabet, self.open.bytes().find(|mark| b".0_*".contains(mark)).unwrap_or(b'.')) {
            (Alphabet::FromZero, b'0') => {
                Err(Failure::Usage("--open 0: 0 is a digit of the output alphabet 0-F".into()))
            }
            (_, open) => Ok(CellStyle::new(alphabet, open)),
        }
    }

    /// Returns the record format. `columns` are shown unless `--show` names others.
    pub fn record_format(
        &self,
        columns: &[Column],
        only: &StatusOptions,
        style: CellStyle,
    ) -> Result<RecordFormat, Failure> {
        let has_names = matches!(self.format, OutputFormat::Csv | OutputFormat::Tsv | OutputFormat::Json);
        let is_again = |(index, column): (usize, &Column)| self.show[..index].contains(column);
        if let (Some(again), true) = (self.show.iter().enumerate().find(|&item| is_again(item)), has_names) {
            let reason = format!("--show: two columns cannot have the same name, {}", again.1.name());
            return Err(Failure::Usage(reason));
        }
        let mut show = if self.show.is_empty() { columns.to_vec() } else { self.show.clone() };
        if self.show.is_empty() && !matches!(self.format, OutputFormat::Line) {
            // A row of a table or an object includes its puzzle.
            if !show.contains(&Column::Puzzle) && !self.draws() {
                show.insert(0, Column::Puzzle);
            }
        }
        if self.unordered && !show.contains(&Column::Line) {
            show.insert(0, Column::Line);
        }
        Ok(RecordFormat {
            style,
            only: only.only.clone(),
            filter: self.condition.clone(),
            summary: self.summary,
            titled: self.path().is_none() && io::stdout().is_terminal(),
            ..RecordFormat::new(self.format, show)
        })
    }

    /// Returns whether all output options have values that drawings support.
    pub fn is_default(&self) -> bool {
        self.format == OutputFormat::Line
            && self.show.is_empty()
            && self.condition.is_none()
            && !(self.summary || self.unordered || self.output.is_some())
    }

    fn draws(&self) -> bool {
        matches!(self.format, OutputFormat::Grid | OutputFormat::Compact)
    }

    /// Returns the path of the output; `None` for standard output.
    pub fn path(&self) -> Option<&PathBuf> {
        // A name of standard output is not the name of a file to replace.
        self.output
            .as_ref()
            .filter(|path| !["-", "/dev/stdout", "/dev/fd/1"].map(Path::new).contains(&path.as_path()))
    }

    /// Opens the output.
    pub fn writer(&self, verbosity: Verbosity) -> Result<OutputWriter, Failure> {
        let destination = self.path().map_or(Destination::Standard, |path| Destination::File(path.clone()));
        OutputWriter::open(&destination, verbosity, self.max_errors)
    }
}

impl SearchOptions {
    /// Returns the solver that the options describe.
    pub fn solver(&self) -> Result<Solver, Failure> {
        let mut builder = Solver::builder();
        if let Some(engine) = self.engine {
            builder = builder.engine(engine);
        }
        if let Some(kernel) = self.kernel {
            builder = builder.kernel(kernel);
        }
        if let Some(order) = self.order {
            builder = builder.order(order);
        }
        if let Some(steps) = self.steps {
            builder = builder.step_limit(steps);
        }
        builder.build().map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// Parses a layout, or the text of a file with one, in which spaces and line ends do not count.
fn layout(text: &str) -> Result<Layout, String> {
    let parsed = text.parse().map_err(|error: LayoutError| error.to_string());
    if parsed.is_ok() || !Path::new(text).is_file() {
        return parsed;
    }
    let text = fs::read_to_string(text).map_err(|error| error.to_string())?;
    let text: String = text.trim_start_matches('\u{feff}').split_whitespace().collect();
    let regions = |error: LayoutError| match error {
        LayoutError::Name => format!("jigsaw:{text}").parse(),
        error => Err(error),
    };
    text.parse().or_else(regions).map_err(|error| error.to_string())
}

/// Returns a parser that accepts one of `names` and converts it by `from_name`.
pub fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    names: [&'static str; N],
    from_name: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(move |name| from_name(&name).ok_or("unknown name"))
}

/// Returns a parser that accepts the columns of a command.
pub fn columns_of(columns: &Columns) -> impl TypedValueParser<Value = Column> + use<> {
    let columns: Vec<Column> = columns.all().copied().collect();
    let names = columns.iter().filter_map(Column::to_possible_value);
    PossibleValuesParser::new(names).try_map(|name| Column::from_str(&name, false))
}

/// Returns a parser that accepts conditions on the columns of a command.
pub fn condition_on(
    columns: &Columns,
) -> impl Fn(&str) -> Result<Filter, String> + Clone + Send + Sync + use<> {
    let columns: Vec<Column> = columns.all().copied().collect();
    move |text| Filter::parse(text, &columns)
}

fn status_from_name(name: &str) -> Option<Status> {
    Status::ALL.into_iter().find(|status| status.name() == name)
}

/// Parses a number.
pub fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => format!("expected a number up to {}", u64::MAX),
        _ => "expected a number".into(),
    })
}

/// Parses a number, or `all` for no limit.
pub fn number_or_all(text: &str) -> Result<u64, String> {
    if text == "all" { Ok(u64::MAX) } else { number(text).map_err(|error| format!("{error}, or `all`")) }
}

/// Parses a number of at least 1, or `all` for no limit.
pub fn at_least_one_or_all(text: &str) -> Result<u64, String> {
    match number_or_all(text) {
        Ok(0) => Err("expected a number of at least 1, or `all`".into()),
        parsed => parsed,
    }
}

/// Parses a number of at least 2.
pub fn at_least_two(text: &str) -> Result<u64, String> {
    match number(text) {
        Ok(0 | 1) => Err("expected a number of at least 2".into()),
        parsed => parsed,
    }
}

/// Parses a number of threads.
fn threads(text: &str) -> Result<u16, String> {
    let parsed = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    parsed.ok_or_else(|| "expected a number from 1 to 1024".into())
}

/// Parses the characters that mark open cells.
fn open_marks(text: &str) -> Result<String, String> {
    let is_mark = |character: char| {
        !matches!(character, '1'..='9') && !character.is_whitespace() && !character.is_control()
    };
    match !text.is_empty() && text.chars().all(is_mark) {
        true => Ok(text.into()),
        false => Err("expected characters other than blanks and the digits from 1 to 9".into()),
    }
}

/// Parses a number, or a range such as `22-25`.
pub fn range<T: FromStr + PartialOrd>(text: &str) -> Result<RangeInclusive<T>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a number, or a range such as 22-25".into()),
    }
}

/// Parses the numbers of clues to remove and to add: `{-1+2}`, with or without braces; `{-1}` adds none.
pub fn change(text: &str) -> Result<(usize, usize), String> {
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let parts = inner.strip_prefix('-').map(|inner| inner.split_once('+').unwrap_or((inner, "0")));
    match parts.map(|(remove, add)| (remove.parse(), add.parse())) {
        Some((Ok(remove), Ok(add))) => Ok((remove, add)),
        _ => Err("expected {-N+M}, such as {-1+1}".into()),
    }
}

/// Parses a number of equivalent boards.
pub fn samples(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(samples @ 1..=256) => Ok(samples),
        _ => Err("expected a number from 1 to 256".into()),
    }
}

/// Parses the number or the name of a field.
fn field(text: &str) -> Result<Field, String> {
    Field::from_text(text).ok_or_else(|| "expected a number from 1, or a name".into())
}

/// Parses a field separator.
fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() => Ok(*byte),
        _ => Err("expected one character that is neither a letter nor a digit, or `tab`".into()),
    }
}

/// The symmetry of the clues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SymmetryChoice {
    Of(ClueSymmetry),
    /// A random symmetry for each puzzle.
    Random,
}

impl SymmetryChoice {
    const RANDOM: &'static str = "random";

    pub fn parser() -> impl TypedValueParser<Value = SymmetryChoice> {
        let names = ClueSymmetry::ALL.into_iter().map(ClueSymmetry::name).chain([Self::RANDOM]);
        PossibleValuesParser::new(names).try_map(|name| match ClueSymmetry::from_name(&name) {
            Some(symmetry) => Ok(SymmetryChoice::Of(symmetry)),
            None if name == Self::RANDOM => Ok(SymmetryChoice::Random),
            None => Err("unknown name"),
        })
    }
}

/// Parses a 9x9 board.
pub fn board(text: &str) -> Result<Grid, String> {
    Grid::parse(text.as_bytes()).map_err(|error| error.to_string())
}

/// Parses a duration: a number of seconds, or a number with the unit ms, s, m or h.
pub fn duration(text: &str) -> Result<Duration, String> {
    let end =
        text.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let seconds = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => 0.0,
    };
    match number.parse::<f64>() {
        Ok(number) if seconds > 0.0 && number > 0.0 => {
            Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
        }
        _ => Err("expected a time, such as 200ms, 1.5s or 2m".into()),
    }
}

/// When to use color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// If standard output is a terminal and `NO_COLOR` is not set
    #[default]
    Auto,
    Always,
    Never,
}

impl ColorChoice {
    /// Returns whether to color standard output.
    pub fn applies(self) -> bool {
        match self {
            ColorChoice::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        }
    }
}
