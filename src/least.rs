//! The least solution, read row by row as a number, for the engines that search cell by cell:
//! [`propagate`](mod@crate::propagate) and [`backtrack`](mod@crate::backtrack).
//!
//! ```text
//!   1. a search for two solutions, in the engine's own order ----> none or one: the end
//!         |  several: the lesser one is known
//!         v
//!   2. a search in the order of the cells ----> its first solution is the least: the end
//!         |  too many steps      ^
//!         v                      |
//!   3. cell by cell, for as many steps: is there any solution with this digit in the cell? The digits that are less
//!      than the known solution's are tried, the lowest first.
//! ```
//!
//! A puzzle with one solution pays nothing. In the order of the cells, most searches for a first solution are as fast as
//! in any other, but a few take hundreds of times as many steps. So part 2 may take few more steps than part 1. Part
//! 3 asks for any solution, in the engine's own order, and each solution that it finds lowers the digits that are left to
//! try.

use core::ops::ControlFlow;

use crate::units::row_column_box;
use crate::{Board, End, Tally};

/// A search of one engine, which can begin any number of times, and goes on where its limit on steps has stopped it.
pub(crate) trait CellSearch<const CELLS: usize> {
    /// Begins a search.
    fn begin(&mut self, clues: &[u8; CELLS], order: GuessOrder);

    /// Goes on until the search ends, `show` breaks, or the search has taken `step_limit` steps since it began. Passes
    /// every solution to `show`. Returns the tally since the search began.
    fn run(&mut self, step_limit: u64, show: &mut ShowSolution<CELLS>) -> Tally;
}

/// The order of the guesses of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuessOrder {
    /// The engine's own.
    Free,
    /// The first open cell, row by row, and its lowest digit: the first solution is the least.
    InRows,
}

/// Receives a solution. Breaks to end the search.
pub(crate) type ShowSolution<'a, const CELLS: usize> =
    dyn FnMut(&dyn Solution<CELLS>) -> ControlFlow<()> + 'a;

/// A solution, not yet in digits.
pub(crate) trait Solution<const CELLS: usize> {
    /// Writes all digits, row by row.
    fn write_digits(&self, digits: &mut [u8; CELLS]);
}

impl<const CELLS: usize> Solution<CELLS> for [u8; CELLS] {
    fn write_digits(&self, digits: &mut [u8; CELLS]) {
        *digits = *self;
    }
}

/// The solution that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The least one.
    Least,
    /// The first one that the engine finds, and the number of solutions up to this limit.
    First(u64),
}

/// A search for one solution and whether it is the only one, between two runs.
pub(crate) struct Least<const CELLS: usize> {
    wanted: Wanted,
    part: Part,
    /// Of all parts. The solutions are those of the first part.
    tally: Tally,
    /// Steps and guesses of the parts that have ended.
    steps_before: u64,
    guesses_before: u64,
    /// 0 to decide cell by cell only.
    patience: u64,
    /// The steps that a search in the order of the cells may take, and as many for the cells between two such searches.
    budget: u64,
    /// Number of steps after which a search in the order of the cells takes its turn.
    turn_ends: u64,
    /// The clues, and the digits of the least solution in the cells before `cell`.
    known: [u8; CELLS],
    cell: usize,
    /// The digits of `cell` that are left to try, as bits.
    lower: u32,
    /// The least of the solutions found.
    solution: [u8; CELLS],
}

/// The parts of a search, as the head of this file numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    FindTwo,
    InRows,
    OneCell,
}

/// Added to the steps that a search in the order of the cells may take.
const SHORT: u64 = 1_000;

