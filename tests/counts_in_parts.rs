//! A count in parts has the same number of solutions as in one go, and its share grows to exactly one.

use lanedoku::{Board, Board4x4, End, Engine, Kernel, Search, Solver, Tally};
use testkit::puzzles::PuzzleGenerator;

/// Runs a count to its end. Returns the tally and the number of different shares.
fn run<const CELLS: usize>(search: &mut Search<CELLS>, slice: u64) -> (Tally, usize) {
    let (mut share, mut solutions, mut shares) = (search.share(), 0, 1);
    assert_eq!(share, 0.0);
    while !search.run(slice) {
        assert!(search.tally().solutions >= solutions && search.tally().end == End::OutOfSteps);
        assert!(search.share() >= share && search.share() < 1.0, "{share} {}", search.share());
        shares += usize::from(search.share() > share);
        (share, solutions) = (search.share(), search.tally().solutions);
    }
    assert!(search.share() >= share);
    (search.tally(), shares)
}

fn check<const CELLS: usize>(solver: &Solver, board: &Board<CELLS>) -> usize {
    let mut memory = Box::new_uninit();
    let search = Search::<CELLS>::write_new(&mut memory);
    let all = solver.count(board, 30_000);
    let mut most = 0;
    for slice in [1, 1_000, u64::MAX] {
        for limit in [1, 20, 30_000, u64::MAX] {
            if limit == u64::MAX && all.end != End::Exhausted {
                continue;
            }
            solver.begin_count_in_parts(board, limit, search);
            let (tally, shares) = run(search, slice);
            assert_eq!(tally.solutions, all.solutions.min(limit), "{board}");
            assert_eq!(tally.end, if all.solutions < limit { all.end } else { End::Stopped });
            assert_eq!(search.share() == 1.0, tally.end == End::Exhausted);
            most = most.max(shares);
        }
        let limited = solver.with_step_limit(500);
        limited.begin_count_in_parts(board, u64::MAX, search);
        let (tally, _) = run(search, slice);
        assert!(tally.steps <= 500 && tally.solutions <= all.solutions || all.end != End::Exhausted);
        // The same memory counts in one go afterwards.
        solver.begin_count(board, 10, search);
        while !search.run(1_000) {}
        assert_eq!(search.tally().solutions, all.solutions.min(10));
    }
    most
}

#[test]
fn every_engine_counts_the_same_in_parts() {
    let mut generator = PuzzleGenerator::new(5);
    for engine in Engine::ALL {
        for &kernel in Kernel::of(engine) {
            let Ok(solver) = Solver::builder().engine(engine).kernel(kernel).build() else { continue };
            assert!(check(&solver, &Board4x4::EMPTY) > 20);
            let mut most = 0;
            for clues in [22, 24, 26, 30, 35, 81] {
                let full: [u8; 81] = generator.full_grid();
                let mut digits = [0; 81];
                for &cell in &generator.permutation(81)[..clues] {
                    digits[cell] = full[cell];
                }
                most = most.max(check(&solver, &Board::from_digits(&digits).unwrap()));
            }
            assert!(most > 30, "{most}");
        }
    }
}

#[test]
fn boards_without_a_count_are_done_or_not() {
    let mut memory = Box::new_uninit();
    let search = Search::write_new(&mut memory);
    let colliding = Board4x4::parse(b"11..............").unwrap();
    Solver::new().begin_count_in_parts(&colliding, 9, search);
    while !search.run(100) {}
    assert_eq!((search.tally().end, search.share()), (End::Invalid, 1.0));
    Solver::new().begin_count_in_parts(&Board4x4::EMPTY, 0, search);
    assert!(search.run(100));
    assert_eq!((search.tally().end, search.tally().solutions, search.share()), (End::Stopped, 0, 0.0));
}
