//! The least solution, read row by row as a number, for the engines that search cell by cell:
//! [`propagate`](mod@crate::propagate) and [`backtrack`](mod@crate::backtrack).
//!
//! 1. A search for two solutions, in the engine's own order. If there is none or one, that is all.
//! 2. A search that guesses at the first open cell, row by row, and at its lowest digit. Its first solution is the
//!    least.
//!
//! Most searches of the second kind are as fast as those of the first, but a few take hundreds of times as many steps.
//! So after about as many steps as the first search has taken, a search in order is given up. The next one is in order
//! up to some cell only, and guesses in the engine's own order behind it. The cells up to there, its *span*, have the
//! least digits in its first solution. Then the search for the cells behind them begins.
//!
//! ```text
//!   span          all cells: given up
//!   of the        |- 1/8 -|: given up
//!   searches      |1/64|: found, so these cells are known
//!                      |- 1/32 -|: found            |- 1/16 -...
//! ```
//!
//! If even a few cells are too many, the cells are decided one by one: is there any solution with this digit in the
//! cell? The digits that are less than the known solution's are tried, the lowest first. After as many steps, a search
//! in order gets another chance.
//!
//! An engine may [keep what it has deduced](CellSearch::narrow) from search to search. Then a cell is decided by one
//! search, with a span of one cell.

use core::ops::ControlFlow;

use crate::{End, Size, Tally};

/// The cells of the largest board.
pub(crate) const MAX_CELLS: usize = 625;

/// The digits of a board with so many cells.
fn of_board(digits: &[u8; MAX_CELLS], cells: usize) -> &[u8] {
    digits.get(..cells).unwrap_or_default()
}

/// A search of one engine, which can begin any number of times, and goes on where its limit on steps has stopped it.
pub(crate) trait CellSearch {
    /// Begins a search on a board with as many cells as clues, 0 for an open one. As long as one of the first
    /// `in_order` cells is open, it guesses at the first of them, and at its lowest digit; so these cells have the
    /// least digits in its first solution. Then it guesses in its own order.
    fn begin(&mut self, clues: &[u8], in_order: usize);

    /// Begins a further search of the same puzzle, with the clues of the search before it and more, for solutions less
    /// than the `known` one, the least so far.
    ///
    /// An engine that [keeps deductions](Self::keeps_deductions) goes on from those of the searches before, which may
    /// rule out solutions that are not less. It ends with [`End::Stopped`] where the first `in_order` cells must have
    /// the known digits, too, and with [`End::Exhausted`] where no solution can be less.
    fn narrow(&mut self, clues: &[u8], in_order: usize, _known: &[u8]) {
        self.begin(clues, in_order);
    }

    /// On a board that has just begun without clues, sets these of which one may be wrong, and others of which none is.
    fn allow_one_wrong(&mut self, _clues: &[u8], _others: &[u8]) {}

    /// Begins a further search of the same puzzle, for solutions that have a digit in some cell that is not in its
    /// set, as bits. For the engine that propagates.
    fn narrow_to_others(&mut self, _shown: &[u32]) {}

    /// Whether further searches go on from what the searches before them have deduced.
    fn keeps_deductions(&self) -> bool {
        false
    }

    /// Rules out a digit in a cell, before the search goes on. For the engine that propagates.
    fn rule_out(&mut self, _cell: usize, _digit: u8) {}

    /// Goes on until the search ends, `show` breaks, or the search has taken `step_limit` steps since it began. Passes
    /// every solution to `show`. Returns the tally since the search began.
    fn run(&mut self, step_limit: u64, show: &mut ShowSolution) -> Tally;
}

/// Receives a solution. Breaks to end the search.
pub(crate) type ShowSolution<'a> = dyn FnMut(&dyn Solution) -> ControlFlow<()> + 'a;

/// A solution, not yet in digits.
pub(crate) trait Solution {
    /// Writes the digits of all cells, row by row.
    fn write_digits(&self, digits: &mut [u8]);
}

