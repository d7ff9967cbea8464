//! Solves any 81 masks with every kernel that accepts candidates.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::candidates::check(data));
