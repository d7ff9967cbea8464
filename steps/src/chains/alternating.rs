//! Alternating inference chains: ways through weak and strong links in turn.

use super::super::cells::{CellMask, bit};
use super::super::{Step, Technique, TechniqueSet};
use super::board::{Candidate, CandidateBoard, CandidateSet, Statement, peers};
use super::choose::{BestChain, Rank};
use super::links::{ChainGoal, ChainLink, LinkSet, Links, MOST_PAIRS, SimpleMemory};
use super::names::name_chain;

/// A search for ways by some links.
pub(super) struct AlternatingSearch<'a, 'b> {
    board: &'a CandidateBoard,
    links: Links,
    /// The techniques that a step may name.
    techniques: TechniqueSet,
    memory: &'a mut SimpleMemory,
    /// The candidates that are true, and their number: those in the queue.
    is_true: CandidateSet,
    end: usize,
    /// Those of them that a way need not reach again; the start may end it.
    settled: LinkSet,
    /// The candidates of which a cycle must have one, and the most pairs of links that it may have.
    near: LinkSet,
    most_pairs: usize,
    best: &'a mut BestChain<'b>,
}

impl<'a, 'b> AlternatingSearch<'a, 'b> {
    /// Prepares a search by some links.
    pub(super) fn new(
        board: &'a CandidateBoard,
        links: Links,
        techniques: TechniqueSet,
        memory: &'a mut SimpleMemory,
        best: &'a mut BestChain<'b>,
    ) -> Self {
        memory.graph.fill(board, links);
        let (is_true, settled, near) = (CandidateSet::EMPTY, 0, 0);
        let (end, most_pairs) = (0, 0);
        AlternatingSearch { board, links, techniques, memory, is_true, end, settled, near, most_pairs, best }
    }

    /// Finds what cycles must come by to be the best, before they are searched. Returns whether some may be.
    ///
    /// A candidate that a cycle eliminates sees two of the cycle's. So it leads from one to the other, backwards around
    /// the cycle, and shows itself to be false, by two statements more than the cycle has at the most.
    pub(super) fn prepare_cycles(&mut self) -> bool {
        let is_short = |length: u32| self.best.is_better(self.links.rank(ChainGoal::Cycle, length));
        let most_pairs = (1..MOST_PAIRS).take_while(|pairs| is_short(2 * *pairs as u32)).count();
        let graph = &self.memory.graph;
        let mut near = if graph.is_whole { 0 } else { LinkSet::MAX };
        for candidate in self.board.all().iter().filter(|_| graph.is_whole) {
            if graph
                .has_chain(candidate, ChainGoal::False, |length| is_short(length.saturating_sub(2).max(4)))
            {
                near |= graph.seers(candidate);
            }
        }
        (self.near, self.most_pairs) = (near, most_pairs);
        near != 0
    }

    /// Searches breadth first for the shortest way to a goal, as long as it would be the best. Of equals, the first by
    /// place is the best.
    pub(super) fn run(&mut self, start: Candidate, goal: ChainGoal, place: u16) {
        let is_short = |length| self.best.is_better(self.links.rank(goal, length).at(place));
        let settled = match goal {
            ChainGoal::Cycle => self.memory.graph.outside_cycles(start, self.near, self.most_pairs),
            _ => self.memory.graph.has_chain(start, goal, is_short).then_some(0),
        };
        let Some(settled) = settled else { return };
        let one_digit = self.links == Links::X;
        let (mut is_false, mut next) = (CandidateSet::EMPTY, 0);
        (self.is_true, self.end, self.settled) = (CandidateSet::EMPTY, 0, settled);
        // The number of statements on the way to the first goal in reach.
        let mut length = if goal == ChainGoal::True { 2 } else { 0 };
        if goal == ChainGoal::True {
            is_false.insert(start);
            for other in self.memory.graph.strong(start) {
                self.push(other, ChainLink { via: start, from: Candidate::NONE });
            }
        } else {
            // A way to its own opposite is at its end.
            if goal == ChainGoal::False {
                is_false.insert(start);
            }
            self.push(start, ChainLink { via: Candidate::NONE, from: Candidate::NONE });
        }
        // One strong link is no chain: it is that of locked candidates, which come first on the scale.
        let least = if self.techniques.is_scale() { 4 } else { 6 };
        while next < self.end {
            length += 2;
            let rank = self.links.rank(goal, length).at(place);
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
                if !self.memory.graph.reaches_others(on, self.settled) {
                    continue;
                }
                let linked = self.memory.graph.linked.weak(on, one_digit, &is_false);
                for off in linked {
                    if !self.memory.graph.implies_others(off, self.settled) {
                        continue;
                    }
                    if goal == ChainGoal::Cycle {
                        // Each way counts, for it can eliminate something else.
                        if self.is_on_the_way(on, off) {
                            continue;
                        }
                    } else {
                        is_false.insert(off);
                    }
                    for other in self.memory.graph.strong(off) {
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
            if node.from != Candidate::NONE {
                self.settled |= self.memory.graph.set_of(candidate);
            }
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
        let removed = removed_by_cycle(self.way(on).chain([last]), self.board, self.techniques.is_scale());
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

/// Returns the cells from which a cycle removes each digit: those that see a true candidate of it and a false one. As
/// in the judge, on the scale the cells of the cycle stay as they are.
pub(super) fn removed_by_cycle(
    cycle: impl Iterator<Item = Statement>,
    board: &CandidateBoard,
    is_scale: bool,
) -> [CellMask; 9] {
    let (mut seen, mut on_cycle, mut cells) = ([CandidateSet::EMPTY; 2], CandidateSet::EMPTY, 0);
    for Statement { candidate, is_true } in cycle {
        let seen = &mut seen[usize::from(is_true)];
        seen.insert_all(candidate.digit(), peers(candidate.cell()));
        if is_scale {
            cells |= bit(candidate.cell());
        } else {
            (0..9).for_each(|digit| seen.insert_all(digit, bit(candidate.cell())));
            on_cycle.insert(candidate);
        }
    }
    core::array::from_fn(|digit| {
        let seen = seen[0].places(digit) & seen[1].places(digit);
        seen & board.places(digit) & !on_cycle.places(digit) & !cells
    })
}
