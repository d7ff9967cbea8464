use std::collections::BTreeSet;

use super::{oracle, search, solved};
use crate::random::Random;
use crate::{Grid, Symmetry};

const SOLUTION: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
/// The least of all solutions. 648 symmetries map it to itself, more than any other solution.
const LEAST: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// Returns a random solution: each cell gets a random digit that fits; if none fits, the row or the board is
/// restarted.
fn random_solution(random: &mut Random) -> Grid {
    let mut digits = [0u8; 81];
    let mut cell = 0;
    while cell < 81 {
        let sees = |other: usize| {
            let [units, others] = [cell, other].map(Grid::units_of);
            units.iter().zip(&others).any(|(unit, other)| unit == other)
        };
        let mut fitting: Vec<u8> =
            (1..=9).filter(|&digit| (0..cell).all(|other| digits[other] != digit || !sees(other))).collect();
        random.shuffle(&mut fitting);
        match fitting.first() {
            Some(&digit) => (digits[cell], cell) = (digit, cell + 1),
            None => cell = if random.below(8) == 0 { 0 } else { cell / 9 * 9 },
        }
    }
    Grid::from_checked(digits)
}

/// Keeps each clue of a solution with a probability of `clues` in 81.
fn random_puzzle(random: &mut Random, solution: &Grid, clues: u32) -> Grid {
    Grid::from_checked(solution.digits().map(|digit| if random.below(81) < clues { digit } else { 0 }))
}

/// Returns boards of every kind: with few and many clues, valid and contradictory, with two digits or nine, and
/// patterns that many symmetries map to themselves.
fn boards(random: &mut Random) -> Vec<Grid> {
    let mut all = vec![Grid::EMPTY, grid(LEAST), grid(SOLUTION)];
    let by_cell = |digit: &dyn Fn(usize, usize) -> usize| {
        Grid::from_checked(std::array::from_fn(|cell| digit(cell / 9, cell % 9) as u8))
    };
    let diagonal = |row: usize, column: usize| row / 3 == column / 3;
    let on = |is_on: bool, digit: usize| if is_on { digit } else { 0 };
    all.extend([
        by_cell(&|_, _| 1),
        by_cell(&|row, _| on(row == 4, 1)),
        by_cell(&|row, column| on(row == 4, column + 1)),
        by_cell(&|row, column| on(column == 2, row + 1)),
        by_cell(&|row, column| on(row == 4 && column == 7, 3)),
        by_cell(&|row, column| row / 3 * 3 + column / 3 + 1),
        by_cell(&|row, column| row % 3 * 3 + column % 3 + 1),
        by_cell(&|row, _| row % 3 + 1),
        by_cell(&|row, column| 1 + (row + column) % 2),
        by_cell(&|row, column| 1 + (row + column) % 3),
        by_cell(&|row, column| on(row == column, row + 1)),
        by_cell(&|row, column| on(row == column, 1)),
        by_cell(&|row, column| on(row % 3 == column % 3, 1)),
        by_cell(&|row, column| on(row % 3 == column % 3, row / 3 * 3 + column / 3 + 1)),
        by_cell(&|row, column| on(diagonal(row, column), row % 3 * 3 + column % 3 + 1)),
        by_cell(&|row, column| on(diagonal(row, column), row / 3 * 3 + (row + column) % 3 + 1)),
        by_cell(&|row, column| on(diagonal(row, column), (row + column) % 3 + 1)),
        // The slowest board known: 648 or more symmetries map it to itself, and its clues contradict each other.
        by_cell(&|row, column| (row / 3 + column / 3) % 3 * 3 + (row + column) % 3 + 1),
        by_cell(&|row, column| on(row % 3 == 0, column + 1)),
        by_cell(&|row, column| on(row / 3 == 1, (3 * row + row / 3 + column) % 9 + 1)),
    ]);
    let solution = random_solution(random);
    all.push(solution);
    for clues in [3, 6, 10, 15, 20, 25, 30, 45, 78] {
        all.push(random_puzzle(random, &solution, clues));
        all.push(random_puzzle(random, &grid(LEAST), clues));
        // Random clues, which may contradict each other, of all digits and of two.
        let clues = |random: &mut Random, digits: u32| {
            Grid::from_checked(std::array::from_fn(|_| match random.below(81) < clues {
                true => 1 + random.below(digits) as u8,
                false => 0,
            }))
        };
        all.push(clues(random, 9));
        all.push(clues(random, 2));
    }
    // Each row has an empty box and one of two clues. In the first row alone, these two are equal, and the third box is
    // full. So its image is the least, although others have fewer clues. No column has an empty box.
    let mut digits = by_cell(&|row, column| {
        let [empty, pair] = [row % 3, (row + 1) % 3];
        let is_on = column / 3 != empty && (column % 3 != (3 + row % 3 - column / 3) % 3);
        match row {
            0 => on(is_on || column / 3 > pair, if column / 3 == pair { 1 } else { column }),
            _ => on(is_on, 1 + (2 * row + column) % 9),
        }
    });
    digits = Symmetry::random(random.bits(), 0).apply(&digits);
    all.push(digits);
    let (diagonal_boxes, one_digit, two_digits) = (
        solution.digits().map(|digit| digit),
        solution.digits().map(|digit| if digit == 1 { 1 } else { 0 }),
        solution.digits().map(|digit| if digit < 3 { digit } else { 0 }),
    );
    all.extend([one_digit, two_digits].map(Grid::from_checked));
    all.push(by_cell(&|row, column| {
        on(diagonal(row, column), usize::from(diagonal_boxes[9 * row + column]))
    }));
    all.push(by_cell(&|row, column| on(row < 3, usize::from(diagonal_boxes[9 * row + column]))));
    all.push(by_cell(&|row, column| on(row < 6, usize::from(diagonal_boxes[9 * row + column]))));
    all
}

