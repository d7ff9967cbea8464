//! The single engine: one puzzle, with several search nodes in parallel, for the lowest latency.
//!
//! # The layout
//!
//! A search node is a board of candidates in nine registers `x[3r+c]`: register `3r+c` holds the cell in row `r`,
//! column `c` *of its box*, for all nine boxes at once.
//!
//! ```text
//!   the grid                 one register: the cells at r = 1, c = 2 of every box
//!   +-------+-------+-------+
//!   | . . . | . . . | . . . |         lane 0     lane 1     lane 2     lane 3
//!   | . . # | . . # | . . # | band 0  (band 0)   (band 1)   (band 2)   (no band)
//!   | . . . | . . . | . . . |
//!   +-------+-------+-------+         one lane: three fields of ten bits, one a stack
//!   | . . . | . . . | . . . |         bit 29      20 19      10 9        0
//!   | . . # | . . # | . . # | band 1      g987654321 g987654321 g987654321
//!   | . . . | . . . | . . . |             stack 2    stack 1    stack 0
//!   +-------+-------+-------+
//!   | . . . | . . . | . . . |         one field: the candidates of one cell, and above
//!   | . . # | . . # | . . # | band 2  them a guard bit, always set, that takes the carries
//!   | . . . | . . . | . . . |         of sums within the field
//!   +-------+-------+-------+
//!    stack 0 stack 1 stack 2
//! ```
//!
//! Operations within boxes are operations between registers, the same for all boxes. The box below or above is one
//! shuffle of lanes away, the box to the left or right two shifts. Four lanes are 128 bits: a 256-bit register holds
//! two nodes, a 512-bit register four, and one sweep of the rules ([`sweep`]) applies to all of them. No branch in a
//! sweep depends on candidates.
//!
//! # The search
//!
//! The search begins with one node, depth first ([`depth_first`](mod@depth_first)), in the layout that sweeps a single
//! board fastest: this one, one with wider fields on AVX2 (`long_registers.rs`), or three long registers on AVX-512
//! (`three_registers/`). Most searches end there, including those of puzzles with many solutions. After some
//! contradictions, if vectors hold several nodes and enough nodes wait, they fill the slots of two register sets
//! ([`side_by_side`](mod@side_by_side)). A stuck node branches on the two configurations of one digit in a band or
//! stack ([`guess`]).
//!
//! All other searches continue depth first without a bound on contradictions ([`by_weight`](mod@by_weight)): counts,
//! and boards with far more contradictions than any puzzle with one solution. The latter guess where the contradictions
//! were ([`weights`]), and restart in varied orders. A puzzle with many solutions has enough nodes for the lanes of the
//! batch engine, if the kernel has them ([`in_lanes`](mod@in_lanes)).
//!
//! A board that takes thousands of sweeps [goes on with learned clauses](mod@crate::hard), outside this engine: its
//! callers limit the sweeps.
//!
//! The puzzle and the kernel determine the order: the same call finds the same solutions in the same order. Another
//! kernel may find them in a different order. If there are several and one is to be shown, another search, in the order
//! of the cells, finds the [least](mod@least), starting from the one that is known. Where some guesses have met no
//! contradiction and few cells are open, there nearly always are several: then the search in order comes first.
//!
//! # Stopping
//!
//! At the limit on sweeps, a search that may go on hands its nodes over to the last part, which packs them and all that
//! it knows into the caller's memory ([`PausedSearch`]): the same bytes for all kernels. When it goes on, each node is
//! swept once more, since the digits found on a board are not packed. Searches that are not kept pay nothing: they are
//! compiled without this code.
//!
//! # Memory
//!
//! The search uses at most 190 KiB of stack (most puzzles use ten) and allocates nothing. Every stack of
//! waiting nodes has a fixed capacity, which is checked: if it is full, the search continues in its next part, and the
//! last part gives up, as at a limit on sweeps. No known search reaches that.
//!
//! # Sources
//!
//! Branching on the configurations of a digit in a band, and rules by minirows and minicolumns (triads), are from Tom
//! Dillon's tdoku. Bands as bit sets are from the JCZSolve family.

#![allow(
    clippy::needless_range_loop,
    reason = "the nine registers are named by index, and closures must not get between a kernel and its target features"
)]

