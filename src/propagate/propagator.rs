//! Propagation: the consequences of each candidate placed or ruled out.

use super::layout_tables::LayoutTables;
use super::learning::Learning;
use super::literal::{
    BOX, CELL, COLUMN, Conflict, KINDS, Literal, PackedReason, Placement, ROW, Reason, TrailLengths,
};
use super::state::{State, WEIGHT_LIMIT, WEIGHT_STEP, WIDTH};

/// The constraints of a unit that a guess compares at once: those of all boards but the largest.
const HALF: usize = WIDTH / 2;

/// The two halves of the constraints of a unit.
#[inline(always)]
fn halves(unit: &[u32; WIDTH]) -> [&[u32; HALF]; 2] {
    const NONE: &[u32; HALF] = &[0; HALF];
    [unit.first_chunk().unwrap_or(NONE), unit.last_chunk().unwrap_or(NONE)]
}

/// Draws the consequences of a state, in a search of either mode.
pub(super) struct Propagator<'a, M: ?Sized> {
    pub(super) tables: LayoutTables<'a>,
    pub(super) state: &'a mut State,
    /// The candidates ruled out, in order. None is on it twice, so it cannot overflow. The first entry represents all
    /// candidates that the clues rule out.
    pub(super) trail: &'a mut [Placement],
    pub(super) mode: &'a mut M,
}

/// The mode of a search: [plain](Plain) or [learning](Learning). The search is compiled once for each, because
/// recording reasons costs a fifth of the time and few boards need them.
pub(super) trait Mode {
    /// Whether the search learns.
    const LEARNS: bool;

    /// The data of a search that learns.
    fn learning(&mut self) -> Option<&mut Learning>;

