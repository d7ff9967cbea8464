//! Converts the answers of the Rust crate for C.

use lanedoku::{CellSet, End, Outcome, RATING_SAMPLES, RATING_VERSION, Rating, Status, Tally};

use crate::types::*;

impl lanedoku_result {
    fn new(status: lanedoku_status, solutions: u64, steps: u64, guesses: u64) -> Self {
        lanedoku_result { status, reserved_status: 0, solutions, steps, guesses, reserved: [0; 4] }
    }

    pub(crate) fn invalid() -> Self {
        Self::new(LANEDOKU_INVALID, 0, 0, 0)
    }
}

/// Returns the number of a status.
pub(crate) const fn number(status: Status) -> lanedoku_status {
    match status {
        Status::Unique => LANEDOKU_UNIQUE,
        Status::Multiple => LANEDOKU_MULTIPLE,
        Status::NoSolution => LANEDOKU_NONE,
        Status::OutOfSteps => LANEDOKU_LIMIT,
        Status::Invalid => LANEDOKU_INVALID,
        Status::Stopped => LANEDOKU_STOPPED,
    }
}

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
        // The search ends at the second solution.
        let second = u64::from(outcome.status == Status::Multiple);
        let solutions = u64::from(outcome.solution.is_some()) + second;
        Self::new(number(outcome.status), solutions, outcome.steps, outcome.guesses)
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
        let status = match tally.end {
            End::Exhausted => LANEDOKU_EXHAUSTED,
            End::Stopped => LANEDOKU_STOPPED,
            End::OutOfSteps => LANEDOKU_LIMIT,
            End::Invalid => LANEDOKU_INVALID,
        };
        Self::new(status, tally.solutions, tally.steps, tally.guesses)
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
