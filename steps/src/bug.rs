//! BUG, the bivalue universal grave: a board whose open cells all have two candidates, and whose units have each
//! candidate twice, has no solution or several. So of the candidates that go beyond it, the extras, one is true.

use super::cells::{CellMask, PEERS, UNIT_CELLS, bit, cells_at, cells_of, each, members, set_at};
use super::explainer::AllSteps;
use super::subsets::extend;
use super::{PencilMarks, Step, Technique, TechniqueSet};

/// The units in the order of the search: boxes, rows, columns.
fn units() -> impl Iterator<Item = usize> {
    (18..27).chain(0..18)
}

/// The extras of a board that is a BUG without them.
struct Extras {
    /// The cells with extras.
    cells: CellMask,
    /// The extras of each cell.
    of: [u16; 81],
    /// The extras of all cells.
    digits: u16,
    /// The cells that all cells with extras see.
    seen: CellMask,
}

/// Finds a step of the first type in a set that applies; with a visitor, of each.
pub(super) fn bug(marks: &PencilMarks, techniques: TechniqueSet, all: AllSteps) -> Option<Step> {
    let extras = Extras::find(marks)?;
    let (cells, digits) = (extras.cells.count_ones(), extras.digits.count_ones());
    let mut first = Some;
    let visit = all.unwrap_or(&mut first);
    let mut of_type = |applies: bool, find: fn(&Extras, &PencilMarks) -> Option<Step>| {
        let step = applies.then(|| find(&extras, marks)).flatten();
        step.filter(|step| techniques.contains(step.technique)).and_then(&mut *visit)
    };
    of_type(cells == 1, Extras::one_cell)
        .or_else(|| of_type(cells > 1 && digits == 1, Extras::one_digit))
        .or_else(|| of_type(cells == 2 && (digits == 1 || extras.seen != 0), Extras::locked))
        .or_else(|| of_type(cells > 1 && digits > 1 && extras.seen != 0, Extras::subset))
}

impl Extras {
    /// Finds the extras, if the board is a BUG without them.
    fn find(marks: &PencilMarks) -> Option<Extras> {
        let candidates = marks.candidates();
        let (mut one, mut two, mut three) = (0, 0, 0);
        for places in marks.places() {
            three |= two & places;
            two |= one & places;
            one |= places;
        }
        let mut extras = Extras { cells: 0, of: [0; 81], digits: 0, seen: !0 };
        // All cells that may have an extra, as long as there is one digit.
        let (mut possible, mut digits) = (0, 0_u16);
        for unit in units() {
            for (digit, places) in marks.places().iter().enumerate() {
                let places = places & cells_of(unit);
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let cells = places & three;
                possible |= cells;
                digits |= 1 << digit;
                // Where several cells may have the extra, another unit shows which one does.
                match cells.count_ones() {
                    0 => return None,
                    1 => each(cells).for_each(|cell| extras.add(cell, 1 << digit)),
                    _ => {}
                }
                if extras.is_hopeless() {
                    return None;
                }
            }
        }
        // A cell may have an extra that no unit shows: then all its units have several, of the same digit.
        if digits.is_power_of_two() {
            each(possible & !extras.cells).for_each(|cell| extras.add(cell, digits));
        }
        let base = |cell: usize| candidates[cell] & !extras.of[cell];
        let has_two_candidates = each(marks.open()).all(|cell| base(cell).count_ones() == 2);
        let has_two_places = |unit: &CellMask| {
            let (mut one, mut two, mut three) = (0, 0, 0);
            for cell in each(*unit) {
                three |= two & base(cell);
                two |= one & base(cell);
                one |= base(cell);
            }
            three == 0 && one == two
        };
        let is_bug = extras.cells != 0 && has_two_candidates && UNIT_CELLS.iter().all(has_two_places);
        is_bug.then_some(extras)
    }

    fn add(&mut self, cell: usize, digits: u16) {
        let (Some(own), Some(peers)) = (self.of.get_mut(cell), PEERS.get(cell)) else { return };
        *own |= digits;
        self.digits |= digits;
        self.cells |= bit(cell);
        self.seen = self.seen & peers & !self.cells;
    }

    /// Whether no type can apply.
    fn is_hopeless(&self) -> bool {
        self.seen == 0 && self.cells.count_ones() > 1 && self.digits.count_ones() > 1
    }

    fn step(&self, technique: Technique, level: u8) -> Step {
        each(self.cells)
            .fold(Step::new(technique, level), |step, cell| step.decided_by(bit(cell), self.of[cell]))
    }

    /// Type 1: one cell has extras, and loses the others.
    fn one_cell(&self, marks: &PencilMarks) -> Option<Step> {
        Some(self.step(Technique::BugPlusOne, 56).removing_present(marks, self.cells, !self.digits))
    }

    /// Type 2: the extras are one digit, which no cell can have that sees all of them.
    fn one_digit(&self, marks: &PencilMarks) -> Option<Step> {
        let step = self.step(Technique::Bug2, 57).removing_present(marks, self.seen, self.digits);
        step.eliminates().then_some(step)
    }

    /// Type 4: the two cells share a unit and one other candidate. One of them has it if it has no extra, so that they
    /// lose the rest.
    fn locked(&self, marks: &PencilMarks) -> Option<Step> {
        let shared = each(self.cells).fold(!self.digits, |shared, cell| shared & marks.candidates()[cell]);
        let unit = self.common_units().next().filter(|_| shared.is_power_of_two())?;
        let step = self.step(Technique::Bug4, 57).with_unit(unit).decided_by(self.cells, shared);
        Some(
            each(self.cells)
                .fold(step, |step, cell| step.removing_present(marks, bit(cell), !(self.of[cell] | shared))),
        )
    }

    /// Type 3: the extras form a naked subset with other cells of a unit, as if the cells with extras were one.
    fn subset(&self, marks: &PencilMarks) -> Option<Step> {
        (2..=6_u32).find_map(|size| {
            self.common_units().find_map(|unit| {
                let mut sets = [0; 16];
                let mut others = 0_u16;
                for (place, cell) in cells_at(unit, 0x1ff).enumerate() {
                    if self.seen & bit(cell) != 0 {
                        others |= 1 << place;
                        sets[place % 16] = marks.candidates().get(cell).copied().unwrap_or_default();
                    }
                }
                let fits = |&place: &usize| (2..=size).contains(&sets[place % 16].count_ones());
                let eligible = members(others).filter(fits).fold(0, |eligible, place| eligible | 1 << place);
                // The cells with extras count as one more, beyond the places of the unit.
                let extras = 1 << 9;
                extend(&sets, size, eligible, extras, self.digits, &mut |chosen, digits| {
                    let chosen = chosen & !extras;
                    let covered = members(chosen).fold(0, |covered, place| covered | sets[place % 16]);
                    let losing = set_at(unit, others & !chosen);
                    let step = self.step(Technique::Bug3, 56 + size as u8).with_unit(unit);
                    let step = step.removing_present(marks, losing, digits);
                    let is_step = covered == digits && step.eliminates();
                    is_step.then(|| step.decided_by_present(marks, set_at(unit, chosen), digits))
                })
            })
        })
    }

    /// The units that all cells with extras share.
    fn common_units(&self) -> impl Iterator<Item = usize> {
        let cells = self.cells;
        units().filter(move |&unit| cells & !cells_of(unit) == 0)
    }
}
