//! Questions about boards of any layout: possible digits, redundant and wrong clues; and puzzles, made by removing
//! clues.

use core::ops::{ControlFlow, RangeInclusive};

use super::LayoutSolver;
use super::solver::in_slices;
use crate::least::{CellSearch, MAX_CELLS};
use crate::propagate::on_stack;
use crate::random::Random;
use crate::{ClueSymmetry, End, Status, Tally};

/// The clues that [`LayoutSolver::generate`] leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftClues {
    /// Their number, drawn for each puzzle from this range; `None` for as few as possible.
    pub number: Option<RangeInclusive<usize>>,
    /// The symmetry of their pattern: clues are removed by orbit.
    pub symmetry: ClueSymmetry,
    /// The most full boards to begin with, if too many clues are left.
    pub attempts: u32,
    /// The steps of a search after which a clue stays.
    pub step_limit: u64,
}

impl Default for LeftClues {
    /// As few as possible, without symmetry. A search takes at most 200,000 steps.
    fn default() -> Self {
        LeftClues { number: None, symmetry: ClueSymmetry::None, attempts: 1_000, step_limit: 200_000 }
    }
}

/// The part of the clues that are removed together at first.
const TOGETHER: (usize, usize) = (2, 5);

/// Searches that share a limit on steps, and ask before each whether to go on.
struct QuestionSeries<'a> {
    search: &'a mut dyn CellSearch,
    steps_left: u64,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl QuestionSeries<'_> {
    /// Looks for solutions until `visit` breaks, without one digit in a cell.
    fn search(
        &mut self,
        clues: &[u8],
        ruled_out: Option<(usize, u8)>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Tally {
        self.search.begin(clues, 0);
        if let Some((cell, digit)) = ruled_out {
            self.search.rule_out(cell, digit);
        }
        self.run(clues.len(), visit)
    }

    /// Goes on with a search that has begun, until `visit` breaks.
    fn run(&mut self, cells: usize, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Tally {
        if !(self.go_on)() {
            // Collisions are found without a search.
            let tally = self.search.run(0, &mut |_| ControlFlow::Break(()));
            return if tally.end == End::Invalid { tally } else { Tally::BEGUN };
        }
        let tally = in_slices(cells, self.steps_left, &mut *self.go_on, |limit| {
            self.search.run(limit, &mut |solution| {
                let mut digits = [0; MAX_CELLS];
                let digits = digits.get_mut(..cells).unwrap_or_default();
                solution.write_digits(digits);
                visit(digits)
            })
        });
        self.steps_left -= tally.steps.min(self.steps_left);
        tally
    }

    /// Whether a board has no solution, or none without a digit in a cell. `None` at the limit.
    fn has_none(&mut self, clues: &[u8], ruled_out: Option<(usize, u8)>) -> Option<bool> {
        match self.search(clues, ruled_out, &mut |_| ControlFlow::Break(())).end {
            End::OutOfSteps => None,
            end => Some(end != End::Stopped),
        }
    }

    /// Removes each clue of a board alone, and calls `found` with it if the board then has a solution; or, if its digit
    /// is ruled out in its cell, if the board has none. Returns a status at the limit.
    fn without_each(
        &mut self,
        board: &mut [u8],
        rules_out: bool,
        mut found: impl FnMut(usize),
    ) -> Option<Status> {
        for cell in 0..board.len() {
            let Some(digit) = board.get(cell).copied().filter(|digit| *digit > 0) else { continue };
            set(board, cell, 0);
            match self.has_none(board, rules_out.then_some((cell, digit))) {
                None => return Some(Status::OutOfSteps),
                Some(has_none) if has_none == rules_out => found(cell),
                Some(_) => {}
            }
            set(board, cell, digit);
        }
        None
    }

    /// Looks for two solutions.
    fn two(&mut self, clues: &[u8], mut visit: impl FnMut(&[u8])) -> Tally {
        let mut is_second = false;
        self.search(clues, None, &mut |solution| {
            visit(solution);
            match core::mem::replace(&mut is_second, true) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
    }

    /// Whether a board has two solutions, one, or none.
    fn status(&mut self, clues: &[u8]) -> Status {
        self.two(clues, |_| {}).status()
    }
}

/// # Questions
///
/// A limit on steps is for all searches of a question together. `go_on` is called before each search, and about ten
/// times a second; after it has returned false, it is as at the limit.
impl LayoutSolver {
    fn series(
        &self,
        clues: &[u8],
        step_limit: u64,
        mut go_on: impl FnMut() -> bool,
        ask: impl FnOnce(&mut QuestionSeries<'_>, &mut [u8]) -> Status,
    ) -> Status {
        if !self.is_board(clues) {
            return Status::Invalid;
        }
        let mut board = [0; MAX_CELLS];
        board.iter_mut().zip(clues).for_each(|(own, clue)| *own = *clue);
        let board = board.get_mut(..clues.len()).unwrap_or_default();
        on_stack(self.tables(), |search| {
            ask(&mut QuestionSeries { search, steps_left: step_limit, go_on: &mut go_on }, board)
        })
    }

    /// Finds the digits of each cell that occur in some solution, as bits: `d - 1` for digit `d`. With
    /// [`Status::OutOfSteps`], some that occur may be missing.
    ///
    /// ```
    /// use lanedoku::{LayoutSolver, Status};
    ///
    /// let solver = LayoutSolver::new(&"4x4".parse()?);
    /// let (mut clues, mut possible) = ([0; 16], [0; 16]);
    /// clues[..2].copy_from_slice(&[1, 2]);
    /// assert_eq!(solver.possible(&clues, u64::MAX, || true, &mut possible), Status::Multiple);
    /// assert_eq!(possible[..5], [0b1, 0b10, 0b1100, 0b1100, 0b1100]);
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn possible(
        &self,
        clues: &[u8],
        step_limit: u64,
        go_on: impl FnMut() -> bool,
        possible: &mut [u32],
    ) -> Status {
        possible.fill(0);
        if possible.len() != clues.len() {
            return Status::Invalid;
        }
        self.series(clues, step_limit, go_on, |series, board| {
            // One search: for two solutions, then for one after another with a digit that is new.
            let mut tally = series.two(board, |solution| {
                show(possible, solution);
            });
            if tally.end != End::Stopped {
                return tally.status();
            }
            let mut is_new = true;
            while tally.end == End::Stopped && is_new {
                series.search.narrow_to_others(possible);
                tally = series.run(board.len(), &mut |solution| {
                    is_new = show(possible, solution);
                    ControlFlow::Break(())
                });
            }
            if tally.end == End::OutOfSteps { Status::OutOfSteps } else { Status::Multiple }
        })
    }

    /// Finds the redundant clues of a puzzle with one solution: those without which, each alone, it still has one.
    /// Calls `found` with each. Of a board with another status there are none; with [`Status::OutOfSteps`], some may be
    /// missing.
    ///
    /// ```
    /// use lanedoku::{LayoutSolver, Status};
    ///
    /// let solver = LayoutSolver::new(&"4x4".parse()?);
    /// let (clues, mut redundant) = ([1, 2, 3, 0, 3, 0, 0, 2, 2, 0, 0, 3, 0, 3, 2, 1], Vec::new());
    /// let status = solver.redundant_clues(&clues, u64::MAX, || true, |cell| redundant.push(cell));
    /// assert_eq!((status, redundant.len()), (Status::Unique, 10));
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn redundant_clues(
        &self,
        clues: &[u8],
        step_limit: u64,
        go_on: impl FnMut() -> bool,
        found: impl FnMut(usize),
    ) -> Status {
        self.series(clues, step_limit, go_on, |series, board| match series.status(board) {
            Status::Unique => series.without_each(board, true, found).unwrap_or(Status::Unique),
            status => status,
        })
    }

    /// Finds the clues of a board without a solution that may be wrong: those without which, each alone, it has one.
    /// Calls `found` with each. Of a board with a solution there are none; with [`Status::OutOfSteps`], some may be
    /// missing.
    ///
    /// ```
    /// use lanedoku::{LayoutSolver, Status};
    ///
    /// let solver = LayoutSolver::new(&"4x4".parse()?);
    /// let (mut clues, mut wrong) = ([0; 16], Vec::new());
    /// clues[..5].copy_from_slice(&[1, 2, 0, 0, 2]);
    /// let status = solver.wrong_clues(&clues, u64::MAX, || true, |cell| wrong.push(cell));
    /// assert_eq!((status, wrong), (Status::Invalid, vec![1, 4]));
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn wrong_clues(
        &self,
        clues: &[u8],
        step_limit: u64,
        go_on: impl FnMut() -> bool,
        found: impl FnMut(usize),
    ) -> Status {
        self.series(clues, step_limit, go_on, |series, board| match series.status(board) {
            status @ (Status::NoSolution | Status::Invalid) => {
                series.without_each(board, false, found).unwrap_or(status)
            }
            status => status,
        })
    }
}

/// # Making puzzles
impl LayoutSolver {
    /// Generates a puzzle with one solution: puzzle `number` of a seed, the same on every machine. Begins with a full
    /// board, and removes clues in random order while the solution stays the only one. A clue stays, too, if a search
    /// took too many steps, or if `go_on` returned false before it: returns how many these are. `None` if no full board
    /// was found, as of a layout that has none, if none gave a puzzle with so few clues, or if the puzzle has more or
    /// fewer places than the board has cells.
    ///
    /// ```
    /// use lanedoku::{LayoutSolver, LeftClues, Status};
    ///
    /// let solver = LayoutSolver::new(&"6x6".parse()?);
    /// let (mut puzzle, mut solution) = ([0; 36], [0; 36]);
    /// assert_eq!(solver.generate(1, 0, &LeftClues::default(), || true, &mut puzzle), Some(0));
    /// assert_eq!(solver.solve(&puzzle, u64::MAX, &mut solution).status(), Status::Unique);
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn generate(
        &self,
        seed: u64,
        number: u64,
        left: &LeftClues,
        mut go_on: impl FnMut() -> bool,
        puzzle: &mut [u8],
    ) -> Option<usize> {
        if puzzle.len() != self.cells {
            return None;
        }
        let (fewest, most) = left.number.clone().map_or((0, self.cells), RangeInclusive::into_inner);
        let most = most.min(self.cells);
        if fewest > most {
            return None;
        }
        let mut random = Random::for_item(seed, number);
        for _ in 0..left.attempts {
            if !self.fill(&mut random, &mut go_on, puzzle) {
                return None;
            }
            let fewest = match left.number {
                Some(_) => fewest + random.below((most - fewest) as u32 + 1) as usize,
                None => 0,
            };
            let undecided = self.remove_clues(puzzle, &mut random, fewest, left, &mut go_on);
            if puzzle.iter().filter(|clue| **clue > 0).count() <= most {
                return Some(undecided);
            }
        }
        None
    }

    /// Removes redundant clues of a puzzle with one solution, in random order, until none is left, as
    /// [`generate`](Self::generate) does. `left` says how many clues stay at least, in what symmetry, and after how
    /// many steps of a search.
    ///
    /// ```
    /// use lanedoku::{LayoutSolver, LeftClues, Status};
    ///
    /// let solver = LayoutSolver::new(&"4x4".parse()?);
    /// let mut puzzle = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    /// assert_eq!(solver.minimize(1, 0, &LeftClues::default(), || true, &mut puzzle), Ok(0));
    /// assert!(puzzle.iter().filter(|clue| **clue > 0).count() <= 6);
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the status of a puzzle that does not have one solution, or [`Status::OutOfSteps`] if that is not known
    /// before `go_on` returns false. The puzzle is then as it was.
    pub fn minimize(
        &self,
        seed: u64,
        number: u64,
        left: &LeftClues,
        mut go_on: impl FnMut() -> bool,
        puzzle: &mut [u8],
    ) -> Result<usize, Status> {
        match self.series(puzzle, u64::MAX, &mut go_on, |series, board| series.status(board)) {
            Status::Unique => {
                let fewest = left.number.as_ref().map_or(0, |number| *number.start());
                Ok(self.remove_clues(puzzle, &mut Random::for_item(seed, number), fewest, left, &mut go_on))
            }
            status => Err(status),
        }
    }

    /// Returns the number of clues that may be redundant.
    fn remove_clues(
        &self,
        puzzle: &mut [u8],
        random: &mut Random,
        fewest: usize,
        left: &LeftClues,
        go_on: &mut impl FnMut() -> bool,
    ) -> usize {
        let mut order: [u16; MAX_CELLS] = core::array::from_fn(|cell| cell as u16);
        let order = order.get_mut(..self.cells).unwrap_or_default();
        random.shuffle(order);
        let (mut asked, mut undecided) = ([false; MAX_CELLS], 0);
        let mut count = puzzle.iter().filter(|clue| **clue > 0).count();
        on_stack(self.tables(), |search| {
            // The first clues are nearly always redundant, and together they are so in one search.
            let mut together = self.cells * TOGETHER.0 / TOGETHER.1;
            while together > 0 {
                let (mut fewer, mut is_removed) = ([0; MAX_CELLS], [false; MAX_CELLS]);
                let fewer = fewer.get_mut(..self.cells).unwrap_or_default();
                fewer.iter_mut().zip(puzzle.iter()).for_each(|(own, clue)| *own = *clue);
                for &cell in order.iter().take(together) {
                    let (orbit, length) = left.symmetry.orbit_on(self.side, cell.into());
                    for &cell in orbit.iter().take(length) {
                        set(fewer, cell, 0);
                        is_removed.get_mut(cell).into_iter().for_each(|is_removed| *is_removed = true);
                    }
                }
                let clues = fewer.iter().filter(|clue| **clue > 0).count();
                let mut series = QuestionSeries { search: &mut *search, steps_left: left.step_limit, go_on };
                if clues >= fewest && series.status(fewer) == Status::Unique {
                    puzzle.iter_mut().zip(fewer.iter()).for_each(|(own, clue)| *own = *clue);
                    (asked, count) = (is_removed, clues);
                    break;
                }
                together /= 2;
            }
            for &cell in order.iter() {
                let (orbit, length) = left.symmetry.orbit_on(self.side, cell.into());
                let orbit = orbit.get(..length).unwrap_or_default();
                // The clues of the orbit: their cells and digits.
                let mut removed = [(0, 0); 8];
                let mut clues = 0;
                for &cell in orbit {
                    let is_asked = asked.get_mut(cell).is_none_or(|asked| core::mem::replace(asked, true));
                    match puzzle.get(cell) {
                        Some(&digit) if digit > 0 && !is_asked => {
                            if let Some(place) = removed.get_mut(clues) {
                                *place = (cell, digit);
                                clues += 1;
                            }
                        }
                        _ => {}
                    }
                }
                let removed = removed.get(..clues).unwrap_or_default();
                if clues == 0 || count < fewest + clues {
                    continue;
                }
                for &(cell, _) in removed {
                    set(puzzle, cell, 0);
                }
                // Another solution differs in one of them.
                let mut series = QuestionSeries { search: &mut *search, steps_left: left.step_limit, go_on };
                let is_unique = removed
                    .iter()
                    .try_fold(true, |unique, clue| Some(unique && series.has_none(puzzle, Some(*clue))?));
                undecided += if is_unique.is_none() { clues } else { 0 };
                if is_unique == Some(true) {
                    count -= clues;
                } else {
                    for &(cell, digit) in removed {
                        set(puzzle, cell, digit);
                    }
                }
            }
        });
        undecided
    }
}

/// Adds the digits of a solution. Returns whether one is new.
fn show(possible: &mut [u32], solution: &[u8]) -> bool {
    let mut is_new = false;
    for (possible, &digit) in possible.iter_mut().zip(solution) {
        let bit = 1_u32.checked_shl(u32::from(digit.wrapping_sub(1))).unwrap_or(0);
        is_new |= *possible & bit == 0;
        *possible |= bit;
    }
    is_new
}

fn set(board: &mut [u8], cell: usize, digit: u8) {
    if let Some(own) = board.get_mut(cell) {
        *own = digit;
    }
}
