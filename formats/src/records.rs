//! The fields of a record other than the puzzle.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use lanedoku::{AnyPuzzle, Size};

use crate::entry::{Entry, EntryKind};
use crate::format::InputFormat;
use crate::json;
use crate::puzzles::{encoded_cells, read};
use crate::tables::{self, fields, is_certain_solution, names_solution, near_size, value};

/// A field of a record other than the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraField<'a> {
    /// The name of its column, or its key; `None` without a header.
    pub name: Option<Cow<'a, str>>,
    /// Its value, without quotes.
    pub value: Cow<'a, [u8]>,
    /// Its value as written, if the record is a JSON object.
    pub json: Option<Cow<'a, str>>,
}

/// Returns the fields of an entry's record other than the puzzle, in order. Without a separator, the text before the
/// puzzle is one field, and the text after it another.
pub fn extra_fields<'a>(
    entry: &Entry,
    text: &'a [u8],
    columns: Option<&'a Arc<[String]>>,
) -> Vec<ExtraField<'a>> {
    if entry.delimiter == json::OBJECT {
        return members(entry, text);
    }
    let field = |(column, range): (Option<usize>, Range<usize>)| ExtraField {
        name: column.and_then(|column| columns?.get(column)).map(|name| Cow::Borrowed(name.as_str())),
        value: value(&text[range]),
        json: None,
    };
    places(entry, text).into_iter().map(field).collect()
}

/// Returns the members of an object other than the puzzle.
fn members<'a>(entry: &Entry, text: &'a [u8]) -> Vec<ExtraField<'a>> {
    let record = entry.record();
    let has_puzzle = !matches!(entry.kind, EntryKind::MissingField(_));
    let puzzle = entry.range().start - record.start;
    let content = &text[record];
    // Fast, for an object of one member.
    let after = &text[entry.range().end..entry.record().end];
    if has_puzzle && matches!(after, b"}" | b"\"}") && !content[..puzzle].contains(&b',') {
        return Vec::new();
    }
    let is_other = |member: &json::Member<'a>| !(has_puzzle && member.range.contains(&puzzle));
    let field = |member: json::Member<'a>| {
        let json = json::on_one_line(member.value);
        let value = match &json {
            Cow::Borrowed(value) => json::text(value),
            Cow::Owned(value) => Cow::Owned(value.clone().into_bytes()),
        };
        ExtraField { name: Some(member.name), value, json: Some(json) }
    };
    json::members(content).into_iter().filter(is_other).map(field).collect()
}

/// Returns the text of an entry that is not a puzzle, to be written back on one line: as it was read, with `/` between
/// the rows of a drawn board, which no board contains. It is empty for a line that is too long or has no puzzle field.
pub fn unread_text<'a>(entry: &Entry, text: &'a [u8]) -> Cow<'a, [u8]> {
    match entry.kind {
        EntryKind::LongLine | EntryKind::MissingField(_) => Cow::Borrowed(&[]),
        _ => match encoded_cells(entry, text) {
            Some(cells) => Cow::Owned(on_one_line(&cells).into_owned()),
            None => on_one_line(&text[entry.range()]),
        },
    }
}

/// Joins the lines of a text by `/`.
fn on_one_line(text: &[u8]) -> Cow<'_, [u8]> {
    let text = text.trim_ascii();
    match text.contains(&b'\n') {
        true => {
            text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).collect::<Vec<_>>().join(&b'/').into()
        }
        false => text.into(),
    }
}

/// Returns the ranges of the other fields, each with its number, from 0, if the record has separators.
fn places(entry: &Entry, text: &[u8]) -> Vec<(Option<usize>, Range<usize>)> {
    let record = entry.record();
    let puzzle = entry.range();
    let has_puzzle = !matches!(entry.kind, EntryKind::MissingField(_));
    let has_no_other_text =
        has_puzzle && (puzzle == record || entry.delimiter == 0 && text[puzzle.clone()].contains(&b'\n'));
    if has_no_other_text
        || matches!(entry.kind, EntryKind::LongLine | EntryKind::MissingColumn | EntryKind::NotAnObject)
    {
        return Vec::new();
    }
    if entry.delimiter != 0 {
        let place = |field: Range<usize>| record.start + field.start..record.start + field.end;
        return fields(&text[record.clone()], entry.delimiter)
            .map(place)
            .enumerate()
            .filter(|(_, field)| {
                let holds = |outer: &Range<usize>, inner: &Range<usize>| {
                    outer.start <= inner.start && inner.end <= outer.end
                };
                !(has_puzzle && (holds(field, &puzzle) || holds(&puzzle, field)))
            })
            .map(|(column, field)| (Some(column), field))
            .collect();
    }
    [record.start..puzzle.start, puzzle.end..record.end]
        .into_iter()
        .filter(|around| !text[around.clone()].trim_ascii().is_empty())
        .map(|around| (None, around))
        .collect()
}

