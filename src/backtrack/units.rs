//! The row, the column and the box of every cell, in tables.

use crate::units::row_column_box;

/// The units of the cells of a board, worked out when the program is built.
pub(super) struct Units<const CELLS: usize>;

impl<const CELLS: usize> Units<CELLS> {
    /// Cells in a unit.
    pub(super) const SIDE: usize = crate::Board::<CELLS>::SIDE;

    /// Rows in a box.
    pub(super) const ORDER: usize = crate::Board::<CELLS>::ORDER;

    /// For each cell its row, its column and its box.
    pub(super) const OF_CELL: [[u8; 3]; CELLS] = {
        let order = Self::ORDER;
        let mut units = [[0; 3]; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            let [row, column, r#box] = row_column_box(cell, order);
            units[cell] = [row as u8, column as u8, r#box as u8];
            cell += 1;
        }
        units
    };
}

/// The row, the column and the box of `cell`, which is on the board.
#[inline(always)]
pub(super) fn units_of<const CELLS: usize>(cell: usize) -> [u8; 3] {
    (const { &Units::<CELLS>::OF_CELL })[cell.min(CELLS - 1)]
}
