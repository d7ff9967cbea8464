//! Reads a tree in pieces. A value that is in memory as a whole, and not longer than a line, is visited; of a longer
//! one, only the values in it are.

use std::ops::Range;

use lanedoku::{AnyPuzzle, Size};
use memchr::{memchr, memchr_iter, memrchr};

use super::values::{DEEPEST, Stop, Values, skip_space, string_end};
use super::{OBJECT, boards, cells, format_of_value, text};
use crate::characters::is_open_mark;
use crate::entry::{Entry, EntryKind, LINE_MAX};
use crate::format::{Field, FormatName, InputFormat};
use crate::lines::{Line, Position};
use crate::puzzles::read_one;
use crate::tables::{PUZZLE_NAMES, is_puzzle, kind_of, names_solution, near_size};

/// The state between the pieces of a text.
#[derive(Default)]
pub struct JsonTree {
    /// The containers around the position that are too long to be visited as a whole.
    open: Vec<Container>,
    expects: Expects,
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
    place: Place,
}

/// Where a value is.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The number of bytes of the requested name that lead here; `None` if every board is wanted.
    path: Option<usize>,
    /// Whether it is under a name of solutions, in a container whose other members are not known.
    is_solution: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Expects {
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

impl JsonTree {
    /// Returns whether the position is within a value.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty() || self.resume.is_some()
    }

    /// Ends the text. A value that is open is an error.
    pub fn end(&mut self, text: &[u8], position: &Position, entries: &mut Vec<Entry>) {
        if !std::mem::take(&mut self.open).is_empty() {
            let end = text.len()..text.len();
            entries.push(self.entry(end.clone(), end, EntryKind::NotAnObject, position));
        }
    }

    /// Reads values from the position on.
    pub fn run(
        &mut self,
        text: &[u8],
        position: &mut Position,
        last: bool,
        format: &InputFormat,
        entries: &mut Vec<Entry>,
    ) -> JsonStep {
        // The start of a container in which a mistake was found, and the mistake.
        let mut known: Option<(usize, Stop)> = None;
        let mut is_first = true;
        loop {
            if let Some(indent) = self.resume {
                self.column = 0;
                let Some(line) = Line::read(text, position.bytes, last) else {
                    return if position.bytes == text.len() && last {
                        JsonStep::Consumed
                    } else {
                        JsonStep::NeedsMore
                    };
                };
                if position.bytes == text.len() || self.resumes(line.content(), indent) {
                    (self.resume, self.expects) = (None, Expects::Any);
                    if self.open.is_empty() {
                        return JsonStep::Consumed;
                    }
                } else {
                    position.pass(&line);
                    if position.within_line {
                        return JsonStep::Consumed;
                    }
                }
                continue;
            }
            let at = skip_space(text, position.bytes);
            let limit = text.len().min(at + LINE_MAX);
            let needs_more = limit == text.len() && !last && limit < at + LINE_MAX;
            let Some(top) = self.open.last().copied() else {
                match text.get(at) {
                    Some(b'{' | b'[') => {}
                    _ => {
                        if !is_first {
                            self.advance(text, position, at);
                        }
                        self.column = 0;
                        return if is_first { JsonStep::NotJson } else { JsonStep::Consumed };
                    }
                }
                let step =
                    self.begin(text, position, at, limit, needs_more, last, format, entries, &mut known);
                match step {
                    JsonStep::Consumed if position.within_line => return step,
                    JsonStep::Consumed => is_first = false,
                    JsonStep::NotJson => {
                        self.column = 0;
                        return if is_first { JsonStep::NotJson } else { JsonStep::Consumed };
                    }
                    JsonStep::NeedsMore if !is_first => return JsonStep::Consumed,
                    JsonStep::NeedsMore => return step,
                }
                continue;
            };
            is_first = false;
            let Some(&byte) = text.get(at) else {
                return if last {
                    self.advance(text, position, at);
                    JsonStep::Consumed
                } else {
                    JsonStep::NeedsMore
                };
            };
            if byte == top.first + 2 {
                self.advance(text, position, at);
                self.open.pop();
                if self.open.is_empty() && !self.has_found {
                    entries.push(self.entry(at..at + 1, at..at + 1, EntryKind::MissingField(0), position));
                }
                self.advance(text, position, at + 1);
                self.expects = Expects::Comma;
                continue;
            }
            if byte == b',' && self.expects != Expects::Value {
                self.advance(text, position, at + 1);
                self.expects = Expects::Value;
                continue;
            }
            let window = &text[..limit];
            let (start, place) = match (self.expects, top.first) {
                (Expects::Comma, _) => (Err(Stop::Wrong(at, "")), top.place),
                (_, b'[') => (Ok(at), top.place),
                _ => match key(window, at) {
                    Ok((name, start)) => (Ok(start), top.place.under(&window[name], format)),
                    Err(stop) => (Err(stop), top.place),
                },
            };
            let found = start.and_then(|start| self.scan(window, start, &mut known).map(|end| (start, end)));
            match found {
                Ok((_, end)) => {
                    if str::from_utf8(&window[at..end]).is_ok() {
                        self.visit(window, position, format, entries, place);
                    }
                    self.advance(text, position, end);
                    self.expects = Expects::Comma;
                }
                Err(Stop::Open) if needs_more => return JsonStep::NeedsMore,
                Err(stop) => {
                    let descends = match (start.ok().map(|start| (start, window[start])), stop) {
                        (Some((start, b'{' | b'[')), Stop::Open) => Some(start),
                        (Some((start, b'[')), Stop::Wrong(..)) => Some(start),
                        (Some((start, b'{')), Stop::Wrong(..)) if self.is_nested(window) => Some(start),
                        _ => None,
                    };
                    match descends {
                        Some(start) => self.descend(text, position, start, place),
                        None => {
                            if !self.fail(text, position, at, stop, last, entries) {
                                return JsonStep::NeedsMore;
                            }
                            known = None;
                            if position.within_line {
                                return JsonStep::Consumed;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Reads the outermost value at `at`.
    #[allow(clippy::too_many_arguments, reason = "the state of one loop")]
    fn begin(
        &mut self,
        text: &[u8],
        position: &mut Position,
        at: usize,
        limit: usize,
        needs_more: bool,
        last: bool,
        format: &InputFormat,
        entries: &mut Vec<Entry>,
        known: &mut Option<(usize, Stop)>,
    ) -> JsonStep {
        let window = &text[..limit];
        let is_object = text[at] == b'{';
        let place = Place { path: format.field.is_some().then_some(0), is_solution: false };
        let line_end = |from: usize| memchr(b'\n', &window[from..]).map_or(limit, |length| from + length);
        *known = None;
        let stop = match self.scan(window, at, known) {
            Ok(end) => {
                let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
                let after = text[end..].iter().position(|byte| !is_blank(byte)).map(|length| end + length);
                let next = after.map(|after| text[after]);
                // An array with as many cells as a row is one.
                let is_row = || {
                    self.values.children(0).all(|child| {
                        let item = &window[self.values.range(child)];
                        item.len() <= 4 && !matches!(item[0], b'[' | b'{')
                    }) && !matches!(self.values.children(0).take(626).count(), 81 | 256 | 625)
                        && line_end(at) >= end
                };
                match next {
                    None if !last => return JsonStep::NeedsMore,
                    None | Some(b'\n' | b'{' | b'[') if is_object || !is_row() => {}
                    _ if !is_object => return JsonStep::NotJson,
                    _ => {
                        return match self.fail(text, position, at, Stop::Wrong(end, ""), last, entries) {
                            true => JsonStep::Consumed,
                            false => JsonStep::NeedsMore,
                        };
                    }
                }
                self.advance(text, position, at);
                let found = str::from_utf8(&window[at..end]).is_ok()
                    && self.visit(window, position, format, entries, place);
                if !found {
                    self.advance(text, position, at);
                    entries.push(self.entry(at..end, at..end, EntryKind::MissingField(0), position));
                }
                let after = after.unwrap_or(text.len());
                self.advance(text, position, if next == Some(b'\n') { after + 1 } else { after });
                return JsonStep::Consumed;
            }
            Err(Stop::Open) if needs_more => return JsonStep::NeedsMore,
            Err(stop) => stop,
        };
        let descends = match stop {
            Stop::Deep(_) => false,
            // Sets of C, lists of Python, and rows in brackets.
            _ if is_object
                && matches!(stop, Stop::Wrong(place, _) if !self.values.has_keys() && text[place] != b'"'
                && (text[place] == b',' || text[place] == b'}' || !text[at + 1..place].contains(&b'"'))) =>
            {
                return JsonStep::NotJson;
            }
            Stop::Wrong(..) | Stop::Open
                if !is_object && !self.values.has_keys() && (limit == text.len() || stop != Stop::Open) =>
            {
                return JsonStep::NotJson;
            }
            Stop::Wrong(..) => !is_object || self.is_nested(window),
            Stop::Open => !is_object || limit < text.len() || line_end(at) < limit,
        };
        if descends {
            self.has_found = false;
            self.descend(text, position, at, place);
        } else if !self.fail(text, position, at, stop, last, entries) {
            return JsonStep::NeedsMore;
        }
        JsonStep::Consumed
    }

    /// Finds the values of a window, unless it is known that they have a mistake.
    fn scan(
        &mut self,
        window: &[u8],
        start: usize,
        known: &mut Option<(usize, Stop)>,
    ) -> Result<usize, Stop> {
        let room = DEEPEST - self.open.len();
        let inner = known.map(|(inner, _)| inner);
        let found = self.values.scan(window, start, room, inner);
        match (found, *known) {
            (Err(Stop::Open), Some((inner, stop))) if start <= inner => return Err(stop),
            (Err(stop @ Stop::Wrong(..)), _) => {
                *known = self.values.innermost(window).map(|(inner, _)| (inner, stop));
            }
            _ => {}
        }
        found
    }

    fn is_nested(&self, window: &[u8]) -> bool {
        self.values.innermost(window).is_some_and(|(_, is_nested)| is_nested)
    }

    fn descend(&mut self, text: &[u8], position: &mut Position, start: usize, place: Place) {
        self.advance(text, position, start + 1);
        self.open.push(Container { first: text[start], place });
        self.expects = Expects::Value;
    }

    fn visit(
        &mut self,
        text: &[u8],
        position: &mut Position,
        format: &InputFormat,
        entries: &mut Vec<Entry>,
        place: Place,
    ) -> bool {
        let values = std::mem::take(&mut self.values);
        let found = Visitor { text, format, values: &values, tree: self, position, entries }.visit(0, place);
        self.values = values;
        self.has_found |= found;
        found
    }

    /// Moves the position.
    fn advance(&mut self, text: &[u8], position: &mut Position, to: usize) {
        let passed = &text[position.bytes..to];
        position.lines += memchr_iter(b'\n', passed).count() as u32;
        let line = match memrchr(b'\n', passed) {
            Some(end) => {
                self.column = 0;
                &passed[end + 1..]
            }
            None => passed,
        };
        self.column += line.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32;
        position.bytes = to;
    }

    /// Returns an entry whose record begins at the position.
    fn entry(
        &self,
        record: Range<usize>,
        range: Range<usize>,
        kind: EntryKind,
        position: &Position,
    ) -> Entry {
        Entry {
            start: range.start as u32,
            end: range.end as u32,
            before: (range.start - record.start) as u16,
            after: (record.end - range.end) as u16,
            line: position.lines,
            column: self.column,
            delimiter: OBJECT,
            kind,
        }
    }

    /// Adds an error for the value at `start`, and goes on at the next line. Returns false if more text is needed.
    fn fail(
        &mut self,
        text: &[u8],
        position: &mut Position,
        start: usize,
        stop: Stop,
        last: bool,
        entries: &mut Vec<Entry>,
    ) -> bool {
        let limit = text.len().min(start + LINE_MAX);
        let place = match stop {
            Stop::Open => limit,
            Stop::Wrong(at, _) | Stop::Deep(at) => at,
        };
        let line_end = |from: usize| memchr(b'\n', &text[from..limit]).map(|length| from + length);
        let indent_of = |line: &[u8]| line.len() - line.trim_ascii_start().len();
        let line_start = memrchr(b'\n', &text[..start]).map_or(0, |end| end + 1);
        let indent = match line_start {
            0 => self.column as usize + (start - position.bytes),
            _ => start - line_start,
        };
        let mut end = line_end(start);
        // The lines up to the mistake are a part of the value if they are indented.
        while let Some(next) = end.filter(|end| *end < place && *end + 1 < limit) {
            let line = &text[next + 1..line_end(next + 1).unwrap_or(limit)];
            let is_part =
                indent_of(line) > indent || matches!(line.trim_ascii().first(), None | Some(b'}' | b']'));
            if !is_part && !matches!(stop, Stop::Deep(_)) {
                break;
            }
            end = line_end(next + 1);
        }
        if end.is_none() && limit == text.len() && limit < start + LINE_MAX && !last {
            return false;
        }
        self.advance(text, position, start);
        let kind = if end.is_none() && stop == Stop::Open && limit < text.len() {
            EntryKind::LongLine
        } else {
            EntryKind::NotAnObject
        };
        let end_of_record = end.unwrap_or(limit);
        let trimmed = start + text[start..end_of_record].trim_ascii_end().len();
        entries.push(self.entry(start..trimmed, start..trimmed, kind, position));
        self.advance(text, position, end.map_or(limit, |end| end + 1));
        if end.is_none() {
            position.within_line = true;
            self.column = 0;
        }
        (self.resume, self.has_found) = (Some(indent), true);
        true
    }

    /// Returns whether a line after an error may begin a value.
    fn resumes(&self, line: &[u8], indent: usize) -> bool {
        let trimmed = line.trim_ascii();
        let is_deeper = line.len() - line.trim_ascii_start().len() > indent;
        match trimmed.first() {
            None | Some(b',') => false,
            Some(byte @ (b'}' | b']')) => {
                !is_deeper && self.open.last().is_some_and(|top| top.first + 2 == *byte)
            }
            Some(b'"') => {
                !is_deeper
                    && (self.open.last().is_some_and(|top| top.first == b'{') || key(trimmed, 0).is_err())
            }
            Some(_) => !is_deeper,
        }
    }
}

/// Returns the range of the key at a place, without quotes, and the start of its value.
fn key(window: &[u8], at: usize) -> Result<(Range<usize>, usize), Stop> {
    if window[at] != b'"' {
        return Err(Stop::Wrong(at, ""));
    }
    let end = string_end(window, at)?;
    let colon = skip_space(window, end);
    match window.get(colon) {
        None => Err(Stop::Open),
        Some(b':') => Ok((at + 1..end - 1, skip_space(window, colon + 1))),
        Some(_) => Err(Stop::Wrong(colon, "")),
    }
}

impl Place {
    /// Returns the place of a member of an object that is not known as a whole. Nothing is wanted at a path that is
    /// longer than the requested name.
    fn under(self, key: &[u8], format: &InputFormat) -> Place {
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
        Place { path, is_solution }
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

/// How sure it is that a value is a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// A string of cells, or an array of cells or rows.
    Exact,
    /// The same with a mistake.
    Near,
    /// Also one board in other text.
    Any,
}

struct Visitor<'a> {
    text: &'a [u8],
    format: &'a InputFormat,
    values: &'a Values,
    tree: &'a mut JsonTree,
    position: &'a mut Position,
    entries: &'a mut Vec<Entry>,
}

impl Visitor<'_> {
    /// Adds the boards in a value. Returns whether there was one, or an error.
    fn visit(&mut self, index: usize, place: Place) -> bool {
        let value = self.values.range(index);
        let first = self.text[value.start];
        if first == b'{' {
            return self.visit_object(index, place);
        }
        if place.path.is_none()
            && let Some((range, kind)) = self.board(index, Look::Exact)
        {
            return self.add(value, range, kind, place);
        }
        let values = self.values;
        let mut found = false;
        if first == b'[' {
            for child in values.children(index) {
                found |= self.visit(child, place);
            }
        }
        if !found
            && place.path.is_none()
            && let Some((range, kind)) = self.board(index, Look::Near)
        {
            return self.add(value, range, kind, place);
        }
        found
    }

    fn visit_object(&mut self, index: usize, place: Place) -> bool {
        let (values, object) = (self.values, self.values.range(index));
        if let Some(start) = place.path {
            let (child, path) = match &self.format.field {
                Some(Field::Number(number)) => (values.children(index).nth(number - 1), None),
                Some(Field::Name(name)) => {
                    let rest = name.get(start..).unwrap_or_default();
                    let found = |child: usize| Some((child, path_under(rest, self.key(child))?));
                    // A name with dots is the shortest way.
                    let found = values
                        .children(index)
                        .filter_map(found)
                        .max_by_key(|(_, path)| path.unwrap_or(usize::MAX));
                    (found.map(|(child, _)| child), found.and_then(|(_, path)| path))
                }
                None => (None, None),
            };
            return match (child, path) {
                (Some(child), Some(length)) => {
                    self.visit(child, Place { path: Some(start + length), ..place })
                }
                (Some(child), None) => self.visit_field(child, object, place),
                (None, _) if start == 0 => self.visit_members(index, place, |_| true),
                _ => false,
            };
        }
        // The first of the names.
        let mut named: Option<(usize, Range<usize>, EntryKind)> = None;
        for child in values.children(index) {
            let key = self.key(child);
            if let Some(rank) = PUZZLE_NAMES.iter().position(|name| key.eq_ignore_ascii_case(name.as_bytes()))
                && named.as_ref().is_none_or(|(best, ..)| rank < *best)
                && let Some((range, kind)) = self.board(child, Look::Any)
            {
                named = Some((rank, range, kind));
            }
        }
        if let Some((_, range, kind)) = named {
            return self.add(object, range, kind, place);
        }
        let is_solution = |child: usize| names_solution(self.key(child));
        for look in [Look::Exact, Look::Any] {
            let boards = |solutions: bool| -> Vec<_> {
                let members = values.children(index).filter(|child| is_solution(*child) == solutions);
                members.filter_map(|child| Some((child, self.board(child, look)?))).collect()
            };
            let mut found = boards(false);
            if found.is_empty() {
                found = boards(true);
                found.truncate(1);
            }
            let is_open = |child: usize| self.is_open(child);
            if let &[single] =
                found.iter().filter(|(child, _)| is_open(*child)).collect::<Vec<_>>().as_slice()
            {
                found = vec![single.clone()];
            }
            if let [(_, (range, kind))] = found.as_slice() {
                return self.add(object, range.clone(), *kind, place);
            }
            if !found.is_empty() {
                for (child, (range, kind)) in found {
                    self.add(values.range(child), range, kind, place);
                }
                return true;
            }
        }
        // No member is a board.
        let is_solution: Vec<bool> = values.children(index).map(is_solution).collect();
        if self.visit_members(index, place, |place| !is_solution[place])
            || self.visit_members(index, place, |place| is_solution[place])
        {
            return true;
        }
        let is_named = |child: &usize| {
            PUZZLE_NAMES.iter().any(|name| self.key(*child).eq_ignore_ascii_case(name.as_bytes()))
        };
        let wrong = |child: usize| self.value_kind(values.range(child));
        match values.children(index).filter(is_named).find_map(wrong) {
            Some((range, kind)) => self.add(object, range, kind, place),
            None => match values.children(index).find_map(|child| self.board(child, Look::Near)) {
                Some((range, kind)) => self.add(object, range, kind, place),
                None => false,
            },
        }
    }

    /// Visits the objects and arrays among the members.
    fn visit_members(&mut self, index: usize, place: Place, takes: impl Fn(usize) -> bool) -> bool {
        let mut found = false;
        for (number, child) in self.values.children(index).enumerate() {
            let is_container = matches!(self.text[self.values.range(child).start], b'{' | b'[');
            found |= is_container && takes(number) && self.visit(child, place);
        }
        found
    }

    /// Adds what the requested member of an object holds.
    fn visit_field(&mut self, child: usize, object: Range<usize>, place: Place) -> bool {
        let everything = Place { path: None, ..place };
        if let Some((range, kind)) = self.board(child, Look::Any) {
            return self.add(object, range, kind, place);
        }
        let is_container = matches!(self.text[self.values.range(child).start], b'{' | b'[');
        if is_container && self.visit(child, everything) {
            return true;
        }
        match self.value_kind(self.values.range(child)) {
            Some((range, kind)) => self.add(object, range, kind, place),
            None => self.add(object.clone(), object, EntryKind::MissingField(0), place),
        }
    }

    /// Returns the key of a member, without its quotes.
    fn key(&self, index: usize) -> &[u8] {
        let key = self.values.key(index);
        &self.text[key.start + 1..key.end - 1]
    }

    /// Returns the range and the kind of the board in a value.
    fn board(&self, index: usize, look: Look) -> Option<(Range<usize>, EntryKind)> {
        let value = self.values.range(index);
        let raw = &self.text[value.clone()];
        let is_board = |kind: EntryKind| matches!(kind, EntryKind::Board(_) | EntryKind::Candidates);
        match raw {
            [b'"', inner @ .., b'"'] if look != Look::Near && is_puzzle(inner) => {
                let kind = kind_of(inner, self.format.only_size());
                Some((value.start + 1..value.end - 1, kind)).filter(|_| is_board(kind))
            }
            [b'"', inner @ .., b'"'] => {
                let is_array = inner.trim_ascii_start().starts_with(b"[");
                let is_text = is_array || look == Look::Any && inner.len() >= 16;
                let found = is_text.then(|| self.value_kind(value.clone())).flatten();
                if found.as_ref().is_some_and(|(_, kind)| is_board(*kind)) {
                    return found;
                }
                match look {
                    Look::Exact => None,
                    Look::Near => {
                        Some((value.start + 1..value.end - 1, kind_of(inner, self.format.only_size())))
                            .filter(|_| near_size(inner).is_some())
                    }
                    Look::Any => self.board_in_text(value),
                }
            }
            [b'[', ..]
                if look != Look::Near
                    && self.format.only_size().is_none_or(|only| only == Size::Nine)
                    && boards::plain(raw).is_some() =>
            {
                Some((value, EntryKind::Board(Size::Nine)))
            }
            [b'[', ..] => {
                let count = self.values.children(index).take(626).count();
                let is_of_lines =
                    raw.trim_ascii_end().len() > 4 && raw[..raw.len() - 1].trim_ascii_end().ends_with(b"\"");
                let lines = || raw.windows(3).any(|part| part == b"\\n\"");
                if matches!(count, 4 | 9 | 16 | 25 | 81 | 256 | 625)
                    && let Some((range, kind)) = self.value_kind(value.clone())
                    && (is_board(kind)
                        || look == Look::Near
                            && matches!(kind, EntryKind::Incomplete(..) | EntryKind::WrongLength(_)))
                {
                    return Some((range, kind)).filter(|_| is_board(kind) || self.is_near(index));
                }
                (is_of_lines && look != Look::Near && lines()).then(|| self.board_in_text(value))?
            }
            [b'{', ..] => None,
            number => (look != Look::Near && is_puzzle(number))
                .then(|| (value, kind_of(number, self.format.only_size()))),
        }
    }

    /// Returns the range and the kind of the board in a text that has something else, too.
    fn board_in_text(&self, value: Range<usize>) -> Option<(Range<usize>, EntryKind)> {
        let inner = cells(str::from_utf8(&self.text[value.clone()]).ok()?);
        let kind = match read_one(&inner, &format_of_value(self.format)).ok()?.puzzle {
            AnyPuzzle::Candidates(_) => EntryKind::Candidates,
            AnyPuzzle::Board(board) => EntryKind::Board(board.size()),
        };
        Some((value, kind))
    }

    /// Returns whether an array has about as many cells as a board.
    fn is_near(&self, index: usize) -> bool {
        let board = boards::board(self.values, index, self.text);
        board.is_some_and(|board| {
            let cells: Vec<u8> = board.into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect();
            near_size(&cells).is_some()
        })
    }

    /// Returns the range and the kind of a value that is meant as a board.
    fn value_kind(&self, value: Range<usize>) -> Option<(Range<usize>, EntryKind)> {
        let raw = str::from_utf8(&self.text[value.clone()]).ok().filter(|raw| !raw.starts_with('{'))?;
        let inner = cells(raw);
        if inner.is_empty() || inner.starts_with(b"[") {
            return None;
        }
        let kind = match kind_of(&inner, self.format.only_size()) {
            EntryKind::Board(_) if self.format.name == Some(FormatName::Candidates) => EntryKind::Candidates,
            kind => kind,
        };
        let is_plain = raw.starts_with('"') && raw.as_bytes()[1..raw.len() - 1] == *inner;
        Some((if is_plain { value.start + 1..value.end - 1 } else { value }, kind))
    }

    /// Returns whether the board in a value has open cells.
    fn is_open(&self, index: usize) -> bool {
        let value = str::from_utf8(&self.text[self.values.range(index)]).map(text).unwrap_or_default();
        let is_text = |value: &[u8]| !is_puzzle(value) && !value.starts_with(b"[");
        is_text(&value)
            || cells(str::from_utf8(&self.text[self.values.range(index)]).unwrap_or_default())
                .iter()
                .any(|byte| is_open_mark(*byte))
    }

    /// Adds a board or an error. Returns true.
    fn add(&mut self, record: Range<usize>, range: Range<usize>, kind: EntryKind, place: Place) -> bool {
        let is_full = || {
            let value = str::from_utf8(&self.text[range.clone()]).unwrap_or_default();
            !cells(value).iter().any(|byte| is_open_mark(*byte))
        };
        if place.is_solution && is_full() {
            return false;
        }
        self.tree.advance(self.text, self.position, record.start);
        self.entries.push(self.tree.entry(record, range, kind, self.position));
        true
    }
}
