//! The count of one puzzle, which tells how much of it is done.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use lanedoku::{Grid, Search, Solver};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::parallel::{CHECK_INTERVAL, REPORT_INTERVAL};
use crate::rows::Digits;
use crate::workspaces::search;

/// An iterator over how much of a count is done and the solutions found so far. The count goes on only while the
/// next item is asked for.
#[pyclass(frozen)]
pub struct CountWithProgress {
    /// `None` after the end.
    search: Mutex<Option<Box<Search>>>,
}

/// How much is done, and the solutions so far.
type Report = (f64, u64);

#[pymethods]
impl CountWithProgress {
    /// Begins a count of the solutions of a puzzle, given as digits, up to `most`.
    #[new]
    fn new(digits: &[u8], most: u64) -> PyResult<Self> {
        let digits: Digits = digits.try_into()?;
        let puzzle = Grid::from_digits(&digits).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut search = search();
        Solver::new().begin_count_with_progress(&puzzle, most, &mut search);
        Ok(CountWithProgress { search: Mutex::new(Some(search)) })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        let start = Instant::now();
        loop {
            let (has_ended, report) = py.detach(|| self.advance());
            if has_ended || start.elapsed() >= REPORT_INTERVAL {
                return Ok(report);
            }
            py.check_signals()?;
        }
    }
}

impl CountWithProgress {
    /// Goes on until the next check for signals. Returns whether the count has ended, and a report unless an earlier
    /// call has returned the last one.
    fn advance(&self) -> (bool, Option<Report>) {
        let mut kept = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(search) = kept.as_mut() else { return (true, None) };
        let start = Instant::now();
        let has_ended = search.run_while(|_| start.elapsed() < CHECK_INTERVAL);
        let report = (search.progress(), search.tally().solutions);
        if has_ended {
            *kept = None;
        }
        (has_ended, Some(report))
    }
}
