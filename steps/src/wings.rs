//! XY-wing and XYZ-wing.

use super::cells::{CellMask, PEERS, bit, each, members};
use super::{PencilMarks, Step, StepVisitor, Technique};

/// Returns the open cells with two candidates.
pub(super) fn bivalue_cells(marks: &PencilMarks) -> CellMask {
    // How many digits each cell has: one, two, three or more.
    let (mut one, mut two, mut three) = (0, 0, 0);
    for places in marks.places() {
        three |= two & places;
        two |= one & places;
        one |= places;
    }
    two & !three
}

/// Finds a cell with the candidates x and y that sees one with x and z and one with y and z: z is in one of the two.
pub(super) fn xy_wing(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    let pairs = bivalue_cells(marks);
    find(marks, (pairs, pairs), visit, |pivot, first, second| pivot ^ first == second)
}

/// Finds a cell with the candidates x, y and z that sees one with x and z and one with y and z.
pub(super) fn xyz_wing(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    let pairs = bivalue_cells(marks);
    let triples = marks.open() & !pairs;
    find(marks, (triples, pairs), visit, |pivot, first, second| first | second == pivot && first != second)
}

/// Finds a pivot, and two cells with two candidates that it sees, one of which always has their common digit.
fn find(
    marks: &PencilMarks,
    (pivots, pairs): (CellMask, CellMask),
    visit: &mut StepVisitor,
    is_wing: impl Fn(u16, u16, u16) -> bool,
) -> Option<Step> {
    let candidates = marks.candidates();
    let is_xyz = pivots & pairs == 0;
    each(pivots).filter(|&pivot| !is_xyz || candidates[pivot].count_ones() == 3).find_map(|pivot| {
        let seen = pairs & PEERS[pivot];
        each(seen).filter(|&first| (candidates[pivot] & !candidates[first]).is_power_of_two()).find_map(
            |first| {
                each(seen & !(2 * bit(first) - 1))
                    .filter(|&second| is_wing(candidates[pivot], candidates[first], candidates[second]))
                    .find_map(|second| {
                        let digit = members(candidates[first] & candidates[second]).next()?;
                        let by_pivot = if is_xyz { PEERS[pivot] } else { !0 };
                        let losing = PEERS[first] & PEERS[second] & by_pivot & marks.places().get(digit)?;
                        let (technique, level) =
                            if is_xyz { (Technique::XyzWing, 44) } else { (Technique::XyWing, 42) };
                        let wing = bit(pivot) | bit(first) | bit(second);
                        let step = || {
                            let step = Step::new(technique, level).decided_by_present(marks, wing, !0);
                            step.with_group(1, bit(pivot)).with_group(2, wing & !bit(pivot))
                        };
                        if losing == 0 { None } else { visit(step().removing(losing, 1 << (digit % 16))) }
                    })
            },
        )
    })
}
