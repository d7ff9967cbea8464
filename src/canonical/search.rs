//! Finds the least image of any board.
//!
//! The search builds the image row by row. It keeps all states that give the least rows so far, and extends each with
//! every row that may come next. A state fixes as little of the columns and the names as possible (see `state`), and of
//! several states with the same continuations one is kept. So boards without clues, or with many symmetries, take
//! little more time than others.

use super::state::ImageState;
use super::{at, both_orientations, put};
use crate::symmetry::ORDERS;
use crate::{Grid, Symmetry};

/// The most states of a level. If there are more, the search first extends the existing ones to full images.
const MOST_STATES: usize = 64;
/// Greater than the image of any row, which is at most nine times 15.
const NONE: u64 = (1 << 36) - 1;

/// Returns the symmetry that maps a board to the least of its images.
pub(super) fn to_least(board: &Grid) -> Symmetry {
    let boards = both_orientations(board).map(Orientation::new);
    let mut search = CanonicalSearch { boards: &boards, best: [NONE; 16], leaf: ImageState::BLANK };
    let mut first = States::new();
    search.first_rows(&mut first);
    search.next_row(1, &mut first);
    let leaf = search.leaf;
    Symmetry::new(leaf.transposed, leaf.rows, leaf.columns, leaf.names()).unwrap_or_default()
}

/// A board or its transpose, with precomputed tables.
struct Orientation {
    rows: [[u8; 9]; 9],
    /// The columns, four bits for a cell, row 0 lowest.
    columns: [u64; 9],
    /// For each digit, four bits for each row that has it.
    digit_rows: [u64; 10],
    /// For each row, the equal rows of its band before it. They must be taken first.
    before: [u64; 9],
    /// For each band, the rows of the equal bands before it.
    bands_before: [u64; 3],
    /// The orders of the stacks in which equal stacks keep their order.
    orders: [bool; 6],
}

impl Orientation {
    fn new(rows: [[u8; 9]; 9]) -> Self {
        let mut board = Orientation {
            rows,
            columns: [0; 9],
            digit_rows: [0; 10],
            before: [0; 9],
            bands_before: [0; 3],
            orders: [true; 6],
        };
        let mut packed = [0; 9];
        for (row, digits) in rows.iter().enumerate() {
            for (column, &digit) in digits.iter().enumerate() {
                board.columns[column] |= u64::from(digit) << (4 * row);
                packed[row] |= u64::from(digit) << (4 * column);
                let rows = at(&board.digit_rows, digit) | 15 << (4 * row);
                put(&mut board.digit_rows, digit, rows);
            }
        }
        for row in 0..9 {
            for earlier in row / 3 * 3..row {
                if packed[row] == packed[earlier] {
                    board.before[row] |= 15 << (4 * earlier);
                }
            }
        }
        let threes = |lines: [u64; 9]| -> [[u64; 3]; 3] {
            core::array::from_fn(|three| {
                let mut lines: [u64; 3] = core::array::from_fn(|line| lines[3 * three + line]);
                lines.sort_unstable();
                lines
            })
        };
        let (bands, stacks) = (threes(packed), threes(board.columns));
        for (second, first) in [(1, 0), (2, 0), (2, 1)] {
            if bands[first] == bands[second] {
                board.bands_before[second] |= 0xfff << (12 * first);
            }
            if stacks[first] == stacks[second] {
                for (keeps, order) in board.orders.iter_mut().zip(ORDERS) {
                    let place = |stack| order.iter().position(|&other| usize::from(other) == stack);
                    *keeps &= place(first) < place(second);
                }
            }
        }
        board
    }

    /// Returns whether a row may come next: it belongs to the unfinished band, or starts a band if there is none,
    /// and no equal row or band must come first.
    fn may_follow(&self, left: u64, row: usize) -> bool {
        let band_left = left >> (row / 3 * 12) & 0xfff;
        let is_left = left >> (4 * row) & 1 == 1;
        // A band must be finished before the next one begins.
        let some_begun = (0..3).any(|band| !matches!(left >> (12 * band) & 0xfff, 0 | 0xfff));
        let fits = if some_begun {
            band_left != 0xfff
        } else {
            let before = self.bands_before[row / 3];
            (0..3).all(|band| before >> (12 * band) & 0xfff == 0 || left >> (12 * band) & 0xfff != 0xfff)
        };
        is_left && fits && self.before[row] & left == 0
    }
}

