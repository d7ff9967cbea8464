//! Arrays to write to.

use std::marker::PhantomData;
use std::ops::Range;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// That numbers have their bytes in the order of this machine, which the check of the type leaves open.
pub fn check_order<T: Element>(name: &str, buffer: &PyBuffer<T>) -> PyResult<()> {
    let foreign = if cfg!(target_endian = "little") { b">!" } else { b"<<" };
    if size_of::<T>() > 1 && buffer.format().to_bytes().first().is_some_and(|order| foreign.contains(order)) {
        return Err(PyTypeError::new_err(format!("{name}: its bytes are in the order of another machine")));
    }
    Ok(())
}

/// A writable array of Python's, with so many elements for each row.
pub struct Column<T: Element> {
    start: *mut T,
    per_row: usize,
    rows: usize,
    /// Keeps the memory where it is.
    _buffer: PyBuffer<T>,
    _writes: PhantomData<T>,
}

// SAFETY: the memory stays where it is and writable as long as the buffer is held. The threads of one call write to rows
// that do not overlap. What Python code writes there meanwhile, or another call, nobody can rule out: bytes are only
// copied, so that the worst are wrong answers.
unsafe impl<T: Element> Sync for Column<T> {}

impl<T: Element> Column<T> {
    /// Takes an array; `name` is what the user calls it.
    pub fn new(array: &Bound<'_, PyAny>, name: &str, rows: usize, per_row: usize) -> PyResult<Self> {
        let buffer = PyBuffer::<T>::get(array).map_err(|error| {
            PyTypeError::new_err(format!("{name}: not an array of the right type ({error})"))
        })?;
        check_order(name, &buffer)?;
        if buffer.readonly() {
            return Err(PyValueError::new_err(format!("{name} is read-only")));
        }
        if !buffer.is_c_contiguous() {
            return Err(PyValueError::new_err(format!("{name} is not contiguous")));
        }
        let expected = rows.checked_mul(per_row);
        if expected != Some(buffer.item_count()) {
            let found = buffer.item_count();
            return Err(PyValueError::new_err(format!(
                "{name}: expected {rows} rows of {per_row}, found {found} elements"
            )));
        }
        Ok(Column { start: buffer.buf_ptr().cast(), per_row, rows, _buffer: buffer, _writes: PhantomData })
    }

    /// Writes the elements of some rows.
    ///
    /// # Safety
    ///
    /// No other thread writes to these rows meanwhile.
    #[inline(always)]
    pub unsafe fn write(&self, rows: Range<usize>, elements: &[T]) {
        assert!(rows.start <= rows.end && rows.end <= self.rows, "rows of the array");
        assert_eq!(elements.len(), (rows.end - rows.start) * self.per_row, "an element for each place");
        // SAFETY: the places are inside the buffer, which is contiguous and writable, and the caller promises that no
        // other thread writes there. `elements` is ours, so they do not overlap.
        unsafe {
            let place = self.start.add(rows.start * self.per_row);
            std::ptr::copy_nonoverlapping(elements.as_ptr(), place, elements.len());
        }
    }
}
