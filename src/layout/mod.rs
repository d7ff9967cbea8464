//! How a board is divided: its regions, and its further houses.

use core::fmt;
use core::str::FromStr;

use crate::grammar::{Symbol, cell_character};
use crate::grid::{is_box_drawing, read_drawn};
use crate::least::MAX_CELLS;
use crate::{Collision, Grade, ParseError, Size, Unit};

mod lanes;
mod questions;
mod solver;
mod symmetries;
#[cfg(test)]
mod tests;

pub use questions::LeftClues;
pub use solver::LayoutSolver;
pub use symmetries::LayoutSymmetries;

/// The sides of boards.
const SIDES: core::ops::RangeInclusive<usize> = 4..=25;
/// The most further houses.
const MOST_HOUSES: usize = 32;

/// How a board is divided: its side, its regions (boxes of any shape), and further houses, which must not hold a digit
/// twice either. The sizes of a [`Size`] are layouts among others.
///
/// As text, a layout is a board such as `6x6`, `9x9` or `12x12`, whose boxes are wider than high; `boxes:3x2` for boxes
/// of three rows and two columns; or `jigsaw:` and a letter or digit for the region of each cell. `+diagonal`,
/// `+windoku` and `+centre-dots` add houses, `+house:1,8,15` one of these cells, counted from 1; `diagonal` alone is on
/// a 9x9 board.
///
/// ```
/// use lanedoku::{Layout, Size, Unit};
///
/// let layout = Size::Sixteen.layout();
/// assert_eq!((layout.side(), layout.box_shape()), (16, Some((4, 4))));
/// assert_eq!(layout.units_of(20), [Unit::Row(1), Unit::Column(4), Unit::Box(1)]);
///
/// let layout: Layout = "6x6+diagonal".parse()?;
/// assert_eq!((layout.side(), layout.box_shape(), layout.houses()), (6, Some((2, 3)), 2));
/// assert_eq!("6x6+house:1,8,15".parse(), Layout::boxes(2, 3)?.with_house([0, 7, 14]));
/// # Ok::<(), lanedoku::LayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Layout {
    side: u8,
    /// The rows and columns of a box; 0 for regions of another shape.
    box_rows: u8,
    box_columns: u8,
    /// The region of each cell.
    regions: [u8; MAX_CELLS],
    /// The further houses of each cell, as bits.
    houses: [u32; MAX_CELLS],
    house_count: u8,
}

/// Why a layout cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// The side is not from 4 to 25.
    Side {
        /// The side.
        side: usize,
    },
    /// The number of cells is not that of a square board.
    Cells {
        /// The number of cells.
        cells: usize,
    },
    /// A region has another number of cells than a row.
    Region {
        /// A cell of the region.
        cell: usize,
        /// The number of its cells.
        cells: usize,
        /// The number that it should have.
        side: usize,
    },
    /// A house names a cell that the board does not have.
    NoCell {
        /// The cell, counted from 0.
        cell: usize,
    },
    /// A house names a cell twice.
    Twice {
        /// The cell, counted from 0.
        cell: usize,
    },
    /// A house has fewer than two cells, or more than a row.
    HouseSize {
        /// The number of its cells.
        cells: usize,
    },
    /// There are more than 32 further houses.
    Houses,
    /// The board does not have these houses: only boards with square boxes have those of windoku, and only those whose
    /// boxes have a cell in their middle have centre dots.
    NoSuchHouses,
    /// The text is not the name of a layout.
    Name,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            LayoutError::Side { side } => write!(f, "a side of {side}: boards have from 4 to 25 rows"),
            LayoutError::Cells { cells } => write!(f, "{cells} regions of cells: expected a square number"),
            LayoutError::Region { cell, cells, side } => {
                write!(f, "the region of cell {} has {cells} cells: expected {side}", cell + 1)
            }
            LayoutError::NoCell { cell } => {
                write!(f, "a house with cell {}: there is no such cell", cell + 1)
            }
            LayoutError::Twice { cell } => write!(f, "a house with cell {} twice", cell + 1),
            LayoutError::HouseSize { cells } => {
                write!(f, "a house of {cells} cells: expected at least 2, and at most those of a row")
            }
            LayoutError::Houses => {
                write!(f, "too many houses: there can be {MOST_HOUSES} beside the regions")
            }
            LayoutError::NoSuchHouses => f.write_str("boards with these boxes do not have such houses"),
            LayoutError::Name => f.write_str(
                "expected a layout such as 6x6, boxes:2x3, jigsaw:REGIONS, diagonal, windoku or 6x6+diagonal",
            ),
        }
    }
}

