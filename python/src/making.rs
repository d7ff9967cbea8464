//! Generating, minimizing, shuffling, rating; canonical forms.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Instant;

use lanedoku::{CellSet, ClueSymmetry, Generator, Grid, Solver, Status, Symmetry, random_grid};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyOSError, PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::columns::OutputColumn;
use crate::parallel::{CHECK_INTERVAL, Parallel, REPORT_INTERVAL, check_progress};
use crate::rows::{Digits, Rows};
use crate::workspaces::generator_workspace;

/// The number of puzzles in one call of the library. Fewer would leave lanes idle.
const PORTION: usize = 256;

fn digits(board: &Option<Grid>) -> Digits {
    board.map_or([0; 81], |board| *board.digits())
}

/// Writes the canonical form of each row.
#[pyfunction]
pub fn canonical<'py>(
    py: Python<'py>,
    boards: &Rows,
    forms: &Bound<'py, PyAny>,
    valid: &Bound<'py, PyAny>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    each(py, boards, forms, valid, threads, progress, |grid, _| Some(grid.canonical()))
}

/// Applies `make` to each board and its row.
fn each<'py>(
    py: Python<'py>,
    boards: &Rows,
    results: &Bound<'py, PyAny>,
    valid: &Bound<'py, PyAny>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
    make: impl Fn(&Grid, usize) -> Option<Grid> + Send + Sync,
) -> PyResult<()> {
    let results = OutputColumn::<u8>::new(results, "out", boards.count(), 81)?;
    let valid = OutputColumn::<u8>::new(valid, "valid", boards.count(), 1)?;
    Parallel::new(py, threads, progress).one_by_one().run(boards.count(), Vec::new, |grids, rows, stops| {
        boards.grids(rows.clone(), grids);
        for (row, grid) in rows.zip(grids.iter()) {
            if stops() {
                return;
            }
            let made = grid.and_then(|grid| make(&grid, row));
            results.write(row..row + 1, &digits(&made));
            valid.write(row..row + 1, &[made.is_some().into()]);
        }
    })
}

/// Writes `copies` random equivalent boards for each board. The number of a row is its entry of `numbers`, or without
/// them its place after `first_index`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called in one place, with named variables")]
pub fn shuffle<'py>(
    py: Python<'py>,
    boards: &Rows,
    shuffled: &Bound<'py, PyAny>,
    valid: &Bound<'py, PyAny>,
    copies: usize,
    seed: u64,
    first_index: u64,
    numbers: Option<PyBuffer<u64>>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = boards.count();
    let numbers = numbers.map(|numbers| numbers.to_vec(py)).transpose()?;
    if let Some(numbers) = &numbers
        && numbers.len() != count
    {
        let found = numbers.len();
        return Err(PyValueError::new_err(format!(
            "first: expected a number for each of {count} rows, found {found}"
        )));
    }
    let all = count.checked_mul(copies).ok_or_else(|| PyOverflowError::new_err("too many copies"))?;
    let shuffled = OutputColumn::<u8>::new(shuffled, "out", all, 81)?;
    let valid = OutputColumn::<u8>::new(valid, "valid", count, 1)?;
    let start = || (Vec::new(), Vec::new());
    let work = Parallel::new(py, threads, progress).one_by_one();
    work.run(count, start, |(grids, portion), rows, stops| {
        boards.grids(rows.clone(), grids);
        for (row, grid) in rows.zip(grids.iter()) {
            let number =
                numbers.as_ref().map_or(first_index.wrapping_add(row as u64), |numbers| numbers[row]);
            let first = number.wrapping_mul(copies as u64);
            for start in (0..copies).step_by(PORTION) {
                if stops() {
                    return;
                }
                let some = start..copies.min(start + PORTION);
                portion.clear();
                portion.extend(some.clone().map(|copy| {
                    let symmetry = Symmetry::random(seed, first.wrapping_add(copy as u64));
                    digits(&grid.as_ref().map(|grid| symmetry.apply(grid)))
                }));
                let place = row * copies + some.start..row * copies + some.end;
                shuffled.write(place, portion.as_flattened());
            }
            valid.write(row..row + 1, &[grid.is_some().into()]);
        }
    })
}

/// Writes a minimal puzzle for each row.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called in one place, with named variables")]
pub fn minimize<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    minimal: &Bound<'py, PyAny>,
    valid: &Bound<'py, PyAny>,
    seed: u64,
    first_index: u64,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = puzzles.count();
    let minimal = OutputColumn::<u8>::new(minimal, "out", count, 81)?;
    let valid = OutputColumn::<u8>::new(valid, "valid", count, 1)?;
    let solver = Solver::new();
    // An empty board stands for a row that is not a board: it has several solutions, so it cannot be minimized.
    let start = || (generator_workspace(), Vec::new());
    let work = Parallel::new(py, threads, progress).in_portions(PORTION);
    work.run(count, start, |(workspace, grids), rows, _| {
        puzzles.grids(rows.clone(), grids);
        let boards: Vec<Grid> = grids.iter().map(|grid| grid.unwrap_or(Grid::EMPTY)).collect();
        let mut made = vec![None; boards.len()];
        let first = first_index.wrapping_add(rows.start as u64);
        solver.minimize(&boards, seed, first, &mut made, workspace);
        write(&minimal, &valid, rows, &made);
    })
}

