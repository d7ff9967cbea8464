//! What each solver is asked about each case. A question is a row of the table in `tests/agree.rs`.

use std::fmt;
use std::ops::ControlFlow;
use std::thread;

use lanedoku::{Board, End, Engine, Kernel, Order, Outcome, Search, Solver, Status, Tally, Workspace};

use super::cases::{AskedForm, AskedGoal, AskedPuzzle, PATIENCE, many};
use crate::support::machine;

/// Every engine on every kernel of this machine, the loop in each order.
pub fn solvers() -> Vec<Solver> {
    let loops = machine::solvers(Engine::Backtrack).flat_map(|solver| {
        Order::ALL.map(|order| Solver::builder().kernel(solver.kernel()).order(order).build().unwrap())
    });
    let others = [Engine::Simd, Engine::Propagate].into_iter().flat_map(machine::solvers);
    others.chain(loops).collect()
}

/// Memory of the library.
pub struct Room<const CELLS: usize> {
    pub workspace: &'static mut Workspace,
    pub search: &'static mut Search,
}

impl<const CELLS: usize> Room<CELLS> {
    pub fn new() -> Self {
        Room {
            workspace: Workspace::write_new(Box::leak(Box::new_uninit())),
            search: Search::write_new(Box::leak(Box::new_uninit())),
        }
    }
}

/// Tells which question a test failed at.
struct Asked<'a, P: fmt::Debug>(&'a Solver, &'a str, &'a P);

impl<P: fmt::Debug> Drop for Asked<'_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("asked {:?}\nabout a board, {}: {:?}", self.0, self.1, self.2);
        }
    }
}

pub type Question<P, const CELLS: usize> = fn(&mut Room<CELLS>, &Solver, &AskedPuzzle<P, CELLS>);

/// Asks every solver about every case. Those that may take for ever on a board have a limit on steps.
pub fn ask<'a, P: AskedForm<CELLS> + 'a, const CELLS: usize>(
    cases: impl Iterator<Item = &'a AskedPuzzle<P, CELLS>> + Clone,
    question: Question<P, CELLS>,
) {
    let mut room = Room::new();
    let mut asked = 0;
    for solver in solvers().into_iter().filter(P::is_for) {
        for case in cases.clone() {
            let limit = if case.may_give_up(&solver) { PATIENCE } else { u64::MAX };
            let solver = solver.with_step_limit(limit);
            let _asked = Asked(&solver, case.source, &case.puzzle);
            question(&mut room, &solver, case);
            asked += 1;
        }
    }
    assert!(asked > 10, "{asked}");
}

