//! The chains inside another chain: all chains without branches on the board that it leaves.

use super::super::Technique;
use super::super::cells::{CellMask, bit, each};
use super::board::{BOX, CANDIDATES, CELL, Candidate, CandidateBoard, CandidateSet, SHARED, Statement};
use super::board::{around, peers};
use super::choose::Rank;
use super::links::{ChainGoal, Links};
use super::nested::{identify, mix, order_as_in_a_table};

/// The most chains inside that are kept at once, and the most candidates that they rest on together.
const MOST_CHAINS: usize = 768;
const MOST_PARENTS: usize = 8192;

/// A chain inside.
#[derive(Clone, Copy)]
struct InnerChain {
    rank: Rank,
    technique: Technique,
    length: u16,
    identity: u64,
    /// Its places in the list of parents.
    first: u16,
    end: u16,
}

/// The best chain inside for each candidate that one removes.
pub(super) struct Found {
    /// The number of the chain, and the place of the candidate among those that it removes.
    best: [(u16, u16); CANDIDATES],
    chains: [InnerChain; MOST_CHAINS],
    count: usize,
    parents: [Candidate; MOST_PARENTS],
    parent_count: usize,
    /// The parents of the last chain.
    last: CandidateSet,
    /// All candidates that are removed, in their order.
    removed: [Candidate; CANDIDATES],
    removed_count: usize,
}

/// A chain inside, what it rests on, and what it removes that none before it does.
pub(super) struct Group<'a> {
    pub(super) technique: Technique,
    pub(super) length: u16,
    pub(super) identity: u64,
    pub(super) parents: &'a [Candidate],
    pub(super) removed: &'a [Candidate],
}

const NO_CHAIN: u16 = u16::MAX;

impl Found {
    pub(super) const EMPTY: Found = Found {
        best: [(0, 0); CANDIDATES],
        chains: [InnerChain {
            rank: Rank::LEAST,
            technique: Technique::FullHouse,
            length: 0,
            identity: 0,
            first: 0,
            end: 0,
        }; MOST_CHAINS],
        count: 0,
        parents: [Candidate::FIRST; MOST_PARENTS],
        parent_count: 0,
        last: CandidateSet::EMPTY,
        removed: [Candidate::FIRST; CANDIDATES],
        removed_count: 0,
    };

    pub(super) fn clear(&mut self) {
        self.best = [(NO_CHAIN, 0); CANDIDATES];
        (self.count, self.parent_count, self.removed_count) = (0, 0, 0);
    }

    /// Whether a chain of this rank would be the best for some of a cell's candidates.
    pub(super) fn is_better(&self, cell: usize, digits: u16, rank: Rank) -> bool {
        each(digits.into()).any(|digit| self.is_best(Candidate::new(cell, digit), rank))
    }

    fn is_best(&self, candidate: Candidate, rank: Rank) -> bool {
        let before = self.best.get(candidate.index()).and_then(|best| self.chains.get(usize::from(best.0)));
        before.is_none_or(|before| rank < before.rank)
    }

    /// Begins a chain.
    pub(super) fn begin(&mut self, rank: Rank, technique: Technique, length: u16, identity: u64) {
        self.last = CandidateSet::EMPTY;
        if let Some(chain) = self.chains.get_mut(self.count) {
            let first = self.parent_count as u16;
            *chain = InnerChain { rank, technique, length, identity, first, end: first };
        }
    }

