//! Finned fish.

use super::super::cells::{BOXES, COLUMNS, CellMask, ROWS, UNIT_CELLS, members};
use super::super::{PencilMarks, Step, StepVisitor, Technique, TechniqueSet};

/// Finds a fish of `size` lines with further candidates, the fins, in one box. If no fin is true, the fish eliminates
/// as usual; if one is, it eliminates in its box. So a candidate that both eliminate is false. A sashimi fish has a
/// line with one candidate beside the fins; it is a finned fish if the set has no sashimi fish.
pub(in super::super) fn finned_fish(
    size: u32,
    marks: &PencilMarks,
    techniques: TechniqueSet,
    visit: &mut StepVisitor,
) -> Option<Step> {
    use Technique::*;

    let ([finned, sashimi], level) = match size {
        2 => ([FinnedXWing, SashimiXWing], 48),
        3 => ([FinnedSwordfish, SashimiSwordfish], 49),
        _ => ([FinnedJellyfish, SashimiJellyfish], 55),
    };
    let lines = |first: usize, chosen: u16| {
        UNIT_CELLS
            .iter()
            .skip(first)
            .take(9)
            .enumerate()
            .filter(move |(line, _)| chosen >> line & 1 == 1)
            .map(|(_, cells)| *cells)
    };
    let all_of = move |first, chosen| lines(first, chosen).fold(0, |all, cells| all | cells);
    let choices = || (0..1_u16 << 9).filter(|choice| choice.count_ones() == size);
    marks.places().iter().enumerate().find_map(|(digit, &places)| {
        [(ROWS, COLUMNS), (COLUMNS, ROWS)].into_iter().find_map(|(base, cover)| {
            let has_two = |&choice: &u16| lines(base, choice).all(|line| (line & places).count_ones() >= 2);
            choices().filter(has_two).find_map(|base_choice| {
                let base_cells = all_of(base, base_choice) & places;
                choices().find_map(|cover_choice| {
                    let cover_cells = all_of(cover, cover_choice);
                    let fins = base_cells & !cover_cells;
                    let box_cells = box_around(fins)?;
                    let removed = cover_cells & places & box_cells & !base_cells;
                    let is_fish = || lines(base, base_choice).all(|line| line & places & cover_cells != 0);
                    let is_alone = |line: CellMask| (line & places & cover_cells).is_power_of_two();
                    let is_sashimi = lines(base, base_choice).any(is_alone) && techniques.contains(sashimi);
                    let technique = if is_sashimi { sashimi } else { finned };
                    if removed == 0 || !is_fish() || !techniques.contains(technique) {
                        return None;
                    }
                    let step =
                        Step::new(technique, level).decided_by(base_cells, 1 << digit).with_group(1, fins);
                    let step = members(base_choice).fold(step, |step, line| step.with_unit(base + line));
                    let step = members(cover_choice).fold(step, |step, line| step.with_unit(cover + line));
                    visit(step.removing(removed, 1 << digit))
                })
            })
        })
    })
}

/// The cells of the box that has all cells of a set that is not empty.
fn box_around(cells: CellMask) -> Option<CellMask> {
    UNIT_CELLS.iter().skip(BOXES).copied().find(|box_| cells != 0 && cells & !box_ == 0)
}
