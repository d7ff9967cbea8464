//! The table of texts, through the library.

use lanedoku::{Board, Grid, Outcome, Size, Solver, Workspace};
use testkit::texts::{self, Case};

/// Parses a text of the table, and compares the board or the error.
fn check<const CELLS: usize>(case: &Case) {
    let parsed = Board::<CELLS>::parse(case.text.as_bytes());
    match (&parsed, &case.expected) {
        (Ok(board), Ok(expected)) => assert_eq!(&board.to_string(), expected, "{}", case.text),
        (Ok(_), Err(error)) => panic!("{}\nis not {error}", case.text),
        // No other answer than that of the reader of formats, which reads more.
        (Err(error), Ok(_)) => assert!(!case.is_plain, "{}\n{error}", case.text),
        (Err(error), Err(expected)) => {
            // The same position and reason, if the characters are the reason.
            let (place, reason) = expected.split_once(": ").unwrap();
            if let Some((line, column)) = place.split_once(':') {
                assert_eq!(error.to_string(), format!("line {line}, column {column}: {reason}"));
            }
        }
    }
    assert_eq!(
        Size::of_text(case.text.as_bytes()) == Size::from_side(case.side),
        parsed.is_ok(),
        "{}",
        case.text
    );
}

#[test]
fn every_text_of_the_table() {
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    let mut lines = 0;
    for case in texts::cases() {
        match case.side {
            4 => check::<16>(&case),
            9 => check::<81>(&case),
            16 => check::<256>(&case),
            25 => check::<625>(&case),
            side => panic!("{side}"),
        }
        // As one of many lines, too.
        if case.side == 9 && case.text.len() == 81 {
            let mut outcomes = [Outcome::INVALID; 40];
            Solver::new().solve_lines(case.text.repeat(40).as_bytes(), 81, &mut outcomes, workspace);
            let expected = match &case.expected {
                Ok(board) => Solver::new().solve(&board.parse::<Grid>().unwrap()),
                Err(_) => Outcome::INVALID,
            };
            assert!(outcomes.iter().all(|outcome| outcome.status == expected.status), "{}", case.text);
            assert!(outcomes.iter().all(|outcome| outcome.solution == expected.solution), "{}", case.text);
            lines += 1;
        }
    }
    assert!(lines > 10, "lines");
}
