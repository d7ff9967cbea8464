//! Counting: the nodes of one puzzle in all lanes.
//!
//! A puzzle with many solutions has more nodes than there are lanes after a few guesses, and from then on no lane
//! is ever idle. No node has a puzzle to remember, no second child stays private, and a solved board is a number
//! that grows by one. What is left is the [depot](super::depot), as in the [batch engine](super::engine).

use super::depot::Depot;
use super::guess::choose;
use super::layout;
use super::load;
use super::memory::{DepotMemory, MOST_LANES, Memory, OPEN, POOL_SLOTS};
use super::moves::{Entering, Leaving, List};
use super::schedule::{Source, source};
use super::sweep::{LaneNodes, LaneStates, Stay, sweep};
use crate::vectors::{Lanes, all_lanes};

/// What bounds a count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    /// Solutions to find.
    pub(crate) solutions: u64,
    /// Sweeps of a node.
    pub(crate) sweeps: u64,
    /// Slots of the pool that may be filled, at most [`POOL_SLOTS`].
    pub(super) pool: usize,
    /// Contradictions, beyond one for each solution.
    pub(super) contradictions: u64,
}

impl Most {
    /// As many as the memory holds, and contradictions where weights begin to pay.
    pub(crate) const fn new(solutions: u64, sweeps: u64) -> Self {
        Most { solutions, sweeps, pool: POOL_SLOTS, contradictions: 100 }
    }
}

/// How far a count has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counted {
    pub(crate) solutions: u64,
    pub(crate) sweeps: u64,
    pub(crate) guesses: u64,
}

/// Counts the solutions of a puzzle, whose clues do not collide, in lanes until it has found enough, or nothing
/// is left, or a bound is met. In that case the nodes that are left are handed to `others`, which may end it.
#[inline(always)]
pub(super) fn count<V: Lanes>(
    proof: V::Proof,
    memory: &mut Memory,
    clues: &[u8; 81],
    most: Most,
    others: &mut dyn FnMut(&mut Counted, &[u16; 81]) -> bool,
) -> Counted {
    let mut counter = Counter::<V> {
        proof,
        nodes: LaneNodes {
            candidates: load::digits(proof, &[clues; MOST_LANES]).candidates,
            open: V::splat(proof, u32::MAX),
            settled: V::splat(proof, u32::MAX),
        },
        depot: Depot::new(&mut memory.depot),
        busy: 1,
        counted: Counted::default(),
        contradictions: 0,
        most,
    };
    counter.run();
    if counter.counted.solutions < most.solutions {
        counter.hand_over(others);
    }
    counter.counted
}

struct Counter<'a, V: Lanes> {
    proof: V::Proof,
    nodes: LaneNodes<V>,
    /// Lanes with a node.
    busy: u32,
    depot: Depot<'a>,
    counted: Counted,
    contradictions: u64,
    most: Most,
}

