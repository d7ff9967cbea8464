//! Output arrays.

use std::marker::PhantomData;
use std::ops::Range;

use pyo3::buffer::{Element, PyUntypedBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::shared_bytes::SharedBytes;

/// Returns an error if the numbers are in another byte order, which the check of the element type does not detect.
pub fn check_order<T: Element>(name: &str, buffer: &PyUntypedBuffer) -> PyResult<()> {
    let foreign = if cfg!(target_endian = "little") { b">!" } else { b"<<" };
    if size_of::<T>() > 1 && buffer.format().to_bytes().first().is_some_and(|order| foreign.contains(order)) {
        return Err(PyTypeError::new_err(format!("{name}: expected numbers in this machine's byte order")));
    }
    Ok(())
}

/// A writable Python array, with `per_row` elements for each row.
pub struct OutputColumn<T: Element> {
    bytes: SharedBytes,
    per_row: usize,
    rows: usize,
    _elements: PhantomData<fn(T)>,
}

impl<T: Element> OutputColumn<T> {
    /// Checks an array. `name` is its name in error messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the array has another type, shape or byte order, is read-only, or is not contiguous.
    pub fn new(array: &Bound<'_, PyAny>, name: &str, rows: usize, per_row: usize) -> PyResult<Self> {
        let wrong_type =
            |error| PyTypeError::new_err(format!("{name}: not an array of the right type ({error})"));
        let buffer = PyUntypedBuffer::get(array).map_err(wrong_type)?;
        buffer.as_typed::<T>().map_err(wrong_type)?;
        check_order::<T>(name, &buffer)?;
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
        Ok(OutputColumn { bytes: SharedBytes::new(buffer), per_row, rows, _elements: PhantomData })
    }

    /// Writes the elements of some rows.
    ///
    /// # Panics
    ///
    /// Panics if the array has fewer rows, or if `elements` has another length.
    #[inline(always)]
    pub fn write(&self, rows: Range<usize>, elements: &[T]) {
        assert!(rows.start <= rows.end && rows.end <= self.rows, "rows of the array");
        assert_eq!(elements.len(), (rows.end - rows.start) * self.per_row, "one element for each position");
        // SAFETY: an `Element` is a number without padding, so each of its bytes can be read.
        let bytes =
            unsafe { std::slice::from_raw_parts(elements.as_ptr().cast::<u8>(), size_of_val(elements)) };
        // SAFETY: `new` rejects read-only arrays.
        unsafe { self.bytes.store(rows.start * self.per_row * size_of::<T>(), bytes) };
    }
}
