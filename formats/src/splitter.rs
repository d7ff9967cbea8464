//! Splits text into entries.

use std::ops::Range;
use std::sync::Arc;

use lanedoku::Size;

use crate::blanks;
use crate::boards::{DrawnBoard, regular_board};
use crate::characters::is_open_mark;
use crate::entry::{BOARD_MAX, COLUMN, Entry, EntryKind, LINE_MAX, is_plain};
use crate::format::{FormatName, InputFormat};
use crate::json::{JsonStep, JsonTree, Piece};
use crate::lines::{self, Line, LineKind, LineShape, Position};
use crate::loose::{self, is_header};
use crate::puzzles::{Diagnostic, read};
use crate::sections::Sections;
use crate::tables::{self, Table, TableStart};
use crate::{links, programs};

/// Splits text that arrives in pieces. The entries do not depend on the pieces.
pub struct Splitter {
    format: InputFormat,
    only: Option<Size>,
    /// The size that lines of 16 cells belong to, once decided: rows of 16x16 boards, or 4x4 puzzles.
    sixteen: Option<Size>,
    source_kind: SourceKind,
    sections: Sections,
    /// Whether the last entry, of an earlier piece, is on one line.
    follows_line: Option<bool>,
    /// Whether the first line may wait for the next one.
    waits: bool,
    /// Whether the input may be a column of cells: at its start.
    may_be_column: bool,
    /// Lines of the last piece that are no puzzles, and not entries.
    pub(crate) left_out: Vec<Entry>,
    json: JsonTree,
}

