//! Grading answers.

use lanedoku::{Grade, grade_digits};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::columns::OutputColumn;
use crate::parallel::BatchCall;
use crate::rows::{Digits, NO_BOARD, Rows};

type GradePart = fn(&Grade) -> bool;

/// The parts of a grade, by the names of their columns.
pub const PARTS: [(&str, GradePart); 4] = [
    ("is_solution", Grade::is_solution),
    ("is_complete", |grade| grade.is_complete),
    ("is_consistent", |grade| grade.is_consistent),
    ("keeps_clues", |grade| grade.keeps_clues),
];

/// Returns an error if there is not one answer, or not one solution, for each puzzle.
pub fn same_count(puzzles: usize, answers: usize, solutions: Option<usize>) -> PyResult<()> {
    for (name, found) in [("an answer", Some(answers)), ("a solution", solutions)] {
        if let Some(found) = found.filter(|&found| found != puzzles) {
            return Err(PyValueError::new_err(format!(
                "expected {name} for each of {puzzles} puzzles, found {found}"
            )));
        }
    }
    Ok(())
}

/// The memory of one thread.
#[derive(Default)]
struct GradingMemory {
    given: Vec<Digits>,
    puzzles: Vec<Digits>,
    solutions: Vec<Digits>,
    grades: Vec<Grade>,
}

/// Returns whether each answer is a solution of its puzzle; with `all_parts`, the other parts of its grade; and with
/// solutions, how many cells are right.
#[pyfunction]
pub fn grade<'py>(
    answers: &Rows,
    puzzles: &Rows,
    solutions: Option<&Rows>,
    all_parts: bool,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let count = puzzles.count();
    same_count(count, answers.count(), solutions.map(Rows::count))?;
    let column = |(name, part): (_, GradePart)| Ok((OutputColumn::zeros(&call, name, &[count])?, part));
    let parts =
        PARTS.into_iter().take(if all_parts { 4 } else { 1 }).map(column).collect::<PyResult<Vec<_>>>()?;
    let right_cells = solutions.map(|_| OutputColumn::zeros(&call, "right_cells", &[count])).transpose()?;
    call.run(count, GradingMemory::default, |memory, rows, _| {
        let GradingMemory { given, puzzles: asked, solutions: known, grades } = memory;
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
        for (column, part) in &parts {
            column.write_all(rows.start, grades.iter().map(part));
        }
        if let Some(column) = &right_cells {
            let right = grades.iter().map(|grade| grade.right_cells.unwrap_or(0) as u8);
            column.write_all(rows.start, right);
        }
    })
}
