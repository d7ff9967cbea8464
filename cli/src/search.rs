//! The search for the answer to one puzzle: in turns with others, within the limits of the command.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lanedoku::{AnyBoard, AnyPuzzle, End, Outcome, Search, Solver, Status, Tally};

use crate::output::SearchStats;
use crate::output::record::SolutionCount;
use crate::pipeline::{Answers, OrderedOutput};

/// The time of one turn.
pub const TURN: Duration = Duration::from_millis(20);

/// How puzzles are searched.
#[derive(Clone, Copy)]
pub struct SearchSettings {
    pub solver: Solver,
    pub goal: PuzzleGoal,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
}

/// The time at which the search of a puzzle must end, if there is a limit. Who asks for it lets other puzzles have
/// their turn.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    end: Option<Instant>,
    turns: &'a OrderedOutput<'a>,
    /// The time that was left to others before; what is left to them later does not count.
    paused: Duration,
}

impl<'a> Deadline<'a> {
    /// Returns the deadline of a search that begins now.
    pub fn after(timeout: Option<Duration>, turns: &'a OrderedOutput<'a>) -> Self {
        // A time beyond the range of the clock is no limit.
        let end = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Deadline { end, turns, paused: turns.paused.get() }
    }

    pub fn is_ahead(self) -> bool {
        self.turns.share();
        self.left().is_none_or(|left| left > Duration::ZERO)
    }

    /// Returns the remaining time; `None` if there is no limit.
    pub fn left(self) -> Option<Duration> {
        let end = self.end?.checked_add(self.turns.paused.get() - self.paused)?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// Finds the answer to a puzzle by the deadline, and writes the answers before it if that takes long.
    pub fn search(
        self,
        settings: &SearchSettings,
        puzzle: &AnyPuzzle,
        answers: &mut Answers,
    ) -> PuzzleAnswer {
        let settings = SearchSettings { timeout: self.left(), ..*settings };
        PuzzleSearch::finish(&settings, puzzle, || {
            self.turns.share();
            self.turns.write_if_due(answers);
        })
    }
}

/// The goal of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PuzzleGoal {
    /// The status and the solution. Above 2 solutions, also their number, up to `max`.
    Solve { max: u64 },
    /// The number of solutions, up to `max`.
    Count { max: u64 },
}

impl PuzzleGoal {
    /// Returns the number of solutions at which the search stops.
    pub fn max(self) -> u64 {
        let (PuzzleGoal::Solve { max } | PuzzleGoal::Count { max }) = self;
        max
    }
}

/// The answer to a puzzle of any size.
#[derive(Clone)]
pub struct PuzzleAnswer {
    pub status: Status,
    pub solution: Option<AnyBoard>,
    /// The number of solutions found.
    pub found: u64,
    /// Why the search ended.
    pub end: End,
    pub stats: SearchStats,
}

impl PuzzleAnswer {
    /// Returns the answer of a puzzle of a batch, in which single puzzles are not timed.
    pub fn of(outcome: &Outcome) -> PuzzleAnswer {
        let Outcome { status, solution, steps, guesses } = *outcome;
        let stats = SearchStats { steps, guesses, time: Duration::ZERO };
        PuzzleAnswer {
            status,
            solution: solution.map(AnyBoard::from),
            found: 0,
            end: match status {
                Status::Invalid => End::Invalid,
                Status::OutOfSteps => End::OutOfSteps,
                Status::Multiple | Status::Stopped => End::Stopped,
                Status::Unique | Status::NoSolution => End::Exhausted,
            },
            stats,
        }
    }
}

impl From<&PuzzleAnswer> for SolutionCount {
    fn from(answer: &PuzzleAnswer) -> Self {
        SolutionCount { found: answer.found, cut_off: answer.end != End::Exhausted }
    }
}

/// A search for the answer to a puzzle of any size, which can stop and go on. Its memory is not freed when it is
/// dropped, but can be [released](Self::release) for others.
pub struct PuzzleSearch {
    memory: &'static mut Search,
    /// The answer of a solve that goes on to count.
    solved: Option<PuzzleAnswer>,
    /// The time that the search has taken.
    pub time: Duration,
}

/// The memory that was released.
static SPARE: Mutex<Vec<&'static mut Search>> = Mutex::new(Vec::new());

/// Returns memory for a search.
fn memory() -> &'static mut Search {
    let spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    // Not made on the stack, which is too small for it.
    spare.unwrap_or_else(|| Search::write_new(Box::leak(Box::new_uninit())))
}

fn release(memory: &'static mut Search) {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
}

impl PuzzleSearch {
    /// Begins a search for the answer to a puzzle.
    pub fn new(settings: &SearchSettings, puzzle: &AnyPuzzle) -> PuzzleSearch {
        let mut search = PuzzleSearch { memory: memory(), solved: None, time: Duration::ZERO };
        search.begin(settings, puzzle);
        search
    }

