//! JSON: a tree of objects, arrays and values, or several after each other, as in JSON Lines.
//!
//! A board is a string, or an array of cells or rows. An object that directly holds one is a record: its other members
//! are the fields. Other objects and arrays are visited. [`tree`] reads a text in pieces, [`values`] finds the ends of
//! values, [`boards`] has the boards that arrays draw.

mod boards;
mod tree;
mod values;

use std::borrow::Cow;
use std::ops::Range;

pub use boards::{cells, plain};
pub use tree::{JsonStep, JsonTree, Piece};
#[cfg(test)]
pub use values::is_number;
use values::{DEEPEST, ScanStop, Values};

use crate::format::{FormatName, InputFormat};
use crate::puzzles::{Diagnostic, Parsed, read_one};

/// The separator of a record that is JSON. No user can request this separator, because it is not ASCII.
pub const OBJECT: u8 = 0xff;

/// A member of an object.
pub struct Member<'a> {
    pub name: Cow<'a, str>,
    /// Its value, as written.
    pub value: &'a str,
    pub range: Range<usize>,
}

/// Returns the members of an object, in order; none for another value.
pub fn members(record: &[u8]) -> Vec<Member<'_>> {
    let mut values = Values::default();
    let start = values::skip_space(record, 0);
    if record.get(start) != Some(&b'{') || values.scan(record, start, DEEPEST, None).is_err() {
        return Vec::new();
    }
    let part = |range: Range<usize>| str::from_utf8(&record[range]).unwrap_or_default();
    let member = |index| {
        let range = values.range(index);
        let name = match text(part(values.key(index))) {
            Cow::Borrowed(name) => String::from_utf8_lossy(name),
            Cow::Owned(name) => String::from_utf8_lossy(&name).into_owned().into(),
        };
        Member { name, value: part(range.clone()), range }
    };
    values.children(0).map(member).collect()
}

/// Returns whether a line begins an object.
pub fn begins_object(trimmed: &[u8]) -> bool {
    let rest = trimmed.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    matches!(rest, Some([] | [b'"' | b'}', ..]))
}

/// Returns whether a line begins an array of objects, arrays or strings.
pub fn begins_array(trimmed: &[u8]) -> bool {
    let rest = trimmed.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    matches!(rest, Some([] | [b'"' | b'[' | b'{', ..]))
}

/// Returns the cells of a puzzle at this range of a text, if they are not plain text within quotes.
pub fn encoded_cells(text: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let is_plain = range.start.checked_sub(1).is_some_and(|before| text[before] == b'"');
    let value = str::from_utf8(&text[range]).ok().filter(|_| !is_plain)?;
    value.starts_with(['"', '[']).then(|| cells(value).into_owned())
}

/// Parses a puzzle whose cells are not contiguous in the record. The error has the line of the record.
pub fn read_cells(cells: &[u8], line: u64, format: &InputFormat) -> Result<Parsed, Diagnostic> {
    let at_record = |diagnostic: Diagnostic| {
        let reason = match diagnostic.line {
            1 => diagnostic.reason,
            row => format!("row {row} of the board: {}", diagnostic.reason),
        };
        Diagnostic { line, column: None, reason }
    };
    let parsed = read_one(cells, &format_of_value(format)).map_err(at_record)?;
    Ok(Parsed { warning: parsed.warning.map(at_record), ..parsed })
}

/// Returns the format of the text in a value.
fn format_of_value(format: &InputFormat) -> InputFormat {
    InputFormat {
        name: format.name.filter(|name| *name == FormatName::Candidates),
        side: format.side,
        alphabet: format.alphabet,
        open: format.open.clone(),
        ..InputFormat::default()
    }
}

/// Returns a value as text: a string without its quotes and escapes, nothing for `null`, any other value unchanged.
pub fn text(value: &str) -> Cow<'_, [u8]> {
    match value.as_bytes() {
        b"null" => Cow::Borrowed(&[]),
        [b'"', inner @ .., b'"'] if !inner.contains(&b'\\') => Cow::Borrowed(inner),
        [b'"', inner @ .., b'"'] => unescaped(inner).map_or(Cow::Borrowed(value.as_bytes()), Cow::Owned),
        other => Cow::Borrowed(other),
    }
}

/// Returns a string without its escapes; `None` if one of them is wrong. (For a whole parser, a web page would be eight
/// kilobytes longer.)
fn unescaped(inner: &[u8]) -> Option<Vec<u8>> {
    let mut text = String::with_capacity(inner.len());
    let mut rest = str::from_utf8(inner).ok()?;
    let unit = |rest: &str| {
        let digits = rest.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        u16::from_str_radix(digits, 16).ok()
    };
    while let Some(place) = rest.find(['\\', '"']) {
        text.push_str(&rest[..place]);
        if rest[place..].starts_with('"') {
            return None;
        }
        rest = &rest[place + 1..];
        let escape = rest.chars().next()?;
        rest = &rest[escape.len_utf8()..];
        text.push(match escape {
            '"' | '\\' | '/' => escape,
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\x08',
            'f' => '\x0c',
            'u' => {
                let first = unit(rest)?;
                rest = &rest[4..];
                let second =
                    rest.strip_prefix("\\u").and_then(unit).filter(|_| (0xd800..0xdc00).contains(&first));
                rest = &rest[if second.is_some() { 6 } else { 0 }..];
                char::decode_utf16([first].into_iter().chain(second)).next()?.ok()?
            }
            _ => return None,
        });
    }
    text.push_str(rest);
    Some(text.into_bytes())
}

/// Returns a value on one line: the line ends between its values become spaces.
pub fn on_one_line(value: &str) -> Cow<'_, str> {
    match value.contains(['\n', '\r']) {
        true => value.lines().map(str::trim).collect::<Vec<_>>().join(" ").into(),
        false => value.into(),
    }
}

/// Returns the place of the error in a text that is not JSON, or not as requested, and the reason.
pub fn error(content: &[u8]) -> (usize, String) {
    let start = values::skip_space(content, 0);
    let end = content.trim_ascii_end().len();
    let (kind, open) = match content.get(start) {
        None | Some(b'{') => ("object", "EOF while parsing an object"),
        Some(b'[') => ("array", "it has no end"),
        Some(_) => return (start, "not a JSON object".into()),
    };
    let (at, reason) = match Values::default().scan(content, start, DEEPEST, None) {
        Ok(next) if next < end && kind == "object" => {
            (values::skip_space(content, next), "trailing characters")
        }
        Ok(_) => (start, ""),
        Err(ScanStop::Open) => (end.saturating_sub(1), open),
        Err(ScanStop::Deep(at)) => return (at, format!("nested more than {DEEPEST} deep")),
        Err(ScanStop::Wrong(at, reason)) => (at, reason),
    };
    let separator = if reason.is_empty() { "" } else { ": " };
    (at, format!("not a JSON {kind}{separator}{reason}"))
}
