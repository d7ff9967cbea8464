//! The units of a cell.

/// The row, column and box of a cell, numbered from 0, on a board with boxes of `order` x `order` cells.
#[inline(always)]
pub(crate) const fn row_column_box(cell: usize, order: usize) -> [usize; 3] {
    let side = order * order;
    let (row, column) = (cell / side, cell % side);
    [row, column, row / order * order + column / order]
}

/// The place of a cell in its box, row by row from 0.
#[inline(always)]
pub(crate) const fn place_in_box(cell: usize, order: usize) -> usize {
    let side = order * order;
    let (row, column) = (cell / side, cell % side);
    row % order * order + column % order
}
