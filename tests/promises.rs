//! Promises of the documentation that hold on every engine and kernel: at the limits on steps, for boards that collide,
//! for sparse batches, and for arguments that are refused.

use lanedoku::{
    Board, Board4x4, Board16x16, End, Engine, Grid, Kernel, Outcome, Solver, Status, Workspace, random_grid,
};
use testkit::puzzles::PuzzleGenerator;

/// A solver for each engine and kernel of this machine.
fn solvers() -> impl Iterator<Item = Solver> {
    let kernels = |engine| Kernel::of(engine).iter().map(move |&kernel| (engine, kernel));
    let build = |(engine, kernel)| Solver::builder().engine(engine).kernel(kernel).build().ok();
    Engine::ALL.into_iter().flat_map(kernels).filter_map(build)
}

fn solve_batch<const CELLS: usize>(solver: &Solver, puzzles: &[Board<CELLS>]) -> Vec<Outcome<CELLS>> {
    let mut memory = Box::new_uninit();
    let mut outcomes =
        vec![Outcome { status: Status::Unique, solution: None, steps: 7, guesses: 7 }; puzzles.len()];
    solver.solve_batch(puzzles, &mut outcomes, Workspace::write_new(&mut memory));
    outcomes
}

/// Boards with two equal clues in a row, in a column, and in a box alone, next to each other and far apart, on an empty
/// board and on a full one.
fn colliding<const CELLS: usize>() -> Vec<Board<CELLS>> {
    let (order, side) = (Board::<CELLS>::ORDER, Board::<CELLS>::SIDE);
    let full = Solver::new().with_any_solution(true).solve(&Board::<CELLS>::EMPTY).solution.unwrap();
    let pairs = [
        (0, 1),
        (side * (side - 1), CELLS - 1),
        (order, 2 * order - 1),
        (0, side),
        (side - 1, CELLS - 1),
        (0, side + 1),
        (CELLS - 1, CELLS - side - 2),
    ];
    let collide = |(one, other): (usize, usize)| {
        let mut sparse = [0; CELLS];
        (sparse[one], sparse[other]) = (side as u8, side as u8);
        let mut nearly_full = *full.digits();
        nearly_full[other] = nearly_full[one];
        [sparse, nearly_full].map(|digits| Board::from_digits(&digits).unwrap())
    };
    pairs.into_iter().flat_map(collide).collect()
}

fn check_colliding<const CELLS: usize>() {
    const INVALID: (Status, u64, u64) = (Status::Invalid, 0, 0);
    let puzzles = colliding::<CELLS>();
    // More than the lanes of any kernel.
    let many = puzzles.repeat(if CELLS == 81 { 5 } else { 1 });
    for (solver, limit) in solvers().flat_map(|solver| [0, 1, u64::MAX].map(|limit| (solver, limit))) {
        for solver in [false, true].map(|any| solver.with_step_limit(limit).with_any_solution(any)) {
            for (puzzle, outcome) in many.iter().zip(solve_batch(&solver, &many)) {
                let alone = solver.solve(puzzle);
                for Outcome { status, solution, steps, guesses } in [alone, outcome] {
                    assert_eq!((status, steps, guesses), INVALID, "{solver:?} {puzzle}");
                    assert_eq!(solution, None, "{solver:?} {puzzle}");
                }
                for tally in
                    [solver.count(puzzle, 5), solver.count(puzzle, 0), solver.first_solution(puzzle).1]
                {
                    assert_eq!((tally.end, tally.solutions, tally.steps), (End::Invalid, 0, 0), "{puzzle}");
                }
            }
        }
    }
}

/// Nothing is searched, so there are no steps, and no limit is reached.
#[test]
fn a_board_that_collides_is_invalid_at_any_limit() {
    check_colliding::<16>();
    check_colliding::<81>();
    check_colliding::<256>();
    check_colliding::<625>();
}

