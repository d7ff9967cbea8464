//! Carriage returns alone as line ends.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

/// The line ends of a text, which may arrive in pieces. The first decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnds {
    /// No line has ended yet.
    #[default]
    Unknown,
    /// Line feeds, perhaps after carriage returns.
    LineFeeds,
    /// Carriage returns.
    CarriageReturns,
}

impl LineEnds {
    /// Replaces each carriage return of a piece by a line feed, if they alone are the line ends, so that all readers
    /// see one kind. `last` is whether the text ends with this piece.
    pub fn replace(&mut self, piece: &mut [u8], last: bool) {
        if *self == LineEnds::Unknown {
            *self = Self::of(piece, last);
        }
        if *self == LineEnds::CarriageReturns {
            let mut start = 0;
            while let Some(length) = memchr(b'\r', &piece[start..]) {
                start += length + 1;
                if piece.get(start) != Some(&b'\n') {
                    piece[start - 1] = b'\n';
                }
            }
        }
    }

    /// Returns a text with line feeds.
    pub fn replaced(text: &[u8]) -> Cow<'_, [u8]> {
        match Self::of(text, true) {
            LineEnds::CarriageReturns => {
                let mut text = text.to_vec();
                LineEnds::CarriageReturns.replace(&mut text, true);
                Cow::Owned(text)
            }
            _ => Cow::Borrowed(text),
        }
    }

    fn of(piece: &[u8], last: bool) -> LineEnds {
        match memchr2(b'\n', b'\r', piece) {
            None => LineEnds::Unknown,
            Some(end) if piece[end] == b'\n' => LineEnds::LineFeeds,
            Some(end) => match piece.get(end + 1) {
                None if !last => LineEnds::Unknown,
                Some(b'\n') => LineEnds::LineFeeds,
                _ => LineEnds::CarriageReturns,
            },
        }
    }
}
