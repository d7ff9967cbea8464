//! Blocks of work: text with puzzles, or the numbers of puzzles to generate.

use std::io::{self, Read};
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::vec;

use lanedoku_formats::{
    BOARD_MAX, BYTE_ORDER_MARK, Diagnostic, Entry, EntryKind, InputFormat, LINE_MAX, LineEnds, Splitter, read,
};

use crate::drawn_rows::DrawnRows;
use crate::inputs::Input;
use crate::streams;

/// The capacity of a block, in bytes. It holds the largest unfinished board and an unfinished line from the previous
/// block, and newly read text.
pub const BLOCK: usize = 128 << 10;
const _: () = assert!(BLOCK > BOARD_MAX + LINE_MAX);

/// A part of one input, or a range of numbers. Its buffers are reused.
#[derive(Clone, Default)]
pub struct Block {
    /// The name of the input, for messages.
    pub name: Arc<str>,
    /// The number of its first line, from 0.
    pub line: u64,
    /// The first `filled` bytes are the text.
    buffer: Vec<u8>,
    filled: usize,
    /// The puzzles and the errors in the text.
    pub entries: Vec<Entry>,
    /// Why some lines are no puzzles, and not answered.
    pub left_out: Vec<Diagnostic>,
    /// The column names, if the input is a table with a header.
    pub columns: Option<Arc<[String]>>,
    /// The number of entries before this block, in all inputs.
    pub before: u64,
    /// The numbers of the puzzles to generate.
    pub numbers: Range<u64>,
    /// The error that ended the input.
    pub failure: Option<String>,
}

impl Block {
    pub fn text(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Returns a block of the entries behind the first `count`.
    #[must_use]
    pub fn rest(&self, count: usize) -> Block {
        let entries = self.entries.get(count..).unwrap_or_default().to_vec();
        Block { entries, before: self.before + count as u64, numbers: 0..0, ..self.clone() }
    }

    /// Returns whether the block is about as large as requested, so that more input is likely.
    pub fn is_full(&self, size: usize) -> bool {
        !self.numbers.is_empty() || 2 * self.filled >= size
    }

    fn clear(&mut self) {
        self.filled = 0;
        self.entries.clear();
        self.left_out.clear();
        self.columns = None;
        self.numbers = 0..0;
        self.failure = None;
    }
}

/// A source of blocks.
pub trait BlockSource: Send {
    /// Fills a block with about `size` bytes of the text that is available, or with numbers. Blocks only if nothing is
    /// available. Returns false at the end.
    fn fill(&mut self, block: &mut Block, size: usize) -> bool;

    /// Returns whether `fill` may block for long.
    fn may_wait(&self) -> bool {
        false
    }
}

/// Reads the inputs one after the other.
pub struct InputReader {
    sources: vec::IntoIter<Input>,
    format: InputFormat,
    current: Option<Source>,
    /// Whether all tables must have the same columns.
    joins_columns: bool,
    /// The cells of a row of drawn boards of another layout.
    side: Option<usize>,
    /// The first table, and the names of its columns.
    columns: Option<(Arc<str>, Vec<String>)>,
    /// The number of entries so far.
    puzzles: u64,
    /// The number of bytes read, for the progress bar.
    read: Arc<AtomicU64>,
}

/// An open input.
struct Source {
    name: Arc<str>,
    input: Box<dyn Read + Send>,
    may_wait: bool,
    is_standard: bool,
    splitter: Splitter,
    line_ends: LineEnds,
    /// Text that was read but is not yet in a block.
    rest: Vec<u8>,
    /// The number of the first line of `rest`, from 0.
    line: u64,
    /// Whether the rest of a line that is too long is being skipped.
    skips_line: bool,
    /// Whether nothing was read yet, except perhaps a part of a byte order mark.
    at_start: bool,
}

impl InputReader {
    pub fn new(sources: Vec<Input>, format: InputFormat) -> Self {
        InputReader {
            sources: sources.into_iter(),
            format,
            current: None,
            joins_columns: false,
            side: None,
            columns: None,
            puzzles: 0,
            read: Arc::default(),
        }
    }

