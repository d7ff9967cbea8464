//! The input format that the user requests.

use lanedoku::Size;

use crate::characters::number;

/// The options for the input format. `None` means that the value is detected.
#[derive(Clone, Debug, Default)]
pub struct InputFormat {
    /// The format of the whole text.
    pub name: Option<FormatName>,
    /// The only expected size.
    pub side: Option<Size>,
    /// The separator of fields.
    pub delimiter: Option<u8>,
    /// The column of a table, or the key of an object, that holds the puzzle.
    pub field: Option<Field>,
    /// The digits of large boards.
    pub alphabet: Option<Alphabet>,
    /// More characters that mark open cells. They are also read where another meaning would be possible.
    pub open: Vec<char>,
}

impl InputFormat {
    /// Returns the only expected size, given by the side or the format.
    pub fn only_size(&self) -> Option<Size> {
        let of_nine = matches!(
            self.name,
            Some(FormatName::Sdm | FormatName::Sdk | FormatName::Ss | FormatName::Candidates)
        );
        self.side.or(of_nine.then_some(Size::Nine))
    }
}

/// The name of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatName {
    /// One puzzle per line.
    Lines,
    /// Comma-separated fields, with or without a header.
    Csv,
    /// Tab-separated fields, with or without a header.
    Tsv,
    /// One 9x9 puzzle per line.
    Sdm,
    /// Drawn 9x9 boards with `#` lines or sections.
    Sdk,
    /// Simple Sudoku: drawn 9x9 boards.
    Ss,
    /// Drawn boards.
    Grid,
    /// 81 groups of candidates, or 729 characters.
    Candidates,
    /// Boards whose cells are numbers, separated by spaces or commas.
    Numbers,
    /// JSON Lines: one object per line.
    Json,
}

impl FormatName {
    /// Every format.
    pub const ALL: [FormatName; 10] = [
        FormatName::Lines,
        FormatName::Csv,
        FormatName::Tsv,
        FormatName::Sdm,
        FormatName::Sdk,
        FormatName::Ss,
        FormatName::Grid,
        FormatName::Candidates,
        FormatName::Numbers,
        FormatName::Json,
    ];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            FormatName::Lines => "lines",
            FormatName::Csv => "csv",
            FormatName::Tsv => "tsv",
            FormatName::Sdm => "sdm",
            FormatName::Sdk => "sdk",
            FormatName::Ss => "ss",
            FormatName::Grid => "grid",
            FormatName::Candidates => "candidates",
            FormatName::Numbers => "numbers",
            FormatName::Json => "json",
        }
    }

    /// Returns the format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|named| named.name() == name)
    }

    /// Returns whether each line is a record, never a row of a board.
    pub fn is_of_lines(self) -> bool {
        matches!(
            self,
            FormatName::Lines | FormatName::Sdm | FormatName::Csv | FormatName::Tsv | FormatName::Json
        )
    }
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// The number, from 1.
    Number(usize),
    /// The name in the header.
    Name(String),
}

impl Field {
    /// Parses a number from 1, or a name.
    pub fn from_text(text: &str) -> Option<Self> {
        match text.parse() {
            Ok(0) => None,
            Ok(number) => Some(Field::Number(number)),
            Err(_) => (!text.trim().is_empty()).then(|| Field::Name(text.trim().into())),
        }
    }
}

/// The digits of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// 1 to 9, then letters from A: 1-G for 16x16, 1-P for 25x25 (the default).
    FromOne,
    /// 0 to 9, then letters from A, on boards of 16x16 (0-F) and 25x25 (0-O), where `0` is a digit. Numbers begin with
    /// 0, too, on these boards.
    FromZero,
    /// Letters from A: A-P for 16x16, A-Y for 25x25. Boards of 4x4 and 9x9 may also have digits.
    Letters,
    /// Numbers, separated by spaces or commas.
    Numbers,
}

