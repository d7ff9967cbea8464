//! What waits on the way down.

use core::mem::MaybeUninit;

/// At most `CAPACITY` entries, the youngest on top, in memory that is not touched before it is used.
pub(super) struct Stack<T, const CAPACITY: usize> {
    entries: [MaybeUninit<T>; CAPACITY],
    /// Entries below this are initialized.
    len: usize,
}

impl<T: Copy, const CAPACITY: usize> Stack<T, CAPACITY> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { entries: [const { MaybeUninit::uninit() }; CAPACITY], len: 0 }
    }

    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// # Panics
    /// If the stack is full.
    #[inline(always)]
    pub(super) fn push(&mut self, entry: T) {
        self.entries[self.len].write(entry);
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<&T> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: entries below the old length are initialized.
        Some(unsafe { self.entries[self.len].assume_init_ref() })
    }

    /// # Panics
    /// If there is no such entry.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> &T {
        assert!(index < self.len);
        // SAFETY: entries below the length are initialized.
        unsafe { self.entries[index].assume_init_ref() }
    }
}
