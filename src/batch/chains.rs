//! Private chains: the second children of a lane's guesses, which only that lane goes on with.
//!
//! ```text
//!   a node in lane 6               slot  0  1  2  3  4 ..
//!   +--------------------+
//!   | candidates         |   row 9       .  x  B  .  x      B waits for the node's lane, the youngest
//!   | chain: row 9, slot 2 ------------------> |
//!   +--------------------+                     | chain: row 2, slot 1
//!                                              v
//!                            row 2       x  A  .  .  .      A is older, and its chain is 0: the end
//!
//!   x: in other chains
//! ```
//!
//! A *row* takes the second children of one guess in all lanes, each in the slot of its lane in that guess. A
//! node's *chain word* names the youngest second child that waits for it, by row and slot, and that child's own
//! chain word names the next. Zero ends the chain. A row is in use as long as one of its slots is.
//!
//! Every slot in use is named by just one chain word: that of a node in a lane, in the pool, in a waiting list, or
//! in another slot. Who stops using a node [releases](Chains::release) its chain.

use super::memory::*;

/// The rows, and which of them are in use.
///
/// The first `free` entries of the list of free rows name those not in use, each once. A row that does not exist is
/// replaced by the last one, and everything is lost: no index is out of bounds.
pub(super) struct Chains<'a> {
    pub(super) memory: &'a mut ChainMemory,
    free: usize,
    /// Whether a row was named that does not exist, or a chain was a circle.
    pub(super) lost: bool,
}

impl<'a> Chains<'a> {
    /// Chains in the first so many rows, none of them in use.
    #[inline(always)]
    pub(super) fn new(memory: &'a mut ChainMemory, rows: usize) -> Self {
        let mut chains = Chains { memory, free: rows, lost: false };
        chains.clear(rows);
        chains
    }

    /// Gives back all rows.
    #[inline(always)]
    pub(super) fn clear(&mut self, rows: usize) {
        free_all_rows(self.memory);
        self.free = rows;
        self.lost = false;
    }

    /// Whether there is a row for the next guess.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.free > 0
    }

    /// A row that was not in use. Its lanes are not in use yet.
    #[inline(always)]
    pub(super) fn reserve(&mut self) -> usize {
        let last = self.free.wrapping_sub(1);
        let last = self.existing(last);
        self.free = last;
        self.existing(usize::from(self.memory.free_rows[last]))
    }

    /// The row and the slot that a chain word names; none if the chain is empty.
    #[inline(always)]
    pub(super) fn head(&mut self, chain: u32) -> Option<(usize, usize)> {
        let (row, slot) = row_and_slot(chain)?;
        Some((self.existing(row), slot))
    }

    /// Gives up a whole chain.
    #[inline(always)]
    pub(super) fn release(&mut self, chain: u32) {
        let mut chain = chain;
        // No chain has two slots of a row, so that one with more slots than rows is a circle.
        for _ in 0..ROWS + 1 {
            let Some((row, slot)) = self.head(chain) else { return };
            chain = self.memory.rows[row].0[CHAIN][slot];
            self.release_slot(row, slot);
        }
        self.lost = true;
    }

    /// Gives up one slot, and with the last one the row.
    #[inline(always)]
    pub(super) fn release_slot(&mut self, row: usize, slot: usize) {
        self.memory.row_slots[row] &= !(1 << slot);
        if self.memory.row_slots[row] == 0 {
            let last = self.existing(self.free);
            self.memory.free_rows[last] = row as u16;
            self.free = last + 1;
        }
    }

    /// The row itself, or the last one if there is no such row.
    #[inline(always)]
    fn existing(&mut self, row: usize) -> usize {
        self.lost |= row >= ROWS;
        row.min(ROWS - 1)
    }
}

/// Lists all rows as free.
fn free_all_rows(memory: &mut ChainMemory) {
    for (index, row) in memory.free_rows.iter_mut().enumerate() {
        *row = index as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Memory;

    /// The chain word of a new slot, alone in its row, whose own chain is `chain`.
    fn add(chains: &mut Chains, slot: usize, chain: u32) -> u32 {
        let row = chains.reserve();
        chains.memory.row_slots[row] = 1 << slot;
        chains.memory.rows[row].0[CHAIN][slot] = chain;
        reference(row, slot)
    }

    #[test]
    fn a_released_chain_gives_all_its_rows_back() {
        let mut memory = Box::new(Memory::new());
        let mut chains = Chains::new(&mut memory.chains, 5);
        for _ in 0..3 {
            let chain = (0..5).fold(0, |chain, slot| add(&mut chains, 3 * slot, chain));
            assert!(!chains.has_room());
            let mut rows = vec![];
            let mut rest = chain;
            while let Some((row, slot)) = chains.head(rest | PATIENCE) {
                assert_eq!(slot, 3 * (4 - rows.len()));
                rows.push(row);
                rest = chains.memory.rows[row].0[CHAIN][slot];
            }
            rows.sort();
            assert_eq!(rows, [0, 1, 2, 3, 4]);
            chains.release(chain | PATIENCE);
            assert_eq!((chains.free, chains.lost), (5, false));
        }
    }

    #[test]
    fn a_row_is_in_use_as_long_as_one_of_its_slots_is() {
        let mut memory = Box::new(Memory::new());
        let mut chains = Chains::new(&mut memory.chains, 1);
        let row = chains.reserve();
        chains.memory.row_slots[row] = 1 << 2 | 1 << 15;
        chains.release_slot(row, 15);
        assert!(!chains.has_room());
        chains.release_slot(row, 2);
        assert!(chains.has_room() && !chains.lost);
    }

    #[test]
    fn a_row_that_does_not_exist_and_a_circle_of_slots_do_no_harm() {
        let mut memory = Box::new(Memory::new());
        let mut chains = Chains::new(&mut memory.chains, 1);
        let circle = add(&mut chains, 7, reference(0, 7));
        chains.memory.row_slots[0] |= 1 << 9;
        chains.release(circle);
        assert!(chains.lost);
        chains.clear(0);
        assert!(!chains.lost);
        assert!(chains.reserve() < ROWS && chains.lost);
        chains.clear(ROWS);
        assert!(matches!(chains.head(reference(ROWS, 3)), Some((row, 3)) if row < ROWS));
        assert!(chains.lost);
    }
}
