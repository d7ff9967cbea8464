//! Rung 4: bit masks instead of scans.
//!
//! Expected gain: nearly all that is possible in a recursive solver. 27 compares become one AND.

use crate::board::{Cells, box_of, column_of, row_of};
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct BitMasks {
    board: Cells,
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
}

impl BitMasks {
    /// Whether `digit` is missing in the row, the column and the box.
    fn is_valid(&self, cell: usize, digit: u8) -> bool {
        (self.rows[row_of(cell)] | self.columns[column_of(cell)] | self.boxes[box_of(cell)]) & (1 << digit)
            == 0
    }

    /// Adds `digit` to the three masks of a cell, or removes it.
    fn flip(&mut self, cell: usize, digit: u8) {
        self.rows[row_of(cell)] ^= 1 << digit;
        self.columns[column_of(cell)] ^= 1 << digit;
        self.boxes[box_of(cell)] ^= 1 << digit;
    }

    /// Fills the open cells from `cell` to the last.
    fn fill_from(&mut self, cell: usize, watch: &mut impl StepWatch) -> SearchEnd {
        if cell == 81 {
            return SearchEnd::Solved;
        }
        if self.board[cell] != 0 {
            return self.fill_from(cell + 1, watch);
        }
        if !watch.step(cell) {
            return SearchEnd::Stopped;
        }
        for digit in 1..=9 {
            if self.is_valid(cell, digit) {
                self.board[cell] = digit;
                self.flip(cell, digit);
                match self.fill_from(cell + 1, watch) {
                    SearchEnd::Exhausted if watch.step(cell) => self.flip(cell, digit),
                    SearchEnd::Exhausted => return SearchEnd::Stopped,
                    ended => return ended,
                }
            }
        }
        self.board[cell] = 0;
        SearchEnd::Exhausted
    }
}

impl RungSolver for BitMasks {
    fn load(clues: &Cells) -> Option<Self> {
        let mut solver = Self { board: [0; 81], rows: [0; 9], columns: [0; 9], boxes: [0; 9] };
        for (cell, &digit) in clues.iter().enumerate().filter(|&(_, &clue)| clue != 0) {
            if !solver.is_valid(cell, digit) {
                return None;
            }
            solver.board[cell] = digit;
            solver.flip(cell, digit);
        }
        Some(solver)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        self.fill_from(0, watch)
    }

    fn solution(&self) -> Cells {
        self.board
    }
}
