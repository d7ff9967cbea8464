//! A board whose size is known only at run time.

use core::fmt;

use crate::grammar::cell_character;
use crate::least::{MAX_CELLS, Solution};
use crate::{Board, Collision, DigitError, ParseError, Size};

/// A board of any size. The type of a [`Board`] contains its size, so this is for programs that learn it at run time.
///
/// ```
/// use lanedoku::{AnyBoard, Board4x4, Grid, Size};
///
/// let board = AnyBoard::parse(b"1..4........2..3")?;
/// assert_eq!((board.size(), board.digits().len()), (Size::Four, 16));
/// assert_eq!(Board4x4::try_from(&board), Ok("1..4........2..3".parse()?));
/// assert!(Grid::try_from(&board).is_err());
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
#[allow(clippy::large_enum_variant, reason = "the library does not allocate")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnyBoard {
    /// A 4x4 board.
    Four(Board<16>),
    /// A 9x9 board.
    Nine(Board<81>),
    /// A 16x16 board.
    Sixteen(Board<256>),
    /// A 25x25 board.
    TwentyFive(Board<625>),
}

/// Evaluates an expression for a board of any size.
macro_rules! with_board {
    ($any:expr, $board:ident => $value:expr) => {
        match $any {
            AnyBoard::Four($board) => $value,
            AnyBoard::Nine($board) => $value,
            AnyBoard::Sixteen($board) => $value,
            AnyBoard::TwentyFive($board) => $value,
        }
    };
}

impl AnyBoard {
    /// The empty board of a size.
    pub const fn empty(size: Size) -> Self {
        match size {
            Size::Four => AnyBoard::Four(Board::EMPTY),
            Size::Nine => AnyBoard::Nine(Board::EMPTY),
            Size::Sixteen => AnyBoard::Sixteen(Board::EMPTY),
            Size::TwentyFive => AnyBoard::TwentyFive(Board::EMPTY),
        }
    }

    /// Parses a board of any size, as [`Board::parse`] does.
    ///
    /// # Errors
    ///
    /// Returns the error for a board of the size that the text [resembles](Size::likely_of_text), or for a 9x9 board.
    pub fn parse(text: &[u8]) -> Result<Self, ParseError> {
        match Size::likely_of_text(text) {
            Some(Size::Four) => Board::parse(text).map(AnyBoard::Four),
            Some(Size::Nine) | None => Board::parse(text).map(AnyBoard::Nine),
            Some(Size::Sixteen) => Board::parse(text).map(AnyBoard::Sixteen),
            Some(Size::TwentyFive) => Board::parse(text).map(AnyBoard::TwentyFive),
        }
    }

    /// Returns the size.
    pub const fn size(&self) -> Size {
        match self {
            AnyBoard::Four(_) => Size::Four,
            AnyBoard::Nine(_) => Size::Nine,
            AnyBoard::Sixteen(_) => Size::Sixteen,
            AnyBoard::TwentyFive(_) => Size::TwentyFive,
        }
    }

    /// Returns the digits, row by row: 0 in an open cell, otherwise 1 to the number of cells in a row.
    #[inline]
    pub fn digits(&self) -> &[u8] {
        with_board!(self, board => board.digits())
    }

    /// The digits, for callers that write only digits in range.
    #[inline]
    pub(crate) fn digits_mut(&mut self) -> &mut [u8] {
        with_board!(self, board => board.digits_mut())
    }

    /// Writes a digit into a cell, or opens it with 0.
    ///
    /// # Errors
    ///
    /// Returns a [`DigitError`] for a greater digit than the board has.
    ///
    /// # Panics
    ///
    /// Panics if the board has no such cell.
    pub fn set(&mut self, cell: usize, digit: u8) -> Result<(), DigitError> {
        let side = self.size().side();
        if usize::from(digit) > side {
            return Err(DigitError { cell, number: digit, side });
        }
        self.digits_mut()[cell] = digit;
        Ok(())
    }

