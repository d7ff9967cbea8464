//! V4: the jump of V3 replaced by a loop: every iteration visits one cell, in either direction.
//!
//! A cell that is reached forward has no digit, so "remove the digit" and "begin with the next
//! digit" are right for both directions. Expected gain: little by itself, but the two directions become
//! alike, which V5 needs.

use super::masks::MaskedGrid;
use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct V4(MaskedGrid);

impl RungSolver for V4 {
    fn load(clues: &Cells) -> Option<Self> {
        MaskedGrid::load(clues).map(Self)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        let MaskedGrid { grid, rows, columns, boxes, open_cells, open_count } = &mut self.0;
        let open_cells = &open_cells[..*open_count];
        let mut position = 0;
        while let Some(open) = open_cells.get(position) {
            let cell = usize::from(open.cell);
            if !watch.step(cell) {
                return SearchEnd::Stopped;
            }
            let (row, column, r#box) =
                (usize::from(open.row), usize::from(open.column), usize::from(open.r#box));
            let mut digit = grid[cell];
            if digit != 0 {
                rows[row] &= !(1 << digit);
                columns[column] &= !(1 << digit);
                boxes[r#box] &= !(1 << digit);
            }
            let taken = rows[row] | columns[column] | boxes[r#box];
            digit += 1;
            while digit <= 9 && taken & (1 << digit) != 0 {
                digit += 1;
            }
            if digit <= 9 {
                grid[cell] = digit;
                rows[row] |= 1 << digit;
                columns[column] |= 1 << digit;
                boxes[r#box] |= 1 << digit;
                position += 1;
            } else {
                grid[cell] = 0;
                if position == 0 {
                    return SearchEnd::Exhausted;
                }
                position -= 1;
            }
        }
        SearchEnd::Solved
    }

    fn solution(&self) -> Cells {
        self.0.grid
    }
}
