//! Reads, answers and writes blocks with several workers, in the order of the input.
//!
//! Each worker does all three: it reads a block and takes its ticket (the block's number), answers it, and writes
//! the answers that are next in order. One worker at a time reads, and one writes; no worker waits for either. If
//! another worker is reading, it answers a deferred puzzle; if another worker is writing, it leaves its answers to that
//! worker.
//!
//! A puzzle that takes long is deferred: it leaves a gap in the answers of its block. The text before the gap is
//! written at once. Deferred puzzles take turns of a few milliseconds on any worker, so a slow board occupies one
//! worker at most. A search takes up to a megabyte of memory; so at most [`MOST_BEGUN`] are begun at a time, and the
//! other deferred puzzles wait. In order, the answers after a gap are held until they and the deferred puzzles reach
//! [`HELD_MAX`] bytes; then nothing is read until some of them are written. With `--unordered`, no answer waits.
//!
//! A command that cannot defer a puzzle, because it lists many records for it, leaves the rest of its block to another
//! worker when the puzzle takes long and the output is unordered. Then there are more workers than threads; they take
//! turns, so that no more of them than threads run at a time.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lanedoku::AnyPuzzle;
use lanedoku_formats::Entry;

use crate::blocks::{BLOCK, Block, BlockSource};
use crate::commands::{SourceText, report};
use crate::divided_count::CountPart;
use crate::output::OutputWriter;
use crate::search::{PuzzleSearch, TURN};
use crate::threads::ThreadCount;
use crate::totals::Totals;
use crate::workspace::WorkerMemory;

/// The first block is small, so that a short input occupies all threads. Blocks grow while they are answered quickly.
const FIRST_BLOCK: usize = 4 << 10;
/// If a block takes less time, the next one is larger.
const QUICK_BLOCK: Duration = Duration::from_millis(1);
/// If a block takes more time, the next one is smaller.
const SLOW_BLOCK: Duration = Duration::from_millis(8);
/// The limit of finished answers held back by an unfinished one, and of deferred puzzles, in bytes.
pub const HELD_MAX: usize = 32 << 20;
/// The number of deferred searches that are begun at a time.
pub const MOST_BEGUN: usize = 32;
/// While the next deferred puzzle has taken less time, its turn comes before reading.
const QUICK: Duration = Duration::from_millis(100);
/// The limit of the answers to one block that a worker keeps before it waits until it may write them, in bytes.
const MAX_UNWRITTEN: usize = 256 << 10;

/// A command that answers or generates puzzles.
pub trait PuzzleCommand: Send + Sync {
    /// Returns the header of the output, given the first block.
    fn header(&self, block: &Block) -> Vec<u8>;

    /// Creates a worker with its own buffers.
    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a>;
}

/// Answers the blocks of one thread.
pub trait Worker {
    /// Answers all entries or numbers of a block, or defers some.
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput);

    /// Goes on with the search of a deferred puzzle for a short time.
    fn take_turn(&mut self, _deferred: &mut Deferred, _answers: &mut Answers) -> Turn {
        Turn::Answered
    }
}

/// The result of a deferred puzzle's turn.
pub enum Turn {
    /// The puzzle was answered.
    Answered,
    /// The search has not ended.
    Unfinished,
    /// The puzzle was divided into these parts, which are deferred in its place. The last to end answers it.
    Divided(Vec<Deferred>),
    /// A part of a puzzle has ended, but not the last one.
    PartEnded,
}

/// The answers of a block.
#[derive(Default)]
pub struct Answers {
    /// Whole records.
    pub text: Vec<u8>,
    /// Errors and warnings, one line each.
    pub diagnostics: Vec<u8>,
    pub totals: Totals,
    /// Missing answers, each with its offset in `text`.
    gaps: Vec<(usize, Deferred)>,
}

impl Answers {
    /// Leaves a gap for the answer to a puzzle.
    pub fn defer(&mut self, deferred: Deferred) {
        self.gaps.push((self.text.len(), deferred));
    }
}

