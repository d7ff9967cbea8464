//! The search for the next step.

use core::ops::Range;

use super::super::cells::PlaceSet;
use super::super::subsets::subset;
use super::{LayoutExplainer, LayoutMarks, LayoutStep, PLACE_SLOTS, UnitMask, units_in};
use crate::{Level, Technique};

/// The techniques in the order of the scale.
pub(super) const IN_ORDER: [Technique; 14] = {
    use Technique::*;
    [
        FullHouse,
        HiddenSingle,
        NakedSingle,
        Pointing,
        Claiming,
        NakedPair,
        XWing,
        HiddenPair,
        NakedTriple,
        Swordfish,
        HiddenTriple,
        NakedQuad,
        Jellyfish,
        HiddenQuad,
    ]
};

/// The level of a hidden single that is not in a region.
const HIDDEN_IN_A_LINE: Level = Level::from_tenths(15);

/// The places of each digit in a unit, the digits of each place, or the places of a digit in each line.
type Sets = [u32; PLACE_SLOTS];

const fn unit_bit(unit: usize) -> UnitMask {
    1 << (unit % UnitMask::BITS as usize)
}

impl LayoutExplainer {
    /// Finds the next step on a board: one of the easiest technique that finds one. Returns `None` if the board is
    /// complete, if it contradicts itself, or if it needs more than the techniques.
    pub fn next_step(&self, marks: &LayoutMarks) -> Option<LayoutStep> {
        use Technique::*;

        let known = IN_ORDER.into_iter().filter(|technique| self.techniques.contains(*technique));
        known.into_iter().find_map(|technique| match technique {
            FullHouse | HiddenSingle => self.hidden_single(technique, marks),
            NakedSingle => self.naked_single(marks),
            Pointing => self.locked(technique, self.numbers.regions(), marks),
            Claiming => self.locked(technique, self.numbers.columns().start..self.units, marks),
            NakedPair => self.naked(technique, 2, marks),
            NakedTriple => self.naked(technique, 3, marks),
            NakedQuad => self.naked(technique, 4, marks),
            HiddenPair => self.hidden(technique, 2, marks),
            HiddenTriple => self.hidden(technique, 3, marks),
            HiddenQuad => self.hidden(technique, 4, marks),
            XWing => self.fish(technique, 2, marks),
            Swordfish => self.fish(technique, 3, marks),
            Jellyfish => self.fish(technique, 4, marks),
            _ => None,
        })
    }

    fn step(&self, technique: Technique, base: UnitMask) -> LayoutStep {
        LayoutStep::new(technique, self.numbers, base)
    }

    /// The units that must have each digit.
    fn full_units(&self, units: Range<usize>) -> impl Iterator<Item = usize> {
        units.filter(|unit| self.has_all_digits(*unit))
    }

    /// The candidates at each place of a unit.
    fn candidates_at(&self, unit: usize, marks: &LayoutMarks) -> Sets {
        let mut sets = [0; PLACE_SLOTS];
        sets.iter_mut().zip(self.cells_of(unit)).for_each(|(set, cell)| *set = marks.candidates_of(cell));
        sets
    }

    /// The places of each digit in a unit.
    fn positions(&self, unit: usize, marks: &LayoutMarks) -> Sets {
        let mut positions = [0; PLACE_SLOTS];
        for (place, cell) in self.cells_of(unit).enumerate() {
            for digit in marks.candidates_of(cell).members() {
                positions[digit % PLACE_SLOTS] |= u32::of(place);
            }
        }
        positions
    }

    /// Finds a digit with one place in a unit, for a full house in one with one open cell.
    fn hidden_single(&self, technique: Technique, marks: &LayoutMarks) -> Option<LayoutStep> {
        self.full_units(0..self.units).find_map(|unit| {
            let (mut once, mut more, mut open) = (0, 0, 0);
            for cell in self.cells_of(unit) {
                let candidates = marks.candidates_of(cell);
                (once, more) = (once | candidates, more | once & candidates);
                open += u32::from(marks.digits().get(cell) == Some(&0));
            }
            let digit = (once & !more).members().next()?;
            if technique == Technique::FullHouse && open > 1 {
                return None;
            }
            let cell = self.cells_of(unit).find(|cell| marks.candidates_of(*cell) & u32::of(digit) != 0)?;
            let step = self.step(technique, unit_bit(unit)).placing(cell, digit, self.seen_by(cell));
            let is_in_line = technique == Technique::HiddenSingle && !self.numbers.regions().contains(&unit);
            Some(if is_in_line { step.with_level(HIDDEN_IN_A_LINE) } else { step })
        })
    }

    /// Finds a cell with one candidate.
    fn naked_single(&self, marks: &LayoutMarks) -> Option<LayoutStep> {
        let cell = marks.candidates().iter().position(|candidates| candidates.is_power_of_two())?;
        let digit = marks.candidates_of(cell).members().next()?;
        Some(self.step(Technique::NakedSingle, 0).placing(cell, digit, self.seen_by(cell)))
    }

