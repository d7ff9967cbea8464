//! Propagation: the consequences of each candidate placed or ruled out.

use super::learning::Learning;
use super::literal::{
    BOX, CELL, COLUMN, Conflict, KINDS, Literal, PackedReason, Placement, ROW, Reason, TrailLengths,
};
use super::state::{State, WEIGHT_LIMIT, WEIGHT_STEP};
use crate::units::{place_in_box, row_column_box};

/// Draws the consequences of a state, in a search of either mode.
pub(super) struct Propagator<'a, const CELLS: usize, const ORDER: usize, const WIDTH: usize, M> {
    pub(super) state: &'a mut State<CELLS, WIDTH>,
    pub(super) mode: &'a mut M,
}

/// Maps rows and columns to boxes and the places in them, and back.
struct BoxPlaces<const ORDER: usize, const WIDTH: usize>;

impl<const ORDER: usize, const WIDTH: usize> BoxPlaces<ORDER, WIDTH> {
    const TABLE: [[[u8; 2]; WIDTH]; WIDTH] = {
        let mut table = [[[0; 2]; WIDTH]; WIDTH];
        let side = ORDER * ORDER;
        let mut cell = 0;
        while cell < side * side {
            let [row, column, square] = row_column_box(cell, ORDER);
            table[row][column] = [square as u8, place_in_box(cell, ORDER) as u8];
            cell += 1;
        }
        table
    };
}

/// The mode of a search: [plain](Plain) or [learning](Learning). The search is compiled once for each, because
/// recording reasons costs a fifth of the time and few boards need them.
pub(super) trait Mode<const CELLS: usize, const ORDER: usize, const WIDTH: usize>: Sized {
    /// Whether the search learns.
    const LEARNS: bool;

    /// The data of a search that learns.
    fn learning(&mut self) -> Option<&mut Learning<CELLS, WIDTH>>;

