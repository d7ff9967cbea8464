//! Every rung gives the library's answer and takes V6's steps, on puzzles of every kind.

use ladder::board::{Cells, is_solution, print};
use ladder::branchless::v3::V3;
use ladder::branchless::v6::V6;
use ladder::branchless::v8::{Interleaved, MOST_SLOTS};
use ladder::rung::{Counted, RungAnswer, Runs, repeat, run};
use lanedoku::{Grid, Kernel, Order, Status};
use testkit::puzzles::PuzzleGenerator;

/// The step limit.
const LIMIT: u64 = 20_000;

/// Puzzles with one, several and no solution, invalid ones, a full and an empty grid.
fn puzzles() -> Vec<Cells> {
    let mut generator = PuzzleGenerator::new(4);
    let mut puzzles = vec![[0; 81], generator.full_grid()];
    for clues in [0, 24, 30, 36, 50, 70] {
        for _ in 0..8 {
            let cells = generator.unique(clues);
            puzzles.push(cells);
            // Without one of its clues: more solutions, unless the clue was redundant.
            let clue = cells.iter().position(|&digit| digit != 0).unwrap();
            let mut fewer = cells;
            fewer[clue] = 0;
            puzzles.push(fewer);
            // With another digit in its place: no solution, or a collision.
            let mut other = cells;
            other[clue] = cells[clue] % 9 + 1;
            puzzles.push(other);
        }
    }
    puzzles
}

/// The library's first solution in row order, by its portable loop.
fn by_the_library(cells: &Cells) -> Option<RungAnswer> {
    let grid = Grid::from_digits(cells).unwrap();
    let solver = lanedoku::Solver::builder().order(Order::Rows).kernel(Kernel::Portable).build().unwrap();
    let mut first = None;
    let tally = solver.with_step_limit(LIMIT).visit(&grid, |solution| {
        first = Some(*solution.digits());
        std::ops::ControlFlow::Break(())
    });
    match (first, tally.end) {
        (Some(grid), _) => Some(RungAnswer::Solved(grid)),
        (None, lanedoku::End::Invalid) => Some(RungAnswer::Invalid),
        (None, lanedoku::End::Exhausted) => Some(RungAnswer::NoSolution),
        (None, _) => Some(RungAnswer::OutOfSteps),
    }
}

#[test]
fn every_rung_gives_the_librarys_answer_in_the_same_steps() {
    let mut kinds = [0; 4];
    for cells in puzzles() {
        let text = print(&cells);
        let expected = by_the_library(&cells).unwrap();
        kinds[match expected {
            RungAnswer::Invalid => 0,
            RungAnswer::NoSolution => 1,
            RungAnswer::Solved(_) => 2,
            RungAnswer::OutOfSteps => 3,
        }] += 1;
        if let RungAnswer::Solved(grid) = expected {
            assert!(is_solution(&cells, &grid), "{text}");
        }
        let mut watch = Counted::up_to(LIMIT);
        assert_eq!(run::<V6>(&text, &mut watch), expected, "V6\n{text}");
        for rung in ladder::rungs() {
            assert_eq!((rung.answer)(&text, LIMIT), (expected, watch.steps), "{}\n{text}", rung.name);
        }
    }
    assert!(kinds.iter().all(|&kind| kind > 0), "a kind of answer is missing: {kinds:?}");
}

#[test]
fn the_default_engine_agrees_with_the_rungs() {
    for cells in puzzles() {
        let outcome = lanedoku::Solver::new().solve(&Grid::from_digits(&cells).unwrap());
        match run::<V6>(&print(&cells), &mut Counted::up_to(LIMIT)) {
            RungAnswer::Invalid => assert_eq!(outcome.status, Status::Invalid),
            RungAnswer::NoSolution => assert_eq!(outcome.status, Status::NoSolution),
            RungAnswer::Solved(grid) if outcome.status == Status::Unique => {
                assert_eq!(*outcome.solution.unwrap().digits(), grid);
            }
            RungAnswer::Solved(_) => assert_eq!(outcome.status, Status::Multiple),
            RungAnswer::OutOfSteps => {}
        }
    }
}

fn not_run() {
    testkit::not_run("rung V8 of the ladder: this machine cannot run it");
}

