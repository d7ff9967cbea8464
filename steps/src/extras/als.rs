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
/// The most cells of a set.
const MOST_CELLS: u32 = 5;

/// Finds two almost locked sets that have two digits x and z in common, of which only one set can have x. So one has z,
/// and a candidate z that sees all z of both is false.
pub(in super::super) fn als_xz(
    marks: &PencilMarks,
    _techniques: TechniqueSet,
    visit: &mut StepVisitor,
) -> Option<Step> {
    let mut found = [Als { cells: 0, digits: 0 }; MOST];
    let count = found.iter_mut().zip(sets(marks)).map(|(place, als)| *place = als).count();
    let all = || found.iter().take(count);
    all().enumerate().find_map(|(number, one)| {
        all().skip(number + 1).find_map(|other| {
            let common = one.digits & other.digits;
            if common.count_ones() < 2 || one.cells & other.cells != 0 {
                return None;
            }
            each(common.into()).find_map(|x| {
                if seen_by(marks, one, x) & other.cells & marks.places().get(x)?
                    != other.cells & marks.places().get(x)?
                {
                    return None;
                }
                each((common & !(1 << x)).into()).find_map(|z| {
                    let seen = seen_by(marks, one, z) & seen_by(marks, other, z);
                    let removed = seen & marks.places().get(z)? & !one.cells & !other.cells;
                    let cells = one.cells | other.cells;
                    let step = || Step::new(Technique::AlsXz, 64).decided_by_present(marks, cells, !0);
                    if removed == 0 { None } else { visit(step().removing(removed, 1 << z)) }
                })
            })
        })
    })
}

/// The cells that see all candidates of a digit in a set.
fn seen_by(marks: &PencilMarks, als: &Als, digit: usize) -> CellMask {
    let places = marks.places().get(digit).copied().unwrap_or_default();
    each(als.cells & places).fold(ALL_CELLS, |seen, cell| seen & PEERS[cell])
}

/// Finds the almost locked sets, each in the first unit that has it.
fn sets(marks: &PencilMarks) -> impl Iterator<Item = Als> {
    UNIT_CELLS.iter().enumerate().flat_map(move |(unit, cells)| {
        let open = cells & marks.open();
        (1..1_u16 << 9).filter_map(move |choice| {
            let size = choice.count_ones();
            let chosen = each(open).enumerate().filter(|(place, _)| choice >> place & 1 == 1);
            let (cells, digits) = chosen.fold((0 as CellMask, 0_u16), |(cells, digits), (_, cell)| {
                (cells | 1 << cell, digits | marks.candidates()[cell])
            });
            let is_als = size <= MOST_CELLS && cells.count_ones() == size && digits.count_ones() == size + 1;
            let is_new = || !UNIT_CELLS.iter().take(unit).any(|earlier| cells & !earlier == 0);
            (is_als && is_new()).then_some(Als { cells, digits })
        })
    })
}
