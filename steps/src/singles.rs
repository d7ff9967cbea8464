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

/// Iterates over a set of units in the order of the scale.
#[inline(always)]
fn units_of_set(mut units: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let (boxes, columns) = (units >> BOXES << BOXES, units >> COLUMNS << COLUMNS);
        let first = [boxes, columns, units].into_iter().find(|units| *units != 0)?.trailing_zeros();
        units &= !(1 << first);
        Some(first as usize)
    })
}

/// Finds the units with one open cell.
#[inline(always)]
pub(super) fn full_houses(marks: &PencilMarks) -> impl Iterator<Item = Single> {
    // The digit of a full house has one place in its unit.
    units_of_set(marks.units_with_one_open() & marks.units_with_hidden()).filter_map(|unit| {
        let digit = members(marks.hidden(unit)).next()?;
        let cell = each(marks.open() & UNIT_CELLS.get(unit)?).next()?;
        Some(Single::new(Technique::FullHouse, 10, unit, cell, digit))
    })
}

/// Finds the digits that have one cell in a unit.
#[inline(always)]
pub(super) fn hidden_singles(marks: &PencilMarks) -> impl Iterator<Item = Single> {
    let (mut units, mut unit, mut digits) = (units_of_set(marks.units_with_hidden()), 0, 0);
    core::iter::from_fn(move || {
        while digits == 0 {
            unit = units.next()?;
            digits = marks.hidden(unit);
        }
        let digit = digits.trailing_zeros() as usize % 16;
        digits &= digits.wrapping_sub(1);
        let cell = cells_at(unit, marks.positions(unit)[digit]).next()?;
        let level = if unit >= BOXES { 12 } else { 15 };
        Some(Single::new(Technique::HiddenSingle, level, unit, cell, digit))
    })
}

/// Finds the cells with one candidate.
#[inline(always)]
pub(super) fn naked_singles(marks: &PencilMarks) -> impl Iterator<Item = Single> {
    each(marks.naked()).filter_map(|cell| {
        let digit = members(marks.candidates()[cell]).next()?;
        Some(Single::new(Technique::NakedSingle, 23, UNITS, cell, digit))
    })
}
