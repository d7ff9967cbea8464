//! Solving, counting.

use std::ops::Range;
use std::time::{Duration, Instant};

use lanedoku::{
    AnyBoard, End, Grid, Outcome, Puzzle, Search, Solver, Status, Tally, Workspace, parse_candidates,
};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::columns::OutputColumn;
use crate::parallel::{BatchCall, goes_on};
use crate::rows::{self, Digits, NO_BOARD, Rows, shape_text};
use crate::workspaces::{search, workspace};

/// The steps of a row alone during which it cannot be interrupted.
const STEPS_ALONE: u64 = 1 << 10;

/// Searches that can be interrupted.
pub struct Searcher {
    solver: Solver,
    /// The maximum time of a search.
    timeout: Option<Duration>,
}

/// Returns a solver with this step limit; 0 means no limit.
pub fn solver_with(steps: u64) -> Solver {
    match steps {
        0 => Solver::new(),
        steps => Solver::new().with_step_limit(steps),
    }
}

impl Searcher {
    pub fn new(call: &BatchCall) -> Self {
        Searcher { solver: solver_with(call.step_limit), timeout: call.timeout() }
    }

    pub fn with_any_solution(self, any_solution: bool) -> Self {
        Searcher { solver: self.solver.with_any_solution(any_solution), ..self }
    }

    /// Goes on with a search until it ends, reaches a limit, or `stops`.
    fn run(&self, search: &mut Search, stops: &dyn Fn() -> bool) {
        let go_on = goes_on(self.timeout, stops);
        search.run_while(|_| go_on());
    }

    /// Solves puzzles, to `memory.outcomes`: together, and then those that take many steps one after another.
    fn solve<P: PuzzleRow>(&self, puzzles: &[P], memory: &mut SolvingMemory, stops: &dyn Fn() -> bool) {
        let quick = self.solve_quickly(puzzles, memory);
        let SolvingMemory { search: alone, outcomes, .. } = memory;
        for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
            if outcome.status == Status::OutOfSteps && quick < self.solver.step_limit() {
                let search = alone.get_or_insert_with(search);
                puzzle.begin(&self.solver, search);
                self.run(search, stops);
                let Tally { steps, guesses, .. } = search.tally();
                let solution = search.solution().and_then(|board| Grid::try_from(&board).ok());
                *outcome = Outcome { status: search.status(), solution, steps, guesses };
            }
        }
    }

    /// Solves puzzles together, into `memory.outcomes`. Returns the step limit, which may be lower than that of the
    /// solver.
    fn solve_quickly<P: PuzzleRow>(&self, puzzles: &[P], memory: &mut SolvingMemory) -> u64 {
        let SolvingMemory { workspace: together, outcomes, .. } = memory;
        outcomes.clear();
        outcomes.resize(puzzles.len(), Outcome::INVALID);
        let quick =
            self.solver.step_limit().min(if puzzles.len() == 1 { STEPS_ALONE } else { Solver::QUICK_STEPS });
        let solver = self.solver.with_step_limit(quick);
        if let [puzzle] = puzzles {
            // Allocating a workspace would take longer than this one search.
            outcomes[0] = puzzle.solve(&solver);
        } else {
            P::solve_batch(&solver, puzzles, outcomes, together.get_or_insert_with(workspace));
        }
        quick
    }

    /// Solves a puzzle of any size.
    pub fn solve_alone(&self, puzzle: &AnyBoard, search: &mut Search, stops: &dyn Fn() -> bool) {
        self.solver.begin_solve(puzzle, search);
        self.run(search, stops);
    }

    /// Counts the solutions of a puzzle, up to `most`.
    pub fn count(
        &self,
        puzzle: &impl Puzzle,
        most: u64,
        search: &mut Search,
        stops: &dyn Fn() -> bool,
    ) -> Tally {
        self.solver.begin_count(puzzle, most, search);
        self.run(search, stops);
        search.tally()
    }
}

/// A row to solve: digits, 0 for an open cell, or the candidates of each cell.
trait PuzzleRow: Sized {
    fn solve(&self, solver: &Solver) -> Outcome;
    fn solve_batch(solver: &Solver, puzzles: &[Self], outcomes: &mut [Outcome], workspace: &mut Workspace);
    /// Begins a search. The row is a board.
    fn begin(&self, solver: &Solver, search: &mut Search);
}

