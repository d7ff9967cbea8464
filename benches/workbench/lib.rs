//! What the tests and benchmarks share.

pub mod cycles;
pub mod puzzles;
