//! Stretches of work: puzzles read from files and standard input, or numbers of puzzles to make.

use std::io::{self, Read};
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::vec;

use crate::formats::{BOARD_MAX, BYTE_ORDER_MARK, Entry, InputFormat, LINE_MAX, Splitter};
use crate::inputs::Input;

/// Bytes that a block has room for. What it cannot hold, because it may go on in the next, is an unfinished board and
/// an unfinished line; the rest is room to read into.
pub const BLOCK: usize = 128 << 10;
const _: () = assert!(BLOCK > BOARD_MAX + LINE_MAX);

/// A stretch of one source. Its buffers are used again and again.
#[derive(Default)]
pub struct Block {
    /// The name of the source.
    pub name: Arc<str>,
    /// The number of its first line, counted from 0.
    pub line: u64,
    /// The first `filled` bytes are text.
    buffer: Vec<u8>,
    filled: usize,
    /// The puzzles in it, and what is none.
    pub entries: Vec<Entry>,
    /// The names of the fields, if the source is a table with a header.
    pub columns: Option<Arc<[String]>>,
    /// The puzzles before it, in all sources.
    pub before: u64,
    /// Puzzles to make.
    pub numbers: Range<u64>,
    /// Why the source cannot be read on.
    pub failure: Option<String>,
}

impl Block {
    pub fn text(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Whether it holds as much as it was to hold.
    pub fn is_full(&self, size: usize) -> bool {
        !self.numbers.is_empty() || 2 * self.filled >= size
    }

    /// Forgets what it held.
    fn clear(&mut self) {
        self.filled = 0;
        self.entries.clear();
        self.columns = None;
        self.numbers = 0..0;
        self.failure = None;
    }
}

/// Where blocks come from.
pub trait BlockSource: Send {
    /// Fills a block with about `size` bytes of what is there, or with what takes as long as so many bytes of
    /// puzzles; waits only if nothing is there. False if there is nothing more.
    fn fill(&mut self, block: &mut Block, size: usize) -> bool;

    /// Whether it may have to wait for somebody who writes.
    fn may_wait(&self) -> bool {
        false
    }
}

/// Reads one source after the other.
pub struct InputReader {
    sources: vec::IntoIter<Input>,
    format: InputFormat,
    current: Option<Source>,
    /// Puzzles so far.
    puzzles: u64,
    /// Bytes that were read, for whoever shows how far it is.
    read: Arc<AtomicU64>,
}

/// A source that is being read.
struct Source {
    name: Arc<str>,
    input: Box<dyn Read + Send>,
    may_wait: bool,
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

impl InputReader {
    pub fn new(sources: Vec<Input>, format: InputFormat) -> Self {
        InputReader { sources: sources.into_iter(), format, current: None, puzzles: 0, read: Arc::default() }
    }

    /// The number of bytes that were read so far.
    pub fn bytes_read(&self) -> Arc<AtomicU64> {
        self.read.clone()
    }
}

impl BlockSource for InputReader {
    fn fill(&mut self, block: &mut Block, size: usize) -> bool {
        block.clear();
        let source = match &mut self.current {
            Some(source) => source,
            None => {
                let Some(input) = self.sources.next() else { return false };
                match Source::open(&input, &self.format) {
                    Ok(source) => self.current.insert(source),
                    Err(error) => {
                        block.name = input.name().into();
                        block.failure = Some(error.to_string());
                        return true;
                    }
                }
            }
        };
        block.name = source.name.clone();
        let more = source.fill(block, size, &self.read).unwrap_or_else(|error| {
            block.failure = Some(error.to_string());
            false
        });
        block.columns = source.splitter.columns().cloned();
        block.before = self.puzzles;
        self.puzzles += block.entries.len() as u64;
        if !more {
            self.current = None;
        }
        true
    }

    fn may_wait(&self) -> bool {
        match &self.current {
            Some(source) => source.may_wait,
            None => self.sources.as_slice().first().is_some_and(Input::may_wait),
        }
    }
}

impl Source {
    fn open(input: &Input, format: &InputFormat) -> io::Result<Source> {
        Ok(Source {
            name: input.name().into(),
            input: input.open()?,
            may_wait: input.may_wait(),
            splitter: Splitter::new(format),
            rest: Vec::new(),
            line: 0,
            skips_line: false,
            fresh: true,
        })
    }

    /// Fills a block with at least one entry, unless the source ends before; whether it may have more.
    fn fill(&mut self, block: &mut Block, size: usize, bytes_read: &AtomicU64) -> io::Result<bool> {
        if block.buffer.is_empty() {
            // Pages come as they are touched.
            block.buffer = vec![0; BLOCK];
        }
        loop {
            let rest = self.rest.len();
            block.buffer[..rest].copy_from_slice(&self.rest);
            let end = (rest + size.max(1)).min(BLOCK);
            let count = match self.input.read(&mut block.buffer[rest..end]) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    // What came before the error is answered all the same.
                    block.failure = Some(error.to_string());
                    0
                }
            };
            bytes_read.fetch_add(count as u64, Relaxed);
            if self.fresh && count > 0 && BYTE_ORDER_MARK.starts_with(&block.buffer[..rest + count]) {
                // A pipe may bring the mark in pieces.
                self.rest.clear();
                self.rest.extend_from_slice(&block.buffer[..rest + count]);
                continue;
            }
            let skipped = self.skip(&block.buffer[..rest + count]);
            block.buffer.copy_within(skipped..rest + count, 0);
            block.filled = rest + count - skipped;
            block.line = self.line;

            let more = count > 0;
            let text = &block.buffer[..block.filled];
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

    /// How many bytes at the start of the text are of no interest: a byte order mark, or the rest of a line that is
    /// too long.
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

/// Numbers of puzzles to make, in blocks.
pub struct Numbers {
    left: Range<u64>,
    per_block: u64,
}

impl Numbers {
    /// So many, with so many in a block.
    pub fn new(count: u64, per_block: u64) -> Self {
        Numbers { left: 0..count, per_block }
    }
}

impl BlockSource for Numbers {
    fn fill(&mut self, block: &mut Block, _size: usize) -> bool {
        block.clear();
        let end = self.left.end.min(self.left.start.saturating_add(self.per_block));
        block.numbers = self.left.start..end;
        self.left.start = end;
        !block.numbers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brings one byte at a time.
    struct SmallReads(io::Cursor<Vec<u8>>);

    impl Read for SmallReads {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let end = buffer.len().min(1);
            self.0.read(&mut buffer[..end])
        }
    }

    /// The entries of a source that brings `text` in drops.
    fn entries(text: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let mut source = Source {
            name: "drops".into(),
            input: Box::new(SmallReads(io::Cursor::new(text.to_vec()))),
            may_wait: false,
            splitter: Splitter::new(&InputFormat::default()),
            rest: Vec::new(),
            line: 0,
            skips_line: false,
            fresh: true,
        };
        let (mut block, mut found) = (Block::default(), Vec::new());
        loop {
            block.clear();
            let more = source.fill(&mut block, 100, &AtomicU64::new(0)).unwrap();
            found.extend(
                block
                    .entries
                    .iter()
                    .map(|entry| (block.line + u64::from(entry.line), block.text()[entry.range()].to_vec())),
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
