//! The input formats: splits text into puzzles, and parses them.
//!
//! [`compression`] decompresses gzip, zstd and xz. [`splitter`] splits text into entries: [`lines`] has single lines,
//! [`boards`] drawn boards, [`tables`] CSV and TSV, [`sections`] the sections of `.sdk` files. [`puzzles`] parses the
//! puzzle of an entry, by [`cells`] or [`candidates`], and [`records`] the other fields of its record.
//!
//! The splitter distinguishes lines by their number of cells and does not parse them. Plain lines of 81 cells, which
//! most files consist of, have a fast path.

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

/// The byte order mark that some editors write at the start of a file.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