    /// Lets it rest on the candidates that left the board: those of a candidate's cell, or of its digit in a unit.
    pub(super) fn rest_on(
        &mut self,
        candidate: Candidate,
        shared: usize,
        board: &CandidateBoard,
        source: &CandidateBoard,
    ) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        if shared == CELL {
            for digit in each((source.digits(cell) & !board.digits(cell)).into()) {
                self.last.insert(Candidate::new(cell, digit));
            }
        } else {
            let gone = source.places(digit) & !board.places(digit) & around(cell, shared);
            self.last.insert_all(digit, gone);
        }
    }

    /// Ends it: it removes these candidates. It counts if it rests on some, and is the best for some.
    pub(super) fn end(&mut self, removed: impl Iterator<Item = Candidate>) {
        let Some(&InnerChain { rank, .. }) = self.chains.get(self.count) else { return };
        if self.last.is_empty() {
            return;
        }
        let mut is_used = false;
        for (place, candidate) in removed.enumerate() {
            if self.is_best(candidate, rank) {
                let Some(best) = self.best.get_mut(candidate.index()) else { return };
                if best.0 == NO_CHAIN {
                    if let Some(last) = self.removed.get_mut(self.removed_count) {
                        *last = candidate;
                        self.removed_count += 1;
                    }
                }
                *best = (self.count as u16, place as u16);
                is_used = true;
            }
        }
        if is_used {
            let own = self.parents.get_mut(self.parent_count..).unwrap_or_default();
            let count = own.iter_mut().zip(self.last.iter()).map(|(own, parent)| *own = parent).count();
            self.parent_count += count;
            if let Some(chain) = self.chains.get_mut(self.count) {
                chain.end = self.parent_count as u16;
            }
            self.count += 1;
        }
    }

    /// Puts what is removed in its order: the best chain first, of equals the first.
    pub(super) fn sort(&mut self) {
        let Found { best, chains, removed, removed_count, .. } = self;
        let key = |candidate: &Candidate| {
            let (chain, place) = best.get(candidate.index()).copied().unwrap_or_default();
            (chains.get(usize::from(chain)).map(|chain| chain.rank), chain, place)
        };
        if let Some(removed) = removed.get_mut(..*removed_count) {
            removed.sort_unstable_by(|one, other| {
                key(one).partial_cmp(&key(other)).unwrap_or(core::cmp::Ordering::Equal)
            });
        }
    }

    /// The chains with what they remove.
    pub(super) fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        let chain = |candidate: &Candidate| self.best.get(candidate.index()).map(|best| usize::from(best.0));
        let removed = self.removed.get(..self.removed_count).unwrap_or_default();
        removed.chunk_by(move |one, other| chain(one) == chain(other)).filter_map(move |removed| {
            let &InnerChain { technique, length, identity, first, end, .. } =
                self.chains.get(chain(removed.first()?)?)?;
            let parents = self.parents.get(first.into()..end.into())?;
            Some(Group { technique, length, identity, parents, removed })
        })
    }
}

/// A true candidate on a way.
#[derive(Clone, Copy)]
struct InnerNode {
    /// The false candidate that it follows from, and what they share.
    via: Candidate,
    strong: u8,
    /// The true candidate before, and what the two share.
    from: Candidate,
    weak: u8,
}

const NO_STEP: InnerNode = InnerNode { via: Candidate::NONE, strong: 0, from: Candidate::NONE, weak: 0 };

/// The working memory.
pub(super) struct InnerMemory {
    strong: [[Candidate; SHARED]; CANDIDATES],
    nodes: [InnerNode; CANDIDATES],
    queue: [Candidate; CANDIDATES],
    /// How many statements the search for a step may still find, in all chains together.
    pub(super) work: u64,
}

impl InnerMemory {
    pub(super) const EMPTY: InnerMemory = InnerMemory {
        strong: [[Candidate::FIRST; SHARED]; CANDIDATES],
        nodes: [InnerNode { via: Candidate::FIRST, from: Candidate::FIRST, ..NO_STEP }; CANDIDATES],
        queue: [Candidate::FIRST; CANDIDATES],
        work: 0,
    };
}

/// Finds the best cycles and chains without branches for all candidates.
pub(super) fn inner_chains(
    board: &CandidateBoard,
    source: &CandidateBoard,
    memory: &mut InnerMemory,
    found: &mut Found,
) {
    for links in [Links::X, Links::Y, Links::Xy] {
        let (linked, is_true) = (CandidateBoard::EMPTY, CandidateSet::EMPTY);
        let mut search = InnerSearch { board, source, links, memory, found, linked, is_true, end: 0 };
        board.all().iter().for_each(|candidate| search.set_strong(candidate));
        for cell in 0..81 {
            let digits = board.digits(cell);
            let is_start = match links {
                Links::Y => digits.count_ones() == 2,
                _ => digits.count_ones() >= 2,
            };
            for digit in each(if is_start { digits.into() } else { 0 }) {
                let start = Candidate::new(cell, digit);
                search.run(start, ChainGoal::Cycle);
                if links != Links::Y {
                    search.run(start, ChainGoal::False);
                    search.run(start, ChainGoal::True);
                }
            }
        }
    }
}

