//! Finds errors in the text of a puzzle, and the size of its board.

use core::ffi::c_char;
use core::fmt::{self, Write};

use lanedoku::{Board, CandidatesError, Collision, ParseError, Size, Unit, parse_candidates};

use crate::boundary::{
    CellFormat, NoBoard, Settings, bytes, check_buffer, copy_out, for_size, settings, status_of, write,
};
use crate::types::*;

/// Finds the side of the board in a text, the number of cells in a row, for `side` in the options.
///
/// - `text`, `length`: as `puzzle` and `length` of `lanedoku_solve`.
/// - `side`: receives 4, 9, 16 or 25. For a text that is not a board, it is the side of the board that the text
///   resembles by its number of cells, or 9 if it resembles none. With this side in the options, `lanedoku_find_error`
///   finds the error. Not written if the return value is negative.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board of any of these sizes; or
/// `LANEDOKU_ERROR_NULL` or `_SIZE`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_find_side(
    text: *const c_char,
    length: usize,
    side: *mut u32,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `text` is NULL or valid for its length.
        let text = unsafe { bytes(text, length) }?;
        if side.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let (size, status) = match Size::of_text(text) {
            Some(size) => (size, LANEDOKU_OK),
            None => (Size::likely_of_text(text).unwrap_or(Size::Nine), LANEDOKU_INVALID),
        };
        // SAFETY: `side` is valid, and `text` is no longer used.
        unsafe { write(side, size.side() as u32) };
        Ok(status)
    };
    status_of(call())
}

/// Finds the first error in the text of a puzzle.
///
/// The text is checked first, from its start; then equal clues in rows, in columns and in boxes, in this
/// order.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
/// - `error`: NULL, or receives the error; its kind is `LANEDOKU_NO_ERROR` if there is none. Not written
///   if the return value is negative.
///
/// Returns `LANEDOKU_OK` if there is no error, `LANEDOKU_INVALID` if there is one; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_find_error(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    error: *mut lanedoku_input_error,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { size, format, .. } = unsafe { settings(options) }?;
        let found = for_size!(size, first_error(format, puzzle));
        // SAFETY: `error` is NULL or valid, and `puzzle` is no longer used.
        Ok(unsafe { report(found, error) })
    };
    status_of(call())
}

/// Writes the error that `lanedoku_find_error` finds as a message, such as
/// `line 1, column 9: '!' is not valid on a 9x9 board`.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
/// - `message`, `message_length`: a buffer, or NULL and 0 if only `needed` is requested. It receives the message as
///   NUL-terminated UTF-8, cut off between two characters if the buffer is too small. The message is empty if there
///   is no error. As in all functions, a length greater than `PTRDIFF_MAX` is an error.
/// - `needed`: NULL, or receives the number of bytes of the whole message, including its NUL.
///
/// Returns `LANEDOKU_OK` if the puzzle has no error, `LANEDOKU_INVALID` if it has one; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`, and writes nothing.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_error_message(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    message: *mut c_char,
    message_length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { size, format, .. } = unsafe { settings(options) }?;
        check_buffer(message, message_length, 0)?;
        let found = for_size!(size, first_error(format, puzzle));
        // SAFETY: the buffer is valid, by the check; `needed` is NULL or valid, and `puzzle` is no longer used.
        Ok(unsafe { explain(found, message, message_length, needed) })
    };
    status_of(call())
}

/// Finds the first error in a text of candidates, see `lanedoku_parse_candidates`.
///
/// - `text`, `length`: as for `lanedoku_parse_candidates`.
/// - `error`: as for `lanedoku_find_error`. The kind is `LANEDOKU_NO_ERROR`, `LANEDOKU_NOT_A_CANDIDATE`, or
///   `LANEDOKU_WRONG_LENGTH`, which counts characters here: nine for each cell.
///
/// Returns `LANEDOKU_OK` if there is no error, `LANEDOKU_INVALID` if there is one; or `LANEDOKU_ERROR_NULL` or `_SIZE`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_find_candidates_error(
    text: *const c_char,
    length: usize,
    error: *mut lanedoku_input_error,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `text` is NULL or valid for its length.
        let text = unsafe { bytes(text, length) }?;
        let found = parse_candidates(text).err().map(Error::Candidates);
        // SAFETY: `error` is NULL or valid, and `text` is no longer used.
        Ok(unsafe { report(found, error) })
    };
    status_of(call())
}

