//! Arrays of integers of any type.

use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;

use crate::shared_bytes::SharedBytes;

/// An array of integers, read in place.
pub struct Integers {
    bytes: SharedBytes,
    /// The number of bytes of an integer: 1, 2, 4 or 8.
    width: usize,
    is_signed: bool,
    is_big_endian: bool,
}

impl Integers {
    /// Returns whether the elements of a buffer are integers. Booleans are not.
    pub fn accepts(buffer: &PyUntypedBuffer) -> bool {
        let (_, kind) = parts(buffer.format().to_bytes());
        matches!(kind, [kind] if b"bBhHiIlLqQnN".contains(kind))
            && matches!(buffer.item_size(), 1 | 2 | 4 | 8)
    }

    /// Takes an array of one board, `(81,)` or `(9, 9)`. Returns `None` for other arrays, and for arrays that are not
    /// contiguous or have a mask.
    pub fn of_one(array: &Bound<'_, PyAny>) -> Option<Self> {
        let buffer = PyUntypedBuffer::get(array).ok()?;
        let is_board = Self::accepts(&buffer) && matches!(buffer.shape(), [81] | [9, 9]);
        // The buffer of a masked array lacks the mask.
        let is_plain = is_board && buffer.is_c_contiguous() && !array.hasattr("mask").unwrap_or(true);
        is_plain.then(|| Self::new(buffer))
    }

    /// Takes a buffer that [`accepts`](Self::accepts) accepts.
    ///
    /// # Panics
    ///
    /// Panics if the buffer is not contiguous in C order.
    pub fn new(buffer: PyUntypedBuffer) -> Self {
        let (order, kind) = parts(buffer.format().to_bytes());
        let is_big_endian = match order {
            b"<" => false,
            b">" | b"!" => true,
            _ => cfg!(target_endian = "big"),
        };
        let (width, is_signed) = (buffer.item_size(), kind[0].is_ascii_lowercase());
        Integers { bytes: SharedBytes::new(buffer), width, is_signed, is_big_endian }
    }

    /// Reads integers as digits. An integer above 255 or below 0 becomes a number above 9.
    #[inline(always)]
    pub fn load(&self, first: usize, digits: &mut [u8]) {
        match self.width {
            1 => self.bytes.load(first, digits),
            2 => self.load_wide::<2>(first, digits),
            4 => self.load_wide::<4>(first, digits),
            _ => self.load_wide::<8>(first, digits),
        }
    }

    fn load_wide<const WIDTH: usize>(&self, first: usize, digits: &mut [u8]) {
        let mut wide = [[0; WIDTH]; 81];
        for (part, digits) in digits.chunks_mut(81).enumerate() {
            let wide = &mut wide[..digits.len()];
            self.bytes.load(WIDTH * (first + 81 * part), wide.as_flattened_mut());
            let lowest = if self.is_big_endian { WIDTH - 1 } else { 0 };
            for (digit, bytes) in digits.iter_mut().zip(wide) {
                // In a digit, the other bytes are zero; in a negative number, they are not.
                *digit = std::mem::take(&mut bytes[lowest]);
                if *bytes != [0; WIDTH] {
                    *digit = u8::MAX;
                }
            }
        }
    }

    /// Returns 81 integers.
    pub fn values(&self, first: usize) -> [i128; 81] {
        std::array::from_fn(|place| {
            let mut bytes = [0; 8];
            let used = &mut bytes[..self.width];
            self.bytes.load(self.width * (first + place), used);
            if self.is_big_endian {
                used.reverse();
            }
            // The unused bits are above the integer; a shift fills them with its sign.
            let unused = 64 - 8 * self.width;
            let value = u64::from_le_bytes(bytes) << unused;
            if self.is_signed {
                i128::from(value.cast_signed() >> unused)
            } else {
                i128::from(value >> unused)
            }
        })
    }
}

/// Splits a format into the byte order and the type of the elements.
fn parts(format: &[u8]) -> (&[u8], &[u8]) {
    format.split_at(usize::from(format.first().is_some_and(|first| b"<>=@|!".contains(first))))
}
