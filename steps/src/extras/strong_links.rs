//! Patterns of strong links: cells of which one has the digit if the other has not.

use super::super::cells::{BOXES, COLUMNS, CellMask, UNIT_CELLS, bit, cells_of, each, units_of};
use super::super::{PencilMarks, Step, StepVisitor, Technique};
use super::peers;

/// The only two cells of a digit in a unit, and the unit: its number and its cells.
#[derive(Clone, Copy)]
pub(super) struct StrongLink {
    pub ends: [usize; 2],
    pub unit: usize,
    cells: CellMask,
}

/// Finds the strong links of a digit, given its cells.
pub(super) fn strong_links(places: CellMask) -> impl Iterator<Item = StrongLink> {
    UNIT_CELLS.iter().enumerate().filter_map(move |(unit, &cells)| {
        let mut ends = each(places & cells);
        match (ends.next(), ends.next(), ends.next()) {
            (Some(one), Some(other), None) => Some(StrongLink { ends: [one, other], unit, cells }),
            _ => None,
        }
    })
}

/// Finds two strong links of a digit of which two ends share a unit, so that one of the other ends has the digit: those
/// of one [`kind`].
pub(in super::super) fn two_strong_links(
    marks: &PencilMarks,
    (technique, level): (Technique, u8),
    visit: &mut StepVisitor,
) -> Option<Step> {
    marks.places().iter().enumerate().find_map(|(digit, &places)| {
        strong_links(places).find_map(|one| {
            let others = strong_links(places).filter(|other| other.unit > one.unit);
            others.into_iter().find_map(|other| {
                let [[a, b], [c, d]] = [one.ends, other.ends];
                let mut turns = [[a, b, c, d], [a, b, d, c], [b, a, c, d], [b, a, d, c]].into_iter();
                turns.find_map(|[end, near, far, last]| {
                    let cells = bit(end) | bit(near) | bit(far) | bit(last);
                    let removed = places & peers(end) & peers(last) & !cells;
                    let is_pattern = cells.count_ones() == 4 && peers(near) & bit(far) != 0;
                    if removed == 0 || !is_pattern || kind(one.unit, other.unit, near, far) != technique {
                        return None;
                    }
                    let chain =
                        [(end, digit, false), (near, digit, true), (far, digit, false), (last, digit, true)];
                    let step = Step::new(technique, level).with_unit(one.unit).with_unit(other.unit);
                    visit(step.decided_by(cells, 1 << digit).removing(removed, 1 << digit).through(&chain))
                })
            })
        })
    })
}

/// Returns the technique of strong links in two units whose near ends are two cells.
fn kind(one: usize, other: usize, near: usize, far: usize) -> Technique {
    let ends = bit(near) | bit(far);
    let share = |first: usize| UNIT_CELLS.iter().skip(first).take(9).any(|unit| unit & ends == ends);
    match (one, other) {
        (0..COLUMNS, 0..COLUMNS) if share(COLUMNS) => Technique::Skyscraper,
        (COLUMNS..BOXES, COLUMNS..BOXES) if share(0) => Technique::Skyscraper,
        (0..COLUMNS, COLUMNS..BOXES) => Technique::TwoStringKite,
        _ => Technique::TurbotFish,
    }
}

/// Finds two cells with the same two candidates, joined by a strong link of one of them: one of the cells has the
/// other.
pub(in super::super) fn w_wing(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    let candidates = marks.candidates();
    let pairs = || each(marks.open()).filter(|&cell| candidates[cell].count_ones() == 2);
    pairs().find_map(|one| {
        let others = pairs().filter(|&other| other > one && candidates[other] == candidates[one]);
        others.into_iter().find_map(|other| {
            each(candidates[one].into()).find_map(|digit| {
                let joined = (candidates[one] & !(1 << digit)).trailing_zeros() as usize;
                let seen = marks.places().get(digit)? & peers(one) & peers(other);
                let wings = bit(one) | bit(other);
                let places = *marks.places().get(joined)?;
                strong_links(places & !wings).find_map(|StrongLink { ends: [a, b], unit, cells }| {
                    // The strong link must hold with the wings, too: they are not in its unit.
                    if seen == 0 || cells & wings != 0 {
                        return None;
                    }
                    let sees = |cell: usize, wing: usize| peers(cell) & bit(wing) != 0;
                    let [near, far] = match () {
                        () if sees(a, one) && sees(b, other) => [a, b],
                        () if sees(b, one) && sees(a, other) => [b, a],
                        () => return None,
                    };
                    let chain = [
                        (one, digit, false),
                        (one, joined, true),
                        (near, joined, false),
                        (far, joined, true),
                        (other, joined, false),
                        (other, digit, true),
                    ];
                    let step = Step::new(Technique::WWing, 42).with_unit(unit);
                    let step =
                        step.decided_by(wings, candidates[one]).decided_by(bit(a) | bit(b), 1 << joined);
                    visit(step.removing(seen, 1 << digit).through(&chain))
                })
            })
        })
    })
}

/// Finds a box whose candidates of a digit are in one row and one column, and a strong link that leads from the one
/// line to cells that see the other: either the digit is in the box in this line, or it is at the far end of the link.
pub(in super::super) fn empty_rectangle(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    marks.places().iter().enumerate().find_map(|(digit, &places)| {
        (BOXES..UNIT_CELLS.len()).find_map(|own_box| {
            let inside = places & cells_of(own_box);
            each(cells_of(own_box)).find_map(|crossing| {
                let [row, column, _] = units_of(crossing);
                [(row, column), (column, row)].into_iter().find_map(|(from, to)| {
                    let (line, other) = (cells_of(from), cells_of(to));
                    let is_cross =
                        inside & !(line | other) == 0 && inside & !line != 0 && inside & !other != 0;
                    let links = strong_links(places).filter(|link| is_cross && link.unit < BOXES);
                    let turns = links.flat_map(|link| {
                        let [one, two] = link.ends;
                        [(one, two, link.unit), (two, one, link.unit)]
                    });
                    turns.into_iter().find_map(|(near, far, unit)| {
                        let removed = places & other & peers(far) & !cells_of(own_box);
                        let is_link = line & !cells_of(own_box) & bit(near) != 0 && line & bit(far) == 0;
                        if !is_link || removed == 0 {
                            return None;
                        }
                        let step = Step::new(Technique::EmptyRectangle, 42).with_unit(own_box);
                        let link = bit(near) | bit(far);
                        let step = step.with_group(1, inside).with_group(2, link).with_unit(unit);
                        let step = step.decided_by(inside | link, 1 << digit);
                        visit(step.removing(removed, 1 << digit))
                    })
                })
            })
        })
    })
}
