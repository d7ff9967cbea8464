//! A stack of search nodes, stored register by register.

use super::fields::OPEN;
use super::packed_board::PackedBoard;
use crate::vectors::SlotVector;
use core::mem::MaybeUninit;

/// The number of nodes in the longest vector.
const WHOLE: usize = 4;
/// Entries of [`SlotStack`] that hold no node: below the lowest node, so that a whole vector can be read at the top,
/// and above the highest, so that one can be written there.
pub(super) const MARGIN: usize = 2 * WHOLE;

/// Nodes, the youngest on top, in `CAPACITY` entries including their [`MARGIN`]. Memory is not touched before it is
/// used.
///
/// A vector reads or writes one row of several nodes. There is a row for each of the nine registers of a board, and one
/// for the digits of the box's solved cells in the parent. (A node that solves no further cell is stuck at once.)
#[repr(align(64))]
pub(super) struct SlotStack<const CAPACITY: usize> {
    rows: [[[MaybeUninit<u32>; 4]; CAPACITY]; 10],
    /// Entries below this are initialized.
    top: usize,
}

impl<const CAPACITY: usize> SlotStack<CAPACITY> {
    #[cfg_attr(not(unoptimized), inline(always))]
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

    /// Returns the number of free entries.
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

    /// Adds the slots of a register set whose bits are set in `chosen`, if there are free entries for a whole set.
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

    /// Returns a row of the youngest nodes, one for each slot, the youngest last. If there are fewer nodes, the first
    /// slots hold none.
    #[inline(always)]
    pub(super) fn youngest<V: SlotVector>(&self, proof: V::Proof, row: usize) -> V {
        let first = self.top - V::SLOTS;
        let rows = self.rows.get(row).and_then(|row| row.get(first..first + V::SLOTS));
        // The margin ensures that there are always enough entries.
        let Some(quads) = rows else { return V::splat(proof, OPEN) };
        // SAFETY: entries below the top are initialized; the cast keeps the layout and the length.
        V::load(proof, unsafe { &*(&raw const *quads.as_flattened() as *const [u32]) })
    }

    /// Removes the `count` youngest nodes.
    #[inline(always)]
    pub(super) fn remove(&mut self, count: usize) {
        debug_assert!(count <= self.len());
        self.top = (self.top - count).max(WHOLE);
    }
}
