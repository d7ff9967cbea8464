//! The arguments of calls: the caller's memory, checked.
//!
//! The head of the header states which memory each pointer is valid for. A function makes values of these types of its
//! arguments, in one block that relies on that contract. From there on it is safe code.

use core::ffi::{c_char, c_int, c_void};
use core::fmt;
use core::ops::ControlFlow;
use core::{ptr, slice};

use crate::types::*;

/// A value, or the negative status of an invalid call.
pub(crate) type Checked<T> = Result<T, lanedoku_status>;

/// Returns the status of a call for C.
pub(crate) fn status_of(call: Checked<lanedoku_status>) -> lanedoku_status {
    call.unwrap_or_else(|error| error)
}

/// Checks that a pointer is not null.
fn required<T>(start: *const T) -> Checked<()> {
    if start.is_null() { Err(LANEDOKU_ERROR_NULL) } else { Ok(()) }
}

/// Checks that memory of this length can exist.
fn check_length(length: usize) -> Checked<()> {
    if length > isize::MAX as usize { Err(LANEDOKU_ERROR_SIZE) } else { Ok(()) }
}

/// Checks that `count` items of `size` bytes, `stride` bytes apart, can be in memory.
fn check_array(count: usize, stride: usize, size: usize) -> Checked<()> {
    let bytes = (count - 1).checked_mul(stride).and_then(|last| last.checked_add(size));
    match bytes {
        Some(bytes) if stride >= size => check_length(bytes.max(stride)),
        _ => Err(LANEDOKU_ERROR_SIZE),
    }
}

/// A text, or the bytes of a puzzle.
#[derive(Clone, Copy)]
pub(crate) struct TextArgument {
    start: *const u8,
    length: usize,
}

impl TextArgument {
    /// # Safety
    ///
    /// As long as the value is used, `start` is null, or `length` bytes behind it can be read.
    #[inline]
    pub(crate) unsafe fn new(start: *const c_char, length: usize) -> Checked<Self> {
        required(start)?;
        check_length(length)?;
        Ok(TextArgument { start: start.cast(), length })
    }

    /// Passes the bytes to `read`, which writes nothing for the caller. It keeps no reference to them, so that a
    /// solution may then be written over its puzzle.
    #[inline]
    pub(crate) fn read<R>(self, read: impl FnOnce(&[u8]) -> R) -> R {
        // SAFETY: the pointer is not null and the length fits an object, by `new`. The bytes can be read, and nothing
        // writes to them before this returns.
        read(unsafe { slice::from_raw_parts(self.start, self.length) })
    }
}

/// The rows of a batch: texts of one length, at a stride.
#[derive(Clone, Copy)]
pub(crate) struct RowsArgument {
    start: *const u8,
    pub(crate) count: usize,
    pub(crate) stride: usize,
    length: usize,
}

impl RowsArgument {
    /// No rows are right, whatever the pointer and the stride.
    ///
    /// # Safety
    ///
    /// As long as the value is used, `start` is null, or `length` bytes can be read `count` times, `stride` bytes
    /// apart.
    pub(crate) unsafe fn new(
        start: *const c_char,
        count: usize,
        stride: usize,
        length: usize,
    ) -> Checked<Self> {
        if count > 0 {
            required(start)?;
            check_array(count, stride, length)?;
        }
        Ok(RowsArgument { start: start.cast(), count, stride, length })
    }

    /// Returns the row with this index, or `None` beyond the last.
    pub(crate) fn row(&self, index: usize) -> Option<TextArgument> {
        self.part(index, 1)
    }

    /// Returns the bytes from the start of a row to the end of another, or `None` if not so many rows are left.
    pub(crate) fn part(&self, first: usize, rows: usize) -> Option<TextArgument> {
        let last = rows.checked_sub(1)?;
        if first >= self.count || last >= self.count - first {
            return None;
        }
        // Both rows are in the array, whose size `new` has checked.
        let start = self.start.wrapping_add(first * self.stride);
        Some(TextArgument { start, length: last * self.stride + self.length })
    }
}

