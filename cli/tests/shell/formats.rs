//! Solves the same puzzle in every input format, and converts to every output format.

use std::process::Command;

use testkit::children::is_installed;
use testkit::{pasted, texts};

use crate::support::*;

/// Returns the rows of HARD, each mapped by `row`.
fn rows(row: impl Fn(&str) -> String) -> Vec<String> {
    (0..9).map(|index| row(&HARD[9 * index..9 * index + 9])).collect()
}

/// Returns a row with a separator between its boxes.
fn boxes(row: &str, between: &str) -> String {
    [&row[..3], &row[3..6], &row[6..]].join(between)
}

fn spaced(row: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

/// Returns rows with lines above, between and below the bands.
fn framed(rows: &[String], above: &str, between: &str, below: &str) -> String {
    let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
    format!("{above}\n{}\n{below}\n", bands.join(&format!("\n{between}\n")))
}

/// Returns the candidates of HARD, in 81 groups.
fn pencil_marks() -> Vec<String> {
    (0..81)
        .map(|cell| match HARD.as_bytes()[cell] {
            b'0' => {
                let sees = |other: usize| {
                    other / 9 == cell / 9
                        || other % 9 == cell % 9
                        || (other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3)
                };
                ('1'..='9')
                    .filter(|&digit| {
                        (0..81).all(|other| !sees(other) || HARD.as_bytes()[other] != digit as u8)
                    })
                    .collect()
            }
            clue => char::from(clue).to_string(),
        })
        .collect()
}

#[test]
fn one_puzzle_in_every_format() {
    let dotted = |row: &str| row.replace('0', ".");
    let marks = pencil_marks();
    let grid_of_marks = |between: &str| {
        let lines: Vec<String> = marks.chunks(9).map(|row| row.join(between)).collect();
        lines.join("\n") + "\n"
    };
    let ascii = "+-------+-------+-------+";
    let texts = [
        ("line", format!("{HARD}\n")),
        ("dots", format!("{}\n", dotted(HARD))),
        ("dashes", format!("{}\n", HARD.replace('0', "-"))),
        ("x", format!("{}\n", HARD.replace('0', "x"))),
        ("X", format!("{}\n", HARD.replace('0', "X"))),
        ("question marks", format!("{}\n", HARD.replace('0', "?"))),
        ("nine lines", rows(str::to_owned).join("\n") + "\n"),
        ("nine lines of dashes", rows(|row| row.replace('0', "-")).join("\n") + "\n"),
        ("commas", rows(|row| spaced(row).replace(' ', ",")).join("\n") + "\n"),
        ("empty fields", rows(|row| spaced(row).replace(' ', ",").replace('0', "")).join("\n") + "\n"),
        ("sdk with comments", format!("#AAuthor\n#DA puzzle\n#B01-01-2020\n{}\n", rows(dotted).join("\n"))),
        (
            "sdk with sections",
            format!(
                "[Puzzle]\n{}\n[State]\n{}\n",
                rows(dotted).join("\n"),
                rows(dotted).join("\n").replacen('.', "1", 1)
            ),
        ),
        (
            "ss",
            framed(
                &rows(|row| format!("|{}|", boxes(&dotted(row), "|"))),
                " *-----------*",
                " |---+---+---|",
                " *-----------*",
            ),
        ),
        (
            "ASCII frame",
            framed(
                &rows(|row| {
                    let row = dotted(row);
                    format!("| {} | {} | {} |", spaced(&row[..3]), spaced(&row[3..6]), spaced(&row[6..]))
                }),
                ascii,
                ascii,
                ascii,
            ),
        ),
        (
            "Unicode frame",
            framed(
                &rows(|row| format!("║{}║", boxes(&dotted(row), "║"))),
                "╔═══╦═══╦═══╗",
                "╠═══╬═══╬═══╣",
                "╚═══╩═══╩═══╝",
            ),
        ),
        ("candidates", grid_of_marks(" ")),
        ("candidates in columns", grid_of_marks("  ")),
        ("a table with a header", format!("quizzes,solutions\n{HARD},{HARD_SOLUTION}\n")),
        (
            "a table with an id",
            format!("id,puzzle,solution,clues,difficulty\n7,{HARD},{HARD_SOLUTION},21,10.7\n"),
        ),
        ("a table with a source", format!("source,question,answer,rating\nabc,{HARD},{HARD_SOLUTION},57\n")),
        ("tabs", format!("id\tpuzzle\n1\t{HARD}\n")),
        ("a rating after the puzzle", format!("{HARD} 10.7\n")),
        ("a solution after the puzzle", format!("{HARD},{HARD_SOLUTION}\n")),
        ("a comment after the puzzle", format!("{HARD} # inkala\n")),
        ("a comment before", format!("   # indented\n{HARD}\n")),
        ("a byte order mark", format!("\u{feff}{HARD}\n")),
    ];
    for (name, text) in &texts {
        let answer = solve(&["--show", "status,solution"], text);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{name}:\n{text}");
        assert_eq!(answer.out.lines().count(), 1, "{name}: {}", answer.out);
        assert!(answer.out.starts_with(&format!("unique {HARD_SOLUTION}")), "{name}: {}", answer.out);
    }
    // All in one file, except for tables, which must begin a file.
    let (tables, others): (Vec<_>, Vec<_>) = texts
        .iter()
        .partition(|(name, _)| name.contains("table") || matches!(*name, "tabs" | "a byte order mark"));
    assert_eq!(tables.len(), 5);
    let whole: Vec<&str> = others.iter().map(|(_, text)| text.as_str()).collect();
    let answer = solve(&["--show", "status"], whole.join("\n"));
    assert_eq!(answer.out.lines().count(), others.len(), "{}\n{}", answer.out, answer.err);
    assert!(answer.out.lines().all(|line| line.starts_with("unique")), "{}\n{}", answer.out, answer.err);
}

#[test]
fn every_output_is_input() {
    let input = format!("{HARD} 10.7\n{NO_SOLUTION}\n{EMPTY} x,y\n");
    let plain = run(&["convert", "-q"], &input).out;
    assert_eq!(plain.lines().count(), 3);
    let cells = |out: &str| out.lines().map(|line| line[..81].to_owned()).collect::<Vec<_>>();
    for format in ["line", "csv", "tsv", "json", "grid", "compact"] {
        let converted = run(&["convert", "-q", "--to", format], &input);
        assert_eq!(converted.code, Some(0), "{format}: {}", converted.err);
        let back = run(&["convert", "-q"], &converted.out);
        assert_eq!(cells(&back.out), cells(&plain), "{format}:\n{}\n{}", converted.out, back.err);
    }
    // The output of other commands.
    for command in ["solve", "check", "rate", "shuffle", "canonical", "minimize"] {
        for format in ["line", "csv", "json"] {
            let out = run(&[command, "-q", "--format", format], format!("{HARD}\n{HARD}\n")).out;
            let back = run(&["convert", "-q"], &out);
            assert_eq!(
                (back.code, back.out.lines().count()),
                (Some(0), 2),
                "{command} {format}:\n{out}{}",
                back.err
            );
        }
    }
}

#[test]
fn extra_fields_are_kept() {
    let table = format!("id,puzzle,note\n7,{HARD},\"a, b\"\n8,{EMPTY},\n");
    let csv = run(&["solve", "-q", "--format", "csv"], &table);
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!(lines[0], "puzzle,solution,status,id,note", "{}", csv.out);
    assert_eq!(lines[1], format!("{},{HARD_SOLUTION},unique,7,\"a, b\"", HARD.replace('0', ".")));
    assert!(lines[2].starts_with(EMPTY) && lines[2].ends_with(",multiple,8,"), "{}", lines[2]);
    let json = run(&["solve", "-q", "--format", "json", "--show", "line,status,count", "--max", "3"], &table);
    assert_eq!(
        json.out.lines().next(),
        Some(r#"{"line":2,"status":"unique","count":1,"id":"7","note":"a, b"}"#),
        "{}",
        json.out
    );
    let line = solve(&[], format!("{HARD} 10.7 name\n"));
    assert_eq!(line.out, format!("{HARD_SOLUTION} unique 10.7 name\n"));
}

#[test]
fn filters_and_summaries() {
    let input = [HARD, EMPTY, NO_SOLUTION, INVALID, HARD].join("\n");
    let answer = solve(&["--only", "multiple,none", "--show", "line,status"], &input);
    assert_eq!(answer.out, "2 multiple\n3 none\n");
    assert_eq!(answer.code, Some(1));
    let answer = solve(&["--summary"], &input);
    assert_eq!(answer.out, "unique 2\nmultiple 1\nnone 1\ninvalid 1\ntotal 5\n");
}

/// Texts that are not boards, through every command and every format, and through the program again.
#[test]
fn a_text_that_is_no_board_is_never_written_as_a_board() {
    let short = &HARD[..80];
    let letter = HARD.replacen('0', "y", 1);
    let dotted = rows(|row| row.replace('0', "."));
    let eight = dotted[..8].join("\n");
    // A row of eight cells and one of ten.
    let uneven = format!("{}\n{}\n{}.\n{}\n", dotted[0], &dotted[1][..8], dotted[2], dotted[3..].join("\n"));
    let long = "8".repeat(40_000);
    let inputs = [
        format!("{short}\n"),
        format!("{short} 10.7 name\n"),
        format!("{letter} 10.7\n{short},10.7\n"),
        format!("{uneven}# a comment\nnonsense\n{eight}\n"),
        format!("{long}\n{}\n", spaced(short)),
        format!("id,puzzle,note\n1,{short},a\n2,,b\n3,\"{letter}\",\"c, d\"\n4,8 . 3,\n"),
    ];
    let commands: [&[&str]; 13] = [
        &["solve"],
        &["solve", "--max", "5", "--show", "puzzle,solution,count,clues"],
        &["count"],
        &["enumerate"],
        &["check"],
        &["rate"],
        &["explain"],
        &["hint"],
        &["convert"],
        &["canonical"],
        &["shuffle"],
        &["minimize"],
        &["neighbours", "{-1+1}"],
    ];
    // Every command, with some of the texts.
    let pairs = (0..inputs.len() * commands.len()).step_by(5);
    for (input, command) in pairs.map(|pair| (&inputs[pair % inputs.len()], commands[pair % commands.len()]))
    {
        for format in ["line", "csv", "tsv", "json", "grid", "compact"] {
            let answer = run(&[command, &["-q", "--format", format]].concat(), input);
            let name = format!("{command:?} {format}\n{input:.200}\n{:.400}\n{}", answer.out, answer.err);
            assert_eq!(answer.code, Some(1), "{name}");
            assert!(!answer.err.is_empty() && !answer.out.contains(&dots(16)), "{name}");
            let lines = || answer.out.lines();
            match format {
                "line" => assert!(lines().all(|line| line.contains("invalid")), "{name}"),
                "json" => assert!(lines().all(|line| line.contains(r#""status":"invalid""#)), "{name}"),
                "csv" | "tsv" => {
                    let has_status = lines().next().unwrap().contains("status");
                    assert!(lines().skip(1).all(|line| line.contains("invalid")), "{name}");
                    assert_eq!(lines().count() > 1, has_status, "{name}");
                }
                _ => assert_eq!(answer.out, "", "{name}"),
            }
            let again = run(&["convert", "-q", "--to", "csv"], &answer.out);
            assert_eq!(
                again.out.lines().filter(|line| !line.starts_with("puzzle")).count(),
                0,
                "{name}{}",
                again.out
            );
        }
    }
    // As it was read, and in order among others.
    let input = format!("{HARD} a\n{short} bb\n{uneven}\n{HARD} c\n");
    let uneven = uneven.trim_end().replace('\n', "/");
    let lines = [
        HARD_SOLUTION,
        " unique a\n",
        short,
        " invalid bb\n",
        &uneven,
        " invalid\n",
        HARD_SOLUTION,
        " unique c\n",
    ];
    assert_eq!(solve(&[], &input).out, lines.concat());
    let dotted = HARD.replace('0', ".");
    let table = format!(
        "puzzle,solution,status,field2\n{dotted},{HARD_SOLUTION},unique,a\n{short},,invalid,bb\n{uneven},,invalid,\n\
         {dotted},{HARD_SOLUTION},unique,c\n"
    );
    assert_eq!(solve(&["--format", "csv"], &input).out, table);
    let converted = run(&["convert", "-q", "--format", "csv"], &input).out;
    assert_eq!(converted, format!("puzzle,field2\n{dotted},a\n{dotted},c\n"));
}

#[test]
fn a_field_can_be_selected() {
    let text = format!("a;b\n{EMPTY};{HARD}\n");
    for field in ["2", "b"] {
        let answer = solve(&["--field", field, "--delimiter", ";", "--show", "status"], &text);
        assert!(answer.out.starts_with("unique"), "{field}: {}{}", answer.out, answer.err);
        assert_eq!(answer.out.lines().count(), 1, "{}", answer.out);
    }
    let answer = solve(&["--field", "c", "--delimiter", ";"], &text);
    assert!(
        answer.code == Some(3) && answer.out.is_empty() && answer.err.contains("named c"),
        "{}",
        answer.err
    );
}

/// Fifty lines with dashes were once parsed as two 25x25 boards.
#[test]
fn lines_of_81_are_9x9_puzzles() {
    let input = format!("{}\n", HARD.replace('0', "-")).repeat(50);
    let answer = solve(&[], input);
    assert_eq!(answer.out, format!("{HARD_SOLUTION} unique\n").repeat(50));
}

#[test]
fn mixed_open_marks_are_reported() {
    for puzzle in [HARD.replacen('0', ".", 1), HARD.replacen('0', "-", 1)] {
        let answer = solve(&[], format!("{HARD}\n{puzzle}\n"));
        assert_eq!(answer.words(), ["unique", "unique"]);
        assert!(answer.err.starts_with("standard input:2: warning: "), "{}", answer.err);
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
    }
}

#[test]
fn numbers_and_alphabets() {
    let board = full_board(4, 1);
    let numbers: Vec<String> = board
        .chunks(16)
        .map(|row| {
            let number = |&cell: &u8| match cell {
                b'1'..=b'9' => (cell - b'0').to_string(),
                _ => (cell - b'A' + 10).to_string(),
            };
            row.iter().map(number).collect::<Vec<_>>().join(" ")
        })
        .collect();
    let expected = format!("{} unique\n", str::from_utf8(&board).unwrap());
    let open = numbers.join("\n").replacen("16", "0", 3);
    solve(&["--side", "16", "--from", "numbers"], &open).expect(0, &expected, "");
    let shifted = |first: u8| -> String {
        board
            .iter()
            .map(|&cell| {
                let digit = if cell <= b'9' { cell - b'1' } else { cell - b'A' + 9 };
                char::from(if first == b'A' || digit > 9 {
                    digit + if first == b'A' { b'A' } else { b'A' - 10 }
                } else {
                    digit + b'0'
                })
            })
            .collect()
    };
    for (alphabet, first) in [("0-F", b'0'), ("A-P", b'A')] {
        let options = ["--alphabet", alphabet, "--output-alphabet", "1-G"];
        solve(&options, shifted(first)).expect(0, &expected, "");
    }
}

/// Compresses text with a program; `None` if it is not installed.
fn packed(program: &str, text: &str) -> Option<Vec<u8>> {
    if !is_installed(program) {
        return None;
    }
    let packed = testkit::children::output(Command::new(program).arg("-c"), text.as_bytes());
    assert!(packed.status.success(), "{program}: {}", String::from_utf8_lossy(&packed.stderr));
    Some(packed.stdout)
}

#[test]
fn packed_files() {
    let text = format!("{HARD}\n").repeat(5000);
    let expected = format!("{HARD_SOLUTION} unique\n").repeat(5000);
    for program in ["gzip", "zstd", "xz"] {
        let Some(packed) = packed(program, &text) else {
            testkit::not_run(&format!("packed_files: no `{program}` on this machine"));
            continue;
        };
        solve(&[], &packed).expect(0, &expected, "");
        // Truncated: the complete lines are answered, and an error is reported.
        let cut = solve(&[], &packed[..packed.len() / 2]);
        assert!(cut.code == Some(3) && cut.err.contains("standard input: "), "{program}: {}", cut.err);
    }
    let utf_16: Vec<u8> = "\u{feff}800".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let answer = solve(&[], utf_16);
    assert!(answer.code == Some(3) && answer.err.contains("UTF-16"), "{}", answer.err);
}

#[test]
fn every_text_of_the_table() {
    for case in texts::cases() {
        let answer = run(&["convert", "-q", "--side", &case.side.to_string()], &case.text);
        let name = format!("{}\n{}{}", case.text, answer.out, answer.err);
        match &case.expected {
            Ok(board) => {
                assert_eq!(answer.code, Some(0), "{name}");
                assert_eq!(answer.out.lines().count(), 1, "{name}");
                assert_eq!(
                    answer.out.trim_end().split(' ').find(|word| word == board),
                    Some(board.as_str()),
                    "{name}"
                );
            }
            // A file may have any number of puzzles.
            Err(error) if error.contains("found another") => {
                assert!(answer.out.lines().count() > 1, "{name}")
            }
            Err(_) if case.text.is_empty() => assert_eq!(answer.out, "", "{name}"),
            Err(error) => {
                assert_eq!(answer.code, Some(1), "{name}");
                assert!(answer.err.starts_with(&format!("standard input:{error}\n")), "{name}");
            }
        }
    }
}

/// Boards as people paste them, in a file and in a pipe.
#[test]
fn every_pasted_text() {
    let folder = Folder::new();
    for case in pasted::cases() {
        let path = folder.file(&format!("pasted.{}", case.file));
        std::fs::write(&path, &case.text).unwrap();
        let piped = run(&["convert", "--show", "input", "--format", "json"], &case.text);
        let answer = run(&["convert", "--show", "input", "--format", "json", path.to_str().unwrap()], "");
        let expected: Vec<String> =
            case.puzzles.iter().map(|puzzle| format!("{{\"input\":\"{puzzle}\"")).collect();
        let puzzles = |out: &str| -> Vec<String> {
            let invalid = |line: &&str| line.contains("\"status\":\"invalid\"");
            let input = |line: &str| line.split([',', '}']).next().unwrap_or_default().to_owned();
            out.lines().filter(|line| !invalid(line)).map(input).collect()
        };
        assert_eq!(puzzles(&answer.out), expected, "{}: {}", case.name, answer.err);
        assert_eq!(puzzles(&piped.out), expected, "{}: {}", case.name, piped.err);
        // A line of words among puzzles of one line is a record.
        let code = i32::from(case.name == "one line between words");
        assert_eq!(answer.code, Some(code), "{}: {}", case.name, answer.err);
    }
}

/// The drawings that the program makes for people are the same boards again.
#[test]
fn drawings_for_people_are_input() {
    let puzzle = EASY.replace('0', ".");
    let explained = run(&["explain", "-q", &puzzle], "");
    let read = run(&["convert", "-q"], &explained.out);
    assert_eq!(read.code, Some(0), "{}", read.err);
    assert_eq!(read.out.lines().next(), Some(puzzle.as_str()));
    assert!(read.out.lines().skip(1).all(|line| line.len() == 729), "{}", read.out);
    assert_eq!(read.out.lines().count(), 1 + explained.out.matches("Step ").count());
    let solved = run(&["solve", "-q", &puzzle], "");
    run(&["convert", "-qq"], &solved.out).expect(0, &format!("{puzzle}\n"), "");
}
