//! The closure of a statement: all that follows from it, and from which others each follows.

use super::board::{
    BOX, CANDIDATES, CELL, Candidate, CandidateBoard, CandidateSet, SHARED, Statement, around, has, insert,
    numbers, remove, unit_number,
};
use super::forcing::{Deeper, ForcingSearch};
use crate::cells::{bit, each, units_of};
use crate::{Step, Technique};

/// The most patterns and chains inside a chain, and the most statements that they rest on together.
const MOST_REASONS: usize = 256;
const MOST_PARENTS: usize = 1536;
/// The most statements that follow from one. Further ones are left out.
const MOST_NODES: usize = 640;

/// How statements follow from each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Whether only the digit of the first statement counts.
    pub(super) one_digit: bool,
    /// Whether candidates that are false leave the board, so that what follows may rest on several of them.
    pub(super) is_dynamic: bool,
    /// 0 for nothing inside, 1 for patterns; then with chains, multiple chains and dynamic chains inside.
    pub(super) level: u8,
    /// The level of the dynamic chains inside.
    pub(super) inner: u8,
}

impl Rules {
    /// A digit's candidate leads to a contradiction of the same digit.
    pub(super) const NISHIO: Rules = Rules { one_digit: true, ..Rules::dynamic(0, 0) };
    /// All candidates of a cell or unit lead to the same; each statement follows from one other.
    pub(super) const MULTIPLE: Rules = Rules { is_dynamic: false, ..Rules::dynamic(0, 0) };

    /// The same and contradictions; a statement may rest on several others, and on patterns and chains inside.
    pub(super) const fn dynamic(level: u8, inner: u8) -> Self {
        Rules { one_digit: false, is_dynamic: true, level, inner }
    }
}

/// A statement, and why it holds.
#[derive(Clone, Copy)]
pub(super) struct ClosureNode {
    pub(super) of: Statement,
    /// The number of the statement that it follows from, of several the last, or of the pattern or chain that removes
    /// it; its own for an assumption.
    from: u16,
    /// For a true candidate, where it was the only one: in its cell, or in a unit. [`INSIDE`] for a false one that a
    /// pattern or chain removes.
    pub(super) shared: u8,
    /// At least how many statements it rests on, itself not included, and the longest chain inside.
    pub(super) depth: u16,
    pub(super) inside: u16,
}

const INSIDE: u8 = SHARED as u8;

const NO_NODE: ClosureNode = ClosureNode {
    of: Statement { candidate: Candidate::FIRST, is_true: false },
    from: 0,
    shared: 0,
    depth: 0,
    inside: 0,
};

/// A pattern or a chain inside.
#[derive(Clone, Copy)]
pub(super) struct InnerReason {
    pub(super) technique: Technique,
    /// The number of statements of a chain, and a number that tells chains apart; 0 for a pattern.
    pub(super) length: u16,
    pub(super) identity: u64,
    /// What it rests on: places in the list of parents.
    first: u16,
    end: u16,
}

impl InnerReason {
    pub(super) const fn new(technique: Technique, length: u16, identity: u64) -> Self {
        InnerReason { technique, length, identity, first: 0, end: 0 }
    }
}

/// All statements that follow from one, and from which others each follows.
///
/// The order in which they are found decides from which others a statement follows, and thereby how long a chain is. It
/// is the judge's: what true candidates exclude comes first, then what one false candidate leaves, then what patterns
/// and chains inside remove.
pub(super) struct Closure {
    /// The statements: those that a candidate is false, those that it is true.
    pub(super) sets: [CandidateSet; 2],
    /// The number of each.
    numbers: [[u16; CANDIDATES]; 2],
    /// In the order in which they were found.
    nodes: [ClosureNode; MOST_NODES],
    count: usize,
    /// A statement whose opposite was found before, if there is one. Not an `Option`, which has bits other than 0.
    last: ClosureNode,
    is_contradicted: bool,
    reasons: [InnerReason; MOST_REASONS],
    reason_count: usize,
    /// The numbers of statements.
    parents: [u16; MOST_PARENTS],
    parent_count: usize,
    rules: Rules,
}

