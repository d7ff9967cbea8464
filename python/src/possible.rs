//! Possible digits, moves that keep a solution, wrong clues.

use std::ops::Range;

use lanedoku::{Grid, Possible, Solver, Workspace};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::columns::OutputColumn;
use crate::parallel::BatchCall;
use crate::rows::Rows;
use crate::solving::{read_candidates, solver_with};
use crate::workspaces::workspace;

/// Reads rows as boards. One whose clues collide stands for a row that is not a board.
fn boards(puzzles: &Rows, rows: Range<usize>) -> Vec<Grid> {
    puzzles.grids(rows, Grid::from_digits(&[1; 81]).unwrap_or(Grid::EMPTY))
}

/// Returns whether each digit of each cell of each puzzle is in some solution. Writes the status of each puzzle to
/// `status`, if it is given.
#[pyfunction]
pub fn possible<'py>(
    puzzles: &Rows,
    status: Option<Bound<'py, PyAny>>,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    find(puzzles.count(), status, call, |solver, rows, found, workspace| {
        solver.possible_batch(&boards(puzzles, rows), found, workspace);
    })
}

/// As [`possible`], of pencil marks.
#[pyfunction]
pub fn possible_candidates<'py>(
    candidates: &Bound<'py, PyAny>,
    status: Option<Bound<'py, PyAny>>,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let candidates = read_candidates(candidates)?;
    find(candidates.len(), status, call, |solver, rows, found, workspace| {
        solver.possible_batch(&candidates[rows], found, workspace);
    })
}

/// Answers all rows with `batch`, which finds the possible digits of some of them.
fn find<'py>(
    count: usize,
    status: Option<Bound<'py, PyAny>>,
    call: BatchCall<'py>,
    batch: impl Fn(&Solver, Range<usize>, &mut [Possible], &mut Workspace) + Send + Sync,
) -> PyResult<Bound<'py, PyDict>> {
    let possible = OutputColumn::zeros(&call, "possible", &[count, 81, 9])?;
    let status = status.map(|status| OutputColumn::given(&status, "status", count, 1)).transpose()?;
    let (solver, has_limit) = (solver_with(call.step_limit), call.step_limit > 0);
    // With a limit, the library searches one row after another.
    let call = if has_limit { call.one_by_one() } else { call.in_large_portions() };
    call.run(count, workspace, |workspace, rows, _| {
        let mut found = vec![Possible::INVALID; rows.len()];
        batch(&solver, rows.clone(), &mut found, workspace);
        let cells = found.iter().flat_map(Possible::digits);
        let digits = cells.flat_map(|digits| (0..9).map(move |digit| digits >> digit & 1 == 1));
        possible.write_all(rows.start, digits);
        if let Some(status) = &status {
            status.write_all(rows.start, found.iter().map(|found| found.status() as u8));
        }
    })
}

/// Returns whether each board has a solution after its move: a cell and a digit.
#[pyfunction]
pub fn keeps_solution<'py>(
    puzzles: &Rows,
    cells: Vec<u8>,
    digits: Vec<u8>,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let count = puzzles.count();
    let column = OutputColumn::zeros(&call, "keeps_solution", &[count])?;
    let moves: Vec<(u8, u8)> = cells.into_iter().zip(digits).collect();
    let solver = Solver::new();
    call.in_large_portions().run(count, workspace, |workspace, rows, _| {
        let boards = boards(puzzles, rows.clone());
        let mut found = vec![None; boards.len()];
        if let Some(moves) = moves.get(rows.clone()) {
            solver.moves_keep_solution(&boards, moves, &mut found, Some(workspace));
        }
        column.write_all(rows.start, found.iter().map(|found| *found == Some(true)));
    })
}

/// Returns the clues of each board that may be wrong.
#[pyfunction]
pub fn wrong_clues<'py>(puzzles: &Rows, call: BatchCall<'py>) -> PyResult<Bound<'py, PyDict>> {
    let column = OutputColumn::zeros(&call, "wrong_clues", &[puzzles.count(), 81])?;
    let solver = Solver::new();
    puzzles.each(call, Default::default, |(), row, grid, _| {
        let found = grid.map(|grid| solver.wrong_clues(grid).removable);
        let cells: [bool; 81] = std::array::from_fn(|cell| found.is_some_and(|cells| cells.contains(cell)));
        column.write(row, &cells);
    })
}