/// Writes the error that `lanedoku_find_candidates_error` finds as a message, such as
/// `line 1, column 5: expected 4 or an open place, found '2'`.
///
/// - `text`, `length`: as for `lanedoku_parse_candidates`.
/// - `message`, `message_length`, `needed`: as for `lanedoku_error_message`.
///
/// Returns `LANEDOKU_OK` if there is no error, `LANEDOKU_INVALID` if there is one; or `LANEDOKU_ERROR_NULL` or `_SIZE`,
/// and writes nothing.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_candidates_error_message(
    text: *const c_char,
    length: usize,
    message: *mut c_char,
    message_length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `text` is NULL or valid for its length.
        let text = unsafe { bytes(text, length) }?;
        check_buffer(message, message_length, 0)?;
        let found = parse_candidates(text).err().map(Error::Candidates);
        // SAFETY: the buffer is valid, by the check; `needed` is NULL or valid, and `text` is no longer used.
        Ok(unsafe { explain(found, message, message_length, needed) })
    };
    status_of(call())
}

/// Writes an error, or that there is none, unless `place` is null. Returns the status of the text.
///
/// # Safety
///
/// `place` is null or can be written.
unsafe fn report(found: Option<Error>, place: *mut lanedoku_input_error) -> lanedoku_status {
    let status = if found.is_some() { LANEDOKU_INVALID } else { LANEDOKU_OK };
    // SAFETY: `place` is null or can be written.
    unsafe { write(place, found.map_or(lanedoku_input_error::NONE, lanedoku_input_error::from)) };
    status
}

/// Writes the message about an error, empty if there is none, and the bytes that it needs. Returns the status of the
/// text.
///
/// # Safety
///
/// `message` is null and `length` 0, or `length` bytes can be written there. `needed` is null or can be written.
unsafe fn explain(
    found: Option<Error>,
    message: *mut c_char,
    length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    // SAFETY: the contract is the same.
    unsafe {
        write_message(message, length, needed, |text| match &found {
            None => Ok(()),
            Some(Error::Cells(NoBoard::Text(error))) => write!(text, "{error}"),
            Some(Error::Cells(NoBoard::Digit(error))) => write!(text, "{error}"),
            Some(Error::Candidates(error)) => write!(text, "{error}"),
            Some(Error::Clues(error)) => write!(text, "{error}"),
        });
    }
    if found.is_some() { LANEDOKU_INVALID } else { LANEDOKU_OK }
}

/// Writes a text with a NUL, cut to fit, and the bytes that the whole text needs.
///
/// # Safety
///
/// `message` is null and `length` 0, or `length` bytes can be written there. `needed` is null or can be written.
pub(crate) unsafe fn write_message(
    message: *mut c_char,
    length: usize,
    needed: *mut usize,
    write_text: impl FnOnce(&mut Message) -> fmt::Result,
) {
    let mut text = Message { end: message, capacity: length.saturating_sub(1), length: 0 };
    // Writing to a `Message` never fails.
    let _ = write_text(&mut text);
    if length != 0 {
        // SAFETY: the message leaves the last byte of the buffer free.
        unsafe { text.end.write(0) };
    }
    // SAFETY: `needed` is null or can be written.
    unsafe { write(needed, text.length + 1) };
}

/// An error in a puzzle.
enum Error {
    /// The cells are not a board.
    Cells(NoBoard),
    /// The text is not candidates.
    Candidates(CandidatesError),
    /// The board has two equal clues in a row, column or box.
    Clues(Collision),
}