impl core::error::Error for LayoutError {}

/// A number that is not 0, so that the compiler sees that no division by it fails.
const fn divisor(number: u8) -> usize {
    if number == 0 { 1 } else { number as usize }
}

impl Layout {
    /// A layout with boxes of so many rows and columns, which is known to be right.
    pub(crate) const fn of_boxes(rows: u8, columns: u8) -> Layout {
        let side = rows as usize * columns as usize;
        let mut regions = [0; MAX_CELLS];
        let mut cell = 0;
        while cell < side * side && cell < MAX_CELLS {
            let (row, column) = (cell / side, cell % side);
            regions[cell] = (row / divisor(rows) * divisor(rows) + column / divisor(columns)) as u8;
            cell += 1;
        }
        let houses = [0; MAX_CELLS];
        Layout { side: side as u8, box_rows: rows, box_columns: columns, regions, houses, house_count: 0 }
    }

    /// Creates a layout with boxes of so many rows and columns.
    ///
    /// # Errors
    ///
    /// Returns [`LayoutError::Side`] unless a box has from 4 to 25 cells.
    pub fn boxes(rows: usize, columns: usize) -> Result<Layout, LayoutError> {
        let side = rows.saturating_mul(columns);
        if !SIDES.contains(&side) {
            return Err(LayoutError::Side { side });
        }
        Ok(Layout::of_boxes(rows as u8, columns as u8))
    }

    /// Creates a layout from the region of each cell, row by row, by any names.
    ///
    /// ```
    /// use lanedoku::{Layout, LayoutError};
    ///
    /// let layout = Layout::jigsaw(b"aabbacbbaccdcddd")?;
    /// assert_eq!((layout.side(), layout.box_shape()), (4, None));
    /// let error = Layout::jigsaw(b"aaaaabbbccccdddd").unwrap_err();
    /// assert_eq!(error.to_string(), "the region of cell 1 has 5 cells: expected 4");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`LayoutError::Cells`] if the number of cells is not a square, [`LayoutError::Side`] unless its side is
    /// from 4 to 25, and [`LayoutError::Region`] if a region has not as many cells as a row.
    pub fn jigsaw(names: &[u8]) -> Result<Layout, LayoutError> {
        let cells = names.len();
        let side = cells.isqrt();
        if side * side != cells {
            return Err(LayoutError::Cells { cells });
        }
        if !SIDES.contains(&side) {
            return Err(LayoutError::Side { side });
        }
        let mut layout = Layout { box_rows: 0, box_columns: 0, ..Layout::of_boxes(1, side as u8) };
        let (mut numbers, mut count) = ([u8::MAX; 256], 0);
        for (cell, &name) in names.iter().enumerate() {
            let number = &mut numbers[usize::from(name)];
            if *number == u8::MAX {
                let cells = names.iter().filter(|other| **other == name).count();
                if cells != side {
                    return Err(LayoutError::Region { cell, cells, side });
                }
                (*number, count) = (count, count + 1);
            }
            if let Some(region) = layout.regions.get_mut(cell) {
                *region = *number;
            }
        }
        Ok(layout)
    }

