//! Counts and visits the solutions of a puzzle.

use core::ffi::{c_char, c_int, c_void};
use core::ops::ControlFlow;

use lanedoku::{Board, Solver, Workspace};

use crate::batch::batch_memory;
use crate::boundary::{CellFormat, Settings, bytes, for_size, settings, status_of, write};
use crate::types::*;

/// Counts the solutions of a puzzle.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
/// - `limit`: the count stops here, even if there is no further solution; `UINT64_MAX` counts all
///   solutions. With 0, there is no search, but the text and the clues are still checked.
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
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, size, format } = unsafe { settings(options) }?;
        if result.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let answer = for_size!(size, count_cells(&solver, format, puzzle, limit, None));
        // SAFETY: `result` is valid, and `puzzle` is no longer used.
        unsafe { write(result, answer) };
        Ok(answer.status)
    };
    status_of(call())
}

/// Counts the solutions of a puzzle, faster than `lanedoku_count` if it has very many.
///
/// - `workspace`, `workspace_size`: as for `lanedoku_solve_batch`. With a workspace, kernels for AVX2 and
///   AVX-512 search many nodes of a 9x9 puzzle at a time; all other counts do not use it.
/// - All other arguments: as for `lanedoku_count`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs; `workspace` overlaps nothing else.
/// Threads: any number of threads may call this at once, each with its own workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_count_with(
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
        let Settings { solver, size, format } = unsafe { settings(options) }?;
        // SAFETY: `workspace` is NULL or has `workspace_size` bytes that the caller has initialized.
        let memory = unsafe { batch_memory(workspace, workspace_size) }?;
        if result.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let workspace = memory.map(|memory| &mut memory.workspace);
        let answer = for_size!(size, count_cells(&solver, format, puzzle, limit, workspace));
        // SAFETY: `result` is valid, and `puzzle` is no longer used.
        unsafe { write(result, answer) };
        Ok(answer.status)
    };
    status_of(call())
}

fn count_cells<const CELLS: usize>(
    solver: &Solver,
    format: CellFormat,
    puzzle: &[u8],
    limit: u64,
    workspace: Option<&mut Workspace>,
) -> lanedoku_result {
    let mut board = Board::<CELLS>::EMPTY;
    match (format.read(puzzle, &mut board), workspace) {
        (Err(_), _) => lanedoku_result::invalid(),
        (Ok(()), None) => solver.count(&board, limit).into(),
        (Ok(()), Some(workspace)) => solver.count_with(&board, limit, workspace).into(),
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
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, size, format } = unsafe { settings(options) }?;
        let visitor = visitor.ok_or(LANEDOKU_ERROR_NULL)?;
        // SAFETY: the caller passes `visitor` and `user` together.
        let mut show = unsafe { visit_with(visitor, user) };
        let answer = for_size!(size, visit_cells(&solver, format, puzzle, &mut show));
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

fn visit_cells<const CELLS: usize>(
    solver: &Solver,
    format: CellFormat,
    puzzle: &[u8],
    show: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> lanedoku_result {
    let mut board = Board::<CELLS>::EMPTY;
    match format.read(puzzle, &mut board) {
        Ok(()) => solver.visit(&board, |solution| show_cells(format, solution, show)).into(),
        Err(_) => lanedoku_result::invalid(),
    }
}
