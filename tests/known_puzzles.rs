//! Tests puzzles with known answers: statuses, solutions, counts, limits, visits.

use core::ops::ControlFlow;

use lanedoku::{Board, Board4x4, End, Engine, Grid, Order, Outcome, Solver, Status, Workspace};
use testkit::puzzles::{HARD_GRID, Kind, PuzzleGenerator};

#[path = "support/boards.rs"]
mod boards;
#[path = "support/machine.rs"]
mod machine;

use boards::{board, with_digit};

const HARD_GRID_SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// Returns a solver for each order of the loop, for the propagating engine, and for each kernel of the SIMD engine
/// that this machine supports.
fn solvers() -> Vec<Solver> {
    let loops = Order::ALL.map(|order| Solver::builder().order(order).build().unwrap());
    let others = [Engine::Propagate, Engine::Simd].into_iter().flat_map(machine::solvers);
    loops.into_iter().chain(others).collect()
}

/// Finds every solution of a small puzzle by trying each digit in each open cell.
fn by_brute_force<const CELLS: usize>(puzzle: &Board<CELLS>, limit: usize) -> Vec<Board<CELLS>> {
    fn fill<const CELLS: usize>(board: &Board<CELLS>, limit: usize, found: &mut Vec<Board<CELLS>>) {
        if found.len() == limit || board.collisions().next().is_some() {
            return;
        }
        let Some(cell) = (0..CELLS).find(|&cell| board.get(cell).is_none()) else {
            return found.push(*board);
        };
        for digit in 1..=Board::<CELLS>::SIDE as u8 {
            fill(&with_digit(board, cell, digit), limit, found);
        }
    }
    let mut found = Vec::new();
    fill(puzzle, limit, &mut found);
    found
}

/// Returns all solutions that the solver visits.
fn visited<const CELLS: usize>(solver: &Solver, puzzle: &Board<CELLS>) -> Vec<Board<CELLS>> {
    let mut solutions = Vec::new();
    let tally = solver.visit(puzzle, |solution| {
        solutions.push(*solution);
        ControlFlow::Continue(())
    });
    assert_eq!((tally.end, tally.solutions), (End::Exhausted, solutions.len() as u64));
    solutions
}

#[test]
fn a_count_with_limit_zero_reports_colliding_clues() {
    let colliding = with_digit(&with_digit(&Grid::EMPTY, 0, 1), 8, 1);
    let mut workspace = Box::new(Workspace::new());
    for solver in solvers() {
        for (puzzle, end) in [(Grid::EMPTY, End::Stopped), (colliding, End::Invalid)] {
            let tally = solver.count(&puzzle, 0);
            assert_eq!((tally.solutions, tally.steps, tally.end), (0, 0, end), "{}", solver.kernel());
            assert_eq!(solver.count_with(&puzzle, 0, &mut workspace), tally);
        }
    }
}

#[test]
fn the_well_known_grid_has_its_one_solution() {
    let puzzle: Grid = HARD_GRID.parse().unwrap();
    for solver in solvers() {
        let outcome = solver.solve(&puzzle);
        assert_eq!(outcome.status, Status::Unique);
        assert_eq!(outcome.solution.unwrap().to_string(), HARD_GRID_SOLUTION);
        assert_eq!(visited(&solver, &puzzle), [outcome.solution.unwrap()]);
    }
}

#[test]
fn the_loop_takes_the_steps_defined_by_row_order() {
    // Counted by hand: a full row, then the only choice in each cell without backtracking, then backtracking to the
    // start to prove that there is no other solution.
    let puzzle: Board4x4 = "1234341221434...".parse().unwrap();
    let solver = Solver::builder().order(Order::Rows).build().unwrap();
    let outcome = solver.solve(&puzzle);
    assert_eq!((outcome.status, outcome.steps), (Status::Unique, 6));
    assert_eq!(solver.count(&puzzle, 1).steps, 3);
}

#[test]
fn a_full_board_is_its_own_solution() {
    let full: Grid = HARD_GRID_SOLUTION.parse().unwrap();
    for solver in solvers() {
        let outcome = solver.solve(&full);
        assert_eq!((outcome.status, outcome.solution, outcome.guesses), (Status::Unique, Some(full), 0));
        assert!(outcome.steps <= 2);
        assert_eq!(visited(&solver, &full), [full]);
        let wrong = with_digit(&full, 40, 9);
        assert_eq!(solver.solve(&wrong).status, Status::Invalid);
    }
}

