//! A trace of the batch engine, sweep by sweep: the node of every lane, and what the sweep has done to it.
//!
//! The engine itself is made for vectors. This trace applies the plain rules of the [reference](crate::reference) to
//! one lane after another, but keeps the engine's schedule, its records, its memory and its bounds. So it is exact:
//! after every sweep it has the same puzzles in the same lanes, with the same candidates, as the engine with as many
//! lanes; a test compares them. It is simpler in two ways:
//!
//! - Nodes move at once, not together with the next sweep.
//! - A lane with a contradiction shows the candidates by the rules. In the engine they mean nothing then.
//!
//! Without refilling, it does what a plain program for vectors would do: each lane keeps its puzzle, guesses and goes
//! back on its own, and new puzzles begin when all lanes are finished.

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::SOLVE;
use super::layout::{node_cells, node_words};
use super::load::QUADS;
use super::memory::*;
use super::moves::WaitingList;
use super::private_stacks::PrivateStacks;
use super::queues::DISCARDED;
use super::records::{FoundSolution, GIVEN_UP, GuessDecision, GuessRequest, Records, close};
use super::schedule::{Action, Backlog, LaneSets, Plan, RefillSource, plan, refill_source};
use crate::reference::{self, Candidates, Direction, cells_of_box};
use crate::vectors::all_lanes;
use crate::{Outcome, Status};

/// Bits of a [`LaneEvent`]: what a sweep has done to the node of a lane. A sweep without any of them has made progress.
pub mod event {
    /// It was the first sweep of the lane's puzzle.
    pub const BEGINS: u8 = 1;
    /// The node is stuck, and leaves its lane for a guess.
    pub const GUESS: u8 = 2;
    /// It has no solution. The next node of the lane's private stack follows, if there is one.
    pub const CONTRADICTION: u8 = 4;
    /// It is a solution.
    pub const SOLUTION: u8 = 8;
    /// The puzzle is decided: it has no other node, or it has a second solution. The engine may notice a second
    /// solution a few sweeps later; until then, it goes on with other nodes of the puzzle.
    pub const DONE: u8 = 16;
    /// Nothing: the node was settled before, and waits until others can leave together with it.
    pub const WAITING: u8 = 32;
    /// Nothing: the lane has no node.
    pub const IDLE: u8 = 64;
}

/// A lane in a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct LaneEvent {
    /// The number of its puzzle; meaningless in an idle lane.
    pub puzzle: u32,
    /// What has happened: bits of [`event`].
    pub event: u8,
    /// The nodes that wait in its private stack: second children of its guesses.
    pub stacked: u8,
    /// The open cells after the sweep.
    pub open: u8,
    /// Zero.
    pub reserved: u8,
}

impl LaneEvent {
    const IDLE: Self = Self { puzzle: 0, event: event::IDLE, stacked: 0, open: 0, reserved: 0 };
}

/// A node: 27 words of candidates, its puzzle, its stack word, and its open cells before the sweep.
type TraceNode = [u32; NODE_WORDS];

/// The open cells of a new puzzle, before its first sweep.
const NEW: u32 = u32::MAX;

/// A trace of a batch. About 620 KiB.
///
/// ```
/// use lanedoku::trace::{LanesTrace, event};
/// use lanedoku::{Outcome, Status};
///
/// let puzzles = ["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."; 20]
///     .map(|text| *text.parse::<lanedoku::Grid>().unwrap().digits());
/// let mut memory = Box::new_uninit();
/// let trace = LanesTrace::write_new(&mut memory);
/// trace.begin(16, true);
/// let mut outcomes = [Outcome::INVALID; 20];
/// let mut done = 0;
/// while trace.sweep(&puzzles, &mut outcomes) {
///     done += trace.lanes().iter().filter(|lane| lane.event & event::DONE != 0).count();
/// }
/// assert!(outcomes.iter().all(|outcome| outcome.status == Status::Unique));
/// assert_eq!((done, trace.done()), (20, 20));
/// ```
pub struct LanesTrace {
    memory: BatchStorage,
    state: LaneBoard,
}

