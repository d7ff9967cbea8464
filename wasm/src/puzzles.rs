//! The puzzle in the input, checked. All functions read it here.

use lanedoku::{AnyBoard, AnyPuzzle, Grid, Status};
use lanedoku_steps::{PencilMarks, refusal};

use crate::memory::{Failed, ModuleMemory};

/// The forms of a puzzle in the input. The same numbers are in `lanedoku.js`.
pub(crate) mod form {
    /// 81 digits, 0 for an open cell.
    pub const DIGITS: u32 = 0;
    /// Text of one board.
    pub const TEXT: u32 = 1;
    /// 81 masks of candidates, two bytes each.
    pub const CANDIDATES: u32 = 2;
    /// 81 digits, then 81 masks with the candidates of the open cells.
    pub const DIGITS_AND_CANDIDATES: u32 = 3;
}

/// All nine candidates.
const ALL_DIGITS: u16 = 0x1ff;

/// A board that was read here, which is a 9x9 board.
pub(crate) fn nine(board: &AnyBoard) -> Grid {
    Grid::try_from(board).unwrap_or(Grid::EMPTY)
}

/// A limit on steps, infinity for none.
pub(crate) const fn step_count(step_limit: f64) -> u64 {
    // A number that is too large becomes the greatest.
    step_limit as u64
}

impl ModuleMemory {
    /// Reads a puzzle.
    pub fn puzzle(&mut self, form: u32) -> Result<AnyPuzzle, Failed> {
        match form {
            form::CANDIDATES => self.candidates(0).map(AnyPuzzle::from),
            _ => self.board(form).map(AnyPuzzle::from),
        }
    }

    /// Reads a board.
    pub fn board(&mut self, form: u32) -> Result<Grid, Failed> {
        if form == form::TEXT {
            return Grid::parse(&self.input).or_else(|error| self.output.fail(error));
        }
        let Some(digits) = self.input.first_chunk().filter(|_| form == form::DIGITS) else {
            return self.output.fail("expected a board of 81 cells");
        };
        Grid::from_digits(digits).or_else(|error| self.output.fail(error))
    }

    /// Reads a puzzle with one solution.
    pub fn proper_board(&mut self, form: u32) -> Result<Grid, Failed> {
        let board = self.board(form)?;
        match lanedoku::Solver::new().with_any_solution(true).solve(&board).status {
            Status::Unique => Ok(board),
            status => self.fail_because(status),
        }
    }

    /// Fails because a puzzle does not have exactly one solution.
    pub fn fail_because<T>(&mut self, status: Status) -> Result<T, Failed> {
        self.output.fail(refusal(status))
    }

    /// Reads the board that a person works on. Two equal digits may share a unit.
    pub fn marks(&mut self, form: u32) -> Result<PencilMarks, Failed> {
        if form != form::DIGITS_AND_CANDIDATES {
            return match self.puzzle(form)? {
                AnyPuzzle::Board(board) => Ok(PencilMarks::new(&nine(&board))),
                AnyPuzzle::Candidates(candidates) => Ok(PencilMarks::from_pencil_marks(&candidates)),
            };
        }
        let board = self.board(form::DIGITS)?;
        let candidates = self.candidates(81)?;
        let mut marks = PencilMarks::new(&board);
        for (cell, digits) in candidates.into_iter().enumerate() {
            marks.eliminate(cell, !digits);
        }
        Ok(marks)
    }

    /// Reads masks of candidates from this place in the input.
    fn candidates(&mut self, start: usize) -> Result<[u16; 81], Failed> {
        let bytes = self.input.get(start..).unwrap_or_default();
        let (pairs, _) = bytes.as_chunks::<2>();
        let Some(pairs) = pairs.first_chunk::<81>() else {
            return self.output.fail("expected the candidates of 81 cells");
        };
        let candidates = pairs.map(u16::from_le_bytes);
        match candidates.iter().position(|&mask| mask & !ALL_DIGITS != 0) {
            None => Ok(candidates),
            Some(cell) => {
                let (row, column) = (cell / 9 + 1, cell % 9 + 1);
                let found = candidates[cell];
                self.output.fail(format_args!(
                    "row {row}, column {column}: expected the bits of 9 candidates, found {found}"
                ))
            }
        }
    }
}
