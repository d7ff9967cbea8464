//! A time limit ends the work on a puzzle, says so, and lets the next puzzle be answered.

mod support;

use support::{EMPTY, HARD, HARD_SOLUTION, puzzle, run};

const SLOW: &str = include_str!("../../tests/boards/slow_25x25.txt");

/// Each of these would run for years, or at least for longer. The second puzzle of each is answered.
#[test]
fn a_timeout_ends_the_work_on_a_puzzle() {
    let slow = SLOW.lines().next().unwrap();
    let full = &lanedoku::random_grid(1, 0).to_string();
    let easy = &String::from_utf8(puzzle(3, 1)).unwrap();
    let late = |what| format!("argument:1: the time limit was reached; there may be more {what}\n");
    let several = "argument:1: the puzzle has multiple solutions\n";
    let unrated = "argument:1: a limit on guesses, steps or time was reached\n";
    let solution = &format!("{HARD_SOLUTION}\n");
    for (command, timeout, puzzles, end, complaint) in [
        ("enumerate", "60ms", [EMPTY, HARD], &solution[..], late("solutions")),
        ("enumerate --engine backtrack", "60ms", [slow, HARD], solution, late("solutions")),
        ("check --engine backtrack --show status", "60ms", [slow, HARD], "limit\nunique\n", String::new()),
        ("minimize --all --show status", "60ms", [full, EMPTY], "multiple\n", late("puzzles") + several),
        ("neighbours {-9+8} --show status", "60ms", [full, EMPTY], "multiple\n", late("puzzles") + several),
        ("rate --show status,needs", "0.001ms", [HARD, easy], "unique singles\n", unrated.to_owned()),
    ] {
        let arguments =
            [&command.split(' ').collect::<Vec<_>>()[..], &["-q", "-j1", "--timeout", timeout], &puzzles];
        let answer = run(&arguments.concat(), "");
        assert_eq!((answer.code, &answer.err), (Some(1), &complaint), "{command}");
        assert!(answer.out.ends_with(end), "{command}: {:.500}", answer.out);
    }
}

#[test]
fn a_command_without_a_timeout_refuses_one() {
    for command in ["minimize", "generate", "shuffle"] {
        let answer = run(&[command, "--timeout", "1s"], "");
        assert_eq!(answer.code, Some(2), "{command}: {}", answer.err);
    }
}

/// The time limit plays no part where it is not reached.
#[test]
fn a_timeout_that_is_not_reached_changes_nothing() {
    let few = &lanedoku::random_grid(1, 0).to_string().replacen(['1', '2'], ".", 14);
    for command in
        ["enumerate", "check", "minimize --all --max 20", "neighbours {-1+1} --max 20", "rate --samples 3"]
    {
        let arguments: Vec<&str> = command.split(' ').chain(["-q", HARD, few]).collect();
        let limited = run(&[&arguments[..], &["--timeout", "1000h"]].concat(), "");
        let unlimited = run(&arguments, "");
        assert_eq!((&limited.code, &limited.out), (&unlimited.code, &unlimited.out), "{command}");
        assert!(!limited.out.is_empty(), "{command}");
    }
}
