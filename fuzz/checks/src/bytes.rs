//! Turns the fuzzer's bytes into choices for the checks.

/// A sequence of bytes, read one by one; zeros after the last.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }
}
