//! Columns of Arrow, by its C interface in capsules: in and out without a copy where the layout allows.

use std::ffi::CStr;
use std::ptr::NonNull;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::{BinaryType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type, Utf8Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, GenericByteArray, GenericByteViewArray, StringArray,
    StructArray, UInt8Array, UInt32Array, UInt64Array, make_array,
};
use arrow_buffer::{ArrowNativeType, Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::rows::Texts;

const ARRAY: &CStr = c"arrow_array";
const SCHEMA: &CStr = c"arrow_schema";
const STREAM: &CStr = c"arrow_array_stream";

fn failed(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("Arrow: {error}"))
}

/// The texts of a column, if it is one of Arrow.
pub fn texts(column: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Box<dyn Texts>>>> {
    // What can come in pieces is asked for pieces, so that nobody joins them.
    if column.hasattr("__arrow_c_stream__")? {
        let capsule = column.call_method0("__arrow_c_stream__")?;
        let stream = pointer::<FFI_ArrowArrayStream>(&capsule, STREAM)?;
        // SAFETY: the capsule holds a stream, by the rule of its name; it is taken out, as the rule wants.
        let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
        let reader = ArrayStreamReader::try_new(stream).map_err(failed)?;
        let piece = |array: Result<ArrayRef, ArrowError>| {
            let array = array.map_err(failed)?;
            array.to_data().validate().map_err(failed)?;
            piece_of(array)
        };
        return reader.map(piece).collect::<PyResult<_>>().map(Some);
    }
    if column.hasattr("__arrow_c_array__")? {
        let capsules = column.call_method0("__arrow_c_array__")?;
        let capsules = capsules.cast::<PyTuple>()?;
        let schema = pointer::<FFI_ArrowSchema>(&capsules.get_item(0)?, SCHEMA)?;
        let array = pointer::<FFI_ArrowArray>(&capsules.get_item(1)?, ARRAY)?;
        // SAFETY: the capsules hold a schema and an array, by the rule of their names; both are taken out.
        let (schema, array) =
            unsafe { (FFI_ArrowSchema::from_raw(schema.as_ptr()), FFI_ArrowArray::from_raw(array.as_ptr())) };
        if array.is_released() || schema.release().is_none() {
            return Err(PyValueError::new_err("Arrow: the capsules were used before"));
        }
        // SAFETY: the array is one of the schema, by the rule of the method that gave both.
        let data = unsafe { from_ffi(array, &schema) }.map_err(failed)?;
        data.validate().map_err(failed)?;
        return Ok(Some(vec![piece_of(make_array(data))?]));
    }
    Ok(None)
}

/// What a capsule of this name holds.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast())
}

/// The texts of an array.
fn piece_of(array: ArrayRef) -> PyResult<Box<dyn Texts>> {
    macro_rules! column {
        ($array:expr) => {
            Ok(Box::new(Column($array.clone())))
        };
    }
    match array.data_type() {
        DataType::Utf8 => column!(array.as_bytes::<Utf8Type>()),
        DataType::LargeUtf8 => column!(array.as_bytes::<LargeUtf8Type>()),
        DataType::Utf8View => column!(array.as_string_view()),
        DataType::Binary => column!(array.as_bytes::<BinaryType>()),
        DataType::LargeBinary => column!(array.as_bytes::<LargeBinaryType>()),
        DataType::BinaryView => column!(array.as_binary_view()),
        DataType::FixedSizeBinary(_) => column!(array.as_fixed_size_binary()),
        DataType::Struct(fields) => {
            let names: Vec<_> = fields.iter().map(|field| field.name().as_str()).collect();
            Err(PyTypeError::new_err(format!(
                "expected an Arrow column of strings, found a table; pass one of its columns: {}",
                names.join(", ")
            )))
        }
        other => Err(PyTypeError::new_err(format!("expected an Arrow column of strings, found {other}"))),
    }
}

/// A column of texts or bytes.
///
/// Where a text lies is checked whenever it is read: whoever made the column may have been wrong, and may change it.
struct Column<A>(A);

impl<T: ByteArrayType> Texts for Column<GenericByteArray<T>> {
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn text(&self, index: usize) -> Option<&[u8]> {
        let [start, end] = self.0.value_offsets().get(index..index + 2)? else { return None };
        let text = self.0.value_data().get(start.to_usize()?..end.to_usize()?);
        text.filter(|_| self.0.is_valid(index))
    }
}

impl<T: ByteViewType + ?Sized> Texts for Column<GenericByteViewArray<T>> {
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn text(&self, index: usize) -> Option<&[u8]> {
        let view: &[u8] = self.0.views().inner().as_slice().get(16 * index..16 * index + 16)?;
        let number = |at: usize| Some(u32::from_ne_bytes(view.get(at..at + 4)?.try_into().ok()?) as usize);
        let length = number(0)?;
        let text = if length <= 12 {
            view.get(4..4 + length)
        } else {
            let start = number(12)?;
            self.0.data_buffers().get(number(8)?)?.get(start..start.checked_add(length)?)
        };
        text.filter(|_| self.0.is_valid(index))
    }
}

