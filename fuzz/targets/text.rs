//! Parses any bytes as a board of each size, and solves the boards with every engine and kernel.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::text::check(data));
