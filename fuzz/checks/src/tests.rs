//! Replays every file of `tests/corpus`, the fuzzer's seeds and findings, through the checks of its target.
//! `fuzz/README.md` describes how to add a file.

use std::path::Path;
use std::{fs, panic, ptr};

use lanedoku_c::{LANEDOKU_INVALID, LANEDOKU_OK, lanedoku_options, lanedoku_read_boards, lanedoku_solve};
use testkit::{pasted, texts};

use crate::{batch, c_abi, c_layouts, candidates, reader};

/// Checks every file of one target, and names the file that fails.
fn replay(target: &str, check: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(target);
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let data = fs::read(&path).unwrap();
        let checked = panic::catch_unwind(panic::AssertUnwindSafe(|| check(&data)));
        assert!(checked.is_ok(), "{}", path.display());
        files += 1;
    }
    assert!(files > 3, "a corpus");
}

#[test]
fn text() {
    replay("text", crate::text::check);
}

#[test]
fn candidates() {
    replay("candidates", candidates::check);
}

#[test]
fn batches() {
    replay("batch", |data| batch::check(data, false));
}

#[test]
fn c_library() {
    replay("c_abi", c_abi::check);
}

/// Puzzles of each layout, with no change, a few and many.
#[test]
fn layouts_in_c() {
    for number in 0..48 {
        let [which, seed] = [number % c_layouts::LAYOUTS.len() as u8, number];
        let changes: Vec<u8> = (0..number / 16 * 3 * 2).map(|byte| byte.wrapping_mul(37) ^ seed).collect();
        c_layouts::check(
            [which, seed, if number % 5 == 4 { 0 } else { 250 }, number.wrapping_mul(29)],
            &changes,
        );
    }
}

#[test]
fn command_line() {
    replay("reader", reader::check);
}

/// A text and its board as a line have the same answers from C, and a text without a board is invalid.
#[test]
fn every_text_of_the_table() {
    for case in texts::cases() {
        // SAFETY: an options structure consists of numbers, of which 0 is valid.
        let options = lanedoku_options { side: case.side as _, ..unsafe { std::mem::zeroed() } };
        let answer = |text: &str| {
            let mut solution = vec![0; case.side * case.side];
            // SAFETY: each pointer is valid for the length passed with it.
            let status = unsafe {
                lanedoku_solve(
                    text.as_ptr().cast(),
                    text.len(),
                    &options,
                    solution.as_mut_ptr(),
                    solution.len(),
                    ptr::null_mut(),
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

/// The reader of any format finds the same from C: all boards, and the first error.
#[test]
fn every_text_of_the_table_in_any_format() {
    for case in texts::cases() {
        // SAFETY: an options structure consists of numbers, of which 0 is valid.
        let options = lanedoku_options { side: case.side as _, ..unsafe { std::mem::zeroed() } };
        let (mut boards, mut message) = ([0_u8; 1 << 16], [0_u8; 1024]);
        let (mut count, mut needed) = (0, 0);
        // SAFETY: each pointer is valid for the length passed with it.
        let status = unsafe {
            lanedoku_read_boards(
                case.text.as_ptr().cast(),
                case.text.len(),
                &options,
                boards.as_mut_ptr().cast(),
                boards.len(),
                &mut count,
                message.as_mut_ptr().cast(),
                message.len(),
                &mut needed,
            )
        };
        let message = str::from_utf8(&message[..needed - 1]).unwrap();
        match &case.expected {
            Ok(board) => {
                assert_eq!((status, count, message), (LANEDOKU_OK, 1, ""), "{}", case.text);
                assert_eq!(str::from_utf8(&boards[..board.len()]).unwrap(), board);
            }
            // A text may have any number of boards.
            Err(error) if error.contains("found another") => {
                assert!(count > 1 || status == LANEDOKU_INVALID, "{}", case.text);
            }
            Err(_) if case.text.is_empty() => assert_eq!((status, count), (LANEDOKU_OK, 0)),
            Err(error) => {
                let (place, reason) = error.split_once(": ").unwrap();
                let expected = format!("line {}: {reason}", place.replace(':', ", column "));
                assert_eq!((status, message), (LANEDOKU_INVALID, &*expected), "{}", case.text);
            }
        }
    }
}

/// Boards as people paste them, from C.
#[test]
fn every_pasted_text() {
    for case in pasted::cases() {
        let side = if case.is_marks { 9 } else { case.puzzles[0].len().isqrt() };
        // SAFETY: an options structure consists of numbers, of which 0 is valid.
        let options = lanedoku_options { side: side as _, ..unsafe { std::mem::zeroed() } };
        let (mut boards, mut message) = ([0_u8; 1 << 12], [0_u8; 1024]);
        let (mut count, mut needed) = (0, 0);
        // SAFETY: each pointer is valid for the length passed with it.
        let status = unsafe {
            lanedoku_read_boards(
                case.text.as_ptr().cast(),
                case.text.len(),
                &options,
                boards.as_mut_ptr().cast(),
                boards.len(),
                &mut count,
                message.as_mut_ptr().cast(),
                message.len(),
                &mut needed,
            )
        };
        let lines = case.puzzles.concat();
        // C has no list for pencil marks. A line of words among puzzles of one line is an error beside them.
        if case.is_marks {
            assert_eq!((status, count), (LANEDOKU_INVALID, 0), "{}", case.name);
            continue;
        }
        let is_whole = case.name != "one line between words";
        let expected = if is_whole { LANEDOKU_OK } else { LANEDOKU_INVALID };
        assert_eq!((status, count), (expected, case.puzzles.len()), "{}", case.name);
        // Without an error, the message tells the first line that is left out.
        let message = str::from_utf8(&message[..needed - 1]).unwrap();
        assert!(!is_whole || message.is_empty() || message.contains(": no puzzle, left out: "), "{message}");
        assert_eq!(str::from_utf8(&boards[..lines.len()]).unwrap(), lines, "{}", case.name);
    }
}
