//! The order in which the pipeline reads, answers and writes, observed by the worker itself.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use lanedoku::{AnyBoard, AnyPuzzle, Engine, Solver};
use lanedoku_cli::blocks::{Block, BlockSource, InputReader, Numbers};
use lanedoku_cli::commands::Context;
use lanedoku_cli::commands::solve::Solve;
use lanedoku_cli::inputs::Input;
use lanedoku_cli::messages::Verbosity;
use lanedoku_cli::output::writer::MemoryOutput;
use lanedoku_cli::output::{Column, Destination, OutputFormat, OutputWriter, RecordFormat};
use lanedoku_cli::pipeline::{
    self, Answers, Deferred, DeferredRecord, HELD_MAX, MOST_BEGUN, OrderedOutput, PuzzleCommand, Turn, Worker,
};
use lanedoku_cli::search::{PuzzleGoal, PuzzleSearch, SearchSettings, TURN};
use lanedoku_cli::threads::ThreadCount;
use lanedoku_cli::workspace::WorkerMemory;
use lanedoku_formats::{InputFormat, split_all};

use crate::support::*;

type SharedOutput = Arc<Mutex<MemoryOutput>>;

fn text_of(output: &SharedOutput) -> String {
    String::from_utf8(output.lock().unwrap().text.clone()).unwrap()
}

/// Runs a command with one thread, and returns its output.
fn run_command(
    source: Box<dyn BlockSource>,
    command: Arc<dyn PuzzleCommand>,
    unordered: bool,
    output: &SharedOutput,
) {
    let writer = OutputWriter::open(&Destination::Memory(output.clone()), Verbosity::Errors, 0).unwrap();
    pipeline::run(source, command, ThreadCount(Some(1)), unordered, writer).finish().unwrap();
}

/// `solve`, with a copy of the output at the start of each turn of a deferred puzzle.
struct ObservedSolve {
    solve: Solve,
    output: SharedOutput,
    seen: Arc<Mutex<Vec<String>>>,
}

struct ObservedWorker<'a> {
    worker: Box<dyn Worker + 'a>,
    command: &'a ObservedSolve,
}

impl PuzzleCommand for ObservedSolve {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.solve.header(block)
    }

    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(ObservedWorker { worker: self.solve.worker(memory), command: self })
    }
}

impl Worker for ObservedWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        self.worker.answer(block, answers, ordered);
    }

    fn take_turn(&mut self, deferred: &mut Deferred, answers: &mut Answers) -> Turn {
        self.command.seen.lock().unwrap().push(text_of(&self.command.output));
        self.worker.take_turn(deferred, answers)
    }
}

/// Solves a 25x25 board that reaches the step limit, after and before easier puzzles, and returns the output during
/// each of its turns, without repetitions, and after the run.
fn solve_slow_board(input: &str, columns: &[Column], unordered: bool) -> (Vec<String>, String) {
    let solver = Solver::builder().engine(Engine::Backtrack).step_limit(10_000_000).build().unwrap();
    let record_format = RecordFormat::new(OutputFormat::Line, columns.to_vec());
    let context = Context { input_format: InputFormat::default(), record_format };
    let (output, seen) = (SharedOutput::default(), Arc::new(Mutex::default()));
    let settings = SearchSettings { solver, goal: PuzzleGoal::Solve { max: 2 }, timeout: None };
    let solve = Solve { context, settings };
    let command = ObservedSolve { solve, output: output.clone(), seen: seen.clone() };
    let reader = InputReader::new(
        vec![Input::Puzzles { text: input.into(), puzzles: vec![] }],
        InputFormat::default(),
    );
    run_command(Box::new(reader), Arc::new(command), unordered, &output);
    let mut seen = std::mem::take(&mut *seen.lock().unwrap());
    seen.dedup();
    (seen, text_of(&output))
}

#[test]
fn answers_before_a_slow_board_are_written_first() {
    let easy = String::from_utf8(puzzle(3, 1)).unwrap();
    let input = format!("{easy}\n{easy}\n{}\n{easy}\n", slow());
    let (during, after_the_run) = solve_slow_board(&input, &[Column::Line, Column::Status], false);
    assert_eq!(during, ["1 unique\n2 unique\n"]);
    assert_eq!(after_the_run, "1 unique\n2 unique\n3 limit\n4 unique\n");
}

#[test]
fn unordered_answers_do_not_wait_for_a_slow() {
    let easy = String::from_utf8(puzzle(3, 1)).unwrap();
    let input = format!("{}\n{easy}\n{easy}\n", slow());
    let (during, after_the_run) = solve_slow_board(&input, &[Column::Line, Column::Status], true);
    assert_eq!(during, ["2 unique\n3 unique\n"]);
    assert_eq!(after_the_run, "2 unique\n3 unique\n1 limit\n");
}

