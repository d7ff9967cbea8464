//! Solves any 81 masks with every kernel that accepts candidates.

#![no_main]
#![allow(dead_code, reason = "each target uses only a part of the shared code")]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/support/bytes.rs"]
mod bytes;
#[path = "../../tests/support/checks/mod.rs"]
mod checks;
#[path = "../../tests/support/machine.rs"]
mod machine;

fuzz_target!(|data: &[u8]| checks::candidates::check(data));