/// All of a trace but the memory of the engine.
struct LaneBoard {
    lanes: usize,
    refills: bool,
    /// Whether nothing is left.
    over: bool,
    /// Number of puzzles started.
    next: usize,
    /// The nodes in the lanes, and which lanes have one.
    nodes: [TraceNode; MAX_LANES],
    busy: u32,
    /// Numbers of nodes and of free rows.
    pool: usize,
    stuck: usize,
    settled: usize,
    free_rows: usize,
    /// The states after the last sweep; nodes to be guessed on early count as stuck.
    contradiction: u32,
    stuck_lanes: u32,
    settled_lanes: u32,
    events: [LaneEvent; MAX_LANES],
    sweeps: u64,
    busy_sweeps: u64,
    done: u64,
}

impl LanesTrace {
    /// Creates a trace in memory allocated by the caller, without a copy on the stack. Afterwards the memory is
    /// initialized: an owner may call `Box::assume_init`. [`begin`](Self::begin) comes next.
    pub const fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        // SAFETY: the pointer is to the memory of one trace. A trace consists of integers and of `bool`s, so all bytes
        // 0 are a valid one.
        unsafe {
            memory.as_mut_ptr().write_bytes(0, 1);
            memory.assume_init_mut()
        }
    }

    /// Begins a batch on so many lanes, at most 16. AVX-512 has 16, AVX2 has 8. With `refills`, the schedule is the
    /// engine's; otherwise new puzzles begin when all lanes are finished. One lane without refills takes one puzzle
    /// after the other; with refills, it begins others while nodes wait for a guess.
    pub fn begin(&mut self, lanes: usize, refills: bool) {
        self.state = LaneBoard {
            lanes: lanes.clamp(1, MAX_LANES),
            refills,
            over: false,
            next: 0,
            nodes: [[0; NODE_WORDS]; MAX_LANES],
            busy: 0,
            pool: 0,
            stuck: 0,
            settled: 0,
            free_rows: ROWS,
            contradiction: 0,
            stuck_lanes: 0,
            settled_lanes: 0,
            events: [LaneEvent::IDLE; MAX_LANES],
            sweeps: 0,
            busy_sweeps: 0,
            done: 0,
        };
        PrivateStacks::new(&mut self.memory.stacks, ROWS);
    }

    /// Makes the next sweep. Returns false if nothing is left.
    ///
    /// The puzzles (81 digits, 0 for an open cell) and the outcomes, one for each, are the same in every call. The
    /// outcomes are complete when this returns false: they are those of the engine, in which `steps` are sweeps. Until
    /// then, of a puzzle that has begun, `Unique` means that one solution has been found. A puzzle of fewer than 17
    /// clues takes no lane, and a few puzzles are given up after hundreds of guesses. Their status is `OutOfSteps`; in
    /// a batch, another engine solves them. Of several solutions, the outcome has any.
    pub fn sweep(&mut self, puzzles: &[[u8; 81]], outcomes: &mut [Outcome]) -> bool {
        let state = &mut self.state;
        if state.over || state.lanes == 0 {
            return false;
        }
        let BatchStorage { queues, stacks, .. } = &mut self.memory;
        let stacks = PrivateStacks::with_free_rows(stacks, state.free_rows);
        let records = Records::new(outcomes);
        let mut batch = Batch { state, queues, stacks, records, puzzles };
        let goes_on = if batch.state.refills { batch.prepare() } else { batch.prepare_without_refill() };
        if goes_on {
            batch.sweep();
        }
        batch.state.free_rows = batch.stacks.free_rows();
        if !goes_on {
            self.state.over = true;
            self.state.events = [LaneEvent::IDLE; MAX_LANES];
            outcomes.iter_mut().for_each(close::<SOLVE>);
        }
        goes_on
    }

    /// The lanes in the last sweep.
    pub fn lanes(&self) -> &[LaneEvent] {
        &self.state.events[..self.state.lanes]
    }

    /// The candidates of a lane after the last sweep: 27 words of 27 bits, see the drawing in `src/batch/mod.rs`. In an
    /// idle lane they are those of its last node.
    pub fn words(&self, lane: usize) -> &[u32; 27] {
        self.state.nodes[lane % MAX_LANES].first_chunk().unwrap_or(&[0; 27])
    }

    /// The same as 81 masks, row by row: bit 0 for digit 1.
    pub fn candidates(&self, lane: usize) -> [u16; 81] {
        cells_of(&self.state.nodes[lane % MAX_LANES])
    }

    /// The sweeps so far. Each is one for all lanes.
    pub fn sweeps(&self) -> u64 {
        self.state.sweeps
    }

    /// The sum over all sweeps of the lanes that were at work: neither idle nor waiting.
    pub fn busy_sweeps(&self) -> u64 {
        self.state.busy_sweeps
    }

    /// The puzzles done so far, by the lanes' events.
    pub fn done(&self) -> u64 {
        self.state.done
    }
}

