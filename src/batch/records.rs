//! The per-puzzle records: the findings of the search so far, and its number of sweeps.
//!
//! While a batch runs, the caller's [`Outcome`] of a puzzle is its record. The fields have this meaning until
//! [`close`] turns the record into an outcome:
//!
//! | field | meaning |
//! |---|---|
//! | `status` | `NoSolution`: none found so far. `Unique`: one found so far. `Multiple`, `Invalid`: final. |
//! | `solution` | The first solution, once its node has been checked. |
//! | `steps` | Sweeps so far, except those of nodes in lanes and those not yet added. |
//! | `guesses` | Guesses so far. The highest bits are [flags](FLAGS). |
//!
//! # A solution that differs from a known one
//!
//! With [`FIND_ANOTHER`], the caller's outcomes start with a known solution, and the search looks for a different one.
//! A different solution replaces the known one, and the status becomes `Multiple`. At least one of any two solutions
//! differs from the known one, so both boards are read. If no solution is known, the first one found is enough.
//!
//! With [`FIND_LEAST`], a record keeps the known solution until the least one is found.
//!
//! # Sweeps
//!
//! When a node leaves its lane, its sweeps and puzzle number are stored, and added to the records a vector at a time.
//! This avoids a branch that would be hard to predict.

use super::load::{QUADS, read_solution};
use super::memory::{BUDGET, MAX_LANES, OPEN, PUZZLE, STACK_WORD, WaitingNodes, first_of};
use super::{BY_WEIGHT, FIND_ANOTHER, FIND_LEAST};
use crate::vectors::{Lanes, all_lanes};
use crate::{Board, Outcome, Status};

/// Guesses after which a puzzle is left to the single engine, which learns where its contradictions are, or to a search
/// by weight. One puzzle of the published sets takes more, 259; some puzzles of other lists do. Higher limits save
/// nothing on the published sets, and boards found by climbing take 1.3 times the sweeps with 1024, 4.6 with 16,384.
pub(super) const GUESS_LIMIT: u64 = 256;

/// Flag: the engine has given up the puzzle.
pub(super) const GIVEN_UP: u64 = 1 << 63;

/// Flag: nodes of the puzzle have been in several lanes at once.
const SHARED: u64 = 1 << 62;

/// Flag: the solution in the record differs from the known one.
const FOUND_ANOTHER: u64 = 1 << 61;

/// Flag: the puzzle has several solutions, and the least one is wanted.
const WANTS_LEAST: u64 = 1 << 60;

/// Flag: the puzzle was left because it looks as though it had several solutions. No solution is known.
const LEFT: u64 = 1 << 58;

/// Flag: the puzzle is to be searched with weights, or is being searched with them.
const WANTS_WEIGHTS: u64 = 1 << 59;

const FLAGS: u64 = GIVEN_UP | SHARED | FOUND_ANOTHER | WANTS_LEAST | WANTS_WEIGHTS | LEFT;

/// Marks the outcome of a puzzle that was given up for a search with [`BY_WEIGHT`].
pub(crate) fn want_weights(outcome: &mut Outcome) {
    debug_assert!(outcome.status == Status::OutOfSteps);
    outcome.guesses |= WANTS_WEIGHTS;
}

/// Marks the outcome of a puzzle with several solutions, or of one that was left, for a search with [`FIND_LEAST`].
pub(crate) fn want_least(outcome: &mut Outcome) {
    debug_assert!(outcome.status == Status::Multiple);
    outcome.guesses |= WANTS_LEAST;
}

/// Whether a puzzle is to be searched, or has been searched, with [`BY_WEIGHT`].
pub(super) const fn wants_weights(record: &Outcome) -> bool {
    record.guesses & WANTS_WEIGHTS != 0
}

/// No puzzle takes more sweeps: its first node, that of a search for the least solution, and two for each guess of both
/// searches, each take at most one sweep for each cell that they fill, the sweep that counts as the first of a puzzle,
/// and one that fills none. After more guesses by weight, the search for the least solution ends at its first node.
pub(crate) const MOST_SWEEPS: u64 = {
    let (by_guesses, by_weight) = ((2 + 2 * GUESS_LIMIT) * (81 + 2), SWEEP_LIMIT + 81 + 2);
    if by_guesses > by_weight { by_guesses } else { by_weight }
};

