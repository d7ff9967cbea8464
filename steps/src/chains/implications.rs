//! The implications of a statement: all that follows from it.

use super::board::{
    BOX, CANDIDATES, CELL, Candidate, CandidateBoard, CandidateSet, SHARED, Statement, around,
};
use crate::cells::{bit, each};

/// How statements follow from each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Whether only the digit of the first statement counts.
    pub(super) one_digit: bool,
    /// Whether candidates that are false leave the board, so that what follows may rest on several of them.
    pub(super) is_dynamic: bool,
}

/// Why a statement holds.
#[derive(Clone, Copy)]
struct Implication {
    /// The statement that it follows from. For a true candidate that rests on several false ones: the last of them.
    from: Candidate,
    /// Where a true candidate was the only one: in its cell, or in a unit.
    shared: u8,
    /// The number of statements up to here; not all of them if it rests on several.
    depth: u8,
    /// The number of statements found before it.
    time: u16,
}

const NO_NODE: Implication = Implication { from: Candidate::NONE, shared: 0, depth: 0, time: 0 };

/// All statements that follow from one, and from which others each follows.
///
/// The order in which they are found decides from which others a statement follows, and thereby how long a chain is. It
/// is the judge's: what true candidates exclude comes first, then what one false candidate leaves.
pub(super) struct Implications {
    /// The statements: those that a candidate is false, those that it is true.
    sets: [CandidateSet; 2],
    nodes: [[Implication; CANDIDATES]; 2],
    /// The statements in the order in which they were found, and their number.
    order: [Statement; 2 * CANDIDATES],
    count: usize,
    rules: Rules,
}

impl Implications {
    pub(super) const EMPTY: Implications = Implications {
        sets: [CandidateSet::EMPTY; 2],
        nodes: [[Implication { from: Candidate::FIRST, ..NO_NODE }; CANDIDATES]; 2],
        order: [Statement { candidate: Candidate::FIRST, is_true: false }; 2 * CANDIDATES],
        count: 0,
        rules: Rules { one_digit: false, is_dynamic: false },
    };

    /// Finds all that follows from a statement. Stops at a candidate that would be both true and false, and returns it.
    pub(super) fn run(
        &mut self,
        board: &CandidateBoard,
        start: Statement,
        rules: Rules,
    ) -> Option<Candidate> {
        let mut board = board.clone();
        (self.sets, self.count, self.rules) = ([CandidateSet::EMPTY; 2], 0, rules);
        self.add(start, NO_NODE);
        let (mut next_true, mut next_false) = (0, 0);
        loop {
            if let Some(from) = self.next(true, &mut next_true) {
                let depth = self.node(Statement { candidate: from, is_true: true }).depth;
                let node = Implication { from, depth: depth.saturating_add(1), ..NO_NODE };
                // `find` iterates within the chained iterators, several times as fast as a loop around them.
                let mut weak = board.weak(from, rules.one_digit, &self.sets[0]);
                let wrong = weak.find(|&candidate| self.add(Statement { candidate, is_true: false }, node));
                if wrong.is_some() {
                    return wrong;
                }
            } else if let Some(from) = self.next(false, &mut next_false) {
                let depth = self.node(Statement { candidate: from, is_true: false }).depth;
                let strong = board.strong(from);
                if rules.is_dynamic {
                    board.remove(from);
                }
                for (shared, candidate) in strong.into_iter().enumerate() {
                    let is_used = candidate != Candidate::NONE && (shared != CELL || !rules.one_digit);
                    let node =
                        Implication { from, shared: shared as u8, depth: depth.saturating_add(1), time: 0 };
                    if is_used && self.add(Statement { candidate, is_true: true }, node) {
                        return Some(candidate);
                    }
                }
            } else {
                return None;
            }
        }
    }

    /// Adds a statement unless it is there. Returns whether it contradicts another; then it can be looked up, but is
    /// not in the set.
    fn add(&mut self, statement: Statement, node: Implication) -> bool {
        let Statement { candidate, is_true } = statement;
        if self.contains(statement) {
            return false;
        }
        if let Some(own) = self.nodes[usize::from(is_true)].get_mut(candidate.index()) {
            *own = Implication { time: self.count as u16, ..node };
        }
        if self.contains(Statement { candidate, is_true: !is_true }) {
            return true;
        }
        if let Some(last) = self.order.get_mut(self.count) {
            *last = statement;
            self.sets[usize::from(is_true)].insert(candidate);
            self.count += 1;
        }
        false
    }

    pub(super) fn contains(&self, statement: Statement) -> bool {
        self.sets[usize::from(statement.is_true)].contains(statement.candidate)
    }

    /// The candidates that are false.
    pub(super) const fn falses(&self) -> &CandidateSet {
        &self.sets[0]
    }

