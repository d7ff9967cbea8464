//! Runs the fuzz target `reader` on its corpus.

use std::fs;
use std::path::Path;

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
