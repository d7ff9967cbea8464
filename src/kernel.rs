//! The table of all kernels: their engines, names and numbers, and the detection of those that can run here.
//!
//! A new kernel takes a row here, a proof in [`processor`](crate::processor) and, for vectors, a file in
//! [`vectors`](crate::vectors) and an arm of [`on_simd_kernel`]. CONTRIBUTING.md lists the steps.

use core::fmt;

use crate::Engine;
#[cfg(target_arch = "x86_64")]
use crate::processor::{Avx2Proof, Avx512Proof};

kernels! {
    /// The baseline instructions of the target. Every engine has this kernel.
    Portable = 1, "portable";

    /// The instructions of the branchless loop, with the proof that they can run here.
    Backtrack in LoopKernel {
        /// x86-64 assembly, of [`Engine::Backtrack`]; needs the feature `asm` and a processor with BMI1.
        Assembly(Bmi1) = 2, "asm", if assembly;
    }

    /// The vectors of the SIMD engines, with the proof that they can run here.
    Simd in SimdKernel {
        /// AVX2 with BMI1, BMI2, LZCNT and POPCNT, of [`Engine::Simd`].
        Avx2(Avx2Proof) = 3, "avx2", if target_arch = "x86_64";
        /// AVX-512 F, BW, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ, of [`Engine::Simd`].
        Avx512(Avx512Proof) = 4, "avx512", if target_arch = "x86_64";
    }
}

/// Evaluates an expression for the kernel that a `SimdKernel` holds. The type of `proof` differs in each arm. The
/// portable kernel may have a separate expression.
macro_rules! on_simd_kernel {
    ($kernel:expr, portable => $portable:expr, $proof:ident => $expression:expr) => {
        match $kernel {
            $crate::kernel::SimdKernel::Portable => $portable,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::SimdKernel::Avx2($proof) => $expression,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::SimdKernel::Avx512($proof) => $expression,
        }
    };
}
pub(crate) use on_simd_kernel;

/// The vectors that hold the lanes of the batch engine, with the proof that they can run here. (Without AVX2, solving
/// one puzzle after the other with the single engine is twice as fast as arrays of four, eight or sixteen lanes.)
#[derive(Clone, Copy, Debug)]
pub(crate) enum BatchKernel {
    /// Arrays of eight lanes: for tests, and to compile the engine on targets where no kernel has lanes.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    Portable,
    /// Eight lanes.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2Proof),
    /// Sixteen lanes.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512Proof),
}

impl BatchKernel {
    /// The number of batch memories in a [`Workspace`](crate::Workspace): 0 on targets where no kernel has lanes.
    pub(crate) const MEMORIES: usize = if cfg!(target_arch = "x86_64") { 1 } else { 0 };

    /// Returns the batch kernel for a kernel, or `None` if it has no lanes.
    pub(crate) const fn of(kernel: SimdKernel) -> Option<Self> {
        match kernel {
            SimdKernel::Portable => None,
            #[cfg(target_arch = "x86_64")]
            SimdKernel::Avx2(proof) => Some(BatchKernel::Avx2(proof)),
            #[cfg(target_arch = "x86_64")]
            SimdKernel::Avx512(proof) => Some(BatchKernel::Avx512(proof)),
        }
    }

    /// Returns the number of lanes.
    pub(crate) const fn lanes(self) -> usize {
        match self {
            #[cfg(any(test, not(target_arch = "x86_64")))]
            BatchKernel::Portable => 8,
            #[cfg(target_arch = "x86_64")]
            BatchKernel::Avx2(_) => 8,
            #[cfg(target_arch = "x86_64")]
            BatchKernel::Avx512(_) => 16,
        }
    }

    /// Returns the batch size from which lanes are faster than one puzzle at a time.
    pub(crate) const fn min_batch(self) -> usize {
        match self {
            #[cfg(any(test, not(target_arch = "x86_64")))]
            BatchKernel::Portable => 6,
            #[cfg(target_arch = "x86_64")]
            BatchKernel::Avx2(_) => 6,
            #[cfg(target_arch = "x86_64")]
            BatchKernel::Avx512(_) => 12,
        }
    }
}

/// Evaluates an expression for the kernel that a `BatchKernel` holds. The type of `proof` differs in each arm.
macro_rules! on_batch_kernel {
    ($kernel:expr, $proof:ident => $expression:expr) => {
        match $kernel {
            #[cfg(any(test, not(target_arch = "x86_64")))]
            $crate::kernel::BatchKernel::Portable => {
                let $proof = ();
                $expression
            }
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::BatchKernel::Avx2($proof) => $expression,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::BatchKernel::Avx512($proof) => $expression,
        }
    };
}
pub(crate) use on_batch_kernel;

