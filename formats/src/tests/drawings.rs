//! Drawn boards: frames, rows, numbers and pencil marks.

use super::*;

#[test]
fn sdk_files_with_comments_and_with_sections() {
    let rows = rows(HARD).join("\n");
    let plain = format!("#A Somebody\n#D A hard one\n{}\n", rows.replace('0', "."));
    for format in [InputFormat::default(), named(FormatName::Sdk), named(FormatName::Grid)] {
        assert_hard_grids(1, &plain, &format);
        assert_hard_grids(2, &plain.repeat(2), &format);
        let sections = format!("[Puzzle]\n{rows}\n[State]\n{}\n", self::rows(SOLUTION).join("\n"));
        assert_hard_grids(1, &sections, &format);
        assert_hard_grids(2, &sections.repeat(2), &format);
        assert_hard_grids(2, &format!("{sections}{HARD}\n"), &format);
        assert_hard_grids(1, &format!("[Puzzle]\r\n{HARD}\r\n[State]\r\n{SOLUTION}\r\n"), &format);
        assert_hard_grids(1, &format!("[State]\n{rows}\n"), &format);
        let marks = "1 23 4 5 6 7 8 9 123\n".repeat(9);
        assert_hard_grids(1, &format!("[Puzzle]\n{rows}\n[PencilMarks]\n{marks}"), &format);
    }
    assert_eq!(parsed("[what]\n", &InputFormat::default()).len(), 1);
}

#[test]
fn drawn_boards_in_frames_of_every_kind() {
    let drawn = |left: &str, bar: &str, right: &str, gap: &str, frames: [&str; 3]| {
        let mut text = String::new();
        for (index, row) in rows(HARD).iter().enumerate() {
            text += &match index {
                0 => format!("{}\n", frames[0]),
                3 | 6 => format!("{}\n", frames[1]),
                _ => String::new(),
            };
            let cells: Vec<String> = row.replace('0', ".").chars().map(String::from).collect();
            let boxes: Vec<String> = cells.chunks(3).map(|cells| cells.join(gap)).collect();
            text += &format!("{left}{}{right}\n", boxes.join(bar));
        }
        text + frames[2] + "\n"
    };
    for text in [
        // Simple Sudoku.
        drawn("|", "|", "|", "", ["*-----------*", "|---+---+---|", "*-----------*"]),
        drawn(" |", "|", "|", "", [" *-----------*", " |---+---+---|", " *-----------*"]),
        drawn("", "|", "", "", ["", "---+---+---", ""]),
        drawn("", " ", "", " ", ["", "", ""]),
        drawn(
            "| ",
            " | ",
            " |",
            " ",
            ["+-------+-------+-------+", "+-------+-------+-------+", "+-------+-------+-------+"],
        ),
        drawn(
            "| ",
            " | ",
            " |",
            " ",
            [".-------.-------.-------.", ":-------+-------+-------:", "'-------'-------'-------'"],
        ),
        drawn(
            "║ ",
            " │ ",
            " ║",
            " ",
            ["╔═══════╤═══════╤═══════╗", "╟───────┼───────┼───────╢", "╚═══════╧═══════╧═══════╝"],
        ),
        drawn("┃", "│", "┃", "", ["┏━━━┯━━━┯━━━┓", "┠───┼───┼───┨", "┗━━━┷━━━┷━━━┛"]),
        drawn(
            "| ",
            " | ",
            " |",
            " ",
            ["=========", "+=======+=======+=======+", "-------------------------"],
        ),
    ] {
        for format in
            [InputFormat::default(), named(FormatName::Ss), named(FormatName::Grid), named(FormatName::Sdk)]
        {
            // A frame of only `=`.
            let text = text.replace("=========\n", "");
            assert_hard_grids(1, &text, &format);
            assert_hard_grids(3, &text.repeat(3), &format);
            assert_hard_grids(2, &format!("Grid 01\n{text}Grid 02\n{}", text.replace('\n', "\r\n")), &format);
        }
    }
    // A row without a clue in a frame of either kind.
    for (bar, frame) in [("|", "---+---+---"), ("│", "───┼───┼───")] {
        let band = format!("...{bar}...{bar}...\n").repeat(3);
        let empty = format!("{band}{frame}\n{band}{frame}\n{band}");
        assert_eq!(parsed(&empty, &InputFormat::default()), [".".repeat(81)]);
    }
}

