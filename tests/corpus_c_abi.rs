//! Replays the fuzzer's seeds and findings for the C library. Its modules are compiled into this program, so that
//! all checks of the compiler apply to them.

use std::fs;
use std::path::Path;

#[path = "../c/src/batch.rs"]
mod batch;
#[path = "../c/src/boards.rs"]
mod boards;
#[path = "../c/src/boundary.rs"]
mod boundary;
#[path = "../c/src/candidates.rs"]
mod candidates;
#[path = "../c/src/count.rs"]
mod count;
#[path = "../c/src/generate.rs"]
mod generate;
#[path = "../c/src/input.rs"]
mod input;
#[path = "../c/src/kernels.rs"]
mod kernels;
#[path = "../c/src/results.rs"]
mod results;
#[path = "../c/src/search.rs"]
mod search;
#[path = "../c/src/solve.rs"]
mod solve;
#[path = "../c/src/text.rs"]
mod text;
#[path = "../c/src/types.rs"]
mod types;
#[path = "../c/src/version.rs"]
mod version;

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
