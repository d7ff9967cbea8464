//! What a search for chains without branches may use, what it looks for, and its memory.

use super::board::{CANDIDATES, Candidate, CandidateSet, SHARED};

/// The links that a search may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// All links of one digit.
    X,
    /// Strong links in cells only. It finds cycles only.
    Y,
    /// All links.
    Xy,
}

/// The goal of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChainGoal {
    /// A way from "true" back to "true".
    Cycle,
    /// A way from "true" to "false".
    False,
    /// A way from "false" to "true".
    True,
}

/// A candidate that is true in a search: the false one that it follows from, and the true one before.
#[derive(Clone, Copy)]
pub(super) struct ChainLink {
    pub(super) via: Candidate,
    pub(super) from: Candidate,
}

/// The working memory of a search.
pub(super) struct SimpleMemory {
    /// The strong links of each candidate.
    pub(super) strong: [[Candidate; SHARED]; CANDIDATES],
    /// The candidates that are true by a weak and a strong link if this one is.
    pub(super) reach: [CandidateSet; CANDIDATES],
    pub(super) nodes: [ChainLink; CANDIDATES],
    pub(super) queue: [Candidate; CANDIDATES],
}

impl SimpleMemory {
    pub(super) const EMPTY: SimpleMemory = SimpleMemory {
        strong: [[Candidate::FIRST; SHARED]; CANDIDATES],
        reach: [CandidateSet::EMPTY; CANDIDATES],
        nodes: [ChainLink { via: Candidate::FIRST, from: Candidate::FIRST }; CANDIDATES],
        queue: [Candidate::FIRST; CANDIDATES],
    };
}
