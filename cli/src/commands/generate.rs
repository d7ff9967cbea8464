//! `generate`: generates puzzles.

use std::time::Duration;

use lanedoku::{
    AnyPuzzle, ClueSymmetry, Generator, GeneratorWorkspace, Grid, Layout, LayoutSolver, LeftClues,
    RATING_SAMPLES,
};
use lanedoku_steps::TechniqueSet;

use super::columns::ratings;
use super::layouts::may_be_redundant;
use super::rate::{Rated, Rater};
use super::{Context, characters, solution_line};
use crate::blocks::Block;
use crate::messages::counted;
use crate::output::{Column, Record};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::Deadline;
use crate::workspace::WorkerMemory;

pub enum GeneratedKind {
    /// Puzzles of clues.
    Puzzles(Generator),
    Grids,
    /// Puzzles of another layout with so many cells.
    Layout {
        solver: Box<LayoutSolver>,
        cells: usize,
        left: LeftClues,
        /// Whether each puzzle has a symmetry of its own, and not that of `left`.
        is_random: bool,
    },
    /// Minimal pencil-mark puzzles.
    PencilMarks,
}

impl GeneratedKind {
    /// Returns the number of puzzles per block: enough for the batch engine, and few enough to occupy all threads.
    pub fn per_block(&self) -> u64 {
        match self {
            GeneratedKind::Puzzles(_) => 512,
            GeneratedKind::Grids => 4096,
            GeneratedKind::PencilMarks | GeneratedKind::Layout { .. } => 1,
        }
    }
}

pub struct Generate {
    pub context: Context,
    pub kind: GeneratedKind,
    pub seed: u64,
    /// The number of puzzles to try for each that meets the condition of the record format.
    pub attempts: u64,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
    /// The techniques of the scale.
    pub techniques: TechniqueSet,
}

impl PuzzleCommand for Generate {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        let record_format = &self.context.record_format;
        let needs = |column: &Column| record_format.needs(*column);
        let rates = ratings().any(needs);
        Box::new(GenerateWorker {
            command: self,
            rater: rates.then(|| Rater::new(&self.context, RATING_SAMPLES, self.techniques)),
            workspace: memory.generator_workspace(),
            made: Vec::new(),
        })
    }
}

struct GenerateWorker<'a> {
    command: &'a Generate,
    /// Rates the puzzles, if that is needed.
    rater: Option<Rater>,
    workspace: &'a mut GeneratorWorkspace,
    made: Vec<Option<Grid>>,
}

impl Worker for GenerateWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let Generate { kind, seed, timeout, .. } = self.command;
        let deadline = Deadline::after(*timeout, ordered);
        let (first, count) = (block.numbers.start, (block.numbers.end - block.numbers.start) as usize);
        match kind {
            GeneratedKind::Grids => {
                for number in block.numbers.clone() {
                    let grid = lanedoku::random_grid(*seed, number);
                    self.write(number, &grid.into(), &Rated::default(), answers);
                }
            }
            GeneratedKind::Layout { solver, cells, left, is_random } => {
                let (mut puzzle, mut left) = (vec![0; *cells], left.clone());
                let go_on = || deadline.is_ahead();
                for number in block.numbers.clone() {
                    if *is_random {
                        let others = &ClueSymmetry::ALL[1..];
                        left.symmetry = others[(number % others.len() as u64) as usize];
                    }
                    match solver.generate(*seed, number, &left, go_on, &mut puzzle) {
                        Some(undecided) => self.write_layout(number, &puzzle, solver, undecided, answers),
                        None => self.give_up(number, deadline, answers),
                    }
                }
            }
            GeneratedKind::PencilMarks => {
                let generator = Generator::new(*seed);
                for number in block.numbers.clone() {
                    let grid = lanedoku::random_grid(*seed, number);
                    match generator.minimal_pencil_marks(&grid, number) {
                        Some(candidates) => {
                            self.write(number, &candidates.into(), &Rated::default(), answers);
                        }
                        None => self.give_up(number, deadline, answers),
                    }
                }
            }
            GeneratedKind::Puzzles(generator) => {
                self.made.clear();
                self.made.resize(count, None);
                let take = |index: usize, puzzle| self.made[index] = puzzle;
                let go_on = || deadline.is_ahead();
                generator.generate_each(first, count, self.workspace, go_on, take);
                for (index, number) in block.numbers.clone().enumerate() {
                    let made = self.made[index];
                    match self.suitable(generator, number, made, deadline, answers) {
                        Some((board, rated)) => self.write(number, &board.into(), &rated, answers),
                        None => self.give_up(number, deadline, answers),
                    }
                }
            }
        }
    }
}

