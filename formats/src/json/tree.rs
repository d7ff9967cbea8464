//! Reads a tree in pieces. A value that is in memory as a whole, and not longer than a line, is visited; of a longer
//! one, only the values in it are.

use std::borrow::Cow;
use std::ops::Range;

use lanedoku::{AnyPuzzle, Size};
use memchr::{memchr, memchr_iter, memrchr};

use super::values::{DEEPEST, ScanStop, Values, skip_space, string_end};
use super::{OBJECT, boards, cells, encoded_cells, format_of_value};
use crate::characters::{characters, is_open_mark};
use crate::entry::{Entry, EntryKind, LINE_MAX};
use crate::format::{Field, InputFormat};
use crate::lines::{Line, Position};
use crate::puzzles::{Parsed, extends, read_one};
use crate::tables::{PUZZLE_NAMES, is_puzzle, kind_of, names_solution, near_size};

/// The state between the pieces of a text.
#[derive(Default)]
pub struct JsonTree {
    /// The containers around the position that are too long to be visited as a whole.
    open: Vec<Container>,
    expects: ExpectedPart,
    /// The number of characters before the position on its line.
    column: u32,
    /// After an error, the indentation of the value: deeper lines are skipped.
    resume: Option<usize>,
    /// Whether something in the outermost container was found.
    has_found: bool,
    values: Values,
}

#[derive(Clone, Copy)]
struct Container {
    first: u8,
    place: TreePlace,
}

/// Where a value is.
#[derive(Clone, Copy, Default)]
struct TreePlace {
    /// The number of bytes of the requested name that lead here; `None` if every board is wanted.
    path: Option<usize>,
    /// Whether it is under a name of solutions, in a container whose other members are not known.
    is_solution: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ExpectedPart {
    /// A comma or the end.
    Comma,
    /// A value, after a comma or at the start.
    Value,
    /// Either, after an error.
    #[default]
    Any,
}

/// What was read at a position.
#[derive(Debug, PartialEq, Eq)]
pub enum JsonStep {
    Consumed,
    /// More text is needed.
    NeedsMore,
    /// Another format.
    NotJson,
}

/// A piece of a text, and what was found in it.
pub struct Piece<'a> {
    pub text: &'a [u8],
    pub last: bool,
    pub format: &'a InputFormat,
    pub position: &'a mut Position,
    pub entries: &'a mut Vec<Entry>,
}

/// The start of a container in which there is a mistake, and the mistake.
type KnownMistake = Option<(usize, ScanStop)>;

