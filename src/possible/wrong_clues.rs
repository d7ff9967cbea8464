//! Clues whose removal leaves a solution, and moves that lose all solutions.

use core::ops::ControlFlow;

use super::ALL_DIGITS;
use super::rounds::{SLOTS, first_solutions};
use crate::batch::BatchStorage;
use crate::cell_bits::{CellBits, each, filled, restrict};
use crate::hard;
use crate::kernel::{BatchKernel, SimdKernel};
use crate::puzzle::SizedForm;
use crate::single::{Limits, Series, Start};
use crate::{CellSet, End, Grid, Outcome, Solver, Status, Workspace};

/// The clues that may be wrong in a 9x9 board without a solution. The result of [`Solver::wrong_clues`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongClues {
    /// [`Status::NoSolution`] for a board without a solution, [`Status::Invalid`] for one with collisions,
    /// [`Status::OutOfSteps`] if the step limit was reached. For other boards, the three sets are empty.
    pub status: Status,
    /// The steps taken by all searches, as in [`Outcome::steps`].
    pub steps: u64,
    /// The clues whose removal, each alone, leaves a board with a solution.
    pub removable: CellSet,
    /// The clues that the step limit left undecided.
    pub undecided: CellSet,
    /// The clues that equal another clue in one of their units.
    pub colliding: CellSet,
}

/// The sweeps for each clue alone. Those that these leave undecided are asked together, with [learned
/// clauses](hard::show_wrong). With 50, slow boards take a third longer; with 150, as long, but more steps.
const SWEEPS_ALONE: u64 = 100;

/// The sweeps for the board itself. If they leave it undecided, the question about a clue that may be removed usually
/// shows that it has no solution. With 600, slow boards take as long, but more steps.
const SWEEPS_AT_FIRST: u64 = 300;

/// # Wrong clues and moves
impl Solver {
    /// Finds the clues that may be wrong in a 9x9 board without a solution: those whose removal, each alone, leaves a
    /// solution. With two or more wrong clues, there is usually no such clue. Also finds the clues that collide.
    ///
    /// The [step limit](Self::with_step_limit) is for all searches together. Always uses
    /// [`Engine::Simd`](crate::Engine::Simd).
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Status};
    ///
    /// let board: Grid =
    ///     "1.........................................................................9.....9".parse()?;
    /// let wrong_clues = Solver::new().wrong_clues(&board);
    /// assert_eq!(wrong_clues.status, Status::Invalid);
    /// assert!(wrong_clues.colliding.iter().eq([74, 80]));
    /// assert!(wrong_clues.removable.iter().eq([74, 80]));
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn wrong_clues(&self, board: &Grid) -> WrongClues {
        let (mut series, mut left) = (Series::new(self.simd()), self.step_limit());
        // The status without some clues, and the clues that differ from the solution found.
        let mut status_without = |group: CellBits, Limits { solutions, sweeps }| {
            let tried = Grid::from_checked(restrict(board.digits(), filled(board.digits()) & !group));
            let mut wrong = group;
            if tried.has_collision() {
                return (Status::Invalid, wrong);
            }
            let (start, limits) =
                (Start::Clues(tried.digits()), Limits { solutions, sweeps: left.min(sweeps) });
            let mut compare = |solution: &[u8; 81]| {
                wrong = 0;
                for cell in each(filled(board.digits())) {
                    wrong |= CellBits::from(solution[cell] != board.digits()[cell]) << cell;
                }
                ControlFlow::Continue(())
            };
            let tally = if hard::LEARNS && sweeps == u64::MAX {
                hard::visit(start, limits, &mut compare)
            } else {
                series.visit(start, limits, &mut compare)
            };
            left = left.saturating_sub(tally.steps);
            (tally.status(), wrong)
        };
        let colliding = colliding(board);
        // Only the removal of a clue that collides can end all collisions.
        let (mut status, mut asked) = (Status::Invalid, colliding);
        if colliding == 0 {
            status = status_without(0, Limits { solutions: 2, sweeps: SWEEPS_AT_FIRST }).0;
            let is_solvable = matches!(status, Status::Unique | Status::Multiple);
            asked = if is_solvable { 0 } else { filled(board.digits()) };
        }
        let mut removable = 0;
        for sweeps in [SWEEPS_ALONE, u64::MAX].into_iter().take(if hard::LEARNS { 1 } else { 2 }) {
            for cell in each(asked) {
                match status_without(1 << cell, Limits { solutions: 1, sweeps }) {
                    // The board has a solution.
                    (Status::Stopped, 0) => {
                        (status, asked) = (Status::Stopped, 0);
                        break;
                    }
                    (Status::OutOfSteps, _) => continue,
                    (Status::Stopped, _) => removable |= 1 << cell,
                    // If there is no solution without a clue, there is none with it.
                    _ if status == Status::OutOfSteps => status = Status::NoSolution,
                    _ => {}
                }
                asked &= !(1 << cell);
            }
        }
        // The board itself, if no question has decided it.
        if matches!(status, Status::OutOfSteps | Status::Stopped) {
            status = status_without(0, Limits { solutions: 2, sweeps: u64::MAX }).0;
            (removable, asked) = match status {
                Status::NoSolution => (removable, asked),
                Status::OutOfSteps => (0, filled(board.digits())),
                _ => (0, 0),
            };
        }
        while hard::LEARNS && asked != 0 && left > 0 {
            let group = each(asked).take(hard::MOST_ASKED).fold(0, |group, cell| group | 1 << cell);
            let clues = |cells| restrict(board.digits(), filled(board.digits()) & cells);
            let (in_group, others) = (clues(group), clues(!group));
            let mut shown = in_group.map(|digit| if digit == 0 { ALL_DIGITS } else { 1 << (digit - 1) });
            let tally = hard::show_wrong(&in_group, &others, &shown.clone(), left, &mut |solution| {
                for cell in each(group).filter(|&cell| solution[cell] != in_group[cell]) {
                    removable |= 1 << cell;
                    shown[cell] = ALL_DIGITS;
                }
                shown
            });
            left -= tally.steps;
            asked &= if tally.end == End::OutOfSteps { !removable } else { !group };
        }
        let steps = self.step_limit() - left;
        let [removable, undecided, colliding] = [removable, asked, colliding].map(CellSet::from_cells);
        WrongClues { status, steps, removable, undecided, colliding }
    }

    /// Finds, for each 9x9 board and move, whether the board still has a solution after the move: a cell from 0 to 80,
    /// and the digit from 1 to 9 that is written into it. A digit already there is replaced. Other cells and digits are
    /// not moves, and keep no solution. The result is `None` at the [step limit](Self::with_step_limit).
    ///
    /// With a workspace, many boards are searched in lanes, if there is no step limit. For several moves on one board,
    /// ask [`possible`](Self::possible) once.
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Workspace, random_grid};
    ///
    /// let full = random_grid(1, 0);
    /// let digit = full.digits()[80];
    /// let moves = [(80, digit), (80, digit % 9 + 1)];
    /// let mut keeps = [None; 2];
    /// let mut workspace = Workspace::boxed();
    /// Solver::new().moves_keep_solution(&[full; 2], &moves, &mut keeps, Some(&mut workspace));
    /// assert_eq!(keeps, [Some(true), Some(false)]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the three slices differ in length.
    #[inline(always)]
    pub fn moves_keep_solution(
        &self,
        boards: &[Grid],
        moves: &[(u8, u8)],
        keeps: &mut [Option<bool>],
        workspace: Option<&mut Workspace>,
    ) {
        assert!(
            boards.len() == moves.len() && moves.len() == keeps.len(),
            "a move and a result for each board"
        );
        let lanes = workspace.and_then(|workspace| workspace.batch(self.simd()));
        let lanes = lanes.filter(|_| self.step_limit() == u64::MAX);
        let in_lanes = lanes.is_some();
        if let Some((lanes, memory)) = lanes {
            moves_in_lanes((self.simd(), lanes), memory, boards, moves, keeps);
        }
        for ((board, &own_move), keeps) in boards.iter().zip(moves).zip(keeps) {
            if in_lanes && keeps.is_some() {
                continue;
            }
            let after = after(board, own_move);
            *keeps = match self.with_simd().count(&after, 1).end {
                _ if after.has_collision() => Some(false),
                End::OutOfSteps => None,
                end => Some(end == End::Stopped),
            };
        }
    }
}

