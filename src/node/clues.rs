//! Clues that contradict each other on sight.

use super::layout::Layout;

/// Whether two cells of `x` that have one candidate each, the same, share a row, column or box.
#[inline(always)]
pub(super) fn collide<L: Layout>(x: &[L; 9]) -> bool {
    let mut clue = *x;
    for i in 0..9 {
        clue[i] = x[i].census().solved.digits();
    }
    // In a box.
    let mut once = clue[0];
    let mut twice = once & clue[1];
    for i in 1..9 {
        twice = L::or_and(twice, once, clue[i]);
        once = once | clue[i];
    }
    // In a row or column, and in different boxes.
    for i in 0..3 {
        let row = L::or3(clue[3 * i], clue[3 * i + 1], clue[3 * i + 2]);
        let column = L::or3(clue[i], clue[3 + i], clue[6 + i]);
        twice = L::or_and(twice, row, row.of_both_stacks().0);
        twice = L::or_and(twice, column, column.of_next_band());
    }
    !twice.is_empty()
}
