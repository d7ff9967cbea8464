//! The rules of the vector engines in plain Rust, a cell and a digit at a time: what every kernel is tested
//! against, and a good place to begin to read.
//!
//! A board is 81 sets of *candidates*, row by row: the digits that a cell can still take. A rule takes
//! candidates away that are in no solution, and never puts one back. The engines apply all rules
//! to all cells of a board in one *sweep*, a few hundred instructions; here each rule is a loop.
//!
//! # The parts of a board
//!
//! ```text
//!            stack 0   stack 1   stack 2
//!           +-------+ +-------+ +-------+
//!           | . . . | | a a a | | . . . |
//!    band 0 | . . . | | . . . | | . . . |      a a a   a minirow: three cells of a row in one box
//!           | . . . | | . . . | | . . . |
//!           +-------+ +-------+ +-------+          b
//!           | . . . | | . . . | | . . . |          b   a minicolumn: three cells of a column in one box
//!    band 1 | . b . | | . . . | | . . . |          b
//!           | . b . | | . . . | | . . . |
//!           +-b-----+ +-------+ +-------+      a band is three boxes side by side, a stack three boxes
//!           | . . . | | . . . | | . . . |      one below the other
//!    band 2 | . . . | | . . . | | . . . |
//!           | . . . | | . . . | | . . . |
//!           +-------+ +-------+ +-------+
//! ```
//!
//! What is said of minirows in bands holds for minicolumns in stacks: turn the board. [`Direction`]
//! says which of the two is meant.

/// The candidates of the 81 cells, row by row: bit `d` for digit `d + 1`.
pub(crate) type Candidates = [u16; 81];

/// All nine digits.
pub(crate) const ALL_DIGITS: u16 = 0x1ff;

/// Whether a rule looks at minirows in bands, or at minicolumns in stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Rows: minirows in bands.
    Rows,
    /// Columns: minicolumns in stacks.
    Columns,
}

/// A minirow: of three bands the `band`-th, of its three rows the `row`-th, of its three boxes the `place`-th.
/// With [`Direction::Columns`] it is a minicolumn, and `band` is a stack and `row` a column.
#[derive(Clone, Copy)]
struct Minirow {
    direction: Direction,
    band: usize,
    row: usize,
    place: usize,
}

impl Minirow {
    /// The 27 of a board.
    fn all(direction: Direction) -> impl Iterator<Item = Minirow> {
        (0..27).map(move |i| Minirow { direction, band: i / 9, row: i / 3 % 3, place: i % 3 })
    }

    fn cells(self) -> [usize; 3] {
        let row = 3 * self.band + self.row;
        [0, 1, 2].map(|i| {
            let column = 3 * self.place + i;
            match self.direction {
                Direction::Rows => 9 * row + column,
                Direction::Columns => 9 * column + row,
            }
        })
    }

    /// The digits that some cell of the minirow can take.
    fn digits(self, board: &Candidates) -> u16 {
        self.cells().into_iter().fold(0, |digits, cell| digits | board[cell])
    }
}

/// The cells of a box; boxes count row by row.
pub(crate) fn cells_of_box(index: usize) -> [usize; 9] {
    core::array::from_fn(|i| 27 * (index / 3) + 3 * (index % 3) + 9 * (i / 3) + i % 3)
}

/// The cells of the row, of the column and of the box with this number.
fn units(index: usize) -> [[usize; 9]; 3] {
    [core::array::from_fn(|i| 9 * index + i), core::array::from_fn(|i| 9 * i + index), cells_of_box(index)]
}

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

