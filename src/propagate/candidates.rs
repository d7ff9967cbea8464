//! The candidates of a board, and what follows when one of them is ruled out.

/// A digit in a cell; row, column and digit are counted from 0.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    row: u8,
    column: u8,
    digit: u8,
}

/// How far the lists of [`Candidates`] had grown at some time.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    placed: u16,
    trail: u16,
}

/// The kinds of questions: which digit in a row and column; in which column of a row, in which row of a
/// column, in which place of a box a digit.
const CELL: usize = 0;
const ROW: usize = 1;
const COLUMN: usize = 2;
const BOX: usize = 3;
const KINDS: usize = 4;

/// A number for each question, by kind, unit and item: the digit in the row, column or box; for the kind
/// [`CELL`], the column in the row. `WIDTH` is a power of two, and not less than the board's side.
type PerQuestion<const WIDTH: usize> = [[[u32; WIDTH]; WIDTH]; KINDS];

/// The candidates of a board with boxes of `ORDER` x `ORDER` cells.
pub(super) struct Candidates<const CELLS: usize, const ORDER: usize, const WIDTH: usize> {
    /// The answers that are left to each question, as bits.
    answers: PerQuestion<WIDTH>,
    /// How often each question was found without an answer, and which question it is: see [`KEY_STEP`].
    keys: PerQuestion<WIDTH>,
    contradiction: bool,
    /// Clues, singles and guesses.
    digits: [u8; CELLS],
    /// The same in order, the clues first.
    placed: [Candidate; CELLS],
    placed_count: usize,
    /// So many of them have ruled out the other answers to their questions.
    followed: usize,
    /// What was ruled out, in order: nothing twice, so that there is room.
    trail: [[Candidate; CELLS]; WIDTH],
    trail_length: usize,
    /// So much of it has been asked for locked candidates.
    checked: usize,
}

/// A key holds the question in its lower bits, counted down from all ones, and above them, from one on,
/// how often the question was found without an answer. So the greatest of some keys names the question to
/// guess at, and of equals the first.
const KEY_STEP: u32 = 1 << 12;
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
            let (row, column) = (cell / side, cell % side);
            let square = row / ORDER * ORDER + column / ORDER;
            let place = row % ORDER * ORDER + column % ORDER;
            table[row][column] = [square as u8, place as u8];
            cell += 1;
        }
        table
    };
}

impl<const CELLS: usize, const ORDER: usize, const WIDTH: usize> Candidates<CELLS, ORDER, WIDTH> {
    /// Cells in a unit, and the number of digits.
    const SIDE: usize = ORDER * ORDER;
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

