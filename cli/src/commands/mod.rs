//! The commands that answer or generate puzzles, and the functions they share.

pub mod check;
pub mod columns;
pub mod convert;
pub mod count;
pub mod enumerate;
pub mod explain;
pub mod generate;
pub mod layouts;
pub mod rate;
pub mod related;
pub mod solve;
pub mod transform;

use std::fmt::Write as _;
use std::sync::Arc;

use lanedoku::{AnyBoard, AnyPuzzle, Collision, Grid, Solver, Status};
use lanedoku_formats::{
    Diagnostic, Entry, EntryKind, ExtraField, InputFormat, Parsed, extra_fields, may_mix_open_marks, read,
    unread_text,
};

use crate::blocks::Block;
use crate::output::steps::cell_name;
use crate::output::{Content, Record, RecordFormat};
use crate::pipeline::{Answers, DeferredRecord};

/// A well-known hard puzzle, with 21 clues.
pub const HARD_GRID: &str =
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

/// The formats of input and output.
pub struct Context {
    pub input_format: InputFormat,
    pub record_format: RecordFormat,
}

/// The text that contains an entry: a block, or the record of a deferred puzzle.
#[derive(Clone, Copy)]
pub struct SourceText<'a> {
    pub name: &'a str,
    /// The number of lines before the text.
    pub before: u64,
    pub text: &'a [u8],
    pub columns: Option<&'a Arc<[String]>>,
}

impl<'a> SourceText<'a> {
    pub fn of(block: &'a Block) -> Self {
        SourceText {
            name: &block.name,
            before: block.line,
            text: block.text(),
            columns: block.columns.as_ref(),
        }
    }

    pub fn of_deferred(deferred: &'a DeferredRecord) -> Self {
        SourceText {
            name: &deferred.name,
            before: deferred.line,
            text: &deferred.text,
            columns: deferred.columns.as_ref(),
        }
    }

    /// Returns the line number of an entry, from 1.
    pub fn line(&self, entry: &Entry) -> u64 {
        self.before + u64::from(entry.line) + 1
    }
}

impl Context {
    /// Parses the puzzle of an entry, on the fast path if it is 81 plain cells and the block does not mix marks of open
    /// cells.
    pub fn read_entry(&self, source: SourceText, entry: &Entry, mixes: bool) -> Result<Parsed, Diagnostic> {
        match entry.plain_cells(source.text).and_then(Grid::parse_plain) {
            Some(board) if !mixes && !entry.may_have_open_quote(source.text) => {
                Ok(Parsed { puzzle: board.into(), solution: None, warning: None })
            }
            _ => read(entry, source.text, &self.input_format),
        }
    }

    /// Parses the puzzles of all entries of a block.
    pub fn read_all(&self, source: SourceText, block: &Block) -> Vec<Result<Parsed, Diagnostic>> {
        let mixes = may_mix_open_marks(source.text);
        block.entries.iter().map(|entry| self.read_entry(source, entry, mixes)).collect()
    }

    /// Parses the puzzle of an entry. If it has an error, answers the entry and returns `None`.
    pub fn read(&self, source: SourceText, entry: &Entry, answers: &mut Answers) -> Option<AnyPuzzle> {
        match read(entry, source.text, &self.input_format) {
            Ok(parsed) => Some(*self.warn(source, &parsed, answers)),
            Err(diagnostic) => {
                self.reject_entry(source, entry, &diagnostic, answers);
                None
            }
        }
    }

    /// Reports the warning of a parsed puzzle, and returns the puzzle.
    pub fn warn<'a>(&self, source: SourceText, parsed: &'a Parsed, answers: &mut Answers) -> &'a AnyPuzzle {
        if let Some(warning) = &parsed.warning {
            let reason = format!("warning: {}", warning.reason);
            report(source, &Diagnostic { reason, ..*warning }, answers);
        }
        &parsed.puzzle
    }

    /// Answers an entry that is not a puzzle.
    #[cold]
    pub fn reject_entry(
        &self,
        source: SourceText,
        entry: &Entry,
        diagnostic: &Diagnostic,
        answers: &mut Answers,
    ) {
        report(source, diagnostic, answers);
        let text = unread_text(entry, source.text);
        let record = Record {
            content: Content::Text,
            ..Record::new(source.line(entry), Status::Invalid, false, &text)
        };
        self.write(source, entry, &record, answers);
    }

    /// Answers an entry whose puzzle the command does not support.
    #[cold]
    pub fn reject_puzzle(
        &self,
        source: SourceText,
        entry: &Entry,
        puzzle: &AnyPuzzle,
        status: Status,
        reason: String,
        answers: &mut Answers,
    ) {
        let characters = characters(puzzle);
        let record = Record::new(source.line(entry), status, false, &characters);
        self.reject(source, entry, record, reason, answers);
    }

    /// Answers an entry whose puzzle has a size or a kind that the command is not for. Its status is not determined.
    #[cold]
    pub fn reject_size(
        &self,
        source: SourceText,
        entry: &Entry,
        puzzle: &AnyPuzzle,
        expected: &str,
        answers: &mut Answers,
    ) {
        let found = match puzzle {
            AnyPuzzle::Candidates(_) => "these are pencil marks".into(),
            _ => format!("this board is {}", puzzle.size()),
        };
        let reason = format!("this command is for {expected}; {found}");
        let characters = characters(puzzle);
        let record = Record { passed: false, ..Record::of_board(source.line(entry), &characters) };
        self.reject(source, entry, record, reason, answers);
    }

    fn reject(
        &self,
        source: SourceText,
        entry: &Entry,
        record: Record,
        reason: String,
        answers: &mut Answers,
    ) {
        report(source, &Diagnostic::new(entry, reason), answers);
        self.write(source, entry, &Record { content: Content::Rejected, ..record }, answers);
    }

    /// Writes a record and the extra fields of its entry.
    pub fn write(&self, source: SourceText, entry: &Entry, record: &Record, answers: &mut Answers) {
        let extra_fields = self.extra_fields(source, entry, answers);
        self.record_format.write(record, &extra_fields, &mut answers.text, &mut answers.totals);
    }

    /// Returns the fields of the entry's record other than the puzzle, in the order of the output. Reports fields that
    /// have no column in the output.
    pub fn extra_fields<'a>(
        &self,
        source: SourceText<'a>,
        entry: &Entry,
        answers: &mut Answers,
    ) -> Vec<ExtraField<'a>> {
        let mut fields = fields_of(source, entry);
        if let Some(name) = self.record_format.arrange(&mut fields) {
            let reason =
                format!("the output has no column {name:?}, so this field is left out (json has all)");
            report(source, &Diagnostic::new(entry, reason), answers);
            answers.totals.failed += 1;
        }
        fields
    }

    /// Returns the header of an output table whose first records come from `block`.
    pub fn header(&self, block: &Block) -> Vec<u8> {
        let source = SourceText::of(block);
        self.record_format.header(block.entries.iter().map(|entry| fields_of(source, entry)))
    }
}

