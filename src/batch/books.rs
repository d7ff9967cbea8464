//! The books: what is known of each puzzle, and how many sweeps it has taken.
//!
//! While a batch runs, the caller's [`Outcome`] of a puzzle is the puzzle's account. Its fields mean this until
//! [`worth`] has closed it:
//!
//! | field | meaning |
//! |---|---|
//! | `status` | `NoSolution`: none so far. `Unique`: one so far. `Multiple`, `Invalid`: final. |
//! | `solution` | The first one, once its node has been checked. |
//! | `steps` | Sweeps so far, but those that are noted, and those of nodes in lanes. |
//! | `guesses` | Guesses so far; its highest bits are marks: [`GIVEN_UP`], [`SHARED`], [`CROWDED`], [`DIFFERS`]. |
//!
//! # Another solution than a known one
//!
//! In books of `ANOTHER` solution the caller's outcomes begin with a known one, and what is looked for is one that
//! differs: it takes the place of the known one, and the status is `Multiple`. Of two solutions that are found one
//! differs, so that the boards of both are read. Where no solution is known, the first one will do.
//!
//! # Notes
//!
//! Which puzzle a node's sweeps belong to is looked up when the node has left its lane, and added up a fixed
//! number of notes at a time. That spares a branch that is hard to predict for every few lanes.

use super::load::QUADS;
use super::memory::MOST_LANES;
use crate::vectors::Lanes;
use crate::{Board, Grid, Outcome, Status};

/// The guesses after which a puzzle is left to the single engine, which learns where its contradictions are. Of
/// a hundred thousand puzzles with one solution, the hardest that are known among them, the worst takes half.
const HARD: u64 = 256;

/// A mark: the engine has given the puzzle up, and looks for nothing more in it.
const GIVEN_UP: u64 = 1 << 63;

/// A mark: nodes of the puzzle have been in several lanes at once, so that it depends on the neighbours which
/// solution is found first.
const SHARED: u64 = 1 << 62;

/// A mark: the puzzle was given up because its neighbours had left no row for its second children.
const CROWDED: u64 = 1 << 61;

/// A mark: the solution in the account is another than the one that was known.
const DIFFERS: u64 = 1 << 60;

const MARKS: u64 = GIVEN_UP | SHARED | CROWDED | DIFFERS;

/// The account of a puzzle that has just been started.
const UNSOLVED: Outcome = Outcome { status: Status::NoSolution, solution: None, steps: 0, guesses: 0 };

/// The account of a puzzle that is left to the single engine before anything is known of it.
const LEFT_ALONE: Outcome = Outcome { guesses: GIVEN_UP, ..UNSOLVED };

/// What an outcome that the engine has returned is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// It is the answer.
    Answer,
    /// It depends on the neighbours: the puzzle is to be solved once more, without any.
    Crowded,
    /// The engine has none: the puzzle was given up, or went beyond its limit, or it has several solutions and
    /// its nodes were in several lanes.
    Nothing,
}

/// Takes the marks out of an outcome that the engine has returned, and tells what it is worth. What was given up
/// is out of steps, as far as anyone outside is told.
#[inline(always)]
pub(super) fn worth(outcome: &mut Outcome, sweeps: u64) -> Worth {
    let marks = outcome.guesses & MARKS;
    outcome.guesses &= !MARKS;
    if marks & GIVEN_UP != 0 {
        outcome.status = Status::OutOfSteps;
    }
    if marks & CROWDED != 0 {
        Worth::Crowded
    } else if marks & GIVEN_UP != 0
        || outcome.steps > sweeps
        || marks & SHARED != 0 && outcome.status == Status::Multiple
    {
        Worth::Nothing
    } else {
        Worth::Answer
    }
}

/// What comes of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It is the first: the search goes on.
    First,
    /// The puzzle is done with. If it is shared, other nodes of it may be anywhere. The board is read if it may be
    /// the one that is looked for.
    Enough { shared: bool, is_read: bool },
    /// There is no such puzzle.
    Lost,
}

