//! Totals over all puzzles, and the exit code.

use std::process::ExitCode;
use std::time::Duration;

use lanedoku::Status;

use crate::messages::{counted, grouped};

/// Totals over some puzzles.
#[derive(Clone, Default)]
pub struct Totals {
    /// Puzzles with each status, in the order of [`Status::ALL`].
    puzzles: [u64; Status::ALL.len()],
    /// Puzzles that were read but not searched.
    pub read: u64,
    /// Puzzles that make the exit code 1.
    pub failed: u64,
    pub steps: u64,
    /// Records other than the single answer to a puzzle: generated puzzles and listed solutions.
    pub made: u64,
    /// Puzzles that were generated to find those that meet a condition.
    pub tried: u64,
    /// Inputs that could not be read to the end.
    pub unreadable: u64,
}

impl Totals {
    /// Counts one puzzle; its status is `None` if it was not determined.
    pub fn count(&mut self, status: impl Into<Option<Status>>, passed: bool, steps: u64) {
        match status.into() {
            Some(status) => self.puzzles[usize::from(status as u8 - 1)] += 1,
            None => self.read += 1,
        }
        self.failed += u64::from(!passed);
        self.steps = self.steps.saturating_add(steps);
    }

    /// Returns the number of puzzles.
    pub fn puzzles(&self) -> u64 {
        self.puzzles.iter().sum::<u64>() + self.read
    }

    pub fn add(&mut self, part: &Totals) {
        for (sum, part) in self.puzzles.iter_mut().zip(part.puzzles) {
            *sum += part;
        }
        self.read += part.read;
        self.failed += part.failed;
        self.steps = self.steps.saturating_add(part.steps);
        self.made += part.made;
        self.tried += part.tried;
        self.unreadable += part.unreadable;
    }

    /// Returns 3 if an input could not be read, 1 if any puzzle failed, otherwise 0.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match (self.unreadable, self.failed) {
            (0, 0) => 0,
            (0, _) => 1,
            _ => 3,
        })
    }

    /// Returns the number of puzzles with each status, without zeros.
    pub fn by_status(&self) -> impl Iterator<Item = (Status, u64)> {
        Status::ALL.into_iter().zip(self.puzzles).filter(|(_, count)| *count > 0)
    }

    /// Formats a summary in one line; `None` if nothing was counted. `wrote` is whether the records were written, not
    /// only counted.
    pub fn summary(&self, time: Duration, wrote: bool) -> Option<String> {
        let rate = |count: u64| grouped((count as f64 / time.as_secs_f64().max(1e-9)) as u64);
        let puzzles = self.puzzles();
        if puzzles == 0 && self.made == 0 && self.tried == 0 {
            return None;
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
                _ if wrote => format!("{made} written"),
                _ => made,
            });
        }
        if self.tried > 0 {
            let tried = counted(self.tried, "puzzle");
            parts.push(match self.tried.checked_div(self.made) {
                Some(each) => format!("{tried} tried, one in {} suitable", grouped(each)),
                None => format!("{tried} tried"),
            });
        }
        Some(parts.join("; "))
    }
}
