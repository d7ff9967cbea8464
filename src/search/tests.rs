//! Searches in slices of any size have the answers of a search in one go.

use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use crate::testkit::oracle;
use crate::testkit::puzzles::PuzzleGenerator;

use super::{CountParts, Goal, SHORTEST_SIMD_SLICE, Search};
use crate::{Board, End, Engine, Kernel, Order, Outcome, Puzzle, SizedPuzzle, Solver, Status, Tally};

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

fn memory() -> Box<MaybeUninit<Search>> {
    Box::new_uninit()
}

/// The outcome of a search for a solution, as [`Solver::solve`] returns it.
fn outcome<const CELLS: usize>(search: &Search) -> Outcome<CELLS> {
    let Tally { steps, guesses, .. } = search.tally();
    let solution = search.solution().map(|solution| Board::try_from(&solution).unwrap());
    Outcome { status: search.status(), solution, steps, guesses }
}

/// Runs a search in slices to its end. Its tally grows from slice to slice.
fn run(search: &mut Search, slice: u64) -> Tally {
    let (mut before, mut was_simd) = (search.tally(), search.is_simd);
    while !search.run(slice) {
        let tally = search.tally();
        assert_eq!(tally.end, End::OutOfSteps);
        assert_eq!(search.solution(), None);
        let of_count = if search.goal == Goal::Solve { Status::OutOfSteps } else { tally.status() };
        assert_eq!(search.status(), of_count);
        assert!(tally.steps > before.steps && tally.solutions >= before.solutions);
        // A slice is no shorter than asked for, and exactly as long where steps are taken one by one.
        let taken = tally.steps - before.steps;
        match (was_simd, search.is_simd) {
            (true, still) => {
                let shortest = slice.max(SHORTEST_SIMD_SLICE);
                let least = if still { shortest } else { slice };
                assert!((least..=shortest + 100).contains(&taken), "{taken} of {slice}");
            }
            _ => assert_eq!(taken, slice),
        }
        (before, was_simd) = (tally, search.is_simd);
    }
    assert!(search.run(slice), "an ended search stays ended");
    let tally = search.tally();
    assert!(tally.steps >= before.steps, "{before:?} {tally:?}");
    tally
}

