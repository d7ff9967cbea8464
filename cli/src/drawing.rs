//! Draws puzzles given as arguments, with their solutions and statuses.

use std::io::{self, Write};
use std::iter;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use lanedoku::{Board, Engine, Kernel, Outcome, Status};
use lanedoku_formats::{InputFormat, Parsed, Puzzle, read, split_all};

use crate::commands::solve::SolveSettings;
use crate::commands::{FIRST_STEP_LIMIT, solve_and_count};
use crate::messages::counted;
use crate::totals::Totals;

/// The width of the drawing, in columns.
const WIDTH: usize = 80;
const GAP: usize = 5;
/// The smallest width of a board, so that its title fits.
const TITLE_WIDTH: usize = "solution 123".len();

#[derive(Clone, Copy, Default)]
pub struct DrawOptions {
    /// Draw all solutions, not only the first.
    pub all: bool,
    /// Color the status.
    pub colored: bool,
}

impl DrawOptions {
    /// Returns the name of a status, colored if requested.
    fn word(self, status: Status) -> String {
        let color = match status {
            Status::Unique => 32,
            Status::Multiple | Status::OutOfSteps => 33,
            Status::NoSolution | Status::Invalid => 31,
        };
        if self.colored { format!("\x1b[1;{color}m{status}\x1b[0m") } else { status.to_string() }
    }
}

/// Solves and draws the puzzles in `text`.
pub fn draw(
    text: &[u8],
    format: &InputFormat,
    settings: &SolveSettings,
    options: DrawOptions,
    totals: &mut Totals,
    out: &mut impl Write,
) -> io::Result<()> {
    for entry in split_all(text, format) {
        // Arguments with errors were rejected before.
        let Ok(Parsed { puzzle, .. }) = read(&entry, text, format) else { continue };
        if totals.puzzles() > 0 {
            writeln!(out)?;
        }
        match &puzzle {
            Puzzle::Four(board) => draw_board(board, settings, options, totals, out),
            Puzzle::Nine(board) => draw_board(board, settings, options, totals, out),
            Puzzle::Sixteen(board) => draw_board(board, settings, options, totals, out),
            Puzzle::TwentyFive(board) => draw_board(board, settings, options, totals, out),
            Puzzle::Candidates(candidates) => draw_candidates(candidates, settings, options, totals, out),
        }?;
    }
    out.flush()
}

fn draw_candidates(
    candidates: &[u16; 81],
    settings: &SolveSettings,
    options: DrawOptions,
    totals: &mut Totals,
    out: &mut impl Write,
) -> io::Result<()> {
    let start = Instant::now();
    let outcome = settings.solver.solve_candidates(candidates);
    let time = start.elapsed();
    let mut row = BoardRow { out, boards: Vec::new() };
    if let Some(solution) = &outcome.solution {
        row.add("solution".into(), solution)?;
        row.flush()?;
        writeln!(out)?;
    }
    let status = outcome.status;
    totals.count(status, status == Status::Unique, outcome.steps);
    let word = options.word(status);
    match status {
        Status::Unique => writeln!(out, "{word}: exactly one solution")?,
        Status::Multiple => writeln!(out, "{word}: 2 solutions or more")?,
        Status::OutOfSteps => writeln!(out, "{word}: step limit reached")?,
        _ => writeln!(out, "{word}: no solution")?,
    }
    let (steps, guesses) = (counted(outcome.steps, "step"), guesses(outcome.guesses));
    writeln!(out, "{steps} and {guesses} in {time:.1?} (engine {})", Engine::Simd)
}

fn guesses(guesses: u64) -> String {
    match guesses {
        1 => "1 guess".into(),
        guesses => format!("{guesses} guesses"),
    }
}

