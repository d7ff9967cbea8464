//! Making many puzzles: from a seed, and out of other puzzles.

use core::ffi::{c_char, c_void};
use core::iter;
use core::mem::MaybeUninit;

use lanedoku::{Board, CellSet, ClueSymmetry, Generator, Workshop, Workspace};

use crate::batch::{check_array, check_memory, nine_by_nine};
use crate::boundary::{Checked, Settings, bytes, status_of};
use crate::results::number;
use crate::types::*;
use crate::workbench::write_board;

/// Makes 9x9 puzzles from a seed: minimal ones, or with a number of clues, a symmetry or a pattern, as `generator`
/// says. They come from random full grids (`lanedoku_random_grid`).
///
/// Puzzle number `index` of a seed is the same on every machine, whatever the kernel and however the puzzles are
/// divided into calls and threads, and stays the same until the next major version. The puzzles of a call have the
/// numbers `first_index`, `first_index + 1` and so on. Hundreds in a call are faster than a few.
///
/// - `seed`, `first_index`: any numbers.
/// - `count`: the number of puzzles.
/// - `generator`: what puzzles. NULL, or zeros: minimal puzzles.
/// - `options`: as for `lanedoku_canonical`. A step limit is ignored, and so are the engine and the order.
/// - `puzzles`, `stride`: puzzle `i` is written at `puzzles + i * stride`, one character (or digit, see
///   `lanedoku_cells`) per cell, `.` for an open cell, without a NUL. `stride` is at least 81. The bytes between
///   two puzzles are not written: they may hold line ends.
/// - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE` if the puzzle is there, or
///   `LANEDOKU_LIMIT` if the limit on the attempts was reached; then nothing is written in the puzzle's place.
/// - `workshop`, `workshop_size`: at least `lanedoku_workshop_size()` bytes at any address. Set them to zero before
///   their first use, as a workspace; then they can be used for any number of calls.
///
/// Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
/// If `count` is 0, nothing is read or written, and `puzzles` and `statuses` may be NULL; the generator, the options
/// and the workshop are checked all the same.
///
/// # Safety
///
/// Pointers: while the call runs, `generator` and `options` are NULL or valid; `puzzles` is NULL or valid for
/// `(count - 1) * stride + 81` bytes; `statuses` is NULL or valid for `count` statuses; and `workshop` is NULL or
/// valid for `workshop_size` bytes that overlap nothing else.
/// Threads: any number of threads may call this at once, each with a workshop of its own.
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
    workshop: *mut c_void,
    workshop_size: usize,
) -> lanedoku_status {
    // SAFETY: the caller's promise. Strides and their products with the count are checked, so that every place lies in
    // the arrays: the generator counts from 0 and stops before `count`.
    let call = || unsafe {
        let Settings { solver, cells, .. } = nine_by_nine(options)?;
        let generator = asked(generator, seed)?.with_solver(&solver);
        let (workspace, workshop) = workshop_memory(workshop, workshop_size)?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        check_answers(count, puzzles, stride, statuses)?;
        let workshop = Workshop::write_new(workshop);
        generator.generate_each(first_index, count, workspace, workshop, |number, made| {
            let status = match made {
                Some(puzzle) => {
                    write_board(cells, &puzzle, puzzles.add(number * stride));
                    LANEDOKU_UNIQUE
                }
                None => LANEDOKU_LIMIT,
            };
            statuses.add(number).write(status);
        });
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Takes clues out of 9x9 puzzles, one by one in random order, as long as there is one solution. What is left of a
/// puzzle is minimal: without any of its clues it would have several. An invalid puzzle does not affect the others.
///
/// What is left of a puzzle depends on nothing but the puzzle, the seed and the puzzle's number: `first_index` for the
/// first, `first_index + 1` for the next and so on. Hundreds in a call are faster than a few.
///
/// - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`. Full grids are puzzles, too.
/// - `options`: as for `lanedoku_canonical`. A step limit is ignored, and so are the engine and the order.
/// - `seed`, `first_index`: any numbers.
/// - `minimal`, `minimal_stride`: what is left of puzzle `i` is written at `minimal + i * minimal_stride`, as by
///   `lanedoku_generate`. `minimal` may be `puzzles` itself, with the same stride. In records that hold both, it may
///   lie between the puzzles. Otherwise the two must not overlap.
/// - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE` if what is left of the puzzle has been
///   written; otherwise what the puzzle is instead, and nothing is written in its place: `LANEDOKU_MULTIPLE`, `_NONE`
///   or `_INVALID`.
/// - `workshop`, `workshop_size`: as for `lanedoku_generate`.
///
/// Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
/// If `count` is 0, nothing is read or written, and `puzzles`, `minimal` and `statuses` may be NULL; the options and
/// the workshop are checked all the same.
///
/// # Safety
///
/// Pointers: while the call runs, `options` is NULL or valid; `puzzles` and `minimal` are NULL or valid for
/// `(count - 1) * stride + 81` bytes, each with its own stride; `statuses` is NULL or valid for `count` statuses;
/// and `workshop` is NULL or valid for `workshop_size` bytes that overlap nothing else.
/// Threads: any number of threads may call this at once, each with a workshop of its own.
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
    workshop: *mut c_void,
    workshop_size: usize,
) -> lanedoku_status {
    // SAFETY: the caller's promise. Strides and their products with the count are checked, so that every place lies in
    // the arrays. Each puzzle is read before it is written over, and the reference to its bytes has ended by then.
    let call = || unsafe {
        let Settings { solver, cells, .. } = nine_by_nine(options)?;
        let (workspace, workshop) = workshop_memory(workshop, workshop_size)?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        if puzzles.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        check_array(count, stride, 81)?;
        check_answers(count, minimal, minimal_stride, statuses)?;
        let mut numbers = 0..count;
        let boards = iter::from_fn(|| {
            numbers.by_ref().find_map(|number| {
                let mut board = Board::EMPTY;
                let read = bytes(puzzles.add(number * stride), 81).map(|text| cells.read(text, &mut board));
                if let Ok(Ok(())) = read {
                    return Some((number, board));
                }
                statuses.add(number).write(LANEDOKU_INVALID);
                None
            })
        });
        let workshop = Workshop::write_new(workshop);
        solver.minimize_each(boards, seed, first_index, workspace, workshop, |index, left| {
            let status = match left {
                Ok(left) => {
                    write_board(cells, &left, minimal.add(index * minimal_stride));
                    LANEDOKU_UNIQUE
                }
                Err(status) => number(status),
            };
            statuses.add(index).write(status);
        });
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// The size in bytes of the workshop that `lanedoku_generate` and `lanedoku_minimize` need: less than
/// `LANEDOKU_WORKSHOP_MAX`. It is larger than a workspace, and can be used as one between two of these calls.
///
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_workshop_size() -> usize {
    // With room to begin at the next address that suits.
    size_of::<WorkshopMemory>() + align_of::<WorkshopMemory>() - 1
}

const _: () = assert!(size_of::<WorkshopMemory>() + align_of::<WorkshopMemory>() <= LANEDOKU_WORKSHOP_MAX);

/// What the caller's memory holds. The workshop has pointers in it, which zeros are not: each call makes it anew.
#[repr(C)]
struct WorkshopMemory {
    workspace: Workspace,
    workshop: MaybeUninit<Workshop>,
}

/// The two parts of the caller's memory.
///
/// # Safety
///
/// `pointer` is null, or `size` bytes behind it have been initialized and belong to the caller for `'a`.
unsafe fn workshop_memory<'a>(
    pointer: *mut c_void,
    size: usize,
) -> Checked<(&'a mut Workspace, &'a mut MaybeUninit<Workshop>)> {
    // SAFETY: the caller's promise. A workspace is made of integers, to which all bytes are valid, and the rest may be
    // anything.
    let memory = unsafe { check_memory::<WorkshopMemory>(pointer, size) }?;
    match memory {
        Some(WorkshopMemory { workspace, workshop }) => Ok((workspace, workshop)),
        None => Err(LANEDOKU_ERROR_NULL),
    }
}

/// Checks that there are places for so many puzzles and their statuses.
fn check_answers(
    count: usize,
    puzzles: *mut c_char,
    stride: usize,
    statuses: *mut lanedoku_status,
) -> Checked<()> {
    if puzzles.is_null() || statuses.is_null() {
        return Err(LANEDOKU_ERROR_NULL);
    }
    check_array(count, stride, 81)?;
    check_array(count, size_of::<lanedoku_status>(), size_of::<lanedoku_status>())
}

/// The constants of all symmetries. A new one does not compile before it has one, with its number in the table.
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

/// The generator that the caller describes.
///
/// # Safety
///
/// `generator` is null or points to one that can be read.
unsafe fn asked(generator: *const lanedoku_generator, seed: u64) -> Checked<Generator> {
    let made = Generator::new(seed);
    if generator.is_null() {
        return Ok(made);
    }
    // SAFETY: not null, so it can be read, by the caller's promise. Any bytes are valid here.
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
    let mut made = if random_symmetry == 1 { made.random_symmetry() } else { made.symmetry(named) };
    if has_clues {
        made = made.clues(fewest_clues as usize..=most as usize);
    }
    if minimal == 1 {
        made = made.minimal();
    }
    if has_pattern {
        let mut cells = CellSet::EMPTY;
        for cell in 0..81 {
            if pattern[usize::from(cell >= 64)] >> (cell % 64) & 1 == 1 {
                cells.insert(cell);
            }
        }
        made = made.pattern(cells);
    }
    if attempts != 0 {
        made = made.attempts(attempts);
    }
    Ok(made)
}
