//! The solvers that can run on this machine, and a word about those that cannot.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use lanedoku::{Engine, Kernel, Solver};

/// Solvers of an engine, one for each kernel that can run here.
pub fn solvers(engine: Engine) -> Vec<Solver> {
    let kernels = Kernel::of(engine).iter();
    kernels
        .filter_map(|&kernel| {
            let solver = Solver::new().with_engine(engine).with_kernel(kernel);
            solver.inspect_err(|error| not_run(&error.to_string())).ok()
        })
        .collect()
}

/// Tells once what this machine leaves out, past the capture of test output: `.ci/run` repeats such lines at
/// its end, where nobody can overlook them.
pub fn not_run(what: &str) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(what.to_owned()) {
        // The test runner may be in the middle of a line.
        let _ = writeln!(io::stderr(), "\nNOT RUN: {what}");
    }
}
