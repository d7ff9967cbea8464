//! The first part of a search: one board, depth first.
//!
//! Most puzzles need few guesses or none, and those with many solutions soon reach one. Their nodes are swept one after
//! another, in the layout that sweeps a single board fastest. After some contradictions, the search continues in
//! [`side_by_side`](mod@super::side_by_side), or directly in [`by_weight`](mod@super::by_weight).

use super::packed_board::PackedBoard;
use super::stack::Stack;
use super::weights::{CellWords, WEIGHTS_AFTER};
use super::{Limits, Solved, Start, Visitor};
use crate::{End, Tally};
use core::ops::ControlFlow;

/// A search node in a layout made for one board at a time.
pub(super) trait Node: Solved + Copy {
    /// For each box, the digits found so far.
    type FoundDigits: Copy;
    /// Intermediate results of [`hidden_triples`](Self::hidden_triples) that a guess uses.
    type Configurations;
    /// The board in memory.
    type Memory;
    /// Whether the kernel also has vectors that hold several nodes in slots.
    const HAS_SLOTS: bool;

    /// Removes the digits of clues from the other cells of their boxes, and returns the digits by box, or `None` if two
    /// cells of a box have the same single candidate.
    fn place_clues(&mut self) -> Option<Self::FoundDigits>;
    /// Applies the rules once. `found` holds the digits found so far. Before the first guess, a layout may apply more
    /// rules.
    fn sweep(&mut self, found: &mut Self::FoundDigits, guessed: bool) -> Findings;
    /// Whether a board in which every digit has been found in every box is a solution.
    fn is_solution(&self) -> bool;
    /// Whether locked candidates remove nothing in rows and columns.
    #[inline(always)]
    fn is_closed(&self) -> bool {
        self.hidden_triples().is_err()
    }
    /// Whether two cells in one row or column have the same single candidate.
    fn lines_collide(&self) -> bool;
    /// Applies locked candidates and hidden triples in rows and columns. Returns the resulting board if that removes a
    /// candidate.
    fn hidden_triples(&self) -> Result<Self, Self::Configurations>;
    /// Given the digits found before and after a sweep, whether the sweep has found digits in at most one box.
    fn slow(&self, before: Self::FoundDigits, after: Self::FoundDigits) -> bool;
    /// Whether, in a stuck node, two solved cells of a box have the same digit, or two digits have their only place in
    /// the same cell.
    fn has_box_conflict(&self, found: Self::FoundDigits) -> bool;
    /// Returns the two branches of a guess, or `None` if no digit has exactly two configurations in a band or stack.
    fn guess(&self, configurations: Self::Configurations) -> Option<[Self; 2]>;
    /// Returns the two branches of a guess in a node that need not be stuck, or `None` if hidden triples first remove a
    /// candidate.
    fn early_guess(&self) -> Option<[Self; 2]>;
    /// Packs the board for storage in memory.
    fn pack(&self) -> PackedBoard;
    /// Unpacks a board from memory, with no digit found yet.
    fn unpack(&self, board: &PackedBoard) -> Tracked<Self>;
    /// Returns the candidates, cell by cell.
    fn cells(&self) -> CellWords;
    /// Returns the number of digits found so far.
    fn count(found: Self::FoundDigits) -> u32;
    /// Writes the board to memory, to read some of its cells.
    fn to_memory(&self) -> Self::Memory;
    /// Returns the candidates of a cell. Bits above the digits are unspecified.
    fn cell(memory: &Self::Memory, cell: usize) -> u16;
    /// Returns the node without these digits in one cell of [`CellWords`].
    fn without(&self, place: usize, word: usize, digits: u16) -> Self;
}

/// The results of a sweep.
#[derive(Clone, Copy)]
pub(super) struct Findings {
    /// Every digit has a place in every box and no cell is empty.
    pub sound: bool,
    /// Every digit has been found in every box.
    pub complete: bool,
    /// The sweep has found a digit.
    pub progress: bool,
}

/// Contradictions after which a search continues in slots. A lower number slows down puzzles with many solutions, which
/// do not need their other branches; a higher one slows down the hardest puzzles.
const SLOTS_AFTER: u64 = 6;
/// The number of waiting nodes from which a search continues in slots; fewer would leave the slots empty.
const SLOTS_FROM: usize = 3;
/// Contradictions after which every stuck node is tested for [box conflicts](Node::has_box_conflict). They are rare in
/// puzzles with few contradictions.
const BOX_CHECKS_AFTER: u64 = 3;
/// Guesses without a contradiction, and digits found, from which a board is taken to have several solutions. Of the
/// boards of `two_or_more_solutions.txt`, these are four in five; of the hardest puzzles, one in sixty.
const SEVERAL_AFTER: (usize, u32) = (3, 51);
/// The number of nodes that may wait before the next part of the search begins.
pub(super) const DEPTH: usize = 32;
/// A search with more solutions than this is a count, and does not continue in slots.
pub(super) const COUNTING_ABOVE: u64 = 2;

/// A node and the digits found by its last sweep.
pub(super) type Tracked<B> = (B, <B as Node>::FoundDigits);
/// Waiting nodes, the youngest on top.
pub(super) type NodeStack<B, const CAPACITY: usize> = Stack<Tracked<B>, CAPACITY>;
/// The waiting nodes of this part of the search and, above them, the node at which it ends.
pub(super) type DepthFirstStack<B> = NodeStack<B, { DEPTH + 1 }>;

