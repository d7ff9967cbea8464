//! Which kernels this build and this machine have.

use core::fmt;

use crate::backtrack::LoopKernel;

/// The instructions a search runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kernel {
    /// Portable Rust, on every machine.
    Portable,
    /// x86-64 assembly; needs the feature `asm` and a processor with BMI1.
    Assembly,
}

impl Kernel {
    /// All kernels, the most preferred last.
    pub const ALL: [Kernel; 2] = [Kernel::Portable, Kernel::Assembly];

    /// The best kernel that this build and this machine have.
    pub fn detect() -> Kernel {
        LoopKernel::best().kernel()
    }

    /// The kernel's name: `portable` or `asm`.
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            Kernel::Assembly => "asm",
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
        LoopKernel::new(self).map(|_| ())
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
            Missing::Build => "this build does not have it",
            Missing::Processor => "this processor lacks its instructions",
        };
        write!(f, "kernel {}: {reason}", self.kernel)
    }
}

impl core::error::Error for KernelError {}