/// Defers one puzzle in each block after an answer. Each takes a number of turns and then writes another answer.
/// Records the order of its calls, and which puzzles are begun.
struct DeferEverything {
    turns: usize,
    /// The time that each search claims to have taken after a turn, or before the first one if it is kept.
    time: Duration,
    keeps_search: bool,
    /// How long each answer and the text of each deferred puzzle are, in repetitions of a short one.
    repeats: [usize; 2],
    calls: Mutex<Vec<&'static str>>,
    /// The number of turns of each puzzle that is begun and has not ended.
    begun: Mutex<HashMap<u64, usize>>,
    most_begun: Mutex<usize>,
}

const EASY: &str = "1234341221434321";

impl DeferEverything {
    fn new(turns: usize, time: Duration, keeps_search: bool) -> Self {
        let (calls, begun, most_begun) = Default::default();
        DeferEverything { turns, time, keeps_search, repeats: [1, 1], calls, begun, most_begun }
    }

    fn search(&self, puzzle: &AnyPuzzle) -> PuzzleSearch {
        let settings =
            SearchSettings { solver: Solver::new(), goal: PuzzleGoal::Solve { max: 2 }, timeout: None };
        let mut search = PuzzleSearch::new(&settings, puzzle);
        search.time = self.time;
        search
    }
}

impl PuzzleCommand for DeferEverything {
    fn header(&self, _block: &Block) -> Vec<u8> {
        Vec::new()
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(DeferringWorker(self))
    }
}

struct DeferringWorker<'a>(&'a DeferEverything);

impl Worker for DeferringWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        self.0.calls.lock().unwrap().push("answer");
        let [quick, text] = self.0.repeats;
        answers.text.extend(b"quick\n".repeat(quick));
        let puzzle = AnyPuzzle::Board(AnyBoard::parse(EASY.as_bytes()).unwrap());
        let keeps_search = self.0.keeps_search && ordered.may_keep_search();
        let search = keeps_search.then(|| self.0.search(&puzzle));
        let record = DeferredRecord {
            name: "".into(),
            line: block.numbers.start,
            columns: None,
            entry: split_all(EASY.as_bytes(), &InputFormat::default())[0],
            text: EASY.repeat(text).into_bytes(),
            puzzle,
        };
        answers.defer(Deferred { record: Arc::new(record), part: None, search });
    }

    fn take_turn(&mut self, deferred: &mut Deferred, answers: &mut Answers) -> Turn {
        self.0.calls.lock().unwrap().push("turn");
        deferred.search.get_or_insert_with(|| self.0.search(&deferred.record.puzzle));
        let mut begun = self.0.begun.lock().unwrap();
        let turns = begun.entry(deferred.record.line).or_default();
        *turns += 1;
        let has_ended = *turns == self.0.turns;
        let most = &mut *self.0.most_begun.lock().unwrap();
        *most = begun.len().max(*most);
        if has_ended {
            begun.remove(&deferred.record.line);
            answers.text.extend_from_slice(b"slow\n");
        }
        if has_ended { Turn::Answered } else { Turn::Unfinished }
    }
}

fn calls_on_two_blocks(time: Duration) -> Vec<&'static str> {
    let command = Arc::new(DeferEverything::new(1, time, true));
    run_command(Box::new(Numbers::new(2, 1)), command.clone(), false, &SharedOutput::default());
    std::mem::take(&mut *command.calls.lock().unwrap())
}

#[test]
fn reading_continues_during_a_very_slow() {
    assert_eq!(calls_on_two_blocks(Duration::from_millis(1)), ["answer", "turn", "answer", "turn"]);
    assert_eq!(calls_on_two_blocks(Duration::from_secs(1)), ["answer", "answer", "turn", "turn"]);
}

/// Many slow boards take turns. Only a few of their searches are in memory, and the answers among them do not wait.
#[test]
fn many_slow_boards_hold_up_nothing() {
    const SLOW: usize = 200;
    for keeps_search in [false, true] {
        let command = Arc::new(DeferEverything::new(3, Duration::from_secs(1), keeps_search));
        let output = SharedOutput::default();
        run_command(Box::new(Numbers::new(SLOW as u64, 1)), command.clone(), true, &output);
        assert_eq!(text_of(&output), "quick\n".repeat(SLOW) + &"slow\n".repeat(SLOW));
        assert_eq!(*command.most_begun.lock().unwrap(), MOST_BEGUN);
        let turns = command.calls.lock().unwrap().iter().filter(|call| **call == "turn").count();
        assert_eq!(turns, 3 * SLOW);
    }
}