/// What a statement rests on: the numbers of statements, and of patterns and chains.
#[derive(Clone, Copy)]
pub(super) struct Basis {
    pub(super) nodes: [u64; MOST_NODES / 64],
    pub(super) reasons: [u64; MOST_REASONS / 64],
}

pub(super) const fn statement(candidate: Candidate, is_true: bool) -> Statement {
    Statement { candidate, is_true }
}

impl Closure {
    pub(super) const EMPTY: Closure = Closure {
        sets: [CandidateSet::EMPTY; 2],
        numbers: [[0; CANDIDATES]; 2],
        nodes: [NO_NODE; MOST_NODES],
        count: 0,
        last: NO_NODE,
        is_contradicted: false,
        reasons: [InnerReason::new(Technique::FullHouse, 0, 0); MOST_REASONS],
        reason_count: 0,
        parents: [0; MOST_PARENTS],
        parent_count: 0,
        rules: Rules { is_dynamic: false, ..Rules::dynamic(0, 0) },
    };

    /// The number of a statement that is there.
    fn number(&self, of: Statement) -> usize {
        self.numbers[usize::from(of.is_true)].get(of.candidate.index()).copied().unwrap_or_default().into()
    }

    pub(super) fn node(&self, number: usize) -> &ClosureNode {
        self.nodes.get(number).unwrap_or(&NO_NODE)
    }

    /// The statement whose opposite was found before.
    pub(super) fn contradiction(&self) -> Option<Statement> {
        self.is_contradicted.then_some(self.last.of)
    }

    /// The node of a statement that is there, or contradicts one.
    pub(super) fn end(&self, of: Statement) -> &ClosureNode {
        if self.contradiction() == Some(of) { &self.last } else { self.node(self.number(of)) }
    }

    pub(super) fn contains(&self, of: Statement) -> bool {
        self.sets[usize::from(of.is_true)].contains(of.candidate)
    }

    /// The statements in the order in which they were found.
    pub(super) fn statements(&self) -> impl Iterator<Item = Statement> {
        self.nodes.iter().take(self.count).map(|node| node.of)
    }

    /// The pattern or chain inside that removes a candidate.
    fn reason(&self, node: &ClosureNode) -> Option<&InnerReason> {
        if node.shared == INSIDE { self.reasons.get(usize::from(node.from)) } else { None }
    }

    /// The chains inside and patterns of a basis.
    pub(super) fn reasons(&self, basis: &Basis) -> impl Iterator<Item = &InnerReason> {
        numbers(&basis.reasons).filter_map(|number| self.reasons.get(number))
    }

