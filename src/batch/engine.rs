//! The engine: sweeps the lanes, and carries out between two sweeps what the [schedule](super::schedule) decides.

use super::books::{Asked, Books, Found, Permit};
use super::chains::Chains;
use super::depot::{Depot, FORGOTTEN};
use super::first_of;
use super::guess::{MERITS, choose};
use super::load::{self, Loaded};
use super::memory::*;
use super::moves::{Deal, Entering, Leaving, List};
use super::occupants::Occupants;
use super::schedule::{Next, Plan, Source, Standing, plan, source};
use super::sweep::{LaneNodes, LaneStates, Stay, sweep};
use super::{Bans, Puzzles};
use crate::Outcome;
use crate::vectors::{Lanes, all_lanes};

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

/// In place of a puzzle that does not lie in the bytes: 1 in all cells, or no character for a cell. Either way
/// it is invalid.
const NO_PUZZLE: [u8; 81] = [1; 81];

/// Solves the first puzzles, one for each outcome, as far as the engine goes: see [`worth`](super::books::worth). Or looks
/// for `ANOTHER` solution than the one in the outcome.
#[inline(always)]
pub(super) fn solve<V: Lanes, const ANOTHER: bool>(
    proof: V::Proof,
    memory: &mut Memory,
    (puzzles, bans): (Puzzles, Bans),
    outcomes: &mut [Outcome],
    bounds: Bounds,
) {
    Engine::<V, ANOTHER>::new(proof, memory, (puzzles, bans), outcomes, bounds).run();
}

struct Engine<'a, V: Lanes, const ANOTHER: bool> {
    proof: V::Proof,
    bounds: Bounds,
    puzzles: Puzzles<'a>,
    bans: Bans<'a>,
    /// Number of puzzles started.
    next: usize,
    nodes: LaneNodes<V>,
    occupants: Occupants<V>,
    depot: Depot<'a>,
    chains: Chains<'a>,
    books: Books<'a, ANOTHER>,
}

impl<'a, V: Lanes, const ANOTHER: bool> Engine<'a, V, ANOTHER> {
    /// Below the first guess, until a contradiction, a node does not wait for the sweep that settles
    /// nothing: one that settles next to nothing is its last. A puzzle with many solutions takes a
    /// fifth fewer sweeps then, and a tenth more guesses. To sixteen lanes, which sweep a puzzle in
    /// half the time, these cost what those save. Who looks for another solution mostly has to guess, and so makes
    /// haste from the start.
    const HASTE: bool = V::LANES < 16;

    #[inline(always)]
    fn new(
        proof: V::Proof,
        memory: &'a mut Memory,
        (puzzles, bans): (Puzzles<'a>, Bans<'a>),
        outcomes: &'a mut [Outcome],
        bounds: Bounds,
    ) -> Self {
        const { assert!(V::LANES <= MOST_LANES) };
        let zero = V::splat(proof, 0);
        Self {
            proof,
            bounds,
            puzzles,
            bans,
            next: 0,
            nodes: LaneNodes { candidates: [[[zero; 3]; 3]; 3], open: zero, settled: zero },
            occupants: Occupants::none(proof),
            depot: Depot::new(&mut memory.depot),
            chains: Chains::new(&mut memory.chains, bounds.rows),
            books: Books::new(outcomes),
        }
    }

    #[inline(always)]
    fn run(&mut self) {
        self.drain();
        self.occupants.note_all(&mut self.books);
        self.books.add_up_all();
        if self.is_lost() {
            self.start_over();
        }
    }

