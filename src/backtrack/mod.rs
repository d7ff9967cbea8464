//! One puzzle, one open cell a step: the branchless backtracking loop.
//!
//! A [`Search`] packs the open cells of a board into an array, in the order in which they are to be
//! filled, and keeps one mask of free digits for each row, column and box. A kernel walks up and
//! down that array: it places the lowest digit that the current cell can still take and goes one
//! cell forward, or finds none and goes one cell back. A digit is only ever a bit, from bit 0 on.
//!
//! Each visit of a cell, forward or back, is one *step*. All kernels count it the same way, and after
//! the same number of steps they leave the same position, the same digits and the same masks.

mod order;
mod portable;
#[cfg(test)]
mod tests;
mod units;
mod visit;
#[cfg(assembly)]
mod x86_64;

use core::mem::MaybeUninit;
use core::{ptr, slice};

pub use order::Order;
pub(crate) use visit::visit;

use order::{Dead, Prepared};

use crate::Board;
use crate::kernel::LoopKernel;
use crate::units::row_column_box;

/// How many masks there is room for: as many as an index of one byte reaches, so that no index is
/// out of bounds. A 25x25 board has 75 rows, columns and boxes.
const MASKS: usize = 256;

/// The mask that belongs to the guards, the records beyond the ends of the packed array.
const GUARD: u8 = 127;

/// The bit, no digit, by which the assembly knows that it has left the packed array.
const END: u32 = 1 << 31;

/// How many records behind the last open cell a kernel may read: it looks three cells ahead.
const GUARDS_BEHIND: usize = 3;

/// Why a run has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// Every open cell holds a digit. The next run searches on for another solution.
    Solved,
    /// There is no further solution.
    Exhausted,
    /// The limit was reached first. The next run continues.
    OutOfSteps,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// Why the run has stopped.
    pub(crate) reason: StopReason,
    /// How many steps it has taken.
    pub(crate) steps: u64,
}

/// What one scan of a board finds, besides the open cells.
struct Scan<const CELLS: usize> {
    /// The clue in each cell as a bit, 0 in an open cell; [`Search::scan`] writes them all.
    clues: [MaybeUninit<u32>; CELLS],
    /// The clues of each row.
    rows: [u32; MAX_SIDE],
    /// The number of open cells up to the end of each row.
    row_ends: [u32; MAX_SIDE],
}

impl<const CELLS: usize> Scan<CELLS> {
    /// The clue in each cell as a bit, 0 in an open cell.
    #[inline(always)]
    fn clues(&self) -> &[u32; CELLS] {
        // SAFETY: scans come from `Search::scan` alone, which writes every clue.
        unsafe { &*ptr::from_ref(&self.clues).cast() }
    }
}

/// Two equal clues stand in one row, column or box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CluesCollide;

/// Each digit as a bit; 0, an open cell, as none.
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
    /// For the assembly, which comes back to it; Rust only writes it.
    read_ahead: MaybeUninit<ReadAhead>,
    cell: Cell,
}

/// What the assembly keeps in a cell for the way back.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct ReadAhead {
    /// Candidates of this cell not tried yet, given the digits placed before it.
    remaining: u32,
    /// The free digits of the next open cell, given the digits placed before this one.
    next_free: u32,
    /// The free digits of the open cell after that, given the digits placed before this one.
    second_free: u32,
}

/// What the set-up writes: where a cell is on the board, and what it holds.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Cell {
    /// The indices of the masks of the cell's row, column and box, and a zero.
    units: [u8; 4],
    /// The digit that stands in the cell, as a bit; 0 for none.
    tried: u32,
    /// For the assembly: all ones if the next open cell is a peer of this one, else 0; the same for the
    /// open cell after that.
    is_peer: [u32; 2],
}

