//! The engine: which node is in which lane, and where the others wait. What happens between two sweeps is decided by
//! the [schedule](super::schedule), and carried out here.

use super::Puzzles;
use super::guess::{MERITS, choose};
use super::layout::LaneCandidates;
use super::load::{self, Loaded};
use super::memory::*;
use super::moves::{Deal, Entering, Exchange, Leaving, List};
use super::schedule::{Next, Plan, Rest, Source, Standing, plan, source};
use super::sweep::{LaneNodes, LaneStates, Stay, sweep};
use crate::simd::{Lanes, all_lanes};
use crate::{Board, Outcome, Status};

/// What bounds a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Slots of the pool that may be filled, at most [`POOL_SLOTS`].
    pub(super) pool: usize,
    /// Rows for private chains, at most [`ROWS`].
    pub(super) rows: usize,
    /// Sweeps of one puzzle.
    pub(super) sweeps: u64,
}

impl Bounds {
    /// As much as the memory holds.
    pub(super) const fn with_limit(sweeps: u64) -> Self {
        Bounds { pool: POOL_SLOTS, rows: ROWS, sweeps }
    }
}

/// In place of the number of a puzzle that is done with.
const FORGOTTEN: u32 = u32::MAX;

/// The guesses after which a puzzle is left to the single engine, which learns where its contradictions are. Of
/// a hundred thousand puzzles with one solution, the hardest that are known among them, the worst takes half.
const HARD: u64 = 256;

/// In an outcome's number of guesses, while the batch runs: nodes of the puzzle have been in several lanes at
/// once, so that it depends on the neighbours which solution is found first.
const SHARED: u64 = 1 << 63;

/// Likewise: the puzzle was given up because its neighbours had left no row for its second children.
const CROWDED: u64 = 1 << 62;

/// The outcome of a puzzle that no search has decided yet: it has no solution so far, and
/// [`Status::Unique`] is one solution so far. The others are final, but [`Status::OutOfSteps`] is what has been
/// given up.
const UNSOLVED: Outcome = Outcome { status: Status::NoSolution, solution: None, steps: 0, guesses: 0 };

/// What an outcome that the engine has returned is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// It is the answer.
    Answer,
    /// It depends on the neighbours: the puzzle is to be solved once more, without any.
    Crowded,
    /// The engine has none: the puzzle was too hard, or went beyond its limit, or it has several solutions and
    /// its nodes were in several lanes.
    Nothing,
}

/// Takes the marks out of an outcome that the engine has returned, and tells what it is worth.
#[inline(always)]
pub(super) fn worth(outcome: &mut Outcome, sweeps: u64) -> Worth {
    let (shared, crowded) = (outcome.guesses & SHARED != 0, outcome.guesses & CROWDED != 0);
    outcome.guesses &= !(SHARED | CROWDED);
    if crowded {
        Worth::Crowded
    } else if outcome.status == Status::OutOfSteps
        || outcome.steps > sweeps
        || shared && outcome.status == Status::Multiple
    {
        Worth::Nothing
    } else {
        Worth::Answer
    }
}

/// The first lane of a set that is not empty.
#[inline(always)]
const fn first_of(lanes: u32) -> usize {
    lanes.trailing_zeros() as usize % MOST_LANES
}

/// In place of a puzzle that does not lie in the bytes: 1 in all cells, or no character for a cell. Either way
/// it is invalid.
const NO_PUZZLE: [u8; 81] = [1; 81];

/// Whether the search for more solutions goes on.
#[inline(always)]
const fn is_open(outcome: &Outcome) -> bool {
    matches!(outcome.status, Status::NoSolution | Status::Unique)
}

/// Solves the first puzzles, one for each outcome, as far as the engine goes: see [`worth`].
#[inline(always)]
pub(super) fn solve<V: Lanes>(
    proof: V::Proof,
    memory: &mut Memory,
    puzzles: Puzzles,
    outcomes: &mut [Outcome],
    bounds: Bounds,
) {
    Engine::<V>::new(proof, memory, puzzles, outcomes, bounds).run();
}

