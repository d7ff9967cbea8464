//! The human solving steps of the library: the same sources, in a package of their own. The module compiles it for
//! size, and the searches for speed.

#![no_std]
#![allow(dead_code, unused_imports, reason = "the library uses more of the sources")]

// The library's sources, which it does not export.
#[path = "../../../src/cell_bits.rs"]
mod cell_bits;
// The techniques themselves, compiled for size here.
#[path = "../../../src/techniques/mod.rs"]
mod techniques;
// As `cell_bits`.
#[path = "../../../src/units.rs"]
mod units;

use lanedoku::{Grid, Solver, Status, Unit};
pub use techniques::{
    Difficulty, Explainer, Hint, Level, Link, MOST_LINKS, PencilMarks, Step, Technique, TechniqueSet,
    UnknownTechnique,
};
