//! The board that a person works on.

use super::Step;
use super::cells::{PEERS, bit};
use crate::Grid;
use crate::cell_bits::{ALL_CELLS, CellBits};

/// All nine digits as candidates.
pub(super) const ALL_DIGITS: u16 = 0x1ff;

/// A 9x9 board that a person works on: the digits that are placed, and the candidates of the open cells, which the
/// person may have changed.
///
/// ```
/// use lanedoku::{Grid, PencilMarks};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut marks = PencilMarks::new(&puzzle);
/// assert_eq!(marks.candidates()[2], 0b1011); // 1, 2 and 4
/// marks.eliminate(2, 0b10);
/// assert_eq!(marks.candidates()[2], 0b1001);
/// marks.place(2, 4);
/// assert_eq!((marks.digits()[2], marks.candidates()[2]), (4, 0));
/// assert_eq!(marks.candidates()[3] & 0b1000, 0); // No 4 in the rest of the row
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PencilMarks {
    /// The digit of each cell, 0 for an open cell.
    digits: [u8; 81],
    /// The candidates of each open cell: bit `d - 1` for digit `d`. 0 for a cell with a digit.
    candidates: [u16; 81],
    /// For each digit, from 1, the open cells that have it as a candidate: the same as `candidates`.
    places: [CellBits; 9],
    /// The open cells.
    open: CellBits,
}

impl PencilMarks {
    /// Creates the board of a puzzle, with each digit as a candidate that no clue excludes.
    pub fn new(puzzle: &Grid) -> Self {
        let mut marks = Self::from_candidates(&[ALL_DIGITS; 81]);
        for (cell, &digit) in puzzle.digits().iter().enumerate() {
            if digit > 0 {
                marks.place(cell, digit);
            }
        }
        marks
    }

    /// Creates a board without a placed digit from the candidates of each cell, as
    /// [`parse_candidates`](crate::parse_candidates) returns them: bit `d - 1` for digit `d`. Other bits are ignored.
    pub fn from_candidates(candidates: &[u16; 81]) -> Self {
        let mut marks = PencilMarks {
            digits: [0; 81],
            candidates: candidates.map(|candidates| candidates & ALL_DIGITS),
            places: [0; 9],
            open: ALL_CELLS,
        };
        for (digit, places) in marks.places.iter_mut().enumerate() {
            for (cell, candidates) in marks.candidates.iter().enumerate() {
                *places |= CellBits::from(candidates >> digit & 1) << cell;
            }
        }
        marks
    }

    /// Returns the digit of each cell, 0 for an open cell.
    pub const fn digits(&self) -> &[u8; 81] {
        &self.digits
    }

    /// Returns the candidates of each cell: bit `d - 1` for digit `d`. A cell with a digit has none.
    pub const fn candidates(&self) -> &[u16; 81] {
        &self.candidates
    }

    /// Returns whether every cell has a digit.
    pub const fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// The open cells.
    pub(super) const fn open(&self) -> CellBits {
        self.open
    }

    /// For each digit, from 1, the open cells that have it as a candidate.
    pub(super) const fn places(&self) -> &[CellBits; 9] {
        &self.places
    }

    /// Places a digit from 1 to 9 in a cell, and removes it from the candidates of the cells that share a unit with it. Does
    /// nothing if there is no such cell or digit.
    pub fn place(&mut self, cell: usize, digit: u8) {
        let (Some(own), Some(old)) = (self.digits.get_mut(cell), self.candidates.get_mut(cell)) else {
            return;
        };
        let index = usize::from(digit.wrapping_sub(1));
        let Some(peers) = PEERS.get(cell).filter(|_| index < 9) else { return };
        (*own, *old) = (digit, 0);
        self.open &= !bit(cell);
        for (other, places) in self.places.iter_mut().enumerate() {
            *places &= !bit(cell);
            if other == index {
                *places &= !peers;
            }
        }
        for (peer, candidates) in self.candidates.iter_mut().enumerate() {
            *candidates &= !(((peers >> peer & 1) as u16) << index);
        }
    }

    /// Removes candidates from an open cell: bit `d - 1` for digit `d`. Does nothing if there is no such cell.
    pub fn eliminate(&mut self, cell: usize, digits: u16) {
        let Some(candidates) = self.candidates.get_mut(cell) else { return };
        *candidates &= !digits;
        for (digit, places) in self.places.iter_mut().enumerate() {
            *places &= !(CellBits::from(digits >> digit & 1) << cell);
        }
    }

    /// Makes a step: places its digit, or removes its candidates.
    pub fn apply(&mut self, step: &Step) {
        if let Some((cell, digit)) = step.placement() {
            self.place(cell, digit);
        }
        for (cell, &digits) in step.eliminations().iter().enumerate() {
            if digits != 0 {
                self.eliminate(cell, digits);
            }
        }
    }
}
