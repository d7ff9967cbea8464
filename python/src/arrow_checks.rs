//! Checks of columns from Arrow's C data interface. The arrow crate panics on malformed columns, or reads null
//! pointers.
//!
//! The interface does not state the sizes of buffers, so a length that exceeds them cannot be detected.

use std::ffi::{CStr, c_char, c_void};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The number of bytes that a program can address: no machine uses more than 57 bits.
const MOST_BYTES: i64 = if size_of::<usize>() == 8 { 1 << 57 } else { i32::MAX as i64 };

/// `struct ArrowSchema` of the interface.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *const *const Schema,
    dictionary: *const Schema,
    release: *const c_void,
    private_data: *const c_void,
}

/// `struct ArrowArray` of the interface.
#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const c_void,
    children: *const *const ArrowArray,
    dictionary: *const ArrowArray,
    release: *const c_void,
    private_data: *const c_void,
}

/// Returns the type of the texts of a column.
///
/// # Errors
///
/// Returns an error if the schema is malformed, or is not that of strings, bytes or missing values alone.
///
/// # Safety
///
/// Pointers in the schema are null, or valid by the interface.
pub unsafe fn text_type(schema: &FFI_ArrowSchema) -> PyResult<DataType> {
    // SAFETY: both types have the layout of `struct ArrowSchema`.
    let raw = unsafe { &*std::ptr::from_ref(schema).cast::<Schema>() };
    // SAFETY: as the caller promises.
    let format = unsafe { text(raw.format) };
    let Some(format) = format else {
        return Err(PyValueError::new_err("Arrow: the schema has no format"));
    };
    let expected = |found: String| {
        Err(PyTypeError::new_err(format!("expected an Arrow column of strings, found {found}")))
    };
    if !raw.dictionary.is_null() {
        return expected("a dictionary; cast it to strings".into());
    }
    Ok(match format {
        "n" => DataType::Null,
        "u" => DataType::Utf8,
        "U" => DataType::LargeUtf8,
        "vu" => DataType::Utf8View,
        "z" => DataType::Binary,
        "Z" => DataType::LargeBinary,
        "vz" => DataType::BinaryView,
        "+s" => {
            // SAFETY: as the caller promises.
            let names = unsafe { names(raw) };
            let cure = match raw.n_children {
                81 => "pass its cells as an array, to_numpy()".into(),
                _ => format!("pass one of its columns: {names}"),
            };
            return expected(format!("a table; {cure}"));
        }
        "+l" | "+L" | "+vl" | "+vL" => return expected("lists; pass lists of cells as a Python list".into()),
        _ => match format.strip_prefix("w:").and_then(|width| width.parse().ok()) {
            Some(width @ 0..) => DataType::FixedSizeBinary(width),
            _ if format.starts_with('+') => return expected(format!("a nested column of type {format:?}")),
            _ => match DataType::try_from(schema) {
                Ok(found) if found.is_numeric() => {
                    return expected(format!("{found}; read a column of puzzles as text (dtype=str)"));
                }
                Ok(found) => return expected(found.to_string()),
                Err(_) => return expected(format!("one of type {format:?}, which Arrow does not have")),
            },
        },
    })
}

/// Returns the names of the columns of a table.
///
/// # Safety
///
/// As for [`text_type`].
unsafe fn names(table: &Schema) -> String {
    let count = if table.children.is_null() { 0 } else { table.n_children.max(0) as usize };
    let name = |place| {
        // SAFETY: the table has `count` children; their pointers are null or valid.
        let child = unsafe { (*table.children.add(place)).as_ref() };
        // SAFETY: as the caller promises.
        child.and_then(|child| unsafe { text(child.name) }).unwrap_or("?")
    };
    (0..count).map(name).collect::<Vec<_>>().join(", ")
}

/// Returns a text, or `None` if it is null or not UTF-8.
///
/// # Safety
///
/// The pointer is null, or points to a text that ends with a zero.
unsafe fn text<'a>(text: *const c_char) -> Option<&'a str> {
    // SAFETY: as the caller promises.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })?.to_str().ok()
}

