//! The units of every cell: of the four sizes in tables, of other boards by their layout.

use crate::Board;
use crate::least::MAX_CELLS;
use crate::propagate::LayoutTables;

/// The units of the cells of a board of at most `CELLS` cells.
pub(super) trait Units<const CELLS: usize>: Copy {
    /// The number of cells in a unit, and of digits.
    fn side(self) -> usize;

    /// The row, column and region of a cell of the board, each below 32; and its further houses, as bits.
    fn of_cell(self, cell: usize) -> ([u8; 3], u32);
}

/// Square boxes.
#[derive(Clone, Copy)]
pub(super) struct Square;

/// The row, column and box of each cell of a size, computed at compile time.
pub(super) const fn square<const CELLS: usize>() -> [[u8; 3]; CELLS] {
    let mut units = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let [row, column, r#box] = Board::<CELLS>::SIZE.row_column_box(cell);
        units[cell] = [row as u8, column as u8, r#box as u8];
        cell += 1;
    }
    units
}

impl<const CELLS: usize> Units<CELLS> for Square {
    #[inline(always)]
    fn side(self) -> usize {
        Board::<CELLS>::SIDE
    }

    #[inline(always)]
    fn of_cell(self, cell: usize) -> ([u8; 3], u32) {
        debug_assert!(cell < CELLS, "the cell is not on the board");
        ((const { &square::<CELLS>() })[cell.min(CELLS - 1)], 0)
    }
}

impl Units<MAX_CELLS> for LayoutTables<'_> {
    fn side(self) -> usize {
        self.side
    }

    fn of_cell(self, cell: usize) -> ([u8; 3], u32) {
        let (row, column) = (cell / self.side.max(1), cell % self.side.max(1));
        let [region, _] = self.place(row, column);
        ([row, column, region].map(|unit| unit as u8 % 32), self.houses_of(cell))
    }
}
