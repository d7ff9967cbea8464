//! The row, column and box of every cell, in tables.

/// The units of the cells of a board, computed at compile time.
pub(super) struct Units<const CELLS: usize>;

impl<const CELLS: usize> Units<CELLS> {
    /// The number of cells in a unit.
    pub(super) const SIDE: usize = crate::Board::<CELLS>::SIDE;

    /// The number of rows in a box.
    pub(super) const ORDER: usize = crate::Board::<CELLS>::ORDER;

    /// The row, column and box of each cell.
    pub(super) const OF_CELL: [[u8; 3]; CELLS] = {
        let mut units = [[0; 3]; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            let [row, column, r#box] = crate::Board::<CELLS>::SIZE.row_column_box(cell);
            units[cell] = [row as u8, column as u8, r#box as u8];
            cell += 1;
        }
        units
    };
}

/// The row, column and box of `cell`, which is on the board.
#[inline(always)]
pub(super) fn units_of<const CELLS: usize>(cell: usize) -> [u8; 3] {
    debug_assert!(cell < CELLS, "the cell is not on the board");
    (const { &Units::<CELLS>::OF_CELL })[cell.min(CELLS - 1)]
}
