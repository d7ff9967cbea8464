//! Decompresses the texts of LZ-string, which f-puzzles and SudokuPad use for their links: a dictionary of earlier
//! strings, whose numbers grow by a bit each time that the dictionary outgrows them.

/// The length limit of what a link unfolds to, in UTF-16 units.
const LONGEST: usize = 1 << 18;

/// Decompresses the base64 form, also with the characters that are safe in links. A space is a `+` that a link lost.
pub fn decompress(text: &[u8]) -> Option<String> {
    let mut at = 0;
    // The least bit of a number comes first, the greatest of a character.
    let mut read = |bits: u32| -> Option<u32> {
        let mut value = 0;
        for bit in 0..bits {
            let sextet = sextet(*text.get(at / 6)?)?;
            value |= u32::from(sextet >> (5 - at % 6) & 1) << bit;
            at += 1;
        }
        Some(value)
    };
    // Every string of the dictionary stands in the output, so its place there is enough. The numbers below 3 mean
    // something else: two sizes of new characters, and the end.
    let mut known = vec![(0, 0); 3];
    let mut output = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    loop {
        let number = read(known.len().ilog2() + 1)? as usize;
        let start = output.len();
        let length = match number {
            0 | 1 => {
                known.push((start, 1));
                output.push(read(8 << number)? as u16);
                1
            }
            2 => return Some(String::from_utf16_lossy(&output)),
            _ => {
                // The string before and its first character, if it has no entry yet.
                let next = before.filter(|_| number == known.len()).map(|(from, length)| (from, length + 1));
                let (from, length) = known.get(number).copied().or(next)?;
                if start + length > LONGEST {
                    return None;
                }
                for place in from..from + length {
                    output.push(output[place]);
                }
                length
            }
        };
        known.extend(before.map(|(from, length)| (from, length + 1)));
        before = Some((start, length));
    }
}

/// Returns the six bits of a character.
fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b' ' => 62,
        b'/' | b'-' => 63,
        _ => return None,
    })
}
