//! Solves many puzzles in one call.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use core::slice;

use lanedoku::{Outcome, Size, Workspace};

use crate::boundary::{
    CellFormat, Checked, Settings, bytes, check_solution, for_puzzle, settings, status_of,
};
use crate::possible::PossibleMemory;
use crate::puzzle::{PuzzleForm, solve_masks};
use crate::solve::solve_cells;
use crate::types::*;

/// Solves many puzzles of one size. An invalid puzzle does not affect the others.
///
/// Each puzzle has as many bytes as the board has cells (81 for 9x9): plain text or digits. Or it is candidates: 162
/// bytes of masks, or plain text of 729 bytes (see `lanedoku_cells`). Puzzle `i` starts at `puzzles + i * stride`, its solution at `solutions + i *
/// solution_stride`. For example, a file of lines of 81 characters has a stride of 82, or 83 if its lines
/// end in CR and LF. The bytes between two puzzles or solutions are neither read nor written.
///
/// - `puzzles`, `count`, `stride`: `stride` is at least the number of bytes of a puzzle.
/// - `options`: as for `lanedoku_solve`. The step limit applies to each puzzle.
/// - `solutions`, `solution_stride`: `solution_stride` is at least the number of cells. Each solution is written as
///   one character or digit per cell, without a NUL; for a puzzle without a solution nothing is written. NULL and 0
///   if only the results are needed. `solutions` may equal `puzzles`, with the same stride, or lie between the
///   puzzles in records that hold a puzzle and its solution. Otherwise the two must not overlap.
/// - `results`: an array of `count` results. All are written. Statuses and solutions are those of `lanedoku_solve`.
///   With a workspace, steps and guesses may differ, and depend on the other puzzles.
/// - `workspace`, `workspace_size`: at least `lanedoku_workspace_size()` bytes at any address. Set them to
///   zero before their first use (use `calloc`, or a static array of `LANEDOKU_WORKSPACE_MAX` bytes); then
///   they can be used for any number of calls. With a workspace, kernels for AVX2 and AVX-512 solve many
///   9x9 puzzles at a time, which is up to twice as fast. With NULL and 0, puzzles are solved one after
///   the other.
///
/// Returns `LANEDOKU_OK` when every puzzle has its result; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
/// `_KERNEL`. If `count` is 0, nothing is read or written, and `puzzles` and `results` may be NULL; the options,
/// the workspace and `solution_stride` are still checked.
///
/// # Safety
///
/// Pointers: while the call runs, `puzzles` and `solutions` are NULL or valid for `(count - 1) * stride` bytes and those
/// of a puzzle or a solution, each with its own stride; `results` is valid for `count`
/// results; and `workspace` is NULL or valid for `workspace_size` bytes that overlap nothing else.
/// Threads: any number of threads may call this at once, each with its own workspace.
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
    let call = || {
        // SAFETY: `options` is NULL or valid.
        let settings = unsafe { settings(options) }?;
        let Settings { solver, size, format, is_candidates } = &settings;
        check_solution(solutions, solution_stride, *size)?;
        // SAFETY: `workspace` is NULL or has `workspace_size` bytes that the caller has initialized.
        let memory = unsafe { batch_memory(workspace, workspace_size) }?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        if puzzles.is_null() || results.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        check_array(count, stride, for_puzzle!(settings, length_of(*format)))?;
        let answers = BatchOutputs { count, format: *format, solutions, solution_stride, results };
        answers.check(*size)?;
        match (size, memory) {
            (Size::Nine, Some(BatchMemory { workspace, outcomes, masks, .. })) if *is_candidates => {
                let length = length_of::<81, [u16; 81]>(*format);
                let solve = |first: usize, outcomes: &mut [Outcome]| {
                    let mut is_read = [false; CHUNK];
                    for (index, (place, is_read)) in masks.iter_mut().zip(&mut is_read).enumerate() {
                        if index < outcomes.len() {
                            // SAFETY: the chunk lies in the batch, so its bytes are valid. The reference ends with this
                            // statement.
                            let text = unsafe { bytes(puzzles.add((first + index) * stride), length) };
                            *is_read = text.is_ok_and(|text| place.read(*format, text).is_ok());
                        }
                    }
                    let Some(masks) = masks.get(..outcomes.len()) else { return };
                    solve_masks(solver, masks, outcomes, workspace);
                    for (outcome, is_read) in outcomes.iter_mut().zip(is_read) {
                        if !is_read {
                            *outcome = Outcome::INVALID;
                        }
                    }
                };
                // SAFETY: the boards are 9x9.
                unsafe { answers.in_chunks(outcomes, solve) };
            }
            (Size::Nine, Some(BatchMemory { workspace, outcomes, .. })) => {
                let solve = |first: usize, outcomes: &mut [Outcome]| {
                    // `check_array` has checked this for the whole batch. The second check shows the compiler that
                    // the bytes suffice for all outcomes.
                    let last = outcomes.len().checked_sub(1).and_then(|last| last.checked_mul(stride));
                    let length = last.and_then(|last| last.checked_add(81)).filter(|_| stride >= 81);
                    debug_assert!(length.is_some(), "the length of a part of a checked array");
                    let Some(length) = length else { return };
                    // SAFETY: the chunk lies in the batch, so its bytes are valid. The reference ends with this
                    // closure. Solutions are written only after that, and never over a puzzle of a later chunk: if
                    // one array holds both, it has one stride.
                    let Ok(puzzles) = (unsafe { bytes(puzzles.add(first * stride), length) }) else { return };
                    match format {
                        CellFormat::Text => solver.solve_lines(puzzles, stride, outcomes, workspace),
                        CellFormat::Digits => solver.solve_digits(puzzles, stride, outcomes, workspace),
                    }
                };
                // SAFETY: the boards are 9x9.
                unsafe { answers.in_chunks(outcomes, solve) };
            }
            // SAFETY: the puzzles are valid, and all arrays have been checked for boards of this size.
            _ => unsafe { for_puzzle!(settings, solve_one_by_one(&settings, puzzles, stride, &answers)) },
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Decodes options that must be for a 9x9 board, in text or digits.
///
/// # Safety
///
/// As for [`settings`].
pub(crate) unsafe fn nine_by_nine(options: *const lanedoku_options) -> Checked<Settings> {
    // SAFETY: the contract is the same.
    unsafe { nine_by_nine_in_any_form(options) }?.of_boards()
}

/// Decodes options that must be for a 9x9 board or candidates.
///
/// # Safety
///
/// As for [`settings`].
pub(crate) unsafe fn nine_by_nine_in_any_form(options: *const lanedoku_options) -> Checked<Settings> {
    // SAFETY: the contract is the same.
    let settings = unsafe { settings(options) }?;
    if settings.size == Size::Nine { Ok(settings) } else { Err(LANEDOKU_ERROR_OPTION) }
}

/// Returns the size in bytes of the workspace for batches and for `lanedoku_count`: less than
/// `LANEDOKU_WORKSPACE_MAX`.
///
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_workspace_size() -> usize {
    // The size plus the padding needed for alignment.
    size_of::<BatchMemory>() + align_of::<BatchMemory>() - 1
}

const _: () = assert!(size_of::<BatchMemory>() + align_of::<BatchMemory>() <= LANEDOKU_WORKSPACE_MAX);

/// The puzzles of a chunk: few enough that their outcomes stay in the cache, and enough that idle lanes at its end
/// do not matter.
const CHUNK: usize = 512;

/// The contents of a C workspace.
#[repr(C)]
pub(crate) struct BatchMemory {
    pub(crate) workspace: Workspace,
    outcomes: [MaybeUninit<Outcome>; CHUNK],
    masks: [[u16; 81]; CHUNK],
    pub(crate) possible: PossibleMemory,
}

/// Returns the workspace in the caller's memory, or `None` for NULL and 0.
///
/// # Safety
///
/// `pointer` is null, or `size` bytes behind it have been initialized and belong to the caller for `'a`.
pub(crate) unsafe fn batch_memory<'a>(
    pointer: *mut c_void,
    size: usize,
) -> Checked<Option<&'a mut BatchMemory>> {
    // SAFETY: the same promise; any bytes are a `BatchMemory`, which consists of integers and `MaybeUninit`s.
    unsafe { check_memory(pointer, size) }
}

