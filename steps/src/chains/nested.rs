//! Dynamic chains with patterns and with further chains inside.
//!
//! When nothing more follows from a statement link by link, the candidates that are false leave the board, and what a
//! pattern or a chain removes on the rest of it is false, too. It rests on the candidates without which the pattern or
//! chain would not hold. The judge counts those as it does here, and the chain inside once.

use super::super::cells::{CellMask, bit, each};
use super::super::{PencilMarks, Step, Technique};
use super::board::{BOX, CANDIDATES, CELL, Candidate, CandidateBoard, CandidateSet, SHARED, Statement};
use super::board::{around, unit_number};
use super::choose::{BestChain, Rank};
use super::inside::{InnerFinds, InnerMemory, inner_chains};
use super::patterns::{OpenCells, patterns};

/// The most patterns and chains inside a chain, and the most statements that they rest on together.
const MOST_REASONS: usize = 256;
const MOST_PARENTS: usize = 1536;
/// The most statements that follow from one. Further ones are left out.
const MOST_NODES: usize = 640;
/// The candidates for which what follows is kept, of a search and of one within it. Hard puzzles have fewer.
const MOST_SETS: [usize; 2] = [448, 320];

/// A search for chains: its level, and that of the searches within.
#[derive(Clone, Copy)]
pub(super) struct Nesting {
    is_dynamic: bool,
    /// 0 for none, 1 for patterns; then with chains, multiple chains and dynamic chains inside.
    level: u8,
    /// The level of the dynamic chains inside.
    inner: u8,
}

impl Nesting {
    const MULTIPLE: Nesting = Nesting { is_dynamic: false, level: 0, inner: 0 };

    fn base(self) -> f64 {
        match (self.is_dynamic, self.level) {
            (false, _) => 8.0,
            (true, level) => 8.5 + 0.5 * f64::from(level),
        }
    }
}

/// A statement, and why it holds.
#[derive(Clone, Copy)]
struct NestedNode {
    of: Statement,
    /// The number of the statement that it follows from; its own for an assumption.
    from: u16,
    /// For a true candidate, where it was the only one.
    shared: u8,
    /// For a false candidate, one more than the number of the pattern or chain that removes it; 0 for none.
    reason: u16,
    /// At least how many statements it rests on, itself not included, and the longest chain inside.
    depth: u16,
    inside: u16,
}

const NO_NODE: NestedNode = NestedNode {
    of: Statement { candidate: Candidate::FIRST, is_true: false },
    from: 0,
    shared: 0,
    reason: 0,
    depth: 0,
    inside: 0,
};

/// A pattern or a chain inside.
#[derive(Clone, Copy)]
struct InnerReason {
    technique: Technique,
    /// The number of statements of a chain, and a number that tells chains apart; 0 for a pattern.
    length: u16,
    identity: u64,
    /// What it rests on: places in the list of parents.
    first: u16,
    end: u16,
}

/// All that follows from a statement.
struct Closure {
    /// The statements: those that a candidate is false, those that it is true.
    sets: [CandidateSet; 2],
    /// The number of each.
    numbers: [[u16; CANDIDATES]; 2],
    /// In the order in which they were found.
    nodes: [NestedNode; MOST_NODES],
    count: usize,
    /// A statement whose opposite was found before.
    contradiction: Option<NestedNode>,
    reasons: [InnerReason; MOST_REASONS],
    reason_count: usize,
    /// The numbers of statements.
    parents: [u16; MOST_PARENTS],
    parent_count: usize,
    is_dynamic: bool,
}

/// What a statement rests on: the numbers of statements, and of patterns and chains.
#[derive(Clone, Copy)]
struct Basis {
    nodes: [u64; MOST_NODES / 64],
    reasons: [u64; MOST_REASONS / 64],
}

const fn statement(candidate: Candidate, is_true: bool) -> Statement {
    Statement { candidate, is_true }
}

/// Iterates over the numbers in a set.
fn numbers(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(part, bits)| each((*bits).into()).map(move |bit| part * 64 + bit))
}

