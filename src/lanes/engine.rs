//! The engine: which node is in which lane, and where the others wait.

use super::guess::choose;
use super::layout::Candidates;
use super::load;
use super::memory::*;
use super::sweep::{Entrance, Nodes, Stay, Verdict, sweep};
use super::{Cells, Puzzles};
use crate::simd::{Lanes, all_lanes};
use crate::{Board, Outcome, Status};

/// Lanes are refilled when one of so many has nothing to do. Refilling costs the
/// same for one lane as for all.
const REFILL: usize = 4;

/// In a node's chain word: its puzzle has met no contradiction so far.
const SMOOTH: u32 = 1 << 31;

/// The most guesses on a way from a puzzle's clues: each takes at least one
/// candidate, and 81 of 729 stay.
const DEEPEST: usize = 648;

/// Saved nodes are taken by many lanes at once only while the pool can take
/// two children of each node in a lane or waiting for a guess, and of what one lane
/// can find below, depth first.
const WIDE_BELOW: usize = POOL_SLOTS - 2 * (MOST_LANES + WAITING_SLOTS) - DEEPEST;

/// The outcome of a puzzle that no search has decided yet: it has no solution so far, and
/// [`Status::Unique`] is one solution so far. The others are final, all but [`Status::OutOfSteps`]:
/// there is no limit here, and what was given up found the pool full, and is solved again.
const UNSOLVED: Outcome = Outcome { status: Status::NoSolution, solution: None, steps: 0, guesses: 0 };

/// Whether the search for more solutions goes on.
#[inline(always)]
const fn is_open(outcome: &Outcome) -> bool {
    matches!(outcome.status, Status::NoSolution | Status::Unique)
}

/// Solves the first puzzles, one for each outcome.
#[inline(always)]
pub(super) fn solve<V: Lanes>(
    proof: V::Proof,
    memory: &mut Memory,
    puzzles: Puzzles,
    outcomes: &mut [Outcome],
) {
    let mut engine = Engine::<V>::new(proof, memory, puzzles, outcomes);
    engine.run();
}

struct Engine<'a, V: Lanes> {
    proof: V::Proof,
    memory: &'a mut Memory,
    puzzles: Puzzles<'a>,
    outcomes: &'a mut [Outcome],

    nodes: Nodes<V>,
    /// By lane: the number of the puzzle, the private chain, and the sweep before the node's first.
    puzzle: [u32; MOST_LANES],
    chain: [u32; MOST_LANES],
    entered: [u32; MOST_LANES],
    /// Sweeps of nodes that have left their lanes, not yet added to their puzzles'.
    booked_puzzle: [u32; 2 * MOST_LANES],
    booked_sweeps: [u32; 2 * MOST_LANES],
    booked: usize,
    /// Lanes with a node.
    busy: u32,
    sweeps: u32,

    /// Number of puzzles started, and where to stop.
    next: usize,
    end: usize,
    /// Numbers of nodes in the pool and the waiting lists, and of rows not in use.
    pool: usize,
    stuck: usize,
    settled: usize,
    free_rows: usize,
    /// Nodes of puzzles that are done with may be among the saved ones.
    stale: bool,
    /// Keep siblings in private chains.
    chains: bool,
}

impl<'a, V: Lanes> Engine<'a, V> {
    #[inline(always)]
    fn new(
        proof: V::Proof,
        memory: &'a mut Memory,
        puzzles: Puzzles<'a>,
        outcomes: &'a mut [Outcome],
    ) -> Self {
        assert!(V::LANES <= MOST_LANES && outcomes.len() < u32::MAX as usize);
        outcomes.fill(UNSOLVED);
        for (index, row) in memory.free_rows.iter_mut().enumerate() {
            *row = index as u16;
        }
        let zero = V::splat(proof, 0);
        Self {
            proof,
            memory,
            puzzles,
            outcomes,
            nodes: Nodes { candidates: [[[zero; 3]; 3]; 3], open: zero },
            puzzle: [0; MOST_LANES],
            chain: [0; MOST_LANES],
            entered: [0; MOST_LANES],
            booked_puzzle: [0; 2 * MOST_LANES],
            booked_sweeps: [0; 2 * MOST_LANES],
            booked: 0,
            busy: 0,
            sweeps: 0,
            next: 0,
            end: 0,
            pool: 0,
            stuck: 0,
            settled: 0,
            free_rows: ROWS,
            stale: false,
            chains: true,
        }
    }

