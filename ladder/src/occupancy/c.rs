//! (c): the test of (b) by one addition.
//!
//! When every bit from `code` upward is set, adding `code` carries out of the ninth bit, and only
//! then. Expected gain: three operations relative to (b).

use super::Occupancy;
use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct C(Occupancy);

impl RungSolver for C {
    fn load(clues: &Cells) -> Option<Self> {
        Occupancy::load(clues).map(Self)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        let state = &mut self.0;
        let (mut row, mut column) = (0, 0);
        let (mut code, mut digit) = (1, 1);
        loop {
            if state.grid[row][column] == 0 {
                if !watch.step(row * 9 + column) {
                    return SearchEnd::Stopped;
                }
                let inserted = state.inserted(row, column);
                if inserted + code > 511 {
                    let Some(last) = state.pop() else {
                        return SearchEnd::Exhausted;
                    };
                    (row, column) = (last.row.into(), last.column.into());
                    (code, digit) = (last.code << 1, last.digit + 1);
                    continue;
                }
                while code & inserted != 0 {
                    code <<= 1;
                    digit += 1;
                }
                state.push(row, column, code, digit);
                (code, digit) = (1, 1);
            }
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
        self.0.solution()
    }
}
