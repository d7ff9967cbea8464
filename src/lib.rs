#![cfg_attr(not(test), no_std)]
#![doc = include_str!("../README.md")]

mod backtrack;
mod engine;
mod grid;
mod kernel;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod node;
mod outcome;
mod processor;
mod simd;
mod solver;
mod workspace;

pub use backtrack::Order;
pub use engine::Engine;
pub use grid::{
    Board, Board4x4, Board9x9, Board16x16, Board25x25, Collision, DigitError, Grid, ParseError, Unit,
};
pub use kernel::{Kernel, KernelError, Missing};
pub use outcome::{End, Outcome, Status, Tally};
pub use solver::Solver;
pub use workspace::Workspace;
