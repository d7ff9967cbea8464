//! Solving, counting, checking answers.

use std::ops::ControlFlow;
use std::time::Instant;

use lanedoku::{End, Grid, Outcome, Solver, Status, Tally, Workspace, parse_candidates};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::columns::{Column, check_order};
use crate::parallel::Parallel;
use crate::rows::{Digits, NO_BOARD, Rows, shape_text};
use crate::workspaces::workspace;

/// Returns the number of a status in an array, the same as in the C library.
pub const fn code(status: Status) -> u8 {
    match status {
        Status::Unique => 1,
        Status::Multiple => 2,
        Status::NoSolution => 3,
        Status::OutOfSteps => 4,
        Status::Invalid => 5,
    }
}

/// The step limit of the fast count, which cannot be interrupted. A longer count starts again as a visit, which can be.
const UNINTERRUPTED_STEPS: u64 = 20_000;

/// Returns a solver with a step limit; 0 means no limit.
fn solver(step_limit: u64) -> Solver {
    match step_limit {
        0 => Solver::new(),
        steps => Solver::new().with_step_limit(steps),
    }
}

/// Returns the name of the kernel used on this machine.
#[pyfunction]
pub fn kernel() -> String {
    Solver::new().kernel().to_string()
}

/// The memory of one thread.
struct Memory {
    workspace: Option<Box<Workspace>>,
    cells: Vec<Digits>,
    outcomes: Vec<Outcome>,
    status: Vec<u8>,
    guesses: Vec<u64>,
    steps: Vec<u64>,
}

