//! Exports answers as Arrow tables, by the C data interface in capsules. Numbers are shared, not copied.

use std::ptr::NonNull;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowSchema, to_ffi};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, StringArray, StructArray, UInt8Array, UInt32Array,
    UInt64Array,
};
use arrow_buffer::{ArrowNativeType, Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::Field;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::arrow::{ARRAY, SCHEMA, value_error};

/// A name, a type, an array, and for boards an array of bytes: 1 for each row with a board.
type NamedColumn<'py> = (String, String, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

/// A table that Arrow consumers read.
#[pyclass(frozen)]
pub struct ArrowTable {
    table: StructArray,
}

#[pymethods]
impl ArrowTable {
    /// Creates a table of columns.
    #[new]
    fn new(py: Python<'_>, columns: Vec<NamedColumn<'_>>) -> PyResult<Self> {
        let mut fields = Vec::new();
        for (name, kind, array, valid) in columns {
            let column: ArrayRef = match kind.as_str() {
                "cells" => Arc::new(boards(py, &array, valid.as_ref())?),
                "uint8" => Arc::new(UInt8Array::new(numbers(&array)?, None)),
                "uint32" => Arc::new(UInt32Array::new(numbers(&array)?, None)),
                "uint64" => Arc::new(UInt64Array::new(numbers(&array)?, None)),
                "float64" => Arc::new(Float64Array::new(numbers(&array)?, None)),
                "bool" => Arc::new(BooleanArray::from_iter(bools(py, &array)?.into_iter().map(Some))),
                names => Arc::new(names_of(py, &array, names)?),
            };
            fields.push((Arc::new(Field::new(name, column.data_type().clone(), true)), column));
        }
        Ok(ArrowTable { table: StructArray::from(fields) })
    }

    /// Returns the table and its schema in capsules.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface allows a producer to ignore the request.
        let _ = requested_schema;
        let (array, schema) = to_ffi(&self.table.to_data()).map_err(value_error)?;
        Ok((PyCapsule::new_with_value(py, schema, SCHEMA)?, PyCapsule::new_with_value(py, array, ARRAY)?))
    }

    /// Returns the schema in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.table.data_type()).map_err(value_error)?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }
}

/// Converts boards to strings with a character for each cell; null for a row without a board.
fn boards(
    py: Python<'_>,
    cells: &Bound<'_, PyAny>,
    valid: Option<&Bound<'_, PyAny>>,
) -> PyResult<StringArray> {
    let mut text = PyBuffer::<u8>::get(cells)?.to_vec(py)?;
    for cell in &mut text {
        // As the library writes a board of any size.
        *cell = match *cell {
            0 => b'.',
            digit @ 1..=9 => b'0' + digit,
            digit => b'A' + (digit - 10).min(15),
        };
    }
    let valid = valid.map(|valid| bools(py, valid)).transpose()?;
    let count = valid.as_ref().map_or(text.len() / 81, Vec::len);
    let width = text.len() / count.max(1);
    if text.len() > i32::MAX as usize || width * count != text.len() {
        let most =
            "an Arrow array holds at most 2 GB of text, which are 26,512,143 boards of 9x9; export in parts";
        return Err(PyValueError::new_err(most));
    }
    let offsets = OffsetBuffer::from_lengths(std::iter::repeat_n(width, count));
    StringArray::try_new(offsets, Buffer::from_vec(text), valid.map(Into::into)).map_err(value_error)
}

/// Converts codes to names. `names` lists them in order, separated by commas; an empty name is null.
fn names_of(py: Python<'_>, codes: &Bound<'_, PyAny>, names: &str) -> PyResult<StringArray> {
    let names: Vec<&str> = names.split(',').collect();
    let codes = PyBuffer::<u8>::get(codes)?.to_vec(py)?;
    let longest = names.iter().map(|name| name.len()).max().unwrap_or(0);
    if codes.len().checked_mul(longest).is_none_or(|bytes| bytes > i32::MAX as usize) {
        return Err(PyValueError::new_err("too many rows for one Arrow array; export in parts"));
    }
    Ok(codes
        .iter()
        .map(|&code| names.get(usize::from(code)).copied().filter(|name| !name.is_empty()))
        .collect())
}

/// Returns the numbers of an array without copying them.
fn numbers<T: Element + ArrowNativeType>(array: &Bound<'_, PyAny>) -> PyResult<ScalarBuffer<T>> {
    let buffer = PyBuffer::<T>::get(array)?;
    let (count, bytes) = (buffer.item_count(), buffer.len_bytes());
    if !buffer.is_c_contiguous() {
        return Err(PyValueError::new_err("the array is not contiguous"));
    }
    let Some(start) = NonNull::new(buffer.buf_ptr().cast::<u8>()).filter(|_| count > 0) else {
        return Ok(ScalarBuffer::from(Vec::new()));
    };
    // SAFETY: the buffer contains these bytes, and `KeptBuffer` keeps it as long as Arrow uses them.
    let buffer = unsafe { Buffer::from_custom_allocation(start, bytes, Arc::new(KeptBuffer(buffer))) };
    Ok(ScalarBuffer::new(buffer, 0, count))
}

/// Keeps the memory of shared numbers until Arrow releases them.
struct KeptBuffer<T: Element>(#[expect(dead_code, reason = "only its drop matters")] PyBuffer<T>);

impl<T: Element> std::panic::RefUnwindSafe for KeptBuffer<T> {}

/// Reads an array of bytes as booleans.
fn bools(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    Ok(PyBuffer::<u8>::get(array)?.to_vec(py)?.into_iter().map(|byte| byte != 0).collect())
}
