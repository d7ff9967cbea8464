//! Rows whose open cells are blanks. The bars between the boxes or the cells determine the cell of each digit.

use std::ops::Range;

use lanedoku::Size;

use crate::characters::{character_length, is_open_mark};

/// A character of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Blank,
    Bar,
    Cell,
}

/// Returns the size of the board that a row with bars belongs to, if some of its cells are blanks.
pub fn size_of_row(content: &[u8]) -> Option<Size> {
    size_by(content, |row, size| (1..size.side()).contains(&row.clues))
}

/// Returns the size of the board that a row of blanks between bars belongs to.
pub fn size_of_open_row(content: &[u8]) -> Option<Size> {
    size_by(content, |row, _| row.clues == 0)
}

/// Returns whether a line has bars.
pub fn has_bars(content: &[u8]) -> bool {
    (0..content.len()).any(|place| content[place] == b'|' || is_vertical(&content[place..]))
}

fn size_by(content: &[u8], is_possible: impl Fn(&BlankedRow, &Size) -> bool) -> Option<Size> {
    // Most lines have no bar.
    if !content.iter().any(|byte| matches!(byte, b'|' | 0xe2)) {
        return None;
    }
    let row = BlankedRow::of(content)?;
    let mut sizes = [Size::Nine, Size::Sixteen, Size::TwentyFive, Size::Four].into_iter();
    sizes.find(|size| is_possible(&row, size) && row.places(size.side()).is_some())
}

/// Returns the range of each cell of a row of a board of this side: empty for an open cell.
pub fn cells(content: &[u8], side: usize) -> Option<Vec<Range<usize>>> {
    let row = BlankedRow::of(content)?;
    let range = |index: Option<usize>| match index {
        Some(index) => row.marks[index].1..row.marks[index].1 + 1,
        None => content.len()..content.len(),
    };
    Some(row.places(side)?.into_iter().map(range).collect())
}

/// The characters of a row, each with its offset in bytes.
struct BlankedRow {
    marks: Vec<(Mark, usize)>,
    /// The number of digits and letters.
    clues: usize,
}

impl BlankedRow {
    /// Returns `None` if the line has other characters, such as another mark for open cells.
    fn of(content: &[u8]) -> Option<BlankedRow> {
        let (mut marks, mut clues, mut place) = (Vec::with_capacity(content.len()), 0, 0);
        let trimmed = content.trim_ascii_end();
        while place < trimmed.len() {
            let rest = &trimmed[place..];
            let mark = match rest[0] {
                b' ' => Mark::Blank,
                b'|' => Mark::Bar,
                byte if byte.is_ascii_alphanumeric() && !is_open_mark(byte) => Mark::Cell,
                _ => is_vertical(rest).then_some(Mark::Bar)?,
            };
            clues += usize::from(mark == Mark::Cell);
            marks.push((mark, place));
            place += character_length(rest);
        }
        Some(BlankedRow { marks, clues })
    }

    /// Returns the index of the digit in each cell, or `None` if the line is not a row of a board of this side.
    fn places(&self, side: usize) -> Option<Vec<Option<usize>>> {
        let order = side.isqrt();
        let mut bars = self.bars();
        let (first, last) = (*bars.first()?, *bars.last()?);
        let width = bars.get(1)? - first;
        let parts = bars.len() - 1;
        // Without bars around it, a large board could be mistaken for a smaller one.
        let has_outer_cells = self
            .marks
            .iter()
            .enumerate()
            .any(|(index, (mark, _))| *mark == Mark::Cell && !(first..last).contains(&(index as isize)));
        if (parts + 2 == side || parts + 2 == order) && (side == Size::Nine.side() || has_outer_cells) {
            bars.insert(0, first - width);
            bars.push(last + width);
        }
        let is_even = bars.windows(2).all(|pair| pair[1] - pair[0] == width);
        let part_of = |index: isize| bars.windows(2).position(|pair| pair[0] < index && index < pair[1]);
        match bars.len() - 1 {
            // Bars between the cells: at most one digit between two bars.
            count if count == side && width <= 8 => self.fill(side, part_of),
            // The cells of a box are evenly spaced, with equal margins.
            count if count == order && is_even => (0..3).find_map(|margin| {
                let between = width - 2 - 2 * margin;
                let step = between / (order as isize - 1);
                let is_whole = step * (order as isize - 1) == between && (1..=4).contains(&step);
                is_whole.then(|| {
                    self.fill(side, |index| {
                        let part = part_of(index)?;
                        let offset = usize::try_from(index - bars[part] - 1 - margin).ok()?;
                        let is_cell = offset % step as usize == 0 && offset / (step as usize) < order;
                        is_cell.then_some(part * order + offset / step as usize)
                    })
                })?
            }),
            _ => None,
        }
    }

    /// Puts each digit into the cell that `cell_of` returns for its index. Returns `None` if a digit has no cell, or if
    /// two share one.
    fn fill(&self, side: usize, cell_of: impl Fn(isize) -> Option<usize>) -> Option<Vec<Option<usize>>> {
        let mut cells = vec![None; side];
        for (index, _) in self.marks.iter().enumerate().filter(|(_, (mark, _))| *mark == Mark::Cell) {
            if cells.get_mut(cell_of(index as isize)?)?.replace(index).is_some() {
                return None;
            }
        }
        Some(cells)
    }

    /// Returns the indices of the bars. Of several adjacent bars, only the last counts.
    fn bars(&self) -> Vec<isize> {
        let is_bar = |index: usize| self.marks.get(index).is_some_and(|(mark, _)| *mark == Mark::Bar);
        let bars = (0..self.marks.len()).filter(|&index| is_bar(index) && !is_bar(index + 1));
        bars.map(|index| index as isize).collect()
    }
}

/// Returns whether a text begins with a vertical line of a frame.
fn is_vertical(text: &[u8]) -> bool {
    lanedoku::box_drawing(text).is_some()
        && matches!(text, [0xe2, 0x94, 0x82 | 0x83 | 0x86 | 0x87 | 0x8a | 0x8b, ..] | [0xe2, 0x95, 0x91, ..])
}
