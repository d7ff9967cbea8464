//! The memory of a batch, or of a large count.

use crate::batch::Memory;
use crate::kernel::{BatchKernel, SimdKernel};

/// The working memory of [`Solver::solve_batch`](crate::Solver::solve_batch),
/// [`Solver::solve_lines`](crate::Solver::solve_lines),
/// [`Solver::solve_digits`](crate::Solver::solve_digits),
/// [`Solver::solve_candidates_batch`](crate::Solver::solve_candidates_batch) and
/// [`Solver::count_with`](crate::Solver::count_with): about 615 KiB on x86-64, nothing on other processors.
///
/// The caller allocates it, for example in a box or a static, and can use it for any number of calls. Answers do not
/// depend on the contents that an earlier call has left.
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

    /// Returns the batch kernel for a kernel, and its memory, or `None` if the kernel has no lanes.
    pub(crate) fn batch(&mut self, kernel: SimdKernel) -> Option<(BatchKernel, &mut Memory)> {
        Some((BatchKernel::of(kernel)?, self.batch.first_mut()?))
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
