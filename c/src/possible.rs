//! Possible digits, moves that lose all solutions, and clues that may be wrong.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use lanedoku::{Board, Grid, Possible};

use crate::batch::{BatchMemory, batch_memory, check_array, nine_by_nine, nine_by_nine_in_any_form};
use crate::boards::check_puzzles;
use crate::boundary::{Checked, Settings, bytes, status_of};
use crate::generate::readable;
use crate::puzzle::PossibleForm;
use crate::results::{bits, number};
use crate::types::*;

/// The puzzles of a chunk: enough that idle lanes at its end hardly matter, and little stack.
pub(crate) const CHUNK: usize = 256;

/// The memory for the results of a chunk, in a workspace.
pub(crate) type PossibleMemory = [MaybeUninit<Possible>; CHUNK];

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
///   of its cell. Not written for a puzzle with the status `LANEDOKU_INVALID`.
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
///
/// # Safety
///
/// Pointers: while the call runs, `options` is NULL or valid; `puzzles` is NULL or valid for
/// `(count - 1) * stride` bytes and those of a puzzle; `digits` and `not_excluded` are NULL or valid for `81 * count` masks, `statuses`
/// for `count` statuses; and `workspace` is NULL or valid for `workspace_size` bytes that overlap nothing else.
/// Threads: any number of threads may call this at once, each with its own workspace.
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
        // SAFETY: `options` is NULL or valid.
        let settings = unsafe { nine_by_nine_in_any_form(options) }?;
        // SAFETY: `workspace` is NULL or has `workspace_size` bytes that the caller has initialized.
        let memory = unsafe { batch_memory(workspace, workspace_size) }?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        if puzzles.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let find = if settings.is_candidates { possible_of::<[u16; 81]> } else { possible_of::<Grid> };
        let answers = PossibleOutputs { digits, not_excluded, statuses };
        // SAFETY: the arrays are not NULL, or checked, and no puzzle is written.
        unsafe { find(&settings, puzzles, count, stride, &answers, memory) }
    };
    status_of(call())
}

