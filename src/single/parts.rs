//! The parts of a search, one after the other, and the layout that each kernel uses for them.
//!
//! ```text
//!   Alone       depth first, one board at a time; most searches end here
//!     | stuck, after some contradictions
//!     +---> SideBySide   the nodes that wait, in slots, where registers hold several
//!     |         | handed over
//!     v         v
//!   GoOn, GoOnWith      by weight, for as long as it takes
//! ```
//!
//! Each part is a [`KernelCode`] of its own, so that its stack is not reserved for puzzles that end before.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::by_weight::{DEEPEST, by_weight};
use super::depth_first::{DepthFirstStack, Node, NodeStack, Stuck, depth_first};
use super::layout::Fields;
use super::resting::Resting;
use super::side_by_side::{Left, side_by_side};
use super::{Limits, Request, Start, Visitor};
use crate::kernel::{SimdKernel, on_simd_kernel};
use crate::vectors::{Baseline, Instructions, KernelCode, SlotVector};
use crate::{End, Tally};

/// What a kernel is to the single engine.
pub(super) trait SingleKernel: Instructions {
    /// One node, in the layout that sweeps fastest.
    type Node: Node;

    /// The node at the start of a search.
    fn node(self, start: Start) -> Self::Node;

    /// Goes on with the nodes that wait, side by side, after the first part of a search. A kernel whose registers
    /// hold only one node has nothing to add.
    #[inline(always)]
    fn go_wide<V: Visitor>(
        self,
        stuck: Stuck,
        waiting: &DepthFirstStack<Self::Node>,
        request: Request<'_, V>,
    ) -> End {
        self.run(GoOn { stuck, waiting, request })
    }
}

/// One node in 128 bits.
impl SingleKernel for () {
    type Node = [Fields<Baseline>; 9];

    #[inline(always)]
    fn node(self, start: Start) -> Self::Node {
        Resting::at(start).load::<Baseline>(self)
    }
}

/// Makes a whole search on a kernel.
#[inline]
pub(super) fn search<V: Visitor>(kernel: SimdKernel, request: Request<'_, V>) -> End {
    let Request { start, limits, tally, visitor } = request;
    on_simd_kernel!(
        kernel,
        portable => on_portable(start, limits, tally, visitor),
        proof => proof.run(Alone(Request { start, limits, tally, visitor }))
    )
}

/// The first part on every machine's kernel, which needs no way to its instructions. (As a [`KernelCode`], with what it is
/// given behind a pointer, it takes three percent longer.)
#[inline(never)]
fn on_portable<V: Visitor>(start: Start, limits: Limits, tally: &mut Tally, visitor: &mut V) -> End {
    alone((), start, limits, tally, visitor)
}

/// The first part, and what follows it.
#[inline(always)]
fn alone<P: SingleKernel, V: Visitor>(
    proof: P,
    start: Start,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut V,
) -> End {
    let mut waiting = DepthFirstStack::new();
    let end = depth_first(proof.node(start), &mut waiting, start, limits, tally, visitor);
    let request = Request { start, limits, tally, visitor };
    match end {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(stuck) if stuck.wide => proof.go_wide(stuck, &waiting, request),
        ControlFlow::Continue(stuck) => proof.run(GoOn { stuck, waiting: &waiting, request }),
    }
}

/// The first part.
pub(super) struct Alone<'a, V>(pub(super) Request<'a, V>);

impl<P: SingleKernel, V: Visitor> KernelCode<P> for Alone<'_, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let Alone(Request { start, limits, tally, visitor }) = self;
        alone(proof, start, limits, tally, visitor)
    }
}

/// The second part, in vectors `W` of several nodes.
pub(super) struct SideBySide<'a, W, N: Node, V> {
    pub(super) stuck: Stuck,
    pub(super) waiting: &'a DepthFirstStack<N>,
    pub(super) request: Request<'a, V>,
    pub(super) vectors: PhantomData<W>,
}

impl<P: SingleKernel, W: SlotVector<Proof = P>, V: Visitor> KernelCode<P> for SideBySide<'_, W, P::Node, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let SideBySide { stuck, waiting, request, .. } = self;
        match side_by_side::<W, _>(proof, stuck, waiting, request.limits, request.tally, request.visitor) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(left) => proof.run(GoOnWith { left: &left, request }),
        }
    }
}

/// The last part, after the first.
struct GoOn<'a, N: Node, V> {
    stuck: Stuck,
    waiting: &'a DepthFirstStack<N>,
    request: Request<'a, V>,
}

impl<P: SingleKernel, V: Visitor> KernelCode<P> for GoOn<'_, P::Node, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let GoOn { stuck, waiting, request } = self;
        let root = proof.node(request.start);
        let mut pending = NodeStack::<P::Node, DEEPEST>::new();
        for &node in waiting.iter() {
            if !pending.push(node) {
                return End::OutOfSteps;
            }
        }
        by_weight(&mut pending, root, stuck.contradictions, request.limits, request.tally, request.visitor)
    }
}

/// The last part, after the second.
struct GoOnWith<'a, V> {
    left: &'a Left,
    request: Request<'a, V>,
}

impl<P: SingleKernel, V: Visitor> KernelCode<P> for GoOnWith<'_, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let GoOnWith { left, request } = self;
        let root = proof.node(request.start);
        let mut pending = NodeStack::<P::Node, { DEEPEST + Left::MOST }>::new();
        for board in left.boards() {
            if !pending.push(root.of_board(&board)) {
                return End::OutOfSteps;
            }
        }
        by_weight(&mut pending, root, left.contradictions, request.limits, request.tally, request.visitor)
    }
}
