//! The parts of steps, by what they are: each is on the board what its role says, and the step follows from them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use lanedoku::Unit;
use lanedoku_steps::{Explainer, PencilMarks, Role, Step, StepPart, TechniqueSet};

pub(super) fn units_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

pub(super) fn sees(one: usize, other: usize) -> bool {
    one != other && units_of(one).into_iter().zip(units_of(other)).any(|(one, other)| one == other)
}

/// The cells with some of these candidates.
fn cells(candidates: &[u16; 81]) -> Vec<usize> {
    (0..81).filter(|cell| candidates[*cell] != 0).collect()
}

fn digits(candidates: &[u16; 81]) -> u16 {
    candidates.iter().fold(0, |all, digits| all | digits)
}

struct Judge<'a> {
    marks: &'a PencilMarks,
    step: &'a Step,
    parts: BTreeMap<&'static str, StepPart>,
}

impl Judge<'_> {
    fn cells(&self, role: Role) -> Vec<usize> {
        self.parts.get(role.name()).map(|part| cells(part.candidates())).unwrap_or_default()
    }

    fn units(&self, role: Role) -> Vec<usize> {
        let number = |unit: Unit| match unit {
            Unit::Row(index) => index,
            Unit::Column(index) => 9 + index,
            Unit::Box(index) | Unit::Region(index) | Unit::House(index) => 18 + index,
        };
        self.parts[role.name()].units().map(number).collect()
    }

    /// The cells of the board with a digit, from 0, among its candidates.
    fn places(&self, digit: u16) -> Vec<usize> {
        (0..81).filter(|cell| self.marks.candidates()[*cell] >> digit & 1 == 1).collect()
    }

    fn removed(&self) -> Vec<usize> {
        cells(self.step.eliminations())
    }

    /// The base has the digit only in the cover and in the fins, and what is removed is in the cover and sees all fins.
    fn fish(&self) {
        let (base, cover, fins) = (self.units(Role::Base), self.units(Role::Cover), self.cells(Role::Fins));
        assert_eq!(base.len(), cover.len(), "{}", self.step);
        let digit = digits(self.step.deciding()).trailing_zeros() as u16;
        let within = |cell: usize, units: &[usize]| units_of(cell).iter().any(|unit| units.contains(unit));
        for cell in self.places(digit) {
            assert!(!within(cell, &base) || within(cell, &cover) != fins.contains(&cell), "{}", self.step);
        }
        for cell in self.removed() {
            assert!(within(cell, &cover) && !within(cell, &base), "{}", self.step);
            assert!(fins.iter().all(|fin| sees(*fin, cell)), "{}", self.step);
        }
    }

    fn wing(&self) {
        let (pivot, pincers) = (self.cells(Role::Pivot), self.cells(Role::Pincers));
        assert_eq!((pivot.len(), pincers.len()), (1, 2), "{}", self.step);
        let own = |cell: usize| self.marks.candidates()[cell];
        let z = own(pincers[0]) & own(pincers[1]);
        assert!(pincers.iter().all(|pincer| sees(pivot[0], *pincer) && own(*pincer).count_ones() == 2));
        assert_eq!((own(pincers[0]) | own(pincers[1])) & !z, own(pivot[0]) & !z, "{}", self.step);
        assert_eq!(digits(self.step.eliminations()), z, "{}", self.step);
    }

    /// Each set has one candidate more than cells, in a unit; and what both share and cannot both have is named.
    fn sets(&self) {
        let own = |role| {
            let cells = self.cells(role);
            let digits = cells.iter().fold(0, |all, cell| all | self.marks.candidates()[*cell]);
            let share = |unit: usize| cells.iter().all(|cell| units_of(*cell).contains(&unit));
            assert_eq!(digits.count_ones() as usize, cells.len() + 1, "{role:?} {}", self.step);
            assert!((0..27).any(share), "{role:?} {}", self.step);
            (cells, digits)
        };
        let [a, b] = [own(Role::SetA), own(Role::SetB)];
        let common = &self.parts[Role::RestrictedCommon.name()];
        let linked = |digit: u16, one: &[usize], other: &[usize]| {
            let having = |cells: &[usize]| -> Vec<usize> {
                cells
                    .iter()
                    .copied()
                    .filter(|cell| self.marks.candidates()[*cell] >> digit & 1 == 1)
                    .collect()
            };
            let (one, other) = (having(one), having(other));
            !one.is_empty()
                && !other.is_empty()
                && one.iter().all(|one| other.iter().all(|other| sees(*one, *other)))
        };
        let removed = digits(self.step.eliminations());
        let shared = |one: &[usize], other: &[usize]| {
            (0..9).filter(|digit| linked(*digit, one, other)).fold(0, |all, digit| all | 1 << digit)
        };
        let expected = match self.parts.contains_key(Role::PivotSet.name()) {
            true => {
                let pivot = own(Role::PivotSet);
                let [x, y] = [shared(&pivot.0, &a.0), shared(&pivot.0, &b.0)];
                assert!(x & !removed != 0 && y & !removed != 0 && (x | y).count_ones() > 1, "{}", self.step);
                x | y
            }
            false => shared(&a.0, &b.0),
        };
        assert_eq!(digits(common.candidates()), expected, "{}", self.step);
        // Unless the two sets are linked twice, a set has what is removed.
        if self.step.technique().name() != "doubly linked ALS-XZ" && expected.count_ones() == 1 {
            assert_eq!(a.1 & b.1 & removed, removed, "{}", self.step);
        }
    }

    /// Each cell of a colour is linked with one of the other: no third cell of a unit has the digit, or both have the
    /// same two candidates.
    fn colours(&self, [one, other]: [Role; 2]) {
        let (one, other) = (self.cells(one), self.cells(other));
        let own = |cell: usize| self.marks.candidates()[cell];
        let digit = digits(self.parts["colour A"].candidates()).trailing_zeros() as u16;
        let is_link = |one: usize, other: usize| {
            let alone = |unit: usize| {
                let places = self.places(digit).into_iter().filter(|cell| units_of(*cell).contains(&unit));
                let mut places: Vec<usize> = places.collect();
                places.retain(|cell| *cell != one && *cell != other);
                [one, other].iter().all(|cell| units_of(*cell).contains(&unit)) && places.is_empty()
            };
            let is_pair = own(one) == own(other) && own(one).count_ones() == 2 && sees(one, other);
            one != other && ((0..27).any(alone) || is_pair)
        };
        assert!(!one.is_empty() && !other.is_empty(), "{}", self.step);
        for (cells, others) in [(&one, &other), (&other, &one)] {
            let linked = |cell: &usize| others.iter().any(|other| is_link(*cell, *other));
            assert!(cells.iter().all(linked), "{}", self.step);
        }
    }

    /// Each unit has two of the corners, or none.
    fn corners(&self, is_whole: bool) {
        let corners = self.cells(Role::Corners);
        if is_whole {
            let count = |unit: usize| corners.iter().filter(|cell| units_of(**cell).contains(&unit)).count();
            assert!((0..27).all(|unit| [0, 2].contains(&count(unit))), "{}", self.step);
        }
        let subset = self.cells(Role::Subset);
        assert!(subset.iter().all(|cell| !corners.contains(cell)), "{}", self.step);
    }

    fn judge(&self) {
        let has = |role: Role| self.parts.contains_key(role.name());
        let of_step = |cell: usize| self.step.deciding()[cell] | self.step.eliminations()[cell];
        for part in self.parts.values() {
            assert!((0..81).all(|cell| part.candidates()[cell] & !of_step(cell) == 0), "{}", self.step);
        }
        if has(Role::Base) {
            self.fish();
        }
        if has(Role::Pivot) {
            self.wing();
        }
        if has(Role::SetA) {
            self.sets();
        }
        if has(Role::ColourA) {
            self.colours([Role::ColourA, Role::ColourB]);
        }
        if has(Role::ColourC) {
            self.colours([Role::ColourC, Role::ColourD]);
        }
        if has(Role::Corners) {
            let name = self.step.technique().name();
            self.corners(matches!(name, "unique loop" | "unique rectangle 5" | "unique rectangle 6"));
        }
        if has(Role::StrongLink) {
            let (link, inside) = (self.cells(Role::StrongLink), self.cells(Role::EmptyRectangle));
            let boxes: Vec<usize> = inside.iter().map(|cell| units_of(*cell)[2]).collect();
            assert!(link.len() == 2 && boxes.iter().all(|own| *own == boxes[0]), "{}", self.step);
        }
        if has(Role::Aligned) {
            let (aligned, excluders) = (self.cells(Role::Aligned), self.cells(Role::Excluders));
            assert!((2..=3).contains(&aligned.len()) && !excluders.is_empty(), "{}", self.step);
            let sees_all = |cell: &usize| aligned.iter().all(|aligned| sees(*cell, *aligned));
            assert!(excluders.iter().all(sees_all), "{}", self.step);
        }
    }
}

