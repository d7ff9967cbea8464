//! One puzzle of any size: rule out what cannot be, and guess where the least is left.
//!
//! # The picture
//!
//! A candidate, which is a digit in a cell, is an answer to four questions:
//!
//! ```text
//!                              which digit stands in row 2, column 5?     (a cell)
//!   a 7 in row 2, column 5     in which column of row 2 stands the 7?     (a digit of a row)
//!                              in which row of column 5 stands the 7?     (a digit of a column)
//!                              in which place of box 2 stands the 7?      (a digit of a box)
//! ```
//!
//! There are as many questions of each kind as the board has cells, and a solution answers each of them
//! once. For each question the answers that are left are kept as bits; a candidate that is ruled out
//! leaves four of these sets. A set that has lost an answer tells all there is to know:
//!
//! | answers left | of a cell | of a digit in a row, column or box |
//! |---|---|---|
//! | 0 | contradiction | contradiction |
//! | 1 | naked single | hidden single |
//! | 2 | good to guess | good to guess |
//!
//! A single is placed: it rules out all other answers to its four questions. When no single is left,
//! locked candidates follow: a digit whose places in a box lie in one row or column is ruled out in the
//! rest of it, and a digit whose places in a row or column lie in one box is ruled out in the rest of that.
//!
//! # The guess
//!
//! Of the questions with two answers, the search asks the one that was most often found without any,
//! counted from its start; so it learns where the contradictions are, and begins there. That is what makes
//! large boards feasible: without it, the worst boards take hundreds of times as long. One answer is
//! tried; when all that follows from it has been seen, it is ruled out, and the search goes on from there,
//! free to ask something else.
//!
//! # Memory
//!
//! Every candidate that is ruled out goes onto a trail, and to take a guess back is to put back what the
//! trail has gathered since. No candidate is on it twice, so that it has an end: the search needs 105
//! kilobytes of stack for 25x25 boards, 26 for 16x16 and less for the smaller ones, and allocates nothing.

mod candidates;

use core::ops::ControlFlow;

use crate::{Board, End, Tally};
use candidates::{Candidate, Candidates, Mark};

/// Shows every solution to `visitor`, until it breaks off or the limit on steps is met. A step is one
/// digit placed: a single, or a guess.
#[inline(never)]
pub(crate) fn visit<const CELLS: usize>(
    clues: &[u8; CELLS],
    step_limit: u64,
    visitor: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> Tally {
    let mut tally = Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 };
    tally.end = match Board::<CELLS>::ORDER {
        2 => search::<CELLS, 2, 4>(clues, step_limit, &mut tally, visitor),
        3 => search::<CELLS, 3, 16>(clues, step_limit, &mut tally, visitor),
        4 => search::<CELLS, 4, 16>(clues, step_limit, &mut tally, visitor),
        _ => search::<CELLS, 5, 32>(clues, step_limit, &mut tally, visitor),
    };
    tally
}

/// A guess that is being tried.
#[derive(Clone, Copy)]
struct Guess {
    candidate: Candidate,
    /// How things stood before.
    before: Mark,
}

fn search<const CELLS: usize, const ORDER: usize, const WIDTH: usize>(
    clues: &[u8; CELLS],
    step_limit: u64,
    tally: &mut Tally,
    visitor: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> End {
    let mut candidates = Candidates::<CELLS, ORDER, WIDTH>::new();
    if !candidates.set_up(clues) {
        return End::Invalid;
    }
    let mut guesses = [Guess { candidate: Candidate::default(), before: Mark::default() }; CELLS];
    let mut depth = 0;
    loop {
        if !candidates.propagate(step_limit, &mut tally.steps) {
            return End::OutOfSteps;
        }
        if candidates.contradiction() {
            // Nothing comes of the last guess.
        } else if candidates.solved() {
            tally.solutions += 1;
            if visitor(candidates.digits()).is_break() {
                return End::Stopped;
            }
        } else if let Some(guess) = guesses.get_mut(depth) {
            *guess = Guess { candidate: candidates.choose(), before: candidates.mark() };
            candidates.place(guess.candidate);
            depth += 1;
            tally.guesses += 1;
            continue;
        }
        // All that follows from the last guess has been seen: it is ruled out.
        let last = depth.checked_sub(1).and_then(|last| guesses.get(last));
        let Some(&Guess { candidate, before }) = last else { return End::Exhausted };
        depth -= 1;
        candidates.go_back(before);
        candidates.refute(candidate);
    }
}
