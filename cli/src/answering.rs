//! Blocks of puzzles turned into blocks of answers.

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;

use lanedoku::{Board, End, Grid, Outcome, Size, Solver, Status, Workspace};

use crate::formats::{Entry, Flaw, Format, Kind, Puzzle, Reading, read};
use crate::reading::Block;
use crate::report::Totals;

/// What to do with each puzzle.
#[derive(Clone, Copy)]
pub struct Plan {
    pub solver: Solver,
    /// Solutions to look for: 2 or more.
    pub limit: u64,
    /// The only size to expect, if the user named it.
    pub side: Option<Size>,
}

impl Plan {
    /// Whether solutions are counted, and not only told apart as one or several.
    pub fn counts(&self) -> bool {
        self.limit > 2
    }
}

/// Solves one puzzle and counts its solutions up to the plan's limit, showing each to `visitor`.
pub fn solve_and_count<const CELLS: usize>(
    plan: &Plan,
    puzzle: &Board<CELLS>,
    mut visitor: impl FnMut(&Board<CELLS>) -> ControlFlow<()>,
) -> (Outcome<CELLS>, u64) {
    let mut first = None;
    let mut found = 0;
    let tally = plan.solver.visit(puzzle, |solution| {
        first.get_or_insert(*solution);
        found += 1;
        visitor(solution)?;
        if found < plan.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let status = match tally.end {
        End::Invalid => Status::Invalid,
        End::OutOfSteps => Status::OutOfSteps,
        End::Exhausted | End::Stopped => match found {
            0 => Status::NoSolution,
            1 => Status::Unique,
            _ => Status::Multiple,
        },
    };
    (Outcome { status, solution: first, steps: tally.steps, guesses: tally.guesses }, found)
}

/// Answers one block after the other, in buffers that it keeps.
pub struct Worker {
    plan: Plan,
    /// In the order of [`Size::ALL`].
    batches: [Box<dyn AnyBatch>; 4],
    /// What all entries say but plain lines.
    readings: Vec<Option<Result<Reading, Flaw>>>,
    /// Room for the outcomes of plain lines.
    outcomes: Vec<Outcome>,
    workspace: Box<Workspace>,
}

impl Worker {
    pub fn new(plan: Plan) -> Self {
        let batches: [Box<dyn AnyBatch>; 4] = [
            Box::new(Batch::<16>::default()),
            Box::new(Batch::<81>::default()),
            Box::new(Batch::<256>::default()),
            Box::new(Batch::<625>::default()),
        ];
        Worker { plan, batches, readings: Vec::new(), outcomes: Vec::new(), workspace: Box::default() }
    }

    /// Solves the puzzles of a block, plain lines as they stand and those of each size together, and writes
    /// the answers in the order of the puzzles.
    pub fn answer(&mut self, block: &mut Block) {
        let text = &block.text[..block.filled];
        let format = Format { side: self.plan.side, ..Format::default() };
        self.readings.clear();
        for entry in &mut block.entries {
            if let Kind::Line(_) = entry.kind
                && self.plan.counts()
            {
                entry.kind = Kind::Board(Size::Nine);
            }
            let reading = match entry.kind {
                Kind::Line(_) => None,
                _ => Some(read(entry, text, &format)),
            };
            if let Some(Ok(reading)) = &reading
                && let Some(digits) = reading.puzzle.digits()
            {
                self.batches[reading.puzzle.size() as usize].push(digits);
            }
            self.readings.push(reading);
        }
        for batch in &mut self.batches {
            batch.solve(&self.plan, &mut self.workspace);
        }
        let mut readings = self.readings.iter();
        for entries in block.entries.chunk_by(Entry::is_followed_by) {
            let entry = &entries[0];
            let reading = readings.by_ref().take(entries.len()).last().and_then(Option::as_ref);
            match (entry.kind, reading) {
                (Kind::Line(stride), None) => {
                    let lines = &text[entry.range().start..];
                    self.outcomes.resize(self.outcomes.len().max(entries.len()), Outcome::INVALID);
                    let outcomes = &mut self.outcomes[..entries.len()];
                    self.plan.solver.solve_lines(lines, stride as usize, outcomes, &mut self.workspace);
                    for (entry, outcome) in entries.iter().zip(outcomes) {
                        write_answer(&self.plan, outcome, 0, &mut block.output, &mut block.totals);
                        if outcome.status == Status::Invalid
                            && let Ok(puzzle) = Grid::parse(&text[entry.range()])
                        {
                            let flaw = Flaw {
                                line: u64::from(entry.line) + 1,
                                column: None,
                                reason: collisions(&puzzle),
                            };
                            complain(&block.name, block.line, &flaw, &mut block.complaints);
                        }
                    }
                }
                (_, Some(Ok(Reading { puzzle: Puzzle::Candidates(masks), .. }))) => {
                    let outcome = self.plan.solver.solve_candidates(masks);
                    write_answer(&self.plan, &outcome, 0, &mut block.output, &mut block.totals);
                }
                (_, Some(Ok(reading))) => {
                    if let Some(warning) = &reading.warning {
                        complain(&block.name, block.line, warning, &mut block.complaints);
                    }
                    let batch = &mut self.batches[reading.puzzle.size() as usize];
                    if let Some(reason) = batch.write_next(&self.plan, &mut block.output, &mut block.totals) {
                        let line = u64::from(entry.line) + 1;
                        let flaw = Flaw { line, column: None, reason };
                        complain(&block.name, block.line, &flaw, &mut block.complaints);
                    }
                }
                (kind, reading) => {
                    if let Some(Err(flaw)) = reading {
                        complain(&block.name, block.line, flaw, &mut block.complaints);
                    }
                    let size = kind.size().or(self.plan.side).unwrap_or(Size::Nine);
                    block.output.resize(block.output.len() + size.cells(), b'.');
                    finish_line(&self.plan, Status::Invalid, 0, &mut block.output);
                    block.totals.count(Status::Invalid, 0);
                }
            }
        }
    }
}

/// Writes what is wrong, where a text editor finds it; `before` is the number of lines before the block.
#[cold]
pub fn complain(name: &str, before: u64, flaw: &Flaw, complaints: &mut Vec<u8>) {
    let mut write = |line: fmt::Arguments| {
        // Writing to a vector cannot fail.
        let _ = complaints.write_fmt(line);
    };
    let line = before + flaw.line;
    match flaw.column {
        Some(column) => write(format_args!("{name}:{line}:{column}: {}\n", flaw.reason)),
        None => write(format_args!("{name}:{line}: {}\n", flaw.reason)),
    }
}

/// Writes the answer to one puzzle.
fn write_answer<const CELLS: usize>(
    plan: &Plan,
    outcome: &Outcome<CELLS>,
    found: u64,
    output: &mut Vec<u8>,
    totals: &mut Totals,
) {
    match &outcome.solution {
        Some(solution) => output.extend_from_slice(&solution.to_line()),
        None => output.extend_from_slice(&[b'.'; CELLS]),
    }
    finish_line(plan, outcome.status, found, output);
    totals.count(outcome.status, outcome.steps);
}

/// Writes what follows the cells in a line of output.
fn finish_line(plan: &Plan, status: Status, found: u64, output: &mut Vec<u8>) {
    output.push(b' ');
    output.extend_from_slice(status.name().as_bytes());
    if plan.counts() {
        // Writing to a vector cannot fail.
        let _ = write!(output, " {found}");
    }
    output.push(b'\n');
}

/// The boards of one size in a block, whatever that size is.
trait AnyBatch: Send {
    /// Adds a board of this size.
    fn push(&mut self, digits: &[u8]);
    /// Solves all boards.
    fn solve(&mut self, plan: &Plan, workspace: &mut Workspace);
    /// Writes the answer to the next board, and forgets all boards after the last. What makes the board
    /// invalid comes back.
    fn write_next(&mut self, plan: &Plan, output: &mut Vec<u8>, totals: &mut Totals) -> Option<String>;
}

#[derive(Default)]
struct Batch<const CELLS: usize> {
    puzzles: Vec<Board<CELLS>>,
    outcomes: Vec<Outcome<CELLS>>,
    /// Solutions found, if they are counted.
    found: Vec<u64>,
    written: usize,
}

impl<const CELLS: usize> AnyBatch for Batch<CELLS> {
    fn push(&mut self, digits: &[u8]) {
        let board = digits.try_into().ok().and_then(|digits| Board::from_digits(digits).ok());
        self.puzzles.extend(board);
    }

    fn solve(&mut self, plan: &Plan, workspace: &mut Workspace) {
        if plan.counts() {
            for puzzle in &self.puzzles {
                let (outcome, found) = solve_and_count(plan, puzzle, |_| ControlFlow::Continue(()));
                self.outcomes.push(outcome);
                self.found.push(found);
            }
        } else {
            self.outcomes.resize(self.puzzles.len(), Outcome::INVALID);
            plan.solver.solve_batch(&self.puzzles, &mut self.outcomes, workspace);
        }
    }

    fn write_next(&mut self, plan: &Plan, output: &mut Vec<u8>, totals: &mut Totals) -> Option<String> {
        let outcome = &self.outcomes[self.written];
        let found = self.found.get(self.written).copied().unwrap_or_default();
        write_answer(plan, outcome, found, output, totals);
        let reason = (outcome.status == Status::Invalid).then(|| collisions(&self.puzzles[self.written]));
        self.written += 1;
        if self.written == self.puzzles.len() {
            self.puzzles.clear();
            self.outcomes.clear();
            self.found.clear();
            self.written = 0;
        }
        reason
    }
}

/// The collisions of a board in one line, which must not become long.
#[cold]
pub fn collisions<const CELLS: usize>(puzzle: &Board<CELLS>) -> String {
    const NAMED: usize = 3;
    let named: Vec<String> = puzzle.collisions().take(NAMED).map(|collision| collision.to_string()).collect();
    match puzzle.collisions().skip(NAMED).count() {
        0 => named.join("; "),
        more => format!("{}; and {more} more", named.join("; ")),
    }
}
