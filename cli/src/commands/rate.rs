//! `rate`: how hard a puzzle is, by a rule of its own.

use lanedoku::{Grid, Status, rate};

use super::{Context, SourceText, characters, collisions_of};
use crate::blocks::Block;
use crate::formats::Puzzle;
use crate::output::{Record, record::RatingSummary};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};

pub struct Rate {
    pub context: Context,
    /// Symmetry images of each puzzle that are solved.
    pub images: usize,
}

impl PuzzleCommand for Rate {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(RateWorker(self))
    }
}

struct RateWorker<'a>(&'a Rate);

impl Worker for RateWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _ordered: &OrderedOutput) {
        let Rate { context, images } = self.0;
        let source = SourceText::of(block);
        for entry in &block.entries {
            let Some(puzzle) = context.read(source, entry, answers) else { continue };
            let Puzzle::Nine(board) = puzzle else {
                let reason = "expected a 9x9 board of clues".into();
                context.reject_puzzle(source, entry, &puzzle, Status::Invalid, reason, answers);
                continue;
            };
            match rated(&board, *images) {
                Ok(rated) => {
                    let characters = characters(&puzzle);
                    let record = Record {
                        rated: Some(rated),
                        ..Record::new(source.line(entry), Status::Unique, true, &characters)
                    };
                    context.write(source, entry, &record, answers);
                }
                Err(status) => {
                    let reason = match status {
                        Status::Invalid => collisions_of(&puzzle).unwrap_or_default(),
                        Status::NoSolution => "the puzzle has no solution".into(),
                        Status::OutOfSteps => "the puzzle takes more guesses than a rating counts".into(),
                        _ => "the puzzle has several solutions".into(),
                    };
                    context.reject_puzzle(source, entry, &puzzle, status, reason, answers);
                }
            }
        }
    }
}

/// The rating of a puzzle, as it is shown.
pub fn rated(board: &Grid, images: usize) -> Result<RatingSummary, Status> {
    let rating = rate(board, images)?;
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
