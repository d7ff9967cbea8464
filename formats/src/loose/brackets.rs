//! Boards in brackets, as in the source code of programs: lists of cells, of rows, and of texts.

use lanedoku::Size;

use super::tokens::{LooseCell, cell, is_run, is_separator, run};
use super::{Ahead, LooseLines, SIZES};

/// The deepest brackets that are read, and the longest list: more than that is not a board.
const DEEPEST: usize = 8;
const LONGEST: usize = 2 * Size::TwentyFive.cells();

/// An open bracket and what it holds.
#[derive(Default)]
struct Group {
    /// The values that are not in inner brackets.
    cells: Vec<LooseCell>,
    /// The rows in inner brackets.
    rows: Vec<Vec<LooseCell>>,
    /// Whether a value is missing since the last comma: `[5,,3]`.
    expects_value: bool,
    /// Whether some value is not a cell.
    has_text: bool,
    /// Whether it held boards.
    has_boards: bool,
}

impl Group {
    fn push(&mut self, word: &[u8]) {
        self.expects_value = false;
        match cell(word) {
            Some(cell) => self.cells.push(cell),
            // A row as a text.
            None if SIZES.iter().any(|size| word.len() == size.side() && is_run(word, size.side())) => {
                self.rows.push(run(word).collect());
            }
            None => self.has_text = true,
        }
    }

    /// Returns the boards of a bracket that closes; the rest goes to the bracket around it.
    fn close(mut self, outer: Option<&mut Group>) -> Option<(Size, Vec<LooseCell>)> {
        let is_whole = |rows: &[Vec<LooseCell>]| {
            SIZES
                .into_iter()
                .find(|size| rows.len() == size.side() && rows.iter().all(|row| row.len() == size.side()))
        };
        let size = match self.rows.is_empty() {
            false => is_whole(&self.rows),
            // 16 values may be a row.
            true if self.has_text || self.cells.len() == 16 && outer.is_some() => None,
            true => SIZES.into_iter().find(|size| size.cells() == self.cells.len()),
        };
        if let Some(size) = size {
            if let Some(outer) = outer {
                outer.has_boards = true;
                outer.expects_value = false;
            }
            let cells = if self.rows.is_empty() { self.cells } else { self.rows.concat() };
            return Some((size, cells));
        }
        if let Some(outer) = outer {
            outer.expects_value = false;
            outer.has_boards |= self.has_boards;
            if self.rows.is_empty() && !self.has_text && !self.cells.is_empty() {
                self.rows.push(self.cells);
            }
            outer.rows.append(&mut self.rows);
        }
        None
    }
}

/// Reads the boards in the brackets that open on the next line.
pub fn read(lines: &LooseLines) -> Ahead {
    let (mut open, mut boards): (Vec<Group>, Vec<_>) = Default::default();
    let (mut number, mut end) = (0, 0);
    while let Some(line) = lines.get(number)? {
        if number == 0 && !line.iter().any(|byte| matches!(byte, b'[' | b'{' | b'(')) {
            break;
        }
        number += 1;
        let code = &line[..];
        let mut start = 0;
        while start < code.len() {
            let byte = code[start];
            let group = open.last_mut();
            match byte {
                b'[' | b'{' | b'(' => open.push(Group::default()),
                b']' | b'}' | b')' => {
                    if let Some(group) = open.pop()
                        && let Some(board) = group.close(open.last_mut())
                    {
                        boards.push(board);
                        end = number;
                    }
                }
                b',' | b';' => {
                    if let Some(group) = group
                        && std::mem::replace(&mut group.expects_value, true)
                        && group.rows.is_empty()
                    {
                        group.cells.push(LooseCell::Open);
                    }
                }
                b'"' | b'\'' if code.get(start + 1) == Some(&byte) => {
                    if let Some(group) = group {
                        group.push(b"");
                    }
                    start += 1;
                }
                _ if is_separator(byte) => {}
                _ => {
                    let stop = code[start..].iter().position(|&byte| is_separator(byte));
                    let stop = stop.map_or(code.len(), |length| start + length);
                    if let Some(group) = group {
                        group.push(&code[start..stop]);
                    }
                    start = stop - 1;
                }
            }
            start += 1;
        }
        let held = |group: &Group| group.cells.len() + group.rows.iter().map(Vec::len).sum::<usize>();
        let is_pending = open.iter().any(|group| held(group) > 0);
        // Nothing is open, or only a list whose boards are whole.
        if open.is_empty() || !is_pending && !boards.is_empty() {
            break;
        }
        let is_idle = number > 2 && !is_pending;
        if open.len() > DEEPEST
            || is_idle
            || open.iter().map(held).sum::<usize>() > LONGEST
            || number > LONGEST
        {
            break;
        }
    }
    Some(lines.found(end, boards, None))
}
