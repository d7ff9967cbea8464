//! Puzzles as Python has them: arrays of digits, lines of text, lists, columns of Arrow.

use std::ops::Range;

use lanedoku::{Board, Grid, ParseError};
use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyList, PyMemoryView, PyString, PyTuple};

use crate::arrow;
use crate::work::Work;

/// The digits of a puzzle, 0 for an open cell.
pub type Digits = [u8; 81];

/// In place of a row that is no board. No digit is so large, so that every engine calls it invalid.
pub const NO_BOARD: Digits = [255; 81];

/// Texts in a row, each a puzzle; none where a value is missing.
pub trait Texts: Send + Sync {
    fn len(&self) -> usize;

    fn text(&self, index: usize) -> Option<&[u8]>;
}

enum Kind {
    /// Digits 0 to 9.
    Digits(Memory),
    /// One character a cell.
    Characters(Memory),
    /// Pieces, each with the number of its first row.
    Texts(Vec<(usize, Box<dyn Texts>)>),
}

/// Puzzles, one a row.
#[pyclass(frozen)]
pub struct Rows {
    kind: Kind,
    count: usize,
}

/// Memory of Python's that stays where it is, 81 bytes a row.
struct Memory {
    start: *const u8,
    _buffer: PyUntypedBuffer,
}

// SAFETY: the memory stays where it is as long as the buffer is held, and it is only copied from. What Python code
// writes there meanwhile nobody can rule out; the worst are wrong answers.
unsafe impl Send for Memory {}
// SAFETY: likewise.
unsafe impl Sync for Memory {}

impl Memory {
    /// Copies rows. They are copied before anybody looks at them, so that an array that somebody else writes to
    /// meanwhile can make answers wrong, and nothing else.
    fn copy(&self, rows: Range<usize>, cells: &mut [Digits]) {
        assert_eq!(rows.len(), cells.len(), "a place for each row");
        // SAFETY: `Rows` asks for rows that it has, which are all inside the buffer, one after the other.
        unsafe {
            let first = self.start.add(rows.start * 81);
            std::ptr::copy_nonoverlapping(first, cells.as_mut_ptr().cast::<u8>(), cells.len() * 81);
        }
    }
}

#[pymethods]
impl Rows {
    /// Takes puzzles in any form.
    #[new]
    fn new(puzzles: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(rows) = Self::of_text(puzzles)? {
            return Ok(rows);
        }
        if let Some(pieces) = arrow::texts(puzzles)? {
            return Ok(Self::of_pieces(pieces));
        }
        if puzzles.is_instance_of::<PyList>() || puzzles.is_instance_of::<PyTuple>() {
            return Ok(Self::of_pieces(vec![Box::new(Packed::new(puzzles)?)]));
        }
        // A memoryview fills in what some, of ctypes for example, leave out.
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

    /// What is wrong with a row, if its text or its cells are no board or its clues collide.
    fn reason(&self, row: usize) -> PyResult<Option<String>> {
        if row >= self.count {
            return Err(PyIndexError::new_err(format!("row {row} of {}", self.count)));
        }
        Ok(self.flaw(row))
    }

    /// The row as digits, if it is a board.
    fn digits<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyBytes>>> {
        if row >= self.count {
            return Err(PyIndexError::new_err(format!("row {row} of {}", self.count)));
        }
        let mut cells = [NO_BOARD];
        self.read(row..row + 1, &mut cells);
        Ok((cells[0] != NO_BOARD && Grid::from_digits(&cells[0]).is_ok())
            .then(|| PyBytes::new(py, &cells[0])))
    }

    /// All rows that something is wrong with, and what.
    fn reasons(&self, py: Python<'_>, threads: usize) -> PyResult<Vec<(usize, String)>> {
        let found = std::sync::Mutex::new(Vec::new());
        let work = Work::new(py, threads, None);
        work.run(
            self.count,
            || (),
            |(), rows, _| {
                let flaws: Vec<_> = rows.filter_map(|row| Some((row, self.flaw(row)?))).collect();
                if !flaws.is_empty() {
                    found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(flaws);
                }
            },
        )?;
        let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.sort_unstable();
        Ok(found)
    }
}

impl Rows {
    pub fn count(&self) -> usize {
        self.count
    }