/// Writes whether each puzzle is minimal and, if there is an array for it, whether each cell of each puzzle has a
/// redundant clue.
#[pyfunction]
pub fn redundant_clues<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    minimal: &Bound<'py, PyAny>,
    redundant: Option<&Bound<'py, PyAny>>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = puzzles.count();
    let minimal = OutputColumn::<u8>::new(minimal, "minimal", count, 1)?;
    let redundant =
        redundant.map(|array| OutputColumn::<u8>::new(array, "redundant", count, 81)).transpose()?;
    let solver = Solver::new();
    let start = || (generator_workspace(), Vec::new());
    let work = Parallel::new(py, threads, progress).in_portions(PORTION);
    work.run(count, start, |(workspace, grids), rows, _| {
        puzzles.grids(rows.clone(), grids);
        // An empty board replaces a row that is not a board: it is not minimal either, because it has several
        // solutions.
        let boards: Vec<Grid> = grids.iter().map(|grid| grid.unwrap_or(Grid::EMPTY)).collect();
        let mut found = vec![None; boards.len()];
        solver.redundant_clues(&boards, &mut found, workspace);
        let is_minimal: Vec<u8> =
            found.iter().map(|cells| cells.is_some_and(|cells: CellSet| cells.is_empty()).into()).collect();
        minimal.write(rows.clone(), &is_minimal);
        if let Some(redundant) = &redundant {
            let cells = |cells: &Option<CellSet>| -> Digits {
                std::array::from_fn(|cell| cells.is_some_and(|cells| cells.contains(cell)).into())
            };
            let found: Vec<Digits> = found.iter().map(cells).collect();
            redundant.write(rows, found.as_flattened());
        }
    })
}

/// Writes boards, and whether each row has one.
fn write(
    boards: &OutputColumn<u8>,
    valid: &OutputColumn<u8>,
    rows: std::ops::Range<usize>,
    made: &[Option<Grid>],
) {
    let cells: Vec<Digits> = made.iter().map(digits).collect();
    let is_made: Vec<u8> = made.iter().map(|made| made.is_some().into()).collect();
    boards.write(rows.clone(), cells.as_flattened());
    valid.write(rows, &is_made);
}

/// The options of the generator.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct GeneratorOptions {
    seed: u64,
    clues: Option<(usize, usize)>,
    minimal: bool,
    symmetry: String,
    /// A board with a digit in each cell that gets a clue.
    pattern: Option<Vec<u8>>,
    attempts: u32,
}

impl GeneratorOptions {
    fn generator(&self) -> PyResult<Generator> {
        let mut generator = Generator::new(self.seed).attempts(self.attempts);
        generator = match self.symmetry.as_str() {
            "random" => generator.random_symmetry(),
            name => generator.symmetry(ClueSymmetry::from_name(name).ok_or_else(|| {
                let names: Vec<_> = ClueSymmetry::ALL.iter().map(|symmetry| symmetry.name()).collect();
                PyValueError::new_err(format!(
                    "symmetry: expected one of {} or random, found {name:?}",
                    names.join(", ")
                ))
            })?),
        };
        if let Some((least, most)) = self.clues {
            generator = generator.clues(least..=most);
        }
        if self.minimal {
            generator = generator.minimal();
        }
        if let Some(pattern) = &self.pattern {
            let cells: Digits = pattern.as_slice().try_into()?;
            generator = generator.pattern((0..81).filter(|&cell| cells[cell] != 0).collect());
        }
        Ok(generator)
    }
}

/// Generates puzzles.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called in one place, with named variables")]
pub fn generate<'py>(
    py: Python<'py>,
    options: GeneratorOptions,
    first_index: u64,
    puzzles: &Bound<'py, PyAny>,
    valid: &Bound<'py, PyAny>,
    count: usize,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let generator = options.generator()?;
    let puzzles = OutputColumn::<u8>::new(puzzles, "out", count, 81)?;
    let valid = OutputColumn::<u8>::new(valid, "valid", count, 1)?;
    if options.clues.is_some() || options.pattern.is_some() {
        return generate_rare(py, generator, first_index, &puzzles, &valid, count, threads, progress);
    }
    let work = Parallel::new(py, threads, progress).in_portions(PORTION);
    work.run(count, generator_workspace, |workspace, rows, _| {
        let mut made = vec![None; rows.len()];
        let first = first_index.wrapping_add(rows.start as u64);
        generator.generate(first, &mut made, workspace);
        write(&puzzles, &valid, rows, &made);
    })
}

