//! The least image of any board.
//!
//! Row by row, all ways that lead to the least rows so far are kept, and each is continued by every row that it may
//! take next. A way settles no more of the columns and the names than it must (see `state`), and of several ways that
//! can only continue alike one is kept. So a board without clues, or one whose symmetries are many, takes no longer than
//! others.

use super::state::State;
use super::{at, both_ways, put};
use crate::symmetry::ORDERS;
use crate::{Grid, Symmetry};

/// How many ways are kept side by side. If there are more, those so far are followed to their end first.
const WAYS: usize = 64;
/// No row has an image as large as this: nine times 15.
const NONE: u64 = (1 << 36) - 1;

/// The symmetry that takes a board to the least of its images.
pub(super) fn to_least(board: &Grid) -> Symmetry {
    let views = both_ways(board).map(View::new);
    let mut search = Search { views: &views, best: [NONE; 16], leaf: State::BLANK };
    let mut first = Ways::new();
    search.first_rows(&mut first);
    search.next_row(1, &mut first);
    let leaf = search.leaf;
    Symmetry::new(leaf.transposed, leaf.rows, leaf.columns, leaf.names()).unwrap_or_default()
}

/// A board, as it lies or transposed, and what is known of it beforehand.
struct View {
    rows: [[u8; 9]; 9],
    /// The columns, four bits for a cell, row 0 lowest.
    columns: [u64; 9],
    /// For each digit, four bits for each row that has it.
    digit_rows: [u64; 10],
    /// For each row, those of its band before it that hold the same. It waits for them.
    before: [u64; 9],
    /// For each band, the first rows of those before it that hold the same.
    bands_before: [u64; 3],
    /// The orders of the stacks that leave stacks that hold the same in their order.
    orders: [bool; 6],
}

