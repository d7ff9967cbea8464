//! Board sizes as values.

use core::fmt;

use crate::Board;

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

    /// Returns the number of rows in a box, and of boxes in a band: 2 to 5.
    pub const fn order(self) -> usize {
        match self {
            Size::Four => 2,
            Size::Nine => 3,
            Size::Sixteen => 4,
            Size::TwentyFive => 5,
        }
    }

    /// Returns the number of cells in a row, in a column and in a box: 4, 9, 16 or 25.
    pub const fn side(self) -> usize {
        self.order() * self.order()
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
}

impl fmt::Display for Size {
    /// Writes, for example, `9x9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.side())
    }
}