/// Asserts that all solvers give the answers of one go in slices.
fn check<const CELLS: usize>(search: &mut Search, puzzle: &Board<CELLS>, slices: &[u64], limit: u64) {
    for solver in solvers() {
        let solver = solver.with_step_limit(2_000_000);
        let Outcome { status, solution, .. } = solver.solve(puzzle);
        let count = solver.count(puzzle, limit);
        for &slice in slices {
            solver.begin_solve(puzzle, search);
            run(search, slice);
            let outcome = outcome(search);
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
        check(search, &reduced::<CELLS>(&mut generator, clues), slices, limit);
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

/// Boards on which searches have taken long: many contradictions, restarts, solutions found late.
const SLOW: [&str; 5] = [
    "51...2..3....4.1.....3...4.............1..4..6...3..15......3................3..2",
    "7.18.9......4.5........7...6......1............87......4.....8..........8..23..4.",
    ".....42.3..........6.1..5..3.....71.............9...6...........5.2....4..2.5...7",
    "7....89...18.492..4..7.1...9...2.4.7..18......2..9.18....97......................",
    "2.3.....5...9........5.2....2.....9.....3..5.3..2.8.......8................4.....",
];

#[test]
fn slow_boards_have_the_answers_of_one_go() {
    let mut memory = memory();
    let search = Search::write_new(&mut memory);
    for board in SLOW {
        let puzzle: Board<81> = board.parse().unwrap();
        for solver in solvers().into_iter().filter(|solver| solver.engine() != Engine::Backtrack) {
            let Outcome { status, solution, .. } = solver.solve(&puzzle);
            for slice in [1, 100, 1_000] {
                solver.begin_solve(&puzzle, search);
                run(search, slice);
                let outcome = outcome(search);
                assert_eq!(
                    (outcome.status, outcome.solution),
                    (status, solution),
                    "{solver:?} {slice} {board}"
                );
            }
        }
    }
}

/// Each solution is counted once, however often the count stops.
#[test]
fn counts_of_many_solutions_agree() {
    let (mut memory, mut generator) = (memory(), PuzzleGenerator::new(92));
    let search = Search::write_new(&mut memory);
    let mut large = 0;
    for clues in 20..26 {
        let puzzle: Board<81> = reduced(&mut generator, clues);
        let expected = Solver::new().count(&puzzle, 300_000);
        large += usize::from(expected.solutions > 10_000);
        for solver in solvers().into_iter().filter(|solver| solver.engine() == Engine::Simd) {
            for slice in [300, 10_000, 70_000] {
                solver.begin_count(&puzzle, 300_000, search);
                let tally = run(search, slice);
                assert_eq!(
                    (tally.solutions, tally.end),
                    (expected.solutions, expected.end),
                    "{solver:?} {slice} {puzzle}"
                );
            }
        }
    }
    assert!(large > 2, "{large} large counts");
}

#[test]
fn candidates_have_the_answers_of_one_go() {
    let (mut memory, mut generator) = (memory(), PuzzleGenerator::new(93));
    let search = Search::write_new(&mut memory);
    for solver in solvers() {
        for round in 0..20 {
            let full: [u8; 81] = generator.full_grid();
            let more = if round % 4 == 0 { 0 } else { 1 + round % 3 };
            let candidates = full.map(|digit| {
                (0..more).fold(1 << (digit - 1), |candidates: u16, _| candidates | 1 << generator.below(9))
            });
            let expected = solver.solve(&candidates);
            solver.begin_solve(&candidates, search);
            run(search, 64);
            let outcome = outcome(search);
            assert_eq!((outcome.status, outcome.solution), (expected.status, expected.solution));
            let expected = solver.count(&candidates, 5_000);
            solver.begin_count(&candidates, 5_000, search);
            let tally = run(search, 100);
            assert_eq!((tally.solutions, tally.end), (expected.solutions, expected.end));
        }
    }
}

/// The solver's limit on steps ends a search in slices: no solution is shown, and it does not go on.
#[test]
fn the_limit_on_steps_ends_a_search() {
    let mut memory = memory();
    let search = Search::write_new(&mut memory);
    for solver in solvers() {
        let puzzle: Board<81> = SLOW[1].parse().unwrap();
        for limit in [0, 1, 2, 20, 70] {
            let solver = solver.with_step_limit(limit);
            for slice in [1, 7, 1_000] {
                solver.begin_solve(&puzzle, search);
                let tally = run(search, slice);
                let outcome = outcome::<81>(search);
                let (ended, limited) = (tally.end == End::Exhausted, tally.end == End::OutOfSteps);
                assert!(ended && outcome.status == Status::NoSolution || limited && tally.steps == limit);
                assert_eq!(outcome.solution, None);
                solver.begin_count(&Board::<81>::EMPTY, u64::MAX, search);
                assert_eq!((run(search, slice).end, search.tally().steps), (End::OutOfSteps, limit));
            }
        }
    }
}

/// A search can be left at any time, and its memory be used for another board and another engine.
#[test]
fn memory_is_used_again() {
    let (mut memory, mut generator) = (memory(), PuzzleGenerator::new(94));
    let search = Search::write_new(&mut memory);
    for _ in 0..20 {
        for solver in solvers() {
            solver.begin_count(&reduced::<81>(&mut generator, 25), u64::MAX, search);
            search.run(generator.below(3_000) as u64);
            let puzzle: Board<81> = reduced(&mut generator, 30);
            let solver = solver.with_step_limit(2_000_000);
            solver.begin_solve(&puzzle, search);
            run(search, 500);
            let expected = solver.solve(&puzzle);
            assert_eq!(outcome::<81>(search).status, expected.status);
            assert_eq!(outcome::<81>(search).solution, expected.solution);
        }
    }
}

/// A flag of another thread ends a count within a slice.
#[test]
fn another_thread_cancels_a_count() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let (is_running, is_cancelled) = (AtomicBool::new(false), AtomicBool::new(false));
    for solver in solvers() {
        let mut memory = memory();
        let search = Search::write_new(&mut memory);
        solver.begin_count(&Board::<81>::EMPTY, u64::MAX, search);
        let mut slices_after = 0;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_running.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
                is_cancelled.store(true, Ordering::Release);
            });
            let has_ended = search.run_while(|tally| {
                is_running.store(tally.steps > 0, Ordering::Release);
                let is_cancelled = is_cancelled.load(Ordering::Acquire);
                slices_after += usize::from(is_cancelled);
                !is_cancelled
            });
            assert!(!has_ended);
        });
        assert_eq!(slices_after, 1, "no slice runs after the flag is seen");
        assert!(search.tally().steps > 0);
        is_running.store(false, Ordering::Release);
        is_cancelled.store(false, Ordering::Release);
    }
}