/// What a guess asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// Its second child goes to the pool.
    pub(super) shares: bool,
    /// Its second child stays private, but no row is free.
    pub(super) lacks_row: bool,
    /// The pool has no room for two children.
    pub(super) lacks_room: bool,
}

/// Whether a stuck node is guessed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Permit {
    Guess,
    /// No: its puzzle is given up herewith.
    GiveUp,
    /// No: its puzzle is done with, or there is no such puzzle.
    Drop,
}

/// How far the search in a puzzle has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Unsolved,
    OneSolution,
    /// Nothing more is looked for.
    Closed,
}

#[inline(always)]
const fn progress(account: &Outcome) -> Progress {
    match account.status {
        _ if account.guesses & GIVEN_UP != 0 => Progress::Closed,
        Status::NoSolution => Progress::Unsolved,
        Status::Unique => Progress::OneSolution,
        _ => Progress::Closed,
    }
}

/// The accounts of all puzzles, and notes of sweeps for them.
pub(super) struct Books<'a, const ANOTHER: bool> {
    outcomes: &'a mut [Outcome],
    /// Notes of sweeps, not yet added up: fewer than lanes, and room for a vector.
    noted_puzzle: [u32; 2 * MOST_LANES],
    noted_sweeps: [u32; 2 * MOST_LANES],
    notes: usize,
    /// Whether a puzzle was named that does not exist.
    pub(super) lost: bool,
}

impl<'a, const ANOTHER: bool> Books<'a, ANOTHER> {
    #[inline(always)]
    pub(super) fn new(outcomes: &'a mut [Outcome]) -> Self {
        let nothing = [0; 2 * MOST_LANES];
        Books { outcomes, noted_puzzle: nothing, noted_sweeps: nothing, notes: 0, lost: false }
    }

    /// The number of puzzles.
    #[inline(always)]
    pub(super) fn puzzles(&self) -> usize {
        self.outcomes.len()
    }

    /// Opens the accounts of `count` puzzles from number `first` on. Those that are `invalid` are decided; those
    /// that are `left_alone` are given up.
    #[inline(always)]
    pub(super) fn open(&mut self, first: usize, count: usize, invalid: u32, left_alone: u32) {
        let outcomes = self.outcomes.get_mut(first..first + count).unwrap_or_default();
        if ANOTHER {
            open_with_known(outcomes);
        } else {
            outcomes.fill(UNSOLVED);
        }
        let mut other = invalid | left_alone;
        while other != 0 {
            let lane = super::first_of(other);
            other &= other - 1;
            if let Some(outcome) = outcomes.get_mut(lane) {
                *outcome = if left_alone >> lane & 1 == 1 { LEFT_ALONE } else { Outcome::INVALID };
            }
        }
    }

    /// Gives up the first so many puzzles, whatever is known of them, and forgets all notes.
    #[inline(always)]
    pub(super) fn give_up_all(&mut self, count: usize) {
        self.notes = 0;
        self.lost = false;
        leave_alone(self.outcomes.get_mut(..count).unwrap_or_default());
    }

    /// The account of a puzzle.
    #[inline(always)]
    fn account(&mut self, puzzle: u32) -> Option<&mut Outcome> {
        let account = self.outcomes.get_mut(puzzle as usize);
        self.lost |= account.is_none();
        account
    }

    /// Notes the sweeps of `count` nodes: those of the first lanes, in this order.
    #[inline(always)]
    pub(super) fn note<V: Lanes>(&mut self, count: usize, order: V, puzzle: V, sweeps: V) {
        let at = self.notes.min(MOST_LANES);
        puzzle.permute(order).store(&mut self.noted_puzzle[at..]);
        sweeps.permute(order).store(&mut self.noted_sweeps[at..]);
        self.notes += count;
        if self.notes >= V::LANES {
            self.notes -= V::LANES;
            for note in self.notes..self.notes + V::LANES {
                self.add_up(note);
            }
        }
    }

