//! `enumerate`: lists solutions.

use std::ops::ControlFlow;
use std::time::Duration;

use lanedoku::{AnyBoard, End, Solver, Status};
use lanedoku_formats::Diagnostic;

use super::{Context, SourceText, characters, collisions_of, line_of, may_be_more, report};
use crate::blocks::Block;
use crate::output::Record;
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::{Deadline, visit};
use crate::workspace::WorkerMemory;

pub struct Enumerate {
    pub context: Context,
    pub solver: Solver,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
    /// The number of solutions to list per puzzle, at most.
    pub max: u64,
}

impl PuzzleCommand for Enumerate {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(EnumerateWorker(self))
    }
}

struct EnumerateWorker<'a>(&'a Enumerate);

impl Worker for EnumerateWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let Enumerate { context, solver, timeout, max } = self.0;
        let source = SourceText::of(block);
        for entry in ordered.entries() {
            let Some(puzzle) = context.read(source, entry, answers) else { continue };
            if let Some(reason) = collisions_of(&puzzle) {
                context.reject_puzzle(source, entry, &puzzle, Status::Invalid, reason, answers);
                continue;
            }
            let extra_fields = context.extra_fields(source, entry, answers);
            let characters = characters(&puzzle);
            let line = source.line(entry);
            let mut found = 0;
            let show = |solution: &AnyBoard| {
                found += 1;
                let solution = line_of(solution);
                let record = Record { solution: Some(&solution), ..Record::of_board(line, &characters) };
                let Answers { text, totals, .. } = &mut *answers;
                context.record_format.write_one_of_many(&record, &extra_fields, text, totals);
                ordered.write_if_due(answers);
                if found < *max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let deadline = Deadline::after(*timeout, ordered);
            let tally = visit(solver, &puzzle, || deadline.is_ahead(), show);
            let reason = match tally.end {
                End::OutOfSteps => Some(may_be_more(!deadline.is_ahead())),
                _ if found == 0 => Some("no solution".into()),
                _ => None,
            };
            answers.totals.count(tally.status(), reason.is_none(), tally.steps);
            if let Some(reason) = reason {
                report(source, &Diagnostic::new(entry, reason), answers);
            }
        }
    }
}
