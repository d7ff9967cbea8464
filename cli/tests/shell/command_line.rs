//! Runs the program and compares its output, its messages and its exit code.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;

use crate::support::*;

#[test]
fn draws_a_puzzle_given_as_argument() {
    let answer = run(&["solve", HARD], "");
    let picture = "\
puzzle                    solution
8 . . | . . . | . . .     8 1 2 | 7 5 3 | 6 4 9
. . 3 | 6 . . | . . .     9 4 3 | 6 8 2 | 1 7 5
. 7 . | . 9 . | 2 . .     6 7 5 | 4 9 1 | 2 8 3
------+-------+------     ------+-------+------
. 5 . | . . 7 | . . .     1 5 4 | 2 3 7 | 8 9 6
. . . | . 4 5 | 7 . .     3 6 9 | 8 4 5 | 7 2 1
. . . | 1 . . | . 3 .     2 8 7 | 1 6 9 | 5 3 4
------+-------+------     ------+-------+------
. . 1 | . . . | . 6 8     5 2 1 | 9 7 4 | 3 6 8
. . 8 | 5 . . | . 1 .     4 3 8 | 5 2 6 | 9 1 7
. 9 . | . . . | 4 . .     7 9 6 | 3 1 8 | 4 5 2

unique: exactly one solution
";
    let (above, below) = answer.out.split_at(picture.len());
    assert_eq!(above, picture);
    // The README shows the same output.
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(picture) && readme.contains(&format!("-- \\\n    {HARD}\n")));
    assert!(below.contains(" steps and ") && below.contains("engine simd"), "{below}");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
}

#[test]
fn a_drawing_names_the_engine() {
    for (arguments, message) in [
        (&[][..], "and 0 guesses in "),
        (&[], "(engine propagate, kernel portable)"),
        (&["--engine", "propagate"], "(engine propagate, kernel portable)"),
        (&["--order", "rows"], "(engine backtrack, "),
    ] {
        let answer = run(&[&["solve", "12343412214343.."], arguments].concat(), "");
        assert!(answer.out.contains(message), "{}", answer.out);
    }
    let answer = run(&["solve", "--engine", "propagate", "--kernel", "portable", HARD], "");
    assert!(answer.out.contains("(engine propagate, kernel portable)"), "{}", answer.out);
    let answer = run(&["solve", "--engine", "propagate", "--order", "rows", HARD], "");
    assert_eq!(
        (answer.code, answer.err.as_str()),
        (Some(2), "lanedoku: the engine propagate does not support the order rows\n")
    );
}

#[test]
fn draws_every_status() {
    let none = run(&["solve", NO_SOLUTION], "");
    assert!(none.out.contains("\nnone: no solution\n"), "{}", none.out);
    assert!(
        none.out.starts_with(
            "puzzle
1 2 3"
        ),
        "a board is drawn although there is no solution: {}",
        none.out
    );
    let invalid = run(&["solve", INVALID], "");
    let message = "\n\
        invalid: 1 appears twice in row 1: row 1, column 1 and row 1, column 4\n";
    assert!(invalid.out.contains(message), "{}", invalid.out);
    let multiple = run(&["solve", EMPTY], "");
    assert!(multiple.out.contains("\nmultiple: 2 solutions or more\n"), "{}", multiple.out);
    let limit = run(&["solve", "--order", "rows", "--steps", "10", HARD], "");
    assert!(
        limit.out.contains("\nlimit: step limit reached, 0 solutions so far\n10 steps in "),
        "{}",
        limit.out
    );
    let counted = run(&["solve", "--max", "500", "................"], "");
    assert!(counted.out.contains("\nmultiple: 288 solutions\n"), "{}", counted.out);
    for answer in [none, invalid, multiple, limit, counted] {
        assert_eq!((answer.code, answer.err.as_str()), (Some(1), ""));
    }
}

#[test]
fn draws_all_solutions_side_by_side() {
    let answer = run(&["solve", "--all", "--max", "20", "1234............"], "");
    assert!(answer.out.lines().all(|line| line.len() <= 80), "{}", answer.out);
    for number in 1..=12 {
        assert!(answer.out.contains(&format!("solution {number}")), "{}", answer.out);
    }
    assert!(answer.out.contains("\nmultiple: 12 solutions\n"), "{}", answer.out);
}

#[test]
fn draws_boards_of_every_size() {
    for order in 2..=5 {
        let puzzle = String::from_utf8(puzzle(order, 1)).unwrap();
        let answer = run(&["solve", &puzzle], "");
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
        assert!(answer.out.lines().all(|line| line.len() <= 80), "{}", answer.out);
        // Rows, lines between bands and a title, twice with an empty line between if two boards are too wide, and three
        // lines below.
        let board = 1 + order * order + order - 1;
        let lines = if order == 5 { 2 * board + 1 } else { board } + 3;
        assert_eq!(answer.out.lines().count(), lines, "{}", answer.out);
    }
}

