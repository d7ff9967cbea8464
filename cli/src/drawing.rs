//! Puzzles given as arguments: boards drawn side by side, and what there is to say about them.

use std::io::{self, Write};
use std::iter;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use lanedoku::{Board, Engine, Kernel, Status};

use crate::answering::{Plan, solve_and_count};
use crate::formats::{Format, Puzzle, read, split_all};
use crate::report::{Totals, counted};

/// Columns of a narrow terminal.
const WIDTH: usize = 80;
/// Columns between two boards.
const GAP: usize = 5;
/// Columns that a title may need where a board is narrow.
const TITLE_WIDTH: usize = "solution 123".len();

/// Solves the puzzles in `text`, of which each is a board, and draws them.
pub fn draw(
    text: &[u8],
    plan: &Plan,
    all: bool,
    totals: &mut Totals,
    out: &mut impl Write,
) -> io::Result<()> {
    let format = Format { side: plan.side, ..Format::default() };
    for entry in split_all(text, &format) {
        let Ok(reading) = read(&entry, text, &format) else { continue };
        if totals.puzzles() > 0 {
            writeln!(out)?;
        }
        match reading.puzzle {
            Puzzle::Four(puzzle) => draw_board(&puzzle, plan, all, totals, out),
            Puzzle::Nine(puzzle) => draw_board(&puzzle, plan, all, totals, out),
            Puzzle::Sixteen(puzzle) => draw_board(&*puzzle, plan, all, totals, out),
            Puzzle::TwentyFive(puzzle) => draw_board(&*puzzle, plan, all, totals, out),
            Puzzle::Candidates(_) => Ok(()),
        }?;
    }
    out.flush()
}

fn draw_board<const CELLS: usize>(
    puzzle: &Board<CELLS>,
    plan: &Plan,
    all: bool,
    totals: &mut Totals,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut gallery = Gallery { out, waiting: Vec::new() };
    gallery.hang("puzzle".into(), puzzle)?;
    let mut number = 0;
    let mut drawn = Ok(());
    let mut time_drawing = Duration::ZERO;
    let start = Instant::now();
    let (outcome, found) = solve_and_count(plan, puzzle, |solution| {
        if all {
            let start = Instant::now();
            number += 1;
            drawn = gallery.hang(format!("solution {number}"), solution);
            time_drawing += start.elapsed();
        }
        if drawn.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let time = start.elapsed().saturating_sub(time_drawing);
    drawn?;
    match outcome.solution {
        Some(solution) if !all => gallery.hang("solution".into(), &solution)?,
        _ => {}
    }
    gallery.show()?;

    let status = outcome.status;
    totals.count(status, outcome.steps);
    writeln!(out)?;
    match status {
        Status::Unique => writeln!(out, "{status}: exactly one solution")?,
        Status::Multiple if found < plan.limit => writeln!(out, "{status}: {found} solutions")?,
        Status::Multiple => writeln!(out, "{status}: {found} solutions or more")?,
        Status::NoSolution => writeln!(out, "{status}: no solution")?,
        Status::OutOfSteps => {
            writeln!(out, "{status}: step limit reached, {} so far", counted(found, "solution"))?
        }
        Status::Invalid => {
            puzzle.collisions().try_for_each(|collision| writeln!(out, "{status}: {collision}"))?
        }
    }
    let engine = plan.solver.engine_for::<CELLS>();
    let kernel = if engine == plan.solver.engine() { plan.solver.kernel() } else { Kernel::Portable };
    let order = plan.solver.order();
    let steps = counted(outcome.steps, "step");
    match engine {
        Engine::Backtrack => {
            writeln!(out, "{steps} in {time:.1?} (engine {engine}, kernel {kernel}, order {order})")
        }
        _ => {
            let guesses = match outcome.guesses {
                1 => "1 guess".into(),
                guesses => format!("{guesses} guesses"),
            };
            writeln!(out, "{steps} and {guesses} in {time:.1?} (engine {engine}, kernel {kernel})")
        }
    }
}

/// Boards drawn side by side, as many as a terminal has room for.
struct Gallery<'a, W> {
    out: &'a mut W,
    /// The lines of the boards that stand side by side, all of the same width.
    waiting: Vec<Vec<String>>,
}

impl<W: Write> Gallery<'_, W> {
    /// Adds a board, below the others if there is no room beside them.
    fn hang<const CELLS: usize>(&mut self, title: String, board: &Board<CELLS>) -> io::Result<()> {
        let drawn = format!("{board:#}");
        let width = drawn.lines().next().map_or(0, str::len).max(TITLE_WIDTH);
        if (self.waiting.len() + 1) * (width + GAP) > WIDTH + GAP {
            self.show()?;
            writeln!(self.out)?;
        }
        let lines = iter::once(title.as_str()).chain(drawn.lines());
        self.waiting.push(lines.map(|line| format!("{line:width$}")).collect());
        Ok(())
    }

    /// Writes the boards that wait.
    fn show(&mut self) -> io::Result<()> {
        for line in 0..self.waiting.first().map_or(0, Vec::len) {
            let side_by_side: Vec<&str> = self.waiting.iter().map(|board| board[line].as_str()).collect();
            writeln!(self.out, "{}", side_by_side.join(&" ".repeat(GAP)).trim_end())?;
        }
        self.waiting.clear();
        Ok(())
    }
}