    pub(super) fn new() -> Self {
        let mut keys = [[[0; WIDTH]; WIDTH]; KINDS];
        for (question, key) in keys.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
            *key = 2 * KEY_STEP - 1 - question as u32;
        }
        Candidates {
            answers: [[[0; WIDTH]; WIDTH]; KINDS],
            keys,
            contradiction: false,
            digits: [0; CELLS],
            placed: [Candidate::default(); CELLS],
            placed_count: 0,
            followed: 0,
            trail: [[Candidate::default(); CELLS]; WIDTH],
            trail_length: 0,
            checked: 0,
        }
    }

    /// Begins with these clues; false if two equal ones share a unit.
    pub(super) fn set_up(&mut self, clues: &[u8; CELLS]) -> bool {
        let mut free = [[u32::MAX >> (32 - Self::SIDE); WIDTH]; 3];
        let mut collisions = 0;
        for (cell, &clue) in clues.iter().enumerate() {
            if let Some(digit) = clue.checked_sub(1) {
                let bit = 1 << (digit & 31);
                for (free, unit) in free.iter_mut().zip(Self::units(cell)) {
                    collisions |= !free[unit % WIDTH] & bit;
                    free[unit % WIDTH] &= !bit;
                }
                let [row, column, _] = Self::units(cell).map(|unit| unit as u8);
                self.place(Candidate { row, column, digit });
            }
        }
        // What the clues rule out is never a candidate.
        self.followed = self.placed_count;
        for (cell, &clue) in clues.iter().enumerate() {
            let [row, column, square] = Self::units(cell);
            let mut digits = match clue.checked_sub(1) {
                None => free[0][row % WIDTH] & free[1][column % WIDTH] & free[2][square % WIDTH],
                Some(digit) => 1 << (digit & 31),
            };
            while digits != 0 {
                let candidate = Self::candidate::<CELL>(row, column, take_lowest(&mut digits));
                for (answers, [unit, item, answer]) in self.answers.iter_mut().zip(Self::questions(candidate))
                {
                    answers[unit % WIDTH][item % WIDTH] |= 1 << (answer & 31);
                }
            }
        }
        for unit in 0..Self::SIDE {
            for item in 0..Self::SIDE {
                for kind in 0..KINDS {
                    self.look(kind, unit, item);
                }
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
    fn cell(candidate: Candidate) -> usize {
        usize::from(candidate.row) * Self::SIDE + usize::from(candidate.column)
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
    fn questions(candidate: Candidate) -> [[usize; 3]; KINDS] {
        let [row, column, digit] = [candidate.row, candidate.column, candidate.digit].map(usize::from);
        let [square, place] = Self::cross(row, column);
        [[row, column, digit], [row, digit, column], [column, digit, row], [square, digit, place]]
    }

    /// The candidate that is this answer to this question.
    #[inline(always)]
    fn candidate<const KIND: usize>(unit: usize, item: usize, answer: usize) -> Candidate {
        let [row, column, digit] = match KIND {
            CELL => [unit, item, answer],
            ROW => [unit, answer, item],
            COLUMN => [answer, unit, item],
            _ => {
                let [row, column] = Self::cross(unit, answer);
                [row, column, item]
            }
        };
        Candidate { row: row as u8, column: column as u8, digit: digit as u8 }
    }

    /// Places the answer to a question that has only one; without any, that is a contradiction.
    #[inline(always)]
    fn look(&mut self, kind: usize, unit: usize, item: usize) {
        let answers = self.answers[kind][unit % WIDTH][item % WIDTH];
        if answers & answers.wrapping_sub(1) != 0 {
            return;
        }
        if answers == 0 {
            self.contradiction = true;
            let key = &mut self.keys[kind][unit % WIDTH][item % WIDTH];
            *key += if *key < KEY_LIMIT { KEY_STEP } else { 0 };
            return;
        }
        let answer = answers.trailing_zeros() as usize;
        self.place(match kind {
            CELL => Self::candidate::<CELL>(unit, item, answer),
            ROW => Self::candidate::<ROW>(unit, item, answer),
            COLUMN => Self::candidate::<COLUMN>(unit, item, answer),
            _ => Self::candidate::<BOX>(unit, item, answer),
        });
    }

    /// Writes a digit into an open cell. If it is another digit that the cell holds, the contradiction
    /// comes out when that one is followed.
    #[inline(always)]
    pub(super) fn place(&mut self, candidate: Candidate) {
        if let Some(digit @ 0) = self.digits.get_mut(Self::cell(candidate))
            && let Some(next) = self.placed.get_mut(self.placed_count)
        {
            *digit = candidate.digit + 1;
            *next = candidate;
            self.placed_count += 1;
        }
    }

    /// Takes some answers, if they are left, from a question of the kind `KIND`, and from the other three
    /// questions that they answer.
    fn rule_out<const KIND: usize>(&mut self, unit: usize, item: usize, answers: u32) {
        let left = &mut self.answers[KIND][unit % WIDTH][item % WIDTH];
        let mut gone = *left & answers;
        if gone == 0 {
            return;
        }
        *left ^= gone;
        self.look(KIND, unit, item);
        while gone != 0 {
            let candidate = Self::candidate::<KIND>(unit, item, take_lowest(&mut gone));
            if let Some(next) = self.trail.as_flattened_mut().get_mut(self.trail_length) {
                *next = candidate;
                self.trail_length += 1;
            }
            for (kind, [unit, item, answer]) in Self::questions(candidate).into_iter().enumerate() {
                if kind != KIND {
                    self.answers[kind][unit % WIDTH][item % WIDTH] &= !(1 << (answer & 31));
                    self.look(kind, unit, item);
                }
            }
        }
    }

    /// Rules out what a digit that was placed leaves no room for.
    #[inline(always)]
    fn follow(&mut self, candidate: Candidate) {
        let [cell, row, column, square] = Self::questions(candidate);
        self.rule_out::<CELL>(cell[0], cell[1], !(1 << cell[2]));
        self.rule_out::<ROW>(row[0], row[1], !(1 << row[2]));
        self.rule_out::<COLUMN>(column[0], column[1], !(1 << column[2]));
        self.rule_out::<BOX>(square[0], square[1], !(1 << square[2]));
    }

    /// Rules out what a digit that is locked where two of these units cross leaves no room for.
    fn lock(&mut self, row: usize, column: usize, square: usize, digit: usize) {
        let minirow = |index: usize| Self::MINIROW << ((index * ORDER) & 31);
        let minicolumn = |index: usize| Self::MINICOLUMN << (index & 31);

        let (band, stack) = (square / ORDER, square % ORDER);
        let places = self.answers[BOX][square % WIDTH][digit % WIDTH];
        let first = places.trailing_zeros() as usize;
        if places & !minirow(first / ORDER) == 0 {
            self.rule_out::<ROW>(band * ORDER + first / ORDER, digit, !minirow(stack));
        } else if places & !minicolumn(first % ORDER) == 0 {
            self.rule_out::<COLUMN>(stack * ORDER + first % ORDER, digit, !minirow(band));
        }
        let columns = self.answers[ROW][row % WIDTH][digit % WIDTH];
        let stack = columns.trailing_zeros() as usize / ORDER;
        if columns & !minirow(stack) == 0 {
            self.rule_out::<BOX>(row / ORDER * ORDER + stack, digit, !minirow(row % ORDER));
        }
        let rows = self.answers[COLUMN][column % WIDTH][digit % WIDTH];
        let band = rows.trailing_zeros() as usize / ORDER;
        if rows & !minirow(band) == 0 {
            self.rule_out::<BOX>(band * ORDER + column / ORDER, digit, !minicolumn(column % ORDER));
        }
    }

    /// Follows what was placed, and locks candidates when there is nothing to follow, until nothing is
    /// left to do or a contradiction is met; false if the limit on steps is met first.
    pub(super) fn propagate(&mut self, step_limit: u64, steps: &mut u64) -> bool {
        while !self.contradiction {
            if self.followed < self.placed_count
                && let Some(&candidate) = self.placed.get(self.followed)
            {
                if *steps == step_limit {
                    return false;
                }
                *steps += 1;
                self.followed += 1;
                self.follow(candidate);
            } else if self.checked < self.trail_length
                && let Some(&gone) = self.trail.as_flattened().get(self.checked)
            {
                self.checked += 1;
                let [_, [row, digit, _], [column, ..], [square, ..]] = Self::questions(gone);
                self.lock(row, column, square, digit);
            } else {
                break;
            }
        }
        true
    }

    /// Whether some question has no answer left.
    pub(super) fn contradiction(&self) -> bool {
        self.contradiction
    }

    /// Whether every cell holds a digit; without a contradiction, that is a solution.
    pub(super) fn solved(&self) -> bool {
        self.placed_count == CELLS
    }

    /// The digits of all cells, 0 for an open one.
    pub(super) fn digits(&self) -> &[u8; CELLS] {
        &self.digits
    }

    /// What to guess: an answer to the question with two answers that was found most often without any;
    /// if there are none with two, to the first with the fewest.
    pub(super) fn choose(&self) -> Candidate {
        let answers = self.answers.as_flattened().as_flattened();
        let keys = self.keys.as_flattened().as_flattened();
        let mut greatest = 0;
        for (&answers, &key) in answers.iter().zip(keys) {
            let without_one = answers & answers.wrapping_sub(1);
            let without_two = without_one & without_one.wrapping_sub(1);
            let key = if without_two == 0 && without_one != 0 { key } else { 0 };
            greatest = key.max(greatest);
        }
        if greatest == 0 {
            let mut least = u32::MAX;
            for (answers, &key) in answers.iter().zip(keys) {
                if (2..least).contains(&answers.count_ones()) {
                    (least, greatest) = (answers.count_ones(), key);
                }
            }
        }
        let question = (KEY_STEP - 1 - greatest % KEY_STEP) as usize;
        let [unit, item] = [question / WIDTH % WIDTH, question % WIDTH];
        let kind = question / WIDTH / WIDTH % KINDS;
        let answer = self.answers[kind][unit][item].trailing_zeros() as usize;
        match kind {
            CELL => Self::candidate::<CELL>(unit, item, answer),
            ROW => Self::candidate::<ROW>(unit, item, answer),
            COLUMN => Self::candidate::<COLUMN>(unit, item, answer),
            _ => Self::candidate::<BOX>(unit, item, answer),
        }
    }

    /// Where things stand, to go back to.
    pub(super) fn mark(&self) -> Mark {
        Mark { placed: self.placed_count as u16, trail: self.trail_length as u16 }
    }

    /// Takes back all that was placed and ruled out since.
    pub(super) fn go_back(&mut self, Mark { placed, trail }: Mark) {
        let gone = self.trail.as_flattened().get(usize::from(trail)..self.trail_length);
        for &candidate in gone.unwrap_or_default() {
            for (answers, [unit, item, answer]) in self.answers.iter_mut().zip(Self::questions(candidate)) {
                answers[unit % WIDTH][item % WIDTH] |= 1 << (answer & 31);
            }
        }
        let taken_back = self.placed.get(usize::from(placed)..self.placed_count);
        for &candidate in taken_back.unwrap_or_default() {
            if let Some(digit) = self.digits.get_mut(Self::cell(candidate)) {
                *digit = 0;
            }
        }
        (self.trail_length, self.checked) = (trail.into(), trail.into());
        (self.placed_count, self.followed) = (placed.into(), placed.into());
        self.contradiction = false;
    }

    /// Rules out a guess that has been seen through.
    pub(super) fn refute(&mut self, Candidate { row, column, digit }: Candidate) {
        self.rule_out::<CELL>(row.into(), column.into(), 1 << (digit & 31));
    }
}

/// Takes the lowest bit out of `bits`, and tells which it was.
#[inline(always)]
fn take_lowest(bits: &mut u32) -> usize {
    let lowest = bits.trailing_zeros() as usize;
    *bits &= bits.wrapping_sub(1);
    lowest
}
