//! The second part of a search, on vectors that hold several nodes: side by side in the slots of two
//! register sets.
//!
//! A slot takes a node that waits and sweeps it until it is dead, solved or stuck; then it takes the
//! next. Nothing of this is a branch: one permutation fills all slots that are free, another takes the
//! stuck nodes out.
//!
//! Stuck nodes gather as parents until there are enough for a whole register set, or until too few
//! nodes wait; then all of them [guess](guess_in_slots) at once, and their branches wait.
//!
//! The second set fills only when the first is full. Its sweep has nothing to do with the first
//! one's, so that the processor finds work in one while it waits for the other.
//!
//! This is for puzzles that have few solutions and some contradictions. When more nodes wait than have
//! room, when there have been too many contradictions, or when a node has no digit with two ways, the
//! search is handed over to [`by_weight`](mod@super::by_weight).

use super::depth_first::{DEPTH, DepthFirstStack, Node, Stuck};
use super::guess_in_slots::guess_in_slots;
use super::layout::{DIGITS, Fields, Layout};
use super::resting::{OPEN, Resting};
use super::slot_stack::{MARGIN, SlotStack};
use super::sweep::{close, hidden_singles, naked_singles, overfull};
use super::{Limits, Visitor};
use crate::vectors::SlotVector;
use crate::{End, Tally};
use core::ops::ControlFlow;

/// Slots of the longest register.
const SLOTS: usize = 4;
/// Above this many waiting nodes, a search is handed over.
const ROOM: usize = 32;
/// When a sweep begins there are fewer parents than slots, and every node of the two sets may become one.
const PARENTS: usize = SLOTS - 1 + 2 * SLOTS;
/// Contradictions after which the search is handed over. One with one solution, however hard, is done by then.
const TOO_MANY: u64 = 250;
/// Contradictions after which nodes with [overfull](overfull()) boxes do not guess.
const TROUBLED: u64 = 40;
/// Nodes that must wait before the second set wakes up; fewer are soon done in the first.
const WORTH_WAKING: usize = 2;

/// How many nodes may wait: as many as the depth-first part leaves or as have room, and those that come to them before the
/// next look at how many there are: two for each of a vector of guesses, and those
/// of both sets.
const WAITING: usize = MARGIN + if ROOM < DEPTH { DEPTH } else { ROOM } + 5 * SLOTS;

/// The nodes that a wide search leaves when it is handed over.
pub(super) struct Left {
    waiting: SlotStack<WAITING>,
    parents: SlotStack<{ MARGIN + PARENTS }>,
    /// The contradictions met so far.
    pub(super) contradictions: u64,
}

impl Left {
    /// The most nodes that can be left.
    pub(super) const MOST: usize = WAITING + PARENTS + 2 * SLOTS;

    /// The nodes, in the order in which they wait.
    pub(super) fn boards(&self) -> impl Iterator<Item = Resting> {
        self.waiting.boards().chain(self.parents.boards())
    }
}

/// Goes on with a depth-first search, from the stuck node that it ended at, in the slots of vectors `V`.
#[inline(always)]
pub(super) fn side_by_side<V: SlotVector, B: Node>(
    proof: V::Proof,
    stuck: Stuck,
    dived: &DepthFirstStack<B>,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut impl Visitor,
) -> ControlFlow<End, Left> {
    let parents = SlotStack::new();
    let mut left = Left { waiting: SlotStack::new(), parents, contradictions: stuck.contradictions };
    for (index, (node, _)) in dived.iter().enumerate() {
        if index + 1 < dived.len() {
            left.waiting.push(&node.board(), UNKNOWN);
        } else {
            left.parents.push(&node.board(), NONE);
        }
    }
    let end = search_in::<V, ROOM>(proof, &mut left, limits, tally, visitor);
    match end {
        ControlFlow::Break(end) => ControlFlow::Break(end),
        ControlFlow::Continue(()) => ControlFlow::Continue(left),
    }
}

