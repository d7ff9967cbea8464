//! The frontier of a search: its open nodes, in the lanes and in the queues.
//!
//! The batch engine and the count share it. It moves candidates and numbers of open cells; the engine adds the two
//! words that only a batch needs, the puzzle and the private stack.

use super::guess::Child;
use super::houses::Houses;
use super::layout::LaneCandidates;
use super::memory::{OPEN, POOL_STRIDE, QueueMemory, StackRow};
use super::moves::{LanesToList, NewToLanes, PoolToLanes, WaitingList};
use super::queues::Queues;
use super::sweep::{LaneNodes, LaneStates, Unchanged, sweep};
use crate::vectors::{Lanes, all_lanes};

pub(super) struct Frontier<'a, V: Lanes, const STRIDE: usize = POOL_STRIDE> {
    pub(super) proof: V::Proof,
    pub(super) nodes: LaneNodes<V>,
    /// Lanes with a node.
    pub(super) busy: u32,
    pub(super) queues: Queues<'a, STRIDE>,
}

/// The slots for the second children of a guess in a vector of nodes.
pub(super) struct SecondChildren<'a, V> {
    /// The nodes whose second child goes to the pool, in this order; `None` for all nodes, in their order.
    pub(super) shared: Option<V>,
    /// The slot of the first of them.
    pub(super) at: usize,
    /// The row for the second children that go to private stacks, if there are any.
    pub(super) row: Option<&'a mut StackRow>,
}

impl<V: Lanes, const STRIDE: usize> Frontier<'_, V, STRIDE> {
    /// Lanes without a node.
    #[inline(always)]
    pub(super) fn idle(&self) -> u32 {
        all_lanes(V::LANES) & !self.busy
    }

    /// Sweeps all lanes, after an exchange of nodes if there is one.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn sweep(
        &mut self,
        exchange: Option<(LanesToList<V>, PoolToLanes<V>)>,
        houses: impl Houses,
    ) -> LaneStates {
        match exchange {
            Some((leaving, entering)) => {
                sweep(&mut self.nodes, &mut self.queues.exchange(leaving, entering), houses)
            }
            None => sweep(&mut self.nodes, &mut Unchanged, houses),
        }
    }

    /// Copies nodes to a waiting list, except for their candidates. The lanes keep them.
    #[inline(always)]
    pub(super) fn copy(&mut self, lanes: u32, list: WaitingList) -> LanesToList<V> {
        let leaving = self.queues.append(self.proof, lanes, list);
        leaving.store_word(self.queues.list(list), OPEN, self.nodes.open);
        leaving
    }

    /// Stores the candidates of nodes that move to a waiting list.
    #[inline(always)]
    pub(super) fn store_candidates(&mut self, leaving: &LanesToList<V>) {
        self.queues.store_candidates(leaving, &self.nodes.candidates);
    }

    /// Moves the last `count` nodes of the pool to the lowest of the idle lanes, except for their candidates. Returns
    /// these lanes and the move.
    #[inline(always)]
    pub(super) fn enter(&mut self, idle: u32, count: usize) -> (u32, PoolToLanes<V>) {
        let (lanes, entering) = self.queues.take_from_pool(self.proof, idle, count);
        self.nodes.open = entering.load_word(&self.queues.memory.pool, OPEN, self.nodes.open);
        self.busy |= lanes;
        (lanes, entering)
    }

    /// Loads the candidates of nodes that enter lanes.
    #[inline(always)]
    pub(super) fn load_candidates(&mut self, entering: &PoolToLanes<V>) {
        let nodes = self.nodes.candidates.as_flattened_mut().as_flattened_mut();
        for (index, word) in nodes.iter_mut().enumerate() {
            *word = entering.load_word(&self.queues.memory.pool, index, *word);
        }
    }

    /// Moves nodes from the pool to idle lanes, until no node or no lane is left.
    #[inline(always)]
    pub(super) fn refill_from_pool(&mut self) {
        let idle = self.idle();
        let count = self.queues.pool.min(idle.count_ones() as usize);
        let (_, entering) = self.enter(idle, count);
        self.load_candidates(&entering);
    }

    /// Moves the new nodes in the lanes `live` of a vector to the idle lanes and to the pool, except for their
    /// candidates. Returns the lanes that get one, and the move.
    #[inline(always)]
    pub(super) fn assign_new(&mut self, live: u32, open: V) -> (u32, NewToLanes<V>) {
        let (lanes, new) = self.queues.assign_new(self.proof, live, self.busy);
        self.busy |= lanes;
        self.nodes.open = new.move_word(&mut self.queues.memory.pool, OPEN, open, self.nodes.open);
        (lanes, new)
    }

    /// Moves the candidates of new nodes, together with those of nodes that leave.
    #[inline(always)]
    pub(super) fn move_new(
        &mut self,
        candidates: &LaneCandidates<V>,
        leaving: &LanesToList<V>,
        new: &NewToLanes<V>,
    ) {
        let QueueMemory { pool, waiting } = &mut *self.queues.memory;
        let waiting = &mut waiting[leaving.list as usize];
        let nodes = self.nodes.candidates.as_flattened_mut().as_flattened_mut();
        let candidates = candidates.as_flattened().as_flattened();
        for (index, (word, candidates)) in nodes.iter_mut().zip(candidates).enumerate() {
            leaving.store_word(waiting, index, *word);
            *word = new.move_word(pool, index, *candidates, *word);
        }
    }

    /// Makes the children of a vector of nodes. The first children are the new nodes; the second ones are stored; other
    /// nodes leave their lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn branch(
        &mut self,
        parents: &LaneCandidates<V>,
        [first, second]: &[impl Child<V>; 2],
        leaving: &LanesToList<V>,
        new: &NewToLanes<V>,
        mut seconds: SecondChildren<V>,
    ) {
        let QueueMemory { pool, waiting } = &mut *self.queues.memory;
        let waiting = &mut waiting[leaving.list as usize];
        for row in 0..3 {
            for column in 0..3 {
                for group in 0..3 {
                    let index = 9 * row + 3 * column + group;
                    let parent = parents[row][column][group];
                    let child = second.apply(parent, row, column, group);
                    let to_pool = match seconds.shared {
                        Some(order) => child.permute(order),
                        None => child,
                    };
                    to_pool.store(pool.slots_mut(index, seconds.at));
                    if let Some(saved) = &mut seconds.row {
                        child.store(&mut saved.0[index]);
                    }
                    let child = first.apply(parent, row, column, group);
                    let word = &mut self.nodes.candidates[row][column][group];
                    leaving.store_word(waiting, index, *word);
                    *word = new.move_word(pool, index, child, *word);
                }
            }
        }
    }
}