    /// Adds a house: some cells that must not hold a digit twice.
    ///
    /// # Errors
    ///
    /// Returns [`LayoutError::HouseSize`] unless it has at least two cells, and at most those of a row;
    /// [`LayoutError::NoCell`] and [`LayoutError::Twice`] for a cell that the board does not have, or that is named
    /// twice; and [`LayoutError::Houses`] if there are 32 already.
    pub fn with_house(mut self, cells: impl IntoIterator<Item = usize>) -> Result<Layout, LayoutError> {
        if usize::from(self.house_count) == MOST_HOUSES {
            return Err(LayoutError::Houses);
        }
        let (bit, mut count) = (1 << (self.house_count % 32), 0);
        for cell in cells {
            let board = self.cells();
            let own =
                self.houses.get_mut(cell).filter(|_| cell < board).ok_or(LayoutError::NoCell { cell })?;
            if *own & bit != 0 {
                return Err(LayoutError::Twice { cell });
            }
            *own |= bit;
            count += 1;
        }
        if count < 2 || count > self.side() {
            return Err(LayoutError::HouseSize { cells: count });
        }
        self.house_count += 1;
        Ok(self)
    }

    /// Adds both diagonals.
    ///
    /// # Errors
    ///
    /// Returns [`LayoutError::Houses`] if there are too many.
    pub fn with_diagonals(self) -> Result<Layout, LayoutError> {
        let side = self.side();
        self.with_house((0..side).map(|row| row * (side + 1)))?
            .with_house((1..=side).map(|row| row * (side - 1)))
    }

