//! A trace of the loop: its state at any step, with the last steps and the path so far.
//!
//! The trace runs the [portable loop](super::portable), one visit at a time. It keeps states at equal distances, and
//! goes to a step by a replay from the last of them; if there are too many, it drops every other one. So its memory
//! does not grow, and the way back to any of the first hundred million steps is a replay of a million steps at most.

use core::mem::MaybeUninit;

use super::visit::BacktrackMemory;
use super::{BacktrackSearch, Cell, OpenCell, StopReason, assume_init};
use crate::kernel::LoopKernel;
use crate::least::CellSearch;
use crate::{End, Order};

/// The most steps that [`LoopTrace::recent`] returns.
pub const MOST_RECENT: usize = 512;

/// The most bins that [`LoopTrace::path`] returns.
pub const MOST_PATH: usize = 4096;

/// The most states that are kept.
const MOST_KEPT: usize = 256;

/// The distance of the first kept states, in steps.
const FIRST_DISTANCE: u64 = 1024;

/// The state of the search after its last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LoopStatus {
    /// It is on its way.
    Running = 0,
    /// Every open cell holds a digit. The next step goes back, to search for another solution.
    Solved = 1,
    /// It has gone back from the first open cell, or never began: there is no other solution. No step follows.
    Exhausted = 2,
    /// Two equal clues share a unit. No step follows.
    Invalid = 3,
}

/// An open cell: a record of the packed array. Row, column and box are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct LoopCell {
    /// The cell of the board, row by row from 0.
    pub cell: u8,
    /// Its row.
    pub row: u8,
    /// Its column.
    pub column: u8,
    /// Its box.
    pub r#box: u8,
}

/// One step: a visit to an open cell. Sets of digits are masks, bit 0 for digit 1.
///
/// The rest follows: `had = tried | (tried - 1)`, or 0 if the cell was empty, `can = row & column & box & !had`, and
/// the step goes forward exactly if `can` is not 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct LoopStep {
    /// The place of the cell in the packed array.
    pub position: u16,
    /// The digit that the cell held before; 0 for none.
    pub tried: u16,
    /// The free digits of its row, after the cell has given back its digit.
    pub row: u16,
    /// The free digits of its column, likewise.
    pub column: u16,
    /// The free digits of its box, likewise.
    pub r#box: u16,
    /// The digit that the cell holds afterwards; 0 for none: the step goes back.
    pub pick: u16,
}

