//! Iterators over boards that a thread finds: the solutions of a puzzle, its minimal subpuzzles or its neighbours.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
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

/// An iterator over boards. A thread searches a few portions ahead.
#[pyclass(frozen)]
pub struct Found {
    received: Mutex<Received>,
    /// The process of the searching thread.
    process: u32,
}

/// A portion of boards, or the reason why some boards are missing.
type Portion = Result<Vec<Digits>, String>;

struct Received {
    found: Receiver<Portion>,
    portion: std::vec::IntoIter<Digits>,
}

/// The next item.
enum NextBoard {
    Board(Digits),
    /// The last portion was empty.
    Empty,
    Incomplete(String),
}

/// Collects boards and sends them in growing portions.
struct PortionSender {
    sender: SyncSender<Portion>,
    portion: Vec<Digits>,
    size: usize,
    left: u64,
}

impl PortionSender {
    fn take(&mut self, board: &Grid) -> ControlFlow<()> {
        self.portion.push(*board.digits());
        self.left -= 1;
        if self.portion.len() >= self.size {
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
    /// Starts a search for at most `most` boards. `search` returns why boards are missing.
    fn start(
        digits: &[u8],
        most: u64,
        search: impl FnOnce(&Grid, &mut PortionSender) -> Option<String> + Send + 'static,
    ) -> PyResult<Self> {
        let digits: Digits = digits.try_into()?;
        let puzzle = Grid::from_digits(&digits).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let (sender, found) = sync_channel(4);
        let work = move || {
            let mut sink = PortionSender { sender, portion: Vec::new(), size: 1, left: most };
            let incomplete = if most > 0 { search(&puzzle, &mut sink) } else { None };
            sink.end(incomplete);
        };
        // The thread ends when the iterator is dropped.
        thread::Builder::new().spawn(work).map_err(|error| PyOSError::new_err(error.to_string()))?;
        let received = Mutex::new(Received { found, portion: Vec::new().into_iter() });
        Ok(Found { received, process: std::process::id() })
    }
}

#[pymethods]
impl Found {
    /// Searches for the solutions of a puzzle, given as digits.
    #[staticmethod]
    fn solutions(digits: &[u8], most: u64, step_limit: u64) -> PyResult<Self> {
        Self::start(digits, most, move |puzzle, sink| {
            let tally = solver_with(step_limit).visit(puzzle, |solution| sink.take(solution));
            (tally.end == End::OutOfSteps)
                .then(|| "the step limit was reached before all solutions were found".into())
        })
    }

    /// Searches for the minimal puzzles that consist of some of a puzzle's clues.
    #[staticmethod]
    fn minimal_subpuzzles(digits: &[u8], most: u64) -> PyResult<Self> {
        Self::start(digits, most, |puzzle, sink| {
            let mut workspace = generator_workspace();
            let flow =
                Solver::new().visit_minimal(puzzle, &mut workspace, || true, |minimal| sink.take(minimal));
            flow.is_none().then(|| "the puzzle has no solution, or several".into())
        })
    }

    /// Searches for the puzzles that result from removing `remove` clues of a puzzle and adding `add` others.
    #[staticmethod]
    fn neighbours(digits: &[u8], most: u64, remove: usize, add: usize) -> PyResult<Self> {
        Self::start(digits, most, move |puzzle, sink| {
            let mut solutions = vec![[0; 81]; SOLUTIONS];
            let take = |neighbour: &Grid| sink.take(neighbour);
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
                if let Some(board) = received.portion.next() {
                    return Ok(NextBoard::Board(board));
                }
                received.portion = match received.found.recv_timeout(CHECK_INTERVAL)? {
                    Ok(portion) => portion.into_iter(),
                    Err(reason) => return Ok(NextBoard::Incomplete(reason)),
                };
                Ok(received.portion.next().map_or(NextBoard::Empty, NextBoard::Board))
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