    /// Propagates the next true literal through the clauses. Returns false if there is none.
    fn propagate_clauses(propagator: &mut Propagator<'_, CELLS, ORDER, WIDTH, Self>) -> bool;

    /// Backtracks after a contradiction, but not below `floor`, and rules out its cause. Returns false if no guess
    /// is open.
    fn backtrack(propagator: &mut Propagator<'_, CELLS, ORDER, WIDTH, Self>, floor: &mut usize) -> bool;
}

/// The plain mode, without reasons or clauses: every guess is searched completely.
pub(super) struct Plain;

impl<const CELLS: usize, const ORDER: usize, const WIDTH: usize> Mode<CELLS, ORDER, WIDTH> for Plain {
    const LEARNS: bool = false;

    #[inline(always)]
    fn learning(&mut self) -> Option<&mut Learning<CELLS, WIDTH>> {
        None
    }

    #[inline(always)]
    fn propagate_clauses(_: &mut Propagator<'_, CELLS, ORDER, WIDTH, Self>) -> bool {
        false
    }

    #[inline(always)]
    fn backtrack(propagator: &mut Propagator<'_, CELLS, ORDER, WIDTH, Self>, _: &mut usize) -> bool {
        propagator.refute_guess()
    }
}

impl<const CELLS: usize, const ORDER: usize, const WIDTH: usize, M: Mode<CELLS, ORDER, WIDTH>>
    Propagator<'_, CELLS, ORDER, WIDTH, M>
{
    /// The number of cells in a unit, and of digits.
    pub(super) const SIDE: usize = ORDER * ORDER;
    /// The cells of the first minirow of a box or row.
    const MINIROW: u32 = (1 << ORDER) - 1;
    /// The cells of the first minicolumn of a box.
    const MINICOLUMN: u32 = {
        let mut places = 0;
        let mut row = 0;
        while row < ORDER {
            places |= 1 << (row * ORDER);
            row += 1;
        }
        places
    };

    /// Starts from the given clues, with new weights or with those that are there. Returns false if two equal clues
    /// share a unit.
    pub(super) fn set_up(&mut self, clues: &[u8; CELLS], keeps_weights: bool) -> bool {
        if !keeps_weights {
            self.reset_weights();
        }
        let mut free = [[u32::MAX >> (32 - Self::SIDE); WIDTH]; 3];
        let mut collisions = 0;
        for (cell, &clue) in clues.iter().enumerate() {
            if let Some(digit) = clue.checked_sub(1) {
                let bit = 1 << (digit & 31);
                for (free, unit) in free.iter_mut().zip(Self::units(cell)) {
                    collisions |= !free[unit % WIDTH] & bit;
                    free[unit % WIDTH] &= !bit;
                }
                let [row, column, _] = Self::units(cell);
                self.place(Placement::new(row, column, digit.into()), PackedReason::new(Reason::Given));
            }
        }
        // Candidates that the clues rule out are never in `choices`, so clues need no propagation.
        self.state.placed_head = self.state.placed_count;
        for (cell, &clue) in clues.iter().enumerate() {
            let [row, column, square] = Self::units(cell);
            let mut digits = match clue.checked_sub(1) {
                None => free[0][row % WIDTH] & free[1][column % WIDTH] & free[2][square % WIDTH],
                Some(digit) => 1 << (digit & 31),
            };
            while digits != 0 {
                let candidate = Self::candidate::<CELL>(row, column, take_lowest(&mut digits));
                for (choices, [unit, item, choice]) in
                    self.state.choices.iter_mut().zip(Self::constraints(candidate))
                {
                    choices[unit % WIDTH][item % WIDTH] |= 1 << (choice & 31);
                }
            }
        }
        for unit in 0..Self::SIDE {
            for item in 0..Self::SIDE {
                self.check_constraint::<CELL>(unit, item);
                self.check_constraint::<ROW>(unit, item);
                self.check_constraint::<COLUMN>(unit, item);
                self.check_constraint::<BOX>(unit, item);
            }
        }
        for unit in 0..Self::SIDE {
            for digit in 0..Self::SIDE {
                self.apply_locked_candidates(unit, unit, unit, digit);
            }
        }
        collisions == 0
    }

    /// Gives all constraints the weight 1.
    fn reset_weights(&mut self) {
        for (constraint, key) in self.state.keys.as_flattened_mut().as_flattened_mut().iter_mut().enumerate()
        {
            *key = 2 * WEIGHT_STEP - 1 - constraint as u32;
        }
    }

    /// The row, column and box of a cell.
    #[inline(always)]
    fn units(cell: usize) -> [usize; 3] {
        let (row, column) = (cell / Self::SIDE, cell % Self::SIDE);
        [row, column, Self::cross(row, column)[0]]
    }

    /// Returns box and place for a row and column, or row and column for a box and place.
    #[inline(always)]
    fn cross(row: usize, column: usize) -> [usize; 2] {
        (const { &BoxPlaces::<ORDER, WIDTH>::TABLE })[row % WIDTH][column % WIDTH].map(usize::from)
    }

    /// The four constraints of a candidate: unit, item, and the candidate's choice.
    #[inline(always)]
    pub(super) fn constraints(candidate: Placement<WIDTH>) -> [[usize; 3]; KINDS] {
        Self::constraints_of_parts(candidate.parts())
    }

    /// Returns the four constraints of the candidate with this row, column and digit.
    #[inline(always)]
    fn constraints_of_parts([row, column, digit]: [usize; 3]) -> [[usize; 3]; KINDS] {
        let [square, place] = Self::cross(row, column);
        [[row, column, digit], [row, digit, column], [column, digit, row], [square, digit, place]]
    }

    /// Row, column and digit of a choice for a constraint.
    #[inline(always)]
    fn parts<const KIND: usize>(unit: usize, item: usize, choice: usize) -> [usize; 3] {
        match KIND {
            CELL => [unit, item, choice],
            ROW => [unit, choice, item],
            COLUMN => [choice, unit, item],
            _ => {
                let [row, column] = Self::cross(unit, choice);
                [row, column, item]
            }
        }
    }

    /// The candidate of a choice for a constraint.
    #[inline(always)]
    fn candidate<const KIND: usize>(unit: usize, item: usize, choice: usize) -> Placement<WIDTH> {
        let [row, column, digit] = Self::parts::<KIND>(unit, item, choice);
        Placement::new(row, column, digit)
    }

    /// Returns the candidate of a choice for a constraint whose kind is known only at run time.
    #[inline(always)]
    pub(super) fn candidate_of(kind: usize, unit: usize, item: usize, choice: usize) -> Placement<WIDTH> {
        match kind {
            CELL => Self::candidate::<CELL>(unit, item, choice),
            ROW => Self::candidate::<ROW>(unit, item, choice),
            COLUMN => Self::candidate::<COLUMN>(unit, item, choice),
            _ => Self::candidate::<BOX>(unit, item, choice),
        }
    }

    /// Places the only choice left for a constraint, or records a contradiction if there is none.
    #[inline(always)]
    fn check_constraint<const KIND: usize>(&mut self, unit: usize, item: usize) {
        let choices = self.state.choices[KIND][unit % WIDTH][item % WIDTH];
        if choices & choices.wrapping_sub(1) != 0 {
            return;
        }
        if choices == 0 {
            return self.set_contradiction(KIND, unit, item);
        }
        let choice = choices.trailing_zeros() as usize;
        self.place(Self::candidate::<KIND>(unit, item, choice), PackedReason::new(Reason::Single(KIND)));
    }

    /// Records that a constraint has no choice left.
    #[inline(always)]
    fn set_contradiction(&mut self, kind: usize, unit: usize, item: usize) {
        if !M::LEARNS || self.state.contradiction.is_none() {
            self.state.contradiction = Some(Conflict::Constraint(kind as u8, unit as u8, item as u8));
        }
        self.raise_weight(kind, unit, item);
    }

    /// Raises the weight of a constraint, which took part in a contradiction.
    #[inline(always)]
    pub(super) fn raise_weight(&mut self, kind: usize, unit: usize, item: usize) {
        let key = &mut self.state.keys[kind % KINDS][unit % WIDTH][item % WIDTH];
        *key += if *key < WEIGHT_LIMIT { WEIGHT_STEP } else { 0 };
    }

    /// Writes a digit into an open cell. If the cell holds another digit, propagating that one finds the
    /// contradiction.
    #[inline(always)]
    fn place(&mut self, candidate: Placement<WIDTH>, reason: PackedReason) {
        let cell = candidate.cell(Self::SIDE);
        if let Some(digit @ 0) = self.state.digits.get_mut(cell)
            && let Some(next) = self.state.placed.get_mut(self.state.placed_count)
        {
            *digit = candidate.parts()[2] as u8 + 1;
            *next = candidate;
            if let Some(learning) = self.mode.learning() {
                learning.placed(self.state.placed_count, cell, reason, self.state.trail_length);
            }
            self.state.placed_count += 1;
        }
    }

    /// Removes the given choices that are left for a constraint, also from their other three constraints.
    #[inline(always)]
    fn rule_out<const KIND: usize>(&mut self, unit: usize, item: usize, choices: u32, reason: PackedReason) {
        let gone = self.state.choices[KIND][unit % WIDTH][item % WIDTH] & choices;
        if gone != 0 {
            self.remove_choices::<KIND>(unit, item, gone, reason);
        }
    }

    /// Removes choices that are left. Not inlined: usually nothing is left to remove, and then the test needs no call.
    #[inline(never)]
    fn remove_choices<const KIND: usize>(
        &mut self,
        unit: usize,
        item: usize,
        mut gone: u32,
        reason: PackedReason,
    ) {
        self.state.choices[KIND][unit % WIDTH][item % WIDTH] &= !gone;
        if !M::LEARNS {
            // First, while the choices are in registers.
            self.check_constraint::<KIND>(unit, item);
        }
        while gone != 0 {
            let parts @ [row, column, digit] = Self::parts::<KIND>(unit, item, take_lowest(&mut gone));
            debug_assert!(self.state.trail_length < CELLS * WIDTH, "a candidate is on the trail twice");
            if let Some(next) = self.state.trail.as_flattened_mut().get_mut(self.state.trail_length) {
                *next = Placement::new(row, column, digit);
                if let Some(learning) = self.mode.learning() {
                    learning.ruled_out(self.state.trail_length, row * Self::SIDE + column, digit, reason);
                }
                self.state.trail_length += 1;
            }
            let [cell, row, column, square] = Self::constraints_of_parts(parts);
            if KIND != CELL {
                self.remove_choice::<CELL>(cell);
            }
            if KIND != ROW {
                self.remove_choice::<ROW>(row);
            }
            if KIND != COLUMN {
                self.remove_choice::<COLUMN>(column);
            }
            if KIND != BOX {
                self.remove_choice::<BOX>(square);
            }
        }
        if M::LEARNS {
            // Last, because the reason for a single must be on the trail before it.
            self.check_constraint::<KIND>(unit, item);
        }
    }

    /// Removes a choice from a constraint.
    #[inline(always)]
    fn remove_choice<const KIND: usize>(&mut self, [unit, item, choice]: [usize; 3]) {
        self.state.choices[KIND][unit % WIDTH][item % WIDTH] &= !(1 << (choice & 31));
        self.check_constraint::<KIND>(unit, item);
    }

    /// Rules out the other choices for the four constraints of a digit placed.
    #[inline(always)]
    fn propagate_placed(&mut self, candidate: Placement<WIDTH>, reason: PackedReason) {
        let [cell, row, column, square] = Self::constraints(candidate);
        self.rule_out::<CELL>(cell[0], cell[1], !(1 << cell[2]), reason);
        self.rule_out::<ROW>(row[0], row[1], !(1 << row[2]), reason);
        self.rule_out::<COLUMN>(column[0], column[1], !(1 << column[2]), reason);
        self.rule_out::<BOX>(square[0], square[1], !(1 << square[2]), reason);
    }

    /// The choices in one minirow of a box, or in one box of a row or column.
    #[inline(always)]
    pub(super) fn minirow(index: usize) -> u32 {
        Self::MINIROW << ((index * ORDER) & 31)
    }

    /// The choices in one minicolumn of a box.
    #[inline(always)]
    pub(super) fn minicolumn(index: usize) -> u32 {
        Self::MINICOLUMN << (index & 31)
    }

    /// Applies locked candidates to a digit in the intersections of the box with rows and columns, of the row with
    /// boxes, and of the column with boxes.
    #[inline(always)]
    fn apply_locked_candidates(&mut self, row: usize, column: usize, square: usize, digit: usize) {
        let (band, stack) = (square / ORDER, square % ORDER);
        let places = self.state.choices[BOX][square % WIDTH][digit % WIDTH];
        let first = places.trailing_zeros() as usize;
        if places & !Self::minirow(first / ORDER) == 0 {
            let reason = PackedReason::new(Reason::Locked(BOX, ROW, square));
            self.rule_out::<ROW>(band * ORDER + first / ORDER, digit, !Self::minirow(stack), reason);
        } else if places & !Self::minicolumn(first % ORDER) == 0 {
            let reason = PackedReason::new(Reason::Locked(BOX, COLUMN, square));
            self.rule_out::<COLUMN>(stack * ORDER + first % ORDER, digit, !Self::minirow(band), reason);
        }
        let columns = self.state.choices[ROW][row % WIDTH][digit % WIDTH];
        let stack = columns.trailing_zeros() as usize / ORDER;
        if columns & !Self::minirow(stack) == 0 {
            let reason = PackedReason::new(Reason::Locked(ROW, BOX, row));
            self.rule_out::<BOX>(row / ORDER * ORDER + stack, digit, !Self::minirow(row % ORDER), reason);
        }
        let rows = self.state.choices[COLUMN][column % WIDTH][digit % WIDTH];
        let band = rows.trailing_zeros() as usize / ORDER;
        if rows & !Self::minirow(band) == 0 {
            let reason = PackedReason::new(Reason::Locked(COLUMN, BOX, column));
            let places = !Self::minicolumn(column % ORDER);
            self.rule_out::<BOX>(band * ORDER + column / ORDER, digit, places, reason);
        }
    }

    /// Propagates placed digits, then learned clauses, then locked candidates, always the first of these that is
    /// possible, until nothing is left or a contradiction is found. Returns false if the step limit is reached first.
    pub(super) fn propagate(&mut self, step_limit: u64, steps: &mut u64) -> bool {
        while self.state.contradiction.is_none() {
            if self.state.placed_head < self.state.placed_count
                && let Some(&candidate) = self.state.placed.get(self.state.placed_head)
            {
                if *steps == step_limit {
                    return false;
                }
                *steps += 1;
                let reason = PackedReason::new(Reason::Digit(self.state.placed_head));
                self.state.placed_head += 1;
                self.propagate_placed(candidate, reason);
            } else if M::propagate_clauses(self) {
                // One literal at a time: the digits that it places are propagated first.
            } else if self.state.locked_head < self.state.trail_length
                && let Some(&gone) = self.state.trail.as_flattened().get(self.state.locked_head)
            {
                self.state.locked_head += 1;
                let [_, [row, digit, _], [column, ..], [square, ..]] = Self::constraints(gone);
                self.apply_locked_candidates(row, column, square, digit);
            } else {
                break;
            }
        }
        true
    }

    /// Makes a literal false.
    pub(super) fn falsify(&mut self, literal: Literal, reason: Reason) {
        let candidate = literal.candidate();
        let [row, column, digit] = candidate.parts();
        if literal.is_placed() {
            self.rule_out::<CELL>(row, column, 1 << (digit & 31), PackedReason::new(reason));
        } else {
            self.place(candidate, PackedReason::new(reason));
        }
    }

    /// Whether there is a contradiction.
    pub(super) fn contradiction(&self) -> bool {
        self.state.contradiction.is_some()
    }

    /// Treats the solution as a contradiction, so that the search continues.
    pub(super) fn reject_solution(&mut self) {
        self.state.contradiction = Some(Conflict::Guesses);
    }

    /// Whether every cell holds a digit. If there is no contradiction, this is a solution.
    pub(super) fn solved(&self) -> bool {
        self.state.placed_count == CELLS
    }

    /// The digits of all cells, 0 in an open cell.
    pub(super) fn digits(&self) -> &[u8; CELLS] {
        &self.state.digits
    }

    /// Guesses a choice for the constraint with two choices that has the greatest weight. If none has two choices,
    /// takes the one with the greatest weight per choice. Prefers the digits of a `known` solution.
    pub(super) fn guess(&mut self, known: Option<&[u8; CELLS]>) {
        let choices = self.state.choices.as_flattened().as_flattened();
        let keys = self.state.keys.as_flattened().as_flattened();
        let mut greatest = 0;
        for (&choices, &key) in choices.iter().zip(keys) {
            let without_one = choices & choices.wrapping_sub(1);
            let without_two = without_one & without_one.wrapping_sub(1);
            let key = if without_two == 0 && without_one != 0 { key } else { 0 };
            greatest = key.max(greatest);
        }
        if greatest == 0 {
            let (mut most, mut fewest) = (0, 1);
            for (choices, &key) in choices.iter().zip(keys) {
                let (weight, count) = (key / WEIGHT_STEP, choices.count_ones());
                // weight / count > most / fewest; a weight stays below 2^18.
                if count > 1 && weight * fewest > most * count {
                    (most, fewest, greatest) = (weight, count, key);
                }
            }
        }
        let constraint = (WEIGHT_STEP - 1 - greatest % WEIGHT_STEP) as usize;
        let [unit, item] = [constraint / WIDTH % WIDTH, constraint % WIDTH];
        let kind = constraint / WIDTH / WIDTH % KINDS;
        let mut choices = self.state.choices[kind][unit][item];
        let mut candidate = Self::candidate_of(kind, unit, item, choices.trailing_zeros() as usize);
        // Phase saving: try the last digit of a cell first.
        while (M::LEARNS || known.is_some()) && choices != 0 {
            let other = Self::candidate_of(kind, unit, item, take_lowest(&mut choices));
            let preferred = self.mode.learning().map(|learning| &learning.saved_digits).or(known);
            let digit = preferred.and_then(|digits| digits.get(other.cell(Self::SIDE)));
            if digit.is_some_and(|&digit| usize::from(digit) == other.parts()[2] + 1) {
                candidate = other;
                break;
            }
        }
        self.begin_guess(candidate);
    }

    /// Guesses the lowest digit of the first open cell among the first `cells`. Returns false if none is open. After
    /// such guesses, these cells have the least digits in the first solution: each deduction that rules out a lower
    /// digit follows from the clues and from the cells before.
    pub(super) fn guess_in_order(&mut self, cells: usize) -> bool {
        let mut digits = self.state.digits.iter().take(cells);
        let Some(cell) = digits.position(|&digit| digit == 0) else { return false };
        let (row, column) = (cell / Self::SIDE, cell % Self::SIDE);
        let digits = self.state.choices[CELL][row % WIDTH][column % WIDTH];
        self.begin_guess(Placement::new(row, column, digits.trailing_zeros() as usize));
        true
    }

    /// Places a guess.
    fn begin_guess(&mut self, candidate: Placement<WIDTH>) {
        let lengths = self.trail_lengths();
        debug_assert!(self.state.level < CELLS, "more guesses than cells");
        if let Some(guess) = self.state.guesses.get_mut(self.state.level) {
            *guess = lengths;
            self.state.level += 1;
            self.place(candidate, PackedReason::new(Reason::Given));
        }
    }

    /// The current lengths of the trails.
    pub(super) fn trail_lengths(&self) -> TrailLengths {
        TrailLengths { placed: self.state.placed_count as u16, trail: self.state.trail_length as u16 }
    }

    /// Undoes the guesses from `level` on, and everything placed and ruled out since.
    pub(super) fn backtrack_to(&mut self, level: usize) {
        self.state.contradiction = None;
        let Some(&TrailLengths { placed, trail }) =
            self.state.guesses.get(level).filter(|_| level < self.state.level)
        else {
            return;
        };
        self.state.level = level;
        let gone = self.state.trail.as_flattened().get(usize::from(trail)..self.state.trail_length);
        for &candidate in gone.unwrap_or_default() {
            for (choices, [unit, item, choice]) in
                self.state.choices.iter_mut().zip(Self::constraints(candidate))
            {
                choices[unit % WIDTH][item % WIDTH] |= 1 << (choice & 31);
            }
        }
        let taken_back = self.state.placed.get(usize::from(placed)..self.state.placed_count);
        for &candidate in taken_back.unwrap_or_default() {
            let cell = candidate.cell(Self::SIDE);
            if let Some(digit) = self.state.digits.get_mut(cell) {
                if let Some(learning) = self.mode.learning()
                    && let Some(last) = learning.saved_digits.get_mut(cell)
                {
                    *last = *digit;
                }
                *digit = 0;
            }
        }
        (self.state.trail_length, self.state.locked_head) = (trail.into(), trail.into());
        (self.state.placed_count, self.state.placed_head) = (placed.into(), placed.into());
        if let Some(learning) = self.mode.learning() {
            (learning.clause_trail_head, learning.clause_placed_head) = (trail.into(), placed.into());
        }
    }

    /// Undoes the guesses from `level` on. Deletes clauses if the arena is full.
    pub(super) fn restart(&mut self, level: usize) {
        self.backtrack_to(level);
        if let Some(learning) = self.mode.learning()
            && learning.clauses.full()
        {
            learning.delete_half(self.state.placed_count, self.state.trail_length);
        }
    }

    /// Undoes the last guess and rules it out. Returns false if no guess is open.
    pub(super) fn refute_guess(&mut self) -> bool {
        let Some(last) = self.state.level.checked_sub(1) else { return false };
        let guess =
            self.state.guesses.get(last).and_then(|&guess| self.state.placed.get(usize::from(guess.placed)));
        let [row, column, digit] = guess.copied().unwrap_or_default().parts();
        self.backtrack_to(last);
        self.rule_out::<CELL>(row, column, 1 << (digit & 31), PackedReason::new(Reason::Guesses));
        true
    }
}

/// Removes the lowest bit from `bits`, which is not 0, and returns its index.
#[inline(always)]
pub(super) fn take_lowest(bits: &mut u32) -> usize {
    let lowest = bits.trailing_zeros() as usize;
    *bits &= bits.wrapping_sub(1);
    lowest
}
