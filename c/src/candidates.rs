//! Puzzles given as the candidates of their cells.

use core::ffi::{c_char, c_void};

use crate::batch::nine_by_nine;
use crate::boundary::{Checked, Settings, bytes, check_solution, status_of, write};
use crate::count::{show_cells, visit_with};
use crate::types::*;

/// Reads the candidates of a 9x9 puzzle from a text of 729 characters: nine for each cell, cell after cell,
/// row by row. Character `d` of a cell, counted from 1, is the digit `d` if `d` is a candidate there;
/// otherwise it is `.`, `0`, `_`, `*`, `x`, `X` or `?`, or `-` if the text has 729 characters.
///
/// - `text`, `length`: the text, which does not need to be NUL-terminated. Spaces, tabs, line ends, `|`,
///   `-` and `+` are ignored.
/// - `candidates`: receives 81 masks for `lanedoku_solve_candidates`, but only if the function returns
///   `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text does not have 729 such characters
/// (`lanedoku_find_candidates_error` finds the error); or `LANEDOKU_ERROR_NULL` or `_SIZE`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs; `candidates` for 81 masks.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_parse_candidates(
    text: *const c_char,
    length: usize,
    candidates: *mut u16,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `text` is NULL or valid for its length.
        let text = unsafe { bytes(text, length) }?;
        if candidates.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let Ok(masks) = lanedoku::parse_candidates(text) else { return Ok(LANEDOKU_INVALID) };
        // SAFETY: `candidates` is valid for 81 masks, and `text` is no longer used.
        unsafe { write(candidates.cast(), masks) };
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Returns the candidates at `pointer`.
///
/// # Safety
///
/// `pointer` is null, or 81 masks behind it can be read and do not change during `'a`.
pub(crate) unsafe fn masks<'a>(pointer: *const u16) -> Checked<&'a [u16; 81]> {
    // SAFETY: it is null or valid, and an array is aligned like its items.
    unsafe { pointer.cast::<[u16; 81]>().as_ref() }.ok_or(LANEDOKU_ERROR_NULL)
}

/// Finds the solution of a 9x9 puzzle given as its candidates, the least of several as `lanedoku_solve`, and whether it
/// is the only one. Any candidates are valid.
///
/// - `candidates`: 81 masks, row by row; bit `d - 1` of a mask for digit `d`. Higher bits are ignored.
/// - `options`: as for `lanedoku_solve`; any side but 9 (or 0) is an error. The search runs on
///   `LANEDOKU_ENGINE_SIMD`: an engine, an order or a kernel that it does not have is ignored.
/// - `solution`, `solution_length`, `result`: as for `lanedoku_solve`. Nothing may overlap.
///
/// Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE` or `_LIMIT`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
/// `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs; `candidates` for 81 masks.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_solve_candidates(
    candidates: *const u16,
    options: *const lanedoku_options,
    solution: *mut c_char,
    solution_length: usize,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `candidates` is NULL or valid for 81 masks.
        let candidates = unsafe { masks(candidates) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, size, format } = unsafe { nine_by_nine(options) }?;
        check_solution(solution, solution_length, size)?;
        let outcome = solver.solve(candidates);
        if let Some(found) = &outcome.solution {
            // SAFETY: `solution` is NULL or has space for a board, by the check.
            unsafe { format.write(found, solution) };
        }
        let answer = lanedoku_result::from(&outcome);
        // SAFETY: `result` is NULL or valid.
        unsafe { write(result, answer) };
        Ok(answer.status)
    };
    status_of(call())
}

/// Counts the solutions of a 9x9 puzzle given as its candidates.
///
/// - `candidates`, `options`: as for `lanedoku_solve_candidates`.
/// - `limit`, `result`: as for `lanedoku_count`.
///
/// Returns `LANEDOKU_EXHAUSTED`, `_STOPPED` or `_LIMIT`; or `LANEDOKU_ERROR_NULL`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid while the call runs; `candidates` for 81 masks.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_count_candidates(
    candidates: *const u16,
    options: *const lanedoku_options,
    limit: u64,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `candidates` is NULL or valid for 81 masks.
        let candidates = unsafe { masks(candidates) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, .. } = unsafe { nine_by_nine(options) }?;
        if result.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let answer = lanedoku_result::from(solver.count(candidates, limit));
        // SAFETY: `result` is valid.
        unsafe { write(result, answer) };
        Ok(answer.status)
    };
    status_of(call())
}

/// Calls a function with every solution of a 9x9 puzzle given as its candidates, one after the other.
///
/// - `candidates`, `options`: as for `lanedoku_solve_candidates`.
/// - `visitor`, `user`, `result`: as for `lanedoku_visit`.
///
/// Returns `LANEDOKU_EXHAUSTED`, `_STOPPED` or `_LIMIT`; or `LANEDOKU_ERROR_NULL`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each but `user` is NULL or valid while the call runs; `candidates` for 81 masks. `visitor`
/// must return.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_visit_candidates(
    candidates: *const u16,
    options: *const lanedoku_options,
    visitor: lanedoku_visitor,
    user: *mut c_void,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `candidates` is NULL or valid for 81 masks.
        let candidates = unsafe { masks(candidates) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, format, .. } = unsafe { nine_by_nine(options) }?;
        let visitor = visitor.ok_or(LANEDOKU_ERROR_NULL)?;
        // SAFETY: the caller passes `visitor` and `user` together.
        let mut show = unsafe { visit_with(visitor, user) };
        let tally = solver.visit(candidates, |solution| show_cells(format, solution, &mut show));
        let answer = lanedoku_result::from(tally);
        // SAFETY: `result` is NULL or valid.
        unsafe { write(result, answer) };
        Ok(answer.status)
    };
    status_of(call())
}