    #[inline(always)]
    fn run(&mut self) {
        self.end = self.outcomes.len();
        let mut again = 0;
        loop {
            self.drain();
            for note in 0..core::mem::take(&mut self.booked) {
                self.outcomes[self.booked_puzzle[note] as usize].steps += u64::from(self.booked_sweeps[note]);
            }
            // What found the pool full starts again, alone and depth first.
            self.chains = false;
            while again < self.outcomes.len() && self.outcomes[again].status != Status::OutOfSteps {
                again += 1;
            }
            if again == self.outcomes.len() {
                break;
            }
            self.outcomes[again] = UNSOLVED;
            self.next = again;
            self.end = again + 1;
        }
    }

    /// Sweeps until no node is left and no puzzle.
    #[inline(always)]
    fn drain(&mut self) {
        let mut verdict = Verdict::default();
        loop {
            self.refute(verdict.contradiction & self.busy);
            let stuck = verdict.stuck & self.busy;
            let settled = verdict.settled & self.busy;
            let running = self.busy & !stuck & !settled;
            let more = self.pool > 0 || self.next < self.end || self.stuck > 0;
            let idle = if more { all_lanes(V::LANES) & !self.busy } else { 0 };
            let mut exchange = None;
            if (stuck | settled | idle).count_ones() as usize >= V::LANES / REFILL || running == 0 {
                if settled != 0 {
                    let out = self.leave(settled, List::Settled);
                    self.store(&out, List::Settled);
                }
                if self.settled >= V::LANES {
                    self.finish();
                }
                if self.stuck >= V::LANES {
                    self.guess();
                }
                let out = self.leave(stuck & self.busy, List::Stuck);
                let vacant = all_lanes(V::LANES) & !self.busy;
                let wanted = vacant.count_ones() as usize;
                if self.pool >= wanted && self.pool < WIDE_BELOW {
                    exchange = Some((out, self.enter(vacant, wanted)));
                } else {
                    self.store(&out, List::Stuck);
                    self.refill();
                    if self.busy == 0 {
                        if self.pool == 0 && self.next == self.end && self.stuck == 0 && self.settled == 0 {
                            return;
                        }
                        // A puzzle with its last solution has freed all lanes at once.
                        verdict = Verdict::default();
                        continue;
                    }
                }
            }
            verdict = match exchange {
                Some((out, into)) => {
                    let Memory { pool, stuck, .. } = &mut *self.memory;
                    sweep(&mut self.nodes, &mut Exchange { out, stuck, into, pool })
                }
                None => sweep(&mut self.nodes, &mut Stay),
            };
            self.sweeps = self.sweeps.wrapping_add(1);
        }
    }

    /// Notes the sweeps of the nodes that leave their lanes. (Going through a
    /// fixed number of notes at a time spares a branch that is hard to predict for every few lanes.)
    #[inline(always)]
    fn book(&mut self, lanes: u32) {
        let order = V::positions(self.proof, lanes);
        let sweeps = V::splat(self.proof, self.sweeps) - V::load(self.proof, &self.entered);
        V::load(self.proof, &self.puzzle).permute(order).store(&mut self.booked_puzzle[self.booked..]);
        sweeps.permute(order).store(&mut self.booked_sweeps[self.booked..]);
        self.booked += lanes.count_ones() as usize;
        if self.booked >= V::LANES {
            self.booked -= V::LANES;
            for note in self.booked..self.booked + V::LANES {
                self.outcomes[self.booked_puzzle[note] as usize].steps += u64::from(self.booked_sweeps[note]);
            }
        }
    }