fn first_error<const CELLS: usize>(format: CellFormat, puzzle: &[u8]) -> Option<Error> {
    let mut board = Board::<CELLS>::EMPTY;
    match format.read(puzzle, &mut board) {
        Ok(()) => board.collisions().next().map(Error::Clues),
        Err(error) => Some(Error::Cells(error)),
    }
}

impl lanedoku_input_error {
    const NONE: Self = lanedoku_input_error {
        kind: LANEDOKU_NO_ERROR,
        character: 0,
        line: 0,
        column: 0,
        found: 0,
        expected: 0,
        digit: 0,
        unit: 0,
        cells: [0; 2],
        reserved: [0; 4],
    };
}

impl From<Error> for lanedoku_input_error {
    fn from(error: Error) -> Self {
        match error {
            Error::Cells(NoBoard::Text(ParseError::Length { cells, expected })) => {
                lanedoku_input_error { kind: LANEDOKU_WRONG_LENGTH, found: cells, expected, ..Self::NONE }
            }
            Error::Cells(NoBoard::Text(ParseError::RowLength { line, cells, side })) => {
                lanedoku_input_error {
                    kind: LANEDOKU_WRONG_ROW_LENGTH,
                    line,
                    found: cells,
                    expected: side,
                    ..Self::NONE
                }
            }
            Error::Cells(NoBoard::Text(ParseError::NotACell { line, column, character, .. })) => {
                lanedoku_input_error {
                    kind: LANEDOKU_NOT_A_CELL,
                    character: u32::from(character),
                    line,
                    column,
                    ..Self::NONE
                }
            }
            Error::Clues(Collision { unit, digit, cells, .. }) => {
                let (kind, unit) = match unit {
                    Unit::Row(row) => (LANEDOKU_TWICE_IN_ROW, row),
                    Unit::Column(column) => (LANEDOKU_TWICE_IN_COLUMN, column),
                    Unit::Box(index) => (LANEDOKU_TWICE_IN_BOX, index),
                };
                let cells = cells.map(|cell| cell as u32);
                lanedoku_input_error { kind, digit: u32::from(digit), unit: unit as u32, cells, ..Self::NONE }
            }
            Error::Cells(NoBoard::Digit(error)) => lanedoku_input_error {
                kind: LANEDOKU_NOT_A_DIGIT,
                digit: u32::from(error.number),
                cells: [error.cell as u32, 0],
                ..Self::NONE
            },
            Error::Candidates(CandidatesError::NotACandidate { line, column, character, digit }) => {
                lanedoku_input_error {
                    kind: LANEDOKU_NOT_A_CANDIDATE,
                    character: u32::from(character),
                    line,
                    column,
                    digit: u32::from(digit),
                    ..Self::NONE
                }
            }
            Error::Candidates(CandidatesError::Length { characters }) => lanedoku_input_error {
                kind: LANEDOKU_WRONG_LENGTH,
                found: characters,
                expected: 729,
                ..Self::NONE
            },
            // Both may gain variants.
            Error::Cells(NoBoard::Text(_)) | Error::Candidates(_) => {
                lanedoku_input_error { kind: LANEDOKU_WRONG_LENGTH, ..Self::NONE }
            }
        }
    }
}

/// Writes as much of a text as fits into a buffer, and counts all its bytes. `capacity` bytes can be written at
/// `end`.
pub(crate) struct Message {
    end: *mut c_char,
    capacity: usize,
    /// The length of the whole text so far, in bytes.
    length: usize,
}

impl Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.length += text.len();
        let mut fits = text.len().min(self.capacity);
        while !text.is_char_boundary(fits) {
            fits -= 1;
        }
        // SAFETY: `fits` is at most the capacity, which is 0 for a null pointer.
        unsafe { copy_out(text.as_bytes().get(..fits).unwrap_or_default(), self.end) };
        // SAFETY: the result is at most at the end of the buffer.
        self.end = unsafe { self.end.add(fits) };
        // After a cut, later text is not written, even if it would fit.
        self.capacity = if fits == text.len() { self.capacity - fits } else { 0 };
        Ok(())
    }
}
