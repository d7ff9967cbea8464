//! Nodes that wait, by register.

use super::board::{Board, OPEN};
use super::layout::Fields;
use crate::simd::Slots;
use core::mem::MaybeUninit;

/// Nodes in the longest vector.
const WHOLE: usize = 4;
/// Entries of [`Nodes`] that are none: below the lowest, so that a whole vector can be read from the
/// top, and above the highest, so that one can be written there.
pub(super) const MARGIN: usize = 2 * WHOLE;

/// Nodes, the youngest on top, in `CAPACITY` entries with their [`MARGIN`]; memory is not touched
/// before it is used.
///
/// A vector reads or writes one row of several nodes: there is one for each of the nine registers
/// of a board, and one for the digits that a solved cell of the box had in the parent. (A node that
/// solves no cell more is stuck at once.)
#[repr(align(64))]
pub(super) struct Nodes<const CAPACITY: usize> {
    rows: [[MaybeUninit<[u32; 4]>; CAPACITY]; 10],
    /// Entries below this are initialized.
    top: usize,
}

impl<const CAPACITY: usize> Nodes<CAPACITY> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        let mut rows = [[const { MaybeUninit::uninit() }; CAPACITY]; 10];
        let mut i = 0;
        while i < 10 {
            let mut entry = 0;
            while entry < WHOLE {
                rows[i][entry].write([OPEN; 4]);
                entry += 1;
            }
            i += 1;
        }
        Self { rows, top: WHOLE }
    }

    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.top - WHOLE
    }

    /// # Panics
    /// If there is no room.
    #[inline(always)]
    pub(super) fn push(&mut self, board: &Board, solved: &[u32; 4]) {
        for i in 0..9 {
            self.rows[i][self.top].write(board.0[i]);
        }
        self.rows[9][self.top].write(*solved);
        self.top += 1;
    }

    /// Pushes those slots of a register set that `chosen` has a bit for.
    ///
    /// # Panics
    /// If there is no room for a whole set.
    #[inline(always)]
    pub(super) fn push_slots<V: Slots>(&mut self, x: &[Fields<V>; 9], solved: V, chosen: u32) {
        let slots = self.top..self.top + V::SLOTS;
        for i in 0..10 {
            let row = if i < 9 { x[i].0 } else { solved };
            let quads = &mut self.rows[i][slots.clone()];
            // SAFETY: a quad is four lanes, and only initialized lanes are written.
            let lanes =
                unsafe { core::slice::from_raw_parts_mut(quads.as_mut_ptr().cast::<u32>(), V::LANES) };
            row.slots_to_front(chosen).store(lanes);
        }
        self.top += chosen.count_ones() as usize;
    }

    /// A row of the youngest nodes, the youngest last, as many as slots. If there are fewer, the
    /// first slots hold no nodes.
    #[inline(always)]
    pub(super) fn youngest<V: Slots>(&self, proof: V::Proof, row: usize) -> V {
        let quads = &self.rows[row][self.top - V::SLOTS..self.top];
        // SAFETY: entries below the top are initialized, and a quad is four lanes.
        V::load(proof, unsafe { core::slice::from_raw_parts(quads.as_ptr().cast(), V::LANES) })
    }

    /// Takes the `count` youngest nodes away.
    #[inline(always)]
    pub(super) fn remove(&mut self, count: usize) {
        debug_assert!(count <= self.len());
        self.top = (self.top - count).max(WHOLE);
    }
}
