//! Solve, count, visit, and solve many.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use core::ops::ControlFlow;
use core::slice;

use lanedoku::{End, Outcome, Size, Solver, Status, Tally, Workspace};

use crate::boundary::{
    Checked, bytes, check_solution, check_text, copy_out, for_size, read, settings, status_of, write,
};
use crate::types::*;

impl lanedoku_result {
    fn new(status: lanedoku_status, solutions: u64, steps: u64, guesses: u64) -> Self {
        lanedoku_result { status, reserved_status: 0, solutions, steps, guesses, reserved: [0; 4] }
    }

    fn invalid() -> Self {
        Self::new(LANEDOKU_INVALID, 0, 0, 0)
    }
}

impl<const CELLS: usize> From<&Outcome<CELLS>> for lanedoku_result {
    fn from(outcome: &Outcome<CELLS>) -> Self {
        let status = match outcome.status {
            Status::Unique => LANEDOKU_UNIQUE,
            Status::Multiple => LANEDOKU_MULTIPLE,
            Status::NoSolution => LANEDOKU_NONE,
            Status::OutOfSteps => LANEDOKU_LIMIT,
            Status::Invalid => LANEDOKU_INVALID,
        };
        // The second solution is what decides that there are several, and ends the search.
        let second = u64::from(outcome.status == Status::Multiple);
        let solutions = u64::from(outcome.solution.is_some()) + second;
        Self::new(status, solutions, outcome.steps, outcome.guesses)
    }
}

impl From<Tally> for lanedoku_result {
    fn from(tally: Tally) -> Self {
        let status = match tally.end {
            End::Exhausted => LANEDOKU_EXHAUSTED,
            End::Stopped => LANEDOKU_STOPPED,
            End::OutOfSteps => LANEDOKU_LIMIT,
            End::Invalid => LANEDOKU_INVALID,
        };
        Self::new(status, tally.solutions, tally.steps, tally.guesses)
    }
}

/// Finds the first solution of a puzzle, and whether it is the only one.
///
/// - `puzzle`, `length`: the text of the puzzle, which does not need to be NUL-terminated: one line, or a
///   drawn board of several lines. A cell is a digit (`1` to `9`, then letters from `A` in upper or lower
///   case) or open (`.`, `0`, `_` or `*`). Spaces, tabs, line ends, `|`, `-` and `+` are ignored.
/// - `options`: NULL for a 9x9 board and the defaults.
/// - `solution`, `solution_length`: a buffer with at least one byte per cell of the board (81 for 9x9), or
///   NULL and 0 if only the status is wanted. If a solution is found, the buffer receives one character
///   per cell, without a NUL; otherwise it is not written. The buffer may be the memory of `puzzle`, or
///   overlap it.
/// - `result`: NULL, or receives the result of the search. Not written if the return value is negative.
///
/// Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` (a solution may have been found: see
/// `result`) or `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_solve(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    solution: *mut c_char,
    solution_length: usize,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    // SAFETY: the caller's promise; the solution has room for the board by the check.
    let call = || unsafe {
        check_text(puzzle, length)?;
        let (solver, size) = settings(options)?;
        check_solution(solution, solution_length, size)?;
        let answer = for_size!(size, solve_text(&solver, puzzle, length, solution))?;
        write(result, answer);
        Ok(answer.status)
    };
    status_of(call())
}

/// Solves a puzzle and writes its solution, over the puzzle if the caller wants it there.
///
/// # Safety
///
/// `puzzle` is null, or `length` bytes behind it can be read; `solution` is null, or `CELLS` bytes behind it
/// can be written. The two may overlap.
unsafe fn solve_text<const CELLS: usize>(
    solver: &Solver,
    puzzle: *const c_char,
    length: usize,
    solution: *mut c_char,
) -> Checked<lanedoku_result> {
    // SAFETY: the caller's promise, and nobody writes while the board is read. The reference to the text is
    // handed to the reader and to no one else: it has ended when the board, a copy, is there. From then on
    // there are only the caller's two pointers, so that no reference sees what is written through one of them.
    let board = read::<CELLS>(unsafe { bytes(puzzle, length) }?);
    let Ok(board) = board else { return Ok(lanedoku_result::invalid()) };
    let outcome = solver.solve(&board);
    // SAFETY: the caller's promise.
    unsafe { write_solution(&outcome, solution) };
    Ok(lanedoku_result::from(&outcome))
}

