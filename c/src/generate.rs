//! Generates and minimizes many puzzles in one call.

use core::ffi::{c_char, c_void};
use core::iter;
use core::mem::MaybeUninit;

use lanedoku::{CellSet, ClueSymmetry, Generator, GeneratorWorkspace, Grid};

use crate::batch::{check_memory, nine_by_nine};
use crate::boards::{check_answers, check_puzzles, write_board};
use crate::boundary::{CellFormat, Checked, Settings, bytes, status_of};
use crate::puzzle::PuzzleForm;
use crate::results::number;
use crate::types::*;

/// Generates 9x9 puzzles from a seed: minimal puzzles, or puzzles with the number of clues, the symmetry or the
/// pattern given by `generator`. Each begins as a random full grid (`lanedoku_random_grid`).
///
/// Puzzle number `index` of a seed is the same on every machine and kernel, and does not depend on the division of
/// the puzzles into calls and threads. It changes at most with a major version. The puzzles of a call have the
/// numbers `first_index`, `first_index + 1` and so on. A call for hundreds of puzzles is faster per puzzle than a
/// call for a few.
///
/// - `seed`, `first_index`: any numbers.
/// - `count`: the number of puzzles.
/// - `generator`: the kind of puzzles. NULL or zeros: minimal puzzles.
/// - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
/// - `puzzles`, `stride`: puzzle `i` is written at `puzzles + i * stride`, one character (or digit, see
///   `lanedoku_cells`) per cell, `.` for an open cell, without a NUL. `stride` is at least 81. The bytes between
///   two puzzles are not written: they may hold line ends.
/// - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE` for a puzzle that was generated, or
///   `LANEDOKU_LIMIT` if the limit on the attempts was reached; then no puzzle is written.
/// - `workspace`, `workspace_size`: at least `lanedoku_generator_workspace_size()` bytes at any address. Set them to
///   zero before their first use; then they can be used for any number of calls.
///
/// Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
/// If `count` is 0, nothing is read or written, and `puzzles` and `statuses` may be NULL; the generator, the options
/// and the workspace are still checked.
///
/// # Safety
///
/// Pointers: while the call runs, `generator` and `options` are NULL or valid; `puzzles` is NULL or valid for
/// `(count - 1) * stride + 81` bytes; `statuses` is NULL or valid for `count` statuses; and `workspace` is NULL or
/// valid for `workspace_size` bytes that overlap nothing else.
/// Threads: any number of threads may call this at once, each with its own workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_generate(
    seed: u64,
    first_index: u64,
    count: usize,
    generator: *const lanedoku_generator,
    options: *const lanedoku_options,
    puzzles: *mut c_char,
    stride: usize,
    statuses: *mut lanedoku_status,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, format, .. } = unsafe { nine_by_nine(options) }?;
        // SAFETY: `generator` is NULL or valid.
        let generator = unsafe { requested(generator, seed) }?.with_solver(&solver);
        // SAFETY: `workspace` is NULL or has `workspace_size` bytes that the caller has initialized.
        let memory = unsafe { generator_memory(workspace, workspace_size) }?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        check_answers(count, puzzles, stride, statuses)?;
        // SAFETY: the caller has initialized the memory, so all its bytes have values.
        let workspace = unsafe { GeneratorWorkspace::write_over(memory) };
        generator.generate_each(
            first_index,
            count,
            workspace,
            || true,
            |number, puzzle| {
                debug_assert!(number < count, "the generator's numbers are below `count`");
                if let Some(puzzle) = &puzzle {
                    // SAFETY: `number` is below `count`, so 81 bytes can be written there, and the product does not
                    // overflow: `check_answers` has checked the last one.
                    unsafe { write_board(format, puzzle, puzzles.add(number * stride)) };
                }
                let status = if puzzle.is_some() { LANEDOKU_UNIQUE } else { LANEDOKU_LIMIT };
                // SAFETY: `statuses` is not null and has `count` items.
                unsafe { statuses.add(number).write(status) };
            },
        );
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Minimizes 9x9 puzzles: removes clues one by one, in random order, while there is one solution. The result is
/// minimal: it needs all its clues. An invalid puzzle does not affect the others.
///
/// The result depends only on the puzzle, the seed and the puzzle's number: `first_index` for the first,
/// `first_index + 1` for the next and so on. A call for hundreds of puzzles is faster per puzzle than a call for a
/// few.
///
/// - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`. Full grids are puzzles, too.
/// - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
/// - `seed`, `first_index`: any numbers.
/// - `minimal`, `minimal_stride`: the minimal puzzle of puzzle `i` is written at `minimal + i * minimal_stride`, as
///   by `lanedoku_generate`. `minimal` may equal `puzzles`, with the same stride, or lie between the puzzles in
///   records that hold both. Otherwise the two must not overlap.
/// - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE` for a puzzle that was minimized;
///   otherwise `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID`, and no puzzle is written.
/// - `workspace`, `workspace_size`: as for `lanedoku_generate`.
///
/// Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
/// If `count` is 0, nothing is read or written, and `puzzles`, `minimal` and `statuses` may be NULL; the options and
/// the workspace are still checked.
///
/// # Safety
///
/// Pointers: while the call runs, `options` is NULL or valid; `puzzles` and `minimal` are NULL or valid for
/// `(count - 1) * stride + 81` bytes, each with its own stride; `statuses` is NULL or valid for `count` statuses;
/// and `workspace` is NULL or valid for `workspace_size` bytes that overlap nothing else.
/// Threads: any number of threads may call this at once, each with its own workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_minimize(
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    options: *const lanedoku_options,
    seed: u64,
    first_index: u64,
    minimal: *mut c_char,
    minimal_stride: usize,
    statuses: *mut lanedoku_status,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, format, .. } = unsafe { nine_by_nine(options) }?;
        // SAFETY: `workspace` is NULL or has `workspace_size` bytes that the caller has initialized.
        let memory = unsafe { generator_memory(workspace, workspace_size) }?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        check_puzzles(puzzles, count, stride)?;
        check_answers(count, minimal, minimal_stride, statuses)?;
        // SAFETY: the arrays have been checked. No puzzle is written before it has been read.
        let boards = unsafe { readable::<Grid>(format, puzzles, count, stride, statuses) };
        // SAFETY: the caller has initialized the memory, so all its bytes have values.
        let workspace = unsafe { GeneratorWorkspace::write_over(memory) };
        solver.minimize_each(
            boards,
            seed,
            first_index,
            workspace,
            || true,
            |index, result| {
                debug_assert!(index < count, "the index comes from the iterator");
                if let Ok(puzzle) = &result {
                    // SAFETY: `index` is below `count`, so 81 bytes can be written there, and `check_answers` has checked
                    // the last product.
                    unsafe { write_board(format, puzzle, minimal.add(index * minimal_stride)) };
                }
                let status = result.map_or_else(number, |_| LANEDOKU_UNIQUE);
                // SAFETY: `statuses` is not null and has `count` items.
                unsafe { statuses.add(index).write(status) };
            },
        );
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Returns the size in bytes of the workspace for `lanedoku_generate` and `lanedoku_minimize`: less than
/// `LANEDOKU_GENERATOR_WORKSPACE_MAX`. It is larger than `lanedoku_workspace_size()`. Between two of these calls,
/// the memory can serve as the workspace of other calls.
///
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_generator_workspace_size() -> usize {
    // The size plus the padding needed for alignment.
    size_of::<GeneratorWorkspace>() + align_of::<GeneratorWorkspace>() - 1
}

