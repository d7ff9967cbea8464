//! Batches of every size, in any order, by every road: each puzzle has the answer that it has alone.

use lanedoku::{Board, Engine, Grid, Outcome, Solver, Status, Workspace};
use testkit::puzzles::PuzzleGenerator;

use super::cases::{AskedForm, AskedPuzzle, PATIENCE, shows_any};
use super::questions::{Room, solvers};

/// From one puzzle to many times the lanes of a kernel, and around the number of lanes.
const SIZES: [usize; 17] = [0, 1, 2, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 31, 33, 200];

/// The lowest limit on steps under which puzzles go to the lanes, and others around it.
const LIMITS: [u64; 9] = [u64::MAX, 0, 1, 2, 5, 20, 100, 65_535, 65_536];

/// What the outcomes hold before: nothing of it may be left.
fn unset<const CELLS: usize>(size: usize) -> Vec<Outcome<CELLS>> {
    vec![Outcome { status: Status::Unique, solution: None, steps: 7, guesses: 7 }; size]
}

/// Solves batches of random cases. Calls `other_roads` with each batch and its outcomes.
pub fn batches<P: AskedForm<CELLS>, const CELLS: usize>(
    cases: &[AskedPuzzle<P, CELLS>],
    mut other_roads: impl FnMut(&Solver, &[P], &[Outcome<CELLS>], &mut Workspace),
) {
    let workspace = Room::<16>::new().workspace;
    let mut generator = PuzzleGenerator::new(53);
    for solver in solvers().into_iter().filter(P::is_for) {
        let limits = LIMITS.into_iter().map(|limit| (false, limit));
        for (any, limit) in limits.chain([(true, u64::MAX), (true, 20)]) {
            let has_bound = cases.iter().all(|case| !case.may_give_up(&solver));
            let limit = if has_bound { limit } else { limit.min(PATIENCE) };
            let solver = solver.with_any_solution(any).with_step_limit(limit);
            let alone: Vec<_> = cases.iter().map(|case| solver.solve(&case.puzzle)).collect();
            // The lanes are full of puzzles that go on, and of others that end at once.
            let sizes: &[usize] = if CELLS == 81 && limit > 65_000 { &SIZES } else { &[1, 24] };
            for &size in sizes {
                let batch: Vec<_> = (0..size).map(|_| generator.below(cases.len())).collect();
                let puzzles: Vec<_> = batch.iter().map(|&index| cases[index].puzzle).collect();
                let mut outcomes = unset(size);
                solver.solve_batch(&puzzles, &mut outcomes, workspace);
                for (&index, outcome) in batch.iter().zip(&outcomes) {
                    let (case, alone) = (&cases[index], &alone[index]);
                    let about = || format!("{solver:?} {size} {}: {:?}", case.source, case.puzzle);
                    if limit < 65_536 {
                        assert_eq!(outcome, alone, "{}", about());
                        continue;
                    }
                    assert_eq!(outcome.status, alone.status, "{}", about());
                    assert!(outcome.steps <= limit, "{}", about());
                    if any {
                        assert_eq!(outcome.solution.is_some(), alone.solution.is_some(), "{}", about());
                        assert!(outcome.solution.is_none_or(|shown| case.admits(&shown)), "{}", about());
                    } else {
                        assert_eq!(outcome.solution, alone.solution, "{}", about());
                    }
                }
                other_roads(&solver, &puzzles, &outcomes, workspace);
            }
        }
    }
}

/// The same puzzles as text and as digits at several distances, with bytes between them that are no cells; with other
/// marks of open cells; and with some that are no boards.
pub fn lines_and_digits(solver: &Solver, puzzles: &[Grid], expected: &[Outcome], workspace: &mut Workspace) {
    let mut generator = PuzzleGenerator::new(puzzles.len() as u64);
    let mut outcomes = unset(puzzles.len());
    for stride in [81, 82, 100] {
        let mut text = vec![b'!'; stride * puzzles.len()];
        let mut digits = vec![0xee; stride * puzzles.len()];
        for (index, puzzle) in puzzles.iter().enumerate() {
            text[stride * index..][..81].copy_from_slice(&puzzle.to_line());
            digits[stride * index..][..81].copy_from_slice(puzzle.digits());
        }
        solver.solve_lines(&text, stride, &mut outcomes, workspace);
        assert_eq!(outcomes, expected, "{solver:?} {stride}");
        solver.solve_digits(&digits, stride, &mut outcomes, workspace);
        assert_eq!(outcomes, expected, "{solver:?} {stride}");

        let marks = [&b"-"[..], b"x", b".-", b"X.", b"?0_", b"x.X?*-0"][generator.below(6)];
        let mut marks = marks.iter().cycle();
        text.iter_mut().filter(|byte| **byte == b'.').for_each(|byte| *byte = *marks.next().unwrap());
        solver.solve_lines(&text, stride, &mut outcomes, workspace);
        for (outcome, expected) in outcomes.iter().zip(expected) {
            assert_eq!(outcome.status, expected.status, "{solver:?} {stride}");
            assert!(shows_any(solver) || outcome.solution == expected.solution, "{solver:?} {stride}");
        }

        // A byte that is no cell: for digits, between them and the characters, beyond both, or just beyond.
        for index in (0..puzzles.len()).step_by(3) {
            let place = stride * index + generator.below(81);
            text[place] = b" \n|A:/!\0\xff"[generator.below(9)];
            digits[place] = [10, 0x19, 0x2e, 0x31, 0x80, 0xff][generator.below(6)];
        }
        for roads in [Solver::solve_lines, Solver::solve_digits].into_iter().zip([&text, &digits]) {
            let (solve, bytes) = roads;
            solve(solver, bytes, stride, &mut outcomes, workspace);
            for (index, (outcome, expected)) in outcomes.iter().zip(expected).enumerate() {
                if index % 3 == 0 {
                    assert_eq!(*outcome, Outcome::INVALID, "{solver:?} {stride}");
                } else {
                    assert_eq!(outcome.status, expected.status, "{solver:?} {stride}");
                    assert!(shows_any(solver) || outcome.solution == expected.solution);
                }
            }
        }
    }
}

fn with_stride(
    stride: usize,
    bytes: &[u8],
    solve: fn(&Solver, &[u8], usize, &mut [Outcome], &mut Workspace),
) {
    solve(&Solver::new(), bytes, stride, &mut [Outcome::INVALID; 2], Room::<16>::new().workspace);
}

#[test]
#[should_panic = "a puzzle for each outcome"]
fn lines_that_overlap_are_refused() {
    with_stride(80, &[b'.'; 400], Solver::solve_lines);
}

#[test]
#[should_panic = "a puzzle for each outcome"]
fn digits_that_overlap_are_refused() {
    with_stride(80, &[0; 400], Solver::solve_digits);
}

#[test]
#[should_panic = "a puzzle for each outcome"]
fn too_few_digits_are_refused() {
    with_stride(81, &[0; 161], Solver::solve_digits);
}

#[test]
#[should_panic = "one outcome for each puzzle"]
fn a_batch_without_an_outcome_for_each_puzzle_is_refused() {
    let workspace = Room::<16>::new().workspace;
    Solver::builder().engine(Engine::Propagate).build().unwrap().solve_batch(
        &[Board::<16>::EMPTY; 2],
        &mut [Outcome::INVALID],
        workspace,
    );
}
