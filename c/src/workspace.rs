//! The contents of the caller's workspaces.

use core::mem::MaybeUninit;

use lanedoku::{GeneratorWorkspace, Outcome, Possible, Workspace};

use crate::arguments::memory_size;
use crate::types::*;
use crate::version::lanedoku_version_number;

/// The puzzles of a chunk of a batch: few enough that their outcomes stay in the cache, and enough that idle lanes at
/// its end do not matter.
pub(crate) const SOLVE_CHUNK: usize = 512;

/// The puzzles of a chunk whose possible digits are found: enough that idle lanes at its end hardly matter, and little
/// stack.
pub(crate) const POSSIBLE_CHUNK: usize = 128;

/// A workspace for solving. Any bytes are one.
#[repr(C)]
pub(crate) struct BatchMemory {
    pub(crate) workspace: Workspace,
    outcomes: [MaybeUninit<Outcome>; SOLVE_CHUNK],
    possible: [MaybeUninit<Possible>; POSSIBLE_CHUNK],
    masks: [[u16; 81]; SOLVE_CHUNK],
}

impl BatchMemory {
    /// Returns the workspace, the outcomes of a chunk and its puzzles as masks.
    pub(crate) fn for_solving(
        &mut self,
    ) -> (&mut Workspace, &mut [Outcome; SOLVE_CHUNK], &mut [[u16; 81]; SOLVE_CHUNK]) {
        (&mut self.workspace, filled(&mut self.outcomes, Outcome::INVALID), &mut self.masks)
    }

    /// Returns the workspace and the results of a chunk.
    pub(crate) fn for_possible(&mut self) -> (&mut Workspace, &mut [Possible; POSSIBLE_CHUNK]) {
        (&mut self.workspace, filled(&mut self.possible, Possible::INVALID))
    }
}

const _: () = assert!(memory_size::<BatchMemory>() < LANEDOKU_WORKSPACE_MAX);
const _: () = assert!(memory_size::<GeneratorWorkspace>() < LANEDOKU_GENERATOR_WORKSPACE_MAX);

/// Writes a value to all items.
fn filled<T: Copy, const LENGTH: usize>(items: &mut [MaybeUninit<T>; LENGTH], value: T) -> &mut [T; LENGTH] {
    for item in &mut *items {
        item.write(value);
    }
    // SAFETY: all items have been written.
    unsafe { &mut *(&raw mut *items).cast() }
}

/// Returns a generator workspace in the caller's memory. Each call initializes it again, because it holds references,
/// for which zeros are not valid. This writes to the memory, so it comes after all checks.
///
/// # Safety
///
/// The caller of the library has initialized the memory, so all its bytes have values.
pub(crate) unsafe fn generator_in(memory: &mut MaybeUninit<GeneratorWorkspace>) -> &mut GeneratorWorkspace {
    // SAFETY: the contract is the same.
    unsafe { GeneratorWorkspace::write_over(memory) }
}

/// Shows that this library made what is at this address. Its form depends on the version and the build of the library,
/// so another library cannot use it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct MemoryOrigin {
    version: u64,
    library: usize,
    address: usize,
}

impl MemoryOrigin {
    /// In memory without a search, or whose search is running.
    pub(crate) const NONE: MemoryOrigin = MemoryOrigin { version: 0, library: 0, address: 0 };

    /// The marks of a thing that has a name of its own.
    pub(crate) fn of<T>(memory: *const T, name: &[u8; 8]) -> Self {
        // Its address tells two libraries in one process apart, even of the same version.
        static LIBRARY: u8 = 0;
        MemoryOrigin {
            version: u64::from_be_bytes(*name) ^ u64::from(lanedoku_version_number()),
            library: (&raw const LIBRARY).addr(),
            address: memory.addr(),
        }
    }
}
