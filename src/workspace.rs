//! The memory of a batch, or of a large count.

use crate::batch::Memory;
use crate::kernel::{BatchKernel, SimdKernel};

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
    batch: [Memory; BatchKernel::MEMORIES],
}

impl Workspace {
    /// Creates a workspace.
    pub const fn new() -> Self {
        Workspace { batch: [const { Memory::new() }; BatchKernel::MEMORIES] }
    }

    /// The lanes of a kernel, from how many puzzles on a batch is worth them, and the memory for it; none if the
    /// kernel has no lanes.
    pub(crate) fn lanes(&mut self, kernel: SimdKernel) -> Option<(BatchKernel, usize, &mut Memory)> {
        let (kernel, worth_from) = BatchKernel::of(kernel)?;
        Some((kernel, worth_from, self.batch.first_mut()?))
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
