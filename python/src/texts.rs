//! Rows of text, one puzzle each: the lines of a text, the items of a list.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// Rows of text, one puzzle each.
pub trait Texts: Send + Sync {
    /// The number of rows.
    fn len(&self) -> usize;

    /// Returns the text of a row, or `None` if the value is missing.
    fn text(&self, index: usize) -> Option<&[u8]>;
}

/// The lines of a text.
pub struct Lines<T> {
    text: T,
    /// The start of each line, then the end of the last one.
    starts: Vec<usize>,
}

impl<T: std::ops::Deref<Target = U>, U: AsRef<[u8]> + ?Sized + 'static> Lines<T> {
    pub fn new(text: T) -> Self {
        let bytes = (*text).as_ref();
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', bytes).map(|end| end + 1));
        if starts.last() != Some(&bytes.len()) {
            starts.push(bytes.len());
        }
        Lines { text, starts }
    }
}

impl<T: std::ops::Deref<Target = U> + Send + Sync, U: AsRef<[u8]> + ?Sized + 'static> Texts for Lines<T> {
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn text(&self, index: usize) -> Option<&[u8]> {
        let line = &(*self.text).as_ref()[self.starts[index]..self.starts[index + 1]];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The texts of a list, copied into one buffer.
pub struct ListTexts {
    bytes: Vec<u8>,
    /// The end of each text, and whether there is one.
    ends: Vec<(usize, bool)>,
}

impl ListTexts {
    /// # Errors
    ///
    /// Returns an error if an item is neither text, nor a board, nor `None`.
    pub fn new(list: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut texts = ListTexts { bytes: Vec::new(), ends: Vec::new() };
        for (row, text) in list.try_iter()?.enumerate() {
            let text = text?;
            if let Ok(text) = text.cast::<PyString>() {
                // A lone surrogate has no UTF-8, and is not a cell either.
                texts.bytes.extend_from_slice(text.to_cow().as_deref().unwrap_or("\u{fffd}").as_bytes());
            } else if let Ok(text) = text.cast::<PyBytes>() {
                texts.bytes.extend_from_slice(text.as_bytes());
            } else if let Ok(cells) = text.getattr("_cells") {
                // A `Board` of the package.
                let cells = cells.extract::<[u8; 81]>()?;
                texts.bytes.extend(cells.map(|digit| b'0'.wrapping_add(digit)));
            } else if !text.is_none() {
                return Err(PyTypeError::new_err(format!(
                    "row {row} of the list: expected str, bytes, Board or None, found {}; convert lists of digits with \
                     numpy.array(puzzles, 'uint8')",
                    text.get_type()
                )));
            }
            texts.ends.push((texts.bytes.len(), !text.is_none()));
        }
        Ok(texts)
    }
}

impl Texts for ListTexts {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn text(&self, index: usize) -> Option<&[u8]> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
        let (end, is_there) = self.ends[index];
        is_there.then(|| &self.bytes[start..end])
    }
}