/// A buffer, or nothing.
#[derive(Clone, Copy)]
pub(crate) struct BufferArgument {
    start: *mut u8,
    length: usize,
}

impl BufferArgument {
    /// Takes a buffer of at least `least` bytes, or null with a length of 0.
    ///
    /// # Safety
    ///
    /// As long as the value is used, `start` is null, or `length` bytes behind it can be written.
    #[inline]
    pub(crate) unsafe fn new(start: *mut c_char, length: usize, least: usize) -> Checked<Self> {
        if !(start.is_null() && length == 0) {
            required(start)?;
            check_array(1, length, least)?;
        }
        Ok(BufferArgument { start: start.cast(), length })
    }

    /// Takes a buffer for a 9x9 board.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    pub(crate) unsafe fn for_board(start: *mut c_char, length: usize) -> Checked<Self> {
        required(start)?;
        // SAFETY: the contract is the same.
        unsafe { Self::new(start, length, 81) }
    }

    /// Writes bytes at the start, if there is a buffer.
    #[inline]
    pub(crate) fn write(self, bytes: &[u8]) {
        self.write_at(0, bytes);
    }

    /// Writes bytes at an offset, if they fit there.
    #[inline]
    fn write_at(self, offset: usize, bytes: &[u8]) {
        if offset <= self.length && bytes.len() <= self.length - offset {
            // SAFETY: the bytes fit into the buffer, which is not null then or the length 0, and can be written. They
            // are the library's, so they do not overlap it.
            unsafe { bytes.as_ptr().copy_to_nonoverlapping(self.start.wrapping_add(offset), bytes.len()) };
        }
    }
}

/// The rows that a batch writes, or nothing.
#[derive(Clone, Copy)]
pub(crate) struct OutputRowsArgument {
    start: *mut u8,
    count: usize,
    stride: usize,
    length: usize,
}

impl OutputRowsArgument {
    /// No rows are right, whatever the pointer and the stride.
    ///
    /// # Safety
    ///
    /// As long as the value is used, `start` is null, or `length` bytes can be written `count` times, `stride` bytes
    /// apart.
    pub(crate) unsafe fn new(
        start: *mut c_char,
        count: usize,
        stride: usize,
        length: usize,
    ) -> Checked<Self> {
        if count > 0 {
            required(start)?;
            check_array(count, stride, length)?;
        }
        Ok(OutputRowsArgument { start: start.cast(), count, stride, length })
    }

    /// Takes rows, or null with a stride of 0. The stride is checked also if there are no rows.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    pub(crate) unsafe fn or_none(
        start: *mut c_char,
        count: usize,
        stride: usize,
        length: usize,
    ) -> Checked<Self> {
        if start.is_null() && stride == 0 {
            return Ok(OutputRowsArgument { start: start.cast(), count: 0, stride, length });
        }
        required(start)?;
        check_array(count.max(1), stride, length)?;
        Ok(OutputRowsArgument { start: start.cast(), count, stride, length })
    }

    /// Returns the row with this index, if there is one.
    pub(crate) fn row(&self, index: usize) -> BufferArgument {
        if index >= self.count {
            return BufferArgument { start: self.start, length: 0 };
        }
        // The row is in the array, whose size the constructor has checked.
        BufferArgument { start: self.start.wrapping_add(index * self.stride), length: self.length }
    }
}

/// The place of a value that a function writes, or nothing.
pub(crate) struct OutputArgument<T>(*mut T);

impl<T> OutputArgument<T> {
    /// # Safety
    ///
    /// As long as the value is used, `place` is null or can be written.
    #[inline]
    pub(crate) unsafe fn new(place: *mut T) -> Self {
        OutputArgument(place)
    }

    /// Takes a place that must not be null.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    pub(crate) unsafe fn required(place: *mut T) -> Checked<Self> {
        required(place)?;
        Ok(OutputArgument(place))
    }

    /// Writes the value, if there is a place for it.
    #[inline]
    pub(crate) fn write(&self, value: T) {
        if !self.0.is_null() {
            // SAFETY: it is not null, so it can be written.
            unsafe { self.0.write(value) };
        }
    }
}