    /// Adds up the notes that are left.
    #[inline(always)]
    pub(super) fn add_up_all(&mut self) {
        for note in 0..core::mem::take(&mut self.notes) {
            self.add_up(note);
        }
    }

    #[inline(always)]
    fn add_up(&mut self, note: usize) {
        let note = note % self.noted_puzzle.len();
        let sweeps = u64::from(self.noted_sweeps[note]);
        if let Some(account) = self.account(self.noted_puzzle[note]) {
            account.steps += sweeps;
        }
    }

    /// Enters a solution that is none of those found before. The board is [written](Self::write) later.
    #[inline(always)]
    pub(super) fn found(&mut self, puzzle: u32) -> Found {
        let Some(account) = self.account(puzzle) else { return Found::Lost };
        if progress(account) == Progress::Unsolved && (!ANOTHER || account.solution.is_some()) {
            account.status = Status::Unique;
            Found::First
        } else {
            account.status = Status::Multiple;
            let shared = account.guesses & SHARED != 0;
            Found::Enough { shared, is_read: ANOTHER }
        }
    }

    /// Enters the solution of a settled node that has waited, and its board if it is the puzzle's first; true if
    /// it is a second one, and other nodes of the puzzle may be anywhere. `is_known`: it has been
    /// [found](Self::found) to be the first.
    #[inline(always)]
    pub(super) fn write(
        &mut self,
        puzzle: u32,
        is_known: bool,
        lane: usize,
        digits: &[[[u8; 16]; MOST_LANES]; QUADS],
    ) -> bool {
        let Some(account) = self.account(puzzle) else { return false };
        if ANOTHER {
            return write_another(account, lane, digits);
        }
        let progress = progress(account);
        if progress == Progress::Unsolved || is_known {
            read(account.solution.insert(Board::EMPTY), lane, digits);
        }
        if progress == Progress::Unsolved {
            account.status = Status::Unique;
        } else if progress == Progress::OneSolution && !is_known {
            account.status = Status::Multiple;
            return account.guesses & SHARED != 0;
        }
        false
    }

    /// Enters a guess in a puzzle's node, if it is to be made: the puzzle is open, has not taken too many guesses or
    /// sweeps, and there is room.
    #[inline(always)]
    pub(super) fn guess(&mut self, puzzle: u32, asked: Asked, sweeps: u64) -> Permit {
        let Some(account) = self.account(puzzle) else { return Permit::Drop };
        if !matches!(account.status, Status::NoSolution | Status::Unique) {
            return Permit::Drop;
        }
        // To a puzzle that has been given up this is hard, too: that need not be asked of the others.
        let is_hard = account.guesses & !SHARED >= HARD;
        if asked.lacks_room || asked.lacks_row || is_hard || account.steps > sweeps {
            if progress(account) == Progress::Closed {
                return Permit::Drop;
            }
            account.guesses |= GIVEN_UP | if asked.lacks_row { CROWDED } else { 0 };
            return Permit::GiveUp;
        }
        account.guesses = (account.guesses + 1) | if asked.shares { SHARED } else { 0 };
        Permit::Guess
    }
}

/// The board of a lane.
#[inline(always)]
fn read(board: &mut Grid, lane: usize, digits: &[[[u8; 16]; MOST_LANES]; QUADS]) {
    let (quads, last) = board.digits_mut().as_chunks_mut::<16>();
    for (cells, quads) in quads.iter_mut().zip(digits) {
        *cells = quads[lane];
    }
    last[0] = digits[QUADS - 1][lane][0];
}

/// Opens accounts that keep the known solution.
#[inline(never)]
fn open_with_known(outcomes: &mut [Outcome]) {
    for outcome in outcomes {
        *outcome = Outcome { solution: outcome.solution, ..UNSOLVED };
    }
}