impl JsonTree {
    /// Returns whether the position is within a value.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty() || self.resume.is_some()
    }

    /// Ends the text. A value that is open is an error.
    pub fn end(&mut self, piece: &mut Piece) {
        if !std::mem::take(&mut self.open).is_empty() {
            let end = piece.text.len()..piece.text.len();
            self.add(piece, end.clone(), (end, EntryKind::NotAnObject));
        }
    }

    /// Reads values from the position on.
    pub fn run(&mut self, piece: &mut Piece) -> JsonStep {
        let (mut known, mut is_first) = (None, true);
        loop {
            let step = match self.resume {
                Some(indent) => self.recover(piece, indent),
                None if self.open.is_empty() => self.begin(piece, &mut known),
                None => self.next(piece, &mut known),
            };
            match step {
                JsonStep::Consumed if !piece.position.within_line => is_first = false,
                step => return if is_first { step } else { JsonStep::Consumed },
            }
        }
    }

    /// Reads an outermost value.
    fn begin(&mut self, piece: &mut Piece, known: &mut KnownMistake) -> JsonStep {
        let text = piece.text;
        let at = skip_space(text, piece.position.bytes);
        let place = TreePlace { path: piece.format.field.is_some().then_some(0), is_solution: false };
        let is_object = text.get(at) == Some(&b'{');
        if !is_object && text.get(at) != Some(&b'[') {
            self.column = 0;
            return JsonStep::NotJson;
        }
        let window = &text[..text.len().min(at + LINE_MAX)];
        let is_on_one_line = |end: usize| memchr(b'\n', &window[at..end]).is_none();
        *known = None;
        let (end, stop) = match self.scan(window, at, known) {
            Ok(end) => (end, None),
            Err(ScanStop::Open) if needs_more(piece, at) => return JsonStep::NeedsMore,
            Err(stop) => (window.len(), Some(stop)),
        };
        // Sets of C, lists of Python, rows in brackets.
        let is_other = match stop {
            None => !is_object && !self.values.is_board(0) && is_on_one_line(end) && self.is_row(window),
            Some(ScanStop::Wrong(place, _)) if is_object => {
                let is_key = text[at + 1..place].contains(&b'"');
                !self.values.has_keys()
                    && (!is_key && text[place] != b'"' || matches!(text[place], b',' | b'}'))
            }
            Some(ScanStop::Wrong(..)) => !self.values.has_keys(),
            Some(ScanStop::Open) => !is_object && !self.values.has_keys() && end < at + LINE_MAX,
            Some(ScanStop::Deep(_)) => false,
        };
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let after =
            text[end..].iter().position(|byte| !is_blank(byte)).map_or(text.len(), |length| end + length);
        let ends_well = matches!(text.get(after), None | Some(b'\n' | b'{' | b'['));
        if is_other || stop.is_none() && !ends_well && !is_object {
            self.column = 0;
            return JsonStep::NotJson;
        }
        self.has_found = false;
        match stop {
            None if after == text.len() && !piece.last => JsonStep::NeedsMore,
            None if !ends_well => self.fail(piece, at, ScanStop::Wrong(end, ""), known),
            None => {
                self.advance(piece, at);
                if !self.visit(piece, at..end, place) {
                    self.add(piece, at..end, (at..end, EntryKind::MissingField(0)));
                }
                let is_line_end = text.get(after) == Some(&b'\n');
                self.advance(piece, after + usize::from(is_line_end));
                JsonStep::Consumed
            }
            Some(ScanStop::Open) if is_object && end < at + LINE_MAX && is_on_one_line(end) => {
                self.fail(piece, at, ScanStop::Open, known)
            }
            Some(stop) => self.descend_or_fail(piece, at..at, stop, place, known),
        }
    }

    /// Reads the next part of a container.
    fn next(&mut self, piece: &mut Piece, known: &mut KnownMistake) -> JsonStep {
        let text = piece.text;
        let at = skip_space(text, piece.position.bytes);
        let window = &text[..text.len().min(at + LINE_MAX)];
        let (Some(&byte), Some(&top)) = (text.get(at), self.open.last()) else {
            if piece.last {
                self.advance(piece, text.len());
            }
            return JsonStep::NeedsMore;
        };
        if byte == closing(top.first) {
            self.advance(piece, at);
            self.open.pop();
            if self.open.is_empty() && !self.has_found {
                self.add(piece, at..at + 1, (at..at + 1, EntryKind::MissingField(0)));
            }
            self.advance(piece, at + 1);
            self.expects = ExpectedPart::Comma;
            return JsonStep::Consumed;
        }
        if byte == b',' && self.expects != ExpectedPart::Value {
            self.advance(piece, at + 1);
            self.expects = ExpectedPart::Value;
            return JsonStep::Consumed;
        }
        let (start, place) = match (self.expects, top.first) {
            (ExpectedPart::Comma, _) => (Err(ScanStop::Wrong(at, "")), top.place),
            (_, b'[') => (Ok(at), top.place),
            _ => match key(window, at) {
                Ok((name, start)) => (Ok(start), top.place.under(&window[name], piece.format)),
                Err(stop) => (Err(stop), top.place),
            },
        };
        match start.and_then(|start| self.scan(window, start, known)) {
            Ok(end) => {
                self.visit(piece, at..end, place);
                let has_comma = text.get(end) == Some(&b',');
                self.advance(piece, end + usize::from(has_comma));
                self.expects = if has_comma { ExpectedPart::Value } else { ExpectedPart::Comma };
                JsonStep::Consumed
            }
            Err(ScanStop::Open) if needs_more(piece, at) => JsonStep::NeedsMore,
            Err(stop) => match start {
                Ok(start) => self.descend_or_fail(piece, at..start, stop, place, known),
                Err(_) => self.fail(piece, at, stop, known),
            },
        }
    }

    /// Skips a line after an error, or goes on there.
    fn recover(&mut self, piece: &mut Piece, indent: usize) -> JsonStep {
        self.column = 0;
        let Some(line) = Line::read(piece.text, piece.position.bytes, piece.last) else {
            return JsonStep::NeedsMore;
        };
        let trimmed = line.content().trim_ascii();
        let is_deeper = indent_of(line.content()) > indent;
        let top = self.open.last().map_or(0, |top| top.first);
        let resumes = match trimmed.first() {
            None | Some(b',') => false,
            Some(byte @ (b'}' | b']')) => !is_deeper && *byte == closing(top),
            Some(b'"') => !is_deeper && (top == b'{' || key(trimmed, 0).is_err()),
            Some(_) => !is_deeper,
        };
        match resumes {
            true => (self.resume, self.expects) = (None, ExpectedPart::Any),
            false => piece.position.pass(&line),
        }
        JsonStep::Consumed
    }

    /// Returns whether an array has short values, and not as many as a board.
    fn is_row(&self, window: &[u8]) -> bool {
        let is_cell = |child| {
            let item = &window[self.values.range(child)];
            item.len() <= 4 && !matches!(item[0], b'[' | b'{')
        };
        let count = self.values.children(0).take(626).count();
        !matches!(count, 81 | 256 | 625) && self.values.children(0).all(is_cell)
    }

    /// Finds the values of a window, unless it is known that they have a mistake.
    fn scan(&mut self, window: &[u8], start: usize, known: &mut KnownMistake) -> Result<usize, ScanStop> {
        let inner = known.map(|(inner, _)| inner);
        let found = self.values.scan(window, start, DEEPEST - self.open.len(), inner);
        match (found, *known) {
            (Err(ScanStop::Open), Some((inner, stop))) if start <= inner => return Err(stop),
            (Err(stop @ ScanStop::Wrong(..)), _) => {
                *known = self.values.innermost(window).map(|(inner, _)| (inner, stop));
            }
            _ => {}
        }
        found
    }

    /// Goes on with the values in a container that is too long, or that has a mistake in one of them; for another
    /// value, adds an error. `value` is the start of the key, if there is one, and of the value.
    fn descend_or_fail(
        &mut self,
        piece: &mut Piece,
        value: Range<usize>,
        stop: ScanStop,
        place: TreePlace,
        known: &mut KnownMistake,
    ) -> JsonStep {
        let first = piece.text.get(value.end).copied().unwrap_or_default();
        let descends = match (first, stop) {
            (b'{' | b'[', ScanStop::Open) | (b'[', ScanStop::Wrong(..)) => true,
            (b'{', ScanStop::Wrong(..)) => {
                self.values.innermost(piece.text).is_some_and(|(_, is_nested)| is_nested)
            }
            _ => false,
        };
        if !descends {
            return self.fail(piece, value.start, stop, known);
        }
        self.advance(piece, value.end + 1);
        self.open.push(Container { first, place });
        self.expects = ExpectedPart::Value;
        JsonStep::Consumed
    }

    fn visit(&mut self, piece: &mut Piece, record: Range<usize>, place: TreePlace) -> bool {
        if str::from_utf8(&piece.text[record]).is_err() {
            return false;
        }
        let values = std::mem::take(&mut self.values);
        let found = TreeVisitor { text: piece.text, values: &values, tree: self, piece }.visit(0, place);
        self.values = values;
        self.has_found |= found;
        found
    }

    /// Moves the position.
    fn advance(&mut self, piece: &mut Piece, to: usize) {
        let mut passed = &piece.text[piece.position.bytes..to];
        if let Some(end) = memrchr(b'\n', passed) {
            piece.position.lines += memchr_iter(b'\n', passed).count() as u32;
            (self.column, passed) = (0, &passed[end + 1..]);
        }
        self.column += if passed.is_ascii() { passed.len() } else { characters(passed) } as u32;
        piece.position.bytes = to;
    }

    /// Adds an entry whose record begins at the position.
    fn add(&self, piece: &mut Piece, record: Range<usize>, (range, kind): FoundBoard) {
        let entry = Entry::of_part(record, range, piece.position.lines, OBJECT, kind);
        piece.entries.push(Entry { column: self.column, ..entry });
    }

    /// Adds an error for the value at `start`, and goes on at the next line.
    fn fail(
        &mut self,
        piece: &mut Piece,
        start: usize,
        stop: ScanStop,
        known: &mut KnownMistake,
    ) -> JsonStep {
        let text = piece.text;
        let limit = text.len().min(start + LINE_MAX);
        let place = match stop {
            ScanStop::Open => limit,
            ScanStop::Wrong(at, _) | ScanStop::Deep(at) => at,
        };
        let line_end = |from: usize| memchr(b'\n', &text[from..limit]).map(|length| from + length);
        let before = &text[piece.position.bytes..start];
        let indent = match memrchr(b'\n', before) {
            Some(end) => before.len() - end - 1,
            None => self.column as usize + before.len(),
        };
        let mut end = line_end(start);
        // The lines up to the mistake are a part of the value if they are indented.
        while let Some(next) = end.filter(|end| *end < place && *end + 1 < limit) {
            let line = &text[next + 1..line_end(next + 1).unwrap_or(limit)];
            let is_part =
                indent_of(line) > indent || matches!(line.trim_ascii().first(), None | Some(b'}' | b']'));
            if !is_part && !matches!(stop, ScanStop::Deep(_)) {
                break;
            }
            end = line_end(next + 1);
        }
        if end.is_none() && needs_more(piece, start) {
            return JsonStep::NeedsMore;
        }
        self.advance(piece, start);
        let is_long = end.is_none() && stop == ScanStop::Open && limit == start + LINE_MAX;
        let kind = if is_long { EntryKind::LongLine } else { EntryKind::NotAnObject };
        let record = start..start + text[start..end.unwrap_or(limit)].trim_ascii_end().len();
        self.add(piece, record.clone(), (record, kind));
        self.advance(piece, end.map_or(limit, |end| end + 1));
        piece.position.within_line = end.is_none();
        if end.is_none() && piece.last {
            self.open.clear();
        }
        (self.resume, self.has_found, *known) = (Some(indent), true, None);
        JsonStep::Consumed
    }
}