    /// The digits of some rows; [`NO_BOARD`], or bytes above 9, for what is none.
    #[inline(always)]
    pub fn read(&self, rows: Range<usize>, cells: &mut [Digits]) {
        assert!(rows.end <= self.count && rows.len() == cells.len(), "a place for each row");
        match &self.kind {
            Kind::Digits(memory) => memory.copy(rows, cells),
            Kind::Characters(memory) => {
                memory.copy(rows, cells);
                cells.iter_mut().for_each(|cells| *cells = of_characters(cells));
            }
            Kind::Texts(_) => {
                for (row, cells) in rows.zip(cells) {
                    *cells = match self.text(row) {
                        Some(text) => of_text(text),
                        None => NO_BOARD,
                    };
                }
            }
        }
    }

    /// Some rows as grids, as far as they are boards.
    pub fn grids(&self, rows: Range<usize>, grids: &mut Vec<Option<Grid>>) {
        grids.clear();
        let mut cells = vec![NO_BOARD; rows.len()];
        self.read(rows, &mut cells);
        grids.extend(cells.iter().map(|cells| Grid::from_digits(cells).ok()));
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        let Kind::Texts(pieces) = &self.kind else { return None };
        let piece = pieces.partition_point(|(first, _)| *first <= row).checked_sub(1)?;
        let (first, texts) = &pieces[piece];
        texts.text(row - first)
    }

    /// What is wrong with a row.
    fn flaw(&self, row: usize) -> Option<String> {
        let board = match &self.kind {
            Kind::Digits(memory) => {
                let mut cells = [NO_BOARD];
                memory.copy(row..row + 1, &mut cells);
                match Grid::from_digits(&cells[0]) {
                    Ok(board) => board,
                    Err(_) => return digit_flaw(&cells[0]),
                }
            }
            Kind::Characters(memory) => {
                let mut cells = [NO_BOARD];
                memory.copy(row..row + 1, &mut cells);
                match Grid::parse(&cells[0]) {
                    Ok(board) => board,
                    Err(error) => return Some(text_flaw(&error)),
                }
            }
            Kind::Texts(_) => match self.text(row).map(Grid::parse) {
                None => return Some("the value is missing".into()),
                Some(Ok(board)) => board,
                Some(Err(error)) => return Some(text_flaw(&error)),
            },
        };
        collisions(&board)
    }

    fn of_pieces(texts: Vec<Box<dyn Texts>>) -> Self {
        let mut count = 0;
        let mut pieces = Vec::with_capacity(texts.len());
        for piece in texts {
            let first = count;
            count += piece.len();
            pieces.push((first, piece));
        }
        Rows { kind: Kind::Texts(pieces), count }
    }

    /// Text of lines.
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
        Ok(Some(Self::of_pieces(vec![lines])))
    }

    /// An array of bytes.
    fn of_buffer(buffer: PyUntypedBuffer) -> PyResult<Self> {
        let format = buffer.format().to_string_lossy();
        // The order of bytes does not matter to one byte; ctypes names it all the same.
        let format = format.trim_start_matches(['<', '>', '=', '@', '|', '!']).to_owned();
        let shape = buffer.shape().to_vec();
        let count = match (format.as_str(), shape.as_slice()) {
            ("B", &[count, 81] | &[count, 9, 9]) => count,
            ("81s", &[count]) => count,
            ("B", _) => {
                return Err(PyValueError::new_err(format!(
                    "expected an array of shape (n, 81) or (n, 9, 9), found {}",
                    shape_text(&shape)
                )));
            }
            ("81s", _) => {
                return Err(PyValueError::new_err(format!(
                    "expected an array of S81 of shape (n,), found {}",
                    shape_text(&shape)
                )));
            }
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "expected cells of uint8, or texts of S81, found elements of type {format:?}; for an array of \
                     numbers, use array.astype('uint8')"
                )));
            }
        };
        if !buffer.is_c_contiguous() {
            return Err(PyValueError::new_err(
                "the array is not contiguous; numpy.ascontiguousarray(array) makes a copy that is",
            ));
        }
        if buffer.len_bytes() != count * 81 {
            return Err(PyValueError::new_err("the array has another size than its shape tells"));
        }
        let is_text = format == "81s";
        let memory = Memory { start: buffer.buf_ptr().cast_const().cast(), _buffer: buffer };
        Ok(Rows { kind: if is_text { Kind::Characters(memory) } else { Kind::Digits(memory) }, count })
    }
}

