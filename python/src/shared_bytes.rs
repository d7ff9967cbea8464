//! Python memory that other code may write to at any time.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use pyo3::buffer::PyUntypedBuffer;

const WORD: usize = size_of::<usize>();

/// The bytes of a contiguous Python buffer.
///
/// Every access is atomic: it accesses an aligned word if the buffer contains the whole word, and a byte otherwise. So
/// two calls that use one buffer access each byte with the same width. (With bytes alone, `solve_batch` would be seven
/// percent slower.) Python code without the GIL, numpy, and another call of this package may write to the same array at
/// the same time. Then a reader gets a mixture of old and new bytes; the worst result is a wrong answer.
pub struct SharedBytes {
    start: *mut u8,
    len: usize,
    /// Keeps the memory allocated.
    _buffer: PyUntypedBuffer,
}

// SAFETY: any thread may hold and release the buffer, and the memory is only accessed by atomic operations.
unsafe impl Send for SharedBytes {}
// SAFETY: as above.
unsafe impl Sync for SharedBytes {}

/// The atomic that contains a byte.
enum Holder<'a> {
    /// A word, and the index of the byte in it.
    Word(&'a AtomicUsize, usize),
    /// The byte alone, at an end of the buffer.
    Byte(&'a AtomicU8),
}

impl SharedBytes {
    /// # Panics
    ///
    /// Panics if the buffer is not contiguous in C order.
    pub fn new(buffer: PyUntypedBuffer) -> Self {
        assert!(buffer.is_c_contiguous(), "a contiguous buffer");
        SharedBytes { start: buffer.buf_ptr().cast(), len: buffer.len_bytes(), _buffer: buffer }
    }

    /// Returns the number of bytes from `first` to the next start of a word.
    #[inline(always)]
    fn to_word(&self, first: usize) -> usize {
        self.start.addr().wrapping_add(first).wrapping_neg() % WORD
    }

    /// Returns `count` words, starting at byte `first`.
    #[inline(always)]
    fn words(&self, first: usize, count: usize) -> &[AtomicUsize] {
        if count == 0 {
            return &[];
        }
        assert!(first <= self.len && count <= (self.len - first) / WORD, "words of the buffer");
        assert_eq!(self.to_word(first), 0, "an aligned word");
        // SAFETY: the words are aligned and in the buffer, which `_buffer` keeps allocated. `AtomicUsize` has the
        // layout of `usize`. All Rust code accesses them by atomic operations, and loads do not write, so the memory
        // may be read-only.
        unsafe { std::slice::from_raw_parts(self.start.add(first).cast(), count) }
    }

    #[inline]
    fn holder(&self, place: usize) -> Holder<'_> {
        assert!(place < self.len, "a byte of the buffer");
        let index = (WORD - self.to_word(place)) % WORD;
        match place.checked_sub(index) {
            Some(first) if WORD <= self.len - first => Holder::Word(&self.words(first, 1)[0], index),
            // SAFETY: the byte is in the buffer; for the rest, see `words`.
            _ => Holder::Byte(unsafe { AtomicU8::from_ptr(self.start.add(place)) }),
        }
    }

    /// Copies the bytes that start at `first`.
    ///
    /// # Panics
    ///
    /// Panics if the buffer ends before the last of them.
    #[inline(always)]
    pub fn load(&self, first: usize, bytes: &mut [u8]) {
        let (head, rest) = bytes.split_at_mut(self.to_word(first).min(bytes.len()));
        let (words, tail) = rest.as_chunks_mut::<WORD>();
        let second = first + head.len();
        let third = second + WORD * words.len();
        let shared = self.words(second, words.len());
        for (word, shared) in words.iter_mut().zip(shared) {
            *word = shared.load(Relaxed).to_ne_bytes();
        }
        for (byte, place) in head.iter_mut().zip(first..).chain(tail.iter_mut().zip(third..)) {
            *byte = match self.holder(place) {
                Holder::Word(word, index) => word.load(Relaxed).to_ne_bytes()[index],
                Holder::Byte(byte) => byte.load(Relaxed),
            };
        }
    }

    /// Overwrites the bytes that start at `first`.
    ///
    /// # Panics
    ///
    /// Panics if the buffer ends before the last of them.
    ///
    /// # Safety
    ///
    /// The buffer must not be read-only.
    #[inline(always)]
    pub unsafe fn store(&self, first: usize, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(self.to_word(first).min(bytes.len()));
        let (words, tail) = rest.as_chunks::<WORD>();
        let second = first + head.len();
        for (word, shared) in words.iter().zip(self.words(second, words.len())) {
            shared.store(usize::from_ne_bytes(*word), Relaxed);
        }
        let third = second + WORD * words.len();
        for (&byte, place) in head.iter().zip(first..).chain(tail.iter().zip(third..)) {
            match self.holder(place) {
                // Another thread may write to the other bytes of the word.
                Holder::Word(word, index) => {
                    let _ = word.fetch_update(Relaxed, Relaxed, |word| {
                        let mut bytes = word.to_ne_bytes();
                        bytes[index] = byte;
                        Some(usize::from_ne_bytes(bytes))
                    });
                }
                Holder::Byte(shared) => shared.store(byte, Relaxed),
            }
        }
    }
}
