//! Boards of 4x4, 16x16 and 25x25 cells, solved and counted one by one; and boards of any layout, graded.

use lanedoku::{AnyBoard, AnyPuzzle, DigitError, Grade, Layout, Size, Status};
use lanedoku_formats::{InputFormat, read_one};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::columns::OutputColumn;
use crate::grading::{PARTS, same_count};
use crate::layouts::PyLayout;
use crate::parallel::BatchCall;
use crate::rows::text_error;
use crate::solving::{CountColumns, NO_TALLY, Searcher};
use crate::texts::MISSING;
use crate::workspaces::search;

/// Boards of one layout, or the reasons why rows are none.
#[pyclass(frozen)]
pub struct SizedRows {
    layout: Layout,
    rows: Vec<Result<Box<[u8]>, String>>,
}

#[pymethods]
impl SizedRows {
    /// Reads a list of texts, of bytes with a digit for each cell, and of `None`. Without a layout, the side names one.
    #[new]
    fn new(
        side: usize,
        puzzles: Vec<Bound<'_, PyAny>>,
        layout: Option<PyRef<'_, PyLayout>>,
    ) -> PyResult<Self> {
        let (size, layout) = match (layout, Size::from_side(side)) {
            (Some(own), _) => (None, own.layout.clone()),
            (None, Some(size)) => (Some(size), size.layout()),
            (None, None) => {
                return Err(PyValueError::new_err(format!("side: expected 4, 9, 16 or 25, found {side}")));
            }
        };
        let read = |(row, puzzle): (usize, &Bound<'_, PyAny>)| {
            if puzzle.is_none() {
                return Ok(Err(MISSING.into()));
            }
            if let Ok(digits) = puzzle.cast::<PyBytes>() {
                return Ok(of_digits(&layout, digits.as_bytes()));
            }
            let Ok(text) = puzzle.cast::<PyString>() else {
                let found = puzzle.get_type();
                return Err(PyTypeError::new_err(format!(
                    "row {row}: expected text or cells, found {found}"
                )));
            };
            let text = text.to_cow().unwrap_or_default();
            Ok(size
                .map_or_else(|| of_layout(&layout, text.as_bytes()), |size| of_size(size, text.as_bytes())))
        };
        let rows = puzzles.iter().enumerate().map(read).collect::<PyResult<_>>()?;
        Ok(SizedRows { layout, rows })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Returns the reason why a row is not a board, or its first colliding clues; `None` for a valid row.
    fn reason(&self, row: usize) -> PyResult<Option<String>> {
        match self.rows.get(row) {
            Some(Ok(digits)) => {
                Ok(self.layout.collisions(digits).next().map(|collision| collision.to_string()))
            }
            Some(Err(reason)) => Ok(Some(reason.clone())),
            None => Err(PyIndexError::new_err(format!("row {row} of {}", self.rows.len()))),
        }
    }

    /// Returns the invalid rows, each with its reason.
    fn reasons(&self, _threads: usize) -> PyResult<Vec<(usize, String)>> {
        let reason = |row| Ok(self.reason(row)?.map(|reason| (row, reason)));
        (0..self.rows.len()).filter_map(|row| reason(row).transpose()).collect()
    }

    /// Returns the digits of a row, or `None` if it is not a board.
    fn digits<'py>(&self, py: Python<'py>, row: usize) -> Option<Bound<'py, PyBytes>> {
        self.get(row).map(|digits| PyBytes::new(py, digits))
    }

    /// Returns the digits of all rows, or numbers above all digits for a row that is not a board.
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let missing = vec![u8::MAX; self.layout.cells()];
        let rows = (0..self.rows.len()).map(|row| self.get(row).unwrap_or(&missing));
        PyBytes::new(py, &rows.collect::<Vec<_>>().concat())
    }
}

impl SizedRows {
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The digits of a row; `None` if it is not a board.
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        self.rows.get(row)?.as_deref().ok()
    }

    /// The board of a row of a size.
    fn board(&self, row: usize) -> Option<AnyBoard> {
        let mut board = AnyBoard::empty(Size::from_side(self.layout.side())?);
        let mut cells = self.get(row)?.iter().enumerate();
        cells.try_for_each(|(cell, &digit)| board.set(cell, digit)).ok()?;
        Some(board)
    }
}

/// Reads the digits of a board; a number that is no digit is an error.
fn of_digits(layout: &Layout, digits: &[u8]) -> Result<Box<[u8]>, String> {
    let (cells, side) = (layout.cells(), layout.side());
    if digits.len() != cells {
        return Err(format!("expected {cells} cells, found {}", digits.len()));
    }
    match digits.iter().position(|&digit| usize::from(digit) > side) {
        None => Ok(digits.into()),
        Some(cell) => Err(DigitError { cell, number: digits[cell], side }.to_string()),
    }
}

