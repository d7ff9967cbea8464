//! The search that measures a puzzle for its rating.

use super::marks::{Marks, Singles};
use crate::{Grid, Status};

/// The cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchCost {
    pub guesses: u32,
    pub sweeps: u32,
    /// Whether any sweep removed locked candidates.
    pub needs_locked: bool,
}

/// Returns the cost of a search that proves that a board has one solution. Returns the board's status if it does
/// not, or `OutOfSteps` if the search takes more than `most_guesses`, or if `go_on`, which is called after some
/// guesses, returns false.
pub(super) fn measure(
    board: &Grid,
    most_guesses: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<SearchCost, Status> {
    let mut cost = SearchCost::default();
    match search(Marks::of(board), &mut cost, most_guesses, go_on)? {
        0 => Err(Status::NoSolution),
        _ => Ok(cost),
    }
}

/// The number of guesses that take about a millisecond.
const GUESSES_OF_A_SLICE: u32 = 256;

/// Returns the number of solutions, 0 or 1; more are an error. The recursion is at most 81 deep, since each guess
/// finds a cell.
fn search(
    mut marks: Marks,
    cost: &mut SearchCost,
    most_guesses: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<u32, Status> {
    loop {
        match marks.singles() {
            Singles::Contradiction => return Ok(0),
            Singles::Solved => return Ok(1),
            Singles::Placed => cost.sweeps += 1,
            Singles::Stuck => {
                if !marks.locked() {
                    break;
                }
                cost.sweeps += 1;
                cost.needs_locked = true;
            }
        }
    }
    if cost.guesses == most_guesses || cost.guesses.is_multiple_of(GUESSES_OF_A_SLICE) && !go_on() {
        return Err(Status::OutOfSteps);
    }
    cost.guesses += 1;
    let cell = marks.cell_with_fewest();
    let mut solutions = 0;
    for digit in (0..9).filter(|&digit| marks.has(cell, digit)) {
        let mut branch = marks;
        branch.keep(cell, digit);
        solutions += search(branch, cost, most_guesses, go_on)?;
        if solutions > 1 {
            return Err(Status::Multiple);
        }
    }
    Ok(solutions)
}
