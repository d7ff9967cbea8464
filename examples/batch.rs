//! Solves many 9x9 puzzles, one per line, from a file or from standard input (`-`), or three built-in puzzles
//! without an argument. Memory use is constant for files of any length.
//!
//! ```sh
//! cargo run --release --example batch -- puzzles.txt
//! ```

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use lanedoku::{Outcome, Solver, Workspace};

/// Puzzles per batch, enough to keep every lane busy.
const BATCH: usize = 1000;
const CELLS: usize = 81;

const BUILT_IN: &str = "\
4.2.9....8.15.62...59.8..6..7....4.6...6.53.7....7.5..32.8..9.5.14.5...2.8.4..731
....8..1....7.32...4..............435..23.6.........7..3.1...9...984...6764.....8
12345678.........9...............................................................
";

fn main() -> Result<(), Box<dyn Error>> {
    let input: Box<dyn BufRead> = match env::args().nth(1).as_deref() {
        None => Box::new(BUILT_IN.as_bytes()),
        Some("-") => Box::new(io::stdin().lock()),
        Some(path) => Box::new(BufReader::new(File::open(path)?)),
    };
    let mut lines = input.split(b'\n');
    let mut out = BufWriter::new(io::stdout().lock());

    let solver = Solver::new();
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    let mut outcomes = vec![Outcome::INVALID; BATCH];
    let mut puzzles = Vec::with_capacity(BATCH * CELLS);
    loop {
        puzzles.clear();
        for line in lines.by_ref().take(BATCH) {
            match line?.trim_ascii_end() {
                puzzle if puzzle.len() == CELLS => puzzles.extend_from_slice(puzzle),
                // Any other line becomes an invalid puzzle, so that the answers correspond to the lines.
                _ => puzzles.extend_from_slice(&[b'?'; CELLS]),
            }
        }
        let outcomes = &mut outcomes[..puzzles.len() / CELLS];
        if outcomes.is_empty() {
            break;
        }
        solver.solve_lines(&puzzles, CELLS, outcomes, workspace);
        for outcome in outcomes {
            match outcome.solution {
                Some(solution) => writeln!(out, "{solution} {}", outcome.status)?,
                None => writeln!(out, "{:.<CELLS$} {}", "", outcome.status)?,
            }
        }
    }
    Ok(out.flush()?)
}
