//! Examples of each format and each error, and properties of random texts.

use lanedoku::Grid;

use testkit::puzzles::PuzzleGenerator;

use super::*;

const HARD: &str = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

const SOLUTION: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

fn named(name: FormatName) -> InputFormat {
    InputFormat { name: Some(name), ..InputFormat::default() }
}

/// Returns each entry of a text: its puzzle as a line, or `LINE:COLUMN: REASON`.
#[track_caller]
fn parsed(text: &str, format: &InputFormat) -> Vec<String> {
    let entries = split_all(text.as_bytes(), format);
    let formatted = |diagnostic: Diagnostic| match diagnostic.column {
        Some(column) => format!("{}:{column}: {}", diagnostic.line, diagnostic.reason),
        None => format!("{}: {}", diagnostic.line, diagnostic.reason),
    };
    let mut found = Vec::new();
    for entry in entries {
        match read(&entry, text.as_bytes(), format) {
            Err(diagnostic) => found.push(formatted(diagnostic)),
            Ok(parsed) => {
                found.push(match &parsed.puzzle {
                    Puzzle::Four(board) => board.to_string(),
                    Puzzle::Nine(board) => board.to_string(),
                    Puzzle::Sixteen(board) => board.to_string(),
                    Puzzle::TwentyFive(board) => board.to_string(),
                    Puzzle::Candidates(masks) => {
                        masks.iter().map(|mask| format!("{} ", mask.count_ones())).collect()
                    }
                });
                found.extend(parsed.warning.map(formatted));
            }
        }
    }
    found
}

/// Asserts that a text contains the hard grid `count` times and nothing else.
#[track_caller]
fn assert_hard_grids(count: usize, text: &str, format: &InputFormat) {
    assert_eq!(parsed(text, format), vec![HARD.replace('0', "."); count], "{text}");
}

fn rows(line: &str) -> Vec<&str> {
    let side = line.len().isqrt();
    (0..side).map(|row| &line[side * row..side * row + side]).collect()
}

/// Returns the extra fields of each record, as `name=value`.
fn all_extra_fields(text: &str, format: &InputFormat) -> Vec<Vec<String>> {
    let mut splitter = Splitter::new(format);
    let mut entries = Vec::new();
    splitter.split(text.as_bytes(), true, &mut entries);
    let extra_fields = |entry: &Entry| {
        extra_fields(entry, text.as_bytes(), splitter.columns())
            .map(|(name, value)| format!("{}={}", name.unwrap_or_default(), String::from_utf8_lossy(&value)))
            .collect()
    };
    entries.iter().map(extra_fields).collect()
}

#[test]
fn every_open_mark_on_a_plain_line() {
    for mark in [".", "0", "_", "*", "-", "x", "X", "?"] {
        let line = HARD.replace('0', mark);
        assert_hard_grids(1, &line, &InputFormat::default());
        assert_hard_grids(50, &format!("{line}\n").repeat(50), &InputFormat::default());
        assert_hard_grids(2, &format!("{line}\r\n  {line} \r\n"), &InputFormat::default());
        assert_hard_grids(1, &format!("{line} 12.5"), &InputFormat::default());
        assert_hard_grids(1, &rows(&line).join("\n"), &InputFormat::default());
        assert_hard_grids(2, &format!("{0}\n\n{0}", rows(&line).join("\n")), &InputFormat::default());
        assert_hard_grids(1, &rows(&line).join(" "), &InputFormat::default());
        for name in [FormatName::Lines, FormatName::Sdm, FormatName::Csv, FormatName::Tsv] {
            assert_hard_grids(2, &format!("{line}\n{line}\n"), &named(name));
        }
    }
}