fn cells_of(node: &TraceNode) -> Candidates {
    node_cells(&|index| node[index])
}

/// Reads a node from a slot.
fn read<const N: usize>(slots: &NodeSlots<N>, at: usize) -> TraceNode {
    from_fn(|word| slots.0[word][at.min(N - 1)])
}

/// Writes a node to a slot.
fn write<const N: usize>(slots: &mut NodeSlots<N>, at: usize, node: &TraceNode) {
    for (slots, &word) in slots.0.iter_mut().zip(node) {
        slots[at.min(N - 1)] = word;
    }
}

/// The lanes of a set, from the lowest on.
fn each(lanes: u32) -> impl Iterator<Item = usize> + Clone {
    (0..MAX_LANES).filter(move |lane| lanes >> lane & 1 == 1)
}

/// A batch between two sweeps. Its methods are those of `Engine` and its parts, by the same names, one node at a time.
struct Batch<'a> {
    state: &'a mut LaneBoard,
    queues: &'a mut QueueMemory,
    stacks: PrivateStacks<'a>,
    records: Records<'a, SOLVE>,
    puzzles: &'a [[u8; 81]],
}

impl Batch<'_> {
    /// Moves nodes until the lanes are ready for a sweep. Returns false if nothing is left.
    fn prepare(&mut self) -> bool {
        loop {
            if self.state.settled >= self.state.lanes {
                self.check();
            }
            let sets = self.classify();
            let plan = plan(self.state.lanes, sets, self.backlog());
            match plan.action {
                Action::Sweep => {}
                Action::Guess => self.guess(plan),
                Action::Exchange => {
                    self.leave_all(plan);
                    self.enter(plan.vacant.count_ones() as usize);
                }
                Action::Start => self.start(plan),
                Action::Refill => {
                    self.leave_all(plan);
                    self.refill();
                    if self.state.busy == 0 {
                        self.no_states();
                        continue;
                    }
                }
                Action::Done => return false,
            }
            return true;
        }
    }

    /// The same without refilling.
    fn prepare_without_refill(&mut self) -> bool {
        let sets = self.classify();
        self.leave(sets.settled, WaitingList::Settled);
        while self.state.settled > 0 {
            self.check();
        }
        self.guess_in_place(sets.stuck & self.state.busy);
        while self.state.busy == 0 {
            if !self.has_puzzles() {
                return false;
            }
            self.start(NOTHING_LEAVES);
        }
        true
    }

    fn no_states(&mut self) {
        let state = &mut self.state;
        (state.contradiction, state.stuck_lanes, state.settled_lanes) = (0, 0, 0);
    }

    fn has_puzzles(&self) -> bool {
        self.state.next < self.puzzles.len()
    }

    fn backlog(&self) -> Backlog {
        let LaneBoard { pool, stuck, settled, .. } = *self.state;
        Backlog { pool, stuck, settled, has_puzzles: self.has_puzzles() }
    }

    fn idle(&self) -> u32 {
        all_lanes(self.state.lanes) & !self.state.busy
    }

    /// Lanes whose private stack is not empty.
    fn with_stack(&self) -> u32 {
        self.lanes_where(|node| node[STACK_WORD] & !BUDGET != 0)
    }

    /// The lanes whose node meets a condition.
    fn lanes_where(&self, is_met: impl Fn(&TraceNode) -> bool) -> u32 {
        each(all_lanes(self.state.lanes))
            .fold(0, |lanes, lane| lanes | u32::from(is_met(&self.state.nodes[lane])) << lane)
    }

    fn classify(&mut self) -> LaneSets {
        let with_stack = self.with_stack();
        let contradicted = self.state.contradiction & self.state.busy;
        let settled = self.state.settled_lanes & self.state.busy;
        self.backtrack(contradicted & with_stack, settled & with_stack);
        self.state.busy &= !(contradicted & !with_stack);
        let busy = self.state.busy;
        LaneSets { busy, stuck: self.state.stuck_lanes & busy, settled: settled & !with_stack & busy }
    }

    fn backtrack(&mut self, contradicted: u32, settled: u32) {
        let (mut resumed, mut first) = (contradicted | settled, 0);
        for lane in each(settled) {
            let node = self.state.nodes[lane];
            if !reference::is_solution(&cells_of(&node)) {
                continue;
            }
            match self.records.found(node[PUZZLE]) {
                FoundSolution::First => first |= 1 << lane,
                FoundSolution::Last { is_shared, .. } => {
                    self.state.busy &= !(1 << lane);
                    self.release(lane);
                    if is_shared {
                        self.discard(node[PUZZLE]);
                    }
                    resumed &= !(1 << lane);
                }
                FoundSolution::OutOfRange => {}
            }
        }
        for lane in each(first) {
            let mut copy = self.state.nodes[lane];
            copy[STACK_WORD] = ALREADY_COUNTED;
            self.append(WaitingList::Settled, &copy);
        }
        for lane in each(resumed) {
            self.resume(lane, first >> lane & 1 == 1);
        }
    }

    /// Releases the private stack of a lane.
    fn release(&mut self, lane: usize) {
        self.stacks.release(core::mem::take(&mut self.state.nodes[lane][STACK_WORD]));
    }

    fn discard(&mut self, puzzle: u32) {
        let lanes = self.lanes_where(|node| node[PUZZLE] == puzzle) & self.state.busy;
        self.state.busy &= !lanes;
        for lane in each(lanes) {
            self.release(lane);
        }
        for slot in 0..self.state.pool {
            let mut node = read(&self.queues.pool, slot);
            if node[PUZZLE] == puzzle {
                self.stacks.release(node[STACK_WORD]);
                (node[PUZZLE], node[STACK_WORD]) = (DISCARDED, 0);
                write(&mut self.queues.pool, slot, &node);
            }
        }
    }

    fn resume(&mut self, lane: usize, is_solution: bool) {
        let node = &mut self.state.nodes[lane];
        let (puzzle, stack_word) = (node[PUZZLE], node[STACK_WORD]);
        // The stack is empty if another lane has finished the puzzle meanwhile.
        let Some((row, slot)) = self.stacks.top(stack_word) else { return };
        let budget = stack_word & BUDGET;
        let budget = if is_solution { budget } else { budget.saturating_sub(ONE_CONTRADICTION) };
        *node = read(&self.stacks.memory.rows[row], slot);
        node[PUZZLE] = puzzle;
        node[STACK_WORD] |= budget;
        self.stacks.release_slot(row, slot);
    }

    /// Appends a node to a waiting list.
    fn append(&mut self, list: WaitingList, node: &TraceNode) {
        let number = match list {
            WaitingList::Stuck => &mut self.state.stuck,
            WaitingList::Settled => &mut self.state.settled,
        };
        write(&mut self.queues.waiting[list as usize], *number, node);
        *number += 1;
    }

    /// Moves nodes from their lanes to a waiting list.
    fn leave(&mut self, lanes: u32, list: WaitingList) {
        self.state.busy &= !lanes;
        for lane in each(lanes) {
            let node = self.state.nodes[lane];
            self.append(list, &node);
        }
    }

    fn leave_all(&mut self, plan: Plan) {
        self.leave(plan.settled, WaitingList::Settled);
        self.leave(plan.stuck, WaitingList::Stuck);
    }

    /// Takes up to a vector of nodes off the end of a waiting list, in their order.
    fn take(&mut self, list: WaitingList) -> ([TraceNode; MAX_LANES], usize) {
        let number = match list {
            WaitingList::Stuck => &mut self.state.stuck,
            WaitingList::Settled => &mut self.state.settled,
        };
        let count = (*number).min(self.state.lanes);
        *number -= count;
        let (from, list) = (*number, &self.queues.waiting[list as usize]);
        (from_fn(|index| if index < count { read(list, from + index) } else { [0; NODE_WORDS] }), count)
    }

    fn refill(&mut self) {
        loop {
            let backlog = self.backlog();
            match refill_source(self.state.lanes, self.state.busy, backlog) {
                RefillSource::Pool => self.enter(backlog.pool.min(self.idle().count_ones() as usize)),
                RefillSource::Puzzles => self.start(NOTHING_LEAVES),
                RefillSource::Guess => self.guess(NOTHING_LEAVES),
                RefillSource::Check => self.check(),
                RefillSource::Nothing => return,
            }
        }
    }

    /// Moves the last `count` nodes of the pool to the lowest idle lanes.
    fn enter(&mut self, count: usize) {
        self.state.pool -= count;
        for (lane, slot) in each(self.idle()).zip(self.state.pool..self.state.pool + count) {
            self.state.nodes[lane] = read(&self.queues.pool, slot);
            if self.state.nodes[lane][PUZZLE] != DISCARDED {
                self.state.busy |= 1 << lane;
            }
        }
    }

    /// Appends a node to the pool.
    fn push(&mut self, node: &TraceNode) {
        write(&mut self.queues.pool, self.state.pool, node);
        self.state.pool += 1;
    }

    /// Moves a new node to the lowest idle lane or, if there is none, to the pool.
    fn assign_new(&mut self, node: &TraceNode) {
        match each(self.idle()).next() {
            Some(lane) => {
                self.state.nodes[lane] = *node;
                self.state.busy |= 1 << lane;
            }
            None => self.push(node),
        }
    }

    fn start(&mut self, leaving: Plan) {
        let first = self.state.next;
        let count = (self.puzzles.len() - first).min(self.state.lanes);
        let (mut invalid, mut not_searched, mut boards) = (0, 0, [[0; 81]; MAX_LANES]);
        for (lane, puzzle) in self.puzzles[first..first + count].iter().enumerate() {
            // A byte above 9 is invalid, too.
            let clues = puzzle.map(|digit| digit.min(9));
            boards[lane] = reference::from_clues(&clues);
            let collides = reference::collisions(&boards[lane]) != (false, false) || clues != *puzzle;
            let has_few_clues = clues.iter().filter(|&&digit| digit != 0).count() < 17;
            invalid |= u32::from(collides) << lane;
            not_searched |= u32::from(has_few_clues && !collides) << lane;
        }
        self.records.open(first, count, invalid, not_searched);
        self.leave_all(leaving);
        for lane in each(all_lanes(count) & !(invalid | not_searched)) {
            let board = reference::clear_naked_singles(&boards[lane]);
            self.assign_new(&node_of(&board, (first + lane) as u32));
        }
        self.state.next += count;
    }

    fn guess(&mut self, leaving: Plan) {
        let (parents, count) = self.take(WaitingList::Stuck);
        let pool_is_full = self.state.pool + 2 * self.state.lanes > POOL_SLOTS;
        let has_free_row = self.stacks.has_free_row();
        let (mut live, mut private) = (0_u32, 0_u32);
        for (lane, parent) in parents.iter().enumerate().take(count) {
            let is_private = has_free_row && parent[STACK_WORD] & BUDGET != 0;
            let request = GuessRequest { is_shared: !is_private, pool_is_full };
            match self.records.guess(parent[PUZZLE], request) {
                GuessDecision::Guess => {
                    live |= 1 << lane;
                    private |= u32::from(is_private) << lane;
                }
                GuessDecision::GiveUp => self.discard(parent[PUZZLE]),
                GuessDecision::Drop => {}
            }
        }
        for lane in each(all_lanes(count) & !live) {
            self.stacks.release(parents[lane][STACK_WORD]);
        }
        let mut row = 0;
        if private != 0 {
            row = self.stacks.reserve();
            self.stacks.memory.used_slots[row] = private as u16;
        }
        self.leave_all(leaving);
        for lane in each(live & !private) {
            let [_, mut second] = branches(&parents[lane]);
            second[STACK_WORD] = 0;
            self.push(&second);
        }
        for lane in each(live) {
            let [first, second] = branches(&parents[lane]);
            let first = if private >> lane & 1 == 1 {
                self.save(first, (row, lane), second)
            } else {
                with_stack_word(first, first[STACK_WORD] & !BUDGET)
            };
            self.assign_new(&first);
        }
    }

    /// Guesses on the nodes of these lanes. The first child stays in the lane, the second one in its private stack.
    fn guess_in_place(&mut self, lanes: u32) {
        let request = GuessRequest { is_shared: false, pool_is_full: !self.stacks.has_free_row() };
        let mut live = 0_u32;
        for lane in each(lanes) {
            if self.records.guess(self.state.nodes[lane][PUZZLE], request) == GuessDecision::Guess {
                live |= 1 << lane;
            } else {
                self.state.busy &= !(1 << lane);
                self.release(lane);
            }
        }
        if live != 0 {
            let row = self.stacks.reserve();
            self.stacks.memory.used_slots[row] = live as u16;
            for lane in each(live) {
                let [first, second] = branches(&self.state.nodes[lane]);
                self.state.nodes[lane] = self.save(first, (row, lane), second);
            }
        }
    }

    /// Saves the second child of a guess in a slot of the private stacks. Returns the first child on top of it.
    fn save(&mut self, first: TraceNode, (row, slot): (usize, usize), second: TraceNode) -> TraceNode {
        let saved = with_stack_word(second, second[STACK_WORD] & !BUDGET);
        write(&mut self.stacks.memory.rows[row], slot, &saved);
        with_stack_word(first, first[STACK_WORD] & BUDGET | stack_top(row, slot))
    }

    /// Checks up to a vector of settled nodes, and records the solutions.
    fn check(&mut self) {
        let (nodes, count) = self.take(WaitingList::Settled);
        for node in &nodes[..count] {
            let board = cells_of(node);
            if !reference::is_solution(&board) {
                continue;
            }
            let mut digits = [[[0; 16]; MAX_LANES]; QUADS];
            for (cell, digit) in reference::digits(&board).into_iter().enumerate() {
                digits[cell / 16][0][cell % 16] = digit;
            }
            if self.records.write(node[PUZZLE], node[STACK_WORD] == ALREADY_COUNTED, 0, &digits) {
                self.discard(node[PUZZLE]);
            }
        }
    }

    /// Sweeps the lanes, and notes what has happened in each.
    fn sweep(&mut self) {
        let with_stack = self.with_stack();
        let begins = self.lanes_where(|node| node[OPEN] == NEW);
        let waiting = self.lanes_where(|node| node[OPEN] == 0) & self.state.busy;
        self.no_states();
        let state = &mut *self.state;
        for lane in each(state.busy) {
            let node = &mut state.nodes[lane];
            let before = node[OPEN];
            let (board, is_contradicted, open) = apply_rules(&cells_of(node));
            node[..27].copy_from_slice(&node_words(&board));
            node[OPEN] = open;
            // The engine guesses early on fewer than sixteen lanes: after a sweep that fills almost nothing.
            let may_guess_early = state.lanes < MAX_LANES && with_stack >> lane & 1 == 1;
            let guesses_early = may_guess_early
                && node[STACK_WORD] & BUDGET == BUDGET
                && before.wrapping_sub(open).count_ones() <= 2;
            let lanes = if is_contradicted {
                &mut state.contradiction
            } else if open == 0 {
                &mut state.settled_lanes
            } else if open == before || guesses_early {
                &mut state.stuck_lanes
            } else {
                continue;
            };
            *lanes |= 1 << lane;
        }
        state.sweeps += 1;
        state.busy_sweeps += u64::from((state.busy & !waiting).count_ones());
        for lane in each(state.busy) {
            if let Some(record) = self.records.outcomes.get_mut(state.nodes[lane][PUZZLE] as usize) {
                record.steps += 1;
            }
        }
        self.note_events(begins, waiting);
    }

    fn note_events(&mut self, begins: u32, waiting: u32) {
        // The lanes that hold a solution, and those without another node after this one.
        let (mut solutions, mut closed) = (0_u32, waiting);
        for lane in each(waiting) {
            solutions |= u32::from(self.is_solution(lane)) << lane;
        }
        for lane in 0..self.state.lanes {
            let bit = 1 << lane;
            if self.state.busy & bit == 0 {
                self.state.events[lane] = LaneEvent::IDLE;
                continue;
            }
            let node = self.state.nodes[lane];
            let mut event = if begins & bit != 0 { event::BEGINS } else { 0 };
            if waiting & bit != 0 {
                event |= event::WAITING;
            } else if self.state.stuck_lanes & bit != 0 {
                event |= event::GUESS;
            } else if (self.state.contradiction | self.state.settled_lanes) & bit != 0 {
                let is_solution = self.state.settled_lanes & bit != 0 && self.is_solution(lane);
                event |= if is_solution { event::SOLUTION } else { event::CONTRADICTION };
                let known = self.solutions_of(node[PUZZLE], solutions);
                if is_solution {
                    solutions |= bit;
                }
                if node[STACK_WORD] & !BUDGET == 0 {
                    closed |= bit;
                }
                let is_last = is_solution && known == 1 || !self.has_open_node(node[PUZZLE], closed);
                if known < 2 && is_last {
                    event |= event::DONE;
                    self.state.done += 1;
                }
            }
            let open = cells_of(&node).iter().filter(|cell| cell.count_ones() > 1).count();
            self.state.events[lane] = LaneEvent {
                puzzle: node[PUZZLE],
                event,
                stacked: self.stacked(node[STACK_WORD]),
                open: open as u8,
                reserved: 0,
            };
        }
    }

    fn is_solution(&self, lane: usize) -> bool {
        reference::is_solution(&cells_of(&self.state.nodes[lane]))
    }

    /// The solutions of a puzzle that the records, the settled nodes and these lanes hold. Two if it is given up: it is
    /// no longer searched.
    fn solutions_of(&self, puzzle: u32, lanes: u32) -> usize {
        let recorded = match self.records.outcomes.get(puzzle as usize) {
            Some(record) if record.guesses & GIVEN_UP == 0 => match record.status {
                Status::NoSolution => 0,
                Status::Unique => 1,
                _ => 2,
            },
            _ => 2,
        };
        let settled = (0..self.state.settled).map(|slot| read(self.list(WaitingList::Settled), slot));
        let counts = |node: &TraceNode| {
            node[PUZZLE] == puzzle
                && node[STACK_WORD] != ALREADY_COUNTED
                && reference::is_solution(&cells_of(node))
        };
        let in_lanes = each(lanes).filter(|&lane| self.state.nodes[lane][PUZZLE] == puzzle);
        recorded + settled.filter(counts).count() + in_lanes.count()
    }

    /// Whether a puzzle has a node that may change, other than in the lanes `closed`.
    fn has_open_node(&self, puzzle: u32, closed: u32) -> bool {
        let is_of = |puzzles: &[u32]| puzzles.contains(&puzzle);
        each(self.state.busy & !closed).any(|lane| self.state.nodes[lane][PUZZLE] == puzzle)
            || is_of(&self.queues.pool.0[PUZZLE][..self.state.pool])
            || is_of(&self.list(WaitingList::Stuck).0[PUZZLE][..self.state.stuck])
    }

    fn list(&self, list: WaitingList) -> &WaitingNodes {
        &self.queues.waiting[list as usize]
    }

    /// The number of nodes in a private stack.
    fn stacked(&mut self, stack_word: u32) -> u8 {
        let (mut stack_word, mut number) = (stack_word, 0);
        while let Some((row, slot)) = self.stacks.top(stack_word)
            && number < u8::MAX
        {
            stack_word = self.stacks.memory.rows[row].0[STACK_WORD][slot];
            number += 1;
        }
        number
    }
}

