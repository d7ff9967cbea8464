//! The last part of a search: depth first, without a bound on contradictions.
//!
//! Two kinds of boards reach this part:
//!
//! - Boards with many solutions are searched as in [`depth_first`](mod@super::depth_first), but with early guesses, and
//!   without a guess in the [last pairs](mod@crate::last_pairs). (Kernels with lanes leave these to them.)
//! - Boards with far more contradictions than puzzles with one solution (the worst of a hundred thousand such puzzles
//!   meets about two hundred) have been guessed at in the wrong places. Their search restarts, and every guess is then
//!   made where the [contradictions](super::weights) were. If a solution has already been found, the search continues
//!   from its current nodes instead, so that no solution is found twice.
//!
//! # Restarts
//!
//! Some boards take thousands of contradictions in one order of guesses, and a few dozen in most other orders. So a
//! search by weight restarts after [a thousand contradictions](Waits), then after multiples of a hundred (by [Luby's
//! sequence](luby)), each time in [another order](Weights::vary). Every third order [ignores the
//! contradictions](Weights::without_contradictions), and guesses where the fewest choices are left: hardly any board is
//! slow in both ways. Without these orders, climbing found boards that took five times as many sweeps.
//!
//! Some boards are slow in all orders of single cells, although few guesses of two configurations decide them. So one
//! guess [in three](ONE_CONFIGURATION_IN), at random, is of two configurations. Of 2,380 searches, of 119 boards from
//! climbs in 20 random orders each, the slowest one in a thousand takes 3,300 sweeps, and 12,700 with one guess in
//! sixteen. With one in two, the slowest of other boards take 1.4 times as many; if all guesses of every second order
//! are such, climbs find boards that are slow in the one order of these guesses, which never varies.
//!
//! If any solution will do, the first root keeps [one order](keep_one_order) of digits that can be exchanged.
//!
//! The numbers were chosen by 40,000 searches for any solution, of 200 boards from climbs, each in many random orders.
//! A board that is slow in most of them [goes on with learned clauses](mod@crate::hard).
//!
//! A restart drops the waiting nodes above a floor, and searches the root from which they all descend again. If a node
//! is popped at the floor, all other branches of the root have been refuted, so that node becomes the root, and they
//! stay refuted. A solution raises the floor to the number of nodes that wait at that time. So no restart goes back to
//! a node above a solution, and no solution is found twice. Each of these waiting nodes later becomes a root of its
//! own.
//!
//! ```text
//!   pending | a | b | c | d |     floor = 2: the root was popped when a and b were waiting
//!                   |             restart:            drops c and d, and searches the root
//!                   floor         c is popped:        it becomes the root, with the same floor
//!                                 b is popped:        it becomes the root, with floor 1
//!                                 a solution below d: floor 4, so d, c, b and a become roots
//! ```
//!
//! # One node
//!
//! ```text
//!   a waiting node -----> sweep ---> contradiction, solution: the next node
//!                     ^      |
//!                     |      +------> many solutions so far, and six open cells or fewer: two solutions
//!                     |      +------> many solutions so far, and little found: an early guess
//!                     |      +------> something found: sweep again
//!                     |      |
//!                     |      +------> nothing found: box conflict, hidden triple, line that lacks digits?
//!                     |                        otherwise a guess, of two configurations or by weight
//!                     +---------------------------------------+
//! ```

use super::depth_first::{COUNTING_ABOVE, Node, NodeStack, Tracked};
use super::fields::{DIGITS as FIELDS, LOWEST};
use super::in_lanes::{InLanes, in_lanes, suits_lanes};
use super::interchangeable::{Images, SolutionImage, keep_one_order};
use super::matching::lacks_digits;
use super::packed_board::PackedBoard;
use super::parts::SingleKernel;
use super::side_by_side::RemainingNodes;
use super::stack::LentStack;
use super::useful::Useful;
use super::weights::{CellGuess, CellWords, DIGITS, WEIGHTS_AFTER, Weights};
use super::{Limits, Request, Solved, Start, Visitor};
use crate::last_pairs::{LAST_PAIRS, LastPairs};
use crate::propagate::luby;
use crate::random::Random;
use crate::vectors::KernelCode;
use crate::{End, Tally};

