//! Compares every rule of the batch engine with the scalar [reference](crate::reference), on random boards of
//! candidates and on random puzzles. Also tests loading and writing.

use super::houses::{HouseCells, Houses, NoHouses};
use super::layout::LaneCandidates as Layout;
use super::load::{self, Loaded, QUADS};
use super::memory::MAX_LANES;
use super::puzzles::CellEncoding;
use super::sweep::{LaneNodes, SweptSingles, Unchanged, minirows, singles, sweep};
use crate::Size;
use crate::checks::{TestRandom, on_every_kernel};
use crate::reference::{self, ALL_DIGITS, Candidates, Direction};
use crate::vectors::{Lanes, all_lanes, portable::Portable};

/// The word and the bit of a digit (0 to 8) in a cell.
fn place(cell: usize, digit: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    let word = 9 * (row % 3) + 3 * (column % 3) + digit / 3;
    (word, 9 * (row / 3) + 3 * (column / 3) + digit % 3)
}

/// Loads boards, one into each lane.
#[inline(always)]
fn into_lanes<V: Lanes>(proof: V::Proof, boards: &[Candidates]) -> Layout<V> {
    let mut words = [[0; MAX_LANES]; 27];
    for (lane, board) in boards.iter().enumerate() {
        for (cell, digit) in (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit))) {
            let (word, bit) = place(cell, digit);
            words[word][lane] |= u32::from(board[cell] >> digit & 1) << bit;
        }
    }
    let mut candidates: Layout<V> = [[[V::splat(proof, 0); 3]; 3]; 3];
    for (vector, word) in candidates.as_flattened_mut().as_flattened_mut().iter_mut().zip(&words) {
        *vector = V::load(proof, word);
    }
    candidates
}

/// Reads the boards of the lanes. Asserts that no bit beyond the candidates is set.
fn out_of_lanes<V: Lanes>(candidates: &Layout<V>) -> Vec<Candidates> {
    let mut boards = vec![[0; 81]; V::LANES];
    let mut words = [[0; MAX_LANES]; 27];
    for (word, vector) in words.iter_mut().zip(candidates.as_flattened().as_flattened()) {
        vector.store(word);
        assert!(word.iter().all(|word| word >> 27 == 0));
    }
    for (lane, board) in boards.iter_mut().enumerate() {
        for (cell, digit) in (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit))) {
            let (word, bit) = place(cell, digit);
            board[cell] |= ((words[word][lane] >> bit & 1) as u16) << digit;
        }
    }
    boards
}

/// The number of cells with several candidates in each box.
fn open_cells(board: &Candidates) -> [u32; 9] {
    core::array::from_fn(|index| {
        reference::cells_of_box(index).into_iter().filter(|&cell| board[cell].count_ones() > 1).count() as u32
    })
}

/// Packs the numbers as the engine stores them: three bits for each box, with a carry into the next.
fn packed(open: [u32; 9]) -> u32 {
    (0..9).fold(0_u32, |sum, index| sum.wrapping_add(open[index] << (3 * index)))
}

/// Houses of many kinds: of nine cells, of fewer, and of cells that other houses have, too.
fn houses(random: &mut TestRandom) -> Vec<Vec<usize>> {
    let lengths: &[usize] = if random.once_in(2) { &[9, 9, 9, 8, 8, 7, 3, 2] } else { &[3, 2, 2] };
    let house = |length: &usize| {
        let mut cells: Vec<usize> = (0..81).collect();
        (0..*length).map(|_| cells.swap_remove(random.below(cells.len()))).collect()
    };
    lengths.iter().map(house).collect()
}