    /// Sweeps until no node is left and no puzzle.
    #[inline(always)]
    fn drain(&mut self) {
        let mut states = LaneStates::default();
        loop {
            if self.depot.settled >= V::LANES {
                self.check();
            }
            if self.is_lost() {
                self.start_over();
                states = LaneStates::default();
            }
            let standing = self.stand(states);
            let plan = plan(V::LANES, standing, self.depot.rest(self.has_puzzles()));
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
                    if self.occupants.busy == 0 {
                        // A puzzle with its last solution has freed all lanes at once, or nothing is left.
                        states = LaneStates::default();
                        continue;
                    }
                }
                Next::Done => return,
            }
            states = match exchange {
                Some((out, into)) => sweep(&mut self.nodes, &mut self.depot.exchange(out, into)),
                None => sweep(&mut self.nodes, &mut Stay),
            };
            self.occupants.count_sweep();
        }
    }

    /// Whether a puzzle has not been started.
    #[inline(always)]
    fn has_puzzles(&self) -> bool {
        self.next < self.books.puzzles()
    }

    /// Whether a node had no place, or named a puzzle or a row that does not exist. The bounds and the numbers
    /// of nodes keep that from happening, and no index is out of bounds if it does all the same: then the engine
    /// starts over with the puzzles that it has not looked at yet, and gives up the others.
    #[inline(always)]
    fn is_lost(&self) -> bool {
        self.depot.lost | self.chains.lost | self.books.lost
    }

    /// Gives up all puzzles that have been started, and lets go of their nodes.
    #[inline(always)]
    fn start_over(&mut self) {
        self.occupants.clear();
        self.depot.clear();
        self.chains.clear(self.bounds.rows);
        self.books.give_up_all(self.next);
    }

    /// How the lanes stand after a sweep, once nodes that met a contradiction or have no open cell have gone on
    /// with their chains. Those without a chain are gone, or settled.
    #[inline(always)]
    fn stand(&mut self, states: LaneStates) -> Standing {
        let chained = self.occupants.chained();
        let refuted = states.contradiction & self.occupants.busy;
        let settled = states.settled & self.occupants.busy;
        if (refuted | settled) & chained != 0 {
            self.backtrack(refuted & chained, settled & chained);
        }
        self.occupants.busy &= !(refuted & !chained);
        let busy = self.occupants.busy;
        let settled = settled & !chained & busy;
        let mut stuck = states.stuck & busy;
        if Self::HASTE {
            let open = busy & !(states.contradiction | states.settled);
            let may_haste = if ANOTHER { all_lanes(V::LANES) } else { chained };
            let hasty = open & may_haste & self.occupants.untroubled();
            if hasty != 0 {
                stuck |= hasty & self.nodes.slow();
            }
        }
        Standing { busy, stuck, settled }
    }

    /// Goes on, in the same lanes, with the next nodes of the chains of nodes that met a contradiction or
    /// have no open cell.
    #[inline(always)]
    fn backtrack(&mut self, refuted: u32, settled: u32) {
        let (mut onward, mut firsts, mut lasts) = (refuted | settled, 0, 0);
        if settled != 0 {
            let mut solved = load::solved(&self.nodes.candidates) & settled;
            while solved != 0 {
                let lane = first_of(solved);
                solved &= solved - 1;
                match self.books.found(self.occupants.puzzle[lane]) {
                    Found::First => firsts |= 1 << lane,
                    Found::Enough { shared, is_read } => {
                        lasts |= u32::from(is_read) << lane;
                        self.drop(lane, shared);
                        onward &= !(1 << lane);
                    }
                    Found::Lost => {}
                }
            }
            if firsts | lasts != 0 {
                // The board itself is read later, with others.
                let out = self.copy(firsts | lasts, List::Settled);
                let chain = V::splat(self.proof, FIRST_SOLUTION);
                chain.store(self.depot.list(List::Settled).slots_mut(CHAIN, out.at));
                self.depot.put_candidates(&out, &self.nodes.candidates);
            }
        }
        while onward != 0 {
            let lane = first_of(onward);
            onward &= onward - 1;
            self.resume(lane, firsts >> lane & 1 == 1);
        }
    }

    /// Frees a lane whose puzzle is done with, and if it is shared all other places of its nodes.
    #[inline(always)]
    fn drop(&mut self, lane: usize, shared: bool) {
        self.occupants.busy &= !(1 << lane);
        self.chains.release(core::mem::take(&mut self.occupants.chain[lane]));
        if shared {
            self.forget(self.occupants.puzzle[lane]);
        }
    }

    /// Lets go of all nodes of a puzzle that is done with, but those that wait: they are found out when
    /// their turn comes.
    #[inline(always)]
    fn forget(&mut self, puzzle: u32) {
        let number = V::splat(self.proof, puzzle);
        let mut lanes = self.occupants.puzzles().equal_bits(number) & self.occupants.busy;
        self.occupants.busy &= !lanes;
        while lanes != 0 {
            let lane = first_of(lanes);
            lanes &= lanes - 1;
            self.chains.release(core::mem::take(&mut self.occupants.chain[lane]));
        }
        self.depot.forget(number, &mut self.chains);
    }

    /// Gives a lane to the next node of its chain, after a solution or a contradiction.
    #[inline(always)]
    fn resume(&mut self, lane: usize, solved: bool) {
        let chain = self.occupants.chain[lane];
        // Another lane may have decided the puzzle, and taken the chain.
        let Some((row, slot)) = self.chains.head(chain) else { return };
        let saved = &self.chains.memory.rows[row].0;
        let mask = V::mask(self.proof, 1 << lane);
        let candidates = self.nodes.candidates.as_flattened_mut().as_flattened_mut();
        for (word, saved) in candidates.iter_mut().zip(saved) {
            *word = V::blend(mask, V::splat(self.proof, saved[slot]), *word);
        }
        self.nodes.open = V::blend(mask, V::splat(self.proof, saved[OPEN][slot]), self.nodes.open);
        let patience = chain & PATIENCE;
        let patience = if solved { patience } else { patience.saturating_sub(CONTRADICTION) };
        self.occupants.chain[lane] = saved[CHAIN][slot] | patience;
        self.chains.release_slot(row, slot);
    }

    /// Adds the nodes of lanes to a waiting list, all but the candidates at once.
    #[inline(always)]
    fn copy(&mut self, lanes: u32, list: List) -> Leaving<V> {
        let out = self.depot.leave(self.proof, lanes, list);
        let list = self.depot.list(list);
        out.put(list, PUZZLE, self.occupants.puzzles());
        out.put(list, CHAIN, self.occupants.chains());
        out.put(list, OPEN, self.nodes.open);
        out
    }

    /// Frees lanes for other nodes; theirs go to a waiting list, all but the candidates at once.
    #[inline(always)]
    fn leave(&mut self, (lanes, list): (u32, List)) -> Leaving<V> {
        self.occupants.busy &= !lanes;
        self.copy(lanes, list)
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
        self.depot.put_candidates(&out, &self.nodes.candidates);
    }

    /// Fills idle lanes with what is left.
    #[inline(always)]
    fn refill(&mut self) {
        loop {
            let busy = self.occupants.busy;
            match source(V::LANES, busy, self.depot.rest(self.has_puzzles())) {
                Source::Pool => {
                    let idle = all_lanes(V::LANES) & !busy;
                    let into = self.enter(idle, self.depot.pool.min(idle.count_ones() as usize));
                    self.depot.take_candidates(&into, &mut self.nodes.candidates);
                }
                Source::Puzzles => self.start((0, List::Stuck)),
                Source::Guess => self.guess((0, List::Stuck)),
                Source::Check => self.check(),
                Source::Nothing => return,
            }
        }
    }

    /// Gives the lowest of the idle lanes to the last `count` nodes of the pool, all but the candidates at once.
    #[inline(always)]
    fn enter(&mut self, idle: u32, count: usize) -> Entering<V> {
        let (lanes, into) = self.depot.enter(self.proof, idle, count);
        self.occupants.occupy(lanes, into.lanes, &mut self.books);
        let pool = &self.depot.memory.pool;
        let puzzle: V = into.take(pool, PUZZLE, self.occupants.puzzles());
        puzzle.store(&mut self.occupants.puzzle);
        into.take(pool, CHAIN, self.occupants.chains()).store(&mut self.occupants.chain);
        self.nodes.open = into.take(pool, OPEN, self.nodes.open);
        self.occupants.forget(puzzle.equal_bits(V::splat(self.proof, FORGOTTEN)) & lanes);
        into
    }

    /// Deals out new nodes, those of the lanes `live` of a vector: to the idle lanes, and to the pool; all but
    /// the candidates at once.
    #[inline(always)]
    fn deal(&mut self, live: u32, puzzle: V, chain: V, open: V) -> Deal<V> {
        let (lanes, deal) = self.depot.deal(self.proof, live, self.occupants.busy);
        self.occupants.occupy(lanes, deal.lanes, &mut self.books);
        let pool = &mut self.depot.memory.pool;
        deal.take(pool, PUZZLE, puzzle, self.occupants.puzzles()).store(&mut self.occupants.puzzle);
        deal.take(pool, CHAIN, chain, self.occupants.chains()).store(&mut self.occupants.chain);
        self.nodes.open = deal.take(pool, OPEN, open, self.nodes.open);
        deal
    }

    /// Loads the next `count` puzzles, one into each lane.
    #[inline(always)]
    fn load(&self, count: usize) -> Loaded<V> {
        let cells = |bytes: &'a [u8], stride: usize| {
            let mut cells = [&NO_PUZZLE; MOST_LANES];
            for (lane, cells) in cells.iter_mut().enumerate().take(count) {
                let bytes = bytes.get((self.next + lane) * stride..);
                *cells = bytes.and_then(|bytes| bytes.first_chunk()).unwrap_or(&NO_PUZZLE);
            }
            cells
        };
        match self.puzzles {
            Puzzles::Lines { text, stride } => load::characters(self.proof, &cells(text, stride)),
            Puzzles::Digits { bytes, stride } => load::digits(self.proof, &cells(bytes, stride)),
            Puzzles::Candidates(all) => {
                let all = all.get(self.next..).unwrap_or_default();
                load::candidates(self.proof, all.get(..count).unwrap_or(all))
            }
        }
    }

    /// Starts the next puzzles, up to a vector of them, while nodes leave their lanes.
    #[inline(always)]
    fn start(&mut self, leaving: (u32, List)) {
        let count = self.books.puzzles().saturating_sub(self.next).min(V::LANES);
        let mut loaded = self.load(count);
        if ANOTHER {
            let bans = self.bans.get(self.next..).unwrap_or_default();
            load::ban(self.proof, &mut loaded, bans.get(..count).unwrap_or(bans));
        }
        // What is sparse has many solutions, as a rule, and they are the single engine's to find. It is as fast
        // with them, and their long private chains would take room from others.
        let all = all_lanes(count);
        let (invalid, sparse) = (loaded.invalid & all, loaded.sparse & !loaded.invalid & all);
        self.books.open(self.next, count, invalid, sparse);
        let live = all & !(invalid | sparse);

        let out = self.leave(leaving);
        let number = V::positions(self.proof, all_lanes(V::LANES));
        let puzzle = V::splat(self.proof, self.next as u32) + number;
        let unknown = V::splat(self.proof, u32::MAX);
        let deal = self.deal(live, puzzle, V::splat(self.proof, PATIENCE), unknown);
        let DepotMemory { pool, waiting } = &mut *self.depot.memory;
        let waiting = &mut waiting[out.list as usize];
        let nodes = self.nodes.candidates.as_flattened_mut().as_flattened_mut();
        let new = loaded.candidates.as_flattened().as_flattened();
        for (index, (word, new)) in nodes.iter_mut().zip(new).enumerate() {
            out.put(waiting, index, *word);
            *word = deal.take(pool, index, *new, *word);
        }
        self.next += count;
    }

    /// Guesses in up to a vector of stuck nodes that wait, and saves their children, while other nodes leave
    /// their lanes.
    #[inline(always)]
    fn guess(&mut self, leaving: (u32, List)) {
        let (count, from) = self.depot.call::<V>(List::Stuck);
        let candidates = self.depot.called::<V>(self.proof, List::Stuck, from);
        let list = self.depot.list(List::Stuck);
        let puzzle = V::load(self.proof, list.slots(PUZZLE, from));
        let chain = V::load(self.proof, list.slots(CHAIN, from));
        let open = V::load(self.proof, list.slots(OPEN, from));
        let mut puzzles = [0; MOST_LANES];
        let mut chains = [0; MOST_LANES];
        puzzle.store(&mut puzzles);
        chain.store(&mut chains);

        // Whose nodes are done with, and whose second child stays private.
        let lacks_room = self.depot.pool + 2 * V::LANES > self.bounds.pool;
        let patient = (chain & V::splat(self.proof, PATIENCE)).nonzero_bits();
        let rows = if self.chains.has_room() { patient } else { 0 };
        let mut live = 0u32;
        for lane in 0..count {
            let asked = Asked {
                shares: rows >> lane & 1 == 0,
                lacks_row: (patient & !rows) >> lane & 1 == 1,
                lacks_room,
            };
            match self.books.guess(puzzles[lane], asked, self.bounds.sweeps) {
                Permit::Guess => live |= 1 << lane,
                Permit::GiveUp => self.forget(puzzles[lane]),
                Permit::Drop => {}
            }
        }
        let mut done = all_lanes(count) & !live;
        while done != 0 {
            self.chains.release(chains[first_of(done)]);
            done &= done - 1;
        }
        let links = chain & V::splat(self.proof, !PATIENCE);
        let patience = chain & V::splat(self.proof, PATIENCE);
        let private = live & rows;
        let row = if private != 0 { self.chains.reserve() } else { 0 };
        let number = V::positions(self.proof, all_lanes(V::LANES));
        let kept = (patience | V::splat(self.proof, reference(row, 0))) + number;
        let chain = V::blend(V::mask(self.proof, private), kept, links);

        let [first, second] = choose::<V, MERITS>(&candidates);
        let out = self.leave(leaving);
        let shared = live & !private;
        let shared_order = V::positions(self.proof, shared);
        let second_at = self.depot.extend(shared.count_ones() as usize);
        let pool = &mut self.depot.memory.pool;
        puzzle.permute(shared_order).store(pool.slots_mut(PUZZLE, second_at));
        V::splat(self.proof, 0).store(pool.slots_mut(CHAIN, second_at));
        open.permute(shared_order).store(pool.slots_mut(OPEN, second_at));
        let deal = self.deal(live, puzzle, chain, open);
        let DepotMemory { pool, waiting } = &mut *self.depot.memory;
        let waiting = &mut waiting[out.list as usize];
        let ChainMemory { rows, row_slots, .. } = &mut *self.chains.memory;
        let saved = &mut rows[row].0;
        if private != 0 {
            links.store(&mut saved[CHAIN]);
            open.store(&mut saved[OPEN]);
            row_slots[row] = private as u16;
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

    /// Checks up to a vector of settled nodes that wait, and enters the solutions.
    #[inline(always)]
    fn check(&mut self) {
        let (count, from) = self.depot.call::<V>(List::Settled);
        let candidates = self.depot.called::<V>(self.proof, List::Settled, from);
        let list = self.depot.list(List::Settled);
        let mut puzzle = [0; MOST_LANES];
        let mut chain = [0; MOST_LANES];
        V::load(self.proof, list.slots(PUZZLE, from)).store(&mut puzzle);
        V::load(self.proof, list.slots(CHAIN, from)).store(&mut chain);

        let solved = load::solved(&candidates);
        let mut digits = [[[0; 16]; MOST_LANES]; load::QUADS];
        load::write_solutions(&candidates, &mut digits);
        for lane in 0..count {
            if solved >> lane & 1 == 0 {
                continue;
            }
            let is_known = chain[lane] == FIRST_SOLUTION;
            if self.books.write(puzzle[lane], is_known, lane, &digits) {
                self.forget(puzzle[lane]);
            }
        }
    }
}
