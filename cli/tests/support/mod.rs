//! Boards, and functions that run the program.

#![allow(dead_code, reason = "each test program uses a part")]

use std::io::{PipeWriter, Write};
use std::process::{Child, Command, Stdio};
use std::thread;

use lanedoku::Board;

pub const HARD: &str = lanedoku_cli::commands::HARD_GRID;

pub const HARD_SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
/// Singles are enough.
pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// No two clues collide, but the ninth cell has no candidate.
pub const NO_SOLUTION: &str =
    "12345678.........9...............................................................";
/// 1 and 1 in the first row.
pub const INVALID: &str = "1..1.............................................................................";
pub const EMPTY: &str = ".................................................................................";

/// The exit code of a program whose output nobody reads: 128 and the number of SIGPIPE.
pub const CLOSED_PIPE: i32 = 141;

pub struct Answer {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Returns a command that runs the program with pipes, in the folder of the boards.
pub fn program(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lanedoku"));
    program
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/boards"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    program
}

/// Runs a command of the shell in a new terminal, and returns its exit code and all that the terminal shows. `$LANEDOKU` is
/// the program. Returns `None`, and says so, if there is no `script`, of util-linux, to create a terminal.
pub fn at_terminal(command: &str) -> Option<(Option<i32>, String)> {
    let script = Command::new("script")
        .args(["--quiet", "--return", "--command", command, "/dev/null"])
        .env("LANEDOKU", env!("CARGO_BIN_EXE_lanedoku"))
        .env("SHELL", "/bin/sh")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/boards"))
        .stdin(Stdio::null())
        .output();
    match script {
        Ok(output) => Some((output.status.code(), String::from_utf8(output.stdout).unwrap())),
        Err(_) => {
            let lacking =
                if cfg!(windows) { "no terminal on Windows" } else { "no `script` on this machine" };
            let _ = writeln!(std::io::stderr(), "\nNOT RUN: {command}: {lacking}");
            None
        }
    }
}

/// A pipe whose reading end is closed.
pub fn unread_pipe() -> PipeWriter {
    std::io::pipe().unwrap().1
}

pub fn start(arguments: &[&str]) -> Child {
    program(arguments).spawn().unwrap()
}

/// Runs the program on `input`. It may stop reading early.
pub fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Answer {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref();
    let output = thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    Answer {
        code: output.status.code(),
        // A text that is not a puzzle is written as it was read.
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs `solve --quiet`, so that standard error contains only errors and warnings.
pub fn solve(arguments: &[&str], input: impl AsRef<[u8]>) -> Answer {
    run(&[&["solve", "--quiet"], arguments].concat(), input)
}

impl Answer {
    #[track_caller]
    pub fn expect(&self, code: i32, out: &str, err: &str) {
        assert_eq!((self.code, self.out.as_str(), self.err.as_str()), (Some(code), out, err));
    }

    /// Returns the words after the cells, line by line.
    pub fn words(&self) -> Vec<&str> {
        self.out.lines().map(|line| line.split_once(' ').unwrap().1).collect()
    }
}

pub fn dots(cells: usize) -> String {
    ".".repeat(cells)
}

/// Returns a full board that depends only on `order` and `number`; most numbers give different boards.
pub fn full_board(order: usize, number: usize) -> Vec<u8> {
    let side = order * order;
    let digit = |row: usize, column: usize| {
        let row = row / order * order + (row + number) % order;
        (order * (row % order) + row / order + column + number / order) % side
    };
    (0..side * side).map(|cell| b"123456789ABCDEFGHIJKLMNOP"[digit(cell / side, cell % side)]).collect()
}

/// Returns a puzzle with one solution: the full board with a diagonal of open cells.
pub fn puzzle(order: usize, number: usize) -> Vec<u8> {
    let side = order * order;
    let mut board = full_board(order, number);
    for row in 0..side {
        board[row * side + (row + number) % side] = b'.';
    }
    board
}

pub fn assert_solves<const CELLS: usize>(puzzle: &str, solution: &str) {
    let puzzle: Board<CELLS> = puzzle.parse().unwrap();
    let solution: Board<CELLS> = solution.parse().unwrap();
    assert!(solution.is_solution_of(&puzzle), "{solution} for {puzzle}");
}