struct Engine<'a, V: Lanes> {
    proof: V::Proof,
    memory: &'a mut Memory,
    puzzles: Puzzles<'a>,
    outcomes: &'a mut [Outcome],

    nodes: LaneNodes<V>,
    /// By lane: the number of the puzzle, the private chain, and the sweeps of the node and of those of
    /// its chain that were in the lane before.
    puzzle: [u32; MOST_LANES],
    chain: [u32; MOST_LANES],
    steps: V,
    /// Lanes with a node, and lanes whose last node's sweeps have still to be noted.
    busy: u32,
    left: u32,
    /// Sweeps of nodes that have left their lanes, not yet added to their puzzles'.
    booked_puzzle: [u32; 2 * MOST_LANES],
    booked_steps: [u32; 2 * MOST_LANES],
    booked: usize,

    /// Number of puzzles started, and where to stop.
    next: usize,
    end: usize,
    /// Numbers of nodes in the pool and the waiting lists, and of rows not in use.
    pool: usize,
    stuck: usize,
    settled: usize,
    free_rows: usize,
    bounds: Bounds,
    /// Whether a node had no place, or named a puzzle or a row that does not exist. The bounds and the numbers
    /// of nodes keep that from happening, and no index is out of bounds if it does all the same: then the engine
    /// starts over with the puzzles that it has not looked at yet, and gives up the others.
    lost: bool,
}

impl<'a, V: Lanes> Engine<'a, V> {
    /// Below the first guess, until a contradiction, a node does not wait for the sweep that settles
    /// nothing: one that settles next to nothing is its last. A puzzle with many solutions takes a
    /// fifth fewer sweeps then, and a tenth more guesses. To sixteen lanes, which sweep a puzzle in
    /// half the time, these cost what those save.
    const HASTE: bool = V::LANES < 16;

    #[inline(always)]
    fn new(
        proof: V::Proof,
        memory: &'a mut Memory,
        puzzles: Puzzles<'a>,
        outcomes: &'a mut [Outcome],
        bounds: Bounds,
    ) -> Self {
        const { assert!(V::LANES <= MOST_LANES) };
        free_all_rows(memory);
        let zero = V::splat(proof, 0);
        Self {
            proof,
            memory,
            puzzles,
            outcomes,
            nodes: LaneNodes { candidates: [[[zero; 3]; 3]; 3], open: zero, settled: zero },
            puzzle: [0; MOST_LANES],
            chain: [0; MOST_LANES],
            steps: zero,
            busy: 0,
            left: 0,
            booked_puzzle: [0; 2 * MOST_LANES],
            booked_steps: [0; 2 * MOST_LANES],
            booked: 0,
            next: 0,
            end: 0,
            pool: 0,
            stuck: 0,
            settled: 0,
            free_rows: bounds.rows,
            bounds,
            lost: false,
        }
    }

    #[inline(always)]
    fn run(&mut self) {
        self.end = self.outcomes.len();
        self.drain();
        self.book(self.left);
        self.left = 0;
        for note in 0..core::mem::take(&mut self.booked) {
            self.add_steps(note);
        }
        if self.lost {
            self.start_over();
        }
    }

    /// Sweeps until no node is left and no puzzle.
    #[inline(always)]
    fn drain(&mut self) {
        let mut states = LaneStates::default();
        loop {
            if self.settled >= V::LANES {
                self.finish();
            }
            if self.lost {
                self.start_over();
                states = LaneStates::default();
            }
            let standing = self.stand(states);
            let plan = plan(V::LANES, standing, self.rest());
            let mut exchange = None;
            match plan.next {
                Next::Sweep => {}
                Next::Guess => {
                    let leaving = self.send_ahead(plan);
                    self.guess(leaving);
                }
                Next::Exchange => {
                    let leaving = self.send_ahead(plan);
                    let out = self.leave(leaving);
                    exchange = Some((out, self.enter(plan.vacant, plan.vacant.count_ones() as usize)));
                }
                Next::Start => {
                    let leaving = self.send_ahead(plan);
                    self.start(leaving);
                }
                Next::Refill => {
                    let leaving = self.send_ahead(plan);
                    self.send(leaving);
                    self.refill();
                    if self.busy == 0 {
                        // A puzzle with its last solution has freed all lanes at once, or nothing is left.
                        states = LaneStates::default();
                        continue;
                    }
                }
                Next::Done => return,
            }
            states = match exchange {
                Some((out, into)) => {
                    let Memory { pool, waiting, .. } = &mut *self.memory;
                    let waiting = &mut waiting[out.list as usize];
                    sweep(&mut self.nodes, &mut Exchange { out, waiting, into, pool })
                }
                None => sweep(&mut self.nodes, &mut Stay),
            };
            self.steps = self.steps + V::splat(self.proof, 1).keep(V::mask(self.proof, self.busy));
        }
    }

