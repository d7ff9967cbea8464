//! Boards of another layout, one on each line.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use lanedoku::{
    End, Grade, Layout, LayoutSolver, LayoutSymmetries, LeftClues, ParseError, Quoted, Status, Tally,
    Workspace,
};
use lanedoku_formats::{Diagnostic, Entry};
use lanedoku_steps::{Hint, LayoutExplainer, LayoutMarks};

use super::count::out_of_time;
use super::explain::Extent;
use super::{Context, SourceText, cell_names, first_of, may_be_more, report};
use crate::blocks::Block;
use crate::messages::counted;
use crate::output::record::SolutionCount;
use crate::output::steps::{AnyStep, StepRecord};
use crate::output::{Column, Content, Record, SearchStats};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::Deadline;
use crate::workspace::WorkerMemory;

pub struct AnswerLayouts {
    pub context: Context,
    pub layout: Layout,
    pub solver: LayoutSolver,
    pub job: LayoutJob,
    pub step_limit: u64,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
}

/// What to do with each board: a command.
pub enum LayoutJob {
    Solve,
    Count {
        max: u64,
    },
    Enumerate {
        max: u64,
    },
    Check {
        minimal: bool,
    },
    Minimize {
        seed: u64,
    },
    Shuffle {
        seed: u64,
        copies: u64,
        symmetries: Box<LayoutSymmetries>,
    },
    /// Rates each puzzle, with an explainer that has the techniques.
    Rate(Box<LayoutExplainer>),
    /// Explains all steps of each puzzle, or the next one. If any solution will do, it may have several.
    Explain {
        extent: Extent,
        explainer: Box<LayoutExplainer>,
        accepts_several: bool,
    },
}

impl PuzzleCommand for AnswerLayouts {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        let [clues, other] = [0; 2].map(|_| vec![0; self.layout.cells()]);
        // Steps, guesses and times are those of a board alone.
        let solves_alone = self.step_limit < u64::MAX || self.context.record_format.shows_stats();
        let uses_lanes = matches!(self.job, LayoutJob::Solve) && self.solver.has_lanes() && !solves_alone;
        let workspace = uses_lanes.then(|| memory.workspace());
        let (tallies, solutions) = Default::default();
        Box::new(LayoutWorker { command: self, clues, other, workspace, tallies, solutions })
    }
}

struct LayoutWorker<'a> {
    command: &'a AnswerLayouts,
    clues: Vec<u8>,
    /// The solution, or the board made.
    other: Vec<u8>,
    /// The memory of lanes, if boards are solved there first.
    workspace: Option<&'a mut Workspace>,
    /// The answers from there, by the entries of the block, and the solutions, one after another.
    tallies: Vec<Tally>,
    solutions: Vec<u8>,
}

/// The board of a record.
struct LayoutEntry<'a> {
    source: SourceText<'a>,
    entry: &'a Entry,
    /// Its position in the block, and in the input, from 0.
    index: usize,
    number: u64,
    /// Its cells in one line.
    line: Vec<u8>,
}

impl Worker for LayoutWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let source = SourceText::of(block);
        self.solve_in_lanes(block);
        for (index, entry) in ordered.entries().enumerate() {
            match self.read(&source.text[entry.record()]) {
                Ok(()) => {
                    let line = Layout::characters(&self.clues).collect();
                    let deadline = Deadline::after(self.command.timeout, ordered);
                    let number = block.before + index as u64;
                    self.answer_board(
                        &LayoutEntry { source, entry, index, number, line },
                        deadline,
                        answers,
                        ordered,
                    );
                }
                Err(error) => {
                    let diagnostic = match error {
                        ParseError::NotACell { column, character, side, .. } => {
                            let reason =
                                format!("{} is not valid on a {side}x{side} board", Quoted(character));
                            Diagnostic { column: Some(column), ..Diagnostic::new(entry, reason) }
                        }
                        error => Diagnostic::new(entry, error.to_string()),
                    };
                    self.command.context.reject_entry(source, entry, &diagnostic, answers);
                }
            }
        }
    }
}

/// The fields of a line.
fn fields(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| b",;\t ".contains(byte)).filter(|field| !field.is_empty())
}