const _: () = assert!(
    size_of::<GeneratorWorkspace>() + align_of::<GeneratorWorkspace>() <= LANEDOKU_GENERATOR_WORKSPACE_MAX
);

/// Returns the caller's memory for a generator workspace. Each call initializes it again, because it holds
/// references, for which zeros are not valid.
///
/// # Safety
///
/// `pointer` is null, or `size` bytes behind it have been initialized and belong to the caller for `'a`.
pub(crate) unsafe fn generator_memory<'a>(
    pointer: *mut c_void,
    size: usize,
) -> Checked<&'a mut MaybeUninit<GeneratorWorkspace>> {
    // SAFETY: the same promise; any bytes are a `MaybeUninit`.
    unsafe { check_memory(pointer, size) }?.ok_or(LANEDOKU_ERROR_NULL)
}

/// Iterates over the 9x9 puzzles that can be read, with their numbers. The others get the status `LANEDOKU_INVALID`.
///
/// # Safety
///
/// Until the iterator is dropped, the bytes of a puzzle can be read `count` times, `stride` bytes apart, and `statuses` has `count`
/// items that can be written. Nothing writes to a puzzle before the iterator has returned it.
pub(crate) unsafe fn readable<P: PuzzleForm<81>>(
    format: CellFormat,
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    statuses: *mut lanedoku_status,
) -> impl Iterator<Item = (usize, P)> {
    let mut indices = 0..count;
    iter::from_fn(move || {
        indices.by_ref().find_map(|index| {
            let mut puzzle = P::EMPTY;
            // SAFETY: `index` is below `count`, so the puzzle has its bytes there.
            let text = unsafe { bytes(puzzles.add(index * stride), P::length(format)) };
            let is_read = text.is_ok_and(|text| puzzle.read(format, text).is_ok());
            if !is_read {
                // SAFETY: `statuses` has `count` items.
                unsafe { statuses.add(index).write(LANEDOKU_INVALID) };
            }
            is_read.then_some((index, puzzle))
        })
    })
}

