//! What is [known](Knowledge) of a board, and what [follows](Deduction) when a candidate is ruled out.

use super::lessons::LessonNumber;
use super::phase::Phase;
use crate::units::{place_in_box, row_column_box};

/// A digit in a cell; row, column and digit are counted from 0, and less than `WIDTH`, a power of two that
/// is not less than the board's side.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate<const WIDTH: usize> {
    row: u8,
    column: u8,
    digit: u8,
}

impl<const WIDTH: usize> Candidate<WIDTH> {
    #[inline(always)]
    fn new(row: usize, column: usize, digit: usize) -> Self {
        Candidate { row: row as u8, column: column as u8, digit: digit as u8 }
    }

    /// Row, column and digit.
    #[inline(always)]
    pub(super) fn parts(self) -> [usize; 3] {
        [self.row, self.column, self.digit].map(usize::from)
    }

    /// That it is placed.
    #[inline(always)]
    pub(super) fn placed(self) -> Fact {
        self.ruled_out().opposite()
    }

    /// That it is ruled out.
    #[inline(always)]
    pub(super) fn ruled_out(self) -> Fact {
        let [row, column, digit] = self.parts();
        Fact((((row * WIDTH + column) * WIDTH + digit) * 2) as u16)
    }
}

/// That a candidate is placed (odd), or that it is ruled out (even).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fact(pub(super) u16);

impl Fact {
    #[inline(always)]
    pub(super) fn is_placed(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline(always)]
    pub(super) fn candidate<const WIDTH: usize>(self) -> Candidate<WIDTH> {
        let number = usize::from(self.0) / 2;
        Candidate::new(number / WIDTH / WIDTH % WIDTH, number / WIDTH % WIDTH, number % WIDTH)
    }

    /// What is true if this is not.
    #[inline(always)]
    pub(super) fn opposite(self) -> Fact {
        Fact(self.0 ^ 1)
    }
}

/// How far the lists of [`Knowledge`] had grown at some time.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    pub(super) placed: u16,
    pub(super) trail: u16,
}

/// Why a fact is true.
#[derive(Clone, Copy)]
pub(super) enum Reason {
    /// A digit was placed: the one of this number rules the candidate out.
    Digit(usize),
    /// The digit is locked where two units cross: those of these kinds, from the first of which, with this
    /// number, it is ruled out in the rest of the second.
    Locked(usize, usize, usize),
    /// The candidate was the only answer left to its question of this kind.
    Single(usize),
    /// It follows from the guesses that were open; how, is not known.
    Guesses,
    /// It is a guess, or follows from the clues alone.
    Itself,
    /// All other facts of the lesson hold.
    Lesson(LessonNumber),
}

/// A [`Reason`] in one number: there is one for each fact, and 16 bits keep the lists short.
#[derive(Clone, Copy, Default)]
pub(super) struct PackedReason(u16);

impl PackedReason {
    const LOCKED: u16 = 1 << 10;
    const SINGLE: u16 = Self::LOCKED + (1 << 9);
    const GUESSES: u16 = Self::SINGLE + KINDS as u16;
    const ITSELF: u16 = Self::GUESSES + 1;
    const LESSON: u16 = 1 << 11;

    #[inline(always)]
    pub(super) const fn new(why: Reason) -> Self {
        PackedReason(match why {
            Reason::Digit(number) => number as u16,
            Reason::Locked(from, to, unit) => Self::LOCKED + ((from * KINDS + to) * 32 + unit) as u16,
            Reason::Single(kind) => Self::SINGLE + kind as u16,
            Reason::Guesses => Self::GUESSES,
            Reason::Itself => Self::ITSELF,
            Reason::Lesson(number) => Self::LESSON + number,
        })
    }