impl Cell {
    /// A cell without a digit, on a board with boxes of `order` x `order` cells. The next two are peers,
    /// until [`link`] finds out.
    const fn empty(cell: usize, order: usize) -> Self {
        let side = order * order;
        let [row, column, r#box] = row_column_box(cell, order);
        let units = [row as u8, (side + column) as u8, (2 * side + r#box) as u8, 0];
        Self { units, ..Self::GUARD }
    }

    /// Beyond an end of the packed array.
    const GUARD: Self = Self { units: [GUARD, GUARD, GUARD, 0], tried: 0, is_peer: [u32::MAX; 2] };
}

impl OpenCell {
    /// Makes a record in which nothing has been read ahead: writes its half, initializes all of it.
    #[inline(always)]
    fn place(record: &mut MaybeUninit<Self>, cell: Cell) {
        // SAFETY: the field is within the record.
        unsafe { (&raw mut (*record.as_mut_ptr()).cell).write(cell) };
    }

    /// A guard: what is left to try in it is the bit that stops the assembly.
    const GUARD: Self = Self {
        read_ahead: MaybeUninit::new(ReadAhead { remaining: END, next_free: 0, second_free: 0 }),
        cell: Cell::GUARD,
    };
}

/// Finds out for two cells in a row, the first of them at `index`, which of the two that follow them
/// are their peers. Does nothing unless two do follow.
#[inline(always)]
fn link(cells: &mut [OpenCell], index: usize) {
    let Some([one, two, three, four]) = cells.get_mut(index..index + 4) else { return };
    let units = |open: &OpenCell| u32::from_le_bytes(open.cell.units);
    let here = [units(one), units(one), units(two), units(two)];
    let others = [units(two), units(three), units(three), units(four)];
    let mut is_peer = [0; 4];
    for ((is_peer, here), other) in is_peer.iter_mut().zip(here).zip(others) {
        // Three bytes below 128: adding 127 sets the high bit of all in which the cells differ.
        let differ = ((here ^ other) + 0x007f_7f7f) & 0x0080_8080;
        *is_peer = if differ == 0x0080_8080 { 0 } else { u32::MAX };
    }
    [one.cell.is_peer, two.cell.is_peer] = [[is_peer[0], is_peer[1]], [is_peer[2], is_peer[3]]];
}

/// The packed array: room for every cell of the board, and for guards in front and behind.
#[repr(C)]
struct Packed<const CELLS: usize> {
    in_front: MaybeUninit<OpenCell>,
    cells: [MaybeUninit<OpenCell>; CELLS],
    behind: [MaybeUninit<OpenCell>; GUARDS_BEHIND],
}

impl<const CELLS: usize> Packed<CELLS> {
    /// All records, those of the cells from index 1 on.
    fn records(&mut self) -> &mut [MaybeUninit<OpenCell>] {
        // SAFETY: this is nothing but so many records, one after the other.
        unsafe { slice::from_raw_parts_mut(ptr::from_mut(self).cast(), 1 + CELLS + GUARDS_BEHIND) }
    }
}

/// # Safety
///
/// All of the records are initialized.
unsafe fn assume_init(records: &mut [MaybeUninit<OpenCell>]) -> &mut [OpenCell] {
    // SAFETY: the layouts are the same, and the caller promises the rest.
    unsafe { &mut *(ptr::from_mut(records) as *mut [OpenCell]) }
}

/// A backtracking search through the open cells of one board of `CELLS` cells: 16 (4x4), 81 (9x9),
/// 256 (16x16) or 625 (25x25).
///
/// Digits go in and out as numbers from 1 to the side of the board, row by row, 0 for an open cell.
pub(crate) struct Search<const CELLS: usize> {
    packed: Packed<CELLS>,
    /// For each row, then each column, then each box: the digits that it does not hold.
    free: [u32; MASKS],
    /// The number of open cells: so many records of `packed.cells` are initialized.
    open: usize,
    /// The open cell that is visited next. `open` behind the last cell, `usize::MAX` in front of the
    /// first one.
    position: usize,
    /// Whether the last run ended at a solution.
    at_solution: bool,
    /// Whether what the assembly keeps in the packed array agrees with position, digits and masks.
    read_ahead: bool,
}

impl<const CELLS: usize> Search<CELLS> {
    /// Rows in a box.
    const ORDER: usize = Board::<CELLS>::ORDER;

    /// Cells in a unit, and the number of digits.
    const SIDE: usize = Board::<CELLS>::SIDE;

    /// Every cell of the board, without a digit.
    const BOARD: &'static [Cell; CELLS] = &{
        let mut board = [Cell::GUARD; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            board[cell] = Cell::empty(cell, Self::ORDER);
            cell += 1;
        }
        board
    };

    /// A search without a board: exhausted from the start. Costs little; a search can be set up
    /// again and again.
    pub(crate) const fn new() -> Self {
        Self {
            packed: Packed {
                in_front: MaybeUninit::uninit(),
                cells: [MaybeUninit::uninit(); CELLS],
                behind: [MaybeUninit::uninit(); GUARDS_BEHIND],
            },
            free: [0; MASKS],
            open: 0,
            position: usize::MAX,
            at_solution: false,
            read_ahead: false,
        }
    }

    /// Sets the search up for a board whose open cells are filled row by row.
    ///
    /// The digits are from 0 to the side of the board; what a greater one means is not specified.
    ///
    /// # Errors
    ///
    /// [`CluesCollide`] if a row, column or box holds two equal clues. The search is exhausted then.
    pub(crate) fn set_up_rows(&mut self, digits: &[u8; CELLS]) -> Result<(), CluesCollide> {
        let scan = self.scan(digits);
        let open = scan.row_ends[Self::SIDE - 1] as usize;
        // SAFETY: so many records have been written and kept.
        let cells = unsafe { self.guard(open) };
        // The others are followed by two cells of their row.
        for &row_end in &scan.row_ends[..Self::SIDE] {
            link(cells, (row_end as usize).saturating_sub(2));
        }
        self.start(&scan, open)
    }

    /// Sets the search up for a board whose open cells are filled in the given order: the indices of
    /// all open cells, row by row, each once.
    ///
    /// # Errors
    ///
    /// [`CluesCollide`] if a row, column or box holds two equal clues. The search is exhausted then.
    ///
    /// Any other order is safe, too, but its search says nothing about the board: the last cell stands for all
    /// beyond the board, and no more cells are taken than the board has.
    pub(crate) fn set_up(&mut self, digits: &[u8; CELLS], order: &[u16]) -> Result<(), CluesCollide> {
        let scan = self.scan(digits);
        let mut open = 0;
        for (record, &cell) in self.packed.cells.iter_mut().zip(order) {
            OpenCell::place(record, Self::BOARD[usize::from(cell).min(CELLS - 1)]);
            open += 1;
        }
        // SAFETY: so many records have just been written.
        let cells = unsafe { self.guard(open) };
        for index in (0..open).step_by(2) {
            link(cells, index);
        }
        self.start(&scan, open)
    }

    /// Takes the clues from a board, and writes a record for each open cell, row by row.
    #[inline(always)]
    fn scan(&mut self, digits: &[u8; CELLS]) -> Scan<CELLS> {
        let mut scan =
            Scan { clues: [MaybeUninit::uninit(); CELLS], rows: [0; MAX_SIDE], row_ends: [0; MAX_SIDE] };
        let mut open = 0;
        let totals = scan.rows.iter_mut().zip(&mut scan.row_ends);
        let clues = scan.clues.chunks_exact_mut(Self::SIDE);
        let rows = Self::BOARD.chunks_exact(Self::SIDE).zip(digits.chunks_exact(Self::SIDE));
        for ((row, row_end), (clues, (cells, digits))) in totals.zip(clues.zip(rows)) {
            let mut all = 0;
            for (clue, (&empty, &digit)) in clues.iter_mut().zip(cells.iter().zip(digits)) {
                all |= *clue.write(CLUE[usize::from(digit)]);
                // SAFETY: `open` is at most the number of cells seen before this one.
                let record = unsafe { self.packed.cells.get_unchecked_mut(open) };
                // Written in any case, kept only if the cell is open.
                OpenCell::place(record, empty);
                open += usize::from(digit == 0);
            }
            (*row, *row_end) = (all, open as u32);
        }
        scan
    }

    /// Writes the guards at both ends of the packed array, so that the assembly may look ahead from every
    /// cell. Returns the cells and the guards behind.
    ///
    /// # Safety
    ///
    /// The first `open` records of cells are initialized.
    unsafe fn guard(&mut self, open: usize) -> &mut [OpenCell] {
        self.free[usize::from(GUARD)] = END;
        self.packed.in_front.write(OpenCell::GUARD);
        // No more are initialized than there are: this only tells the compiler.
        let open = open.min(CELLS);
        let cells = &mut self.packed.records()[1..][..open + GUARDS_BEHIND];
        for behind in &mut cells[open..] {
            behind.write(OpenCell::GUARD);
        }
        // SAFETY: the caller has initialized the cells, and the guards behind are written now.
        unsafe { assume_init(cells) }
    }

    /// The number of open cells, which is at most that of all cells, and so can be seen to be.
    #[inline(always)]
    fn open(&self) -> usize {
        self.open.min(CELLS)
    }

    /// Fills the masks with what the clues leave free, and puts the search in front of its first
    /// step.
    #[inline]
    fn start(&mut self, scan: &Scan<CELLS>, open: usize) -> Result<(), CluesCollide> {
        let (clues, rows) = (scan.clues(), &scan.rows);
        let side = Self::SIDE;
        let mut columns = [0; MAX_SIDE];
        let mut boxes = [0; MAX_SIDE];
        // The sum of the clues in each column.
        let mut sums = [0; MAX_SIDE];

        let bands = clues.chunks_exact(side * Self::ORDER);
        for (boxes, band) in boxes.chunks_exact_mut(Self::ORDER).zip(bands) {
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
            for (r#box, minicolumns) in boxes.iter_mut().zip(minicolumns.chunks_exact(Self::ORDER)) {
                *r#box = minicolumns.iter().fold(0, |clues, minicolumn| clues | minicolumn);
            }
        }

        let all = (1 << side) - 1;
        for (free, units) in self.free.chunks_exact_mut(side).zip([rows, &columns, &boxes]) {
            for (free, clues) in free.iter_mut().zip(units) {
                *free = all & !clues;
            }
        }

        // Equal clues in a unit are one bit in its mask, which is then less than their sum. Where all
        // columns are right, the masks of all rows and of all boxes add up to those of all columns.
        let collisions = sums[..side].iter().zip(&columns).fold(0, |all, (sum, mask)| all | sum ^ mask);
        let total = |masks: &[u32; MAX_SIDE]| masks[..side].iter().sum::<u32>();
        let agree = (collisions == 0) & (total(rows) == total(&columns)) & (total(&boxes) == total(&columns));

        self.open = open;
        self.position = if agree { 0 } else { usize::MAX };
        self.at_solution = false;
        self.read_ahead = false;
        if agree { Ok(()) } else { Err(CluesCollide) }
    }

    /// Searches on from where the last run stopped, for at most `step_limit` steps.
    ///
    /// After a solution the search steps back into the last open cell and goes on: reaching a
    /// solution is just another reason to step back. An exhausted search stays exhausted.
    pub(crate) fn run(&mut self, kernel: LoopKernel, step_limit: u64) -> Stop {
        if self.at_solution {
            self.position = self.open.wrapping_sub(1);
        }
        if self.position > self.open {
            self.at_solution = false;
            return Stop { reason: StopReason::Exhausted, steps: 0 };
        }
        let steps = match kernel {
            LoopKernel::Portable => {
                self.read_ahead = false;
                let open = self.open();
                // SAFETY: the set-up has initialized `open` records.
                let cells = unsafe { assume_init(&mut self.packed.cells[..open]) };
                let (position, steps) = portable::run(cells, &mut self.free, self.position, step_limit);
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

    /// Writes the digits that stand in the open cells to a board; the other cells are left alone.
    pub(crate) fn write_solution(&self, digits: &mut [u8; CELLS]) {
        for open in self.cells() {
            let Cell { units: [row, column, ..], tried, .. } = open.cell;
            // Columns are counted on from the rows.
            let cell = (usize::from(row) * Self::SIDE + usize::from(column)).wrapping_sub(Self::SIDE);
            // Every record's cell is on the board.
            if let Some(digit) = digits.get_mut(cell) {
                *digit = (u32::BITS - tried.leading_zeros()) as u8;
            }
        }
    }

    /// The open cell that is visited next: `open` at a solution, `usize::MAX` when exhausted.
    #[cfg(test)]
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The digit bit that stands in each open cell, in the order of the search; 0 for none.
    #[cfg(test)]
    pub(crate) fn tried(&self) -> impl Iterator<Item = u32> {
        self.cells().iter().map(|open| open.cell.tried)
    }

    /// The digits that are free in each row, then in each column, then in each box.
    #[cfg(test)]
    pub(crate) fn free(&self) -> &[u32] {
        &self.free[..3 * Self::SIDE]
    }
}
