//! The reader of files, in builds with the feature `formats`. Its declaration is in `include/lanedoku_formats.h`.
//!
//! The feature is not a default: the reader allocates memory and may panic, so it needs the Rust standard library, and
//! the library promises to need only the C library.

use core::ffi::c_char;

use lanedoku::{AnyPuzzle, Size};
use lanedoku_formats::{BYTE_ORDER_MARK, Diagnostic, InputFormat, LineEnds, read, split_all};

use crate::arguments::{BufferArgument, MessageArgument, OutputArgument, TextArgument, status_of};
use crate::settings::{CellFormat, settings};
use crate::types::*;

/// Reads the boards of a text in any format of the command line: lines, tables, JSON, drawn boards, boards in loose
/// text, links, files of several boards.
///
/// - `text`, `length`: the text.
/// - `options`: only the side and the cells have an effect. All boards have this side.
/// - `boards`, `boards_length`: a buffer, or NULL and 0. It receives the boards one after the other, as many as fit, a
///   character (or digit, see `lanedoku_cells`) for each cell, `.` for an open cell, without a NUL.
/// - `count`: NULL, or receives the number of boards in the text, also if they do not fit. Those after an error count.
/// - `message`, `message_length`, `needed`: as for `lanedoku_error_message`. The first error, such as
///   `line 3, column 9: '!' is not valid on a 9x9 board`.
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
        let (lines, error) = text.read(|text| read_all(text, settings.size, settings.format));
        let fit = lines.len().min(boards_length / cells * cells);
        boards.write(&lines[..fit]);
        count.write(lines.len() / cells);
        let status = if error.is_some() { LANEDOKU_INVALID } else { LANEDOKU_OK };
        message.write(match error {
            None => String::new(),
            Some(Diagnostic { line, column: Some(column), reason }) => {
                format!("line {line}, column {column}: {reason}")
            }
            Some(Diagnostic { line, column: None, reason }) => format!("line {line}: {reason}"),
        });
        Ok(status)
    };
    status_of(call())
}

/// Returns the cells of the boards, and the first error.
fn read_all(text: &[u8], size: Size, format: CellFormat) -> (Vec<u8>, Option<Diagnostic>) {
    let text = &*LineEnds::replaced(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    let input = InputFormat { side: Some(size), ..InputFormat::default() };
    let (mut lines, mut first) = (Vec::new(), None);
    for entry in split_all(text, &input) {
        let error = match read(&entry, text, &input).map(|parsed| parsed.puzzle) {
            Ok(AnyPuzzle::Board(board)) => {
                match format {
                    CellFormat::Digits => lines.extend_from_slice(board.digits()),
                    CellFormat::Text => lines.extend(board.characters()),
                }
                continue;
            }
            Ok(AnyPuzzle::Candidates(_)) => Diagnostic::new(&entry, "expected a board, found candidates"),
            Err(error) => error,
        };
        first.get_or_insert(error);
    }
    (lines, first)
}
