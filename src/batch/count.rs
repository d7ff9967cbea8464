//! Counts the solutions of one puzzle, with its nodes in all lanes.
//!
//! A puzzle with many solutions has more nodes than there are lanes after a few guesses, and from then on no lane is
//! idle. Nodes need no puzzle number, no second child stays private, and a solved board only increments a counter; so
//! do the [last pairs](mod@crate::last_pairs). The count shares the [frontier](super::frontier) with the [batch
//! engine](super::engine).

use super::frontier::{Frontier, SecondChildren};
use super::guess::choose;
use super::houses::NoHouses;
use super::layout;
use super::load;
use super::memory::{MAX_LANES, OPEN, POOL_SLOTS, QueueMemory, first_of};
use super::moves::{LanesToList, WaitingList};
use super::puzzles::CellEncoding;
use super::queues::Queues;
use super::schedule::{RefillSource, refill_source};
use super::sweep::{LaneNodes, LaneStates};
use crate::Grid;
use crate::kernel::{BatchKernel, on_batch_kernel};
use crate::last_pairs::LastPairs;
use crate::single::ShowDigits;
use crate::vectors::{HasLanes, Instructions, KernelCode, Lanes, Vector, all_lanes};
use core::ops::ControlFlow;

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
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartialCount {
    pub(crate) solutions: u64,
    pub(crate) sweeps: u64,
    pub(crate) guesses: u64,
}

/// A count between two runs, apart from its nodes in the [`QueueMemory`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneCount {
    pub(crate) count: PartialCount,
    contradictions: u64,
    /// Numbers of nodes.
    pool: usize,
    stuck: usize,
}

/// Why a count has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountStop {
    /// No node is left.
    Exhausted,
    /// The wanted number of solutions has been found.
    Solutions,
    /// The remaining sweeps are too few for all lanes.
    Sweeps,
    /// There are too many contradictions or too many nodes for the lanes.
    HandOver,
}

impl LaneCount {
    /// A count without nodes.
    pub(crate) const fn new() -> Self {
        LaneCount {
            count: PartialCount { solutions: 0, sweeps: 0, guesses: 0 },
            contradictions: 0,
            pool: 0,
            stuck: 0,
        }
    }

    /// Goes on with a count until a limit is reached, and passes the solutions to `show`, if there is one. With
    /// `clues`, which do not conflict, begins one.
    pub(crate) fn run<const STRIDE: usize>(
        &mut self,
        kernel: BatchKernel,
        memory: &mut QueueMemory<STRIDE>,
        clues: Option<&[u8; 81]>,
        limits: CountLimits,
        show: Option<&mut ShowDigits>,
    ) -> CountStop {
        on_batch_kernel!(kernel, proof => proof.run(LaneCountRun { memory, clues, limits, state: self, show }))
    }

    /// Adds a node, given as the candidates of the 81 cells. Returns false if there is no room for it.
    pub(crate) fn add<const STRIDE: usize>(
        &mut self,
        memory: &mut QueueMemory<STRIDE>,
        node: &[u16; 81],
    ) -> bool {
        let has_room = self.pool < QueueMemory::<STRIDE>::SLOTS;
        if has_room {
            let words = layout::node_words(node).into_iter().enumerate().chain([(OPEN, u32::MAX)]);
            for (word, value) in words {
                if let Some(slot) = memory.pool.0.get_mut(word).and_then(|slots| slots.get_mut(self.pool)) {
                    *slot = value;
                }
            }
            self.pool += 1;
        }
        has_room
    }

    /// Takes out a node, given as the candidates of the 81 cells, the youngest first.
    pub(crate) fn next_node<const STRIDE: usize>(
        &mut self,
        memory: &QueueMemory<STRIDE>,
    ) -> Option<[u16; 81]> {
        if let Some(slot) = self.stuck.checked_sub(1) {
            self.stuck = slot;
            let list = &memory.waiting[WaitingList::Stuck as usize];
            return Some(layout::node_cells(&|word| word_at(&list.0, word, slot)));
        }
        self.pool = self.pool.checked_sub(1)?;
        Some(layout::node_cells(&|word| word_at(&memory.pool.0, word, self.pool)))
    }
}

/// The arguments of [`LaneCount::run`].
struct LaneCountRun<'a, 'b, const STRIDE: usize> {
    memory: &'a mut QueueMemory<STRIDE>,
    clues: Option<&'a [u8; 81]>,
    limits: CountLimits,
    state: &'a mut LaneCount,
    show: Option<&'a mut ShowDigits<'b>>,
}

