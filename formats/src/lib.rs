#![cfg_attr(docsrs, feature(doc_cfg))]
//! Reads text in the common formats of Sudoku puzzles: text to boards, with the position of each error.
//!
//! A [`Splitter`] splits text, which may arrive in pieces, into entries: parts that are a puzzle each, or an error.
//! [`read`] parses the puzzle of an [`Entry`]; [`extra_fields`] and [`given_solutions`] return the rest of its record.
//! [`split_all`] does the first step for a text that is in memory as a whole; [`read_answer`] finds the board in an
//! answer with words. The crate opens no files and starts no threads. `lanedoku solve --help` describes the formats.
//!
//! ```
//! use lanedoku::Board4x4;
//! use lanedoku_formats::{InputFormat, read, split_all};
//!
//! let text = b"# two puzzles and a mistake\n\
//!     +----+----+\n| 1. | .4 |\n| .. | .. |\n+----+----+\n| .. | .. |\n| 2. | .3 |\n+----+----+\n\
//!     1--4--------2--3 easy\n\
//!     8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.\n";
//! let format = InputFormat::default();
//! let entries = split_all(text, &format);
//! let [first, second, third] = [0, 1, 2].map(|entry| read(&entries[entry], text, &format));
//! assert_eq!(first.as_ref().unwrap().puzzle, "1..4........2..3".parse::<Board4x4>()?.into());
//! assert_eq!(first, second);
//! let error = third.unwrap_err();
//! assert_eq!((error.line, error.reason.as_str()), (10, "expected 81 cells, found 80"));
//! # Ok::<(), lanedoku::ParseError>(())
//! ```

// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FormatsReadme;

// [`splitter`] splits text into entries: [`lines`] has single lines, [`boards`] drawn boards, [`blanks`] rows with
// blanks, [`tables`] CSV and TSV, [`json`] trees of JSON, [`sections`] the sections of `.sdk` files. [`puzzles`] parses
// the puzzle of an entry, by [`cells`] or [`candidates`], and [`records`] the other fields of its record. [`answers`]
// removes what a writer puts around a board.
//
// The splitter distinguishes lines by their number of cells and does not parse them. Plain lines of 81 cells, which
// most files consist of, have a fast path.

mod answers;
mod blanks;
mod boards;
mod candidates;
mod cells;
mod characters;
mod entry;
mod format;
mod json;
mod line_ends;
mod lines;
mod links;
mod loose;
mod lz;
mod programs;
mod puzzles;
mod records;
mod sections;
mod splitter;
mod tables;
#[cfg(test)]
mod tests;

pub use answers::read_answer;
pub use characters::{may_mix_open_marks, mixes_open_marks};
pub use entry::{BOARD_MAX, Entry, EntryKind, LINE_MAX};
pub use format::{Alphabet, Field, FormatName, InputFormat};
pub use line_ends::LineEnds;
pub use lines::Position;
pub use puzzles::{Diagnostic, Parsed, read, read_all, read_one};
pub use records::{ExtraField, extra_fields, given_solutions, unread_text};
pub use splitter::{Splitter, split_all};

/// The byte order mark that some editors write at the start of a file.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