impl<V: Lanes> Counter<'_, V> {
    /// Sweeps until no node is left or a bound is met.
    #[inline(always)]
    fn run(&mut self) {
        let mut verdict = LaneStates::default();
        loop {
            let refuted = verdict.contradiction & self.busy;
            let settled = verdict.settled & self.busy;
            self.busy &= !(refuted | settled);
            if settled != 0 {
                let solved = load::solved(&self.nodes.candidates) & settled;
                self.counted.solutions += u64::from(solved.count_ones());
                self.contradictions += u64::from((settled & !solved).count_ones());
            }
            self.contradictions += u64::from(refuted.count_ones());
            let Counted { solutions, sweeps, .. } = self.counted;
            if solutions >= self.most.solutions
                || self.contradictions >= self.most.contradictions + solutions
                || self.most.sweeps - sweeps < V::LANES as u64
                || self.depot.pool + 4 * V::LANES > self.most.pool
            {
                return;
            }
            // Few guesses are wrong, so that a stuck node need not wait for the sweep that settles nothing.
            let leaving = (verdict.stuck | self.nodes.slow()) & self.busy;
            let vacant = all_lanes(V::LANES) & !(self.busy & !leaving);
            let wanted = vacant.count_ones() as usize;
            let mut exchange = None;
            if self.depot.stuck >= V::LANES {
                self.guess(leaving);
            } else if self.depot.pool >= wanted {
                if wanted > 0 {
                    let out = self.leave(leaving);
                    exchange = Some((out, self.enter(vacant, wanted)));
                }
            } else {
                let out = self.leave(leaving);
                self.depot.put_candidates(&out, &self.nodes.candidates);
                self.refill();
                if self.busy == 0 {
                    return;
                }
            }
            self.counted.sweeps += u64::from(self.busy.count_ones());
            verdict = match exchange {
                Some((out, into)) => sweep(&mut self.nodes, &mut self.depot.exchange(out, into)),
                None => sweep(&mut self.nodes, &mut Stay),
            };
        }
    }

    /// Frees lanes for other nodes; theirs wait for a guess. All but the candidates at once.
    #[inline(always)]
    fn leave(&mut self, lanes: u32) -> Leaving<V> {
        self.busy &= !lanes;
        let out = self.depot.leave(self.proof, lanes, List::Stuck);
        out.put(self.depot.list(List::Stuck), OPEN, self.nodes.open);
        out
    }

    /// Gives the lowest of the idle lanes to the last `count` nodes of the pool, all but the candidates at once.
    #[inline(always)]
    fn enter(&mut self, idle: u32, count: usize) -> Entering<V> {
        let (lanes, into) = self.depot.enter(self.proof, idle, count);
        self.nodes.open = into.take(&self.depot.memory.pool, OPEN, self.nodes.open);
        self.busy |= lanes;
        into
    }

    /// Fills idle lanes from the pool, and with the children of guesses that wait.
    #[inline(always)]
    fn refill(&mut self) {
        loop {
            match source(V::LANES, self.busy, self.depot.rest(false)) {
                Source::Pool => {
                    let idle = all_lanes(V::LANES) & !self.busy;
                    let into = self.enter(idle, self.depot.pool.min(idle.count_ones() as usize));
                    self.depot.take_candidates(&into, &mut self.nodes.candidates);
                }
                Source::Guess => self.guess(0),
                Source::Nothing | Source::Puzzles | Source::Check => return,
            }
        }
    }

    /// Guesses in up to a vector of stuck nodes, while other stuck nodes leave their lanes: the first children go
    /// to the idle lanes, the others to the pool.
    #[inline(always)]
    fn guess(&mut self, leaving: u32) {
        let (count, from) = self.depot.call::<V>(List::Stuck);
        self.counted.guesses += count as u64;
        let candidates = self.depot.called::<V>(self.proof, List::Stuck, from);
        let open = V::load(self.proof, self.depot.list(List::Stuck).slots(OPEN, from));
        // The first digit with two ways will do. To weigh them costs more than it saves here.
        let [first, second] = choose::<V, 1>(&candidates);

        let out = self.leave(leaving);
        let seconds = self.depot.extend(count);
        let (lanes, deal) = self.depot.deal(self.proof, all_lanes(count), self.busy);
        self.busy |= lanes;
        let DepotMemory { pool, waiting } = &mut *self.depot.memory;
        let waiting = &mut waiting[List::Stuck as usize];
        open.store(pool.slots_mut(OPEN, seconds));
        self.nodes.open = deal.take(pool, OPEN, open, self.nodes.open);
        for r in 0..3 {
            for column in 0..3 {
                for group in 0..3 {
                    let index = 9 * r + 3 * column + group;
                    let parent = candidates[r][column][group];
                    second.apply(parent, r, column, group).store(pool.slots_mut(index, seconds));
                    let child = first.apply(parent, r, column, group);
                    let word = &mut self.nodes.candidates[r][column][group];
                    out.put(waiting, index, *word);
                    *word = deal.take(pool, index, child, *word);
                }
            }
        }
    }

    /// Hands over every node that is left, the youngest first.
    #[inline(always)]
    fn hand_over(&mut self, others: &mut dyn FnMut(&mut Counted, &[u16; 81]) -> bool) {
        let mut words = [[0; MOST_LANES]; 27];
        for (word, lanes) in self.nodes.candidates.as_flattened().as_flattened().iter().zip(&mut words) {
            word.store(lanes);
        }
        let mut hand_over =
            |word: &dyn Fn(usize) -> u32| others(&mut self.counted, &layout::node_cells(word));
        let lanes = (0..V::LANES).filter(|lane| self.busy >> lane & 1 == 1);
        let Depot { memory, pool, stuck, .. } = &self.depot;
        let list = &memory.waiting[List::Stuck as usize];
        let _ = lanes.into_iter().all(|lane| hand_over(&|word| one(&words, word, lane)))
            && (0..*stuck).rev().all(|slot| hand_over(&|word| one(&list.0, word, slot)))
            && (0..*pool).rev().all(|slot| hand_over(&|word| one(&memory.pool.0, word, slot)));
    }
}

/// One word of one node; 0 where there is none.
fn one<const N: usize>(words: &[[u32; N]], word: usize, slot: usize) -> u32 {
    words.get(word).and_then(|slots| slots.get(slot)).copied().unwrap_or_default()
}
