//! The rules: each looks at a board, takes away candidates that are in no solution, or tells that there is none.

use super::{ALL_DIGITS, Candidates, Direction, Minirow, cells_of_box};

/// What a rule leaves: with locked candidates in one direction, and hidden triples if they are asked for. Both
/// rules look at the board as it is, neither at what the other has left.
pub(crate) fn close(board: &Candidates, direction: Direction, triples: bool) -> Candidates {
    let mut left = *board;
    for minirow in Minirow::all(direction) {
        let mut stay = configured(board, minirow);
        if triples {
            stay &= unless_triple(board, minirow);
        }
        for cell in minirow.cells() {
            left[cell] &= stay;
        }
    }
    left
}

/// *Locked candidates*, as whole [configurations](CONFIGURATIONS): the digits for which the minirow is part of a
/// possible one.
///
/// A minirow that is in no possible configuration of a digit loses it. This is all that locked candidates can do
/// in a band, be they pointing from a box into a row or claimed by a row from a box; and a digit without a place
/// in some row or box of a band loses its places in the whole of it.
fn configured(board: &Candidates, minirow: Minirow) -> u16 {
    let Minirow { direction, band, row, place } = minirow;
    let through = (0..6).filter(|&configuration| CONFIGURATIONS[configuration][row] == place);
    through.fold(0, |digits, configuration| digits | possible(board, direction, band, configuration))
}

/// The six ways of a digit through a band, the *configurations*: the box that each of the three rows goes to.
///
/// In a band, a digit stands once in each of the three rows and once in each of the three boxes. So it takes
/// three minirows, no two of them in one row or one box:
///
/// ```text
///     X . .    . X .    . . X    X . .    . X .    . . X       an X is a minirow;
///     . X .    . . X    X . .    . . X    X . .    . X .       across: the boxes of the band,
///     . . X    X . .    . X .    . X .    . . X    X . .       down: its rows
/// ```
pub(crate) const CONFIGURATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// The digits for which a configuration of a band (or stack) is possible: each of its minirows can take them.
pub(super) fn possible(board: &Candidates, direction: Direction, band: usize, configuration: usize) -> u16 {
    let minirow = |row: usize| Minirow { direction, band, row, place: CONFIGURATIONS[configuration][row] };
    [0, 1, 2].into_iter().fold(ALL_DIGITS, |digits, row| digits & minirow(row).digits(board))
}

/// *Hidden triples* in a minirow: the digits that may stay in it.
///
/// ```text
///     +-------+
///     | . . . |     If three digits have no place in the other six cells of the box, they fill
///     | T T T |     the minirow T T T, and no other digit has room there.
///     | . . . |     (If more than three have none, the board is dead, which other rules find.)
///     +-------+
/// ```
fn unless_triple(board: &Candidates, minirow: Minirow) -> u16 {
    let others = [1, 2].map(|on| Minirow { row: (minirow.row + on) % 3, ..minirow }.digits(board));
    let confined = minirow.digits(board) & !(others[0] | others[1]);
    if confined.count_ones() >= 3 { confined } else { ALL_DIGITS }
}

/// For each box, the digits that have exactly one place in it: *hidden singles*.
pub(crate) fn hidden_singles(board: &Candidates) -> [u16; 9] {
    core::array::from_fn(|index| {
        let places =
            |digit: usize| cells_of_box(index).into_iter().filter(move |&cell| board[cell] >> digit & 1 == 1);
        (0..9).filter(|&digit| places(digit).count() == 1).fold(0, |singles, digit| singles | 1 << digit)
    })
}

/// What hidden singles leave: a cell that has some keeps just them. (If it has two, the board is dead. They
/// both stay, for the rules that find it.)
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

/// For each box, the digits of the cells that have one candidate: *naked singles*.
pub(crate) fn naked_singles(board: &Candidates) -> [u16; 9] {
    core::array::from_fn(|index| {
        let singles = cells_of_box(index).into_iter().filter(|&cell| board[cell].count_ones() == 1);
        singles.fold(0, |digits, cell| digits | board[cell])
    })
}

/// What naked singles leave in their boxes: no other cell keeps their digits. (Rows and columns learn of
/// it by locked candidates.)
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

/// For each box of a board that a sweep changes no more, whether it is *overfull*: two cells have the same one
/// candidate, or two digits have their one place in the same cell.
///
/// ```text
///     +-------+                                +-------+
///     | . . . |    Two cells ask for the       | . . . |    Neither 4 nor 7 has a place in the
///     | 5 . . |    same digit: another digit   | . * . |    box but the *, which takes one of
///     | . . 5 |    has no cell left.           | . . . |    them: another cell has no digit left.
///     +-------+                                +-------+
/// ```
///
/// The board is dead then, but a sweep does not see it: without this rule the search guesses on, far and wide, before
/// it comes to the digit or the cell that is left over.
pub(crate) fn box_conflicts(board: &Candidates) -> [bool; 9] {
    let hidden = hidden_singles(board);
    core::array::from_fn(|index| {
        let cells = cells_of_box(index);
        let same = |digit: usize| cells.into_iter().filter(|&cell| board[cell] == 1 << digit).count() > 1;
        let crowded = |cell: usize| (board[cell] & hidden[index]).count_ones() > 1;
        (0..9).any(same) || cells.into_iter().any(crowded)
    })
}

/// For each box, the digits that some cell of it can take.
pub(crate) fn placed(board: &Candidates) -> [u16; 9] {
    core::array::from_fn(|index| cells_of_box(index).into_iter().fold(0, |digits, cell| digits | board[cell]))
}

/// Whether some digit has no place in some box: the board is dead.
pub(crate) fn lacks_a_digit(board: &Candidates) -> bool {
    placed(board) != [ALL_DIGITS; 9]
}

/// Whether some cell has no candidate: the board is dead.
pub(crate) fn has_an_empty_cell(board: &Candidates) -> bool {
    board.contains(&0)
}