/// Writes the solution of `outcome`, if there is one.
///
/// # Safety
///
/// `place` is null, or `CELLS` bytes behind it can be written.
unsafe fn write_solution<const CELLS: usize>(outcome: &Outcome<CELLS>, place: *mut c_char) {
    if let Some(solution) = &outcome.solution {
        // SAFETY: the caller's promise; the line is a fresh copy.
        unsafe { copy_out(&solution.to_line(), place) };
    }
}

/// Counts the solutions of a puzzle.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
/// - `limit`: the count stops here; `UINT64_MAX` counts all solutions.
/// - `result`: receives the count and the work done. Not written if the return value is negative.
///
/// Returns `LANEDOKU_EXHAUSTED` (the count is exact), `_STOPPED` (the count reached `limit`), `_LIMIT` or
/// `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_count(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    limit: u64,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    // SAFETY: the caller's promise.
    let call = || unsafe {
        let puzzle = bytes(puzzle, length)?;
        let (solver, size) = settings(options)?;
        if result.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let answer = for_size!(size, count_text(&solver, puzzle, limit));
        write(result, answer);
        Ok(answer.status)
    };
    status_of(call())
}

fn count_text<const CELLS: usize>(solver: &Solver, puzzle: &[u8], limit: u64) -> lanedoku_result {
    match read::<CELLS>(puzzle) {
        Ok(board) => solver.count(&board, limit).into(),
        Err(_) => lanedoku_result::invalid(),
    }
}

/// Calls a function with every solution of a puzzle, one after the other.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
/// - `visitor`: called with each solution until it returns a value other than 0.
/// - `user`: passed to `visitor` unchanged; may be NULL.
/// - `result`: NULL, or receives the number of solutions visited and the work done, after the last call
///   of `visitor`. Not written if the return value is negative.
///
/// Returns `LANEDOKU_EXHAUSTED` (all solutions were visited), `_STOPPED` (`visitor` stopped), `_LIMIT` or
/// `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each but `user` is NULL or valid for its length while the call runs. `visitor` must return.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_visit(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    visitor: lanedoku_visitor,
    user: *mut c_void,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    // SAFETY: the caller's promise; nobody but the caller knows what `user` is.
    let call = || unsafe {
        let puzzle = bytes(puzzle, length)?;
        let (solver, size) = settings(options)?;
        let visitor = visitor.ok_or(LANEDOKU_ERROR_NULL)?;
        let mut show = |line: &[u8]| match visitor(line.as_ptr().cast(), line.len(), user) {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let answer = for_size!(size, visit_text(&solver, puzzle, &mut show));
        write(result, answer);
        Ok(answer.status)
    };
    status_of(call())
}