/// Sweeps after which a puzzle searched [`BY_WEIGHT`] is given up. Minimal pencil marks take 20,000 on average.
const SWEEP_LIMIT: u64 = 60_000;

/// Guesses without a contradiction after which a puzzle with few open cells is left.
const LEFT_AFTER: u64 = 2;

/// The open cells with which a puzzle is left.
const FEW_OPEN: u32 = 36;

/// Guesses after which a puzzle that was left is given up. Boards with several solutions take fifteen on average.
const GUESSES_OF_LEFT: u64 = 30;

/// The record of a puzzle that has just been started.
const STARTED: Outcome = Outcome { status: Status::NoSolution, solution: None, steps: 0, guesses: 0 };

/// The record of a puzzle that is given up before it is searched.
const NOT_SEARCHED: Outcome = Outcome { guesses: GIVEN_UP, ..STARTED };

/// Turns a record into an outcome. Its status is `OutOfSteps` if the puzzle was given up, even if solutions were found.
#[inline(always)]
pub(super) fn close<const JOB: u8>(record: &mut Outcome) {
    if JOB == FIND_LEAST {
        if is_without_least(record) {
            record.status = Status::OutOfSteps;
            if is_left(record) {
                record.solution = None;
            }
        }
    } else if record.guesses & GIVEN_UP != 0 || JOB == BY_WEIGHT && record.steps > SWEEP_LIMIT {
        (record.status, record.solution) = (Status::OutOfSteps, None);
    }
    record.guesses &= !FLAGS;
}

/// The consequence of finding a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoundSolution {
    /// It is the puzzle's first solution: the search continues.
    First,
    /// The puzzle is finished. If it is shared, other lanes and queues may hold nodes of it. If `is_read`, the board
    /// has to be [written](Records::write), because it may differ from the known one.
    Last { is_shared: bool, is_read: bool },
    /// The puzzle number is out of range.
    OutOfRange,
}

/// The conditions of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GuessRequest {
    /// The second child would go to the pool.
    pub(super) is_shared: bool,
    /// The pool has no free slots for both children.
    pub(super) pool_is_full: bool,
}

/// Whether to guess on a stuck node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GuessDecision {
    Guess,
    /// No: the puzzle has just been given up.
    GiveUp,
    /// No: the puzzle was finished before, or its number is out of range.
    Drop,
}

/// The state of the search for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchState {
    NoSolution,
    OneSolution,
    /// Finished, or given up.
    Closed,
}

#[inline(always)]
const fn search_state(record: &Outcome) -> SearchState {
    match record.status {
        _ if record.guesses & GIVEN_UP != 0 => SearchState::Closed,
        Status::NoSolution => SearchState::NoSolution,
        Status::Unique => SearchState::OneSolution,
        _ => SearchState::Closed,
    }
}

/// The records of all puzzles, and the sweeps still to be added to them.
pub(super) struct Records<'a, const JOB: u8> {
    pub(super) outcomes: &'a mut [Outcome],
    /// Puzzles, and the sweeps to add to them: `pending` entries, fewer than lanes, and space for a vector.
    pending_puzzles: [u32; 2 * MAX_LANES],
    pending_sweeps: [u32; 2 * MAX_LANES],
    pending: usize,
    /// Guesses after which a puzzle is given up.
    pub(super) guess_limit: u64,
    /// The number of puzzles with several solutions, found or left.
    several: usize,
    /// Whether a puzzle number was out of range.
    pub(super) inconsistent: bool,
}

impl<'a, const JOB: u8> Records<'a, JOB> {
    #[inline(always)]
    pub(super) fn new(outcomes: &'a mut [Outcome]) -> Self {
        let empty = [0; 2 * MAX_LANES];
        Records {
            outcomes,
            pending_puzzles: empty,
            pending_sweeps: empty,
            pending: 0,
            guess_limit: GUESS_LIMIT,
            several: 0,
            inconsistent: false,
        }
    }

    /// The number of puzzles.
    #[inline(always)]
    pub(super) fn puzzles(&self) -> usize {
        self.outcomes.len()
    }

