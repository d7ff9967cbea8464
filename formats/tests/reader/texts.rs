//! Reads every text of the table.

use lanedoku::{AnyPuzzle, Size};
use lanedoku_formats::{Diagnostic, InputFormat, read_one};
use testkit::texts;

#[test]
fn every_text_of_the_table() {
    for case in texts::cases() {
        let size = Size::from_side(case.side);
        let format = InputFormat { side: size, ..InputFormat::default() };
        let found = match read_one(case.text.as_bytes(), &format) {
            Ok(parsed) => Ok(match parsed.puzzle {
                AnyPuzzle::Board(board) => board.to_string(),
                AnyPuzzle::Candidates(_) => panic!("candidates: {}", case.text),
            }),
            Err(Diagnostic { line, column: Some(column), reason }) => {
                Err(format!("{line}:{column}: {reason}"))
            }
            Err(Diagnostic { line, column: None, reason }) => Err(format!("{line}: {reason}")),
        };
        // The reader counts the boards of a text, which may be pairs of a puzzle and a solution.
        let found = found.map_err(|error| {
            error.replace("expected one board, found 2", "expected one puzzle, found another")
        });
        assert_eq!(found, case.expected, "{}\n{}", case.side, case.text);
        // No size is needed to tell the board, except for a line that may be a row.
        if let Ok(expected) = &case.expected
            && case.side != 4
        {
            let any = read_one(case.text.as_bytes(), &InputFormat::default()).expect(&case.text);
            assert_eq!(Some(any.puzzle.size()), size, "{expected}");
        }
    }
}
