//! `solve`: finds the status and the first solution of puzzles.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use lanedoku::{Board, Grid, Outcome, Solver, Status, Workspace};
use lanedoku_formats::{
    Diagnostic, Entry, EntryKind, Parsed, Puzzle, may_mix_open_marks, mixes_open_marks, read,
};

use super::{
    Context, FIRST_STEP_LIMIT, SourceText, characters, collisions_of, report, solve_and_count, with_board,
};
use crate::blocks::Block;
use crate::output::{Record, SearchStats, record::SolutionCount};
use crate::pipeline::{Answers, Deferred, OrderedOutput, PuzzleCommand, Worker};
use crate::workspace::WorkerMemory;

#[derive(Clone, Copy)]
pub struct SolveSettings {
    pub solver: Solver,
    /// The search stops at this number of solutions: 2 or more.
    pub max: u64,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
}

impl SolveSettings {
    /// Returns the solver of the first attempt.
    fn quick(&self) -> Solver {
        self.solver.with_step_limit(self.solver.step_limit().min(FIRST_STEP_LIMIT))
    }

    /// Returns whether a puzzle that reached this limit is searched again with a larger one.
    fn needs_more_steps(&self, status: Status, limit: u64) -> bool {
        status == Status::OutOfSteps && limit < self.solver.step_limit()
    }
}

pub struct Solve {
    pub context: Context,
    pub settings: SolveSettings,
}

impl PuzzleCommand for Solve {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(SolveWorker {
            context: &self.context,
            settings: self.settings,
            one_by_one: self.settings.max > 2 || self.context.record_format.shows_stats(),
            plain: self.context.record_format.is_plain(),
            outcomes: Vec::new(),
            boards: Vec::new(),
            outcomes_of_boards: Vec::new(),
            workspace: memory.workspace(),
        })
    }
}

struct SolveWorker<'a> {
    context: &'a Context,
    settings: SolveSettings,
    /// Whether puzzles are searched one by one, because a column needs more than a batch returns.
    one_by_one: bool,
    /// Whether records are written on the fast path.
    plain: bool,
    outcomes: Vec<Outcome>,
    /// The 9x9 boards that are not plain lines.
    boards: Vec<Grid>,
    outcomes_of_boards: Vec<Outcome>,
    workspace: &'a mut Workspace,
}

impl Worker for SolveWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _ordered: &OrderedOutput) {
        let source = SourceText::of(block);
        let quick = self.settings.quick();
        let is_line = |entry: &Entry| !self.one_by_one && matches!(entry.kind, EntryKind::Line(_));
        // Entries that are not plain lines are parsed first, so that the 9x9 boards among them are solved in one batch.
        let others = block.entries.iter().filter(|entry| !is_line(entry));
        let mixes = may_mix_open_marks(source.text);
        let results: Vec<_> = others.map(|entry| self.context.read_entry(source, entry, mixes)).collect();
        let nines = results.iter().filter_map(|parsed| match parsed {
            Ok(Parsed { puzzle: Puzzle::Nine(board), .. }) if !self.one_by_one => Some(*board),
            _ => None,
        });
        self.boards.clear();
        self.boards.extend(nines);
        self.outcomes_of_boards.resize(self.boards.len(), Outcome::INVALID);
        quick.solve_batch(&self.boards, &mut self.outcomes_of_boards, self.workspace);

        let mut results = results.into_iter();
        let mut next = 0;
        let one_by_one = self.one_by_one;
        for entries in block.entries.chunk_by(|one, next| !one_by_one && one.is_followed_by(next)) {
            let entry = &entries[0];
            if let (EntryKind::Line(stride), false) = (entry.kind, one_by_one) {
                self.answer_lines(block, entries, stride as usize, mixes, &quick, answers);
                continue;
            }
            let Some(parsed) = results.next() else { break };
            let puzzle = match parsed {
                Ok(parsed) => self.context.take(source, parsed, answers),
                Err(diagnostic) => {
                    self.context.reject_entry(source, entry, &diagnostic, answers);
                    continue;
                }
            };
            let solved = match (&puzzle, one_by_one) {
                (Puzzle::Nine(_), false) => {
                    next += 1;
                    Solved::new(&self.outcomes_of_boards[next - 1], None, Duration::ZERO)
                }
                _ => self.solve(&quick, &puzzle),
            };
            if self.settings.needs_more_steps(solved.status, FIRST_STEP_LIMIT) {
                answers.defer(Deferred::new(block, entry, 4 * FIRST_STEP_LIMIT, solved.stats.time));
            } else {
                self.write(source, entry, &puzzle, &solved, answers);
            }
        }
    }

    fn finish(&mut self, deferred: &mut Deferred, answers: &mut Answers) -> bool {
        let source = SourceText::of_deferred(deferred);
        let puzzle = match read(&deferred.entry, source.text, &self.context.input_format) {
            Ok(Parsed { puzzle, .. }) => puzzle,
            // Cannot happen: the entry was parsed before.
            Err(diagnostic) => {
                self.context.reject_entry(source, &deferred.entry, &diagnostic, answers);
                return true;
            }
        };
        let limit = deferred.limit.min(self.settings.solver.step_limit());
        let solver = self.settings.solver.with_step_limit(limit);
        let start = Instant::now();
        let solved = self.solve(&solver, &puzzle);
        let time = start.elapsed();
        deferred.spent += time;
        let remaining = self.settings.timeout.map(|timeout| timeout.saturating_sub(deferred.spent));
        if self.settings.needs_more_steps(solved.status, limit) && remaining != Some(Duration::ZERO) {
            let factor = match remaining {
                // Estimates the number of steps for the remaining time.
                Some(remaining) => (remaining.as_secs_f64() / time.as_secs_f64().max(1e-6)).clamp(0.1, 4.0),
                None => 8.0,
            };
            deferred.limit = (limit as f64 * factor).max(1000.0) as u64;
            return false;
        }
        self.write(SourceText::of_deferred(deferred), &deferred.entry, &puzzle, &solved, answers);
        true
    }
}