    /// What waits outside the lanes.
    #[inline(always)]
    fn rest(&self) -> Rest {
        Rest { pool: self.pool, stuck: self.stuck, settled: self.settled, puzzles: self.next < self.end }
    }

    /// How the lanes stand after a sweep, once nodes that met a contradiction or have no open cell have gone on
    /// with their chains. Those without a chain are gone, or settled.
    #[inline(always)]
    fn stand(&mut self, states: LaneStates) -> Standing {
        let chained = self.chained();
        let refuted = states.contradiction & self.busy;
        let settled = states.settled & self.busy;
        if (refuted | settled) & chained != 0 {
            self.backtrack(refuted & chained, settled & chained);
        }
        self.busy &= !(refuted & !chained);
        let settled = settled & !chained & self.busy;
        let mut stuck = states.stuck & self.busy;
        if Self::HASTE {
            let open = self.busy & !(states.contradiction | states.settled);
            let hasty = open & chained & self.untroubled();
            if hasty != 0 {
                stuck |= hasty & self.nodes.slow();
            }
        }
        Standing { busy: self.busy, stuck, settled }
    }

    /// Lanes whose nodes have a private chain.
    #[inline(always)]
    fn chained(&self) -> u32 {
        (V::load(self.proof, &self.chain) & V::splat(self.proof, !PATIENCE)).nonzero_bits()
    }

    /// Lanes whose nodes know of no contradiction in their puzzles.
    #[inline(always)]
    fn untroubled(&self) -> u32 {
        let patience = V::splat(self.proof, PATIENCE);
        (V::load(self.proof, &self.chain) & patience).equal_bits(patience)
    }

    /// Notes the sweeps of the nodes that have left their lanes. (Going through a
    /// fixed number of notes at a time spares a branch that is hard to predict for every few lanes.)
    #[inline(always)]
    fn book(&mut self, lanes: u32) {
        let order = V::positions(self.proof, lanes);
        let at = self.booked.min(MOST_LANES);
        V::load(self.proof, &self.puzzle).permute(order).store(&mut self.booked_puzzle[at..]);
        self.steps.permute(order).store(&mut self.booked_steps[at..]);
        self.booked += lanes.count_ones() as usize;
        if self.booked >= V::LANES {
            self.booked -= V::LANES;
            for note in self.booked..self.booked + V::LANES {
                self.add_steps(note);
            }
        }
    }

    /// Adds the sweeps of one note to those of its puzzle.
    #[inline(always)]
    fn add_steps(&mut self, note: usize) {
        let note = note % self.booked_puzzle.len();
        match self.outcomes.get_mut(self.booked_puzzle[note] as usize) {
            Some(outcome) => outcome.steps += u64::from(self.booked_steps[note]),
            None => self.lost = true,
        }
    }

    /// Gives up all puzzles that have been started, and lets go of their nodes.
    #[inline(always)]
    fn start_over(&mut self) {
        (self.busy, self.left, self.booked) = (0, 0, 0);
        (self.pool, self.stuck, self.settled) = (0, 0, 0);
        free_all_rows(self.memory);
        self.free_rows = self.bounds.rows;
        give_up_all(self.outcomes.get_mut(..self.next).unwrap_or_default());
        self.lost = false;
    }