/// The size that the documentation gives: that of x86-64, where a kernel has lanes. Others take less.
#[test]
fn memory_has_the_documented_size() {
    let (size, documented) = (size_of::<Search>().div_ceil(1024), 535);
    assert!(size <= documented && (size == documented || !cfg!(target_arch = "x86_64")), "{size}");
}

/// Visits the solutions in slices. Stops after `most`.
fn visited<const CELLS: usize>(search: &mut Search, slice: u64, most: usize) -> Vec<Board<CELLS>> {
    let mut found = Vec::new();
    while !search.visit(slice, |solution| {
        found.push(Board::try_from(solution).unwrap());
        if found.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }) {
        assert_eq!(search.tally().end, End::OutOfSteps);
    }
    assert_eq!(search.tally().solutions, found.len() as u64);
    found
}

fn check_visits<const CELLS: usize>(clues: &[usize], slices: &[u64]) {
    let (mut memory, mut generator) = (memory(), PuzzleGenerator::new(7 + CELLS as u64));
    let search = Search::write_new(&mut memory);
    for &clues in clues {
        let puzzle: Board<CELLS> = reduced(&mut generator, clues);
        for solver in solvers() {
            let mut all = Vec::new();
            let tally = solver.visit(&puzzle, |solution| {
                all.push(*solution);
                if all.len() == 3000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(tally.end, End::Exhausted, "{puzzle}");
            all.sort();
            for &slice in slices {
                solver.begin_visit(&puzzle, search);
                let mut found = visited(search, slice, usize::MAX);
                assert_eq!(search.tally().end, End::Exhausted);
                found.sort();
                assert_eq!(found, all, "{solver:?} {slice} {puzzle}");
                solver.begin_visit(&puzzle, search);
                let most = 1 + all.len() / 2;
                assert_eq!(visited::<CELLS>(search, slice, most).len(), most.min(all.len()));
                let end = if most <= all.len() { End::Stopped } else { End::Exhausted };
                assert_eq!(search.tally().end, end, "{solver:?} {slice} {puzzle}");
                // Without a visitor, the solutions are counted.
                solver.begin_visit(&puzzle, search);
                assert_eq!(run(search, slice).solutions, all.len() as u64);
            }
            // At the limit on steps, the visit ends.
            solver.with_step_limit(1).begin_visit(&puzzle, search);
            assert!(search.visit_while(|_| true, |_| ControlFlow::Continue(())) && search.tally().steps <= 1);
        }
    }
}

#[test]
fn slices_visit_every_solution_once() {
    check_visits::<16>(&[0, 3, 6], &[1, 10, 1_000]);
    check_visits::<81>(&[25, 28, 32, 40], &[1, 100, 10_000]);
    check_visits::<256>(&[190], &[100]);
}

#[test]
fn slices_visit_the_solutions_of_candidates() {
    let mut memory = memory();
    let search = Search::write_new(&mut memory);
    // Two cells of each row and column, or one.
    let solution: Board<81> = Solver::new().solve(&Board::EMPTY).solution.unwrap();
    let candidates =
        solution.digits().map(|digit| 1 << (digit - 1) | 1 << (digit % 9) | 1 << ((digit + 1) % 9));
    let mut all = Vec::new();
    Solver::new().visit(&candidates, |solution| {
        all.push(*solution);
        ControlFlow::Continue(())
    });
    assert!(all.len() > 1, "{}", all.len());
    for slice in [1, 1_000] {
        Solver::new().begin_visit(&candidates, search);
        let mut found = visited(search, slice, usize::MAX);
        found.sort();
        all.sort();
        assert_eq!(found, all);
    }
}

/// The ways to search a board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SearchJob {
    Solve,
    Count,
    CountWithProgress,
    Visit,
}

const JOBS: [SearchJob; 4] =
    [SearchJob::Solve, SearchJob::Count, SearchJob::CountWithProgress, SearchJob::Visit];

fn begin(job: SearchJob, solver: &Solver, puzzle: &impl Puzzle, limit: u64, search: &mut Search) {
    match job {
        SearchJob::Solve => solver.begin_solve(puzzle, search),
        SearchJob::Count => solver.begin_count(puzzle, limit, search),
        SearchJob::CountWithProgress => solver.begin_count_with_progress(puzzle, limit, search),
        SearchJob::Visit => solver.begin_visit(puzzle, search),
    }
    let begun = Tally { solutions: 0, end: End::OutOfSteps, steps: 0, guesses: 0 };
    assert_eq!((search.tally(), search.progress()), (begun, 0.0));
    assert_eq!((search.status(), search.solution()), (Status::OutOfSteps, None));
}

/// Boards with few solutions, and their solutions by the oracle.
fn few_solutions<const CELLS: usize>(
    clues: impl Iterator<Item = usize>,
    most: usize,
) -> Vec<(Board<CELLS>, Vec<[u8; CELLS]>)> {
    let mut generator = PuzzleGenerator::new(36 + CELLS as u64);
    let boards = clues.map(|clues| reduced::<CELLS>(&mut generator, clues));
    let solved = boards.map(|board| {
        let solutions = oracle::solutions(&oracle::masks(board.digits()), most + 1, u32::MAX).unwrap();
        (board, solutions)
    });
    solved.filter(|(_, solutions)| solutions.len() <= most).collect()
}

/// Searches within each limit on steps from 0 to the whole and one more. Only a limit that the whole search keeps to
/// ends with an answer. The others say that they are out of steps, wherever the limit falls.
fn check_each_limit<const CELLS: usize>(puzzle: &Board<CELLS>, solutions: &[[u8; CELLS]], slices: &[u64]) {
    let mut memory = memory();
    let search = Search::write_new(&mut memory);
    for solver in solvers() {
        for (job, &slice) in JOBS.into_iter().flat_map(|job| slices.iter().map(move |slice| (job, slice))) {
            let context = format!("{solver:?} {job:?} {slice} {puzzle}");
            // Without a limit, a search for the least solution goes in slices, which takes other steps.
            let is_solve = job == SearchJob::Solve;
            let solver = solver.with_step_limit(if is_solve { Solver::QUICK_STEPS - 1 } else { u64::MAX });
            begin(job, &solver, puzzle, u64::MAX, search);
            let whole = run(search, slice);
            if whole.steps > 3_000 {
                continue;
            }
            // A count without a limit may be one in lanes or in parts, which takes other steps.
            let in_lanes = job == SearchJob::CountWithProgress || search.is_simd && job == SearchJob::Count;
            let mut answered = 0;
            for limit in 0..=whole.steps + 1 {
                begin(job, &solver.with_step_limit(limit), puzzle, u64::MAX, search);
                let tally = run(search, slice);
                let has_answer = tally.end != End::OutOfSteps;
                answered += u64::from(has_answer);
                if has_answer {
                    let all = if job == SearchJob::Solve { solutions.len().min(2) } else { solutions.len() };
                    let end = if job == SearchJob::Solve && all == 2 { End::Stopped } else { End::Exhausted };
                    assert!(tally.steps <= limit, "{limit} {context}");
                    assert_eq!((tally.solutions, tally.end), (all as u64, end), "{limit} {context}");
                } else {
                    assert_eq!(tally.steps, limit, "{context}");
                    assert!(tally.solutions <= solutions.len() as u64, "{limit} {context}");
                }
                assert_eq!(search.progress() == 1.0, tally.end == End::Exhausted, "{limit} {context}");
                let outcome = outcome::<CELLS>(search);
                let status = match (job, has_answer) {
                    (SearchJob::Solve, true) => {
                        [Status::NoSolution, Status::Unique, Status::Multiple][solutions.len().min(2)]
                    }
                    (SearchJob::Solve, false) => Status::OutOfSteps,
                    _ => tally.status(),
                };
                assert_eq!(outcome.status, status, "{limit} {context}");
                assert_eq!(
                    outcome.solution.is_some(),
                    has_answer && job == SearchJob::Solve && !solutions.is_empty()
                );
                assert!(
                    has_answer || in_lanes || limit <= whole.steps,
                    "{limit} of {} {context}",
                    whole.steps
                );
            }
            assert!(in_lanes || answered > 0, "{answered} {context}");
        }
    }
}

#[test]
fn every_limit_on_steps_ends_with_the_answer_or_without_one() {
    let boards = few_solutions::<16>([2, 4, 6, 16].into_iter(), 40);
    assert!(boards.len() > 2);
    for (puzzle, solutions) in boards {
        check_each_limit(&puzzle, &solutions, &[1, u64::MAX]);
    }
    let boards = few_solutions::<81>([28, 30, 36, 60].into_iter(), 60);
    assert!(boards.len() > 2);
    for (puzzle, solutions) in boards {
        check_each_limit(&puzzle, &solutions, &[u64::MAX]);
    }
}

/// A count ends at its limit on solutions, whichever it is, and says so.
#[test]
fn every_limit_on_solutions_is_kept() {
    let (mut memory, mut small_memory) = (memory(), memory());
    let (search, small) = (Search::write_new(&mut memory), Search::write_new(&mut small_memory));
    fn check<const CELLS: usize>(search: &mut Search, boards: &[(Board<CELLS>, Vec<[u8; CELLS]>)]) {
        for (puzzle, solutions) in boards {
            let all = solutions.len() as u64;
            for solver in solvers() {
                for job in [SearchJob::Count, SearchJob::CountWithProgress] {
                    for (limit, slice) in (1..=all + 1).flat_map(|limit| [(limit, 70), (limit, u64::MAX)]) {
                        begin(job, &solver, puzzle, limit, search);
                        let tally = run(search, slice);
                        let end = if limit <= all { End::Stopped } else { End::Exhausted };
                        assert_eq!(
                            (tally.solutions, tally.end),
                            (limit.min(all), end),
                            "{limit} {solver:?} {job:?} {slice} {puzzle}"
                        );
                        assert_eq!(search.progress() == 1.0, end == End::Exhausted);
                    }
                }
            }
        }
    }
    check::<16>(small, &few_solutions((3..9).step_by(2), 30));
    check::<81>(search, &few_solutions([28, 30, 32].into_iter(), 25));
}

/// A visitor that breaks ends the search with this solution. It is then not called again, and nor is a flag.
#[test]
fn a_visitor_may_break_at_each_solution() {
    let mut memory = memory();
    let search = Search::write_new(&mut memory);
    for (puzzle, solutions) in few_solutions::<81>([28, 30, 31].into_iter(), 30) {
        for solver in solvers() {
            for most in 1..=solutions.len() {
                solver.begin_visit(&puzzle, search);
                let found = visited(search, 100, most);
                assert!(found.iter().all(|found| solutions.contains(found.digits())), "{puzzle}");
                assert_eq!((found.len(), search.tally().end), (most, End::Stopped), "{solver:?} {puzzle}");
                assert!(search.visit(100, |_| panic!("a visit of an ended search")));
                assert!(search.visit_while(|_| panic!("no slice is left"), |_| panic!("no solution")));
            }
            // Only a visit calls the visitor.
            for job in [SearchJob::Solve, SearchJob::Count, SearchJob::CountWithProgress] {
                begin(job, &solver, &puzzle, u64::MAX, search);
                while !search.visit(1_000, |_| panic!("{job:?} calls the visitor")) {}
            }
        }
    }
}

/// The flag is asked before each slice, with the tally so far. The slices are of a size that takes about a millisecond.
#[test]
fn a_flag_is_asked_before_each_slice() {
    let mut memory = memory();
    let search = Search::write_new(&mut memory);
    for (solver, job) in solvers().into_iter().flat_map(|solver| JOBS.map(|job| (solver, job))) {
        if job == SearchJob::Solve {
            continue;
        }
        for last in 0..3 {
            begin(job, &solver, &Board::<81>::EMPTY, u64::MAX, search);
            let mut asked: Vec<Tally> = Vec::new();
            let has_ended = search.run_while(|tally| {
                asked.push(*tally);
                asked.len() <= last
            });
            assert!(!has_ended && asked.len() == last + 1, "{solver:?} {job:?}");
            assert_eq!(asked.last(), Some(&search.tally()));
            for pair in asked.windows(2) {
                let steps = pair[1].steps - pair[0].steps;
                assert!((2_500..1_000_000).contains(&steps), "{solver:?} {job:?} {steps}");
                assert!(pair[1].solutions >= pair[0].solutions);
            }
        }
    }
}

/// The parts of a count have each solution once, and their shares are small and add up.
#[test]
fn parts_divide_the_whole() {
    fn check<const CELLS: usize>(puzzle: &Board<CELLS>, solutions: &[[u8; CELLS]]) -> usize {
        let mut parts = CountParts::new(puzzle);
        let (mut next, mut found, mut count, mut share) = (parts.next(), vec![], 0, 0.0);
        while let Some(part) = next {
            let part: [u8; CELLS] = part.digits().try_into().unwrap();
            count += 1;
            assert_eq!(parts.progress(), share);
            assert!((0..CELLS).all(|cell| [0, part[cell]].contains(&puzzle.digits()[cell])));
            found.extend(match oracle::collide(&part) {
                true => vec![],
                false => oracle::solutions(&oracle::masks(&part), 10_000, u32::MAX).unwrap(),
            });
            next = parts.next();
            let end = if next.is_some() { parts.progress() } else { 1.0 };
            // A larger share has no cell to divide by: each is filled, or has one candidate, or one has none.
            let free = |cell: &usize| {
                (1..=Board::<CELLS>::SIDE as u8)
                    .filter(|&digit| {
                        !oracle::collide(&crate::testkit::puzzles::with_digit(&part, *cell, digit))
                    })
                    .count()
            };
            let is_small = end - share <= 1.0 / 256.0;
            let mut open = (0..CELLS).filter(|&cell| part[cell] == 0).map(|cell| free(&cell));
            assert!(
                end > share && (is_small || open.clone().all(|free| free < 2) || open.any(|free| free == 0))
            );
            share = end;
        }
        let mut all = solutions.to_vec();
        all.sort();
        found.sort();
        assert_eq!(found, all, "{puzzle}");
        count
    }
    let mut most = [0; 2];
    for (puzzle, solutions) in few_solutions::<16>([0, 1, 4, 8, 16].into_iter(), 300) {
        most[0] = most[0].max(check(&puzzle, &solutions));
    }
    for (puzzle, solutions) in few_solutions::<81>([24, 27, 30, 40].into_iter(), 2_000) {
        most[1] = most[1].max(check(&puzzle, &solutions));
    }
    assert!(most.iter().all(|most| (100..2_000).contains(most)), "{most:?}");
}

/// A limit on steps at the end of a part, or just around it, leaves a count that is not complete, until the last part.
#[test]
fn a_count_ends_at_the_limit_between_parts() {
    let mut memory = memory();
    let search = Search::write_new(&mut memory);
    let solver = Solver::builder().engine(Engine::Backtrack).build().unwrap();
    let puzzle: Board<81> =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1................3..".parse().unwrap();
    let (mut ends, mut before) = (Vec::new(), 0.0);
    solver.begin_count_with_progress(&puzzle, u64::MAX, search);
    while !search.run(1) {
        if search.progress() > before {
            before = search.progress();
            ends.push(search.tally().steps);
        }
    }
    let whole = search.tally();
    assert!(whole.solutions > 1 && ends.len() > 50 && whole.steps > 2 * Solver::QUICK_STEPS, "{whole:?}");
    let mut cut = 0;
    for end in ends.into_iter().filter(|&end| end > Solver::QUICK_STEPS).step_by(5).chain([whole.steps]) {
        for limit in [end - 1, end, end + 1] {
            solver.with_step_limit(limit).begin_count_with_progress(&puzzle, u64::MAX, search);
            while !search.run(100_000) {}
            let tally = search.tally();
            // Parts that take no steps may follow the last step.
            assert!(tally.is_exact() == (limit >= whole.steps) || limit == whole.steps, "{limit} {tally:?}");
            assert_eq!(tally.steps, limit.min(whole.steps));
            assert!(tally.is_exact() || tally.end == End::OutOfSteps && search.progress() < 1.0);
            assert!(tally.solutions == whole.solutions || !tally.is_exact());
            cut += u32::from(!tally.is_exact());
        }
    }
    assert!(cut > 10, "{cut}");
}

#[test]
fn a_new_search_has_ended_without_a_board() {
    let mut memory = memory();
    let search = Search::write_new(&mut memory);
    let tally = Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 };
    assert!(search.run(1) && search.run_while(|_| panic!("no slice")));
    assert_eq!((search.tally(), outcome::<81>(search)), (tally, Outcome::INVALID));
    assert!(format!("{search:?}").starts_with("Search"));
}

