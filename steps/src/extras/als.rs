//! Almost locked sets.

use super::super::cells::{ALL_CELLS, CellMask, PEERS, UNIT_CELLS, each};
use super::super::{PencilMarks, Step, StepVisitor, Technique, TechniqueSet};

/// Cells of a unit with one candidate more than cells: without any of the candidates, the others are locked in them.
#[derive(Clone, Copy)]
struct Als {
    cells: CellMask,
    digits: u16,
}

/// The most sets that are tried, beginning with the rows.
const MOST: usize = 1024;

/// The almost locked sets of a board.
struct AlmostLockedSets {
    found: [Als; MOST],
    count: usize,
}

impl AlmostLockedSets {
    /// Finds those with up to so many cells.
    fn new(marks: &PencilMarks, most_cells: u32) -> Self {
        let mut found = [Als { cells: 0, digits: 0 }; MOST];
        let count = found.iter_mut().zip(sets(marks, most_cells)).map(|(place, als)| *place = als).count();
        AlmostLockedSets { found, count }
    }

    fn all(&self) -> &[Als] {
        self.found.get(..self.count).unwrap_or_default()
    }
}

/// Finds two almost locked sets that have two digits x and z in common, of which only one set can have x. So one has z,
/// and a candidate z that sees all z of both is false.
///
/// If that holds for two digits x, each set lacks one of them. So it has all others, and the two have both.
pub(in super::super) fn als_xz(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    visit: &mut StepVisitor,
) -> Option<Step> {
    let sets = AlmostLockedSets::new(marks, 7);
    pairs(sets.all()).find_map(|(one, other)| {
        let linked = linked(marks, one, other);
        let of_both = |digits: u16| each(digits.into()).map(|z| (z, removed_by(marks, &[one, other], z)));
        let alone =
            |als: Als| each((als.digits & !linked).into()).map(move |z| (z, removed_by(marks, &[als], z)));
        let cells = one.cells | other.cells;
        let step =
            |technique| of_sets(Step::new(technique, 64), [one, other]).decided_by_present(marks, cells, !0);
        let removing = |step: Step, (z, removed): (usize, CellMask)| step.removing(removed, 1 << z);
        match linked.count_ones() {
            0 => None,
            1 if techniques.contains(Technique::AlsXz) => {
                let mut steps =
                    of_both(one.digits & other.digits & !linked).filter(|(_, removed)| *removed != 0);
                steps.find_map(|removed| visit(removing(step(Technique::AlsXz), removed)))
            }
            1 => None,
            _ => {
                let has_name = techniques.contains(Technique::DoublyLinkedAlsXz);
                let name = if has_name { Technique::DoublyLinkedAlsXz } else { Technique::AlsXz };
                let removed = of_both(linked).chain(alone(one)).chain(alone(other));
                let step = removed.fold(step(name), removing);
                if step.eliminates() { visit(step) } else { None }
            }
        }
    })
}

/// Finds four cells with four candidates, two almost locked sets that have two digits in common.
pub(in super::super) fn wxyz_wing(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    let sets = AlmostLockedSets::new(marks, 3);
    pairs(sets.all()).find_map(|(one, other)| {
        let cells = one.cells | other.cells;
        let (linked, common) = (linked(marks, one, other), one.digits & other.digits);
        if cells.count_ones() != 4 || common.count_ones() != 2 || !linked.is_power_of_two() {
            return None;
        }
        let z = (common & !linked).trailing_zeros() as usize;
        let removed = removed_by(marks, &[one, other], z);
        let step =
            || of_sets(Step::new(Technique::WxyzWing, 55), [one, other]).decided_by_present(marks, cells, !0);
        if removed == 0 { None } else { visit(step().removing(removed, 1 << z)) }
    })
}

