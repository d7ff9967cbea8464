//! `solve`: has a puzzle no solution, one, or several; and the first.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lanedoku::{Board, Grid, Outcome, Solver, Status};

use super::{Desk, Place, QUICK, characters, collisions_of, complain, solve_and_count, with_board};
use crate::blocks::Block;
use crate::formats::{Entry, Flaw, Kind, Puzzle, Reading, may_mix_open_marks, mixes_open_marks, read};
use crate::memory::{Memory, workspace};
use crate::output::{Record, Work, record::Count};
use crate::pipeline::{Answers, Job, Late, Turn, Worker};

/// What to do with each puzzle.
#[derive(Clone, Copy)]
pub struct Plan {
    pub solver: Solver,
    /// Solutions to look for: 2 or more.
    pub max: u64,
    /// How long one puzzle may take.
    pub timeout: Option<Duration>,
}

impl Plan {
    /// The solver that does not take long.
    fn quick(&self) -> Solver {
        self.solver.with_step_limit(self.solver.step_limit().min(QUICK))
    }

    /// Whether a puzzle that so many steps were not enough for is to be searched on.
    fn goes_on(&self, status: Status, limit: u64) -> bool {
        status == Status::OutOfSteps && limit < self.solver.step_limit()
    }
}

pub struct Solve {
    pub desk: Arc<Desk>,
    pub plan: Plan,
}

impl Job for Solve {
    fn desk(&self) -> &Desk {
        &self.desk
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Solving {
            desk: &self.desk,
            plan: self.plan,
            alone: self.plan.max > 2 || self.desk.shape.tells_of_work(),
            plain: self.desk.shape.is_plain(),
            outcomes: Vec::new(),
            boards: Vec::new(),
            outcomes_of_boards: Vec::new(),
            workspace: workspace(),
        })
    }
}

struct Solving<'a> {
    desk: &'a Desk,
    plan: Plan,
    /// Whether puzzles are searched one by one, since more is to be told of each than a batch knows.
    alone: bool,
    /// Whether records are written the fastest way.
    plain: bool,
    outcomes: Vec<Outcome>,
    /// 9x9 boards that are not plain lines.
    boards: Vec<Grid>,
    outcomes_of_boards: Vec<Outcome>,
    workspace: Memory,
}

impl Worker for Solving<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, _turn: &Turn) {
        let place = Place::of(block);
        let quick = self.plan.quick();
        let is_line = |entry: &Entry| !self.alone && matches!(entry.kind, Kind::Line(_));
        // What is no plain line is read first, so that the 9x9 boards among it can be solved together.
        let others = block.entries.iter().filter(|entry| !is_line(entry));
        let mixes = may_mix_open_marks(place.text);
        let readings: Vec<_> = others.map(|entry| self.desk.read_entry(place, entry, mixes)).collect();
        let nines = readings.iter().filter_map(|reading| match reading {
            Ok(Reading { puzzle: Puzzle::Nine(board), .. }) if !self.alone => Some(*board),
            _ => None,
        });
        self.boards.clear();
        self.boards.extend(nines);
        self.outcomes_of_boards.resize(self.boards.len(), Outcome::INVALID);
        quick.solve_batch(&self.boards, &mut self.outcomes_of_boards, &mut self.workspace);

        let mut readings = readings.into_iter();
        let mut next = 0;
        let (is_alone, can_be_lines) = (self.alone, !self.alone);
        for entries in block.entries.chunk_by(|one, next| can_be_lines && one.is_followed_by(next)) {
            let entry = &entries[0];
            if let (Kind::Line(stride), false) = (entry.kind, is_alone) {
                self.answer_lines(block, entries, stride as usize, mixes, &quick, answers);
                continue;
            }
            let Some(reading) = readings.next() else { break };
            let puzzle = match reading {
                Ok(reading) => self.desk.take(place, reading, answers),
                Err(flaw) => {
                    self.desk.refuse(place, entry, &flaw, answers);
                    continue;
                }
            };
            let solved = match (&puzzle, is_alone) {
                (Puzzle::Nine(_), false) => {
                    next += 1;
                    Solved::new(&self.outcomes_of_boards[next - 1], None, Duration::ZERO)
                }
                _ => self.solve(&quick, &puzzle),
            };
            if self.plan.goes_on(solved.status, QUICK) {
                answers.put_off(Late::new(block, entry, 4 * QUICK, solved.work.time));
            } else {
                self.write(place, entry, &puzzle, &solved, answers);
            }
        }
    }

    fn finish(&mut self, late: &mut Late, answers: &mut Answers) -> bool {
        let place =
            Place { name: &late.name, before: late.line, text: &late.text, columns: late.columns.as_ref() };
        let puzzle = match read(&late.entry, place.text, &self.desk.format) {
            Ok(Reading { puzzle, .. }) => puzzle,
            // It could be read before; but no puzzle goes without an answer.
            Err(flaw) => {
                self.desk.refuse(place, &late.entry, &flaw, answers);
                return true;
            }
        };
        let limit = late.limit.min(self.plan.solver.step_limit());
        let solver = self.plan.solver.with_step_limit(limit);
        let start = Instant::now();
        let solved = self.solve(&solver, &puzzle);
        let took = start.elapsed();
        late.spent += took;
        let left = self.plan.timeout.map(|timeout| timeout.saturating_sub(late.spent));
        if self.plan.goes_on(solved.status, limit) && left != Some(Duration::ZERO) {
            let factor = match left {
                // No further than it will take until then, as it looks.
                Some(left) => (left.as_secs_f64() / took.as_secs_f64().max(1e-6)).clamp(0.1, 4.0),
                None => 8.0,
            };
            late.limit = (limit as f64 * factor).max(1000.0) as u64;
            return false;
        }
        self.write(place, &late.entry, &puzzle, &solved, answers);
        true
    }
}