    /// Propagates the next true literal through the clauses. Returns false if there is none.
    fn propagate_clauses(propagator: &mut Propagator<'_, Self>) -> bool;

    /// Backtracks after a contradiction, but not below `floor`, and rules out its cause. Returns false if no guess
    /// is open.
    fn backtrack(propagator: &mut Propagator<'_, Self>, floor: &mut usize) -> bool;
}

/// The plain mode, without reasons or clauses: every guess is searched completely.
pub(super) struct Plain;

impl Mode for Plain {
    const LEARNS: bool = false;

    #[inline(always)]
    fn learning(&mut self) -> Option<&mut Learning> {
        None
    }

    #[inline(always)]
    fn propagate_clauses(_: &mut Propagator<'_, Self>) -> bool {
        false
    }

    #[inline(always)]
    fn backtrack(propagator: &mut Propagator<'_, Self>, _: &mut usize) -> bool {
        propagator.refute_guess()
    }
}

/// Whether a question is a constraint: on boards with activities. On others, the first guess is for it.
pub(super) const fn is_free(side: usize) -> bool {
    side <= super::activities::MOST_SIDE
}

impl<M: Mode + ?Sized> Propagator<'_, M> {
    /// Starts from the given clues. Returns false if two equal clues share a unit.
    pub(super) fn set_up(&mut self, clues: &[u8]) -> bool {
        self.reset_weights();
        let tables = self.tables;
        let rows = || clues.chunks(tables.side.max(1)).enumerate();
        let mut free = [[u32::MAX >> (WIDTH - tables.side); WIDTH]; 3];
        let (mut collisions, mut in_houses) = (0, [0; 32]);
        for (row, clues) in rows() {
            for (column, digit) in
                clues.iter().enumerate().filter_map(|(column, clue)| Some((column, clue.checked_sub(1)?)))
            {
                let bit = 1 << (digit & 31);
                for (free, unit) in free.iter_mut().zip([row, column, tables.place(row, column)[0]]) {
                    collisions |= !free[unit % WIDTH] & bit;
                    free[unit % WIDTH] &= !bit;
                }
                let mut houses = tables.houses_of(row * tables.side + column);
                while houses != 0 {
                    let own = &mut in_houses[take_lowest(&mut houses) % 32];
                    collisions |= *own & bit;
                    *own |= bit;
                }
                self.place(Placement::new(row, column, digit.into()), PackedReason::new(Reason::Given));
            }
        }
        // Candidates that the clues rule out are never in `choices`, so clues need no propagation.
        self.state.placed_head = self.state.placed_count;
        for (row, clues) in rows() {
            for (column, &clue) in clues.iter().enumerate() {
                let [square, place] = tables.place(row, column);
                let mut digits = match clue.checked_sub(1) {
                    None => free[0][row % WIDTH] & free[1][column % WIDTH] & free[2][square % WIDTH],
                    Some(digit) => 1 << (digit & 31),
                };
                let mut houses = if clue == 0 { tables.houses_of(row * tables.side + column) } else { 0 };
                while houses != 0 {
                    digits &= !in_houses[take_lowest(&mut houses) % 32];
                }
                if let Some(unit) = self.state.units.get_mut(row) {
                    unit.choices[CELL][column % WIDTH] = digits;
                }
                let mut left = digits;
                while left != 0 {
                    let digit = take_lowest(&mut left);
                    self.state.add(ROW, [row, digit, column]);
                    self.state.add(COLUMN, [column, digit, row]);
                    self.state.add(BOX, [square, digit, place]);
                }
            }
        }
        for unit in 0..self.tables.side {
            for item in 0..self.tables.side {
                self.check_constraint(CELL, unit, item);
                self.check_constraint(ROW, unit, item);
                self.check_constraint(COLUMN, unit, item);
                self.check_constraint(BOX, unit, item);
            }
        }
        for unit in 0..self.tables.side {
            for digit in 0..self.tables.side {
                self.apply_locked_candidates(unit, unit, unit, digit);
            }
        }
        for digit in 0..self.tables.side {
            self.check_houses(self.tables.full_houses(), digit);
        }
        collisions == 0
    }

    /// Rules out a digit in a cell, as the clues do.
    pub(super) fn rule_out_given(&mut self, cell: usize, digit: u8) {
        let side = self.tables.side.max(1);
        let bit = 1 << (digit.wrapping_sub(1) & 31);
        self.rule_out::<CELL>(cell / side, cell % side, bit, PackedReason::new(Reason::Given));
    }

    /// Gives all constraints the weight 1.
    fn reset_weights(&mut self) {
        for (number, unit) in self.state.units.iter_mut().enumerate().take(self.tables.side) {
            for (kind, keys) in unit.keys.iter_mut().enumerate() {
                let first = 2 * WEIGHT_STEP - 1 - ((kind * WIDTH + number) * WIDTH) as u32;
                for (item, key) in keys.iter_mut().enumerate() {
                    *key = first - item as u32;
                }
            }
        }
    }

    /// Places the only choice left for a constraint, or records a contradiction if there is none.
    #[inline(always)]
    fn check_constraint(&mut self, kind: usize, unit: usize, item: usize) {
        let choices = self.state.choices(kind, unit, item);
        if choices & choices.wrapping_sub(1) != 0 {
            return;
        }
        if choices == 0 {
            return self.set_contradiction(kind, unit, item);
        }
        let choice = choices.trailing_zeros() as usize;
        self.place(self.tables.candidate(kind, unit, item, choice), PackedReason::new(Reason::Single(kind)));
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
        if let Some(unit) = self.state.units.get_mut(unit) {
            let key = &mut unit.keys[kind % KINDS][item % WIDTH];
            *key += if *key < WEIGHT_LIMIT { WEIGHT_STEP } else { 0 };
        }
    }

    /// Places further clues, where nothing is guessed. Returns false if one of them is ruled out.
    pub(super) fn place_clues(&mut self, clues: &[u8]) -> bool {
        let side = self.tables.side.max(1);
        for (cell, clue) in
            clues.iter().enumerate().filter_map(|(cell, clue)| Some((cell, clue.checked_sub(1)?)))
        {
            let (row, column) = (cell / side, cell % side);
            match self.state.digits.get(cell) {
                Some(&digit) if digit == clue + 1 => continue,
                Some(0) if self.state.choices(CELL, row, column) & 1 << (clue & 31) != 0 => {}
                _ => return false,
            }
            self.place(Placement::new(row, column, clue.into()), PackedReason::new(Reason::Given));
        }
        true
    }

    /// Writes a digit into an open cell. If the cell holds another digit, propagating that one finds the
    /// contradiction.
    #[inline(always)]
    fn place(&mut self, candidate: Placement, reason: PackedReason) {
        let cell = candidate.cell(self.tables.side);
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
    pub(super) fn rule_out<const KIND: usize>(
        &mut self,
        unit: usize,
        item: usize,
        choices: u32,
        reason: PackedReason,
    ) {
        let gone = self.state.choices(KIND, unit, item) & choices;
        if gone != 0 {
            self.remove_choices::<KIND>(unit, item, gone, reason);
        }
    }

    /// Removes choices that are left. Not inlined: usually nothing is left to remove, and then the test needs no call.
    /// A function for each kind, but one for all where size counts more.
    #[cfg_attr(not(simd_only), inline(never))]
    #[cfg_attr(simd_only, inline(always))]
    fn remove_choices<const KIND: usize>(
        &mut self,
        unit: usize,
        item: usize,
        gone: u32,
        reason: PackedReason,
    ) {
        self.remove_choices_of(KIND, unit, item, gone, reason);
    }

    #[cfg_attr(not(simd_only), inline(always))]
    #[cfg_attr(simd_only, inline(never))]
    fn remove_choices_of(
        &mut self,
        kind: usize,
        unit: usize,
        item: usize,
        mut gone: u32,
        reason: PackedReason,
    ) {
        self.state.remove(kind, unit, item, gone);
        if !M::LEARNS {
            // First, while the choices are in registers.
            self.check_constraint(kind, unit, item);
        }
        while gone != 0 {
            let parts @ [row, column, digit] = self.tables.parts(kind, unit, item, take_lowest(&mut gone));
            debug_assert!(self.state.trail_length < self.trail.len(), "a candidate is on the trail twice");
            if let Some(next) = self.trail.get_mut(self.state.trail_length) {
                *next = Placement::new(row, column, digit);
                if let Some(learning) = self.mode.learning() {
                    learning.ruled_out(
                        self.state.trail_length,
                        row * self.tables.side + column,
                        digit,
                        reason,
                    );
                }
                self.state.trail_length += 1;
            }
            let [cell, row, column, square] = self.tables.constraints_of_parts(parts);
            if kind != CELL {
                self.remove_choice(CELL, cell);
            }
            if kind != ROW {
                self.remove_choice(ROW, row);
            }
            if kind != COLUMN {
                self.remove_choice(COLUMN, column);
            }
            if kind != BOX {
                self.remove_choice(BOX, square);
            }
        }
        if M::LEARNS {
            // Last, because the reason for a single must be on the trail before it.
            self.check_constraint(kind, unit, item);
        }
    }

    /// Removes a choice from a constraint.
    #[inline(always)]
    fn remove_choice(&mut self, kind: usize, [unit, item, choice]: [usize; 3]) {
        self.state.remove(kind, unit, item, 1 << (choice & 31));
        self.check_constraint(kind, unit, item);
    }

    /// Rules out the other choices for the four constraints of a digit placed.
    #[inline(always)]
    fn propagate_placed(&mut self, candidate: Placement, reason: PackedReason) {
        let [cell, row, column, square] = self.tables.constraints(candidate);
        self.rule_out::<CELL>(cell[0], cell[1], !(1 << cell[2]), reason);
        self.rule_out::<ROW>(row[0], row[1], !(1 << row[2]), reason);
        self.rule_out::<COLUMN>(column[0], column[1], !(1 << column[2]), reason);
        self.rule_out::<BOX>(square[0], square[1], !(1 << square[2]), reason);
        let own = candidate.cell(self.tables.side);
        if self.tables.houses_of(own) != 0 {
            self.rule_out_in_houses(own, candidate.parts()[2], reason);
        }
    }

    /// Rules out a digit in the further houses of a cell.
    #[cold]
    #[inline(never)]
    fn rule_out_in_houses(&mut self, cell: usize, digit: usize, reason: PackedReason) {
        let (tables, mut houses) = (self.tables, self.tables.houses_of(cell));
        while houses != 0 {
            for [row, column] in tables.house_cells(take_lowest(&mut houses)) {
                if row * tables.side + column != cell {
                    self.rule_out::<CELL>(row, column, 1 << (digit & 31), reason);
                }
            }
        }
    }

    /// Places a digit that has one place left in a further house, or records a contradiction if it has none.
    #[cold]
    #[inline(never)]
    fn check_houses(&mut self, mut houses: u32, digit: usize) {
        let tables = self.tables;
        while houses != 0 {
            let house = take_lowest(&mut houses);
            let has =
                |[row, column]: &[usize; 2]| self.state.choices(CELL, *row, *column) >> (digit & 31) & 1 == 1;
            let mut places = tables.house_cells(house).filter(has);
            match (places.next(), places.next()) {
                (Some(_), Some(_)) => {}
                (Some([row, column]), None) => {
                    let reason = PackedReason::new(Reason::House(house));
                    self.place(Placement::new(row, column, digit), reason);
                }
                _ if self.state.contradiction.is_none() => {
                    self.state.contradiction = Some(Conflict::House(house as u8, digit as u8));
                }
                _ => {}
            }
        }
    }

    /// Applies locked candidates to a digit in the intersections of the box with rows and columns, of the row with
    /// boxes, and of the column with boxes.
    #[inline(always)]
    fn apply_locked_candidates(&mut self, row: usize, column: usize, square: usize, digit: usize) {
        let tables = self.tables;
        let places = self.state.choices(BOX, square, digit);
        let [its_row, its_column] = tables.cell(square, places.trailing_zeros() as usize);
        if places & !tables.crossing::<BOX, ROW>(square, its_row) == 0 {
            let reason = PackedReason::new(Reason::Locked(BOX, ROW, square));
            self.rule_out::<ROW>(its_row, digit, !tables.crossing::<ROW, BOX>(its_row, square), reason);
        } else if places & !tables.crossing::<BOX, COLUMN>(square, its_column) == 0 {
            let reason = PackedReason::new(Reason::Locked(BOX, COLUMN, square));
            self.rule_out::<COLUMN>(
                its_column,
                digit,
                !tables.crossing::<COLUMN, BOX>(its_column, square),
                reason,
            );
        }
        let columns = self.state.choices(ROW, row, digit);
        let [region, _] = tables.place(row, columns.trailing_zeros() as usize);
        if columns & !tables.crossing::<ROW, BOX>(row, region) == 0 {
            let reason = PackedReason::new(Reason::Locked(ROW, BOX, row));
            self.rule_out::<BOX>(region, digit, !tables.crossing::<BOX, ROW>(region, row), reason);
        }
        let rows = self.state.choices(COLUMN, column, digit);
        let [region, _] = tables.place(rows.trailing_zeros() as usize, column);
        if rows & !tables.crossing::<COLUMN, BOX>(column, region) == 0 {
            let reason = PackedReason::new(Reason::Locked(COLUMN, BOX, column));
            self.rule_out::<BOX>(region, digit, !tables.crossing::<BOX, COLUMN>(region, column), reason);
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
                && let Some(&gone) = self.trail.get(self.state.locked_head)
            {
                self.state.locked_head += 1;
                let [_, [row, digit, _], [column, ..], [square, ..]] = self.tables.constraints(gone);
                self.apply_locked_candidates(row, column, square, digit);
                let full = self.tables.full_houses();
                if full != 0 {
                    self.check_houses(full & self.tables.houses_of(gone.cell(self.tables.side)), digit);
                }
            } else if M::LEARNS
                && self.state.level == 0
                && self.state.subsets_head < self.state.trail_length
                && self.rule_out_by_subsets()
            {
                // The singles that it leaves come first.
            } else if self.state.question.is_none()
                || !is_free(self.tables.side)
                || !self.propagate_question()
            {
                break;
            }
        }
        true
    }

    /// Places the only candidate left that the question asks for, or records a contradiction if there is none. Returns
    /// false if nothing follows.
    #[inline(never)]
    fn propagate_question(&mut self) -> bool {
        let side = self.tables.side;
        let Some(first) = self.state.first_asked(side, 0) else {
            self.state.contradiction = Some(Conflict::Question);
            return true;
        };
        let cell = first.cell(side);
        let is_only = self.state.asked(cell, side).is_power_of_two()
            && self.state.is_open(first, side)
            && self.state.first_asked(side, cell + 1).is_none();
        if is_only {
            self.falsify(first.ruled_out(self.tables.bits), Reason::Question);
        }
        is_only
    }

    /// Makes a literal false.
    pub(super) fn falsify(&mut self, literal: Literal, reason: Reason) {
        let candidate = literal.candidate(self.tables.bits);
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
        self.state.placed_count == self.tables.cells()
    }

    /// The digits of all cells, 0 in an open cell.
    pub(super) fn digits(&self) -> &[u8] {
        self.state.digits.get(..self.tables.cells()).unwrap_or_default()
    }

    /// Guesses: at the most active candidate, if it learns and there is one. Otherwise first at a candidate that the
    /// question asks for, if there is one. Then prefers the last digits of the cells, if it learns, or the `known`
    /// ones.
    pub(super) fn guess(&mut self, known: Option<&[u8]>) {
        let learning = self.mode.learning();
        let active =
            learning.as_ref().and_then(|learning| learning.activities.greatest(self.tables, self.state));
        let mut asked = None;
        if self.state.question.is_some() && self.state.level == 0 {
            let Some(candidate) = self.state.first_asked(self.tables.side, 0) else {
                self.state.contradiction = Some(Conflict::Question);
                return;
            };
            // If a solved cell has such a digit, every solution shows it.
            asked = Some(candidate).filter(|&candidate| self.state.is_open(candidate, self.tables.side));
        }
        let candidate = active.or(asked).unwrap_or_else(|| {
            let saved = learning.map(|learning| learning.saved_digits.as_slice());
            choose(self.tables, self.state, saved.or(known))
        });
        self.begin_guess(candidate);
    }

    /// Guesses the lowest digit of the first open cell among the first `cells`. Returns false if none is open. After
    /// such guesses, these cells have the least digits in the first solution: each deduction that rules out a lower
    /// digit follows from the clues and from the cells before.
    pub(super) fn guess_in_order(&mut self, cells: usize) -> bool {
        let mut digits = self.state.digits.iter().take(cells);
        let Some(cell) = digits.position(|&digit| digit == 0) else { return false };
        let side = self.tables.side.max(1);
        let (row, column) = (cell / side, cell % side);
        let digits = self.state.choices(CELL, row, column);
        self.begin_guess(Placement::new(row, column, digits.trailing_zeros() as usize));
        true
    }

    /// Places a guess.
    fn begin_guess(&mut self, candidate: Placement) {
        let lengths = self.trail_lengths();
        debug_assert!(self.state.level < self.tables.cells(), "more guesses than cells");
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
        let gone = self.trail.get(usize::from(trail)..self.state.trail_length);
        for &candidate in gone.unwrap_or_default() {
            for (kind, constraint) in self.tables.constraints(candidate).into_iter().enumerate() {
                self.state.add(kind, constraint);
            }
        }
        let taken_back = self.state.placed.get(usize::from(placed)..self.state.placed_count);
        for &candidate in taken_back.unwrap_or_default() {
            let cell = candidate.cell(self.tables.side);
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

/// Chooses a guess: for the constraint with two choices that has the greatest weight. If none has two choices, takes
/// the one with the greatest weight per choice. Takes a preferred digit if it can.
#[inline(never)]
fn choose(tables: LayoutTables, state: &State, preferred: Option<&[u8]>) -> Placement {
    let side = tables.side;
    let units = state.units.iter().take(side);
    let mut greatest_of = [0; HALF];
    let mut compare = |choices: &[u32; HALF], keys: &[u32; HALF]| {
        for ((&choices, &key), greatest) in choices.iter().zip(keys).zip(&mut greatest_of) {
            let without_one = choices & choices.wrapping_sub(1);
            let without_two = without_one & without_one.wrapping_sub(1);
            let key = if without_two == 0 && without_one != 0 { key } else { 0 };
            *greatest = key.max(*greatest);
        }
    };
    for unit in units.clone() {
        for (choices, keys) in unit.choices.iter().zip(&unit.keys) {
            let ([choices, more_choices], [keys, more_keys]) = (halves(choices), halves(keys));
            compare(choices, keys);
            if side > HALF {
                compare(more_choices, more_keys);
            }
        }
    }
    let mut greatest = greatest_of.into_iter().fold(0, u32::max);
    if greatest == 0 {
        let (mut most, mut fewest) = (0, 1);
        for kind in 0..KINDS {
            for unit in units.clone() {
                for (choices, &key) in unit.choices[kind].iter().zip(&unit.keys[kind]).take(side) {
                    let (weight, count) = (key / WEIGHT_STEP, choices.count_ones());
                    // weight / count > most / fewest; a weight stays below 2^18.
                    if count > 1 && weight * fewest > most * count {
                        (most, fewest, greatest) = (weight, count, key);
                    }
                }
            }
        }
    }
    let constraint = (WEIGHT_STEP - 1 - greatest % WEIGHT_STEP) as usize;
    let [unit, item] = [constraint / WIDTH % WIDTH, constraint % WIDTH];
    let kind = constraint / WIDTH / WIDTH % KINDS;
    let mut choices = state.choices(kind, unit, item);
    let mut candidate = tables.candidate(kind, unit, item, choices.trailing_zeros() as usize);
    // Phase saving: the last digit of a cell is tried first.
    while let Some(preferred) = preferred
        && choices != 0
    {
        let other = tables.candidate(kind, unit, item, take_lowest(&mut choices));
        let digit = preferred.get(other.cell(tables.side));
        if digit.is_some_and(|&digit| usize::from(digit) == other.parts()[2] + 1) {
            candidate = other;
            break;
        }
    }
    candidate
}

/// Removes the lowest bit from `bits`, which is not 0, and returns its index.
#[inline(always)]
pub(super) fn take_lowest(bits: &mut u32) -> usize {
    let lowest = bits.trailing_zeros() as usize;
    *bits &= bits.wrapping_sub(1);
    lowest
}
