//! Chains: candidates that follow from each other.
//!
//! - `board`: candidates, and the links between them.
//! - `choose`: which of several chains is the step.
//! - `simple`: chains without branches, and cycles.
//! - `alternating`: the search for them, with the memory and the goals in `links`.
//! - `implications`: all that follows from one statement.
//! - `forcing`: contradictions, and statements that follow in every case.
//! - `nested`: the same with patterns and further chains inside, which are in `patterns` and `inside`.
//! - `names`: the links that a step shows, and the name of the chain.

mod alternating;
mod board;
mod choose;
mod forcing;
mod implications;
mod inside;
mod links;
mod names;
mod nested;
mod patterns;
mod simple;
#[cfg(test)]
pub(super) mod tests;

use super::{Level, PencilMarks, Step, TechniqueSet};
use forcing::{Family, ForcingMemory};
use links::SimpleMemory;
use nested::NestedMemory;

/// The working memory of chains.
pub(super) struct ChainMemory {
    simple: SimpleMemory,
    forcing: ForcingMemory,
    nested: NestedMemory,
}

impl ChainMemory {
    /// Sets how many statements the search for a step may find in nested chains.
    pub(super) const fn renew(&mut self, work: u64) {
        self.nested.renew(work);
    }

    pub(super) const EMPTY: ChainMemory = ChainMemory {
        simple: SimpleMemory::EMPTY,
        forcing: ForcingMemory::EMPTY,
        nested: NestedMemory::EMPTY,
    };
}

/// Finds a chain without branches, or a cycle, of those in a set.
pub(super) fn simple_chain(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    memory: &mut ChainMemory,
) -> Option<Step> {
    simple::find(marks, techniques, &mut memory.simple)
}

/// Finds a candidate that contradicts itself by the candidates of its digit.
pub(super) fn nishio(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    memory: &mut ChainMemory,
) -> Option<Step> {
    forcing::find(marks, Family::Nishio, techniques, &mut memory.forcing, &mut memory.simple.graph)
}

/// Finds what follows from all candidates of a cell, or of a digit in a unit.
pub(super) fn multiple_chains(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    memory: &mut ChainMemory,
) -> Option<Step> {
    forcing::find(marks, Family::Multiple, techniques, &mut memory.forcing, &mut memory.simple.graph)
}

/// Finds the same, and contradictions, by statements that may rest on several others.
pub(super) fn dynamic_chains(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    memory: &mut ChainMemory,
) -> Option<Step> {
    forcing::find(marks, Family::Dynamic, techniques, &mut memory.forcing, &mut memory.simple.graph)
}

/// Finds the same, with patterns and further chains inside: by level, patterns, chains, multiple chains, dynamic
/// chains, and these with patterns. Finds none if `go_on`, which is asked some thousand times a second, returns false.
pub(super) fn nested_chains<const LEVEL: u8, const INNER: u8>(
    marks: &PencilMarks,
    memory: &mut ChainMemory,
    go_on: &dyn Fn() -> bool,
) -> Option<Step> {
    nested::find(marks, LEVEL, INNER, &mut memory.nested, go_on)
}

/// Finds an XY-chain, as a technique of its own. It comes before other chains, as in HoDoKu.
pub(super) fn xy_chain(
    marks: &PencilMarks,
    _techniques: TechniqueSet,
    memory: &mut ChainMemory,
) -> Option<Step> {
    let step = simple::find_xy_chain(marks, &mut memory.simple)?;
    Some(Step { level: Level::from_tenths(63), ..step })
}
