//! Loops over rows on several threads, with the interpreter released.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The time between two checks for signals.
pub const CHECK_INTERVAL: Duration = Duration::from_millis(20);
/// The time between two reports of progress.
pub const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// The number of rows that a thread takes first. It grows while rows are quick.
const FIRST_PORTION: usize = 32;
/// The largest number of rows that a thread takes: enough to fill the lanes of a batch, and few enough to stop soon
/// after an interrupt.
pub const LARGEST_PORTION: usize = 256;
/// How long a loop runs on the calling thread alone. In this time, it solves one to four thousand puzzles. Starting
/// another thread takes about a tenth of it.
const ALONE: Duration = Duration::from_millis(1);
/// If a portion takes less time, the next one has twice the size.
const QUICK: Duration = Duration::from_millis(1);
/// If a portion takes more time, the next one has half the size.
const SLOW: Duration = Duration::from_millis(5);

/// A call from Python that answers many rows: how it runs, and its answers.
pub struct BatchCall<'py> {
    /// The columns that the call returns.
    pub answers: Bound<'py, PyDict>,
    pub threads: usize,
    pub progress: Option<Bound<'py, PyAny>>,
    /// The maximum number of steps for each row. 0 means no limit.
    pub step_limit: u64,
    /// The maximum number of seconds for each row.
    timeout: Option<f64>,
    /// The number of rows that a thread takes at first.
    portion: usize,
    /// Whether the size of a portion adapts to the time of the previous one.
    adapts: bool,
}

/// The threads, the function that gets the progress, the step limit and the timeout.
type CallOptions<'py> = (usize, Option<Bound<'py, PyAny>>, u64, Option<f64>);

impl<'py> FromPyObject<'_, 'py> for BatchCall<'py> {
    type Error = PyErr;

    fn extract(options: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self::new(options.py(), options.extract()?))
    }
}

/// The state of the thread that called from Python: it checks for signals and reports progress.
struct Caller {
    progress: Option<Py<PyAny>>,
    total: usize,
    checked: Cell<Instant>,
    reported: Cell<Instant>,
    failed: RefCell<Option<PyErr>>,
}

impl Caller {
    /// Returns whether to stop.
    #[inline]
    fn stops(&self, queue: &Queue) -> bool {
        if self.checked.get().elapsed() >= CHECK_INTERVAL {
            self.check(&queue.stopped, &|| queue.done.load(Relaxed));
        }
        queue.stopped.load(Relaxed)
    }

    /// Handles signals and reports progress.
    #[cold]
    fn check(&self, stopped: &AtomicBool, done: &dyn Fn() -> usize) {
        self.checked.set(Instant::now());
        if stopped.load(Relaxed) {
            return;
        }
        // `None` if the interpreter is shutting down: then nothing waits for the answers.
        let result = Python::try_attach(|py| {
            py.check_signals()?;
            match &self.progress {
                Some(progress) if self.reported.get().elapsed() >= REPORT_INTERVAL => {
                    self.reported.set(Instant::now());
                    progress.call1(py, (done(), self.total)).map(drop)
                }
                _ => Ok(()),
            }
        });
        if !matches!(result, Some(Ok(()))) {
            stopped.store(true, Relaxed);
            *self.failed.borrow_mut() = result.and_then(Result::err);
        }
    }
}

impl<'py> BatchCall<'py> {
    pub fn new(py: Python<'py>, (threads, progress, step_limit, timeout): CallOptions<'py>) -> Self {
        let answers = PyDict::new(py);
        BatchCall { answers, threads, progress, step_limit, timeout, portion: FIRST_PORTION, adapts: true }
    }

    /// The maximum time for each row. Seconds that a `Duration` cannot hold do not end.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }

    /// Takes as many rows at a time as one call of the library should get. Fewer would leave lanes idle.
    pub fn in_large_portions(self) -> Self {
        BatchCall { portion: LARGEST_PORTION, adapts: false, ..self }
    }

    /// Takes one row at first, because a row may take long.
    pub fn one_by_one(self) -> Self {
        BatchCall { portion: 1, ..self }
    }

