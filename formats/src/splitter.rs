//! Splits text into entries.

use std::ops::Range;
use std::sync::Arc;

use lanedoku::Size;

use crate::blanks;
use crate::boards::DrawnBoard;
use crate::entry::{Entry, EntryKind, LINE_MAX, is_plain};
use crate::format::{FormatName, InputFormat};
use crate::json;
use crate::lines::{self, Line, LineKind, LineShape, Position};
use crate::sections::Sections;
use crate::tables::{self, Table, TableStart};

/// Splits text that arrives in pieces. The entries do not depend on the pieces.
pub struct Splitter {
    format: InputFormat,
    only: Option<Size>,
    /// The size that lines of 16 cells belong to, once decided: rows of 16x16 boards, or 4x4 puzzles.
    sixteen: Option<Size>,
    source_kind: SourceKind,
    sections: Sections,
}

/// The kind of the whole input.
enum SourceKind {
    /// Nothing but blank lines, comments and frames was read.
    Undecided,
    /// Puzzles in any format except tables.
    FreeText,
    /// Each line is a record with fields.
    Table(Table),
    /// A table without the requested column, or JSON that is not JSON Lines: the rest is skipped.
    Refused,
}

impl Splitter {
    /// Creates a splitter for one input.
    pub fn new(format: &InputFormat) -> Self {
        let only = format.only_size();
        let sixteen = match format.name {
            _ if only.is_some() => only,
            Some(FormatName::Lines | FormatName::Csv | FormatName::Tsv) => Some(Size::Four),
            Some(FormatName::Grid | FormatName::Numbers) => Some(Size::Sixteen),
            _ => None,
        };
        Splitter {
            format: format.clone(),
            only,
            sixteen,
            source_kind: SourceKind::Undecided,
            sections: Sections::default(),
        }
    }

    /// Returns the column names of a table, after its header.
    pub fn columns(&self) -> Option<&Arc<[String]>> {
        match &self.source_kind {
            SourceKind::Table(table) => table.columns.as_ref(),
            _ => None,
        }
    }

    /// Returns the names of a table's columns other than the puzzle, once its header is read.
    pub fn extra_columns(&self) -> Option<Vec<&str>> {
        match &self.source_kind {
            SourceKind::Table(table) => table.extra_columns(),
            _ => None,
        }
    }

    /// Returns whether plain lines of 81 cells are puzzles at this position.
    fn takes_plain_lines(&self) -> bool {
        let in_place = match &self.source_kind {
            SourceKind::Undecided => !tables::is_requested(&self.format) && !self.requires_objects(),
            SourceKind::FreeText => !self.requires_objects(),
            SourceKind::Table(table) => table.is_first_field(),
            SourceKind::Refused => false,
        };
        in_place && matches!(self.only, None | Some(Size::Nine)) && !self.sections.skips()
    }

    /// Finds the entries of `text`, up to the first that may continue after its end, or all if this is the `last`
    /// piece. Returns the position after them.
    pub fn split(&mut self, text: &[u8], last: bool, entries: &mut Vec<Entry>) -> Position {
        let mut position = Position::default();
        let before = entries.len();
        let mut plain_lines = self.takes_plain_lines();
        while !position.within_line {
            if plain_lines {
                pass_plain_lines(text, &mut position, entries);
            }
            let Position { bytes: start, lines: line_number, .. } = position;
            if plain_lines && let Some((length, next)) = plain_record(&text[start..]) {
                let after = &text[start + Size::Nine.cells()..start + length];
                let delimiter = match &self.source_kind {
                    // A quoted field may continue on the next line.
                    SourceKind::Table(table) => Some(table.delimiter)
                        .filter(|found| *found == after[0] && memchr::memchr(b'"', after).is_none()),
                    _ if after.trim_ascii().is_empty() => Some(0),
                    _ => Some(lines::delimiter_of(after)),
                };
                if let Some(delimiter) = delimiter {
                    entries.push(Entry {
                        start: start as u32,
                        end: (start + Size::Nine.cells()) as u32,
                        before: 0,
                        after: (length - Size::Nine.cells()) as u16,
                        line: line_number,
                        delimiter,
                        kind: EntryKind::Board(Size::Nine),
                    });
                    position.bytes += next;
                    position.lines += 1;
                    continue;
                }
            }
            if start == text.len() {
                break;
            }
            // A header can only be the first line.
            if entries.len() > before {
                self.leave_undecided();
            }
            match self.step(text, &mut position, last, entries) {
                StepResult::NeedsMore => break,
                StepResult::Consumed => {}
            }
            plain_lines = self.takes_plain_lines();
        }
        if entries.len() > before {
            self.leave_undecided();
        }
        position
    }

