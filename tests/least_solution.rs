//! Tests that every road shows the least solution of a puzzle, read row by row as a number: alone or in a batch of any
//! size and order, on every kernel.

use std::sync::LazyLock;

use lanedoku::{End, Engine, Grid, Outcome, Solver, Status, Workspace};
use testkit::oracle;
use testkit::puzzles::{Kind, PuzzleGenerator};

#[path = "support/boards.rs"]
mod boards;
#[path = "support/machine.rs"]
mod machine;

use boards::board;
use machine::solvers;

/// A puzzle, or candidates, and what the oracle knows of it.
struct Case {
    puzzle: Grid,
    status: Status,
    least: Option<Grid>,
}

impl Case {
    fn new(digits: [u8; 81]) -> Self {
        let masks = oracle::masks(&digits);
        let status = match oracle::solutions(&masks, 2, u32::MAX).unwrap().len() {
            _ if oracle::collide(&digits) => Status::Invalid,
            0 => Status::NoSolution,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        let least = oracle::least_solution(&masks, u32::MAX).unwrap().map(board);
        Case { puzzle: board(digits), status, least }
    }

    #[track_caller]
    fn check(&self, solver: &Solver, outcome: &Outcome) {
        let answer = (outcome.status, outcome.solution);
        assert_eq!(answer, (self.status, self.least), "{} {}", solver.kernel(), self.puzzle);
    }
}

/// Returns puzzles of every kind, most of them with several solutions: with clues removed from a minimal puzzle or from
/// a full board, with few clues, or with none.
fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(make_cases);
    &CASES
}

fn make_cases() -> Vec<Case> {
    let mut generator = PuzzleGenerator::new(51);
    let mut puzzles = vec![[0; 81]];
    for round in 0..15 {
        puzzles.push(generator.puzzle(Kind::TwoOrMore));
        puzzles.push(generator.many_solutions(10, 5000).0);
        for clues in [round, 18 + round % 13, 30 - round % 13] {
            let mut puzzle: [u8; 81] = generator.full_grid();
            for &cell in &generator.permutation(81)[clues..] {
                puzzle[cell] = 0;
            }
            puzzles.push(puzzle);
        }
        if round % 3 == 0 {
            puzzles.extend(Kind::ALL.map(|kind| generator.puzzle(kind)));
            puzzles.push(generator.random_clues(12));
        }
    }
    let cases: Vec<_> = puzzles.into_iter().map(Case::new).collect();
    let with = |status| cases.iter().filter(|case| case.status == status).count();
    assert!(with(Status::Multiple) > 50 && with(Status::Unique) > 10 && with(Status::NoSolution) > 3);
    assert!(with(Status::Invalid) > 1);
    cases
}

#[test]
fn of_one_puzzle_through_every_function() {
    for solver in solvers(Engine::Simd) {
        for case in cases() {
            let outcome = solver.solve(&case.puzzle);
            case.check(&solver, &outcome);
            let mut solution = Grid::EMPTY;
            let (status, tally) = solver.solve_into(&case.puzzle, &mut solution);
            let shown = (tally.solutions > 0).then_some(solution);
            assert_eq!(
                (status, shown, tally.steps, tally.guesses),
                (outcome.status, outcome.solution, outcome.steps, outcome.guesses)
            );
            let (first, tally) = solver.first_solution(&case.puzzle);
            assert_eq!(first, case.least, "{} {}", solver.kernel(), case.puzzle);
            assert_eq!(
                (tally.solutions, tally.end == End::Stopped),
                (first.iter().len() as u64, first.is_some())
            );
            // A count orders nothing.
            let uniqueness = solver.count(&case.puzzle, 2);
            assert_eq!(uniqueness.solutions, solver.solve_into(&case.puzzle, &mut solution).1.solutions);
            assert!(if case.status == Status::Multiple {
                uniqueness.steps < outcome.steps
            } else {
                uniqueness.steps == outcome.steps
            });
            if case.status != Status::Invalid {
                let candidates = oracle::candidates(case.puzzle.digits());
                case.check(&solver, &solver.solve_candidates(&candidates));
            }
        }
    }
}

#[test]
fn of_pencil_marks() {
    let mut generator = PuzzleGenerator::new(52);
    let mut workspace = Box::new(Workspace::new());
    let mut all = Vec::new();
    let mut expected = Vec::new();
    for round in 0..40 {
        // A solution, and other digits.
        let grid: [u8; 81] = generator.full_grid();
        let marks = grid.map(|digit| {
            (0..4 + round % 5).fold(1 << (digit - 1), |marks, _| marks | 1_u16 << generator.below(9))
        });
        all.push(marks);
        expected.push(oracle::least_solution(&marks, u32::MAX).unwrap().map(board));
    }
    for solver in solvers(Engine::Simd) {
        let alone: Vec<_> = all.iter().map(|marks| solver.solve_candidates(marks)).collect();
        let solutions: Vec<_> = alone.iter().map(|outcome| outcome.solution).collect();
        assert_eq!(solutions, expected, "{}", solver.kernel());
        assert!(alone.iter().filter(|outcome| outcome.status == Status::Multiple).count() > 15);
        for size in [1, 7, 40] {
            let mut outcomes = vec![Outcome::INVALID; size];
            solver.solve_candidates_batch(&all[40 - size..], &mut outcomes, &mut workspace);
            for (outcome, alone) in outcomes.iter().zip(&alone[40 - size..]) {
                assert_eq!((outcome.status, outcome.solution), (alone.status, alone.solution));
            }
        }
    }
}

