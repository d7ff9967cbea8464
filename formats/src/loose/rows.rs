//! Boards with a row on each line, with labels, in columns of a table, or beside another board.

use lanedoku::Size;

use super::tokens::{LooseCell, cell, is_header, is_repeated, is_run, is_sequence, marks, place, run, words};
use super::{Ahead, LooseLines, SIZES};
use crate::blanks;

/// How the cells of a row are written.
#[derive(Clone, Copy)]
enum Notation {
    /// One word for each cell.
    Words,
    /// One character for each cell.
    Runs,
    /// The candidates of each cell.
    Marks,
    /// Fields between these separators, where an empty field is an open cell.
    Fields(u8),
    /// Bars between the boxes, and blanks for open cells.
    Bars,
}

const NOTATIONS: [Notation; 9] = [
    Notation::Words,
    Notation::Runs,
    Notation::Marks,
    Notation::Fields(b'|'),
    Notation::Fields(b'&'),
    Notation::Fields(b','),
    Notation::Fields(b';'),
    Notation::Fields(b'\t'),
    Notation::Bars,
];

/// The numbers of words before and after the cells of a row.
const LABELS: [(usize, usize); 6] = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)];

/// What all rows of a board have in common.
#[derive(Clone, Copy)]
struct RowForm {
    notation: Notation,
    labels: (usize, usize),
    side: usize,
    /// The number of boards beside each other.
    boards: usize,
    /// Whether the labels are all the same, instead of a sequence.
    repeats_labels: bool,
}

/// The cells of a line, and its labels: none is empty.
struct Row<'a> {
    cells: Vec<LooseCell>,
    before: &'a [u8],
    after: &'a [u8],
}

impl RowForm {
    /// Returns the row of a line, if it has this form.
    fn row<'a>(&self, line: &'a [u8], words: &[&'a [u8]]) -> Option<Row<'a>> {
        let count = self.boards * self.side;
        let is_cell = |cell: &LooseCell| match cell {
            LooseCell::Character(byte) if self.side <= 9 => usize::from(byte.wrapping_sub(b'0')) <= self.side,
            LooseCell::Number(number) => usize::from(*number) <= self.side,
            _ => true,
        };
        let inner = |words: &[&'a [u8]]| {
            let inner = words.get(self.labels.0..words.len().checked_sub(self.labels.1)?)?;
            Some(inner.to_vec())
        };
        let fields;
        let (words, cells): (&[&[u8]], Option<Vec<LooseCell>>) = match self.notation {
            Notation::Words => {
                if words.len() != count + self.labels.0 + self.labels.1 {
                    return None;
                }
                (words, inner(words)?.into_iter().map(cell).collect())
            }
            Notation::Runs => {
                let inner = inner(words)?;
                let mut ends = inner.iter().scan(0, |end, word| {
                    *end += word.len();
                    Some(*end)
                });
                let fits = inner.len() < count
                    && inner.iter().map(|word| word.len()).sum::<usize>() == count
                    && (1..=self.boards).all(|board| ends.any(|end| end == board * self.side))
                    && inner.iter().all(|word| is_run(word, self.side));
                (words, fits.then(|| inner.iter().flat_map(|word| run(word)).collect()))
            }
            Notation::Marks if self.side == 9 && self.boards == 1 => {
                let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'|' | b':');
                fields = line.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>();
                let inner = inner(&fields).filter(|inner| inner.len() == count)?;
                let has_several =
                    inner.iter().any(|word| word.iter().filter(|byte| byte.is_ascii_digit()).count() > 1);
                (&fields, if has_several { inner.into_iter().map(marks).collect() } else { None })
            }
            Notation::Fields(separator) if self.boards == 1 && line.contains(&separator) => {
                fields = fields_of(line, separator);
                let inner = inner(&fields).filter(|inner| inner.len() == count)?;
                (&fields, inner.into_iter().map(cell).collect())
            }
            Notation::Bars if self.boards == 1 && self.labels == (0, 0) && line.contains(&b'|') => {
                let ranges = blanks::cells(line, self.side)?;
                (&[], ranges.into_iter().map(|range| cell(&line[range])).collect())
            }
            _ => return None,
        };
        let cells = cells.filter(|cells| cells.iter().all(is_cell))?;
        let label =
            |index: Option<usize>| index.and_then(|index| words.get(index)).copied().unwrap_or_default();
        let (before, after) = (label(self.labels.0.checked_sub(1)), label(words.len().checked_sub(1)));
        let after = if self.labels.1 == 0 { b"" } else { after };
        Some(Row { cells, before, after })
    }
}

