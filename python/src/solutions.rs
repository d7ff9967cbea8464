//! Iterates over the solutions of one puzzle.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use lanedoku::{End, Grid, Solver};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::parallel::CHECK_INTERVAL;
use crate::rows::Digits;

/// The maximum number of solutions that the searching thread sends at a time.
const PORTION: usize = 256;

/// An iterator over solutions. A thread searches a few portions ahead of it.
#[pyclass(frozen)]
pub struct Solutions {
    received: Mutex<Received>,
    /// The process of the searching thread.
    process: u32,
}

/// The search reached its step limit.
struct OutOfSteps;

struct Received {
    found: Receiver<Result<Vec<Digits>, OutOfSteps>>,
    portion: std::vec::IntoIter<Digits>,
}

/// The next item.
enum Next {
    Solution(Digits),
    /// The last portion, which was empty.
    Empty,
    OutOfSteps,
}

#[pymethods]
impl Solutions {
    /// Starts a search for at most `most` solutions of a puzzle, given as digits.
    #[new]
    fn new(digits: &[u8], most: u64, step_limit: u64) -> PyResult<Self> {
        let digits: Digits = digits.try_into()?;
        let puzzle = Grid::from_digits(&digits).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let (sender, found) = sync_channel(4);
        let search = move || {
            let solver = match step_limit {
                0 => Solver::new(),
                steps => Solver::new().with_step_limit(steps),
            };
            let mut portion = Vec::new();
            let (mut count, mut size) = (0, 1);
            if most > 0 {
                let tally = solver.visit(&puzzle, |solution| {
                    portion.push(*solution.digits());
                    count += 1;
                    if portion.len() >= size {
                        size = (2 * size).min(PORTION);
                        // An error means that the iterator is gone.
                        if sender.send(Ok(std::mem::take(&mut portion))).is_err() {
                            return ControlFlow::Break(());
                        }
                    }
                    if count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                if tally.end == End::OutOfSteps {
                    let _ = sender.send(Ok(portion)).and_then(|()| sender.send(Err(OutOfSteps)));
                    return;
                }
            }
            let _ = sender.send(Ok(portion));
        };
        // The thread ends when the iterator is dropped.
        thread::Builder::new().spawn(search).map_err(|error| PyOSError::new_err(error.to_string()))?;
        let received = Mutex::new(Received { found, portion: Vec::new().into_iter() });
        Ok(Solutions { received, process: std::process::id() })
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
                if let Some(solution) = received.portion.next() {
                    return Ok(Next::Solution(solution));
                }
                received.portion = match received.found.recv_timeout(CHECK_INTERVAL)? {
                    Ok(portion) => portion.into_iter(),
                    Err(OutOfSteps) => return Ok(Next::OutOfSteps),
                };
                Ok(received.portion.next().map_or(Next::Empty, Next::Solution))
            });
            match next {
                Ok(Next::Solution(solution)) => return Ok(Some(PyBytes::new(py, &solution))),
                Ok(Next::Empty) => {}
                Ok(Next::OutOfSteps) => {
                    return Err(PyRuntimeError::new_err(
                        "the step limit was reached before all solutions were found",
                    ));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}
