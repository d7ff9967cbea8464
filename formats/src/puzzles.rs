//! Parses entries: a puzzle, or an error with its position.

use std::fmt;

use lanedoku::{AnyBoard, AnyPuzzle, Grid, Quoted, Size};

use crate::blanks;
use crate::boards::regular_cells;
use crate::candidates;
use crate::cells::{LineCell, cells_of};
use crate::characters::{MIDDLE_DOT, is_open_mark, mixes_open_marks};
use crate::entry::{COLUMN, Entry, EntryKind, LINE_MAX};
use crate::format::{Alphabet, Field, FormatName, InputFormat};
use crate::json;
use crate::line_ends::LineEnds;
use crate::lines::{LineKind, LineShape, Position, first_invalid_character};
use crate::loose;
use crate::records::given_solutions;
use crate::splitter::Splitter;
use crate::{BYTE_ORDER_MARK, links, programs, tables};

/// A parsed puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// The full board beside the puzzle that has all its clues, if the text has one: from [`read_one`], or in loose
    /// text.
    pub solution: Option<AnyBoard>,
    /// A likely mistake in the input.
    pub warning: Option<Diagnostic>,
}

/// An error or a warning, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The line number in the text of the entry, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The expected input and the input found, in one line.
    pub reason: String,
}

impl Diagnostic {
    /// Returns a diagnostic for the first line of an entry.
    pub fn new(entry: &Entry, reason: impl Into<String>) -> Self {
        Diagnostic { line: u64::from(entry.line) + 1, column: None, reason: reason.into() }
    }
}

/// Writes `line 3, column 9: reason`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.reason),
            None => write!(f, "line {}: {}", self.line, self.reason),
        }
    }
}

