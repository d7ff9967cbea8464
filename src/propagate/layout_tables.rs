//! The units of a board as tables, so that the search is compiled once for all layouts.

use super::literal::{BOX, CELL, COLUMN, KINDS, Placement, ROW};
use super::state::{MAX_CELLS, WIDTH};
use crate::{Layout, Size};

/// Two numbers for two others: a region and a place for a row and a column, or the reverse.
type Pairs = [[[u8; 2]; WIDTH]; WIDTH];
/// The choices that a unit has in common with each unit of another kind.
type Choices = [[u32; WIDTH]; WIDTH];

/// The boxes of a size. What they have in common with rows and columns follows from numbers.
struct SquareTables {
    /// The box and the place of each row and column; also the row and column of each box and place.
    places: Pairs,
    /// For each number, the choices in the minirow of a box, or in the box of a row or column.
    minirows: [u32; WIDTH],
    /// For each number, the choices in the minicolumn of a box.
    minicolumns: [u32; WIDTH],
    /// Each number divided by the order, and the remainder. (The first choice of none has the number 32.)
    divided: [[u8; 2]; 2 * WIDTH],
}

impl SquareTables {
    const fn new(size: Size) -> SquareTables {
        let (side, order) = (size.side(), size.order());
        let mut tables = SquareTables {
            places: [[[0; 2]; WIDTH]; WIDTH],
            minirows: [0; WIDTH],
            minicolumns: [0; WIDTH],
            divided: [[0; 2]; 2 * WIDTH],
        };
        let mut cell = 0;
        while cell < size.cells() {
            let [row, column, square] = size.row_column_box(cell);
            let place = row % order * order + column % order;
            tables.places[row][column] = [square as u8, place as u8];
            cell += 1;
        }
        let (mut column, mut first) = (0, 0);
        while column < side {
            first |= 1 << column;
            column += order;
        }
        let mut number = 0;
        while number < 2 * WIDTH {
            tables.minirows[number % WIDTH] = ((1 << order) - 1) << (number % WIDTH * order % WIDTH);
            tables.minicolumns[number % WIDTH] = first << (number % WIDTH);
            tables.divided[number] = [(number / order) as u8, (number % order) as u8];
            number += 1;
        }
        tables
    }
}

/// The regions of a layout.
pub(crate) struct RegionTables {
    /// The region and the place of each row and column.
    places: Pairs,
    /// The row and column of each region and place.
    cells: Pairs,
    /// The places of a region in each row, and in each column.
    region_rows: Choices,
    region_columns: Choices,
    /// The columns of a row in each region, and the rows of a column.
    row_regions: Choices,
    column_regions: Choices,
}

impl RegionTables {
    pub(crate) fn new(layout: &Layout) -> RegionTables {
        let (pairs, choices) = ([[[0; 2]; WIDTH]; WIDTH], [[0; WIDTH]; WIDTH]);
        let mut tables = RegionTables {
            places: pairs,
            cells: pairs,
            region_rows: choices,
            region_columns: choices,
            row_regions: choices,
            column_regions: choices,
        };
        let mut counts = [0; WIDTH];
        for cell in 0..layout.cells() {
            let [row, column, region] = layout.row_column_box(cell).map(|number| number % WIDTH);
            let place = counts[region] % WIDTH;
            counts[region] += 1;
            tables.places[row][column] = [region as u8, place as u8];
            tables.cells[region][place] = [row as u8, column as u8];
            tables.region_rows[region][row] |= 1 << place;
            tables.region_columns[region][column] |= 1 << place;
            tables.row_regions[row][region] |= 1 << column;
            tables.column_regions[column][region] |= 1 << row;
        }
        tables
    }
}

/// Square boxes, or regions of any shape.
#[derive(Clone, Copy)]
enum Regions<'a> {
    Square(&'a SquareTables),
    Any(&'a RegionTables),
}

/// The units of a board, with what the search asks of them.
#[derive(Clone, Copy)]
pub(crate) struct LayoutTables<'a> {
    /// The number of cells in a unit, and of digits.
    pub(crate) side: usize,
    /// The number of bits in the number of a unit, an item or a choice.
    pub(super) bits: u32,
    places: &'a Pairs,
    cells: &'a Pairs,
    regions: Regions<'a>,
    houses: Option<&'a HouseTables>,
}

/// The further houses.
pub(crate) struct HouseTables {
    /// Those of each cell, as bits.
    of_cell: [u32; MAX_CELLS],
    /// Those with as many cells as there are digits.
    full: u32,
    /// Their cells, and how many.
    cells: [[u16; WIDTH]; WIDTH],
    counts: [usize; WIDTH],
}

impl HouseTables {
    pub(crate) fn new(layout: &Layout) -> HouseTables {
        let mut houses =
            HouseTables { of_cell: [0; MAX_CELLS], full: 0, cells: [[0; WIDTH]; WIDTH], counts: [0; WIDTH] };
        for (cell, own) in houses.of_cell.iter_mut().enumerate().take(layout.cells()) {
            *own = layout.houses_of(cell);
            for house in (0..layout.houses()).filter(|house| *own >> house & 1 == 1) {
                let count = &mut houses.counts[house % WIDTH];
                houses.cells[house % WIDTH][*count % WIDTH] = cell as u16;
                *count += 1;
                if *count == layout.side() {
                    houses.full |= 1 << house;
                }
            }
        }
        houses
    }
}