impl Solution for &[u8] {
    fn write_digits(&self, digits: &mut [u8]) {
        let length = digits.len().min(self.len());
        if let (Some(digits), Some(own)) = (digits.get_mut(..length), self.get(..length)) {
            digits.copy_from_slice(own);
        }
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
pub(crate) struct Least {
    cells: usize,
    /// Whether it has square boxes.
    size: Option<Size>,
    wanted: Wanted,
    /// Steps and guesses of all passes; solutions of the first.
    tally: Tally,
    /// Steps and guesses of the passes that have ended.
    steps_before: u64,
    guesses_before: u64,
    /// The steps that a search in order may take.
    budget: u64,
    /// The clues, and the digits of the least solution in the cells before `first`.
    known: [u8; MAX_CELLS],
    first: usize,
    /// The number of cells, from `first` on, that are searched in order; 0 in the first search, 1 if the cell is
    /// decided alone.
    span: usize,
    /// The digits of the cell `first` that are left to try, as bits.
    lower: u32,
    /// Number of steps after which a search in order gets another chance.
    turn_ends: u64,
    /// The least of the solutions found.
    solution: [u8; MAX_CELLS],
    /// Added to the steps that a search in order may take. Tests give searches up at once.
    patience: u64,
}

/// The usual patience, with which nearly all searches on boards up to 9x9 come to their end.
const PATIENCE: u64 = 1_000;

impl Least {
    /// A search without a board, which has ended.
    pub(crate) const fn new() -> Self {
        Least {
            cells: 0,
            size: None,
            wanted: Wanted::Least,
            tally: Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 },
            steps_before: 0,
            guesses_before: 0,
            budget: u64::MAX,
            known: [0; MAX_CELLS],
            first: 0,
            span: 0,
            lower: 0,
            turn_ends: 0,
            solution: [0; MAX_CELLS],
            patience: PATIENCE,
        }
    }

    /// The same with another patience: none for a board whose search in order was long.
    pub(crate) const fn with_patience(patience: u64) -> Self {
        Least { patience, ..Self::new() }
    }

    /// Begins a search.
    pub(crate) fn begin(&mut self, search: &mut dyn CellSearch, clues: &[u8], wanted: Wanted) {
        let size = Size::ALL.into_iter().find(|size| size.cells() == clues.len());
        self.begin_on(search, size, clues, wanted);
    }

    /// Begins a search on a board of a size, or of another layout.
    pub(crate) fn begin_on(
        &mut self,
        search: &mut dyn CellSearch,
        size: Option<Size>,
        clues: &[u8],
        wanted: Wanted,
    ) {
        *self = Least { size, cells: clues.len(), wanted, patience: self.patience, ..Self::new() };
        clues.write_digits(&mut self.known);
        self.tally.end = End::OutOfSteps;
        search.begin(clues, 0);
    }

    /// Goes on until the search ends, or has taken `step_limit` steps since it began. Returns the tally since then.
    pub(crate) fn run(&mut self, search: &mut dyn CellSearch, step_limit: u64) -> Tally {
        while self.tally.end == End::OutOfSteps {
            let left = step_limit - self.steps_before;
            let budget = if self.span > 1 { self.budget } else { u64::MAX };
            let latest = search.run(left.min(budget), &mut |solution| self.keep(solution));
            self.tally.steps = self.steps_before + latest.steps;
            self.tally.guesses = self.guesses_before + latest.guesses;
            if latest.end == End::OutOfSteps && left <= budget {
                break;
            }
            (self.steps_before, self.guesses_before) = (self.tally.steps, self.tally.guesses);
            self.begin_next(search, latest.end);
        }
        self.tally
    }

    /// The solution. It is the one that was wanted when the search has ended, if there is one.
    pub(crate) fn solution(&self) -> &[u8] {
        of_board(&self.solution, self.cells)
    }

    /// Counts a solution of the first search, and keeps it if it is the first or, if the least is wanted, less than the
    /// one known.
    fn keep(&mut self, solution: &dyn Solution) -> ControlFlow<()> {
        let is_counted = self.span == 0;
        self.tally.solutions += u64::from(is_counted);
        let limit = match self.wanted {
            Wanted::Least => 2,
            Wanted::First(limit) => limit,
        };
        if is_counted && self.tally.solutions == 1 {
            solution.write_digits(self.solution.get_mut(..self.cells).unwrap_or_default());
        } else if self.wanted == Wanted::Least {
            let mut another = [0; MAX_CELLS];
            solution.write_digits(another.get_mut(..self.cells).unwrap_or_default());
            self.solution = self.solution.min(another);
        }
        if is_counted && self.tally.solutions < limit {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// Begins the next search after one that has ended, or been given up; or ends the whole search.
    fn begin_next(&mut self, search: &mut dyn CellSearch, end: End) {
        if self.span == 0 {
            if self.wanted != Wanted::Least || end != End::Stopped {
                self.tally.end = end;
                return;
            }
            self.budget = if self.patience == 0 { 0 } else { self.tally.steps + self.patience };
            self.search_in_order(search, self.cells);
        } else if self.span == 1 && !search.keeps_deductions() {
            if end == End::Stopped {
                self.lower = 0;
            }
            self.ask(search);
        } else if end != End::OutOfSteps {
            let behind = self.first + self.span;
            for (known, &digit) in self.known.iter_mut().zip(&self.solution).take(behind) {
                *known = digit;
            }
            let next = if self.span > 1 { 2 * self.span } else { self.span_after_one() };
            self.search_in_order(search, next);
        } else if self.span >= 2 * SHORTER {
            self.search_in_order(search, self.span / SHORTER);
        } else {
            self.span = 1;
            self.turn_ends = self.tally.steps + self.budget;
            if search.keeps_deductions() {
                return self.search_in_order(search, 1);
            }
            self.lower = self.lower_digits();
            self.ask(search);
        }
    }

    /// Searches in order from the first cell that is not known, or ends the search if all are.
    fn search_in_order(&mut self, search: &mut dyn CellSearch, span: usize) {
        let (known, solution) = (of_board(&self.known, self.cells), of_board(&self.solution, self.cells));
        match known.iter().position(|&digit| digit == 0) {
            Some(first) => {
                (self.first, self.span) = (first, span.min(self.cells));
                search.narrow(known, (first + span).min(self.cells), solution);
            }
            None => self.tally.end = End::Stopped,
        }
    }

    /// The span of the search after one that has decided a single cell.
    const fn span_after_one(&self) -> usize {
        if self.tally.steps < self.turn_ends { 1 } else { SHORTER }
    }

    /// Asks for a solution with the next digit to try. A cell without such a digit has the digit of the known solution.
    fn ask(&mut self, search: &mut dyn CellSearch) {
        while self.lower == 0 {
            if let (Some(known), Some(&digit)) =
                (self.known.get_mut(self.first), self.solution.get(self.first))
            {
                *known = digit;
            }
            self.first += 1;
            if self.first == self.cells || self.span_after_one() > 1 {
                return self.search_in_order(search, SHORTER);
            }
            self.lower = self.lower_digits();
        }
        if let Some(known) = self.known.get_mut(self.first) {
            *known = self.lower.trailing_zeros() as u8 + 1;
            self.lower &= self.lower - 1;
            search.begin(of_board(&self.known, self.cells), 0);
        }
    }

    /// The digits of the cell `first`, as bits, that are less than the solution's and that no known peer has.
    fn lower_digits(&self) -> u32 {
        let side = self.cells.isqrt().max(1);
        // Of another layout, the search itself refuses a digit that its region or a further house has.
        let units = |cell| match self.size {
            Some(size) => size.row_column_box(cell),
            None => [cell / side, cell % side, cell],
        };
        let here = units(self.first);
        if self.known.get(self.first).is_none_or(|&digit| digit != 0) {
            return 0;
        }
        let mut lower = self.solution.get(self.first).map_or(0, |&digit| (1 << (digit - 1)) - 1);
        for (cell, &digit) in self.known.iter().enumerate() {
            if digit != 0 && units(cell).iter().zip(&here).any(|(unit, here)| unit == here) {
                lower &= !(1 << (digit - 1));
            }
        }
        lower
    }
}

/// A search in order that is given up is followed by one with a span so many times shorter.
const SHORTER: usize = 8;

#[cfg(test)]
mod tests {
    use crate::testkit::puzzles::PuzzleGenerator;

    use super::*;
    use crate::kernel::LoopKernel;
    use crate::propagate::LayoutTables;
    use crate::{Order, backtrack, propagate};

    /// All solutions of a board with at most 3,000.
    fn solutions<const CELLS: usize>(
        search: &mut dyn CellSearch,
        clues: &[u8; CELLS],
    ) -> Option<Vec<[u8; CELLS]>> {
        let mut solutions = Vec::new();
        search.begin(clues, 0);
        let tally = search.run(200_000, &mut |solution| {
            solutions.push([0; CELLS]);
            solution.write_digits(solutions.last_mut().unwrap());
            if solutions.len() > 3_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (tally.end == End::Exhausted).then_some(solutions)
    }

    /// Asserts that the least solution is found, cell by cell and with longer searches in order, in one go and in
    /// slices. Returns whether the board has several.
    fn check<const CELLS: usize>(search: &mut dyn CellSearch, clues: &[u8; CELLS]) -> bool {
        let Some(solutions) = solutions(search, clues) else { return false };
        for (patience, slice) in [(0, u64::MAX), (PATIENCE, u64::MAX), (0, 7), (5, 100)] {
            let mut least = Least::with_patience(patience);
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
            several += usize::from(propagate::on_stack(LayoutTables::of_cells(CELLS), |search| {
                check(search, &puzzle)
            }));
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
        for clues in [270, 310] {
            let full: [u8; 625] = generator.full_grid();
            let mut puzzle = [0; 625];
            for &cell in &generator.permutation(625)[..clues] {
                puzzle[cell] = full[cell];
            }
            propagate::on_stack(LayoutTables::of_cells(625), |search| {
                let mut least = Least::new();
                least.begin(search, &puzzle, Wanted::Least);
                assert_eq!(least.run(search, u64::MAX).end, End::Stopped);
                let solution = least.solution();
                let mut asked = 0;
                for cell in (0..625).filter(|&cell| full[cell] != 0 && puzzle[cell] == 0).take(20) {
                    let mut prefix = puzzle;
                    prefix[..cell].copy_from_slice(&solution[..cell]);
                    for digit in 1..solution[cell] {
                        prefix[cell] = digit;
                        search.begin(&prefix, 0);
                        let tally = search.run(u64::MAX, &mut |_| ControlFlow::Break(()));
                        assert!(tally.solutions == 0, "{digit} in cell {cell} of {puzzle:?}");
                        asked += usize::from(tally.end == End::Exhausted);
                    }
                }
                assert!(asked > 5, "{asked} lower digits without a collision");
            });
        }
    }
}
