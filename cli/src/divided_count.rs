//! A large count, divided into parts for all threads: hundreds of boards with more digits, such that each solution
//! belongs to exactly one of them. The parts that have ended tell how much of the search is done.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use lanedoku::{AnyBoard, AnyPuzzle, CountParts, End, Tally};

use crate::output::SearchStats;
use crate::search::{PuzzleAnswer, PuzzleGoal, PuzzleSearch, SearchSettings, TURN};

/// The smallest number of parts, if there are as many. There are many because some take far longer than others.
const PARTS: usize = 256;

/// The state that the parts of a count share.
pub struct DividedCount {
    settings: SearchSettings,
    /// The sums over all parts so far, and the end if no other part changes it.
    tally: Tally,
    /// The number of parts that have not ended.
    open_parts: usize,
    /// The share of the search that has ended, from 0 to 1.
    share: f64,
    /// The number of workers that are searching a part, and since when there is one.
    active: usize,
    active_since: Instant,
    /// The time that the search of any part has taken, before `active_since`.
    time: Duration,
}

/// A part of a count.
pub struct CountPart {
    pub board: AnyPuzzle,
    /// Its share of the search: each candidate of a cell has the same.
    share: f64,
    pub count: Arc<Mutex<DividedCount>>,
}

/// The result of a part's turn.
pub enum PartTurn {
    Unfinished,
    Ended,
    /// All parts have ended, so that the puzzle is answered. With the share of the search that was done.
    AllEnded(Box<PuzzleAnswer>, f64),
}

impl DividedCount {
    /// Divides a count.
    pub fn divide(settings: SearchSettings, puzzle: &AnyPuzzle) -> Vec<CountPart> {
        let boards = match puzzle {
            AnyPuzzle::Board(board) => parts(board),
            AnyPuzzle::Candidates(_) => vec![(*puzzle, 1.0)],
        };
        let count = Arc::new(Mutex::new(DividedCount {
            settings,
            tally: Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 },
            open_parts: boards.len(),
            share: 0.0,
            active: 0,
            active_since: Instant::now(),
            time: Duration::ZERO,
        }));
        lock(&BEGUN).push(Arc::downgrade(&count));
        boards.into_iter().map(|(board, share)| CountPart { board, share, count: count.clone() }).collect()
    }

    fn time(&self) -> Duration {
        self.time + if self.active > 0 { self.active_since.elapsed() } else { Duration::ZERO }
    }

    /// Returns whether the parts that have not ended do not matter.
    fn is_decided(&self) -> bool {
        self.tally.solutions >= self.settings.goal.max()
            || self.settings.timeout.is_some_and(|timeout| self.time() >= timeout)
    }

    /// Adds what a part has found since `before`.
    fn add(&mut self, before: &mut Tally, now: &Tally) {
        self.tally.solutions += now.solutions - before.solutions;
        self.tally.steps += now.steps - before.steps;
        self.tally.guesses += now.guesses - before.guesses;
        *before = *now;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The counts that were divided, in order, for the progress bar.
static BEGUN: Mutex<Vec<Weak<Mutex<DividedCount>>>> = Mutex::new(Vec::new());

/// Returns the share of the search that is done of the first divided count that has not ended, from 0 to 1.
pub fn share_of_first() -> Option<f64> {
    let mut begun = lock(&BEGUN);
    begun.retain(|count| count.strong_count() > 0);
    let first = begun.first()?.upgrade()?;
    drop(begun);
    Some(lock(&first).share)
}

/// Goes on with the search of a part for a short time, and begins it if necessary.
pub fn take_turn(part: &CountPart, search: &mut Option<PuzzleSearch>) -> PartTurn {
    let CountPart { board, count, share } = part;
    let mut shared = lock(count);
    if shared.active == 0 {
        shared.active_since = Instant::now();
    }
    shared.active += 1;
    let mut has_ended = false;
    if !shared.is_decided() {
        let goal = PuzzleGoal::Count { max: shared.settings.goal.max() - shared.tally.solutions };
        let settings = SearchSettings { goal, ..shared.settings };
        drop(shared);
        let search = search.get_or_insert_with(|| PuzzleSearch::new(&settings, board));
        let mut before = search.tally();
        let end = Instant::now() + TURN;
        has_ended = search.run_while(|now| {
            let mut shared = lock(count);
            shared.add(&mut before, now);
            !shared.is_decided() && Instant::now() < end
        });
        shared = lock(count);
        shared.add(&mut before, &search.tally());
    }
    let is_decided = shared.is_decided();
    shared.time = shared.time();
    shared.active_since = Instant::now();
    shared.active -= 1;
    if !has_ended && !is_decided {
        return PartTurn::Unfinished;
    }
    match has_ended {
        true => shared.share += share,
        false => shared.tally.end = End::OutOfSteps,
    }
    shared.open_parts -= 1;
    if shared.open_parts > 0 {
        return PartTurn::Ended;
    }
    let max = shared.settings.goal.max();
    let mut tally = shared.tally;
    if tally.solutions >= max {
        tally = Tally { solutions: max, end: End::Stopped, ..tally };
    }
    let Tally { solutions, end, steps, guesses } = tally;
    let answer = PuzzleAnswer {
        status: tally.status(),
        solution: None,
        found: solutions,
        end,
        stats: SearchStats { steps, guesses, time: shared.time },
    };
    PartTurn::AllEnded(Box::new(answer), shared.share)
}

/// Returns boards that divide the solutions of `puzzle` among them, each with its share of the search.
fn parts(puzzle: &AnyBoard) -> Vec<(AnyPuzzle, f64)> {
    let mut parts = vec![(*puzzle, 1.0)];
    loop {
        let divided: Vec<_> = parts.iter().flat_map(|(part, share)| divided(part, *share)).collect();
        let is_done = divided.len() >= PARTS || divided.len() == parts.len();
        parts = divided;
        if is_done {
            return parts.into_iter().map(|(part, share)| (AnyPuzzle::Board(part), share)).collect();
        }
    }
}

/// Returns the parts of a board with this share of the search.
fn divided(board: &AnyBoard, share: f64) -> Vec<(AnyBoard, f64)> {
    let mut parts = CountParts::new(*board);
    let (mut boards, mut begins) = (Vec::new(), Vec::new());
    while let Some(part) = parts.next() {
        boards.push(part);
        begins.push(parts.progress());
    }
    let ends = begins.iter().skip(1).copied().chain([1.0]);
    boards.into_iter().zip(ends.zip(&begins).map(|(end, begin)| share * (end - begin))).collect()
}