#[test]
fn four_by_four_boards_have_all_their_solutions() {
    for solver in solvers() {
        assert_eq!(visited(&solver, &Board4x4::EMPTY).len(), 288);
        assert_eq!(visited(&solver, &"1234............".parse::<Board4x4>().unwrap()).len(), 12);
    }
    let mut generator = PuzzleGenerator::new(21);
    for clues in 0..=16 {
        for _ in 0..20 {
            let puzzle: Board4x4 = board(generator.random_clues(clues));
            let expected = by_brute_force(&puzzle, usize::MAX);
            for solver in solvers() {
                let outcome = solver.solve(&puzzle);
                if puzzle.collisions().next().is_some() {
                    assert_eq!(outcome, Outcome::INVALID);
                    assert_eq!(solver.count(&puzzle, u64::MAX).end, End::Invalid);
                    continue;
                }
                let status = match expected.len() {
                    0 => Status::NoSolution,
                    1 => Status::Unique,
                    _ => Status::Multiple,
                };
                assert_eq!(outcome.status, status, "{puzzle}");
                assert_eq!(outcome.solution.as_ref(), expected.iter().min(), "the least");
                let mut solutions = visited(&solver, &puzzle);
                solutions.sort();
                assert_eq!(solutions, expected, "{puzzle}");
            }
        }
    }
}

#[test]
fn nine_by_nine_puzzles_have_all_their_solutions() {
    let mut generator = PuzzleGenerator::new(22);
    for _ in 0..30 {
        // A grid with few open cells, in which some clues are replaced by others.
        let mut puzzle: Grid = board(generator.full_grid());
        for cell in generator.permutation(81).into_iter().take(44) {
            puzzle = with_digit(&puzzle, cell, 0);
        }
        let expected = by_brute_force(&puzzle, 200);
        for solver in solvers() {
            let tally = solver.count(&puzzle, 200);
            assert_eq!(tally.solutions, expected.len() as u64, "{puzzle}");
            assert_eq!(tally.end == End::Stopped, expected.len() == 200);
            if tally.end == End::Exhausted {
                let mut solutions = visited(&solver, &puzzle);
                solutions.sort();
                assert_eq!(solutions, expected);
            }
        }
    }
}

#[test]
fn generated_puzzles_get_the_status_of_their_kind() {
    let mut generator = PuzzleGenerator::new(23);
    for kind in Kind::ALL {
        let status = match kind {
            Kind::TwoOrMore => Status::Multiple,
            Kind::NoSolution => Status::NoSolution,
            _ => Status::Unique,
        };
        for puzzle in generator.set(kind, 5).into_iter().map(board) {
            let outcome = Solver::new().solve(&puzzle);
            assert_eq!(outcome.status, status, "{} {puzzle}", kind.name());
            match outcome.solution {
                Some(solution) => assert!(solution.is_solution_of(&puzzle)),
                None => assert_eq!(status, Status::NoSolution),
            }
        }
    }
}

#[test]
fn the_empty_grid_is_counted_to_any_limit() {
    for solver in solvers() {
        for limit in [0, 1, 2, 1000] {
            let tally = solver.count(&Grid::EMPTY, limit);
            assert_eq!((tally.solutions, tally.end), (limit, End::Stopped));
        }
        assert_eq!(solver.solve(&Grid::EMPTY).status, Status::Multiple);
    }
}

#[test]
fn every_size_is_solved() {
    fn check<const CELLS: usize>(generator: &mut PuzzleGenerator, clues: usize) {
        let puzzle: Board<CELLS> = board(generator.unique(clues));
        for engine in Engine::ALL {
            let outcome = Solver::builder().engine(engine).build().unwrap().solve(&puzzle);
            assert_eq!(outcome.status, Status::Unique);
            assert!(outcome.solution.unwrap().is_solution_of(&puzzle));
        }
    }
    let mut generator = PuzzleGenerator::new(24);
    check::<16>(&mut generator, 0);
    check::<81>(&mut generator, 0);
    check::<256>(&mut generator, 130);
    check::<625>(&mut generator, 400);
}