/// The memory of one search, for boards of every size and pencil marks, with every goal, one after another, whether the
/// one before has ended or not.
#[test]
fn one_memory_serves_puzzles_of_every_size_in_any_order() {
    fn check<const CELLS: usize>(
        search: &mut Search,
        solver: &Solver,
        puzzle: &impl SizedPuzzle<CELLS>,
        (job, slice): (SearchJob, u64),
    ) {
        begin(job, solver, puzzle, 20, search);
        while !search.run(slice) {}
        let tally = search.tally();
        let is_limited = tally.end == End::OutOfSteps;
        match job {
            SearchJob::Solve => {
                let expected = solver.solve(puzzle);
                if !is_limited && expected.status != Status::OutOfSteps {
                    let found = outcome::<CELLS>(search);
                    assert_eq!((found.status, found.solution), (expected.status, expected.solution));
                }
            }
            SearchJob::Count | SearchJob::CountWithProgress => {
                let expected = solver.count(puzzle, 20);
                if !is_limited && expected.end != End::OutOfSteps {
                    assert_eq!((tally.solutions, tally.end), (expected.solutions, expected.end));
                }
                assert_eq!(search.solution(), None);
            }
            SearchJob::Visit => assert_eq!(search.solution(), None),
        }
        // The next search begins where this one has not ended.
        begin(job, solver, puzzle, 20, search);
        search.run(slice);
    }
    let (mut memory, mut generator) = (memory(), PuzzleGenerator::new(98));
    let search = Search::write_new(&mut memory);
    let solvers = solvers();
    for round in 0..400 {
        // So many that counts are divided.
        let solver = solvers[generator.below(solvers.len())].with_step_limit(2 * Solver::QUICK_STEPS);
        let job = JOBS[generator.below(JOBS.len())];
        let with = (job, [1, 50, 5_000][generator.below(3)]);
        match generator.below(5) {
            0 => check::<16>(search, &solver, &reduced(&mut generator, 3 + round % 8), with),
            1 => check::<81>(search, &solver, &reduced(&mut generator, 24 + round % 12), with),
            2 => check::<256>(search, &solver, &reduced(&mut generator, 150 + round % 50), with),
            3 => check::<625>(search, &solver, &reduced(&mut generator, 500 + round % 60), with),
            _ => {
                let puzzle: Board<81> = reduced(&mut generator, 30);
                let marks = puzzle.digits().map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) });
                check::<81>(search, &solver, &marks, with);
            }
        }
    }
}
