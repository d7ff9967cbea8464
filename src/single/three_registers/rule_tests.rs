//! Adapts this layout to [the tests of the rules](crate::single::rule_tests), and tests its rules one by one.

use super::super::rule_tests::{Expected, SingleLayout};
use super::*;
use crate::checks::{TestRandom, on_avx512};
use crate::reference::{self, ALL_DIGITS, Candidates, Direction};

/// Returns the words of a register.
fn words(cells: CellRegister) -> [u16; 32] {
    // SAFETY: both are 64 bytes without padding, and any bits make sixteen-bit words.
    unsafe { core::mem::transmute(cells) }
}

/// Returns register and word of a cell, of a board that may be transposed.
fn place(cell: usize, transposed: bool) -> (usize, usize) {
    let (row, column) = if transposed { (cell % 9, cell / 9) } else { (cell / 9, cell % 9) };
    ((row + column) % 3, 9 * (row % 3) + 3 * (row / 3) + column / 3)
}

impl SingleLayout for ThreeRegisters {
    type Proof = Avx512Proof;

    fn at(proof: Avx512Proof, start: Start) -> Self {
        ThreeRegisters::at(proof, start)
    }

    fn candidates(&self) -> Candidates {
        let x = self.x.map(words);
        let transposed = self.x[0].is_transposed();
        for k in 0..3 {
            let mut rest = [0; 5];
            if k == 0 {
                rest[usize::from(transposed)] = 1;
            }
            assert_eq!(x[k][27..], rest, "register {k}");
        }
        core::array::from_fn(|cell| {
            let (k, word) = place(cell, transposed);
            x[k][word]
        })
    }

    fn nothing(&self) -> CellRegister {
        self.x[0] & !self.x[0]
    }

    fn found(&self, found: CellRegister) -> [u16; 9] {
        let found = words(found);
        core::array::from_fn(|index| {
            // Three words of a box, all equal.
            let cells = reference::cells_of_box(index);
            let of_box = cells.map(|cell| found[place(cell, self.x[0].is_transposed()).1]);
            assert_eq!(of_box, [of_box[0]; 9]);
            of_box[0]
        })
    }

    fn sweep_simply(&self, board: &Candidates, _: bool) -> Expected {
        let mut directions = [Direction::Rows, Direction::Columns];
        if self.x[0].is_transposed() {
            directions.reverse();
        }
        let board = directions
            .into_iter()
            .fold(*board, |board, direction| reference::close(&board, direction, false));
        // Both kinds of single at once, from the same board.
        let (hidden, naked) = (reference::hidden_singles(&board), reference::naked_singles(&board));
        let mut left = reference::clear_naked_singles(&board);
        for (index, digits) in hidden.into_iter().enumerate() {
            for cell in reference::cells_of_box(index) {
                if board[cell] & digits != 0 {
                    left[cell] &= digits;
                }
            }
        }
        Expected {
            sound: !reference::lacks_a_digit(&board) && !reference::has_an_empty_cell(&board),
            found: core::array::from_fn(|index| hidden[index] | naked[index]),
            board: left,
        }
    }
}

#[inline(always)]
fn rules(proof: Avx512Proof) {
    let mut random = TestRandom::new(1);
    let mut triples = 0;
    for _ in 0..1500 {
        let board = random.candidates();
        let mut upright = ThreeRegisters::at(proof, Start::Candidates(&board));
        let mut transposed = upright;
        transposed.transpose();
        assert!(transposed.x[0].is_transposed());
        assert_eq!(transposed.candidates(), board);

        for (node, direction) in [(&mut upright, Direction::Rows), (&mut transposed, Direction::Columns)] {
            let start = *node;
            node.close();
            assert_eq!(node.candidates(), reference::close(&board, direction, false), "{board:?}");
            let mut with_triples = start;
            with_triples.keep(triples_and_configurations(start.minirows()).0);
            let expected = reference::close(&board, direction, true);
            assert_eq!(with_triples.candidates(), expected, "{board:?}");
            triples += u32::from(expected != node.candidates());

            let (singles, naked) = (start.singles(), reference::naked_singles(&board));
            let taken = over_box(CellRegister::or3(singles[0], singles[1], singles[2]));
            assert_eq!(start.found(taken), naked, "{board:?}");
            let mut cleared = start;
            cleared.clear(taken, &singles);
            // The mark is not a candidate.
            assert_eq!(cleared.candidates(), reference::clear_naked_singles(&board), "{board:?}");
            let places = start.found(over_box(start.minirows()));
            assert_eq!(places, reference::placed(&board), "{board:?}");
            assert_eq!(over_box(start.minirows()).is_everything(), places == [ALL_DIGITS; 9]);
        }
    }
    assert!(triples > 100, "{triples}");
}

#[test]
fn rules_in_three_registers() {
    on_avx512!(rules);
}
