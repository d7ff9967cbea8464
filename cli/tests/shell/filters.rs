//! `--where`: records that meet a condition.

use crate::support::*;

/// Returns the lines of the records of a command on a hard puzzle, an empty board and a board without solution.
fn lines(arguments: &[&str]) -> (Option<i32>, Vec<u8>) {
    let input = format!("{HARD} a\n{EMPTY} b\n{NO_SOLUTION} c\nno board d\n");
    let answer = run(&[arguments, &["-q", "--show", "line"]].concat(), input);
    let line = |line: &str| line.bytes().next().unwrap();
    (answer.code, answer.out.lines().map(line).collect())
}

/// Filters do not change the exit code. A column need not be shown to be compared.
#[test]
fn records_are_filtered() {
    for (command, condition, code, expected) in [
        ("solve", "status = unique", 1, "1"),
        ("solve", "not status = unique", 1, "234"),
        ("solve", "status != unique and clues < 9", 1, "2"),
        ("solve", "guesses >= 0", 1, "123"),
        ("solve", "guesses > 0", 1, "12"),
        ("count", "clues = 9 or clues = 21", 1, "13"),
        ("check", "minimal = minimal", 1, "1"),
        ("check", "minimal >= 0", 1, "1"),
        // The empty board has a count that was cut off, at 2 or 9: it may be greater.
        ("check", "count = 2", 1, ""),
        ("check", "count >= 2", 1, "2"),
        ("solve", "count <= 5", 1, "13"),
        ("solve", "not count <= 5", 1, ""),
        ("count", "count <= 9", 1, "13"),
        ("count", "count != 9", 1, "13"),
        ("count", "count != 8", 1, "123"),
        ("count", "count < 9 or count >= 9", 1, "123"),
        ("count", "not count < 9", 1, "2"),
        ("convert", "line > 1 and line <= 2.5", 1, "2"),
        ("canonical", "clues > 81", 1, ""),
        ("rate", "needs = guesses", 1, "1"),
        ("rate", "needs < guesses", 1, ""),
        ("rate", "hardest > 1.2 and hardest >= full-house", 1, "1"),
        ("rate", "hardest = X-Wing or rating < 4", 1, ""),
        ("rate", "median-guesses >= least-guesses", 2, ""),
        ("enumerate", "needs = guesses", 2, ""),
    ] {
        let max = if command == "count" { &["--max", "9"][..] } else { &[] };
        let found = lines(&[&[command, "--where", condition], max].concat());
        assert_eq!(found, (Some(code), expected.into()), "{command} --where {condition:?}");
    }
}

/// The message names the place.
#[test]
fn an_error_names_the_place() {
    let answer = run(&["convert", "--where", "clues <= 24 & line = 1"], "");
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    assert!(
        answer.err.contains("character 13: expected `and`, `or` or the end, found `&`"),
        "{}",
        answer.err
    );
}

/// `generate` tries until a puzzle meets the condition, and says so if none does. A condition does not change the
/// puzzles that meet it at once.
#[test]
fn generated_puzzles_meet_the_condition() {
    let generate = |more: &[&str]| run(&[&["generate", "--seed", "5", "-q"], more].concat(), "");
    let all = generate(&["-n", "40", "--show", "puzzle,clues"]);
    let few = generate(&["-n", "40", "--show", "puzzle,clues", "--where", "clues <= 24", "-j3"]);
    assert_eq!((few.code, few.out.lines().count()), (Some(0), 40), "{}", few.err);
    let mut same = 0;
    for (one, other) in all.out.lines().zip(few.out.lines()) {
        let clues = |line: &str| line.rsplit_once(' ').unwrap().1.parse::<u32>().unwrap();
        assert!(clues(other) <= 24, "{other}");
        assert_eq!(one == other, clues(one) <= 24, "{one} {other}");
        same += usize::from(one == other);
    }
    assert!(0 < same && same < 40);
    let one = generate(&["-n", "40", "--show", "puzzle,clues", "--where", "clues <= 24", "-j1"]);
    assert_eq!(one.out, few.out);

    // The options are conditions, too.
    let shown = ["--show", "rating,hardest"];
    let hard = generate(&[&shown[..], &["--hardest", "2.6-3.0", "-n", "5"]].concat()).out;
    let same =
        generate(&[&shown[..], &["--where", "hardest >= 2.6 and rating <= 3.0", "-n", "5"]].concat()).out;
    assert!(hard == same && hard.lines().count() == 5, "{hard}{same}");
    let technique = generate(&[&shown[..], &["--technique", "Pointing", "-n", "2"]].concat()).out;
    assert_eq!(technique, "2.6 pointing\n2.6 pointing\n");

    // The first one, and what was tried. Rectangles with missing candidates are not on the scale.
    let first = run(&["generate", "--technique", "swordfish", "--seed", "1", "-v"], "");
    assert_eq!(
        first.out,
        ".....6.4.7..1...5.8257..9...3..1.27..........1...8...9..26....44.7.......1....8.. 3.8 swordfish\n"
    );
    assert!(first.err.contains(" puzzles tried, one in "), "{}", first.err);
    let made = generate(&["--technique", "unique-rectangle-4", "-n", "10"]).out;
    let puzzles: String = made.lines().map(|line| format!("{}\n", &line[..81])).collect();
    assert_eq!(run(&["rate", "-q", "--show", "puzzle,rating,hardest"], puzzles).out, made);

    let none = generate(&["--where", "clues = 81", "--attempts", "3"]);
    assert_eq!((none.code, none.out.as_str()), (Some(1), ""));
    assert!(
        none.err.starts_with(
            "lanedoku: puzzle 1: no suitable puzzle found in 3 attempts; --attempts allows more\n"
        ),
        "{}",
        none.err
    );
    for kind in ["--grids", "--pencil-marks"] {
        assert_eq!(generate(&[kind, "--where", "clues = 81"]).code, Some(2));
    }
    for left_out in [&["--technique", "ALS-XZ"][..], &["--technique", "unique-loop", "--no-uniqueness"]] {
        assert_eq!(generate(left_out).code, Some(2), "no puzzle could be found");
    }
}
