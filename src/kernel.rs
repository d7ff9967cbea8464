//! Which kernels this build and this machine have.

use core::fmt;

use crate::Engine;
use crate::backtrack::LoopKernel;
use crate::simd::SimdKernel;

/// The instructions a search runs on.
///
/// | kernel | [`Engine::Simd`] | [`Engine::Propagate`] | [`Engine::Backtrack`] |
/// |---|---|---|---|
/// | `Portable` | 128-bit vectors: SSE2 on x86-64, arrays elsewhere | Rust | Rust |
/// | `Assembly` | | | x86-64 assembly |
/// | `Avx2` | 256-bit vectors | | |
/// | `Avx512` | 512-bit vectors | | |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kernel {
    /// What every machine of the target has. Every engine has this kernel.
    Portable,
    /// x86-64 assembly, of [`Engine::Backtrack`]; needs the feature `asm` and a processor with BMI1.
    Assembly,
    /// AVX2 with BMI1, BMI2, LZCNT and POPCNT, of [`Engine::Simd`].
    Avx2,
    /// AVX-512 F, BW, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ, of [`Engine::Simd`].
    Avx512,
}

impl Kernel {
    /// All kernels, the most preferred last.
    pub const ALL: [Kernel; 4] = [Kernel::Portable, Kernel::Assembly, Kernel::Avx2, Kernel::Avx512];

    /// The best kernel that this build and this machine have: the one that [`Solver::new`] takes.
    ///
    /// [`Solver::new`]: crate::Solver::new
    pub fn detect() -> Kernel {
        SimdKernel::best().kernel()
    }

    /// The kernels of an engine, whether this machine has them or not, the most preferred last.
    pub const fn of(engine: Engine) -> &'static [Kernel] {
        match engine {
            Engine::Simd => &[Kernel::Portable, Kernel::Avx2, Kernel::Avx512],
            Engine::Propagate => &[Kernel::Portable],
            Engine::Backtrack => &[Kernel::Portable, Kernel::Assembly],
        }
    }

    /// The kernel's name: `portable`, `asm`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            Kernel::Assembly => "asm",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }

    /// The kernel of that name.
    ///
    /// ```
    /// use lanedoku::Kernel;
    ///
    /// assert_eq!(Kernel::from_name("portable"), Some(Kernel::Portable));
    /// assert_eq!(Kernel::from_name("fastest"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Kernel> {
        Kernel::ALL.into_iter().find(|kernel| kernel.name() == name)
    }

    /// Whether this build and this machine have the kernel.
    ///
    /// # Errors
    ///
    /// [`KernelError`] says what is missing.
    pub fn check(self) -> Result<(), KernelError> {
        match self {
            Kernel::Portable => Ok(()),
            Kernel::Assembly => LoopKernel::new(self).map(|_| ()),
            Kernel::Avx2 | Kernel::Avx512 => SimdKernel::new(self).map(|_| ()),
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A kernel was asked for that cannot run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KernelError {
    /// The kernel asked for.
    pub kernel: Kernel,
    /// What is missing.
    pub missing: Missing,
}

/// What keeps a kernel from running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Missing {
    /// The library was built without the kernel: its feature is off, or it is for another processor.
    Build,
    /// The processor lacks the instructions.
    Processor,
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.missing {
            Missing::Build => "this build does not include it",
            Missing::Processor => "this processor lacks its instructions",
        };
        write!(f, "kernel {}: {reason}", self.kernel)
    }
}

impl core::error::Error for KernelError {}
