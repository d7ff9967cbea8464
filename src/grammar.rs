//! The characters of a puzzle in text, and how messages show characters.

use core::fmt;

/// The meaning of one byte of a puzzle in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Symbol {
    /// A cell: its digit, or 0 if it is open. `.`, `0`, `_`, `*`, `x`, `X` and `?` are open cells. `1` to `9` are
    /// digits, and the other letters from `A`, in upper or lower case, are the digits from 10. A board accepts as many
    /// digits as its side.
    Cell(u8),
    /// `|`, `-` or `+`: part of a drawing. `-` is an open cell where a row or a board needs it.
    Drawing,
    /// A space, a tab, or the carriage return of a line end.
    Space,
    /// Any other byte, including the line feed.
    Other,
}

impl Symbol {
    /// Returns the meaning of a byte. Bytes of characters outside ASCII are [`Symbol::Other`].
    pub(crate) const fn of(byte: u8) -> Symbol {
        match byte {
            b' ' | b'\t' | b'\r' => Symbol::Space,
            b'|' | b'-' | b'+' => Symbol::Drawing,
            _ => match cell_value(byte, 25) {
                u8::MAX => Symbol::Other,
                digit => Symbol::Cell(digit),
            },
        }
    }
}

/// A character as messages show it: in quotes, or as its code point if it would be invisible there.
///
/// These are shown as code points: control and format characters (such as the byte order mark), spaces other than the
/// plain one, combining marks, blank letters and symbols, and private-use characters.
///
/// ```
/// use lanedoku::Quoted;
///
/// assert_eq!(Quoted('x').to_string(), "'x'");
/// assert_eq!(Quoted('\u{200b}').to_string(), "U+200B");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quoted(pub char);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quoted(character) = *self;
        match is_invisible(character) {
            true => write!(f, "U+{:04X}", u32::from(character)),
            false => write!(f, "'{character}'"),
        }
    }
}

/// Whether a character would be invisible in quotes.
///
/// Not `char::escape_debug`, which contains a panic that the compiler cannot remove; the C library must not contain
/// any.
const fn is_invisible(character: char) -> bool {
    match character {
        // Control characters and the no-break space after them; the soft hyphen.
        '\0'..='\u{1f}' | '\u{7f}'..='\u{a0}' | '\u{ad}' => true,
        // Combining marks.
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' => true,
        '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}' => true,
        // Single scripts: Arabic, Hangul, Ogham, Khmer, Mongolian, Braille, Egyptian.
        '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{1680}' | '\u{17b4}'
        | '\u{17b5}' => true,
        '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{13430}'..='\u{1343f}' => true,
        // Spaces, joiners, line and paragraph separators, directions.
        '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{3000}' => true,
        // Variation selectors, the byte order mark, annotations.
        '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' => true,
        // Shorthand and music.
        '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' => true,
        // Private use; tags, more variation selectors, and the private use after them.
        '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}' => true,
        _ => false,
    }
}

/// For each value of a byte's low four bits, the one frequent character with these bits that is a cell of a 9x9 board:
/// not `x`, `X` or `?`. If there is none, 0, whose low bits differ.
pub(crate) const CELLS_OF_NINE: [u8; 16] = {
    // Entry 0 is `0`, so it differs from "none".
    let mut cells = [0; 16];
    let mut byte = 0;
    while byte < 256 {
        if cell_value(byte as u8, 9) <= 9 && !matches!(byte as u8, b'x' | b'X' | b'?') {
            assert!(cells[byte % 16] == 0, "only one cell for the same low bits");
            cells[byte % 16] = byte as u8;
        }
        byte += 1;
    }
    cells
};

/// The character of a digit, or of an open cell (0). No branches, like [`cell_value`].
#[inline(always)]
pub(crate) const fn cell_character(digit: u8) -> u8 {
    let beyond_nine = if digit > 9 { b'A' - b'9' - 1 } else { 0 };
    if digit == 0 { b'.' } else { b'0'.wrapping_add(digit).wrapping_add(beyond_nine) }
}

/// The digit of a character: 0 for an open cell, more than `side` if the character is not valid. `-` is an open cell,
/// as on a line of cells only.
///
/// No branches, so that the compiler vectorizes loops over it.
#[inline(always)]
pub(crate) const fn cell_value(character: u8, side: usize) -> u8 {
    // `.` and `*`, `-`, `_`, `?`, `x` and `X`.
    let open = ((character | 4) == b'.')
        | (character == b'-')
        | (character == b'_')
        | (character == b'?')
        | ((character | 0x20) == b'x');
    let number = character.wrapping_sub(b'0');
    let value = if open { 0 } else { number };
    if side <= 9 {
        return value;
    }
    let letter = (character | 0x20).wrapping_sub(b'a');
    let spelt = !open & (letter < 26) & (character >= b'A');
    let value = if spelt { letter + 10 } else { value };
    if (value > 9) & !spelt { u8::MAX } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the table with the standard library: all spaces and control characters are in it, and nothing visible.
    #[test]
    fn what_is_invisible_is_known_to_the_standard_library() {
        // Letters and symbols by category, but blank.
        let blank = ['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}', '\u{1d159}'];
        let mut invisible = 0;
        for character in '\0'..=char::MAX {
            let unseen = character.is_control() || (character.is_whitespace() && character != ' ');
            assert!(!unseen || is_invisible(character), "{character:?}");
            if is_invisible(character) {
                let escaped = character.escape_debug().len() > 1;
                assert!(escaped || blank.contains(&character), "{character:?}");
                invisible += 1;
            }
        }
        assert!(invisible > 1_000);
    }

    /// Every byte has its documented meaning.
    #[test]
    fn every_byte_means_what_is_written() {
        for byte in 0..=u8::MAX {
            let expected = match byte {
                b'.' | b'0' | b'_' | b'*' | b'x' | b'X' | b'?' => Symbol::Cell(0),
                b'1'..=b'9' => Symbol::Cell(byte - b'0'),
                b'A'..=b'Z' => Symbol::Cell(byte - b'A' + 10),
                b'a'..=b'z' => Symbol::Cell(byte - b'a' + 10),
                b'|' | b'-' | b'+' => Symbol::Drawing,
                b' ' | b'\t' | b'\r' => Symbol::Space,
                _ => Symbol::Other,
            };
            assert_eq!(Symbol::of(byte), expected, "{byte}");
            let is_cell = |side: u8| usize::from(cell_value(byte, side.into()) <= side);
            for side in [4, 9, 16, 25] {
                let valid = byte == b'-' || matches!(expected, Symbol::Cell(digit) if digit <= side);
                assert_eq!(is_cell(side) == 1, valid, "{byte} on {side}x{side}");
            }
            let is_frequent = is_cell(9) == 1 && !b"xX?".contains(&byte);
            assert_eq!(CELLS_OF_NINE[usize::from(byte % 16)] == byte, is_frequent, "{byte}");
        }
        for digit in 0..=25 {
            assert_eq!(Symbol::of(cell_character(digit)), Symbol::Cell(digit));
        }
    }
}
