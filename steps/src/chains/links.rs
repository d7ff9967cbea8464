//! What a search for chains without branches may use, what it looks for, and all that follows without branches.

use super::board::{CANDIDATES, CELL, Candidate, CandidateBoard, CandidateSet, SHARED};
use super::choose::Rank;
use crate::cells::{bit, each_up_to};

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

impl Links {
    /// Whether strong links of candidates that share this are used.
    pub(super) const fn has(self, shared: usize) -> bool {
        match self {
            Links::X => shared != CELL,
            Links::Y => shared == CELL,
            Links::Xy => true,
        }
    }

    /// The digits of a cell from which a search starts.
    pub(super) const fn starts(self, digits: u16) -> u16 {
        let is_start = match self {
            Links::Y => digits.count_ones() == 2,
            _ => digits.count_ones() >= 2,
        };
        if is_start { digits } else { 0 }
    }

    /// The rank of a chain or cycle with a number of statements.
    pub(super) fn rank(self, goal: ChainGoal, length: u32) -> Rank {
        match self {
            Links::X if goal == ChainGoal::Cycle => Rank::new(6.5, length, 2),
            Links::X => Rank::new(6.6, length, 2),
            Links::Y => Rank::new(6.5, length, 3),
            Links::Xy => Rank::new(7.0, length, 4),
        }
    }
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

/// With so many pairs of links, a cycle counts as one of any length.
pub(super) const MOST_PAIRS: usize = 16;

/// A set of candidates with a strong link as bits, by their numbers in a [`LinkGraph`]. Puzzles have some 100 of them.
pub(super) type LinkSet = u128;
const MOST_LINKED: usize = 128;

/// Iterates over the numbers in a set.
fn numbers(set: LinkSet) -> impl Iterator<Item = usize> {
    each_up_to::<{ MOST_LINKED - 1 }>(set)
}

/// Returns the union of the sets of some candidates.
fn after(candidates: LinkSet, sets: &[LinkSet]) -> LinkSet {
    numbers(candidates).filter_map(|on| sets.get(on)).fold(0, |all, set| all | set)
}

/// The links of a board, and all that follows from each candidate by them, whatever the way: a few instructions tell
/// where a search for a way would be in vain.
pub(super) struct LinkGraph {
    /// What it was filled with.
    board: CandidateBoard,
    links: Links,
    /// The strong links of each candidate.
    strong: [[Candidate; SHARED]; CANDIDATES],
    /// The candidates with a strong link. Others need not be made false.
    pub(super) linked: CandidateBoard,
    /// The candidates in the order of the tables below: those with a strong link come first.
    candidates: [Candidate; CANDIDATES],
    pub(super) numbers: [u16; CANDIDATES],
    count: usize,
    /// Whether the sets have room for all candidates with a strong link. If not, they are not filled.
    pub(super) is_whole: bool,
    /// Whether they are never filled, for a comparison.
    #[cfg(test)]
    pub(super) is_slow: bool,
    /// The candidates that are true by a strong link if this one is false.
    if_false: [LinkSet; MOST_LINKED],
    /// The linked candidates that are false by a weak link if this one is true.
    weak: [LinkSet; CANDIDATES],
    /// Those that are true by a weak and a strong link if this one is.
    reach: [LinkSet; CANDIDATES],
    /// Those of which this one is so reached.
    reached_from: [LinkSet; MOST_LINKED],
    /// All that are true if this one is.
    trues: [LinkSet; CANDIDATES],
}

impl LinkGraph {
    pub(super) const EMPTY: LinkGraph = LinkGraph {
        board: CandidateBoard::EMPTY,
        links: Links::X,
        strong: [[Candidate::FIRST; SHARED]; CANDIDATES],
        linked: CandidateBoard::EMPTY,
        candidates: [Candidate::FIRST; CANDIDATES],
        numbers: [0; CANDIDATES],
        count: 0,
        is_whole: false,
        #[cfg(test)]
        is_slow: false,
        if_false: [0; MOST_LINKED],
        weak: [0; CANDIDATES],
        reach: [0; CANDIDATES],
        reached_from: [0; MOST_LINKED],
        trues: [0; CANDIDATES],
    };

