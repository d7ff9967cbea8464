//! Redundant clues, and visits to the minimal puzzles in a puzzle and to its neighbours.

use core::ffi::{c_char, c_void};
use core::ops::ControlFlow;

use lanedoku::{Grid, Solver};

use crate::arguments::{
    ArrayArgument, Checked, OutputArgument, RowsArgument, TextArgument, VisitorArgument, cleared, memory,
    status_of,
};
use crate::puzzle::{PuzzleForm, next_chunk, readable};
use crate::results::{bits, number};
use crate::settings::{Settings, settings};
use crate::types::*;
use crate::workspace::generator_in;

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
        // SAFETY: the arguments keep the contract of the header.
        let (settings, workspace, puzzles, redundant, statuses) = unsafe {
            let settings = unlimited(settings(options)?)?;
            let workspace = memory(workspace, workspace_size)?;
            let puzzles = RowsArgument::new(puzzles, count, stride, 81)?;
            let redundant = ArrayArgument::<[u64; 2]>::new(redundant.cast(), count)?;
            let statuses = ArrayArgument::new(statuses, count)?;
            (settings, generator_in(workspace), puzzles, redundant, statuses)
        };
        let mut boards = readable(settings.format, puzzles, &statuses);
        // (As a tuple, these arrays would be on the stack twice.)
        let mut chunk = [Grid::EMPTY; CHUNK];
        let mut numbers = [0; CHUNK];
        let mut found = [None; CHUNK];
        loop {
            let length = next_chunk(&mut boards, &mut chunk, &mut numbers).min(CHUNK);
            if length == 0 {
                return Ok(LANEDOKU_OK);
            }
            settings.solver().redundant_clues(&chunk[..length], &mut found[..length], workspace);
            for ((board, index), cells) in chunk.iter().zip(numbers).zip(found).take(length) {
                let status = match cells {
                    Some(cells) => {
                        redundant.write(index, bits(cells));
                        LANEDOKU_UNIQUE
                    }
                    None => number(settings.solver().solve(board).status),
                };
                statuses.write(index, status);
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
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, visitor, workspace, visited) = unsafe {
            let (puzzle, settings) = (TextArgument::new(puzzle, length)?, unlimited(settings(options)?)?);
            let (visitor, workspace) =
                (VisitorArgument::new(visitor, user)?, memory(workspace, workspace_size)?);
            (puzzle, settings, visitor, generator_in(workspace), OutputArgument::new(visited))
        };
        let (solver, format) = (settings.solver(), settings.format);
        let board = Grid::of(format, puzzle);
        let mut seen = 0;
        let flow = board.and_then(|board| {
            solver.visit_minimal(
                &board,
                workspace,
                || true,
                |minimal| {
                    seen += 1;
                    visitor.show(&format.cells(minimal))
                },
            )
        });
        visited.write(seen);
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
        if remove > MOST_CHANGES || add > MOST_CHANGES {
            return Err(LANEDOKU_ERROR_OPTION);
        }
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, visitor, solutions, visited, skipped) = unsafe {
            let (puzzle, settings) = (TextArgument::new(puzzle, length)?, unlimited(settings(options)?)?);
            let (visitor, solutions) = (VisitorArgument::new(visitor, user)?, cleared(memory, memory_size)?);
            let (visited, skipped) = (OutputArgument::new(visited), OutputArgument::new(skipped));
            (puzzle, settings, visitor, solutions, visited, skipped)
        };
        let (solver, format) = (settings.solver(), settings.format);
        let board = Grid::of(format, puzzle);
        let found = board.and_then(|board| {
            solver.visit_neighbours(
                &board,
                (remove, add),
                solutions,
                || true,
                |neighbour| visitor.show(&format.cells(neighbour)),
            )
        });
        visited.write(found.map_or(0, |found| found.visited));
        skipped.write(found.map_or(0, |found| found.skipped));
        Ok(ended(&solver, board.as_ref(), found.map(|found| found.flow)))
    };
    status_of(call())
}

/// Returns the settings for 9x9 boards, without their step limit.
fn unlimited(settings: Settings) -> Checked<Settings> {
    Ok(settings.of_nine_boards()?.without_limit())
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
