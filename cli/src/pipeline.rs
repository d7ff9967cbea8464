//! Blocks read, answered and written by many workers, in order.
//!
//! Every worker does everything in turn: it takes a ticket and reads a block, answers it, and writes whatever is then
//! ready to be written. Reading and writing are one worker's at a time, and nobody waits for either: who finds the
//! reader taken answers a puzzle that was put off, and who finds the writer taken leaves the answers to it.
//!
//! A puzzle that takes long is put off: it leaves a hole in the answers of its block. What stands before the hole is
//! written at once, the puzzle becomes a task for any worker, and if it takes still longer, it is put off again. So a
//! slow board holds up one worker at most, and with `--unordered` nothing else at all. In order, answers behind a
//! hole are kept until [`HELD_MAX`] bytes are held; then nothing more is read until the hole is filled.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::arguments::common::Threads;
use crate::blocks::{BLOCK, Block, Intake};
use crate::formats::Entry;
use crate::jobs::Desk;
use crate::output::Outlet;
use crate::totals::Totals;

/// The first block is small, so that others have something to do as well; they grow as long as they are quick.
const FIRST_BLOCK: usize = 4 << 10;
/// A block that takes no longer may be followed by larger ones.
const QUICK_BLOCK: Duration = Duration::from_millis(1);
/// A block should not take longer.
const SLOW_BLOCK: Duration = Duration::from_millis(8);
/// The stack of a worker. The search takes a few hundred KB; a build without optimisation makes its memory there.
const STACK: usize = 32 << 20;
/// Bytes of answers that wait for one before them.
const HELD_MAX: usize = 32 << 20;

/// What a command does with each puzzle.
pub trait Job: Send + Sync {
    /// How it reads and writes.
    fn desk(&self) -> &Desk;

    /// Somebody who does it, with buffers of its own.
    fn worker(&self) -> Box<dyn Worker + '_>;
}

/// Answers blocks, one after the other.
pub trait Worker {
    /// Answers all entries or numbers of a block, or puts some off.
    fn answer(&mut self, block: &Block, answers: &mut Answers, turn: &Turn);

    /// Answers what was put off; false if it is to be put off once more.
    fn finish(&mut self, _late: &mut Late, _answers: &mut Answers) -> bool {
        true
    }
}

/// The answers of a block.
#[derive(Default)]
pub struct Answers {
    /// Whole records.
    pub text: Vec<u8>,
    /// Lines that tell what is wrong.
    pub complaints: Vec<u8>,
    pub totals: Totals,
    /// Where in `text` answers are missing.
    holes: Vec<(usize, Late)>,
}

impl Answers {
    /// Leaves a hole for the answer to a puzzle that takes long.
    pub fn put_off(&mut self, late: Late) {
        self.holes.push((self.text.len(), late));
    }
}

/// A puzzle that takes long, with all that it needs to be answered later.
pub struct Late {
    pub name: Arc<str>,
    /// The lines before its text.
    pub line: u64,
    pub columns: Option<Arc<[String]>>,
    /// Of its text, which is nothing but its record.
    pub entry: Entry,
    pub text: Vec<u8>,
    /// Steps that it may take this time.
    pub limit: u64,
    /// How long it has taken so far.
    pub spent: Duration,
}

impl Late {
    pub fn new(block: &Block, entry: &Entry, limit: u64, spent: Duration) -> Late {
        Late {
            name: block.name.clone(),
            line: block.line + u64::from(entry.line),
            columns: block.columns.clone(),
            entry: entry.alone(),
            text: block.text()[entry.record()].to_vec(),
            limit,
            spent,
        }
    }
}

/// A block's place in the order, for a worker who has more to write than memory should hold.
pub struct Turn<'a> {
    shared: &'a Shared,
    ticket: u64,
}

impl Turn<'_> {
    /// Waits until all blocks before this one are answered, if the order matters. For jobs that put nothing off.
    pub fn wait(&self) {
        let mut state = self.shared.lock();
        while !self.shared.unordered && state.front != self.ticket {
            state = self.shared.wait(state);
        }
    }

    /// Writes the answers so far when it is their turn, and forgets them. For jobs that put nothing off.
    pub fn write(&self, answers: &mut Answers) {
        self.wait();
        let mut state = self.shared.lock();
        let mut outlet = loop {
            match state.outlet.take() {
                Some(outlet) => break outlet,
                None => state = self.shared.wait(state),
            }
        };
        drop(state);
        outlet.write_or_end(&answers.text, &answers.complaints, &answers.totals);
        answers.text.clear();
        answers.complaints.clear();
        answers.totals = Totals::default();
        let mut state = self.shared.lock();
        state.outlet = Some(outlet);
        self.shared.publish(state);
    }
}