    /// Returns the number of the first puzzle from `puzzle` on that is to be searched.
    #[inline(always)]
    pub(super) fn next_open(&self, puzzle: usize) -> usize {
        if !matches!(JOB, FIND_LEAST | BY_WEIGHT) {
            return puzzle;
        }
        let left = self.outcomes.get(puzzle..).unwrap_or_default();
        let wanted = left.iter().position(|record| record.guesses & wanted_flag::<JOB>() != 0);
        puzzle + wanted.unwrap_or(left.len())
    }

    /// Opens the records of `count` puzzles, from number `first` on. `invalid` and `not_searched` have a bit for each
    /// puzzle that is invalid or given up at once. Returns those to search.
    #[inline(always)]
    pub(super) fn open(&mut self, first: usize, count: usize, invalid: u32, not_searched: u32) -> u32 {
        debug_assert!(first + count <= self.outcomes.len());
        let records = self.outcomes.get_mut(first..first + count).unwrap_or_default();
        let searched = all_lanes(count) & !(invalid | not_searched);
        if matches!(JOB, FIND_LEAST | BY_WEIGHT) {
            return searched & open_wanted::<JOB>(records);
        }
        if JOB == FIND_ANOTHER {
            open_with_known(records);
        } else {
            records.fill(STARTED);
        }
        let mut closed = invalid | not_searched;
        while closed != 0 {
            let lane = first_of(closed);
            closed &= closed - 1;
            if let Some(record) = records.get_mut(lane) {
                *record = if not_searched >> lane & 1 == 1 { NOT_SEARCHED } else { Outcome::INVALID };
            }
        }
        searched
    }

    /// Gives up the first `count` puzzles, except for invalid ones, even if solutions were found. Discards pending
    /// sweeps.
    #[inline(always)]
    pub(super) fn give_up_all(&mut self, count: usize) {
        self.pending = 0;
        self.inconsistent = false;
        // Without a least solution, a record counts as given up.
        if JOB == BY_WEIGHT {
            for record in self.outcomes.iter_mut().take(count).filter(|record| wants_weights(record)) {
                record.guesses |= GIVEN_UP;
            }
        } else if JOB == FIND_LEAST {
            for record in self.outcomes.iter_mut().take(count).filter(|record| is_left(record)) {
                record.guesses |= GIVEN_UP;
            }
        } else {
            give_up_started(self.outcomes.get_mut(..count).unwrap_or_default());
        }
    }

    #[inline(always)]
    fn record(&mut self, puzzle: u32) -> Option<&mut Outcome> {
        let record = self.outcomes.get_mut(puzzle as usize);
        self.inconsistent |= record.is_none();
        record
    }

    /// Adds the sweeps of `count` nodes to their puzzles, now or later. `order` holds their lanes.
    #[inline(always)]
    pub(super) fn add_sweeps<V: Lanes>(&mut self, count: usize, order: V, puzzle: V, sweeps: V) {
        debug_assert!(self.pending < MAX_LANES);
        let at = self.pending.min(MAX_LANES);
        puzzle.permute(order).store(&mut self.pending_puzzles[at..]);
        sweeps.permute(order).store(&mut self.pending_sweeps[at..]);
        self.pending += count;
        if self.pending >= V::LANES {
            self.pending -= V::LANES;
            for index in self.pending..self.pending + V::LANES {
                self.add_pending(index);
            }
        }
    }

    /// Adds all pending sweeps.
    #[inline(always)]
    pub(super) fn add_all_pending(&mut self) {
        for index in 0..core::mem::take(&mut self.pending) {
            self.add_pending(index);
        }
    }

    #[inline(always)]
    fn add_pending(&mut self, index: usize) {
        debug_assert!(index < self.pending_puzzles.len());
        let index = index % self.pending_puzzles.len();
        let sweeps = u64::from(self.pending_sweeps[index]);
        if let Some(record) = self.record(self.pending_puzzles[index]) {
            record.steps += sweeps;
        }
    }

