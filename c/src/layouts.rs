//! Boards of other layouts, in the caller's memory.

use core::ffi::{c_char, c_int, c_void};
use core::fmt;
use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use lanedoku::{End, Layout, LayoutError, LayoutSolver, LayoutSymmetries, LeftClues, Status, Tally};
use lanedoku_steps::{Hint, LayoutExplainer, LayoutStep};

use crate::arguments::{
    ArrayArgument, Checked, MessageArgument, OutputArgument, OutputRowsArgument, RowsArgument, StopArgument,
    TextArgument, VisitorArgument, aligned, items, memory, memory_or_none, memory_size, status_of, structure,
};
use crate::generate::symmetry_of;
use crate::puzzle::InputError;
use crate::results::number;
use crate::techniques::{number_of, set_of};
use crate::types::*;
use crate::workspace::{BatchMemory, MemoryOrigin};

/// Makes a layout: how a board is divided into boxes or regions of any shape, with further houses. The functions for
/// layouts solve, check, generate and explain its boards.
///
/// - `layout`, `layout_size`: at least `lanedoku_layout_size()` bytes at any address. Set them to zero before their
///   first use (use `calloc`, or a static array of `LANEDOKU_LAYOUT_MAX` bytes). No other call may use them meanwhile.
///   After it, any number of threads can use the layout at once. It must stay at its address. It need not end: its
///   memory can be freed, or used for another layout, when no call uses it.
/// - `text`, `length`: the layout: a board such as `6x6`, `9x9` or `12x12`, whose boxes are wider than high;
///   `boxes:3x2` for boxes of three rows and two columns; or `jigsaw:` and a letter or digit for the region of each
///   cell. `+diagonal`, `+windoku` and `+centre-dots` add houses, `+house:1,8,15` one of these cells, counted from 1;
///   `diagonal` alone is on a 9x9 board. `windoku` adds nine: numbers 0, 1, 3 and 4 are its squares, and the others
///   follow from them. The side is from 4 to 25.
/// - `message`, `message_length`, `needed`: as for `lanedoku_error_message`: why it is no layout.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a layout, and then one that was in this memory stays;
/// or `LANEDOKU_ERROR_NULL`, `_SIZE`, or, of a library built for 9x9 boards alone, `_OPTION`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_init(
    layout: *mut c_void,
    layout_size: usize,
    text: *const c_char,
    length: usize,
    message: *mut c_char,
    message_length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (memory, text, message) = unsafe {
            let message = MessageArgument::new(message, message_length, needed)?;
            (memory(layout, layout_size)?, TextArgument::new(text, length)?, message)
        };
        let layout = text.read(|text| str::from_utf8(text).map_err(|_| LayoutError::Name)?.parse());
        make(memory, layout, message)
    };
    status_of(call())
}

/// Makes a layout from the regions of its cells.
///
/// - `layout`, `layout_size`: as for `lanedoku_layout_init`.
/// - `regions`, `cells`: the region of each cell, row by row, by any numbers: an array of as many as the board has
///   cells. Each region has as many cells as a row.
/// - `message`, `message_length`, `needed`: as for `lanedoku_layout_init`.
///
/// Returns the same as `lanedoku_layout_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_init_regions(
    layout: *mut c_void,
    layout_size: usize,
    regions: *const u8,
    cells: usize,
    message: *mut c_char,
    message_length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (memory, regions, message) = unsafe {
            let message = MessageArgument::new(message, message_length, needed)?;
            (memory(layout, layout_size)?, items(regions, cells)?, message)
        };
        make(memory, Layout::jigsaw(regions), message)
    };
    status_of(call())
}

/// Adds a house to a layout: some cells that must not hold a digit twice. A layout has at most 32.
///
/// - `layout`: the memory in which the layout was made. No other call may use it meanwhile.
/// - `house`, `count`: the cells of the house, counted row by row from 0: at least two, and at most those of a row.
/// - `message`, `message_length`, `needed`: as for `lanedoku_layout_init`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if this is no house of the board, and then the layout is as before; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE` or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_add_house(
    layout: *mut c_void,
    house: *const u16,
    count: usize,
    message: *mut c_char,
    message_length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (before, house, message) = unsafe {
            let message = MessageArgument::new(message, message_length, needed)?;
            (made(layout)?.layout.clone(), items(house, count)?, message)
        };
        // SAFETY: a layout was made in this memory, so it has its bytes, which are the caller's alone.
        let memory = unsafe { &mut *aligned(layout) };
        make(memory, before.with_house(house.iter().map(|cell| usize::from(*cell))), message)
    };
    status_of(call())
}

/// Returns the side of a layout, the number of cells in a row; 0 if no layout was made in this memory.
///
/// - `layout`: NULL, or the memory in which a layout was made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_side(layout: *const c_void) -> u32 {
    // SAFETY: the argument keeps the contract of the header.
    unsafe { made(layout) }.map_or(0, |made| made.layout.side() as u32)
}