/// Returns the fields of a line without quotes and blanks, and without the outer bars of a table.
fn fields_of(line: &[u8], separator: u8) -> Vec<&[u8]> {
    let is_around = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`[](){}".contains(byte);
    let trimmed = |field: &'_ [u8]| -> std::ops::Range<usize> {
        let start = field.iter().position(|byte| !is_around(byte)).unwrap_or(field.len());
        start..field.iter().rposition(|byte| !is_around(byte)).map_or(start, |last| last + 1)
    };
    let line = line.trim_ascii();
    let line = line.strip_prefix(b">").unwrap_or(line).trim_ascii();
    let mut line = if separator == b'\t' { line } else { line.trim_ascii() };
    if separator == b'|' {
        // A full stop ends a row in LaTeX.
        line = line.strip_suffix(b"|.").map_or(line, |cut| &line[..cut.len() + 1]);
        if let [b'|', inner @ .., b'|'] = line {
            line = inner;
        }
    }
    line.split(|&byte| byte == separator).map(|field| &field[trimmed(field)]).collect()
}

/// Reads a board whose first row, or the line that numbers its columns, is the next line.
pub fn read(lines: &LooseLines) -> Ahead {
    let Some(first) = lines.get(0)? else { return Some(None) };
    let own = SIZES.into_iter().filter(|size| lines.allows(*size));
    for size in own {
        if is_header(&first, size.side()) {
            let found = board(lines, 1, size, Some(&first))?;
            if found.is_some() {
                return Some(found);
            }
        }
        let found = board(lines, 0, size, None)?;
        if found.is_some() {
            return Some(found);
        }
    }
    Some(None)
}

/// Reads a board with a cell on each line, where a blank line is an open cell.
pub fn column(lines: &LooseLines) -> Ahead {
    let cells = Size::Nine.cells();
    let mut found = Vec::with_capacity(cells);
    while let Some(line) = lines.get(found.len())? {
        let words = words(&line);
        match words.first().map_or(Some(LooseCell::Open), |word| cell(word)) {
            Some(cell) if words.len() <= 1 && found.len() < cells => found.push(cell),
            _ if found.len() == cells && words.is_empty() => break,
            _ => return Some(None),
        }
    }
    // Blank lines at the end may be missing.
    let has_clues = found.iter().filter(|cell| **cell != LooseCell::Open).count() >= 8;
    let end = found.len();
    found.resize(cells, LooseCell::Open);
    Some(if has_clues && end + 9 > cells { lines.found(end, vec![(Size::Nine, found)], None) } else { None })
}

/// Reads a board of this size from the line with this number, after the line that numbers its columns.
fn board(lines: &LooseLines, from: usize, size: Size, header: Option<&[u8]>) -> Ahead {
    let mut from = from;
    let first = loop {
        let Some(line) = lines.get(from)? else { return Some(None) };
        if header.is_none() || !is_between_rows(&line) {
            break line;
        }
        from += 1;
    };
    let found = with_first(lines, from, size, header, &first)?;
    // Code may stand before the first row, which begins with a quote.
    match first.iter().position(|byte| matches!(byte, b'"' | b'\'' | b'`')) {
        Some(quote) if found.is_none() && quote > 0 => with_first(lines, from, size, header, &first[quote..]),
        _ => Some(found),
    }
}

/// Reads a board whose first row is known.
fn with_first(lines: &LooseLines, from: usize, size: Size, header: Option<&[u8]>, first: &[u8]) -> Ahead {
    let first_words = words(first);
    if first_words.is_empty() && !first.iter().any(|byte| b"|&,;	".contains(byte)) {
        return Some(None);
    }
    for boards in 1..=3 {
        // A sequence is more certain than a bullet, which may be a cell.
        for (repeats_labels, labels) in
            LABELS.map(|labels| (false, labels)).into_iter().chain(LABELS.map(|labels| (true, labels)))
        {
            for notation in NOTATIONS {
                let form = RowForm { notation, labels, side: size.side(), boards, repeats_labels };
                let Some(row) = form.row(first, &first_words) else { continue };
                if let Some((end, cells, has_labels)) = rows(lines, from, form, row)? {
                    return finish(lines, end, &cells, form, size, header.map(|header| (header, has_labels)));
                }
            }
        }
    }
    Some(None)
}

