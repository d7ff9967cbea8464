//! Possible digits, moves that keep a solution, slips.

use lanedoku::{Grid, Possible, Solver};
use pyo3::prelude::*;

use crate::columns::Column;
use crate::parallel::Parallel;
use crate::rows::{Digits, Rows};
use crate::workspaces::workspace;

/// The number of puzzles in one call of the library. Fewer would leave lanes idle.
const PORTION: usize = 256;

/// A board without a solution stands for a row that is not a board.
const NO_BOARD: Digits = [1; 81];

/// Reads rows as boards.
fn boards(from: &Rows, rows: std::ops::Range<usize>, grids: &mut Vec<Option<Grid>>) -> Vec<Grid> {
    let invalid = Grid::from_digits(&NO_BOARD).unwrap_or(Grid::EMPTY);
    from.grids(rows, grids);
    grids.iter().map(|grid| grid.unwrap_or(invalid)).collect()
}

/// Writes whether each digit of each cell of each puzzle is in some solution.
#[pyfunction]
pub fn possible<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    possible: &Bound<'py, PyAny>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = puzzles.count();
    let column = Column::<u8>::new(possible, "possible", count, 729)?;
    let solver = Solver::new();
    let start = || (workspace(), Vec::new());
    let work = Parallel::new(py, threads, progress).in_portions(PORTION);
    work.run(count, start, |(workspace, grids), rows, _| {
        let boards = boards(puzzles, rows.clone(), grids);
        let mut found = vec![Possible::INVALID; boards.len()];
        solver.possible_batch(&boards, &mut found, workspace);
        let cells = found.iter().flat_map(Possible::digits);
        let digits: Vec<u8> =
            cells.flat_map(|digits| (0..9).map(move |digit| (digits >> digit & 1) as u8)).collect();
        column.write(rows, &digits);
    })
}

/// Writes whether each board has a solution after its move: a cell and a digit.
#[pyfunction]
pub fn keeps_solution<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    cells: Vec<u8>,
    digits: Vec<u8>,
    keeps: &Bound<'py, PyAny>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = puzzles.count();
    let column = Column::<u8>::new(keeps, "keeps", count, 1)?;
    let moves: Vec<(u8, u8)> = cells.into_iter().zip(digits).collect();
    let solver = Solver::new();
    let start = || (workspace(), Vec::new());
    let work = Parallel::new(py, threads, progress).in_portions(PORTION);
    work.run(count, start, |(workspace, grids), rows, _| {
        let boards = boards(puzzles, rows.clone(), grids);
        let mut found = vec![None; boards.len()];
        if let Some(moves) = moves.get(rows.clone()) {
            solver.moves_keep_solution(&boards, moves, &mut found, workspace);
        }
        let found: Vec<u8> = found.iter().map(|found| (*found == Some(true)).into()).collect();
        column.write(rows, &found);
    })
}

/// Writes the clues of each board that may be slips.
#[pyfunction]
pub fn slips<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    slips: &Bound<'py, PyAny>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = puzzles.count();
    let column = Column::<u8>::new(slips, "slips", count, 81)?;
    let solver = Solver::new();
    Parallel::new(py, threads, progress).one_by_one().run(count, Vec::new, |grids, rows, stops| {
        puzzles.grids(rows.clone(), grids);
        for (row, grid) in rows.zip(grids.iter()) {
            if stops() {
                return;
            }
            let found = grid.map(|grid| solver.slips(&grid).removable);
            let cells: Digits =
                std::array::from_fn(|cell| found.is_some_and(|cells| cells.contains(cell)).into());
            column.write(row..row + 1, &cells);
        }
    })
}
