//! What is made of puzzles, and puzzles that are made.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Instant;

use lanedoku::{ClueSymmetry, Generator, GeneratorWorkspace, Grid, Solver, Status, Symmetry, random_grid};
use pyo3::exceptions::{PyOSError, PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::columns::Column;
use crate::rows::{Digits, Rows};
use crate::solving::code;
use crate::work::{LOOK, REPORT, Work, check_progress};

/// Puzzles in work at a time; fewer would be slower.
const MANY: usize = 256;

fn digits(board: &Option<Grid>) -> Digits {
    board.map_or([0; 81], |board| *board.digits())
}

/// The canonical forms of all rows.
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

/// Does the same with each board, on its own.
fn each<'py>(
    py: Python<'py>,
    boards: &Rows,
    results: &Bound<'py, PyAny>,
    valid: &Bound<'py, PyAny>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
    make: impl Fn(&Grid, usize) -> Option<Grid> + Send + Sync,
) -> PyResult<()> {
    let results = Column::<u8>::new(results, "out", boards.count(), 81)?;
    let valid = Column::<u8>::new(valid, "valid", boards.count(), 1)?;
    Work::new(py, threads, progress).one_by_one().run(boards.count(), Vec::new, |grids, rows, stops| {
        boards.grids(rows.clone(), grids);
        for (row, grid) in rows.zip(grids.iter()) {
            if stops() {
                return;
            }
            let made = grid.and_then(|grid| make(&grid, row));
            // SAFETY: each row is in one range, and each range is one thread's.
            unsafe {
                results.write(row..row + 1, &digits(&made));
                valid.write(row..row + 1, &[made.is_some().into()]);
            }
        }
    })
}

/// `copies` random images of each board.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "it is called in one place, which has names for them")]
pub fn shuffle<'py>(
    py: Python<'py>,
    boards: &Rows,
    images: &Bound<'py, PyAny>,
    valid: &Bound<'py, PyAny>,
    copies: usize,
    seed: u64,
    first_index: u64,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let count = boards.count();
    let all = count.checked_mul(copies).ok_or_else(|| PyOverflowError::new_err("too many copies"))?;
    let images = Column::<u8>::new(images, "out", all, 81)?;
    let valid = Column::<u8>::new(valid, "valid", count, 1)?;
    let start = || (Vec::new(), Vec::new());
    let work = Work::new(py, threads, progress).one_by_one();
    work.run(count, start, |(grids, shuffled), rows, stops| {
        boards.grids(rows.clone(), grids);
        for (row, grid) in rows.zip(grids.iter()) {
            let first = first_index.wrapping_add(row as u64).wrapping_mul(copies as u64);
            for start in (0..copies).step_by(MANY) {
                if stops() {
                    return;
                }
                let some = start..copies.min(start + MANY);
                shuffled.clear();
                shuffled.extend(some.clone().map(|copy| {
                    let symmetry = Symmetry::random(seed, first.wrapping_add(copy as u64));
                    digits(&grid.as_ref().map(|grid| symmetry.apply(grid)))
                }));
                let place = row * copies + some.start..row * copies + some.end;
                // SAFETY: each row is in one range, and each range is one thread's.
                unsafe { images.write(place, shuffled.as_flattened()) };
            }
            // SAFETY: as above.
            unsafe { valid.write(row..row + 1, &[grid.is_some().into()]) };
        }
    })
}

/// Memory of a thread that makes puzzles.
fn memory() -> Box<GeneratorWorkspace> {
    let mut workspace = Box::new_uninit();
    GeneratorWorkspace::write_new(&mut workspace);
    // SAFETY: it has been written. (Not by way of the stack, which may be small.)
    unsafe { workspace.assume_init() }
}

/// What is left of each row when no clue can go.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "it is called in one place, which has names for them")]
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
    let minimal = Column::<u8>::new(minimal, "out", count, 81)?;
    let valid = Column::<u8>::new(valid, "valid", count, 1)?;
    let solver = Solver::new();
    // An empty board in place of what is none: it has many solutions, so nothing is left of it.
    let start = || (memory(), Vec::new());
    let work = Work::new(py, threads, progress).in_portions(MANY);
    work.run(count, start, |(workspace, grids), rows, _| {
        puzzles.grids(rows.clone(), grids);
        let boards: Vec<Grid> = grids.iter().map(|grid| grid.unwrap_or(Grid::EMPTY)).collect();
        let mut made = vec![None; boards.len()];
        let first = first_index.wrapping_add(rows.start as u64);
        solver.minimize(&boards, seed, first, &mut made, workspace);
        // SAFETY: each row is in one range, and each range is one thread's.
        unsafe { write(&minimal, &valid, rows, &made) };
    })
}

/// Writes boards, and which rows have one.
///
/// # Safety
///
/// No other thread writes to these rows meanwhile.
unsafe fn write(
    boards: &Column<u8>,
    valid: &Column<u8>,
    rows: std::ops::Range<usize>,
    made: &[Option<Grid>],
) {
    let cells: Vec<Digits> = made.iter().map(digits).collect();
    let is_made: Vec<u8> = made.iter().map(|made| made.is_some().into()).collect();
    // SAFETY: the caller's promise.
    unsafe {
        boards.write(rows.clone(), cells.as_flattened());
        valid.write(rows, &is_made);
    }
}

