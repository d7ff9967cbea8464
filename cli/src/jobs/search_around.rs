//! `minimize --all` and `neighbours`: all puzzles of a kind that are near another.

use std::ops::ControlFlow;
use std::sync::Arc;

use lanedoku::{Grid, Neighbours, Solver, Status, Workshop, Workspace};

use super::enumerate::MANY;
use super::{Desk, Place, collisions_of, complain};
use crate::blocks::Block;
use crate::formats::{Flaw, Puzzle};
use crate::messages::{counted, grouped};
use crate::output::Record;
use crate::pipeline::{Answers, Job, Turn, Worker};

/// The most solutions that a puzzle without some of its clues may have.
const SOLUTIONS: usize = 200_000;

/// Which puzzles are looked for.
#[derive(Clone, Copy)]
pub enum Around {
    /// All minimal puzzles among its clues.
    Minimal,
    /// All that have some clues less and some more.
    Neighbours { remove: usize, add: usize },
}

pub struct SearchAround {
    pub desk: Arc<Desk>,
    pub solver: Solver,
    pub around: Around,
    /// Where the list for a puzzle ends.
    pub max: u64,
}

impl Job for SearchAround {
    fn desk(&self) -> &Desk {
        &self.desk
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Searching {
            job: self,
            workspace: Box::default(),
            workshop: Box::default(),
            solutions: Vec::new(),
        })
    }
}

struct Searching<'a> {
    job: &'a SearchAround,
    workspace: Box<Workspace>,
    workshop: Box<Workshop>,
    /// Room for the solutions of a puzzle without some of its clues.
    solutions: Vec<[u8; 81]>,
}

impl Worker for Searching<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, turn: &Turn) {
        let SearchAround { desk, solver, around, max } = self.job;
        let place = Place::of(block);
        for entry in &block.entries {
            let Some(puzzle) = desk.read(place, entry, answers) else { continue };
            let Puzzle::Nine(board) = puzzle else {
                let reason = "expected a 9x9 board of clues".into();
                desk.decline(place, entry, &puzzle, Status::Invalid, reason, answers);
                continue;
            };
            let status = solver.solve(&board).status;
            if status != Status::Unique {
                let reason = match status {
                    Status::Invalid => collisions_of(&puzzle).unwrap_or_default(),
                    Status::NoSolution => "the puzzle has no solution".into(),
                    _ => "the puzzle has several solutions".into(),
                };
                desk.decline(place, entry, &puzzle, status, reason, answers);
                continue;
            }
            let carried = desk.carried(place, entry);
            let input = board.to_line();
            let line = place.line(entry);
            let mut found = 0;
            answers.totals.read += 1;
            let mut show = |near: &Grid| {
                let cells = near.to_line();
                let record =
                    Record { input: Some(&input), ..Record::new(line, Status::Unique, true, &cells) };
                desk.shape.write_uncounted(&record, &carried, &mut answers.text);
                answers.totals.made += 1;
                if answers.text.len() > MANY {
                    turn.write(answers);
                }
                found += 1;
                if found < *max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let passed_over = match around {
                Around::Minimal => {
                    let (workspace, workshop) = (&mut self.workspace, &mut self.workshop);
                    // It has one solution, so all are shown.
                    let _ = solver.visit_minimal(&board, workspace, workshop, &mut show);
                    0
                }
                Around::Neighbours { remove, add } => {
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
                complain(place, &Flaw { line: u64::from(entry.line) + 1, column: None, reason }, answers);
                answers.totals.unwanted += 1;
            }
        }
    }
}