/// Reads a board of a layout from text: all cells on one line, or one row on each, perhaps with a drawing between them.
///
/// - `layout`: the memory in which the layout was made.
/// - `text`, `length`: the board; its characters are those of `lanedoku_cells`.
/// - `digits`, `cells`: an array of as many digits as the board has cells: 0 for an open cell. Written only if the
///   function returns `LANEDOKU_OK`.
/// - `error`: NULL, or receives the error, as for `lanedoku_find_error`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if the text is not a board; or `LANEDOKU_ERROR_NULL`, `_SIZE` (also if
/// `cells` is not the number of cells) or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_read(
    layout: *const c_void,
    text: *const c_char,
    length: usize,
    digits: *mut u8,
    cells: usize,
    error: *mut lanedoku_input_error,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, text, digits, error) = unsafe {
            let (made, text) = (made_for(layout, cells)?, TextArgument::new(text, length)?);
            (made, text, ArrayArgument::new(digits, cells)?, OutputArgument::new(error))
        };
        let mut board = LayoutBoard::open(cells);
        Ok(match text.read(|text| made.layout.read(text, board.digits_mut())) {
            Ok(()) => {
                digits.write_all(board.digits().iter().copied());
                error.write(lanedoku_input_error::NONE);
                LANEDOKU_OK
            }
            Err(found) => {
                error.write(InputError::Text(found).into());
                LANEDOKU_INVALID
            }
        })
    };
    status_of(call())
}

/// Writes a board of a layout as text, which `lanedoku_layout_read` reads.
///
/// - `layout`, `digits`, `cells`: as `layout`, `clues` and `cells` for `lanedoku_layout_solve`.
/// - `is_drawn`: 0 for one line, or 1 for a drawing of several lines.
/// - `message`, `message_length`, `needed`: as for `lanedoku_error_message`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if a digit is above the side, and then the text is empty; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_text(
    layout: *const c_void,
    digits: *const u8,
    cells: usize,
    is_drawn: c_int,
    message: *mut c_char,
    message_length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, board, message) = unsafe {
            let message = MessageArgument::new(message, message_length, needed)?;
            let (made, board) = made_with(layout, digits, cells)?;
            (made, board, message)
        };
        let is_drawn = match is_drawn {
            0 | 1 => is_drawn == 1,
            _ => return Err(LANEDOKU_ERROR_OPTION),
        };
        let is_board = board.is_of(&made.layout);
        message.write(WrittenBoard { layout: &made.layout, board, is_drawn, is_board });
        Ok(if is_board { LANEDOKU_OK } else { LANEDOKU_INVALID })
    };
    status_of(call())
}

/// Finds the solution of a board: of several, the least one, read row by row as a number.
///
/// - `layout`: the memory in which the layout was made.
/// - `clues`, `cells`: an array of as many digits as the board has cells, row by row: 1 to the side, or 0 for an open
///   cell.
/// - `step_limit`: the maximum number of steps, of all searches together; 0 means no limit. A step is a digit placed.
/// - `stop`: NULL, or a function that is called about ten times a second, and between the searches of a call. When it
///   returns a value other than 0, it is as at the limit on steps. Of the result that it gets, only the status is set.
/// - `user`: passed to `stop` unchanged; may be NULL.
/// - `solution`: NULL, or an array of `cells` digits, which may be that of `clues`. Written if and only if the function
///   returns `LANEDOKU_UNIQUE` or `_MULTIPLE`.
/// - `result`: NULL, or receives the result. Not written if the return value is negative.
///
/// Returns `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` or `_INVALID`, also for a digit above the side; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE` (also if `cells` is not the number of cells) or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_solve(
    layout: *const c_void,
    clues: *const u8,
    cells: usize,
    step_limit: u64,
    stop: lanedoku_stop_condition,
    user: *mut c_void,
    solution: *mut u8,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, board, limits, solution, result) = unsafe {
            let (made, board) = made_with(layout, clues, cells)?;
            let (limits, solution) =
                (LayoutLimits::new(step_limit, stop, user), ArrayArgument::or_none(solution, cells)?);
            (made, board, limits, solution, OutputArgument::new(result))
        };
        let mut found = LayoutBoard::open(cells);
        let tally = made.solver.solve_while(board.digits(), limits.steps, limits.go_on(), found.digits_mut());
        let status = tally.status();
        if matches!(status, Status::Unique | Status::Multiple) {
            solution.write_all(found.digits().iter().copied());
        }
        Ok(result.answer(lanedoku_result::of_solution(status, tally.steps, tally.guesses)))
    };
    status_of(call())
}

