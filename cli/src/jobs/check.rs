//! `check`: has a puzzle one solution, is the solution given with it right, and is the puzzle minimal?

use std::sync::Arc;

use lanedoku::{Board, CellSet, Grid, Outcome, Solver, Status, Workshop, Workspace};

use super::{Desk, Place, characters, collisions_of, complain, with_board};
use crate::blocks::Block;
use crate::formats::{Flaw, Puzzle, solution_field};
use crate::output::{Record, Work};
use crate::pipeline::{Answers, Job, Turn, Worker};

pub struct Check {
    pub desk: Arc<Desk>,
    pub solver: Solver,
    /// Whether only minimal puzzles are as wanted.
    pub minimal: bool,
}

impl Job for Check {
    fn desk(&self) -> &Desk {
        &self.desk
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Checking {
            job: self,
            boards: Vec::new(),
            outcomes: Vec::new(),
            redundant: Vec::new(),
            workspace: Box::default(),
            workshop: Box::default(),
        })
    }
}

struct Checking<'a> {
    job: &'a Check,
    /// One for each entry; where that is no 9x9 board, an empty one.
    boards: Vec<Grid>,
    outcomes: Vec<Outcome>,
    redundant: Vec<Option<CellSet>>,
    workspace: Box<Workspace>,
    workshop: Box<Workshop>,
}

impl Worker for Checking<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _turn: &Turn) {
        let Check { desk, solver, minimal } = self.job;
        let place = Place::of(block);
        let readings = desk.read_all(place, block);
        self.boards.clear();
        self.boards.extend(readings.iter().map(|reading| match reading {
            Ok(reading) => match &reading.puzzle {
                Puzzle::Nine(board) => *board,
                _ => Grid::EMPTY,
            },
            _ => Grid::EMPTY,
        }));
        self.outcomes.resize(self.boards.len(), Outcome::INVALID);
        solver.solve_batch(&self.boards, &mut self.outcomes, &mut self.workspace);
        self.redundant.clear();
        self.redundant.resize(self.boards.len(), None);
        let redundant = &mut self.redundant;
        solver.redundant_clues(&self.boards, redundant, &mut self.workspace, &mut self.workshop);

        for (index, (entry, reading)) in block.entries.iter().zip(readings).enumerate() {
            let puzzle = match reading {
                Ok(reading) => desk.take(place, reading, answers),
                Err(flaw) => {
                    desk.refuse(place, entry, &flaw, answers);
                    continue;
                }
            };
            let (status, redundant, steps) = match &puzzle {
                Puzzle::Nine(_) => {
                    let outcome = &self.outcomes[index];
                    (outcome.status, self.redundant[index].map(|cells| cells.len() as u32), outcome.steps)
                }
                _ => alone(solver, &puzzle),
            };
            let redundant = redundant.filter(|_| status == Status::Unique);
            let given = solution_field(entry, place.text, place.columns, &desk.format);
            let verdict = given.map(|given| verdict(&puzzle, &given));
            let mut tell = |reason: String| {
                complain(place, &Flaw { line: u64::from(entry.line) + 1, column: None, reason }, answers);
            };
            match (status, &verdict) {
                (Status::Invalid, _) => tell(collisions_of(&puzzle).unwrap_or_default()),
                (_, Some(Err(reason))) => tell(reason.clone()),
                _ => {}
            }
            let correct = verdict.map(|verdict| verdict.is_ok());
            let characters = characters(&puzzle);
            let wanted =
                status == Status::Unique && correct != Some(false) && (!minimal || redundant == Some(0));
            let record = Record {
                redundant,
                correct,
                work: Some(Work { steps, ..Work::default() }),
                ..Record::new(place.line(entry), status, wanted, &characters)
            };
            desk.write(place, entry, &record, answers);
        }
    }
}

/// The status, the number of redundant clues and the steps of a puzzle that is no 9x9 board of clues.
fn alone(solver: &Solver, puzzle: &Puzzle) -> (Status, Option<u32>, u64) {
    with_board!(puzzle, board => {
        let outcome = solver.solve(board);
        let redundant = (outcome.status == Status::Unique).then(|| redundant_clues(solver, board));
        (outcome.status, redundant, outcome.steps)
    }, candidates => {
        let outcome = solver.solve_candidates(candidates);
        (outcome.status, None, outcome.steps)
    })
}

/// How many clues can go, each by itself.
fn redundant_clues<const CELLS: usize>(solver: &Solver, puzzle: &Board<CELLS>) -> u32 {
    let clues = (0..CELLS).filter(|&cell| puzzle.get(cell).is_some());
    let can_go = |cell: &usize| {
        let mut digits = *puzzle.digits();
        digits[*cell] = 0;
        Board::from_digits(&digits).is_ok_and(|puzzle| solver.solve(&puzzle).status == Status::Unique)
    };
    clues.filter(can_go).count() as u32
}

/// Whether a board is a solution of a puzzle, and if not, why.
fn verdict(puzzle: &Puzzle, given: &Puzzle) -> Result<(), String> {
    fn of<const CELLS: usize>(puzzle: &Board<CELLS>, given: &Board<CELLS>) -> Result<(), String> {
        if given.is_solution_of(puzzle) {
            return Ok(());
        }
        let side = Board::<CELLS>::SIDE;
        let place = |cell: usize| format!("row {}, column {}", cell / side + 1, cell % side + 1);
        if let Some(cell) = (0..CELLS).find(|&cell| given.get(cell).is_none()) {
            return Err(format!("the solution given has an open cell: {}", place(cell)));
        }
        if let Some(cell) =
            (0..CELLS).find(|&cell| puzzle.get(cell).is_some_and(|clue| Some(clue) != given.get(cell)))
        {
            return Err(format!("the solution given does not have the clue of {}", place(cell)));
        }
        let collision = given.collisions().next().map(|collision| collision.to_string());
        Err(format!("the solution given is wrong: {}", collision.unwrap_or_default()))
    }
    match (puzzle, given) {
        (Puzzle::Four(puzzle), Puzzle::Four(given)) => of(puzzle, given),
        (Puzzle::Nine(puzzle), Puzzle::Nine(given)) => of(puzzle, given),
        (Puzzle::Sixteen(puzzle), Puzzle::Sixteen(given)) => of(puzzle, given),
        (Puzzle::TwentyFive(puzzle), Puzzle::TwentyFive(given)) => of(puzzle, given),
        (Puzzle::Candidates(candidates), Puzzle::Nine(given)) => {
            of(&Board::EMPTY, given)?;
            let excluded =
                |cell: &usize| given.get(*cell).is_none_or(|digit| candidates[*cell] >> (digit - 1) & 1 == 0);
            match (0..81).find(excluded) {
                None => Ok(()),
                Some(cell) => Err(format!(
                    "the solution given is no candidate of row {}, column {}",
                    cell / 9 + 1,
                    cell % 9 + 1
                )),
            }
        }
        _ => Err("the solution given is a board of another size".into()),
    }
}
