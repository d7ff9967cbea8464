//! The parts of a search, one after the other, and the layouts in which each kernel makes them.
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
//! Each part is a [`Job`] of its own, so that its stack is not reserved for puzzles that end before.

use core::ops::ControlFlow;

use super::by_weight::{DEEPEST, Pending, by_weight};
use super::depth_first::{Node, Stuck, Waiting, depth_first};
use super::layout::Fields;
use super::resting::Resting;
use super::{Search, Start, Visitor};
use crate::End;
use crate::kernel::{SimdKernel, on_simd_kernel};
use crate::simd::{Instructions, Job};

/// What a kernel is to the single engine.
pub(super) trait SingleKernel: Instructions {
    /// One node, in the layout that sweeps fastest.
    type Node: Node;

    /// The node at the start of a search.
    fn node(self, start: Start) -> Self::Node;

    /// Goes on with the nodes that wait, side by side, after the first part of a search. A kernel whose registers
    /// hold only one node has nothing to add.
    #[inline(always)]
    fn go_wide<V: Visitor>(self, stuck: Stuck, waiting: &Waiting<Self::Node>, search: Search<'_, V>) -> End {
        self.run(GoOn { stuck, waiting, search })
    }
}

/// The vector of one node that every machine of the target has.
#[cfg(target_arch = "x86_64")]
type OneNode = crate::simd::sse2::Sse2;
#[cfg(not(target_arch = "x86_64"))]
type OneNode = crate::simd::portable::Portable<4>;

/// One node in 128 bits.
impl SingleKernel for () {
    type Node = [Fields<OneNode>; 9];

    #[inline(always)]
    fn node(self, start: Start) -> Self::Node {
        Resting::at(start).load::<OneNode>(self)
    }
}

/// One node in nine long registers of 256 bits, then two nodes in 256 bits, two sets.
#[cfg(target_arch = "x86_64")]
impl SingleKernel for Avx2Proof {
    type Node = [LongRegister; 9];

    #[inline(always)]
    fn node(self, start: Start) -> Self::Node {
        long_registers::at(self, start)
    }

    #[inline(always)]
    fn go_wide<V: Visitor>(self, stuck: Stuck, waiting: &Waiting<Self::Node>, search: Search<'_, V>) -> End {
        self.run(SideBySide::<Avx2, _, _> { stuck, waiting, search, vectors: PhantomData })
    }
}

/// One node in three registers of 512 bits, then four nodes in 512 bits, two sets.
#[cfg(target_arch = "x86_64")]
impl SingleKernel for Avx512Proof {
    type Node = ThreeRegisters;

    #[inline(always)]
    fn node(self, start: Start) -> Self::Node {
        ThreeRegisters::at(self, start)
    }

    #[inline(always)]
    fn go_wide<V: Visitor>(self, stuck: Stuck, waiting: &Waiting<Self::Node>, search: Search<'_, V>) -> End {
        self.run(SideBySide::<Avx512, _, _> { stuck, waiting, search, vectors: PhantomData })
    }
}

/// Makes a whole search on a kernel.
#[inline]
pub(super) fn search<V: Visitor>(kernel: SimdKernel, search: Search<'_, V>) -> End {
    on_simd_kernel!(kernel, portable => ().run(Alone(search)), proof => proof.run(Alone(search)))
}

/// The first part.
pub(super) struct Alone<'a, V>(pub(super) Search<'a, V>);

impl<P: SingleKernel, V: Visitor> Job<P> for Alone<'_, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let Alone(search) = self;
        let mut waiting = Waiting::new();
        let first = proof.node(search.start);
        let end = depth_first(first, &mut waiting, search.start, search.limits, search.tally, search.visitor);
        match end {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(stuck) if stuck.wide => proof.go_wide(stuck, &waiting, search),
            ControlFlow::Continue(stuck) => proof.run(GoOn { stuck, waiting: &waiting, search }),
        }
    }
}

/// The second part, in vectors `W` of several nodes.
#[cfg(target_arch = "x86_64")]
struct SideBySide<'a, W, N: Node, V> {
    stuck: Stuck,
    waiting: &'a Waiting<N>,
    search: Search<'a, V>,
    vectors: PhantomData<W>,
}

#[cfg(target_arch = "x86_64")]
impl<P: SingleKernel, W: Slots<Proof = P>, V: Visitor> Job<P> for SideBySide<'_, W, P::Node, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let SideBySide { stuck, waiting, search, .. } = self;
        match side_by_side::<W, _>(proof, stuck, waiting, search.limits, search.tally, search.visitor) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(left) => proof.run(GoOnWith { left: &left, search }),
        }
    }
}

/// The last part, after the first.
struct GoOn<'a, N: Node, V> {
    stuck: Stuck,
    waiting: &'a Waiting<N>,
    search: Search<'a, V>,
}

impl<P: SingleKernel, V: Visitor> Job<P> for GoOn<'_, P::Node, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let GoOn { stuck, waiting, search } = self;
        let root = proof.node(search.start);
        let mut pending = Pending::<P::Node, DEEPEST>::new();
        for &node in waiting.iter() {
            if !pending.push(node) {
                return End::OutOfSteps;
            }
        }
        by_weight(&mut pending, root, stuck.contradictions, search.limits, search.tally, search.visitor)
    }
}

/// The last part, after the second.
#[cfg(target_arch = "x86_64")]
struct GoOnWith<'a, V> {
    left: &'a Left,
    search: Search<'a, V>,
}

#[cfg(target_arch = "x86_64")]
impl<P: SingleKernel, V: Visitor> Job<P> for GoOnWith<'_, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let GoOnWith { left, search } = self;
        let root = proof.node(search.start);
        let mut pending = Pending::<P::Node, { DEEPEST + Left::MOST }>::new();
        for board in left.boards() {
            if !pending.push(root.of_board(&board)) {
                return End::OutOfSteps;
            }
        }
        by_weight(&mut pending, root, left.contradictions, search.limits, search.tally, search.visitor)
    }
}

#[cfg(target_arch = "x86_64")]
use {
    super::long_registers::{self, LongRegister},
    super::side_by_side::{Left, side_by_side},
    super::three_registers::ThreeRegisters,
    crate::processor::{Avx2Proof, Avx512Proof},
    crate::simd::Slots,
    crate::simd::avx2::Avx2,
    crate::simd::avx512::Avx512,
    core::marker::PhantomData,
};
