//! Shared by the tests and benchmarks: puzzles from a seed, a table of texts, an independent solver, and a clock of
//! core cycles.
//!
//! The files are in the folder of the tests, because the package lanedoku has them as a module, too, and a package
//! cannot contain files from the folder of another package. `texts` is only here, as is `children`, for the programs
//! that tests start.

// See above: the folder is that of the tests.
#[path = "../../tests/testkit/mod.rs"]
mod testkit;

pub mod children;
pub mod pasted;
pub mod texts;

pub use testkit::*;
