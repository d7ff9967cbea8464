//! Bytes as decisions: what the checks read from what the fuzzer made up.

/// Bytes taken one by one; zeros behind the last.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }
}
