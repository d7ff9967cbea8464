//! Compares every rule of every layout with the plain [reference](crate::reference), on random boards of candidates.

use super::depth_first::{Findings, Node};
use super::fields::{DIGITS, GUARDS, OPEN};
use super::layout::RegisterLayout;
use super::packed_board::PackedBoard;
use super::sweep::{box_conflicts, close, hidden_singles, naked_singles};
use super::*;
use crate::checks::{TestRandom, on_every_kernel};
use crate::reference::{self, ALL_DIGITS, Candidates, Direction};
use crate::vectors::Vector;
use crate::vectors::portable::Portable;

/// One register: the same cell of all boxes, boxes row by row.
pub(super) type Boxes = [u16; 9];

/// A layout whose registers hold the boards of some slots.
pub(super) trait Registers: RegisterLayout {
    type Proof: Copy;
    const SLOTS: usize;
    /// Returns a register of cells, or of digits by box, with no bits between the fields.
    fn register(proof: Self::Proof, slots: &[Boxes], cells: bool) -> Self;
    /// Reads the register back, and asserts that the bits that belong to no cell are unchanged.
    fn boxes(self, cells: bool) -> Vec<Boxes>;
    /// Returns the slots in which every digit has a place in every box and no cell is empty.
    fn sound_slots(placed: Self, occupied: Self) -> Vec<bool>;
}

impl<V: Vector> Registers for V {
    type Proof = <V as Vector>::Proof;
    const SLOTS: usize = V::LANES / 4;

    fn register(proof: <V as Vector>::Proof, slots: &[Boxes], cells: bool) -> Self {
        let mut lanes = [0; 16];
        for (slot, boxes) in slots.iter().enumerate() {
            for (band, fields) in boxes.chunks(3).enumerate() {
                let fields = (0..3).fold(0, |lane, stack| lane | u32::from(fields[stack]) << (10 * stack));
                lanes[4 * slot + band] = fields | if cells { GUARDS } else { 0 };
            }
            lanes[4 * slot + 3] = if cells { OPEN } else { 0 };
        }
        V::load(proof, &lanes)
    }

    fn boxes(self, cells: bool) -> Vec<Boxes> {
        let mut lanes = [0; 16];
        self.store(&mut lanes);
        let of_slot = |slot: usize| {
            let lanes = &lanes[4 * slot..4 * slot + 4];
            if cells {
                assert_eq!(lanes[3], OPEN);
                assert!(lanes.iter().all(|lane| lane & !DIGITS == GUARDS), "{lanes:08x?}");
            }
            core::array::from_fn(|index| (lanes[index / 3] >> (10 * (index % 3))) as u16 & ALL_DIGITS)
        };
        (0..Self::SLOTS).map(of_slot).collect()
    }

    fn sound_slots(placed: Self, occupied: Self) -> Vec<bool> {
        if Self::SLOTS == 1 {
            return vec![Self::sound(placed, occupied)];
        }
        // As a search in several slots reads it.
        let mut lanes = [0; 16];
        V::and_or(placed, occupied, V::splat(placed.proof(), DIGITS)).store(&mut lanes);
        lanes.chunks(4).take(Self::SLOTS).map(|lanes| lanes == [OPEN; 4]).collect()
    }
}

/// Returns the cell that a register holds of a box.
fn cell(register: usize, index: usize) -> usize {
    reference::cells_of_box(index)[register]
}

/// Loads boards, one for each slot, into nine registers.
#[inline(always)]
fn load<L: Registers>(proof: L::Proof, boards: &[Candidates]) -> [L; 9] {
    let boxes = |register: usize| -> Vec<Boxes> {
        boards.iter().map(|board| core::array::from_fn(|index| board[cell(register, index)])).collect()
    };
    let mut x = [L::register(proof, &boxes(0), true); 9];
    for register in 1..9 {
        x[register] = L::register(proof, &boxes(register), true);
    }
    x
}

