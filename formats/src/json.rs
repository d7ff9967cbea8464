//! JSON Lines: one object per line.
//!
//! The puzzle is a string, or an array of cells or rows. The other members of an object are the fields of its record.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde_core::Deserialize;
use serde_core::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::entry::EntryKind;
use crate::format::{Field, FormatName, InputFormat};
use crate::puzzles::{Diagnostic, Parsed, read_one};
use crate::splitter::split_all;
use crate::tables::{PUZZLE_NAMES, is_puzzle, kind_of};

/// The separator of a record that is an object. No user can request this separator, because it is not ASCII.
pub const OBJECT: u8 = 0xff;

/// A member of an object.
pub struct Member<'a> {
    pub name: String,
    /// Its value, as written.
    pub value: &'a str,
}

impl Member<'_> {
    /// Returns the range of the value in the line that it was parsed from.
    pub fn range(&self, line: &[u8]) -> Range<usize> {
        let start = self.value.as_ptr() as usize - line.as_ptr() as usize;
        start..start + self.value.len()
    }
}

struct Members<'a>(Vec<Member<'a>>);

impl<'a> Deserialize<'a> for Members<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor;
        impl<'a> Visitor<'a> for ObjectVisitor {
            type Value = Members<'a>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<Members<'a>, M::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
                    members.push(Member { name, value: value.get() });
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(ObjectVisitor)
    }
}

/// Returns the members of an object, in order.
pub fn members(line: &[u8]) -> serde_json::Result<Vec<Member<'_>>> {
    serde_json::from_slice::<Members>(line).map(|members| members.0)
}

/// Returns whether a line begins an object.
pub fn begins_object(trimmed: &[u8]) -> bool {
    let rest = trimmed.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    matches!(rest, Some([] | [b'"' | b'}', ..]))
}

/// Returns whether a line begins an array of objects, arrays or strings. Such a text is not JSON Lines.
pub fn begins_array(trimmed: &[u8]) -> bool {
    let rest = trimmed.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    matches!(rest, Some([] | [b'"' | b'[' | b'{', ..]))
}

/// Returns the range and the kind of the puzzle of a line. `is_first` is whether no line with content came before.
pub fn puzzle(line: &[u8], format: &InputFormat, is_first: bool) -> (Range<usize>, EntryKind) {
    let whole = 0..line.len();
    let members = match members(line) {
        Ok(members) => members,
        // The object continues on the next lines.
        Err(error) if is_first && error.is_eof() => return (whole, EntryKind::NotJsonLines),
        Err(_) => return (whole, EntryKind::NotAnObject),
    };
    let named = |name: &str| members.iter().find(|member| member.name.eq_ignore_ascii_case(name));
    let found = match &format.field {
        Some(Field::Name(name)) => named(name),
        Some(Field::Number(number)) => members.get(number - 1),
        None => PUZZLE_NAMES
            .iter()
            .find_map(|name| named(name))
            .or_else(|| members.iter().find(|member| is_puzzle(&text(member.value)))),
    };
    let Some(found) = found else { return (whole, EntryKind::MissingField(0)) };
    let range = found.range(line);
    match cells(found.value) {
        Cow::Borrowed([]) => (whole, EntryKind::MissingField(0)),
        Cow::Borrowed(cells) => {
            let start = range.start + usize::from(found.value.starts_with('"'));
            (start..start + cells.len(), kind_of(cells, format.only_size()))
        }
        Cow::Owned(cells) => {
            let kind = match split_all(&cells, &format_of_value(format)).as_slice() {
                [entry] => entry.kind,
                _ => EntryKind::WrongLength(0),
            };
            // The cells are not contiguous in the record.
            let kind =
                if let EntryKind::Line(_) = kind { EntryKind::Board(lanedoku::Size::Nine) } else { kind };
            (range, kind)
        }
    }
}

/// Returns the cells of a value that is not a plain string, at this range of a record; otherwise `None`.
pub fn encoded_cells(record: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let is_string = record.get(range.start.checked_sub(1)?) == Some(&b'"');
    let value = str::from_utf8(&record[range]).ok().filter(|_| !is_string)?;
    match cells(value) {
        Cow::Owned(cells) => Some(cells),
        Cow::Borrowed(_) => None,
    }
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
        [b'"', ..] => match serde_json::from_str::<String>(value) {
            Ok(string) => Cow::Owned(string.into_bytes()),
            Err(_) => Cow::Borrowed(value.as_bytes()),
        },
        other => Cow::Borrowed(other),
    }
}

/// The deepest arrays that are read: rows of cells, and one level more than that.
const DEEPEST: usize = 3;

/// Returns a value as the text of a board: an array of rows becomes lines, an array of cells becomes fields.
pub fn cells(value: &str) -> Cow<'_, [u8]> {
    /// The text of an array in `depth` others.
    fn rows(value: &str, depth: usize) -> Option<Vec<u8>> {
        if depth >= DEEPEST || !value.starts_with('[') {
            return None;
        }
        let items: Vec<&RawValue> = serde_json::from_str(value).ok()?;
        let is_row = |item: &&RawValue| {
            item.get().starts_with('[') || item.get().starts_with('"') && text(item.get()).len() > 2
        };
        let separator = if items.iter().any(is_row) { b'\n' } else { b',' };
        let items = items.iter().map(|item| match rows(item.get(), depth + 1) {
            Some(rows) => Cow::Owned(rows),
            None => text(item.get()),
        });
        Some(items.collect::<Vec<_>>().join(&separator))
    }
    match rows(value, 0) {
        Some(rows) => Cow::Owned(rows),
        None => text(value),
    }
}

/// Returns the column of the error in a line that is not an object, and the reason.
pub fn error(line: &[u8]) -> (usize, String) {
    match members(line) {
        Ok(_) => (1, "not a JSON object".into()),
        // The message of `serde_json` would quote the data.
        Err(error) if error.is_data() => (1, "not a JSON object".into()),
        Err(error) => {
            let text = error.to_string();
            let reason = text.split(" at line ").next().unwrap_or_default();
            (error.column(), format!("not a JSON object: {reason}"))
        }
    }
}
