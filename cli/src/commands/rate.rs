//! `rate`: rates the difficulty of puzzles.

use std::ops::ControlFlow;
use std::time::Duration;

use lanedoku::{AnyPuzzle, Grid, Status, rate};
use lanedoku_steps::{
    Difficulty, Explainer, HodokuClass, Level, PencilMarks, Technique, TechniqueOrder, TechniqueSet,
};

use super::columns::{HODOKU_COLUMNS, RATING_COLUMNS, SCALE_COLUMNS};
use super::{Context, SourceText, characters, reason_not_unique};
use crate::blocks::Block;
use crate::filter::Filter;
use crate::output::{Column, Record, record::RatingSummary};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::Deadline;
use crate::workspace::WorkerMemory;

pub struct Rate {
    pub context: Context,
    /// The number of equivalent boards to solve for each puzzle.
    pub samples: usize,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
    /// The techniques of the scale.
    pub techniques: TechniqueSet,
}

impl PuzzleCommand for Rate {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(RateWorker {
            command: self,
            rater: Rater::new(&self.context, self.samples, self.techniques),
        })
    }
}

struct RateWorker<'a> {
    command: &'a Rate,
    rater: Rater,
}

impl Worker for RateWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let Rate { context, timeout, .. } = self.command;
        let source = SourceText::of(block);
        for entry in ordered.entries() {
            let Some(puzzle) = context.read(source, entry, answers) else { continue };
            let deadline = Deadline::after(*timeout, ordered);
            let rated = match (puzzle.sized::<81>(), &puzzle) {
                (Some(board), _) => self.rater.rate(&board, deadline),
                (_, AnyPuzzle::Candidates(candidates)) if self.rater.samples.is_none() => {
                    self.rater.rate_marks(&PencilMarks::from_pencil_marks(candidates), deadline)
                }
                _ => {
                    let expected = match self.rater.samples {
                        Some(_) => "9x9 boards of clues",
                        None => "9x9 boards and pencil marks",
                    };
                    context.reject_size(source, entry, &puzzle, expected, answers);
                    continue;
                }
            };
            match rated {
                Ok(rated) => {
                    let characters = characters(&puzzle);
                    let record = Record::new(source.line(entry), Status::Unique, true, &characters);
                    context.write(source, entry, &rated.of(record), answers);
                }
                Err(status) => {
                    let reason = reason_not_unique(&puzzle, status);
                    context.reject_puzzle(source, entry, &puzzle, status, reason, answers);
                }
            }
        }
    }
}

/// Computes the ratings that a command needs.
pub struct Rater {
    /// The number of equivalent boards to solve, if the project's own rating is needed.
    samples: Option<usize>,
    /// Finds steps, if they are needed.
    explainer: Option<&'static mut Explainer>,
    /// The techniques of the scale, if it is needed.
    scale: Option<TechniqueSet>,
    /// The techniques of HoDoKu's score, if it is needed.
    hodoku: Option<TechniqueSet>,
}

/// The ratings of a puzzle that were needed.
#[derive(Clone, Copy, Default)]
pub struct Rated {
    own: Option<RatingSummary>,
    scale: Option<Difficulty>,
    hodoku: Option<(u32, HodokuClass)>,
}

impl Rated {
    /// Adds the ratings to a record.
    pub fn of<'a>(&'a self, record: Record<'a>) -> Record<'a> {
        Record { rated: self.own, difficulty: self.scale.as_ref(), hodoku: self.hodoku, ..record }
    }
}