/// Returns whether a value at a place may end in the text that follows.
fn needs_more(piece: &Piece, at: usize) -> bool {
    !piece.last && piece.text.len() < at + LINE_MAX
}

fn indent_of(line: &[u8]) -> usize {
    line.len() - line.trim_ascii_start().len()
}

/// Returns the end of an object or an array.
fn closing(first: u8) -> u8 {
    if first == b'{' { b'}' } else { b']' }
}

/// Returns the range of the key at a place, without quotes, and the start of its value.
fn key(window: &[u8], at: usize) -> Result<(Range<usize>, usize), ScanStop> {
    if window[at] != b'"' {
        return Err(ScanStop::Wrong(at, ""));
    }
    let end = string_end(window, at)?;
    let colon = skip_space(window, end);
    match window.get(colon) {
        None => Err(ScanStop::Open),
        Some(b':') => Ok((at + 1..end - 1, skip_space(window, colon + 1))),
        Some(_) => Err(ScanStop::Wrong(colon, "")),
    }
}

impl TreePlace {
    /// Returns the place of a member of an object that is not known as a whole. Nothing is wanted at a path that is
    /// longer than the requested name.
    fn under(self, key: &[u8], format: &InputFormat) -> TreePlace {
        let is_solution = self.is_solution || self.path.is_none() && names_solution(key);
        let path = match (self.path, &format.field) {
            (Some(start), Some(Field::Name(name))) => match path_under(&name[start.min(name.len())..], key) {
                Some(None) => None,
                Some(Some(length)) => Some(start + length),
                None if start == 0 => Some(0),
                None => Some(usize::MAX),
            },
            (path, _) => path,
        };
        TreePlace { path, is_solution }
    }
}

