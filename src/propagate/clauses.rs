//! Learned clauses, with two watched literals each.
//!
//! A clause is stored as the set of literals that cannot all be true. (In the usual form, a clause is the disjunction
//! of their negations.) When all but one are true, the last one is false.
//!
//! ```text
//!   a clause in the arena     next | next | length | guesses | literal literal literal literal ...
//!                              |      |                           |       |
//!                              |      +- watch list of the second |-------+
//!                              +-------- watch list of the first -+
//! ```
//!
//! The first two literals of a clause are watched. As long as neither is true, at least two literals are not true, so
//! the clause has no consequence. When a literal becomes true, only the clauses that watch it are visited, and
//! backtracking leaves the watches unchanged.

use super::literal::{ClauseNumber, Literal};
use super::state::MAX_CANDIDATES;

/// The most numbers in an arena: two for each candidate of the largest board.
pub(super) const LARGEST_ARENA: usize = 2 * MAX_CANDIDATES;
const _: () = assert!(LARGEST_ARENA <= 1 << 16, "links have 16 bits");

/// The number of watch lists. Several literals share a list.
const LISTS: usize = 1024;
/// Numbers in front of the literals of a clause.
const HEADER: usize = 4;
/// The link that ends a list.
const END: u16 = 0;
/// The offset of the first clause: not 0, so that no clause has the link that ends a list.
const FIRST: usize = 2;

/// The clause arena and its watch lists. A link is the offset of one of the first two numbers of a clause. Clauses
/// begin at even offsets, so a link identifies both the clause and one of its two watched literals.
pub(super) struct Clauses<Arena: ?Sized = [u16]> {
    /// The capacity: how many numbers of the arena may be used.
    limit: usize,
    used: usize,
    full: bool,
    lists: [u16; LISTS],
    arena: Arena,
}

/// The size of a clause in the arena, an even number.
pub(super) const fn size(literals: usize) -> usize {
    (HEADER + literals).next_multiple_of(2)
}

/// A watched literal of a clause.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    link: u16,
}

impl Watch {
    pub(super) fn clause(self) -> ClauseNumber {
        self.link / 2
    }

    /// Which literal is watched: 0 or 1.
    pub(super) fn slot(self) -> usize {
        usize::from(self.link % 2)
    }
}

impl<const ARENA: usize> Clauses<[u16; ARENA]> {
    /// An arena without capacity.
    pub(super) const ZERO: Self =
        Clauses { limit: 0, used: 0, full: false, lists: [END; LISTS], arena: [0; ARENA] };
}

impl Clauses {
    /// Deletes all clauses. From now on, at most `limit` numbers are used.
    pub(super) fn clear(&mut self, limit: usize) {
        self.limit = limit.min(self.arena.len());
        (self.used, self.full, self.lists) = (FIRST, false, [END; LISTS]);
    }

    /// Whether the arena had no free space for a clause.
    pub(super) fn full(&self) -> bool {
        self.full
    }

    #[inline(always)]
    fn get(&self, place: usize) -> u16 {
        self.arena.get(place).copied().unwrap_or_default()
    }

    #[inline(always)]
    fn set(&mut self, place: usize, number: u16) {
        if let Some(old) = self.arena.get_mut(place) {
            *old = number;
        }
    }

    fn list(literal: Literal) -> usize {
        usize::from(literal.0.wrapping_mul(0x9e37) >> 6) % LISTS
    }

    /// The literals of a clause.
    #[inline(always)]
    pub(super) fn literals(&self, clause: ClauseNumber) -> impl Iterator<Item = Literal> {
        let start = usize::from(clause) * 2;
        let literals = start + HEADER..start + HEADER + usize::from(self.get(start + 2));
        self.arena.get(literals).unwrap_or_default().iter().map(|&literal| Literal(literal))
    }

    /// One literal of a clause.
    #[inline(always)]
    pub(super) fn literal(&self, clause: ClauseNumber, index: usize) -> Literal {
        Literal(self.get(usize::from(clause) * 2 + HEADER + index))
    }

