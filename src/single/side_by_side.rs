//! The second part of a search, on vectors that hold several nodes, in the slots of two register sets.
//!
//! A node stays in its slot until it is contradicted, solved or stuck; then the next waiting node takes the slot. This
//! has no branches: one permutation fills all free slots, another removes the stuck nodes.
//!
//! Stuck nodes are collected as parents until they fill a register set, or until too few nodes wait. Then all of them
//! [guess](guess_in_slots) at once, and their branches join the waiting nodes.
//!
//! The second set fills only when the first is full. The sweeps of the two sets are independent, so the processor can
//! interleave them.
//!
//! This part suits puzzles with few solutions and some contradictions. It hands the search over to
//! [`by_weight`](mod@super::by_weight) when too many nodes wait, after too many contradictions, or when a node has no
//! digit with exactly two configurations.

use super::depth_first::{DEPTH, DepthFirstStack, Handover, Node};
use super::fields::{DIGITS, OPEN};
use super::guess_in_slots::guess_in_slots;
use super::layout::RegisterLayout;
use super::packed_board::PackedBoard;
use super::slot_stack::{MARGIN, SlotStack};
use super::sweep::{box_conflicts, close, hidden_singles, naked_singles};
use super::{Limits, Visitor};
use crate::vectors::SlotVector;
use crate::{End, Tally};
use core::ops::ControlFlow;

/// Slots of the longest register.
const SLOTS: usize = 4;
/// The number of waiting nodes above which a search is handed over.
const MOST_WAITING: usize = 32;
/// At the start of a sweep there are fewer parents than slots, and every node of the two sets may become one.
const PARENTS: usize = SLOTS - 1 + 2 * SLOTS;
/// Contradictions after which the search is handed over. Puzzles with one solution have ended by then.
const HAND_OVER_AFTER: u64 = 250;
/// Contradictions after which nodes with [box conflicts](box_conflicts()) do not guess.
const BOX_CHECKS_AFTER: u64 = 40;
/// The number of waiting nodes from which the second set is used.
const SECOND_SET_FROM: usize = 2;

/// Capacity for waiting nodes: those of the depth-first part or the most that may wait, plus those added before the
/// number is checked again: two for each guess of a vector, and the nodes of both sets.
const WAITING: usize = MARGIN + if MOST_WAITING < DEPTH { DEPTH } else { MOST_WAITING } + 5 * SLOTS;

/// The remaining nodes of a search that is handed over.
pub(super) struct RemainingNodes {
    waiting: SlotStack<WAITING>,
    parents: SlotStack<{ MARGIN + PARENTS }>,
    /// The contradictions met so far.
    pub(super) contradictions: u64,
}

impl RemainingNodes {
    /// The greatest number of nodes that can remain.
    pub(super) const MOST: usize = WAITING + PARENTS + 2 * SLOTS;

    /// The nodes, the oldest first.
    pub(super) fn boards(&self) -> impl Iterator<Item = PackedBoard> {
        self.waiting.boards().chain(self.parents.boards())
    }
}

/// Continues a depth-first search, whose last node is stuck, in the slots of vectors `V`.
#[inline(always)]
pub(super) fn side_by_side<V: SlotVector, B: Node>(
    proof: V::Proof,
    handover: Handover,
    saved: &DepthFirstStack<B>,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut impl Visitor,
) -> ControlFlow<End, RemainingNodes> {
    let parents = SlotStack::new();
    let mut left =
        RemainingNodes { waiting: SlotStack::new(), parents, contradictions: handover.contradictions };
    for (index, (node, _)) in saved.iter().enumerate() {
        if index + 1 < saved.len() {
            left.waiting.push(&node.pack(), UNKNOWN);
        } else {
            left.parents.push(&node.pack(), NONE);
        }
    }
    let end = search_in::<V, _, MOST_WAITING>(proof, &mut left, limits, tally, visitor);
    match end {
        ControlFlow::Break(end) => ControlFlow::Break(end),
        ControlFlow::Continue(()) => ControlFlow::Continue(left),
    }
}

