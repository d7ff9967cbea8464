//! Which candidates have led to contradictions lately.
//!
//! A search that learns guesses at the candidate with the greatest *activity*. Each contradiction raises the activities
//! of the candidates from which it was deduced, and a later one raises them more: the order of variables in SAT solvers
//! (VSIDS). Twenty 9x9 boards from climbs, each without a solution, take 100 contradictions each so, if they learn from
//! the start; with guesses by the weights of constraints, they take 1,100. For boards of 16x16 it makes no difference,
//! for some of 25x25 it is worse.

use super::layout_tables::LayoutTables;
use super::literal::{CELL, Literal, Placement};
use super::propagator::take_lowest;
use super::state::State;

/// The side of the largest boards with activities.
pub(super) const MOST_SIDE: usize = 9;

/// The activities of the candidates, by the number of their literals.
pub(super) struct Activities {
    of: [u32; MOST_SIDE << 8],
    /// The amount that the next contradiction adds.
    step: u32,
}

impl Activities {
    /// The amount that the first contradiction adds. It is a sixteenth more for each further one, up to the greatest.
    /// So an activity is less than 2^31.
    const FIRST: u32 = 1 << 10;
    const GREATEST: u32 = 1 << 26;

    /// All bytes are zero.
    pub(super) const ZERO: Self = Activities { of: [0; MOST_SIDE << 8], step: 0 };

    pub(super) fn clear(&mut self) {
        self.of.fill(0);
        self.step = Self::FIRST;
    }

    /// Raises the activity of a candidate.
    pub(super) fn raise(&mut self, literal: Literal) {
        if let Some(activity) = self.of.get_mut(usize::from(literal.0 / 2)) {
            *activity += self.step;
        }
    }

    /// Makes the next contradiction count more.
    pub(super) fn next(&mut self) {
        self.step += self.step / 16;
        if self.step > Self::GREATEST {
            self.step >>= 16;
            self.of.iter_mut().for_each(|activity| *activity >>= 16);
        }
    }

    /// The candidate of an open cell with the greatest activity. `None` if none has any, or if the board is too large.
    #[inline(never)]
    pub(super) fn greatest(&self, tables: LayoutTables, state: &State) -> Option<Placement> {
        let (side, mut greatest, mut found) = (tables.side, 0, None);
        if side > MOST_SIDE {
            return None;
        }
        for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            let mut digits = state.choices(CELL, row, column);
            if digits.is_power_of_two() {
                continue;
            }
            while digits != 0 {
                let candidate = Placement::new(row, column, take_lowest(&mut digits));
                let number = usize::from(candidate.ruled_out(tables.bits).0 / 2);
                let activity = self.of.get(number).copied().unwrap_or_default();
                if activity > greatest {
                    (greatest, found) = (activity, Some(candidate));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_contradictions_count_more_and_activities_stay_in_range() {
        let mut activities = Activities::ZERO;
        activities.clear();
        let [first, second] = [0, 8].map(|row| Placement::new(row, 8, 8).placed(4));
        let of = |activities: &Activities, literal: Literal| activities.of[usize::from(literal.0 / 2)];
        for _ in 0..10 {
            activities.raise(first);
            activities.next();
        }
        for _ in 0..7 {
            activities.raise(second);
            activities.next();
        }
        assert!(of(&activities, second) > of(&activities, first));
        for _ in 0..100_000 {
            activities.raise(first);
            assert!(of(&activities, first) < 1 << 31);
            activities.next();
        }
        assert!(of(&activities, first) > 0 && of(&activities, second) == 0);
    }
}
