//! Unique rectangles that the scale leaves out.
//!
//! Four cells at the crossings of two rows and two columns, in two boxes, none of them a clue. If they held two digits
//! alone, these could be exchanged, and the puzzle would have two solutions. So one of the cells holds another digit.
//! That holds whatever candidates are missing in the cells, and also if some have their digit.

use super::super::cells::{CellMask, bit, cells_at, cells_of, each, members, set_at, unit_of, units_of};
use super::super::subsets::extend;
use super::super::{PencilMarks, Step, StepVisitor, Technique, TechniqueSet};
use super::peers;

/// A rectangle for two digits.
struct Rectangle<'a> {
    marks: &'a PencilMarks,
    techniques: TechniqueSet,
    /// The cells: two of a row, then the two below them.
    corners: [usize; 4],
    /// The candidates of each, or its digit.
    own: [u16; 4],
    pair: u16,
    /// Whether a corner has its digit.
    is_placed: bool,
}

/// Finds rectangles of a set.
pub(in super::super) fn rectangle(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    visit: &mut StepVisitor,
) -> Option<Step> {
    if techniques.is_scale() {
        return None;
    }
    let pairs = || (1..1_u16 << 9).filter(|digits| digits.count_ones() == 2);
    (0..81).find_map(|cell| {
        let below = (cell / 9 + 1..9).map(|row| row * 9 + cell % 9);
        below.into_iter().find_map(|low| {
            (cell + 1..(cell / 9 + 1) * 9).find_map(|right| {
                let corners = [cell, right, low, low + right - cell];
                let [in_box, is_low] = [right, low].map(|other| unit_of(cell, 2) == unit_of(other, 2));
                let own = corners.map(|corner| match marks.digits().get(corner) {
                    Some(0) => marks.candidates().get(corner).copied().unwrap_or_default(),
                    digit => 1 << (digit.copied().unwrap_or_default().wrapping_sub(1) % 16),
                });
                let is_placed = corners.iter().any(|corner| marks.open() & bit(*corner) == 0);
                if corners.iter().any(|corner| marks.naked() & bit(*corner) != 0) {
                    return None;
                }
                let is_given = corners.map(|corner| marks.given() & bit(corner) != 0);
                pairs().filter(|_| in_box != is_low).find_map(|pair| {
                    // Without both candidates, a cell must not be given.
                    let fits = |(own, is_given): (&u16, bool)| {
                        own & pair != 0 && !(is_given && (own & pair != pair || is_placed))
                    };
                    if !own.iter().zip(is_given).all(fits) || own.iter().all(|own| own & !pair != 0) {
                        return None;
                    }
                    Rectangle { marks, techniques, corners, own, pair, is_placed }.find(visit)
                })
            })
        })
    })
}