/// The states that give the same rows of the image.
struct States {
    items: [ImageState; MOST_STATES],
    count: usize,
}

impl States {
    fn new() -> Self {
        States { items: [ImageState::BLANK; MOST_STATES], count: 0 }
    }

    fn as_slice(&self) -> &[ImageState] {
        self.items.get(..self.count).unwrap_or_default()
    }

    /// Keeps one of several states with the same continuations.
    fn merge_equivalent(&mut self, boards: &[Orientation; 2]) {
        if self.count < 2 {
            return;
        }
        let mut hashes = [0; MOST_STATES];
        let mut kept = 0;
        for next in 0..self.count.min(MOST_STATES) {
            let state = self.items[next];
            let board = &boards[usize::from(state.transposed)];
            let hash = state.hash(&board.columns, &board.digit_rows);
            let is_known = self.items.iter().zip(&hashes).take(kept).any(|(other, &other_hash)| {
                hash == other_hash && state.continues_like(other, &board.columns, &board.digit_rows)
            });
            if !is_known {
                (self.items[kept % MOST_STATES], hashes[kept % MOST_STATES]) = (state, hash);
                kept += 1;
            }
        }
        self.count = kept;
    }
}

struct CanonicalSearch<'a> {
    boards: &'a [Orientation; 2],
    /// The least image so far of each row, four bits per cell, the first cell highest. Rows from 9 on are unused.
    best: [u64; 16],
    /// The state of the least image.
    leaf: ImageState,
}

