//! What became of all the puzzles.

use std::process::ExitCode;
use std::time::Duration;

use lanedoku::Status;

use crate::messages::{counted, grouped};

/// What became of a number of puzzles.
#[derive(Clone, Default)]
pub struct Totals {
    /// Puzzles of each status, in the order of [`Status::ALL`].
    puzzles: [u64; Status::ALL.len()],
    /// Puzzles that were read and not searched.
    pub read: u64,
    /// Puzzles that were not as the command wants them.
    pub unwanted: u64,
    pub steps: u64,
    /// Records written that are no answer to a puzzle of its own: generated puzzles, solutions listed.
    pub made: u64,
    /// Sources that could not be read to the end.
    pub unreadable: u64,
}

impl Totals {
    /// Counts one puzzle.
    pub fn count(&mut self, status: Status, wanted: bool, steps: u64) {
        self.puzzles[status as usize] += 1;
        self.unwanted += u64::from(!wanted);
        self.steps = self.steps.saturating_add(steps);
    }

    /// How many puzzles there were.
    pub fn puzzles(&self) -> u64 {
        self.puzzles.iter().sum::<u64>() + self.read
    }

    /// Adds the totals of a part.
    pub fn add(&mut self, part: &Totals) {
        for (sum, part) in self.puzzles.iter_mut().zip(part.puzzles) {
            *sum += part;
        }
        self.read += part.read;
        self.unwanted += part.unwanted;
        self.steps = self.steps.saturating_add(part.steps);
        self.made += part.made;
        self.unreadable += part.unreadable;
    }

    /// 0 if all is as wanted, 1 if some is not, 3 if something could not be read.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match (self.unreadable, self.unwanted) {
            (0, 0) => 0,
            (0, _) => 1,
            _ => 3,
        })
    }

    /// The number of puzzles of each status that there is, with its name.
    pub fn by_status(&self) -> impl Iterator<Item = (Status, u64)> {
        Status::ALL.into_iter().zip(self.puzzles).filter(|(_, count)| *count > 0)
    }

    /// A line that sums up.
    pub fn summary(&self, time: Duration) -> String {
        let rate = |count: u64| grouped((count as f64 / time.as_secs_f64().max(1e-9)) as u64);
        let puzzles = self.puzzles();
        if puzzles == 0 && self.made == 0 {
            return "no puzzles found".into();
        }
        let mut parts = Vec::new();
        if puzzles > 0 {
            let statuses: Vec<String> =
                self.by_status().map(|(status, count)| format!("{} {status}", grouped(count))).collect();
            let statuses =
                if statuses.is_empty() { String::new() } else { format!(": {}", statuses.join(", ")) };
            parts.push(format!(
                "{} in {time:.3?} ({}/s){statuses}",
                counted(puzzles, "puzzle"),
                rate(puzzles)
            ));
            if self.steps > 0 {
                parts.push(counted(self.steps, "step"));
            }
        }
        if self.made > 0 {
            let made = counted(self.made, "record");
            parts.push(match puzzles {
                0 => format!("{made} in {time:.3?} ({}/s)", rate(self.made)),
                _ => format!("{made} written"),
            });
        }
        parts.join("; ")
    }
}
