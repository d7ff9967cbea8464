//! Tests 16x16 and 25x25 boards such as untrusted users may send: random clues of a full board, some of them
//! altered.
//!
//! The engine for these sizes places about two million digits per second, so the step limits here correspond to
//! less than a second.

use lanedoku::{Board, Solver, Status};
use testkit::puzzles::PuzzleGenerator;

#[path = "support/boards.rs"]
mod boards;

use boards::{board, with_digit};

/// Steps that take about a second.
const STEP_LIMIT: u64 = 1_500_000;

/// Solves a board that must be decided within the limit.
fn decided<const CELLS: usize>(puzzle: &Board<CELLS>) -> Status {
    let outcome = Solver::new().with_step_limit(STEP_LIMIT).solve(puzzle);
    assert_ne!(outcome.status, Status::OutOfSteps, "{puzzle}");
    assert!(outcome.solution.is_none_or(|solution| solution.is_solution_of(puzzle)), "{puzzle}");
    outcome.status
}

/// Generates a board with 30 to 60 percent of the digits of a full one, some of them replaced by others that do not
/// collide.
fn random<const CELLS: usize>(generator: &mut PuzzleGenerator, altered: usize) -> Board<CELLS> {
    let clues = CELLS * (300 + generator.below(301)) / 1000;
    let cells = generator.permutation(CELLS);
    let (kept, open) = cells.split_at(clues);
    let mut puzzle =
        open.iter().fold(board(generator.full_grid()), |board, &cell| with_digit(&board, cell, 0));
    let mut left = altered;
    for &cell in kept {
        let digit = 1 + generator.below(Board::<CELLS>::SIDE) as u8;
        let other = with_digit(&puzzle, cell, digit);
        if left > 0 && puzzle.get(cell) != Some(digit) && other.collisions().next().is_none() {
            puzzle = other;
            left -= 1;
        }
    }
    puzzle
}

/// Decides random boards, and returns how many have no solution, one, and more.
fn decide<const CELLS: usize>(seed: u64, count: usize, altered: usize) -> [usize; 3] {
    let mut generator = PuzzleGenerator::new(seed);
    let mut found = [0; 3];
    for _ in 0..count {
        found[match decided(&random::<CELLS>(&mut generator, altered)) {
            Status::NoSolution => 0,
            Status::Unique => 1,
            _ => 2,
        }] += 1;
    }
    found
}

#[test]
fn random_boards_are_decided() {
    for (seed, altered) in [(71, 0), (72, 2)] {
        let [none_16, _, more_16] = decide::<256>(seed, 100, altered);
        let [none_25, _, more_25] = decide::<625>(seed, 40, altered);
        assert!(more_16 > 0 && more_25 > 0);
        assert_eq!(altered > 0, none_16 > 0, "only altered boards lack a solution");
        assert_eq!(altered > 0, none_25 > 0);
    }
}

/// Uses the number of boards for which the bound is documented.
#[test]
#[ignore = "takes minutes"]
fn thousands_of_random_boards_are_decided() {
    for (seed, altered) in [(73, 0), (74, 2)] {
        println!("16x16, {altered} altered: {:?} with none, one, more", decide::<256>(seed, 1000, altered));
        println!("25x25, {altered} altered: {:?} with none, one, more", decide::<625>(seed, 1000, altered));
    }
}

/// Two boards on which a search without learned clauses takes tens of millions of steps. (The least of their solutions
/// takes millions, with learned clauses, too.)
#[test]
fn boards_that_were_once_slow_are_decided() {
    for line in include_str!("boards/slow_25x25.txt").lines() {
        let puzzle: Board<625> = line.parse().unwrap();
        let outcome = Solver::new().with_any_solution(true).with_step_limit(STEP_LIMIT).solve(&puzzle);
        assert_eq!(outcome.status, Status::Multiple, "{puzzle}");
        assert!(outcome.solution.is_some_and(|solution| solution.is_solution_of(&puzzle)), "{puzzle}");
    }
}
