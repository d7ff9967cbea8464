//! Every rung on every board that takes steps, under callgrind: instructions, simulated mispredicted
//! branches, cache hits, estimated cycles. Parse, check and set-up are counted, too.
//!
//! A rung is named through the library's own list, never through the environment, which the runner
//! clears.

// The macros below write modules and functions without documentation.
#![allow(missing_docs)]

use iai_callgrind::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use ladder::board::{BOARDS, is_solution, parse};
use ladder::rung::{Rung, RungAnswer};
use std::hint::black_box;

/// Caches and branches are simulated.
const COUNTED: [&str; 2] = ["--cache-sim=yes", "--branch-sim=yes"];

/// Only the library's kernels have a limit on instructions; the other rungs do not change.
const NO_LIMIT: u64 = u64::MAX;

/// A rung and a board, by their names.
fn ready((rung, board): (&str, &str)) -> (Option<Rung>, &'static str) {
    let (_, text) = BOARDS.into_iter().find(|(name, _)| *name == board).expect("a board of that name");
    (ladder::rungs().into_iter().find(|candidate| candidate.name == rung), text)
}

/// Checks the rung's answer, uncounted.
fn solved((answer, text): (Option<RungAnswer>, &'static str)) {
    let right = match answer {
        Some(RungAnswer::Solved(grid)) => parse(text).is_some_and(|clues| is_solution(&clues, &grid)),
        Some(_) => false,
        None => true,
    };
    assert!(right, "not solved:\n{text}");
}

/// Fails a benchmark that takes more instructions on any board, the longest of 537,663 steps.
fn at_most(instructions: u64) -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::with_args(COUNTED);
    callgrind.hard_limits([(EventKind::Ir, instructions)]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

/// One benchmark for each board; a rung that this machine lacks counts nothing.
macro_rules! benchmarks {
    ($($function:ident = $rung:literal, at most $instructions:expr;)*) => {
        $(
            #[library_benchmark(setup = ready, teardown = solved, config = at_most($instructions))]
            #[bench::easy(($rung, "easy"))]
            #[bench::medium(($rung, "medium"))]
            #[bench::hard(($rung, "hard"))]
            #[bench::twice_hard(($rung, "twice_hard"))]
            #[bench::extra_hard(($rung, "extra_hard"))]
            #[bench::well_known(($rung, "well_known"))]
            fn $function((rung, text): (Option<Rung>, &'static str)) -> (Option<RungAnswer>, &'static str) {
                (rung.map(|rung| (rung.run_once)(black_box(text))), text)
            }
        )*
        library_benchmark_group!(name = rungs; benchmarks = $($function),*);
    };
}

benchmarks! {
    v1 = "V1", at most NO_LIMIT;
    v2 = "V2", at most NO_LIMIT;
    v3 = "V3", at most NO_LIMIT;
    v4 = "V4", at most NO_LIMIT;
    v5 = "V5", at most NO_LIMIT;
    v6 = "V6", at most NO_LIMIT;
    v7 = "V7", at most NO_LIMIT;
    v7_portable = "V7-portable", at most 31_000_000;
    v7_assembly = "V7-assembly", at most 23_000_000;
    v8 = "V8", at most NO_LIMIT;
    occupancy_a = "occupancy-a", at most NO_LIMIT;
    occupancy_b = "occupancy-b", at most NO_LIMIT;
    occupancy_c = "occupancy-c", at most NO_LIMIT;
    occupancy_d = "occupancy-d", at most NO_LIMIT;
    occupancy_e = "occupancy-e", at most NO_LIMIT;
    occupancy_f = "occupancy-f", at most NO_LIMIT;
    course_1 = "course-1", at most NO_LIMIT;
    course_2 = "course-2", at most NO_LIMIT;
    course_3 = "course-3", at most NO_LIMIT;
    course_4 = "course-4", at most NO_LIMIT;
    course_5 = "course-5", at most NO_LIMIT;
    course_6 = "course-6", at most NO_LIMIT;
    course_7 = "course-7", at most NO_LIMIT;
}

main!(
    config = LibraryBenchmarkConfig::default()
        .tool(Callgrind::with_args(COUNTED));
    library_benchmark_groups = rungs
);
