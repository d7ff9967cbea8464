//! At a terminal: headers, summaries and progress. `script` makes the terminals.

use crate::support::*;
use lanedoku::Grid;

#[test]
fn a_built_in_puzzle_at_a_terminal() {
    let Some((code, out)) = at_terminal("$LANEDOKU solve") else { return };
    let grid: Grid = HARD.parse().unwrap();
    let first_row = format!("{grid:#}").lines().next().unwrap().to_owned();
    assert!(out.contains("no puzzle given") && out.contains(&first_row), "{out}");
    // In green, because this is a terminal.
    assert!(out.contains("\u{1b}[1;32munique\u{1b}[0m: exactly one solution"), "{out}");
    assert_eq!(code, Some(0));
    // Without color where the environment says so, unless the call asks for it.
    let (_, plain) = at_terminal("NO_COLOR=1 $LANEDOKU solve").unwrap();
    assert!(plain.contains("unique: exactly one solution") && !plain.contains('\u{1b}'), "{plain}");
    let (_, colored) = at_terminal("NO_COLOR=1 $LANEDOKU solve --color always").unwrap();
    assert!(colored.contains('\u{1b}'), "{colored}");
}

/// Numbers have names at a terminal, and only there.
#[test]
fn columns_have_names_at_a_terminal() {
    let rating = "# puzzle rating pearl diamond hardest";
    for (command, header) in [
        ("rate", rating),
        ("check", "# puzzle status minimal correct"),
        ("solve --show status,steps", "# status steps"),
        ("solve", ""),
        ("count", ""),
        ("rate --format json", ""),
    ] {
        let call = format!("$LANEDOKU {command} -q lines_9x9.txt");
        let Some((code, out)) = at_terminal(&call) else { return };
        let first = out.lines().next().unwrap();
        let expected = if header.is_empty() { !first.starts_with('#') } else { first == header };
        assert!(expected, "{command}: {out}");
        assert!(code.is_some_and(|code| code < 2), "{out}");
        // In a pipe.
        let (_, piped) = at_terminal(&(call + " | cat")).unwrap();
        assert!(!piped.contains('#'), "{command}: {piped}");
    }
}

/// A summary comes where a person looks, once.
#[test]
fn a_summary_at_a_terminal() {
    let Some((_, out)) = at_terminal("$LANEDOKU solve lines_9x9.txt") else { return };
    assert!(out.contains("lanedoku: 6 puzzles in "), "{out}");
    let pipe = "$LANEDOKU convert lines_9x9.txt | $LANEDOKU shuffle | $LANEDOKU solve";
    let answer = answer(&mut shell(pipe), "");
    assert_eq!((answer.out.len(), answer.err.len()), (6 * 89, 0));
}

/// Progress is shown with `-o`, too. Work that goes on is not said to be done.
#[test]
fn progress_with_an_output_file() {
    let slow = "--engine backtrack --timeout 2500ms slow_25x25.txt lines_9x9.txt";
    let Some((code, out)) = at_terminal(&format!("$LANEDOKU solve {slow} -o /dev/null")) else { return };
    assert!(out.contains(" puzzles, ") && out.contains("99%") && out.contains("finishing"), "{out}");
    assert!(!out.contains("100%") && !out.contains(" 0s "), "{out}");
    assert_eq!(code, Some(1));
    let (_, out) = at_terminal(&format!("$LANEDOKU solve {slow} --steps 1 -o /dev/null")).unwrap();
    assert!(!out.contains('%'), "{out}");
}
