//! Solves many puzzles in one call.

use core::ffi::{c_char, c_void};

use lanedoku::{Outcome, Size};

use crate::arguments::{
    ArrayArgument, OutputRowsArgument, RowsArgument, memory_or_none, memory_size, status_of,
};
use crate::puzzle::PuzzleForm;
use crate::settings::{CellFormat, Settings, for_puzzle, settings};
use crate::solve::solve_cells;
use crate::types::*;
use crate::workspace::{BatchMemory, SOLVE_CHUNK};

/// Solves many puzzles of one size. An invalid puzzle does not affect the others.
///
/// Each puzzle has as many bytes as the board has cells (81 for 9x9): plain text or digits. Or it is candidates: 162
/// bytes of masks, or plain text of 729 bytes (see `lanedoku_cells`). Puzzle `i` starts at `puzzles + i * stride`, its
/// solution at `solutions + i * solution_stride`. For example, a file of lines of 81 characters has a stride of 82, or
/// 83 if its lines end in CR and LF. The bytes between two puzzles or solutions are neither read nor written.
///
/// - `puzzles`, `count`, `stride`: `stride` is at least the number of bytes of a puzzle.
/// - `options`: as for `lanedoku_solve`. The step limit applies to each puzzle.
/// - `solutions`, `solution_stride`: `solution_stride` is at least the number of cells. Each solution is written as
///   one character or digit per cell, without a NUL; for a puzzle without a solution nothing is written. NULL and 0
///   if only the results are needed. `solutions` may equal `puzzles`, with the same stride, or lie between the
///   puzzles in records that hold a puzzle and its solution. Otherwise the two must not overlap.
/// - `results`: an array of `count` results. All are written. Statuses and solutions are those of `lanedoku_solve`.
///   With a workspace, steps and guesses may differ, and depend on the other puzzles.
/// - `workspace`, `workspace_size`: at least `lanedoku_workspace_size()` bytes at any address. Set them to
///   zero before their first use (use `calloc`, or a static array of `LANEDOKU_WORKSPACE_MAX` bytes); then
///   they can be used for any number of calls. With a workspace, kernels for AVX2 and AVX-512 solve many
///   9x9 puzzles at a time, which is up to twice as fast. With NULL and 0, puzzles are solved one after
///   the other.
///
/// Returns `LANEDOKU_OK` when every puzzle has its result; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
/// `_KERNEL`. If `count` is 0, nothing is read or written, and `puzzles` and `results` may be NULL; the options,
/// the workspace and `solution_stride` are still checked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_solve_batch(
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    options: *const lanedoku_options,
    solutions: *mut c_char,
    solution_stride: usize,
    results: *mut lanedoku_result,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (settings, memory, puzzles, answers) = unsafe {
            let settings = settings(options)?;
            let length = for_puzzle!(settings, length_of(settings.format));
            let cells = settings.size.cells();
            let solutions = OutputRowsArgument::or_none(solutions, count, solution_stride, cells)?;
            let memory = memory_or_none::<BatchMemory>(workspace, workspace_size)?;
            let puzzles = RowsArgument::new(puzzles, count, stride, length)?;
            let results = ArrayArgument::new(results, count)?;
            (settings, memory, puzzles, BatchOutputs { solutions, results })
        };
        match memory {
            Some(memory) if settings.size == Size::Nine => in_chunks(&settings, puzzles, &answers, memory),
            _ => for_puzzle!(settings, one_by_one(&settings, puzzles, &answers)),
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Returns the size in bytes of the workspace for batches and for `lanedoku_count`: less than
/// `LANEDOKU_WORKSPACE_MAX`.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_workspace_size() -> usize {
    memory_size::<BatchMemory>()
}

/// Returns the bytes of a puzzle.
fn length_of<const CELLS: usize, P: PuzzleForm<CELLS>>(format: CellFormat) -> usize {
    P::length(format)
}

/// The output arrays of a batch.
struct BatchOutputs {
    solutions: OutputRowsArgument,
    results: ArrayArgument<lanedoku_result>,
}

/// Solves 9x9 puzzles in chunks. The solutions of a chunk are written after all its puzzles have been read, and never
/// over a puzzle of a later chunk: if one array holds both, it has one stride.
fn in_chunks(settings: &Settings, puzzles: RowsArgument, answers: &BatchOutputs, memory: &mut BatchMemory) {
    let (solver, format) = (settings.solver(), settings.format);
    let (workspace, outcomes, masks) = memory.for_solving();
    for first in (0..puzzles.count).step_by(SOLVE_CHUNK) {
        let length = SOLVE_CHUNK.min(puzzles.count - first);
        let Some(outcomes) = outcomes.get_mut(..length) else { return };
        let Some(part) = puzzles.part(first, length) else { return };
        match format {
            _ if settings.is_candidates => {
                let Some(masks) = masks.get_mut(..length) else { return };
                let mut is_read = [false; SOLVE_CHUNK];
                for (index, (masks, is_read)) in masks.iter_mut().zip(&mut is_read).enumerate() {
                    let Some(text) = puzzles.row(first + index) else { return };
                    *is_read = text.read(|bytes| masks.read(format, bytes)).is_ok();
                }
                solver.solve_batch(masks, outcomes, workspace);
                for (outcome, _) in outcomes.iter_mut().zip(is_read).filter(|(_, is_read)| !is_read) {
                    *outcome = Outcome::INVALID;
                }
            }
            // The checks of the arguments have made sure that it fits. Here the compiler sees it, too, so that there is
            // no path to a panic.
            CellFormat::Text => part.read(|lines| {
                if fits(lines, puzzles.stride, outcomes.len()) {
                    solver.solve_lines(lines, puzzles.stride, outcomes, workspace);
                }
            }),
            CellFormat::Digits => part.read(|digits| {
                if fits(digits, puzzles.stride, outcomes.len()) {
                    solver.solve_digits(digits, puzzles.stride, outcomes, workspace);
                }
            }),
        }
        for (index, outcome) in outcomes.iter().enumerate() {
            if let Some(solution) = &outcome.solution {
                format.write_solution(solution, answers.solutions.row(first + index));
            }
            answers.results.write(first + index, outcome.into());
        }
    }
}

/// Solves the puzzles of a batch one after the other.
fn one_by_one<const CELLS: usize, P: PuzzleForm<CELLS>>(
    settings: &Settings,
    puzzles: RowsArgument,
    answers: &BatchOutputs,
) {
    for index in 0..puzzles.count {
        let Some(puzzle) = puzzles.row(index) else { return };
        let result = answers.results.item(index);
        solve_cells::<CELLS, P>(settings, puzzle, answers.solutions.row(index), &result);
    }
}

/// Returns whether so many puzzles lie in the bytes.
#[inline(always)]
fn fits(bytes: &[u8], stride: usize, count: usize) -> bool {
    let end = count
        .checked_sub(1)
        .and_then(|last| last.checked_mul(stride))
        .and_then(|start| start.checked_add(81));
    stride >= 81 && end.is_some_and(|end| end <= bytes.len())
}
