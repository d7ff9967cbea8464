//! The calls that every language makes, with the answers of the table in `tests/agree/table.tsv` and
//! `steps/tests/table.tsv`.

use crate::support::*;
use std::collections::BTreeMap;

/// The calls of the solver, and those of the steps.
const TABLE: &str =
    concat!(include_str!("../../../tests/agree/table.tsv"), include_str!("../../../steps/tests/table.tsv"));

/// Runs a command on records of one column, and returns the fields of its answers.
fn fields(arguments: &[&str], puzzles: &[&str]) -> Vec<Vec<String>> {
    let input = format!("puzzle\n{}\n", puzzles.join("\n"));
    let answer = run(&[arguments, &["-q", "--from", "csv", "--format", "csv"]].concat(), input);
    let rows: Vec<Vec<String>> =
        answer.out.lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect();
    assert_eq!(rows.len(), puzzles.len(), "{arguments:?}: {}", answer.err);
    rows
}

/// The rows of a call: the puzzles and the other arguments with the answers, by those arguments.
fn calls(
    name: &str,
    arguments: usize,
) -> BTreeMap<Vec<&'static str>, Vec<(&'static str, Vec<&'static str>)>> {
    let mut calls: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in TABLE.lines() {
        let mut row = line.split('\t');
        if row.next() == Some(name) {
            let (_side, puzzle) = (row.next(), row.next().unwrap());
            let others: Vec<&str> = row.by_ref().take(arguments).collect();
            calls.entry(others).or_default().push((puzzle, row.collect()));
        }
    }
    assert!(!calls.is_empty(), "{name}");
    calls
}

fn puzzles(rows: &[(&'static str, Vec<&'static str>)]) -> Vec<&'static str> {
    rows.iter().map(|(puzzle, _)| *puzzle).collect()
}

/// An option, unless its value is `-`.
fn option<'a>(name: &'a str, value: &'a str) -> Vec<&'a str> {
    if value == "-" { vec![] } else { vec![name, value] }
}

#[test]
fn solve_has_the_answers_of_the_table() {
    for (steps, rows) in calls("solve", 1) {
        for kernel in [&[][..], &["--kernel", "portable"]] {
            let call =
                [&["solve", "--show", "status,solution"], &option("--steps", steps[0])[..], kernel].concat();
            for (found, (puzzle, expected)) in fields(&call, &puzzles(&rows)).iter().zip(&rows) {
                let solution = if expected[1] == "-" { "" } else { expected[1] };
                assert_eq!(found, &[expected[0], solution], "{call:?} {puzzle}");
            }
        }
    }
}

#[test]
fn count_has_the_answers_of_the_table() {
    for (limits, rows) in calls("count", 2) {
        let (max, steps) = (option("--max", limits[0]), option("--steps", limits[1]));
        for threads in ["1", "3"] {
            let call = ["count", "--kernel", "portable", "--show", "status,count", "--threads", threads];
            let call = [&call, &max[..], &steps].concat();
            for (found, (puzzle, expected)) in fields(&call, &puzzles(&rows)).iter().zip(&rows) {
                let [status, number, exact] = expected[..] else { panic!("{expected:?}") };
                let cut = if exact == "true" { "" } else { "+" };
                let count = if status == "invalid" { String::new() } else { format!("{number}{cut}") };
                assert_eq!(found, &[status, &count], "{call:?} {puzzle}");
            }
        }
    }
}

#[test]
fn check_has_the_answers_of_the_table() {
    let possible = calls("possible", 0).remove(&vec![]).unwrap();
    let call = ["check", "--show", "status,possible"];
    for (found, (puzzle, expected)) in fields(&call, &puzzles(&possible)).iter().zip(&possible) {
        assert_eq!(found, expected, "{puzzle}");
    }
    let wrong = calls("wrong-clues", 0).remove(&vec![]).unwrap();
    let call = ["check", "--show", "status,wrong-clues"];
    for (found, (puzzle, expected)) in fields(&call, &puzzles(&wrong)).iter().zip(&wrong) {
        let cells = expected[1].split(',').filter_map(|cell| cell.parse().ok());
        let cells: Vec<String> =
            cells.map(|cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)).collect();
        assert_eq!(found, &[expected[0], &cells.join(" ")], "{puzzle}");
    }
    let redundant = calls("redundant", 0).remove(&vec![]).unwrap();
    let call = ["check", "--show", "minimal"];
    for (found, (puzzle, expected)) in fields(&call, &puzzles(&redundant)).iter().zip(&redundant) {
        let count = expected[0].split(',').filter(|&cell| cell != "-").count();
        let minimal = if count == 0 { "minimal".into() } else { count.to_string() };
        assert_eq!(found, &[minimal], "{puzzle}");
    }
}

#[test]
fn makers_have_the_answers_of_the_table() {
    for (name, most) in [("minimize", 1), ("shuffle", 2)] {
        for (arguments, rows) in calls(name, most) {
            // The index is the number of the record.
            for (puzzle, expected) in
                rows.iter().filter(|_| arguments.get(1).is_none_or(|&index| index == "0"))
            {
                let found = fields(&[name, "--show", "puzzle", "--seed", arguments[0]], &[puzzle]);
                assert_eq!(found, [[expected[0]]], "{name} {puzzle}");
            }
        }
    }
    for line in TABLE.lines().filter(|line| line.starts_with("generate")) {
        let row: Vec<&str> = line.split('\t').collect();
        let (seed, index, puzzle) = (row[2], row[3].parse::<usize>().unwrap(), row[4]);
        if index < 100 {
            let made = run(&["generate", "-q", "--seed", seed, "-n", &(index + 1).to_string()], "");
            assert_eq!(made.out.lines().nth(index), Some(puzzle), "{line}");
        }
    }
}

#[test]
fn steps_have_the_answers_of_the_table() {
    let rated = calls("rate", 0).remove(&vec![]).unwrap();
    let call = ["rate", "--show", "rating,pearl,diamond,hardest"];
    let rated: Vec<_> = rated.into_iter().filter(|(_, expected)| expected.len() > 1).collect();
    for (found, (puzzle, expected)) in fields(&call, &puzzles(&rated)).iter().zip(&rated) {
        let name = expected[3].replace(' ', "-").to_lowercase();
        assert_eq!(found, &[expected[0], expected[1], expected[2], &name], "{puzzle}");
    }
    for (puzzle, expected) in calls("hint", 0).remove(&vec![]).unwrap() {
        if expected[0] != "-" {
            let hint = run(&["hint", "-q", "--show", "sentence", puzzle], "");
            assert_eq!(hint.out.trim_end(), expected[1], "{puzzle}: {}", hint.err);
        }
    }
}
