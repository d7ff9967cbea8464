//! Tables: CSV and TSV, with or without a header.
//!
//! A record is a line. A field may be in double quotes; within them, two quotes stand for one, and a line end is part
//! of the field.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use lanedoku::{Grid, Size};
use memchr::memchr;

use crate::characters::is_open_mark;
use crate::entry::{EntryKind, LINE_MAX};
use crate::format::{Field, FormatName, InputFormat};
use crate::lines::{Line, LineShape, Position};
use crate::splitter::split_all;

/// Known names of puzzle columns, by priority.
#[rustfmt::skip]
pub const PUZZLE_NAMES: [&str; 31] = [
    "puzzle", "puzzles", "quizzes", "quiz", "puz", "given", "givens", "unsolved", "problem", "problems", "initial",
    "clues", "question", "questions", "prompt", "prompts", "input", "inputs", "sudoku", "sudokus", "board", "boards",
    "grid", "grids", "start", "init", "original", "task", "mission", "challenge", "problem_statement",
];

/// Known names of solution columns.
#[rustfmt::skip]
pub const SOLUTION_NAMES: [&str; 25] = [
    "solution", "solutions", "sol", "sols", "answer", "answers", "solved", "output", "outputs", "final", "result",
    "results", "target", "targets", "completion", "completions", "response", "complete", "completed", "finished",
    "expected", "truth", "label", "labels", "soln",
];

/// Returns whether a word of a name is one of solutions.
pub fn names_solution(name: &[u8]) -> bool {
    let is_other = |byte: &u8| !byte.is_ascii_alphabetic();
    let is_known =
        |word: &[u8]| SOLUTION_NAMES.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
    name.split(is_other).any(is_known)
}

/// Returns the size of the board that a field would be with a few more or fewer cells.
pub fn near_size(field: &[u8]) -> Option<Size> {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || is_open_mark(*byte);
    let is_near = |size: &Size| field.len().abs_diff(size.cells()) * 10 <= size.cells();
    let is_cells = |size: &Size| {
        field.iter().all(|byte| is_cell(byte) || *size != Size::Nine && byte.is_ascii_alphabetic())
    };
    Size::ALL.into_iter().skip(1).find(is_near).filter(is_cells)
}

/// A table.
pub struct Table {
    pub delimiter: u8,
    /// The number of the puzzle field, from 0; `None` for the first field that is a puzzle.
    column: Option<usize>,
    /// The column names.
    pub columns: Option<Arc<[String]>>,
    /// The header line, which repeats in concatenated files.
    header: Box<[u8]>,
}

/// The meaning of the first line of an input.
pub enum TableStart {
    /// The input is not a table.
    NoTable,
    Header(Table),
    /// The input is a table without a header; the line is its first record.
    Headless(Table),
    /// The requested column is missing.
    MissingColumn,
    /// More text is needed.
    NeedsMore,
}

/// Returns whether the options request a table.
pub fn is_requested(format: &InputFormat) -> bool {
    format.field.is_some()
        || format.delimiter.is_some()
        || matches!(format.name, Some(FormatName::Csv | FormatName::Tsv))
}