impl LoopStep {
    /// The visit that `cell` is about to have, without its pick.
    fn before(search: &BacktrackSearch, position: usize) -> Option<Self> {
        let Cell { units: [row, column, r#box, _], tried, .. } = search.cells().get(position)?.cell;
        let free = |unit: u8| (search.free[usize::from(unit)] | tried) as u16;
        let (row, column, r#box) = (free(row), free(column), free(r#box));
        Some(Self { position: position as u16, tried: tried as u16, row, column, r#box, pick: 0 })
    }
}

/// A state that the trace can return to.
#[derive(Clone, Copy)]
struct Kept {
    position: u8,
    at_solution: bool,
    status: LoopStatus,
    solutions: u64,
    tried: [u16; 81],
    free: [u16; 27],
}

/// The position of an exhausted search in a [`Kept`].
const EXHAUSTED: u8 = u8::MAX;

impl Kept {
    fn of(search: &BacktrackSearch, status: LoopStatus, solutions: u64) -> Self {
        let position = u8::try_from(search.position).unwrap_or(EXHAUSTED);
        let at_solution = search.at_solution;
        let mut kept = Self { position, at_solution, status, solutions, tried: [0; 81], free: [0; 27] };
        for (kept, tried) in kept.tried.iter_mut().zip(search.tried()) {
            *kept = tried as u16;
        }
        for (kept, &free) in kept.free.iter_mut().zip(search.free()) {
            *kept = free as u16;
        }
        kept
    }

    /// Returns to this state. The board and the order of its cells are those of the search that it was kept of.
    fn restore(&self, search: &mut BacktrackSearch) {
        search.position = if self.position == EXHAUSTED { usize::MAX } else { self.position.into() };
        search.at_solution = self.at_solution;
        search.lookahead_is_valid = false;
        for (free, &kept) in search.free.iter_mut().zip(&self.free) {
            *free = kept.into();
        }
        for (open, &tried) in search.cells_mut().iter_mut().zip(&self.tried) {
            open.cell.tried = tried.into();
        }
    }
}

impl BacktrackSearch {
    /// The initialized records, in the order of the search.
    fn cells_mut(&mut self) -> &mut [OpenCell] {
        let open = self.open();
        // SAFETY: the set-up has initialized `open` records.
        unsafe { assume_init(&mut self.packed.cells[..open]) }
    }
}

/// A trace of [`Engine::Backtrack`](crate::Engine::Backtrack) with [`Kernel::Portable`](crate::Kernel::Portable) on a
/// 9x9 board. About 90 KiB.
///
/// ```
/// use lanedoku::Order;
/// use lanedoku::trace::{LoopStatus, LoopTrace};
///
/// let mut memory = Box::new_uninit();
/// let trace = LoopTrace::write_new(&mut memory);
/// let board = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// trace.begin(board.parse::<lanedoku::Grid>()?.digits(), Order::Rows);
/// assert_eq!(trace.run(u64::MAX), LoopStatus::Solved);
/// assert_eq!(trace.steps(), 99_056);
///
/// trace.seek(1_304);
/// let step = trace.recent().last().unwrap();
/// assert_eq!(step.pick != 0, trace.depth() > step.position.into());
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
pub struct LoopTrace {
    memory: BacktrackMemory,
    status: LoopStatus,
    steps: u64,
    /// The solutions up to this step.
    solutions: u64,
    /// Step `i` is at index `i % MOST_RECENT`, from step `recent_from` on.
    recent: [LoopStep; MOST_RECENT],
    recent_from: u64,
    /// The most steps so far: the path has that many.
    furthest: u64,
    /// The least and the greatest depth in each bin.
    path: [[u8; 2]; MOST_PATH],
    steps_per_bin: u64,
    /// State `i` is the one after `i * distance` steps.
    kept: [Kept; MOST_KEPT],
    kept_count: usize,
    distance: u64,
}

impl LoopTrace {
    /// Creates a trace in memory allocated by the caller, without a copy on the stack. Afterwards the memory is
    /// initialized: an owner may call `Box::assume_init`. There is no step until [`begin`](Self::begin).
    pub fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        let new = memory.as_mut_ptr();
        // SAFETY: the pointer is to the memory of one trace. All its parts but the memory of the search are integers,
        // bools and `LoopStatus`, for which all bytes 0 are valid; `write_enums` writes the rest.
        let new = unsafe {
            new.write_bytes(0, 1);
            BacktrackMemory::write_enums(&raw mut (*new).memory);
            memory.assume_init_mut()
        };
        (new.status, new.steps_per_bin, new.distance) = (LoopStatus::Exhausted, 1, FIRST_DISTANCE);
        new
    }

    /// Begins at step 0 of a board, with its open cells in this order. Digits are at most 9, and 0 in an open cell;
    /// greater ones give an unspecified result.
    ///
    /// With [`Order::Constrained`], the singles are [placed](Self::digits) before the first step; a contradiction among
    /// them ends the search there.
    pub fn begin(&mut self, digits: &[u8; 81], order: Order) -> LoopStatus {
        self.memory.search(LoopKernel::Portable, order).begin(digits, 0);
        let search = &mut self.memory.search;
        self.status = match self.memory.tally.end {
            End::Invalid => LoopStatus::Invalid,
            End::Exhausted => LoopStatus::Exhausted,
            End::OutOfSteps | End::Stopped => LoopStatus::Running,
        };
        if self.status != LoopStatus::Running {
            // Of a board that failed before its set-up, the search knows nothing.
            *search = BacktrackSearch::new();
        } else if search.open == 0 {
            search.run(LoopKernel::Portable, 0);
            self.status = LoopStatus::Solved;
        }
        self.solutions = u64::from(self.status == LoopStatus::Solved);
        (self.steps, self.recent_from, self.furthest) = (0, 0, 0);
        self.steps_per_bin = 1;
        self.kept[0] = Kept::of(search, self.status, self.solutions);
        (self.kept_count, self.distance) = (1, FIRST_DISTANCE);
        self.status
    }

    /// Goes on for at most `steps` steps, up to a solution.
    pub fn run(&mut self, steps: u64) -> LoopStatus {
        for _ in 0..steps {
            if !self.visit() || self.status == LoopStatus::Solved {
                break;
            }
        }
        self.status
    }

    /// Goes to the state after so many steps, forward or back, across solutions; or to the end of the search, if that
    /// comes first. Returns the steps.
    pub fn seek(&mut self, step: u64) -> u64 {
        if self.kept_count > 0 {
            // So far back that the last steps are known again.
            let first = step.saturating_sub(MOST_RECENT as u64);
            let index = (first / self.distance).min(self.kept_count as u64 - 1);
            let kept_at = index * self.distance;
            // Of a full board, step 0 is the solution, and also the end.
            if step < self.steps || step == 0 || kept_at > self.steps {
                let kept = &self.kept[index as usize % MOST_KEPT];
                kept.restore(&mut self.memory.search);
                (self.status, self.solutions) = (kept.status, kept.solutions);
                (self.steps, self.recent_from) = (kept_at, kept_at);
            }
        }
        while self.steps < step && self.visit() {}
        self.steps
    }

    /// Takes a step. Returns false if there is none.
    #[inline]
    fn visit(&mut self) -> bool {
        let search = &mut self.memory.search;
        let position = if search.at_solution { search.open.wrapping_sub(1) } else { search.position };
        let Some(mut step) = LoopStep::before(search, position) else {
            if self.status == LoopStatus::Solved {
                self.status = LoopStatus::Exhausted;
            }
            return false;
        };
        self.status = match search.run(LoopKernel::Portable, 1).reason {
            StopReason::Solved => LoopStatus::Solved,
            StopReason::Exhausted => LoopStatus::Exhausted,
            StopReason::OutOfSteps => LoopStatus::Running,
        };
        step.pick = search.cells().get(position).map_or(0, |open| open.cell.tried as u16);
        self.recent[self.steps as usize % MOST_RECENT] = step;
        self.solutions += u64::from(self.status == LoopStatus::Solved);
        self.steps += 1;
        if self.steps > self.furthest {
            self.extend_path();
            if self.steps.is_multiple_of(self.distance) {
                self.keep();
            }
        }
        true
    }

    /// Adds the depth after the last step to the path.
    #[inline]
    fn extend_path(&mut self) {
        if self.furthest == MOST_PATH as u64 * self.steps_per_bin {
            for bin in 0..MOST_PATH / 2 {
                let [[least, greatest], [other_least, other_greatest]] =
                    [self.path[2 * bin], self.path[2 * bin + 1]];
                self.path[bin] = [least.min(other_least), greatest.max(other_greatest)];
            }
            self.steps_per_bin *= 2;
        }
        let depth = self.depth() as u8;
        let bin = &mut self.path[(self.furthest / self.steps_per_bin) as usize % MOST_PATH];
        let [least, greatest] =
            if self.furthest.is_multiple_of(self.steps_per_bin) { [depth; 2] } else { *bin };
        *bin = [least.min(depth), greatest.max(depth)];
        self.furthest = self.steps;
    }

    /// Keeps this state, and drops every other one if there are too many.
    fn keep(&mut self) {
        if self.kept_count == MOST_KEPT {
            for index in 0..MOST_KEPT / 2 {
                self.kept[index] = self.kept[2 * index];
            }
            self.kept_count = MOST_KEPT / 2;
            self.distance *= 2;
            if !self.steps.is_multiple_of(self.distance) {
                return;
            }
        }
        self.kept[self.kept_count] = Kept::of(&self.memory.search, self.status, self.solutions);
        self.kept_count += 1;
    }

    /// The state after the last step.
    pub fn status(&self) -> LoopStatus {
        self.status
    }

    /// The steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The most steps since [`begin`](Self::begin), from which [`seek`](Self::seek) may have gone back.
    pub fn furthest(&self) -> u64 {
        self.furthest
    }

    /// The solutions up to the last step.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// The number of open cells before the one that is next: from 0 to their number, at a solution. Also 0 when the
    /// search is exhausted.
    pub fn depth(&self) -> usize {
        match self.memory.search.position {
            position if position > self.memory.search.open() => 0,
            position => position,
        }
    }

    /// The open cells, in the order of the search. Empty without a search: see [`begin`](Self::begin).
    pub fn cells(&self) -> impl ExactSizeIterator<Item = LoopCell> {
        self.memory.search.cells().iter().map(|open| {
            // The index of a mask: 9 rows, then 9 columns, then 9 boxes.
            let [row, column, r#box, _] = open.cell.units;
            let (column, r#box) = (column - 9, r#box - 18);
            LoopCell { cell: 9 * row + column, row, column, r#box }
        })
    }

    /// The digit in each open cell, as a bit; 0 for none. In the order of the search.
    pub fn tried(&self) -> impl Iterator<Item = u16> {
        self.memory.search.tried().map(|tried| tried as u16)
    }

    /// The free digits of each row, then of each column, then of each box.
    pub fn masks(&self) -> [u16; 27] {
        core::array::from_fn(|unit| self.memory.search.free[unit] as u16)
    }

    /// The digits of all cells that are not open: the clues and, with [`Order::Constrained`], the singles placed first.
    /// 0 in open cells.
    pub fn digits(&self) -> &[u8; 81] {
        self.memory.digits.first_chunk().unwrap_or(&[0; 81])
    }

    /// The last steps, the oldest first: all, or at least [`MOST_RECENT`].
    pub fn recent(&self) -> impl DoubleEndedIterator<Item = LoopStep> + ExactSizeIterator {
        let count = (self.steps - self.recent_from).min(MOST_RECENT as u64) as usize;
        let first = self.steps as usize - count;
        (0..count).map(move |index| self.recent[(first + index) % MOST_RECENT])
    }

    /// The path up to the [furthest](Self::furthest) step: the least and the greatest [depth](Self::depth) after the
    /// steps of each bin, in at most [`MOST_PATH`] bins; and the number of steps in a bin, of which the last may have
    /// fewer.
    pub fn path(&self) -> (&[[u8; 2]], u64) {
        let bins = self.furthest.div_ceil(self.steps_per_bin) as usize;
        (&self.path[..bins.min(MOST_PATH)], self.steps_per_bin)
    }
}

/// The result of [`repeat_loop`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopRuns {
    /// The steps of all searches.
    pub steps: u64,
    /// The searches that have reached their end.
    pub searches: u64,
    /// The first solution, if there is one and a search has reached it.
    pub solution: Option<[u8; 81]>,
}

/// Runs the portable loop for exactly `steps` steps, for a measurement of its speed: from the first open cell, row by
/// row, to the first solution or the end of the search, and again from the start. The set-up happens once.
///
/// Returns no steps for a board without an open cell, and `None` if two equal clues share a unit.
///
/// ```
/// use lanedoku::trace::repeat_loop;
///
/// let board = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let digits = board.parse::<lanedoku::Grid>()?;
/// let runs = repeat_loop(digits.digits(), 250_000).unwrap();
/// assert_eq!((runs.steps, runs.searches), (250_000, 2));
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
pub fn repeat_loop(digits: &[u8; 81], steps: u64) -> Option<LoopRuns> {
    let mut search = BacktrackSearch::new();
    search.set_up_rows(digits).ok()?;
    let mut runs = LoopRuns { steps: 0, searches: 0, solution: None };
    if search.open == 0 {
        return Some(LoopRuns { solution: Some(*digits), ..runs });
    }
    let start = Kept::of(&search, LoopStatus::Running, 0);
    while runs.steps < steps {
        let stop = search.run(LoopKernel::Portable, steps - runs.steps);
        runs.steps += stop.steps;
        if stop.reason == StopReason::Solved {
            search.write_solution(runs.solution.insert(*digits));
        }
        if stop.reason != StopReason::OutOfSteps {
            runs.searches += 1;
            start.restore(&mut search);
        }
    }
    Some(runs)
}

#[cfg(test)]
mod tests {
    use crate::testkit::puzzles::{Kind, PuzzleGenerator};

    use super::*;
    use crate::backtrack::{Order, OrderedBoard, Square};

    /// Returns puzzles with one, several, many and no solution, and boards whose clues collide.
    fn puzzles(generator: &mut PuzzleGenerator) -> Vec<[u8; 81]> {
        let mut puzzles = vec![[0; 81], generator.full_grid()];
        for kind in Kind::ALL {
            for clues_left_out in [0, 0, 1, 4] {
                let mut puzzle = generator.puzzle(kind);
                let clues: Vec<_> = (0..81).filter(|&cell| puzzle[cell] != 0).collect();
                for _ in 0..clues_left_out {
                    puzzle[clues[generator.below(clues.len())]] = 0;
                }
                puzzles.push(puzzle);
                // Another digit in place of a clue: no solution, or a collision.
                puzzle[clues[generator.below(clues.len())]] = 1 + generator.below(9) as u8;
                puzzles.push(puzzle);
            }
        }
        puzzles
    }

    /// The engine's own search, set up as the engine sets it up.
    fn engine(digits: &[u8; 81], order: Order) -> Option<BacktrackSearch> {
        let mut search = BacktrackSearch::new();
        match order {
            Order::Rows => search.set_up_rows(digits).ok()?,
            Order::Constrained => {
                search.set_up(&OrderedBoard::new(Square, digits, order).ok()?);
            }
        }
        Some(search)
    }

    /// Runs the engine with a step limit, across solutions. Returns the steps and the solutions.
    fn run(search: &mut BacktrackSearch, limit: u64) -> (u64, u64) {
        let (mut steps, mut solutions) = (0, 0);
        loop {
            if steps == limit && !(search.open == 0 && solutions == 0) {
                return (steps, solutions);
            }
            let stop = search.run(LoopKernel::Portable, limit - steps);
            steps += stop.steps;
            match stop.reason {
                StopReason::Solved => solutions += 1,
                StopReason::Exhausted | StopReason::OutOfSteps => return (steps, solutions),
            }
        }
    }

    type State = (usize, Vec<u16>, Vec<u16>, u64, u64);

    fn state_of_engine(search: &BacktrackSearch, (steps, solutions): (u64, u64)) -> State {
        let position = if search.position > search.open { 0 } else { search.position };
        let tried = search.tried().map(|tried| tried as u16).collect();
        (position, tried, search.free().iter().map(|&free| free as u16).collect(), steps, solutions)
    }

    fn state(trace: &LoopTrace) -> State {
        let tried = trace.tried().collect();
        (trace.depth(), tried, trace.masks().to_vec(), trace.steps(), trace.solutions())
    }

    fn begun(digits: &[u8; 81], order: Order) -> Box<LoopTrace> {
        let mut memory = Box::new_uninit();
        LoopTrace::write_new(&mut memory).begin(digits, order);
        // SAFETY: `write_new` has initialized it.
        unsafe { memory.assume_init() }
    }

    #[test]
    fn after_every_number_of_steps_the_state_is_that_of_the_engine() {
        let mut generator = PuzzleGenerator::new(1);
        let mut seen = [0; 4];
        for puzzle in puzzles(&mut generator) {
            for order in Order::ALL {
                let mut trace = begun(&puzzle, order);
                let Some(mut search) = engine(&puzzle, order) else {
                    assert_eq!((trace.run(5), trace.steps()), (trace.status(), 0));
                    assert!(matches!(trace.status(), LoopStatus::Invalid | LoopStatus::Exhausted));
                    assert_eq!(trace.cells().len(), 0);
                    seen[3] += 1;
                    continue;
                };
                assert_eq!(trace.cells().len(), search.open);
                for (cell, tried) in trace.cells().zip(trace.tried()) {
                    let [row, column, r#box] = crate::Size::Nine.row_column_box(cell.cell.into());
                    assert_eq!([cell.row, cell.column, cell.r#box], [row as u8, column as u8, r#box as u8]);
                    assert_eq!((trace.digits()[usize::from(cell.cell)], tried), (0, 0));
                }
                for _ in 0..12 {
                    let below = [20, 1000, 30_000][generator.below(3)];
                    let limit = generator.below(below) as u64;
                    let mut search = engine(&puzzle, order).unwrap();
                    let expected = run(&mut search, limit);
                    let mut trace = begun(&puzzle, order);
                    assert_eq!(trace.seek(limit), expected.0);
                    assert_eq!(state(&trace), state_of_engine(&search, expected), "{limit} steps");
                    seen[expected.1.min(2) as usize] += 1;
                }
                // Up to the first solution or the end, in runs of any length.
                let limit = 100_000;
                let stop = search.run(LoopKernel::Portable, limit);
                let mut pieces = begun(&puzzle, order);
                while pieces.steps() < limit && pieces.status() == LoopStatus::Running {
                    pieces.run((1 + generator.below(5_000) as u64).min(limit - pieces.steps()));
                }
                let expected = match stop.reason {
                    StopReason::Solved => LoopStatus::Solved,
                    StopReason::Exhausted => LoopStatus::Exhausted,
                    StopReason::OutOfSteps => LoopStatus::Running,
                };
                assert_eq!((pieces.status(), pieces.steps()), (expected, stop.steps));
                let solutions = u64::from(expected == LoopStatus::Solved);
                assert_eq!(state(&pieces), state_of_engine(&search, (stop.steps, solutions)));
            }
        }
        assert!(seen.iter().all(|&seen| seen > 5), "no, one, more solutions, not begun: {seen:?}");
    }

    #[test]
    fn going_back_equals_a_fresh_run() {
        let mut generator = PuzzleGenerator::new(2);
        for puzzle in puzzles(&mut generator) {
            for order in Order::ALL {
                let mut trace = begun(&puzzle, order);
                let last = trace.seek(1 + generator.below(40_000) as u64);
                let path = (trace.path().0.to_vec(), trace.path().1);
                for _ in 0..6 {
                    let step = generator.below(last as usize + 1) as u64;
                    assert_eq!(trace.seek(step), step);
                    let mut fresh = begun(&puzzle, order);
                    assert_eq!(fresh.seek(step), step);
                    assert_eq!((state(&trace), trace.status()), (state(&fresh), fresh.status()));
                    let recent: Vec<_> = trace.recent().collect();
                    assert_eq!(recent, fresh.recent().collect::<Vec<_>>());
                    assert_eq!(recent.len() as u64, step.min(MOST_RECENT as u64));
                    assert_eq!((trace.path().0, trace.path().1), (&path.0[..], path.1));
                    assert_eq!(trace.furthest(), last);
                }
                // On from there, to where it was.
                assert_eq!(trace.seek(last), last);
                assert_eq!((trace.path().0, trace.path().1), (&path.0[..], path.1));
            }
        }
    }

    /// The recent steps are those of the loop, line by line, on a plain copy of its state.
    #[test]
    fn recent_steps_lead_from_one_state_to_the_next() {
        let mut generator = PuzzleGenerator::new(3);
        let mut directions = [0; 2];
        for puzzle in puzzles(&mut generator).into_iter().take(12) {
            let mut trace = begun(&puzzle, Order::Rows);
            let cells: Vec<_> = trace.cells().collect();
            let (mut tried, mut masks) = (vec![0; cells.len()], trace.masks());
            for _ in 0..400 {
                let before = trace.steps();
                trace.run(1);
                if trace.steps() == before {
                    break;
                }
                let step = trace.recent().next_back().unwrap();
                let at = usize::from(step.position);
                let LoopCell { row, column, r#box, .. } = cells[at];
                let units = [row, 9 + column, 18 + r#box].map(usize::from);
                assert_eq!(step.tried, tried[at]);
                assert_eq!([step.row, step.column, step.r#box], units.map(|unit| masks[unit] | step.tried));
                let had = if step.tried == 0 { 0 } else { step.tried | (step.tried - 1) };
                let can = step.row & step.column & step.r#box & !had;
                assert_eq!(step.pick, can & can.wrapping_neg());
                tried[at] = step.pick;
                for unit in units {
                    masks[unit] = masks[unit] ^ step.tried ^ step.pick;
                }
                assert_eq!((trace.tried().collect::<Vec<_>>(), trace.masks()), (tried.clone(), masks));
                let next = if can != 0 { at + 1 } else { at.saturating_sub(1) };
                assert_eq!(trace.depth(), next);
                directions[usize::from(can != 0)] += 1;
            }
        }
        assert!(directions.iter().all(|&steps| steps > 500), "{directions:?}");
    }

    /// So many steps that kept states, recent steps and bins reach their bounds more than once.
    #[test]
    fn memory_is_bounded() {
        let depths = |trace: &mut LoopTrace, count: u64| -> Vec<u8> {
            (0..count).map(|step| (trace.seek(step + 1), trace.depth() as u8).1).collect()
        };
        // The empty board: the search never ends.
        let mut trace = begun(&[0; 81], Order::Rows);
        let all = depths(&mut trace, 4096 * 300 + 7);
        let last = all.len() as u64;
        assert!(trace.solutions() > 1000 && trace.distance > 2 * FIRST_DISTANCE);
        assert!((MOST_KEPT / 2..=MOST_KEPT).contains(&trace.kept_count));
        assert!(trace.kept_count as u64 * trace.distance > last);
        let (path, steps_per_bin) = trace.path();
        assert_eq!(steps_per_bin, 512);
        let bins = all.chunks(512).map(|bin| [*bin.iter().min().unwrap(), *bin.iter().max().unwrap()]);
        assert_eq!(path, bins.collect::<Vec<_>>());

        let mut generator = PuzzleGenerator::new(4);
        let mut steps: Vec<u64> = (0..40).map(|_| generator.below(all.len()) as u64).collect();
        steps.extend([0, 1, 511, 512, 513, last - 1, last]);
        for step in steps {
            assert_eq!(trace.seek(step), step);
            let mut search = engine(&[0; 81], Order::Rows).unwrap();
            let expected = run(&mut search, step);
            assert_eq!(state(&trace), state_of_engine(&search, expected), "{step} steps");
            let recent: Vec<_> = trace.recent().collect();
            assert_eq!(recent.len() as u64, step.min(MOST_RECENT as u64));
            for (step, recent) in (step - recent.len() as u64..).zip(&recent) {
                // The depth after the step before, but after a solution the step is in the last cell.
                let before = if step == 0 { 0 } else { all[step as usize - 1] };
                assert_eq!(recent.position, u16::from(before.min(80)));
            }
        }
    }

    #[test]
    fn a_full_board_is_solved_without_a_step() {
        let full: [u8; 81] = PuzzleGenerator::new(5).full_grid();
        for order in Order::ALL {
            let mut trace = begun(&full, order);
            assert_eq!((trace.status(), trace.steps(), trace.solutions()), (LoopStatus::Solved, 0, 1));
            assert_eq!(trace.digits(), &full);
            assert_eq!((trace.run(10), trace.steps(), trace.depth()), (LoopStatus::Exhausted, 0, 0));
            assert_eq!(trace.path().0.len(), 0);
        }
        let mut memory = MaybeUninit::uninit();
        let none = LoopTrace::write_new(&mut memory);
        assert_eq!((none.run(3), none.seek(0), none.recent().len()), (LoopStatus::Exhausted, 0, 0));
    }

    /// The published number of steps of the board that the animation begins with.
    #[test]
    fn inkalas_board_takes_99_056_steps() {
        let board = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let board: crate::Grid = board.parse().unwrap();
        let mut trace = begun(board.digits(), Order::Rows);
        assert_eq!((trace.run(u64::MAX), trace.steps()), (LoopStatus::Solved, 99_056));
        let mut solution = *board.digits();
        trace.memory.search.write_solution(&mut solution);
        assert!(crate::Board::from_checked(solution).is_solution_of(&board));
        assert_eq!(trace.run(u64::MAX), LoopStatus::Exhausted);
        assert_eq!(trace.solutions(), 1);

        let runs = repeat_loop(board.digits(), 3 * 99_056 + 1).unwrap();
        assert_eq!(runs, LoopRuns { steps: 3 * 99_056 + 1, searches: 3, solution: Some(solution) });
    }

    #[test]
    fn repeated_searches_end_as_the_engine_does() {
        let mut generator = PuzzleGenerator::new(6);
        let mut ends = [0; 3];
        for puzzle in puzzles(&mut generator) {
            let Some(mut search) = engine(&puzzle, Order::Rows) else {
                assert_eq!(repeat_loop(&puzzle, 100), None);
                ends[2] += 1;
                continue;
            };
            let stop = search.run(LoopKernel::Portable, 20_000);
            if stop.reason == StopReason::OutOfSteps {
                continue;
            }
            let mut solution = puzzle;
            search.write_solution(&mut solution);
            let solved = stop.reason == StopReason::Solved;
            let runs = repeat_loop(&puzzle, 5 * stop.steps).unwrap();
            let searches = if stop.steps == 0 { 0 } else { 5 };
            let solution = solved.then_some(solution);
            assert_eq!(runs, LoopRuns { steps: 5 * stop.steps, searches, solution });
            ends[usize::from(solved)] += 1;
        }
        assert!(ends.iter().all(|&ends| ends > 1), "no solution, a solution, collisions: {ends:?}");
    }
}
