//! Parts of messages about rows.

use std::fmt::Display;

/// The end of an error message about one puzzle where many are expected.
pub const ONE_PUZZLE: &str = "; pass one puzzle to solve, or as [puzzle]";

/// Formats the reason why the value of a cell is not a digit.
pub fn no_digit(cell: usize, value: &impl Display) -> String {
    format!("row {}, column {}: expected a digit from 0 to 9, found {value}", cell / 9 + 1, cell % 9 + 1)
}