/// When to test for a line that [lacks digits](super::matching); the test is slow. After a test that finds one, the
/// next test is [`SOON`](Self::SOON) contradictions later. Each test that finds none doubles the interval.
#[derive(Clone, Copy)]
struct MatchingSchedule {
    /// Number of contradictions at the next test.
    next: u64,
    /// Number of contradictions between tests.
    wait: u64,
}

impl MatchingSchedule {
    const SOON: u64 = 16;

    #[inline(always)]
    fn after(&mut self, contradictions: u64, has_found: bool) {
        self.wait = if has_found { Self::SOON } else { 2 * self.wait };
        self.next = contradictions + self.wait;
    }
}

/// In searches by weight, one guess in so many is of two configurations instead.
const ONE_CONFIGURATION_IN: u32 = 3;

/// The numbers of contradictions after which a search changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waits {
    /// Those, beyond one for each solution, after which guesses follow weights.
    pub(super) weights: u64,
    /// Those from then on to the first restart of a root.
    pub(super) first: u64,
    /// Those between the further restarts, in multiples by [Luby's sequence](luby).
    pub(super) further: u64,
}

impl Waits {
    /// Guesses by weight from the start, without a restart.
    pub(super) const IN_ONE_GO: Self = Self { weights: 0, first: 1 << 60, further: 1 << 60 };

    /// The numbers for a search from `start`. Of several tried, these kept the slowest boards known the fastest: with
    /// the first restart after 100 contradictions, 720 of them take 1.4 times as many sweeps for any solution.
    ///
    /// For minimal pencil marks, restarts only cost time: 120 % with the waits of clues, and 6 to 10 % if only the
    /// first of them is early. With the first one after 10,000 contradictions, climbing found boards that took twice as
    /// long.
    pub(super) fn of(start: Start) -> Self {
        let [first, further] = if start.is_hardly_solved() { [100_000; 2] } else { [1_000, 100] };
        Self { weights: WEIGHTS_AFTER, first, further }
    }
}

/// When a search by weight starts again.
#[derive(Clone, Copy)]
struct Restarts {
    /// Number of nodes that a restart leaves waiting.
    floor: usize,
    waits: Waits,
    /// Number of contradictions at the next restart.
    next: u64,
    /// Number of restarts so far.
    number: u64,
}

impl Restarts {
    /// The state in which the next node to be popped becomes the root.
    #[inline(always)]
    const fn new(waits: Waits) -> Self {
        Self { floor: usize::MAX, waits, next: 0, number: 0 }
    }

    /// Starts again if it is time to, and if nodes wait above the floor. Returns whether it does.
    #[inline(always)]
    fn before_pop<B: Node>(
        &mut self,
        root: Option<Tracked<B>>,
        contradictions: u64,
        pending: &mut LentStack<Tracked<B>>,
        weights: &mut Weights,
    ) -> bool {
        if contradictions >= self.next
            && pending.len() > self.floor
            && let Some(root) = root
        {
            pending.truncate(self.floor);
            let _has_room = pending.push(root);
            self.number += 1;
            weights.vary(self.number);
            self.next = contradictions.saturating_add(self.waits.further.saturating_mul(luby(self.number)));
            return true;
        }
        false
    }

    /// Whether the guesses since the last restart ignore the contradictions.
    #[inline(always)]
    const fn ignores_contradictions(&self) -> bool {
        self.number % 3 == 1
    }

    /// Whether a node that was popped with `waiting` nodes below it becomes the root: nothing else is left above the
    /// floor.
    #[inline(always)]
    fn after_pop(&mut self, waiting: usize, contradictions: u64) -> bool {
        let is_root = waiting <= self.floor;
        if waiting < self.floor {
            self.floor = waiting;
            self.next = contradictions.saturating_add(self.waits.first);
        }
        is_root
    }
}