    /// Counts a solution that differs from those found before. Its board is [written](Self::write) later.
    #[inline(always)]
    pub(super) fn found(&mut self, puzzle: u32) -> FoundSolution {
        let Some(record) = self.record(puzzle) else { return FoundSolution::OutOfRange };
        if JOB == FIND_LEAST && !is_left(record) {
            // It counts when its board is written.
            return FoundSolution::Last { is_shared: false, is_read: true };
        }
        if search_state(record) == SearchState::NoSolution
            && (JOB != FIND_ANOTHER || record.solution.is_some())
        {
            record.status = Status::Unique;
            FoundSolution::First
        } else {
            record.status = Status::Multiple;
            let is_shared = record.guesses & SHARED != 0;
            self.several += 1;
            FoundSolution::Last { is_shared, is_read: JOB == FIND_ANOTHER }
        }
    }

    /// Counts the solution of a settled node, and writes its board if it is the puzzle's first. `already_counted` means
    /// that [`found`](Self::found) has counted it. Returns whether the puzzle is finished and other lanes or queues may
    /// hold nodes of it.
    #[inline(always)]
    pub(super) fn write(
        &mut self,
        puzzle: u32,
        already_counted: bool,
        lane: usize,
        digits: &[[[u8; 16]; MAX_LANES]; QUADS],
    ) -> bool {
        let Some(record) = self.record(puzzle) else { return false };
        if JOB == FIND_ANOTHER {
            return write_another(record, lane, digits);
        }
        let state = search_state(record);
        if state == SearchState::NoSolution || already_counted {
            read_solution(record.solution.insert(Board::EMPTY), lane, digits);
        }
        if JOB == FIND_LEAST && !is_left(record) {
            record.status = Status::Multiple;
        } else if state == SearchState::NoSolution {
            record.status = Status::Unique;
        } else if state == SearchState::OneSolution && !already_counted {
            record.status = Status::Multiple;
            return record.guesses & SHARED != 0;
        }
        false
    }

    /// Leaves those of `count` stuck nodes, from the slot `from` on, whose puzzle looks as though it had several
    /// solutions: it has met no contradiction, has made some guesses, and has few open cells.
    #[inline(always)]
    pub(super) fn leave(&mut self, stuck: &WaitingNodes, from: usize, count: usize) {
        self.several += leave_those_with_several(self.outcomes, stuck, from, count);
    }

    /// Whether several solutions are usual among the puzzles started. Only then is it worth while to leave one: a few
    /// puzzles that are searched again fill no vector.
    #[inline(always)]
    pub(super) fn has_many_several(&self, started: usize) -> bool {
        2 * self.several > started
    }

    /// Decides whether to guess on a node of a puzzle, and counts the guess.
    #[inline(always)]
    pub(super) fn guess(&mut self, puzzle: u32, request: GuessRequest) -> GuessDecision {
        let guess_limit = self.guess_limit;
        let Some(record) = self.record(puzzle) else { return GuessDecision::Drop };
        if !matches!(record.status, Status::NoSolution | Status::Unique) {
            return GuessDecision::Drop;
        }
        let is_over_limit = match JOB {
            BY_WEIGHT => record.guesses & GIVEN_UP != 0 || record.steps >= SWEEP_LIMIT,
            FIND_LEAST if is_left(record) => record.guesses & !LEFT >= GUESSES_OF_LEFT,
            // `GIVEN_UP` also exceeds `GUESS_LIMIT`, so one test covers both.
            _ => record.guesses & !SHARED >= guess_limit,
        };
        let leaves_the_order = JOB == FIND_LEAST && request.is_shared;
        if request.pool_is_full || is_over_limit || leaves_the_order {
            if search_state(record) == SearchState::Closed {
                return GuessDecision::Drop;
            }
            record.guesses |= GIVEN_UP;
            return GuessDecision::GiveUp;
        }
        record.guesses = (record.guesses + 1) | if request.is_shared { SHARED } else { 0 };
        GuessDecision::Guess
    }
}

/// See [`Records::leave`]. Returns their number. (A call with few values, so that the usual search stays as fast.)
#[cold]
#[inline(never)]
fn leave_those_with_several(
    records: &mut [Outcome],
    stuck: &WaitingNodes,
    from: usize,
    count: usize,
) -> usize {
    let [puzzles, stack_words, open] = [PUZZLE, STACK_WORD, OPEN].map(|word| stuck.slots(word, from));
    let nodes = puzzles.iter().zip(stack_words).zip(open).take(count);
    let mut left = 0;
    for ((&puzzle, &stack_word), &open) in nodes {
        // Three bits for each box. One with eight or nine open cells adds one or two.
        let open: u32 = (0..9).map(|open_box| open >> (3 * open_box) & 7).sum();
        if let Some(record) = records.get_mut(puzzle as usize)
            && stack_word & BUDGET == BUDGET
            && open <= FEW_OPEN
            && record.guesses & !FLAGS >= LEFT_AFTER
            && search_state(record) == SearchState::NoSolution
        {
            record.status = Status::Multiple;
            left += 1;
        }
    }
    left
}

