//! Where nodes wait that are in no lane: the pool and the waiting lists.
//!
//! - The *pool* holds nodes that any lane may take, last in, first out.
//! - The *waiting lists* hold nodes until there is a whole vector of them: the stuck ones for a guess, the settled
//!   ones for the check.
//!
//! All three are stacks that grow and shrink at their ends. The slots from a stack's number of nodes on are
//! garbage, which the next nodes overwrite: a whole vector is stored whatever the number of nodes in it.
//!
//! A move is decided in one piece and made word by word. The methods here decide it (which node goes where) and
//! count it; the words follow, by the value that they return, see `moves.rs`.

use super::chains::Chains;
use super::layout::LaneCandidates;
use super::memory::{CHAIN, DepotMemory, PUZZLE, Pool, Waiting};
use super::moves::{Deal, Entering, Exchange, Leaving, List};
use super::schedule::Rest;
use crate::vectors::{Lanes, all_lanes};

/// In place of the number of a puzzle that is done with.
pub(super) const FORGOTTEN: u32 = u32::MAX;

/// The pool and the waiting lists.
///
/// While nothing is lost, each has room for a whole vector behind its nodes. In the pool, whoever guesses sees to
/// that. Of the lists, the schedule does: fewer nodes than lanes wait in a list when others come, and no more come
/// than there are lanes.
pub(super) struct Depot<'a> {
    pub(super) memory: &'a mut DepotMemory,
    /// Numbers of nodes.
    pub(super) pool: usize,
    pub(super) stuck: usize,
    pub(super) settled: usize,
    /// Whether a node had no place. The limits on the numbers of nodes keep that from happening.
    pub(super) lost: bool,
}

impl<'a> Depot<'a> {
    #[inline(always)]
    pub(super) fn new(memory: &'a mut DepotMemory) -> Self {
        Depot { memory, pool: 0, stuck: 0, settled: 0, lost: false }
    }

    /// Lets go of all nodes.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.pool, self.stuck, self.settled) = (0, 0, 0);
        self.lost = false;
    }

    /// The numbers of nodes.
    #[inline(always)]
    pub(super) fn rest(&self, puzzles: bool) -> Rest {
        Rest { pool: self.pool, stuck: self.stuck, settled: self.settled, puzzles }
    }

    #[inline(always)]
    fn number(&mut self, list: List) -> &mut usize {
        match list {
            List::Stuck => &mut self.stuck,
            List::Settled => &mut self.settled,
        }
    }

    #[inline(always)]
    pub(super) fn list(&mut self, list: List) -> &mut Waiting {
        &mut self.memory.waiting[list as usize]
    }

    /// Places for the nodes of these lanes in a list.
    #[inline(always)]
    pub(super) fn leave<V: Lanes>(&mut self, proof: V::Proof, lanes: u32, list: List) -> Leaving<V> {
        let number = self.number(list);
        let at = *number;
        *number += lanes.count_ones() as usize;
        self.lost |= at > Waiting::LAST;
        Leaving { order: V::positions(proof, lanes), list, at }
    }

    /// The candidates of nodes that leave.
    #[inline(always)]
    pub(super) fn put_candidates<V: Lanes>(&mut self, out: &Leaving<V>, nodes: &LaneCandidates<V>) {
        let list = self.list(out.list);
        for (index, word) in nodes.as_flattened().as_flattened().iter().enumerate() {
            out.put(list, index, *word);
        }
    }

    /// Takes up to a vector of nodes off the end of a list: how many, and the first one's slot. They stay there
    /// until others begin to wait.
    #[inline(always)]
    pub(super) fn call<V: Lanes>(&mut self, list: List) -> (usize, usize) {
        let number = self.number(list);
        let count = (*number).min(V::LANES);
        *number -= count;
        (count, *number)
    }

    /// The candidates of a vector of nodes that have been called, from the first one's slot on.
    #[inline(always)]
    pub(super) fn called<V: Lanes>(&self, proof: V::Proof, list: List, from: usize) -> LaneCandidates<V> {
        let list = &self.memory.waiting[list as usize];
        let mut candidates = [[[V::splat(proof, 0); 3]; 3]; 3];
        for (index, word) in candidates.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
            *word = V::load(proof, list.slots(index, from));
        }
        candidates
    }

    /// The last `count` nodes of the pool, for the lowest of the idle lanes; and these lanes.
    #[inline(always)]
    pub(super) fn enter<V: Lanes>(&mut self, proof: V::Proof, idle: u32, count: usize) -> (u32, Entering<V>) {
        let lanes = V::lowest(proof, idle, count);
        self.pool -= count;
        let all = V::splat(proof, u32::MAX).keep(V::mask(proof, lanes));
        (lanes, Entering { order: V::ranks(proof, lanes), lanes: all, from: self.pool })
    }

    /// The candidates of nodes that enter.
    #[inline(always)]
    pub(super) fn take_candidates<V: Lanes>(&self, into: &Entering<V>, nodes: &mut LaneCandidates<V>) {
        for (index, word) in nodes.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
            *word = into.take(&self.memory.pool, index, *word);
        }
    }

    /// The candidates of nodes that leave and enter, as the next sweep makes them do.
    #[inline(always)]
    pub(super) fn exchange<V: Lanes>(&mut self, out: Leaving<V>, into: Entering<V>) -> Exchange<'_, V> {
        let DepotMemory { pool, waiting } = &mut *self.memory;
        Exchange { waiting: &mut waiting[out.list as usize], out, into, pool }
    }

    /// Places for so many nodes at the end of the pool: the first one's slot.
    #[inline(always)]
    pub(super) fn extend(&mut self, count: usize) -> usize {
        let at = self.pool;
        self.lost |= at > Pool::LAST;
        self.pool += count;
        at
    }

    /// Deals out new nodes, those of the lanes `live` of a vector: to the lowest of the idle lanes, and to the
    /// pool; and which lanes get one.
    #[inline(always)]
    pub(super) fn deal<V: Lanes>(&mut self, proof: V::Proof, live: u32, busy: u32) -> (u32, Deal<V>) {
        let idle = all_lanes(V::LANES) & !busy;
        let count = live.count_ones().min(idle.count_ones()) as usize;
        let lanes = V::lowest(proof, idle, count);
        let rest = live & !V::lowest(proof, live, count);
        let deal = Deal {
            order: V::positions(proof, live).permute(V::ranks(proof, lanes)),
            lanes: V::splat(proof, u32::MAX).keep(V::mask(proof, lanes)),
            rest: V::positions(proof, rest),
            at: self.extend(rest.count_ones() as usize),
        };
        (lanes, deal)
    }

    /// Puts [`FORGOTTEN`] in place of a puzzle's number in all nodes of the pool, and releases their chains.
    /// `number` is the puzzle's in all lanes.
    #[inline(always)]
    pub(super) fn forget<V: Lanes>(&mut self, number: V, chains: &mut Chains) {
        let count = self.pool.min(Pool::LAST);
        let pool = &mut self.memory.pool;
        for first in (0..count).step_by(V::LANES) {
            let mut slots = V::load(number.proof(), pool.slots(PUZZLE, first)).equal_bits(number);
            while slots != 0 {
                let slot = first + super::first_of(slots);
                slots &= slots - 1;
                if slot < count {
                    pool.0[PUZZLE][slot] = FORGOTTEN;
                    chains.release(core::mem::take(&mut pool.0[CHAIN][slot]));
                }
            }
        }
    }
}
