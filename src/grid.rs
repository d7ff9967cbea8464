//! Boards: parsing, checking and printing.
//!
//! A [`Board`] holds a digit or nothing in each cell. The number of cells is part of its type, so a 9x9 board (a
//! [`Grid`]) is exactly 81 bytes:
//!
//! | board | cells | digits |
//! |---|---|---|
//! | 4x4 | 16 | `1` to `4` |
//! | 9x9 | 81 | `1` to `9` |
//! | 16x16 | 256 | `1` to `9`, `A` to `G` |
//! | 25x25 | 625 | `1` to `9`, `A` to `P` |

use core::fmt;
use core::str::FromStr;

use crate::grammar::{Quoted, Symbol, cell_character, cell_value};
use crate::{AnyBoard, Size};

/// A Sudoku board of `CELLS` cells: 16 (4x4), 81 (9x9), 256 (16x16) or 625 (25x25).
///
/// Cells are numbered row by row from 0. Other sizes do not compile. Clues may contradict each other:
/// [`collisions`](Board::collisions) lists all equal clues that share a unit, and for such a board the solver returns
/// [`Status::Invalid`](crate::Status::Invalid).
///
/// # Examples
///
/// ```
/// use lanedoku::Grid;
///
/// let grid: Grid =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// assert_eq!(grid.clues(), 21);
/// assert_eq!(grid.get(0), Some(8));
/// assert_eq!(grid.get(1), None);
/// println!("{grid}"); // one line of 81 characters
/// println!("{grid:#}"); // a drawn board
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Board<const CELLS: usize> {
    /// 0 in an open cell, otherwise 1 to `SIDE`.
    digits: [u8; CELLS],
}

/// The standard 9x9 board.
pub type Grid = Board<81>;
/// A 4x4 board.
pub type Board4x4 = Board<16>;
/// A 9x9 board; the same type as [`Grid`].
pub type Board9x9 = Board<81>;
/// A 16x16 board, digits `1` to `9` and `A` to `G`.
pub type Board16x16 = Board<256>;
/// A 25x25 board, digits `1` to `9` and `A` to `P`.
pub type Board25x25 = Board<625>;

impl<const CELLS: usize> Board<CELLS> {
    /// The size.
    pub const SIZE: Size = Size::of_cells(CELLS);
    /// The number of cells in a row, in a column and in a box: 4, 9, 16 or 25.
    pub const SIDE: usize = Self::SIZE.side();
    /// The number of rows and of columns in a box.
    pub(crate) const ORDER: usize = Self::SIZE.order();

    /// The empty board.
    pub const EMPTY: Self = Board { digits: [0; CELLS] };

    /// Creates a board from `CELLS` numbers, row by row: 0 for an open cell, 1 to [`SIDE`](Board::SIDE) for a digit.
    ///
    /// # Errors
    ///
    /// Returns a [`DigitError`] for the first cell with a number greater than `SIDE`.
    ///
    /// ```
    /// use lanedoku::Grid;
    ///
    /// let mut numbers = [0; 81];
    /// numbers[80] = 5;
    /// assert_eq!(Grid::from_digits(&numbers)?.get(80), Some(5));
    /// numbers[3] = 10;
    /// assert_eq!(
    ///     Grid::from_digits(&numbers).unwrap_err().to_string(),
    ///     "row 1, column 4: 10 is not a digit of a 9x9 board"
    /// );
    /// # Ok::<(), lanedoku::DigitError>(())
    /// ```
    pub fn from_digits(digits: &[u8; CELLS]) -> Result<Self, DigitError> {
        let is_too_large = |digit: u8| usize::from(digit) > Self::SIDE;
        // No branch in the loop; the error case is decided once.
        let largest = digits.iter().fold(0, |largest, &digit| largest.max(digit));
        if !is_too_large(largest) {
            return Ok(Board { digits: *digits });
        }
        let first = digits.iter().enumerate().find(|&(_, &digit)| is_too_large(digit));
        let (cell, &number) = first.unwrap_or((0, &largest));
        Err(DigitError { cell, number, side: Self::SIDE })
    }