impl CanonicalSearch<'_> {
    /// Finds all states with the least first row.
    fn first_rows(&mut self, states: &mut States) {
        let boards = self.boards;
        // A board equal to its transpose has the same images as it.
        let count = if boards[0].rows == boards[1].rows { 1 } else { 2 };
        let counts = |row: &[u8; 9]| -> [usize; 3] {
            core::array::from_fn(|stack| {
                row[3 * stack..3 * stack + 3].iter().filter(|&&digit| digit != 0).count()
            })
        };
        // Fewer digits in the first box give a smaller image, then fewer in the second, then in the third.
        let rank = |row: &[u8; 9]| {
            let mut counts = counts(row);
            counts.sort_unstable();
            // With two digits in a box, the image may depend on whether they are equal before it depends on the next
            // box.
            let [first, second, third] = counts;
            match (first, second) {
                (2.., _) => [first, 0, 0],
                (1, _) | (_, 2..) => [first, second, 0],
                _ => [first, second, third],
            }
        };
        let all = boards[..count].iter().flat_map(|board| &board.rows);
        let Some(least) = all.map(rank).min() else { return };
        for (board, transposed) in boards[..count].iter().zip([false, true]) {
            for (row, digits) in board.rows.iter().enumerate() {
                if rank(digits) != least || !board.may_follow((1 << 36) - 1, row) {
                    continue;
                }
                let counts = counts(digits);
                for (stacks, _) in ORDERS.iter().zip(board.orders).filter(|&(_, keeps)| keeps) {
                    if stacks.map(|stack| at(&counts, stack)).is_sorted() {
                        self.take(0, states, ImageState::new(transposed, *stacks), row);
                    }
                }
            }
        }
    }

    /// Extends states of `level` rows to full images.
    fn next_row(&mut self, level: usize, states: &mut States) {
        if level == 9 {
            self.leaf = states.items[0];
            return;
        }
        states.merge_equivalent(self.boards);
        let mut next = States::new();
        for state in states.as_slice() {
            for row in 0..9 {
                if self.boards[usize::from(state.transposed)].may_follow(state.left, row) {
                    self.take(level, &mut next, *state, row);
                }
            }
        }
        if next.count > 0 {
            self.next_row(level + 1, &mut next);
        }
    }

    /// Takes a row as the next one of the image.
    fn take(&mut self, level: usize, states: &mut States, mut state: ImageState, row: usize) {
        state.left &= !(15 << (4 * row));
        put(&mut state.rows, level, row as u8);
        let row = at(&self.boards[usize::from(state.transposed)].rows, row);
        self.fill(level, states, state, &row, 0, 0);
    }

    /// Finds the least image of a row from `place` on, and adds all states that give it.
    fn fill(
        &mut self,
        level: usize,
        states: &mut States,
        mut state: ImageState,
        row: &[u8; 9],
        mut place: usize,
        mut image: u64,
    ) {
        while place < 9 {
            let digit = |column: u8| row[usize::from(column) % 9];
            let end = state.end(place);
            // The columns of the class; if there are fewer than three, the last one is repeated.
            let column = |other: usize| state.columns[(place + other).min(end - 1)];
            let class = [column(0), column(1), column(2)];
            let name = |column: u8| state.least_name(digit(column), column, place);
            let names = [name(class[0]), name(class[1]), name(class[2])];
            let least = names[0].min(names[1]).min(names[2]);
            let chosen = if least == names[0] {
                class[0]
            } else if least == names[1] {
                class[1]
            } else {
                class[2]
            };
            let count;
            if least == 0 {
                count = state.divide(place, |column| digit(column) == 0);
            } else if least == state.next {
                // All digits of the class are new and are named in order. Two equal digits come first.
                let digits = [digit(class[0]), digit(class[1]), digit(class[2])];
                let twice = match end - place {
                    2 if digits[0] == digits[1] => digits[0],
                    3 if digits[0] == digits[1] || digits[0] == digits[2] => digits[0],
                    3 if digits[1] == digits[2] => digits[1],
                    _ => 0,
                };
                if twice == 0 {
                    for &column in class.iter().take(end - place) {
                        state.name_by_column(digit(column), column, place);
                    }
                    for _ in place..end {
                        image = image << 4 | u64::from(state.next);
                        state.next += 1;
                    }
                    place = end;
                    if image > self.best[level % 16] >> (4 * (9 - place)) {
                        return;
                    }
                    continue;
                }
                state.name_next(twice);
                count = state.divide(place, |column| digit(column) == twice);
            } else if let Some(link) = state.open_link(digit(chosen)) {
                if image << 4 | u64::from(least) > self.best[level % 16] >> (4 * (8 - place)) {
                    return;
                }
                // Other columns of the class may give the same image.
                let fix = |state: &mut ImageState, column: u8, link: u8| {
                    if state.home(link) == place {
                        state.fix(column);
                    }
                    if link != column {
                        state.fix(link);
                    }
                };
                let mut done = [digit(chosen); 3];
                for other in 1..(end - place).min(3) {
                    let column = class[other];
                    if names[other] == least
                        && column != chosen
                        && !(done.contains(&digit(column)) && state.home(link) != place)
                    {
                        if let Some(link) = state.open_link(digit(column)) {
                            let mut state = state;
                            fix(&mut state, column, link);
                            self.fill(level, states, state, row, place, image);
                        }
                        done[other] = digit(column);
                    }
                }
                fix(&mut state, chosen, link);
                continue;
            } else {
                count = state.divide(place, |column| digit(column) == digit(chosen));
            }
            for _ in 0..count {
                image = image << 4 | u64::from(least);
            }
            place += count;
            if image > self.best[level % 16] >> (4 * (9 - place)) {
                return;
            }
        }
        if image < self.best[level % 16] {
            self.best[level % 16] = image;
            self.best.iter_mut().skip(level + 1).for_each(|row| *row = NONE);
            states.count = 0;
        }
        if states.count == MOST_STATES {
            states.merge_equivalent(self.boards);
            if states.count > MOST_STATES / 2 {
                self.next_row(level + 1, states);
                states.count = 0;
            }
        }
        states.items[states.count % MOST_STATES] = state;
        states.count += 1;
    }
}