/// A shape as Python writes it.
pub fn shape_text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// The collisions of a board in one line.
fn collisions(board: &Grid) -> Option<String> {
    const NAMED: usize = 3;
    let named: Vec<_> = board.collisions().take(NAMED).map(|collision| collision.to_string()).collect();
    match board.collisions().skip(NAMED).count() {
        _ if named.is_empty() => None,
        0 => Some(named.join("; ")),
        more => Some(format!("{}; and {more} more", named.join("; "))),
    }
}

/// What is wrong with a text. Most have one line, which nobody counts.
fn text_flaw(error: &ParseError) -> String {
    let flaw = error.to_string();
    flaw.strip_prefix("line 1, ").map_or(flaw.clone(), str::to_owned)
}

#[cold]
fn digit_flaw(cells: &Digits) -> Option<String> {
    let cell = cells.iter().position(|&digit| digit > 9)?;
    let (digit, row, column) = (cells[cell], cell / 9 + 1, cell % 9 + 1);
    let hint = if cells.iter().all(|&byte| byte.is_ascii_graphic()) {
        " (text goes in as bytes or as an array of S81)"
    } else {
        ""
    };
    Some(format!("row {row}, column {column}: expected a digit from 0 to 9, found {digit}{hint}"))
}

/// The digits of a plain line; else of whatever can be read as a board.
#[inline(always)]
fn of_text(text: &[u8]) -> Digits {
    match <&[u8; 81]>::try_from(text) {
        Ok(characters) => of_characters(characters),
        Err(_) => of_unusual_text(text),
    }
}

/// The digits of 81 characters.
#[inline(always)]
fn of_characters(characters: &[u8; 81]) -> Digits {
    let mut cells = NO_BOARD;
    let mut worst = 0;
    for (cell, &character) in cells.iter_mut().zip(characters) {
        // `.` stands for an open cell like 0; what is no digit becomes large.
        let digit = if character == b'.' { 0 } else { character.wrapping_sub(b'0') };
        *cell = digit;
        worst = digit.max(worst);
    }
    if worst > 9 { of_unusual_text(characters) } else { cells }
}

#[cold]
#[inline(never)]
fn of_unusual_text(text: &[u8]) -> Digits {
    Board::<81>::parse(text).map_or(NO_BOARD, |board| *board.digits())
}

/// A text, each line of which is a row.
struct Lines<T> {
    text: T,
    /// Where lines begin, and where the last one ends.
    starts: Vec<usize>,
}

impl<T: std::ops::Deref<Target = U>, U: AsRef<[u8]> + ?Sized + 'static> Lines<T> {
    fn new(text: T) -> Self {
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

/// The texts of a list, one after the other.
struct Packed {
    bytes: Vec<u8>,
    /// Where each ends, and whether it is there.
    ends: Vec<(usize, bool)>,
}

impl Packed {
    fn new(list: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut packed = Packed { bytes: Vec::new(), ends: Vec::new() };
        for (row, text) in list.try_iter()?.enumerate() {
            let text = text?;
            if let Ok(text) = text.cast::<PyString>() {
                // What cannot be written in UTF-8 is no cell, either.
                packed.bytes.extend_from_slice(text.to_cow().as_deref().unwrap_or("\u{fffd}").as_bytes());
            } else if let Ok(text) = text.cast::<PyBytes>() {
                packed.bytes.extend_from_slice(text.as_bytes());
            } else if let Ok(cells) = text.getattr("_cells") {
                // A board of the package.
                let cells = cells.extract::<Digits>()?;
                packed.bytes.extend(cells.map(|digit| b'0'.wrapping_add(digit)));
            } else if !text.is_none() {
                return Err(PyTypeError::new_err(format!(
                    "row {row} of the list: expected str, bytes, Board or None, found {}; lists of digits go in as \
                     numpy.array(puzzles, 'uint8')",
                    text.get_type()
                )));
            }
            packed.ends.push((packed.bytes.len(), !text.is_none()));
        }
        Ok(packed)
    }
}

impl Texts for Packed {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn text(&self, index: usize) -> Option<&[u8]> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
        let (end, is_there) = self.ends[index];
        is_there.then(|| &self.bytes[start..end])
    }
}
