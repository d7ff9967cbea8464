//! The command line's way from text to answers.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/support/checks/reader.rs"]
mod reader;

fuzz_target!(|data: &[u8]| reader::check(data));
