//! `rate`: rates the difficulty of puzzles.

use std::time::Duration;

use lanedoku::{Grid, Status, rate_while};
use lanedoku_formats::Puzzle;

use super::{Context, SourceText, characters, reason_not_unique};
use crate::blocks::Block;
use crate::output::{Record, record::RatingSummary};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::Deadline;
use crate::workspace::WorkerMemory;

pub struct Rate {
    pub context: Context,
    /// The number of equivalent boards to solve for each puzzle.
    pub samples: usize,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
}

impl PuzzleCommand for Rate {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(RateWorker(self))
    }
}

struct RateWorker<'a>(&'a Rate);

impl Worker for RateWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _ordered: &OrderedOutput) {
        let Rate { context, samples, timeout } = self.0;
        let source = SourceText::of(block);
        for entry in &block.entries {
            let Some(puzzle) = context.read(source, entry, answers) else { continue };
            let Puzzle::Nine(board) = puzzle else {
                let reason = "expected a 9x9 board of clues".into();
                context.reject_puzzle(source, entry, &puzzle, Status::Invalid, reason, answers);
                continue;
            };
            match rated(&board, *samples, Deadline::after(*timeout)) {
                Ok(rated) => {
                    let characters = characters(&puzzle);
                    let record = Record {
                        rated: Some(rated),
                        ..Record::new(source.line(entry), Status::Unique, true, &characters)
                    };
                    context.write(source, entry, &record, answers);
                }
                Err(status) => {
                    let reason = reason_not_unique(&puzzle, status);
                    context.reject_puzzle(source, entry, &puzzle, status, reason, answers);
                }
            }
        }
    }
}

/// Rates a puzzle. Returns its status as the error if it has no rating.
pub fn rated(board: &Grid, samples: usize, deadline: Deadline) -> Result<RatingSummary, Status> {
    let rating = rate_while(board, samples, || deadline.is_ahead())?;
    Ok(RatingSummary {
        least_guesses: rating.least_guesses.into(),
        median_guesses: rating.median_guesses.into(),
        least_sweeps: rating.least_sweeps.into(),
        median_sweeps: rating.median_sweeps.into(),
        needs: match (rating.singles_only, rating.locked_only) {
            (true, _) => "singles",
            (false, true) => "locked",
            (false, false) => "guesses",
        },
    })
}
