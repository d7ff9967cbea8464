//! The candidates of a board, digit by digit, and what removes them.
//!
//! The 81 cells are three bands of 27 bits, row by row, so that a box row, three cells, is three bits at a multiple of
//! three, and a row nine bits at a multiple of nine.

use crate::Grid;

/// A bit for each cell of a board, band by band.
type Cells = [u32; 3];

/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// Cells of the first row of a band, and of its first column.
const ROW: u32 = 0x1ff;
const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
/// The first cell of each box row of a row, and of a band.
const BOXES: u32 = 0o111;
const BOX_ROWS: u32 = BOXES * COLUMN;

/// For each cell, those that share a unit with it: band by band, with room for every bit of a band's 32.
static PEERS: [[Cells; 32]; 3] = {
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

/// What a look for singles came to.
pub(super) enum Singles {
    /// A cell has no candidate, or a digit no place in a unit.
    Contradiction,
    /// Some were found that had not been before.
    Placed,
    /// None, and cells are left.
    Stuck,
    /// None, since all cells are done.
    Solved,
}

#[derive(Clone, Copy)]
pub(super) struct Marks {
    /// Where each digit can be.
    digits: [Cells; 9],
    /// The cells that were singles.
    found: Cells,
}

/// Whether there is one, and whether there are two, in three sets of bits.
fn one_and_two(a: u32, b: u32, c: u32) -> (u32, u32) {
    (a | b | c, a & b | c & (a | b))
}

/// In every group of three bits, each bit moves to where the other two were; the results of both are joined.
fn others_of_three(bits: u32) -> u32 {
    let next = |bits: u32| bits << 1 & (BOX_ROWS * 6) | bits >> 2 & BOX_ROWS;
    next(bits) | next(next(bits))
}

/// The same of three groups of three bits, whose first bits are used, in every row.
fn others_of_row(bits: u32) -> u32 {
    let next = |bits: u32| bits << 3 & (COLUMN * 0o110) | bits >> 6 & COLUMN;
    next(bits) | next(next(bits))
}

/// The same of the three rows.
fn others_of_band(bits: u32) -> u32 {
    (bits << 9 | bits >> 18 | bits << 18 | bits >> 9) & BAND
}

impl Marks {
    /// The clue in each cell that has one, all nine candidates in the others.
    pub fn of(puzzle: &Grid) -> Self {
        let mut marks = Marks { digits: [[BAND; 3]; 9], found: [0; 3] };
        for (cell, &digit) in puzzle.digits().iter().enumerate() {
            if digit != 0 {
                marks.keep(cell, usize::from(digit) - 1);
            }
        }
        marks
    }

    /// Leaves a cell one candidate.
    pub fn keep(&mut self, cell: usize, digit: usize) {
        for (other, cells) in self.digits.iter_mut().enumerate() {
            if other != digit
                && let Some(band) = cells.get_mut(cell / 27)
            {
                *band &= !(1 << (cell % 27));
            }
        }
    }

    /// Whether a digit is a candidate of a cell.
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        let cells = self.digits.get(digit).and_then(|cells| cells.get(cell / 27));
        cells.is_some_and(|cells| cells >> (cell % 27) & 1 == 1)
    }

    /// Finds all singles, and removes what they rule out.
    pub fn singles(&mut self) -> Singles {
        // The cells that have a candidate, and those that have two.
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
        // A cell that is a single for two digits keeps neither.
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

    /// Removes what locked candidates rule out. Returns whether there was any.
    pub fn locked(&mut self) -> bool {
        let mut changed = false;
        for cells in &mut self.digits {
            let mut ruled_out = [0; 3];
            // The columns that have the digit in each band, nine bits for a band.
            let mut columns = 0;
            for (band, &cells) in cells.iter().enumerate() {
                let rows = (cells | cells >> 1 | cells >> 2) & BOX_ROWS;
                let only_in_box = rows & !others_of_band(rows);
                let only_in_row = rows & !others_of_row(rows);
                ruled_out[band] = 7 * (others_of_row(only_in_box) | others_of_band(only_in_row));
                columns |= ((cells | cells >> 9 | cells >> 18) & ROW) << (9 * band);
            }
            let only_in_box = columns & !others_of_three(columns);
            let only_in_column = columns & !others_of_band(columns);
            let out = others_of_band(only_in_box) | others_of_three(only_in_column);
            for (band, cells) in cells.iter_mut().enumerate() {
                let out = ruled_out[band] | (COLUMN * (out >> (9 * band) & ROW));
                changed |= *cells & out != 0;
                *cells &= !out;
            }
        }
        changed
    }

    /// The first of the cells that have the fewest candidates, among those not found.
    pub fn narrowest(&self) -> usize {
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

/// The cells where a digit is alone in a unit. `None` if a unit has no place for it.
fn hidden(cells: &Cells) -> Option<Cells> {
    let mut hidden = [0; 3];
    let (mut in_column, mut twice_in_column) = (0, 0);
    let mut all = true;
    for (hidden, &cells) in hidden.iter_mut().zip(cells) {
        let (one, two) = one_and_two(cells & BOX_ROWS, cells >> 1 & BOX_ROWS, cells >> 2 & BOX_ROWS);
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
