//! Solves the puzzles of a file a number of times, one after another, for the count of instructions by `run.sh`.
//!
//! Usage: `instructions ENGINE KERNEL FILE PUZZLES TIMES`. Prints the number of puzzles, and their steps in one round.

use std::{env, fs};

use lanedoku::{Engine, Grid, Kernel, Solver};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [engine, kernel, file, puzzles, times] = &arguments[..] else { panic!("five arguments") };
    let engine = Engine::from_name(engine).expect("an engine");
    let kernel = Kernel::from_name(kernel).expect("a kernel");
    let solver = Solver::builder().engine(engine).kernel(kernel).build().expect("a kernel of the engine");
    let text = fs::read_to_string(file).expect("a file");
    let boards: Vec<Grid> = text
        .lines()
        .filter_map(|line| line.get(..81)?.parse().ok())
        .take(puzzles.parse().expect("a number"))
        .collect();
    let times: u64 = times.parse().expect("a number");
    let mut steps = 0;
    for _ in 0..times {
        for board in &boards {
            steps += solver.solve(board).steps;
        }
    }
    println!("puzzles {} steps {}", boards.len(), steps / times.max(1));
}
