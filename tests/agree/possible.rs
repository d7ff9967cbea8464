//! The digits that are possible in each cell, moves and wrong clues: compared with the solutions that the oracle knows.

use lanedoku::{Engine, Grid, Possible, Solver, Status};
use testkit::oracle;
use testkit::puzzles::{PuzzleGenerator, with_digit};

use super::cases::{AskedForm, AskedPuzzle, MARKS, NINE};
use super::questions::Room;
use crate::support::boards::board;
use crate::support::machine::solvers;

/// The digits of each cell in some solution that the oracle knows.
fn in_solutions<P: AskedForm<81>>(case: &AskedPuzzle<P, 81>) -> [u16; 81] {
    let mut digits = [0; 81];
    for solution in &case.solutions {
        digits.iter_mut().zip(solution.digits()).for_each(|(digits, digit)| *digits |= 1 << (digit - 1));
    }
    digits
}

/// Compares with the solutions: all of them, or those that are known.
fn check<P: AskedForm<81>>(case: &AskedPuzzle<P, 81>, possible: &Possible) {
    let expected = if case.status == Status::Invalid { [0; 81] } else { in_solutions(case) };
    assert_eq!(possible.status(), case.status, "{:?}", case.puzzle);
    assert_eq!(possible.digits(), possible.not_excluded());
    if case.is_complete() {
        assert_eq!(possible.digits(), &expected, "{:?}", case.puzzle);
    }
    for (cell, digits) in expected.into_iter().enumerate() {
        let shown = possible.digits()[cell];
        assert_eq!(digits & !shown, 0, "{:?}", case.puzzle);
        assert_eq!(possible.settled().contains(cell), shown.is_power_of_two());
        assert!((0..=10).all(|digit| possible.allows(cell, digit) == Some(bit(digit) & shown != 0)));
    }
    assert_eq!(possible.allows(81, 1), Some(false));
}

fn bit(digit: u8) -> u16 {
    if (1..=9).contains(&digit) { 1 << (digit - 1) } else { 0 }
}

#[test]
fn possible_digits_are_those_of_all_solutions() {
    let workspace = Room::<16>::new().workspace;
    let boards: Vec<_> = NINE.iter().map(|case| case.puzzle).collect();
    let marks: Vec<_> = MARKS.iter().map(|case| case.puzzle).collect();
    for solver in solvers(Engine::Simd) {
        for size in [1, 7, 12, boards.len()] {
            let mut possible = vec![Possible::INVALID; boards.len()];
            for (boards, possible) in boards.chunks(size).zip(possible.chunks_mut(size)) {
                solver.possible_batch(boards, possible, workspace);
            }
            NINE.iter().zip(&possible).for_each(|(case, possible)| check(case, possible));
            possible.resize(marks.len(), Possible::INVALID);
            solver.possible_batch(&marks, &mut possible, workspace);
            MARKS.iter().zip(&possible).for_each(|(case, possible)| check(case, possible));
        }
        NINE.iter().for_each(|case| check(case, &solver.possible(&case.puzzle)));
        MARKS.iter().for_each(|case| check(case, &solver.possible(&case.puzzle)));
    }
}

#[test]
fn a_step_limit_leaves_bounds() {
    let mut undecided = 0;
    for (solver, case) in solvers(Engine::Simd).flat_map(|solver| NINE.iter().map(move |case| (solver, case)))
    {
        let exact = solver.possible(&case.puzzle);
        for limit in [0, 1, 5, 20, 60, 100_000] {
            let possible = solver.with_step_limit(limit).possible(&case.puzzle);
            assert!(possible.steps() <= limit);
            for cell in 0..81 {
                let (least, most) = (possible.digits()[cell], possible.not_excluded()[cell]);
                assert_eq!((least & !exact.digits()[cell], exact.digits()[cell] & !most), (0, 0));
                for digit in 1..=9 {
                    let told = possible.allows(cell, digit);
                    assert!(told.is_none() || told == exact.allows(cell, digit));
                    undecided += u32::from(told.is_none());
                }
            }
            assert_eq!(possible.status() == Status::OutOfSteps, possible.digits() != possible.not_excluded());
        }
    }
    assert!(undecided > 1000, "{undecided}");
}

/// Whether a board has a solution, by the oracle.
fn has_solution(digits: &[u8; 81]) -> bool {
    !oracle::collide(digits) && !oracle::solutions(&oracle::masks(digits), 1, u32::MAX).unwrap().is_empty()
}