    /// Adds the houses of windoku: squares of the size of a box that begin one row and column behind the first, and
    /// have a row or column between them; and what follows from them: the rest of their rows, of their columns, and of
    /// the board have each digit once, too, so that there are as many houses as boxes. Of a 9x9 board, houses 0, 1, 3
    /// and 4 are the squares. Equal digits in the others are collisions, too.
    ///
    /// ```
    /// let layout: lanedoku::Layout = "windoku".parse()?;
    /// assert_eq!([10, 14, 46, 50].map(|cell| layout.houses_of(cell)), [0b1, 0b10, 0b1000, 0b1_0000]);
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`LayoutError::NoSuchHouses`] for boxes that are not square.
    pub fn with_windows(self) -> Result<Layout, LayoutError> {
        let (side, order) = (self.side(), usize::from(self.box_rows));
        if order < 2 || self.box_columns != self.box_rows {
            return Err(LayoutError::NoSuchHouses);
        }
        // The number of the windows that a row or column crosses; the last one for those between them.
        let part = |line: usize| {
            let (window, place) = (line / (order + 1), line % (order + 1));
            if place == 0 { order - 1 } else { window }
        };
        (0..side).try_fold(self, |layout, number| {
            let cells =
                (0..side * side).filter(|cell| part(cell / side) * order + part(cell % side) == number);
            layout.with_house(cells)
        })
    }

    /// Adds the middle cells of all boxes as a house.
    ///
    /// # Errors
    ///
    /// Returns [`LayoutError::NoSuchHouses`] for boxes without a middle cell.
    pub fn with_centre_dots(self) -> Result<Layout, LayoutError> {
        let (side, rows, columns) = (self.side(), usize::from(self.box_rows), usize::from(self.box_columns));
        if rows % 2 == 0 || columns % 2 == 0 {
            return Err(LayoutError::NoSuchHouses);
        }
        let middle =
            |row: usize, column: usize| (row * rows + rows / 2) * side + column * columns + columns / 2;
        // As many boxes are side by side as a box has rows. The compiler must see at the division that there are some.
        self.with_house((0..side).map(|number| middle(number / rows.max(1), number % rows.max(1))))
    }

    /// Returns the number of rows, of columns, of cells in a region, and of digits.
    pub const fn side(&self) -> usize {
        divisor(self.side)
    }

    /// Returns the number of cells.
    pub const fn cells(&self) -> usize {
        self.side() * self.side()
    }

    /// Returns the rows and columns of a box; `None` for regions of other shapes.
    pub const fn box_shape(&self) -> Option<(usize, usize)> {
        if self.box_rows == 0 { None } else { Some((self.box_rows as usize, self.box_columns as usize)) }
    }

    /// Returns the number of further houses.
    pub const fn houses(&self) -> usize {
        self.house_count as usize
    }

    /// Reads a board of this layout: all cells on one line, or one row on each, perhaps with a drawing between them.
    /// The characters are those of [`Board::parse`](crate::Board::parse): letters are the digits from 10. Boards with
    /// more than nine digits may be numbers, too, with spaces, commas or a drawing between them.
    ///
    /// ```
    /// use lanedoku::Layout;
    ///
    /// let layout: Layout = "6x6".parse().unwrap();
    /// let mut digits = [0; 36];
    /// layout.read(b"1..|...\n...|2..\n---+---\n...|...\n...|...\n---+---\n...|...\n...|..6", &mut digits)?;
    /// assert_eq!((digits[0], digits[9], digits[35]), (1, 2, 6));
    ///
    /// let (layout, mut digits): (Layout, _) = ("10x10".parse().unwrap(), [0; 100]);
    /// layout.read("10 3 . . .\n".repeat(20).as_bytes(), &mut digits)?;
    /// assert_eq!(digits[..4], [10, 3, 0, 0]);
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error that names the line and the column if the text is not a board, or if there are not as many
    /// digits as cells.
    pub fn read(&self, text: &[u8], digits: &mut [u8]) -> Result<(), ParseError> {
        if digits.len() != self.cells() {
            return Err(ParseError::Length { cells: digits.len(), expected: self.cells() });
        }
        if self.side() > 9 && self.read_numbers(text, digits) {
            return Ok(());
        }
        digits.fill(0);
        read_drawn(text, digits, self.side())
    }

    /// Reads a number for each cell. Returns false if the text is not one of numbers.
    fn read_numbers(&self, text: &[u8], digits: &mut [u8]) -> bool {
        // The place of the byte that `split` asks about: it asks once about each.
        let mut place = 0;
        let is_between = |byte: &u8| {
            place += 1;
            byte.is_ascii_whitespace() || b",;|".contains(byte) || is_box_drawing(text, place - 1)
        };
        // Lines of a drawing.
        let is_line = |word: &&[u8]| word.len() > 1 && word.iter().all(|byte| b"-+=".contains(byte));
        let mut words = text.split(is_between).filter(|word| !word.is_empty() && !is_line(word));
        for digit in digits.iter_mut() {
            let number = match words.next() {
                Some([mark]) if !mark.is_ascii_digit() => match Symbol::of(*mark) {
                    Symbol::Cell(0) => Some(0),
                    _ => None,
                },
                Some(word) => str::from_utf8(word).ok().and_then(|word| word.parse().ok()),
                None => None,
            };
            match number.filter(|number| usize::from(*number) <= self.side()) {
                Some(number) => *digit = number,
                None => return false,
            }
        }
        words.next().is_none()
    }

    /// Returns the characters of digits in one line, which [`read`](Self::read) reads.
    ///
    /// ```
    /// assert_eq!(lanedoku::Layout::characters(&[0, 9, 12]).collect::<Vec<_>>(), b".9C");
    /// ```
    pub fn characters(digits: &[u8]) -> impl ExactSizeIterator<Item = u8> {
        digits.iter().map(|&digit| cell_character(digit))
    }

    /// Draws a board, given by one ASCII character for each cell: a line for each row, and lines between boxes; those
    /// between regions of other shapes are left out.
    ///
    /// ```
    /// let (layout, mut text): (lanedoku::Layout, _) = ("boxes:2x3".parse()?, String::new());
    /// layout.draw(&[b'.'; 36], &mut text).unwrap();
    /// assert!(text.starts_with(". . . | . . .\n. . . | . . .\n------+------\n"));
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `f` does.
    pub fn draw(&self, characters: &[u8], f: &mut dyn fmt::Write) -> fmt::Result {
        let side = self.side();
        let (rows, columns) = self.box_shape().unwrap_or((side, side));
        for (row, cells) in characters.chunks(side).enumerate() {
            if row > 0 {
                f.write_char('\n')?;
            }
            if row > 0 && row.is_multiple_of(rows) {
                for stack in 0..side.checked_div(columns).unwrap_or(1) {
                    let is_last = (stack + 1) * columns >= side;
                    let edges = usize::from(stack > 0) + usize::from(!is_last);
                    f.write_str(if stack > 0 { "+" } else { "" })?;
                    (1..2 * columns + edges).try_for_each(|_| f.write_char('-'))?;
                }
                f.write_char('\n')?;
            }
            for (column, &character) in cells.iter().enumerate() {
                let edge = match column {
                    0 => "",
                    _ if column.is_multiple_of(columns) => " | ",
                    _ => " ",
                };
                write!(f, "{edge}{}", char::from(character))?;
            }
        }
        Ok(())
    }

    /// Returns every pair of equal digits that share a row, column, region or house: for each, the first of them and
    /// another.
    ///
    /// ```
    /// use lanedoku::Layout;
    ///
    /// let layout: Layout = "4x4+diagonal".parse()?;
    /// let digits = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    /// let collision = layout.collisions(&digits).next().unwrap();
    /// assert_eq!(collision.to_string(), "1 appears twice in house 1: row 1, column 1 and row 4, column 4");
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn collisions(&self, digits: &[u8]) -> impl Iterator<Item = Collision> {
        self.units_and_cells().filter_map(move |pair| self.collision_at(pair, digits))
    }

    /// The numbers of all pairs of a unit and a cell.
    pub(crate) const fn units_and_cells(&self) -> core::ops::Range<usize> {
        0..(3 * self.side() + self.houses()) * self.cells()
    }

    /// The collision of a cell with the first of its digit in a unit, of a pair with this number.
    pub(crate) fn collision_at(&self, pair: usize, digits: &[u8]) -> Option<Collision> {
        let (side, second) = (self.side(), pair % self.cells());
        let (kind, number) = (pair / self.cells() / side, pair / self.cells() % side);
        let unit = match kind {
            0 => Unit::Row(number),
            1 => Unit::Column(number),
            2 if self.box_rows > 0 => Unit::Box(number),
            2 => Unit::Region(number),
            _ => Unit::House(pair / self.cells() - 3 * side),
        };
        let digit = digits.get(second).filter(|digit| **digit != 0 && self.is_in(second, unit))?;
        let first = (0..second).find(|&cell| digits.get(cell) == Some(digit) && self.is_in(cell, unit))?;
        Some(Collision { unit, digit: *digit, cells: [first, second], side })
    }

    /// Whether a cell is in a unit.
    const fn is_in(&self, cell: usize, unit: Unit) -> bool {
        let [row, column, region] = self.row_column_box(cell);
        match unit {
            Unit::Row(number) => row == number,
            Unit::Column(number) => column == number,
            Unit::Box(number) | Unit::Region(number) => region == number,
            Unit::House(number) => number < MOST_HOUSES && self.houses_of(cell) >> number & 1 == 1,
        }
    }

    /// Grades given digits as the solution of a puzzle, as [`Board::grade`](crate::Board::grade) does. A number above
    /// the side counts as an open cell. If the right solution is given, also counts the cells that agree with it.
    ///
    /// ```
    /// let layout: lanedoku::Layout = "4x4+diagonal".parse()?;
    /// let (puzzle, given) = ([0; 16], [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
    /// let grade = layout.grade(&given, &puzzle, Some(&given));
    /// assert!(grade.is_complete && !grade.is_consistent && grade.right_cells == Some(16));
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    ///
    /// Of more or fewer digits than cells, nothing is complete, and no clue is kept.
    pub fn grade(&self, given: &[u8], puzzle: &[u8], solution: Option<&[u8]>) -> Grade {
        let cells = self.cells();
        let is_board = given.len() == cells && puzzle.len() == cells;
        let mut digits = [0; MAX_CELLS];
        for (own, &digit) in digits.iter_mut().zip(given) {
            *own = if usize::from(digit) > self.side() { 0 } else { digit };
        }
        let digits = digits.get(..cells).unwrap_or_default();
        let right = |solution: &[u8]| {
            digits.iter().zip(solution).filter(|(digit, right)| **digit > 0 && digit == right).count() as u16
        };
        Grade {
            is_complete: is_board && digits.iter().all(|digit| *digit > 0),
            is_consistent: self.collisions(digits).next().is_none(),
            keeps_clues: is_board
                && digits.iter().zip(puzzle).all(|(digit, clue)| *clue == 0 || digit == clue),
            right_cells: solution.map(right),
        }
    }

    /// Returns the further houses of a cell as bits, the first one that was added as bit 0. A cell that the board does
    /// not have is in none.
    ///
    /// ```
    /// let layout: lanedoku::Layout = "6x6+diagonal".parse()?;
    /// assert_eq!([0, 1, 5, 36].map(|cell| layout.houses_of(cell)), [0b01, 0, 0b10, 0]);
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub const fn houses_of(&self, cell: usize) -> u32 {
        if cell < MAX_CELLS { self.houses[cell] } else { 0 }
    }

    /// Returns the row, the column and the region of a cell.
    ///
    /// # Panics
    ///
    /// Panics if the board has no such cell.
    #[inline]
    pub const fn units_of(&self, cell: usize) -> [Unit; 3] {
        assert!(cell < self.cells(), "no cell of the board");
        let [row, column, r#box] = self.row_column_box(cell);
        let region = if self.box_rows > 0 { Unit::Box(r#box) } else { Unit::Region(r#box) };
        [Unit::Row(row), Unit::Column(column), region]
    }

    /// The numbers of the row, the column and the region of a cell.
    #[inline(always)]
    pub(crate) const fn row_column_box(&self, cell: usize) -> [usize; 3] {
        let side = self.side();
        let region = if cell < MAX_CELLS { self.regions[cell] as usize } else { 0 };
        [cell / side, cell % side, region]
    }
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Layout, LayoutError> {
        let number = |text: &str| text.parse::<usize>().map_err(|_| LayoutError::Name);
        // By arrays: the standard search for one character has code that panics.
        let mut parts = text.split(['+']).peekable();
        let of_square = |side: usize| {
            // The boxes of a drawn board: as square as can be, and wider than high.
            let rows = (1..=side.isqrt()).rev().find(|rows| side.is_multiple_of(*rows)).unwrap_or(1);
            Layout::boxes(rows, side / rows)
        };
        let first = parts.peek().copied().unwrap_or_default();
        let mut layout = match first.split_once([':']) {
            Some(("jigsaw", names)) => Layout::jigsaw(names.as_bytes())?,
            Some(("boxes", shape)) => {
                let (rows, columns) = shape.split_once(['x']).ok_or(LayoutError::Name)?;
                Layout::boxes(number(rows)?, number(columns)?)?
            }
            _ => match first.split_once(['x']) {
                Some((rows, columns)) if rows == columns => of_square(number(rows)?)?,
                // Houses of a 9x9 board.
                _ => return parts.try_fold(Layout::of_boxes(3, 3), Layout::with_houses_named),
            },
        };
        parts.next();
        for name in parts {
            layout = layout.with_houses_named(name)?;
        }
        Ok(layout)
    }
}

impl Layout {
    fn with_houses_named(self, name: &str) -> Result<Layout, LayoutError> {
        match name {
            "diagonal" => self.with_diagonals(),
            "windoku" => self.with_windows(),
            "centre-dots" => self.with_centre_dots(),
            _ => {
                let cells = name.strip_prefix("house:").ok_or(LayoutError::Name)?.split([',']);
                let number = |cell: &str| cell.parse().ok().and_then(|number: usize| number.checked_sub(1));
                if cells.clone().any(|cell| number(cell).is_none()) {
                    return Err(LayoutError::Name);
                }
                self.with_house(cells.filter_map(number))
            }
        }
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shape = f.debug_struct("Layout");
        shape.field("side", &self.side).field("box_shape", &self.box_shape());
        if self.box_rows == 0 {
            shape.field("regions", &self.regions.get(..self.cells()).unwrap_or_default());
        }
        shape.field("houses", &self.house_count).finish_non_exhaustive()
    }
}

impl Size {
    /// Returns the layout of square boxes.
    pub const fn layout(self) -> Layout {
        Layout::of_boxes(self.order() as u8, self.order() as u8)
    }
}
