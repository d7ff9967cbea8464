//! Converts the plain arrays of `testkit` to boards of the crate.

use lanedoku::Board;

/// Returns the board of digits that are known to be in range.
pub fn board<const CELLS: usize>(digits: [u8; CELLS]) -> Board<CELLS> {
    Board::from_digits(&digits).expect("digits from 0 to the board's side")
}

/// Returns the board with another digit, or none (0), in `cell`.
#[allow(dead_code, reason = "some tests do not change boards")]
pub fn with_digit<const CELLS: usize>(board: &Board<CELLS>, cell: usize, digit: u8) -> Board<CELLS> {
    self::board(testkit::puzzles::with_digit(board.digits(), cell, digit))
}
