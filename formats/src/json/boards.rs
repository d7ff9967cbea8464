//! The boards that arrays draw, as text.

use std::borrow::Cow;

use lanedoku::Size;

use super::text;
use super::values::{DEEPEST, Values, skip_space};
use crate::tables;

/// Returns a value as the text of a board: of an array, a line for each row, or one line of all cells. A string may
/// contain an array.
pub fn cells(value: &str) -> Cow<'_, [u8]> {
    if let Some((board, _)) = plain(value.as_bytes(), 0) {
        return Cow::Owned(board.to_vec());
    }
    let inner = text(value);
    match of_array(&inner) {
        Some(board) => Cow::Owned(board),
        None => inner,
    }
}

/// Returns the cells of the 9x9 board that is the array at `start`, of cells of one character or of rows of them, and
/// the end of the array. It needs no memory and no [`Values`], which most texts then do without.
pub fn plain(text: &[u8], start: usize) -> Option<([u8; Size::Nine.cells()], usize)> {
    let side = Size::Nine.side();
    let mut board = [0; Size::Nine.cells()];
    let mut at = after(text, start, b'[')?;
    let has_rows = text.get(skip_space(text, at)) == Some(&b'[');
    for (index, cell) in board.iter_mut().enumerate() {
        if index > 0 {
            at = after(text, at, b',')?;
        }
        if has_rows && index % side == 0 {
            at = after(text, at, b'[')?;
        }
        at = skip_space(text, at);
        (*cell, at) = match text.get(at..)? {
            [digit @ b'0'..=b'9', ..] => (*digit, at + 1),
            [b'"', mark @ (b'0'..=b'9' | b'.'), b'"', ..] => (*mark, at + 3),
            [b'n', b'u', b'l', b'l', ..] => (b'.', at + 4),
            _ => return None,
        };
        if has_rows && index % side == side - 1 {
            at = after(text, at, b']')?;
        }
    }
    Some((board, after(text, at, b']')?))
}

/// Returns the place behind the next byte that is no white space, if it is the expected one.
#[inline]
fn after(text: &[u8], start: usize, expected: u8) -> Option<usize> {
    let at = skip_space(text, start);
    (text.get(at) == Some(&expected)).then_some(at + 1)
}

fn of_array(text: &[u8]) -> Option<Vec<u8>> {
    let start = skip_space(text, 0);
    if text.get(start) != Some(&b'[') {
        return None;
    }
    if let Some((board, _)) = plain(text, start) {
        return Some(board.to_vec());
    }
    let mut values = Values::default();
    values.scan(text, start, DEEPEST, None).ok()?;
    board(&values, 0, text)
}

/// Returns an array as the text of a board, which may have a wrong number of cells. `None` if it has objects, or
/// deeper arrays.
pub fn board(values: &Values, index: usize, text: &[u8]) -> Option<Vec<u8>> {
    let is_line = |child: usize| text[values.range(child)].starts_with(b"\"");
    if values.children(index).any(|child| values.is_board(child)) {
        return None;
    }
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