/// The boxes of the four sizes.
static SQUARE: [SquareTables; 4] = [
    SquareTables::new(Size::Four),
    SquareTables::new(Size::Nine),
    SquareTables::new(Size::Sixteen),
    SquareTables::new(Size::TwentyFive),
];

impl<'a> LayoutTables<'a> {
    /// The tables of a board with square boxes and so many cells.
    pub(crate) fn of_cells(cells: usize) -> LayoutTables<'static> {
        let [four, nine, sixteen, twenty_five] = &SQUARE;
        let (side, square) = match cells {
            0..=16 => (4, four),
            17..=81 => (9, nine),
            82..=256 => (16, sixteen),
            _ => (25, twenty_five),
        };
        LayoutTables::with(side, [&square.places; 2], Regions::Square(square), None)
    }

    pub(crate) fn new(side: usize, regions: &'a RegionTables, houses: Option<&'a HouseTables>) -> Self {
        LayoutTables::with(side, [&regions.places, &regions.cells], Regions::Any(regions), houses)
    }

    fn with(
        side: usize,
        [places, cells]: [&'a Pairs; 2],
        regions: Regions<'a>,
        houses: Option<&'a HouseTables>,
    ) -> Self {
        LayoutTables { side, bits: side.next_power_of_two().trailing_zeros(), places, cells, regions, houses }
    }

    /// The number of cells of the board.
    pub(super) const fn cells(&self) -> usize {
        self.side * self.side
    }

    /// The region of a row and column, and the place in it.
    #[inline(always)]
    pub(crate) fn place(&self, row: usize, column: usize) -> [usize; 2] {
        self.places[row % WIDTH][column % WIDTH].map(usize::from)
    }

    /// The row and column of a place in a region.
    #[inline(always)]
    pub(super) fn cell(&self, region: usize, place: usize) -> [usize; 2] {
        self.cells[region % WIDTH][place % WIDTH].map(usize::from)
    }

    /// The choices of a digit in a unit of one kind that are in a unit of another: a region and a row or column that
    /// meet, in either order.
    #[inline(always)]
    pub(super) fn crossing<const KIND: usize, const OTHER: usize>(&self, unit: usize, other: usize) -> u32 {
        match self.regions {
            Regions::Square(square) => {
                let [quotient, remainder] = square.divided[other % (2 * WIDTH)].map(usize::from);
                match (KIND, OTHER) {
                    (BOX, COLUMN) => square.minicolumns[remainder % WIDTH],
                    (COLUMN, _) => square.minirows[quotient % WIDTH],
                    _ => square.minirows[remainder % WIDTH],
                }
            }
            Regions::Any(regions) => {
                let choices = match (KIND, OTHER) {
                    (BOX, ROW) => &regions.region_rows,
                    (BOX, _) => &regions.region_columns,
                    (ROW, _) => &regions.row_regions,
                    _ => &regions.column_regions,
                };
                choices[unit % WIDTH][other % WIDTH]
            }
        }
    }

    /// The further houses of a cell, as bits.
    #[inline(always)]
    pub(crate) fn houses_of(&self, cell: usize) -> u32 {
        self.houses.and_then(|houses| houses.of_cell.get(cell)).copied().unwrap_or_default()
    }

    /// Those that have a place for each digit, as bits.
    #[inline(always)]
    pub(super) fn full_houses(&self) -> u32 {
        self.houses.map_or(0, |houses| houses.full)
    }

    /// The cells of a further house, as rows and columns.
    pub(super) fn house_cells(&self, house: usize) -> impl Iterator<Item = [usize; 2]> {
        let cells = self
            .houses
            .as_ref()
            .and_then(|houses| houses.cells.get(house)?.get(..*houses.counts.get(house)?));
        let side = self.side.max(1);
        cells
            .unwrap_or_default()
            .iter()
            .map(move |&cell| [usize::from(cell) / side, usize::from(cell) % side])
    }

    /// The four constraints of a candidate: unit, item, and the candidate's choice.
    #[inline(always)]
    pub(super) fn constraints(&self, candidate: Placement) -> [[usize; 3]; KINDS] {
        self.constraints_of_parts(candidate.parts())
    }

    /// Returns the four constraints of the candidate with this row, column and digit.
    #[inline(always)]
    pub(super) fn constraints_of_parts(&self, [row, column, digit]: [usize; 3]) -> [[usize; 3]; KINDS] {
        let [square, place] = self.place(row, column);
        [[row, column, digit], [row, digit, column], [column, digit, row], [square, digit, place]]
    }

    /// Row, column and digit of a choice for a constraint.
    #[inline(always)]
    pub(super) fn parts(&self, kind: usize, unit: usize, item: usize, choice: usize) -> [usize; 3] {
        match kind {
            CELL => [unit, item, choice],
            ROW => [unit, choice, item],
            COLUMN => [choice, unit, item],
            _ => {
                let [row, column] = self.cell(unit, choice);
                [row, column, item]
            }
        }
    }

    /// The candidate of a choice for a constraint.
    #[inline(always)]
    pub(super) fn candidate(&self, kind: usize, unit: usize, item: usize, choice: usize) -> Placement {
        let [row, column, digit] = self.parts(kind, unit, item, choice);
        Placement::new(row, column, digit)
    }
}
