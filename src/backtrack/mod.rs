//! [`Engine::Backtrack`](crate::Engine::Backtrack): one puzzle, by the branchless backtracking loop.
//!
//! A [`BacktrackSearch`] packs the open cells of a board into an array, in the order of the search, and keeps one mask
//! of free digits for each row, column and box. A kernel walks up and down the array. It places the lowest digit that
//! the current cell can still take and moves one cell forward, or finds none and moves one cell back. A digit is always
//! a bit, from bit 0 on.
//!
//! A board may have any [layout](crate::Layout): the kernels know only the indices of three masks, of a cell's row,
//! column and region. The cells of further houses have more masks; for them there is the [plain loop](plain).
//!
//! Each visit to a cell, forward or back, is one *step*. All kernels count steps in the same way, and after the same
//! number of steps they leave the same position, digits and masks.

mod look_ahead;
mod order;
mod plain;
mod portable;
#[cfg(test)]
mod tests;
#[cfg(any(test, feature = "trace"))]
pub(crate) mod trace;
mod units;
mod visit;
#[cfg(assembly)]
mod x86_64;

use core::mem::MaybeUninit;
use core::{ptr, slice};

pub use order::Order;
pub(crate) use visit::{BacktrackMemory, on_stack, on_stack_for};

use order::{Contradiction, OrderedBoard, UnitMasks};
use units::{Square, Units, square};

use crate::Board;
use crate::kernel::LoopKernel;
use crate::least::MAX_CELLS;

/// The number of masks: 256, so that an index of one byte is always in bounds. A 25x25 board uses 75, and more for its
/// further houses.
const MASKS: usize = 256;

/// The index of the mask of the first further house, of at most 32.
const FIRST_HOUSE: usize = 3 * MAX_SIDE;

/// The index of the mask of the guards, the records beyond the ends of the packed array.
const GUARD: u8 = 127;

/// A bit above all digits. It signals to the assembly that it has left the packed array.
const END: u32 = 1 << 31;

/// The number of records after the last open cell that a kernel may read: it looks three cells ahead.
const GUARDS_BEHIND: usize = 3;

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// Every open cell holds a digit. The next run searches for another solution.
    Solved,
    /// There are no more solutions.
    Exhausted,
    /// The step limit was reached. The next run continues.
    OutOfSteps,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// Why the run stopped.
    pub(crate) reason: StopReason,
    /// The number of steps taken.
    pub(crate) steps: u64,
}

/// The clues of a board, and the number of its open cells.
struct ClueScan<const CELLS: usize> {
    /// Each clue as a bit, 0 in an open cell; [`BacktrackSearch::scan`] writes them all.
    clues: [MaybeUninit<u32>; CELLS],
    /// The clues of each row.
    rows: [u32; MAX_SIDE],
    /// The number of open cells up to the end of each row.
    row_ends: [u32; MAX_SIDE],
}

impl<const CELLS: usize> ClueScan<CELLS> {
    /// Each clue as a bit, 0 in an open cell.
    #[inline(always)]
    fn clues(&self) -> &[u32; CELLS] {
        // SAFETY: scans come from `BacktrackSearch::scan` alone, which writes every clue.
        unsafe { &*ptr::from_ref(&self.clues).cast() }
    }
}

/// Two equal clues share a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CluesCollide;

/// Each digit as a bit; 0 for an open cell.
const CLUE: [u32; 256] = {
    let mut clue = [0; 256];
    let mut digit = 1;
    while digit <= MAX_SIDE {
        clue[digit] = 1 << (digit - 1);
        digit += 1;
    }
    clue
};

/// The side of the largest board.
const MAX_SIDE: usize = 25;

/// An open cell: one record of the packed array.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct OpenCell {
    lookahead: MaybeUninit<Lookahead>,
    cell: Cell,
}

/// What was read ahead in a cell, for when the search returns to it.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Lookahead {
    /// Candidates of this cell not yet tried, given the digits placed before it.
    remaining: u32,
    /// The free digits of the next open cell, given the digits placed before this one.
    next_free: u32,
    /// The free digits of the open cell after that, given the digits placed before this one.
    second_free: u32,
}

/// The part of the record that the set-up writes.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Cell {
    /// The indices of the masks of the cell's row, column and box; then 0.
    units: [u8; 4],
    /// The digit in the cell, as a bit; 0 for none.
    tried: u32,
    /// All ones if the next open cell is a peer of this one, else 0; then the same for the open cell after that. With
    /// further houses, which no kernel knows: those of the cell, as bits.
    is_peer: [u32; 2],
}

