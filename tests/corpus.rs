//! Replays every file of `tests/corpus`, the fuzzer's seeds and findings, through the checks of its target.
//! `fuzz/README.md` describes how to add a file.

use std::path::Path;
use std::{fs, panic};

#[path = "support/bytes.rs"]
mod bytes;
#[path = "support/checks/mod.rs"]
mod checks;
#[path = "support/machine.rs"]
mod machine;

/// Checks every file of one target, and names the file that fails.
fn replay(target: &str, check: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target);
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let data = fs::read(&path).unwrap();
        let checked = panic::catch_unwind(panic::AssertUnwindSafe(|| check(&data)));
        assert!(checked.is_ok(), "{}", path.display());
        files += 1;
    }
    assert!(files > 3, "a corpus");
}

#[test]
fn text() {
    replay("text", checks::text::check);
}

#[test]
fn candidates() {
    replay("candidates", checks::candidates::check);
}

#[test]
fn batches() {
    replay("batch", |data| checks::batch::check(data, false));
}