impl Memory {
    fn new() -> Self {
        Memory {
            workspace: None,
            cells: Vec::new(),
            outcomes: Vec::new(),
            status: Vec::new(),
            guesses: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Sets the number of rows.
    fn resize(&mut self, rows: usize) {
        self.cells.resize(rows, NO_BOARD);
        self.outcomes.resize(rows, Outcome::INVALID);
    }
}

/// The output arrays.
struct Answers {
    solutions: Column<u8>,
    status: Column<u8>,
    guesses: Column<u64>,
    steps: Column<u64>,
}

impl Answers {
    fn new(arrays: [&Bound<'_, PyAny>; 4], rows: usize) -> PyResult<Self> {
        Ok(Answers {
            solutions: Column::new(arrays[0], "out", rows, 81)?,
            status: Column::new(arrays[1], "status", rows, 1)?,
            guesses: Column::new(arrays[2], "guesses", rows, 1)?,
            steps: Column::new(arrays[3], "steps", rows, 1)?,
        })
    }

    /// Writes the outcomes of some rows.
    #[inline(always)]
    fn write(&self, rows: std::ops::Range<usize>, memory: &mut Memory) {
        memory.status.clear();
        memory.guesses.clear();
        memory.steps.clear();
        for (cells, outcome) in memory.cells.iter_mut().zip(&memory.outcomes) {
            *cells = outcome.solution.map_or([0; 81], |solution| *solution.digits());
            memory.status.push(code(outcome.status));
            memory.guesses.push(outcome.guesses);
            memory.steps.push(outcome.steps);
        }
        self.solutions.write(rows.clone(), memory.cells.as_flattened());
        self.status.write(rows.clone(), &memory.status);
        self.guesses.write(rows.clone(), &memory.guesses);
        self.steps.write(rows, &memory.steps);
    }
}

/// Solves each row.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called in one place, with named variables")]
pub fn solve<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    solutions: &Bound<'py, PyAny>,
    status: &Bound<'py, PyAny>,
    guesses: &Bound<'py, PyAny>,
    steps: &Bound<'py, PyAny>,
    step_limit: u64,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let answers = Answers::new([solutions, status, guesses, steps], puzzles.count())?;
    let solver = solver(step_limit);
    if puzzles.count() == 1 && progress.is_none() {
        // Allocating a workspace would take longer than this one search.
        let mut memory = Memory { cells: vec![NO_BOARD], outcomes: vec![Outcome::INVALID], ..Memory::new() };
        puzzles.read(0..1, &mut memory.cells);
        if let Ok(grid) = Grid::from_digits(&memory.cells[0]) {
            memory.outcomes[0] = solver.solve(&grid);
        }
        answers.write(0..1, &mut memory);
        return Ok(());
    }
    Parallel::new(py, threads, progress).run(puzzles.count(), Memory::new, |memory, rows, _| {
        memory.resize(rows.len());
        let workspace = memory.workspace.get_or_insert_with(workspace);
        puzzles.read(rows.clone(), &mut memory.cells);
        solver.solve_digits(memory.cells.as_flattened(), 81, &mut memory.outcomes, workspace);
        answers.write(rows, memory);
    })
}

/// Solves pencil marks: 16 bits for each cell, bit 0 for digit 1; 729 booleans; or texts.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called in one place, with named variables")]
pub fn solve_candidates<'py>(
    py: Python<'py>,
    candidates: &Bound<'py, PyAny>,
    solutions: &Bound<'py, PyAny>,
    status: &Bound<'py, PyAny>,
    guesses: &Bound<'py, PyAny>,
    steps: &Bound<'py, PyAny>,
    step_limit: u64,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let candidates = read_candidates(candidates)?;
    let answers = Answers::new([solutions, status, guesses, steps], candidates.len())?;
    let solver = solver(step_limit);
    Parallel::new(py, threads, progress).run(candidates.len(), Memory::new, |memory, rows, _| {
        memory.resize(rows.len());
        let some = &candidates[rows.clone()];
        let workspace = memory.workspace.get_or_insert_with(workspace);
        solver.solve_candidates_batch(some, &mut memory.outcomes, workspace);
        answers.write(rows, memory);
    })
}

/// Reads candidates in any form.
///
/// # Errors
///
/// Returns an error if the array has another shape or type, or if a text or a mask is invalid; the message names its row.
fn read_candidates(candidates: &Bound<'_, PyAny>) -> PyResult<Vec<[u16; 81]>> {
    if let Ok(texts) = candidates.extract::<Vec<String>>() {
        let read = |(row, text): (usize, &String)| {
            parse_candidates(text.as_bytes())
                .map_err(|error| PyValueError::new_err(format!("row {row}: {error}")))
        };
        return texts.iter().enumerate().map(read).collect();
    }
    if let Ok(masks) = PyBuffer::<u16>::get(candidates) {
        check_order::<u16>("candidates", &masks)?;
        let ([_, 81] | [_, 9, 9]) = masks.shape() else {
            return Err(shape_error(masks.shape(), "(n, 81) or (n, 9, 9)"));
        };
        let masks = masks.to_vec(candidates.py())?;
        if let Some(place) = masks.iter().position(|&mask| mask >= 1 << 9) {
            let (row, cell) = (place / 81, place % 81);
            return Err(PyValueError::new_err(format!(
                "row {row}, cell {cell}: expected the bits of 9 candidates, found {}",
                masks[place]
            )));
        }
        return Ok(masks.as_chunks::<81>().0.to_vec());
    }
    let Ok(numbers) = PyBuffer::<u8>::get(candidates) else {
        let name = candidates.get_type();
        return Err(PyTypeError::new_err(format!(
            "expected uint16[n, 81], bool[n, 81, 9] or a list of texts, found {name}"
        )));
    };
    match numbers.shape() {
        [_, 729] | [_, 81, 9] | [_, 9, 9, 9] => {}
        other => return Err(shape_error(other, "(n, 729), (n, 81, 9) or (n, 9, 9, 9)")),
    }
    let mask = |cell: &[u8; 9]| {
        cell.iter().enumerate().fold(0, |mask, (digit, &number)| mask | u16::from(number != 0) << digit)
    };
    let numbers = numbers.to_vec(candidates.py())?;
    let cells: Vec<u16> = numbers.as_chunks::<9>().0.iter().map(mask).collect();
    Ok(cells.as_chunks::<81>().0.to_vec())
}

fn shape_error(found: &[usize], expected: &str) -> PyErr {
    PyValueError::new_err(format!("expected an array of shape {expected}, found {}", shape_text(found)))
}

/// Counts the solutions of each row, up to `most`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called in one place, with named variables")]
pub fn count<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    counts: &Bound<'py, PyAny>,
    status: &Bound<'py, PyAny>,
    most: u64,
    step_limit: u64,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let counts = Column::<u64>::new(counts, "count", puzzles.count(), 1)?;
    let statuses = Column::<u8>::new(status, "status", puzzles.count(), 1)?;
    let start = || (workspace(), Vec::new());
    Parallel::new(py, threads, progress).one_by_one().run(
        puzzles.count(),
        start,
        |(workspace, grids), rows, stops| {
            puzzles.grids(rows.clone(), grids);
            for (row, grid) in rows.zip(grids.iter()) {
                if stops() {
                    return;
                }
                let (found, status) = match grid {
                    Some(grid) => count_one(grid, most, step_limit, workspace, stops),
                    None => (0, Status::Invalid),
                };
                counts.write(row..row + 1, &[found]);
                statuses.write(row..row + 1, &[code(status)]);
            }
        },
    )
}

