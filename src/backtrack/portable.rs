//! The branchless loop in safe Rust: the reference for every other kernel.
//!
//! The loop is the seventh of a family of small backtracking solvers (V1 to V7): one body serves
//! the way forward and the way back, and no branch depends on which of the two is taken.

use core::hint::select_unpredictable;

use super::{MASKS, OpenCell};

/// Visits open cells from `position` on until the search leaves the packed array at either end or
/// has taken `step_limit` steps. Returns where it stands and how many steps it took.
///
/// A position beyond `cells.len()` is the place before the first open cell: the index has wrapped.
pub(super) fn run(
    cells: &mut [OpenCell],
    free: &mut [u32; MASKS],
    mut position: usize,
    step_limit: u64,
) -> (usize, u64) {
    let mut steps_left = step_limit;
    // Going back from the first cell wraps the position, so that the one bounds check of `get_mut`
    // is the exit at both ends.
    while let Some(cell) = cells.get_mut(position) {
        if steps_left == 0 {
            break;
        }
        steps_left -= 1;

        // The digit that stands in the cell, none on the way forward, is free again.
        let tried = cell.tried;
        let in_row = usize::from(cell.place.units[0]);
        let in_column = usize::from(cell.place.units[1]);
        let in_box = usize::from(cell.place.units[2]);
        let row = free[in_row] | tried;
        let column = free[in_column] | tried;
        let r#box = free[in_box] | tried;

        // What neither a peer holds nor this cell has had: digits are tried in ascending order.
        let had = tried | tried.saturating_sub(1);
        let available = row & column & r#box & !had;
        let pick = available & available.wrapping_neg();

        cell.tried = pick;
        free[in_row] = row ^ pick;
        free[in_column] = column ^ pick;
        free[in_box] = r#box ^ pick;

        let (forward, back) = (position.wrapping_add(1), position.wrapping_sub(1));
        position = select_unpredictable(available != 0, forward, back);
    }
    (position, step_limit - steps_left)
}
