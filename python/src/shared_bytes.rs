//! Memory of Python's, to which other code may write at any time.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use pyo3::buffer::PyUntypedBuffer;

/// The bytes of a contiguous Python buffer.
///
/// Every access is atomic for each byte. Python code without the GIL, numpy, and another call of this package may write
/// to the same array at the same time: then a reader gets old and new bytes mixed, and wrong answers are the worst
/// result.
pub struct SharedBytes {
    start: *mut u8,
    len: usize,
    /// Keeps the memory where it is.
    _buffer: PyUntypedBuffer,
}

// SAFETY: any thread may hold and release the buffer, and the memory is only accessed by atomic operations.
unsafe impl Send for SharedBytes {}
// SAFETY: as above.
unsafe impl Sync for SharedBytes {}

impl SharedBytes {
    /// # Panics
    ///
    /// If the buffer is not contiguous in C order.
    pub fn new(buffer: PyUntypedBuffer) -> Self {
        assert!(buffer.is_c_contiguous(), "a contiguous buffer");
        SharedBytes { start: buffer.buf_ptr().cast(), len: buffer.len_bytes(), _buffer: buffer }
    }

    /// The bytes from `first` on. A buffer that is read-only must only be loaded from.
    #[inline(always)]
    fn bytes(&self, first: usize, count: usize) -> &[AtomicU8] {
        assert!(first <= self.len && count <= self.len - first, "bytes of the buffer");
        if count == 0 {
            return &[];
        }
        // SAFETY: the bytes are in the buffer, which `_buffer` keeps where it is. `AtomicU8` has the layout of `u8`.
        // All Rust code accesses them by atomic operations, and `load` only reads, as read-only memory demands.
        unsafe { std::slice::from_raw_parts(self.start.add(first).cast(), count) }
    }

    /// Copies the bytes from `first` on.
    ///
    /// # Panics
    ///
    /// If the buffer does not have as many.
    #[inline(always)]
    pub fn load(&self, first: usize, bytes: &mut [u8]) {
        let shared = self.bytes(first, bytes.len());
        for (byte, shared) in bytes.iter_mut().zip(shared) {
            *byte = shared.load(Relaxed);
        }
    }

    /// Overwrites the bytes from `first` on.
    ///
    /// # Panics
    ///
    /// If the buffer does not have as many.
    ///
    /// # Safety
    ///
    /// The buffer is not read-only.
    #[inline(always)]
    pub unsafe fn store(&self, first: usize, bytes: &[u8]) {
        for (shared, &byte) in self.bytes(first, bytes.len()).iter().zip(bytes) {
            shared.store(byte, Relaxed);
        }
    }
}
