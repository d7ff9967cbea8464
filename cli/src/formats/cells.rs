//! The cells of a board: characters of any alphabet, numbers, and the marks for open cells.

use lanedoku::Size;

use super::lines::{Text, box_drawing, groups, is_open_mark};

/// How the digits of a board are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// 1 to 9, then letters from A: 1-G for 16x16, 1-P for 25x25. The default.
    FromOne,
    /// 0 to 9, then letters from A, on boards of 16x16 (0-F) and 25x25 (0-O). `0` is a digit.
    FromZero,
    /// Letters from A: A-P for 16x16, A-Y for 25x25. Boards of 4x4 and 9x9 may have digits as well.
    Letters,
    /// Numbers with spaces or commas between.
    Numbers,
}

impl Alphabet {
    pub const ALL: [Alphabet; 4] =
        [Alphabet::FromOne, Alphabet::FromZero, Alphabet::Letters, Alphabet::Numbers];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Alphabet::FromOne => "1-G",
            Alphabet::FromZero => "0-F",
            Alphabet::Letters => "A-P",
            Alphabet::Numbers => "numbers",
        }
    }

    /// The alphabet with a name, which may also be that of 25x25 boards.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_uppercase().as_str() {
            "1-G" | "1-P" => Some(Alphabet::FromOne),
            "0-F" | "0-O" => Some(Alphabet::FromZero),
            "A-P" | "A-Y" => Some(Alphabet::Letters),
            "NUMBERS" => Some(Alphabet::Numbers),
            _ => None,
        }
    }

    /// What a character says on a board of this size: a digit, or 0 for an open cell.
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
            // Far behind the digits of most boards, so that it says something else.
            false => matches!(byte, b'x' | b'X').then_some(0),
        }
    }
}

/// Whether a group between spaces is a number on a large board, or an open cell.
pub fn is_number(group: &[u8]) -> bool {
    number(group).is_some()
}

/// The number that a group stands for, 0 for an open cell: up to 25, or an open mark once or twice.
pub fn number(group: &[u8]) -> Option<u8> {
    match group {
        [mark] | [mark, _] if is_open_mark(*mark) && group.iter().all(|byte| byte == mark) => Some(0),
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        [tens @ b'0'..=b'2', ones @ b'0'..=b'9'] => {
            Some(10 * (tens - b'0') + ones - b'0').filter(|number| *number <= 25)
        }
        _ => None,
    }
}

/// The number of fields on a line that holds one cell in each, with what separates them; `None` if it does not. An
/// empty field is an open cell, and the last may have a separator behind it.
pub fn fields_of_cells(content: &[u8]) -> Option<(usize, u8)> {
    let separator = content.iter().copied().find(|byte| matches!(byte, b',' | b';' | b'\t'))?;
    let is_cell = |field: &[u8]| match field.trim_ascii() {
        [] => true,
        [byte] => byte.is_ascii_alphanumeric() || is_open_mark(*byte),
        group => is_number(group),
    };
    let known = |count: usize| Size::ALL.iter().any(|size| count == size.side() || count == size.cells());
    let fields = || content.split(move |&byte| byte == separator);
    if !fields().all(is_cell) {
        return None;
    }
    let count = fields().count();
    let ends_empty = fields().next_back().is_some_and(|field| field.trim_ascii().is_empty());
    let count = if !known(count) && ends_empty { count - 1 } else { count };
    known(count).then_some((count, separator))
}

/// One cell on a line.
pub struct Cell<'a> {
    /// Where it stands, in bytes.
    pub place: usize,
    pub text: &'a [u8],
    /// Whether it is a group of its own, which may be a number.
    pub is_group: bool,
}

/// The cells of a line that is meant to hold `count` of them.
pub fn cells_of<'a>(content: &'a [u8], shape: &Text, count: usize) -> Vec<Cell<'a>> {
    let group = |(place, text)| Cell { place, text, is_group: true };
    if let Some((fields, separator)) = fields_of_cells(content)
        && fields == count
    {
        let mut place = 0;
        let fields = content.split(|&byte| byte == separator).take(count);
        return fields
            .map(|field| {
                let blank = field.len() - field.trim_ascii_start().len();
                let cell = group((place + blank, field.trim_ascii()));
                place += field.len() + 1;
                cell
            })
            .collect();
    }
    let is_candidates = (count == Size::Nine.side() && shape.is_candidate_row())
        || (count == Size::Nine.cells() && shape.is_candidate_line());
    if shape.is_numbers(count) || is_candidates {
        return groups(content).filter(|(_, text)| !is_frame(text)).map(group).collect();
    }
    let dashes = shape.has_dashes(count);
    let mut cells = Vec::with_capacity(count);
    let mut place = 0;
    while place < content.len() {
        let rest = &content[place..];
        let skipped = match rest[0] {
            b' ' | b'\t' | b'\r' | b'|' | b'+' => Some(1),
            b'-' if !dashes => Some(1),
            _ => box_drawing(rest),
        };
        let length = skipped.unwrap_or_else(|| character_length(rest));
        if skipped.is_none() {
            cells.push(Cell { place, text: &rest[..length], is_group: false });
        }
        place += length;
    }
    cells
}