/// Returns the fields of the entry's record other than the puzzle.
fn fields_of<'a>(source: SourceText<'a>, entry: &Entry) -> Vec<ExtraField<'a>> {
    match entry.kind {
        EntryKind::Line(_) => Vec::new(),
        _ => extra_fields(entry, source.text, source.columns),
    }
}

/// Reports an error or a warning as `NAME:LINE:COLUMN: REASON`, which editors recognize.
#[cold]
pub fn report(source: SourceText, diagnostic: &Diagnostic, answers: &mut Answers) {
    let line = source.before + diagnostic.line;
    let mut message = format!("{}:{line}:", source.name);
    if let Some(column) = diagnostic.column {
        // Writing to a string cannot fail.
        let _ = write!(message, "{column}:");
    }
    let _ = writeln!(message, " {}", diagnostic.reason);
    answers.diagnostics.extend_from_slice(message.as_bytes());
}

/// Returns a puzzle as one line: its cells, or its candidates as 729 characters.
pub fn characters(puzzle: &AnyPuzzle) -> Vec<u8> {
    match puzzle {
        AnyPuzzle::Board(board) => line_of(board),
        AnyPuzzle::Candidates(candidates) => {
            let digits = |cell: &u16| {
                let cell = *cell;
                (0..9).map(move |digit| if cell >> digit & 1 == 1 { b'1' + digit } else { b'.' })
            };
            candidates.iter().flat_map(digits).collect()
        }
    }
}

/// Returns a board as one line.
pub fn line_of(board: &AnyBoard) -> Vec<u8> {
    board.characters().collect()
}

/// Says at which limit a list of solutions ended.
fn may_be_more(is_late: bool) -> String {
    let limit = if is_late { "time" } else { "step" };
    format!("the {limit} limit was reached; there may be more solutions")
}

/// Formats the first collisions of a puzzle in one line, if it has any.
pub fn collisions_of(puzzle: &AnyPuzzle) -> Option<String> {
    let board = puzzle.board().filter(|board| board.has_collision())?;
    Some(first_of(board.collisions()))
}

/// Formats the first collisions in one line.
pub fn first_of(mut collisions: impl Iterator<Item = Collision>) -> String {
    const NAMED: usize = 3;
    let named: Vec<String> = collisions.by_ref().take(NAMED).map(|collision| collision.to_string()).collect();
    match collisions.count() {
        0 => named.join("; "),
        more => format!("{}; and {more} more", named.join("; ")),
    }
}

/// Formats cells of a board with this side as `r1c1 r2c3`.
pub fn cell_names(cells: impl IntoIterator<Item = usize>, side: usize) -> String {
    cells.into_iter().map(|cell| cell_name(cell, side)).collect::<Vec<_>>().join(" ")
}

/// Returns the solution of a 9x9 puzzle that is known to have one.
pub fn solution_line(puzzle: &AnyPuzzle) -> Option<Vec<u8>> {
    let solver = Solver::new().with_any_solution(true);
    let solution = match puzzle {
        AnyPuzzle::Candidates(candidates) => solver.solve(candidates).solution,
        AnyPuzzle::Board(board) => Grid::try_from(board).ok().and_then(|grid| solver.solve(&grid).solution),
    };
    solution.map(|solution| solution.to_line().to_vec())
}

/// Returns the 9x9 board of each entry: empty if the entry is something else.
pub fn nine_boards(results: &[Result<Parsed, Diagnostic>]) -> impl Iterator<Item = Grid> {
    results.iter().map(|result| match result {
        Ok(Parsed { puzzle, .. }) => puzzle.sized().unwrap_or(Grid::EMPTY),
        Err(_) => Grid::EMPTY,
    })
}

/// Returns the reason why a command does not support a puzzle with this status.
#[cold]
pub fn reason_not_unique(puzzle: &AnyPuzzle, status: Status) -> String {
    match status {
        Status::Invalid => collisions_of(puzzle).unwrap_or_default(),
        Status::NoSolution => "the puzzle has no solution".into(),
        Status::OutOfSteps | Status::Stopped => "a limit on guesses, steps or time was reached".into(),
        Status::Unique | Status::Multiple => "the puzzle has multiple solutions".into(),
    }
}