    pub(super) fn unpack(self) -> Reason {
        let number = self.0;
        if number < Self::LOCKED {
            Reason::Digit(number.into())
        } else if number < Self::SINGLE {
            let lock = usize::from(number - Self::LOCKED);
            Reason::Locked(lock / 32 / KINDS, lock / 32 % KINDS, lock % 32)
        } else if number < Self::GUESSES {
            Reason::Single(usize::from(number - Self::SINGLE))
        } else if number < Self::ITSELF {
            Reason::Guesses
        } else if number < Self::LESSON {
            Reason::Itself
        } else {
            Reason::Lesson(number - Self::LESSON)
        }
    }
}

/// Why there is a contradiction.
#[derive(Clone, Copy)]
pub(super) enum Contradiction {
    /// The question of this kind, unit and item has no answer left.
    Question(u8, u8, u8),
    /// All facts of the lesson hold.
    Lesson(LessonNumber),
    /// The solution that these guesses lead to is known.
    Guesses,
}

/// A fact by when it came true: its number among the candidates placed, or on the trail.
#[derive(Clone, Copy)]
pub(super) enum Event {
    Placed(usize),
    RuledOut(usize),
}

/// The kinds of questions: which digit in a row and column; in which column of a row, in which row of a
/// column, in which place of a box a digit.
pub(super) const CELL: usize = 0;
pub(super) const ROW: usize = 1;
pub(super) const COLUMN: usize = 2;
pub(super) const BOX: usize = 3;
pub(super) const KINDS: usize = 4;

/// A number for each question, by kind, unit and item: the digit in the row, column or box; for the kind
/// [`CELL`], the column in the row. `WIDTH` is a power of two, and not less than the board's side.
type PerQuestion<const WIDTH: usize> = [[[u32; WIDTH]; WIDTH]; KINDS];

/// What is known of a board with boxes of `ORDER` x `ORDER` cells.
pub(super) struct Knowledge<const CELLS: usize, const ORDER: usize, const WIDTH: usize> {
    /// The answers that are left to each question, as bits.
    pub(super) answers: PerQuestion<WIDTH>,
    /// How much each question had to do with contradictions, and which question it is: see [`KEY_STEP`].
    pub(super) keys: PerQuestion<WIDTH>,
    pub(super) contradiction: Option<Contradiction>,
    /// Clues, singles and guesses.
    pub(super) digits: [u8; CELLS],
    /// The same in order, the clues first.
    pub(super) placed: [Candidate<WIDTH>; CELLS],
    pub(super) placed_count: usize,
    /// So many of them have ruled out the other answers to their questions.
    pub(super) followed: usize,
    /// What was ruled out, in order: nothing twice, so that there is room. The first entry stands for all
    /// that the clues rule out.
    pub(super) trail: [[Candidate<WIDTH>; CELLS]; WIDTH],
    pub(super) trail_length: usize,
    /// So much of it has been asked for locked candidates.
    pub(super) checked: usize,
    /// How things stood before each guess that is being tried.
    pub(super) guesses: [Mark; CELLS],
    pub(super) depth: usize,
}

impl<const CELLS: usize, const ORDER: usize, const WIDTH: usize> Knowledge<CELLS, ORDER, WIDTH> {
    /// Nothing yet, not even the keys.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Knowledge {
            answers: [[[0; WIDTH]; WIDTH]; KINDS],
            keys: [[[0; WIDTH]; WIDTH]; KINDS],
            contradiction: None,
            digits: [0; CELLS],
            placed: [Candidate::default(); CELLS],
            placed_count: 0,
            followed: 0,
            trail: [[Candidate::default(); CELLS]; WIDTH],
            trail_length: 1,
            checked: 1,
            guesses: [Mark::default(); CELLS],
            depth: 0,
        }
    }
}

/// Draws from what is known of a board whatever follows, in a search that learns or in one that does not.
pub(super) struct Deduction<'a, const CELLS: usize, const ORDER: usize, const WIDTH: usize, P> {
    pub(super) known: &'a mut Knowledge<CELLS, ORDER, WIDTH>,
    pub(super) phase: &'a mut P,
}

