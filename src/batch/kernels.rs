//! The kernels that have lanes.

use crate::kernel::SimdKernel;
use crate::processor::{Avx2Proof, Avx512Proof};
#[cfg(test)]
use crate::vectors::portable::Portable;
use crate::vectors::{Instructions, Lanes, avx2::Avx2, avx512::Avx512};

/// Which vectors hold the lanes, with the proof that they can run here. (Without AVX2 one puzzle after
/// the other, with the single engine, is twice as fast as arrays of four, eight or sixteen lanes.)
#[derive(Clone, Copy, Debug)]
pub(crate) enum BatchKernel {
    /// Arrays of eight lanes, to test the engine where there is no AVX2, too.
    #[cfg(test)]
    Portable,
    /// Eight lanes.
    Avx2(Avx2Proof),
    /// Sixteen lanes.
    Avx512(Avx512Proof),
}

impl BatchKernel {
    /// The lanes of a kernel, and from how many puzzles on a batch is worth them; none if it has no lanes.
    pub(crate) const fn of(kernel: SimdKernel) -> Option<(Self, usize)> {
        match kernel {
            SimdKernel::Portable => None,
            SimdKernel::Avx2(proof) => Some((BatchKernel::Avx2(proof), 6)),
            SimdKernel::Avx512(proof) => Some((BatchKernel::Avx512(proof), MOST_ALONE)),
        }
    }
}

/// From how many puzzles on a batch is worth its lanes, on the kernel where these are the most.
pub(crate) const MOST_ALONE: usize = 12;

/// A kernel's vectors, by the proof that they can be used.
pub(super) trait InLanes: Instructions {
    type Vectors: Lanes<Proof = Self>;
}

#[cfg(test)]
impl InLanes for () {
    type Vectors = Portable<8>;
}

impl InLanes for Avx2Proof {
    type Vectors = Avx2;
}

impl InLanes for Avx512Proof {
    type Vectors = Avx512;
}

/// Evaluates an expression on whichever kernel: `proof` is of another type in each arm.
macro_rules! on_batch_kernel {
    ($kernel:expr, $proof:ident => $expression:expr) => {
        match $kernel {
            #[cfg(test)]
            BatchKernel::Portable => {
                let $proof = ();
                $expression
            }
            BatchKernel::Avx2($proof) => $expression,
            BatchKernel::Avx512($proof) => $expression,
        }
    };
}
pub(super) use on_batch_kernel;
