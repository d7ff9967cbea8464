//! The lane table: which puzzle and private stack each lane has, and its sweeps.

use super::memory::{BUDGET, MAX_LANES};
use super::records::Records;
use crate::vectors::Lanes;

/// The puzzle, stack word and sweeps of the node in each lane.
pub(super) struct LaneTable<V: Lanes> {
    /// The number of the puzzle.
    pub(super) puzzle: [u32; MAX_LANES],
    /// The stack word: the top of the private stack, and the contradiction budget.
    pub(super) stack_word: [u32; MAX_LANES],
    /// Sweeps of the node, and of the earlier nodes of its private stack in the same lane.
    sweeps: V,
    /// Lanes whose sweeps have not been added to a record yet. All busy lanes are among them.
    unrecorded: u32,
}

impl<V: Lanes> LaneTable<V> {
    #[inline(always)]
    pub(super) fn new(proof: V::Proof) -> Self {
        let sweeps = V::splat(proof, 0);
        LaneTable { puzzle: [0; MAX_LANES], stack_word: [0; MAX_LANES], sweeps, unrecorded: 0 }
    }

    #[inline(always)]
    pub(super) fn puzzles(&self) -> V {
        V::load(self.sweeps.proof(), &self.puzzle)
    }

    #[inline(always)]
    pub(super) fn stack_words(&self) -> V {
        V::load(self.sweeps.proof(), &self.stack_word)
    }

    /// Lanes whose private stack is not empty.
    #[inline(always)]
    pub(super) fn with_stack(&self) -> u32 {
        (self.stack_words() & V::splat(self.sweeps.proof(), !BUDGET)).nonzero_bits()
    }

    /// Lanes whose puzzle has met no contradiction yet.
    #[inline(always)]
    pub(super) fn without_contradiction(&self) -> u32 {
        let budget = V::splat(self.sweeps.proof(), BUDGET);
        (self.stack_words() & budget).equal_bits(budget)
    }

    /// Counts a sweep of every busy lane.
    #[inline(always)]
    pub(super) fn count_sweep(&mut self, busy: u32) {
        let proof = self.sweeps.proof();
        self.sweeps = self.sweeps + V::splat(proof, 1).keep(V::mask(proof, busy));
    }

    /// Records the sweeps of lanes that get other nodes and resets them to 0. `all` has all bits of these lanes set.
    /// The caller writes the puzzles and stack words afterwards.
    #[inline(always)]
    pub(super) fn reset<const JOB: u8>(&mut self, lanes: u32, all: V, records: &mut Records<JOB>) {
        self.record_sweeps(lanes & self.unrecorded, records);
        self.sweeps = self.sweeps & !all;
        self.unrecorded |= lanes;
    }

    /// Discards the sweeps of lanes.
    #[inline(always)]
    pub(super) fn discard_sweeps(&mut self, lanes: u32) {
        self.unrecorded &= !lanes;
    }

    /// Records the sweeps of all lanes, at the end.
    #[inline(always)]
    pub(super) fn record_all<const JOB: u8>(&mut self, records: &mut Records<JOB>) {
        self.record_sweeps(self.unrecorded, records);
        self.unrecorded = 0;
    }

    #[inline(always)]
    fn record_sweeps<const JOB: u8>(&self, lanes: u32, records: &mut Records<JOB>) {
        let order = V::positions(self.sweeps.proof(), lanes);
        records.add_sweeps(lanes.count_ones() as usize, order, self.puzzles(), self.sweeps);
    }
}