    /// If `joins_columns`, refuses tables with other columns than the first. Their order may differ.
    #[must_use]
    pub fn joining_columns(self, joins_columns: bool) -> Self {
        InputReader { joins_columns, ..self }
    }

    /// With the number of cells in a row of another layout, joins the rows of drawn boards.
    #[must_use]
    pub fn joining_rows(self, side: Option<usize>) -> Self {
        InputReader { side, ..self }
    }

    /// Returns why a table cannot be joined to the first.
    fn unlike_columns(first: &(Arc<str>, Vec<String>), columns: &[&str]) -> Option<String> {
        let (name, expected) = first;
        let sorted = |names: &mut dyn Iterator<Item = &str>| {
            let mut names: Vec<String> = names.map(str::to_owned).collect();
            names.sort();
            names
        };
        let mut names = sorted(&mut columns.iter().copied());
        let is_same_set = names == sorted(&mut expected.iter().map(String::as_str));
        let count = names.len();
        names.dedup();
        // Only the order distinguishes two columns with the same name.
        if columns == expected || is_same_set && names.len() == count {
            return None;
        }
        let listed = |names: &[&str]| match names {
            [] => "none".to_owned(),
            _ => names.join(", ").escape_debug().take(200).collect(),
        };
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        Some(format!(
            "its columns beside the puzzle are {}, those of {name} are {} (--format json takes both)",
            listed(columns),
            listed(&expected)
        ))
    }

    /// Returns the counter of bytes read.
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
                match Source::open(&input, &self.format, self.side) {
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
        let mut more = source.fill(block, size, &self.read).unwrap_or_else(|error| {
            block.failure = Some(error.to_string());
            false
        });
        if let Some(refused) = block.entries.pop_if(|entry| entry.kind == EntryKind::MissingColumn)
            && let Err(diagnostic) = read(&refused, block.text(), &self.format)
        {
            block.failure = Some(diagnostic.reason);
        }
        if self.joins_columns
            && let Some(columns) = source.splitter.extra_columns()
        {
            let names = || columns.iter().map(|name| (*name).to_owned()).collect();
            let first = self.columns.get_or_insert_with(|| (source.name.clone(), names()));
            if let Some(reason) = Self::unlike_columns(first, &columns) {
                block.entries.clear();
                block.failure = Some(reason);
                more = false;
            }
        }
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
            Some(source) => source.may_wait && !(source.is_standard && streams::input_is_ready()),
            None => self.sources.as_slice().first().is_some_and(Input::may_wait),
        }
    }
}

impl Source {
    fn open(input: &Input, format: &InputFormat, side: Option<usize>) -> io::Result<Source> {
        let text = input.open()?;
        Ok(Source {
            name: input.name().into(),
            input: match side {
                Some(side) => Box::new(DrawnRows::new(text, side)),
                None => text,
            },
            may_wait: input.may_wait(),
            is_standard: *input == Input::Standard,
            splitter: match input.may_wait() {
                true => Splitter::new(format).without_waiting(),
                false => Splitter::new(format),
            },
            line_ends: LineEnds::default(),
            rest: Vec::new(),
            line: 0,
            skips_line: false,
            at_start: true,
        })
    }

    /// Fills a block with at least one entry, unless the input ends first. Returns false at the end of the input.
    fn fill(&mut self, block: &mut Block, size: usize, bytes_read: &AtomicU64) -> io::Result<bool> {
        if block.buffer.is_empty() {
            // The system allocates zeroed pages when they are first used.
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
                    // The text before the error is still answered.
                    block.failure = Some(error.to_string());
                    0
                }
            };
            bytes_read.fetch_add(count as u64, Relaxed);
            if self.at_start && count > 0 && BYTE_ORDER_MARK.starts_with(&block.buffer[..rest + count]) {
                // A pipe may deliver the mark in pieces.
                self.rest.clear();
                self.rest.extend_from_slice(&block.buffer[..rest + count]);
                continue;
            }
            self.line_ends.replace(&mut block.buffer[..rest + count], count == 0);
            let skipped = self.skip(&block.buffer[..rest + count]);
            block.buffer.copy_within(skipped..rest + count, 0);
            block.filled = rest + count - skipped;
            block.line = self.line;

