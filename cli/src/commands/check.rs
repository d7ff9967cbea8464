//! `check`: tests that puzzles are unique and minimal, and that given solutions are right.

use lanedoku::{Board, CellSet, GeneratorWorkspace, Grid, Outcome, Possible, Solver, Status};
use lanedoku_formats::{AnyPuzzle, Diagnostic, solution_field};

use super::{Context, SourceText, characters, collisions_of, nine_boards, report, with_board};
use crate::blocks::Block;
use crate::output::{Column, Record, record::SolutionCount};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::{Deadline, PuzzleAnswer, PuzzleSearch, SearchSettings};
use crate::workspace::WorkerMemory;

pub struct Check {
    pub context: Context,
    pub settings: SearchSettings,
    /// Whether puzzles are required to be minimal.
    pub minimal: bool,
}

impl PuzzleCommand for Check {
    fn header(&self, block: &Block) -> Vec<u8> {
        self.context.header(block)
    }

    fn worker<'a>(&'a self, memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        Box::new(CheckWorker {
            command: self,
            boards: Vec::new(),
            outcomes: Vec::new(),
            redundant: Vec::new(),
            possible: Vec::new(),
            workspace: memory.generator_workspace(),
        })
    }
}

struct CheckWorker<'a> {
    command: &'a Check,
    /// One board per entry: empty if the entry is not a 9x9 board.
    boards: Vec<Grid>,
    outcomes: Vec<Outcome>,
    redundant: Vec<Option<CellSet>>,
    possible: Vec<Possible>,
    workspace: &'a mut GeneratorWorkspace,
}

impl Worker for CheckWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _ordered: &OrderedOutput) {
        let Check { context, settings, minimal } = self.command;
        let source = SourceText::of(block);
        let results = context.read_all(source, block);
        self.boards.clear();
        self.boards.extend(nine_boards(&results));
        self.outcomes.resize(self.boards.len(), Outcome::INVALID);
        let solver = &settings.solver;
        let quick = solver.with_step_limit(solver.step_limit().min(Solver::QUICK_STEPS));
        quick.solve_batch(&self.boards, &mut self.outcomes, self.workspace.workspace());
        self.redundant.clear();
        self.redundant.resize(self.boards.len(), None);
        let counts_redundant = *minimal || context.record_format.needs(Column::Minimal);
        if counts_redundant {
            solver.redundant_clues(&self.boards, &mut self.redundant, self.workspace);
        }

        let shows_possible = context.record_format.needs(Column::Possible);
        self.possible.clear();
        if shows_possible {
            self.possible.resize(self.boards.len(), Possible::INVALID);
            solver.possible_batch(&self.boards, &mut self.possible, self.workspace.workspace());
        }

        for (index, (entry, parsed)) in block.entries.iter().zip(results).enumerate() {
            let puzzle = match parsed {
                Ok(parsed) => context.take(source, parsed, answers),
                Err(diagnostic) => {
                    context.reject_entry(source, entry, &diagnostic, answers);
                    continue;
                }
            };
            let deadline = Deadline::after(settings.timeout);
            let outcome = &self.outcomes[index];
            let is_answered = matches!(puzzle, AnyPuzzle::Nine(_))
                && (outcome.status != Status::OutOfSteps || quick.step_limit() == solver.step_limit());
            let answer =
                if is_answered { PuzzleAnswer::of(outcome) } else { PuzzleSearch::finish(settings, &puzzle) };
            let PuzzleAnswer { mut status, solution, stats, .. } = answer;
            let mut redundant = None;
            if counts_redundant && status == Status::Unique {
                redundant = match &puzzle {
                    AnyPuzzle::Nine(_) => self.redundant[index].map(|cells| cells.len() as u32),
                    AnyPuzzle::Candidates(_) => None,
                    _ => {
                        let redundant = redundant_clues(settings, &puzzle, deadline);
                        status = if redundant.is_none() { Status::OutOfSteps } else { status };
                        redundant
                    }
                };
            }
            let given = solution_field(entry, source.text, source.columns, &context.input_format);
            let verdict = given.map(|given| verdict(&puzzle, &given));
            let mut report_reason = |reason: String| {
                report(source, &Diagnostic::new(entry, reason), answers);
            };
            match (status, &verdict) {
                (Status::Invalid, _) => report_reason(collisions_of(&puzzle).unwrap_or_default()),
                (_, Some(Err(reason))) => report_reason(reason.clone()),
                _ => {}
            }
            let correct = verdict.map(|verdict| verdict.is_ok());
            let possible = match &puzzle {
                AnyPuzzle::Nine(_) => self.possible.get(index).copied(),
                AnyPuzzle::Candidates(candidates) if shows_possible => Some(solver.possible(&**candidates)),
                _ => None,
            };
            // At a limit, some digits are not decided.
            let possible = possible.filter(|possible| possible.status() != Status::OutOfSteps);
            let possible = possible.map(|possible| AnyPuzzle::Candidates((*possible.digits()).into()));
            let possible = possible.as_ref().map(characters);
            let wrong_clues = match &puzzle {
                AnyPuzzle::Nine(board) if context.record_format.needs(Column::WrongClues) => {
                    Some(solver.wrong_clues(board).removable)
                }
                _ => None,
            };
            let cells = characters(&puzzle);
            let passed =
                status == Status::Unique && correct != Some(false) && (!minimal || redundant == Some(0));
            let record = Record {
                solution: solution.as_deref(),
                count: SolutionCount::up_to_two(status),
                redundant,
                possible: possible.as_deref(),
                wrong_clues,
                correct,
                stats: Some(stats),
                ..Record::new(source.line(entry), status, passed, &cells)
            };
            context.write(source, entry, &record, answers);
        }
    }
}

