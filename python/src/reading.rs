//! Boards in texts of any format: all of a file, or the one of an answer.

use lanedoku::{Grid, Size};
use lanedoku_formats::{Diagnostic, InputFormat, read_all, read_answer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyDict};

use crate::columns::OutputColumn;
use crate::parallel::BatchCall;
use crate::texts::{ListTexts, Texts};

/// Returns 81 digits for each board of a text, and a message for each line that is no puzzle and is left out.
///
/// # Errors
///
/// Returns an error for the first part of the text that is not a board.
#[pyfunction]
pub fn read<'py>(text: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let py = text.py();
    let found = if let Ok(text) = text.extract::<PyBackedStr>() {
        py.detach(|| read_boards(text.as_bytes()))
    } else if let Ok(text) = text.extract::<PyBackedBytes>() {
        py.detach(|| read_boards(&text))
    } else {
        let found = text.get_type();
        return Err(PyTypeError::new_err(format!("expected a path, text or bytes, found {found}")));
    };
    let (digits, left_out) = found.map_err(PyValueError::new_err)?;
    Ok((PyBytes::new(py, &digits), left_out))
}

fn read_boards(text: &[u8]) -> Result<(Vec<u8>, Vec<String>), String> {
    // The reader counts bytes in 32 bits.
    if u32::try_from(text.len()).is_err() {
        return Err("the text is longer than 4 GiB; read it in parts".into());
    }
    let (mut digits, mut first) = (Vec::new(), None);
    let format = InputFormat { side: Some(Size::Nine), ..InputFormat::default() };
    let left_out = read_all(text, &format, |entry, found| {
        let no_board = || Diagnostic::new(entry, "expected a board, found pencil marks");
        match found.and_then(|parsed| parsed.puzzle.sized().ok_or_else(no_board)) {
            Ok(board) => digits.extend_from_slice(Grid::digits(&board)),
            Err(error) => _ = first.get_or_insert(error),
        }
    });
    match first {
        Some(error) => Err(error.to_string()),
        None => Ok((digits, left_out.iter().map(Diagnostic::to_string).collect())),
    }
}

/// Reads the board in the text of each answer, and returns whether there is one. A text is `bytes`, `None` if it is
/// missing.
#[pyfunction]
pub fn answers<'py>(texts: &Bound<'py, PyAny>, call: BatchCall<'py>) -> PyResult<Bound<'py, PyDict>> {
    let texts = ListTexts::new(texts)?;
    let cells = OutputColumn::zeros(&call, "cells", &[texts.len(), 81])?;
    let has_format = OutputColumn::zeros(&call, "has_format", &[texts.len()])?;
    let start = || ();
    call.one_by_one().run(texts.len(), start, |(), rows, _| {
        for row in rows {
            if let Some(board) = texts.text(row).ok().and_then(read_answer) {
                cells.write(row, board.digits());
                has_format.write(row, &[true]);
            }
        }
    })
}