#[test]
fn text_after_a_puzzle_is_separate() {
    for (after, fields) in [
        (" 12.5", &["=12.5"][..]),
        ("\t12.5\t3", &["=12.5", "=3"]),
        (",12.5,\"a, b\"", &["=12.5", "=a, b"]),
        (";12.5", &["=12.5"]),
        (" # hard, they say", &["=# hard, they say"]),
        ("#hard", &["=#hard"]),
        ("|12.5|3", &["=12.5", "=3"]),
        (" unique", &["=unique"]),
        (" 12+", &["=12+"]),
        (" multiple 12", &["=multiple 12"]),
        (",", &["="]),
        ("  ", &[]),
        ("", &[]),
    ] {
        for line in [HARD.to_owned(), HARD.replace('0', "-")] {
            let text = format!("{line}{after}\n");
            assert_hard_grids(3, &text.repeat(3), &InputFormat::default());
            assert_eq!(all_extra_fields(&text, &InputFormat::default()), [fields], "{text}");
            // The same without a line end.
            assert_eq!(
                all_extra_fields(&text[..text.len() - 1], &InputFormat::default()),
                [fields],
                "{text}"
            );
        }
    }
    let before = format!("17 {HARD} 12.5\n3,\"{HARD}\",x\n");
    assert_hard_grids(2, &before, &InputFormat::default());
    assert_eq!(all_extra_fields(&before, &InputFormat::default()), [["=17", "=12.5"], ["=3", "=x"]]);
}

#[test]
fn output_is_valid_input() {
    let empty = ".".repeat(81);
    let written = format!("{SOLUTION} unique\n{empty} invalid\n{empty} none\n{SOLUTION} multiple 12\n");
    let solution = SOLUTION.to_owned();
    assert_eq!(parsed(&written, &InputFormat::default()), [solution.clone(), empty.clone(), empty, solution]);
    let small = "1234341221434321 unique\n................ invalid\n1234............ 12\n1234341221434321\n";
    let lines = ["1234341221434321", "................", "1234............", "1234341221434321"];
    assert_eq!(parsed(small, &InputFormat::default()), lines);
    let sixteen = "123456789ABCDEFG".repeat(16);
    assert_eq!(parsed(&format!("{sixteen} unique\n"), &InputFormat::default()), [sixteen]);
    let large = "123456789ABCDEFGHIJKLMNOP".repeat(25);
    assert_eq!(parsed(&format!("{large} none\n"), &InputFormat::default()), [large]);
    let json = format!("{{\"puzzle\":\"{HARD}\",\"solution\":\"{SOLUTION}\"}}\n");
    assert_hard_grids(1, &json, &InputFormat::default());
}

#[test]
fn tables_with_common_headers() {
    for (header, record, fields) in [
        ("quizzes,solutions", "PUZZLE,SOLUTION", &["solutions=SOLUTION"][..]),
        ("puzzle,solution", "PUZZLE,SOLUTION", &["solution=SOLUTION"]),
        (
            "id,puzzle,solution,clues,difficulty",
            "7,PUZZLE,SOLUTION,21,2.3",
            &["id=7", "solution=SOLUTION", "clues=21", "difficulty=2.3"],
        ),
        (
            "source,question,answer,rating",
            "\"a, b\",PUZZLE,SOLUTION,4",
            &["source=a, b", "answer=SOLUTION", "rating=4"],
        ),
        ("Puzzle\tRating", "PUZZLE\t1.2", &["Rating=1.2"]),
        ("\"sudoku\",\"solved\"", "\"PUZZLE\",\"SOLUTION\"", &["solved=SOLUTION"]),
        ("number;board", "1;PUZZLE", &["number=1"]),
        // Unknown names, and one with another meaning.
        ("foo,bar", "3,PUZZLE", &["foo=3"]),
        ("clues,name", "PUZZLE,x", &["name=x"]),
        ("puzzle", "PUZZLE", &[]),
    ] {
        for mark in ["0", ".", "-"] {
            let puzzle = HARD.replace('0', mark);
            let fill = |text: &str| text.replace("PUZZLE", &puzzle).replace("SOLUTION", SOLUTION);
            let text = fill(&format!("{header}\n{record}\r\n\n# a comment\n{header}\n{record}\n"));
            assert_hard_grids(2, &text, &InputFormat::default());
            let fields: Vec<String> = fields.iter().map(|field| fill(field)).collect();
            assert_eq!(all_extra_fields(&text, &InputFormat::default()), [fields.clone(), fields], "{text}");
            let mut splitter = Splitter::new(&InputFormat::default());
            let mut entries = Vec::new();
            splitter.split(text.as_bytes(), true, &mut entries);
            let found =
                solution_field(&entries[0], text.as_bytes(), splitter.columns(), &InputFormat::default());
            let expected: Option<Grid> = record.contains("SOLUTION").then(|| SOLUTION.parse().unwrap());
            assert_eq!(found, expected.map(Puzzle::Nine), "{text}");
        }
    }
}

