//! The engine: sweeps the lanes, and between two sweeps carries out the decision of the [schedule](super::schedule).

use super::frontier::{Frontier, SecondChildren};
use super::guess::{CRITERIA, by_weight, choose, empty_cells, first_open_cell};
use super::houses::Houses;
use super::lane_table::LaneTable;
use super::layout::LaneCandidates;
use super::load::{self, Loaded};
use super::memory::*;
use super::moves::{LanesToList, NewToLanes, PoolToLanes, WaitingList};
use super::private_stacks::PrivateStacks;
use super::puzzles::{Excluded, Puzzles};
use super::queues::{DISCARDED, Queues};
use super::records::{FoundSolution, GuessDecision, GuessRequest, Records};
use super::schedule::{Action, LaneSets, Plan, RefillSource, plan, refill_source};
use super::sweep::{LaneNodes, LaneStates};
use super::weights::{CellWeights, LEVELS, WEIGHT_TABLES};
use super::{BY_WEIGHT, FIND_ANOTHER, FIND_LEAST, SOLVE};
use crate::Outcome;
use crate::vectors::{HasLanes, KernelCode, Lanes, all_lanes};

/// The bounds of a search in a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Slots of the pool that may be filled, at most [`POOL_SLOTS`].
    pub(super) pool: usize,
    /// Rows for private stacks, at most [`ROWS`].
    pub(super) rows: usize,
    /// Whether [`SOLVE`] leaves a puzzle that looks as though it had several solutions: as `Multiple`, without a
    /// solution.
    pub(super) leaves_several: bool,
}

impl Bounds {
    /// All of the memory.
    pub(crate) const ALL_MEMORY: Self = Bounds { pool: POOL_SLOTS, rows: ROWS, leaves_several: false };

    /// The same bounds for a search that is followed by one for the least solutions.
    pub(crate) const fn before_least(self) -> Self {
        Bounds { leaves_several: true, ..self }
    }
}

/// Placeholder for a puzzle outside the input: 1 in all cells, which is invalid in both encodings.
const PLACEHOLDER: [u8; 81] = [1; 81];

/// A search in a batch: one puzzle for each outcome. The outcomes are [records](super::records) until they are closed.
///
/// The engine is compiled for each [job](super::search), so no job pays for another.
pub(super) struct BatchSearch<'a, H, const JOB: u8> {
    pub(super) houses: H,
    pub(super) memory: &'a mut BatchStorage,
    pub(super) puzzles: Puzzles<'a>,
    pub(super) excluded: Excluded<'a>,
    pub(super) outcomes: &'a mut [Outcome],
    pub(super) bounds: Bounds,
}

impl<P: HasLanes, H: Houses, const JOB: u8> KernelCode<P> for BatchSearch<'_, H, JOB> {
    type Output = ();

    #[inline(always)]
    fn run(self, proof: P) {
        self.on::<P::Vectors>(proof);
    }
}

impl<H: Houses, const JOB: u8> BatchSearch<'_, H, JOB> {
    /// Searches on these vectors.
    #[inline(always)]
    pub(super) fn on<V: Lanes>(self, proof: V::Proof) {
        const { assert!(V::LANES <= MAX_LANES) };
        let BatchSearch { houses, memory, puzzles, excluded, outcomes, bounds } = self;
        let zero = V::splat(proof, 0);
        let mut records = Records::new(outcomes);
        records.guess_limit = H::GUESS_LIMIT;
        let mut engine = BatchEngine::<V, H, JOB> {
            houses,
            bounds,
            puzzles,
            excluded,
            frontier: Frontier {
                proof,
                nodes: LaneNodes {
                    candidates: [[[zero; 3]; 3]; 3],
                    open: zero,
                    filled: zero,
                    known: [zero; 3],
                },
                busy: 0,
                queues: Queues::new(&mut memory.queues),
            },
            table: LaneTable::new(proof),
            stacks: PrivateStacks::new(&mut memory.stacks, bounds.rows),
            weights: &mut memory.weights,
            next: records.next_open(0),
            records,
        };
        engine.run();
    }
}

struct BatchEngine<'a, V: Lanes, H, const JOB: u8> {
    houses: H,
    bounds: Bounds,
    puzzles: Puzzles<'a>,
    excluded: Excluded<'a>,
    /// Number of puzzles started.
    next: usize,
    frontier: Frontier<'a, V>,
    table: LaneTable<V>,
    stacks: PrivateStacks<'a>,
    records: Records<'a, JOB>,
    /// By puzzle, modulo their number.
    weights: &'a mut [CellWeights; WEIGHT_TABLES],
}