/// The rules of houses on one board: hidden singles in those of nine cells, then naked singles in all. `None` at a
/// contradiction.
fn sweep_houses(board: &Candidates, houses: &[Vec<usize>]) -> Option<Candidates> {
    let mut after = *board;
    for house in houses {
        let mut own = *board;
        for digit in (0..9).map(|digit| 1 << digit) {
            let places = house.iter().filter(|cell| board[**cell] & digit > 0);
            match (places.clone().count(), house.len()) {
                (0, 9) => return None,
                (1, 9) => places.for_each(|cell| own[*cell] &= digit),
                _ => {}
            }
        }
        let absent = house.iter().fold(0x1ff, |absent: u16, cell| absent & !board[*cell]);
        if house.iter().any(|cell| own[*cell] == 0) || house.len() + absent.count_ones() as usize > 9 {
            return None;
        }
        let is_single = |cell: &&usize| own[**cell].count_ones() == 1;
        let singles = house.iter().filter(is_single).fold(0, |singles, cell| singles | own[*cell]);
        for cell in house {
            after[*cell] &= if is_single(&cell) { own[*cell] } else { own[*cell] & !singles };
        }
    }
    Some(after)
}

#[inline(always)]
fn rules_of_houses<V: Lanes>(proof: V::Proof) {
    let name = core::any::type_name::<V>();
    let mut random = TestRandom::new(3);
    // Contradictions, boards that lose candidates, solutions, and others whose houses agree or not.
    let mut seen = [0; 4];
    for _ in 0..3000 / V::LANES {
        let list = houses(&mut random);
        let layout = list
            .iter()
            .fold(Size::Nine.layout(), |layout, house| layout.with_house(house.iter().copied()).unwrap());
        let houses = &HouseCells::new(&layout).unwrap();
        let boards: Vec<Candidates> = (0..V::LANES)
            .map(|lane| {
                let grid = random.grid();
                let share = [0, 1, 2, 9][lane % 4];
                core::array::from_fn(|cell| {
                    let more = if random.below(9) < share { random.bits() as u16 & 0x1ff } else { 0 };
                    1 << (grid[cell] - 1) | more
                })
            })
            .collect();
        let mut candidates: Layout<V> = into_lanes(proof, &boards);
        let (solved, agree) = (load::solved(&candidates), houses.agree(&candidates));
        let dead = houses.sweep(&mut candidates);
        for (lane, after) in out_of_lanes(&candidates).into_iter().enumerate() {
            let (board, dead) = (&boards[lane], dead >> lane & 1 == 1);
            let expected = sweep_houses(board, &list);
            // A lane with a contradiction has a wrong result. Some are found later.
            assert!(!dead || expected.is_none(), "{name}, {board:?}");
            if let Some(expected) = expected {
                assert_eq!(after, expected, "{name}, {board:?} {list:?}");
                seen[1] += u32::from(after != *board);
            }
            seen[0] += u32::from(dead);
            if board.iter().all(|cell| cell.count_ones() == 1) {
                assert!(solved >> lane & 1 == 1, "{name}");
                let twice = |house: &Vec<usize>| {
                    house
                        .iter()
                        .any(|cell| house.iter().any(|other| other != cell && board[*other] == board[*cell]))
                };
                assert_eq!(agree >> lane & 1 == 1, !list.iter().any(twice), "{name}");
                seen[2 + (agree >> lane & 1) as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 50), "{name}: {seen:?}");
}

#[test]
fn rules_of_houses_against_a_plain_search() {
    on_every_kernel!(
        rules_of_houses on arrays: [Portable<8>, Portable<16>], baseline: [], avx2: [Avx2], avx512: [Avx512]
    );
}

#[inline(always)]
fn rules<V: Lanes>(proof: V::Proof) {
    let name = core::any::type_name::<V>();
    let mut random = TestRandom::new(1);
    // Boards compared, and those with a contradiction, stuck, settled, barely changed, with a hidden triple.
    let mut seen = [0; 6];
    for _ in 0..2000 / V::LANES {
        let boards: Vec<Candidates> = (0..V::LANES).map(|_| random.candidates()).collect();
        let none = V::splat(proof, u32::MAX);
        let mut nodes =
            LaneNodes { candidates: into_lanes(proof, &boards), open: none, filled: none, known: [none; 3] };
        assert_eq!(out_of_lanes(&nodes.candidates), boards);
        for round in 0..4 {
            let before = out_of_lanes(&nodes.candidates);
            let mut open_before = [0; MAX_LANES];
            nodes.open.store(&mut open_before);
            let states = sweep(&mut nodes, &mut Unchanged, NoHouses);
            let (after, slow) = (out_of_lanes(&nodes.candidates), nodes.barely_changed());
            let (mut open_after, mut filled) = ([0; MAX_LANES], [0; MAX_LANES]);
            nodes.open.store(&mut open_after);
            nodes.filled.store(&mut filled);
            assert_eq!((states.contradiction | states.stuck | states.settled) & !all_lanes(V::LANES), 0);
            for lane in 0..V::LANES {
                let board = &before[lane];
                let [dead, stuck, settled, slow] = [states.contradiction, states.stuck, states.settled, slow]
                    .map(|lanes| lanes >> lane & 1 == 1);
                assert!(u32::from(dead) + u32::from(stuck) + u32::from(settled) <= 1, "{name}");
                assert!((0..81).all(|cell| after[lane][cell] & !board[cell] == 0), "{name}: a new candidate");

                let columns = reference::close(board, Direction::Columns, true);
                let closed = reference::close(&columns, Direction::Rows, true);
                seen[5] += u32::from(
                    closed != {
                        let columns = reference::close(board, Direction::Columns, false);
                        reference::close(&columns, Direction::Rows, false)
                    },
                );
                let lacking = reference::lacks_a_digit(&closed);
                let singles = reference::hidden_singles(&closed);
                let two_in_a_cell = (0..81).any(|cell| {
                    let singles = singles[cell / 27 * 3 + cell % 9 / 3];
                    (closed[cell] & singles).count_ones() > 1
                });
                if lacking {
                    assert!(dead, "{name}, {board:?}");
                }
                if two_in_a_cell {
                    // Such a lane is dead. Its result is wrong, and the contradiction is found now or later.
                    continue;
                }
                let placed = reference::place_hidden_singles(&closed);
                let empty = reference::has_an_empty_cell(&placed);
                assert_eq!(dead, lacking || empty, "{name}, sweep {round}, {board:?}");
                seen[1] += u32::from(dead);
                if empty {
                    // The borrows of empty cells spread through the lane.
                    continue;
                }
                assert_eq!(after[lane], reference::clear_naked_singles(&placed), "{name}, {board:?}");
                let open = open_cells(&placed);
                assert_eq!(open_after[lane], packed(open), "{name}, {board:?}");
                assert_eq!(filled[lane], open_before[lane].wrapping_sub(open_after[lane]), "{name}");
                seen[0] += 1;
                assert_eq!(settled, !dead && open == [0; 9], "{name}, {board:?}");
                let stalled = open_after[lane] == open_before[lane];
                assert_eq!(stuck, !dead && open != [0; 9] && stalled, "{name}, {board:?}");
                assert_eq!(slow, filled[lane].count_ones() <= 2, "{name}");
                seen[2] += u32::from(stuck);
                seen[3] += u32::from(settled);
                seen[4] += u32::from(slow && !stalled);
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 50), "{name}: {seen:?}");
}

#[inline(always)]
fn clues<V: Lanes>(proof: V::Proof) {
    let name = core::any::type_name::<V>();
    let mut random = TestRandom::new(2);
    let (mut seen, mut counts) = ([0; 2], [0; 3]);
    for round in 0..2000 / V::LANES {
        let puzzles: [[u8; 81]; MAX_LANES] = core::array::from_fn(|lane| {
            let share = 1 + (round + lane) % 9;
            let mut puzzle = random.grid().map(|digit| if random.below(9) < share { digit } else { 0 });
            for _ in 0..[0, 0, 1, 2][random.below(4)] {
                puzzle[random.below(81)] = 1 + random.below(9) as u8;
            }
            puzzle
        });
        let mut characters = puzzles.map(|puzzle| {
            puzzle.map(|digit| if digit == 0 { b"0._*-"[random.below(5)] } else { b'0' + digit })
        });
        // In some lanes one character encodes no cell, or is one that only the single engine takes.
        let (mut malformed, mut odd) = (0, 0);
        for lane in 0..V::LANES {
            if random.once_in(4) {
                let byte = random.bits() as u8;
                let cell = random.below(81);
                let cells = b"0123456789._*-xX?";
                let byte = if random.once_in(4) { b"xX?"[random.below(3)] } else { byte };
                characters[lane][cell] = byte;
                malformed |= u32::from(!cells.contains(&byte)) << lane;
                odd |= u32::from(b"xX?".contains(&byte)) << lane;
            }
        }
        let digits = load::cells::<V>(proof, &puzzles.each_ref(), CellEncoding::Digits);
        let from_characters = load::cells::<V>(proof, &characters.each_ref(), CellEncoding::Text);
        let loaded = [out_of_lanes(&digits.candidates), out_of_lanes(&from_characters.candidates)];
        assert_eq!((digits.invalid | from_characters.invalid) & !all_lanes(V::LANES), 0, "{name}");
        for lane in 0..V::LANES {
            let of_characters =
                characters[lane].map(|byte| if byte.is_ascii_digit() { byte - b'0' } else { 0 });
            let cases = [
                (&puzzles[lane], &digits, &loaded[0], false),
                (&of_characters, &from_characters, &loaded[1], malformed >> lane & 1 == 1),
            ];
            for (index, (clues, Loaded { invalid, left_alone, .. }, loaded, malformed)) in
                cases.into_iter().enumerate()
            {
                let left_alone = left_alone >> lane & 1 == 1;
                if index == 1 && odd >> lane & 1 == 1 {
                    assert!(left_alone && invalid >> lane & 1 == 0, "{name}, {clues:?}");
                    counts[2] += 1;
                    continue;
                }
                if !malformed {
                    let few = clues.iter().filter(|clue| **clue != 0).count() < 17;
                    assert_eq!(left_alone, few, "{name}, {clues:?}");
                    counts[usize::from(few)] += 1;
                }
                let board = reference::from_clues(clues);
                let (in_a_box, in_a_line) = reference::collisions(&board);
                let invalid = invalid >> lane & 1 == 1;
                assert_eq!(invalid, in_a_box || in_a_line || malformed, "{name}, {clues:?}");
                seen[usize::from(invalid)] += 1;
                if !invalid {
                    assert_eq!(loaded[lane], reference::clear_naked_singles(&board), "{name}, {clues:?}");
                }
            }
        }
    }
    assert!(seen[0] > 500 && seen[1] > 500, "{name}: {seen:?}");
    assert!(counts[0] > 500 && counts[1] > 200 && counts[2] > 50, "{name}: {counts:?}");
}

#[inline(always)]
fn solutions<V: Lanes>(proof: V::Proof) {
    let name = core::any::type_name::<V>();
    let mut random = TestRandom::new(3);
    let mut seen = [0; 2];
    for _ in 0..2000 / V::LANES {
        let grids: Vec<[u8; 81]> = (0..V::LANES)
            .map(|_| {
                let mut grid = random.grid();
                match random.below(4) {
                    // Wrong in two rows, in two columns, in both, or in one cell.
                    0 => {
                        let (a, b) = (random.below(81), random.below(81));
                        grid.swap(a, b);
                    }
                    1 => grid[random.below(81)] = 1 + random.below(9) as u8,
                    _ => {}
                }
                grid
            })
            .collect();
        let boards: Vec<Candidates> = grids.iter().map(reference::from_clues).collect();
        let candidates = into_lanes::<V>(proof, &boards);
        let solved = load::solved(&candidates);
        assert_eq!(solved & !all_lanes(V::LANES), 0);
        let mut digits = [[[0xff; 16]; MAX_LANES]; QUADS];
        load::write_solutions(&candidates, &mut digits);
        for lane in 0..V::LANES {
            let expected = reference::is_solution(&boards[lane]);
            assert_eq!(solved >> lane & 1 == 1, expected, "{name}, {:?}", grids[lane]);
            seen[usize::from(expected)] += 1;
            let written: [u8; 81] = core::array::from_fn(|cell| digits[cell / 16][lane][cell % 16]);
            assert_eq!(written, reference::digits(&boards[lane]), "{name}");
        }
        for lane in V::LANES..MAX_LANES {
            assert!(digits.iter().all(|digits| digits[lane] == [0xff; 16]), "{name}: an extra lane");
        }
        assert!(boards.iter().flatten().all(|&cell| cell & !ALL_DIGITS == 0));
    }
    assert!(seen[0] > 500 && seen[1] > 500, "{name}: {seen:?}");
}

/// Boards with few open cells, in which a box may have a digit twice.
#[inline(always)]
fn last_pairs<V: Lanes>(proof: V::Proof) {
    let name = core::any::type_name::<V>();
    let mut random = TestRandom::new(4);
    let mut seen = [0; 4];
    for _ in 0..2000 / V::LANES {
        let (mut boards, mut expected) = (Vec::new(), 0);
        for lane in 0..V::LANES {
            let mut board: Candidates = random.grid().map(|digit| 1 << (digit - 1));
            let boxes: [usize; 9] = random.order();
            let count = 1 + random.below(4);
            let (mut has_pairs, mut is_sound) = (count <= 3, true);
            for &index in &boxes[..count] {
                let order: [usize; 9] = random.order();
                let cells = order.map(|place| reference::cells_of_box(index)[place]);
                let open = if random.once_in(4) { 3 } else { 2 };
                let mut digits = cells[..open].iter().fold(0, |digits, &cell| digits | board[cell]);
                has_pairs &= open == 2;
                if random.once_in(4) {
                    // A digit comes twice, and another is missing.
                    digits |= board[cells[7]];
                    board[cells[7]] = board[cells[8]];
                    is_sound = false;
                }
                for &cell in &cells[..open] {
                    board[cell] = digits;
                }
            }
            boards.push(board);
            expected |= u32::from(has_pairs && is_sound) << lane;
            seen[usize::from(has_pairs) * 2 + usize::from(is_sound)] += 1;
        }
        let mut candidates: Layout<V> = into_lanes(proof, &boards);
        let minirows = minirows(&candidates);
        let SweptSingles { open, known, .. } = singles(&mut candidates, &minirows);
        let nodes = LaneNodes { candidates, open, filled: open, known };
        assert_eq!(nodes.last_pairs(), expected, "{name}, {boards:?}");
    }
    assert!(seen.iter().all(|&seen| seen > 50), "{name}: {seen:?}");
}

#[test]
fn last_pairs_have_no_digit_twice() {
    on_every_kernel!(
        last_pairs on arrays: [Portable<8>, Portable<16>], baseline: [], avx2: [Avx2], avx512: [Avx512]
    );
}

#[test]
fn rules_against_the_reference() {
    on_every_kernel!(rules on arrays: [Portable<8>, Portable<16>], baseline: [], avx2: [Avx2], avx512: [Avx512]);
}

#[test]
fn clues_against_the_reference() {
    on_every_kernel!(clues on arrays: [Portable<8>, Portable<16>], baseline: [], avx2: [Avx2], avx512: [Avx512]);
}

#[test]
fn solutions_against_the_reference() {
    on_every_kernel!(solutions on arrays: [Portable<8>, Portable<16>], baseline: [], avx2: [Avx2], avx512: [Avx512]);
}
