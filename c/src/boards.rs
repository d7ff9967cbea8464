//! What is done with puzzles besides solving them: canonical forms, random images, random grids, ratings.

use core::ffi::c_char;

use lanedoku::{Board, Grid, Symmetry, random_grid, rate};

use crate::batch::nine_by_nine;
use crate::boundary::{
    CellFormat, Checked, Settings, bytes, check_buffer, check_text, copy_out, status_of, write,
};
use crate::results::number;
use crate::types::*;

/// Finds the canonical form of a 9x9 board: of its images under the 1,218,998,108,160 symmetries (exchanges of
/// bands, rows, stacks, columns and digits, and transposition), the one whose digits, row by row and 0 for an open
/// cell, are least in lexicographic order. Two boards have the same canonical form if and only if they are the
/// same puzzle in disguise.
///
/// - `puzzle`, `length`: as for `lanedoku_solve`. Any board has a canonical form: a puzzle, a solution, and one
///   whose clues collide.
/// - `options`: as for `lanedoku_solve`; any side but 9 (or 0) is an error. Only the side and the cells
///   matter.
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
    // SAFETY: the caller's promise.
    status_of(unsafe { turn(puzzle, length, options, form, form_length, Grid::canonical) })
}

/// Turns a 9x9 board into a random one of those that are the same puzzle in disguise: into its image under random
/// symmetry number `index` of `seed`, each as likely as any other. It is the same on every machine and in
/// every version. Open cells stay open.
///
/// Give each puzzle of a list its place there as the index. A puzzle and its solution that are shuffled with
/// the same seed and index still belong together.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_canonical`.
/// - `seed`, `index`: any numbers.
/// - `shuffled`, `shuffled_length`: the buffer for the image, as `form` and `form_length` there.
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
    let image = |board: &Grid| Symmetry::random(seed, index).apply(board);
    // SAFETY: the caller's promise.
    status_of(unsafe { turn(puzzle, length, options, shuffled, shuffled_length, image) })
}

/// Makes a random full 9x9 grid: number `index` of `seed`, the same on every machine and in every version until
/// the next major one. Any grid can come up, but some are likelier than others.
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
    // SAFETY: the caller's promise; the grid has room by the check.
    let call = || unsafe {
        let Settings { format, .. } = nine_by_nine(options)?;
        check_place(grid, grid_length)?;
        write_board(format, &random_grid(seed, index), grid);
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Rates a 9x9 puzzle: the work that a plain search has with it, measured on `images` boards that are the same
/// puzzle in disguise, always the same ones. The rating does not depend on which of its disguises the puzzle
/// comes in, nor on the machine, nor on the version of the library as long as `LANEDOKU_RATING_VERSION` stays
/// the same. No other program's rating is like it.
///
/// The search places all singles at once, and if there are none removes all that locked candidates rule out:
/// each time is a sweep. If there are none of these either, it guesses.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_canonical`. A step limit is ignored.
/// - `images`: the number of boards, usually `LANEDOKU_RATING_SAMPLES`. 0 counts as 1, and more than 256 as 256.
/// - `rating`: receives the rating, but only if the function returns `LANEDOKU_UNIQUE`.
///
/// Returns `LANEDOKU_UNIQUE`, as only a puzzle with one solution has a rating; otherwise what it is instead:
/// `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID`; `LANEDOKU_LIMIT` if a board takes more than 100,000 guesses; or
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
    images: u32,
    rating: *mut lanedoku_rating,
) -> lanedoku_status {
    // SAFETY: the caller's promise. The reference to the puzzle ends before the rating is written.
    let call = || unsafe {
        check_text(puzzle, length)?;
        let Settings { format, .. } = nine_by_nine(options)?;
        if rating.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let mut board = Board::EMPTY;
        if format.read(bytes(puzzle, length)?, &mut board).is_err() {
            return Ok(LANEDOKU_INVALID);
        }
        Ok(match rate(&board, images as usize) {
            Ok(found) => {
                write(rating, found.into());
                LANEDOKU_UNIQUE
            }
            Err(status) => number(status),
        })
    };
    status_of(call())
}

/// Reads a board, and writes what `image` makes of it, over the board if the caller wants it there.
///
/// # Safety
///
/// Each pointer is null, or what it points to is valid: `length` bytes to be read, options, and `place_length`
/// bytes to be written. The two may overlap.
unsafe fn turn(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    place: *mut c_char,
    place_length: usize,
    image: impl FnOnce(&Grid) -> Grid,
) -> Checked<lanedoku_status> {
    // SAFETY: the caller's promise; the image has room by the check. The reference to the text is handed to the
    // reader and to no one else: it has ended when the image is written.
    unsafe {
        check_text(puzzle, length)?;
        let Settings { format, .. } = nine_by_nine(options)?;
        check_place(place, place_length)?;
        let mut board = Board::EMPTY;
        if format.read(bytes(puzzle, length)?, &mut board).is_err() {
            return Ok(LANEDOKU_INVALID);
        }
        write_board(format, &image(&board), place);
    }
    Ok(LANEDOKU_OK)
}

/// Where a board goes that is all that the caller asks for.
fn check_place(pointer: *mut c_char, length: usize) -> Checked<()> {
    if pointer.is_null() {
        return Err(LANEDOKU_ERROR_NULL);
    }
    check_buffer(pointer, length, 81)
}

/// Writes a board, which may have open cells.
///
/// # Safety
///
/// `place` is null, or 81 bytes behind it can be written, and are not part of `board`.
pub(crate) unsafe fn write_board(format: CellFormat, board: &Grid, place: *mut c_char) {
    let line = match format {
        CellFormat::Digits => *board.digits(),
        CellFormat::Text => board.to_line(),
    };
    // SAFETY: the caller's promise.
    unsafe { copy_out(&line, place) };
}
