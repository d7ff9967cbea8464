//! Board sizes as values.

use core::fmt;

use crate::Board;
use crate::grammar::Symbol;
use crate::grid::is_box_drawing;

/// The size of a board, for programs that know it only at run time. (The type of a [`Board`] contains it.)
///
/// ```
/// use lanedoku::Size;
///
/// let size = Size::of_text(b"1..4........2..3").unwrap();
/// assert_eq!((size, size.side(), size.cells()), (Size::Four, 4, 16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// 4x4.
    Four,
    /// 9x9.
    Nine,
    /// 16x16.
    Sixteen,
    /// 25x25.
    TwentyFive,
}

impl Size {
    /// All sizes, in ascending order.
    pub const ALL: [Size; 4] = [Size::Four, Size::Nine, Size::Sixteen, Size::TwentyFive];

    /// Returns the number of cells in a row, in a column and in a box: 4, 9, 16 or 25.
    pub const fn side(self) -> usize {
        match self {
            Size::Four => 4,
            Size::Nine => 9,
            Size::Sixteen => 16,
            Size::TwentyFive => 25,
        }
    }

    /// Returns the number of rows and of columns in a box: 2, 3, 4 or 5.
    pub const fn order(self) -> usize {
        match self {
            Size::Four => 2,
            Size::Nine => 3,
            Size::Sixteen => 4,
            Size::TwentyFive => 5,
        }
    }

    /// The numbers of the row, the column and the box of a cell.
    #[inline(always)]
    pub(crate) const fn row_column_box(self, cell: usize) -> [usize; 3] {
        let (side, order) = (self.side(), self.order());
        let (row, column) = (cell / side, cell % side);
        [row, column, row / order * order + column / order]
    }

    /// The size of a board of so many cells. Others do not compile, if this is a constant.
    pub(crate) const fn of_cells(cells: usize) -> Size {
        match cells {
            16 => Size::Four,
            81 => Size::Nine,
            256 => Size::Sixteen,
            625 => Size::TwentyFive,
            _ => panic!("a board has 16, 81, 256 or 625 cells"),
        }
    }

    /// Returns the number of cells of the board: 16, 81, 256 or 625.
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Returns the side as text: `4`, `9`, `16` or `25`.
    pub const fn name(self) -> &'static str {
        match self {
            Size::Four => "4",
            Size::Nine => "9",
            Size::Sixteen => "16",
            Size::TwentyFive => "25",
        }
    }

    /// Returns the size with this name.
    ///
    /// ```
    /// use lanedoku::Size;
    ///
    /// assert_eq!(Size::from_name("16"), Some(Size::Sixteen));
    /// assert_eq!(Size::from_name("12"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.name() == name)
    }

    /// Returns the size with this number of cells in a row.
    ///
    /// ```
    /// use lanedoku::Size;
    ///
    /// assert_eq!(Size::from_side(25), Some(Size::TwentyFive));
    /// assert_eq!(Size::from_side(0), None);
    /// ```
    pub fn from_side(side: usize) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.side() == side)
    }

    /// Returns the size of the board in a text, or `None` if [`Board::parse`] accepts the text for no size. It accepts
    /// no text for two sizes.
    pub fn of_text(text: &[u8]) -> Option<Size> {
        Size::ALL.into_iter().find(|size| match size {
            Size::Four => Board::<16>::parse(text).is_ok(),
            Size::Nine => Board::<81>::parse(text).is_ok(),
            Size::Sixteen => Board::<256>::parse(text).is_ok(),
            Size::TwentyFive => Board::<625>::parse(text).is_ok(),
        })
    }

    /// Returns the size of the board that a text resembles, for the error message about a text that is not a board: the
    /// lines with the length of a row are more than half of a board's, or the number of cells differs from a board's by
    /// at most a row.
    ///
    /// ```
    /// use lanedoku::{Board, Size};
    ///
    /// let text = format!("{}!", ".".repeat(255));
    /// assert_eq!(Size::of_text(text.as_bytes()), None);
    /// assert_eq!(Size::likely_of_text(text.as_bytes()), Some(Size::Sixteen));
    /// let error = Board::<256>::parse(text.as_bytes()).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 256: '!' is not valid on a 16x16 board");
    /// ```
    pub fn likely_of_text(text: &[u8]) -> Option<Size> {
        let is_row = |line: &[u8], side: usize| {
            let [others, dashes] = characters(line);
            others == side || others > 0 && others + dashes == side
        };
        let rows = |side: usize| text.split(|&byte| byte == b'\n').filter(|line| is_row(line, side)).count();
        let [others, dashes] = characters(text);
        let has_cells = |size: &Size| {
            [others, others + dashes].iter().any(|cells: &usize| cells.abs_diff(size.cells()) <= size.side())
        };
        let mut sizes = Size::ALL.into_iter();
        Size::of_text(text)
            .or_else(|| sizes.clone().find(|size| 2 * rows(size.side()) > size.side()))
            .or_else(|| sizes.find(has_cells))
    }
}

/// The numbers of characters that may be cells in part of a text that is no board: those other than dashes, and dashes.
///
/// Not inlined: only errors need it.
#[cold]
#[inline(never)]
fn characters(line: &[u8]) -> [usize; 2] {
    line.iter().enumerate().fold([0, 0], |[others, dashes], (place, &byte)| match Symbol::of(byte) {
        Symbol::Drawing if byte == b'-' => [others, dashes + 1],
        Symbol::Space | Symbol::Drawing => [others, dashes],
        // Of a character outside ASCII, only the first byte counts.
        Symbol::Other if byte == b'\n' || byte & 0xc0 == 0x80 => [others, dashes],
        Symbol::Other if is_box_drawing(line, place) => [others, dashes],
        Symbol::Other | Symbol::Cell(_) => [others + 1, dashes],
    })
}

impl fmt::Display for Size {
    /// Writes, for example, `9x9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.side())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likely_size_of_a_text_that_is_no_board() {
        let rows = |row: &str, count: usize| vec![row; count].join("\n");
        let table = [
            ("1..4........2..3".to_owned(), Some(Size::Four)),
            ("1..4........2..!".to_owned(), Some(Size::Four)),
            ("1..4........2..".to_owned(), Some(Size::Four)),
            (".".repeat(80) + "\u{e9}", Some(Size::Nine)),
            (".".repeat(72), Some(Size::Nine)),
            (".".repeat(71), None),
            ("-".repeat(80) + "!", Some(Size::Nine)),
            (".".repeat(255) + "!", Some(Size::Sixteen)),
            (".".repeat(600), Some(Size::TwentyFive)),
            // More than half of a board's rows, or fewer.
            (rows(". . . | ! . . | . . .", 5), Some(Size::Nine)),
            (rows(". . . | ! . . | . . .", 4), None),
            (rows("1-----------G--", 1) + "-\n" + &rows("---1--------G---", 9), Some(Size::Sixteen)),
            (rows("one", 40), None),
            (String::new(), None),
        ];
        for (text, size) in table {
            assert_eq!(Size::likely_of_text(text.as_bytes()), size, "{text}");
        }
    }
}