impl<'a, V: Lanes, H: Houses, const JOB: u8> BatchEngine<'a, V, H, JOB> {
    /// Whether to guess early: below the first guess, until the first contradiction, a node is guessed on after a sweep
    /// that fills almost nothing. On eight lanes, a puzzle with many solutions then takes a fifth fewer sweeps and a
    /// tenth more guesses. On sixteen lanes the two effects cancel. A search for another solution nearly always has to
    /// guess, so it guesses early from the start. A search for the least solution does so below its first guess,
    /// whatever contradictions it meets.
    const GUESSES_EARLY: bool = V::LANES < 16 || JOB == FIND_LEAST;

    /// The budget of a puzzle at first. One searched by weight has thousands of nodes, and shares them all.
    const FIRST_BUDGET: u32 = if JOB == BY_WEIGHT { 0 } else { BUDGET };

    /// Sweeps until no node and no puzzle is left.
    #[inline(always)]
    fn run(&mut self) {
        let mut states = LaneStates::default();
        loop {
            if self.frontier.queues.settled >= V::LANES {
                self.check();
            }
            if self.is_inconsistent() {
                self.restart();
                states = LaneStates::default();
            }
            let sets = self.classify(states);
            let plan = plan(V::LANES, sets, self.frontier.queues.backlog(self.has_puzzles()));
            let mut exchange = None;
            match plan.action {
                Action::Sweep => {}
                Action::Guess => {
                    self.leave_several();
                    let leaving = self.send_all_but_one_kind(plan);
                    self.guess(leaving);
                }
                Action::Exchange => {
                    let leaving = self.send_all_but_one_kind(plan);
                    let leaving = self.leave(leaving);
                    let entering = self.enter(plan.vacant, plan.vacant.count_ones() as usize);
                    exchange = Some((leaving, entering));
                }
                Action::Start => {
                    let leaving = self.send_all_but_one_kind(plan);
                    self.start(leaving);
                }
                Action::Refill => {
                    let leaving = self.send_all_but_one_kind(plan);
                    self.send(leaving);
                    self.refill();
                    if self.frontier.busy == 0 {
                        // The last solution of a puzzle has freed all lanes at once, or nothing is left.
                        states = LaneStates::default();
                        continue;
                    }
                }
                Action::Done => break,
            }
            states = self.frontier.sweep(exchange, self.houses);
            self.table.count_sweep(self.frontier.busy);
            #[cfg(test)]
            super::trace::tests::record(&self.frontier, &self.table.puzzle, states);
        }
        self.table.record_all(&mut self.records);
        self.records.add_all_pending();
        if self.is_inconsistent() {
            self.restart();
        }
        // A row that is not released would be missing for the rest of the batch.
        debug_assert!(self.stacks.all_are_free(self.bounds.rows));
    }

    /// Leaves the puzzles of the next vector of stuck nodes that look as though they had several solutions. (As part of
    /// the guess, it makes a batch six percent slower on AVX2.)
    #[inline(always)]
    fn leave_several(&mut self) {
        if JOB == SOLVE && self.bounds.leaves_several && self.records.has_many_several(self.next) {
            let stuck = self.frontier.queues.stuck;
            let from = stuck.saturating_sub(V::LANES);
            self.records.leave(self.frontier.queues.list(WaitingList::Stuck), from, stuck - from);
        }
    }

    /// Whether there is a puzzle that has not been started.
    #[inline(always)]
    fn has_puzzles(&self) -> bool {
        self.next < self.records.puzzles()
    }

    /// Whether an internal invariant is violated: a queue overflowed, or the number of a puzzle or row was out of
    /// range. No index is out of bounds even then. The engine gives up all puzzles that it has started, and continues
    /// with the others.
    #[inline(always)]
    fn is_inconsistent(&self) -> bool {
        self.frontier.queues.inconsistent | self.stacks.inconsistent | self.records.inconsistent
    }

    /// Gives up all puzzles that have been started, and discards their nodes.
    #[inline(always)]
    fn restart(&mut self) {
        self.frontier.busy = 0;
        self.table.discard_sweeps(all_lanes(V::LANES));
        self.frontier.queues.clear();
        self.stacks.clear(self.bounds.rows);
        self.records.give_up_all(self.next);
    }

