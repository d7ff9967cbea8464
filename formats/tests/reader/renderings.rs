//! Boards rendered in random ways, as people and programs write them: the reader finds the board that was rendered.

use lanedoku::AnyPuzzle;
use lanedoku_formats::{InputFormat, LineEnds, read, read_one, split_all};

fn pick<'a>(random: &mut fastrand::Rng, from: &[&'a str]) -> &'a str {
    from[random.usize(..from.len())]
}

/// Returns a board of 81 characters with some open cells.
fn board(random: &mut fastrand::Rng) -> String {
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let mut digits = *b"123456789";
    random.shuffle(&mut digits);
    let share = 1 + random.usize(..3);
    let cell = |cell: u8| match random.usize(..4) < share {
        true => '.',
        false => char::from(digits[usize::from(cell - b'1')]),
    };
    solved.bytes().map(cell).collect()
}

/// Returns the rows of a board in one notation, with labels if it has room for them.
fn rows(random: &mut fastrand::Rng, board: &str) -> Vec<String> {
    let notation = random.usize(..8);
    let mark = match notation {
        0 => pick(random, &[".", "0", "_", "*", "?", "•", "□", "⬜", "·", "∙"]),
        1 | 2 => pick(random, &[".", "0", "_", "-", "–", "•", "▢", "null", "NaN", "-1", "0.0", "None"]),
        3 => pick(random, &[".", "0", "null", "None", "-1", "''", "nan"]),
        _ => pick(random, &["", " ", ".", "0", "-"]),
    };
    let gap = pick(random, &[" ", "  ", ", ", ",", ";", "\t"]);
    let (open, close) = [("[", "],"), ("{", "},"), ("(", ")")][random.usize(..3)];
    let style = if notation > 1 { 0 } else { random.usize(..7) };
    let row = |(number, cells): (usize, &[u8])| {
        let cells = cells.iter().map(|&cell| match cell {
            b'.' => mark.to_owned(),
            digit => char::from(digit).to_string(),
        });
        let cells: Vec<String> = cells.collect();
        let row = match notation {
            0 => cells.concat(),
            1 => cells.join(" "),
            2 => cells.join(gap),
            3 => format!("{open}{}{close}", cells.join(", ")),
            4 => format!("| {} |", cells.join(" | ")),
            5 => format!("{} \\\\", cells.join(" & ")),
            6 => format!("<tr><td>{}</td></tr>", cells.join("</td><td>")),
            _ => cells.iter().map(|cell| format!("\"{}\"", cell.trim())).collect::<Vec<_>>().join(";"),
        };
        let letter = char::from(b'A' + number as u8);
        match style {
            1 => format!("{} {row}", number + 1),
            2 => format!("{letter} {row} {letter}"),
            3 => format!("R{}: {row}", number + 1),
            4 => format!("Row {}: {row}", number + 1),
            5 => format!("{row}  {}", number + 1),
            _ => row,
        }
    };
    let mut rows: Vec<String> = board.as_bytes().chunks(9).enumerate().map(row).collect();
    match notation {
        3 => {
            rows.insert(0, ["board = [", "int b[9][9] = {", "x = ("][random.usize(..3)].into());
            rows.push(["]", "};", ")"][random.usize(..3)].into());
        }
        4 => rows.insert(0, format!("|{}", "---|".repeat(9))),
        5 => rows.insert(0, "\\begin{tabular}{ccc|ccc|ccc}".into()),
        6 => {
            rows.insert(0, "<table>".into());
            rows.push("</table>".into());
        }
        _ => {}
    }
    rows
}

/// Returns a text with a board, and the board.
fn rendering(random: &mut fastrand::Rng) -> (String, String) {
    let board = board(random);
    let rows = rows(random, &board);
    let (above, below) = [
        ("", ""),
        ("Can you solve this one?\n\n", "\nThanks!\n"),
        ("```\n", "```\n"),
        ("Sudoku 12 (hard)\n", ""),
        ("9x9\n", "==========\n"),
        ("# a puzzle\n", "\n"),
    ][random.usize(..6)];
    let quote = pick(random, &["", "", "", "> ", "  "]);
    let rows: String = rows.iter().map(|row| format!("{quote}{row}\n")).collect();
    let text = format!("{above}{rows}{below}");
    (text.replace('\n', pick(random, &["\n", "\n", "\r\n", "\r"])), board)
}

#[test]
fn every_rendering_is_the_board() {
    let mut random = fastrand::Rng::with_seed(38);
    let format = InputFormat::default();
    let of = |puzzle: &AnyPuzzle| puzzle.board().map(|board| board.to_string());
    for round in 0..4_000 {
        let (text, board) = rendering(&mut random);
        let one = read_one(text.as_bytes(), &format).map(|parsed| of(&parsed.puzzle));
        assert_eq!(one, Ok(Some(board.clone())), "round {round}\n{text}");
        let lines = &*LineEnds::replaced(text.as_bytes());
        let found = split_all(lines, &format);
        let found: Vec<_> =
            found.iter().map(|entry| read(entry, lines, &format).map(|parsed| of(&parsed.puzzle))).collect();
        assert_eq!(found, [Ok(Some(board))], "round {round}\n{text}");
    }
}

/// Texts with a part lost or changed are a board or an error, never a panic.
#[test]
fn damaged_renderings() {
    let mut random = fastrand::Rng::with_seed(39);
    for _ in 0..4_000 {
        let mut text = rendering(&mut random).0.into_bytes();
        for _ in 0..=random.usize(..3) {
            let place = random.usize(..text.len());
            match random.usize(..3) {
                0 => text.truncate(place.max(1)),
                1 => text[place] = random.u8(..),
                _ => drop(text.remove(place)),
            }
            text.push(b'\n');
        }
        let lines = &*LineEnds::replaced(&text);
        for entry in split_all(lines, &InputFormat::default()) {
            let _ = read(&entry, lines, &InputFormat::default());
        }
        let _ = read_one(&text, &InputFormat::default());
    }
}

/// A few cells more or fewer are a mistake, in every notation: never a board.
#[test]
fn near_lengths_are_no_boards() {
    let mut random = fastrand::Rng::with_seed(40);
    let format = InputFormat::default();
    for count in (64..=100).filter(|count| *count != 81) {
        for mark in [".", "0", "_", "-", "x", "*", "1", "•"] {
            for gap in ["", " ", ",", ", ", "\t"] {
                let cell = |random: &mut fastrand::Rng| match random.usize(..3) {
                    0 => mark.to_owned(),
                    _ => (1 + random.usize(..9)).to_string(),
                };
                let cells: Vec<String> = (0..count).map(|_| cell(&mut random)).collect();
                let line = cells.join(gap);
                // With words at both ends, fields would be those of a record.
                let around = if gap.trim().is_empty() && gap != "\t" { ("Try ", "!") } else { ("", "") };
                let words = format!("{}{line}{}", around.0, around.1);
                for text in [line.clone(), format!("{line}\n"), words, format!("[{line}]\n")] {
                    let found = split_all(text.as_bytes(), &format);
                    assert!(
                        found.iter().all(|entry| read(entry, text.as_bytes(), &format).is_err()),
                        "{count}: {text}"
                    );
                    assert!(read_one(text.as_bytes(), &format).is_err(), "{count}: {text}");
                }
            }
        }
    }
}