/// A deferred puzzle, or a part of one.
pub struct Deferred {
    pub record: Arc<DeferredRecord>,
    pub part: Option<CountPart>,
    /// The search, if it was begun.
    pub search: Option<PuzzleSearch>,
}

/// The record of a deferred puzzle, independent of its block.
pub struct DeferredRecord {
    pub name: Arc<str>,
    /// The number of lines before `text`.
    pub line: u64,
    pub columns: Option<Arc<[String]>>,
    /// The entry in `text`, which is its record and nothing else.
    pub entry: Entry,
    pub text: Vec<u8>,
    pub puzzle: AnyPuzzle,
}

impl Deferred {
    pub fn new(block: &Block, entry: &Entry, puzzle: AnyPuzzle, search: Option<PuzzleSearch>) -> Deferred {
        let record = DeferredRecord {
            name: block.name.clone(),
            line: block.line + u64::from(entry.line),
            columns: block.columns.clone(),
            entry: entry.alone(),
            text: block.text()[entry.record()].to_vec(),
            puzzle,
        };
        Deferred { record: Arc::new(record), part: None, search }
    }

    /// Returns about the memory that it takes without its search, in bytes.
    fn bytes(&self) -> usize {
        let DeferredRecord { text, puzzle, .. } = &*self.record;
        size_of::<(Deferred, DeferredRecord, PendingBlock)>() + puzzle.size().cells() + text.len()
    }

    /// Returns whether the puzzle may still end soon. One that was divided has taken long.
    fn is_quick(&self) -> bool {
        self.part.is_none() && self.search.as_ref().is_none_or(|search| search.time < QUICK)
    }
}

/// A worker's access to the shared state while it answers a block. A command that writes the answers in several parts,
/// in order, must not defer puzzles.
pub struct OrderedOutput<'a> {
    shared: &'a Arc<Shared>,
    ticket: u64,
    block: &'a Block,
    /// The number of entries that the worker has begun.
    begun: Cell<usize>,
    /// When the turn of the worker began. It shares its time only if the output is unordered.
    turn: Cell<Instant>,
    /// The time that the worker has left to others.
    pub paused: Cell<Duration>,
    /// Whether another worker has the entries that this one has not begun.
    has_left_rest: Cell<bool>,
    /// Whether an entry takes long, so that the answers so far are to be written.
    is_due: Cell<bool>,
}

impl<'a> OrderedOutput<'a> {
    fn new(shared: &'a Arc<Shared>, ticket: u64, block: &'a Block) -> Self {
        let (begun, turn) = (Cell::new(0), Cell::new(Instant::now()));
        let (paused, has_left_rest, is_due) = (Cell::default(), Cell::new(false), Cell::new(false));
        OrderedOutput { shared, ticket, block, begun, turn, paused, has_left_rest, is_due }
    }

    /// Returns the entries of the block, until one takes long and the others are left to another worker.
    pub fn entries(&self) -> impl Iterator<Item = &'a Entry> {
        std::iter::from_fn(|| {
            let begun = self.begun.get();
            self.begun.set(begun + 1);
            self.block.entries.get(begun).filter(|_| !self.has_left_rest.get())
        })
    }

    /// To be called often while a puzzle may take long. In unordered output, one that does leaves the entries behind it
    /// to another worker, and takes turns with the others.
    pub fn share(&self) {
        // Before the first entry, a block is worked on as a whole, and nothing of it can be left.
        if !self.shared.unordered || self.begun.get() == 0 || self.turn.get().elapsed() < TURN {
            return;
        }
        self.is_due.set(true);
        if !self.has_left_rest.get() {
            self.has_left_rest.set(self.shared.leave(|| self.block.rest(self.begun.get())));
        }
        let pause = Instant::now();
        self.shared.end_to_run();
        self.shared.begin_to_run();
        self.turn.set(Instant::now());
        self.paused.set(self.paused.get() + pause.elapsed());
    }

    /// Waits until all blocks before this one are answered, unless the output is unordered.
    pub fn wait(&self) {
        let mut state = self.shared.lock();
        while !self.shared.unordered && state.front != self.ticket {
            state = self.shared.wait(state);
        }
    }

    /// Returns whether a deferred puzzle may keep its running search. Otherwise it starts anew.
    pub fn may_keep_search(&self) -> bool {
        self.shared.lock().begin_another()
    }

    /// Writes and clears the answers so far if they take much memory, or would wait for a puzzle that takes long.
    pub fn write_if_due(&self, answers: &mut Answers) {
        if self.is_due.replace(false) || answers.text.len() > MAX_UNWRITTEN {
            self.write(answers);
        }
    }

    fn write(&self, answers: &mut Answers) {
        self.wait();
        let mut state = self.shared.lock();
        let mut writer = loop {
            match state.writer.take() {
                Some(writer) => break writer,
                None => state = self.shared.wait(state),
            }
        };
        drop(state);
        writer.write_or_exit(&answers.text, &answers.diagnostics, &answers.totals);
        answers.text.clear();
        answers.diagnostics.clear();
        answers.totals = Totals::default();
        let mut state = self.shared.lock();
        state.writer = Some(writer);
        self.shared.publish(state);
    }
}