impl View {
    fn new(rows: [[u8; 9]; 9]) -> Self {
        let mut view = View {
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
                view.columns[column] |= u64::from(digit) << (4 * row);
                packed[row] |= u64::from(digit) << (4 * column);
                let rows = at(&view.digit_rows, digit) | 15 << (4 * row);
                put(&mut view.digit_rows, digit, rows);
            }
        }
        for row in 0..9 {
            for earlier in row / 3 * 3..row {
                if packed[row] == packed[earlier] {
                    view.before[row] |= 15 << (4 * earlier);
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
        let (bands, stacks) = (threes(packed), threes(view.columns));
        for (second, first) in [(1, 0), (2, 0), (2, 1)] {
            if bands[first] == bands[second] {
                view.bands_before[second] |= 0xfff << (12 * first);
            }
            if stacks[first] == stacks[second] {
                for (keeps, order) in view.orders.iter_mut().zip(ORDERS) {
                    let place = |stack| order.iter().position(|&other| usize::from(other) == stack);
                    *keeps &= place(first) < place(second);
                }
            }
        }
        view
    }

    /// Whether a row can come next: of its band others came before and left it, or it begins a band, and it waits for no
    /// other that holds the same.
    fn may_follow(&self, left: u64, row: usize) -> bool {
        let band_left = left >> (row / 3 * 12) & 0xfff;
        let is_left = left >> (4 * row) & 1 == 1;
        // A band that is begun is done before another.
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

/// Ways that lead to the same rows of the image.
struct Ways {
    states: [State; WAYS],
    count: usize,
}

impl Ways {
    fn new() -> Self {
        Ways { states: [State::BLANK; WAYS], count: 0 }
    }

    fn states(&self) -> &[State] {
        self.states.get(..self.count).unwrap_or_default()
    }

    /// Of several ways that can only continue alike, keeps one.
    fn thin_out(&mut self, views: &[View; 2]) {
        if self.count < 2 {
            return;
        }
        let mut hashes = [0; WAYS];
        let mut kept = 0;
        for next in 0..self.count.min(WAYS) {
            let state = self.states[next];
            let view = &views[usize::from(state.transposed)];
            let hash = state.hash(&view.columns, &view.digit_rows);
            let is_known = self.states.iter().zip(&hashes).take(kept).any(|(other, &other_hash)| {
                hash == other_hash && state.continues_like(other, &view.columns, &view.digit_rows)
            });
            if !is_known {
                (self.states[kept % WAYS], hashes[kept % WAYS]) = (state, hash);
                kept += 1;
            }
        }
        self.count = kept;
    }
}

struct Search<'a> {
    views: &'a [View; 2],
    /// The least image so far of each row, four bits for a cell, the first highest. Behind the last there is nothing.
    best: [u64; 16],
    /// Where the least image was found.
    leaf: State,
}

impl Search<'_> {
    /// All ways to the least first row.
    fn first_rows(&mut self, ways: &mut Ways) {
        let views = self.views;
        // A board that is its own transposed has no other images when transposed.
        let count = if views[0].rows == views[1].rows { 1 } else { 2 };
        let counts = |row: &[u8; 9]| -> [usize; 3] {
            core::array::from_fn(|stack| {
                row[3 * stack..3 * stack + 3].iter().filter(|&&digit| digit != 0).count()
            })
        };
        // The fewer digits in the first box the better, then in the second, then in the third.
        let rank = |row: &[u8; 9]| {
            let mut counts = counts(row);
            counts.sort_unstable();
            // Two equal digits in a box may turn the scale before the next box does.
            let [first, second, third] = counts;
            match (first, second) {
                (2.., _) => [first, 0, 0],
                (1, _) | (_, 2..) => [first, second, 0],
                _ => [first, second, third],
            }
        };
        let all = views[..count].iter().flat_map(|view| &view.rows);
        let Some(least) = all.map(rank).min() else { return };
        for (view, transposed) in views[..count].iter().zip([false, true]) {
            for (row, digits) in view.rows.iter().enumerate() {
                if rank(digits) != least || !view.may_follow((1 << 36) - 1, row) {
                    continue;
                }
                let counts = counts(digits);
                for (stacks, _) in ORDERS.iter().zip(view.orders).filter(|&(_, keeps)| keeps) {
                    if stacks.map(|stack| at(&counts, stack)).is_sorted() {
                        self.take(0, ways, State::new(transposed, *stacks), row);
                    }
                }
            }
        }
    }

    /// Continues ways of `level` rows to the end.
    fn next_row(&mut self, level: usize, ways: &mut Ways) {
        if level == 9 {
            self.leaf = ways.states[0];
            return;
        }
        ways.thin_out(self.views);
        let mut next = Ways::new();
        for state in ways.states() {
            for row in 0..9 {
                if self.views[usize::from(state.transposed)].may_follow(state.left, row) {
                    self.take(level, &mut next, *state, row);
                }
            }
        }
        if next.count > 0 {
            self.next_row(level + 1, &mut next);
        }
    }

    /// Lets a row be the next of the image.
    fn take(&mut self, level: usize, ways: &mut Ways, mut state: State, row: usize) {
        state.left &= !(15 << (4 * row));
        put(&mut state.rows, level, row as u8);
        let row = at(&self.views[usize::from(state.transposed)].rows, row);
        self.fill(level, ways, state, &row, 0, 0);
    }

    /// Makes the image of a row as small as it can be, from `place` on, in all ways that do so.
    fn fill(
        &mut self,
        level: usize,
        ways: &mut Ways,
        mut state: State,
        row: &[u8; 9],
        mut place: usize,
        mut image: u64,
    ) {
        while place < 9 {
            let digit = |column: u8| row[usize::from(column) % 9];
            let end = state.end(place);
            // The columns of the class, the last again where there are fewer than three.
            let column = |other: usize| state.columns[(place + other).min(end - 1)];
            let class = [column(0), column(1), column(2)];
            let name = |column: u8| state.least_name(digit(column), column, place);
            let names = [name(class[0]), name(class[1]), name(class[2])];
            let least = names[0].min(names[1]).min(names[2]);
            // The column whose digit has the least name.
            let chosen = if least == names[0] {
                class[0]
            } else if least == names[1] {
                class[1]
            } else {
                class[2]
            };
            let count;
            if least == 0 {
                count = state.part(place, |column| digit(column) == 0);
            } else if least == state.next {
                // All digits of the class are new, and named as they come. If two are equal they come first.
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
                count = state.part(place, |column| digit(column) == twice);
            } else if let Some(link) = state.open_link(digit(chosen)) {
                if image << 4 | u64::from(least) > self.best[level % 16] >> (4 * (8 - place)) {
                    return;
                }
                // Other columns of the class may do as well.
                let settle = |state: &mut State, column: u8, link: u8| {
                    if state.home(link) == place {
                        state.settle(column);
                    }
                    if link != column {
                        state.settle(link);
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
                            settle(&mut state, column, link);
                            self.fill(level, ways, state, row, place, image);
                        }
                        done[other] = digit(column);
                    }
                }
                settle(&mut state, chosen, link);
                continue;
            } else {
                count = state.part(place, |column| digit(column) == digit(chosen));
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
            ways.count = 0;
        }
        if ways.count == WAYS {
            ways.thin_out(self.views);
            if ways.count > WAYS / 2 {
                self.next_row(level + 1, ways);
                ways.count = 0;
            }
        }
        ways.states[ways.count % WAYS] = state;
        ways.count += 1;
    }
}
