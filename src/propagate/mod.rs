//! [`Engine::Propagate`](crate::Engine::Propagate): one puzzle of any size, by propagation, guesses and clause
//! learning.
//!
//! # Constraints
//!
//! A candidate, a digit in a cell, is a choice for four constraints:
//!
//! ```text
//!                              row 2, column 5 holds a digit             (cell)
//!   a 7 in row 2, column 5     the 7 has a column in row 2               (digit of a row)
//!                              the 7 has a row in column 5               (digit of a column)
//!                              the 7 has a place in box 2                (digit of a box)
//! ```
//!
//! There are as many constraints of each kind as the board has cells, and a solution makes one choice for each. The
//! choices left for each constraint are kept as bits. A candidate that is ruled out leaves four of these sets:
//!
//! | choices left | cell | digit of a row, column or box |
//! |---|---|---|
//! | 0 | contradiction | contradiction |
//! | 1 | naked single | hidden single |
//! | 2 | good to guess | good to guess |
//!
//! A single is placed, which rules out all other choices for its four constraints. When no single is left, the search
//! applies locked candidates: a digit confined to one row or column of a box is ruled out in the rest of that row or
//! column, and a digit confined to one box of a row or column is ruled out in the rest of that box.
//!
//! # The guess
//!
//! Each constraint has a weight: the number of contradictions that it took part in. The search guesses at the
//! constraint with two choices that has the greatest weight. If none has two choices, it takes the constraint with the
//! greatest weight per choice. Large and sparse boards depend on this: without the weights, the worst take hundreds of
//! times as long. The search tries one choice. When that is refuted, it rules the choice out and continues; the next
//! guess can be at another constraint.
//!
//! # Learned clauses
//!
//! Nearly all puzzles are decided after a few contradictions. After more of them, the search begins to
//! [learn](mod@learn) (*conflict-driven clause learning*, as in SAT solvers). It traces each contradiction back to a
//! few literals that caused it ("no 7 here", "a 3 there") and stores them as a [clause](clauses): these cannot all be
//! true. When all but one are true, the last is false. The search then backtracks over all guesses that the
//! contradiction does not depend on, to the first node in which the clause has a consequence.
//!
//! ```text
//!   guess 1       guess 2       guess 3       guess 4
//!   ───●─────────────●─────────────●─────────────●──────── contradiction
//!      └─ literal A                not involved └─ literal B
//!                  ^ here the clause "not both A and B" rules B out; guesses 2, 3 and 4 are undone
//! ```
//!
//! At intervals the search restarts and keeps its clauses. It then guesses at the constraints of the latest
//! contradictions, and tries the last digit of a cell first (*phase saving*).
//!
//! # Each solution once
//!
//! A restarted search can reach the first solution again, so that solution is stored and not reported twice. From the
//! second solution on, the search neither learns nor restarts: it backtracks one guess at a time, so a solution that
//! was reported is never reached again. If it meets many contradictions again, it learns again, but never backtracks
//! below the `floor`: the guess that was open when it resumed learning. So it also learns on boards with many
//! solutions.
//!
//! # One search, compiled twice
//!
//! Learning needs the reason for every true literal, and recording reasons costs a fifth of the time. So the search is
//! compiled twice and [begins without learning](Mode). When it changes the mode, it keeps its state. Literals that are
//! already true get the open guesses as their reason, which is enough until the next restart.
//!
//! # Termination
//!
//! A step is a digit placed, and each contradiction costs at least one guess, so a limit on steps ends every search.
//! Without a limit, learning stops after a number of contradictions that no machine will reach
//! ([`Parameters::stop_learning_after`]); after that, the plain search tries each guess once.
//!
//! # Memory
//!
//! Each candidate ruled out is put on a trail once, so the length of the trail is bounded. Backtracking restores the
//! candidates at its end. The clause arena has a fixed size; when it is full, clauses that depend on many guesses are
//! deleted. Nothing is allocated. Stack use:
//!
//! | board | always | once it learns |
//! |---|---|---|
//! | 25x25 | 97 KiB | 225 KiB |
//! | 16x16 | 23 KiB | 51 KiB |
//! | 9x9 | 13 KiB | 25 KiB |
//! | 4x4 | 2 KiB | 5 KiB |

mod clauses;
mod learn;
mod learning;
mod literal;
mod propagator;
mod state;
#[cfg(test)]
mod tests;

use core::ops::ControlFlow;

use crate::{Board, End, Tally};
use learning::Learning;
use propagator::{Mode, Plain, Propagator};
use state::State;