/// Checks an array of texts of type `kind`.
///
/// # Errors
///
/// Returns an error if the interface does not permit the array.
///
/// # Safety
///
/// Pointers in the array are null, or valid by the interface.
pub unsafe fn check(array: &FFI_ArrowArray, kind: &DataType) -> PyResult<()> {
    // SAFETY: both types have the layout of `struct ArrowArray`.
    let raw = unsafe { &*std::ptr::from_ref(array).cast::<ArrowArray>() };
    // SAFETY: as the caller promises.
    let flaw = unsafe { flaw(raw, kind) };
    flaw.map_or(Ok(()), |flaw| Err(PyValueError::new_err(format!("Arrow: the array has {flaw}"))))
}

/// Returns what is wrong with an array.
///
/// # Safety
///
/// As for [`check`].
unsafe fn flaw(array: &ArrowArray, kind: &DataType) -> Option<&'static str> {
    let (has_offsets, has_views, width) = match kind {
        DataType::Utf8 | DataType::Binary => (true, false, 4),
        DataType::LargeUtf8 | DataType::LargeBinary => (true, false, 8),
        DataType::Utf8View | DataType::BinaryView => (false, true, 16),
        DataType::FixedSizeBinary(width) => (false, false, i64::from(*width)),
        DataType::Null => (false, false, 0),
        _ => return Some("another type than texts"),
    };
    if array.length < 0 || array.offset < 0 {
        return Some("a negative length or offset");
    }
    let rows = array.length.checked_add(array.offset);
    // There is one more offset than rows.
    let bytes = rows.and_then(|rows| rows.checked_add(1)?.checked_mul(width.max(1)));
    let (Some(rows), Some(_)) = (rows, bytes.filter(|&bytes| bytes <= MOST_BYTES)) else {
        return Some("a length beyond the memory");
    };
    if array.null_count < -1 || array.null_count > array.length {
        return Some("a wrong number of nulls");
    }
    if array.n_children != 0 || !array.dictionary.is_null() {
        return Some("children or a dictionary");
    }
    let is_complete = match array.n_buffers {
        // The format has none; polars gives one.
        0 | 1 => *kind == DataType::Null,
        2 => matches!(kind, DataType::FixedSizeBinary(_)),
        3 => has_offsets || has_views,
        more => has_views && (4..1 << 32).contains(&more),
    };
    if !is_complete {
        return Some("a wrong number of buffers");
    }
    if *kind == DataType::Null {
        return None;
    }
    if array.buffers.is_null() {
        return Some("no buffers");
    }
    // SAFETY: there are `n_buffers` pointers.
    let buffers = unsafe { std::slice::from_raw_parts(array.buffers, array.n_buffers as usize) };
    if buffers[0].is_null() && array.null_count > 0 {
        return Some("nulls and no bits for them");
    }
    if buffers[1].is_null() && rows > 0 && width > 0 {
        return Some("rows and no buffer for them");
    }
    if has_offsets && !buffers[1].is_null() {
        let offset = |row: i64| {
            // SAFETY: there are `rows + 1` offsets; an array of no rows may have none, but its buffer is not null then.
            unsafe {
                match width {
                    4 => i64::from(buffers[1].cast::<i32>().add(row as usize).read_unaligned()),
                    _ => buffers[1].cast::<i64>().add(row as usize).read_unaligned(),
                }
            }
        };
        let (first, last) = if array.length == 0 { (0, 0) } else { (offset(array.offset), offset(rows)) };
        if first < 0 || last < first || last > MOST_BYTES {
            return Some("wrong offsets");
        }
        if last > 0 && buffers[2].is_null() {
            return Some("texts and no buffer for them");
        }
    }
    if let [_, _, texts @ .., lengths] = buffers
        && has_views
        && !texts.is_empty()
    {
        if lengths.is_null() {
            return Some("no lengths of its buffers");
        }
        for (place, text) in texts.iter().enumerate() {
            // SAFETY: there is a length for each buffer of texts.
            let length = unsafe { lengths.cast::<i64>().add(place).read_unaligned() };
            if !(0..=MOST_BYTES).contains(&length) || (text.is_null() && length > 0) {
                return Some("a wrong length of a buffer");
            }
        }
    }
    None
}