/// Returns the number of bytes of a path that a key is, with the dot behind it, or `Some(None)` if it is all of it.
fn path_under(path: &str, key: &[u8]) -> Option<Option<usize>> {
    let rest = path.as_bytes().get(key.len()..)?;
    match path.as_bytes()[..key.len()].eq_ignore_ascii_case(key) {
        true if rest.is_empty() => Some(None),
        true if rest[0] == b'.' => Some(Some(key.len() + 1)),
        _ => None,
    }
}

/// What counts as a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// A string of cells, or an array of cells or rows.
    Exact,
    /// Also one board in other text.
    Any,
}

/// The range and the kind of a board in a text.
type FoundBoard = (Range<usize>, EntryKind);

struct TreeVisitor<'a, 'b> {
    text: &'a [u8],
    values: &'a Values,
    tree: &'a mut JsonTree,
    piece: &'a mut Piece<'b>,
}

impl TreeVisitor<'_, '_> {
    /// Adds the boards in a value. Returns whether there was one, or an error.
    fn visit(&mut self, index: usize, place: TreePlace) -> bool {
        let value = self.values.range(index);
        let first = self.text[value.start];
        if first == b'{' {
            return self.visit_object(index, place);
        }
        let is_wanted = place.path.is_none();
        if is_wanted && let Some(found) = self.board(index, Look::Exact) {
            return self.add(value, found, place);
        }
        let values = self.values;
        let mut found = false;
        if first == b'[' {
            if is_wanted && let Some(found) = self.solved(index) {
                return self.add(value, found, place);
            }
            for child in values.children(index) {
                found |= self.visit(child, place);
            }
        }
        match self.near(index) {
            Some(near) if !found && is_wanted => self.add(value, near, place),
            _ => found,
        }
    }

