//! Canonical forms, shuffles, random grids and ratings.

use core::ffi::c_char;

use lanedoku::{Board, Grid, Symmetry, random_grid, rate};

use crate::batch::nine_by_nine;
use crate::boundary::{CellFormat, Checked, Settings, bytes, check_buffer, copy_out, status_of, write};
use crate::results::number;
use crate::types::*;

/// Finds the canonical form of a 9x9 board. The 1,218,998,108,160 symmetries (permutations of bands, rows, stacks,
/// columns and digits, and transposition) map a board to equivalent boards. The canonical form is the one whose
/// digits, row by row and with 0 for an open cell, come first in lexicographic order. Two boards have the same
/// canonical form if and only if they are equivalent.
///
/// - `puzzle`, `length`: as for `lanedoku_solve`. Any board has a canonical form: a puzzle, a solution, and a
///   board whose clues collide.
/// - `options`: as for `lanedoku_solve`; any side but 9 (or 0) is an error. Only the side and the cells
///   have an effect.
/// - `form`, `form_length`: a buffer with at least 81 bytes. It receives one character (or digit, see
///   `lanedoku_cells`) per cell, `.` for an open cell, without a NUL; but only if the function returns
///   `LANEDOKU_OK`. The buffer may be the memory of `puzzle`, or overlap it.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE`,
/// `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_canonical(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    form: *mut c_char,
    form_length: usize,
) -> lanedoku_status {
    // SAFETY: each pointer is NULL or valid for its length.
    status_of(unsafe { transform(puzzle, length, options, form, form_length, Grid::canonical) })
}

/// Shuffles a 9x9 board: applies random symmetry number `index` of `seed`, which gives an equivalent board. All
/// symmetries are equally likely. The result is the same on every machine and in every version.
///
/// For a list of puzzles, use the position in the list as the index. A puzzle and its solution, shuffled with the
/// same seed and index, still match.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_canonical`.
/// - `seed`, `index`: any numbers.
/// - `shuffled`, `shuffled_length`: a buffer, as `form` and `form_length` there.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE`,
/// `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_shuffle(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    seed: u64,
    index: u64,
    shuffled: *mut c_char,
    shuffled_length: usize,
) -> lanedoku_status {
    let shuffle = |board: &Grid| Symmetry::random(seed, index).apply(board);
    // SAFETY: each pointer is NULL or valid for its length.
    status_of(unsafe { transform(puzzle, length, options, shuffled, shuffled_length, shuffle) })
}

/// Generates random full 9x9 grid number `index` of `seed`. It is the same on every machine, and changes at most with
/// a major version. Every grid is possible, but they are not equally likely.
///
/// - `seed`, `index`: any numbers.
/// - `options`: as for `lanedoku_canonical`.
/// - `grid`, `grid_length`: a buffer with at least 81 bytes. It receives one character (or digit, see
///   `lanedoku_cells`) per cell, without a NUL.
///
/// Returns `LANEDOKU_OK`; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_random_grid(
    seed: u64,
    index: u64,
    options: *const lanedoku_options,
    grid: *mut c_char,
    grid_length: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `options` is NULL or valid.
        let Settings { format, .. } = unsafe { nine_by_nine(options) }?;
        check_output(grid, grid_length)?;
        // SAFETY: `grid` has space for 81 bytes, by the check.
        unsafe { write_board(format, &random_grid(seed, index), grid) };
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Rates a 9x9 puzzle by the work of a plain search, measured on `samples` equivalent puzzles, always the same ones.
/// Equivalent puzzles have the same rating. It does not depend on the machine, nor on the version of the library as
/// long as `LANEDOKU_RATING_VERSION` is the same. It cannot be compared with the ratings of other programs.
///
/// The search places all singles at once. If there are none, it removes all candidates that locked candidates
/// eliminate. Either is a sweep. If there are no locked candidates either, it guesses.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_canonical`. A step limit is ignored.
/// - `samples`: the number of puzzles to measure, usually `LANEDOKU_RATING_SAMPLES`. 0 counts as 1, and more than
///   256 as 256.
/// - `rating`: receives the rating, but only if the function returns `LANEDOKU_UNIQUE`.
///
/// Returns `LANEDOKU_UNIQUE`; `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID` for a puzzle without a rating, because it does
/// not have one solution; `LANEDOKU_LIMIT` if a sample takes more than 100,000 guesses; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_rate(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    samples: u32,
    rating: *mut lanedoku_rating,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { format, .. } = unsafe { nine_by_nine(options) }?;
        if rating.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let mut board = Board::EMPTY;
        if format.read(puzzle, &mut board).is_err() {
            return Ok(LANEDOKU_INVALID);
        }
        match rate(&board, samples as usize) {
            Ok(found) => {
                // SAFETY: `rating` is valid, and `puzzle` is no longer used.
                unsafe { write(rating, found.into()) };
                Ok(LANEDOKU_UNIQUE)
            }
            Err(status) => Ok(number(status)),
        }
    };
    status_of(call())
}

/// Reads a board, applies `map` and writes the result. The input and the output may overlap.
///
/// # Safety
///
/// `puzzle` is null, or `length` bytes behind it can be read; `options` is null or valid; `output` is null, or
/// `output_length` bytes behind it can be written.
unsafe fn transform(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    output: *mut c_char,
    output_length: usize,
    map: impl FnOnce(&Grid) -> Grid,
) -> Checked<lanedoku_status> {
    // SAFETY: `puzzle` is null or has `length` bytes. The reference ends before anything is written.
    let puzzle = unsafe { bytes(puzzle, length) }?;
    // SAFETY: `options` is null or valid.
    let Settings { format, .. } = unsafe { nine_by_nine(options) }?;
    check_output(output, output_length)?;
    let mut board = Board::EMPTY;
    if format.read(puzzle, &mut board).is_err() {
        return Ok(LANEDOKU_INVALID);
    }
    // SAFETY: `output` has space for 81 bytes, by the check.
    unsafe { write_board(format, &map(&board), output) };
    Ok(LANEDOKU_OK)
}

/// Checks a buffer for a 9x9 board, which must not be null.
fn check_output(pointer: *mut c_char, length: usize) -> Checked<()> {
    if pointer.is_null() {
        return Err(LANEDOKU_ERROR_NULL);
    }
    check_buffer(pointer, length, 81)
}

/// Writes a board, which may have open cells.
///
/// # Safety
///
/// `place` is null, or 81 bytes behind it can be written.
pub(crate) unsafe fn write_board(format: CellFormat, board: &Grid, place: *mut c_char) {
    let line = match format {
        CellFormat::Digits => *board.digits(),
        CellFormat::Text => board.to_line(),
    };
    // SAFETY: `place` is null or has space for the 81 bytes of the line, which is a local.
    unsafe { copy_out(&line, place) };
}
