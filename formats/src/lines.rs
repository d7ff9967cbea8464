//! Single lines: their kinds, and puzzles with other text on the line.

use std::ops::Range;

use lanedoku::Size;
use memchr::memchr;

use crate::blanks;
use crate::candidates;
use crate::characters::{MIDDLE_DOT, fields_of_cells, groups, is_number, is_open_mark};
use crate::entry::{EntryKind, LINE_MAX};
use crate::format::InputFormat;
use crate::json;
use crate::programs;

/// A line of a text.
pub struct Line<'a> {
    /// The end of its content.
    pub end: usize,
    /// The start of the next line.
    pub next: usize,
    /// Whether it has a line end.
    pub terminated: bool,
    content: &'a [u8],
}

/// A position in a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    /// Bytes before it.
    pub bytes: usize,
    /// Line ends before it.
    pub lines: u32,
    /// Whether it is within a line whose rest is to be skipped, because the line is too long.
    pub within_line: bool,
}

impl Position {
    pub(crate) fn pass(&mut self, line: &Line) {
        self.bytes = line.next;
        self.lines += u32::from(line.terminated);
        self.within_line = !line.terminated;
    }
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind<'a> {
    Blank,
    /// `#`, optionally after spaces, and other text.
    Comment,
    /// A title such as `Grid 01`, or markup such as `[code]`.
    Title,
    /// A section such as `[Puzzle]`.
    Section(&'a [u8]),
    /// A part of a frame, without cells.
    Frame,
    /// This number of `-` and nothing else: a part of a frame, or a row of open cells.
    Dashes(usize),
    /// The start of a JSON object.
    Object,
    /// The start of a JSON array.
    Array,
    /// Any other line: cells, or text that is not a puzzle.
    Text,
    /// A line of more than [`LINE_MAX`] bytes.
    Long,
}

impl<'a> Line<'a> {
    /// Returns the line that begins at `start`, or `None` if it is incomplete.
    pub fn read(text: &'a [u8], start: usize, last: bool) -> Option<Line<'a>> {
        let rest = &text[start..];
        let found = memchr(b'\n', rest);
        let length = found.unwrap_or(rest.len());
        let complete = found.is_some() || (last && length > 0) || length > LINE_MAX;
        #[cfg(test)]
        scanned::add(length);
        complete.then(|| Line {
            end: start + length,
            next: start + length + usize::from(found.is_some()),
            terminated: found.is_some(),
            content: &rest[..length],
        })
    }

    /// Returns the content of the line after `line`, if there is one; `None` if more text is needed.
    pub fn following(text: &'a [u8], line: &Line, last: bool) -> Option<Option<&'a [u8]>> {
        if !line.terminated {
            return Some(None);
        }
        match Line::read(text, line.next, last) {
            Some(next) => Some(Some(next.content)),
            None if last => Some(None),
            None => None,
        }
    }

    pub fn content(&self) -> &'a [u8] {
        self.content
    }

    pub fn kind(&self) -> LineKind<'a> {
        LineKind::of(self.content)
    }

