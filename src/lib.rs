#![cfg_attr(not(test), no_std)]
//! A hand-tuned Sudoku solver: engines that sweep whole 9x9 boards in vectors, one that propagates
//! candidates on boards of every size, and a branchless backtracking loop in Rust and in x86-64 assembly.
//!
//! ```
//! use lanedoku::{Grid, Solver, Status};
//!
//! let puzzle: Grid =
//!     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let outcome = Solver::new().solve(&puzzle);
//! assert_eq!(outcome.status, Status::Unique);
//! println!("{:#}", outcome.solution.unwrap());
//! # Ok::<(), lanedoku::ParseError>(())
//! ```
//!
//! Text comes in as a [`Board`] ([`Grid`] is the 9x9 one), goes through a [`Solver`] to an [`Engine`],
//! which runs on a [`Kernel`], and comes back as an [`Outcome`]. Nothing here allocates or needs std.

// The examples of the README are run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod backtrack;
#[cfg(target_arch = "x86_64")]
mod batch;
#[cfg(test)]
mod checks;
mod engine;
mod grid;
mod kernel;
mod outcome;
#[cfg(test)]
mod pins;
mod processor;
mod propagate;
#[cfg(test)]
mod reference;
mod simd;
mod single;
mod size;
mod solver;
mod workspace;

pub use backtrack::Order;
pub use engine::Engine;
pub use grid::{
    Board, Board4x4, Board9x9, Board16x16, Board25x25, Collision, DigitError, Grid, ParseError, Unit,
};
pub use kernel::{Kernel, KernelError, Missing};
pub use outcome::{End, Outcome, Status, Tally};
pub use size::Size;
pub use solver::Solver;
pub use workspace::Workspace;