/// What kind of puzzles is made.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wanted {
    seed: u64,
    clues: Option<(usize, usize)>,
    minimal: bool,
    symmetry: String,
    /// The cells of the clues, as a board that has some digit there.
    pattern: Option<Vec<u8>>,
    attempts: u32,
}

impl Wanted {
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

/// Makes puzzles.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "it is called in one place, which has names for them")]
pub fn generate<'py>(
    py: Python<'py>,
    wanted: Wanted,
    first_index: u64,
    puzzles: &Bound<'py, PyAny>,
    valid: &Bound<'py, PyAny>,
    count: usize,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let generator = wanted.generator()?;
    let puzzles = Column::<u8>::new(puzzles, "out", count, 81)?;
    let valid = Column::<u8>::new(valid, "valid", count, 1)?;
    if wanted.clues.is_some() || wanted.pattern.is_some() {
        return generate_rare(py, generator, first_index, &puzzles, &valid, count, threads, progress);
    }
    let work = Work::new(py, threads, progress).in_portions(MANY);
    work.run(count, memory, |workspace, rows, _| {
        let mut made = vec![None; rows.len()];
        let first = first_index.wrapping_add(rows.start as u64);
        generator.generate(first, &mut made, workspace);
        // SAFETY: each row is in one range, and each range is one thread's.
        unsafe { write(&puzzles, &valid, rows, &made) };
    })
}

/// Makes puzzles each of which may take seconds, in threads that nobody waits for when the user interrupts: they end
/// with the puzzle that they are at.
#[expect(clippy::too_many_arguments, reason = "it is called in one place, which has names for them")]
fn generate_rare<'py>(
    py: Python<'py>,
    generator: Generator,
    first_index: u64,
    puzzles: &Column<u8>,
    valid: &Column<u8>,
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
            let mut workspace = memory();
            loop {
                let row = next.fetch_add(1, Relaxed);
                if row >= count {
                    return;
                }
                let mut puzzle = [None];
                let index = first_index.wrapping_add(row as u64);
                generator.generate(index, &mut puzzle, &mut workspace);
                // An error means that nobody wants more.
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
            // Taken whole, as it may not be shared.
            let made = &mut made;
            let mut next = made.recv_timeout(LOOK);
            let mut taken = 0;
            while let Ok((row, puzzle)) = next {
                // SAFETY: this is the only thread that writes.
                unsafe { write(puzzles, valid, row..row + 1, &puzzle) };
                taken += 1;
                next = made.try_recv().map_err(|_| RecvTimeoutError::Timeout);
            }
            if taken > 0 { Ok(taken) } else { next.map(|_| 0) }
        });
        match taken {
            Ok(taken) => done += taken,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("a thread broke off")),
        }
        py.check_signals()?;
        if let Some(progress) = &progress
            && (done == count || reported.elapsed() >= REPORT)
        {
            reported = Instant::now();
            progress.call1((done, count))?;
        }
    }
    Ok(())
}

/// Makes full grids.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "it is called in one place, which has names for them")]
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
    let boards = Column::<u8>::new(boards, "out", count, 81)?;
    let valid = Column::<u8>::new(valid, "valid", count, 1)?;
    Work::new(py, threads, progress).run(
        count,
        || (),
        |(), rows, _| {
            for row in rows {
                let grid = random_grid(seed, first_index.wrapping_add(row as u64));
                // SAFETY: each row is in one range, and each range is one thread's.
                unsafe { write(&boards, &valid, row..row + 1, &[Some(grid)]) };
            }
        },
    )
}

/// Where ratings go.
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

/// Rates all rows.
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
        Column::<u32>::new(&ratings.least_guesses, "least_guesses", count, 1)?,
        Column::new(&ratings.median_guesses, "median_guesses", count, 1)?,
        Column::new(&ratings.least_sweeps, "least_sweeps", count, 1)?,
        Column::new(&ratings.median_sweeps, "median_sweeps", count, 1)?,
    ];
    let needs = Column::<u8>::new(&ratings.needs, "needs", count, 1)?;
    let status = Column::<u8>::new(&ratings.status, "status", count, 1)?;
    Work::new(py, threads, progress).one_by_one().run(count, Vec::new, |grids, rows, stops| {
        puzzles.grids(rows.clone(), grids);
        for (row, grid) in rows.zip(grids.iter()) {
            if stops() {
                return;
            }
            let (rated, need, how) =
                match grid.as_ref().map_or(Err(Status::Invalid), |grid| lanedoku::rate(grid, images)) {
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
            // SAFETY: each row is in one range, and each range is one thread's.
            unsafe {
                for (column, number) in numbers.iter().zip(rated) {
                    column.write(row..row + 1, &[number]);
                }
                needs.write(row..row + 1, &[need]);
                status.write(row..row + 1, &[code(how)]);
            }
        }
    })
}
