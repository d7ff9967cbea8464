#![cfg_attr(not(test), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
//! Solves 9x9 Sudokus as a person does: finds the next step, names its technique, and says how hard a puzzle is.
//!
//! ```
//! use lanedoku::Grid;
//! use lanedoku_steps::{Explainer, PencilMarks};
//!
//! let puzzle: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let mut marks = PencilMarks::new(&puzzle);
//! let mut memory = Box::new_uninit();
//! let explainer = Explainer::write_new(&mut memory);
//! while let Some(step) = explainer.next_step(&marks) {
//!     println!("{step}");
//!     marks.apply(&step);
//! }
//! assert!(marks.is_complete());
//! # Ok::<(), lanedoku::ParseError>(())
//! ```
//!
//! - [`PencilMarks`] is the board that a person works on: the digits, and the candidates of each open cell.
//! - An [`Explainer`] finds the next [`Step`] on it. It tries the easiest [`Technique`] first.
//! - A step has the candidates that decide it, the candidates that it removes, and the digit that it places. As text it
//!   is a sentence with the reason; [`Step::hint`] says less.
//! - [`Explainer::hint`] does not trust the board: it refuses one without a solution, or with several.
//! - [`Explainer::difficulty`] makes all steps of a puzzle. Its [`Difficulty`] has the [`Level`] of the hardest step.
//! - A [`LayoutExplainer`] finds singles, locked candidates, subsets and fish on [`LayoutMarks`]: boards of any
//!   [`Layout`](lanedoku::Layout), such as 6x6, diagonal or jigsaw.
//!
//! The judge is Sukaku Explainer with the techniques of Sudoku Explainer 1.2.1, whose numbers players call SER. The
//! steps, their order and their levels are the same as the judge's: of several steps of one technique, the first that
//! it comes upon in its order of units, cells and digits is made, as the later steps depend on it. The scale ends with
//! dynamic chains within dynamic chains, two levels before the judge's end; [`Explainer::set_most_work`] bounds them.

// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct StepsReadme;

mod bug;
mod cells;
mod chains;
mod difficulty;
mod eureka;
mod exclusion;
mod explainer;
mod extras;
mod fish;
mod hodoku;
mod layouts;
mod locked;
mod marks;
mod roles;
mod sentences;
mod singles;
mod step;
mod subsets;
mod technique;
#[cfg(test)]
mod tests;
mod unique;
mod wings;

pub use difficulty::{Difficulty, refusal};
pub use explainer::Explainer;
use explainer::StepVisitor;
pub use hodoku::{HodokuClass, TechniqueOrder};
pub use layouts::{LayoutExplainer, LayoutMarks, LayoutStep};
pub use marks::PencilMarks;
pub use roles::{Role, StepPart};
pub use sentences::{Hint, UnknownTechnique};
pub use step::{Link, MOST_CAUSES, MOST_LINKS, Step};
pub use technique::{Level, Technique, TechniqueSet};
