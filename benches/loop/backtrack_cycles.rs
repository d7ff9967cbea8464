//! Counts instructions, simulated branch mispredictions and cache hits of the branchless loop under valgrind. The
//! counts are exactly reproducible.
//!
//! Requires valgrind and `iai-callgrind-runner` in the version of `iai-callgrind` in `Cargo.lock`. Run with
//! `cargo bench -p loop-benches --bench backtrack_cycles`. Every benchmark names its kernel, because valgrind hides
//! some processor features and the runner clears the environment.

// The macros generate undocumented modules and functions.
#![allow(missing_docs)]

use std::hint::black_box;

use iai_callgrind::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use lanedoku::{Grid, Kernel, Order, Outcome, Solver, Status};
use loop_benches::{BEST, hard_grid};
use testkit::puzzles::HARD_GRID;

/// Step limit of each search.
const STEPS: u64 = 100_000;

/// Simulates caches and branches.
const COUNTED: [&str; 2] = ["--cache-sim=yes", "--branch-sim=yes"];

/// Builds the solver to measure, and checks its answer against the portable kernel's.
fn prepared(kernel: Kernel, order: Order, steps: u64) -> (Solver, Grid) {
    let asked = Solver::builder().order(order).step_limit(steps);
    let named = asked.kernel(kernel).build().expect("this machine has the kernel");
    let portable = asked.kernel(Kernel::Portable).build().expect("every machine has the portable kernel");
    let puzzle = hard_grid();
    let outcome = named.solve(&puzzle);
    assert_eq!(outcome, portable.solve(&puzzle));
    assert!(outcome.status == Status::Unique || outcome.steps == steps);
    (named, puzzle)
}

/// Fails a kernel if a step takes more instructions than it does now, executes a branch other than the two that end
/// the loop (past the last step, and out of steps), or is mispredicted. This catches bounds checks and branches on
/// the direction. The limits include the set-up.
fn at_most(instructions_per_step: u64) -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::with_args(COUNTED);
    callgrind.hard_limits([
        (EventKind::Ir, instructions_per_step * STEPS + 10_000),
        (EventKind::Bc, 2 * STEPS + 2_000),
        (EventKind::Bcm, STEPS / 1_000),
    ]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

#[library_benchmark(setup = prepared)]
#[bench::portable(args = (Kernel::Portable, Order::Rows, STEPS), config = at_most(61))]
#[bench::best(args = (BEST, Order::Rows, STEPS), config = at_most(if BEST as u8 == Kernel::Assembly as u8 { 42 } else { 61 }))]
fn a_hundred_thousand_steps((solver, puzzle): (Solver, Grid)) -> Outcome {
    black_box(solver.solve(black_box(&puzzle)))
}

#[library_benchmark(setup = prepared)]
#[bench::rows_portable(Kernel::Portable, Order::Rows, 0)]
#[bench::rows_best(BEST, Order::Rows, 0)]
#[bench::constrained(Kernel::Portable, Order::Constrained, 0)]
fn set_up((solver, puzzle): (Solver, Grid)) -> Outcome {
    black_box(solver.solve(black_box(&puzzle)))
}

#[library_benchmark]
#[bench::a_line(HARD_GRID)]
fn parse(line: &str) -> Grid {
    black_box(black_box(line).parse().expect("a grid"))
}

library_benchmark_group!(name = steps; benchmarks = a_hundred_thousand_steps);
library_benchmark_group!(name = around; benchmarks = set_up, parse);

main!(
    config = LibraryBenchmarkConfig::default()
        .tool(Callgrind::with_args(COUNTED));
    library_benchmark_groups = steps, around
);
