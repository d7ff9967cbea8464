//! The message of a test that cannot run on this machine.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// Writes `NOT RUN: {what}` to standard error, once for each `what`. The test runner does not capture this output,
/// so `.ci/run` finds the line, and fails unless it is expected on this machine.
pub fn not_run(what: &str) {
    static WRITTEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).insert(what.to_owned()) {
        // The test runner may have written part of a line.
        let _ = writeln!(io::stderr(), "\nNOT RUN: {what}");
    }
}
