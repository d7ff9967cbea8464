//! The characters of a puzzle's text, and what they mean.

/// What one byte of a puzzle's text means.
///
/// ```
/// use lanedoku::Symbol;
///
/// let symbols = b"5.|G x".map(Symbol::of);
/// assert_eq!(symbols[..3], [Symbol::Cell(5), Symbol::Cell(0), Symbol::Drawing]);
/// assert_eq!(symbols[3..], [Symbol::Cell(16), Symbol::Space, Symbol::Cell(33)]);
/// assert_eq!(Symbol::of(b'?'), Symbol::Other);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A cell: its digit, or 0 if it is open. Open are `.`, `0`, `_` and `*`; digits are `1` to `9`, and from 10 on
    /// the letters from `A`, in upper or lower case, of which each board takes as many as it has digits.
    Cell(u8),
    /// `|`, `-` or `+`: part of a drawing.
    Drawing,
    /// A space, a tab, or the carriage return of a line end.
    Space,
    /// Anything else, the line feed among it.
    Other,
}

impl Symbol {
    /// The meaning of a byte. Bytes of a character outside ASCII are [`Symbol::Other`].
    pub const fn of(byte: u8) -> Symbol {
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

/// Indexed by the low four bits of a byte: the one character with these bits that is a cell of a 9x9 board. Where there
/// is none, 0, whose own low bits are others.
#[cfg(any(test, target_arch = "x86_64"))]
pub(crate) const CELLS_OF_NINE: [u8; 16] = {
    // The low bits of 0 itself are those of `0`.
    let mut cells = [0; 16];
    let mut byte = 0;
    while byte < 256 {
        if cell_value(byte as u8, 9) <= 9 {
            assert!(cells[byte % 16] == 0, "only one cell for the same low bits");
            cells[byte % 16] = byte as u8;
        }
        byte += 1;
    }
    cells
};

/// The character that stands for a digit, or for an open cell (0). Without branches, as [`cell_value`].
#[inline(always)]
pub(crate) const fn cell_character(digit: u8) -> u8 {
    let beyond_nine = if digit > 9 { b'A' - b'9' - 1 } else { 0 };
    if digit == 0 { b'.' } else { b'0'.wrapping_add(digit).wrapping_add(beyond_nine) }
}

/// The digit that a character stands for: 0 for an open cell, more than `side` if it is not valid.
///
/// Written without branches, so that the compiler turns a loop over it into vector instructions.
#[inline(always)]
pub(crate) const fn cell_value(character: u8, side: usize) -> u8 {
    let open = (character == b'.') | (character == b'_') | (character == b'*');
    let number = character.wrapping_sub(b'0');
    let value = if open { 0 } else { number };
    if side <= 9 {
        return value;
    }
    let letter = (character | 0x20).wrapping_sub(b'a');
    let spelt = (letter < 26) & (character >= b'A');
    let value = if spelt { letter + 10 } else { value };
    if (value > 9) & !spelt { u8::MAX } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the documentation says, for every byte.
    #[test]
    fn every_byte_means_what_is_written() {
        for byte in 0..=u8::MAX {
            let expected = match byte {
                b'.' | b'0' | b'_' | b'*' => Symbol::Cell(0),
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
                let valid = matches!(expected, Symbol::Cell(digit) if digit <= side);
                assert_eq!(is_cell(side) == 1, valid, "{byte} on {side}x{side}");
            }
            assert_eq!(CELLS_OF_NINE[usize::from(byte % 16)] == byte, is_cell(9) == 1, "{byte}");
        }
        for digit in 0..=25 {
            assert_eq!(Symbol::of(cell_character(digit)), Symbol::Cell(digit));
        }
    }
}
