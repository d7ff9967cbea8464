//! The first part of a search: one board, depth first.
//!
//! Most puzzles need no guess or few, and those with many solutions find one on the first way
//! down. Their nodes go one after the other through the layout that sweeps a single board fastest.
//! A puzzle that runs into contradictions, so that waiting branches are needed, goes on in
//! [`side_by_side`](mod@super::side_by_side), or at once in [`by_weight`](mod@super::by_weight).

use super::by_weight::LATE;
use super::resting::Resting;
use super::stack::Stack;
use super::weights::CellWords;
use super::{Limits, Solved, Start, Visitor};
use crate::{End, Tally};
use core::ops::ControlFlow;

/// A search node in a layout made for one board at a time.
pub(super) trait Node: Solved + Copy {
    /// By box, the digits that have found their cell.
    type FoundDigits: Copy;
    /// What is known of a node that has no hidden triples, for a guess.
    type Ways;
    /// Whether a search goes wide when it has met [some contradictions](WIDE_AFTER).
    const GOES_WIDE: bool;

    /// Clears the boxes of their clues; none if a box has two cells with the same one candidate.
    fn settle_clues(&mut self) -> Option<Self::FoundDigits>;
    /// One pass of the rules. `found` is what the pass before found; whether there has been a guess
    /// may decide how much a pass does.
    fn sweep(&mut self, found: &mut Self::FoundDigits, guessed: bool) -> Findings;
    /// Whether a board in which every digit has been found in every box is a solution.
    fn is_solution(&self) -> bool;
    /// Whether two cells in one row or column have the same one candidate.
    fn lines_collide(&self) -> bool;
    /// Closes rows and columns once more, now with hidden triples: the board that is left, if that
    /// removes a candidate.
    fn hidden_triples(&self) -> Result<Self, Self::Ways>;
    /// Whether a sweep has found digits in one box at most, from what was found before and after it.
    fn slow(&self, before: Self::FoundDigits, after: Self::FoundDigits) -> bool;
    /// Whether, in a stuck node, two solved cells of a box have the same digit, or two digits have their one
    /// place in the same cell.
    fn overfull(&self, found: Self::FoundDigits) -> bool;
    /// The two branches of a guess; none if no digit has just two ways through a band or stack.
    fn guess(&self, ways: Self::Ways) -> Option<[Self; 2]>;
    /// The two branches of a guess in a node that need not be stuck; none if it is not found at once.
    fn hasty_guess(&self) -> Option<[Self; 2]>;
    /// The node at rest.
    fn board(&self) -> Resting;
    /// A node from rest. What was found before is found anew.
    fn of_board(&self, board: &Resting) -> Tracked<Self>;
    /// The candidates, cell by cell.
    fn cells(&self) -> CellWords;
    /// The node without these digits in one cell of [`CellWords`].
    fn without(&self, place: usize, word: usize, digits: u16) -> Self;
}

