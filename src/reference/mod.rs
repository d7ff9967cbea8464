//! The rules of the SIMD engines in plain Rust, one cell and one digit at a time. **Read this folder first.** Every
//! kernel is tested against it.
//!
//! It is slow and complete: [the rules](rules) that remove candidates, each with a drawing, and the search:
//! sweeps of all rules, [a guess](guess) on a stuck board, and both branches, depth first, until it has found all
//! solutions or the requested number.
//!
//! A board is 81 sets of *candidates*, row by row: the digits that a cell can still take. A rule removes candidates
//! that are in no solution. The engines apply all rules to all cells of a board in one *sweep* of a few hundred
//! instructions; here each rule is a loop.
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
//! # The rules of the engines
//!
//! | rule | here | batch engine | single engine |
//! |---|---|---|---|
//! | locked candidates | `locked_candidates` | `lines` in `batch/sweep.rs` | `locked` in `single/sweep.rs` |
//! | hidden triples | `hidden_triple` | `three_or_more` there | `limited_to_triples_of` of each layout |
//! | hidden singles | `hidden_singles` | in `sweep` there | `hidden_singles` in `single/sweep.rs` |
//! | naked singles | `naked_singles` | in `sweep` there | `naked_singles` in `single/sweep.rs` |
//! | box conflicts | `box_conflicts` | none | `box_conflicts` in `single/sweep.rs` |
//! | the guess | `guess` | `batch/guess.rs` | `single/guess.rs` |
//!
//! The layout `single/three_registers/` implements each rule again, in its `mod.rs`. Hidden and naked singles are
//! applied to boxes only: in rows and columns, locked candidates have the same effect.
//!
//! The engines deliberately apply the rules at different times: each layout has the rules that pay off on it. The
//! answers are the same; the numbers of sweeps and guesses differ.
//!
//! | rule | batch engine | single engine, one node | single engine, nodes in slots |
//! |---|---|---|---|
//! | | `batch/sweep.rs` | `nine_registers.rs`, `three_registers/` | `side_by_side.rs` |
//! | locked candidates | every sweep | every sweep; nine registers: twice before the first guess | twice in a sweep |
//! | hidden triples | every sweep | only in stuck nodes | every sweep |
//! | hidden singles, naked singles | every sweep | every sweep; three registers: both on the same board | every sweep |
//! | box conflicts | never | stuck nodes, after 3 contradictions | stuck nodes, after 40 contradictions |
//! | lines that lack digits (`single/matching.rs`) | never | stuck nodes by weight, at growing intervals | never |
//!
//! # Bands and stacks
//!
//! Every statement about minirows in bands also holds for minicolumns in stacks. [`Direction`] selects one of the two.

mod guess;
mod rules;
#[cfg(test)]
mod search;
#[cfg(test)]
mod tests;

pub(crate) use guess::*;
pub(crate) use rules::*;
#[cfg(test)]
pub(crate) use search::*;

/// The candidates of the 81 cells, row by row: bit `d` for digit `d + 1`.
pub(crate) type Candidates = [u16; 81];

/// All nine digits.
pub(crate) const ALL_DIGITS: u16 = 0x1ff;

/// Whether a rule applies to minirows in bands or to minicolumns in stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Minirows in bands.
    Rows,
    /// Minicolumns in stacks.
    Columns,
}

/// A minirow: the `band`-th of three bands, the `row`-th of its rows, the `place`-th of its boxes. With
/// [`Direction::Columns`] it is a minicolumn, `band` is a stack and `row` a column.
#[derive(Clone, Copy)]
struct Minirow {
    direction: Direction,
    band: usize,
    row: usize,
    place: usize,
}

impl Minirow {
    /// The 27 minirows of a board.
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

    /// The candidates of its cells.
    fn digits(self, board: &Candidates) -> u16 {
        self.cells().into_iter().fold(0, |digits, cell| digits | board[cell])
    }
}

/// The cells of a box. Boxes are numbered row by row.
pub(crate) fn cells_of_box(index: usize) -> [usize; 9] {
    core::array::from_fn(|i| 27 * (index / 3) + 3 * (index % 3) + 9 * (i / 3) + i % 3)
}

/// The cells of the row, the column and the box with this number.
fn units(index: usize) -> [[usize; 9]; 3] {
    [core::array::from_fn(|i| 9 * index + i), core::array::from_fn(|i| 9 * i + index), cells_of_box(index)]
}

/// Whether every cell has one candidate, and every unit every digit.
pub(crate) fn is_solution(board: &Candidates) -> bool {
    let whole =
        |unit: [usize; 9]| unit.into_iter().fold(0, |digits, cell| digits | board[cell]) == ALL_DIGITS;
    board.iter().all(|candidates| candidates.count_ones() == 1)
        && (0..9).all(|i| units(i).into_iter().all(whole))
}

/// Whether two cells of a box have the same single candidate, and whether two cells of a row or column do.
pub(crate) fn collisions(board: &Candidates) -> (bool, bool) {
    let collide = |unit: [usize; 9]| {
        (0..9).any(|digit| unit.into_iter().filter(|&cell| board[cell] == 1 << digit).count() > 1)
    };
    let any = |kind: usize| (0..9).any(|index| collide(units(index)[kind]));
    (any(2), any(0) || any(1))
}

/// The candidates of a puzzle, given its clues, with 0 for open cells.
pub(crate) fn from_clues(clues: &[u8; 81]) -> Candidates {
    clues.map(|clue| if clue == 0 { ALL_DIGITS } else { 1 << (clue - 1) })
}

/// The digits, 1 to 9, of a board with one candidate in each cell.
pub(crate) fn digits(board: &Candidates) -> [u8; 81] {
    board.map(|candidates| candidates.trailing_zeros() as u8 + 1)
}
