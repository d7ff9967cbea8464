//! Generates and minimizes many puzzles in one call.

use core::ffi::{c_char, c_void};

use lanedoku::{CellSet, ClueSymmetry, Generator, GeneratorWorkspace, Grid};

use crate::arguments::{
    ArrayArgument, Checked, OutputRowsArgument, RowsArgument, memory, memory_size, status_of, structure,
};
use crate::puzzle::readable;
use crate::results::number;
use crate::settings::settings;
use crate::types::*;
use crate::workspace::generator_in;

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
        // SAFETY: the arguments keep the contract of the header.
        let (settings, generator, workspace, puzzles, statuses) = unsafe {
            let settings = settings(options)?.of_nine_boards()?;
            let generator =
                structure(generator).map_or(Ok(Generator::new(seed)), |it| requested(it, seed))?;
            let workspace = memory(workspace, workspace_size)?;
            let puzzles = OutputRowsArgument::new(puzzles, count, stride, 81)?;
            let statuses = ArrayArgument::new(statuses, count)?;
            (settings, generator, generator_in(workspace), puzzles, statuses)
        };
        generator.with_solver(&settings.solver()).generate_each(
            first_index,
            count,
            workspace,
            || true,
            |index, puzzle| {
                let status = match puzzle {
                    Some(puzzle) => {
                        puzzles.row(index).write(&settings.format.cells(&puzzle));
                        LANEDOKU_UNIQUE
                    }
                    None => LANEDOKU_LIMIT,
                };
                statuses.write(index, status);
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
        // SAFETY: the arguments keep the contract of the header.
        let (settings, workspace, puzzles, minimal, statuses) = unsafe {
            let settings = settings(options)?.of_nine_boards()?;
            let workspace = memory(workspace, workspace_size)?;
            let puzzles = RowsArgument::new(puzzles, count, stride, 81)?;
            let minimal = OutputRowsArgument::new(minimal, count, minimal_stride, 81)?;
            let statuses = ArrayArgument::new(statuses, count)?;
            (settings, generator_in(workspace), puzzles, minimal, statuses)
        };
        let boards = readable::<Grid>(settings.format, puzzles, &statuses);
        settings.solver().minimize_each(
            boards,
            seed,
            first_index,
            workspace,
            || true,
            |index, result| {
                let status = match result {
                    Ok(puzzle) => {
                        minimal.row(index).write(&settings.format.cells(&puzzle));
                        LANEDOKU_UNIQUE
                    }
                    Err(status) => number(status),
                };
                statuses.write(index, status);
            },
        );
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Returns the size in bytes of the workspace for `lanedoku_generate` and `lanedoku_minimize`: less than
/// `LANEDOKU_GENERATOR_WORKSPACE_MAX`. It is larger than `lanedoku_workspace_size()`. Between two of these calls,
/// the memory can serve as the workspace of other calls.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_generator_workspace_size() -> usize {
    memory_size::<GeneratorWorkspace>()
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

/// Returns the symmetry with this number.
pub(crate) fn symmetry_of(number: lanedoku_symmetry) -> Checked<ClueSymmetry> {
    let mut numbered = ClueSymmetry::ALL.into_iter().zip(SYMMETRIES);
    let (named, _) = numbered.find(|(_, own)| *own == number).ok_or(LANEDOKU_ERROR_OPTION)?;
    Ok(named)
}

/// Returns the generator described by the caller.
fn requested(generator: lanedoku_generator, seed: u64) -> Checked<Generator> {
    let plain = Generator::new(seed);
    let lanedoku_generator {
        symmetry,
        random_symmetry,
        fewest_clues,
        most_clues,
        minimal,
        attempts,
        pattern,
        reserved,
    } = generator;
    let named = symmetry_of(symmetry)?;
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
