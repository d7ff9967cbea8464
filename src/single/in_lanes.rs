//! Counts and visits with the lanes of the batch engine.
//!
//! A puzzle with many solutions has enough nodes for all lanes. The nodes that wait when the search has found
//! [some](LANES_FROM) solutions become the first of the lanes, so nothing is searched twice. The lanes end the search,
//! or leave nodes that do not suit them: too many at a time, or with too many contradictions. Those are searched one
//! after the other.

use super::by_weight::{ByWeight, Progress, Waits};
use super::depth_first::{Node, Tracked};
use super::parts::SingleKernel;
use super::stack::LentStack;
use super::weights::Weights;
use super::{Limits, ShowDigits, Start, Visitor};
use crate::batch::{CountLimits, CountStop, LaneCount, QueueMemory, stride_of};
use crate::kernel::BatchKernel;
use crate::vectors::KernelCode;
use crate::{End, Solver, Tally};
use core::mem::MaybeUninit;

/// The number of solutions from which a search continues in lanes. For a puzzle with fewer, to start them does not pay
/// off.
pub(super) const LANES_FROM: u64 = 32;

/// Continues a count in lanes, with memory of a [stride](stride_of).
struct Run<'a, B: Node, V, const STRIDE: usize>(InLanes<'a, B, V>);

/// The arguments of [`in_lanes`].
pub(super) struct InLanes<'a, B: Node, V> {
    pub(super) kernel: BatchKernel,
    /// The nodes that are left.
    pub(super) pending: LentStack<'a, Tracked<B>>,
    pub(super) limits: Limits,
    pub(super) tally: &'a mut Tally,
    pub(super) visitor: &'a mut V,
}

/// Whether a search may continue in lanes: it has many solutions, it is not kept, and its limit on steps is so high
/// that it need not have the same effect in every way.
#[inline(always)]
pub(super) fn suits_lanes<V: Visitor>(limits: Limits, tally: &Tally, visitor: &mut V) -> bool {
    V::MANY
        && tally.solutions >= LANES_FROM
        && limits.sweeps >= Solver::QUICK_STEPS
        && visitor.paused().is_none()
}

impl<P: SingleKernel, V: Visitor, const STRIDE: usize> KernelCode<P> for Run<'_, P::Node, V, STRIDE> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let InLanes { kernel, mut pending, limits, tally, visitor } = self.0;
        let mut count = LaneCount::new();
        // Not in one statement with another: a build without optimization would copy it.
        let mut memory = MaybeUninit::uninit();
        let memory = QueueMemory::<STRIDE>::write_new(&mut memory);
        for (node, _) in pending.iter() {
            if !count.add(memory, &node.pack().candidates()) {
                return End::OutOfSteps;
            }
        }
        pending.truncate(0);
        let left = CountLimits::new(limits.solutions - tally.solutions, limits.sweeps - tally.steps);
        let shows_more = visitor.shows_more();
        let show: &mut ShowDigits = &mut |digits| visitor.visit(digits);
        let stop = count.run(kernel, memory, None, left, shows_more.then_some(show));
        tally.solutions += count.count.solutions.min(limits.solutions - tally.solutions);
        tally.steps += count.count.sweeps;
        tally.guesses += count.count.guesses;
        match stop {
            CountStop::Exhausted => return End::Exhausted,
            CountStop::Solutions => return End::Stopped,
            CountStop::Sweeps => {
                // The rest is not enough for all lanes, and counts as taken.
                tally.steps = limits.sweeps;
                return End::OutOfSteps;
            }
            CountStop::HandOver => {}
        }
        while let Some(node) = count.next_node(memory) {
            let mut board = proof.node(Start::Candidates(&node));
            let Some(found) = board.place_clues() else { continue };
            pending.truncate(0);
            let _has_room = pending.push((board, found));
            let mut own = Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 };
            let end = proof.run(ByWeight {
                pending: pending.lend(),
                start: board,
                root: None,
                progress: Progress::new(0, Waits::of(Start::Candidates(&node))),
                useful: None,
                weights: &mut Weights::new(),
                limits: Limits {
                    solutions: limits.solutions - tally.solutions,
                    sweeps: limits.sweeps - tally.steps,
                },
                tally: &mut own,
                visitor,
            });
            tally.solutions += own.solutions;
            tally.steps += own.steps;
            tally.guesses += own.guesses;
            if end != End::Exhausted {
                return end;
            }
        }
        End::Exhausted
    }
}

/// Runs the part in a frame of its own: the search that hands over also runs above it.
#[cold]
#[inline(never)]
pub(super) fn in_lanes<P: SingleKernel, V: Visitor>(proof: P, search: InLanes<'_, P::Node, V>) -> End {
    // From each level of guesses, a node of each lane waits. A pool for 44 or 56 levels is enough for almost all
    // counts, and fits the stack.
    if search.kernel.lanes() > 8 {
        proof.run(Run::<_, _, { stride_of(704) }>(search))
    } else {
        proof.run(Run::<_, _, { stride_of(448) }>(search))
    }
}