/// What a sweep came to.
#[derive(Clone, Copy)]
pub(super) struct Findings {
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
const WIDE_AFTER: u64 = 6;
/// Nodes that must wait for a search to go wide, so that there is something to go wide with.
const WIDE_FROM: usize = 3;
/// Contradictions after which every stuck node is looked at for [overfull](Node::overfull) boxes. Puzzles
/// without trouble hardly have any.
const TROUBLED: u64 = 3;
/// Nodes that may wait before the next part of the search begins.
pub(super) const DEPTH: usize = 32;
/// With more solutions than this, a search is about counting: its branches side by side are not needed.
pub(super) const FEW: u64 = 2;

/// A node and what its last sweep found.
pub(super) type Tracked<B> = (B, <B as Node>::FoundDigits);
/// Nodes that wait, the youngest on top.
pub(super) type NodeStack<B, const CAPACITY: usize> = Stack<Tracked<B>, CAPACITY>;
/// The nodes that wait in this part of the search, and above them the one that it ends at.
pub(super) type DepthFirstStack<B> = NodeStack<B, { DEPTH + 1 }>;

/// How this part ends when it does not end the search.
#[derive(Clone, Copy)]
pub(super) struct Stuck {
    /// The contradictions met so far.
    pub contradictions: u64,
    /// Whether the search goes wide.
    pub wide: bool,
}

/// Searches from `first` until it is done, or until it is to go on with the nodes that wait, of which the
/// youngest has to guess.
#[inline(always)]
pub(super) fn depth_first<B: Node>(
    first: B,
    waiting: &mut DepthFirstStack<B>,
    start: Start,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut impl Visitor,
) -> ControlFlow<End, Stuck> {
    let end = ControlFlow::Break;
    let invalid = if matches!(start, Start::Clues(_)) { End::Invalid } else { End::Exhausted };
    let mut board = first;
    // On a nearly empty board, a search may go far before it meets the contradiction of two equal
    // clues in a box. Those in a row or column die in the first sweep, and are told apart then.
    let Some(found) = board.settle_clues() else { return end(invalid) };
    let mut node = (board, found);
    let mut search = DepthFirst { waiting, limits, tally, visitor, contradictions: 0 };
    loop {
        if search.sweeps_left() == 0 {
            let collide = search.tally.steps == 0 && first.lines_collide();
            return end(if collide { invalid } else { End::OutOfSteps });
        }
        search.tally.steps += 1;
        let verdict = node.0.sweep(&mut node.1, search.tally.guesses > 0);
        match search.settle(&mut node, verdict) {
            Fate::Lives => {}
            Fate::Dead => {
                if search.tally.steps == 1 && first.lines_collide() {
                    search.tally.steps = 0;
                    return end(invalid);
                }
                let Some(&next) = search.waiting.pop() else { return end(End::Exhausted) };
                node = next;
            }
            Fate::Stuck => {
                let contradictions = search.contradictions;
                let wide = search.goes_wide() && search.tally.solutions <= FEW;
                let _has_room = search.waiting.push(node);
                return ControlFlow::Continue(Stuck { contradictions, wide });
            }
            Fate::Stopped => return end(End::Stopped),
        }
    }
}

/// A search on its way, but for the nodes that are being swept.
struct DepthFirst<'a, B: Node, V> {
    waiting: &'a mut DepthFirstStack<B>,
    limits: Limits,
    tally: &'a mut Tally,
    visitor: &'a mut V,
    contradictions: u64,
}

/// What becomes of a node after a sweep.
enum Fate {
    /// It goes on: the sweep found something, or it is now the first branch of a guess.
    Lives,
    /// It was a contradiction or a solution.
    Dead,
    /// It has to guess, in the next part of the search.
    Stuck,
    /// The search has come to its limit of solutions, or its visitor wants no more.
    Stopped,
}

impl<B: Node, V: Visitor> DepthFirst<'_, B, V> {
    #[inline(always)]
    fn sweeps_left(&self) -> u64 {
        self.limits.sweeps - self.tally.steps
    }

    /// Whether branches that wait have met enough contradictions to be searched side by side.
    #[inline(always)]
    fn goes_wide(&self) -> bool {
        B::GOES_WIDE && self.contradictions >= WIDE_AFTER && self.waiting.len() >= WIDE_FROM
    }

    /// Draws the consequences of a sweep of `node`.
    #[inline(always)]
    fn settle(&mut self, node: &mut Tracked<B>, verdict: Findings) -> Fate {
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
        if self.contradictions >= TROUBLED && board.overfull(found) {
            self.contradictions += 1;
            return Fate::Dead;
        }
        let ways = match board.hidden_triples() {
            Ok(closed) => {
                *board = closed;
                return Fate::Lives;
            }
            Err(ways) => ways,
        };
        let others = self.contradictions >= LATE || self.tally.solutions > FEW;
        if others || self.goes_wide() || self.waiting.len() == DEPTH {
            return Fate::Stuck;
        }
        // The guess need not wait for what has been closed: nothing has changed.
        let Some([first, second]) = board.guess(ways) else { return Fate::Stuck };
        let _has_room = self.waiting.push((second, found));
        self.tally.guesses += 1;
        *board = first;
        Fate::Lives
    }
}
