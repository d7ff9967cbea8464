//! The results of a search.

use core::fmt;

use crate::Board;

/// The answer for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Exactly one solution.
    Unique,
    /// Two or more solutions.
    Multiple,
    /// No solution, although no two equal clues share a unit.
    NoSolution,
    /// The search reached the step limit before it had an answer.
    OutOfSteps,
    /// Two equal clues share a unit, or the input is not a board. Nothing was searched.
    Invalid,
}

impl Status {
    /// All statuses.
    pub const ALL: [Status; 5] =
        [Status::Unique, Status::Multiple, Status::NoSolution, Status::OutOfSteps, Status::Invalid];

    /// Returns the name of the status: `unique`, `multiple`, `none`, `limit` or `invalid`.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::NoSolution => "none",
            Status::OutOfSteps => "limit",
            Status::Invalid => "invalid",
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
    /// cell visited by the loop. In a batch, steps and guesses may depend on the other puzzles.
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
    /// The tally of a search for two solutions, as of a search that stops at the first.
    pub(crate) fn of_first(self) -> Self {
        let end = if self.solutions > 0 { End::Stopped } else { self.end };
        Tally { solutions: self.solutions.min(1), end, ..self }
    }

    /// The status of a puzzle after a search for two solutions. It would be wrong after a search for one.
    pub(crate) const fn of_two(&self) -> Status {
        match (self.end, self.solutions) {
            (End::Invalid, _) => Status::Invalid,
            (End::OutOfSteps, _) => Status::OutOfSteps,
            (End::Stopped, _) => Status::Multiple,
            (End::Exhausted, 0) => Status::NoSolution,
            (End::Exhausted, _) => Status::Unique,
        }
    }
}