mod by_weight;
mod depth_first;
mod fields;
mod guess;
mod guess_in_slots;
mod in_lanes;
mod interchangeable;
mod layout;
mod least;
#[cfg(target_arch = "x86_64")]
mod long_registers;
mod matching;
mod nine_registers;
mod packed_board;
mod parts;
mod series;
mod side_by_side;
mod slot_stack;
mod stack;
mod sweep;
#[cfg(target_arch = "x86_64")]
mod three_registers;
mod useful;
mod weights;

#[cfg(test)]
mod rule_tests;
#[cfg(test)]
mod tests;

use core::ops::ControlFlow;

pub(crate) use by_weight::PausedSearch;
use least::{CONTRADICTIONS_OF_SEVERAL, FindLeast, MOST_CONTRADICTIONS};
use parts::{Resume, search_on_baseline};
pub(crate) use series::Series;
pub(crate) use useful::{TIMES_AS_LONG, hard_from};
use weights::{DIGITS, Weights};

use crate::kernel::{BatchKernel, SimdKernel, on_simd_kernel};
use crate::vectors::{Instructions, KernelCode};
use crate::{End, Tally};

/// The start of a search.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// 81 cells, row by row. Only the low four bits of each byte count: the digits 1 to 9 and the characters `1` to `9`
    /// are clues; 0, `0` and `.` are open cells.
    Clues(&'a [u8; 81]),
    /// The candidates of the 81 cells, row by row, bit `d` for digit `d + 1`; higher bits are
    /// ignored.
    Candidates(&'a [u16; 81]),
}

impl Start<'_> {
    /// Whether these are pencil marks with fewer than four solved cells. Some take thousands of contradictions in every
    /// order of guesses.
    pub(crate) fn is_hardly_solved(self) -> bool {
        match self {
            Start::Clues(_) => false,
            Start::Candidates(all) => {
                all.iter().filter(|&digits| (digits & DIGITS).is_power_of_two()).count() < 4
            }
        }
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Stop at this many solutions.
    pub(crate) solutions: u64,
    /// Give up after this many sweeps.
    pub(crate) sweeps: u64,
}

/// Counts the solutions up to the limit and writes the first one found to `solution`, in digits from 1 to 9. Without a
/// solution, `solution` stays unchanged.
#[inline]
pub(crate) fn solve(kernel: SimdKernel, start: Start, limits: Limits, solution: &mut [u8; 81]) -> Tally {
    solve_or_leave(kernel, start, limits, solution, false)
}

/// [Solves](solve) a board, or leaves it before the first solution if it looks as though it had
/// [several](Visitor::leaves_several). Then the end is `Stopped`, without a solution.
#[inline]
fn solve_or_leave(
    kernel: SimdKernel,
    start: Start,
    limits: Limits,
    solution: &mut [u8; 81],
    leaves_several: bool,
) -> Tally {
    // One copy of the search less in a compact build.
    if cfg!(compact) {
        let visitor: &mut ShowDigits = &mut keep_going;
        let visitor = &mut VisitEach { leaves_several, ..VisitEach::new(1, visitor, solution) };
        return search(kernel, start, limits, visitor, &mut None);
    }
    let visitor = &mut KeepFirst { leaves_several, ..KeepFirst::new(solution) };
    search(kernel, start, limits, visitor, &mut None)
}

/// Searches for two solutions, and writes the least one to `solution`, or one that is not the least at the limit on
/// sweeps.
///
/// A board that looks as though it had several solutions is searched in the order of its cells: the first solution is
/// the least, and the search goes on to the second. If that meets some contradictions, the search begins again.
#[inline]
pub(crate) fn solve_least(kernel: SimdKernel, start: Start, sweeps: u64, solution: &mut [u8; 81]) -> Tally {
    let limits = Limits { solutions: 2, sweeps };
    let mut tally = solve_or_leave(kernel, start, limits, solution, true);
    if tally.end == End::Stopped
        && (tally.solutions > 0 || !solve_in_order(kernel, start, sweeps, &mut tally, solution))
    {
        find_least(kernel, start, (sweeps, hard_from(start)), &mut tally, solution);
    }
    tally
}

/// Searches a board that was left for two solutions, and the least of them, or for as many in its own order. Returns
/// false if that has found two of which neither need be the least.
#[cold]
#[inline(never)]
fn solve_in_order(
    kernel: SimdKernel,
    start: Start,
    sweeps: u64,
    tally: &mut Tally,
    solution: &mut [u8; 81],
) -> bool {
    let search = FindLeast {
        start,
        sweeps,
        most_contradictions: CONTRADICTIONS_OF_SEVERAL,
        is_known: false,
        hard_from: u64::MAX,
        tally,
        bound: solution,
    };
    if let Some(end) = on_simd_kernel!(kernel, portable => ().run(search), proof => proof.run(search)) {
        tally.end = end;
        return true;
    }
    let limits = Limits { solutions: 2, sweeps: sweeps - tally.steps };
    *tally = solve_or_leave(kernel, start, limits, solution, false).after(*tally);
    tally.end != End::Stopped
}

/// Counts the solutions up to the limit.
#[inline]
pub(crate) fn count(kernel: SimdKernel, start: Start, limits: Limits) -> Tally {
    let digits = &mut [0; 81];
    if BatchKernel::of(kernel).is_none() {
        return solve(kernel, start, limits, digits);
    }
    search(kernel, start, limits, &mut VisitEach::new(0, &mut keep_going, digits), &mut None)
}

/// Replaces a solution of a board by the least one: the least number, if the digits are read row by row. Adds the steps
/// and guesses to `tally`. At the limit of `sweeps`, those of the tally included, the end is `OutOfSteps`, and
/// `solution` may not be the least. If the tally has more than `hard_from` sweeps, one search first goes through all
/// lesser solutions.
#[cold]
#[inline(never)]
pub(crate) fn find_least(
    kernel: SimdKernel,
    start: Start,
    (sweeps, hard_from): (u64, u64),
    tally: &mut Tally,
    solution: &mut [u8; 81],
) {
    let most_contradictions = MOST_CONTRADICTIONS;
    let search =
        FindLeast { start, sweeps, most_contradictions, is_known: true, hard_from, tally, bound: solution };
    let end = on_simd_kernel!(kernel, portable => ().run(search), proof => proof.run(search));
    if end == Some(End::OutOfSteps) {
        tally.end = End::OutOfSteps;
    }
}

/// Passes every solution, in digits from 1 to 9, to `visitor` once, until it breaks or a limit is reached.
#[inline]
pub(crate) fn visit(
    kernel: SimdKernel,
    start: Start,
    limits: Limits,
    visitor: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> Tally {
    visit_and_learn(kernel, start, limits, visitor, &mut None)
}

/// [Visits](visit) solutions, and keeps the weights.
#[inline]
fn visit_and_learn(
    kernel: SimdKernel,
    start: Start,
    limits: Limits,
    visitor: &mut ShowDigits,
    weights: &mut Option<Weights>,
) -> Tally {
    search(kernel, start, limits, &mut VisitEach::new(u64::MAX, visitor, &mut [0; 81]), weights)
}

/// Receives a solution, in digits from 1 to 9. Breaks to end the search.
pub(crate) type ShowDigits<'a> = dyn FnMut(&[u8; 81]) -> ControlFlow<()> + 'a;

/// Begins a search or, if one is paused, goes on with it, until the limit on sweeps, those of the tally included. Then
/// the search is paused, unless it has been given up. Counts the solutions and passes the first of them, as many as
/// `shown`, to `visitor`.
pub(crate) fn go_on(
    kernel: SimdKernel,
    start: Start,
    limits: Limits,
    tally: &mut Tally,
    (shown, visitor): (u64, &mut ShowDigits),
    paused: &mut PausedSearch,
) {
    let is_paused = paused.is_paused();
    let digits = &mut [0; 81];
    let mut visitor = VisitEach { paused: Some(paused), ..VisitEach::new(shown, visitor, digits) };
    if is_paused {
        let request = Resume { start, limits, tally, visitor: &mut visitor };
        let end = on_simd_kernel!(kernel, portable => request.run(()), proof => proof.run(request));
        tally.end = end;
    } else {
        *tally = search(kernel, start, limits, &mut visitor, &mut None);
    }
}

/// A solved board, not yet in digits.
trait Solved {
    /// Writes the digits 1 to 9, row by row.
    fn write_digits(&self, digits: &mut [u8; 81]);
}

impl Solved for [u8; 81] {
    fn write_digits(&self, digits: &mut [u8; 81]) {
        *digits = *self;
    }
}

/// Receives the solutions.
trait Visitor {
    /// Whether a search that stops at the limit on sweeps may be kept, to go on later.
    const PAUSES: bool = false;

    fn visit(&mut self, solved: &impl Solved) -> ControlFlow<()>;

    /// Whether a search may have so many solutions that it continues in lanes.
    const MANY: bool = false;

    /// Whether further solutions matter, and not only their number.
    #[inline(always)]
    fn shows_more(&self) -> bool {
        true
    }

    /// Whether to leave a board that looks as though it had several solutions, before the first is found.
    #[inline(always)]
    fn leaves_several(&self) -> bool {
        false
    }

    /// The memory for a search that stops, if it is to be kept.
    #[inline(always)]
    fn paused(&mut self) -> Option<&mut PausedSearch> {
        None
    }
}

/// A visitor of [`VisitEach`] that leaves the solution where it is.
const fn keep_going(_: &[u8; 81]) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

struct KeepFirst<'a> {
    solution: &'a mut [u8; 81],
    found: bool,
    leaves_several: bool,
}

impl<'a> KeepFirst<'a> {
    #[inline(always)]
    const fn new(solution: &'a mut [u8; 81]) -> Self {
        Self { solution, found: false, leaves_several: false }
    }
}

impl Visitor for KeepFirst<'_> {
    #[inline(always)]
    fn visit(&mut self, solved: &impl Solved) -> ControlFlow<()> {
        if !self.found {
            self.found = true;
            solved.write_digits(self.solution);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn shows_more(&self) -> bool {
        !self.found
    }

    #[inline(always)]
    fn leaves_several(&self) -> bool {
        self.leaves_several
    }
}

struct VisitEach<'a> {
    /// The number of solutions that are passed on; further ones are only counted.
    shown: u64,
    visitor: &'a mut ShowDigits<'a>,
    /// Where the solutions are written.
    digits: &'a mut [u8; 81],
    paused: Option<&'a mut PausedSearch>,
    leaves_several: bool,
}

impl<'a> VisitEach<'a> {
    #[inline(always)]
    const fn new(shown: u64, visitor: &'a mut ShowDigits<'a>, digits: &'a mut [u8; 81]) -> Self {
        Self { shown, visitor, digits, paused: None, leaves_several: false }
    }
}

impl Visitor for VisitEach<'_> {
    const PAUSES: bool = true;
    const MANY: bool = true;

    #[inline(always)]
    fn visit(&mut self, solved: &impl Solved) -> ControlFlow<()> {
        if self.shown == 0 {
            return ControlFlow::Continue(());
        }
        self.shown -= 1;
        solved.write_digits(self.digits);
        (self.visitor)(self.digits)
    }

    #[inline(always)]
    fn shows_more(&self) -> bool {
        self.shown > 0
    }

    #[inline(always)]
    fn leaves_several(&self) -> bool {
        self.leaves_several
    }

    #[inline(always)]
    fn paused(&mut self) -> Option<&mut PausedSearch> {
        self.paused.as_deref_mut()
    }
}

/// Searches with the kernel.
#[inline]
fn search(
    kernel: SimdKernel,
    start: Start,
    limits: Limits,
    visitor: &mut impl Visitor,
    weights: &mut Option<Weights>,
) -> Tally {
    let mut tally = Tally { solutions: 0, end: End::Stopped, steps: 0, guesses: 0 };
    let mut end = End::Stopped;
    if limits.solutions > 0 {
        end = on_simd_kernel!(
            kernel,
            portable => search_on_baseline(start, limits, &mut tally, visitor, weights),
            proof => proof.run(Request { start, limits, tally: &mut tally, visitor, weights })
        );
    }
    // Field by field: a copy of the whole would wait for what the search has just stored in parts.
    let Tally { solutions, steps, guesses, .. } = tally;
    Tally { solutions, end, steps, guesses }
}

/// The arguments of a search, shared by all its parts.
struct Request<'a, V> {
    start: Start<'a>,
    limits: Limits,
    tally: &'a mut Tally,
    visitor: &'a mut V,
    /// The weights, once guesses follow them.
    weights: &'a mut Option<Weights>,
}
