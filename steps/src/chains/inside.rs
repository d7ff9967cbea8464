//! The chains inside another chain: all chains without branches on the board that it leaves.

use super::super::Technique;
use super::super::cells::{CellMask, bit, each};
use super::alternating::removed_by_cycle;
use super::board::{BOX, CANDIDATES, CELL, Candidate, CandidateBoard, CandidateSet, SHARED, Statement};
use super::board::{around, has, insert, numbers, peers, sort_by_key};
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
pub(super) struct InnerFinds {
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
pub(super) struct FoundChain<'a> {
    pub(super) technique: Technique,
    pub(super) length: u16,
    pub(super) identity: u64,
    pub(super) parents: &'a [Candidate],
    pub(super) removed: &'a [Candidate],
}

const NO_CHAIN: u16 = u16::MAX;

impl InnerFinds {
    pub(super) const EMPTY: InnerFinds = InnerFinds {
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
                if let (NO_CHAIN, Some(last)) = (best.0, self.removed.get_mut(self.removed_count)) {
                    *last = candidate;
                    self.removed_count += 1;
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
        let InnerFinds { best, chains, removed, removed_count, .. } = self;
        let key = |candidate: Candidate| {
            let (chain, place) = best.get(candidate.index()).copied().unwrap_or_default();
            (chains.get(usize::from(chain)).map(|chain| chain.rank), chain, place)
        };
        if let Some(removed) = removed.get_mut(..*removed_count) {
            sort_by_key(removed, key);
        }
    }

    /// The chains with what they remove.
    pub(super) fn groups(&self) -> impl Iterator<Item = FoundChain<'_>> {
        let chain = |candidate: &Candidate| self.best.get(candidate.index()).map(|best| usize::from(best.0));
        let removed = self.removed.get(..self.removed_count).unwrap_or_default();
        let mut place = 0;
        core::iter::from_fn(move || {
            let rest = removed.get(place..)?;
            let own = chain(rest.first()?)?;
            let count = rest.iter().take_while(|candidate| chain(candidate) == Some(own)).count();
            place += count;
            let &InnerChain { technique, length, identity, first, end, .. } = self.chains.get(own)?;
            let parents = self.parents.get(first.into()..end.into())?;
            Some(FoundChain { technique, length, identity, parents, removed: rest.get(..count)? })
        })
    }
}

/// The number of no candidate.
const NO_NUMBER: u8 = u8::MAX;
/// The most candidates with a strong link, and the number of a start without one. Further links are left out.
const MOST_LINKED: usize = 254;
const NUMBERS: usize = 256;

/// A set of candidates with a strong link, by their numbers.
type LinkedSet = [u64; 4];

/// A candidate with a strong link.
#[derive(Clone, Copy)]
struct Linked {
    candidate: Candidate,
    /// The candidates that are true if it is false, by what they share.
    strong: [u8; SHARED],
    strong_set: LinkedSet,
    /// The candidates that are false if it is true, in their order.
    weak: [u8; 28],
    weak_count: u8,
    /// The candidates that are true by a weak and a strong link if it is.
    reach: LinkedSet,
    /// On a way: the false candidate that it follows from, what they share, and the true one before.
    via: u8,
    shared: u8,
    from: u8,
}

/// The working memory.
pub(super) struct InnerMemory {
    numbers: [u8; CANDIDATES],
    linked: [Linked; NUMBERS],
    queue: [u8; NUMBERS],
    /// How many statements the search for a step may still find, in all chains together.
    pub(super) work: u64,
}

impl InnerMemory {
    const NONE: Linked = Linked {
        candidate: Candidate::FIRST,
        strong: [0; SHARED],
        strong_set: [0; 4],
        weak: [0; 28],
        weak_count: 0,
        reach: [0; 4],
        via: 0,
        shared: 0,
        from: 0,
    };
    pub(super) const EMPTY: InnerMemory =
        InnerMemory { numbers: [0; CANDIDATES], linked: [Self::NONE; NUMBERS], queue: [0; NUMBERS], work: 0 };
}

