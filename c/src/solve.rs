//! Solves a puzzle, finds one solution, and checks a solution.

use core::ffi::{c_char, c_int};

use lanedoku::Board;

use crate::arguments::{BufferArgument, OutputArgument, TextArgument, status_of};
use crate::puzzle::PuzzleForm;
use crate::results::{first, solved};
use crate::settings::{CellFormat, Settings, for_puzzle, for_size, settings};
use crate::types::*;

/// Finds the solution of a puzzle, and whether it is the only one. If there are several, it finds the least, read row
/// by row as a number, or any of them if the options allow it (`any_solution`).
///
/// - `puzzle`, `length`: the text of the puzzle, which does not need to be NUL-terminated: one line, or a drawn board
///   of several lines. A cell is a digit (`1` to `9`, then letters from `A` in upper or lower case) or open (`.`, `0`,
///   `_`, `*`, `-`, `x`, `X`, `?` or the middle dot, U+00B7 in UTF-8). Spaces, tabs, line ends, `|`, `-`, `+` and
///   U+2500 to U+257F are ignored, and so is a byte order mark at the start. A `-` is an open cell on a line that has
///   the cells of a row or a board with it, and on the lines below such a row; otherwise it is ignored. Or digits or
///   candidates, see `lanedoku_cells`.
/// - `options`: NULL for a 9x9 board and the defaults.
/// - `solution`, `solution_length`: a buffer with at least one byte per cell of the board (81 for 9x9), or NULL and
///   0 if only the status is needed. If a solution is found, the buffer receives one character per cell (or one
///   digit, see `lanedoku_cells`), without a NUL; otherwise it is not written. The buffer may be the memory of
///   `puzzle`, or overlap it.
/// - `result`: NULL, or receives the result of the search. Not written if the return value is negative.
///
/// Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` (no solution is written) or `_INVALID`; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
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
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, solution, result) = unsafe {
            let (puzzle, settings) = (TextArgument::new(puzzle, length)?, settings(options)?);
            let solution = BufferArgument::new(solution, solution_length, settings.size.cells())?;
            (puzzle, settings, solution, OutputArgument::new(result))
        };
        Ok(for_puzzle!(settings, solve_cells(&settings, puzzle, solution, &result)))
    };
    status_of(call())
}

/// Solves a puzzle and writes its solution and the result. The solution may be written over the puzzle.
#[inline]
pub(crate) fn solve_cells<const CELLS: usize, P: PuzzleForm<CELLS>>(
    settings: &Settings,
    text: TextArgument,
    place: BufferArgument,
    result: &OutputArgument<lanedoku_result>,
) -> lanedoku_status {
    // Read in place, which saves a copy.
    let mut puzzle = P::EMPTY;
    if text.read(|bytes| puzzle.read(settings.format, bytes)).is_err() {
        return result.answer(lanedoku_result::invalid());
    }
    let mut solution = Board::EMPTY;
    let found = solved(settings.solver().solve_into(&puzzle, &mut solution));
    if found.solutions > 0 {
        settings.format.write_solution(&solution, place);
    }
    result.answer(found)
}

/// Finds the solution that `lanedoku_solve` finds, but not whether it is the only one.
///
/// The search for the least of several solutions takes as long as `lanedoku_solve`. With `any_solution` in the options,
/// it stops at the first solution.
///
/// - `puzzle`, `length`, `options`, `solution`, `solution_length`: as for `lanedoku_solve`.
/// - `result`: NULL, or receives the number of solutions found, 0 or 1, and the work done. Not written if
///   the return value is negative.
///
/// Returns `LANEDOKU_FOUND` (a solution was found and written), `_NONE`, `_LIMIT` or `_INVALID`; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
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
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, solution, result) = unsafe {
            let (puzzle, settings) = (TextArgument::new(puzzle, length)?, settings(options)?);
            let solution = BufferArgument::new(solution, solution_length, settings.size.cells())?;
            (puzzle, settings, solution, OutputArgument::new(result))
        };
        Ok(result.answer(for_puzzle!(settings, first_of_cells(&settings, puzzle, solution))))
    };
    status_of(call())
}

/// Finds one solution of a puzzle and writes it.
fn first_of_cells<const CELLS: usize, P: PuzzleForm<CELLS>>(
    settings: &Settings,
    text: TextArgument,
    place: BufferArgument,
) -> lanedoku_result {
    let Some(puzzle) = P::of(settings.format, text) else { return lanedoku_result::invalid() };
    let (found, tally) = settings.solver().first_solution(&puzzle);
    if let Some(found) = &found {
        settings.format.write_solution(found, place);
    }
    first(tally)
}

/// Checks whether a board is a solution of a puzzle: it has no open cell, each row, column and box has each
/// digit once, and it contains every clue of the puzzle. There is no search, so step limits do not apply.
///
/// - `solution`, `solution_length`: the board to check, written like a puzzle.
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`; the puzzle is a board. (A puzzle whose clues collide has
///   no solution, so the answer is 0.)
/// - `answer`: receives 1 if it is a solution, 0 if not, but only if the function returns `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if one of the two is not a board of this size (use
/// `lanedoku_find_error` to determine which); or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
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
        // SAFETY: the arguments keep the contract of the header.
        let (solution, puzzle, settings, answer) = unsafe {
            let solution = TextArgument::new(solution, solution_length)?;
            let puzzle = TextArgument::new(puzzle, length)?;
            (solution, puzzle, settings(options)?.of_boards()?, OutputArgument::required(answer)?)
        };
        match for_size!(settings.size, is_solution(settings.format, solution, puzzle)) {
            Some(is_solution) => answer.write(is_solution.into()),
            None => return Ok(LANEDOKU_INVALID),
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Returns whether `solution` solves `puzzle`, or `None` if one of the two is not a board.
fn is_solution<const CELLS: usize>(
    format: CellFormat,
    solution: TextArgument,
    puzzle: TextArgument,
) -> Option<bool> {
    let solution = Board::<CELLS>::of(format, solution)?;
    Some(solution.is_solution_of(&Board::of(format, puzzle)?))
}