/// Opens records and keeps the known solutions.
#[inline(never)]
fn open_with_known(records: &mut [Outcome]) {
    for record in records {
        *record = Outcome { solution: record.solution, ..STARTED };
    }
}

/// The flag of the puzzles that a job for some of them is to search.
const fn wanted_flag<const JOB: u8>() -> u64 {
    if JOB == BY_WEIGHT { WANTS_WEIGHTS } else { WANTS_LEAST }
}

/// Opens the records of the puzzles that the job is to search, and returns them. With [`FIND_LEAST`], they keep the
/// known solution.
#[inline(never)]
fn open_wanted<const JOB: u8>(records: &mut [Outcome]) -> u32 {
    let mut wanted = 0;
    for (lane, record) in records.iter_mut().enumerate() {
        if record.guesses & wanted_flag::<JOB>() != 0 {
            wanted |= 1 << lane;
            if JOB == BY_WEIGHT {
                *record = Outcome { guesses: WANTS_WEIGHTS, ..STARTED };
            }
            record.guesses &= !WANTS_LEAST;
            if JOB == FIND_LEAST && record.solution.is_none() {
                record.guesses |= LEFT;
            }
            record.status = Status::NoSolution;
        }
    }
    wanted
}

/// Whether no solution was known when the search for the least began.
const fn is_left(record: &Outcome) -> bool {
    record.guesses & LEFT != 0
}

/// Whether the least solution was searched for and not found: a solution is known, but not counted. A puzzle that was
/// left may have no other solution, or none at all.
fn is_without_least(record: &Outcome) -> bool {
    if is_left(record) {
        return record.guesses & GIVEN_UP != 0;
    }
    record.status == Status::NoSolution && record.solution.is_some()
}

/// Writes a solution if it is the first that differs from the known one. Returns whether other lanes or queues may hold
/// nodes of the puzzle. A board that [`Records::found`] has counted is passed only once.
#[inline(never)]
fn write_another(record: &mut Outcome, lane: usize, digits: &[[[u8; 16]; MAX_LANES]; QUADS]) -> bool {
    if record.guesses & (GIVEN_UP | FOUND_ANOTHER) != 0 {
        return false;
    }
    let mut board = Board::EMPTY;
    // Saves a bounds check that the compiler cannot remove here.
    debug_assert!(lane < MAX_LANES);
    read_solution(&mut board, lane % MAX_LANES, digits);
    if record.solution == Some(board) {
        if record.status == Status::NoSolution {
            record.status = Status::Unique;
        }
        return false;
    }
    record.solution = Some(board);
    record.status = Status::Multiple;
    record.guesses |= FOUND_ANOTHER;
    record.guesses & SHARED != 0
}

