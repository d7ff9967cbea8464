//! The questions of one board, one after another.
//!
//! Sparse boards have hundreds of candidates to show, and a solution shows few of them if it resembles the last one. So
//! a question takes up to eight cells at once that share no unit, one for ten undecided candidates. If no solution has
//! undecided digits in all of them, or none is found soon, the next question takes one cell. As long as a solution
//! shows a new digit, the search goes on to the next one, which takes only a few sweeps more. Boards with many
//! solutions take a third less than with questions for one solution and one cell, and fifteen boards that took up to
//! 19,239 sweeps took at most 4,380.
//!
//! A board that takes more than a thousand sweeps is asked with [learned clauses](mod@crate::hard). Each solution then
//! also shows those in which [two digits are exchanged](Possible::show_exchanged). If all questions did so, boards
//! would take up to a quarter fewer sweeps, but twice the time.
//!
//! Pencil marks that take [very many sweeps](hard_from) have few solutions, but each question may take thousands. So
//! one search goes through all of them: pencil marks that took 1,189,016 sweeps take 250,000. If it is given up, it
//! begins again when the questions have taken as many sweeps.

use core::ops::ControlFlow;

use super::{Possible, SWEEPS, candidates};
use crate::batch::tighten;
use crate::cell_bits::{CellBits, each, units_of};
use crate::hard;
use crate::kernel::BatchKernel;
use crate::single::{Limits, Series, Start, TIMES_AS_LONG, hard_from};
use crate::{End, Size, Solver, Status};

/// The most cells of a question, the undecided digits for each of them, and the sweeps of a question for several.
const MOST_CELLS: u32 = 8;
const UNDECIDED_FOR_A_CELL: u32 = 10;
const SWEEPS_FOR_SEVERAL: u64 = 300;

impl Solver {
    /// Finds the possible digits of a puzzle without collisions, with the single engine.
    pub(super) fn possible_alone(&self, start: Start) -> Possible {
        let kernel = self.simd();
        let mut possible = Possible::begin(Status::OutOfSteps, 0, candidates(start));
        let limits = Limits { solutions: 2, sweeps: hard::sweeps(start, self.step_limit()) };
        let mut series = Series::new(kernel);
        let mut show = |solution: &[u8; 81]| {
            possible.show(solution);
            ControlFlow::Continue(())
        };
        let mut tally = series.begin(start, limits, &mut show);
        if tally.end == End::OutOfSteps && limits.sweeps < self.step_limit() {
            let limits = Limits { sweeps: self.step_limit() - tally.steps, ..limits };
            tally = hard::visit(start, limits, &mut show).after(tally);
        }
        (possible.status, possible.steps) = (tally.status(), tally.steps);
        match possible.status {
            Status::Multiple => {}
            Status::OutOfSteps => return possible,
            _ => possible.exclude_all(),
        }
        if let (Status::Multiple, Some(lanes)) = (possible.status, BatchKernel::of(kernel)) {
            tighten(lanes, core::slice::from_mut(&mut possible.not_excluded), SWEEPS);
        }
        possible.ask(&mut series, self.step_limit(), hard_from(start));
        possible
    }
}

