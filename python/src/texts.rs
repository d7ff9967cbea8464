//! Rows of text, one puzzle each: the lines of a text, the items of a list.

use std::collections::HashMap;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::integers::Integers;
use crate::messages::{ONE_PUZZLE, no_digit};

/// The reason for a row without a value.
pub const MISSING: &str = "the value is missing";

/// Rows of text, one puzzle each.
pub trait Texts: Send + Sync {
    /// The number of rows.
    fn len(&self) -> usize;

    /// Returns the text of a row, or the reason why it has none.
    fn text(&self, index: usize) -> Result<&[u8], &str>;
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

    fn text(&self, index: usize) -> Result<&[u8], &str> {
        let line = &(*self.text).as_ref()[self.starts[index]..self.starts[index + 1]];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        Ok(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The number of rows of a list to read between two checks for signals. They take some milliseconds.
const ROWS_BETWEEN_CHECKS: usize = 1 << 10;

/// The texts of a list, copied into one buffer. Cells become texts, too.
#[derive(Default)]
pub struct ListTexts {
    bytes: Vec<u8>,
    /// The end of each text.
    ends: Vec<usize>,
    /// The reasons for the rows without a text.
    reasons: HashMap<usize, String>,
}

impl ListTexts {
    /// # Errors
    ///
    /// Returns an error if an item is neither text, nor a board, nor cells, nor `None`.
    pub fn new(list: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut texts = ListTexts::default();
        for (row, item) in list.try_iter()?.enumerate() {
            texts.push(&item?, &|| format!("row {row} of the list: "))?;
            if row % ROWS_BETWEEN_CHECKS == 0 {
                list.py().check_signals()?;
            }
        }
        Ok(texts)
    }

    /// # Errors
    ///
    /// As for [`new`](Self::new); also if the puzzle is `None`.
    pub fn of_one(puzzle: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut texts = ListTexts::default();
        if puzzle.is_none() {
            return Err(wrong_type(puzzle, ""));
        }
        texts.push(puzzle, &String::new)?;
        Ok(texts)
    }

    /// Adds a row. `place` names it in errors.
    fn push(&mut self, item: &Bound<'_, PyAny>, place: &dyn Fn() -> String) -> PyResult<()> {
        // A row of a table with one column.
        let only = (sequence_length(item) == Some(1)).then(|| sequence_item(item, 0)).flatten();
        let item = only.as_ref().filter(|part| part.is_instance_of::<PyString>()).unwrap_or(item);
        if let Ok(text) = item.cast::<PyString>() {
            // A lone surrogate has no UTF-8 form, but is not a cell in any case.
            self.bytes.extend_from_slice(text.to_cow().as_deref().unwrap_or("\u{fffd}").as_bytes());
        } else if let Ok(text) = item.cast::<PyBytes>() {
            self.bytes.extend_from_slice(text.as_bytes());
        } else if let Ok(text) = item.cast::<PyByteArray>() {
            self.bytes.extend_from_slice(&text.to_vec());
        } else if self.push_digits(item).is_some() {
            // The usual list of cells.
        } else if let Ok(cells) = item.getattr("_cells") {
            // A `Board` of the package.
            self.bytes
                .extend(cells.cast::<PyBytes>()?.as_bytes().iter().map(|digit| b'0'.wrapping_add(*digit)));
        } else if item.is_none() {
            self.reasons.insert(self.ends.len(), MISSING.to_owned());
        } else if let Some(digits) = long_integer(item)? {
            // A column of texts that was read as integers has lost its leading zeros.
            match digits.len() {
                ..=81 => self.bytes.extend_from_slice(format!("{digits:0>81}").as_bytes()),
                found => {
                    let reason = format!("expected 81 cells, found an integer of {found} digits");
                    self.reasons.insert(self.ends.len(), reason);
                }
            }
        } else if let Some(integers) = Integers::of_one(item) {
            let mut cells = [0; 81];
            integers.load(0, &mut cells);
            match cells.iter().position(|&digit| digit > 9) {
                Some(cell) => {
                    let reason = no_digit(cell, &integers.values(0)[cell]);
                    self.reasons.insert(self.ends.len(), reason);
                }
                None => self.bytes.extend(cells.map(|digit| b'0' + digit)),
            }
        } else if is_missing(item) {
            self.reasons.insert(self.ends.len(), MISSING.to_owned());
        } else {
            let start = self.bytes.len();
            if let Some(reason) = self.push_cells(item, place)? {
                self.bytes.truncate(start);
                self.reasons.insert(self.ends.len(), reason);
            }
        }
        self.ends.push(self.bytes.len());
        Ok(())
    }

    /// Adds the digits of a list of 81 integers, or of 9 lists of 9. Returns `None`, and adds nothing, for other items.
    fn push_digits(&mut self, item: &Bound<'_, PyAny>) -> Option<()> {
        let start = self.bytes.len();
        let side = sequence_length(item)?;
        let pushed = (0..side).try_for_each(|place| {
            let part = sequence_item(item, place)?;
            if side == 81 {
                return self.push_digit(&part);
            }
            let is_row = side == 9 && sequence_length(&part)? == 9;
            let mut row = (0..9).map(|place| self.push_digit(&sequence_item(&part, place)?));
            is_row.then(|| row.all(|digit| digit.is_some()).then_some(()))?
        });
        if pushed.is_none() || self.bytes.len() - start != 81 {
            self.bytes.truncate(start);
            return None;
        }
        pushed
    }

    fn push_digit(&mut self, value: &Bound<'_, PyAny>) -> Option<()> {
        let digit = value.cast_exact::<PyInt>().ok()?.extract::<i64>().ok()?;
        (0..=9).contains(&digit).then(|| self.bytes.push(b'0' + digit as u8))
    }

    /// Adds the characters of the cells of a list or an array. Returns the reason if they are not those of a board.
    fn push_cells(
        &mut self,
        item: &Bound<'_, PyAny>,
        place: &dyn Fn() -> String,
    ) -> PyResult<Option<String>> {
        let is_list =
            |item: &Bound<'_, PyAny>| item.is_instance_of::<PyList>() || item.is_instance_of::<PyTuple>();
        // An array as a list: Python's numbers, and `None` for a masked cell.
        let list = if is_list(item) {
            item.clone()
        } else {
            listed(item).ok_or_else(|| wrong_type(item, &place()))?
        };
        if !is_list(&list) {
            return Err(wrong_type(item, &place()));
        }
        let parts = list.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let mut cells = Vec::with_capacity(81);
        for part in &parts {
            match listed(part).as_ref().unwrap_or(part) {
                part if is_list(part) => {
                    let row = part.try_iter()?.collect::<PyResult<Vec<_>>>()?;
                    if (parts.len(), row.len()) != (9, 9) {
                        let (rows, columns) = (parts.len(), row.len());
                        return Ok(Some(format!(
                            "expected 81 cells, or 9 rows of 9, found a row of {columns} in {rows}"
                        )));
                    }
                    cells.extend(row);
                }
                part => cells.push(part.clone()),
            }
        }
        for (cell, value) in cells.iter().enumerate() {
            if let Some(reason) = self.push_cell(cell, value, place)? {
                return Ok(Some(reason));
            }
        }
        match cells.len() {
            81 => Ok(None),
            9 if !place().is_empty() => Err(PyValueError::new_err(format!(
                "{}expected 81 cells, or 9 rows of 9, found 9 cells{ONE_PUZZLE}",
                place()
            ))),
            found => Ok(Some(format!("expected 81 cells, or 9 rows of 9, found {found} cells"))),
        }
    }

    /// Adds the character of a cell: a digit, a text of one character, or `None` for an open cell.
    fn push_cell(
        &mut self,
        cell: usize,
        value: &Bound<'_, PyAny>,
        place: &dyn Fn() -> String,
    ) -> PyResult<Option<String>> {
        let reason = |value: &Bound<'_, PyAny>| Ok(Some(no_digit(cell, &value.repr()?)));
        let text =
            value.cast::<PyString>().map(|text| text.to_cow().unwrap_or_default().into_owned().into_bytes());
        if let Ok(text) = text.or_else(|_| value.cast::<PyBytes>().map(|text| text.as_bytes().to_vec())) {
            match text[..] {
                [character] => self.bytes.push(character),
                // The middle dot, an open cell, is the only cell of several bytes.
                [0xc2, 0xb7] => self.bytes.push(b'.'),
                _ => return reason(value),
            }
            return Ok(None);
        }
        if value.is_none() {
            self.bytes.push(b'.');
            return Ok(None);
        }
        let is_integer = !value.is_instance_of::<PyBool>() && value.hasattr("__index__")?;
        let number = if is_integer { value.extract::<i64>() } else { Err(PyTypeError::new_err("")) };
        match number {
            Ok(digit @ 0..=9) => self.bytes.push(b'0' + digit as u8),
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
                let (place, found) = (place(), value.get_type());
                return Err(PyTypeError::new_err(format!(
                    "{place}cell {cell}: expected an integer, found {found}"
                )));
            }
            _ => return reason(value),
        }
        Ok(None)
    }
}

fn sequence_length(item: &Bound<'_, PyAny>) -> Option<usize> {
    let list = item.cast_exact::<PyList>().map(PyListMethods::len).ok();
    list.or_else(|| item.cast_exact::<PyTuple>().map(PyTupleMethods::len).ok())
}

fn sequence_item<'py>(item: &Bound<'py, PyAny>, place: usize) -> Option<Bound<'py, PyAny>> {
    match item.cast_exact::<PyList>() {
        Ok(list) => list.get_item(place).ok(),
        Err(_) => item.cast_exact::<PyTuple>().ok()?.get_item(place).ok(),
    }
}