impl Rectangle<'_> {
    /// Finds the steps of the rectangle.
    fn find(&self, visit: &mut StepVisitor) -> Option<Step> {
        use Technique::*;

        let extras = self.own.map(|own| own & !self.pair);
        let having = self.corners.iter().zip(extras).filter(|(_, extras)| *extras != 0);
        let with_extras = having.fold(0, |cells, (cell, _)| cells | bit(*cell));
        let digits = extras.iter().fold(0, |all, extras| all | extras);
        let is_line =
            each(with_extras).fold(!0, |seen, cell| seen & (peers(cell) | bit(cell))) & with_extras != 0;
        // Those that the scale has are found there.
        let is_new = self.is_placed || self.own.iter().any(|own| own & self.pair != self.pair);
        match with_extras.count_ones() {
            1 if is_new => {
                let technique = if self.is_placed { AvoidableRectangle1 } else { UniqueRectangle1 };
                let step = self.step(technique).removing_present(self.marks, with_extras, self.pair);
                return self.offer(step.decided_by(with_extras, digits), visit);
            }
            0 | 1 => return None,
            _ => {}
        }
        let same = extras.iter().all(|extras| [0, digits].contains(extras)) && digits.is_power_of_two();
        let is_two = with_extras.count_ones() == 2;
        if same && (is_two || !self.is_placed) {
            let technique = match (self.is_placed, is_two && is_line) {
                (true, _) => AvoidableRectangle2,
                (false, true) => UniqueRectangle2,
                (false, false) => UniqueRectangle5,
            };
            let seen = each(with_extras).fold(!0, |seen, cell| seen & peers(cell));
            let step = || self.step(technique).removing_present(self.marks, seen, digits);
            if (is_new || technique == UniqueRectangle5)
                && let Some(step) = self.offer(step().decided_by(with_extras, digits), visit)
            {
                return Some(step);
            }
        }
        if self.is_placed {
            return None;
        }
        match (is_two, is_line) {
            (true, true) if is_new => {
                self.subset(with_extras, digits, visit).or_else(|| self.locked(with_extras, visit))
            }
            (true, true) => None,
            (true, false) => self.crossed(with_extras, visit).or_else(|| self.hidden(with_extras, visit)),
            _ => self.hidden(with_extras, visit),
        }
    }

    /// A step about the candidates of the corners without others. Where candidates are missing, and in avoidable
    /// rectangles, its units are the rows and columns of the rectangle.
    fn step(&self, technique: Technique) -> Step {
        use Technique::*;

        let level = match technique {
            UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4 => 45,
            UniqueRectangle5 | UniqueRectangle6 => 46,
            _ => 47,
        };
        let has_crossing = !matches!(technique, UniqueRectangle5 | UniqueRectangle6 | HiddenRectangle);
        let step = Step::new(technique, level).with_group(1, self.cells());
        self.corners.iter().zip(self.own).fold(step, |step, (&cell, own)| {
            let [row, column, _] = units_of(cell);
            let step = if has_crossing { step.with_unit(row).with_unit(column) } else { step };
            let is_plain = own & !self.pair == 0 && self.marks.open() & bit(cell) != 0;
            if is_plain { step.decided_by(bit(cell), own) } else { step }
        })
    }

    fn offer(&self, step: Step, visit: &mut StepVisitor) -> Option<Step> {
        let is_step = self.techniques.contains(step.technique) && step.eliminates();
        if is_step { visit(step) } else { None }
    }

    /// The units that cells share.
    fn shared(&self, cells: CellMask) -> impl Iterator<Item = usize> + use<> {
        (0..27).filter(move |unit| cells & !cells_of(*unit) == 0)
    }

    /// The cells of a digit.
    fn places(&self, digit: usize) -> CellMask {
        self.marks.places().get(digit).copied().unwrap_or_default()
    }

    /// Type 3: the extras of two cells form a naked subset with other cells of a unit, as if the two were one.
    fn subset(&self, two: CellMask, extras: u16, visit: &mut StepVisitor) -> Option<Step> {
        self.shared(two).find_map(|unit| {
            let sets = self.marks.candidates_of(unit);
            let rest = cells_at(unit, 0x1ff).enumerate().filter(|(_, cell)| two & bit(*cell) == 0);
            let rest = rest.fold(0_u16, |rest, (place, _)| rest | 1 << place);
            (2..=4).find_map(|size| {
                let fits = |&place: &usize| (2..=size).contains(&sets[place % 16].count_ones());
                let eligible = members(rest).filter(fits).fold(0, |eligible, place| eligible | 1 << place);
                extend(&sets, size, eligible, 1 << 9, extras, &mut |chosen, digits| {
                    let chosen = chosen & rest;
                    let step = self.step(Technique::UniqueRectangle3).with_unit(unit).decided_by(two, extras);
                    let others = set_at(unit, chosen);
                    let step = step.with_group(2, others).decided_by_present(self.marks, others, digits);
                    self.offer(step.removing_present(self.marks, set_at(unit, rest & !chosen), digits), visit)
                })
            })
        })
    }

    /// Type 4: a unit has a digit of the pair only in the two cells with extras, so that neither has the other.
    fn locked(&self, two: CellMask, visit: &mut StepVisitor) -> Option<Step> {
        members(self.pair).find_map(|digit| {
            let is_locked = |unit: &usize| self.places(digit) & cells_of(*unit) == two;
            let unit = self.shared(two).find(is_locked)?;
            let step = self.step(Technique::UniqueRectangle4).with_unit(unit);
            let step = step.decided_by_present(self.marks, two, 1 << digit);
            self.offer(step.removing_present(self.marks, two, self.pair & !(1 << digit)), visit)
        })
    }

    /// The corners as cells.
    fn cells(&self) -> CellMask {
        self.corners.iter().fold(0, |cells, cell| cells | bit(*cell))
    }

    /// Type 6: two rows, or two columns, have a digit only in the corners, and so in two opposite ones. These are not
    /// the two with extras.
    fn crossed(&self, two: CellMask, visit: &mut StepVisitor) -> Option<Step> {
        members(self.pair).find_map(|digit| {
            (0..2).find_map(|kind| {
                let lines = || each(two).map(move |cell| unit_of(cell, kind));
                let is_locked = |unit| {
                    let places = self.places(digit) & cells_of(unit);
                    places != 0 && places & !self.cells() == 0
                };
                let step = lines().fold(self.step(Technique::UniqueRectangle6), Step::with_unit);
                let step = step.decided_by_present(self.marks, two, 1 << digit);
                let step = step.removing_present(self.marks, two, 1 << digit);
                if lines().all(is_locked) { self.offer(step, visit) } else { None }
            })
        })
    }

    /// The row and the column of a corner have a digit only in the corners. If the corner has the other one, and the
    /// opposite corner is without extras, the two can be exchanged.
    fn hidden(&self, with_extras: CellMask, visit: &mut StepVisitor) -> Option<Step> {
        let opposite = self.corners.iter().zip(self.corners.iter().rev());
        opposite.filter(|(plain, _)| with_extras & bit(**plain) == 0).find_map(|(_, &cell)| {
            members(self.pair).find_map(|digit| {
                let [row, column, _] = units_of(cell);
                let lines = cells_of(row) | cells_of(column);
                let step = self.step(Technique::HiddenRectangle).with_unit(row).with_unit(column);
                let step = step.decided_by_present(self.marks, self.cells() & lines, 1 << digit);
                let step = step.removing_present(self.marks, bit(cell), self.pair & !(1 << digit));
                let is_locked = self.places(digit) & lines & !self.cells() == 0
                    && self.cells() & lines & !self.places(digit) == 0;
                if is_locked { self.offer(step, visit) } else { None }
            })
        })
    }
}
