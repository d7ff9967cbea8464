//! Boards as people paste them: the table that every door of the project reads.

use serde_json::Value;

/// A line of `formats/tests/pasted.jsonl`.
pub struct PastedCase {
    /// What kind of text it is.
    pub name: String,
    /// The extension of a file with the text.
    pub file: String,
    /// The text to read.
    pub text: String,
    /// The puzzles in it, in order: lines of cells, or of candidates.
    pub puzzles: Vec<String>,
    /// Whether the puzzle is pencil marks.
    pub is_marks: bool,
}

/// Returns the lines of the table.
pub fn cases() -> Vec<PastedCase> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let case = |line: &str| {
        let case: Value = serde_json::from_str(line).expect("an object");
        PastedCase {
            name: text(&case["name"]),
            file: text(&case["file"]),
            text: text(&case["text"]),
            is_marks: case.get("marks").is_some(),
            puzzles: match case.get("marks") {
                Some(marks) => vec![text(marks)],
                None => case["puzzles"].as_array().expect("a list").iter().map(text).collect(),
            },
        }
    };
    let cases: Vec<PastedCase> = include_str!("../../formats/tests/pasted.jsonl").lines().map(case).collect();
    assert!(cases.len() > 50, "a table");
    cases
}