impl Closure {
    const EMPTY: Closure = Closure {
        sets: [CandidateSet::EMPTY; 2],
        numbers: [[0; CANDIDATES]; 2],
        nodes: [NO_NODE; MOST_NODES],
        count: 0,
        contradiction: None,
        reasons: [InnerReason { technique: Technique::FullHouse, length: 0, identity: 0, first: 0, end: 0 };
            MOST_REASONS],
        reason_count: 0,
        parents: [0; MOST_PARENTS],
        parent_count: 0,
        is_dynamic: false,
    };

    /// The number of a statement that is there.
    fn number(&self, of: Statement) -> usize {
        self.numbers[usize::from(of.is_true)].get(of.candidate.index()).copied().unwrap_or_default().into()
    }

    fn node(&self, number: usize) -> &NestedNode {
        self.nodes.get(number).unwrap_or(&NO_NODE)
    }

    /// The node of a statement that is there, or contradicts one.
    fn end(&self, of: Statement) -> &NestedNode {
        match &self.contradiction {
            Some(node) if node.of == of => node,
            _ => self.node(self.number(of)),
        }
    }

    fn contains(&self, of: Statement) -> bool {
        self.sets[usize::from(of.is_true)].contains(of.candidate)
    }

    /// Adds a statement unless it is there.
    fn add(&mut self, node: NestedNode) {
        let side = usize::from(node.of.is_true);
        let Some(number) = self.numbers[side].get_mut(node.of.candidate.index()) else { return };
        if let (Some(last), false) =
            (self.nodes.get_mut(self.count), self.sets[side].contains(node.of.candidate))
        {
            (*last, *number) = (node, self.count as u16);
            self.sets[side].insert(node.of.candidate);
            self.count += 1;
        }
    }

    /// Adds a statement that follows from another. Returns whether it contradicts one that is there.
    fn follow(&mut self, of: Statement, from: usize, shared: usize) -> bool {
        let before = self.node(from);
        let depth = before.depth.saturating_add(1);
        let node = NestedNode {
            of,
            from: from as u16,
            shared: shared as u8,
            reason: 0,
            depth,
            inside: before.inside,
        };
        let is_contradiction = self.contains(statement(of.candidate, !of.is_true));
        if is_contradiction {
            self.contradiction = Some(node);
        } else {
            self.add(node);
        }
        is_contradiction
    }

    /// Adds what a pattern or a chain inside removes. Returns false if there is no more space for it, or no parent.
    fn add_reason(
        &mut self,
        reason: InnerReason,
        parents: impl Iterator<Item = Candidate>,
        removed: impl Iterator<Item = Candidate>,
    ) -> bool {
        let first = self.parent_count;
        let mut node = NestedNode { inside: reason.length, reason: self.reason_count as u16 + 1, ..NO_NODE };
        for parent in parents {
            let number = self.number(statement(parent, false));
            let before = *self.node(number);
            let Some(own) = self.parents.get_mut(self.parent_count) else { return false };
            *own = number as u16;
            self.parent_count += 1;
            node.depth = node.depth.max(before.depth.saturating_add(1));
            node.inside = node.inside.max(before.inside);
        }
        let (true, Some(own)) = (self.parent_count > first, self.reasons.get_mut(self.reason_count)) else {
            return false;
        };
        *own = InnerReason { first: first as u16, end: self.parent_count as u16, ..reason };
        self.reason_count += 1;
        let before = self.count;
        removed.for_each(|candidate| self.add(NestedNode { of: statement(candidate, false), ..node }));
        self.count > before
    }