/// Searches the remaining nodes, the youngest first, while at most `MOST_WAITING` nodes wait.
#[inline(always)]
fn search_in<V: SlotVector, W: Visitor, const MOST_WAITING: usize>(
    proof: V::Proof,
    left: &mut RemainingNodes,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut W,
) -> ControlFlow<End> {
    const { assert!(V::SLOTS <= SLOTS) };
    let RemainingNodes { waiting, parents, contradictions: met } = left;
    let mut contradictions = *met;
    let (mut set, mut second) = (NodeSet::<V>::idle(proof), NodeSet::<V>::idle(proof));
    loop {
        if second.alive != 0 && set.len() + second.len() + waiting.len() <= V::SLOTS {
            waiting.push_slots(&second.x, second.solved, second.alive);
            second.alive = 0;
        }
        set.fill(waiting, set.free());
        if second.alive != 0 || waiting.len() >= SECOND_SET_FROM {
            second.fill(waiting, second.free());
        }
        let mut handed_over = waiting.len() > MOST_WAITING
            || contradictions >= HAND_OVER_AFTER
            || W::PAUSES && tally.steps == limits.sweeps;
        if !handed_over && parents.len() != 0 && (parents.len() >= V::SLOTS || waiting.len() < V::SLOTS) {
            match guess::<V, _, _>(proof, parents, waiting, contradictions >= BOX_CHECKS_AFTER) {
                ControlFlow::Continue(guesses) => tally.guesses += guesses,
                ControlFlow::Break(()) => handed_over = true,
            }
            if !handed_over && (set.free() != 0 || parents.len() >= V::SLOTS) {
                continue;
            }
        }
        if handed_over {
            // The nodes in the slots are the youngest.
            waiting.push_slots(&second.x, second.solved, second.alive);
            waiting.push_slots(&set.x, set.solved, set.alive);
            *met = contradictions;
            return ControlFlow::Continue(());
        }
        if set.alive | second.alive == 0 {
            return ControlFlow::Break(End::Exhausted);
        }
        if tally.steps == limits.sweeps {
            return ControlFlow::Break(End::OutOfSteps);
        }
        let both = second.alive != 0 && limits.sweeps - tally.steps >= 2;
        let before = set.alive.count_ones() + second.alive.count_ones();
        let parents_before = parents.len();
        let solved = if both {
            first_half(&mut set.x);
            first_half(&mut second.x);
            let swept = second_half(&mut set.x);
            let swept_second = second_half(&mut second.x);
            [set.take_out_ended(&swept, parents), second.take_out_ended(&swept_second, parents)]
        } else {
            first_half(&mut set.x);
            let swept = second_half(&mut set.x);
            [set.take_out_ended(&swept, parents), 0]
        };
        let alive = set.alive.count_ones() + second.alive.count_ones();
        let ended = solved[0].count_ones() + solved[1].count_ones();
        contradictions += u64::from(before - alive - ended) - (parents.len() - parents_before) as u64;
        // Process one set after the other, as if they had been swept separately.
        tally.steps += 1;
        if solved[0] != 0 && set.report(solved[0], limits, tally, visitor).is_break() {
            return ControlFlow::Break(End::Stopped);
        }
        tally.steps += u64::from(both);
        if solved[1] != 0 && second.report(solved[1], limits, tally, visitor).is_break() {
            return ControlFlow::Break(End::Stopped);
        }
    }
}

/// Placeholder for the digits solved in the parent of a waiting node, if they are unknown. No board has these digits.
const UNKNOWN: &[u32; 4] = &[u32::MAX; 4];
/// Placeholder for the digits solved in a parent, if they are unknown.
const NONE: &[u32; 4] = &[0; 4];

/// Nodes that are swept together. A set of slots is a word with one bit for each slot.
struct NodeSet<V> {
    x: [V; 9],
    /// By box, the digits of solved cells after the last sweep.
    solved: V,
    /// Slots that hold a node.
    alive: u32,
}

impl<V: SlotVector> NodeSet<V> {
    #[inline(always)]
    fn idle(proof: V::Proof) -> Self {
        Self { x: [V::splat(proof, OPEN); 9], solved: V::splat(proof, 0), alive: 0 }
    }

    #[inline(always)]
    fn free(&self) -> u32 {
        !self.alive & ((1 << V::SLOTS) - 1)
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.alive.count_ones() as usize
    }

