//! End-to-end tests, from the command line to the output files, with solvers in a real shared library.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::LazyLock;

use clap::Parser;
use peers::arguments::Arguments;
use testkit::children;

/// `solver.c`, compiled to a shared library.
static LIBRARY: LazyLock<String> = LazyLock::new(|| {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runs/solver.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC"]);
    compiler.arg(source);
    placed("libsmall.so", |library| {
        let output = children::output(compiler.arg("-o").arg(library), b"");
        assert!(output.status.success(), "{compiler:?}: {}", String::from_utf8_lossy(&output.stderr));
    })
});

/// Returns the path of a file that only this process writes.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", process::id()))
}

/// Writes a file and returns its path. Another process may write and read the same file: it appears as a whole.
fn placed(name: &str, write: impl FnOnce(&Path)) -> String {
    let (written, file) = (scratch(name), Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    write(&written);
    fs::rename(written, &file).unwrap();
    file.into_os_string().into_string().unwrap()
}

/// A puzzle with one solution.
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The same puzzle with one clue fewer, which has eight solutions.
const EIGHT: &str = "53..7....6..195....9.....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Converts the clues of a puzzle to pencil marks.
fn pencil_marks(puzzle: &str) -> String {
    let cells = puzzle.chars().map(|clue| {
        let marks = ('1'..='9').map(|digit| if clue == '.' || clue == digit { digit } else { '.' });
        marks.collect::<String>()
    });
    cells.collect()
}

/// Writes a file of puzzles and returns its path.
fn file(name: &str, text: &str) -> String {
    placed(name, |file| fs::write(file, text).unwrap())
}

/// Runs the benchmark and returns its output or its error.
fn run(arguments: &[&str]) -> Result<String, String> {
    let arguments = Arguments::try_parse_from([&["peers", "--bench"], arguments].concat()).unwrap();
    let mut output = Vec::new();
    peers::run(&arguments, &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

/// Returns a library argument for a function of `solver.c`.
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
        &library("limit_1_only", "solve:1"),
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
        let (_, rest) = output.split_once(&format!("unique: {set} (3 puzzles)\n")).expect(set);
        let table = rest.split("\n\n").next().unwrap();
        assert!(table.ends_with(agreed), "{table}");
        let names = table.lines().skip(1).map(|line| line.trim_start().split("  ").next().unwrap());
        let names: Vec<&str> = names.collect();
        assert_eq!(names[..3], ["small", "limit_1_only", "crate sudoku"]);
        assert!(names.iter().filter(|name| name.starts_with("lanedoku ")).count() >= 3, "{names:?}");
    }

    let [csv, svg] = [csv, svg].map(|file| {
        let text = fs::read_to_string(&file).unwrap();
        fs::remove_file(file).unwrap();
        text
    });
    let (about, table): (Vec<&str>, Vec<&str>) = csv.lines().partition(|line| line.starts_with("# "));
    assert!(about[4].starts_with("# command: cargo bench -p peers --bench peers -- "), "{csv}");
    assert!(!about[4].contains('/'), "the path of a folder: {csv}");
    let rows: Vec<Vec<&str>> = table.iter().map(|line| line.split(',').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 13), "{csv}");
    let participants = output.matches("x  (").count();
    assert_eq!(rows.len(), 1 + participants);
    for row in rows.iter().filter(|row| row[3] == "crate sudoku") {
        assert_eq!(row[10..], ["1.000", "1.000", "1.000"], "the baseline's ratio to itself");
    }

    let chart = roxmltree::Document::parse(&svg).unwrap();
    let bars = chart.descendants().filter(|node| node.has_tag_name("rect")).count();
    assert_eq!(bars, 1 + participants, "a background and the bars");
}

#[test]
fn a_wrong_answer_ends_the_run_before_timing() {
    let one_only =
        run(&["--library", &library("one_only", "solve_one"), "--sample", "2", "--rounds", "1"]).unwrap_err();
    assert!(one_only.starts_with("two_or_more: "), "{one_only}");
    assert!(one_only.ends_with("2 solutions, 1 according to one_only"), "{one_only}");

    let swapped = run(&[
        "--library",
        &library("swapped", "solve_swapped"),
        "--test",
        "--job",
        "unique",
        "--sample",
        "2",
    ])
    .unwrap_err();
    assert!(swapped.starts_with("easy: "), "{swapped}");
    assert!(swapped.contains(": swapped: ") && swapped.ends_with(" is not a solution"), "{swapped}");
}

#[test]
fn puzzles_come_from_files() {
    let three = format!("# three\n{PUZZLE} named\n\n{}\n{PUZZLE}\n", "0".repeat(81));
    let output = run(&[&file("puzzles.txt", &three), "--test"]).unwrap();
    assert_eq!(
        output,
        "unique: puzzles: 3 puzzles, all agree: 0 without a solution, 2 with one, 1 with more\n"
    );

    let output = run(&[&file("marks.txt", &pencil_marks(PUZZLE)), "--test"]).unwrap();
    let agreed = "all agree: 0 without a solution, 1 with one, 0 with more";
    assert_eq!(output, format!("pencilmarks: marks: 1 puzzles, {agreed}\n"));

    let broken = file("broken.txt", &format!("{PUZZLE}\n{}\n", PUZZLE.replace('5', "x")));
    let error = run(&[&broken, "--test"]).unwrap_err();
    assert!(error.ends_with("broken.txt:2: not a puzzle"), "{error}");
    let mixed = file("mixed.txt", &format!("{}\n{PUZZLE}\n", pencil_marks(PUZZLE)));
    let error = run(&[&mixed, "--test"]).unwrap_err();
    assert!(error.ends_with("mixed.txt:2: not a puzzle"), "{error}");
}