/// The state in which this part hands a search over to the next.
#[derive(Clone, Copy)]
pub(super) struct Handover {
    /// The contradictions met so far.
    pub contradictions: u64,
    /// Whether the search continues in slots.
    pub in_slots: bool,
}

/// Searches from `first` until the search ends or is handed over to the next part. The youngest of the waiting nodes
/// then has to guess.
#[inline(always)]
pub(super) fn depth_first<B: Node, V: Visitor>(
    first: B,
    waiting: &mut DepthFirstStack<B>,
    start: Start,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut V,
) -> ControlFlow<End, Handover> {
    let end = ControlFlow::Break;
    let invalid = if matches!(start, Start::Clues(_)) { End::Invalid } else { End::Exhausted };
    let mut board = first;
    // On a nearly empty board, a search may take long to find that two clues in a box are equal. The first sweep finds
    // equal clues in a row or column.
    let Some(found) = board.place_clues() else { return end(invalid) };
    let mut node = (board, found);
    let mut search = DepthFirst { waiting, limits, tally, visitor, contradictions: 0 };
    loop {
        if search.sweeps_left() == 0 {
            if search.tally.steps == 0 && first.lines_collide() {
                return end(invalid);
            }
            if V::PAUSES {
                // The last part pauses the search.
                let _has_room = search.waiting.push(node);
                let contradictions = search.contradictions;
                return ControlFlow::Continue(Handover { contradictions, in_slots: false });
            }
            return end(End::OutOfSteps);
        }
        search.tally.steps += 1;
        let verdict = node.0.sweep(&mut node.1, search.tally.guesses > 0);
        match search.act_on(&mut node, verdict) {
            NodeResult::Continues => {}
            NodeResult::Ended => {
                if search.tally.steps == 1 && first.lines_collide() {
                    search.tally.steps = 0;
                    return end(invalid);
                }
                let Some(&next) = search.waiting.pop() else { return end(End::Exhausted) };
                node = next;
            }
            NodeResult::Stuck => {
                let contradictions = search.contradictions;
                let in_slots = search.is_worth_slots() && search.tally.solutions <= COUNTING_ABOVE;
                let _has_room = search.waiting.push(node);
                return ControlFlow::Continue(Handover { contradictions, in_slots });
            }
            NodeResult::Stopped => return end(End::Stopped),
        }
    }
}

/// A running search, without the node currently swept.
struct DepthFirst<'a, B: Node, V> {
    waiting: &'a mut DepthFirstStack<B>,
    limits: Limits,
    tally: &'a mut Tally,
    visitor: &'a mut V,
    contradictions: u64,
}

/// The result of a sweep for its node.
enum NodeResult {
    /// The sweep found a digit, or the node is now the first branch of a guess.
    Continues,
    /// The node was a contradiction or a solution.
    Ended,
    /// The node has to guess in the next part of the search.
    Stuck,
    /// The limit of solutions is reached, the visitor has stopped the search, or it is left as one for
    /// [several](Visitor::leaves_several).
    Stopped,
}

impl<B: Node, V: Visitor> DepthFirst<'_, B, V> {
    #[inline(always)]
    fn sweeps_left(&self) -> u64 {
        self.limits.sweeps - self.tally.steps
    }

    /// Whether enough nodes wait, after enough contradictions, for a search in slots.
    #[inline(always)]
    fn is_worth_slots(&self) -> bool {
        B::HAS_SLOTS && self.contradictions >= SLOTS_AFTER && self.waiting.len() >= SLOTS_FROM
    }

    /// Whether the board looks as though it had several solutions, and the search is to be left then.
    #[inline(always)]
    fn may_have_several(&self, found: B::FoundDigits) -> bool {
        let (guesses, digits) = SEVERAL_AFTER;
        self.contradictions == 0
            && self.waiting.len() >= guesses
            && self.tally.solutions == 0
            && self.visitor.leaves_several()
            && B::count(found) >= digits
    }

    /// Ends `node`, or applies hidden triples or a guess to it, depending on the findings of its sweep.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn act_on(&mut self, node: &mut Tracked<B>, verdict: Findings) -> NodeResult {
        let (board, found) = (&mut node.0, node.1);
        if !verdict.sound {
            self.contradictions += 1;
            return NodeResult::Ended;
        }
        if verdict.complete {
            if !board.is_solution() {
                self.contradictions += 1;
                return NodeResult::Ended;
            }
            self.tally.solutions += 1;
            let done = self.visitor.visit(board).is_break() || self.tally.solutions == self.limits.solutions;
            return if done { NodeResult::Stopped } else { NodeResult::Ended };
        }
        if verdict.progress {
            return NodeResult::Continues;
        }
        if self.contradictions >= BOX_CHECKS_AFTER && board.has_box_conflict(found) {
            self.contradictions += 1;
            return NodeResult::Ended;
        }
        let configurations = match board.hidden_triples() {
            Ok(closed) => {
                *board = closed;
                return NodeResult::Continues;
            }
            Err(configurations) => configurations,
        };
        if self.may_have_several(found) {
            return NodeResult::Stopped;
        }
        let others = self.contradictions >= WEIGHTS_AFTER || self.tally.solutions > COUNTING_ABOVE;
        if others || self.is_worth_slots() || self.waiting.len() == DEPTH {
            return NodeResult::Stuck;
        }
        // The guess can use the configurations already computed: nothing has changed.
        let Some([first, second]) = board.guess(configurations) else { return NodeResult::Stuck };
        let _has_room = self.waiting.push((second, found));
        self.tally.guesses += 1;
        *board = first;
        NodeResult::Continues
    }
}