/// The state shared by the workers.
struct Shared {
    command: Arc<dyn PuzzleCommand>,
    state: Mutex<PipelineState>,
    /// Notified when the state changes.
    changed: Condvar,
    threads: ThreadCount,
    unordered: bool,
}

struct PipelineState {
    /// Taken by the worker that reads.
    source: Option<Box<dyn BlockSource>>,
    /// Taken by the worker that writes.
    writer: Option<OutputWriter>,
    /// Whether the header was written.
    header_written: bool,
    /// Whether the last block was read.
    ended: bool,
    /// The ticket of the first of `pending`.
    front: u64,
    /// The blocks that were read and not yet written, in order; `None` until a block is answered.
    pending: VecDeque<Option<PendingBlock>>,
    /// Bytes of answers in `pending`, and of deferred puzzles.
    held: usize,
    /// Deferred puzzles whose search is begun, in the order of their turns.
    turns: VecDeque<Gap>,
    /// Deferred puzzles whose search is not begun.
    waiting: VecDeque<Gap>,
    /// The number of searches that are begun.
    begun: usize,
    /// The number of deferred puzzles whose turn it is.
    in_turn: usize,
    /// The size of the next block, in bytes.
    size: usize,
    /// The number of workers, without those that have left the rest of their block to others.
    workers: usize,
    /// The number of workers that have left the rest of their block to others.
    in_long: usize,
    /// The blocks that were left to others, with their tickets.
    rests: VecDeque<(u64, Block)>,
    /// The number of workers that answer, in unordered output.
    running: usize,
    /// The numbers of the next worker that asks to run, and of the next one that may.
    asks: u64,
    may_run: u64,
    /// Blocks whose buffers can be reused.
    spare: Vec<Block>,
}

/// A deferred puzzle, with the ticket of its block and the number of its gap there.
struct Gap {
    ticket: u64,
    number: usize,
    deferred: Deferred,
}

/// A block that was answered, except for its gaps, and not yet written.
struct PendingBlock {
    answers: Answers,
    /// The offset of each gap, and its answer once known.
    gaps: VecDeque<(usize, Option<Answers>)>,
    /// The number of the first of `gaps`.
    first_gap: usize,
    /// Gaps whose answers were written, in unordered output.
    filled: usize,
    /// Bytes of the text written so far.
    written: usize,
    /// Whether the diagnostics and totals of the block were written.
    totals_written: bool,
}

