//! Puzzles from Python: arrays of digits or characters, lines of text, lists, Arrow columns.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use lanedoku::{Grid, ParseError, Size};
use lanedoku_formats::{InputFormat, read_one};
use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyMemoryView, PyString, PyTuple};

use crate::arrow;
use crate::integers::Integers;
use crate::messages::{ONE_PUZZLE, no_digit};
use crate::parallel::BatchCall;
use crate::shared_bytes::SharedBytes;
use crate::texts::{Lines, ListTexts, MISSING, Texts};

/// The digits of a puzzle, 0 for an open cell.
pub type Digits = [u8; 81];

/// Stands for a row that is not a board. No digit is this large, so every engine reports it as invalid.
pub const NO_BOARD: Digits = [255; 81];

enum RowKind {
    /// 81 digits, 0 to 9, for each row.
    Digits(Integers),
    /// 81 characters for each row.
    Characters(SharedBytes),
    /// Chunks, each with the number of its first row.
    Texts(Vec<(usize, Box<dyn Texts>)>),
}

/// Puzzles, one per row.
#[pyclass(frozen)]
pub struct Rows {
    kind: RowKind,
    count: usize,
}

#[pymethods]
impl Rows {
    /// Creates rows from puzzles in any form.
    #[new]
    fn new(puzzles: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(rows) = Self::of_text(puzzles)? {
            return Ok(rows);
        }
        if let Some(chunks) = arrow::texts(puzzles)? {
            return Ok(Self::of_chunks(chunks));
        }
        if puzzles.is_instance_of::<PyList>() || puzzles.is_instance_of::<PyTuple>() {
            return Ok(Self::of_chunks(vec![Box::new(ListTexts::new(puzzles)?)]));
        }
        // A memoryview fills in fields that some exporters, such as ctypes, leave out.
        let buffer = PyUntypedBuffer::get(puzzles)
            .or_else(|_| PyUntypedBuffer::get(PyMemoryView::from(puzzles)?.as_any()));
        let buffer = buffer.map_err(|_| {
            let name = puzzles.get_type();
            PyTypeError::new_err(format!(
                "expected an array of digits, text, a list of texts or an Arrow column, found {name}"
            ))
        })?;
        Self::of_buffer(buffer)
    }

    fn __len__(&self) -> usize {
        self.count
    }

    /// Returns the reason why a row is not a board, or its colliding clues; `None` for a valid row.
    fn reason(&self, row: usize) -> PyResult<Option<String>> {
        if row >= self.count {
            return Err(PyIndexError::new_err(format!("row {row} of {}", self.count)));
        }
        Ok(self.error(row))
    }

    /// Returns the digits of a row, or `None` if it is not a board.
    fn digits<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyBytes>>> {
        if row >= self.count {
            return Err(PyIndexError::new_err(format!("row {row} of {}", self.count)));
        }
        let mut cells = [NO_BOARD];
        self.read(row..row + 1, &mut cells);
        Ok((cells[0] != NO_BOARD && Grid::from_digits(&cells[0]).is_ok())
            .then(|| PyBytes::new(py, &cells[0])))
    }

    /// Returns 81 bytes for each row: its digits, or numbers above 9 for a row that is not a board.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, 81 * self.count, |bytes| {
            self.read(0..self.count, bytes.as_chunks_mut().0);
            Ok(())
        })
    }

    /// Returns the invalid rows, each with its reason.
    fn reasons(&self, py: Python<'_>, threads: usize) -> PyResult<Vec<(usize, String)>> {
        let found = Mutex::new(Vec::new());
        BatchCall::new(py, (threads, None, 0, None)).run(self.count, Default::default, |(), rows, _| {
            let errors: Vec<_> = rows.filter_map(|row| Some((row, self.error(row)?))).collect();
            if !errors.is_empty() {
                found.lock().unwrap_or_else(PoisonError::into_inner).extend(errors);
            }
        })?;
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_unstable();
        Ok(found)
    }
}

impl Rows {
    pub fn count(&self) -> usize {
        self.count
    }

    /// Reads the digits of some rows: [`NO_BOARD`], or bytes above 9, for a row that is not a board.
    #[inline(always)]
    pub fn read(&self, rows: Range<usize>, cells: &mut [Digits]) {
        assert!(rows.end <= self.count && rows.len() == cells.len(), "a place for each row");
        match &self.kind {
            RowKind::Digits(integers) => integers.load(81 * rows.start, cells.as_flattened_mut()),
            RowKind::Characters(bytes) => {
                bytes.load(81 * rows.start, cells.as_flattened_mut());
                cells.iter_mut().for_each(|cells| *cells = of_characters(cells));
            }
            RowKind::Texts(_) => {
                for (row, cells) in rows.zip(cells) {
                    *cells = self.text(row).map_or(NO_BOARD, of_text);
                }
            }
        }
    }

