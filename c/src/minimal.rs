//! Redundant clues, and visits to the minimal puzzles in a puzzle and to its neighbours.

use core::ffi::{c_char, c_void};
use core::ops::ControlFlow;

use lanedoku::{Board, GeneratorWorkspace, Grid, Solver};

use crate::batch::{check_array, nine_by_nine};
use crate::boards::check_puzzles;
use crate::boundary::{CellFormat, Checked, Settings, bytes, status_of, write};
use crate::count::{show_cells, visit_with};
use crate::generate::{generator_memory, readable};
use crate::results::{bits, number};
use crate::types::*;

/// The puzzles of a chunk: as many as fill the lanes, and little stack.
const CHUNK: usize = 128;

/// Finds the redundant clues of 9x9 puzzles: those without which the puzzle, with all its other clues, still has one
/// solution. A puzzle without redundant clues is minimal. An invalid puzzle does not affect the others.
///
/// - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`. Full grids are puzzles, too.
/// - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
/// - `redundant`: an array of `2 * count` numbers, two for each puzzle. Cell `c`, counted row by row from 0, is bit
///   `c % 64` of number `c / 64`, as in the pattern of a `lanedoku_generator`. Not written for a puzzle without one
///   solution.
/// - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE`; otherwise `LANEDOKU_MULTIPLE`,
///   `_NONE` or `_INVALID`.
/// - `workspace`, `workspace_size`: as for `lanedoku_generate`.
///
/// Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
/// If `count` is 0, nothing is read or written, and the arrays may be NULL; the options and the workspace are still
/// checked.
///
/// # Safety
///
/// Pointers: while the call runs, `options` is NULL or valid; `puzzles` is NULL or valid for
/// `(count - 1) * stride + 81` bytes; `redundant` is NULL or valid for `2 * count` numbers, `statuses` for `count`
/// statuses; and `workspace` is NULL or valid for `workspace_size` bytes that overlap nothing else.
/// Threads: any number of threads may call this at once, each with its own workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_redundant_clues(
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    options: *const lanedoku_options,
    redundant: *mut u64,
    statuses: *mut lanedoku_status,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `options` is NULL or valid.
        let (solver, format) = unsafe { unlimited(options) }?;
        // SAFETY: `workspace` is NULL or has `workspace_size` bytes that the caller has initialized.
        let memory = unsafe { generator_memory(workspace, workspace_size) }?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        check_puzzles(puzzles, count, stride)?;
        if redundant.is_null() || statuses.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        // The array of statuses is smaller.
        check_array(count, size_of::<[u64; 2]>(), size_of::<[u64; 2]>())?;
        // SAFETY: the arrays have been checked, and no puzzle is written.
        let mut boards = unsafe { readable::<Grid>(format, puzzles, count, stride, statuses) };
        // SAFETY: the caller has initialized the memory, so all its bytes have values.
        let workspace = unsafe { GeneratorWorkspace::write_over(memory) };
        let (mut chunk, mut indices, mut found) = ([Grid::EMPTY; CHUNK], [0; CHUNK], [None; CHUNK]);
        loop {
            let mut length = 0;
            for ((slot, number), (index, board)) in chunk.iter_mut().zip(&mut indices).zip(&mut boards) {
                (*slot, *number) = (board, index);
                length += 1;
            }
            let length = length.min(CHUNK);
            if length == 0 {
                return Ok(LANEDOKU_OK);
            }
            solver.redundant_clues(&chunk[..length], &mut found[..length], workspace);
            for ((board, &index), cells) in chunk.iter().zip(&indices).zip(&found).take(length) {
                debug_assert!(index < count, "the index comes from the iterator");
                let status = match cells {
                    Some(_) => LANEDOKU_UNIQUE,
                    None => number(solver.solve(board).status),
                };
                if let &Some(cells) = cells {
                    // SAFETY: `index` is below `count`, and an array is aligned like its items.
                    unsafe { redundant.cast::<[u64; 2]>().add(index).write(bits(cells)) };
                }
                // SAFETY: `statuses` is not null and has `count` items.
                unsafe { statuses.add(index).write(status) };
            }
        }
    };
    status_of(call())
}

/// Calls a function with every minimal puzzle that results from removing clues of a 9x9 puzzle, each once. They come in
/// the order of the cells of the removed clues, the same on every machine.
///
/// A puzzle with a dozen redundant clues contains thousands of minimal puzzles; a full grid contains far too many.
///
/// - `puzzle`, `length`: as for `lanedoku_solve`.
/// - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
/// - `visitor`, `user`: as for `lanedoku_visit`.
/// - `visited`: NULL, or receives the number of calls of `visitor`. Not written if the return value is negative.
/// - `workspace`, `workspace_size`: as for `lanedoku_generate`. The visitor must not use it.
///
/// Returns `LANEDOKU_OK` (all were visited) or `_STOPPED` (`visitor` stopped); `LANEDOKU_MULTIPLE`, `_NONE` or
/// `_INVALID` for a puzzle that does not have one solution; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each but `user` is NULL or valid for its length while the call runs; `workspace` overlaps nothing else.
/// `visitor` must return.
/// Threads: any number of threads may call this at once, each with its own workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_visit_minimal(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    visitor: lanedoku_visitor,
    user: *mut c_void,
    visited: *mut u64,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let (solver, format) = unsafe { unlimited(options) }?;
        let visitor = visitor.ok_or(LANEDOKU_ERROR_NULL)?;
        // SAFETY: `workspace` is NULL or has `workspace_size` bytes that the caller has initialized.
        let memory = unsafe { generator_memory(workspace, workspace_size) }?;
        let board = read(format, puzzle);
        // SAFETY: the caller has initialized the memory, so all its bytes have values.
        let workspace = unsafe { GeneratorWorkspace::write_over(memory) };
        // SAFETY: the caller passes `visitor` and `user` together.
        let mut show = unsafe { visit_with(visitor, user) };
        let mut seen = 0;
        let flow = board.and_then(|board| {
            solver.visit_minimal(
                &board,
                workspace,
                || true,
                |minimal| {
                    seen += 1;
                    show_cells(format, minimal, &mut show)
                },
            )
        });
        // SAFETY: `visited` is NULL or valid, and `puzzle` is no longer used.
        unsafe { write(visited, seen) };
        Ok(ended(&solver, board.as_ref(), flow))
    };
    status_of(call())
}

