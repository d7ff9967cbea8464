//! Possible digits, moves that lose all solutions, and clues that may be wrong.

use core::ffi::{c_char, c_void};

use lanedoku::{Grid, Possible};

use crate::arguments::{
    ArrayArgument, OutputArgument, RowsArgument, TextArgument, items, memory_or_none, status_of,
};
use crate::puzzle::{PuzzleForm, next_chunk, readable};
use crate::results::{bits, number};
use crate::settings::{Settings, settings};
use crate::types::*;
use crate::workspace::{BatchMemory, POSSIBLE_CHUNK};

/// Finds the digits that 9x9 puzzles allow in each cell: those that occur there in some solution, also known as the
/// true candidates. An invalid puzzle does not affect the others.
///
/// A puzzle with one solution takes as long as `lanedoku_solve_batch`, one with several takes about fifteen searches. A
/// move on the puzzle loses all solutions exactly when its digit is not possible in its cell.
///
/// - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
/// - `options`: as for `lanedoku_solve`; any side but 9 (or 0) is an error. The step limit is for all searches for a
///   puzzle together; the engine and the order are ignored.
/// - `digits`: an array of `81 * count` masks, 81 for each puzzle: bit `d - 1` for digit `d`. A clue is the only digit
///   of its cell. Not written for a puzzle with the status `LANEDOKU_INVALID`. The array may be that of `puzzles`, if
///   they are masks with a stride of 162.
/// - `not_excluded`: NULL, or such an array for the digits that are not excluded. They differ from `digits` only for a
///   puzzle with the status `LANEDOKU_LIMIT`: then a digit may be neither shown to be possible nor excluded.
/// - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_UNIQUE`, `_MULTIPLE`, `_NONE`, `_LIMIT` or
///   `_INVALID`.
/// - `workspace`, `workspace_size`: as for `lanedoku_solve_batch`. With NULL and 0, or with a step limit, the puzzles
///   are searched one after another.
///
/// Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
/// If `count` is 0, nothing is read or written, and the arrays may be NULL; the options and the workspace are still
/// checked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_possible(
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    options: *const lanedoku_options,
    digits: *mut u16,
    not_excluded: *mut u16,
    statuses: *mut lanedoku_status,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (settings, memory, puzzles, answers) = unsafe {
            let settings = settings(options)?.of_nine()?;
            let length = match settings.is_candidates {
                true => <[u16; 81]>::length(settings.format),
                false => Grid::length(settings.format),
            };
            let memory = memory_or_none::<BatchMemory>(workspace, workspace_size)?;
            let puzzles = RowsArgument::new(puzzles, count, stride, length)?;
            let answers = PossibleOutputs {
                digits: ArrayArgument::new(digits.cast(), count)?,
                not_excluded: ArrayArgument::or_none(not_excluded.cast(), count)?,
                statuses: ArrayArgument::new(statuses, count)?,
            };
            (settings, memory, puzzles, answers)
        };
        let find = if settings.is_candidates { possible_of::<[u16; 81]> } else { possible_of::<Grid> };
        find(&settings, puzzles, &answers, memory);
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Finds the possible digits of puzzles of one form.
fn possible_of<P: PuzzleForm<81>>(
    settings: &Settings,
    puzzles: RowsArgument,
    answers: &PossibleOutputs,
    memory: Option<&mut BatchMemory>,
) {
    let mut alone = [Possible::INVALID; 1];
    let (mut workspace, room) = match memory.map(BatchMemory::for_possible) {
        Some((workspace, room)) => (Some(workspace), &mut room[..]),
        None => (None, &mut alone[..]),
    };
    let solver = settings.solver();
    let mut read = readable::<P>(settings.format, puzzles, &answers.statuses);
    // (As a tuple, these arrays would be on the stack twice.)
    let mut chunk = [P::EMPTY; POSSIBLE_CHUNK];
    let mut numbers = [0; POSSIBLE_CHUNK];
    loop {
        let most = room.len().min(POSSIBLE_CHUNK);
        let length = next_chunk(&mut read, &mut chunk[..most], &mut numbers);
        if length == 0 {
            return;
        }
        let (Some(puzzles), Some(found)) = (chunk.get(..length), room.get_mut(..length)) else { return };
        match &mut workspace {
            Some(workspace) => solver.possible_batch(puzzles, found, workspace),
            None => found.iter_mut().zip(&chunk).for_each(|(found, puzzle)| *found = solver.possible(puzzle)),
        }
        for (&index, possible) in numbers.iter().zip(found) {
            answers.write(index, possible);
        }
    }
}

