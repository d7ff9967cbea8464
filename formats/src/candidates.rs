//! Pencil marks: 81 groups of digits, with or without a frame, or 729 characters.

use crate::characters::MIDDLE_DOT;

/// The mask with every candidate.
pub const ALL: u16 = 0x1ff;

/// The marks with which people highlight the candidates of a cell. At either end of a group, `*` is such a mark, too;
/// alone, it is an open cell.
const POINTERS: &[u8] = b"#()[]{}@!^'";

/// Returns whether a group is the set of candidates of a cell: see [`mask`].
pub fn is_group(group: &[u8]) -> bool {
    mask(group).is_some()
}

/// Returns the candidates of a group: digits from 1 to 9 in order, or one open mark. In `24-7`, the digits after `-`
/// are excluded. Marks such as those in `247#` and `(5)` have no meaning.
pub fn mask(group: &[u8]) -> Option<u16> {
    if let [b'.' | b'0' | b'_' | b'*' | b'-' | b'x' | b'X' | b'?'] | MIDDLE_DOT = group {
        return Some(ALL);
    }
    let group = match group {
        // Forums mark the cells of a step so. `-1` is an open cell.
        [b'-' | b'+', rest @ ..] if rest.len() > 1 => rest,
        [b'*', rest @ ..] => rest,
        group => group,
    };
    let group = group.strip_suffix(b"*").unwrap_or(group);
    let (mut kept, mut excluded, mut largest) = (0u16, None, 0);
    for byte in group {
        match byte {
            b'1'..=b'9' if *byte > largest => {
                largest = *byte;
                *excluded.as_mut().unwrap_or(&mut kept) |= 1 << (byte - b'1');
            }
            b'-' if excluded.is_none() && kept != 0 => (excluded, largest) = (Some(0), 0),
            _ if POINTERS.contains(byte) => {}
            _ => return None,
        }
    }
    let is_valid = kept != 0 && excluded.is_none_or(|excluded| excluded != 0 && excluded & kept == 0);
    is_valid.then_some(kept)
}

/// Returns whether a run is 729 candidates: each is the digit of its position, or open.
pub fn is_line(run: &[u8]) -> bool {
    run.len() == 729 && line(run).is_some()
}

/// Parses the candidates of a line of 729 characters.
pub fn line(run: &[u8]) -> Option<[u16; 81]> {
    let mut masks = [0; 81];
    for (place, &byte) in run.iter().enumerate() {
        let digit = place % 9;
        match byte {
            _ if byte == b'1' + digit as u8 => *masks.get_mut(place / 9)? |= 1 << digit,
            _ if crate::characters::is_open_mark(byte) => {}
            _ => return None,
        }
    }
    (run.len() == 729).then_some(masks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_digits_in_order() {
        for (group, expected) in [
            ("1", Some(1)),
            ("19", Some(0x101)),
            ("123456789", Some(ALL)),
            (".", Some(ALL)),
            ("21", None),
            ("11", None),
            ("10", None),
            ("", None),
            ("1x", None),
            ("·", Some(ALL)),
            ("*", Some(ALL)),
            ("#", None),
            ("2*47", None),
            ("247**", None),
            ("+7", None),
            ("247#", Some(0b100_1010)),
            ("*247*", Some(0b100_1010)),
            ("2(4)7", Some(0b100_1010)),
            ("(5)", Some(0b1_0000)),
            ("24-7", Some(0b1010)),
            ("9-26", Some(0b1_0000_0000)),
            ("24-", None),
            ("-7", None),
            ("2-4-7", None),
            ("24-4", None),
            ("8--------", None),
        ] {
            assert_eq!(mask(group.as_bytes()), expected, "{group}");
        }
    }

    #[test]
    fn a_line_has_each_digit_at_its_position() {
        let marks = "12.......".repeat(81);
        assert_eq!(line(marks.as_bytes()), Some([0b11; 81]));
        assert_eq!(line(&marks.as_bytes()[1..]), None);
        assert_eq!(line("21.......".repeat(81).as_bytes()), None);
    }
}
