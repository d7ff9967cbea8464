//! `count`: counts solutions.
//!
//! A puzzle that takes more than [`FIRST_STEP_LIMIT`] steps is deferred and divided into hundreds of boards with more
//! digits, such that each solution belongs to exactly one of them. The parts and their limits depend only on the puzzle
//! and the settings, so the result is the same with any number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use lanedoku::{Board, End, Solver, Status, Tally, Unit, Workspace};
use lanedoku_formats::{Diagnostic, Entry, Parsed, Puzzle, read};

use super::{
    Context, FIRST_STEP_LIMIT, SourceText, characters, collisions_of, report, status_of, with_board,
};
use crate::blocks::Block;
use crate::output::{Record, SearchStats, record};
use crate::pipeline::{Answers, Deferred, OrderedOutput, PuzzleCommand, Worker};
use crate::threads::ThreadCount;
use crate::workspace::WorkerMemory;

/// The smallest number of parts. There are many because some take far longer than others.
const PARTS: usize = 256;

#[derive(Clone, Copy)]
pub struct CountSettings {
    pub solver: Solver,
    /// The count stops at this number of solutions.
    pub max: u64,
    pub threads: ThreadCount,
}

pub struct Count {
    pub context: Context,
    pub settings: CountSettings,
    /// Held during a count that uses all threads.
    pub large: Mutex<()>,
}

impl PuzzleCommand for Count {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(CountWorker { command: self, workspace: memory.workspace() })
    }
}

struct CountWorker<'a> {
    command: &'a Count,
    workspace: &'a mut Workspace,
}

impl Worker for CountWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _ordered: &OrderedOutput) {
        let CountSettings { solver, max, .. } = self.command.settings;
        let quick = solver.with_step_limit(solver.step_limit().min(FIRST_STEP_LIMIT));
        let source = SourceText::of(block);
        for entry in &block.entries {
            let Some(puzzle) = self.command.context.read(source, entry, answers) else { continue };
            let start = Instant::now();
            let tally = count(&quick, &puzzle, max, self.workspace);
            let is_divided = !matches!(puzzle, Puzzle::Candidates(_));
            if tally.end == End::OutOfSteps && solver.step_limit() > FIRST_STEP_LIMIT && is_divided {
                answers.defer(Deferred::new(block, entry, u64::MAX, start.elapsed()));
            } else {
                self.write(source, entry, &puzzle, &tally, start.elapsed(), answers);
            }
        }
    }

    fn finish(&mut self, deferred: &mut Deferred, answers: &mut Answers) -> bool {
        let source = SourceText::of_deferred(deferred);
        match read(&deferred.entry, source.text, &self.command.context.input_format) {
            Ok(Parsed { puzzle, .. }) => {
                let _all_threads = self.command.large.lock();
                let start = Instant::now();
                let tally = count_parts(&self.command.settings, &puzzle);
                self.write(
                    source,
                    &deferred.entry,
                    &puzzle,
                    &tally,
                    deferred.spent + start.elapsed(),
                    answers,
                );
            }
            // Cannot happen: the entry was parsed before.
            Err(diagnostic) => {
                self.command.context.reject_entry(source, &deferred.entry, &diagnostic, answers)
            }
        }
        true
    }
}

impl CountWorker<'_> {
    fn write(
        &self,
        source: SourceText,
        entry: &Entry,
        puzzle: &Puzzle,
        tally: &Tally,
        time: Duration,
        answers: &mut Answers,
    ) {
        let status = status_of(tally.end, tally.solutions);
        if let Some(reason) = collisions_of(puzzle) {
            report(source, &Diagnostic::new(entry, reason), answers);
        }
        let max = self.command.settings.max;
        let is_counted = matches!(tally.end, End::Exhausted | End::Stopped);
        let characters = characters(puzzle);
        let record = Record {
            count: is_counted.then_some(record::SolutionCount {
                found: tally.solutions.min(max),
                cut_off: tally.solutions >= max,
            }),
            stats: Some(SearchStats { steps: tally.steps, guesses: tally.guesses, time }),
            ..Record::new(source.line(entry), status, is_counted, &characters)
        };
        debug_assert!(is_counted || matches!(status, Status::OutOfSteps | Status::Invalid));
        self.command.context.write(source, entry, &record, answers);
    }
}