impl<const CELLS: usize> Least<CELLS> {
    /// A search without a board, which has ended.
    pub(crate) const fn new() -> Self {
        Least {
            wanted: Wanted::Least,
            part: Part::FindTwo,
            tally: Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 },
            steps_before: 0,
            guesses_before: 0,
            patience: 1,
            budget: 0,
            turn_ends: 0,
            known: [0; CELLS],
            cell: 0,
            lower: 0,
            solution: [0; CELLS],
        }
    }

    /// Begins a search.
    pub(crate) fn begin(&mut self, search: &mut dyn CellSearch<CELLS>, clues: &[u8; CELLS], wanted: Wanted) {
        *self = Least { wanted, known: *clues, patience: self.patience, ..Self::new() };
        self.tally.end = End::OutOfSteps;
        search.begin(clues, GuessOrder::Free);
    }

    /// Goes on until the search ends, or has taken `step_limit` steps since it began. Returns the tally since then.
    pub(crate) fn run(&mut self, search: &mut dyn CellSearch<CELLS>, step_limit: u64) -> Tally {
        while self.tally.end == End::OutOfSteps {
            let left = step_limit - self.steps_before;
            let budget = if self.part == Part::InRows { self.budget } else { u64::MAX };
            let of_part = search.run(left.min(budget), &mut |solution| self.keep(solution));
            self.tally.steps = self.steps_before + of_part.steps;
            self.tally.guesses = self.guesses_before + of_part.guesses;
            if of_part.end == End::OutOfSteps && left <= budget {
                break;
            }
            (self.steps_before, self.guesses_before) = (self.tally.steps, self.tally.guesses);
            self.end_part(search, of_part.end);
        }
        self.tally
    }

    /// The solution. It is the one that was wanted when the search has ended, if there is one.
    pub(crate) const fn solution(&self) -> &[u8; CELLS] {
        &self.solution
    }

    /// Counts a solution of the first part, and keeps it if it is the first or, if the least is wanted, less than the one
    /// known.
    fn keep(&mut self, solution: &dyn Solution<CELLS>) -> ControlFlow<()> {
        let is_counted = self.part == Part::FindTwo;
        self.tally.solutions += u64::from(is_counted);
        let limit = match self.wanted {
            Wanted::Least => 2,
            Wanted::First(limit) => limit,
        };
        if is_counted && self.tally.solutions == 1 {
            solution.write_digits(&mut self.solution);
        } else if self.wanted == Wanted::Least {
            let mut another = [0; CELLS];
            solution.write_digits(&mut another);
            self.solution = self.solution.min(another);
        }
        if is_counted && self.tally.solutions < limit {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// Begins the next part, or ends the search.
    fn end_part(&mut self, search: &mut dyn CellSearch<CELLS>, end: End) {
        match self.part {
            Part::FindTwo if end == End::Stopped && self.wanted == Wanted::Least => {
                self.budget = self.patience * (self.tally.steps + SHORT);
                self.search_in_rows(search);
            }
            Part::FindTwo => self.tally.end = end,
            Part::InRows if end == End::OutOfSteps => {
                self.part = Part::OneCell;
                self.turn_ends = self.tally.steps + self.budget;
                self.lower = self.lower_digits();
                self.ask(search);
            }
            Part::InRows => self.tally.end = End::Stopped,
            Part::OneCell => {
                if end == End::Stopped {
                    self.lower = 0;
                }
                self.ask(search);
            }
        }
    }

    fn search_in_rows(&mut self, search: &mut dyn CellSearch<CELLS>) {
        self.part = Part::InRows;
        search.begin(&self.known, GuessOrder::InRows);
    }

    /// Asks for a solution with the next digit to try.
    fn ask(&mut self, search: &mut dyn CellSearch<CELLS>) {
        while self.lower == 0 {
            if let (Some(known), Some(&digit)) = (self.known.get_mut(self.cell), self.solution.get(self.cell))
            {
                *known = digit;
            }
            self.cell += 1;
            if self.cell == CELLS {
                self.tally.end = End::Stopped;
                return;
            }
            if self.tally.steps >= self.turn_ends {
                return self.search_in_rows(search);
            }
            self.lower = self.lower_digits();
        }
        if let Some(known) = self.known.get_mut(self.cell) {
            *known = self.lower.trailing_zeros() as u8 + 1;
            self.lower &= self.lower - 1;
            search.begin(&self.known, GuessOrder::Free);
        }
    }

    /// The digits of `cell`, as bits, that are less than the solution's and that no known peer has.
    fn lower_digits(&self) -> u32 {
        let units = |cell| row_column_box(cell, Board::<CELLS>::ORDER);
        let here = units(self.cell);
        if self.known.get(self.cell).is_none_or(|&digit| digit != 0) {
            return 0;
        }
        let mut lower = self.solution.get(self.cell).map_or(0, |&digit| (1 << (digit - 1)) - 1);
        for (cell, &digit) in self.known.iter().enumerate() {
            if digit != 0 && units(cell).iter().zip(&here).any(|(unit, here)| unit == here) {
                lower &= !(1 << (digit - 1));
            }
        }
        lower
    }
}

#[cfg(test)]
mod tests {
    use testkit::puzzles::PuzzleGenerator;

    use super::*;
    use crate::kernel::LoopKernel;
    use crate::{Order, backtrack, propagate};

    /// All solutions of a board with at most 3,000.
    fn solutions<const CELLS: usize>(
        search: &mut dyn CellSearch<CELLS>,
        clues: &[u8; CELLS],
    ) -> Option<Vec<[u8; CELLS]>> {
        let mut solutions = Vec::new();
        search.begin(clues, GuessOrder::Free);
        let tally = search.run(200_000, &mut |solution| {
            solutions.push([0; CELLS]);
            solution.write_digits(solutions.last_mut().unwrap());
            if solutions.len() > 3_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (tally.end == End::Exhausted).then_some(solutions)
    }

    /// Asserts that the least solution is found, with and without searches in the order of the cells, in one go and in
    /// slices. Returns whether the board has several.
    fn check<const CELLS: usize>(search: &mut dyn CellSearch<CELLS>, clues: &[u8; CELLS]) -> bool {
        let Some(solutions) = solutions(search, clues) else { return false };
        for (patience, slice) in [(0, u64::MAX), (1, u64::MAX), (0, 7), (1, 100)] {
            let mut least = Least { patience, ..Least::new() };
            least.begin(search, clues, Wanted::Least);
            let mut limit = 0;
            let tally = loop {
                limit = u64::saturating_add(limit, slice);
                let tally = least.run(search, limit);
                assert!(tally.steps <= limit);
                if tally.end != End::OutOfSteps {
                    break tally;
                }
                assert_eq!(tally.steps, limit);
            };
            assert_eq!(tally.solutions, solutions.len().min(2) as u64);
            assert_eq!(tally.end, if solutions.len() > 1 { End::Stopped } else { End::Exhausted });
            if let Some(expected) = solutions.iter().min() {
                assert_eq!(least.solution(), expected, "{patience} {slice} {clues:?}");
            }
        }
        solutions.len() > 1
    }

    fn check_engines<const CELLS: usize>(clues: impl Iterator<Item = usize>) {
        let mut generator = PuzzleGenerator::new(95);
        let mut several = 0;
        for clues in clues {
            let full: [u8; CELLS] = generator.full_grid();
            let mut puzzle = [0; CELLS];
            for &cell in &generator.permutation(CELLS)[..clues] {
                puzzle[cell] = full[cell];
            }
            several += usize::from(propagate::on_stack(|search| check(search, &puzzle)));
            for order in Order::ALL.into_iter().filter(|_| CELLS < 256) {
                backtrack::on_stack(LoopKernel::best(), order, |search| check(search, &puzzle));
            }
        }
        assert!(several > 4, "{several} boards with several solutions");
    }

    #[test]
    fn the_least_solution_is_the_least_of_all() {
        check_engines::<16>((0..12).cycle().take(150));
        check_engines::<81>((22..36).cycle().take(150));
        check_engines::<256>((120..140).cycle().take(40));
    }

    /// Solutions that cannot all be found are compared with those of each lower digit in the first cells.
    #[test]
    fn no_lower_digit_of_a_large_board_has_a_solution() {
        let mut generator = PuzzleGenerator::new(96);
        for clues in [290, 310, 350, 380] {
            let full: [u8; 625] = generator.full_grid();
            let mut puzzle = [0; 625];
            for &cell in &generator.permutation(625)[..clues] {
                puzzle[cell] = full[cell];
            }
            propagate::on_stack(|search| {
                let mut least = Least::new();
                least.begin(search, &puzzle, Wanted::Least);
                assert_eq!(least.run(search, u64::MAX).end, End::Stopped);
                let solution = least.solution();
                let mut asked = 0;
                for cell in (0..625).filter(|&cell| full[cell] != 0 && puzzle[cell] == 0).take(60) {
                    let mut prefix = puzzle;
                    prefix[..cell].copy_from_slice(&solution[..cell]);
                    for digit in 1..solution[cell] {
                        prefix[cell] = digit;
                        search.begin(&prefix, GuessOrder::Free);
                        let tally = search.run(u64::MAX, &mut |_| ControlFlow::Break(()));
                        assert!(tally.solutions == 0, "{digit} in cell {cell} of {puzzle:?}");
                        asked += usize::from(tally.end == End::Exhausted);
                    }
                }
                assert!(asked > 10, "{asked} lower digits without a collision");
            });
        }
    }
}
