//! `convert`: the same puzzles in another format.

use std::sync::Arc;

use lanedoku::Status;

use super::{Desk, Place, characters};
use crate::blocks::Block;
use crate::output::Record;
use crate::pipeline::{Answers, Job, Turn, Worker};

pub struct Convert {
    pub desk: Arc<Desk>,
}

impl Job for Convert {
    fn desk(&self) -> &Desk {
        &self.desk
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Converting(&self.desk))
    }
}

struct Converting<'a>(&'a Desk);

impl Worker for Converting<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _turn: &Turn) {
        let place = Place::of(block);
        for entry in &block.entries {
            let Some(puzzle) = self.0.read(place, entry, answers) else { continue };
            let characters = characters(&puzzle);
            let carried = self.0.carried(place, entry);
            // Nothing was searched, so that there is no status to count.
            let record = Record::new(place.line(entry), Status::Unique, true, &characters);
            self.0.shape.write_uncounted(&record, &carried, &mut answers.text);
            answers.totals.read += 1;
        }
    }
}