/// Returns a `T` in the caller's memory, or `None` for NULL and 0.
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
    // SAFETY: the memory suffices for the skipped bytes and a `T`, by the check. It is initialized and the caller's
    // alone, and any bytes are a `T`.
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

/// Returns the bytes of a puzzle.
fn length_of<const CELLS: usize, P: PuzzleForm<CELLS>>(format: CellFormat) -> usize {
    P::length(format)
}

/// The output arrays of a batch.
struct BatchOutputs {
    count: usize,
    format: CellFormat,
    solutions: *mut c_char,
    solution_stride: usize,
    results: *mut lanedoku_result,
}

impl BatchOutputs {
    /// Checks the sizes of the arrays.
    fn check(&self, size: Size) -> Checked<()> {
        check_array(self.count, self.solution_stride.max(size.cells()), size.cells())?;
        check_array(self.count, size_of::<lanedoku_result>(), size_of::<lanedoku_result>())
    }

    /// Returns the memory for the solution of a puzzle, or null if solutions are not needed.
    ///
    /// # Safety
    ///
    /// `index` is below `count`.
    unsafe fn solution(&self, index: usize) -> *mut c_char {
        if self.solutions.is_null() {
            return self.solutions;
        }
        // SAFETY: `index` is below `count`, so the result lies in the array, whose size `check` has checked.
        unsafe { self.solutions.add(index * self.solution_stride) }
    }

