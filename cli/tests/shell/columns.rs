//! The columns of each command: what a record says was computed.

use std::collections::BTreeSet;

use crate::support::*;
use clap::ValueEnum;
use lanedoku_cli::commands::columns::{self, Columns};
use lanedoku_cli::output::Column;

/// The arguments of a command that answers puzzles of standard input, one record each.
fn call(columns: &Columns) -> Vec<&'static str> {
    match columns.command {
        "neighbours" => vec!["neighbours", "{-0+0}", "-q"],
        "generate" => vec!["generate", "-q", "--seed", "1"],
        name => vec![name, "-q"],
    }
}

fn computes(columns: &Columns, column: Column) -> bool {
    columns.all().any(|one| *one == column)
}

/// A column is computed, or refused by name with the list of those that are. Help lists the same.
#[test]
fn each_command_has_its_own_columns() {
    for columns in columns::ALL {
        let help = run(&[columns.command, "--help"], "").out;
        let every = || Column::value_variants().iter().copied();
        let names = every().filter(|&column| computes(columns, column));
        let computed: Vec<String> = names.map(|column| column.name().replace('_', "-")).collect();
        for column in every() {
            let name = column.name().replace('_', "-");
            let is_listed = help.contains(&format!("- {name}:"));
            assert_eq!(is_listed, computes(columns, column), "{} --help: {name}", columns.command);
            // The steps place digits, and remove nothing.
            let is_step = matches!(columns.command, "explain" | "hint" | "rate");
            let input = if is_step { format!("{EASY}\n") } else { format!("{HARD} {HARD_SOLUTION}\n") };
            let may_be_empty = matches!(
                column,
                Column::Eliminations | Column::Links | Column::Eureka | Column::Parts | Column::WrongClues
            );
            let answer = run(&[&call(columns)[..], &["--show", &name]].concat(), input);
            if is_listed {
                let first = answer.out.split(' ').next().unwrap_or("").trim_end();
                assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{} {name}", columns.command);
                let is_known = !matches!(first, "" | "-" | EMPTY);
                assert!(is_known || may_be_empty, "{} --show {name}: {}", columns.command, answer.out);
            } else {
                assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{} {name}", columns.command);
                assert!(answer.err.contains(&format!("'{name}'")), "{}", answer.err);
                for name in &computed {
                    assert!(answer.err.contains(name), "{}: {}", columns.command, answer.err);
                }
            }
        }
        // `--only` needs a status.
        let only = run(&[&call(columns)[..], &["--only", "unique"]].concat(), format!("{HARD}\n"));
        if computes(columns, Column::Status) {
            // A line for each step.
            let lines = if columns.command == "explain" { 135 } else { 1 };
            assert_eq!((only.code, only.out.lines().count()), (Some(0), lines), "{}", columns.command);
        } else {
            assert_eq!((only.code, only.out.as_str()), (Some(2), ""), "{}", columns.command);
            assert!(only.err.contains("'--only'"), "{}", only.err);
        }
    }
}

/// The condition that the help of a command shows as an example is one on its own columns.
#[test]
fn the_example_of_a_condition_is_accepted() {
    for columns in columns::ALL {
        let help = run(&[columns.command, "-h"], "").out;
        let (_, example) = help.split_once("such as \"").unwrap();
        let (example, _) = example.split_once('"').unwrap();
        let answer = run(&[&call(columns)[..], &["--where", example]].concat(), format!("{EASY}\n{HARD}\n"));
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{} {example}", columns.command);
        assert!(!answer.out.is_empty(), "{}", columns.command);
    }
}

/// A column of other commands only: the error names them.
#[test]
fn an_error_names_the_commands_that_have_a_column() {
    for (command, column, others) in [
        ("solve", "possible", "check"),
        ("shuffle", "count", "solve, count, check"),
        ("rate", "marks", "explain, hint"),
    ] {
        let answer = run(&[command, "--show", column], "");
        let tip = format!("  tip: commands with the column '{column}': {others}\n");
        assert_eq!((answer.code, answer.err.contains(&tip)), (Some(2), true), "{}", answer.err);
    }
    let answer = run(&["solve", "--show", "colour"], "");
    assert_eq!((answer.code, answer.err.contains("commands with")), (Some(2), false), "{}", answer.err);
}