    /// Parses a board from text: one line of cells, or a drawn board of several lines.
    ///
    /// A cell is a digit (`1` to `9`, then letters from `A` in upper or lower case) or open (`.`, `0`, `_`,
    /// `*`, `-`, `x`, `X`, `?` or the middle dot, U+00B7). Spaces, tabs, line ends and the drawing characters `|`, `-`,
    /// `+` and U+2500 to U+257F are ignored, and so is a byte order mark (U+FEFF in UTF-8) at the start of the text,
    /// which counts as no column.
    ///
    /// A `-` is an open cell on a line that has the cells of a row or a board with it. After such a row, it is one on
    /// all lines that have other cells, or as many `-` as a row has cells. Such a line of `-` before it is the first
    /// row if the board would otherwise lack a row. Any other `-` is part of the drawing.
    ///
    /// The package `lanedoku-formats` reads more: other frames, text before and after a board, files of many boards.
    ///
    /// # Errors
    ///
    /// Returns a [`ParseError`] for the first invalid character, the first row of the wrong length, or the wrong number
    /// of cells.
    ///
    /// ```
    /// use lanedoku::Board4x4;
    ///
    /// let drawn = "1. | .4\n.. | ..\n---+---\n.. | ..\n2. | .3\n";
    /// assert_eq!(Board4x4::parse(drawn.as_bytes())?, "1..4........2..3".parse()?);
    ///
    /// let error = Board4x4::parse(b"1..4....5...2..3").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 9: '5' is not valid on a 4x4 board");
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn parse(text: &[u8]) -> Result<Self, ParseError> {
        match text.try_into().ok().and_then(Self::parse_plain) {
            Some(board) => Ok(board),
            None => {
                let mut board = Self::EMPTY;
                read_drawn(text, &mut board.digits, Self::SIDE).map(|()| board)
            }
        }
    }

    /// Parses a board from one line of cells, one byte each. Returns `None` if a byte is not a cell; then
    /// [`parse`](Self::parse) says why. This common case has no branch in its loop.
    ///
    /// ```
    /// use lanedoku::Board4x4;
    ///
    /// assert_eq!(Board4x4::parse_plain(b"1..4........2..3"), Board4x4::parse(b"1..4........2..3").ok());
    /// assert_eq!(Board4x4::parse_plain(b"1. .4 .. .. .. 3"), None);
    /// ```
    #[inline]
    pub fn parse_plain(text: &[u8; CELLS]) -> Option<Self> {
        // Nearly every line has only digits and one of two marks.
        let value = |character: u8| if character == b'.' { 0 } else { character.wrapping_sub(b'0') };
        let mut board = Self::EMPTY;
        let is_board = Self::SIDE <= 9 && read_line(text, &mut board.digits, Self::SIDE, value)
            || read_any_marks(text, &mut board.digits, Self::SIDE);
        is_board.then_some(board)
    }

    /// Returns the digits, row by row: 0 in an open cell, otherwise 1 to [`SIDE`](Board::SIDE).
    #[inline]
    pub const fn digits(&self) -> &[u8; CELLS] {
        &self.digits
    }

    /// The digits, for callers that write only digits in range.
    #[inline]
    pub(crate) const fn digits_mut(&mut self) -> &mut [u8; CELLS] {
        &mut self.digits
    }

    /// Creates a board from digits that are known to be in range.
    #[inline]
    pub(crate) const fn from_checked(digits: [u8; CELLS]) -> Self {
        Board { digits }
    }

    /// Returns the digit in `cell`, or `None` if it is open.
    ///
    /// # Panics
    ///
    /// Panics if `cell` is `CELLS` or more.
    #[inline]
    pub fn get(&self, cell: usize) -> Option<u8> {
        Some(self.digits[cell]).filter(|&digit| digit != 0)
    }

