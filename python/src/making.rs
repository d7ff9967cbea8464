//! Generating, minimizing, shuffling, rating; canonical forms.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Instant;

use lanedoku::{CellSet, ClueSymmetry, Generator, Grid, Solver, Status, Symmetry, random_grid};
use lanedoku_steps::Level;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::columns::OutputColumn;
use crate::explaining::{Chosen, chosen, explainer_with, technique_named};
use crate::parallel::{BatchCall, CHECK_INTERVAL, LARGEST_PORTION, REPORT_INTERVAL};
use crate::rows::{Digits, Rows};
use crate::workspaces::generator_workspace;

fn digits(board: &Option<Grid>) -> Digits {
    board.map_or([0; 81], |board| *board.digits())
}

/// The output arrays of boards.
struct BoardColumns {
    cells: OutputColumn<u8>,
    valid: OutputColumn<bool>,
}

impl BoardColumns {
    /// Makes the arrays for boards of some shape.
    fn new(call: &BatchCall, out: Option<Bound<'_, PyAny>>, shape: &[usize]) -> PyResult<Self> {
        let cells = OutputColumn::boards(call, "cells", out, shape, 9)?;
        Ok(BoardColumns { cells, valid: OutputColumn::zeros(call, "valid", &shape[..1])? })
    }

    /// Writes boards, from row `first` on, and whether each row has one.
    fn write(&self, first: usize, made: &[Option<Grid>]) {
        self.cells.write(first, made.iter().map(digits).collect::<Vec<_>>().as_flattened());
        self.valid.write_all(first, made.iter().map(Option::is_some));
    }
}

/// Returns the canonical form of each row.
#[pyfunction]
pub fn canonical<'py>(
    boards: &Rows,
    out: Option<Bound<'py, PyAny>>,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let columns = BoardColumns::new(&call, out, &[boards.count()])?;
    boards.each(call, Default::default, |(), row, grid, _| {
        columns.write(row, &[grid.map(Grid::canonical)]);
    })
}

/// The numbers of rows: of the first one, or of each.
#[derive(FromPyObject)]
pub enum RowNumbers {
    From(u64),
    Each(PyBuffer<u64>),
}

/// Returns `copies` random equivalent boards for each board.
#[pyfunction]
pub fn shuffle<'py>(
    boards: &Rows,
    copies: usize,
    seed: u64,
    first: RowNumbers,
    out: Option<Bound<'py, PyAny>>,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let count = boards.count();
    let (first, numbers) = match first {
        RowNumbers::From(first) => (first, None),
        RowNumbers::Each(numbers) => (0, Some(numbers.to_vec(call.answers.py())?)),
    };
    if let Some(found) = numbers.as_ref().map(Vec::len).filter(|&found| found != count) {
        return Err(PyValueError::new_err(format!(
            "first: expected a number for each of {count} rows, found {found}"
        )));
    }
    let columns = BoardColumns::new(&call, out, &[count, copies])?;
    boards.each(call, Vec::new, |portion, row, grid, stops| {
        let number = numbers.as_ref().map_or(first.wrapping_add(row as u64), |numbers| numbers[row]);
        let first = number.wrapping_mul(copies as u64);
        for start in (0..copies).step_by(LARGEST_PORTION) {
            // `each` has just asked, which takes a good tenth of the time of one board.
            if start > 0 && stops() {
                return;
            }
            portion.clear();
            portion.extend((start..copies.min(start + LARGEST_PORTION)).map(|copy| {
                let symmetry = Symmetry::random(seed, first.wrapping_add(copy as u64));
                digits(&grid.map(|grid| symmetry.apply(grid)))
            }));
            columns.cells.write(row * copies + start, portion.as_flattened());
        }
        columns.valid.write(row, &[grid.is_some()]);
    })
}