/// A command that does not solve a board does not say how many solutions it has, in any format.
#[test]
fn no_status_of_a_board_that_was_not_solved() {
    let input = format!("puzzle\n{EMPTY}\n{NO_SOLUTION}\n{HARD}\n");
    for command in ["convert", "canonical", "shuffle", "enumerate"] {
        for format in ["line", "csv", "tsv", "json", "grid", "compact"] {
            let max = if command == "enumerate" { &["--max", "3"][..] } else { &[] };
            let answer = run(&[&[command, "-q", "--format", format], max].concat(), &input);
            for word in ["unique", "multiple", "none", "status"] {
                assert!(!answer.out.contains(word), "{command} {format}: {}", answer.out);
            }
        }
    }
    let answer = run(&["convert", "-q", "--format", "json"], format!("{EMPTY}\nno board\n"));
    let expected =
        format!("{{\"puzzle\":\"{EMPTY}\"}}\n{{\"puzzle\":\"no board\",\"status\":\"invalid\"}}\n");
    assert_eq!(answer.out, expected);
    // One solution may not be the only one.
    let list = run(&["enumerate", "-q", "--max", "1", "--summary"], EMPTY);
    assert_eq!(list.out, "stopped 1\ntotal 1\nrecords 1\n");
    let answer =
        run(&["count", "-q", "--max", "1", "--show", "count,status"], format!("{EMPTY}\n{NO_SOLUTION}\n"));
    assert_eq!(answer.out, "1+ stopped\n0 none\n");
}

#[test]
fn counts_and_solutions_are_true() {
    let input = format!("{HARD}\n{EMPTY}\n{NO_SOLUTION}\n");
    for command in [&["solve"][..], &["solve", "--max", "3"], &["check"]] {
        let answer = run(&[command, &["-q", "--show", "count"]].concat(), &input);
        let most = if command.len() > 1 { "3+" } else { "2+" };
        let counts: Vec<&str> = answer.out.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(counts, ["1", most, "0"], "{command:?}");
    }
    let json = run(&["check", "-q", "--format", "json", "--show", "count"], &input).out;
    assert_eq!(json, "{\"count\":1}\n{\"count\":\"2+\"}\n{\"count\":0}\n");
    // The number is not known at a limit.
    let limit = ["--max", "9", "--steps", "1", "--show", "status,count"];
    assert_eq!(solve(&limit, EMPTY).out, "limit -\n");

    let solutions = |arguments: &[&str], input: &str| {
        let answer = run(&[arguments, &["-q", "--show", "puzzle,solution"]].concat(), input);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        assert!(!answer.out.is_empty());
        for line in answer.out.lines() {
            let (puzzle, solution) = line.split_once(' ').unwrap();
            match puzzle.len() {
                81 => assert_eq!(solve(&[], puzzle).out, format!("{solution} unique\n")),
                _ => assert_eq!(solve(&["--from", "candidates"], puzzle).out, format!("{solution} unique\n")),
            }
        }
    };
    solutions(&["check"], HARD);
    solutions(&["generate", "-n", "3", "--seed", "4"], "");
    solutions(&["generate", "--grids", "--seed", "4"], "");
    solutions(&["generate", "--pencil-marks", "--seed", "4"], "");
    solutions(&["minimize"], HARD_SOLUTION);
    solutions(&["minimize", "--all"], HARD);
    solutions(&["neighbours", "{-1+1}", "--max", "5"], HARD);
    // The least of several.
    let least = run(&["check", "-q", "--show", "solution"], EMPTY);
    assert_eq!(least.out.split(' ').next(), solve(&[], EMPTY).out.split(' ').next());
}

/// No table and no object has two columns of one name, whatever the names of the input are.
#[test]
fn the_names_of_the_output_are_distinct() {
    const NAMES: [&str; 9] = [
        "status",
        "id",
        "id_2",
        "input_status",
        "input_status_2",
        "field4",
        "solution",
        "",
        "lanedoku_status",
    ];
    let mut random = 1_u64;
    for round in 0..60 {
        let names: Vec<&str> = (0..6)
            .map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                NAMES[(random >> 33) as usize % NAMES.len()]
            })
            .collect();
        let table = format!("puzzle,{}\n{EASY},1,2,3,4,5,6\n1,1,2,3,4,5,6\n", names.join(","));
        let command = [&["solve"][..], &["convert"], &["solve", "--show", "puzzle"]][round % 3];
        for format in ["csv", "json"] {
            let out = run(&[command, &["-q", "--format", format]].concat(), &table).out;
            // The names of a table, or of each object.
            let records: Vec<Vec<&str>> = match format {
                "csv" => vec![out.lines().next().unwrap().split(',').collect()],
                _ => out
                    .lines()
                    .map(|line| line.split(',').map(|pair| pair.split(':').next().unwrap()).collect())
                    .collect(),
            };
            for names_out in records {
                let distinct: BTreeSet<_> =
                    names_out.iter().map(|name| name.trim_start_matches('{')).collect();
                assert_eq!(distinct.len(), names_out.len(), "{command:?} {names:?}: {out}");
            }
        }
    }
    for format in ["csv", "tsv", "json"] {
        let twice = run(&["solve", "--show", "count,puzzle,count", "--format", format], EASY);
        assert_eq!((twice.code, twice.out.as_str()), (Some(2), ""));
        assert!(twice.err.contains("count"), "{}", twice.err);
    }
}
