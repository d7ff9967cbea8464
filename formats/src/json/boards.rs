//! The boards that arrays draw, as text.

use std::borrow::Cow;

use lanedoku::Size;

use super::text;
use super::values::{DEEPEST, Values, skip_space};
use crate::tables;

const SIDE: usize = Size::Nine.side();

/// Returns a value as the text of a board: of an array, a line for each row, or one line of all cells. A string may
/// contain an array.
pub fn cells(value: &str) -> Cow<'_, [u8]> {
    let inner = text(value);
    let start = skip_space(&inner, 0);
    let mut values = Values::default();
    let board = match plain(&inner, start) {
        Some(board) => Some(board.to_vec()),
        None if inner.get(start) != Some(&b'[') => None,
        None => values.scan(&inner, start, DEEPEST, None).ok().and_then(|_| board(&values, 0, &inner)),
    };
    board.map_or(inner, Cow::Owned)
}

/// Returns the cells of the 9x9 board that is the array at `start`, if [`places`] finds them.
pub fn plain(text: &[u8], start: usize) -> Option<[u8; Size::Nine.cells()]> {
    let (places, _) = places(text, start)?;
    let mut board = [0; Size::Nine.cells()];
    for (cell, place) in board.iter_mut().zip(places.as_flattened()) {
        *cell = *text.get(*place)?;
    }
    // `null` is an open cell.
    Some(board.map(|cell| if cell == b'n' { b'.' } else { cell }))
}

/// Finds the cells of the 9x9 board that is the array at `start`, of cells of one character or of rows of them, and the
/// end of the array. It needs no memory and no [`Values`], which most texts then do without.
pub fn places(text: &[u8], start: usize) -> Option<([[usize; SIDE]; SIDE], usize)> {
    let mut places = [[0; SIDE]; SIDE];
    let mut at = after(text, start, b'[')?;
    let has_rows = text.get(skip_space(text, at)) == Some(&b'[');
    let first_cell = |at: usize| Some(skip_space(text, if has_rows { after(text, at, b'[')? } else { at }));
    let end_of_row = |at: usize| if has_rows { after(text, at, b']') } else { Some(at) };
    let first = first_cell(at)?;
    let first_end = row(text, first, &mut places[0])?;
    at = after(text, end_of_row(first_end)?, b',')?;
    let second = first_cell(at)?;
    let (period, [top, below @ ..]) = (second - first, &mut places);
    if repeats(text, top, second, (SIDE - 2) * period + first_end - first) {
        for (number, row) in below.iter_mut().enumerate() {
            *row = top.map(|place| place + (number + 1) * period);
        }
        at = end_of_row(first_end + (SIDE - 1) * period)?;
    } else {
        at = end_of_row(row(text, second, &mut below[0])?)?;
        for places in &mut below[1..] {
            at = end_of_row(row(text, first_cell(after(text, at, b',')?)?, places)?)?;
        }
    }
    Some((places, after(text, at, b']')?))
}

/// Finds the cells of a row, without its brackets, and returns its end.
#[inline]
fn row(text: &[u8], start: usize, places: &mut [usize; SIDE]) -> Option<usize> {
    let mut at = start;
    for (column, place) in places.iter_mut().enumerate() {
        if column > 0 {
            at = skip_space(text, after(text, at, b',')?);
        }
        (*place, at) = match text.get(at..)? {
            [b'0'..=b'9', ..] => (at, at + 1),
            [b'"', b'0'..=b'9' | b'.', b'"', ..] => (at + 1, at + 3),
            [b'n', b'u', b'l', b'l', ..] => (at, at + 4),
            _ => return None,
        };
    }
    Some(at)
}

/// Returns whether the rows below the first are written like it, except for their digits. `second` is the start of the
/// cells of the second, and `length` how far the comparison goes. Branchless, so that it compiles to vector
/// instructions.
#[inline]
fn repeats(text: &[u8], places: &[usize; SIDE], second: usize, length: usize) -> bool {
    #[cfg(test)]
    crate::lines::scanned::add(length);
    let is_quoted = places.iter().all(|&place| text[place - 1] == b'"');
    let first = places[0] - usize::from(is_quoted);
    let mark = if is_quoted { b'.' } else { b'0' };
    let (Some(rows), Some(below)) = (text.get(first..first + length), text.get(second..second + length))
    else {
        return false;
    };
    let is_cell = |byte: u8| (byte.wrapping_sub(b'0') < 10) | (byte == mark);
    let differs = |(above, below): (&u8, &u8)| (above != below) & !(is_cell(*above) & is_cell(*below));
    !rows.iter().zip(below).fold(false, |any, pair| any | differs(pair))
}

/// Returns the place behind the next byte that is no white space, if it is the expected one.
#[inline]
fn after(text: &[u8], start: usize, expected: u8) -> Option<usize> {
    let at = skip_space(text, start);
    #[cfg(test)]
    crate::lines::scanned::add(at + 1 - start);
    (text.get(at) == Some(&expected)).then_some(at + 1)
}

/// Returns an array as the text of a board, which may have a wrong number of cells. `None` if it has objects, or
/// deeper arrays.
fn board(values: &Values, index: usize, text: &[u8]) -> Option<Vec<u8>> {
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
