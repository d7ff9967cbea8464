//! The search for the answer to one puzzle: in turns with others, within the limits of the command.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lanedoku::{End, Outcome, Puzzle, Search, Solver, Status, Tally};
use lanedoku_formats::AnyPuzzle;

use crate::output::SearchStats;
use crate::output::record::SolutionCount;

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

/// The time at which the search of a puzzle must end, if there is a limit.
#[derive(Clone, Copy)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// Returns the deadline of a search that begins now.
    pub fn after(timeout: Option<Duration>) -> Deadline {
        // A time beyond the range of the clock is no limit.
        Deadline(timeout.and_then(|timeout| Instant::now().checked_add(timeout)))
    }

    pub fn is_ahead(self) -> bool {
        self.0.is_none_or(|end| Instant::now() < end)
    }

    /// Returns the remaining time; `None` if there is no limit.
    pub fn left(self) -> Option<Duration> {
        self.0.map(|end| end.saturating_duration_since(Instant::now()))
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

/// What one search finds.
#[derive(Clone, Copy)]
enum PuzzleJob {
    Solve,
    /// Up to this number.
    Count(u64),
    Visit,
}

/// The answer to a puzzle of any size.
#[derive(Clone)]
pub struct PuzzleAnswer {
    pub status: Status,
    /// One character per cell.
    pub solution: Option<Vec<u8>>,
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
            solution: solution.map(|solution| solution.to_line().to_vec()),
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
    memory: PuzzleSearchMemory,
    /// The answer of a solve that goes on to count.
    solved: Option<PuzzleAnswer>,
    /// The time that the search has taken.
    pub time: Duration,
}

/// The memory of a search, by the size of the board.
enum PuzzleSearchMemory {
    Four(&'static mut Search<16>),
    Nine(&'static mut Search<81>),
    Sixteen(&'static mut Search<256>),
    TwentyFive(&'static mut Search<625>),
}

/// The memory that was released.
static SPARE: Mutex<Vec<PuzzleSearchMemory>> = Mutex::new(Vec::new());

/// Evaluates an expression for a search of any size.
macro_rules! with_search {
    ($memory:expr, $search:ident => $value:expr) => {
        match $memory {
            PuzzleSearchMemory::Four($search) => $value,
            PuzzleSearchMemory::Nine($search) => $value,
            PuzzleSearchMemory::Sixteen($search) => $value,
            PuzzleSearchMemory::TwentyFive($search) => $value,
        }
    };
}

/// Allocates memory without making a search on the stack, which is too small for it.
fn allocate<const CELLS: usize>() -> &'static mut Search<CELLS> {
    Search::write_new(Box::leak(Box::new_uninit()))
}

impl PuzzleSearchMemory {
    /// Returns memory for a puzzle.
    fn of(puzzle: &AnyPuzzle) -> PuzzleSearchMemory {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = spare.iter().position(|memory| memory.fits(puzzle)) {
            return spare.swap_remove(index);
        }
        match puzzle {
            AnyPuzzle::Four(_) => PuzzleSearchMemory::Four(allocate()),
            AnyPuzzle::Nine(_) | AnyPuzzle::Candidates(_) => PuzzleSearchMemory::Nine(allocate()),
            AnyPuzzle::Sixteen(_) => PuzzleSearchMemory::Sixteen(allocate()),
            AnyPuzzle::TwentyFive(_) => PuzzleSearchMemory::TwentyFive(allocate()),
        }
    }

    fn fits(&self, puzzle: &AnyPuzzle) -> bool {
        matches!(
            (self, puzzle),
            (PuzzleSearchMemory::Four(_), AnyPuzzle::Four(_))
                | (PuzzleSearchMemory::Nine(_), AnyPuzzle::Nine(_) | AnyPuzzle::Candidates(_))
                | (PuzzleSearchMemory::Sixteen(_), AnyPuzzle::Sixteen(_))
                | (PuzzleSearchMemory::TwentyFive(_), AnyPuzzle::TwentyFive(_))
        )
    }

    fn release(self) {
        SPARE.lock().unwrap_or_else(PoisonError::into_inner).push(self);
    }

    /// Begins a search in memory of the puzzle's size.
    fn begin(&mut self, solver: &Solver, puzzle: &AnyPuzzle, job: PuzzleJob) {
        fn begin<const CELLS: usize>(
            search: &mut Search<CELLS>,
            solver: &Solver,
            puzzle: &impl Puzzle<CELLS>,
            job: PuzzleJob,
        ) {
            match job {
                PuzzleJob::Solve => solver.begin_solve(puzzle, search),
                PuzzleJob::Count(max) => solver.begin_count(puzzle, max, search),
                PuzzleJob::Visit => solver.begin_visit(puzzle, search),
            }
        }
        use PuzzleSearchMemory as Memory;
        match (&mut *self, puzzle) {
            (Memory::Four(search), AnyPuzzle::Four(puzzle)) => begin(search, solver, puzzle, job),
            (Memory::Nine(search), AnyPuzzle::Nine(puzzle)) => begin(search, solver, puzzle, job),
            (Memory::Nine(search), AnyPuzzle::Candidates(puzzle)) => begin(search, solver, &**puzzle, job),
            (Memory::Sixteen(search), AnyPuzzle::Sixteen(puzzle)) => begin(search, solver, &**puzzle, job),
            (Memory::TwentyFive(search), AnyPuzzle::TwentyFive(puzzle)) => {
                begin(search, solver, &**puzzle, job);
            }
            _ => {
                std::mem::replace(self, PuzzleSearchMemory::of(puzzle)).release();
                self.begin(solver, puzzle, job);
            }
        }
    }

    fn tally(&self) -> Tally {
        with_search!(self, search => search.tally())
    }

    fn run_while(&mut self, go_on: impl FnMut(&Tally) -> bool) -> bool {
        with_search!(self, search => search.run_while(go_on))
    }

    fn outcome(&self) -> (Status, Option<Vec<u8>>) {
        with_search!(self, search => {
            let outcome = search.outcome();
            (outcome.status, outcome.solution.map(|solution| solution.to_line().to_vec()))
        })
    }
}

impl PuzzleSearch {
    /// Begins a search for the answer to a puzzle.
    pub fn new(settings: &SearchSettings, puzzle: &AnyPuzzle) -> PuzzleSearch {
        let mut search =
            PuzzleSearch { memory: PuzzleSearchMemory::of(puzzle), solved: None, time: Duration::ZERO };
        search.begin(settings, puzzle);
        search
    }

    /// Begins a search for the answer to another puzzle, in the same memory.
    fn begin(&mut self, settings: &SearchSettings, puzzle: &AnyPuzzle) {
        let job = match settings.goal {
            PuzzleGoal::Solve { .. } => PuzzleJob::Solve,
            PuzzleGoal::Count { max } => PuzzleJob::Count(max),
        };
        self.memory.begin(&settings.solver, puzzle, job);
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
        search.go_on(
            start,
            settings,
            puzzle,
            |memory| with_search!(memory, search => search.run(Solver::QUICK_STEPS)),
        )
    }

    /// Goes on for a short time. Returns the answer if there is one now.
    pub fn take_turn(&mut self, settings: &SearchSettings, puzzle: &AnyPuzzle) -> Option<PuzzleAnswer> {
        let left = settings.timeout.map_or(TURN, |timeout| timeout.saturating_sub(self.time).min(TURN));
        let start = Instant::now();
        let end = start + left;
        self.go_on(start, settings, puzzle, |memory| memory.run_while(|_| Instant::now() < end))
    }

    /// Finds the answer to a puzzle, without turns.
    pub fn finish(settings: &SearchSettings, puzzle: &AnyPuzzle) -> PuzzleAnswer {
        let mut search = PuzzleSearch::new(settings, puzzle);
        loop {
            if let Some(answer) = search.take_turn(settings, puzzle) {
                search.release();
                return answer;
            }
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
        self.memory.release();
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
        mut run: impl FnMut(&mut PuzzleSearchMemory) -> bool,
    ) -> Option<PuzzleAnswer> {
        let mut has_ended = run(&mut self.memory);
        if let (true, None, PuzzleGoal::Solve { max: max @ 3.. }) = (has_ended, &self.solved, settings.goal) {
            let answer = self.answer(settings.goal);
            if answer.status == Status::Multiple {
                let limit = settings.solver.step_limit();
                let limit = if limit == u64::MAX { limit } else { limit.saturating_sub(answer.stats.steps) };
                let solver = settings.solver.with_step_limit(limit);
                self.memory.begin(&solver, puzzle, PuzzleJob::Count(max));
                self.solved = Some(answer);
                has_ended = run(&mut self.memory);
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
            (PuzzleGoal::Solve { .. }, None) => {
                let (status, solution) = self.memory.outcome();
                (status, solution, solutions)
            }
            (PuzzleGoal::Solve { .. }, Some(solved)) => {
                stats.steps += solved.stats.steps;
                stats.guesses += solved.stats.guesses;
                // Two solutions are known from before.
                (Status::Multiple, solved.solution.clone(), solutions.max(2))
            }
        };
        PuzzleAnswer { status, solution, found, end, stats }
    }
}

/// Passes the solutions of a puzzle to `show`, one character per cell, until it breaks or a limit is reached.
pub fn visit(
    solver: &Solver,
    puzzle: &AnyPuzzle,
    deadline: Deadline,
    mut show: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Tally {
    let mut memory = PuzzleSearchMemory::of(puzzle);
    memory.begin(solver, puzzle, PuzzleJob::Visit);
    with_search!(&mut memory, search => {
        search.visit_while(|_| deadline.is_ahead(), |solution| show(&solution.to_line()));
    });
    let tally = memory.tally();
    memory.release();
    tally
}
