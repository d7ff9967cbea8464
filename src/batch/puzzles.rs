//! The puzzles of a batch, as the caller stores them.

use crate::Board;
use crate::grammar::CELLS_OF_NINE;
use crate::single::Start;

/// The encoding of a cell in a byte.
#[derive(Clone, Copy, Debug)]
pub enum CellEncoding {
    /// Characters: `1` to `9` are clues; `0`, `.`, `_`, `*`, `-`, `x`, `X` and `?` are open cells.
    Text,
    /// Numbers: 1 to 9 are clues, 0 is an open cell.
    Digits,
}

impl CellEncoding {
    /// The board of 81 cells, or `None` if a byte encodes no cell.
    pub(crate) fn board(self, cells: &[u8; 81]) -> Option<Board<81>> {
        match self {
            CellEncoding::Text => Board::parse_plain(cells),
            CellEncoding::Digits => Board::from_digits(cells).ok(),
        }
    }

    /// Returns the bytes that encode cells, indexed by their low four bits, which are all different. If no such byte
    /// has these bits, the entry is a byte with other low bits. In both encodings, 1 to 9 are the low bits of clues.
    ///
    /// Any other byte is odd: it encodes no cell, or it is one of `x`, `X` and `?`, whose low bits are those of other
    /// cells. Only the single engine takes a board with such a cell.
    pub(super) const fn cell_bytes(self) -> &'static [u8; 16] {
        match self {
            CellEncoding::Text => &CELLS_OF_NINE,
            CellEncoding::Digits => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0],
        }
    }
}

/// The puzzles of a batch.
#[derive(Clone, Copy, Debug)]
pub enum Puzzles<'a> {
    /// Clues: 81 bytes each, row by row. A puzzle with a byte that encodes no cell is invalid.
    Cells {
        bytes: &'a [u8],
        /// Bytes from the start of one puzzle to the start of the next, at least 81.
        stride: usize,
        encoding: CellEncoding,
    },
    /// The candidates of 81 cells each: bit `d` for digit `d + 1`; higher bits are ignored.
    Candidates(&'a [[u16; 81]]),
}

/// For each puzzle, optionally a candidate to search without: a cell (0 to 80) and a digit (1 to 9). The cell
/// must be open, and the digit must not be a clue of its box.
pub(crate) type Excluded<'a> = &'a [Option<(u8, u8)>];

impl<'a> Puzzles<'a> {
    /// Puzzles of 81 digits, with 0 for open cells.
    pub(crate) const fn of_digits(puzzles: &'a [[u8; 81]]) -> Self {
        Puzzles::Cells { bytes: puzzles.as_flattened(), stride: 81, encoding: CellEncoding::Digits }
    }

    /// The puzzles from number `index` on.
    pub(crate) fn starting_at(self, index: usize) -> Self {
        match self {
            Puzzles::Cells { bytes, stride, encoding } => {
                let rest = index.checked_mul(stride).and_then(|start| bytes.get(start..));
                Puzzles::Cells { bytes: rest.unwrap_or_default(), stride, encoding }
            }
            Puzzles::Candidates(all) => Puzzles::Candidates(all.get(index..).unwrap_or_default()),
        }
    }

    /// Passes the first puzzle to `engine`, as the single engine takes it. Returns `None` if it is not a board.
    pub(crate) fn with_first<T>(self, engine: impl FnOnce(Start) -> T) -> Option<T> {
        match self {
            Puzzles::Cells { bytes, encoding, .. } => {
                let board = encoding.board(bytes.first_chunk()?)?;
                Some(engine(Start::Clues(board.digits())))
            }
            Puzzles::Candidates(all) => Some(engine(Start::Candidates(all.first()?))),
        }
    }
}
