//! `minimize --all` and `neighbours`: list all puzzles related to another.

use std::ops::ControlFlow;
use std::time::Duration;

use lanedoku::{GeneratorWorkspace, Grid, Neighbours, Solver, Status};
use lanedoku_formats::Diagnostic;

use super::{Context, SourceText, reason_not_unique, report, solution_line};
use crate::blocks::Block;
use crate::messages::{counted, grouped};
use crate::output::{Column, Record};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::{Deadline, PuzzleGoal, SearchSettings};
use crate::workspace::WorkerMemory;

/// The largest number of solutions that a puzzle may have after clues are removed.
const SOLUTIONS: usize = 200_000;

/// The puzzles to list.
#[derive(Clone, Copy)]
pub enum Relation {
    /// All minimal subpuzzles.
    MinimalSubpuzzles,
    /// All puzzles with one solution after a number of clues is removed and a number of others is added.
    Neighbours { change: (usize, usize) },
}

pub struct ListRelated {
    pub context: Context,
    pub solver: Solver,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
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
        let ListRelated { context, solver, timeout, relation, max } = self.command;
        let source = SourceText::of(block);
        for entry in ordered.entries() {
            let Some(puzzle) = context.read(source, entry, answers) else { continue };
            let Some(board) = puzzle.sized::<81>() else {
                context.reject_size(source, entry, &puzzle, "9x9 boards of clues", answers);
                continue;
            };
            let deadline = Deadline::after(*timeout, ordered);
            // No solution is shown.
            let solver = solver.with_any_solution(true);
            let settings = SearchSettings { solver, goal: PuzzleGoal::Solve { max: 2 }, timeout: None };
            let status = deadline.search(&settings, &puzzle, answers).status;
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
            answers.totals.count(status, true, 0);
            let mut show = |related: &Grid| {
                let cells = related.to_line();
                let solution = shows_solution.then(|| solution_line(&(*related).into())).flatten();
                let record = Record {
                    input: Some(&input),
                    solution: solution.as_deref(),
                    ..Record::new(line, Status::Unique, true, &cells)
                };
                let Answers { text, totals, .. } = &mut *answers;
                context.record_format.write_one_of_many(&record, &extra_fields, text, totals);
                ordered.write_if_due(answers);
                found += 1;
                if found < *max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let mut is_late = false;
            let go_on = || {
                is_late = !deadline.is_ahead();
                !is_late
            };
            let skipped = match relation {
                Relation::MinimalSubpuzzles => {
                    // This cannot fail: the puzzle has one solution.
                    let _ = solver.visit_minimal(&board, self.workspace, go_on, &mut show);
                    0
                }
                Relation::Neighbours { change } => {
                    self.solutions.resize(SOLUTIONS, [0; 81]);
                    let solutions = &mut self.solutions;
                    let seen = solver.visit_neighbours(&board, *change, solutions, go_on, &mut show);
                    seen.map_or(0, |Neighbours { skipped, .. }| skipped)
                }
            };
            if is_late {
                let reason = "the time limit was reached; there may be more puzzles";
                report(source, &Diagnostic::new(entry, reason), answers);
                answers.totals.failed += 1;
            }
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