/// Runs `command` on all blocks of `source`, and returns `writer` when everything is written.
///
/// If writing fails, the process exits: another worker may be blocked on input that never comes.
pub fn run(
    source: Box<dyn BlockSource>,
    command: Arc<dyn PuzzleCommand>,
    threads: ThreadCount,
    unordered: bool,
    writer: OutputWriter,
) -> OutputWriter {
    let state = PipelineState {
        source: Some(source),
        writer: Some(writer),
        header_written: false,
        ended: false,
        front: 0,
        pending: VecDeque::new(),
        held: 0,
        turns: VecDeque::new(),
        waiting: VecDeque::new(),
        begun: 0,
        in_turn: 0,
        size: FIRST_BLOCK,
        workers: 1,
        in_long: 0,
        rests: VecDeque::new(),
        running: 0,
        asks: 0,
        may_run: 0,
        spare: Vec::new(),
    };
    let shared =
        Arc::new(Shared { command, state: Mutex::new(state), changed: Condvar::new(), threads, unordered });
    shared.clone().work();
    // The other workers may still be writing.
    let mut state = shared.lock();
    loop {
        match state.writer.take() {
            Some(writer) if state.ended && state.pending.is_empty() => {
                debug_assert_eq!((state.held, state.begun), (0, 0));
                return writer;
            }
            writer => {
                state.writer = writer;
                state = shared.wait(state);
            }
        }
    }
}

/// Reports the lines of a block that are no puzzles, in the order of the lines among the other messages.
fn report_left_out(block: &Block, answers: &mut Answers) {
    if block.left_out.is_empty() {
        return;
    }
    for error in &block.left_out {
        report(SourceText::of(block), error, answers);
    }
    let text = String::from_utf8_lossy(&answers.diagnostics).into_owned();
    let number = |message: &&str| -> Option<u64> {
        message.strip_prefix(&*block.name)?.get(1..)?.split(':').next()?.parse().ok()
    };
    let mut messages: Vec<&str> = text.split_inclusive('\n').collect();
    messages.sort_by_key(number);
    answers.diagnostics = messages.concat().into_bytes();
}

