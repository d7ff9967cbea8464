//! `minimize --all` and `neighbours`: all puzzles of a kind that are near another.

use std::ops::ControlFlow;

use lanedoku::{GeneratorWorkspace, Grid, Neighbours, Solver, Status};

use super::{Context, SourceText, collisions_of, report};
use crate::blocks::Block;
use crate::formats::{Diagnostic, Puzzle};
use crate::messages::{counted, grouped};
use crate::output::Record;
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};

/// The most solutions that a puzzle without some of its clues may have.
const SOLUTIONS: usize = 200_000;

/// Which puzzles are looked for.
#[derive(Clone, Copy)]
pub enum Relation {
    /// All minimal puzzles among its clues.
    MinimalSubpuzzles,
    /// All that have some clues less and some more.
    Neighbours { remove: usize, add: usize },
}

pub struct ListRelated {
    pub context: Context,
    pub solver: Solver,
    pub relation: Relation,
    /// Where the list for a puzzle ends.
    pub max: u64,
}

impl PuzzleCommand for ListRelated {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(RelatedWorker { command: self, workspace: Box::default(), solutions: Vec::new() })
    }
}

struct RelatedWorker<'a> {
    command: &'a ListRelated,
    workspace: Box<GeneratorWorkspace>,
    /// Room for the solutions of a puzzle without some of its clues.
    solutions: Vec<[u8; 81]>,
}

impl Worker for RelatedWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let ListRelated { context, solver, relation, max } = self.command;
        let source = SourceText::of(block);
        for entry in &block.entries {
            let Some(puzzle) = context.read(source, entry, answers) else { continue };
            let Puzzle::Nine(board) = puzzle else {
                let reason = "expected a 9x9 board of clues".into();
                context.reject_puzzle(source, entry, &puzzle, Status::Invalid, reason, answers);
                continue;
            };
            let status = solver.solve(&board).status;
            if status != Status::Unique {
                let reason = match status {
                    Status::Invalid => collisions_of(&puzzle).unwrap_or_default(),
                    Status::NoSolution => "the puzzle has no solution".into(),
                    _ => "the puzzle has several solutions".into(),
                };
                context.reject_puzzle(source, entry, &puzzle, status, reason, answers);
                continue;
            }
            let extra_fields = context.extra_fields(source, entry);
            let input = board.to_line();
            let line = source.line(entry);
            let mut found = 0;
            answers.totals.read += 1;
            let mut show = |near: &Grid| {
                let cells = near.to_line();
                let record =
                    Record { input: Some(&input), ..Record::new(line, Status::Unique, true, &cells) };
                context.record_format.write_uncounted(&record, &extra_fields, &mut answers.text);
                answers.totals.made += 1;
                ordered.write_if_large(answers);
                found += 1;
                if found < *max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let passed_over = match relation {
                Relation::MinimalSubpuzzles => {
                    // It has one solution, so all are shown.
                    let _ = solver.visit_minimal(&board, &mut self.workspace, &mut show);
                    0
                }
                Relation::Neighbours { remove, add } => {
                    self.solutions.resize(SOLUTIONS, [0; 81]);
                    let seen = solver.visit_neighbours(&board, *remove, *add, &mut self.solutions, &mut show);
                    seen.map_or(0, |Neighbours { passed_over, .. }| passed_over)
                }
            };
            if passed_over > 0 {
                let reason = format!(
                    "{} of clues to remove were passed over: they leave more than {} solutions",
                    counted(passed_over, "choice"),
                    grouped(SOLUTIONS as u64)
                );
                report(
                    source,
                    &Diagnostic { line: u64::from(entry.line) + 1, column: None, reason },
                    answers,
                );
                answers.totals.unwanted += 1;
            }
        }
    }
}
