//! The part of a symmetry that the first rows of the image determine: those rows, and the columns and names of
//! digits that they fix.
//!
//! The columns of the image form classes of adjacent columns in one stack. Any order of the columns within a class
//! gives the same rows so far. A new digit gets its name from its place in the row. While its column belongs to a class
//! of several, the name is not fixed: it is the place of the column plus a constant.

use super::{at, put};

/// Replaces a column for a digit that has not appeared.
pub(super) const UNSEEN: u8 = 15;
/// Replaces a column for a name that depends on no column.
const NO_COLUMN: usize = 9;

#[derive(Clone, Copy)]
pub(super) struct ImageState {
    /// Four bits for each row not yet taken, row 0 lowest.
    pub left: u64,
    /// The places where a class begins. Places 9 and 10, after the row, are set too.
    starts: u16,
    /// Whether the image is one of the transposed board.
    pub transposed: bool,
    /// The rows taken, in order.
    pub rows: [u8; 9],
    /// The column at each place.
    pub columns: [u8; 9],
    /// The first place of the class of each column. `NO_COLUMN` is a class of its own after the row.
    homes: [u8; 10],
    /// For each digit, the column on which its name depends.
    links: [u8; 10],
    /// For each digit, its name minus the place of that column, wrapping around.
    shifts: [u8; 10],
    /// The name of the next new digit.
    pub next: u8,
}

impl ImageState {
    /// A placeholder. It is all zeros, so that arrays of it are fast to create.
    pub const BLANK: Self = ImageState {
        left: 0,
        starts: 0,
        transposed: false,
        rows: [0; 9],
        columns: [0; 9],
        homes: [0; 10],
        links: [0; 10],
        shifts: [0; 10],
        next: 0,
    };

    /// Returns the state in which only the order of the stacks is fixed.
    pub fn new(transposed: bool, stacks: [u8; 3]) -> Self {
        let columns = core::array::from_fn(|place| 3 * stacks[place / 3] + (place % 3) as u8);
        let mut homes = [9; 10];
        for (place, &column) in (0..).zip(&columns) {
            put(&mut homes, column, place / 3 * 3);
        }
        ImageState {
            left: (1 << 36) - 1,
            starts: 0b110_0100_1001,
            transposed,
            rows: [0; 9],
            columns,
            homes,
            links: [UNSEEN; 10],
            shifts: [0; 10],
            next: 1,
        }
    }

    /// Returns the first place after the class that begins at `place`.
    #[inline]
    pub fn end(&self, place: usize) -> usize {
        let end = place + 1 + (self.starts >> (place + 1)).trailing_zeros() as usize;
        debug_assert!(end <= 9, "place 9 begins a class");
        // The compiler then checks no index below it.
        end.min(9)
    }

    #[inline]
    fn stands_alone(&self, place: usize) -> bool {
        self.starts >> (place + 1) & 1 == 1
    }

    /// Returns the least name that a digit can have if its column in the next row goes to `place`, the first place of
    /// the class.
    #[cfg_attr(not(compact), inline(always))]
    pub fn least_name(&self, digit: u8, column: u8, place: usize) -> u8 {
        if digit == 0 {
            return 0;
        }
        let (link, shift) = (at(&self.links, digit), at(&self.shifts, digit));
        if link == UNSEEN {
            return self.next;
        }
        let home = at(&self.homes, link);
        // The column on which the name depends cannot go to the same place.
        shift.wrapping_add(home) + u8::from(usize::from(home) == place && link != column)
    }

    /// Returns the column that must be fixed to fix the name of a digit that has appeared, if there is one.
    #[inline]
    pub fn open_link(&self, digit: u8) -> Option<u8> {
        let link = at(&self.links, digit);
        (!self.stands_alone(self.home(link))).then_some(link)
    }

    /// Returns the first place of the class of a column.
    pub fn home(&self, column: u8) -> usize {
        usize::from(at(&self.homes, column))
    }

    /// Puts a column at the first place of its class, as a class of its own.
    pub fn fix(&mut self, column: u8) {
        let place = self.home(column);
        self.divide(place, |other| other == column);
    }

