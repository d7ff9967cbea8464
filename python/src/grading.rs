//! Grading answers.

use lanedoku::{Grade, grade_digits};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::OutputColumn;
use crate::parallel::Parallel;
use crate::rows::{Digits, NO_BOARD, Rows};

/// The output arrays of grades.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Grades<'py> {
    is_complete: Bound<'py, PyAny>,
    is_consistent: Bound<'py, PyAny>,
    keeps_clues: Bound<'py, PyAny>,
}

/// The memory of one thread.
#[derive(Default)]
struct GradingMemory {
    given: Vec<Digits>,
    puzzles: Vec<Digits>,
    solutions: Vec<Digits>,
    grades: Vec<Grade>,
    bytes: Vec<u8>,
}

/// Grades each answer: writes whether it is a solution of its puzzle; if there are arrays for `parts`, the parts of
/// this grade; and if there are solutions and an array for the numbers, how many cells are right.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called in two places, with named variables")]
pub fn grade<'py>(
    py: Python<'py>,
    answers: &Rows,
    puzzles: &Rows,
    solutions: Option<&Rows>,
    is_solution: &Bound<'py, PyAny>,
    parts: Option<Grades<'py>>,
    right_cells: Option<&Bound<'py, PyAny>>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = puzzles.count();
    for (name, rows) in [("an answer", Some(answers)), ("a solution", solutions)] {
        if let Some(found) = rows.map(Rows::count).filter(|&found| found != count) {
            return Err(PyValueError::new_err(format!(
                "expected {name} for each of {count} puzzles, found {found}"
            )));
        }
    }
    let column = |array: &Bound<'py, PyAny>| OutputColumn::<u8>::new(array, "out", count, 1);
    type Part = fn(&Grade) -> bool;
    let mut columns = vec![(column(is_solution)?, Grade::is_solution as Part)];
    if let Some(parts) = &parts {
        columns.push((column(&parts.is_complete)?, |grade| grade.is_complete));
        columns.push((column(&parts.is_consistent)?, |grade| grade.is_consistent));
        columns.push((column(&parts.keeps_clues)?, |grade| grade.keeps_clues));
    }
    let right_cells = right_cells.map(column).transpose()?;
    Parallel::new(py, threads, progress).run(count, GradingMemory::default, |memory, rows, _| {
        let GradingMemory { given, puzzles: asked, solutions: known, grades, bytes } = memory;
        let read = |from: &Rows, cells: &mut Vec<Digits>| {
            cells.resize(rows.len(), NO_BOARD);
            from.read(rows.clone(), cells);
        };
        read(answers, given);
        read(puzzles, asked);
        if let Some(solutions) = solutions {
            read(solutions, known);
        }
        grades.resize(rows.len(), Grade::default());
        grade_digits(given, asked, solutions.map(|_| known.as_slice()), grades);
        for (grade, given) in grades.iter_mut().zip(given.iter()) {
            // A row that is not a board has no equal digits, but is not consistent.
            if given[0] == NO_BOARD[0] && *given == NO_BOARD {
                *grade = Grade::default();
            }
        }
        for (column, part) in &columns {
            bytes.clear();
            bytes.extend(grades.iter().map(|grade| u8::from(part(grade))));
            column.write(rows.clone(), bytes);
        }
        if let Some(column) = &right_cells {
            bytes.clear();
            bytes.extend(grades.iter().map(|grade| grade.right_cells.unwrap_or(0) as u8));
            column.write(rows, bytes);
        }
    })
}