/// The plan of a step in which no node leaves its lane.
const NOTHING_LEAVES: Plan = Plan { stuck: 0, settled: 0, vacant: 0, action: Action::Refill };

fn with_stack_word(mut node: TraceNode, stack_word: u32) -> TraceNode {
    node[STACK_WORD] = stack_word;
    node
}

/// Both children of a guess on a node.
fn branches(parent: &TraceNode) -> [TraceNode; 2] {
    reference::batch_branches(&cells_of(parent)).map(|board| {
        let mut child = *parent;
        child[..27].copy_from_slice(&node_words(&board));
        child
    })
}

/// Applies every rule once. Returns the candidates, whether they are a contradiction, and the numbers of open cells
/// [as the engine has them](super::sweep::LaneNodes::open), from before naked singles leave the other cells.
fn apply_rules(board: &Candidates) -> (Candidates, bool, u32) {
    let board = reference::close(board, Direction::Columns, true);
    let board = reference::close(&board, Direction::Rows, true);
    let lacks_a_digit = reference::lacks_a_digit(&board);
    let board = place_hidden_singles(&board);
    let is_contradicted = lacks_a_digit || reference::has_an_empty_cell(&board);
    let open = (0..9).fold(0_u32, |open, index| {
        let several = cells_of_box(index).into_iter().filter(|&cell| board[cell].count_ones() > 1);
        open + ((several.count() as u32) << (3 * index))
    });
    (reference::clear_naked_singles(&board), is_contradicted, open)
}

/// Places hidden singles as the engine does.
///
/// The engine finds the cells that have one by an addition, for the nine cells at the same place of their boxes at
/// once: three bits a cell, for its singles among 147, 258 and 369. A cell with two of them is a contradiction. Its sum
/// may then carry into the next cell, so that the sweep may find the contradiction there, or a later sweep finds it.
fn place_hidden_singles(board: &Candidates) -> Candidates {
    let singles = reference::hidden_singles(board);
    let mut left = *board;
    for place in 0..9 {
        let mut carry = 0;
        for (index, singles) in singles.into_iter().enumerate() {
            let cell = cells_of_box(index)[place];
            let held = board[cell] & singles;
            let sum = ((held | held >> 3 | held >> 6) & 7) + 3 + carry;
            carry = sum >> 3;
            if sum & 4 != 0 {
                left[cell] &= singles;
            }
        }
    }
    left
}

/// A new node.
fn node_of(board: &Candidates, puzzle: u32) -> TraceNode {
    let mut node = [0; NODE_WORDS];
    node[..27].copy_from_slice(&node_words(board));
    (node[PUZZLE], node[STACK_WORD], node[OPEN]) = (puzzle, BUDGET, NEW);
    node
}

#[cfg(test)]
pub(super) mod tests;
