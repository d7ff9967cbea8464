//! A time limit ends the work on a puzzle, says so, and lets the next puzzle be answered.

use crate::support::*;
use lanedoku::{Grid, Solver};
use lanedoku_cli::divided_count::{self, DividedCount, PartTurn};
use lanedoku_cli::search::{PuzzleGoal, SearchSettings};

/// Each of these would run for years, or at least for longer. The second puzzle of each is answered.
#[test]
fn a_timeout_ends_the_work_on_a_puzzle() {
    let slow = slow();
    let full = &lanedoku::random_grid(1, 0).to_string();
    let easy = &String::from_utf8(puzzle(3, 1)).unwrap();
    let few = "1..........2..........3..........4..........5..........6..........7..........8...";
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
        ("rate --show status,needs", "0.000001ms", [HARD, easy], "unique singles\n", unrated.to_owned()),
        ("minimize --show status", "0.000001ms", [full, full], "limit\nlimit\n", unrated.repeat(2)),
        ("explain", "0.000001ms", [HARD, EASY], "", late("steps").repeat(2)),
        ("hint", "0.000001ms", [HARD, EASY], "", late("steps").repeat(2)),
        // Nothing follows, which takes seconds to find out.
        ("hint --no-uniqueness", "20ms", [few, EASY], "Look at box 2.\n", late("steps")),
    ] {
        let arguments =
            [&command.split(' ').collect::<Vec<_>>()[..], &["-q", "-j1", "--timeout", timeout], &puzzles];
        let answer = run(&arguments.concat(), "");
        assert_eq!((answer.code, &answer.err), (Some(1), &complaint), "{command}");
        assert!(answer.out.ends_with(end), "{command}: {:.500}", answer.out);
        // The first puzzle alone is no success either.
        let alone = run(&arguments.concat()[..arguments.concat().len() - 1], "");
        assert_eq!(alone.code, Some(1), "{command}");
    }
}

/// The search for a puzzle of 17 clues would take years, and no puzzle takes so many guesses.
#[test]
fn a_timeout_ends_the_search_for_a_puzzle() {
    let late = |number| {
        format!("lanedoku: puzzle {number}: no suitable puzzle found within the time limit of --timeout\n")
    };
    for wanted in ["--clues 17 -j2", "--guesses 99999 --attempts all -j1"] {
        let arguments = format!("generate -q -n 2 --seed 1 --timeout 40ms {wanted}");
        let answer = run(&arguments.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((answer.code, answer.out.as_str()), (Some(1), ""), "{wanted}");
        assert_eq!(answer.err, late(1) + &late(2), "{wanted}");
    }
}

/// A count that is stopped says how much of the search is done.
#[test]
fn a_stopped_count_says_how_much_is_done() {
    for (threads, options, part) in [
        ("-j1", &[][..], " after less than 0.01% of the search"),
        ("-j3", &[], " after less than 0.01% of the search"),
        // A count that is not divided.
        ("-j1", &["--steps", "1000000000000"], ""),
    ] {
        let arguments = [&["count", "-q", threads, "--timeout", "2s"], options, &[EMPTY]].concat();
        let answer = run(&arguments, "");
        let counted = answer.out.strip_suffix("+\n").filter(|_| answer.code == Some(1));
        let message = format!("argument:1: the time limit was reached{part}; ");
        let found =
            answer.err.strip_prefix(&message).and_then(|end| end.strip_suffix(" solutions found so far\n"));
        let found = found.unwrap_or_else(|| panic!("{}", answer.err)).replace(',', "");
        assert!(found.parse::<u64>().unwrap() > 1000, "{}", answer.err);
        assert_eq!(counted, Some(&*found), "{}", answer.out);
    }
}

/// The share of a divided count rises from 0 to 1, whatever the order of the parts.
#[test]
fn the_parts_of_a_count_tell_how_much_is_done() {
    let board: Grid = format!("{}{}", &HARD_SOLUTION[..41], ".".repeat(40)).parse().unwrap();
    let solver = Solver::new();
    let settings = SearchSettings { solver, goal: PuzzleGoal::Count { max: u64::MAX }, timeout: None };
    // One that has ended before is not told of.
    drop(DividedCount::divide(settings, &board.into()));
    let mut parts = DividedCount::divide(settings, &board.into());
    assert!(parts.len() >= 256, "{}", parts.len());
    // The last first, and in between.
    parts.reverse();
    let half = parts.len() / 2;
    parts.rotate_left(half);
    let mut last = 0.0;
    let mut end = None;
    for part in parts {
        let mut search = None;
        let turn = loop {
            match divided_count::take_turn(&part, &mut search) {
                PartTurn::Unfinished => {}
                turn => break turn,
            }
        };
        let share = divided_count::share_of_first().unwrap();
        assert!(share > last && share < 1.0 + 1e-9, "{last} {share}");
        last = share;
        if let PartTurn::AllEnded(answer, share) = turn {
            end = Some((answer.found, share));
        }
    }
    let (found, share) = end.unwrap();
    assert!((share - 1.0).abs() < 1e-9, "{share}");
    assert_eq!(found, solver.count(&board, u64::MAX).solutions);
}

#[test]
fn a_command_without_a_timeout_refuses_one() {
    for command in ["canonical", "convert", "shuffle", "generate --grids", "generate --pencil-marks"] {
        let command: Vec<&str> = command.split(' ').collect();
        let answer = run(&[&command[..], &["--timeout", "1s"]].concat(), "");
        assert_eq!(answer.code, Some(2), "{command:?}: {}", answer.err);
    }
}

/// The time limit plays no part where it is not reached.
#[test]
fn a_timeout_that_is_not_reached_changes_nothing() {
    let few = &lanedoku::random_grid(1, 0).to_string().replacen(['1', '2'], ".", 14);
    for command in [
        "enumerate",
        "check",
        "minimize --seed 5 --show puzzle,status",
        "minimize --all --max 20",
        "neighbours {-1+1} --max 20",
        "rate --samples 3",
        "explain",
        "hint --strength why --format csv",
    ] {
        let arguments: Vec<&str> = command.split(' ').chain(["-q", HARD, few]).collect();
        let limited = run(&[&arguments[..], &["--timeout", "1000h"]].concat(), "");
        let unlimited = run(&arguments, "");
        assert_eq!((&limited.code, &limited.out), (&unlimited.code, &unlimited.out), "{command}");
        assert!(!limited.out.is_empty(), "{command}");
    }
    for wanted in ["-n 300", "-n 3 --clues 24", "-n 2 --needs guesses"] {
        let arguments = format!("generate -q --seed 4 {wanted}");
        let unlimited = run(&arguments.split(' ').collect::<Vec<_>>(), "");
        let limited = run(&format!("{arguments} --timeout 1000h").split(' ').collect::<Vec<_>>(), "");
        assert_eq!((limited.code, &limited.out), (Some(0), &unlimited.out), "{wanted}");
    }
}