    /// Processes a line or board that is not a plain line.
    fn step(
        &mut self,
        text: &[u8],
        position: &mut Position,
        last: bool,
        entries: &mut Vec<Entry>,
    ) -> StepResult {
        let start = position.bytes;
        if let SourceKind::Refused = self.source_kind {
            let rest = &text[start..];
            position.bytes = text.len();
            position.lines += rest.iter().filter(|&&byte| byte == b'\n').count() as u32;
            position.within_line = rest.last() != Some(&b'\n');
            return StepResult::Consumed;
        }
        let Some(line) = Line::read(text, start, last) else { return StepResult::NeedsMore };
        let content = &text[start..line.end];
        let number = position.lines;
        let mut add = |range: Range<usize>, delimiter, kind| {
            entries.push(Entry {
                start: range.start as u32,
                end: range.end as u32,
                // Both are 0 for a line that is too long.
                before: (range.start - start) as u16,
                after: (line.end - range.end) as u16,
                line: number,
                delimiter,
                kind,
            });
        };
        let may_be_record = |kind: LineKind| match kind {
            LineKind::Blank | LineKind::Comment | LineKind::Frame | LineKind::Long => false,
            LineKind::Dashes(count) => count == Size::Nine.cells(),
            LineKind::Title | LineKind::Section(_) | LineKind::Object | LineKind::Array | LineKind::Text => {
                true
            }
        };
        if let SourceKind::Table(table) = &self.source_kind
            && may_be_record(line.kind())
        {
            let Some(end) = table.end_of_record(text, &line, position, last) else {
                return StepResult::NeedsMore;
            };
            let content = &text[start..end];
            if !table.is_header(content) {
                let (range, kind) = table.puzzle(content, self.only);
                entries.push(Entry {
                    start: (start + range.start) as u32,
                    end: (start + range.end) as u32,
                    before: range.start as u16,
                    after: (content.len() - range.end) as u16,
                    line: number,
                    delimiter: table.delimiter,
                    kind,
                });
            }
            return StepResult::Consumed;
        }
        let is_first = matches!(self.source_kind, SourceKind::Undecided);
        let takes_objects = self.format.delimiter.is_none()
            && !matches!(self.format.name, Some(FormatName::Csv | FormatName::Tsv));
        let is_blank = |kind: LineKind| matches!(kind, LineKind::Blank | LineKind::Comment | LineKind::Long);
        match line.kind() {
            LineKind::Array if is_first && takes_objects => {
                self.source_kind = SourceKind::Refused;
                add(start..line.end, 0, EntryKind::NotJsonLines);
            }
            LineKind::Object if takes_objects => {
                let (range, kind) = json::puzzle(content, &self.format, is_first);
                self.source_kind = match kind {
                    EntryKind::NotJsonLines => SourceKind::Refused,
                    _ => SourceKind::FreeText,
                };
                self.sections.end();
                add(start + range.start..start + range.end, json::OBJECT, kind);
            }
            kind if self.requires_objects() && !is_blank(kind) => {
                self.leave_undecided();
                add(start..line.end, 0, EntryKind::NotAnObject);
            }
            LineKind::Frame if !self.sections.skips() => {
                // The first row of a board may have only open cells.
                if let Some(size) = blanks::size_of_open_row(content)
                    && self.only.is_none_or(|only| only == size)
                    && !self.format.name.is_some_and(FormatName::is_of_lines)
                {
                    match DrawnBoard::read_open(text, *position, last, size) {
                        None => return StepResult::NeedsMore,
                        Some(Some(drawn)) => {
                            self.leave_undecided();
                            add_board(entries, text, *position, &drawn, size);
                            *position = drawn.position;
                            return StepResult::Consumed;
                        }
                        Some(None) => {}
                    }
                }
            }
            LineKind::Blank | LineKind::Frame | LineKind::Title => {}
            LineKind::Comment => self.sections.end(),
            LineKind::Section(name) if self.sections.begin(name) => {}
            LineKind::Long if self.sections.skips() => {}
            LineKind::Long => {
                self.leave_undecided();
                add(start..line.end, 0, EntryKind::LongLine);
            }
            LineKind::Dashes(count) if self.sections.skips() => self.sections.pass_row(count),
            LineKind::Dashes(count) => {
                // A line of 16 can be a row or a frame, unless the size is known.
                let known = self.only.into_iter().chain(self.only.is_none().then_some(Size::Nine));
                if let Some(size) = known.into_iter().find(|size| size.cells() == count) {
                    add(start..line.end, 0, EntryKind::Board(size));
                } else if let Some(size) = Size::ALL.into_iter().find(|size| size.side() == count)
                    && self.only.is_none_or(|only| only == size)
                {
                    // A row of open cells if the next lines complete a board, and are not a board without it;
                    // otherwise a frame.
                    let drawn = DrawnBoard::read_dashed(text, *position, last, size);
                    let Some(drawn) = drawn else { return StepResult::NeedsMore };
                    let is_board = drawn.rows == size.side() && drawn.has_dashed_row;
                    let is_frame = is_board && {
                        let mut below = *position;
                        below.pass(&line);
                        let Some(framed) = DrawnBoard::read(text, below, last, size) else {
                            return StepResult::NeedsMore;
                        };
                        let Some(is_part) = framed.is_followed_by_row(text, last, size) else {
                            return StepResult::NeedsMore;
                        };
                        framed.rows == size.side() && !framed.ends_with_dashes && !is_part
                    };
                    if is_board && !is_frame {
                        self.leave_undecided();
                        add_board(entries, text, *position, &drawn, size);
                        *position = drawn.position;
                        return StepResult::Consumed;
                    }
                }
            }
            LineKind::Section(_) | LineKind::Object | LineKind::Array | LineKind::Text => {
                let shape = LineShape::of(content);
                if self.sections.skips() {
                    self.sections.pass_line(&shape);
                    position.pass(&line);
                    return StepResult::Consumed;
                }
                if let SourceKind::Undecided = self.source_kind {
                    match tables::begin(content, || Line::following(text, &line, last), &self.format) {
                        TableStart::NeedsMore => return StepResult::NeedsMore,
                        TableStart::NoTable => self.source_kind = SourceKind::FreeText,
                        TableStart::MissingColumn => {
                            self.source_kind = SourceKind::Refused;
                            add(start..line.end, 0, EntryKind::MissingColumn);
                            position.pass(&line);
                            return StepResult::Consumed;
                        }
                        TableStart::Header(table) => {
                            self.source_kind = SourceKind::Table(table);
                            position.pass(&line);
                            return StepResult::Consumed;
                        }
                        TableStart::Headless(table) => {
                            self.source_kind = SourceKind::Table(table);
                            // This line is the first record.
                            return StepResult::Consumed;
                        }
                    }
                }
                match self.role(text, *position, last, &shape) {
                    LineRole::Part(range, delimiter, kind) => {
                        add(start + range.start..start + range.end, delimiter, kind);
                    }
                    LineRole::Puzzle(kind) => add(start..line.end, 0, kind),
                    LineRole::Invalid => match shape.wrong_length_part.clone() {
                        Some(part) => {
                            let cells = part.len() as u32;
                            add(start + part.start..start + part.end, 0, EntryKind::WrongLength(cells));
                        }
                        None => add(start..line.end, 0, EntryKind::WrongLength(shape.cell_count() as u32)),
                    },
                    LineRole::NeedsMore => return StepResult::NeedsMore,
                    LineRole::Row(size) => {
                        let Some(drawn) = DrawnBoard::read(text, *position, last, size) else {
                            return StepResult::NeedsMore;
                        };
                        add_board(entries, text, *position, &drawn, size);
                        *position = drawn.position;
                        return StepResult::Consumed;
                    }
                }
            }
        }
        position.pass(&line);
        StepResult::Consumed
    }

