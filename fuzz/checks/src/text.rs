//! Parses any bytes as a board of each size, and solves the boards with every engine and kernel.

use std::ops::ControlFlow;

use lanedoku::{Board, End, Engine, Grid, Size, Status};

use crate::machine::solvers;
use crate::{DECIDED_SOON, Known, limited};

/// A search of the SIMD engine with fewer guesses never begins again: it has met fewer than a hundred contradictions.
const GUESSES_BEFORE_RESTARTS: u64 = 99;

/// Checks one text.
pub fn check(text: &[u8]) {
    let four = read::<16>(text);
    let nine = read::<81>(text);
    let sixteen = read::<256>(text);
    let twenty_five = read::<625>(text);
    let sizes = [four.is_some(), nine.is_some(), sixteen.is_some(), twenty_five.is_some()];
    let fits = Size::ALL.into_iter().zip(sizes).filter(|(_, fits)| *fits);
    assert_eq!(fits.map(|(size, _)| size).collect::<Vec<_>>(), Vec::from_iter(Size::of_text(text)));
    four.iter().for_each(agree);
    nine.iter().for_each(answer);
    sixteen.iter().for_each(agree);
    twenty_five.iter().for_each(agree);
}

/// Parses a board and checks that every format of it parses as the same board.
fn read<const CELLS: usize>(text: &[u8]) -> Option<Board<CELLS>> {
    // The byte order mark is skipped, as in `parse`.
    let unmarked = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let clue = |byte: &u8| match byte {
        b'1'..=b'9' => Some(byte - b'0'),
        b'x' | b'X' => None,
        b'A'..=b'Z' => Some(byte - b'A' + 10),
        b'a'..=b'z' => Some(byte - b'a' + 10),
        _ => None,
    };
    let board = match Board::<CELLS>::parse(text) {
        Ok(board) => board,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    assert_eq!(Board::<CELLS>::parse(unmarked), Ok(board));
    let clues = board.digits().iter().copied().filter(|&digit| digit > 0);
    assert!(unmarked.iter().filter_map(clue).eq(clues));
    assert_eq!(Board::parse(&board.to_line()), Ok(board));
    assert_eq!(Board::parse(format!("{board:#}").as_bytes()), Ok(board));
    Some(board)
}

/// Checks the answers to a 9x9 board against the oracle's.
fn answer(puzzle: &Grid) {
    let Some(known) = Known::of_board(puzzle) else { return };
    for solver in Engine::ALL.into_iter().flat_map(solvers).map(limited) {
        let decided = DECIDED_SOON && solver.engine() != Engine::Backtrack;
        let outcome = solver.solve(puzzle);
        known.check(&solver, &outcome, decided);
        let outcome = solver.with_any_solution(true).solve(puzzle);
        known.check(&solver, &outcome, decided);
        let mut first = None;
        let mut shown = 0;
        let visited = solver.visit(puzzle, |solution| {
            first.get_or_insert(*solution);
            shown += 1;
            if shown == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if visited.end == End::OutOfSteps {
            assert_eq!((outcome.status, outcome.solution), (Status::OutOfSteps, None));
            first = None;
        }
        let counted = solver.count(puzzle, 2);
        assert_eq!((counted.end, counted.solutions), (visited.end, shown));
        assert_eq!((counted.steps, counted.guesses), (outcome.steps, outcome.guesses));
        assert_eq!((visited.solutions, first.is_some()), (shown, outcome.solution.is_some()));
        // A search for two solutions that begins again may keep one order of digits that can be exchanged.
        if solver.engine() != Engine::Simd || outcome.guesses < GUESSES_BEFORE_RESTARTS {
            assert_eq!((first, visited.steps), (outcome.solution, outcome.steps));
        }
    }
}

/// Checks that the engines agree on a board of another size.
fn agree<const CELLS: usize>(puzzle: &Board<CELLS>) {
    let mut known = None;
    for engine in [Engine::Propagate, Engine::Backtrack] {
        for solver in solvers(engine) {
            let tally = solver.with_step_limit(300).count(puzzle, 5);
            let outcome = solver.with_step_limit(300).solve(puzzle);
            assert!(outcome.solution.is_none_or(|solution| solution.is_solution_of(puzzle)));
            assert_eq!(outcome.status == Status::Invalid, puzzle.collisions().next().is_some());
            if tally.end != End::OutOfSteps {
                let answer = (tally.solutions, tally.end);
                assert_eq!(*known.get_or_insert(answer), answer, "{engine}");
            }
        }
    }
}
