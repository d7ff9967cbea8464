//! The occupancy-bits solver, rung (a) to rung (f): the sets of digits that rows, columns and boxes
//! already hold, kept as bits; a stack of moves; cells visited line by line.
//!
//! The ideas are those of Nilo Stolte's solver (github.com/nilostolte/Sudoku: Java, C, Zig), in Rust
//! and in their historical order. Bit 0 stands for digit 1, up to bit 8 for digit 9.

pub mod a;
pub mod b;
pub mod c;
pub mod d;
pub mod e;
pub mod f;

use crate::board::Cells;

/// The third of the grid that a row or a column is in: a table, until rung (f) divides.
const THIRD: [usize; 9] = [0, 0, 0, 1, 1, 1, 2, 2, 2];

/// A digit placed in a cell.
#[derive(Clone, Copy, Default)]
struct Move {
    row: u8,
    column: u8,
    digit: u8,
    code: u16,
}

/// Grid, occupancy and stack of rungs (a) to (e).
#[derive(Clone)]
struct Occupancy {
    grid: [[u8; 9]; 9],
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [[u16; 3]; 3],
    moves: [Move; 81],
    moves_made: usize,
}

impl Occupancy {
    fn load(clues: &Cells) -> Option<Self> {
        let mut state = Self {
            grid: [[0; 9]; 9],
            rows: [0; 9],
            columns: [0; 9],
            boxes: [[0; 3]; 3],
            moves: [Move::default(); 81],
            moves_made: 0,
        };
        for row in 0..9 {
            for column in 0..9 {
                let clue = clues[row * 9 + column];
                if clue != 0 {
                    let code = 1 << (clue - 1);
                    if state.inserted(row, column) & code != 0 {
                        return None;
                    }
                    state.flip(row, column, code);
                    state.grid[row][column] = clue;
                }
            }
        }
        Some(state)
    }

    /// The digits that the row, the column and the box of a cell hold.
    #[inline(always)]
    fn inserted(&self, row: usize, column: usize) -> u16 {
        self.rows[row] | self.columns[column] | self.boxes[THIRD[row]][THIRD[column]]
    }

    /// Adds a digit to the three sets of a cell, or removes it.
    #[inline(always)]
    fn flip(&mut self, row: usize, column: usize, code: u16) {
        self.rows[row] ^= code;
        self.columns[column] ^= code;
        self.boxes[THIRD[row]][THIRD[column]] ^= code;
    }

    /// Makes a move and pushes it on the stack.
    #[inline(always)]
    fn push(&mut self, row: usize, column: usize, code: u16, digit: u8) {
        self.moves[self.moves_made] = Move { row: row as u8, column: column as u8, digit, code };
        self.moves_made += 1;
        self.grid[row][column] = digit;
        self.flip(row, column, code);
    }

    /// Undoes the last move and returns it, or `None` if there is none.
    #[inline(always)]
    fn pop(&mut self) -> Option<Move> {
        self.moves_made = self.moves_made.checked_sub(1)?;
        let last = self.moves[self.moves_made];
        self.grid[usize::from(last.row)][usize::from(last.column)] = 0;
        self.flip(last.row.into(), last.column.into(), last.code);
        Some(last)
    }

    fn solution(&self) -> Cells {
        let mut cells = [0; 81];
        cells.as_chunks_mut().0.copy_from_slice(&self.grid);
        cells
    }
}
