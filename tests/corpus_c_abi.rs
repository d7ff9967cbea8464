//! What the fuzzer found, and what it begins with, for the C library: its modules are part of this program, so
//! that they are reached with all checks of the compiler.

use std::fs;
use std::path::Path;

extern crate lanedoku as solver;

#[path = "../src/capi/boundary.rs"]
mod boundary;
#[path = "../src/capi/input.rs"]
mod input;
#[path = "../src/capi/kernels.rs"]
mod kernels;
#[path = "../src/capi/solve.rs"]
mod solve;
#[path = "../src/capi/text.rs"]
mod text;
#[path = "../src/capi/types.rs"]
mod types;

#[path = "support/bytes.rs"]
mod bytes;
#[path = "support/checks/c_abi.rs"]
mod c_abi;

#[test]
fn c_abi() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/c_abi");
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 3, "a corpus");
    for path in files {
        println!("{}", path.display());
        c_abi::check(&fs::read(path).unwrap());
    }
}
