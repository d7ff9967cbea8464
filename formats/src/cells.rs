//! The cells of a line.

use std::ops::Range;

use lanedoku::Size;

use crate::blanks;
use crate::characters::{character_length, fields_of_cells, groups, is_frame};
use crate::lines::LineShape;

/// One cell on a line.
pub struct LineCell<'a> {
    /// Its offset in bytes.
    pub place: usize,
    pub text: &'a [u8],
    /// Whether it is a group between separators, which may be a number.
    pub is_group: bool,
}

/// Returns the cells of a line that is expected to have `count` cells. Each `-` is one if the count says so, or if it
/// is in the rows before.
pub fn cells_of<'a>(
    content: &'a [u8],
    shape: &LineShape,
    count: usize,
    dashes_are_cells: bool,
) -> Vec<LineCell<'a>> {
    if shape.blanks.is_some_and(|size| size.side() == count) || blanks::size_of_open_row(content).is_some() {
        let cells = blanks::cells(content, count).unwrap_or_default();
        let cell =
            |range: Range<usize>| LineCell { place: range.start, text: &content[range], is_group: false };
        return cells.into_iter().map(cell).collect();
    }
    let group = |(place, text)| LineCell { place, text, is_group: true };
    if let Some((fields, separator)) = fields_of_cells(content)
        && fields == count
    {
        let mut place = 0;
        let fields = content.split(|&byte| byte == separator).take(count);
        return fields
            .map(|field| {
                let blank = field.len() - field.trim_ascii_start().len();
                let cell = group((place + blank, field.trim_ascii()));
                place += field.len() + 1;
                cell
            })
            .collect();
    }
    let is_candidates = (count == Size::Nine.side() && shape.is_candidate_row())
        || (count == Size::Nine.cells() && shape.is_candidate_line());
    if shape.is_numbers(count) || is_candidates {
        return groups(content).filter(|(_, text)| !is_frame(text)).map(group).collect();
    }
    let dashes = dashes_are_cells || shape.has_dashes(count);
    let mut cells = Vec::with_capacity(count);
    let mut place = 0;
    while place < content.len() {
        let rest = &content[place..];
        let skipped = match rest[0] {
            b' ' | b'\t' | b'\r' | b'|' | b'+' => Some(1),
            b'-' if !dashes => Some(1),
            _ => lanedoku::box_drawing(rest),
        };
        let length = skipped.unwrap_or_else(|| character_length(rest));
        if skipped.is_none() {
            cells.push(LineCell { place, text: &rest[..length], is_group: false });
        }
        place += length;
    }
    cells
}