/// Solves many boards of a layout, one behind the other.
///
/// - `layout`: the memory in which the layout was made.
/// - `clues`, `cells`, `count`: the boards, as for `lanedoku_layout_solve`: an array of `count * cells` digits.
/// - `step_limit`: as for `lanedoku_layout_solve`, for each board.
/// - `stop`, `user`: as for `lanedoku_layout_solve`. After it has stopped, the results of the remaining boards are
///   `LANEDOKU_LIMIT`.
/// - `solutions`: NULL, or an array of `count * cells` digits, which must not overlap that of `clues`. For a board
///   without a solution, nothing is written.
/// - `results`: an array of `count` results. All are written. Statuses and solutions are those of
///   `lanedoku_layout_solve`.
/// - `workspace`, `workspace_size`: NULL and 0, or as for `lanedoku_solve_batch`. With a workspace and without a limit
///   on steps, kernels for AVX2 and AVX-512 solve many 9x9 boards with up to nine further houses, such as diagonals or
///   windoku, at a time, which is 5 to 25 times as fast. A step is then a sweep; steps and guesses depend on the other
///   boards.
///
/// Returns `LANEDOKU_OK` when every board has its result; or `LANEDOKU_ERROR_NULL`, `_SIZE` (also if `cells` is not the
/// number of cells) or `_LAYOUT`. If `count` is 0, nothing is read or written, and `clues` and `results` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_solve_batch(
    layout: *const c_void,
    clues: *const u8,
    cells: usize,
    count: usize,
    step_limit: u64,
    stop: lanedoku_stop_condition,
    user: *mut c_void,
    solutions: *mut u8,
    results: *mut lanedoku_result,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, boards, limits, solutions, results, memory) = unsafe {
            let made = made_for(layout, cells)?;
            let memory = memory_or_none::<BatchMemory>(workspace, workspace_size)?;
            let boards = RowsArgument::new(clues.cast(), count, cells, cells)?;
            let stride = if solutions.is_null() { 0 } else { cells };
            let solutions = OutputRowsArgument::or_none(solutions.cast(), count, stride, cells)?;
            let limits = LayoutLimits::new(step_limit, stop, user);
            (made, boards, limits, solutions, ArrayArgument::new(results, count)?, memory)
        };
        let mut lanes = memory.filter(|_| limits.steps == u64::MAX && made.solver.has_lanes());
        // After it has stopped, the caller is not asked again.
        let (mut go_on, mut stopped) = (limits.go_on(), false);
        for first in (0..count).step_by(LANES_CHUNK) {
            let length = LANES_CHUNK.min(count - first);
            let mut known = [0; 81 * LANES_CHUNK];
            let mut tallies = [Tally::BEGUN; LANES_CHUNK];
            let known = known.get_mut(..length * 81).unwrap_or_default();
            let tallies = tallies.get_mut(..length).unwrap_or_default();
            stopped = stopped || !go_on();
            if let (Some(memory), Some(part), false) = (&mut lanes, boards.part(first, length), stopped) {
                part.read(|clues| made.solver.solve_in_lanes(clues, &mut memory.workspace, known, tallies));
            }
            for (index, tally) in tallies.iter_mut().enumerate() {
                let Some(board) = boards.row(first + index) else { return Ok(LANEDOKU_OK) };
                let mut found = LayoutBoard::open(cells);
                if tally.end != End::OutOfSteps {
                    let digits = known.get(index * 81..).unwrap_or_default();
                    found.digits_mut().iter_mut().zip(digits).for_each(|(own, digit)| *own = *digit);
                } else if !stopped && go_on() {
                    *tally = board.read(|clues| {
                        made.solver.solve_while(clues, limits.steps, &mut go_on, found.digits_mut())
                    });
                } else {
                    stopped = true;
                }
                let status = tally.status();
                if matches!(status, Status::Unique | Status::Multiple) {
                    solutions.row(first + index).write(found.digits());
                }
                let result = lanedoku_result::of_solution(status, tally.steps, tally.guesses);
                results.write(first + index, result);
            }
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Counts the solutions of a board, and may show them.
///
/// - `layout`, `clues`, `cells`, `step_limit`: as for `lanedoku_layout_solve`.
/// - `limit`: the count stops here, even if there is no further solution; `UINT64_MAX` counts all solutions. With 0,
///   there is no search, but the clues are still checked.
/// - `visitor`: NULL, or called with each solution, as digits, until it returns a value other than 0.
/// - `visitor_user`: passed to `visitor` unchanged; may be NULL.
/// - `stop`, `user`: as for `lanedoku_layout_solve`.
/// - `result`: NULL, or receives the count and the work done. Not written if the return value is negative.
///
/// Returns the status of the puzzle, as `lanedoku_count` does: with fewer than two solutions, `LANEDOKU_STOPPED` at
/// `limit` or if `visitor` stopped; or `LANEDOKU_ERROR_NULL`, `_SIZE` or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_count(
    layout: *const c_void,
    clues: *const u8,
    cells: usize,
    step_limit: u64,
    limit: u64,
    visitor: lanedoku_visitor,
    visitor_user: *mut c_void,
    stop: lanedoku_stop_condition,
    user: *mut c_void,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, board, limits, visitor, result) = unsafe {
            let (made, board) = made_with(layout, clues, cells)?;
            let (limits, visitor) =
                (LayoutLimits::new(step_limit, stop, user), VisitorArgument::new(visitor, visitor_user).ok());
            (made, board, limits, visitor, OutputArgument::new(result))
        };
        let show = |solution: &_| {
            visitor.as_ref().map_or(ControlFlow::Continue(()), |visitor| visitor.show(solution))
        };
        let tally = made.solver.count(board.digits(), limit, limits.steps, limits.go_on(), show);
        Ok(result.answer(tally.into()))
    };
    status_of(call())
}

