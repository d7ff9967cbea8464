//! The branchless loop in safe Rust, without looking ahead: the reference for every kernel, and the loop for layouts
//! with further houses, whose cells may have more masks than the kernels read.
//!
//! The loop is the seventh of a family of small backtracking solvers (V1 to V7 in `ladder/`). One body serves both
//! directions, and no branch depends on the direction.

use super::portable::one_on;
use super::{Cell, FIRST_HOUSE, MASKS, OpenCell, each};

/// Visits open cells from `position` on until the search leaves the packed array at either end or has taken
/// `step_limit` steps. Returns the position and the steps taken. With `HOUSES`, the cells have further houses.
///
/// A position beyond `cells.len()` means before the first open cell: the index has wrapped.
#[inline(never)]
pub(super) fn run<const HOUSES: bool>(
    cells: &mut [OpenCell],
    free: &mut [u32; MASKS],
    mut position: usize,
    step_limit: u64,
) -> (usize, u64) {
    let mut steps_left = step_limit;
    // Going back from the first cell wraps the position, so the bounds check of `get_mut` is the exit at both ends.
    while let Some(open) = cells.get_mut(position) {
        if steps_left == 0 {
            break;
        }
        steps_left -= 1;

        // Frees the digit of the cell; on the way forward there is none.
        let Cell { units: [in_row, in_column, in_box, _], tried, is_peer: [houses, _] } = open.cell;
        // One by one: `map` on an array may stay a call, and then the indices are checked.
        let (in_row, in_column, in_box) = (usize::from(in_row), usize::from(in_column), usize::from(in_box));
        let row = free[in_row] | tried;
        let column = free[in_column] | tried;
        let r#box = free[in_box] | tried;
        let houses = if HOUSES { houses } else { 0 };
        let in_houses = each(houses).fold(u32::MAX, |all, house| all & (free[FIRST_HOUSE + house] | tried));

        // The candidates that this cell has not tried yet. Digits are tried in ascending order.
        let had = tried | tried.saturating_sub(1);
        let available = row & column & r#box & in_houses & !had;
        let pick = available & available.wrapping_neg();

        open.cell.tried = pick;
        free[in_row] = row ^ pick;
        free[in_column] = column ^ pick;
        free[in_box] = r#box ^ pick;
        each(houses).for_each(|house| free[FIRST_HOUSE + house] ^= tried ^ pick);

        position = one_on(position, available != 0);
    }
    (position, step_limit - steps_left)
}
