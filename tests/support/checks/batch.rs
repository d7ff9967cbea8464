//! Boards in a batch: the neighbours change nothing.

use std::cell::RefCell;
use std::collections::BTreeMap;

use lanedoku::{Engine, Grid, Outcome, Solver, Status, Workspace};

use super::{Known, LIMITS_IN_BATCHES, NEIGHBOURS_DO_NOT_MATTER, board, limited};
use crate::bytes::Bytes;
use crate::machine::solvers;

/// Puzzles in a batch, at most.
const MOST: usize = 40;

/// Steps that make a puzzle easy: in a batch it may take more, but not the whole limit.
const EASY: u64 = 300;

/// Checks the batch that the bytes describe; `unlimited` also without a limit, where nothing but the engine
/// itself sees to it that the search ends.
pub fn check(data: &[u8], unlimited: bool) {
    let mut bytes = Bytes(data);
    let flags = bytes.next();
    let mut boards: Vec<Grid> = Vec::new();
    while !bytes.0.is_empty() && boards.len() < MOST {
        match bytes.0[0] {
            // One of the boards before, or many times the last.
            kind @ 200.. => {
                let (_, which) = (bytes.next(), usize::from(bytes.next()));
                let copy = boards.get(which % boards.len().max(1)).copied().unwrap_or(Grid::EMPTY);
                boards.extend(std::iter::repeat_n(copy, usize::from(kind - 199).min(MOST - boards.len())));
            }
            _ => boards.push(board(&mut bytes)),
        }
    }
    let known: Option<BTreeMap<&Grid, Known>> =
        boards.iter().map(|board| Some((board, Known::of_board(board)?))).collect();
    let Some(known) = known else { return };
    thread_local!(static WORKSPACE: RefCell<Box<Workspace>> = RefCell::default());
    WORKSPACE.with_borrow_mut(|workspace| in_all_ways(&boards, &known, flags, unlimited, workspace));
}

fn in_all_ways(
    boards: &[Grid],
    known: &BTreeMap<&Grid, Known>,
    flags: u8,
    unlimited: bool,
    workspace: &mut Workspace,
) {
    for solver in solvers(Engine::Simd) {
        let limit = limited(solver);
        let alone: Vec<Outcome> = boards.iter().map(|board| limit.solve(board)).collect();
        let all_easy = alone.iter().all(|outcome| outcome.steps <= EASY);
        let runs = [Some(limit), (unlimited && all_easy || LIMITS_IN_BATCHES).then_some(solver)];
        for solver in runs.into_iter().flatten() {
            let outcomes = in_batch(&solver, boards, flags, workspace);
            for ((board, outcome), alone) in boards.iter().zip(&outcomes).zip(&alone) {
                known[board].check(&solver, outcome, alone.steps <= EASY || solver.step_limit() == u64::MAX);
                if outcome.status != Status::OutOfSteps && alone.status != Status::OutOfSteps {
                    assert_eq!(outcome.status, alone.status, "{}", solver.kernel());
                }
            }
            if NEIGHBOURS_DO_NOT_MATTER {
                let reversed: Vec<Grid> = boards.iter().rev().copied().collect();
                let backwards = in_batch(&solver, &reversed, flags ^ 1, workspace);
                for (one, other) in outcomes.iter().zip(backwards.iter().rev()) {
                    assert_eq!((one.status, one.solution), (other.status, other.solution));
                }
            }
        }
    }
}

/// The answers to a batch, as boards or as lines with one of a few strides.
fn in_batch(solver: &Solver, boards: &[Grid], flags: u8, workspace: &mut Workspace) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::INVALID; boards.len()];
    if flags & 1 == 0 {
        solver.solve_batch(boards, &mut outcomes, workspace);
        return outcomes;
    }
    let stride = 81 + usize::from(flags >> 1 & 3);
    // Not a byte more than is needed.
    let mut text = vec![flags; (boards.len() * stride).saturating_sub(stride - 81)];
    for (line, board) in text.chunks_mut(stride).zip(boards) {
        line[..81].copy_from_slice(&board.to_line());
    }
    solver.solve_lines(&text, stride, &mut outcomes, workspace);
    outcomes
}
