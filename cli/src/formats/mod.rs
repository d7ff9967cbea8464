//! The formats that puzzles come in: where one puzzle ends and the next begins, and what each text says.
//!
//! Each format has a room of its own: [`lines`] knows single lines and the text behind a puzzle, [`boards`] drawn
//! boards of any frame, [`tables`] CSV and TSV, [`sections`] the parts of `.sdk` files and titles, [`candidates`]
//! pencil marks, [`cells`] the characters and numbers of cells, [`compression`] gzip, zstd and xz. [`Splitter`] asks
//! them in turn. [`puzzles`] reads what an entry holds, [`records`] what stands beside it.
//!
//! Splitting parses nothing: lines are told apart by how many cells they have, and the text of each puzzle is passed
//! on as it stands. Most files hold plain lines of 81 cells; those are recognized in one look.

pub mod boards;
pub mod candidates;
pub mod cells;
pub mod characters;
pub mod compression;
pub mod entry;
pub mod format;
pub mod lines;
pub mod puzzles;
pub mod records;
pub mod sections;
pub mod splitter;
pub mod tables;
#[cfg(test)]
mod tests;

pub use characters::{may_mix_open_marks, mixes_open_marks};
pub use entry::{BOARD_MAX, Entry, EntryKind, LINE_MAX};
pub use format::{Alphabet, Field, FormatName, InputFormat};
pub use lines::Position;
pub use puzzles::{Diagnostic, Parsed, Puzzle, read};
pub use records::{extra_fields, solution_field};
pub use splitter::{Splitter, split_all};

/// What some editors write at the start of a file, and none shows.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
