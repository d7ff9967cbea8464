//! (d): the next candidate without a loop, and the digit from its bit by shifts and masks.
//!
//! Adding `code` carries through the inserted digits above it and stops at the first zero bit. The
//! XOR has the carried run and that bit; adding `code` again leaves the one bit above it, and a shift
//! moves it back. Expected gain: the loop whose length the processor has to predict.

use super::Occupancy;
use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct D(Occupancy);

impl RungSolver for D {
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

/// The digit of a bit: each bit of the digit is set by the codes of the digits that have it.
#[inline(always)]
fn digit_of(code: u16) -> u8 {
    let ones = code | code >> 2 | code >> 4 | code >> 6 | code >> 8;
    let twos = code >> 1 | code >> 2 | code >> 5 | code >> 6;
    let fours = code >> 3 | code >> 4 | code >> 5 | code >> 6;
    let eights = code >> 7 | code >> 8;
    ((ones & 1) | (twos & 1) << 1 | (fours & 1) << 2 | (eights & 1) << 3) as u8
}
