//! Generating and minimizing puzzles, and finding related ones.
//!
//! | file | |
//! |---|---|
//! | `full.rs` | Random full grids. |
//! | `generate.rs` | Puzzles from a seed, with a number of clues, a symmetry or a pattern. |
//! | `minimize.rs` | Minimal puzzles. |
//! | `redundant.rs` | The redundant clues of puzzles. |
//! | `visit_minimal.rs` | All minimal puzzles whose clues are a subset of a puzzle's clues. |
//! | `neighbours.rs` | The puzzles that differ from a puzzle in a few clues. |
//! | `pencil_marks.rs` | Pencil marks to which no other can be added. |
//! | `minimizer.rs` | The minimization of one puzzle: its queries, and the use of their answers. |
//! | `workspace.rs` | Many puzzles minimized at a time: their queries go to the batch engine together. |
//! | `unavoidable.rs` | Unavoidable sets, which show that a clue is needed. |
//! | `symmetry.rs`, `cell_set.rs` | Sets of cells. |

#![allow(
    clippy::needless_range_loop,
    reason = "rows, columns and digits count through several arrays at once"
)]

mod cell_set;
mod full;
mod generate;
mod minimize;
mod minimizer;
mod neighbours;
mod pencil_marks;
mod redundant;
mod symmetry;
#[cfg(test)]
mod tests;
mod unavoidable;
mod visit_minimal;
mod workspace;

pub use cell_set::CellSet;
pub use full::random_grid;
pub use generate::Generator;
pub use neighbours::Neighbours;
pub use symmetry::ClueSymmetry;
pub use workspace::GeneratorWorkspace;
