//! V2: the three scans of V1 in one loop.
//!
//! Expected gain: a third of the loop overhead, and an earlier end, because a collision in the box is
//! found before row and column are scanned.

use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct V2 {
    grid: Cells,
    is_clue: [bool; 81],
}

impl V2 {
    /// Whether `digit` is missing in the row, the column and the box of `cell`: one scan.
    fn fits(&self, cell: usize, digit: u8) -> bool {
        // Lets the compiler remove the bounds checks, which C does not have.
        assert!(cell < 81);
        let (row, column) = (cell / 9, cell % 9);
        let corner = row / 3 * 27 + column / 3 * 3;
        !(0..9).any(|i| {
            self.grid[row * 9 + i] == digit
                || self.grid[i * 9 + column] == digit
                || self.grid[corner + i / 3 * 9 + i % 3] == digit
        })
    }
}

impl RungSolver for V2 {
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
