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
#[cfg(assembly)]
mod x86_64;

use core::mem::MaybeUninit;
use core::ptr;

pub use order::Order;
pub(crate) use order::{Dead, Prepared};

#[cfg(assembly)]
use crate::processor::Bmi1;
use crate::{Board, Kernel, KernelError, Missing};

/// How many masks there is room for: as many as an index of one byte reaches, so that no index is
/// out of bounds. A 25x25 board has 75 rows, columns and boxes.
const MASKS: usize = 256;

/// The mask that belongs to the guards, the records beyond the ends of the packed array.
const GUARD: u8 = 127;

/// How many records behind the last open cell a kernel may read: it looks three cells ahead.
const GUARDS_BEHIND: usize = 3;

/// Which loop walks the packed array, with the proof that it can run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopKernel {
    /// Safe Rust, on every processor.
    Portable,
    /// Assembly, on x86-64 processors with BMI1.
    #[cfg(assembly)]
    Assembly(Bmi1),
}

impl LoopKernel {
    /// The loop that `kernel` names, if this build and this machine have it.
    pub(crate) fn new(kernel: Kernel) -> Result<Self, KernelError> {
        match kernel {
            Kernel::Portable => Ok(LoopKernel::Portable),
            #[cfg(assembly)]
            Kernel::Assembly => match Bmi1::detect() {
                Some(bmi1) => Ok(LoopKernel::Assembly(bmi1)),
                None => Err(KernelError { kernel, missing: Missing::Processor }),
            },
            _ => Err(KernelError { kernel, missing: Missing::Build }),
        }
    }

    /// The best loop of this build and this machine.
    pub(crate) fn best() -> Self {
        LoopKernel::new(Kernel::Assembly).unwrap_or(LoopKernel::Portable)
    }

    /// The kernel by its public name.
    pub(crate) const fn kernel(self) -> Kernel {
        match self {
            LoopKernel::Portable => Kernel::Portable,
            #[cfg(assembly)]
            LoopKernel::Assembly(_) => Kernel::Assembly,
        }
    }
}

/// Why a run has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
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
    pub(crate) reason: Reason,
    /// How many steps it has taken.
    pub(crate) steps: u64,
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
///
/// The portable loop needs `tried` and `place`. The other fields are what the assembly reads ahead
/// and keeps for the way back; Rust only writes them.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct OpenCell {
    /// Candidates of this cell not tried yet, given the digits placed before it.
    remaining: MaybeUninit<u32>,
    /// The free digits of the next open cell, given the digits placed before this one.
    next_free: MaybeUninit<u32>,
    /// The free digits of the open cell after that, given the digits placed before this one.
    second_free: MaybeUninit<u32>,
    /// All ones if the next open cell is a peer of this one, else 0.
    next_is_peer: MaybeUninit<u32>,
    /// The same for the open cell after that.
    second_is_peer: MaybeUninit<u32>,
    /// The digit that stands in the cell, as a bit; 0 for none.
    tried: u32,
    place: Place,
}

/// Where a cell is on the board.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
struct Place {
    /// The indices of the masks of the cell's row, column and box, and a zero.
    units: [u8; 4],
    /// The index of the cell on the board, row by row.
    cell: u16,
}

impl Place {
    /// A cell of a board with boxes of `order` x `order` cells.
    const fn new(cell: usize, order: usize) -> Self {
        let side = order * order;
        let (row, column) = (cell / side, cell % side);
        Self {
            units: [
                row as u8,
                (side + column) as u8,
                (2 * side + row / order * order + column / order) as u8,
                0,
            ],
            cell: cell as u16,
        }
    }

    /// Beyond an end of the packed array.
    const GUARD: Self = Self { units: [GUARD, GUARD, GUARD, 0], cell: 0 };
}

impl OpenCell {
    /// An open cell without a digit.
    const fn at(place: Place) -> Self {
        Self {
            remaining: MaybeUninit::uninit(),
            next_free: MaybeUninit::uninit(),
            second_free: MaybeUninit::uninit(),
            next_is_peer: MaybeUninit::uninit(),
            second_is_peer: MaybeUninit::uninit(),
            tried: 0,
            place,
        }
    }
}

/// The packed array: room for every cell of the board, and for guards in front and behind.
#[repr(C)]
struct Packed<const CELLS: usize> {
    in_front: MaybeUninit<OpenCell>,
    cells: [MaybeUninit<OpenCell>; CELLS],
    behind: [MaybeUninit<OpenCell>; GUARDS_BEHIND],
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