/// Returns the boards in nine registers.
fn store<L: Registers>(x: &[L; 9]) -> Vec<Candidates> {
    let mut boards = vec![[0; 81]; L::SLOTS];
    for register in 0..9 {
        for (board, boxes) in boards.iter_mut().zip(x[register].boxes(true)) {
            for index in 0..9 {
                board[cell(register, index)] = boxes[index];
            }
        }
    }
    boards
}

/// Returns a set of digits: none, all, one or two, or any.
fn digits(random: &mut TestRandom) -> u16 {
    match random.below(5) {
        0 => 0,
        1 => ALL_DIGITS,
        2 => 1 << random.below(9),
        3 => 1 << random.below(9) | 1 << random.below(9),
        _ => random.bits() as u16 & ALL_DIGITS,
    }
}

#[inline(always)]
fn operations<L: Registers>(proof: L::Proof) {
    let mut random = TestRandom::new(1);
    for _ in 0..500 {
        let mut boxes =
            || -> Vec<Boxes> { (0..L::SLOTS).map(|_| [(); 9].map(|()| digits(&mut random))).collect() };
        let (a, b, c) = (boxes(), boxes(), boxes());
        let [x, y, z] = [&a, &b, &c].map(|boxes| L::register(proof, boxes, true));
        let check = |operation: &str, found: L, cells: bool, expected: &dyn Fn(usize, usize) -> u16| {
            for (slot, found) in found.boxes(cells).into_iter().enumerate() {
                for index in 0..9 {
                    let name = core::any::type_name::<L>();
                    assert_eq!(found[index], expected(slot, index), "{name}, {operation}, box {index}");
                }
            }
        };
        check("of_next_band", x.of_next_band(), true, &|s, i| a[s][(i + 3) % 9]);
        check("of_previous_band", x.of_previous_band(), true, &|s, i| a[s][(i + 6) % 9]);
        for ((next, previous), a) in L::of_both_stacks([x, y, z]).into_iter().zip([&a, &b, &c]) {
            check("the next stack", next, false, &|s, i| a[s][i / 3 * 3 + (i + 1) % 3]);
            check("the previous stack", previous, false, &|s, i| a[s][i / 3 * 3 + (i + 2) % 3]);
        }
        check("digits", x.digits(), false, &|s, i| a[s][i]);

        let known = L::register(proof, &b, false);
        check("restricted_to", x.restricted_to(known), true, &|s, i| {
            if a[s][i] & b[s][i] != 0 { a[s][i] & b[s][i] } else { a[s][i] }
        });
        check("limited_to_triples_of", x.limited_to_triples_of(known), true, &|s, i| {
            if b[s][i].count_ones() < 3 { a[s][i] } else { a[s][i] & b[s][i] }
        });
        let lowest = |s: usize, i: usize| b[s][i] & b[s][i].wrapping_sub(1);
        check("without_lowest", known.without_lowest(), false, &lowest);
        let rest = L::register(
            proof,
            &b.iter().zip(&a).map(|(b, a)| core::array::from_fn(|i| a[i] & !b[i])).collect::<Vec<_>>(),
            false,
        );
        check("plus", known.plus(rest), false, &|s, i| a[s][i] | b[s][i]);
        let single = |s: usize, i: usize| if a[s][i].count_ones() == 1 { a[s][i] } else { 0 };
        check("cell_states", x.cell_states().solved.digits(), false, &single);
        if L::SLOTS == 1 {
            assert_eq!(known.is_empty(), b == [[0; 9]]);
            assert!(L::register(proof, &[[0; 9]], false).is_empty());
            assert_eq!(x.same(y), a == b);
            assert!(x.same(L::register(proof, &a, true)));
            assert!(L::register(proof, &[[ALL_DIGITS; 9]], false).is_everything());
            let (index, digit) = (random.below(9), 1 << random.below(9));
            let mut other = [ALL_DIGITS; 9];
            other[index] ^= digit;
            assert!(!L::register(proof, &[other], false).is_everything());
            let mut other = a[0];
            other[index] ^= digit;
            assert!(!x.same(L::register(proof, &[other], true)));
        }
    }
}

