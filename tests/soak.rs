//! Solves a million puzzles with every engine and kernel. This is slow, so it runs only on request: `cargo test
//! --test soak -- --ignored`.

use lanedoku::{Engine, Grid, Outcome, Solver, Status, Workspace};
use testkit::puzzles::{Kind, PuzzleGenerator};

#[path = "support/boards.rs"]
mod boards;
#[path = "support/machine.rs"]
mod machine;

use boards::board;

/// The number of generated puzzles. The others are equivalent to these.
const GENERATED: usize = 600;
/// The number of equivalent puzzles for each.
const SHUFFLES: usize = 1_700;
/// The step limit of the loop.
const LOOP_STEPS: u64 = 20_000;

#[test]
#[ignore = "a million puzzles"]
fn a_million_equivalent_puzzles_keep_their_status() {
    let mut generator = PuzzleGenerator::new(61);
    let made: Vec<(Grid, Status)> = (0..GENERATED)
        .map(|number| {
            let puzzle = board(generator.puzzle(Kind::ALL[number % Kind::ALL.len()]));
            (puzzle, Solver::builder().engine(Engine::Backtrack).build().unwrap().solve(&puzzle).status)
        })
        .collect();
    let solvers: Vec<Solver> = Engine::ALL.into_iter().flat_map(machine::solvers).collect();
    let mut workspace = Box::new(Workspace::new());
    let mut undecided = 0;
    for _ in 0..SHUFFLES {
        let puzzles: Vec<Grid> =
            made.iter().map(|(puzzle, _)| board(generator.equivalent(puzzle.digits()))).collect();
        let mut outcomes = vec![Outcome::INVALID; puzzles.len()];
        for solver in &solvers {
            let solver = match solver.engine() {
                Engine::Backtrack => solver.with_step_limit(LOOP_STEPS),
                _ => *solver,
            };
            solver.solve_batch(&puzzles, &mut outcomes, &mut workspace);
            for ((puzzle, (_, status)), outcome) in puzzles.iter().zip(&made).zip(&outcomes) {
                let given_up = solver.engine() == Engine::Backtrack && outcome.status == Status::OutOfSteps;
                undecided += usize::from(given_up);
                assert!(outcome.status == *status || given_up, "{} {puzzle}: {outcome:?}", solver.kernel());
                match outcome.solution {
                    Some(solution) => {
                        assert!(solution.is_solution_of(puzzle), "{} {puzzle}", solver.kernel())
                    }
                    None => {
                        assert!(*status == Status::NoSolution || given_up, "{} {puzzle}", solver.kernel())
                    }
                }
            }
        }
    }
    println!("{} puzzles, {undecided} not decided by the loop", GENERATED * SHUFFLES);
    assert!(undecided < GENERATED * SHUFFLES / 10, "the loop left too many undecided");
}
