//! `solve` and `count` on boards of another layout, one on each line.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use lanedoku::{End, Layout, LayoutSolver, ParseError, Quoted, Status};
use lanedoku_formats::{Diagnostic, Entry};

use super::{Context, SourceText};
use crate::blocks::Block;
use crate::output::record::SolutionCount;
use crate::output::{Record, SearchStats};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::{Deadline, PuzzleGoal};
use crate::workspace::WorkerMemory;

pub struct SearchLayouts {
    pub context: Context,
    pub layout: Layout,
    pub solver: LayoutSolver,
    pub goal: PuzzleGoal,
    pub step_limit: u64,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
}

impl PuzzleCommand for SearchLayouts {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        let [clues, solution] = [0; 2].map(|_| vec![0; self.layout.cells()]);
        Box::new(LayoutWorker { command: self, clues, solution })
    }
}

struct LayoutWorker<'a> {
    command: &'a SearchLayouts,
    clues: Vec<u8>,
    solution: Vec<u8>,
}

impl Worker for LayoutWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let source = SourceText::of(block);
        for entry in &block.entries {
            let text = &source.text[entry.record()];
            // The board may have spaces in it, or be followed by other fields.
            let first = text.split(|byte| b",;\t ".contains(byte)).next().unwrap_or_default();
            let layout = &self.command.layout;
            match layout.read(text, &mut self.clues).or_else(|_| layout.read(first, &mut self.clues)) {
                Ok(()) => self.search(source, entry, answers, ordered),
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

impl LayoutWorker<'_> {
    fn search(&mut self, source: SourceText, entry: &Entry, answers: &mut Answers, ordered: &OrderedOutput) {
        let SearchLayouts { context, solver, goal, step_limit, timeout, .. } = self.command;
        let deadline = Deadline::after(*timeout, ordered);
        let (go_on, begin) = (|| deadline.is_ahead(), Instant::now());
        let (tally, counts) = match *goal {
            PuzzleGoal::Solve { .. } => {
                (solver.solve_while(&self.clues, *step_limit, go_on, &mut self.solution), false)
            }
            PuzzleGoal::Count { max } => {
                // A count to none searches nothing.
                let step_limit = if max == 0 { 0 } else { *step_limit };
                let mut left = max;
                let tally = solver.visit(&self.clues, step_limit, go_on, |_| {
                    left = left.saturating_sub(1);
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                (tally, true)
            }
        };
        let status = tally.status();
        let line: Vec<u8> = Layout::characters(&self.clues).collect();
        let has_solution = !counts && matches!(status, Status::Unique | Status::Multiple);
        let solution = has_solution.then(|| Layout::characters(&self.solution).collect::<Vec<u8>>());
        if status == Status::Invalid {
            let reason = String::from("a digit is twice in a row, column, region or house");
            super::report(source, &Diagnostic::new(entry, reason), answers);
        }
        let is_to_none = matches!(goal, PuzzleGoal::Count { max: 0 }) && tally.end == End::OutOfSteps;
        let ended = matches!(tally.end, End::Exhausted | End::Stopped) || is_to_none;
        let counted = SolutionCount { found: tally.solutions, cut_off: tally.end != End::Exhausted };
        let record = Record {
            solution: solution.as_deref(),
            count: if counts {
                (status != Status::Invalid).then_some(counted)
            } else {
                SolutionCount::up_to_two(status)
            },
            stats: Some(SearchStats { steps: tally.steps, guesses: tally.guesses, time: begin.elapsed() }),
            ..Record::new(
                source.line(entry),
                status,
                if counts { ended } else { status == Status::Unique },
                &line,
            )
        };
        context.write(source, entry, &record, answers);
    }
}
