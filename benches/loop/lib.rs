//! What both benchmarks of the branchless loop measure. A package of its own, so that the tests of the library do not
//! wait for criterion and iai-callgrind.

use lanedoku::{Grid, Kernel};
use testkit::puzzles::HARD_GRID;

/// The kernel of the loop on this target with these features: the assembly, or else the portable one.
pub const BEST: Kernel =
    if cfg!(all(feature = "asm", target_arch = "x86_64")) { Kernel::Assembly } else { Kernel::Portable };

/// The puzzle that both benchmarks solve: a hard one, by which figures of different machines can be compared.
pub fn hard_grid() -> Grid {
    HARD_GRID.parse().expect("a grid")
}
