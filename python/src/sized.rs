//! Boards of 4x4, 16x16 and 25x25 cells, solved, counted and graded one by one.

use lanedoku::{AnyBoard, AnyPuzzle, Board, DigitError, Grade, Size, Status};
use lanedoku_formats::{InputFormat, read_one};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::columns::OutputColumn;
use crate::grading::{PARTS, same_count};
use crate::parallel::BatchCall;
use crate::solving::Searcher;
use crate::texts::MISSING;
use crate::workspaces::search;

/// Boards of one size, or the reasons why rows are none.
#[pyclass(frozen)]
pub struct SizedRows {
    size: Size,
    rows: Vec<Result<AnyBoard, String>>,
}

#[pymethods]
impl SizedRows {
    /// Reads a list of texts, of bytes with a digit for each cell, and of `None`.
    #[new]
    fn new(side: usize, puzzles: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(size) = Size::from_side(side) else {
            return Err(PyValueError::new_err(format!("side: expected 4, 9, 16 or 25, found {side}")));
        };
        let format = InputFormat { side: Some(size), ..InputFormat::default() };
        let read = |(row, puzzle): (usize, &Bound<'_, PyAny>)| {
            if puzzle.is_none() {
                return Ok(Err(MISSING.into()));
            }
            if let Ok(digits) = puzzle.cast::<PyBytes>() {
                return Ok(of_digits(size, digits.as_bytes()));
            }
            let Ok(text) = puzzle.cast::<PyString>() else {
                let found = puzzle.get_type();
                return Err(PyTypeError::new_err(format!(
                    "row {row}: expected text or cells, found {found}"
                )));
            };
            let found = read_one(text.to_cow().unwrap_or_default().as_bytes(), &format);
            Ok(match found.map(|parsed| parsed.puzzle) {
                Ok(AnyPuzzle::Board(board)) if board.size() == size => Ok(board),
                Ok(_) => Err(format!("expected {} cells", size.cells())),
                Err(error) => Err(error.reason),
            })
        };
        Ok(SizedRows { size, rows: puzzles.iter().enumerate().map(read).collect::<PyResult<_>>()? })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Returns the reason why a row is not a board, or its first colliding clues; `None` for a valid row.
    fn reason(&self, row: usize) -> PyResult<Option<String>> {
        match self.rows.get(row) {
            Some(Ok(board)) => Ok(board.collisions().next().map(|collision| collision.to_string())),
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
        self.rows.get(row)?.as_ref().ok().map(|board| PyBytes::new(py, board.digits()))
    }

    /// Returns the digits of all rows, or numbers above all digits for a row that is not a board.
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let missing = vec![u8::MAX; self.size.cells()];
        let rows = self.rows.iter().map(|row| row.as_ref().map_or(&missing[..], AnyBoard::digits));
        PyBytes::new(py, &rows.collect::<Vec<_>>().concat())
    }
}

/// Reads the digits of a board; a number that is no digit is an error.
fn of_digits(size: Size, digits: &[u8]) -> Result<AnyBoard, String> {
    let mut board = AnyBoard::empty(size);
    if digits.len() != size.cells() {
        return Err(format!("expected {} cells, found {}", size.cells(), digits.len()));
    }
    let set = |(cell, &digit)| board.set(cell, digit);
    let set: Result<(), DigitError> = digits.iter().enumerate().try_for_each(set);
    set.map(|()| board).map_err(|error| error.to_string())
}

/// Solves each row.
#[pyfunction]
pub fn solve_sized<'py>(
    puzzles: &SizedRows,
    out: Option<Bound<'py, PyAny>>,
    any_solution: bool,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let count = puzzles.rows.len();
    let solutions = OutputColumn::boards(&call, "solutions", out, &[count], puzzles.size.side())?;
    let status = OutputColumn::zeros(&call, "status", &[count])?;
    let guesses = OutputColumn::zeros(&call, "guesses", &[count])?;
    let steps = OutputColumn::zeros(&call, "steps", &[count])?;
    let (searcher, empty) =
        (Searcher::new(&call).with_any_solution(any_solution), AnyBoard::empty(puzzles.size));
    call.one_by_one().run(count, search, |search, rows, stops| {
        for row in rows {
            let (mut found, mut solution) = (Status::Invalid, None);
            if let Ok(board) = &puzzles.rows[row] {
                searcher.solve_alone(board, search, stops);
                (found, solution) = (search.status(), search.solution());
                guesses.write(row, &[search.tally().guesses]);
                steps.write(row, &[search.tally().steps]);
            }
            status.write(row, &[found as u8]);
            // Also without a solution: an array of the user need not be empty.
            solutions.write(row, solution.as_ref().unwrap_or(&empty).digits());
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
    let rows = puzzles.rows.len();
    let count = OutputColumn::zeros(&call, "count", &[rows])?;
    let exact = OutputColumn::zeros(&call, "exact", &[rows])?;
    let status = OutputColumn::zeros(&call, "status", &[rows])?;
    let searcher = Searcher::new(&call);
    call.one_by_one().run(rows, search, |search, rows, stops| {
        for row in rows {
            let Ok(board) = &puzzles.rows[row] else {
                status.write(row, &[Status::Invalid as u8]);
                continue;
            };
            let tally = searcher.count(board, most, search, stops);
            count.write(row, &[tally.solutions]);
            exact.write(row, &[tally.is_exact()]);
            status.write(row, &[tally.status() as u8]);
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
    let count = puzzles.rows.len();
    same_count(count, answers.rows.len(), solutions.map(|rows| rows.rows.len()))?;
    let column = |(name, part): (_, _)| Ok((OutputColumn::zeros(&call, name, &[count])?, part));
    let parts = PARTS.into_iter().map(column).collect::<PyResult<Vec<_>>>()?;
    // A board of 25x25 has more cells than a byte can count.
    let right_cells = solutions.map(|_| OutputColumn::zeros(&call, "right_cells", &[count])).transpose()?;
    call.run(
        count,
        || (),
        |(), rows, _| {
            for row in rows {
                let solution = solutions.and_then(|solutions| solutions.rows[row].as_ref().ok());
                let grade = match (&answers.rows[row], &puzzles.rows[row]) {
                    (Ok(answer), Ok(puzzle)) => grade(answer, puzzle, solution),
                    (Ok(answer), Err(_)) => Grade {
                        keeps_clues: false,
                        ..grade(answer, &AnyBoard::empty(answers.size), solution)
                    },
                    _ => Grade::default(),
                };
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

fn grade(answer: &AnyBoard, puzzle: &AnyBoard, solution: Option<&AnyBoard>) -> Grade {
    fn of<const CELLS: usize>(answer: &Board<CELLS>, puzzle: &AnyBoard, solution: Option<&AnyBoard>) -> Grade
    where
        for<'a> Board<CELLS>: TryFrom<&'a AnyBoard>,
    {
        let solution = solution.and_then(|solution| Board::try_from(solution).ok());
        Board::try_from(puzzle)
            .map_or_else(|_| Grade::default(), |puzzle| answer.grade(&puzzle, solution.as_ref()))
    }
    match answer {
        AnyBoard::Four(answer) => of(answer, puzzle, solution),
        AnyBoard::Nine(answer) => of(answer, puzzle, solution),
        AnyBoard::Sixteen(answer) => of(answer, puzzle, solution),
        AnyBoard::TwentyFive(answer) => of(answer, puzzle, solution),
    }
}