/// Finds the digits of each cell that occur in some solution.
///
/// - `layout`, `clues`, `cells`, `step_limit`, `stop`, `user`: as for `lanedoku_layout_solve`.
/// - `digits`: receives an array of `cells` sets: bit `d - 1` for digit `d`. At the limit, some that occur may be
///   missing. Not written with the status `LANEDOKU_INVALID`.
///
/// Returns the same as `lanedoku_layout_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_possible(
    layout: *const c_void,
    clues: *const u8,
    cells: usize,
    step_limit: u64,
    stop: lanedoku_stop_condition,
    user: *mut c_void,
    digits: *mut u32,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, board, limits, digits) = unsafe {
            let (made, board) = made_with(layout, clues, cells)?;
            (made, board, LayoutLimits::new(step_limit, stop, user), ArrayArgument::new(digits, cells)?)
        };
        let mut possible = [0; LANEDOKU_MOST_CELLS];
        let possible = possible.get_mut(..cells).unwrap_or_default();
        let status = made.solver.possible(board.digits(), limits.steps, limits.go_on(), possible);
        if status != Status::Invalid {
            digits.write_all(possible.iter().copied());
        }
        Ok(number(status))
    };
    status_of(call())
}

/// Finds the redundant clues of a puzzle with one solution: those without which, each alone, it still has one.
///
/// - `layout`, `clues`, `cells`, `step_limit`, `stop`, `user`: as for `lanedoku_layout_solve`.
/// - `redundant`: receives an array of `cells` numbers: 1 for a redundant clue, otherwise 0. At the limit, some may be
///   missing.
///
/// Returns the same as `lanedoku_layout_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_redundant_clues(
    layout: *const c_void,
    clues: *const u8,
    cells: usize,
    step_limit: u64,
    stop: lanedoku_stop_condition,
    user: *mut c_void,
    redundant: *mut u8,
) -> lanedoku_status {
    let ask = |made: &MadeLayout, board: &[u8], limits: &LayoutLimits, found: &mut dyn FnMut(usize)| {
        made.solver.redundant_clues(board, limits.steps, limits.go_on(), found)
    };
    // SAFETY: the arguments keep the contract of the header.
    status_of(unsafe { clues_found(layout, (clues, cells), (step_limit, stop, user), redundant, ask) })
}

/// Finds the clues of a board without a solution that may be wrong: those without which, each alone, it has one.
///
/// - `layout`, `clues`, `cells`, `step_limit`, `stop`, `user`: as for `lanedoku_layout_solve`.
/// - `removable`: receives an array of `cells` numbers: 1 for a clue that may be wrong, otherwise 0. At the limit, some
///   may be missing.
///
/// Returns the same as `lanedoku_layout_solve`: for a board without a solution, `LANEDOKU_NONE`, or with collisions
/// `_INVALID`; of both, `_LIMIT` if the limit was reached.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_wrong_clues(
    layout: *const c_void,
    clues: *const u8,
    cells: usize,
    step_limit: u64,
    stop: lanedoku_stop_condition,
    user: *mut c_void,
    removable: *mut u8,
) -> lanedoku_status {
    let ask = |made: &MadeLayout, board: &[u8], limits: &LayoutLimits, found: &mut dyn FnMut(usize)| {
        made.solver.wrong_clues(board, limits.steps, limits.go_on(), found)
    };
    // SAFETY: the arguments keep the contract of the header.
    status_of(unsafe { clues_found(layout, (clues, cells), (step_limit, stop, user), removable, ask) })
}

/// Generates a puzzle with one solution: puzzle number `index` of a seed, the same on every machine.
///
/// - `layout`: the memory in which the layout was made.
/// - `seed`, `index`: any numbers.
/// - `left`: the clues that are left. NULL or zeros: as few as possible.
/// - `stop`, `user`: as for `lanedoku_layout_solve`. After it has stopped, the remaining clues stay.
/// - `puzzle`, `cells`: receives an array of as many digits as the board has cells, but only if the function returns
///   `LANEDOKU_UNIQUE`.
/// - `undecided`: NULL, or receives the number of clues that may be redundant, because a search took too many steps.
///   Not written if the return value is negative.
///
/// Returns `LANEDOKU_UNIQUE`; `LANEDOKU_LIMIT` if no full board was found, or none gave a puzzle with so few clues; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE` (also if `cells` is not the number of cells), `_OPTION` or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_generate(
    layout: *const c_void,
    seed: u64,
    index: u64,
    left: *const lanedoku_left_clues,
    stop: lanedoku_stop_condition,
    user: *mut c_void,
    puzzle: *mut u8,
    cells: usize,
    undecided: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, left, limits, puzzle, undecided) = unsafe {
            let (made, left) = (made_for(layout, cells)?, structure(left));
            let puzzle = ArrayArgument::new(puzzle, cells)?;
            (made, left, LayoutLimits::new(0, stop, user), puzzle, OutputArgument::new(undecided))
        };
        let left = left_clues(left, cells)?;
        let mut board = LayoutBoard::open(cells);
        let found = made.solver.generate(seed, index, &left, limits.go_on(), board.digits_mut());
        undecided.write(found.unwrap_or_default());
        Ok(match found {
            Some(_) => {
                puzzle.write_all(board.digits().iter().copied());
                LANEDOKU_UNIQUE
            }
            None => LANEDOKU_LIMIT,
        })
    };
    status_of(call())
}

