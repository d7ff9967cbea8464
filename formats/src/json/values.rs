//! The values of a JSON text: where each begins and ends.

use std::ops::Range;

use memchr::memchr3;

use super::boards::places;

/// The deepest nesting that is read.
pub const DEEPEST: usize = 64;

/// Why a value has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanStop {
    /// The text ends first.
    Open,
    /// Something else is expected at this place.
    Wrong(usize, &'static str),
    /// The values are nested too deep at this place.
    Deep(usize),
}

/// A value, and its key if it is a member of an object.
struct ValueNode {
    key: Range<usize>,
    value: Range<usize>,
    /// The index of the first node behind the values in it; 0 while it is open.
    next: usize,
    /// Whether it is a board for which [`places`] suffices: the values in it have no nodes.
    is_board: bool,
}

/// A value and all values in it, in order. The first has the index 0.
#[derive(Default)]
pub struct Values {
    nodes: Vec<ValueNode>,
    open: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ExpectedToken {
    FirstKey,
    Key,
    FirstItem,
    Value,
    Comma,
}

impl Values {
    /// Finds the end of the value at `start`, and the values in it. `known` is the start of a container of which it is
    /// known that it has no end, so that the result is `Open` for every container around it.
    pub fn scan(
        &mut self,
        text: &[u8],
        start: usize,
        room: usize,
        known: Option<usize>,
    ) -> Result<usize, ScanStop> {
        let Values { nodes, open } = self;
        nodes.clear();
        open.clear();
        let (mut at, mut key, mut expects, mut container) = (start, 0..0, ExpectedToken::Value, 0);
        loop {
            at = skip_space(text, at);
            #[cfg(test)]
            crate::lines::scanned::add(1);
            let byte = *text.get(at).ok_or(ScanStop::Open)?;
            let end = match (byte, expects) {
                (b'"', ExpectedToken::FirstKey | ExpectedToken::Key) => {
                    key = at..string_end(text, at)?;
                    let colon = skip_space(text, key.end);
                    if *text.get(colon).ok_or(ScanStop::Open)? != b':' {
                        return Err(ScanStop::Wrong(colon, "expected `:`"));
                    }
                    (at, expects) = (colon + 1, ExpectedToken::Value);
                    continue;
                }
                (b'}', ExpectedToken::FirstKey | ExpectedToken::Comma) if container == b'{' => at + 1,
                (b']', ExpectedToken::FirstItem | ExpectedToken::Comma) if container == b'[' => at + 1,
                (b',', ExpectedToken::Comma) => {
                    expects = if container == b'{' { ExpectedToken::Key } else { ExpectedToken::Value };
                    at += 1;
                    continue;
                }
                (_, ExpectedToken::FirstItem | ExpectedToken::Value) => {
                    let is_container = matches!(byte, b'{' | b'[');
                    if is_container && open.len() >= room {
                        return Err(ScanStop::Deep(at));
                    }
                    let value = at..at;
                    let index = nodes.len();
                    let key = std::mem::take(&mut key);
                    nodes.push(ValueNode { key, value, next: 0, is_board: false });
                    open.push(index);
                    if known == Some(at) {
                        return Err(ScanStop::Open);
                    }
                    let board = (byte == b'[' && open.len() < room).then(|| places(text, at)).flatten();
                    if is_container && board.is_none() {
                        expects =
                            if byte == b'{' { ExpectedToken::FirstKey } else { ExpectedToken::FirstItem };
                        (at, container) = (at + 1, byte);
                        continue;
                    }
                    match (byte, board) {
                        (_, Some((_, end))) => {
                            nodes[index].is_board = true;
                            end
                        }
                        (b'"', _) => string_end(text, at)?,
                        (b'0'..=b'9', _) if matches!(text.get(at + 1), Some(b',' | b' ' | b']' | b'}')) => {
                            at + 1
                        }
                        _ => scalar_end(text, at)?,
                    }
                }
                (_, ExpectedToken::Comma) if container == b'{' => {
                    return Err(ScanStop::Wrong(at, "expected `,` or `}`"));
                }
                (_, ExpectedToken::Comma) => return Err(ScanStop::Wrong(at, "expected `,` or `]`")),
                (_, ExpectedToken::FirstKey | ExpectedToken::Key) => {
                    return Err(ScanStop::Wrong(at, "key must be a string"));
                }
            };
            // A value ends here.
            let next = nodes.len();
            if let Some(index) = open.pop() {
                (nodes[index].value.end, nodes[index].next) = (end, next);
            }
            let Some(&outer) = open.last() else { return Ok(end) };
            container = text[nodes[outer].value.start];
            (at, expects) = (end, ExpectedToken::Comma);
        }
    }