/// Reads the rows of a form: the number of the line after them, their cells row by row, and whether they have labels.
#[expect(clippy::type_complexity, reason = "three values of one function")]
fn rows(
    lines: &LooseLines,
    from: usize,
    form: RowForm,
    first: Row,
) -> Option<Option<(usize, Vec<Vec<LooseCell>>, bool)>> {
    let (mut before, mut after) = (vec![first.before.to_vec()], vec![first.after.to_vec()]);
    let (mut rows, mut number, mut gaps) = (vec![first.cells], from + 1, 0_u32);
    while rows.len() < form.side {
        let Some(line) = lines.get(number)? else { return Some(None) };
        number += 1;
        match form.row(&line, &words(&line)) {
            Some(row) => {
                rows.push(row.cells);
                before.push(row.before.to_vec());
                after.push(row.after.to_vec());
            }
            None if is_between_rows(&line) && number - from < 3 * form.side => {
                gaps |= u32::from(line.trim_ascii().is_empty()) << rows.len();
            }
            None => return Some(None),
        }
    }
    // Blank lines are between the bands or between all rows: others would separate boards.
    let order = Size::from_side(form.side).map_or(1, |size| size.order());
    let is_gap = |row: usize| gaps >> row & 1 == 1;
    if !((1..form.side).all(|row| row % order == 0 || !is_gap(row)) || (1..form.side).all(is_gap)) {
        return Some(None);
    }
    let is_labelled = |labels: &[Vec<u8>]| {
        let labels: Vec<&[u8]> = labels.iter().map(Vec::as_slice).collect();
        if form.repeats_labels { is_repeated(&labels) } else { is_sequence(&labels) }
    };
    let fits = (form.labels.0 == 0 || is_labelled(&before)) && (form.labels.1 == 0 || is_labelled(&after));
    let numbered = |labels: &[Vec<u8>]| labels.first().is_some_and(|label| place(label).is_some());
    Some(fits.then(|| (number, rows, numbered(&before) || numbered(&after))))
}

/// Ends a board: passes the numbers of the columns below it, and notes that the first line was read as such numbers.
fn finish(
    lines: &LooseLines,
    mut end: usize,
    rows: &[Vec<LooseCell>],
    form: RowForm,
    size: Size,
    header: Option<(&[u8], bool)>,
) -> Ahead {
    let mut note = None;
    if let Some((header, has_labels)) = header {
        let next = lines.get(end)?;
        if next.as_deref().is_some_and(|next| words(next) == words(header)) {
            end += 1;
        } else if !has_labels && next.is_some_and(|next| form.row(&next, &words(&next)).is_some()) {
            // One row too many: the first line is a row.
            return Some(None);
        }
        if !has_labels && words(header).iter().all(|word| cell(word).is_some()) {
            note = Some("the numbers above the rows are read as the numbers of the columns".to_owned());
        }
    }
    let of_board = |board: usize| -> Vec<LooseCell> {
        rows.iter().flat_map(|row| &row[board * form.side..(board + 1) * form.side]).copied().collect()
    };
    let boards = (0..form.boards).map(|board| (size, of_board(board))).collect();
    Some(lines.found(end, boards, note))
}

/// Returns whether a line may stand between two rows: a part of a frame, or blank.
pub fn is_between_rows(line: &[u8]) -> bool {
    line.iter().all(|byte| byte.is_ascii_whitespace() || b"-=+|_*:~#'`.<>&/\\".contains(byte))
        && !line.contains(&b'.')
        || is_run_of_dots(line)
}

/// Returns whether a line is dots and bars that stand for a frame: `:.....:.....:`.
fn is_run_of_dots(line: &[u8]) -> bool {
    line.trim_ascii().starts_with(b":.") && line.trim_ascii().ends_with(b".:")
}