/// Finds, for each 9x9 board and move, whether the board still has a solution after the move.
///
/// - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
/// - `options`: as for `lanedoku_canonical`. The step limit is for each move; the engine and the order are ignored.
/// - `moves`: an array of `2 * count` numbers, two for each board: a cell, counted row by row from 0, and the digit, 1
///   to 9, that is written into it. A digit already there is replaced. Other numbers are not moves; they leave no
///   solution.
/// - `statuses`: an array of `count` statuses. All are written: `LANEDOKU_FOUND` if the board has a solution after the
///   move, otherwise `LANEDOKU_NONE`; `LANEDOKU_LIMIT`; or `LANEDOKU_INVALID` for a text that is not a board.
/// - `workspace`, `workspace_size`: as for `lanedoku_possible`.
///
/// Returns the same as `lanedoku_possible`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_moves_keep_solution(
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    options: *const lanedoku_options,
    moves: *const u8,
    statuses: *mut lanedoku_status,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (settings, memory, puzzles, moves, statuses) = unsafe {
            let settings = settings(options)?.of_nine_boards()?;
            let memory = memory_or_none::<BatchMemory>(workspace, workspace_size)?;
            let puzzles = RowsArgument::new(puzzles, count, stride, 81)?;
            let moves = items(moves.cast::<[u8; 2]>(), count)?;
            (settings, memory, puzzles, moves, ArrayArgument::new(statuses, count)?)
        };
        let mut workspace = memory.map(|memory| &mut memory.workspace);
        let mut boards = readable::<Grid>(settings.format, puzzles, &statuses);
        let mut chunk = [Grid::EMPTY; POSSIBLE_CHUNK];
        let mut numbers = [0; POSSIBLE_CHUNK];
        let mut own_moves = [(0, 0); POSSIBLE_CHUNK];
        let mut keeps = [None; POSSIBLE_CHUNK];
        loop {
            let length = next_chunk(&mut boards, &mut chunk, &mut numbers).min(POSSIBLE_CHUNK);
            if length == 0 {
                return Ok(LANEDOKU_OK);
            }
            let (boards, own_moves, keeps) =
                (&chunk[..length], &mut own_moves[..length], &mut keeps[..length]);
            for (own_move, index) in own_moves.iter_mut().zip(numbers) {
                *own_move = moves.get(index).map_or((0, 0), |&[cell, digit]| (cell, digit));
            }
            settings.solver().moves_keep_solution(boards, own_moves, keeps, workspace.as_deref_mut());
            for (index, keeps) in numbers.into_iter().zip(keeps) {
                let status = match keeps {
                    Some(true) => LANEDOKU_FOUND,
                    Some(false) => LANEDOKU_NONE,
                    None => LANEDOKU_LIMIT,
                };
                statuses.write(index, status);
            }
        }
    };
    status_of(call())
}

/// Finds the clues that may be wrong in a 9x9 board without a solution: those whose removal, each alone, leaves a
/// solution. Also finds the clues that collide.
///
/// - `puzzle`, `length`: as for `lanedoku_solve`.
/// - `options`: as for `lanedoku_canonical`. The step limit is for all searches together; the engine and the order are
///   ignored.
/// - `clues`: receives the clues. Not written if the text is not a board or the return value is negative.
///
/// Returns `LANEDOKU_NONE` for a board without a solution, and `LANEDOKU_INVALID` for a board with collisions or a
/// text that is not a board, which `lanedoku_find_error` tells apart. `LANEDOKU_UNIQUE` or `_MULTIPLE` for a board
/// with a solution, where no clue is wrong: the three sets are empty. `LANEDOKU_LIMIT` if the step limit was reached
/// before it was known whether there is a solution. Or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_find_wrong_clues(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    clues: *mut lanedoku_wrong_clues,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, clues) = unsafe {
            let (puzzle, settings) =
                (TextArgument::new(puzzle, length)?, settings(options)?.of_nine_boards()?);
            (puzzle, settings, OutputArgument::required(clues)?)
        };
        let Some(board) = Grid::of(settings.format, puzzle) else { return Ok(LANEDOKU_INVALID) };
        let found = settings.solver().wrong_clues(&board);
        let [removable, undecided, colliding] = [found.removable, found.undecided, found.colliding].map(bits);
        clues.write(lanedoku_wrong_clues { removable, undecided, colliding, reserved: [0; 4] });
        Ok(number(found.status))
    };
    status_of(call())
}

/// The output arrays.
struct PossibleOutputs {
    digits: ArrayArgument<[u16; 81]>,
    not_excluded: ArrayArgument<[u16; 81]>,
    statuses: ArrayArgument<lanedoku_status>,
}

impl PossibleOutputs {
    /// Writes the answer to a puzzle.
    fn write(&self, index: usize, possible: &Possible) {
        let status = number(possible.status());
        self.statuses.write(index, status);
        if status != LANEDOKU_INVALID {
            self.digits.write(index, *possible.digits());
            self.not_excluded.write(index, *possible.not_excluded());
        }
    }
}
