//! Boards in the tables of web pages.

use super::{Ahead, LooseLines, rows};

/// The most rows and lines of a table.
const MOST_ROWS: usize = 30;
const LONGEST: usize = 800;

/// Reads the table that begins on the next line.
pub fn read(lines: &LooseLines) -> Ahead {
    let has_tag =
        |line: &[u8], tag: &[u8]| line.windows(tag.len()).any(|part| part.eq_ignore_ascii_case(tag));
    let (mut page, mut number) = (Vec::new(), 0);
    let mut rows = 0;
    while let Some(line) = lines.get(number)? {
        let begins = has_tag(&line, b"<table");
        // A table within a table is no board.
        if begins != (number == 0) && !(number == 0 && has_tag(&line, b"<tr")) {
            return Some(None);
        }
        number += 1;
        rows += usize::from(has_tag(&line, b"<tr"));
        page.extend_from_slice(&line);
        page.push(b' ');
        if has_tag(&line, b"</table") || rows > MOST_ROWS || number > LONGEST {
            break;
        }
    }
    let table = rows_of(&page);
    let Some(Some(found)) = rows::read(&lines.of_text(&table)) else { return Some(None) };
    Some(lines.found(number, found.boards, found.note))
}

/// Returns the rows of a table as lines of fields between bars.
fn rows_of(page: &[u8]) -> Vec<u8> {
    let mut table = Vec::with_capacity(page.len());
    let (mut rest, mut in_cell) = (page, false);
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'<' {
            table.extend(in_cell.then_some(byte));
            rest = after;
            continue;
        }
        let end = after.iter().position(|&byte| byte == b'>').unwrap_or(after.len());
        let tag = after[..end].to_ascii_lowercase();
        match tag.as_slice() {
            [b't', b'r', ..] => {
                table.push(b'\n');
                in_cell = false;
            }
            [b't', b'd' | b'h', ..] if !tag.starts_with(b"the") => {
                table.push(b'|');
                in_cell = true;
            }
            [b'/', b't', ..] => in_cell = false,
            [b'i', b'n', b'p', b'u', b't', ..] => table.extend(attribute(&tag, b"value=")),
            _ => {}
        }
        rest = after.get(end + 1..).unwrap_or_default();
    }
    // Rows begin with a bar, and end with one.
    let rows = table.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|row| row.starts_with(b"|"));
    let blank = |row: &[u8]| String::from_utf8_lossy(row).replace("&nbsp;", " ").replace("&#160;", " ");
    rows.map(|row| blank(row) + "|\n").collect::<String>().into_bytes()
}

/// Returns the value of an attribute of a tag.
fn attribute<'a>(tag: &'a [u8], name: &[u8]) -> &'a [u8] {
    let Some(start) = tag.windows(name.len()).position(|part| part == name) else { return &[] };
    let value = &tag[start + name.len()..];
    value
        .split(|byte| matches!(byte, b'"' | b'\'' | b' ' | b'/'))
        .find(|part| !part.is_empty())
        .unwrap_or_default()
}
