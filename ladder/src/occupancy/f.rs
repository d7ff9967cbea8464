//! (f): the grid as one line of 81 cells, the digit by population count, the box by division.
//!
//! The bits below a code number its digit, so one POPCNT replaces (e)'s three tables; the compiler
//! turns the division by 3 into a multiplication, which replaces the table of thirds. Expected
//! gain: a dependent load in each of the two places.

use super::Move;
use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct F {
    grid: Cells,
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    moves: [Move; 81],
    moves_made: usize,
}

impl F {
    /// The digits that the row, the column and the box of a cell hold.
    #[inline(always)]
    fn inserted(&self, row: usize, column: usize) -> u16 {
        self.rows[row] | self.columns[column] | self.boxes[row / 3 * 3 + column / 3]
    }

    /// Adds a digit to the three sets of a cell, or removes it.
    #[inline(always)]
    fn flip(&mut self, row: usize, column: usize, code: u16) {
        self.rows[row] ^= code;
        self.columns[column] ^= code;
        self.boxes[row / 3 * 3 + column / 3] ^= code;
    }
}

impl RungSolver for F {
    fn load(clues: &Cells) -> Option<Self> {
        let mut solver = Self {
            grid: *clues,
            rows: [0; 9],
            columns: [0; 9],
            boxes: [0; 9],
            moves: [Move::default(); 81],
            moves_made: 0,
        };
        for row in 0..9 {
            for column in 0..9 {
                let clue = clues[row * 9 + column];
                if clue != 0 {
                    let code = 1 << (clue - 1);
                    if solver.inserted(row, column) & code != 0 {
                        return None;
                    }
                    solver.flip(row, column, code);
                }
            }
        }
        Some(solver)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        let (mut row, mut column, mut cell) = (0, 0, 0);
        let mut code = 1u16;
        loop {
            if self.grid[cell] == 0 {
                if !watch.step(cell) {
                    return SearchEnd::Stopped;
                }
                let inserted = self.inserted(row, column);
                if inserted + code > 511 {
                    let Some(before) = self.moves_made.checked_sub(1) else {
                        return SearchEnd::Exhausted;
                    };
                    self.moves_made = before;
                    let last = self.moves[before];
                    (row, column) = (last.row.into(), last.column.into());
                    cell = row * 9 + column;
                    self.grid[cell] = 0;
                    self.flip(row, column, last.code);
                    code = last.code << 1;
                    continue;
                }
                // The lowest bit from `code` upward that is not inserted, as in (d).
                code = (((code + inserted) ^ inserted) + code) >> 1;
                let digit = (code - 1).count_ones() as u8 + 1;
                self.moves[self.moves_made] = Move { row: row as u8, column: column as u8, digit, code };
                self.moves_made += 1;
                self.grid[cell] = digit;
                self.flip(row, column, code);
                code = 1;
            }
            cell += 1;
            column += 1;
            if column == 9 {
                column = 0;
                row += 1;
                if row == 9 {
                    return SearchEnd::Solved;
                }
            }
        }
    }

    fn solution(&self) -> Cells {
        self.grid
    }
}