#[test]
fn solvers_race_at_every_job() {
    let clues = file("clues.txt", &format!("{PUZZLE} 1\n{EIGHT} 8\n"));
    let marks = file("clues_as_marks.txt", &format!("{}\n{}\n", pencil_marks(PUZZLE), pencil_marks(EIGHT)));
    let mut arguments = vec![clues.as_str(), &marks, "--rounds", "1", "--without", "portable"];
    let (small, limit_1_only) =
        (library("small", "solve,show_all"), library("limit_1_only", "solve,show_all:1"));
    arguments.extend(["--library", &small, "--library", &limit_1_only]);
    for job in ["unique", "first", "count", "enumerate", "pencilmarks"] {
        arguments.extend(["--job", job]);
    }
    let output = run(&arguments).unwrap();
    for (job, set, unit, agreed) in [
        ("unique", "clues", "puzzles/s", "0 without a solution, 1 with one, 1 with more"),
        ("first", "clues", "puzzles/s", "0 without a solution, 2 with one or more"),
        ("count", "clues", "solutions/s", "9 solutions"),
        ("enumerate", "clues", "solutions/s", "9 solutions"),
        ("pencilmarks", "clues_as_marks", "puzzles/s", "0 without a solution, 1 with one, 1 with more"),
    ] {
        let (_, rest) = output.split_once(&format!("{job}: {set} (2 puzzles)\n")).expect(job);
        let table = rest.split("\n\n").next().unwrap();
        assert!(table.trim_start().starts_with(unit), "{table}");
        assert!(table.ends_with(&format!("all agree: {agreed}")), "{table}");
        for name in ["small ", "limit_1_only "] {
            assert!(table.contains(name), "{table}");
        }
        assert_eq!(table.contains("crate sudoku"), job != "pencilmarks", "{table}");
    }
}

#[test]
fn a_job_without_puzzles_or_solvers_is_rejected() {
    let clues = file("only_clues.txt", PUZZLE);
    let marks = file("only_marks.txt", &pencil_marks(PUZZLE));
    let lacking = library("small", "solve");
    for (arguments, expected) in [
        (&[&clues, "--job", "pencilmarks"][..], "only_clues.txt: no job applies to its puzzles"),
        (
            &[&clues, "--job", "count", "--job", "pencilmarks"],
            "--job pencilmarks: no file has puzzles for this job",
        ),
        (&[&clues, "--job", "count", "--only", "backtrack"], "--job count: no solver supports this job"),
        (
            &[&marks, "--rounds", "1", "--baseline", "crate sudoku"],
            "--baseline crate sudoku: does not support the job pencilmarks",
        ),
        (
            &["--job", "enumerate", "--library", &lacking],
            "--job enumerate: --library small has no ,ENUMERATE function",
        ),
    ] {
        let error = run(arguments).unwrap_err();
        assert!(error.ends_with(expected), "{arguments:?}: {error}");
    }
    // The library can do every other job, and jobs that were not requested explicitly are skipped.
    run(&["--test", "--library", &lacking, "--only", "small", "--sample", "1", "--job", "unique"]).unwrap();
    let all = run(&["--test", "--only", "backtrack", "--sample", "1"]).unwrap();
    assert!(all.contains("unique: easy") && all.contains("first: easy") && !all.contains("count"), "{all}");
}

#[test]
fn wrong_counts_and_wrong_solutions_are_found() {
    let counted = file("wrong_count.txt", &format!("{EIGHT} 9\n"));
    let error = run(&[&counted, "--job", "count", "--test"]).unwrap_err();
    assert!(error.ends_with("crate sudoku: 8 solutions, 9 according to the set"), "{error}");

    let counted = file("correct_count.txt", &format!("{EIGHT} 8\n"));
    let (right, wrong) = (library("right", "solve,show_all"), library("wrong", "solve,show_one"));
    let arguments = [&counted, "--test", "--job", "enumerate", "--library", &right, "--library", &wrong];
    let error = run(&arguments).unwrap_err();
    assert!(error.ends_with("wrong: the solutions are not those that right wrote"), "{error}");
}

#[test]
fn error_messages_name_the_missing_item() {
    for (arguments, expected) in [
        (&["--library", "nowhere.so:solve"][..], "nowhere.so: "),
        (&["--library", &format!("{}:sove", *LIBRARY)], "sove: "),
        (&["--library", &format!("{}:solve,show_al", *LIBRARY)], "show_al: "),
        (&["--baseline", "nobody"], "--baseline nobody: no such solver"),
        (&["--only", "nobody"], "no solver matches --only and --without"),
        (&["no-such-file.txt"], "no-such-file.txt: "),
        (
            &["--library", &library("one", "solve"), "--library", &library("one", "solve")],
            "two solvers have the name one",
        ),
    ] {
        let error = run(arguments).unwrap_err();
        assert!(error.starts_with(expected), "{arguments:?}: {error}");
    }
}
