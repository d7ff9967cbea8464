//! A node in three 512-bit registers, for the way to the first guesses on AVX-512.
//!
//! ```text
//!   a box           a register: 27 of 32 words of 16 bits      a word: the candidates of a cell
//!   +-------+
//!   | 0 1 2 |       row in box        0          1          2
//!   | 1 2 0 |       band           0  1  2    0  1  2    0  1  2          bit 8       0
//!   | 2 0 1 |       stack         012012012  012012012  012012012         0...987654321
//!   +-------+
//!    the register of each cell
//! ```
//!
//! Every minirow has one cell in each register, in the same word of all three; and so has every
//! minicolumn once the board is transposed: a diagonal stays the same diagonal, so that three
//! permutations, one in each register, exchange rows and columns, bands and stacks. A rule is
//! therefore written for rows; the board is transposed between the closure of its rows and that of
//! its columns, which then lie as rows; and the next sweep begins with them. After an odd number of
//! sweeps a board lies [transposed](Diagonals::transposed).
//!
//! A sweep is a third of the operations of nine registers, each twice as wide.

mod cells;
mod order;

use super::board::Board;
use super::dive::{Node, Verdict};
use super::guess::Guess;
use super::{Solved, Start};
use crate::processor::Avx512Proof;
use cells::Cells;
use order::{ROWS_ON, ROWS_OVER, TRANSPOSED};

/// One board. The words that stand for no cell are zero.
#[derive(Clone, Copy)]
pub(super) struct Diagonals {
    x: [Cells; 3],
    /// Rows and columns have changed places.
    transposed: bool,
}

impl Diagonals {
    /// The board at the start of a search.
    #[inline(always)]
    pub(super) fn at(proof: Avx512Proof, start: Start) -> Self {
        let x = match start {
            Start::Clues(clues) => cells::from_clues(proof, clues),
            Start::Candidates(candidates) => cells::from_candidates(proof, candidates),
        };
        Self { x, transposed: false }
    }

    /// The minirows' candidates, in the words of their first cells.
    #[inline(always)]
    fn minirows(&self) -> Cells {
        Cells::or3(self.x[0], self.x[1], self.x[2])
    }

    #[inline(always)]
    fn transpose(&mut self) {
        for k in 0..3 {
            self.x[k] = self.x[k].permuted(&TRANSPOSED[k]);
        }
        self.transposed = !self.transposed;
    }

    /// Locked candidates in the rows; with `TRIPLES`, hidden triples in the minirows too. Returns the
    /// candidates that some minirow has lost.
    #[inline(always)]
    fn close<const TRIPLES: bool>(&mut self) -> Cells {
        let minirows = self.minirows();
        let mut stay = possible(minirows);
        if TRIPLES {
            let [next, previous] = other_rows(minirows);
            stay = stay.limited_to_triples_of(Cells::and_not2(minirows, next, previous));
        }
        for k in 0..3 {
            self.x[k] = self.x[k] & stay;
        }
        minirows & !stay
    }

    /// The board without what the configuration `way` of a digit in `group` excludes.
    #[inline(always)]
    fn restricted(&self, group: usize, way: usize, digit: u32) -> Self {
        let removed = &order::REMOVED[group & 7][way % 6];
        let mut rest = *self;
        for k in 0..3 {
            rest.x[k] = self.x[k].without(removed[k], digit);
        }
        rest
    }

    /// The cells that have one candidate, alone.
    #[inline(always)]
    fn singles(&self) -> [Cells; 3] {
        [self.x[0].if_single(), self.x[1].if_single(), self.x[2].if_single()]
    }

    /// Keeps `taken` digits only in the cells of `singles`.
    #[inline(always)]
    fn clear(&mut self, taken: Cells, singles: &[Cells; 3]) {
        for k in 0..3 {
            self.x[k] = Cells::and_or_not(self.x[k], singles[k], taken);
        }
    }
}

/// The minirows of the other two rows of the box, in every word.
#[inline(always)]
fn other_rows(minirows: Cells) -> [Cells; 2] {
    [minirows.permuted(&ROWS_ON[0]), minirows.permuted(&ROWS_ON[1])]
}