#[test]
fn draws_several_arguments_in_order() {
    let drawn = "1...\n..2.\n.3..\n...4\n";
    let answer = run(&["solve", drawn, HARD, &format!("{HARD}\n{HARD}")], "");
    assert_eq!(answer.out.matches("puzzle").count(), 4, "{}", answer.out);
    assert!(answer.out.starts_with("puzzle           solution\n1 . | . ."), "{}", answer.out);
}

#[test]
fn answers_lines_with_every_status() {
    let input = [HARD, NO_SOLUTION, INVALID, EMPTY, "nonsense"].join("\n");
    let answer = solve(&[], &input);
    assert_eq!(answer.words(), ["unique", "none", "invalid", "multiple", "invalid"]);
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines[0], format!("{HARD_SOLUTION} unique"));
    assert_eq!(lines[1], format!("{EMPTY} none"));
    assert_eq!(lines[2], format!("{EMPTY} invalid"));
    assert_solves::<81>(EMPTY, lines[3].split_once(' ').unwrap().0);
    assert_eq!(lines[4], "nonsense invalid");
    assert_eq!(answer.code, Some(1));

    let answer = solve(&["--order", "rows", "--steps", "1000"], HARD);
    answer.expect(1, &format!("{EMPTY} limit\n"), "");
}

#[test]
fn counts_beyond_two() {
    let input = "................\n1234............\n1234341221434321\n123....4........\n11..............\n";
    let answer = solve(&["--max", "100"], input);
    assert_eq!(answer.words(), ["multiple 100+", "multiple 12", "unique 1", "none 0", "invalid 0"]);
    let answer = solve(&["--max", "1000"], "................");
    assert_eq!(answer.words(), ["multiple 288"]);
}

#[test]
fn every_kernel_and_order_gives_the_same_solution() {
    for kernel in lanedoku::Kernel::of(lanedoku::Engine::Backtrack) {
        for order in lanedoku::Order::ALL {
            let answer = solve(&["--kernel", kernel.name(), "--order", order.name()], HARD);
            match kernel.check() {
                Ok(()) => answer.expect(0, &format!("{HARD_SOLUTION} unique\n"), ""),
                Err(error) => answer.expect(2, "", &format!("lanedoku: {error}\n")),
            }
        }
    }
}

#[test]
fn summarizes_on_standard_error() {
    let input = [HARD, HARD, NO_SOLUTION, "x"].join("\n");
    let answer = run(&["solve", "-v"], &input);
    let summary = answer.err.lines().last().unwrap();
    assert!(summary.starts_with("lanedoku: 4 puzzles in "), "{summary}");
    assert!(summary.contains("/s): 2 unique, 1 none, 1 invalid; "), "{summary}");
    assert!(summary.ends_with(" steps"), "{summary}");
}

#[test]
fn reads_files_and_standard_input_in_the_order_named() {
    let answer = solve(&["lines_9x9.txt", "-", "drawn_9x9.txt"], format!("{HARD}\n"));
    assert_eq!(answer.words(), ["unique"; 9]);
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines[5], lines[6], "the sixth of the file and the one on standard input");
    assert_eq!(lines[3..5], lines[7..9], "the file of drawn boards contains the fourth and the fifth");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
}

#[test]
fn draws_puzzles_between_files() {
    let answer = solve(&["lines_4x4.txt", HARD, "lines_9x9.txt"], "");
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(
        (lines[21], lines.len(), answer.code),
        ("puzzle                    solution", 20 + 1 + 15 + 6, Some(0))
    );
}

#[test]
fn reads_boards_of_every_size_from_one_stream() {
    let mut input = Vec::new();
    for number in 0..300 {
        // A 4x4 board comes first, so lines of 16 cells are 4x4 puzzles.
        for order in [2, 3, 5, 4] {
            input.extend(puzzle(order, number));
            input.push(b'\n');
        }
    }
    let answer = solve(&[], &input);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    for (index, line) in answer.out.lines().enumerate() {
        let solution = full_board([2, 3, 5, 4][index % 4], index / 4);
        assert_eq!(line, format!("{} unique", str::from_utf8(&solution).unwrap()));
    }
    assert_eq!(answer.out.lines().count(), 1200);
}

#[test]
fn reads_drawn_boards_of_every_size() {
    for (file, cells) in
        [("drawn_4x4.txt", 16), ("drawn_9x9.txt", 81), ("drawn_16x16.txt", 256), ("drawn_25x25.txt", 625)]
    {
        let answer = solve(&[file], "");
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{file}");
        for line in answer.out.lines() {
            assert_eq!(line.len(), cells + " unique".len(), "{file}");
        }
        // With the line ends of Windows.
        let path = PathBuf::from(BOARDS).join(file);
        let text = std::fs::read_to_string(path).unwrap().replace('\n', "\r\n");
        assert_eq!(solve(&[], text).out, answer.out, "{file}");
    }
}

