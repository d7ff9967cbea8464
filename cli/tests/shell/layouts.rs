//! Boards of other layouts: `--layout`.

use crate::support::*;

const SIX: &str = ".2...441........16.....35....2....3.";
const SOLVED: &str = "325164416325253416164253531642642531";

#[test]
fn boards_of_other_layouts_are_solved_and_counted() {
    let out = |arguments: &[&str], input: &str| {
        let answer = run(arguments, input);
        (answer.code, answer.out)
    };
    assert_eq!(out(&["solve", "--layout", "6x6", SIX], ""), (Some(0), format!("{SOLVED} unique\n")));
    // A line with other fields, and one in groups; the good ones around a bad one are answered.
    let spaced =
        SIX.as_bytes().chunks(6).map(|row| std::str::from_utf8(row).unwrap()).collect::<Vec<_>>().join(" ");
    let lines = format!(
        "{SIX},mine\n\n{}\n{SIX}1\n!{}\n{}\n{spaced}\n",
        SIX.replacen('2', "7", 1),
        &SIX[1..],
        SIX.replacen('.', "2", 1)
    );
    let answer = run(&["solve", "-q", "--layout", "6x6", "--show", "solution,status"], &lines);
    let statuses: Vec<&str> = answer.out.lines().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(statuses, ["unique", "invalid", "invalid", "invalid", "invalid", "unique"], "{}", answer.out);
    assert_eq!(answer.code, Some(1));
    for reason in [
        "standard input:3:2: '7' is not valid on a 6x6 board",
        "standard input:4: expected 36 cells, found 37",
        "standard input:5:1: '!' is not valid",
        "standard input:6: a digit is twice",
    ] {
        assert!(run(&["solve", "--layout", "6x6"], &lines).err.contains(reason), "{reason}");
    }
    let drawn = "1. | ..\n.. | ..\n---+---\n.. | ..\n.. | .2";
    assert_eq!(out(&["solve", "--layout", "4x4+diagonal", drawn], "").1, "1234432121433412 multiple\n");
    assert_eq!(out(&["count", "--layout", "4x4", &".".repeat(16)], ""), (Some(0), "288\n".into()));
    assert_eq!(out(&["count", "--layout", "4x4", "--max", "10", &".".repeat(16)], "").1, "10+\n");
    let none = ["count", "--layout", "9x9", "--max", "0", &".".repeat(81)];
    assert_eq!(out(&none, ""), out(&["count", "--max", "0", &".".repeat(81)], ""));
    assert_eq!(out(&["count", "--layout", "boxes:1x4", &".".repeat(16)], "").1, "576\n");
    let limited = out(&["count", "--layout", "9x9", "--steps", "1000", &".".repeat(81)], "");
    assert!(limited.0 == Some(1) && limited.1.ends_with("+\n"), "{limited:?}");
    let late = run(&["count", "--layout", "16x16", "--timeout", "100ms", &".".repeat(256)], "");
    assert!(late.code == Some(1) && late.out.ends_with("+\n"), "{}", late.out);
    for (arguments, reason) in [
        (&["solve", "--layout", "7x8", "."][..], "expected a layout such as 6x6"),
        (&["solve", "--layout", "jigsaw:aaab", "."], "a side of 2"),
        (&["solve", "--layout", "6x6", "--format", "grid", SIX], "are not drawn"),
        (&["generate", "--layout", "6x6", "--technique", "x-wing"], "cannot be used with"),
        (&["generate", "--layout", "6x6", "--show", "puzzle,rating"], "only 9x9 puzzles"),
        (&["generate", "--layout", "6x6", "--where", "clues <= 9"], "conditions are for 9x9"),
        (&["generate", "--layout", "6x6", "--clues", "37"], "has 36 cells"),
    ] {
        let answer = run(arguments, "");
        assert!(answer.code == Some(2) && answer.err.contains(reason), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn puzzles_of_other_layouts_are_generated() {
    let generate = ["generate", "-q", "--layout"];
    let six = run(&[&generate[..], &["6x6", "-n", "20", "--seed", "1"]].concat(), "").out;
    assert_eq!(six.lines().next(), Some(SIX));
    let solved = run(&["solve", "-q", "--layout", "6x6", "--show", "status"], &six).out;
    assert_eq!(solved, "unique\n".repeat(20));
    assert_eq!(run(&[&generate[..], &["6x6", "-n", "20", "--seed", "1", "-j1"]].concat(), "").out, six);
    let shown = [&generate[..], &["6x6", "--seed", "1", "--show", "puzzle,solution"]].concat();
    assert_eq!(run(&shown, "").out, format!("{SIX} {SOLVED}\n"));
    let twelve = run(&[&generate[..], &["12x12+diagonal", "--seed", "4", "--clues", "70"]].concat(), "").out;
    assert_eq!(twelve.bytes().filter(u8::is_ascii_alphanumeric).count(), 70, "{twelve}");
}