/// All digits of the box, in each of its words.
#[inline(always)]
fn over_box(minirows: Cells) -> Cells {
    let [next, previous] = other_rows(minirows);
    Cells::or3(minirows, next, previous)
}

/// The minirows of the other two rows in the other two boxes of the band, as two pairs of which one
/// takes a digit if this minirow does.
#[inline(always)]
fn companions(minirows: Cells) -> [[Cells; 2]; 2] {
    let mut companions = [[minirows; 2]; 2];
    for way in 0..2 {
        for row in 0..2 {
            companions[way][row] = minirows.permuted(&ROWS_OVER[way][row]);
        }
    }
    companions
}

/// What each minirow can hold while the others of its band find a place.
#[inline(always)]
fn possible(minirows: Cells) -> Cells {
    let [[a, b], [c, d]] = companions(minirows);
    Cells::or_and(a & b, c, d)
}

impl Node for Diagonals {
    type Found = Cells;
    const WIDE_AFTER: Option<u32> = Some(4);

    #[inline(always)]
    fn settle_clues(&mut self) -> Option<Cells> {
        let clues = self.singles();
        let taken = over_box(Cells::or3(clues[0], clues[1], clues[2]));
        // The sum of different bits is their union.
        let sum = clues[0] + clues[1] + clues[2];
        let [next, previous] = other_rows(sum);
        let sum = sum + next + previous;
        self.clear(taken, &clues);
        sum.same(taken).then_some(taken)
    }

    /// Locked candidates in rows and columns, then at once hidden and naked singles in the boxes: a
    /// chain of operations hardly longer than one of them.
    #[inline(always)]
    fn sweep(&mut self, found: &mut Cells, _guessed: bool) -> Verdict {
        self.close::<false>();
        self.transpose();
        self.close::<false>();

        let x = self.x;
        let (one, two) = (self.minirows(), Cells::majority(x[0], x[1], x[2]));
        let ([next, previous], [next_two, previous_two]) = (other_rows(one), other_rows(two));
        let placed = Cells::or3(one, next, previous);
        let twice = Cells::or3(two, next_two, previous_two);
        let hidden = Cells::and_not2(placed, twice, Cells::majority(one, next, previous));

        let naked = self.singles();
        let taken = over_box(Cells::or3(naked[0], naked[1], naked[2]));
        self.clear(taken, &naked);
        for k in 0..3 {
            self.x[k] = self.x[k].settled(x[k], hidden);
        }

        let before = found.permuted(&TRANSPOSED[0]);
        *found = taken | hidden;
        let lower = Cells::or3(x[0].less_one(), x[1].less_one(), x[2].less_one());
        Verdict {
            sound: placed.is_everything_without_borrow(lower),
            complete: found.is_everything(),
            progress: !found.same(before),
        }
    }

    #[inline(always)]
    fn is_solution(&self) -> bool {
        let mut board = *self;
        let singles = board.singles();
        let settled = over_box(Cells::or3(singles[0], singles[1], singles[2]));
        let rows = board.minirows();
        board.transpose();
        let columns = board.minirows();
        Cells::and3(settled, possible(rows) | !rows, possible(columns) | !columns).is_everything()
    }

    #[inline(always)]
    fn lines_collide(&self) -> bool {
        let mut clues = Self { x: self.singles(), ..*self };
        let rows = clues.minirows();
        clues.transpose();
        let columns = clues.minirows();
        let next_stack = &order::NEXT_STACK;
        rows.intersects(rows.permuted(next_stack)) || columns.intersects(columns.permuted(next_stack))
    }

    #[inline(always)]
    fn hidden_triples(&mut self) -> bool {
        let by_row = self.close::<true>();
        self.transpose();
        let by_column = self.close::<true>();
        self.transpose();
        let lost = by_row | by_column;
        lost.intersects(lost)
    }

