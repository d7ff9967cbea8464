//! Solves an even-odd Sudoku, in which some cells must be even and others odd. Clues cannot express that, but pencil
//! marks can.
//!
//! ```sh
//! cargo run --release --example pencil_marks
//! ```

use lanedoku::Solver;

/// `e` is an even digit, `o` an odd one, `.` any digit; the others are clues.
const PUZZLE: [&str; 9] = [
    "e.eoo....",
    "..3..e1o.",
    "eo..9oe.3",
    "....o..o6",
    ".e.8.5.e.",
    "2e..e....",
    "5.oo7..ee",
    ".o8o..9..",
    "....oee.e",
];

/// The candidates of a cell: bit `d - 1` for digit `d`.
fn candidates(mark: u8) -> u16 {
    match mark {
        b'1'..=b'9' => 1 << (mark - b'1'),
        b'e' => 0b0_1010_1010,
        b'o' => 0b1_0101_0101,
        _ => 0b1_1111_1111,
    }
}

fn main() {
    let puzzle = PUZZLE.concat();
    let mut cells = [0; 81];
    for (cell, mark) in cells.iter_mut().zip(puzzle.bytes()) {
        *cell = candidates(mark);
    }
    for row in PUZZLE {
        println!("{row}");
    }

    let outcome = Solver::new().solve(&cells);
    println!("\n{}", outcome.status);
    if let Some(solution) = outcome.solution {
        println!("{solution:#}");
    }
}
