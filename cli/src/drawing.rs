//! Draws puzzles given as arguments, with their solutions and statuses.

use std::io::{self, Write};
use std::iter;
use std::ops::ControlFlow;

use lanedoku::{AnyBoard, AnyPuzzle, End, Engine, Kernel, Status};

use crate::commands::line_of;
use crate::messages::counted;
use crate::output::{CellStyle, SearchStats};
use crate::search::{PuzzleAnswer, PuzzleSearch, SearchSettings, visit};
use crate::totals::Totals;

/// The width of the drawing, in columns.
const WIDTH: usize = 80;
const GAP: usize = 5;
/// The smallest width of a board, so that its title fits.
const TITLE_WIDTH: usize = "solution 123".len();

#[derive(Clone, Copy)]
pub struct DrawOptions<'a> {
    /// Draw all solutions, not only the first.
    pub all: bool,
    /// Color the status.
    pub colored: bool,
    pub style: &'a CellStyle,
}

impl DrawOptions<'_> {
    /// Returns the name of a status, colored if requested.
    fn word(self, status: Status) -> String {
        let color = match status {
            Status::Unique => 32,
            Status::Multiple | Status::OutOfSteps | Status::Stopped => 33,
            Status::NoSolution | Status::Invalid => 31,
        };
        if self.colored { format!("\x1b[1;{color}m{status}\x1b[0m") } else { status.to_string() }
    }
}

/// Solves and draws puzzles.
pub fn draw(
    puzzles: &[AnyPuzzle],
    settings: &SearchSettings,
    options: DrawOptions<'_>,
    totals: &mut Totals,
    out: &mut impl Write,
) -> io::Result<()> {
    for puzzle in puzzles {
        if totals.puzzles() > 0 {
            writeln!(out)?;
        }
        draw_puzzle(puzzle, settings, options, totals, out)?;
    }
    out.flush()
}

fn counted_guesses(guesses: u64) -> String {
    match guesses {
        1 => "1 guess".into(),
        guesses => format!("{guesses} guesses"),
    }
}

/// Solves and draws one puzzle. Candidates are not drawn.
fn draw_puzzle(
    puzzle: &AnyPuzzle,
    settings: &SearchSettings,
    options: DrawOptions<'_>,
    totals: &mut Totals,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut row = BoardRow { out, style: options.style, boards: Vec::new() };
    if let Some(board) = puzzle.board() {
        row.add("puzzle".into(), board)?;
    }
    let PuzzleAnswer { status, solution, found, end, stats } = PuzzleSearch::finish(settings, puzzle, || {});
    if options.all {
        // The search has told how many solutions there are to list.
        let mut number = 0;
        let mut result = Ok(());
        let show = |solution: &AnyBoard| {
            number += 1;
            result = row.add(format!("solution {number}"), solution);
            if result.is_ok() && number < found { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        if found > 0 {
            visit(&settings.solver, puzzle, || true, show);
        }
        result?;
    } else if let Some(solution) = solution {
        row.add("solution".into(), &solution)?;
    }
    let draws_nothing = row.boards.is_empty();
    row.flush()?;
    if !draws_nothing {
        writeln!(out)?;
    }

    totals.count(status, status == Status::Unique, stats.steps);
    let word = options.word(status);
    match status {
        Status::Unique => writeln!(out, "{word}: exactly one solution")?,
        Status::Multiple if end == End::Exhausted => writeln!(out, "{word}: {found} solutions")?,
        Status::Multiple => writeln!(out, "{word}: {found} solutions or more")?,
        Status::NoSolution => writeln!(out, "{word}: no solution")?,
        Status::OutOfSteps | Status::Stopped => {
            let kind = if settings.timeout.is_some() { "time or step" } else { "step" };
            writeln!(out, "{word}: {kind} limit reached, {} so far", counted(found, "solution"))?
        }
        Status::Invalid => puzzle
            .board()
            .into_iter()
            .flat_map(AnyBoard::collisions)
            .try_for_each(|collision| writeln!(out, "{word}: {collision}"))?,
    }
    let SearchStats { steps, guesses, time } = stats;
    write!(out, "{}", counted(steps, "step"))?;
    let solver = &settings.solver;
    let engine = puzzle.board().map_or(Engine::Simd, |board| solver.engine().for_size(board.size()));
    if engine != Engine::Backtrack {
        write!(out, " and {}", counted_guesses(guesses))?;
    }
    write!(out, " in {time:.1?} (engine {engine}")?;
    if puzzle.board().is_some() {
        let kernel = if engine == solver.engine() { solver.kernel() } else { Kernel::Portable };
        write!(out, ", kernel {kernel}")?;
    }
    if engine == Engine::Backtrack {
        write!(out, ", order {}", solver.order())?;
    }
    writeln!(out, ")")
}

/// Boards drawn side by side, as many as fit the width.
struct BoardRow<'a, W> {
    out: &'a mut W,
    style: &'a CellStyle,
    /// The lines of each board.
    boards: Vec<Vec<String>>,
}

impl<W: Write> BoardRow<'_, W> {
    /// Adds a board; starts a new row of boards if this one is full.
    fn add(&mut self, title: String, board: &AnyBoard) -> io::Result<()> {
        let mut drawn = Vec::new();
        self.style.write_drawing(&line_of(board), &mut drawn);
        let drawn = String::from_utf8_lossy(&drawn);
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
