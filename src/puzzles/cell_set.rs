//! The public type for a set of cells.

use core::fmt;

use crate::Grid;
use crate::cell_bits::{ALL_CELLS, CellBits, each, filled};

/// A set of cells of a 9x9 board, such as those with clues. Cells are numbered row by row from 0 to 80.
///
/// ```
/// use lanedoku::CellSet;
///
/// let mut cells: CellSet = [0, 80, 4].into_iter().collect();
/// assert!(cells.iter().eq([0, 4, 80]));
/// cells.remove(4);
/// assert_eq!((cells.len(), cells.contains(4), cells.contains(80)), (2, false, true));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet(CellBits);

impl CellSet {
    /// The empty set.
    pub const EMPTY: Self = CellSet(0);
    /// All 81 cells.
    pub const ALL: Self = CellSet(ALL_CELLS);

    pub(crate) const fn from_cells(cells: CellBits) -> Self {
        CellSet(cells)
    }

    pub(crate) const fn cells(self) -> CellBits {
        self.0
    }

    /// Adds a cell.
    ///
    /// # Panics
    ///
    /// Panics if a cell is 81 or more.
    pub const fn insert(&mut self, cell: usize) {
        assert!(cell < 81, "the cell must be below 81");
        self.0 |= 1 << cell;
    }

    /// Removes a cell.
    pub const fn remove(&mut self, cell: usize) {
        if cell < 81 {
            self.0 &= !(1 << cell);
        }
    }

    /// Returns whether the set contains a cell.
    pub const fn contains(self, cell: usize) -> bool {
        cell < 81 && self.0 >> cell & 1 == 1
    }

    /// Returns the number of cells.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the cells in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        each(self.0)
    }
}

impl FromIterator<usize> for CellSet {
    /// # Panics
    ///
    /// Panics if a cell is 81 or more.
    fn from_iter<T: IntoIterator<Item = usize>>(cells: T) -> Self {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// Formats the set as nine rows, with `x` for its cells and `.` for the others.
impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..81 {
            f.write_str(if self.contains(cell) { "x" } else { "." })?;
            if cell % 9 == 8 && cell < 80 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl Grid {
    /// Returns the cells that have a digit.
    ///
    /// ```
    /// use lanedoku::Grid;
    ///
    /// let mut digits = [0; 81];
    /// digits[7] = 5;
    /// assert!(Grid::from_digits(&digits)?.clue_cells().iter().eq([7]));
    /// # Ok::<(), lanedoku::DigitError>(())
    /// ```
    pub fn clue_cells(&self) -> CellSet {
        CellSet(filled(self.digits()))
    }
}