impl Rater {
    pub fn new(context: &Context, samples: usize, techniques: TechniqueSet) -> Rater {
        let needs = |columns: &[Column]| columns.iter().any(|column| context.record_format.needs(*column));
        let needs_own = needs(&RATING_COLUMNS);
        let of_hodoku = match techniques.order() {
            TechniqueOrder::Hodoku => techniques,
            TechniqueOrder::Scale if techniques.relies_on_uniqueness() => TechniqueSet::HODOKU,
            TechniqueOrder::Scale => TechniqueSet::HODOKU.without_uniqueness(),
        };
        let hodoku = needs(&HODOKU_COLUMNS).then_some(of_hodoku);
        // Without any, the search for the steps tells whether the puzzle has one solution.
        let needs_scale = needs(&SCALE_COLUMNS) || !needs_own && hodoku.is_none();
        let filter = context.record_format.filter.as_ref();
        let useful = || filter.map_or(techniques, |filter| without_useless(techniques, filter));
        let scale = needs_scale.then(useful);
        // One for each thread, to the end: as a value, it may be too large for the stack.
        let explainer = scale.or(hodoku).map(|_| Explainer::write_new(Box::leak(Box::new_uninit())));
        Rater { samples: needs_own.then_some(samples), explainer, scale, hodoku }
    }

    /// Rates a puzzle. Returns its status as the error if it has no rating.
    pub fn rate(&mut self, board: &Grid, deadline: Deadline) -> Result<Rated, Status> {
        let own = self.samples.map(|samples| own_rating(board, samples, deadline)).transpose()?;
        let rated = self.rate_steps(deadline, |explainer, go_on| explainer.difficulty_while(board, go_on))?;
        Ok(Rated { own, ..rated })
    }

    /// Rates pencil marks by their steps.
    fn rate_marks(&mut self, marks: &PencilMarks, deadline: Deadline) -> Result<Rated, Status> {
        match marks.status() {
            Status::Unique => self.rate_steps(deadline, |explainer, go_on| {
                Ok(explainer.visit_steps_while(marks, go_on, |_, _| ControlFlow::Continue(())))
            }),
            status => Err(status),
        }
    }

    /// Rates a puzzle by its steps, in each order that is needed.
    fn rate_steps(
        &mut self,
        deadline: Deadline,
        walk: impl Fn(&mut Explainer, &dyn Fn() -> bool) -> Result<Difficulty, Status>,
    ) -> Result<Rated, Status> {
        let Rater { explainer, scale, hodoku, .. } = self;
        let mut rate = |techniques: TechniqueSet| {
            let explainer = explainer.as_mut()?;
            explainer.set_techniques(techniques);
            Some(timely(deadline, |go_on| walk(explainer, go_on)))
        };
        let scale = scale.and_then(&mut rate).transpose()?;
        let hodoku = hodoku.and_then(&mut rate).transpose()?;
        Ok(Rated { own: None, scale, hodoku: hodoku.and_then(|difficulty| difficulty.hodoku()) })
    }
}

/// Returns the techniques without those that no puzzle needs that meets a condition. A puzzle that needs one is rated
/// as one that needs more, and is left out.
fn without_useless(techniques: TechniqueSet, filter: &Filter) -> TechniqueSet {
    let hardest = filter.most(Column::Hardest).and_then(|rank| Technique::ALL.get(rank as usize).copied());
    // Tenths, rounded up.
    let most = filter
        .most(Column::Rating)
        .map_or(Level::NEEDS_MORE, |most| Level::from_tenths((most * 10.0 + 0.5).clamp(0.0, 200.0) as u8));
    techniques.up_to(hardest, most)
}

/// Rates a board by its steps, unless the time is up before the last.
fn timely(
    deadline: Deadline,
    rate: impl FnOnce(&dyn Fn() -> bool) -> Result<Difficulty, Status>,
) -> Result<Difficulty, Status> {
    let go_on = || deadline.is_ahead();
    let rated = rate(&go_on)?;
    let is_late = rated.hardest == Some(Technique::NeedsMore) && !go_on();
    if is_late { Err(Status::OutOfSteps) } else { Ok(rated) }
}

/// Rates a puzzle by the project's own rating.
fn own_rating(board: &Grid, samples: usize, deadline: Deadline) -> Result<RatingSummary, Status> {
    let rating = rate(board, samples, || deadline.is_ahead())?;
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