impl Cell {
    /// Returns a cell without a digit, of this row, column and region. The next two cells count as peers until [`link`]
    /// has run.
    const fn empty([row, column, region]: [u8; 3], side: usize) -> Self {
        let side = side as u8;
        Self { units: [row, side + column, 2 * side + region, 0], ..Self::GUARD }
    }

    /// A record beyond an end of the packed array.
    const GUARD: Self = Self { units: [GUARD, GUARD, GUARD, 0], tried: 0, is_peer: [u32::MAX; 2] };
}

impl OpenCell {
    /// Writes the cell of a record; its look-ahead may stay uninitialized.
    #[inline(always)]
    fn place(record: &mut MaybeUninit<Self>, cell: Cell) {
        // SAFETY: the field is within the record.
        unsafe { (&raw mut (*record.as_mut_ptr()).cell).write(cell) };
    }

    /// A guard: its remaining candidates are the bit that stops the assembly.
    const GUARD: Self = Self {
        lookahead: MaybeUninit::new(Lookahead { remaining: END, next_free: 0, second_free: 0 }),
        cell: Cell::GUARD,
    };
}

/// Determines, for the cell at `index` and for the next one, which of the two cells after it are its peers. Does
/// nothing if fewer than four records are left.
#[inline(always)]
fn link(cells: &mut [OpenCell], index: usize) {
    let Some([one, two, three, four]) = cells.get_mut(index..index + 4) else { return };
    let units = |open: &OpenCell| u32::from_le_bytes(open.cell.units);
    let here = [units(one), units(one), units(two), units(two)];
    let others = [units(two), units(three), units(three), units(four)];
    let mut is_peer = [0; 4];
    for ((is_peer, here), other) in is_peer.iter_mut().zip(here).zip(others) {
        // All bytes are below 128: adding 127 sets the high bit of each byte that differs.
        let differ = ((here ^ other) + 0x007f_7f7f) & 0x0080_8080;
        *is_peer = if differ == 0x0080_8080 { 0 } else { u32::MAX };
    }
    [one.cell.is_peer, two.cell.is_peer] = [[is_peer[0], is_peer[1]], [is_peer[2], is_peer[3]]];
}

/// The packed array: a record for each cell of the largest board, and guards at both ends.
#[repr(C)]
struct PackedCells {
    in_front: MaybeUninit<OpenCell>,
    cells: [MaybeUninit<OpenCell>; MAX_CELLS],
    behind: [MaybeUninit<OpenCell>; GUARDS_BEHIND],
}

impl PackedCells {
    /// All records; those of the cells begin at index 1.
    fn records(&mut self) -> &mut [MaybeUninit<OpenCell>] {
        // SAFETY: the struct is `repr(C)` and consists of exactly this many records.
        unsafe { slice::from_raw_parts_mut(ptr::from_mut(self).cast(), 1 + MAX_CELLS + GUARDS_BEHIND) }
    }
}

/// The numbers of the bits that are set, each below 32.
#[inline(always)]
fn each(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize % 32);
        bits &= bits.wrapping_sub(1);
        bit
    })
}

/// # Safety
///
/// All records must be initialized.
unsafe fn assume_init(records: &mut [MaybeUninit<OpenCell>]) -> &mut [OpenCell] {
    // SAFETY: `MaybeUninit<T>` has the layout of `T`, and the caller guarantees that all are initialized.
    unsafe { &mut *(ptr::from_mut(records) as *mut [OpenCell]) }
}

/// A backtracking search through the open cells of a board of any layout.
///
/// Boards are digits from 1 to the side, row by row, with 0 in open cells.
pub(crate) struct BacktrackSearch {
    packed: PackedCells,
    /// The number of cells in a unit of the board.
    side: usize,
    /// For each row, then each column, then each region: the digits that it lacks. From [`FIRST_HOUSE`] on, the same
    /// for each further house.
    free: [u32; MASKS],
    /// The number of open cells, which is also the number of records initialized in `packed.cells`.
    open: usize,
    /// Whether the cells have further houses.
    has_houses: bool,
    /// The open cell to visit next: `open` after the last cell, `usize::MAX` before the first.
    position: usize,
    /// Whether the last run stopped at a solution.
    at_solution: bool,
    /// Whether the look-ahead in the packed array agrees with the position, the digits and the masks.
    lookahead_is_valid: bool,
}

