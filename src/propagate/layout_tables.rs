//! The units of a board as tables, so that the search is compiled once for all layouts.

use super::literal::{BOX, CELL, COLUMN, KINDS, Placement, ROW};
use super::state::{MAX_CELLS, WIDTH};
use crate::{Layout, Size};

/// The choices that a unit has in common with each unit of another kind.
type Crossings = [[u32; WIDTH]; WIDTH];

/// The units of a board, with what the search asks of them.
pub(crate) struct LayoutTables {
    /// The number of cells in a unit, and of digits.
    pub(super) side: usize,
    /// The number of bits in the number of a unit, an item or a choice.
    pub(super) bits: u32,
    /// The region of each row and column, and the place in it.
    places: [[[u8; 2]; WIDTH]; WIDTH],
    /// The row and column of each region and place.
    cells: [[[u8; 2]; WIDTH]; WIDTH],
    /// The places of a region in each row, and in each column.
    region_rows: Crossings,
    region_columns: Crossings,
    /// The columns of a row in each region, and the rows of a column.
    row_regions: Crossings,
    column_regions: Crossings,
    /// `None` if there are none.
    houses: Option<HouseTables>,
}

/// The further houses.
struct HouseTables {
    /// Those of each cell, as bits.
    of_cell: [u32; MAX_CELLS],
    /// Those with as many cells as there are digits.
    full: u32,
    /// Their cells, and how many.
    cells: [[u16; WIDTH]; WIDTH],
    counts: [usize; WIDTH],
}

/// The tables of the four sizes.
static OF_SIZES: [LayoutTables; 4] = [
    LayoutTables::new(Size::Four.layout()),
    LayoutTables::new(Size::Nine.layout()),
    LayoutTables::new(Size::Sixteen.layout()),
    LayoutTables::new(Size::TwentyFive.layout()),
];

impl LayoutTables {
    /// The tables of a board with square boxes and so many cells.
    pub(super) fn of_cells(cells: usize) -> &'static LayoutTables {
        let [four, nine, sixteen, twenty_five] = &OF_SIZES;
        match cells {
            0..=16 => four,
            17..=81 => nine,
            82..=256 => sixteen,
            _ => twenty_five,
        }
    }

    /// The number of digits.
    pub(crate) const fn side(&self) -> usize {
        self.side
    }

    pub(crate) const fn new(layout: &Layout) -> LayoutTables {
        let side = layout.side();
        const NONE: Crossings = [[0; WIDTH]; WIDTH];
        let mut tables = LayoutTables {
            side,
            bits: side.next_power_of_two().trailing_zeros(),
            places: [[[0; 2]; WIDTH]; WIDTH],
            cells: [[[0; 2]; WIDTH]; WIDTH],
            region_rows: NONE,
            region_columns: NONE,
            row_regions: NONE,
            column_regions: NONE,
            houses: None,
        };
        let (mut cell, mut counts) = (0, [0; WIDTH]);
        let mut houses =
            HouseTables { of_cell: [0; MAX_CELLS], full: 0, cells: [[0; WIDTH]; WIDTH], counts: [0; WIDTH] };
        while cell < layout.cells() {
            let [row, column, region] = layout.row_column_box(cell);
            let [row, column, region] = [row % WIDTH, column % WIDTH, region % WIDTH];
            let place = counts[region] % WIDTH;
            counts[region] += 1;
            tables.places[row][column] = [region as u8, place as u8];
            tables.cells[region][place] = [row as u8, column as u8];
            tables.region_rows[region][row] |= 1 << place;
            tables.region_columns[region][column] |= 1 << place;
            tables.row_regions[row][region] |= 1 << column;
            tables.column_regions[column][region] |= 1 << row;
            if cell < MAX_CELLS {
                houses.of_cell[cell] = layout.houses_of(cell);
            }
            let mut house = 0;
            while house < layout.houses() {
                if layout.houses_of(cell) >> house & 1 == 1 {
                    let count = &mut houses.counts[house % WIDTH];
                    houses.cells[house % WIDTH][*count % WIDTH] = cell as u16;
                    *count += 1;
                    if *count == side {
                        houses.full |= 1 << house;
                    }
                }
                house += 1;
            }
            cell += 1;
        }
        if layout.houses() > 0 {
            tables.houses = Some(houses);
        }
        tables
    }

    /// The number of cells of the board.
    pub(super) const fn cells(&self) -> usize {
        self.side * self.side
    }

    /// The region of a row and column, and the place in it.
    #[inline(always)]
    pub(super) fn place(&self, row: usize, column: usize) -> [usize; 2] {
        self.places[row % WIDTH][column % WIDTH].map(usize::from)
    }

    /// The row and column of a place in a region.
    #[inline(always)]
    pub(super) fn cell(&self, region: usize, place: usize) -> [usize; 2] {
        self.cells[region % WIDTH][place % WIDTH].map(usize::from)
    }

    /// The choices of a digit in a unit of one kind that are in a unit of another: a region and a row or column, in
    /// either order.
    #[inline(always)]
    pub(super) fn crossing<const KIND: usize, const OTHER: usize>(&self, unit: usize, other: usize) -> u32 {
        let crossings = match (KIND, OTHER) {
            (BOX, ROW) => &self.region_rows,
            (BOX, _) => &self.region_columns,
            (ROW, _) => &self.row_regions,
            _ => &self.column_regions,
        };
        crossings[unit % WIDTH][other % WIDTH]
    }

    /// The further houses of a cell, as bits.
    #[inline(always)]
    pub(super) fn houses_of(&self, cell: usize) -> u32 {
        self.houses.as_ref().and_then(|houses| houses.of_cell.get(cell)).copied().unwrap_or_default()
    }

    /// Those that have a place for each digit, as bits.
    #[inline(always)]
    pub(super) fn full_houses(&self) -> u32 {
        self.houses.as_ref().map_or(0, |houses| houses.full)
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
    pub(super) fn parts<const KIND: usize>(&self, unit: usize, item: usize, choice: usize) -> [usize; 3] {
        match KIND {
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
