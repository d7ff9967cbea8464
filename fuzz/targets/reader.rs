//! Processes any text as the command line does, from input to answers.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/support/checks/reader.rs"]
mod reader;

fuzz_target!(|data: &[u8]| reader::check(data));
