//! `check`: tests that puzzles are unique and minimal, and that given solutions are right.

use lanedoku::{AnyBoard, AnyPuzzle, CellSet, GeneratorWorkspace, Grid, Outcome, Possible, Solver, Status};
use lanedoku_formats::{Diagnostic, given_solutions};

use super::{Context, SourceText, cell_names, characters, collisions_of, line_of, nine_boards, report};
use crate::blocks::Block;
use crate::output::{Column, Record, record::SolutionCount};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::{Deadline, PuzzleAnswer, SearchSettings};
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
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
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

        for (index, (entry, parsed)) in ordered.entries().zip(&results).enumerate() {
            let puzzle = match parsed {
                Ok(parsed) => context.warn(source, parsed, answers),
                Err(diagnostic) => {
                    context.reject_entry(source, entry, diagnostic, answers);
                    continue;
                }
            };
            let deadline = Deadline::after(settings.timeout, ordered);
            let outcome = &self.outcomes[index];
            let nine: Option<Grid> = puzzle.sized();
            let is_answered = nine.is_some()
                && (outcome.status != Status::OutOfSteps || quick.step_limit() == solver.step_limit());
            let answer = match is_answered {
                true => PuzzleAnswer::of(outcome),
                false => deadline.search(settings, puzzle, answers),
            };
            let PuzzleAnswer { mut status, solution, stats, .. } = answer;
            let mut redundant = None;
            if counts_redundant && status == Status::Unique {
                redundant = match puzzle {
                    AnyPuzzle::Candidates(_) => None,
                    AnyPuzzle::Board(_) if nine.is_some() => {
                        self.redundant[index].map(|cells| cells.len() as u32)
                    }
                    AnyPuzzle::Board(board) => {
                        let redundant = redundant_clues(settings, board, deadline, answers);
                        status = if redundant.is_none() { Status::OutOfSteps } else { status };
                        redundant
                    }
                };
            }
            let given = given_solutions(entry, source.text, source.columns, &context.input_format);
            // All of them are to be right.
            let verdicts = given.into_iter().map(|given| verdict(puzzle, &given?));
            let verdict = verdicts.reduce(Result::and);
            let mut report_reason = |reason: String| {
                report(source, &Diagnostic::new(entry, reason), answers);
            };
            match (status, &verdict) {
                (Status::Invalid, _) => report_reason(collisions_of(puzzle).unwrap_or_default()),
                (_, Some(Err(reason))) => report_reason(reason.clone()),
                _ => {}
            }
            let correct = verdict.map(|verdict| verdict.is_ok());
            let possible = match puzzle {
                AnyPuzzle::Candidates(candidates) if shows_possible => Some(solver.possible(candidates)),
                _ => nine.and_then(|_| self.possible.get(index).copied()),
            };
            // At a limit, some digits are not decided.
            let possible = possible.filter(|possible| possible.status() != Status::OutOfSteps);
            let possible = possible.map(|possible| AnyPuzzle::Candidates(*possible.digits()));
            let possible = possible.as_ref().map(characters);
            let shown = nine.filter(|_| context.record_format.needs(Column::WrongClues));
            // The same holds for clues.
            let wrong = shown.map(|board| solver.wrong_clues(&board));
            let wrong =
                wrong.filter(|found| found.status != Status::OutOfSteps && found.undecided.is_empty());
            let wrong_clues = wrong.map(|found| cell_names(found.removable.iter(), 9));
            let (cells, solution) = (characters(puzzle), solution.as_ref().map(line_of));
            let passed =
                status == Status::Unique && correct != Some(false) && (!minimal || redundant == Some(0));
            let record = Record {
                solution: solution.as_deref(),
                count: SolutionCount::up_to_two(status),
                redundant,
                possible: possible.as_deref(),
                wrong_clues: wrong_clues.as_deref(),
                correct,
                stats: Some(stats),
                ..Record::new(source.line(entry), status, passed, &cells)
            };
            context.write(source, entry, &record, answers);
        }
    }
}

/// Returns the number of individually redundant clues, or `None` if a limit was reached.
fn redundant_clues(
    settings: &SearchSettings,
    board: &AnyBoard,
    deadline: Deadline,
    answers: &mut Answers,
) -> Option<u32> {
    let mut count = 0;
    for (cell, _) in board.digits().iter().enumerate().filter(|&(_, &clue)| clue != 0) {
        let mut without = *board;
        let _ = without.set(cell, 0);
        match deadline.search(settings, &AnyPuzzle::Board(without), answers).status {
            Status::OutOfSteps => return None,
            status => count += u32::from(status == Status::Unique),
        }
    }
    Some(count)
}

/// Returns an error if a board is not a solution of a puzzle.
fn verdict(puzzle: &AnyPuzzle, given: &AnyPuzzle) -> Result<(), String> {
    let Some(given) = given.board().filter(|given| given.size() == puzzle.size()) else {
        return Err("the given solution has another size".into());
    };
    let side = given.size().side();
    let position = |cell: usize| format!("row {}, column {}", cell / side + 1, cell % side + 1);
    let digits = given.digits();
    if let Some(cell) = digits.iter().position(|&digit| digit == 0) {
        return Err(format!("the given solution has an open cell: {}", position(cell)));
    }
    let differs = |(&clue, digit): (&u8, &u8)| clue != 0 && clue != *digit;
    let clues = puzzle.board().map_or(&[][..], |board| board.digits());
    if let Some(cell) = clues.iter().zip(digits).position(differs) {
        return Err(format!("the given solution contradicts the clue in {}", position(cell)));
    }
    if let Some(collision) = given.collisions().next() {
        return Err(format!("the given solution is wrong: {collision}"));
    }
    if let AnyPuzzle::Candidates(candidates) = puzzle
        && let Some(cell) = (0..81).find(|&cell| candidates[cell] >> (digits[cell] - 1) & 1 == 0)
    {
        let cell = position(cell);
        return Err(format!("the given solution has a digit that is not a candidate: {cell}"));
    }
    Ok(())
}
