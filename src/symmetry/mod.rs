//! The symmetries of 9x9 boards: permutations of cells and digits that keep the rules of Sudoku.

use crate::Grid;
use crate::random::Random;

mod shuffle;
#[cfg(test)]
mod tests;

pub use shuffle::shuffle;

/// All orders of three bands, rows of a band, stacks, or columns of a stack.
pub(crate) const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The number of permutations of the cells: transposition, and eight orders of three.
const MOVES: u64 = 2 * 6u64.pow(8);
/// The number of permutations of the digits: 9!.
const NAMES: u64 = 362_880;

/// One of the 1,218,998,108,160 symmetries of 9x9 boards.
///
/// A symmetry may transpose the board; then it permutes the bands, the rows of each band, the stacks, the columns of
/// each stack, and the digits. The result is the *image* of the board. A board and its image are *equivalent*. See
/// [`Grid::canonical`].
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
    /// For each row of the image, its source row after transposition.
    rows: [u8; 9],
    /// For each column of the image, its source column after transposition.
    columns: [u8; 9],
    /// The new name of each digit; 0 stays 0. The length is that of a vector register, so a lookup needs no bounds
    /// check.
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

    /// Creates a symmetry from its parts. If `transposes`, rows and columns are swapped first. Then row `r` of the
    /// image is row `rows[r]`, and column `c` is column `columns[c]`, all counted from 0. Digit `d`, 1 to 9,
    /// becomes `digits[d - 1]`.
    ///
    /// Returns `None` unless each of the three lists is a permutation, the rows of a band stay together in a band,
    /// and the columns of a stack in a stack.
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

    /// Returns random symmetry number `index` of `seed`. All symmetries are equally likely. The result is the same on
    /// every machine and in every version. For a list of boards, use the position in the list as the index.
    ///
    /// # Algorithm
    ///
    /// The algorithm is documented so that other programs can reproduce the result. `mix` is the last step of
    /// splitmix64 (`x ^= x >> 30`, times `0xbf58476d1ce4e5b9`, `x ^= x >> 27`, times `0x94d049bb133111eb`, `x ^= x
    /// >> 31`), and `g` is `0x9e3779b97f4a7c15`. The state is `s = mix(seed ^ mix(index + g))`. It gives two
    /// numbers, rounded down: `m = mix(s + g) * 3359232 / 2^64` and `n = mix(s + 2g) * 362880 / 2^64`.
    ///
    /// The lowest digit of `m` in base 6 is the order of the bands; the next three are the orders of the rows in
    /// the first, second and third of them; the next four are the same for stacks and columns. Orders are numbered
    /// 012, 021, 102, 120, 201, 210. The board is transposed first if the rest of `m` is 1, not if it is 0. The new
    /// name of digit 1 is item `n % 9`, counted from 0, of the names 1 to 9; with `n / 9`, the remainder modulo 8
    /// gives the name of digit 2 among those left, and so on.
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
        // The bias of this method is less than 2^-42.
        let mut below = |end: u64| ((u128::from(random.bits()) * u128::from(end)) >> 64) as u32;
        Self::numbered(below(MOVES), below(NAMES))
    }

    /// Returns the symmetry with these numbers, below [`MOVES`] and [`NAMES`]. Each pair gives a different symmetry.
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
        // The names left, four bits each. Each step removes one and shifts down those above it.
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

    /// Returns whether rows and columns are swapped.
    pub const fn transposes(&self) -> bool {
        self.transposes
    }

    /// Returns, for each row of the image, its source row after transposition, counted from 0.
    pub const fn rows(&self) -> [u8; 9] {
        self.rows
    }

    /// Returns, for each column of the image, its source column after transposition, counted from 0.
    pub const fn columns(&self) -> [u8; 9] {
        self.columns
    }

    /// Returns the new names of the digits 1 to 9.
    pub fn digits(&self) -> [u8; 9] {
        core::array::from_fn(|place| self.names[place + 1])
    }

    /// Returns the image of a board. Open cells stay open.
    #[inline]
    pub fn apply(&self, board: &Grid) -> Grid {
        // 128 items, so that a mask keeps an index in bounds.
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

    /// Returns the inverse symmetry.
    #[must_use]
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

    /// Returns the composition of this symmetry and `next`: `a.then(&b).apply(x)` equals `b.apply(&a.apply(x))`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        // If `next` transposes, the rows of the first image become its columns.
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