/// The capacity for waiting nodes: those of the earlier parts, and the second branches of the guesses above a node.
/// Each of these guesses has solved a cell, or fixed the configuration of a digit in a band or stack.
pub(super) const MOST_PENDING: usize = 64 + 81 + 54;

/// A search by weight, apart from its nodes.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    contradictions: u64,
    /// Whether guesses follow the weights.
    by_weight: bool,
    restarts: Restarts,
    schedule: MatchingSchedule,
    /// Whether a count may continue in lanes.
    pub(super) may_use_lanes: bool,
    /// Whether no node waits yet: the search begins with its start.
    pub(super) begins: bool,
    /// Whether of solutions that differ in digits that [can be exchanged](keep_one_order), some may be left out, if the
    /// others have all of their digits. If only two solutions are asked for, they always are.
    up_to_exchange: bool,
    /// Whether the next stuck node is the root of the whole search, which keeps one order of digits.
    is_whole: bool,
    /// The images of solutions of that root.
    images: Images,
}

impl Progress {
    /// The state of a search that begins after some contradictions. It follows the weights and restarts after the
    /// `waits`.
    #[inline(always)]
    pub(super) const fn new(contradictions: u64, waits: Waits) -> Self {
        let schedule = MatchingSchedule { next: 0, wait: MatchingSchedule::SOON };
        Self {
            contradictions,
            by_weight: false,
            restarts: Restarts::new(waits),
            schedule,
            may_use_lanes: false,
            begins: false,
            up_to_exchange: false,
            is_whole: false,
            images: Images::NONE,
        }
    }

    /// The same before any node waits, of one of several searches about a puzzle.
    #[inline(always)]
    pub(super) const fn at_start(self) -> Self {
        Self { begins: true, up_to_exchange: true, ..self }
    }
}

/// A search by weight that has stopped at the limit on sweeps and can go on. It is the same for all kernels.
pub(crate) struct PausedSearch {
    /// The waiting nodes, the oldest first.
    nodes: [PackedBoard; Self::NODES],
    len: usize,
    /// The root, the node that all nodes above the floor come from, as it was when it was popped.
    root: Option<PackedBoard>,
    /// `None` if there is nothing to go on with.
    progress: Option<(Progress, Weights)>,
}

impl PausedSearch {
    /// The greatest number of waiting nodes.
    pub(super) const NODES: usize = MOST_PENDING + RemainingNodes::MOST;

    /// Writes the fields for which zero is not valid.
    ///
    /// # Safety
    ///
    /// `memory` is valid for writes.
    pub(crate) unsafe fn write_enums(memory: *mut Self) {
        // SAFETY: the caller guarantees the memory; the pointers to its fields are made without references.
        unsafe {
            (&raw mut (*memory).root).write(None);
            (&raw mut (*memory).progress).write(None);
        }
    }

    /// Whether there is a search to go on with.
    pub(crate) const fn is_paused(&self) -> bool {
        self.progress.is_some()
    }

    /// Drops the search.
    pub(crate) const fn clear(&mut self) {
        self.progress = None;
    }

    #[inline(always)]
    fn save<B: Node>(
        &mut self,
        pending: &LentStack<Tracked<B>>,
        root: Option<Tracked<B>>,
        progress: (Progress, Weights),
    ) {
        for (saved, (node, _)) in self.nodes.iter_mut().zip(pending.iter()) {
            *saved = node.pack();
        }
        (self.len, self.progress) = (pending.len(), Some(progress));
        self.root = None;
        if let Some((root, _)) = root {
            self.root = Some(root.pack());
        }
    }
}

