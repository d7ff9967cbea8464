//! Counts and visits the solutions of a puzzle.

use core::ffi::{c_char, c_int, c_void};
use core::ops::ControlFlow;

use lanedoku::{Board, Workspace};

use crate::batch::batch_memory;
use crate::boundary::{CellFormat, Settings, bytes, for_puzzle, settings, status_of, write};
use crate::puzzle::PuzzleForm;
use crate::types::*;

/// Counts the solutions of a puzzle.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
/// - `limit`: the count stops here, even if there is no further solution; `UINT64_MAX` counts all
///   solutions. With 0, there is no search, but the puzzle and its clues are still checked.
/// - `result`: receives the count and the work done. Not written if the return value is negative.
/// - `workspace`, `workspace_size`: NULL and 0, or as for `lanedoku_solve_batch`. With a workspace, kernels for AVX2 and
///   AVX-512 search many nodes of a 9x9 board at a time, which is faster if it has very many solutions; all other
///   counts do not use it.
///
/// Returns the status of the puzzle, as far as the count tells: `LANEDOKU_MULTIPLE`, also if the count was cut; or
/// `LANEDOKU_UNIQUE` or `_NONE`; or with fewer than two solutions, `_STOPPED` (at `limit`), `_LIMIT` or `_INVALID`. The
/// field `is_exact` of the result tells whether all were counted. Or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
/// `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs; `workspace` overlaps nothing else.
/// Threads: any number of threads may call this at once, each with its own workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_count(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    limit: u64,
    result: *mut lanedoku_result,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let settings = unsafe { settings(options) }?;
        // SAFETY: `workspace` is NULL or has `workspace_size` bytes that the caller has initialized.
        let memory = unsafe { batch_memory(workspace, workspace_size) }?;
        if result.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let workspace = memory.map(|memory| &mut memory.workspace);
        let answer = for_puzzle!(settings, count_cells(&settings, puzzle, limit, workspace));
        // SAFETY: `result` is valid, and `puzzle` is no longer used.
        unsafe { write(result, answer) };
        Ok(answer.status)
    };
    status_of(call())
}

fn count_cells<const CELLS: usize, P: PuzzleForm<CELLS>>(
    settings: &Settings,
    bytes: &[u8],
    limit: u64,
    workspace: Option<&mut Workspace>,
) -> lanedoku_result {
    let mut puzzle = P::EMPTY;
    match puzzle.read(settings.format, bytes) {
        Ok(()) => puzzle.count(&settings.solver, limit, workspace).into(),
        Err(_) => lanedoku_result::invalid(),
    }
}

/// Calls a function with every solution of a puzzle, one after the other, in the order in which the engine finds them:
/// they are not sorted.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
/// - `visitor`: called with each solution until it returns a value other than 0.
/// - `user`: passed to `visitor` unchanged; may be NULL.
/// - `result`: NULL, or receives the number of solutions visited and the work done, after the last call
///   of `visitor`. Not written if the return value is negative.
///
/// Returns the same as `lanedoku_count`: `LANEDOKU_STOPPED` if `visitor` stopped at the first solution,
/// `LANEDOKU_MULTIPLE` if it stopped later.
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
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let settings = unsafe { settings(options) }?;
        let visitor = visitor.ok_or(LANEDOKU_ERROR_NULL)?;
        // SAFETY: the caller passes `visitor` and `user` together.
        let mut show = unsafe { visit_with(visitor, user) };
        let answer = for_puzzle!(settings, visit_cells(&settings, puzzle, &mut show));
        // SAFETY: `result` is NULL or valid, and `puzzle` is no longer used.
        unsafe { write(result, answer) };
        Ok(answer.status)
    };
    status_of(call())
}

/// Returns a closure that calls the visitor with a solution.
///
/// # Safety
///
/// The visitor may be called with any solution and `user` until the closure is dropped.
pub(crate) unsafe fn visit_with(
    visitor: unsafe extern "C" fn(*const c_char, usize, *mut c_void) -> c_int,
    user: *mut c_void,
) -> impl FnMut(&[u8]) -> ControlFlow<()> {
    // SAFETY: the visitor may be called with `user`, and the pointer is valid for the length until it returns.
    move |cells: &[u8]| match unsafe { visitor(cells.as_ptr().cast(), cells.len(), user) } {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}

/// Passes a solution on in the given format.
pub(crate) fn show_cells<const CELLS: usize>(
    format: CellFormat,
    solution: &Board<CELLS>,
    show: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match format {
        CellFormat::Text => show(&solution.to_line()),
        CellFormat::Digits => show(solution.digits()),
    }
}

fn visit_cells<const CELLS: usize, P: PuzzleForm<CELLS>>(
    settings: &Settings,
    bytes: &[u8],
    show: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> lanedoku_result {
    let mut puzzle = P::EMPTY;
    match puzzle.read(settings.format, bytes) {
        Ok(()) => {
            let mut show = |solution: &Board<CELLS>| show_cells(settings.format, solution, show);
            puzzle.visit(&settings.solver, &mut show).into()
        }
        Err(_) => lanedoku_result::invalid(),
    }
}