    /// Finds all that follows from a statement, up to a contradiction.
    fn run(
        &mut self,
        search: &NestedSearch,
        start: Statement,
        deeper: &mut [LevelMemory],
        inner: &mut InnerMemory,
    ) {
        let mut board = search.board.clone();
        (self.sets, self.count, self.contradiction) = ([CandidateSet::EMPTY; 2], 0, None);
        (self.reason_count, self.parent_count, self.is_dynamic) = (0, 0, search.nesting.is_dynamic);
        self.add(NestedNode { of: start, ..NO_NODE });
        let (mut next_true, mut next_false) = (0, 0);
        while inner.work > 0 {
            inner.work -= 1;
            if let Some(from) = self.next(true, &mut next_true) {
                let of = self.node(from).of.candidate;
                for candidate in board.weak(of, false, &CandidateSet::EMPTY) {
                    if self.follow(statement(candidate, false), from, CELL) {
                        return;
                    }
                }
            } else if let Some(from) = self.next(false, &mut next_false) {
                let of = self.node(from).of.candidate;
                let strong = board.strong(of);
                if self.is_dynamic {
                    board.remove(of);
                }
                for (shared, candidate) in strong.into_iter().enumerate() {
                    if candidate != Candidate::NONE && self.follow(statement(candidate, true), from, shared) {
                        return;
                    }
                }
            } else if search.nesting.level == 0 || !self.advance(search, &board, deeper, inner) {
                return;
            }
        }
    }

    /// Returns the number of the next statement with a value, and moves behind it.
    fn next(&self, is_true: bool, place: &mut usize) -> Option<usize> {
        while *place < self.count {
            let number = *place;
            *place += 1;
            if self.node(number).of.is_true == is_true {
                return Some(number);
            }
        }
        None
    }

    /// Adds what patterns remove on the rest of the board, or if none does, chains. Returns whether any does.
    fn advance(
        &mut self,
        search: &NestedSearch,
        board: &CandidateBoard,
        deeper: &mut [LevelMemory],
        inner: &mut InnerMemory,
    ) -> bool {
        if !(search.go_on)() {
            inner.work = 0;
            return false;
        }
        let source = search.board;
        let by_patterns = patterns(board, search.cells, &mut |pattern| {
            let all = |part: &[(CellMask, u16)], of: &CandidateBoard, sink: &mut CandidateList| {
                part.iter().for_each(|&(cells, digits)| {
                    each(cells).for_each(|cell| sink.push_all(cell, of.digits(cell) & digits));
                });
            };
            let (mut parents, mut removed) = (CandidateList::EMPTY, CandidateList::EMPTY);
            all(pattern.reasons, source, &mut parents);
            all(pattern.removed, board, &mut removed);
            removed.order_as_in_a_table();
            let reason =
                InnerReason { technique: pattern.technique, length: 0, identity: 0, first: 0, end: 0 };
            self.add_reason(reason, parents.iter(), removed.iter())
        });
        if by_patterns {
            return true;
        }
        let level = search.nesting.level;
        if level < 2 {
            return false;
        }
        let Some((own, deeper)) = deeper.split_first_mut() else { return false };
        let nestings = match level {
            2 => [None, None],
            3 => [None, Some(Nesting::MULTIPLE)],
            _ => [Some(Nesting { is_dynamic: true, level: search.nesting.inner, inner: 0 }), None],
        };
        for (number, nesting) in nestings.into_iter().enumerate() {
            own.found.clear();
            match nesting {
                None if number == 0 => inner_chains(board, source, inner, &mut own.found),
                None => continue,
                Some(nesting) => {
                    let LevelMemory { closures, found } = &mut *own;
                    let sink = NestedSink::All { found, source };
                    let NestedSearch { cells, go_on, .. } = *search;
                    let mut search = NestedSearch { board, cells, nesting, sink, go_on };
                    search.run(closures, deeper, inner);
                }
            }
            if self.add_found(&mut own.found) {
                return true;
            }
        }
        false
    }

    /// Adds what chains inside remove, the least first.
    fn add_found(&mut self, found: &mut InnerFinds) -> bool {
        let mut any = false;
        found.sort();
        for group in found.groups() {
            let (technique, length, identity) = (group.technique, group.length, group.identity);
            let reason = InnerReason { technique, length, identity, first: 0, end: 0 };
            any |= self.add_reason(reason, group.parents.iter().copied(), group.removed.iter().copied());
        }
        any
    }