fn draw_board<const CELLS: usize>(
    puzzle: &Board<CELLS>,
    settings: &SolveSettings,
    options: DrawOptions,
    totals: &mut Totals,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut row = BoardRow { out, boards: Vec::new() };
    row.add("puzzle".into(), puzzle)?;
    let mut number = 0;
    let mut drawn = Ok(());
    let mut time_drawing = Duration::ZERO;
    let start = Instant::now();
    let visitor = |solution: &Board<CELLS>| {
        if options.all {
            let start = Instant::now();
            number += 1;
            drawn = row.add(format!("solution {number}"), solution);
            time_drawing += start.elapsed();
        }
        if drawn.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let (outcome, found) = match settings.timeout {
        None => solve_and_count(&settings.solver, settings.max, puzzle, visitor),
        Some(timeout) => solve_within(timeout, settings, puzzle, visitor),
    };
    let time = start.elapsed().saturating_sub(time_drawing);
    drawn?;
    match outcome.solution {
        Some(solution) if !options.all => row.add("solution".into(), &solution)?,
        _ => {}
    }
    row.flush()?;

    let status = outcome.status;
    totals.count(status, status == Status::Unique, outcome.steps);
    writeln!(out)?;
    let word = options.word(status);
    match status {
        Status::Unique => writeln!(out, "{word}: exactly one solution")?,
        Status::Multiple if found < settings.max => writeln!(out, "{word}: {found} solutions")?,
        Status::Multiple => writeln!(out, "{word}: {found} solutions or more")?,
        Status::NoSolution => writeln!(out, "{word}: no solution")?,
        Status::OutOfSteps => {
            let kind = if settings.timeout.is_some() { "time or step" } else { "step" };
            writeln!(out, "{word}: {kind} limit reached, {} so far", counted(found, "solution"))?
        }
        Status::Invalid => {
            puzzle.collisions().try_for_each(|collision| writeln!(out, "{word}: {collision}"))?
        }
    }
    let engine = settings.solver.engine_for::<CELLS>();
    let kernel = if engine == settings.solver.engine() { settings.solver.kernel() } else { Kernel::Portable };
    let order = settings.solver.order();
    let steps = counted(outcome.steps, "step");
    match engine {
        Engine::Backtrack => {
            writeln!(out, "{steps} in {time:.1?} (engine {engine}, kernel {kernel}, order {order})")
        }
        _ => {
            let guesses = guesses(outcome.guesses);
            writeln!(out, "{steps} and {guesses} in {time:.1?} (engine {engine}, kernel {kernel})")
        }
    }
}

/// Solves with increasing step limits until the timeout, and passes the solutions of the last search to `visitor`.
fn solve_within<const CELLS: usize>(
    timeout: Duration,
    settings: &SolveSettings,
    puzzle: &Board<CELLS>,
    mut visitor: impl FnMut(&Board<CELLS>) -> ControlFlow<()>,
) -> (Outcome<CELLS>, u64) {
    let start = Instant::now();
    let mut limit = FIRST_STEP_LIMIT;
    loop {
        let limited = settings.solver.with_step_limit(limit.min(settings.solver.step_limit()));
        let mut solutions = Vec::new();
        let (outcome, found) = solve_and_count(&limited, settings.max, puzzle, |solution| {
            solutions.push(*solution);
            ControlFlow::Continue(())
        });
        let spent = start.elapsed();
        let is_last = outcome.status != Status::OutOfSteps || limit >= settings.solver.step_limit();
        if is_last || spent >= timeout {
            let _ = solutions.iter().try_for_each(&mut visitor);
            return (outcome, found);
        }
        // Estimates the number of steps for the remaining time.
        let left = (timeout - spent).as_secs_f64() / spent.as_secs_f64().max(1e-6);
        limit = (limit as f64 * left.clamp(0.1, 4.0)).max(1000.0) as u64;
    }
}

/// Boards drawn side by side, as many as fit the width.
struct BoardRow<'a, W> {
    out: &'a mut W,
    /// The lines of each board.
    boards: Vec<Vec<String>>,
}

impl<W: Write> BoardRow<'_, W> {
    /// Adds a board; starts a new row of boards if this one is full.
    fn add<const CELLS: usize>(&mut self, title: String, board: &Board<CELLS>) -> io::Result<()> {
        let drawn = format!("{board:#}");
        let width = drawn.lines().next().map_or(0, str::len).max(TITLE_WIDTH);
        if (self.boards.len() + 1) * (width + GAP) > WIDTH + GAP {
            self.flush()?;
            writeln!(self.out)?;
        }
        let lines = iter::once(title.as_str()).chain(drawn.lines());
        self.boards.push(lines.map(|line| format!("{line:width$}")).collect());
        Ok(())
    }

    /// Writes the boards of this row.
    fn flush(&mut self) -> io::Result<()> {
        for line in 0..self.boards.first().map_or(0, Vec::len) {
            let side_by_side: Vec<&str> = self.boards.iter().map(|board| board[line].as_str()).collect();
            writeln!(self.out, "{}", side_by_side.join(&" ".repeat(GAP)).trim_end())?;
        }
        self.boards.clear();
        Ok(())
    }
}