/// Removes redundant clues of a puzzle with one solution, in random order, until none is left.
///
/// - `layout`, `clues`, `cells`: as for `lanedoku_layout_solve`.
/// - `seed`, `index`, `left`, `stop`, `user`, `undecided`: as for `lanedoku_layout_generate`.
/// - `minimal`: receives an array of `cells` digits, which may be that of `clues`, but only if the function returns
///   `LANEDOKU_UNIQUE`.
///
/// Returns `LANEDOKU_UNIQUE`; `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID` for a puzzle that does not have one solution;
/// `LANEDOKU_LIMIT` if `stop` stopped before that was known; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_minimize(
    layout: *const c_void,
    clues: *const u8,
    cells: usize,
    seed: u64,
    index: u64,
    left: *const lanedoku_left_clues,
    stop: lanedoku_stop_condition,
    user: *mut c_void,
    minimal: *mut u8,
    undecided: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, mut board, left, limits, minimal, undecided) = unsafe {
            let (made, board) = made_with(layout, clues, cells)?;
            let (left, limits) = (structure(left), LayoutLimits::new(0, stop, user));
            let minimal = ArrayArgument::new(minimal, cells)?;
            (made, board, left, limits, minimal, OutputArgument::new(undecided))
        };
        let left = left_clues(left, cells)?;
        let found = made.solver.minimize(seed, index, &left, limits.go_on(), board.digits_mut());
        undecided.write(found.unwrap_or_default());
        if found.is_ok() {
            minimal.write_all(board.digits().iter().copied());
        }
        Ok(number(found.err().unwrap_or(Status::Unique)))
    };
    status_of(call())
}

/// Shuffles a board: applies random symmetry number `index` of `seed`, which gives an equivalent board: it leaves the
/// regions and houses of the layout as they are, and renames the digits. The result is the same on every machine.
///
/// - `layout`, `digits`, `cells`: as `layout`, `clues` and `cells` for `lanedoku_layout_solve`.
/// - `seed`, `index`: any numbers.
/// - `image`: receives an array of `cells` digits, which may be that of `digits`, but only if the function returns
///   `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` if a digit is above the side; or `LANEDOKU_ERROR_NULL`, `_SIZE` or
/// `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_shuffle(
    layout: *const c_void,
    digits: *const u8,
    cells: usize,
    seed: u64,
    index: u64,
    image: *mut u8,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, board, image) = unsafe {
            let (made, board) = made_with(layout, digits, cells)?;
            (made, board, ArrayArgument::new(image, cells)?)
        };
        if !board.is_of(&made.layout) {
            return Ok(LANEDOKU_INVALID);
        }
        let mut shuffled = LayoutBoard::open(cells);
        made.symmetries.shuffle(seed, index, board.digits(), shuffled.digits_mut());
        image.write_all(shuffled.digits().iter().copied());
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Grades given digits as the solution of a puzzle.
///
/// - `layout`, `cells`: as for `lanedoku_layout_solve`.
/// - `given`, `puzzle`: arrays of `cells` digits.
/// - `solution`: NULL, or the right solution, as such an array.
/// - `grade`: receives the grade.
///
/// Returns `LANEDOKU_OK` for a solution, otherwise `LANEDOKU_NONE`; or `LANEDOKU_ERROR_NULL`, `_SIZE` or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_grade(
    layout: *const c_void,
    given: *const u8,
    puzzle: *const u8,
    solution: *const u8,
    cells: usize,
    grade: *mut lanedoku_grade,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, given, puzzle, solution, place) = unsafe {
            let (made, given) = made_with(layout, given, cells)?;
            let (puzzle, place) = (LayoutBoard::new(puzzle, cells)?, OutputArgument::required(grade)?);
            let solution = if solution.is_null() { None } else { Some(LayoutBoard::new(solution, cells)?) };
            (made, given, puzzle, solution, place)
        };
        let solution = solution.as_ref().map(LayoutBoard::digits);
        let found = made.layout.grade(given.digits(), puzzle.digits(), solution);
        place.write(lanedoku_grade {
            is_complete: found.is_complete.into(),
            is_consistent: found.is_consistent.into(),
            keeps_clues: found.keeps_clues.into(),
            right_cells: found.right_cells.unwrap_or_default().into(),
            reserved: [0; 4],
        });
        Ok(if found.is_solution() { LANEDOKU_OK } else { LANEDOKU_NONE })
    };
    status_of(call())
}

