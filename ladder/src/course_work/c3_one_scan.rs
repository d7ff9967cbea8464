//! Rung 3: the scans combined, and the index of the cell kept instead of its row and column.
//!
//! Expected gain: the overhead of two loops and the repeated computation of the cell's index.

use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct OneScan {
    board: Cells,
}

impl OneScan {
    /// Whether `digit` is missing in the row, the column and the box.
    fn is_valid(&self, cell: usize, digit: u8) -> bool {
        // Lets the compiler remove the bounds checks, which C does not have.
        assert!(cell < 81);
        let column = cell % 9;
        let row_offset = cell - column;
        let box_offset = cell / 27 * 27 + column / 3 * 3;
        !(0..9).any(|i| {
            self.board[row_offset + i] == digit
                || self.board[i * 9 + column] == digit
                || self.board[box_offset + i / 3 * 9 + i % 3] == digit
        })
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
                match self.fill_from(cell + 1, watch) {
                    SearchEnd::Exhausted if watch.step(cell) => {}
                    SearchEnd::Exhausted => return SearchEnd::Stopped,
                    ended => return ended,
                }
            }
        }
        self.board[cell] = 0;
        SearchEnd::Exhausted
    }
}

impl RungSolver for OneScan {
    fn load(clues: &Cells) -> Option<Self> {
        let mut solver = Self { board: [0; 81] };
        for (cell, &digit) in clues.iter().enumerate().filter(|&(_, &clue)| clue != 0) {
            if !solver.is_valid(cell, digit) {
                return None;
            }
            solver.board[cell] = digit;
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
