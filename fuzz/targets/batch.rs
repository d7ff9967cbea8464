//! Batches of boards: the neighbours do not change an answer.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::batch::check(data, true));
