//! `demo`: example commands and their output.

use std::io::{self, Write};
use std::time::Instant;

use lanedoku::{AnyBoard, AnyPuzzle, Size, Solver};
use lanedoku_steps::{Difficulty, Explainer, PencilMarks};

use crate::bench;
use crate::commands::HARD_GRID;
use crate::drawing::{self, DrawOptions};
use crate::messages::grouped;
use crate::output::CellStyle;
use crate::output::steps::word;
use crate::search::{PuzzleGoal, SearchSettings};
use crate::step_drawing::draw_step;
use crate::totals::Totals;

/// The number of puzzles to generate.
const GENERATED: usize = 2_000;

pub fn demo(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "$ lanedoku {HARD_GRID}\n")?;
    let settings =
        SearchSettings { solver: Solver::new(), goal: PuzzleGoal::Solve { max: 2 }, timeout: None };
    drawing::draw(
        &[AnyPuzzle::Board(AnyBoard::parse(HARD_GRID.as_bytes()).unwrap_or(AnyBoard::empty(Size::Nine)))],
        &settings,
        DrawOptions { all: false, colored: false, style: &CellStyle::default() },
        &mut Totals::default(),
        out,
    )?;

    let start = Instant::now();
    let made = bench::generated(GENERATED);
    let time = start.elapsed();
    writeln!(out, "\n$ lanedoku generate -n {GENERATED} --seed {} | head -3\n", bench::SEED)?;
    for puzzle in made.iter().take(3) {
        writeln!(out, "{puzzle}")?;
    }
    writeln!(
        out,
        "\n{} minimal puzzles in {time:.1?}: {} per second on one core",
        grouped(made.len() as u64),
        grouped((made.len() as f64 / time.as_secs_f64()) as u64)
    )?;

    if let Some(puzzle) = made.first() {
        writeln!(out, "\n$ lanedoku canonical {puzzle}\n\n{}", puzzle.canonical())?;
        let mut memory = Box::new_uninit();
        let explainer = Explainer::write_new(&mut memory);
        writeln!(out, "\n$ lanedoku rate {puzzle}\n")?;
        if let Ok(Difficulty { level, pearl, diamond, hardest, .. }) = explainer.difficulty(puzzle) {
            writeln!(out, "{puzzle} {level} {pearl} {diamond} {}", hardest.map_or("-", word))?;
        }
        writeln!(out, "\n$ lanedoku hint --strength why {puzzle}\n")?;
        let marks = PencilMarks::new(puzzle);
        if let Some(step) = explainer.next_step(&marks) {
            let mut drawing = String::new();
            draw_step(&marks, Some(&step), false, &mut drawing);
            write!(out, "{step}\n\n{drawing}")?;
        }
    }
    writeln!(out, "\nAll commands: lanedoku --help")?;
    out.flush()
}
