//! What the fuzzer found, and what it begins with, for the command line's way from text to answers: its modules
//! are part of this program.

#![allow(dead_code, unused_imports, reason = "only what reads and answers is attacked")]

use std::fs;
use std::path::Path;

#[path = "../src/answering.rs"]
mod answering;
#[path = "../src/arguments.rs"]
mod arguments;
#[path = "../src/counting.rs"]
mod counting;
#[path = "../src/formats/mod.rs"]
mod formats;
#[path = "../src/pipeline.rs"]
mod pipeline;
#[path = "../src/reading.rs"]
mod reading;
#[path = "../src/report.rs"]
mod report;

#[path = "../../tests/support/checks/reader.rs"]
mod reader;

#[test]
fn reader() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/reader");
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 3, "a corpus");
    for path in files {
        println!("{}", path.display());
        reader::check(&fs::read(path).unwrap());
    }
}
