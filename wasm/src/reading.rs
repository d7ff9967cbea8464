//! Text of any format: what people paste, too.

use lanedoku::{AnyPuzzle, Size};
use lanedoku_formats::{Diagnostic, InputFormat, read_one};

use crate::memory::{Output, call};

/// Reads the text in the input, which is one 9x9 puzzle. Returns 0 for a board, 1 for candidates, 2 for an error. The
/// output is the digits or the candidates, then a warning, which may be empty; or the line and the column, four bytes
/// each, where 0 is no column, and the reason.
#[unsafe(no_mangle)]
pub extern "C" fn parse() -> i32 {
    call(|memory| {
        let format = InputFormat { side: Some(Size::Nine), ..InputFormat::default() };
        let output = &mut memory.output;
        let parsed = match read_one(&memory.input, &format) {
            Ok(parsed) => parsed,
            Err(error) => return Ok(write_error(&error, output)),
        };
        let kind = match &parsed.puzzle {
            AnyPuzzle::Board(board) if board.size() == Size::Nine => {
                output.bytes(board.digits());
                0
            }
            AnyPuzzle::Candidates(candidates) => {
                output.masks(candidates);
                1
            }
            // A link names its size itself.
            AnyPuzzle::Board(board) => {
                let side = board.size().side();
                let reason = format!("expected a 9x9 board, found {side}x{side}");
                return Ok(write_error(&Diagnostic { line: 1, column: None, reason }, output));
            }
        };
        output.text(parsed.warning.map(|warning| warning.reason).unwrap_or_default());
        Ok(kind)
    })
}

fn write_error(error: &Diagnostic, output: &mut Output) -> u32 {
    output.bytes(&(error.line as u32).to_le_bytes());
    output.bytes(&(error.column.unwrap_or(0) as u32).to_le_bytes());
    output.text(&error.reason);
    2
}