/// Returns a minimal puzzle for each row.
#[pyfunction]
pub fn minimize<'py>(
    puzzles: &Rows,
    seed: u64,
    first: u64,
    out: Option<Bound<'py, PyAny>>,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let (count, solver) = (puzzles.count(), Solver::new());
    let columns = BoardColumns::new(&call, out, &[count])?;
    call.in_large_portions().run(count, generator_workspace, |workspace, rows, _| {
        // An empty board stands for a row that is not a board: it has several solutions, so it cannot be minimized.
        let boards = puzzles.grids(rows.clone(), Grid::EMPTY);
        let mut made = vec![None; boards.len()];
        solver.minimize(&boards, seed, first.wrapping_add(rows.start as u64), &mut made, workspace);
        columns.write(rows.start, &made);
    })
}

/// Returns whether each puzzle is minimal.
#[pyfunction]
pub fn is_minimal<'py>(puzzles: &Rows, call: BatchCall<'py>) -> PyResult<Bound<'py, PyDict>> {
    each_redundant(puzzles, call, "is_minimal", &[puzzles.count()], |clues| {
        [clues.is_some_and(CellSet::is_empty)]
    })
}

/// Returns whether each cell of each puzzle has a redundant clue.
#[pyfunction]
pub fn redundant_clues<'py>(puzzles: &Rows, call: BatchCall<'py>) -> PyResult<Bound<'py, PyDict>> {
    each_redundant(puzzles, call, "redundant_clues", &[puzzles.count(), 81], |clues| -> [bool; 81] {
        std::array::from_fn(|cell| clues.is_some_and(|clues| clues.contains(cell)))
    })
}

/// Returns what `answer` makes of the redundant clues of each puzzle: of `None` unless it has one solution.
fn each_redundant<'py, const PER_ROW: usize>(
    puzzles: &Rows,
    call: BatchCall<'py>,
    name: &str,
    shape: &[usize],
    answer: impl Fn(Option<CellSet>) -> [bool; PER_ROW] + Send + Sync,
) -> PyResult<Bound<'py, PyDict>> {
    let (column, solver) = (OutputColumn::zeros(&call, name, shape)?, Solver::new());
    call.in_large_portions().run(puzzles.count(), generator_workspace, |workspace, rows, _| {
        // As in `minimize`: a board with several solutions is not minimal either.
        let boards = puzzles.grids(rows.clone(), Grid::EMPTY);
        let mut found = vec![None; boards.len()];
        solver.redundant_clues(&boards, &mut found, workspace);
        column.write(rows.start, found.into_iter().map(&answer).collect::<Vec<_>>().as_flattened());
    })
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
    wish: Option<Wish>,
}

/// The names of techniques to rate with, and whether those count that rely on one solution; the technique that the
/// hardest step must have; the least and the highest rating.
type Wish = (Chosen, Option<String>, (f64, f64));

