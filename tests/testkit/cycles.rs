//! Measures time in core cycles without hardware counters.
//!
//! A processor changes its clock rate over time. However, an addition that depends on the previous one always takes
//! one core cycle. Timing a long chain of such additions just before and just after the work gives the clock rate,
//! and so the number of cycles.

use std::time::Instant;

/// Additions in one calibration: about ten microseconds.
const CHAIN: u32 = 32_768;

/// The minimum, median and maximum of several figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The minimum.
    pub least: f64,
    /// The median.
    pub median: f64,
    /// The maximum.
    pub most: f64,
}

impl Spread {
    /// Returns the spread of at least one figure.
    ///
    /// ```
    /// let spread = testkit::cycles::Spread::of(vec![3.0, 1.0, 8.0]);
    /// assert_eq!((spread.least, spread.median, spread.most), (1.0, 3.0, 8.0));
    /// ```
    pub fn of(mut figures: Vec<f64>) -> Self {
        figures.sort_by(f64::total_cmp);
        Spread { least: figures[0], median: figures[figures.len() / 2], most: figures[figures.len() - 1] }
    }

    /// Divides each figure by `count`.
    #[must_use]
    pub fn per(self, count: f64) -> Self {
        Spread { least: self.least / count, median: self.median / count, most: self.most / count }
    }
}

/// Measures the core cycles of `work` over `rounds` rounds.
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

/// Measures the current core cycles per nanosecond: the maximum of several chains.
pub fn per_nanosecond() -> f64 {
    let chains = (0..4).map(|_| {
        let start = Instant::now();
        chain_of_additions();
        f64::from(CHAIN) / start.elapsed().as_nanos() as f64
    });
    chains.fold(0.0, f64::max)
}

/// Runs `CHAIN` additions, each of which depends on the result of the previous one.
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

/// On other processors, runs steps that the compiler cannot optimize away. Each takes a cycle or more, so the
/// figures there are too low.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn chain_of_additions() {
    let mut sum = 1u64;
    for _ in 0..CHAIN {
        sum = std::hint::black_box(sum).wrapping_mul(3);
    }
}
