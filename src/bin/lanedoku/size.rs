//! The four sizes of board, told apart at run time.

/// A size of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub const ALL: [Size; 4] = [Size::Four, Size::Nine, Size::Sixteen, Size::TwentyFive];

    /// Rows in a box.
    pub const fn order(self) -> usize {
        match self {
            Size::Four => 2,
            Size::Nine => 3,
            Size::Sixteen => 4,
            Size::TwentyFive => 5,
        }
    }

    /// Cells in a row.
    pub const fn side(self) -> usize {
        self.order() * self.order()
    }

    /// The side as it is written on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Size::Four => "4",
            Size::Nine => "9",
            Size::Sixteen => "16",
            Size::TwentyFive => "25",
        }
    }

    /// The size of that name.
    pub fn from_name(name: &str) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.name() == name)
    }

    /// Cells of the board.
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }
}
