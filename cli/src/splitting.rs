//! Where one puzzle ends and the next begins.
//!
//! Nothing is parsed here: lines are told apart by how many cells they have, and the text of each puzzle
//! is passed on as it stands. Most files hold plain lines of 81 cells; those are recognized in one look.

use std::ops::Range;

use lanedoku::{Grid, Size, Symbol};

/// What some editors write at the start of a file, and none shows.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// No line may be longer, in bytes.
pub const LINE_MAX: usize = 32 << 10;
/// No drawn board may be longer, in bytes.
pub const BOARD_MAX: usize = 64 << 10;

/// A stretch of text that deserves an answer.
#[derive(Clone, Copy)]
pub struct Entry {
    start: u32,
    end: u32,
    /// Its first line, counted from 0 at the start of the text.
    pub line: u32,
    pub kind: Kind,
}

impl Entry {
    /// Where it stands in the text.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether both are plain lines of the same length, the other right behind this one.
    pub fn is_followed_by(&self, other: &Entry) -> bool {
        match (self.kind, other.kind) {
            (Kind::Line(stride), Kind::Line(length)) => {
                stride == length && self.range().start + stride == other.range().start
            }
            _ => false,
        }
    }
}

/// What a stretch of text is, as far as line lengths tell.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A 9x9 puzzle that is a plain line, with its length and that of its line end.
    Line(usize),
    /// A board; its characters are still unchecked.
    Board(Size),
    /// A board, but some character of it is wrong, or the length of some row.
    Unreadable(Size),
    /// A drawn board that breaks off after some rows.
    Unfinished(Size, u32),
    /// A line of so many cells, which is no board.
    OddLine(u32),
    /// A line of more than `LINE_MAX` bytes.
    LongLine,
}

/// How far a splitter came.
#[derive(Clone, Copy, Default)]
pub struct Progress {
    /// Bytes that need not be shown again.
    pub bytes: usize,
    /// Line ends among them.
    pub lines: u32,
    /// Whether they end within a line, the rest of which is to be skipped: it is too long, or there is none.
    pub within_line: bool,
}

/// Splits text that comes in pieces. What it remembers between pieces is how lines of 16 cells are meant.
pub struct Splitter {
    /// The only size to expect, if the user named it.
    side: Option<Size>,
    /// Whether lines of 16 cells are rows of 16x16 boards or 4x4 puzzles, once that is decided.
    sixteen: Option<Size>,
}

impl Splitter {
    pub fn new(side: Option<Size>) -> Self {
        Splitter { side, sixteen: side }
    }

    /// Finds the puzzles in `text`, up to the first that may go on behind its end; if the text is the
    /// `last` piece, all of them.
    pub fn split(&mut self, text: &[u8], last: bool, entries: &mut Vec<Entry>) -> Progress {
        let plain_lines = matches!(self.side, None | Some(Size::Nine));
        let mut progress = Progress::default();
        while !progress.within_line {
            let Progress { bytes: start, lines: line_number, .. } = progress;
            let mut add = |end: usize, kind| {
                entries.push(Entry { start: start as u32, end: end as u32, line: line_number, kind });
            };
            if plain_lines && let Some(length) = plain_line(&text[start..]) {
                add(start + Size::Nine.cells(), Kind::Line(length));
                progress.bytes += length;
                progress.lines += 1;
                continue;
            }
            let Some(line) = Line::read(text, start, last) else { break };
            match line.kind {
                LineKind::Blank | LineKind::Drawing | LineKind::Comment => {}
                LineKind::Long => add(line.end, Kind::LongLine),
                LineKind::Cells(cells) => match self.meaning(text, start, last, cells) {
                    Meaning::Puzzle(size) => add(line.end, Kind::Board(size)),
                    Meaning::Odd => add(line.end, Kind::OddLine(cells as u32)),
                    Meaning::Undecided => break,
                    Meaning::Row(size) => {
                        let Some(drawn) = DrawnBoard::read(text, progress, last, size) else { break };
                        add(drawn.progress.bytes, drawn.kind(size));
                        progress = drawn.progress;
                        continue;
                    }
                },
            }
            progress.pass(&line);
        }
        progress
    }

    /// What a line of so many cells is that begins at `start`.
    fn meaning(&mut self, text: &[u8], start: usize, last: bool, cells: usize) -> Meaning {
        if cells == Size::Sixteen.side() && self.sixteen.is_none() {
            let begin = Progress { bytes: start, ..Progress::default() };
            let Some(drawn) = DrawnBoard::read(text, begin, last, Size::Sixteen) else {
                return Meaning::Undecided;
            };
            let board = &text[start..drawn.progress.bytes];
            let larger_digits =
                board.iter().any(|byte| byte.is_ascii_alphabetic() || (b'5'..=b'9').contains(byte));
            let rows = drawn.rows == Size::Sixteen.side() && larger_digits;
            self.sixteen = Some(if rows { Size::Sixteen } else { Size::Four });
        }
        let expected = |size: &Size| match self.side {
            Some(side) => side == *size,
            // Where one length has two meanings.
            None => cells != 16 || self.sixteen == Some(*size),
        };
        let mut sizes = Size::ALL.into_iter().filter(expected);
        match sizes.clone().find(|size| size.cells() == cells) {
            Some(size) => Meaning::Puzzle(size),
            None => sizes.find(|size| size.side() == cells).map_or(Meaning::Odd, Meaning::Row),
        }
    }
}