/// With as few clues as hard published puzzles, the loop may take hours; the default engine must not. The limit is
/// many times the steps that such puzzles take, and still less than a second.
#[test]
fn large_puzzles_with_few_clues_are_solved() {
    fn check<const CELLS: usize>(generator: &mut PuzzleGenerator, clues: usize, step_limit: u64) {
        let puzzle: Board<CELLS> = board(generator.unique(clues));
        let outcome = Solver::new().with_step_limit(step_limit).solve(&puzzle);
        assert_eq!(outcome.status, Status::Unique, "{puzzle}");
        assert!(outcome.solution.unwrap().is_solution_of(&puzzle));
    }
    let mut generator = PuzzleGenerator::new(26);
    for _ in 0..10 {
        check::<256>(&mut generator, 0, 200_000);
    }
    for _ in 0..3 {
        check::<625>(&mut generator, 320, 200_000);
    }
}

#[test]
fn empty_boards_of_every_size_are_counted_and_visited_to_any_limit() {
    fn check<const CELLS: usize>() {
        // The loop may take hours to fill a large empty board.
        for engine in [Engine::Simd, Engine::Propagate] {
            let solver = Solver::builder().engine(engine).build().unwrap();
            let tally = solver.count(&Board::<CELLS>::EMPTY, 200);
            assert_eq!((tally.solutions, tally.end), (200, End::Stopped));
            let mut seen = Vec::new();
            let visited = solver.visit(&Board::<CELLS>::EMPTY, |solution| {
                assert!(solution.is_solved());
                seen.push(*solution);
                if seen.len() == 200 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(visited, tally);
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), 200, "a repeated solution");
        }
    }
    check::<16>();
    check::<81>();
    check::<256>();
    check::<625>();
}

#[test]
fn the_step_limit_ends_any_search_exactly() {
    let puzzle: Grid = HARD_GRID.parse().unwrap();
    for solver in solvers() {
        let needed = solver.solve(&puzzle).steps;
        let to_first = solver.count(&puzzle, 1).steps;
        assert!(to_first < needed);
        for limit in [0, 1, 2, 3, 1000, to_first - 1, to_first, needed - 1, needed, needed + 1] {
            let outcome = solver.with_step_limit(limit).solve(&puzzle);
            let status = if limit < needed { Status::OutOfSteps } else { Status::Unique };
            assert_eq!((outcome.status, outcome.steps), (status, limit.min(needed)), "limit {limit}");
            assert_eq!(outcome.solution.is_some(), limit >= needed, "limit {limit}");
            let tally = solver.with_step_limit(limit).count(&puzzle, u64::MAX);
            let end = if limit < needed { End::OutOfSteps } else { End::Exhausted };
            assert_eq!((tally.end, tally.steps), (end, limit.min(needed)));
        }
    }
}

#[test]
fn a_visit_ends_when_the_visitor_breaks() {
    let puzzle: Board4x4 = "12..............".parse().unwrap();
    for solver in solvers() {
        let all = visited(&solver, &puzzle);
        for stop_after in 1..=all.len() {
            let mut seen = Vec::new();
            let tally = solver.visit(&puzzle, |solution| {
                seen.push(*solution);
                if seen.len() == stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(seen, all[..stop_after]);
            assert_eq!((tally.solutions, tally.end), (stop_after as u64, End::Stopped));
        }
    }
}

#[test]
fn a_batch_gives_the_same_answers_as_single_calls() {
    let mut generator = PuzzleGenerator::new(25);
    let mut puzzles: Vec<Grid> =
        Kind::ALL.into_iter().flat_map(|kind| generator.set(kind, 3)).map(board).collect();
    puzzles.push(Grid::EMPTY);
    puzzles.push(HARD_GRID.replacen('.', "8", 1).parse().unwrap());
    let mut workspace = Box::new(Workspace::new());
    for solver in solvers().into_iter().map(|solver| solver.with_step_limit(200_000)) {
        let alone: Vec<_> = puzzles.iter().map(|puzzle| solver.solve(puzzle)).collect();
        for size in 0..=puzzles.len() {
            let mut outcomes = vec![Outcome::INVALID; size];
            solver.solve_batch(&puzzles[..size], &mut outcomes, &mut workspace);
            for (puzzle, (outcome, alone)) in puzzles.iter().zip(outcomes.iter().zip(&alone)) {
                assert_eq!(outcome.status, alone.status, "{puzzle}");
                if outcome.status == Status::Unique {
                    assert_eq!(outcome.solution, alone.solution);
                }
            }
        }
    }
}
