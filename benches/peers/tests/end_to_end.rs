//! The whole way, from the command line to the files written, with solvers in a real shared library.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use clap::Parser;
use peers::arguments::Arguments;

/// `solver.c` as a shared library.
static LIBRARY: LazyLock<String> = LazyLock::new(|| {
    let library = scratch("libsmall.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solver.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC"]);
    let status = compiler.arg(source).arg("-o").arg(&library).status().unwrap();
    assert!(status.success(), "{compiler:?}");
    library.into_os_string().into_string().unwrap()
});

/// A file that a test may write.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs the benchmark; gives what it says, or complains of.
fn run(arguments: &[&str]) -> Result<String, String> {
    let arguments = Arguments::try_parse_from([&["peers", "--bench"], arguments].concat()).unwrap();
    let mut output = Vec::new();
    peers::run(&arguments, &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

/// A library's function as an argument.
fn library(name: &str, function: &str) -> String {
    format!("{name}={}:{function}", *LIBRARY)
}

#[test]
fn solvers_race_on_generated_puzzles() {
    let (csv, svg) = (scratch("figures.csv"), scratch("figures.svg"));
    let output = run(&[
        "--library",
        &library("small", "solve"),
        "--library",
        &library("reticent", "solve:1"),
        "--baseline",
        "crate sudoku",
        "--rounds",
        "1",
        "--sample",
        "3",
        "--csv",
        csv.to_str().unwrap(),
        "--svg",
        svg.to_str().unwrap(),
    ])
    .unwrap();
    for (set, agreed) in [
        ("minimal", "all agree: 0 without a solution, 3 with one, 0 with more"),
        ("two_or_more", "all agree: 0 without a solution, 0 with one, 3 with more"),
        ("no_solution", "all agree: 3 without a solution, 0 with one, 0 with more"),
    ] {
        let (_, rest) = output.split_once(&format!("{set} (3 puzzles)\n")).expect(set);
        let table = rest.split("\n\n").next().unwrap();
        assert!(table.ends_with(agreed), "{table}");
        let names = table.lines().skip(1).map(|line| line.trim_start().split("  ").next().unwrap());
        let names: Vec<&str> = names.collect();
        assert_eq!(names[..3], ["small", "reticent", "crate sudoku"]);
        assert!(names.iter().filter(|name| name.starts_with("lanedoku ")).count() >= 3, "{names:?}");
    }

    let csv = fs::read_to_string(csv).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 11), "{csv}");
    let contestants = output.matches("x  (").count();
    assert_eq!(rows.len(), 1 + contestants);
    for row in rows.iter().filter(|row| row[2] == "crate sudoku") {
        assert_eq!(row[8..], ["1.000", "1.000", "1.000"], "the baseline's ratio to itself");
    }

    let svg = fs::read_to_string(svg).unwrap();
    let chart = roxmltree::Document::parse(&svg).unwrap();
    let bars = chart.descendants().filter(|node| node.has_tag_name("rect")).count();
    assert_eq!(bars, 1 + contestants, "a background and the bars");
}

#[test]
fn a_lie_ends_the_run_before_the_clock_starts() {
    let hasty = run(&["--library", &library("hasty", "solve_hastily"), "--sample", "2"]).unwrap_err();
    assert!(hasty.starts_with("two_or_more: "), "{hasty}");
    assert!(hasty.ends_with("2 solutions, 1 according to hasty"), "{hasty}");

    let careless =
        run(&["--library", &library("careless", "solve_carelessly"), "--test", "--sample", "2"]).unwrap_err();
    assert!(careless.starts_with("easy: "), "{careless}");
    assert!(careless.contains(": careless: ") && careless.ends_with(" is no solution"), "{careless}");
}

#[test]
fn puzzles_come_from_files() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let file = scratch("puzzles.txt");
    fs::write(&file, format!("# three\n{puzzle} named\n\n{}\n{puzzle}\n", "0".repeat(81))).unwrap();
    let output = run(&[file.to_str().unwrap(), "--test"]).unwrap();
    assert_eq!(output, "puzzles: 3 puzzles, all agree: 0 without a solution, 2 with one, 1 with more\n");

    fs::write(&file, format!("{puzzle}\n{}\n", puzzle.replace('5', "x"))).unwrap();
    let error = run(&[file.to_str().unwrap(), "--test"]).unwrap_err();
    assert!(error.ends_with("puzzles.txt:2: no puzzle"), "{error}");
}

#[test]
fn what_is_missing_is_named() {
    for (arguments, complaint) in [
        (&["--library", "nowhere.so:solve"][..], "nowhere.so: "),
        (&["--library", &format!("{}:sove", *LIBRARY)], "sove: "),
        (&["--baseline", "nobody"], "--baseline nobody: no such solver"),
        (&["--only", "nobody"], "no solver of such a name"),
        (&["no-such-file.txt"], "no-such-file.txt: "),
        (
            &["--library", &library("one", "solve"), "--library", &library("one", "solve")],
            "two solvers are called one",
        ),
    ] {
        let error = run(arguments).unwrap_err();
        assert!(error.starts_with(complaint), "{arguments:?}: {error}");
    }
}
