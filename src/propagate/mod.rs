//! One puzzle of any size: rule out what cannot be, guess where the least is left, and learn from what
//! fails.
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
//! Of the questions with two answers, the search asks the one that had most to do with contradictions so
//! far; so it finds out where they are, and begins there. If no question has two, it asks the one that had
//! most to do with them for each of its answers. That is what makes large boards and sparse ones feasible:
//! without it, the worst take hundreds of times as long. One answer is tried; when all that follows from it
//! has been seen, it is ruled out, and the search goes on from there, free to ask something else.
//!
//! # Lessons
//!
//! Nearly all puzzles are decided after a few contradictions. A search that has met many of them in vain
//! begins to [learn](mod@learn): it traces each contradiction back to the few facts that made it ("no 7 here,
//! a 3 there"), and notes that these cannot all be true. Such a [lesson](lessons) is then one more rule: when
//! all of its facts but one hold, the last is false. And the search goes back, over all guesses that had
//! nothing to do with it, to where the lesson would first have said something.
//!
//! ```text
//!   guess 1       guess 2       guess 3       guess 4
//!   ───●─────────────●─────────────●─────────────●──────── contradiction
//!      └─ fact A                   not part of it └─ fact B
//!                  ^ here the lesson "not both A and B" rules B out, and 2, 3 and 4 are free again
//! ```
//!
//! From time to time it starts again, with all that it has learned. It then guesses elsewhere, where the
//! last contradictions were, but takes the digit last seen in a cell first: what fitted together comes
//! back. This is how programs for the satisfiability of formulas search (*conflict-driven clause learning*).
//!
//! # Each solution once
//!
//! The first solution is remembered: whoever starts again may come upon it again, and does not show it
//! again. With the second one the search stops to learn and to start again. It goes back one guess after
//! the other, and what it leaves behind holds no solution that was not shown. If it later learns once more,
//! it never goes back below the `floor`, which is the guess where it was when it began to. So it learns on
//! a board with many solutions too, when what is left of it is hard.
//!
//! # One search, compiled twice
//!
//! Who learns has to know why everything is true. Noting that down would cost all puzzles a fifth of the
//! time, so that the search is compiled without it too, and [begins plainly](phase::Phase). When it changes
//! over, it keeps all that it knows and goes on from there: of what came true before, it knows only that it
//! follows from the guesses, and that is enough until it starts again.
//!
//! # Its end
//!
//! A step is a digit placed, and each contradiction costs a guess at least, so that a limit on steps ends
//! every search. Without one, learning is given up after more contradictions than a machine will ever meet
//! ([`Pace::give_up`]); what remains is a plain search, which sees each guess through once.
//!
//! # Memory
//!
//! Every candidate that is ruled out goes onto a trail, and to take a guess back is to put back what the
//! trail has gathered since. No candidate is on it twice, so that it has an end. The room for lessons is
//! fixed: when it is full, those that join facts of many guesses are forgotten. Nothing is allocated. On the
//! stack are:
//!
//! | board | always | once it learns |
//! |---|---|---|
//! | 25x25 | 97 KiB | 225 KiB |
//! | 16x16 | 23 KiB | 51 KiB |
//! | 9x9 | 13 KiB | 25 KiB |
//! | 4x4 | 2 KiB | 5 KiB |

mod knowledge;
mod learn;
mod lessons;
mod phase;
#[cfg(test)]
mod tests;

use core::ops::ControlFlow;

use crate::{Board, End, Tally};
use knowledge::{Deduction, Knowledge};
use phase::{Learning, Phase, Plain};

/// Shows every solution to `visitor`, until it breaks off or the limit on steps is met. A step is one
/// digit placed: a single, or a guess.
#[inline(never)]
pub(crate) fn visit<const CELLS: usize>(
    clues: &[u8; CELLS],
    step_limit: u64,
    visitor: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> Tally {
    visit_at(&Pace::USUAL, clues, step_limit, visitor)
}

fn visit_at<const CELLS: usize>(
    pace: &Pace,
    clues: &[u8; CELLS],
    step_limit: u64,
    visitor: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> Tally {
    let mut tally = Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 };
    tally.end = match Board::<CELLS>::ORDER {
        2 => search::<CELLS, 2, 4>(pace, clues, step_limit, &mut tally, visitor),
        3 => search::<CELLS, 3, 16>(pace, clues, step_limit, &mut tally, visitor),
        4 => search::<CELLS, 4, 16>(pace, clues, step_limit, &mut tally, visitor),
        _ => search::<CELLS, 5, 32>(pace, clues, step_limit, &mut tally, visitor),
    };
    tally
}

/// When a search does what; contradictions are counted from the last solution.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// It learns from this contradiction on: later than nearly all puzzles are decided.
    learn: u64,
    /// It gives learning up at this one, so that every search has an end.
    give_up: u64,
    /// It starts again after so many contradictions, times a number of Luby's sequence.
    start_again: u64,
    /// So much of the room for lessons is used.
    room: usize,
}

