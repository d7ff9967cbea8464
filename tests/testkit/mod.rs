//! Shared by the tests and benchmarks: puzzles from a seed, an independent solver, and a clock of core cycles.
//!
//! It depends on nothing else in the project, so it cannot share the library's bugs, and the crate under test is
//! linked into its own tests only once. Boards are plain arrays: a byte for each cell, row by row, 0 for an open cell.

pub mod cycles;
mod not_run;
pub mod oracle;
pub mod puzzles;

pub use not_run::not_run;
