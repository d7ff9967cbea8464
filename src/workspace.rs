//! The memory of a batch, or of a large count.

use core::mem::MaybeUninit;

use crate::batch::BatchStorage;
use crate::kernel::{BatchKernel, SimdKernel};

/// A value that working memory begins with. Not public API.
#[doc(hidden)]
pub trait Fresh: Sized {
    const FRESH: Self;
}

/// Puts the fresh value into memory without a copy on the stack, which `MaybeUninit::write` makes in a build without
/// optimization: for packages that have no unsafe code. Not public API.
#[doc(hidden)]
pub const fn write_fresh<T: Fresh>(memory: &mut MaybeUninit<T>) -> &mut T {
    *memory = const { MaybeUninit::new(T::FRESH) };
    // SAFETY: it has just been written.
    unsafe { memory.assume_init_mut() }
}

/// The working memory of [`Solver::solve_batch`](crate::Solver::solve_batch),
/// [`Solver::solve_lines`](crate::Solver::solve_lines),
/// [`Solver::solve_digits`](crate::Solver::solve_digits) and
/// [`Solver::count_with`](crate::Solver::count_with): about 618 KiB on x86-64, nothing on other processors.
///
/// The caller allocates it, for example in a box or a static, and can use it for any number of calls. Answers do not
/// depend on the contents that an earlier call has left.
///
/// ```
/// use std::sync::Mutex;
///
/// use lanedoku::Workspace;
///
/// let mut workspace = Workspace::boxed();
/// assert!(size_of_val(&*workspace) <= 620 * 1024);
///
/// static SHARED: Mutex<Workspace> = Mutex::new(Workspace::new());
/// ```
pub struct Workspace {
    batch: [BatchStorage; BatchKernel::MEMORIES],
}

impl Workspace {
    /// Creates a workspace as a value, for a static. On the heap, use [`write_new`](Self::write_new): a build without
    /// optimization puts a value on the stack first.
    // Without `Default`, which would make a workspace on the stack.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Workspace { batch: [const { BatchStorage::new() }; BatchKernel::MEMORIES] }
    }

    /// Creates a workspace on the heap, without a copy on the stack.
    #[cfg(feature = "alloc")]
    pub fn boxed() -> alloc::boxed::Box<Self> {
        let mut memory = alloc::boxed::Box::new_uninit();
        Self::write_new(&mut memory);
        // SAFETY: `write_new` has initialized the memory.
        unsafe { memory.assume_init() }
    }

    /// Creates a workspace in memory allocated by the caller, without a copy on the stack. Afterwards the memory is
    /// initialized: an owner may call `Box::assume_init`.
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Workspace};
    ///
    /// let mut memory = Box::new_uninit();
    /// let workspace = Workspace::write_new(&mut memory);
    /// let tally = Solver::new().count_with(&Grid::EMPTY, 10_000, workspace);
    /// assert_eq!(tally.solutions, 10_000);
    /// ```
    pub const fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        // SAFETY: the pointer is to the memory of one workspace. A workspace consists of integers, so all bytes 0 are a
        // valid one.
        unsafe {
            memory.as_mut_ptr().write_bytes(0, 1);
            memory.assume_init_mut()
        }
    }

    /// Returns the batch kernel for a kernel, and its memory, or `None` if the kernel has no lanes.
    pub(crate) fn batch(&mut self, kernel: SimdKernel) -> Option<(BatchKernel, &mut BatchStorage)> {
        Some((BatchKernel::of(kernel)?, self.batch.first_mut()?))
    }
}

impl core::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Workspace").finish_non_exhaustive()
    }
}