/// The next task of a worker.
enum NextTask {
    Read(Box<dyn BlockSource>),
    Rest(u64, Block),
    Turn(Box<Gap>),
    End,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, PipelineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, PipelineState>) -> MutexGuard<'a, PipelineState> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a worker until everything is read and answered.
    fn work(self: Arc<Self>) {
        let mut memory = WorkerMemory::default();
        let mut worker = self.command.worker(&mut memory);
        let mut answers = Answers::default();
        loop {
            match self.next() {
                NextTask::Read(source) => {
                    if let Some((ticket, block)) = self.read(source)
                        && !self.answer(&mut *worker, ticket, block, &mut answers)
                    {
                        return;
                    }
                }
                NextTask::Rest(ticket, block) => {
                    if !self.answer(&mut *worker, ticket, block, &mut answers) {
                        return;
                    }
                }
                NextTask::Turn(mut gap) => {
                    self.begin_to_run();
                    let turn = worker.take_turn(&mut gap.deferred, &mut answers);
                    self.end_to_run();
                    self.end_turn(*gap, turn, &mut answers);
                }
                NextTask::End => return,
            }
        }
    }

    /// Answers a block. Returns false if there are enough other workers now.
    fn answer(
        self: &Arc<Self>,
        worker: &mut (dyn Worker + '_),
        ticket: u64,
        mut block: Block,
        answers: &mut Answers,
    ) -> bool {
        self.begin_to_run();
        let start = Instant::now();
        let ordered = OrderedOutput::new(self, ticket, &block);
        worker.answer(&block, answers, &ordered);
        let has_left_rest = ordered.has_left_rest.get();
        self.end_to_run();
        if has_left_rest {
            (block.left_out, block.failure) = (Vec::new(), None);
        }
        report_left_out(&block, answers);
        self.submit(ticket, block, answers, start.elapsed());
        let mut state = self.lock();
        let stays = !has_left_rest || state.workers < self.threads.get();
        state.in_long -= usize::from(has_left_rest);
        state.workers += usize::from(has_left_rest && stays);
        stays
    }

    /// Leaves a block to another worker, if there are not too many that have done so. Returns whether it is left.
    fn leave(self: &Arc<Self>, rest: impl FnOnce() -> Block) -> bool {
        let mut state = self.lock();
        if state.in_long == MOST_BEGUN {
            return false;
        }
        let ticket = state.front + state.pending.len() as u64;
        state.pending.push_back(None);
        state.rests.push_back((ticket, rest()));
        state.in_long += 1;
        state.workers -= 1;
        self.spawn_worker(&mut state);
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Waits until this worker may run, in unordered output: in the order of the calls, as many as threads.
    fn begin_to_run(&self) {
        if !self.unordered {
            return;
        }
        let mut state = self.lock();
        let number = state.asks;
        state.asks += 1;
        while state.may_run != number || state.running >= self.threads.get() {
            state = self.wait(state);
        }
        state.may_run += 1;
        state.running += 1;
        let is_next_waiting = state.may_run < state.asks;
        drop(state);
        if is_next_waiting {
            self.changed.notify_all();
        }
    }

    /// Lets another worker run, in unordered output.
    fn end_to_run(&self) {
        if self.unordered {
            self.lock().running -= 1;
            self.changed.notify_all();
        }
    }

    /// Waits for the next task.
    ///
    /// Deferred puzzles come first, with one exception: if reading cannot block and the puzzle has already taken long,
    /// reading comes first, so that a very slow board does not stop the input while there is memory for answers.
    fn next(self: &Arc<Self>) -> NextTask {
        let mut state = self.lock();
        loop {
            if let Some((ticket, block)) = state.rests.pop_front() {
                return NextTask::Rest(ticket, block);
            }
            let can_read = !state.ended && state.held < HELD_MAX && state.source.is_some();
            let prefers_reading = can_read
                && state.source.as_ref().is_some_and(|source| !source.may_wait())
                && !state.next_turn().front().is_some_and(|gap| gap.deferred.is_quick());
            if !prefers_reading && let Some(gap) = state.next_turn().pop_front() {
                if gap.deferred.search.is_none() {
                    state.begun += 1;
                }
                state.in_turn += 1;
                if !state.next_turn().is_empty() {
                    self.spawn_worker(&mut state);
                }
                return NextTask::Turn(Box::new(gap));
            }
            if can_read && let Some(source) = state.source.take() {
                return NextTask::Read(source);
            }
            let all_answered = state.turns.is_empty() && state.waiting.is_empty() && state.in_turn == 0;
            let all_written = state.pending.is_empty() || state.pending.iter().all(Option::is_some);
            if state.ended && all_answered && all_written {
                return NextTask::End;
            }
            state = self.wait(state);
        }
    }

    /// Puts a deferred puzzle back, or its parts, or fills its gap.
    fn end_turn(&self, mut gap: Gap, turn: Turn, answers: &mut Answers) {
        let mut state = self.lock();
        state.in_turn -= 1;
        if matches!(turn, Turn::Unfinished) {
            state.turns.push_back(gap);
            return self.changed.notify_all();
        }
        state.begun -= 1;
        if let Some(search) = gap.deferred.search.take() {
            search.release();
        }
        match turn {
            Turn::Answered => {
                state.held -= gap.deferred.bytes();
                return self.fill(state, &gap, std::mem::take(answers));
            }
            Turn::Divided(parts) => {
                let Gap { ticket, number, .. } = gap;
                for deferred in parts.into_iter().rev() {
                    state.waiting.push_front(Gap { ticket, number, deferred });
                }
            }
            Turn::PartEnded | Turn::Unfinished => {}
        }
        self.changed.notify_all();
    }

    /// Reads the next block, and gives it a ticket.
    fn read(self: &Arc<Self>, mut source: Box<dyn BlockSource>) -> Option<(u64, Block)> {
        let (mut block, size) = {
            let mut state = self.lock();
            (state.spare.pop().unwrap_or_default(), state.size)
        };
        let more = source.fill(&mut block, size);
        let mut state = self.lock();
        // The header depends on the first records, so it waits for a block that has some.
        let has_records = !block.entries.is_empty() || !block.numbers.is_empty();
        if (has_records || !more) && !std::mem::replace(&mut state.header_written, true) {
            let header = self.command.header(&block);
            let mut writer = loop {
                match state.writer.take() {
                    Some(writer) => break writer,
                    None => state = self.wait(state),
                }
            };
            writer.write_or_exit(&header, &[], &Totals::default());
            state.writer = Some(writer);
        }
        state.source = Some(source);
        state.ended = !more;
        let ticket = state.front + state.pending.len() as u64;
        if more {
            state.pending.push_back(None);
        }
        // A full block usually means that there is more to read.
        if more && block.is_full(size) {
            self.spawn_worker(&mut state);
        }
        drop(state);
        self.changed.notify_all();
        more.then_some((ticket, block))
    }

    /// Starts another worker, up to the number of threads.
    fn spawn_worker(self: &Arc<Self>, state: &mut PipelineState) {
        if state.workers < self.threads.get() {
            state.workers += 1;
            let shared = self.clone();
            let spawned = thread::Builder::new().spawn(move || shared.work());
            state.workers -= usize::from(spawned.is_err());
        }
    }

    /// Stores the answers to a block, and writes the text that is next.
    fn submit(self: &Arc<Self>, ticket: u64, block: Block, answers: &mut Answers, time: Duration) {
        if let Some(reason) = &block.failure {
            answers.diagnostics.extend_from_slice(format!("lanedoku: {}: {reason}\n", block.name).as_bytes());
            answers.totals.unreadable += 1;
        }
        let gaps = std::mem::take(&mut answers.gaps);
        let mut state = self.lock();
        if time < QUICK_BLOCK {
            state.size = (2 * state.size).min(BLOCK);
        } else if time > SLOW_BLOCK {
            state.size = (state.size / 2).max(1);
        }
        let mut open_gaps = VecDeque::with_capacity(gaps.len());
        for (number, (offset, deferred)) in gaps.into_iter().enumerate() {
            open_gaps.push_back((offset, None));
            state.held += deferred.bytes();
            let queue = if deferred.search.is_some() { &mut state.turns } else { &mut state.waiting };
            queue.push_back(Gap { ticket, number, deferred });
        }
        if !open_gaps.is_empty() {
            self.spawn_worker(&mut state);
        }
        state.held += answers.text.len() + answers.diagnostics.len();
        let answered = PendingBlock {
            answers: std::mem::take(answers),
            gaps: open_gaps,
            first_gap: 0,
            filled: 0,
            written: 0,
            totals_written: false,
        };
        if let Some(pending) = state.pending_block(ticket) {
            *pending = Some(answered);
        }
        state.spare.push(block);
        *answers = self.publish(state);
    }

    /// Stores the answer to a deferred puzzle, and writes the text that is next.
    fn fill(&self, mut state: MutexGuard<'_, PipelineState>, gap: &Gap, answers: Answers) {
        state.held += answers.text.len() + answers.diagnostics.len();
        if let Some(Some(pending)) = state.pending_block(gap.ticket)
            && let Some((_, answer)) = pending.gaps.get_mut(gap.number - pending.first_gap)
        {
            *answer = Some(answers);
        }
        self.publish(state);
    }

    /// Writes the text that is ready, unless another worker is writing, which will write it. Returns cleared buffers.
    fn publish<'a>(&'a self, mut state: MutexGuard<'a, PipelineState>) -> Answers {
        let mut spare = Answers::default();
        let mut ready = Vec::new();
        while let Some(mut writer) = state.writer.take() {
            state.gather(self.unordered, &mut ready);
            if ready.is_empty() {
                state.writer = Some(writer);
                break;
            }
            drop(state);
            for Ready { answers, from, to, with_totals } in ready.drain(..) {
                let nothing = (&[][..], &Totals::default());
                let (diagnostics, totals) =
                    if with_totals { (&answers.diagnostics[..], &answers.totals) } else { nothing };
                writer.write_or_exit(&answers.text[from..to], diagnostics, totals);
                spare = answers;
            }
            state = self.lock();
            state.writer = Some(writer);
        }
        drop(state);
        self.changed.notify_all();
        spare.text.clear();
        spare.diagnostics.clear();
        spare.totals = Totals::default();
        spare
    }
}

