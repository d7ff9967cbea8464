//! The memory of a batch, or of a large count.

#[cfg(target_arch = "x86_64")]
use crate::batch::Memory;

/// The memory in which [`Solver::solve_batch`](crate::Solver::solve_batch),
/// [`Solver::solve_lines`](crate::Solver::solve_lines),
/// [`Solver::solve_candidates_batch`](crate::Solver::solve_candidates_batch) and
/// [`Solver::count_with`](crate::Solver::count_with) work: about 615 KiB on x86-64, nothing on other processors. The
/// caller places it, in a box or a static for instance, and uses it again and again.
///
/// Nothing in it outlives a call.
///
/// ```
/// use lanedoku::Workspace;
///
/// let workspace = Box::new(Workspace::new());
/// assert!(size_of_val(&*workspace) <= 620 * 1024);
/// ```
pub struct Workspace {
    /// Of the batch engine.
    #[cfg(target_arch = "x86_64")]
    pub(crate) batch: Memory,
}

impl Workspace {
    /// Empty memory.
    pub const fn new() -> Self {
        Workspace {
            #[cfg(target_arch = "x86_64")]
            batch: Memory::new(),
        }
    }
}

impl Default for Workspace {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Workspace").finish_non_exhaustive()
    }
}