/// Goes on with a paused search. `start` is the board from which all its nodes descend.
#[inline(always)]
pub(super) fn resume<P: SingleKernel>(
    proof: P,
    start: Start,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut impl Visitor,
) -> End {
    let start = proof.node(start);
    let mut pending = NodeStack::<P::Node, { PausedSearch::NODES }>::new();
    let Some(paused) = visitor.paused() else { return End::OutOfSteps };
    let Some((progress, mut weights)) = paused.progress.take() else { return End::OutOfSteps };
    for node in paused.nodes.iter().take(paused.len) {
        let _has_room = pending.push(start.unpack(node));
    }
    let mut root = None;
    if let Some(board) = &paused.root {
        root = Some(start.unpack(board));
    }
    let (pending, weights) = (pending.lend(), &mut weights);
    proof.run(ByWeight { pending, start, root, progress, weights, useful: None, limits, tally, visitor })
}

/// Searches the waiting nodes, the youngest first.
///
/// If the stack is full, gives up as at the limit on sweeps. No known search fills it.
///
/// All searches that hand over to this one share its code: it is a third of the engine's.
pub(super) struct ByWeight<'a, B: Node, V> {
    pub(super) pending: LentStack<'a, Tracked<B>>,
    /// The board from which they all descend.
    pub(super) start: B,
    /// The root of the restarts, if the search was paused.
    pub(super) root: Option<Tracked<B>>,
    pub(super) progress: Progress,
    /// New ones, or those that searches of the same puzzle have learned.
    pub(super) weights: &'a mut Weights,
    /// The solutions of use, if not all are: nodes without any are dropped.
    pub(super) useful: Option<&'a mut Useful>,
    pub(super) limits: Limits,
    pub(super) tally: &'a mut Tally,
    pub(super) visitor: &'a mut V,
}

impl<'a, B: Node, V: Visitor> ByWeight<'a, B, V> {
    /// The last part of a search that has met some contradictions.
    #[inline(always)]
    pub(super) fn new<P: SingleKernel<Node = B>>(
        proof: P,
        pending: LentStack<'a, Tracked<B>>,
        contradictions: u64,
        Request { start, limits, tally, visitor, weights }: Request<'a, V>,
    ) -> Self {
        let progress = Progress::new(contradictions, Waits::of(start));
        Self {
            pending,
            start: proof.node(start),
            root: None,
            progress,
            weights: Weights::in_slot(weights),
            useful: None,
            limits,
            tally,
            visitor,
        }
    }
}

