//! `enumerate`: all solutions.

use std::ops::ControlFlow;
use std::sync::Arc;

use lanedoku::{Board, End, Solver, Status};

use super::{Desk, Place, characters, collisions_of, complain, status_of, with_board};
use crate::blocks::Block;
use crate::formats::{Flaw, Puzzle};
use crate::output::Record;
use crate::pipeline::{Answers, Job, Turn, Worker};

/// Bytes of answers that a worker keeps until it is their turn.
pub const MANY: usize = 256 << 10;

pub struct Enumerate {
    pub desk: Arc<Desk>,
    pub solver: Solver,
    /// Where the list of a puzzle's solutions ends.
    pub max: u64,
}

impl Job for Enumerate {
    fn desk(&self) -> &Desk {
        &self.desk
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Enumerating(self))
    }
}

struct Enumerating<'a>(&'a Enumerate);

impl Worker for Enumerating<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, turn: &Turn) {
        let Enumerate { desk, solver, max } = self.0;
        let place = Place::of(block);
        for entry in &block.entries {
            let Some(puzzle) = desk.read(place, entry, answers) else { continue };
            if let Some(reason) = collisions_of(&puzzle) {
                desk.decline(place, entry, &puzzle, Status::Invalid, reason, answers);
                continue;
            }
            let carried = desk.carried(place, entry);
            let characters = characters(&puzzle);
            let line = place.line(entry);
            let mut found = 0;
            let mut show = |solution: &[u8]| {
                found += 1;
                let record = Record {
                    solution: Some(solution),
                    ..Record::new(line, Status::Unique, true, &characters)
                };
                desk.shape.write_uncounted(&record, &carried, &mut answers.text);
                answers.totals.made += 1;
                if answers.text.len() > MANY {
                    turn.write(answers);
                }
                if found < *max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let tally = with_board!(&puzzle, board => solver.visit(board, |solution| show(&solution.to_line())),
                candidates => solver.visit_candidates(candidates, |solution: &Board<81>| show(&solution.to_line())));
            let status = status_of(tally.end, found);
            // Solutions were asked for: a puzzle that has none, or more than there was time for, is told of.
            let reason = match tally.end {
                End::OutOfSteps => Some("the step limit was reached; there may be more solutions"),
                _ if found == 0 => Some("no solution"),
                _ => None,
            };
            answers.totals.count(status, reason.is_none(), tally.steps);
            if let Some(reason) = reason {
                let reason = reason.to_owned();
                let flaw = Flaw { line: u64::from(entry.line) + 1, column: None, reason };
                complain(place, &flaw, answers);
            }
            let _: Puzzle = puzzle;
        }
    }
}
