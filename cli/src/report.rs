//! What is told at the end, and to whom.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use lanedoku::Status;

/// Tells the user something on standard error, without minding whether anybody listens.
pub fn complain(message: fmt::Arguments) {
    let _ = writeln!(io::stderr(), "lanedoku: {message}");
}

/// What became of a number of puzzles.
#[derive(Default)]
pub struct Totals {
    /// Puzzles of each status, in the order of [`Status::ALL`].
    puzzles: [u64; Status::ALL.len()],
    steps: u64,
    /// Whether a source could not be read.
    pub unreadable: bool,
    /// Whether any answers were lines, to which a summary belongs.
    pub lines: bool,
}

impl Totals {
    /// Counts one puzzle.
    pub fn count(&mut self, status: Status, steps: u64) {
        self.puzzles[status as usize] += 1;
        self.steps = self.steps.saturating_add(steps);
    }

    /// How many puzzles there were.
    pub fn puzzles(&self) -> u64 {
        self.puzzles.iter().sum()
    }

    /// Adds the totals of a part.
    pub fn add(&mut self, part: &Totals) {
        for (sum, part) in self.puzzles.iter_mut().zip(part.puzzles) {
            *sum += part;
        }
        self.steps = self.steps.saturating_add(part.steps);
        self.unreadable |= part.unreadable;
        self.lines |= part.lines;
    }

    /// 0 if every puzzle had exactly one solution, 1 if any did not, 2 if something could not be read.
    pub fn exit_code(&self) -> ExitCode {
        let unique = self.puzzles[Status::Unique as usize];
        ExitCode::from(match (self.unreadable, self.puzzles() == unique) {
            (true, _) => 2,
            (false, false) => 1,
            (false, true) => 0,
        })
    }

    /// 0 if every puzzle was counted, 1 if any was not, 2 if something could not be read.
    pub fn exit_code_of_counts(&self) -> ExitCode {
        let uncounted = [Status::OutOfSteps, Status::Invalid].map(|status| self.puzzles[status as usize]);
        ExitCode::from(match (self.unreadable, uncounted) {
            (true, _) => 2,
            (false, [0, 0]) => 0,
            (false, _) => 1,
        })
    }

    /// Writes a line that sums up.
    pub fn summarize(&self, time: Duration) {
        let puzzles = self.puzzles();
        if puzzles == 0 {
            return complain(format_args!("no puzzles found"));
        }
        let statuses: Vec<String> = Status::ALL
            .into_iter()
            .map(|status| (status, self.puzzles[status as usize]))
            .filter(|(_, count)| *count > 0)
            .map(|(status, count)| format!("{} {status}", grouped(count)))
            .collect();
        let rate = puzzles as f64 / time.as_secs_f64().max(1e-9);
        complain(format_args!(
            "{} in {time:.3?} ({}/s): {}; {}",
            counted(puzzles, "puzzle"),
            grouped(rate as u64),
            statuses.join(", "),
            counted(self.steps, "step"),
        ));
    }
}

/// A number of things, in the singular where that is right.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
