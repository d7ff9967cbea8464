//! What a search for chains without branches may use, what it looks for, and all that follows without branches.

use super::board::{CANDIDATES, CELL, Candidate, CandidateBoard, CandidateSet, SHARED};
use crate::cells::each;

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
    pub(super) graph: LinkGraph,
    pub(super) nodes: [ChainLink; CANDIDATES],
    pub(super) queue: [Candidate; CANDIDATES],
}

impl SimpleMemory {
    pub(super) const EMPTY: SimpleMemory = SimpleMemory {
        graph: LinkGraph::EMPTY,
        nodes: [ChainLink { via: Candidate::FIRST, from: Candidate::FIRST }; CANDIDATES],
        queue: [Candidate::FIRST; CANDIDATES],
    };
}

/// The most candidates with a strong link that a [`LinkSet`] has room for. Puzzles have some 100.
const MOST_LINKED: usize = 64 * WORDS;
const WORDS: usize = 3;

/// A set of candidates with a strong link, by their numbers in a [`LinkGraph`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct LinkSet([u64; WORDS]);

impl LinkSet {
    pub(super) const EMPTY: LinkSet = LinkSet([0; WORDS]);

    fn insert(&mut self, number: usize) {
        self.0[number / 64 % WORDS] |= 1 << (number % 64);
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        number < MOST_LINKED && self.0[number / 64 % WORDS] >> (number % 64) & 1 == 1
    }

    pub(super) fn insert_set(&mut self, other: &LinkSet) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }

    pub(super) fn remove_set(&mut self, other: &LinkSet) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own &= !other);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(super) fn intersects(&self, other: &LinkSet) -> bool {
        self.0.iter().zip(other.0).any(|(own, other)| own & other != 0)
    }

    pub(super) fn first(&self) -> Option<usize> {
        let (word, bits) = self.0.iter().enumerate().find(|(_, bits)| **bits != 0)?;
        Some(64 * word + bits.trailing_zeros() as usize)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let bits = |(word, &bits): (usize, &u64)| each(bits.into()).map(move |bit| 64 * word + bit);
        self.0.iter().enumerate().flat_map(bits)
    }
}

/// The links of a board, and all that follows from each candidate by them, whatever the way: a few instructions tell
/// where a search for a way would be in vain.
pub(super) struct LinkGraph {
    /// The strong links of each candidate.
    strong: [[Candidate; SHARED]; CANDIDATES],
    /// The candidates with a strong link. Others need not be made false.
    linked: CandidateBoard,
    /// The candidates in the order of the tables below: those with a strong link come first.
    candidates: [Candidate; CANDIDATES],
    numbers: [u16; CANDIDATES],
    /// Whether the sets have room for all candidates with a strong link. If not, they are not filled.
    is_whole: bool,
    /// The candidates that are true by a strong link if this one is false.
    if_false: [LinkSet; MOST_LINKED],
    /// Those that are true by a weak and a strong link if this one is.
    reach: [LinkSet; CANDIDATES],
    /// All that are true if this one is.
    trues: [LinkSet; CANDIDATES],
    /// All that are false if this one is true.
    falses: [CandidateSet; CANDIDATES],
}

impl LinkGraph {
    pub(super) const EMPTY: LinkGraph = LinkGraph {
        strong: [[Candidate::FIRST; SHARED]; CANDIDATES],
        linked: CandidateBoard::EMPTY,
        candidates: [Candidate::FIRST; CANDIDATES],
        numbers: [0; CANDIDATES],
        is_whole: false,
        if_false: [LinkSet::EMPTY; MOST_LINKED],
        reach: [LinkSet::EMPTY; CANDIDATES],
        trues: [LinkSet::EMPTY; CANDIDATES],
        falses: [CandidateSet::EMPTY; CANDIDATES],
    };

