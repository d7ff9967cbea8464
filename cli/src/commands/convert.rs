//! `convert`: writes puzzles in another format.

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
            self.0.write(source, entry, &Record::of_board(source.line(entry), &characters), answers);
        }
    }
}