    /// Visits the numbers of the statements that a statement follows from directly.
    fn parents(&self, node: &NestedNode, board: &CandidateBoard, mut visit: impl FnMut(usize)) {
        if let Some(reason) = usize::from(node.reason).checked_sub(1).and_then(|at| self.reasons.get(at)) {
            let own = self.parents.get(usize::from(reason.first)..usize::from(reason.end));
            own.unwrap_or_default().iter().for_each(|parent| visit((*parent).into()));
            return;
        }
        let last = usize::from(node.from);
        if self.node(last).of == node.of {
            return;
        }
        visit(last);
        if node.of.is_true && self.is_dynamic {
            let (cell, digit) = (node.of.candidate.cell(), node.of.candidate.digit());
            let digits = if usize::from(node.shared) == CELL { board.digits(cell) } else { 1 << digit };
            for digit in each(digits.into()) {
                for cell in each(self.sets[0].places(digit) & around(cell, node.shared.into())) {
                    let other = self.number(statement(Candidate::new(cell, digit), false));
                    if other < last {
                        visit(other);
                    }
                }
            }
        }
    }

    /// Returns what a statement rests on, itself not included.
    fn basis(&self, end: &NestedNode, board: &CandidateBoard) -> Basis {
        let mut basis = Basis { nodes: [0; MOST_NODES / 64], reasons: [0; MOST_REASONS / 64] };
        // Statements rest on earlier ones.
        let (mut next, mut highest) = (Some(*end), 0);
        while let Some(node) = next {
            if let Some(reason) = usize::from(node.reason).checked_sub(1) {
                basis.reasons[reason / 64 % (MOST_REASONS / 64)] |= 1 << (reason % 64);
            }
            self.parents(&node, board, |parent| {
                basis.nodes[parent / 64 % (MOST_NODES / 64)] |= 1 << (parent % 64);
                highest = highest.max(parent + 1);
            });
            next = None;
            while let (None, Some(number)) = (next, highest.checked_sub(1)) {
                highest = number;
                if basis.nodes[number / 64 % (MOST_NODES / 64)] >> (number % 64) & 1 == 1 {
                    next = Some(*self.node(number));
                }
            }
        }
        // A statement that contradicts its opposite may be there, too.
        if self.contains(end.of) {
            let number = self.number(end.of);
            basis.nodes[number / 64 % (MOST_NODES / 64)] &= !(1 << (number % 64));
        }
        basis
    }
}

/// Candidates in an order: those of a pattern.
struct CandidateList {
    candidates: [Candidate; 128],
    count: usize,
}

impl CandidateList {
    const EMPTY: CandidateList = CandidateList { candidates: [Candidate::NONE; 128], count: 0 };