    pub fn shape(&self) -> LineShape {
        LineShape::of(self.content)
    }
}

impl<'a> LineKind<'a> {
    pub fn of(content: &'a [u8]) -> LineKind<'a> {
        // A line that is too long may be incomplete.
        let known = &content[..content.len().min(LINE_MAX)];
        let trimmed = known.trim_ascii();
        match trimmed {
            // A row of candidates may begin with a mark of a forum.
            [b'#', b'1'..=b'9', b'1'..=b'9', ..] if LineShape::of(trimmed).is_candidate_row() => {
                return LineKind::Text;
            }
            [b'#', ..] => return LineKind::Comment,
            _ if content.len() > LINE_MAX => return LineKind::Long,
            [] => return LineKind::Blank,
            [b'{', ..] if json::begins_object(trimmed) => return LineKind::Object,
            [b'[', ..] if json::begins_array(trimmed) => return LineKind::Array,
            _ if is_markup(trimmed) => return LineKind::Title,
            [b'[', name @ .., b']'] if is_section_name(name) => return LineKind::Section(name),
            _ if is_title(trimmed) => return LineKind::Title,
            _ => {}
        }
        let (mut dashes, mut bars, mut marks) = (0, false, false);
        let mut drawn = false;
        let mut rest = trimmed;
        while let [byte, after @ ..] = rest {
            let mut length = 1;
            match byte {
                b' ' | b'\t' | b'\r' => {}
                b'-' => dashes += 1,
                b'|' | b'+' => bars = true,
                b'.' | b'*' | b'\'' | b':' | b'=' | b'\\' | b'/' => marks = true,
                _ => match lanedoku::box_drawing(rest) {
                    Some(bytes) => (length, drawn) = (bytes, true),
                    None => return LineKind::Text,
                },
            }
            rest = after.get(length - 1..).unwrap_or_default();
        }
        // A line of `.` is a row. With dashes between corners, it is a frame.
        match (bars || drawn, marks) {
            (false, false) => LineKind::Dashes(dashes),
            (true, false) if lanedoku::is_open_row(trimmed) => LineKind::Text,
            (true, false) => LineKind::Frame,
            (_, true) if is_cornered(trimmed) => LineKind::Frame,
            _ => LineKind::Text,
        }
    }
}

/// Returns whether the line is dashes between marks for corners and crossings.
fn is_cornered(trimmed: &[u8]) -> bool {
    let is_dash = |byte: &u8| matches!(byte, b'-' | b'=');
    trimmed.windows(2).any(|pair| pair.iter().all(is_dash))
        && trimmed.first().zip(trimmed.last()).is_some_and(|(first, last)| {
            // A dash at either end is an open cell.
            !is_dash(first) && !is_dash(last)
        })
        && trimmed.windows(2).all(|pair| is_dash(&pair[0]) || is_dash(&pair[1]) || pair.contains(&b' '))
}

/// The classes of a byte, in bits.
const DIGIT_OR_OPEN: u8 = 1;
const LETTER: u8 = 2;
const SEPARATES: u8 = 4;
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let class = byte as u8;
        if class.is_ascii_digit() || is_open_mark(class) {
            classes[byte] |= DIGIT_OR_OPEN;
        }
        if class.is_ascii_alphabetic() && !is_open_mark(class) {
            classes[byte] |= LETTER;
        }
        if separates(class) {
            classes[byte] |= SEPARATES;
        }
        byte += 1;
    }
    classes
};

/// Returns whether a puzzle can end before this character.
const fn separates(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\r'
            | b','
            | b';'
            | b'|'
            | b'#'
            | b'"'
            | b'\''
            | b':'
            | b'{'
            | b'}'
            | b'['
            | b']'
            | b'('
            | b')'
    )
}

/// Returns whether other text after a plain puzzle may begin with this character.
pub const fn may_follow_puzzle(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'|' | b'#')
}

/// Returns the separator of a record with `text` after the puzzle; 0 if there is none.
pub fn delimiter_of(text: &[u8]) -> u8 {
    match text.first() {
        Some(&byte @ (b',' | b';' | b'\t' | b'|')) => byte,
        _ => 0,
    }
}

/// A puzzle that is part of a line.
#[derive(Clone, Debug)]
pub struct Part {
    pub range: Range<usize>,
    pub delimiter: u8,
    pub kind: EntryKind,
}

/// The counts that decide which boards a line can belong to.
#[derive(Clone, Debug)]
pub struct LineShape {
    /// The number of characters that are neither frames nor spaces.
    cells: usize,
    /// The same, with `-` as an open cell; 0 if the other characters are not cells.
    dashed: usize,
    /// The number of groups between spaces and bars.
    groups: usize,
    /// Whether some group has several characters.
    grouped: bool,
    /// Whether each group is a number, or an open cell.
    numbers: bool,
    /// Whether each group is a set of digits in order, or an open cell.
    candidates: bool,
    /// The size of the board to which this row belongs, if blanks between bars are open cells.
    pub blanks: Option<Size>,
    /// The number of fields, if each has one cell.
    fields: Option<usize>,
    /// A puzzle with other text on the line.
    pub part: Option<Part>,
    /// A puzzle of a wrong length with other text on the line.
    pub wrong_length_part: Option<Range<usize>>,
}

