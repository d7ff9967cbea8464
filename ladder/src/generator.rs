//! Generates the boards of the `boards` folder.

use crate::board::{Cells, box_of, column_of, print, row_of};
use crate::branchless::v6::V6;
use crate::rung::{Counted, run};
use std::ops::Range;
use testkit::puzzles::PuzzleGenerator;

/// A grid widely known as hard; all others here are generated.
pub const WELL_KNOWN: &str =
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

/// Generates a puzzle with about this many clues (0 for a minimal puzzle) that takes this many steps in row order.
pub fn puzzle(generator: &mut PuzzleGenerator, clues: usize, steps: Range<u64>) -> Cells {
    loop {
        let cells = generator.unique::<81>(clues);
        let mut watch = Counted::up_to(steps.end);
        run::<V6>(&print(&cells), &mut watch);
        if steps.contains(&watch.steps) {
            return cells;
        }
    }
}

/// Fills an open cell so that it collides in exactly the given units: row, column, box.
fn with_collision(clues: &Cells, units: [bool; 3]) -> Cells {
    let same_unit =
        |a: usize, b: usize| [row_of(a) == row_of(b), column_of(a) == column_of(b), box_of(a) == box_of(b)];
    for cell in (0..81).filter(|&cell| clues[cell] == 0) {
        for digit in 1..=9 {
            let mut collides = [false; 3];
            for peer in (0..81).filter(|&peer| clues[peer] == digit) {
                let shared = same_unit(cell, peer);
                collides = std::array::from_fn(|unit| collides[unit] | shared[unit]);
            }
            if collides == units {
                let mut cells = *clues;
                cells[cell] = digit;
                return cells;
            }
        }
    }
    unreachable!("a puzzle of some thirty clues has such a cell")
}

/// Generates new boards, by name. They change with the generator; the folder keeps those of the published tables.
pub fn boards() -> Vec<(&'static str, String)> {
    let mut generator = PuzzleGenerator::new(9);
    let easy = puzzle(&mut generator, 36, 200..400);
    let medium = puzzle(&mut generator, 30, 2_000..5_000);
    let hard = puzzle(&mut generator, 0, 20_000..40_000);
    let twice_hard = puzzle(&mut generator, 0, 40_000..80_000);
    let extra_hard = puzzle(&mut generator, 0, 400_000..600_000);
    let well_known = std::array::from_fn(|cell| WELL_KNOWN.as_bytes()[cell] - b'0');
    vec![
        ("invalid_character", print(&easy).replacen('.', "x", 1)),
        ("collision_in_row", print(&with_collision(&easy, [true, false, false]))),
        ("collision_in_column", print(&with_collision(&easy, [false, true, false]))),
        ("collision_in_box", print(&with_collision(&easy, [false, false, true]))),
        ("collision_in_row_and_column", print(&with_collision(&easy, [true, true, false]))),
        ("full", print(&generator.full_grid())),
        ("easy", print(&easy)),
        ("medium", print(&medium)),
        ("hard", print(&hard)),
        ("twice_hard", print(&twice_hard)),
        ("extra_hard", print(&extra_hard)),
        ("well_known", print(&well_known)),
    ]
}
