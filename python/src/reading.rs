//! Boards in texts of any format: all of a file, or the one of an answer.

use lanedoku::{Grid, Size};
use lanedoku_formats::{
    BYTE_ORDER_MARK, Diagnostic, InputFormat, LineEnds, read as read_entry, read_one, split_all,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;

fn format() -> InputFormat {
    InputFormat { side: Some(Size::Nine), ..InputFormat::default() }
}

/// Returns 81 digits for each board of a text.
///
/// # Errors
///
/// Returns an error for the first part of the text that is not a board.
#[pyfunction]
pub fn read<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = text.py();
    let found = if let Ok(text) = text.extract::<PyBackedStr>() {
        py.detach(|| read_all(text.as_bytes()))
    } else if let Ok(text) = text.extract::<PyBackedBytes>() {
        py.detach(|| read_all(&text))
    } else {
        let found = text.get_type();
        return Err(PyTypeError::new_err(format!("expected a path, text or bytes, found {found}")));
    };
    match found {
        Ok(digits) => Ok(PyBytes::new(py, &digits)),
        Err(Diagnostic { line, column: Some(column), reason }) => {
            Err(PyValueError::new_err(format!("line {line}, column {column}: {reason}")))
        }
        Err(Diagnostic { line, column: None, reason }) => {
            Err(PyValueError::new_err(format!("line {line}: {reason}")))
        }
    }
}

fn read_all(text: &[u8]) -> Result<Vec<u8>, Diagnostic> {
    let error = |line, reason: &str| Diagnostic { line, column: None, reason: reason.into() };
    // The reader counts bytes in 32 bits.
    if u32::try_from(text.len()).is_err() {
        return Err(error(1, "the text is longer than 4 GiB; read it in parts"));
    }
    let text = &*LineEnds::replaced(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    let mut digits = Vec::new();
    for entry in split_all(text, &format()) {
        let board: Option<Grid> = read_entry(&entry, text, &format())?.puzzle.sized();
        let board =
            board.ok_or_else(|| error(u64::from(entry.line) + 1, "expected a board, found pencil marks"))?;
        digits.extend_from_slice(board.digits());
    }
    Ok(digits)
}

/// Returns the digits of the one board in an answer, or `None`. Of a puzzle and its solution, it is the solution.
#[pyfunction]
pub fn answer<'py>(py: Python<'py>, text: &[u8]) -> Option<Bound<'py, PyBytes>> {
    let parsed = read_one(text, &format()).ok()?;
    let board: Grid = match &parsed.solution {
        Some(solution) => Grid::try_from(solution).ok()?,
        None => parsed.puzzle.sized()?,
    };
    Some(PyBytes::new(py, board.digits()))
}