    /// Goes on, in the same lanes, with the next nodes of the chains of nodes that met a contradiction or
    /// have no open cell.
    #[inline(always)]
    fn backtrack(&mut self, refuted: u32, settled: u32) {
        let (mut onward, mut firsts) = (refuted | settled, 0);
        if settled != 0 {
            let mut solved = load::solved(&self.nodes.candidates) & settled;
            while solved != 0 {
                let lane = first_of(solved);
                solved &= solved - 1;
                let Some(outcome) = self.outcomes.get_mut(self.puzzle[lane] as usize) else {
                    self.lost = true;
                    continue;
                };
                if outcome.status == Status::NoSolution {
                    outcome.status = Status::Unique;
                    firsts |= 1 << lane;
                } else {
                    self.decide(lane);
                    onward &= !(1 << lane);
                }
            }
            if firsts != 0 {
                // The board itself is read later, with others.
                let out = self.copy(firsts, List::Settled);
                let slots = &mut self.memory.waiting[List::Settled as usize];
                V::splat(self.proof, FIRST_SOLUTION).store(slots.slots_mut(CHAIN, out.at));
                self.store(&out);
            }
        }
        while onward != 0 {
            let lane = first_of(onward);
            onward &= onward - 1;
            self.resume(lane, firsts >> lane & 1 == 1);
        }
    }

    /// Notes two solutions for the puzzle in a lane, and frees the lane.
    #[inline(always)]
    fn decide(&mut self, lane: usize) {
        let puzzle = self.puzzle[lane];
        let Some(outcome) = self.outcomes.get_mut(puzzle as usize) else {
            self.lost = true;
            return;
        };
        outcome.status = Status::Multiple;
        let shared = outcome.guesses & SHARED != 0;
        self.busy &= !(1 << lane);
        let chain = core::mem::take(&mut self.chain[lane]);
        self.release(chain);
        if shared {
            self.forget(puzzle);
        }
    }

    /// Lets go of all nodes of a puzzle that is done with, but those that wait: they are found out when
    /// their turn comes.
    #[inline(always)]
    fn forget(&mut self, puzzle: u32) {
        let number = V::splat(self.proof, puzzle);
        let mut lanes = V::load(self.proof, &self.puzzle).equal_bits(number) & self.busy;
        self.busy &= !lanes;
        while lanes != 0 {
            let lane = first_of(lanes);
            lanes &= lanes - 1;
            let chain = core::mem::take(&mut self.chain[lane]);
            self.release(chain);
        }
        let pool = self.pool.min(Pool::LAST);
        for first in (0..pool).step_by(V::LANES) {
            let mut slots = V::load(self.proof, self.memory.pool.slots(PUZZLE, first)).equal_bits(number);
            while slots != 0 {
                let slot = first + first_of(slots);
                slots &= slots - 1;
                if slot < pool {
                    self.memory.pool.0[PUZZLE][slot] = FORGOTTEN;
                    let chain = core::mem::take(&mut self.memory.pool.0[CHAIN][slot]);
                    self.release(chain);
                }
            }
        }
    }

    /// Gives a lane to the next node of its chain, after a solution or a contradiction.
    #[inline(always)]
    fn resume(&mut self, lane: usize, solved: bool) {
        // Another lane may have decided the puzzle, and taken the chain.
        let Some((row, slot)) = row_and_lane(self.chain[lane]) else { return };
        let row = self.existing(row);
        let saved = &self.memory.rows[row].0;
        let mask = V::mask(self.proof, 1 << lane);
        let candidates = self.nodes.candidates.as_flattened_mut().as_flattened_mut();
        for (word, saved) in candidates.iter_mut().zip(saved) {
            *word = V::blend(mask, V::splat(self.proof, saved[slot]), *word);
        }
        self.nodes.open = V::blend(mask, V::splat(self.proof, saved[OPEN][slot]), self.nodes.open);
        let chain = saved[CHAIN][slot];
        let patience = self.chain[lane] & PATIENCE;
        self.chain[lane] = chain | if solved { patience } else { patience.saturating_sub(CONTRADICTION) };
        self.release_link(row, slot);
    }

