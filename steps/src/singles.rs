//! Full houses, hidden singles and naked singles.

use super::cells::{BOXES, COLUMNS, UNIT_CELLS, UNITS, bit, cells_at, each, members};
use super::{Level, PencilMarks, Step, Technique};

/// A digit with one cell, or a cell with one digit: the small form of the step, as most steps are singles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single {
    pub technique: Technique,
    pub level: Level,
    pub cell: usize,
    /// The digit, from 0.
    pub digit: usize,
    /// The unit that it is about, `UNITS` for none.
    unit: usize,
}

impl Single {
    fn new(technique: Technique, level: u8, unit: usize, cell: usize, digit: usize) -> Self {
        Single { technique, level: Level::from_tenths(level), cell, digit, unit }
    }
}

impl From<Single> for Step {
    fn from(single: Single) -> Self {
        let Single { technique, level, cell, digit, unit } = single;
        let step = Step::new(technique, level.tenths());
        let step = if unit < UNITS { step.with_unit(unit) } else { step };
        step.decided_by(bit(cell), 1 << (digit % 16)).placing(cell, digit)
    }
}

/// The units in the order of the scale: boxes, columns, rows.
pub(super) fn ordered_units() -> impl Iterator<Item = usize> {
    (BOXES..UNITS).chain(COLUMNS..BOXES).chain(0..COLUMNS)
}

/// Finds the first unit of a set in the order of the scale.
fn first_unit(units: u32) -> Option<usize> {
    let (boxes, columns) = (units >> BOXES << BOXES, units >> COLUMNS << COLUMNS);
    [boxes, columns, units].iter().find(|units| **units != 0).map(|units| units.trailing_zeros() as usize)
}

/// Finds a unit with one open cell.
pub(super) fn full_house(marks: &PencilMarks) -> Option<Single> {
    // The digit of a full house has one place in its unit.
    let unit = first_unit(marks.units_with_one_open() & marks.units_with_hidden())?;
    let digit = members(marks.hidden(unit)).next()?;
    let cell = each(marks.open() & UNIT_CELLS.get(unit)?).next()?;
    Some(Single::new(Technique::FullHouse, 10, unit, cell, digit))
}

/// Finds a digit that has one cell in a unit.
pub(super) fn hidden_single(marks: &PencilMarks) -> Option<Single> {
    let unit = first_unit(marks.units_with_hidden())?;
    let digit = members(marks.hidden(unit)).next()?;
    let cell = cells_at(unit, marks.positions(unit)[digit]).next()?;
    let level = if unit >= BOXES { 12 } else { 15 };
    Some(Single::new(Technique::HiddenSingle, level, unit, cell, digit))
}

/// Finds a cell with one candidate.
pub(super) fn naked_single(marks: &PencilMarks) -> Option<Single> {
    let cell = each(marks.naked()).next()?;
    let digit = members(marks.candidates()[cell]).next()?;
    Some(Single::new(Technique::NakedSingle, 23, UNITS, cell, digit))
}
