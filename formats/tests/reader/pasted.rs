//! Reads boards as people paste them.

use lanedoku::AnyPuzzle;
use lanedoku_formats::{InputFormat, LineEnds, read, read_one, split_all};
use testkit::pasted;

/// Returns a puzzle as a line: its candidates if `marks`, otherwise its digits.
fn line_of(puzzle: &AnyPuzzle) -> String {
    match puzzle {
        AnyPuzzle::Board(board) => board.to_string(),
        AnyPuzzle::Candidates(masks) => {
            let digits = |mask: &u16| {
                let mask = *mask;
                (0..9).map(move |digit| if mask >> digit & 1 == 1 { char::from(b'1' + digit) } else { '.' })
            };
            masks.iter().flat_map(digits).collect()
        }
    }
}

#[test]
fn every_pasted_text() {
    let format = InputFormat::default();
    let mut failed = Vec::new();
    for case in pasted::cases() {
        let text = &*LineEnds::replaced(case.text.as_bytes());
        let found: Vec<String> = split_all(text, &format)
            .iter()
            .filter_map(|entry| read(entry, text, &format).ok())
            .map(|parsed| line_of(&parsed.puzzle))
            .collect();
        if found != case.puzzles {
            failed.push(format!("{}: {found:?}", case.name));
        }
        let one = read_one(text, &format).map(|parsed| line_of(&parsed.puzzle));
        if let [expected] = case.puzzles.as_slice()
            && one.as_ref() != Ok(expected)
        {
            failed.push(format!("{} as one board: {one:?}", case.name));
        }
    }
    assert!(failed.is_empty(), "{}\n{}", failed.len(), failed.join("\n"));
}
