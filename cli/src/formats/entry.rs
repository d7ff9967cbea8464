//! Entries: the parts of a text that are answered, each a puzzle or an error.

use std::ops::Range;

use lanedoku::{Grid, Size};

/// No line may be longer, in bytes.
pub const LINE_MAX: usize = 32 << 10;

/// No drawn board may be longer, in bytes.
pub const BOARD_MAX: usize = 64 << 10;

/// A stretch of text that deserves an answer.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Bytes of the record before the text of the puzzle, and behind. Those of a line are less than `LINE_MAX`.
    pub(super) before: u16,
    pub(super) behind: u16,
    /// Its first line, counted from 0 at the start of the text.
    pub line: u32,
    /// What separates the fields of the record; 0 if nothing in particular does.
    pub(super) delimiter: u8,
    pub kind: EntryKind,
}

impl Entry {
    /// Where the text of the puzzle itself stands.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Where the whole line stands that the puzzle is on, or the lines, without the last line feed.
    pub fn record(&self) -> Range<usize> {
        self.range().start - usize::from(self.before)..self.range().end + usize::from(self.behind)
    }

    /// The same entry in a text that is nothing but its record.
    pub fn alone(&self) -> Entry {
        let length = self.end - self.start;
        let start = u32::from(self.before);
        Entry { start, end: start + length, line: 0, ..*self }
    }

    /// The cells of a 9x9 puzzle that has a byte for each, all of them digits or `.`, `0`, `_`, `*`: what
    /// [`solve_lines`](lanedoku::Solver::solve_lines) takes, also if there is other text around. None for all others.
    #[inline]
    pub fn plain_cells<'a>(&self, text: &'a [u8]) -> Option<&'a [u8; Size::Nine.cells()]> {
        let may_be = matches!(self.kind, EntryKind::Line(_) | EntryKind::Board(Size::Nine));
        let cells = text.get(self.range()).filter(|_| may_be)?.try_into().ok()?;
        is_plain(cells).then_some(cells)
    }

    /// Whether both are plain lines of the same length, the other right behind this one.
    pub fn is_followed_by(&self, other: &Entry) -> bool {
        match (self.kind, other.kind) {
            (EntryKind::Line(stride), EntryKind::Line(length)) => {
                stride == length && self.start + stride == other.start
            }
            _ => false,
        }
    }
}

/// What a stretch of text is, as far as line lengths tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A 9x9 puzzle that is a plain line with nothing behind; its length with that of its line end.
    Line(u32),
    /// A board on one line or several; its characters are still unchecked.
    Board(Size),
    /// The candidates of a 9x9 puzzle, still unchecked.
    Candidates,
    /// A drawn board that breaks off after some rows.
    Incomplete(Size, u32),
    /// A line of so many cells, which is no board.
    WrongLength(u32),
    /// A line of more than `LINE_MAX` bytes.
    LongLine,
    /// A line of a table without the field that should hold the puzzle, which has this number (from 1; 0 if any).
    MissingField(u32),
    /// A header without the column that was asked for: nothing behind it is read.
    MissingColumn,
}

impl EntryKind {
    /// The size of the board, or of the one that it was meant to be, if that can be told.
    pub fn size(self) -> Option<Size> {
        match self {
            EntryKind::Line(_) | EntryKind::Candidates => Some(Size::Nine),
            EntryKind::Board(size) | EntryKind::Incomplete(size, _) => Some(size),
            EntryKind::WrongLength(_)
            | EntryKind::LongLine
            | EntryKind::MissingField(_)
            | EntryKind::MissingColumn => None,
        }
    }
}

/// [`Grid::is_plain`], and faster where all open cells are `.` or `0`.
#[inline]
pub(super) fn is_plain(line: &[u8; Size::Nine.cells()]) -> bool {
    // `.` is 0 then, `/` is 1, and the digits follow. Without a branch, so that it becomes vector instructions.
    let other = line.iter().fold(0, |other, &byte| {
        let place = byte.wrapping_sub(b'.');
        other | u8::from(place > b'9' - b'.') | u8::from(place == 1)
    });
    other == 0 || Grid::is_plain(line)
}