/// Finds the first pair of equal digits that share a row, column, region or further house, in this order.
///
/// - `layout`, `digits`, `cells`: as `layout`, `clues` and `cells` for `lanedoku_layout_solve`.
/// - `error`: NULL, or receives the error; its kind is `LANEDOKU_NO_ERROR` if there is none. Not written if the return
///   value is negative.
///
/// Returns `LANEDOKU_OK` if there is none, `LANEDOKU_INVALID` if there is one, or a digit above the side, which is then
/// the error; or `LANEDOKU_ERROR_NULL`, `_SIZE` or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_find_error(
    layout: *const c_void,
    digits: *const u8,
    cells: usize,
    error: *mut lanedoku_input_error,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let ((made, board), error) =
            unsafe { (made_with(layout, digits, cells)?, OutputArgument::new(error)) };
        let found = match board.digits().iter().position(|digit| usize::from(*digit) > made.layout.side()) {
            Some(cell) => Some(lanedoku_input_error {
                kind: LANEDOKU_NOT_A_DIGIT,
                digit: board.digits().get(cell).copied().unwrap_or_default().into(),
                cells: [cell as u32, 0],
                ..lanedoku_input_error::NONE
            }),
            None => {
                made.layout.collisions(board.digits()).next().map(|found| InputError::Clues(found).into())
            }
        };
        error.write(found.unwrap_or(lanedoku_input_error::NONE));
        Ok(if found.is_some() { LANEDOKU_INVALID } else { LANEDOKU_OK })
    };
    status_of(call())
}

/// Finds the next human solving step on a board: the first step of the easiest technique that finds one. On boards of
/// layouts these are singles, locked candidates, subsets and fish, in any house.
///
/// - `layout`, `digits`, `cells`: as `layout`, `clues` and `cells` for `lanedoku_layout_solve`. The solution is not
///   searched: a wrong digit makes wrong steps.
/// - `candidates`: NULL, or an array of `cells` sets, the candidates that the person still has: bit `d - 1` for digit
///   `d`. A candidate is not considered if a digit on the board excludes it.
/// - `techniques`: the techniques to try, or NULL for all that there are on boards of layouts.
/// - `step`: NULL, or receives the step, but only if the function returns `LANEDOKU_FOUND`.
/// - `hint`: `LANEDOKU_HINT_WHERE`, `_WHAT` or `_WHY`.
/// - `message`, `message_length`, `needed`: as for `lanedoku_error_message`: the step as a sentence. It is empty if
///   there is no step.
///
/// Returns `LANEDOKU_FOUND`; `LANEDOKU_NONE` if there is no step, because the board is complete, contradicts itself, or
/// needs more than the techniques; `LANEDOKU_INVALID` for a digit above the side, or two equal digits that share a row,
/// column, region or house; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_next_step(
    layout: *const c_void,
    digits: *const u8,
    cells: usize,
    candidates: *const u32,
    techniques: *const lanedoku_techniques,
    step: *mut lanedoku_layout_step,
    hint: lanedoku_hint,
    message: *mut c_char,
    message_length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (made, board, candidates, techniques, step, message) = unsafe {
            let message = MessageArgument::new(message, message_length, needed)?;
            let (made, board) = made_with(layout, digits, cells)?;
            let candidates = items(candidates, if candidates.is_null() { 0 } else { cells })?;
            (made, board, candidates, structure(techniques), OutputArgument::new(step), message)
        };
        let hint = match hint {
            LANEDOKU_HINT_WHERE => Hint::Where,
            LANEDOKU_HINT_WHAT => Hint::What,
            LANEDOKU_HINT_WHY => Hint::Why,
            _ => return Err(LANEDOKU_ERROR_OPTION),
        };
        let found = made.explainer.marks(board.digits()).map(|mut marks| {
            candidates.iter().enumerate().for_each(|(cell, digits)| marks.eliminate(cell, !digits));
            made.with_techniques(techniques, |explainer| explainer.next_step(&marks))
        });
        Ok(match found {
            Some(Some(found)) => {
                step.write((&found).into());
                message.write(found.hint(hint));
                LANEDOKU_FOUND
            }
            other => {
                message.write("");
                if other.is_some() { LANEDOKU_NONE } else { LANEDOKU_INVALID }
            }
        })
    };
    status_of(call())
}

/// Rates how hard a puzzle is for a person, by the steps of `lanedoku_layout_next_step`, until none is found.
///
/// - `layout`, `clues`, `cells`: as for `lanedoku_layout_solve`.
/// - `techniques`: as for `lanedoku_layout_next_step`.
/// - `difficulty`: receives the difficulty, but only if the function returns `LANEDOKU_OK`. Its hardest technique is
///   the last number, with the name `needs more`, if the steps end before the puzzle is solved, as they do if it does
///   not have one solution. It has no HoDoKu score.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_INVALID` as `lanedoku_layout_next_step` does; or `LANEDOKU_ERROR_NULL`, `_SIZE` or
/// `_LAYOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_layout_difficulty(
    layout: *const c_void,
    clues: *const u8,
    cells: usize,
    techniques: *const lanedoku_techniques,
    difficulty: *mut lanedoku_difficulty,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let ((made, board), techniques, place) = unsafe {
            let place = OutputArgument::required(difficulty)?;
            (made_with(layout, clues, cells)?, structure(techniques), place)
        };
        let found = made.with_techniques(techniques, |explainer| explainer.difficulty(board.digits()));
        let Some(found) = found else { return Ok(LANEDOKU_INVALID) };
        place.write(found.into());
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Returns the size in bytes of the memory of a layout: less than `LANEDOKU_LAYOUT_MAX`.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_layout_size() -> usize {
    memory_size::<LayoutMemory>()
}

