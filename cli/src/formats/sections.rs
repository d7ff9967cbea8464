//! The parts of `.sdk` files, `[Puzzle]`, `[State]` and others, and titles.

use super::lines::Text;
use lanedoku::Size;

/// Whether a line in brackets names a section.
pub fn is_name(name: &[u8]) -> bool {
    (1..=20).contains(&name.len()) && name.iter().all(u8::is_ascii_alphabetic)
}

/// Whether a line only numbers what follows: `Grid 01`, `Puzzle 12:`.
pub fn is_title(trimmed: &[u8]) -> bool {
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

/// Which section a text is in. What stands behind `[Puzzle]` is the puzzle, and what stands in the sections behind it
/// is not.
#[derive(Default)]
pub struct Sections {
    /// Whether a `[Puzzle]` has come.
    has_puzzle: bool,
    /// Rows that may still come in a section that is no puzzle.
    rows: usize,
}

impl Sections {
    /// Begins a section; false if the line says nothing here.
    pub fn begin(&mut self, name: &[u8]) -> bool {
        let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        if is("puzzle") {
            (self.has_puzzle, self.rows) = (true, 0);
            return true;
        }
        if self.has_puzzle {
            self.rows = Size::Nine.side();
        }
        // Without a puzzle before, the state of one is all there is.
        self.has_puzzle || is("state")
    }

    /// Whether lines are passed over.
    pub fn skips(&self) -> bool {
        self.rows > 0
    }

    pub fn end(&mut self) {
        self.rows = 0;
    }

    /// Passes over a row of so many cells.
    pub fn pass_row(&mut self, cells: usize) {
        if cells == Size::Nine.side() {
            self.rows -= 1;
        }
    }

    /// Passes over a line, which may hold all of the rows.
    pub fn pass_text(&mut self, text: &Text) {
        if text.part.is_some() || text.is_puzzle(Size::Nine) || text.is_candidate_line() {
            self.rows = 0;
        } else if text.is_row(Size::Nine) {
            self.rows -= 1;
        }
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