    /// As [`Ways`](super::guess::Ways) chooses, without leaving the registers for a board.
    #[inline(always)]
    fn guess(&self) -> Option<[Self; 2]> {
        let mut board = *self;
        let bands = board.minirows();
        board.transpose();
        let stacks = board.minirows();
        // A way through the rows of a band is found from every row: in the first, by its stack.
        let mut ways = [[bands; 2]; 2];
        for (ways, minirows) in ways.iter_mut().zip([bands, stacks]) {
            let [[a, b], [c, d]] = companions(minirows);
            *ways = [Cells::and3(minirows, a, b), Cells::and3(minirows, c, d)];
        }
        let mut totals = [bands; 2];
        for (total, [ways, back]) in totals.iter_mut().zip(ways) {
            let count = ways.count_ones() + back.count_ones();
            let [next, previous] = other_rows(count);
            *total = count + next + previous;
        }
        let Guess { group, ways: [first, second], digit } = cells::choose(&ways, &totals)?;
        Some([self.restricted(group, first, digit), self.restricted(group, second, digit)])
    }

    #[inline(always)]
    fn board(&self) -> Board {
        let mut board = *self;
        if board.transposed {
            board.transpose();
        }
        cells::nine(&board.x).to_board()
    }
}

impl Solved for Diagonals {
    #[inline(always)]
    fn write_digits(&self, digits: &mut [u8; 81]) {
        cells::write_digits(&self.x, self.transposed, digits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board of a start, if this machine can hold one.
    fn at(start: Start) -> Option<Diagonals> {
        let proof = Avx512Proof::detect();
        if proof.is_none() {
            println!("SKIPPED: the processor lacks the instructions of the kernel avx512");
        }
        Some(Diagonals::at(proof?, start))
    }

    /// A grid whose digits tell rows from columns.
    fn grid() -> [u8; 81] {
        core::array::from_fn(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9) as u8 + 1)
    }

    #[test]
    fn digits_come_back() {
        let clues = grid();
        let candidates = clues.map(|digit| 1 << (digit - 1));
        for start in [Start::Clues(&clues), Start::Candidates(&candidates)] {
            let Some(mut board) = at(start) else { return };
            for _ in 0..3 {
                let mut digits = [0; 81];
                board.write_digits(&mut digits);
                assert_eq!(digits, clues, "transposed: {}", board.transposed);
                assert_eq!(board.board().0, Board::from_clues(&clues).0);
                board.transpose();
            }
        }
    }

    #[test]
    fn every_byte_is_the_clue_that_the_low_bits_say() {
        let digits = grid();
        for high in 0..16 {
            let clues = digits.map(|digit| digit | high << 4);
            let Some(board) = at(Start::Clues(&clues)) else { return };
            assert_eq!(board.board().0, Board::from_clues(&digits).0);
        }
        for open in [0, 10, 15, b'.', b'0', b'*', b'_'] {
            let Some(board) = at(Start::Clues(&[open; 81])) else { return };
            assert_eq!(board.board().0, Board::EMPTY.0);
        }
    }

    #[test]
    fn a_solution_is_told_from_a_board_with_a_row_or_column_twice_the_same() {
        let solution = grid();
        let exchanged = |a: usize, b: usize| {
            let mut grid = solution;
            grid.swap(a, b);
            grid
        };
        let Some(board) = at(Start::Clues(&solution)) else { return };
        assert!(board.is_solution() && !board.lines_collide());
        // Two cells of one box change places: in one row, in one column, in neither.
        for (a, b) in [(0, 1), (0, 9), (0, 10), (60, 70), (71, 80)] {
            let clues = exchanged(a, b);
            let Some(mut board) = at(Start::Clues(&clues)) else { return };
            for _ in 0..2 {
                assert!(!board.is_solution(), "{a} and {b}");
                assert!(board.lines_collide(), "{a} and {b}");
                board.transpose();
            }
        }
    }

    #[test]
    fn what_a_guess_removes_is_what_it_removes_from_a_board_at_rest() {
        let open = [0x1ff; 81];
        for group in [0, 1, 2, 4, 5, 6] {
            for way in 0..6 {
                let Some(board) = at(Start::Candidates(&open)) else { return };
                let rest = board.restricted(group, way, 4).board();
                for (i, register) in super::super::guess::REMOVED[group][way].iter().enumerate() {
                    for band in 0..3 {
                        assert_eq!(rest.0[i][band], super::super::board::OPEN & !(register[band] << 4));
                    }
                }
            }
        }
    }
}
