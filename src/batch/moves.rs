//! How nodes move between the lanes and the depot: by whole vectors, word by word.
//!
//! A move is a value that says which node goes where. The depot decides and counts it (`depot.rs`), the engine
//! carries it out (`engine.rs`): first the words with the node's puzzle, chain and open cells, then the 27 words
//! of candidates, on the way of what reads or writes them anyway.
//!
//! | move | from | to | word by word |
//! |---|---|---|---|
//! | [`Leaving`] | some lanes | the end of a waiting list | [`put`](Leaving::put) |
//! | [`Entering`] | the end of the pool | idle lanes | [`take`](Entering::take) |
//! | [`Deal`] | a vector of new nodes | idle lanes, and the rest to the end of the pool | [`take`](Deal::take) |
//! | [`Exchange`] | leaving and entering | in one sweep | by the sweep |
//!
//! *Put* stores a lane's word and leaves the lane as it is. *Take* returns what the lanes hold after the move.

use super::memory::{Pool, Waiting};
use super::sweep::Entrance;
use crate::vectors::Lanes;

/// The waiting lists.
#[derive(Clone, Copy)]
pub(super) enum List {
    Stuck,
    Settled,
}

/// Nodes that leave their lanes for a waiting list.
pub(super) struct Leaving<V> {
    /// The lanes that leave, first to last.
    pub(super) order: V,
    pub(super) list: List,
    /// The first one's slot.
    pub(super) at: usize,
}

impl<V: Lanes> Leaving<V> {
    /// Stores one word of the nodes that leave.
    #[inline(always)]
    pub(super) fn put(&self, waiting: &mut Waiting, index: usize, word: V) {
        word.permute(self.order).store(waiting.slots_mut(index, self.at));
    }
}

/// New nodes, in the lanes of a vector, on their way to idle lanes and to the pool.
pub(super) struct Deal<V> {
    /// Which one a lane gets.
    pub(super) order: V,
    /// All bits of the lanes that get one.
    pub(super) lanes: V,
    /// The others, first to last.
    pub(super) rest: V,
    /// The slot of the first of the others.
    pub(super) at: usize,
}

impl<V: Lanes> Deal<V> {
    /// One word of every lane after the change; that of the others goes to the pool.
    #[inline(always)]
    pub(super) fn take(&self, pool: &mut Pool, index: usize, new: V, word: V) -> V {
        new.permute(self.rest).store(pool.slots_mut(index, self.at));
        V::select(self.lanes, new.permute(self.order), word)
    }
}

/// Nodes that enter lanes from the pool.
pub(super) struct Entering<V> {
    /// Which one a lane gets, from the first one on.
    pub(super) order: V,
    /// All bits of the lanes that get one.
    pub(super) lanes: V,
    /// The first one's slot.
    pub(super) from: usize,
}

impl<V: Lanes> Entering<V> {
    /// The word of every lane after the change. (A choice by bits: what a store by
    /// lanes leaves in memory can't be forwarded to the loads that follow.)
    #[inline(always)]
    pub(super) fn take(&self, pool: &Pool, index: usize, word: V) -> V {
        let entering = V::load(word.proof(), pool.slots(index, self.from)).permute(self.order);
        V::select(self.lanes, entering, word)
    }
}

/// Nodes leave and others enter while a sweep reads the lanes, which hides the change behind the sweep's
/// calculation.
pub(super) struct Exchange<'a, V> {
    pub(super) out: Leaving<V>,
    pub(super) waiting: &'a mut Waiting,
    pub(super) into: Entering<V>,
    pub(super) pool: &'a Pool,
}

impl<V: Lanes> Entrance<V> for Exchange<'_, V> {
    #[inline(always)]
    fn enter(&mut self, index: usize, word: V) -> V {
        self.out.put(self.waiting, index, word);
        self.into.take(self.pool, index, word)
    }
}
