//! `generate`: new puzzles.

use std::ops::RangeInclusive;
use std::sync::Arc;

use lanedoku::{Generator, Grid, RATING_IMAGES, Solver, Status, Workshop, Workspace};

use super::rate::rated;
use super::{Desk, characters};
use crate::blocks::Block;
use crate::formats::Puzzle;
use crate::output::{Column, Record, record::Rated};
use crate::pipeline::{Answers, Job, Turn, Worker};

/// How often a puzzle is made anew until its rating is in the range.
const TRIES: u64 = 2000;

/// What to make.
pub enum What {
    /// Puzzles of clues: what makes those of a seed.
    Puzzles(Box<dyn Fn(u64) -> Generator + Send + Sync>),
    /// Full boards.
    Grids,
    /// Minimal puzzles of candidates.
    PencilMarks,
}

impl What {
    /// How many are made together: as many as are fast, and not so many that others wait.
    pub fn per_block(&self) -> u64 {
        match self {
            What::Puzzles(_) => 512,
            What::Grids => 4096,
            What::PencilMarks => 1,
        }
    }
}

/// Which puzzles are hard enough and not too hard.
#[derive(Clone, Default)]
pub struct Difficulty {
    /// The median of guesses.
    pub guesses: Option<RangeInclusive<u64>>,
    /// `singles`, `locked` or `guesses`.
    pub needs: Option<&'static str>,
}

impl Difficulty {
    fn is_given(&self) -> bool {
        self.guesses.is_some() || self.needs.is_some()
    }

    fn suits(&self, rated: &Rated) -> bool {
        self.guesses.as_ref().is_none_or(|range| range.contains(&rated.median_guesses))
            && self.needs.is_none_or(|needs| needs == rated.needs)
    }
}

pub struct Generate {
    pub desk: Arc<Desk>,
    pub what: What,
    pub seed: u64,
    pub difficulty: Difficulty,
}

impl Generate {
    /// Whether anything is to be known of a puzzle that its rating tells.
    fn rates(&self) -> bool {
        let tells_rating = |column: &Column| {
            matches!(
                column,
                Column::LeastGuesses
                    | Column::MedianGuesses
                    | Column::LeastSweeps
                    | Column::MedianSweeps
                    | Column::Needs
            )
        };
        self.difficulty.is_given() || self.desk.shape.show.iter().any(tells_rating)
    }
}

impl Job for Generate {
    fn desk(&self) -> &Desk {
        &self.desk
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Generating {
            job: self,
            workspace: Box::default(),
            workshop: Box::default(),
            made: Vec::new(),
        })
    }
}

struct Generating<'a> {
    job: &'a Generate,
    workspace: Box<Workspace>,
    workshop: Box<Workshop>,
    made: Vec<Option<Grid>>,
}

impl Worker for Generating<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _turn: &Turn) {
        let Generate { what, seed, .. } = self.job;
        let (first, count) = (block.numbers.start, (block.numbers.end - block.numbers.start) as usize);
        match what {
            What::Grids => {
                for number in block.numbers.clone() {
                    self.write(number, &Puzzle::Nine(lanedoku::random_grid(*seed, number)), None, answers);
                }
            }
            What::PencilMarks => {
                let solver = Solver::new();
                for number in block.numbers.clone() {
                    let grid = lanedoku::random_grid(*seed, number);
                    match solver.minimal_pencil_marks(&grid, *seed, number) {
                        Some(candidates) => {
                            self.write(number, &Puzzle::Candidates(Box::new(candidates)), None, answers);
                        }
                        None => Self::give_up(number, answers),
                    }
                }
            }
            What::Puzzles(generator) => {
                self.made.clear();
                self.made.resize(count, None);
                let made = &mut self.made;
                generator(*seed).generate(first, made, &mut self.workspace, &mut self.workshop);
                for (index, number) in block.numbers.clone().enumerate() {
                    let made = self.made[index];
                    match self.suitable(generator, number, made) {
                        Some((board, rated)) => self.write(number, &Puzzle::Nine(board), rated, answers),
                        None => Self::give_up(number, answers),
                    }
                }
            }
        }
    }
}

impl Generating<'_> {
    /// The puzzle, or if its rating does not suit, the first of others that does.
    fn suitable(
        &mut self,
        generator: &dyn Fn(u64) -> Generator,
        number: u64,
        made: Option<Grid>,
    ) -> Option<(Grid, Option<Rated>)> {
        let mut board = made?;
        if !self.job.rates() {
            return Some((board, None));
        }
        for attempt in 1..TRIES {
            let rated = rated(&board, RATING_IMAGES).ok();
            if !self.job.difficulty.is_given()
                || rated.as_ref().is_some_and(|rated| self.job.difficulty.suits(rated))
            {
                return Some((board, rated));
            }
            // Other puzzles of the same number: seeds that nobody else has.
            let seed = self.job.seed ^ attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut again = [None];
            generator(seed).generate(number, &mut again, &mut self.workspace, &mut self.workshop);
            board = again[0]?;
        }
        None
    }

    fn write(&self, number: u64, puzzle: &Puzzle, rated: Option<Rated>, answers: &mut Answers) {
        let characters = characters(puzzle);
        let record = Record { rated, ..Record::new(number + 1, Status::Unique, true, &characters) };
        self.job.desk.shape.write_uncounted(&record, &[], &mut answers.text);
        answers.totals.made += 1;
    }

    /// Tells of a puzzle that could not be made.
    #[cold]
    fn give_up(number: u64, answers: &mut Answers) {
        let complaint =
            format!("lanedoku: puzzle {}: nothing suitable was found in many tries\n", number + 1);
        answers.complaints.extend_from_slice(complaint.as_bytes());
        answers.totals.unwanted += 1;
    }
}
