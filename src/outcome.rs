//! The results of a search.

use core::fmt;

use crate::Board;

/// The answer for one puzzle. Its number is the same in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Status {
    /// Exactly one solution.
    Unique = 1,
    /// Two or more solutions.
    Multiple = 2,
    /// No solution, although no two equal clues share a unit.
    NoSolution = 3,
    /// The search reached the step limit before it had an answer.
    OutOfSteps = 4,
    /// Two equal clues share a unit, or the input is not a board. Nothing was searched.
    Invalid = 5,
    /// The caller ended a count or a visit before it had an answer: at a maximum of one solution or none, or in the
    /// visitor. A search for the solution never has this status.
    Stopped = 6,
}

impl Status {
    /// All statuses.
    pub const ALL: [Status; 6] = [
        Status::Unique,
        Status::Multiple,
        Status::NoSolution,
        Status::OutOfSteps,
        Status::Invalid,
        Status::Stopped,
    ];

    /// Returns the name of the status: `unique`, `multiple`, `none`, `limit`, `invalid` or `stopped`.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::NoSolution => "none",
            Status::OutOfSteps => "limit",
            Status::Invalid => "invalid",
            Status::Stopped => "stopped",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The result of [`Solver::solve`](crate::Solver::solve).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<const CELLS: usize = 81> {
    /// Whether there is no solution, one, or more.
    pub status: Status,
    /// The solution, if the status is [`Status::Unique`] or [`Status::Multiple`]. Of several, it is the least, read row
    /// by row as a number, unless the solver shows [any solution](crate::Solver::with_any_solution).
    pub solution: Option<Board<CELLS>>,
    /// The steps taken. With [`Engine::Simd`](crate::Engine::Simd), a step is a sweep: one application of all rules to
    /// a search node, or to several in parallel. With [`Engine::Propagate`](crate::Engine::Propagate), a step is a
    /// digit placed, by a single or by a guess. With [`Engine::Backtrack`](crate::Engine::Backtrack), a step is an open
    /// cell visited by the loop. In a batch, steps and guesses may depend on the other puzzles. [Hard
    /// boards](crate::Solver::with_step_limit) take steps of two kinds.
    pub steps: u64,
    /// Search nodes that branched. Always 0 with [`Engine::Backtrack`](crate::Engine::Backtrack), which guesses in
    /// every cell.
    pub guesses: u64,
}

impl<const CELLS: usize> Outcome<CELLS> {
    /// The outcome of an invalid board. Also an initial value for arrays of outcomes.
    pub const INVALID: Self = Outcome { status: Status::Invalid, solution: None, steps: 0, guesses: 0 };
}

/// The reason why a count or a visit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Every solution was found: the count is exact.
    Exhausted,
    /// The count reached its limit, or the visitor stopped: there may be more solutions.
    Stopped,
    /// The search reached the step limit: there may be more solutions.
    OutOfSteps,
    /// Two equal clues share a unit. Nothing was searched.
    Invalid,
}

/// The result of [`Solver::count`](crate::Solver::count) and [`Solver::visit`](crate::Solver::visit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Solutions found.
    pub solutions: u64,
    /// Why the search ended.
    pub end: End,
    /// The steps taken, as in [`Outcome::steps`].
    pub steps: u64,
    /// Search nodes that branched, as in [`Outcome::guesses`].
    pub guesses: u64,
}

impl Tally {
    /// The tally of a search that has not ended. Also an initial value for arrays of tallies.
    pub const BEGUN: Self = Tally { solutions: 0, end: End::OutOfSteps, steps: 0, guesses: 0 };

    /// The tally with the steps and guesses of an earlier search of the puzzle.
    pub(crate) fn after(self, earlier: Tally) -> Self {
        Tally { steps: self.steps + earlier.steps, guesses: self.guesses + earlier.guesses, ..self }
    }

    /// The tally of a search for two solutions, as of a search that stops at the first.
    pub(crate) fn of_first(self) -> Self {
        let end = if self.solutions > 0 { End::Stopped } else { self.end };
        Tally { solutions: self.solutions.min(1), end, ..self }
    }

    /// The tally of a count up to no solution.
    pub(crate) fn of_none(puzzle: &impl crate::Puzzle) -> Tally {
        let end = if puzzle.collides() { End::Invalid } else { End::Stopped };
        Tally { solutions: 0, end, steps: 0, guesses: 0 }
    }

    /// The tally of a search for the solution: none is shown at the limit on steps.
    pub(crate) fn hide_at_limit(&mut self) {
        if self.end == End::OutOfSteps {
            self.solutions = 0;
        }
    }

    /// Returns the status of the puzzle, as far as the search tells. Every count has it, in every language.
    ///
    /// | end | no solution | one | two or more |
    /// |---|---|---|---|
    /// | [`Exhausted`](End::Exhausted) | `NoSolution` | `Unique` | `Multiple` |
    /// | [`Stopped`](End::Stopped) | `Stopped` | `Stopped` | `Multiple` |
    /// | [`OutOfSteps`](End::OutOfSteps) | `OutOfSteps` | `OutOfSteps` | `Multiple` |
    /// | [`Invalid`](End::Invalid) | `Invalid` | | |
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Status};
    ///
    /// let tally = Solver::new().with_step_limit(500).count(&Grid::EMPTY, u64::MAX);
    /// assert!(tally.solutions > 1 && !tally.is_exact());
    /// assert_eq!(tally.status(), Status::Multiple);
    /// assert_eq!(Solver::new().count(&Grid::EMPTY, 1).status(), Status::Stopped);
    /// ```
    pub const fn status(&self) -> Status {
        match (self.end, self.solutions) {
            (End::Invalid, _) => Status::Invalid,
            (_, 2..) => Status::Multiple,
            (End::Exhausted, 1) => Status::Unique,
            (End::Exhausted, 0) => Status::NoSolution,
            (End::Stopped, _) => Status::Stopped,
            (End::OutOfSteps, _) => Status::OutOfSteps,
        }
    }

    /// Returns whether all solutions were found. Otherwise there may be more.
    pub const fn is_exact(&self) -> bool {
        matches!(self.end, End::Exhausted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_has_a_status() {
        let statuses = |end| {
            [0, 1, 2, 3, u64::MAX].map(|solutions| {
                let tally = Tally { solutions, end, steps: 7, guesses: 7 };
                assert_eq!(tally.is_exact(), end == End::Exhausted, "{end:?}");
                tally.status()
            })
        };
        let several = [Status::Multiple; 3];
        let all = |none, one| [none, one, several[0], several[1], several[2]];
        assert_eq!(statuses(End::Exhausted), all(Status::NoSolution, Status::Unique));
        assert_eq!(statuses(End::Stopped), all(Status::Stopped, Status::Stopped));
        assert_eq!(statuses(End::OutOfSteps), all(Status::OutOfSteps, Status::OutOfSteps));
        assert_eq!(statuses(End::Invalid), [Status::Invalid; 5]);
    }

    #[test]
    fn statuses_are_numbered_from_one() {
        let numbers = Status::ALL.map(|status| status as u8);
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    }
}
