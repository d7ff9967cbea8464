//! Processes any text as the command line does, from input to answers.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::reader::check(data));
