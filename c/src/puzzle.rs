//! A puzzle in any form: a board, or the candidates of its cells.

use lanedoku::{
    AnyPuzzle, Board, CandidatesError, Collision, DigitError, ParseError, SizedPuzzle, parse_candidates,
};

use crate::arguments::{ArrayArgument, RowsArgument, TextArgument};
use crate::settings::CellFormat;
use crate::types::*;

/// An error in a puzzle.
pub(crate) enum InputError {
    /// The text is not a board.
    Text(ParseError),
    /// A number, or a bit of a mask, is not a digit.
    Digit(DigitError),
    /// The text is not candidates.
    Marks(CandidatesError),
    /// The bytes are not 81 masks.
    MasksLength(usize),
    /// The board has two equal clues in a row, column or box.
    Clues(Collision),
}

/// What a search looks for.
#[derive(Clone, Copy)]
pub(crate) enum SearchGoal {
    Solve,
    /// Up to this limit.
    Count(u64),
    CountWithProgress(u64),
}

/// A form of puzzles that can be searched.
pub(crate) trait PuzzleForm<const CELLS: usize>: Copy + Into<AnyPuzzle> + SizedPuzzle<CELLS> {
    const EMPTY: Self;

    /// Reads an argument, and keeps no reference to it. Returns `None` if it is not a puzzle.
    #[inline]
    fn of(format: CellFormat, text: TextArgument) -> Option<Self> {
        let mut puzzle = Self::EMPTY;
        text.read(|bytes| puzzle.read(format, bytes)).is_ok().then_some(puzzle)
    }

    /// Returns the bytes of a puzzle in a batch.
    fn length(format: CellFormat) -> usize;

    /// Reads a puzzle into the caller's memory, which saves a copy.
    fn read(&mut self, format: CellFormat, bytes: &[u8]) -> Result<(), InputError>;

    /// Returns the first two equal clues in a row, column or box.
    fn collision(&self) -> Option<Collision>;
}

impl<const CELLS: usize> PuzzleForm<CELLS> for Board<CELLS> {
    const EMPTY: Self = Board::EMPTY;

    fn length(_: CellFormat) -> usize {
        CELLS
    }

    /// The most frequent input, a plain line, takes a fast path.
    #[inline]
    fn read(&mut self, format: CellFormat, bytes: &[u8]) -> Result<(), InputError> {
        if format == CellFormat::Text
            && let Ok(line) = bytes.try_into()
            && let Some(plain) = Board::parse_plain(line)
        {
            *self = plain;
            return Ok(());
        }
        read_any(format, bytes).map(|any| *self = any)
    }

    fn collision(&self) -> Option<Collision> {
        self.collisions().next()
    }
}

/// Reads a board from any other input. Not inlined, so that the library has one parser per size, not per use.
#[inline(never)]
fn read_any<const CELLS: usize>(format: CellFormat, bytes: &[u8]) -> Result<Board<CELLS>, InputError> {
    match (format, bytes.try_into()) {
        (CellFormat::Digits, Ok(digits)) => Board::from_digits(digits).map_err(InputError::Digit),
        (CellFormat::Digits, Err(_)) => {
            Err(InputError::Text(ParseError::Length { cells: bytes.len(), expected: CELLS }))
        }
        (CellFormat::Text, _) => Board::parse(bytes).map_err(InputError::Text),
    }
}

/// The bytes of 81 masks, and the characters of as many cells in text.
const MASKS_LENGTH: usize = size_of::<[u16; 81]>();
pub(crate) const MARKS_LENGTH: usize = 729;

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
}

/// Iterates over the 9x9 puzzles of a batch that can be read, with their numbers. The others get the status
/// `LANEDOKU_INVALID`. No puzzle is read before the iterator returns it.
pub(crate) fn readable<P: PuzzleForm<81>>(
    format: CellFormat,
    rows: RowsArgument,
    statuses: &ArrayArgument<lanedoku_status>,
) -> impl Iterator<Item = (usize, P)> {
    (0..rows.count).filter_map(move |index| {
        let puzzle = P::of(format, rows.row(index)?);
        if puzzle.is_none() {
            statuses.write(index, LANEDOKU_INVALID);
        }
        puzzle.map(|puzzle| (index, puzzle))
    })
}

/// Reads the next puzzles of a batch into a chunk, and their numbers. Returns how many there are.
pub(crate) fn next_chunk<P>(
    puzzles: &mut impl Iterator<Item = (usize, P)>,
    chunk: &mut [P],
    numbers: &mut [usize],
) -> usize {
    let mut length = 0;
    for ((slot, number), (index, puzzle)) in chunk.iter_mut().zip(&mut *numbers).zip(puzzles) {
        (*slot, *number) = (puzzle, index);
        length += 1;
    }
    length
}