    /// Frees lanes whose nodes met a contradiction. Their puzzles' siblings are no longer private.
    #[inline(always)]
    fn refute(&mut self, lanes: u32) {
        self.book(lanes);
        self.busy &= !lanes;
        let private = V::load(self.proof, &self.chain) & V::splat(self.proof, !SMOOTH);
        let mut left = lanes & private.nonzero_bits();
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            self.resume(self.chain[lane] & !SMOOTH);
        }
    }

    /// Frees lanes for other nodes; theirs go to the end of a waiting list, all but the candidates at once.
    #[inline(always)]
    fn leave(&mut self, lanes: u32, list: List) -> Out<V> {
        let order = V::positions(self.proof, lanes);
        let (slots, waiting) = match list {
            List::Stuck => (&mut self.memory.stuck.0, &mut self.stuck),
            List::Settled => (&mut self.memory.settled.0, &mut self.settled),
        };
        let out = Out { order, at: *waiting };
        V::load(self.proof, &self.puzzle).permute(order).store(&mut slots[PUZZLE][out.at..]);
        V::load(self.proof, &self.chain).permute(order).store(&mut slots[CHAIN][out.at..]);
        *waiting += lanes.count_ones() as usize;
        self.book(lanes);
        self.busy &= !lanes;
        out
    }

    /// The candidates of nodes that leave.
    #[inline(always)]
    fn store(&mut self, out: &Out<V>, list: List) {
        let slots = match list {
            List::Stuck => &mut self.memory.stuck.0,
            List::Settled => &mut self.memory.settled.0,
        };
        for (index, word) in self.nodes.candidates.as_flattened().as_flattened().iter().enumerate() {
            word.permute(out.order).store(&mut slots[index][out.at..]);
        }
    }

    /// Fills idle lanes: from the pool, else with new puzzles, else with the
    /// children of guesses that wait, else with what waits behind settled nodes.
    #[inline(always)]
    fn refill(&mut self) {
        loop {
            let idle = all_lanes(V::LANES) & !self.busy;
            if idle == 0 {
                return;
            }
            if self.pool > 0 {
                let in_flight = self.busy != 0 || self.stuck > 0;
                let width = if self.pool < WIDE_BELOW {
                    idle.count_ones() as usize
                } else if in_flight {
                    0
                } else {
                    1
                };
                if width > 0 {
                    let into = self.enter(idle, width.min(self.pool));
                    self.take(&into);
                    continue;
                }
            } else if self.next < self.end {
                self.start();
                continue;
            }
            if self.stuck > 0 {
                self.guess();
            } else if self.settled > 0 && self.busy == 0 {
                self.finish();
            } else {
                return;
            }
        }
    }

    /// Gives the lowest of the idle lanes to the last `count` nodes of the pool, all but the candidates at once.
    #[inline(always)]
    fn enter(&mut self, idle: u32, count: usize) -> Into<V> {
        let mut lanes = idle;
        while lanes.count_ones() as usize > count {
            lanes &= !(1 << (31 - lanes.leading_zeros()));
        }
        let into = Into {
            order: V::ranks(self.proof, lanes),
            lanes: V::splat(self.proof, u32::MAX).keep(V::mask(self.proof, lanes)),
            from: self.pool - count,
        };
        // A node's first sweep counts as progress.
        self.nodes.open = self.nodes.open | into.lanes;
        let now = V::splat(self.proof, self.sweeps);
        V::select(into.lanes, now, V::load(self.proof, &self.entered)).store(&mut self.entered);
        let pool = &self.memory.pool;
        let puzzle = into.take(pool, PUZZLE, V::load(self.proof, &self.puzzle));
        puzzle.store(&mut self.puzzle);
        let chain = into.take(pool, CHAIN, V::load(self.proof, &self.chain));
        chain.store(&mut self.chain);
        self.pool = into.from;
        self.busy |= lanes;
        if self.stale {
            self.free_done_with(lanes);
        }
        into
    }

    /// The candidates of nodes that enter.
    #[inline(always)]
    fn take(&mut self, into: &Into<V>) {
        for (index, word) in
            self.nodes.candidates.as_flattened_mut().as_flattened_mut().iter_mut().enumerate()
        {
            *word = into.take(&self.memory.pool, index, *word);
        }
    }

    /// Frees those of the lanes whose puzzle is done with.
    #[inline(always)]
    fn free_done_with(&mut self, lanes: u32) {
        let mut done = 0;
        for lane in 0..V::LANES {
            let open = is_open(&self.outcomes[self.puzzle[lane] as usize]);
            done |= u32::from(!open) << lane;
        }
        done &= lanes;
        if done != 0 {
            self.book(done);
            self.busy &= !done;
            let mut left = done;
            while left != 0 {
                self.release(self.chain[left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
    }

    /// Loads the next puzzles into the empty pool.
    #[inline(always)]
    fn start(&mut self) {
        let count = (self.end - self.next).min(V::LANES);
        let slots = &mut self.memory.pool.0;
        let Puzzles { bytes, stride, cells } = self.puzzles;
        let bytes = &bytes[self.next * stride..][..(count - 1) * stride + 81];
        let mut starts = [0; MOST_LANES];
        for (lane, start) in starts.iter_mut().enumerate().take(count) {
            *start = (lane * stride) as u32;
        }
        let loaded = match cells {
            Cells::Characters => load::characters::<V>(self.proof, bytes, &starts[..V::LANES]),
            Cells::Digits => load::digits::<V>(self.proof, bytes, &starts[..V::LANES]),
        };
        for (word, candidates) in loaded.candidates.as_flattened().as_flattened().iter().enumerate() {
            candidates.store(&mut slots[word]);
        }
        let mut invalid = loaded.invalid & all_lanes(count);
        self.stale |= invalid != 0;
        while invalid != 0 {
            self.outcomes[self.next + invalid.trailing_zeros() as usize].status = Status::Invalid;
            invalid &= invalid - 1;
        }
        for slot in 0..count {
            slots[PUZZLE][slot] = (self.next + slot) as u32;
            slots[CHAIN][slot] = SMOOTH;
        }
        self.pool = count;
        self.next += count;
    }

    /// Guesses in up to a vector of stuck nodes, and saves their children.
    #[inline(always)]
    fn guess(&mut self) {
        let count = self.stuck.min(V::LANES);
        self.stuck -= count;
        let stuck = &self.memory.stuck.0;
        let mut candidates: Candidates<V> = self.nodes.candidates;
        for (word, candidates) in candidates.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
            *candidates = V::load(self.proof, &stuck[word][self.stuck..]);
        }
        let mut puzzle = [0; MOST_LANES];
        let mut chain = [0; MOST_LANES];
        V::load(self.proof, &stuck[PUZZLE][self.stuck..]).store(&mut puzzle);
        V::load(self.proof, &stuck[CHAIN][self.stuck..]).store(&mut chain);

        // Whose second child stays private, and whose nodes are done with.
        let room = self.pool + 2 * V::LANES <= POOL_SLOTS;
        let keep_private = self.chains && self.next < self.end && self.free_rows > 0;
        let row = if keep_private { self.reserve_row() } else { 0 };
        let (mut private, mut live) = (0u32, 0u32);
        let mut links = [0; MOST_LANES];
        for lane in 0..count {
            let outcome = &mut self.outcomes[puzzle[lane] as usize];
            if is_open(outcome) && !room {
                outcome.status = Status::OutOfSteps;
                self.stale = true;
            }
            if !is_open(outcome) {
                self.release(chain[lane]);
                continue;
            }
            outcome.guesses += 1;
            live |= 1 << lane;
            if keep_private && chain[lane] & SMOOTH != 0 {
                private |= 1 << lane;
                links[lane] = chain[lane] & !SMOOTH;
                chain[lane] = SMOOTH | reference(row, lane);
            } else {
                chain[lane] &= !SMOOTH;
            }
        }

        let [first, second] = choose(&candidates);
        let shared = live & !private;
        let (second_at, first_at) = (self.pool, self.pool + shared.count_ones() as usize);
        let live_order = V::positions(self.proof, live);
        let shared_order = V::positions(self.proof, shared);
        let pool = &mut self.memory.pool.0;
        let saved = &mut self.memory.rows[row].0;
        for r in 0..3 {
            for column in 0..3 {
                for group in 0..3 {
                    let word = 9 * r + 3 * column + group;
                    let parent = candidates[r][column][group];
                    let child = second.apply(parent, r, column, group);
                    child.permute(shared_order).store(&mut pool[word][second_at..]);
                    if private != 0 {
                        child.store(&mut saved[word]);
                    }
                    let child = first.apply(parent, r, column, group);
                    child.permute(live_order).store(&mut pool[word][first_at..]);
                }
            }
        }
        let puzzle = V::load(self.proof, &puzzle);
        puzzle.permute(shared_order).store(&mut pool[PUZZLE][second_at..]);
        puzzle.permute(live_order).store(&mut pool[PUZZLE][first_at..]);
        V::splat(self.proof, 0).store(&mut pool[CHAIN][second_at..]);
        V::load(self.proof, &chain).permute(live_order).store(&mut pool[CHAIN][first_at..]);
        if private != 0 {
            puzzle.store(&mut saved[PUZZLE]);
            saved[CHAIN] = links;
            self.memory.row_lanes[row] = private as u16;
        } else if keep_private {
            self.return_row(row);
        }
        self.pool = first_at + live.count_ones() as usize;
    }

    /// Checks up to a vector of settled nodes and counts the solutions.
    #[inline(always)]
    fn finish(&mut self) {
        let count = self.settled.min(V::LANES);
        self.settled -= count;
        let settled = &self.memory.settled.0;
        let mut candidates: Candidates<V> = self.nodes.candidates;
        for (word, candidates) in candidates.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
            *candidates = V::load(self.proof, &settled[word][self.settled..]);
        }
        let mut puzzle = [0; MOST_LANES];
        let mut chain = [0; MOST_LANES];
        V::load(self.proof, &settled[PUZZLE][self.settled..]).store(&mut puzzle);
        V::load(self.proof, &settled[CHAIN][self.settled..]).store(&mut chain);

        let solved = load::solved(&candidates);
        let mut digits = [[0; MOST_LANES]; 21];
        for (lanes, word) in digits.iter_mut().zip(load::solution(&candidates)) {
            word.store(lanes);
        }
        let mut decided = false;
        for lane in 0..count {
            let outcome = &mut self.outcomes[puzzle[lane] as usize];
            if !is_open(outcome) {
                self.release(chain[lane]);
            } else if solved >> lane & 1 == 0 {
                self.resume(chain[lane] & !SMOOTH);
            } else if outcome.status == Status::NoSolution {
                let mut cells = [0; 81];
                let (fours, last) = cells.as_chunks_mut::<4>();
                for (cells, lanes) in fours.iter_mut().zip(&digits) {
                    *cells = lanes[lane].to_le_bytes();
                }
                last[0] = digits[20][lane] as u8;
                outcome.solution = Some(Board::from_checked(cells));
                outcome.status = Status::Unique;
                self.resume(chain[lane]);
            } else {
                outcome.status = Status::Multiple;
                self.stale = true;
                self.release(chain[lane]);
                decided = true;
            }
        }
        if decided {
            self.free_done_with(self.busy);
        }
    }

    /// Puts the head of a private chain into the pool, with the rest of the chain.
    #[inline(always)]
    fn resume(&mut self, chain: u32) {
        let Some((row, lane)) = row_and_lane(chain) else { return };
        let (saved, pool) = (&self.memory.rows[row].0, &mut self.memory.pool.0);
        if self.pool == POOL_SLOTS {
            self.outcomes[saved[PUZZLE][lane] as usize].status = Status::OutOfSteps;
            self.stale = true;
            self.release(chain);
            return;
        }
        let order = V::splat(self.proof, lane as u32);
        for (saved, slots) in saved.iter().zip(pool.iter_mut()) {
            V::load(self.proof, saved).permute(order).store(&mut slots[self.pool..]);
        }
        pool[CHAIN][self.pool] |= chain & SMOOTH;
        self.pool += 1;
        self.release_link(row, lane);
    }

    /// Gives up a chain.
    #[inline(always)]
    fn release(&mut self, chain: u32) {
        let mut chain = chain;
        while let Some((row, lane)) = row_and_lane(chain) {
            chain = self.memory.rows[row].0[CHAIN][lane];
            self.release_link(row, lane);
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
        self.free_rows -= 1;
        usize::from(self.memory.free_rows[self.free_rows])
    }

    #[inline(always)]
    fn return_row(&mut self, row: usize) {
        self.memory.free_rows[self.free_rows] = row as u16;
        self.free_rows += 1;
    }
}

/// The waiting lists.
#[derive(Clone, Copy)]
enum List {
    Stuck,
    Settled,
}

/// Nodes that leave their lanes for a waiting list.
struct Out<V> {
    /// The lanes that leave, first to last.
    order: V,
    /// The first one's slot.
    at: usize,
}

/// Nodes that enter lanes from the pool.
struct Into<V> {
    /// Which one a lane gets, from the first one on.
    order: V,
    /// All bits of the lanes that get one.
    lanes: V,
    /// The first one's slot.
    from: usize,
}

impl<V: Lanes> Into<V> {
    /// The word of every lane after the change. (A choice by bits: what a store by
    /// lanes leaves in memory can't be forwarded to the loads that follow.)
    #[inline(always)]
    fn take(&self, pool: &Pool, index: usize, word: V) -> V {
        let entering = V::load(word.proof(), &pool.0[index][self.from..]).permute(self.order);
        V::select(self.lanes, entering, word)
    }
}

/// Stuck nodes leave and saved ones enter while a sweep reads the lanes, which
/// hides the change behind the sweep's calculation.
struct Exchange<'a, V> {
    out: Out<V>,
    stuck: &'a mut Waiting,
    into: Into<V>,
    pool: &'a Pool,
}

impl<V: Lanes> Entrance<V> for Exchange<'_, V> {
    #[inline(always)]
    fn enter(&mut self, index: usize, word: V) -> V {
        word.permute(self.out.order).store(&mut self.stuck.0[index][self.out.at..]);
        self.into.take(self.pool, index, word)
    }
}

/// The chain word for the node in a row's lane: never zero, which ends a chain.
#[inline(always)]
const fn reference(row: usize, lane: usize) -> u32 {
    (row as u32 + 1) * MOST_LANES as u32 + lane as u32
}

#[inline(always)]
const fn row_and_lane(chain: u32) -> Option<(usize, usize)> {
    let reference = (chain & !SMOOTH) as usize;
    if reference == 0 { None } else { Some((reference / MOST_LANES - 1, reference % MOST_LANES)) }
}
