//! Tests that every engine and kernel of this machine gives the same answers, and that the loop's kernels take the
//! same number of steps.
//!
//! A unit test of the loop checks that its kernels go through the same states, step by step.

use core::ops::ControlFlow;

use lanedoku::{
    Board, BuildError, End, Engine, Grid, Kernel, KernelError, Missing, Order, Outcome, Solver, Status,
    Workspace,
};
use testkit::puzzles::{Kind, PuzzleGenerator};

#[path = "support/boards.rs"]
mod boards;
#[path = "support/machine.rs"]
mod machine;

use boards::{board, with_digit};
use machine::solvers;

/// Returns a solver for each kernel of the loop in this cell order.
fn loops(order: Order) -> Vec<Solver> {
    let kernels = solvers(Engine::Backtrack).map(|solver| solver.kernel());
    kernels.map(|kernel| Solver::builder().kernel(kernel).order(order).build().unwrap()).collect()
}

/// Compares every kernel of the loop with the portable one, in every order.
fn check<const CELLS: usize>(puzzle: &Board<CELLS>, step_limit: u64) {
    for order in Order::ALL {
        let mut solvers = loops(order).into_iter().map(|solver| solver.with_step_limit(step_limit));
        let portable = solvers.next().unwrap();
        let expected = portable.solve(puzzle);
        let count = portable.count(puzzle, 50);
        for solver in solvers {
            let kernel = solver.kernel();
            assert_eq!(solver.solve(puzzle), expected, "{kernel} {order} {puzzle}");
            assert_eq!(solver.count(puzzle, 50), count, "{kernel} {order} {puzzle}");
        }
    }
}

#[test]
fn on_puzzles_of_every_kind() {
    let mut generator = PuzzleGenerator::new(31);
    for kind in Kind::ALL {
        for puzzle in generator.set(kind, 6) {
            check(&board(puzzle), 300_000);
        }
    }
}

#[test]
fn on_scattered_clues_of_every_size() {
    let mut generator = PuzzleGenerator::new(32);
    for _ in 0..40 {
        let clues = generator.below(10);
        check::<16>(&board(generator.random_clues(clues)), 5_000);
        let clues = generator.below(30);
        check::<81>(&board(generator.random_clues(clues)), 5_000);
        let clues = generator.below(60);
        check::<256>(&board(generator.random_clues(clues)), 5_000);
        let clues = generator.below(120);
        check::<625>(&board(generator.random_clues(clues)), 5_000);
    }
}

#[test]
fn on_full_boards_with_random_cells_opened() {
    fn opened<const CELLS: usize>(generator: &mut PuzzleGenerator, open: usize) -> Board<CELLS> {
        let cells = generator.permutation(CELLS);
        cells[..open].iter().fold(board(generator.full_grid()), |board, &cell| with_digit(&board, cell, 0))
    }
    let mut generator = PuzzleGenerator::new(33);
    for share in 1..=10 {
        check::<16>(&opened(&mut generator, 16 * share / 10), 20_000);
        check::<81>(&opened(&mut generator, 81 * share / 10), 20_000);
        check::<256>(&opened(&mut generator, 256 * share / 10), 20_000);
        check::<625>(&opened(&mut generator, 625 * share / 10), 20_000);
    }
}

#[test]
fn at_every_step_limit_of_a_short_search() {
    let mut generator = PuzzleGenerator::new(34);
    let puzzle = board(generator.puzzle(Kind::Easy));
    for limit in 0..200 {
        check(&puzzle, limit);
    }
}

#[test]
fn solutions_come_in_the_same_order() {
    let puzzle = board(PuzzleGenerator::new(35).puzzle(Kind::TwoOrMore));
    for order in Order::ALL {
        let visits = loops(order).into_iter().map(|solver| {
            let mut solutions = Vec::new();
            solver.visit(&puzzle, |solution| {
                solutions.push(*solution);
                ControlFlow::Continue(())
            });
            solutions
        });
        let visits: Vec<_> = visits.collect();
        assert!(visits[0].len() > 1 && visits.iter().all(|visit| *visit == visits[0]));
    }
}

