//! Rows shared out among threads, while Python goes on.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Between two looks at what the user wants.
pub const LOOK: Duration = Duration::from_millis(20);
/// Between two reports of progress.
pub const REPORT: Duration = Duration::from_millis(100);
/// The first portions are small, and grow as long as they are quick.
const FIRST_PORTION: usize = 32;
/// Large enough for the batch, and small enough to be interrupted soon.
const LARGEST_PORTION: usize = 256;
const QUICK: Duration = Duration::from_millis(1);
const SLOW: Duration = Duration::from_millis(5);

/// How many threads work, and who wants to know.
pub struct Work<'py> {
    py: Python<'py>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
    /// How many rows each thread takes at first.
    portion: usize,
    /// Whether it takes more as long as they are quick.
    adapts: bool,
}

/// What one thread knows of the others.
pub struct Watch<'a> {
    stopped: &'a AtomicBool,
    /// Only the thread that Python is waiting for may ask it.
    asks: Option<&'a Asks>,
}

/// How the thread that Python is waiting for asks what the user wants.
struct Asks {
    progress: Option<Py<PyAny>>,
    total: usize,
    looked: Cell<Instant>,
    reported: Cell<Instant>,
    failed: RefCell<Option<PyErr>>,
}

impl Watch<'_> {
    /// Whether the work is to end; `done` rows are answered.
    #[inline]
    pub fn stops(&self, done: impl Fn() -> usize) -> bool {
        if let Some(asks) = self.asks
            && asks.looked.get().elapsed() >= LOOK
        {
            asks.look(self.stopped, &done);
        }
        self.stopped.load(Relaxed)
    }
}

impl Asks {
    /// Looks for signals, and reports how far the work is.
    #[cold]
    fn look(&self, stopped: &AtomicBool, done: &dyn Fn() -> usize) {
        self.looked.set(Instant::now());
        if stopped.load(Relaxed) {
            return;
        }
        // None when the interpreter ends, as far as it can be asked: nobody waits for this any more.
        let result = Python::try_attach(|py| {
            py.check_signals()?;
            match &self.progress {
                Some(progress) if self.reported.get().elapsed() >= REPORT => {
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

impl<'py> Work<'py> {
    pub fn new(py: Python<'py>, threads: usize, progress: Option<Bound<'py, PyAny>>) -> Self {
        Work { py, threads, progress, portion: FIRST_PORTION, adapts: true }
    }

    /// The same with so many rows at a time.
    pub fn in_portions(self, portion: usize) -> Self {
        Work { portion, adapts: false, ..self }
    }

    /// The same for rows each of which may take long.
    pub fn one_by_one(self) -> Self {
        Work { portion: 1, ..self }
    }

    /// Calls `answer` for ranges that together are `0..count`, on all threads, each with what `start` makes. The
    /// interpreter is free meanwhile. Ends early if the user interrupts it, or if the report of progress fails.
    pub fn run<W>(
        self,
        count: usize,
        start: impl Fn() -> W + Send + Sync,
        answer: impl Fn(&mut W, Range<usize>, &dyn Fn() -> bool) + Send + Sync,
    ) -> PyResult<()> {
        let Work { py, threads, progress, portion, adapts } = self;
        check_progress(progress.as_ref())?;
        let now = Instant::now();
        let asks = Asks {
            progress: progress.map(Bound::unbind),
            total: count,
            looked: Cell::new(now),
            reported: Cell::new(now),
            failed: RefCell::default(),
        };
        let asks = py.detach(move || {
            let line = Line {
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
                let (line, start, answer) = (&line, &start, &answer);
                // The last thread is this one.
                for _ in 1..threads.min(count.div_ceil(portion)) {
                    *line.working.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                    let work = move || {
                        let _leaves = Leaves(line);
                        line.work(start(), answer, &Watch { stopped: &line.stopped, asks: None });
                    };
                    if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                        // Without it, there is one less.
                        *line.working.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
                        break;
                    }
                }
                let watch = Watch { stopped: &line.stopped, asks: Some(&asks) };
                line.work(start(), answer, &watch);
                let mut working = line.working.lock().unwrap_or_else(PoisonError::into_inner);
                while *working > 0 {
                    working = match line.ended.wait_timeout(working, LOOK) {
                        Ok((working, _)) => working,
                        Err(error) => error.into_inner().0,
                    };
                    drop(working);
                    watch.stops(|| line.done.load(Relaxed));
                    working = line.working.lock().unwrap_or_else(PoisonError::into_inner);
                }
            });
            asks
        });
        if let Some(error) = asks.failed.into_inner() {
            return Err(error);
        }
        match asks.progress {
            Some(progress) if count > 0 => progress.call1(py, (count, count)).map(drop),
            _ => Ok(()),
        }
    }
}

/// That progress is reported to a function.
pub fn check_progress(progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    match progress {
        Some(other) if !other.is_callable() => {
            let name = other.get_type();
            Err(PyTypeError::new_err(format!("progress: expected a function, found {name}")))
        }
        _ => Ok(()),
    }
}

/// What the threads share.
struct Line {
    count: usize,
    /// The first row that nobody has taken.
    next: AtomicUsize,
    /// How many rows to take.
    portion: AtomicUsize,
    /// Whether that changes with the time they take.
    adapts: bool,
    done: AtomicUsize,
    stopped: AtomicBool,
    /// Threads besides the one that Python waits for.
    working: Mutex<usize>,
    ended: Condvar,
}

impl Line {
    fn work<W>(
        &self,
        mut worker: W,
        answer: &impl Fn(&mut W, Range<usize>, &dyn Fn() -> bool),
        watch: &Watch<'_>,
    ) {
        let stops = || watch.stops(|| self.done.load(Relaxed));
        while !stops() {
            let portion = self.portion.load(Relaxed);
            let first = self.next.fetch_add(portion, Relaxed);
            if first >= self.count {
                // It cannot run over: each thread adds one portion more at most.
                return;
            }
            let range = first..self.count.min(first + portion);
            let start = Instant::now();
            answer(&mut worker, range.clone(), &stops);
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

/// Tells that a thread has ended, however it ends.
struct Leaves<'a>(&'a Line);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stopped.store(true, Relaxed);
        }
        *self.0.working.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.ended.notify_all();
    }
}