    /// Adds the nodes of lanes to a waiting list, all but the candidates at once.
    #[inline(always)]
    fn copy(&mut self, lanes: u32, list: List) -> Leaving<V> {
        let order = V::positions(self.proof, lanes);
        let slots = &mut self.memory.waiting[list as usize];
        let waiting = match list {
            List::Stuck => &mut self.stuck,
            List::Settled => &mut self.settled,
        };
        let out = Leaving { order, list, at: *waiting };
        self.lost |= out.at > Waiting::LAST;
        V::load(self.proof, &self.puzzle).permute(order).store(slots.slots_mut(PUZZLE, out.at));
        V::load(self.proof, &self.chain).permute(order).store(slots.slots_mut(CHAIN, out.at));
        self.nodes.open.permute(order).store(slots.slots_mut(OPEN, out.at));
        *waiting += lanes.count_ones() as usize;
        out
    }

    /// Frees lanes for other nodes; theirs go to a waiting list.
    #[inline(always)]
    fn leave(&mut self, (lanes, list): (u32, List)) -> Leaving<V> {
        self.busy &= !lanes;
        self.copy(lanes, list)
    }

    /// The candidates of nodes that leave.
    #[inline(always)]
    fn store(&mut self, out: &Leaving<V>) {
        let waiting = &mut self.memory.waiting[out.list as usize];
        for (index, word) in self.nodes.candidates.as_flattened().as_flattened().iter().enumerate() {
            out.put(waiting, index, *word);
        }
    }

    /// One kind of nodes leaves on the way of what comes. If both leave, the settled ones go ahead.
    #[inline(always)]
    fn send_ahead(&mut self, plan: Plan) -> (u32, List) {
        if plan.stuck == 0 {
            return (plan.settled, List::Settled);
        }
        if plan.settled != 0 {
            self.send((plan.settled, List::Settled));
        }
        (plan.stuck, List::Stuck)
    }

    /// Frees lanes, and moves their nodes to a waiting list.
    #[inline(always)]
    fn send(&mut self, leaving: (u32, List)) {
        let out = self.leave(leaving);
        self.store(&out);
    }

    /// Fills idle lanes with what is left.
    #[inline(always)]
    fn refill(&mut self) {
        loop {
            match source(V::LANES, self.busy, self.rest()) {
                Source::Pool => {
                    let idle = all_lanes(V::LANES) & !self.busy;
                    let into = self.enter(idle, self.pool.min(idle.count_ones() as usize));
                    self.take(&into);
                }
                Source::Puzzles => self.start((0, List::Stuck)),
                Source::Guess => self.guess((0, List::Stuck)),
                Source::Check => self.finish(),
                Source::Nothing => return,
            }
        }
    }

    /// Gives lanes to other nodes.
    #[inline(always)]
    fn occupy(&mut self, lanes: u32, all: V) {
        self.book(lanes & self.left);
        self.steps = self.steps & !all;
        self.busy |= lanes;
        self.left |= lanes;
    }

    /// Gives the lowest of the idle lanes to the last `count` nodes of the pool, all but the candidates at once.
    #[inline(always)]
    fn enter(&mut self, idle: u32, count: usize) -> Entering<V> {
        let lanes = V::lowest(self.proof, idle, count);
        let all = V::splat(self.proof, u32::MAX).keep(V::mask(self.proof, lanes));
        let into = Entering { order: V::ranks(self.proof, lanes), lanes: all, from: self.pool - count };
        self.occupy(lanes, all);
        let pool = &self.memory.pool;
        let puzzle = into.take(pool, PUZZLE, V::load(self.proof, &self.puzzle));
        puzzle.store(&mut self.puzzle);
        let chain = into.take(pool, CHAIN, V::load(self.proof, &self.chain));
        chain.store(&mut self.chain);
        self.nodes.open = into.take(pool, OPEN, self.nodes.open);
        self.pool = into.from;
        let forgotten = puzzle.equal_bits(V::splat(self.proof, FORGOTTEN)) & lanes;
        self.busy &= !forgotten;
        self.left &= !forgotten;
        into
    }

    /// The candidates of nodes that enter.
    #[inline(always)]
    fn take(&mut self, into: &Entering<V>) {
        for (index, word) in
            self.nodes.candidates.as_flattened_mut().as_flattened_mut().iter_mut().enumerate()
        {
            *word = into.take(&self.memory.pool, index, *word);
        }
    }

