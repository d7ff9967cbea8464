//! Input and answers as streams: pipes that stay open, late answers, long inputs.

use std::io::{BufRead, BufReader, Write};

use crate::support::*;

/// A program that keeps the pipe open gets the answers to all that it sent, on one thread, also to a board that takes
/// longer than a file would wait for.
#[test]
fn a_slow_board_is_answered_while_its_pipe_stays_open() {
    for limit in [["--timeout", "300ms"], ["--steps", "300000"]] {
        let arguments = ["solve", "-q", "-j1", "--engine", "backtrack", "--show", "line,status"];
        let child = start(&[&arguments[..], &limit].concat());
        let mut stdin = child.stdin();
        let mut answers = BufReader::new(child.stdout()).lines();
        for line in 1..=3 {
            let (board, status) = if line == 2 { (HARD, "unique") } else { (slow(), "limit") };
            stdin.write_all(format!("{board}\n").as_bytes()).unwrap();
            // Without an answer, the test would wait, as the other program would.
            assert_eq!(answers.next().unwrap().unwrap(), format!("{line} {status}"), "{limit:?}");
        }
        drop(stdin);
        assert!(answers.next().is_none());
        assert_eq!(child.wait().code(), Some(1));
    }
}

/// The record of a late answer has the same fields as the others, and each record is where its puzzle was.
#[test]
fn late_answers_keep_their_fields() {
    let mut table = "id,puzzle,level\n".to_owned();
    let mut expected = String::new();
    for id in 0..40 {
        let is_slow = id % 5 == 2;
        let (board, status) = if is_slow { (slow(), "limit") } else { (HARD, "unique") };
        table += &format!("{id},{board},\"a, {id}\"\n");
        expected += &format!(
            "{{\"line\":{},\"status\":\"{status}\",\"id\":\"{id}\",\"level\":\"a, {id}\"}}\n",
            id + 2
        );
    }
    let arguments = [
        "solve",
        "-q",
        "--engine",
        "backtrack",
        "--steps",
        "300000",
        "--show",
        "line,status",
        "--format",
        "json",
    ];
    for threads in ["-j1", "-j2", "-j7"] {
        let answer = run(&[&arguments[..], &[threads]].concat(), &table);
        answer.expect(1, &expected, "");
        let unordered = run(&[&arguments[..], &[threads, "--unordered"]].concat(), &table);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&unordered.out), sorted(&expected));
    }
}

/// Answers that are written in several parts are counted once.
#[test]
fn a_large_enumeration_is_counted_once() {
    let answer = run(&["enumerate", "-v", "--max", "9000"], format!("{EMPTY}\n{EMPTY}\n"));
    assert_eq!((answer.code, answer.out.lines().count()), (Some(0), 18_000), "{}", answer.err);
    assert!(answer.err.contains("2 puzzles") && answer.err.contains("18,000 records"), "{}", answer.err);
}

/// Line numbers, over lines longer than a block, empty lines, other line ends, and many blocks.
#[test]
fn line_numbers_of_a_long_input() {
    let mut text = "\u{feff}".to_owned();
    let mut errors = String::new();
    for number in 0..4000 {
        let line = text.matches('\n').count() + 1;
        match number {
            _ if number % 1000 == 7 => {
                errors += &format!("standard input:{line}: the line is longer than 32768 bytes\n");
                text += &"8".repeat([32_769, 70_000, 131_072, 300_000][number / 1000]);
            }
            _ if number % 100 == 13 => {
                errors += &format!("standard input:{line}:9: 'y' is not valid on a 9x9 board\n");
                text += &HARD.replacen('0', "y", 8).replacen('y', "0", 7);
            }
            _ if number % 10 == 4 => text.push_str("# a comment\n\r\n"),
            _ => text += HARD,
        }
        text += if number % 3 == 0 { "\r\n" } else { "\n" };
    }
    for threads in ["-j1", "-j4"] {
        let answer = run(&["convert", "-q", threads, "--max-errors", "all", "--show", "line,puzzle"], &text);
        assert_eq!((answer.code, answer.err.as_str()), (Some(1), errors.as_str()));
        let board = HARD.replace('0', ".");
        let expected = text
            .split('\n')
            .enumerate()
            .filter(|(_, line)| line.trim_end().trim_start_matches('\u{feff}') == HARD);
        let expected: Vec<String> = expected.map(|(index, _)| format!("{} {board}", index + 1)).collect();
        let found: Vec<&str> = answer.out.lines().filter(|line| line.ends_with(&board)).collect();
        assert_eq!(found, expected);
    }
}