/// What the workers share.
struct Shared {
    job: Arc<dyn Job>,
    state: Mutex<State>,
    /// Something has happened that another worker may wait for.
    news: Condvar,
    threads: Threads,
    unordered: bool,
}

struct State {
    /// Nobody reads while it is here.
    intake: Option<Box<dyn Intake>>,
    /// Nobody writes while it is here.
    outlet: Option<Outlet>,
    /// Whether anything was read.
    begun: bool,
    /// Whether there is nothing more to read.
    ended: bool,
    /// The ticket of the first of `slots`.
    front: u64,
    /// The answers to the blocks, in order; none where they are not there yet.
    slots: VecDeque<Option<Slot>>,
    /// Bytes in the slots.
    held: usize,
    /// Puzzles that were put off, each with its block's ticket and the number of its hole.
    tasks: VecDeque<(u64, usize, Late)>,
    /// How large the next block is to be.
    size: usize,
    /// Threads there are.
    workers: usize,
    spare: Vec<Block>,
}

/// The answers to a block, as far as they are known.
struct Slot {
    answers: Answers,
    /// For each hole its place, and its answer once it is there.
    holes: VecDeque<(usize, Option<Answers>)>,
    /// The number of the first of the holes that are left.
    first_hole: usize,
    /// Holes of which the answer was written, if the order does not matter.
    filled: usize,
    /// Bytes of the text that were written.
    written: usize,
    /// Whether what is known of the whole block was written.
    opened: bool,
}

/// Takes all blocks from `intake` through workers of `job` to `outlet`.
///
/// Returns when everything is written. If writing fails, the program ends there and then: a worker may be waiting for
/// input that never comes.
pub fn run(
    intake: Box<dyn Intake>,
    job: Arc<dyn Job>,
    threads: Threads,
    unordered: bool,
    outlet: Outlet,
) -> Outlet {
    let state = State {
        intake: Some(intake),
        outlet: Some(outlet),
        begun: false,
        ended: false,
        front: 0,
        slots: VecDeque::new(),
        held: 0,
        tasks: VecDeque::new(),
        size: FIRST_BLOCK,
        workers: 1,
        spare: Vec::new(),
    };
    let shared = Arc::new(Shared { job, state: Mutex::new(state), news: Condvar::new(), threads, unordered });
    shared.clone().work();
    // The others have nothing left to do but to end.
    let mut state = shared.lock();
    loop {
        match state.outlet.take() {
            Some(outlet) if state.slots.is_empty() => return outlet,
            outlet => {
                state.outlet = outlet;
                state = shared.wait(state);
            }
        }
    }
}

/// What a worker can do next.
enum Next {
    Read(Box<dyn Intake>),
    Finish(u64, usize, Late),
    End,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.news.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until nothing is left to do.
    fn work(self: Arc<Self>) {
        let mut worker = None;
        let worker = &mut worker;
        let mut answers = Answers::default();
        loop {
            match self.next() {
                Next::Read(intake) => {
                    if let Some((ticket, block)) = self.read(intake) {
                        let start = Instant::now();
                        let worker = worker.get_or_insert_with(|| self.job.worker());
                        let turn = Turn { shared: &self, ticket };
                        worker.answer(&block, &mut answers, &turn);
                        self.submit(ticket, block, &mut answers, start.elapsed());
                    }
                }
                Next::Finish(ticket, hole, mut late) => {
                    let worker = worker.get_or_insert_with(|| self.job.worker());
                    if worker.finish(&mut late, &mut answers) {
                        self.fill(ticket, hole, std::mem::take(&mut answers));
                    } else {
                        self.lock().tasks.push_back((ticket, hole, late));
                        self.news.notify_all();
                    }
                }
                Next::End => return,
            }
        }
    }