#[test]
fn fields_can_be_named() {
    let field = |field: &str| InputFormat { field: Field::from_text(field), ..InputFormat::default() };
    let table = format!("a,b,c\n{SOLUTION},{HARD},3\n");
    assert_hard_grids(1, &table, &field("b"));
    assert_hard_grids(1, &table, &field("B"));
    assert_hard_grids(1, &table, &field("2"));
    assert_eq!(all_extra_fields(&table, &field("2")), [[format!("a={SOLUTION}"), "c=3".into()]]);
    // Without a header.
    assert_hard_grids(1, &format!("{SOLUTION},{HARD}\n"), &field("2"));
    assert_hard_grids(2, &format!("1 {HARD}\n2  {HARD} x\n"), &field("2"));
    assert_hard_grids(1, &format!("1/{HARD}\n"), &InputFormat { delimiter: Some(b'/'), ..field("2") });
    assert_hard_grids(
        1,
        &format!("n/puzzle\n1/{HARD}\n"),
        &InputFormat { delimiter: Some(b'/'), ..InputFormat::default() },
    );
    let messages = ["1: no column is named d; the first line has a, b, c"];
    assert_eq!(parsed(&table.repeat(3), &field("d")), messages);
    assert_eq!(parsed(&table, &field("4")), ["1: there is no field 4: the first line has 3"]);
    let messages = ["1: no column contains puzzles; the first line has a, b"];
    assert_eq!(parsed("a,b\n1,2\n3,4\n", &named(FormatName::Csv)), messages);
    // Records with errors.
    let records =
        format!("id,puzzle\n1\n2,\n3,{}\n4,{}\n5,{HARD}\n6,1 2\n", &HARD[1..], HARD.replace('3', "y"));
    let messages = parsed(&records, &InputFormat::default());
    assert_eq!(messages[0], "2: the puzzle field, number 2, is missing or empty");
    assert_eq!(messages[1], "3: the puzzle field, number 2, is missing or empty");
    assert_eq!(messages[2], "4: expected 81 cells, found 80");
    assert_eq!(messages[3], "5:14: 'y' is not valid on a 9x9 board");
    assert_eq!(messages.len(), 6);
    // Solutions without a column name, and in the text after the puzzle.
    let text = format!("{HARD} {SOLUTION}\n{HARD},1,{SOLUTION}\n{HARD}\n");
    let entries = split_all(text.as_bytes(), &InputFormat::default());
    let solution = |entry| solution_field(entry, text.as_bytes(), None, &InputFormat::default());
    let expected = Some(Puzzle::Nine(SOLUTION.parse().unwrap()));
    assert_eq!(
        [solution(&entries[0]), solution(&entries[1]), solution(&entries[2])],
        [expected.clone(), expected, None]
    );
}

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
            // Without an option: a warning.
            let found = parsed(&hex, &InputFormat::default());
            assert!(found[1].contains("mixes 0 with another mark"), "{found:?}");
            let zeros = text(&letters("123456789ABCDEFGHIJKLMNOP"), "0", gap);
            let found = parsed(&zeros, &InputFormat::default());
            assert_eq!(found[0], usual);
            assert!(found[1].contains("contains 0 and letters"), "{found:?}");
            assert_eq!(parsed(&zeros, &alphabet(Alphabet::FromOne)), vec![usual.clone()]);
        }
    }
}