impl LineShape {
    pub fn of(content: &[u8]) -> LineShape {
        #[cfg(test)]
        scanned::add(content.len());
        let mut shape = LineShape {
            cells: 0,
            dashed: 0,
            groups: 0,
            grouped: false,
            numbers: true,
            candidates: true,
            blanks: blanks::size_of_row(content),
            fields: fields_of_cells(content).map(|(fields, _)| fields),
            part: None,
            wrong_length_part: None,
        };
        for (_, group) in groups(content) {
            // A character of several bytes counts once.
            let characters = group.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
            let dashes = group.iter().filter(|&&byte| byte == b'-').count();
            let pluses = group.iter().filter(|&&byte| byte == b'+').count();
            shape.dashed += characters - pluses;
            shape.cells += characters - pluses - dashes;
            if dashes + pluses == characters && characters > 2 {
                // A part of a frame.
                continue;
            }
            shape.groups += 1;
            shape.grouped |= characters > 1;
            shape.numbers = shape.numbers && is_number(group);
            shape.candidates = shape.candidates && candidates::is_group(group);
        }
        // Words contain hyphens.
        let is_cell = |byte: &u8| {
            matches!(byte, b' ' | b'\t' | b'\r' | b'|' | b'+' | 0xe2 | 0x80..=0xbf)
                || matches!(byte.to_ascii_uppercase(), b'A'..=b'P')
                || CLASSES[usize::from(*byte)] & DIGIT_OR_OPEN != 0
        };
        if shape.dashed > shape.cells && !content.iter().all(is_cell) {
            shape.dashed = 0;
        }
        shape.find_part(content);
        shape
    }

    /// Finds a puzzle between separators.
    fn find_part(&mut self, content: &[u8]) {
        let first = content.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(content.len());
        let mut start = 0;
        while start < content.len() {
            if CLASSES[usize::from(content[start])] & SEPARATES != 0 {
                start += 1;
                continue;
            }
            let mut end = start;
            // The number of bytes that continue a character.
            let mut continued = 0;
            let mut seen = 0;
            while end < content.len() && CLASSES[usize::from(content[end])] & SEPARATES == 0 {
                // Bit 7: neither a cell nor a letter.
                let class = CLASSES[usize::from(content[end])];
                if class == 0 && content[end..].starts_with(MIDDLE_DOT) {
                    seen |= DIGIT_OR_OPEN;
                    continued += 1;
                    end += MIDDLE_DOT.len();
                    continue;
                }
                seen |= if class == 0 { 0x80 } else { class };
                end += 1;
            }
            let (run, after) = (&content[start..end], &content[end..]);
            let alone = start == first && after.trim_ascii().is_empty();
            let kind = match (run.len() - continued, seen) {
                (81, DIGIT_OR_OPEN) => Some(EntryKind::Board(Size::Nine)),
                (256, 0..4) => Some(EntryKind::Board(Size::Sixteen)),
                (625, 0..4) => Some(EntryKind::Board(Size::TwentyFive)),
                (729, DIGIT_OR_OPEN) if candidates::is_line(run) => Some(EntryKind::Candidates),
                (16, DIGIT_OR_OPEN)
                    if continued == 0 && start == first && !alone && self.is_four(run, after) =>
                {
                    Some(EntryKind::Board(Size::Four))
                }
                _ => None,
            };
            if let Some(kind) = kind {
                let delimiter = match delimiter_of(skip_quote(after)) {
                    0 => skip_quote_back(&content[..start]).last().map_or(0, |&byte| delimiter_of(&[byte])),
                    delimiter => delimiter,
                };
                let delimiter = if alone { 0 } else { delimiter };
                let is_full =
                    kind == EntryKind::Board(Size::Nine) && !run.iter().any(|&byte| is_open_mark(byte));
                // A solution may stand before its puzzle.
                if self.part.is_none() || !is_full && kind == EntryKind::Board(Size::Nine) {
                    self.part = Some(Part { range: start..end, delimiter, kind });
                }
                if !is_full || alone {
                    return;
                }
            }
            if self.wrong_length_part.is_none()
                && seen == DIGIT_OR_OPEN
                && (60..=110).contains(&(run.len() - continued))
            {
                self.wrong_length_part = Some(start..end);
            }
            start = end;
        }
    }

