//! Batches of boards: the neighbours do not change an answer.

#![no_main]
#![allow(dead_code, reason = "each target uses only a part of the shared code")]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/support/bytes.rs"]
mod bytes;
#[path = "../../tests/support/checks/mod.rs"]
mod checks;
#[path = "../../tests/support/machine.rs"]
mod machine;

fuzz_target!(|data: &[u8]| checks::batch::check(data, true));