impl<P: SingleKernel, V: Visitor> KernelCode<P> for ByWeight<'_, P::Node, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let Self { mut pending, start, mut root, progress, weights, mut useful, limits, tally, visitor } =
            self;
        let Progress {
            mut contradictions,
            mut by_weight,
            mut restarts,
            mut schedule,
            may_use_lanes,
            mut begins,
            up_to_exchange,
            mut is_whole,
            mut images,
        } = progress;
        let mut unlearned = Weights::without_contradictions(restarts.number);
        'next: loop {
            if !by_weight && contradictions >= restarts.waits.weights + tally.solutions {
                by_weight = true;
                begins |= tally.solutions == 0;
            }
            if begins {
                begins = false;
                pending.truncate(0);
                let mut first = start;
                if let Some(found) = first.place_clues() {
                    let _has_room = pending.push((first, found));
                }
                is_whole =
                    useful.is_none() && (limits.solutions <= 2 || up_to_exchange) && tally.solutions == 0;
            }
            if by_weight && restarts.before_pop(root, contradictions, &mut pending, weights) {
                unlearned = Weights::without_contradictions(restarts.number);
            }
            if may_use_lanes
                && !by_weight
                && let Some(kernel) = proof.batch()
                && suits_lanes(limits, tally, visitor)
            {
                return in_lanes(proof, InLanes { kernel, pending, limits, tally, visitor });
            }
            let Some(&(mut node, mut found)) = pending.pop() else { return End::Exhausted };
            if by_weight && restarts.after_pop(pending.len(), contradictions) {
                root = Some((node, found));
            }
            loop {
                if tally.steps == limits.sweeps {
                    if V::PAUSES
                        && let Some(paused) = visitor.paused()
                        && pending.push((node, found))
                    {
                        let progress = Progress {
                            contradictions,
                            by_weight,
                            restarts,
                            schedule,
                            may_use_lanes,
                            begins,
                            up_to_exchange,
                            is_whole,
                            images,
                        };
                        paused.save(&pending, root, (progress, *weights));
                    }
                    return End::OutOfSteps;
                }
                tally.steps += 1;
                let before = found;
                let verdict = node.sweep(&mut found, true);
                if !verdict.sound {
                    contradictions += 1;
                    if by_weight {
                        weights.raise(&node.cells());
                    }
                    continue 'next;
                }
                if verdict.complete {
                    if !node.is_solution() {
                        contradictions += 1;
                        continue 'next;
                    }
                    if by_weight {
                        restarts.floor = pending.len();
                    }
                    if let Some(useful) = &mut useful {
                        useful.find(&node.cells());
                    }
                    tally.solutions += 1;
                    if visitor.visit(&node).is_break() || tally.solutions == limits.solutions {
                        return End::Stopped;
                    }
                    if images.further > 0 {
                        let solution = pack(proof, &node);
                        for number in 1..=images.further {
                            tally.solutions += 1;
                            let image = SolutionImage { solution: &solution, images: &images, number };
                            if visitor.visit(&image).is_break() || tally.solutions == limits.solutions {
                                return End::Stopped;
                            }
                        }
                    }
                    continue 'next;
                }
                let is_count = tally.solutions > COUNTING_ABOVE && !by_weight;
                if proof.batch().is_none()
                    && is_count
                    && !verdict.progress
                    && P::Node::count(found) >= 81 - LAST_PAIRS
                    && useful.is_none()
                    && images.further == 0
                    && !node.has_box_conflict(found)
                    && node.is_closed()
                {
                    if visitor.shows_more() {
                        for solution in last_solutions(proof, &node) {
                            tally.solutions += 1;
                            if visitor.visit(&solution).is_break() || tally.solutions == limits.solutions {
                                return End::Stopped;
                            }
                        }
                    } else {
                        tally.solutions = limits.solutions.min(tally.solutions + 2);
                        if tally.solutions == limits.solutions {
                            return End::Stopped;
                        }
                    }
                    continue 'next;
                }
                // If there are many solutions, few guesses are wrong. So they are made early: without hidden triples,
                // and without another sweep if this one has found almost nothing.
                if is_count
                    && (!verdict.progress || node.slow(before, found))
                    && let Some([first, second]) = node.early_guess()
                {
                    tally.guesses += 1;
                    if !pending.push((second, found)) {
                        return End::OutOfSteps;
                    }
                    node = first;
                    continue;
                }
                if verdict.progress {
                    continue;
                }
                if node.has_box_conflict(found) {
                    contradictions += 1;
                    continue 'next;
                }
                let configurations = match node.hidden_triples() {
                    Ok(closed) => {
                        node = closed;
                        continue;
                    }
                    Err(configurations) => configurations,
                };
                let cells = &node.cells();
                if let Some(useful) = &useful
                    && !useful.may_be_in(cells)
                {
                    continue 'next;
                }
                if core::mem::take(&mut is_whole) {
                    let mut reduced = node;
                    let is_reduced = reduce(proof, Reduce { node: &mut reduced, images: &mut images });
                    node = reduced;
                    root = Some((node, found));
                    if is_reduced {
                        continue;
                    }
                }
                if contradictions >= schedule.next {
                    let wrong = lacks_digits(cells);
                    schedule.after(contradictions, wrong);
                    if wrong {
                        contradictions += 1;
                        // The waiting nodes above a contradictory one may be contradictory, too.
                        while pending.last().is_some_and(|(above, _)| lacks_digits(&above.cells())) {
                            let _wrong = pending.pop();
                        }
                        continue 'next;
                    }
                }
                let by_configuration = !by_weight
                    || Random::for_item(restarts.number, tally.guesses).below(ONE_CONFIGURATION_IN) == 0;
                let mut branches = if by_configuration { node.guess(configurations) } else { None };
                if branches.is_none() {
                    let weights = if restarts.ignores_contradictions() { &unlearned } else { &*weights };
                    branches = guess_at_cell(&node, cells, weights);
                }
                // There is always a guess: a stuck node has an open cell.
                let Some([first, second]) = branches else { continue 'next };
                tally.guesses += 1;
                if !pending.push((second, found)) {
                    return End::OutOfSteps;
                }
                node = first;
            }
        }
    }
}

