//! The search that a rating counts.

use super::marks::{Marks, Singles};
use crate::{Grid, Status};

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    pub guesses: u32,
    pub sweeps: u32,
    /// Whether a sweep was one of locked candidates.
    pub needs_locked: bool,
}

/// Proves that a board has one solution, with no more guesses than given. Otherwise its status.
pub(super) fn measure(board: &Grid, most_guesses: u32) -> Result<Work, Status> {
    let mut work = Work::default();
    match search(Marks::of(board), &mut work, most_guesses)? {
        0 => Err(Status::NoSolution),
        _ => Ok(work),
    }
}

/// The number of solutions, 0 or 1. More are an error. No deeper than there are cells: each guess finds one.
fn search(mut marks: Marks, work: &mut Work, most_guesses: u32) -> Result<u32, Status> {
    loop {
        match marks.singles() {
            Singles::Contradiction => return Ok(0),
            Singles::Solved => return Ok(1),
            Singles::Placed => work.sweeps += 1,
            Singles::Stuck => {
                if !marks.locked() {
                    break;
                }
                work.sweeps += 1;
                work.needs_locked = true;
            }
        }
    }
    if work.guesses == most_guesses {
        return Err(Status::OutOfSteps);
    }
    work.guesses += 1;
    let cell = marks.narrowest();
    let mut solutions = 0;
    for digit in (0..9).filter(|&digit| marks.has(cell, digit)) {
        let mut branch = marks;
        branch.keep(cell, digit);
        solutions += search(branch, work, most_guesses)?;
        if solutions > 1 {
            return Err(Status::Multiple);
        }
    }
    Ok(solutions)
}
