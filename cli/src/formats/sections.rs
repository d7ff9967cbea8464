//! The parts of `.sdk` files, `[Puzzle]`, `[State]` and others, and titles.

use super::lines::LineShape;
use lanedoku::Size;

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
    pub fn pass_text(&mut self, text: &LineShape) {
        if text.part.is_some() || text.is_puzzle(Size::Nine) || text.is_candidate_line() {
            self.rows = 0;
        } else if text.is_row(Size::Nine) {
            self.rows -= 1;
        }
    }
}
