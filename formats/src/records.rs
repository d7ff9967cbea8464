//! The fields of a record other than the puzzle.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use lanedoku::Size;

use crate::entry::{Entry, EntryKind};
use crate::format::InputFormat;
use crate::puzzles::{Puzzle, read};
use crate::tables::{self, SOLUTION_NAMES, fields, value};

/// Returns the fields of an entry's record other than the puzzle, in order, each with the name of its column if there
/// is a header. Without a separator, the text before the puzzle is one field, and the text after it another.
pub fn extra_fields<'a>(
    entry: &Entry,
    text: &'a [u8],
    columns: Option<&'a Arc<[String]>>,
) -> impl Iterator<Item = (Option<&'a str>, Cow<'a, [u8]>)> {
    places(entry, text).into_iter().map(move |(column, range)| {
        let name = column.and_then(|column| columns?.get(column)).map(String::as_str);
        (name, value(&text[range]))
    })
}

/// Returns the text of an entry that is not a puzzle, to be written back on one line: as it was read, with `/` between the
/// rows of a drawn board, which no board contains. It is empty for a line that is too long or has no puzzle field.
pub fn unread_text<'a>(entry: &Entry, text: &'a [u8]) -> Cow<'a, [u8]> {
    match entry.kind {
        EntryKind::LongLine | EntryKind::MissingField(_) => Cow::Borrowed(&[]),
        _ => {
            let text = text[entry.range()].trim_ascii();
            match text.contains(&b'\n') {
                true => text
                    .split(|&byte| byte == b'\n')
                    .map(<[u8]>::trim_ascii)
                    .collect::<Vec<_>>()
                    .join(&b'/')
                    .into(),
                false => text.into(),
            }
        }
    }
}

/// Returns the ranges of the other fields, each with its number, from 0, if the record has separators.
fn places(entry: &Entry, text: &[u8]) -> Vec<(Option<usize>, Range<usize>)> {
    let record = entry.record();
    let puzzle = entry.range();
    let has_puzzle = !matches!(entry.kind, EntryKind::MissingField(_));
    let has_no_other_text = has_puzzle && (puzzle == record || text[puzzle.clone()].contains(&b'\n'));
    if has_no_other_text || matches!(entry.kind, EntryKind::LongLine | EntryKind::MissingColumn) {
        return Vec::new();
    }
    if entry.delimiter != 0 {
        let place = |field: Range<usize>| record.start + field.start..record.start + field.end;
        return fields(&text[record.clone()], entry.delimiter)
            .map(place)
            .enumerate()
            .filter(|(_, field)| !(has_puzzle && field.start <= puzzle.start && puzzle.end <= field.end))
            .map(|(column, field)| (Some(column), field))
            .collect();
    }
    [record.start..puzzle.start, puzzle.end..record.end]
        .into_iter()
        .filter(|around| !text[around.clone()].trim_ascii().is_empty())
        .map(|around| (None, around))
        .collect()
}

/// Returns the given solution in the record of an entry: the field with a known solution name, otherwise the
/// first full board of the same size, otherwise the first board.
pub fn solution_field(
    entry: &Entry,
    text: &[u8],
    columns: Option<&Arc<[String]>>,
    format: &InputFormat,
) -> Option<Puzzle> {
    let size = entry.kind.size()?;
    let is_solution = |column: Option<usize>| {
        let name = column.and_then(|column| columns?.get(column));
        name.is_some_and(|name| SOLUTION_NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)))
    };
    let mut found = None;
    let mut named: Vec<_> = places(entry, text);
    // Fields with a solution name come first.
    named.sort_by_key(|(column, _)| !is_solution(*column));
    for (column, range) in named {
        let Some(puzzle) = board(entry, text, range, size, format) else { continue };
        if is_solution(column) || is_full(&puzzle) {
            return Some(puzzle);
        }
        found.get_or_insert(puzzle);
    }
    found
}

/// Parses the board at the start of a field.
fn board(
    entry: &Entry,
    text: &[u8],
    field: Range<usize>,
    size: Size,
    format: &InputFormat,
) -> Option<Puzzle> {
    let content = &text[field.clone()];
    let is_separator =
        |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'|' | b'#' | b'"');
    let start = content.iter().position(|byte| !is_separator(byte))?;
    let inner = tables::unquoted(&content[start..]).trim_ascii();
    let word = inner.iter().position(is_separator).map_or(inner, |end| &inner[..end]);
    if word.len() != size.cells() {
        return None;
    }
    let start = field.start + (word.as_ptr() as usize - content.as_ptr() as usize);
    let end = start + word.len();
    let other = Entry {
        start: start as u32,
        end: end as u32,
        before: (start - entry.record().start) as u16,
        after: (entry.record().end - end) as u16,
        kind: EntryKind::Board(size),
        ..*entry
    };
    read(&other, text, format).ok().map(|parsed| parsed.puzzle)
}

fn is_full(puzzle: &Puzzle) -> bool {
    match puzzle {
        Puzzle::Four(board) => board.open_cells() == 0,
        Puzzle::Nine(board) => board.open_cells() == 0,
        Puzzle::Sixteen(board) => board.open_cells() == 0,
        Puzzle::TwentyFive(board) => board.open_cells() == 0,
        Puzzle::Candidates(_) => false,
    }
}
