//! How nodes move between lanes, the pool and the lists in which they wait: by whole vectors, word by word.

use super::memory::{Pool, Waiting};
use super::sweep::Entrance;
use crate::simd::Lanes;

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

/// Stuck nodes leave and saved ones enter while a sweep reads the lanes, which
/// hides the change behind the sweep's calculation.
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
