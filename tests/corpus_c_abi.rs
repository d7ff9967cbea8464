//! Replays the fuzzer's seeds and findings for the C library. Its modules are compiled into this program, so that
//! all checks of the compiler apply to them.

use std::fs;
use std::path::Path;

use solve::lanedoku_solve;
use types::{LANEDOKU_INVALID, lanedoku_options};

#[path = "../c/src/batch.rs"]
mod batch;
#[path = "../c/src/boards.rs"]
mod boards;
#[path = "../c/src/boundary.rs"]
mod boundary;
#[path = "../c/src/candidates.rs"]
mod candidates;
#[path = "../c/src/count.rs"]
mod count;
#[path = "../c/src/generate.rs"]
mod generate;
#[path = "../c/src/input.rs"]
mod input;
#[path = "../c/src/kernels.rs"]
mod kernels;
#[path = "../c/src/minimal.rs"]
#[allow(dead_code, reason = "tests/c/puzzles.c calls it")]
mod minimal;
#[path = "../c/src/possible.rs"]
mod possible;
#[path = "../c/src/results.rs"]
mod results;
#[path = "../c/src/search.rs"]
mod search;
#[path = "../c/src/solve.rs"]
mod solve;
#[path = "../c/src/techniques.rs"]
#[allow(dead_code, reason = "tests/c/steps.c calls it")]
mod techniques;
#[path = "../c/src/text.rs"]
mod text;
#[path = "../c/src/types.rs"]
mod types;
#[path = "../c/src/version.rs"]
mod version;

#[path = "support/bytes.rs"]
mod bytes;
#[path = "support/checks/c_abi.rs"]
mod c_abi;
#[path = "support/checks/c_boards.rs"]
mod c_boards;
#[path = "support/texts.rs"]
mod texts;

#[test]
fn c_abi() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/c_abi");
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 3, "a corpus");
    for path in files {
        println!("{}", path.display());
        c_abi::check(&fs::read(path).unwrap());
    }
}

/// A text and its board as a line have the same answers, and a text without a board is invalid.
#[test]
fn every_text_of_the_table() {
    for case in texts::cases() {
        // SAFETY: an options structure consists of numbers, of which 0 is valid.
        let options = lanedoku_options { side: case.size.side() as _, ..unsafe { std::mem::zeroed() } };
        let answer = |text: &str| {
            let mut solution = vec![0; case.size.cells()];
            // SAFETY: each pointer is valid for the length passed with it.
            let status = unsafe {
                lanedoku_solve(
                    text.as_ptr().cast(),
                    text.len(),
                    &options,
                    solution.as_mut_ptr(),
                    solution.len(),
                    std::ptr::null_mut(),
                )
            };
            (status, solution)
        };
        let found = answer(&case.text);
        match &case.expected {
            Ok(board) if case.is_plain => assert_eq!(found, answer(board), "{}", case.text),
            // Its functions for one board read what `Board::parse` reads.
            Ok(board) => assert!(found == answer(board) || found.0 == LANEDOKU_INVALID, "{}", case.text),
            Err(_) => assert_eq!(found.0, LANEDOKU_INVALID, "{}", case.text),
        }
    }
}