/// Finds the possible digits of puzzles of one form.
///
/// # Safety
///
/// The bytes of `count` puzzles can be read, `stride` bytes apart, and do not change. The arrays of the answers are
/// NULL or have `count` items that can be written.
unsafe fn possible_of<P: PossibleForm>(
    Settings { solver, format, .. }: &Settings,
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    answers: &PossibleOutputs,
    mut memory: Option<&mut BatchMemory>,
) -> Checked<lanedoku_status> {
    check_array(count, stride, P::length(*format))?;
    answers.check(count)?;
    // SAFETY: the arrays have been checked, and no puzzle is written.
    let mut read = unsafe { readable::<P>(*format, puzzles, count, stride, answers.statuses) };
    let (mut chunk, mut indices) = ([P::EMPTY; CHUNK], [0; CHUNK]);
    let mut alone = [Possible::INVALID; 1];
    loop {
        let (room, workspace) = match &mut memory {
            Some(BatchMemory { workspace, possible, .. }) => {
                (&mut initialized(possible)[..], Some(workspace))
            }
            None => (&mut alone[..], None),
        };
        let mut length = 0;
        for ((slot, number), (index, puzzle)) in
            chunk.iter_mut().zip(&mut indices).take(room.len()).zip(&mut read)
        {
            (*slot, *number) = (puzzle, index);
            length += 1;
        }
        let length = length.min(room.len()).min(CHUNK);
        if length == 0 {
            return Ok(LANEDOKU_OK);
        }
        let found = &mut room[..length];
        P::possible(solver, &chunk[..length], found, workspace);
        for (&index, possible) in indices.iter().zip(found) {
            // SAFETY: `index` comes from the iterator, so it is below `count`.
            unsafe { answers.write(index, possible) };
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
///
/// # Safety
///
/// Pointers: while the call runs, `options` is NULL or valid; `puzzles` is NULL or valid for
/// `(count - 1) * stride + 81` bytes; `moves` is NULL or valid for `2 * count` numbers, `statuses` for `count`
/// statuses; and `workspace` is NULL or valid for `workspace_size` bytes that overlap nothing else. Threads: any number
/// of threads may call this at once, each with its own workspace.
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
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, format, .. } = unsafe { nine_by_nine(options) }?;
        // SAFETY: `workspace` is NULL or has `workspace_size` bytes that the caller has initialized.
        let mut memory = unsafe { batch_memory(workspace, workspace_size) }?;
        if count == 0 {
            return Ok(LANEDOKU_OK);
        }
        check_puzzles(puzzles, count, stride)?;
        if moves.is_null() || statuses.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        check_array(count, size_of::<lanedoku_status>(), size_of::<lanedoku_status>())?;
        // SAFETY: the arrays have been checked, and no puzzle is written.
        let mut boards = unsafe { readable::<Grid>(format, puzzles, count, stride, statuses) };
        let (mut chunk, mut indices) = ([Grid::EMPTY; CHUNK], [0; CHUNK]);
        let (mut chunk_moves, mut keeps) = ([(0, 0); CHUNK], [None; CHUNK]);
        loop {
            let mut length = 0;
            let slots = chunk.iter_mut().zip(&mut chunk_moves).zip(&mut indices);
            for (((slot, own_move), number), (index, board)) in slots.zip(&mut boards) {
                // SAFETY: `index` comes from the iterator, so it is below `count`.
                *own_move = unsafe { (moves.add(2 * index).read(), moves.add(2 * index + 1).read()) };
                (*slot, *number) = (board, index);
                length += 1;
            }
            let length = length.min(CHUNK);
            if length == 0 {
                return Ok(LANEDOKU_OK);
            }
            let (chunk, chunk_moves, keeps) =
                (&chunk[..length], &chunk_moves[..length], &mut keeps[..length]);
            let workspace = memory.as_mut().map(|memory| &mut memory.workspace);
            solver.moves_keep_solution(chunk, chunk_moves, keeps, workspace);
            for (&index, keeps) in indices.iter().zip(keeps) {
                let status = match keeps {
                    Some(true) => LANEDOKU_FOUND,
                    Some(false) => LANEDOKU_NONE,
                    None => LANEDOKU_LIMIT,
                };
                // SAFETY: `index` is below `count`.
                unsafe { statuses.add(index).write(status) };
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
/// Returns `LANEDOKU_NONE` for a board without a solution, and `LANEDOKU_INVALID` for a board with collisions or a text
/// that is not a board, which `lanedoku_find_error` tells apart. `LANEDOKU_UNIQUE` or `_MULTIPLE` for a board with a
/// solution, where no clue is wrong: the three sets are empty. `LANEDOKU_LIMIT` if the step limit was reached before it was
/// known whether there is a solution. Or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_find_wrong_clues(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    clues: *mut lanedoku_wrong_clues,
) -> lanedoku_status {
    let call = || {
        // SAFETY: `puzzle` is NULL or valid for its length.
        let puzzle = unsafe { bytes(puzzle, length) }?;
        // SAFETY: `options` is NULL or valid.
        let Settings { solver, format, .. } = unsafe { nine_by_nine(options) }?;
        if clues.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let mut board = Board::EMPTY;
        if format.read(puzzle, &mut board).is_err() {
            return Ok(LANEDOKU_INVALID);
        }
        let found = solver.wrong_clues(&board);
        let [removable, undecided, colliding] = [found.removable, found.undecided, found.colliding].map(bits);
        // SAFETY: `clues` is not null, so it is valid, and `puzzle` is no longer used.
        unsafe { clues.write(lanedoku_wrong_clues { removable, undecided, colliding, reserved: [0; 4] }) };
        Ok(number(found.status))
    };
    status_of(call())
}

/// Returns the memory for the results of a chunk, initialized.
fn initialized(memory: &mut PossibleMemory) -> &mut [Possible; CHUNK] {
    for possible in &mut *memory {
        possible.write(Possible::INVALID);
    }
    // SAFETY: all items have been written.
    unsafe { &mut *(&raw mut *memory).cast() }
}

/// The output arrays.
struct PossibleOutputs {
    digits: *mut u16,
    not_excluded: *mut u16,
    statuses: *mut lanedoku_status,
}

impl PossibleOutputs {
    /// Checks the arrays for `count` puzzles.
    fn check(&self, count: usize) -> Result<(), lanedoku_status> {
        if self.digits.is_null() || self.statuses.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        // The array of statuses is smaller.
        check_array(count, size_of::<[u16; 81]>(), size_of::<[u16; 81]>())
    }

    /// Writes the answer to a puzzle.
    ///
    /// # Safety
    ///
    /// `index` is below the count that was checked.
    unsafe fn write(&self, index: usize, possible: &Possible) {
        let status = number(possible.status());
        // SAFETY: `index` is below the count, and an array is aligned like its items.
        unsafe {
            self.statuses.add(index).write(status);
            if status == LANEDOKU_INVALID {
                return;
            }
            self.digits.cast::<[u16; 81]>().add(index).write(*possible.digits());
            if !self.not_excluded.is_null() {
                self.not_excluded.cast::<[u16; 81]>().add(index).write(*possible.not_excluded());
            }
        }
    }
}