impl GeneratorOptions {
    fn generator(&self) -> PyResult<Generator> {
        let mut generator = Generator::new(self.seed).attempts(self.attempts);
        generator = match self.symmetry.as_str() {
            "random" => generator.random_symmetry(),
            name => generator.symmetry(symmetry_named(name, " or random")?),
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

/// Returns the symmetry with a name. The error lists the names, and another one.
pub fn symmetry_named(name: &str, other: &str) -> PyResult<ClueSymmetry> {
    ClueSymmetry::from_name(name).ok_or_else(|| {
        let names = ClueSymmetry::ALL.map(ClueSymmetry::name).join(", ");
        PyValueError::new_err(format!("symmetry: expected one of {names}{other}, found {name:?}"))
    })
}

/// Generates puzzles.
#[pyfunction]
pub fn generate<'py>(
    options: GeneratorOptions,
    first: u64,
    count: usize,
    out: Option<Bound<'py, PyAny>>,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let generator = options.generator()?;
    let columns = BoardColumns::new(&call, out, &[count])?;
    if let Some(wish) = options.wish {
        return generate_suitable(&generator, options.attempts.into(), wish, (first, count), &columns, call);
    }
    if options.clues.is_some() || options.pattern.is_some() {
        return generate_rare(generator, first, count, &columns, call);
    }
    call.in_large_portions().run(count, generator_workspace, |workspace, rows, _| {
        let mut made = vec![None; rows.len()];
        generator.generate(first.wrapping_add(rows.start as u64), &mut made, workspace);
        columns.write(rows.start, &made);
    })
}

/// Generates puzzles with a technique or rating.
fn generate_suitable<'py>(
    generator: &Generator,
    attempts: u64,
    (techniques, technique, (lowest, highest)): Wish,
    (first, count): (u64, usize),
    columns: &BoardColumns,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let (set, wanted) = (chosen(techniques)?, technique.map(|name| technique_named(&name)).transpose()?);
    if let Some(missing) = wanted.filter(|&wanted| !set.can_name(wanted)) {
        return Err(PyValueError::new_err(format!(
            "technique: {missing} is not among the techniques in use"
        )));
    }
    // Without the techniques that no such puzzle needs.
    let set = set.up_to(wanted, Level::from_tenths((highest * 10.0).ceil() as u8));
    let tried = OutputColumn::zeros(&call, "tried", &[count])?;
    let start = || (generator_workspace(), explainer_with(set));
    call.one_by_one().run(count, start, |(workspace, explainer), rows, stops| {
        for row in rows {
            let number = first.wrapping_add(row as u64);
            let mut made = [None];
            generator.generate(number, &mut made, workspace);
            let suits = |puzzle: &Grid| {
                let rated = explainer.difficulty_while(puzzle, &|| !stops()).ok()?;
                let level = f64::from(rated.level.tenths()) / 10.0;
                let is_wanted = wanted.is_none_or(|wanted| rated.hardest == Some(wanted));
                (lowest <= level && level <= highest && is_wanted).then_some(())
            };
            let (found, count) =
                generator.find_suitable(number, made[0], attempts, workspace, || !stops(), suits);
            columns.write(row, &[found.map(|(puzzle, ())| puzzle)]);
            tried.write(row, &[count]);
        }
    })
}

/// Generates puzzles that may take seconds each. After an interrupt the call returns at once; each thread ends when it
/// has finished its current puzzle.
fn generate_rare<'py>(
    generator: Generator,
    first: u64,
    count: usize,
    columns: &BoardColumns,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    call.check_progress()?;
    let BatchCall { answers, threads, progress, .. } = call;
    let py = answers.py();
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
                generator.generate(first.wrapping_add(row as u64), &mut puzzle, &mut workspace);
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
                columns.write(row, &puzzle);
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
    Ok(answers)
}

/// Generates full grids.
#[pyfunction]
pub fn grids<'py>(
    seed: u64,
    first: u64,
    count: usize,
    out: Option<Bound<'py, PyAny>>,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let columns = BoardColumns::new(&call, out, &[count])?;
    call.run(count, Default::default, |(), rows, _| {
        for row in rows {
            columns.write(row, &[Some(random_grid(seed, first.wrapping_add(row as u64)))]);
        }
    })
}

/// Rates each row.
#[pyfunction]
pub fn rate<'py>(puzzles: &Rows, images: usize, call: BatchCall<'py>) -> PyResult<Bound<'py, PyDict>> {
    let count = puzzles.count();
    let least_guesses = OutputColumn::zeros(&call, "least_guesses", &[count])?;
    let median_guesses = OutputColumn::zeros(&call, "median_guesses", &[count])?;
    let least_sweeps = OutputColumn::zeros(&call, "least_sweeps", &[count])?;
    let median_sweeps = OutputColumn::zeros(&call, "median_sweeps", &[count])?;
    let needs = OutputColumn::zeros(&call, "needs", &[count])?;
    let status = OutputColumn::zeros(&call, "status", &[count])?;
    puzzles.each(call, Default::default, |(), row, grid, _| {
        let rating = grid.map_or(Err(Status::Invalid), |grid| lanedoku::rate(grid, images, || true));
        status.write(row, &[rating.as_ref().err().copied().unwrap_or(Status::Unique) as u8]);
        let Ok(rating) = rating else { return };
        least_guesses.write(row, &[rating.least_guesses]);
        median_guesses.write(row, &[rating.median_guesses]);
        least_sweeps.write(row, &[rating.least_sweeps]);
        median_sweeps.write(row, &[rating.median_sweeps]);
        needs.write(row, &[if rating.singles_only { 1 } else { 3 - u8::from(rating.locked_only) }]);
    })
}
