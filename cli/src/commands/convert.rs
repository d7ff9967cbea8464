//! `convert`: writes puzzles in another format.

use lanedoku::Status;

use super::{Context, SourceText, characters};
use crate::blocks::Block;
use crate::output::Record;
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::workspace::WorkerMemory;

pub struct Convert {
    pub context: Context,
}

impl PuzzleCommand for Convert {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(ConvertWorker(&self.context))
    }
}

struct ConvertWorker<'a>(&'a Context);

impl Worker for ConvertWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _ordered: &OrderedOutput) {
        let source = SourceText::of(block);
        for entry in &block.entries {
            let Some(puzzle) = self.0.read(source, entry, answers) else { continue };
            let characters = characters(&puzzle);
            let extra_fields = self.0.extra_fields(source, entry);
            // The puzzle was not searched, so its status is not counted.
            let record = Record::new(source.line(entry), Status::Unique, true, &characters);
            self.0.record_format.write_uncounted(&record, &extra_fields, &mut answers.text);
            answers.totals.read += 1;
        }
    }
}
