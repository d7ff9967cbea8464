//! The library's loops: V7, with the masks read three cells ahead.
//!
//! They are called through the library's public API in row order: the portable loop, and the one in assembly. Expected
//! gain: no step waits for the stores of the step before, and in assembly the certainty that no compiler turns the step
//! into a branch.
//!
//! The library checks, sets up and solves in one call, so here "solver only" includes the check and the
//! set-up.

use crate::board::parse;
use crate::rung::{Rung, RungAnswer};
use lanedoku::{End, Grid, Kernel, Order, Solver, Tally};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Returns the rung for the library's portable loop.
pub fn portable() -> Rung {
    rung::<false>("V7-portable", "three cells ahead; the library's portable loop")
}

/// Returns the rung for the library's loop in assembly, or `None` if this machine or build lacks it.
pub fn assembly() -> Option<Rung> {
    let is_here = Kernel::Assembly.check().is_ok();
    is_here.then(|| rung::<true>("V7-assembly", "three cells ahead; the library's loop in assembly"))
}

fn rung<const ASSEMBLY: bool>(name: &'static str, idea: &'static str) -> Rung {
    const fn kernel(assembly: bool) -> Kernel {
        if assembly { Kernel::Assembly } else { Kernel::Portable }
    }
    Rung {
        name,
        idea,
        puzzles_at_once: 1,
        answer: |text, limit| answer(kernel(ASSEMBLY), text, limit),
        run_once: |text| answer(kernel(ASSEMBLY), text, u64::MAX).0,
        solver_only: |text, runs| solver_only(kernel(ASSEMBLY), text, runs),
        full_run: |text, runs| full_run(kernel(ASSEMBLY), text, runs),
    }
}

fn solver(kernel: Kernel, limit: u64) -> Solver {
    let solver = Solver::builder().kernel(kernel).order(Order::Rows).step_limit(limit).build();
    solver.expect("the rung exists only where its kernel runs")
}

fn read(text: &str) -> Option<Grid> {
    parse(text).and_then(|cells| Grid::from_digits(&cells).ok())
}

/// Runs to the first solution.
fn first_solution(solver: Solver, puzzle: &Grid) -> (Option<Grid>, Tally) {
    let mut first = None;
    let tally = solver.visit(puzzle, |solution| {
        first = Some(*solution);
        ControlFlow::Break(())
    });
    (first, tally)
}

fn answer(kernel: Kernel, text: &str, limit: u64) -> (RungAnswer, u64) {
    let Some(puzzle) = read(text) else {
        return (RungAnswer::Invalid, 0);
    };
    let (solution, tally) = first_solution(solver(kernel, limit), &puzzle);
    let answer = match (solution, tally.end) {
        (Some(grid), _) => RungAnswer::Solved(*grid.digits()),
        (None, End::Invalid) => RungAnswer::Invalid,
        (None, End::OutOfSteps) => RungAnswer::OutOfSteps,
        (None, End::Exhausted | End::Stopped) => RungAnswer::NoSolution,
    };
    (answer, tally.steps)
}

fn solver_only(kernel: Kernel, text: &str, runs: usize) -> Duration {
    let puzzle = read(text).expect("only valid boards are timed");
    let solver = solver(kernel, u64::MAX);
    let start = Instant::now();
    for _ in 0..runs {
        black_box(first_solution(solver, black_box(&puzzle)).0);
    }
    start.elapsed()
}

fn full_run(kernel: Kernel, text: &str, runs: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..runs {
        black_box(answer(kernel, black_box(text), u64::MAX));
    }
    start.elapsed()
}
