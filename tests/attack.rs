//! Replays boards that once broke or stalled an engine on every kernel: alone, in batches, as candidates, counted
//! and visited. An independent plain search gives the expected answers. The bounds are step limits, not times.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use lanedoku::{Board25x25, End, Engine, Grid, Outcome, Possible, Search, Solver, Status, Workspace};
use testkit::oracle;
use testkit::puzzles::{Kind, PuzzleGenerator};

mod support;

use support::boards::board;
use support::machine::solvers;

/// Files of 9x9 boards in `tests/attack`.
const FILES: [&str; 7] = [
    "abort_avx512.txt",
    "endless_alone.txt",
    "endless_batch.txt",
    "no_solution_hard.txt",
    "slow_batch.txt",
    "crowded_batch.txt",
    "slow_small_batch.txt",
];

/// The lowest limit on steps under which batches fill the lanes.
const MIN_LIMIT_IN_LANES: u64 = 1 << 16;

/// Steps within which the least solution of each 9x9 board must be found.
const LEAST_BOUND: u64 = 7_500;

/// Returns the steps within which each 9x9 board must be decided, without a choice among several solutions: four times
/// the most that any of them takes.
fn bound(engine: Engine) -> u64 {
    match engine {
        Engine::Simd => 700,
        _ => 400,
    }
}

/// Whether the engine for large boards must decide those of `slow_25x25.txt` within the limit.
const LARGE_BOARDS_ARE_DECIDED: bool = true;

/// The limit of the largest counts.
const MANY: usize = 1_000;

/// A board with the answer of the oracle.
#[derive(Clone)]
struct AttackBoard {
    puzzle: Grid,
    status: Status,
    /// The first solutions that the oracle finds, at most `MANY`.
    solutions: Arc<[[u8; 81]]>,
}

