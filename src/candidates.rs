//! Puzzles given as candidates in text.

use core::fmt;

use crate::grammar::{Quoted, Symbol};
use crate::grid::{characters, first_character};

/// The length of such a text: nine characters for each of 81 cells.
const CHARACTERS: usize = 729;

/// Parses the candidates of a 9x9 puzzle from a text of 729 characters: nine for each cell, row by row. The `d`-th
/// character of a cell (from 1) is the digit `d` if `d` is a candidate; otherwise it is `.`, `0`, `_`, `*`, `x`, `X` or
/// `?`, or also `-` in a text without other characters. Spaces, tabs, line ends and the drawing characters `|`, `-` and
/// `+` are ignored.
///
/// Returns masks as in [`Puzzle`](crate::Puzzle): bit `d - 1` for digit `d`.
///
/// # Errors
///
/// Returns a [`CandidatesError`] with the first invalid character, or with the number of characters.
///
/// ```
/// let marks = "12.......".repeat(81);
/// assert_eq!(lanedoku::parse_candidates(marks.as_bytes())?, [0b11; 81]);
/// let error = lanedoku::parse_candidates(b"1.3 21.......").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 5: expected 4 or an open place, found '2'");
/// # Ok::<(), lanedoku::CandidatesError>(())
/// ```
pub fn parse_candidates(text: &[u8]) -> Result<[u16; 81], CandidatesError> {
    let mut candidates = [0; 81];
    let mut count = 0;
    // No other character fits between them.
    let dashes_are_places = text.trim_ascii().len() == CHARACTERS;
    for (place, &byte) in text.iter().enumerate() {
        let digit = (count % 9) as u8 + 1;
        let is_candidate = match Symbol::of(byte) {
            Symbol::Drawing if byte == b'-' && dashes_are_places => false,
            Symbol::Space | Symbol::Drawing => continue,
            Symbol::Other if byte == b'\n' => continue,
            Symbol::Cell(0) => false,
            Symbol::Cell(found) if found == digit => true,
            _ => {
                let (before, rest) = text.split_at_checked(place).unwrap_or_default();
                let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
                return Err(CandidatesError::NotACandidate {
                    line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
                    column: characters(before.get(start..).unwrap_or_default()) + 1,
                    character: first_character(rest),
                    digit,
                });
            }
        };
        if let Some(candidates) = candidates.get_mut(count / 9) {
            *candidates |= u16::from(is_candidate) << (digit - 1);
        }
        count += 1;
    }
    if count == CHARACTERS { Ok(candidates) } else { Err(CandidatesError::Length { characters: count }) }
}

/// The reason why a text is not the candidates of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CandidatesError {
    /// The text has the wrong number of characters.
    Length {
        /// The number of characters found, without those that are ignored.
        characters: usize,
    },
    /// A character is neither the expected digit nor a mark for no candidate.
    NotACandidate {
        /// Its line, from 1.
        line: usize,
        /// Its column, in characters from 1.
        column: usize,
        /// The character.
        character: char,
        /// The expected digit.
        digit: u8,
    },
}

impl fmt::Display for CandidatesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CandidatesError::Length { characters } => {
                write!(f, "expected {CHARACTERS} characters, nine for each cell, found {characters}")
            }
            CandidatesError::NotACandidate { line, column, character, digit } => {
                let found = Quoted(*character);
                write!(f, "line {line}, column {column}: expected {digit} or an open place, found {found}")
            }
        }
    }
}

impl core::error::Error for CandidatesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_of_729_characters() {
        let line: String =
            (0..81).map(|cell| if cell % 2 == 0 { "123456789" } else { "0.*_xX?.9" }).collect();
        let masks = core::array::from_fn(|cell| if cell % 2 == 0 { 0x1ff } else { 0x100 });
        assert_eq!(parse_candidates(line.as_bytes()), Ok(masks));
        assert_eq!(parse_candidates(format!("{}\n", line.replace('.', "-")).as_bytes()), Ok(masks));
        let drawn = line.as_bytes().chunks(27).map(|part| String::from_utf8_lossy(part) + " |\r\n");
        assert_eq!(parse_candidates(drawn.collect::<String>().as_bytes()), Ok(masks));
    }

    #[test]
    fn anything_else_is_refused() {
        for (text, message) in [
            ("", "expected 729 characters, nine for each cell, found 0"),
            (&"1........".repeat(82), "expected 729 characters, nine for each cell, found 738"),
            ("12y", "line 1, column 3: expected 3 or an open place, found 'y'"),
            ("12\0", "line 1, column 3: expected 3 or an open place, found U+0000"),
            ("1.3 |\r\n .5\u{e9}", "line 2, column 4: expected 6 or an open place, found '\u{e9}'"),
            ("1.3\n4.\u{e9}", "line 2, column 3: expected 6 or an open place, found '\u{e9}'"),
        ] {
            assert_eq!(parse_candidates(text.as_bytes()).unwrap_err().to_string(), message);
        }
    }
}