/// An array that a function writes, or nothing.
pub(crate) struct ArrayArgument<T> {
    start: *mut T,
    count: usize,
}

impl<T> ArrayArgument<T> {
    /// No items are right, whatever the pointer.
    ///
    /// # Safety
    ///
    /// As long as the value is used, `start` is null, or `count` items behind it can be written.
    pub(crate) unsafe fn new(start: *mut T, count: usize) -> Checked<Self> {
        if count > 0 {
            required(start)?;
            check_array(count, size_of::<T>(), size_of::<T>())?;
        }
        Ok(ArrayArgument { start, count })
    }

    /// Takes an array or null.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    pub(crate) unsafe fn or_none(start: *mut T, count: usize) -> Checked<Self> {
        let count = if start.is_null() { 0 } else { count };
        // SAFETY: the contract is the same.
        unsafe { Self::new(start, count) }
    }

    /// Returns the place of an item, if there is one.
    pub(crate) fn item(&self, index: usize) -> OutputArgument<T> {
        // The item is in the array.
        OutputArgument(if index < self.count { self.start.wrapping_add(index) } else { ptr::null_mut() })
    }

    /// Writes an item, if there is a place for it.
    pub(crate) fn write(&self, index: usize, value: T) {
        self.item(index).write(value);
    }

    /// Writes the first items, as many as there are places for.
    pub(crate) fn write_all(&self, values: impl IntoIterator<Item = T>) {
        values.into_iter().enumerate().for_each(|(index, value)| self.write(index, value));
    }
}

/// Returns the items of an array that a function reads.
///
/// # Safety
///
/// `start` is null, or `count` items behind it can be read and do not change during `'a`.
pub(crate) unsafe fn items<'a, T>(start: *const T, count: usize) -> Checked<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    required(start)?;
    check_array(count, size_of::<T>(), size_of::<T>())?;
    // SAFETY: the pointer is not null, and the items fit an object and do not change.
    Ok(unsafe { slice::from_raw_parts(start, count) })
}

/// Returns the structure at `place`, or `None` for NULL.
///
/// # Safety
///
/// `place` is null or can be read, and any bytes are a `T`.
#[inline]
pub(crate) unsafe fn structure<T>(place: *const T) -> Option<T> {
    // SAFETY: it is null or can be read.
    (!place.is_null()).then(|| unsafe { place.read() })
}

/// Returns a `T` in the caller's memory, or `None` for NULL and 0.
///
/// # Safety
///
/// `start` is null, or `size` bytes behind it have been initialized and belong to the caller for `'a`. Any bytes are a
/// `T`.
pub(crate) unsafe fn memory_or_none<'a, T>(start: *mut c_void, size: usize) -> Checked<Option<&'a mut T>> {
    // SAFETY: the contract is the same.
    if start.is_null() && size == 0 { Ok(None) } else { unsafe { memory(start, size) }.map(Some) }
}

/// Returns a `T` in the caller's memory.
///
/// # Safety
///
/// As for [`memory_or_none`].
pub(crate) unsafe fn memory<'a, T>(start: *mut c_void, size: usize) -> Checked<&'a mut T> {
    required(start)?;
    check_array(1, size, memory_size::<T>())?;
    // SAFETY: the memory suffices for the skipped bytes and a `T`, by the check. It is initialized and the caller's
    // alone, and any bytes are a `T`.
    Ok(unsafe { &mut *aligned(start) })
}

/// Returns the caller's memory as grids of zeros, at least one.
///
/// # Safety
///
/// `start` is null, or `size` bytes behind it belong to the caller for `'a`.
pub(crate) unsafe fn cleared<'a>(start: *mut c_void, size: usize) -> Checked<&'a mut [[u8; 81]]> {
    required(start)?;
    check_array(1, size, 81)?;
    let count = size / 81;
    // SAFETY: the memory has that many bytes, which belong to the caller alone; they get a value before they are a
    // slice. Bytes have no alignment.
    unsafe {
        start.cast::<u8>().write_bytes(0, 81 * count);
        Ok(slice::from_raw_parts_mut(start.cast(), count))
    }
}