#[test]
fn kernels_have_names_and_report_missing_features() {
    for kernel in Kernel::ALL {
        assert_eq!(Kernel::from_name(kernel.name()), Some(kernel));
        let asked = Solver::builder().kernel(kernel).build();
        assert_eq!(
            asked.map(|solver| solver.kernel()),
            kernel.check().map(|()| kernel).map_err(BuildError::Kernel)
        );
    }
    assert!(Kernel::detect().check().is_ok());
    assert!(Kernel::Portable.check().is_ok());
    if !cfg!(feature = "asm") {
        let error = KernelError { kernel: Kernel::Assembly, missing: Missing::Build };
        assert_eq!(Kernel::Assembly.check(), Err(error));
        assert_eq!(error.to_string(), "kernel asm: this build does not include it");
    }
}

/// Benchmarks measure the assembly, so it must run on machines that support it.
#[test]
#[cfg(all(feature = "asm", target_arch = "x86_64"))]
fn the_assembly_is_not_skipped_silently() {
    if std::arch::is_x86_feature_detected!("bmi1") {
        assert_eq!(Kernel::Assembly.check(), Ok(()));
        assert_eq!(Solver::builder().engine(Engine::Backtrack).build().unwrap().kernel(), Kernel::Assembly);
    }
}

/// The vector kernels must run on machines that support them, too.
#[test]
#[cfg(target_arch = "x86_64")]
fn the_vectors_are_not_skipped_silently() {
    if std::arch::is_x86_feature_detected!("avx2") {
        assert_eq!(Kernel::Avx2.check(), Ok(()));
    }
    if std::arch::is_x86_feature_detected!("avx512vbmi2") && std::arch::is_x86_feature_detected!("avx512vl") {
        assert_eq!(Kernel::Avx512.check(), Ok(()));
        assert_eq!(Solver::new().kernel(), Kernel::Avx512);
    }
}

/// Returns puzzles of every kind: easy, minimal, low-clue, hard, with several solutions and with none, full,
/// broken, with random clues, and the empty grid.
fn mixed(generator: &mut PuzzleGenerator, rounds: usize) -> Vec<Grid> {
    let mut puzzles = vec![Grid::EMPTY];
    for round in 0..rounds {
        puzzles.extend(Kind::ALL.map(|kind| board(generator.puzzle(kind))));
        puzzles.push(board(generator.full_grid()));
        puzzles.push(board(generator.random_clues([2, 5, 40][round % 3])));
        let full: Grid = board(generator.full_grid());
        let open = &generator.permutation(81)[..44 + round % 10];
        let opened = open.iter().fold(full, |board, &cell| with_digit(&board, cell, 0));
        puzzles.push(opened);
        puzzles.push(with_digit(&opened, generator.below(81), 1 + generator.below(9) as u8));
    }
    puzzles
}

/// Checks the parts of an answer that do not depend on the engine.
fn assert_answers(puzzle: &Grid, expected: Status, outcome: &Outcome, solver: &Solver) {
    assert_eq!(outcome.status, expected, "{} {} {puzzle}", solver.engine(), solver.kernel());
    assert_eq!(outcome.solution.is_some(), matches!(expected, Status::Unique | Status::Multiple));
    assert!(outcome.solution.is_none_or(|solution| solution.is_solution_of(puzzle)), "{puzzle}");
}