impl PuzzleRow for Digits {
    fn solve(&self, solver: &Solver) -> Outcome {
        Grid::from_digits(self).map_or(Outcome::INVALID, |grid| solver.solve(&grid))
    }

    fn solve_batch(solver: &Solver, puzzles: &[Self], outcomes: &mut [Outcome], workspace: &mut Workspace) {
        solver.solve_digits(puzzles.as_flattened(), 81, outcomes, workspace);
    }

    fn begin(&self, solver: &Solver, search: &mut Search) {
        solver.begin_solve(&Grid::from_digits(self).expect("a board"), search);
    }
}

impl PuzzleRow for [u16; 81] {
    fn solve(&self, solver: &Solver) -> Outcome {
        solver.solve(self)
    }

    fn solve_batch(solver: &Solver, puzzles: &[Self], outcomes: &mut [Outcome], workspace: &mut Workspace) {
        solver.solve_batch(puzzles, outcomes, workspace);
    }

    fn begin(&self, solver: &Solver, search: &mut Search) {
        solver.begin_solve(self, search);
    }
}

/// Returns the name of the kernel used on this machine.
#[pyfunction]
pub fn kernel() -> String {
    Solver::new().kernel().to_string()
}

/// The memory of one thread.
#[derive(Default)]
struct SolvingMemory {
    workspace: Option<Box<Workspace>>,
    search: Option<Box<Search>>,
    cells: Vec<Digits>,
    outcomes: Vec<Outcome>,
}

/// Solves `count` rows with `answer`, which solves some of them.
fn solve_rows<'py>(
    count: usize,
    out: Option<Bound<'py, PyAny>>,
    any_solution: bool,
    call: BatchCall<'py>,
    answer: impl Fn(&Searcher, &mut SolvingMemory, Range<usize>, &dyn Fn() -> bool) + Send + Sync,
) -> PyResult<Bound<'py, PyDict>> {
    let solutions = OutputColumn::boards(&call, "solutions", out, &[count], 9)?;
    let status = OutputColumn::zeros(&call, "status", &[count])?;
    let guesses = OutputColumn::zeros(&call, "guesses", &[count])?;
    let steps = OutputColumn::zeros(&call, "steps", &[count])?;
    let searcher = Searcher::new(&call).with_any_solution(any_solution);
    call.run(count, SolvingMemory::default, |memory, rows, stops| {
        answer(&searcher, memory, rows.clone(), stops);
        let SolvingMemory { cells, outcomes, .. } = memory;
        cells.clear();
        cells.extend(outcomes.iter().map(|found| found.solution.map_or([0; 81], |board| *board.digits())));
        solutions.write(rows.start, cells.as_flattened());
        status.write_all(rows.start, outcomes.iter().map(|found| found.status as u8));
        guesses.write_all(rows.start, outcomes.iter().map(|found| found.guesses));
        steps.write_all(rows.start, outcomes.iter().map(|found| found.steps));
    })
}

/// Solves each row.
#[pyfunction]
pub fn solve<'py>(
    puzzles: &Rows,
    out: Option<Bound<'py, PyAny>>,
    any_solution: bool,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    solve_rows(puzzles.count(), out, any_solution, call, |searcher, memory, rows, stops| {
        let mut cells = std::mem::take(&mut memory.cells);
        cells.resize(rows.len(), NO_BOARD);
        puzzles.read(rows, &mut cells);
        searcher.solve(&cells, memory, stops);
        memory.cells = cells;
    })
}

/// The digits of a puzzle, its status, the solution if there is one, guesses and steps.
type SolvedRow<'py> = (Bound<'py, PyBytes>, u8, Option<Bound<'py, PyBytes>>, u64, u64);

/// Solves one puzzle without releasing the interpreter. Returns `None` if this would take more than a fraction of a
/// millisecond.
#[pyfunction]
pub fn solve_one<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    step_limit: u64,
    any_solution: bool,
) -> PyResult<Option<SolvedRow<'py>>> {
    let cells = rows::digits(puzzle)?;
    let solver = solver_with(step_limit).with_any_solution(any_solution);
    let quick = solver.step_limit().min(STEPS_ALONE);
    let outcome = cells.solve(&solver.with_step_limit(quick));
    if outcome.status == Status::OutOfSteps && quick < solver.step_limit() {
        return Ok(None);
    }
    let solution = outcome.solution.map(|solution| PyBytes::new(py, solution.digits()));
    Ok(Some((PyBytes::new(py, &cells), outcome.status as u8, solution, outcome.guesses, outcome.steps)))
}

