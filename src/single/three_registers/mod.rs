//! A node in three 512-bit registers, for the depth-first part of a search on AVX-512.
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
//! Every minirow has one cell in each register, in the same word of all three. In the transposed board, every
//! minicolumn does: a diagonal is its own transpose, so three permutations, one for each register, exchange rows with
//! columns and bands with stacks. So a rule is written only for rows. The board is transposed between the closure of
//! its rows and that of its columns, which are then rows, and the next sweep begins with these. After an odd number of
//! sweeps, the board is transposed. This is recorded by a mark, which is stored next to the cells and moves with them.
//!
//! A sweep takes a third of the operations that nine registers take, each twice as wide.

mod cells;
mod choice;
mod order;
#[cfg(test)]
mod rule_tests;

use super::depth_first::{DepthFirstStack, Findings, Handover, Node, Tracked};
use super::packed_board::PackedBoard;
use super::parts::{SideBySide, SingleKernel};
use super::weights::CellWords;
use super::{Request, Solved, Start, Visitor};
use crate::End;
use crate::kernel::BatchKernel;
use crate::processor::Avx512Proof;
use crate::vectors::avx512::Avx512;
use crate::vectors::{BitOperations, Instructions};
use cells::CellRegister;
use choice::{Bands, choose};
use core::marker::PhantomData;
use order::{ROWS_ON, ROWS_OVER, TRANSPOSED};

/// One board. The words that hold no cell are zero, except for the [mark](order::SIDES) in the first register.
#[derive(Clone, Copy)]
pub(super) struct ThreeRegisters {
    x: [CellRegister; 3],
}

impl ThreeRegisters {
    /// Returns the board at the start of a search.
    #[inline(always)]
    pub(super) fn at(proof: Avx512Proof, start: Start) -> Self {
        let x = match start {
            Start::Clues(clues) => cells::from_clues(proof, clues),
            Start::Candidates(candidates) => cells::from_candidates(proof, candidates),
        };
        Self { x }
    }

    /// Returns the candidates of the minirows, each in the word of its cells.
    #[inline(always)]
    fn minirows(&self) -> CellRegister {
        CellRegister::or3(self.x[0], self.x[1], self.x[2])
    }

    #[inline(always)]
    fn transpose(&mut self) {
        for k in 0..3 {
            self.x[k] = self.x[k].permuted(&TRANSPOSED[k]);
        }
    }

    /// Applies locked candidates in the rows.
    #[inline(always)]
    fn close(&mut self) {
        self.keep(possible(self.minirows()));
    }

    /// Keeps in each minirow the digits of its word.
    #[inline(always)]
    fn keep(&mut self, digits: CellRegister) {
        for k in 0..3 {
            self.x[k] = self.x[k] & digits;
        }
    }

    /// Returns the cells that have exactly one candidate; the others are empty.
    #[inline(always)]
    fn singles(&self) -> [CellRegister; 3] {
        [self.x[0].if_single(), self.x[1].if_single(), self.x[2].if_single()]
    }

    /// Removes the digits `taken` from all cells except those of `singles`.
    #[inline(always)]
    fn clear(&mut self, taken: CellRegister, singles: &[CellRegister; 3]) {
        for k in 0..3 {
            self.x[k] = CellRegister::and_or_not(self.x[k], singles[k], taken);
        }
    }
}

/// Returns, in every word, the minirows of the other two rows of the box.
#[inline(always)]
fn other_rows(minirows: CellRegister) -> [CellRegister; 2] {
    [minirows.permuted(&ROWS_ON[0]), minirows.permuted(&ROWS_ON[1])]
}

/// Returns, in each word, all digits of the box.
#[inline(always)]
fn over_box(minirows: CellRegister) -> CellRegister {
    let [next, previous] = other_rows(minirows);
    CellRegister::or3(minirows, next, previous)
}

/// Returns the minirows of the other two rows in the other two boxes of the band, as two pairs: if this minirow has a
/// digit, one of the pairs has it, too.
#[inline(always)]
fn companions(minirows: CellRegister) -> [[CellRegister; 2]; 2] {
    let mut companions = [[minirows; 2]; 2];
    for pair in 0..2 {
        for row in 0..2 {
            companions[pair][row] = minirows.permuted(&ROWS_OVER[pair][row]);
        }
    }
    companions
}

