//! Solves a puzzle, finds one solution, and checks a solution.

use core::ffi::{c_char, c_int};

use lanedoku::{Board, Solver};

use crate::boundary::{
    CellFormat, Checked, Settings, bytes, check_solution, check_text, for_puzzle, for_size, settings,
    status_of, write,
};
use crate::puzzle::PuzzleForm;
use crate::results::first;
use crate::types::*;

/// Finds the solution of a puzzle, and whether it is the only one. If there are several, it finds the least, read row
/// by row as a number, or any of them if the options allow it (`any_solution`).
///
/// - `puzzle`, `length`: the text of the puzzle, which does not need to be NUL-terminated: one line, or a drawn board
///   of several lines. A cell is a digit (`1` to `9`, then letters from `A` in upper or lower case) or open (`.`, `0`,
///   `_`, `*`, `-`, `x`, `X`, `?` or the middle dot, U+00B7 in UTF-8). Spaces, tabs, line ends, `|`, `-` and `+` are
///   ignored, and so is a byte order mark at the start. A `-` is an open cell on a line that has the cells of a row or
///   a board with it, and on the lines below such a row; otherwise it is ignored. Or digits or candidates, see
///   `lanedoku_cells`.
/// - `options`: NULL for a 9x9 board and the defaults.
/// - `solution`, `solution_length`: a buffer with at least one byte per cell of the board (81 for 9x9), or NULL and
///   0 if only the status is needed. If a solution is found, the buffer receives one character per cell (or one
///   digit, see `lanedoku_cells`), without a NUL; otherwise it is not written. The buffer may be the memory of
///   `puzzle`, or overlap it.
/// - `result`: NULL, or receives the result of the search. Not written if the return value is negative.
///
/// Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` (no solution is written) or `_INVALID`; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
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
    let call = || {
        check_text(puzzle, length)?;
        // SAFETY: `options` is NULL or valid.
        let settings = unsafe { settings(options) }?;
        check_solution(solution, solution_length, settings.size)?;
        // SAFETY: `puzzle` and `result` are NULL or valid; so is `solution`, which has space for a board, by the check.
        unsafe { for_puzzle!(settings, solve_cells(&settings, puzzle, length, solution, result)) }
    };
    status_of(call())
}

/// Reads a puzzle from the caller's memory. Returns false if the memory does not contain one. Keeps no reference to it,
/// so a solution may be written over the puzzle.
///
/// # Safety
///
/// `start` is null, or `length` bytes behind it can be read and do not change during the call.
#[inline]
unsafe fn read_at<const CELLS: usize, P: PuzzleForm<CELLS>>(
    format: CellFormat,
    start: *const c_char,
    length: usize,
    puzzle: &mut P,
) -> Checked<bool> {
    // SAFETY: `start` is null or has `length` bytes. The reference ends with this statement.
    let text = unsafe { bytes(start, length) }?;
    Ok(puzzle.read(format, text).is_ok())
}

/// Solves a puzzle and writes its solution and the result.
///
/// # Safety
///
/// `start` is null, or `length` bytes behind it can be read; `solution` is null, or `CELLS` bytes behind it
/// can be written. The two may overlap. `result` is null or can be written.
#[inline]
pub(crate) unsafe fn solve_cells<const CELLS: usize, P: PuzzleForm<CELLS>>(
    Settings { solver, format, .. }: &Settings,
    start: *const c_char,
    length: usize,
    solution: *mut c_char,
    result: *mut lanedoku_result,
) -> Checked<lanedoku_status> {
    let mut puzzle = P::EMPTY;
    // SAFETY: `start` is null or has `length` bytes, which nothing writes to before this returns.
    if !unsafe { read_at(*format, start, length, &mut puzzle) }? {
        // SAFETY: `result` is null or can be written.
        return Ok(unsafe { answer(lanedoku_result::invalid(), result) });
    }
    let mut found_board = Board::EMPTY;
    let found = puzzle.solve_into(solver, &mut found_board);
    if found.solutions > 0 {
        // SAFETY: `solution` is null or has space for `CELLS` bytes.
        unsafe { format.write(&found_board, solution) };
    }
    // SAFETY: `result` is null or can be written.
    Ok(unsafe { answer(found, result) })
}

