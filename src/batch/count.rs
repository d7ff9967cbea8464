//! Counts the solutions of one puzzle, with its nodes in all lanes.
//!
//! A puzzle with many solutions has more nodes than there are lanes after a few guesses, and from then on no lane is
//! idle. Nodes need no puzzle number, no second child stays private, and a solved board only increments a counter. The
//! count shares the [frontier](super::frontier) with the [batch engine](super::engine).

use super::frontier::{Frontier, SecondChildren};
use super::guess::choose;
use super::layout;
use super::load;
use super::memory::{MAX_LANES, Memory, OPEN, POOL_SLOTS};
use super::moves::{LanesToList, WaitingList};
use super::puzzles::CellEncoding;
use super::queues::Queues;
use super::schedule::{RefillSource, refill_source};
use super::sweep::{LaneNodes, LaneStates};
use crate::kernel::{BatchKernel, on_batch_kernel};
use crate::vectors::{HasLanes, Instructions, KernelCode, Lanes, Vector, all_lanes};

/// The limits of a count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountLimits {
    /// Number of solutions to find.
    pub(crate) solutions: u64,
    /// Number of sweeps, summed over all nodes.
    pub(crate) sweeps: u64,
    /// Slots of the pool that may be filled, at most [`POOL_SLOTS`].
    pub(super) pool: usize,
    /// Number of contradictions, in addition to one for each solution.
    pub(super) contradictions: u64,
}

impl CountLimits {
    /// Uses the whole pool. A puzzle with many contradictions is left to the single engine, whose weights pay off
    /// there.
    pub(crate) const fn new(solutions: u64, sweeps: u64) -> Self {
        CountLimits { solutions, sweeps, pool: POOL_SLOTS, contradictions: 100 }
    }
}

/// The result of a count so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartialCount {
    pub(crate) solutions: u64,
    pub(crate) sweeps: u64,
    pub(crate) guesses: u64,
}

/// Continues a count below a node, given as the candidates of the 81 cells; false ends the count.
type CountNode<'a> = dyn FnMut(&mut PartialCount, &[u16; 81]) -> bool + 'a;

/// Counts the solutions of one puzzle whose clues do not conflict, until no node is left or a limit is reached. If
/// nodes are left and more solutions are wanted, passes them to `count_node` one by one, the youngest first, until it
/// returns false.
pub(crate) fn count(
    kernel: BatchKernel,
    memory: &mut Memory,
    clues: &[u8; 81],
    limits: CountLimits,
    count_node: &mut CountNode,
) -> PartialCount {
    on_batch_kernel!(kernel, proof => proof.run(Count { memory, clues, limits, count_node }))
}

/// The arguments of [`count()`].
struct Count<'a, 'b> {
    memory: &'a mut Memory,
    clues: &'a [u8; 81],
    limits: CountLimits,
    count_node: &'a mut CountNode<'b>,
}

impl<P: HasLanes> KernelCode<P> for Count<'_, '_> {
    type Output = PartialCount;

    #[inline(always)]
    fn run(self, proof: P) -> PartialCount {
        let mut counter = Counter::<P::Vectors> {
            frontier: Frontier {
                proof,
                nodes: LaneNodes {
                    candidates: load::cells(proof, &[self.clues; MAX_LANES], CellEncoding::Digits).candidates,
                    open: P::Vectors::splat(proof, u32::MAX),
                    filled: P::Vectors::splat(proof, u32::MAX),
                },
                busy: 1,
                queues: Queues::new(&mut self.memory.queues),
            },
            count: PartialCount::default(),
            contradictions: 0,
            limits: self.limits,
        };
        counter.run();
        if counter.count.solutions < self.limits.solutions {
            counter.count_remaining(self.count_node);
        }
        counter.count
    }
}

struct Counter<'a, V: Lanes> {
    frontier: Frontier<'a, V>,
    count: PartialCount,
    contradictions: u64,
    limits: CountLimits,
}

