//! All that follows from one statement.

use super::board::{Board, CANDIDATES, CELL, Candidate, Candidates, Literal, around};
use crate::cell_bits::each;

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
struct Node {
    /// The statement that it follows from. For a true candidate that rests on several false ones: the last of them.
    from: Candidate,
    /// Where a true candidate was the only one: in its cell, or in a unit.
    shared: u8,
    /// The number of statements up to here; not all of them if it rests on several.
    depth: u8,
    /// For a false candidate: when it left the board.
    number: u16,
}

const NO_NODE: Node = Node { from: Candidate::NONE, shared: 0, depth: 0, number: 0 };

/// All statements that follow from one, and from which others each follows.
///
/// The order in which they are found decides from which others a statement follows, and thereby how long a chain is. It is
/// the judge's: what true candidates exclude comes first, then what one false candidate leaves.
pub(super) struct Spread {
    /// The statements: those that a candidate is false, those that it is true.
    sets: [Candidates; 2],
    nodes: [[Node; CANDIDATES]; 2],
    order: [[Candidate; CANDIDATES]; 2],
    counts: [usize; 2],
    rules: Rules,
}

impl Spread {
    pub(super) const EMPTY: Spread = Spread {
        sets: [Candidates::EMPTY; 2],
        nodes: [[NO_NODE; CANDIDATES]; 2],
        order: [[Candidate::NONE; CANDIDATES]; 2],
        counts: [0; 2],
        rules: Rules { one_digit: false, is_dynamic: false },
    };

    /// Finds all that follows from a statement. Stops at a candidate that would be both true and false, and returns it.
    pub(super) fn run(&mut self, board: &Board, start: Literal, rules: Rules) -> Option<Candidate> {
        let mut board = board.clone();
        (self.sets, self.counts, self.rules) = ([Candidates::EMPTY; 2], [0; 2], rules);
        self.add(start, NO_NODE);
        let (mut next_true, mut next_false) = (0, 0);
        loop {
            if let Some(from) = self.at(true, next_true) {
                next_true += 1;
                let depth = self.node(Literal { candidate: from, is_true: true }).depth;
                let node = Node { from, depth: depth.saturating_add(1), ..NO_NODE };
                for candidate in board.weak(from, rules.one_digit, &self.sets[0]) {
                    if self.add(Literal { candidate, is_true: false }, node) {
                        return Some(candidate);
                    }
                }
            } else if let Some(from) = self.at(false, next_false) {
                next_false += 1;
                let depth = self.node(Literal { candidate: from, is_true: false }).depth;
                let strong = board.strong(from);
                if rules.is_dynamic {
                    board.remove(from);
                }
                for (shared, candidate) in strong.into_iter().enumerate() {
                    let is_used = candidate != Candidate::NONE && (shared != CELL || !rules.one_digit);
                    let node = Node { from, shared: shared as u8, depth: depth.saturating_add(1), number: 0 };
                    if is_used && self.add(Literal { candidate, is_true: true }, node) {
                        return Some(candidate);
                    }
                }
            } else {
                return None;
            }
        }
    }

    /// Adds a statement unless it is there. Returns whether it contradicts another; then it can be looked up, but is not in
    /// the set.
    fn add(&mut self, literal: Literal, node: Node) -> bool {
        let Literal { candidate, is_true } = literal;
        if self.contains(literal) {
            return false;
        }
        let number = self.counts[usize::from(is_true)];
        if let Some(own) = self.nodes[usize::from(is_true)].get_mut(candidate.index()) {
            *own = Node { number: number as u16, ..node };
        }
        if self.contains(Literal { candidate, is_true: !is_true }) {
            return true;
        }
        if let Some(last) = self.order[usize::from(is_true)].get_mut(number) {
            *last = candidate;
            self.sets[usize::from(is_true)].insert(candidate);
            self.counts[usize::from(is_true)] += 1;
        }
        false
    }

    pub(super) fn contains(&self, literal: Literal) -> bool {
        self.sets[usize::from(literal.is_true)].contains(literal.candidate)
    }

    /// The statements with one value, in the order in which they were found.
    pub(super) fn statements(&self, is_true: bool) -> impl Iterator<Item = Literal> {
        let found = self.order[usize::from(is_true)].iter().take(self.counts[usize::from(is_true)]);
        found.map(move |&candidate| Literal { candidate, is_true })
    }

    fn at(&self, is_true: bool, place: usize) -> Option<Candidate> {
        let found = self.order[usize::from(is_true)].get(place)?;
        (place < self.counts[usize::from(is_true)]).then_some(*found)
    }

    fn node(&self, literal: Literal) -> Node {
        self.nodes[usize::from(literal.is_true)].get(literal.candidate.index()).copied().unwrap_or(NO_NODE)
    }

    /// Returns at least how many statements a statement rests on, itself included.
    pub(super) fn least_length(&self, literal: Literal) -> u32 {
        u32::from(self.node(literal).depth) + 1
    }

    /// Returns how many statements a statement rests on, itself included.
    pub(super) fn length(&self, literal: Literal, board: &Board) -> u32 {
        if !self.rules.is_dynamic {
            return self.least_length(literal);
        }
        let mut length = 0;
        self.visit(literal, board, &mut [Candidates::EMPTY; 2], &mut |_, _| length += 1);
        length
    }

    /// Visits a statement after those that it rests on: with the first of these.
    pub(super) fn visit(
        &self,
        literal: Literal,
        board: &Board,
        visited: &mut [Candidates; 2],
        visitor: &mut impl FnMut(Literal, Option<Literal>),
    ) {
        let Literal { candidate, is_true } = literal;
        let node = self.node(literal);
        visited[usize::from(is_true)].insert(candidate);
        let first =
            (node.from != Candidate::NONE).then_some(Literal { candidate: node.from, is_true: !is_true });
        let mut others = Candidates::EMPTY;
        if is_true && let Some(first) = first {
            others = self.earlier(candidate, node.shared.into(), self.node(first).number, board);
        }
        for digit in 0..9 {
            for cell in each(others.places(digit)) {
                let other = Literal { candidate: Candidate::new(cell, digit), is_true: false };
                if !visited[0].contains(other.candidate) {
                    self.visit(other, board, visited, visitor);
                }
            }
        }
        if let Some(first) =
            first.filter(|first| !visited[usize::from(first.is_true)].contains(first.candidate))
        {
            self.visit(first, board, visited, visitor);
        }
        visitor(literal, first);
    }

    /// The candidates beside which a true candidate was the only one left when the false candidate with a number went: those
    /// of its cell or unit that went before.
    fn earlier(&self, candidate: Candidate, shared: usize, number: u16, board: &Board) -> Candidates {
        let mut earlier = Candidates::EMPTY;
        if !self.rules.is_dynamic {
            return earlier;
        }
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let digits = if shared == CELL { board.digits(cell) } else { 1 << digit };
        for digit in each(digits.into()) {
            for cell in each(self.sets[0].places(digit) & around(cell, shared)) {
                let other = Candidate::new(cell, digit);
                if self.node(Literal { candidate: other, is_true: false }).number < number {
                    earlier.insert(other);
                }
            }
        }
        earlier
    }
}
