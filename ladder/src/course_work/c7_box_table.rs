//! Rung 7: lookup tables for the box of a cell.
//!
//! Expected gain: the two divisions that find the box's corner, for one load.

use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The first cell of each cell's box.
const BOX_CORNER: [u8; 81] = {
    let mut corners = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        corners[cell] = (cell / 27 * 27 + cell % 9 / 3 * 3) as u8;
        cell += 1;
    }
    corners
};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct BoxTable {
    by_rows: Cells,
    by_columns: Cells,
}

impl BoxTable {
    /// Whether `digit` is missing in the row, the column and the box.
    fn is_valid(&self, cell: usize, digit: u8) -> bool {
        let row = &self.by_rows[cell / 9 * 9..][..9];
        let column = &self.by_columns[cell % 9 * 9..][..9];
        let box_offset = usize::from(BOX_CORNER[cell]);
        let found = (row[0] == digit)
            | (row[1] == digit)
            | (row[2] == digit)
            | (row[3] == digit)
            | (row[4] == digit)
            | (row[5] == digit)
            | (row[6] == digit)
            | (row[7] == digit)
            | (row[8] == digit)
            | (column[0] == digit)
            | (column[1] == digit)
            | (column[2] == digit)
            | (column[3] == digit)
            | (column[4] == digit)
            | (column[5] == digit)
            | (column[6] == digit)
            | (column[7] == digit)
            | (column[8] == digit)
            | (self.by_rows[box_offset] == digit)
            | (self.by_rows[box_offset + 1] == digit)
            | (self.by_rows[box_offset + 2] == digit)
            | (self.by_rows[box_offset + 9] == digit)
            | (self.by_rows[box_offset + 10] == digit)
            | (self.by_rows[box_offset + 11] == digit)
            | (self.by_rows[box_offset + 18] == digit)
            | (self.by_rows[box_offset + 19] == digit)
            | (self.by_rows[box_offset + 20] == digit);
        !found
    }

    /// Fills the open cells from `cell` to the last.
    fn fill_from(&mut self, cell: usize, watch: &mut impl StepWatch) -> SearchEnd {
        if cell == 81 {
            return SearchEnd::Solved;
        }
        if self.by_rows[cell] != 0 {
            return self.fill_from(cell + 1, watch);
        }
        if !watch.step(cell) {
            return SearchEnd::Stopped;
        }
        for digit in 1..=9 {
            if self.is_valid(cell, digit) {
                self.by_rows[cell] = digit;
                self.by_columns[cell % 9 * 9 + cell / 9] = digit;
                match self.fill_from(cell + 1, watch) {
                    SearchEnd::Exhausted if watch.step(cell) => {}
                    SearchEnd::Exhausted => return SearchEnd::Stopped,
                    ended => return ended,
                }
            }
        }
        self.by_rows[cell] = 0;
        self.by_columns[cell % 9 * 9 + cell / 9] = 0;
        SearchEnd::Exhausted
    }
}

impl RungSolver for BoxTable {
    fn load(clues: &Cells) -> Option<Self> {
        let mut solver = Self { by_rows: [0; 81], by_columns: [0; 81] };
        for (cell, &digit) in clues.iter().enumerate().filter(|&(_, &clue)| clue != 0) {
            if !solver.is_valid(cell, digit) {
                return None;
            }
            solver.by_rows[cell] = digit;
            solver.by_columns[cell % 9 * 9 + cell / 9] = digit;
        }
        Some(solver)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        self.fill_from(0, watch)
    }

    fn solution(&self) -> Cells {
        self.by_rows
    }
}