    /// What to do next, once there is something.
    ///
    /// What was put off comes first. But one worker goes on reading beside it where reading cannot take long, so that
    /// a board without end holds up nothing while there is room for the answers behind it.
    fn next(&self) -> Next {
        let mut state = self.lock();
        loop {
            let has_room = state.held < HELD_MAX || self.unordered;
            let can_read = !state.ended && has_room && state.intake.is_some();
            let is_quick = |(_, _, late): &(u64, usize, Late)| late.spent < Duration::from_millis(100);
            let prefers_reading = can_read
                && state.intake.as_ref().is_some_and(|intake| !intake.may_wait())
                && !state.tasks.front().is_some_and(is_quick);
            if !prefers_reading && let Some((ticket, hole, late)) = state.tasks.pop_front() {
                return Next::Finish(ticket, hole, late);
            }
            if can_read && let Some(intake) = state.intake.take() {
                return Next::Read(intake);
            }
            let all_written = state.slots.is_empty() || state.slots.iter().all(Option::is_some);
            if state.ended && state.tasks.is_empty() && all_written {
                return Next::End;
            }
            state = self.wait(state);
        }
    }

    /// Reads the next block; its ticket is its place in the order.
    fn read(self: &Arc<Self>, mut intake: Box<dyn Intake>) -> Option<(u64, Block)> {
        let (mut block, size) = {
            let mut state = self.lock();
            (state.spare.pop().unwrap_or_default(), state.size)
        };
        let more = intake.fill(&mut block, size);
        let mut state = self.lock();
        state.intake = Some(intake);
        state.ended = !more;
        let ticket = state.front + state.slots.len() as u64;
        if more && !std::mem::replace(&mut state.begun, true) {
            let header = self.job.desk().header(&block);
            if let Some(outlet) = &mut state.outlet {
                outlet.write_or_end(&header, &[], &Totals::default());
            }
        }
        if more {
            state.slots.push_back(None);
        }
        // Who brought as much as was asked for has more, as a rule; most inputs are small.
        if more && block.is_full(size) {
            self.hire(&mut state);
        }
        drop(state);
        self.news.notify_all();
        more.then_some((ticket, block))
    }

    /// Calls one more worker, if there may be one.
    fn hire(self: &Arc<Self>, state: &mut State) {
        if state.workers < self.threads.count() {
            state.workers += 1;
            let shared = self.clone();
            let hired = thread::Builder::new().stack_size(STACK).spawn(move || shared.work());
            // Without it, there is one less.
            state.workers -= usize::from(hired.is_err());
        }
    }

    /// Hands in the answers to a block.
    fn submit(self: &Arc<Self>, ticket: u64, block: Block, answers: &mut Answers, time: Duration) {
        if let Some(reason) = &block.failure {
            answers.complaints.extend_from_slice(format!("lanedoku: {}: {reason}\n", block.name).as_bytes());
            answers.totals.unreadable += 1;
        }
        let holes = std::mem::take(&mut answers.holes);
        let mut state = self.lock();
        if time < QUICK_BLOCK {
            state.size = (2 * state.size).min(BLOCK);
        } else if time > SLOW_BLOCK {
            state.size = (state.size / 2).max(1);
        }
        let mut places = VecDeque::with_capacity(holes.len());
        for (number, (place, late)) in holes.into_iter().enumerate() {
            places.push_back((place, None));
            state.tasks.push_back((ticket, number, late));
        }
        if !places.is_empty() {
            self.hire(&mut state);
        }
        state.held += answers.text.len() + answers.complaints.len();
        let slot = Slot {
            answers: std::mem::take(answers),
            holes: places,
            first_hole: 0,
            filled: 0,
            written: 0,
            opened: false,
        };
        if let Some(place) = place_of(&mut state, ticket) {
            *place = Some(slot);
        }
        state.spare.push(block);
        *answers = self.publish(state);
    }

    /// Hands in an answer that was put off.
    fn fill(&self, ticket: u64, hole: usize, answers: Answers) {
        let mut state = self.lock();
        state.held += answers.text.len() + answers.complaints.len();
        if let Some(Some(slot)) = place_of(&mut state, ticket)
            && let Some(place) = slot.holes.get_mut(hole - slot.first_hole)
        {
            place.1 = Some(answers);
        }
        self.publish(state);
    }

