//! A stack of search nodes.

use core::mem::MaybeUninit;

/// At most `CAPACITY` entries, the youngest on top. Memory is not touched before it is used.
pub(super) struct Stack<T, const CAPACITY: usize> {
    entries: [MaybeUninit<T>; CAPACITY],
    /// Entries below this are initialized.
    len: usize,
}

impl<T: Copy, const CAPACITY: usize> Stack<T, CAPACITY> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) const fn new() -> Self {
        Self { entries: [const { MaybeUninit::uninit() }; CAPACITY], len: 0 }
    }

    /// Lends the memory with all entries. The length moves, too, so that a search can keep it in a register.
    #[inline(always)]
    pub(super) const fn lend(&mut self) -> LentStack<'_, T> {
        LentStack { entries: &mut self.entries, len: self.len }
    }
}

/// A stack in the memory of another, whose capacity is not part of the type.
pub(super) struct LentStack<'a, T> {
    entries: &'a mut [MaybeUninit<T>],
    /// Entries below this are initialized.
    len: usize,
}

impl<T: Copy> LentStack<'_, T> {
    /// Lends the memory again.
    #[inline(always)]
    pub(super) const fn lend(&mut self) -> LentStack<'_, T> {
        LentStack { entries: self.entries, len: self.len }
    }

    /// Removes the youngest entries, so that at most `len` are left.
    #[inline(always)]
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Returns the youngest entry.
    #[inline(always)]
    pub(super) fn last(&self) -> Option<&T> {
        let last = self.entries.get(..self.len)?.last()?;
        // SAFETY: entries below the length are initialized.
        Some(unsafe { last.assume_init_ref() })
    }
}

/// The operations of both stacks. (A generic memory is compiled to slower code.)
macro_rules! operations {
    ($($of_stack:tt)*) => {
        $($of_stack)* {
            #[inline(always)]
            pub(super) const fn len(&self) -> usize {
                self.len
            }

            /// Adds an entry. Returns false if the stack is full.
            #[inline(always)]
            #[must_use]
            pub(super) fn push(&mut self, entry: T) -> bool {
                let free = self.entries.get_mut(self.len);
                let has_free = free.is_some();
                if let Some(free) = free {
                    free.write(entry);
                    self.len += 1;
                }
                has_free
            }

            #[inline(always)]
            pub(super) fn pop(&mut self) -> Option<&T> {
                let last = self.entries.get(..self.len)?.last()?;
                self.len -= 1;
                // SAFETY: entries below the old length are initialized.
                Some(unsafe { last.assume_init_ref() })
            }

            /// Returns the entries, the oldest first.
            #[inline(always)]
            pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
                let entries = self.entries.get(..self.len).unwrap_or_default();
                // SAFETY: entries below the length are initialized.
                entries.iter().map(|entry| unsafe { entry.assume_init_ref() })
            }
        }
    };
}
operations! { impl<T: Copy, const CAPACITY: usize> Stack<T, CAPACITY> }
operations! { impl<T: Copy> LentStack<'_, T> }