/// Reads a board of a size in any format of the command line.
fn of_size(size: Size, text: &[u8]) -> Result<Box<[u8]>, String> {
    let format = InputFormat { side: Some(size), ..InputFormat::default() };
    match read_one(text, &format).map(|parsed| parsed.puzzle) {
        Ok(AnyPuzzle::Board(board)) if board.size() == size => Ok(board.digits().into()),
        Ok(_) => Err(format!("expected {} cells", size.cells())),
        Err(error) => Err(error.reason),
    }
}

/// Reads a board of a layout, which may be followed by other fields.
fn of_layout(layout: &Layout, text: &[u8]) -> Result<Box<[u8]>, String> {
    let mut digits = vec![0; layout.cells()].into_boxed_slice();
    let mut fields = text.split(|byte| b",;\t ".contains(byte)).filter(|field| !field.is_empty());
    layout
        .read(text, &mut digits)
        .or_else(|error| {
            layout.read(fields.next().unwrap_or_default(), &mut digits).map_err(|_| text_error(&error))
        })
        .map(|()| digits)
}

/// Solves each row.
#[pyfunction]
pub fn solve_sized<'py>(
    puzzles: &SizedRows,
    out: Option<Bound<'py, PyAny>>,
    any_solution: bool,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let count = puzzles.count();
    let solutions = OutputColumn::boards(&call, "solutions", out, &[count], puzzles.layout.side())?;
    let status = OutputColumn::zeros(&call, "status", &[count])?;
    let guesses = OutputColumn::zeros(&call, "guesses", &[count])?;
    let steps = OutputColumn::zeros(&call, "steps", &[count])?;
    let searcher = Searcher::new(&call).with_any_solution(any_solution);
    let empty = vec![0; puzzles.layout.cells()];
    call.one_by_one().run(count, search, |search, rows, stops| {
        for row in rows {
            let (mut found, mut solution) = (Status::Invalid, None);
            if let Some(board) = puzzles.board(row) {
                searcher.solve_alone(&board, search, stops);
                (found, solution) = (search.status(), search.solution());
                guesses.write(row, &[search.tally().guesses]);
                steps.write(row, &[search.tally().steps]);
            }
            status.write(row, &[found as u8]);
            // Also without a solution: an array of the user need not be empty.
            solutions.write(row, solution.as_ref().map_or(&empty[..], AnyBoard::digits));
        }
    })
}

/// Counts the solutions of each row, up to `most`.
#[pyfunction]
pub fn count_sized<'py>(
    puzzles: &SizedRows,
    most: u64,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let rows = puzzles.count();
    let (columns, searcher) = (CountColumns::new(&call, rows)?, Searcher::new(&call));
    call.one_by_one().run(rows, search, |search, rows, stops| {
        for row in rows {
            let board = puzzles.board(row);
            let tally = board.map_or(NO_TALLY, |board| searcher.count(&board, most, search, stops));
            columns.write(row, tally);
        }
    })
}

/// Returns the grade of each answer as the solution of its puzzle; with solutions, also how many cells are right.
#[pyfunction]
pub fn grade_sized<'py>(
    answers: &SizedRows,
    puzzles: &SizedRows,
    solutions: Option<&SizedRows>,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let count = puzzles.count();
    same_count(count, answers.count(), solutions.map(SizedRows::count))?;
    let column = |(name, part): (_, _)| Ok((OutputColumn::zeros(&call, name, &[count])?, part));
    let parts = PARTS.into_iter().map(column).collect::<PyResult<Vec<_>>>()?;
    let empty = vec![0; puzzles.layout.cells()];
    // A board of 25x25 has more cells than a byte can count.
    let right_cells = solutions.map(|_| OutputColumn::zeros(&call, "right_cells", &[count])).transpose()?;
    call.run(
        count,
        || (),
        |(), rows, _| {
            for row in rows {
                let solution = solutions.and_then(|solutions| solutions.get(row));
                let grade = answers.get(row).map_or(Grade::default(), |answer| {
                    let puzzle = puzzles.get(row);
                    let grade = answers.layout.grade(answer, puzzle.unwrap_or(&empty), solution);
                    Grade { keeps_clues: grade.keeps_clues && puzzle.is_some(), ..grade }
                });
                if let Some(column) = &right_cells {
                    column.write(row, &[u32::from(grade.right_cells.unwrap_or(0))]);
                }
                for (column, part) in &parts {
                    column.write(row, &[part(&grade)]);
                }
            }
        },
    )
}
