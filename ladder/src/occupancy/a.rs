//! (a): a plain loop over the digits, each tested by its bit against the units.
//!
//! One OR of three sets replaces 27 compares. A cell without a candidate is detected only after all
//! digits are tested.

use super::Occupancy;
use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct A(Occupancy);

impl RungSolver for A {
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
                while digit != 10 && code & inserted != 0 {
                    code <<= 1;
                    digit += 1;
                }
                if digit == 10 {
                    let Some(last) = state.pop() else {
                        return SearchEnd::Exhausted;
                    };
                    (row, column) = (last.row.into(), last.column.into());
                    (code, digit) = (last.code << 1, last.digit + 1);
                    continue;
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
