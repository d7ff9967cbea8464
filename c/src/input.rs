//! Finds errors in the text of a puzzle, and the size of its board.

use core::ffi::c_char;
use core::fmt;

use lanedoku::{CandidatesError, Collision, ParseError, Size, Unit};

use crate::arguments::{MessageArgument, OutputArgument, TextArgument, status_of};
use crate::puzzle::{InputError, MARKS_LENGTH, PuzzleForm};
use crate::settings::{CellFormat, for_puzzle, settings};
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_find_side(
    text: *const c_char,
    length: usize,
    side: *mut u32,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (text, side) = unsafe { (TextArgument::new(text, length)?, OutputArgument::required(side)?) };
        let (size, status) = text.read(|text| match Size::of_text(text) {
            Some(size) => (size, LANEDOKU_OK),
            None => (Size::likely_of_text(text).unwrap_or(Size::Nine), LANEDOKU_INVALID),
        });
        side.write(size.side() as u32);
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_find_error(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    error: *mut lanedoku_input_error,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, error) =
            unsafe { (TextArgument::new(puzzle, length)?, settings(options)?, OutputArgument::new(error)) };
        let found = for_puzzle!(settings, first_error(settings.format, puzzle));
        let status = status_with(found.as_ref());
        error.write(found.map_or(lanedoku_input_error::NONE, lanedoku_input_error::from));
        Ok(status)
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
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, message) = unsafe {
            let message = MessageArgument::new(message, message_length, needed);
            (TextArgument::new(puzzle, length)?, settings(options)?, message?)
        };
        let found = for_puzzle!(settings, first_error(settings.format, puzzle));
        match &found {
            Some(error) => message.write(error),
            None => message.write(""),
        }
        Ok(status_with(found.as_ref()))
    };
    status_of(call())
}

/// Returns the status of a text with this error, or without one.
fn status_with(error: Option<&InputError>) -> lanedoku_status {
    if error.is_some() { LANEDOKU_INVALID } else { LANEDOKU_OK }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Text(error) => error.fmt(f),
            InputError::Digit(error) => error.fmt(f),
            InputError::Marks(error) => error.fmt(f),
            InputError::MasksLength(bytes) => {
                write!(f, "expected 162 bytes, two for each cell, found {bytes}")
            }
            InputError::Clues(error) => error.fmt(f),
        }
    }
}

fn first_error<const CELLS: usize, P: PuzzleForm<CELLS>>(
    format: CellFormat,
    text: TextArgument,
) -> Option<InputError> {
    let mut puzzle = P::EMPTY;
    match text.read(|bytes| puzzle.read(format, bytes)) {
        Ok(()) => puzzle.collision().map(InputError::Clues),
        Err(error) => Some(error),
    }
}

impl lanedoku_input_error {
    pub(crate) const NONE: Self = lanedoku_input_error {
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
                    Unit::Box(index) | Unit::Region(index) => (LANEDOKU_TWICE_IN_BOX, index),
                    Unit::House(index) => (LANEDOKU_TWICE_IN_HOUSE, index),
                };
                let cells = cells.map(|cell| cell as u32);
                lanedoku_input_error { kind, digit: u32::from(digit), unit: unit as u32, cells, ..Self::NONE }
            }
            // Both may gain variants.
            InputError::Text(_) | InputError::Marks(_) => length(0, 0),
        }
    }
}
