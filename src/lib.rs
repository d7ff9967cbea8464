#![cfg_attr(not(test), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "the code for lanes and slots, which no kernel of these targets has")
)]
//! A hand-tuned Sudoku solver: two SIMD engines for 9x9 boards, a propagating engine with clause learning for boards of
//! every size, and a branchless backtracking loop in Rust and in x86-64 assembly.
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
//! A [`Puzzle`] is a [`Board`] with clues, or pencil marks; a 9x9 board is a [`Grid`]. A [`Solver`] runs an [`Engine`]
//! on a [`Kernel`] and returns an [`Outcome`]. The library allocates no memory and does not need std.
//! The examples have large memory on the heap, by `boxed` of the feature `alloc`; `write_new` takes any other memory.
//!
//! - One puzzle: [`Solver::solve`]. Many: [`Solver::solve_batch`], or [`Solver::solve_lines`] for text.
//! - More than two solutions: [`Solver::count`], [`Solver::count_with`] and [`Solver::visit`].
//! - A search that stops, for a deadline or progress, and goes on: [`Search`].
//! - A size that is known only at run time: [`AnyBoard`], and [`AnyPuzzle`] for pencil marks, too.
//! - Possible digits, wrong clues and moves: [`Solver::possible`], [`Solver::wrong_clues`],
//!   [`Solver::moves_keep_solution`].
//! - Grades of given solutions: [`Board::grade`], [`grade_digits`].
//! - New puzzles: [`Generator`], [`random_grid`], [`Solver::minimize`], [`Solver::visit_neighbours`].
//! - Equivalent puzzles: [`Symmetry`], [`shuffle`], [`Grid::canonical`]. Difficulty: [`rate`].

#[cfg(feature = "alloc")]
extern crate alloc;

// Runs the examples of the page at a registry.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct Readme;

// Before the others, so that the page of `Solver` begins with its searches.
mod solver;

mod any_board;
mod backtrack;
mod batch;
mod candidates;
mod canonical;
mod cell_bits;
#[cfg(test)]
mod checks;
mod engine;
mod grade;
mod grammar;
mod grid;
mod hard;
mod kernel;
mod last_pairs;
mod layout;
mod least;
mod outcome;
mod possible;
mod processor;
mod propagate;
mod puzzle;
mod puzzles;
mod random;
mod rating;
#[cfg(test)]
mod step_counts;
// As a module, so that these tests also run where the package is alone.
#[cfg(test)]
#[allow(dead_code, reason = "the tests of modules need only some of it")]
#[path = "../tests/testkit/mod.rs"]
mod testkit;
// The SIMD engines in plain Rust. Read this module first.
#[cfg(any(test, feature = "trace"))]
#[cfg_attr(not(test), allow(dead_code, reason = "a trace needs a part of it, the tests all"))]
mod reference;
mod search;
mod single;
mod size;
mod symmetry;
#[cfg(any(test, feature = "trace"))]
pub mod trace;
mod vectors;
mod workspace;

pub use any_board::AnyBoard;
pub use backtrack::Order;
pub use candidates::{CandidatesError, parse_candidates};
pub use engine::Engine;
pub use grade::{Grade, grade_digits};
// For the messages of the other packages, so that all of them show a character in the same way. Not public API.
#[doc(hidden)]
pub use grammar::Quoted;
pub use grid::{
    Board, Board4x4, Board9x9, Board16x16, Board25x25, Collision, DigitError, Grid, ParseError, Unit,
};
#[doc(hidden)]
pub use grid::{box_drawing, is_open_row};
pub use kernel::{Kernel, KernelError, Missing};
pub use layout::{Layout, LayoutError, LayoutSolver, LayoutSymmetries, LeftClues};
pub use outcome::{End, Outcome, Status, Tally};
pub use possible::{Possible, WrongClues};
pub use puzzle::{AnyPuzzle, Puzzle, SizedPuzzle};
pub use puzzles::{CellSet, ClueSymmetry, Generator, GeneratorWorkspace, Neighbours, random_grid};
pub use rating::{RATING_SAMPLES, RATING_VERSION, Rating, rate};
pub use search::{CountParts, Search};
pub use size::Size;
pub use solver::{BuildError, Solver, SolverBuilder};
pub use symmetry::{Symmetry, shuffle};
pub use workspace::Workspace;
// For the memory of the crate `lanedoku-steps`. Not public API.
#[doc(hidden)]
pub use workspace::{Fresh, write_fresh};