impl Possible {
    /// Asks until all digits are decided, or the limit on steps is reached. After more than `hard_from` steps, and
    /// whenever they have doubled, a question is for all digits. Without such a number of steps, questions of a hard
    /// board learn clauses.
    pub(super) fn ask(&mut self, series: &mut Series, step_limit: u64, mut hard_from: u64) {
        let learns = hard::LEARNS && hard_from == u64::MAX;
        let mut cells = MOST_CELLS;
        while let Some(cell) = self.undecided_cell() {
            if self.steps > hard_from {
                self.ask_for_all(series, step_limit);
                hard_from = 2 * self.steps;
                continue;
            }
            let left = step_limit - self.steps;
            let most = if learns { hard::MOST_SWEEPS.saturating_sub(self.steps) } else { u64::MAX };
            if most == 0 {
                return self.ask_with_clauses(step_limit);
            }
            let mut question = self.question(cell);
            let is_for_several = cells > 1 && self.ask_for_others(&mut question, cell, cells);
            let sweeps = left.min(most).min(if is_for_several { SWEEPS_FOR_SEVERAL } else { u64::MAX });
            let limits = Limits { solutions: u64::MAX, sweeps };
            let tally = series.visit(Start::Candidates(&question), limits, &mut |solution| {
                let before = self.shown;
                self.show(solution);
                if before == self.shown { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            self.steps += tally.steps;
            // If several cells are too many for one solution, the next question is for one of them.
            cells = if is_for_several && tally.solutions == 0 { 1 } else { MOST_CELLS };
            match tally.end {
                End::OutOfSteps if sweeps == left => {
                    self.status = Status::OutOfSteps;
                    break;
                }
                End::Exhausted if !is_for_several => self.exclude(cell),
                _ => {}
            }
        }
    }

    /// Asks for all digits in one search, which learns clauses.
    #[cold]
    fn ask_with_clauses(&mut self, step_limit: u64) {
        let (all, shown, left) = (self.not_excluded, self.shown, step_limit - self.steps);
        let tally = hard::show_each(Start::Candidates(&all), &shown, left, &mut |solution| {
            self.show(solution);
            self.show_exchanged(solution);
            self.shown
        });
        self.steps += tally.steps;
        match tally.end {
            End::OutOfSteps => self.status = Status::OutOfSteps,
            _ => self.exclude_all(),
        }
    }

    /// Asks for all digits at once, on a board of which every search is long.
    pub(super) fn ask_for_all(&mut self, series: &mut Series, step_limit: u64) {
        let undecided = core::array::from_fn(|cell| self.undecided(cell));
        let sweeps = (TIMES_AS_LONG * self.steps).min(step_limit - self.steps);
        let all = self.not_excluded;
        let limits = Limits { solutions: u64::MAX, sweeps };
        let tally = series.show(&undecided, Start::Candidates(&all), limits, &mut |solution| {
            self.show(solution);
            ControlFlow::Continue(())
        });
        self.steps += tally.steps;
        if tally.end == End::Exhausted {
            self.exclude_all();
        }
    }

    /// Shows the digits of further solutions, each with two digits exchanged in as few cells as possible: from a cell
    /// with an undecided digit to the other cells of its units with the same two digits, and so on.
    fn show_exchanged(&mut self, solution: &[u8; 81]) {
        let bit = |digit: u8| 1_u16 << (digit.wrapping_sub(1) & 15);
        let mut cells_of = [0; 16];
        for (cell, &digit) in solution.iter().enumerate() {
            cells_of[usize::from(digit & 15)] |= 1 << cell;
        }
        for cell in 0..81 {
            let undecided = self.undecided(cell);
            for digit in (1..=9).filter(|&digit| undecided & bit(digit) != 0) {
                let both = solution[cell] ^ digit;
                let (mut set, mut todo): (CellBits, CellBits) = (0, 1 << cell);
                // (The minimum saves bounds checks.)
                while let Some(cell) = each(todo).next().map(|cell| cell.min(80)) {
                    let other = solution[cell] ^ both;
                    if self.not_excluded[cell] & bit(other) == 0 {
                        set = 0;
                        break;
                    }
                    set |= 1 << cell;
                    todo = (todo | cells_of[usize::from(other & 15)] & units_of(cell)) & !set;
                }
                for cell in each(set) {
                    self.shown[cell] |= bit(solution[cell] ^ both);
                }
            }
        }
    }

    /// Asks for undecided digits in further cells, too, which share no unit: up to `most` cells in all, one for ten
    /// undecided digits. Returns whether there are any.
    fn ask_for_others(&self, question: &mut [u16; 81], first: usize, most: u32) -> bool {
        let all: u32 = (0..81).map(|cell| self.undecided(cell).count_ones()).sum();
        let units = |cell| Size::Nine.row_column_box(cell);
        let mut taken = units(first).map(|unit| 1_u16 << (unit % 9));
        let mut has_others = false;
        for _ in 1..most.min(all / UNDECIDED_FOR_A_CELL) {
            let is_free = |&cell: &usize| {
                units(cell).iter().zip(taken).all(|(unit, taken)| taken >> (unit % 9) & 1 == 0)
            };
            let next = (0..81).filter(is_free).max_by_key(|&cell| self.undecided(cell).count_ones());
            let Some(cell) = next.filter(|&cell| self.undecided(cell) != 0) else { break };
            question[cell % 81] = self.undecided(cell);
            for (taken, unit) in taken.iter_mut().zip(units(cell)) {
                *taken |= 1 << (unit % 9);
            }
            has_others = true;
        }
        has_others
    }
}
