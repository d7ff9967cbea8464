//! The library and the reader agree on every text that [`Board::parse`] accepts, and on texts of the same characters.

use lanedoku::{AnyBoard, Board, Size};
use lanedoku_formats::{InputFormat, read_one};

/// Returns a board drawn with any mark for open cells, any spaces and any frame, some with a mistake. Texts with two
/// readings are not among them: a row of `-` next to a frame of as many, and `-` between `.` as corners.
fn drawn(random: &mut fastrand::Rng, order: usize) -> String {
    let side = order * order;
    let marks = [".", "0", "-", "x", "?0", "0-", "_*X"][random.usize(..7)].as_bytes();
    let share = random.usize(..4);
    let (gap, bar) = [("", ""), ("", "|"), (" ", " "), (" ", " | "), ("", " ")][random.usize(..5)];
    let frame = ["", "---+---+---\n", "+--+\n", "-----|-----\n", "------\n"][random.usize(..5)];
    let blank = ["", "", "\n", " \n"][random.usize(..4)];
    let end = ["\n", "\r\n", " \n", "", " ", "|\n"][random.usize(..6)];
    let mut text = ["", "", "\n", "  ", "\u{feff}"][random.usize(..5)].to_owned();
    for row in 0..side {
        if row % order == 0 && end.ends_with('\n') {
            text += frame;
        } else if row > 0 && end.ends_with('\n') {
            text += blank;
        }
        let is_empty = random.usize(..4) == 0;
        for column in 0..side {
            text += match column {
                0 => "",
                _ if column % order == 0 => bar,
                _ => gap,
            };
            text.push(match random.usize(..4) < share && !is_empty {
                true => char::from(b"123456789"[random.usize(..side)]),
                false => char::from(marks[random.usize(..marks.len())]),
            });
        }
        text += end;
    }
    for _ in 0..[0, 0, 1, 2][random.usize(..4)] {
        let places: Vec<usize> = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| byte.is_ascii_digit())
            .map(|(place, _)| place)
            .collect();
        if places.is_empty() {
            break;
        }
        let place = places[random.usize(..places.len())];
        match random.usize(..3) {
            0 => drop(text.remove(place)),
            1 => text.insert(place, char::from(b"|. +x"[random.usize(..5)])),
            _ => text.replace_range(place..place + 1, [".", "1", "9", "y", "?"][random.usize(..5)]),
        }
    }
    text
}

/// Compares both readings as a board of this size. Counts boards and others.
fn check<const CELLS: usize>(text: &str, size: Size, counts: &mut [u32; 2]) {
    let format = InputFormat { side: Some(size), ..InputFormat::default() };
    let parsed = Board::<CELLS>::parse(text.as_bytes()).ok();
    let read = read_one(text.as_bytes(), &format);
    let digits = read.as_ref().ok().and_then(|read| read.puzzle.board().map(AnyBoard::digits));
    // The reader takes more than the library.
    if let Some(board) = &parsed {
        assert_eq!(Some(board.digits().as_slice()), digits, "{size}\n{text}\n{read:?}");
    }
    counts[usize::from(parsed.is_none())] += 1;
}

#[test]
fn a_text_is_the_same_board_for_both() {
    let mut random = fastrand::Rng::with_seed(71);
    let mut counts = [0; 2];
    for round in 0..6_000 {
        let text = drawn(&mut random, 2 + round % 2);
        check::<16>(&text, Size::Four, &mut counts);
        check::<81>(&text, Size::Nine, &mut counts);
        check::<256>(&text, Size::Sixteen, &mut counts);
    }
    assert!(counts[0] > 3_000 && counts[1] > 3_000, "{counts:?}");
}
