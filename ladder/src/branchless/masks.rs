//! The data of V3, V4 and V5: three arrays of bit masks and the list of open cells.

use crate::board::{Cells, box_of, column_of, row_of};

/// An open cell and its three units.
#[derive(Clone, Copy, Default)]
pub struct OpenCell {
    pub cell: u8,
    pub row: u8,
    pub column: u8,
    pub r#box: u8,
}

/// The grid with a bit for every digit that a unit holds: bit 1 for digit 1, to bit 9 for digit 9.
#[derive(Clone)]
pub struct MaskedGrid {
    pub grid: Cells,
    pub rows: [u16; 9],
    pub columns: [u16; 9],
    pub boxes: [u16; 9],
    pub open_cells: [OpenCell; 81],
    /// The number of open cells.
    pub open_count: usize,
}

impl MaskedGrid {
    /// One pass over the clues fills the masks; a bit already set is a collision.
    pub fn load(clues: &Cells) -> Option<Self> {
        let mut masked = Self {
            grid: *clues,
            rows: [0; 9],
            columns: [0; 9],
            boxes: [0; 9],
            open_cells: [OpenCell::default(); 81],
            open_count: 0,
        };
        for (cell, &clue) in clues.iter().enumerate() {
            let (row, column, r#box) = (row_of(cell), column_of(cell), box_of(cell));
            if clue == 0 {
                masked.open_cells[masked.open_count] =
                    OpenCell { cell: cell as u8, row: row as u8, column: column as u8, r#box: r#box as u8 };
                masked.open_count += 1;
                continue;
            }
            let bit = 1 << clue;
            if (masked.rows[row] | masked.columns[column] | masked.boxes[r#box]) & bit != 0 {
                return None;
            }
            masked.rows[row] |= bit;
            masked.columns[column] |= bit;
            masked.boxes[r#box] |= bit;
        }
        Some(masked)
    }
}