    /// Finds a unit in which all places of a digit are seen by cells outside.
    fn locked(&self, technique: Technique, units: Range<usize>, marks: &LayoutMarks) -> Option<LayoutStep> {
        self.full_units(units).find_map(|unit| {
            let positions = self.positions(unit, marks);
            (0..self.numbers.side()).find_map(|digit| {
                let (places, digits) = (positions[digit % PLACE_SLOTS], u32::of(digit));
                let cells = self.cells_at(unit, places);
                let first = cells.clone().next().filter(|_| places.count() > 1)?;
                let is_outside = |cell: &usize| self.units_of(*cell) & unit_bit(unit) == 0;
                let near =
                    units_in(self.units_of(first) & !unit_bit(unit)).flat_map(|near| self.cells_of(near));
                let losing = near.filter(|cell| marks.candidates_of(*cell) & digits != 0).filter(is_outside);
                let losing = losing.filter(|&cell| cells.clone().all(|place| self.sees(place, cell)));
                losing.clone().next()?;
                // A unit of all these cells says more shortly why.
                let common = cells.clone().chain(losing.clone()).map(|cell| self.units_of(cell));
                let cover = units_in(common.fold(UnitMask::MAX, |common, units| common & units)).next();
                let step = self.step(technique, unit_bit(unit));
                let step = step.with_cover(cover.map_or(0, unit_bit));
                let step = cells.clone().fold(step, |step, cell| step.decided_by(cell, digits));
                Some(losing.fold(step, |step, cell| step.removing(cell, digits)))
            })
        })
    }

    /// Finds `size` cells of a unit with `size` candidates together.
    fn naked(&self, technique: Technique, size: u32, marks: &LayoutMarks) -> Option<LayoutStep> {
        (0..self.units).find_map(|unit| {
            let candidates = self.candidates_at(unit, marks);
            subset(&candidates, size, &mut |chosen: u32, digits| {
                let mut others =
                    candidates.iter().enumerate().filter(|(place, _)| chosen & u32::of(*place) == 0);
                others.find(|(_, own)| *own & digits != 0)?;
                let step = self.cells_of(unit).zip(&candidates).enumerate();
                Some(step.fold(
                    self.step(technique, unit_bit(unit)),
                    |step, (place, (cell, own))| match chosen & u32::of(place) {
                        0 => step.removing(cell, own & digits),
                        _ => step.decided_by(cell, *own),
                    },
                ))
            })
        })
    }

    /// Finds `size` digits with `size` places together in a unit.
    fn hidden(&self, technique: Technique, size: u32, marks: &LayoutMarks) -> Option<LayoutStep> {
        self.full_units(0..self.units).find_map(|unit| {
            subset(&self.positions(unit, marks), size, &mut |digits: u32, places| {
                let cells = self.cells_at(unit, places);
                cells.clone().find(|cell| marks.candidates_of(*cell) & !digits != 0)?;
                Some(cells.fold(self.step(technique, unit_bit(unit)), |step, cell| {
                    let own = marks.candidates_of(cell);
                    step.decided_by(cell, own & digits).removing(cell, own & !digits)
                }))
            })
        })
    }

    /// Finds `size` columns or rows whose candidates of a digit are in `size` lines of the other direction.
    fn fish(&self, technique: Technique, size: u32, marks: &LayoutMarks) -> Option<LayoutStep> {
        let (columns, rows, side) = (self.numbers.columns(), self.numbers.rows(), self.numbers.side());
        let lines_of =
            |first: usize, lines: u32| lines.members().fold(0, |units, line| units | unit_bit(first + line));
        [(columns.clone(), rows.clone()), (rows, columns)].into_iter().find_map(|(bases, covers)| {
            (0..side).find_map(|digit| {
                let mut lines = [0; PLACE_SLOTS];
                for (line, unit) in lines.iter_mut().zip(bases.clone()) {
                    let cells = self.cells_of(unit).enumerate();
                    let having = cells.filter(|(_, cell)| marks.candidates_of(*cell) & u32::of(digit) != 0);
                    *line = having.fold(0, |places, (place, _)| places | u32::of(place));
                }
                subset(&lines, size, &mut |base: u32, cover| {
                    let others = lines.iter().enumerate().filter(|(line, _)| base & u32::of(*line) == 0);
                    others.clone().find(|(_, places)| *places & cover != 0)?;
                    let step = self.step(technique, lines_of(bases.start, base));
                    let step = step.with_cover(lines_of(covers.start, cover));
                    let at = |line: usize, places: u32| self.cells_at(bases.start + line, places);
                    let deciding = base.members().flat_map(|line| at(line, lines[line % PLACE_SLOTS]));
                    let losing = others.flat_map(|(line, places)| at(line, places & cover));
                    let step = deciding.fold(step, |step, cell| step.decided_by(cell, u32::of(digit)));
                    Some(losing.fold(step, |step, cell| step.removing(cell, u32::of(digit))))
                })
            })
        })
    }
}