#[test]
fn distinguishes_rows_of_16_cells_from_4x4_puzzles() {
    // Rows: sixteen lines, one of them with a digit above 4.
    let rows = solve(&["rows_16x16.txt"], "");
    assert_eq!((rows.code, rows.out.lines().count()), (Some(0), 2), "{}", rows.err);
    assert_eq!(rows.out.lines().next(), solve(&["drawn_16x16.txt"], "").out.lines().next());
    // Puzzles: twenty lines with digits up to 4.
    let puzzles = solve(&["lines_4x4.txt"], "");
    assert_eq!((puzzles.code, puzzles.out.lines().count()), (Some(0), 20), "{}", puzzles.err);
    // Fewer than sixteen lines are puzzles.
    let answer = solve(&[], "1234341221434321\n12343412214G4321\n");
    assert_eq!(answer.words(), ["unique", "invalid"]);
    assert_eq!(answer.err, "standard input:2:12: 'G' is not valid on a 4x4 board\n");
    // The first sixteen lines decide.
    let later = format!("{}\n{}", "1234341221434321\n".repeat(16), "123434122143432G\n".repeat(16));
    assert_eq!(solve(&[], later).words(), [["unique"; 16], ["invalid"; 16]].concat());
    // `--side` overrides the detection.
    let empty = format!("{}\n", dots(16)).repeat(16);
    assert_eq!(solve(&[], &empty).out.lines().count(), 16);
    assert_eq!(solve(&["--side", "4"], &empty).out.lines().count(), 16);
    let answer = solve(&["--side", "16", "--steps", "1000"], &empty);
    assert_eq!(answer.out.lines().count(), 1);
    assert_eq!(answer.out.split_once(' ').unwrap().0.len(), 256);
}

#[test]
fn side_allows_only_one_size() {
    let answer = solve(&["--side", "16"], format!("{HARD}\n"));
    let out = format!("{HARD} invalid\n");
    answer.expect(1, &out, "standard input:1: expected 256 cells (a puzzle) or 16 (a row), found 81\n");
}

#[test]
fn errors_have_positions() {
    let input = format!(
        "# a comment\n\
         {HARD}\n\
         \n\
         {HARD}.\n\
         {}y{}\n\
         {INVALID}\n\
         {}!{}\n\
         {HARD}\n",
        &HARD[..40],
        &HARD[41..],
        &HARD[..40],
        &HARD[40..],
    );
    let answer = solve(&[], input);
    assert_eq!(answer.words(), ["unique", "invalid", "invalid", "invalid", "invalid", "unique"]);
    let message = "\
standard input:4: expected 81 cells, found 82
standard input:5:41: 'y' is not valid on a 9x9 board
standard input:6: 1 appears twice in row 1: row 1, column 1 and row 1, column 4
standard input:7:41: '!' is not valid on any board
";
    assert_eq!(answer.err, message);
    assert_eq!(answer.code, Some(1));
}

#[test]
fn a_board_full_of_collisions_takes_one_line() {
    let answer = solve(&[], "1".repeat(81));
    let place = "row 1, column 1 and row 1, column";
    let message = format!(
        "standard input:1: 1 appears twice in row 1: {place} 2; 1 appears twice in row 1: {place} 3; \
         1 appears twice in row 1: {place} 4; and 213 more\n"
    );
    answer.expect(1, &format!("{EMPTY} invalid\n"), &message);
}

#[test]
fn a_mistake_affects_only_one_drawn_board() {
    let rows: Vec<&str> = (0..9).map(|row| &HARD[9 * row..9 * row + 9]).collect();
    let good = rows.join("\n");
    let short_row = good.replacen("070090200", "07009020", 1);
    let wrong_character = good.replacen("070090200", "07009020z", 1);
    let incomplete = rows[..7].join("\n");
    let input = [&*short_row, &good, &wrong_character, &incomplete, "", &good, &incomplete, HARD].join("\n");
    let answer = solve(&[], input);
    assert_eq!(
        answer.words(),
        ["invalid", "unique", "invalid", "invalid", "unique", "invalid", "unique"],
        "{}",
        answer.err
    );
    let message = "\
standard input:3: expected 9 cells, found 8
standard input:21:9: 'z' is not valid on a 9x9 board
standard input:28: expected 9 rows in the board that starts here, found 7
standard input:45: expected 9 rows in the board that starts here, found 7
";
    assert_eq!(answer.err, message);
}