impl<P: HasLanes, const STRIDE: usize> KernelCode<P> for LaneCountRun<'_, '_, STRIDE> {
    type Output = CountStop;

    #[inline(always)]
    fn run(self, proof: P) -> CountStop {
        let LaneCountRun { memory, clues, limits, state, show } = self;
        if clues.is_some() {
            *state = LaneCount::new();
        }
        let cells = clues.unwrap_or(&[0; 81]);
        let mut counter = Counter::<P::Vectors, STRIDE> {
            frontier: Frontier {
                proof,
                nodes: LaneNodes {
                    candidates: load::cells(proof, &[cells; MAX_LANES], CellEncoding::Digits).candidates,
                    open: P::Vectors::splat(proof, u32::MAX),
                    filled: P::Vectors::splat(proof, u32::MAX),
                    known: [P::Vectors::splat(proof, 0); 3],
                },
                busy: u32::from(clues.is_some()),
                queues: Queues { pool: state.pool, stuck: state.stuck, ..Queues::new(memory) },
            },
            count: state.count,
            contradictions: state.contradictions,
            limits,
            show,
            shown: ShownNodes::NONE,
        };
        counter.refill();
        let stop = counter.run();
        counter.empty_lanes();
        let Counter { frontier: Frontier { queues, .. }, count, contradictions, .. } = counter;
        *state = LaneCount { count, contradictions, pool: queues.pool, stuck: queues.stuck };
        stop
    }
}

/// The nodes that are shown, in memory.
struct ShownNodes {
    /// The digits, one in each cell.
    quads: [[[u8; 16]; MAX_LANES]; load::QUADS],
    /// The candidates.
    words: [[u32; MAX_LANES]; 27],
    /// The cells with several of them, see [`load::keep_one_of_each`].
    open: [[u32; MAX_LANES]; 3],
}

impl ShownNodes {
    const NONE: Self = Self {
        quads: [[[0; 16]; MAX_LANES]; load::QUADS],
        words: [[0; MAX_LANES]; 27],
        open: [[0; MAX_LANES]; 3],
    };

    /// The open cells of a lane.
    #[inline(always)]
    fn last_pairs(&self, lane: usize) -> LastPairs {
        let mut pairs = LastPairs::new();
        for (row, open) in self.open.iter().enumerate() {
            let mut left = open[lane % MAX_LANES];
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let (column, cell) = (bit % 3, 9 * row + bit + 18 * (bit / 9));
                let words = &self.words[9 * row + 3 * column..][..3];
                let digits = |group: usize| words[group][lane % MAX_LANES] >> (bit - column) & 7;
                pairs.add(cell, digits(0) | digits(1) << 3 | digits(2) << 6);
            }
        }
        pairs
    }
}

struct Counter<'a, 'b, V: Lanes, const STRIDE: usize> {
    frontier: Frontier<'a, V, STRIDE>,
    count: PartialCount,
    contradictions: u64,
    limits: CountLimits,
    show: Option<&'a mut ShowDigits<'b>>,
    shown: ShownNodes,
}

