//! What a search comes back with.

use core::fmt;

use crate::Board;

/// The answer for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Exactly one solution.
    Unique,
    /// Two solutions or more.
    Multiple,
    /// The clues agree with each other, yet no solution exists.
    NoSolution,
    /// The step limit ended the search before it was decided.
    OutOfSteps,
    /// Two equal clues share a unit: no search was made. Of text: or it is no board.
    Invalid,
}

impl Status {
    /// All statuses.
    pub const ALL: [Status; 5] =
        [Status::Unique, Status::Multiple, Status::NoSolution, Status::OutOfSteps, Status::Invalid];

    /// The word for it: `unique`, `multiple`, `none`, `limit` or `invalid`.
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

/// What [`Solver::solve`](crate::Solver::solve) found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<const CELLS: usize = 81> {
    /// How many solutions there are, as far as it matters.
    pub status: Status,
    /// The first solution, if one was reached. Which one comes first, of several, depends on the engine,
    /// the kernel and the order, and on whether the puzzle was solved alone or in a batch; on the other puzzles of
    /// the batch it does not depend, unless [any solution](crate::Solver::with_any_solution) will do. With
    /// [`Status::OutOfSteps`] it may be one of several.
    pub solution: Option<Board<CELLS>>,
    /// The work done. A step is a sweep ([`Engine::Simd`](crate::Engine::Simd)), in which every rule is
    /// applied once to all cells of a search node, or of several side by side; a digit placed
    /// ([`Engine::Propagate`](crate::Engine::Propagate)), single or guess; or an open cell visited by the
    /// loop ([`Engine::Backtrack`](crate::Engine::Backtrack)). In a batch, this and the guesses may depend on
    /// the other puzzles.
    pub steps: u64,
    /// Search nodes that branched. The loop, to which every cell is a guess, tells 0.
    pub guesses: u64,
}

impl<const CELLS: usize> Outcome<CELLS> {
    /// The outcome of a board whose clues contradict each other; also to fill an array of outcomes with.
    pub const INVALID: Self = Outcome { status: Status::Invalid, solution: None, steps: 0, guesses: 0 };
}

/// Why a count or a visit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Every solution was reached: the count is exact.
    Exhausted,
    /// The count met its limit, or the visitor asked to stop: there may be more solutions.
    Stopped,
    /// The step limit was met: there may be more solutions.
    OutOfSteps,
    /// Two equal clues share a unit: no search was made.
    Invalid,
}

/// What [`Solver::count`](crate::Solver::count) and [`Solver::visit`](crate::Solver::visit) found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Solutions reached.
    pub solutions: u64,
    /// Why no more were sought.
    pub end: End,
    /// The work done, as in [`Outcome::steps`].
    pub steps: u64,
    /// Search nodes that branched, as in [`Outcome::guesses`].
    pub guesses: u64,
}