    /// Deals out new nodes, those of the lanes `live` of a vector: to the idle lanes, and to the pool.
    #[inline(always)]
    fn deal(&mut self, live: u32, puzzle: V, chain: V, open: V) -> Deal<V> {
        let idle = all_lanes(V::LANES) & !self.busy;
        let count = live.count_ones().min(idle.count_ones()) as usize;
        let lanes = V::lowest(self.proof, idle, count);
        let rest = live & !V::lowest(self.proof, live, count);
        let deal = Deal {
            order: V::positions(self.proof, live).permute(V::ranks(self.proof, lanes)),
            lanes: V::splat(self.proof, u32::MAX).keep(V::mask(self.proof, lanes)),
            rest: V::positions(self.proof, rest),
            at: self.pool,
        };
        self.lost |= deal.at > Pool::LAST;
        self.occupy(lanes, deal.lanes);
        let pool = &mut self.memory.pool;
        deal.take(pool, PUZZLE, puzzle, V::load(self.proof, &self.puzzle)).store(&mut self.puzzle);
        deal.take(pool, CHAIN, chain, V::load(self.proof, &self.chain)).store(&mut self.chain);
        self.nodes.open = deal.take(pool, OPEN, open, self.nodes.open);
        self.pool += rest.count_ones() as usize;
        deal
    }

    /// Loads the next `count` puzzles, one into each lane.
    #[inline(always)]
    fn load(&self, count: usize) -> Loaded<V> {
        let mut cells = [&NO_PUZZLE; MOST_LANES];
        match self.puzzles {
            Puzzles::Lines { text, stride } => {
                for (lane, cells) in cells.iter_mut().enumerate().take(count) {
                    let text = text.get((self.next + lane) * stride..);
                    *cells = text.and_then(|text| text.first_chunk()).unwrap_or(&NO_PUZZLE);
                }
                load::characters(self.proof, &cells)
            }
            Puzzles::Digits(all) => {
                for (lane, cells) in cells.iter_mut().enumerate().take(count) {
                    *cells = all.get(self.next + lane).unwrap_or(&NO_PUZZLE);
                }
                load::digits(self.proof, &cells)
            }
            Puzzles::Candidates(all) => {
                let all = all.get(self.next..).unwrap_or_default();
                load::candidates(self.proof, all.get(..count).unwrap_or(all))
            }
        }
    }

    /// Loads the next puzzles, while the stuck nodes leave their lanes.
    #[inline(always)]
    fn start(&mut self, leaving: (u32, List)) {
        let count = self.outcomes.len().saturating_sub(self.next).min(V::LANES);
        let loaded = self.load(count);
        let outcomes = self.outcomes.get_mut(self.next..self.next + count).unwrap_or_default();
        outcomes.fill(UNSOLVED);
        // What is sparse has many solutions, as a rule, and they are the single engine's to find. It is as fast
        // with them, and their long private chains would take room from others.
        let sparse = loaded.sparse & !loaded.invalid;
        let mut other = (loaded.invalid | sparse) & all_lanes(count);
        let live = all_lanes(count) & !other;
        while other != 0 {
            let lane = first_of(other);
            other &= other - 1;
            if let Some(outcome) = outcomes.get_mut(lane) {
                let is_sparse = sparse >> lane & 1 == 1;
                outcome.status = if is_sparse { Status::OutOfSteps } else { Status::Invalid };
            }
        }

        let out = self.leave(leaving);
        let number = V::positions(self.proof, all_lanes(V::LANES));
        let puzzle = V::splat(self.proof, self.next as u32) + number;
        let unknown = V::splat(self.proof, u32::MAX);
        let deal = self.deal(live, puzzle, V::splat(self.proof, PATIENCE), unknown);
        let Memory { pool, waiting, .. } = &mut *self.memory;
        let waiting = &mut waiting[out.list as usize];
        let nodes = self.nodes.candidates.as_flattened_mut().as_flattened_mut();
        let new = loaded.candidates.as_flattened().as_flattened();
        for (index, (word, new)) in nodes.iter_mut().zip(new).enumerate() {
            out.put(waiting, index, *word);
            *word = deal.take(pool, index, *new, *word);
        }
        self.next += count;
    }

