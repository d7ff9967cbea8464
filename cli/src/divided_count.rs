//! A large count, divided into parts for all threads: hundreds of boards with more digits, such that each solution
//! belongs to exactly one of them. The parts that have ended tell how much of the search is done.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use lanedoku::{Board, End, Tally, Unit};
use lanedoku_formats::Puzzle;

use crate::output::SearchStats;
use crate::search::{PuzzleAnswer, PuzzleGoal, PuzzleSearch, SearchSettings, TURN, status_of};

/// The smallest number of parts. There are many because some take far longer than others.
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
    pub board: Puzzle,
    /// Its share of the search: each candidate of a cell has the same.
    share: f64,
    pub count: Arc<Mutex<DividedCount>>,
}

/// The result of a part's turn.
pub enum PartTurn {
    Unfinished,
    Ended,
    /// All parts have ended, so that the puzzle is answered. With the share of the search that was done.
    AllEnded(PuzzleAnswer, f64),
}

impl DividedCount {
    /// Divides a count.
    pub fn divide(settings: SearchSettings, puzzle: &Puzzle) -> Vec<CountPart> {
        let boards = match puzzle {
            Puzzle::Four(board) => parts(board, Puzzle::Four),
            Puzzle::Nine(board) => parts(board, Puzzle::Nine),
            Puzzle::Sixteen(board) => parts(board, |part| Puzzle::Sixteen(part.into())),
            Puzzle::TwentyFive(board) => parts(board, |part| Puzzle::TwentyFive(part.into())),
            Puzzle::Candidates(_) => Vec::new(),
        };
        // A puzzle without a solution may have no parts.
        let boards = if boards.is_empty() { vec![(puzzle.clone(), 1.0)] } else { boards };
        let count = Arc::new(Mutex::new(DividedCount {
            settings,
            tally: Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 },
            open_parts: boards.len(),
            share: 1.0 - boards.iter().map(|(_, share)| share).sum::<f64>(),
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
    let Tally { solutions, end, steps, guesses } = shared.tally;
    let end = if solutions >= shared.settings.goal.max() { End::Stopped } else { end };
    let answer = PuzzleAnswer {
        status: status_of(end, solutions),
        solution: None,
        found: solutions.min(shared.settings.goal.max()),
        stats: SearchStats { steps, guesses, time: shared.time },
    };
    PartTurn::AllEnded(answer, shared.share)
}

/// Returns boards that divide the solutions of `puzzle` among them, each with its share of the search.
fn parts<const CELLS: usize>(
    puzzle: &Board<CELLS>,
    of: impl Fn(Board<CELLS>) -> Puzzle,
) -> Vec<(Puzzle, f64)> {
    let mut parts = vec![(*puzzle.digits(), 1.0)];
    for _ in 0..puzzle.open_cells() {
        if parts.len() >= PARTS {
            break;
        }
        let divide = |(part, share): &([u8; CELLS], f64)| {
            let (children, share) = (children(part), *share);
            let each = share / children.len().max(1) as f64;
            children.into_iter().map(move |child| (child, each))
        };
        parts = parts.iter().flat_map(divide).collect();
    }
    parts.iter().filter_map(|(part, share)| Some((of(Board::from_digits(part).ok()?), *share))).collect()
}

/// Returns the board with each candidate of the open cell with the fewest candidates. Returns no board if a cell has no
/// candidate, and the board itself if no cell is open.
fn children<const CELLS: usize>(digits: &[u8; CELLS]) -> Vec<[u8; CELLS]> {
    let side = Board::<CELLS>::SIDE;
    let units = |cell: usize| {
        Board::<CELLS>::units_of(cell).map(|unit| match unit {
            Unit::Row(row) => row,
            Unit::Column(column) => side + column,
            Unit::Box(index) => 2 * side + index,
        })
    };
    let mut taken = [0u32; 75];
    for (cell, digit) in digits.iter().enumerate() {
        units(cell).into_iter().for_each(|unit| taken[unit] |= (1 << digit) & !1);
    }
    let candidates = |cell: &usize| {
        ((2 << side) - 2) & !units(*cell).map(|unit| taken[unit]).iter().fold(0, |all, one| all | one)
    };
    let open = (0..CELLS).filter(|&cell| digits[cell] == 0);
    let Some(cell) = open.min_by_key(|cell| candidates(cell).count_ones()) else { return vec![*digits] };
    let places = (1..=side as u8).filter(|digit| candidates(&cell) >> digit & 1 == 1);
    places
        .map(|digit| {
            let mut child = *digits;
            child[cell] = digit;
            child
        })
        .collect()
}
