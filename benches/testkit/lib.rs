//! What the tests and benchmarks share: puzzles from a seed, an independent answer to them, and a clock of core
//! cycles.
//!
//! It depends on nothing of the project, so that the crate under test is linked into its own tests once, and
//! a mistake of its engines cannot hide in the puzzles that they are tested with. Boards are plain arrays: a
//! byte for each cell, row by row, 0 for an open cell.

pub mod cycles;
pub mod oracle;
pub mod puzzles;
