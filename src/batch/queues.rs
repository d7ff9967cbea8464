//! The queues: nodes that are in no lane.
//!
//! - The *pool* holds nodes that any lane may take, last in, first out.
//! - The *waiting lists* hold nodes until there is a whole vector of them: stuck nodes wait for a guess, settled nodes
//!   for the check.
//!
//! All three grow and shrink at their ends. Slots beyond the number of nodes hold garbage, which the next nodes
//! overwrite: a move always stores a whole vector, even if it has fewer nodes.
//!
//! The methods here decide which node goes where and update the numbers of nodes. The words follow, by the move that
//! the methods return, see `moves.rs`.

use super::layout::LaneCandidates;
use super::memory::{NodeSlots, POOL_STRIDE, PUZZLE, QueueMemory, STACK_WORD, WaitingNodes, first_of};
use super::moves::{Exchange, LanesToList, NewToLanes, PoolToLanes, WaitingList};
use super::private_stacks::PrivateStacks;
use super::schedule::Backlog;
use crate::vectors::{Lanes, all_lanes};

/// Replaces the puzzle number of a discarded node.
pub(super) const DISCARDED: u32 = u32::MAX;

/// The pool and the waiting lists.
///
/// Each has free slots for a whole vector after its nodes. The code that guesses ensures this for the pool, and the
/// schedule for the lists: before nodes are appended, a list holds fewer nodes than there are lanes, and at most as
/// many as there are lanes are appended.
pub(super) struct Queues<'a, const STRIDE: usize = POOL_STRIDE> {
    pub(super) memory: &'a mut QueueMemory<STRIDE>,
    /// Numbers of nodes.
    pub(super) pool: usize,
    pub(super) stuck: usize,
    pub(super) settled: usize,
    /// Whether a queue overflowed, which the rules above exclude.
    pub(super) inconsistent: bool,
}

impl<'a, const STRIDE: usize> Queues<'a, STRIDE> {
    #[inline(always)]
    pub(super) fn new(memory: &'a mut QueueMemory<STRIDE>) -> Self {
        Queues { memory, pool: 0, stuck: 0, settled: 0, inconsistent: false }
    }

