//! Reads the code that the compiler makes of the loop in Rust, for several processors: it must not branch on the
//! direction, forward or back. That branch would go wrong half of the time.

#![cfg(not(any(foreign, target_family = "wasm")))]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use testkit::{children, not_run};

/// The loop's file in a crate of its own, with the types that it uses: those of `src/backtrack/mod.rs`.
const ALONE: &str = r#"
#![no_std]
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub struct Cell { pub units: [u8; 4], pub tried: u32, pub is_peer: [u32; 2] }
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub struct Lookahead { pub remaining: u32, pub next_free: u32, pub second_free: u32 }
#[repr(C, align(32))]
pub struct OpenCell { pub lookahead: core::mem::MaybeUninit<Lookahead>, pub cell: Cell }
pub const MASKS: usize = 256;
#[path = "FILE"]
mod portable;
pub unsafe fn run(records: &mut [OpenCell], free: &mut [u32; MASKS], position: usize, limit: u64) -> (usize, u64) {
    unsafe { portable::run(records, free, position, limit) }
}
"#;

/// Whether an instruction is a branch.
fn is_branch(processor: &str, instruction: &str) -> bool {
    match processor {
        "x86_64" => instruction.starts_with('j'),
        "aarch64" => {
            matches!(instruction, "b" | "cbz" | "cbnz" | "tbz" | "tbnz") || instruction.starts_with("b.")
        }
        "riscv64gc" => instruction.starts_with('b') || matches!(instruction, "j" | "jr"),
        _ => matches!(instruction, "br" | "br_if" | "br_table" | "if"),
    }
}

/// Returns the branches in the loop: from the place where a branch goes back to, up to the last such branch.
fn branches<'a>(processor: &str, code: &'a str) -> Vec<&'a str> {
    let lines: Vec<&str> = code.lines().map(str::trim).collect();
    let (mut first, mut last) = (usize::MAX, 0);
    for (at, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["loop", ..] => first = first.min(at),
            ["end_loop", ..] => last = at,
            [instruction, .., label] if is_branch(processor, instruction) => {
                let label = format!("{label}:");
                if let Some(target) = lines[..at].iter().position(|line| line.starts_with(&label)) {
                    (first, last) = (first.min(target), at);
                }
            }
            _ => {}
        }
    }
    assert!(first < last, "no loop in the code for {processor}:\n{code}");
    let inside = lines[first..=last].iter();
    inside
        .copied()
        .filter(|line| line.split_whitespace().next().is_some_and(|first| is_branch(processor, first)))
        .collect()
}

/// Returns the assembly of a source for a target, or `None` if the compiler lacks its core library.
fn code(target: &str, source: &Path) -> Option<String> {
    let rustc = || Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    let listed = children::output(rustc().args(["--print", "target-libdir", "--target", target]), b"");
    if !Path::new(String::from_utf8(listed.stdout).unwrap().trim()).exists() {
        return None;
    }
    let assembly = source.with_extension(target);
    let options = ["--edition", "2024", "--crate-type", "lib", "--emit", "asm"];
    let mut rustc = rustc();
    rustc.args(options).args(["-C", "opt-level=3", "-C", "panic=abort", "--target", target, "-o"]);
    let output = children::output(rustc.args([&assembly, source]), b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(fs::read_to_string(assembly).unwrap())
}

#[test]
fn no_branch_depends_on_the_direction() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/backtrack/portable.rs");
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loop_alone.rs");
    fs::write(&source, ALONE.replace("FILE", file.to_str().unwrap())).unwrap();
    for target in [
        "x86_64-unknown-linux-gnu",
        "aarch64-unknown-linux-gnu",
        "riscv64gc-unknown-linux-gnu",
        "wasm32-unknown-unknown",
    ] {
        let Some(code) = code(target, &source) else {
            not_run(&format!("the loop for {target}, whose core library is not installed"));
            continue;
        };
        // One at the ends of the array and one at the step limit, or one for both.
        let found = branches(target.split('-').next().unwrap(), &code);
        assert!((1..=2).contains(&found.len()), "{target}: {found:?}\n{code}");
    }
}