    /// Begins a search for the answer to another puzzle, in the same memory.
    fn begin(&mut self, settings: &SearchSettings, puzzle: &AnyPuzzle) {
        let solver = settings.solver;
        match settings.goal {
            PuzzleGoal::Solve { .. } => solver.begin_solve(puzzle, self.memory),
            PuzzleGoal::Count { max } => solver.begin_count(puzzle, max, self.memory),
        }
        (self.solved, self.time) = (None, Duration::ZERO);
    }

    /// Begins a search and makes the first attempt, of [`Solver::QUICK_STEPS`]. Returns the answer if there is one now.
    /// The memory is that of an earlier search, if there is one.
    pub fn attempt(
        memory: &mut Option<PuzzleSearch>,
        settings: &SearchSettings,
        puzzle: &AnyPuzzle,
    ) -> Option<PuzzleAnswer> {
        let start = Instant::now();
        let search = match memory {
            Some(search) => {
                search.begin(settings, puzzle);
                search
            }
            None => memory.insert(PuzzleSearch::new(settings, puzzle)),
        };
        search.go_on(start, settings, puzzle, |search| search.run(Solver::QUICK_STEPS))
    }

    /// Goes on for a short time. Returns the answer if there is one now.
    pub fn take_turn(&mut self, settings: &SearchSettings, puzzle: &AnyPuzzle) -> Option<PuzzleAnswer> {
        let left = settings.timeout.map_or(TURN, |timeout| timeout.saturating_sub(self.time).min(TURN));
        let start = Instant::now();
        let end = start + left;
        self.go_on(start, settings, puzzle, |search| search.run_while(|_| Instant::now() < end))
    }

    /// Finds the answer to a puzzle, and calls `between` after each turn but the last.
    pub fn finish(settings: &SearchSettings, puzzle: &AnyPuzzle, mut between: impl FnMut()) -> PuzzleAnswer {
        let mut search = PuzzleSearch::new(settings, puzzle);
        loop {
            if let Some(answer) = search.take_turn(settings, puzzle) {
                search.release();
                return answer;
            }
            between();
        }
    }

    /// Goes on while `go_on` returns true, without the limits of the settings. Returns whether the search has ended.
    pub fn run_while(&mut self, go_on: impl FnMut(&Tally) -> bool) -> bool {
        let start = Instant::now();
        let has_ended = self.memory.run_while(go_on);
        self.time += start.elapsed();
        has_ended
    }

    /// Gives the memory back.
    pub fn release(self) {
        release(self.memory);
    }

    /// Returns the tally so far.
    pub fn tally(&self) -> Tally {
        self.memory.tally()
    }

    /// Goes on with `run`, in a turn that began at `start`. Returns the answer if there is one now.
    fn go_on(
        &mut self,
        start: Instant,
        settings: &SearchSettings,
        puzzle: &AnyPuzzle,
        mut run: impl FnMut(&mut Search) -> bool,
    ) -> Option<PuzzleAnswer> {
        let mut has_ended = run(self.memory);
        if let (true, None, PuzzleGoal::Solve { max: max @ 3.. }) = (has_ended, &self.solved, settings.goal) {
            let answer = self.answer(settings.goal);
            if answer.status == Status::Multiple {
                let limit = settings.solver.step_limit();
                let limit = if limit == u64::MAX { limit } else { limit.saturating_sub(answer.stats.steps) };
                let solver = settings.solver.with_step_limit(limit);
                solver.begin_count(puzzle, max, self.memory);
                self.solved = Some(answer);
                has_ended = run(self.memory);
            }
        }
        self.time += start.elapsed();
        let is_late = settings.timeout.is_some_and(|timeout| self.time >= timeout);
        (has_ended || is_late).then(|| self.answer(settings.goal))
    }

    /// Returns the answer so far.
    fn answer(&self, goal: PuzzleGoal) -> PuzzleAnswer {
        let tally = self.memory.tally();
        let Tally { solutions, end, steps, guesses } = tally;
        let mut stats = SearchStats { steps, guesses, time: self.time };
        let (status, solution, found) = match (goal, &self.solved) {
            (PuzzleGoal::Count { .. }, _) => (tally.status(), None, solutions),
            (PuzzleGoal::Solve { .. }, None) => (self.memory.status(), self.memory.solution(), solutions),
            (PuzzleGoal::Solve { .. }, Some(solved)) => {
                stats.steps += solved.stats.steps;
                stats.guesses += solved.stats.guesses;
                // Two solutions are known from before.
                (Status::Multiple, solved.solution, solutions.max(2))
            }
        };
        PuzzleAnswer { status, solution, found, end, stats }
    }
}

/// Passes the solutions of a puzzle to `show`, until it breaks or a limit is reached.
pub fn visit(
    solver: &Solver,
    puzzle: &AnyPuzzle,
    go_on: impl Fn() -> bool,
    show: impl FnMut(&AnyBoard) -> ControlFlow<()>,
) -> Tally {
    let memory = memory();
    solver.begin_visit(puzzle, memory);
    memory.visit_while(|_| go_on(), show);
    let tally = memory.tally();
    release(memory);
    tally
}
