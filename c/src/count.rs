//! Counts and visits the solutions of a puzzle.

use core::ffi::{c_char, c_void};

use lanedoku::Board;

use crate::arguments::{OutputArgument, TextArgument, VisitorArgument, memory_or_none, status_of};
use crate::puzzle::PuzzleForm;
use crate::settings::{Settings, for_puzzle, settings};
use crate::types::*;
use crate::workspace::BatchMemory;

/// Counts the solutions of a puzzle.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
/// - `limit`: the count stops here, even if there is no further solution; `UINT64_MAX` counts all
///   solutions. With 0, there is no search, but the puzzle and its clues are still checked.
/// - `result`: receives the count and the work done. Not written if the return value is negative.
/// - `workspace`, `workspace_size`: NULL and 0, or as for `lanedoku_solve_batch`. Kernels for AVX2 and AVX-512
///   search many nodes of a 9x9 board with many solutions at a time, and keep them in the workspace or, without one, on
///   the stack; all other counts do not use it.
///
/// Returns the status of the puzzle, as far as the count tells: `LANEDOKU_MULTIPLE`, also if the count was cut; or
/// `LANEDOKU_UNIQUE` or `_NONE`; or with fewer than two solutions, `_STOPPED` (at `limit`), `_LIMIT` or `_INVALID`. The
/// field `is_exact` of the result tells whether all were counted. Or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
/// `_KERNEL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_count(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    limit: u64,
    result: *mut lanedoku_result,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, memory, result) = unsafe {
            let (puzzle, settings) = (TextArgument::new(puzzle, length)?, settings(options)?);
            let memory = memory_or_none::<BatchMemory>(workspace, workspace_size)?;
            (puzzle, settings, memory, OutputArgument::required(result)?)
        };
        let workspace = memory.map(|memory| &mut memory.workspace);
        let Some(puzzle) = settings.read(puzzle) else {
            return Ok(result.answer(lanedoku_result::invalid()));
        };
        let tally = match workspace {
            None => settings.solver().count(&puzzle, limit),
            Some(workspace) => settings.solver().count_with(&puzzle, limit, workspace),
        };
        Ok(result.answer(tally.into()))
    };
    status_of(call())
}

/// Calls a function with every solution of a puzzle, one after the other, in the order in which the engine finds them:
/// they are not sorted.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`.
/// - `visitor`: called with each solution until it returns a value other than 0.
/// - `user`: passed to `visitor` unchanged; may be NULL.
/// - `result`: NULL, or receives the number of solutions visited and the work done, after the last call
///   of `visitor`. Not written if the return value is negative.
///
/// Returns the same as `lanedoku_count`: `LANEDOKU_STOPPED` if `visitor` stopped at the first solution,
/// `LANEDOKU_MULTIPLE` if it stopped later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_visit(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    visitor: lanedoku_visitor,
    user: *mut c_void,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, visitor, result) = unsafe {
            let (puzzle, settings) = (TextArgument::new(puzzle, length)?, settings(options)?);
            (puzzle, settings, VisitorArgument::new(visitor, user)?, OutputArgument::new(result))
        };
        Ok(result.answer(for_puzzle!(settings, visit_cells(&settings, puzzle, &visitor))))
    };
    status_of(call())
}

fn visit_cells<const CELLS: usize, P: PuzzleForm<CELLS>>(
    settings: &Settings,
    text: TextArgument,
    visitor: &VisitorArgument,
) -> lanedoku_result {
    let format = settings.format;
    let Some(puzzle) = P::of(format, text) else { return lanedoku_result::invalid() };
    let show = |solution: &Board<CELLS>| visitor.show(&format.cells(solution));
    settings.solver().visit(&puzzle, show).into()
}
