//! The characters of a line: marks of open cells, frames, numbers, and groups between spaces.

use lanedoku::Size;

/// Returns whether a character can mark an open cell.
pub const fn is_open_mark(byte: u8) -> bool {
    matches!(byte, b'.' | b'0' | b'_' | b'*' | b'-' | b'x' | b'X' | b'?')
}

/// The mark of an open cell outside ASCII, U+00B7.
pub const MIDDLE_DOT: &[u8] = "·".as_bytes();

/// Returns the groups between spaces and bars of a line, with their offsets.
pub fn groups(content: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut place = 0;
    std::iter::from_fn(move || {
        let parts = |at: usize| match content[at] {
            b' ' | b'\t' | b'\r' | b'|' => Some(1),
            0xe2 => lanedoku::box_drawing(&content[at..]),
            _ => None,
        };
        while place < content.len() {
            let Some(length) = parts(place) else { break };
            place += length;
        }
        let start = place;
        while place < content.len() && parts(place).is_none() {
            place += 1;
        }
        (start < place).then(|| (start, &content[start..place]))
    })
}

/// Returns whether a group is a part of a frame.
pub fn is_frame(group: &[u8]) -> bool {
    group.len() > 2 && group.iter().all(|byte| matches!(byte, b'-' | b'+'))
}

/// Returns whether a group is a number on a large board, or an open cell.
pub fn is_number(group: &[u8]) -> bool {
    number(group).is_some()
}

/// Parses a group: a number up to 25, or 0 for an open mark, written once or twice.
pub fn number(group: &[u8]) -> Option<u8> {
    match group {
        MIDDLE_DOT => Some(0),
        [mark] | [mark, _] if is_open_mark(*mark) && group.iter().all(|byte| byte == mark) => Some(0),
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        [tens @ b'0'..=b'2', ones @ b'0'..=b'9'] => {
            Some(10 * (tens - b'0') + ones - b'0').filter(|number| *number <= 25)
        }
        _ => None,
    }
}

/// Returns the number of fields of a line with one cell per field, and their separator. An empty field is an open cell.
/// The last field may be followed by a separator.
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

/// Returns the length of the first character of `text`, which may be invalid UTF-8.
pub fn character_length(text: &[u8]) -> usize {
    let continued = |byte: &&u8| **byte & 0xc0 == 0x80;
    if text[0] < 0x80 { 1 } else { 1 + text[1..].iter().take(3).take_while(continued).count() }
}

/// Returns the number of characters of UTF-8 text.
pub fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

/// Returns whether a plain line marks open cells by both `0` and another mark, one of which may be a mistake.
pub fn mixes_open_marks(line: &[u8]) -> bool {
    #[inline(always)]
    fn mixes(line: &[u8]) -> bool {
        has_any(line, |byte| byte == b'0') && has_any(line, is_other_mark)
    }
    match <&[u8; Size::Nine.cells()]>::try_from(line) {
        // The known length leaves no remainder for a loop over bytes.
        Ok(line) => mixes(line),
        Err(_) => mixes(line),
    }
}

/// Returns whether a line of this text may mix `0` with another mark. Fast, with false positives.
pub fn may_mix_open_marks(text: &[u8]) -> bool {
    // In pieces, because most texts are decided early.
    let pieces = || text.chunks(1024);
    pieces().any(|piece| has_any(piece, |byte| byte == b'0'))
        && pieces().any(|piece| has_any(piece, is_other_mark))
}

/// Branchless, so that it compiles to vector instructions.
#[inline(always)]
fn has_any(text: &[u8], is_one: impl Fn(u8) -> bool) -> bool {
    text.iter().fold(0, |any, &byte| any | u8::from(is_one(byte))) != 0
}

/// Returns whether a character is an open mark other than `0`. Branchless.
#[inline(always)]
fn is_other_mark(byte: u8) -> bool {
    (byte == b'.') | (byte == b'_') | (byte == b'*') | (byte == b'-') | (byte | 0x20 == b'x') | (byte == b'?')
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn mixed_marks_are_detected() {
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