fn visit_text<const CELLS: usize>(
    solver: &Solver,
    puzzle: &[u8],
    show: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> lanedoku_result {
    match read::<CELLS>(puzzle) {
        Ok(board) => solver.visit(&board, |solution| show(&solution.to_line())).into(),
        Err(_) => lanedoku_result::invalid(),
    }
}

/// Solves many puzzles of one size. An invalid puzzle does not affect the others.
///
/// Each puzzle is a plain text with one byte per cell of the board (81 for 9x9). Puzzle `i` starts at
/// `puzzles + i * stride`, its solution at `solutions + i * solution_stride`. A file of lines of 81
/// characters, for example, has a stride of 82. The bytes between two puzzles or solutions are neither
/// read nor written.
///
/// - `puzzles`, `count`, `stride`: `stride` is at least the number of cells.
/// - `options`: as for `lanedoku_solve`. The step limit holds for each puzzle.
/// - `solutions`, `solution_stride`: `solution_stride` is at least the number of cells. Each solution is
///   written as one character per cell, without a NUL; for a puzzle without a solution nothing is
///   written. NULL and 0 if only the results are wanted. `solutions` may be the memory of `puzzles`, with
///   the same stride; otherwise the two must not overlap.
/// - `results`: an array of `count` results. All are written, each as for `lanedoku_solve`.
/// - `workspace`, `workspace_size`: at least `lanedoku_workspace_size()` bytes at any address. Set them to
///   zero before their first use (use a static array, or `calloc`); then they can be used for any number
///   of calls. With a workspace, kernels for AVX2 and AVX-512 solve many 9x9 puzzles side by side, which is
///   up to twice as fast. With NULL and 0, puzzles are solved one after the other.
///
/// Returns `LANEDOKU_OK` when every puzzle has its result; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION`
/// or `_KERNEL`. If `count` is 0, nothing is read or written, and `puzzles` and `results` may be NULL.
///
/// # Safety
///
/// Pointers: while the call runs, `puzzles` and `solutions` are NULL or valid for
/// `(count - 1) * stride + cells` bytes, each with its own stride; `results` is valid for `count`
/// results; and `workspace` is NULL or valid for `workspace_size` bytes that overlap nothing else.
/// Threads: any number of threads may call this at once, each with a workspace of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_solve_batch(
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    options: *const lanedoku_options,
    solutions: *mut c_char,
    solution_stride: usize,
    results: *mut lanedoku_result,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    // SAFETY: the caller's promise. Strides and their products with the count are checked, so that every
    // place lies in the arrays.
    let call = || unsafe {
        let (solver, size) = settings(options)?;
        let cells = size.cells();
        check_solution(solutions, solution_stride, size)?;
        let memory = batch_memory(workspace, workspace_size)?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        if puzzles.is_null() || results.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        check_array(count, stride, cells)?;
        check_array(count, solution_stride.max(cells), cells)?;
        check_array(count, size_of::<lanedoku_result>(), size_of::<lanedoku_result>())?;
        let batch = Batch { puzzles, count, stride, solutions, solution_stride, results };
        match (size, memory) {
            (Size::Nine, Some(memory)) => solve_lines(&solver, &batch, memory),
            _ => for_size!(size, solve_one_by_one(&solver, &batch)),
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// The size in bytes of the workspace that `lanedoku_solve_batch` needs: less than 1 MiB.
///
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_workspace_size() -> usize {
    // With room to begin at the next address that suits.
    size_of::<BatchMemory>() + align_of::<BatchMemory>() - 1
}

/// Puzzles that are solved in a workspace at a time.
const CHUNK: usize = 2048;

/// What a workspace holds.
#[repr(C)]
struct BatchMemory {
    workspace: Workspace,
    outcomes: [MaybeUninit<Outcome>; CHUNK],
}

/// The workspace in the caller's memory, if there is any.
///
/// # Safety
///
/// `pointer` is null, or `size` bytes behind it have been initialized and belong to the caller for `'a`.
unsafe fn batch_memory<'a>(pointer: *mut c_void, size: usize) -> Checked<Option<&'a mut BatchMemory>> {
    match (pointer.is_null(), size) {
        (true, 0) => return Ok(None),
        (true, _) => return Err(LANEDOKU_ERROR_NULL),
        (false, _) if size < lanedoku_workspace_size() || size > isize::MAX as usize => {
            return Err(LANEDOKU_ERROR_SIZE);
        }
        (false, _) => {}
    }
    let skipped = pointer.align_offset(align_of::<BatchMemory>());
    // SAFETY: the size has room for what is skipped. A workspace is made of integers, to which all bytes
    // are valid, and outcomes that may be anything. The rest is the caller's promise.
    Ok(unsafe { pointer.byte_add(skipped).cast::<BatchMemory>().as_mut() })
}

/// Checks that an array of `count` items of `size` bytes, `stride` bytes apart, can be in memory.
fn check_array(count: usize, stride: usize, size: usize) -> Checked<()> {
    let bytes = (count - 1).checked_mul(stride).and_then(|last| last.checked_add(size));
    match bytes {
        Some(bytes) if bytes <= isize::MAX as usize && stride >= size => Ok(()),
        _ => Err(LANEDOKU_ERROR_SIZE),
    }
}

/// The arrays of a batch.
struct Batch {
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    solutions: *mut c_char,
    solution_stride: usize,
    results: *mut lanedoku_result,
}

impl Batch {
    /// The text of `count` 9x9 puzzles from the `first` one on, and what stands between them.
    ///
    /// # Safety
    ///
    /// So many puzzles are in the array, and nobody writes to them for `'a`.
    unsafe fn text<'a>(&self, first: usize, count: usize) -> Checked<&'a [u8]> {
        // `check_array` has done this for the whole batch. Done again, it shows the compiler that a batch of
        // lines asks for no more than the text holds.
        let last = count.checked_sub(1).and_then(|last| last.checked_mul(self.stride));
        let length = last.and_then(|last| last.checked_add(81)).filter(|_| self.stride >= 81);
        // SAFETY: the caller's promise.
        unsafe { bytes(self.puzzles.add(first * self.stride), length.ok_or(LANEDOKU_ERROR_SIZE)?) }
    }

    /// Where the solution of a puzzle goes, if anywhere.
    ///
    /// # Safety
    ///
    /// The puzzle is in the array.
    unsafe fn solution(&self, index: usize) -> *mut c_char {
        if self.solutions.is_null() {
            return self.solutions;
        }
        // SAFETY: the caller's promise.
        unsafe { self.solutions.add(index * self.solution_stride) }
    }
}

/// Solves the puzzles of a batch one after the other.
///
/// # Safety
///
/// The arrays have `CELLS` bytes at each stride, `count` times, or `solutions` is null.
unsafe fn solve_one_by_one<const CELLS: usize>(solver: &Solver, batch: &Batch) {
    for index in 0..batch.count {
        // SAFETY: `index` is below `count`.
        unsafe {
            let puzzle = batch.puzzles.add(index * batch.stride);
            let answer = solve_text::<CELLS>(solver, puzzle, CELLS, batch.solution(index));
            write(batch.results.add(index), answer.unwrap_or_else(|_| lanedoku_result::invalid()));
        }
    }
}

/// Solves the 9x9 puzzles of a batch, as many at a time as the memory has outcomes.
///
/// # Safety
///
/// The arrays have 81 bytes at each stride, `count` times, or `solutions` is null.
unsafe fn solve_lines(solver: &Solver, batch: &Batch, memory: &mut BatchMemory) {
    let BatchMemory { workspace, outcomes } = memory;
    for first in (0..batch.count).step_by(CHUNK) {
        let outcomes = &mut outcomes[..CHUNK.min(batch.count - first)];
        for outcome in &mut *outcomes {
            outcome.write(Outcome::INVALID);
        }
        // SAFETY: they have all been written.
        let outcomes =
            unsafe { slice::from_raw_parts_mut(outcomes.as_mut_ptr().cast::<Outcome>(), outcomes.len()) };
        // SAFETY: the last of so many outcomes is that of a puzzle of the batch. The reference to the text ends
        // with this `if`; the outcomes hold copies. So no reference sees what is written below, through the
        // caller's pointer, over the puzzles of this round. Those of the next are not written before they have
        // been read: an array that is both has one stride.
        if let Ok(text) = unsafe { batch.text(first, outcomes.len()) } {
            solver.solve_lines(text, batch.stride, outcomes, workspace);
        }
        for (index, outcome) in outcomes.iter().enumerate() {
            // SAFETY: the outcome is that of a puzzle of the batch.
            unsafe {
                write_solution(outcome, batch.solution(first + index));
                write(batch.results.add(first + index), lanedoku_result::from(outcome));
            }
        }
    }
}
