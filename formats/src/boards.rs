//! Drawn boards: one line per row, with or without frames.

use lanedoku::Size;

use crate::entry::{BOARD_MAX, EntryKind};
use crate::lines::{Line, LineKind, Position};

/// The lines of a drawn board.
pub struct DrawnBoard {
    pub rows: usize,
    /// The end of its last row.
    pub position: Position,
    /// Whether some row has `-` for its open cells.
    pub has_dashed_row: bool,
    /// Whether some digit is too large for a 4x4 board.
    pub has_larger_digits: bool,
    /// Whether some cell has several candidates.
    has_candidates: bool,
    /// Whether the last row is a line of `-`, which may be a frame.
    pub ends_with_dashes: bool,
    /// Whether a blank line ended the board.
    ends_at_blank: bool,
}

impl DrawnBoard {
    /// Reads the rows of a board whose first row follows `begin`. Returns `None` if more text is needed.
    ///
    /// A board ends after its last row. It ends early at the end of the text, a comment, a blank line that is not
    /// between two bands, or a line that is part of something else. Any other line counts as a row, whatever its
    /// length, so that one mistake affects only one board. Blank lines at other places are skipped if the board is then
    /// complete, and no row follows, which would be of a next board.
    pub fn read(text: &[u8], begin: Position, last: bool, size: Size) -> Option<DrawnBoard> {
        Self::read_from(text, begin, last, size, false)
    }

    /// Reads a board whose first row is a line of `-`.
    pub fn read_dashed(text: &[u8], begin: Position, last: bool, size: Size) -> Option<DrawnBoard> {
        Self::read_from(text, begin, last, size, true)
    }

    fn read_from(
        text: &[u8],
        begin: Position,
        last: bool,
        size: Size,
        dashes_are_cells: bool,
    ) -> Option<DrawnBoard> {
        let board = Self::gather(text, begin, last, size, dashes_are_cells, false)?;
        if board.ends_at_blank {
            let spaced = Self::gather(text, begin, last, size, dashes_are_cells, true)?;
            if spaced.rows == size.side() && !spaced.is_followed_by_row(text, last, size)? {
                return Some(spaced);
            }
        }
        Some(board)
    }

    /// Returns whether the next line is a row, too. `None` if more text is needed.
    pub fn is_followed_by_row(&self, text: &[u8], last: bool, size: Size) -> Option<bool> {
        match Line::read(text, self.position.bytes, last) {
            Some(line) => Some(line.kind() == LineKind::Text && line.shape().is_row(size)),
            None if last => Some(false),
            None => None,
        }
    }

    fn gather(
        text: &[u8],
        begin: Position,
        last: bool,
        size: Size,
        mut dashes_are_cells: bool,
        skips_blank_lines: bool,
    ) -> Option<DrawnBoard> {
        let mut board = DrawnBoard {
            rows: 0,
            position: begin,
            has_dashed_row: false,
            has_larger_digits: false,
            has_candidates: false,
            ends_with_dashes: false,
            ends_at_blank: false,
        };
        let mut ahead = begin;
        while board.rows < size.side() && ahead.bytes - begin.bytes <= BOARD_MAX {
            let start = ahead.bytes;
            let Some(line) = Line::read(text, start, last) else {
                if last {
                    break;
                }
                return None;
            };
            ahead.pass(&line);
            let kind = match line.kind() {
                // The first line was found to be a row, although it looks like something else: a reading takes some line.
                LineKind::Title | LineKind::Section(_) | LineKind::Object | LineKind::Array
                    if start == begin.bytes =>
                {
                    LineKind::Text
                }
                kind => kind,
            };
            match kind {
                LineKind::Dashes(count) if dashes_are_cells && count == size.side() => {
                    board.ends_with_dashes = true;
                }
                LineKind::Frame | LineKind::Dashes(_) => continue,
                LineKind::Blank if skips_blank_lines || board.rows.is_multiple_of(size.order()) => continue,
                LineKind::Blank => {
                    board.ends_at_blank = true;
                    break;
                }
                LineKind::Comment | LineKind::Long => break,
                LineKind::Title | LineKind::Section(_) | LineKind::Object | LineKind::Array => break,
                LineKind::Text => {
                    board.ends_with_dashes = false;
                    let shape = line.shape();
                    if shape.belongs_elsewhere(size) {
                        break;
                    }
                    if shape.has_dashes(size.side()) {
                        board.has_dashed_row = true;
                        dashes_are_cells = true;
                    }
                    board.has_candidates |= size == Size::Nine && shape.is_candidate_row();
                    let is_larger = |byte: &u8| {
                        byte.is_ascii_alphabetic() && !matches!(byte, b'x' | b'X')
                            || (b'5'..=b'9').contains(byte)
                    };
                    board.has_larger_digits |=
                        text[start..line.end].iter().any(is_larger) || shape.is_numbers(size.side());
                }
            }
            board.rows += 1;
            board.position = ahead;
        }
        Some(board)
    }

    pub fn kind(&self, size: Size) -> EntryKind {
        match self.rows == size.side() {
            false => EntryKind::Incomplete(size, self.rows as u32),
            true if self.has_candidates => EntryKind::Candidates,
            true => EntryKind::Board(size),
        }
    }
}