/// Of batches of one puzzle and more, in any order, so that each puzzle has other neighbours every time.
#[test]
fn of_batches_of_every_size() {
    let cases = cases();
    let mut generator = PuzzleGenerator::new(53);
    let mut workspace = Box::new(Workspace::new());
    for solver in solvers(Engine::Simd) {
        for size in [1, 2, 5, 6, 7, 11, 12, 13, 64, 300] {
            let batch: Vec<_> = (0..size).map(|_| &cases[generator.below(cases.len())]).collect();
            let puzzles: Vec<_> = batch.iter().map(|case| case.puzzle).collect();
            let text: Vec<u8> = puzzles.iter().flat_map(|puzzle| puzzle.to_line()).collect();
            let digits: Vec<_> = puzzles.iter().flat_map(|puzzle| *puzzle.digits()).collect();
            let mut outcomes = vec![[Outcome::INVALID; 3]; size];
            let mut row = vec![Outcome::INVALID; size];
            for road in 0..3 {
                match road {
                    0 => solver.solve_batch(&puzzles, &mut row, &mut workspace),
                    1 => solver.solve_lines(&text, 81, &mut row, &mut workspace),
                    _ => solver.solve_digits(&digits, 81, &mut row, &mut workspace),
                }
                outcomes.iter_mut().zip(&row).for_each(|(outcomes, outcome)| outcomes[road] = *outcome);
            }
            for (case, outcomes) in batch.iter().zip(&outcomes) {
                outcomes.iter().for_each(|outcome| case.check(&solver, outcome));
            }
        }
    }
}

/// With any solution, only the status and whether there is a solution are the same.
#[test]
fn or_any_solution_if_asked_for() {
    let cases = cases();
    let puzzles: Vec<_> = cases.iter().map(|case| case.puzzle).collect();
    let mut workspace = Box::new(Workspace::new());
    for solver in solvers(Engine::Simd) {
        let any = solver.with_any_solution(true);
        assert!(any.any_solution() && !solver.any_solution());
        let alone: Vec<_> = puzzles.iter().map(|puzzle| any.solve(puzzle)).collect();
        let mut batch = vec![Outcome::INVALID; puzzles.len()];
        any.solve_batch(&puzzles, &mut batch, &mut workspace);
        let mut others = [0; 2];
        for (index, case) in cases.iter().enumerate() {
            for (which, outcome) in [alone[index], batch[index]].into_iter().enumerate() {
                assert_eq!((outcome.status, outcome.solution.is_some()), (case.status, case.least.is_some()));
                assert!(outcome.solution.is_none_or(|solution| solution.is_solution_of(&case.puzzle)));
                others[which] += usize::from(outcome.solution != case.least);
            }
            let (first, tally) = any.first_solution(&case.puzzle);
            assert_eq!(first, alone[index].solution);
            assert_eq!(tally, any.count(&case.puzzle, 1));
            assert_eq!(any.count(&case.puzzle, 2), any.solve_into(&case.puzzle, &mut Grid::EMPTY.clone()).1);
        }
        assert!(others.iter().all(|others| *others > 30), "{others:?}");
    }
}

/// At a limit on steps no solution is shown, and a batch shows what is shown alone.
#[test]
fn unless_the_limit_on_steps_is_met() {
    let cases = cases();
    let puzzles: Vec<_> = cases.iter().map(|case| case.puzzle).collect();
    let mut workspace = Box::new(Workspace::new());
    for solver in solvers(Engine::Simd) {
        for limit in [0, 1, 2, 5, 10, 20, 50, 100, 1_000, 65_535, 65_536, 100_000] {
            let limited = solver.with_step_limit(limit);
            let mut outcomes = vec![Outcome::INVALID; puzzles.len()];
            limited.solve_batch(&puzzles, &mut outcomes, &mut workspace);
            let mut out_of_steps = 0;
            for (case, outcome) in cases.iter().zip(&outcomes) {
                let alone = limited.solve(&case.puzzle);
                assert_eq!((outcome.status, outcome.solution), (alone.status, alone.solution));
                let (first, tally) = limited.first_solution(&case.puzzle);
                assert_eq!(first, alone.solution);
                if alone.status == Status::OutOfSteps {
                    out_of_steps += 1;
                    assert_eq!((alone.steps, alone.solution), (limit, None));
                    assert_eq!((tally.solutions, tally.end, tally.steps), (0, End::OutOfSteps, limit));
                } else {
                    case.check(&limited, &alone);
                }
            }
            assert!(
                if limit > 65_000 { out_of_steps == 0 } else { limit > 100 || out_of_steps > 10 },
                "{out_of_steps} at {limit}"
            );
        }
        // Exactly as many steps as a puzzle takes alone are enough; the steps of ordering count.
        for case in cases.iter().filter(|case| case.status == Status::Multiple) {
            let steps = solver.solve(&case.puzzle).steps;
            case.check(&solver, &solver.with_step_limit(steps).solve(&case.puzzle));
            let short = solver.with_step_limit(steps - 1).solve(&case.puzzle);
            assert_eq!((short.status, short.solution), (Status::OutOfSteps, None), "{}", case.puzzle);
        }
    }
}