    /// Guesses in up to a vector of stuck nodes that wait, and saves their children, while the nodes of
    /// lanes that are `stuck` begin to wait.
    #[inline(always)]
    fn guess(&mut self, leaving: (u32, List)) {
        let count = self.stuck.min(V::LANES);
        self.stuck -= count;
        let waiting = &self.memory.waiting[List::Stuck as usize];
        let mut candidates: LaneCandidates<V> = self.nodes.candidates;
        for (word, candidates) in candidates.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
            *candidates = V::load(self.proof, waiting.slots(word, self.stuck));
        }
        let puzzle = V::load(self.proof, waiting.slots(PUZZLE, self.stuck));
        let chain = V::load(self.proof, waiting.slots(CHAIN, self.stuck));
        let open = V::load(self.proof, waiting.slots(OPEN, self.stuck));
        let mut puzzles = [0; MOST_LANES];
        let mut chains = [0; MOST_LANES];
        puzzle.store(&mut puzzles);
        chain.store(&mut chains);

        // Whose nodes are done with, and whose second child stays private.
        let room = self.pool + 2 * V::LANES <= self.bounds.pool;
        let patient = (chain & V::splat(self.proof, PATIENCE)).nonzero_bits();
        let rows = if self.free_rows > 0 { patient } else { 0 };
        let mut live = 0u32;
        for lane in 0..count {
            let Some(outcome) = self.outcomes.get_mut(puzzles[lane] as usize) else {
                self.lost = true;
                continue;
            };
            if !is_open(outcome) {
                continue;
            }
            let without_row = (patient & !rows) >> lane & 1 == 1;
            let given_up = !room || without_row || outcome.guesses & !SHARED >= HARD;
            if given_up || outcome.steps > self.bounds.sweeps {
                outcome.status = Status::OutOfSteps;
                outcome.guesses |= if without_row { CROWDED } else { 0 };
                self.forget(puzzles[lane]);
            } else {
                outcome.guesses = (outcome.guesses + 1) | if rows >> lane & 1 == 1 { 0 } else { SHARED };
                live |= 1 << lane;
            }
        }
        let mut done = all_lanes(count) & !live;
        while done != 0 {
            self.release(chains[first_of(done)]);
            done &= done - 1;
        }
        let links = chain & V::splat(self.proof, !PATIENCE);
        let patience = chain & V::splat(self.proof, PATIENCE);
        let private = live & rows;
        let row = if private != 0 { self.reserve_row() } else { 0 };
        let number = V::positions(self.proof, all_lanes(V::LANES));
        let kept = (patience | V::splat(self.proof, reference(row, 0))) + number;
        let chain = V::blend(V::mask(self.proof, private), kept, links);

