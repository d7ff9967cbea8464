//! Detection of processor features, and proofs of them.
//!
//! Code with instructions that some processors lack takes a proof: a zero-sized value that only the matching `detect`
//! creates.

/// Proof that the processor has BMI1: only [`Bmi1::detect`] makes one.
#[cfg(assembly)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bmi1(());

#[cfg(assembly)]
impl Bmi1 {
    /// Returns the proof if the processor has BMI1.
    pub(crate) fn detect() -> Option<Self> {
        has(features::BMI1).then_some(Bmi1(()))
    }
}

/// Proof that AVX2 may be used, with BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2Proof(());

/// Proof that AVX-512 F, BW, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ may be used, and all that [`Avx2Proof`] proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx512Proof(());

/// Defines a function with the instructions of [`Avx2Proof`] enabled.
#[cfg(target_arch = "x86_64")]
macro_rules! with_avx2 {
    ($($function:tt)*) => {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        $($function)*
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use with_avx2;

/// Defines a function with the instructions of [`Avx512Proof`] enabled.
#[cfg(target_arch = "x86_64")]
macro_rules! with_avx512 {
    ($($function:tt)*) => {
        $crate::processor::with_avx2! {
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,avx512vbmi2,avx512vpopcntdq"
            )]
            $($function)*
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use with_avx512;

#[cfg(target_arch = "x86_64")]
impl Avx2Proof {
    /// Returns the proof if the processor has the instructions and the operating system saves their registers.
    pub(crate) fn detect() -> Option<Self> {
        has(features::AVX2).then_some(Avx2Proof(()))
    }

    /// # Safety
    ///
    /// The processor must have the instructions, and the operating system must save their registers.
    #[inline(always)]
    pub(crate) const unsafe fn new_unchecked() -> Self {
        Avx2Proof(())
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512Proof {
    /// Returns the proof if the processor has the instructions and the operating system saves their registers.
    pub(crate) fn detect() -> Option<Self> {
        has(features::AVX2 | features::AVX512).then_some(Avx512Proof(()))
    }

    /// # Safety
    ///
    /// The processor must have the instructions, and the operating system must save their registers.
    #[inline(always)]
    pub(crate) const unsafe fn new_unchecked() -> Self {
        Avx512Proof(())
    }

    /// Returns the proof of AVX2, which AVX-512 includes.
    #[inline(always)]
    pub(crate) const fn avx2(self) -> Avx2Proof {
        Avx2Proof(())
    }
}

/// One bit for each feature that some kernel needs.
mod features {
    /// Set once the other bits are valid.
    #[cfg(target_arch = "x86_64")]
    pub(super) const ASKED: u8 = 1;
    #[cfg(assembly)]
    pub(super) const BMI1: u8 = 1 << 1;
    #[cfg(target_arch = "x86_64")]
    pub(super) const AVX2: u8 = 1 << 2;
    #[cfg(target_arch = "x86_64")]
    pub(super) const AVX512: u8 = 1 << 3;
}

/// Whether the processor has all `wanted` features.
#[cfg(target_arch = "x86_64")]
fn has(wanted: u8) -> bool {
    use core::sync::atomic::{AtomicU8, Ordering};

    // Cached because `cpuid` takes microseconds in a virtual machine. Every thread computes the same value, so
    // concurrent writes are harmless.
    static FEATURES: AtomicU8 = AtomicU8::new(0);

    // Miri cannot run `cpuid`.
    if cfg!(miri) {
        return false;
    }
    let mut known = FEATURES.load(Ordering::Relaxed);
    if known == 0 {
        known = ask();
        FEATURES.store(known, Ordering::Relaxed);
    }
    known & wanted == wanted
}

#[cfg(not(target_arch = "x86_64"))]
fn has(_: u8) -> bool {
    false
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn ask() -> u8 {
    use core::arch::x86_64::{__cpuid_count, CpuidResult};

    /// Leaf 7, ebx: BMI1.
    #[cfg(assembly)]
    const BMI1: u32 = 1 << 3;
    /// Leaf 1, ecx: POPCNT and OSXSAVE (XGETBV may be used).
    const POPCNT_AND_OSXSAVE: u32 = 1 << 23 | 1 << 27;
    /// Leaf 0x8000_0001, ecx: LZCNT.
    const LZCNT: u32 = 1 << 5;
    /// Leaf 7, ebx: BMI1, AVX2, BMI2.
    const AVX2: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    /// Leaf 7, ebx: AVX-512 F, DQ, BW, VL.
    const AVX512_B: u32 = 1 << 16 | 1 << 17 | 1 << 30 | 1 << 31;
    /// Leaf 7, ecx: AVX-512 VBMI, VBMI2, BITALG, VPOPCNTDQ.
    const AVX512_C: u32 = 1 << 1 | 1 << 6 | 1 << 12 | 1 << 14;
    /// The registers that the operating system saves: for AVX, those of SSE and AVX; for AVX-512, more.
    const AVX_STATE: u64 = 0b0000_0110;
    const AVX512_STATE: u64 = 0b1110_0110;

    #[allow(unused_unsafe, reason = "the function is unsafe in the oldest Rust that can build this")]
    fn cpuid(leaf: u32) -> CpuidResult {
        // SAFETY: every x86-64 processor has the instruction.
        unsafe { __cpuid_count(leaf, 0) }
    }

    let mut features = features::ASKED;
    if cpuid(0).eax < 7 {
        return features;
    }
    let CpuidResult { ebx, ecx, .. } = cpuid(7);
    #[cfg(assembly)]
    if ebx & BMI1 != 0 {
        features |= features::BMI1;
    }
    let has_lzcnt = cpuid(0x8000_0000).eax >= 0x8000_0001 && cpuid(0x8000_0001).ecx & LZCNT != 0;
    if !has_lzcnt || cpuid(1).ecx & POPCNT_AND_OSXSAVE != POPCNT_AND_OSXSAVE {
        return features;
    }
    // SAFETY: OSXSAVE means that XGETBV may be used.
    let saved = unsafe { saved_registers() };
    if ebx & AVX2 == AVX2 && saved & AVX_STATE == AVX_STATE {
        features |= features::AVX2;
    }
    if ebx & AVX512_B == AVX512_B && ecx & AVX512_C == AVX512_C && saved & AVX512_STATE == AVX512_STATE {
        features |= features::AVX512;
    }
    features
}

/// Returns the kinds of registers that the operating system saves when it switches threads, one bit for each.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "xsave")]
fn saved_registers() -> u64 {
    // SAFETY: register 0 exists wherever the instruction does.
    unsafe { core::arch::x86_64::_xgetbv(0) }
}
