//! Tests the rules on boards made for them, and the search against an independent oracle.

use crate::testkit::oracle;

use super::*;
use crate::checks::boards_to_search;

/// Returns a full board except for the given cells and their candidates.
fn board(cells: &[(usize, u16)]) -> Candidates {
    let mut board = [ALL_DIGITS; 81];
    for &(cell, candidates) in cells {
        board[cell] = candidates;
    }
    board
}

#[test]
fn a_digit_locked_in_a_minirow_leaves_the_row() {
    // In box 0, digit 1 has places only in the first row.
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
    // In box 4, digits 1 to 3 have places only in the first column.
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
fn box_conflicts_of_both_kinds() {
    let dead = |box_number: usize| core::array::from_fn(|index| index == box_number);
    assert_eq!(box_conflicts(&board(&[])), [false; 9]);
    // Two cells of box 2 have only the candidate 5; then two cells of different boxes.
    assert_eq!(box_conflicts(&board(&[(6, 1 << 4), (17, 1 << 4)])), dead(2));
    assert_eq!(box_conflicts(&board(&[(6, 1 << 4), (36, 1 << 4)])), [false; 9]);
    // Digits 1 and 2 have their only place in box 4 in the same cell; then in two.
    let mut cells = board(&[]);
    for (i, cell) in cells_of_box(4).into_iter().enumerate() {
        cells[cell] &= if i == 7 { ALL_DIGITS } else { !3 };
    }
    assert_eq!(box_conflicts(&cells), dead(4));
    let [first, .., last] = cells_of_box(4);
    for (cell, digit) in [(first, 1), (cells_of_box(4)[7], 2), (last, 0)] {
        cells[cell] = cells[cell] & !3 | digit;
    }
    assert_eq!(box_conflicts(&cells), [false; 9]);
}

#[test]
fn rules_remove_no_candidate_of_a_solution() {
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

#[test]
fn a_sweep_returns_the_state_of_the_board() {
    let grid =
        from_clues(&core::array::from_fn(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9) as u8 + 1));
    let state = |mut board: Candidates| sweep(&mut board);
    assert_eq!(state(grid), BoardState::Solved);
    assert_eq!(state([ALL_DIGITS; 81]), BoardState::Stuck);
    assert_eq!(state(board(&[(0, 1)])), BoardState::Changed);
    assert_eq!(state(board(&[(0, 0)])), BoardState::Contradiction);
    // Two equal clues in a row: the first sweep clears their boxes.
    let mut equal = board(&[(0, 1), (8, 1)]);
    assert_eq!([(); 2].map(|()| sweep(&mut equal)), [BoardState::Changed, BoardState::Contradiction]);
    // Full boards with two cells exchanged.
    let mut exchanged = grid;
    exchanged.swap(0, 10);
    exchanged.swap(1, 9);
    assert_eq!(state(exchanged), BoardState::Contradiction);
}

#[test]
fn a_guess_is_on_the_digit_with_the_most_disjoint_boxes() {
    // In the first band, digits 1 and 2 have one minirow in the first box, and in each of the others two with the same
    // minicolumn.
    let mut start = board(&[]);
    start[..27].fill(ALL_DIGITS & !3);
    for cell in [0, 12, 21, 15, 24] {
        start[cell] |= 1;
    }
    for cell in [1, 13, 22, 16, 25] {
        start[cell] |= 2;
    }
    let expected = Guess { direction: Direction::Rows, band: 0, digit: 1, configurations: [0, 3] };
    assert_eq!(guess(&start), Some(Guess { digit: 0, ..expected }), "neither is better than the other");
    // Now one box of digit 2 is disjoint.
    start[25] &= !2;
    start[26] |= 2;
    assert_eq!(guess(&start), Some(expected));
    let [first, second] = branches(&start);
    let has = |branch: &Candidates| (0..27).filter(|&cell| branch[cell] & 2 != 0).collect::<Vec<_>>();
    assert_eq!((has(&first), has(&second)), (vec![1, 13, 26], vec![1, 16, 22]));
    assert_eq!(first.map(|cell| cell & !2), start.map(|cell| cell & !2));
}

#[test]
fn the_oracle_finds_the_same_solutions() {
    let mut numbers = [0; 3];
    for (board, found) in boards_to_search(9, 160) {
        let found = found.solutions;
        for solution in &found {
            assert!(is_solution(&from_clues(solution)));
            assert!(
                (0..81).all(|cell| board[cell] >> (solution[cell] - 1) & 1 == 1),
                "{board:?} {solution:?}"
            );
        }
        let mut all =
            oracle::solutions(&board, found.len() + 1, u32::MAX).expect("no limit on contradictions");
        if found.len() < crate::checks::MOST_SOLUTIONS {
            let mut found = found.clone();
            found.sort();
            all.sort();
            assert_eq!(found, all, "{board:?}");
        } else {
            assert!(all.len() >= found.len(), "{board:?}");
        }
        numbers[found.len().min(2)] += 1;
    }
    assert!(numbers.iter().all(|&number| number > 20), "none, one and more solutions: {numbers:?}");
}