impl Texts for Column<FixedSizeBinaryArray> {
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn text(&self, index: usize) -> Option<&[u8]> {
        self.0.is_valid(index).then(|| self.0.value(index))
    }
}

/// A name, a kind, an array, and for boards an array that tells which rows have one.
type Named<'py> = (String, String, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

/// Columns of answers for whoever reads Arrow.
#[pyclass(frozen)]
pub struct Exported {
    table: StructArray,
}

#[pymethods]
impl Exported {
    /// Takes columns.
    #[new]
    fn new(py: Python<'_>, columns: Vec<Named<'_>>) -> PyResult<Self> {
        let mut fields = Vec::new();
        for (name, kind, array, there) in columns {
            let column: ArrayRef = match kind.as_str() {
                "cells" => Arc::new(boards(py, &array, there.as_ref())?),
                "uint8" => Arc::new(UInt8Array::new(numbers(&array)?, None)),
                "uint32" => Arc::new(UInt32Array::new(numbers(&array)?, None)),
                "uint64" => Arc::new(UInt64Array::new(numbers(&array)?, None)),
                "bool" => Arc::new(BooleanArray::from_iter(truths(py, &array)?.into_iter().map(Some))),
                names => Arc::new(named(py, &array, names)?),
            };
            fields.push((Arc::new(Field::new(name, column.data_type().clone(), true)), column));
        }
        Ok(Exported { table: StructArray::from(fields) })
    }

    /// The table and its schema in capsules.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // Another schema than ours need not be granted.
        let _ = requested_schema;
        let (array, schema) = to_ffi(&self.table.to_data()).map_err(failed)?;
        Ok((PyCapsule::new_with_value(py, schema, SCHEMA)?, PyCapsule::new_with_value(py, array, ARRAY)?))
    }

    /// The schema in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.table.data_type()).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }
}

/// Boards as texts of 81 characters.
fn boards(
    py: Python<'_>,
    cells: &Bound<'_, PyAny>,
    there: Option<&Bound<'_, PyAny>>,
) -> PyResult<StringArray> {
    let mut text = PyBuffer::<u8>::get(cells)?.to_vec(py)?;
    for cell in &mut text {
        *cell = if *cell == 0 { b'.' } else { b'0'.wrapping_add(*cell).min(b'9') };
    }
    let count = text.len() / 81;
    let there = there.map(|there| truths(py, there)).transpose()?;
    if count > i32::MAX as usize / 81 || there.as_ref().is_some_and(|there| there.len() != count) {
        return Err(PyValueError::new_err("an Arrow array holds no more than 26,512,143 boards; use parts"));
    }
    let offsets = OffsetBuffer::from_lengths(std::iter::repeat_n(81, count));
    StringArray::try_new(offsets, Buffer::from_vec(text), there.map(Into::into)).map_err(failed)
}

/// Codes as the names that they stand for, which are in `names`, with commas between.
fn named(py: Python<'_>, codes: &Bound<'_, PyAny>, names: &str) -> PyResult<StringArray> {
    let names: Vec<&str> = names.split(',').collect();
    let codes = PyBuffer::<u8>::get(codes)?.to_vec(py)?;
    let longest = names.iter().map(|name| name.len()).max().unwrap_or(0);
    if codes.len().checked_mul(longest).is_none_or(|bytes| bytes > i32::MAX as usize) {
        return Err(PyValueError::new_err("too many rows for one Arrow array; use parts"));
    }
    Ok(codes
        .iter()
        .map(|&code| names.get(usize::from(code)).copied().filter(|name| !name.is_empty()))
        .collect())
}

/// Numbers where they are.
fn numbers<T: Element + ArrowNativeType>(array: &Bound<'_, PyAny>) -> PyResult<ScalarBuffer<T>> {
    let buffer = PyBuffer::<T>::get(array)?;
    let (count, bytes) = (buffer.item_count(), buffer.len_bytes());
    if !buffer.is_c_contiguous() {
        return Err(PyValueError::new_err("the array is not contiguous"));
    }
    let Some(start) = NonNull::new(buffer.buf_ptr().cast::<u8>()).filter(|_| count > 0) else {
        return Ok(ScalarBuffer::from(Vec::new()));
    };
    // SAFETY: the buffer has so many bytes there, and what goes along with them keeps them there.
    let buffer = unsafe { Buffer::from_custom_allocation(start, bytes, Arc::new(Held(buffer))) };
    Ok(ScalarBuffer::new(buffer, 0, count))
}

/// What Arrow keeps as long as it needs the numbers.
struct Held<T: Element>(#[expect(dead_code, reason = "it is only held")] PyBuffer<T>);

impl<T: Element> std::panic::RefUnwindSafe for Held<T> {}

/// Truth values, as bytes.
fn truths(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    Ok(PyBuffer::<u8>::get(array)?.to_vec(py)?.into_iter().map(|byte| byte != 0).collect())
}