    /// Reads some rows as grids: `missing` for a row that is not a board.
    pub fn grids<G: From<Grid> + Clone>(&self, rows: Range<usize>, missing: G) -> Vec<G> {
        let mut cells = vec![NO_BOARD; rows.len()];
        self.read(rows, &mut cells);
        let grid = |cells| Grid::from_digits(cells).map_or_else(|_| missing.clone(), G::from);
        cells.iter().map(grid).collect()
    }

    /// Calls `answer` with each row and its board, or with `None` for a row that is not a board.
    ///
    /// # Errors
    ///
    /// As for [`BatchCall::run`].
    pub fn each<'py, W>(
        &self,
        call: BatchCall<'py>,
        start: impl Fn() -> W + Send + Sync,
        answer: impl Fn(&mut W, usize, Option<&Grid>, &dyn Fn() -> bool) + Send + Sync,
    ) -> PyResult<Bound<'py, PyDict>> {
        call.one_by_one().run(self.count, start, |worker, rows, stops| {
            let grids: Vec<Option<Grid>> = self.grids(rows.clone(), None);
            for (row, grid) in rows.zip(&grids) {
                if stops() {
                    return;
                }
                answer(worker, row, grid.as_ref(), stops);
            }
        })
    }

    /// Returns the text of a row, or the reason why there is none.
    fn text(&self, row: usize) -> Result<&[u8], &str> {
        let RowKind::Texts(chunks) = &self.kind else { return Err(MISSING) };
        let chunk = chunks.partition_point(|(first, _)| *first <= row).checked_sub(1).ok_or(MISSING)?;
        let (first, texts) = &chunks[chunk];
        texts.text(row - first)
    }

    /// Returns the reason why a row is invalid.
    fn error(&self, row: usize) -> Option<String> {
        let board = match &self.kind {
            RowKind::Digits(integers) => {
                let mut cells = NO_BOARD;
                integers.load(81 * row, &mut cells);
                match Grid::from_digits(&cells) {
                    Ok(board) => board,
                    Err(_) => return digit_error(&integers.values(81 * row)),
                }
            }
            RowKind::Characters(bytes) => {
                let mut cells = NO_BOARD;
                bytes.load(81 * row, &mut cells);
                match parse(&cells) {
                    Ok(board) => board,
                    Err(reason) => return Some(reason),
                }
            }
            RowKind::Texts(_) => match self.text(row).map(parse) {
                Ok(Ok(board)) => board,
                Ok(Err(reason)) => return Some(reason),
                Err(reason) => return Some(reason.into()),
            },
        };
        collisions(&board)
    }

    fn of_chunks(texts: Vec<Box<dyn Texts>>) -> Self {
        let mut count = 0;
        let mut chunks = Vec::with_capacity(texts.len());
        for chunk in texts {
            let first = count;
            count += chunk.len();
            chunks.push((first, chunk));
        }
        Rows { kind: RowKind::Texts(chunks), count }
    }

    /// Reads `str`, `bytes`, `bytearray` or a memoryview of one dimension as lines of text.
    fn of_text(puzzles: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let lines: Box<dyn Texts> = if let Ok(text) = puzzles.cast::<PyString>() {
            Box::new(Lines::new(PyBackedStr::try_from(text.clone())?))
        } else if puzzles.is_instance_of::<PyBytes>() || puzzles.is_instance_of::<PyByteArray>() {
            Box::new(Lines::new(puzzles.extract::<PyBackedBytes>()?))
        } else if puzzles.is_instance_of::<PyMemoryView>() {
            let is_text = PyBuffer::<u8>::get(puzzles).is_ok_and(|buffer| buffer.dimensions() == 1);
            if !is_text {
                return Ok(None);
            }
            Box::new(Lines::new(PyBuffer::<u8>::get(puzzles)?.to_vec(puzzles.py())?))
        } else {
            return Ok(None);
        };
        Ok(Some(Self::of_chunks(vec![lines])))
    }

    /// Reads an array of digits or characters.
    fn of_buffer(buffer: PyUntypedBuffer) -> PyResult<Self> {
        let format = buffer.format().to_string_lossy();
        // ctypes names a byte order even for single bytes.
        let is_text = format.trim_start_matches(['<', '>', '=', '@', '|', '!']) == "81s";
        let shape = buffer.shape().to_vec();
        if !is_text && !Integers::accepts(&buffer) {
            return Err(PyTypeError::new_err(format!(
                "expected cells of an integer type, or texts, found elements of type {format:?}"
            )));
        }
        let (fits, expected) = if is_text {
            (shape.len() == 1, "texts of shape (n,)")
        } else {
            (matches!(shape[..], [_, 81] | [_, 9, 9]), "cells of shape (n, 81) or (n, 9, 9)")
        };
        if !fits {
            let found = shape_text(&shape);
            let hint = match shape[..] {
                [81] | [9, 9] => ONE_PUZZLE,
                [_] => "; read a column of puzzles as text (dtype=str)",
                _ => "",
            };
            return Err(PyValueError::new_err(format!(
                "expected an array of {expected}, found {found}{hint}"
            )));
        }
        if !buffer.is_c_contiguous() {
            return Err(PyValueError::new_err(
                "the array is not contiguous; numpy.ascontiguousarray(array) makes a contiguous copy",
            ));
        }
        let (count, size) = (shape[0], if is_text { 1 } else { buffer.item_size() });
        if count.checked_mul(81 * size) != Some(buffer.len_bytes()) {
            return Err(PyValueError::new_err("the size of the array does not match its shape"));
        }
        let kind = if is_text {
            RowKind::Characters(SharedBytes::new(buffer))
        } else {
            RowKind::Digits(Integers::new(buffer))
        };
        Ok(Rows { kind, count })
    }
}