/// The most clues that `lanedoku_visit_neighbours` removes or adds. More would take for ever, and more stack.
const MOST_CHANGES: usize = 16;

/// Calls a function with each neighbour {-n+m} of a 9x9 puzzle, each once: every puzzle with one solution that results
/// from removing `remove` of its clues and adding `add` others. A removed clue is not added again, but its cell may get
/// another digit.
///
/// - `puzzle`, `length`: as for `lanedoku_solve`.
/// - `options`: as for `lanedoku_canonical`. The step limit, the engine and the order are ignored.
/// - `remove`, `add`: the numbers of clues, at most 16 each.
/// - `visitor`, `user`: as for `lanedoku_visit`.
/// - `memory`, `memory_size`: memory for the solutions of the puzzle without the removed clues, 81 bytes for each and
///   at least 81 bytes, of any content and at any address. A few thousand solutions suffice for one or two clues. The
///   visitor must not use it.
/// - `visited`: NULL, or receives the number of calls of `visitor`.
/// - `skipped`: NULL, or receives the number of choices of removed clues that were skipped, because they leave more
///   solutions than there is memory for. If it is 0, all neighbours were visited. Neither is written if the return
///   value is negative.
///
/// Returns `LANEDOKU_OK` (all were visited, or skipped) or `_STOPPED` (`visitor` stopped); `LANEDOKU_MULTIPLE`,
/// `_NONE` or `_INVALID` for a puzzle that does not have one solution; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
/// `_KERNEL`.
///
/// # Safety
///
/// Pointers: each but `user` is NULL or valid for its length while the call runs; `memory` overlaps nothing else.
/// `visitor` must return.
/// Threads: any number of threads may call this at once, each with its own memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_visit_neighbours(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    remove: usize,
    add: usize,
    visitor: lanedoku_visitor,
    user: *mut c_void,
    memory: *mut c_void,
    memory_size: usize,
    visited: *mut u64,
    skipped: *mut u64,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let (solver, format) = unsafe { unlimited(options) }?;
        let visitor = visitor.ok_or(LANEDOKU_ERROR_NULL)?;
        if memory.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        if memory_size < 81 || memory_size > isize::MAX as usize {
            return Err(LANEDOKU_ERROR_SIZE);
        }
        if remove > MOST_CHANGES || add > MOST_CHANGES {
            return Err(LANEDOKU_ERROR_OPTION);
        }
        let board = read(format, puzzle);
        let room = memory_size / 81;
        // SAFETY: the memory has that many bytes, which belong to the caller alone; they get a value before they are a
        // slice. Bytes have no alignment.
        let solutions = unsafe {
            memory.cast::<u8>().write_bytes(0, 81 * room);
            core::slice::from_raw_parts_mut(memory.cast::<[u8; 81]>(), room)
        };
        // SAFETY: the caller passes `visitor` and `user` together.
        let mut show = unsafe { visit_with(visitor, user) };
        let found = board.and_then(|board| {
            solver.visit_neighbours(
                &board,
                (remove, add),
                solutions,
                || true,
                |neighbour| show_cells(format, neighbour, &mut show),
            )
        });
        // SAFETY: both are NULL or valid, and `puzzle` is no longer used.
        unsafe {
            write(visited, found.map_or(0, |found| found.visited));
            write(skipped, found.map_or(0, |found| found.skipped));
        }
        Ok(ended(&solver, board.as_ref(), found.map(|found| found.flow)))
    };
    status_of(call())
}

/// Decodes options for 9x9 boards, and ignores their step limit.
///
/// # Safety
///
/// As for [`nine_by_nine`].
unsafe fn unlimited(options: *const lanedoku_options) -> Checked<(Solver, CellFormat)> {
    // SAFETY: the contract is the same.
    let Settings { solver, format, .. } = unsafe { nine_by_nine(options) }?;
    Ok((solver.with_step_limit(u64::MAX), format))
}

fn read(format: CellFormat, puzzle: &[u8]) -> Option<Grid> {
    let mut board = Board::EMPTY;
    format.read(puzzle, &mut board).is_ok().then_some(board)
}

/// Returns the status of a visit, which has no flow if the puzzle does not have one solution.
fn ended(solver: &Solver, board: Option<&Grid>, flow: Option<ControlFlow<()>>) -> lanedoku_status {
    match (flow, board) {
        (Some(ControlFlow::Continue(())), _) => LANEDOKU_OK,
        (Some(ControlFlow::Break(())), _) => LANEDOKU_STOPPED,
        (None, Some(board)) => number(solver.solve(board).status),
        (None, None) => LANEDOKU_INVALID,
    }
}
