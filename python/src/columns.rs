//! Output arrays: numpy arrays if numpy is installed, memoryviews otherwise.

use std::marker::PhantomData;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyMemoryView, PySlice, PyTuple};

use crate::parallel::BatchCall;
use crate::rows::shape_text;
use crate::shared_bytes::SharedBytes;

/// A type of elements.
///
/// # Safety
///
/// A value has no padding.
pub unsafe trait Number: Copy {
    /// The name in numpy, and the format in Python's `memoryview`.
    const NAMES: (&'static str, &'static str);
}

macro_rules! numbers {
    ($($number:ty, $name:literal, $format:literal;)*) => { $(
        // SAFETY: a number or a boolean has no padding.
        unsafe impl Number for $number {
            const NAMES: (&'static str, &'static str) = ($name, $format);
        }
    )* };
}

numbers! {
    u8, "uint8", "B";
    bool, "bool", "?";
    u32, "uint32", "I";
    u64, "uint64", "Q";
    f64, "float64", "d";
}

/// A writable Python array, with `per_row` elements for each row.
pub struct OutputColumn<T> {
    bytes: SharedBytes,
    per_row: usize,
    _elements: PhantomData<fn(T)>,
}

impl<T: Number> OutputColumn<T> {
    /// Makes an array of zeros, and adds it to the answers of a call. Its shape begins with the number of rows.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn zeros(call: &BatchCall, name: &str, shape: &[usize]) -> PyResult<Self> {
        static NUMPY_ZEROS: PyOnceLock<Option<Py<PyAny>>> = PyOnceLock::new();
        let py = call.answers.py();
        let numpy_zeros = || py.import("numpy").and_then(|numpy| numpy.getattr("zeros")).ok();
        let numpy_zeros = NUMPY_ZEROS.get_or_init(py, || numpy_zeros().map(Bound::unbind));
        let ((dtype, format), lengths) = (T::NAMES, PyTuple::new(py, shape)?);
        let array = if let Some(numpy_zeros) = numpy_zeros {
            numpy_zeros.bind(py).call1((lengths, dtype))?
        } else {
            let size = shape.iter().fold(size_of::<T>(), |size, &length| size.saturating_mul(length));
            // An empty bytearray need not be aligned.
            let memory = py.get_type::<PyByteArray>().call1((size.max(size_of::<T>()),))?;
            let view = PyMemoryView::from(&memory)?;
            // A memoryview cannot have a zero in its shape.
            match size {
                0 => view.call_method1("cast", (format,))?.get_item(PySlice::new(py, 0, 0, 1))?,
                _ => view.call_method1("cast", (format, lengths))?,
            }
        };
        call.answers.set_item(name, &array)?;
        Ok(Self::over(PyUntypedBuffer::get(&array)?, shape.iter().skip(1).product()))
    }

    fn over(buffer: PyUntypedBuffer, per_row: usize) -> Self {
        OutputColumn { bytes: SharedBytes::new(buffer), per_row, _elements: PhantomData }
    }

    /// Writes the elements of some rows, from row `first` on.
    ///
    /// # Panics
    ///
    /// Panics if the array has fewer rows.
    #[inline(always)]
    pub fn write(&self, first: usize, elements: &[T]) {
        debug_assert!(elements.len().is_multiple_of(self.per_row), "one element for each position");
        // SAFETY: a `Number` has no padding, so each of its bytes can be read.
        let bytes =
            unsafe { std::slice::from_raw_parts(elements.as_ptr().cast::<u8>(), size_of_val(elements)) };
        // SAFETY: new arrays can be written, and `given` rejects those that are read-only.
        unsafe { self.bytes.store(first * self.per_row * size_of::<T>(), bytes) };
    }

    /// As [`write`](Self::write), of computed elements.
    pub fn write_all(&self, first: usize, elements: impl Iterator<Item = T>) {
        self.write(first, &elements.collect::<Vec<_>>());
    }
}

impl OutputColumn<u8> {
    /// Makes an array of boards with `side` rows, or takes the one that a user has given as `out`, and adds it to the
    /// answers. Each board is a row; `shape` is that of the array without the cells.
    ///
    /// # Errors
    ///
    /// Returns an error if the array does not fit.
    pub fn boards(
        call: &BatchCall,
        name: &str,
        out: Option<Bound<'_, PyAny>>,
        shape: &[usize],
        side: usize,
    ) -> PyResult<Self> {
        let cells = side * side;
        let lines = [shape, &[cells]].concat();
        let Some(out) = out else {
            return Ok(OutputColumn { per_row: cells, ..Self::zeros(call, name, &lines)? });
        };
        call.answers.set_item(name, &out)?;
        let squares = [shape, &[side, side]].concat();
        let found: Vec<usize> = PyMemoryView::from(&out)?.getattr("shape")?.extract()?;
        if found != lines && found != squares {
            let [lines, squares, found] = [lines, squares, found].map(|shape| shape_text(&shape));
            return Err(PyValueError::new_err(format!(
                "out: expected an array of shape {lines} or {squares}, found {found}"
            )));
        }
        Self::given(&out, "out", lines.iter().product(), cells)
    }

    /// Takes an array of `count` elements that a user has given. `name` is its name in error messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the array has another type or number of elements, is read-only, or is not contiguous.
    pub fn given(array: &Bound<'_, PyAny>, name: &str, count: usize, per_row: usize) -> PyResult<Self> {
        let wrong_type =
            |error| PyTypeError::new_err(format!("{name}: not an array of the right type ({error})"));
        let buffer = PyUntypedBuffer::get(array).map_err(wrong_type)?;
        buffer.as_typed::<u8>().map_err(wrong_type)?;
        if buffer.readonly() {
            return Err(PyValueError::new_err(format!("{name} is read-only")));
        }
        if !buffer.is_c_contiguous() {
            return Err(PyValueError::new_err(format!("{name} is not contiguous")));
        }
        let (rows, found) = (count / per_row, buffer.item_count());
        if found != count {
            return Err(PyValueError::new_err(format!(
                "{name}: expected {rows} rows of {per_row}, found {found} elements"
            )));
        }
        Ok(Self::over(buffer, per_row))
    }
}
