//! The calls of `table.tsv`, which every language makes: `rate`, with the rating, pearl, diamond, hardest technique and
//! number of steps, or the status of a puzzle without one solution; and `hint`, with the technique and the sentence of
//! the first step of a puzzle with one solution, or `-`.
//!
//! After an intended change: `cargo test -p lanedoku-steps --test table -- --ignored`, and review the difference.

use std::fmt::Write;
use std::ops::ControlFlow;

use lanedoku::Grid;
use lanedoku_steps::{Explainer, PencilMarks};

/// The puzzles of the other table are asked, too.
const OTHERS: &str = include_str!("../../tests/agree/table.tsv");

/// Puzzles that need pairs, fish, wings, unique loops and chains.
const PUZZLES: [&str; 6] = [
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..",
    "...8......2..7.6..79.3.2...9....4.3.532....4.....2...7....6..9...1...2.835.......",
    "4.21...5....6.........283.........182..5.6..3.6..8.....23.4.8..9...6..75.........",
    "..6.14..9...6....2..8..2.1...49..5..8..5.1.67....6...85...4.....7.1...9...2..7...",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "7..6..4.8.3..9....5.....1...2...5....1.37....4....6...9....1..5.6..4...7..8.....3",
];

fn table() -> String {
    let mut out = String::new();
    let mut memory = Box::new_uninit();
    let explainer = Explainer::write_new(&mut memory);
    let others = OTHERS.lines().filter_map(|line| {
        let row: Vec<&str> = line.split('\t').collect();
        (row[0] == "possible").then(|| row[2])
    });
    for text in others.chain(PUZZLES) {
        let puzzle: Grid = text.parse().unwrap();
        let found = explainer.visit_steps(&puzzle, |_, _| ControlFlow::Continue(()));
        let rating = match &found {
            Err(status) => status.to_string(),
            Ok(found) => {
                let hardest = found.hardest.map_or("", |hardest| hardest.name());
                let levels = [found.level, found.pearl, found.diamond].map(|level| level.to_string());
                format!("{}\t{hardest}\t{}", levels.join("\t"), found.steps())
            }
        };
        writeln!(out, "rate\t9\t{text}\t{rating}").unwrap();
        if found.is_err() || puzzle.is_solved() {
            continue;
        }
        let hint = match explainer.next_step(&PencilMarks::new(&puzzle)) {
            Some(step) => format!("{}\t{step}", step.technique().name()),
            None => "-\t-".into(),
        };
        writeln!(out, "hint\t9\t{text}\t{hint}").unwrap();
    }
    out
}

#[test]
fn every_call_has_the_answer_of_the_table() {
    let (table, expected) = (table(), include_str!("table.tsv"));
    for (number, (found, expected)) in table.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", number + 1);
    }
    assert_eq!(table.lines().count(), expected.lines().count());
}

#[test]
#[ignore = "writes the table"]
fn update_the_table_of_steps() {
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/table.tsv"), table()).unwrap();
}