/// What the set-up reads of a size, computed at compile time.
impl<const CELLS: usize> ClueScan<CELLS> {
    /// The number of rows in a box.
    const ORDER: usize = Board::<CELLS>::ORDER;

    /// The number of cells in a unit, and of digits.
    const SIDE: usize = Board::<CELLS>::SIDE;

    /// Every cell of the board, without a digit.
    const BOARD: &'static [Cell; CELLS] = &{
        let (mut board, units) = ([Cell::GUARD; CELLS], square::<CELLS>());
        let mut cell = 0;
        while cell < CELLS {
            board[cell] = Cell::empty(units[cell], Self::SIDE);
            cell += 1;
        }
        board
    };
}

impl BacktrackSearch {
    /// Initializes an exhausted search without a board. This is cheap; the search can be set up any number of times.
    ///
    /// # Safety
    ///
    /// `search` is valid for writes.
    unsafe fn write_new(search: *mut Self) {
        // SAFETY: the caller guarantees the memory; the pointers to its fields are made without references. The
        // records of `packed` may stay uninitialized.
        unsafe {
            (&raw mut (*search).free).write([0; MASKS]);
            (&raw mut (*search).side).write(0);
            (&raw mut (*search).open).write(0);
            (&raw mut (*search).has_houses).write(false);
            (&raw mut (*search).position).write(usize::MAX);
            (&raw mut (*search).at_solution).write(false);
            (&raw mut (*search).lookahead_is_valid).write(false);
        }
    }

    /// Creates an exhausted search without a board.
    #[cfg(any(test, feature = "trace"))]
    pub(crate) const fn new() -> Self {
        Self {
            packed: PackedCells {
                in_front: MaybeUninit::uninit(),
                cells: [MaybeUninit::uninit(); MAX_CELLS],
                behind: [MaybeUninit::uninit(); GUARDS_BEHIND],
            },
            side: 0,
            free: [0; MASKS],
            open: 0,
            has_houses: false,
            position: usize::MAX,
            at_solution: false,
            lookahead_is_valid: false,
        }
    }

    /// Sets up a board with its open cells in order, row by row.
    ///
    /// Digits are at most the side of the board; greater ones give an unspecified result.
    ///
    /// # Errors
    ///
    /// [`CluesCollide`] if a unit holds two equal clues. The search is then exhausted.
    pub(crate) fn set_up_rows<const CELLS: usize>(
        &mut self,
        digits: &[u8; CELLS],
    ) -> Result<(), CluesCollide> {
        let scan = self.scan(digits);
        let open = scan.row_ends[ClueScan::<CELLS>::SIDE - 1] as usize;
        // SAFETY: `scan` has written that many records.
        let cells = unsafe { self.guard::<CELLS>(open) };
        // The last two of each row. All others are followed by two cells of their row: "peer", as `scan` wrote.
        for &row_end in &scan.row_ends[..ClueScan::<CELLS>::SIDE] {
            link(cells, (row_end as usize).saturating_sub(2));
        }
        self.start(&scan, open)
    }

    /// Sets up a board with its open cells in its order.
    fn set_up<const CELLS: usize, U: Units<CELLS>>(&mut self, board: &OrderedBoard<CELLS, U>) {
        let (side, mut open, mut has_houses) = (board.units.side(), 0, false);
        for (record, &cell) in self.packed.cells.iter_mut().take(CELLS).zip(board.open()) {
            let (units, houses) = board.units.of_cell(cell.into());
            has_houses |= houses != 0;
            OpenCell::place(record, Cell { is_peer: [houses, 0], ..Cell::empty(units, side) });
            open += 1;
        }
        // SAFETY: the loop has written that many records.
        let cells = unsafe { self.guard::<CELLS>(open) };
        if !has_houses {
            for index in (0..open).step_by(2) {
                link(cells, index);
            }
        }
        let UnitMasks { units, houses } = &board.free;
        for (free, masks) in self.free.chunks_exact_mut(side.max(1)).zip(units) {
            free.iter_mut().zip(masks).for_each(|(free, mask)| *free = *mask);
        }
        self.free[FIRST_HOUSE..][..houses.len()].copy_from_slice(houses);
        self.begin(side, open, 0, has_houses);
    }