    fn visit_object(&mut self, index: usize, place: TreePlace) -> bool {
        let (values, object) = (self.values, self.values.range(index));
        if let Some(start) = place.path {
            let (child, path) = match &self.piece.format.field {
                Some(Field::Number(number)) => (values.children(index).nth(number - 1), None),
                Some(Field::Name(name)) => {
                    let rest = name.get(start..).unwrap_or_default();
                    let found = |child: usize| Some((Some(child), path_under(rest, self.key(child))?));
                    // A name with dots is the shortest way.
                    let ways = values.children(index).filter_map(found);
                    ways.max_by_key(|(_, path)| path.unwrap_or(usize::MAX)).unwrap_or_default()
                }
                None => (None, None),
            };
            return match (child, path) {
                (Some(child), Some(length)) => {
                    self.visit(child, TreePlace { path: Some(start + length), ..place })
                }
                (Some(child), None) => self.visit_field(child, object, place),
                (None, _) if start == 0 => self.visit_members(index, place, None),
                _ => false,
            };
        }
        let mut named = values.children(index).filter(|child| self.rank(*child).1 < PUZZLE_NAMES.len());
        // It can only be a puzzle, though with a mistake, or without a value.
        let is_meant = |child| {
            matches!(&self.text[values.range(child)], b"null" | b"\"\"") || self.near(child).is_some()
        };
        for look in [Look::Exact, Look::Any] {
            // Under the name of a puzzle, other text may be around the board.
            let board = |child: usize| {
                let rank = self.rank(child);
                let look = if rank.1 < PUZZLE_NAMES.len() { Look::Any } else { look };
                Some((rank, child, self.board(child, look)?))
            };
            let boards: Vec<_> = values.children(index).filter_map(board).collect();
            // Of several, one with open cells.
            let key =
                |(rank, _, found): &(_, _, FoundBoard)| (*rank, boards.len() > 1 && !self.is_open(&found.0));
            let Some(chosen) = boards.iter().min_by_key(|board| key(board)) else { continue };
            let ((is_solution, name), _, found) = chosen;
            let (is_solution, name) = (*is_solution, *name);
            if is_solution && (look == Look::Exact || named.any(is_meant)) {
                continue;
            }
            let is_chosen = is_solution || name < PUZZLE_NAMES.len() || {
                let best = key(chosen);
                boards.iter().filter(|board| key(board) == best).count() == 1
            };
            if is_chosen {
                return self.add(object, found.clone(), place);
            }
            // Without names, each is a puzzle.
            let puzzles = boards.into_iter().filter(|(rank, ..)| !rank.0);
            return puzzles
                .fold(false, |any, (_, child, found)| self.add(values.range(child), found, place) || any);
        }
        // No member is a board.
        if [false, true].into_iter().any(|solutions| self.visit_members(index, place, Some(solutions))) {
            return true;
        }
        let mut named = values.children(index).filter(|child| self.rank(*child).1 < PUZZLE_NAMES.len());
        let wrong = named.find_map(|child| Some(self.meant(child)?.0));
        let mut others = values.children(index).filter(|child| !self.rank(*child).0);
        match wrong.or_else(|| others.find_map(|child| self.near(child))) {
            Some(wrong) => self.add(object, wrong, place),
            None => false,
        }
    }

