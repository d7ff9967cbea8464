//! V3: three arrays of bit masks instead of the scans, and a list of the open cells.
//!
//! Expected gain: the greatest of all rungs. 27 compares a digit become three loads, two ORs and a bit
//! test, and clues are not visited.

use super::masks::MaskedGrid;
use crate::board::Cells;
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct V3(MaskedGrid);

impl RungSolver for V3 {
    fn load(clues: &Cells) -> Option<Self> {
        MaskedGrid::load(clues).map(Self)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        let MaskedGrid { grid, rows, columns, boxes, open_cells, open_count } = &mut self.0;
        let open_cells = &open_cells[..*open_count];
        let mut position = 0;
        'forward: loop {
            let Some(mut open) = open_cells.get(position).copied() else {
                return SearchEnd::Solved;
            };
            let mut digit = 0;
            loop {
                if !watch.step(open.cell.into()) {
                    return SearchEnd::Stopped;
                }
                let (row, column, r#box) =
                    (usize::from(open.row), usize::from(open.column), usize::from(open.r#box));
                let taken = rows[row] | columns[column] | boxes[r#box];
                while digit < 9 {
                    digit += 1;
                    if taken & (1 << digit) == 0 {
                        grid[usize::from(open.cell)] = digit;
                        rows[row] |= 1 << digit;
                        columns[column] |= 1 << digit;
                        boxes[r#box] |= 1 << digit;
                        position += 1;
                        continue 'forward;
                    }
                }
                // Back: remove the digit of the cell before, then jump into the middle of going
                // forward, to its next digit.
                if position == 0 {
                    return SearchEnd::Exhausted;
                }
                position -= 1;
                open = open_cells[position];
                digit = grid[usize::from(open.cell)];
                rows[usize::from(open.row)] &= !(1 << digit);
                columns[usize::from(open.column)] &= !(1 << digit);
                boxes[usize::from(open.r#box)] &= !(1 << digit);
            }
        }
    }

    fn solution(&self) -> Cells {
        self.0.grid
    }
}