/// A part of the answers to a block, ready to be written.
struct Ready {
    answers: Answers,
    from: usize,
    to: usize,
    /// Whether the diagnostics and totals are written too.
    with_totals: bool,
}

impl PipelineState {
    /// Returns the queue of the deferred puzzle whose turn is next, if there is one. A puzzle that is not begun comes
    /// first, because it is the likeliest to end soon.
    fn next_turn(&mut self) -> &mut VecDeque<Gap> {
        let may_begin = self.begun < MOST_BEGUN && !self.waiting.is_empty();
        if may_begin { &mut self.waiting } else { &mut self.turns }
    }

    /// Counts another search as begun if there may be one more.
    fn begin_another(&mut self) -> bool {
        let may_begin = self.begun < MOST_BEGUN;
        self.begun += usize::from(may_begin);
        may_begin
    }

    fn pending_block(&mut self, ticket: u64) -> Option<&mut Option<PendingBlock>> {
        let index = usize::try_from(ticket.checked_sub(self.front)?).ok()?;
        self.pending.get_mut(index)
    }

    /// Removes everything that can be written: from the front, or from all blocks if `unordered`.
    fn gather(&mut self, unordered: bool, ready: &mut Vec<Ready>) {
        let mut index = 0;
        while let Some(pending) = self.pending.get_mut(index) {
            let finished = match pending {
                None => false,
                Some(pending) if unordered => pending.gather_all(ready, &mut self.held),
                Some(pending) => pending.gather(ready, &mut self.held),
            };
            match (finished, index) {
                (true, 0) => {
                    self.pending.pop_front();
                    self.front += 1;
                    continue;
                }
                _ if unordered => index += 1,
                _ => break,
            }
        }
    }
}

