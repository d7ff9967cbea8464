//! Possible digits, moves that keep a solution, wrong clues.

use std::ops::Range;

use lanedoku::{Grid, Possible, Solver, Workspace};
use pyo3::prelude::*;

use crate::columns::OutputColumn;
use crate::parallel::Parallel;
use crate::rows::{Digits, Rows};
use crate::solving::{read_candidates, solver_with};
use crate::workspaces::workspace;

/// The number of puzzles in one call of the library. Fewer would leave lanes idle.
const PORTION: usize = 256;

/// A board without a solution stands for a row that is not a board.
const NO_BOARD: Digits = [1; 81];

/// Reads rows as boards.
fn boards(from: &Rows, rows: Range<usize>, grids: &mut Vec<Option<Grid>>) -> Vec<Grid> {
    let invalid = Grid::from_digits(&NO_BOARD).unwrap_or(Grid::EMPTY);
    from.grids(rows, grids);
    grids.iter().map(|grid| grid.unwrap_or(invalid)).collect()
}

/// Writes whether each digit of each cell of each puzzle is in some solution, and the status of each puzzle.
#[pyfunction]
pub fn possible<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    possible: &Bound<'py, PyAny>,
    status: &Bound<'py, PyAny>,
    steps: u64,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let answers = PossibleColumns::new(possible, status, puzzles.count())?;
    let work = Parallel::new(py, threads, progress);
    answers.find(work, steps, |solver, rows, found, workspace| {
        let mut grids = Vec::new();
        let boards = boards(puzzles, rows, &mut grids);
        solver.possible_batch(&boards, found, workspace);
        for (found, grid) in found.iter_mut().zip(&grids) {
            if grid.is_none() {
                *found = Possible::INVALID;
            }
        }
    })
}

/// As [`possible`], of pencil marks.
#[pyfunction]
pub fn possible_candidates<'py>(
    py: Python<'py>,
    candidates: &Bound<'py, PyAny>,
    possible: &Bound<'py, PyAny>,
    status: &Bound<'py, PyAny>,
    steps: u64,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let candidates = read_candidates(candidates)?;
    let answers = PossibleColumns::new(possible, status, candidates.len())?;
    let work = Parallel::new(py, threads, progress);
    answers.find(work, steps, |solver, rows, found, workspace| {
        if let Some(candidates) = candidates.get(rows) {
            solver.possible_batch(candidates, found, workspace);
        }
    })
}

/// The columns of the answers.
struct PossibleColumns {
    possible: OutputColumn<u8>,
    status: OutputColumn<u8>,
    count: usize,
}

impl PossibleColumns {
    fn new(possible: &Bound<'_, PyAny>, status: &Bound<'_, PyAny>, count: usize) -> PyResult<Self> {
        let possible = OutputColumn::new(possible, "possible", count, 729)?;
        Ok(PossibleColumns { possible, status: OutputColumn::new(status, "status", count, 1)?, count })
    }

    /// Answers all rows with `batch`, which finds the possible digits of some of them.
    fn find(
        self,
        work: Parallel,
        steps: u64,
        batch: impl Fn(&Solver, Range<usize>, &mut [Possible], &mut Workspace) + Send + Sync,
    ) -> PyResult<()> {
        let solver = solver_with(steps);
        // With a limit, the library searches one row after another.
        let work = if steps == 0 { work.in_portions(PORTION) } else { work.one_by_one() };
        work.run(self.count, workspace, |workspace, rows, _| {
            let mut found = vec![Possible::INVALID; rows.len()];
            batch(&solver, rows.clone(), &mut found, workspace);
            let cells = found.iter().flat_map(Possible::digits);
            let digits: Vec<u8> =
                cells.flat_map(|digits| (0..9).map(move |digit| (digits >> digit & 1) as u8)).collect();
            self.possible.write(rows.clone(), &digits);
            let statuses: Vec<u8> = found.iter().map(|found| found.status() as u8).collect();
            self.status.write(rows, &statuses);
        })
    }
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
    let column = OutputColumn::<u8>::new(keeps, "keeps", count, 1)?;
    let moves: Vec<(u8, u8)> = cells.into_iter().zip(digits).collect();
    let solver = Solver::new();
    let start = || (workspace(), Vec::new());
    let work = Parallel::new(py, threads, progress).in_portions(PORTION);
    work.run(count, start, |(workspace, grids), rows, _| {
        let boards = boards(puzzles, rows.clone(), grids);
        let mut found = vec![None; boards.len()];
        if let Some(moves) = moves.get(rows.clone()) {
            solver.moves_keep_solution(&boards, moves, &mut found, Some(workspace));
        }
        let found: Vec<u8> = found.iter().map(|found| (*found == Some(true)).into()).collect();
        column.write(rows, &found);
    })
}

/// Writes the clues of each board that may be wrong.
#[pyfunction]
pub fn wrong_clues<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    wrong_clues: &Bound<'py, PyAny>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = puzzles.count();
    let column = OutputColumn::<u8>::new(wrong_clues, "wrong_clues", count, 81)?;
    let solver = Solver::new();
    Parallel::new(py, threads, progress).one_by_one().run(count, Vec::new, |grids, rows, stops| {
        puzzles.grids(rows.clone(), grids);
        for (row, grid) in rows.zip(grids.iter()) {
            if stops() {
                return;
            }
            let found = grid.map(|grid| solver.wrong_clues(&grid).removable);
            let cells: Digits =
                std::array::from_fn(|cell| found.is_some_and(|cells| cells.contains(cell)).into());
            column.write(row..row + 1, &cells);
        }
    })
}
