//! `solve`: finds the status and the solution of puzzles.

use std::time::{Duration, Instant};

use lanedoku::{AnyPuzzle, Grid, Outcome, Size, Solver, Status, Workspace};
use lanedoku_formats::{Diagnostic, Entry, EntryKind, Parsed, may_mix_open_marks, mixes_open_marks, read};

use super::{Context, SourceText, characters, collisions_of, line_of, report};
use crate::blocks::Block;
use crate::output::{Record, record::SolutionCount};
use crate::pipeline::{Answers, Deferred, OrderedOutput, PuzzleCommand, Turn, Worker};
use crate::search::{PuzzleAnswer, PuzzleGoal, PuzzleSearch, SearchSettings};
use crate::workspace::WorkerMemory;

pub struct Solve {
    pub context: Context,
    pub settings: SearchSettings,
}

impl PuzzleCommand for Solve {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        let solver = self.settings.solver;
        Box::new(SolveWorker {
            command: self,
            quick: solver.with_step_limit(solver.step_limit().min(Solver::QUICK_STEPS)),
            one_by_one: self.settings.goal != PuzzleGoal::Solve { max: 2 },
            timed: self.context.record_format.shows_stats(),
            plain: self.context.record_format.is_plain(),
            outcomes: Vec::new(),
            boards: Vec::new(),
            outcomes_of_boards: Vec::new(),
            times: Vec::new(),
            times_of_boards: Vec::new(),
            workspace: memory.workspace(),
            search: None,
        })
    }
}

struct SolveWorker<'a> {
    command: &'a Solve,
    /// The solver of the first attempt in a batch.
    quick: Solver,
    /// Whether puzzles are searched one by one, because a column needs more than a batch returns.
    one_by_one: bool,
    /// Whether 9x9 boards are solved one by one, because a column is of single ones.
    timed: bool,
    /// Whether records are written on the fast path.
    plain: bool,
    outcomes: Vec<Outcome>,
    /// The times of the outcomes, if they are timed.
    times: Vec<Duration>,
    /// The 9x9 boards that are not plain lines.
    boards: Vec<Grid>,
    outcomes_of_boards: Vec<Outcome>,
    times_of_boards: Vec<Duration>,
    workspace: &'a mut Workspace,
    /// Memory for the first attempts at puzzles that are not in a batch.
    search: Option<PuzzleSearch>,
}

