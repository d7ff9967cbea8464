//! The symmetries of 9x9 boards: what moves the cells and renames the digits, and keeps every rule.

use crate::Grid;
use crate::random::Random;

mod shuffle;
#[cfg(test)]
mod tests;

pub use shuffle::shuffle;

/// The bands in every order: also the rows of a band, the stacks and the columns of a stack.
pub(crate) const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The ways to move the cells: transposition, and eight times an order of three.
const MOVES: u64 = 2 * 6u64.pow(8);
/// The ways to rename the digits: 9!.
const NAMES: u64 = 362_880;

/// One of the 1,218,998,108,160 symmetries of 9x9 boards.
///
/// A symmetry transposes the board or does not, then puts the bands, the rows of each band, the stacks and the columns
/// of each stack in some order, and renames the digits. Two boards that a symmetry turns into each other are
/// *equivalent*: they are the same puzzle in disguise. See [`Grid::canonical`].
///
/// # Examples
///
/// ```
/// use lanedoku::{Grid, Symmetry};
///
/// let puzzle: Grid =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let symmetry = Symmetry::random(1, 0);
/// let image = symmetry.apply(&puzzle);
/// assert_ne!(image, puzzle);
/// assert_eq!(image.clues(), puzzle.clues());
/// assert_eq!(symmetry.inverse().apply(&image), puzzle);
/// assert_eq!(symmetry.then(&symmetry.inverse()), Symmetry::IDENTITY);
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transposes: bool,
    /// The row, after transposition, that each row of the image comes from.
    rows: [u8; 9],
    /// Likewise the column.
    columns: [u8; 9],
    /// The new name of each digit; nothing stays nothing. As long as a register, for looking up without a check.
    names: [u8; 16],
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Symmetry {
        transposes: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        names: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0],
    };

    /// Creates a symmetry from its parts. With `transposes`, rows and columns change places first. Then row `r` of the
    /// image is row `rows[r]`, and column `c` is column `columns[c]`, all counted from 0. Digit `d`, 1 to 9, becomes
    /// `digits[d - 1]`.
    ///
    /// Returns `None` unless rows of a band stay together in a band, columns of a stack in a stack, and each of
    /// the three lists is a permutation.
    ///
    /// ```
    /// use lanedoku::{Grid, Symmetry};
    ///
    /// let straight = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    /// let digits = [2, 1, 3, 4, 5, 6, 7, 8, 9];
    /// let swap = Symmetry::new(false, [1, 0, 2, 3, 4, 5, 6, 7, 8], straight, digits).unwrap();
    /// let mut board = [0; 81];
    /// board[0] = 1;
    /// let image = swap.apply(&Grid::from_digits(&board)?);
    /// assert_eq!((image.get(0), image.get(9)), (None, Some(2)));
    /// // Row 4 (3 when counted from 0) does not belong to the first band.
    /// assert_eq!(Symmetry::new(false, [3, 1, 2, 0, 4, 5, 6, 7, 8], straight, digits), None);
    /// # Ok::<(), lanedoku::DigitError>(())
    /// ```
    pub fn new(transposes: bool, rows: [u8; 9], columns: [u8; 9], digits: [u8; 9]) -> Option<Self> {
        let is_permutation = |list: &[u8; 9], first: u8| (first..first + 9).all(|item| list.contains(&item));
        let keeps_threes = |list: &[u8; 9]| {
            list.chunks_exact(3).all(|three| three.iter().all(|&item| item / 3 == three[0] / 3))
        };
        let lines = [&rows, &columns];
        let fits = lines.iter().all(|list| is_permutation(list, 0) && keeps_threes(list));
        (fits && is_permutation(&digits, 1)).then(|| {
            let mut names = [0; 16];
            names[1..10].copy_from_slice(&digits);
            Symmetry { transposes, rows, columns, names }
        })
    }

    /// A random symmetry, each as likely as any other. It is the same for the same `seed` and `index` on every machine
    /// and in every version: give each board of a list its place there as the index.
    ///
    /// # How it is made
    ///
    /// So that others can make the same: with `mix`, the last step of splitmix64 (`x ^= x >> 30`, times `0xbf58476d1ce4e5b9`,
    /// `x ^= x >> 27`, times `0x94d049bb133111eb`, `x ^= x >> 31`), and `g = 0x9e3779b97f4a7c15`, the state is
    /// `s = mix(seed ^ mix(index + g))`, and two numbers are drawn: `m = mix(s + g) * 3359232 / 2^64` and
    /// `n = mix(s + 2g) * 362880 / 2^64`, rounded down. The lowest digit of `m` in base 6 names the order of the bands, the next
    /// three the order of the rows in what comes first, second and third of them, and four more the same of stacks and
    /// columns; orders are counted from 012, 021, 102, 120, 201 to 210. What is left of `m`, 0 or 1, says whether the board
    /// is transposed first. The new name of digit 1 is the one at place `n % 9` among 1 to 9, counted from 0; of `n / 9`,
    /// the remainder by 8 names that of 2 among those left, and so on.
    ///
    /// ```
    /// use lanedoku::Symmetry;
    ///
    /// assert_eq!(Symmetry::random(7, 3), Symmetry::random(7, 3));
    /// assert_ne!(Symmetry::random(7, 3), Symmetry::random(7, 4));
    /// ```
    #[inline]
    pub fn random(seed: u64, index: u64) -> Self {
        let mut random = Random::for_item(seed, index);
        // The upper half of a product of 128 bits favours no number by more than one in 2^42.
        let mut below = |end: u64| ((u128::from(random.bits()) * u128::from(end)) >> 64) as u32;
        Self::numbered(below(MOVES), below(NAMES))
    }

    /// The symmetry with those numbers, below [`MOVES`] and [`NAMES`]. Every pair is another symmetry.
    #[inline]
    fn numbered(mut moves: u32, mut names: u32) -> Self {
        let mut next = |end: u32| {
            let number = moves % end;
            moves /= end;
            number as usize
        };
        let mut lines = || {
            let mut list = [0; 9];
            let outer = ORDERS[next(6)];
            for (three, slots) in outer.iter().zip(list.chunks_exact_mut(3)) {
                for (slot, inner) in slots.iter_mut().zip(ORDERS[next(6)]) {
                    *slot = 3 * three + inner;
                }
            }
            list
        };
        let (rows, columns) = (lines(), lines());
        let transposes = next(2) == 1;
        // Those that are left, four bits each: one is taken out, those above it move down.
        let mut left = 0x9_8765_4321u64;
        let mut digits = [0; 16];
        for (slot, count) in digits[1..10].iter_mut().zip((1..=9).rev()) {
            let place = 4 * (names % count);
            names /= count;
            *slot = (left >> place) as u8 & 15;
            let below = (1 << place) - 1;
            left = left & below | left >> 4 & !below;
        }
        Symmetry { transposes, rows, columns, names: digits }
    }

    /// Whether rows and columns change places.
    pub const fn transposes(&self) -> bool {
        self.transposes
    }

    /// The row, after transposition, that each row of the image comes from, counted from 0.
    pub const fn rows(&self) -> [u8; 9] {
        self.rows
    }

    /// The column, after transposition, that each column of the image comes from, counted from 0.
    pub const fn columns(&self) -> [u8; 9] {
        self.columns
    }

    /// What the digits 1 to 9 become.
    pub fn digits(&self) -> [u8; 9] {
        core::array::from_fn(|place| self.names[place + 1])
    }

    /// The image of a board. Open cells stay open.
    #[inline]
    pub fn apply(&self, board: &Grid) -> Grid {
        // Places and names are taken modulo the lengths of these, which no place and no name reaches.
        let mut source = [0; 128];
        source[..81].copy_from_slice(board.digits());
        let (of_row, of_column) = if self.transposes { (1, 9) } else { (9, 1) };
        let columns = self.columns.map(|column| of_column * usize::from(column));
        let mut image = [0; 81];
        for (row, &from) in image.chunks_exact_mut(9).zip(&self.rows) {
            let from = of_row * usize::from(from);
            for (digit, column) in row.iter_mut().zip(columns) {
                *digit = self.names[usize::from(source[(from + column) % 128] % 16)];
            }
        }
        Grid::from_checked(image)
    }

    /// The symmetry that undoes this one.
    pub fn inverse(&self) -> Self {
        let undo = |list: &[u8; 9]| {
            let mut places = [0; 9];
            for (place, &item) in (0..).zip(list) {
                places[usize::from(item)] = place;
            }
            places
        };
        let (rows, columns) = (undo(&self.rows), undo(&self.columns));
        let (rows, columns) = if self.transposes { (columns, rows) } else { (rows, columns) };
        let mut names = [0; 16];
        for digit in 1..10 {
            names[usize::from(self.names[usize::from(digit)])] = digit;
        }
        Symmetry { transposes: self.transposes, rows, columns, names }
    }

    /// This symmetry and then another as one: `a.then(&b).apply(x)` is `b.apply(&a.apply(x))`.
    pub fn then(&self, next: &Self) -> Self {
        // The rows of the image of the first are columns of what the second begins with, if that transposes.
        let (rows, columns) =
            if next.transposes { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Symmetry {
            transposes: self.transposes != next.transposes,
            rows: next.rows.map(|row| rows[usize::from(row)]),
            columns: next.columns.map(|column| columns[usize::from(column)]),
            names: self.names.map(|name| next.names[usize::from(name)]),
        }
    }
}

impl Default for Symmetry {
    fn default() -> Self {
        Self::IDENTITY
    }
}