/// How often each rule removed a candidate that the rules before it had left.
#[derive(Default, Debug)]
struct Hits {
    locked: u32,
    triples: u32,
    hidden: u32,
    naked: u32,
    dead: u32,
}

#[inline(always)]
fn rules<L: Registers>(proof: L::Proof) {
    let name = core::any::type_name::<L>();
    let mut random = TestRandom::new(2);
    let mut hits = Hits::default();
    for _ in 0..1500 / L::SLOTS {
        let boards: Vec<Candidates> = (0..L::SLOTS).map(|_| random.candidates()).collect();
        let x: [L; 9] = load(proof, &boards);
        assert_eq!(store(&x), boards);

        // Each of the four kinds of closure, with the digits that the lines of each box have lost.
        let mut closed = [x; 4];
        let lost = [
            close::<L, true, false>(&mut closed[0]),
            close::<L, false, false>(&mut closed[1]),
            close::<L, true, true>(&mut closed[2]),
            close::<L, false, true>(&mut closed[3]),
        ];
        for kind in 0..4 {
            let direction = [Direction::Rows, Direction::Columns][kind % 2];
            let (left, lost) = (store(&closed[kind]), lost[kind].boxes(false));
            for (slot, board) in boards.iter().enumerate() {
                let expected = reference::close(board, direction, kind >= 2);
                assert_eq!(left[slot], expected, "{name}, {direction:?}, triples: {}, {board:?}", kind >= 2);
                let has_lost = |index| {
                    let of_cells = reference::cells_of_box(index).map(|cell| board[cell] & !expected[cell]);
                    of_cells.into_iter().fold(0, |lost, digits| lost | digits)
                };
                assert_eq!(lost[slot], core::array::from_fn(has_lost), "{name}, lost, {board:?}");
                if kind < 2 {
                    hits.locked += u32::from(expected != *board);
                } else {
                    hits.triples += u32::from(expected != reference::close(board, direction, false));
                }
            }
        }

        let mut settled = x;
        let placed = hidden_singles(&mut settled).boxes(false);
        let mut cleared = x;
        let (_, taken) = naked_singles(&mut cleared);
        let (settled, cleared, taken) = (store(&settled), store(&cleared), taken.boxes(false));
        for (slot, board) in boards.iter().enumerate() {
            assert_eq!(placed[slot], reference::placed(board), "{name}, places, {board:?}");
            assert_eq!(settled[slot], reference::place_hidden_singles(board), "{name}, hidden, {board:?}");
            assert_eq!(taken[slot], reference::naked_singles(board), "{name}, taken, {board:?}");
            assert_eq!(cleared[slot], reference::clear_naked_singles(board), "{name}, naked, {board:?}");
            hits.hidden += u32::from(settled[slot] != *board);
            hits.naked += u32::from(cleared[slot] != *board);
        }

        // Contradictions, from the places before and the cells after.
        let before: Vec<Candidates> =
            boards.iter().map(|board| if random.once_in(2) { *board } else { random.candidates() }).collect();
        let placed = hidden_singles(&mut load::<L>(proof, &before));
        let (occupied, _) = naked_singles(&mut { x });
        for (slot, sound) in L::sound_slots(placed, occupied).into_iter().enumerate() {
            let dead = reference::lacks_a_digit(&before[slot]) || reference::has_an_empty_cell(&boards[slot]);
            assert_eq!(sound, !dead, "{name}, {:?} {:?}", before[slot], boards[slot]);
            hits.dead += u32::from(dead);
        }
    }
    let Hits { locked, triples, hidden, naked, dead } = hits;
    assert!(locked > 500 && triples > 100 && hidden > 200 && naked > 200, "{name}: {hits:?}");
    assert!((200..1400).contains(&dead), "{name}: {hits:?}");
}