impl Worker for SolveWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let source = SourceText::of(block);
        let Solve { context, settings } = self.command;
        let is_line = |entry: &Entry| !self.one_by_one && matches!(entry.kind, EntryKind::Line(_));
        // Entries that are not plain lines are parsed first, so that the 9x9 boards among them are solved in one batch.
        let others = block.entries.iter().filter(|entry| !is_line(entry));
        let mixes = may_mix_open_marks(source.text);
        let results: Vec<_> = others.map(|entry| context.read_entry(source, entry, mixes)).collect();
        let read = results.iter().flatten().filter(|_| !self.one_by_one);
        let nines = read.filter_map(|parsed| parsed.puzzle.sized::<81>());
        self.boards.clear();
        self.boards.extend(nines);
        self.outcomes_of_boards.resize(self.boards.len(), Outcome::INVALID);
        let (quick, boards) = (self.quick, &self.boards);
        if self.timed {
            let one = |board| quick.solve(&boards[board]);
            solve_timed(&mut self.outcomes_of_boards, &mut self.times_of_boards, one);
        } else {
            quick.solve_batch(boards, &mut self.outcomes_of_boards, self.workspace);
        }

        let mut results = results.iter();
        let mut next = 0;
        let one_by_one = self.one_by_one;
        for entries in block.entries.chunk_by(|one, next| !one_by_one && one.is_followed_by(next)) {
            let entry = &entries[0];
            if let (EntryKind::Line(stride), false) = (entry.kind, one_by_one) {
                self.answer_lines(block, entries, stride as usize, mixes, answers);
                continue;
            }
            let Some(parsed) = results.next() else { break };
            let puzzle = match parsed {
                Ok(parsed) => context.warn(source, parsed, answers),
                Err(diagnostic) => {
                    context.reject_entry(source, entry, diagnostic, answers);
                    continue;
                }
            };
            if !one_by_one && puzzle.board().is_some_and(|board| board.size() == Size::Nine) {
                next += 1;
                match self.answer_of(&self.outcomes_of_boards[next - 1], self.times_of_boards.get(next - 1)) {
                    Some(answer) => self.command.write(source, entry, puzzle, &answer, answers),
                    None => answers.defer(Deferred::new(block, entry, *puzzle, None)),
                }
                continue;
            }
            match PuzzleSearch::attempt(&mut self.search, settings, puzzle) {
                Some(answer) => self.command.write(source, entry, puzzle, &answer, answers),
                None => {
                    let search = if ordered.may_keep_search() { self.search.take() } else { None };
                    answers.defer(Deferred::new(block, entry, *puzzle, search));
                }
            }
        }
    }

    fn take_turn(&mut self, deferred: &mut Deferred, answers: &mut Answers) -> Turn {
        let Deferred { record, search, .. } = deferred;
        let settings = &self.command.settings;
        let search = search.get_or_insert_with(|| PuzzleSearch::new(settings, &record.puzzle));
        let Some(answer) = search.take_turn(settings, &record.puzzle) else { return Turn::Unfinished };
        let source = SourceText::of_deferred(record);
        self.command.write(source, &record.entry, &record.puzzle, &answer, answers);
        Turn::Answered
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
        answers: &mut Answers,
    ) {
        let source = SourceText::of(block);
        let lines = &source.text[entries[0].range().start..];
        self.outcomes.resize(self.outcomes.len().max(entries.len()), Outcome::INVALID);
        let mut outcomes = std::mem::take(&mut self.outcomes);
        let quick = self.quick;
        if self.timed {
            let board = |line| Grid::parse(&lines[line * stride..][..81]);
            let one = |line| board(line).map_or(Outcome::INVALID, |board| quick.solve(&board));
            solve_timed(&mut outcomes[..entries.len()], &mut self.times, one);
        } else {
            quick.solve_lines(lines, stride, &mut outcomes[..entries.len()], self.workspace);
        }
        for (index, (entry, outcome)) in entries.iter().zip(&outcomes).enumerate() {
            if mixes && mixes_open_marks(&source.text[entry.range()]) {
                let _ = self.command.context.read(source, entry, answers);
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
                _ => {
                    let puzzle = Grid::parse(&source.text[entry.range()]).unwrap_or(Grid::EMPTY).into();
                    match self.answer_of(outcome, self.times.get(index)) {
                        Some(answer) => self.command.write(source, entry, &puzzle, &answer, answers),
                        None => answers.defer(Deferred::new(block, entry, puzzle, None)),
                    }
                }
            }
        }
        self.outcomes = outcomes;
    }

    /// Returns the answer of a batch, unless the puzzle needs more steps.
    fn answer_of(&self, outcome: &Outcome, time: Option<&Duration>) -> Option<PuzzleAnswer> {
        if outcome.status == Status::OutOfSteps
            && self.quick.step_limit() < self.command.settings.solver.step_limit()
        {
            return None;
        }
        let mut answer = PuzzleAnswer::of(outcome);
        answer.stats.time = time.copied().unwrap_or_default();
        Some(answer)
    }
}

impl Solve {
    fn write(
        &self,
        source: SourceText,
        entry: &Entry,
        puzzle: &AnyPuzzle,
        answer: &PuzzleAnswer,
        answers: &mut Answers,
    ) {
        if answer.status == Status::Invalid {
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
        let (characters, solution) = (characters(puzzle), answer.solution.as_ref().map(line_of));
        let passed = answer.status == Status::Unique;
        let max = self.settings.goal.max();
        let record = Record {
            solution: solution.as_deref(),
            count: match answer.status {
                Status::Invalid | Status::OutOfSteps | Status::Stopped => None,
                status if max == 2 => SolutionCount::up_to_two(status),
                _ => Some(SolutionCount::from(answer)),
            },
            stats: Some(answer.stats),
            ..Record::new(source.line(entry), answer.status, passed, &characters)
        };
        self.context.write(source, entry, &record, answers);
    }
}

/// Solves puzzles one by one, with the time of each.
fn solve_timed(outcomes: &mut [Outcome], times: &mut Vec<Duration>, solve: impl Fn(usize) -> Outcome) {
    times.clear();
    let mut begin = Instant::now();
    for (index, outcome) in outcomes.iter_mut().enumerate() {
        *outcome = solve(index);
        let end = Instant::now();
        times.push(end - begin);
        begin = end;
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
