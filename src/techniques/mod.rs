//! Solves puzzles as a person does: finds the next step, names its technique, and says how hard it is.

mod cells;
mod chains;
mod marks;
mod singles;
mod step;
mod technique;
#[cfg(test)]
mod tests;
mod words;

pub use marks::PencilMarks;
pub use step::{Link, MOST_LINKS, Step};
pub use technique::{Level, Technique};
pub use words::{Hint, UnknownTechnique};

use chains::ChainMemory;

/// Finds the next step on a board.
type Finder = fn(&PencilMarks) -> Option<Step>;

/// The techniques in the order in which they are tried.
const SCALE: &[Finder] = &[singles::full_house, singles::hidden_single, singles::naked_single];

/// Finds the next step on a board by a chain.
type ChainFinder = fn(&PencilMarks, &mut ChainMemory) -> Option<Step>;

/// The chains in the order in which they are tried.
const CHAINS: &[ChainFinder] =
    &[chains::simple_chain, chains::nishio, chains::multiple_chains, chains::dynamic_chains];

/// Finds the steps of a person. It holds the working memory of chains.
pub struct Explainer {
    chains: ChainMemory,
}

impl Explainer {
    /// Creates an explainer.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Explainer { chains: ChainMemory::EMPTY }
    }

    /// Finds the next step on a board: the first of the easiest technique that finds one.
    pub fn next_step(&mut self, marks: &PencilMarks) -> Option<Step> {
        let by_chain =
            |explainer: &mut Self| CHAINS.iter().find_map(|find| find(marks, &mut explainer.chains));
        SCALE.iter().find_map(|find| find(marks)).or_else(|| by_chain(self))
    }
}