/// Puzzles of 0 to 30 clues of a full board: nearly all have several solutions.
fn sparse(count: usize) -> Vec<Grid> {
    let mut generator = PuzzleGenerator::new(25);
    let board = |number: usize| {
        let mut digits: [u8; 81] = generator.full_grid();
        generator.permutation(81)[number % 31..].iter().for_each(|&cell| digits[cell] = 0);
        Grid::from_digits(&digits).unwrap()
    };
    (0..count).map(board).collect()
}

#[test]
fn no_puzzle_takes_more_steps_than_the_limit() {
    let puzzles = sparse(64);
    for solver in solvers() {
        for limit in [0, 1, 2, 20, 100] {
            for solver in [false, true].map(|any| solver.with_step_limit(limit).with_any_solution(any)) {
                let outcomes = solve_batch(&solver, &puzzles);
                for (puzzle, outcome) in puzzles.iter().zip(&outcomes) {
                    assert!(outcome.steps <= limit, "{solver:?} {limit} {puzzle} {outcome:?}");
                    assert_eq!(outcome.status, solver.solve(puzzle).status, "{solver:?} {limit} {puzzle}");
                    let limited = outcome.status == Status::OutOfSteps;
                    assert!(!limited || outcome.steps == limit && outcome.solution.is_none(), "{outcome:?}");
                    let tally = solver.count(puzzle, 50);
                    assert!(tally.steps <= limit && (tally.end != End::OutOfSteps || tally.steps == limit));
                }
            }
        }
    }
}

/// With 16 and 17 clues, a batch leaves puzzles to different engines.
#[test]
fn sparse_puzzles_have_one_answer_in_batches_of_any_size() {
    let puzzles: Vec<Grid> = (0..3).flat_map(|_| sparse(31)).filter(|puzzle| puzzle.clues() > 11).collect();
    assert!([15, 16, 17, 18].iter().all(|&clues| puzzles.iter().any(|puzzle| puzzle.clues() == clues)));
    for solver in solvers().filter(|solver| solver.engine() == Engine::Simd) {
        let alone: Vec<_> = puzzles.iter().map(|puzzle| solver.solve(puzzle)).collect();
        for size in [1, 2, 5, 8, 9, 15, 16, 17, 31, 32, puzzles.len()] {
            let outcomes = puzzles.chunks(size).flat_map(|puzzles| solve_batch(&solver, puzzles));
            for ((puzzle, alone), outcome) in puzzles.iter().zip(&alone).zip(outcomes) {
                let answers = [alone, &outcome].map(|outcome| (outcome.status, outcome.solution));
                assert_eq!(answers[0], answers[1], "{solver:?} {size} {puzzle}");
            }
        }
    }
}

#[test]
fn the_first_number_that_is_no_digit_is_named() {
    let mut numbers = *random_grid(1, 0).digits();
    (numbers[30], numbers[31], numbers[80]) = (200, 10, 255);
    let error = Grid::from_digits(&numbers).unwrap_err();
    assert_eq!((error.cell, error.number, error.side), (30, 200, 9));
    let error = Board4x4::from_digits(&[0, 4, 5, 4, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6]).unwrap_err();
    assert_eq!((error.cell, error.number), (2, 5));
    assert!(Board16x16::from_digits(&[16; 256]).is_ok());
}

fn with_stride(stride: usize, solve: fn(&Solver, &[u8], usize, &mut [Outcome], &mut Workspace)) {
    let mut memory = Box::new_uninit();
    let mut outcomes = [Outcome::INVALID; 2];
    solve(&Solver::new(), &[b'.'; 400], stride, &mut outcomes, Workspace::write_new(&mut memory));
}

#[test]
#[should_panic = "a puzzle for each outcome"]
fn lines_that_overlap_are_refused() {
    with_stride(80, Solver::solve_lines);
}

#[test]
#[should_panic = "a puzzle for each outcome"]
fn digits_that_overlap_are_refused() {
    with_stride(80, Solver::solve_digits);
}
