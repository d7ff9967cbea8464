//! Batches of boards: the neighbours do not change an answer.

use std::cell::RefCell;
use std::collections::BTreeMap;

use lanedoku::{Engine, Grid, Kernel, Outcome, Solver, Workspace};

use crate::bytes::Bytes;
use crate::machine::solvers;
use crate::{DECIDED_SOON, Known, LIMITS_IN_BATCHES, NEIGHBOURS_DO_NOT_MATTER, board, limited};

/// The most puzzles in a batch.
const MOST: usize = 40;

/// The most steps of an easy puzzle. In a batch it may take more, but not the whole limit.
const EASY: u64 = 300;

/// Checks the batch encoded by the bytes. If `fuzzing`, also solves batches without a step limit, because the
/// fuzzer has its own time limit per check.
pub fn check(data: &[u8], fuzzing: bool) {
    let mut bytes = Bytes(data);
    let flags = bytes.next();
    let mut boards: Vec<Grid> = Vec::new();
    while !bytes.0.is_empty() && boards.len() < MOST {
        match bytes.0[0] {
            // One of the earlier boards, or many copies of the last.
            kind @ 200.. => {
                let (_, which) = (bytes.next(), usize::from(bytes.next()));
                let copy = boards.get(which % boards.len().max(1)).copied().unwrap_or(Grid::EMPTY);
                boards.extend(std::iter::repeat_n(copy, usize::from(kind - 199).min(MOST - boards.len())));
            }
            _ => boards.push(board(&mut bytes)),
        }
    }
    // The oracle takes a hundred times as long as the engines. Another fuzz target compares the engines with it one
    // board at a time, so here the fuzzer compares batches with the answer to each board alone.
    let portable = solvers(Engine::Simd).find(|solver| solver.kernel() == Kernel::Portable).map(limited);
    let known: Option<BTreeMap<&Grid, Known>> = boards
        .iter()
        .map(|board| match portable {
            Some(solver) if fuzzing => Some((board, Known::of_answer(board, &solver.solve(board))?)),
            _ => Some((board, Known::of_board(board)?)),
        })
        .collect();
    let Some(known) = known else { return };
    thread_local!(static WORKSPACE: RefCell<Box<Workspace>> = RefCell::new(Box::new(Workspace::new())));
    WORKSPACE.with_borrow_mut(|workspace| with_every_limit(&boards, &known, flags, fuzzing, workspace));
}

fn with_every_limit(
    boards: &[Grid],
    known: &BTreeMap<&Grid, Known>,
    flags: u8,
    fuzzing: bool,
    workspace: &mut Workspace,
) {
    for solver in solvers(Engine::Simd) {
        let limit = limited(solver);
        let alone: Vec<Outcome> = boards.iter().map(|board| limit.solve(board)).collect();
        let all_easy = alone.iter().all(|outcome| outcome.steps <= EASY);
        let unlimited = (fuzzing && all_easy || LIMITS_IN_BATCHES).then_some(solver);
        // A limit that some puzzles reach and others do not.
        let low = LIMITS_IN_BATCHES.then(|| solver.with_step_limit(u64::from(flags >> 3) * 4));
        for solver in [Some(limit), unlimited, low].into_iter().flatten() {
            let soon = solver.step_limit() >= limit.step_limit();
            let outcomes = in_batch(&solver, boards, flags, workspace);
            let any = in_batch(&solver.with_any_solution(true), boards, flags, workspace);
            for ((board, outcome), alone) in boards.iter().zip(&outcomes).zip(&alone) {
                known[board].check(&solver, outcome, soon && (alone.steps <= EASY || DECIDED_SOON));
                if NEIGHBOURS_DO_NOT_MATTER {
                    let alone = solver.solve(board);
                    assert_eq!((outcome.status, outcome.solution), (alone.status, alone.solution), "{board}");
                }
            }
            for (board, outcome) in boards.iter().zip(&any) {
                known[board].check(&solver, outcome, soon && DECIDED_SOON);
            }
        }
    }
}

/// Solves a batch as boards, or as lines with one of a few strides.
fn in_batch(solver: &Solver, boards: &[Grid], flags: u8, workspace: &mut Workspace) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::INVALID; boards.len()];
    if flags & 1 == 0 {
        solver.solve_batch(boards, &mut outcomes, workspace);
        return outcomes;
    }
    let stride = 81 + usize::from(flags >> 1 & 3);
    // The text has no bytes after the last puzzle.
    let mut text = vec![flags; (boards.len() * stride).saturating_sub(stride - 81)];
    for (line, board) in text.chunks_mut(stride).zip(boards) {
        line[..81].copy_from_slice(&board.to_line());
    }
    solver.solve_lines(&text, stride, &mut outcomes, workspace);
    outcomes
}