impl<V: Lanes, const STRIDE: usize> Counter<'_, '_, V, STRIDE> {
    /// Sweeps until no node is left or a limit is reached.
    #[inline(always)]
    fn run(&mut self) -> CountStop {
        let mut states = LaneStates::default();
        loop {
            let contradicted = states.contradiction & self.frontier.busy;
            let settled = states.settled & self.frontier.busy;
            let in_pairs = self.frontier.nodes.last_pairs();
            let pairs = states.stuck & in_pairs & self.frontier.busy;
            self.frontier.busy &= !(contradicted | settled | pairs);
            let mut solved = 0;
            if settled != 0 {
                solved = load::solved(&self.frontier.nodes.candidates) & settled;
                self.contradictions += u64::from((settled & !solved).count_ones());
            }
            if self.show.is_some() && self.show_each(solved, pairs).is_break() {
                return CountStop::Solutions;
            }
            self.count.solutions += u64::from(solved.count_ones() + 2 * pairs.count_ones());
            self.contradictions += u64::from(contradicted.count_ones());
            let PartialCount { solutions, sweeps, .. } = self.count;
            if solutions >= self.limits.solutions {
                return CountStop::Solutions;
            }
            if self.contradictions >= self.limits.contradictions + solutions
                || self.frontier.queues.pool + 4 * V::LANES
                    > self.limits.pool.min(QueueMemory::<STRIDE>::SLOTS)
            {
                return CountStop::HandOver;
            }
            if self.limits.sweeps - sweeps < V::LANES as u64 {
                return CountStop::Sweeps;
            }
            // Few guesses are wrong here, so a node is guessed on early, after a sweep that fills almost nothing, if
            // it cannot end in pairs.
            let slow = self.frontier.nodes.barely_changed() & !in_pairs;
            let stuck = (states.stuck | slow) & self.frontier.busy;
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
                    return CountStop::Exhausted;
                }
            }
            self.count.sweeps += u64::from(self.frontier.busy.count_ones());
            states = self.frontier.sweep(exchange, NoHouses);
        }
    }

    /// Shows the solutions in these lanes, one in each of `solved` and two in each of `pairs`. If that ends the count,
    /// adds those that were shown.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn show_each(&mut self, solved: u32, pairs: u32) -> ControlFlow<()> {
        let mut left = solved | pairs;
        let Some(show) = &mut self.show else { return ControlFlow::Continue(()) };
        if left == 0 {
            return ControlFlow::Continue(());
        }
        let mut one = self.frontier.nodes.candidates;
        if pairs != 0 {
            let open = load::keep_one_of_each(&mut one);
            for (cells, open) in self.shown.open.iter_mut().zip(open) {
                open.store(cells);
            }
            let words = self.frontier.nodes.candidates.as_flattened().as_flattened();
            for (lanes, word) in self.shown.words.iter_mut().zip(words) {
                word.store(lanes);
            }
        }
        load::write_solutions(&one, &mut self.shown.quads);
        let mut shown = 0;
        while left != 0 {
            let lane = first_of(left);
            left &= left - 1;
            let mut board = Grid::EMPTY;
            load::read_solution(&mut board, lane, &self.shown.quads);
            let mut second = None;
            if pairs >> lane & 1 == 1 {
                second = Some(self.shown.last_pairs(lane).solve(board.digits_mut()));
            }
            for _ in 0..2 {
                shown += 1;
                if show(board.digits_mut()).is_break()
                    || self.count.solutions + shown == self.limits.solutions
                {
                    self.count.solutions += shown;
                    return ControlFlow::Break(());
                }
                let Some(pairs) = second.take() else { break };
                pairs.exchange(board.digits_mut());
            }
        }
        ControlFlow::Continue(())
    }

    /// Moves stuck nodes from their lanes to the waiting list, except for their candidates.
    #[inline(always)]
    fn leave(&mut self, lanes: u32) -> LanesToList<V> {
        self.frontier.busy &= !lanes;
        self.frontier.copy(lanes, WaitingList::Stuck)
    }

    /// Fills idle lanes from the pool, and with the children of waiting nodes.
    #[cfg_attr(not(unoptimized), inline(always))]
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
    #[cfg_attr(not(unoptimized), inline(always))]
    fn guess(&mut self, stuck: u32) {
        let proof = self.frontier.proof;
        let (count, from) = self.frontier.queues.take_vector::<V>(WaitingList::Stuck);
        self.count.guesses += count as u64;
        let parents = self.frontier.queues.load_candidates::<V>(proof, WaitingList::Stuck, from);
        let open = V::load(proof, self.frontier.queues.list(WaitingList::Stuck).slots(OPEN, from));
        // The first digit with two configurations is good enough: the other criteria cost more than they save here.
        let children = choose::<V, 1>(&parents);

        let leaving = self.leave(stuck);
        let at = self.frontier.queues.extend_pool(count);
        open.store(self.frontier.queues.memory.pool.slots_mut(OPEN, at));
        let (_, new) = self.frontier.assign_new(all_lanes(count), open);
        let seconds = SecondChildren { shared: None, at, row: None };
        self.frontier.branch(&parents, &children, &leaving, &new, seconds);
    }

    /// Moves the nodes in the lanes to the pool.
    #[inline(always)]
    fn empty_lanes(&mut self) {
        let Frontier { proof, nodes, busy, queues } = &mut self.frontier;
        let lanes = V::positions(*proof, *busy);
        let at = queues.extend_pool(busy.count_ones() as usize);
        let pool = &mut queues.memory.pool;
        for (index, word) in nodes.candidates.as_flattened().as_flattened().iter().enumerate() {
            word.permute(lanes).store(pool.slots_mut(index, at));
        }
        V::splat(*proof, u32::MAX).store(pool.slots_mut(OPEN, at));
        *busy = 0;
    }
}

/// One word of one node, or 0 if it is out of range.
fn word_at<const N: usize>(words: &[[u32; N]], word: usize, slot: usize) -> u32 {
    debug_assert!(word < words.len() && slot < N, "word {word}, slot {slot} of {N}");
    words.get(word).and_then(|slots| slots.get(slot)).copied().unwrap_or_default()
}