/// Returns the size of memory for a `T` at any address: with the padding needed for its alignment.
pub(crate) const fn memory_size<T>() -> usize {
    size_of::<T>() + align_of::<T>() - 1
}

/// Returns the first address for a `T` in the caller's memory.
pub(crate) fn aligned<T>(start: *mut c_void) -> *mut T {
    start.wrapping_byte_add(start.align_offset(align_of::<T>())).cast()
}

/// A function of the caller for one board after another.
pub(crate) struct VisitorArgument {
    call: unsafe extern "C" fn(*const c_char, usize, *mut c_void) -> c_int,
    user: *mut c_void,
}

impl VisitorArgument {
    /// # Safety
    ///
    /// As long as the value is used, the visitor may be called with any board and `user`.
    pub(crate) unsafe fn new(visitor: lanedoku_visitor, user: *mut c_void) -> Checked<Self> {
        Ok(VisitorArgument { call: visitor.ok_or(LANEDOKU_ERROR_NULL)?, user })
    }

    /// Calls it with the cells of a board.
    pub(crate) fn show(&self, cells: &[u8]) -> ControlFlow<()> {
        // SAFETY: it may be called with `user`, and the pointer is valid for the length until it returns.
        match unsafe { (self.call)(cells.as_ptr().cast(), cells.len(), self.user) } {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// A function of the caller that decides whether a search stops.
pub(crate) struct StopArgument {
    call: unsafe extern "C" fn(*const lanedoku_result, *mut c_void) -> c_int,
    user: *mut c_void,
}

impl StopArgument {
    /// # Safety
    ///
    /// As long as the value is used, the function may be called with any result and `user`.
    pub(crate) unsafe fn new(stop: lanedoku_stop_condition, user: *mut c_void) -> Checked<Self> {
        Ok(StopArgument { call: stop.ok_or(LANEDOKU_ERROR_NULL)?, user })
    }

    /// Takes a function or NULL.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    pub(crate) unsafe fn or_none(stop: lanedoku_stop_condition, user: *mut c_void) -> Option<Self> {
        stop.map(|call| StopArgument { call, user })
    }

    /// Returns whether the search stops.
    pub(crate) fn stops(&self, so_far: &lanedoku_result) -> bool {
        // SAFETY: it may be called with `user`, and the result is valid until it returns.
        unsafe { (self.call)(so_far, self.user) != 0 }
    }
}

/// Writes as much of a text as fits into a buffer, with a NUL, and counts the bytes that the whole text needs.
pub(crate) struct MessageArgument {
    place: BufferArgument,
    needed: OutputArgument<usize>,
    /// The length of the whole text so far, in bytes.
    length: usize,
    /// The length of what was written. After a cut, later text is not written, even if it would fit.
    written: usize,
}

impl MessageArgument {
    /// # Safety
    ///
    /// As long as the value is used, `start` is null, or `length` bytes behind it can be written; and `needed` is null
    /// or can be written.
    pub(crate) unsafe fn new(start: *mut c_char, length: usize, needed: *mut usize) -> Checked<Self> {
        // SAFETY: the contract is the same.
        let (place, needed) =
            unsafe { (BufferArgument::new(start, length, 0)?, OutputArgument::new(needed)) };
        Ok(MessageArgument { place, needed, length: 0, written: 0 })
    }

    /// Writes the text.
    pub(crate) fn write(mut self, text: impl fmt::Display) {
        // Writing to a message never fails.
        let _ = fmt::write(&mut self, format_args!("{text}"));
        if self.place.length != 0 {
            self.place.write_at(self.written, &[0]);
        }
        self.needed.write(self.length + 1);
    }
}

impl fmt::Write for MessageArgument {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = match self.length == self.written {
            true => self.place.length.saturating_sub(self.written + 1),
            false => 0,
        };
        let mut fits = text.len().min(room);
        while !text.is_char_boundary(fits) {
            fits -= 1;
        }
        self.place.write_at(self.written, text.as_bytes().get(..fits).unwrap_or_default());
        self.written += fits;
        self.length += text.len();
        Ok(())
    }
}