#[test]
fn mixed_open_marks_are_reported() {
    let mixed = HARD.replacen('0', ".", 3);
    let messages = parsed(&mixed, &InputFormat::default());
    assert_eq!(messages[1], "1: mixes 0 with another mark for open cells; both are read as open");
    let messages = parsed(&format!("\n{}", rows(&mixed).join("\n")), &InputFormat::default());
    assert_eq!(messages[1], "2: mixes 0 with another mark for open cells; both are read as open");
}

#[test]
fn comments_titles_and_empty_lines() {
    for nothing in
        ["   # note, 12", "\t#", "# [x", "#", "", "  ", "Grid 01", "puzzle 3:", "+---+", "┌───┐", "-"]
    {
        assert_eq!(parsed(nothing, &InputFormat::default()), [""; 0], "{nothing}");
        assert_hard_grids(2, &format!("{HARD}\n{nothing}\n{HARD}\n"), &InputFormat::default());
    }
    // A single word is not the header of a drawn board.
    let messages = parsed(&format!("Sudoku\n{}\n", rows(HARD).join("\n")), &InputFormat::default());
    assert_eq!((messages.len(), messages[1].as_str()), (2, &*HARD.replace('0', ".")));
    assert_eq!(parsed("puzzle\n", &InputFormat::default()), [""; 0]);
    // Only `#` begins a comment.
    for something in ["; note", "// note", "hello, world", "no-such-file.txt", "12 34", "[x y]"] {
        assert_eq!(parsed(something, &InputFormat::default()).len(), 1, "{something}");
    }
}

#[test]
fn lines_are_not_rows_in_line_formats() {
    let drawn = rows(HARD).join("\n");
    assert_eq!(parsed(&drawn, &named(FormatName::Lines)).len(), 9);
    assert_eq!(
        parsed(&drawn, &named(FormatName::Sdm))[0],
        "1: expected 81 cells (a puzzle) or 9 (a row), found 9"
    );
}

#[test]
fn errors_have_positions() {
    for (text, messages) in [
        (HARD[1..].to_owned(), "1: expected 81 cells, found 80"),
        (format!("{} 12.5", &HARD[1..]), "1: expected 81 cells, found 80"),
        (format!("{HARD}0,{SOLUTION}"), ""),
        (HARD.replacen('3', "ü", 1), "1:12: 'ü' is not valid on a 9x9 board"),
        (format!("│ {}", HARD.replacen('3', "y", 1)), "1:14: 'y' is not valid on a 9x9 board"),
        ("1,2,3,4\n1,2,7,4\n,,,\n,,,\n".into(), "2:5: '7' is not valid on a 4x4 board"),
        ("1 2 3 ü 5".into(), "1:7: 'ü' is not valid on any board"),
        ("1 2 3 ü 5 6 7 8 9".into(), "1: expected 9 rows in the board that starts here, found 1"),
    ] {
        let found = parsed(&text, &InputFormat::default());
        if messages.is_empty() {
            // The first field with 81 cells is the puzzle.
            assert_eq!(found, [SOLUTION], "{text}");
        } else {
            assert!(found[0].starts_with(messages), "{found:?}");
        }
        assert_eq!(found.len(), 1, "{found:?}");
    }
}

