//! The first part of a search: one board, depth first.
//!
//! Most puzzles need no guess or few, and those with many solutions find one on the first way
//! down. Their nodes go one after the other through the layout that sweeps a single board fastest;
//! a puzzle that runs into contradictions goes on in [`search`](mod@super::search).

use super::board::Board;
use super::stack::Stack;
use super::{Limits, Solved, Start, Visitor};
use crate::{End, Tally};
use core::ops::ControlFlow;

/// A search node in a layout made for one board at a time.
pub(super) trait Node: Solved + Copy {
    /// By box, the digits that have found their cell.
    type Found: Copy;
    /// What is known of a node that has no hidden triples, for a guess.
    type Ways;
    /// Contradictions after which a search goes wide, if it ever does: fewer cost puzzles with many
    /// solutions, where the branches beside would not have been needed, and more the hardest ones.
    const WIDE_AFTER: Option<u32>;

    /// Clears the boxes of their clues; none if a box has two cells with the same one candidate.
    fn settle_clues(&mut self) -> Option<Self::Found>;
    /// One pass of the rules. `found` is what the pass before found; whether there has been a guess
    /// may decide how much a pass does.
    fn sweep(&mut self, found: &mut Self::Found, guessed: bool) -> Verdict;
    /// Whether a board in which every digit has been found in every box is a solution.
    fn is_solution(&self) -> bool;
    /// Whether two cells in one row or column have the same one candidate.
    fn lines_collide(&self) -> bool;
    /// Closes rows and columns once more, now with hidden triples: the board that is left, if that
    /// removes a candidate.
    fn hidden_triples(&self) -> Result<Self, Self::Ways>;
    /// The two branches of a guess; none if it takes a wide search to find one, which happens only where
    /// there is one.
    fn guess(&self, ways: Self::Ways) -> Option<[Self; 2]>;
    /// The node at rest.
    fn board(&self) -> Board;
}

/// What a sweep came to.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    /// Every digit has a place in every box and no cell is empty.
    pub sound: bool,
    /// Every digit has been found in every box.
    pub complete: bool,
    /// The sweep has found a digit.
    pub progress: bool,
}

/// Nodes that may wait before a search goes wide.
pub(super) const DEPTH: usize = 32;
/// Nodes that may wait in a search that never does: second branches of the guesses on the way to a
/// node, each of which placed one of nine digits in one of six bands and stacks, or settled a cell.
pub(super) const ALL_THE_WAY: usize = 9 * 6 + 81;

/// Nodes that wait, with what their parents had found.
pub(super) type Dived<B, const DEPTH: usize> = Stack<(B, <B as Node>::Found), DEPTH>;

/// Searches from `first` until it is done, or goes on with the node returned and those that wait.
#[inline(always)]
pub(super) fn dive<B: Node, const DEPTH: usize>(
    first: B,
    waiting: &mut Dived<B, DEPTH>,
    start: Start,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut impl Visitor,
) -> ControlFlow<End, B> {
    let end = ControlFlow::Break;
    let invalid = if matches!(start, Start::Clues(_)) { End::Invalid } else { End::Exhausted };
    let mut node = first;
    // On a nearly empty board, a search may go far before it meets the contradiction of two equal
    // clues in a box. Those in a row or column die in the first sweep, and are told apart then.
    let Some(mut found) = node.settle_clues() else { return end(invalid) };
    let mut contradictions = 0;
    loop {
        if tally.steps == limits.sweeps {
            return end(if tally.steps == 0 && first.lines_collide() { invalid } else { End::OutOfSteps });
        }
        tally.steps += 1;
        let verdict = node.sweep(&mut found, tally.guesses > 0);
        if !verdict.sound {
            if tally.steps == 1 && first.lines_collide() {
                tally.steps = 0;
                return end(invalid);
            }
            contradictions += 1;
        } else if verdict.complete {
            if node.is_solution() {
                tally.solutions += 1;
                if let ControlFlow::Break(()) = visitor.visit(&node) {
                    return end(End::Stopped);
                }
                if tally.solutions == limits.solutions {
                    return end(End::Stopped);
                }
            } else {
                contradictions += 1;
            }
        } else if verdict.progress {
            continue;
        } else {
            let ways = match node.hidden_triples() {
                Ok(closed) => {
                    node = closed;
                    continue;
                }
                Err(ways) => ways,
            };
            // Nothing has changed, so that the guess need not wait for what has been closed.
            if B::WIDE_AFTER.is_some_and(|most| contradictions >= most) || waiting.len() == DEPTH {
                return ControlFlow::Continue(node);
            }
            let Some([first, second]) = node.guess(ways) else { return ControlFlow::Continue(node) };
            tally.guesses += 1;
            waiting.push((second, found));
            node = first;
            continue;
        }
        let Some(&(next, of_parent)) = waiting.pop() else {
            return end(End::Exhausted);
        };
        (node, found) = (next, of_parent);
    }
}
