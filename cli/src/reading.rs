//! Blocks of whole puzzles, read from files and standard input.

use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::sync::Arc;
use std::vec;

use lanedoku::Size;

use crate::arguments::Input;
use crate::formats::{BOARD_MAX, BYTE_ORDER_MARK, Entry, Format, LINE_MAX, Splitter};
use crate::report::Totals;

/// Bytes in a block. What a block cannot hold, because it may go on in the next, is an unfinished board
/// and an unfinished line; the rest is room to read into.
const BLOCK: usize = 128 << 10;
const _: () = assert!(BLOCK > BOARD_MAX + LINE_MAX);

/// A stretch of one source, and the answers to it. Its buffers are used again and again.
pub struct Block {
    /// The name of the source.
    pub name: Arc<str>,
    /// The number of its first line, counted from 0.
    pub line: u64,
    /// The first `filled` bytes are text.
    pub text: Box<[u8]>,
    pub filled: usize,
    /// The puzzles in it, and what is none.
    pub entries: Vec<Entry>,
    /// A line for each entry.
    pub output: Vec<u8>,
    /// What is wrong with entries, or with the source.
    pub complaints: Vec<u8>,
    pub totals: Totals,
}

impl Block {
    pub fn new() -> Self {
        Block {
            name: "".into(),
            line: 0,
            text: vec![0; BLOCK].into(),
            filled: 0,
            entries: Vec::new(),
            output: Vec::new(),
            complaints: Vec::new(),
            totals: Totals::default(),
        }
    }

    /// Notes that the source cannot be read on.
    fn give_up(&mut self, error: &io::Error) {
        self.complaints.extend_from_slice(format!("lanedoku: {}: {error}\n", self.name).as_bytes());
        self.totals.unreadable = true;
    }
}

/// Reads one source after the other.
pub struct Reader {
    sources: vec::IntoIter<Input>,
    side: Option<Size>,
    current: Option<Source>,
}

/// A source that is being read.
struct Source {
    name: Arc<str>,
    input: Box<dyn Read + Send>,
    splitter: Splitter,
    /// Text that was read but not yet passed on.
    rest: Vec<u8>,
    /// The number of the line that `rest` begins with, counted from 0.
    line: u64,
    /// Whether the rest of a line that is too long is being skipped.
    skips_line: bool,
    /// Whether nothing has been read yet but perhaps a part of a byte order mark.
    fresh: bool,
}

impl Reader {
    pub fn new(sources: Vec<Input>, side: Option<Size>) -> Self {
        Reader { sources: sources.into_iter(), side, current: None }
    }

    /// Fills a block with as much as is there, waiting only if nothing is. False after the last source.
    pub fn fill(&mut self, block: &mut Block) -> bool {
        block.filled = 0;
        block.entries.clear();
        block.output.clear();
        block.complaints.clear();
        block.totals = Totals::default();
        let source = match &mut self.current {
            Some(source) => source,
            None => match self.sources.next() {
                None => return false,
                Some(input) => match Source::open(&input, self.side) {
                    Ok(source) => self.current.insert(source),
                    Err((name, error)) => {
                        block.name = name;
                        block.give_up(&error);
                        return true;
                    }
                },
            },
        };
        block.name = source.name.clone();
        let more = source.fill(block).unwrap_or_else(|error| {
            block.give_up(&error);
            false
        });
        if !more {
            self.current = None;
        }
        true
    }
}

impl Source {
    fn open(input: &Input, side: Option<Size>) -> Result<Source, (Arc<str>, io::Error)> {
        let (name, input): (Arc<str>, Box<dyn Read + Send>) = match input {
            Input::File(path) => {
                let name = path.display().to_string().into();
                match File::open(path) {
                    Ok(file) => (name, Box::new(file)),
                    Err(error) => return Err((name, error)),
                }
            }
            Input::Standard => ("standard input".into(), Box::new(io::stdin())),
            Input::Puzzle(text) => ("argument".into(), Box::new(io::Cursor::new(text.clone()))),
        };
        let splitter = Splitter::new(&Format { side, ..Format::default() });
        Ok(Source { name, input, splitter, rest: Vec::new(), line: 0, skips_line: false, fresh: true })
    }

