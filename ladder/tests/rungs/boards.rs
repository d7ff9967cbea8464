//! The boards of the folder have the properties that their names state.

use ladder::board::{BOARDS, parse};
use ladder::branchless::v6::V6;
use ladder::generator::boards;
use ladder::measure::{NamedBoard, Verdict, check};
use ladder::rung::{Counted, RungAnswer, run};

/// The generator may write other boards today than the folder has, but with the same properties.
#[test]
fn the_folder_has_the_boards_that_the_generator_names() {
    assert!(BOARDS.into_iter().map(|(name, _)| name).eq(boards().into_iter().map(|(name, _)| name)));
}

#[test]
fn the_boards_take_the_steps_of_the_published_tables() {
    let steps = BOARDS.map(|(_, text)| {
        let mut watch = Counted::up_to(1_000_000);
        run::<V6>(text, &mut watch);
        watch.steps
    });
    assert_eq!(steps, [0, 0, 0, 0, 0, 0, 223, 2_107, 34_254, 61_791, 537_663, 99_056]);
}

#[test]
fn every_rung_passes_every_board_and_rejects_the_invalid_ones() {
    for (name, text) in BOARDS {
        let board = NamedBoard { name: name.to_owned(), text: text.to_owned() };
        for rung in ladder::rungs() {
            let checked = check(&rung, &board, 1_000_000);
            assert_eq!(checked.verdict, Verdict::Pass, "{} on {name}", rung.name);
            let invalid = name.starts_with("invalid") || name.starts_with("collision");
            assert_eq!(checked.answer == RungAnswer::Invalid, invalid, "{} on {name}", rung.name);
        }
    }
}

#[test]
fn a_board_is_nine_lines_of_nine_cells_and_nothing_else() {
    let (_, easy) = BOARDS.into_iter().find(|(name, _)| *name == "easy").unwrap();
    assert!(parse(easy).is_some());
    assert_eq!(parse(&easy.replace('\n', "\r\n")), parse(easy));
    assert_eq!(parse(easy.trim_end()), parse(easy));
    assert_eq!(parse(&easy.replace('.', "0")), parse(easy));
    assert_eq!(parse(""), None);
    assert_eq!(parse(&easy.replacen('.', "", 1)), None);
    assert_eq!(parse(&easy.replacen('.', "..", 1)), None);
    assert_eq!(parse(&easy.replacen('.', "x", 1)), None);
    assert_eq!(parse(&format!("{easy}1")), None);
}