#[test]
fn parts_are_what_their_roles_say() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let all = TechniqueSet::read("all,-forcing chains,-dynamic chains,-nested chains").unwrap();
    let (mut counts, mut techniques) = (BTreeMap::<&str, usize>::new(), BTreeMap::<&str, usize>::new());
    for puzzle in super::puzzles(80) {
        let mut marks = PencilMarks::new(&puzzle);
        loop {
            explainer.set_techniques(all);
            let visit = |step: &Step| {
                let parts = step.parts().map(|part| (part.role.name(), part)).collect();
                let judge = Judge { marks: &marks, step, parts };
                judge.judge();
                judge.parts.keys().for_each(|role| *counts.entry(role).or_default() += 1);
                if !judge.parts.is_empty() {
                    *techniques.entry(step.technique().name()).or_default() += 1;
                }
                ControlFlow::Continue(())
            };
            explainer.all_hints(&marks, &|| true, visit).unwrap();
            explainer.set_techniques(TechniqueSet::SCALE);
            // Singles make no difference to the patterns, and are most of the steps.
            let Some(step) = explainer.next_step(&marks) else { break };
            marks.apply(&step);
            while let Some(single) = explainer.next_step(&marks).filter(|step| step.level().tenths() < 26) {
                marks.apply(&single);
            }
        }
    }
    println!("{counts:?} {techniques:?}");
    assert_eq!(counts.len(), 19, "{counts:?}");
    assert!(techniques.len() > 25, "{techniques:?}");
}