#[test]
fn equivalent_boards_have_one_form() {
    for seed in 0..12 {
        let mut random = Random::new(seed);
        for (index, board) in (0..).zip(boards(&mut random)) {
            let (form, symmetry) = board.canonical_with_symmetry();
            assert_eq!(symmetry.apply(&board), form, "{board}");
            assert!(form <= board, "{board}");
            assert_eq!(form.canonical(), form, "{board}");
            for again in 0..4 {
                let image = Symmetry::random(seed, 4 * index + again).apply(&board);
                assert_eq!(image.canonical(), form, "{board} and {image}");
            }
        }
    }
}

#[test]
fn the_form_is_the_least_image_by_brute_force() {
    for (index, board) in (0..).zip(boards(&mut Random::new(100))) {
        let image = Symmetry::random(100, index).apply(&board);
        assert_eq!(image.canonical(), oracle::least(&image), "{image}");
    }
}

#[test]
fn both_searches_agree_on_solutions() {
    let mut random = Random::new(9);
    for _ in 0..2_000 {
        let solution = random_solution(&mut random);
        let forms = [solved::to_least(&solution), search::to_least(&solution)];
        assert_eq!(forms[0].apply(&solution), forms[1].apply(&solution), "{solution}");
    }
}

#[test]
fn the_least_solution_is_known() {
    for index in 0..50 {
        let image = Symmetry::random(4, index).apply(&grid(LEAST));
        assert_eq!(image.canonical(), grid(LEAST));
    }
}

#[test]
fn there_are_416_classes_of_bands() {
    // The known number of classes of equivalent bands.
    let mut random = Random::new(416);
    let mut forms = BTreeSet::new();
    for _ in 0..25_000 {
        let mut digits = [0; 81];
        // Row 1 is fixed; rows 2 and 3 are drawn until they fit.
        while !fill_band(&mut random, &mut digits) {}
        forms.insert(Grid::from_checked(digits).canonical());
    }
    assert_eq!(forms.len(), 416);
}

/// Draws three random rows. Returns whether they form a band.
fn fill_band(random: &mut Random, digits: &mut [u8; 81]) -> bool {
    for row in digits[..27].chunks_exact_mut(9) {
        row.copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        random.shuffle(row);
    }
    // Row 3 must have the digits that its boxes lack.
    for r#box in 0..3 {
        let mut lacking: Vec<u8> = (1..=9)
            .filter(|digit| (0..18).all(|cell| cell % 9 / 3 != r#box || digits[cell] != *digit))
            .collect();
        if lacking.len() != 3 {
            return false;
        }
        random.shuffle(&mut lacking);
        digits[18 + 3 * r#box..21 + 3 * r#box].copy_from_slice(&lacking);
    }
    let mut third = digits[18..27].to_vec();
    third.sort_unstable();
    third == [1, 2, 3, 4, 5, 6, 7, 8, 9]
}

#[test]
fn boards_of_one_and_two_clues_have_the_known_numbers_of_classes() {
    // The numbers of classes, counted by hand. All boards of one clue are equivalent. Two clues have equal or
    // different digits, and lie in one line of a box, in one box but no line, in one line but no box, in one band
    // or stack but no line or box, or in no common unit.
    let two = |first: usize, second: usize, digits: [u8; 2]| {
        let mut board = [0; 81];
        (board[first], board[second]) = (digits[0], digits[1]);
        Grid::from_checked(board).canonical()
    };
    let mut ones = BTreeSet::new();
    let mut twos = BTreeSet::new();
    for first in 0..81 {
        ones.insert(two(first, first, [5, 5]));
        for second in (0..81).filter(|&second| second != first) {
            twos.extend([two(first, second, [3, 3]), two(first, second, [7, 2])]);
        }
    }
    assert_eq!(ones.len(), 1);
    assert_eq!(twos.len(), 2 * 5);
}