/// Writes a result, unless `place` is null, and returns its status.
///
/// # Safety
///
/// `place` is null or can be written.
#[inline]
unsafe fn answer(result: lanedoku_result, place: *mut lanedoku_result) -> lanedoku_status {
    // SAFETY: `place` is null or can be written.
    unsafe { write(place, result) };
    result.status
}

/// Finds the solution that `lanedoku_solve` finds, but not whether it is the only one.
///
/// The search for the least of several solutions takes as long as `lanedoku_solve`. With `any_solution` in the options,
/// it stops at the first solution.
///
/// - `puzzle`, `length`, `options`, `solution`, `solution_length`: as for `lanedoku_solve`; the puzzle is a board.
/// - `result`: NULL, or receives the number of solutions found, 0 or 1, and the work done. Not written if
///   the return value is negative.
///
/// Returns `LANEDOKU_FOUND` (a solution was found and written), `_NONE`, `_LIMIT` or `_INVALID`; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_first_solution(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    solution: *mut c_char,
    solution_length: usize,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    let call = || {
        check_text(puzzle, length)?;
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, size, format, .. } = unsafe { settings(options) }?.of_boards()?;
        check_solution(solution, solution_length, size)?;
        // SAFETY: `puzzle` and `result` are NULL or valid; so is `solution`, which has space for a board, by the check.
        unsafe { for_size!(size, first_of_cells(&solver, format, puzzle, length, solution, result)) }
    };
    status_of(call())
}

/// Finds one solution of a puzzle and writes it and the result.
///
/// # Safety
///
/// As for [`solve_cells`].
unsafe fn first_of_cells<const CELLS: usize>(
    solver: &Solver,
    format: CellFormat,
    puzzle: *const c_char,
    length: usize,
    solution: *mut c_char,
    result: *mut lanedoku_result,
) -> Checked<lanedoku_status> {
    let mut board = Board::<CELLS>::EMPTY;
    // SAFETY: `puzzle` is null or has `length` bytes, which nothing writes to before this returns.
    if !unsafe { read_at(format, puzzle, length, &mut board) }? {
        // SAFETY: `result` is null or can be written.
        return Ok(unsafe { answer(lanedoku_result::invalid(), result) });
    }
    let (found, tally) = solver.first_solution(&board);
    if let Some(found) = &found {
        // SAFETY: `solution` is null or has space for `CELLS` bytes.
        unsafe { format.write(found, solution) };
    }
    // SAFETY: `result` is null or can be written.
    Ok(unsafe { answer(first(tally), result) })
}

/// Checks whether a board is a solution of a puzzle: it has no open cell, each row, column and box has each
/// digit once, and it contains every clue of the puzzle. There is no search, so step limits do not apply.
///
/// - `solution`, `solution_length`: the board to check, written like a puzzle.
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`; the puzzle is a board. (A puzzle whose clues collide has no solution,
///   so the answer is 0.)
/// - `answer`: receives 1 if it is a solution, 0 if not, but only if the function returns `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if one of the two is not a board of this size (use
/// `lanedoku_find_error` to determine which); or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_is_solution_of(
    solution: *const c_char,
    solution_length: usize,
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    answer: *mut c_int,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `solution` is NULL or valid for its length.
        let solution = unsafe { bytes(solution, solution_length) }?;
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { size, format, .. } = unsafe { settings(options) }?.of_boards()?;
        if answer.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let Some(is_solution) = for_size!(size, is_solution(format, solution, puzzle)) else {
            return Ok(LANEDOKU_INVALID);
        };
        // SAFETY: `answer` is valid. `solution` and `puzzle`, which it could overlap, are no longer used.
        unsafe { write(answer, is_solution.into()) };
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Returns whether `solution` solves `puzzle`, or `None` if one of the two is not a board.
fn is_solution<const CELLS: usize>(format: CellFormat, solution: &[u8], puzzle: &[u8]) -> Option<bool> {
    let mut boards = [Board::<CELLS>::EMPTY; 2];
    for (board, text) in boards.iter_mut().zip([solution, puzzle]) {
        format.read(text, board).ok()?;
    }
    let [solution, puzzle] = &boards;
    Some(solution.is_solution_of(puzzle))
}
