//! Searches in slices of any size have the answers of a search in one go.

use core::mem::MaybeUninit;

use testkit::puzzles::PuzzleGenerator;

use super::Search;
use crate::{Board, End, Engine, Kernel, Order, Outcome, Solver, Status, Tally};

/// A solver for each engine, kernel and order of this machine, with the least solution and with any.
fn solvers() -> Vec<Solver> {
    let mut solvers = Vec::new();
    for engine in Engine::ALL {
        for &kernel in Kernel::of(engine) {
            let builder = Solver::builder().engine(engine).kernel(kernel);
            solvers.extend(builder.build());
            solvers.extend(builder.any_solution(true).build());
        }
    }
    solvers.extend(Solver::builder().order(Order::Rows).build());
    solvers
}

fn memory<const CELLS: usize>() -> Box<MaybeUninit<Search<CELLS>>> {
    Box::new_uninit()
}

/// Runs a search in slices to its end. Its tally grows from slice to slice.
fn run<const CELLS: usize>(search: &mut Search<CELLS>, slice: u64) -> Tally {
    let mut before = search.tally();
    while !search.run(slice) {
        let tally = search.tally();
        assert_eq!(tally.end, End::OutOfSteps);
        assert_eq!((search.outcome().status, search.outcome().solution), (Status::OutOfSteps, None));
        assert!(tally.steps > before.steps && tally.solutions >= before.solutions);
        before = tally;
    }
    assert!(search.run(slice), "an ended search stays ended");
    search.tally()
}

/// Asserts that all solvers give the answers of one go in slices.
fn check<const CELLS: usize>(search: &mut Search<CELLS>, puzzle: &Board<CELLS>, slices: &[u64], limit: u64) {
    for solver in solvers() {
        let solver = solver.with_step_limit(2_000_000);
        let Outcome { status, solution, .. } = solver.solve(puzzle);
        let count = solver.count(puzzle, limit);
        for &slice in slices {
            solver.begin_solve(puzzle, search);
            run(search, slice);
            let outcome = search.outcome();
            assert_eq!((outcome.status, outcome.solution), (status, solution), "{solver:?} {slice} {puzzle}");
            solver.begin_count(puzzle, limit, search);
            let tally = run(search, slice);
            assert_eq!(tally.end, count.end, "{solver:?} {slice} {puzzle}");
            if count.end != End::OutOfSteps {
                assert_eq!(tally.solutions, count.solutions, "{solver:?} {slice} {puzzle}");
            }
        }
    }
}

/// A random full board reduced to `clues` digits.
fn reduced<const CELLS: usize>(generator: &mut PuzzleGenerator, clues: usize) -> Board<CELLS> {
    let mut digits: [u8; CELLS] = generator.full_grid();
    for &cell in &generator.permutation(CELLS)[clues..] {
        digits[cell] = 0;
    }
    Board::from_checked(digits)
}

fn check_size<const CELLS: usize>(clues: impl Iterator<Item = usize>, slices: &[u64], limit: u64) {
    let (mut memory, mut generator) = (memory(), PuzzleGenerator::new(CELLS as u64));
    let search = Search::write_new(&mut memory);
    for clues in clues {
        check(search, &reduced(&mut generator, clues), slices, limit);
    }
    // Two equal clues.
    let mut digits = [0; CELLS];
    (digits[0], digits[1]) = (1, 1);
    check(search, &Board::from_checked(digits), slices, 1);
    check(search, &Board::from_checked(digits), slices, 0);
}

#[test]
fn slices_have_the_answers_of_one_go() {
    check_size::<16>(0..8, &[1, 7, 100], 300);
    check_size::<81>((17..40).step_by(2), &[1, 7, 100], 200);
    check_size::<256>([120, 140, 160].into_iter(), &[100, 10_000], 50);
    check_size::<625>([360, 420, 500].into_iter(), &[1_000], 20);
}