/// Returns the number of individually redundant clues, or `None` if a limit was reached.
fn redundant_clues(settings: &SearchSettings, puzzle: &AnyPuzzle, deadline: Deadline) -> Option<u32> {
    let clues = with_board!(puzzle, board => board.digits().to_vec(), _candidates => Vec::new());
    let mut count = 0;
    for cell in (0..clues.len()).filter(|&cell| clues[cell] != 0) {
        let settings = SearchSettings { timeout: deadline.left(), ..*settings };
        match PuzzleSearch::finish(&settings, &without(puzzle, cell)).status {
            Status::OutOfSteps => return None,
            status => count += u32::from(status == Status::Unique),
        }
    }
    Some(count)
}

/// Returns the puzzle with an open cell in place of a clue.
fn without(puzzle: &AnyPuzzle, cell: usize) -> AnyPuzzle {
    fn of<const CELLS: usize>(board: &Board<CELLS>, cell: usize) -> Board<CELLS> {
        let mut digits = *board.digits();
        digits[cell] = 0;
        Board::from_digits(&digits).unwrap_or(*board)
    }
    match puzzle {
        AnyPuzzle::Four(board) => AnyPuzzle::Four(of(board, cell)),
        AnyPuzzle::Nine(board) => AnyPuzzle::Nine(of(board, cell)),
        AnyPuzzle::Sixteen(board) => AnyPuzzle::Sixteen(of(board, cell).into()),
        AnyPuzzle::TwentyFive(board) => AnyPuzzle::TwentyFive(of(board, cell).into()),
        AnyPuzzle::Candidates(_) => puzzle.clone(),
    }
}

/// Returns an error if a board is not a solution of a puzzle.
fn verdict(puzzle: &AnyPuzzle, given: &AnyPuzzle) -> Result<(), String> {
    fn of<const CELLS: usize>(puzzle: &Board<CELLS>, given: &Board<CELLS>) -> Result<(), String> {
        if given.is_solution_of(puzzle) {
            return Ok(());
        }
        let side = Board::<CELLS>::SIDE;
        let position = |cell: usize| format!("row {}, column {}", cell / side + 1, cell % side + 1);
        if let Some(cell) = (0..CELLS).find(|&cell| given.get(cell).is_none()) {
            return Err(format!("the given solution has an open cell: {}", position(cell)));
        }
        if let Some(cell) =
            (0..CELLS).find(|&cell| puzzle.get(cell).is_some_and(|clue| Some(clue) != given.get(cell)))
        {
            return Err(format!("the given solution contradicts the clue in {}", position(cell)));
        }
        let collision = given.collisions().next().map(|collision| collision.to_string());
        Err(format!("the given solution is wrong: {}", collision.unwrap_or_default()))
    }
    match (puzzle, given) {
        (AnyPuzzle::Four(puzzle), AnyPuzzle::Four(given)) => of(puzzle, given),
        (AnyPuzzle::Nine(puzzle), AnyPuzzle::Nine(given)) => of(puzzle, given),
        (AnyPuzzle::Sixteen(puzzle), AnyPuzzle::Sixteen(given)) => of(puzzle, given),
        (AnyPuzzle::TwentyFive(puzzle), AnyPuzzle::TwentyFive(given)) => of(puzzle, given),
        (AnyPuzzle::Candidates(candidates), AnyPuzzle::Nine(given)) => {
            of(&Board::EMPTY, given)?;
            let excluded =
                |cell: &usize| given.get(*cell).is_none_or(|digit| candidates[*cell] >> (digit - 1) & 1 == 0);
            match (0..81).find(excluded) {
                None => Ok(()),
                Some(cell) => Err(format!(
                    "the given solution has a digit that is not a candidate: row {}, column {}",
                    cell / 9 + 1,
                    cell % 9 + 1
                )),
            }
        }
        _ => Err("the given solution has another size".into()),
    }
}