/// Collects the solutions of a visit, up to `most`.
fn visited<P: AskedForm<CELLS>, const CELLS: usize>(
    solver: &Solver,
    puzzle: &P,
    most: usize,
) -> (Tally, Vec<Board<CELLS>>) {
    let mut seen = Vec::new();
    let tally = solver.visit(puzzle, |solution| {
        seen.push(*solution);
        if seen.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(tally.solutions, seen.len() as u64);
    (tally, seen)
}

/// The solution, or the least of several, or any of them; and the steps of that.
pub fn solve<P: AskedForm<CELLS>, const CELLS: usize>(
    _: &mut Room<CELLS>,
    solver: &Solver,
    case: &AskedPuzzle<P, CELLS>,
) {
    for any in [false, true] {
        let solver = solver.with_any_solution(any);
        let outcome = solver.solve(&case.puzzle);
        assert_eq!(solver == solver.with_any_solution(true), any);
        if !case.check(&solver, &outcome) {
            continue;
        }
        // A count orders nothing. So the least solution takes more steps, if there are several. But after three
        // guesses, the SIMD engine may search in order.
        let count = solver.count(&case.puzzle, 2);
        let may_be_in_order = !any && solver.engine() == Engine::Simd && CELLS == 81 && outcome.guesses >= 3;
        match outcome.status {
            _ if may_be_in_order => {}
            Status::Multiple if !any => assert!(count.steps <= outcome.steps),
            _ => assert_eq!((count.steps, count.guesses), (outcome.steps, outcome.guesses)),
        }
        assert!(solver.engine() != Engine::Backtrack || outcome.guesses == 0);
        assert!(case.source != "full" || outcome.guesses == 0 && outcome.steps <= 2);
    }
}

/// The other functions that solve or count one board.
pub fn other_functions<const CELLS: usize>(
    room: &mut Room<CELLS>,
    solver: &Solver,
    case: &AskedPuzzle<Board<CELLS>, CELLS>,
) {
    let limits = [0, 1, 20, u64::MAX].map(|limit| solver.step_limit().min(limit));
    for (any, limit) in limits.into_iter().flat_map(|limit| [(false, limit), (true, limit)]) {
        let solver = solver.with_any_solution(any).with_step_limit(limit);
        let outcome = solver.solve(&case.puzzle);
        let mut solution = Board::EMPTY;
        let (status, tally) = solver.solve_into(&case.puzzle, &mut solution);
        let shown = (tally.solutions > 0).then_some(solution);
        let Tally { steps, guesses, .. } = tally;
        assert_eq!(Outcome { status, solution: shown, steps, guesses }, outcome);
        assert!(outcome.status != Status::OutOfSteps || tally.solutions == 0 && steps == limit);
        let (first, alone) = solver.first_solution(&case.puzzle);
        assert_eq!((alone.solutions == 1, alone.end == End::Stopped), (first.is_some(), first.is_some()));
        assert!(alone.steps <= limit);
        if any || solver.engine() == Engine::Backtrack && solver.order() == Order::Rows {
            // It stops at the first one, and may find it where `solve` meets its limit.
            assert_eq!(alone, solver.count(&case.puzzle, 1));
            assert!(outcome.solution.is_none() || outcome.solution == first);
            assert!(first.is_none_or(|first| case.admits(&first)));
        } else {
            assert_eq!(first, outcome.solution);
        }
        for most in [0, 1, 2, 9, many(CELLS) as u64] {
            let tally = solver.count_with(&case.puzzle, most, room.workspace);
            assert!(tally.steps <= limit && tally.solutions <= most);
            if tally.end == End::OutOfSteps {
                assert!(limit < u64::MAX && tally.solutions <= case.solutions.len() as u64);
            } else {
                assert_eq!((tally.solutions, tally.end), expected(case, most));
            }
        }
    }
}

/// The number of solutions and the end of a count that no limit on steps cuts short.
fn expected<P, const CELLS: usize>(case: &AskedPuzzle<P, CELLS>, limit: u64) -> (u64, End) {
    let known = case.solutions.len() as u64;
    match case.status {
        Status::Invalid => (0, End::Invalid),
        _ if known >= limit => (limit, End::Stopped),
        _ => (known, End::Exhausted),
    }
}

/// The number of solutions up to any limit, and a visitor that stops there.
pub fn count_and_visit<P: AskedForm<CELLS>, const CELLS: usize>(
    _: &mut Room<CELLS>,
    solver: &Solver,
    case: &AskedPuzzle<P, CELLS>,
) {
    let any = solver.with_any_solution(true).solve(&case.puzzle).solution;
    for limit in [0, 1, 2, 3, 50.min(many(CELLS)), many(CELLS)] {
        let tally = solver.count(&case.puzzle, limit as u64);
        if limit == 0 {
            let end = if case.status == Status::Invalid { End::Invalid } else { End::Stopped };
            assert_eq!(tally, Tally { solutions: 0, end, steps: 0, guesses: 0 });
            continue;
        }
        let (visit, mut seen) = visited(solver, &case.puzzle, limit);
        assert_eq!(visit, tally);
        assert!(tally.end != End::Invalid || (tally.steps, tally.guesses) == (0, 0));
        assert!(any.is_none() || any.as_ref() == seen.first());
        if tally.end == End::OutOfSteps {
            assert!(case.may_give_up(solver) && tally.steps == solver.step_limit());
        } else {
            assert_eq!((tally.solutions, tally.end), expected(case, limit as u64));
        }
        assert!(seen.iter().all(|solution| case.admits(solution)));
        let found = seen.len();
        seen.sort();
        if tally.end == End::Exhausted {
            assert_eq!(seen, case.solutions);
        }
        seen.dedup();
        assert_eq!(seen.len(), found, "a repeated solution");
    }
}

/// The limits on steps to try for a search of `whole` steps: every one, or those at its ends and some between.
fn limits(whole: u64, most: u64) -> Vec<u64> {
    let last = whole.saturating_add(1);
    let mut limits: Vec<u64> = if whole <= most {
        (0..=last).collect()
    } else {
        let between = (1..12).map(|part| whole / 12 * part);
        (0..=most / 4).chain(between).chain(whole - 2..=last).collect()
    };
    limits.push(whole + 64);
    limits
}

/// Every limit on steps, from none to the whole search: it is met exactly, and what is shown there is shown without it.
pub fn step_limits<P: AskedForm<CELLS>, const CELLS: usize>(
    _: &mut Room<CELLS>,
    solver: &Solver,
    case: &AskedPuzzle<P, CELLS>,
) {
    for any in [false, true] {
        let solver = solver.with_any_solution(any);
        let whole = solver.solve(&case.puzzle);
        for limit in limits(whole.steps, if CELLS == 16 { 200 } else { 60 })
            .into_iter()
            .filter(|&limit| limit <= solver.step_limit())
        {
            let outcome = solver.with_step_limit(limit).solve(&case.puzzle);
            if limit >= whole.steps {
                assert_eq!(outcome, whole, "{limit}");
            } else {
                let Outcome { status, solution, steps, .. } = outcome;
                assert_eq!((status, solution, steps), (Status::OutOfSteps, None, limit));
            }
        }
    }
    let most = many(CELLS) / 5;
    // In lanes, which a low limit excludes, the solutions come in another order.
    let alone = if CELLS == 81 { Solver::QUICK_STEPS - 1 } else { u64::MAX };
    let solver = &solver.with_step_limit(solver.step_limit().min(alone));
    let (whole, order) = visited(solver, &case.puzzle, most);
    for limit in limits(whole.steps, if CELLS == 16 { 200 } else { 60 })
        .into_iter()
        .filter(|&limit| limit <= solver.step_limit())
    {
        let limited = solver.with_step_limit(limit);
        let tally = limited.count(&case.puzzle, most as u64);
        let (visit, seen) = visited(&limited, &case.puzzle, most);
        // The vectors may be in the middle of other guesses.
        assert_eq!(
            (visit.solutions, visit.end, visit.steps),
            (tally.solutions, tally.end, tally.steps),
            "{limit}"
        );
        assert_eq!(seen, order[..seen.len()], "{limit}");
        if limit >= whole.steps {
            assert_eq!(tally, whole, "{limit}");
        } else {
            assert_eq!((tally.end, tally.steps), (End::OutOfSteps, limit));
            assert!(tally.guesses <= whole.guesses);
        }
    }
}

/// The outcome of a search for a solution, as [`Solver::solve`] returns it.
fn outcome_of<const CELLS: usize>(search: &Search) -> Outcome<CELLS> {
    let Tally { steps, guesses, .. } = search.tally();
    let solution = search.solution().map(|solution| Board::try_from(&solution).unwrap());
    Outcome { status: search.status(), solution, steps, guesses }
}

/// Runs a search to its end. Calls `between` after each slice.
fn run<const CELLS: usize>(
    search: &mut Search,
    slice: u64,
    mut between: impl FnMut(&Search),
) -> (Tally, Vec<Board<CELLS>>) {
    let mut seen = Vec::new();
    let (mut before, mut progress) = (search.tally(), search.progress());
    while !search.visit(slice, |solution| {
        seen.push(Board::try_from(solution).unwrap());
        ControlFlow::Continue(())
    }) {
        let tally = search.tally();
        assert_eq!(tally.end, End::OutOfSteps);
        assert!(tally.steps > before.steps && tally.solutions >= before.solutions, "{before:?} {tally:?}");
        assert!(search.progress() >= progress && search.progress() < 1.0, "{progress} {}", search.progress());
        assert_eq!(search.solution(), None);
        assert!([Status::OutOfSteps, tally.status()].contains(&search.status()));
        between(search);
        (before, progress) = (tally, search.progress());
    }
    assert!(search.run(slice), "an ended search stays ended");
    let tally = search.tally();
    assert!(
        tally.steps >= before.steps && tally.solutions >= before.solutions && search.progress() >= progress
    );
    assert_eq!(search.progress() == 1.0, tally.is_exact(), "{tally:?}");
    (tally, seen)
}

/// A search in slices has the answers of one go, at limits on steps, too. What it has found at a limit is a part of the
/// whole, and never looks complete.
pub fn slices<P: AskedForm<CELLS>, const CELLS: usize>(
    room: &mut Room<CELLS>,
    solver: &Solver,
    case: &AskedPuzzle<P, CELLS>,
) {
    let most = many(CELLS) as u64;
    let outcome = solver.solve(&case.puzzle);
    // The vectors take a few steps more for each slice.
    let exact = solver.engine() != Engine::Simd || CELLS != 81;
    let search = &mut *room.search;
    // The loop's steps are short.
    let most_steps = if solver.engine() == Engine::Backtrack { 1_500 } else { u64::MAX };
    let solver = &solver.with_step_limit(solver.step_limit().min(most_steps));
    for slice in [1, 100, u64::MAX] {
        let mut whole = [0; 4];
        let goals =
            [AskedGoal::Solve, AskedGoal::Count(most), AskedGoal::CountWithProgress(most), AskedGoal::Visit];
        for (goal, whole) in goals.into_iter().zip(&mut whole) {
            if goal == AskedGoal::Visit && !case.is_complete() {
                continue;
            }
            case.puzzle.begin(solver, goal, search);
            assert_eq!(search.progress(), 0.0);
            *whole = run::<CELLS>(search, slice, |_| {}).0.steps;
            for limit in limits(*whole, 12).into_iter().chain([solver.step_limit()]) {
                let limited = solver.with_step_limit(limit.min(solver.step_limit()));
                case.puzzle.begin(&limited, goal, search);
                let (tally, mut seen) = run(search, slice, |_| {});
                assert!(tally.steps <= limited.step_limit(), "{goal:?} {slice} {limit}");
                if limited.step_limit() < Solver::QUICK_STEPS {
                    // A low limit has one meaning.
                    match goal {
                        AskedGoal::Solve => assert_eq!(outcome_of(search), limited.solve(&case.puzzle)),
                        AskedGoal::Visit => {}
                        _ => assert_eq!(tally, limited.count(&case.puzzle, most), "{goal:?} {slice}"),
                    }
                }
                let is_limited = tally.end == End::OutOfSteps;
                // Parts take other steps.
                if exact && goal != AskedGoal::CountWithProgress(most) && *whole < solver.step_limit() {
                    assert_eq!(is_limited, limit < *whole, "{goal:?} {slice} {limit} of {whole}: {tally:?}");
                }
                match goal {
                    AskedGoal::Solve => {
                        let found: Outcome<CELLS> = outcome_of(search);
                        assert_eq!(found.steps, tally.steps);
                        assert!(
                            !is_limited || found.status == Status::OutOfSteps && found.solution.is_none()
                        );
                        if !is_limited && outcome.status != Status::OutOfSteps {
                            assert_eq!((found.status, found.solution), (outcome.status, outcome.solution));
                        }
                    }
                    _ if is_limited => assert!(tally.solutions <= case.solutions.len() as u64),
                    _ => assert_eq!(
                        (tally.solutions, tally.end),
                        expected(case, most),
                        "{goal:?} {slice} {limit}"
                    ),
                }
                assert!(goal == AskedGoal::Visit || seen.is_empty(), "no other search calls the visitor");
                if goal == AskedGoal::Visit {
                    seen.sort();
                    assert!(is_limited || seen == case.solutions, "{slice} {limit}");
                    seen.dedup();
                    assert_eq!(seen.len() as u64, tally.solutions, "{slice} {limit}");
                }
            }
        }
        // A visitor that stops.
        let stop = 1 + case.solutions.len() / 2;
        case.puzzle.begin(solver, AskedGoal::Visit, search);
        let mut seen = Vec::new();
        while !search.visit(slice, |solution| {
            seen.push(Board::<CELLS>::try_from(solution).unwrap());
            if seen.len() == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }) {}
        if search.tally().end != End::OutOfSteps {
            assert_eq!((search.tally().solutions, search.tally().end), expected(case, stop as u64));
        }
        assert_eq!(search.tally().solutions, seen.len() as u64);
    }
}

/// A count in parts has the number of solutions of one go, and its progress grows. Under the limits on steps at the
/// ends of its parts, and just around them, it has that number, too, or is not complete.
pub fn parts<const CELLS: usize>(
    room: &mut Room<CELLS>,
    solver: &Solver,
    case: &AskedPuzzle<Board<CELLS>, CELLS>,
) {
    let search = &mut *room.search;
    let all = many(CELLS) as u64;
    // A count under a lower limit is not divided.
    let solver = &solver.with_step_limit(solver.step_limit().max(Solver::QUICK_STEPS));
    for (slice, most) in [(1, 1), (1, 20), (1, all), (1_000, all), (u64::MAX, u64::MAX)] {
        if most == u64::MAX && !case.is_complete() {
            continue;
        }
        // Large boards take 65,536 steps each.
        let slice = if CELLS > 81 { slice.max(64) } else { slice };
        let (mut ends, mut progress) = (Vec::new(), 0.0);
        solver.begin_count_with_progress(&case.puzzle, most, search);
        let (whole, _) = run::<CELLS>(search, slice, |search| {
            if search.progress() > progress {
                (progress, _) = (search.progress(), ends.push(search.tally().steps));
            }
        });
        if whole.end == End::OutOfSteps {
            assert!(case.may_give_up(solver) && whole.steps == solver.step_limit());
            continue;
        }
        assert_eq!((whole.solutions, whole.end), expected(case, most));
        assert!(
            case.source != "empty" || CELLS > 16 || most < all || slice > 1 || ends.len() > 20,
            "{ends:?}"
        );
        let step = ends.len().div_ceil(12).max(1);
        for &end in ends.iter().step_by(step).chain([&whole.steps]) {
            for limit in [end.saturating_sub(1), end, end + 1] {
                solver.with_step_limit(limit).begin_count_with_progress(&case.puzzle, most, search);
                let (tally, _) = run::<CELLS>(search, slice, |_| {});
                assert!(tally.steps <= limit && tally.solutions <= whole.solutions, "{limit}");
                if tally.end != End::OutOfSteps {
                    assert_eq!((tally.solutions, tally.end), (whole.solutions, whole.end), "{slice} {limit}");
                }
            }
        }
        // The same memory counts in one go afterwards.
        solver.begin_count(&case.puzzle, 10, search);
        let (tally, _) = run::<CELLS>(search, 1_000, |_| {});
        assert!(tally.end == End::OutOfSteps || (tally.solutions, tally.end) == expected(case, 10));
    }
}

/// The kernels of the loop take the same steps, and find solutions in the same order.
pub fn loops<const CELLS: usize>(
    _: &mut Room<CELLS>,
    solver: &Solver,
    case: &AskedPuzzle<Board<CELLS>, CELLS>,
) {
    if solver.engine() != Engine::Backtrack || solver.kernel() == Kernel::Portable {
        return;
    }
    let portable = Solver::builder().kernel(Kernel::Portable).engine(Engine::Backtrack);
    let portable = portable.order(solver.order()).build().unwrap();
    for limit in (0..60).chain([300, PATIENCE]) {
        let [one, other] = [*solver, portable].map(|solver| {
            let solver = solver.with_step_limit(limit);
            (solver.solve(&case.puzzle), visited(&solver, &case.puzzle, 50))
        });
        assert_eq!(one, other, "{limit}");
    }
}