/// Returns whether an item is NaN or the missing value of pandas.
fn is_missing(item: &Bound<'_, PyAny>) -> bool {
    let is_nan = || item.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    is_nan() || item.get_type().name().is_ok_and(|name| name == "NAType")
}

/// Returns the digits of an integer that is too large to be a cell or a number of rows.
fn long_integer(item: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let Ok(integer) = item.cast::<PyInt>() else { return Ok(None) };
    let is_long = integer.gt(u64::MAX)?;
    is_long.then(|| Ok(integer.str()?.to_string())).transpose()
}

/// Returns an array as a list.
fn listed<'py>(array: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    array.getattr("tolist").and_then(|tolist| tolist.call0()).ok()
}

fn wrong_type(item: &Bound<'_, PyAny>, place: &str) -> PyErr {
    let found = item.get_type();
    let hint = match item.hasattr("__index__").unwrap_or(false) && !place.is_empty() {
        // The first number of one puzzle.
        true => ONE_PUZZLE,
        false if item.is_instance_of::<PyFloat>() => "; read a column of puzzles as text (dtype=str)",
        false => "",
    };
    let expected = "expected text, a Board, or 81 cells in a list or an array";
    PyTypeError::new_err(format!("{place}{expected}, found {found}{hint}"))
}

impl Texts for ListTexts {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn text(&self, index: usize) -> Result<&[u8], &str> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        match self.reasons.get(&index) {
            Some(reason) => Err(reason),
            None => Ok(&self.bytes[start..self.ends[index]]),
        }
    }
}
