//! Calls the functions of the C library, whose modules are compiled into this program.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../c/src/batch.rs"]
mod batch;
#[path = "../../c/src/boundary.rs"]
mod boundary;
#[path = "../../c/src/candidates.rs"]
mod candidates;
#[path = "../../c/src/count.rs"]
mod count;
#[path = "../../c/src/input.rs"]
mod input;
#[path = "../../c/src/kernels.rs"]
mod kernels;
#[path = "../../c/src/generate.rs"]
mod generate;
#[path = "../../c/src/possible.rs"]
mod possible;
#[path = "../../c/src/results.rs"]
mod results;
#[path = "../../c/src/search.rs"]
mod search;
#[path = "../../c/src/solve.rs"]
mod solve;
#[path = "../../c/src/techniques.rs"]
mod techniques;
#[path = "../../c/src/text.rs"]
mod text;
#[path = "../../c/src/types.rs"]
mod types;
#[path = "../../c/src/version.rs"]
mod version;
#[path = "../../c/src/boards.rs"]
mod boards;

#[path = "../../tests/support/bytes.rs"]
mod bytes;
#[path = "../../tests/support/checks/c_abi.rs"]
mod c_abi;
#[path = "../../tests/support/checks/c_boards.rs"]
mod c_boards;

fuzz_target!(|data: &[u8]| c_abi::check(data));
