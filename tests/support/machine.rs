//! The solvers that can run on this machine, and a word about those that cannot.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::{LazyLock, Mutex, PoisonError};

use lanedoku::{Engine, Kernel, Solver};

/// Solvers of an engine, one for each kernel that can run here.
pub fn solvers(engine: Engine) -> impl Iterator<Item = Solver> {
    static ALL: LazyLock<Vec<Solver>> = LazyLock::new(|| {
        let kernels =
            Engine::ALL.map(|engine| Kernel::of(engine).iter().map(move |kernel| (engine, *kernel)));
        let solvers = kernels.into_iter().flatten().filter_map(|(engine, kernel)| {
            let solver = Solver::builder().engine(engine).kernel(kernel).build();
            solver.inspect_err(|error| not_run(&error.to_string())).ok()
        });
        solvers.collect()
    });
    ALL.iter().copied().filter(move |solver| solver.engine() == engine)
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