/// [Keeps one order](keep_one_order) of digits that can be exchanged, on a root. Returns whether that removes any
/// candidate. (Not inlined, so that the searches stay small.)
#[cold]
#[inline(never)]
fn reduce<P: SingleKernel>(proof: P, root: Reduce<P::Node>) -> bool {
    proof.run(root)
}

/// The arguments of [`reduce`].
struct Reduce<'a, B> {
    node: &'a mut B,
    images: &'a mut Images,
}

impl<P: SingleKernel> KernelCode<P> for Reduce<'_, P::Node> {
    type Output = bool;

    #[inline(always)]
    fn run(self, _: P) -> bool {
        let cells = self.node.cells();
        let mut left = cells;
        *self.images = keep_one_order(&mut left);
        for (place, (words, left)) in cells.iter().zip(&left).enumerate() {
            for (word, (before, left)) in words.iter().zip(left).enumerate() {
                if before != left {
                    *self.node = self.node.without(place, word, before & !left);
                }
            }
        }
        left != cells
    }
}

/// Packs a node. (Not inlined, so that the searches stay small.)
#[inline(never)]
fn pack<P: SingleKernel>(proof: P, node: &P::Node) -> PackedBoard {
    proof.run(Pack(node))
}

struct Pack<'a, B>(&'a B);

impl<P: SingleKernel> KernelCode<P> for Pack<'_, P::Node> {
    type Output = PackedBoard;

    #[inline(always)]
    fn run(self, _: P) -> PackedBoard {
        self.0.pack()
    }
}

/// Returns the two solutions of a node that ends in [pairs](mod@crate::last_pairs). (Not inlined, so that the searches
/// stay small.)
#[inline(never)]
fn last_solutions<P: SingleKernel>(proof: P, node: &P::Node) -> [[u8; 81]; 2] {
    proof.run(LastSolutions(node))
}

struct LastSolutions<'a, B>(&'a B);

impl<P: SingleKernel> KernelCode<P> for LastSolutions<'_, P::Node> {
    type Output = [[u8; 81]; 2];

    #[inline(always)]
    fn run(self, _: P) -> [[u8; 81]; 2] {
        let board = self.0.pack();
        // With the lower candidate of each open cell, and the higher ones.
        let (mut lower, mut higher) = (board, board);
        for (lower, higher) in lower.0.as_flattened_mut().iter_mut().zip(higher.0.as_flattened_mut()) {
            *higher &= (*lower - LOWEST) & FIELDS;
            *lower &= !*higher;
        }
        let mut digits = [0; 81];
        self.0.unpack(&lower).0.write_digits(&mut digits);
        let mut pairs = LastPairs::new();
        for register in 0..9 {
            for band in 0..3 {
                let mut left = higher.0[register][band];
                while left != 0 {
                    let stack = left.trailing_zeros() / 10;
                    let cell = 27 * band + register / 3 * 9 + register % 3 + 3 * stack as usize;
                    pairs.add(cell, board.0[register][band] >> (10 * stack) & 0x1ff);
                    left &= !(0x1ff << (10 * stack));
                }
            }
        }
        let pairs = pairs.solve(&mut digits);
        let mut second = digits;
        pairs.exchange(&mut second);
        [digits, second]
    }
}

/// Returns the two branches of a guess by weight: the cell has the digit, or it does not.
#[cfg_attr(not(unoptimized), inline(always))]
fn guess_at_cell<B: Node>(node: &B, cells: &CellWords, weights: &Weights) -> Option<[B; 2]> {
    let CellGuess { place, word, digit } = weights.choose(cells)?;
    Some([node.without(place, word, DIGITS & !digit), node.without(place, word, digit)])
}
