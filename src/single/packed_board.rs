//! A board of candidates in memory, 144 bytes.

use super::fields::{GUARDS, OPEN};
use super::{Solved, Start};
use crate::vectors::Vector;

/// The candidates of a board: entry `3r+c` holds the cells in row `r`, column `c` of all nine boxes, in four lanes of
/// fields (see [`RegisterLayout`](super::layout::RegisterLayout) for vectors). The fourth lane belongs to no band and
/// has all bits of its fields set.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct PackedBoard(pub [[u32; 4]; 9]);

/// The field of a clue for the low four bits of its byte, in each stack: a digit from 1 to 9; anything else is open.
const FIELD_OF_CLUE: [[u32; 16]; 3] = {
    let mut fields = [[0; 16]; 3];
    let (mut stack, mut clue) = (0, 0);
    while stack < 3 {
        while clue < 16 {
            fields[stack][clue] =
                (if clue == 0 || clue > 9 { 0x1ff } else { 1 << (clue - 1) }) << (10 * stack);
            clue += 1;
        }
        (stack, clue) = (stack + 1, 0);
    }
    fields
};

/// Returns the position of a cell of the grid: register, lane, and shift of its field.
#[inline(always)]
pub(super) const fn place(cell: usize) -> (usize, usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (row % 3 * 3 + column % 3, row / 3, column / 3 * 10)
}

impl PackedBoard {
    /// The board without clues.
    pub(super) const EMPTY: Self = Self([[OPEN; 4]; 9]);

    /// Returns the board at the start of a search.
    #[inline(always)]
    pub(super) fn new(start: Start) -> Self {
        match start {
            Start::Clues(clues) => Self::from_clues(clues),
            Start::Candidates(candidates) => Self::from_candidates(candidates),
        }
    }

    /// Returns a board with the given clues. Only the low four bits of each byte count.
    #[inline(always)]
    pub(super) fn from_clues(clues: &[u8; 81]) -> Self {
        Self::from_fields(|cell, stack| FIELD_OF_CLUE[stack][(clues[cell] & 15) as usize])
    }

    /// Returns a board with the given candidates, bit `d` for digit `d + 1`.
    #[inline(always)]
    pub(super) fn from_candidates(candidates: &[u16; 81]) -> Self {
        Self::from_fields(|cell, stack| u32::from(candidates[cell] & 0x1ff) << (10 * stack))
    }

    /// Returns the board with `field(cell, stack)`, the field of a cell in its place in a lane.
    #[inline(always)]
    fn from_fields(field: impl Fn(usize, usize) -> u32) -> Self {
        let mut board = Self::EMPTY;
        for band in 0..3 {
            for register in 0..9 {
                let cell = 27 * band + register / 3 * 9 + register % 3;
                board.0[register][band] = GUARDS | field(cell, 0) | field(cell + 3, 1) | field(cell + 6, 2);
            }
        }
        board
    }

    /// Returns the candidates row by row, bit `d` for digit `d + 1`.
    #[inline(always)]
    pub(super) fn candidates(&self) -> [u16; 81] {
        let mut candidates = [0; 81];
        for cell in 0..81 {
            let (register, band, shift) = place(cell);
            candidates[cell] = (self.0[register][band] >> shift & 0x1ff) as u16;
        }
        candidates
    }

    /// Loads the registers in vectors of four lanes.
    #[inline(always)]
    pub(super) fn load<V: Vector>(&self, proof: V::Proof) -> [V; 9] {
        let mut x = [V::splat(proof, OPEN); 9];
        for i in 0..9 {
            x[i] = V::load(proof, &self.0[i]);
        }
        x
    }
}

impl Solved for PackedBoard {
    #[inline(always)]
    fn write_digits(&self, digits: &mut [u8; 81]) {
        for row in 0..9 {
            for column in 0..3 {
                let cell = 9 * row + column;
                let (register, band, _) = place(cell);
                let fields = self.0[register][band];
                digits[cell] = (fields | 1 << 9).trailing_zeros() as u8 + 1;
                digits[cell + 3] = (fields >> 10 | 1 << 9).trailing_zeros() as u8 + 1;
                digits[cell + 6] = (fields >> 20 | 1 << 9).trailing_zeros() as u8 + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_own_place() {
        let mut seen = [[[false; 3]; 3]; 9];
        for cell in 0..81 {
            let (register, band, shift) = place(cell);
            assert!(!core::mem::replace(&mut seen[register][band][shift / 10], true));
        }
    }

    #[test]
    fn digits_come_back() {
        let mut clues = [0; 81];
        for cell in 0..81 {
            clues[cell] = (cell % 9) as u8 + 1;
        }
        let digits = |board: PackedBoard| {
            let mut digits = [0; 81];
            board.write_digits(&mut digits);
            digits
        };
        assert_eq!(digits(PackedBoard::from_clues(&clues)), clues);
        assert_eq!(digits(PackedBoard::from_clues(&clues.map(|digit| digit + b'0'))), clues);
        assert_eq!(digits(PackedBoard::from_candidates(&clues.map(|digit| 1 << (digit - 1)))), clues);
        assert_eq!(PackedBoard::from_clues(&[b'.'; 81]).0, PackedBoard::EMPTY.0);
    }
}