    /// Writes the answer to a puzzle.
    ///
    /// # Safety
    ///
    /// `index` is below `count`, and the boards are 9x9.
    #[inline]
    unsafe fn write(&self, index: usize, outcome: &Outcome) {
        if let Some(solution) = &outcome.solution {
            // SAFETY: `index` is below `count`, so the pointer is null or has space for 81 bytes.
            unsafe { self.format.write(solution, self.solution(index)) };
        }
        // SAFETY: `results` has `count` items.
        unsafe { self.results.add(index).write(lanedoku_result::from(outcome)) };
    }

    /// Solves 9x9 puzzles in chunks: calls `solve` with the index of the first puzzle and a slot for each outcome.
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
        // SAFETY: the first `most` outcomes have just been written.
        let outcomes = unsafe { slice::from_raw_parts_mut(outcomes.as_mut_ptr().cast::<Outcome>(), most) };
        for first in (0..self.count).step_by(CHUNK) {
            let Some(outcomes) = outcomes.get_mut(..CHUNK.min(self.count - first)) else { return };
            solve(first, outcomes);
            for (index, outcome) in outcomes.iter().enumerate() {
                // SAFETY: `first + index` is below `count`, and the boards are 9x9.
                unsafe { self.write(first + index, outcome) };
            }
        }
    }
}

/// Solves the puzzles of a batch one after the other.
///
/// # Safety
///
/// `puzzles` has the bytes of a puzzle at each stride, `count` times. `solutions` has `CELLS` bytes, or it is null.
unsafe fn solve_one_by_one<const CELLS: usize, P: PuzzleForm<CELLS>>(
    settings: &Settings,
    puzzles: *const c_char,
    stride: usize,
    answers: &BatchOutputs,
) {
    let length = P::length(settings.format);
    for index in 0..answers.count {
        // SAFETY: `index` is below `count`.
        let (puzzle, solution, result) =
            unsafe { (puzzles.add(index * stride), answers.solution(index), answers.results.add(index)) };
        // SAFETY: the bytes of the puzzle can be read, and `CELLS` of the solution written, if it is not null.
        let solved = unsafe { solve_cells::<CELLS, P>(settings, puzzle, length, solution, result) };
        debug_assert!(solved.is_ok(), "the pointer and the length have been checked");
    }
}
