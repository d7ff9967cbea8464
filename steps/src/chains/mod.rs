//! Chains: candidates that follow from each other.
//!
//! - `board`: candidates, and the links between them.
//! - `choose`: which of several chains is the step.
//! - `simple`: chains without branches, and cycles.
//! - `alternating`: the search for them, with the memory and the goals in `links`.
//! - `closure`: all that follows from one statement.
//! - `forcing`: contradictions, and statements that follow in every case.
//! - `nested`: what patterns and further chains inside add to a closure; they are in `patterns` and `inside`.
//! - `names`: the links that a step shows, and the name of the chain.

mod alternating;
mod board;
mod choose;
mod closure;
mod forcing;
mod inside;
mod links;
mod names;
mod nested;
mod patterns;
mod simple;
#[cfg(test)]
pub(super) mod tests;

use super::explainer::{StepVisitor, WantedChains};
use super::{Level, PencilMarks, Step, TechniqueSet};
use closure::Rules;
use forcing::ForcingMemory;
use links::SimpleMemory;

/// The working memory of chains.
pub(super) struct ChainMemory {
    simple: SimpleMemory,
    forcing: ForcingMemory,
}

impl ChainMemory {
    /// Sets how many statements the search for a step may find in nested chains.
    pub(super) const fn renew(&mut self, work: u64) {
        self.forcing.renew(work);
    }

    pub(super) const EMPTY: ChainMemory =
        ChainMemory { simple: SimpleMemory::EMPTY, forcing: ForcingMemory::EMPTY };
}

/// Finds a chain without branches, or a cycle, of those in a set: the best; or with a visitor, as all searches here,
/// each that the search comes upon.
pub(super) fn simple_chain(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    memory: &mut ChainMemory,
    wanted: WantedChains,
) -> Option<Step> {
    simple::find(marks, techniques, &mut memory.simple, wanted.all)
}

/// Finds a candidate that contradicts itself by the candidates of its digit.
pub(super) fn nishio(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    memory: &mut ChainMemory,
    wanted: WantedChains,
) -> Option<Step> {
    forcing::find(marks, Rules::NISHIO, techniques, memory, wanted)
}

/// Finds what follows from all candidates of a cell, or of a digit in a unit.
pub(super) fn multiple_chains(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    memory: &mut ChainMemory,
    wanted: WantedChains,
) -> Option<Step> {
    forcing::find(marks, Rules::MULTIPLE, techniques, memory, wanted)
}

/// Finds the same, and contradictions, by statements that may rest on several others; by level, with patterns, chains,
/// multiple chains, dynamic chains, and these with patterns inside. With any, it asks some thousand times a second
/// whether to go on, and finds none otherwise.
pub(super) fn dynamic_chains<const LEVEL: u8, const INNER: u8>(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    memory: &mut ChainMemory,
    wanted: WantedChains,
) -> Option<Step> {
    // With something inside, it is always as on the scale.
    let techniques = if LEVEL > 0 { TechniqueSet::SCALE } else { techniques };
    let rules = Rules::dynamic(LEVEL, INNER);
    forcing::find(marks, rules, techniques, memory, wanted)
}

/// Finds an XY-chain, as a technique of its own. It comes before other chains, as in HoDoKu.
pub(super) fn xy_chain(
    marks: &PencilMarks,
    _techniques: TechniqueSet,
    memory: &mut ChainMemory,
    wanted: WantedChains,
) -> Option<Step> {
    let own_level = |step| Step { level: Level::from_tenths(63), ..step };
    let mut own = wanted.all.map(|visit| move |step| visit(own_level(step)));
    let all = own.as_mut().map(|visit| visit as &mut StepVisitor);
    simple::find_xy_chain(marks, &mut memory.simple, all).map(own_level)
}