/// Returns the digits that each minirow can have: those with a configuration through it.
#[inline(always)]
fn possible(minirows: CellRegister) -> CellRegister {
    let [[a, b], [c, d]] = companions(minirows);
    CellRegister::or_and(a & b, c, d)
}

/// Returns the digits that each minirow keeps, including the effect of hidden triples, and the digits that it can have
/// with the first and with the second pair of its companions.
#[inline(always)]
fn triples_and_configurations(minirows: CellRegister) -> (CellRegister, [CellRegister; 2]) {
    let [[a, b], [c, d]] = companions(minirows);
    let [next, previous] = other_rows(minirows);
    let stay = CellRegister::or_and(a & b, c, d)
        .limited_to_triples_of(CellRegister::and_not2(minirows, next, previous));
    (stay, [CellRegister::and3(minirows, a, b), CellRegister::and3(minirows, c, d)])
}

impl Node for ThreeRegisters {
    type FoundDigits = CellRegister;
    /// The board and the transposed board, with their configurations.
    type Configurations = [Bands; 2];
    type Memory = ([order::WordTable; 3], bool);
    const HAS_SLOTS: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn place_clues(&mut self) -> Option<CellRegister> {
        let clues = self.singles();
        let taken = over_box(CellRegister::or3(clues[0], clues[1], clues[2]));
        // The sum of distinct bits is their union.
        let sum = clues[0] + clues[1] + clues[2];
        let [next, previous] = other_rows(sum);
        let sum = sum + next + previous;
        self.clear(taken, &clues);
        sum.same(taken).then_some(taken)
    }

    /// Applies locked candidates in rows and columns, then hidden and naked singles in the boxes at once: a chain of
    /// operations little longer than that of one of them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn sweep(&mut self, found: &mut CellRegister, _guessed: bool) -> Findings {
        self.close();
        self.transpose();
        self.close();

        let x = self.x;
        let (one, two) = (self.minirows(), CellRegister::majority(x[0], x[1], x[2]));
        let ([next, previous], [next_two, previous_two]) = (other_rows(one), other_rows(two));
        let placed = CellRegister::or3(one, next, previous);
        let twice = CellRegister::or3(two, next_two, previous_two);
        let hidden = CellRegister::and_not2(placed, twice, CellRegister::majority(one, next, previous));

        let naked = self.singles();
        let taken = over_box(CellRegister::or3(naked[0], naked[1], naked[2]));
        self.clear(taken, &naked);
        for k in 0..3 {
            self.x[k] = self.x[k].with_hidden_singles(x[k], hidden);
        }

        let before = found.permuted(&TRANSPOSED[0]);
        *found = taken | hidden;
        let lower = CellRegister::or3(x[0].less_one(), x[1].less_one(), x[2].less_one());
        Findings {
            sound: placed.is_everything_without_borrow(lower),
            complete: found.is_everything(),
            progress: !found.same(before),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_solution(&self) -> bool {
        let mut board = *self;
        let singles = board.singles();
        let solved = over_box(CellRegister::or3(singles[0], singles[1], singles[2]));
        let rows = board.minirows();
        board.transpose();
        let columns = board.minirows();
        CellRegister::and3(solved, possible(rows) | !rows, possible(columns) | !columns).is_everything()
    }

    #[inline(always)]
    fn lines_collide(&self) -> bool {
        let mut clues = Self { x: self.singles() };
        let rows = clues.minirows();
        clues.transpose();
        let columns = clues.minirows();
        let next_stack = &order::STACKS_ON[0];
        rows.intersects(rows.permuted(next_stack)) || columns.intersects(columns.permuted(next_stack))
    }

    /// Rows and columns both start from the same board, not one from the result of the other: this takes half the time,
    /// and makes no difference if nothing is removed.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn hidden_triples(&self) -> Result<Self, Self::Configurations> {
        let mut turned = *self;
        turned.transpose();
        let (rows, columns) = (self.minirows(), turned.minirows());
        let (row_stays, row_configurations) = triples_and_configurations(rows);
        let (column_stays, column_configurations) = triples_and_configurations(columns);
        let lost = (rows & !row_stays) | (columns & !column_stays);
        if !lost.intersects(lost) {
            return Err([
                Bands { board: *self, configurations: row_configurations },
                Bands { board: turned, configurations: column_configurations },
            ]);
        }
        // In the current orientation, because the digits found have it, too.
        let mut closed = *self;
        closed.keep(row_stays);
        for k in 0..3 {
            closed.x[k] = closed.x[k] & column_stays.permuted(&TRANSPOSED[k]);
        }
        Ok(closed)
    }

