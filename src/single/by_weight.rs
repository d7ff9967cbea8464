//! The last part of a search: depth first, without a bound on contradictions.
//!
//! Two kinds of boards reach this part:
//!
//! - Boards with many solutions are searched as in [`depth_first`](mod@super::depth_first), but with early guesses.
//! - Boards with far more contradictions than puzzles with one solution (the worst of a hundred thousand such puzzles
//!   meets about two hundred) have been guessed at in the wrong places. Their search restarts, and every guess is then
//!   made where the [contradictions](super::weights) were. If a solution has already been found, the search continues
//!   from its current nodes instead, so that no solution is found twice.
//!
//! ```text
//!   a waiting node -----> sweep ---> contradiction, solution: the next node
//!                     ^      |
//!                     |      +------> many solutions so far, and little found: an early guess
//!                     |      +------> something found: sweep again
//!                     |      |
//!                     |      +------> nothing found: box conflict, hidden triple, line that lacks digits?
//!                     |                        otherwise a guess, of two configurations or by weight
//!                     +---------------------------------------+
//! ```

use super::depth_first::{COUNTING_ABOVE, Node, NodeStack};
use super::matching::lacks_digits;
use super::weights::{CellGuess, DIGITS, WEIGHTS_AFTER, Weights};
use super::{Limits, Visitor};
use crate::{End, Tally};

/// When to test for a line that [lacks digits](super::matching); the test is slow. After a test that finds one, the
/// next test is [`SOON`](Self::SOON) contradictions later. Each test that finds none doubles the interval.
struct MatchingSchedule {
    /// Number of contradictions at the next test.
    next: u64,
    /// Number of contradictions between tests.
    wait: u64,
}

impl MatchingSchedule {
    const SOON: u64 = 16;

    #[inline(always)]
    fn after(&mut self, contradictions: u64, has_found: bool) {
        self.wait = if has_found { Self::SOON } else { 2 * self.wait };
        self.next = contradictions + self.wait;
    }
}

/// The capacity for waiting nodes: those of the earlier parts, and the second branches of the guesses above a node.
/// Each of these guesses has solved a cell, or fixed the configuration of a digit in a band or stack.
pub(super) const MOST_PENDING: usize = 64 + 81 + 54;

/// Searches the waiting nodes, the youngest first. `root` is the board from which they all descend.
///
/// If the stack is full, gives up as at the limit on sweeps. No known search fills it.
#[inline(always)]
pub(super) fn by_weight<B: Node, const DEPTH: usize>(
    pending: &mut NodeStack<B, DEPTH>,
    mut root: B,
    mut contradictions: u64,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut impl Visitor,
) -> End {
    let mut weights = Weights::new();
    let mut by_weight = false;
    let mut schedule = MatchingSchedule { next: 0, wait: MatchingSchedule::SOON };
    'next: loop {
        if !by_weight && contradictions >= WEIGHTS_AFTER + tally.solutions {
            by_weight = true;
            if tally.solutions == 0 {
                pending.clear();
                if let Some(found) = root.place_clues() {
                    let _has_room = pending.push((root, found));
                }
            }
        }
        let Some(&(mut node, mut found)) = pending.pop() else { return End::Exhausted };
        loop {
            if tally.steps == limits.sweeps {
                return End::OutOfSteps;
            }
            tally.steps += 1;
            let before = found;
            let verdict = node.sweep(&mut found, true);
            if !verdict.sound {
                contradictions += 1;
                if by_weight {
                    weights.raise(&node.cells());
                }
                continue 'next;
            }
            if verdict.complete {
                if !node.is_solution() {
                    contradictions += 1;
                    continue 'next;
                }
                tally.solutions += 1;
                if visitor.visit(&node).is_break() || tally.solutions == limits.solutions {
                    return End::Stopped;
                }
                continue 'next;
            }
            // If there are many solutions, few guesses are wrong. So they are made early: without hidden triples, and
            // without another sweep if this one has found almost nothing.
            if tally.solutions > COUNTING_ABOVE
                && !by_weight
                && (!verdict.progress || node.slow(before, found))
                && let Some([first, second]) = node.early_guess()
            {
                tally.guesses += 1;
                if !pending.push((second, found)) {
                    return End::OutOfSteps;
                }
                node = first;
                continue;
            }
            if verdict.progress {
                continue;
            }
            if node.has_box_conflict(found) {
                contradictions += 1;
                continue 'next;
            }
            let configurations = match node.hidden_triples() {
                Ok(closed) => {
                    node = closed;
                    continue;
                }
                Err(configurations) => configurations,
            };
            if contradictions >= schedule.next {
                let wrong = lacks_digits(&node.cells());
                schedule.after(contradictions, wrong);
                if wrong {
                    contradictions += 1;
                    // The waiting nodes above a contradictory one may be contradictory, too.
                    while pending.last().is_some_and(|(above, _)| lacks_digits(&above.cells())) {
                        let _wrong = pending.pop();
                    }
                    continue 'next;
                }
            }
            let mut branches = if by_weight { None } else { node.guess(configurations) };
            if branches.is_none() {
                branches = guess_at_cell(&node, &weights);
            }
            // There is always a guess: a stuck node has an open cell.
            let Some([first, second]) = branches else { continue 'next };
            tally.guesses += 1;
            if !pending.push((second, found)) {
                return End::OutOfSteps;
            }
            node = first;
        }
    }
}

/// Returns the two branches of a guess by weight: the cell has the digit, or it does not.
#[inline(always)]
fn guess_at_cell<B: Node>(node: &B, weights: &Weights) -> Option<[B; 2]> {
    let CellGuess { place, word, digit } = weights.choose(&node.cells())?;
    Some([node.without(place, word, DIGITS & !digit), node.without(place, word, digit)])
}
