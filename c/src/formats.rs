//! The reader of files, in builds with the feature `formats`. Its declaration is in `include/lanedoku_formats.h`.
//!
//! The feature is not a default: the reader allocates memory and may panic, so it needs the Rust standard library, and
//! the library promises to need only the C library.

use core::ffi::c_char;

use lanedoku::{AnyPuzzle, Size};
use lanedoku_formats::{Diagnostic, InputFormat, read_all};

use crate::arguments::{BufferArgument, MessageArgument, OutputArgument, TextArgument, status_of};
use crate::settings::{CellFormat, settings};
use crate::types::*;

/// Reads the boards of a text in any format of the command line: lines, tables, JSON, drawn boards, boards in loose
/// text, links, files of several boards.
///
/// - `text`, `length`: the text, below 4 GiB.
/// - `options`: only the side and the cells have an effect. All boards have this side.
/// - `boards`, `boards_length`: a buffer, or NULL and 0. It receives the boards one after the other, as many as fit, a
///   character (or digit, see `lanedoku_cells`) for each cell, `.` for an open cell, without a NUL.
/// - `count`: NULL, or receives the number of boards in the text, also if they do not fit. Those after an error count.
/// - `message`, `message_length`, `needed`: as for `lanedoku_error_message`. The first error, such as
///   `line 3, column 9: '!' is not valid on a 9x9 board`. Without an error, the first line that is no puzzle and is
///   left out, such as a title beside a drawn board; empty if there is none.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if a part of the text is not a board, or candidates; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
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
        // The reader counts bytes in 32 bits.
        let is_long = u32::try_from(length).is_err();
        // SAFETY: the arguments keep the contract of the header.
        let (text, settings, boards, count, message) = unsafe {
            let text = TextArgument::new(text, length)?;
            let settings = settings(options)?.of_boards()?;
            let boards = BufferArgument::new(boards, boards_length, 0)?;
            let message = MessageArgument::new(message, message_length, needed)?;
            (text, settings, boards, OutputArgument::new(count), message)
        };
        if is_long {
            return Err(LANEDOKU_ERROR_SIZE);
        }
        let cells = settings.size.cells();
        let (lines, error) = text.read(|text| read_boards(text, settings.size, settings.format));
        let fit = lines.len().min(boards_length / cells * cells);
        boards.write(&lines[..fit]);
        count.write(lines.len() / cells);
        let (status, told) = match error {
            Ok(left_out) => (LANEDOKU_OK, left_out),
            Err(error) => (LANEDOKU_INVALID, Some(error)),
        };
        message.write(told.map(|told| told.to_string()).unwrap_or_default());
        Ok(status)
    };
    status_of(call())
}

/// Returns the cells of the boards, and the first error; without an error, the first line that is left out.
fn read_boards(
    text: &[u8],
    size: Size,
    format: CellFormat,
) -> (Vec<u8>, Result<Option<Diagnostic>, Diagnostic>) {
    let input = InputFormat { side: Some(size), ..InputFormat::default() };
    let (mut cells, mut first) = (Vec::new(), None);
    let left_out = read_all(text, &input, |entry, found| {
        let error = match found.map(|parsed| parsed.puzzle) {
            Ok(AnyPuzzle::Board(board)) => {
                return match format {
                    CellFormat::Digits => cells.extend_from_slice(board.digits()),
                    CellFormat::Text => cells.extend(board.characters()),
                };
            }
            Ok(AnyPuzzle::Candidates(_)) => Diagnostic::new(entry, "expected a board, found candidates"),
            Err(error) => error,
        };
        first.get_or_insert(error);
    });
    (cells, first.map_or_else(|| Ok(left_out.into_iter().next()), Err))
}