/// Common drawings are found in one pass, and end with their last row.
#[test]
fn regular_boards_are_found_at_once() {
    for (bar, frame) in [("", ""), (" ", ""), ("|", "---+---+---"), (" | ", "------+-------+------")] {
        for end in ["\n", "\r\n"] {
            let row = |row: &&str| format!("{}{bar}{}{bar}{}{end}", &row[..3], &row[3..6], &row[6..]);
            let bands: Vec<String> =
                rows(HARD).chunks(3).map(|band| band.iter().map(row).collect()).collect();
            let frame = if frame.is_empty() { String::new() } else { format!("{frame}{end}") };
            let text = bands.join(&frame);
            let found = Some((text.len(), text.lines().count() as u32));
            assert_eq!(
                crate::boards::regular_board(format!("{text}{frame}{text}").as_bytes()),
                found,
                "{text}"
            );
        }
    }
}

#[test]
fn rows_of_dashes_and_frames_of_dashes() {
    let puzzle = "-3--7-------------1-----8--".to_owned() + &"--2-5---4".repeat(6);
    let expected = puzzle.replace('-', ".");
    let rows = rows(&puzzle);
    let later: Vec<&str> = rows[1..].iter().chain(&rows[..1]).copied().collect();
    assert_eq!(parsed(&rows.join("\n"), &InputFormat::default()), vec![expected.clone()]);
    // The first row is empty.
    assert_eq!(parsed(&later.join("\n"), &InputFormat::default()), [later.concat().replace('-', ".")]);
    let barred: Vec<String> =
        rows.iter().map(|row| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..])).collect();
    assert_eq!(barred[1], "---|---|---");
    let dotted = rows.iter().map(|row| row.replace('-', ".")).collect::<Vec<_>>();
    let framed = format!(
        "---------\n{}\n---------\n{}\n---------\n{}\n---------\n",
        dotted[..3].join("\n"),
        dotted[3..6].join("\n"),
        dotted[6..].join("\n")
    );
    assert_eq!(parsed(&framed, &InputFormat::default()), [expected]);
    for nothing in
        ["---------\n", "---------\n---------\n", "-------------------------\n", "----\n", "---+---\n"]
    {
        assert_eq!(parsed(&nothing.repeat(40), &InputFormat::default()), [""; 0], "{nothing}");
    }
}

/// A row with as many clues as a smaller board has cells is a row of the larger one.
#[test]
fn rows_of_dashes_with_the_clues_of_a_smaller_row() {
    for side in [9, 16, 25] {
        for clues in [4, 9, 16].into_iter().filter(|clues| *clues < side) {
            let row = format!("{}{}", "1".repeat(clues), "-".repeat(side - clues));
            let expected = row.replace('-', ".").repeat(side);
            // A row of 16 may be a board.
            let lines = if side == 16 { String::new() } else { format!("{row}\n").repeat(side) };
            for text in [row.repeat(side), lines].iter().filter(|text| !text.is_empty()) {
                assert_eq!(parsed(text, &InputFormat::default()), [&*expected], "{text}");
            }
        }
    }
}

#[test]
fn rows_with_commas() {
    let commas = |line: &str, separator: &str| {
        let row = |row: &&str| row.chars().map(String::from).collect::<Vec<_>>().join(separator);
        rows(line).iter().map(row).collect::<Vec<_>>().join("\n")
    };
    for separator in [",", ", ", ";", "\t"] {
        assert_hard_grids(1, &commas(HARD, separator), &InputFormat::default());
        assert_hard_grids(2, &format!("{0}\n\n{0}\n", commas(HARD, separator)), &InputFormat::default());
        assert_hard_grids(1, &commas(HARD, separator).replace('0', "."), &InputFormat::default());
        assert_hard_grids(
            1,
            &(commas(HARD, separator).replace('\n', &format!("{separator}\n")) + separator),
            &InputFormat::default(),
        );
    }
    assert_hard_grids(1, &commas(HARD, ",").replace('0', ""), &InputFormat::default());
    assert_hard_grids(1, &commas(HARD, ",").replace('\n', ","), &InputFormat::default());
    assert_eq!(parsed("1,2,3,4\n3,4,,\n,,,\n,,,1\n", &InputFormat::default()), ["123434.........1"]);
}