fn count(solver: &Solver, puzzle: &Puzzle, max: u64, workspace: &mut Workspace) -> Tally {
    with_board!(puzzle, board => solver.count_with(board, max, workspace), candidates => {
        solver.count_candidates(candidates, max)
    })
}

/// Counts with all threads.
fn count_parts(settings: &CountSettings, puzzle: &Puzzle) -> Tally {
    with_board!(puzzle, board => count_boards(settings, &parts(board)), candidates => {
        settings.solver.count_candidates(candidates, settings.max)
    })
}

fn count_boards<const CELLS: usize>(settings: &CountSettings, parts: &[Board<CELLS>]) -> Tally {
    let (sum, steps, guesses) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let out_of_steps = AtomicBool::new(false);
    for_each(parts.len(), settings.threads.get(), |index, workspace| {
        let left = settings.max.saturating_sub(sum.load(Relaxed));
        // Once the sum reaches the maximum, the other parts do not matter.
        let decided = left == 0 || settings.max == u64::MAX && out_of_steps.load(Relaxed);
        if !decided {
            let tally = settings.solver.count_with(&parts[index], left, workspace);
            sum.fetch_add(tally.solutions, Relaxed);
            steps.fetch_add(tally.steps, Relaxed);
            guesses.fetch_add(tally.guesses, Relaxed);
            out_of_steps.fetch_or(tally.end == End::OutOfSteps, Relaxed);
        }
    });
    let solutions = sum.into_inner();
    let end = match (solutions >= settings.max, out_of_steps.into_inner()) {
        (true, _) => End::Stopped,
        (false, true) => End::OutOfSteps,
        (false, false) => End::Exhausted,
    };
    Tally { solutions, end, steps: steps.into_inner(), guesses: guesses.into_inner() }
}

/// Calls `work` for every number below `count`, on `threads` threads including this one, each with its own workspace.
fn for_each(count: usize, threads: usize, work: impl Fn(usize, &mut Workspace) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut memory = Box::new_uninit();
        let workspace = Workspace::write_new(&mut memory);
        loop {
            match next.fetch_add(1, Relaxed) {
                index if index < count => work(index, workspace),
                _ => break,
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            scope.spawn(run);
        }
        run();
    });
}

/// Returns boards that divide the solutions of `puzzle` among them.
fn parts<const CELLS: usize>(puzzle: &Board<CELLS>) -> Vec<Board<CELLS>> {
    let mut parts = vec![*puzzle.digits()];
    for _ in 0..puzzle.open_cells() {
        if parts.len() >= PARTS {
            break;
        }
        parts = parts.iter().flat_map(children).collect();
    }
    parts.iter().filter_map(|part| Board::from_digits(part).ok()).collect()
}

/// Returns the board with each candidate of the open cell with the fewest candidates. Returns no board if a cell has no
/// candidate, and the board itself if no cell is open.
fn children<const CELLS: usize>(digits: &[u8; CELLS]) -> Vec<[u8; CELLS]> {
    let side = Board::<CELLS>::SIDE;
    let units = |cell: usize| {
        Board::<CELLS>::units_of(cell).map(|unit| match unit {
            Unit::Row(row) => row,
            Unit::Column(column) => side + column,
            Unit::Box(index) => 2 * side + index,
        })
    };
    let mut taken = [0u32; 75];
    for (cell, digit) in digits.iter().enumerate() {
        units(cell).into_iter().for_each(|unit| taken[unit] |= (1 << digit) & !1);
    }
    let candidates = |cell: &usize| {
        ((2 << side) - 2) & !units(*cell).map(|unit| taken[unit]).iter().fold(0, |all, one| all | one)
    };
    let open = (0..CELLS).filter(|&cell| digits[cell] == 0);
    let Some(cell) = open.min_by_key(|cell| candidates(cell).count_ones()) else { return vec![*digits] };
    let places = (1..=side as u8).filter(|digit| candidates(&cell) >> digit & 1 == 1);
    places
        .map(|digit| {
            let mut child = *digits;
            child[cell] = digit;
            child
        })
        .collect()
}