/// Generates puzzles that may take seconds each. After an interrupt the call returns at once; each thread ends when it
/// has finished its current puzzle.
#[expect(clippy::too_many_arguments, reason = "called in one place, with named variables")]
fn generate_rare<'py>(
    py: Python<'py>,
    generator: Generator,
    first_index: u64,
    puzzles: &OutputColumn<u8>,
    valid: &OutputColumn<u8>,
    count: usize,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    check_progress(progress.as_ref())?;
    let (sender, mut made) = sync_channel(64);
    let next = Arc::new(AtomicUsize::new(0));
    for _ in 0..threads.min(count) {
        let (sender, next, generator) = (sender.clone(), next.clone(), generator.clone());
        let work = move || {
            let mut workspace = generator_workspace();
            loop {
                let row = next.fetch_add(1, Relaxed);
                if row >= count {
                    return;
                }
                let mut puzzle = [None];
                let index = first_index.wrapping_add(row as u64);
                generator.generate(index, &mut puzzle, &mut workspace);
                // An error means that the receiver is gone.
                if sender.send((row, puzzle)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().spawn(work).map_err(|error| PyOSError::new_err(error.to_string()))?;
    }
    drop(sender);
    let (mut done, mut reported) = (0, Instant::now());
    while done < count {
        let taken = py.detach(|| -> Result<usize, RecvTimeoutError> {
            // Captured by mutable reference, because the receiver is not `Sync`.
            let made = &mut made;
            let mut next = made.recv_timeout(CHECK_INTERVAL);
            let mut taken = 0;
            while let Ok((row, puzzle)) = next {
                write(puzzles, valid, row..row + 1, &puzzle);
                taken += 1;
                next = made.try_recv().map_err(|_| RecvTimeoutError::Timeout);
            }
            if taken > 0 { Ok(taken) } else { next.map(|_| 0) }
        });
        match taken {
            Ok(taken) => done += taken,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("a thread panicked")),
        }
        py.check_signals()?;
        if let Some(progress) = &progress
            && (done == count || reported.elapsed() >= REPORT_INTERVAL)
        {
            reported = Instant::now();
            progress.call1((done, count))?;
        }
    }
    Ok(())
}

/// Generates full grids.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called in one place, with named variables")]
pub fn grids<'py>(
    py: Python<'py>,
    seed: u64,
    first_index: u64,
    boards: &Bound<'py, PyAny>,
    valid: &Bound<'py, PyAny>,
    count: usize,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let boards = OutputColumn::<u8>::new(boards, "out", count, 81)?;
    let valid = OutputColumn::<u8>::new(valid, "valid", count, 1)?;
    Parallel::new(py, threads, progress).run(
        count,
        || (),
        |(), rows, _| {
            for row in rows {
                let grid = random_grid(seed, first_index.wrapping_add(row as u64));
                write(&boards, &valid, row..row + 1, &[Some(grid)]);
            }
        },
    )
}

/// The output arrays of ratings.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Ratings<'py> {
    least_guesses: Bound<'py, PyAny>,
    median_guesses: Bound<'py, PyAny>,
    least_sweeps: Bound<'py, PyAny>,
    median_sweeps: Bound<'py, PyAny>,
    needs: Bound<'py, PyAny>,
    status: Bound<'py, PyAny>,
}

/// Rates each row.
#[pyfunction]
pub fn rate<'py>(
    py: Python<'py>,
    puzzles: &Rows,
    ratings: Ratings<'py>,
    images: usize,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = puzzles.count();
    let numbers = [
        OutputColumn::<u32>::new(&ratings.least_guesses, "least_guesses", count, 1)?,
        OutputColumn::new(&ratings.median_guesses, "median_guesses", count, 1)?,
        OutputColumn::new(&ratings.least_sweeps, "least_sweeps", count, 1)?,
        OutputColumn::new(&ratings.median_sweeps, "median_sweeps", count, 1)?,
    ];
    let needs = OutputColumn::<u8>::new(&ratings.needs, "needs", count, 1)?;
    let status = OutputColumn::<u8>::new(&ratings.status, "status", count, 1)?;
    Parallel::new(py, threads, progress).one_by_one().run(count, Vec::new, |grids, rows, stops| {
        puzzles.grids(rows.clone(), grids);
        for (row, grid) in rows.zip(grids.iter()) {
            if stops() {
                return;
            }
            let (rated, need, how) = match grid
                .as_ref()
                .map_or(Err(Status::Invalid), |grid| lanedoku::rate(grid, images, || true))
            {
                Ok(rating) => {
                    let need = if rating.singles_only {
                        1
                    } else if rating.locked_only {
                        2
                    } else {
                        3
                    };
                    let rated = [
                        rating.least_guesses,
                        rating.median_guesses,
                        rating.least_sweeps,
                        rating.median_sweeps,
                    ];
                    (rated, need, Status::Unique)
                }
                Err(status) => ([0; 4], 0, status),
            };
            for (column, number) in numbers.iter().zip(rated) {
                column.write(row..row + 1, &[number]);
            }
            needs.write(row..row + 1, &[need]);
            status.write(row..row + 1, &[how as u8]);
        }
    })
}
