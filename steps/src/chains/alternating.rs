//! Alternating inference chains: ways through weak and strong links in turn.

use super::super::cells::{bit, each};
use super::super::{Step, Technique, TechniqueSet};
use super::board::{CELL, Candidate, CandidateBoard, CandidateSet, SHARED, Statement, peers};
use super::choose::{BestChain, Rank};
use super::links::{ChainGoal, ChainLink, Links, SimpleMemory};
use super::names::name_chain;

/// A search for ways by some links.
pub(super) struct AlternatingSearch<'a> {
    board: &'a CandidateBoard,
    /// The candidates with a strong link. Others need not be made false.
    linked: CandidateBoard,
    links: Links,
    /// The techniques that a step may name.
    techniques: TechniqueSet,
    memory: &'a mut SimpleMemory,
    /// The candidates that are true, and their number: those in the queue.
    is_true: CandidateSet,
    end: usize,
    best: &'a mut BestChain,
}

impl<'a> AlternatingSearch<'a> {
    /// Prepares a search by some links.
    pub(super) fn new(
        board: &'a CandidateBoard,
        links: Links,
        techniques: TechniqueSet,
        memory: &'a mut SimpleMemory,
        best: &'a mut BestChain,
    ) -> Self {
        let (is_true, linked) = (CandidateSet::EMPTY, CandidateBoard::EMPTY);
        let mut search =
            AlternatingSearch { board, linked, links, techniques, memory, is_true, end: 0, best };
        board.all().iter().for_each(|candidate| search.set_strong(candidate));
        board.all().iter().for_each(|candidate| search.set_reach(candidate));
        search
    }