#[test]
fn candidate_grids() {
    // The second and the third cell of each row have two and three candidates.
    let row = |cells: [&str; 9]| {
        format!(
            "| {:5} {:5} {:5} | {:5} {:5} {:5} | {:5} {:5} {:5} |\n",
            cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8]
        )
    };
    let singles = row(["8", "1", "2", "7", "5", "3", "6", "4", "9"]);
    let band = singles.clone() + &row(["1", "29", "378", "4", "5", "6", "7", "8", "9"]).repeat(2);
    let full = row(["123456789"; 9]);
    let counts = "1 1 1 1 1 1 1 1 1 1 2 3 1 1 1 1 1 1 1 2 3 1 1 1 1 1 1 ";
    let frames = [
        ["", "", ""],
        [
            ".-------------------.-------------------.-------------------.\n",
            ":-------------------+-------------------+-------------------:\n",
            "'-------------------'-------------------'-------------------'\n",
        ],
        [
            "*-----------------------------------------------------------*\n",
            "|-------------------+-------------------+-------------------|\n",
            "*-----------------------------------------------------------*\n",
        ],
        [
            "+-------------------+-------------------+-------------------+\n",
            "+-------------------+-------------------+-------------------+\n",
            "+-------------------+-------------------+-------------------+\n",
        ],
    ];
    for [top, middle, bottom] in frames {
        let text = format!("{top}{band}{middle}{band}{middle}{band}{bottom}");
        for format in [InputFormat::default(), named(FormatName::Candidates), named(FormatName::Ss)] {
            assert_eq!(parsed(&text, &format), [counts.repeat(3)], "{text}");
            let bare = text.replace('|', " ").repeat(2);
            if top.is_empty() {
                assert_eq!(parsed(&bare, &format), [counts.repeat(3), counts.repeat(3)]);
            }
            assert_eq!(parsed(&text.repeat(3), &format).len(), 3);
        }
    }
    assert_eq!(parsed(&full.repeat(9), &InputFormat::default()), ["9 ".repeat(81)]);
    assert_eq!(parsed(&full.replace('|', "").repeat(9), &InputFormat::default()), ["9 ".repeat(81)]);
    let line = "12.......".repeat(81);
    assert_eq!(
        parsed(&format!("{line}\n{line} x\n"), &InputFormat::default()),
        ["2 ".repeat(81), "2 ".repeat(81)]
    );
    assert_eq!(parsed(&"12 ".repeat(81), &InputFormat::default()), ["2 ".repeat(81)]);
    let single = rows(HARD).iter().map(|row| row.replace("", " ") + "\n").collect::<String>();
    assert_eq!(parsed(&single, &named(FormatName::Candidates))[0][..6], *"1 9 9 ");
    let wrong = full.repeat(8) + &row(["123", "21", "3", "4", "5", "6", "7", "8", "9"]);
    assert_eq!(parsed(&wrong, &InputFormat::default()).len(), 1);
}

#[test]
fn large_boards_as_numbers_and_in_other_alphabets() {
    for (side, separator) in [(16, " "), (25, " "), (16, ","), (25, ", "), (16, "\t")] {
        let order = (side as f64).sqrt() as usize;
        let digit = |row: usize, column: usize| (order * (row % order) + row / order + column) % side;
        // A diagonal of open cells.
        let value = |row: usize, column: usize| if row == column { None } else { Some(digit(row, column)) };
        let text = |of: &dyn Fn(usize) -> String, open: &str, separator: &str| -> String {
            let row = |row| {
                let cell = |column| value(row, column).map_or(open.into(), of);
                (0..side).map(cell).collect::<Vec<String>>().join(separator) + "\n"
            };
            (0..side).map(row).collect()
        };
        let letters = |first: &'static str| move |digit: usize| first[digit..=digit].to_owned();
        let usual = text(&letters("123456789ABCDEFGHIJKLMNOP"), ".", "").replace('\n', "");
        let number = |digit: usize| (digit + 1).to_string();
        for open in ["0", ".", "-", "x"] {
            let numbers = text(&number, open, separator);
            for format in [InputFormat::default(), named(FormatName::Numbers), named(FormatName::Grid)] {
                assert_eq!(parsed(&numbers, &format), vec![usual.clone()], "{numbers}");
                let two = numbers.clone() + &numbers;
                assert_eq!(parsed(&two, &format), [usual.clone(), usual.clone()]);
            }
            let on_one_line = numbers.trim_end().replace('\n', separator);
            assert_eq!(parsed(&on_one_line, &InputFormat::default()), vec![usual.clone()], "{on_one_line}");
        }
        let padded = text(&|digit| format!("{:02}", digit + 1), "..", " ");
        assert_eq!(parsed(&padded, &InputFormat::default()), vec![usual.clone()], "{padded}");
        let alphabet = |alphabet| InputFormat { alphabet: Some(alphabet), ..InputFormat::default() };
        // Numbers of one and of two digits begin with 0 alike.
        for numbers in
            [text(&|digit| digit.to_string(), ".", " "), text(&|digit| format!("{digit:02}"), "..", " ")]
        {
            assert_eq!(parsed(&numbers, &alphabet(Alphabet::FromZero)), vec![usual.clone()], "{numbers}");
        }
        let wrong = text(&number, ".", " ");
        assert!(
            parsed(&wrong, &alphabet(Alphabet::FromZero))[0].contains(&format!("\"{side}\" is not valid"))
        );
        for gap in ["", " "] {
            let hex = text(&letters("0123456789ABCDEFGHIJKLMNO"), ".", gap);
            assert_eq!(parsed(&hex, &alphabet(Alphabet::FromZero)), vec![usual.clone()], "{hex}");
            let capitals = text(&letters("ABCDEFGHIJKLMNOPQRSTUVWXY"), ".", gap);
            assert_eq!(parsed(&capitals, &alphabet(Alphabet::Letters)), vec![usual.clone()], "{capitals}");
            // Without an option, the characters tell.
            assert_eq!(parsed(&hex, &InputFormat::default()), vec![usual.clone()], "{hex}");
            assert_eq!(parsed(&capitals, &InputFormat::default()), vec![usual.clone()], "{capitals}");
            let zeros = text(&letters("123456789ABCDEFGHIJKLMNOP"), "0", gap);
            let found = parsed(&zeros, &InputFormat::default());
            assert_eq!(found, [usual.as_str()]);
            assert_eq!(parsed(&zeros, &alphabet(Alphabet::FromOne)), vec![usual.clone()]);
        }
    }
}