    fn push_all(&mut self, cell: usize, digits: u16) {
        for digit in each(digits.into()) {
            if let Some(last) = self.candidates.get_mut(self.count) {
                *last = Candidate::new(cell, digit);
                self.count += 1;
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = Candidate> {
        self.candidates.iter().take(self.count).copied()
    }

    /// Puts the candidates in the order in which the judge's hash table has their cells.
    fn order_as_in_a_table(&mut self) {
        if let Some(own) = self.candidates.get_mut(..self.count) {
            order_as_in_a_table(own);
        }
    }
}

/// Puts candidates in the order in which the judge's hash table has their cells: by the last bits of their numbers.
pub(super) fn order_as_in_a_table(candidates: &mut [Candidate]) {
    let cells = candidates.iter().fold(0, |cells: CellMask, candidate| cells | bit(candidate.cell()));
    let mut slots = 16;
    while cells.count_ones() as usize * 4 > slots * 3 {
        slots *= 2;
    }
    // Few, and nearly in order.
    for end in 1..candidates.len() {
        let mut place = end;
        while let Some([before, own]) = place.checked_sub(1).and_then(|at| candidates.get_mut(at..at + 2)) {
            if before.cell() & (slots - 1) <= own.cell() & (slots - 1) {
                break;
            }
            core::mem::swap(before, own);
            place -= 1;
        }
    }
}

/// The memory of a search within another.
struct LevelMemory {
    closures: Closures<{ MOST_SETS[1] }>,
    found: InnerFinds,
}

struct Closures<const SETS: usize> {
    /// The number of each candidate, and for the first of them, what follows if it is true.
    numbers: [u16; CANDIDATES],
    sets: [[CandidateSet; 2]; SETS],
    /// What follows in the cases that are looked at.
    cases: [Closure; 9],
}

impl<const SETS: usize> Closures<SETS> {
    const EMPTY: Self = Closures {
        numbers: [0; CANDIDATES],
        sets: [[CandidateSet::EMPTY; 2]; SETS],
        cases: [Closure::EMPTY; 9],
    };
}

/// The working memory.
pub(super) struct NestedMemory {
    closures: Closures<{ MOST_SETS[0] }>,
    deeper: [LevelMemory; 1],
    inner: InnerMemory,
}

impl NestedMemory {
    /// Sets how many statements the search for a step may find.
    pub(super) const fn renew(&mut self, work: u64) {
        self.inner.work = work;
    }

    pub(super) const EMPTY: NestedMemory = NestedMemory {
        closures: Closures::EMPTY,
        deeper: [LevelMemory { closures: Closures::EMPTY, found: InnerFinds::EMPTY }],
        inner: InnerMemory::EMPTY,
    };
}

/// Finds the best step of a level.
pub(super) fn find(
    marks: &PencilMarks,
    level: u8,
    inner: u8,
    memory: &mut NestedMemory,
    go_on: &dyn Fn() -> bool,
) -> Option<Step> {
    let board = CandidateBoard::new(marks);
    let mut placed = [0; 9];
    for digit in marks.digits() {
        if let Some(count) = placed.get_mut(usize::from(digit.wrapping_sub(1))) {
            *count += 1;
        }
    }
    let cells = OpenCells { open: marks.open(), placed };
    let mut best = BestChain::NONE;
    let nesting = Nesting { is_dynamic: true, level, inner };
    let mut search =
        NestedSearch { board: &board, cells: &cells, nesting, sink: NestedSink::Best(&mut best), go_on };
    search.run(&mut memory.closures, &mut memory.deeper, &mut memory.inner);
    // A search that was cut may have missed the best.
    best.into_step().filter(|_| memory.inner.work > 0)
}

/// Where the chains of a search go.
enum NestedSink<'a> {
    /// The best one counts.
    Best(&'a mut BestChain),
    /// The best one for each candidate counts. They rest on the candidates that the board lacks of another.
    All { found: &'a mut InnerFinds, source: &'a CandidateBoard },
}

/// The cases of a step. Their number orders steps of the same length.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Split {
    TrueAndFalse = 1,
    Cell = 5,
    Unit = 6,
    Contradiction = 7,
}

struct NestedSearch<'a> {
    board: &'a CandidateBoard,
    cells: &'a OpenCells,
    nesting: Nesting,
    sink: NestedSink<'a>,
    /// Asked now and then. Once it returns false, no work is left.
    go_on: &'a dyn Fn() -> bool,
}

impl NestedSearch<'_> {
    fn run<const SETS: usize>(
        &mut self,
        closures: &mut Closures<SETS>,
        deeper: &mut [LevelMemory],
        inner: &mut InnerMemory,
    ) {
        let is_dynamic = self.nesting.is_dynamic;
        let Closures { numbers, sets, cases: [if_true, if_false, ..] } = closures;
        let mut count = 0;
        for cell in each(self.cells.open) {
            let digits = self.board.digits(cell);
            for candidate in each(digits.into()).map(|digit| Candidate::new(cell, digit)) {
                if_true.run(self, statement(candidate, true), deeper, inner);
                if let Some(number) = numbers.get_mut(candidate.index()) {
                    *number = count;
                }
                if let Some(own) = sets.get_mut(usize::from(count)) {
                    *own = if_true.sets;
                }
                count += 1;
                if !is_dynamic || digits.count_ones() < 2 {
                    continue;
                }
                self.try_contradiction(statement(candidate, true), if_true);
                if_false.run(self, statement(candidate, false), deeper, inner);
                self.try_contradiction(statement(candidate, false), if_false);
                if digits.count_ones() >= 3 {
                    self.try_cases(Split::TrueAndFalse, 0, &[if_true, if_false]);
                }
            }
        }
        for cell in each(self.cells.open) {
            let digits = self.board.digits(cell);
            if digits.count_ones() < if is_dynamic { 2 } else { 3 } {
                continue;
            }
            for digit in each(digits.into()) {
                for shared in BOX..SHARED {
                    let places = self.board.places(digit) & around(cell, shared);
                    if places.count_ones() >= 2 && each(places).next() == Some(cell) {
                        let units = 1 << (unit_number(cell, shared) % 32);
                        self.split((places, 1 << digit), units, closures, deeper, inner);
                    }
                }
            }
            self.split((bit(cell), digits), 0, closures, deeper, inner);
        }
    }

