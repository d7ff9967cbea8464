//! The order in which the pipeline reads, answers and writes, observed by the worker itself.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use lanedoku::{Engine, Solver};
use lanedoku_cli::blocks::{Block, BlockSource, InputReader, Numbers};
use lanedoku_cli::commands::Context;
use lanedoku_cli::commands::solve::{Solve, SolveSettings};
use lanedoku_cli::inputs::Input;
use lanedoku_cli::messages::Verbosity;
use lanedoku_cli::output::writer::MemoryOutput;
use lanedoku_cli::output::{Column, Destination, OutputFormat, OutputWriter, RecordFormat};
use lanedoku_cli::pipeline::{self, Answers, Deferred, OrderedOutput, PuzzleCommand, Worker};
use lanedoku_cli::threads::ThreadCount;
use lanedoku_cli::workspace::WorkerMemory;
use lanedoku_formats::{InputFormat, split_all};

mod support;

use support::*;

type Output = Arc<Mutex<MemoryOutput>>;

fn text_of(output: &Output) -> String {
    String::from_utf8(output.lock().unwrap().text.clone()).unwrap()
}

/// Runs a command with one thread, and returns its output.
fn run_command(
    source: Box<dyn BlockSource>,
    command: Arc<dyn PuzzleCommand>,
    unordered: bool,
    output: &Output,
) {
    let writer = OutputWriter::open(&Destination::Memory(output.clone()), Verbosity::Errors, 0).unwrap();
    pipeline::run(source, command, ThreadCount(Some(1)), unordered, writer).finish().unwrap();
}

/// `solve`, with a copy of the output at the start of each attempt at a deferred puzzle.
struct ObservedSolve {
    solve: Solve,
    output: Output,
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

    fn finish(&mut self, deferred: &mut Deferred, answers: &mut Answers) -> bool {
        self.command.seen.lock().unwrap().push(text_of(&self.command.output));
        self.worker.finish(deferred, answers)
    }
}

/// Solves a 25x25 board that reaches the step limit, after and before easier puzzles, and returns the output during
/// each attempt at it and after the run.
fn solve_slow_board(input: &str, columns: &[Column], unordered: bool) -> (Vec<String>, String) {
    let solver = Solver::builder().engine(Engine::Backtrack).step_limit(1_000_000).build().unwrap();
    let record_format = RecordFormat {
        format: OutputFormat::Line,
        show: columns.to_vec(),
        open: b'.',
        only: Vec::new(),
        summary: false,
        extra_fields: Default::default(),
    };
    let context = Context { input_format: InputFormat::default(), record_format };
    let (output, seen) = (Output::default(), Arc::new(Mutex::default()));
    let solve = Solve { context, settings: SolveSettings { solver, max: 2, timeout: None } };
    let command = ObservedSolve { solve, output: output.clone(), seen: seen.clone() };
    let reader = InputReader::new(vec![Input::Puzzle(input.into())], InputFormat::default());
    run_command(Box::new(reader), Arc::new(command), unordered, &output);
    let seen = std::mem::take(&mut *seen.lock().unwrap());
    (seen, text_of(&output))
}

fn slow_board() -> &'static str {
    include_str!("../../tests/boards/slow_25x25.txt").lines().next().unwrap()
}

#[test]
fn answers_before_a_slow_board_are_written_first() {
    let easy = String::from_utf8(puzzle(3, 1)).unwrap();
    let input = format!("{easy}\n{easy}\n{}\n{easy}\n", slow_board());
    let (during, after_the_run) = solve_slow_board(&input, &[Column::Line, Column::Status], false);
    // 80,000, 640,000 and 1,000,000 steps.
    assert_eq!(during, ["1 unique\n2 unique\n"; 3]);
    assert_eq!(after_the_run, "1 unique\n2 unique\n3 limit\n4 unique\n");
}

#[test]
fn unordered_answers_do_not_wait_for_a_slow_board() {
    let easy = String::from_utf8(puzzle(3, 1)).unwrap();
    let input = format!("{}\n{easy}\n{easy}\n", slow_board());
    let (during, after_the_run) = solve_slow_board(&input, &[Column::Line, Column::Status], true);
    assert_eq!(during, ["2 unique\n3 unique\n"; 3]);
    assert_eq!(after_the_run, "2 unique\n3 unique\n1 limit\n");
}

/// Defers one puzzle in each block, as if its first attempt had taken `spent`, and records the order of its calls.
struct DeferEverything {
    spent: Duration,
    calls: Arc<Mutex<Vec<&'static str>>>,
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
    fn answer(&mut self, _block: &Block, answers: &mut Answers, _ordered: &OrderedOutput) {
        self.0.calls.lock().unwrap().push("answer");
        let entry = split_all(HARD.as_bytes(), &InputFormat::default())[0];
        answers.defer(Deferred {
            name: "".into(),
            line: 0,
            columns: None,
            entry,
            text: HARD.into(),
            limit: 0,
            spent: self.0.spent,
        });
    }

    fn finish(&mut self, _deferred: &mut Deferred, _answers: &mut Answers) -> bool {
        self.0.calls.lock().unwrap().push("finish");
        true
    }
}

fn calls_on_two_blocks(spent: Duration) -> Vec<&'static str> {
    let calls = Arc::new(Mutex::default());
    let command = DeferEverything { spent, calls: calls.clone() };
    run_command(Box::new(Numbers::new(2, 1)), Arc::new(command), false, &Output::default());
    std::mem::take(&mut *calls.lock().unwrap())
}

#[test]
fn reading_continues_during_a_very_slow_board() {
    assert_eq!(calls_on_two_blocks(Duration::from_millis(1)), ["answer", "finish", "answer", "finish"]);
    assert_eq!(calls_on_two_blocks(Duration::from_secs(1)), ["answer", "answer", "finish", "finish"]);
}