/// Whether a group is a piece of a frame within a line.
pub fn is_frame(group: &[u8]) -> bool {
    group.len() > 2 && group.iter().all(|byte| matches!(byte, b'-' | b'+'))
}

/// The bytes of the character that a text begins with, which need not be valid.
fn character_length(text: &[u8]) -> usize {
    let continued = |byte: &&u8| **byte & 0xc0 == 0x80;
    if text[0] < 0x80 { 1 } else { 1 + text[1..].iter().take(3).take_while(continued).count() }
}

/// Whether a plain line has both `0` and another mark for its open cells: one of the two may be no open cell.
pub fn mixes_open_marks(line: &[u8]) -> bool {
    #[inline(always)]
    fn mixes(line: &[u8]) -> bool {
        has_any(line, |byte| byte == b'0') && has_any(line, is_other_mark)
    }
    match <&[u8; Size::Nine.cells()]>::try_from(line) {
        // As the length is known here, nothing is left over for a loop byte by byte.
        Ok(line) => mixes(line),
        Err(_) => mixes(line),
    }
}

/// Whether lines of this text could mix `0` with another mark, as far as one quick look at all of them tells.
pub fn may_mix_open_marks(text: &[u8]) -> bool {
    // Piece by piece, so that most texts are decided early.
    let pieces = || text.chunks(1024);
    pieces().any(|piece| has_any(piece, |byte| byte == b'0'))
        && pieces().any(|piece| has_any(piece, is_other_mark))
}

/// Without a branch, so that it becomes vector instructions.
#[inline(always)]
fn has_any(text: &[u8], is_one: impl Fn(u8) -> bool) -> bool {
    text.iter().fold(0, |any, &byte| any | u8::from(is_one(byte))) != 0
}

/// Whether a character is an open mark other than `0`. Without branches, too.
#[inline(always)]
fn is_other_mark(byte: u8) -> bool {
    (byte == b'.') | (byte == b'_') | (byte == b'*') | (byte == b'-') | (byte | 0x20 == b'x') | (byte == b'?')
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
            assert_eq!(Alphabet::from_name(alphabet.name()), Some(alphabet));
        }
    }

    #[test]
    fn numbers_go_up_to_25() {
        for (group, expected) in [
            ("7", Some(7)),
            ("07", Some(7)),
            ("25", Some(25)),
            ("26", None),
            ("00", Some(0)),
            ("..", Some(0)),
            ("--", Some(0)),
            (".-", None),
            ("100", None),
            ("", None),
            ("A", None),
        ] {
            assert_eq!(number(group.as_bytes()), expected, "{group}");
        }
    }

    #[test]
    fn fields_hold_one_cell_each() {
        for (line, expected) in [
            ("8,0,0,0,0,0,0,0,0", Some((9, b','))),
            ("8,,,,,,,,", Some((9, b','))),
            (",,,,,,,,", Some((9, b','))),
            ("8,0,0,0,0,0,0,0,0,", Some((9, b','))),
            ("8; 0; 0; 12", Some((4, b';'))),
            ("8\t\t\t1\r", Some((4, b'\t'))),
            ("8,0,0", None),
            ("8,0,0,word", None),
            ("8 0 0 0", None),
        ] {
            assert_eq!(fields_of_cells(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn mixed_marks_are_noticed() {
        for (line, mixes) in [("1.2", false), ("102", false), ("1.0", true), ("0x", true), ("._*", false)] {
            assert_eq!(mixes_open_marks(line.as_bytes()), mixes, "{line}");
            assert_eq!(may_mix_open_marks(line.as_bytes()), mixes, "{line}");
        }
        let long = [&b"0"[..], &[b'1'; 5000], b"."].concat();
        assert!(
            may_mix_open_marks(&long)
                && !may_mix_open_marks(&long[1..])
                && !may_mix_open_marks(&long[..5001])
        );
    }
}