#[test]
fn usage_errors_exit_with_2_before_anything_is_solved() {
    let calls: [(&[&str], &str); 18] = [
        (&["solve", "--kernel", "fastest", HARD], "[possible values: portable, asm"),
        (&["solve", "--order", "columns", HARD], "[possible values: rows, constrained]"),
        (&["solve", "--side", "8", HARD], "[possible values: 4, 9, 16, 25]"),
        (&["solve", "--max", "1", HARD], "--max <N>': expected a number of at least 2"),
        (&["count", "--max", "some", HARD], "expected a number, or `all`"),
        (&["count", "--max", "18446744073709551616", HARD], "a number up to 18446744073709551615, or `all`"),
        (&["solve", "--steps", "many", HARD], "--steps <N>': expected a number"),
        (&["solve", "--threads", "0", HARD], "--threads <N>': expected a number from 1 to 1024"),
        (&["solve", "--threads", "two", HARD], "expected a number from 1 to 1024"),
        (&["generate", "-n", "ten"], "--count <N>': expected a number"),
        (&["generate", "--seed", "x"], "--seed <S>': expected a number"),
        (&["shuffle", "--copies", "", HARD], "--copies <N>': expected a number"),
        (&["solve", "--slowly", HARD], "--slowly"),
        (&["solve", "--all", "lines_9x9.txt"], "--all needs puzzles given as arguments"),
        (&["solve", HARD, &HARD[1..]], "is neither a file nor a puzzle: expected"),
        (&["enumerate", "--max", "0", HARD], "--max"),
        (&["--slowly"], "--slowly"),
        (&["solve", "--timeout", "soon", HARD], "expected a time"),
    ];
    for (arguments, message) in calls {
        let answer = run(arguments, "");
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}: {}", answer.err);
        assert!(answer.err.contains(message), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn missing_files() {
    for name in [
        "no-such-file.txt",
        "puzzle.sdk",
        "2026.txt",
        "123456789",
        "sing",
        "",
        "a/b",
        "8-1.txt",
        "1234.5678.9",
    ] {
        for command in [&["solve"][..], &["count"], &[]] {
            let answer = run(&[command, &[name]].concat(), "");
            assert_eq!(answer.err, format!("lanedoku: {name}: no such file\n"), "{command:?}");
            assert_eq!((answer.code, answer.out.as_str()), (Some(3), ""));
        }
    }
    let answer = run(&["solve", HARD, "..", HARD], "");
    answer.expect(3, "", "lanedoku: ..: is a directory\n");
}

/// A directory cannot be read, so a board is meant. On Windows, dots alone name the current one.
#[test]
fn a_board_that_names_a_directory_is_a_board() {
    let folder = Folder::new();
    let boards = [dots(16), "12..............".to_owned()];
    for board in &boards {
        if !folder.file(board).is_dir() {
            std::fs::create_dir(folder.file(board)).unwrap();
        }
        for (command, code, word) in [("solve", 1, "multiple"), ("count", 0, "\n")] {
            let answer = answer(program(&[command, "-q", board]).current_dir(folder.path()), "");
            assert_eq!((answer.code, answer.err.as_str()), (Some(code), ""), "{board}");
            assert!(answer.out.contains(word), "{board}");
        }
    }
}

#[test]
fn arguments_that_are_not_puzzles() {
    let wrong_character = HARD.replacen('3', "y", 1);
    for (argument, message) in [
        (wrong_character.as_str(), "column 12: 'y' is not valid on a 9x9 board"),
        (&HARD[1..], "expected 81 cells, found 80"),
        ("1...\n..y.\n....\n....", "line 2, column 3: 'y' is not valid on a 4x4 board"),
        ("1...\n....\n....", "expected 4 rows in the board that starts here, found 3"),
    ] {
        let answer = solve(&[argument], "");
        answer.expect(2, "", &format!("lanedoku: {argument:?} is neither a file nor a puzzle: {message}\n"));
    }
}

#[test]
fn help_and_version() {
    let answer = run(&[], "");
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("Usage: lanedoku") && answer.err.contains("solve"), "{}", answer.err);
    let answer = run(&["solve", "--help"], "");
    assert_eq!(answer.code, Some(0));
    assert!(answer.out.contains("Examples:\n") && answer.out.contains("Exit code:\n"), "{}", answer.out);
    let answer = run(&["-V"], "");
    assert_eq!(answer.out, format!("lanedoku {}\n", env!("CARGO_PKG_VERSION")));
    let answer = run(&["--version"], "");
    for kernel in lanedoku::Kernel::ALL {
        assert!(answer.out.contains(&format!("\nkernel {kernel} ")), "{}", answer.out);
    }
    let portable = format!("\nkernel portable ({}) ", lanedoku::Kernel::portable_vectors());
    assert!(answer.out.contains(&portable), "{}", answer.out);
}

#[test]
fn line_ends_of_all_kinds() {
    let solved = format!("{HARD_SOLUTION} unique\n");
    solve(&[], format!("{HARD}\r\n{HARD}\r\n")).expect(0, &solved.repeat(2), "");
    solve(&[], format!("{HARD}\n{HARD}")).expect(0, &solved.repeat(2), "");
    solve(&[], format!("{HARD}\r\n{HARD}\r")).expect(0, &solved.repeat(2), "");
    solve(&[], format!("\u{feff}{HARD}\n")).expect(0, &solved, "");
    solve(&[], format!("  {HARD}\t \n\n   \n# end")).expect(0, &solved, "");
}

#[test]
fn empty_input() {
    for nothing in ["", "\n", "\r\n\r\n", "# nothing\n", "---+---\n", "\u{feff}"] {
        solve(&[], nothing).expect(0, "", "");
        run(&["solve"], nothing).expect(0, "", "lanedoku: no puzzles found\n");
    }
}

#[test]
fn invalid_utf_8() {
    let mut input = Vec::new();
    input.extend(HARD.replacen('3', "\0", 1).bytes());
    input.push(b'\n');
    let mut broken = HARD.as_bytes().to_vec();
    broken[11] = 0xff;
    input.extend(&broken);
    input.extend(b"\n\0\0\0\n\xff\xfe\n");
    input.extend(HARD.replacen('3', "ü", 1).bytes());
    input.push(b'\n');
    input.extend(HARD.bytes());
    let answer = solve(&[], input);
    assert_eq!(answer.words(), ["invalid", "invalid", "invalid", "invalid", "invalid", "unique"]);
    let message = "\
standard input:1:12: U+0000 is not valid on a 9x9 board
standard input:2:12: '\u{fffd}' is not valid on a 9x9 board
standard input:3:1: U+0000 is not valid on any board
standard input:4:1: '\u{fffd}' is not valid on any board
standard input:5:12: 'ü' is not valid on a 9x9 board
";
    assert_eq!(answer.err, message);
}

/// Invisible characters are left out; in a text that is no board, they are reported by their code points.
#[test]
fn invisible_characters() {
    let marked = format!("\u{feff}{HARD}");
    let answer = run(&["count", "-q", &marked], "");
    answer.expect(0, "1\n", "");
    let answer = solve(&[&marked], "");
    assert!(answer.code == Some(0) && answer.out.contains("unique: exactly one solution"), "{}", answer.out);
    let wrong = HARD.replacen('3', "\u{202e}", 1);
    let answer = solve(&[], format!("\u{feff}{wrong}\n{marked}\n\u{200b}\n"));
    assert_eq!(answer.words(), ["invalid", "unique"]);
    let message = "standard input:1:12: U+202E is not valid on a 9x9 board\n";
    assert_eq!(answer.err, message);
    let answer = solve(&["--side", "9"], format!("{}\u{200b}\n", &HARD[..80]));
    assert_eq!(answer.err, "standard input:1:81: U+200B is not valid on a 9x9 board\n");
}

/// Plain lines with other lines between them, and with different line ends.
#[test]
fn plain_lines_among_other_lines() {
    let letter = HARD.replace('8', "y");
    let (mut input, mut out, mut err) = (String::new(), String::new(), String::new());
    for line in 1..=6000 {
        let (puzzle, answer) = match line {
            _ if line % 7 == 0 => (INVALID, format!("{EMPTY} invalid\n")),
            _ if line % 11 == 0 => (letter.as_str(), format!("{letter} invalid\n")),
            _ if line % 13 == 0 => ("   # a comment", String::new()),
            _ if line % 17 == 0 => ("1234341221434321", "1234341221434321 unique\n".into()),
            _ if line % 19 == 0 => ("", String::new()),
            _ => (HARD, format!("{HARD_SOLUTION} unique\n")),
        };
        input += puzzle;
        input += if line / 100 % 3 == 1 || line % 23 == 0 { "\r\n" } else { "\n" };
        out += &answer;
        err += &match line {
            _ if line % 7 == 0 => {
                format!(
                    "standard input:{line}: 1 appears twice in row 1: row 1, column 1 and row 1, column 4\n"
                )
            }
            _ if line % 11 == 0 => {
                format!("standard input:{line}:1: 'y' is not valid on a 9x9 board\n")
            }
            _ => String::new(),
        };
    }
    for arguments in [&["--threads", "1"], &["--threads", "3"], &["--engine", "propagate"]] {
        solve(&[&arguments[..], &["--max-errors", "all"]].concat(), &input).expect(1, &out, &err);
    }
    let counted: Vec<String> =
        out.lines().map(|line| format!("{line} {}\n", u8::from(line.ends_with("unique")))).collect();
    solve(&["--max", "3", "--max-errors", "all"], &input).expect(1, &counted.concat(), &err);
}

#[test]
fn a_line_of_a_megabyte() {
    let long = "1".repeat(1 << 20);
    let commented = format!("#{}", " ".repeat(1 << 20));
    // The answer must not depend on how the line is divided into reads.
    for threads in ["1", "2"] {
        let input = [HARD, &long, HARD, &commented, &long[..40_000], HARD, &long].join("\n");
        let answer = solve(&["--threads", threads], input);
        assert_eq!(answer.words(), ["unique", "invalid", "unique", "invalid", "unique", "invalid"]);
        let message = "\
standard input:2: the line is longer than 32768 bytes
standard input:5: the line is longer than 32768 bytes
standard input:7: the line is longer than 32768 bytes
";
        assert_eq!(answer.err, message);
    }
}

#[test]
fn a_very_long_drawn_board() {
    let rows = format!("{}\n", "1........\n---\n".repeat(3));
    let endless = rows.clone() + &"---+---+---\n".repeat(100_000) + "\n" + HARD + "\n";
    let answer = solve(&[], endless);
    assert_eq!(answer.words(), ["invalid", "unique"]);
    assert_eq!(answer.err, "standard input:1: expected 9 rows in the board that starts here, found 3\n");
}

#[test]
fn answers_keep_the_order_of_the_puzzles() {
    let mut input = Vec::new();
    let count = 20_000;
    for number in 0..count {
        if number % 1000 == 999 {
            // A puzzle that takes far longer than the others.
            input.extend(HARD.bytes());
        } else {
            input.extend(puzzle(3, number));
        }
        input.push(b'\n');
    }
    for threads in ["1", "2", "7"] {
        let answer = solve(&["--threads", threads], &input);
        assert_eq!((answer.code, answer.err.as_str(), answer.out.lines().count()), (Some(0), "", count));
        for (number, line) in answer.out.lines().enumerate() {
            let expected = if number % 1000 == 999 { HARD_SOLUTION.into() } else { full_board(3, number) };
            assert_eq!(line, format!("{} unique", str::from_utf8(&expected).unwrap()));
        }
    }
}

#[test]
fn each_line_is_answered_before_the_next_is_written() {
    for threads in ["1", "3"] {
        let child = start(&["solve", "--threads", threads]);
        let mut stdin = child.stdin();
        let mut stdout = BufReader::new(child.stdout());
        for number in 0..20 {
            let puzzle = puzzle(3, number);
            stdin.write_all(&puzzle).unwrap();
            stdin.write_all(b"\n").unwrap();
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            let (solution, word) = line.trim_end().split_once(' ').unwrap();
            assert_solves::<81>(str::from_utf8(&puzzle).unwrap(), solution);
            assert_eq!(word, "unique");
        }
        drop(stdin);
        assert_eq!(child.wait().code(), Some(0));
    }
}

#[test]
fn output_does_not_depend_on_the_size_of_writes() {
    let mut input = Vec::new();
    for file in ["lines_4x4.txt", "drawn_9x9.txt", "lines_9x9.txt", "drawn_25x25.txt", "drawn_4x4.txt"] {
        let path = PathBuf::from(BOARDS).join(file);
        input.extend(std::fs::read(path).unwrap());
        input.extend(format!("wrong\n{}\n", &HARD[..80]).bytes());
    }
    let whole = solve(&[], &input);
    // `wrong` is a record beside lines, and left out beside drawn boards.
    assert_eq!(whole.out.lines().count(), 20 + 2 + 6 + 1 + 1 + 5 + 2);
    for length in [1, 10, 97] {
        let child = start(&["solve", "--quiet", "--threads", "1"]);
        let mut stdin = child.stdin();
        for piece in input.chunks(length) {
            stdin.write_all(piece).unwrap();
            thread::yield_now();
        }
        drop(stdin);
        let output = child.output(b"");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), whole.out);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), whole.err);
    }
}

