//! Draws the pencil marks of a board, with those that decide a step and those that it removes.

use lanedoku_steps::{PencilMarks, Step};

use crate::output::write_groups;

/// Green for the candidates that decide, red for those that are removed.
const DECIDING: &str = "\x1b[1;32m";
const REMOVED: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";

/// Draws a board before a step: in each cell the digit or the candidates, `(` and `)` around those that decide the step
/// or are placed by it, and `-` before those that it removes. The drawing can be read again.
pub fn draw_step(marks: &PencilMarks, step: Option<&Step>, colored: bool, out: &mut String) {
    let text = |cell: &DrawnCell| -> String {
        let part = |(part, color): &(String, &str)| match colored && !color.is_empty() {
            true => format!("{color}{part}{PLAIN}"),
            false => part.clone(),
        };
        cell.parts.iter().map(part).collect()
    };
    let cells = (0..81).map(|cell| DrawnCell::new(marks, step, cell));
    let cells: Vec<_> = cells.map(|cell| (text(&cell), cell.width())).collect();
    let mut drawn = Vec::new();
    write_groups(&cells, true, &mut drawn);
    out.push_str(&String::from_utf8_lossy(&drawn));
}

/// The text of a cell.
struct DrawnCell {
    /// Its parts, each with its color.
    parts: Vec<(String, &'static str)>,
}

impl DrawnCell {
    fn new(marks: &PencilMarks, step: Option<&Step>, cell: usize) -> DrawnCell {
        let own = match marks.digits()[cell] {
            0 => marks.candidates()[cell],
            digit => 1 << (digit - 1),
        };
        let of_step = |candidates: fn(&Step) -> &[u16; 81]| step.map_or(0, |step| candidates(step)[cell]);
        let placed = match step.and_then(Step::placement) {
            Some((placed, digit)) if placed == cell => 1 << (digit - 1),
            _ => 0,
        };
        let removed = own & of_step(Step::eliminations);
        let deciding = (of_step(Step::deciding) | placed) & !removed;
        let kept: Vec<u16> =
            (0..9).map(|digit| own & !removed & 1 << digit).filter(|bit| *bit != 0).collect();
        // In the order of the digits, so that programs can read it.
        let mut parts: Vec<(String, &str)> = kept
            .chunk_by(|one, next| (one & deciding == 0) == (next & deciding == 0))
            .map(|run| match (digits(run.iter().sum()), run[0] & deciding) {
                (digits, 0) => (digits, ""),
                (digits, _) => (format!("({digits})"), DECIDING),
            })
            .collect();
        if removed != 0 {
            parts.push((format!("-{}", digits(removed)), REMOVED));
        }
        DrawnCell { parts }
    }

    /// Returns the number of its characters.
    fn width(&self) -> usize {
        self.parts.iter().map(|(part, _)| part.len()).sum()
    }
}

/// Returns candidates as digits.
fn digits(candidates: u16) -> String {
    (0..9).filter(|digit| candidates >> digit & 1 == 1).map(|digit| char::from(b'1' + digit)).collect()
}