/// Finds whether the boards still have a solution after the moves. `None` for hard ones.
#[inline(never)]
fn moves_in_lanes(
    kernels: (SimdKernel, BatchKernel),
    memory: &mut BatchStorage,
    boards: &[Grid],
    moves: &[(u8, u8)],
    keeps: &mut [Option<bool>],
) {
    let mut questions = [Grid::EMPTY; SLOTS];
    let mut answers = [Outcome::INVALID; SLOTS];
    let chunks = boards.chunks(SLOTS).zip(moves.chunks(SLOTS)).zip(keeps.chunks_mut(SLOTS));
    for ((boards, moves), keeps) in chunks {
        for ((board, &own_move), question) in boards.iter().zip(moves).zip(&mut questions) {
            *question = after(board, own_move);
        }
        let count = keeps.len().min(SLOTS);
        let (questions, answers) = (&questions[..count], &mut answers[..count]);
        let Some(questions) = SizedForm::of_nine(questions) else { return };
        first_solutions(kernels, memory, questions, answers);
        for (answer, keeps) in answers.iter().zip(keeps) {
            let is_hard = answer.status == Status::OutOfSteps;
            *keeps = (!is_hard).then_some(answer.solution.is_some());
        }
    }
}

/// The board after a move. If it is no move, a board without a solution.
fn after(board: &Grid, (cell, digit): (u8, u8)) -> Grid {
    let mut digits = *board.digits();
    match digits.get_mut(usize::from(cell)) {
        Some(written) if (1..=9).contains(&digit) => *written = digit,
        _ => digits = [1; 81],
    }
    Grid::from_checked(digits)
}

/// The clues that equal another clue in one of their units.
fn colliding(board: &Grid) -> CellBits {
    let mut colliding = 0;
    for collision in board.collisions() {
        for cell in collision.cells {
            colliding |= 1 << (cell % 81);
        }
    }
    colliding
}