    /// Moves the youngest nodes into the slots of `free`, as long as nodes wait.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill<const CAPACITY: usize>(&mut self, waiting: &mut SlotStack<CAPACITY>, mut free: u32) {
        while free.count_ones() as usize > waiting.len() {
            free &= free - 1;
        }
        for i in 0..9 {
            self.x[i] = self.x[i].refilled(free, waiting.youngest(self.solved.proof(), i));
        }
        self.solved = self.solved.refilled(free, waiting.youngest(self.solved.proof(), 9));
        waiting.remove(free.count_ones() as usize);
        self.alive |= free;
    }

    /// Frees the slots of contradicted, stuck and solved nodes after a sweep. Stuck nodes become parents. Returns the
    /// slots of solved nodes.
    ///
    /// A node is contradicted if a digit has no place in a box or a cell has no candidate, and stuck if the sweep
    /// solved no cell. If all cells were solved before a sweep that found no contradiction, the node is a solution.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn take_out_ended<const PARENTS: usize>(
        &mut self,
        swept: &SlotFindings<V>,
        parents: &mut SlotStack<PARENTS>,
    ) -> u32 {
        let proof = self.solved.proof();
        let complete = V::and_or(swept.placed, swept.occupied, V::splat(proof, DIGITS));
        let of_no_band = 0x8888;
        let [sound, unchanged, full] = whole_slots([
            complete.equal_bits(V::splat(proof, OPEN)),
            swept.solved.equal_bits(self.solved),
            swept.solved.equal_bits(V::splat(proof, DIGITS)) | of_no_band,
        ]);
        self.solved = swept.solved;
        let ended = self.alive & sound & unchanged;
        parents.push_slots(&self.x, self.solved, ended & !full);
        self.alive &= sound & !unchanged;
        ended & full
    }

    /// Reports the solutions in the slots of `solved`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn report(
        &self,
        mut solved: u32,
        limits: Limits,
        tally: &mut Tally,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        while solved != 0 {
            let slot = solved.trailing_zeros() as usize;
            solved &= solved - 1;
            tally.solutions += 1;
            visitor.visit(&self.board(slot))?;
            if tally.solutions == limits.solutions {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the node in a slot.
    #[inline(always)]
    fn board(&self, slot: usize) -> PackedBoard {
        let mut board = PackedBoard::EMPTY;
        for i in 0..9 {
            let mut row = [0; 4 * SLOTS];
            self.x[i].store(&mut row);
            board.0[i].copy_from_slice(&row[slot % SLOTS * 4..][..4]);
        }
        board
    }
}

/// Guesses in the youngest parents, as many as there are slots. Returns the number of guesses. If `check_boxes` is set,
/// parents with a box conflict are contradictions. If one of them has no digit with exactly two configurations, changes
/// nothing.
#[cfg_attr(not(unoptimized), inline(always))]
fn guess<V: SlotVector, const PARENTS: usize, const CAPACITY: usize>(
    proof: V::Proof,
    parents: &mut SlotStack<PARENTS>,
    waiting: &mut SlotStack<CAPACITY>,
    check_boxes: bool,
) -> ControlFlow<(), u64> {
    let mut x = [V::splat(proof, OPEN); 9];
    for i in 0..9 {
        x[i] = parents.youngest(proof, i);
    }
    let solved = parents.youngest(proof, 9);
    let count = parents.len().min(V::SLOTS);
    let mut guessing = ((1 << count) - 1) << (V::SLOTS - count);
    if check_boxes {
        let wrong = box_conflicts(&x, solved);
        let [sound, ..] = whole_slots([wrong.equal_bits(V::splat(proof, 0)), 0, 0]);
        guessing &= sound;
    }

    let ([first, second], chosen) = guess_in_slots(&x);
    if guessing & !chosen != 0 {
        return ControlFlow::Break(());
    }
    waiting.push_slots(&second.of(&x), solved, guessing);
    waiting.push_slots(&first.of(&x), solved, guessing);
    parents.remove(count);
    ControlFlow::Continue(u64::from(guessing.count_ones()))
}

/// Returns, for each of three words of lanes, the slots whose four bits are all set. One multiplication gathers the
/// bits of all three.
#[inline(always)]
const fn whole_slots([a, b, c]: [u32; 3]) -> [u32; 3] {
    let lanes = a as u64 | (b as u64) << 16 | (c as u64) << 32;
    let pairs = lanes & (lanes >> 1);
    let slots = ((pairs & (pairs >> 2) & 0x1111_1111_1111) * 0x1248) >> 12;
    [slots as u32 & 15, (slots >> 16) as u32 & 15, (slots >> 32) as u32 & 15]
}

/// The results of a sweep in slots.
struct SlotFindings<L> {
    /// Digits that have a place in their box.
    placed: L,
    /// See [`CellStates::occupied`](super::layout::CellStates::occupied).
    occupied: L,
    /// Digits of the solved cells of the box.
    solved: L,
}

/// The first half of a sweep: closure with triples.
#[cfg_attr(not(unoptimized), inline(always))]
fn first_half<L: RegisterLayout>(x: &mut [L; 9]) {
    close::<L, false, true>(x);
    close::<L, true, true>(x);
}

/// The second half of a sweep: singles, with closure between.
#[cfg_attr(not(unoptimized), inline(always))]
fn second_half<L: RegisterLayout>(x: &mut [L; 9]) -> SlotFindings<L> {
    let placed = hidden_singles(x);
    close::<L, false, false>(x);
    close::<L, true, false>(x);
    let (occupied, solved) = naked_singles(x);
    SlotFindings { placed, occupied, solved }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::on_every_kernel;
    use crate::kernel::SimdKernel;
    use crate::single::{Solved, Start, solve};
    use crate::vectors::portable::Portable;

    struct CountVisitor;
    impl Visitor for CountVisitor {
        fn visit(&mut self, solved: &impl Solved) -> ControlFlow<()> {
            solved.write_digits(&mut [0; 81]);
            ControlFlow::Continue(())
        }
    }

    /// Returns the number of solutions, up to `limit`, including those of the nodes that remain when few may wait.
    #[inline(always)]
    fn count<V: SlotVector>(proof: V::Proof, boards: &[PackedBoard], limit: u64) -> u64 {
        const MOST_WAITING: usize = 5;
        let limits = Limits { solutions: limit, sweeps: u64::MAX };
        let mut tally = Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 };
        let mut left =
            RemainingNodes { waiting: SlotStack::new(), parents: SlotStack::new(), contradictions: 0 };
        let (stuck, older) = boards.split_last().unwrap();
        for board in older {
            left.waiting.push(board, UNKNOWN);
        }
        left.parents.push(stuck, NONE);
        let end = search_in::<V, _, MOST_WAITING>(proof, &mut left, limits, &mut tally, &mut CountVisitor);
        if end == ControlFlow::Continue(()) {
            for board in left.boards() {
                let rest = Limits { solutions: limit - tally.solutions, sweeps: u64::MAX };
                if rest.solutions > 0 {
                    let start = Start::Candidates(&board.candidates());
                    tally.solutions += solve(SimdKernel::Portable, start, rest, &mut [0; 81]).solutions;
                }
            }
        }
        tally.solutions
    }

    #[inline(always)]
    fn nothing_is_lost<V: SlotVector>(proof: V::Proof) {
        let assert_count = |boards: &[PackedBoard], limit, expected| {
            assert_eq!(count::<V>(proof, boards, limit), expected);
        };
        let hard = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let board = PackedBoard::from_clues(hard);
        assert_count(&[board], 2, 1);
        // The maximum number of nodes that the depth-first part hands over.
        assert_count(&[board; DEPTH + 1], 100, DEPTH as u64 + 1);
        // The first rows of a grid.
        let mut clues = [b'.'; 81];
        clues[..27].copy_from_slice(b"123456789456789123789123456");
        let board = PackedBoard::from_clues(&clues);
        assert_count(&[board; DEPTH + 1], 3000, 3000);
        // At first every guess is on a cell, and the search is deep.
        assert_count(&[PackedBoard::EMPTY; DEPTH + 1], 3000, 3000);
    }

    #[test]
    fn a_full_stack_loses_nothing() {
        on_every_kernel!(nothing_is_lost on arrays: [Portable<8>], baseline: [], avx2: [Avx2], avx512: [Avx512]);
    }

    #[test]
    fn whole_slots_of_three_words() {
        for slots in 0..16 {
            let mut lanes = 0;
            for slot in 0..4 {
                lanes |= (slots >> slot & 1) * (15 << (4 * slot));
            }
            for missing in 0..16 {
                let rest = lanes & !(1 << missing);
                let whole = slots & !(1 << (missing / 4));
                assert_eq!(whole_slots([lanes, rest, 0xffff]), [slots, whole, 15]);
                assert_eq!(whole_slots([rest, 0, lanes]), [whole, 0, slots]);
            }
        }
    }
}