    /// Finds the links of a board, and all that follows.
    pub(super) fn fill(&mut self, board: &CandidateBoard, links: Links) {
        if self.links == links && self.board == *board {
            return;
        }
        (self.board, self.links, self.linked) = (board.clone(), links, CandidateBoard::EMPTY);
        board.all().iter().for_each(|candidate| self.set_strong(board, candidate));
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
        #[cfg(test)]
        {
            self.is_whole &= !self.is_slow;
        }
        self.count = count.min(CANDIDATES);
        if !self.is_whole {
            return;
        }
        for number in 0..linked_count {
            self.if_false[number] = self.strong_set(self.candidates[number]);
            self.reached_from[number] = 0;
        }
        for number in 0..self.count.min(CANDIDATES) {
            let (mut weak, mut reach) = (0, 0);
            self.linked.each_weak(self.candidates[number], links == Links::X, |other| {
                let other = self.number(other) % MOST_LINKED;
                weak |= 1 << other;
                reach |= self.if_false[other];
            });
            (self.weak[number], self.reach[number], self.trues[number]) = (weak, reach, 0);
        }
        for number in 0..linked_count {
            numbers(self.reach[number]).for_each(|on| self.reached_from[on] |= 1 << number);
        }
        // What follows from an earlier candidate is known when a later one reaches it.
        for number in 0..self.count.min(CANDIDATES) {
            let (mut trues, mut open) = (0, self.reach[number]);
            while let Some(on) = numbers(open).next() {
                trues |= 1 << on | self.trues[on];
                open = (open | self.reach[on]) & !trues;
            }
            self.trues[number] = trues;
        }
    }

    /// Writes all that each candidate makes false, by their numbers.
    pub(super) fn write_falses(&self, sets: &mut [[CandidateSet; 2]]) {
        let candidates = self.candidates.iter().take(self.count);
        for (candidate, own) in candidates.zip(&mut *sets) {
            own[0] = match self.is_whole {
                true => self.board.weak_set(*candidate, self.links == Links::X),
                false => *self.board.all(),
            };
        }
        for number in 0..if self.is_whole { self.count.min(sets.len()) } else { 0 } {
            let (mut falses, mut open) = (CandidateSet::EMPTY, self.trues[number % CANDIDATES]);
            while let Some(on) = numbers(open).next() {
                falses.insert_set(sets.get(on).map_or(self.board.all(), |further| &further[0]));
                // What follows from an earlier candidate is known.
                open &= !(1 << on | if on < number { self.trues[on] } else { 0 });
            }
            if let Some(own) = sets.get_mut(number) {
                own[0].insert_set(&falses);
            }
        }
    }