/// A rule between the bands may be as long as a row, also if `-` marks open cells; and a row of open cells is one.
#[test]
fn rules_as_long_as_rows() {
    let dashed = HARD.replace('0', "-");
    let rows: Vec<&str> = (0..9).map(|row| &dashed[9 * row..9 * row + 9]).collect();
    let spaced = |row: &&str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let barred = |row: &&str| [&row[..3], &row[3..6], &row[6..]].join("|");
    let written: [Vec<String>; 3] = [
        rows.iter().map(|row| (*row).to_owned()).collect(),
        rows.iter().map(spaced).collect(),
        rows.iter().map(barred).collect(),
    ];
    for rows in written {
        let drawn = |count: usize| {
            let rule = "-".repeat(count);
            let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
            bands.join(&format!("\n{rule}\n")) + "\n"
        };
        for count in [9, 11, 17, 21] {
            assert_hard_grids(1, &drawn(count), &InputFormat::default());
            let rule = "-".repeat(count) + "\n";
            // Around the board, too.
            for (above, below) in [(&*rule, &*rule), (&rule, ""), ("", &rule)] {
                let framed = format!("{above}{}{below}", drawn(count));
                assert_hard_grids(1, &framed, &InputFormat::default());
                assert_hard_grids(2, &format!("{framed}\n{framed}"), &InputFormat::default());
            }
            assert_hard_grids(2, &format!("{0}\n{0}", drawn(count)), &InputFormat::default());
        }
    }
    // The fourth and the eighth row are open.
    let mut cells = HARD.as_bytes().to_vec();
    cells[27..36].fill(b'0');
    cells[63..72].fill(b'0');
    let open = String::from_utf8(cells).unwrap();
    let drawn: String = (0..9).map(|row| open[9 * row..9 * row + 9].replace('0', "-") + "\n").collect();
    let expected = open.replace('0', ".");
    for text in [drawn.clone(), format!("{drawn}\n{drawn}")] {
        let found = parsed(&text, &InputFormat::default());
        assert!(found.len() == text.len() / drawn.len() && found.iter().all(|found| *found == expected));
    }
}

/// A board of numbers from loose text is one line, which is not looked for in loose text again.
#[test]
fn a_wrong_cell_among_numbers_is_one_error() {
    for wrong in ["y", "!", "17"] {
        let cell = |row: usize, column: usize| match (row, column) {
            (8, 5) => wrong.to_owned(),
            _ if (7 * row + 3 * column).is_multiple_of(5) => {
                ((4 * row + row / 4 + column) % 16 + 1).to_string()
            }
            _ => ".".into(),
        };
        let row = |row| (0..16).map(|column| cell(row, column)).collect::<Vec<_>>().join(",");
        let text = (0..16).map(row).collect::<Vec<_>>().join("\n");
        let found = parsed(&text, &InputFormat::default());
        assert!(found.len() == 1 && found[0].starts_with('9'), "{found:?}");
    }
}
