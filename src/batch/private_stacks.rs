//! Private stacks: the second children of a lane's guesses that stay with that lane, last in, first out.
//!
//! ```text
//!   a node in lane 6               slot  0  1  2  3  4 ..
//!   +--------------------+
//!   | candidates         |   row 9       .  x  B  .  x      B is the top of the lane's stack
//!   | stack: row 9, slot 2 ------------------> |
//!   +--------------------+                     | stack: row 2, slot 1
//!                                              v
//!                            row 2       x  A  .  .  .      A is older; its stack word is 0: the bottom
//!
//!   x: in other stacks
//! ```
//!
//! A *row* takes the second children of one guess in all lanes, each in the slot of its lane in that guess. A
//! node's *stack word* names the youngest second child of its stack by row and slot, and that child's own stack word
//! names the next one. Zero ends the stack. A row is in use as long as one of its slots is.
//!
//! Every slot in use is named by exactly one stack word: that of a node in a lane, in the pool, in a waiting list, or
//! in another slot. When a node is dropped, its stack must be [released](PrivateStacks::release).

use super::memory::*;

/// The rows, and which of them are in use.
///
/// The first `free` entries of the list of free rows name the rows not in use, each once. A row number out of range is
/// replaced by the last row and sets `inconsistent`, so no index is out of bounds.
pub(super) struct PrivateStacks<'a> {
    pub(super) memory: &'a mut StackMemory,
    free: usize,
    /// Whether a row number was out of range, or a stack was circular.
    pub(super) inconsistent: bool,
}

impl<'a> PrivateStacks<'a> {
    /// Creates empty stacks that use the first `rows` rows.
    #[inline(always)]
    pub(super) fn new(memory: &'a mut StackMemory, rows: usize) -> Self {
        let mut stacks = PrivateStacks { memory, free: rows, inconsistent: false };
        stacks.clear(rows);
        stacks
    }

    /// The stacks in this memory, of whose rows so many are [free](Self::free_rows).
    #[cfg(any(test, feature = "trace"))]
    pub(super) fn with_free_rows(memory: &'a mut StackMemory, free: usize) -> Self {
        PrivateStacks { memory, free, inconsistent: false }
    }

    /// The number of rows that are not in use.
    #[cfg(any(test, feature = "trace"))]
    pub(super) fn free_rows(&self) -> usize {
        self.free
    }

    /// Releases all rows.
    #[inline(always)]
    pub(super) fn clear(&mut self, rows: usize) {
        free_all_rows(self.memory);
        self.free = rows;
        self.inconsistent = false;
    }

    /// Whether a row is free for the next guess.
    #[inline(always)]
    pub(super) fn has_free_row(&self) -> bool {
        self.free > 0
    }

    /// Whether none of the first `rows` rows is in use.
    #[inline(always)]
    pub(super) fn all_are_free(&self, rows: usize) -> bool {
        self.free == rows
    }

    /// Takes a free row. The caller marks its slots as used.
    #[inline(always)]
    pub(super) fn reserve(&mut self) -> usize {
        let last = self.free.wrapping_sub(1);
        let last = self.existing(last);
        self.free = last;
        self.existing(usize::from(self.memory.free_rows[last]))
    }

    /// The row and the slot of a stack's top, or `None` if the stack is empty.
    #[inline(always)]
    pub(super) fn top(&mut self, stack_word: u32) -> Option<(usize, usize)> {
        let (row, slot) = row_and_slot(stack_word)?;
        Some((self.existing(row), slot))
    }

    /// Releases all slots of a stack.
    #[inline(always)]
    pub(super) fn release(&mut self, stack_word: u32) {
        let mut stack_word = stack_word;
        // A stack has at most one slot in each row, so one with more slots than rows is circular.
        for _ in 0..ROWS + 1 {
            let Some((row, slot)) = self.top(stack_word) else { return };
            stack_word = self.memory.rows[row].0[STACK_WORD][slot];
            self.release_slot(row, slot);
        }
        self.inconsistent = true;
    }

    /// Releases one slot, and the row if it was the last slot in use.
    #[inline(always)]
    pub(super) fn release_slot(&mut self, row: usize, slot: usize) {
        self.memory.used_slots[row] &= !(1 << slot);
        if self.memory.used_slots[row] == 0 {
            let last = self.existing(self.free);
            self.memory.free_rows[last] = row as u16;
            self.free = last + 1;
        }
    }

    /// Returns `row`, or the last row if it is out of range.
    #[inline(always)]
    fn existing(&mut self, row: usize) -> usize {
        self.inconsistent |= row >= ROWS;
        row.min(ROWS - 1)
    }
}

/// Lists all rows as free.
fn free_all_rows(memory: &mut StackMemory) {
    for (index, row) in memory.free_rows.iter_mut().enumerate() {
        *row = index as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::BatchStorage;

    /// Pushes a slot, alone in its row, on the stack `stack_word`; returns the new stack word.
    fn push(stacks: &mut PrivateStacks, slot: usize, stack_word: u32) -> u32 {
        let row = stacks.reserve();
        stacks.memory.used_slots[row] = 1 << slot;
        stacks.memory.rows[row].0[STACK_WORD][slot] = stack_word;
        stack_top(row, slot)
    }

    #[test]
    fn a_released_stack_frees_all_its_rows() {
        let mut memory = Box::new(BatchStorage::new());
        let mut stacks = PrivateStacks::new(&mut memory.stacks, 5);
        for _ in 0..3 {
            let stack_word = (0..5).fold(0, |stack_word, slot| push(&mut stacks, 3 * slot, stack_word));
            assert!(!stacks.has_free_row());
            let mut rows = vec![];
            let mut rest = stack_word;
            while let Some((row, slot)) = stacks.top(rest | BUDGET) {
                assert_eq!(slot, 3 * (4 - rows.len()));
                rows.push(row);
                rest = stacks.memory.rows[row].0[STACK_WORD][slot];
            }
            rows.sort();
            assert_eq!(rows, [0, 1, 2, 3, 4]);
            stacks.release(stack_word | BUDGET);
            assert_eq!((stacks.free, stacks.inconsistent), (5, false));
        }
    }

    #[test]
    fn a_row_is_in_use_as_long_as_one_of_its_slots_is() {
        let mut memory = Box::new(BatchStorage::new());
        let mut stacks = PrivateStacks::new(&mut memory.stacks, 1);
        let row = stacks.reserve();
        stacks.memory.used_slots[row] = 1 << 2 | 1 << 15;
        stacks.release_slot(row, 15);
        assert!(!stacks.has_free_row());
        stacks.release_slot(row, 2);
        assert!(stacks.has_free_row() && !stacks.inconsistent);
    }

    #[test]
    fn a_row_out_of_range_and_a_circular_stack_are_detected() {
        let mut memory = Box::new(BatchStorage::new());
        let mut stacks = PrivateStacks::new(&mut memory.stacks, 1);
        let circle = push(&mut stacks, 7, stack_top(0, 7));
        stacks.memory.used_slots[0] |= 1 << 9;
        stacks.release(circle);
        assert!(stacks.inconsistent);
        stacks.clear(0);
        assert!(!stacks.inconsistent);
        assert!(stacks.reserve() < ROWS && stacks.inconsistent);
        stacks.clear(ROWS);
        assert!(matches!(stacks.top(stack_top(ROWS, 3)), Some((row, 3)) if row < ROWS));
        assert!(stacks.inconsistent);
    }
}
