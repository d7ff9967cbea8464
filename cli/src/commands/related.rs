//! `minimize --all` and `neighbours`: list all puzzles related to another.

use std::ops::ControlFlow;

use lanedoku::{GeneratorWorkspace, Grid, Neighbours, Solver, Status};
use lanedoku_formats::{Diagnostic, Puzzle};

use super::{Context, SourceText, reason_not_unique, report, solution_line};
use crate::blocks::Block;
use crate::messages::{counted, grouped};
use crate::output::{Column, Record};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::workspace::WorkerMemory;

/// The largest number of solutions that a puzzle may have after clues are removed.
const SOLUTIONS: usize = 200_000;

/// The puzzles to list.
#[derive(Clone, Copy)]
pub enum Relation {
    /// All minimal subpuzzles.
    MinimalSubpuzzles,
    /// All puzzles with `remove` clues removed and `add` others added.
    Neighbours { remove: usize, add: usize },
}

pub struct ListRelated {
    pub context: Context,
    pub solver: Solver,
    pub relation: Relation,
    /// The number of puzzles to list for each, at most.
    pub max: u64,
}

impl PuzzleCommand for ListRelated {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(RelatedWorker {
            command: self,
            workspace: memory.generator_workspace(),
            solutions: Vec::new(),
        })
    }
}

struct RelatedWorker<'a> {
    command: &'a ListRelated,
    workspace: &'a mut GeneratorWorkspace,
    /// A buffer for the solutions after clues are removed.
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
            // No solution is shown.
            let status = solver.with_any_solution(true).solve(&board).status;
            if status != Status::Unique {
                let reason = reason_not_unique(&puzzle, status);
                context.reject_puzzle(source, entry, &puzzle, status, reason, answers);
                continue;
            }
            let extra_fields = context.extra_fields(source, entry, answers);
            let input = board.to_line();
            let line = source.line(entry);
            let shows_solution = context.record_format.shows(Column::Solution);
            let mut found = 0;
            answers.totals.read += 1;
            let mut show = |related: &Grid| {
                let cells = related.to_line();
                let solution = shows_solution.then(|| solution_line(&Puzzle::Nine(*related))).flatten();
                let record = Record {
                    input: Some(&input),
                    solution: solution.as_deref(),
                    ..Record::new(line, Status::Unique, true, &cells)
                };
                let Answers { text, totals, .. } = &mut *answers;
                context.record_format.write_one_of_many(&record, &extra_fields, text, totals);
                ordered.write_if_large(answers);
                found += 1;
                if found < *max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let skipped = match relation {
                Relation::MinimalSubpuzzles => {
                    // This cannot fail: the puzzle has one solution.
                    let _ = solver.visit_minimal(&board, self.workspace, &mut show);
                    0
                }
                Relation::Neighbours { remove, add } => {
                    self.solutions.resize(SOLUTIONS, [0; 81]);
                    let seen = solver.visit_neighbours(&board, *remove, *add, &mut self.solutions, &mut show);
                    seen.map_or(0, |Neighbours { skipped, .. }| skipped)
                }
            };
            if skipped > 0 {
                let reason = format!(
                    "skipped {} of clues to remove: more than {} solutions would remain",
                    counted(skipped, "choice"),
                    grouped(SOLUTIONS as u64)
                );
                report(source, &Diagnostic::new(entry, reason), answers);
                answers.totals.failed += 1;
            }
        }
    }
}
