//! The solvers of this machine.

use std::sync::LazyLock;

use lanedoku::{Engine, Kernel, Solver};
use testkit::not_run;

/// Returns a solver of `engine` for each kernel that this machine supports. Prints a `NOT RUN` line for each other
/// kernel.
pub fn solvers(engine: Engine) -> impl Iterator<Item = Solver> {
    static ALL: LazyLock<Vec<Solver>> = LazyLock::new(|| {
        let configurations = Engine::ALL.into_iter().flat_map(|engine| {
            Kernel::of(engine)
                .iter()
                .map(move |&kernel| Solver::builder().engine(engine).kernel(kernel).build())
        });
        configurations
            .filter_map(|solver| solver.inspect_err(|error| not_run(&error.to_string())).ok())
            .collect()
    });
    ALL.iter().copied().filter(move |solver| solver.engine() == engine)
}
