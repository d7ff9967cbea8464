//! Rung 2: the offset of the row hoisted out of the loops.
//!
//! Expected gain: a multiplication a compare, unless the compiler hoists it anyway.

use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct RowOffset {
    board: Cells,
}

impl RowOffset {
    /// Whether `digit` is missing in the row, the column and the box.
    fn is_valid(&self, row: usize, column: usize, digit: u8) -> bool {
        // Lets the compiler remove the bounds checks, which C does not have.
        assert!(row < 9 && column < 9);
        let row_offset = row * 9;
        for i in 0..9 {
            if self.board[row_offset + i] == digit {
                return false;
            }
        }
        for i in 0..9 {
            if self.board[i * 9 + column] == digit {
                return false;
            }
        }
        let box_column = column / 3 * 3;
        for i in 0..3 {
            let row_offset = (row / 3 * 3 + i) * 9 + box_column;
            for j in 0..3 {
                if self.board[row_offset + j] == digit {
                    return false;
                }
            }
        }
        true
    }

    /// Fills the open cells from row `row`, column `column` to the last.
    fn fill(&mut self, row: usize, column: usize, watch: &mut impl StepWatch) -> SearchEnd {
        if row == 9 {
            return SearchEnd::Solved;
        }
        if column == 9 {
            return self.fill(row + 1, 0, watch);
        }
        if self.board[row * 9 + column] != 0 {
            return self.fill(row, column + 1, watch);
        }
        if !watch.step(row * 9 + column) {
            return SearchEnd::Stopped;
        }
        for digit in 1..=9 {
            if self.is_valid(row, column, digit) {
                self.board[row * 9 + column] = digit;
                match self.fill(row, column + 1, watch) {
                    SearchEnd::Exhausted if watch.step(row * 9 + column) => {}
                    SearchEnd::Exhausted => return SearchEnd::Stopped,
                    ended => return ended,
                }
                self.board[row * 9 + column] = 0;
            }
        }
        SearchEnd::Exhausted
    }
}

impl RungSolver for RowOffset {
    fn load(clues: &Cells) -> Option<Self> {
        let mut solver = Self { board: [0; 81] };
        for (cell, &digit) in clues.iter().enumerate().filter(|&(_, &clue)| clue != 0) {
            if !solver.is_valid(cell / 9, cell % 9, digit) {
                return None;
            }
            solver.board[cell] = digit;
        }
        Some(solver)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        self.fill(0, 0, watch)
    }

    fn solution(&self) -> Cells {
        self.board
    }
}