    /// Returns the range of a value, with its quotes or brackets.
    pub fn range(&self, index: usize) -> Range<usize> {
        self.nodes[index].value.clone()
    }

    /// Returns the range of the key of a member, with its quotes.
    pub fn key(&self, index: usize) -> Range<usize> {
        self.nodes[index].key.clone()
    }

    /// Returns whether a value is a board that [`places`] finds.
    pub fn is_board(&self, index: usize) -> bool {
        self.nodes[index].is_board
    }

    /// Returns the indices of the values directly in another.
    pub fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        let (mut child, end) = (index + 1, self.nodes[index].next);
        std::iter::from_fn(move || {
            let found = (child < end).then_some(child)?;
            child = self.nodes[found].next;
            Some(found)
        })
    }

    /// Returns whether some object has a member.
    pub fn has_keys(&self) -> bool {
        self.nodes.iter().any(|node| !node.key.is_empty())
    }

    /// Returns the start of the innermost container without an end, after a scan that stopped, and whether it is within
    /// an object in an array in the first value.
    pub fn innermost(&self, text: &[u8]) -> Option<(usize, bool)> {
        let mut starts = self.open.iter().map(|&index| self.nodes[index].value.start);
        let is_container = |start: &usize| matches!(text[*start], b'{' | b'[');
        let last = starts.clone().rfind(is_container)?;
        let has_array = starts.by_ref().any(|start| text[start] == b'[');
        Some((last, has_array && starts.any(|start| text[start] == b'{')))
    }
}

/// Returns the place of the next byte that is no white space.
#[inline]
pub fn skip_space(text: &[u8], start: usize) -> usize {
    let mut at = start;
    while matches!(text.get(at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
        at += 1;
    }
    at
}

/// Returns the end of the string at `start`.
pub fn string_end(text: &[u8], start: usize) -> Result<usize, ScanStop> {
    let mut at = start + 1;
    loop {
        let length = memchr3(b'"', b'\\', b'\n', &text[at.min(text.len())..]).ok_or(ScanStop::Open)?;
        #[cfg(test)]
        crate::lines::scanned::add(length);
        at += length;
        match text[at] {
            b'"' => break,
            b'\\'
                if !matches!(
                    text.get(at + 1),
                    None | Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u')
                ) =>
            {
                return Err(ScanStop::Wrong(at, "invalid escape"));
            }
            b'\\' => at += 2,
            _ => return Err(ScanStop::Wrong(at, "the string does not end on its line")),
        }
    }
    match text[start..at].iter().fold(false, |any, &byte| any | (byte < b' ')) {
        true => Err(ScanStop::Wrong(start, "control character in a string")),
        false => Ok(at + 1),
    }
}

/// Returns the end of the number or the word at `start`.
fn scalar_end(text: &[u8], start: usize) -> Result<usize, ScanStop> {
    let is_other = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let length = text[start..].iter().position(is_other).ok_or(ScanStop::Open)?;
    let is_value = match &text[start..start + length] {
        [b'0'..=b'9'] | b"null" | b"true" | b"false" | b"NaN" | b"Infinity" | b"-Infinity" => true,
        word => is_number(word),
    };
    is_value.then_some(start + length).ok_or(ScanStop::Wrong(start, "expected value"))
}

/// Returns whether this is a number. It may have leading zeros, which JSON forbids: a board begins with open cells.
pub fn is_number(word: &[u8]) -> bool {
    let whole = after_digits(word.strip_prefix(b"-").unwrap_or(word));
    let fraction = whole.and_then(|rest| match rest {
        [b'.', digits @ ..] => after_digits(digits),
        _ => Some(rest),
    });
    let exponent = fraction.and_then(|rest| match rest {
        [b'e' | b'E', b'+' | b'-', digits @ ..] | [b'e' | b'E', digits @ ..] => after_digits(digits),
        _ => Some(rest),
    });
    exponent.is_some_and(<[u8]>::is_empty)
}

/// Returns what follows the digits at the start, of which there is at least one.
fn after_digits(text: &[u8]) -> Option<&[u8]> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (count > 0).then(|| &text[count..])
}
