//! Examples of each format and each error, and properties of random texts.

mod answers;
mod blanks;
mod drawings;
mod json;
mod links;
mod loose;
mod programs;
mod random;
mod tables;

use std::sync::Arc;

use lanedoku::{AnyPuzzle, Grid, Size};

use super::*;

const HARD: &str = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

const SOLUTION: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// Writes a puzzle in one line: nine characters for each cell of pencil marks.
fn line_of(puzzle: &AnyPuzzle) -> String {
    match puzzle {
        AnyPuzzle::Board(board) => board.to_string(),
        AnyPuzzle::Candidates(masks) => {
            let mark =
                |mask: u16, digit: u8| if mask >> digit & 1 == 1 { char::from(b'1' + digit) } else { '.' };
            masks.iter().flat_map(|&mask| (0..9).map(move |digit| mark(mask, digit))).collect()
        }
    }
}

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
                    AnyPuzzle::Board(board) => board.to_string(),
                    AnyPuzzle::Candidates(masks) => {
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
            .into_iter()
            .map(|field| {
                format!("{}={}", field.name.unwrap_or_default(), String::from_utf8_lossy(&field.value))
            })
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
fn mixed_open_marks_are_reported() {
    let mixed = HARD.replacen('0', ".", 3);
    let messages = parsed(&mixed, &InputFormat::default());
    assert_eq!(messages[1], "1: mixes 0 with another mark for open cells; both are read as open");
    let messages = parsed(&format!("\n{}", rows(&mixed).join("\n")), &InputFormat::default());
    assert_eq!(messages[1], "2: mixes 0 with another mark for open cells; both are read as open");
}

#[test]
fn comments_titles_and_empty_lines() {
    for nothing in [
        "   # note, 12",
        "\t#",
        "# [x",
        "#",
        "",
        "  ",
        "Grid 01",
        "puzzle 3:",
        "+---+",
        "┌───┐",
        "-",
        "[code]",
        "[/CODE]",
        "<pre>",
        "```text",
    ] {
        assert_eq!(parsed(nothing, &InputFormat::default()), [""; 0], "{nothing}");
        assert_hard_grids(2, &format!("{HARD}\n{nothing}\n{HARD}\n"), &InputFormat::default());
    }
    // A single word is not the header of a drawn board.
    assert_hard_grids(1, &format!("Sudoku\n{}\n", rows(HARD).join("\n")), &InputFormat::default());
    assert_eq!(parsed("puzzle\n", &InputFormat::default()), [""; 0]);
    // Only `#` begins a comment.
    for something in
        ["; note", "// note", "hello, world", "no-such-file.txt", "12 34", "[x y]", "[ab]", "[abcdefg]"]
    {
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

/// What is no puzzle is written back on one line, as it was read.
#[test]
fn unread_texts() {
    let long = "1 ".repeat(LINE_MAX);
    for (text, expected) in [
        ("hello \n", "hello"),
        (&format!("{}w", &HARD[1..]), &format!("{}w", &HARD[1..])),
        ("id,puzzle\n7, 12 \n", "12"),
        ("{\"a\":1}\n", ""),
        ("{\"puzzle\":\"12\"}\n", "12"),
        ("{\"puzzle\":[[1,2,3],[4]]}\n", "123/4"),
        ("123456789\n23456789\n", "123456789/23456789"),
        (&long, ""),
    ] {
        let found = split_all(text.as_bytes(), &InputFormat::default());
        let unread =
            |entry: &Entry| String::from_utf8_lossy(&unread_text(entry, text.as_bytes())).into_owned();
        assert_eq!(found.iter().map(unread).collect::<Vec<_>>(), [expected], "{text:.40}");
    }
}

#[test]
fn carriage_returns_alone_end_lines() {
    for text in [
        format!("{HARD}\n{HARD}\n"),
        format!("puzzle,solution\n{HARD},{SOLUTION}\n{HARD},{SOLUTION}"),
        format!("{{\"puzzle\":\"{HARD}\"}}\n[\n\"{HARD}\"\n]\n"),
        format!("{0}\n\n{0}\n", rows(HARD).join("\n")),
    ] {
        for end in ["\n", "\r", "\r\n"] {
            let mut pieces = text.replace('\n', end).into_bytes();
            let whole = LineEnds::replaced(&pieces).into_owned();
            assert_hard_grids(2, str::from_utf8(&whole).unwrap(), &InputFormat::default());
            // A piece may end within a line end.
            let mut ends = LineEnds::default();
            for start in (0..pieces.len()).step_by(7) {
                ends.replace(&mut pieces[start..], false);
            }
            assert_eq!(pieces, whole);
        }
    }
}

/// Returns the first board among the solutions beside a puzzle.
fn solution_of(entry: &Entry, text: &str, columns: Option<&Arc<[String]>>) -> Option<AnyPuzzle> {
    let given = given_solutions(entry, text.as_bytes(), columns, &InputFormat::default());
    given.into_iter().find_map(Result::ok)
}