    /// Reads the clues of a board and writes a record for each open cell, row by row.
    #[inline(always)]
    fn scan<const CELLS: usize>(&mut self, digits: &[u8; CELLS]) -> ClueScan<CELLS> {
        let mut scan =
            ClueScan { clues: [MaybeUninit::uninit(); CELLS], rows: [0; MAX_SIDE], row_ends: [0; MAX_SIDE] };
        let mut open = 0;
        let totals = scan.rows.iter_mut().zip(&mut scan.row_ends);
        let clues = scan.clues.chunks_exact_mut(ClueScan::<CELLS>::SIDE);
        let rows = ClueScan::<CELLS>::BOARD
            .chunks_exact(ClueScan::<CELLS>::SIDE)
            .zip(digits.chunks_exact(ClueScan::<CELLS>::SIDE));
        for ((row, row_end), (clues, (cells, digits))) in totals.zip(clues.zip(rows)) {
            let mut all = 0;
            for (clue, (&empty, &digit)) in clues.iter_mut().zip(cells.iter().zip(digits)) {
                all |= *clue.write(CLUE[usize::from(digit)]);
                // SAFETY: `open` is at most the number of cells before this one.
                let record = unsafe { self.packed.cells.get_unchecked_mut(open) };
                // Always written; kept only if the cell is open.
                OpenCell::place(record, empty);
                open += usize::from(digit == 0);
            }
            (*row, *row_end) = (all, open as u32);
        }
        scan
    }

    /// Writes the guards at both ends of the packed array, so the assembly can look ahead from every cell. Returns the
    /// cells and the guards after them.
    ///
    /// # Safety
    ///
    /// The first `open` records of cells must be initialized.
    unsafe fn guard<const CELLS: usize>(&mut self, open: usize) -> &mut [OpenCell] {
        self.free[usize::from(GUARD)] = END;
        self.packed.in_front.write(OpenCell::GUARD);
        debug_assert!(open <= CELLS, "more open cells than cells");
        // Guaranteed by the caller; stated for the compiler.
        let open = open.min(CELLS);
        let cells = &mut self.packed.records()[1..][..open + GUARDS_BEHIND];
        for behind in &mut cells[open..] {
            behind.write(OpenCell::GUARD);
        }
        // SAFETY: the caller guarantees the cells, and the guards have just been written.
        unsafe { assume_init(cells) }
    }

    /// Returns the number of open cells, with its bound visible to the compiler.
    #[inline(always)]
    fn open(&self) -> usize {
        debug_assert!(self.open <= MAX_CELLS, "more open cells than cells");
        self.open.min(MAX_CELLS)
    }

