//! Time in core cycles, without hardware counters.
//!
//! A processor's clock runs at a rate of its own, and changes it. What takes one core cycle each, always,
//! is an addition that waits for the one before it; so a long chain of such additions, timed right before
//! and right after the work, tells how many cycles went by.

use std::time::Instant;

/// Additions in one calibration: some ten microseconds.
const CHAIN: u32 = 32_768;

/// The least, the median and the most of several figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The least.
    pub least: f64,
    /// The one in the middle.
    pub median: f64,
    /// The most.
    pub most: f64,
}

impl Spread {
    /// The spread of at least one figure.
    ///
    /// ```
    /// let spread = testkit::cycles::Spread::of(vec![3.0, 1.0, 8.0]);
    /// assert_eq!((spread.least, spread.median, spread.most), (1.0, 3.0, 8.0));
    /// ```
    pub fn of(mut figures: Vec<f64>) -> Self {
        figures.sort_by(f64::total_cmp);
        Spread { least: figures[0], median: figures[figures.len() / 2], most: figures[figures.len() - 1] }
    }

    /// Each figure divided by `count`.
    pub fn per(self, count: f64) -> Self {
        Spread { least: self.least / count, median: self.median / count, most: self.most / count }
    }
}

/// Core cycles of `work`, over `rounds` rounds.
pub fn of(rounds: usize, mut work: impl FnMut()) -> Spread {
    let figures = (0..rounds).map(|_| {
        let before = per_nanosecond();
        let start = Instant::now();
        work();
        let nanoseconds = start.elapsed().as_nanos() as f64;
        nanoseconds * (before + per_nanosecond()) / 2.0
    });
    Spread::of(figures.collect())
}

/// Core cycles in a nanosecond, now: the most of a few chains.
pub fn per_nanosecond() -> f64 {
    let chains = (0..4).map(|_| {
        let start = Instant::now();
        chain_of_additions();
        f64::from(CHAIN) / start.elapsed().as_nanos() as f64
    });
    chains.fold(0.0, f64::max)
}

/// Runs `CHAIN` additions, each of which needs the result of the one before.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn chain_of_additions() {
    let mut sum = 1u64;
    for _ in 0..CHAIN / 16 {
        // SAFETY: the instructions read and write only the register of `sum` and the flags.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            std::arch::asm!(".rept 16", "add {0}, {0}", ".endr", inout(reg) sum);
            #[cfg(target_arch = "aarch64")]
            std::arch::asm!(".rept 16", "add {0}, {0}, {0}", ".endr", inout(reg) sum);
        }
    }
    std::hint::black_box(sum);
}

/// On other processors, steps that the compiler may not see through; each takes a cycle or more, so
/// figures there are too low.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn chain_of_additions() {
    let mut sum = 1u64;
    for _ in 0..CHAIN {
        sum = std::hint::black_box(sum).wrapping_mul(3);
    }
}
