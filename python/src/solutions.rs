//! The solutions of one puzzle, one after the other.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lanedoku::{End, Grid, Solver};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::rows::Digits;

/// Between two looks at what the user wants.
const LOOK: Duration = Duration::from_millis(20);
/// Solutions that are handed over at a time, once there are many.
const PORTION: usize = 256;

/// An iterator. A thread searches ahead of whoever takes the solutions, a little.
#[pyclass(frozen)]
pub struct Solutions {
    taken: Mutex<Taken>,
    /// The process whose thread searches.
    process: u32,
}

/// The search came to its step limit.
struct OutOfSteps;

struct Taken {
    found: Receiver<Result<Vec<Digits>, OutOfSteps>>,
    portion: std::vec::IntoIter<Digits>,
}

/// What came next.
enum Next {
    Solution(Digits),
    /// A portion of no solutions, the last.
    Empty,
    OutOfSteps,
}

#[pymethods]
impl Solutions {
    /// The solutions of a puzzle, given as digits: no more than `most`.
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
                        // An error means that nobody wants more.
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
        // It ends by itself when nobody takes solutions any more.
        thread::Builder::new().spawn(search).map_err(|error| PyOSError::new_err(error.to_string()))?;
        let taken = Mutex::new(Taken { found, portion: Vec::new().into_iter() });
        Ok(Solutions { taken, process: std::process::id() })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        if std::process::id() != self.process {
            return Err(PyRuntimeError::new_err(
                "the search goes on in the process that was forked, not here",
            ));
        }
        loop {
            let next = py.detach(|| {
                let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(solution) = taken.portion.next() {
                    return Ok(Next::Solution(solution));
                }
                taken.portion = match taken.found.recv_timeout(LOOK)? {
                    Ok(portion) => portion.into_iter(),
                    Err(OutOfSteps) => return Ok(Next::OutOfSteps),
                };
                Ok(taken.portion.next().map_or(Next::Empty, Next::Solution))
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
