//! Naked and hidden pairs, triples and quads, and the search for subsets that fish share.

use super::cells::{PlaceSet, cells_at, members, set_at};
use super::singles::ordered_units;
use super::{PencilMarks, Step, StepVisitor, Technique, TechniqueSet};

/// Finds `size` of some sets with `size` elements together, each with two or more. Asks `accept` about each find in
/// ascending order of the members as a number, and returns the first answer. `accept` gets the members and the
/// elements.
pub(super) fn subset<S: PlaceSet, const SLOTS: usize, R>(
    sets: &[S; SLOTS],
    size: u32,
    accept: &mut impl FnMut(S, S) -> Option<R>,
) -> Option<R> {
    let fitting = sets.iter().take(S::MOST).enumerate().filter(|(_, set)| (2..=size).contains(&set.count()));
    let eligible = fitting.fold(S::EMPTY, |eligible, (index, _)| eligible | S::of(index));
    extend(sets, size, eligible, S::EMPTY, S::EMPTY, accept)
}

/// Extends the subset `chosen`, with these elements together, by members of `eligible`. The highest is chosen first,
/// for the ascending order.
pub(super) fn extend<S: PlaceSet, const SLOTS: usize, R>(
    sets: &[S; SLOTS],
    size: u32,
    eligible: S,
    chosen: S,
    elements: S,
    accept: &mut impl FnMut(S, S) -> Option<R>,
) -> Option<R> {
    let missing = size.wrapping_sub(chosen.count());
    if missing == 0 {
        return if elements.count() == size { accept(chosen, elements) } else { None };
    }
    eligible.members().find_map(|highest| {
        let (below, own) = (eligible & S::below(highest), S::of(highest));
        let elements = elements | sets[highest % SLOTS];
        if elements.count() > size || below.count() + 1 < missing {
            return None;
        }
        match missing {
            1 if elements.count() < size => None,
            1 => accept(chosen | own, elements),
            _ => extend(sets, size, below, chosen | own, elements, accept),
        }
    })
}

/// Returns the technique and the level for a size of 2, 3 or 4.
fn of_size<T: Copy>(size: u32, [pair, triple, quad]: [T; 3]) -> T {
    match size {
        2 => pair,
        3 => triple,
        _ => quad,
    }
}

/// The least number of open cells, or lines, among which to look for a subset of `size`. Among fewer, the other members
/// remove the same as the complement, another technique, which comes first if the set has it. `complements` names it by
/// its size, from 1.
pub(super) fn least_open(size: u32, complements: &[Technique], techniques: TechniqueSet) -> u32 {
    size + 1 + complements.iter().take_while(|complement| techniques.contains(**complement)).count() as u32
}

/// Finds a naked subset of `size` cells.
pub(super) fn naked(
    size: u32,
    marks: &PencilMarks,
    techniques: TechniqueSet,
    visit: &mut StepVisitor,
) -> Option<Step> {
    use Technique::{HiddenPair, HiddenSingle, HiddenTriple, NakedPair, NakedQuad, NakedTriple};

    let (technique, level) = of_size(size, [(NakedPair, 30), (NakedTriple, 36), (NakedQuad, 50)]);
    let complements = [HiddenSingle, HiddenPair, HiddenTriple];
    let least = least_open(size, complements.split_at(size as usize - 1).0, techniques);
    ordered_units().filter(|&unit| u32::from(marks.open_count(unit)) >= least).find_map(|unit| {
        let candidates = marks.candidates_of(unit);
        subset(&candidates, size, &mut |chosen, digits| {
            let others = 0x1ff & !chosen;
            members(others).find(|&place| candidates[place % 16] & digits != 0)?;
            let step = Step::new(technique, level).with_unit(unit);
            let step = step.decided_by_present(marks, set_at(unit, chosen), digits);
            visit(step.removing_present(marks, set_at(unit, others), digits))
        })
    })
}

/// Finds a hidden subset of `size` digits.
pub(super) fn hidden(
    size: u32,
    marks: &PencilMarks,
    techniques: TechniqueSet,
    visit: &mut StepVisitor,
) -> Option<Step> {
    use Technique::{HiddenPair, HiddenQuad, HiddenTriple, NakedPair, NakedQuad, NakedSingle, NakedTriple};

    let (technique, level) = of_size(size, [(HiddenPair, 34), (HiddenTriple, 40), (HiddenQuad, 54)]);
    let complements = [NakedSingle, NakedPair, NakedTriple, NakedQuad];
    let least = least_open(size, complements.split_at(size as usize).0, techniques);
    ordered_units().filter(|&unit| u32::from(marks.open_count(unit)) >= least).find_map(|unit| {
        subset(marks.positions(unit), size, &mut |digits, places| {
            let cells = set_at(unit, places);
            let step = Step::new(technique, level).with_unit(unit).removing_present(marks, cells, !digits);
            if step.eliminates() { visit(step.decided_by_present(marks, cells, digits)) } else { None }
        })
    })
}

/// Finds a hidden subset of `size` digits that leaves a hidden single in its unit. The step places it, and
/// removes nothing, as the judge does.
pub(super) fn direct_hidden(size: u32, marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    use Technique::{DirectHiddenPair, DirectHiddenTriple};

    let (technique, level) = if size == 2 { (DirectHiddenPair, 20) } else { (DirectHiddenTriple, 25) };
    ordered_units().filter(|&unit| u32::from(marks.open_count(unit)) > size).find_map(|unit| {
        let positions = marks.positions(unit);
        subset(positions, size, &mut |digits, places| {
            members(0x1ff & !digits).find_map(|digit| {
                let (all, left) = (positions[digit % 16], positions[digit % 16] & !places);
                let cell = cells_at(unit, left).next().filter(|_| all != left && left.is_power_of_two())?;
                let step = Step::new(technique, level).with_unit(unit).placing(cell, digit);
                visit(step.decided_by_present(marks, set_at(unit, places), digits))
            })
        })
    })
}