/// What is known of a puzzle of any size.
struct Solved {
    status: Status,
    /// As many characters as the puzzle has cells.
    solution: Option<Vec<u8>>,
    found: Option<u64>,
    work: Work,
}

impl Solved {
    fn new<const CELLS: usize>(outcome: &Outcome<CELLS>, found: Option<u64>, time: Duration) -> Self {
        let work = Work { steps: outcome.steps, guesses: outcome.guesses, time };
        let solution = outcome.solution.map(|solution| solution.to_line().to_vec());
        Solved { status: outcome.status, solution, found, work }
    }
}

impl Solving<'_> {
    /// Solves plain lines as they stand.
    fn answer_lines(
        &mut self,
        block: &Block,
        entries: &[Entry],
        stride: usize,
        mixes: bool,
        quick: &Solver,
        answers: &mut Answers,
    ) {
        let place = Place::of(block);
        let lines = &place.text[entries[0].range().start..];
        self.outcomes.resize(self.outcomes.len().max(entries.len()), Outcome::INVALID);
        let mut outcomes = std::mem::take(&mut self.outcomes);
        quick.solve_lines(lines, stride, &mut outcomes[..entries.len()], &mut self.workspace);
        for (entry, outcome) in entries.iter().zip(&outcomes) {
            if mixes && mixes_open_marks(&place.text[entry.range()]) {
                let _ = self.desk.read(place, entry, answers);
            }
            match (outcome.status, &outcome.solution) {
                (Status::Unique, Some(solution)) if self.plain => {
                    answers.text.extend_from_slice(&plain_line::<89>(solution, b" unique\n"));
                    answers.totals.count(Status::Unique, true, outcome.steps);
                }
                (Status::Multiple, Some(solution)) if self.plain => {
                    answers.text.extend_from_slice(&plain_line::<91>(solution, b" multiple\n"));
                    answers.totals.count(Status::Multiple, false, outcome.steps);
                }
                (status, _) if self.plan.goes_on(status, QUICK) => {
                    answers.put_off(Late::new(block, entry, 4 * QUICK, Duration::ZERO));
                }
                _ => {
                    let solved = Solved::new(outcome, None, Duration::ZERO);
                    let board = Board::parse(&place.text[entry.range()]).unwrap_or(Board::EMPTY);
                    self.write(place, entry, &Puzzle::Nine(board), &solved, answers);
                }
            }
        }
        self.outcomes = outcomes;
    }

    /// Solves one puzzle: alone, or as it would be in a batch, so that its solution does not depend on where it stood.
    fn solve(&mut self, solver: &Solver, puzzle: &Puzzle) -> Solved {
        let start = Instant::now();
        if let (Puzzle::Nine(board), false) = (puzzle, self.alone) {
            let mut outcome = [Outcome::INVALID];
            solver.solve_batch(&[*board], &mut outcome, &mut self.workspace);
            return Solved::new(&outcome[0], None, start.elapsed());
        }
        let max = self.plan.max;
        with_board!(puzzle, board => match max {
            2 => {
                let outcome = solver.solve(board);
                Solved::new(&outcome, None, start.elapsed())
            }
            _ => {
                let (outcome, found) = solve_and_count(solver, max, board, |_| ControlFlow::Continue(()));
                Solved::new(&outcome, Some(found), start.elapsed())
            }
        }, candidates => {
            let outcome = solver.solve_candidates(candidates);
            Solved::new(&outcome, None, start.elapsed())
        })
    }

    /// Writes the answer to a puzzle.
    fn write(&self, place: Place, entry: &Entry, puzzle: &Puzzle, solved: &Solved, answers: &mut Answers) {
        if solved.status == Status::Invalid {
            // Of a plain line, the characters were not looked at before.
            let puzzle = read(entry, place.text, &self.desk.format);
            let reason = match &puzzle {
                Ok(Reading { puzzle, .. }) => collisions_of(puzzle),
                Err(flaw) => return self.desk.refuse(place, entry, flaw, answers),
            };
            if let Some(reason) = reason {
                let line = u64::from(entry.line) + 1;
                complain(place, &Flaw { line, column: None, reason }, answers);
            }
        }
        let characters = characters(puzzle);
        let wanted = solved.status == Status::Unique;
        let record = Record {
            solution: solved.solution.as_deref(),
            count: solved.found.map(|found| Count { found, cut_off: found >= self.plan.max }),
            work: Some(solved.work),
            ..Record::new(place.line(entry), solved.status, wanted, &characters)
        };
        self.desk.write(place, entry, &record, answers);
    }
}

/// A solution and its status: what is written most, put together in one piece.
#[inline(always)]
fn plain_line<const LENGTH: usize>(solution: &Grid, word: &[u8]) -> [u8; LENGTH] {
    let mut line = [0; LENGTH];
    // No cell of it is open.
    for (character, digit) in line.iter_mut().zip(solution.digits()) {
        *character = b'0' + digit;
    }
    line[81..].copy_from_slice(word);
    line
}
