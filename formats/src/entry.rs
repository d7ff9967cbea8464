//! Entries: the parts of a text that are answered, each a puzzle or an error.

use std::ops::Range;

use lanedoku::{Grid, Size};
use memchr::memchr;

use crate::characters::characters;
use crate::json::OBJECT;

/// The length limit of a line, in bytes.
pub const LINE_MAX: usize = 32 << 10;

/// The length limit of a drawn board, in bytes.
pub const BOARD_MAX: usize = 64 << 10;

/// The number of a board with a cell on each line, in [`EntryKind::Loose`].
pub(crate) const COLUMN: u16 = u16::MAX;

/// A part of a text that is answered: a puzzle or an error.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The numbers of bytes of the record before and after the puzzle, less than `LINE_MAX`.
    pub(crate) before: u16,
    pub(crate) after: u16,
    /// The number of its first line in the text, from 0.
    pub line: u32,
    /// The number of characters before its record on that line, unless the record begins the line.
    pub(crate) column: u32,
    /// The separator of the record's fields; 0 if there is none, [`OBJECT`](crate::json::OBJECT) for JSON.
    pub(crate) delimiter: u8,
    /// The kind of puzzle or error, by the lengths of its lines.
    pub kind: EntryKind,
}

impl Entry {
    /// Returns the entry of a part of the record at `record`, whose first line has this number.
    pub(crate) fn of_part(
        record: Range<usize>,
        part: Range<usize>,
        line: u32,
        delimiter: u8,
        kind: EntryKind,
    ) -> Entry {
        // Both are 0 for a line that is too long.
        let (before, after) = ((part.start - record.start) as u16, (record.end - part.end) as u16);
        Entry { before, after, delimiter, ..Entry::of_lines(part, line, kind) }
    }

    /// Returns the entry of whole lines from the line with this number on.
    pub(crate) fn of_lines(range: Range<usize>, line: u32, kind: EntryKind) -> Entry {
        let (start, end) = (range.start as u32, range.end as u32);
        Entry { start, end, before: 0, after: 0, line, column: 0, delimiter: 0, kind }
    }

    /// Returns the range of the puzzle.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the range of the lines that contain the puzzle, without the last line feed.
    pub fn record(&self) -> Range<usize> {
        self.range().start - usize::from(self.before)..self.range().end + usize::from(self.after)
    }

    /// Returns the line and the column, from 1, of a place in its record.
    pub(crate) fn place(&self, text: &[u8], place: usize) -> (u64, usize) {
        let before = &text[self.record().start..place.min(text.len())];
        let lines = memchr::memchr_iter(b'\n', before).count() as u64;
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let column = if lines == 0 { self.column as usize } else { 0 };
        (u64::from(self.line) + lines + 1, column + characters(&before[start..]) + 1)
    }

    /// Returns the same entry for a text that is only its record.
    #[must_use]
    pub fn alone(&self) -> Entry {
        let length = self.end - self.start;
        let start = u32::from(self.before);
        Entry { start, end: start + length, line: 0, ..*self }
    }

    /// Returns the cells of a 9x9 puzzle whose cells are one byte each, as in
    /// [`solve_lines`](lanedoku::Solver::solve_lines). Other text may surround them.
    #[inline]
    pub fn plain_cells<'a>(&self, text: &'a [u8]) -> Option<&'a [u8; Size::Nine.cells()]> {
        let may_be = matches!(self.kind, EntryKind::Line(_) | EntryKind::Board(Size::Nine));
        let cells = text.get(self.range()).filter(|_| may_be)?.try_into().ok()?;
        is_plain(cells).then_some(cells)
    }

    /// Returns whether a field of the record may begin with a quote that is not closed.
    #[inline]
    pub fn may_have_open_quote(&self, text: &[u8]) -> bool {
        let is_table = !matches!(self.delimiter, 0 | b' ' | b'#' | OBJECT);
        is_table && memchr(b'"', &text[self.record()]).is_some()
    }

    /// Returns whether both are plain lines of the same length, and `other` is the line after this one.
    pub fn is_followed_by(&self, other: &Entry) -> bool {
        match (self.kind, other.kind) {
            (EntryKind::Line(stride), EntryKind::Line(length)) => {
                stride == length && self.start + stride == other.start
            }
            _ => false,
        }
    }
}

/// The kind of an entry, by the lengths of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A plain line that is a 9x9 puzzle and nothing else, with its length including the line end.
    Line(u32),
    /// A board on one line or several. Its characters are not checked.
    Board(Size),
    /// The candidates of a 9x9 puzzle, not checked.
    Candidates,
    /// A board in loose text, with its number among the boards of these lines, from 0.
    Loose(Size, u16),
    /// A link or a line of a program, with the size of its puzzle if it can be read.
    Encoded(Option<Size>),
    /// A drawn board with this number of rows, which is too small.
    Incomplete(Size, u32),
    /// A line with this number of cells, which is not a board.
    WrongLength(u32),
    /// A line of more than `LINE_MAX` bytes.
    LongLine,
    /// A row of a table without the puzzle field, which has this number from 1; 0 for any field.
    MissingField(u32),
    /// A header without the requested column. The rest of the input is skipped.
    MissingColumn,
    /// A text that begins like JSON but is none, or any line that is not JSON if it was requested.
    NotAnObject,
}

impl EntryKind {
    /// Returns the size of the board, also of an incomplete one.
    pub fn size(self) -> Option<Size> {
        match self {
            EntryKind::Line(_) | EntryKind::Candidates => Some(Size::Nine),
            EntryKind::Board(size) | EntryKind::Loose(size, _) | EntryKind::Incomplete(size, _) => Some(size),
            EntryKind::Encoded(size) => size,
            EntryKind::WrongLength(_)
            | EntryKind::LongLine
            | EntryKind::MissingField(_)
            | EntryKind::MissingColumn
            | EntryKind::NotAnObject => None,
        }
    }
}

/// Whether [`Grid::parse_plain`] reads a line, faster if all open cells are `.` or `0`.
#[inline]
pub(crate) fn is_plain(line: &[u8; Size::Nine.cells()]) -> bool {
    // `.` maps to 0, `/` to 1, and the digits follow. Branchless, so that it compiles to vector instructions.
    let other = line.iter().fold(0, |other, &byte| {
        let place = byte.wrapping_sub(b'.');
        other | u8::from(place > b'9' - b'.') | u8::from(place == 1)
    });
    other == 0 || Grid::parse_plain(line).is_some()
}
