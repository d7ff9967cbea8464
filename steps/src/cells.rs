//! Sets of cells as bits: units and peers.

use core::ops::{BitAnd, BitOr};

use lanedoku::Unit;

/// A set of cells: bit `c` for cell `c`.
pub(super) type CellMask = u128;

/// All cells.
pub(super) const ALL_CELLS: CellMask = (1 << 81) - 1;

/// The number of units: nine rows, nine columns, nine boxes.
pub(super) const UNITS: usize = 27;

/// The first units of each kind in [`UNIT_CELLS`].
pub(super) const ROWS: usize = 0;
pub(super) const COLUMNS: usize = 9;
pub(super) const BOXES: usize = 18;

/// The cells of each unit: rows, columns, boxes.
pub(super) const UNIT_CELLS: [CellMask; UNITS] = {
    let (mut units, mut cell) = ([0; UNITS], 0);
    while cell < 81 {
        let [row, column, box_] = units_of(cell);
        units[row] |= bit(cell);
        units[column] |= bit(cell);
        units[box_] |= bit(cell);
        cell += 1;
    }
    units
};

/// The number of units as a power of two, for tables that a masked index cannot miss.
pub(super) const UNIT_SLOTS: usize = 32;

/// The cells of each unit in order, filled up with 0.
pub(super) const CELLS_OF: [[u8; 16]; UNIT_SLOTS] = {
    let (mut cells, mut cell) = ([[0; 16]; UNIT_SLOTS], 0);
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            cells[units_of(cell)[kind]][places_of(cell)[kind]] = cell as u8;
            kind += 1;
        }
        cell += 1;
    }
    cells
};

/// The cells that share a unit with each cell.
pub(super) const PEERS: [CellMask; 81] = {
    let (mut peers, mut cell) = ([0; 81], 0);
    while cell < 81 {
        let [row, column, box_] = units_of(cell);
        peers[cell] = (UNIT_CELLS[row] | UNIT_CELLS[column] | UNIT_CELLS[box_]) & !bit(cell);
        cell += 1;
    }
    peers
};

/// The row, column and box of a cell as indices of [`UNIT_CELLS`].
pub(super) const fn units_of(cell: usize) -> [usize; 3] {
    [ROWS + cell / 9, COLUMNS + cell % 9, BOXES + cell / 27 * 3 + cell % 9 / 3]
}

/// A unit of a cell, and the place of the cell in it as a bit.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub unit: u8,
    pub place: u16,
}

/// The row, column and box of each cell with the places in them.
pub(super) const SPOTS: [[Spot; 3]; 81] = {
    let (mut spots, mut cell) = ([[Spot { unit: 0, place: 0 }; 3]; 81], 0);
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            let (unit, place) = (units_of(cell)[kind], places_of(cell)[kind]);
            spots[cell][kind] = Spot { unit: unit as u8, place: 1 << place };
            kind += 1;
        }
        cell += 1;
    }
    spots
};

/// The row (0), column (1) or box (2) of a cell as an index of [`UNIT_CELLS`].
pub(super) const fn unit_of(cell: usize, kind: usize) -> usize {
    units_of(cell)[kind % 3]
}

/// The cells of a unit.
pub(super) const fn cells_of(unit: usize) -> CellMask {
    UNIT_CELLS[unit % UNITS]
}

/// The cells that share a unit with a cell.
pub(super) const fn peers_of(cell: usize) -> CellMask {
    if cell < 81 { PEERS[cell] } else { 0 }
}

/// The place of a cell in its row, column and box, from 0.
pub(super) const fn places_of(cell: usize) -> [usize; 3] {
    [cell % 9, cell / 9, cell / 9 % 3 * 3 + cell % 3]
}

/// Iterates over the cells at some places of a unit, in order.
pub(super) fn cells_at(unit: usize, places: u16) -> impl Iterator<Item = usize> {
    let cells = CELLS_OF[unit % UNIT_SLOTS];
    members(places).map(move |place| usize::from(cells[place]))
}

/// Returns the cells at some places of a unit as a set.
pub(super) fn set_at(unit: usize, places: u16) -> CellMask {
    cells_at(unit, places).fold(0, |set, cell| set | bit(cell))
}

/// Iterates over the cells of a set in ascending order. Shows the compiler that each is below 81, which saves bounds
/// checks.
#[inline(always)]
pub(super) fn each(cells: CellMask) -> impl Iterator<Item = usize> {
    each_up_to::<80>(cells)
}

/// Iterates over the bits that are set, of which the last may be `LAST`, in ascending order.
#[inline(always)]
pub(super) fn each_up_to<const LAST: usize>(cells: u128) -> impl Iterator<Item = usize> {
    let (mut low, mut high) = (cells as u64, (cells >> 64) as u64);
    core::iter::from_fn(move || {
        if low != 0 {
            let cell = low.trailing_zeros() as usize;
            low &= low - 1;
            Some(cell % 64)
        } else if high != 0 {
            let cell = 64 + high.trailing_zeros() as usize;
            high &= high - 1;
            Some(cell.min(LAST))
        } else {
            None
        }
    })
}

/// A set of places of a unit, or of digits: bits from 0.
pub(super) trait PlaceSet: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// The most places of a unit.
    const MOST: usize;
    const EMPTY: Self;

    /// The set of one place.
    fn of(place: usize) -> Self;
    /// The places below one.
    fn below(place: usize) -> Self;
    fn count(self) -> u32;
    /// Iterates over the places, in ascending order.
    fn members(self) -> impl Iterator<Item = usize>;
}

/// The sets of 9x9 boards, some with a further element, or two.
impl PlaceSet for u16 {
    const MOST: usize = 9;
    const EMPTY: u16 = 0;

    #[inline(always)]
    fn of(place: usize) -> u16 {
        1 << (place % 16)
    }

    #[inline(always)]
    fn below(place: usize) -> u16 {
        (1 << (place % 16)) - 1
    }

    /// By table: processors without an instruction for it are slow.
    #[inline(always)]
    fn count(self) -> u32 {
        const COUNTS: [u8; 1024] = {
            let (mut counts, mut bits) = ([0; 1024], 0_usize);
            while bits < 1024 {
                counts[bits] = bits.count_ones() as u8;
                bits += 1;
            }
            counts
        };
        COUNTS[usize::from(self) % 1024].into()
    }

    #[inline(always)]
    fn members(self) -> impl Iterator<Item = usize> {
        members(self)
    }
}

/// The sets of boards of any layout.
impl PlaceSet for u32 {
    const MOST: usize = 25;
    const EMPTY: u32 = 0;

    #[inline(always)]
    fn of(place: usize) -> u32 {
        1 << (place % 32)
    }

    #[inline(always)]
    fn below(place: usize) -> u32 {
        (1 << (place % 32)) - 1
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn members(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        core::iter::from_fn(move || {
            let first = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (first < 32).then_some(first)
        })
    }
}

/// Iterates over the bits that are set, in ascending order.
pub(super) fn members(bits: u16) -> impl Iterator<Item = usize> {
    let mut rest = bits;
    core::iter::from_fn(move || {
        let first = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (first < 16).then_some(first)
    })
}

/// A set of one cell; the empty set for 128 and more.
pub(super) const fn bit(cell: usize) -> CellMask {
    if cell < 128 { 1 << cell } else { 0 }
}

/// The unit with an index of [`UNIT_CELLS`].
pub(super) const fn unit(index: usize) -> Unit {
    match index {
        0..COLUMNS => Unit::Row(index),
        COLUMNS..BOXES => Unit::Column(index - COLUMNS),
        _ => Unit::Box(index - BOXES),
    }
}
