//! Drawn boards: one line per row, with or without frames.

use lanedoku::Size;

use crate::blanks;
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
    /// The number of lines of `-` that are rows.
    dashed_lines: usize,
    /// The number of lines with only blanks between bars. They may be rows of open cells.
    open_lines: usize,
    /// Bit `n` is set if a part of the frame follows the first `n` rows.
    frames: u32,
}

/// The classes of the characters of a regular board.
const OTHER: u8 = 0;
const CELL: u8 = 1;
const BLANK: u8 = 2;
const RULE: u8 = 4;
const LINE_END: u8 = 8;
const REGULAR: [u8; 256] = {
    let mut classes = [OTHER; 256];
    let mut digit = b'0';
    while digit <= b'9' {
        classes[digit as usize] = CELL;
        digit += 1;
    }
    classes[b'.' as usize] = CELL;
    classes[b' ' as usize] = BLANK;
    classes[b'|' as usize] = BLANK;
    classes[b'\r' as usize] = BLANK;
    classes[b'-' as usize] = RULE;
    classes[b'+' as usize] = RULE;
    classes[b'\n' as usize] = LINE_END;
    classes
};

/// Returns the length and the number of lines of a 9x9 board whose rows have digits, `.`, blanks and bars only: the
/// fast path. Frames with corners or bars may be between the rows.
pub fn regular_board(text: &[u8]) -> Option<(usize, u32)> {
    let (mut place, mut rows, mut lines) = (0, 0, 0);
    let mut counts_up = true;
    while rows < Size::Nine.side() {
        let start = place;
        let (mut cells, mut seen) = (0, 0);
        loop {
            let byte = *text.get(place)?;
            let class = REGULAR[usize::from(byte)];
            place += 1;
            if class == LINE_END {
                break;
            }
            if class == CELL {
                if cells == 9 {
                    return None;
                }
                cells += 1;
                counts_up &= rows > 0 || byte == b'0' + cells;
            } else if class == OTHER {
                return None;
            }
            seen |= class;
        }
        lines += 1;
        match cells {
            9 if seen & RULE == 0 => rows += 1,
            // A line of dashes alone may be a row.
            0 if seen & RULE != 0
                && memchr::memchr2(b'+', b'|', &text[start..place]).is_some()
                && rows > 0 => {}
            _ => return None,
        }
    }
    // The first line may number the columns.
    (!counts_up).then_some((place, lines))
}

/// Returns the cells of the rows that [`regular_board`] finds; `None` for any other text.
pub fn regular_cells(text: &[u8]) -> Option<[u8; Size::Nine.cells()]> {
    let mut cells = [0; Size::Nine.cells()];
    let mut count = 0;
    for &byte in text {
        match REGULAR[usize::from(byte)] {
            CELL => {
                *cells.get_mut(count)? = byte;
                count += 1;
            }
            OTHER => return None,
            LINE_END if count % 9 != 0 => return None,
            _ => {}
        }
    }
    (count == cells.len()).then_some(cells)
}

/// How to interpret lines that may or may not be rows.
#[derive(Clone, Copy, Default)]
struct Reading {
    /// Lines of `-` are rows of open cells, even before the first row that has another cell.
    dashes_are_cells: bool,
    /// Lines of `-` are rules, even after a row with `-` for open cells.
    dashes_are_rules: bool,
    /// Blank lines are skipped.
    skips_blank_lines: bool,
    /// Lines with only blanks between bars are rows of open cells.
    bars_are_rows: bool,
}

impl DrawnBoard {
    /// Reads the rows of a board whose first row follows `begin`. Returns `None` if more text is needed.
    ///
    /// A board ends after its last row. It ends early at the end of the text, a comment, a blank line that is not
    /// between two bands, or a line that is part of something else. Any other line counts as a row, whatever its
    /// length, so that one mistake affects only one board. Blank lines at other places are skipped if the board is then
    /// complete, and no row follows, which would be of a next board.
    pub fn read(text: &[u8], begin: Position, last: bool, size: Size) -> Option<DrawnBoard> {
        Self::read_from(text, begin, last, size, Reading::default())
    }

    /// Reads a board whose first row has only blanks between bars. The result is `Some(None)` if there is no such
    /// board.
    pub fn read_open(text: &[u8], begin: Position, last: bool, size: Size) -> Option<Option<DrawnBoard>> {
        let board =
            Self::gather(text, begin, last, size, Reading { bars_are_rows: true, ..Reading::default() })?;
        let is_whole = board.is_whole_with_open_rows(text, last, size)?;
        Some(Some(board).filter(|_| is_whole))
    }

