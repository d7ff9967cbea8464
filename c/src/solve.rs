//! Solve one puzzle, find a first solution, and check one.

use core::ffi::{c_char, c_int};

use lanedoku::{Board, Solver};

use crate::boundary::{
    CellFormat, Checked, Settings, bytes, check_solution, check_text, for_size, settings, status_of, write,
};
use crate::results::solved;
use crate::types::*;

/// Finds the first solution of a puzzle, and whether it is the only one. If there are several, it depends
/// on the engine, the kernel and the order which one comes first, and on nothing else.
///
/// - `puzzle`, `length`: the text of the puzzle, which does not need to be NUL-terminated: one line, or a
///   drawn board of several lines. A cell is a digit (`1` to `9`, then letters from `A` in upper or lower
///   case) or open (`.`, `0`, `_` or `*`). Spaces, tabs, line ends, `|`, `-` and `+` are ignored, and so is a
///   byte order mark at the start. With `LANEDOKU_CELLS_DIGITS`, as many bytes as the board has cells.
/// - `options`: NULL for a 9x9 board and the defaults.
/// - `solution`, `solution_length`: a buffer with at least one byte per cell of the board (81 for 9x9), or
///   NULL and 0 if only the status is wanted. If a solution is found, the buffer receives one character per
///   cell (or one digit, see `lanedoku_cells`), without a NUL; otherwise it is not written. The buffer may
///   be the memory of `puzzle`, or overlap it.
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
        let Settings { solver, size, format } = settings(options)?;
        check_solution(solution, solution_length, size)?;
        for_size!(size, solve_cells(&solver, format, puzzle, length, solution, result))
    };
    status_of(call())
}

/// Reads a board from the caller's memory; false if there is none. When it is read, no reference to that
/// memory is left: a solution may be written over it.
///
/// # Safety
///
/// `puzzle` is null, or `length` bytes behind it can be read, and nobody writes to them meanwhile.
#[inline]
unsafe fn read_at<const CELLS: usize>(
    format: CellFormat,
    puzzle: *const c_char,
    length: usize,
    board: &mut Board<CELLS>,
) -> Checked<bool> {
    // SAFETY: the caller's promise. The reference is handed to the reader and to no one else: it has ended when the
    // board, a copy, is there.
    Ok(format.read(unsafe { bytes(puzzle, length) }?, board).is_ok())
}

/// Solves a puzzle, and writes its solution, over the puzzle if the caller wants it there, and its result.
///
/// # Safety
///
/// `puzzle` is null, or `length` bytes behind it can be read; `solution` is null, or `CELLS` bytes behind it
/// can be written. The two may overlap. `result` is null or can be written.
#[inline]
pub(crate) unsafe fn solve_cells<const CELLS: usize>(
    solver: &Solver,
    format: CellFormat,
    puzzle: *const c_char,
    length: usize,
    solution: *mut c_char,
    result: *mut lanedoku_result,
) -> Checked<lanedoku_status> {
    let mut board = Board::<CELLS>::EMPTY;
    // SAFETY: the caller's promise.
    if !unsafe { read_at(format, puzzle, length, &mut board) }? {
        // SAFETY: the caller's promise.
        return Ok(unsafe { answer(lanedoku_result::invalid(), result) });
    }
    let mut first = Board::EMPTY;
    let found = solver.solve_into(&board, &mut first);
    if found.1.solutions > 0 {
        // SAFETY: the caller's promise.
        unsafe { format.write(&first, solution) };
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { answer(solved(found), result) })
}

/// Writes a result where the caller wants it, if anywhere, and returns its status.
///
/// # Safety
///
/// `place` is null or can be written.
#[inline]
unsafe fn answer(result: lanedoku_result, place: *mut lanedoku_result) -> lanedoku_status {
    // SAFETY: the caller's promise.
    unsafe { write(place, result) };
    result.status
}

/// Finds a first solution of a puzzle, and looks for no other: the one that `lanedoku_solve` finds.
///
/// - `puzzle`, `length`, `options`, `solution`, `solution_length`: as for `lanedoku_solve`.
/// - `result`: NULL, or receives the number of solutions found, 0 or 1, and the work done. Not written if
///   the return value is negative.
///
/// Returns `LANEDOKU_STOPPED` (a solution was found and written), `_EXHAUSTED` (there is none), `_LIMIT` or
/// `_INVALID`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
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
    // SAFETY: the caller's promise; the solution has room for the board by the check.
    let call = || unsafe {
        check_text(puzzle, length)?;
        let Settings { solver, size, format } = settings(options)?;
        check_solution(solution, solution_length, size)?;
        for_size!(size, first_of_cells(&solver, format, puzzle, length, solution, result))
    };
    status_of(call())
}

/// As [`solve_cells`], but without a second solution.
///
/// # Safety
///
/// As there.
unsafe fn first_of_cells<const CELLS: usize>(
    solver: &Solver,
    format: CellFormat,
    puzzle: *const c_char,
    length: usize,
    solution: *mut c_char,
    result: *mut lanedoku_result,
) -> Checked<lanedoku_status> {
    let mut board = Board::<CELLS>::EMPTY;
    // SAFETY: the caller's promise.
    if !unsafe { read_at(format, puzzle, length, &mut board) }? {
        // SAFETY: the caller's promise.
        return Ok(unsafe { answer(lanedoku_result::invalid(), result) });
    }
    let (first, tally) = solver.first_solution(&board);
    if let Some(first) = &first {
        // SAFETY: the caller's promise.
        unsafe { format.write(first, solution) };
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { answer(tally.into(), result) })
}

/// Tells whether a board is a solution of a puzzle: it has no open cell, each row, column and box has each
/// digit once, and every clue of the puzzle is in its place. Nothing is searched, so there are no limits on
/// steps.
///
/// - `solution`, `solution_length`: the board to be checked, written like a puzzle.
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`. (A puzzle whose clues collide has no solution:
///   the answer is 0.)
/// - `answer`: receives 1 if it is a solution, 0 if not, but only if the function returns `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if one of the two is not a board of this size
/// (`lanedoku_find_error` tells which); or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
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
    // SAFETY: the caller's promise.
    let call = || unsafe {
        let (solution, puzzle) = (bytes(solution, solution_length)?, bytes(puzzle, length)?);
        let Settings { size, format, .. } = settings(options)?;
        if answer.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let Some(is_solution) = for_size!(size, is_solution(format, solution, puzzle)) else {
            return Ok(LANEDOKU_INVALID);
        };
        write(answer, is_solution.into());
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// None if one of the two is no board.
fn is_solution<const CELLS: usize>(format: CellFormat, solution: &[u8], puzzle: &[u8]) -> Option<bool> {
    let mut boards = [Board::<CELLS>::EMPTY; 2];
    for (board, text) in boards.iter_mut().zip([solution, puzzle]) {
        format.read(text, board).ok()?;
    }
    let [solution, puzzle] = &boards;
    Some(solution.is_solution_of(puzzle))
}
