//! The parts of a search, and the layout that each kernel uses for them.
//!
//! ```text
//!   depth_first              one board at a time; most searches end here
//!     | hands over after some contradictions
//!     +---> side_by_side     the waiting nodes in slots, if vectors hold several nodes
//!     |         | hands over
//!     v         v
//!   by_weight                until the search ends
//!     | hands over a count
//!     v
//!   in_lanes                 in the lanes of the batch engine, if the kernel has any
//! ```
//!
//! Each part is a separate [`KernelCode`]: its stack is reserved only while it runs.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::by_weight::{ByWeight, MOST_PENDING, PausedSearch, resume};
use super::depth_first::{DepthFirstStack, Handover, Node, NodeStack, depth_first};
use super::packed_board::PackedBoard;
use super::side_by_side::{RemainingNodes, side_by_side};
use super::weights::Weights;
use super::{Limits, Request, Start, Visitor};
use crate::kernel::BatchKernel;
use crate::vectors::{Baseline, Instructions, KernelCode, SlotVector};
use crate::{End, Tally};

/// A kernel of the single engine.
pub(super) trait SingleKernel: Instructions {
    /// One node, in the layout that sweeps fastest.
    type Node: Node;

    /// Returns the node at the start of a search.
    fn node(self, start: Start) -> Self::Node;

    /// Continues with the waiting nodes after the first part of a search: in slots if vectors hold several nodes,
    /// otherwise by weight.
    #[inline(always)]
    fn search_in_slots<V: Visitor>(
        self,
        handover: Handover,
        waiting: &DepthFirstStack<Self::Node>,
        request: Request<'_, V>,
    ) -> End {
        self.run(ByWeightAfterDepthFirst { handover, waiting, request })
    }

    /// The kernel of the batch engine with the same instructions, if it has lanes.
    #[inline(always)]
    fn batch(self) -> Option<BatchKernel> {
        None
    }
}

/// Keeps one node in 128 bits.
impl SingleKernel for () {
    type Node = [Baseline; 9];

    #[inline(always)]
    fn node(self, start: Start) -> Self::Node {
        PackedBoard::new(start).load::<Baseline>(self)
    }
}

/// Searches on the baseline instructions. (As [`KernelCode`] called through [`Instructions`], with its arguments behind
/// a pointer, it takes three percent longer.)
#[inline(never)]
pub(super) fn search_on_baseline<V: Visitor>(
    start: Start,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut V,
    weights: &mut Option<Weights>,
) -> End {
    Request { start, limits, tally, visitor, weights }.run(())
}

/// The first part, and the parts that follow it.
impl<P: SingleKernel, V: Visitor> KernelCode<P> for Request<'_, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let mut waiting = DepthFirstStack::new();
        let first = proof.node(self.start);
        match depth_first(first, &mut waiting, self.start, self.limits, self.tally, self.visitor) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(handover) if handover.in_slots => {
                proof.search_in_slots(handover, &waiting, self)
            }
            ControlFlow::Continue(handover) => {
                by_weight(proof, ByWeightAfterDepthFirst { handover, waiting: &waiting, request: self })
            }
        }
    }
}

/// The second part, in vectors `W` of several nodes.
pub(super) struct SideBySide<'a, W, N: Node, V> {
    pub(super) handover: Handover,
    pub(super) waiting: &'a DepthFirstStack<N>,
    pub(super) request: Request<'a, V>,
    pub(super) vectors: PhantomData<W>,
}

impl<P: SingleKernel, W: SlotVector<Proof = P>, V: Visitor> KernelCode<P> for SideBySide<'_, W, P::Node, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let SideBySide { handover, waiting, request, .. } = self;
        match side_by_side::<W, _>(proof, handover, waiting, request.limits, request.tally, request.visitor) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(left) => proof.run(ByWeightAfterSlots { left: &left, request }),
        }
    }
}

/// Runs the last part in a frame of its own: the memory of the second is not needed together with its own.
#[cold]
#[inline(never)]
fn by_weight<P: SingleKernel, V: Visitor>(proof: P, search: ByWeightAfterDepthFirst<'_, P::Node, V>) -> End {
    proof.run(search)
}

/// The last part, after the first.
struct ByWeightAfterDepthFirst<'a, N: Node, V> {
    handover: Handover,
    waiting: &'a DepthFirstStack<N>,
    request: Request<'a, V>,
}

impl<P: SingleKernel, V: Visitor> KernelCode<P> for ByWeightAfterDepthFirst<'_, P::Node, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let ByWeightAfterDepthFirst { handover, waiting, request } = self;
        let mut pending = NodeStack::<P::Node, MOST_PENDING>::new();
        for &node in waiting.iter() {
            if !pending.push(node) {
                return End::OutOfSteps;
            }
        }
        let mut search = ByWeight::new(proof, pending.lend(), handover.contradictions, request);
        // Not after the second part: with the memory of that, the stack would exceed its bound.
        search.progress.may_use_lanes = true;
        proof.run(search)
    }
}

/// The last part, after the second.
struct ByWeightAfterSlots<'a, V> {
    left: &'a RemainingNodes,
    request: Request<'a, V>,
}

impl<P: SingleKernel, V: Visitor> KernelCode<P> for ByWeightAfterSlots<'_, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let ByWeightAfterSlots { left, request } = self;
        let start = proof.node(request.start);
        let mut pending = NodeStack::<P::Node, { PausedSearch::NODES }>::new();
        for board in left.boards() {
            if !pending.push(start.unpack(&board)) {
                return End::OutOfSteps;
            }
        }
        proof.run(ByWeight::new(proof, pending.lend(), left.contradictions, request))
    }
}

/// A paused search.
pub(super) struct Resume<'a, V> {
    pub(super) start: Start<'a>,
    pub(super) limits: Limits,
    pub(super) tally: &'a mut Tally,
    pub(super) visitor: &'a mut V,
}

impl<P: SingleKernel, V: Visitor> KernelCode<P> for Resume<'_, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let Self { start, limits, tally, visitor } = self;
        resume(proof, start, limits, tally, visitor)
    }
}
