#![cfg_attr(not(test), no_std)]
#![doc = include_str!("../README.md")]

mod backtrack;
mod grid;
mod kernel;
mod outcome;
#[cfg(assembly)]
mod processor;
mod solver;

pub use backtrack::Order;
pub use grid::{
    Board, Board4x4, Board9x9, Board16x16, Board25x25, Collision, DigitError, Grid, ParseError, Unit,
};
pub use kernel::{Kernel, KernelError, Missing};
pub use outcome::{End, Outcome, Status, Tally};
pub use solver::Solver;
