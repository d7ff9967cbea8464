//! Tables: CSV and TSV, with or without a header.
//!
//! A record is a line. A field may be in double quotes; within them, two quotes stand for one, and a line end is part
//! of the field.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use lanedoku::{Grid, Size};
use memchr::memchr;

use crate::characters::{fields_of_cells, is_open_mark};
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
const SOLUTION_NAMES: [&str; 25] = [
    "solution", "solutions", "sol", "sols", "soln", "answer", "answers", "response", "completion", "completions",
    "output", "outputs", "final", "result", "results", "target", "targets", "expected", "truth", "solved", "complete",
    "completed", "finished", "label", "labels",
];

/// The number of names at the start of [`SOLUTION_NAMES`] that only a solution has. A value under another may be a flag
/// or a word.
const CERTAIN_NAMES: usize = 19;

/// Returns whether a word of a name is one of solutions.
pub fn names_solution(name: &[u8]) -> bool {
    let is_other = |byte: &u8| !byte.is_ascii_alphabetic();
    let is_known =
        |word: &[u8]| SOLUTION_NAMES.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
    name.split(is_other).any(is_known)
}

/// Returns whether a name is certainly one of solutions: `Model answer`, `solution_board`, not `answer_time`.
pub fn is_certain_solution(name: &str) -> bool {
    let words =
        name.split(|character: char| !character.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let is_form =
        |word: &&str| ["board", "grid", "string", "text"].iter().any(|form| word.eq_ignore_ascii_case(form));
    let noun = words.rev().find(|word| !is_form(word)).unwrap_or_default();
    SOLUTION_NAMES[..CERTAIN_NAMES].iter().any(|known| noun.eq_ignore_ascii_case(known))
}

/// Returns the size of the board that a field would be with a few more or fewer cells.
pub fn near_size(field: &[u8]) -> Option<Size> {
    let is_near = |size: &Size| field.len().abs_diff(size.cells()) * 10 <= size.cells();
    // Some characters may be wrong.
    let is_cells = |size: &Size| {
        let is_cell = |byte: &&u8| {
            byte.is_ascii_digit() || is_open_mark(**byte) || *size != Size::Nine && byte.is_ascii_alphabetic()
        };
        field.iter().filter(is_cell).count() * 10 >= field.len() * 9
    };
    Size::ALL.into_iter().skip(1).find(is_near).filter(is_cells)
}

/// A table.
pub struct Table {
    pub delimiter: u8,
    /// The number of the puzzle field, from 0; `None` for the field that is a puzzle.
    column: Option<usize>,
    /// The number of fields from there on that are one cell each, or 0.
    cells: usize,
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
    next: impl Fn() -> Option<Option<&'a [u8]>>,
    format: &InputFormat,
) -> TableStart {
    let requested = is_requested(format);
    if !requested && format.name.is_some_and(|name| name != FormatName::Lines) {
        return TableStart::NoTable;
    }
    let delimiter = delimiter_of_first_line(content, format);
    let fields: Vec<&[u8]> =
        fields(content, delimiter).map(|range| unquoted(&content[range]).trim_ascii()).collect();
    let headless = |column, cells| {
        TableStart::Headless(Table { delimiter, column, cells, columns: None, header: Box::default() })
    };
    let header_of = |column, cells| {
        let columns = fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect();
        TableStart::Header(Table {
            delimiter,
            column: Some(column),
            cells,
            columns: Some(columns),
            header: content.trim_ascii().into(),
        })
    };
    let header = |column| header_of(column, 0);
    let is_named = |name: &str| fields.iter().position(|field| field.eq_ignore_ascii_case(name.as_bytes()));
    match &format.field {
        Some(Field::Name(name)) => return is_named(name).map_or(TableStart::MissingColumn, header),
        Some(Field::Number(number)) => {
            return match fields.get(number - 1) {
                None => TableStart::MissingColumn,
                Some(field) if is_name(field) && !fields.iter().any(|field| is_puzzle(field)) => {
                    header(number - 1)
                }
                Some(_) => headless(Some(number - 1), 0),
            };
        }
        None => {}
    }
    if let Some(column) = choose(&fields, |_| b"") {
        // The first puzzle of a line is found without a table.
        return match fields.iter().position(|field| is_puzzle(field)) == Some(column) {
            true if !requested => TableStart::NoTable,
            true => headless(None, 0),
            false => headless(Some(column), 0),
        };
    }
    let records_of = |content| -> Vec<&[u8]> {
        self::fields(content, delimiter).map(|range| unquoted(&content[range]).trim_ascii()).collect()
    };
    if fields.len() >= Size::Nine.cells() {
        // One cell each.
        let Some(next) = next() else { return TableStart::NeedsMore };
        let below = next.map(records_of).unwrap_or_default();
        if let Some((column, cells)) = wide(&fields, &below, |_| b"") {
            let is_plain = cells == fields.len() && !content.contains(&b'"') && is_line_of_cells(content);
            return if is_plain && !requested { TableStart::NoTable } else { headless(Some(column), cells) };
        }
        if let Some((column, cells)) =
            wide(&below, &below, |field| fields.get(field).copied().unwrap_or_default())
            && below.len() == fields.len()
        {
            return header_of(column, cells);
        }
    }
    let known = || {
        let named = PUZZLE_NAMES.iter().find_map(|name| is_named(name));
        named.filter(|_| fields.iter().all(|field| field.is_empty() || is_name(field)))
    };
    // A single name is the title of a drawn board unless the next line is a puzzle. An unknown one must be one word of
    // letters, because other texts begin with a line of words.
    if !requested && let [name] = fields.as_slice() {
        let is_known = known().is_some();
        let is_word = name.len() > 1
            && is_name(name)
            && name.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        // 16 cells could be a row of a board whose first row has only letters.
        let is_board = |below: &[u8]| {
            is_puzzle(unquoted(below)) && (is_known || below.trim_ascii().len() > Size::Four.cells())
        };
        return match (is_known || is_word).then(next) {
            None => TableStart::NoTable,
            Some(None) => TableStart::NeedsMore,
            Some(Some(below)) if below.map_or(is_known, is_board) => header(0),
            Some(Some(_)) => TableStart::NoTable,
        };
    }
    let may_be_header = known().is_some()
        || requested
        || fields.len() > 1 && fields.iter().all(|field| field.len() <= 64 && !is_line_of_cells(field));
    if !may_be_header {
        return TableStart::NoTable;
    }
    let Some(next) = next() else { return TableStart::NeedsMore };
    let below = next.map(records_of).unwrap_or_default();
    let name = |field: usize| fields.get(field).copied().unwrap_or_default();
    // Without a known name, a board below must be larger than a row.
    let is_large =
        |column: &usize| known().is_some() || requested || below[*column].len() > Size::Four.cells();
    match choose(&below, name).filter(|column| *column < fields.len() && is_large(column)) {
        // A solution is not the puzzle if a puzzle with a mistake is beside it.
        Some(column) if names_solution(name(column)) => {
            let is_wrong = |column: &usize| {
                below
                    .get(*column)
                    .is_none_or(|field| field.is_empty() || kind_of(field, None).size().is_some())
                    || near_size(below[*column]).is_some()
            };
            header(known().filter(is_wrong).unwrap_or(column))
        }
        Some(column) => header(column),
        None => match known() {
            Some(column) => header(column),
            None if requested && !fields.iter().all(|field| field.is_empty() || is_name(field)) => {
                headless(None, 0)
            }
            None if requested && next.is_some() => TableStart::MissingColumn,
            None => TableStart::NoTable,
        },
    }
}

/// Returns the number of the field that is the puzzle: the first known name of a puzzle, otherwise one with open cells,
/// and only without any other, one with a name of solutions.
fn choose<'a>(fields: &[&[u8]], name: impl Fn(usize) -> &'a [u8]) -> Option<usize> {
    let rank = |column: &usize| {
        let name = name(*column);
        let known = PUZZLE_NAMES.iter().position(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        let is_full = !fields[*column].iter().any(|byte| is_open_mark(*byte));
        (known.is_none() && names_solution(name), known.unwrap_or(PUZZLE_NAMES.len()), is_full)
    };
    (0..fields.len()).filter(|column| is_puzzle(fields[*column])).min_by_key(rank)
}

/// Returns the first field and the number of fields of a puzzle with one cell in each field, perhaps with those of its
/// solution, and up to two other fields around them. `next` is the next record.
fn wide<'a>(fields: &[&[u8]], next: &[&[u8]], name: impl Fn(usize) -> &'a [u8]) -> Option<(usize, usize)> {
    let sizes = [Size::Nine, Size::Sixteen, Size::TwentyFive].map(Size::cells);
    let spans = sizes.into_iter().flat_map(|cells| [(cells, cells), (cells, 2 * cells)]);
    let (cells, span) = spans.into_iter().find(|(_, span)| (*span..span + 3).contains(&fields.len()))?;
    let length = if cells == Size::Nine.cells() { 1 } else { 2 };
    let is_cells = |first: &usize| {
        fields[*first..first + span].iter().all(|field| cell(field).is_some_and(|cell| cell.len() <= length))
    };
    // A list in brackets is no record.
    if fields.iter().any(|field| field.iter().any(|byte| b"[]{}()".contains(byte))) {
        return None;
    }
    let others = fields.len() - span;
    let possible: Vec<usize> = (0..=others).filter(is_cells).collect();
    let number = |fields: &[&[u8]], at: usize| str::from_utf8(fields.get(at)?).ok()?.parse::<u32>().ok();
    let word = |at: usize| (name(at).is_empty(), name(at).split(u8::is_ascii_digit).next());
    // An index beside the cells has another name, or counts.
    let is_index = |at: usize, beside: usize| {
        let counts = || Some(number(fields, at)?.checked_add(1)? == number(next, at)?);
        word(at) != word(beside) || counts() == Some(true)
    };
    let last = fields.len() - 1;
    let first = match (possible.as_slice(), is_index(0, 1), is_index(last, last - 1)) {
        ([first], ..) => *first,
        ([0, 1, 2], true, true) => 1,
        ([.., first], true, _) | ([first, ..], false, true) => *first,
        // A digit that may be an index, or a cell too many.
        _ => return None,
    };
    Some((first, cells))
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

/// Returns whether all fields of a line are cells.
fn is_line_of_cells(content: &[u8]) -> bool {
    fields_of_cells(content).is_some()
}

/// Returns a field or a value as a cell: a digit, a letter, a number, or `.` for an open cell.
pub fn cell(value: &[u8]) -> Option<&[u8]> {
    let value = value.trim_ascii();
    let is = |known: &str| value.eq_ignore_ascii_case(known.as_bytes());
    let whole = [&b".0"[..], b"."].iter().find_map(|end| value.strip_suffix(*end));
    match (value, whole) {
        ([], _) => Some(b"."),
        _ if ["nan", "null", "none", "<na>", "-1", "-1.0"].into_iter().any(is) => Some(b"."),
        (_, Some(whole)) if !whole.is_empty() && whole.iter().all(u8::is_ascii_digit) => Some(whole),
        _ => (value.len() <= 9 && !value.contains(&b' ')).then_some(value),
    }
}

/// Returns the cells of a puzzle that are a field each, if they are not plain.
pub fn encoded_cells(text: &[u8], delimiter: u8) -> Option<Vec<u8>> {
    let count = text.iter().filter(|&&byte| byte == delimiter).count() + 1;
    let is_wide = [Size::Nine, Size::Sixteen, Size::TwentyFive].iter().any(|size| size.cells() == count);
    let cells = || fields(text, delimiter).map(|range| cell(unquoted(&text[range])).unwrap_or(b"?!"));
    let separator: &[u8] = if cells().any(|cell| cell.len() > 1) { b" " } else { b"" };
    is_wide.then(|| cells().collect::<Vec<_>>().join(separator))
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
        // Other numbers of 16 digits are names and times.
        16 => field.iter().all(|byte| is_cell(byte) && !(b'5'..=b'9').contains(byte)),
        81 | 729 => field.iter().all(is_cell),
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

/// Returns the value of a field, without quotes and the spaces around them.
pub fn value(field: &[u8]) -> Cow<'_, [u8]> {
    let inner = unquoted(field.trim_ascii());
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
        self.column == Some(0) && self.cells == 0
    }

    /// Returns whether a line that begins with `#` is a record: it has all columns, and a board in the right one.
    pub fn is_record(&self, content: &[u8]) -> bool {
        let columns = self.columns.as_ref().map_or(0, |columns| columns.len());
        columns > 1
            && fields(content, self.delimiter).count() == columns
            && self.puzzle(content, None).1.size().is_some()
    }

    /// Returns the names of the columns other than the puzzle, if there is a header.
    pub fn extra_columns(&self) -> Option<Vec<&str>> {
        let puzzle = self.column.map_or(0..0, |column| column..column + self.cells.max(1));
        let others = self.columns.as_ref()?.iter().enumerate().filter(|(index, _)| !puzzle.contains(index));
        Some(others.map(|(_, name)| name.as_str()).collect())
    }

    /// Returns whether a line repeats the header.
    pub fn is_header(&self, content: &[u8]) -> bool {
        !self.header.is_empty() && content.trim_ascii() == &*self.header
    }

    /// Returns the puzzle of a record: its range and kind.
    pub fn puzzle(&self, content: &[u8], only: Option<Size>) -> (Range<usize>, EntryKind) {
        let mut fields = fields(content, self.delimiter).map(|field| inner(content, field));
        if let (Some(column), 1..) = (self.column, self.cells) {
            let ranges: Vec<_> = self::fields(content, self.delimiter).collect();
            let size = Size::ALL.into_iter().find(|size| size.cells() == self.cells);
            let size = size.filter(|size| only.is_none_or(|only| only == *size));
            return match (ranges.get(column), ranges.get(column + self.cells - 1), size) {
                (Some(first), Some(last), Some(size)) => (first.start..last.end, EntryKind::Board(size)),
                _ => (0..content.len(), EntryKind::WrongLength(ranges.len() as u32)),
            };
        }
        let range = match self.column {
            Some(column) => fields.nth(column),
            None => {
                let ranges: Vec<_> = fields.collect();
                let texts: Vec<&[u8]> = ranges.iter().map(|range| &content[range.clone()]).collect();
                choose(&texts, |_| b"").map(|column| ranges[column].clone())
            }
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
