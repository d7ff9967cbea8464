//! The rules. Each removes candidates that are in no solution, or finds that there is no solution.

use super::{ALL_DIGITS, Candidates, Direction, Minirow, cells_of_box};

/// Applies locked candidates in one direction, with hidden triples if `triples`. Both rules read the original board;
/// neither sees the candidates that the other removes.
pub(crate) fn close(board: &Candidates, direction: Direction, triples: bool) -> Candidates {
    let mut left = *board;
    for minirow in Minirow::all(direction) {
        let mut stay = locked_candidates(board, minirow);
        if triples {
            stay &= hidden_triple(board, minirow);
        }
        for cell in minirow.cells() {
            left[cell] &= stay;
        }
    }
    left
}

/// *Locked candidates*: the digits for which the minirow is part of a possible [configuration](CONFIGURATIONS).
///
/// A minirow that is in no possible configuration of a digit loses the digit. This covers all locked candidates of a
/// band, both pointing and claiming. Also, if a digit has no place in some row or box of a band, it loses its places in
/// the whole band.
fn locked_candidates(board: &Candidates, minirow: Minirow) -> u16 {
    let Minirow { direction, band, row, place } = minirow;
    let through = (0..6).filter(|&configuration| CONFIGURATIONS[configuration][row] == place);
    through.fold(0, |digits, configuration| digits | possible(board, direction, band, configuration))
}

/// The six *configurations* of a digit in a band: for each of its three rows, the box that holds the digit.
///
/// In a band, a digit appears once in each of the three rows and once in each of the three boxes. So it is in three
/// minirows, no two of which share a row or a box:
///
/// ```text
///     X . .    . X .    . . X    X . .    . X .    . . X       an X is a minirow;
///     . X .    . . X    X . .    . . X    X . .    . X .       across: the boxes of the band,
///     . . X    X . .    . X .    . X .    . . X    X . .       down: its rows
/// ```
pub(crate) const CONFIGURATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// The digits for which a configuration of a band (or stack) is possible: each of its minirows has them as candidates.
pub(super) fn possible(board: &Candidates, direction: Direction, band: usize, configuration: usize) -> u16 {
    let minirow = |row: usize| Minirow { direction, band, row, place: CONFIGURATIONS[configuration][row] };
    [0, 1, 2].into_iter().fold(ALL_DIGITS, |digits, row| digits & minirow(row).digits(board))
}

/// *Hidden triples*: the digits that may stay in a minirow.
///
/// ```text
///     +-------+
///     | . . . |     If three digits have no place in the other six cells of the box, they fill
///     | T T T |     the minirow T T T, and no other digit fits there.
///     | . . . |     (With more than three, there is a contradiction, which other rules find.)
///     +-------+
/// ```
fn hidden_triple(board: &Candidates, minirow: Minirow) -> u16 {
    let others = [1, 2].map(|on| Minirow { row: (minirow.row + on) % 3, ..minirow }.digits(board));
    let confined = minirow.digits(board) & !(others[0] | others[1]);
    if confined.count_ones() >= 3 { confined } else { ALL_DIGITS }
}

/// *Hidden singles*: for each box, the digits with exactly one place in it.
pub(crate) fn hidden_singles(board: &Candidates) -> [u16; 9] {
    core::array::from_fn(|index| {
        let places =
            |digit: usize| cells_of_box(index).into_iter().filter(move |&cell| board[cell] >> digit & 1 == 1);
        (0..9).filter(|&digit| places(digit).count() == 1).fold(0, |singles, digit| singles | 1 << digit)
    })
}

/// Places hidden singles: a cell with hidden singles keeps only them. (Two in one cell are a contradiction. Both stay,
/// so that another rule finds it.)
pub(crate) fn place_hidden_singles(board: &Candidates) -> Candidates {
    let mut left = *board;
    for (index, singles) in hidden_singles(board).into_iter().enumerate() {
        for cell in cells_of_box(index) {
            if board[cell] & singles != 0 {
                left[cell] &= singles;
            }
        }
    }
    left
}

/// *Naked singles*: for each box, the digits of the cells with one candidate.
pub(crate) fn naked_singles(board: &Candidates) -> [u16; 9] {
    core::array::from_fn(|index| {
        let singles = cells_of_box(index).into_iter().filter(|&cell| board[cell].count_ones() == 1);
        singles.fold(0, |digits, cell| digits | board[cell])
    })
}

/// Removes naked singles from the other cells of their boxes. (Locked candidates remove them from rows and columns.)
pub(crate) fn clear_naked_singles(board: &Candidates) -> Candidates {
    let mut left = *board;
    for (index, singles) in naked_singles(board).into_iter().enumerate() {
        for cell in cells_of_box(index) {
            if board[cell].count_ones() != 1 {
                left[cell] &= !singles;
            }
        }
    }
    left
}

/// For each box of a stuck board, whether two cells have the same single candidate, or two digits have their only place
/// in the same cell.
///
/// ```text
///     +-------+                              +-------+
///     | . . . |    Two cells have the same   | . . . |    Neither 4 nor 7 has a place in the
///     | 5 . . |    digit: another digit      | . * . |    box but the *, which takes one of
///     | . . 5 |    has no cell left.         | . . . |    them: another cell has no digit.
///     +-------+                              +-------+
/// ```
///
/// A sweep does not find this contradiction. Without this rule, the search would keep guessing until it found the digit
/// or the cell that is left over.
pub(crate) fn box_conflicts(board: &Candidates) -> [bool; 9] {
    let hidden = hidden_singles(board);
    core::array::from_fn(|index| {
        let cells = cells_of_box(index);
        let same = |digit: usize| cells.into_iter().filter(|&cell| board[cell] == 1 << digit).count() > 1;
        let crowded = |cell: usize| (board[cell] & hidden[index]).count_ones() > 1;
        (0..9).any(same) || cells.into_iter().any(crowded)
    })
}

/// For each box, the candidates of its cells.
pub(crate) fn placed(board: &Candidates) -> [u16; 9] {
    core::array::from_fn(|index| cells_of_box(index).into_iter().fold(0, |digits, cell| digits | board[cell]))
}

/// Whether some digit has no place in some box: a contradiction.
pub(crate) fn lacks_a_digit(board: &Candidates) -> bool {
    placed(board) != [ALL_DIGITS; 9]
}

/// Whether some cell has no candidate: a contradiction.
pub(crate) fn has_an_empty_cell(board: &Candidates) -> bool {
    board.contains(&0)
}