#[test]
fn a_closed_pipe_ends_the_program_in_silence() {
    for threads in ["1", "2"] {
        let child = start(&["solve", "--threads", threads]);
        let mut stdin = child.stdin();
        let writer = thread::spawn(move || {
            let block = format!("{HARD_SOLUTION}\n").repeat(1000);
            // Until the program has exited.
            while stdin.write_all(block.as_bytes()).is_ok() {}
        });
        let mut line = String::new();
        BufReader::new(child.stdout()).read_line(&mut line).unwrap();
        assert_eq!(line, format!("{HARD_SOLUTION} unique\n"));
        let mut err = String::new();
        child.stderr().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().code(), err.as_str()), (Some(CLOSED_PIPE), ""));
        writer.join().unwrap();
    }
    // A drawing.
    answer(program(&["solve", HARD]).stdout(unread_pipe()), "").expect(CLOSED_PIPE, "", "");
}

#[test]
fn standard_error_may_be_closed() {
    let answer = answer(program(&["solve"]).stderr(unread_pipe()), format!("x\n{HARD}\n"));
    answer.expect(1, &format!("x invalid\n{HARD_SOLUTION} unique\n"), "");
}

/// Tests that need Linux.
#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use lanedoku_cli::pipeline;
    use std::fs::{self, File};
    use std::time::Duration;
    use testkit::children::ChildBounds;

    /// Returns the peak memory of a process, in bytes; `None` if it has exited.
    fn peak_memory(process: u32) -> Option<usize> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        Some(1024 * line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap())
    }

    #[test]
    fn a_hundred_megabytes_in_constant_memory() {
        stream(100_000_000 / 82, 1);
        stream(100_000_000 / 82, 2);
    }

    #[test]
    #[ignore = "long: cargo test -p lanedoku-cli --test shell -- --ignored"]
    fn ten_million_lines_in_constant_memory() {
        stream(10_000_000, 2);
    }

    /// Solves this many lines, rounded up to thousands, through a pipe.
    fn stream(lines: usize, threads: usize) {
        let bounds = ChildBounds { time: Duration::from_secs(3600), bytes: 100 * lines as u64 };
        let child = bounds.start(&mut program(&["solve", "--threads", &threads.to_string()]));
        let mut stdin = child.stdin();
        let mut stdout = BufReader::with_capacity(1 << 16, child.stdout());
        let piece: Vec<u8> = (0..1000).flat_map(|number| [&puzzle(3, number)[..], b"\n"].concat()).collect();
        let pieces = lines.div_ceil(1000);
        let puzzles = 1000 * pieces;
        let answers = thread::scope(|scope| {
            scope.spawn(move || {
                for _ in 0..pieces {
                    stdin.write_all(&piece).unwrap();
                }
            });
            let mut line = Vec::new();
            let mut answers = 0;
            let mut memory = 0;
            while stdout.read_until(b'\n', &mut line).unwrap() > 0 {
                if answers % 99_991 == 0 {
                    let solution = full_board(3, answers % 1000);
                    assert_eq!(line, [&solution[..], b" unique\n"].concat());
                    memory = peak_memory(child.id()).unwrap_or(memory);
                }
                line.clear();
                answers += 1;
            }
            // One thread holds no answers back. With two, the system may let one wait, and the answers after its block
            // are held.
            let held = if threads == 1 { 0 } else { pipeline::HELD_MAX };
            let most = held + (16 << 20);
            assert!(memory > 0 && memory < most, "{memory} bytes");
            answers
        });
        assert_eq!(answers, puzzles);
        assert_eq!(child.wait().code(), Some(0));
    }

    #[test]
    fn an_interrupt_leaves_whole_lines() {
        for threads in ["1", "2"] {
            let child = start(&["solve", "-q", "-j", threads]);
            let mut stdin = child.stdin();
            let piece = format!("{HARD_SOLUTION}\n").repeat(1000);
            let writer = thread::spawn(move || while stdin.write_all(piece.as_bytes()).is_ok() {});
            let mut stdout = child.stdout();
            let mut out = vec![0; 1 << 20];
            stdout.read_exact(&mut out).unwrap();
            send("INT", &child);
            stdout.read_to_end(&mut out).unwrap();
            assert_eq!(child.wait().code(), Some(130));
            writer.join().unwrap();
            let line = format!("{HARD_SOLUTION} unique\n");
            assert_eq!(out.len() % line.len(), 0);
            assert!(out.chunks(line.len()).all(|part| part == line.as_bytes()));
        }
    }

    #[test]
    fn a_file_that_cannot_be_read() {
        // This file can be opened, but not read at its start.
        let answer = solve(&["/proc/self/mem", "lines_9x9.txt"], "");
        assert_eq!((answer.code, answer.out.lines().count()), (Some(3), 6), "the next file is still solved");
        assert!(answer.err.starts_with("lanedoku: /proc/self/mem: "), "{}", answer.err);
    }

    #[test]
    fn a_full_disk() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let Answer { code, err, .. } = answer(program(&["solve", HARD]).stdout(full), "");
        assert_eq!(code, Some(3));
        assert!(err.starts_with("lanedoku: standard output: No space left on device"), "{err}");
    }
}