/// The result for a puzzle of any size.
struct Solved {
    status: Status,
    /// One character per cell.
    solution: Option<Vec<u8>>,
    found: Option<u64>,
    stats: SearchStats,
}

impl Solved {
    fn new<const CELLS: usize>(outcome: &Outcome<CELLS>, found: Option<u64>, time: Duration) -> Self {
        let stats = SearchStats { steps: outcome.steps, guesses: outcome.guesses, time };
        let solution = outcome.solution.map(|solution| solution.to_line().to_vec());
        Solved { status: outcome.status, solution, found, stats }
    }
}

impl SolveWorker<'_> {
    /// Solves plain lines without copying them.
    fn answer_lines(
        &mut self,
        block: &Block,
        entries: &[Entry],
        stride: usize,
        mixes: bool,
        quick: &Solver,
        answers: &mut Answers,
    ) {
        let source = SourceText::of(block);
        let lines = &source.text[entries[0].range().start..];
        self.outcomes.resize(self.outcomes.len().max(entries.len()), Outcome::INVALID);
        let mut outcomes = std::mem::take(&mut self.outcomes);
        quick.solve_lines(lines, stride, &mut outcomes[..entries.len()], self.workspace);
        for (entry, outcome) in entries.iter().zip(&outcomes) {
            if mixes && mixes_open_marks(&source.text[entry.range()]) {
                let _ = self.context.read(source, entry, answers);
            }
            match (outcome.status, &outcome.solution) {
                (Status::Unique, Some(solution)) if self.plain => {
                    answers.text.extend_from_slice(&plain_line::<89>(solution, b" unique\n"));
                    answers.totals.count(Status::Unique, true, outcome.steps);
                }
                (Status::Multiple, Some(solution)) if self.plain => {
                    answers.text.extend_from_slice(&plain_line::<91>(solution, b" multiple\n"));
                    answers.totals.count(Status::Multiple, false, outcome.steps);
                }
                (status, _) if self.settings.needs_more_steps(status, FIRST_STEP_LIMIT) => {
                    answers.defer(Deferred::new(block, entry, 4 * FIRST_STEP_LIMIT, Duration::ZERO));
                }
                _ => {
                    let solved = Solved::new(outcome, None, Duration::ZERO);
                    let board = Board::parse(&source.text[entry.range()]).unwrap_or(Board::EMPTY);
                    self.write(source, entry, &Puzzle::Nine(board), &solved, answers);
                }
            }
        }
        self.outcomes = outcomes;
    }

    /// Solves one puzzle. A 9x9 board goes through the batch engine unless all are searched one by one, so that its
    /// first solution does not depend on its position in the input.
    fn solve(&mut self, solver: &Solver, puzzle: &Puzzle) -> Solved {
        let start = Instant::now();
        if let (Puzzle::Nine(board), false) = (puzzle, self.one_by_one) {
            let mut outcome = [Outcome::INVALID];
            solver.solve_batch(&[*board], &mut outcome, self.workspace);
            return Solved::new(&outcome[0], None, start.elapsed());
        }
        let max = self.settings.max;
        with_board!(puzzle, board => match max {
            2 => {
                let outcome = solver.solve(board);
                Solved::new(&outcome, None, start.elapsed())
            }
            _ => {
                let (outcome, found) = solve_and_count(solver, max, board, |_| ControlFlow::Continue(()));
                Solved::new(&outcome, Some(found), start.elapsed())
            }
        }, candidates => {
            let outcome = solver.solve_candidates(candidates);
            Solved::new(&outcome, None, start.elapsed())
        })
    }

    fn write(
        &self,
        source: SourceText,
        entry: &Entry,
        puzzle: &Puzzle,
        solved: &Solved,
        answers: &mut Answers,
    ) {
        if solved.status == Status::Invalid {
            // The characters of a plain line were not checked before.
            let puzzle = read(entry, source.text, &self.context.input_format);
            let reason = match &puzzle {
                Ok(Parsed { puzzle, .. }) => collisions_of(puzzle),
                Err(diagnostic) => return self.context.reject_entry(source, entry, diagnostic, answers),
            };
            if let Some(reason) = reason {
                report(source, &Diagnostic::new(entry, reason), answers);
            }
        }
        let characters = characters(puzzle);
        let passed = solved.status == Status::Unique;
        let record = Record {
            solution: solved.solution.as_deref(),
            count: solved.found.map(|found| SolutionCount { found, cut_off: found >= self.settings.max }),
            stats: Some(solved.stats),
            ..Record::new(source.line(entry), solved.status, passed, &characters)
        };
        self.context.write(source, entry, &record, answers);
    }
}

/// Formats a solution and its status, the most frequent record, in one piece.
#[inline(always)]
fn plain_line<const LENGTH: usize>(solution: &Grid, status: &[u8]) -> [u8; LENGTH] {
    let mut line = [0; LENGTH];
    for (character, digit) in line.iter_mut().zip(solution.digits()) {
        *character = b'0' + digit;
    }
    line[81..].copy_from_slice(status);
    line
}
