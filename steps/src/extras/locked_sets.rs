//! Locked pairs and triples: naked ones where a box crosses a line.

use super::super::cells::{BOXES, UNIT_CELLS, bit, each};
use super::super::{PencilMarks, Step, StepVisitor, Technique};

/// Finds `size` cells with `size` candidates together in a box and a line, so that both lose these elsewhere.
pub(in super::super) fn locked_set(size: u32, marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    let (technique, level) =
        if size == 2 { (Technique::LockedPair, 24) } else { (Technique::LockedTriple, 25) };
    let (lines, boxes) = UNIT_CELLS.split_at(BOXES);
    boxes.iter().zip(BOXES..).find_map(|(box_cells, own_box)| {
        lines.iter().enumerate().find_map(|(line, line_cells)| {
            let crossing = box_cells & line_cells & marks.open();
            let fewer = each(crossing).map(|cell| crossing & !bit(cell));
            fewer.chain([crossing]).filter(|cells| cells.count_ones() == size).find_map(|cells| {
                let own = || each(cells).map(|cell| marks.candidates()[cell]);
                let digits = own().fold(0, |all, digits| all | digits);
                let is_subset = digits.count_ones() == size && own().all(|digits| digits.count_ones() > 1);
                let removing = |step: Step, unit| step.removing_present(marks, unit & !cells, digits);
                let removes = |unit| removing(Step::new(technique, level), unit).eliminates();
                if !is_subset || !removes(box_cells & !line_cells) || !removes(line_cells & !box_cells) {
                    return None;
                }
                let step = Step::new(technique, level).with_unit(own_box).with_unit(line);
                visit(removing(step.decided_by_present(marks, cells, !0), box_cells | line_cells))
            })
        })
    })
}
