//! What is wrong with a text that is not a puzzle, and where.

use lanedoku::{Board4x4, Board9x9, Board16x16, Board25x25, ParseError, Quoted, Size, Symbol};

use crate::splitting::{Entry, Kind, LINE_MAX};

/// A reason with its place, counted from 1.
pub struct Flaw {
    /// The line within the text that the entry was found in.
    pub line: u64,
    /// The column, in characters, if the reason has one.
    pub column: Option<usize>,
    pub reason: String,
}

/// Why an entry of `text` is not a puzzle; `None` if it is one.
pub fn flaw(entry: &Entry, text: &[u8], side: Option<Size>) -> Option<Flaw> {
    let content = &text[entry.range()];
    let line = u64::from(entry.line) + 1;
    let flaw = |reason| Some(Flaw { line, column: None, reason });
    match entry.kind {
        Kind::Line(_) => None,
        Kind::Board(size) | Kind::Unreadable(size) => {
            let error = match size {
                Size::Four => Board4x4::parse(content).err(),
                Size::Nine => Board9x9::parse(content).err(),
                Size::Sixteen => Board16x16::parse(content).err(),
                Size::TwentyFive => Board25x25::parse(content).err(),
            }?;
            match error {
                ParseError::NotACell { line: within, column, character, side } => Some(Flaw {
                    line: line + within as u64 - 1,
                    column: Some(column),
                    reason: format!("{} is not valid on a {side}x{side} board", Quoted(character)),
                }),
                ParseError::RowLength { line: within, cells, side } => Some(Flaw {
                    line: line + within as u64 - 1,
                    column: None,
                    reason: format!("expected {side} cells, found {cells}"),
                }),
                other => flaw(other.to_string()),
            }
        }
        Kind::Unfinished(size, rows) => {
            flaw(format!("expected {} rows in the board that starts here, found {rows}", size.side()))
        }
        Kind::OddLine(cells) => match first_stranger(content) {
            Some((column, character)) => Some(Flaw {
                line,
                column: Some(column),
                reason: format!("{} is not valid on any board", Quoted(character)),
            }),
            None => flaw(match side {
                Some(size) => {
                    format!(
                        "expected {} cells (a puzzle) or {} (a row), found {cells}",
                        size.cells(),
                        size.side()
                    )
                }
                None => format!(
                    "expected 16, 81, 256 or 625 cells (a puzzle) or 4, 9, 16 or 25 (a row), found {cells}"
                ),
            }),
        },
        Kind::LongLine => flaw(format!("the line is longer than {LINE_MAX} bytes")),
    }
}

/// The first character that is not valid on a board of any size, and its column.
fn first_stranger(line: &[u8]) -> Option<(usize, char)> {
    let line = String::from_utf8_lossy(line);
    let known = |character: char| u8::try_from(character).is_ok_and(|byte| Symbol::of(byte) != Symbol::Other);
    line.chars()
        .enumerate()
        .find(|&(_, character)| !known(character))
        .map(|(index, character)| (index + 1, character))
}
