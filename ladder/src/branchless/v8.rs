//! V8: up to seven puzzles interleaved in one assembly loop.
//!
//! V7 waits: each step reads the stores of the step before. V8 takes the same steps, but runs the steps
//! of other puzzles during that wait. Expected gain: throughput, down to the 3.5 cycles in which a core
//! issues the step's 21 operations, six a cycle. A single puzzle gains nothing.
//!
//! [`Interleaved`] solves any number of puzzles in its slots. A slot that finishes is refilled at once.
//! When no puzzle is left, the last slot moves into the free one, and a loop over fewer slots continues.

use crate::board::{Cells, box_of, column_of, parse, row_of};
use crate::rung::{Rung, RungAnswer};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The largest number of puzzles one loop takes.
pub const MOST_SLOTS: usize = 7;

/// The tried bit of a cell that has tried none.
const NONE_YET: u32 = 1;

/// The mask without digits, for the cells after the last.
const EMPTY_MASK: usize = 27;

/// One puzzle in the form that the loop reads; the contract is in `asm/interleaved_x86_64.s`.
///
/// Cells are stored backward. A multiple of 512 bytes puts the parts that are written, masks and
/// tried bits, of all seven slots on different cache lines of the 64 that share their low address
/// bits, so that no load waits for a store to another address with the same low bits.
#[derive(Clone, Copy)]
#[repr(C, align(512))]
struct Slot {
    /// The free digits of nine rows, nine columns, nine boxes; the rest stays empty.
    masks: [u32; 32],
    tried: [u32; 81],
    row: [usize; 81],
    column: [usize; 81],
    r#box: [usize; 81],
}

/// The data of a puzzle that the loop does not need.
#[derive(Clone, Copy)]
struct SlotInfo {
    puzzle: usize,
    clues: Cells,
    open_cells: usize,
    /// The cell of each index of the slot.
    cell_at: [u8; 81],
    steps: u64,
    steps_left: u64,
}

impl SlotInfo {
    const FREE: Self =
        Self { puzzle: 0, clues: [0; 81], open_cells: 0, cell_at: [0; 81], steps: 0, steps_left: 0 };
}

/// Two clues share a unit.
struct CluesCollide;