    /// Returns the number of cells that hold a digit.
    pub fn clues(&self) -> usize {
        self.digits.iter().filter(|&&digit| digit != 0).count()
    }

    /// Returns the number of open cells.
    pub fn open_cells(&self) -> usize {
        CELLS - self.clues()
    }

    /// Whether every cell holds a digit and no unit holds a digit twice.
    pub fn is_solved(&self) -> bool {
        self.open_cells() == 0 && !self.has_collision()
    }

    /// Whether this board is a solution of `puzzle`: solved, with all its clues. [`grade`](Self::grade) tells more.
    ///
    /// ```
    /// use lanedoku::Board4x4;
    ///
    /// let puzzle: Board4x4 = "1...............".parse()?;
    /// let solution: Board4x4 = "1234341221434321".parse()?;
    /// assert!(solution.is_solution_of(&puzzle));
    /// assert!(!puzzle.is_solution_of(&puzzle));
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn is_solution_of(&self, puzzle: &Self) -> bool {
        self.grade(puzzle, None).is_solution()
    }

    /// Returns the row, the column and the box of a cell.
    ///
    /// ```
    /// use lanedoku::{Board4x4, Unit};
    ///
    /// assert_eq!(Board4x4::units_of(6), [Unit::Row(1), Unit::Column(2), Unit::Box(1)]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `cell` is `CELLS` or more.
    #[inline]
    pub const fn units_of(cell: usize) -> [Unit; 3] {
        assert!(cell < CELLS, "no cell of the board");
        let [row, column, r#box] = Self::SIZE.row_column_box(cell);
        [Unit::Row(row), Unit::Column(column), Unit::Box(r#box)]
    }

    /// Whether any unit holds a digit twice. One pass over the cells, much faster than
    /// [`collisions`](Board::collisions).
    ///
    /// ```
    /// use lanedoku::Board4x4;
    ///
    /// let good: Board4x4 = "1..4........2..3".parse()?;
    /// assert!(!good.has_collision());
    /// let bad: Board4x4 = "1..1............".parse()?;
    /// assert!(bad.has_collision());
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn has_collision(&self) -> bool {
        let mut columns = [0u32; 32];
        let mut boxes = [0; 8];
        let mut collisions = 0;
        for (row, digits) in self.digits.chunks_exact(Self::SIDE).enumerate() {
            if row % Self::ORDER == 0 {
                boxes = [0; 8];
            }
            let mut in_row = 0;
            let pieces = digits.chunks_exact(Self::ORDER).zip(columns.chunks_exact_mut(Self::ORDER));
            // The cells that a row and a box share are collected once for both.
            for ((digits, columns), in_box) in pieces.zip(&mut boxes) {
                let mut shared = 0;
                for (&digit, in_column) in digits.iter().zip(columns) {
                    // No bit for an open cell.
                    let clue = (1u32 << (digit % 32)) >> 1;
                    collisions |= clue & (shared | *in_column);
                    shared |= clue;
                    *in_column |= clue;
                }
                collisions |= shared & (in_row | *in_box);
                in_row |= shared;
                *in_box |= shared;
            }
        }
        collisions != 0
    }

    /// Returns every pair of equal clues that share a unit: in rows, then columns, then boxes.
    ///
    /// If a unit holds a digit more than twice, each further cell is paired with the first.
    ///
    /// ```
    /// use lanedoku::Board4x4;
    ///
    /// let board: Board4x4 = "11..............".parse()?;
    /// let messages: Vec<String> = board.collisions().map(|collision| collision.to_string()).collect();
    /// assert_eq!(
    ///     messages,
    ///     [
    ///         "1 appears twice in row 1: row 1, column 1 and row 1, column 2",
    ///         "1 appears twice in box 1: row 1, column 1 and row 1, column 2",
    ///     ]
    /// );
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn collisions(&self) -> impl Iterator<Item = Collision> + use<CELLS> {
        AnyBoard::from(self).collisions()
    }

    /// Returns the board as text, one byte for each cell: its digit, or `.` if it is open.
    ///
    /// ```
    /// let board: lanedoku::Board4x4 = "1__4____*___2003".parse()?;
    /// assert_eq!(&board.to_line(), b"1..4........2..3");
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    #[inline]
    pub fn to_line(&self) -> [u8; CELLS] {
        let mut line = self.digits;
        for character in &mut line {
            *character = cell_character(*character);
        }
        line
    }
}

/// Reads a line of cells, one byte each. Returns whether all are cells: their values are at most the side.
#[inline(always)]
fn read_line(text: &[u8], digits: &mut [u8], side: usize, value: impl Fn(u8) -> u8) -> bool {
    let mut largest = 0;
    for (digit, &character) in digits.iter_mut().zip(text) {
        *digit = value(character);
        largest = largest.max(*digit);
    }
    usize::from(largest) <= side
}

/// Reads a line of cells with any marks, on a board of any size: one copy of the code for all.
#[inline(never)]
fn read_any_marks(text: &[u8], digits: &mut [u8], side: usize) -> bool {
    match side {
        ..=9 => read_line(text, digits, side, |character| cell_value(character, 9)),
        _ => read_line(text, digits, side, |character| cell_value(character, 25)),
    }
}

/// Any layout, character by character, so that an error has its position.
#[cold]
pub(crate) fn read_drawn(text: &[u8], digits: &mut [u8], side: usize) -> Result<(), ParseError> {
    // Some editors write an invisible byte order mark.
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut cells = 0;
    // The first line whose number of cells is not that of a row. It is an error unless the whole board is on one
    // line.
    let mut odd_row = None;
    let mut lines_with_cells = 0;
    let lines = || text.split(|&byte| byte == b'\n');
    let mut dashes_are_rows = begins_with_open_row(lines().map(LineCounts::of), side);
    for (line, content) in lines().enumerate() {
        let start = cells;
        let counts = LineCounts::of(content);
        dashes_are_rows |= counts.is_dashed_row(side);
        // Below the last row there is only the frame.
        let dashes_are_cells = counts.dashes_are_cells(dashes_are_rows && cells < digits.len(), side);
        for (offset, &character) in content.iter().enumerate() {
            let digit = match Symbol::of(character) {
                Symbol::Drawing if character == b'-' && dashes_are_cells => 0,
                Symbol::Space | Symbol::Drawing => continue,
                Symbol::Cell(digit) => digit,
                Symbol::Other if is_middle_dot(content, offset) => 0,
                // The first byte of a middle dot.
                Symbol::Other if is_middle_dot(content, offset + 1) => continue,
                Symbol::Other if is_box_drawing(content, offset) => continue,
                Symbol::Other => u8::MAX,
            };
            if usize::from(digit) > side {
                let (before, rest) = content.split_at_checked(offset).unwrap_or_default();
                return Err(ParseError::NotACell {
                    line: line + 1,
                    column: characters(before) + 1,
                    character: first_character(rest),
                    side,
                });
            }
            if let Some(slot) = digits.get_mut(cells) {
                *slot = digit;
            }
            cells += 1;
        }
        if cells > start {
            lines_with_cells += 1;
            if cells - start != side && odd_row.is_none() {
                odd_row = Some((line + 1, cells - start));
            }
        }
    }
    match odd_row {
        Some((line, cells)) if lines_with_cells > 1 => Err(ParseError::RowLength { line, cells, side }),
        _ if cells != digits.len() => Err(ParseError::Length { cells, expected: digits.len() }),
        _ => Ok(()),
    }
}

/// The numbers that decide whether `-` is an open cell on a line.
#[derive(Clone, Copy)]
struct LineCounts {
    /// Characters that are neither spaces nor part of a drawing.
    others: usize,
    dashes: usize,
    /// `|` and `+`.
    bars: usize,
    is_open_row: bool,
}

/// Whether the byte at `place` ends a middle dot, U+00B7: an open cell.
fn is_middle_dot(line: &[u8], place: usize) -> bool {
    line.get(place) == Some(&0xb7) && line.get(place.wrapping_sub(1)) == Some(&0xc2)
}

/// Returns the length of the box-drawing character (U+2500 to U+257F) at the start of `text`. For `lanedoku-formats`.
#[doc(hidden)]
pub fn box_drawing(text: &[u8]) -> Option<usize> {
    matches!(text, [0xe2, 0x94 | 0x95, 0x80..=0xbf, ..]).then_some(3)
}

/// Whether the byte at `place` is part of a box-drawing character.
pub(crate) fn is_box_drawing(line: &[u8], place: usize) -> bool {
    (0..3).any(|before| {
        let from = place.checked_sub(before).and_then(|start| line.get(start..));
        from.is_some_and(|from| box_drawing(from).is_some())
    })
}

impl LineCounts {
    fn of(line: &[u8]) -> Self {
        let mut counts = LineCounts { others: 0, dashes: 0, bars: 0, is_open_row: is_open_row(line) };
        for (place, &character) in line.iter().enumerate() {
            match Symbol::of(character) {
                Symbol::Other if is_middle_dot(line, place) || is_box_drawing(line, place) => {}
                Symbol::Space => {}
                Symbol::Drawing if character == b'-' => counts.dashes += 1,
                Symbol::Drawing => counts.bars += 1,
                Symbol::Cell(_) | Symbol::Other => counts.others += 1,
            }
        }
        counts
    }

    /// Whether the line is a row with `-` for some open cells, and not for all.
    fn is_dashed_row(self, side: usize) -> bool {
        self.others > 0 && self.dashes > 0 && self.others + self.dashes == side
    }

    /// Whether the line is `-` alone, as many as a row has cells.
    fn is_row_of_dashes(self, side: usize) -> bool {
        self.others + self.bars == 0 && self.dashes == side
    }

    /// Whether `-` is an open cell. Of two boards of different size, the line is part of the larger one.
    fn dashes_are_cells(self, dashes_are_rows: bool, side: usize) -> bool {
        let count = self.others + self.dashes;
        match self.others {
            0 if self.is_open_row => self.dashes == side || self.dashes == side * side,
            0 => self.is_row_of_dashes(side * side) || dashes_are_rows && self.is_row_of_dashes(side),
            _ => {
                dashes_are_rows || Size::ALL.iter().any(|size| count == size.side() || count == size.cells())
            }
        }
    }
}

/// Whether a line with bars and dashes is a row of open cells and no line of a frame: single dashes with blanks between
/// them, and a bar among them. For `lanedoku-formats`.
#[doc(hidden)]
pub fn is_open_row(line: &[u8]) -> bool {
    let is_among = |bytes: &[u8]| line.windows(bytes.len()).any(|window| window == bytes);
    let is_plain = line.iter().all(|byte| matches!(byte, b'-' | b'|' | b' ' | b'\r' | b'\t'));
    let dashes = line.iter().filter(|&&byte| byte == b'-').count();
    is_plain
        && Size::ALL.iter().any(|size| size.side() == dashes)
        && is_among(b"- -")
        && is_among(b"- | -")
        && !is_among(b"--")
}

/// Whether the first row is a line of `-`, because a later row has `-` for its open cells, and the other lines are too
/// few.
fn begins_with_open_row(lines: impl Iterator<Item = LineCounts>, side: usize) -> bool {
    let is_row = |counts: &LineCounts| counts.others > 0 || counts.is_open_row && counts.dashes == side;
    let mut lines = lines.filter(|counts| is_row(counts) || counts.is_row_of_dashes(side));
    let begins_with_dashes = lines.next().is_some_and(|first| !is_row(&first));
    let (mut rows, mut dashed) = (0, false);
    for counts in lines {
        dashed |= counts.is_dashed_row(side);
        rows += usize::from(is_row(&counts) || dashed);
    }
    begins_with_dashes && dashed && rows < side
}

/// The number of characters in a piece of UTF-8 text.
pub(crate) fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

/// The first character of a piece of UTF-8 text.
pub(crate) fn first_character(text: &[u8]) -> char {
    let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

impl<const CELLS: usize> Default for Board<CELLS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const CELLS: usize> FromStr for Board<CELLS> {
    type Err = ParseError;

    /// The same as [`Board::parse`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text.as_bytes())
    }
}

impl<const CELLS: usize> fmt::Display for Board<CELLS> {
    /// One line of `CELLS` characters; with `{:#}`, a drawn board with one line per row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&AnyBoard::from(self), f)
    }
}

impl<const CELLS: usize> fmt::Debug for Board<CELLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board(\"{self}\")")
    }
}

