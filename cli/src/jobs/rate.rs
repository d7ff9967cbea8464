//! `rate`: how hard a puzzle is, by a rule of its own.

use std::sync::Arc;

use lanedoku::{Grid, Status, rate};

use super::{Desk, Place, characters, collisions_of};
use crate::blocks::Block;
use crate::formats::Puzzle;
use crate::output::{Record, record::Rated};
use crate::pipeline::{Answers, Job, Turn, Worker};

pub struct Rate {
    pub desk: Arc<Desk>,
    /// Symmetry images of each puzzle that are solved.
    pub images: usize,
}

impl Job for Rate {
    fn desk(&self) -> &Desk {
        &self.desk
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Rating(self))
    }
}

struct Rating<'a>(&'a Rate);

impl Worker for Rating<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _turn: &Turn) {
        let Rate { desk, images } = self.0;
        let place = Place::of(block);
        for entry in &block.entries {
            let Some(puzzle) = desk.read(place, entry, answers) else { continue };
            let Puzzle::Nine(board) = puzzle else {
                let reason = "expected a 9x9 board of clues".into();
                desk.decline(place, entry, &puzzle, Status::Invalid, reason, answers);
                continue;
            };
            match rated(&board, *images) {
                Ok(rated) => {
                    let characters = characters(&puzzle);
                    let record = Record {
                        rated: Some(rated),
                        ..Record::new(place.line(entry), Status::Unique, true, &characters)
                    };
                    desk.write(place, entry, &record, answers);
                }
                Err(status) => {
                    let reason = match status {
                        Status::Invalid => collisions_of(&puzzle).unwrap_or_default(),
                        Status::NoSolution => "the puzzle has no solution".into(),
                        Status::OutOfSteps => "the puzzle takes more guesses than a rating counts".into(),
                        _ => "the puzzle has several solutions".into(),
                    };
                    desk.decline(place, entry, &puzzle, status, reason, answers);
                }
            }
        }
    }
}

/// The rating of a puzzle, as it is shown.
pub fn rated(board: &Grid, images: usize) -> Result<Rated, Status> {
    let rating = rate(board, images)?;
    Ok(Rated {
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
