//! Boards, and functions that run the program.

use std::fs;
use std::io::PipeWriter;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lanedoku::Board;
use testkit::children::{self, Running, is_installed};

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

/// A 25x25 board that would take years.
pub fn slow() -> &'static str {
    include_str!("../../../tests/boards/slow_25x25.txt").lines().next().unwrap()
}

/// The exit code of a program whose output nobody reads: 128 and the number of SIGPIPE.
pub const CLOSED_PIPE: i32 = 141;

/// The program.
pub const LANEDOKU: &str = env!("CARGO_BIN_EXE_lanedoku");

/// The folder in which the program runs.
pub const BOARDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/boards");

pub struct Answer {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Returns a command with pipes, in the folder of the boards. `$LANEDOKU` is the program, and signals end it as usual.
fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(BOARDS).env("LANEDOKU", LANEDOKU);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    children::with_usual_signals(&mut command);
    command
}

/// Returns a command that runs the program.
pub fn program(arguments: &[&str]) -> Command {
    command(LANEDOKU, arguments)
}

/// Returns a command that runs a line of the shell.
#[cfg(unix)]
pub fn shell(line: &str) -> Command {
    command("sh", &["-c", line])
}

/// Runs a command on `input`, of which it may read a part.
pub fn answer(command: &mut Command, input: impl AsRef<[u8]>) -> Answer {
    let output = children::start(command).output(input.as_ref());
    Answer {
        code: output.status.code(),
        // A text that is not a puzzle is written as it was read.
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs a line of the shell in a new terminal, and returns its exit code and all that the terminal shows. Returns
/// `None`, and says so, if there is no `script`, of util-linux, to create a terminal.
pub fn at_terminal(line: &str) -> Option<(Option<i32>, String)> {
    if !is_installed("script") {
        let lacking = if cfg!(windows) { "no terminal on Windows" } else { "no `script` on this machine" };
        testkit::not_run(&format!("{line}: {lacking}"));
        return None;
    }
    let mut script = command("script", &["--quiet", "--return", "--command", line, "/dev/null"]);
    let answer = answer(script.env("SHELL", "/bin/sh").stdin(Stdio::null()), "");
    Some((answer.code, answer.out))
}

/// A pipe whose reading end is closed.
pub fn unread_pipe() -> PipeWriter {
    std::io::pipe().unwrap().1
}

/// Starts the program with pipes.
pub fn start(arguments: &[&str]) -> Running {
    children::start(&mut program(arguments))
}

/// Sends a signal to a child.
#[cfg(unix)]
pub fn send(signal: &str, child: &Running) {
    let sent = answer(&mut command("kill", &[&format!("-{signal}"), &child.id().to_string()]), "");
    assert_eq!(sent.code, Some(0), "{}", sent.err);
}

/// Runs the program on `input`. It may stop reading early.
pub fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Answer {
    answer(&mut program(arguments), input)
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

/// An empty folder, removed at the end of its test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::Builder::new().prefix("lanedoku-").tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Returns the names of its files, in order.
    pub fn names(&self) -> Vec<String> {
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut names: Vec<String> =
            fs::read_dir(self.path()).unwrap().map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }
}

pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
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
