//! Colouring: cells that alternate between two colours, of which one colour has a digit.

use super::super::cells::{CellMask, bit, each};
use super::super::{PencilMarks, Step, StepVisitor, Technique, TechniqueSet};
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
pub(in super::super) fn simple_colouring(
    marks: &PencilMarks,
    _techniques: TechniqueSet,
    visit: &mut StepVisitor,
) -> Option<Step> {
    marks.places().iter().enumerate().find_map(|(digit, &places)| {
        of_digit(places).find_map(|colours| {
            let (both, seen) = (colours[0] | colours[1], colours.map(seen_from));
            let sees_itself = colours.iter().zip(seen).find(|(colour, seen)| *colour & seen != 0);
            let removed = match sees_itself {
                Some((&colour, _)) => colour,
                None => places & seen[0] & seen[1] & !both,
            };
            let step = || Step::new(Technique::SimpleColouring, 59).decided_by(both & !removed, 1 << digit);
            if removed == 0 { None } else { visit(step().removing(removed, 1 << digit)) }
        })
    })
}