impl Alphabet {
    /// Every alphabet.
    pub const ALL: [Alphabet; 4] =
        [Alphabet::FromOne, Alphabet::FromZero, Alphabet::Letters, Alphabet::Numbers];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Alphabet::FromOne => "1-G",
            Alphabet::FromZero => "0-F",
            Alphabet::Letters => "A-P",
            Alphabet::Numbers => "numbers",
        }
    }

    /// Returns the alphabet with this name, for 16x16 or 25x25 boards.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_uppercase().as_str() {
            "1-G" | "1-P" => Some(Alphabet::FromOne),
            "0-F" | "0-O" => Some(Alphabet::FromZero),
            "A-P" | "A-Y" => Some(Alphabet::Letters),
            "NUMBERS" => Some(Alphabet::Numbers),
            _ => None,
        }
    }

    /// Returns the character of a digit on a board of this size. [`Numbers`](Alphabet::Numbers) has the characters of
    /// [`FromOne`](Alphabet::FromOne).
    ///
    /// ```
    /// use lanedoku::Size;
    /// use lanedoku_formats::Alphabet;
    ///
    /// assert_eq!(Alphabet::FromZero.character(16, Size::Sixteen), b'F');
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the digit is not from 1 to 25.
    pub fn character(self, digit: u8, size: Size) -> u8 {
        let characters: &[u8] = match self {
            Alphabet::FromZero if size.side() > 9 => b"0123456789ABCDEFGHIJKLMNO",
            Alphabet::Letters => b"ABCDEFGHIJKLMNOPQRSTUVWXY",
            _ => b"123456789ABCDEFGHIJKLMNOP",
        };
        characters[usize::from(digit) - 1]
    }

    /// Returns the digit of a number of two characters on a board of this size, or 0 for an open cell.
    pub(crate) fn number(self, group: &[u8], size: Size) -> Option<u8> {
        let is_large = size.side() > 9;
        let digit = match (self, group) {
            (Alphabet::Letters, [b'0'..=b'9', ..]) if is_large => return None,
            (Alphabet::FromZero, [b'0', b'0']) if is_large => 1,
            (Alphabet::FromZero, [b'0'..=b'9', ..]) if is_large => number(group)? + 1,
            _ => number(group)?,
        };
        (usize::from(digit) <= size.side()).then_some(digit)
    }

    /// Returns the digit of a character on a board of this size, or 0 for an open cell.
    pub fn value(self, byte: u8, size: Size) -> Option<u8> {
        let is_large = size.side() > 9;
        let letter = byte.to_ascii_uppercase().wrapping_sub(b'A');
        let digit = match (self, byte) {
            (Alphabet::FromZero, b'0'..=b'9') if is_large => byte - b'0' + 1,
            (Alphabet::Letters, b'1'..=b'9') if is_large => return None,
            (_, b'0'..=b'9') => byte - b'0',
            (_, b'.' | b'_' | b'*' | b'-' | b'?') => return Some(0),
            (Alphabet::Letters, _) if letter < 26 => letter + 1,
            (Alphabet::FromZero, _) if letter < 26 => letter + 11,
            (_, _) if letter < 26 => letter + 10,
            _ => return None,
        };
        match usize::from(digit) <= size.side() {
            true => Some(digit),
            // Above the digits of this board, `x` marks an open cell.
            false => matches!(byte, b'x' | b'X').then_some(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_every_alphabet() {
        let value = |alphabet: Alphabet, text: &str, size| -> Vec<Option<u8>> {
            text.bytes().map(|byte| alphabet.value(byte, size)).collect()
        };
        let open = Some(0);
        assert_eq!(
            value(Alphabet::FromOne, "01Gg.xX?-_*", Size::Sixteen)[..4],
            [open, Some(1), Some(16), Some(16)]
        );
        assert_eq!(value(Alphabet::FromOne, "0.xX?-_*", Size::Nine), [open; 8]);
        assert_eq!(value(Alphabet::FromOne, "9AHP", Size::Nine), [Some(9), None, None, None]);
        assert_eq!(value(Alphabet::FromOne, "GHx/", Size::Sixteen), [Some(16), None, open, None]);
        assert_eq!(value(Alphabet::FromOne, "PQx", Size::TwentyFive), [Some(25), None, open]);
        assert_eq!(
            value(Alphabet::FromZero, "09AFfG.x", Size::Sixteen),
            [Some(1), Some(10), Some(11), Some(16), Some(16), None, open, open]
        );
        assert_eq!(value(Alphabet::FromZero, "09", Size::Nine), [open, Some(9)]);
        assert_eq!(
            value(Alphabet::Letters, "APaQ01x", Size::Sixteen),
            [Some(1), Some(16), Some(1), None, open, None, open]
        );
        assert_eq!(value(Alphabet::Letters, "AYX", Size::TwentyFive), [Some(1), Some(25), Some(24)]);
        assert_eq!(value(Alphabet::Letters, "AI9.", Size::Nine), [Some(1), Some(9), Some(9), open]);
        for alphabet in Alphabet::ALL {
            for size in Size::ALL {
                for digit in 1..=size.side() as u8 {
                    assert_eq!(alphabet.value(alphabet.character(digit, size), size), Some(digit));
                }
            }
            assert_eq!(Alphabet::from_name(alphabet.name()), Some(alphabet));
        }
    }
}
