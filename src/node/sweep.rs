//! The rules that a sweep applies to boards, written once for every layout and width.

use super::layout::{Census, Layout};

/// Locked candidates in the rows or columns; with `TRIPLES`, hidden triples in their lines within the
/// boxes too. Returns the candidates that some line has lost.
#[inline(always)]
pub(super) fn close<L: Layout, const ROWS: bool, const TRIPLES: bool>(x: &mut [L; 9]) -> L {
    macro_rules! at {
        ($i:expr, $j:expr) => {
            if ROWS { 3 * $i + $j } else { 3 * $j + $i }
        };
    }
    let line = [
        L::or3(x[at!(0, 0)], x[at!(0, 1)], x[at!(0, 2)]),
        L::or3(x[at!(1, 0)], x[at!(1, 1)], x[at!(1, 2)]),
        L::or3(x[at!(2, 0)], x[at!(2, 1)], x[at!(2, 2)]),
    ];
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
    let mut lost = [line[0]; 3];
    for i in 0..3 {
        let (p, q) = ((i + 1) % 3, (i + 2) % 3);
        let mut stay = L::or_and(next[p] & previous[q], previous[p], next[q]);
        if TRIPLES {
            stay = stay.limited_to_triples_of(L::and_not2(line[i], line[p], line[q]));
        }
        for j in 0..3 {
            x[at!(i, j)] = x[at!(i, j)] & stay;
        }
        lost[i] = line[i] & !stay;
    }
    L::or3(lost[0], lost[1], lost[2])
}

#[inline(always)]
pub(super) fn hidden_singles<L: Layout>(x: &mut [L; 9]) -> L {
    let mut one = [x[0]; 3];
    let mut two = [x[0]; 3];
    for r in 0..3 {
        let [a, b, c] = [x[3 * r], x[3 * r + 1], x[3 * r + 2]];
        one[r] = L::or3(a, b, c);
        two[r] = L::majority(a, b, c);
    }
    let twice = L::or3(two[0], two[1], two[2]) | L::majority(one[0], one[1], one[2]);
    let placed = L::or3(one[0], one[1], one[2]);
    let single = placed & !twice;
    for i in 0..9 {
        x[i] = x[i].settle(single);
    }
    placed
}

#[inline(always)]
pub(super) fn naked_singles<L: Layout>(x: &mut [L; 9]) -> (L, L) {
    let mut solved = *x;
    let mut occupied = *x;
    for i in 0..9 {
        let census: Census<L> = x[i].census();
        solved[i] = census.solved;
        occupied[i] = census.occupied;
    }
    macro_rules! fold {
        ($f:path, $of:ident) => {
            $f($f($of[0], $of[1], $of[2]), $f($of[3], $of[4], $of[5]), $f($of[6], $of[7], $of[8]))
        };
    }
    let taken = fold!(L::or3, solved).digits();
    for i in 0..9 {
        x[i] = L::and_or_not(x[i], taken, solved[i]);
    }
    (fold!(L::and3, occupied), taken)
}