#[test]
fn batches_of_any_size_through_any_number_of_slots() {
    let puzzles = puzzles();
    let expected: Vec<(RungAnswer, u64)> = puzzles
        .iter()
        .map(|cells| {
            let mut watch = Counted::up_to(LIMIT);
            (run::<V6>(&print(cells), &mut watch), watch.steps)
        })
        .collect();
    for slots in 1..=MOST_SLOTS {
        let Some(mut interleaved) = Interleaved::new(slots) else {
            return not_run();
        };
        for size in (0..=20).chain([puzzles.len()]) {
            let mut answers = vec![None; size];
            interleaved.solve(puzzles[..size].iter().copied().map(Some), LIMIT, |puzzle, answer, steps| {
                assert!(answers[puzzle].replace((answer, steps)).is_none(), "puzzle {puzzle} twice");
            });
            for (puzzle, answer) in answers.into_iter().enumerate() {
                assert_eq!(answer, Some(expected[puzzle]), "{slots} slots, puzzle {puzzle} of {size}");
            }
        }
    }
}

#[test]
fn interleaved_puzzles_stop_at_the_same_step_as_single_ones() {
    let mut generator = PuzzleGenerator::new(5);
    let puzzles: Vec<Cells> = (0..MOST_SLOTS + 2).map(|_| generator.unique(40)).collect();
    for slots in 1..=MOST_SLOTS {
        let Some(mut interleaved) = Interleaved::new(slots) else { return not_run() };
        for limit in 0..300 {
            interleaved.solve(puzzles.iter().copied().map(Some), limit, |puzzle, answer, steps| {
                let mut watch = Counted::up_to(limit);
                let alone = run::<V6>(&print(&puzzles[puzzle]), &mut watch);
                assert_eq!(
                    (answer, steps),
                    (alone, watch.steps),
                    "{slots} slots, limit {limit}, puzzle {puzzle}"
                );
            });
        }
    }
}

/// A pair of open cells that fails at once: leaving a slot at its end must neither count steps nor reach the
/// limit.
#[test]
fn a_puzzle_without_solution_ends_with_its_own_steps_at_every_limit() {
    let mut generator = PuzzleGenerator::new(6);
    let Some(mut interleaved) = Interleaved::new(2) else { return not_run() };
    for _ in 0..20 {
        let mut cells = generator.unique(60);
        let clue = cells.iter().position(|&digit| digit != 0).unwrap();
        cells[clue] = cells[clue] % 9 + 1;
        let mut watch = Counted::up_to(LIMIT);
        let alone = run::<V6>(&print(&cells), &mut watch);
        for limit in watch.steps.saturating_sub(3)..watch.steps + 90 {
            let mut limited = Counted::up_to(limit);
            let expected = (run::<V6>(&print(&cells), &mut limited), limited.steps);
            interleaved.solve([Some(cells); 3].into_iter(), limit, |_, answer, steps| {
                assert_eq!((answer, steps), expected, "limit {limit}, without {alone:?}");
            });
        }
    }
}

/// A rung that is repeated for its time takes exactly the steps asked for, and has the answer of one search.
#[test]
fn repeated_searches_end_as_one_does() {
    let mut solved = 0;
    for cells in puzzles() {
        let mut watch = Counted::up_to(LIMIT);
        let answer = run::<V3>(&print(&cells), &mut watch);
        let runs = |steps| repeat::<V3>(&cells, steps);
        match answer {
            RungAnswer::Invalid => assert_eq!(runs(100), None),
            RungAnswer::OutOfSteps => {
                assert_eq!(runs(LIMIT), Some(Runs { steps: LIMIT, searches: 0, solution: None }));
            }
            RungAnswer::Solved(_) | RungAnswer::NoSolution => {
                let solution = if let RungAnswer::Solved(grid) = answer { Some(grid) } else { None };
                let searches = if watch.steps == 0 { 0 } else { 7 };
                let steps = 7 * watch.steps;
                assert_eq!(runs(steps), Some(Runs { steps, searches, solution }));
                solved += u64::from(solution.is_some() && searches > 0);
            }
        }
    }
    assert!(solved > 10, "{solved}");
}
