//! The candidates of a board, digit by digit, and the rules that eliminate them.
//!
//! The 81 cells are three bands of 27 bits, row by row. A minirow is three bits at a multiple of three, and a row
//! is nine bits at a multiple of nine.

use crate::Grid;

/// A set of cells, band by band.
type CellBands = [u32; 3];

/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// The cells of the first row of a band.
const ROW: u32 = 0x1ff;
const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
/// The first cell of each minirow of a row, and of a band.
const BOXES: u32 = 0o111;
const MINIROWS: u32 = BOXES * COLUMN;

/// For each cell, the cells that share a unit with it. The bands have 32 items, so a mask keeps an index in bounds.
static PEERS: [[CellBands; 32]; 3] = {
    let mut peers = [[[0; 3]; 32]; 3];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell != other && (cell / 9 == other / 9 || cell % 9 == other % 9 || same_box) {
                peers[cell / 27][cell % 27][other / 27] |= 1 << (other % 27);
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The result of a search for singles.
pub(super) enum Singles {
    /// A cell has no candidate, or a digit no cell in a unit.
    Contradiction,
    /// New singles were placed.
    Placed,
    /// No single was found, and cells are open.
    Stuck,
    /// No single was found, and no cell is open.
    Solved,
}

#[derive(Clone, Copy)]
pub(super) struct Marks {
    /// For each digit, the cells that have it as a candidate.
    digits: [CellBands; 9],
    /// The cells whose digit has been found.
    found: CellBands,
}

/// Returns the bits set in at least one of three sets, and those set in at least two.
fn one_and_two(a: u32, b: u32, c: u32) -> (u32, u32) {
    (a | b | c, a & b | c & (a | b))
}

/// Returns, for each bit, whether another in its group of three bits is set.
fn others_of_three(bits: u32) -> u32 {
    let next = |bits: u32| bits << 1 & (MINIROWS * 6) | bits >> 2 & MINIROWS;
    next(bits) | next(next(bits))
}

/// Returns, for each minirow of a row, whether another one is set. The first bit of a minirow represents it.
fn others_of_row(bits: u32) -> u32 {
    let next = |bits: u32| bits << 3 & (COLUMN * 0o110) | bits >> 6 & COLUMN;
    next(bits) | next(next(bits))
}

/// Returns, for each bit of a row, whether it is set in another row of the band.
fn others_of_band(bits: u32) -> u32 {
    (bits << 9 | bits >> 18 | bits << 18 | bits >> 9) & BAND
}

impl Marks {
    /// Returns the marks of a puzzle: the clue in each cell that has one, all nine candidates in the others.
    pub fn of(puzzle: &Grid) -> Self {
        let mut marks = Marks { digits: [[BAND; 3]; 9], found: [0; 3] };
        for (cell, &digit) in puzzle.digits().iter().enumerate() {
            if digit != 0 {
                marks.keep(cell, usize::from(digit) - 1);
            }
        }
        marks
    }

    /// Removes all candidates of a cell but one.
    pub fn keep(&mut self, cell: usize, digit: usize) {
        for (other, cells) in self.digits.iter_mut().enumerate() {
            if other != digit
                && let Some(band) = cells.get_mut(cell / 27)
            {
                *band &= !(1 << (cell % 27));
            }
        }
    }

    /// Returns whether a digit is a candidate of a cell.
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        let cells = self.digits.get(digit).and_then(|cells| cells.get(cell / 27));
        cells.is_some_and(|cells| cells >> (cell % 27) & 1 == 1)
    }

    /// Finds all singles and removes the candidates that they eliminate.
    pub fn singles(&mut self) -> Singles {
        // The cells that have a candidate, and those that have at least two.
        let (mut any, mut more) = ([0; 3], [0; 3]);
        for cells in &self.digits {
            for band in 0..3 {
                more[band] |= any[band] & cells[band];
                any[band] |= cells[band];
            }
        }
        let mut contradicts = any != [BAND; 3];
        let mut new = [[0; 3]; 9];
        for (cells, new) in self.digits.iter().zip(&mut new) {
            let hidden = hidden(cells);
            contradicts |= hidden.is_none();
            let hidden = hidden.unwrap_or_default();
            for band in 0..3 {
                new[band] = (hidden[band] | cells[band] & !more[band]) & !self.found[band];
            }
        }
        if contradicts {
            return Singles::Contradiction;
        }
        // A cell that is a single for two digits keeps neither digit.
        let (mut one, mut two) = ([0; 3], [0; 3]);
        for new in &new {
            for band in 0..3 {
                two[band] |= one[band] & new[band];
                one[band] |= new[band];
            }
        }
        if one == [0; 3] {
            return if self.found == [BAND; 3] { Singles::Solved } else { Singles::Stuck };
        }
        for (cells, new) in self.digits.iter_mut().zip(&new) {
            for band in 0..3 {
                cells[band] &= !(one[band] & !new[band] | two[band]);
                let mut left = new[band];
                while left != 0 {
                    let peers = &PEERS[band][left.trailing_zeros() as usize % 32];
                    for (cells, peers) in cells.iter_mut().zip(peers) {
                        *cells &= !peers;
                    }
                    left &= left - 1;
                }
            }
        }
        for (found, new) in self.found.iter_mut().zip(one) {
            *found |= new;
        }
        Singles::Placed
    }

    /// Removes the candidates eliminated by locked candidates. Returns whether there were any.
    pub fn locked(&mut self) -> bool {
        let mut changed = false;
        for cells in &mut self.digits {
            let mut eliminated = [0; 3];
            // For each band, nine bits: the columns where the digit is a candidate.
            let mut columns = 0;
            for (band, &cells) in cells.iter().enumerate() {
                let rows = (cells | cells >> 1 | cells >> 2) & MINIROWS;
                let only_in_box = rows & !others_of_band(rows);
                let only_in_row = rows & !others_of_row(rows);
                eliminated[band] = 7 * (others_of_row(only_in_box) | others_of_band(only_in_row));
                columns |= ((cells | cells >> 9 | cells >> 18) & ROW) << (9 * band);
            }
            let only_in_box = columns & !others_of_three(columns);
            let only_in_column = columns & !others_of_band(columns);
            let out = others_of_band(only_in_box) | others_of_three(only_in_column);
            for (band, cells) in cells.iter_mut().enumerate() {
                let out = eliminated[band] | (COLUMN * (out >> (9 * band) & ROW));
                changed |= *cells & out != 0;
                *cells &= !out;
            }
        }
        changed
    }

    /// Returns the first cell with the fewest candidates among those not found.
    pub fn cell_with_fewest(&self) -> usize {
        // The cells that have at least one candidate, at least two, and so on.
        let mut at_least = [[0; 3]; 10];
        at_least[0] = [BAND; 3];
        for cells in &self.digits {
            for count in (1..10).rev() {
                for band in 0..3 {
                    at_least[count][band] |= at_least[count - 1][band] & cells[band];
                }
            }
        }
        for fewer in &at_least[2..] {
            for (band, (fewer, found)) in fewer.iter().zip(&self.found).enumerate() {
                let cells = BAND & !fewer & !found;
                if cells != 0 {
                    return 27 * band + cells.trailing_zeros() as usize;
                }
            }
        }
        (0..81).find(|&cell| self.found[cell / 27] >> (cell % 27) & 1 == 0).unwrap_or(0)
    }
}

/// Returns the hidden singles of a digit, or `None` if a unit has no cell for it.
fn hidden(cells: &CellBands) -> Option<CellBands> {
    let mut hidden = [0; 3];
    let (mut in_column, mut twice_in_column) = (0, 0);
    let mut all = true;
    for (hidden, &cells) in hidden.iter_mut().zip(cells) {
        let (one, two) = one_and_two(cells & MINIROWS, cells >> 1 & MINIROWS, cells >> 2 & MINIROWS);
        let (in_row, more) = one_and_two(one & COLUMN, one >> 3 & COLUMN, one >> 6 & COLUMN);
        let twice_in_row = more | (two | two >> 3 | two >> 6) & COLUMN;
        let (in_box, more) = one_and_two(one & BOXES, one >> 9 & BOXES, one >> 18 & BOXES);
        let twice_in_box = more | (two | two >> 9 | two >> 18) & BOXES;
        let (one, two) = one_and_two(cells & ROW, cells >> 9 & ROW, cells >> 18);
        twice_in_column |= two | in_column & one;
        in_column |= one;
        all &= in_row == COLUMN && in_box == BOXES;
        let rows = (in_row & !twice_in_row) * ROW;
        let boxes = (in_box & !twice_in_box) * 7 * COLUMN;
        *hidden = cells & (rows | boxes);
    }
    let columns = (in_column & !twice_in_column) * COLUMN;
    for (hidden, &cells) in hidden.iter_mut().zip(cells) {
        *hidden |= cells & columns;
    }
    (all && in_column == ROW).then_some(hidden)
}
