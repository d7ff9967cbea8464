//! The sections of `.sdk` files: `[Puzzle]`, `[State]` and others.

use crate::lines::LineShape;
use lanedoku::Size;

/// The current section. The section `[Puzzle]` has the puzzle; the boards in the sections after it are skipped.
#[derive(Default)]
pub struct Sections {
    /// Whether a `[Puzzle]` was read.
    has_puzzle: bool,
    /// The number of rows to skip in this section.
    rows: usize,
}

impl Sections {
    /// Begins a section. Returns false if a section of this name cannot begin here.
    pub fn begin(&mut self, name: &[u8]) -> bool {
        let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        if is("puzzle") {
            (self.has_puzzle, self.rows) = (true, 0);
            return true;
        }
        if self.has_puzzle {
            self.rows = Size::Nine.side();
        }
        // Without a `[Puzzle]`, the `[State]` is the puzzle.
        self.has_puzzle || is("state")
    }

    /// Returns whether rows are skipped.
    pub fn skips(&self) -> bool {
        self.rows > 0
    }

    pub fn end(&mut self) {
        self.rows = 0;
    }

    /// Skips a row of this number of cells.
    pub fn pass_row(&mut self, cells: usize) {
        if cells == Size::Nine.side() {
            self.rows -= 1;
        }
    }

    /// Skips a line, which may be a whole puzzle.
    pub fn pass_line(&mut self, shape: &LineShape) {
        if shape.part.is_some() || shape.is_puzzle(Size::Nine) || shape.is_candidate_line() {
            self.rows = 0;
        } else if shape.is_row(Size::Nine) {
            self.rows -= 1;
        }
    }
}
