//! Searches of which only some solutions are of use.
//!
//! Pencil marks that take [very many sweeps](hard_from) have few solutions, but each search takes thousands. So one
//! search goes through all of them, and drops each node without a solution of use. It never restarts, as that would
//! drop what it has refuted.

use super::Start;
use super::weights::{CellWords, digits_at, words_of};

/// The sweeps above which a board is searched so. Others are not: before they take as many, they [go
/// on with learned clauses](mod@crate::hard).
pub(crate) fn hard_from(start: Start) -> u64 {
    if start.is_hardly_solved() { 10_000 } else { u64::MAX }
}

/// One search for all solutions of use may take so many times the sweeps before it. After two solutions, it takes two
/// to three times as many on the slowest pencil marks known.
pub(crate) const TIMES_AS_LONG: u64 = 4;

/// The solutions of use.
#[expect(clippy::large_enum_variant, reason = "there is one in a long search, on its stack")]
pub(super) enum Useful {
    /// Those that have any of these digits, in words for the cells.
    Showing(CellWords),
    /// Those that are less than this one, read row by row as numbers.
    Less([u8; 81]),
}

impl Useful {
    /// The solutions that have any of these digits of the 81 cells.
    pub(super) fn showing(digits: &[u16; 81]) -> Self {
        Useful::Showing(words_of(digits))
    }

    /// Whether a solution with these candidates may be of use.
    #[cold]
    #[inline(never)]
    pub(super) fn may_be_in(&self, cells: &CellWords) -> bool {
        match self {
            Useful::Showing(digits) => {
                let mut common = 0;
                // (One array within the other: flattened, the compiler finds no vector instructions.)
                for (cells, digits) in cells.iter().zip(digits) {
                    for (cell, digits) in cells.iter().zip(digits) {
                        common |= cell & digits;
                    }
                }
                common != 0
            }
            Useful::Less(bound) => {
                for (cell, &digit) in bound.iter().enumerate() {
                    let known = 1 << (digit.wrapping_sub(1) & 15);
                    let candidates = digits_at(cells, cell);
                    if candidates & (known - 1) != 0 {
                        return true;
                    }
                    if candidates & known == 0 {
                        return false;
                    }
                }
                false
            }
        }
    }

    /// After a solution: a further one with the same digits is of no use, nor is one that is greater.
    #[cold]
    #[inline(never)]
    pub(super) fn find(&mut self, solved: &CellWords) {
        match self {
            Useful::Showing(digits) => {
                for (digits, shown) in digits.iter_mut().flatten().zip(solved.iter().flatten()) {
                    *digits &= !shown;
                }
            }
            Useful::Less(bound) => {
                let mut digits = [0; 81];
                for (cell, digit) in digits.iter_mut().enumerate() {
                    *digit = digits_at(solved, cell).trailing_zeros() as u8 + 1;
                }
                *bound = (*bound).min(digits);
            }
        }
    }
}