    /// Discards all nodes.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.pool, self.stuck, self.settled) = (0, 0, 0);
        self.inconsistent = false;
    }

    /// The numbers of nodes.
    #[inline(always)]
    pub(super) fn backlog(&self, has_puzzles: bool) -> Backlog {
        Backlog { pool: self.pool, stuck: self.stuck, settled: self.settled, has_puzzles }
    }

    #[inline(always)]
    fn number(&mut self, list: WaitingList) -> &mut usize {
        match list {
            WaitingList::Stuck => &mut self.stuck,
            WaitingList::Settled => &mut self.settled,
        }
    }

    #[inline(always)]
    pub(super) fn list(&mut self, list: WaitingList) -> &mut WaitingNodes {
        &mut self.memory.waiting[list as usize]
    }

    /// Reserves slots at the end of a list for the nodes of these lanes.
    #[inline(always)]
    pub(super) fn append<V: Lanes>(
        &mut self,
        proof: V::Proof,
        lanes: u32,
        list: WaitingList,
    ) -> LanesToList<V> {
        let number = self.number(list);
        let at = *number;
        *number += lanes.count_ones() as usize;
        self.inconsistent |= at > WaitingNodes::LAST;
        LanesToList { order: V::positions(proof, lanes), list, at }
    }

    /// Stores the candidates of nodes that leave.
    #[inline(always)]
    pub(super) fn store_candidates<V: Lanes>(&mut self, leaving: &LanesToList<V>, nodes: &LaneCandidates<V>) {
        let list = self.list(leaving.list);
        for (index, word) in nodes.as_flattened().as_flattened().iter().enumerate() {
            leaving.store_word(list, index, *word);
        }
    }

    /// Takes up to a vector of nodes off the end of a list. Returns their number and the slot of the first. The words
    /// stay there until other nodes are appended.
    #[inline(always)]
    pub(super) fn take_vector<V: Lanes>(&mut self, list: WaitingList) -> (usize, usize) {
        let number = self.number(list);
        let count = (*number).min(V::LANES);
        *number -= count;
        (count, *number)
    }

    /// Loads the candidates of a whole vector of a list's nodes, from slot `from` on.
    #[inline(always)]
    pub(super) fn load_candidates<V: Lanes>(
        &self,
        proof: V::Proof,
        list: WaitingList,
        from: usize,
    ) -> LaneCandidates<V> {
        let list = &self.memory.waiting[list as usize];
        let mut candidates = [[[V::splat(proof, 0); 3]; 3]; 3];
        for (index, word) in candidates.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
            *word = V::load(proof, list.slots(index, from));
        }
        candidates
    }

    /// Takes the last `count` nodes off the pool, for the lowest of the idle lanes. Returns these lanes and the move.
    #[inline(always)]
    pub(super) fn take_from_pool<V: Lanes>(
        &mut self,
        proof: V::Proof,
        idle: u32,
        count: usize,
    ) -> (u32, PoolToLanes<V>) {
        let lanes = V::lowest(proof, idle, count);
        self.pool -= count;
        let all = V::splat(proof, u32::MAX).keep(V::mask(proof, lanes));
        (lanes, PoolToLanes { order: V::ranks(proof, lanes), lanes: all, from: self.pool })
    }

    /// Returns the exchange of nodes for the next sweep to make.
    #[inline(always)]
    pub(super) fn exchange<V: Lanes>(
        &mut self,
        leaving: LanesToList<V>,
        entering: PoolToLanes<V>,
    ) -> Exchange<'_, V, STRIDE> {
        let QueueMemory { pool, waiting } = &mut *self.memory;
        Exchange { waiting: &mut waiting[leaving.list as usize], leaving, entering, pool }
    }

    /// Reserves slots at the end of the pool for `count` nodes. Returns the first.
    #[inline(always)]
    pub(super) fn extend_pool(&mut self, count: usize) -> usize {
        let at = self.pool;
        self.inconsistent |= at > NodeSlots::<STRIDE>::LAST;
        self.pool += count;
        at
    }

    /// Assigns the new nodes in the lanes `live` of a vector to the lowest of the idle lanes, and the remainder to the
    /// pool. Returns the lanes that get one, and the move.
    #[inline(always)]
    pub(super) fn assign_new<V: Lanes>(
        &mut self,
        proof: V::Proof,
        live: u32,
        busy: u32,
    ) -> (u32, NewToLanes<V>) {
        let idle = all_lanes(V::LANES) & !busy;
        let count = live.count_ones().min(idle.count_ones()) as usize;
        let lanes = V::lowest(proof, idle, count);
        let remainder = live & !V::lowest(proof, live, count);
        let new = NewToLanes {
            order: V::positions(proof, live).permute(V::ranks(proof, lanes)),
            lanes: V::splat(proof, u32::MAX).keep(V::mask(proof, lanes)),
            remainder: V::positions(proof, remainder),
            at: self.extend_pool(remainder.count_ones() as usize),
        };
        (lanes, new)
    }

    /// Marks all nodes of a puzzle in the pool as [`DISCARDED`], and releases their private stacks. `puzzle` has the
    /// puzzle's number in all lanes.
    #[inline(always)]
    pub(super) fn discard<V: Lanes>(&mut self, puzzle: V, stacks: &mut PrivateStacks) {
        let count = self.pool.min(NodeSlots::<STRIDE>::LAST);
        let pool = &mut self.memory.pool;
        for first in (0..count).step_by(V::LANES) {
            let mut slots = V::load(puzzle.proof(), pool.slots(PUZZLE, first)).equal_bits(puzzle);
            while slots != 0 {
                let slot = first + first_of(slots);
                slots &= slots - 1;
                if slot < count {
                    pool.0[PUZZLE][slot] = DISCARDED;
                    stacks.release(core::mem::take(&mut pool.0[STACK_WORD][slot]));
                }
            }
        }
    }
}
