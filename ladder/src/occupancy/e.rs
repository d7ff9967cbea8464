//! (e): the digit from three small tables, indexed by three bits of the code each.
//!
//! Expected gain: most of (d)'s shifts and masks, for three loads from one cache line.

use super::Occupancy;
use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct E(Occupancy);

impl RungSolver for E {
    fn load(clues: &Cells) -> Option<Self> {
        Occupancy::load(clues).map(Self)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        let state = &mut self.0;
        let (mut row, mut column) = (0, 0);
        let mut code = 1;
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
                    code = last.code << 1;
                    continue;
                }
                code = next_candidate(code, inserted);
                state.push(row, column, code, digit_of(code));
                code = 1;
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

/// The lowest bit from `code` upward that is not in `inserted`.
#[inline(always)]
fn next_candidate(code: u16, inserted: u16) -> u16 {
    (((code + inserted) ^ inserted) + code) >> 1
}

/// The digit of a code's lowest, middle and highest three bits; 0 where the three are 0.
const DIGITS: [[u8; 8]; 3] = [[0, 1, 2, 0, 3, 0, 0, 0], [0, 4, 5, 0, 6, 0, 0, 0], [0, 7, 8, 0, 9, 0, 0, 0]];

/// The digit of a bit.
#[inline(always)]
fn digit_of(code: u16) -> u8 {
    let thirds = [code & 7, code >> 3 & 7, code >> 6 & 7].map(usize::from);
    DIGITS[0][thirds[0]] | DIGITS[1][thirds[1]] | DIGITS[2][thirds[2]]
}
