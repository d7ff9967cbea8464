//! Finds errors in the text of a puzzle, and the size of its board.

use core::ffi::c_char;
use core::fmt::{self, Write};

use lanedoku::{CandidatesError, Collision, DigitError, ParseError, Size, Unit};

use crate::boundary::{CellFormat, bytes, check_buffer, copy_out, for_puzzle, settings, status_of, write};
use crate::puzzle::{MARKS_LENGTH, PuzzleForm};
use crate::types::*;

/// Finds the side of the board in a text, the number of cells in a row, for `side` in the options.
///
/// - `text`, `length`: a board in text, as for `lanedoku_solve`.
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
/// order. Candidates have no clues.
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
        let settings = unsafe { settings(options) }?;
        let found = for_puzzle!(settings, first_error(settings.format, puzzle));
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
        let settings = unsafe { settings(options) }?;
        check_buffer(message, message_length, 0)?;
        let found = for_puzzle!(settings, first_error(settings.format, puzzle));
        // SAFETY: the buffer is valid, by the check; `needed` is NULL or valid, and `puzzle` is no longer used.
        Ok(unsafe { explain(found, message, message_length, needed) })
    };
    status_of(call())
}

/// Writes an error, or that there is none, unless `place` is null. Returns the status of the text.
///
/// # Safety
///
/// `place` is null or can be written.
unsafe fn report(found: Option<InputError>, place: *mut lanedoku_input_error) -> lanedoku_status {
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
    found: Option<InputError>,
    message: *mut c_char,
    length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    // SAFETY: the contract is the same.
    unsafe {
        write_message(message, length, needed, |text| match &found {
            None => Ok(()),
            Some(InputError::Text(error)) => write!(text, "{error}"),
            Some(InputError::Digit(error)) => write!(text, "{error}"),
            Some(InputError::Marks(error)) => write!(text, "{error}"),
            Some(InputError::MasksLength(bytes)) => {
                write!(text, "expected 162 bytes, two for each cell, found {bytes}")
            }
            Some(InputError::Clues(error)) => write!(text, "{error}"),
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
pub(crate) enum InputError {
    /// The text is not a board.
    Text(ParseError),
    /// A number, or a bit of a mask, is not a digit.
    Digit(DigitError),
    /// The text is not candidates.
    Marks(CandidatesError),
    /// The bytes are not 81 masks.
    MasksLength(usize),
    /// The board has two equal clues in a row, column or box.
    Clues(Collision),
}

fn first_error<const CELLS: usize, P: PuzzleForm<CELLS>>(
    format: CellFormat,
    bytes: &[u8],
) -> Option<InputError> {
    let mut puzzle = P::EMPTY;
    match puzzle.read(format, bytes) {
        Ok(()) => puzzle.collision().map(InputError::Clues),
        Err(error) => Some(error),
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

impl From<InputError> for lanedoku_input_error {
    fn from(error: InputError) -> Self {
        let length = |found, expected| lanedoku_input_error {
            kind: LANEDOKU_WRONG_LENGTH,
            found,
            expected,
            ..Self::NONE
        };
        match error {
            InputError::Text(ParseError::Length { cells, expected }) => length(cells, expected),
            InputError::Marks(CandidatesError::Length { characters }) => length(characters, MARKS_LENGTH),
            InputError::MasksLength(bytes) => length(bytes, size_of::<[u16; 81]>()),
            InputError::Text(ParseError::RowLength { line, cells, side }) => lanedoku_input_error {
                kind: LANEDOKU_WRONG_ROW_LENGTH,
                line,
                found: cells,
                expected: side,
                ..Self::NONE
            },
            InputError::Text(ParseError::NotACell { line, column, character, .. }) => lanedoku_input_error {
                kind: LANEDOKU_NOT_A_CELL,
                character: u32::from(character),
                line,
                column,
                ..Self::NONE
            },
            InputError::Marks(CandidatesError::NotACandidate { line, column, character, digit }) => {
                lanedoku_input_error {
                    kind: LANEDOKU_NOT_A_CANDIDATE,
                    character: u32::from(character),
                    line,
                    column,
                    digit: u32::from(digit),
                    ..Self::NONE
                }
            }
            InputError::Digit(error) => lanedoku_input_error {
                kind: LANEDOKU_NOT_A_DIGIT,
                digit: u32::from(error.number),
                cells: [error.cell as u32, 0],
                ..Self::NONE
            },
            InputError::Clues(Collision { unit, digit, cells, .. }) => {
                let (kind, unit) = match unit {
                    Unit::Row(row) => (LANEDOKU_TWICE_IN_ROW, row),
                    Unit::Column(column) => (LANEDOKU_TWICE_IN_COLUMN, column),
                    Unit::Box(index) => (LANEDOKU_TWICE_IN_BOX, index),
                };
                let cells = cells.map(|cell| cell as u32);
                lanedoku_input_error { kind, digit: u32::from(digit), unit: unit as u32, cells, ..Self::NONE }
            }
            // Both may gain variants.
            InputError::Text(_) | InputError::Marks(_) => length(0, 0),
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