impl PendingBlock {
    /// Removes the text before the first unfilled gap. Returns whether nothing is left.
    fn gather(&mut self, ready: &mut Vec<Ready>, held: &mut usize) -> bool {
        while let Some((offset, answer)) = self.gaps.front_mut() {
            let offset = *offset;
            let answer = answer.take();
            self.pass(offset, ready, held);
            let Some(answer) = answer else { return false };
            *held -= answer.text.len() + answer.diagnostics.len();
            ready.push(Ready { from: 0, to: answer.text.len(), answers: answer, with_totals: true });
            self.gaps.pop_front();
            self.first_gap += 1;
        }
        self.pass(self.answers.text.len(), ready, held);
        true
    }

    /// Removes all known text. Returns whether nothing is left.
    fn gather_all(&mut self, ready: &mut Vec<Ready>, held: &mut usize) -> bool {
        self.pass(self.answers.text.len(), ready, held);
        for (_, answer) in &mut self.gaps {
            if let Some(answers) = answer.take() {
                *held -= answers.text.len() + answers.diagnostics.len();
                ready.push(Ready { from: 0, to: answers.text.len(), answers, with_totals: true });
                self.filled += 1;
            }
        }
        self.filled == self.gaps.len()
    }

    /// Removes the text up to an offset.
    fn pass(&mut self, to: usize, ready: &mut Vec<Ready>, held: &mut usize) {
        if self.totals_written && to == self.written {
            return;
        }
        let with_totals = !std::mem::replace(&mut self.totals_written, true);
        let from = std::mem::replace(&mut self.written, to);
        let is_all = from == 0 && to == self.answers.text.len();
        let diagnostics = if with_totals { self.answers.diagnostics.len() } else { 0 };
        *held -= to - from + diagnostics;
        if is_all && self.gaps.is_empty() {
            // The common case, without a copy.
            ready.push(Ready { answers: std::mem::take(&mut self.answers), from, to, with_totals });
            self.written = 0;
            return;
        }
        let answers = Answers {
            text: self.answers.text[from..to].to_vec(),
            diagnostics: if with_totals { std::mem::take(&mut self.answers.diagnostics) } else { Vec::new() },
            totals: if with_totals { std::mem::take(&mut self.answers.totals) } else { Totals::default() },
            gaps: Vec::new(),
        };
        ready.push(Ready { from: 0, to: answers.text.len(), answers, with_totals: true });
    }
}
