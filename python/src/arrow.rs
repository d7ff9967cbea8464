//! Puzzles from Arrow columns, by the C data interface in capsules. Texts are read in place.

use std::ffi::CStr;
use std::ptr::NonNull;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{BinaryType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type, Utf8Type};
use arrow_array::{
    Array, ArrayRef, FixedSizeBinaryArray, GenericByteArray, GenericByteViewArray, make_array,
};
use arrow_buffer::ArrowNativeType;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::arrow_checks::{check, text_type};
use crate::texts::{ListTexts, MISSING, Texts};

pub const ARRAY: &CStr = c"arrow_array";
pub const SCHEMA: &CStr = c"arrow_schema";
const STREAM: &CStr = c"arrow_array_stream";

/// The reason for a row whose text is outside the column's buffers.
const WRONG: &str = "the Arrow column does not have the text that it refers to";

/// Converts an Arrow error to a `ValueError`.
pub fn value_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("Arrow: {error}"))
}

/// Returns the chunks of a column, or `None` if it is not an Arrow column.
///
/// # Errors
///
/// Returns an error if the column is malformed, or does not contain strings or bytes.
pub fn texts(column: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Box<dyn Texts>>>> {
    // A stream first, so that the producer need not join its chunks.
    if column.hasattr("__arrow_c_stream__")? {
        let capsule = column.call_method0("__arrow_c_stream__")?;
        let stream = pointer::<FFI_ArrowArrayStream>(&capsule, STREAM)?;
        // SAFETY: by the Arrow PyCapsule interface, a capsule of this name holds a stream. `from_raw` moves it out and
        // marks it as released.
        let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
        return chunks(stream).map(Some);
    }
    if column.hasattr("__arrow_c_array__")? {
        let capsules = column.call_method0("__arrow_c_array__")?;
        let capsules = capsules.cast::<PyTuple>()?;
        let schema = pointer::<FFI_ArrowSchema>(&capsules.get_item(0)?, SCHEMA)?;
        let array = pointer::<FFI_ArrowArray>(&capsules.get_item(1)?, ARRAY)?;
        // SAFETY: by the Arrow PyCapsule interface, capsules of these names hold a schema and an array. `from_raw`
        // moves them out and marks them as released.
        let (schema, array) =
            unsafe { (FFI_ArrowSchema::from_raw(schema.as_ptr()), FFI_ArrowArray::from_raw(array.as_ptr())) };
        if array.is_released() || schema.release().is_none() {
            return Err(PyValueError::new_err("Arrow: the capsules were used before"));
        }
        // SAFETY: the schema is from the interface.
        let kind = unsafe { text_type(&schema)? };
        return Ok(Some(vec![import(array, kind)?]));
    }
    Ok(None)
}

/// Returns the chunks of a stream.
fn chunks(mut stream: FFI_ArrowArrayStream) -> PyResult<Vec<Box<dyn Texts>>> {
    if stream.release().is_none() {
        return Err(PyValueError::new_err("Arrow: the stream was released before"));
    }
    let (Some(get_schema), Some(get_next)) = (stream.get_schema(), stream.get_next()) else {
        return Err(PyValueError::new_err("Arrow: the stream has no functions"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the function is that of the stream, which is not released.
    let code = unsafe { get_schema(&mut stream, &mut schema) };
    if code != 0 {
        return Err(stream_error(&mut stream, code));
    }
    // SAFETY: the schema is from the interface.
    let kind = unsafe { text_type(&schema)? };
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        let code = unsafe { get_next(&mut stream, &mut array) };
        if code != 0 {
            return Err(stream_error(&mut stream, code));
        }
        if array.is_released() {
            return Ok(chunks);
        }
        chunks.push(import(array, kind.clone())?);
    }
}

/// Returns the last error of a stream.
fn stream_error(stream: &mut FFI_ArrowArrayStream, code: i32) -> PyErr {
    let message = stream.get_last_error().and_then(|get| {
        // SAFETY: the function is that of the stream, which is not released.
        let message = unsafe { get(stream) };
        // SAFETY: the message is null or a text that ends with a zero, valid until the next call on the stream.
        (!message.is_null()).then(|| unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned())
    });
    PyValueError::new_err(format!(
        "Arrow: {}",
        message.unwrap_or_else(|| format!("error {code} of the stream"))
    ))
}

/// Returns the texts of an array from the interface.
fn import(array: FFI_ArrowArray, kind: DataType) -> PyResult<Box<dyn Texts>> {
    // SAFETY: the array is from the interface.
    unsafe { check(&array, &kind)? };
    if kind == DataType::Null {
        return Ok(Box::new(UntypedColumn(array.len())));
    }
    if array.is_empty() {
        // It may lack the buffers that the arrow crate expects.
        return Ok(Box::new(ListTexts::default()));
    }
    // SAFETY: by the interface, the array has the type of its schema.
    let data = unsafe { from_ffi_and_data_type(array, kind) }.map_err(value_error)?;
    data.validate().map_err(value_error)?;
    texts_of(make_array(data))
}

/// Returns the pointer in a capsule, or an error if the capsule has another name.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast())
}

/// Returns the texts of an array.
fn texts_of(array: ArrayRef) -> PyResult<Box<dyn Texts>> {
    macro_rules! texts {
        ($array:expr) => {
            Ok(Box::new($array.clone()))
        };
    }
    match array.data_type() {
        DataType::Utf8 => texts!(array.as_bytes::<Utf8Type>()),
        DataType::LargeUtf8 => texts!(array.as_bytes::<LargeUtf8Type>()),
        DataType::Utf8View => texts!(array.as_string_view()),
        DataType::Binary => texts!(array.as_bytes::<BinaryType>()),
        DataType::LargeBinary => texts!(array.as_bytes::<LargeBinaryType>()),
        DataType::BinaryView => texts!(array.as_binary_view()),
        DataType::FixedSizeBinary(_) => texts!(array.as_fixed_size_binary()),
        other => Err(PyTypeError::new_err(format!("expected an Arrow column of strings, found {other}"))),
    }
}

/// A column without a type, which pandas gives for no rows and for missing values alone.
struct UntypedColumn(usize);

impl Texts for UntypedColumn {
    fn len(&self) -> usize {
        self.0
    }

    fn text(&self, _index: usize) -> Result<&[u8], &str> {
        Err(MISSING)
    }
}

/// A column of texts or bytes.
///
/// Arrow forbids changing a column. Each read still checks the bounds of its text, so a producer that breaks the rule
/// gets wrong answers, but nothing outside the column is read.
trait TextColumn: Array {
    /// Returns the text of a row that has a value.
    fn checked(&self, index: usize) -> Option<&[u8]>;
}

impl<A: TextColumn> Texts for A {
    fn len(&self) -> usize {
        Array::len(self)
    }

    #[inline]
    fn text(&self, index: usize) -> Result<&[u8], &str> {
        if self.is_valid(index) { self.checked(index).ok_or(WRONG) } else { Err(MISSING) }
    }
}

impl<T: ByteArrayType> TextColumn for GenericByteArray<T> {
    #[inline]
    fn checked(&self, index: usize) -> Option<&[u8]> {
        let [start, end] = self.value_offsets().get(index..index + 2)? else { return None };
        self.value_data().get(start.to_usize()?..end.to_usize()?)
    }
}

impl<T: ByteViewType + ?Sized> TextColumn for GenericByteViewArray<T> {
    #[inline]
    fn checked(&self, index: usize) -> Option<&[u8]> {
        let view: &[u8] = self.views().inner().as_slice().get(16 * index..16 * index + 16)?;
        let number = |at: usize| Some(u32::from_ne_bytes(view.get(at..at + 4)?.try_into().ok()?) as usize);
        let length = number(0)?;
        if length <= 12 {
            return view.get(4..4 + length);
        }
        let start = number(12)?;
        self.data_buffers().get(number(8)?)?.get(start..start.checked_add(length)?)
    }
}

impl TextColumn for FixedSizeBinaryArray {
    #[inline]
    fn checked(&self, index: usize) -> Option<&[u8]> {
        Some(self.value(index))
    }
}