/// Stuck boards: with two solved cells of a box that have the same digit, with two digits whose only place is the same
/// cell, or without conflicts.
#[inline(always)]
fn box_conflicts_of<L: Registers>(proof: L::Proof) {
    let name = core::any::type_name::<L>();
    let mut random = TestRandom::new(5);
    let mut seen = [0; 2];
    for _ in 0..600 / L::SLOTS {
        let boards: Vec<Candidates> = (0..L::SLOTS).map(|_| stuck_board(&mut random)).collect();
        let mut x: [L; 9] = load(proof, &boards);
        let (_, solved) = naked_singles(&mut x);
        assert_eq!(store(&x), boards, "{name}");
        for (board, wrong) in boards.iter().zip(box_conflicts(&x, solved).boxes(false)) {
            let expected = reference::box_conflicts(board);
            assert_eq!(wrong.map(|digits| digits != 0), expected, "{name}, {board:?}");
            for box_conflicts in expected {
                seen[usize::from(box_conflicts)] += 1;
            }
        }
    }
    assert!(seen[0] > 500 && seen[1] > 100, "{name}: {seen:?}");
}

/// Returns a board that a further sweep does not change.
fn stuck_board(random: &mut TestRandom) -> Candidates {
    let mut board = random.crowded();
    loop {
        let before = board;
        for direction in [Direction::Columns, Direction::Rows] {
            board = reference::close(&board, direction, false);
        }
        board = reference::clear_naked_singles(&reference::place_hidden_singles(&board));
        // Three nines add up to one and a carry, which is ignored.
        let thrice = |index: usize| {
            let cells = reference::cells_of_box(index);
            (0..9).any(|digit| cells.into_iter().filter(|&cell| board[cell] == 1 << digit).count() > 2)
        };
        if reference::lacks_a_digit(&board) || reference::has_an_empty_cell(&board) || (0..9).any(thrice) {
            // Not suitable: try another one.
            board = random.crowded();
        } else if board == before {
            return board;
        }
    }
}

/// The expected result of a sweep.
pub(super) struct Expected {
    pub(super) board: Candidates,
    pub(super) found: Boxes,
    pub(super) sound: bool,
}

/// A layout for one board at a time.
pub(super) trait SingleLayout: Node {
    type Proof: Copy;
    fn at(proof: Self::Proof, start: Start) -> Self;
    /// Returns the upright board, after an assertion on the bits that belong to no cell.
    fn candidates(&self) -> Candidates;
    /// Returns the initial value, without any digits found.
    fn nothing(&self) -> Self::FoundDigits;
    /// Returns the digits found, by box.
    fn found(&self, found: Self::FoundDigits) -> Boxes;
    /// Makes a sweep with the scalar rules, in the order of this layout.
    fn sweep_simply(&self, board: &Candidates, guessed: bool) -> Expected;
}

/// A layout of nine registers, loaded from clues or candidates.
pub(super) trait Nine: Registers {
    fn nine(proof: <Self as Registers>::Proof, start: Start) -> [Self; 9];
}

impl<V: Vector> Nine for V {
    fn nine(proof: <V as Vector>::Proof, start: Start) -> [Self; 9] {
        PackedBoard::new(start).load(proof)
    }
}

impl<L: Nine> SingleLayout for [L; 9] {
    type Proof = <L as Registers>::Proof;

    fn at(proof: Self::Proof, start: Start) -> Self {
        L::nine(proof, start)
    }
    fn candidates(&self) -> Candidates {
        store(self)[0]
    }
    fn nothing(&self) -> L {
        self[0] & !self[0]
    }
    fn found(&self, found: L) -> Boxes {
        found.boxes(false)[0]
    }
    fn sweep_simply(&self, board: &Candidates, guessed: bool) -> Expected {
        let closed = |board| {
            let columns = reference::close(&board, Direction::Columns, false);
            reference::close(&columns, Direction::Rows, false)
        };
        let first = closed(*board);
        let mut board = reference::place_hidden_singles(&first);
        if !guessed {
            board = closed(board);
        }
        Expected {
            sound: !reference::lacks_a_digit(&first) && !reference::has_an_empty_cell(&board),
            found: reference::naked_singles(&board),
            board: reference::clear_naked_singles(&board),
        }
    }
}

