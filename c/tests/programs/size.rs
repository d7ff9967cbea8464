//! The size of a program that solves one puzzle, linked as the README links it, with the library as it is released.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::library::{BOUNDS, output_of, succeed};

/// Builds the release with these arguments, and the README's program with it. Returns the program.
fn built(name: &str, arguments: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = folder.join("library");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--release", "-p", "liblanedoku", "--target-dir"]).arg(&target);
    succeed(cargo.args(arguments));
    let readme = fs::read_to_string("../README.md").unwrap();
    let link = readme.lines().find(|line| line.starts_with("cc ") && line.contains("examples/c/solve.c"));
    let program = folder.join(name);
    let mut compiler = Command::new("cc");
    for word in link.expect("the command of the README").split(' ').skip(1) {
        match word {
            "target/release/liblanedoku.a" => compiler.arg(target.join("release/liblanedoku.a")),
            "target/solve" => compiler.arg(&program),
            _ => compiler.arg(word),
        };
    }
    succeed(compiler.current_dir(".."));
    program
}

/// The bytes of code and constants in a program.
fn code_size(program: &Path) -> usize {
    let table = output_of(Command::new("size").arg(program));
    let size = table.lines().nth(1).and_then(|line| line.split_whitespace().next()?.parse().ok());
    size.unwrap_or_else(|| panic!("{table}"))
}

/// Both libraries are built in one folder, so one after the other.
#[test]
fn a_small_program_is_small() {
    let all = built("solve-release", &[]);
    assert!(output_of(&mut Command::new(&all)).contains("unique"));
    let size = code_size(&all);
    assert!(size <= 450_000, "the program of the README has {size} bytes");

    let nine = built("solve-9x9-alone", &["--no-default-features"]);
    let size = code_size(&nine);
    assert!(size <= 300_000, "for 9x9 boards alone, it has {size} bytes");
    assert!(output_of(&mut Command::new(&nine)).contains("unique"));
    for other in ["1..4.........32.", &".".repeat(256), &".".repeat(625)] {
        let refused = BOUNDS.output(Command::new(&nine).arg(other), b"");
        assert_eq!(refused.status.code(), Some(2), "{other}");
        let reason = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(reason, "an option is unknown or contradicts another\n");
    }
}