/// Determines the meaning of the first line of an input; `next` returns the next line.
pub fn begin<'a>(
    content: &[u8],
    next: impl FnOnce() -> Option<Option<&'a [u8]>>,
    format: &InputFormat,
) -> TableStart {
    let requested = is_requested(format);
    if !requested && format.name.is_some_and(|name| name != FormatName::Lines) {
        return TableStart::NoTable;
    }
    let delimiter = delimiter_of_first_line(content, format);
    let fields: Vec<&[u8]> =
        fields(content, delimiter).map(|range| unquoted(&content[range]).trim_ascii()).collect();
    let headless =
        |column| TableStart::Headless(Table { delimiter, column, columns: None, header: Box::default() });
    let header = |column| {
        let columns = fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect();
        TableStart::Header(Table {
            delimiter,
            column: Some(column),
            columns: Some(columns),
            header: content.trim_ascii().into(),
        })
    };
    let is_named = |name: &str| fields.iter().position(|field| field.eq_ignore_ascii_case(name.as_bytes()));
    match &format.field {
        Some(Field::Name(name)) => return is_named(name).map_or(TableStart::MissingColumn, header),
        Some(Field::Number(number)) => {
            return match fields.get(number - 1) {
                None => TableStart::MissingColumn,
                Some(field) if is_name(field) && !fields.iter().any(|field| is_puzzle(field)) => {
                    header(number - 1)
                }
                Some(_) => headless(Some(number - 1)),
            };
        }
        None => {}
    }
    if fields.iter().any(|field| is_puzzle(field)) {
        return if requested { headless(None) } else { TableStart::NoTable };
    }
    let known = PUZZLE_NAMES
        .iter()
        .find_map(|name| is_named(name))
        .filter(|_| fields.iter().all(|field| field.is_empty() || is_name(field)));
    if let Some(column) = known {
        if fields.len() > 1 || requested {
            return header(column);
        }
        // A single word is the title of a drawn board unless the next line is a puzzle.
        return match next() {
            None => TableStart::NeedsMore,
            Some(below) if below.is_none_or(|below| is_puzzle(unquoted(below))) => header(column),
            Some(_) => TableStart::NoTable,
        };
    }
    // Unknown names are a header if there is a puzzle below one of them.
    let names = fields.iter().all(|field| field.is_empty() || is_name(field))
        && (requested || fields.iter().any(|field| field.len() > 1));
    // A single unknown name must be one word of letters, because other texts begin with a line of words.
    if !requested && let [name] = fields.as_slice() {
        let is_word = names && name.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        // 16 cells could be a row of a board whose first row has only letters.
        let is_board =
            |below: &[u8]| below.trim_ascii().len() > Size::Four.cells() && is_puzzle(unquoted(below));
        return match is_word.then(next) {
            None | Some(Some(None)) => TableStart::NoTable,
            Some(None) => TableStart::NeedsMore,
            Some(Some(Some(below))) if is_board(below) => header(0),
            Some(Some(Some(_))) => TableStart::NoTable,
        };
    }
    if !names || (fields.len() < 2 && !requested) {
        return if requested { headless(None) } else { TableStart::NoTable };
    }
    let Some(next) = next() else { return TableStart::NeedsMore };
    let below = next.unwrap_or_default();
    let column = self::fields(below, delimiter).position(|range| is_puzzle(unquoted(&below[range])));
    match column.filter(|column| *column < fields.len()) {
        Some(column) => header(column),
        None if requested && next.is_some() => TableStart::MissingColumn,
        None => TableStart::NoTable,
    }
}

/// Returns the separator of this line.
pub fn delimiter_of_first_line(content: &[u8], format: &InputFormat) -> u8 {
    let among = |delimiters: &[u8]| delimiters.iter().copied().find(|byte| content.contains(byte));
    let detected = match format.name {
        Some(FormatName::Tsv) => Some(b'\t'),
        Some(FormatName::Csv) => among(b",;|").or(Some(b',')),
        _ => among(b"\t,;|"),
    };
    // If a field is requested and the line has no other separator, spaces separate the fields.
    let spaces = if format.field.is_some() { b' ' } else { b',' };
    format.delimiter.or(detected).unwrap_or(spaces)
}

/// Returns whether a field can be the name of a column.
fn is_name(field: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
    (1..=64).contains(&field.len()) && field.first().is_some_and(is_letter)
}

/// Returns whether a field is certainly a puzzle.
pub fn is_puzzle(field: &[u8]) -> bool {
    let field = field.trim_ascii();
    let is_cell = |byte: &u8| byte.is_ascii_digit() || is_open_mark(*byte);
    if let Ok(line) = field.try_into()
        && Grid::parse_plain(line).is_some()
    {
        return true;
    }
    match field.len() {
        16 | 81 | 729 => field.iter().all(is_cell),
        256 | 625 => field.iter().all(|byte| is_cell(byte) || byte.is_ascii_alphabetic()),
        _ => false,
    }
}

/// Returns the ranges of the fields of a line, including their quotes.
pub fn fields(content: &[u8], delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let end = content.len() - usize::from(content.ends_with(b"\r"));
    let content = &content[..end];
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let mut start = next?;
        if delimiter == b' ' {
            // Any number of spaces and tabs is one separator.
            let blank = |at: &usize| matches!(content[*at], b' ' | b'\t');
            start = (start..end).find(|at| !blank(at))?;
            let stop = (start..end).find(blank).unwrap_or(end);
            next = Some(stop);
            return Some(start..stop);
        }
        let rest_of_field = |from: usize| memchr(delimiter, &content[from..]).map_or(end, |at| from + at);
        let quote = (start..end).find(|&at| content[at] != b' ').filter(|&at| content[at] == b'"');
        if quote.is_none() {
            let stop = rest_of_field(start);
            next = (stop < end).then_some(stop + 1);
            return Some(start..stop);
        }
        let mut quoted = quote.is_some();
        let from = quote.map_or(start, |quote| quote + 1);
        let mut stop = from;
        while stop < end && (quoted || content[stop] != delimiter) {
            // Two quotes close and reopen the field.
            quoted ^= content[stop] == b'"' && quote.is_some();
            stop += 1;
        }
        if quoted {
            // An unclosed quote is an ordinary character; `open_quote` finds it for the warning.
            stop = rest_of_field(start);
        }
        next = (stop < end).then_some(stop + 1);
        Some(start..stop)
    })
}