    /// Tries candidates of which one is true. Finds again how statements follow, unless none follows from all.
    fn split<const SETS: usize>(
        &mut self,
        (places, digits): (CellMask, u16),
        units: u32,
        Closures { numbers, sets, cases }: &mut Closures<SETS>,
        deeper: &mut [LevelMemory],
        inner: &mut InnerMemory,
    ) {
        let split = if units == 0 { Split::Cell } else { Split::Unit };
        let starts = || {
            each(places).flat_map(|cell| each(digits.into()).map(move |digit| Candidate::new(cell, digit)))
        };
        let mut common = [*self.board.all(); 2];
        let number = |start: Candidate| numbers.get(start.index()).copied().map(usize::from);
        for own in starts().filter_map(|start| sets.get(number(start)?)) {
            common.iter_mut().zip(own).for_each(|(common, own)| common.retain_set(own));
        }
        let count = starts().count();
        let least = 2 * count as u32 - 1;
        let is_promising = [false, true].into_iter().zip(common).any(|(is_true, set)| {
            set.iter().any(|candidate| {
                let (removed, rank) =
                    (self.removed_by(statement(candidate, is_true)), self.rank(split, least));
                removed != 0 && self.is_better(candidate.cell(), removed, rank)
            })
        });
        if is_promising {
            for (case, start) in cases.iter_mut().zip(starts()) {
                case.run(self, statement(start, true), deeper, inner);
            }
            let mut list = [&cases[0]; 9];
            list.iter_mut().zip(cases.iter()).for_each(|(own, case)| *own = case);
            self.try_cases(split, units, list.get(..count).unwrap_or_default());
        }
    }

    /// The digits that a result removes from its cell.
    fn removed_by(&self, result: Statement) -> u16 {
        let digit = 1 << result.candidate.digit();
        if result.is_true { self.board.digits(result.candidate.cell()) & !digit } else { digit }
    }

    fn rank(&self, split: Split, length: u32) -> Rank {
        Rank::new(self.nesting.base(), length, split as u8)
    }

    fn is_better(&self, cell: usize, removed: u16, rank: Rank) -> bool {
        match &self.sink {
            NestedSink::Best(best) => best.is_better(rank),
            NestedSink::All { found, .. } => found.is_better(cell, removed, rank),
        }
    }

    /// Looks for statements that hold in every case.
    fn try_cases(&mut self, split: Split, units: u32, cases: &[&Closure]) {
        let Some((first, others)) = cases.split_first() else { return };
        for is_true in [true, false] {
            let all = first.nodes.iter().take(first.count).map(|node| node.of);
            for end in all.filter(|end| end.is_true == is_true) {
                if others.iter().all(|closure| closure.contains(end)) {
                    self.offer(split, units, end, &mut cases.iter().map(|closure| (*closure, end)));
                }
            }
        }
    }

    /// An assumption is wrong if it leads to a contradiction.
    fn try_contradiction(&mut self, start: Statement, closure: &Closure) {
        let Some(NestedNode { of: last, .. }) = closure.contradiction else { return };
        let result = Statement { is_true: !start.is_true, ..start };
        let ends = [true, false].map(|is_true| (closure, Statement { is_true, ..last }));
        self.offer(Split::Contradiction, 0, result, &mut ends.into_iter());
    }

