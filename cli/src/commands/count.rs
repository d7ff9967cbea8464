//! `count`: counts solutions.
//!
//! A puzzle that takes long is [divided](crate::divided_count) into parts, unless there is a limit on steps. The number
//! of solutions does not depend on that.

use lanedoku::{AnyPuzzle, End};
use lanedoku_formats::{Diagnostic, Entry};

use super::{Context, SourceText, characters, collisions_of, report};
use crate::blocks::Block;
use crate::divided_count::{self, DividedCount, PartTurn};
use crate::messages::{counted, percent};
use crate::output::{Record, record::SolutionCount};
use crate::pipeline::{Answers, Deferred, OrderedOutput, PuzzleCommand, Turn, Worker};
use crate::search::{PuzzleAnswer, PuzzleSearch, SearchSettings};
use crate::workspace::WorkerMemory;

pub struct Count {
    pub context: Context,
    pub settings: SearchSettings,
}

impl PuzzleCommand for Count {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(CountWorker { command: self, search: None })
    }
}

impl Count {
    fn divides(&self, puzzle: &AnyPuzzle) -> bool {
        self.settings.solver.step_limit() == u64::MAX && !matches!(puzzle, AnyPuzzle::Candidates(_))
    }

    fn write(
        &self,
        source: SourceText,
        entry: &Entry,
        puzzle: &AnyPuzzle,
        answer: &PuzzleAnswer,
        share: Option<f64>,
        answers: &mut Answers,
    ) {
        if let Some(reason) = collisions_of(puzzle) {
            report(source, &Diagnostic::new(entry, reason), answers);
        }
        let is_late = self.settings.timeout.is_some_and(|timeout| answer.stats.time >= timeout);
        if answer.end == End::OutOfSteps && is_late {
            report(source, &Diagnostic::new(entry, out_of_time(share, answer.found)), answers);
        }
        let characters = characters(puzzle);
        // A count that a limit has cut was not what was asked for, even if it tells that there are several.
        let passed = matches!(answer.end, End::Exhausted | End::Stopped);
        let record = Record {
            count: (answer.end != End::Invalid).then(|| SolutionCount::from(answer)),
            stats: Some(answer.stats),
            ..Record::new(source.line(entry), answer.status, passed, &characters)
        };
        self.context.write(source, entry, &record, answers);
    }
}

/// Says how many solutions were found in time, and in which share of the search if that is known.
pub fn out_of_time(share: Option<f64>, found: u64) -> String {
    let done = share.map_or(String::new(), |share| format!(" after {} of the search", percent(share)));
    format!("the time limit was reached{done}; {} found so far", counted(found, "solution"))
}

struct CountWorker<'a> {
    command: &'a Count,
    /// Memory for first attempts.
    search: Option<PuzzleSearch>,
}

impl Worker for CountWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let source = SourceText::of(block);
        let settings = self.command.settings;
        for entry in &block.entries {
            let Some(puzzle) = self.command.context.read(source, entry, answers) else { continue };
            match PuzzleSearch::attempt(&mut self.search, &settings, &puzzle) {
                Some(answer) => self.command.write(source, entry, &puzzle, &answer, None, answers),
                None => {
                    let keeps = !self.command.divides(&puzzle) && ordered.may_keep_search();
                    let search = if keeps { self.search.take() } else { None };
                    answers.defer(Deferred::new(block, entry, puzzle, search));
                }
            }
        }
    }

    fn take_turn(&mut self, deferred: &mut Deferred, answers: &mut Answers) -> Turn {
        let settings = self.command.settings;
        let Deferred { record, part, search } = deferred;
        let (answer, share) = match part {
            Some(part) => match divided_count::take_turn(part, search) {
                PartTurn::Unfinished => return Turn::Unfinished,
                PartTurn::Ended => return Turn::PartEnded,
                PartTurn::AllEnded(answer, share) => (*answer, Some(share)),
            },
            None if self.command.divides(&record.puzzle) => {
                let parts = DividedCount::divide(settings, &record.puzzle);
                let defer = |part| Deferred { record: record.clone(), part: Some(part), search: None };
                return Turn::Divided(parts.into_iter().map(defer).collect());
            }
            None => {
                let search = search.get_or_insert_with(|| PuzzleSearch::new(&settings, &record.puzzle));
                match search.take_turn(&settings, &record.puzzle) {
                    Some(answer) => (answer, None),
                    None => return Turn::Unfinished,
                }
            }
        };
        let source = SourceText::of_deferred(record);
        self.command.write(source, &record.entry, &record.puzzle, &answer, share, answers);
        Turn::Answered
    }
}