/// While a slow board is searched, the input is read up to a limit of the answers that wait for it and of the deferred
/// puzzles.
#[test]
fn reading_ends_where_memory_does() {
    const MANY: usize = (HELD_MAX / 16).div_ceil(6);
    let blocks = 2 * MOST_BEGUN;
    for (repeats, unordered, expected) in [
        // The answer before the first slow board does not wait; in unordered output, none does.
        ([MANY, 1], false, 17),
        ([MANY, 1], true, blocks),
        ([1, MANY * 6 / 16], false, 16),
        ([1, MANY * 6 / 16], true, 16),
        ([MANY / 2, MANY * 3 / 16], false, 17),
        ([1, 1], false, blocks),
    ] {
        let command = DeferEverything { repeats, ..DeferEverything::new(1, Duration::from_secs(1), true) };
        let (command, output) = (Arc::new(command), SharedOutput::default());
        run_command(Box::new(Numbers::new(blocks as u64, 1)), command.clone(), unordered, &output);
        let calls = std::mem::take(&mut *command.calls.lock().unwrap());
        let read = calls.iter().position(|call| *call == "turn");
        assert_eq!(read, Some(expected), "{repeats:?} {unordered}");
        assert_eq!(text_of(&output).len(), blocks * (6 * repeats[0] + "slow\n".len()), "{repeats:?}");
    }
}

/// Works on each block as a whole for longer than a turn, and on each entry.
#[derive(Default)]
struct SlowBlocks {
    calls: Mutex<Vec<usize>>,
}

impl PuzzleCommand for SlowBlocks {
    fn header(&self, _block: &Block) -> Vec<u8> {
        Vec::new()
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(SlowBlocksWorker(self))
    }
}

struct SlowBlocksWorker<'a>(&'a SlowBlocks);

impl Worker for SlowBlocksWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let calls = {
            let mut calls = self.0.calls.lock().unwrap();
            calls.push(block.entries.len());
            calls.len()
        };
        // Not for ever, even if the block is left to another worker each time.
        let share = || {
            if calls < 9 {
                std::thread::sleep(TURN);
                ordered.share();
            }
        };
        share();
        for entry in ordered.entries() {
            answers.text.extend_from_slice(format!("{}\n", entry.line + 1).as_bytes());
            share();
        }
    }
}

/// Nothing of a block is left to another worker before its first entry, because it is worked on as a whole. After an
/// entry that takes long, those behind it are.
#[test]
fn a_block_is_left_after_an_entry_alone() {
    for (unordered, expected) in [(false, &[3][..]), (true, &[3, 2, 1, 0])] {
        let (command, output) = (Arc::new(SlowBlocks::default()), SharedOutput::default());
        let text = format!("{EASY}\n").repeat(3).into_bytes();
        let reader = InputReader::new(vec![Input::Puzzles { text, puzzles: vec![] }], InputFormat::default());
        run_command(Box::new(reader), command.clone(), unordered, &output);
        let mut lines: Vec<String> = text_of(&output).lines().map(String::from).collect();
        lines.sort();
        assert_eq!(lines, ["1", "2", "3"]);
        // The last call is for the end of the input, without entries.
        let calls = command.calls.lock().unwrap();
        assert_eq!(*calls, expected, "{unordered}");
    }
}

/// Answers when as many workers as threads are answering, and records the most that are.
struct Meeting {
    threads: usize,
    /// The number of workers that are answering, and the most so far.
    present: Mutex<(usize, usize)>,
    arrived: Condvar,
}

impl PuzzleCommand for Meeting {
    fn header(&self, _block: &Block) -> Vec<u8> {
        Vec::new()
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(MeetingWorker(self))
    }
}

struct MeetingWorker<'a>(&'a Meeting);

impl Worker for MeetingWorker<'_> {
    fn answer(&mut self, _block: &Block, _answers: &mut Answers, _ordered: &OrderedOutput) {
        let Meeting { threads, present, arrived } = self.0;
        let mut state = present.lock().unwrap();
        state.0 += 1;
        state.1 = state.1.max(state.0);
        arrived.notify_all();
        // Not for ever, if they never meet.
        let wait = Duration::from_secs(20);
        let (mut state, end) = arrived.wait_timeout_while(state, wait, |state| state.1 < *threads).unwrap();
        if end.timed_out() {
            state.1 = usize::MAX;
        }
        state.0 -= 1;
    }
}

/// As many workers as threads answer at the same time, and no more.
#[test]
fn every_thread_answers() {
    for unordered in [false, true] {
        for threads in [1, 2, 5] {
            let (present, arrived) = Default::default();
            let command = Arc::new(Meeting { threads, present, arrived });
            let output = Destination::Memory(SharedOutput::default());
            let writer = OutputWriter::open(&output, Verbosity::Errors, 0).unwrap();
            let numbers = Box::new(Numbers::new(20, 1));
            let threads = ThreadCount(Some(threads));
            pipeline::run(numbers, command.clone(), threads, unordered, writer).finish().unwrap();
            assert_eq!(command.present.lock().unwrap().1, command.threads, "{unordered}");
        }
    }
}