/// Returns the position of a quote that opens a field of a record and is never closed.
pub fn open_quote(content: &[u8], delimiter: u8) -> Option<usize> {
    // Fields that spaces separate are not quoted.
    if delimiter == b' ' || memchr(b'"', content).is_none() {
        return None;
    }
    let opening = |field: Range<usize>| {
        let first = field.clone().find(|&at| content[at] != b' ').filter(|&at| content[at] == b'"')?;
        let quotes = content[field].iter().filter(|&&byte| byte == b'"').count();
        (quotes % 2 == 1).then_some(first)
    };
    fields(content, delimiter).find_map(opening)
}

/// Removes the quotes around a field.
pub fn unquoted(field: &[u8]) -> &[u8] {
    match field.trim_ascii() {
        [b'"', inner @ .., b'"'] => inner,
        _ => field,
    }
}

/// Returns the value of a field, without quotes and spaces.
pub fn value(field: &[u8]) -> Cow<'_, [u8]> {
    let inner = unquoted(field).trim_ascii();
    let is_quoted = inner.len() < field.trim_ascii().len();
    match is_quoted && inner.windows(2).any(|pair| pair == b"\"\"") {
        false => Cow::Borrowed(inner),
        true => {
            let mut value = Vec::with_capacity(inner.len());
            let mut rest = inner;
            while let [byte, after @ ..] = rest {
                value.push(*byte);
                rest = if rest.starts_with(b"\"\"") { &after[1..] } else { after };
            }
            Cow::Owned(value)
        }
    }
}

/// The position in a record, relative to its quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// Before a field.
    Before,
    /// In a field without quotes, or after them.
    Outside,
    Inside,
    /// After a quote that ends the field or is the first of two.
    AtQuote,
    /// After text that follows the closing quote.
    Wrong,
}

impl Quotes {
    fn pass(self, byte: u8, delimiter: u8) -> Quotes {
        match (self, byte) {
            (Quotes::Wrong, _) => Quotes::Wrong,
            (Quotes::Inside, b'"') => Quotes::AtQuote,
            (Quotes::Inside, _) | (Quotes::AtQuote, b'"') => Quotes::Inside,
            (_, byte) if byte == delimiter => Quotes::Before,
            (_, b' ' | b'\r') => self,
            (Quotes::AtQuote, _) => Quotes::Wrong,
            (Quotes::Before, b'"') => Quotes::Inside,
            _ => Quotes::Outside,
        }
    }
}

impl Table {
    /// Returns the end of the record that begins with a line, and moves the position behind it. The record continues on
    /// the next lines if a quoted field does, provided that it then has as many fields as the header. Returns `None` if
    /// more text is needed.
    pub fn end_of_record(
        &self,
        text: &[u8],
        line: &Line,
        position: &mut Position,
        last: bool,
    ) -> Option<usize> {
        let start = position.bytes;
        let follow = |quotes: Quotes, content: &[u8]| {
            content.iter().fold(quotes, |quotes, &byte| quotes.pass(byte, self.delimiter))
        };
        let mut quotes = follow(Quotes::Before, &text[start..line.end]);
        let (mut whole, mut end) = (*position, line.end);
        whole.pass(line);
        while quotes == Quotes::Inside && self.delimiter != b' ' && end - start <= LINE_MAX {
            match Line::read(text, whole.bytes, last) {
                Some(next) => {
                    quotes = follow(quotes, &text[end..next.end]);
                    end = next.end;
                    whole.pass(&next);
                }
                None if last => break,
                None => return None,
            }
        }
        let fits = || {
            let count = fields(&text[start..end], self.delimiter).count();
            self.columns.as_ref().is_none_or(|columns| columns.len() == count)
        };
        let is_whole = !matches!(quotes, Quotes::Inside | Quotes::Wrong) && end - start <= LINE_MAX && fits();
        if end > line.end && is_whole {
            *position = whole;
            return Some(end);
        }
        position.pass(line);
        Some(line.end)
    }

    /// Returns whether the puzzle field is the first.
    pub fn is_first_field(&self) -> bool {
        self.column == Some(0)
    }

