//! The builder of solvers.

use core::fmt;

use super::Solver;
use crate::backtrack::Order;
use crate::kernel::{LoopKernel, SimdKernel};
use crate::{Engine, Kernel, KernelError};

/// A builder of a [`Solver`], created by [`Solver::builder`].
///
/// Defaults: the engine that has the chosen kernel or order, otherwise [`Engine::Simd`]; the best kernel of the engine
/// on this machine; no step limit; the least of several solutions.
///
/// ```
/// use lanedoku::{BuildError, Engine, Kernel, Order, Solver};
///
/// let solver = Solver::builder().kernel(Kernel::Portable).build()?;
/// assert_eq!((solver.engine(), solver.kernel()), (Engine::Simd, Kernel::Portable));
///
/// let solver = Solver::builder().order(Order::Rows).step_limit(1_000).build()?;
/// assert_eq!(solver.engine(), Engine::Backtrack);
///
/// let error = Solver::builder().engine(Engine::Simd).order(Order::Rows).build().unwrap_err();
/// assert_eq!(error.to_string(), "the engine simd does not support the order rows");
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a builder does nothing until it builds"]
pub struct SolverBuilder {
    engine: Option<Engine>,
    kernel: Option<Kernel>,
    order: Option<Order>,
    step_limit: u64,
    any_solution: bool,
}

impl SolverBuilder {
    pub(super) const fn new() -> Self {
        SolverBuilder { engine: None, kernel: None, order: None, step_limit: u64::MAX, any_solution: false }
    }

    /// Chooses the engine.
    pub const fn engine(self, engine: Engine) -> Self {
        SolverBuilder { engine: Some(engine), ..self }
    }

    /// Chooses the kernel. Every engine has [`Kernel::Portable`]; each other kernel belongs to
    /// [one engine](Kernel::engine).
    pub const fn kernel(self, kernel: Kernel) -> Self {
        SolverBuilder { kernel: Some(kernel), ..self }
    }

    /// Chooses the order of the open cells, for [`Engine::Backtrack`] only.
    pub const fn order(self, order: Order) -> Self {
        SolverBuilder { order: Some(order), ..self }
    }

    /// Sets a [limit on the steps](Solver::with_step_limit) of each puzzle.
    pub const fn step_limit(self, steps: u64) -> Self {
        SolverBuilder { step_limit: steps, ..self }
    }

    /// Sets whether to show [any solution](Solver::with_any_solution) of several, instead of the least.
    pub const fn any_solution(self, any_solution: bool) -> Self {
        SolverBuilder { any_solution, ..self }
    }

    /// Builds the solver.
    ///
    /// # Errors
    ///
    /// Returns a [`BuildError`] if the choices exclude each other, or if the kernel cannot run on this machine.
    pub fn build(self) -> Result<Solver, BuildError> {
        let of_order = self.order.map(|_| Engine::Backtrack);
        let engine = self.engine.or(self.kernel.and_then(Kernel::engine)).or(of_order).unwrap_or_default();
        if let Some(kernel) = self.kernel.filter(|kernel| !Kernel::of(engine).contains(kernel)) {
            return Err(BuildError::KernelOfAnotherEngine { engine, kernel });
        }
        if let Some(order) = self.order.filter(|_| engine != Engine::Backtrack) {
            return Err(BuildError::OrderOfAnotherEngine { engine, order });
        }
        let mut solver = Solver {
            engine,
            simd: SimdKernel::best(),
            backtrack: LoopKernel::best(),
            order: self.order.unwrap_or_default(),
            step_limit: self.step_limit,
            any_solution: self.any_solution,
        };
        match self.kernel {
            None => {}
            // Candidates always go to the SIMD engine, so it gets the portable kernel, too.
            Some(Kernel::Portable) => {
                (solver.simd, solver.backtrack) = (SimdKernel::Portable, LoopKernel::Portable);
            }
            Some(kernel) if engine == Engine::Backtrack => solver.backtrack = LoopKernel::new(kernel)?,
            Some(kernel) => solver.simd = SimdKernel::new(kernel)?,
        }
        Ok(solver)
    }
}

impl Solver {
    /// Returns the solver with [`Engine::Simd`]. The C library for 9x9 boards alone uses it where a search begins, so
    /// that the compiler leaves out the other engines. Not public API.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub const fn with_simd(self) -> Self {
        Solver { engine: Engine::Simd, ..self }
    }
}

/// The reason why a solver could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildError {
    /// The kernel cannot run on this machine.
    Kernel(KernelError),
    /// The engine does not have the kernel.
    KernelOfAnotherEngine {
        /// The chosen engine, or the engine of the chosen order.
        engine: Engine,
        /// The chosen kernel.
        kernel: Kernel,
    },
    /// The engine has no orders.
    OrderOfAnotherEngine {
        /// The chosen engine, or the engine of the chosen kernel.
        engine: Engine,
        /// The chosen order.
        order: Order,
    },
}

impl From<KernelError> for BuildError {
    fn from(error: KernelError) -> Self {
        BuildError::Kernel(error)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Kernel(error) => error.fmt(f),
            BuildError::KernelOfAnotherEngine { engine, kernel } => {
                write!(f, "the engine {engine} does not support the kernel {kernel}")
            }
            BuildError::OrderOfAnotherEngine { engine, order } => {
                write!(f, "the engine {engine} does not support the order {order}")
            }
        }
    }
}

impl core::error::Error for BuildError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination is either built as chosen or refused for a valid reason.
    #[test]
    fn every_choice_is_kept_or_refused() {
        let engines = Engine::ALL.map(Some).into_iter().chain([None]);
        let kernels = || Kernel::ALL.map(Some).into_iter().chain([None]);
        let orders = || Order::ALL.map(Some).into_iter().chain([None]);
        for engine in engines {
            for kernel in kernels() {
                for order in orders() {
                    let builder = SolverBuilder { engine, kernel, order, ..Solver::builder() };
                    match builder.build() {
                        Ok(solver) => {
                            assert_eq!(solver.engine(), engine.unwrap_or(solver.engine()));
                            assert_eq!(solver.kernel(), kernel.unwrap_or(solver.kernel()));
                            assert_eq!(solver.order(), order.unwrap_or_default());
                            assert!(order.is_none() || solver.engine() == Engine::Backtrack);
                        }
                        Err(BuildError::Kernel(error)) => {
                            assert_eq!(Some(error.kernel), kernel);
                            assert_eq!(error.kernel.check(), Err(error));
                        }
                        Err(BuildError::KernelOfAnotherEngine { engine: chosen, kernel: other }) => {
                            assert_eq!(chosen, engine.unwrap_or(Engine::Backtrack));
                            assert_eq!(Some(other), kernel);
                            assert!(!Kernel::of(chosen).contains(&other));
                        }
                        Err(BuildError::OrderOfAnotherEngine { engine: chosen, order: other }) => {
                            assert_ne!(chosen, Engine::Backtrack);
                            assert_eq!(Some(other), order);
                            assert!(engine.is_some() || kernel.and_then(Kernel::engine) == Some(chosen));
                        }
                    }
                }
            }
        }
    }
}
