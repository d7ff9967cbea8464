//! Boards on one line, with any text around them.

use lanedoku::Size;

use super::tokens::{LooseCell, cell, is_run, is_separator, marks, run, words};
use super::{Ahead, LooseLines, SIZES};

/// Reads the boards on the next line.
pub fn read(lines: &LooseLines) -> Ahead {
    let Some(line) = lines.get(0)? else { return Some(None) };
    let mut boards = Vec::new();
    for size in SIZES.into_iter().filter(|size| lines.allows(*size)) {
        boards = runs(&line, size);
        if boards.is_empty() {
            boards = of_words(&words(&line), size);
        }
        if !boards.is_empty() {
            break;
        }
    }
    if boards.is_empty() && lines.allows(Size::Nine) {
        boards.extend(with_blanks(&line));
    }
    Some(lines.found(usize::from(!boards.is_empty()), boards, None))
}

/// Returns the words, also between other characters than separators, that are a board each.
fn runs(line: &[u8], size: Size) -> Vec<(Size, Vec<LooseCell>)> {
    if size == Size::Four {
        return Vec::new();
    }
    let separates =
        |byte: &u8| is_separator(*byte) || b"#!@%^\\".contains(byte) || *byte == super::glyphs::OTHER;
    let is_board = |word: &&[u8]| word.len() == size.cells() && is_run(word, size.side());
    line.split(separates)
        .map(|word| {
            // A full stop may end a sentence.
            let cut = word
                .strip_suffix(b".")
                .filter(|cut| !cut.contains(&b'.') && word.len() < line.trim_ascii().len());
            cut.filter(|_| word.len() == size.cells() + 1).unwrap_or(word)
        })
        .filter(is_board)
        .map(|word| (size, run(word).collect()))
        .collect()
}

/// Returns the boards in words: as many rows as a board has, one after the other, or as many cells.
fn of_words(words: &[&[u8]], size: Size) -> Vec<(Size, Vec<LooseCell>)> {
    let mut boards = Vec::new();
    let side = size.side();
    let is_row = |word: &&[u8]| side > 4 && word.len() == side && is_run(word, side);
    let fits = |cell: &LooseCell| match cell {
        LooseCell::Character(byte) => side > 9 || usize::from(byte.wrapping_sub(b'0')) <= side,
        _ => true,
    };
    let is_cell = |word: &&[u8]| cell(word).is_some_and(|cell| fits(&cell));
    for (count, is_part) in [(side, &is_row as &dyn Fn(&&[u8]) -> bool), (size.cells(), &is_cell)] {
        for part in words.chunk_by(|one, next| is_part(one) == is_part(next)) {
            // The candidates of a row.
            if count == side && part.iter().all(|word| marks(word).is_some()) {
                continue;
            }
            // With two marks for open cells, one may be another column of a record.
            if count != side && !has_one_mark(part) {
                continue;
            }
            // A few cells more would be a mistake, not a board.
            if is_part(&part[0])
                && part.len().is_multiple_of(count)
                && (side > 4 || part.len() == words.len())
            {
                boards.extend(part.chunks(count).map(|part| {
                    let cells = part.iter().flat_map(|word| match count == side {
                        true => run(word).collect::<Vec<_>>(),
                        false => cell(word).into_iter().collect(),
                    });
                    (size, cells.collect())
                }));
            }
        }
        if !boards.is_empty() {
            break;
        }
    }
    boards
}

/// Returns whether all open cells among these words are written alike.
fn has_one_mark(words: &[&[u8]]) -> bool {
    let is_open = |word: &&[u8]| matches!(cell(word), Some(LooseCell::Open | LooseCell::Character(b'0')));
    let mut open = words.iter().copied().filter(is_open);
    let first = open.next();
    open.all(|word| Some(word) == first)
}

/// Returns the board of a line of 81 digits and blanks. Blanks at its end may be missing.
fn with_blanks(line: &[u8]) -> Option<(Size, Vec<LooseCell>)> {
    const CELLS: usize = Size::Nine.cells();
    let line = if line.len() > CELLS { line.trim_ascii_end() } else { line };
    let digits = line.iter().filter(|byte| matches!(byte, b'1'..=b'9')).count();
    let is_plain = line.iter().all(|byte| matches!(byte, b'1'..=b'9' | b' '));
    let blanks = line.len() - digits;
    // Single blanks between all digits separate them. Without many blanks, a digit is missing.
    let has_neighbours = line.windows(2).any(|pair| !pair.contains(&b' '));
    let fits = (CELLS - 8..=CELLS).contains(&line.len())
        && is_plain
        && digits >= 8
        && blanks >= 16
        && has_neighbours;
    fits.then(|| {
        let cell = |byte: &u8| if *byte == b' ' { LooseCell::Open } else { LooseCell::Character(*byte) };
        let missing = std::iter::repeat_n(LooseCell::Open, CELLS - line.len());
        (Size::Nine, line.iter().map(cell).chain(missing).collect())
    })
}
