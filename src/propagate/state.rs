//! The state of a search node.

pub(super) use crate::least::MAX_CELLS;

use super::literal::{CELL, Conflict, KINDS, Placement, TrailLengths};
use crate::End;
use core::cmp::Ordering;

/// The side of the largest board.
pub(super) const MAX_SIDE: usize = 25;
/// The candidates of the largest board.
pub(super) const MAX_CANDIDATES: usize = MAX_SIDE * MAX_CELLS;
/// A power of two that no side exceeds.
pub(super) const WIDTH: usize = 32;

/// The constraints of the units with one number, by kind and item. For a cell, unit and item are the row and the
/// column; otherwise the item is the digit.
#[derive(Clone, Copy)]
pub(super) struct UnitConstraints {
    /// The choices left for each constraint, as bits.
    pub(super) choices: [[u32; WIDTH]; KINDS],
    /// The weight and the number of each constraint: see [`WEIGHT_STEP`].
    pub(super) keys: [[u32; WIDTH]; KINDS],
}

impl UnitConstraints {
    pub(super) const NONE: Self = UnitConstraints { choices: [[0; WIDTH]; KINDS], keys: [[0; WIDTH]; KINDS] };
}

/// The unit of weight in a key.
///
/// A key holds two numbers. The bits from this one up are the weight of a constraint: 1 plus the number of
/// contradictions it took part in. The bits below are the complement of the constraint's number. So the greatest of
/// some keys identifies the constraint with the greatest weight and, among equals, the lowest number.
pub(super) const WEIGHT_STEP: u32 = 1 << 12;
/// A key that has reached this value grows no further.
pub(super) const WEIGHT_LIMIT: u32 = 1 << 30;

/// The state of a search node, apart from its trail. The units are last, and as many as the board has rows, so that
/// searches of every size share their code.
pub(super) struct State<Units: ?Sized = [UnitConstraints]> {
    pub(super) contradiction: Option<Conflict>,
    /// Clues, singles and guesses, 1 to the board's side; 0 in an open cell.
    pub(super) digits: [u8; MAX_CELLS],
    /// The candidates placed, in order, the clues first.
    pub(super) placed: [Placement; MAX_CELLS],
    pub(super) placed_count: usize,
    /// The index in `placed` of the next candidate to propagate.
    pub(super) placed_head: usize,
    pub(super) trail_length: usize,
    /// The index in the trail of the next candidate to check for locked candidates.
    pub(super) locked_head: usize,
    /// The index in the trail of the next candidate whose units are to be searched for [subsets](super::subsets).
    pub(super) subsets_head: usize,
    /// The lengths of the trails before each open guess.
    pub(super) guesses: [TrailLengths; MAX_CELLS],
    /// The number of open guesses.
    pub(super) level: usize,
    /// A question: the digits of each cell, as bits, that have been shown. A solution must have another one somewhere.
    pub(super) question: Option<[u32; MAX_CELLS]>,
    pub(super) units: Units,
}

impl<const SIDE: usize> State<[UnitConstraints; SIDE]> {
    /// A state without choices or keys; `Propagator::set_up` fills them in.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) const fn new() -> Self {
        State {
            contradiction: None,
            digits: [0; MAX_CELLS],
            placed: [Placement::FIRST; MAX_CELLS],
            placed_count: 0,
            placed_head: 0,
            trail_length: 1,
            locked_head: 1,
            subsets_head: 0,
            guesses: [TrailLengths { placed: 0, trail: 0 }; MAX_CELLS],
            level: 0,
            question: None,
            units: [UnitConstraints::NONE; SIDE],
        }
    }
}

impl State {
    /// The choices left for a constraint: none, if there is no such unit.
    #[inline(always)]
    pub(super) fn choices(&self, kind: usize, unit: usize, item: usize) -> u32 {
        self.units.get(unit).map_or(0, |unit| unit.choices[kind % KINDS][item % WIDTH])
    }

    /// Removes choices from a constraint.
    #[inline(always)]
    pub(super) fn remove(&mut self, kind: usize, unit: usize, item: usize, choices: u32) {
        if let Some(unit) = self.units.get_mut(unit) {
            unit.choices[kind % KINDS][item % WIDTH] &= !choices;
        }
    }

    /// The digits left in a cell that the question asks for, as bits.
    #[inline(never)]
    pub(super) fn asked(&self, cell: usize, side: usize) -> u32 {
        let shown = self.question.as_ref().and_then(|question| question.get(cell));
        shown.map_or(0, |shown| self.choices(CELL, cell / side.max(1), cell % side.max(1)) & !shown)
    }

    /// The first candidate left that the question asks for, in a cell from `first` on.
    #[inline(never)]
    pub(super) fn first_asked(&self, side: usize, first: usize) -> Option<Placement> {
        (first..side * side).find_map(|cell| {
            let asked = self.asked(cell, side);
            let digit = asked.trailing_zeros() as usize;
            (asked != 0).then(|| Placement::new(cell / side.max(1), cell % side.max(1), digit))
        })
    }

    /// Whether the cell of a candidate has no digit.
    pub(super) fn is_open(&self, candidate: Placement, side: usize) -> bool {
        self.digits.get(candidate.cell(side)) == Some(&0)
    }

    /// Adds a choice to a constraint.
    #[inline(always)]
    pub(super) fn add(&mut self, kind: usize, [unit, item, choice]: [usize; 3]) {
        if let Some(unit) = self.units.get_mut(unit) {
            unit.choices[kind % KINDS][item % WIDTH] |= 1 << (choice & 31);
        }
    }

    /// How a search in order ends here, if it does: no solution behind this state is less in the first `cells` than a
    /// known one.
    pub(super) fn end_in_order(&self, side: usize, cells: usize, known: &[u8]) -> Option<End> {
        let cells = self.digits.iter().zip(known).take(cells);
        let last = cells.len();
        let Some((cell, (&digit, &known))) = cells.enumerate().find(|(_, (digit, known))| digit != known)
        else {
            return Some(End::Stopped);
        };
        let least = match digit {
            0 => self.choices(CELL, cell / side.max(1), cell % side.max(1)).trailing_zeros() + 1,
            digit => digit.into(),
        };
        match least.cmp(&known.into()) {
            Ordering::Greater => Some(End::Exhausted),
            Ordering::Equal if cell + 1 == last => Some(End::Stopped),
            _ => None,
        }
    }

    /// Makes the state of a board with this side as new. (The entries above the lengths are never read.)
    pub(super) fn clear(&mut self, side: usize) {
        for unit in self.units.iter_mut().take(side) {
            unit.choices = UnitConstraints::NONE.choices;
        }
        self.digits.fill(0);
        self.contradiction = None;
        (self.placed_count, self.placed_head) = (0, 0);
        (self.trail_length, self.locked_head) = (1, 1);
        self.subsets_head = 0;
        self.level = 0;
        self.question = None;
    }
}