    /// Visits the objects and arrays among the members: all, or those with names of solutions, or the others.
    fn visit_members(&mut self, index: usize, place: TreePlace, solutions: Option<bool>) -> bool {
        let mut found = false;
        for child in self.values.children(index) {
            let is_container = matches!(self.text[self.values.range(child).start], b'{' | b'[');
            let is_wanted = solutions.is_none_or(|solutions| self.rank(child).0 == solutions);
            found |= is_container && is_wanted && self.visit(child, place);
        }
        found
    }

    /// Adds what the requested member of an object holds.
    fn visit_field(&mut self, child: usize, object: Range<usize>, place: TreePlace) -> bool {
        if let Some(found) = self.board(child, Look::Any) {
            return self.add(object, found, place);
        }
        let is_container = matches!(self.text[self.values.range(child).start], b'{' | b'[');
        if is_container && self.visit(child, TreePlace { path: None, ..place }) {
            return true;
        }
        let missing = (object.clone(), EntryKind::MissingField(0));
        let wrong = self.meant(child).map_or(missing, |(found, _)| found);
        self.add(object, wrong, place)
    }

    /// Returns whether the name of a member is one of solutions, and its place among the names of puzzles.
    fn rank(&self, index: usize) -> (bool, usize) {
        let key = self.key(index);
        let known = PUZZLE_NAMES.iter().position(|name| key.eq_ignore_ascii_case(name.as_bytes()));
        (known.is_none() && names_solution(key), known.unwrap_or(PUZZLE_NAMES.len()))
    }

    /// Returns the key of a member, without its quotes.
    fn key(&self, index: usize) -> &[u8] {
        let key = self.values.key(index);
        &self.text[key.start + 1..key.end - 1]
    }

    /// Returns the board in a value.
    fn board(&self, index: usize, look: Look) -> Option<FoundBoard> {
        let (value, only) = (self.values.range(index), self.piece.format.only_size());
        let raw = &self.text[value.clone()];
        let is_board = |found: &FoundBoard| matches!(found.1, EntryKind::Board(_) | EntryKind::Candidates);
        match raw {
            [b'{', ..] => None,
            [b'"', inner @ .., b'"'] if is_puzzle(inner) => {
                Some((value.start + 1..value.end - 1, kind_of(inner, only))).filter(is_board)
            }
            _ if only.is_none_or(|only| only == Size::Nine) && self.values.is_board(index) => {
                Some((value, EntryKind::Board(Size::Nine)))
            }
            [first @ (b'"' | b'['), rest @ ..] => {
                let count = || self.values.children(index).take(626).count();
                let may_be_array = match first {
                    b'"' => rest.trim_ascii_start().starts_with(b"["),
                    _ => matches!(count(), 4 | 9 | 16 | 25 | 81 | 256 | 625),
                };
                let exact = may_be_array.then(|| Some(self.meant(index)?.0)).flatten().filter(is_board);
                // A text, or the lines of one.
                let is_text =
                    || *first == b'"' && rest.len() > 16 || raw.windows(3).any(|part| part == b"\\n\"");
                exact.or_else(|| (look == Look::Any && is_text()).then(|| self.board_in_text(value))?)
            }
            number => is_puzzle(number).then(|| (value, kind_of(number, only))),
        }
    }

