//! The boards that arrays draw, as text.

use std::borrow::Cow;

use lanedoku::Size;

use super::text;
use super::values::{DEEPEST, Values, skip_space};
use crate::tables;

/// Returns a value as the text of a board: of an array, a line for each row, or one line of all cells. A string may
/// contain an array.
pub fn cells(value: &str) -> Cow<'_, [u8]> {
    if let Some(board) = plain(value.as_bytes()) {
        return Cow::Owned(board);
    }
    let inner = text(value);
    match inner.trim_ascii_start().starts_with(b"[").then(|| of_array(&inner)).flatten() {
        Some(board) => Cow::Owned(board),
        None => inner,
    }
}

/// Returns the cells of a 9x9 board that is an array of single characters, or of rows of them. Fast.
pub fn plain(value: &[u8]) -> Option<Vec<u8>> {
    let (side, count) = (Size::Nine.side(), Size::Nine.cells());
    let mut board = Vec::with_capacity(count);
    let (mut depth, mut ends, mut follows) = (0, 0, false);
    for &byte in value.strip_prefix(b"[")? {
        let is_cell = byte.is_ascii_digit() || byte == b'.';
        match byte {
            _ if is_cell && !follows && board.len() < count => board.push(byte),
            b'[' if depth == 0 && board.len() == side * ends => depth = 1,
            b']' if depth == 1 && board.len() == side * (ends + 1) => (depth, ends) = (0, ends + 1),
            b']' if depth == 0 && (ends == 0 || ends == side) => {}
            b' ' | b'\n' | b'\r' | b'\t' | b',' | b'"' => {}
            _ => return None,
        }
        follows = is_cell;
    }
    (board.len() == count).then_some(board)
}

fn of_array(text: &[u8]) -> Option<Vec<u8>> {
    let mut values = Values::default();
    values.scan(text, skip_space(text, 0), DEEPEST, None).ok()?;
    board(&values, 0, text)
}

/// Returns an array as the text of a board, which may have a wrong number of cells. `None` if it has objects, or
/// deeper arrays.
pub fn board(values: &Values, index: usize, text: &[u8]) -> Option<Vec<u8>> {
    let is_line = |child: usize| text[values.range(child)].starts_with(b"\"");
    let mut items = values.children(index);
    if items.next().is_some_and(|first| text[values.range(first)].ends_with(b"\\n\"")) && items.all(is_line) {
        // The lines of a text, as notebooks keep them.
        let line = |child: usize| Some(super::text(str::from_utf8(&text[values.range(child)]).ok()?));
        return Some(values.children(index).map(line).collect::<Option<Vec<_>>>()?.concat());
    }
    // Of so many items, each is a cell, even if it is a list of candidates.
    let is_flat = matches!(values.children(index).take(626).count(), 81 | 256 | 625);
    let mut rows: Vec<Vec<Cow<[u8]>>> = vec![Vec::new()];
    for child in values.children(index) {
        let item = &text[values.range(child)];
        if !is_flat && item.starts_with(b"[") {
            rows.push(values.children(child).map(|child| cell(values, child, text)).collect::<Option<_>>()?);
        } else if !is_flat && item.starts_with(b"\"") && item.len() > 4 {
            let row = super::text(str::from_utf8(item).ok()?);
            rows.push(vec![row.trim_ascii_end().to_vec().into()]);
        } else {
            rows[0].push(cell(values, child, text)?);
        }
    }
    let first = rows.remove(0);
    // Cells, or rows, not both.
    if first.is_empty() == rows.is_empty() {
        return None;
    }
    if rows.is_empty() {
        rows.push(first);
    }
    let cells = || rows.iter().flatten();
    let is_whole = rows.iter().all(|row| row.len() == rows.len());
    // A row as a string is one cell here, and stays as it is.
    let separator: &[u8] = if cells().all(|cell| cell.len() == 1) { b"" } else { b" " };
    let between: &[u8] = if separator.is_empty() && is_whole { b"" } else { b"\n" };
    Some(rows.iter().map(|row| row.join(separator)).collect::<Vec<_>>().join(between))
}

/// Returns a value as a cell: a digit, a letter, a number, candidates, or a mark of an open cell.
fn cell<'a>(values: &Values, index: usize, text: &'a [u8]) -> Option<Cow<'a, [u8]>> {
    let value = &text[values.range(index)];
    if value.starts_with(b"[") {
        let digits = values.children(index).map(|child| match &text[values.range(child)] {
            [digit @ b'1'..=b'9'] => Some(*digit),
            _ => None,
        });
        return digits.collect::<Option<Vec<u8>>>().filter(|digits| !digits.is_empty()).map(Cow::Owned);
    }
    if value.starts_with(b"{") || matches!(value, b"true" | b"false") {
        return None;
    }
    match super::text(str::from_utf8(value).ok()?) {
        Cow::Borrowed(value) => tables::cell(value).map(Cow::Borrowed),
        Cow::Owned(value) => tables::cell(&value).map(|cell| Cow::Owned(cell.to_vec())),
    }
}