/// A row, a column or a box, numbered from 0; in other layouts also a region or a further house. Boxes are numbered row
/// by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A box.
    Box(usize),
    /// A region that is no box.
    Region(usize),
    /// A further house of a [`Layout`](crate::Layout).
    House(usize),
}

impl fmt::Display for Unit {
    /// Numbered from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Row(index) => write!(f, "row {}", index + 1),
            Unit::Column(index) => write!(f, "column {}", index + 1),
            Unit::Box(index) => write!(f, "box {}", index + 1),
            Unit::Region(index) => write!(f, "region {}", index + 1),
            Unit::House(index) => write!(f, "house {}", index + 1),
        }
    }
}

/// Two equal clues that share a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Collision {
    /// The shared unit.
    pub unit: Unit,
    /// The digit.
    pub digit: u8,
    /// The two cells, numbered row by row from 0, in their order in the unit.
    pub cells: [usize; 2],
    /// The number of cells in a row of the board.
    pub(crate) side: usize,
}

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = char::from(cell_character(self.digit));
        let [first, second] = self.cells.map(|cell| Place { cell, side: self.side });
        write!(f, "{digit} appears twice in {}: {first} and {second}", self.unit)
    }
}

impl core::error::Error for Collision {}

/// A cell, displayed as its row and column.
struct Place {
    cell: usize,
    side: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side.max(1);
        write!(f, "row {}, column {}", self.cell / side + 1, self.cell % side + 1)
    }
}

