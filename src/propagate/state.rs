//! The state of a search node.

use super::literal::{Conflict, KINDS, Placement, TrailLengths};

/// One number for each constraint, by kind, unit and item. For a cell, unit and item are the row and the column;
/// otherwise the item is the digit.
pub(super) type PerConstraint<const WIDTH: usize> = [[[u32; WIDTH]; WIDTH]; KINDS];

/// The unit of weight in a key.
///
/// A key holds two numbers. The bits from this one up are the weight of a constraint: 1 plus the number of
/// contradictions it took part in. The bits below are the complement of the constraint's number. So the greatest of
/// some keys identifies the constraint with the greatest weight and, among equals, the lowest number.
pub(super) const WEIGHT_STEP: u32 = 1 << 12;
/// A key that has reached this value grows no further.
pub(super) const WEIGHT_LIMIT: u32 = 1 << 30;

/// The state of a search node.
pub(super) struct State<const CELLS: usize, const WIDTH: usize> {
    /// The choices left for each constraint, as bits.
    pub(super) choices: PerConstraint<WIDTH>,
    /// The weight and the number of each constraint: see [`WEIGHT_STEP`].
    pub(super) keys: PerConstraint<WIDTH>,
    pub(super) contradiction: Option<Conflict>,
    /// Clues, singles and guesses, 1 to the board's side; 0 in an open cell.
    pub(super) digits: [u8; CELLS],
    /// The candidates placed, in order, the clues first.
    pub(super) placed: [Placement<WIDTH>; CELLS],
    pub(super) placed_count: usize,
    /// The index in `placed` of the next candidate to propagate.
    pub(super) placed_head: usize,
    /// The candidates ruled out, in order. None is on it twice, so it cannot overflow. The first entry represents all
    /// candidates that the clues rule out.
    pub(super) trail: [[Placement<WIDTH>; CELLS]; WIDTH],
    pub(super) trail_length: usize,
    /// The index in the trail of the next candidate to check for locked candidates.
    pub(super) locked_head: usize,
    /// The lengths of the trails before each open guess.
    pub(super) guesses: [TrailLengths; CELLS],
    /// The number of open guesses.
    pub(super) level: usize,
}

impl<const CELLS: usize, const WIDTH: usize> State<CELLS, WIDTH> {
    /// A state without choices or keys; `Propagator::set_up` fills them in.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) const fn new() -> Self {
        State {
            choices: [[[0; WIDTH]; WIDTH]; KINDS],
            keys: [[[0; WIDTH]; WIDTH]; KINDS],
            contradiction: None,
            digits: [0; CELLS],
            placed: [Placement::FIRST; CELLS],
            placed_count: 0,
            placed_head: 0,
            trail: [[Placement::FIRST; CELLS]; WIDTH],
            trail_length: 1,
            locked_head: 1,
            guesses: [TrailLengths { placed: 0, trail: 0 }; CELLS],
            level: 0,
        }
    }

    /// Makes a used state as new. (The entries above the lengths are never read.)
    pub(super) fn clear(&mut self) {
        self.choices.as_flattened_mut().as_flattened_mut().fill(0);
        self.digits.fill(0);
        self.contradiction = None;
        (self.placed_count, self.placed_head) = (0, 0);
        (self.trail_length, self.locked_head) = (1, 1);
        self.level = 0;
    }
}