    /// Returns whether a line that begins with 16 cells is a 4x4 puzzle with other text, not a part of a large board.
    fn is_four(&self, run: &[u8], after: &[u8]) -> bool {
        let in_range = |byte: &u8| is_open_mark(*byte) || (b'1'..=b'4').contains(byte);
        let text = after.trim_ascii();
        let has_text = after.first().is_some_and(|&byte| may_follow_puzzle(byte))
            && text.iter().any(|byte| !matches!(byte, b'|' | b' '));
        run.iter().all(in_range) && has_text && !Size::ALL[1..].iter().any(|size| self.is_whole(*size))
    }

    /// Returns whether the line has as many cells as a puzzle of this size.
    fn is_whole(&self, size: Size) -> bool {
        self.cells == size.cells()
    }

    /// Returns whether the whole line is a puzzle of this size.
    pub fn is_puzzle(&self, size: Size) -> bool {
        self.blanks.is_none() && self.has_cells(size.cells())
    }

    /// Returns whether the line is a row of a board of this size.
    pub fn is_row(&self, size: Size) -> bool {
        self.has_cells(size.side()) || (size == Size::Nine && self.is_candidate_row())
    }

    /// Returns whether a line with as many cells as a row of this size is words, not a row with a mistake.
    pub fn is_text(&self, content: &[u8], size: Size, format: &InputFormat) -> bool {
        if format.alphabet.is_some() {
            return false;
        }
        let is_word = |byte: &&u8| match byte.to_ascii_uppercase() {
            b'X' => false,
            b'A'..=b'Y' if size.side() > 9 => false,
            letter => letter.is_ascii_alphabetic() || b"!,;:'\"".contains(&letter),
        };
        self.fields.is_none() && 2 * content.iter().filter(is_word).count() > self.cells.max(1)
            || size.side() > 9
                && content.windows(4).any(|part| part.iter().all(u8::is_ascii_lowercase))
                && content.contains(&b' ')
    }

    /// Returns whether the line has `count` cells in any notation.
    fn has_cells(&self, count: usize) -> bool {
        if let Some(size) = self.blanks {
            return count == size.side();
        }
        match self.fields {
            Some(fields) => fields == count,
            // Of several interpretations, the one with more cells wins.
            None => {
                self.is_numbers(count)
                    || self.dashed == count
                    || (self.cells == count && !self.is_wide(count))
            }
        }
    }

    /// Returns whether the line has more than `count` cells, as many as another row or board, if `-` is a cell.
    fn is_wide(&self, count: usize) -> bool {
        let known = |size: &Size| size.side() == self.dashed || size.cells() == self.dashed;
        self.dashed > count && Size::ALL.iter().any(known)
    }

    /// Returns whether `-` marks open cells in a row of this side.
    pub fn has_dashes(&self, side: usize) -> bool {
        self.fields.is_none() && self.dashed == side && self.cells < side && !self.is_numbers(side)
    }

    /// Returns whether the cells are `count` numbers, some of them above 9.
    pub fn is_numbers(&self, count: usize) -> bool {
        let large = [Size::Sixteen, Size::TwentyFive];
        let is_large = large.iter().any(|size| count == size.side() || count == size.cells());
        is_large && self.numbers && self.grouped && self.groups == count
    }

    /// Returns whether blanks or bars are between the cells.
    pub fn has_several_groups(&self) -> bool {
        self.groups > 1
    }

    /// Returns whether the groups are the candidates of nine cells, one of which has several.
    pub fn is_candidate_row(&self) -> bool {
        self.fields.is_none() && self.candidates && self.grouped && self.groups == Size::Nine.side()
    }

    /// Returns whether the groups are the candidates of a whole puzzle.
    pub fn is_candidate_line(&self) -> bool {
        self.candidates && self.grouped && self.groups == Size::Nine.cells()
    }

    /// Returns the number of cells to report if they are not a board.
    pub fn cell_count(&self) -> usize {
        match self.fields {
            Some(fields) => fields,
            // Dashes between words are not cells.
            None => self.cells,
        }
    }

    /// Returns whether the line is a puzzle of any size, or a row of a board of another size.
    pub fn belongs_elsewhere(&self, size: Size) -> bool {
        !self.is_row(size)
            && (self.part.is_some()
                || Size::ALL.into_iter().any(|other| self.is_row(other) || self.is_puzzle(other)))
    }
}