/// Splits a text that is all there is.
pub fn split_all(text: &[u8], side: Option<Size>) -> Vec<Entry> {
    let mut entries = Vec::new();
    Splitter::new(side).split(text, true, &mut entries);
    entries
}

enum Meaning {
    Puzzle(Size),
    Row(Size),
    Odd,
    /// More text is needed.
    Undecided,
}

impl Progress {
    fn pass(&mut self, line: &Line) {
        self.bytes = line.next;
        self.lines += u32::from(line.terminated);
        self.within_line = !line.terminated;
    }
}

/// The length, with its line end, of a plain line of 81 cells that `text` begins with.
#[inline]
fn plain_line(text: &[u8]) -> Option<usize> {
    let (line, rest) = text.split_first_chunk::<{ Size::Nine.cells() }>()?;
    let ending = match rest {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return None,
    };
    Grid::is_plain(line).then_some(line.len() + ending)
}

/// One line of the text.
struct Line {
    /// Where its content ends.
    end: usize,
    /// Where the next line begins.
    next: usize,
    /// Whether a line end stands between the two.
    terminated: bool,
    kind: LineKind,
}

enum LineKind {
    Blank,
    Comment,
    /// Only `|`, `-`, `+` and spaces.
    Drawing,
    /// So many characters that are neither drawing nor space.
    Cells(usize),
    Long,
}

impl Line {
    /// The line that begins at `start`, unless it is not all there yet.
    fn read(text: &[u8], start: usize, last: bool) -> Option<Line> {
        let rest = &text[start..];
        let found = rest.iter().position(|&byte| byte == b'\n');
        let length = found.unwrap_or(rest.len());
        let complete = found.is_some() || (last && length > 0) || length > LINE_MAX;
        complete.then(|| Line {
            end: start + length,
            next: start + length + usize::from(found.is_some()),
            terminated: found.is_some(),
            kind: LineKind::of(&rest[..length]),
        })
    }
}

impl LineKind {
    fn of(content: &[u8]) -> LineKind {
        if content.first() == Some(&b'#') {
            return LineKind::Comment;
        }
        if content.len() > LINE_MAX {
            return LineKind::Long;
        }
        let mut cells = 0;
        let mut drawing = false;
        for &byte in content {
            match Symbol::of(byte) {
                Symbol::Space => {}
                Symbol::Drawing => drawing = true,
                // A character of several bytes counts once.
                Symbol::Cell(_) | Symbol::Other => cells += usize::from(byte & 0xc0 != 0x80),
            }
        }
        match (cells, drawing) {
            (0, false) => LineKind::Blank,
            (0, true) => LineKind::Drawing,
            _ => LineKind::Cells(cells),
        }
    }
}

/// The lines that make up a drawn board.
struct DrawnBoard {
    rows: usize,
    /// Where its last row ends.
    progress: Progress,
}

impl DrawnBoard {
    /// Gathers the rows of a board whose first row follows `begin`, unless more text is needed.
    ///
    /// A board ends with its last row, and too early with the text, with a comment, with a blank line that
    /// is not between two bands, or with a line that belongs to something else. Any other line counts as a
    /// row, whatever its length, so that one slip costs one board.
    fn read(text: &[u8], begin: Progress, last: bool, size: Size) -> Option<DrawnBoard> {
        let mut board = DrawnBoard { rows: 0, progress: begin };
        let mut ahead = begin;
        while board.rows < size.side() && ahead.bytes - begin.bytes <= BOARD_MAX {
            let Some(line) = Line::read(text, ahead.bytes, last) else {
                if last {
                    break;
                }
                return None;
            };
            ahead.pass(&line);
            match line.kind {
                LineKind::Drawing => {}
                LineKind::Blank if board.rows.is_multiple_of(size.order()) => {}
                LineKind::Blank | LineKind::Comment | LineKind::Long => break,
                LineKind::Cells(cells) if belongs_elsewhere(cells, size) => break,
                LineKind::Cells(_) => {
                    board.rows += 1;
                    board.progress = ahead;
                }
            }
        }
        Some(board)
    }

    fn kind(&self, size: Size) -> Kind {
        if self.rows == size.side() { Kind::Board(size) } else { Kind::Unfinished(size, self.rows as u32) }
    }
}

/// Whether a line of so many cells is a puzzle of any size, or a row of a board of another size.
fn belongs_elsewhere(cells: usize, size: Size) -> bool {
    cells != size.side() && Size::ALL.iter().any(|other| cells == other.side() || cells == other.cells())
}
