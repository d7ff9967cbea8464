//! Step counts: the steps and guesses of every engine on every kernel for fixed puzzles.
//!
//! A broken rule can leave all answers right: without it, the search finds the same solutions in more steps. So the
//! numbers are pinned. After an intended change of a rule or a guess, update them and review the difference:
//!
//! ```sh
//! cargo test --lib step_counts::update -- --ignored --nocapture
//! ```
//!
//! This writes the rows of the kernels that the machine has and keeps the others. It also prints the table, so the test
//! program can run on another machine, or on an emulated processor with AVX-512.

mod table;

use std::fmt::Write;
use std::sync::Mutex;

use table::TABLE;

use crate::batch::{self, BatchStorage, Bounds, CellEncoding, Puzzles, SOLVE};
use crate::kernel::{BatchKernel, SimdKernel};
use crate::{Engine, Grid, Kernel, Outcome, Solver};

/// Not in a box: it would be made on the stack, which is small on WebAssembly.
static MEMORY: Mutex<BatchStorage> = Mutex::new(BatchStorage::new());

/// Easy, minimal, 17 clues, hard, hardest; two solutions, none, very many, and a full board.
const PUZZLES: [&str; 24] = [
    "25...49....925.74..47.....26...2..14.72..3..95....92.69.514......17..4...34.65...",
    ".7..5934..43.....59..4.27..391..84.2...2.5.3.8.2....7.1.....8....6.73.147.....523",
    "..6.49...2..83..9........85.......41.91.5.82.32.......75........8..24..6...38.2..",
    "....245......5.6.3..3..8..29...72..4..2...7..3..49...16..9..3..4.5.3......924....",
    ".................1.....2.34.....42....1..3.....5.....6....1..7..2..6....48....5..",
    "........1.......23..4..5.........6...1.37.....3..2........1......5..68..8.6......",
    "7.8...3.....6.1...5.........4.....263...8.......1...9..9.2....4....7.5...........",
    "..3.5.4..7...6.....5.8...6.5....3..4.1..7..8.2..4....7.4...8.5.....4...9..6.1.2..",
    "....9.7..8....3.6.7.3....2...6.471............2.1....5.9.6........5..68...4....5.",
    "98.7..6..7.5.......4..5....3..8..9......2..1......13.42...8..93.7....2....92...6.",
    "98.76.5..5..4.89....4....8.7..9..3......2..6......4...1......3..59...1....71....5",
    "........1....23.4...2.54.....13...5..6......78...9.1....45...1..9....6..7.......8",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..",
    "8.........95.......76.........476982...512743...938165......516....2.497....5.238",
    "8.........95.......67.........624798...913245...758136....9.467...4.6982......513",
    "96.24.7...7...958....6.7.....5....7.6.1...2.4.2....3.....4.8....867...9...9.56.18",
    "..46...2.3...1......1....35.7..2...39.58.12.76...5..1.29....3......6...1.4...36..",
    "....7....32.495.........7.......7.9.7...1...6.....6.8.......6.1.....3...6........",
    ".................1.......3......425...6.......17....8.....7...64...6....9..8...1.",
    ".................................................................................",
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
];

/// The index of the empty board, whose solutions are also counted, up to [`MANY`].
const EMPTY: usize = 22;
/// The greatest number of solutions to count.
const MANY: u64 = 500;

/// Minimal pencil marks: nine characters for each cell, with a dot for each digit that is ruled out. If any dot is
/// replaced by its digit, there are several solutions.
const PENCIL_MARKS: [&str; 2] = [
    "12345.7891.34..7.9123...78912...6.8.12345.789123...78912.456789123.5.789123..6789\
     12345.7891234.6789.23456789123456789.234..7891.3.5.78.123456.89.....6.8.123.56789\
     123456789.2345.789.2.456.8.12.4.6.8..2.45..8..23456789123456789.234567891234.678.\
     ..345678912345.7.9..345678912.4.67891234567891...567891..45.7.912345.7891234..7..\
     1.3456789.234..789.234.6.8912345.789...4..789123.5678912.45.789.2345.7891234...89\
     ..3456789.234.6789..345678912345678912..5678.123.56789...45..8912345.78.123456789\
     1...5.7891234567891...567891234.678912345.789123...789...4...891234.67891234.6.89\
     1234567.9..345.7.9..34567.91234567.912.45.7.9123456789123456789.23456789123456789\
     1.3..6789123..6...1.3.56789123.56...123.56789123.567891234567891...5..89123..6.89",
    ".23456789.2.4.67.912345.78.1234..7891.34.6789123.5678912345.789.2.45.78.123.5678.\
     ...4.6...123456789.2345..89.2345....1.34567891234.6.8.12.45.789.2345678..2345.789\
     1234.678.12.4.678.1234.678.123..678912...67..12345678.1.345678.1..4.678912345678.\
     .234.6789.234567891234.67.9....567.91..45678912..567891..456..9123456789123456..9\
     1.34.6.89.234.67.912345678912.45.78912...6..912.45.7.91.34...8..2.456..9123456.8.\
     ..34.6....234567.912345678.12345678912.456..912.456789123456..9..34.....123456.89\
     1.3456..912..56...12..56.8912345678.1234.678912345678.12345.78912.4.67.9123456.89\
     123456789123456789.2..5678..234..7.912345678.1234567891234...8912345.7.912.456.8.\
     1.34.678.1...56...1.3.56.891.34567..1.34567891.3..67..1.3.5678.1.34.67.9123456789",
];