impl AttackBoard {
    fn new(puzzle: Grid) -> Self {
        let solutions =
            oracle::solutions(&oracle::candidates(puzzle.digits()), MANY, 200_000).expect("a decision");
        let status = match solutions.len() {
            _ if oracle::collide(puzzle.digits()) => Status::Invalid,
            0 => Status::NoSolution,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        AttackBoard { puzzle, status, solutions: solutions.into() }
    }

    /// Describes a wrong answer.
    fn wrong(&self, outcome: &Outcome) -> Option<String> {
        let correct = outcome.status == self.status
            && outcome.solution.is_some() == matches!(self.status, Status::Unique | Status::Multiple)
            && outcome.solution.is_none_or(|solution| solution.is_solution_of(&self.puzzle))
            && (self.status != Status::Unique
                || outcome.solution.map(|solution| *solution.digits()) == self.solutions.first().copied());
        let Outcome { status, steps, .. } = outcome;
        (!correct)
            .then(|| format!("{status} after {steps} steps instead of {}: {}", self.status, self.puzzle))
    }
}

fn lines(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attack").join(file);
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

/// Returns the boards of a file. The oracle runs once for all tests.
fn cases(file: &str) -> Vec<AttackBoard> {
    static ALL: LazyLock<BTreeMap<&str, Vec<AttackBoard>>> = LazyLock::new(|| {
        let read = |file| lines(file).iter().map(|line| AttackBoard::new(line.parse().unwrap())).collect();
        FILES.into_iter().map(|file| (file, read(file))).collect()
    });
    let cases = ALL[file].clone();
    assert!(!cases.is_empty());
    cases
}

fn all_cases() -> Vec<AttackBoard> {
    FILES.into_iter().flat_map(cases).collect()
}

/// Returns the engines that must decide any board within their bound, on every kernel of the machine. They show any of
/// several solutions.
fn bounded_solvers() -> Vec<Solver> {
    let every = [Engine::Simd, Engine::Propagate].into_iter().flat_map(solvers);
    every.map(|solver| solver.with_any_solution(true).with_step_limit(bound(solver.engine()))).collect()
}

/// Reports all failures at once, so that one run shows all affected boards and kernels.
#[track_caller]
fn report(failures: Vec<String>) {
    let count = failures.len();
    assert!(failures.is_empty(), "{count} failures:\n{}", failures.join("\n"));
}

/// Adds the name of the solver to an error.
fn by(solver: &Solver, wrong: Option<String>) -> Option<String> {
    wrong.map(|wrong| format!("{} {}: {wrong}", solver.engine(), solver.kernel()))
}

#[test]
fn each_board_alone_is_decided_soon() {
    let cases = all_cases();
    let failures = bounded_solvers().into_iter().flat_map(|solver| {
        cases.iter().filter_map(move |case| by(&solver, case.wrong(&solver.solve(&case.puzzle))))
    });
    report(failures.collect());
}

#[test]
fn the_least_solution_is_found_soon() {
    let cases = all_cases();
    let mut known = BTreeMap::new();
    for solver in [Engine::Simd, Engine::Propagate].into_iter().flat_map(solvers) {
        let solver = solver.with_step_limit(LEAST_BOUND);
        for case in &cases {
            let outcome = solver.solve(&case.puzzle);
            assert_eq!(by(&solver, case.wrong(&outcome)), None);
            let least = *known.entry(case.puzzle).or_insert(outcome.solution);
            assert_eq!(outcome.solution, least, "{} {}", solver.engine(), solver.kernel());
            assert!(least.is_none_or(|least| case.solutions.iter().all(|other| least.digits() <= other)));
        }
    }
}

/// The loop has no bound except its limit: it gives the correct answer or reports the limit.
#[test]
fn the_loop_is_right_or_meets_its_limit() {
    let cases = all_cases();
    for solver in solvers(Engine::Backtrack) {
        for case in &cases {
            let outcome = solver.with_step_limit(100_000).solve(&case.puzzle);
            if outcome.status != Status::OutOfSteps {
                assert_eq!(by(&solver, case.wrong(&outcome)), None);
            }
        }
    }
}

#[test]
fn the_same_boards_as_candidates_are_decided_soon() {
    let mut failures = Vec::new();
    for mut case in all_cases() {
        if case.status == Status::Invalid {
            case.status = Status::NoSolution;
        }
        let candidates = oracle::candidates(case.puzzle.digits());
        for solver in solvers(Engine::Simd) {
            let solver = solver.with_any_solution(true).with_step_limit(bound(Engine::Simd));
            failures.extend(by(&solver, case.wrong(&solver.solve(&candidates))));
        }
    }
    report(failures);
}

/// Steps within which each board of `hard_candidates.txt` and `endless_candidates.txt` must be decided. The slowest
/// takes 46,512 (3.4 ms).
const CANDIDATES_BOUND: u64 = 60_000;

#[test]
fn hard_candidates_are_decided() {
    let mut failures = Vec::new();
    let mut workspace = Box::new(Workspace::new());
    for line in ["hard_candidates.txt", "endless_candidates.txt"].into_iter().flat_map(lines) {
        let mut candidates = [0u16; 81];
        for (mask, digits) in candidates.iter_mut().zip(line.as_bytes().chunks(9)) {
            *mask = (0..9).map(|digit| u16::from(digits[digit] != b'.') << digit).sum();
        }
        let known = oracle::solutions(&candidates, 2, 200_000).expect("a decision");
        let status = [Status::NoSolution, Status::Unique, Status::Multiple][known.len()];
        for solver in solvers(Engine::Simd) {
            let solver = solver.with_step_limit(CANDIDATES_BOUND);
            let outcome = solver.solve(&candidates);
            let mut batch = [Outcome::INVALID; 20];
            let in_lanes = solver.with_step_limit(MIN_LIMIT_IN_LANES);
            in_lanes.solve_batch(&[candidates; 20], &mut batch, &mut workspace);
            if batch.iter().any(|outcome| outcome.status != status || outcome.steps > CANDIDATES_BOUND) {
                failures.push(format!("{}: in a batch {:?}: {line}", solver.kernel(), batch[0]));
            }
            let solution = outcome.solution.map(|solution| *solution.digits());
            let fits = solution.is_none_or(|digits| {
                !oracle::collide(&digits)
                    && (0..81).all(|cell| candidates[cell] >> (digits[cell] - 1) & 1 == 1)
            });
            let same = status != Status::Unique || solution == known.first().copied();
            if outcome.status != status || !fits || !same {
                failures.push(format!("{}: {outcome:?} instead of {status}: {line}", solver.kernel()));
            }
        }
    }
    report(failures);
}

/// Sweeps that the default engine may take to decide a line of `climbed_candidates.txt`, and to find the least solution
/// or the possible digits.
const CLIMBED_CANDIDATES_BOUNDS: [u64; 2] = [500_000, 1_000_000];

/// Hard pencil marks, with the answers that all of their solutions give.
#[test]
fn climbed_candidates_are_decided() {
    let mut workspace = Box::new(Workspace::new());
    for line in lines("climbed_candidates.txt") {
        let candidates = lanedoku::parse_candidates(line.as_bytes()).unwrap();
        for solver in solvers(Engine::Simd) {
            let mut solutions = Vec::new();
            let tally = solver.visit(&candidates, |solution| {
                solutions.push(*solution.digits());
                ControlFlow::Continue(())
            });
            assert_eq!(tally.end, End::Exhausted);
            assert!(solutions.iter().all(|digits| !oracle::collide(digits)), "{line}");
            let mut possible = [0; 81];
            for (cell, digits) in possible.iter_mut().enumerate() {
                *digits = solutions.iter().fold(0, |digits, solution| digits | 1 << (solution[cell] - 1));
                assert_eq!(*digits & !candidates[cell], 0, "{line}");
            }
            let status = [Status::NoSolution, Status::Unique, Status::Multiple][solutions.len().min(2)];
            let [any, all] = CLIMBED_CANDIDATES_BOUNDS;
            assert_eq!(solver.with_any_solution(true).with_step_limit(any).solve(&candidates).status, status);
            let solver = solver.with_step_limit(all);
            let mut outcomes = [Outcome::INVALID; 9];
            solver.solve_batch(&[candidates; 9], &mut outcomes, &mut workspace);
            for outcome in outcomes.into_iter().chain([solver.solve(&candidates)]) {
                let solution = outcome.solution.map(|solution| *solution.digits());
                assert_eq!((outcome.status, solution.as_ref()), (status, solutions.iter().min()), "{line}");
            }
            let mut together = [Possible::INVALID; 9];
            solver.with_step_limit(u64::MAX).possible_batch(&[candidates; 9], &mut together, &mut workspace);
            for found in together.into_iter().chain([solver.possible(&candidates)]) {
                assert_eq!((found.status(), found.digits()), (status, &possible), "{line}");
            }
        }
    }
}

/// The files of boards that hill climbing found, and the steps that the default engine may take: to decide a board, to
/// find the least solution, the possible digits, and the clues that may be wrong. The limit is higher, so that batches
/// fill the lanes.
const CLIMBED: [(&str, [u64; 4]); 3] = [
    ("climbed.txt", [2_500, 5_000, 5_000, 6_000]),
    ("climbed_since.txt", [4_500, 6_000, 8_000, 10_000]),
    ("climbed_hour.txt", [2_500, 9_000, 14_000, 2_500]),
];

#[test]
fn climbed_boards_are_decided_soon() {
    CLIMBED.into_iter().for_each(|(file, bounds)| climbed_are_decided_soon(file, bounds));
}

fn climbed_are_decided_soon(file: &str, [any_bound, least_bound, possible_bound, wrong_bound]: [u64; 4]) {
    let boards: Vec<Grid> = lines(file).iter().map(|line| line.parse().unwrap()).collect();
    let judge = Solver::builder().engine(Engine::Propagate).build().unwrap();
    let known: Vec<_> = boards.iter().map(|board| judge.solve(board).status).collect();
    let (mut workspace, mut search) = (Box::new(Workspace::new()), Search::boxed());
    let mut failures = Vec::new();
    for solver in solvers(Engine::Simd) {
        for (any, bound) in [(true, any_bound), (false, least_bound)] {
            let solver = solver.with_any_solution(any).with_step_limit(MIN_LIMIT_IN_LANES);
            let mut together = vec![Outcome::INVALID; boards.len()];
            solver.solve_batch(&boards, &mut together, &mut workspace);
            for ((board, &status), in_batch) in boards.iter().zip(&known).zip(together) {
                let alone = solver.solve(board);
                let as_candidates = solver.solve(&oracle::candidates(board.digits()));
                let mut alike = [Outcome::INVALID; 20];
                solver.solve_batch(&[*board; 20], &mut alike, &mut workspace);
                let counted = match solver.with_step_limit(bound).count(board, 2) {
                    tally if tally.end == End::OutOfSteps => Status::OutOfSteps,
                    tally => [Status::NoSolution, Status::Unique, Status::Multiple][tally.solutions as usize],
                };
                let (first, tally) = solver.first_solution(board);
                let possible = solver.possible(board);
                let has_first = tally.steps <= bound && first.is_some() == (status != Status::NoSolution);
                let is_possible = possible.steps() <= possible_bound && possible.status() == status;
                let outcomes = [alone, as_candidates, in_batch].into_iter().chain(alike);
                let right = |outcome: Outcome| {
                    outcome.status == status
                        && outcome.steps <= bound
                        && outcome.solution.is_some() == (status != Status::NoSolution)
                        && outcome.solution.is_none_or(|solution| solution.is_solution_of(board))
                };
                let wrong_clues = solver.wrong_clues(board).steps;
                solver.begin_solve(board, &mut search);
                while !search.run(500) {}
                let shown = search.solution().map(|shown| Grid::try_from(&shown).unwrap());
                let in_slices = search.status() == status
                    && search.tally().steps <= bound
                    && if any {
                        shown.is_some() == alone.solution.is_some()
                    } else {
                        shown == alone.solution
                    };
                let is_right = outcomes.into_iter().all(right) && counted == status && has_first;
                if !is_right || !in_slices || !is_possible || wrong_clues > wrong_bound {
                    failures.push(format!(
                        "{} any {any}: {status}, alone {} after {}, counted {counted}, first after {}, possible \
                         after {}, wrong clues after {wrong_clues}, in a batch {}, as candidates {}, in slices {} after {}: {board}",
                        solver.kernel(),
                        alone.status,
                        alone.steps,
                        tally.steps,
                        possible.steps(),
                        in_batch.status,
                        as_candidates.status,
                        search.status(),
                        search.tally().steps,
                    ));
                }
            }
        }
    }
    report(failures);
}

#[test]
fn each_board_is_counted_and_shown() {
    let mut failures = Vec::new();
    let mut workspace = Box::new(Workspace::new());
    for case in all_cases() {
        for solver in bounded_solvers() {
            for limit in [1, 2, MANY] {
                // Finding a solution takes five sweeps, or placing fifteen digits.
                let more = limit as u64 * if solver.engine() == Engine::Simd { 20 } else { 60 };
                let solver = solver.with_step_limit(solver.step_limit() + more);
                let expected = match case.solutions.len() {
                    _ if case.status == Status::Invalid => (0, End::Invalid),
                    known if known >= limit => (limit as u64, End::Stopped),
                    known => (known as u64, End::Exhausted),
                };
                let tally = solver.count(&case.puzzle, limit as u64);
                let in_lanes = solver.count_with(&case.puzzle, limit as u64, &mut workspace);
                let same_in_lanes = (in_lanes.solutions, in_lanes.end) == expected;
                let mut seen = Vec::new();
                let visited = solver.visit(&case.puzzle, |solution| {
                    seen.push(*solution);
                    if seen.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                let valid = seen.iter().all(|solution| solution.is_solution_of(&case.puzzle));
                seen.sort();
                seen.dedup();
                let distinct = seen.len() as u64 == visited.solutions;
                if (tally.solutions, tally.end) != expected
                    || visited != tally
                    || !(valid && distinct && same_in_lanes)
                {
                    let name = solver.engine().name();
                    failures.push(format!(
                        "{name} {} limit {limit}: {tally:?}, in lanes {in_lanes:?}, visited {visited:?}, \
                         valid {valid}, distinct {distinct}, instead of {expected:?}: {}",
                        solver.kernel(),
                        case.puzzle
                    ));
                }
            }
        }
    }
    report(failures);
}

/// A visit that is stopped early leaves no state behind, and reports the number of solutions shown.
#[test]
fn visits_can_be_cut_off_anywhere() {
    for case in all_cases().iter().filter(|case| case.status == Status::Multiple) {
        for solver in bounded_solvers() {
            for stop in 1..=case.solutions.len().min(12) {
                let mut shown = 0;
                let tally = solver.visit(&case.puzzle, |solution| {
                    assert!(solution.is_solution_of(&case.puzzle));
                    shown += 1;
                    if shown == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                // Another test checks that a board is decided within the limit.
                if tally.end != End::OutOfSteps {
                    assert_eq!((tally.solutions, tally.end), (stop as u64, End::Stopped), "{}", case.puzzle);
                }
            }
        }
    }
}

/// Returns batches of these boards and of easy ones: each file, all, mixed, and sparse boards in every number that
/// fills the lanes once or leaves a few idle.
fn batches() -> Vec<Vec<AttackBoard>> {
    let mut generator = PuzzleGenerator::new(71);
    let mut easy = |count: usize| -> Vec<AttackBoard> {
        generator.set(Kind::Easy, count).into_iter().map(board).map(AttackBoard::new).collect()
    };
    let mut batches: Vec<Vec<AttackBoard>> = FILES.into_iter().map(cases).collect();
    batches.push(all_cases());
    // One slow board among many easy ones, and equally many of each.
    let mut rare = easy(200);
    rare.splice(100..100, cases("endless_batch.txt").into_iter().take(1));
    rare.splice(60..60, cases("endless_alone.txt").into_iter().take(1));
    batches.push(rare);
    let bad = all_cases();
    let good = easy(bad.len());
    batches.push(bad.into_iter().zip(good).flat_map(|(bad, good)| [bad, good]).collect());
    // Each sparse board eight times, so that many have far more solutions than the limit.
    let sparse = cases("endless_batch.txt");
    batches.push((0..8).flat_map(|_| sparse.clone()).collect());
    for count in [1, 2, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 31, 33] {
        batches.push(sparse.iter().cycle().take(count).cloned().collect());
    }
    batches
}

/// Solves a batch as boards and, at three strides, as lines. All answers must be equal.
fn answers(solver: &Solver, batch: &[AttackBoard], workspace: &mut Workspace) -> Vec<Outcome> {
    let puzzles: Vec<_> = batch.iter().map(|case| case.puzzle).collect();
    let mut outcomes = vec![Outcome::INVALID; batch.len()];
    solver.solve_batch(&puzzles, &mut outcomes, workspace);
    for stride in [81, 82, 100] {
        let mut text = vec![b'x'; stride * batch.len()];
        for (line, puzzle) in text.chunks_mut(stride).zip(&puzzles) {
            line[..81].copy_from_slice(&puzzle.to_line());
        }
        let mut again = vec![Outcome::INVALID; batch.len()];
        solver.solve_lines(&text, stride, &mut again, workspace);
        assert_eq!(again, outcomes, "{} stride {stride}", solver.kernel());
    }
    outcomes
}

/// Describes the wrong answers to a batch.
fn wrong_in_batch(solver: &Solver, batch: &[AttackBoard], workspace: &mut Workspace) -> Vec<String> {
    let outcomes = answers(solver, batch, workspace);
    let wrong = batch.iter().zip(&outcomes).filter_map(|(case, outcome)| case.wrong(outcome));
    wrong.map(|wrong| format!("{} batch of {}: {wrong}", solver.kernel(), batch.len())).collect()
}

#[test]
fn batches_are_decided_soon() {
    let mut workspace = Box::new(Workspace::new());
    let mut failures = Vec::new();
    let batches = batches();
    for solver in solvers(Engine::Simd) {
        let solver = solver.with_any_solution(true).with_step_limit(MIN_LIMIT_IN_LANES);
        for batch in &batches {
            failures.extend(wrong_in_batch(&solver, batch, &mut workspace));
            let outcomes = answers(&solver, batch, &mut workspace);
            assert!(outcomes.iter().all(|outcome| outcome.steps <= bound(Engine::Simd)));
        }
    }
    report(failures);
}

/// Without a step limit, only the engines' own budgets end the search.
#[test]
fn batches_end_without_a_limit() {
    let mut workspace = Box::new(Workspace::new());
    for solver in solvers(Engine::Simd) {
        for batch in &batches() {
            report(wrong_in_batch(&solver, batch, &mut workspace));
        }
    }
}

/// The answer for a line depends only on that line: it is the one to the board alone.
#[test]
fn neighbours_do_not_change_an_answer() {
    let mut workspace = Box::new(Workspace::new());
    let mut failures = Vec::new();
    let batches = batches();
    for solver in solvers(Engine::Simd) {
        let mut known: BTreeMap<Grid, Option<Grid>> = BTreeMap::new();
        for batch in &batches {
            let outcomes = answers(&solver, batch, &mut workspace);
            for (case, outcome) in batch.iter().zip(outcomes) {
                let first = *known.entry(case.puzzle).or_insert_with(|| solver.solve(&case.puzzle).solution);
                if first != outcome.solution {
                    failures.push(format!("{}: two solutions shown: {}", solver.kernel(), case.puzzle));
                }
            }
        }
    }
    report(failures);
}

/// The default engine must decide these boards within a second's worth of steps. If it is not required to decide
/// them, its answer at the limit must still be correct.
#[test]
fn large_boards_are_decided_soon() {
    let mut failures = Vec::new();
    for line in lines("slow_25x25.txt") {
        let puzzle: Board25x25 = line.parse().unwrap();
        let solver =
            Solver::new().with_step_limit(if LARGE_BOARDS_ARE_DECIDED { 3_000_000 } else { 100_000 });
        let outcome = solver.with_any_solution(true).solve(&puzzle);
        assert!(outcome.solution.is_none_or(|solution| solution.is_solution_of(&puzzle)));
        let tally = solver.count(&puzzle, 2);
        assert_eq!((outcome.steps, outcome.guesses), (tally.steps, tally.guesses));
        if outcome.status == Status::OutOfSteps && LARGE_BOARDS_ARE_DECIDED {
            failures.push(format!("not decided after {} steps: {puzzle}", outcome.steps));
        }
    }
    report(failures);
}