            let more = count > 0;
            let text = &block.buffer[..block.filled];
            let progress = self.splitter.split(text, !more, &mut block.entries);
            block.left_out = self.splitter.take_left_out(text);
            self.rest.clear();
            self.rest.extend_from_slice(&text[progress.bytes..]);
            self.line += u64::from(progress.lines);
            self.skips_line |= progress.within_line;
            if !(more && block.entries.is_empty() && block.left_out.is_empty()) {
                return Ok(more);
            }
        }
    }

    /// Returns the number of bytes to skip at the start of the text: a byte order mark, or the rest of a line that is
    /// too long.
    fn skip(&mut self, text: &[u8]) -> usize {
        let at_start = mem::replace(&mut self.at_start, false);
        if at_start && text.starts_with(BYTE_ORDER_MARK) {
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

/// Blocks of numbers, for puzzles to generate.
pub struct Numbers {
    left: Range<u64>,
    per_block: u64,
}

impl Numbers {
    /// Returns the numbers below `count`, in blocks of `per_block`.
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

    /// Reads one byte at a time.
    struct SingleByteReads(io::Cursor<Vec<u8>>);

    impl Read for SingleByteReads {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let end = buffer.len().min(1);
            self.0.read(&mut buffer[..end])
        }
    }

    /// Returns the line number and the text of each entry, reading one byte at a time.
    fn entries(text: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let (found, failure) = entries_of(SingleByteReads(io::Cursor::new(text.to_vec())));
        assert_eq!(failure, None);
        found
    }

    /// Returns the line number and the text of each entry, and the error at the end.
    fn entries_of(input: impl Read + Send + 'static) -> (Vec<(u64, Vec<u8>)>, Option<String>) {
        let mut source = Source {
            name: "input".into(),
            input: Box::new(input),
            may_wait: false,
            is_standard: false,
            splitter: Splitter::new(&InputFormat::default()),
            line_ends: LineEnds::default(),
            rest: Vec::new(),
            line: 0,
            skips_line: false,
            at_start: true,
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
                return (found, block.failure.take());
            }
        }
    }

    /// A reader that is interrupted before or after each read, and fails at the end of its text.
    struct Failing {
        text: io::Cursor<Vec<u8>>,
        interrupts: bool,
        last: Option<&'static str>,
    }

    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.interrupts = !self.interrupts;
            if !self.interrupts {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let end = buffer.len().min(7);
            match (self.text.read(&mut buffer[..end]), self.last) {
                (Ok(0), Some(reason)) => Err(io::Error::other(reason)),
                (read, _) => read,
            }
        }
    }

    /// Everything before a read error is answered, even a last line without an end and a board that might continue. A
    /// signal is not an error.
    #[test]
    fn text_before_a_read_error_is_answered() {
        let line = [b'.'; 81].as_slice();
        let row = [b'.'; 9].as_slice();
        for text in [[line, b"\n", line].concat(), [line, b"\n", line, b"\n"].concat(), [row; 9].join(&b'\n')]
        {
            let expected = entries(&text);
            assert!(!expected.is_empty());
            for last in [None, Some("broken disk")] {
                let text = io::Cursor::new(text.clone());
                let (found, failure) = entries_of(Failing { text, interrupts: true, last });
                assert_eq!((found, failure.as_deref()), (expected.clone(), last));
            }
        }
    }

    #[test]
    fn a_byte_order_mark_may_come_in_pieces() {
        let line = [b'.'; 81].as_slice();
        let plain = [line, b"\n", line, b"\n"].concat();
        assert_eq!(entries(&plain), [(0, line.to_vec()), (1, line.to_vec())]);
        assert_eq!(entries(&[BYTE_ORDER_MARK, &plain].concat()), entries(&plain));
        // Only one mark, complete and at the start, is skipped.
        for marks in [&b"\xef\xbb\xbf\xef\xbb\xbf"[..], b"\xef\xbb", b"\xef"] {
            let kept = &marks[marks.len() / 6 * 3..];
            assert_eq!(entries(&[marks, line].concat()), [(0, [kept, line].concat())]);
        }
        assert_eq!(entries(BYTE_ORDER_MARK), []);
        assert_eq!(entries(&BYTE_ORDER_MARK[..2]), [(0, BYTE_ORDER_MARK[..2].to_vec())]);
    }
}