/// Finds an almost locked set that has x in common with a second one and y with a third one, so that only one of the
/// two can have it. As the first lacks at most one of them, the second or the third has all its others, such as z.
pub(in super::super) fn als_xy_wing(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    let sets = AlmostLockedSets::new(marks, 7);
    let is_part = |one: &Als, other: &Als| one.cells & !other.cells == 0;
    sets.all().iter().find_map(|&first| {
        let others = sets.all().iter().filter(|other| !is_part(&first, other) && !is_part(other, &first));
        let others =
            others.map(|&other| (other, linked(marks, first, other))).filter(|(_, linked)| *linked != 0);
        let mut found = [(first, 0); MOST_LINKED];
        let count = found.iter_mut().zip(others).map(|(place, other)| *place = other).count();
        let linked = found.get(..count).unwrap_or_default();
        linked.iter().enumerate().find_map(|(number, &(one, x))| {
            linked.iter().take(number).find_map(|&(other, y)| {
                let common = one.digits & other.digits;
                // Two digits x and y, which are different, and z is neither.
                let is_wing = |z: usize| {
                    let [x, y] = [x & !(1 << z), y & !(1 << z)];
                    x != 0 && y != 0 && (x != y || !x.is_power_of_two())
                };
                if common == 0 || is_part(&one, &other) || is_part(&other, &one) {
                    return None;
                }
                each(common.into()).filter(|&z| is_wing(z)).find_map(|z| {
                    let removed = removed_by(marks, &[one, other], z);
                    let cells = first.cells | one.cells | other.cells;
                    let step = || {
                        let step = of_sets(Step::new(Technique::AlsXyWing, 65), [one, other]);
                        step.with_group(4, first.cells).decided_by_present(marks, cells, !0)
                    };
                    if removed == 0 { None } else { visit(step().removing(removed, 1 << z)) }
                })
            })
        })
    })
}

/// A step with two sets as its groups.
fn of_sets(step: Step, [one, other]: [Als; 2]) -> Step {
    step.with_group(1, one.cells).with_group(2, other.cells)
}

/// The most sets that are tried beside a first one.
const MOST_LINKED: usize = 256;

/// Iterates over the pairs of sets without a common cell.
fn pairs(sets: &[Als]) -> impl Iterator<Item = (Als, Als)> {
    let pairs = sets
        .iter()
        .enumerate()
        .flat_map(|(number, one)| sets.iter().skip(number + 1).map(move |other| (*one, *other)));
    pairs.filter(|(one, other)| one.cells & other.cells == 0)
}

/// The digits of which only one of two sets can have some: all places of the one see all of the other.
fn linked(marks: &PencilMarks, one: Als, other: Als) -> u16 {
    let common = one.digits & other.digits;
    let is_linked = |digit: &usize| {
        let places = marks.places().get(*digit).copied().unwrap_or_default();
        other.cells & places & !seen_by(marks, &one, *digit) == 0
    };
    each(common.into()).filter(is_linked).fold(0, |linked, digit| linked | 1 << digit)
}

/// The cells outside of sets that lose a digit if one of the sets has it.
fn removed_by(marks: &PencilMarks, sets: &[Als], digit: usize) -> CellMask {
    let places = marks.places().get(digit).copied().unwrap_or_default();
    sets.iter().fold(places, |removed, als| removed & seen_by(marks, als, digit) & !als.cells)
}

/// The cells that see all candidates of a digit in a set.
fn seen_by(marks: &PencilMarks, als: &Als, digit: usize) -> CellMask {
    let places = marks.places().get(digit).copied().unwrap_or_default();
    each(als.cells & places).fold(ALL_CELLS, |seen, cell| seen & PEERS[cell])
}

/// Finds the almost locked sets, each in the first unit that has it.
fn sets(marks: &PencilMarks, most_cells: u32) -> impl Iterator<Item = Als> {
    UNIT_CELLS.iter().enumerate().flat_map(move |(unit, cells)| {
        let open = cells & marks.open();
        (1..1_u16 << 9).filter_map(move |choice| {
            let size = choice.count_ones();
            let chosen = each(open).enumerate().filter(|(place, _)| choice >> place & 1 == 1);
            let (cells, digits) = chosen.fold((0 as CellMask, 0_u16), |(cells, digits), (_, cell)| {
                (cells | 1 << cell, digits | marks.candidates()[cell])
            });
            let is_als = size <= most_cells && cells.count_ones() == size && digits.count_ones() == size + 1;
            let is_new = || !UNIT_CELLS.iter().take(unit).any(|earlier| cells & !earlier == 0);
            (is_als && is_new()).then_some(Als { cells, digits })
        })
    })
}