/// The reason why a text is not a board. Lines and columns are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseError {
    /// The text has the wrong number of cells.
    Length {
        /// The number of cells found.
        cells: usize,
        /// The number of cells of a board of this size.
        expected: usize,
    },
    /// One line of a drawn board has the wrong number of cells.
    RowLength {
        /// The line.
        line: usize,
        /// The number of cells in this line.
        cells: usize,
        /// The number of cells in a row.
        side: usize,
    },
    /// A character is not valid on a board of this size.
    NotACell {
        /// Its line.
        line: usize,
        /// Its column, in characters.
        column: usize,
        /// The character.
        character: char,
        /// The number of cells in a row of the board.
        side: usize,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Length { cells, expected } => {
                write!(f, "expected {expected} cells, found {cells}")
            }
            ParseError::RowLength { line, cells, side } => {
                write!(f, "line {line}: expected {side} cells, found {cells}")
            }
            ParseError::NotACell { line, column, character, side } => {
                let character = Quoted(*character);
                write!(f, "line {line}, column {column}: {character} is not valid on a {side}x{side} board")
            }
        }
    }
}

impl core::error::Error for ParseError {}

/// A number that is not a digit of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DigitError {
    /// The cell, numbered row by row from 0.
    pub cell: usize,
    /// The number in this cell.
    pub number: u8,
    /// The number of cells in a row of the board, which is also its largest digit.
    pub side: usize,
}

impl fmt::Display for DigitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = Place { cell: self.cell, side: self.side };
        write!(f, "{place}: {} is not a digit of a {side}x{side} board", self.number, side = self.side)
    }
}

impl core::error::Error for DigitError {}
