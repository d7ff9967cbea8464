//! Making puzzles: random full grids, puzzles without a clue to spare, and what lies around a puzzle.
//!
//! | file | |
//! |---|---|
//! | `full.rs` | Random full grids. |
//! | `generate.rs` | Puzzles from a seed, with a number of clues, a symmetry or a pattern. |
//! | `minimize.rs` | Puzzles without a clue to spare, and which clues a puzzle could spare. |
//! | `inside.rs` | All minimal puzzles inside a puzzle. |
//! | `neighbours.rs` | The puzzles around a puzzle. |
//! | `pencil_marks.rs` | Pencil marks without one to spare. |
//! | `thinning.rs` | One puzzle that is being thinned out: what to ask about it, and what follows from the answer. |
//! | `workshop.rs` | Many of them side by side: their questions go to the batch engine together. |
//! | `unavoidable.rs` | Why a clue has to stay. |
//! | `symmetry.rs`, `cell_set.rs`, `cells.rs` | Sets of cells. |

#![allow(
    clippy::needless_range_loop,
    reason = "rows, columns and digits count through several arrays at once"
)]

mod cell_set;
mod cells;
mod full;
mod generate;
mod inside;
mod minimize;
mod neighbours;
mod pencil_marks;
mod symmetry;
#[cfg(test)]
mod tests;
mod thinning;
mod unavoidable;
mod workshop;

pub use cell_set::CellSet;
pub use full::random_grid;
pub use generate::Generator;
pub use neighbours::Neighbours;
pub use symmetry::ClueSymmetry;
pub use workshop::Workshop;
