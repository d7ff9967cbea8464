//! The data needed only for learning: reasons and clauses.

use super::activities::Activities;
use super::clauses::Clauses;
use super::layout_tables::LayoutTables;
use super::literal::{PackedReason, Placement, Reason};
use super::propagator::take_lowest;
use super::state::{MAX_CANDIDATES, MAX_CELLS, MAX_SIDE, State};

/// Why a digit was placed, and the length of the trail at that time.
#[derive(Clone, Copy, Default)]
pub(super) struct PlacedReason {
    pub(super) reason: PackedReason,
    pub(super) trail: u16,
}

/// The data needed only for learning.
pub(super) struct Learning<Arena: ?Sized = [u16]> {
    /// For each digit placed, in order.
    pub(super) placed_reasons: [PlacedReason; MAX_CELLS],
    /// For each cell, the index of its digit in `placed_reasons`.
    pub(super) placed_numbers: [u16; MAX_CELLS],
    /// The next digit placed to propagate through the clauses.
    pub(super) clause_placed_head: usize,
    /// For each candidate on the trail, why it was ruled out.
    pub(super) reasons: [PackedReason; MAX_CANDIDATES],
    /// The index of each candidate on the trail, by digit and cell.
    pub(super) trail_numbers: [[u16; MAX_CELLS]; MAX_SIDE],
    /// The next candidate on the trail to propagate through the clauses.
    pub(super) clause_trail_head: usize,
    /// The last digit that backtracking removed from each cell.
    pub(super) saved_digits: [u8; MAX_CELLS],
    /// Clauses learned since the weights were last halved.
    pub(super) clauses_since_decay: u32,
    pub(super) activities: Activities,
    pub(super) clauses: Clauses<Arena>,
}

/// The memory for a search that may learn, with an arena of any size. It is empty until the search learns.
pub(super) trait LearningMemory {
    fn learning(&mut self) -> Option<&mut Learning>;

    /// Fills the memory if it is empty.
    fn make(&mut self);
}

impl<const ARENA: usize> LearningMemory for Option<Learning<[u16; ARENA]>> {
    fn learning(&mut self) -> Option<&mut Learning> {
        self.as_mut().map(|learning| learning as _)
    }

    fn make(&mut self) {
        // (In place. With `get_or_insert`, unoptimized code makes copies on the stack.)
        if self.is_none() {
            *self = Some(Learning::ZERO);
        }
    }
}

impl<const ARENA: usize> Learning<[u16; ARENA]> {
    /// All bytes are zero, so that it is made in place, without a copy. It is of use after [`begin`](Self::begin).
    pub(super) const ZERO: Self = Learning {
        placed_reasons: [PlacedReason { reason: PackedReason::ZERO, trail: 0 }; MAX_CELLS],
        placed_numbers: [0; MAX_CELLS],
        clause_placed_head: 0,
        reasons: [PackedReason::ZERO; MAX_CANDIDATES],
        trail_numbers: [[0; MAX_CELLS]; MAX_SIDE],
        clause_trail_head: 0,
        saved_digits: [0; MAX_CELLS],
        clauses_since_decay: 0,
        activities: Activities::ZERO,
        clauses: Clauses::ZERO,
    };
}

impl Learning {
    /// Takes over from a plain search, which has recorded no reasons: every literal gets the guesses made before it as
    /// its reason. Forgets all clauses.
    pub(super) fn begin(
        &mut self,
        state: &State,
        on_trail: &[Placement],
        tables: LayoutTables,
        clause_capacity: usize,
    ) {
        let side = tables.side;
        // The first entry of the trail stands for all candidates that the clues rule out.
        self.trail_numbers.as_flattened_mut().fill(0);
        (self.clause_placed_head, self.clause_trail_head) = (0, 1);
        self.clauses.clear(clause_capacity);
        self.clauses_since_decay = 0;
        self.activities.clear();
        let mut level = 0;
        let mut trail = 0;
        let guesses = state.guesses.get(..state.level).unwrap_or_default();
        for (number, &candidate) in state.placed.iter().enumerate().take(state.placed_count) {
            let mut reason = Reason::Guesses;
            if let Some(guess) = guesses.get(level)
                && usize::from(guess.placed) == number
            {
                (level, trail, reason) = (level + 1, guess.trail.into(), Reason::Given);
            }
            self.placed(number, candidate.cell(side), PackedReason::new(reason), trail);
        }
        for (number, &candidate) in on_trail.iter().enumerate().take(state.trail_length).skip(1) {
            self.ruled_out(
                number,
                candidate.cell(side),
                candidate.parts()[2],
                PackedReason::new(Reason::Guesses),
            );
        }
    }

    /// Records the reason for a placed digit.
    #[inline(always)]
    pub(super) fn placed(&mut self, number: usize, cell: usize, reason: PackedReason, trail: usize) {
        if let (Some(entry), Some(placed)) =
            (self.placed_reasons.get_mut(number), self.placed_numbers.get_mut(cell))
        {
            *entry = PlacedReason { reason, trail: trail as u16 };
            *placed = number as u16;
        }
    }

    /// Records the clues that a plain search has placed, all digits from `number` on.
    pub(super) fn placed_clues(&mut self, state: &State, number: usize, side: usize) {
        let placed = state.placed.iter().enumerate().take(state.placed_count).skip(number);
        for (number, candidate) in placed {
            self.placed(number, candidate.cell(side), PackedReason::new(Reason::Given), state.trail_length);
        }
    }

    /// Records the reason for ruling out a candidate.
    #[inline(always)]
    pub(super) fn ruled_out(&mut self, number: usize, cell: usize, digit: usize, reason: PackedReason) {
        if let Some(ruled_out) = self.reasons.get_mut(number)
            && let Some(trail_number) =
                self.trail_numbers.get_mut(digit).and_then(|numbers| numbers.get_mut(cell))
        {
            *ruled_out = reason;
            *trail_number = number as u16;
        }
    }

    /// Raises the activities of the candidates that the question asks for.
    pub(super) fn raise_asked(&mut self, state: &State, tables: LayoutTables) {
        for cell in 0..tables.cells() {
            let (row, column) = (cell / tables.side.max(1), cell % tables.side.max(1));
            let mut asked = state.asked(cell, tables.side);
            while asked != 0 {
                let candidate = Placement::new(row, column, take_lowest(&mut asked));
                self.activities.raise(candidate.placed(tables.bits));
            }
        }
        self.activities.next();
    }

    /// Deletes half of the clauses. Literals that followed from a clause get the guesses made before them as their
    /// reason.
    pub(super) fn delete_half(&mut self, placed_count: usize, trail_length: usize) {
        let placed = self.placed_reasons.iter_mut().map(|entry| &mut entry.reason);
        let ruled_out = self.reasons.iter_mut();
        for reason in placed.take(placed_count).chain(ruled_out.take(trail_length)) {
            if let Reason::Clause(_) = reason.unpack() {
                *reason = PackedReason::new(Reason::Guesses);
            }
        }
        self.clauses.delete_half();
    }
}