    #[inline(always)]
    fn slow(&self, before: CellRegister, after: CellRegister) -> bool {
        before.permuted(&TRANSPOSED[0]).almost_same(after)
    }

    #[inline(always)]
    fn has_box_conflict(&self, found: CellRegister) -> bool {
        let solved = [self.x[0] & found, self.x[1] & found, self.x[2] & found];
        let sum = solved[0] + solved[1] + solved[2];
        let [next, previous] = other_rows(sum);
        let mut shared = found ^ (sum + next + previous);
        for k in 0..3 {
            shared = CellRegister::or_and(shared, solved[k], solved[k].less_one());
        }
        shared.intersects(shared)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn guess(&self, [bands, stacks]: Self::Configurations) -> Option<[Self; 2]> {
        choose(&bands, &stacks)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn early_guess(&self) -> Option<[Self; 2]> {
        match self.hidden_triples() {
            Ok(_) => None,
            Err(configurations) => self.guess(configurations),
        }
    }

    #[inline(always)]
    fn pack(&self) -> PackedBoard {
        let mut board = *self;
        if board.x[0].is_transposed() {
            board.transpose();
        }
        cells::nine(&board.x).pack()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn unpack(&self, board: &PackedBoard) -> Tracked<Self> {
        // SAFETY: `self` proves AVX-512.
        let proof = unsafe { Avx512Proof::new_unchecked() };
        let node = Self { x: cells::from_candidates(proof, &board.candidates()) };
        (node, node.x[0] & !node.x[0])
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn cells(&self) -> CellWords {
        let mut board = *self;
        if board.x[0].is_transposed() {
            board.transpose();
        }
        cells::nine(&board.x).cells()
    }

    #[inline(always)]
    fn count(found: CellRegister) -> u32 {
        // Those of each box are in all rows of it.
        found.words().0.iter().take(9).map(|digits| digits.count_ones()).sum()
    }

    #[inline(always)]
    fn to_memory(&self) -> Self::Memory {
        ([self.x[0].words(), self.x[1].words(), self.x[2].words()], self.x[0].is_transposed())
    }

    #[inline(always)]
    fn cell((words, is_transposed): &Self::Memory, cell: usize) -> u16 {
        let (k, word) = order::PLACES[usize::from(*is_transposed)][cell % 81];
        words[usize::from(k % 3)].0[usize::from(word % 32)]
    }

    #[inline(always)]
    fn without(&self, place: usize, word: usize, digits: u16) -> Self {
        let (row, column) = (word / 4 * 3 + place / 3, word % 4 * 3 + place % 3);
        let mut node = *self;
        let transposed = self.x[0].is_transposed();
        let (k, word) = if transposed { order::place(column, row) } else { order::place(row, column) };
        node.x[k] = node.x[k].without(word, digits);
        node
    }
}

impl Solved for ThreeRegisters {
    #[inline(always)]
    fn write_digits(&self, digits: &mut [u8; 81]) {
        cells::write_digits(&self.x, digits);
    }
}

/// Keeps one node in three registers of 512 bits, then four nodes in each of two register sets.
impl SingleKernel for Avx512Proof {
    type Node = ThreeRegisters;

    #[inline(always)]
    fn node(self, start: Start) -> Self::Node {
        ThreeRegisters::at(self, start)
    }

    #[inline(always)]
    fn search_in_slots<V: Visitor>(
        self,
        handover: Handover,
        waiting: &DepthFirstStack<Self::Node>,
        request: Request<'_, V>,
    ) -> End {
        self.run(SideBySide::<Avx512, _, _> { handover, waiting, request, vectors: PhantomData })
    }

    #[inline(always)]
    fn batch(self) -> Option<BatchKernel> {
        Some(BatchKernel::Avx512(self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::guess::tests::choose_simply;
    use super::*;

    /// Returns the board of a start, if this machine has the instructions.
    fn at(start: Start) -> Option<ThreeRegisters> {
        let proof = Avx512Proof::detect();
        if proof.is_none() {
            crate::checks::not_run("kernel avx512: this processor lacks its instructions");
        }
        Some(ThreeRegisters::at(proof?, start))
    }

    /// A grid in which rows and columns are distinguishable.
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
                assert_eq!(digits, clues, "transposed: {}", board.x[0].is_transposed());
                assert_eq!(board.pack().0, PackedBoard::from_clues(&clues).0);
                board.transpose();
            }
        }
    }

    #[test]
    fn every_byte_is_read_by_its_low_bits() {
        let digits = grid();
        for high in 0..16 {
            let clues = digits.map(|digit| digit | high << 4);
            let Some(board) = at(Start::Clues(&clues)) else { return };
            assert_eq!(board.pack().0, PackedBoard::from_clues(&digits).0);
        }
        for open in [0, 10, 15, b'.', b'0', b'*', b'_'] {
            let Some(board) = at(Start::Clues(&[open; 81])) else { return };
            assert_eq!(board.pack().0, PackedBoard::EMPTY.0);
        }
    }

    #[test]
    fn a_board_with_a_digit_twice_in_a_row_or_column_is_no_solution() {
        let solution = grid();
        let exchanged = |a: usize, b: usize| {
            let mut grid = solution;
            grid.swap(a, b);
            grid
        };
        let Some(board) = at(Start::Clues(&solution)) else { return };
        assert!(board.is_solution() && !board.lines_collide());
        // Exchange two cells of one box: in one row, in one column, in neither.
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

    /// Returns the candidates of a board, row by row.
    fn candidates(board: &ThreeRegisters) -> [u16; 81] {
        let board = board.pack();
        core::array::from_fn(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            (board.0[row % 3 * 3 + column % 3][row / 3] >> (10 * (column / 3)) & 0x1ff) as u16
        })
    }

    /// Returns the cells of a band or stack (0 to 2, 3 to 5) that are outside one of its six configurations.
    fn outside(group: usize, configuration: usize) -> impl Iterator<Item = usize> {
        (0..27).filter_map(move |i| {
            let (line, place) = (i / 9, i % 9);
            let through = if configuration < 3 { configuration + line } else { configuration + 2 * line };
            let (across, along) = (3 * (group % 3) + line, place);
            (along / 3 != through % 3).then_some(if group < 3 {
                9 * across + along
            } else {
                9 * along + across
            })
        })
    }

    #[test]
    fn a_guess_takes_the_best_digit_with_two_configurations() {
        let mut random = 1_u64;
        let (mut guesses, mut none) = (0, 0);
        for round in 0..4000 {
            // Two solutions superimposed, with some more candidates: nothing is empty.
            let solution = grid();
            let start: [u16; 81] = core::array::from_fn(|cell| {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let more = (random >> 40) as u16 & (random >> 20) as u16 & 0x1ff;
                1 << (solution[cell] - 1)
                    | 1 << (solution[(cell + 27) % 81] - 1)
                    | if round % 4 == 0 { 0 } else { more }
            });
            let Some(mut board) = at(Start::Candidates(&start)) else { return };
            let configurations = loop {
                // In the current orientation; the result is transposed back to upright.
                match board.hidden_triples() {
                    Ok(closed) => board = at(Start::Candidates(&candidates(&closed))).unwrap(),
                    Err(configurations) => break configurations,
                }
            };
            let cells = candidates(&board);
            // Whether a digit has a place in every line of the configuration.
            let possible = |group, configuration, digit: usize| {
                let mut lines = [0_u16; 3];
                let off: Vec<_> = outside(group, configuration).collect();
                for cell in 0..81 {
                    let across = if group < 3 { cell / 9 } else { cell % 9 };
                    if across / 3 == group % 3 && !off.contains(&cell) {
                        lines[across % 3] |= cells[cell];
                    }
                }
                lines.iter().all(|line| line >> digit & 1 == 1)
            };
            let Some((group, digit, _)) = choose_simply(&cells) else {
                assert!(board.guess(configurations).is_none());
                none += 1;
                continue;
            };
            let (group, digit) = (group % 4 + group / 4 * 3, digit as usize);
            let branches = board.guess(configurations).unwrap().map(|branch| candidates(&branch));
            let mut expected: Vec<_> = (0..6)
                .filter(|&configuration| possible(group, configuration, digit))
                .map(|configuration| {
                    let mut rest = cells;
                    outside(group, configuration).for_each(|cell| rest[cell] &= !(1 << digit));
                    rest
                })
                .collect();
            expected.sort_unstable();
            let mut branches = branches.to_vec();
            branches.sort_unstable();
            assert_eq!(branches, expected);
            guesses += 1;
        }
        assert!(guesses > 100 && none > 0, "{guesses} and {none}");
    }
}