/// Generates, from the table, [`Kernel`] and the kernel type of each engine that has kernels of its own.
macro_rules! kernels {
    (
        $(#[$of_portable:meta])*
        Portable = $first:literal, $portable:literal;
        $(
            $(#[$of_engine:meta])*
            $engine:ident in $Kernels:ident {
                $($(#[$of_kernel:meta])* $kernel:ident($Proof:ident) = $number:literal, $name:literal, if $built:meta;)+
            }
        )+
    ) => {
        /// The instructions a search runs on.
        ///
        /// | kernel | [`Engine::Simd`] | [`Engine::Propagate`] | [`Engine::Backtrack`] |
        /// |---|---|---|---|
        /// | `Portable` | 128-bit vectors: SSE2, NEON, simd128 if it is enabled; arrays elsewhere | Rust | Rust |
        /// | `Assembly` | | | x86-64 assembly |
        /// | `Avx2` | 256-bit vectors | | |
        /// | `Avx512` | 512-bit vectors | | |
        ///
        /// The C ABI identifies the kernels by these numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kernel {
            $(#[$of_portable])*
            Portable = $first,
            $($($(#[$of_kernel])* $kernel = $number,)+)+
        }

        impl Kernel {
            /// All kernels, the most preferred last.
            pub const ALL: [Kernel; [$first $($(, $number)+)+].len()] =
                [Kernel::Portable $($(, Kernel::$kernel)+)+];

            /// Returns the kernels of an engine, including those that this machine lacks, the most preferred last.
            pub const fn of(engine: Engine) -> &'static [Kernel] {
                match engine {
                    $(Engine::$engine => &[Kernel::Portable $(, Kernel::$kernel)+],)+
                    Engine::Propagate => &[Kernel::Portable],
                }
            }

            /// Returns the kernel's name: `portable`, `asm`, `avx2` or `avx512`.
            pub const fn name(self) -> &'static str {
                match self {
                    Kernel::Portable => $portable,
                    $($(Kernel::$kernel => $name,)+)+
                }
            }

            /// Checks that this build and this machine have the kernel.
            ///
            /// # Errors
            ///
            /// Returns a [`KernelError`] with the reason if the kernel cannot run here.
            pub fn check(self) -> Result<(), KernelError> {
                match self {
                    Kernel::Portable => Ok(()),
                    $($(Kernel::$kernel)|+ => $Kernels::new(self).map(|_| ()),)+
                }
            }

            /// Returns the only engine that has this kernel, or `None` for [`Kernel::Portable`], which every engine
            /// has.
            pub const fn engine(self) -> Option<Engine> {
                match self {
                    Kernel::Portable => None,
                    $($(Kernel::$kernel)|+ => Some(Engine::$engine),)+
                }
            }
        }

        $(
            $(#[$of_engine])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(crate) enum $Kernels {
                /// The baseline instructions of the target.
                Portable,
                $($(#[$of_kernel])* #[cfg($built)] $kernel($crate::processor::$Proof),)+
            }

            impl $Kernels {
                /// Returns the engine's kernel named `kernel`, if this engine, this build and this machine have it.
                pub(crate) fn new(kernel: Kernel) -> Result<Self, KernelError> {
                    match kernel {
                        Kernel::Portable => Ok(Self::Portable),
                        $(
                            #[cfg($built)]
                            Kernel::$kernel => match $crate::processor::$Proof::detect() {
                                Some(proof) => Ok(Self::$kernel(proof)),
                                None => Err(KernelError { kernel, missing: Missing::Processor }),
                            },
                        )+
                        _ => Err(KernelError { kernel, missing: Missing::Build }),
                    }
                }

                /// Returns the best kernel of this build and this machine.
                pub(crate) fn best() -> Self {
                    let best = Self::Portable;
                    $(
                        #[cfg($built)]
                        let best = $crate::processor::$Proof::detect().map_or(best, Self::$kernel);
                    )+
                    best
                }

                /// Returns the public name of the kernel.
                pub(crate) const fn kernel(self) -> Kernel {
                    match self {
                        Self::Portable => Kernel::Portable,
                        $(#[cfg($built)] Self::$kernel(_) => Kernel::$kernel,)+
                    }
                }
            }
        )+
    };
}
use kernels;

impl Kernel {
    /// Returns the best kernel that this build and this machine have. [`Solver::new`] uses it.
    ///
    /// [`Solver::new`]: crate::Solver::new
    pub fn detect() -> Kernel {
        SimdKernel::best().kernel()
    }

    /// Returns the vectors of [`Kernel::Portable`] in this build: `SSE2`, `NEON`, `simd128` or `arrays`.
    ///
    /// ```
    /// use lanedoku::Kernel;
    ///
    /// let name = format!("{} ({})", Kernel::Portable, Kernel::portable_vectors());
    /// assert_eq!(name == "portable (SSE2)", cfg!(target_arch = "x86_64"));
    /// ```
    pub const fn portable_vectors() -> &'static str {
        if cfg!(target_arch = "x86_64") {
            "SSE2"
        } else if cfg!(neon) {
            "NEON"
        } else if cfg!(simd128) {
            "simd128"
        } else {
            "arrays"
        }
    }

    /// Returns the kernel with this name.
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
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The requested kernel cannot run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KernelError {
    /// The requested kernel.
    pub kernel: Kernel,
    /// The reason.
    pub missing: Missing,
}

/// The reason why a kernel cannot run.
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