/// Solves pencil marks: 16 bits for each cell, bit 0 for digit 1; 729 booleans; or texts.
#[pyfunction]
pub fn solve_candidates<'py>(
    candidates: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyAny>>,
    any_solution: bool,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let candidates = read_candidates(candidates)?;
    solve_rows(candidates.len(), out, any_solution, call, |searcher, memory, rows, stops| {
        searcher.solve(&candidates[rows], memory, stops);
    })
}

/// Reads candidates in any form.
///
/// # Errors
///
/// Returns an error if the array has another shape or type, or if a text or a mask is invalid; the message names its
/// row.
pub fn read_candidates(candidates: &Bound<'_, PyAny>) -> PyResult<Vec<[u16; 81]>> {
    if let Ok(texts) = candidates.extract::<Vec<String>>() {
        let read = |(row, text): (usize, &String)| {
            parse_candidates(text.as_bytes())
                .map_err(|error| PyValueError::new_err(format!("row {row}: {error}")))
        };
        return texts.iter().enumerate().map(read).collect();
    }
    if let Ok(masks) = PyBuffer::<u16>::get(candidates) {
        let foreign = if cfg!(target_endian = "little") { b">!" } else { b"<<" };
        if masks.format().to_bytes().first().is_some_and(|order| foreign.contains(order)) {
            return Err(PyTypeError::new_err("candidates: expected numbers in this machine's byte order"));
        }
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

/// The tally of a row that is not a board.
pub const NO_TALLY: Tally = Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 };

/// The output arrays of a count.
pub struct CountColumns {
    count: OutputColumn<u64>,
    exact: OutputColumn<bool>,
    status: OutputColumn<u8>,
}

impl CountColumns {
    pub fn new(call: &BatchCall, rows: usize) -> PyResult<Self> {
        Ok(CountColumns {
            count: OutputColumn::zeros(call, "count", &[rows])?,
            exact: OutputColumn::zeros(call, "exact", &[rows])?,
            status: OutputColumn::zeros(call, "status", &[rows])?,
        })
    }

    pub fn write(&self, row: usize, tally: Tally) {
        self.count.write(row, &[tally.solutions]);
        self.exact.write(row, &[tally.is_exact()]);
        self.status.write(row, &[tally.status() as u8]);
    }
}

/// Counts the solutions of each row, up to `most`.
#[pyfunction]
pub fn count<'py>(puzzles: &Rows, most: u64, call: BatchCall<'py>) -> PyResult<Bound<'py, PyDict>> {
    let rows = puzzles.count();
    let columns = CountColumns::new(&call, rows)?;
    let (searcher, step_limit) = (Searcher::new(&call), call.step_limit);
    // A batch tells a count of up to two. Under a step limit, the count of a row must not depend on the other rows.
    if (1..=2).contains(&most) && step_limit == 0 {
        let searcher = searcher.with_any_solution(true);
        return call.run(rows, SolvingMemory::default, |memory, rows, stops| {
            let mut cells = vec![NO_BOARD; rows.len()];
            puzzles.read(rows.clone(), &mut cells);
            searcher.solve_quickly(&cells, memory);
            for ((row, cells), outcome) in rows.zip(&cells).zip(&memory.outcomes) {
                let (solutions, end) = match outcome.status {
                    // An invalid row takes no steps.
                    Status::OutOfSteps => {
                        let search = memory.search.get_or_insert_with(search);
                        let tally = Grid::from_digits(cells)
                            .map_or(NO_TALLY, |grid| searcher.count(&grid, most, search, stops));
                        (tally.solutions, tally.end)
                    }
                    Status::Unique if most > 1 => (1, End::Exhausted),
                    Status::Unique | Status::Multiple | Status::Stopped => (most, End::Stopped),
                    Status::NoSolution => (0, End::Exhausted),
                    Status::Invalid => (0, End::Invalid),
                };
                columns.write(row, Tally { solutions, end, ..NO_TALLY });
            }
        });
    }
    puzzles.each(call, search, |search, row, grid, stops| {
        columns.write(row, grid.map_or(NO_TALLY, |grid| searcher.count(grid, most, search, stops)));
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
