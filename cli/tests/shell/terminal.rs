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

/// After all other puzzles, the bar is for a large count. No line is longer than a terminal of 80 columns.
#[test]
fn progress_of_a_large_count() {
    let empty = dots(81);
    let call = format!(
        "stty cols 80; yes {HARD} | head -n 30000 > /tmp/$$; echo {empty} >> /tmp/$$; \
         $LANEDOKU count --timeout 3 /tmp/$$ -o /dev/null; rm /tmp/$$"
    );
    let Some((_, out)) = at_terminal(&call) else { return };
    let lines: Vec<&str> = out.split(['\r', '\n']).filter(|line| line.contains(" puzzles")).collect();
    // The last of them is followed by a message.
    let lines = &lines[..lines.len() - 2];
    assert!(lines.iter().any(|line| line.contains("of a large count, ")), "{out}");
    for line in lines {
        let shown =
            line.split('\u{1b}').map(|part| part.trim_start_matches(is_of_a_sequence)).collect::<String>();
        assert!(shown.chars().count() <= 80, "{shown}");
    }
}

/// The characters of a terminal's sequences.
fn is_of_a_sequence(character: char) -> bool {
    matches!(character, '[' | '0'..='9' | ';' | '?' | 'A' | 'J' | 'K' | 'm' | 'h' | 'l')
}
