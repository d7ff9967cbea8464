//! Commands that map 9x9 boards to 9x9 boards: `minimize`, `canonical`, `shuffle`.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lanedoku::{GeneratorWorkspace, Grid, Outcome, Solver, Status, Symmetry};

use super::{Context, SourceText, nine_boards, reason_not_unique, solution_line};
use crate::blocks::Block;
use crate::output::{Column, Record};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::{Deadline, PuzzleGoal, PuzzleSearch, SearchSettings};
use crate::workspace::WorkerMemory;

#[derive(Clone, Copy)]
pub enum Transform {
    /// Removes redundant clues in random order.
    Minimize { seed: u64, timeout: Option<Duration> },
    /// Writes the canonical form; with `dedupe`, only for the first of equivalent boards.
    Canonical { dedupe: bool },
    /// Writes `copies` random equivalent boards.
    Shuffle { seed: u64, copies: u64 },
}

pub struct TransformBoards {
    pub context: Context,
    pub transform: Transform,
    /// The canonical forms so far, two digits per byte.
    seen: Mutex<HashSet<[u8; 41]>>,
}

impl TransformBoards {
    pub fn new(context: Context, transform: Transform) -> Self {
        TransformBoards { context, transform, seen: Mutex::default() }
    }

    /// Adds a canonical form to `seen`. Returns whether it is new.
    fn is_new(&self, form: &Grid) -> bool {
        let mut packed = [0; 41];
        for (packed, pair) in packed.iter_mut().zip(form.digits().chunks(2)) {
            *packed = pair.iter().fold(0, |packed, digit| 16 * packed + digit);
        }
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(packed)
    }
}

impl PuzzleCommand for TransformBoards {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        let workspace =
            matches!(self.transform, Transform::Minimize { .. }).then(|| memory.generator_workspace());
        Box::new(TransformWorker { command: self, workspace, boards: Vec::new(), made: Vec::new() })
    }
}

struct TransformWorker<'a> {
    command: &'a TransformBoards,
    workspace: Option<&'a mut GeneratorWorkspace>,
    /// One board per entry: empty if the entry is not a 9x9 board.
    boards: Vec<Grid>,
    /// The board made of each, or the status of a board of which none is made.
    made: Vec<Result<Grid, Status>>,
}

impl Worker for TransformWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let TransformBoards { context, transform, .. } = self.command;
        let source = SourceText::of(block);
        let results = context.read_all(source, block);
        self.boards.clear();
        self.boards.extend(nine_boards(&results));
        self.made.clear();
        match transform {
            Transform::Minimize { seed, timeout } => {
                if let Some(workspace) = &mut self.workspace {
                    let (boards, numbers) = (&self.boards, (*seed, block.before));
                    minimize(boards, numbers, *timeout, workspace, &mut self.made, ordered);
                }
            }
            Transform::Canonical { .. } => {
                self.made.extend(self.boards.iter().map(|board| Ok(board.canonical())))
            }
            // Each copy is made when it is written.
            Transform::Shuffle { .. } => self.made.extend(self.boards.iter().copied().map(Ok)),
        }
        if let Transform::Canonical { dedupe: true } = transform {
            // The first of equivalent boards is kept, so blocks are processed in order.
            ordered.wait();
        }
        // Only a puzzle with one solution can be minimized.
        let status = matches!(transform, Transform::Minimize { .. }).then_some(Status::Unique);
        let shows_solution = context.record_format.shows(Column::Solution);
        for (index, (entry, parsed)) in ordered.entries().zip(&results).enumerate() {
            let puzzle = match parsed {
                Ok(parsed) => context.warn(source, parsed, answers),
                Err(diagnostic) => {
                    context.reject_entry(source, entry, diagnostic, answers);
                    continue;
                }
            };
            let Some(board) = puzzle.sized::<81>() else {
                context.reject_size(source, entry, puzzle, "9x9 boards of clues", answers);
                continue;
            };
            let made = match self.made[index] {
                Ok(made) => made,
                Err(status) => {
                    let reason = reason_not_unique(puzzle, status);
                    context.reject_puzzle(source, entry, puzzle, status, reason, answers);
                    continue;
                }
            };
            answers.totals.count(status, true, 0);
            let input = board.to_line();
            let extra_fields = context.extra_fields(source, entry, answers);
            let write = |made: &Grid, answers: &mut Answers| {
                let line = made.to_line();
                let solution = shows_solution.then(|| solution_line(&(*made).into())).flatten();
                let record = Record {
                    input: Some(&input),
                    solution: solution.as_deref(),
                    status,
                    ..Record::of_board(source.line(entry), &line)
                };
                let Answers { text, totals, .. } = answers;
                context.record_format.write_one_of_many(&record, &extra_fields, text, totals);
            };
            match transform {
                Transform::Canonical { dedupe: true } if !self.command.is_new(&made) => {}
                Transform::Shuffle { seed, copies } => {
                    let first = (block.before + index as u64).wrapping_mul(*copies);
                    for copy in 0..*copies {
                        write(&Symmetry::random(*seed, first.wrapping_add(copy)).apply(&made), answers);
                        ordered.share();
                        ordered.write_if_due(answers);
                    }
                }
                _ => write(&made, answers),
            }
        }
    }
}

/// Minimizes boards, the first of which has this number. All together come first: if they end within the time limit of
/// one, each does. The others are minimized one by one.
fn minimize(
    boards: &[Grid],
    (seed, first): (u64, u64),
    timeout: Option<Duration>,
    workspace: &mut GeneratorWorkspace,
    made: &mut Vec<Result<Grid, Status>>,
    ordered: &OrderedOutput,
) {
    let solver = Solver::new().with_any_solution(true);
    made.resize(boards.len(), Err(Status::OutOfSteps));
    let numbered = boards.iter().copied().enumerate();
    let mut take = |index: usize, result| made[index] = result;
    if timeout.is_none() {
        solver.minimize_each(numbered, seed, first, workspace, || true, take);
        return;
    }
    // The search for the solution can take long; the others are short.
    let mut outcomes = vec![Outcome::INVALID; boards.len()];
    solver.with_step_limit(Solver::QUICK_STEPS).solve_batch(boards, &mut outcomes, workspace.workspace());
    let quick = numbered.clone().filter(|(index, _)| outcomes[*index].status != Status::OutOfSteps);
    let deadline = Deadline::after(timeout, ordered);
    solver.minimize_each(quick, seed, first, workspace, || deadline.is_ahead(), &mut take);
    for (index, board) in numbered {
        if made[index] != Err(Status::OutOfSteps) {
            continue;
        }
        let deadline = Deadline::after(timeout, ordered);
        let settings = SearchSettings { solver, goal: PuzzleGoal::Solve { max: 2 }, timeout };
        match PuzzleSearch::finish(&settings, &board.into(), || ordered.share()).status {
            Status::Unique => {
                let (go_on, take) = (|| deadline.is_ahead(), |index: usize, result| made[index] = result);
                solver.minimize_each([(index, board)], seed, first, workspace, go_on, take);
            }
            status => made[index] = Err(status),
        }
    }
}