/// *Locked candidates*, as whole configurations: the digits for which the minirow is part of one.
///
/// In a band, a digit stands once in each of the three rows and once in each of the three boxes. So it takes
/// three minirows, no two of them in one row or one box, and there are six ways to choose them, the
/// *configurations*:
///
/// ```text
///     X . .    X . .    . X .    . X .    . . X    . . X       an X is a minirow;
///     . X .    . . X    X . .    . . X    X . .    . X .       across: the boxes of the band,
///     . . X    . X .    . . X    X . .    . X .    X . .       down: its rows
/// ```
///
/// A configuration is possible if each of its minirows can take the digit. A minirow that is in no possible
/// configuration of a digit loses it. This is all that locked candidates can do in a band, be
/// they pointing from a box into a row or claimed by a row from a box; and a digit without a place in some row
/// or box of a band loses its places in the whole of it.
fn configured(board: &Candidates, minirow: Minirow) -> u16 {
    // The box that each of the three rows goes to.
    const CONFIGURATIONS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut digits = 0;
    for boxes in CONFIGURATIONS {
        if boxes[minirow.row] == minirow.place {
            let of_row = [0, 1, 2].map(|row| Minirow { row, place: boxes[row], ..minirow }.digits(board));
            digits |= of_row[0] & of_row[1] & of_row[2];
        }
    }
    digits
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
/// candidate, or two digits have their one place in the same cell. The board is dead then, though a sweep does
/// not find it so.
pub(crate) fn overfull(board: &Candidates) -> [bool; 9] {
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

/// Whether every cell has one candidate, and every row, column and box every digit.
pub(crate) fn is_solution(board: &Candidates) -> bool {
    let whole =
        |unit: [usize; 9]| unit.into_iter().fold(0, |digits, cell| digits | board[cell]) == ALL_DIGITS;
    board.iter().all(|candidates| candidates.count_ones() == 1)
        && (0..9).all(|i| units(i).into_iter().all(whole))
}

/// Whether two cells of a box have the same one candidate, and whether two cells of a row or column have.
pub(crate) fn collisions(board: &Candidates) -> (bool, bool) {
    let collide = |unit: [usize; 9]| {
        (0..9).any(|digit| unit.into_iter().filter(|&cell| board[cell] == 1 << digit).count() > 1)
    };
    let any = |kind: usize| (0..9).any(|index| collide(units(index)[kind]));
    (any(2), any(0) || any(1))
}

/// The board of a puzzle's clues; 0 is an open cell, which can take every digit.
pub(crate) fn from_clues(clues: &[u8; 81]) -> Candidates {
    clues.map(|clue| if clue == 0 { ALL_DIGITS } else { 1 << (clue - 1) })
}

/// The digits, 1 to 9, of a board with one candidate in each cell.
pub(crate) fn digits(board: &Candidates) -> [u8; 81] {
    board.map(|candidates| candidates.trailing_zeros() as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full board but for the cells named, with their candidates.
    fn board(cells: &[(usize, u16)]) -> Candidates {
        let mut board = [ALL_DIGITS; 81];
        for &(cell, candidates) in cells {
            board[cell] = candidates;
        }
        board
    }

    #[test]
    fn a_digit_locked_in_a_minirow_leaves_the_row() {
        // In box 0, digit 1 can stand in the first row alone.
        let others: Vec<_> = cells_of_box(0)[3..].iter().map(|&cell| (cell, ALL_DIGITS & !1)).collect();
        let left = close(&board(&others), Direction::Rows, false);
        for (cell, &candidates) in left.iter().enumerate() {
            let has_one = !(3..9).contains(&cell) && !others.iter().any(|other| other.0 == cell);
            assert_eq!(candidates & 1 == 1, has_one, "cell {cell}");
            assert_eq!(candidates | 1, ALL_DIGITS);
        }
    }

    #[test]
    fn three_digits_without_another_place_fill_a_minicolumn() {
        // In box 4, digits 1 to 3 can stand in the first column alone.
        let others = cells_of_box(4).into_iter().filter(|cell| cell % 3 != 0);
        let others: Vec<_> = others.map(|cell| (cell, ALL_DIGITS & !7)).collect();
        let start = board(&others);
        let left = close(&start, Direction::Columns, true);
        assert_eq!([30, 39, 48].map(|cell| left[cell]), [7; 3]);
        assert_eq!([30, 39, 48].map(|cell| close(&start, Direction::Columns, false)[cell]), [ALL_DIGITS; 3]);
        assert_eq!([30, 39, 48].map(|cell| close(&start, Direction::Rows, true)[cell]), [ALL_DIGITS; 3]);
    }

    #[test]
    fn singles_of_both_kinds() {
        let mut hidden = board(&[]);
        for cell in &cells_of_box(8)[..8] {
            hidden[*cell] &= !(1 << 6);
        }
        assert_eq!(hidden_singles(&hidden), [0, 0, 0, 0, 0, 0, 0, 0, 1 << 6]);
        let left = place_hidden_singles(&hidden);
        assert_eq!(left[80], 1 << 6);
        assert_eq!(naked_singles(&left)[8], 1 << 6);
        assert_eq!(
            clear_naked_singles(&board(&[(0, 2)]))[..4],
            [2, ALL_DIGITS & !2, ALL_DIGITS & !2, ALL_DIGITS]
        );
    }

    #[test]
    fn overfull_boxes_of_both_kinds() {
        let dead = |box_number: usize| core::array::from_fn(|index| index == box_number);
        assert_eq!(overfull(&board(&[])), [false; 9]);
        // Two cells of box 2 have digit 5 alone; then in two boxes.
        assert_eq!(overfull(&board(&[(6, 1 << 4), (17, 1 << 4)])), dead(2));
        assert_eq!(overfull(&board(&[(6, 1 << 4), (36, 1 << 4)])), [false; 9]);
        // Digits 1 and 2 have their one place in box 4 in the same cell; then in two.
        let mut cells = board(&[]);
        for (i, cell) in cells_of_box(4).into_iter().enumerate() {
            cells[cell] &= if i == 7 { ALL_DIGITS } else { !3 };
        }
        assert_eq!(overfull(&cells), dead(4));
        let [first, .., last] = cells_of_box(4);
        for (cell, digit) in [(first, 1), (cells_of_box(4)[7], 2), (last, 0)] {
            cells[cell] = cells[cell] & !3 | digit;
        }
        assert_eq!(overfull(&cells), [false; 9]);
    }

    #[test]
    fn a_solution_loses_nothing() {
        let grid =
            from_clues(&core::array::from_fn(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9) as u8 + 1));
        assert!(is_solution(&grid));
        assert_eq!(collisions(&grid), (false, false));
        for direction in [Direction::Rows, Direction::Columns] {
            assert_eq!(close(&grid, direction, true), grid);
        }
        assert_eq!(place_hidden_singles(&grid), grid);
        assert_eq!(clear_naked_singles(&grid), grid);
        let mut exchanged = grid;
        exchanged.swap(0, 10);
        assert!(!is_solution(&exchanged));
        assert_eq!(collisions(&exchanged), (false, true));
    }
}
