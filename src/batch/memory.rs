//! The memory of a batch: all nodes outside the lanes.

use super::weights::{CellWeights, WEIGHT_TABLES};
use core::mem::MaybeUninit;

/// Words of a saved node: 27 of candidates, by row, column and group, and the three words named below.
pub(super) const NODE_WORDS: usize = OPEN + 1;
/// The word with the number of the node's puzzle.
pub(super) const PUZZLE: usize = 27;
/// The word with the top of the node's private stack (see [`stack_top`]) and the puzzle's
/// [contradiction budget](BUDGET).
pub(super) const STACK_WORD: usize = 28;
/// The word with the number of open cells before the node's first sweep, see `LaneNodes`. In new puzzles all bits are
/// set, so any first sweep seems to fill many cells.
pub(super) const OPEN: usize = 29;

/// Bits of the stack word: the contradictions left until the puzzle shares its nodes with all lanes.
pub(super) const BUDGET: u32 = 7 << 29;
/// One contradiction, in the budget.
pub(super) const ONE_CONTRADICTION: u32 = 1 << 29;

/// The stack word of a settled node that has already been counted as a solution.
pub(super) const ALREADY_COUNTED: u32 = 1 << 28;

/// The largest number of lanes of any kernel.
pub(super) const MAX_LANES: usize = 16;

/// The first lane of a set that is not empty.
#[inline(always)]
pub(super) const fn first_of(lanes: u32) -> usize {
    debug_assert!(lanes != 0);
    lanes.trailing_zeros() as usize % MAX_LANES
}

/// Slots of the pool. [`MAX_LANES`] more follow, because whole vectors are stored; they also keep the words of a node
/// in different cache sets.
pub(super) const POOL_SLOTS: usize = 2048;
pub(super) const POOL_STRIDE: usize = stride_of(POOL_SLOTS);

/// The stride of a pool with so many slots that may be filled.
pub(crate) const fn stride_of(slots: usize) -> usize {
    slots + MAX_LANES
}

/// Rows for private stacks.
pub(super) const ROWS: usize = 192;

/// Slots of a waiting list. Before a move, a list holds fewer nodes than there are lanes; at most two moves follow,
/// with no more nodes than lanes in total, but each move stores a whole vector.
pub(super) const WAITING_SLOTS: usize = 3 * MAX_LANES;

/// Nodes stored word by word, so that a vector load reads one word of many nodes.
#[repr(C, align(64))]
pub(super) struct NodeSlots<const N: usize>(pub(super) [[u32; N]; NODE_WORDS]);

impl<const N: usize> NodeSlots<N> {
    /// The last slot at which a whole vector fits.
    pub(super) const LAST: usize = N - MAX_LANES;

    /// One word of the slots from `at` on, at least a whole vector. If `at` is beyond [`LAST`](Self::LAST), the slots
    /// start there instead; the engine detects that case and restarts (see `Engine::is_inconsistent`).
    #[inline(always)]
    pub(super) fn slots(&self, word: usize, at: usize) -> &[u32] {
        &self.0[word][at.min(Self::LAST)..]
    }

    /// The same slots, for writing.
    #[inline(always)]
    pub(super) fn slots_mut(&mut self, word: usize, at: usize) -> &mut [u32] {
        &mut self.0[word][at.min(Self::LAST)..]
    }
}

/// Nodes that wait until there is a whole vector of them.
pub(super) type WaitingNodes = NodeSlots<WAITING_SLOTS>;

/// The second children of one guess in all lanes, each an element of a private stack.
pub(super) type StackRow = NodeSlots<MAX_LANES>;

/// The memory of a batch. Nothing in it outlives a batch.
#[repr(C, align(64))]
pub(crate) struct BatchStorage {
    pub(crate) queues: QueueMemory,
    pub(super) stacks: StackMemory,
    pub(super) weights: [CellWeights; WEIGHT_TABLES],
}

/// The memory of the [queues](super::queues).
#[repr(C, align(64))]
pub(crate) struct QueueMemory<const STRIDE: usize = POOL_STRIDE> {
    /// The pool: nodes that any lane may take, last in, first out.
    pub(super) pool: NodeSlots<STRIDE>,
    /// Stuck nodes that wait for a guess, and settled nodes that wait for the check.
    pub(super) waiting: [WaitingNodes; 2],
}

/// The memory of the [private stacks](super::private_stacks).
#[repr(C, align(64))]
pub(super) struct StackMemory {
    pub(super) rows: [StackRow; ROWS],
    /// The slots of each row that are in use, a bit for each.
    pub(super) used_slots: [u16; ROWS],
    /// The rows not in use, last in, first out.
    pub(super) free_rows: [u16; ROWS],
}

impl<const STRIDE: usize> QueueMemory<STRIDE> {
    /// Slots of the pool that may be filled.
    pub(super) const SLOTS: usize = STRIDE - MAX_LANES;

    /// Creates empty memory in place, without a copy on the stack.
    pub(crate) const fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        // SAFETY: the pointer is to the memory of one. It consists of integers, so all bytes 0 are valid.
        unsafe {
            memory.as_mut_ptr().write_bytes(0, 1);
            memory.assume_init_mut()
        }
    }
}

impl BatchStorage {
    /// Creates empty memory.
    pub(crate) const fn new() -> Self {
        Self {
            queues: QueueMemory {
                pool: NodeSlots([[0; POOL_STRIDE]; NODE_WORDS]),
                waiting: [const { NodeSlots([[0; WAITING_SLOTS]; NODE_WORDS]) }; 2],
            },
            stacks: StackMemory {
                rows: [const { NodeSlots([[0; MAX_LANES]; NODE_WORDS]) }; ROWS],
                used_slots: [0; ROWS],
                free_rows: [0; ROWS],
            },
            weights: [CellWeights::NONE; WEIGHT_TABLES],
        }
    }
}

/// The stack word that names a row's slot. It is never 0, the word of an empty stack.
#[inline(always)]
pub(super) const fn stack_top(row: usize, slot: usize) -> u32 {
    (row as u32 + 1) * MAX_LANES as u32 + slot as u32
}

/// The row and the slot that a stack word names, regardless of its budget; `None` if the stack is empty.
#[inline(always)]
pub(super) const fn row_and_slot(stack_word: u32) -> Option<(usize, usize)> {
    let top = (stack_word & !BUDGET) as usize;
    if top == 0 { None } else { Some(((top / MAX_LANES).wrapping_sub(1), top % MAX_LANES)) }
}