    /// Returns the names of the columns other than the puzzle, if there is a header.
    pub fn extra_columns(&self) -> Option<Vec<&str>> {
        let others =
            self.columns.as_ref()?.iter().enumerate().filter(|(index, _)| Some(*index) != self.column);
        Some(others.map(|(_, name)| name.as_str()).collect())
    }

    /// Returns whether a line repeats the header.
    pub fn is_header(&self, content: &[u8]) -> bool {
        !self.header.is_empty() && content.trim_ascii() == &*self.header
    }

    /// Returns the puzzle of a record: its range and kind.
    pub fn puzzle(&self, content: &[u8], only: Option<Size>) -> (Range<usize>, EntryKind) {
        let mut fields = fields(content, self.delimiter).map(|field| inner(content, field));
        let range = match self.column {
            Some(column) => fields.nth(column),
            None => fields.find(|range| is_puzzle(&content[range.clone()])),
        };
        let number = self.column.map_or(0, |column| column as u32 + 1);
        match range.filter(|range| !range.is_empty()) {
            None => (0..content.len(), EntryKind::MissingField(number)),
            Some(range) => {
                let kind = kind_of(&content[range.clone()], only);
                (range, kind)
            }
        }
    }
}

/// Returns the range of a field without quotes and spaces.
fn inner(content: &[u8], field: Range<usize>) -> Range<usize> {
    let whole = &content[field.clone()];
    let trimmed = unquoted(whole).trim_ascii();
    let start = field.start + (trimmed.as_ptr() as usize - whole.as_ptr() as usize);
    if trimmed.is_empty() { field.start..field.start } else { start..start + trimmed.len() }
}

/// Returns the kind of a field with a puzzle.
pub fn kind_of(field: &[u8], only: Option<Size>) -> EntryKind {
    if field.contains(&b'\n') {
        let format = InputFormat { side: only, ..InputFormat::default() };
        return match split_all(field, &format).as_slice() {
            [entry] if entry.delimiter == 0 && !matches!(entry.kind, EntryKind::Line(_)) => entry.kind,
            _ => EntryKind::WrongLength(LineShape::of(field).cell_count() as u32),
        };
    }
    let allows = |size: &Size| only.is_none_or(|only| only == *size);
    if field.len() == Size::Nine.cells() && allows(&Size::Nine) && is_puzzle(field) {
        return EntryKind::Board(Size::Nine);
    }
    let shape = LineShape::of(field);
    if let Some(part) = &shape.part
        && part.range == (0..field.len())
        && part.kind.size().as_ref().is_some_and(allows)
    {
        return part.kind;
    }
    if shape.is_candidate_line() && allows(&Size::Nine) {
        return EntryKind::Candidates;
    }
    match Size::ALL.into_iter().filter(allows).find(|size| shape.is_puzzle(*size)) {
        Some(size) => EntryKind::Board(size),
        None => EntryKind::WrongLength(shape.cell_count() as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(line: &str, delimiter: u8) -> Vec<String> {
        let line = line.as_bytes();
        fields(line, delimiter)
            .map(|field| String::from_utf8_lossy(&value(&line[field])).into_owned())
            .collect()
    }

    #[test]
    fn fields_may_be_quoted() {
        for (line, expected) in [
            ("a,b,c", &["a", "b", "c"][..]),
            ("a,,c,", &["a", "", "c", ""]),
            ("\"a,b\",c\r", &["a,b", "c"]),
            ("\"a \"\"b\"\"\", c", &["a \"b\"", "c"]),
            ("\"open,b", &["\"open", "b"]),
            ("", &[""]),
            ("\"\",x", &["", "x"]),
        ] {
            assert_eq!(values(line, b','), expected, "{line}");
        }
        assert_eq!(values("  a \t b  c ", b' '), ["a", "b", "c"]);
        assert_eq!(values("a\t\tc", b'\t'), ["a", "", "c"]);
    }

    #[test]
    fn names_and_puzzles_are_distinguished() {
        for name in ["puzzle", "difficulty_level", "Größe", "n"] {
            assert!(is_name(name.as_bytes()) && !is_puzzle(name.as_bytes()), "{name}");
        }
        assert!(is_puzzle(&[b'.'; 81]) && is_puzzle(&[b'x'; 16]) && !is_puzzle(&[b'.'; 80]));
        assert!(!is_name(b"12") && !is_name(b""));
        assert_eq!(Field::from_text("3"), Some(Field::Number(3)));
        assert_eq!(Field::from_text("quiz"), Some(Field::Name("quiz".into())));
        assert_eq!(Field::from_text("0"), None);
    }
}