/// Tests all operations of a node except the guess, on random boards and on the results of their sweeps.
#[inline(always)]
pub(super) fn single_boards<N: SingleLayout>(proof: N::Proof) {
    let name = core::any::type_name::<N>();
    let mut random = TestRandom::new(3);
    let mut seen = [[0; 2]; 7];
    let mut note = |what: usize, holds: bool| {
        seen[what][usize::from(holds)] += 1;
        holds
    };
    for round in 0..600 {
        let start = if round % 4 == 0 { random.crowded() } else { random.candidates() };
        let mut node = N::at(proof, Start::Candidates(&start));
        assert_eq!(node.candidates(), start);
        assert_eq!(node.pack().0, PackedBoard::from_candidates(&start).0);

        let (in_a_box, in_a_line) = reference::collisions(&start);
        let found = node.place_clues();
        assert_eq!(note(0, found.is_none()), in_a_box, "{name}, {start:?}");
        let mut found = match found {
            Some(found) => {
                assert_eq!(node.found(found), reference::naked_singles(&start), "{name}, {start:?}");
                assert_eq!(node.candidates(), reference::clear_naked_singles(&start), "{name}, {start:?}");
                // Equal clues in a box have been reported before.
                let first = N::at(proof, Start::Candidates(&start));
                assert_eq!(note(1, first.lines_collide()), in_a_line, "{name}, {start:?}");
                found
            }
            None => {
                node = N::at(proof, Start::Candidates(&start));
                node.nothing()
            }
        };

        for sweep in 0..5 {
            let (mut board, had) = (node.candidates(), node.found(found));
            let closed = [Direction::Rows, Direction::Columns]
                .map(|direction| reference::close(&board, direction, true));
            let both = core::array::from_fn(|cell| closed[0][cell] & closed[1][cell]);
            match node.hidden_triples() {
                Ok(left) => {
                    assert_eq!(left.candidates(), both, "{name}, {board:?}");
                    // As in a search: the digits found before must still match the orientation of the board.
                    if random.once_in(2) {
                        (node, board) = (left, both);
                    }
                }
                Err(_) => assert_eq!(board, both, "{name}"),
            }
            note(2, board == both);

            let guessed = random.once_in(2);
            let expected = node.sweep_simply(&board, guessed);
            let Findings { sound, complete, progress } = node.sweep(&mut found, guessed);
            assert_eq!(node.candidates(), expected.board, "{name}, sweep {sweep}, {board:?}");
            assert_eq!(node.found(found), expected.found, "{name}, sweep {sweep}, {board:?}");
            assert_eq!(note(3, sound), expected.sound, "{name}, sweep {sweep}, {board:?}");
            assert_eq!(complete, expected.found == [ALL_DIGITS; 9], "{name}, sweep {sweep}, {board:?}");
            assert_eq!(note(4, progress), expected.found != had, "{name}, sweep {sweep}, {board:?}");
            assert_eq!(node.pack().0, PackedBoard::from_candidates(&expected.board).0);
            packed_and_unpacked(&node, &mut random);
            if sound && !progress && !complete {
                let box_conflicts = reference::box_conflicts(&expected.board).contains(&true);
                assert_eq!(
                    note(6, node.has_box_conflict(found)),
                    box_conflicts,
                    "{name}, {:?}",
                    expected.board
                );
            }
            if sound && complete {
                assert_eq!(note(5, node.is_solution()), reference::is_solution(&expected.board), "{name}");
            }
        }
    }
    // (If all digits are found and a row is wrong, the sweep has usually found the contradiction.)
    let both = seen.iter().enumerate().all(|(what, seen)| (what == 5 || seen[0] > 20) && seen[1] > 20);
    assert!(both, "{name}: {seen:?}");
}