impl Slot {
    const EMPTY: Self =
        Self { masks: [0; 32], tried: [NONE_YET; 81], row: [0; 81], column: [0; 81], r#box: [0; 81] };

    /// Puts a puzzle into the slot and its other data into `info`.
    fn load(&mut self, clues: &Cells, info: &mut SlotInfo) -> Result<(), CluesCollide> {
        let address = self.masks.as_mut_ptr().expose_provenance();
        let mask_at = |mask: usize| address + mask * size_of::<u32>();
        self.masks[..27].fill(0x3fe);
        self.masks[EMPTY_MASK] = 0;
        let open_cells = clues.iter().filter(|&&clue| clue == 0).count();
        let mut index = open_cells;
        for (cell, &clue) in clues.iter().enumerate() {
            let units = [row_of(cell), 9 + column_of(cell), 18 + box_of(cell)];
            if clue == 0 {
                index -= 1;
                self.tried[index] = NONE_YET;
                [self.row[index], self.column[index], self.r#box[index]] = units.map(mask_at);
                info.cell_at[index] = cell as u8;
            } else {
                let bit = 1 << clue;
                if units.iter().any(|&unit| self.masks[unit] & bit == 0) {
                    return Err(CluesCollide);
                }
                for unit in units {
                    self.masks[unit] &= !bit;
                }
            }
        }
        // A search without a solution continues beyond the first cell to the end of the arrays.
        let nowhere = mask_at(EMPTY_MASK);
        self.tried[open_cells..].fill(NONE_YET);
        self.row[open_cells..].fill(nowhere);
        self.column[open_cells..].fill(nowhere);
        self.r#box[open_cells..].fill(nowhere);
        info.clues = *clues;
        info.open_cells = open_cells;
        Ok(())
    }

    /// Makes this slot a copy of `other`, with its own masks.
    fn take_over(&mut self, other: &Slot) {
        *self = *other;
        let distance = (&raw const *other).addr().wrapping_sub((&raw const *self).addr());
        for address in self.row.iter_mut().chain(&mut self.column).chain(&mut self.r#box) {
            *address = address.wrapping_sub(distance);
        }
        // The loop reaches these masks by their addresses.
        self.masks.as_mut_ptr().expose_provenance();
    }
}

#[cfg(target_arch = "x86_64")]
mod kernel {
    use super::{MOST_SLOTS, Slot};
    use std::mem::offset_of;

    /// The reason why the loop returned.
    #[repr(C)]
    pub struct Stop {
        /// The slot that left its cells, or the number of slots if the rounds are done.
        pub slot: u64,
        /// Rounds not finished.
        pub rounds_left: u64,
    }

    pub type Kernel = unsafe extern "sysv64" fn(*mut Slot, *mut [u64; MOST_SLOTS], u64) -> Stop;

    /// The loop for one puzzle, for two, and so on.
    pub const KERNELS: [Kernel; MOST_SLOTS] = [
        interleaved::<1>,
        interleaved::<2>,
        interleaved::<3>,
        interleaved::<4>,
        interleaved::<5>,
        interleaved::<6>,
        interleaved::<7>,
    ];

    /// The loop over `COUNT` slots; its contract is in the assembly.
    #[unsafe(naked)]
    unsafe extern "sysv64" fn interleaved<const COUNT: usize>(
        slots: *mut Slot,
        offsets: *mut [u64; MOST_SLOTS],
        rounds: u64,
    ) -> Stop {
        core::arch::naked_asm!(
            include_str!("../../asm/interleaved_x86_64.s"),
            count = const COUNT,
            slot_bytes = const size_of::<Slot>(),
            row = const offset_of!(Slot, row),
            column = const offset_of!(Slot, column),
            box = const offset_of!(Slot, r#box),
            tried = const offset_of!(Slot, tried),
            end = const super::END,
        )
    }
}

/// The offset at which a search without a solution leaves its cells.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
const END: u64 = 4 * 81;

/// The offset at which a solved search leaves its cells.
const SOLVED: u64 = 0u64.wrapping_sub(4);

/// Solves puzzles several at a time.
pub struct Interleaved {
    slots: Box<[Slot]>,
    infos: [SlotInfo; MOST_SLOTS],
    offsets: [u64; MOST_SLOTS],
}

impl Interleaved {
    /// Creates a solver with this number of slots, 1 to 7. `None` if the assembly cannot run: it needs
    /// x86-64 with BMI1.
    ///
    /// ```
    /// if let Some(mut interleaved) = ladder::branchless::v8::Interleaved::new(2) {
    ///     let puzzles = [[0; 81]; 5];
    ///     interleaved.solve(puzzles.iter().copied().map(Some), u64::MAX, |_, answer, _| {
    ///         assert!(matches!(answer, ladder::rung::RungAnswer::Solved(_)));
    ///     });
    /// }
    /// ```
    pub fn new(slots: usize) -> Option<Self> {
        assert!((1..=MOST_SLOTS).contains(&slots), "1 to {MOST_SLOTS} slots");
        available().then(|| Self {
            slots: vec![Slot::EMPTY; slots].into_boxed_slice(),
            infos: [SlotInfo::FREE; MOST_SLOTS],
            offsets: [0; MOST_SLOTS],
        })
    }

    /// Solves all `puzzles` (`None`: a text that is not a board), each in at most `step_limit` steps.
    ///
    /// `report` gets the number, answer and steps of each puzzle, in the order in which they end.
    pub fn solve(
        &mut self,
        puzzles: impl Iterator<Item = Option<Cells>>,
        step_limit: u64,
        mut report: impl FnMut(usize, RungAnswer, u64),
    ) {
        let mut puzzles = puzzles.enumerate();
        let mut busy = 0;
        while busy < self.slots.len() && self.refill(busy, &mut puzzles, step_limit, &mut report) {
            busy += 1;
        }
        while busy > 0 {
            let ended = self.run(busy);
            // From the last to the first, so a slot that moves has been checked.
            for slot in (0..busy).rev() {
                let Some(answer) = self.answer(slot, ended == slot) else { continue };
                report(self.infos[slot].puzzle, answer, self.infos[slot].steps);
                if !self.refill(slot, &mut puzzles, step_limit, &mut report) {
                    busy -= 1;
                    self.close(slot, busy);
                }
            }
        }
    }

    /// Loads the next puzzle that needs a search into a slot; reports the others. Returns whether a puzzle was loaded.
    fn refill(
        &mut self,
        slot: usize,
        puzzles: &mut impl Iterator<Item = (usize, Option<Cells>)>,
        step_limit: u64,
        report: &mut impl FnMut(usize, RungAnswer, u64),
    ) -> bool {
        let info = &mut self.infos[slot];
        for (puzzle, clues) in puzzles {
            match clues.ok_or(CluesCollide).and_then(|clues| self.slots[slot].load(&clues, info)) {
                Err(CluesCollide) => report(puzzle, RungAnswer::Invalid, 0),
                Ok(()) if info.open_cells == 0 => report(puzzle, RungAnswer::Solved(info.clues), 0),
                Ok(()) if step_limit == 0 => report(puzzle, RungAnswer::OutOfSteps, 0),
                Ok(()) => {
                    (info.puzzle, info.steps, info.steps_left) = (puzzle, 0, step_limit);
                    self.offsets[slot] = 4 * (info.open_cells as u64 - 1);
                    return true;
                }
            }
        }
        false
    }

    /// Runs the first `busy` slots until one of them leaves its cells or reaches its limit. Returns the number
    /// of the slot that left its cells, or `busy` if none did.
    #[cfg(target_arch = "x86_64")]
    fn run(&mut self, busy: usize) -> usize {
        let infos = &mut self.infos[..busy];
        let rounds = infos.iter().map(|info| info.steps_left).min().expect("a busy slot");
        // SAFETY: `new` has checked for BMI1. There are `busy` slots, each loaded by `refill` or taken over,
        // so its addresses are those of its own masks, which have not moved since: the slice is
        // boxed and borrowed for the call. Each offset is 4 times an index below 81, because a slot
        // that left its cells is refilled or closed before the next run. `rounds` is at least 1:
        // a slot without steps left is, too.
        let stop = unsafe { kernel::KERNELS[busy - 1](self.slots.as_mut_ptr(), &mut self.offsets, rounds) };
        let whole_rounds = rounds - stop.rounds_left;
        for (slot, info) in infos.iter_mut().enumerate() {
            let steps = whole_rounds + u64::from(stop.rounds_left > 0 && slot as u64 <= stop.slot);
            info.steps += steps;
            info.steps_left -= steps;
        }
        stop.slot as usize
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn run(&mut self, _busy: usize) -> usize {
        unreachable!("`new` gives no solver on this machine")
    }

    /// Returns the answer of a slot that has ended, or `None` if it has not. Corrects its steps.
    fn answer(&mut self, slot: usize, ended: bool) -> Option<RungAnswer> {
        let info = &mut self.infos[slot];
        let offset = self.offsets[slot];
        if ended && offset == SOLVED {
            let mut grid = info.clues;
            for (&cell, &tried) in info.cell_at.iter().zip(&self.slots[slot].tried).take(info.open_cells) {
                grid[usize::from(cell)] = tried.trailing_zeros() as u8;
            }
            return Some(RungAnswer::Solved(grid));
        }
        if !ended && info.steps_left > 0 {
            return None;
        }
        // A search that leaves its first cell backward takes further steps, which belong to no cell.
        let beyond = (offset / 4).checked_sub(info.open_cells as u64);
        info.steps -= beyond.unwrap_or(0);
        Some(if beyond.is_some() { RungAnswer::NoSolution } else { RungAnswer::OutOfSteps })
    }

    /// Frees a slot: the last busy one moves into it.
    fn close(&mut self, slot: usize, last: usize) {
        if slot != last {
            let (before, from) = self.slots.split_at_mut(last);
            before[slot].take_over(&from[0]);
            self.infos[slot] = self.infos[last];
            self.offsets[slot] = self.offsets[last];
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn available() -> bool {
    std::arch::is_x86_feature_detected!("bmi1")
}

#[cfg(not(target_arch = "x86_64"))]
fn available() -> bool {
    false
}

/// The rung: seven copies of one board at a time. `None` if the assembly cannot run.
pub fn rung() -> Option<Rung> {
    available().then_some(Rung {
        name: "V8",
        idea: "seven puzzles interleaved in one assembly loop",
        puzzles_at_once: MOST_SLOTS,
        answer,
        run_once: |text| answer(text, u64::MAX).0,
        solver_only,
        full_run,
    })
}

fn all_slots() -> Interleaved {
    Interleaved::new(MOST_SLOTS).expect("the rung exists only where the assembly runs")
}

/// Solves copies of one board, which must give the same answer.
fn answer(text: &str, limit: u64) -> (RungAnswer, u64) {
    let mut answers = Vec::new();
    let clues = parse(text);
    all_slots()
        .solve([clues; MOST_SLOTS].into_iter(), limit, |_, answer, steps| answers.push((answer, steps)));
    assert!(answers.iter().all(|answer| *answer == answers[0]), "copies of one puzzle differ");
    answers[0]
}

fn solver_only(text: &str, runs: usize) -> Duration {
    let clues = parse(text);
    timed((0..runs * MOST_SLOTS).map(|_| clues))
}

fn full_run(text: &str, runs: usize) -> Duration {
    timed((0..runs * MOST_SLOTS).map(|_| parse(black_box(text))))
}

fn timed(puzzles: impl Iterator<Item = Option<Cells>>) -> Duration {
    let mut interleaved = all_slots();
    let start = Instant::now();
    interleaved.solve(puzzles, u64::MAX, |_, answer, _| {
        black_box(answer);
    });
    start.elapsed()
}