    /// Divides the class at `place`: the columns for which `is_first` is true come first. Returns their number.
    #[inline]
    pub fn divide(&mut self, place: usize, is_first: impl Fn(u8) -> bool) -> usize {
        let end = self.end(place);
        let mut middle = place;
        for current in place..end {
            if is_first(self.columns[current]) {
                self.columns.swap(middle.min(current), current);
                middle += 1;
            }
        }
        if middle < end {
            self.starts |= 1 << middle;
            for place in middle..end {
                put(&mut self.homes, self.columns[place], middle as u8);
            }
        }
        middle - place
    }

    /// Names a new digit after its column, which is in the class at `place`.
    pub fn name_by_column(&mut self, digit: u8, column: u8, place: usize) {
        put(&mut self.links, digit, column);
        put(&mut self.shifts, digit, self.next.wrapping_sub(place as u8));
    }

    /// Gives a new digit the next name.
    pub fn name_next(&mut self, digit: u8) {
        put(&mut self.links, digit, NO_COLUMN as u8);
        put(&mut self.shifts, digit, self.next.wrapping_sub(NO_COLUMN as u8));
        self.next += 1;
    }

    /// Returns the name of every digit for the current order of the columns. Digits that have not appeared come last.
    pub fn names(&self) -> [u8; 9] {
        let mut next = self.next;
        core::array::from_fn(|index| {
            let (link, shift) = (self.links[index + 1], self.shifts[index + 1]);
            if link == UNSEEN {
                next += 1;
                return next - 1;
            }
            let place = self.columns.iter().position(|&column| column == link).unwrap_or(NO_COLUMN);
            shift.wrapping_add(place as u8)
        })
    }

    /// Returns a number that is equal for states for which [`continues_like`](Self::continues_like) is true.
    pub fn hash(&self, contents: &[u64; 9], digit_rows: &[u64; 10]) -> u64 {
        let mix = |bits: u64| {
            let bits = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        let mut sum = self.left ^ u64::from(self.transposed) << 40;
        for (&content, &home) in contents.iter().zip(&self.homes) {
            sum = sum.wrapping_add(mix(content & self.left | u64::from(home) << 40));
        }
        for (digit, rows) in (1..10).zip(&digit_rows[1..]) {
            if rows & self.left != 0 {
                let (link, shift, home) = self.naming(digit);
                let naming = u64::from(link) | u64::from(shift) << 8 | u64::from(home) << 16;
                sum = sum.wrapping_add(mix(naming << 8 | digit as u64));
            }
        }
        sum
    }

    /// Returns the column, the constant and the class on which the name of a digit depends. All fixed names have the
    /// same column and class.
    fn naming(&self, digit: usize) -> (u8, u8, u8) {
        let (link, shift) = (at(&self.links, digit), at(&self.shifts, digit));
        if link == UNSEEN {
            return (UNSEEN, 0, 0);
        }
        let home = at(&self.homes, link);
        if self.stands_alone(usize::from(home)) {
            return (NO_COLUMN as u8, shift.wrapping_add(home), 0);
        }
        (link, shift, home)
    }

    /// Returns whether two states have the same continuations: the same rows are left, with the same digits in each
    /// class, and these digits have the same names. Names that are not fixed must depend on the same columns; the
    /// other columns of a class are then compared by their digits in the rows that are left.
    pub fn continues_like(&self, other: &Self, contents: &[u64; 9], digit_rows: &[u64; 10]) -> bool {
        let left = self.left;
        let mut alike =
            self.transposed == other.transposed && left == other.left && self.starts == other.starts;
        for (digit, rows) in digit_rows.iter().enumerate().skip(1) {
            alike &= rows & left == 0 || self.naming(digit) == other.naming(digit);
        }
        let mut place = 0;
        while alike && place < 9 {
            let class = place..self.end(place);
            let count = |columns: &[u8; 9], content: u64| {
                let same = |&&column: &&u8| at(contents, column) & left == content;
                columns.get(class.clone()).unwrap_or_default().iter().filter(same).count()
            };
            alike = self.columns.get(class.clone()).unwrap_or_default().iter().all(|&column| {
                let content = at(contents, column) & left;
                count(&self.columns, content) == count(&other.columns, content)
            });
            place = class.end;
        }
        alike
    }
}
