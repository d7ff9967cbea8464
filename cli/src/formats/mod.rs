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
pub mod compression;
pub mod lines;
pub mod puzzles;
pub mod records;
pub mod sections;
pub mod tables;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use lanedoku::{Grid, Size};

pub use cells::{Alphabet, may_mix_open_marks, mixes_open_marks};
pub use puzzles::{Flaw, Puzzle, Reading, flaw, read, warning_of_mixed_marks};
pub use records::{carried, solution_field};
pub use tables::Field;

use boards::DrawnBoard;
use lines::{Line, LineKind, Text};
use sections::Sections;
use tables::{Beginning, Table};

/// What some editors write at the start of a file, and none shows.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// No line may be longer, in bytes.
pub const LINE_MAX: usize = 32 << 10;
/// No drawn board may be longer, in bytes.
pub const BOARD_MAX: usize = 64 << 10;

/// What the user said about the input. Nothing said means: look.
#[derive(Clone, Debug, Default)]
pub struct Format {
    pub name: Option<Named>,
    /// The only size to expect.
    pub side: Option<Size>,
    /// What separates the fields of a line.
    pub delimiter: Option<u8>,
    /// Which field holds the puzzle.
    pub field: Option<Field>,
    /// How the digits of large boards are written.
    pub alphabet: Option<Alphabet>,
}

/// A format that can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// One puzzle a line.
    Lines,
    /// Fields between commas, with or without a header.
    Csv,
    /// Fields between tabs, with or without a header.
    Tsv,
    /// One 9x9 puzzle a line.
    Sdm,
    /// Drawn 9x9 boards with `#` lines or sections.
    Sdk,
    /// Simple Sudoku: drawn 9x9 boards.
    Ss,
    /// Drawn boards.
    Grid,
    /// 81 groups of candidates, or 729 characters.
    Candidates,
    /// Boards whose cells are numbers with spaces or commas between.
    Numbers,
}

impl Named {
    pub const ALL: [Named; 9] = [
        Named::Lines,
        Named::Csv,
        Named::Tsv,
        Named::Sdm,
        Named::Sdk,
        Named::Ss,
        Named::Grid,
        Named::Candidates,
        Named::Numbers,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Named::Lines => "lines",
            Named::Csv => "csv",
            Named::Tsv => "tsv",
            Named::Sdm => "sdm",
            Named::Sdk => "sdk",
            Named::Ss => "ss",
            Named::Grid => "grid",
            Named::Candidates => "candidates",
            Named::Numbers => "numbers",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|named| named.name() == name)
    }

    /// Whether every line is a record of its own, and none the row of a board.
    fn is_of_lines(self) -> bool {
        matches!(self, Named::Lines | Named::Sdm | Named::Csv | Named::Tsv)
    }
}

impl Format {
    /// The only size to expect, if the side or the format has one.
    fn only_size(&self) -> Option<Size> {
        let of_nine = matches!(self.name, Some(Named::Sdm | Named::Sdk | Named::Ss | Named::Candidates));
        self.side.or(of_nine.then_some(Size::Nine))
    }
}

/// A stretch of text that deserves an answer.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    start: u32,
    end: u32,
    /// Bytes of the record before the text of the puzzle, and behind. Those of a line are less than `LINE_MAX`.
    before: u16,
    behind: u16,
    /// Its first line, counted from 0 at the start of the text.
    pub line: u32,
    /// What separates the fields of the record; 0 if nothing in particular does.
    delimiter: u8,
    pub kind: Kind,
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
        let may_be = matches!(self.kind, Kind::Line(_) | Kind::Board(Size::Nine));
        let cells = text.get(self.range()).filter(|_| may_be)?.try_into().ok()?;
        is_plain(cells).then_some(cells)
    }

    /// Whether both are plain lines of the same length, the other right behind this one.
    pub fn is_followed_by(&self, other: &Entry) -> bool {
        match (self.kind, other.kind) {
            (Kind::Line(stride), Kind::Line(length)) => {
                stride == length && self.start + stride == other.start
            }
            _ => false,
        }
    }
}

/// What a stretch of text is, as far as line lengths tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A 9x9 puzzle that is a plain line with nothing behind; its length with that of its line end.
    Line(u32),
    /// A board on one line or several; its characters are still unchecked.
    Board(Size),
    /// The candidates of a 9x9 puzzle, still unchecked.
    Candidates,
    /// A drawn board that breaks off after some rows.
    Unfinished(Size, u32),
    /// A line of so many cells, which is no board.
    OddLine(u32),
    /// A line of more than `LINE_MAX` bytes.
    LongLine,
    /// A line of a table without the field that should hold the puzzle, which has this number (from 1; 0 if any).
    NoField(u32),
    /// A header without the column that was asked for: nothing behind it is read.
    Refused,
}