    /// Every cell of the board.
    const BOARD: &'static [Place; CELLS] = &{
        let mut board = [Place::GUARD; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            board[cell] = Place::new(cell, Self::ORDER);
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
        let mut open = 0;
        let rows = Self::BOARD.chunks_exact(Self::SIDE).zip(digits.chunks_exact(Self::SIDE));
        for (places, digits) in rows {
            for (place, &digit) in places.iter().zip(digits) {
                // Written in any case, kept only if the cell is open.
                self.packed.cells[open].write(OpenCell::at(*place));
                open += usize::from(digit == 0);
            }
        }
        self.start(digits, open)
    }

    /// Sets the search up for a board whose open cells are filled in the given order: the indices of
    /// all open cells, row by row, each once.
    ///
    /// # Errors
    ///
    /// [`CluesCollide`] if a row, column or box holds two equal clues. The search is exhausted then.
    ///
    /// # Panics
    ///
    /// If the order names a cell beyond the board, or more cells than the board has.
    pub(crate) fn set_up(&mut self, digits: &[u8; CELLS], order: &[u16]) -> Result<(), CluesCollide> {
        // Exhausted, should this panic halfway.
        (self.open, self.position, self.at_solution) = (0, usize::MAX, false);
        self.read_ahead = false;
        for (record, &cell) in self.packed.cells[..order.len()].iter_mut().zip(order) {
            record.write(OpenCell::at(Self::BOARD[usize::from(cell)]));
        }
        self.start(digits, order.len())
    }

    /// Fills the masks with what the clues leave free, and puts the search in front of its first
    /// step.
    fn start(&mut self, digits: &[u8; CELLS], open: usize) -> Result<(), CluesCollide> {
        let side = Self::SIDE;
        let mut clues = [0; CELLS];
        let mut rows = [0; MAX_SIDE];
        let mut columns = [0; MAX_SIDE];
        let mut boxes = [0; MAX_SIDE];
        // The sum of the clues in each column.
        let mut sums = [0; MAX_SIDE];

        let lines = clues.chunks_exact_mut(side).zip(digits.chunks_exact(side));
        for (row, (clues, digits)) in rows.iter_mut().zip(lines) {
            for (clue, &digit) in clues.iter_mut().zip(digits) {
                *clue = CLUE[usize::from(digit)];
                *row |= *clue;
            }
        }
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
        for (free, units) in self.free.chunks_exact_mut(side).zip([&rows, &columns, &boxes]) {
            for (free, clues) in free.iter_mut().zip(units) {
                *free = all & !clues;
            }
        }

        // Equal clues in a unit are one bit in its mask, which is then less than their sum. Where all
        // columns are right, the masks of all rows and of all boxes add up to those of all columns.
        let collisions = sums[..side].iter().zip(&columns).fold(0, |all, (sum, mask)| all | sum ^ mask);
        let total = |masks: &[u32; MAX_SIDE]| masks[..side].iter().sum::<u32>();
        let agree =
            (collisions == 0) & (total(&rows) == total(&columns)) & (total(&boxes) == total(&columns));

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
        let steps = match kernel {
            LoopKernel::Portable => {
                self.read_ahead = false;
                // SAFETY: the set-up has initialized `open` records.
                let cells = unsafe { assume_init(&mut self.packed.cells[..self.open]) };
                let (position, steps) = portable::run(cells, &mut self.free, self.position, step_limit);
                self.position = position;
                steps
            }
            #[cfg(assembly)]
            LoopKernel::Assembly(bmi1) => self.run_assembly(bmi1, step_limit),
        };
        self.at_solution = self.position == self.open;
        let reason = if self.at_solution {
            Reason::Solved
        } else if self.position > self.open {
            Reason::Exhausted
        } else {
            Reason::OutOfSteps
        };
        Stop { reason, steps }
    }

    /// The initialized records, in the order of the search.
    fn cells(&self) -> &[OpenCell] {
        let cells = &self.packed.cells[..self.open];
        // SAFETY: the set-up has initialized `open` records.
        unsafe { &*(ptr::from_ref(cells) as *const [OpenCell]) }
    }

    /// Writes the digits that stand in the open cells to a board; the other cells are left alone.
    pub(crate) fn write_solution(&self, digits: &mut [u8; CELLS]) {
        for cell in self.cells() {
            digits[usize::from(cell.place.cell)] = (u32::BITS - cell.tried.leading_zeros()) as u8;
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
        self.cells().iter().map(|cell| cell.tried)
    }

    /// The digits that are free in each row, then in each column, then in each box.
    #[cfg(test)]
    pub(crate) fn free(&self) -> &[u32] {
        &self.free[..3 * Self::SIDE]
    }
}
