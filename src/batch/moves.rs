//! Moves of nodes between the lanes and the queues: whole vectors, word by word.
//!
//! A move is a value that maps slots to lanes. `queues.rs` decides the move and updates the numbers of nodes; the
//! words are then moved one at a time, the candidates together with the code that reads or writes them anyway.
//!
//! | move | from | to |
//! |---|---|---|
//! | [`LanesToList`] | some lanes | the end of a waiting list |
//! | [`PoolToLanes`] | the end of the pool | idle lanes |
//! | [`NewToLanes`] | a vector of new nodes | idle lanes, and the others to the end of the pool |
//! | [`Exchange`] | lanes to a list and pool to lanes | in one sweep |

use super::memory::{NodeSlots, WaitingNodes};
use super::sweep::SweepInput;
use crate::vectors::Lanes;

/// A waiting list.
#[derive(Clone, Copy)]
pub(super) enum WaitingList {
    Stuck,
    Settled,
}

/// Nodes that move from their lanes to a waiting list.
pub(super) struct LanesToList<V> {
    /// The lanes, first to last.
    pub(super) order: V,
    pub(super) list: WaitingList,
    /// The slot of the first node.
    pub(super) at: usize,
}

impl<V: Lanes> LanesToList<V> {
    /// Stores one word of the nodes. The lanes keep theirs.
    #[inline(always)]
    pub(super) fn store_word(&self, waiting: &mut WaitingNodes, index: usize, word: V) {
        word.permute(self.order).store(waiting.slots_mut(index, self.at));
    }
}

/// New nodes, in the lanes of a vector, that move to idle lanes and to the pool.
pub(super) struct NewToLanes<V> {
    /// For each idle lane, the number of its new node.
    pub(super) order: V,
    /// All bits of the lanes that get a node.
    pub(super) lanes: V,
    /// The nodes that go to the pool, first to last.
    pub(super) remainder: V,
    /// The slot of the first of them.
    pub(super) at: usize,
}

impl<V: Lanes> NewToLanes<V> {
    /// Returns one word of all lanes after the move, and stores that of the other nodes in the pool.
    #[inline(always)]
    pub(super) fn move_word<const STRIDE: usize>(
        &self,
        pool: &mut NodeSlots<STRIDE>,
        index: usize,
        new: V,
        word: V,
    ) -> V {
        new.permute(self.remainder).store(pool.slots_mut(index, self.at));
        V::select(self.lanes, new.permute(self.order), word)
    }
}

/// Nodes that move from the pool to lanes.
pub(super) struct PoolToLanes<V> {
    /// For each idle lane, the position of its node after `from`.
    pub(super) order: V,
    /// All bits of the lanes that get a node.
    pub(super) lanes: V,
    /// The slot of the first node.
    pub(super) from: usize,
}

impl<V: Lanes> PoolToLanes<V> {
    /// Returns one word of all lanes after the move. (It selects by bits: a masked store could not be forwarded to the
    /// loads that follow.)
    #[inline(always)]
    pub(super) fn load_word<const STRIDE: usize>(
        &self,
        pool: &NodeSlots<STRIDE>,
        index: usize,
        word: V,
    ) -> V {
        let entering = V::load(word.proof(), pool.slots(index, self.from)).permute(self.order);
        V::select(self.lanes, entering, word)
    }
}

/// Nodes that leave and nodes that enter while a sweep reads the lanes: the latency of the moves is hidden behind
/// the sweep's operations.
pub(super) struct Exchange<'a, V, const STRIDE: usize> {
    pub(super) leaving: LanesToList<V>,
    pub(super) waiting: &'a mut WaitingNodes,
    pub(super) entering: PoolToLanes<V>,
    pub(super) pool: &'a NodeSlots<STRIDE>,
}

impl<V: Lanes, const STRIDE: usize> SweepInput<V> for Exchange<'_, V, STRIDE> {
    #[inline(always)]
    fn word(&mut self, index: usize, word: V) -> V {
        self.leaving.store_word(self.waiting, index, word);
        self.entering.load_word(self.pool, index, word)
    }
}