/// Tests packing and unpacking a board, and reading and changing single cells.
#[inline(always)]
fn packed_and_unpacked<N: SingleLayout>(node: &N, random: &mut TestRandom) {
    let name = core::any::type_name::<N>();
    let board = node.candidates();
    let (same, found) = node.unpack(&node.pack());
    assert_eq!(same.candidates(), board, "{name}");
    assert_eq!(same.found(found), [0; 9], "{name}");

    let mut cells = [[ALL_DIGITS; 16]; 9];
    for cell in 0..81 {
        let (place, word) = place_and_word(cell);
        cells[place][word] = board[cell];
    }
    assert_eq!(node.cells(), cells, "{name}, {board:?}");

    let (cell, digits) = (random.below(81), digits(random));
    let (place, word) = place_and_word(cell);
    let mut expected = board;
    expected[cell] &= !digits;
    assert_eq!(node.without(place, word, digits).candidates(), expected, "{name}, {cell} {board:?}");
}

/// Returns the position of a cell in [`CellWords`](super::weights::CellWords).
fn place_and_word(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (row % 3 * 3 + column % 3, row / 3 * 4 + column / 3)
}

/// Tests full boards, right or wrong, and clues of both kinds.
#[inline(always)]
pub(super) fn full_boards<N: SingleLayout>(proof: N::Proof) {
    let name = core::any::type_name::<N>();
    let mut random = TestRandom::new(4);
    for round in 0..600 {
        let mut grid = random.grid();
        // Exchange two cells of a box; of two exchanges, one may undo the other.
        for _ in 0..round % 3 {
            let cells = reference::cells_of_box(random.below(9));
            grid.swap(cells[random.below(9)], cells[random.below(9)]);
        }
        let board = reference::from_clues(&grid);
        let characters = grid.map(|digit| digit + b'0');
        for start in [Start::Clues(&grid), Start::Clues(&characters), Start::Candidates(&board)] {
            let node = N::at(proof, start);
            assert_eq!(node.candidates(), board);
            assert_eq!(node.is_solution(), reference::is_solution(&board), "{name}, {grid:?}");
            assert_eq!(node.lines_collide(), reference::collisions(&board).1, "{name}, {grid:?}");
            let mut digits = [0; 81];
            node.write_digits(&mut digits);
            assert_eq!(digits, reference::digits(&board), "{name}");
        }
        // Open some cells, written as bytes that are no digits. Bits above the candidates are ignored.
        let clues =
            grid.map(|digit| if random.once_in(2) { [0, b'0', b'.', b'*'][random.below(4)] } else { digit });
        let board = clues.map(|clue| match clue {
            1..=9 => 1 << (clue - 1),
            _ => ALL_DIGITS,
        });
        assert_eq!(N::at(proof, Start::Clues(&clues)).candidates(), board, "{name}");
        let high_bits = board.map(|candidates| candidates | random.bits() as u16 & !ALL_DIGITS);
        assert_eq!(N::at(proof, Start::Candidates(&high_bits)).candidates(), board, "{name}");
    }
}

#[test]
fn fields_against_sets() {
    on_every_kernel!(operations on
        arrays: [Portable<4>, Portable<8>, Portable<16>], baseline: [Baseline],
        avx2: [Avx2, long_registers::LongRegister], avx512: [Avx512]);
}

#[test]
fn rules_against_the_reference() {
    on_every_kernel!(rules on
        arrays: [Portable<4>, Portable<8>, Portable<16>], baseline: [Baseline],
        avx2: [Avx2, long_registers::LongRegister], avx512: [Avx512]);
}

#[test]
fn box_conflicts_against_the_reference() {
    on_every_kernel!(box_conflicts_of on
        arrays: [Portable<4>, Portable<8>, Portable<16>], baseline: [Baseline],
        avx2: [Avx2, long_registers::LongRegister], avx512: [Avx512]);
}

#[test]
fn nodes_against_the_reference() {
    on_every_kernel!(single_boards on arrays: [[Portable<4>; 9]], baseline: [[Baseline; 9]],
        avx2: [[long_registers::LongRegister; 9]], avx512: [three_registers::ThreeRegisters]);
}

#[test]
fn full_boards_against_the_reference() {
    on_every_kernel!(full_boards on arrays: [[Portable<4>; 9]], baseline: [[Baseline; 9]],
        avx2: [[long_registers::LongRegister; 9]], avx512: [three_registers::ThreeRegisters]);
}
