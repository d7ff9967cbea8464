//! The reader of files, in builds with the feature `formats`. Its declaration is in `include/lanedoku_formats.h`.
//!
//! The feature is not a default: the reader allocates memory and may panic, so it needs the Rust standard library, and
//! the library promises to need only the C library.

use core::ffi::c_char;
use core::fmt::Write;

use lanedoku::Size;
use lanedoku_formats::{AnyPuzzle, BYTE_ORDER_MARK, Diagnostic, InputFormat, read, split_all};

use crate::boundary::{
    CellFormat, Settings, bytes, check_buffer, check_text, copy_out, settings, status_of, write,
};
use crate::input::write_message;
use crate::types::*;

/// Reads the boards of a text in any format of the command line: lines, tables, drawn boards, files of several boards.
///
/// - `text`, `length`: the text.
/// - `options`: only the side and the cells have an effect. All boards have this side.
/// - `boards`, `boards_length`: a buffer, or NULL and 0. It receives the boards one after the other, as many as fit, a
///   character (or digit, see `lanedoku_cells`) for each cell, `.` for an open cell, without a NUL.
/// - `count`: NULL, or receives the number of boards in the text before the first error, also if they do not fit.
/// - `message`, `message_length`, `needed`: as for `lanedoku_error_message`. The first error, such as
///   `line 3, column 9: '!' is not valid on a 9x9 board`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if a part of the text is not a board, or candidates; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "an input, and two buffers with their lengths")]
pub unsafe extern "C" fn lanedoku_read_boards(
    text: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    boards: *mut c_char,
    boards_length: usize,
    count: *mut usize,
    message: *mut c_char,
    message_length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    let call = || {
        check_text(text, length)?;
        // The reader counts bytes in 32 bits.
        if u32::try_from(length).is_err() {
            return Err(LANEDOKU_ERROR_SIZE);
        }
        // SAFETY: `text` is NULL or valid for its length.
        let text = unsafe { bytes(text, length) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { size, format, .. } = unsafe { settings(options) }?.of_boards()?;
        check_buffer(boards, boards_length, 0)?;
        check_buffer(message, message_length, 0)?;
        let (lines, error) = read_all(text, size, format);
        let fit = lines.len().min(boards_length / size.cells() * size.cells());
        // SAFETY: `boards` has space for the boards that fit, and the lines are a local.
        unsafe { copy_out(&lines[..fit], boards) };
        let status = if error.is_some() { LANEDOKU_INVALID } else { LANEDOKU_OK };
        // SAFETY: `count` and `needed` are NULL or valid, the buffer is valid, by the check, and `text` is no longer
        // used.
        unsafe {
            write(count, lines.len() / size.cells());
            write_message(message, message_length, needed, |shown| match &error {
                None => Ok(()),
                Some(Diagnostic { line, column: Some(column), reason }) => {
                    write!(shown, "line {line}, column {column}: {reason}")
                }
                Some(Diagnostic { line, column: None, reason }) => write!(shown, "line {line}: {reason}"),
            });
        }
        Ok(status)
    };
    status_of(call())
}

/// Returns the cells of the boards before the first error, and the error.
fn read_all(text: &[u8], size: Size, format: CellFormat) -> (Vec<u8>, Option<Diagnostic>) {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let input = InputFormat { side: Some(size), ..InputFormat::default() };
    let mut lines = Vec::new();
    for entry in split_all(text, &input) {
        match read(&entry, text, &input).map(|parsed| parsed.puzzle) {
            Ok(AnyPuzzle::Four(board)) => push(&mut lines, format, board.digits(), &board.to_line()),
            Ok(AnyPuzzle::Nine(board)) => push(&mut lines, format, board.digits(), &board.to_line()),
            Ok(AnyPuzzle::Sixteen(board)) => push(&mut lines, format, board.digits(), &board.to_line()),
            Ok(AnyPuzzle::TwentyFive(board)) => push(&mut lines, format, board.digits(), &board.to_line()),
            Ok(AnyPuzzle::Candidates(_)) => {
                return (lines, Some(Diagnostic::new(&entry, "expected a board, found candidates")));
            }
            Err(error) => return (lines, Some(error)),
        }
    }
    (lines, None)
}

fn push(lines: &mut Vec<u8>, format: CellFormat, digits: &[u8], line: &[u8]) {
    lines.extend_from_slice(if format == CellFormat::Digits { digits } else { line });
}