    /// Writes the strong links of a candidate, to each other candidate once.
    fn set_strong(&mut self, board: &CandidateBoard, candidate: Candidate) {
        let (mut found, mut before) = (board.strong(candidate), CandidateSet::EMPTY);
        for (shared, other) in found.iter_mut().enumerate() {
            if *other != Candidate::NONE && self.links.has(shared) && !before.contains(*other) {
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

    /// Whether there is a way to a goal, of whatever length.
    pub(super) fn leads(&self, start: Candidate, goal: ChainGoal) -> bool {
        let (number, own) = (self.number(start), self.set_of(start));
        match goal {
            ChainGoal::Cycle => self.trues[number] & own != 0,
            ChainGoal::False => self.trues[number] & self.weak[number] != 0,
            ChainGoal::True => own != 0 && after(self.if_false[number % MOST_LINKED], &self.trues) & own != 0,
        }
    }

    /// Whether there is a chain to a goal that is short enough. Takes all candidates of a length at once, so it is
    /// fast, but it finds no way.
    pub(super) fn has_chain(
        &self,
        start: Candidate,
        goal: ChainGoal,
        is_short: impl Fn(u32) -> bool,
    ) -> bool {
        if !self.is_whole || !self.leads(start, goal) {
            return !self.is_whole;
        }
        // The true candidates after which a way ends.
        let (own, seers) = (self.set_of(start), self.seers(start));
        let is_false = goal == ChainGoal::False;
        let mut last = if is_false { self.reach[self.number(start)] } else { self.strong_set(start) };
        let (mut reached, mut length) = (last, 4);
        while last != 0 && is_short(length) {
            let next = after(last, &self.reach);
            if if is_false { last & seers } else { next & own } != 0 {
                return true;
            }
            last = next & !reached;
            reached |= next;
            length += 2;
        }
        false
    }

    /// Returns the linked candidates that no cycle of up to so many pairs of links comes by. A cycle may go a way
    /// twice, or eliminate nothing. `None` if no cycle comes by one of the candidates `near`.
    pub(super) fn outside_cycles(&self, start: Candidate, near: LinkSet, most: usize) -> Option<LinkSet> {
        if !self.is_whole {
            return Some(0);
        }
        let trues = self.trues[self.number(start)];
        if !self.leads(start, ChainGoal::Cycle) || trues & near == 0 {
            return None;
        }
        // The candidates that up to so many pairs of links lead to, and those from which they lead back.
        let own = self.set_of(start);
        let (mut to, mut back) = ([own; MOST_PAIRS], [own; MOST_PAIRS]);
        for pairs in 1..MOST_PAIRS.min(most + 1) {
            to[pairs] = to[pairs - 1] | after(to[pairs - 1], &self.reach);
            back[pairs] = back[pairs - 1] | after(back[pairs - 1], &self.reached_from);
        }
        let area = if most + 1 < MOST_PAIRS {
            let back = back.iter().take(most + 1).rev();
            to.iter().zip(back).fold(0, |area, (to, back)| area | to & back)
        } else {
            numbers(trues).filter(|&on| self.trues[on] & own != 0).fold(0, |area, on| area | 1 << on)
        };
        (area & !own != 0 && (area | own) & near != 0).then_some(!area & !own)
    }

    pub(super) fn strong(&self, candidate: Candidate) -> [Candidate; SHARED] {
        self.strong.get(candidate.index()).copied().unwrap_or([Candidate::NONE; SHARED])
    }

    /// Whether a true candidate makes others true, by a weak and a strong link, than those of a set.
    pub(super) fn reaches_others(&self, on: Candidate, but: LinkSet) -> bool {
        !self.is_whole || self.reach[self.number(on)] & !but != 0
    }

    /// Whether a false candidate with a strong link makes others true than those of a set.
    pub(super) fn implies_others(&self, off: Candidate, but: LinkSet) -> bool {
        !self.is_whole || self.if_false[self.number(off) % MOST_LINKED] & !but != 0
    }

    /// Returns a candidate as a set, empty if it has no strong link.
    pub(super) fn set_of(&self, candidate: Candidate) -> LinkSet {
        bit(if self.linked.all().contains(candidate) { self.number(candidate) } else { MOST_LINKED })
    }

    /// Returns the candidates that are true by a strong link if this one is false.
    fn strong_set(&self, candidate: Candidate) -> LinkSet {
        let strong = self.strong(candidate).into_iter().filter(|other| *other != Candidate::NONE);
        strong.fold(0, |set, other| set | bit(self.number(other)))
    }

    /// Returns the linked candidates that see one, as those that it makes false.
    pub(super) fn seers(&self, candidate: Candidate) -> LinkSet {
        self.weak[self.number(candidate)]
    }

    fn number(&self, candidate: Candidate) -> usize {
        usize::from(self.numbers[candidate.index() % CANDIDATES]) % CANDIDATES
    }
}
