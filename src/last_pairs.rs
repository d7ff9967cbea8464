//! Boards with two solutions and at most six open cells.
//!
//! A stuck node with six open cells or fewer, in which no box has a digit twice and locked candidates remove nothing,
//! has two solutions. So a search for many solutions ends there, which saves a third of the guesses. (Players call such
//! a board a *bivalue universal grave*.)
//!
//! - Each open digit has two places or more in each row, column and box: a sweep would have found a single one in a
//!   box, and locked candidates confine a single one of a row or column to it in its box. So a row, column or box has
//!   no open cell, or two or more.
//! - A cell with three candidates would be one of three open cells in its row, and of three in its column. The other
//!   two of the row need one more each in their columns, those of the column in their rows: seven cells at least. So
//!   each open cell has two candidates, and each open digit of a row, column or box two places.
//! - These are a single chain of cells, in which one digit decides all: four cells with two digits; six with three, in
//!   two rows or columns; or six with two digits, two cells in each of three rows, columns and boxes. The two in a box
//!   are an odd number of steps apart, so they never get the same digit.

use crate::cell_bits::{BOX, COLUMN, ROW};

/// The most open cells of a node that surely has two solutions.
pub(crate) const LAST_PAIRS: u32 = 6;

/// The open cells of such a node.
pub(crate) struct LastPairs {
    // (Eight, so that an index is easily kept in bounds.)
    open: [CellPair; 8],
    len: usize,
}

/// A bit each for a cell's row, column and box.
static UNITS: [u32; 81] = {
    let (mut units, mut cell) = ([0; 81], 0);
    while cell < 81 {
        units[cell] = 1 << ROW[cell] | 1 << (9 + COLUMN[cell]) | 1 << (18 + BOX[cell]);
        cell += 1;
    }
    units
};
/// The bits of rows and columns.
const ROWS_AND_COLUMNS: u32 = (1 << 18) - 1;

#[derive(Clone, Copy)]
struct CellPair {
    cell: usize,
    units: u32,
    /// Bit `d` for digit `d + 1`.
    candidates: u32,
}

impl LastPairs {
    pub(crate) const fn new() -> Self {
        Self { open: [CellPair { cell: 0, units: 0, candidates: 0 }; 8], len: 0 }
    }

    /// Adds an open cell, from 0 to 80, and its two candidates: bit `d` for digit `d + 1`.
    #[inline(always)]
    pub(crate) fn add(&mut self, cell: usize, candidates: u32) {
        self.open[self.len % 8] = CellPair { cell, units: UNITS[cell % 81], candidates };
        self.len += 1;
    }

    /// Writes the digits of one of the two solutions to the open cells.
    #[inline(always)]
    pub(crate) fn solve(mut self, digits: &mut [u8; 81]) -> Self {
        let Self { open, len } = &mut self;
        let mut known = [open[0].candidates & open[0].candidates.wrapping_neg(); 8];
        if *len == 4 {
            // The corners of a rectangle: two opposite ones have the same digit.
            for k in 1..4 {
                let line = open[k].units & open[0].units & ROWS_AND_COLUMNS;
                known[k] = if line != 0 { open[0].candidates & !known[0] } else { known[0] };
            }
        } else {
            // The first `decided` open cells have the digits `known`.
            let mut decided = 1;
            for k in 0..8 {
                let undecided = decided..*len;
                for next in undecided {
                    let (own, other) = (known[k], open[next % 8]);
                    if other.units & open[k].units != 0 && other.candidates & own != 0 {
                        known[decided % 8] = other.candidates & !own;
                        open.swap(decided % 8, next % 8);
                        decided += 1;
                    }
                }
            }
        }
        for k in 0..*len {
            digits[open[k % 8].cell % 81] = digit(known[k % 8]);
            open[k % 8].candidates &= !known[k % 8];
        }
        self
    }

    /// Turns this solution into the other one.
    #[inline(always)]
    pub(crate) fn exchange(&self, digits: &mut [u8; 81]) {
        for CellPair { cell, candidates, .. } in self.open.iter().take(self.len) {
            digits[cell % 81] = digit(*candidates);
        }
    }
}

/// The digit of a single bit.
const fn digit(bit: u32) -> u8 {
    bit.trailing_zeros() as u8 + 1
}
