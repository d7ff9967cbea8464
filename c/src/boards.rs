//! Canonical forms, shuffles, random grids and ratings.

use core::ffi::c_char;

use lanedoku::{Board, Grid, Symmetry, random_grid, rate};

use crate::batch::{check_array, nine_by_nine};
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
        // SAFETY: `rating` is valid, and `puzzle` is no longer used.
        Ok(unsafe { rate_board(&board, samples, rating) })
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

/// Applies a symmetry of your own to a 9x9 board, which gives an equivalent board.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_canonical`.
/// - `symmetry`: the symmetry.
/// - `image`, `image_length`: a buffer, as `form` and `form_length` there.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE`,
/// `_OPTION` (also if this is not a symmetry) or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_apply_symmetry(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    symmetry: *const lanedoku_board_symmetry,
    image: *mut c_char,
    image_length: usize,
) -> lanedoku_status {
    let call = || {
        if symmetry.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        // SAFETY: it is not null, so it can be read. It consists of integers, so any bytes are valid.
        let lanedoku_board_symmetry { transposes, rows, columns, digits, reserved } =
            unsafe { symmetry.read() };
        let named = Symmetry::new(transposes == 1, rows, columns, digits);
        let symmetry = named.filter(|_| transposes <= 1 && reserved == 0).ok_or(LANEDOKU_ERROR_OPTION)?;
        // SAFETY: each pointer is NULL or valid for its length.
        unsafe { transform(puzzle, length, options, image, image_length, |board| symmetry.apply(board)) }
    };
    status_of(call())
}

/// Finds the canonical forms of many 9x9 boards, see `lanedoku_canonical`. An invalid board does not affect the others.
///
/// - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
/// - `options`: as for `lanedoku_canonical`.
/// - `forms`, `form_stride`: the form of board `i` is written at `forms + i * form_stride`, 81 characters or digits.
///   `forms` may equal `puzzles`, with the same stride, or lie between the boards in records that hold both. Otherwise
///   the two must not overlap.
/// - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_OK`, or `LANEDOKU_INVALID` for a text that is
///   not a board; then no form is written.
///
/// Returns `LANEDOKU_OK` when every board has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`. If
/// `count` is 0, nothing is read or written, and the arrays may be NULL; the options are still checked.
///
/// # Safety
///
/// Pointers: while the call runs, `options` is NULL or valid; `puzzles` and `forms` are NULL or valid for
/// `(count - 1) * stride + 81` bytes, each with its own stride; `statuses` is NULL or valid for `count` statuses.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_canonical_batch(
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    options: *const lanedoku_options,
    forms: *mut c_char,
    form_stride: usize,
    statuses: *mut lanedoku_status,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `options` is NULL or valid.
        let Settings { format, .. } = unsafe { nine_by_nine(options) }?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        check_puzzles(puzzles, count, stride)?;
        check_answers(count, forms, form_stride, statuses)?;
        for index in 0..count {
            // SAFETY: `index` is below `count`, and the arrays have been checked. No form is written before its board
            // has been read.
            unsafe {
                let status = match read_board(format, puzzles.add(index * stride)) {
                    Some(board) => {
                        write_board(format, &board.canonical(), forms.add(index * form_stride));
                        LANEDOKU_OK
                    }
                    None => LANEDOKU_INVALID,
                };
                statuses.add(index).write(status);
            }
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Rates many 9x9 puzzles, see `lanedoku_rate`. An invalid puzzle does not affect the others.
///
/// - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
/// - `options`, `samples`: as for `lanedoku_rate`.
/// - `ratings`: an array of `count` ratings. Only those of puzzles with the status `LANEDOKU_UNIQUE` are written.
/// - `statuses`: an array of `count` statuses. All are written: what `lanedoku_rate` returns for the puzzle.
///
/// Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
/// If `count` is 0, nothing is read or written, and the arrays may be NULL; the options are still checked.
///
/// # Safety
///
/// Pointers: while the call runs, `options` is NULL or valid; `puzzles` is NULL or valid for
/// `(count - 1) * stride + 81` bytes; `ratings` and `statuses` are NULL or valid for `count` items.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_rate_batch(
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    options: *const lanedoku_options,
    samples: u32,
    ratings: *mut lanedoku_rating,
    statuses: *mut lanedoku_status,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `options` is NULL or valid.
        let Settings { format, .. } = unsafe { nine_by_nine(options) }?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        check_puzzles(puzzles, count, stride)?;
        if ratings.is_null() || statuses.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        check_array(count, size_of::<lanedoku_rating>(), size_of::<lanedoku_rating>())?;
        for index in 0..count {
            // SAFETY: `index` is below `count`, and the arrays have been checked.
            unsafe {
                let status = match read_board(format, puzzles.add(index * stride)) {
                    Some(board) => rate_board(&board, samples, ratings.add(index)),
                    None => LANEDOKU_INVALID,
                };
                statuses.add(index).write(status);
            }
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Rates a puzzle, and writes the rating if there is one. Returns the status of the puzzle.
///
/// # Safety
///
/// `place` can be written.
unsafe fn rate_board(board: &Grid, samples: u32, place: *mut lanedoku_rating) -> lanedoku_status {
    match rate(board, samples as usize, || true) {
        Ok(found) => {
            // SAFETY: it can be written.
            unsafe { write(place, found.into()) };
            LANEDOKU_UNIQUE
        }
        Err(status) => number(status),
    }
}

/// Checks that there are puzzles of 81 bytes.
pub(crate) fn check_puzzles(puzzles: *const c_char, count: usize, stride: usize) -> Checked<()> {
    if puzzles.is_null() {
        return Err(LANEDOKU_ERROR_NULL);
    }
    check_array(count, stride, 81)
}

/// Checks that there is memory for the boards of 81 bytes and their statuses.
pub(crate) fn check_answers(
    count: usize,
    boards: *mut c_char,
    stride: usize,
    statuses: *mut lanedoku_status,
) -> Checked<()> {
    check_puzzles(boards, count, stride)?;
    if statuses.is_null() {
        return Err(LANEDOKU_ERROR_NULL);
    }
    check_array(count, size_of::<lanedoku_status>(), size_of::<lanedoku_status>())
}

/// Reads a 9x9 board of 81 bytes. Keeps no reference to them.
///
/// # Safety
///
/// 81 bytes can be read at `place`, and nothing writes to them during the call.
pub(crate) unsafe fn read_board(format: CellFormat, place: *const c_char) -> Option<Grid> {
    let mut board = Board::EMPTY;
    // SAFETY: 81 bytes can be read there.
    let text = unsafe { bytes(place, 81) }.ok()?;
    format.read(text, &mut board).is_ok().then_some(board)
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