#[test]
fn all_engines_count_the_same_solutions() {
    let backtrack = Solver::builder().engine(Engine::Backtrack).build().unwrap().with_step_limit(3_000_000);
    for puzzle in mixed(&mut PuzzleGenerator::new(36), 12) {
        for limit in [1, 2, 3, 50, 500] {
            let expected = backtrack.count(&puzzle, limit);
            if expected.end == End::OutOfSteps {
                continue;
            }
            for solver in solvers(Engine::Simd).chain(solvers(Engine::Propagate)) {
                let tally = solver.count(&puzzle, limit);
                let kernel = solver.kernel();
                assert_eq!(
                    (tally.solutions, tally.end),
                    (expected.solutions, expected.end),
                    "{kernel} {puzzle}"
                );
                let mut seen = Vec::new();
                let visited = solver.visit(&puzzle, |solution| {
                    assert!(solution.is_solution_of(&puzzle));
                    seen.push(*solution);
                    if seen.len() as u64 == limit {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                assert_eq!(visited, tally);
                let any = solver.with_any_solution(true).solve(&puzzle);
                assert_eq!(any.solution, seen.first().copied());
                seen.sort();
                if tally.end == End::Exhausted {
                    assert_eq!(solver.solve(&puzzle).solution, seen.first().copied(), "{kernel} {puzzle}");
                }
                seen.dedup();
                assert_eq!(seen.len() as u64, tally.solutions, "a repeated solution");
            }
        }
    }
}

/// The propagating engine finds the same solutions as the loop on boards of every size that are nearly full,
/// broken, scattered and empty.
#[test]
fn boards_of_every_size_have_the_same_solutions() {
    fn check<const CELLS: usize>(
        generator: &mut PuzzleGenerator,
        rounds: usize,
        open: usize,
        scattered: usize,
    ) {
        let propagate = Solver::builder().engine(Engine::Propagate).build().unwrap();
        let backtrack =
            Solver::builder().engine(Engine::Backtrack).build().unwrap().with_step_limit(1_000_000);
        let (mut exhausted, mut stopped) = (0, 0);
        for round in 0..rounds {
            let cells = generator.permutation(CELLS);
            let open = &cells[..generator.below(open)];
            let opened =
                open.iter().fold(board(generator.full_grid()), |board, &cell| with_digit(&board, cell, 0));
            let digit = 1 + generator.below(Board::<CELLS>::SIDE) as u8;
            let puzzle: Board<CELLS> = match round % 4 {
                0 | 1 => opened,
                // An open cell gets any digit, which may collide or leave no solution.
                2 => with_digit(&opened, cells[0], digit),
                _ => {
                    let clues = generator.below(scattered);
                    board(generator.random_clues(clues))
                }
            };
            for limit in [1, 2, 40] {
                let expected = backtrack.count(&puzzle, limit);
                if expected.end == End::OutOfSteps {
                    continue;
                }
                let tally = propagate.count(&puzzle, limit);
                assert_eq!((tally.solutions, tally.end), (expected.solutions, expected.end), "{puzzle}");
                exhausted += usize::from(tally.end == End::Exhausted);
                stopped += usize::from(tally.end == End::Stopped);
                if tally.end == End::Invalid {
                    assert_eq!((propagate.solve(&puzzle), tally.steps), (Outcome::INVALID, 0));
                    continue;
                }
                let mut seen = Vec::new();
                let visited = propagate.visit(&puzzle, |solution| {
                    assert!(solution.is_solution_of(&puzzle));
                    seen.push(*solution);
                    if seen.len() as u64 == limit {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                assert_eq!(visited, tally);
                let any = propagate.with_any_solution(true).solve(&puzzle);
                assert_eq!(any.solution, seen.first().copied());
                if tally.end == End::Exhausted && tally.solutions > 0 {
                    let mut others = Vec::new();
                    backtrack.visit(&puzzle, |solution| {
                        others.push(*solution);
                        ControlFlow::Continue(())
                    });
                    seen.sort();
                    others.sort();
                    assert_eq!(seen, others, "{puzzle}");
                    assert_eq!(propagate.solve(&puzzle).solution, seen.first().copied(), "{puzzle}");
                }
            }
        }
        assert!(exhausted > rounds / 2 && stopped > rounds / 2, "boards of both kinds");
    }
    let mut generator = PuzzleGenerator::new(40);
    check::<16>(&mut generator, 400, 16, 8);
    check::<81>(&mut generator, 200, 60, 25);
    check::<256>(&mut generator, 100, 140, 40);
    check::<625>(&mut generator, 60, 260, 60);
}

/// A step limit ends the search of every engine early, and changes nothing else.
#[test]
fn step_limits_cut_searches_of_every_size_short() {
    fn check<const CELLS: usize>(generator: &mut PuzzleGenerator, clues: usize) {
        let puzzle: Board<CELLS> = board(generator.unique(clues));
        // With one clue fewer, there are several solutions or the search is longer.
        let cell = (0..CELLS).find(|&cell| puzzle.get(cell).is_some()).unwrap();
        let puzzle = with_digit(&puzzle, cell, 0);
        let solver = Solver::builder().engine(Engine::Propagate).build().unwrap();
        let whole = solver.count(&puzzle, 10);
        for limit in 0..=whole.steps.min(300) {
            let tally = solver.with_step_limit(limit).count(&puzzle, 10);
            if limit < whole.steps {
                assert_eq!((tally.end, tally.steps), (End::OutOfSteps, limit));
                assert!(tally.solutions <= whole.solutions && tally.guesses <= whole.guesses);
            } else {
                assert_eq!(tally, whole);
            }
        }
        assert_eq!(solver.with_step_limit(whole.steps).count(&puzzle, 10), whole);
    }
    let mut generator = PuzzleGenerator::new(41);
    check::<16>(&mut generator, 0);
    check::<81>(&mut generator, 0);
    check::<256>(&mut generator, 110);
    check::<625>(&mut generator, 350);
}

#[test]
fn batches_of_every_size_in_any_order() {
    let mut generator = PuzzleGenerator::new(37);
    let puzzles = mixed(&mut generator, 4);
    let portable = Solver::builder().kernel(Kernel::Portable).build().unwrap();
    let statuses: Vec<_> = puzzles.iter().map(|puzzle| portable.solve(puzzle).status).collect();
    let mut workspace = Box::new(Workspace::new());
    let solvers: Vec<_> = solvers(Engine::Simd).collect();
    for size in 0..=40 {
        let order = generator.permutation(puzzles.len());
        let batch: Vec<_> = order.iter().take(size).map(|&index| puzzles[index]).collect();
        let mut text = vec![b'\n'; size * 82];
        for (line, puzzle) in text.chunks_mut(82).zip(&batch) {
            line[..81].copy_from_slice(&puzzle.to_line());
        }
        for solver in &solvers {
            let mut outcomes = vec![Outcome::INVALID; size];
            solver.solve_batch(&batch, &mut outcomes, &mut workspace);
            for ((puzzle, outcome), &index) in batch.iter().zip(&outcomes).zip(&order) {
                assert_answers(puzzle, statuses[index], outcome, solver);
            }
            let mut again = vec![Outcome::INVALID; size];
            solver.solve_lines(&text, 82, &mut again, &mut workspace);
            assert_eq!(again, outcomes);
            let limited = solver.with_step_limit(5);
            limited.solve_batch(&batch, &mut outcomes, &mut workspace);
            assert!(outcomes.iter().all(|outcome| outcome.steps <= 5));
            for ((puzzle, outcome), &index) in batch.iter().zip(&outcomes).zip(&order) {
                if outcome.status != Status::OutOfSteps {
                    assert_answers(puzzle, statuses[index], outcome, solver);
                }
            }
        }
    }
}

#[test]
fn lines_that_are_not_boards_are_invalid() {
    let line = board(PuzzleGenerator::new(38).puzzle(Kind::Easy)).to_line();
    let mut workspace = Box::new(Workspace::new());
    let every = Engine::ALL.into_iter().flat_map(solvers);
    for solver in every {
        for size in [1, 3, 20] {
            let mut text = line.repeat(size);
            let broken = size / 2 * 81 + 40;
            for byte in [b' ', b'\n', b'|', b'A', b':', b'/', 0, 0xff] {
                text[broken] = byte;
                let mut outcomes = vec![Outcome::INVALID; size];
                solver.solve_lines(&text, 81, &mut outcomes, &mut workspace);
                for (index, outcome) in outcomes.iter().enumerate() {
                    let expected = if index == size / 2 { Status::Invalid } else { Status::Unique };
                    assert_eq!(outcome.status, expected);
                }
            }
        }
    }
}

/// Among lines with other marks, with too few clues and with collisions, at every place in a vector.
#[test]
fn every_mark_of_an_open_cell_gives_the_same_answer() {
    let mut puzzles = mixed(&mut PuzzleGenerator::new(43), 4);
    puzzles.truncate(31);
    puzzles.push("11.......".repeat(9).parse().unwrap());
    let mut workspace = Box::new(Workspace::new());
    for solver in all_solvers() {
        let expected: Vec<_> = puzzles.iter().map(|puzzle| solver.solve(puzzle)).collect();
        for (marks, size) in
            [("-", 32), ("x", 32), (".-", 1), ("X.", 1), ("?0_", 32), ("x.X?*-0", 32), ("x-", 7)]
        {
            let mut marks = marks.bytes().cycle();
            let mut text = Vec::new();
            for puzzle in &puzzles[puzzles.len() - size..] {
                let mut mark = |byte| if byte == b'.' { marks.next().unwrap() } else { byte };
                let line = puzzle.to_line().map(&mut mark);
                assert_eq!(Grid::parse(&line).as_ref(), Ok(puzzle));
                text.extend(line);
            }
            let mut outcomes = vec![Outcome::INVALID; size];
            solver.solve_lines(&text, 81, &mut outcomes, &mut workspace);
            for (outcome, expected) in outcomes.iter().zip(&expected[expected.len() - size..]) {
                assert_eq!(outcome.status, expected.status, "{} {}", solver.engine(), solver.kernel());
                assert_eq!(outcome.solution.is_some(), expected.solution.is_some());
            }
        }
    }
}

#[test]
fn candidates_that_encode_clues_give_the_same_answer() {
    for puzzle in mixed(&mut PuzzleGenerator::new(39), 4) {
        let mut candidates = puzzle.digits().map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) });
        for solver in solvers(Engine::Simd).map(|solver| solver.with_step_limit(1_000_000)) {
            let outcome = solver.solve(&puzzle);
            assert_ne!(outcome.status, Status::OutOfSteps, "{puzzle}");
            let expected = match outcome.status {
                Status::Invalid => Status::NoSolution,
                status => status,
            };
            assert_answers(&puzzle, expected, &solver.solve_candidates(&candidates), &solver);
        }
        // Without the first solution's digits in one row, there is another solution or none.
        let solver = Solver::new();
        if let Some(solution) = solver.solve(&puzzle).solution {
            for (candidates, digit) in candidates.iter_mut().zip(solution.digits()).take(9) {
                *candidates &= !(1 << (digit - 1));
            }
            let other = solver.solve_candidates(&candidates).solution;
            assert!(other.is_none_or(|other| (0..9).all(|cell| other.get(cell) != solution.get(cell))));
        }
    }
}

/// Returns every engine on every kernel, with a limit that only the emptiest of these puzzles reach.
fn all_solvers() -> impl Iterator<Item = Solver> {
    let engines = [Engine::Simd, Engine::Propagate, Engine::Backtrack];
    engines.into_iter().flat_map(solvers).map(|solver| solver.with_step_limit(20_000))
}

#[test]
fn one_puzzle_through_every_function() {
    for solver in all_solvers() {
        for puzzle in mixed(&mut PuzzleGenerator::new(41), 8) {
            let outcome = solver.solve(&puzzle);
            let mut solution = Grid::EMPTY;
            let (status, tally) = solver.solve_into(&puzzle, &mut solution);
            assert_eq!(
                (status, tally.steps, tally.guesses),
                (outcome.status, outcome.steps, outcome.guesses)
            );
            assert_eq!((tally.solutions > 0).then_some(solution), outcome.solution, "{puzzle}");
            if outcome.status != Status::OutOfSteps {
                assert_eq!(solver.count(&puzzle, 2).solutions, tally.solutions);
            }
            let (first, alone) = solver.first_solution(&puzzle);
            assert_eq!(first, outcome.solution, "{puzzle}");
            let found = outcome.solution.is_some();
            assert_eq!((alone.solutions, alone.end == End::Stopped), (found.into(), found));

            let any = solver.with_any_solution(true);
            let (status, tally) = any.solve_into(&puzzle, &mut solution);
            if status != Status::OutOfSteps {
                assert_eq!(any.count(&puzzle, 2), tally);
            }
            let (first, alone) = any.first_solution(&puzzle);
            assert_eq!(first.is_some(), alone.end == End::Stopped);
            assert_eq!(any.count(&puzzle, 1), alone);
        }
    }
}

#[test]
fn digits_in_a_batch_are_the_same_as_text() {
    let puzzles = mixed(&mut PuzzleGenerator::new(42), 20);
    let mut workspace = Box::new(Workspace::new());
    for solver in all_solvers() {
        for (stride, count) in [(81, puzzles.len()), (90, puzzles.len()), (81, 3), (81, 0)] {
            let mut digits = vec![0xee; puzzles.len() * stride];
            let mut text = digits.clone();
            for (index, puzzle) in puzzles.iter().enumerate() {
                digits[stride * index..][..81].copy_from_slice(puzzle.digits());
                text[stride * index..][..81].copy_from_slice(&puzzle.to_line());
            }
            // An invalid number: between the digits and the characters, beyond both, or just beyond.
            for (index, number) in [(1, 10), (20, 0x19), (30, 0x80), (50, 0xff), (80, 0x31)] {
                digits[stride * index + (index * 7) % 81] = number;
                text[stride * index] = b'!';
            }
            let mut outcomes = [vec![Outcome::INVALID; count], vec![Outcome::INVALID; count]];
            solver.solve_digits(&digits, stride, &mut outcomes[0], &mut workspace);
            solver.solve_lines(&text, stride, &mut outcomes[1], &mut workspace);
            assert_eq!(outcomes[0], outcomes[1], "{} {}", solver.engine(), solver.kernel());
            if count > 20 {
                assert_eq!(outcomes[0][20].status, Status::Invalid);
            }
        }
    }
}

#[test]
#[should_panic(expected = "a puzzle for each outcome")]
fn too_few_digits_panic() {
    Solver::new().solve_digits(&[0; 161], 81, &mut [Outcome::INVALID; 2], &mut Box::new(Workspace::new()));
}

#[test]
#[should_panic(expected = "a puzzle for each outcome")]
fn overlapping_lines_panic() {
    Solver::new().solve_lines(&[b'.'; 400], 80, &mut [Outcome::INVALID; 2], &mut Box::new(Workspace::new()));
}

#[test]
#[should_panic(expected = "a puzzle for each outcome")]
fn overlapping_digits_panic() {
    Solver::new().solve_digits(&[0; 400], 80, &mut [Outcome::INVALID; 2], &mut Box::new(Workspace::new()));
}

#[test]
fn a_colliding_board_is_invalid_without_a_step() {
    // In a row, a column and a box only.
    for other in [8, 72, 10] {
        let mut digits = [0; 81];
        (digits[0], digits[other]) = (5, 5);
        let puzzle = Grid::from_digits(&digits).unwrap();
        for solver in all_solvers() {
            for limit in [0, 1, u64::MAX] {
                let outcome = solver.with_step_limit(limit).solve(&puzzle);
                assert_eq!(
                    (outcome.status, outcome.steps),
                    (Status::Invalid, 0),
                    "{} {limit}",
                    solver.kernel()
                );
            }
        }
    }
}

#[test]
fn candidates_are_counted_and_visited_like_clues() {
    for solver in solvers(Engine::Simd) {
        for puzzle in mixed(&mut PuzzleGenerator::new(41), 8) {
            if puzzle.has_collision() {
                continue;
            }
            let candidates = puzzle.digits().map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) });
            for limit in [0, 1, 2, 200] {
                let (clues, marks) =
                    (solver.count(&puzzle, limit), solver.count_candidates(&candidates, limit));
                assert_eq!((clues.solutions, clues.end), (marks.solutions, marks.end), "{puzzle}");
            }
            let mut seen = Vec::new();
            let tally = solver.visit_candidates(&candidates, |solution| {
                assert!(solution.is_solution_of(&puzzle));
                seen.push(*solution);
                if seen.len() < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            assert_eq!(tally.solutions, solver.count(&puzzle, 50).solutions);
            let any = solver.with_any_solution(true).solve_candidates(&candidates);
            assert_eq!(seen.first(), any.solution.as_ref());
            seen.sort_unstable_by_key(|solution| *solution.digits());
            seen.dedup();
            assert_eq!(seen.len() as u64, tally.solutions);
        }
    }
}