impl LayoutWorker<'_> {
    /// Reads a board, which may have spaces in it, or be followed by other fields.
    fn read(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let layout = &self.command.layout;
        let first = fields(text).next().unwrap_or_default();
        layout.read(text, &mut self.clues).or_else(|_| layout.read(first, &mut self.clues))
    }

    /// Solves the boards of a block, as far as the lanes do.
    fn solve_in_lanes(&mut self, block: &Block) {
        let Some(workspace) = self.workspace.take() else { return };
        let mut clues = Vec::with_capacity(block.entries.len() * self.clues.len());
        for entry in &block.entries {
            if self.read(&SourceText::of(block).text[entry.record()]).is_err() {
                self.clues.fill(u8::MAX);
            }
            clues.extend_from_slice(&self.clues);
        }
        self.tallies.resize(block.entries.len(), Tally::BEGUN);
        self.solutions.resize(clues.len(), 0);
        self.command.solver.solve_in_lanes(&clues, workspace, &mut self.solutions, &mut self.tallies);
        self.workspace = Some(workspace);
    }

    fn answer_board(
        &mut self,
        board: &LayoutEntry,
        deadline: Deadline,
        answers: &mut Answers,
        ordered: &OrderedOutput,
    ) {
        match &self.command.job {
            LayoutJob::Solve => self.solve(board, deadline, answers),
            LayoutJob::Count { max } => self.count(board, *max, deadline, answers),
            LayoutJob::Enumerate { max } => self.enumerate(board, *max, deadline, answers, ordered),
            LayoutJob::Check { minimal } => self.check(board, *minimal, deadline, answers),
            LayoutJob::Minimize { seed } => self.minimize(board, *seed, deadline, answers),
            LayoutJob::Rate(explainer) => {
                if self.is_accepted(board, false, deadline, answers) {
                    let difficulty = explainer.difficulty(&self.clues);
                    let record = self.record(board, Status::Unique, true, answers);
                    self.write(board, &Record { difficulty: difficulty.as_ref(), ..record }, answers);
                }
            }
            LayoutJob::Explain { extent, explainer, accepts_several } => {
                if self.is_accepted(board, *accepts_several, deadline, answers) {
                    self.explain(board, *extent, explainer, answers);
                    ordered.write_if_due(answers);
                }
            }
            LayoutJob::Shuffle { seed, copies, symmetries } => {
                for copy in 0..*copies {
                    let number = board.number.wrapping_mul(*copies).wrapping_add(copy);
                    symmetries.shuffle(*seed, number, &self.clues, &mut self.other);
                    self.write_board(board, None, answers);
                    ordered.share();
                    ordered.write_if_due(answers);
                }
            }
        }
    }

    /// Returns the record of a board. Reports colliding clues.
    fn record<'a>(
        &self,
        board: &'a LayoutEntry,
        status: Status,
        passed: bool,
        answers: &mut Answers,
    ) -> Record<'a> {
        if status == Status::Invalid {
            let reason = first_of(self.command.layout.collisions(&self.clues));
            report(board.source, &Diagnostic::new(board.entry, reason), answers);
        }
        Record::new(board.source.line(board.entry), status, passed, &board.line)
    }

    fn write(&self, board: &LayoutEntry, record: &Record, answers: &mut Answers) {
        self.command.context.write(board.source, board.entry, record, answers);
    }

    /// Writes the board in `other`, made of the one that was read.
    fn write_board(&self, board: &LayoutEntry, status: Option<Status>, answers: &mut Answers) {
        let AnswerLayouts { context, solver, .. } = self.command;
        let line: Vec<u8> = Layout::characters(&self.other).collect();
        let solution = context.record_format.shows(Column::Solution).then(|| {
            let mut solution = vec![0; self.other.len()];
            solver.solve(&self.other, u64::MAX, &mut solution);
            Layout::characters(&solution).collect::<Vec<u8>>()
        });
        let record = Record {
            input: Some(&board.line),
            solution: solution.as_deref(),
            status,
            ..Record::of_board(board.source.line(board.entry), &line)
        };
        self.write(board, &record, answers);
    }

    fn solve(&mut self, board: &LayoutEntry, deadline: Deadline, answers: &mut Answers) {
        let AnswerLayouts { solver, step_limit, .. } = self.command;
        let begin = Instant::now();
        let tally = match self.tallies.get(board.index) {
            Some(known) if known.end != End::OutOfSteps => {
                let cells = board.index * self.clues.len()..(board.index + 1) * self.clues.len();
                self.other.copy_from_slice(&self.solutions[cells]);
                *known
            }
            _ => solver.solve_while(&self.clues, *step_limit, || deadline.is_ahead(), &mut self.other),
        };
        let status = tally.status();
        let solution: Option<Vec<u8>> = matches!(status, Status::Unique | Status::Multiple)
            .then(|| Layout::characters(&self.other).collect());
        let record = Record {
            solution: solution.as_deref(),
            count: SolutionCount::up_to_two(status),
            stats: Some(stats(tally, begin)),
            ..self.record(board, status, status == Status::Unique, answers)
        };
        self.write(board, &record, answers);
    }

    fn count(&self, board: &LayoutEntry, max: u64, deadline: Deadline, answers: &mut Answers) {
        let AnswerLayouts { solver, step_limit, .. } = self.command;
        let (begin, go_on) = (Instant::now(), || deadline.is_ahead());
        let tally = solver.count(&self.clues, max, *step_limit, go_on, |_| ControlFlow::Continue(()));
        if tally.end == End::OutOfSteps && !deadline.is_ahead() {
            let reason = out_of_time(None, tally.solutions);
            report(board.source, &Diagnostic::new(board.entry, reason), answers);
        }
        let ended = matches!(tally.end, End::Exhausted | End::Stopped);
        let counted = SolutionCount { found: tally.solutions, cut_off: tally.end != End::Exhausted };
        let status = tally.status();
        let record = Record {
            count: (status != Status::Invalid).then_some(counted),
            stats: Some(stats(tally, begin)),
            ..self.record(board, status, ended, answers)
        };
        self.write(board, &record, answers);
    }

    fn enumerate(
        &self,
        board: &LayoutEntry,
        max: u64,
        deadline: Deadline,
        answers: &mut Answers,
        ordered: &OrderedOutput,
    ) {
        let AnswerLayouts { context, solver, step_limit, .. } = self.command;
        let LayoutEntry { source, entry, line, .. } = board;
        let extra_fields = context.extra_fields(*source, entry, answers);
        let tally = solver.count(
            &self.clues,
            max,
            *step_limit,
            || deadline.is_ahead(),
            |solution| {
                let solution: Vec<u8> = Layout::characters(solution).collect();
                let record =
                    Record { solution: Some(&solution), ..Record::of_board(source.line(entry), line) };
                let Answers { text, totals, .. } = &mut *answers;
                context.record_format.write_one_of_many(&record, &extra_fields, text, totals);
                ordered.write_if_due(answers);
                ControlFlow::Continue(())
            },
        );
        let reason = match tally.end {
            End::Invalid => {
                let record = self.record(board, Status::Invalid, false, answers);
                return self.write(board, &record, answers);
            }
            End::OutOfSteps => Some(may_be_more(!deadline.is_ahead())),
            _ if tally.solutions == 0 => Some("no solution".into()),
            _ => None,
        };
        answers.totals.count(tally.status(), reason.is_none(), tally.steps);
        if let Some(reason) = reason {
            report(*source, &Diagnostic::new(entry, reason), answers);
        }
    }

    fn check(&mut self, board: &LayoutEntry, minimal: bool, deadline: Deadline, answers: &mut Answers) {
        let AnswerLayouts { context, layout, solver, step_limit, .. } = self.command;
        let (go_on, format) = (|| deadline.is_ahead(), &context.record_format);
        let mut status = solver.solve_while(&self.clues, *step_limit, go_on, &mut self.other).status();
        let solution: Option<Vec<u8>> = matches!(status, Status::Unique | Status::Multiple)
            .then(|| Layout::characters(&self.other).collect());
        let mut redundant = None;
        if (minimal || format.needs(Column::Minimal)) && status == Status::Unique {
            let mut found = 0;
            status = solver.redundant_clues(&self.clues, *step_limit, go_on, |_| found += 1);
            redundant = (status == Status::Unique).then_some(found);
        }
        let possible = format.needs(Column::Possible).then(|| {
            let mut possible = vec![0; layout.cells()];
            let status = solver.possible(&self.clues, *step_limit, go_on, &mut possible);
            // At a limit, some digits are not decided.
            (status != Status::OutOfSteps).then(|| characters_of_sets(&possible, layout.side()))
        });
        let possible = possible.flatten();
        let wrong_clues = format.needs(Column::WrongClues).then(|| {
            let mut wrong = Vec::new();
            let status = solver.wrong_clues(&self.clues, *step_limit, go_on, |cell| wrong.push(cell));
            (status != Status::OutOfSteps).then(|| cell_names(wrong, layout.side()))
        });
        let wrong_clues = wrong_clues.flatten();
        // The other fields may be solutions.
        let text = &board.source.text[board.entry.record()];
        let mut given = fields(text).skip(1).filter(|_| layout.read(text, &mut self.other).is_err());
        let mut grade: Option<Grade> = None;
        let mut digits = vec![0; layout.cells()];
        while let Some(field) = given.next().filter(|_| grade.is_none_or(|grade| grade.is_solution())) {
            if layout.read(field, &mut digits).is_ok() {
                grade = Some(layout.grade(&digits, &self.clues, None));
            }
        }
        let reason = grade.and_then(|grade| match grade {
            Grade { is_complete: false, .. } => Some("the given solution has an open cell".into()),
            Grade { keeps_clues: false, .. } => Some("the given solution contradicts a clue".into()),
            Grade { is_consistent: false, .. } => {
                Some(format!("the given solution is wrong: {}", first_of(layout.collisions(&digits))))
            }
            _ => None,
        });
        let correct = grade.map(|grade| grade.is_solution());
        let passed = status == Status::Unique && correct != Some(false) && (!minimal || redundant == Some(0));
        let record = Record {
            solution: solution.as_deref(),
            count: SolutionCount::up_to_two(status),
            redundant,
            possible: possible.as_deref(),
            wrong_clues: wrong_clues.as_deref(),
            correct,
            ..self.record(board, status, passed, answers)
        };
        if let Some(reason) = reason.filter(|_| status != Status::Invalid) {
            report(board.source, &Diagnostic::new(board.entry, reason), answers);
        }
        self.write(board, &record, answers);
    }

    fn minimize(&mut self, board: &LayoutEntry, seed: u64, deadline: Deadline, answers: &mut Answers) {
        let AnswerLayouts { solver, .. } = self.command;
        self.other.copy_from_slice(&self.clues);
        let left = LeftClues::default();
        match solver.minimize(seed, board.number, &left, || deadline.is_ahead(), &mut self.other) {
            Ok(undecided) => {
                self.write_board(board, Some(Status::Unique), answers);
                if undecided > 0 {
                    report(board.source, &Diagnostic::new(board.entry, may_be_redundant(undecided)), answers);
                    answers.totals.failed += 1;
                }
            }
            Err(status) => self.reject(board, status, answers),
        }
    }

    /// Answers a board that does not have one solution.
    fn reject(&self, board: &LayoutEntry, status: Status, answers: &mut Answers) {
        let record = self.record(board, status, false, answers);
        let reason = match status {
            Status::Multiple => "the puzzle has multiple solutions",
            Status::NoSolution => "the puzzle has no solution",
            _ => "the time limit was reached",
        };
        if status != Status::Invalid {
            report(board.source, &Diagnostic::new(board.entry, reason), answers);
        }
        self.write(board, &Record { content: Content::Rejected, ..record }, answers);
    }

    /// Returns whether a board has one solution, or several if these are accepted. Rejects it otherwise.
    fn is_accepted(
        &mut self,
        board: &LayoutEntry,
        several: bool,
        deadline: Deadline,
        answers: &mut Answers,
    ) -> bool {
        let go_on = || deadline.is_ahead();
        let status = self.command.solver.solve_while(&self.clues, u64::MAX, go_on, &mut self.other).status();
        let is_accepted = status == Status::Unique || several && status == Status::Multiple;
        if !is_accepted {
            self.reject(board, status, answers);
        }
        is_accepted
    }

    fn explain(
        &self,
        board: &LayoutEntry,
        extent: Extent,
        explainer: &LayoutExplainer,
        answers: &mut Answers,
    ) {
        let AnswerLayouts { context, layout, .. } = self.command;
        let LayoutEntry { source, entry, line, number, .. } = board;
        let Some(mut marks) = explainer.marks(&self.clues) else { return };
        let extra_fields = context.extra_fields(*source, entry, answers);
        answers.totals.count(Status::Unique, true, 0);
        let hint = if let Extent::Next(hint) = extent { hint } else { Hint::Why };
        for index in 1.. {
            let (step, is_complete) = (explainer.next_step(&marks), marks.is_complete());
            if is_complete && extent == Extent::Whole {
                break;
            }
            let shown = StepRecord {
                number: number + 1,
                index,
                is_complete,
                step: step.as_ref().map(AnyStep::Other),
                hint,
            };
            let candidates = characters_of_sets(&marks_as_sets(&marks), layout.side());
            let record = Record {
                step: Some(shown),
                marks: Some(&candidates),
                ..Record::new(source.line(entry), Status::Unique, true, line)
            };
            let Answers { text, totals, .. } = &mut *answers;
            context.record_format.write_one_of_many(&record, &extra_fields, text, totals);
            match step {
                Some(step) if extent == Extent::Whole => marks.apply(&step),
                _ => break,
            }
        }
    }
}

/// The message about clues that a search did not decide.
pub fn may_be_redundant(undecided: usize) -> String {
    format!("{} may be redundant: the search took too long", counted(undecided as u64, "clue"))
}

/// Returns the digits of each cell: as many characters as there are digits, `.` for each that it does not have.
fn characters_of_sets(sets: &[u32], side: usize) -> Vec<u8> {
    let digits = sets.iter().flat_map(|digits| {
        (0..side as u8).map(move |digit| if digits >> digit & 1 == 1 { digit + 1 } else { 0 })
    });
    Layout::characters(&digits.collect::<Vec<u8>>()).collect()
}

/// Returns the candidates of each cell; a digit is the only one of its cell.
fn marks_as_sets(marks: &LayoutMarks) -> Vec<u32> {
    let cells = marks.candidates().iter().zip(marks.digits());
    cells.map(|(set, digit)| if *digit > 0 { 1 << (digit - 1) } else { *set }).collect()
}

fn stats(tally: Tally, begin: Instant) -> SearchStats {
    SearchStats { steps: tally.steps, guesses: tally.guesses, time: begin.elapsed() }
}