impl Kind {
    /// The size of the board, or of the one that it was meant to be, if that can be told.
    pub fn size(self) -> Option<Size> {
        match self {
            Kind::Line(_) | Kind::Candidates => Some(Size::Nine),
            Kind::Board(size) | Kind::Unfinished(size, _) => Some(size),
            Kind::OddLine(_) | Kind::LongLine | Kind::NoField(_) | Kind::Refused => None,
        }
    }
}

/// How far a splitter came.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Bytes that need not be shown again.
    pub bytes: usize,
    /// Line ends among them.
    pub lines: u32,
    /// Whether they end within a line, the rest of which is to be skipped: it is too long, or there is none.
    pub within_line: bool,
}

impl Progress {
    fn pass(&mut self, line: &Line) {
        self.bytes = line.next;
        self.lines += u32::from(line.terminated);
        self.within_line = !line.terminated;
    }
}

/// Splits text that comes in pieces. What it finds does not depend on the pieces.
pub struct Splitter {
    format: Format,
    only: Option<Size>,
    /// Whether lines of 16 cells are rows of 16x16 boards or 4x4 puzzles, once that is decided.
    sixteen: Option<Size>,
    stage: Stage,
    sections: Sections,
}

/// What is known about the source as a whole.
enum Stage {
    /// Nothing: no line that says something has come yet.
    Fresh,
    /// Every puzzle speaks for itself.
    Free,
    /// Every line is a record with fields.
    Table(Table),
    /// There is no such column.
    Refused,
}

impl Splitter {
    pub fn new(format: &Format) -> Self {
        let only = format.only_size();
        let sixteen = match format.name {
            _ if only.is_some() => only,
            Some(Named::Lines | Named::Csv | Named::Tsv) => Some(Size::Four),
            Some(Named::Grid | Named::Numbers) => Some(Size::Sixteen),
            _ => None,
        };
        Splitter { format: format.clone(), only, sixteen, stage: Stage::Fresh, sections: Sections::default() }
    }

    /// The names of a table's columns, once its header has come.
    pub fn columns(&self) -> Option<&Arc<[String]>> {
        match &self.stage {
            Stage::Table(table) => table.columns.as_ref(),
            _ => None,
        }
    }

    /// Whether plain lines of 81 cells are puzzles whatever has come before.
    fn takes_plain_lines(&self) -> bool {
        let in_place = match &self.stage {
            Stage::Fresh => !tables::is_asked_for(&self.format),
            Stage::Free => true,
            Stage::Table(table) => table.is_first_field(),
            Stage::Refused => false,
        };
        in_place && matches!(self.only, None | Some(Size::Nine)) && !self.sections.skips()
    }

    /// Finds the puzzles in `text`, up to the first that may go on behind its end; if the text is the
    /// `last` piece, all of them.
    pub fn split(&mut self, text: &[u8], last: bool, entries: &mut Vec<Entry>) -> Progress {
        let mut progress = Progress::default();
        let before = entries.len();
        let mut plain_lines = self.takes_plain_lines();
        while !progress.within_line {
            if plain_lines {
                pass_plain_lines(text, &mut progress, entries);
            }
            let Progress { bytes: start, lines: line_number, .. } = progress;
            if plain_lines && let Some((length, next)) = plain_record(&text[start..]) {
                let behind = &text[start + Size::Nine.cells()..start + length];
                let delimiter = match &self.stage {
                    Stage::Table(table) => Some(table.delimiter).filter(|found| *found == behind[0]),
                    _ if behind.trim_ascii().is_empty() => Some(0),
                    _ => Some(lines::delimiter_of(behind)),
                };
                if let Some(delimiter) = delimiter {
                    entries.push(Entry {
                        start: start as u32,
                        end: (start + Size::Nine.cells()) as u32,
                        before: 0,
                        behind: (length - Size::Nine.cells()) as u16,
                        line: line_number,
                        delimiter,
                        kind: Kind::Board(Size::Nine),
                    });
                    progress.bytes += next;
                    progress.lines += 1;
                    continue;
                }
            }
            if start == text.len() {
                break;
            }
            // A header may only come before everything else.
            if entries.len() > before {
                self.leave_fresh();
            }
            match self.step(text, &mut progress, last, entries) {
                Step::Waits => break,
                Step::Passed => {}
            }
            plain_lines = self.takes_plain_lines();
        }
        if entries.len() > before {
            self.leave_fresh();
        }
        progress
    }

