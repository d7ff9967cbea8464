//! How far the work is, for somebody who watches.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// What takes less needs no bar.
const LONG: Duration = Duration::from_secs(1);
/// A bar moves that often.
const OFTEN: Duration = Duration::from_millis(200);

/// A bar that is gone when this is.
pub struct Progress {
    ended: Arc<AtomicBool>,
    shows: Option<JoinHandle<()>>,
}

/// How much there is to do.
pub enum Whole {
    Bytes(u64),
    Puzzles(u64),
    Unknown,
}

impl Progress {
    /// Shows how far the work is, if anybody can see it: on standard error, if that is a terminal, and if the answers
    /// do not go to one as well.
    pub fn show(done: Arc<AtomicU64>, bytes: Arc<AtomicU64>, whole: Whole) -> Option<Progress> {
        if !io::stderr().is_terminal() || io::stdout().is_terminal() {
            return None;
        }
        let ended = Arc::new(AtomicBool::new(false));
        let has_ended = ended.clone();
        let shows = thread::spawn(move || {
            let ended = has_ended;
            thread::park_timeout(LONG);
            if ended.load(Relaxed) {
                return;
            }
            let bar = bar(&whole, done.clone());
            while !ended.load(Relaxed) {
                bar.set_position(match whole {
                    Whole::Bytes(_) => bytes.load(Relaxed),
                    _ => done.load(Relaxed),
                });
                bar.tick();
                thread::park_timeout(OFTEN);
            }
            bar.finish_and_clear();
        });
        Some(Progress { ended, shows: Some(shows) })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.ended.store(true, Relaxed);
        if let Some(shows) = self.shows.take() {
            shows.thread().unpark();
            // A bar that broke is gone as well.
            let _ = shows.join();
        }
    }
}

fn bar(whole: &Whole, done: Arc<AtomicU64>) -> ProgressBar {
    let (length, template) = match whole {
        Whole::Bytes(length) | Whole::Puzzles(length) => {
            (Some(*length), "{bar:30} {percent}% {done} puzzles, {rate}/s, {eta} left")
        }
        Whole::Unknown => (None, "{spinner} {done} puzzles, {rate}/s, {elapsed}"),
    };
    let count = done.clone();
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("done", move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
            // What cannot be shown is not worth an end.
            let _ = write!(out, "{}", HumanCount(count.load(Relaxed)));
        })
        .with_key("rate", move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let seconds = (state.elapsed() + LONG).as_secs_f64();
            let _ = write!(out, "{}", HumanCount((done.load(Relaxed) as f64 / seconds) as u64));
        });
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    bar.with_style(style)
}
