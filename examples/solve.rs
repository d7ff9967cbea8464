//! Solves the 9x9 puzzle given as the argument, or a well-known hard one.
//!
//! ```sh
//! cargo run --release --example solve
//! ```

use std::env;
use std::error::Error;

use lanedoku::{Grid, Solver};

const WELL_KNOWN: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn main() -> Result<(), Box<dyn Error>> {
    let argument = env::args().nth(1);
    // A puzzle is one line of 81 characters, or a drawn board.
    let puzzle: Grid = argument.as_deref().unwrap_or(WELL_KNOWN).parse()?;
    println!("{puzzle:#}\n");

    let outcome = Solver::new().solve(&puzzle);
    if let Some(solution) = outcome.solution {
        println!("{solution:#}\n");
    }
    // An invalid board has equal clues in a row, column or box.
    for collision in puzzle.collisions() {
        println!("{collision}");
    }
    println!("{}, {} steps, {} guesses", outcome.status, outcome.steps, outcome.guesses);
    Ok(())
}