const _: () = assert!(memory_size::<LayoutMemory>() < LANEDOKU_LAYOUT_MAX);

/// The boards of a chunk of a batch: enough that idle lanes at its end hardly matter, and little stack.
const LANES_CHUNK: usize = 128;

/// What a layout is called in its marks.
const LAYOUT: &[u8; 8] = b"layoutof";

/// The contents of the memory of a layout. Any bytes are one.
#[repr(C)]
struct LayoutMemory {
    /// `MemoryOrigin::of` this memory, if a layout was made here.
    marks: MemoryOrigin,
    made: MaybeUninit<MadeLayout>,
}

/// A layout that was made, and the tables of its boards.
struct MadeLayout {
    layout: Layout,
    solver: LayoutSolver,
    symmetries: LayoutSymmetries,
    explainer: LayoutExplainer,
}

impl MadeLayout {
    /// Passes an explainer with the caller's techniques.
    fn with_techniques<R>(
        &self,
        techniques: Option<lanedoku_techniques>,
        job: impl FnOnce(&LayoutExplainer) -> R,
    ) -> R {
        let Some(techniques) = techniques else { return job(&self.explainer) };
        let mut explainer = self.explainer.clone();
        explainer.set_techniques(set_of(techniques));
        job(&explainer)
    }
}

/// Makes the tables of a layout, or writes why there is none.
fn make(
    memory: &mut LayoutMemory,
    layout: Result<Layout, LayoutError>,
    message: MessageArgument,
) -> Checked<lanedoku_status> {
    if !cfg!(feature = "all_sizes") {
        return Err(LANEDOKU_ERROR_OPTION);
    }
    Ok(match layout {
        Ok(layout) => {
            memory.made.write(MadeLayout {
                solver: LayoutSolver::new(&layout),
                symmetries: LayoutSymmetries::new(&layout),
                explainer: LayoutExplainer::new(&layout),
                layout,
            });
            memory.marks = MemoryOrigin::of(memory, LAYOUT);
            message.write("");
            LANEDOKU_OK
        }
        Err(error) => {
            message.write(error);
            LANEDOKU_INVALID
        }
    })
}

/// Returns the layout that was made in the caller's memory.
///
/// # Safety
///
/// `pointer` is null, or the caller has initialized the bytes of a layout there. If a layout was made in them, no call
/// changes it during `'a`.
unsafe fn made<'a>(pointer: *const c_void) -> Checked<&'a MadeLayout> {
    if pointer.is_null() {
        return Err(LANEDOKU_ERROR_NULL);
    }
    let memory: *const LayoutMemory = aligned(pointer.cast_mut());
    // SAFETY: the memory is initialized, and any bytes are marks. Without other boards, no call writes them.
    if !cfg!(feature = "all_sizes") || unsafe { (*memory).marks } != MemoryOrigin::of(memory, LAYOUT) {
        return Err(LANEDOKU_ERROR_LAYOUT);
    }
    // SAFETY: the marks are written after the layout was made here, and nothing changes it.
    Ok(unsafe { (*memory).made.assume_init_ref() })
}

/// Returns the layout, if its boards have so many cells.
///
/// # Safety
///
/// As for [`made`].
unsafe fn made_for<'a>(pointer: *const c_void, cells: usize) -> Checked<&'a MadeLayout> {
    // SAFETY: the contract is the same.
    let made = unsafe { made(pointer) }?;
    if made.layout.cells() == cells { Ok(made) } else { Err(LANEDOKU_ERROR_SIZE) }
}

/// Asks which clues of a board are of a kind, and marks these with 1 and the other cells with 0.
///
/// # Safety
///
/// As for [`made_with`] and [`LayoutLimits::new`], and `marks` is null, or `cells` numbers can be written there.
unsafe fn clues_found(
    layout: *const c_void,
    (clues, cells): (*const u8, usize),
    (step_limit, stop, user): (u64, lanedoku_stop_condition, *mut c_void),
    marks: *mut u8,
    ask: impl FnOnce(&MadeLayout, &[u8], &LayoutLimits, &mut dyn FnMut(usize)) -> Status,
) -> Checked<lanedoku_status> {
    // SAFETY: the contract is the same.
    let (made, board, limits, marks) = unsafe {
        let (made, board) = made_with(layout, clues, cells)?;
        (made, board, LayoutLimits::new(step_limit, stop, user), ArrayArgument::new(marks, cells)?)
    };
    let mut found = LayoutBoard::open(cells);
    let status = ask(made, board.digits(), &limits, &mut |cell| found.mark(cell));
    marks.write_all(found.digits().iter().copied());
    Ok(number(status))
}