impl GenerateWorker<'_> {
    /// Returns the puzzle if it meets the condition. Otherwise generates other puzzles until one does.
    fn suitable(
        &mut self,
        generator: &Generator,
        number: u64,
        made: Option<Grid>,
        deadline: Deadline,
        answers: &mut Answers,
    ) -> Option<(Grid, Rated)> {
        let GenerateWorker { command, rater, workspace, .. } = self;
        let format = &command.context.record_format;
        // After the deadline a puzzle has no rating.
        let suits = |board: &Grid| {
            let rated = match rater {
                Some(rater) => rater.rate(board, deadline).ok()?,
                None => Rated::default(),
            };
            let line = board.to_line();
            format.meets_filter(&rated.of(Record::of_board(number + 1, &line))).then_some(rated)
        };
        let go_on = || deadline.is_ahead();
        let (found, tried) = generator.find_suitable(number, made, command.attempts, workspace, go_on, suits);
        answers.totals.tried += if format.filter.is_some() { tried } else { 0 };
        found
    }

    fn write(&self, number: u64, puzzle: &AnyPuzzle, rated: &Rated, answers: &mut Answers) {
        let characters = characters(puzzle);
        let format = &self.command.context.record_format;
        let solution = format.shows(Column::Solution).then(|| solution_line(puzzle)).flatten();
        let solution = solution.as_deref();
        let record = Record { solution, ..Record::of_board(number + 1, &characters) };
        let Answers { text, totals, .. } = answers;
        format.write_one_of_many(&rated.of(record), &[], text, totals);
    }

    /// Writes a puzzle of another layout, and tells if it may not be minimal.
    fn write_layout(
        &self,
        number: u64,
        puzzle: &[u8],
        solver: &LayoutSolver,
        undecided: usize,
        answers: &mut Answers,
    ) {
        let characters: Vec<u8> = Layout::characters(puzzle).collect();
        let format = &self.command.context.record_format;
        let solution = format.shows(Column::Solution).then(|| {
            let mut solution = vec![0; puzzle.len()];
            solver.solve(puzzle, u64::MAX, &mut solution);
            Layout::characters(&solution).collect::<Vec<u8>>()
        });
        let record = Record { solution: solution.as_deref(), ..Record::of_board(number + 1, &characters) };
        format.write_one_of_many(&record, &[], &mut answers.text, &mut answers.totals);
        if undecided > 0 {
            let message = format!("lanedoku: puzzle {}: {}\n", number + 1, may_be_redundant(undecided));
            answers.diagnostics.extend_from_slice(message.as_bytes());
        }
    }

    /// Reports a puzzle that was not found.
    #[cold]
    fn give_up(&self, number: u64, deadline: Deadline, answers: &mut Answers) {
        let limit = match deadline.is_ahead() {
            true => format!("in {}; --attempts allows more", counted(self.command.attempts, "attempt")),
            false => "within the time limit of --timeout".into(),
        };
        let diagnostic = format!("lanedoku: puzzle {}: no suitable puzzle found {limit}\n", number + 1);
        answers.diagnostics.extend_from_slice(diagnostic.as_bytes());
        answers.totals.failed += 1;
    }
}