/// Moves in open cells and in filled ones, whose digit is replaced; and what is no move.
#[test]
fn moves_keep_a_solution_or_lose_all() {
    let workspace = Room::<16>::new().workspace;
    let mut generator = PuzzleGenerator::new(61);
    let mut seen = [[0; 2]; 2];
    let (mut boards, mut moves, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for case in NINE.iter() {
        for _ in 0..16 {
            let (cell, digit) = (generator.below(83), generator.below(11) as u8);
            let is_move = cell < 81 && bit(digit) != 0;
            let keeps = is_move && has_solution(&with_digit(case.puzzle.digits(), cell, digit));
            if is_move {
                seen[usize::from(case.puzzle.digits()[cell] > 0)][usize::from(keeps)] += 1;
            }
            boards.push(case.puzzle);
            moves.push((cell as u8, digit));
            expected.push(Some(keeps));
        }
    }
    assert!(seen.as_flattened().iter().all(|&seen| seen > 20), "{seen:?}");
    for solver in solvers(Engine::Simd) {
        for solver in [solver, solver.with_step_limit(1_000_000)] {
            let mut keeps = vec![None; moves.len()];
            solver.moves_keep_solution(&boards, &moves, &mut keeps, Some(workspace));
            for (((board, (cell, digit)), keeps), expected) in
                boards.iter().zip(&moves).zip(&keeps).zip(&expected)
            {
                assert_eq!(keeps, expected, "{digit} in cell {cell} of {board}");
                let mut alone = [None; 2];
                for (limit, alone) in [u64::MAX, 1].into_iter().zip(&mut alone) {
                    let (solver, keeps) = (solver.with_step_limit(limit), std::slice::from_mut(alone));
                    solver.moves_keep_solution(&[*board], &[(*cell, *digit)], keeps, None);
                }
                assert_eq!(alone[0], *expected);
                assert!(alone[1].is_none() || alone[1] == *expected);
            }
        }
    }
}

#[test]
fn wrong_clues_are_the_clues_whose_removal_leaves_a_solution() {
    let mut wrong = [0; 2];
    for case in NINE.iter() {
        let wrong_clues = Solver::new().wrong_clues(&case.puzzle);
        assert_eq!(wrong_clues.status, case.status);
        let digits = case.puzzle.digits();
        let clues = (0..81).filter(|&cell| digits[cell] > 0);
        let collides = |cell: usize| {
            let collisions = case.puzzle.collisions();
            { collisions }.any(|collision| collision.cells.contains(&cell))
        };
        assert!((0..81).all(|cell| wrong_clues.colliding.contains(cell) == collides(cell)));
        let removable: Vec<_> = clues
            .filter(|&cell| !case.has_solution() && has_solution(&with_digit(digits, cell, 0)))
            .collect();
        assert!(wrong_clues.removable.iter().eq(removable.iter().copied()), "{}", case.puzzle);
        wrong[usize::from(case.status == Status::Invalid)] += removable.len();
        for limit in [0, 3, 30] {
            let limited = Solver::new().with_step_limit(limit).wrong_clues(&case.puzzle);
            assert!(limited.removable.iter().all(|cell| removable.contains(&cell)));
            if !case.has_solution() && limited.status == case.status {
                let open =
                    |cell: &usize| limited.removable.contains(*cell) || limited.undecided.contains(*cell);
                assert!(removable.iter().all(open), "{limit} {}", case.puzzle);
            }
        }
    }
    assert!(wrong.iter().all(|&wrong| wrong > 5), "{wrong:?}");
}

/// Without the digits of a solution in one row, there is another solution or none.
#[test]
fn marks_exclude_a_solution() {
    for case in NINE.iter() {
        let Some(solution) = case.least else { continue };
        let mut marks = case.masks.map(|mask| mask as u16);
        marks.iter_mut().zip(solution.digits()).take(9).for_each(|(marks, digit)| *marks &= !bit(*digit));
        let known = oracle::solutions(&marks, 1, u32::MAX).unwrap().pop().map(board::<81>);
        for solver in solvers(Engine::Simd) {
            let other: Option<Grid> = solver.solve(&marks).solution;
            assert_eq!(other.is_some(), known.is_some());
            assert!(other.is_none_or(|other| (0..9).all(|cell| other.get(cell) != solution.get(cell))));
        }
    }
}