/// The kind of the whole input.
enum SourceKind {
    /// Nothing but blank lines, comments and frames was read.
    Undecided,
    /// Puzzles in any format except tables.
    FreeText,
    /// Each line is a record with fields.
    Table(Table),
    /// A table without the requested column: the rest is skipped.
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
            follows_line: None,
            waits: true,
            may_be_column: format.name.is_none()
                && format.field.is_none()
                && only.is_none_or(|only| only == Size::Nine),
            left_out: Vec::new(),
            json: JsonTree::default(),
        }
    }

    /// Decides about a line at once, for an input that somebody types or another program writes line by line.
    #[must_use]
    pub fn without_waiting(self) -> Self {
        Splitter { waits: false, ..self }
    }

    /// Takes the errors of the lines of `text`, the last piece, that are no puzzles and follow a puzzle on several
    /// lines. They are not entries, because no answer is expected.
    pub fn take_left_out(&mut self, text: &[u8]) -> Vec<Diagnostic> {
        let entries = std::mem::take(&mut self.left_out);
        let errors = entries.iter().filter_map(|entry| read(entry, text, &self.format).err());
        let told = |error: Diagnostic| {
            let reason = format!("no puzzle, left out: {}", error.reason);
            Diagnostic { reason, ..error }
        };
        errors.map(told).collect()
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
        if !self.format.open.is_empty() {
            return false;
        }
        let in_place = match &self.source_kind {
            SourceKind::Undecided => !tables::is_requested(&self.format) && !self.requires_objects(),
            SourceKind::FreeText => !self.requires_objects(),
            SourceKind::Table(table) => table.is_first_field(),
            SourceKind::Refused => false,
        };
        in_place
            && !self.json.is_open()
            && matches!(self.only, None | Some(Size::Nine))
            && !self.sections.skips()
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
                    // The puzzle may be another field.
                    SourceKind::Undecided if lines::delimiter_of(after) != 0 => None,
                    _ => Some(lines::delimiter_of(after)),
                };
                if let Some(delimiter) = delimiter {
                    entries.push(Entry {
                        start: start as u32,
                        end: (start + Size::Nine.cells()) as u32,
                        before: 0,
                        after: (length - Size::Nine.cells()) as u16,
                        line: line_number,
                        column: 0,
                        delimiter,
                        kind: EntryKind::Board(Size::Nine),
                    });
                    position.bytes += next;
                    position.lines += 1;
                    continue;
                }
            }
            if plain_lines
                && let SourceKind::FreeText = self.source_kind
                && !self.format.name.is_some_and(FormatName::is_of_lines)
                && let Some((length, lines)) = regular_board(&text[start..])
            {
                let range = start..start + length - 1;
                entries.push(Entry::of_lines(range, line_number, EntryKind::Board(Size::Nine)));
                position.bytes += length;
                position.lines += lines;
                continue;
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
        if last && position.bytes == text.len() {
            let position = &mut position;
            self.json.end(&mut Piece { text, last, format: &self.format, position, entries });
        }
        if entries.len() > before {
            self.leave_undecided();
            self.follows_line = entries.last().map(|entry| is_one_line(entry, text));
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
        if self.may_be_column {
            let is_likely = text.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
            match loose::read_column(text, last, &self.format) {
                None if self.waits || is_likely => return StepResult::NeedsMore,
                None => {}
                Some(Some(found)) => {
                    let kind = EntryKind::Loose(Size::Nine, COLUMN);
                    entries.push(Entry::of_lines(0..found.position.bytes, 0, kind));
                    *position = found.position;
                }
                Some(None) => {}
            }
            self.may_be_column = false;
            return StepResult::Consumed;
        }
        let takes_json = self.format.delimiter.is_none()
            && !matches!(self.format.name, Some(FormatName::Csv | FormatName::Tsv))
            && !matches!(self.source_kind, SourceKind::Table(_));
        let first = text[start..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        if takes_json && (self.json.is_open() || matches!(first, Some(b'{' | b'['))) {
            match self.json.run(&mut Piece { text, last, format: &self.format, position, entries }) {
                JsonStep::NeedsMore => return StepResult::NeedsMore,
                JsonStep::Consumed => {
                    self.source_kind = SourceKind::FreeText;
                    self.sections.end();
                    return StepResult::Consumed;
                }
                JsonStep::NotJson => {}
            }
        }
        let Some(line) = Line::read(text, start, last) else { return StepResult::NeedsMore };
        let content = &text[start..line.end];
        let number = position.lines;
        if matches!(line.kind(), LineKind::Frame | LineKind::Dashes(_))
            && is_row_of_dashes(content)
            && !self.sections.skips()
            && !self.requires_objects()
            && !matches!(self.source_kind, SourceKind::Table(_))
        {
            match self.take_loose(text, position, last, entries) {
                None => return StepResult::NeedsMore,
                Some(true) => return StepResult::Consumed,
                Some(false) => {}
            }
        }
        let mut add = |kind| entries.push(Entry::of_lines(start..line.end, number, kind));
        let may_be_record = |kind: LineKind| match kind {
            LineKind::Blank | LineKind::Comment | LineKind::Frame | LineKind::Long => false,
            LineKind::Dashes(count) => count == Size::Nine.cells(),
            LineKind::Title | LineKind::Section(_) | LineKind::Object | LineKind::Array | LineKind::Text => {
                true
            }
        };
        if let SourceKind::Table(table) = &self.source_kind
            && (may_be_record(line.kind()) || line.kind() == LineKind::Comment && table.is_record(content))
        {
            let Some(end) = table.end_of_record(text, &line, position, last) else {
                return StepResult::NeedsMore;
            };
            let content = &text[start..end];
            if !table.is_header(content) {
                let (range, kind) = table.puzzle(content, self.only);
                let part = start + range.start..start + range.end;
                entries.push(Entry::of_part(start..end, part, number, table.delimiter, kind));
            }
            return StepResult::Consumed;
        }
        let is_blank = |kind: LineKind| matches!(kind, LineKind::Blank | LineKind::Comment | LineKind::Long);
        if !self.format.open.is_empty() && !matches!(line.kind(), LineKind::Blank | LineKind::Long) {
            return self.text_line(text, position, &line, last, entries);
        }
        match line.kind() {
            kind if self.requires_objects() && !is_blank(kind) => {
                self.leave_undecided();
                add(EntryKind::NotAnObject);
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
                            entries.push(drawn_entry(text, *position, &drawn, size));
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
                add(EntryKind::LongLine);
            }
            LineKind::Dashes(count) if self.sections.skips() => self.sections.pass_row(count),
            LineKind::Dashes(count) => {
                // A line of 16 can be a row or a frame, unless the size is known.
                let known = self.only.into_iter().chain(self.only.is_none().then_some(Size::Nine));
                if let Some(size) = known.into_iter().find(|size| size.cells() == count) {
                    add(EntryKind::Board(size));
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
                        entries.push(drawn_entry(text, *position, &drawn, size));
                        *position = drawn.position;
                        return StepResult::Consumed;
                    }
                }
            }
            LineKind::Section(_) | LineKind::Object | LineKind::Array | LineKind::Text => {
                return self.text_line(text, position, &line, last, entries);
            }
        }
        position.pass(&line);
        StepResult::Consumed
    }

    /// Processes a line that is neither blank nor a part of a frame: a puzzle, a row, the header of a table, or text.
    fn text_line(
        &mut self,
        text: &[u8],
        position: &mut Position,
        line: &Line,
        last: bool,
        entries: &mut Vec<Entry>,
    ) -> StepResult {
        let (start, content) = (position.bytes, line.content());
        if !content.is_ascii() && loose::is_blank(content) {
            position.pass(line);
            return StepResult::Consumed;
        }
        let number = position.lines;
        let entry = |part: Range<usize>, delimiter, kind| {
            Entry::of_part(start..line.end, part, number, delimiter, kind)
        };
        let shape = LineShape::of(content);
        if self.sections.skips() {
            self.sections.pass_line(&shape);
            position.pass(line);
            return StepResult::Consumed;
        }
        // Digits on the line come before a link beside them.
        let link = || if shape.part.is_none() { links::find(content) } else { None };
        let mut encoded = None;
        if let Some(range) = programs::find(content).or_else(link) {
            let mut found = entry(start + range.start..start + range.end, 0, EntryKind::Encoded(None));
            if let Ok(parsed) = read(&found, text, &self.format) {
                found.kind = EntryKind::Encoded(Some(parsed.puzzle.size()));
                entries.push(found);
                self.leave_undecided();
                position.pass(line);
                return StepResult::Consumed;
            }
            encoded = Some(found);
        }
        if programs::starts_ksudoku(content) {
            let mut end = *position;
            let mut part = content;
            end.pass(line);
            while !part.trim_ascii().ends_with(b"</ksudoku>") && end.bytes - start < BOARD_MAX {
                let Some(next) = Line::read(text, end.bytes, last) else {
                    if last {
                        break;
                    }
                    return StepResult::NeedsMore;
                };
                end.pass(&next);
                part = next.content();
            }
            let mut found = Entry::of_lines(start..end.bytes, position.lines, EntryKind::Encoded(None));
            let size = read(&found, text, &self.format).ok().map(|parsed| parsed.puzzle.size());
            found.kind = EntryKind::Encoded(size);
            entries.push(found);
            self.leave_undecided();
            *position = end;
            return StepResult::Consumed;
        }
        if encoded.is_some() {
            self.leave_undecided();
        }
        if let SourceKind::Undecided = self.source_kind {
            match tables::begin(content, || Line::following(text, line, last), &self.format) {
                TableStart::NeedsMore => return StepResult::NeedsMore,
                TableStart::NoTable => self.source_kind = SourceKind::FreeText,
                TableStart::MissingColumn => {
                    self.source_kind = SourceKind::Refused;
                    entries.push(entry(start..line.end, 0, EntryKind::MissingColumn));
                    position.pass(line);
                    return StepResult::Consumed;
                }
                TableStart::Header(table) => {
                    self.source_kind = SourceKind::Table(table);
                    position.pass(line);
                    return StepResult::Consumed;
                }
                TableStart::Headless(table) => {
                    self.source_kind = SourceKind::Table(table);
                    // This line is the first record.
                    return StepResult::Consumed;
                }
            }
        }
        let part = |range: &Range<usize>| start + range.start..start + range.end;
        let mut after = *position;
        let is_plain = self.format.open.is_empty() && (shape.part.is_some() || !has_minus_one(content));
        let role = match is_plain && encoded.is_none() {
            true => self.role(text, *position, last, &shape),
            // The marks of the user have another meaning for it.
            false => LineRole::Invalid,
        };
        let mut failed = match role {
            LineRole::NeedsMore => return StepResult::NeedsMore,
            LineRole::Part(range, delimiter, kind) => {
                entries.push(entry(part(&range), delimiter, kind));
                position.pass(line);
                return StepResult::Consumed;
            }
            LineRole::Puzzle(kind) => {
                let puzzle = entry(start..line.end, 0, kind);
                // 16 characters of a text, or marks that only loose text has.
                let is_certain = content.is_ascii() && (kind.size() != Some(Size::Four) || is_cells(content));
                if is_certain || read(&puzzle, text, &self.format).is_ok() {
                    entries.push(puzzle);
                    position.pass(line);
                    return StepResult::Consumed;
                }
                Ok(puzzle)
            }
            LineRole::Row(size) if !shape.is_text(content, size, &self.format) => {
                let Some(drawn) = DrawnBoard::read(text, *position, last, size) else {
                    return StepResult::NeedsMore;
                };
                let board = drawn_entry(text, *position, &drawn, size);
                // The first line may number the columns.
                let is_certain = !is_header(content, size.side()) && !has_minus_one(&text[board.range()]);
                if is_certain && read(&board, text, &self.format).is_ok() {
                    entries.push(board);
                    *position = drawn.position;
                    return StepResult::Consumed;
                }
                after = drawn.position;
                Err((board, drawn.rows))
            }
            LineRole::Invalid | LineRole::Row(_) => Ok(match (encoded, shape.wrong_length_part.clone()) {
                (Some(encoded), _) => encoded,
                (None, Some(range)) => entry(part(&range), 0, EntryKind::WrongLength(range.len() as u32)),
                (None, None) => entry(start..line.end, 0, EntryKind::WrongLength(shape.cell_count() as u32)),
            }),
        };
        let of_lines = self.format.name.is_some_and(FormatName::is_of_lines);
        if !of_lines && encoded.is_none() {
            match self.take_loose(text, position, last, entries) {
                None => return StepResult::NeedsMore,
                Some(true) => return StepResult::Consumed,
                Some(false) => {}
            }
        }
        let is_row = |size: Size, below: &[u8]| LineShape::of(below).is_row(size);
        if let Err((board, rows)) = failed {
            // The next line may be the first row of a board of another size.
            let mut below = *position;
            below.pass(line);
            let other = Size::ALL.into_iter().filter(|size| Some(*size) != board.kind.size());
            for size in other.filter(|size| self.only.is_none_or(|only| only == *size)) {
                let Some(next) = Line::read(text, below.bytes, last) else { break };
                if next.kind() != LineKind::Text || !is_row(size, next.content()) {
                    continue;
                }
                let Some(drawn) = DrawnBoard::read(text, below, last, size) else {
                    return StepResult::NeedsMore;
                };
                if read(&drawn_entry(text, below, &drawn, size), text, &self.format).is_ok() {
                    failed = Ok(entry(start..line.end, 0, EntryKind::WrongLength(shape.cell_count() as u32)));
                    break;
                }
            }
            if failed.is_err() && rows > 1 {
                entries.push(board);
                *position = after;
                return StepResult::Consumed;
            }
        }
        let failed = match failed {
            Ok(entry) => entry,
            Err((board, _)) => board,
        };
        // A puzzle with a mistake is never left out.
        let has_digit = content.iter().any(u8::is_ascii_digit);
        let is_row = |size: Size| has_digit && shape.is_row(size) && !is_header(content, size.side());
        let is_near = match failed.kind {
            EntryKind::Incomplete(size, _) => is_row(size),
            EntryKind::Board(_) => true,
            _ => shape.wrong_length_part.is_some(),
        };
        let previous = entries.last().map(|entry| is_one_line(entry, text)).or(self.follows_line);
        let is_record = match previous {
            _ if of_lines || is_near => true,
            Some(false) => false,
            previous => match self.is_file_of_lines(text, line, last, previous.is_none()) {
                None => return StepResult::NeedsMore,
                Some(is_of_lines) => is_of_lines,
            },
        };
        let list = if is_record { entries } else { &mut self.left_out };
        list.push(failed);
        position.pass(line);
        StepResult::Consumed
    }

    /// Adds the boards in loose text that begin on a line, if there are any and all of them can be read. Returns `None`
    /// if more text is needed.
    fn take_loose(
        &mut self,
        text: &[u8],
        position: &mut Position,
        last: bool,
        entries: &mut Vec<Entry>,
    ) -> Option<bool> {
        let Some(found) = loose::read(text, *position, last, &self.format)? else { return Some(false) };
        let end = found.position.bytes - usize::from(text[..found.position.bytes].ends_with(b"\n"));
        let before = entries.len();
        entries.extend(found.numbers().map(|(number, size)| {
            Entry::of_lines(position.bytes..end, position.lines, EntryKind::Loose(size, number))
        }));
        if !entries[before..].iter().all(|entry| read(entry, text, &self.format).is_ok()) {
            entries.truncate(before);
            return Some(false);
        }
        self.leave_undecided();
        *position = found.position;
        Some(true)
    }

    /// Returns whether the first record after a line of words is on one line, or far away. Returns `None` if more text
    /// is needed. After the start of the input, only a drawn board soon below counts, such as that of a step.
    fn is_file_of_lines(&self, text: &[u8], line: &Line, last: bool, is_first: bool) -> Option<bool> {
        let most_lines = if is_first { 100 } else { 4 };
        let mut position =
            Position { bytes: line.next, within_line: !line.terminated, ..Position::default() };
        while position.lines < most_lines && !position.within_line {
            let Some(next) = Line::read(text, position.bytes, last) else {
                return if last || !self.waits { Some(true) } else { None };
            };
            let kind = next.kind();
            if matches!(kind, LineKind::Object | LineKind::Array) {
                return Some(true);
            }
            if kind == LineKind::Text {
                let shape = next.shape();
                if shape.part.is_some() || shape.wrong_length_part.is_some() {
                    return Some(true);
                }
                let mut sizes =
                    Size::ALL.into_iter().filter(|size| self.only.is_none_or(|only| only == *size));
                if sizes.any(|size| shape.is_row(size) && !shape.is_text(next.content(), size, &self.format))
                {
                    return Some(false);
                }
                if is_first {
                    let found = match loose::read(text, position, last, &self.format) {
                        None if self.waits => return None,
                        found => found.flatten(),
                    };
                    if let Some(found) = found {
                        return Some(found.position.lines <= position.lines + 1);
                    }
                }
                if Size::ALL.into_iter().any(|size| shape.is_puzzle(size)) {
                    return Some(true);
                }
            }
            position.pass(&next);
        }
        Some(true)
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
            let rows = match DrawnBoard::read(text, begin, last, Size::Sixteen) {
                // Lines of 4x4 puzzles have neither blanks nor a frame.
                Some(drawn) => {
                    let is_drawn = shape.has_several_groups() || drawn.has_frames();
                    drawn.rows == Size::Sixteen.side() && (drawn.has_larger_digits || is_drawn)
                }
                None if self.waits => return LineRole::NeedsMore,
                None => shape.has_several_groups(),
            };
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

/// Returns the entry of the drawn board at `begin`.
fn drawn_entry(text: &[u8], begin: Position, drawn: &DrawnBoard, size: Size) -> Entry {
    let end = drawn.position.bytes - usize::from(text[..drawn.position.bytes].ends_with(b"\n"));
    Entry::of_lines(begin.bytes..end, begin.lines, drawn.kind(size))
}

/// Returns whether the puzzle or the error of an entry is on one line.
fn is_one_line(entry: &Entry, text: &[u8]) -> bool {
    memchr::memchr(b'\n', &text[entry.range()]).is_none()
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

/// Returns whether a line has no other characters than a board in one word.
fn is_cells(content: &[u8]) -> bool {
    content.trim_ascii().iter().all(|&byte| byte.is_ascii_alphanumeric() || is_open_mark(byte))
}

/// Returns whether a line may be a row of open cells: `-` in as many words as a row has cells.
fn is_row_of_dashes(content: &[u8]) -> bool {
    let is_separate = content.windows(2).all(|pair| pair != b"--") && !content.contains(&b'+');
    let count = content.iter().filter(|&&byte| byte == b'-').count();
    is_separate && Size::ALL.iter().any(|size| size.side() == count)
}

/// Returns whether several cells are `-1`, and `-` has no other meaning.
fn has_minus_one(content: &[u8]) -> bool {
    let separates = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b';' | b'|');
    let is_rule = |word: &&[u8]| word.len() > 2 && word.iter().all(|byte| b"-+=".contains(byte));
    let mut count = 0;
    let mut words = content.split(separates).filter(|word| word.contains(&b'-') && !is_rule(word));
    memchr::memchr(b'-', content).is_some()
        && words.all(|word| {
            count += 1;
            word == b"-1"
        })
        && count > 1
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
            column: 0,
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
