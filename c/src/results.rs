//! Converts the answers of the Rust crate for C.

use lanedoku::{CellSet, End, Outcome, RATING_SAMPLES, RATING_VERSION, Rating, Status, Tally};

use crate::arguments::OutputArgument;
use crate::types::*;

impl lanedoku_result {
    /// Of a search for the solution, which ends at the second one.
    fn new(status: lanedoku_status, solutions: u64, steps: u64, guesses: u64) -> Self {
        Self::of_all(matches!(status, LANEDOKU_UNIQUE | LANEDOKU_NONE), status, solutions, steps, guesses)
    }

    #[inline]
    fn of_all(is_exact: bool, status: lanedoku_status, solutions: u64, steps: u64, guesses: u64) -> Self {
        let progress = if is_exact { 1.0 } else { 0.0 };
        let is_exact = is_exact.into();
        lanedoku_result { status, is_exact, solutions, steps, guesses, progress, reserved: [0; 3] }
    }

    /// Of a search for the solution with this status.
    pub(crate) fn of_solution(status: Status, steps: u64, guesses: u64) -> Self {
        // The search ends at the second solution.
        let solutions = match status {
            Status::Unique => 1,
            Status::Multiple => 2,
            _ => 0,
        };
        Self::new(number(status), solutions, steps, guesses)
    }

    pub(crate) fn invalid() -> Self {
        Self::new(LANEDOKU_INVALID, 0, 0, 0)
    }
}

impl OutputArgument<lanedoku_result> {
    /// Writes a result, and returns its status.
    #[inline]
    pub(crate) fn answer(&self, result: lanedoku_result) -> lanedoku_status {
        self.write(result);
        result.status
    }
}

/// Returns the number of a status.
pub(crate) const fn number(status: Status) -> lanedoku_status {
    status as lanedoku_status
}

const _: () = {
    assert!(LANEDOKU_UNIQUE == number(Status::Unique) && LANEDOKU_MULTIPLE == number(Status::Multiple));
    assert!(LANEDOKU_NONE == number(Status::NoSolution) && LANEDOKU_LIMIT == number(Status::OutOfSteps));
    assert!(LANEDOKU_INVALID == number(Status::Invalid) && LANEDOKU_STOPPED == number(Status::Stopped));
    assert!(LANEDOKU_RUNNING as usize == Status::ALL.len() + 1, "the statuses of C alone come after those");
};

/// Returns a set of cells as the bits of two numbers.
pub(crate) fn bits(cells: CellSet) -> [u64; 2] {
    let mut bits = [0; 2];
    for cell in cells.iter() {
        bits[usize::from(cell >= 64)] |= 1 << (cell % 64);
    }
    bits
}

impl<const CELLS: usize> From<&Outcome<CELLS>> for lanedoku_result {
    fn from(outcome: &Outcome<CELLS>) -> Self {
        Self::of_solution(outcome.status, outcome.steps, outcome.guesses)
    }
}

/// Returns the result of a search for two solutions.
pub(crate) fn solved((status, tally): (Status, Tally)) -> lanedoku_result {
    lanedoku_result::new(number(status), tally.solutions, tally.steps, tally.guesses)
}

/// Returns the result of a search for one solution.
pub(crate) fn first(tally: Tally) -> lanedoku_result {
    let status = match tally.end {
        End::Stopped => LANEDOKU_FOUND,
        End::Exhausted => LANEDOKU_NONE,
        End::OutOfSteps => LANEDOKU_LIMIT,
        End::Invalid => LANEDOKU_INVALID,
    };
    lanedoku_result::new(status, tally.solutions, tally.steps, tally.guesses)
}

impl From<Tally> for lanedoku_result {
    fn from(tally: Tally) -> Self {
        let Tally { solutions, steps, guesses, .. } = tally;
        Self::of_all(tally.is_exact(), number(tally.status()), solutions, steps, guesses)
    }
}

// The header cannot refer to the constants of the crate.
const _: () = assert!(LANEDOKU_RATING_VERSION == RATING_VERSION);
const _: () = assert!(LANEDOKU_RATING_SAMPLES as usize == RATING_SAMPLES);

impl From<Rating> for lanedoku_rating {
    fn from(rating: Rating) -> Self {
        lanedoku_rating {
            singles_only: rating.singles_only.into(),
            locked_only: rating.locked_only.into(),
            least_guesses: rating.least_guesses,
            median_guesses: rating.median_guesses,
            least_sweeps: rating.least_sweeps,
            median_sweeps: rating.median_sweeps,
            reserved: [0; 4],
        }
    }
}