    /// Resumes the private stacks of finished nodes and returns the resulting sets of lanes. Finished nodes with an
    /// empty stack have left their lanes, or are settled.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn classify(&mut self, states: LaneStates) -> LaneSets {
        let with_stack = self.table.with_stack();
        let contradicted = states.contradiction & self.frontier.busy;
        let settled = states.settled & self.frontier.busy;
        if JOB == BY_WEIGHT && contradicted != 0 {
            self.learn(contradicted);
        }
        if (contradicted | settled) & with_stack != 0 {
            self.backtrack(contradicted & with_stack, settled & with_stack);
        }
        self.frontier.busy &= !(contradicted & !with_stack);
        let busy = self.frontier.busy;
        let settled = settled & !with_stack & busy;
        let mut stuck = states.stuck & busy;
        if Self::GUESSES_EARLY {
            let open = busy & !(states.contradiction | states.settled);
            let may_guess_early = if JOB == FIND_ANOTHER { all_lanes(V::LANES) } else { with_stack };
            let early = open & may_guess_early & self.table.without_contradiction();
            if early != 0 {
                stuck |= early & self.frontier.nodes.barely_changed();
            }
        }
        LaneSets { busy, stuck, settled }
    }

    /// Raises the weights of the cells without a candidate.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn learn(&mut self, contradicted: u32) {
        let mut empty = [[0; MAX_LANES]; 3];
        for (words, cells) in empty.iter_mut().zip(empty_cells(&self.frontier.nodes.candidates)) {
            cells.store(words);
        }
        let mut lanes = contradicted;
        while lanes != 0 {
            let lane = first_of(lanes);
            lanes &= lanes - 1;
            let [a, b, c] = &empty;
            self.weights[self.table.puzzle[lane] as usize % WEIGHT_TABLES].raise([a[lane], b[lane], c[lane]]);
        }
    }

    /// Replaces nodes that met a contradiction or have no open cell with the next nodes of their private stacks.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn backtrack(&mut self, contradicted: u32, settled: u32) {
        let (mut resumed, mut first, mut last) = (contradicted | settled, 0, 0);
        if settled != 0 {
            let mut solved = self.solved(&self.frontier.nodes.candidates) & settled;
            while solved != 0 {
                let lane = first_of(solved);
                solved &= solved - 1;
                match self.records.found(self.table.puzzle[lane]) {
                    FoundSolution::First => first |= 1 << lane,
                    FoundSolution::Last { is_shared, is_read } => {
                        last |= u32::from(is_read) << lane;
                        self.finish_puzzle(lane, is_shared);
                        resumed &= !(1 << lane);
                    }
                    FoundSolution::OutOfRange => {}
                }
            }
            if first | last != 0 {
                // The boards are read later, a vector at a time.
                let leaving = self.copy(first | last, WaitingList::Settled);
                let stack_word = V::splat(self.frontier.proof, ALREADY_COUNTED);
                let list = self.frontier.queues.list(WaitingList::Settled);
                stack_word.store(list.slots_mut(STACK_WORD, leaving.at));
                self.frontier.store_candidates(&leaving);
            }
        }
        while resumed != 0 {
            let lane = first_of(resumed);
            resumed &= resumed - 1;
            self.resume(lane, first >> lane & 1 == 1);
        }
    }

    /// Frees the lane of a finished puzzle and, if it is shared, discards all its other nodes.
    #[inline(always)]
    fn finish_puzzle(&mut self, lane: usize, is_shared: bool) {
        self.frontier.busy &= !(1 << lane);
        self.stacks.release(core::mem::take(&mut self.table.stack_word[lane]));
        if is_shared {
            self.discard(self.table.puzzle[lane]);
        }
    }

    /// Discards all nodes of a finished puzzle, except those in the waiting lists: these are discarded when they are
    /// taken from there.
    #[inline(always)]
    fn discard(&mut self, puzzle: u32) {
        let number = V::splat(self.frontier.proof, puzzle);
        let mut lanes = self.table.puzzles().equal_bits(number) & self.frontier.busy;
        self.frontier.busy &= !lanes;
        while lanes != 0 {
            let lane = first_of(lanes);
            lanes &= lanes - 1;
            self.stacks.release(core::mem::take(&mut self.table.stack_word[lane]));
        }
        self.frontier.queues.discard(number, &mut self.stacks);
    }

    /// Moves the top of a lane's private stack into the lane, after a contradiction or (`is_solution`) a solution.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn resume(&mut self, lane: usize, is_solution: bool) {
        let proof = self.frontier.proof;
        let stack_word = self.table.stack_word[lane];
        // The stack is empty if another lane has finished the puzzle meanwhile.
        let Some((row, slot)) = self.stacks.top(stack_word) else { return };
        let saved = &self.stacks.memory.rows[row].0;
        let mask = V::mask(proof, 1 << lane);
        let nodes = &mut self.frontier.nodes;
        for (word, saved) in nodes.candidates.as_flattened_mut().as_flattened_mut().iter_mut().zip(saved) {
            *word = V::blend(mask, V::splat(proof, saved[slot]), *word);
        }
        nodes.open = V::blend(mask, V::splat(proof, saved[OPEN][slot]), nodes.open);
        let budget = stack_word & BUDGET;
        // In order, all nodes of a puzzle stay in its lane and its stack.
        let is_free = is_solution || JOB == FIND_LEAST;
        let budget = if is_free { budget } else { budget.saturating_sub(ONE_CONTRADICTION) };
        self.table.stack_word[lane] = saved[STACK_WORD][slot] | budget;
        self.stacks.release_slot(row, slot);
    }

    /// Copies nodes to a waiting list, except for their candidates. The lanes keep them.
    #[inline(always)]
    fn copy(&mut self, lanes: u32, list: WaitingList) -> LanesToList<V> {
        let leaving = self.frontier.copy(lanes, list);
        let list = self.frontier.queues.list(list);
        leaving.store_word(list, PUZZLE, self.table.puzzles());
        leaving.store_word(list, STACK_WORD, self.table.stack_words());
        leaving
    }

    /// Moves nodes from their lanes to a waiting list, except for their candidates.
    #[inline(always)]
    fn leave(&mut self, (lanes, list): (u32, WaitingList)) -> LanesToList<V> {
        self.frontier.busy &= !lanes;
        self.copy(lanes, list)
    }

    /// Moves nodes from their lanes to a waiting list.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn send(&mut self, leaving: (u32, WaitingList)) {
        let leaving = self.leave(leaving);
        self.frontier.store_candidates(&leaving);
    }

    /// Each action can move nodes of one kind to their list at no extra cost. If the plan has both kinds, this moves
    /// the settled ones now. Returns the nodes still to be moved.
    #[inline(always)]
    fn send_all_but_one_kind(&mut self, plan: Plan) -> (u32, WaitingList) {
        if plan.stuck == 0 {
            return (plan.settled, WaitingList::Settled);
        }
        if plan.settled != 0 {
            self.send((plan.settled, WaitingList::Settled));
        }
        (plan.stuck, WaitingList::Stuck)
    }

    /// Fills idle lanes until no node and no puzzle is left for them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn refill(&mut self) {
        loop {
            let backlog = self.frontier.queues.backlog(self.has_puzzles());
            match refill_source(V::LANES, self.frontier.busy, backlog) {
                RefillSource::Pool => {
                    let idle = self.frontier.idle();
                    let entering = self.enter(idle, backlog.pool.min(idle.count_ones() as usize));
                    self.frontier.load_candidates(&entering);
                }
                RefillSource::Puzzles => self.start((0, WaitingList::Stuck)),
                RefillSource::Guess => self.guess((0, WaitingList::Stuck)),
                RefillSource::Check => self.check(),
                RefillSource::Nothing => return,
            }
        }
    }

    /// Moves the last `count` nodes of the pool to the lowest of the idle lanes, except for their candidates.
    #[inline(always)]
    fn enter(&mut self, idle: u32, count: usize) -> PoolToLanes<V> {
        let (lanes, entering) = self.frontier.enter(idle, count);
        self.table.reset(lanes, entering.lanes, &mut self.records);
        let pool = &self.frontier.queues.memory.pool;
        let puzzles: V = entering.load_word(pool, PUZZLE, self.table.puzzles());
        puzzles.store(&mut self.table.puzzle);
        entering.load_word(pool, STACK_WORD, self.table.stack_words()).store(&mut self.table.stack_word);
        let discarded = puzzles.equal_bits(V::splat(self.frontier.proof, DISCARDED)) & lanes;
        self.frontier.busy &= !discarded;
        self.table.discard_sweeps(discarded);
        entering
    }

    /// Moves the new nodes in the lanes `live` of a vector to idle lanes and to the pool, except for their candidates.
    #[inline(always)]
    fn assign_new(&mut self, live: u32, puzzles: V, stack_words: V, open: V) -> NewToLanes<V> {
        let (lanes, new) = self.frontier.assign_new(live, open);
        self.table.reset(lanes, new.lanes, &mut self.records);
        let pool = &mut self.frontier.queues.memory.pool;
        let puzzles = new.move_word(pool, PUZZLE, puzzles, self.table.puzzles());
        puzzles.store(&mut self.table.puzzle);
        let stack_words = new.move_word(pool, STACK_WORD, stack_words, self.table.stack_words());
        stack_words.store(&mut self.table.stack_word);
        new
    }

    /// Loads the next `count` puzzles, one into each lane.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(&self, count: usize) -> Loaded<V> {
        let proof = self.frontier.proof;
        match self.puzzles {
            Puzzles::Cells { bytes, stride, encoding } => {
                let mut cells = [&PLACEHOLDER; MAX_LANES];
                for (lane, cells) in cells.iter_mut().enumerate().take(count) {
                    let bytes = bytes.get((self.next + lane) * stride..);
                    *cells = bytes.and_then(|bytes| bytes.first_chunk()).unwrap_or(&PLACEHOLDER);
                }
                load::cells(proof, &cells, encoding)
            }
            Puzzles::Candidates(all) => {
                let all = all.get(self.next..).unwrap_or_default();
                load::candidates(proof, all.get(..count).unwrap_or(all))
            }
        }
    }

    /// Starts up to a vector of puzzles while nodes leave their lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn start(&mut self, leaving: (u32, WaitingList)) {
        let proof = self.frontier.proof;
        let count = self.records.puzzles().saturating_sub(self.next).min(V::LANES);
        let mut loaded = self.load(count);
        if JOB == FIND_ANOTHER {
            let excluded = self.excluded.get(self.next..).unwrap_or_default();
            load::exclude(proof, &mut loaded, excluded.get(..count).unwrap_or(excluded));
        }
        // A puzzle with too few clues nearly always has many solutions. The single engine finds them just as fast, and
        // here its deep private stacks would take rows from other puzzles.
        let all = all_lanes(count);
        let left_alone = if H::FEW_CLUES { 0 } else { loaded.left_alone & !loaded.invalid };
        let (invalid, not_searched) = (loaded.invalid & all, left_alone & all);
        let live = self.records.open(self.next, count, invalid, not_searched);

        if JOB == BY_WEIGHT {
            for number in self.next..self.next + count {
                if live >> (number - self.next) & 1 == 1 {
                    self.weights[number % WEIGHT_TABLES] = CellWeights::new();
                }
            }
        }
        let leaving = self.leave(leaving);
        let puzzles = V::splat(proof, self.next as u32) + V::positions(proof, all_lanes(V::LANES));
        let new =
            self.assign_new(live, puzzles, V::splat(proof, Self::FIRST_BUDGET), V::splat(proof, u32::MAX));
        self.frontier.move_new(&loaded.candidates, &leaving, &new);
        self.next = self.records.next_open(self.next + count);
    }

    /// Guesses on up to a vector of waiting stuck nodes and saves their children, while other nodes leave their lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn guess(&mut self, leaving: (u32, WaitingList)) {
        let proof = self.frontier.proof;
        let queues = &mut self.frontier.queues;
        let (count, from) = queues.take_vector::<V>(WaitingList::Stuck);
        let parents = queues.load_candidates::<V>(proof, WaitingList::Stuck, from);
        let list = queues.list(WaitingList::Stuck);
        let puzzles = V::load(proof, list.slots(PUZZLE, from));
        let stack_words = V::load(proof, list.slots(STACK_WORD, from));
        let open = V::load(proof, list.slots(OPEN, from));
        let mut puzzle = [0; MAX_LANES];
        let mut stack_word = [0; MAX_LANES];
        puzzles.store(&mut puzzle);
        stack_words.store(&mut stack_word);

        // The nodes to guess on (`live`), and those whose second child stays private.
        let pool_is_full = self.frontier.queues.pool + 2 * V::LANES > self.bounds.pool;
        let within_budget = (stack_words & V::splat(proof, BUDGET)).nonzero_bits();
        let private = if self.stacks.has_free_row() { within_budget } else { 0 };
        let mut live = 0u32;
        for lane in 0..count {
            let request = GuessRequest { is_shared: private >> lane & 1 == 0, pool_is_full };
            match self.records.guess(puzzle[lane], request) {
                GuessDecision::Guess => live |= 1 << lane,
                GuessDecision::GiveUp => self.discard(puzzle[lane]),
                GuessDecision::Drop => {}
            }
        }
        let mut dropped = all_lanes(count) & !live;
        while dropped != 0 {
            self.stacks.release(stack_word[first_of(dropped)]);
            dropped &= dropped - 1;
        }
        let tops = stack_words & V::splat(proof, !BUDGET);
        let budgets = stack_words & V::splat(proof, BUDGET);
        let private = live & private;
        let row = if private != 0 { self.stacks.reserve() } else { 0 };
        let number = V::positions(proof, all_lanes(V::LANES));
        let pushed = (budgets | V::splat(proof, stack_top(row, 0))) + number;
        let stack_words = V::blend(V::mask(proof, private), pushed, tops);

        let leaving = self.leave(leaving);
        let shared = live & !private;
        let at = self.frontier.queues.extend_pool(shared.count_ones() as usize);
        let pool = &mut self.frontier.queues.memory.pool;
        let shared = V::positions(proof, shared);
        puzzles.permute(shared).store(pool.slots_mut(PUZZLE, at));
        V::splat(proof, 0).store(pool.slots_mut(STACK_WORD, at));
        open.permute(shared).store(pool.slots_mut(OPEN, at));
        let new = self.assign_new(live, puzzles, stack_words, open);
        let StackMemory { rows, used_slots, .. } = &mut *self.stacks.memory;
        let mut row_slots = None;
        if private != 0 {
            tops.store(&mut rows[row].0[STACK_WORD]);
            open.store(&mut rows[row].0[OPEN]);
            used_slots[row] = private as u16;
            row_slots = Some(&mut rows[row]);
        }
        let seconds = SecondChildren { shared: Some(shared), at, row: row_slots };
        if JOB == BY_WEIGHT {
            let mut levels = [[[0; MAX_LANES]; 3]; LEVELS];
            for lane in 0..count {
                let weights = &self.weights[puzzle[lane] as usize % WEIGHT_TABLES];
                for (words, cells) in levels.as_flattened_mut().iter_mut().zip(weights.levels.as_flattened())
                {
                    words[lane] = *cells;
                }
            }
            self.frontier.branch(&parents, &by_weight(&parents, &levels), &leaving, &new, seconds);
        } else if JOB == FIND_LEAST {
            self.frontier.branch(&parents, &first_open_cell(&parents), &leaving, &new, seconds);
        } else {
            self.frontier.branch(&parents, &choose::<V, CRITERIA>(&parents), &leaving, &new, seconds);
        }
    }

    /// Lanes whose settled node is a solution.
    #[inline(always)]
    fn solved(&self, x: &LaneCandidates<V>) -> u32 {
        load::solved(x) & self.houses.agree(x)
    }

    /// Checks up to a vector of waiting settled nodes, and records the solutions.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn check(&mut self) {
        let proof = self.frontier.proof;
        let queues = &mut self.frontier.queues;
        let (count, from) = queues.take_vector::<V>(WaitingList::Settled);
        let candidates = queues.load_candidates::<V>(proof, WaitingList::Settled, from);
        let list = queues.list(WaitingList::Settled);
        let mut puzzle = [0; MAX_LANES];
        let mut stack_word = [0; MAX_LANES];
        V::load(proof, list.slots(PUZZLE, from)).store(&mut puzzle);
        V::load(proof, list.slots(STACK_WORD, from)).store(&mut stack_word);

        let solved = self.solved(&candidates);
        let mut digits = [[[0; 16]; MAX_LANES]; load::QUADS];
        load::write_solutions(&candidates, &mut digits);
        for lane in 0..count {
            if solved >> lane & 1 == 0 {
                continue;
            }
            let already_counted = stack_word[lane] == ALREADY_COUNTED;
            if self.records.write(puzzle[lane], already_counted, lane, &digits) {
                self.discard(puzzle[lane]);
            }
        }
    }
}
