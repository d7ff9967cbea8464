//! Solve many.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use core::slice;

use lanedoku::{Outcome, Size, Solver, Workspace};

use crate::boundary::{
    CellFormat, Checked, Settings, bytes, check_solution, for_size, settings, status_of, write,
};
use crate::solve::solve_cells;
use crate::types::*;

/// Solves many puzzles of one size. An invalid puzzle does not affect the others.
///
/// Each puzzle is a plain text with one byte per cell of the board (81 for 9x9), or an array of as many
/// digits (see `lanedoku_cells`). Puzzle `i` starts at `puzzles + i * stride`, its solution at `solutions +
/// i * solution_stride`. A file of lines of 81 characters, for example, has a stride of 82, and of 83 if
/// its lines end in CR and LF. The bytes between two puzzles or solutions are neither read nor written.
///
/// - `puzzles`, `count`, `stride`: `stride` is at least the number of cells.
/// - `options`: as for `lanedoku_solve`. The step limit holds for each puzzle.
/// - `solutions`, `solution_stride`: `solution_stride` is at least the number of cells. Each solution is
///   written as one character or digit per cell, without a NUL; for a puzzle without a solution nothing is
///   written. NULL and 0 if only the results are wanted. `solutions` may be `puzzles` itself, with the same
///   stride. In records that hold a puzzle and its solution, it may lie between the puzzles. Otherwise the
///   two must not overlap.
/// - `results`: an array of `count` results. All are written, each as for `lanedoku_solve`. With a
///   workspace, a puzzle with several solutions may show another one first than there, but always the same,
///   whatever the other puzzles are; steps and guesses may depend on these.
/// - `workspace`, `workspace_size`: at least `lanedoku_workspace_size()` bytes at any address. Set them to
///   zero before their first use (use `calloc`, or a static array of `LANEDOKU_WORKSPACE_MAX` bytes); then
///   they can be used for any number of calls. With a workspace, kernels for AVX2 and AVX-512 solve many
///   9x9 puzzles side by side, which is up to twice as fast. With NULL and 0, puzzles are solved one after
///   the other.
///
/// Returns `LANEDOKU_OK` when every puzzle has its result; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
/// `_KERNEL`. If `count` is 0, nothing is read or written, and `puzzles` and `results` may be NULL; the
/// options, the workspace and `solution_stride` are checked all the same.
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
        let Settings { solver, size, format } = settings(options)?;
        check_solution(solutions, solution_stride, size)?;
        let memory = batch_memory(workspace, workspace_size)?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        if puzzles.is_null() || results.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        check_array(count, stride, size.cells())?;
        let answers = Answers { count, format, solutions, solution_stride, results };
        answers.check(size)?;
        match (size, memory) {
            (Size::Nine, Some(memory)) => {
                answers.in_chunks(&mut memory.outcomes, |first, outcomes| {
                    // `check_array` has done this for the whole batch. Done again, it shows the compiler that a batch
                    // of lines asks for no more than the bytes hold.
                    let last = outcomes.len().checked_sub(1).and_then(|last| last.checked_mul(stride));
                    let length = last.and_then(|last| last.checked_add(81)).filter(|_| stride >= 81);
                    let Some(length) = length else { return };
                    // The last of so many outcomes is that of a puzzle of the batch. The reference ends with
                    // this closure. So it does not see what is written afterwards, through the caller's pointer, over
                    // the puzzles of this chunk. Those of the next are not written before they have been read: an array
                    // that is both has one stride.
                    let Ok(puzzles) = bytes(puzzles.add(first * stride), length) else { return };
                    match format {
                        CellFormat::Text => {
                            solver.solve_lines(puzzles, stride, outcomes, &mut memory.workspace)
                        }
                        CellFormat::Digits => {
                            solver.solve_digits(puzzles, stride, outcomes, &mut memory.workspace)
                        }
                    }
                });
            }
            _ => for_size!(size, solve_one_by_one(&solver, puzzles, stride, &answers)),
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Solves many 9x9 puzzles that are given as their candidates, see `lanedoku_solve_candidates`.
///
/// - `candidates`, `count`: an array of `count` times 81 masks, puzzle after puzzle.
/// - Everything else: as for `lanedoku_solve_batch`. `solutions` must not overlap `candidates`.
///
/// # Safety
///
/// Pointers: as for `lanedoku_solve_batch`; `candidates` is NULL or valid for `count * 81` masks.
/// Threads: any number of threads may call this at once, each with a workspace of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_solve_candidates_batch(
    candidates: *const u16,
    count: usize,
    options: *const lanedoku_options,
    solutions: *mut c_char,
    solution_stride: usize,
    results: *mut lanedoku_result,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    // SAFETY: the caller's promise. Products with the count are checked, so that every place lies in the arrays.
    let call = || unsafe {
        let Settings { solver, format, .. } = nine_by_nine(options)?;
        check_solution(solutions, solution_stride, Size::Nine)?;
        let memory = batch_memory(workspace, workspace_size)?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        if candidates.is_null() || results.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        check_array(count, size_of::<[u16; 81]>(), size_of::<[u16; 81]>())?;
        let answers = Answers { count, format, solutions, solution_stride, results };
        answers.check(Size::Nine)?;
        let puzzles = slice::from_raw_parts(candidates.cast::<[u16; 81]>(), count);
        match memory {
            Some(BatchMemory { workspace, outcomes }) => answers.in_chunks(outcomes, |first, outcomes| {
                let puzzles = puzzles.get(first..).and_then(|puzzles| puzzles.get(..outcomes.len()));
                let puzzles = puzzles.unwrap_or_default();
                if puzzles.len() == outcomes.len() {
                    solver.solve_candidates_batch(puzzles, outcomes, workspace);
                }
            }),
            None => {
                for (index, puzzle) in puzzles.iter().enumerate() {
                    answers.write(index, &solver.solve_candidates(puzzle));
                }
            }
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// What the options ask for, if that is a 9x9 board.
///
/// # Safety
///
/// As for [`settings`].
pub(crate) unsafe fn nine_by_nine(options: *const lanedoku_options) -> Checked<Settings> {
    // SAFETY: the caller's promise.
    let settings = unsafe { settings(options) }?;
    if settings.size == Size::Nine { Ok(settings) } else { Err(LANEDOKU_ERROR_OPTION) }
}

/// The size in bytes of the workspace that batches need, and `lanedoku_count_with`: less than
/// `LANEDOKU_WORKSPACE_MAX`.
///
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_workspace_size() -> usize {
    // With room to begin at the next address that suits.
    size_of::<BatchMemory>() + align_of::<BatchMemory>() - 1
}

const _: () = assert!(size_of::<BatchMemory>() + align_of::<BatchMemory>() <= LANEDOKU_WORKSPACE_MAX);

/// Puzzles that are solved in a workspace at a time: so few that their outcomes are still in the cache when
/// they are written out, and so many that the end of a chunk, where lanes are idle, does not matter.
const CHUNK: usize = 512;

/// What a workspace holds.
#[repr(C)]
pub(crate) struct BatchMemory {
    pub(crate) workspace: Workspace,
    outcomes: [MaybeUninit<Outcome>; CHUNK],
}

/// The workspace in the caller's memory, if there is any.
///
/// # Safety
///
/// `pointer` is null, or `size` bytes behind it have been initialized and belong to the caller for `'a`.
pub(crate) unsafe fn batch_memory<'a>(
    pointer: *mut c_void,
    size: usize,
) -> Checked<Option<&'a mut BatchMemory>> {
    // SAFETY: a workspace is made of integers, to which all bytes are valid, and outcomes that may be anything. The rest
    // is the caller's promise.
    unsafe { check_memory(pointer, size) }
}

/// A `T` in the caller's memory, if there is any.
///
/// # Safety
///
/// `pointer` is null, or `size` bytes behind it have been initialized and belong to the caller for `'a`. Any bytes are
/// a `T`.
pub(crate) unsafe fn check_memory<'a, T>(pointer: *mut c_void, size: usize) -> Checked<Option<&'a mut T>> {
    match (pointer.is_null(), size) {
        (true, 0) => return Ok(None),
        (true, _) => return Err(LANEDOKU_ERROR_NULL),
        (false, _) if size < size_of::<T>() + align_of::<T>() - 1 || size > isize::MAX as usize => {
            return Err(LANEDOKU_ERROR_SIZE);
        }
        (false, _) => {}
    }
    let skipped = pointer.align_offset(align_of::<T>());
    // SAFETY: the size has room for what is skipped. The rest is the caller's promise.
    Ok(unsafe { pointer.byte_add(skipped).cast::<T>().as_mut() })
}

/// Checks that an array of `count` items of `size` bytes, `stride` bytes apart, can be in memory.
pub(crate) fn check_array(count: usize, stride: usize, size: usize) -> Checked<()> {
    let bytes = (count - 1).checked_mul(stride).and_then(|last| last.checked_add(size));
    match bytes {
        Some(bytes) if bytes.max(stride) <= isize::MAX as usize && stride >= size => Ok(()),
        _ => Err(LANEDOKU_ERROR_SIZE),
    }
}

/// Where the answers of a batch go.
struct Answers {
    count: usize,
    format: CellFormat,
    solutions: *mut c_char,
    solution_stride: usize,
    results: *mut lanedoku_result,
}

impl Answers {
    /// Checks that the arrays can be in memory.
    fn check(&self, size: Size) -> Checked<()> {
        check_array(self.count, self.solution_stride.max(size.cells()), size.cells())?;
        check_array(self.count, size_of::<lanedoku_result>(), size_of::<lanedoku_result>())
    }

    /// Where the solution of a puzzle goes, if anywhere.
    ///
    /// # Safety
    ///
    /// The puzzle is one of the batch.
    unsafe fn solution(&self, index: usize) -> *mut c_char {
        if self.solutions.is_null() {
            return self.solutions;
        }
        // SAFETY: the caller's promise.
        unsafe { self.solutions.add(index * self.solution_stride) }
    }

    /// Writes the answer to a puzzle.
    ///
    /// # Safety
    ///
    /// The puzzle is one of the batch, whose boards are of this size.
    #[inline]
    unsafe fn write(&self, index: usize, outcome: &Outcome) {
        // SAFETY: the caller's promise.
        unsafe {
            if let Some(solution) = &outcome.solution {
                self.format.write(solution, self.solution(index));
            }
            write(self.results.add(index), lanedoku_result::from(outcome));
        }
    }

    /// Solves 9x9 puzzles a chunk at a time: `solve` gets the number of the first and a place for each outcome.
    ///
    /// # Safety
    ///
    /// The boards are 9x9.
    unsafe fn in_chunks(
        &self,
        outcomes: &mut [MaybeUninit<Outcome>; CHUNK],
        mut solve: impl FnMut(usize, &mut [Outcome]),
    ) {
        let most = CHUNK.min(self.count);
        for outcome in outcomes.iter_mut().take(most) {
            outcome.write(Outcome::INVALID);
        }
        // SAFETY: so many have been written.
        let outcomes = unsafe { slice::from_raw_parts_mut(outcomes.as_mut_ptr().cast::<Outcome>(), most) };
        for first in (0..self.count).step_by(CHUNK) {
            let Some(outcomes) = outcomes.get_mut(..CHUNK.min(self.count - first)) else { return };
            solve(first, outcomes);
            for (index, outcome) in outcomes.iter().enumerate() {
                // SAFETY: the outcome is that of a puzzle of the batch; the rest is the caller's promise.
                unsafe { self.write(first + index, outcome) };
            }
        }
    }
}

/// Solves the puzzles of a batch one after the other.
///
/// # Safety
///
/// The arrays have `CELLS` bytes at each stride, `count` times, or `solutions` is null.
unsafe fn solve_one_by_one<const CELLS: usize>(
    solver: &Solver,
    puzzles: *const c_char,
    stride: usize,
    answers: &Answers,
) {
    for index in 0..answers.count {
        // SAFETY: `index` is below `count`.
        unsafe {
            let puzzle = puzzles.add(index * stride);
            let (solution, result) = (answers.solution(index), answers.results.add(index));
            // Nothing is wrong with the call: the puzzle is in memory.
            let _ = solve_cells::<CELLS>(solver, answers.format, puzzle, CELLS, solution, result);
        }
    }
}