/// The constants of all symmetries. Without its constant, a new symmetry does not compile.
const SYMMETRIES: [lanedoku_symmetry; ClueSymmetry::ALL.len()] = [
    LANEDOKU_SYMMETRY_NONE,
    LANEDOKU_SYMMETRY_HALF_TURN,
    LANEDOKU_SYMMETRY_QUARTER_TURN,
    LANEDOKU_SYMMETRY_LEFT_RIGHT,
    LANEDOKU_SYMMETRY_TOP_BOTTOM,
    LANEDOKU_SYMMETRY_DIAGONAL,
    LANEDOKU_SYMMETRY_ANTIDIAGONAL,
    LANEDOKU_SYMMETRY_BOTH_MIRRORS,
    LANEDOKU_SYMMETRY_BOTH_DIAGONALS,
    LANEDOKU_SYMMETRY_FULL,
];

const _: () = {
    let mut index = 0;
    while index < SYMMETRIES.len() {
        assert!(SYMMETRIES[index] == ClueSymmetry::ALL[index] as lanedoku_symmetry);
        index += 1;
    }
};

/// Returns the generator described by the caller.
///
/// # Safety
///
/// `generator` is null or points to one that can be read.
unsafe fn requested(generator: *const lanedoku_generator, seed: u64) -> Checked<Generator> {
    let plain = Generator::new(seed);
    if generator.is_null() {
        return Ok(plain);
    }
    // SAFETY: it is not null, so it can be read. It consists of integers, so any bytes are valid.
    let lanedoku_generator {
        symmetry,
        random_symmetry,
        fewest_clues,
        most_clues,
        minimal,
        attempts,
        pattern,
        reserved,
    } = unsafe { generator.read() };
    let found = ClueSymmetry::ALL.into_iter().zip(SYMMETRIES).find(|&(_, number)| number == symmetry);
    let (named, _) = found.ok_or(LANEDOKU_ERROR_OPTION)?;
    let most = if most_clues == 0 { 81 } else { most_clues };
    let has_clues = fewest_clues != 0 || most_clues != 0;
    let has_pattern = pattern != [0; 2];
    let others = symmetry | random_symmetry | fewest_clues | most_clues | minimal;
    if random_symmetry > 1
        || minimal > 1
        || random_symmetry == 1 && named != ClueSymmetry::None
        || most > 81
        || fewest_clues > most
        || pattern[1] >> (81 - 64) != 0
        || has_pattern && others != 0
        || reserved != [0; 4]
    {
        return Err(LANEDOKU_ERROR_OPTION);
    }
    let mut requested = if random_symmetry == 1 { plain.random_symmetry() } else { plain.symmetry(named) };
    if has_clues {
        requested = requested.clues(fewest_clues as usize..=most as usize);
    }
    if minimal == 1 {
        requested = requested.minimal();
    }
    if has_pattern {
        let mut cells = CellSet::EMPTY;
        for cell in 0..81 {
            if pattern[usize::from(cell >= 64)] >> (cell % 64) & 1 == 1 {
                cells.insert(cell);
            }
        }
        requested = requested.pattern(cells);
    }
    if attempts != 0 {
        requested = requested.attempts(attempts);
    }
    Ok(requested)
}