struct InnerSearch<'a> {
    board: &'a CandidateBoard,
    source: &'a CandidateBoard,
    links: Links,
    memory: &'a mut InnerMemory,
    found: &'a mut Found,
    /// The candidates with a strong link. Others need not be made false.
    linked: CandidateBoard,
    /// The candidates that are true: those in the queue.
    is_true: CandidateSet,
    end: usize,
}

impl InnerSearch<'_> {
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

    fn strong(&self, candidate: Candidate) -> impl Iterator<Item = (usize, Candidate)> + use<> {
        let strong = self.memory.strong.get(candidate.index()).copied().unwrap_or([Candidate::NONE; SHARED]);
        strong.into_iter().enumerate().filter(|(_, other)| *other != Candidate::NONE)
    }

    fn node(&self, candidate: Candidate) -> InnerNode {
        self.memory.nodes.get(candidate.index()).copied().unwrap_or(NO_STEP)
    }

    fn push(&mut self, candidate: Candidate, node: InnerNode) {
        let place = (self.memory.nodes.get_mut(candidate.index()), self.memory.queue.get_mut(self.end));
        if let ((Some(own), Some(last)), false) = (place, self.is_true.contains(candidate)) {
            (*own, *last) = (node, candidate);
            self.is_true.insert(candidate);
            self.end += 1;
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

    /// What two candidates share, as the judge looks for it.
    fn weak(&self, one: Candidate, other: Candidate) -> Option<usize> {
        if one.digit() != other.digit() {
            return (one.cell() == other.cell() && self.links != Links::X).then_some(CELL);
        }
        let is_other = one.cell() != other.cell();
        (BOX..SHARED).find(|&shared| is_other && around(one.cell(), shared) & bit(other.cell()) != 0)
    }

    /// Searches breadth first: for all cycles, or for the first chain, as long as it would be the best.
    fn run(&mut self, start: Candidate, goal: ChainGoal) {
        let one_digit = self.links == Links::X;
        let (mut is_false, mut next) = (CandidateSet::EMPTY, 0);
        (self.is_true, self.end) = (CandidateSet::EMPTY, 0);
        let others = self.board.digits(start.cell()) & !(1 << start.digit());
        let (mut length, removed) = match goal {
            ChainGoal::True => (2, others),
            _ => (0, 1 << start.digit()),
        };
        if goal == ChainGoal::True {
            is_false.insert(start);
            for (shared, other) in self.strong(start) {
                self.push(other, InnerNode { via: start, strong: shared as u8, ..NO_STEP });
            }
        } else {
            self.push(start, NO_STEP);
        }
        while next < self.end {
            length += 2;
            self.memory.work = self.memory.work.saturating_sub((self.end - next) as u64);
            if self.memory.work == 0 {
                return;
            }
            let rank = self.rank(goal, length);
            if goal != ChainGoal::Cycle && !self.found.is_better(start.cell(), removed, rank) {
                return;
            }
            let layer = next..self.end;
            next = self.end;
            for place in layer {
                let Some(&on) = self.memory.queue.get(place) else { return };
                if goal == ChainGoal::False && length >= 4 && self.weak(on, start).is_some() {
                    return self.set_chain(
                        on,
                        None,
                        Statement { candidate: start, is_true: false },
                        rank,
                        length,
                    );
                }
                for off in self.linked.weak(on, one_digit, &is_false) {
                    if goal == ChainGoal::Cycle {
                        if self.way(on).any(|(_, node)| node.via == off) {
                            continue;
                        }
                    } else {
                        is_false.insert(off);
                    }
                    for (shared, other) in self.strong(off) {
                        let weak = self.weak(on, off).unwrap_or_default() as u8;
                        let node = InnerNode { via: off, strong: shared as u8, from: on, weak };
                        if other != start || goal == ChainGoal::False {
                            self.push(other, node);
                        } else if goal == ChainGoal::True {
                            let result = Statement { candidate: start, is_true: true };
                            return self.set_chain(on, Some(node), result, rank, length);
                        } else if length >= 4 {
                            self.set_cycle(start, node, rank, length);
                        }
                    }
                }
            }
        }
    }

    /// The true candidates on the way to one, itself included, the last one first.
    fn way(&self, on: Candidate) -> impl Iterator<Item = (Candidate, InnerNode)> {
        let mut next = on;
        core::iter::from_fn(move || {
            let own = (next != Candidate::NONE).then(|| (next, self.node(next)))?;
            next = own.1.from;
            Some(own)
        })
    }

    /// Begins a chain, which goes from a true candidate on to a result. Returns the sum of its statements.
    fn begin(&mut self, on: Candidate, last: Option<InnerNode>, result: Statement, rank: Rank, length: u32) {
        let sum = |all: u64, candidate, is_true| all.wrapping_add(identify(Statement { candidate, is_true }));
        let all =
            self.way(on).fold(identify(result), |all, (on, node)| sum(sum(all, on, true), node.via, false));
        let all = last.map_or(all, |node| sum(all, node.via, false));
        self.found.begin(rank, Technique::AlternatingChain, length as u16, mix(all ^ identify(result)));
    }

    /// Lets the chain rest on what makes its strong links.
    fn rest_on_links(&mut self, on: Candidate, is_cycle: bool) {
        let mut next = on;
        while next != Candidate::NONE {
            let node = self.node(next);
            if node.via != Candidate::NONE {
                self.found.rest_on(next, node.strong.into(), self.board, self.source);
            }
            // The judge takes the links of a cycle for strong ones backwards.
            if is_cycle && node.from != Candidate::NONE {
                self.found.rest_on(node.via, node.weak.into(), self.board, self.source);
            }
            next = node.from;
        }
    }

    fn set_chain(
        &mut self,
        on: Candidate,
        last: Option<InnerNode>,
        result: Statement,
        rank: Rank,
        length: u32,
    ) {
        let (cell, digit) = (result.candidate.cell(), result.candidate.digit());
        let removed = if result.is_true { self.board.digits(cell) & !(1 << digit) } else { 1 << digit };
        self.begin(on, last, result, rank, length);
        self.rest_on_links(on, false);
        if let Some(node) = last {
            self.found.rest_on(result.candidate, node.strong.into(), self.board, self.source);
        }
        self.found.end(each(removed.into()).map(|digit| Candidate::new(cell, digit)));
    }

    /// Sets a cycle: its start follows from a last false candidate.
    fn set_cycle(&mut self, start: Candidate, last: InnerNode, rank: Rank, length: u32) {
        let (mut seen_by_true, mut seen_by_false, mut cells) = (CandidateSet::EMPTY, CandidateSet::EMPTY, 0);
        let mut see = |candidate: Candidate, is_true: bool| {
            if candidate != Candidate::NONE {
                let seen = if is_true { &mut seen_by_true } else { &mut seen_by_false };
                seen.insert_all(candidate.digit(), peers(candidate.cell()));
                cells |= bit(candidate.cell());
            }
        };
        see(last.via, false);
        self.way(last.from).for_each(|(on, node)| {
            see(on, true);
            see(node.via, false);
        });
        let removed: [CellMask; 9] = core::array::from_fn(|digit| {
            seen_by_true.places(digit) & seen_by_false.places(digit) & self.board.places(digit) & !cells
        });
        let is_best = |(digit, cells): (usize, &CellMask)| {
            each(*cells).any(|cell| self.found.is_best(Candidate::new(cell, digit), rank))
        };
        if !removed.iter().enumerate().any(is_best) {
            return;
        }
        // The start is the last true one on the way, and the first that the judge looks at.
        let (mut list, mut count, mut done) = ([Candidate::NONE; CANDIDATES], 0, 0);
        let order = [start].into_iter().chain(self.way(last.from).map(|(on, _)| on));
        for on in order {
            let seen = removed.get(on.digit()).copied().unwrap_or_default() & peers(on.cell()) & !done;
            done |= seen;
            for cell in each(seen) {
                let digits = (0..9).filter(|digit| removed[*digit] & bit(cell) != 0);
                for (own, digit) in list.iter_mut().skip(count).zip(digits) {
                    *own = Candidate::new(cell, digit);
                    count += 1;
                }
            }
        }
        let list = list.get_mut(..count).unwrap_or_default();
        order_as_in_a_table(list);
        self.begin(last.from, Some(last), Statement { candidate: start, is_true: true }, rank, length);
        self.rest_on_links(last.from, true);
        self.found.rest_on(start, last.strong.into(), self.board, self.source);
        self.found.rest_on(last.via, last.weak.into(), self.board, self.source);
        self.found.end(list.iter().copied());
    }
}