        let [first, second] = choose::<V, MERITS>(&candidates);
        let out = self.leave(leaving);
        let shared = live & !private;
        let shared_order = V::positions(self.proof, shared);
        let second_at = self.pool;
        self.lost |= second_at > Pool::LAST;
        let slots = &mut self.memory.pool;
        puzzle.permute(shared_order).store(slots.slots_mut(PUZZLE, second_at));
        V::splat(self.proof, 0).store(slots.slots_mut(CHAIN, second_at));
        open.permute(shared_order).store(slots.slots_mut(OPEN, second_at));
        self.pool += shared.count_ones() as usize;
        let deal = self.deal(live, puzzle, chain, open);
        let Memory { pool, waiting, rows, row_lanes, .. } = &mut *self.memory;
        let waiting = &mut waiting[out.list as usize];
        let saved = &mut rows[row].0;
        if private != 0 {
            links.store(&mut saved[CHAIN]);
            open.store(&mut saved[OPEN]);
            row_lanes[row] = private as u16;
        }
        for r in 0..3 {
            for column in 0..3 {
                for group in 0..3 {
                    let index = 9 * r + 3 * column + group;
                    let parent = candidates[r][column][group];
                    let child = second.apply(parent, r, column, group);
                    child.permute(shared_order).store(pool.slots_mut(index, second_at));
                    if private != 0 {
                        child.store(&mut saved[index]);
                    }
                    let child = first.apply(parent, r, column, group);
                    let word = &mut self.nodes.candidates[r][column][group];
                    out.put(waiting, index, *word);
                    *word = deal.take(pool, index, child, *word);
                }
            }
        }
    }

    /// Checks up to a vector of settled nodes and counts the solutions.
    #[inline(always)]
    fn finish(&mut self) {
        let count = self.settled.min(V::LANES);
        self.settled -= count;
        let settled = &self.memory.waiting[List::Settled as usize];
        let mut candidates: LaneCandidates<V> = self.nodes.candidates;
        for (word, candidates) in candidates.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
            *candidates = V::load(self.proof, settled.slots(word, self.settled));
        }
        let mut puzzle = [0; MOST_LANES];
        let mut chain = [0; MOST_LANES];
        V::load(self.proof, settled.slots(PUZZLE, self.settled)).store(&mut puzzle);
        V::load(self.proof, settled.slots(CHAIN, self.settled)).store(&mut chain);

        let solved = load::solved(&candidates);
        let mut digits = [[[0; 16]; MOST_LANES]; load::QUADS];
        load::write_solutions(&candidates, &mut digits);
        for lane in 0..count {
            if solved >> lane & 1 == 0 {
                continue;
            }
            let Some(outcome) = self.outcomes.get_mut(puzzle[lane] as usize) else {
                self.lost = true;
                continue;
            };
            let first = outcome.status == Status::NoSolution;
            if first || chain[lane] == FIRST_SOLUTION {
                let cells = outcome.solution.insert(Board::EMPTY).digits_mut();
                let (quads, last) = cells.as_chunks_mut::<16>();
                for (cells, quads) in quads.iter_mut().zip(&digits) {
                    *cells = quads[lane];
                }
                last[0] = digits[load::QUADS - 1][lane][0];
            }
            if first {
                outcome.status = Status::Unique;
            } else if outcome.status == Status::Unique && chain[lane] != FIRST_SOLUTION {
                outcome.status = Status::Multiple;
                if outcome.guesses & SHARED != 0 {
                    self.forget(puzzle[lane]);
                }
            }
        }
    }

    /// Gives up a chain.
    #[inline(always)]
    fn release(&mut self, chain: u32) {
        let mut chain = chain;
        while let Some((row, lane)) = row_and_lane(chain) {
            let row = self.existing(row);
            chain = self.memory.rows[row].0[CHAIN][lane];
            self.release_link(row, lane);
            if self.lost {
                break;
            }
        }
    }

    #[inline(always)]
    fn release_link(&mut self, row: usize, lane: usize) {
        self.memory.row_lanes[row] &= !(1 << lane);
        if self.memory.row_lanes[row] == 0 {
            self.return_row(row);
        }
    }

    #[inline(always)]
    fn reserve_row(&mut self) -> usize {
        let last = self.free_rows.wrapping_sub(1);
        let last = self.existing(last);
        self.free_rows = last;
        self.existing(usize::from(self.memory.free_rows[last]))
    }

    #[inline(always)]
    fn return_row(&mut self, row: usize) {
        let last = self.existing(self.free_rows);
        self.memory.free_rows[last] = row as u16;
        self.free_rows = last + 1;
    }

    /// The row itself. If there is no such row, the engine is lost.
    #[inline(always)]
    fn existing(&mut self, row: usize) -> usize {
        self.lost |= row >= ROWS;
        row.min(ROWS - 1)
    }
}

/// Gives back all rows.
fn free_all_rows(memory: &mut Memory) {
    for (index, row) in memory.free_rows.iter_mut().enumerate() {
        *row = index as u16;
    }
}

/// Gives up puzzles that have been started, whatever the search found so far.
#[cold]
fn give_up_all(outcomes: &mut [Outcome]) {
    for outcome in outcomes {
        if outcome.status != Status::Invalid {
            *outcome = Outcome { status: Status::OutOfSteps, ..UNSOLVED };
        }
    }
}