    /// Returns whether each line must be a JSON object.
    fn requires_objects(&self) -> bool {
        self.format.name == Some(FormatName::Json)
    }

    /// Decides that the input is not a table, if it is undecided: only its first line can be a header.
    fn leave_undecided(&mut self) {
        if let SourceKind::Undecided = self.source_kind {
            self.source_kind = SourceKind::FreeText;
        }
    }

    /// Returns the role of the line at `begin`.
    fn role(&mut self, text: &[u8], begin: Position, last: bool, shape: &LineShape) -> LineRole {
        let allows = |size: Size| self.only.is_none_or(|only| only == size);
        if let Some(part) = &shape.part
            && part.kind.size().is_some_and(allows)
        {
            return LineRole::Part(part.range.clone(), part.delimiter, part.kind);
        }
        let of_lines = self.format.name.is_some_and(FormatName::is_of_lines);
        let is_sixteen = shape.blanks.is_none() && shape.is_row(Size::Sixteen);
        if is_sixteen && self.sixteen.is_none() {
            let Some(drawn) = DrawnBoard::read(text, begin, last, Size::Sixteen) else {
                return LineRole::NeedsMore;
            };
            let rows = drawn.rows == Size::Sixteen.side() && drawn.has_larger_digits;
            // A row of numbers is unambiguous.
            let rows = rows || shape.is_numbers(Size::Sixteen.side());
            self.sixteen = Some(if rows { Size::Sixteen } else { Size::Four });
        }
        let expected = |size: &Size| match self.only {
            Some(only) => only == *size,
            // 16 cells have two meanings.
            None => !is_sixteen || self.sixteen == Some(*size),
        };
        let mut sizes = Size::ALL.into_iter().filter(expected);
        if allows(Size::Nine) && shape.is_candidate_line() {
            return LineRole::Puzzle(EntryKind::Candidates);
        }
        let is_row = |size: &Size| !of_lines && shape.is_row(*size);
        // The candidates of a row can be 81 digits.
        if allows(Size::Nine) && !of_lines && shape.is_candidate_row() {
            return LineRole::Row(Size::Nine);
        }
        match sizes.clone().find(|size| shape.is_puzzle(*size)) {
            Some(size) => LineRole::Puzzle(EntryKind::Board(size)),
            None => sizes.find(is_row).map_or(LineRole::Invalid, LineRole::Row),
        }
    }
}

