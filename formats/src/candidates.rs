//! Pencil marks: 81 groups of digits, with or without a frame, or 729 characters.

/// The mask with every candidate.
pub const ALL: u16 = 0x1ff;

/// Returns whether a group is the set of candidates of a cell: digits from 1 to 9 in order, or one open mark.
pub fn is_group(group: &[u8]) -> bool {
    match group {
        [b'.' | b'0' | b'_' | b'*' | b'-' | b'x' | b'X' | b'?'] => true,
        _ => {
            !group.is_empty()
                && group.iter().all(|byte| (b'1'..=b'9').contains(byte))
                && group.windows(2).all(|pair| pair[0] < pair[1])
        }
    }
}

/// Returns the candidates of a group.
pub fn mask(group: &[u8]) -> Option<u16> {
    if !is_group(group) {
        return None;
    }
    let digits = group.iter().filter(|byte| (b'1'..=b'9').contains(byte));
    let mask = digits.fold(0, |mask, &digit| mask | 1 << (digit - b'1'));
    Some(if mask == 0 { ALL } else { mask })
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
