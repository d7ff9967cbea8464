//! Iterators over boards that a thread finds: the solutions of a puzzle, its minimal subpuzzles or its neighbours.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

use lanedoku::{End, Grid, Solver};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::parallel::CHECK_INTERVAL;
use crate::rows::Digits;
use crate::solving::solver_with;
use crate::workspaces::generator_workspace;

/// The maximum number of boards that the searching thread sends at a time.
const PORTION: usize = 256;
/// The largest number of solutions that a puzzle may have after clues are removed.
const SOLUTIONS: usize = 200_000;

/// Why solutions are missing.
pub const STEP_LIMIT: &str = "the step limit was reached before all solutions were found";

/// An iterator over boards. A thread searches a few portions ahead.
#[pyclass(frozen)]
pub struct Found {
    received: Mutex<Received>,
    /// The process of the searching thread.
    process: u32,
    /// Tells the thread that the iterator is not dropped.
    _is_wanted: Arc<()>,
}

/// A portion of boards, one after the other, or the reason why some boards are missing.
type Portion = Result<Vec<u8>, String>;

struct Received {
    found: Receiver<Portion>,
    portion: Vec<u8>,
    /// Where the next board begins, and its cells.
    next: usize,
    cells: usize,
}

impl Received {
    fn next(&mut self) -> Option<Box<[u8]>> {
        let board = self.portion.get(self.next..self.next + self.cells)?;
        self.next += self.cells;
        Some(board.into())
    }
}

/// The next item.
enum NextBoard {
    Board(Box<[u8]>),
    /// The last portion was empty.
    Empty,
    Incomplete(String),
}

/// Collects boards and sends them in growing portions.
pub struct PortionSender {
    sender: SyncSender<Portion>,
    portion: Vec<u8>,
    /// The boards of a portion.
    size: usize,
    left: u64,
    pub is_wanted: Weak<()>,
}

impl PortionSender {
    pub fn take(&mut self, board: &[u8]) -> ControlFlow<()> {
        self.portion.extend_from_slice(board);
        self.left -= 1;
        if self.portion.len() >= self.size * board.len() {
            self.size = (2 * self.size).min(PORTION);
            // An error means that the iterator is gone.
            if self.sender.send(Ok(std::mem::take(&mut self.portion))).is_err() {
                return ControlFlow::Break(());
            }
        }
        if self.left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Sends the last portion, and why boards are missing.
    fn end(self, incomplete: Option<String>) {
        let sent = self.sender.send(Ok(self.portion));
        if let (Ok(()), Some(reason)) = (sent, incomplete) {
            let _ = self.sender.send(Err(reason));
        }
    }
}

impl Found {
    /// Starts a search for at most `most` boards of a puzzle.
    fn start(
        digits: &[u8],
        most: u64,
        search: impl FnOnce(&Grid, &mut PortionSender) -> Option<String> + Send + 'static,
    ) -> PyResult<Self> {
        let digits: Digits = digits.try_into()?;
        let puzzle = Grid::from_digits(&digits).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Self::start_with(digits.len(), most, move |sink| search(&puzzle, sink))
    }

    /// Starts a search for at most `most` boards with so many cells. `search` returns why boards are missing.
    pub fn start_with(
        cells: usize,
        most: u64,
        search: impl FnOnce(&mut PortionSender) -> Option<String> + Send + 'static,
    ) -> PyResult<Self> {
        let (sender, found) = sync_channel(4);
        let wanted = Arc::new(());
        let is_wanted = Arc::downgrade(&wanted);
        let work = move || {
            let mut sink = PortionSender { sender, portion: Vec::new(), size: 1, left: most, is_wanted };
            let incomplete = if most > 0 { search(&mut sink) } else { None };
            sink.end(incomplete);
        };
        // The thread ends when the iterator is dropped.
        thread::Builder::new().spawn(work).map_err(|error| PyOSError::new_err(error.to_string()))?;
        let received = Mutex::new(Received { found, portion: Vec::new(), next: 0, cells });
        Ok(Found { received, process: std::process::id(), _is_wanted: wanted })
    }
}

#[pymethods]
impl Found {
    /// Searches for the solutions of a puzzle, given as digits.
    #[staticmethod]
    fn solutions(digits: &[u8], most: u64, step_limit: u64) -> PyResult<Self> {
        Self::start(digits, most, move |puzzle, sink| {
            let tally = solver_with(step_limit).visit(puzzle, |solution| sink.take(solution.digits()));
            (tally.end == End::OutOfSteps).then(|| STEP_LIMIT.into())
        })
    }

    /// Searches for the minimal puzzles that consist of some of a puzzle's clues.
    #[staticmethod]
    fn minimal_subpuzzles(digits: &[u8], most: u64) -> PyResult<Self> {
        Self::start(digits, most, |puzzle, sink| {
            let mut workspace = generator_workspace();
            let flow = Solver::new().visit_minimal(
                puzzle,
                &mut workspace,
                || true,
                |minimal| sink.take(minimal.digits()),
            );
            flow.is_none().then(|| "the puzzle has no solution, or several".into())
        })
    }

    /// Searches for the puzzles that result from removing `remove` clues of a puzzle and adding `add` others.
    #[staticmethod]
    fn neighbours(digits: &[u8], most: u64, remove: usize, add: usize) -> PyResult<Self> {
        Self::start(digits, most, move |puzzle, sink| {
            let mut solutions = vec![[0; 81]; SOLUTIONS];
            let take = |neighbour: &Grid| sink.take(neighbour.digits());
            match Solver::new().visit_neighbours(puzzle, (remove, add), &mut solutions, || true, take) {
                None => Some("the puzzle has no solution, or several".into()),
                Some(seen) if seen.skipped > 0 && seen.flow == ControlFlow::Continue(()) => Some(format!(
                    "{} choices of clues to remove were passed over, because more than {SOLUTIONS} solutions are left",
                    seen.skipped
                )),
                Some(_) => None,
            }
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        if std::process::id() != self.process {
            return Err(PyRuntimeError::new_err(
                "this iterator belongs to the parent process; create another one after the fork",
            ));
        }
        loop {
            let next = py.detach(|| {
                let mut received = self.received.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(board) = received.next() {
                    return Ok(NextBoard::Board(board));
                }
                received.portion = match received.found.recv_timeout(CHECK_INTERVAL)? {
                    Ok(portion) => portion,
                    Err(reason) => return Ok(NextBoard::Incomplete(reason)),
                };
                received.next = 0;
                Ok(received.next().map_or(NextBoard::Empty, NextBoard::Board))
            });
            match next {
                Ok(NextBoard::Board(board)) => return Ok(Some(PyBytes::new(py, &board))),
                Ok(NextBoard::Empty) => {}
                Ok(NextBoard::Incomplete(reason)) => return Err(PyRuntimeError::new_err(reason)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}
