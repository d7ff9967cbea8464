//! Full houses, hidden singles and naked singles.

use super::cells::{BOXES, COLUMNS, ROWS, UNIT_CELLS};
use super::{PencilMarks, Step, Technique};
use crate::cell_bits::each;

/// The order of units: boxes, columns, rows.
const UNIT_ORDER: [usize; 3] = [BOXES, COLUMNS, ROWS];

/// Finds a unit with one open cell.
pub(super) fn full_house(marks: &PencilMarks) -> Option<Step> {
    let mut units = UNIT_ORDER.iter().flat_map(|&first| first..first + 9);
    units.find_map(|unit| {
        let open = marks.open() & UNIT_CELLS[unit];
        let cell = each(open).next().filter(|_| open.count_ones() == 1)?;
        let digit = marks.candidates()[cell].trailing_zeros() as usize;
        let step = || Step::new(Technique::FullHouse, 10).with_unit(unit).decided_by(open, 1 << digit);
        (digit < 9).then(|| step().placing(cell, digit))
    })
}

/// Finds a digit that has one cell in a unit.
pub(super) fn hidden_single(marks: &PencilMarks) -> Option<Step> {
    let mut units = UNIT_ORDER.iter().flat_map(|&first| first..first + 9);
    units.find_map(|unit| {
        let mut digits = marks.places().iter().enumerate();
        digits.find_map(|(digit, places)| {
            let places = places & UNIT_CELLS[unit];
            let cell = each(places).next().filter(|_| places.count_ones() == 1)?;
            let level = if unit >= BOXES { 12 } else { 15 };
            let step = Step::new(Technique::HiddenSingle, level).with_unit(unit);
            Some(step.decided_by(places, 1 << digit).placing(cell, digit))
        })
    })
}

/// Finds a cell with one candidate.
pub(super) fn naked_single(marks: &PencilMarks) -> Option<Step> {
    each(marks.open()).find_map(|cell| {
        let candidates = marks.candidates()[cell];
        let step = || Step::new(Technique::NakedSingle, 23).decided_by(1 << cell, candidates);
        (candidates.count_ones() == 1).then(|| step().placing(cell, candidates.trailing_zeros() as usize))
    })
}
