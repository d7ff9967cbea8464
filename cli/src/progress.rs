//! The progress bar.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::divided_count;
use crate::messages::percent;

/// The bar appears after this time.
const SHOW_AFTER: Duration = Duration::from_secs(1);
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// A progress bar, removed from the terminal on drop.
pub struct ProgressDisplay {
    ended: Arc<AtomicBool>,
    updater: Option<JoinHandle<()>>,
}

/// The expected amount of work.
pub enum ExpectedTotal {
    /// Bytes of input, with the number of bytes read so far.
    Bytes {
        total: u64,
        read: Arc<AtomicU64>,
    },
    Puzzles(u64),
    Unknown,
}

impl ProgressDisplay {
    /// Shows on standard error how many puzzles are `answered`. Returns `None` if standard error is not a terminal.
    pub fn show(answered: Arc<AtomicU64>, expected: ExpectedTotal) -> Option<ProgressDisplay> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let ended = Arc::new(AtomicBool::new(false));
        let has_ended = ended.clone();
        let updater = thread::spawn(move || {
            thread::park_timeout(SHOW_AFTER);
            if has_ended.load(Relaxed) {
                return;
            }
            let bar = bar(&expected, answered.clone());
            while !has_ended.load(Relaxed) {
                bar.set_position(match &expected {
                    ExpectedTotal::Bytes { read, .. } => read.load(Relaxed),
                    _ => answered.load(Relaxed),
                });
                bar.tick();
                thread::park_timeout(UPDATE_INTERVAL);
            }
            bar.finish_and_clear();
        });
        Some(ProgressDisplay { ended, updater: Some(updater) })
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.ended.store(true, Relaxed);
        if let Some(updater) = self.updater.take() {
            updater.thread().unpark();
            // A failure of the bar is not an error.
            let _ = updater.join();
        }
    }
}

fn bar(expected: &ExpectedTotal, answered: Arc<AtomicU64>) -> ProgressBar {
    let (length, template) = match expected {
        ExpectedTotal::Bytes { total, .. } | ExpectedTotal::Puzzles(total) => {
            (Some(*total), "{bar:30} {part}% {answered} puzzles, {rate}/s, {left}{count}")
        }
        ExpectedTotal::Unknown => (None, "{spinner} {answered} puzzles, {rate}/s, {elapsed}{count}"),
    };
    let count = answered.clone();
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("answered", move |_: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{}", HumanCount(count.load(Relaxed)));
        })
        // While the bar is shown, work remains, even if everything was read.
        .with_key("part", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{}", ((100.0 * state.fraction()) as u64).min(99));
        })
        .with_key("left", |state: &ProgressState, out: &mut dyn Write| {
            let _ = match state.len().is_some_and(|length| state.pos() >= length) {
                true => write!(out, "finishing"),
                false => write!(out, "{:#} left", HumanDuration(state.eta().max(Duration::from_secs(1)))),
            };
        })
        // A large count can take as long as all other puzzles.
        .with_key("count", |_: &ProgressState, out: &mut dyn Write| {
            if let Some(share) = divided_count::share_of_first() {
                let _ = write!(out, "; {} of a large count", percent(share));
            }
        })
        .with_key("rate", move |state: &ProgressState, out: &mut dyn Write| {
            // The bar's clock starts when it is shown.
            let seconds = (state.elapsed() + SHOW_AFTER).as_secs_f64();
            let _ = write!(out, "{}", HumanCount((answered.load(Relaxed) as f64 / seconds) as u64));
        });
    ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr()).with_style(style)
}
