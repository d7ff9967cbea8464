//! Lists every solution of a puzzle, then counts the solutions of another up to a limit.
//!
//! ```sh
//! cargo run --release --example enumerate
//! ```

use std::error::Error;
use std::ops::ControlFlow;

use lanedoku::{Board4x4, Grid, Solver, Workspace};

fn main() -> Result<(), Box<dyn Error>> {
    let solver = Solver::new();

    let puzzle: Board4x4 = "1234............".parse()?;
    let tally = solver.visit(&puzzle, |solution| {
        println!("{solution}");
        // `Break` would stop the visit.
        ControlFlow::Continue(())
    });
    println!("{} solutions, {:?}\n", tally.solutions, tally.end);

    // The empty 9x9 board has 6,670,903,752,021,072,936,960 solutions, so the count needs a limit.
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    let tally = solver.count_with(&Grid::EMPTY, 1_000_000, workspace);
    println!("{} solutions, {:?}", tally.solutions, tally.end);
    Ok(())
}
