//! Clause learning: from a contradiction to the literals that cause it.
//!
//! Every true literal has a reason: literals that were true before it. Beginning with the contradiction, the latest
//! literal is repeatedly replaced by its reason, until only one of the literals became true after the last guess (the
//! *first unique implication point*). This one and the earlier ones cannot all be true: they form the clause. It is
//! stronger than "not these guesses", because other guesses can lead to the same literals.
//!
//! Then the clause is made shorter:
//!
//! - Several literals that follow from the same placed digit are replaced by that digit.
//! - A literal is redundant if all the literals of its reason are in the clause.

use super::learning::Learning;
use super::literal::{
    BOX, CELL, COLUMN, Conflict, KINDS, Literal, PackedReason, Placement, ROW, Reason, TrailEntry,
    TrailLengths,
};
use super::propagator::{Mode, Propagator, is_free, take_lowest};
use super::state::{MAX_CANDIDATES, MAX_CELLS, WEIGHT_STEP};

/// A set of numbers below `32 * WORDS`.
struct BitSet<const WORDS: usize>([u32; WORDS]);

impl<const WORDS: usize> BitSet<WORDS> {
    fn new() -> Self {
        BitSet([0; WORDS])
    }

    fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 32) {
            *word |= 1 << (number % 32);
        }
    }

    fn remove(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 32) {
            *word &= !(1 << (number % 32));
        }
    }

    fn contains(&self, number: usize) -> bool {
        self.0.get(number / 32).is_some_and(|word| word & 1 << (number % 32) != 0)
    }

    /// The greatest number below `end`.
    fn last_below(&self, end: usize) -> Option<usize> {
        let mut index = end / 32;
        let mut word = self.0.get(index).map_or(0, |word| word & !(u32::MAX << (end % 32)));
        while word == 0 {
            index = index.checked_sub(1)?;
            word = self.0.get(index).copied().unwrap_or_default();
        }
        Some(index * 32 + word.ilog2() as usize)
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// A set of true literals. It omits those that became true before the first guess, which are always true.
struct EntrySet {
    first_guess: TrailLengths,
    placed: BitSet<{ MAX_CELLS.div_ceil(32) }>,
    ruled_out: BitSet<{ MAX_CANDIDATES.div_ceil(32) }>,
}

impl EntrySet {
    fn insert(&mut self, entry: TrailEntry) {
        match entry {
            _ if self.always_holds(entry) => {}
            TrailEntry::Placed(number) => self.placed.insert(number),
            TrailEntry::RuledOut(number) => self.ruled_out.insert(number),
        }
    }

    fn remove(&mut self, entry: TrailEntry) {
        match entry {
            TrailEntry::Placed(number) => self.placed.remove(number),
            TrailEntry::RuledOut(number) => self.ruled_out.remove(number),
        }
    }

    fn contains(&self, entry: TrailEntry) -> bool {
        match entry {
            TrailEntry::Placed(number) => self.placed.contains(number),
            TrailEntry::RuledOut(number) => self.ruled_out.contains(number),
        }
    }

    fn always_holds(&self, entry: TrailEntry) -> bool {
        entry.precedes(self.first_guess)
    }
}

/// Clauses learned until the weights are halved.
const DECAY_INTERVAL: u32 = 64;

impl Mode for Learning {
    const LEARNS: bool = true;

    #[inline(always)]
    fn learning(&mut self) -> Option<&mut Learning> {
        Some(self)
    }

    #[inline(always)]
    fn propagate_clauses(propagator: &mut Propagator<'_, Self>) -> bool {
        propagator.propagate_clauses()
    }

    #[inline(always)]
    fn backtrack(propagator: &mut Propagator<'_, Self>, floor: &mut usize) -> bool {
        propagator.learn(floor)
    }
}

impl Propagator<'_, Learning> {
    /// Propagates the next true literal through the clauses. Returns false if there is none.
    #[inline(always)]
    pub(super) fn propagate_clauses(&mut self) -> bool {
        if self.mode.clause_placed_head < self.state.placed_count
            && let Some(&candidate) = self.state.placed.get(self.mode.clause_placed_head)
        {
            self.mode.clause_placed_head += 1;
            self.propagate_literal(candidate.placed(self.tables.bits));
            true
        } else if self.mode.clause_trail_head < self.state.trail_length
            && let Some(&candidate) = self.trail.get(self.mode.clause_trail_head)
        {
            self.mode.clause_trail_head += 1;
            self.propagate_literal(candidate.ruled_out(self.tables.bits));
            true
        } else {
            false
        }
    }

    /// Propagates a true literal through the clauses that watch it.
    fn propagate_literal(&mut self, literal: Literal) {
        let mut before = None;
        let mut next = self.mode.clauses.first(literal);
        while let Some(watch) = next {
            next = self.mode.clauses.next(watch);
            let (clause, slot) = (watch.clause(), watch.slot());
            if self.mode.clauses.literal(clause, slot) == literal {
                let other = self.mode.clauses.literal(clause, 1 - slot);
                if !self.holds(other.opposite()) {
                    if let Some(index) = self.mode.clauses.find(clause, |literal| !self.holds(literal)) {
                        self.mode.clauses.move_watch(literal, before, watch, index);
                        continue;
                    }
                    if self.holds(other) {
                        self.state.contradiction = Some(Conflict::Clause(clause));
                        return;
                    }
                    self.falsify(other, Reason::Clause(clause));
                }
            }
            before = Some(watch);
        }
    }

    /// Whether a literal is true.
    #[inline(always)]
    fn holds(&self, literal: Literal) -> bool {
        let candidate = literal.candidate(self.tables.bits);
        let [row, column, digit] = candidate.parts();
        if literal.is_placed() {
            self.state
                .digits
                .get(candidate.cell(self.tables.side))
                .is_some_and(|&held| usize::from(held) == digit + 1)
        } else {
            self.state.choices(CELL, row, column) & 1 << (digit & 31) == 0
        }
    }

    /// Learns a clause from a contradiction and backtracks to the first node in which the clause has a consequence,
    /// but not below `floor`. A contradiction at or below the floor refutes a guess and lowers the floor. Returns
    /// false if no guess is open.
    pub(super) fn learn(&mut self, floor: &mut usize) -> bool {
        let Some(first_guess) = self.state.guesses.first().filter(|_| self.state.level > 0) else {
            return false;
        };
        let mut entries =
            EntrySet { first_guess: *first_guess, placed: BitSet::new(), ruled_out: BitSet::new() };
        self.for_each_contradicting(|entry| entries.insert(entry));
        let mut end = self.trail_lengths();
        let Some(mut latest) = self.latest(&entries, end) else { return false };
        let level = self.level_of(latest);
        if level <= *floor {
            self.backtrack_to(level);
            *floor = level.saturating_sub(1);
            return self.refute_guess();
        }

        let last_guess = self.state.guesses.get(level.wrapping_sub(1)).copied().unwrap_or_default();
        loop {
            entries.remove(latest);
            end = end.before(latest);
            self.mode.activities.raise(self.literal(latest));
            // Stop if it is the only one since the last guess; its reason would precede that guess.
            if self.latest(&entries, end).is_none_or(|next| next.precedes(last_guess)) {
                break;
            }
            self.for_each_antecedent(latest, |entry| entries.insert(entry));
            if let TrailEntry::Placed(number) = latest {
                self.raise_weights(number);
            }
            match self.latest(&entries, end) {
                Some(next) => latest = next,
                None => break,
            }
        }
        self.decay_weights();
        self.mode.activities.next();
        self.replace_by_digits(&mut entries, end);

        let asserted = self.literal(latest);
        let mut clause = [asserted; MAX_CELLS];
        let mut length = 1;
        let mut levels = BitSet::<{ MAX_CELLS.div_ceil(32) }>::new();
        let mut target_level = *floor;
        // The clause has a consequence from the level of the latest of the other literals on.
        while let Some(entry) = self.latest(&entries, end) {
            end = end.before(entry);
            self.mode.activities.raise(self.literal(entry));
            if !self.is_redundant(entry, &entries) {
                let level = self.level_of(entry);
                levels.insert(level);
                target_level = target_level.max(level);
                if let Some(literal) = clause.get_mut(length) {
                    *literal = self.literal(entry);
                }
                length += 1;
            }
        }
        let reason = match clause.get(..length) {
            Some([_]) => Some(Reason::Given),
            Some(clause) => self.mode.clauses.add(clause, levels.count()).map(Reason::Clause),
            None => None,
        };
        match reason {
            Some(reason) => {
                self.backtrack_to(target_level);
                self.falsify(asserted, reason);
                true
            }
            // The arena is full: the last guess is refuted, and nothing is learned.
            None => {
                self.backtrack_to(level);
                self.refute_guess()
            }
        }
    }

    /// The latest of the entries that precede `end`.
    fn latest(&self, entries: &EntrySet, end: TrailLengths) -> Option<TrailEntry> {
        let placed = entries.placed.last_below(end.placed.into());
        let ruled_out = entries.ruled_out.last_below(end.trail.into());
        match (placed, ruled_out) {
            (Some(number), Some(gone)) => {
                let trail_then = self.mode.placed_reasons.get(number).map_or(0, |entry| entry.trail.into());
                Some(if trail_then > gone { TrailEntry::Placed(number) } else { TrailEntry::RuledOut(gone) })
            }
            (Some(number), None) => Some(TrailEntry::Placed(number)),
            (None, gone) => gone.map(TrailEntry::RuledOut),
        }
    }

    /// The number of guesses that were open when the literal became true.
    fn level_of(&self, entry: TrailEntry) -> usize {
        let guesses = self.state.guesses.get(..self.state.level).unwrap_or_default();
        guesses.partition_point(|&guess| !entry.precedes(guess))
    }

    /// The trail entry of a true literal.
    fn entry(&self, literal: Literal) -> TrailEntry {
        let candidate = literal.candidate(self.tables.bits);
        let cell = candidate.cell(self.tables.side);
        let entry = if literal.is_placed() {
            TrailEntry::Placed(self.mode.placed_numbers.get(cell).copied().unwrap_or_default().into())
        } else {
            let numbers = self.mode.trail_numbers.get(candidate.parts()[2]);
            TrailEntry::RuledOut(
                numbers.and_then(|numbers| numbers.get(cell)).copied().unwrap_or_default().into(),
            )
        };
        debug_assert!(
            matches!(entry, TrailEntry::RuledOut(0)) || self.literal(entry) == literal,
            "the entry of another literal"
        );
        entry
    }

    /// The literal of a trail entry.
    fn literal(&self, entry: TrailEntry) -> Literal {
        match entry {
            TrailEntry::Placed(number) => {
                self.state.placed.get(number).map(|placed| placed.placed(self.tables.bits))
            }
            TrailEntry::RuledOut(number) => {
                self.trail.get(number).map(|gone| gone.ruled_out(self.tables.bits))
            }
        }
        .unwrap_or_default()
    }

    fn reason(&self, entry: TrailEntry) -> Reason {
        match entry {
            TrailEntry::Placed(number) => self.mode.placed_reasons.get(number).map(|entry| entry.reason),
            TrailEntry::RuledOut(number) => self.mode.reasons.get(number).copied(),
        }
        .map_or(Reason::Given, PackedReason::unpack)
    }

    /// Passes the literals that contradict each other to `show`.
    fn for_each_contradicting(&self, mut show: impl FnMut(TrailEntry)) {
        match self.state.contradiction {
            Some(Conflict::Constraint(kind, unit, item)) => {
                self.for_each_ruled_out(kind.into(), unit.into(), item.into(), u32::MAX, show);
            }
            Some(Conflict::House(house, digit)) => {
                for [row, column] in self.tables.house_cells(house.into()) {
                    let candidate = Placement::new(row, column, digit.into());
                    show(self.entry(candidate.ruled_out(self.tables.bits)));
                }
            }
            Some(Conflict::Clause(clause)) => {
                self.mode.clauses.literals(clause).for_each(|literal| show(self.entry(literal)));
            }
            Some(Conflict::Question) => self.for_each_asked(None, &mut show),
            Some(Conflict::Guesses) => self.for_each_guess(self.state.level, show),
            None => {}
        }
    }

    /// Passes the literals of a literal's reason to `show`.
    fn for_each_antecedent(&self, entry: TrailEntry, mut show: impl FnMut(TrailEntry)) {
        let literal = self.literal(entry);
        let candidate = literal.candidate(self.tables.bits);
        let [row, column, digit] = candidate.parts();
        match self.reason(entry) {
            Reason::Given => {}
            Reason::Question => self.for_each_asked(Some(candidate), &mut show),
            Reason::Guesses => self.for_each_guess(self.level_of(entry), show),
            Reason::Digit(number) => show(TrailEntry::Placed(number)),
            Reason::Single(kind) => {
                let [unit, item, choice] = self.tables.constraints(candidate)[kind % KINDS];
                self.for_each_ruled_out(kind, unit, item, !(1 << (choice & 31)), show);
            }
            Reason::Locked(kind, crossing, unit) => {
                let open = match (kind, crossing) {
                    (BOX, ROW) => self.tables.crossing::<BOX, ROW>(unit, row),
                    (BOX, _) => self.tables.crossing::<BOX, COLUMN>(unit, column),
                    (ROW, _) => self.tables.crossing::<ROW, BOX>(unit, self.tables.place(row, column)[0]),
                    _ => self.tables.crossing::<COLUMN, BOX>(unit, self.tables.place(row, column)[0]),
                };
                self.for_each_ruled_out(kind, unit, digit, !open, show);
            }
            Reason::House(house) => {
                for other in self.tables.house_cells(house).filter(|other| *other != [row, column]) {
                    let other = Placement::new(other[0], other[1], digit);
                    show(self.entry(other.ruled_out(self.tables.bits)));
                }
            }
            Reason::Clause(clause) => {
                let others = self.mode.clauses.literals(clause).filter(|&other| other != literal.opposite());
                others.for_each(|other| show(self.entry(other)));
            }
        }
    }

    /// Passes the literals that rule out these choices for a constraint to `show`.
    fn for_each_ruled_out(
        &self,
        kind: usize,
        unit: usize,
        item: usize,
        choices: u32,
        mut show: impl FnMut(TrailEntry),
    ) {
        let mut choices = choices & (u32::MAX >> (32 - self.tables.side));
        while choices != 0 {
            let candidate = self.tables.candidate(kind, unit, item, take_lowest(&mut choices));
            show(self.entry(candidate.ruled_out(self.tables.bits)));
        }
    }

    /// Passes the candidates that the question asks for, but for one that is left, to `show`.
    #[inline(never)]
    fn for_each_asked(&self, left: Option<Placement>, show: &mut dyn FnMut(TrailEntry)) {
        let side = self.tables.side;
        // Elsewhere, nothing follows from the question but the first guess.
        if !is_free(side) {
            return;
        }
        let shown = self.state.question.iter().flatten().take(side * side);
        for (cell, shown) in shown.enumerate() {
            let mut asked = !shown & u32::MAX >> (u32::BITS as usize - side);
            while asked != 0 {
                let candidate = Placement::new(cell / side, cell % side, take_lowest(&mut asked));
                if Some(candidate) != left {
                    show(self.entry(candidate.ruled_out(self.tables.bits)));
                }
            }
        }
    }

    /// Passes the first `level` guesses to `show`.
    fn for_each_guess(&self, level: usize, mut show: impl FnMut(TrailEntry)) {
        for guess in self.state.guesses.get(..level).unwrap_or_default() {
            show(TrailEntry::Placed(guess.placed.into()));
        }
    }

    /// Whether all literals of the entry's reason are in the set.
    fn is_redundant(&self, entry: TrailEntry, entries: &EntrySet) -> bool {
        let mut implied = !matches!(self.reason(entry), Reason::Given | Reason::Guesses);
        self.for_each_antecedent(entry, |antecedent| {
            implied &= entries.always_holds(antecedent) || entries.contains(antecedent);
        });
        implied
    }

    /// Replaces candidates by the digit that rules them out, if the same digit rules out several.
    fn replace_by_digits(&self, entries: &mut EntrySet, end: TrailLengths) {
        let mut once = BitSet::<{ MAX_CELLS.div_ceil(32) }>::new();
        let mut number = usize::from(end.trail);
        while let Some(gone) = entries.ruled_out.last_below(number) {
            number = gone;
            if let Reason::Digit(digit) = self.reason(TrailEntry::RuledOut(gone)) {
                if once.contains(digit) {
                    entries.insert(TrailEntry::Placed(digit));
                }
                once.insert(digit);
            }
        }
    }

    /// Raises the weights of the four constraints that a digit belongs to.
    fn raise_weights(&mut self, number: usize) {
        let Some(&placed) = self.state.placed.get(number) else { return };
        for (kind, [unit, item, _]) in self.tables.constraints(placed).into_iter().enumerate() {
            self.raise_weight(kind, unit, item);
        }
    }

    /// Halves the weights after every [`DECAY_INTERVAL`] clauses.
    fn decay_weights(&mut self) {
        self.mode.clauses_since_decay += 1;
        if self.mode.clauses_since_decay == DECAY_INTERVAL {
            self.mode.clauses_since_decay = 0;
            for key in self.state.units.iter_mut().flat_map(|unit| unit.keys.as_flattened_mut()) {
                *key -= *key / WEIGHT_STEP / 2 * WEIGHT_STEP;
            }
        }
    }
}
