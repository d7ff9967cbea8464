//! X-wing, swordfish and jellyfish.

use super::cells::{COLUMNS, ROWS, UNIT_CELLS, members};
use super::subsets::{least_open, subset};
use super::{PencilMarks, Step, StepVisitor, Technique, TechniqueSet};

/// Finds `size` rows or columns whose candidates of a digit are in `size` lines of the other direction.
pub(super) fn fish(
    size: u32,
    marks: &PencilMarks,
    techniques: TechniqueSet,
    visit: &mut StepVisitor,
) -> Option<Step> {
    let complements = [Technique::HiddenSingle, Technique::XWing, Technique::Swordfish];
    let least = least_open(size, complements.split_at(size as usize - 1).0, techniques);
    [(COLUMNS, ROWS), (ROWS, COLUMNS)].into_iter().find_map(|(bases, covers)| {
        let mut last = None;
        // The lines come first in the order of the scale, then the digits.
        while let Some((base, digit, cover)) = first_after(size, marks, bases, least, last) {
            if let Some(step) = visit(step(size, marks, digit, (bases, base), (covers, cover))) {
                return Some(step);
            }
            last = Some((base, digit));
        }
        None
    })
}

/// Finds the first fish with lines and a digit after the last ones: its lines, its digit, and the lines of the other
/// direction. `least` is the least number of lines with the digit.
fn first_after(
    size: u32,
    marks: &PencilMarks,
    bases: usize,
    least: u32,
    last: Option<(u16, usize)>,
) -> Option<(u16, usize, u16)> {
    let finds = (0..9).filter_map(|digit| {
        let mut lines = [0; 16];
        for (line, positions) in lines.iter_mut().take(9).enumerate() {
            *positions = marks.positions(bases + line)[digit % 16];
        }
        let open_lines = lines.iter().filter(|line| **line != 0).count() as u32;
        if open_lines < least {
            return None;
        }
        subset(&lines, size, &mut |base, cover| {
            let others = members(0x1ff & !base).fold(0, |others, line| others | lines[line % 16]);
            (others & cover != 0 && Some((base, digit)) > last).then_some((base, digit, cover))
        })
    });
    finds.min_by_key(|&(base, digit, _)| (base, digit))
}

/// Fills the step of a fish from its lines in both directions.
fn step(size: u32, marks: &PencilMarks, digit: usize, base: (usize, u16), cover: (usize, u16)) -> Step {
    use Technique::{Jellyfish, Swordfish, XWing};

    let (technique, level) = match size {
        2 => (XWing, 32),
        3 => (Swordfish, 38),
        _ => (Jellyfish, 52),
    };
    let cells_of = |(first, lines): (usize, u16)| {
        let units = members(lines).filter_map(|line| UNIT_CELLS.get(first + line));
        units.fold(0, |cells, unit| cells | unit)
    };
    let (base_cells, cover_cells) = (cells_of(base), cells_of(cover));
    let step = [base, cover].into_iter().fold(Step::new(technique, level), |step, (first, lines)| {
        members(lines).fold(step, |step, line| step.with_unit(first + line))
    });
    let places = marks.places().get(digit).copied().unwrap_or_default();
    let digits = 1 << (digit % 16);
    step.decided_by(places & base_cells, digits).removing(places & cover_cells & !base_cells, digits)
}
