//! A whole search with the loop, from the first solution to the last.

use core::mem::MaybeUninit;

use super::{BacktrackSearch, CluesCollide, Contradiction, Order, OrderedBoard, Square, StopReason, Units};
use crate::kernel::LoopKernel;
use crate::least::{CellSearch, MAX_CELLS, ShowSolution, Solution};
use crate::propagate::LayoutTables;
use crate::{End, Tally};

/// The memory of a search that goes on where it stopped.
pub(crate) struct BacktrackMemory {
    pub(super) search: BacktrackSearch,
    /// The digits of all cells that were not open when the loop began.
    pub(super) digits: [u8; MAX_CELLS],
    pub(super) tally: Tally,
}

/// The tally of a search without a board, which has ended.
const NO_BOARD: Tally = Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 };

impl BacktrackMemory {
    /// Initializes the memory of a search without a board, which has ended. A value that is moved here would take its
    /// 20 KiB with it, although nearly all of them may stay uninitialized.
    fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        let new = memory.as_mut_ptr();
        // SAFETY: the pointers are to the fields of the memory, made without references. All is written but the records
        // of the search, for which no bytes are invalid.
        unsafe {
            BacktrackSearch::write_new(&raw mut (*new).search);
            (&raw mut (*new).digits).write([0; MAX_CELLS]);
            (&raw mut (*new).tally).write(NO_BOARD);
            memory.assume_init_mut()
        }
    }

    /// Writes the fields for which zero is not valid.
    ///
    /// # Safety
    ///
    /// `memory` is valid for writes.
    pub(crate) unsafe fn write_enums(memory: *mut Self) {
        // SAFETY: the caller guarantees the memory; the pointer to its field is made without a reference.
        unsafe { (&raw mut (*memory).tally).write(NO_BOARD) };
    }

    /// The search in this memory.
    pub(crate) const fn search(&mut self, kernel: LoopKernel, order: Order) -> impl CellSearch {
        LoopSearch { kernel, order, memory: self }
    }

    /// Begins a search on a board with these units.
    fn begin<const CELLS: usize>(
        &mut self,
        units: impl Units<CELLS>,
        clues: &[u8; CELLS],
        order: Order,
        in_order: usize,
    ) -> Result<(), Contradiction> {
        let mut board = OrderedBoard::new(units, clues, order)?;
        board.put_first(in_order);
        board.digits().as_slice().write_digits(&mut self.digits);
        self.search.set_up(&board);
        Ok(())
    }

    /// Begins a search on a board of a layout.
    fn begin_on(
        &mut self,
        layout: LayoutTables,
        clues: &[u8],
        order: Order,
        in_order: usize,
    ) -> Result<(), Contradiction> {
        let mut board = [0; MAX_CELLS];
        clues.write_digits(&mut board);
        self.begin(layout, &board, order, in_order)
    }

    /// Begins the tally.
    fn begin_tally(&mut self, begun: Result<(), Contradiction>) {
        let end = match begun {
            Ok(()) => End::OutOfSteps,
            Err(Contradiction::CluesCollide) => End::Invalid,
            Err(Contradiction::NoSolution) => End::Exhausted,
        };
        self.tally = Tally { solutions: 0, end, steps: 0, guesses: 0 };
    }

    /// Goes on with the search, as [`CellSearch::run`].
    fn run(&mut self, kernel: LoopKernel, step_limit: u64, show: &mut ShowSolution) -> Tally {
        while self.tally.end == End::OutOfSteps {
            let stop = self.search.run(kernel, step_limit.saturating_sub(self.tally.steps));
            self.tally.steps += stop.steps;
            match stop.reason {
                StopReason::Solved => {
                    self.tally.solutions += 1;
                    if show(self).is_break() {
                        self.tally.end = End::Stopped;
                    }
                }
                StopReason::Exhausted => self.tally.end = End::Exhausted,
                StopReason::OutOfSteps => break,
            }
        }
        self.tally
    }
}

impl Solution for BacktrackMemory {
    fn write_digits(&self, digits: &mut [u8]) {
        self.digits.as_slice().write_digits(digits);
        self.search.write_solution(digits);
    }
}

/// Passes a search whose memory is on the stack to `job`.
///
/// Not inlined, so a caller that handles both engines needs stack space for only one.
#[inline(never)]
pub(crate) fn on_stack<R>(kernel: LoopKernel, order: Order, job: impl FnOnce(&mut dyn CellSearch) -> R) -> R {
    job(&mut BacktrackMemory::write_new(&mut MaybeUninit::uninit()).search(kernel, order))
}

/// The same for boards of a layout.
#[inline(never)]
pub(crate) fn on_stack_for<R>(
    order: Order,
    layout: LayoutTables,
    job: impl FnOnce(&mut dyn CellSearch) -> R,
) -> R {
    let memory = &mut MaybeUninit::uninit();
    job(&mut LayoutSearch { order, layout, memory: BacktrackMemory::write_new(memory) })
}

/// A search with the loop, and its memory.
struct LoopSearch<'a> {
    kernel: LoopKernel,
    order: Order,
    memory: &'a mut BacktrackMemory,
}

impl LoopSearch<'_> {
    /// Begins a search on a board of this size.
    fn begin_on<const CELLS: usize>(
        &mut self,
        clues: &[u8; CELLS],
        in_order: usize,
    ) -> Result<(), Contradiction> {
        if self.order == Order::Constrained {
            return self.memory.begin(Square, clues, Order::Constrained, in_order);
        }
        clues.as_slice().write_digits(&mut self.memory.digits);
        self.memory.search.set_up_rows(clues).map_err(|CluesCollide| Contradiction::CluesCollide)
    }
}

impl CellSearch for LoopSearch<'_> {
    fn begin(&mut self, clues: &[u8], in_order: usize) {
        let begun = if let Ok(nine) = <&[u8; 81]>::try_from(clues) {
            self.begin_on(nine, in_order)
        } else if let Ok(four) = <&[u8; 16]>::try_from(clues) {
            self.begin_on(four, in_order)
        } else {
            // The sizes with large boards share the code of layouts. It takes longer to begin, the search does not.
            self.memory.begin_on(LayoutTables::of_cells(clues.len()), clues, self.order, in_order)
        };
        self.memory.begin_tally(begun);
    }

    fn run(&mut self, step_limit: u64, show: &mut ShowSolution) -> Tally {
        self.memory.run(self.kernel, step_limit, show)
    }
}

/// The same on boards of a layout. Apart, so that programs without layouts do not contain it.
struct LayoutSearch<'a> {
    order: Order,
    layout: LayoutTables<'a>,
    memory: &'a mut BacktrackMemory,
}

impl CellSearch for LayoutSearch<'_> {
    fn begin(&mut self, clues: &[u8], in_order: usize) {
        let begun = self.memory.begin_on(self.layout, clues, self.order, in_order);
        self.memory.begin_tally(begun);
    }

    fn run(&mut self, step_limit: u64, show: &mut ShowSolution) -> Tally {
        self.memory.run(LoopKernel::best(), step_limit, show)
    }
}
