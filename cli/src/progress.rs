//! The progress bar.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

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
            let bar = bar(&expected);
            while !has_ended.load(Relaxed) {
                update(&bar, &expected, answered.load(Relaxed));
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

/// Returns a bar that fits on a line of 80 columns, with numbers of up to nine digits.
fn bar(expected: &ExpectedTotal) -> ProgressBar {
    let (length, template) = match expected {
        ExpectedTotal::Bytes { total, .. } | ExpectedTotal::Puzzles(total) => {
            (Some(*total), "{bar:20} {msg}")
        }
        ExpectedTotal::Unknown => (None, "{spinner} {msg}"),
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr()).with_style(style)
}

fn update(bar: &ProgressBar, expected: &ExpectedTotal, answered: u64) {
    // The bar's clock starts when it is shown.
    let time = bar.elapsed() + SHOW_AFTER;
    let rate = (answered as f64 / time.as_secs_f64()) as u64;
    let puzzles = format!("{} puzzles", HumanCount(answered));
    let rest = format!("{puzzles}, {}/s", HumanCount(rate));
    let count = divided_count::share_of_first();
    let of_count = |share| format!("{} of a large count", percent(share));
    let done = match expected {
        ExpectedTotal::Bytes { read, .. } => read.load(Relaxed),
        _ => answered,
    };
    let total = bar.length();
    let mut position = done;
    let message = match (total, count) {
        (None, None) => format!("{rest}, {:#}", HumanDuration(time)),
        (None, Some(share)) => format!("{rest}; {}", of_count(share)),
        // A large count can take as long as all other puzzles: after them, the bar is for it.
        (Some(total), Some(share)) if done >= total => {
            position = (share * total as f64) as u64;
            format!("{}, {puzzles}, {:#}", of_count(share), HumanDuration(time))
        }
        // While the bar is shown, work remains, even if everything was read.
        (Some(total), _) if done >= total => format!("99%, {rest}, finishing"),
        (Some(total), _) => {
            let part = (100.0 * done as f64 / total as f64) as u64;
            format!("{part}%, {rest}, {:#} left", HumanDuration(bar.eta().max(Duration::from_secs(1))))
        }
    };
    bar.set_position(position);
    bar.set_message(message);
}
