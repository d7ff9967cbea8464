//! The rules of a sweep, written once for every layout and width.

use super::layout::{CellStates, RegisterLayout};

/// Applies locked candidates in the rows or columns and, with `TRIPLES`, hidden triples in the minirows or minicolumns.
/// Returns the candidates that the cells of each line may keep, and the candidates that some line loses.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn locked<L: RegisterLayout, const ROWS: bool, const TRIPLES: bool>(x: &[L; 9]) -> ([L; 3], L) {
    macro_rules! line {
        ($i:expr) => {
            if ROWS {
                L::or3(x[3 * $i], x[3 * $i + 1], x[3 * $i + 2])
            } else {
                L::or3(x[$i], x[3 + $i], x[6 + $i])
            }
        };
    }
    let line = [line!(0), line!(1), line!(2)];
    let mut next = line;
    let mut previous = line;
    if ROWS {
        for (i, both) in L::of_both_stacks(line).into_iter().enumerate() {
            (next[i], previous[i]) = both;
        }
    } else {
        for i in 0..3 {
            (next[i], previous[i]) = (line[i].of_next_band(), line[i].of_previous_band());
        }
    }
    let (mut stay, mut lost) = (line, line);
    for i in 0..3 {
        let (p, q) = ((i + 1) % 3, (i + 2) % 3);
        stay[i] = L::or_and(next[p] & previous[q], previous[p], next[q]);
        if TRIPLES {
            stay[i] = stay[i].limited_to_triples_of(L::and_not2(line[i], line[p], line[q]));
        }
        lost[i] = line[i] & !stay[i];
    }
    (stay, L::or3(lost[0], lost[1], lost[2]))
}

/// Removes the candidates ruled out in the rows or columns. Returns the candidates that some line has lost.
#[inline(always)]
pub(super) fn close<L: RegisterLayout, const ROWS: bool, const TRIPLES: bool>(x: &mut [L; 9]) -> L {
    let (stay, lost) = locked::<L, ROWS, TRIPLES>(x);
    for i in 0..9 {
        x[i] = x[i] & stay[if ROWS { i / 3 } else { i % 3 }];
    }
    lost
}

/// Returns the digits that have a place in their box, and those of them that have exactly one.
#[inline(always)]
fn single_places<L: RegisterLayout>(x: &[L; 9]) -> (L, L) {
    let mut one = [x[0]; 3];
    let mut two = [x[0]; 3];
    for r in 0..3 {
        let [a, b, c] = [x[3 * r], x[3 * r + 1], x[3 * r + 2]];
        one[r] = L::or3(a, b, c);
        two[r] = L::majority(a, b, c);
    }
    let twice = L::or3(two[0], two[1], two[2]) | L::majority(one[0], one[1], one[2]);
    let placed = L::or3(one[0], one[1], one[2]);
    (placed, placed & !twice)
}

/// Places hidden singles in the boxes. Returns the digits that have a place in their box.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn hidden_singles<L: RegisterLayout>(x: &mut [L; 9]) -> L {
    let (placed, single) = single_places(x);
    for i in 0..9 {
        x[i] = x[i].restricted_to(single);
    }
    placed
}

/// Removes naked singles from the other cells of their boxes. Returns the boxes without an empty cell (see
/// [`CellStates::occupied`]), and the digits of the solved cells.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn naked_singles<L: RegisterLayout>(x: &mut [L; 9]) -> (L, L) {
    let mut solved = *x;
    let mut occupied = *x;
    for i in 0..9 {
        let cell_states: CellStates<L> = x[i].cell_states();
        solved[i] = cell_states.solved;
        occupied[i] = cell_states.occupied;
    }
    macro_rules! fold {
        ($f:path, $of:ident) => {
            $f($f($of[0], $of[1], $of[2]), $f($of[3], $of[4], $of[5]), $f($of[6], $of[7], $of[8]))
        };
    }
    let taken = fold!(L::or3, solved).digits();
    for i in 0..9 {
        x[i] = L::and_or_not(x[i], solved[i], taken);
    }
    (fold!(L::and3, occupied), taken)
}

/// Returns the conflicts in the boxes of a stuck node: digits that two solved cells have, and digits whose only place
/// is in the same cell. `solved` holds the digits of the solved cells. The result is non-empty in exactly those boxes
/// that have a conflict.
///
/// A sweep finds neither. Without this test, a search makes many guesses before it finds that the other cells of the
/// box have more or fewer digits than cells.
#[inline(always)]
pub(super) fn box_conflicts<L: RegisterLayout>(x: &[L; 9], solved: L) -> L {
    let mut sum = x[0] & solved;
    for i in 1..9 {
        sum = sum.plus(x[i] & solved);
    }
    let (_, single) = single_places(x);
    let single = single & !solved;
    let mut wrong = sum ^ solved;
    for i in 0..9 {
        wrong = wrong | (x[i] & single).without_lowest();
    }
    wrong
}