/// Passes every solution to `visitor`, until it breaks or the step limit is reached. A step is one digit placed: a
/// single or a guess.
#[inline(never)]
pub(crate) fn visit<const CELLS: usize>(
    clues: &[u8; CELLS],
    step_limit: u64,
    visitor: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> Tally {
    visit_with(&Parameters::USUAL, clues, step_limit, visitor)
}

fn visit_with<const CELLS: usize>(
    parameters: &Parameters,
    clues: &[u8; CELLS],
    step_limit: u64,
    visitor: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> Tally {
    let mut tally = Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 };
    tally.end = match Board::<CELLS>::ORDER {
        2 => search::<CELLS, 2, 4>(parameters, clues, step_limit, &mut tally, visitor),
        3 => search::<CELLS, 3, 16>(parameters, clues, step_limit, &mut tally, visitor),
        4 => search::<CELLS, 4, 16>(parameters, clues, step_limit, &mut tally, visitor),
        _ => search::<CELLS, 5, 32>(parameters, clues, step_limit, &mut tally, visitor),
    };
    tally
}

/// When a search learns and restarts. Contradictions are counted from the last solution.
#[derive(Clone, Copy, Debug)]
struct Parameters {
    /// Learning begins at this contradiction. Nearly all puzzles are decided before it.
    learn_after: u64,
    /// Learning stops at this contradiction, so that every search ends.
    stop_learning_after: u64,
    /// Contradictions between restarts, multiplied by a number of Luby's sequence.
    restart_interval: u64,
    /// How many numbers of the clause arena may be used.
    clause_capacity: usize,
}

impl Parameters {
    const USUAL: Parameters = Parameters {
        learn_after: 300,
        stop_learning_after: 1 << 40,
        restart_interval: 128,
        clause_capacity: usize::MAX,
    };
}

fn search<const CELLS: usize, const ORDER: usize, const WIDTH: usize>(
    parameters: &Parameters,
    clues: &[u8; CELLS],
    step_limit: u64,
    tally: &mut Tally,
    visitor: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> End {
    let mut state = State::<CELLS, ORDER, WIDTH>::new();
    if !(Propagator { state: &mut state, mode: &mut Plain }).set_up(clues) {
        return End::Invalid;
    }
    let mut context =
        SearchContext { step_limit, tally, visitor, first_solution: [0; CELLS], contradictions: 0 };
    loop {
        let end = run(parameters, &mut Propagator { state: &mut state, mode: &mut Plain }, &mut context);
        if let Some(end) = end.or_else(|| run_learning(parameters, &mut state, &mut context)) {
            return end;
        }
    }
}

/// The part of a search that both modes share.
struct SearchContext<'a, const CELLS: usize> {
    step_limit: u64,
    tally: &'a mut Tally,
    visitor: &'a mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
    first_solution: [u8; CELLS],
    /// Contradictions since the last solution.
    contradictions: u64,
}

/// Continues a search in the learning mode. Not inlined: its data take much stack space, which most searches never
/// need.
#[cold]
#[inline(never)]
fn run_learning<const CELLS: usize, const ORDER: usize, const WIDTH: usize>(
    parameters: &Parameters,
    state: &mut State<CELLS, ORDER, WIDTH>,
    context: &mut SearchContext<CELLS>,
) -> Option<End> {
    let mut learning = Learning::new(parameters.clause_capacity);
    learning.begin(state);
    run(parameters, &mut Propagator { state, mode: &mut learning }, context)
}

/// Continues a search in one mode. Returns `None` when it is time to change to the other.
#[inline(always)]
fn run<const CELLS: usize, const ORDER: usize, const WIDTH: usize, M: Mode<CELLS, ORDER, WIDTH>>(
    parameters: &Parameters,
    propagator: &mut Propagator<CELLS, ORDER, WIDTH, M>,
    context: &mut SearchContext<CELLS>,
) -> Option<End> {
    let last_contradiction = if M::LEARNS { parameters.stop_learning_after } else { parameters.learn_after };
    // While the search learns, it backtracks one guess at a time at levels up to this one.
    let mut floor = if context.tally.solutions < 2 { 0 } else { propagator.level() };
    let (mut restarts, mut next_restart) = (0, context.contradictions);
    loop {
        if !propagator.propagate(context.step_limit, &mut context.tally.steps) {
            return Some(End::OutOfSteps);
        }
        let mut mode_ends = false;
        if propagator.contradiction() {
            context.contradictions += 1;
            mode_ends = context.contradictions == last_contradiction;
        } else if propagator.solved() {
            let (tally, solution) = (&mut *context.tally, propagator.digits());
            if tally.solutions == 0 || *solution != context.first_solution {
                if tally.solutions == 0 {
                    context.first_solution = *solution;
                }
                tally.solutions += 1;
                if (context.visitor)(solution).is_break() {
                    return Some(End::Stopped);
                }
                if tally.solutions > 1 {
                    context.contradictions = 0;
                    mode_ends = M::LEARNS;
                }
            }
            propagator.reject_solution();
        } else {
            if M::LEARNS && context.contradictions >= next_restart {
                restarts += 1;
                let run = parameters.restart_interval.saturating_mul(luby(restarts));
                next_restart = context.contradictions.saturating_add(run);
                propagator.restart(floor);
            }
            propagator.guess();
            context.tally.guesses += 1;
            continue;
        }
        // The last guess is searched completely.
        let has_guess =
            if mode_ends { propagator.refute_guess() } else { M::backtrack(propagator, &mut floor) };
        if !has_guess {
            return Some(End::Exhausted);
        }
        if mode_ends {
            return None;
        }
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., which is within a constant factor of the best restart times.
fn luby(mut index: u64) -> u64 {
    // A run that ends in a power of two is the run before, twice, and that power. Such an end has an index of ones in
    // binary. (Not `ilog2`, which panics at 0; compilers do not see that the index is never 0.)
    while index & index.wrapping_add(1) != 0 {
        index -= u64::MAX >> index.leading_zeros() >> 1;
    }
    index.div_ceil(2)
}
