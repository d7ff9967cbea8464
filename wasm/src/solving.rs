//! Solutions, counts, visits.

use std::ops::ControlFlow;

use lanedoku::{AnyPuzzle, End, Grid, Outcome, Search, Solver, Status, Tally};

use crate::memory::call;
use crate::puzzles::{nine, step_count};

/// The most puzzles in one call.
const MOST_PUZZLES: usize = 1 << 16;

/// The most steps of a slice of a visit, so that the output stays short: a step finds one solution at most.
const LONGEST_VISIT: f64 = 4096.0;

/// A solver with a limit on steps, infinity for none.
pub(crate) fn solver(step_limit: f64) -> Solver {
    Solver::new().with_step_limit(step_count(step_limit))
}

/// Solves a puzzle. Returns its status. The output is: steps, guesses, the number of solutions, each solution. If the
/// puzzle has several, they are the least, or any, and another one if `second` is not 0.
#[unsafe(no_mangle)]
pub extern "C" fn solve(form: u32, any_solution: u32, step_limit: f64, second: u32) -> i32 {
    call(|memory| {
        let solver = solver(step_limit).with_any_solution(any_solution != 0);
        let puzzle = memory.puzzle(form)?;
        let outcome: Outcome = match &puzzle {
            AnyPuzzle::Board(board) => solver.solve(&nine(board)),
            AnyPuzzle::Candidates(candidates) => solver.solve(candidates),
        };
        let another = match (outcome.status, outcome.solution) {
            (Status::Multiple, Some(shown)) if second != 0 => another(&solver, &puzzle, &shown),
            _ => None,
        };
        let output = &mut memory.output;
        output.number(outcome.steps);
        output.number(outcome.guesses);
        output.byte(u8::from(outcome.solution.is_some()) + u8::from(another.is_some()));
        for solution in [outcome.solution, another].into_iter().flatten() {
            output.bytes(solution.digits());
        }
        Ok(outcome.status as u32)
    })
}

/// Another solution than the one shown, unless the step limit ends the search.
fn another(solver: &Solver, puzzle: &AnyPuzzle, shown: &Grid) -> Option<Grid> {
    let mut another = None;
    let visitor = |solution: &Grid| {
        if solution == shown {
            return ControlFlow::Continue(());
        }
        another = Some(*solution);
        ControlFlow::Break(())
    };
    match puzzle {
        AnyPuzzle::Board(board) => solver.visit(&nine(board), visitor),
        AnyPuzzle::Candidates(candidates) => solver.visit(candidates, visitor),
    };
    another
}

/// Solves the puzzles in the input, 81 digits each. Returns their number. The output is: all statuses, all solutions,
/// all steps, in four bytes each. A puzzle with a byte above 9 is invalid.
#[unsafe(no_mangle)]
pub extern "C" fn solve_batch(any_solution: u32, step_limit: f64) -> i32 {
    call(|memory| {
        let solver = solver(step_limit).with_any_solution(any_solution != 0);
        let (puzzles, rest) = memory.input.as_chunks::<81>();
        let (count, output) = (puzzles.len(), &mut memory.output);
        if !rest.is_empty() || count > MOST_PUZZLES {
            return output.fail(format_args!("expected up to {MOST_PUZZLES} puzzles of 81 digits"));
        }
        let Some([statuses, solutions, steps]) = output.parts([count, count * 81, count * 4]) else {
            return output.fail("there is no more memory");
        };
        let (solutions, _) = solutions.as_chunks_mut::<81>();
        let (steps, _) = steps.as_chunks_mut::<4>();
        let places = statuses.iter_mut().zip(solutions).zip(steps);
        let mut found = Grid::EMPTY;
        for (puzzle, ((status, solution), steps)) in puzzles.iter().zip(places) {
            let (of_puzzle, tally) = match Grid::from_digits(puzzle) {
                Ok(puzzle) => solver.solve_into(&puzzle, &mut found),
                Err(_) => (Status::Invalid, Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 }),
            };
            *status = of_puzzle as u8;
            if tally.solutions > 0 {
                *solution = *found.digits();
            }
            *steps = u32::try_from(tally.steps).unwrap_or(u32::MAX).to_le_bytes();
        }
        Ok(count as u32)
    })
}

/// Begins a count of solutions, up to `most`. Returns its number.
#[unsafe(no_mangle)]
pub extern "C" fn begin_count(form: u32, most: u64, step_limit: f64) -> i32 {
    call(|memory| {
        let (solver, puzzle) = (solver(step_limit), memory.puzzle(form)?);
        let (number, search) = memory.open_search()?;
        solver.begin_count_with_progress(&puzzle, most, search);
        Ok(number as u32)
    })
}

/// Goes on with a count for about so many steps; with 0, only reports. Returns 1 if it has ended, else 0. The output
/// is: the solutions, in eight bytes, the progress from 0 to 1, the steps, the status, and whether the number is exact.
#[unsafe(no_mangle)]
pub extern "C" fn count(search: u32, steps: f64) -> i32 {
    call(|memory| {
        let (search, output) = memory.search(search)?;
        let has_ended = if steps > 0.0 { search.run(steps as u64) } else { search.run_while(|_| false) };
        let tally = search.tally();
        output.bytes(&tally.solutions.to_le_bytes());
        output.float(search.progress());
        output.number(tally.steps);
        output.byte(tally.status() as u8);
        output.byte(tally.is_exact().into());
        Ok(has_ended.into())
    })
}

/// Begins a visit of all solutions. Returns its number.
#[unsafe(no_mangle)]
pub extern "C" fn begin_visit(form: u32, step_limit: f64) -> i32 {
    call(|memory| {
        let (solver, puzzle) = (solver(step_limit), memory.puzzle(form)?);
        let (number, search) = memory.open_search()?;
        solver.begin_visit(&puzzle, search);
        Ok(number as u32)
    })
}

/// Goes on with a visit for about so many steps. Returns 1 if it has ended, else 0. The output is the solutions found.
#[unsafe(no_mangle)]
pub extern "C" fn visit(search: u32, steps: f64) -> i32 {
    call(|memory| {
        let (search, output): (&mut Search, _) = memory.search(search)?;
        let has_ended = search.visit(steps.clamp(0.0, LONGEST_VISIT) as u64, |solution| {
            output.bytes(solution.digits());
            ControlFlow::Continue(())
        });
        Ok(u32::from(has_ended))
    })
}