    /// Calls `answer` for ranges that together cover `0..count`, with the interpreter released. Other threads start
    /// only if the calling thread is not done soon. Each thread has its own state, created by `start`. The third
    /// argument of `answer` returns whether to stop. Returns the columns of the answers.
    ///
    /// # Errors
    ///
    /// Returns an error if a signal handler or `progress` raises an exception, which ends the loop early.
    pub fn run<W>(
        self,
        count: usize,
        start: impl Fn() -> W + Send + Sync,
        answer: impl Fn(&mut W, Range<usize>, &dyn Fn() -> bool) + Send + Sync,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.check_progress()?;
        let BatchCall { answers, threads, progress, portion, adapts, .. } = self;
        let (py, now) = (answers.py(), Instant::now());
        let caller = Caller {
            progress: progress.map(Bound::unbind),
            total: count,
            checked: Cell::new(now),
            reported: Cell::new(now),
            failed: RefCell::default(),
        };
        let caller = py.detach(move || {
            let queue = Queue {
                count,
                next: AtomicUsize::new(0),
                portion: AtomicUsize::new(portion),
                adapts,
                done: AtomicUsize::new(0),
                stopped: AtomicBool::new(false),
                working: Mutex::new(0),
                ended: Condvar::new(),
            };
            thread::scope(|scope| {
                let (queue, start, answer) = (&queue, &start, &answer);
                let spawn = || {
                    for _ in 1..threads.min(queue.left().div_ceil(portion) + 1) {
                        *queue.working.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                        let work = move || {
                            let _ends = ThreadEnd(queue);
                            let stops = || queue.stopped.load(Relaxed);
                            queue.work(start(), answer, &stops);
                        };
                        if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                            // The loop continues with fewer threads.
                            *queue.working.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
                            break;
                        }
                    }
                };
                let is_alone = Cell::new(threads > 1);
                let stops = || {
                    if is_alone.get() && now.elapsed() >= ALONE {
                        is_alone.set(false);
                        spawn();
                    }
                    caller.stops(queue)
                };
                queue.work(start(), answer, &stops);
                let mut working = queue.working.lock().unwrap_or_else(PoisonError::into_inner);
                while *working > 0 {
                    working = match queue.ended.wait_timeout(working, CHECK_INTERVAL) {
                        Ok((working, _)) => working,
                        Err(error) => error.into_inner().0,
                    };
                    drop(working);
                    caller.stops(queue);
                    working = queue.working.lock().unwrap_or_else(PoisonError::into_inner);
                }
            });
            caller
        });
        if let Some(error) = caller.failed.into_inner() {
            return Err(error);
        }
        if let Some(progress) = caller.progress.filter(|_| count > 0) {
            progress.call1(py, (count, count))?;
        }
        Ok(answers)
    }

    /// Returns an error if `progress` is not callable.
    pub fn check_progress(&self) -> PyResult<()> {
        match &self.progress {
            Some(other) if !other.is_callable() => {
                let name = other.get_type();
                Err(PyTypeError::new_err(format!("progress: expected a function, found {name}")))
            }
            _ => Ok(()),
        }
    }
}

/// Begins the time of a row. The function returns whether the row may go on.
pub fn goes_on(timeout: Option<Duration>, stops: &dyn Fn() -> bool) -> impl Fn() -> bool {
    let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    move || !stops() && deadline.is_none_or(|deadline| Instant::now() < deadline)
}

/// The state shared by the threads.
struct Queue {
    count: usize,
    /// The first row that no thread has taken.
    next: AtomicUsize,
    /// Rows to take at a time.
    portion: AtomicUsize,
    /// Whether the size of a portion adapts to the time of the previous one.
    adapts: bool,
    done: AtomicUsize,
    stopped: AtomicBool,
    /// Running threads, without the one that called from Python.
    working: Mutex<usize>,
    ended: Condvar,
}

impl Queue {
    /// The number of rows that no thread has taken.
    fn left(&self) -> usize {
        self.count.saturating_sub(self.next.load(Relaxed))
    }

    /// Answers portions until no row is left or the loop is stopped.
    fn work<W>(
        &self,
        mut worker: W,
        answer: &impl Fn(&mut W, Range<usize>, &dyn Fn() -> bool),
        stops: &dyn Fn() -> bool,
    ) {
        while !stops() {
            let portion = self.portion.load(Relaxed);
            let first = self.next.fetch_add(portion, Relaxed);
            if first >= self.count {
                // `next` cannot overflow: each thread adds at most one portion beyond `count`.
                return;
            }
            let range = first..self.count.min(first + portion);
            let start = Instant::now();
            answer(&mut worker, range.clone(), stops);
            self.done.fetch_add(range.len(), Relaxed);
            let time = start.elapsed();
            if !self.adapts {
                continue;
            }
            if time < QUICK {
                self.portion.store((2 * portion).min(LARGEST_PORTION), Relaxed);
            } else if time > SLOW {
                self.portion.store((portion / 2).max(1), Relaxed);
            }
        }
    }
}

/// Signals the end of a thread, also after a panic.
struct ThreadEnd<'a>(&'a Queue);

impl Drop for ThreadEnd<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stopped.store(true, Relaxed);
        }
        *self.0.working.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.ended.notify_all();
    }
}
