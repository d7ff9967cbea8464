//! A puzzle in any form: a board, or the candidates of its cells.

use core::ops::ControlFlow;

use lanedoku::{
    Board, Collision, DigitError, Outcome, ParseError, Possible, Search, Solver, Tally, Workspace,
    parse_candidates,
};

use crate::boundary::CellFormat;
use crate::input::InputError;
use crate::results::solved;
use crate::types::*;

/// What a search looks for.
#[derive(Clone, Copy)]
pub(crate) enum SearchGoal {
    Solve,
    /// Up to this limit.
    Count(u64),
    CountWithProgress(u64),
}

/// A function for one solution after another.
pub(crate) type Shown<'a, const CELLS: usize> = &'a mut dyn FnMut(&Board<CELLS>) -> ControlFlow<()>;

/// A form of puzzles that can be searched.
pub(crate) trait PuzzleForm<const CELLS: usize>: Copy {
    const EMPTY: Self;

    /// Returns the bytes of a puzzle in a batch.
    fn length(format: CellFormat) -> usize;

    /// Reads a puzzle into the caller's memory, which saves a copy.
    fn read(&mut self, format: CellFormat, bytes: &[u8]) -> Result<(), InputError>;

    /// Returns the first two equal clues in a row, column or box.
    fn collision(&self) -> Option<Collision>;

    fn solve_into(&self, solver: &Solver, solution: &mut Board<CELLS>) -> lanedoku_result;

    fn count(&self, solver: &Solver, limit: u64, workspace: Option<&mut Workspace>) -> Tally;

    fn visit(&self, solver: &Solver, show: Shown<CELLS>) -> Tally;

    fn begin(&self, solver: &Solver, goal: SearchGoal, search: &mut Search<CELLS>);
}

impl<const CELLS: usize> PuzzleForm<CELLS> for Board<CELLS> {
    const EMPTY: Self = Board::EMPTY;

    fn length(_: CellFormat) -> usize {
        CELLS
    }

    #[inline]
    fn read(&mut self, format: CellFormat, bytes: &[u8]) -> Result<(), InputError> {
        format.read(bytes, self)
    }

    fn collision(&self) -> Option<Collision> {
        self.collisions().next()
    }

    #[inline]
    fn solve_into(&self, solver: &Solver, solution: &mut Board<CELLS>) -> lanedoku_result {
        solved(solver.solve_into(self, solution))
    }

    fn count(&self, solver: &Solver, limit: u64, workspace: Option<&mut Workspace>) -> Tally {
        match workspace {
            None => solver.count(self, limit),
            Some(workspace) => solver.count_with(self, limit, workspace),
        }
    }

    fn visit(&self, solver: &Solver, show: Shown<CELLS>) -> Tally {
        solver.visit(self, show)
    }

    fn begin(&self, solver: &Solver, goal: SearchGoal, search: &mut Search<CELLS>) {
        match goal {
            SearchGoal::Solve => solver.begin_solve(self, search),
            SearchGoal::Count(limit) => solver.begin_count(self, limit, search),
            SearchGoal::CountWithProgress(limit) => solver.begin_count_with_progress(self, limit, search),
        }
    }
}

/// The bytes of 81 masks, and the characters of as many cells in text.
const MASKS_LENGTH: usize = size_of::<[u16; 81]>();
pub(crate) const MARKS_LENGTH: usize = 729;

/// Candidates. The calls of the crate's functions for them are here, and for batches below.
impl PuzzleForm<81> for [u16; 81] {
    const EMPTY: Self = [0; 81];

    fn length(format: CellFormat) -> usize {
        match format {
            CellFormat::Digits => MASKS_LENGTH,
            CellFormat::Text => MARKS_LENGTH,
        }
    }

    fn read(&mut self, format: CellFormat, bytes: &[u8]) -> Result<(), InputError> {
        if format == CellFormat::Text {
            *self = parse_candidates(bytes).map_err(InputError::Marks)?;
            return Ok(());
        }
        let (pairs, rest) = bytes.as_chunks();
        if pairs.len() != self.len() || !rest.is_empty() {
            return Err(InputError::MasksLength(bytes.len()));
        }
        for (cell, (mask, &pair)) in self.iter_mut().zip(pairs).enumerate() {
            *mask = u16::from_ne_bytes(pair);
            let higher = *mask >> 9;
            if higher != 0 {
                let number = 10 + higher.trailing_zeros() as u8;
                return Err(InputError::Digit(DigitError { cell, number, side: 9 }));
            }
        }
        Ok(())
    }

    fn collision(&self) -> Option<Collision> {
        None
    }

    fn solve_into(&self, solver: &Solver, solution: &mut Board<81>) -> lanedoku_result {
        let outcome = solver.solve(self);
        if let Some(found) = &outcome.solution {
            *solution = *found;
        }
        (&outcome).into()
    }

    fn count(&self, solver: &Solver, limit: u64, _: Option<&mut Workspace>) -> Tally {
        solver.count(self, limit)
    }

    fn visit(&self, solver: &Solver, show: Shown<81>) -> Tally {
        solver.visit(self, show)
    }

    fn begin(&self, solver: &Solver, goal: SearchGoal, search: &mut Search) {
        match goal {
            SearchGoal::Solve => solver.begin_solve(self, search),
            SearchGoal::Count(limit) | SearchGoal::CountWithProgress(limit) => {
                solver.begin_count(self, limit, search);
            }
        }
    }
}

/// Solves a part of a batch of candidates.
pub(crate) fn solve_masks(
    solver: &Solver,
    puzzles: &[[u16; 81]],
    outcomes: &mut [Outcome],
    workspace: &mut Workspace,
) {
    solver.solve_batch(puzzles, outcomes, workspace);
}

/// A form of puzzles whose possible digits can be found.
pub(crate) trait PossibleForm: PuzzleForm<81> {
    /// Finds them for a part of a batch: in lanes if there is a workspace.
    fn possible(
        solver: &Solver,
        puzzles: &[Self],
        possible: &mut [Possible],
        workspace: Option<&mut Workspace>,
    );
}

impl PossibleForm for Board<81> {
    fn possible(
        solver: &Solver,
        puzzles: &[Self],
        possible: &mut [Possible],
        workspace: Option<&mut Workspace>,
    ) {
        match workspace {
            Some(workspace) => solver.possible_batch(puzzles, possible, workspace),
            None => {
                for (puzzle, possible) in puzzles.iter().zip(possible) {
                    *possible = solver.possible(puzzle);
                }
            }
        }
    }
}

impl PossibleForm for [u16; 81] {
    fn possible(
        solver: &Solver,
        puzzles: &[Self],
        possible: &mut [Possible],
        workspace: Option<&mut Workspace>,
    ) {
        match workspace {
            Some(workspace) => solver.possible_batch(puzzles, possible, workspace),
            None => {
                for (puzzle, possible) in puzzles.iter().zip(possible) {
                    *possible = solver.possible(puzzle);
                }
            }
        }
    }
}

/// Returns the error of a board's text of the wrong length.
pub(crate) fn wrong_length(cells: usize, expected: usize) -> InputError {
    InputError::Text(ParseError::Length { cells, expected })
}