/// The step limit of each puzzle.
const STEP_LIMIT: u64 = 100_000;

/// Converts pencil marks to candidates.
fn candidates(marks: &str) -> [u16; 81] {
    let (cells, _) = marks.as_bytes().as_chunks::<9>();
    core::array::from_fn(|cell| {
        (0..9).fold(0, |digits, digit| digits | u16::from(cells[cell][digit] != b'.') << digit)
    })
}

/// Steps and guesses for each puzzle.
type StepsAndGuesses = Vec<[u64; 2]>;

/// Returns a row for each engine and kernel, or `None` in its place if the machine lacks the instructions.
fn rows() -> Vec<(String, Option<StepsAndGuesses>)> {
    let puzzles = PUZZLES.map(|puzzle| puzzle.parse::<Grid>().unwrap());
    let row =
        |outcomes: &[Outcome]| outcomes.iter().map(|outcome| [outcome.steps, outcome.guesses]).collect();
    let mut rows = vec![];
    for engine in [Engine::Simd, Engine::Propagate, Engine::Backtrack] {
        for &kernel in Kernel::of(engine) {
            let solver = Solver::builder().engine(engine).kernel(kernel).step_limit(STEP_LIMIT).build();
            // The batches below need the same kernels, and do not report them again.
            let solver = solver.inspect_err(|error| crate::checks::not_run(&error.to_string())).ok();
            let any = solver.map(|solver| solver.with_any_solution(true));
            let solve = |solver: Solver| row(&puzzles.map(|puzzle| solver.solve(&puzzle)));
            rows.push((format!("{engine:?} {kernel}"), any.map(solve)));
            rows.push((format!("Least solution, {engine:?} {kernel}"), solver.map(solve)));
            let count = |solver: Solver| {
                let tally = solver.count(&puzzles[EMPTY], MANY);
                vec![[tally.steps, tally.guesses]]
            };
            rows.push((format!("Counting, {engine:?} {kernel}"), solver.map(count)));
            if engine == Engine::Simd {
                let solve = |solver: Solver| row(&PENCIL_MARKS.map(|marks| solver.solve(&candidates(marks))));
                rows.push((format!("Pencil marks, {engine:?} {kernel}"), solver.map(solve)));
            }
        }
    }
    let in_lanes = Kernel::of(Engine::Simd).iter().map(|&kernel| match kernel {
        Kernel::Portable => ("arrays", Some(BatchKernel::Portable)),
        kernel => (kernel.name(), SimdKernel::new(kernel).ok().and_then(BatchKernel::of)),
    });
    for (name, kernel) in in_lanes {
        let solve = |kernel| {
            let text = PUZZLES.concat();
            let batch = Puzzles::Cells { bytes: text.as_bytes(), stride: 81, encoding: CellEncoding::Text };
            let mut outcomes = [Outcome::INVALID; PUZZLES.len()];
            let (memory, bounds) = (&mut MEMORY.lock().unwrap(), Bounds::ALL_MEMORY);
            batch::search::<SOLVE>(kernel, memory, (batch, &[]), &mut outcomes, bounds, &mut |_, _| {});
            row(&outcomes)
        };
        rows.push((format!("Batch {name}"), kernel.map(solve)));
    }
    rows
}

fn pinned(name: &str) -> Option<&'static [[u64; 2]]> {
    TABLE.iter().find(|row| row.0 == name).map(|row| row.1)
}

#[test]
fn steps_and_guesses_are_as_pinned() {
    let mut changed = vec![];
    for (name, row) in rows() {
        let Some(row) = row else { continue };
        if pinned(&name) != Some(&row[..]) {
            let sums = |row: &[[u64; 2]]| row.iter().fold([0, 0], |sum, n| [sum[0] + n[0], sum[1] + n[1]]);
            changed.push(format!(
                "{name}: {:?} steps and guesses, not {:?}",
                sums(&row),
                pinned(&name).map(sums)
            ));
        }
    }
    assert!(
        changed.is_empty(),
        "{changed:#?}\nif this is intended: cargo test --lib step_counts::update -- --ignored --nocapture"
    );
}

/// Computes the table, prints it, and writes it if the source file exists.
#[test]
#[ignore = "writes src/step_counts/table.rs"]
fn update() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/step_counts/table.rs");
    let mut text = String::from(
        "//! Made by `cargo test --lib step_counts::update -- --ignored --nocapture`.\n\n\
         /// By engine and kernel: the steps and the guesses for each puzzle.\n\
         #[rustfmt::skip]\n\
         pub(super) const TABLE: &[(&str, &[[u64; 2]])] = &[\n",
    );
    for (name, row) in rows() {
        let row = row.unwrap_or_else(|| pinned(&name).unwrap_or_default().to_vec());
        writeln!(text, "    (\"{name}\", &[").unwrap();
        for numbers in row.chunks(8) {
            let numbers: Vec<_> = numbers.iter().map(|numbers| format!("{numbers:?}")).collect();
            writeln!(text, "        {},", numbers.join(", ")).unwrap();
        }
        text.push_str("    ]),\n");
    }
    text.push_str("];\n");
    println!("{text}");
    if std::fs::metadata(file).is_ok() {
        std::fs::write(file, text).unwrap();
    }
}