fn count_one(
    grid: &Grid,
    most: u64,
    step_limit: u64,
    workspace: &mut Workspace,
    stops: &dyn Fn() -> bool,
) -> (u64, Status) {
    // The status distinguishes one solution from several, so the search needs at least two.
    let search = most.max(2);
    let is_limited = step_limit != 0;
    let quick = if is_limited { UNINTERRUPTED_STEPS.min(step_limit) } else { UNINTERRUPTED_STEPS };
    let mut tally = solver(quick).count_with(grid, search, workspace);
    if tally.end == End::OutOfSteps && (!is_limited || quick < step_limit) {
        let mut found = 0_u64;
        tally = solver(step_limit).visit(grid, |_| {
            found += 1;
            let ends = found >= search || found.is_multiple_of(1024) && stops();
            if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    (tally.solutions.min(most), status_of(&tally))
}

fn status_of(tally: &Tally) -> Status {
    match (tally.end, tally.solutions) {
        (End::Invalid, _) => Status::Invalid,
        (End::OutOfSteps, _) => Status::OutOfSteps,
        (_, 0) => Status::NoSolution,
        (_, 1) => Status::Unique,
        _ => Status::Multiple,
    }
}

/// Checks whether each answer is a solution of its puzzle.
#[pyfunction]
pub fn is_solution<'py>(
    py: Python<'py>,
    answers: &Rows,
    puzzles: &Rows,
    right: &Bound<'py, PyAny>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let right = Column::<u8>::new(right, "out", puzzles.count(), 1)?;
    if answers.count() != puzzles.count() {
        let (answers, puzzles) = (answers.count(), puzzles.count());
        return Err(PyValueError::new_err(format!(
            "expected an answer for each of {puzzles} puzzles, found {answers}"
        )));
    }
    let start = || (Vec::new(), Vec::new());
    Parallel::new(py, threads, progress).run(puzzles.count(), start, |(given, asked), rows, _| {
        answers.grids(rows.clone(), given);
        puzzles.grids(rows.clone(), asked);
        let is_right = |(answer, puzzle): (&Option<Grid>, &Option<Grid>)| match (answer, puzzle) {
            (Some(answer), Some(puzzle)) => answer.is_solution_of(puzzle),
            _ => false,
        };
        let found: Vec<u8> = given.iter().zip(asked.iter()).map(is_right).map(u8::from).collect();
        right.write(rows, &found);
    })
}

/// Solves a batch in Rust only, on one thread. Returns the seconds it took and the number of puzzles with one solution.
/// The benchmark divides by these seconds.
#[pyfunction]
pub fn plain_batch(py: Python<'_>, puzzles: &Rows) -> (f64, usize) {
    let mut cells = vec![NO_BOARD; puzzles.count()];
    puzzles.read(0..puzzles.count(), &mut cells);
    let mut outcomes = vec![Outcome::INVALID; cells.len()];
    let mut workspace = workspace();
    py.detach(|| {
        let start = Instant::now();
        Solver::new().solve_digits(cells.as_flattened(), 81, &mut outcomes, &mut workspace);
        let seconds = start.elapsed().as_secs_f64();
        (seconds, outcomes.iter().filter(|outcome| outcome.status == Status::Unique).count())
    })
}
