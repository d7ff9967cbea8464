//! The C library with the feature `formats`, in a C program that reads every text of the table.

#![cfg(all(target_os = "linux", not(foreign)))]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

#[path = "support/c_library.rs"]
#[allow(dead_code, reason = "this program builds another library")]
mod c_library;

use c_library::succeed;
use testkit::texts;

/// Returns what the program prints for a text: a status, the boards, and a message.
fn run(program: &Path, side: &str, text: &str) -> Vec<String> {
    let mut child =
        Command::new(program).arg(side).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn every_text_of_the_table() {
    // Not optimised: it is built for this test alone.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formats");
    let arguments = [
        "build",
        "--locked",
        "-p",
        "liblanedoku",
        "--features",
        "formats",
        "--config",
        "profile.dev.debug=false",
    ];
    succeed(Command::new(env!("CARGO")).args(arguments).arg("--target-dir").arg(&target));
    let program = target.join("read_boards");
    succeed(
        Command::new("cc")
            .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-Iinclude", "tests/c/read_boards.c"])
            .arg(target.join("debug/liblanedoku.a"))
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program),
    );
    for case in texts::cases() {
        let found = run(&program, &case.side.to_string(), &case.text);
        match &case.expected {
            Ok(board) => assert_eq!(found, ["ok", board, ""], "{}", case.text),
            // A text may have any number of boards.
            Err(error) if error.contains("found another") => {
                assert!(found.len() > 3 || found[0] == "invalid", "{}", case.text);
            }
            Err(_) if case.text.is_empty() => assert_eq!(found, ["ok", ""]),
            Err(error) => {
                let (place, reason) = error.split_once(": ").unwrap();
                let message = format!("line {}: {reason}", place.replace(':', ", column "));
                assert_eq!(found, ["invalid", &message], "{}", case.text);
            }
        }
    }
}