    /// Passes whatever begins here and is not a plain line.
    fn step(&mut self, text: &[u8], progress: &mut Progress, last: bool, entries: &mut Vec<Entry>) -> Step {
        let start = progress.bytes;
        if let Stage::Refused = self.stage {
            let rest = &text[start..];
            progress.bytes = text.len();
            progress.lines += rest.iter().filter(|&&byte| byte == b'\n').count() as u32;
            progress.within_line = rest.last() != Some(&b'\n');
            return Step::Passed;
        }
        let Some(line) = Line::read(text, start, last) else { return Step::Waits };
        let content = &text[start..line.end];
        let number = progress.lines;
        let mut add = |range: Range<usize>, delimiter, kind| {
            entries.push(Entry {
                start: range.start as u32,
                end: range.end as u32,
                // A line that is too long has neither.
                before: (range.start - start) as u16,
                behind: (line.end - range.end) as u16,
                line: number,
                delimiter,
                kind,
            });
        };
        let says_nothing = |kind: LineKind| match kind {
            LineKind::Blank | LineKind::Comment | LineKind::Frame | LineKind::Long => true,
            LineKind::Dashes(count) => count != Size::Nine.cells(),
            LineKind::Title | LineKind::Section(_) | LineKind::Text => false,
        };
        if let Stage::Table(table) = &self.stage
            && !says_nothing(line.kind())
        {
            if !table.is_header(content) {
                let (range, kind) = table.puzzle(content, self.only);
                add(start + range.start..start + range.end, table.delimiter, kind);
            }
            progress.pass(&line);
            return Step::Passed;
        }
        match line.kind() {
            LineKind::Blank | LineKind::Frame | LineKind::Title => {}
            LineKind::Comment => self.sections.end(),
            LineKind::Section(name) if self.sections.begin(name) => {}
            LineKind::Long if self.sections.skips() => {}
            LineKind::Long => {
                self.leave_fresh();
                add(start..line.end, 0, Kind::LongLine);
            }
            LineKind::Dashes(count) if self.sections.skips() => self.sections.pass_row(count),
            LineKind::Dashes(count) => {
                if count == Size::Nine.cells() && matches!(self.only, None | Some(Size::Nine)) {
                    add(start..line.end, 0, Kind::Board(Size::Nine));
                } else if let Some(size) = Size::ALL.into_iter().find(|size| size.side() == count)
                    && self.only.is_none_or(|only| only == size)
                {
                    // A row of open cells, if what follows is a board of such rows; otherwise a frame.
                    let drawn = DrawnBoard::read_dashed(text, *progress, last, size);
                    let Some(drawn) = drawn else { return Step::Waits };
                    if drawn.rows == size.side() && drawn.has_dashed_row {
                        self.leave_fresh();
                        add_board(entries, text, *progress, &drawn, size);
                        *progress = drawn.progress;
                        return Step::Passed;
                    }
                }
            }
            LineKind::Section(_) | LineKind::Text => {
                let shape = Text::of(content);
                if self.sections.skips() {
                    self.sections.pass_text(&shape);
                    progress.pass(&line);
                    return Step::Passed;
                }
                if let Stage::Fresh = self.stage {
                    match tables::begin(content, || Line::following(text, &line, last), &self.format) {
                        Beginning::Undecided => return Step::Waits,
                        Beginning::None => self.stage = Stage::Free,
                        Beginning::Refused => {
                            self.stage = Stage::Refused;
                            add(start..line.end, 0, Kind::Refused);
                            progress.pass(&line);
                            return Step::Passed;
                        }
                        Beginning::Header(table) => {
                            self.stage = Stage::Table(table);
                            progress.pass(&line);
                            return Step::Passed;
                        }
                        Beginning::Headless(table) => {
                            self.stage = Stage::Table(table);
                            // This line is its first record.
                            return Step::Passed;
                        }
                    }
                }
                match self.meaning(text, *progress, last, &shape) {
                    Meaning::Part(range, delimiter, kind) => {
                        add(start + range.start..start + range.end, delimiter, kind);
                    }
                    Meaning::Puzzle(kind) => add(start..line.end, 0, kind),
                    Meaning::Odd => match shape.odd_part.clone() {
                        Some(part) => {
                            let cells = part.len() as u32;
                            add(start + part.start..start + part.end, 0, Kind::OddLine(cells));
                        }
                        None => add(start..line.end, 0, Kind::OddLine(shape.cells_to_tell() as u32)),
                    },
                    Meaning::Undecided => return Step::Waits,
                    Meaning::Row(size) => {
                        let Some(drawn) = DrawnBoard::read(text, *progress, last, size) else {
                            return Step::Waits;
                        };
                        add_board(entries, text, *progress, &drawn, size);
                        *progress = drawn.progress;
                        return Step::Passed;
                    }
                }
            }
        }
        progress.pass(&line);
        Step::Passed
    }

    /// Something has come that is no header.
    fn leave_fresh(&mut self) {
        if let Stage::Fresh = self.stage {
            self.stage = Stage::Free;
        }
    }