    /// The index of the first literal of a clause that is not watched and satisfies `wanted`.
    #[inline(always)]
    pub(super) fn find(&self, clause: ClauseNumber, wanted: impl Fn(Literal) -> bool) -> Option<usize> {
        self.literals(clause).skip(2).position(wanted).map(|index| index + 2)
    }

    /// The first entry of a literal's watch list.
    pub(super) fn first(&self, literal: Literal) -> Option<Watch> {
        Self::watch(self.lists[Self::list(literal)])
    }

    /// The next entry of the same list.
    pub(super) fn next(&self, watch: Watch) -> Option<Watch> {
        Self::watch(self.get(watch.link.into()))
    }

    fn watch(link: u16) -> Option<Watch> {
        (link != END).then_some(Watch { link })
    }

    /// Replaces the watched `literal` of a clause by the literal at `index`. `before` precedes the watch in its list.
    pub(super) fn move_watch(&mut self, literal: Literal, before: Option<Watch>, watch: Watch, index: usize) {
        let start = usize::from(watch.clause()) * 2 + HEADER;
        let another = self.get(start + index);
        self.set(start + index, literal.0);
        self.set(start + watch.slot(), another);
        let next = self.get(watch.link.into());
        match before {
            None => self.lists[Self::list(literal)] = next,
            Some(before) => self.set(before.link.into(), next),
        }
        self.push(Literal(another), watch.link);
    }

    /// Inserts a link at the head of a literal's watch list.
    fn push(&mut self, literal: Literal, link: u16) {
        let head = &mut self.lists[Self::list(literal)];
        let next = core::mem::replace(head, link);
        self.set(link.into(), next);
    }

    /// Adds a clause of two or more literals and watches the first two. `guesses` is the number of guesses that its
    /// literals depend on. Returns `None` if the arena is full.
    pub(super) fn add(&mut self, literals: &[Literal], guesses: usize) -> Option<ClauseNumber> {
        let start = self.used;
        let end = start + size(literals.len());
        if end > self.limit {
            self.full = true;
            return None;
        }
        self.used = end;
        self.set(start + 2, literals.len() as u16);
        self.set(start + 3, guesses as u16);
        for (index, &literal) in literals.iter().enumerate() {
            self.set(start + HEADER + index, literal.0);
        }
        self.watch_two(start);
        Some((start / 2) as ClauseNumber)
    }

    fn watch_two(&mut self, start: usize) {
        for slot in 0..2 {
            self.push(Literal(self.get(start + HEADER + slot)), (start + slot) as u16);
        }
    }

    /// Deletes clauses until half of the arena is free: first those that depend on the most guesses, and among equals
    /// the oldest. The others are renumbered, so no clause may be in use as a reason.
    pub(super) fn delete_half(&mut self) {
        const MOST: usize = 63;
        let mut sizes = [0; MOST + 1];
        let mut start = FIRST;
        while start < self.used {
            let guesses = usize::from(self.get(start + 3)).min(MOST);
            let size = size(self.get(start + 2).into());
            sizes[guesses] += size;
            start += size;
        }
        // Of the clauses that depend on `most` guesses, delete the oldest, until `to_go` numbers are free.
        let (mut left, mut most) = (self.limit / 2, 0);
        while most < MOST && sizes[most] <= left {
            left -= sizes[most];
            most += 1;
        }
        let mut to_go = sizes[most].saturating_sub(left);

        let used = self.used;
        (self.used, self.full, self.lists) = (FIRST, false, [END; LISTS]);
        let mut start = FIRST;
        while start < used {
            let guesses = usize::from(self.get(start + 3)).min(MOST);
            let size = size(self.get(start + 2).into());
            if guesses < most || guesses == most && to_go == 0 {
                let to = self.used;
                for offset in 2..size {
                    self.set(to + offset, self.get(start + offset));
                }
                self.used += size;
                self.watch_two(to);
            } else if guesses == most {
                to_go = to_go.saturating_sub(size);
            }
            start += size;
        }
    }
}