impl Pace {
    const USUAL: Pace = Pace { learn: 300, give_up: 1 << 40, start_again: 128, room: usize::MAX };
}

fn search<const CELLS: usize, const ORDER: usize, const WIDTH: usize>(
    pace: &Pace,
    clues: &[u8; CELLS],
    step_limit: u64,
    tally: &mut Tally,
    visitor: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> End {
    let mut knowledge = Knowledge::<CELLS, ORDER, WIDTH>::new();
    if !(Deduction { known: &mut knowledge, phase: &mut Plain }).set_up(clues) {
        return End::Invalid;
    }
    let mut progress = Progress { step_limit, tally, visitor, first_solution: [0; CELLS], contradictions: 0 };
    loop {
        let end = run(pace, &mut Deduction { known: &mut knowledge, phase: &mut Plain }, &mut progress);
        if let Some(end) = end.or_else(|| run_learning(pace, &mut knowledge, &mut progress)) {
            return end;
        }
    }
}

/// How far a search has come, in whichever phase.
struct Progress<'a, const CELLS: usize> {
    step_limit: u64,
    tally: &'a mut Tally,
    visitor: &'a mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
    first_solution: [u8; CELLS],
    /// Since the last solution.
    contradictions: u64,
}

/// Goes on with a search that learns. What it keeps for that takes much room, and nothing if it is never
/// needed.
#[cold]
#[inline(never)]
fn run_learning<const CELLS: usize, const ORDER: usize, const WIDTH: usize>(
    pace: &Pace,
    knowledge: &mut Knowledge<CELLS, ORDER, WIDTH>,
    progress: &mut Progress<CELLS>,
) -> Option<End> {
    let mut learning = Learning::new(pace.room);
    learning.begin(knowledge);
    run(pace, &mut Deduction { known: knowledge, phase: &mut learning }, progress)
}

/// Goes on with a search in one phase; None when it is time for the other.
#[inline(always)]
fn run<const CELLS: usize, const ORDER: usize, const WIDTH: usize, P: Phase<CELLS, ORDER, WIDTH>>(
    pace: &Pace,
    deduction: &mut Deduction<CELLS, ORDER, WIDTH, P>,
    progress: &mut Progress<CELLS>,
) -> Option<End> {
    let last_contradiction = if P::LEARNS { pace.give_up } else { pace.learn };
    // While the search learns: below this depth it goes back one guess after the other, and the next time
    // it starts again.
    let mut floor = if progress.tally.solutions < 2 { 0 } else { deduction.depth() };
    let (mut starts, mut next_start) = (0, progress.contradictions);
    loop {
        if !deduction.propagate(progress.step_limit, &mut progress.tally.steps) {
            return Some(End::OutOfSteps);
        }
        let mut phase_ends = false;
        if deduction.contradiction() {
            progress.contradictions += 1;
            phase_ends = progress.contradictions == last_contradiction;
        } else if deduction.solved() {
            let (tally, solution) = (&mut *progress.tally, deduction.digits());
            if tally.solutions == 0 || *solution != progress.first_solution {
                if tally.solutions == 0 {
                    progress.first_solution = *solution;
                }
                tally.solutions += 1;
                if (progress.visitor)(solution).is_break() {
                    return Some(End::Stopped);
                }
                if tally.solutions > 1 {
                    progress.contradictions = 0;
                    phase_ends = P::LEARNS;
                }
            }
            deduction.reject_solution();
        } else {
            if P::LEARNS && progress.contradictions >= next_start {
                starts += 1;
                let run = pace.start_again.saturating_mul(luby(starts));
                next_start = progress.contradictions.saturating_add(run);
                deduction.start_again(floor);
            }
            deduction.guess();
            progress.tally.guesses += 1;
            continue;
        }
        // All that follows from the last guess has been seen.
        let goes_on = if phase_ends { deduction.refute_guess() } else { P::go_on(deduction, &mut floor) };
        if !goes_on {
            return Some(End::Exhausted);
        }
        if phase_ends {
            return None;
        }
    }
}

/// The numbers 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., by which the best time to start again, which nobody
/// knows, is missed by little.
fn luby(mut index: u64) -> u64 {
    // A run that ends in a power of two is twice the run before, and that power; the place of its end is, in
    // binary, nothing but ones. (Bits, because a logarithm panics at 0, which no compiler sees to be impossible.)
    while index & index.wrapping_add(1) != 0 {
        index -= u64::MAX >> index.leading_zeros() >> 1;
    }
    index.div_ceil(2)
}