/// Gives up puzzles that have been started, even if solutions were found.
#[cold]
fn give_up_started(records: &mut [Outcome]) {
    for record in records {
        if record.status != Status::Invalid {
            *record = NOT_SEARCHED;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SOLVE;
    use super::*;

    const PERMITTED: GuessRequest = GuessRequest { is_shared: false, pool_is_full: false };

    /// Returns the outcome of the second of three puzzles.
    fn outcome_after(search: impl Fn(&mut Records<SOLVE>)) -> Outcome {
        let mut outcomes = [Outcome::INVALID; 3];
        let mut records = Records::new(&mut outcomes);
        records.open(0, 3, 0b100, 0b001);
        search(&mut records);
        assert!(!records.inconsistent);
        let [mut not_searched, mut outcome, mut invalid] = outcomes;
        [&mut not_searched, &mut outcome, &mut invalid].into_iter().for_each(close::<SOLVE>);
        assert_eq!(not_searched.status, Status::OutOfSteps);
        assert_eq!(invalid, Outcome::INVALID);
        outcome
    }

    #[test]
    fn solutions_are_counted_up_to_two() {
        assert_eq!(outcome_after(|_| ()).status, Status::NoSolution);
        let outcome = outcome_after(|records| assert_eq!(records.found(1), FoundSolution::First));
        assert_eq!(outcome.status, Status::Unique);
        let outcome = outcome_after(|records| {
            assert_eq!(records.found(1), FoundSolution::First);
            assert_eq!(records.found(1), FoundSolution::Last { is_shared: false, is_read: false });
            assert_eq!(records.guess(1, PERMITTED), GuessDecision::Drop);
        });
        assert_eq!(outcome.status, Status::Multiple);
    }

    #[test]
    fn the_first_board_is_kept() {
        let digits = [1, 2, 3].map(|digit| [[[digit; 16]; MAX_LANES]; QUADS]);
        let outcome = outcome_after(|records| {
            assert!(!records.write(1, false, 3, &digits[0]));
            assert!(!records.write(1, false, 3, &digits[1]));
        });
        assert_eq!((outcome.status, *outcome.solution.unwrap().digits()), (Status::Multiple, [1; 81]));
        // A solution that has already been counted is not counted again.
        let outcome = outcome_after(|records| {
            assert_eq!(records.found(1), FoundSolution::First);
            assert!(!records.write(1, true, 3, &digits[2]));
        });
        assert_eq!((outcome.status, *outcome.solution.unwrap().digits()), (Status::Unique, [3; 81]));
    }

    #[test]
    fn a_finished_puzzle_says_whether_it_is_shared() {
        let shared = GuessRequest { is_shared: true, ..PERMITTED };
        let outcome = outcome_after(|records| {
            assert_eq!(records.guess(1, shared), GuessDecision::Guess);
            assert_eq!(records.guess(1, PERMITTED), GuessDecision::Guess);
            assert_eq!(records.found(1), FoundSolution::First);
            assert_eq!(records.found(1), FoundSolution::Last { is_shared: true, is_read: false });
        });
        assert_eq!((outcome.status, outcome.guesses), (Status::Multiple, 2));
    }

    /// Nodes of a puzzle that has been given up may still be in lanes. Solutions found there must not count, because
    /// the search may miss others.
    #[test]
    fn a_given_up_puzzle_stays_given_up() {
        let full = GuessRequest { pool_is_full: true, ..PERMITTED };
        let outcome = outcome_after(|records| {
            records.guess(1, PERMITTED);
            records.write(1, false, 0, &[[[1; 16]; MAX_LANES]; QUADS]);
            assert_eq!(records.guess(1, full), GuessDecision::GiveUp);
            assert_eq!(records.guess(1, full), GuessDecision::Drop);
            assert_eq!(records.found(1), FoundSolution::Last { is_shared: false, is_read: false });
            assert_eq!(records.found(1), FoundSolution::Last { is_shared: false, is_read: false });
            assert!(!records.write(1, false, 0, &[[[1; 16]; MAX_LANES]; QUADS]));
        });
        assert_eq!((outcome.status, outcome.solution, outcome.guesses), (Status::OutOfSteps, None, 1));
    }

    #[test]
    fn a_hard_puzzle_is_given_up() {
        let outcome = outcome_after(|records| {
            for _ in 0..GUESS_LIMIT {
                assert_eq!(records.guess(1, PERMITTED), GuessDecision::Guess);
            }
            assert_eq!(records.guess(1, PERMITTED), GuessDecision::GiveUp);
            assert_eq!(records.guess(1, PERMITTED), GuessDecision::Drop);
        });
        assert_eq!((outcome.status, outcome.guesses), (Status::OutOfSteps, GUESS_LIMIT));
    }

    #[test]
    fn a_search_by_weight_ends_at_its_limit_on_sweeps() {
        for (steps, decision, status) in [
            (SWEEP_LIMIT - 1, GuessDecision::Guess, Status::NoSolution),
            (SWEEP_LIMIT, GuessDecision::GiveUp, Status::OutOfSteps),
        ] {
            let mut outcomes = [Outcome { status: Status::OutOfSteps, ..STARTED }; 2];
            want_weights(&mut outcomes[1]);
            let mut records = Records::<BY_WEIGHT>::new(&mut outcomes);
            assert_eq!((records.next_open(0), records.open(0, 2, 0, 0)), (1, 0b10));
            records.outcomes[1].steps = steps;
            assert_eq!(records.guess(1, PERMITTED), decision);
            // Sweeps in lanes are added later.
            let mut late = outcomes[1];
            late.steps = SWEEP_LIMIT + 1;
            assert!(!wants_weights(&outcomes[0]) && wants_weights(&outcomes[1]));
            close::<BY_WEIGHT>(&mut outcomes[1]);
            close::<BY_WEIGHT>(&mut late);
            assert_eq!([outcomes[1].status, late.status], [status, Status::OutOfSteps]);
        }
    }

    /// A puzzle that was left may have no solution, one or two, or is given up.
    #[test]
    fn a_puzzle_that_was_left_is_counted_again() {
        type Action = fn(&mut Records<FIND_LEAST>);
        let first: Action = |records| {
            assert_eq!(records.found(1), FoundSolution::First);
            assert!(!records.write(1, true, 0, &[[[1; 16]; MAX_LANES]; QUADS]));
        };
        let second: Action = |records| {
            assert_eq!(records.found(1), FoundSolution::Last { is_shared: false, is_read: false });
        };
        let guess: Action = |records| {
            while records.guess(1, PERMITTED) == GuessDecision::Guess {}
        };
        let restart: Action = |records| records.give_up_all(2);
        for (actions, status, solution) in [
            (&[] as &[_], Status::NoSolution, None),
            (&[first], Status::Unique, Some([1; 81])),
            (&[first, second], Status::Multiple, Some([1; 81])),
            (&[guess], Status::OutOfSteps, None),
            (&[first, guess], Status::OutOfSteps, None),
            (&[first, restart], Status::OutOfSteps, None),
        ] {
            let mut outcomes = [Outcome { status: Status::Multiple, guesses: 5, ..STARTED }; 2];
            want_least(&mut outcomes[1]);
            let mut records = Records::<FIND_LEAST>::new(&mut outcomes);
            assert_eq!((records.next_open(0), records.open(0, 2, 0, 0)), (1, 0b10));
            actions.iter().for_each(|action| action(&mut records));
            close::<FIND_LEAST>(&mut outcomes[1]);
            let Outcome { status: found, solution: board, guesses, .. } = outcomes[1];
            assert_eq!((found, board.map(|board| *board.digits())), (status, solution));
            assert_eq!(guesses, if actions.contains(&guess) { GUESSES_OF_LEFT } else { 5 });
        }
    }

    #[test]
    fn sweeps_are_added() {
        use crate::vectors::{Vector, portable::Portable};
        let after = |count: u64| {
            outcome_after(|records| {
                for index in 0..count {
                    let lanes = |value| Portable::<4>::splat((), value);
                    // Every other call adds one sweep to puzzle 1.
                    let mut puzzles = [2; 4];
                    puzzles[index as usize % 2] = 1;
                    let order = Portable::<4>::load((), &[1, 0, 3, 2]);
                    records.add_sweeps(2, order, Portable::<4>::load((), &puzzles), lanes(index as u32 % 2));
                }
                records.add_all_pending();
                for outcome in &mut records.outcomes[2..] {
                    outcome.steps = 0;
                }
            })
        };
        assert_eq!(after(200).steps, 100);
        assert_eq!(after(202).steps, 101);
    }

    #[test]
    fn a_puzzle_number_out_of_range_is_detected() {
        let mut outcomes = [Outcome::INVALID; 2];
        for use_number in [
            (|records| assert_eq!(records.found(2), FoundSolution::OutOfRange)) as fn(&mut Records<SOLVE>),
            |records| assert_eq!(records.guess(u32::MAX, PERMITTED), GuessDecision::Drop),
            |records| assert!(!records.write(2, true, 0, &[[[1; 16]; MAX_LANES]; QUADS])),
        ] {
            let mut records = Records::new(&mut outcomes);
            records.open(0, 2, 0, 0);
            use_number(&mut records);
            assert!(records.inconsistent);
            records.give_up_all(1);
            assert!(!records.inconsistent);
            outcomes.iter_mut().for_each(close::<SOLVE>);
            assert_eq!(outcomes.map(|outcome| outcome.status), [Status::OutOfSteps, Status::NoSolution]);
        }
    }
}