impl<V: Lanes> Counter<'_, V> {
    /// Sweeps until no node is left or a limit is reached.
    #[inline(always)]
    fn run(&mut self) {
        let mut states = LaneStates::default();
        loop {
            let contradicted = states.contradiction & self.frontier.busy;
            let settled = states.settled & self.frontier.busy;
            self.frontier.busy &= !(contradicted | settled);
            if settled != 0 {
                let solved = load::solved(&self.frontier.nodes.candidates) & settled;
                self.count.solutions += u64::from(solved.count_ones());
                self.contradictions += u64::from((settled & !solved).count_ones());
            }
            self.contradictions += u64::from(contradicted.count_ones());
            let PartialCount { solutions, sweeps, .. } = self.count;
            if solutions >= self.limits.solutions
                || self.contradictions >= self.limits.contradictions + solutions
                || self.limits.sweeps - sweeps < V::LANES as u64
                || self.frontier.queues.pool + 4 * V::LANES > self.limits.pool
            {
                return;
            }
            // Few guesses are wrong here, so a node is guessed on early, after a sweep that fills almost nothing.
            let stuck = (states.stuck | self.frontier.nodes.barely_changed()) & self.frontier.busy;
            let vacant = self.frontier.idle() | stuck;
            let wanted = vacant.count_ones() as usize;
            let mut exchange = None;
            if self.frontier.queues.stuck >= V::LANES {
                self.guess(stuck);
            } else if self.frontier.queues.pool >= wanted {
                if wanted > 0 {
                    let leaving = self.leave(stuck);
                    exchange = Some((leaving, self.frontier.enter(vacant, wanted).1));
                }
            } else {
                let leaving = self.leave(stuck);
                self.frontier.store_candidates(&leaving);
                self.refill();
                if self.frontier.busy == 0 {
                    return;
                }
            }
            self.count.sweeps += u64::from(self.frontier.busy.count_ones());
            states = self.frontier.sweep(exchange);
        }
    }

    /// Moves stuck nodes from their lanes to the waiting list, except for their candidates.
    #[inline(always)]
    fn leave(&mut self, lanes: u32) -> LanesToList<V> {
        self.frontier.busy &= !lanes;
        self.frontier.copy(lanes, WaitingList::Stuck)
    }

    /// Fills idle lanes from the pool, and with the children of waiting nodes.
    #[inline(always)]
    fn refill(&mut self) {
        loop {
            match refill_source(V::LANES, self.frontier.busy, self.frontier.queues.backlog(false)) {
                RefillSource::Pool => self.frontier.refill_from_pool(),
                RefillSource::Guess => self.guess(0),
                RefillSource::Nothing | RefillSource::Puzzles | RefillSource::Check => return,
            }
        }
    }

    /// Guesses on up to a vector of stuck nodes while the nodes in the lanes `stuck` leave. The first children go to
    /// idle lanes, the second ones to the pool.
    #[inline(always)]
    fn guess(&mut self, stuck: u32) {
        let proof = self.frontier.proof;
        let (count, from) = self.frontier.queues.take_vector::<V>(WaitingList::Stuck);
        self.count.guesses += count as u64;
        let parents = self.frontier.queues.load_candidates::<V>(proof, WaitingList::Stuck, from);
        let open = V::load(proof, self.frontier.queues.list(WaitingList::Stuck).slots(OPEN, from));
        // The first digit with two configurations is good enough: the other criteria cost more than they save here.
        let [first, second] = choose::<V, 1>(&parents);

        let leaving = self.leave(stuck);
        let at = self.frontier.queues.extend_pool(count);
        open.store(self.frontier.queues.memory.pool.slots_mut(OPEN, at));
        let (_, new) = self.frontier.assign_new(all_lanes(count), open);
        let seconds = SecondChildren { shared: None, at, row: None };
        self.frontier.branch(&parents, (&first, &second), &leaving, &new, seconds);
    }

    /// Passes every remaining node to `count_node`, the youngest first.
    #[inline(always)]
    fn count_remaining(&mut self, count_node: &mut CountNode) {
        let mut words = [[0; MAX_LANES]; 27];
        let Frontier { nodes, busy, queues, .. } = &self.frontier;
        for (word, lanes) in nodes.candidates.as_flattened().as_flattened().iter().zip(&mut words) {
            word.store(lanes);
        }
        let mut count_node =
            |word: &dyn Fn(usize) -> u32| count_node(&mut self.count, &layout::node_cells(word));
        let lanes = (0..V::LANES).filter(|lane| busy >> lane & 1 == 1);
        let list = &queues.memory.waiting[WaitingList::Stuck as usize];
        let _ = lanes.into_iter().all(|lane| count_node(&|word| word_at(&words, word, lane)))
            && (0..queues.stuck).rev().all(|slot| count_node(&|word| word_at(&list.0, word, slot)))
            && (0..queues.pool)
                .rev()
                .all(|slot| count_node(&|word| word_at(&queues.memory.pool.0, word, slot)));
    }
}

/// One word of one node, or 0 if it is out of range.
fn word_at<const N: usize>(words: &[[u32; N]], word: usize, slot: usize) -> u32 {
    debug_assert!(word < words.len() && slot < N, "word {word}, slot {slot} of {N}");
    words.get(word).and_then(|slots| slots.get(slot)).copied().unwrap_or_default()
}
