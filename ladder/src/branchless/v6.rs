//! V6: only bits, no digit numbers; masks, tried bits, and lists of indices.
//!
//! A cell remembers the bit it tried last. Every higher bit that no unit holds is a candidate, and the
//! lowest candidate is one AND with the negative. So there is no loop over the digits, and no branch
//! that depends on the puzzle. Expected gain: the remaining mispredictions. Each step still waits for
//! the stores of the step before.

use crate::board::{Cells, box_of, column_of, row_of};
use crate::rung::{RungSolver, SearchEnd, StepWatch};

/// The bits of the nine digits.
const ALL: u16 = 0x1ff;

/// The solver of this rung, loaded with one puzzle.
#[derive(Clone)]
pub struct V6 {
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    /// The bit each open cell tried last; 0 for none.
    tried: [u16; 81],
    open_cells: usize,
    cell_at: [u8; 81],
    row_at: [u8; 81],
    column_at: [u8; 81],
    box_at: [u8; 81],
    clues: Cells,
}

impl RungSolver for V6 {
    fn load(clues: &Cells) -> Option<Self> {
        let mut solver = Self {
            rows: [0; 9],
            columns: [0; 9],
            boxes: [0; 9],
            tried: [0; 81],
            open_cells: 0,
            cell_at: [0; 81],
            row_at: [0; 81],
            column_at: [0; 81],
            box_at: [0; 81],
            clues: *clues,
        };
        for (cell, &clue) in clues.iter().enumerate() {
            let (row, column, r#box) = (row_of(cell), column_of(cell), box_of(cell));
            if clue == 0 {
                let position = solver.open_cells;
                solver.cell_at[position] = cell as u8;
                solver.row_at[position] = row as u8;
                solver.column_at[position] = column as u8;
                solver.box_at[position] = r#box as u8;
                solver.open_cells += 1;
                continue;
            }
            let bit = 1 << (clue - 1);
            if (solver.rows[row] | solver.columns[column] | solver.boxes[r#box]) & bit != 0 {
                return None;
            }
            solver.rows[row] |= bit;
            solver.columns[column] |= bit;
            solver.boxes[r#box] |= bit;
        }
        Some(solver)
    }

    fn solve(&mut self, watch: &mut impl StepWatch) -> SearchEnd {
        let mut position = 0usize;
        while position < self.open_cells {
            if !watch.step(self.cell_at[position].into()) {
                return SearchEnd::Stopped;
            }
            let row = usize::from(self.row_at[position]);
            let column = usize::from(self.column_at[position]);
            let r#box = usize::from(self.box_at[position]);
            let tried = self.tried[position];
            // Remove the tried bit from the units; a new cell has none.
            let row_mask = self.rows[row] & !tried;
            let column_mask = self.columns[column] & !tried;
            let box_mask = self.boxes[r#box] & !tried;
            // Exclude the tried bit and all below it; without one, 0 - 0 excludes nothing.
            let done = (tried << 1).wrapping_sub(u16::from(tried != 0));
            let candidates = !(row_mask | column_mask | box_mask | done) & ALL;
            let pick = candidates & candidates.wrapping_neg();
            self.tried[position] = pick;
            self.rows[row] = row_mask | pick;
            self.columns[column] = column_mask | pick;
            self.boxes[r#box] = box_mask | pick;
            position = position.wrapping_add(2 * usize::from(pick != 0)).wrapping_sub(1);
        }
        if position == self.open_cells { SearchEnd::Solved } else { SearchEnd::Exhausted }
    }

    fn solution(&self) -> Cells {
        let mut grid = self.clues;
        for position in 0..self.open_cells {
            grid[usize::from(self.cell_at[position])] = self.tried[position].trailing_zeros() as u8 + 1;
        }
        grid
    }
}