    /// Writes the strong links of a candidate, to each other candidate once.
    fn set_strong(&mut self, candidate: Candidate) {
        let (mut found, mut before) = (self.board.strong(candidate), CandidateSet::EMPTY);
        for (shared, other) in found.iter_mut().enumerate() {
            let is_used = match self.links {
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
        if let Some(strong) = self.memory.strong.get_mut(candidate.index()) {
            *strong = found;
        }
    }

    /// Writes the candidates that a candidate reaches.
    fn set_reach(&mut self, candidate: Candidate) {
        let mut reach = CandidateSet::EMPTY;
        for off in self.linked.weak(candidate, self.links == Links::X, &CandidateSet::EMPTY) {
            let strong = self.strong(off);
            strong
                .into_iter()
                .filter(|other| *other != Candidate::NONE)
                .for_each(|other| reach.insert(other));
        }
        if let Some(own) = self.memory.reach.get_mut(candidate.index()) {
            *own = reach;
        }
    }

    /// Whether there is a way to a goal that would be the best. Takes all candidates of a length at once, so it is
    /// fast, but it finds no way. A cycle may go a way twice, or eliminate nothing.
    fn may_reach(&self, start: Candidate, goal: ChainGoal) -> bool {
        let mut seers = CandidateSet::EMPTY;
        seers.insert_all(start.digit(), peers(start.cell()));
        for digit in each(if self.links == Links::X { 0 } else { self.board.digits(start.cell()).into() }) {
            if digit != start.digit() {
                seers.insert(Candidate::new(start.cell(), digit));
            }
        }
        let mut last = CandidateSet::EMPTY;
        let mut length = 0;
        if goal == ChainGoal::True {
            length = 2;
            self.strong(start)
                .into_iter()
                .filter(|other| *other != Candidate::NONE)
                .for_each(|other| last.insert(other));
        } else {
            last.insert(start);
        }
        let mut reached = last;
        while !last.is_empty() {
            length += 2;
            if !self.best.is_better(self.rank(goal, length)) {
                return false;
            }
            if goal == ChainGoal::False && length >= 4 && last.intersects(&seers) {
                return true;
            }
            let mut next = CandidateSet::EMPTY;
            for candidate in last.iter() {
                if let Some(reach) = self.memory.reach.get(candidate.index()) {
                    next.insert_set(reach);
                }
            }
            if goal != ChainGoal::False && length >= 4 && next.contains(start) {
                return true;
            }
            next.remove_set(&reached);
            reached.insert_set(&next);
            last = next;
        }
        false
    }

    /// Searches breadth first for the shortest way to a goal, as long as it would be the best.
    pub(super) fn run(&mut self, start: Candidate, goal: ChainGoal) {
        if !self.may_reach(start, goal) {
            return;
        }
        let one_digit = self.links == Links::X;
        let (mut is_false, mut next) = (CandidateSet::EMPTY, 0);
        (self.is_true, self.end) = (CandidateSet::EMPTY, 0);
        // The number of statements on the way to the first goal in reach.
        let mut length = if goal == ChainGoal::True { 2 } else { 0 };
        if goal == ChainGoal::True {
            is_false.insert(start);
            for other in self.strong(start) {
                self.push(other, ChainLink { via: start, from: Candidate::NONE });
            }
        } else {
            self.push(start, ChainLink { via: Candidate::NONE, from: Candidate::NONE });
        }
        // One strong link is no chain: it is that of locked candidates, which come first on the scale.
        let least = if self.techniques.is_scale() { 4 } else { 6 };
        while next < self.end {
            length += 2;
            let rank = self.rank(goal, length);
            if !self.best.is_better(rank) {
                return;
            }
            let layer = next..self.end;
            next = self.end;
            for place in layer {
                let Some(&on) = self.memory.queue.get(place) else { return };
                if goal == ChainGoal::False && length >= least && self.sees(on, start) {
                    return self.set_chain(on, Statement { candidate: start, is_true: false }, length, rank);
                }
                let linked = self.linked.weak(on, one_digit, &is_false);
                for off in linked {
                    if goal == ChainGoal::Cycle {
                        // Each way counts, for it can eliminate something else.
                        if self.is_on_the_way(on, off) {
                            continue;
                        }
                    } else {
                        is_false.insert(off);
                    }
                    for other in self.strong(off) {
                        if other == start && goal == ChainGoal::True {
                            self.push(start, ChainLink { via: off, from: on });
                            return self.set_chain(
                                start,
                                Statement { candidate: start, is_true: true },
                                length,
                                rank,
                            );
                        }
                        if other == start && goal == ChainGoal::Cycle && length >= 4 {
                            self.set_cycle(on, off, length, rank);
                        }
                        self.push(other, ChainLink { via: off, from: on });
                    }
                }
            }
        }
    }

    fn rank(&self, goal: ChainGoal, length: u32) -> Rank {
        match self.links {
            Links::X if goal == ChainGoal::Cycle => Rank::new(6.5, length, 2),
            Links::X => Rank::new(6.6, length, 2),
            Links::Y => Rank::new(6.5, length, 3),
            Links::Xy => Rank::new(7.0, length, 4),
        }
    }

    fn strong(&self, candidate: Candidate) -> [Candidate; SHARED] {
        self.memory.strong.get(candidate.index()).copied().unwrap_or([Candidate::NONE; SHARED])
    }

    fn node(&self, candidate: Candidate) -> ChainLink {
        let none = ChainLink { via: Candidate::NONE, from: Candidate::NONE };
        self.memory.nodes.get(candidate.index()).copied().unwrap_or(none)
    }

    /// Adds a true candidate to the queue, unless it is there or there is none.
    fn push(&mut self, candidate: Candidate, node: ChainLink) {
        if candidate == Candidate::NONE || self.is_true.contains(candidate) {
            return;
        }
        let place = (self.memory.nodes.get_mut(candidate.index()), self.memory.queue.get_mut(self.end));
        if let (Some(own), Some(last)) = place {
            (*own, *last) = (node, candidate);
            self.is_true.insert(candidate);
            self.end += 1;
        }
    }

    fn sees(&self, candidate: Candidate, other: Candidate) -> bool {
        match candidate.digit() == other.digit() {
            true => peers(candidate.cell()) & bit(other.cell()) != 0,
            false => candidate.cell() == other.cell() && self.links != Links::X,
        }
    }

    /// Whether a false candidate is on the way to a true one.
    fn is_on_the_way(&self, on: Candidate, off: Candidate) -> bool {
        let mut node = self.node(on);
        while node.from != Candidate::NONE {
            if node.via == off {
                return true;
            }
            node = self.node(node.from);
        }
        false
    }

    /// The statements on the way to a true candidate, the last one first.
    fn way(&self, on: Candidate) -> impl Iterator<Item = Statement> {
        let (mut next, mut from) = (Some(Statement { candidate: on, is_true: true }), Candidate::NONE);
        core::iter::from_fn(move || {
            let statement = next?;
            let before = if statement.is_true {
                let node = self.node(statement.candidate);
                from = node.from;
                node.via
            } else {
                from
            };
            let is_true = !statement.is_true;
            next = (before != Candidate::NONE).then_some(Statement { candidate: before, is_true });
            Some(statement)
        })
    }

    /// Sets a chain as the best: the way to a true candidate, and the statement after it, if it is another.
    fn set_chain(&mut self, on: Candidate, result: Statement, length: u32, rank: Rank) {
        let step = Step::new(Technique::AlternatingChain, 0).concluding(result, self.board);
        let last = (!result.is_true).then_some(result);
        let step = step.along(last.into_iter().chain(self.way(on)), length as usize);
        let technique = self.techniques.name_of(name_chain(&step, self.board));
        self.best.set(rank, Step { technique, ..step });
    }

    /// Sets a cycle as the best if it eliminates something: the way to a true candidate, then a false one, then the
    /// start.
    fn set_cycle(&mut self, on: Candidate, off: Candidate, length: u32, rank: Rank) {
        if !self.best.is_better(rank) {
            return;
        }
        let last = Statement { candidate: off, is_true: false };
        let (mut seen_by_true, mut seen_by_false) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
        let mut on_cycle = CandidateSet::EMPTY;
        for Statement { candidate, is_true } in self.way(on).chain([last]) {
            let seen = if is_true { &mut seen_by_true } else { &mut seen_by_false };
            seen.insert_all(candidate.digit(), peers(candidate.cell()));
            if self.techniques.is_scale() {
                // The judge leaves the cells of the cycle as they are.
                (0..9).for_each(|digit| on_cycle.insert_all(digit, bit(candidate.cell())));
            } else {
                (0..9).for_each(|digit| seen.insert_all(digit, bit(candidate.cell())));
                on_cycle.insert(candidate);
            }
        }
        let removed: [_; 9] = core::array::from_fn(|digit| {
            let seen = seen_by_true.places(digit) & seen_by_false.places(digit);
            seen & self.board.places(digit) & !on_cycle.places(digit)
        });
        if removed == [0; 9] {
            return;
        }
        let is_x = self.links == Links::X;
        let step = Step::new(if is_x { Technique::XCycle } else { Technique::ContinuousLoop }, 0);
        let step =
            removed.iter().enumerate().fold(step, |step, (digit, &cells)| step.removing(cells, 1 << digit));
        let start = self.way(on).last();
        let way = start.into_iter().chain([last]).chain(self.way(on));
        self.best.set(rank, step.along(way, length as usize + 1));
    }
}
