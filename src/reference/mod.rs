//! The SIMD engines in plain Rust, a cell and a digit at a time: **the folder to read first**, and what every
//! kernel is tested against.
//!
//! It is slow and leaves nothing out: [the rules](rules) that take candidates away, each with a drawing, and
//! [the search](search): the sweep of all rules, the guess when they are at their end, and both branches of it,
//! depth first, until all solutions are found or as many as were asked for.
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
//!           | . b . | | . . . | | . . . |          b   a minicolumn: three cells of a column in one box
//!    band 1 | . b . | | . . . | | . . . |          b
//!           | . b . | | . . . | | . . . |
//!           +-------+ +-------+ +-------+      a band is three boxes side by side, a stack three boxes
//!           | . . . | | . . . | | . . . |      one below the other
//!    band 2 | . . . | | . . . | | . . . |
//!           | . . . | | . . . | | . . . |
//!           +-------+ +-------+ +-------+
//! ```
//!
//! # The same rules in the engines
//!
//! | rule | here | batch engine | single engine |
//! |---|---|---|---|
//! | locked candidates | `configured` | `lines` in `batch/sweep.rs` | `locked` in `single/sweep.rs` |
//! | hidden triples | `unless_triple` | `three_or_more` there | `limited_to_triples_of` of each layout |
//! | hidden singles | `hidden_singles` | in `sweep` there | `hidden_singles` in `single/sweep.rs` |
//! | naked singles | `naked_singles` | in `sweep` there | `naked_singles` in `single/sweep.rs` |
//! | box conflicts | `box_conflicts` | none | `box_conflicts` in `single/sweep.rs` |
//! | the guess | `guess` | `batch/guess.rs` | `single/guess.rs` |
//!
//! The layout `single/three_registers/` has each rule again, in its `mod.rs`.
//!
//! The engines apply the rules at different times, on purpose: each layout has the rules that pay on it. The answers are
//! the same; the numbers of sweeps and guesses differ.
//!
//! | rule | batch engine | single engine, one node | single engine, nodes in slots |
//! |---|---|---|---|
//! | | `batch/sweep.rs` | `nine_registers.rs`, `three_registers/` | `side_by_side.rs` |
//! | locked candidates | every sweep | every sweep; nine registers: twice before the first guess | twice in every sweep |
//! | hidden triples | every sweep | only in stuck nodes | every sweep |
//! | hidden singles, naked singles | every sweep | every sweep; three registers: both on the same board | every sweep |
//! | box conflicts | never | stuck nodes, after 3 contradictions | stuck nodes, after 40 contradictions |
//! | lines that lack digits (`single/matching.rs`) | never | stuck nodes in `by_weight.rs`, at growing intervals | never |
//!
//! # Bands and stacks
//!
//! What is said of minirows in bands holds for minicolumns in stacks: turn the board. [`Direction`]
//! says which of the two is meant.

mod rules;
mod search;
#[cfg(test)]
mod tests;

pub(crate) use rules::*;
pub(crate) use search::*;

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
