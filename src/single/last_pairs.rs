//! Boards with two solutions and at most six open cells.
//!
//! A stuck node with six open cells or fewer, in which locked candidates remove nothing, has two solutions. So a search
//! for many solutions ends there, if it does not continue in lanes: a sixth of its sweeps less, and a quarter of its
//! guesses. (Players call such a board a *bivalue universal grave*.)
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

use super::Solved;
use super::depth_first::Node;
use super::fields::{DIGITS, LOWEST};
use super::parts::SingleKernel;
use crate::vectors::KernelCode;

/// The most open cells of a node that surely has two solutions.
pub(super) const LAST_PAIRS: u32 = 6;

/// Returns the two solutions. (Not inlined, so that the searches stay small.)
#[inline(never)]
pub(super) fn last_solutions<P: SingleKernel>(proof: P, node: &P::Node) -> [[u8; 81]; 2] {
    proof.run(LastSolutions(node))
}

struct LastSolutions<'a, B>(&'a B);

/// An open cell and its two candidates.
#[derive(Clone, Copy)]
struct CellPair {
    cell: usize,
    /// A bit each for its row, column and box.
    units: u32,
    lower: u32,
    higher: u32,
}

impl<P: SingleKernel> KernelCode<P> for LastSolutions<'_, P::Node> {
    type Output = [[u8; 81]; 2];

    #[inline(always)]
    fn run(self, _: P) -> [[u8; 81]; 2] {
        let board = self.0.pack();
        let (mut lower, mut higher) = (board, board);
        for (lower, higher) in lower.0.iter_mut().zip(&mut higher.0) {
            for (lower, higher) in lower.iter_mut().zip(higher) {
                *higher &= (*lower - LOWEST) & DIGITS;
                *lower &= !*higher;
            }
        }
        let mut first = [0; 81];
        self.0.unpack(&lower).0.write_digits(&mut first);
        // (Eight, so that an index is easily kept in bounds.)
        let mut open = [CellPair { cell: 0, units: 0, lower: 0, higher: 0 }; 8];
        let mut len = 0;
        for register in 0..9 {
            for band in 0..3 {
                let mut left = higher.0[register][band];
                while left != 0 {
                    let stack = left.trailing_zeros() / 10;
                    let cell = 27 * band + register / 3 * 9 + register % 3 + 3 * stack as usize;
                    let units = 1 << (cell / 9) | 1 << (9 + cell % 9) | 1 << (18 + 3 * band + stack as usize);
                    let field = |fields: u32| fields >> (10 * stack) & 0x1ff;
                    let (lower, higher) = (field(lower.0[register][band]), field(left));
                    open[len % 8] = CellPair { cell, units, lower, higher };
                    len += 1;
                    left &= !(0x1ff << (10 * stack));
                }
            }
        }
        // The first `decided` open cells have the digits `known` in the first solution.
        let mut known = [open[0].lower; 8];
        let mut decided = 1;
        for k in 0..8 {
            let undecided = decided..len;
            for next in undecided {
                let (own, other) = (known[k], open[next % 8]);
                if other.units & open[k].units != 0 && (other.lower | other.higher) & own != 0 {
                    known[decided % 8] = (other.lower | other.higher) & !own;
                    open.swap(decided % 8, next % 8);
                    decided += 1;
                }
            }
        }
        let mut second = first;
        for k in 0..len {
            let CellPair { cell, lower, higher, .. } = open[k % 8];
            let digit = known[k % 8];
            first[cell] = digit.trailing_zeros() as u8 + 1;
            second[cell] = ((lower | higher) & !digit).trailing_zeros() as u8 + 1;
        }
        [first, second]
    }
}