/// Adds the drawn board at `begin`.
fn add_board(entries: &mut Vec<Entry>, text: &[u8], begin: Position, drawn: &DrawnBoard, size: Size) {
    let end = drawn.position.bytes - usize::from(text[..drawn.position.bytes].ends_with(b"\n"));
    let (start, end) = (begin.bytes as u32, end as u32);
    entries.push(Entry {
        start,
        end,
        before: 0,
        after: 0,
        line: begin.lines,
        delimiter: 0,
        kind: drawn.kind(size),
    });
}

enum StepResult {
    Consumed,
    /// More text is needed.
    NeedsMore,
}

enum LineRole {
    /// A puzzle that is a part of the line, with the separator of the fields.
    Part(Range<usize>, u8, EntryKind),
    Puzzle(EntryKind),
    Row(Size),
    Invalid,
    /// More text is needed.
    NeedsMore,
}

/// Splits a complete text.
pub fn split_all(text: &[u8], format: &InputFormat) -> Vec<Entry> {
    let mut entries = Vec::new();
    Splitter::new(format).split(text, true, &mut entries);
    entries
}

/// Returns the length, without and with the line end, of a line that begins with 81 plain cells and other text.
#[inline]
fn plain_record(text: &[u8]) -> Option<(usize, usize)> {
    let (line, rest) = text.split_first_chunk::<{ Size::Nine.cells() }>()?;
    let may_follow = rest.first().is_some_and(|&byte| lines::may_follow_puzzle(byte));
    if !may_follow || !is_plain(line) {
        return None;
    }
    let length = line.len() + memchr::memchr(b'\n', rest)?;
    (length <= LINE_MAX).then_some((length, length + 1))
}

/// Adds consecutive plain lines of 81 cells: the fast path of most files.
#[inline]
fn pass_plain_lines(text: &[u8], position: &mut Position, entries: &mut Vec<Entry>) {
    let (mut start, mut line) = (position.bytes, position.lines);
    while let Some(length) = plain_line(&text[start..]) {
        entries.push(Entry {
            start: start as u32,
            end: (start + Size::Nine.cells()) as u32,
            before: 0,
            after: 0,
            line,
            delimiter: 0,
            kind: EntryKind::Line(length as u32),
        });
        start += length;
        line += 1;
    }
    (position.bytes, position.lines) = (start, line);
}

/// Returns the length, with its line end, of the plain line of 81 cells at the start of `text`.
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