    /// Returns the puzzle of an array that has its solution, too, and at most a few other values.
    fn solved(&self, index: usize) -> Option<FoundBoard> {
        let boards = self.values.children(index).take(9).filter_map(|child| self.board(child, Look::Exact));
        let boards: Vec<_> = boards.collect();
        let [first, second] = boards.as_slice() else { return None };
        let (one, other) = (self.read(&first.0)?.puzzle, self.read(&second.0)?.puzzle);
        match (one.board(), other.board()) {
            (_, Some(solution)) if extends(solution, &one) => Some(first.clone()),
            (Some(solution), _) if extends(solution, &other) => Some(second.clone()),
            _ => None,
        }
    }

    /// Returns the one board in a text that has something else, too.
    fn board_in_text(&self, value: Range<usize>) -> Option<FoundBoard> {
        let kind = match self.read(&value)?.puzzle {
            AnyPuzzle::Candidates(_) => EntryKind::Candidates,
            AnyPuzzle::Board(board) => EntryKind::Board(board.size()),
        };
        Some((value, kind))
    }

    fn read(&self, range: &Range<usize>) -> Option<Parsed> {
        let cells = encoded_cells(self.text, range.clone());
        let cells = cells.unwrap_or_else(|| self.text[range.clone()].to_vec());
        read_one(&cells, &format_of_value(self.piece.format)).ok()
    }

    /// Returns a value that is almost a board.
    fn near(&self, index: usize) -> Option<FoundBoard> {
        let (found, mut cells) = self.meant(index)?;
        cells.to_mut().retain(|byte| !byte.is_ascii_whitespace());
        near_size(&cells).is_some().then_some(found)
    }

    /// Returns a value that is meant as a board, and its cells.
    fn meant(&self, index: usize) -> Option<(FoundBoard, Cow<'_, [u8]>)> {
        let value = self.values.range(index);
        let raw = str::from_utf8(&self.text[value.clone()]).ok().filter(|raw| !raw.starts_with('{'))?;
        let cells = cells(raw);
        let is_plain = raw.starts_with('"') && raw.as_bytes()[1..raw.len() - 1] == *cells;
        let range = if is_plain { value.start + 1..value.end - 1 } else { value };
        let is_none = cells.is_empty() || cells.starts_with(b"[");
        (!is_none).then(|| ((range, kind_of(&cells, self.piece.format.only_size())), cells))
    }

    /// Returns whether a board has open cells.
    fn is_open(&self, range: &Range<usize>) -> bool {
        let board = boards::plain(self.text, range.start);
        let text = board.as_ref().map_or(&self.text[range.clone()], |cells| cells);
        if is_puzzle(text) {
            return text.iter().any(|byte| is_open_mark(*byte));
        }
        self.read(range)
            .is_some_and(|parsed| parsed.puzzle.board().is_none_or(|board| board.digits().contains(&0)))
    }

    /// Adds a board or an error. Returns whether it is added: full boards under a name of solutions are none.
    fn add(&mut self, record: Range<usize>, found: FoundBoard, place: TreePlace) -> bool {
        if place.is_solution && !self.is_open(&found.0) {
            return false;
        }
        self.tree.advance(self.piece, record.start);
        self.tree.add(self.piece, record, found);
        true
    }
}