    /// Writes all that is ready, unless somebody else is at it, who will see to it then. Buffers that are free again
    /// come back.
    fn publish<'a>(&'a self, mut state: MutexGuard<'a, State>) -> Answers {
        let mut spare = Answers::default();
        let mut ready = Vec::new();
        while let Some(mut outlet) = state.outlet.take() {
            state.gather(self.unordered, &mut ready);
            if ready.is_empty() {
                state.outlet = Some(outlet);
                break;
            }
            drop(state);
            for Ready { answers, from, to, opens } in ready.drain(..) {
                let nothing = (&[][..], &Totals::default());
                let (complaints, totals) =
                    if opens { (&answers.complaints[..], &answers.totals) } else { nothing };
                outlet.write_or_end(&answers.text[from..to], complaints, totals);
                spare = answers;
            }
            state = self.lock();
            state.outlet = Some(outlet);
        }
        drop(state);
        self.news.notify_all();
        spare.text.clear();
        spare.complaints.clear();
        spare.totals = Totals::default();
        spare
    }
}

fn place_of(state: &mut State, ticket: u64) -> Option<&mut Option<Slot>> {
    let index = usize::try_from(ticket.checked_sub(state.front)?).ok()?;
    state.slots.get_mut(index)
}

/// A stretch of answers to be written.
struct Ready {
    answers: Answers,
    from: usize,
    to: usize,
    /// Whether complaints and totals go with it.
    opens: bool,
}

impl State {
    /// Takes out all that can be written: of the blocks in front, or if the order does not matter of all.
    fn gather(&mut self, unordered: bool, ready: &mut Vec<Ready>) {
        let mut index = 0;
        while let Some(place) = self.slots.get_mut(index) {
            let finished = match place {
                None => false,
                Some(slot) if unordered => slot.gather_all(ready, &mut self.held),
                Some(slot) => slot.gather(ready, &mut self.held),
            };
            match (finished, index) {
                (true, 0) => {
                    self.slots.pop_front();
                    self.front += 1;
                    continue;
                }
                _ if unordered => index += 1,
                _ => break,
            }
        }
    }
}

impl Slot {
    /// Takes out what stands before the first hole that is left; whether there was none.
    fn gather(&mut self, ready: &mut Vec<Ready>, held: &mut usize) -> bool {
        while let Some((place, answer)) = self.holes.front_mut() {
            let place = *place;
            let answer = answer.take();
            self.pass(place, ready, held);
            let Some(answer) = answer else { return false };
            *held -= answer.text.len() + answer.complaints.len();
            ready.push(Ready { from: 0, to: answer.text.len(), answers: answer, opens: true });
            self.holes.pop_front();
            self.first_hole += 1;
        }
        self.pass(self.answers.text.len(), ready, held);
        true
    }

    /// Takes out whatever is known; whether that is all.
    fn gather_all(&mut self, ready: &mut Vec<Ready>, held: &mut usize) -> bool {
        self.pass(self.answers.text.len(), ready, held);
        for (_, answer) in &mut self.holes {
            if let Some(answers) = answer.take() {
                *held -= answers.text.len() + answers.complaints.len();
                ready.push(Ready { from: 0, to: answers.text.len(), answers, opens: true });
                self.filled += 1;
            }
        }
        self.filled == self.holes.len()
    }

    /// Takes out the text up to a place.
    fn pass(&mut self, to: usize, ready: &mut Vec<Ready>, held: &mut usize) {
        if self.opened && to == self.written {
            return;
        }
        let opens = !std::mem::replace(&mut self.opened, true);
        let from = std::mem::replace(&mut self.written, to);
        let is_all = from == 0 && to == self.answers.text.len();
        let complaints = if opens { self.answers.complaints.len() } else { 0 };
        *held -= to - from + complaints;
        if is_all && self.holes.is_empty() {
            // The common case: nothing was put off, and nothing is copied.
            ready.push(Ready { answers: std::mem::take(&mut self.answers), from, to, opens });
            self.written = 0;
            return;
        }
        let answers = Answers {
            text: self.answers.text[from..to].to_vec(),
            complaints: if opens { std::mem::take(&mut self.answers.complaints) } else { Vec::new() },
            totals: if opens { std::mem::take(&mut self.answers.totals) } else { Totals::default() },
            holes: Vec::new(),
        };
        ready.push(Ready { from: 0, to: answers.text.len(), answers, opens: true });
    }
}