    /// The statements with one value, in the order in which they were found.
    pub(super) fn statements(&self, is_true: bool) -> impl Iterator<Item = Statement> {
        self.order.iter().take(self.count).copied().filter(move |statement| statement.is_true == is_true)
    }

    /// Returns the next statement with a value, and moves behind it.
    fn next(&self, is_true: bool, place: &mut usize) -> Option<Candidate> {
        while *place < self.count {
            let statement = *self.order.get(*place)?;
            *place += 1;
            if statement.is_true == is_true {
                return Some(statement.candidate);
            }
        }
        None
    }

    fn node(&self, statement: Statement) -> Implication {
        self.nodes[usize::from(statement.is_true)]
            .get(statement.candidate.index())
            .copied()
            .unwrap_or(NO_NODE)
    }

    /// Returns at least how many statements a statement rests on, itself included.
    pub(super) fn least_length(&self, statement: Statement) -> u32 {
        u32::from(self.node(statement).depth) + 1
    }

    /// Returns how many statements a statement rests on, itself included.
    pub(super) fn length(&self, statement: Statement, board: &CandidateBoard) -> u32 {
        if !self.rules.is_dynamic {
            return self.least_length(statement);
        }
        let [false_ones, true_ones] = self.basis(statement, board);
        false_ones.iter().chain(true_ones.iter()).count() as u32
    }

    /// Visits a statement after all those that it rests on, each with the one that it follows from. Most follow from
    /// the one visited before.
    pub(super) fn visit(
        &self,
        statement: Statement,
        board: &CandidateBoard,
        mut visitor: impl FnMut(Statement, Option<Statement>),
    ) {
        let mut visited = [CandidateSet::EMPTY; 2];
        loop {
            // From the end to a statement all of whose reasons have been visited.
            let mut next = statement;
            while let Some(reason) = self.last_reason(next, &visited, board) {
                next = reason;
            }
            visited[usize::from(next.is_true)].insert(next.candidate);
            visitor(next, self.first_reason(next));
            if next == statement {
                return;
            }
        }
    }

    /// Returns a reason of a statement that is not in a set: the one named as its reason comes last.
    fn last_reason(
        &self,
        statement: Statement,
        but: &[CandidateSet; 2],
        board: &CandidateBoard,
    ) -> Option<Statement> {
        let first = self.first_reason(statement)?;
        let mut others = self.others(statement, first, board);
        others.remove_set(&but[0]);
        let other = others.iter().next().map(|candidate| Statement { candidate, is_true: false });
        other.or_else(|| {
            Some(first).filter(|first| !but[usize::from(first.is_true)].contains(first.candidate))
        })
    }

    /// The statements that a statement rests on, itself included: the false ones, the true ones.
    fn basis(&self, statement: Statement, board: &CandidateBoard) -> [CandidateSet; 2] {
        let mut basis = [CandidateSet::EMPTY; 2];
        let mut open = [CandidateSet::EMPTY; 2];
        open[usize::from(statement.is_true)].insert(statement.candidate);
        loop {
            let [false_ones, true_ones] = open;
            let of = |is_true, candidates: &CandidateSet| {
                candidates.iter().next().map(|candidate| Statement { candidate, is_true })
            };
            let Some(next) = of(true, &true_ones).or_else(|| of(false, &false_ones)) else { return basis };
            open[usize::from(next.is_true)].remove(next.candidate);
            basis[usize::from(next.is_true)].insert(next.candidate);
            let Some(first) = self.first_reason(next) else { continue };
            let mut reasons = [CandidateSet::EMPTY; 2];
            reasons[usize::from(first.is_true)].insert(first.candidate);
            reasons[0].insert_set(&self.others(next, first, board));
            for ((open, reasons), basis) in open.iter_mut().zip(&mut reasons).zip(&basis) {
                reasons.remove_set(basis);
                open.insert_set(reasons);
            }
        }
    }

    /// The statement that a statement follows from. `None` for the first one.
    fn first_reason(&self, statement: Statement) -> Option<Statement> {
        let from = self.node(statement).from;
        (from != Candidate::NONE).then_some(Statement { candidate: from, is_true: !statement.is_true })
    }

    /// The other reasons of a true candidate that was the only one left when a false one went: those of its cell or
    /// unit that went before.
    fn others(&self, statement: Statement, last: Statement, board: &CandidateBoard) -> CandidateSet {
        let mut earlier = CandidateSet::EMPTY;
        if !statement.is_true || !self.rules.is_dynamic {
            return earlier;
        }
        let candidate = statement.candidate;
        let shared = usize::from(self.node(statement).shared);
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let digits = if shared == CELL { board.digits(cell) } else { 1 << digit };
        for digit in each(digits.into()) {
            for cell in each(self.sets[0].places(digit) & around(cell, shared)) {
                let other = Candidate::new(cell, digit);
                if self.node(Statement { candidate: other, is_true: false }).time < self.node(last).time {
                    earlier.insert(other);
                }
            }
        }
        earlier
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
