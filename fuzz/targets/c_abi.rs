//! The functions of the C library, whose modules are part of this program.

#![no_main]

use libfuzzer_sys::fuzz_target;

extern crate lanedoku as solver;

#[path = "../../src/capi/boundary.rs"]
mod boundary;
#[path = "../../src/capi/input.rs"]
mod input;
#[path = "../../src/capi/kernels.rs"]
mod kernels;
#[path = "../../src/capi/solve.rs"]
mod solve;
#[path = "../../src/capi/text.rs"]
mod text;
#[path = "../../src/capi/types.rs"]
mod types;

#[path = "../../tests/support/bytes.rs"]
mod bytes;
#[path = "../../tests/support/checks/c_abi.rs"]
mod c_abi;

fuzz_target!(|data: &[u8]| c_abi::check(data));