    /// Returns the characters of the board in one line: for each cell its digit, or `.` if it is open.
    ///
    /// ```
    /// use lanedoku::AnyBoard;
    ///
    /// let line: Vec<u8> = AnyBoard::parse(b"1__4____*___2003")?.characters().collect();
    /// assert_eq!(line, b"1..4........2..3");
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn characters(&self) -> impl ExactSizeIterator<Item = u8> + '_ {
        self.digits().iter().map(|&digit| cell_character(digit))
    }

    /// Whether any unit holds a digit twice.
    pub fn has_collision(&self) -> bool {
        with_board!(self, board => board.has_collision())
    }

    /// Returns every pair of equal clues that share a unit, as [`Board::collisions`] does.
    pub fn collisions(&self) -> impl Iterator<Item = Collision> + use<> {
        let (layout, board) = (self.size().layout(), *self);
        // Slow, so only if there is a collision.
        let pairs = if self.has_collision() { layout.units_and_cells() } else { 0..0 };
        pairs.filter_map(move |pair| layout.collision_at(pair, board.digits()))
    }
}

impl<const CELLS: usize> From<&Board<CELLS>> for AnyBoard {
    fn from(board: &Board<CELLS>) -> Self {
        let mut any = Self::empty(Board::<CELLS>::SIZE);
        board.digits().as_slice().write_digits(any.digits_mut());
        any
    }
}

impl<const CELLS: usize> From<Board<CELLS>> for AnyBoard {
    fn from(board: Board<CELLS>) -> Self {
        Self::from(&board)
    }
}

impl<const CELLS: usize> TryFrom<&AnyBoard> for Board<CELLS> {
    type Error = ParseError;

    /// Returns [`ParseError::Length`] for a board of another size.
    fn try_from(board: &AnyBoard) -> Result<Self, ParseError> {
        let cells = board.digits();
        let length = ParseError::Length { cells: cells.len(), expected: CELLS };
        cells.try_into().map(Board::from_checked).map_err(|_| length)
    }
}

impl fmt::Display for AnyBoard {
    /// One line; with `{:#}`, a drawn board with one line per row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = [0; MAX_CELLS];
        for (character, cell) in line.iter_mut().zip(self.characters()) {
            *character = cell;
        }
        let text = line.get(..self.size().cells()).unwrap_or_default();
        if !f.alternate() {
            return f.pad(str::from_utf8(text).map_err(|_| fmt::Error)?);
        }
        self.size().layout().draw(text, f)
    }
}

impl fmt::Debug for AnyBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyBoard(\"{self}\")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::TestRandom;

    fn check<const CELLS: usize>(random: &mut TestRandom) {
        let side = Board::<CELLS>::SIDE;
        let mut digits = [0; CELLS];
        let mut any = AnyBoard::empty(Board::<CELLS>::SIZE);
        for _ in 0..random.below(CELLS / 2) {
            let (cell, digit) = (random.below(CELLS), random.below(side + 3) as u8);
            let is_set = any.set(cell, digit);
            assert_eq!(is_set.is_ok(), usize::from(digit) <= side);
            match is_set {
                Ok(()) => digits[cell] = digit,
                Err(error) => assert_eq!(error, DigitError { cell, number: digit, side }),
            }
        }
        let board = Board::from_digits(&digits).unwrap();
        assert_eq!((any, any.digits()), (AnyBoard::from(board), digits.as_slice()));
        assert_eq!(Board::try_from(&any), Ok(board));
        assert_eq!(any.characters().collect::<Vec<_>>(), board.to_line());
        assert_eq!(any.has_collision(), any.collisions().next().is_some());
        for text in [format!("{any}"), format!("{any:#}")] {
            assert_eq!(AnyBoard::parse(text.as_bytes()), Ok(any), "{text}");
        }
        if CELLS != 81 {
            let length = ParseError::Length { cells: CELLS, expected: 81 };
            assert_eq!(Board::<81>::try_from(&any), Err(length));
        }
    }

    #[test]
    fn a_board_of_any_size_is_the_board_of_its_size() {
        let mut random = TestRandom::new(97);
        for _ in 0..200 {
            check::<16>(&mut random);
            check::<81>(&mut random);
            check::<256>(&mut random);
            check::<625>(&mut random);
        }
    }
}
