//! Canonical forms, shuffles, random grids and ratings.

use core::ffi::c_char;

use lanedoku::{Grid, Symmetry, random_grid, rate};

use crate::arguments::{
    ArrayArgument, BufferArgument, OutputArgument, OutputRowsArgument, RowsArgument, TextArgument, status_of,
    structure,
};
use crate::puzzle::{PuzzleForm, readable};
use crate::results::number;
use crate::settings::{Settings, settings};
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_canonical(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    form: *mut c_char,
    form_length: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, place) = unsafe {
            let (puzzle, settings) =
                (TextArgument::new(puzzle, length)?, settings(options)?.of_nine_boards()?);
            (puzzle, settings, BufferArgument::for_board(form, form_length)?)
        };
        Ok(transform(&settings, puzzle, place, Grid::canonical))
    };
    status_of(call())
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
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, place) = unsafe {
            let (puzzle, settings) =
                (TextArgument::new(puzzle, length)?, settings(options)?.of_nine_boards()?);
            (puzzle, settings, BufferArgument::for_board(shuffled, shuffled_length)?)
        };
        Ok(transform(&settings, puzzle, place, |board| Symmetry::random(seed, index).apply(board)))
    };
    status_of(call())
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_random_grid(
    seed: u64,
    index: u64,
    options: *const lanedoku_options,
    grid: *mut c_char,
    grid_length: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (settings, place) =
            unsafe { (settings(options)?.of_nine_boards()?, BufferArgument::for_board(grid, grid_length)?) };
        place.write(&settings.format.cells(&random_grid(seed, index)));
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_rate(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    samples: u32,
    rating: *mut lanedoku_rating,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, rating) = unsafe {
            let (puzzle, settings) =
                (TextArgument::new(puzzle, length)?, settings(options)?.of_nine_boards()?);
            (puzzle, settings, OutputArgument::required(rating)?)
        };
        let board = Grid::of(settings.format, puzzle);
        Ok(board.map_or(LANEDOKU_INVALID, |board| rate_board(&board, samples, &rating)))
    };
    status_of(call())
}

/// Reads a board, applies `map` and writes the result. The input and the output may overlap.
fn transform(
    settings: &Settings,
    puzzle: TextArgument,
    place: BufferArgument,
    map: impl FnOnce(&Grid) -> Grid,
) -> lanedoku_status {
    let Some(board) = Grid::of(settings.format, puzzle) else { return LANEDOKU_INVALID };
    place.write(&settings.format.cells(&map(&board)));
    LANEDOKU_OK
}

/// Applies a symmetry of your own to a 9x9 board, which gives an equivalent board.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_canonical`.
/// - `symmetry`: the symmetry.
/// - `image`, `image_length`: a buffer, as `form` and `form_length` there.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE`,
/// `_OPTION` (also if this is not a symmetry) or `_KERNEL`.
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
        // SAFETY: the arguments keep the contract of the header.
        let (symmetry, puzzle, settings, place) = unsafe {
            let symmetry = structure(symmetry).ok_or(LANEDOKU_ERROR_NULL)?;
            let (puzzle, settings) =
                (TextArgument::new(puzzle, length)?, settings(options)?.of_nine_boards()?);
            (symmetry, puzzle, settings, BufferArgument::for_board(image, image_length)?)
        };
        let lanedoku_board_symmetry { transposes, rows, columns, digits, reserved } = symmetry;
        let named = Symmetry::new(transposes == 1, rows, columns, digits);
        let symmetry = named.filter(|_| transposes <= 1 && reserved == 0).ok_or(LANEDOKU_ERROR_OPTION)?;
        Ok(transform(&settings, puzzle, place, |board| symmetry.apply(board)))
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
        // SAFETY: the arguments keep the contract of the header.
        let (settings, puzzles, forms, statuses) = unsafe {
            let settings = settings(options)?.of_nine_boards()?;
            let puzzles = RowsArgument::new(puzzles, count, stride, 81)?;
            let forms = OutputRowsArgument::new(forms, count, form_stride, 81)?;
            (settings, puzzles, forms, ArrayArgument::new(statuses, count)?)
        };
        for (index, board) in readable::<Grid>(settings.format, puzzles, &statuses) {
            forms.row(index).write(&settings.format.cells(&board.canonical()));
            statuses.write(index, LANEDOKU_OK);
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
        // SAFETY: the arguments keep the contract of the header.
        let (settings, puzzles, ratings, statuses) = unsafe {
            let settings = settings(options)?.of_nine_boards()?;
            let puzzles = RowsArgument::new(puzzles, count, stride, 81)?;
            (settings, puzzles, ArrayArgument::new(ratings, count)?, ArrayArgument::new(statuses, count)?)
        };
        for (index, board) in readable::<Grid>(settings.format, puzzles, &statuses) {
            statuses.write(index, rate_board(&board, samples, &ratings.item(index)));
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Rates a puzzle, and writes the rating if there is one. Returns the status of the puzzle.
fn rate_board(board: &Grid, samples: u32, place: &OutputArgument<lanedoku_rating>) -> lanedoku_status {
    match rate(board, samples as usize, || true) {
        Ok(found) => {
            place.write(found.into());
            LANEDOKU_UNIQUE
        }
        Err(status) => number(status),
    }
}
