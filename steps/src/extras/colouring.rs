//! Colouring: cells that alternate between two colours, of which one colour has a digit.

use super::super::cells::{CellMask, bit, each};
use super::super::{PencilMarks, Step, StepVisitor, Technique};
use super::peers;
use super::strong_links::{StrongLink, strong_links};

/// The cells that see a cell of a set.
fn seen_from(cells: CellMask) -> CellMask {
    each(cells).fold(0, |seen, cell| seen | peers(cell))
}

/// The two colours of each group of cells that links join. `grow` adds the cells that are linked to those of a colour.
fn colourings(
    cells: CellMask,
    grow: impl Fn(CellMask) -> CellMask + Copy,
) -> impl Iterator<Item = [CellMask; 2]> {
    let mut rest = cells;
    core::iter::from_fn(move || {
        let mut colours = [bit(each(rest).next()?), 0];
        loop {
            let [one, other] = colours;
            let grown = [one | grow(other), other | grow(one)];
            if grown == colours {
                break;
            }
            colours = grown;
        }
        rest &= !(colours[0] | colours[1]);
        Some(colours)
    })
    .filter(|colours| colours[1] != 0)
}

/// A step with two colours as its groups.
fn coloured(step: Step, pair: u8, [one, other]: [CellMask; 2]) -> Step {
    step.with_group(pair | 1, one).with_group(pair | 2, other)
}

/// The colours that strong links of a digit join.
fn of_digit(places: CellMask) -> impl Iterator<Item = [CellMask; 2]> {
    colourings(places, move |cells| {
        strong_links(places).fold(0, |grown, StrongLink { ends: [a, b], .. }| {
            let end = |from: usize, to: usize| if cells & bit(from) != 0 { bit(to) } else { 0 };
            grown | end(a, b) | end(b, a)
        })
    })
}

/// Finds connected strong links of a digit. Their ends alternate between two colours, and one colour has the digit. A
/// colour that sees itself does not have it, nor does a cell that sees both colours.
pub(in super::super) fn simple_colouring(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    marks.places().iter().enumerate().find_map(|(digit, &places)| {
        of_digit(places).find_map(|colours| {
            let (both, seen) = (colours[0] | colours[1], colours.map(seen_from));
            let sees_itself = colours.iter().zip(seen).find(|(colour, seen)| *colour & seen != 0);
            let removed = match sees_itself {
                Some((&colour, _)) => colour,
                None => places & seen[0] & seen[1] & !both,
            };
            let step = || {
                let step = coloured(Step::new(Technique::SimpleColouring, 59), 0, colours);
                step.decided_by(both & !removed, 1 << digit)
            };
            if removed == 0 { None } else { visit(step().removing(removed, 1 << digit)) }
        })
    })
}

/// Calls `removed` with two different pairs of colours, each in both orders. It returns the cells that lose the digit.
fn two_colourings(
    marks: &PencilMarks,
    technique: Technique,
    visit: &mut StepVisitor,
    removed: impl Fn(CellMask, [CellMask; 2], [CellMask; 2]) -> CellMask,
) -> Option<Step> {
    marks.places().iter().enumerate().find_map(|(digit, &places)| {
        of_digit(places).find_map(|[a, b]| {
            of_digit(places).filter(|[c, _]| *c != a).find_map(|[c, d]| {
                let turns = [([a, b], [c, d]), ([a, b], [d, c]), ([b, a], [c, d]), ([b, a], [d, c])];
                turns.into_iter().find_map(|(one, other)| {
                    let removed = removed(places, one, other);
                    let all = (a | b | c | d) & !removed;
                    let step = || {
                        let step = coloured(Step::new(technique, 60), 0, one);
                        coloured(step, 4, other).decided_by(all, 1 << digit)
                    };
                    if removed == 0 { None } else { visit(step().removing(removed, 1 << digit)) }
                })
            })
        })
    })
}

/// Finds two pairs of colours of a digit, of which one colour of each see each other. So one of the other two has the
/// digit.
pub(in super::super) fn multi_colours_1(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    two_colourings(marks, Technique::MultiColours1, visit, |places, [a, b], [c, d]| {
        let is_met = seen_from(a) & c != 0;
        if is_met { places & seen_from(b) & seen_from(d) & !(a | b | c | d) } else { 0 }
    })
}

/// Finds a colour that sees both colours of another pair, so that it does not have the digit.
pub(in super::super) fn multi_colours_2(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    two_colourings(marks, Technique::MultiColours2, visit, |_, [a, _], [c, d]| {
        let seen = seen_from(a);
        if seen & c != 0 && seen & d != 0 { a } else { 0 }
    })
}

/// Finds cells with the same two candidates that alternate between two colours: each sees the one before. A cell that
/// sees both colours has neither digit.
pub(in super::super) fn remote_pair(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    let candidates = marks.candidates();
    let pairs = each(marks.open()).map(|cell| candidates[cell]).filter(|digits| digits.count_ones() == 2);
    pairs.enumerate().find_map(|(number, pair)| {
        let same = each(marks.open()).filter(|&cell| candidates[cell] == pair);
        let cells = same.fold(0, |cells, cell| cells | bit(cell));
        let mut earlier =
            each(marks.open()).map(|cell| candidates[cell]).filter(|digits| digits.count_ones() == 2);
        if cells.count_ones() < 4 || earlier.by_ref().take(number).any(|digits| digits == pair) {
            return None;
        }
        colourings(cells, |from| seen_from(from) & cells).find_map(|colours| {
            let both = colours[0] | colours[1];
            let seen = seen_from(colours[0]) & seen_from(colours[1]) & !both;
            let step = || {
                let step = coloured(Step::new(Technique::RemotePair, 39), 0, colours);
                step.removing_present(marks, seen, pair)
            };
            let is_new = both.count_ones() >= 4 && colours[0] & colours[1] == 0 && step().eliminates();
            if is_new { visit(step().decided_by(both, pair)) } else { None }
        })
    })
}