    /// Forgets what was found.
    pub(super) const fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a statement unless it is there.
    fn add(&mut self, node: ClosureNode) {
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
    fn follow(&mut self, node: ClosureNode) -> bool {
        if self.contains(Statement { is_true: !node.of.is_true, ..node.of }) {
            (self.is_contradicted, self.last) = (true, node);
            return true;
        }
        self.add(node);
        false
    }

    /// Adds what a pattern or a chain inside removes. Returns false if there is no more space for it, or no parent.
    pub(super) fn add_reason(
        &mut self,
        reason: InnerReason,
        parents: impl Iterator<Item = Candidate>,
        removed: impl Iterator<Item = Candidate>,
    ) -> bool {
        let first = self.parent_count;
        let from = self.reason_count as u16;
        let mut node = ClosureNode { from, shared: INSIDE, inside: reason.length, ..NO_NODE };
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
        removed.for_each(|candidate| self.add(ClosureNode { of: statement(candidate, false), ..node }));
        self.count > before
    }

    /// Finds all that follows from a statement, up to a contradiction.
    pub(super) fn run(&mut self, search: &ForcingSearch, start: Statement, deeper: &mut Deeper) {
        let (mut board, rules) = (search.board.clone(), search.rules);
        (self.sets, self.count, self.is_contradicted) = ([CandidateSet::EMPTY; 2], 0, false);
        (self.reason_count, self.parent_count, self.rules) = (0, 0, rules);
        self.add(ClosureNode { of: start, ..NO_NODE });
        let (mut next_true, mut next_false) = (0, 0);
        while deeper.inner.work > 0 {
            deeper.inner.work -= 1;
            if let Some((of, node)) = self.next(true, &mut next_true) {
                // What a pattern has removed may be true, too: then it is a contradiction.
                let but = if rules.level == 0 { &self.sets[0] } else { &CandidateSet::EMPTY };
                // `any` iterates within the chained iterators, several times as fast as a loop around them.
                let mut weak = board.weak(of, rules.one_digit, but);
                if weak.any(|off| self.follow(ClosureNode { of: statement(off, false), ..node })) {
                    return;
                }
            } else if let Some((of, node)) = self.next(false, &mut next_false) {
                let strong = board.strong(of);
                if rules.is_dynamic {
                    board.remove(of);
                }
                for (shared, on) in strong.into_iter().enumerate() {
                    let node = ClosureNode { of: statement(on, true), shared: shared as u8, ..node };
                    let is_used = on != Candidate::NONE && (shared != CELL || !rules.one_digit);
                    if is_used && self.follow(node) {
                        return;
                    }
                }
            } else if rules.level == 0 || !self.advance(search, &board, deeper) {
                return;
            }
        }
    }

    /// Returns the next candidate with a value, and the node of what follows from it; moves behind it.
    fn next(&self, is_true: bool, place: &mut usize) -> Option<(Candidate, ClosureNode)> {
        let rest = self.nodes.get(*place..self.count)?;
        let Some(skipped) = rest.iter().position(|node| node.of.is_true == is_true) else {
            *place = self.count;
            return None;
        };
        let (from, before) = ((*place + skipped) as u16, rest.get(skipped)?);
        *place += skipped + 1;
        let node = ClosureNode { from, shared: CELL as u8, depth: before.depth.saturating_add(1), ..*before };
        Some((before.of.candidate, node))
    }

    /// Visits the numbers of the statements that a statement follows from directly, the one that it names last.
    fn parents(&self, node: &ClosureNode, board: &CandidateBoard, mut visit: impl FnMut(usize)) {
        if let Some(reason) = self.reason(node) {
            let own = self.parents.get(usize::from(reason.first)..usize::from(reason.end));
            own.unwrap_or_default().iter().for_each(|parent| visit((*parent).into()));
            return;
        }
        let last = usize::from(node.from);
        if self.node(last).of == node.of {
            return;
        }
        // A true candidate was the only one left: the others of its cell or unit went before.
        if node.of.is_true && self.rules.is_dynamic {
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
        visit(last);
    }

    /// Returns what a statement rests on, itself not included.
    pub(super) fn basis(&self, end: &ClosureNode, board: &CandidateBoard) -> Basis {
        let mut basis = Basis { nodes: [0; MOST_NODES / 64], reasons: [0; MOST_REASONS / 64] };
        // Statements rest on earlier ones.
        let (mut next, mut highest) = (Some(*end), 0);
        while let Some(node) = next {
            if node.shared == INSIDE {
                insert(&mut basis.reasons, node.from.into());
            }
            self.parents(&node, board, |parent| {
                insert(&mut basis.nodes, parent);
                highest = highest.max(parent + 1);
            });
            next = None;
            while let (None, Some(number)) = (next, highest.checked_sub(1)) {
                highest = number;
                next = has(&basis.nodes, number).then(|| *self.node(number));
            }
        }
        // A statement that contradicts its opposite may be there, too.
        if self.contains(end.of) {
            remove(&mut basis.nodes, self.number(end.of));
        }
        basis
    }

    /// Adds the statements that an end rests on to the links of a step, and the end: those that are not among its links
    /// from a number on.
    pub(super) fn show(
        &self,
        mut step: Step,
        first_link: usize,
        end: Statement,
        board: &CandidateBoard,
    ) -> Step {
        if step.find_link(end, first_link).is_some() {
            return step;
        }
        let end = self.end(end);
        let mut rest = self.basis(end, board).nodes;
        for number in numbers(&rest.clone()) {
            if step.find_link(self.node(number).of, first_link).is_some() {
                remove(&mut rest, number);
            }
        }
        loop {
            let (mut next, mut node) = (None, end);
            if self.rules.level > 0 {
                next = numbers(&rest).next();
                node = next.map_or(end, |number| self.node(number));
            } else {
                // From the end to a statement all of whose reasons are shown. Most follow from the one shown before.
                loop {
                    let mut reason = None;
                    self.parents(node, board, |parent| {
                        reason = reason.or_else(|| has(&rest, parent).then_some(parent));
                    });
                    let Some(number) = reason else { break };
                    (next, node) = (reason, self.node(number));
                }
            }
            // It names the last statement that it follows from.
            let (mut from, mut causes) = (None, 0);
            self.parents(node, board, |parent| {
                if let Some(link) = step.find_link(self.node(parent).of, first_link) {
                    from = from.max(Some((parent, link)));
                    causes |= bit(link);
                }
            });
            let from = from.map(|(_, link)| link);
            if step.add_link(node.of, from).is_some() {
                step.set_causes(from.map_or(0, |from| causes & !bit(from)));
                if let Some(reason) = self.reason(node) {
                    step.set_inside(reason.technique);
                } else if node.of.is_true && from.is_some() && usize::from(node.shared) != CELL {
                    let unit = unit_number(node.of.candidate.cell(), node.shared.into());
                    let units = units_of(node.of.candidate.cell());
                    step.set_place(units.iter().position(|own| *own == unit).unwrap_or_default());
                }
            }
            let Some(number) = next else { return step };
            remove(&mut rest, number);
        }
    }
}

/// Finds all candidates that are false if a statement holds, by rules that let one rest on several others: the same in
/// whatever order they are found. `None` if the statement contradicts itself, for then the order decides.
pub(super) fn falses_of(board: &CandidateBoard, start: Statement, rules: Rules) -> Option<CandidateSet> {
    let mut left = board.clone();
    let (mut trues, mut falses) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
    let (mut next_trues, mut next_falses) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
    if start.is_true { &mut next_trues } else { &mut next_falses }.insert(start.candidate);
    let mut is_wrong = false;
    loop {
        next_trues.iter().for_each(|on| {
            trues.insert(on);
            left.each_weak(on, rules.one_digit, |off| next_falses.insert(off));
        });
        if next_falses.is_empty() {
            return Some(falses);
        }
        next_falses.iter().for_each(|off| left.remove(off));
        falses.insert_set(&next_falses);
        is_wrong |= !trues.intersection(&next_falses).is_empty();
        next_trues = CandidateSet::EMPTY;
        next_falses.iter().for_each(|off| {
            let (cell, digit) = (off.cell(), off.digit());
            // Of the candidate's cell, then of its digit in each unit: one that is left is true. If several go at once,
            // none is left, and in some order the last would be true.
            let digits = left.digits(cell);
            if !rules.one_digit && board.digits(cell) != 1 << digit {
                is_wrong |= digits == 0;
                if digits & digits.wrapping_sub(1) == 0 {
                    next_trues.insert_all(digits.trailing_zeros() as usize, bit(cell));
                }
            }
            for shared in BOX..SHARED {
                let unit = around(cell, shared);
                let places = left.places(digit) & unit;
                if places & places.wrapping_sub(1) == 0 && board.places(digit) & unit != bit(cell) {
                    is_wrong |= places == 0;
                    next_trues.insert_all(digit, places);
                }
            }
        });
        if is_wrong {
            return None;
        }
        next_trues.remove_set(&trues);
        next_falses = CandidateSet::EMPTY;
    }
}
