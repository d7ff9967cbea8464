//! A stack of search nodes, stored register by register.

use super::packed_board::{OPEN, PackedBoard};
use crate::vectors::SlotVector;
use core::mem::MaybeUninit;

/// Nodes in the longest vector.
const WHOLE: usize = 4;
/// Entries of [`SlotStack`] that are none: below the lowest, so that a whole vector can be read from the
/// top, and above the highest, so that one can be written there.
pub(super) const MARGIN: usize = 2 * WHOLE;

/// Nodes, the youngest on top, in `CAPACITY` entries with their [`MARGIN`]; memory is not touched
/// before it is used.
///
/// A vector reads or writes one row of several nodes: there is one for each of the nine registers
/// of a board, and one for the digits that a solved cell of the box had in the parent. (A node that
/// solves no cell more is stuck at once.)
#[repr(align(64))]
pub(super) struct SlotStack<const CAPACITY: usize> {
    rows: [[[MaybeUninit<u32>; 4]; CAPACITY]; 10],
    /// Entries below this are initialized.
    top: usize,
}

impl<const CAPACITY: usize> SlotStack<CAPACITY> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        let mut rows = [[[const { MaybeUninit::uninit() }; 4]; CAPACITY]; 10];
        let mut i = 0;
        while i < 10 {
            let mut entry = 0;
            while entry < WHOLE {
                rows[i][entry] = [const { MaybeUninit::new(OPEN) }; 4];
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

    /// Number of free entries.
    #[inline(always)]
    pub(super) const fn free(&self) -> usize {
        CAPACITY - WHOLE - self.top
    }

    /// Adds a node, if there is a free entry.
    #[inline(always)]
    pub(super) fn push(&mut self, board: &PackedBoard, solved: &[u32; 4]) {
        if self.free() == 0 {
            debug_assert!(false, "the stack is full");
            return;
        }
        for (i, row) in self.rows.iter_mut().enumerate() {
            if let Some(entry) = row.get_mut(self.top) {
                *entry = board.0.get(i).unwrap_or(solved).map(MaybeUninit::new);
            }
        }
        self.top += 1;
    }

    /// Adds the slots of a register set for which `chosen` has a bit, if there are free entries for a whole set.
    #[inline(always)]
    pub(super) fn push_slots<V: SlotVector>(&mut self, x: &[V; 9], solved: V, chosen: u32) {
        let top = self.top;
        if top > CAPACITY - WHOLE - V::SLOTS {
            debug_assert!(false, "the stack is full");
            return;
        }
        for (i, row) in self.rows.iter_mut().enumerate() {
            let lanes = row[top..top + V::SLOTS].as_flattened_mut();
            x.get(i).copied().unwrap_or(solved).slots_to_front(chosen).write(lanes);
        }
        self.top = top + chosen.count_ones() as usize;
    }

    /// The nodes, the oldest first.
    pub(super) fn boards(&self) -> impl Iterator<Item = PackedBoard> {
        (WHOLE..self.top).map(|entry| {
            let mut board = PackedBoard::EMPTY;
            for (register, row) in board.0.iter_mut().zip(&self.rows) {
                if let Some(quad) = row.get(entry) {
                    // SAFETY: entries below the top are initialized.
                    *register = quad.map(|lane| unsafe { lane.assume_init() });
                }
            }
            board
        })
    }

    /// A row of the youngest nodes, the youngest last, as many as slots. If there are fewer, the
    /// first slots hold no nodes.
    #[inline(always)]
    pub(super) fn youngest<V: SlotVector>(&self, proof: V::Proof, row: usize) -> V {
        let first = self.top - V::SLOTS;
        let rows = self.rows.get(row).and_then(|row| row.get(first..first + V::SLOTS));
        // There are always as many: those of the margin.
        let Some(quads) = rows else { return V::splat(proof, OPEN) };
        // SAFETY: entries below the top are initialized; the cast keeps the layout and the length.
        V::load(proof, unsafe { &*(&raw const *quads.as_flattened() as *const [u32]) })
    }

    /// Takes the `count` youngest nodes away.
    #[inline(always)]
    pub(super) fn remove(&mut self, count: usize) {
        debug_assert!(count <= self.len());
        self.top = (self.top - count).max(WHOLE);
    }
}