/// Parses the puzzles of a text that is in memory as a whole, with or without a byte order mark, with line ends of any
/// kind. `each` receives every entry, in order. Returns the lines that are no puzzles and that no answer is
/// expected for, such as a title.
///
/// ```
/// use lanedoku_formats::{InputFormat, read_all};
///
/// let mut solved = Vec::new();
/// let text = b"Two easy ones!\n1---\n--2-\n-3--\n---4\n\n1---\n--2-\n-3--\n--!4\n";
/// let left_out = read_all(text, &InputFormat::default(), |_, puzzle| solved.push(puzzle.is_ok()));
/// assert_eq!(solved, [true, false]);
/// assert_eq!(left_out[0].to_string(), "line 1, column 14: no puzzle, left out: '!' is not valid on any board");
/// ```
pub fn read_all(
    text: &[u8],
    format: &InputFormat,
    mut each: impl FnMut(&Entry, Result<Parsed, Diagnostic>),
) -> Vec<Diagnostic> {
    let text = &*LineEnds::replaced(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    let (mut splitter, mut entries) = (Splitter::new(format), Vec::new());
    splitter.split(text, true, &mut entries);
    entries.iter().for_each(|entry| each(entry, read(entry, text, format)));
    splitter.take_left_out(text)
}

/// Parses the puzzle of an entry.
#[inline]
pub fn read(entry: &Entry, text: &[u8], format: &InputFormat) -> Result<Parsed, Diagnostic> {
    // The fast path of most puzzles.
    if format.name != Some(FormatName::Candidates)
        && format.alphabet.is_none()
        && let Some(line) = entry.plain_cells(text)
        && let Some(grid) = Grid::parse_plain(line)
    {
        let warning = mixes_open_marks(line).then(|| warning_of_mixed_marks(entry));
        let warning = warning.or_else(|| warning_of_open_quote(entry, text));
        return Ok(Parsed { puzzle: grid.into(), solution: None, warning });
    }
    if entry.kind == EntryKind::Board(Size::Nine)
        && format.name != Some(FormatName::Candidates)
        && format.alphabet.is_none()
        && let Some(cells) = match entry.delimiter {
            0 => regular_cells(&text[entry.range()]),
            json::OBJECT => json::plain(text, entry.range().start),
            _ => None,
        }
        && let Some(grid) = Grid::parse_plain(&cells)
    {
        let line = || entry.place(text, entry.range().start).0;
        let warning =
            mixes_open_marks(&cells).then(|| Diagnostic { line: line(), ..warning_of_mixed_marks(entry) });
        return Ok(Parsed { puzzle: grid.into(), solution: None, warning });
    }
    let parsed = read_any_kind(entry, text, format)?;
    let warning = parsed.warning.or_else(|| warning_of_open_quote(entry, text));
    Ok(Parsed { warning, ..parsed })
}

/// Parses a text that has one puzzle, with any other text around it. If it has the solution, too, before or after the
/// puzzle or beside it, the open board is the puzzle.
///
/// ```
/// use lanedoku::Board4x4;
/// use lanedoku_formats::{InputFormat, read_one};
///
/// let format = InputFormat::default();
/// let drawn = b"Easy:\n1---\n--2-\n-3--\n---4\nCan you solve it?\n";
/// let puzzle = read_one(drawn, &format).unwrap().puzzle;
/// assert_eq!(puzzle.sized::<16>(), Some("1.....2..3.....4".parse::<Board4x4>()?));
/// let error = read_one(b"1.....2..3.....4 easy\n\n1.....2..3.....4 easy", &format).unwrap_err();
/// assert_eq!((error.line, error.reason.as_str()), (3, "expected one board, found 2"));
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
///
/// # Errors
///
/// Returns the first error of a text with no puzzle, or an error for a text with several.
pub fn read_one(text: &[u8], format: &InputFormat) -> Result<Parsed, Diagnostic> {
    let text = &*LineEnds::replaced(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    let mut splitter = Splitter::new(format);
    let (mut answered, mut entries) = (Vec::new(), Vec::new());
    splitter.split(text, true, &mut answered);
    // Both lists are in the order of the text.
    let mut left_out = std::mem::take(&mut splitter.left_out).into_iter().peekable();
    for entry in answered {
        entries.extend(std::iter::from_fn(|| left_out.next_if(|other| other.start < entry.start)));
        entries.push(entry);
    }
    entries.extend(left_out);
    debug_assert!(entries.is_sorted_by_key(|entry| entry.start));
    let error = |line, reason: String| Err(Diagnostic { line, column: None, reason });
    let (mut found, mut failure): (Vec<(Parsed, u64)>, _) = (Vec::new(), None);
    for entry in &entries {
        let line = u64::from(entry.line) + 1;
        match read(entry, text, format) {
            Ok(mut parsed) => {
                // Another field of the record may be the solution.
                if parsed.solution.is_none()
                    && let [Ok(AnyPuzzle::Board(other)), ..] =
                        given_solutions(entry, text, splitter.columns(), format)[..]
                    && extends(&other, &parsed.puzzle)
                {
                    parsed.solution = Some(other);
                }
                found.push((parsed, line));
            }
            Err(_) if !found.is_empty() && resembles_a_board(entry, text) => {
                return error(line, "expected one puzzle, found another".into());
            }
            Err(error) if failure.is_none() || resembles_a_board(entry, text) => {
                failure = Some((error, entry))
            }
            Err(_) => {}
        }
    }
    if let Some((failure, entry)) = failure
        && (found.is_empty() || resembles_a_board(entry, text))
    {
        return Err(failure);
    }
    let solution_of = |puzzle: &Parsed, solution: &Parsed| {
        solution.puzzle.board().filter(|board| extends(board, &puzzle.puzzle)).copied()
    };
    match found.as_slice() {
        [] => match format.only_size() {
            Some(size) => error(1, format!("expected {} cells, found 0", size.cells())),
            None => error(1, "expected a puzzle, found no cells".into()),
        },
        [(parsed, _)] => Ok(parsed.clone()),
        [(first, _), others @ ..] => {
            let last = others.last().map_or(first, |(last, _)| last);
            let keeps_clues = |(other, _): &(Parsed, u64)| {
                other.puzzle.board().is_some_and(|board| extends_in_part(board, &first.puzzle))
            };
            let solution = solution_of(first, last).filter(|_| others.iter().all(keeps_clues));
            if solution.is_some() {
                return Ok(Parsed { solution, ..first.clone() });
            }
            match solution_of(last, first).filter(|_| others.len() == 1) {
                Some(solution) => Ok(Parsed { solution: Some(solution), ..last.clone() }),
                None => error(others[0].1, format!("expected one board, found {}", found.len())),
            }
        }
    }
}

/// Returns whether an entry with an error is a board with a mistake, or a part of one, not a text of words.
fn resembles_a_board(entry: &Entry, text: &[u8]) -> bool {
    let line = first_line(&text[entry.range()]);
    let is_cell = |byte: &u8| byte.is_ascii_digit() || is_open_mark(*byte) || b" \t\r|".contains(byte);
    match entry.kind {
        EntryKind::WrongLength(cells) => {
            line.iter().all(is_cell) && (cells >= 9 || line.iter().any(|byte| b"._*?".contains(byte)))
        }
        EntryKind::Incomplete(size, 1) if size.side() <= 9 => line.iter().all(is_cell),
        kind => kind.size().is_some(),
    }
}

/// Returns whether a full board has all clues of a puzzle that is not full.
pub fn extends(full: &AnyBoard, puzzle: &AnyPuzzle) -> bool {
    let is_open = puzzle.board().is_some_and(|puzzle| puzzle.digits().contains(&0));
    is_open && !full.digits().contains(&0) && extends_in_part(full, puzzle)
}

/// Returns whether a board has all clues of a puzzle.
fn extends_in_part(board: &AnyBoard, puzzle: &AnyPuzzle) -> bool {
    puzzle.board().is_some_and(|puzzle| {
        let mut pairs = puzzle.digits().iter().zip(board.digits());
        puzzle.size() == board.size() && pairs.all(|(clue, digit)| *clue == 0 || clue == digit)
    })
}

/// Parses an entry of any kind.
fn read_any_kind(entry: &Entry, text: &[u8], format: &InputFormat) -> Result<Parsed, Diagnostic> {
    if let Some(cells) = encoded_cells(entry, text) {
        return json::read_cells(&cells, entry.place(text, entry.range().start).0, format);
    }
    let as_candidates = format.name == Some(FormatName::Candidates);
    match entry.kind {
        EntryKind::Encoded(_) => read_encoded(entry, &text[entry.range()], format),
        EntryKind::Loose(_, number) => read_loose(entry, text, number, format),
        EntryKind::Candidates => read_candidates(entry, text),
        EntryKind::Board(Size::Nine) if as_candidates => read_candidates(entry, text),
        EntryKind::Line(_) | EntryKind::Board(_) => read_board(entry, text, format),
        _ => Err(error_by_kind(entry, text, format)),
    }
}

/// Parses a link, or a text as a program writes it.
fn read_encoded(entry: &Entry, text: &[u8], format: &InputFormat) -> Result<Parsed, Diagnostic> {
    let answer = match programs::find(text) {
        _ if programs::starts_ksudoku(text) => programs::ksudoku(text),
        Some(_) => programs::read(text),
        None => links::read(text),
    };
    let puzzle = answer.map_err(|reason| Diagnostic::new(entry, reason))?;
    match format.only_size() {
        Some(size) if size != puzzle.size() => {
            Err(Diagnostic::new(entry, format!("expected a {size} board, found {}", puzzle.size())))
        }
        _ => Ok(Parsed { puzzle, solution: None, warning: None }),
    }
}

/// Parses a board in loose text.
fn read_loose(entry: &Entry, text: &[u8], number: u16, format: &InputFormat) -> Result<Parsed, Diagnostic> {
    let lines = &text[entry.range()];
    let (found, number) = match number {
        COLUMN => (loose::read_column(lines, true, format), 0),
        number => (loose::read(lines, Position::default(), true, format), usize::from(number)),
    };
    let found = found.flatten();
    let cells = found.as_ref().and_then(|found| found.texts().nth(number));
    let Some((_, cells)) = cells else { return Err(error_by_kind(entry, text, format)) };
    let kind = tables::kind_of(&cells, entry.kind.size());
    let whole = Entry::of_lines(0..cells.len(), entry.line, kind);
    let parsed = read(&whole, &cells, format).map_err(|error| Diagnostic { column: None, ..error })?;
    let solution = found.as_ref().and_then(|found| found.solution_of(number));
    let solution = solution.and_then(|(size, cells)| {
        let kind = tables::kind_of(&cells, Some(size));
        let whole = Entry::of_lines(0..cells.len(), 0, kind);
        read(&whole, &cells, format).ok()?.puzzle.board().copied()
    });
    let note = found.and_then(|found| found.note).map(|note| Diagnostic::new(entry, note));
    Ok(Parsed { solution, warning: parsed.warning.or(note), ..parsed })
}

/// Returns the cells of a puzzle that are not plain text, such as an array of rows, or a field for each cell.
pub fn encoded_cells(entry: &Entry, text: &[u8]) -> Option<Vec<u8>> {
    let has_cells =
        !matches!(entry.kind, EntryKind::MissingField(_) | EntryKind::NotAnObject | EntryKind::LongLine);
    if !matches!(entry.delimiter, 0 | json::OBJECT) && matches!(entry.kind, EntryKind::Board(_)) {
        return tables::encoded_cells(&text[entry.range()], entry.delimiter);
    }
    (entry.delimiter == json::OBJECT && has_cells)
        .then(|| json::encoded_cells(&text[..entry.range().end], entry.range()))?
}

/// Returns the warning for an entry that marks open cells by both `0` and another mark.
#[cold]
fn warning_of_mixed_marks(entry: &Entry) -> Diagnostic {
    Diagnostic::new(entry, "mixes 0 with another mark for open cells; both are read as open")
}

/// Returns the warning for a record of a table with a quoted field that does not end.
#[inline]
fn warning_of_open_quote(entry: &Entry, text: &[u8]) -> Option<Diagnostic> {
    if !entry.may_have_open_quote(text) {
        return None;
    }
    let record = entry.record();
    let at = tables::open_quote(&text[record.clone()], entry.delimiter)?;
    let reason = "this quote is not closed; it is read as a part of the field".into();
    let (line, column) = entry.place(text, record.start + at);
    Some(Diagnostic { line, column: Some(column), reason })
}

/// Returns the error of an entry that is not a board.
#[cold]
fn error_by_kind(entry: &Entry, text: &[u8], format: &InputFormat) -> Diagnostic {
    let content = &text[entry.range()];
    let mut diagnostic = Diagnostic::new(entry, "");
    diagnostic.reason = match entry.kind {
        EntryKind::Line(_)
        | EntryKind::Board(_)
        | EntryKind::Candidates
        | EntryKind::Encoded(_)
        | EntryKind::Loose(..) => "not a board".into(),
        EntryKind::Incomplete(size, rows) => {
            format!("expected {} rows in the board that starts here, found {rows}", size.side())
        }
        EntryKind::WrongLength(cells) => match first_invalid_character(content) {
            Some((column, character)) => {
                let (line, first) = entry.place(text, entry.range().start);
                (diagnostic.line, diagnostic.column) = (line, Some(first + column - 1));
                format!("{} is not valid on any board", Quoted(character))
            }
            None => wrong_length_reason(cells as usize, format),
        },
        EntryKind::LongLine if entry.delimiter == json::OBJECT => {
            format!("a value of JSON is longer than {LINE_MAX} bytes")
        }
        EntryKind::LongLine => format!("the line is longer than {LINE_MAX} bytes"),
        EntryKind::MissingField(_) if entry.delimiter == json::OBJECT => match &format.field {
            Some(Field::Name(name)) => format!("the object has no puzzle under {name:?}"),
            Some(Field::Number(number)) => format!("the object has no puzzle in its member {number}"),
            None if content.starts_with(b"{") => "no member of the object contains a puzzle".into(),
            None => "this JSON contains no puzzle".into(),
        },
        EntryKind::NotAnObject => {
            let (at, reason) = json::error(content);
            let (line, column) = entry.place(text, entry.range().start + at);
            (diagnostic.line, diagnostic.column) = (line, Some(column));
            reason
        }
        EntryKind::MissingField(0) => "no field contains a puzzle".into(),
        EntryKind::MissingField(number) => {
            format!("the puzzle field, number {number}, is missing or empty")
        }
        EntryKind::MissingColumn => missing_column_reason(entry, text, format),
    };
    diagnostic
}

/// Returns the error of a line with this number of cells.
fn wrong_length_reason(cells: usize, format: &InputFormat) -> String {
    // A few cells too many or too few.
    let is_near = |size: &Size| cells.abs_diff(size.cells()) * 10 <= size.cells();
    let large = Size::ALL.into_iter().skip(1);
    match (format.only_size(), large.clone().find(is_near)) {
        (None, Some(size)) => format!("expected {} cells, found {cells}", size.cells()),
        (Some(size), Some(near)) if size == near => format!("expected {} cells, found {cells}", size.cells()),
        (Some(size), _) => {
            format!("expected {} cells (a puzzle) or {} (a row), found {cells}", size.cells(), size.side())
        }
        (None, None) => {
            format!("expected 16, 81, 256 or 625 cells (a puzzle) or 4, 9, 16 or 25 (a row), found {cells}")
        }
    }
}

/// Returns the error of a header without the requested column.
fn missing_column_reason(entry: &Entry, text: &[u8], format: &InputFormat) -> String {
    const NAMED: usize = 12;
    let (header, delimiter) = (&text[entry.range()], entry.delimiter);
    let delimiter = if delimiter == 0 { tables::delimiter_of_first_line(header, format) } else { delimiter };
    let columns: Vec<String> = tables::fields(header, delimiter)
        .map(|field| String::from_utf8_lossy(&tables::value(&header[field])).into_owned())
        .collect();
    let listed = columns.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    // A line can have thousands of columns, or be one long word.
    let listed: String = listed.chars().take(200).filter(|character| !character.is_control()).collect();
    let listed = if columns.len() > NAMED { format!("{listed}, ...") } else { listed };
    match &format.field {
        Some(Field::Name(name)) => {
            format!("no column is named {}; the first line has {listed}", name.escape_debug())
        }
        Some(Field::Number(number)) => {
            format!("there is no field {number}: the first line has {}", columns.len())
        }
        None => format!("no column contains puzzles; the first line has {listed}"),
    }
}

/// The characters that a board contains.
#[derive(Default)]
struct CharactersSeen {
    zero: bool,
    other_open: bool,
    /// Digits from 1 to 9.
    digits: u16,
    /// Letters, a bit for each.
    letters: u32,
    largest_number: u8,
}

impl CharactersSeen {
    fn record(&mut self, cell: &LineCell) {
        match cell.text {
            [b'0'] | [b'0', b'0'] => self.zero = true,
            [digit @ b'1'..=b'9'] => self.digits |= 1 << (digit - b'0'),
            [b'x' | b'X'] => self.other_open = true,
            [letter] if letter.is_ascii_alphabetic() => {
                self.letters |= 1 << (letter.to_ascii_uppercase() - b'A');
            }
            [] | [_] | MIDDLE_DOT => self.other_open = true,
            number => {
                self.largest_number =
                    self.largest_number.max(Alphabet::FromOne.number(number, Size::TwentyFive).unwrap_or(0))
            }
        }
    }

    /// Returns the alphabet that the characters belong to, and what else they could be.
    fn alphabet(&self, size: Size) -> (Alphabet, Option<&'static str>) {
        let side = size.side();
        // The letters of 1-G: from A, so many.
        let usual = side - 9;
        let largest = (32 - self.letters.leading_zeros()) as usize;
        // A few letters alone are no evidence.
        let has_many = self.letters.count_ones() as usize >= side / 2;
        if self.digits == 0 && !self.zero && has_many && largest <= side {
            return (Alphabet::Letters, None);
        }
        let is_above_nine = self.letters != 0 || self.largest_number > 9;
        let begins_with_zero = self.zero && self.other_open && is_above_nine;
        if begins_with_zero && largest < usual && usize::from(self.largest_number) < side {
            let has_all = self.digits == 0x3fe && self.letters.count_ones() as usize == usual - 1;
            let note = "has 0 beside another mark for open cells, so 0 is read as a digit (--alphabet 1-G reads it as open)";
            return (Alphabet::FromZero, Some(note).filter(|_| !has_all));
        }
        let note = "contains 0 and letters; 0 is read as an open cell (--alphabet 0-F reads it as a digit)";
        let may_be_digit = self.zero && !self.other_open && self.letters != 0 && largest < usual;
        (Alphabet::FromOne, Some(note).filter(|_| may_be_digit))
    }
}

/// Parses a board cell by cell, so that an error has a position.
fn read_board(entry: &Entry, text: &[u8], format: &InputFormat) -> Result<Parsed, Diagnostic> {
    let size = entry.kind.size().unwrap_or(Size::Nine);
    let mut seen = CharactersSeen::default();
    let (alphabet, note) = match format.alphabet {
        Some(alphabet) => (alphabet, None),
        None if size.side() <= 9 => (Alphabet::FromOne, None),
        None => {
            cells(entry, text, size, |cell| {
                seen.record(cell);
                Some(())
            })?;
            seen.alphabet(size)
        }
    };
    let (mut zero, mut other_open) = (false, false);
    let digits: Vec<u8> = cells(entry, text, size, |cell| {
        let value = match cell.text {
            [] | MIDDLE_DOT => Some(0),
            [byte] => alphabet.value(*byte, size),
            group if cell.is_group => alphabet.number(group, size),
            _ => None,
        };
        zero |= value == Some(0) && cell.text.starts_with(b"0");
        other_open |= value == Some(0) && !cell.text.is_empty() && !cell.text.starts_with(b"0");
        value
    })?;
    if digits.len() != size.cells() {
        return Err(Diagnostic::new(
            entry,
            format!("expected {} cells, found {}", size.cells(), digits.len()),
        ));
    }
    let mut board = AnyBoard::empty(size);
    for (cell, &digit) in digits.iter().enumerate() {
        board.set(cell, digit).map_err(|error| Diagnostic::new(entry, error.to_string()))?;
    }
    let warning = match zero && other_open {
        true => Some(warning_of_mixed_marks(entry)),
        false => note.map(|note| Diagnostic::new(entry, note)),
    };
    Ok(Parsed { puzzle: AnyPuzzle::Board(board), solution: None, warning })
}

/// Parses the candidates of a 9x9 puzzle.
fn read_candidates(entry: &Entry, text: &[u8]) -> Result<Parsed, Diagnostic> {
    let content = &text[entry.range()];
    let masks = match candidates::line(content) {
        Some(masks) => masks,
        None => {
            let masks: Vec<u16> = cells(entry, text, Size::Nine, |cell| match cell.text {
                [] => Some(candidates::ALL),
                group => candidates::mask(group),
            })?;
            masks.as_slice().try_into().map_err(|_| Diagnostic {
                line: u64::from(entry.line) + 1,
                column: None,
                reason: format!("expected 81 groups of candidates, found {}", masks.len()),
            })?
        }
    };
    Ok(Parsed { puzzle: AnyPuzzle::Candidates(masks), solution: None, warning: None })
}

/// Returns the values of all cells of an entry. The error is the first cell without a value, otherwise the first row of
/// the wrong length.
fn cells<T>(
    entry: &Entry,
    text: &[u8],
    size: Size,
    mut value: impl FnMut(&LineCell) -> Option<T>,
) -> Result<Vec<T>, Diagnostic> {
    let content = &text[entry.range()];
    let on_one_line = !content.contains(&b'\n');
    let count = if on_one_line { size.cells() } else { size.side() };
    let mut values = Vec::with_capacity(size.cells());
    let mut odd_row = None;
    // As in the splitter: from the start if the first row is a line of `-`, or after a row with `-` for open cells.
    let mut dashes_are_cells = matches!(LineKind::of(first_line(content)), LineKind::Dashes(_));
    // As in the splitter: lines with only blanks between bars are rows if the board is incomplete without them.
    let is_row = |row: &&[u8]| LineKind::of(row) == LineKind::Text;
    let has_open_rows = !on_one_line && content.split(|&byte| byte == b'\n').filter(is_row).count() < count;
    let mut start = 0;
    let first_line = entry.place(text, entry.range().start).0;
    for (index, row) in content.split(|&byte| byte == b'\n').enumerate() {
        let line = first_line + index as u64;
        let found = match LineKind::of(row) {
            // Rules, if the board is complete without them.
            LineKind::Dashes(dashes)
                if dashes_are_cells && dashes == count && (on_one_line || has_open_rows) =>
            {
                row.iter().enumerate().filter(|(_, byte)| **byte == b'-').map(open_cell(row)).collect()
            }
            LineKind::Text => {
                let shape = LineShape::of(row);
                dashes_are_cells |= !on_one_line && shape.has_dashes(count);
                cells_of(row, &shape, count, dashes_are_cells)
            }
            LineKind::Frame if has_open_rows && blanks::size_of_open_row(row) == Some(size) => {
                cells_of(row, &LineShape::of(row), count, false)
            }
            // In a board on one line, all characters count.
            _ if on_one_line => cells_of(row, &LineShape::of(row), count, false),
            _ => Vec::new(),
        };
        if !found.is_empty() && found.len() != count {
            odd_row = odd_row.or(Some((line, found.len())));
        }
        for cell in found {
            match value(&cell) {
                Some(value) => values.push(value),
                None => {
                    let (line, column) = entry.place(text, entry.range().start + start + cell.place);
                    return Err(Diagnostic { line, column: Some(column), reason: invalid_cell(&cell, size) });
                }
            }
        }
        start += row.len() + 1;
    }
    match odd_row {
        Some((line, cells)) => {
            Err(Diagnostic { line, column: None, reason: format!("expected {count} cells, found {cells}") })
        }
        None => Ok(values),
    }
}

fn first_line(content: &[u8]) -> &[u8] {
    content.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

fn open_cell<'a>(row: &'a [u8]) -> impl Fn((usize, &u8)) -> LineCell<'a> {
    move |(place, _)| LineCell { place, text: &row[place..place + 1], is_group: false }
}

fn invalid_cell(cell: &LineCell, size: Size) -> String {
    let side = size.side();
    let text = String::from_utf8_lossy(cell.text);
    match (text.chars().next(), text.chars().nth(1)) {
        (Some(_), Some(_)) if cell.is_group && text.len() <= 16 && text.is_ascii() => {
            format!("\"{text}\" is not valid on a {side}x{side} board")
        }
        (first, _) => {
            let character = Quoted(first.unwrap_or(char::REPLACEMENT_CHARACTER));
            format!("{character} is not valid on a {side}x{side} board")
        }
    }
}
