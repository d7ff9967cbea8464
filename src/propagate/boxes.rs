//! How rows, columns and boxes meet, as tables, so that the search is compiled once for boards of every size.

use super::literal::{BOX, CELL, COLUMN, KINDS, Placement, ROW};
use super::state::WIDTH;
use crate::Size;

/// The boxes of a board, with what the search asks of them.
pub(super) struct BoxTables {
    /// The number of cells in a unit, and of digits.
    pub(super) side: usize,
    /// The number of bits in the number of a unit, an item or a choice.
    pub(super) bits: u32,
    /// The number of rows in a box.
    pub(super) order: usize,
    /// The box of each row and column, and the place in it; also the row and column of each box and place.
    crossings: [[[u8; 2]; WIDTH]; WIDTH],
    /// For each number, the choices in the minirow of a box, or in the box of a row or column.
    minirows: [u32; WIDTH],
    /// For each number, the choices in the minicolumn of a box.
    minicolumns: [u32; WIDTH],
    /// Each number divided by the order, and the remainder. (The first choice of none has the number 32.)
    divided: [[u8; 2]; 2 * WIDTH],
}

/// The boxes of the four sizes.
static BOXES: [BoxTables; 4] = [
    BoxTables::new(Size::Four),
    BoxTables::new(Size::Nine),
    BoxTables::new(Size::Sixteen),
    BoxTables::new(Size::TwentyFive),
];

impl BoxTables {
    /// The boxes of a board with so many cells.
    pub(super) fn of_cells(cells: usize) -> &'static BoxTables {
        let [four, nine, sixteen, twenty_five] = &BOXES;
        match cells {
            0..=16 => four,
            17..=81 => nine,
            82..=256 => sixteen,
            _ => twenty_five,
        }
    }

    const fn new(size: Size) -> BoxTables {
        let (layout, side) = (size.layout(), size.side());
        let order = layout.box_rows();
        let mut boxes = BoxTables {
            side,
            bits: side.next_power_of_two().trailing_zeros(),
            order,
            crossings: [[[0; 2]; WIDTH]; WIDTH],
            minirows: [0; WIDTH],
            minicolumns: [0; WIDTH],
            divided: [[0; 2]; 2 * WIDTH],
        };
        let mut cell = 0;
        while cell < side * side {
            let [row, column, square] = layout.row_column_box(cell);
            boxes.crossings[row][column] = [square as u8, layout.place_in_box(cell) as u8];
            cell += 1;
        }
        let mut first_column = 0;
        while first_column < side {
            boxes.minicolumns[0] |= 1 << first_column;
            first_column += order;
        }
        let mut number = 0;
        while number < 2 * WIDTH {
            boxes.minirows[number % WIDTH] = ((1 << order) - 1) << (number % WIDTH * order % WIDTH);
            boxes.minicolumns[number % WIDTH] = boxes.minicolumns[0] << (number % WIDTH);
            boxes.divided[number] = [(number / order) as u8, (number % order) as u8];
            number += 1;
        }
        boxes
    }

    /// The number of cells of the board.
    pub(super) const fn cells(&self) -> usize {
        self.side * self.side
    }

    /// A number of up to 32, divided by the order.
    #[inline(always)]
    pub(super) fn quotient(&self, number: usize) -> usize {
        self.divided[number % (2 * WIDTH)][0].into()
    }

    /// The remainder of a number, divided by the order.
    #[inline(always)]
    pub(super) fn remainder(&self, number: usize) -> usize {
        self.divided[number % (2 * WIDTH)][1].into()
    }

    /// The choices in one minirow of a box, or in one box of a row or column.
    #[inline(always)]
    pub(super) fn minirow(&self, index: usize) -> u32 {
        self.minirows[index % WIDTH]
    }

    /// The choices in one minicolumn of a box.
    #[inline(always)]
    pub(super) fn minicolumn(&self, index: usize) -> u32 {
        self.minicolumns[index % WIDTH]
    }

    /// The number of a unit. Once a constraint has no choice left, those computed from its first one are beyond the
    /// last unit.
    #[inline(always)]
    pub(super) fn unit(&self, number: usize) -> usize {
        number & ((1 << self.bits) - 1)
    }

    /// Returns box and place for a row and column, or row and column for a box and place.
    #[inline(always)]
    pub(super) fn cross(&self, row: usize, column: usize) -> [usize; 2] {
        self.crossings[row % WIDTH][column % WIDTH].map(usize::from)
    }

    /// The four constraints of a candidate: unit, item, and the candidate's choice.
    #[inline(always)]
    pub(super) fn constraints(&self, candidate: Placement) -> [[usize; 3]; KINDS] {
        self.constraints_of_parts(candidate.parts())
    }

    /// Returns the four constraints of the candidate with this row, column and digit.
    #[inline(always)]
    pub(super) fn constraints_of_parts(&self, [row, column, digit]: [usize; 3]) -> [[usize; 3]; KINDS] {
        let [square, place] = self.cross(row, column);
        [[row, column, digit], [row, digit, column], [column, digit, row], [square, digit, place]]
    }

    /// Row, column and digit of a choice for a constraint.
    #[inline(always)]
    pub(super) fn parts<const KIND: usize>(&self, unit: usize, item: usize, choice: usize) -> [usize; 3] {
        match KIND {
            CELL => [unit, item, choice],
            ROW => [unit, choice, item],
            COLUMN => [choice, unit, item],
            _ => {
                let [row, column] = self.cross(unit, choice);
                [row, column, item]
            }
        }
    }

    /// The candidate of a choice for a constraint.
    #[inline(always)]
    pub(super) fn candidate<const KIND: usize>(&self, unit: usize, item: usize, choice: usize) -> Placement {
        let [row, column, digit] = self.parts::<KIND>(unit, item, choice);
        Placement::new(row, column, digit)
    }

    /// Returns the candidate of a choice for a constraint whose kind is known only at run time.
    #[inline(always)]
    pub(super) fn candidate_of(&self, kind: usize, unit: usize, item: usize, choice: usize) -> Placement {
        match kind {
            CELL => self.candidate::<CELL>(unit, item, choice),
            ROW => self.candidate::<ROW>(unit, item, choice),
            COLUMN => self.candidate::<COLUMN>(unit, item, choice),
            _ => self.candidate::<BOX>(unit, item, choice),
        }
    }
}