/// A 9x9 puzzle with 14,782 solutions, confirmed by other solvers.
const MANY: &str = ".................1.....2........3.2...1.4......5....6..3......4.7..8...962...7...";

/// A 9x9 puzzle with 998,016 solutions, so many that it is divided into parts.
const A_MILLION: &str = ".................1.....2.34.....42....1..3.....5..........1..7..2.......48....5..";

#[test]
fn counts_are_known_and_the_same_on_any_number_of_threads() {
    let lines = format!("{MANY}\n{HARD}\n{A_MILLION}\n# a comment\n{NO_SOLUTION}\n");
    for threads in ["1", "2", "5"] {
        let count = |arguments: &[&str], input: &str| {
            run(&[&["count", "-q", "--threads", threads], arguments].concat(), input)
        };
        count(&["-"], &lines).expect(0, "14782\n1\n998016\n0\n", "");
        // Other engines, and boards of other sizes.
        count(&["--engine", "propagate", MANY], "").expect(0, "14782\n", "");
        count(&["--side", "4", &dots(16)], "").expect(0, "288\n", "");
        count(&["1234............"], "").expect(0, "12\n", "");
        let large: String = String::from_utf8(puzzle(5, 3)).unwrap();
        count(&[&large], "").expect(0, "1\n", "");

        // The maximum is reached before the puzzle is divided, in one part, or in several.
        count(&["--max", "1", MANY, NO_SOLUTION], "").expect(0, "1+\n0\n", "");
        count(&["--max", "14782", MANY], "").expect(0, "14782+\n", "");
        count(&["--max", "14783", MANY], "").expect(0, "14782\n", "");
        count(&["--max", "998015", A_MILLION], "").expect(0, "998015+\n", "");
        count(&["--max", "998017", "--steps", "10000000", A_MILLION], "").expect(0, "998016\n", "");
        count(&["--max", "300000", EMPTY], "").expect(0, "300000+\n", "");

        // The step limit is reached before the puzzle is divided, and after; not if the maximum comes first.
        count(&["--steps", "5", MANY, HARD, NO_SOLUTION], "").expect(1, "0+\n0+\n0\n", "");
        let cut = count(&["--steps", "30000", EMPTY], "");
        assert!(cut.code == Some(1) && cut.out.ends_with("+\n") && cut.out.len() > 5, "{}", cut.out);
        count(&["--steps", "30000", "--max", "1000", EMPTY], "").expect(0, "1000+\n", "");
    }
}