/// Returns the digits of one puzzle: text, a `Board`, or the cells in a list or an array.
///
/// # Errors
///
/// Returns an error if it is not a board; the message names the cell.
pub fn digits(puzzle: &Bound<'_, PyAny>) -> PyResult<Digits> {
    let row = Rows::of_chunks(vec![Box::new(ListTexts::of_one(puzzle)?)]);
    let mut cells = [NO_BOARD];
    row.read(0..1, &mut cells);
    if cells[0].iter().all(|&digit| digit <= 9) {
        return Ok(cells[0]);
    }
    Err(PyValueError::new_err(row.error(0)))
}

/// [`digits`] for Python.
#[pyfunction(name = "digits")]
pub fn digits_of<'py>(puzzle: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(puzzle.py(), &digits(puzzle)?))
}

/// Formats a shape as Python does.
pub fn shape_text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Formats the first collisions of a board in one line.
fn collisions(board: &Grid) -> Option<String> {
    const NAMED: usize = 3;
    let named: Vec<_> = board.collisions().take(NAMED).map(|collision| collision.to_string()).collect();
    match board.collisions().skip(NAMED).count() {
        _ if named.is_empty() => None,
        0 => Some(named.join("; ")),
        more => Some(format!("{}; and {more} more", named.join("; "))),
    }
}

/// Parses a text with one board in any format of the command line; the error is the reason why there is none.
fn parse(text: &[u8]) -> Result<Grid, String> {
    Grid::parse(text).or_else(|error| {
        let format = InputFormat { side: Some(Size::Nine), ..InputFormat::default() };
        match read_one(text, &format) {
            Ok(parsed) => parsed.puzzle.sized().ok_or_else(|| text_error(&error)),
            Err(several) if several.reason.starts_with("expected one board") => Err(several.reason),
            Err(_) => Err(text_error(&error)),
        }
    })
}

/// Formats the reason why a text is not a board. Omits the number of the first line, because most texts have one line.
pub fn text_error(error: &ParseError) -> String {
    let reason = error.to_string();
    reason.strip_prefix("line 1, ").map_or(reason.clone(), str::to_owned)
}

#[cold]
fn digit_error(values: &[i128; 81]) -> Option<String> {
    let cell = values.iter().position(|value| !(0..=9).contains(value))?;
    let is_text = |&value: &i128| u8::try_from(value).is_ok_and(|byte| byte.is_ascii_graphic());
    let hint = if values.iter().all(is_text) { " (pass text as bytes or as an array of S81)" } else { "" };
    Some(no_digit(cell, &values[cell]) + hint)
}

/// Returns the digits of a plain line, or of a board in any other layout.
#[inline(always)]
fn of_text(text: &[u8]) -> Digits {
    match <&[u8; 81]>::try_from(text) {
        Ok(characters) => of_characters(characters),
        Err(_) => of_unusual_text(text),
    }
}

/// Returns the digits of 81 characters.
#[inline(always)]
fn of_characters(characters: &[u8; 81]) -> Digits {
    let mut cells = NO_BOARD;
    let mut worst = 0;
    for (cell, &character) in cells.iter_mut().zip(characters) {
        // `.` is an open cell, like 0. Any other character becomes a number above 9.
        let digit = if character == b'.' { 0 } else { character.wrapping_sub(b'0') };
        *cell = digit;
        worst = digit.max(worst);
    }
    if worst > 9 { of_unusual_text(characters) } else { cells }
}

#[cold]
#[inline(never)]
fn of_unusual_text(text: &[u8]) -> Digits {
    parse(text).map_or(NO_BOARD, |board| *board.digits())
}