/// Returns the solutions in the record of an entry: every board under a name of solutions, or the reason why a value
/// that is not empty is none; otherwise the first full board of the same size, otherwise the first board.
pub fn given_solutions(
    entry: &Entry,
    text: &[u8],
    columns: Option<&Arc<[String]>>,
    format: &InputFormat,
) -> Vec<Result<AnyPuzzle, String>> {
    let Some(size) = entry.kind.size() else { return Vec::new() };
    // One cell in each field: the solution follows the puzzle.
    let after = &text[entry.range().end..entry.record().end];
    if !matches!(entry.delimiter, 0 | json::OBJECT)
        && encoded_cells(entry, text).is_some()
        && let Some((_, after)) = after.split_first()
        && let Some(last) = tables::fields(after, entry.delimiter).nth(size.cells() - 1)
        && let Some(cells) = tables::encoded_cells(&after[..last.end], entry.delimiter)
    {
        let column = tables::fields(&text[entry.record().start..entry.range().end], entry.delimiter).count();
        let name = columns.and_then(|columns| columns.get(column)).map_or("", String::as_str);
        let given = board(&cells, size, format).map_err(|reason| no_solution(name, &reason));
        // Other columns of numbers are no solution, unless nearly all of them are digits.
        let digits: Vec<u8> = cells.into_iter().filter(|byte| *byte != b' ').collect();
        let is_meant = given.is_ok() || is_certain_solution(name) || near_size(&digits).is_some();
        return Some(given).filter(|_| is_meant).into_iter().collect();
    }
    let (mut named, mut others) = (Vec::new(), Vec::new());
    for field in extra_fields(entry, text, columns) {
        let cells = match &field.json {
            Some(json) => json::cells(json),
            None => Cow::Borrowed(&*field.value),
        };
        let name = field.name.as_deref().unwrap_or_default();
        let is_named = names_solution(name.as_bytes());
        // Most other fields are too short, which is known without reading them.
        if cells.trim_ascii().is_empty() || !is_named && cells.len() < size.cells() {
            continue;
        }
        match board(&cells, size, format) {
            Ok(board) if is_named => named.push(Ok(board)),
            Ok(board) => others.push(board),
            Err(reason) if is_certain_solution(name) => named.push(Err(no_solution(name, &reason))),
            Err(_) => {}
        }
    }
    if named.is_empty() {
        let best = others.iter().position(is_full).unwrap_or(0);
        return others.drain(..).skip(best).take(1).map(Ok).collect();
    }
    named
}

fn no_solution(name: &str, reason: &str) -> String {
    format!("the value of {name:?} is no solution: {reason}")
}

/// Parses the board at the start of a field, or in the rows of a field.
fn board(field: &[u8], size: Size, format: &InputFormat) -> Result<AnyPuzzle, String> {
    let is_separator =
        |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'|' | b'#' | b'"');
    let start = field.iter().position(|byte| !is_separator(byte)).unwrap_or(field.len());
    let end = field[start..].iter().position(is_separator).map_or(field.len(), |length| start + length);
    if end - start == size.cells() {
        let entry = Entry::of_lines(start..end, 0, EntryKind::Board(size));
        return read(&entry, field, format).map(|parsed| parsed.puzzle).map_err(|error| error.reason);
    }
    let same_size = InputFormat { side: Some(size), ..format.clone() };
    let parsed = json::read_cells(field, 0, &same_size).map_err(|error| error.reason)?;
    let board = parsed.solution.map_or(parsed.puzzle, AnyPuzzle::Board);
    let side = size.side();
    Some(board).filter(|board| board.size() == size).ok_or_else(|| format!("expected {side}x{side} cells"))
}

fn is_full(puzzle: &AnyPuzzle) -> bool {
    puzzle.board().is_some_and(|board| !board.digits().contains(&0))
}