/// Returns the layout, and a copy of a board of it.
///
/// # Safety
///
/// As for [`made`], and `digits` is null, or `cells` of them can be read.
unsafe fn made_with<'a>(
    pointer: *const c_void,
    digits: *const u8,
    cells: usize,
) -> Checked<(&'a MadeLayout, LayoutBoard)> {
    // SAFETY: the contract is the same.
    unsafe { Ok((made_for(pointer, cells)?, LayoutBoard::new(digits, cells)?)) }
}

/// The digits of a board: a copy, so that answers may be written over the caller's.
struct LayoutBoard {
    digits: [u8; LANEDOKU_MOST_CELLS],
    cells: usize,
}

impl LayoutBoard {
    fn open(cells: usize) -> Self {
        LayoutBoard { digits: [0; LANEDOKU_MOST_CELLS], cells }
    }

    /// # Safety
    ///
    /// `start` is null, or `cells` digits behind it can be read and do not change meanwhile.
    unsafe fn new(start: *const u8, cells: usize) -> Checked<Self> {
        let mut board = LayoutBoard::open(cells);
        // SAFETY: the contract is the same.
        let digits = unsafe { items(start, cells)? };
        board.digits.iter_mut().zip(digits).for_each(|(own, digit)| *own = *digit);
        Ok(board)
    }

    fn digits(&self) -> &[u8] {
        self.digits.get(..self.cells).unwrap_or_default()
    }

    fn digits_mut(&mut self) -> &mut [u8] {
        self.digits.get_mut(..self.cells).unwrap_or_default()
    }

    /// Writes 1 to a cell.
    fn mark(&mut self, cell: usize) {
        self.digits.get_mut(cell).into_iter().for_each(|own| *own = 1);
    }

    /// Whether no digit is above the side.
    fn is_of(&self, layout: &Layout) -> bool {
        self.digits().iter().all(|digit| usize::from(*digit) <= layout.side())
    }
}

/// A board as text.
struct WrittenBoard<'a> {
    layout: &'a Layout,
    board: LayoutBoard,
    is_drawn: bool,
    is_board: bool,
}

impl fmt::Display for WrittenBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = [0; LANEDOKU_MOST_CELLS];
        let mut written = Layout::characters(self.board.digits());
        characters.iter_mut().zip(&mut written).for_each(|(own, character)| *own = character);
        let characters = characters.get(..self.board.cells).unwrap_or_default();
        match (self.is_board, self.is_drawn) {
            (false, _) => Ok(()),
            (true, true) => self.layout.draw(characters, f),
            (true, false) => f.write_str(str::from_utf8(characters).unwrap_or_default()),
        }
    }
}

/// The limit on the steps of a call, and what stops it.
struct LayoutLimits {
    steps: u64,
    stop: Option<StopArgument>,
}

impl LayoutLimits {
    /// # Safety
    ///
    /// As long as the value is used, the function may be called with any result and `user`.
    unsafe fn new(step_limit: u64, stop: lanedoku_stop_condition, user: *mut c_void) -> Self {
        let steps = if step_limit == 0 { u64::MAX } else { step_limit };
        // SAFETY: the contract is the same.
        LayoutLimits { steps, stop: unsafe { StopArgument::or_none(stop, user) } }
    }

    fn go_on(&self) -> impl FnMut() -> bool {
        let so_far = lanedoku_result { status: LANEDOKU_RUNNING, ..lanedoku_result::invalid() };
        move || self.stop.as_ref().is_none_or(|stop| !stop.stops(&so_far))
    }
}

/// Returns the clues that the caller wants to be left of so many.
fn left_clues(left: Option<lanedoku_left_clues>, cells: usize) -> Checked<LeftClues> {
    let mut wanted = LeftClues::default();
    let Some(left) = left else { return Ok(wanted) };
    let [fewest, most] = [left.fewest_clues, left.most_clues].map(|clues| clues as usize);
    let limit = if most == 0 { cells } else { most };
    if limit > cells || fewest > limit || left.reserved != [0; 4] {
        return Err(LANEDOKU_ERROR_OPTION);
    }
    wanted.symmetry = symmetry_of(left.symmetry)?;
    wanted.number = (fewest > 0 || most > 0).then_some(fewest..=limit);
    if left.attempts != 0 {
        wanted.attempts = left.attempts;
    }
    if left.step_limit != 0 {
        wanted.step_limit = left.step_limit;
    }
    Ok(wanted)
}

impl From<&LayoutStep> for lanedoku_layout_step {
    fn from(step: &LayoutStep) -> Self {
        let (cell, digit) = step.placement().unwrap_or_default();
        let copied = |candidates: &[u32]| {
            let mut all = [0; LANEDOKU_MOST_CELLS];
            all.iter_mut().zip(candidates).for_each(|(own, digits)| *own = *digits);
            all
        };
        lanedoku_layout_step {
            technique: number_of(step.technique()),
            level: step.level().tenths().into(),
            cell: cell as u32,
            digit: digit.into(),
            eliminations: copied(step.eliminations()),
            deciding: copied(step.deciding()),
            reserved: [0; 14],
        }
    }
}