#[test]
fn counts_continue_after_invalid_puzzles() {
    let lines = format!("{INVALID}\n{MANY}\n12345\n{}\n{HARD}\n", EMPTY.replacen('.', "/", 1));
    run(&["count", "-q"], &lines).expect(
        1,
        "invalid\n14782\ninvalid\ninvalid\n1\n",
        "standard input:1: 1 appears twice in row 1: row 1, column 1 and row 1, column 4\n\
         standard input:3: expected 16, 81, 256 or 625 cells (a puzzle) or 4, 9, 16 or 25 (a row), found 5\n\
         standard input:4:1: '/' is not valid on a 9x9 board\n",
    );
    run(&["count", "-q"], "").expect(0, "", "");
    run(&["count"], "").expect(0, "", "lanedoku: no puzzles found\n");
    run(&["count", "-q", INVALID], "").expect(
        1,
        "invalid\n",
        "argument:1: 1 appears twice in row 1: row 1, column 1 and row 1, column 4\n",
    );
    for (wrong, code) in
        [(&["--max", "-1", HARD][..], 2), (&["--max", "some", HARD], 2), (&["no-such-file"], 3)]
    {
        let answer = run(&[&["count"], wrong].concat(), "");
        assert_eq!((answer.code, answer.out.as_str()), (Some(code), ""));
        assert!(!answer.err.is_empty());
    }
}

/// Each line is answered as soon as it is read. A closed output ends the program.
#[test]
fn counts_line_by_line_through_pipes() {
    let child = start(&["count", "--threads", "2"]);
    let mut stdin = child.stdin();
    let mut lines = BufReader::new(child.stdout()).lines();
    for (puzzle, count) in [(HARD, "1"), (A_MILLION, "998016"), (EMPTY.get(..80).unwrap(), "invalid")] {
        writeln!(stdin, "{puzzle}").unwrap();
        assert_eq!(lines.next().unwrap().unwrap(), count);
    }
    drop(lines);
    for _ in 0..1000 {
        // The program may have exited.
        let _ = writeln!(stdin, "{HARD}");
    }
    drop(stdin);
    assert_eq!(child.wait().code(), Some(CLOSED_PIPE));

    answer(program(&["count", "-q"]).stdin(Stdio::null()), "").expect(0, "", "");
}

/// `/` is the character between `.` and the digits.
#[test]
fn a_slash_is_not_a_cell() {
    let line = HARD.replacen('0', "/", 1);
    solve(&["-"], format!("{line}\n")).expect(
        1,
        &format!("{line} invalid\n"),
        "standard input:1:2: '/' is not valid on a 9x9 board\n",
    );
}
