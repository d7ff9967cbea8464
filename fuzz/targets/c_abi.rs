//! Calls the functions of the C library.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::c_abi::check(data));
