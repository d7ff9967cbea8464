//! The memory of a batch: all nodes that are not in a lane.

/// Words of a saved node: 27 of candidates, by row, column and group, then its puzzle, its private chain,
/// and its open cells.
pub(super) const NODE_WORDS: usize = OPEN + 1;
/// The word with the number of the node's puzzle.
pub(super) const PUZZLE: usize = 27;
/// The word with the node's private chain.
pub(super) const CHAIN: usize = 28;
/// The word with the open cells before the node's first sweep, see `LaneNodes`. (With all bits set, any first
/// sweep settles many.)
pub(super) const OPEN: usize = 29;

/// In a node's chain word: how many more contradictions its puzzle may meet before it shares its nodes
/// with all lanes. The rest of the word names the next node of its chain.
pub(super) const PATIENCE: u32 = 7 << 29;
/// What one contradiction takes from it.
pub(super) const CONTRADICTION: u32 = 1 << 29;

/// The chain word of a settled node that is known to be its puzzle's first solution.
pub(super) const FIRST_SOLUTION: u32 = 1 << 28;

/// The most lanes a kernel has.
pub(super) const MOST_LANES: usize = 16;

/// Slots of the pool. Sixteen more may be touched by whole vectors, and keep the
/// words' slots apart in the cache.
pub(super) const POOL_SLOTS: usize = 2048;
const POOL_STRIDE: usize = POOL_SLOTS + MOST_LANES;

/// Rows for private chains.
pub(super) const ROWS: usize = 192;

/// Fewer nodes than lanes wait in a list when others come. Those come in up to two moves, together of no more
/// nodes than lanes, but each move stores a whole vector.
pub(super) const WAITING_SLOTS: usize = 3 * MOST_LANES;

/// Nodes word by word, so that a vector takes one word of many nodes.
#[repr(C, align(64))]
pub(super) struct Slots<const N: usize>(pub(super) [[u32; N]; NODE_WORDS]);

impl<const N: usize> Slots<N> {
    /// Where the last whole vector begins.
    pub(super) const LAST: usize = N - MOST_LANES;

    /// One word of a whole vector of slots or more, from `at` on; from [`LAST`](Self::LAST) on if `at` is beyond
    /// it. (The engine does not go on with what it finds there. See `Engine::is_lost`.)
    #[inline(always)]
    pub(super) fn slots(&self, word: usize, at: usize) -> &[u32] {
        &self.0[word][at.min(Self::LAST)..]
    }

    /// The same, to be written.
    #[inline(always)]
    pub(super) fn slots_mut(&mut self, word: usize, at: usize) -> &mut [u32] {
        &mut self.0[word][at.min(Self::LAST)..]
    }
}

/// The nodes that any lane may take, last in, first out.
pub(super) type Pool = Slots<POOL_STRIDE>;

/// Nodes that wait until as many as there are lanes can be handled at once.
pub(super) type Waiting = Slots<WAITING_SLOTS>;

/// Saved nodes of one guess in all lanes, each the head or a link of a chain.
pub(super) type Row = Slots<MOST_LANES>;

/// The memory of a batch. Nothing in it outlives a batch.
#[repr(C, align(64))]
pub(crate) struct Memory {
    pub(super) depot: DepotMemory,
    pub(super) chains: ChainMemory,
}

/// What the depot keeps its nodes in.
#[repr(C, align(64))]
pub(super) struct DepotMemory {
    /// Last in, first out: nodes that any lane may take.
    pub(super) pool: Pool,
    /// Nodes that wait for a guess, and nodes with no open cell that wait for the last check.
    pub(super) waiting: [Waiting; 2],
}

/// What the private chains are made of.
#[repr(C, align(64))]
pub(super) struct ChainMemory {
    pub(super) rows: [Row; ROWS],
    /// The slots of a row that are in use.
    pub(super) row_slots: [u16; ROWS],
    /// The rows not in use, last in, first out.
    pub(super) free_rows: [u16; ROWS],
}

impl Memory {
    /// Empty memory.
    pub(crate) const fn new() -> Self {
        Self {
            depot: DepotMemory {
                pool: Slots([[0; POOL_STRIDE]; NODE_WORDS]),
                waiting: [const { Slots([[0; WAITING_SLOTS]; NODE_WORDS]) }; 2],
            },
            chains: ChainMemory {
                rows: [const { Slots([[0; MOST_LANES]; NODE_WORDS]) }; ROWS],
                row_slots: [0; ROWS],
                free_rows: [0; ROWS],
            },
        }
    }
}

/// The chain word for the node in a row's slot: never zero, which ends a chain.
#[inline(always)]
pub(super) const fn reference(row: usize, slot: usize) -> u32 {
    (row as u32 + 1) * MOST_LANES as u32 + slot as u32
}

/// The row and the slot that a chain word names, whatever its patience; none at the end of a chain.
#[inline(always)]
pub(super) const fn row_and_slot(chain: u32) -> Option<(usize, usize)> {
    let reference = (chain & !PATIENCE) as usize;
    if reference == 0 {
        None
    } else {
        Some(((reference / MOST_LANES).wrapping_sub(1), reference % MOST_LANES))
    }
}