fn skip_quote(after: &[u8]) -> &[u8] {
    after.strip_prefix(b"\"").unwrap_or(after)
}

fn skip_quote_back(before: &[u8]) -> &[u8] {
    before.strip_suffix(b"\"").unwrap_or(before)
}

/// Returns the first character that is not valid on a board of any size, and its column.
pub fn first_invalid_character(line: &[u8]) -> Option<(usize, char)> {
    let line = String::from_utf8_lossy(line);
    let known = |character: char| {
        let byte = u8::try_from(character).ok().filter(u8::is_ascii);
        byte.is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || is_open_mark(byte) || b" \t\r|+".contains(&byte)
        }) || matches!(character, '·' | '\u{2500}'..='\u{257f}')
    };
    line.chars()
        .enumerate()
        .find(|&(_, character)| !known(character))
        .map(|(index, character)| (index + 1, character))
}

/// Returns whether a line in brackets is the name of a section.
fn is_section_name(name: &[u8]) -> bool {
    (1..=20).contains(&name.len()) && name.iter().all(u8::is_ascii_alphabetic)
}

/// Returns whether a line is markup around a text, of a forum or of Markdown.
fn is_markup(trimmed: &[u8]) -> bool {
    let holds_no_board = |inner: &[u8]| {
        let runs = inner.split(|byte| !byte.is_ascii_digit() && !is_open_mark(*byte));
        runs.map(<[u8]>::len).max() < Some(60)
    };
    let name = match trimmed {
        // The tags around the games of a file.
        [b'<', b'?' | b'!' | b'/' | b'A'..=b'Z' | b'a'..=b'z', inner @ .., b'>']
            if !inner.contains(&b'>')
                && !trimmed[1..].starts_with(b"t")
                && !programs::starts_ksudoku(trimmed) =>
        {
            return holds_no_board(inner);
        }
        [b'[', name @ .., b']'] | [b'<', name @ .., b'>'] if !name.contains(&b'>') => name,
        [b'<', element @ .., b'>'] => return is_about_games(element) && holds_no_board(element),
        _ => return trimmed.starts_with(b"```"),
    };
    let name = name.strip_prefix(b"/").unwrap_or(name);
    [&b"code"[..], b"pre", b"quote", b"tt"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Returns whether a line, without the brackets at its ends, is an element of OpenSudoku about the games that follow.
fn is_about_games(element: &[u8]) -> bool {
    const NAMES: [&str; 8] =
        ["name", "author", "description", "comment", "created", "source", "level", "sourceURL"];
    let Some(at) = memchr(b'>', element) else { return false };
    let name = &element[..at];
    element.strip_suffix(name).is_some_and(|rest| rest.ends_with(b"</"))
        && NAMES.iter().any(|known| name == known.as_bytes())
}

/// Returns whether a line is a title: `Grid 01`, `Puzzle 12:`.
fn is_title(trimmed: &[u8]) -> bool {
    if !trimmed.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let trimmed = trimmed.strip_suffix(b":").unwrap_or(trimmed);
    let Some(space) = trimmed.iter().position(|&byte| byte == b' ') else { return false };
    let (word, number) = (&trimmed[..space], trimmed[space..].trim_ascii());
    let number = number.strip_prefix(b"#").unwrap_or(number);
    let words = [&b"grid"[..], b"puzzle", b"sudoku", b"board"];
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
        && (1..=9).contains(&number.len())
        && number.iter().all(u8::is_ascii_digit)
}

/// The number of bytes that this thread has scanned, for the test that splitting takes linear time.
#[cfg(test)]
pub mod scanned {
    use std::cell::Cell;

    thread_local!(static BYTES: Cell<usize> = const { Cell::new(0) });

    pub fn add(bytes: usize) {
        BYTES.set(BYTES.get() + bytes);
    }

    /// Returns the number and resets it to 0.
    pub fn take() -> usize {
        BYTES.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_have_a_word_and_a_number() {
        for title in ["Grid 01", "puzzle 12:", "Sudoku #7", "BOARD 3"] {
            assert!(is_title(title.as_bytes()), "{title}");
        }
        for text in ["Grid", "Grid x", "12 3", "Grid 1 2", "gird 1"] {
            assert!(!is_title(text.as_bytes()), "{text}");
        }
    }
}
