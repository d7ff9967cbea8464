//! Units and peers as sets of cells.

use crate::Unit;
use crate::cell_bits::CellBits;

/// The number of units: nine rows, nine columns, nine boxes.
pub(super) const UNITS: usize = 27;

/// The first units of each kind in [`UNIT_CELLS`].
pub(super) const ROWS: usize = 0;
pub(super) const COLUMNS: usize = 9;
pub(super) const BOXES: usize = 18;

/// The cells of each unit: rows, columns, boxes.
pub(super) const UNIT_CELLS: [CellBits; UNITS] = {
    let (mut units, mut cell) = ([0; UNITS], 0);
    while cell < 81 {
        let [row, column, box_] = units_of(cell);
        units[row] |= bit(cell);
        units[column] |= bit(cell);
        units[box_] |= bit(cell);
        cell += 1;
    }
    units
};

/// The cells that share a unit with each cell.
pub(super) const PEERS: [CellBits; 81] = {
    let (mut peers, mut cell) = ([0; 81], 0);
    while cell < 81 {
        let [row, column, box_] = units_of(cell);
        peers[cell] = (UNIT_CELLS[row] | UNIT_CELLS[column] | UNIT_CELLS[box_]) & !bit(cell);
        cell += 1;
    }
    peers
};

/// The row, column and box of a cell as indices of [`UNIT_CELLS`].
pub(super) const fn units_of(cell: usize) -> [usize; 3] {
    let [row, column, box_] = crate::units::row_column_box(cell, 3);
    [ROWS + row, COLUMNS + column, BOXES + box_]
}

/// A set of one cell; the empty set for 128 and more.
pub(super) const fn bit(cell: usize) -> CellBits {
    if cell < 128 { 1 << cell } else { 0 }
}

/// The unit with an index of [`UNIT_CELLS`].
pub(super) const fn unit(index: usize) -> Unit {
    match index {
        0..COLUMNS => Unit::Row(index),
        COLUMNS..BOXES => Unit::Column(index - COLUMNS),
        _ => Unit::Box(index - BOXES),
    }
}
