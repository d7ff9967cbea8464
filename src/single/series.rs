//! Several searches about one puzzle: what one of them learns, the next ones use.
//!
//! The questions about a puzzle differ in a few candidates, so they meet the same contradictions. An easy one is
//! decided as any other puzzle is. After the first that is not, all are searched by weight, and keep their weights.

use super::by_weight::{ByWeight, MOST_PENDING, Progress, Waits};
use super::depth_first::{COUNTING_ABOVE, Node, NodeStack};
use super::parts::SingleKernel;
use super::useful::Useful;
use super::weights::{WEIGHTS_AFTER, Weights};
use super::{Limits, ShowDigits, Start, VisitEach, Visitor, visit_and_learn};
use crate::kernel::{SimdKernel, on_simd_kernel};
use crate::vectors::{Instructions, KernelCode};
use crate::{End, Tally};

/// The sweeps after which a search is not an easy one.
const EASY: u64 = 300;

/// Searches about one puzzle.
pub(crate) struct Series {
    kernel: SimdKernel,
    /// What searches that were not easy have learned. `None` as long as all were easy.
    weights: Option<Weights>,
}

impl Series {
    pub(crate) const fn new(kernel: SimdKernel) -> Self {
        Self { kernel, weights: None }
    }

    /// Searches for the puzzle's own solutions, as of any other puzzle, before the questions.
    pub(crate) fn begin(&mut self, start: Start, limits: Limits, visitor: &mut ShowDigits) -> Tally {
        let tally = visit_and_learn(self.kernel, start, limits, visitor, &mut self.weights);
        // With so many solutions, hardly any guess was by weight.
        if tally.solutions > COUNTING_ABOVE {
            self.weights = None;
        }
        tally
    }

    /// Passes solutions, in digits from 1 to 9, to `visitor`, until it breaks or a limit is reached. Some may be passed
    /// twice. Some may be left out, if others have all of their digits.
    pub(crate) fn visit(&mut self, start: Start, limits: Limits, visitor: &mut ShowDigits) -> Tally {
        let mut tally = Tally::BEGUN;
        if self.weights.is_none() {
            tally = self.begin(start, Limits { sweeps: limits.sweeps.min(EASY), ..limits }, visitor);
            if tally.end != End::OutOfSteps || limits.sweeps <= EASY {
                return tally;
            }
        }
        tally.solutions = 0;
        self.search_by_weight(start, limits, tally, visitor, None)
    }

    /// Passes solutions that have any of these digits to `visitor`: each digit in at least one of them, if it is in any
    /// solution and no limit is reached.
    pub(crate) fn show(
        &mut self,
        digits: &[u16; 81],
        start: Start,
        limits: Limits,
        visitor: &mut ShowDigits,
    ) -> Tally {
        Weights::in_slot(&mut self.weights).want(digits);
        self.search_by_weight(start, limits, Tally::BEGUN, visitor, Some(&mut Useful::showing(digits)))
    }

    fn search_by_weight(
        &mut self,
        start: Start,
        limits: Limits,
        mut tally: Tally,
        visitor: &mut ShowDigits,
        useful: Option<&mut Useful>,
    ) -> Tally {
        let search = FromStart {
            start,
            limits,
            weights: Weights::in_slot(&mut self.weights),
            tally: &mut tally,
            visitor,
            useful,
        };
        tally.end = on_simd_kernel!(self.kernel, portable => ().run(search), proof => proof.run(search));
        tally
    }
}

struct FromStart<'a> {
    start: Start<'a>,
    limits: Limits,
    weights: &'a mut Weights,
    tally: &'a mut Tally,
    visitor: &'a mut ShowDigits<'a>,
    useful: Option<&'a mut Useful>,
}

impl<P: SingleKernel> KernelCode<P> for FromStart<'_> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let Self { start, limits, weights, tally, visitor, useful } = self;
        let root = proof.node(start);
        let waits = if useful.is_some() { Waits::IN_ONE_GO } else { Waits::of(start) };
        let digits = &mut [0; 81];
        let mut visitor = VisitEach::new(u64::MAX, visitor, digits);
        FromRoot { root, waits, contradictions: WEIGHTS_AFTER, weights, useful, limits, tally }
            .run(proof, &mut visitor)
    }
}

/// A search from one node, with the weights that earlier searches of the same puzzle have learned.
pub(super) struct FromRoot<'a, B: Node> {
    pub(super) root: B,
    pub(super) waits: Waits,
    /// Contradictions that count as met.
    pub(super) contradictions: u64,
    pub(super) weights: &'a mut Weights,
    /// The solutions of use, if not all are.
    pub(super) useful: Option<&'a mut Useful>,
    pub(super) limits: Limits,
    pub(super) tally: &'a mut Tally,
}

impl<B: Node> FromRoot<'_, B> {
    #[inline(always)]
    pub(super) fn run<P: SingleKernel<Node = B>>(self, proof: P, visitor: &mut impl Visitor) -> End {
        let Self { root: start, waits, contradictions, weights, useful, limits, tally } = self;
        let mut pending = NodeStack::<B, MOST_PENDING>::new();
        let (pending, root) = (pending.lend(), None);
        let progress = Progress::new(contradictions, waits).at_start();
        proof.run(ByWeight { pending, start, root, progress, weights, useful, limits, tally, visitor })
    }
}