    /// Offers a chain to the sink: its result, and the statements at its ends.
    fn offer<'c>(
        &mut self,
        split: Split,
        units: u32,
        result: Statement,
        ends: &mut (impl Iterator<Item = (&'c Closure, Statement)> + Clone),
    ) {
        let (cell, removed) = (result.candidate.cell(), self.removed_by(result));
        if removed == 0 {
            return;
        }
        let (mut least, mut inside) = (0, 0);
        for (closure, end) in ends.clone() {
            let node = closure.end(end);
            least += u32::from(node.depth) + 1;
            inside = inside.max(u32::from(node.inside));
        }
        if !self.is_better(cell, removed, self.rank(split, least + inside)) {
            return;
        }
        // Chains inside count once.
        let (mut length, mut seen, mut count, mut identity) = (0, [0; 64], 0, 1);
        for (closure, end) in ends.clone() {
            let basis = closure.basis(closure.end(end), self.board);
            length += 1;
            let mut all = identify(end);
            for number in numbers(&basis.nodes) {
                length += 1;
                all = all.wrapping_add(identify(closure.node(number).of));
            }
            identity = mix(identity ^ all);
            for reason in numbers(&basis.reasons).filter_map(|number| closure.reasons.get(number)) {
                if reason.length > 0 && !seen.iter().take(count).any(|seen| *seen == reason.identity) {
                    length += u32::from(reason.length);
                    if let Some(last) = seen.get_mut(count) {
                        *last = reason.identity;
                        count += 1;
                    }
                }
            }
        }
        let rank = self.rank(split, length);
        if !self.is_better(cell, removed, rank) {
            return;
        }
        match &mut self.sink {
            NestedSink::Best(best) => {
                let technique = match (self.nesting.level, self.nesting.inner) {
                    (0 | 1, _) => Technique::DynamicChainsPlus,
                    (2, _) => Technique::NestedForcingChains,
                    (3, _) => Technique::NestedMultipleChains,
                    (_, 0) => Technique::NestedDynamicChains,
                    _ => Technique::NestedDynamicChainsPlus,
                };
                let step = Step { units, ..Step::new(technique, 0) }.concluding(result, self.board);
                let step = ends.fold(step, |step, (closure, end)| closure.show(step, end, self.board));
                best.set(rank, step.deciding_by_links());
            }
            NestedSink::All { found, source } => {
                let technique = match self.nesting.is_dynamic {
                    false => Technique::UnitForcingChains,
                    true => Technique::DynamicUnitForcingChains,
                };
                found.begin(rank, technique, length as u16, identity);
                for (closure, end) in ends {
                    let end = closure.end(end);
                    let basis = closure.basis(end, self.board);
                    let all = numbers(&basis.nodes).map(|number| closure.node(number)).chain([end]);
                    for node in all.filter(|node| node.of.is_true) {
                        let candidate = node.of.candidate;
                        let is_unit =
                            |shared: &usize| units >> (unit_number(candidate.cell(), *shared) % 32) & 1 == 1;
                        let shared = match split {
                            _ if node.of != closure.node(0).of => node.shared.into(),
                            Split::Cell => CELL,
                            Split::Unit => (BOX..SHARED).find(is_unit).unwrap_or(CELL),
                            _ => continue,
                        };
                        found.rest_on(candidate, shared, self.board, source);
                    }
                }
                found.end(each(removed.into()).map(|digit| Candidate::new(cell, digit)));
            }
        }
    }
}

/// Mixes the bits of a number.
pub(super) const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// A number for a statement, to tell chains apart.
pub(super) fn identify(of: Statement) -> u64 {
    mix(of.candidate.index() as u64 * 2 + of.is_true as u64 + 1)
}

impl Closure {
    /// Adds the statements that an end rests on to the links of a step, and the end.
    fn show(&self, mut step: Step, end: Statement, board: &CandidateBoard) -> Step {
        let first_link = step.links().len();
        let end = self.end(end);
        let basis = self.basis(end, board);
        for node in numbers(&basis.nodes).map(|number| self.node(number)).chain([end]) {
            let mut from = None;
            self.parents(node, board, |parent| {
                from = from.max(step.find_link(self.node(parent).of, first_link));
            });
            let is_shown = step.add_link(node.of, from).is_some();
            let reason = usize::from(node.reason).checked_sub(1).and_then(|at| self.reasons.get(at));
            if let Some(reason) = reason.filter(|_| is_shown) {
                step.set_inside(reason.technique);
            }
        }
        step
    }
}
