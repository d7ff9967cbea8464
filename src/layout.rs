//! How a board is divided into boxes.

use crate::{Size, Unit};

/// The boxes of a board, as a value: each has so many rows and columns. Today each [`Size`] has one layout, of square
/// boxes.
///
/// ```
/// use lanedoku::{Size, Unit};
///
/// let layout = Size::Sixteen.layout();
/// assert_eq!((layout.size(), layout.box_rows(), layout.box_columns()), (Size::Sixteen, 4, 4));
/// assert_eq!(layout.units_of(20), [Unit::Row(1), Unit::Column(4), Unit::Box(1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    size: Size,
    box_rows: u8,
    box_columns: u8,
}

/// A number that is not 0, so that the compiler sees that no division by it fails.
const fn divisor(number: u8) -> usize {
    if number == 0 { 1 } else { number as usize }
}

impl Layout {
    /// The layout of square boxes.
    pub(crate) const fn square(size: Size) -> Layout {
        let order = match size {
            Size::Four => 2,
            Size::Nine => 3,
            Size::Sixteen => 4,
            Size::TwentyFive => 5,
        };
        Layout { size, box_rows: order, box_columns: order }
    }

    /// Returns the size of the board.
    pub const fn size(self) -> Size {
        self.size
    }

    /// Returns the number of rows in a box: as many as there are boxes side by side.
    pub const fn box_rows(self) -> usize {
        divisor(self.box_rows)
    }

    /// Returns the number of columns in a box: as many as there are bands.
    pub const fn box_columns(self) -> usize {
        divisor(self.box_columns)
    }

    /// Returns the row, the column and the box of a cell.
    ///
    /// # Panics
    ///
    /// Panics if the board has no such cell.
    #[inline]
    pub const fn units_of(self, cell: usize) -> [Unit; 3] {
        assert!(cell < self.size.cells(), "no cell of the board");
        let [row, column, r#box] = self.row_column_box(cell);
        [Unit::Row(row), Unit::Column(column), Unit::Box(r#box)]
    }

    /// The numbers of the row, the column and the box of a cell.
    #[inline(always)]
    pub(crate) const fn row_column_box(self, cell: usize) -> [usize; 3] {
        let (rows, columns) = (self.box_rows(), self.box_columns());
        let side = rows * columns;
        let (row, column) = (cell / side, cell % side);
        [row, column, row / rows * rows + column / columns]
    }

    /// The place of a cell in its box, row by row from 0.
    #[inline(always)]
    pub(crate) const fn place_in_box(self, cell: usize) -> usize {
        let (rows, columns) = (self.box_rows(), self.box_columns());
        let side = rows * columns;
        let (row, column) = (cell / side, cell % side);
        row % rows * columns + column % columns
    }

    /// The cell at a place of a unit, from 0.
    pub(crate) const fn cell_of(self, unit: Unit, place: usize) -> usize {
        let (rows, columns) = (self.box_rows(), self.box_columns());
        let side = rows * columns;
        match unit {
            Unit::Row(row) => row * side + place,
            Unit::Column(column) => place * side + column,
            Unit::Box(index) => {
                let (band, stack) = (index / rows, index % rows);
                (band * rows + place / columns) * side + stack * columns + place % columns
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each unit has as many cells as the board has digits, and each cell is at one place of each of its units.
    #[test]
    fn units_and_their_cells_agree() {
        for size in Size::ALL {
            let (layout, side) = (size.layout(), size.side());
            assert_eq!(layout.box_rows() * layout.box_columns(), side);
            for kind in [Unit::Row, Unit::Column, Unit::Box] {
                let mut seen = vec![0; size.cells()];
                for (unit, place) in (0..side).flat_map(|unit| (0..side).map(move |place| (unit, place))) {
                    let cell = layout.cell_of(kind(unit), place);
                    assert!(layout.units_of(cell).contains(&kind(unit)));
                    seen[cell] += 1;
                    if let Unit::Box(_) = kind(unit) {
                        assert_eq!(layout.place_in_box(cell), place);
                    }
                }
                assert!(seen.iter().all(|&times| times == 1), "{size}");
            }
            assert!(std::panic::catch_unwind(|| layout.units_of(size.cells())).is_err());
        }
    }
}
