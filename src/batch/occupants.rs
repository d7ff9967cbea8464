//! Who is in which lane.

use super::books::Books;
use super::memory::{MOST_LANES, PATIENCE};
use crate::vectors::Lanes;

/// What is known of the node in each lane, but its candidates and open cells.
pub(super) struct Occupants<V: Lanes> {
    /// The number of the puzzle.
    pub(super) puzzle: [u32; MOST_LANES],
    /// The chain word: the private chain, and the patience.
    pub(super) chain: [u32; MOST_LANES],
    /// The sweeps of the node, and of those of its chain that were in the lane before.
    sweeps: V,
    /// Lanes with a node.
    pub(super) busy: u32,
    /// Lanes whose last node's sweeps have still to be noted. All busy lanes are among them.
    unnoted: u32,
}

impl<V: Lanes> Occupants<V> {
    #[inline(always)]
    pub(super) fn none(proof: V::Proof) -> Self {
        let sweeps = V::splat(proof, 0);
        Occupants { puzzle: [0; MOST_LANES], chain: [0; MOST_LANES], sweeps, busy: 0, unnoted: 0 }
    }

    /// Lets go of all nodes, and of the sweeps not noted.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.busy, self.unnoted) = (0, 0);
    }

    #[inline(always)]
    pub(super) fn puzzles(&self) -> V {
        V::load(self.sweeps.proof(), &self.puzzle)
    }

    #[inline(always)]
    pub(super) fn chains(&self) -> V {
        V::load(self.sweeps.proof(), &self.chain)
    }

    /// Lanes whose nodes have a private chain.
    #[inline(always)]
    pub(super) fn chained(&self) -> u32 {
        (self.chains() & V::splat(self.sweeps.proof(), !PATIENCE)).nonzero_bits()
    }

    /// Lanes whose nodes know of no contradiction in their puzzles.
    #[inline(always)]
    pub(super) fn untroubled(&self) -> u32 {
        let patience = V::splat(self.sweeps.proof(), PATIENCE);
        (self.chains() & patience).equal_bits(patience)
    }

    /// Counts a sweep of every busy lane.
    #[inline(always)]
    pub(super) fn count_sweep(&mut self) {
        let proof = self.sweeps.proof();
        self.sweeps = self.sweeps + V::splat(proof, 1).keep(V::mask(proof, self.busy));
    }

    /// Gives lanes to other nodes. `all`: all bits of these lanes.
    #[inline(always)]
    pub(super) fn occupy<const ANOTHER: bool>(&mut self, lanes: u32, all: V, books: &mut Books<ANOTHER>) {
        self.note(lanes & self.unnoted, books);
        self.sweeps = self.sweeps & !all;
        self.busy |= lanes;
        self.unnoted |= lanes;
    }

    /// Frees lanes whose sweeps are nobody's.
    #[inline(always)]
    pub(super) fn forget(&mut self, lanes: u32) {
        self.busy &= !lanes;
        self.unnoted &= !lanes;
    }

    /// Notes the sweeps of all lanes, at the end.
    #[inline(always)]
    pub(super) fn note_all<const ANOTHER: bool>(&mut self, books: &mut Books<ANOTHER>) {
        self.note(self.unnoted, books);
        self.unnoted = 0;
    }

    #[inline(always)]
    fn note<const ANOTHER: bool>(&self, lanes: u32, books: &mut Books<ANOTHER>) {
        let order = V::positions(self.sweeps.proof(), lanes);
        books.note(lanes.count_ones() as usize, order, self.puzzles(), self.sweeps);
    }
}
