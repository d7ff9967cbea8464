//! V1: tries the digits 1 to 9 in each cell and scans row, column and box, one after the other.
//!
//! The first version keeps only the grid. A step costs up to nine digits times 27 compares, and the
//! processor has to predict where each scan ends.

use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct V1 {
    grid: Cells,
    is_clue: [bool; 81],
}

impl V1 {
    /// Whether `digit` is missing in the row, the column and the box of `cell`: three scans.
    fn fits(&self, cell: usize, digit: u8) -> bool {
        // Lets the compiler remove the bounds checks, which C does not have.
        assert!(cell < 81);
        let (row, column) = (cell / 9, cell % 9);
        let corner = row / 3 * 27 + column / 3 * 3;
        !(0..9).any(|i| self.grid[row * 9 + i] == digit)
            && !(0..9).any(|i| self.grid[i * 9 + column] == digit)
            && !(0..9).any(|i| self.grid[corner + i / 3 * 9 + i % 3] == digit)
    }
}

impl RungSolver for V1 {
    fn load(clues: &Cells) -> Option<Self> {
        let mut solver = Self { grid: [0; 81], is_clue: clues.map(|clue| clue != 0) };
        for (cell, &clue) in clues.iter().enumerate() {
            if clue != 0 {
                if !solver.fits(cell, clue) {
                    return None;
                }
                solver.grid[cell] = clue;
            }
        }
        Some(solver)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        let mut cell = 0;
        'forward: loop {
            while cell < 81 && self.is_clue[cell] {
                cell += 1;
            }
            if cell == 81 {
                return SearchEnd::Solved;
            }
            // Going back jumps into the middle of this loop: to the next digit of a cell that
            // already has one.
            loop {
                if !watch.step(cell) {
                    return SearchEnd::Stopped;
                }
                for digit in self.grid[cell] + 1..=9 {
                    if self.fits(cell, digit) {
                        self.grid[cell] = digit;
                        cell += 1;
                        continue 'forward;
                    }
                }
                self.grid[cell] = 0;
                loop {
                    if cell == 0 {
                        return SearchEnd::Exhausted;
                    }
                    cell -= 1;
                    if !self.is_clue[cell] {
                        break;
                    }
                }
            }
        }
    }

    fn solution(&self) -> Cells {
        self.grid
    }
}