/// Returns a text of random pieces of all formats.
fn random_text(random: &mut PuzzleGenerator) -> Vec<u8> {
    const SCRAPS: [&str; 40] = [
        "\n",
        "\n",
        "\n",
        "\r\n",
        " ",
        ",",
        "\t",
        "-",
        ".",
        "0",
        "5",
        "A",
        "x",
        "|",
        "#",
        "\"",
        "[Puzzle]\n",
        "[State]\n",
        "puzzle,solution\n",
        "id,puzzle\n",
        "---------\n",
        "-3--7----\n",
        "---+---+---\n",
        "*-----------*\n",
        "8,,,,,,,,\n",
        "1 23 4 5 6 789 8 9 1\n",
        "16 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1\n",
        "123456789\n",
        "1234\n",
        "1234341221434321",
        "┌───┬───┐\n",
        "│ 1 2 3 │",
        "Grid 01\n",
        "\u{feff}",
        "ü",
        "123456789ABCDEFG\n",
        "a,b\n",
        ";",
        "?",
        "2 ",
    ];
    let mut text = Vec::new();
    for _ in 0..random.below(60) {
        match random.below(12) {
            0 => text.extend(HARD.replace('0', ["0", ".", "-", "x"][random.below(4)]).bytes()),
            1 => text.extend(SOLUTION.bytes()),
            2 => text.extend("123456789\n".repeat(9).bytes()),
            3 => text.extend((0..random.below(20)).map(|_| random.below(256) as u8)),
            4 => text.extend(&HARD.as_bytes()[..random.below(81)]),
            _ => text.extend(SCRAPS[random.below(40)].bytes()),
        }
    }
    text
}

#[test]
fn entries_do_not_depend_on_the_pieces() {
    let mut random = PuzzleGenerator::new(13);
    for round in 0..3000 {
        let text = random_text(&mut random);
        let format = match round % 4 {
            0 => named(FormatName::ALL[random.below(9)]),
            1 => InputFormat { field: Some(Field::Number(1 + random.below(3))), ..InputFormat::default() },
            _ => InputFormat::default(),
        };
        let whole = split_all(&text, &format);
        let mut splitter = Splitter::new(&format);
        let (mut found, mut start, mut end, mut line) = (Vec::new(), 0, 0, 0);
        loop {
            let last = end == text.len();
            let mut entries = Vec::new();
            let position = splitter.split(&text[start..end], last, &mut entries);
            found.extend(
                entries
                    .iter()
                    .map(|entry| (entry.range().start + start, entry.line + line, entry.kind.size())),
            );
            start += position.bytes;
            line += position.lines;
            if last {
                break;
            }
            end = (end + 1 + random.below(200)).min(text.len());
            if position.within_line {
                let rest = text[start..].iter().position(|&byte| byte == b'\n');
                start = rest.map_or(text.len(), |rest| start + rest + 1);
                line += u32::from(rest.is_some());
                end = end.max(start);
            }
        }
        let expected: Vec<_> =
            whole.iter().map(|entry| (entry.range().start, entry.line, entry.kind.size())).collect();
        assert_eq!(found, expected, "{:?} of {:?}", String::from_utf8_lossy(&text), format);
        for entry in &whole {
            let _ = read(entry, &text, &format);
            let _ = solution_field(entry, &text, splitter.columns(), &format);
        }
    }
}

/// The splitter looks ahead by at most a board, so it scans each byte a bounded number of times.
#[test]
fn splitting_takes_linear_time() {
    for line in [
        "---------",
        "----\n---------",
        "\"\"\"",
        ",",
        "1",
        "1 2 3 4 5 6 7 8 9",
        "a,b",
        "[Puzzle]",
        "1234341221434321",
        "│",
    ] {
        let text = format!("{line}\n").repeat(40_000 / (line.len() + 1));
        lines::scanned::take();
        split_all(text.as_bytes(), &InputFormat::default());
        let scanned = lines::scanned::take();
        assert!(scanned < 20 * text.len(), "{line}: {scanned} bytes");
        // One line.
        let text = format!("puzzle,b\n{}\n", line.repeat(LINE_MAX / line.len() - 1));
        let entries = split_all(text.as_bytes(), &InputFormat::default());
        assert!(entries.len() <= 1 || line.contains('\n'));
    }
}