/// Enters a solution if it is the first that differs from the known one; true if other nodes of the puzzle may be
/// anywhere. One that has been [found](Books::found) has been counted, and no other can be the same.
#[inline(never)]
fn write_another(account: &mut Outcome, lane: usize, digits: &[[[u8; 16]; MOST_LANES]; QUADS]) -> bool {
    if account.guesses & (GIVEN_UP | DIFFERS) != 0 {
        return false;
    }
    let mut board = Board::EMPTY;
    // Every lane is below that, but nothing here shows it.
    read(&mut board, lane % MOST_LANES, digits);
    if account.solution == Some(board) {
        if account.status == Status::NoSolution {
            account.status = Status::Unique;
        }
        return false;
    }
    account.solution = Some(board);
    account.status = Status::Multiple;
    account.guesses |= DIFFERS;
    account.guesses & SHARED != 0
}

/// Gives up puzzles that have been started, whatever the search found so far.
#[cold]
fn leave_alone(outcomes: &mut [Outcome]) {
    for outcome in outcomes {
        if outcome.status != Status::Invalid {
            *outcome = LEFT_ALONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SWEEPS: u64 = 100;
    const ROOM: Asked = Asked { shares: false, lacks_row: false, lacks_room: false };

    /// The outcome of the second of three puzzles, and what it is worth.
    fn outcome_after(search: impl Fn(&mut Books<false>)) -> (Outcome, Worth) {
        let mut outcomes = [Outcome::INVALID; 3];
        let mut books = Books::new(&mut outcomes);
        books.open(0, 3, 0b100, 0b001);
        search(&mut books);
        assert!(!books.lost);
        let [mut left_alone, mut outcome, mut invalid] = outcomes;
        let worths = [&mut left_alone, &mut outcome, &mut invalid].map(|outcome| worth(outcome, SWEEPS));
        assert_eq!((left_alone.status, worths[0]), (Status::OutOfSteps, Worth::Nothing));
        assert_eq!((invalid, worths[2]), (Outcome::INVALID, Worth::Answer));
        (outcome, worths[1])
    }

    #[test]
    fn solutions_are_counted_up_to_two() {
        let (outcome, worth) = outcome_after(|_| ());
        assert_eq!((outcome.status, worth), (Status::NoSolution, Worth::Answer));
        let (outcome, worth) = outcome_after(|books| assert_eq!(books.found(1), Found::First));
        assert_eq!((outcome.status, worth), (Status::Unique, Worth::Answer));
        let (outcome, worth) = outcome_after(|books| {
            assert_eq!(books.found(1), Found::First);
            assert_eq!(books.found(1), Found::Enough { shared: false, is_read: false });
            assert_eq!(books.guess(1, ROOM, SWEEPS), Permit::Drop);
        });
        assert_eq!((outcome.status, worth), (Status::Multiple, Worth::Answer));
    }

    #[test]
    fn the_first_board_is_kept() {
        let digits = [1, 2, 3].map(|digit| [[[digit; 16]; MOST_LANES]; QUADS]);
        let (outcome, _) = outcome_after(|books| {
            assert!(!books.write(1, false, 3, &digits[0]));
            assert!(!books.write(1, false, 3, &digits[1]));
        });
        assert_eq!((outcome.status, *outcome.solution.unwrap().digits()), (Status::Multiple, [1; 81]));
        // One that is known has been counted.
        let (outcome, _) = outcome_after(|books| {
            assert_eq!(books.found(1), Found::First);
            assert!(!books.write(1, true, 3, &digits[2]));
        });
        assert_eq!((outcome.status, *outcome.solution.unwrap().digits()), (Status::Unique, [3; 81]));
    }

    #[test]
    fn several_solutions_of_a_shared_puzzle_are_no_answer() {
        let shares = Asked { shares: true, ..ROOM };
        let (outcome, worth) = outcome_after(|books| {
            assert_eq!(books.guess(1, shares, SWEEPS), Permit::Guess);
            assert_eq!(books.guess(1, ROOM, SWEEPS), Permit::Guess);
            assert_eq!(books.found(1), Found::First);
        });
        assert_eq!((outcome.status, outcome.guesses, worth), (Status::Unique, 2, Worth::Answer));
        let (outcome, worth) = outcome_after(|books| {
            assert_eq!(books.guess(1, shares, SWEEPS), Permit::Guess);
            books.found(1);
            assert_eq!(books.found(1), Found::Enough { shared: true, is_read: false });
        });
        assert_eq!((outcome.status, outcome.guesses, worth), (Status::Multiple, 1, Worth::Nothing));
    }

    /// Nodes of a puzzle that is given up may still be in lanes. The solutions that these find count for nothing:
    /// there may be others, or the same once more.
    #[test]
    fn what_is_given_up_stays_given_up() {
        let given_up = |asked: Asked, expected| {
            let (outcome, worth) = outcome_after(|books| {
                books.guess(1, ROOM, SWEEPS);
                assert_eq!(books.guess(1, asked, SWEEPS), Permit::GiveUp);
                assert_eq!(books.guess(1, asked, SWEEPS), Permit::Drop);
                assert_eq!(books.found(1), Found::Enough { shared: false, is_read: false });
                assert_eq!(books.found(1), Found::Enough { shared: false, is_read: false });
                assert!(!books.write(1, false, 0, &[[[1; 16]; MOST_LANES]; QUADS]));
            });
            assert_eq!((outcome.status, outcome.solution), (Status::OutOfSteps, None));
            assert_eq!((outcome.guesses, worth), (1, expected));
        };
        given_up(Asked { lacks_room: true, ..ROOM }, Worth::Nothing);
        given_up(Asked { lacks_row: true, ..ROOM }, Worth::Crowded);
    }

    #[test]
    fn a_hard_puzzle_is_given_up() {
        let (outcome, worth) = outcome_after(|books| {
            for _ in 0..HARD {
                assert_eq!(books.guess(1, ROOM, SWEEPS), Permit::Guess);
            }
            assert_eq!(books.guess(1, ROOM, SWEEPS), Permit::GiveUp);
            assert_eq!(books.guess(1, ROOM, SWEEPS), Permit::Drop);
        });
        assert_eq!((outcome.status, outcome.guesses, worth), (Status::OutOfSteps, HARD, Worth::Nothing));
    }

    #[test]
    fn notes_are_added_up_to_the_limit() {
        use crate::vectors::{Vector, portable::Portable};
        let noted = |count: u64| {
            outcome_after(|books| {
                for note in 0..count {
                    let lanes = |value| Portable::<4>::splat((), value);
                    // One of two: the other belongs to the next puzzle.
                    let mut puzzles = [2; 4];
                    puzzles[note as usize % 2] = 1;
                    let order = Portable::<4>::load((), &[1, 0, 3, 2]);
                    books.note(2, order, Portable::<4>::load((), &puzzles), lanes(note as u32 % 2));
                }
                books.add_up_all();
                for outcome in &mut books.outcomes[2..] {
                    outcome.steps = 0;
                }
            })
        };
        let (outcome, worth) = noted(2 * SWEEPS);
        assert_eq!((outcome.steps, worth), (SWEEPS, Worth::Answer));
        let (outcome, worth) = noted(2 * SWEEPS + 2);
        assert_eq!((outcome.steps, worth), (SWEEPS + 1, Worth::Nothing));
    }

    #[test]
    fn a_puzzle_that_does_not_exist_is_noticed() {
        let mut outcomes = [Outcome::INVALID; 2];
        for name in [
            (|books| assert_eq!(books.found(2), Found::Lost)) as fn(&mut Books<false>),
            |books| assert_eq!(books.guess(u32::MAX, ROOM, SWEEPS), Permit::Drop),
            |books| assert!(!books.write(2, true, 0, &[[[1; 16]; MOST_LANES]; QUADS])),
        ] {
            let mut books = Books::new(&mut outcomes);
            books.open(0, 2, 0, 0);
            name(&mut books);
            assert!(books.lost);
            books.give_up_all(1);
            assert!(!books.lost);
            assert_eq!(
                outcomes.map(|mut outcome| worth(&mut outcome, SWEEPS)),
                [Worth::Nothing, Worth::Answer]
            );
        }
    }
}