    /// Finds the links of a board, and all that follows.
    pub(super) fn fill(&mut self, board: &CandidateBoard, links: Links) {
        self.linked = CandidateBoard::EMPTY;
        board.all().iter().for_each(|candidate| self.set_strong(board, candidate, links));
        let (mut others, linked) = (*board.all(), *self.linked.all());
        others.remove_set(&linked);
        let mut count = 0;
        for (number, candidate) in linked.iter().chain(others.iter()).enumerate() {
            self.numbers[candidate.index() % CANDIDATES] = number as u16;
            self.candidates[number % CANDIDATES] = candidate;
            count = number + 1;
        }
        let linked_count = linked.iter().count();
        self.is_whole = linked_count <= MOST_LINKED;
        if !self.is_whole {
            return;
        }
        for number in 0..linked_count {
            self.if_false[number] = self.set_of(self.strong(self.candidates[number]).into_iter());
        }
        for number in 0..count.min(CANDIDATES) {
            let candidate = self.candidates[number];
            let (mut reach, falses) = (LinkSet::EMPTY, board.weak_set(candidate, links == Links::X));
            for off in falses.intersection(&linked).iter() {
                reach.insert_set(&self.if_false[self.number(off) % MOST_LINKED]);
            }
            (self.reach[number], self.trues[number], self.falses[number]) = (reach, LinkSet::EMPTY, falses);
        }
        // What follows from an earlier candidate is known when a later one reaches it.
        for number in 0..count.min(CANDIDATES) {
            let (mut trues, mut falses) = (LinkSet::EMPTY, self.falses[number]);
            let mut open = self.reach[number];
            while let Some(on) = open.first() {
                trues.insert(on);
                trues.insert_set(&self.trues[on]);
                falses.insert_set(&self.falses[on]);
                open.insert_set(&self.reach[on]);
                open.remove_set(&trues);
            }
            (self.trues[number], self.falses[number]) = (trues, falses);
        }
    }

    /// Writes the strong links of a candidate, to each other candidate once.
    fn set_strong(&mut self, board: &CandidateBoard, candidate: Candidate, links: Links) {
        let (mut found, mut before) = (board.strong(candidate), CandidateSet::EMPTY);
        for (shared, other) in found.iter_mut().enumerate() {
            let is_used = match links {
                Links::X => shared != CELL,
                Links::Y => shared == CELL,
                Links::Xy => true,
            };
            if *other != Candidate::NONE && is_used && !before.contains(*other) {
                before.insert(*other);
                self.linked.insert(candidate);
            } else {
                *other = Candidate::NONE;
            }
        }
        if let Some(strong) = self.strong.get_mut(candidate.index()) {
            *strong = found;
        }
    }

    /// Whether a way to a goal may exist; a cycle may go a way twice, or eliminate nothing.
    pub(super) fn has_way(&self, start: Candidate, goal: ChainGoal) -> bool {
        let number = self.number(start);
        !self.is_whole
            || match goal {
                ChainGoal::Cycle => self.trues[number].contains(number),
                ChainGoal::False => self.falses[number].contains(start),
                ChainGoal::True => {
                    number < MOST_LINKED
                        && self.if_false[number].iter().any(|on| self.trues[on].contains(number))
                }
            }
    }

    /// Returns the candidates that are true by a weak and a strong link if one of some is.
    pub(super) fn reach_of(&self, candidates: &LinkSet) -> LinkSet {
        let mut reach = LinkSet::EMPTY;
        candidates.iter().for_each(|on| reach.insert_set(&self.reach[on]));
        reach
    }

    pub(super) const fn is_whole(&self) -> bool {
        self.is_whole
    }

    pub(super) fn reach(&self, candidate: Candidate) -> &LinkSet {
        &self.reach[self.number(candidate)]
    }

    pub(super) fn trues(&self, candidate: Candidate) -> &LinkSet {
        &self.trues[self.number(candidate)]
    }

    pub(super) fn falses(&self, candidate: Candidate) -> &CandidateSet {
        &self.falses[self.number(candidate)]
    }

    pub(super) const fn linked(&self) -> &CandidateBoard {
        &self.linked
    }

    pub(super) fn strong(&self, candidate: Candidate) -> [Candidate; SHARED] {
        self.strong.get(candidate.index()).copied().unwrap_or([Candidate::NONE; SHARED])
    }

    /// Returns the linked candidates of some as a set.
    pub(super) fn set_of(&self, candidates: impl Iterator<Item = Candidate>) -> LinkSet {
        let mut set = LinkSet::EMPTY;
        candidates
            .filter(|&other| self.linked.all().contains(other))
            .for_each(|other| set.insert(self.number(other)));
        set
    }

    /// Returns the linked candidates that see one, as those that it makes false.
    pub(super) fn seers(&self, candidate: Candidate, links: Links) -> LinkSet {
        self.set_of(self.linked.weak_set(candidate, links == Links::X).iter())
    }

    fn number(&self, candidate: Candidate) -> usize {
        usize::from(self.numbers[candidate.index() % CANDIDATES]) % CANDIDATES
    }
}
