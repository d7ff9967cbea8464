//! Boards in loose text: what is a board, and what nearly is one.

use super::*;

fn open() -> String {
    HARD.replace('0', ".")
}

/// Returns the puzzles of a text, each with the solution beside it.
fn with_solutions(text: &str) -> Vec<(String, Option<String>)> {
    let format = InputFormat::default();
    let pair = |entry: &Entry| {
        let parsed = read(entry, text.as_bytes(), &format).expect(text);
        (line_of(&parsed.puzzle), parsed.solution.map(|board| board.to_string()))
    };
    split_all(text.as_bytes(), &format).iter().map(pair).collect()
}

/// Of a puzzle and its solution beside each other only the puzzle is one; other neighbours are two puzzles.
#[test]
fn boards_beside_each_other() {
    let (open, other) = (open(), SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2"));
    let (open, full, other) = (&open[..], SOLUTION, &other[..]);
    let solved = (open, Some(full));
    for (boards, expected) in [
        (&[open, full][..], &[solved][..]),
        (&[full, open], &[solved]),
        (&[full, full], &[(full, None), (full, None)]),
        (&[open, open], &[(open, None), (open, None)]),
        (&[open, other], &[(open, None), (other, None)]),
        (&[open, full, open], &[solved, (open, None)]),
        (&[other, open, full], &[(other, None), (open, None), (full, None)]),
        (&[open, full, full, open], &[solved, solved]),
        (&[open, other, open, full], &[(open, None), (other, None), solved]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(a, b)| (a.to_string(), b.map(str::to_owned))).collect();
        let beside = |row: usize| boards.iter().map(|board| rows(board)[row]).collect::<Vec<_>>().join("  ");
        if boards.len() < 4 {
            let text = (0..9).map(|row| beside(row) + "\n").collect::<String>();
            assert_eq!(with_solutions(&text), expected, "{text}");
        }
        let lists: Vec<String> = boards.iter().map(|board| format!("{:?}", rows(board))).collect();
        let text = format!("[{}]\n", lists.join(", ")).replace('"', "'");
        assert_eq!(with_solutions(&text), expected, "{text}");
    }
}

/// A line of digits and blanks is a board if it has 8 clues, 16 blanks and digits side by side, or is one without its
/// last blanks.
#[test]
fn a_line_with_blanks_for_open_cells() {
    let line = |clues: usize, length: usize| -> String {
        let cell =
            |cell: usize| if cell < clues - 2 || cell + 2 >= length { b'1' + (cell % 9) as u8 } else { b' ' };
        (0..length).map(|place| char::from(cell(place))).collect()
    };
    for (clues, length, is_board) in [
        (7, 81, false),
        (8, 81, true),
        (17, 81, true),
        (65, 81, true),
        (66, 81, false),
        (17, 73, true),
        (17, 72, false),
        (17, 82, false),
    ] {
        let line = line(clues, length);
        let expected = format!("{line:81}").replace(' ', ".");
        let found = parsed(&line, &InputFormat::default());
        assert_eq!(found == [expected], is_board, "{clues} of {length}: {line}\n{found:?}");
    }
}

/// The cells of a board on one line, or the rows of a 9x9 one, with other words around them.
#[test]
fn the_words_of_a_board_on_one_line() {
    let open = open();
    let clues = |cells: usize| format!("{}{}", "12.4", ".".repeat(cells - 4));
    let one_by_one = |cells: &str| cells.chars().map(String::from).collect::<Vec<_>>();
    for (cells, words) in [
        (&open, rows(&open).into_iter().map(String::from).collect()),
        (&open, one_by_one(&open)),
        (&clues(256), one_by_one(&clues(256))),
        (&clues(625), one_by_one(&clues(625))),
    ] {
        for separator in [" ", ", ", " | ", "/"] {
            for (before, after) in
                [("", ""), ("The board: ", ""), ("", " (easy)"), ("Solve this: ", " please")]
            {
                let text = format!("{before}{}{after}\n", words.join(separator));
                assert_eq!(parsed(&text, &InputFormat::default()), [&**cells], "{text}");
            }
        }
    }
}

/// A list is a board if it has as many values or rows as one; sixteen values in another list are a row.
#[test]
fn lists_in_brackets() {
    for (size, cells) in
        Size::ALL.into_iter().zip(["1..4........2..3", &open(), &".".repeat(256), &".".repeat(625)])
    {
        let values =
            |cells: &str| cells.chars().map(String::from).collect::<Vec<_>>().join(", ").replace('.', "0");
        let lists: Vec<String> = rows(cells).iter().map(|row| format!("{{{}}}", values(row))).collect();
        let (flat, nested) = (format!("{{{}}}", values(cells)), format!("{{{}}}", lists.join(",\n")));
        for board in [nested, flat] {
            let may_be_row = size == Size::Four && !board[1..].contains('{');
            for (before, after) in [("int b[] = ", ";"), ("solve(", ")"), ("x = {{", "}}")] {
                let text = format!("{before}{board}{after}\n");
                let is_board = parsed(&text, &InputFormat::default()) == [cells];
                assert_eq!(is_board, !may_be_row || after == ";", "{text}");
            }
        }
    }
}

/// A table of a web page is a board, however its tags are written, with the numbers of rows and columns or without.
#[test]
fn tables_of_web_pages() {
    let open = open();
    for (head, row, cell, blank) in [
        ("<table>", "<tr>", "<td>", ""),
        ("<table class=\"the\">\n<thead></thead>", "<tr>", "<td>", "&nbsp;"),
        ("<TABLE><THEAD>", "<TR class='tr'>", "<TD id=\"c1\">", "&#160;"),
        ("<table>\n<tbody>", "<tr\n>", "<th>", "<input value=\"\">"),
        ("<table><thead>", "<tr>", "<td>", " "),
    ] {
        for numbers in [false, true] {
            let digit = |digit: char| {
                format!("{cell}{}", if digit == '.' { blank.into() } else { digit.to_string() })
            };
            let line = |(number, digits): (usize, &str)| {
                let label = if numbers { format!("{cell}R{number}") } else { String::new() };
                format!("{row}{label}{}</tr>\n", digits.chars().map(digit).collect::<String>())
            };
            let columns = if numbers { line((0, "123456789")).replace("R0", "") } else { String::new() };
            let lines: String = (1..).zip(rows(&open)).map(line).collect();
            let text = format!("{head}\n{columns}{lines}</table>\n");
            for text in [text.replace('\n', " ") + "\n", text] {
                assert_eq!(parsed(&text, &InputFormat::default()), [&*open], "{text}");
            }
        }
    }
}

/// The largest board fits into a table, with the numbers of its columns.
#[test]
fn large_tables_of_web_pages() {
    for side in [4, 9, 16, 25] {
        let row = |cells: Vec<String>| format!("<tr><td>{}</td></tr>\n", cells.join("</td><td>"));
        let mut text = row((1..=side).map(|number| number.to_string()).collect());
        for place in 0..side {
            text +=
                &row((0..side).map(|cell| if cell == place { "2".into() } else { String::new() }).collect());
        }
        let expected: String =
            (0..side * side).map(|cell| if cell % (side + 1) == 0 { '2' } else { '.' }).collect();
        let found = parsed(&format!("<table>\n{text}</table>\n"), &InputFormat::default());
        assert_eq!(found.first(), Some(&expected), "{text}");
    }
}

/// A board with a cell on each line has 8 clues, and lacks at most 8 blank lines at its end.
#[test]
fn a_cell_on_each_line() {
    for (clues, missing, is_board) in [
        (7, 0, false),
        (8, 0, true),
        (8, 8, true),
        (8, 9, false),
        (17, 1, true),
        (72, 8, true),
        (72, 9, false),
        (81, 0, true),
        (80, 0, true),
    ] {
        let lines: Vec<&str> =
            (0..81 - missing).map(|cell| if cell < clues { &SOLUTION[cell..=cell] } else { "" }).collect();
        let text = lines.join("\n") + "\n";
        let expected = format!("{:.<81}", &SOLUTION[..clues]);
        assert_eq!(
            parsed(&text, &InputFormat::default()) == [expected],
            is_board,
            "{clues}, {missing}: {text}"
        );
    }
}

/// The columns may have numbers above and below them, the rows labels, and lines may be between the rows.
#[test]
fn labels_and_lines_around_rows() {
    let open = open();
    let letters = |count: usize| ('A'..).take(count).map(String::from).collect::<Vec<_>>().join(" ");
    let numbers = |first: usize, count: usize| {
        (first..first + count).map(|n| n.to_string()).collect::<Vec<_>>().join(" ")
    };
    let headers = [
        "".into(),
        letters(9),
        numbers(1, 9),
        numbers(0, 9),
        format!("Row {}", letters(9)),
        format!("# {}", numbers(1, 9)),
    ];
    for header in headers {
        let labels: &[&str] = if header.contains('R') || header.contains('#') { &["r"] } else { &["r", ""] };
        for (label, between) in labels.iter().flat_map(|label| {
            ["", "\n", "---+---\n", "---+---\n\n", "\n---+---\n\n"].map(|between| (label, between))
        }) {
            for has_footer in [false, true] {
                let row = |(number, row): (usize, &str)| {
                    let label = if label.is_empty() { String::new() } else { format!("{label}{number} ") };
                    format!("{label}{}\n", row.chars().map(String::from).collect::<Vec<_>>().join(" "))
                };
                let rows: Vec<String> = (1..).zip(rows(&open)).map(row).collect();
                let header = if header.is_empty() { String::new() } else { format!("{header}\n") };
                let footer = if has_footer { &header } else { "" };
                let text = format!("{header}{}{footer}", rows.join(between));
                // With more lines than two between all rows they are no board of labelled rows.
                let is_board = parsed(&text, &InputFormat::default()).first() == Some(&open);
                let mut splitter = Splitter::new(&InputFormat::default());
                splitter.split(text.as_bytes(), true, &mut Vec::new());
                let left_out = splitter.take_left_out(text.as_bytes());
                let is_near = between.matches('\n').count() < 3;
                assert!(is_board == is_near || label.is_empty() && !is_near, "{text}");
                assert!(!is_near || label.is_empty() || left_out.is_empty(), "{text}{left_out:?}");
            }
        }
    }
}

/// Code may stand before the first row, if that begins with a quote.
#[test]
fn rows_after_code() {
    let open = open();
    for code in ["", "puzzle = ", "let board = parse(", "x=", "return ", "  "] {
        for quote in ["\"", "'", "`"] {
            for gap in ["", " ", ","] {
                let row = |row: &str| {
                    let cells = row.chars().map(String::from).collect::<Vec<_>>();
                    format!("{quote}{}{quote}", cells.join(gap))
                };
                let rows: Vec<String> = rows(&open).into_iter().map(row).collect();
                for end in ["\n", " +\n", "\\n\n"] {
                    let text = format!("{code}{};\n", rows.join(end));
                    assert_eq!(parsed(&text, &InputFormat::default()), [&*open], "{text}");
                }
            }
        }
    }
}

/// A row of cells beside a board is a part of another one; a list of numbers is text.
#[test]
fn rows_beside_the_one_board() {
    let drawn = rows(HARD).join("\n");
    for (line, is_row) in [
        ("123456789", true),
        ("1234", true),
        ("1 2 3 4", true),
        ("|1|2|3|4|5|6|7|8|9|", true),
        ("1,2,3,4,5,6,7,8,9", false),
        ("1;2;3;4;5;6;7;8;9", false),
        ("│1│2│3│4│5│6│7│8│9│", false),
        ("1,2,3,4", false),
        ("rows 1 to 9", false),
    ] {
        for text in [format!("{drawn}\n\n{line}\n"), format!("{HARD}\n{line}\n")] {
            assert_eq!(read_one(text.as_bytes(), &InputFormat::default()).is_err(), is_row, "{text}");
        }
    }
}