    /// Fills a block with at least one entry, unless the source ends before; whether it may have more.
    fn fill(&mut self, block: &mut Block) -> io::Result<bool> {
        loop {
            let rest = self.rest.len();
            block.text[..rest].copy_from_slice(&self.rest);
            let count = match self.input.read(&mut block.text[rest..]) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if self.fresh && count > 0 && BYTE_ORDER_MARK.starts_with(&block.text[..rest + count]) {
                // A pipe may bring the mark in pieces.
                self.rest.clear();
                self.rest.extend_from_slice(&block.text[..rest + count]);
                continue;
            }
            let skipped = self.skip(&block.text[..rest + count]);
            block.text.copy_within(skipped..rest + count, 0);
            block.filled = rest + count - skipped;
            block.line = self.line;

            let text = &block.text[..block.filled];
            let more = count > 0;
            let progress = self.splitter.split(text, !more, &mut block.entries);
            self.rest.clear();
            self.rest.extend_from_slice(&text[progress.bytes..]);
            self.line += u64::from(progress.lines);
            self.skips_line |= progress.within_line;
            if !(more && block.entries.is_empty()) {
                return Ok(more);
            }
        }
    }

    /// How many bytes at the start of the text are of no interest: a byte order mark, or the rest of a
    /// line that is too long.
    fn skip(&mut self, text: &[u8]) -> usize {
        let fresh = mem::replace(&mut self.fresh, false);
        if fresh && text.starts_with(BYTE_ORDER_MARK) {
            return BYTE_ORDER_MARK.len();
        }
        if !self.skips_line {
            return 0;
        }
        match text.iter().position(|&byte| byte == b'\n') {
            None => text.len(),
            Some(end) => {
                self.skips_line = false;
                self.line += 1;
                end + 1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brings one byte at a time.
    struct Drops(io::Cursor<Vec<u8>>);

    impl Read for Drops {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let end = buffer.len().min(1);
            self.0.read(&mut buffer[..end])
        }
    }

    /// The entries of a source that brings `text` in drops.
    fn entries(text: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let mut source = Source {
            name: "drops".into(),
            input: Box::new(Drops(io::Cursor::new(text.to_vec()))),
            splitter: Splitter::new(&Format::default()),
            rest: Vec::new(),
            line: 0,
            skips_line: false,
            fresh: true,
        };
        let (mut block, mut found) = (Block::new(), Vec::new());
        loop {
            block.entries.clear();
            let more = source.fill(&mut block).unwrap();
            found.extend(
                block
                    .entries
                    .iter()
                    .map(|entry| (block.line + u64::from(entry.line), block.text[entry.range()].to_vec())),
            );
            if !more {
                return found;
            }
        }
    }

    #[test]
    fn a_byte_order_mark_may_come_in_pieces() {
        let line = [b'.'; 81].as_slice();
        let plain = [line, b"\n", line, b"\n"].concat();
        assert_eq!(entries(&plain), [(0, line.to_vec()), (1, line.to_vec())]);
        assert_eq!(entries(&[BYTE_ORDER_MARK, &plain].concat()), entries(&plain));
        // Only one, only a whole one, and only at the start.
        for marks in [&b"\xef\xbb\xbf\xef\xbb\xbf"[..], b"\xef\xbb", b"\xef"] {
            let stays = &marks[marks.len() / 6 * 3..];
            assert_eq!(entries(&[marks, line].concat()), [(0, [stays, line].concat())]);
        }
        assert_eq!(entries(BYTE_ORDER_MARK), []);
        assert_eq!(entries(&BYTE_ORDER_MARK[..2]), [(0, BYTE_ORDER_MARK[..2].to_vec())]);
    }
}
