//! What the processor can do, asked once.

/// Proof that the processor has BMI1: only [`Bmi1::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bmi1(());

impl Bmi1 {
    /// The proof, if the processor has BMI1.
    pub(crate) fn detect() -> Option<Self> {
        has(abilities::BMI1).then_some(Bmi1(()))
    }
}

/// One bit for each ability that some kernel needs.
mod abilities {
    /// The processor was asked; all other bits count.
    pub(super) const ASKED: u8 = 1;
    pub(super) const BMI1: u8 = 1 << 1;
}

/// Whether the processor has all `wanted` abilities.
#[cfg(target_arch = "x86_64")]
fn has(wanted: u8) -> bool {
    use core::sync::atomic::{AtomicU8, Ordering};

    // Kept because `cpuid` takes microseconds in a virtual machine. Every thread that asks gets the same
    // answer, so it does not matter who writes it.
    static ABILITIES: AtomicU8 = AtomicU8::new(0);

    let mut known = ABILITIES.load(Ordering::Relaxed);
    if known == 0 {
        known = ask();
        ABILITIES.store(known, Ordering::Relaxed);
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
    use core::arch::x86_64::{__cpuid, __cpuid_count};

    /// The leaf that tells of BMI1 in bit 3 of ebx.
    const EXTENDED_FEATURES: u32 = 7;

    let mut abilities = abilities::ASKED;
    if __cpuid(0).eax >= EXTENDED_FEATURES && __cpuid_count(EXTENDED_FEATURES, 0).ebx & (1 << 3) != 0 {
        abilities |= abilities::BMI1;
    }
    abilities
}
