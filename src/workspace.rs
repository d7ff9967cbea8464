//! The memory of a batch, or of a large count.

#[cfg(target_arch = "x86_64")]
use crate::batch::Memory;

/// The working memory of [`Solver::solve_batch`](crate::Solver::solve_batch),
/// [`Solver::solve_lines`](crate::Solver::solve_lines),
/// [`Solver::solve_candidates_batch`](crate::Solver::solve_candidates_batch) and
/// [`Solver::count_with`](crate::Solver::count_with): about 615 KiB on x86-64, nothing on other processors.
///
/// The caller allocates it, in a box or a static for example, and can use it for any number of calls. No
/// answer depends on what an earlier call left in it.
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
    /// Creates a workspace.
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