/// Finds the best cycles and chains without branches for all candidates.
pub(super) fn inner_chains(
    board: &CandidateBoard,
    source: &CandidateBoard,
    memory: &mut InnerMemory,
    found: &mut InnerFinds,
) {
    for links in [Links::X, Links::Y, Links::Xy] {
        let mut search = InnerSearch { board, source, links, memory, found, is_true: [0; 4], end: 0 };
        search.link();
        for cell in 0..81 {
            for digit in each(links.starts(board.digits(cell)).into()) {
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
    found: &'a mut InnerFinds,
    /// The candidates that are true: those in the queue.
    is_true: LinkedSet,
    end: usize,
}

impl InnerSearch<'_> {
    /// Writes the links.
    fn link(&mut self) {
        self.memory.numbers = [NO_NUMBER; CANDIDATES];
        let strong = |candidate| {
            let links = self.links;
            let strong = self.board.strong(candidate).into_iter().enumerate();
            strong.filter(move |&(shared, other)| other != Candidate::NONE && links.has(shared))
        };
        let mut count = 0;
        for candidate in self.board.all().iter().filter(|candidate| strong(*candidate).next().is_some()) {
            let place = self.memory.numbers.get_mut(candidate.index());
            if let (Some(number), Some(own), true) =
                (place, self.memory.linked.get_mut(count), count < MOST_LINKED)
            {
                (*number, own.candidate) = (count as u8, candidate);
                count += 1;
            }
        }
        for number in 0..count {
            let mut own = self.memory.linked[number % NUMBERS];
            (own.strong, own.strong_set) = ([NO_NUMBER; SHARED], [0; 4]);
            for (shared, other) in strong(own.candidate) {
                let other = self.number(other);
                // To each other candidate once.
                if other != NO_NUMBER && !has(&own.strong_set, other.into()) {
                    own.strong[shared % SHARED] = other;
                    insert(&mut own.strong_set, other.into());
                }
            }
            self.memory.linked[number % NUMBERS] = own;
        }
        for number in 0..count {
            self.link_weakly(number);
        }
    }

    /// Writes the weak links of a candidate, and what it reaches.
    fn link_weakly(&mut self, number: usize) {
        let mut own = self.memory.linked[number % NUMBERS];
        (own.weak_count, own.reach) = (0, [0; 4]);
        for off in self.board.weak(own.candidate, self.links == Links::X, &CandidateSet::EMPTY) {
            let off = self.number(off);
            if let (Some(place), true) = (own.weak.get_mut(usize::from(own.weak_count)), off != NO_NUMBER) {
                *place = off;
                own.weak_count += 1;
                own.reach.iter_mut().zip(self.linked(off).strong_set).for_each(|(own, bits)| *own |= bits);
            }
        }
        self.memory.linked[number % NUMBERS] = own;
    }

    fn number(&self, candidate: Candidate) -> u8 {
        self.memory.numbers.get(candidate.index()).copied().unwrap_or(NO_NUMBER)
    }

    fn linked(&self, number: u8) -> &Linked {
        &self.memory.linked[usize::from(number)]
    }

    fn candidate(&self, number: u8) -> Candidate {
        self.linked(number).candidate
    }

    fn push(&mut self, number: u8, via: u8, shared: usize, from: u8) {
        let own = &mut self.memory.linked[usize::from(number)];
        if let (Some(last), false) = (self.memory.queue.get_mut(self.end), has(&self.is_true, number.into()))
        {
            (own.via, own.shared, own.from, *last) = (via, shared as u8, from, number);
            insert(&mut self.is_true, number.into());
            self.end += 1;
        }
    }

    /// What two candidates share, as the judge looks for it.
    fn shared(&self, one: u8, other: u8) -> usize {
        let (one, other) = (self.candidate(one), self.candidate(other));
        if one.digit() != other.digit() {
            return CELL;
        }
        (BOX..SHARED).find(|&shared| around(one.cell(), shared) & bit(other.cell()) != 0).unwrap_or(CELL)
    }

    /// Whether there is a chain that would be the best. Takes all candidates of a length at once.
    fn has_chain(&self, start: u8, goal: ChainGoal, removed: u16) -> bool {
        let (first, cell) = (self.linked(start), self.candidate(start).cell());
        let mut seers = [0; 4];
        first.weak.iter().take(first.weak_count.into()).for_each(|seer| insert(&mut seers, (*seer).into()));
        let (mut length, mut last) = match goal {
            ChainGoal::True => (4, first.strong_set),
            _ => (4, first.reach),
        };
        let mut reached = last;
        while last != [0; 4] {
            if !self.found.is_better(cell, removed, self.links.rank(goal, length)) {
                return false;
            }
            if goal == ChainGoal::False && last.iter().zip(&seers).any(|(last, seers)| last & seers != 0) {
                return true;
            }
            let mut next = [0; 4];
            for number in numbers(&last) {
                next.iter_mut().zip(self.linked(number as u8).reach).for_each(|(next, bits)| *next |= bits);
            }
            if goal == ChainGoal::True && has(&next, start.into()) {
                return true;
            }
            for (next, reached) in next.iter_mut().zip(&mut reached) {
                *next &= !*reached;
                *reached |= *next;
            }
            (last, length) = (next, length + 2);
        }
        false
    }

    /// Searches breadth first: for all cycles, or for the first chain, as long as it would be the best.
    fn run(&mut self, first: Candidate, goal: ChainGoal) {
        let mut start = self.number(first);
        if start == NO_NUMBER {
            if goal != ChainGoal::False {
                return;
            }
            self.memory.linked[MOST_LINKED] = Linked { candidate: first, ..InnerMemory::NONE };
            self.link_weakly(MOST_LINKED);
            start = MOST_LINKED as u8;
        }
        let result = Statement { candidate: first, is_true: goal == ChainGoal::True };
        let removed = result.removes(self.board);
        if goal != ChainGoal::Cycle && !self.has_chain(start, goal, removed) {
            return;
        }
        let (mut is_false, mut next, mut length) = ([0; 4], 0, 0);
        (self.is_true, self.end) = ([0; 4], 0);
        if goal == ChainGoal::True {
            length = 2;
            insert(&mut is_false, start.into());
            for (shared, other) in self.linked(start).strong.into_iter().enumerate() {
                if other != NO_NUMBER {
                    self.push(other, start, shared, NO_NUMBER);
                }
            }
        } else {
            self.push(start, NO_NUMBER, CELL, NO_NUMBER);
        }
        while next < self.end && self.memory.work > 0 {
            length += 2;
            self.memory.work = self.memory.work.saturating_sub((self.end - next) as u64);
            let rank = self.links.rank(goal, length);
            let layer = next..self.end;
            next = self.end;
            for place in layer {
                let on = self.memory.queue[place % NUMBERS];
                let Linked { weak, weak_count, .. } = *self.linked(on);
                let weak = weak.get(..weak_count.into()).unwrap_or_default();
                if goal == ChainGoal::False && length >= 4 && self.sees(on, start) {
                    return self.set_chain(on, None, result, rank, length);
                }
                for &off in weak {
                    let strong_set = self.linked(off).strong_set;
                    let ends = goal != ChainGoal::False && has(&strong_set, start.into());
                    let is_new = strong_set.iter().zip(&self.is_true).any(|(new, old)| new & !old != 0);
                    if !ends && !is_new || has(&is_false, off.into()) {
                        continue;
                    }
                    if goal != ChainGoal::Cycle {
                        insert(&mut is_false, off.into());
                    } else if self.way(on).any(|number| self.linked(number).via == off) {
                        continue;
                    }
                    for (shared, other) in self.linked(off).strong.into_iter().enumerate() {
                        if other == NO_NUMBER {
                            continue;
                        }
                        if other != start || goal == ChainGoal::False {
                            self.push(other, off, shared, on);
                        } else if goal == ChainGoal::True {
                            return self.set_chain(on, Some((off, shared)), result, rank, length);
                        } else if length >= 4 {
                            self.set_cycle(start, on, (off, shared), rank, length);
                        }
                    }
                }
            }
        }
    }

    fn sees(&self, one: u8, other: u8) -> bool {
        let Linked { weak, weak_count, .. } = self.linked(other);
        weak.iter().take(usize::from(*weak_count)).any(|seer| *seer == one)
    }

    /// The true candidates on the way to one, itself included, the last one first.
    fn way(&self, on: u8) -> impl Iterator<Item = u8> {
        let mut next = on;
        core::iter::from_fn(move || {
            let own = (next != NO_NUMBER).then_some(next)?;
            next = self.linked(own).from;
            Some(own)
        })
    }

    /// The statements on the way to a true candidate, the last one first.
    fn statements(&self, on: u8) -> impl Iterator<Item = Statement> {
        let all = self.way(on).flat_map(|on| [(on, true), (self.linked(on).via, false)]);
        all.filter(|(number, _)| *number != NO_NUMBER)
            .map(|(number, is_true)| Statement { candidate: self.candidate(number), is_true })
    }

    /// Begins a chain, which goes from a true candidate on to a result, by a last false one.
    fn begin(&mut self, on: u8, last: Option<(u8, usize)>, result: Statement, rank: Rank, length: u32) {
        let last = last.map(|(off, _)| Statement { candidate: self.candidate(off), is_true: false });
        let statements = self.statements(on).chain(last);
        let all = statements.fold(identify(result), |all, own| all.wrapping_add(identify(own)));
        self.found.begin(rank, Technique::AlternatingChain, length as u16, mix(all ^ identify(result)));
    }

    /// Lets the chain rest on what makes its strong links.
    fn rest_on_links(&mut self, on: u8, is_cycle: bool) {
        let mut next = on;
        while next != NO_NUMBER {
            let Linked { candidate, via, shared, from, .. } = *self.linked(next);
            if via != NO_NUMBER {
                self.found.rest_on(candidate, shared.into(), self.board, self.source);
            }
            if is_cycle && from != NO_NUMBER {
                self.rest_on_weak(from, via);
            }
            next = from;
        }
    }

    /// The judge takes the weak links of a cycle for strong ones backwards.
    fn rest_on_weak(&mut self, on: u8, off: u8) {
        let shared = self.shared(on, off);
        self.found.rest_on(self.candidate(off), shared, self.board, self.source);
    }

    fn set_chain(&mut self, on: u8, last: Option<(u8, usize)>, result: Statement, rank: Rank, length: u32) {
        let (cell, removed) = (result.candidate.cell(), result.removes(self.board));
        self.begin(on, last, result, rank, length);
        self.rest_on_links(on, false);
        if let Some((_, shared)) = last {
            self.found.rest_on(result.candidate, shared, self.board, self.source);
        }
        self.found.end(each(removed.into()).map(|digit| Candidate::new(cell, digit)));
    }

    /// Sets a cycle: its start follows from a last false candidate, which follows from a true one.
    fn set_cycle(&mut self, start: u8, on: u8, (off, shared): (u8, usize), rank: Rank, length: u32) {
        let last = Statement { candidate: self.candidate(off), is_true: false };
        let removed = removed_by_cycle(self.statements(on).chain([last]), self.board, true);
        let is_best = |(digit, cells): (usize, &CellMask)| {
            each(*cells).any(|cell| self.found.is_best(Candidate::new(cell, digit), rank))
        };
        if !removed.iter().enumerate().any(is_best) {
            return;
        }
        // The start is the last true one on the way, and the first that the judge looks at.
        let (mut list, mut count, mut done) = ([Candidate::NONE; CANDIDATES], 0, 0);
        for on in [start].into_iter().chain(self.way(on)).map(|on| self.candidate(on)) {
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
        let result = Statement { candidate: self.candidate(start), is_true: true };
        self.begin(on, Some((off, shared)), result, rank, length);
        self.rest_on_links(on, true);
        self.found.rest_on(result.candidate, shared, self.board, self.source);
        self.rest_on_weak(on, off);
        self.found.end(list.iter().copied());
    }
}