    /// Sets the masks to the digits that the clues leave free, and the position to the first cell.
    #[inline]
    fn start<const CELLS: usize>(&mut self, scan: &ClueScan<CELLS>, open: usize) -> Result<(), CluesCollide> {
        let (clues, rows) = (scan.clues(), &scan.rows);
        let side = ClueScan::<CELLS>::SIDE;
        let mut columns = [0; MAX_SIDE];
        let mut boxes = [0; MAX_SIDE];
        // The sum of the clues in each column.
        let mut sums = [0; MAX_SIDE];

        let bands = clues.chunks_exact(side * ClueScan::<CELLS>::ORDER);
        for (boxes, band) in boxes.chunks_exact_mut(ClueScan::<CELLS>::ORDER).zip(bands) {
            // The clues of each minicolumn of the band.
            let mut minicolumns = [0; MAX_SIDE];
            for clues in band.chunks_exact(side) {
                for ((minicolumn, sum), clue) in minicolumns.iter_mut().zip(&mut sums).zip(clues) {
                    *minicolumn |= clue;
                    *sum += clue;
                }
            }
            for (column, minicolumn) in columns[..side].iter_mut().zip(&minicolumns) {
                *column |= minicolumn;
            }
            for (r#box, minicolumns) in
                boxes.iter_mut().zip(minicolumns.chunks_exact(ClueScan::<CELLS>::ORDER))
            {
                *r#box = minicolumns.iter().fold(0, |clues, minicolumn| clues | minicolumn);
            }
        }

        let all = (1 << side) - 1;
        for (free, units) in self.free.chunks_exact_mut(side).zip([rows, &columns, &boxes]) {
            for (free, clues) in free.iter_mut().zip(units) {
                *free = all & !clues;
            }
        }

        // Equal clues in a unit share one bit of its mask, so the mask is less than their sum. If no column has equal
        // clues, the masks of all rows, and those of all boxes, add up to those of all columns exactly when no row or
        // box has equal clues.
        let collisions = sums[..side].iter().zip(&columns).fold(0, |all, (sum, mask)| all | sum ^ mask);
        let total = |masks: &[u32; MAX_SIDE]| masks[..side].iter().sum::<u32>();
        let agree = (collisions == 0) & (total(rows) == total(&columns)) & (total(&boxes) == total(&columns));

        self.begin(side, open, if agree { 0 } else { usize::MAX }, false);
        if agree { Ok(()) } else { Err(CluesCollide) }
    }

    /// Puts the search at a position of a new board.
    #[inline(always)]
    fn begin(&mut self, side: usize, open: usize, position: usize, has_houses: bool) {
        (self.side, self.open, self.position, self.has_houses) = (side, open, position, has_houses);
        (self.at_solution, self.lookahead_is_valid) = (false, false);
    }

    /// Continues the search for at most `step_limit` steps.
    ///
    /// After a solution, the search steps back into the last open cell. An exhausted search stays exhausted.
    pub(crate) fn run(&mut self, kernel: LoopKernel, step_limit: u64) -> Stop {
        if self.at_solution {
            self.position = self.open.wrapping_sub(1);
        }
        if self.position > self.open {
            self.at_solution = false;
            return Stop { reason: StopReason::Exhausted, steps: 0 };
        }
        if !self.lookahead_is_valid && !self.has_houses {
            self.fill_lookahead();
            self.lookahead_is_valid = true;
        }
        let steps = match kernel {
            _ if self.has_houses => {
                let open = self.open();
                // SAFETY: the set-up has initialized `open` records.
                let cells = unsafe { assume_init(&mut self.packed.cells[..open]) };
                let (position, steps) = plain::run::<true>(cells, &mut self.free, self.position, step_limit);
                self.position = position;
                steps
            }
            LoopKernel::Portable => {
                let records = 1 + self.open() + GUARDS_BEHIND;
                // SAFETY: the set-up has initialized the open cells and the guards.
                let records = unsafe { assume_init(&mut self.packed.records()[..records]) };
                // SAFETY: `fill_lookahead` has written the look-ahead of the cells up to the position, or the kernels
                // have, and the set-up that of the guard in front.
                let (position, steps) =
                    unsafe { portable::run(records, &mut self.free, self.position, step_limit) };
                self.position = position;
                steps
            }
            #[cfg(assembly)]
            LoopKernel::Assembly(bmi1) => self.run_assembly(bmi1, step_limit),
        };
        self.at_solution = self.position == self.open;
        let reason = if self.at_solution {
            StopReason::Solved
        } else if self.position > self.open {
            StopReason::Exhausted
        } else {
            StopReason::OutOfSteps
        };
        Stop { reason, steps }
    }

    /// The initialized records, in the order of the search.
    fn cells(&self) -> &[OpenCell] {
        let cells = &self.packed.cells[..self.open()];
        // SAFETY: the set-up has initialized `open` records.
        unsafe { &*(ptr::from_ref(cells) as *const [OpenCell]) }
    }

    /// Writes the digits of the open cells to a board and leaves the other cells unchanged.
    pub(crate) fn write_solution(&self, digits: &mut [u8]) {
        for open in self.cells() {
            let Cell { units: [row, column, ..], tried, .. } = open.cell;
            // The indices of columns follow those of the rows.
            let cell = (usize::from(row) * self.side + usize::from(column)).wrapping_sub(self.side);
            // Always in range: every record's cell is on the board.
            if let Some(digit) = digits.get_mut(cell) {
                *digit = (u32::BITS - tried.leading_zeros()) as u8;
            }
        }
    }

    /// The open cell to visit next: `open` at a solution, `usize::MAX` when exhausted.
    #[cfg(test)]
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The digit in each open cell, as a bit, in the order of the search; 0 for none.
    #[cfg(any(test, feature = "trace"))]
    pub(crate) fn tried(&self) -> impl Iterator<Item = u32> {
        self.cells().iter().map(|open| open.cell.tried)
    }

    /// The free digits of each row, then of each column, then of each box.
    #[cfg(any(test, feature = "trace"))]
    pub(crate) fn free(&self) -> &[u32] {
        &self.free[..3 * self.side]
    }
}
