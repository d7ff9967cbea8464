//! The first part of a search: one board, depth first.
//!
//! Most puzzles need no guess or few, and those with many solutions find one on the first way
//! down. Their nodes go one after the other through the layout that sweeps a single board fastest.
//! A puzzle that runs into contradictions, so that waiting branches are needed, goes on in
//! [`search`](mod@super::search).

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
    /// Whether a search goes wide when it has met [some contradictions](WIDE_AFTER).
    const GOES_WIDE: bool;

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

/// Contradictions after which a search goes wide. The fewer, the more it costs puzzles with many solutions,
/// where the branches beside would not have been needed; the more, the longer the hardest ones go
/// without.
const WIDE_AFTER: u32 = 6;
/// Nodes that must wait for a search to go wide, so that there is something to go wide with.
const WIDE_FROM: usize = 3;
/// Nodes that may wait before a search goes wide.
pub(super) const DEPTH: usize = 32;
/// Nodes that may wait in a search that never does: second branches of the guesses on the way to a
/// node, each of which placed one of nine digits in one of six bands and stacks, or settled a cell.
pub(super) const ALL_THE_WAY: usize = 9 * 6 + 81;

/// A node and what its last sweep found.
type Swept<B> = (B, <B as Node>::Found);
/// Nodes that wait.
pub(super) type Dived<B, const DEPTH: usize> = Stack<Swept<B>, DEPTH>;

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
    let mut board = first;
    // On a nearly empty board, a search may go far before it meets the contradiction of two equal
    // clues in a box. Those in a row or column die in the first sweep, and are told apart then.
    let Some(found) = board.settle_clues() else { return end(invalid) };
    let mut node = (board, found);
    let mut dive = Dive { waiting, limits, tally, visitor, contradictions: 0 };
    loop {
        if dive.sweeps_left() == 0 {
            let collide = dive.tally.steps == 0 && first.lines_collide();
            return end(if collide { invalid } else { End::OutOfSteps });
        }
        dive.tally.steps += 1;
        let verdict = node.0.sweep(&mut node.1, dive.tally.guesses > 0);
        match dive.settle(&mut node, verdict) {
            Fate::Lives => {}
            Fate::Dead => {
                if dive.tally.steps == 1 && first.lines_collide() {
                    dive.tally.steps = 0;
                    return end(invalid);
                }
                let Some(&next) = dive.waiting.pop() else { return end(End::Exhausted) };
                node = next;
            }
            Fate::Stuck => return ControlFlow::Continue(node.0),
            Fate::Stopped => return end(End::Stopped),
        }
    }
}

/// A search on its way, but for the nodes that are being swept.
struct Dive<'a, B: Node, V, const DEPTH: usize> {
    waiting: &'a mut Dived<B, DEPTH>,
    limits: Limits,
    tally: &'a mut Tally,
    visitor: &'a mut V,
    contradictions: u32,
}

/// What becomes of a node after a sweep.
enum Fate {
    /// It goes on: the sweep found something, or it is now the first branch of a guess.
    Lives,
    /// It was a contradiction or a solution.
    Dead,
    /// It has to guess where the search goes wide.
    Stuck,
    /// The search has come to its limit of solutions, or its visitor wants no more.
    Stopped,
}

impl<B: Node, V: Visitor, const DEPTH: usize> Dive<'_, B, V, DEPTH> {
    #[inline(always)]
    fn sweeps_left(&self) -> u64 {
        self.limits.sweeps - self.tally.steps
    }

    /// Draws the consequences of a sweep of `node`.
    #[inline(always)]
    fn settle(&mut self, node: &mut Swept<B>, verdict: Verdict) -> Fate {
        let (board, found) = (&mut node.0, node.1);
        if !verdict.sound {
            self.contradictions += 1;
            return Fate::Dead;
        }
        if verdict.complete {
            if !board.is_solution() {
                self.contradictions += 1;
                return Fate::Dead;
            }
            self.tally.solutions += 1;
            let done = self.visitor.visit(board).is_break() || self.tally.solutions == self.limits.solutions;
            return if done { Fate::Stopped } else { Fate::Dead };
        }
        if verdict.progress {
            return Fate::Lives;
        }
        let ways = match board.hidden_triples() {
            Ok(closed) => {
                *board = closed;
                return Fate::Lives;
            }
            Err(ways) => ways,
        };
        let wide = B::GOES_WIDE && self.contradictions >= WIDE_AFTER && self.waiting.len() >= WIDE_FROM;
        if wide || self.waiting.len() == DEPTH {
            return Fate::Stuck;
        }
        // The guess need not wait for what has been closed: nothing has changed.
        let Some([first, second]) = board.guess(ways) else { return Fate::Stuck };
        self.tally.guesses += 1;
        self.waiting.push((second, found));
        *board = first;
        Fate::Lives
    }
}