/// A key holds the question in its lower bits, counted down from all ones, and above them, from one on,
/// how much it had to do with contradictions. So the greatest of some keys names the question to guess at,
/// and of equals the first.
pub(super) const KEY_STEP: u32 = 1 << 12;
/// A key that has come this far stays.
const KEY_LIMIT: u32 = 1 << 30;

/// For each row and column the box, and the place in it; for each box and place the row and column.
struct Crossing<const ORDER: usize, const WIDTH: usize>;

impl<const ORDER: usize, const WIDTH: usize> Crossing<ORDER, WIDTH> {
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

impl<const CELLS: usize, const ORDER: usize, const WIDTH: usize, P: Phase<CELLS, ORDER, WIDTH>>
    Deduction<'_, CELLS, ORDER, WIDTH, P>
{
    /// Cells in a unit, and the number of digits.
    pub(super) const SIDE: usize = ORDER * ORDER;
    /// The cells of the first minirow of a box, or of a row.
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

    /// Begins with these clues; false if two equal ones share a unit.
    pub(super) fn set_up(&mut self, clues: &[u8; CELLS]) -> bool {
        for (question, key) in self.known.keys.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
            *key = 2 * KEY_STEP - 1 - question as u32;
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
                self.place(Candidate::new(row, column, digit.into()), PackedReason::new(Reason::Itself));
            }
        }
        // What the clues rule out is never a candidate.
        self.known.followed = self.known.placed_count;
        for (cell, &clue) in clues.iter().enumerate() {
            let [row, column, square] = Self::units(cell);
            let mut digits = match clue.checked_sub(1) {
                None => free[0][row % WIDTH] & free[1][column % WIDTH] & free[2][square % WIDTH],
                Some(digit) => 1 << (digit & 31),
            };
            while digits != 0 {
                let candidate = Self::candidate::<CELL>(row, column, take_lowest(&mut digits));
                for (answers, [unit, item, answer]) in
                    self.known.answers.iter_mut().zip(Self::questions(candidate))
                {
                    answers[unit % WIDTH][item % WIDTH] |= 1 << (answer & 31);
                }
            }
        }
        for unit in 0..Self::SIDE {
            for item in 0..Self::SIDE {
                self.look::<CELL>(unit, item);
                self.look::<ROW>(unit, item);
                self.look::<COLUMN>(unit, item);
                self.look::<BOX>(unit, item);
            }
        }
        for unit in 0..Self::SIDE {
            for digit in 0..Self::SIDE {
                self.lock(unit, unit, unit, digit);
            }
        }
        collisions == 0
    }

    /// The cell of a candidate, by its place on the board.
    #[inline(always)]
    pub(super) fn cell(candidate: Candidate<WIDTH>) -> usize {
        let [row, column, _] = candidate.parts();
        row * Self::SIDE + column
    }

    /// Row, column and box of a cell.
    #[inline(always)]
    fn units(cell: usize) -> [usize; 3] {
        let (row, column) = (cell / Self::SIDE, cell % Self::SIDE);
        [row, column, Self::cross(row, column)[0]]
    }

    /// Box and place from row and column, or row and column from box and place.
    #[inline(always)]
    fn cross(row: usize, column: usize) -> [usize; 2] {
        (const { &Crossing::<ORDER, WIDTH>::TABLE })[row % WIDTH][column % WIDTH].map(usize::from)
    }

    /// The four questions that a candidate answers, by unit and item, each with the answer that it is.
    #[inline(always)]
    pub(super) fn questions(candidate: Candidate<WIDTH>) -> [[usize; 3]; KINDS] {
        Self::questions_of(candidate.parts())
    }

    /// The same from row, column and digit.
    #[inline(always)]
    fn questions_of([row, column, digit]: [usize; 3]) -> [[usize; 3]; KINDS] {
        let [square, place] = Self::cross(row, column);
        [[row, column, digit], [row, digit, column], [column, digit, row], [square, digit, place]]
    }

    /// The candidate that is this answer to this question, as row, column and digit.
    #[inline(always)]
    fn parts<const KIND: usize>(unit: usize, item: usize, answer: usize) -> [usize; 3] {
        match KIND {
            CELL => [unit, item, answer],
            ROW => [unit, answer, item],
            COLUMN => [answer, unit, item],
            _ => {
                let [row, column] = Self::cross(unit, answer);
                [row, column, item]
            }
        }
    }

    /// The candidate that is this answer to this question.
    #[inline(always)]
    fn candidate<const KIND: usize>(unit: usize, item: usize, answer: usize) -> Candidate<WIDTH> {
        let [row, column, digit] = Self::parts::<KIND>(unit, item, answer);
        Candidate::new(row, column, digit)
    }

    /// The same for a kind that is not known beforehand.
    #[inline(always)]
    pub(super) fn candidate_of(kind: usize, unit: usize, item: usize, answer: usize) -> Candidate<WIDTH> {
        match kind {
            CELL => Self::candidate::<CELL>(unit, item, answer),
            ROW => Self::candidate::<ROW>(unit, item, answer),
            COLUMN => Self::candidate::<COLUMN>(unit, item, answer),
            _ => Self::candidate::<BOX>(unit, item, answer),
        }
    }

    /// Places the answer to a question that has only one; without any, that is a contradiction.
    #[inline(always)]
    fn look<const KIND: usize>(&mut self, unit: usize, item: usize) {
        let answers = self.known.answers[KIND][unit % WIDTH][item % WIDTH];
        if answers & answers.wrapping_sub(1) != 0 {
            return;
        }
        if answers == 0 {
            return self.contradict(KIND, unit, item);
        }
        let answer = answers.trailing_zeros() as usize;
        self.place(Self::candidate::<KIND>(unit, item, answer), PackedReason::new(Reason::Single(KIND)));
    }

    /// Notes that a question has no answer left.
    #[inline(always)]
    fn contradict(&mut self, kind: usize, unit: usize, item: usize) {
        if !P::LEARNS || self.known.contradiction.is_none() {
            self.known.contradiction = Some(Contradiction::Question(kind as u8, unit as u8, item as u8));
        }
        self.raise(kind, unit, item);
    }

    /// Notes that a question had to do with a contradiction.
    #[inline(always)]
    pub(super) fn raise(&mut self, kind: usize, unit: usize, item: usize) {
        let key = &mut self.known.keys[kind % KINDS][unit % WIDTH][item % WIDTH];
        *key += if *key < KEY_LIMIT { KEY_STEP } else { 0 };
    }

    /// Writes a digit into an open cell. If it is another digit that the cell holds, the contradiction
    /// comes out when that one is followed.
    #[inline(always)]
    fn place(&mut self, candidate: Candidate<WIDTH>, reason: PackedReason) {
        let cell = Self::cell(candidate);
        if let Some(digit @ 0) = self.known.digits.get_mut(cell)
            && let Some(next) = self.known.placed.get_mut(self.known.placed_count)
        {
            *digit = candidate.parts()[2] as u8 + 1;
            *next = candidate;
            if let Some(learning) = self.phase.learning() {
                learning.placed(self.known.placed_count, cell, reason, self.known.trail_length);
            }
            self.known.placed_count += 1;
        }
    }

    /// Takes some answers, if they are left, from a question of the kind `KIND`, and from the other three
    /// questions that they answer.
    #[inline(always)]
    fn rule_out<const KIND: usize>(&mut self, unit: usize, item: usize, answers: u32, reason: PackedReason) {
        let gone = self.known.answers[KIND][unit % WIDTH][item % WIDTH] & answers;
        if gone != 0 {
            self.take_answers::<KIND>(unit, item, gone, reason);
        }
    }

    /// Takes some answers that are left. Not inlined, as most questions have lost them before: they cost a
    /// look, and no call.
    #[inline(never)]
    fn take_answers<const KIND: usize>(
        &mut self,
        unit: usize,
        item: usize,
        mut gone: u32,
        reason: PackedReason,
    ) {
        self.known.answers[KIND][unit % WIDTH][item % WIDTH] &= !gone;
        if !P::LEARNS {
            // First, as the answers that are left are at hand.
            self.look::<KIND>(unit, item);
        }
        while gone != 0 {
            let parts @ [row, column, digit] = Self::parts::<KIND>(unit, item, take_lowest(&mut gone));
            if let Some(next) = self.known.trail.as_flattened_mut().get_mut(self.known.trail_length) {
                *next = Candidate::new(row, column, digit);
                if let Some(learning) = self.phase.learning() {
                    learning.ruled_out(self.known.trail_length, row * Self::SIDE + column, digit, reason);
                }
                self.known.trail_length += 1;
            }
            let [cell, row, column, square] = Self::questions_of(parts);
            if KIND != CELL {
                self.take_answer::<CELL>(cell);
            }
            if KIND != ROW {
                self.take_answer::<ROW>(row);
            }
            if KIND != COLUMN {
                self.take_answer::<COLUMN>(column);
            }
            if KIND != BOX {
                self.take_answer::<BOX>(square);
            }
        }
        if P::LEARNS {
            // Last: what makes a single has to be on the trail before it.
            self.look::<KIND>(unit, item);
        }
    }

    /// Takes an answer from a question of the kind `KIND`.
    #[inline(always)]
    fn take_answer<const KIND: usize>(&mut self, [unit, item, answer]: [usize; 3]) {
        self.known.answers[KIND][unit % WIDTH][item % WIDTH] &= !(1 << (answer & 31));
        self.look::<KIND>(unit, item);
    }

    /// Rules out what a digit that was placed leaves no room for.
    #[inline(always)]
    fn follow(&mut self, candidate: Candidate<WIDTH>, reason: PackedReason) {
        let [cell, row, column, square] = Self::questions(candidate);
        self.rule_out::<CELL>(cell[0], cell[1], !(1 << cell[2]), reason);
        self.rule_out::<ROW>(row[0], row[1], !(1 << row[2]), reason);
        self.rule_out::<COLUMN>(column[0], column[1], !(1 << column[2]), reason);
        self.rule_out::<BOX>(square[0], square[1], !(1 << square[2]), reason);
    }

    /// The answers that lie in one minirow of a box, or in one box of a row or column.
    #[inline(always)]
    pub(super) fn minirow(index: usize) -> u32 {
        Self::MINIROW << ((index * ORDER) & 31)
    }

    /// The answers that lie in one minicolumn of a box.
    #[inline(always)]
    pub(super) fn minicolumn(index: usize) -> u32 {
        Self::MINICOLUMN << (index & 31)
    }

    /// Rules out what a digit that is locked where two of these units cross leaves no room for.
    #[inline(always)]
    fn lock(&mut self, row: usize, column: usize, square: usize, digit: usize) {
        let (band, stack) = (square / ORDER, square % ORDER);
        let places = self.known.answers[BOX][square % WIDTH][digit % WIDTH];
        let first = places.trailing_zeros() as usize;
        if places & !Self::minirow(first / ORDER) == 0 {
            let reason = PackedReason::new(Reason::Locked(BOX, ROW, square));
            self.rule_out::<ROW>(band * ORDER + first / ORDER, digit, !Self::minirow(stack), reason);
        } else if places & !Self::minicolumn(first % ORDER) == 0 {
            let reason = PackedReason::new(Reason::Locked(BOX, COLUMN, square));
            self.rule_out::<COLUMN>(stack * ORDER + first % ORDER, digit, !Self::minirow(band), reason);
        }
        let columns = self.known.answers[ROW][row % WIDTH][digit % WIDTH];
        let stack = columns.trailing_zeros() as usize / ORDER;
        if columns & !Self::minirow(stack) == 0 {
            let reason = PackedReason::new(Reason::Locked(ROW, BOX, row));
            self.rule_out::<BOX>(row / ORDER * ORDER + stack, digit, !Self::minirow(row % ORDER), reason);
        }
        let rows = self.known.answers[COLUMN][column % WIDTH][digit % WIDTH];
        let band = rows.trailing_zeros() as usize / ORDER;
        if rows & !Self::minirow(band) == 0 {
            let reason = PackedReason::new(Reason::Locked(COLUMN, BOX, column));
            let places = !Self::minicolumn(column % ORDER);
            self.rule_out::<BOX>(band * ORDER + column / ORDER, digit, places, reason);
        }
    }

    /// Follows what was placed; when there is nothing to follow, holds what is new against the lessons, then
    /// locks candidates; until nothing is left to do or a contradiction is met. False if the limit on steps
    /// is met first.
    pub(super) fn propagate(&mut self, step_limit: u64, steps: &mut u64) -> bool {
        while self.known.contradiction.is_none() {
            if self.known.followed < self.known.placed_count
                && let Some(&candidate) = self.known.placed.get(self.known.followed)
            {
                if *steps == step_limit {
                    return false;
                }
                *steps += 1;
                let reason = PackedReason::new(Reason::Digit(self.known.followed));
                self.known.followed += 1;
                self.follow(candidate, reason);
            } else if P::heed(self) {
                // A lesson may have told something.
            } else if self.known.checked < self.known.trail_length
                && let Some(&gone) = self.known.trail.as_flattened().get(self.known.checked)
            {
                self.known.checked += 1;
                let [_, [row, digit, _], [column, ..], [square, ..]] = Self::questions(gone);
                self.lock(row, column, square, digit);
            } else {
                break;
            }
        }
        true
    }

    /// Makes a fact false.
    pub(super) fn deny(&mut self, fact: Fact, why: Reason) {
        let candidate = fact.candidate();
        let [row, column, digit] = candidate.parts();
        if fact.is_placed() {
            self.rule_out::<CELL>(row, column, 1 << (digit & 31), PackedReason::new(why));
        } else {
            self.place(candidate, PackedReason::new(why));
        }
    }

    /// Whether something cannot be.
    pub(super) fn contradiction(&self) -> bool {
        self.known.contradiction.is_some()
    }

    /// Takes a solution for a contradiction, so that the search goes on.
    pub(super) fn reject_solution(&mut self) {
        self.known.contradiction = Some(Contradiction::Guesses);
    }

    /// Whether every cell holds a digit; without a contradiction, that is a solution.
    pub(super) fn solved(&self) -> bool {
        self.known.placed_count == CELLS
    }

    /// The digits of all cells, 0 for an open one.
    pub(super) fn digits(&self) -> &[u8; CELLS] {
        &self.known.digits
    }

    /// Guesses: an answer to the question with two answers that had most to do with contradictions; if there
    /// are none with two, to the one that had most to do with them for each of its answers.
    pub(super) fn guess(&mut self) {
        let answers = self.known.answers.as_flattened().as_flattened();
        let keys = self.known.keys.as_flattened().as_flattened();
        let mut greatest = 0;
        for (&answers, &key) in answers.iter().zip(keys) {
            let without_one = answers & answers.wrapping_sub(1);
            let without_two = without_one & without_one.wrapping_sub(1);
            let key = if without_two == 0 && without_one != 0 { key } else { 0 };
            greatest = key.max(greatest);
        }
        if greatest == 0 {
            let (mut most, mut fewest) = (0, 1);
            for (answers, &key) in answers.iter().zip(keys) {
                let (weight, count) = (key / KEY_STEP, answers.count_ones());
                // weight / count > most / fewest; a weight stays below 2^18.
                if count > 1 && weight * fewest > most * count {
                    (most, fewest, greatest) = (weight, count, key);
                }
            }
        }
        let question = (KEY_STEP - 1 - greatest % KEY_STEP) as usize;
        let [unit, item] = [question / WIDTH % WIDTH, question % WIDTH];
        let kind = question / WIDTH / WIDTH % KINDS;
        let mut answers = self.known.answers[kind][unit][item];
        let mut candidate = Self::candidate_of(kind, unit, item, answers.trailing_zeros() as usize);
        // What stood there last fitted to much else that comes back.
        while P::LEARNS && answers != 0 {
            let other = Self::candidate_of(kind, unit, item, take_lowest(&mut answers));
            let last = self.phase.learning().and_then(|learning| learning.last_digits.get(Self::cell(other)));
            if last.is_some_and(|&last| usize::from(last) == other.parts()[2] + 1) {
                candidate = other;
                break;
            }
        }
        let mark = self.mark();
        if let Some(guess) = self.known.guesses.get_mut(self.known.depth) {
            *guess = mark;
            self.known.depth += 1;
            self.place(candidate, PackedReason::new(Reason::Itself));
        }
    }

    /// How many guesses are being tried.
    pub(super) fn depth(&self) -> usize {
        self.known.depth
    }

    /// Where things stand, to go back to.
    pub(super) fn mark(&self) -> Mark {
        Mark { placed: self.known.placed_count as u16, trail: self.known.trail_length as u16 }
    }

    /// Takes back the guesses after the first `depth`, and all that was placed and ruled out since.
    pub(super) fn go_back(&mut self, depth: usize) {
        self.known.contradiction = None;
        let Some(&Mark { placed, trail }) =
            self.known.guesses.get(depth).filter(|_| depth < self.known.depth)
        else {
            return;
        };
        self.known.depth = depth;
        let gone = self.known.trail.as_flattened().get(usize::from(trail)..self.known.trail_length);
        for &candidate in gone.unwrap_or_default() {
            for (answers, [unit, item, answer]) in
                self.known.answers.iter_mut().zip(Self::questions(candidate))
            {
                answers[unit % WIDTH][item % WIDTH] |= 1 << (answer & 31);
            }
        }
        let taken_back = self.known.placed.get(usize::from(placed)..self.known.placed_count);
        for &candidate in taken_back.unwrap_or_default() {
            let cell = Self::cell(candidate);
            if let Some(digit) = self.known.digits.get_mut(cell) {
                if let Some(learning) = self.phase.learning()
                    && let Some(last) = learning.last_digits.get_mut(cell)
                {
                    *last = *digit;
                }
                *digit = 0;
            }
        }
        (self.known.trail_length, self.known.checked) = (trail.into(), trail.into());
        (self.known.placed_count, self.known.followed) = (placed.into(), placed.into());
        if let Some(learning) = self.phase.learning() {
            (learning.trail_compared, learning.placed_compared) = (trail.into(), placed.into());
        }
    }

    /// Takes back the guesses after the first `depth`. If lessons are due to be forgotten, now is the time.
    pub(super) fn start_again(&mut self, depth: usize) {
        self.go_back(depth);
        if let Some(learning) = self.phase.learning()
            && learning.lessons.full()
        {
            learning.forget_half(self.known.placed_count, self.known.trail_length);
        }
    }

    /// Rules out the last guess, all that follows from which has been seen; false if there is none.
    pub(super) fn refute_guess(&mut self) -> bool {
        let Some(last) = self.known.depth.checked_sub(1) else { return false };
        let guess =
            self.known.guesses.get(last).and_then(|&guess| self.known.placed.get(usize::from(guess.placed)));
        let [row, column, digit] = guess.copied().unwrap_or_default().parts();
        self.go_back(last);
        self.rule_out::<CELL>(row, column, 1 << (digit & 31), PackedReason::new(Reason::Guesses));
        true
    }
}

/// Takes the lowest bit out of `bits`, and tells which it was.
#[inline(always)]
pub(super) fn take_lowest(bits: &mut u32) -> usize {
    let lowest = bits.trailing_zeros() as usize;
    *bits &= bits.wrapping_sub(1);
    lowest
}