    /// What a line is that begins where `begin` says.
    fn meaning(&mut self, text: &[u8], begin: Progress, last: bool, shape: &Text) -> Meaning {
        let allows = |size: Size| self.only.is_none_or(|only| only == size);
        if let Some(part) = &shape.part
            && part.kind.size().is_some_and(allows)
        {
            return Meaning::Part(part.range.clone(), part.delimiter, part.kind);
        }
        let of_lines = self.format.name.is_some_and(Named::is_of_lines);
        let is_sixteen = shape.is_row(Size::Sixteen);
        if is_sixteen && self.sixteen.is_none() {
            let Some(drawn) = DrawnBoard::read(text, begin, last, Size::Sixteen) else {
                return Meaning::Undecided;
            };
            let rows = drawn.rows == Size::Sixteen.side() && drawn.has_larger_digits;
            // A row of numbers says it alone.
            let rows = rows || shape.is_numbers(Size::Sixteen.side());
            self.sixteen = Some(if rows { Size::Sixteen } else { Size::Four });
        }
        let expected = |size: &Size| match self.only {
            Some(only) => only == *size,
            // Where one length has two meanings.
            None => !is_sixteen || self.sixteen == Some(*size),
        };
        let mut sizes = Size::ALL.into_iter().filter(expected);
        if allows(Size::Nine) && shape.is_candidate_line() {
            return Meaning::Puzzle(Kind::Candidates);
        }
        let is_row = |size: &Size| !of_lines && shape.is_row(*size);
        // The candidates of a row can be 81 digits.
        if allows(Size::Nine) && !of_lines && shape.is_candidate_row() {
            return Meaning::Row(Size::Nine);
        }
        match sizes.clone().find(|size| shape.is_puzzle(*size)) {
            Some(size) => Meaning::Puzzle(Kind::Board(size)),
            None => sizes.find(is_row).map_or(Meaning::Odd, Meaning::Row),
        }
    }
}

/// Adds a drawn board that begins where `begin` says.
fn add_board(entries: &mut Vec<Entry>, text: &[u8], begin: Progress, drawn: &DrawnBoard, size: Size) {
    let end = drawn.progress.bytes - usize::from(text[..drawn.progress.bytes].ends_with(b"\n"));
    let (start, end) = (begin.bytes as u32, end as u32);
    entries.push(Entry {
        start,
        end,
        before: 0,
        behind: 0,
        line: begin.lines,
        delimiter: 0,
        kind: drawn.kind(size),
    });
}

enum Step {
    Passed,
    /// More text is needed.
    Waits,
}

enum Meaning {
    /// A puzzle that is a part of the line, with what separates the parts.
    Part(Range<usize>, u8, Kind),
    Puzzle(Kind),
    Row(Size),
    Odd,
    /// More text is needed.
    Undecided,
}

/// Splits a text that is all there is.
pub fn split_all(text: &[u8], format: &Format) -> Vec<Entry> {
    let mut entries = Vec::new();
    Splitter::new(format).split(text, true, &mut entries);
    entries
}

/// The length of a whole line that begins with 81 cells and has other text behind, without and with its line end.
#[inline]
fn plain_record(text: &[u8]) -> Option<(usize, usize)> {
    let (line, rest) = text.split_first_chunk::<{ Size::Nine.cells() }>()?;
    let may_follow = rest.first().is_some_and(|&byte| lines::is_behind_puzzle(byte));
    if !may_follow || !is_plain(line) {
        return None;
    }
    let length = line.len() + memchr::memchr(b'\n', rest)?;
    (length <= LINE_MAX).then_some((length, length + 1))
}

/// Adds the plain lines of 81 cells that stand one behind the other here: what most files hold, and nothing else.
#[inline]
fn pass_plain_lines(text: &[u8], progress: &mut Progress, entries: &mut Vec<Entry>) {
    let (mut start, mut line) = (progress.bytes, progress.lines);
    while let Some(length) = plain_line(&text[start..]) {
        entries.push(Entry {
            start: start as u32,
            end: (start + Size::Nine.cells()) as u32,
            before: 0,
            behind: 0,
            line,
            delimiter: 0,
            kind: Kind::Line(length as u32),
        });
        start += length;
        line += 1;
    }
    (progress.bytes, progress.lines) = (start, line);
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
    is_plain(line).then_some(line.len() + ending)
}

/// [`Grid::is_plain`], and faster where all open cells are `.` or `0`.
#[inline]
fn is_plain(line: &[u8; Size::Nine.cells()]) -> bool {
    // `.` is 0 then, `/` is 1, and the digits follow. Without a branch, so that it becomes vector instructions.
    let other = line.iter().fold(0, |other, &byte| {
        let place = byte.wrapping_sub(b'.');
        other | u8::from(place > b'9' - b'.') | u8::from(place == 1)
    });
    other == 0 || Grid::is_plain(line)
}
