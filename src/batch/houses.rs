//! Further houses of a 9x9 board in lanes: the rules of boxes, on words of their own.
//!
//! A node's words hold one cell of each box. The words of its houses hold one cell of each house in the same way, up to
//! nine houses in the places of the boxes. A sweep gathers them, applies singles as in boxes, and takes what is lost
//! back to the node. Where a house has fewer cells, or where there is none, a cell that may hold any digit stands in:
//! nine cells of which some are free hold nine digits if and only if no two of the others are equal.
//!
//! Ordinary puzzles have [`NoHouses`], which compiles to nothing.

use super::layout::{ALL, LaneCandidates, place};
use super::sweep::{minirows, singles};
use crate::Layout;
use crate::vectors::{Lanes, all_lanes};

/// The further houses of a search.
pub(super) trait Houses: Copy {
    /// The guesses after which a puzzle is given up.
    const GUESS_LIMIT: u64;
    /// Whether puzzles with fewer clues than any ordinary one with one solution are searched in lanes.
    const FEW_CLUES: bool;

    /// Applies singles in the houses once. Returns the lanes with a contradiction.
    fn sweep<V: Lanes>(self, x: &mut LaneCandidates<V>) -> u32;

    /// Lanes whose settled node has no digit twice in a house.
    fn agree<V: Lanes>(self, x: &LaneCandidates<V>) -> u32;
}

/// No further houses.
#[derive(Clone, Copy)]
pub(super) struct NoHouses;

impl Houses for NoHouses {
    const GUESS_LIMIT: u64 = super::records::GUESS_LIMIT;
    const FEW_CLUES: bool = false;

    #[inline(always)]
    fn sweep<V: Lanes>(self, _: &mut LaneCandidates<V>) -> u32 {
        0
    }
    #[inline(always)]
    fn agree<V: Lanes>(self, _: &LaneCandidates<V>) -> u32 {
        all_lanes(V::LANES)
    }
}

/// The cells of one word of a node that go to one word of its houses by the same shift.
#[derive(Clone, Copy)]
struct CellMove {
    /// The words, as cells of a box and of a house.
    from: u8,
    to: u8,
    /// The shifts of the bits to the left and to the right, of which one is 0.
    left: u8,
    right: u8,
    /// The bits in the word of the houses, as in all three digit groups.
    bits: u32,
}

/// The most houses in lanes, as many as boxes.
const MOST_HOUSES: usize = 9;

/// The cells of up to nine further houses, by their places in lanes.
pub(crate) struct HouseCells {
    /// A list; behind its end, moves without bits.
    moves: [CellMove; 81],
    length: usize,
    /// For each word of the houses, the cells that stand in for missing ones.
    free: [u32; 9],
}

impl HouseCells {
    /// Returns the further houses of a layout, or `None` if there are too many, or if its regions are not 3x3 boxes.
    pub(crate) fn new(layout: &Layout) -> Option<Self> {
        if layout.box_shape() != Some((3, 3)) || layout.houses() > MOST_HOUSES {
            return None;
        }
        let none = CellMove { from: 0, to: 0, left: 0, right: 0, bits: 0 };
        let mut houses = HouseCells { moves: [none; 81], length: 0, free: [ALL; 9] };
        for house in 0..layout.houses() {
            let cells = (0..81).filter(|cell| layout.houses_of(*cell) >> house & 1 == 1);
            for (cell, (to, free)) in cells.zip(houses.free.iter_mut().enumerate()) {
                let (word, bit) = place(cell, 1);
                let (from, to_bit) = (bit.trailing_zeros() as u8, 3 * house as u8);
                let [left, right] = [to_bit.saturating_sub(from), from.saturating_sub(to_bit)];
                let new = CellMove { from: (word / 3) as u8, to: to as u8, left, right, bits: 7 << to_bit };
                *free &= !new.bits;
                // The first that it can join; else the first without bits.
                let joins = |other: &CellMove| {
                    other.bits == 0
                        || (other.from, other.to, other.left, other.right) == (new.from, new.to, left, right)
                };
                if let Some((index, own)) = houses.moves.iter_mut().enumerate().find(|(_, own)| joins(own)) {
                    *own = CellMove { bits: own.bits | new.bits, ..new };
                    houses.length = houses.length.max(index + 1);
                }
            }
        }
        Some(houses)
    }

    /// The words of the houses.
    #[inline(always)]
    fn gather<V: Lanes>(&self, x: &LaneCandidates<V>) -> LaneCandidates<V> {
        let proof = x[0][0][0].proof();
        let mut houses = *x;
        for (cell, free) in houses.as_flattened_mut().iter_mut().zip(&self.free) {
            *cell = [V::splat(proof, *free); 3];
        }
        for CellMove { from, to, left, right, bits } in self.moves.iter().take(self.length) {
            let from = &x.as_flattened()[usize::from(*from) % 9];
            let to = &mut houses.as_flattened_mut()[usize::from(*to) % 9];
            let bits = V::splat(proof, *bits);
            for group in 0..3 {
                // Two shifts, of which one does nothing, take less time than a branch.
                to[group] = V::or_and(to[group], from[group] << (*left).into() >> (*right).into(), bits);
            }
        }
        houses
    }
}

impl Houses for &HouseCells {
    // Hard minimal puzzles with diagonals take 1.4 times as long with 256, and boards with several solutions 1.2 times
    // as long with 4096.
    const GUESS_LIMIT: u64 = 1024;
    const FEW_CLUES: bool = true;

    #[inline(always)]
    fn sweep<V: Lanes>(self, x: &mut LaneCandidates<V>) -> u32 {
        let proof = x[0][0][0].proof();
        let mut houses = self.gather(x);
        let minirows = minirows(&houses);
        let sound = singles(&mut houses, &minirows).sound;
        for CellMove { from, to, left, right, bits } in self.moves.iter().take(self.length) {
            let to = &houses.as_flattened()[usize::from(*to) % 9];
            let from = &mut x.as_flattened_mut()[usize::from(*from) % 9];
            let bits = V::splat(proof, bits >> left << right);
            for group in 0..3 {
                from[group] =
                    V::and_or_not(from[group], to[group] >> (*left).into() << (*right).into(), bits);
            }
        }
        all_lanes(V::LANES) & !sound.equal_bits(V::splat(proof, ALL))
    }

    #[inline(always)]
    fn agree<V: Lanes>(self, x: &LaneCandidates<V>) -> u32 {
        let proof = x[0][0][0].proof();
        let houses = self.gather(x);
        let mut twice = V::splat(proof, 0);
        for group in 0..3 {
            let mut once = V::splat(proof, 0);
            for (cell, free) in houses.as_flattened().iter().zip(&self.free) {
                let own = cell[group] & V::splat(proof, !*free);
                twice = V::or_and(twice, once, own);
                once = once | own;
            }
        }
        all_lanes(V::LANES) & !twice.nonzero_bits()
    }
}