    /// Returns whether the lines with only blanks between bars are rows: with them, the board is complete, no row
    /// follows, and the lines of the frame are between the bands or between all rows. Returns `None` if more text is
    /// needed.
    fn is_whole_with_open_rows(&self, text: &[u8], last: bool, size: Size) -> Option<bool> {
        let side = size.side();
        let is_between_bands = self.has_frames_only_between_bands(size);
        let is_between_rows = (1..side).all(|row| self.frames >> row & 1 == 1);
        if self.rows != side || self.open_lines == side || !(is_between_bands || is_between_rows) {
            return Some(false);
        }
        let is_followed = match Line::read(text, self.position.bytes, last) {
            Some(line) => blanks::size_of_open_row(line.content()) == Some(size),
            None if last => false,
            None => return None,
        };
        Some(!is_followed && !self.is_followed_by_row(text, last, size)?)
    }

    fn has_frames_only_between_bands(&self, size: Size) -> bool {
        let order = size.order();
        (1..size.side()).all(|row| row.is_multiple_of(order) || self.frames >> row & 1 == 0)
    }

    /// Reads a board whose first row is a line of `-`.
    pub fn read_dashed(text: &[u8], begin: Position, last: bool, size: Size) -> Option<DrawnBoard> {
        Self::read_from(text, begin, last, size, Reading { dashes_are_cells: true, ..Reading::default() })
    }

    fn read_from(
        text: &[u8],
        begin: Position,
        last: bool,
        size: Size,
        reading: Reading,
    ) -> Option<DrawnBoard> {
        let board = Self::gather(text, begin, last, size, reading)?;
        if board.dashed_lines > 0 && !reading.dashes_are_cells {
            // They are rules if the board is complete without them.
            let ruled = Self::gather(text, begin, last, size, Reading { dashes_are_rules: true, ..reading })?;
            let is_whole = ruled.rows == size.side() && ruled.has_frames_only_between_bands(size);
            if is_whole && !ruled.is_followed_by_row(text, last, size)? {
                return Some(ruled);
            }
        }
        if board.open_lines > 0 {
            let open = Self::gather(text, begin, last, size, Reading { bars_are_rows: true, ..reading })?;
            if open.is_whole_with_open_rows(text, last, size)? {
                return Some(open);
            }
        }
        if board.ends_at_blank {
            let spaced =
                Self::gather(text, begin, last, size, Reading { skips_blank_lines: true, ..reading })?;
            if spaced.rows == size.side() && !spaced.is_followed_by_row(text, last, size)? {
                return Some(spaced);
            }
        }
        Some(board)
    }

    /// Returns whether a frame is between some rows.
    pub fn has_frames(&self) -> bool {
        self.frames != 0
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
        Reading { mut dashes_are_cells, dashes_are_rules, skips_blank_lines, bars_are_rows }: Reading,
    ) -> Option<DrawnBoard> {
        let mut board = DrawnBoard {
            rows: 0,
            position: begin,
            has_dashed_row: false,
            has_larger_digits: false,
            has_candidates: false,
            ends_with_dashes: false,
            ends_at_blank: false,
            dashed_lines: 0,
            open_lines: 0,
            frames: 0,
        };
        let mut has_blanks = false;
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
                // The caller has decided that the first line is a row, so that every board consumes a line.
                LineKind::Title | LineKind::Section(_) | LineKind::Object | LineKind::Array
                    if start == begin.bytes =>
                {
                    LineKind::Text
                }
                kind => kind,
            };
            match kind {
                LineKind::Dashes(count) if dashes_are_cells && !dashes_are_rules && count == size.side() => {
                    board.dashed_lines += 1;
                    board.ends_with_dashes = true;
                }
                LineKind::Frame if blanks::size_of_open_row(line.content()) == Some(size) => {
                    board.open_lines += 1;
                    if !bars_are_rows {
                        continue;
                    }
                }
                LineKind::Frame | LineKind::Dashes(_) => {
                    board.frames |= 1 << board.rows;
                    continue;
                }
                LineKind::Blank if skips_blank_lines || board.rows.is_multiple_of(size.order()) => {
                    continue;
                }
                LineKind::Blank => {
                    board.ends_at_blank = true;
                    break;
                }
                LineKind::Comment | LineKind::Long => break,
                LineKind::Title | LineKind::Section(_) | LineKind::Object | LineKind::Array => break,
                LineKind::Text => {
                    board.ends_with_dashes = false;
                    let shape = line.shape();
                    // If open cells are blanks, a row with a mistake can look like a row of another size.
                    let is_part = has_blanks && blanks::has_bars(line.content());
                    if shape.belongs_elsewhere(size) && !is_part {
                        break;
                    }
                    has_blanks |= shape.blanks.is_some();
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
