//! Candidates, possible digits, wrong clues, collisions.

use lanedoku::{AnyPuzzle, Unit};
use lanedoku_steps::PencilMarks;

use crate::memory::call;
use crate::puzzles::nine;
use crate::solving::solver;
use crate::techniques::unit_kind;

/// The number of a unit of a 9x9 board: rows, then columns, then boxes.
pub(crate) fn unit_number(unit: Unit) -> u8 {
    let (kind, index) = unit_kind(unit);
    9 * kind + index
}

/// Answers with the digits of a board.
#[unsafe(no_mangle)]
pub extern "C" fn digits(form: u32) -> i32 {
    call(|memory| {
        let board = memory.board(form)?;
        memory.output.bytes(board.digits());
        Ok(0)
    })
}

/// Answers with the candidates that no clue excludes; a clue is the only candidate of its cell.
#[unsafe(no_mangle)]
pub extern "C" fn candidates(form: u32) -> i32 {
    call(|memory| {
        let board = memory.board(form)?;
        let mut candidates = *PencilMarks::new(&board).candidates();
        for (candidates, &digit) in candidates.iter_mut().zip(board.digits()) {
            if digit > 0 {
                *candidates = 1 << (digit - 1);
            }
        }
        memory.output.masks(&candidates);
        Ok(0)
    })
}

/// Finds the digits of each cell that occur in some solution. Returns the status. The output is: steps, these digits,
/// and the digits that are not excluded.
#[unsafe(no_mangle)]
pub extern "C" fn possible(form: u32, step_limit: f64) -> i32 {
    call(|memory| {
        let solver = solver(step_limit);
        let possible = match memory.puzzle(form)? {
            AnyPuzzle::Board(board) => solver.possible(&nine(&board)),
            AnyPuzzle::Candidates(candidates) => solver.possible(&candidates),
        };
        memory.output.number(possible.steps());
        memory.output.masks(possible.digits());
        memory.output.masks(possible.not_excluded());
        Ok(possible.status() as u32)
    })
}

/// Finds the clues that may be wrong in a board without a solution. Returns the status. The output is a byte for each
/// cell: 1 if the removal of its clue leaves a solution, 2 if that is not decided, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn wrong_clues(form: u32, step_limit: f64) -> i32 {
    call(|memory| {
        let wrong_clues = solver(step_limit).wrong_clues(&memory.board(form)?);
        for cell in 0..81 {
            let (is_removable, is_undecided) =
                (wrong_clues.removable.contains(cell), wrong_clues.undecided.contains(cell));
            memory.output.byte(u8::from(is_removable) + 2 * u8::from(is_undecided));
        }
        Ok(wrong_clues.status as u32)
    })
}

/// Returns the number of pairs of equal clues that share a unit. The output is, for each: the unit, the digit, the two
/// cells, and a sentence.
#[unsafe(no_mangle)]
pub extern "C" fn collisions(form: u32) -> i32 {
    call(|memory| {
        let board = memory.board(form)?;
        let mut count = 0;
        for collision in board.collisions() {
            let [first, second] = collision.cells;
            memory.output.bytes(&[unit_number(collision.unit), collision.digit, first as u8, second as u8]);
            memory.output.text(collision);
            count += 1;
        }
        Ok(count)
    })
}