/// Searches the nodes that are left, the youngest first, while no more than `ROOM` wait.
#[inline(always)]
fn search_in<V: SlotVector, const ROOM: usize>(
    proof: V::Proof,
    left: &mut Left,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut impl Visitor,
) -> ControlFlow<End> {
    const { assert!(V::SLOTS <= SLOTS) };
    let Left { waiting, parents, contradictions: met } = left;
    let mut contradictions = *met;
    let (mut set, mut second) = (Set::<V>::idle(proof), Set::<V>::idle(proof));
    loop {
        if second.alive != 0 && set.len() + second.len() + waiting.len() <= V::SLOTS {
            waiting.push_slots(&second.x, second.solved, second.alive);
            second.alive = 0;
        }
        set.fill(waiting, set.free());
        if second.alive != 0 || waiting.len() >= WORTH_WAKING {
            second.fill(waiting, second.free());
        }
        let mut handed_over = waiting.len() > ROOM || contradictions >= TOO_MANY;
        if !handed_over && parents.len() != 0 && (parents.len() >= V::SLOTS || waiting.len() < V::SLOTS) {
            match guess::<V, _, _>(proof, parents, waiting, contradictions >= TROUBLED) {
                ControlFlow::Continue(guesses) => tally.guesses += guesses,
                ControlFlow::Break(()) => handed_over = true,
            }
            if !handed_over && (set.free() != 0 || parents.len() >= V::SLOTS) {
                continue;
            }
        }
        if handed_over {
            // Those in slots are the youngest.
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
            [set.settle(&swept, parents), second.settle(&swept_second, parents)]
        } else {
            first_half(&mut set.x);
            let swept = second_half(&mut set.x);
            [set.settle(&swept, parents), 0]
        };
        let alive = set.alive.count_ones() + second.alive.count_ones();
        let ended = solved[0].count_ones() + solved[1].count_ones();
        contradictions += u64::from(before - alive - ended) - (parents.len() - parents_before) as u64;
        // One set after the other, as if they had not been swept at once.
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

/// In place of the digits that were solved in a waiting node's parent: no board has these.
const UNKNOWN: &[u32; 4] = &[u32::MAX; 4];
/// In place of the digits that are solved in a parent, where they are not known.
const NONE: &[u32; 4] = &[0; 4];

/// Nodes that are swept together. A word of slots has a bit for each.
struct Set<V> {
    x: [Fields<V>; 9],
    /// By box, the digits that a solved cell has after the last sweep.
    solved: V,
    /// Slots that hold a node.
    alive: u32,
}

impl<V: SlotVector> Set<V> {
    #[inline(always)]
    fn idle(proof: V::Proof) -> Self {
        Self { x: [Fields(V::splat(proof, OPEN)); 9], solved: V::splat(proof, 0), alive: 0 }
    }

    #[inline(always)]
    fn free(&self) -> u32 {
        !self.alive & ((1 << V::SLOTS) - 1)
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.alive.count_ones() as usize
    }

    /// Moves the youngest nodes into the slots of `free`, if there are as many.
    #[inline(always)]
    fn fill<const CAPACITY: usize>(&mut self, waiting: &mut SlotStack<CAPACITY>, mut free: u32) {
        while free.count_ones() as usize > waiting.len() {
            free &= free - 1;
        }
        for i in 0..9 {
            self.x[i] = Fields(self.x[i].0.refilled(free, waiting.youngest(self.solved.proof(), i)));
        }
        self.solved = self.solved.refilled(free, waiting.youngest(self.solved.proof(), 9));
        waiting.remove(free.count_ones() as usize);
        self.alive |= free;
    }

    /// Frees the slots of dead, stuck and solved nodes after a sweep. The stuck become parents; the solved are
    /// returned.
    ///
    /// A node is dead if a digit has lost its last place or a cell its last candidate, and stuck if
    /// the sweep solved no cell. If then all cells are solved, a whole sweep has found
    /// nothing to object to after the last of them was: that is a solution.
    #[inline(always)]
    fn settle<const PARENTS: usize>(
        &mut self,
        swept: &SlotFindings<Fields<V>>,
        parents: &mut SlotStack<PARENTS>,
    ) -> u32 {
        let proof = self.solved.proof();
        let complete = V::and_or(swept.placed.0, swept.occupied.0, V::splat(proof, DIGITS));
        let of_no_band = 0x8888;
        let [sound, unchanged, full] = whole_slots([
            complete.equal_bits(V::splat(proof, OPEN)),
            swept.solved.0.equal_bits(self.solved),
            swept.solved.0.equal_bits(V::splat(proof, DIGITS)) | of_no_band,
        ]);
        self.solved = swept.solved.0;
        let ended = self.alive & sound & unchanged;
        parents.push_slots(&self.x, self.solved, ended & !full);
        self.alive &= sound & !unchanged;
        ended & full
    }

    /// Hands over the solutions in the slots of `solved`.
    #[inline(always)]
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

    /// The node in a slot.
    #[inline(always)]
    fn board(&self, slot: usize) -> Resting {
        let mut board = Resting::EMPTY;
        for i in 0..9 {
            let mut row = [0; 4 * SLOTS];
            self.x[i].0.store(&mut row);
            board.0[i].copy_from_slice(&row[slot % SLOTS * 4..][..4]);
        }
        board
    }
}

/// Guesses in the youngest parents, as many as there are slots, and returns how many guesses there were; if
/// the search is `troubled`, those with an overfull box are contradictions. If one of them has no digit
/// with two ways, nothing changes.
#[inline(always)]
fn guess<V: SlotVector, const PARENTS: usize, const CAPACITY: usize>(
    proof: V::Proof,
    parents: &mut SlotStack<PARENTS>,
    waiting: &mut SlotStack<CAPACITY>,
    troubled: bool,
) -> ControlFlow<(), u64> {
    let mut x = [Fields(V::splat(proof, OPEN)); 9];
    for i in 0..9 {
        x[i] = Fields(parents.youngest(proof, i));
    }
    let solved = parents.youngest(proof, 9);
    let count = parents.len().min(V::SLOTS);
    let mut guessing = ((1 << count) - 1) << (V::SLOTS - count);
    if troubled {
        let wrong = overfull(&x, Fields(solved));
        let [sound, ..] = whole_slots([wrong.0.equal_bits(V::splat(proof, 0)), 0, 0]);
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

/// For each of three words of lanes: the slots whose four bits are set. The three lie in one word
/// on the way, where a multiplication brings the bits of each together.
#[inline(always)]
const fn whole_slots([a, b, c]: [u32; 3]) -> [u32; 3] {
    let lanes = a as u64 | (b as u64) << 16 | (c as u64) << 32;
    let pairs = lanes & (lanes >> 1);
    let slots = ((pairs & (pairs >> 2) & 0x1111_1111_1111) * 0x1248) >> 12;
    [slots as u32 & 15, (slots >> 16) as u32 & 15, (slots >> 32) as u32 & 15]
}

/// What a sweep says besides the changed board.
struct SlotFindings<L> {
    /// Digits that have a place in their box.
    placed: L,
    /// See [`Census::occupied`](super::layout::Census::occupied).
    occupied: L,
    /// Digits that a solved cell of the box has.
    solved: L,
}

/// The first half of a sweep: closure with triples.
#[inline(always)]
fn first_half<L: Layout>(x: &mut [L; 9]) {
    close::<L, false, true>(x);
    close::<L, true, true>(x);
}

/// The second half of a sweep: singles, with closure between.
#[inline(always)]
fn second_half<L: Layout>(x: &mut [L; 9]) -> SlotFindings<L> {
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

    struct Count;
    impl Visitor for Count {
        fn visit(&mut self, solved: &impl Solved) -> ControlFlow<()> {
            solved.write_digits(&mut [0; 81]);
            ControlFlow::Continue(())
        }
    }

    /// The number of solutions, up to `limit`, with those of the nodes that are left when few may wait.
    #[inline(always)]
    fn count<V: SlotVector>(proof: V::Proof, boards: &[Resting], limit: u64) -> u64 {
        const ROOM: usize = 5;
        let limits = Limits { solutions: limit, sweeps: u64::MAX };
        let mut tally = Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 };
        let mut left = Left { waiting: SlotStack::new(), parents: SlotStack::new(), contradictions: 0 };
        let (stuck, older) = boards.split_last().unwrap();
        for board in older {
            left.waiting.push(board, UNKNOWN);
        }
        left.parents.push(stuck, NONE);
        let end = search_in::<V, ROOM>(proof, &mut left, limits, &mut tally, &mut Count);
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
        let assert_count = |boards: &[Resting], limit, expected| {
            assert_eq!(count::<V>(proof, boards, limit), expected);
        };
        let hard = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let board = Resting::from_clues(hard);
        assert_count(&[board], 2, 1);
        // As many as the depth-first part hands over.
        assert_count(&[board; DEPTH + 1], 100, DEPTH as u64 + 1);
        // The first rows of a grid.
        let mut clues = [b'.'; 81];
        clues[..27].copy_from_slice(b"123456789456789123789123456");
        let board = Resting::from_clues(&clues);
        assert_count(&[board; DEPTH + 1], 3000, 3000);
        // Every guess is on a cell at first, and the deepest way down is long.
        assert_count(&[Resting::EMPTY; DEPTH + 1], 3000, 3000);
    }

    #[test]
    fn a_full_stack_loses_nothing() {
        on_every_kernel!(nothing_is_lost on arrays: [Portable<8>], sse2: [], avx2: [Avx2], avx512: [Avx512]);
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
