//! Boards in the output: their alphabets and their drawings.

use crate::support::*;
use lanedoku::Size;
use lanedoku_formats::Alphabet;

/// Writes a board in another alphabet.
fn in_alphabet(board: &[u8], alphabet: Alphabet, size: Size) -> String {
    let character = |&cell: &u8| match cell {
        b'.' => '.',
        _ => alphabet.character(Alphabet::FromOne.value(cell, size).unwrap(), size).into(),
    };
    board.iter().map(character).collect()
}

/// A board is answered in the alphabet in which it was read.
#[test]
fn every_alphabet_comes_back() {
    for order in 2..=5 {
        let (board, solution) = (puzzle(order, 3), full_board(order, 3));
        let size = Size::ALL[order - 2];
        for alphabet in [Alphabet::FromOne, Alphabet::FromZero, Alphabet::Letters] {
            let text = in_alphabet(&board, alphabet, size);
            let solution = in_alphabet(&solution, alphabet, size);
            let name = ["--alphabet", alphabet.name()];
            let call = |arguments: &[&str], input: &str| {
                let answer = run(&[arguments, &name, &["-q"]].concat(), input);
                assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{arguments:?} {text}");
                answer.out
            };
            assert_eq!(call(&["solve"], &text), format!("{solution} unique\n"));
            assert_eq!(call(&["convert"], &text), format!("{text}\n"));
            assert_eq!(call(&["enumerate"], &text), format!("{solution}\n"));
            assert_eq!(call(&["check"], &text), format!("{text} unique {} -\n", redundant(&board)));
            // Through a drawing and a table.
            for (to, from) in [("grid", "grid"), ("compact", "grid"), ("csv", "csv")] {
                let written = call(&["convert", "--to", to], &text);
                let read = call(&["convert", "--from", from, "--side", size.name()], &written);
                assert_eq!(read, format!("{text}\n"), "{written}");
            }
            let object = call(&["convert", "--to", "json"], &text);
            assert_eq!(object, format!("{{\"puzzle\":\"{text}\"}}\n"));
            let usual = call(&["convert", "--output-alphabet", "1-G"], &text);
            assert_eq!(usual.trim_end().as_bytes(), board);
            let back = run(&["convert", "-q", "--output-alphabet", alphabet.name()], usual);
            assert_eq!(back.out, format!("{text}\n"));
            // Drawn as an argument.
            let drawn = run(&["solve", name[0], name[1], &text], "").out.replace(" |", "");
            let first_row: Vec<&str> = solution[..order * order].split("").collect();
            assert!(drawn.contains(first_row.join(" ").trim()), "{drawn}");
        }
    }
    let zero = run(&["convert", "--alphabet", "0-F", "--open", "0"], "");
    zero.expect(2, "", "lanedoku: --open 0: 0 is a digit of the output alphabet 0-F\n");
}

#[test]
fn check_shows_possible_digits_and_wrong_clues() {
    let (board, solution) = (puzzle(3, 3), full_board(3, 3));
    let [puzzle, full] = [board, solution.clone()].map(|board| String::from_utf8(board).unwrap());
    let other = if full.ends_with('1') { '2' } else { '1' };
    let input = format!("{puzzle}\n11{}\n{}{other}\n{}\n", ".".repeat(79), &full[..80], ".".repeat(81));
    let show = ["check", "-q", "--show", "possible,wrong-clues"];
    let answer = run(&show, &*input);
    let lines: Vec<&str> = answer.out.lines().collect();
    let marks: String = (solution.iter())
        .flat_map(|&digit| (b'1'..=b'9').map(move |mark| if mark == digit { digit as char } else { '.' }))
        .collect();
    assert_eq!(lines[0], format!("{marks} -"));
    let (none, all) = (".".repeat(729), "123456789".repeat(81));
    assert_eq!(lines[1], format!("{none} r1c1 r1c2 invalid"));
    assert!(lines[2].starts_with(&none) && lines[2].contains(" r9c9"), "{}", lines[2]);
    assert_eq!(lines[3], format!("{all} - multiple"));
    // Candidates have possible digits, too, and boards of other sizes have none.
    let marks = run(&show, format!("{marks}\n"));
    assert_eq!(marks.out, format!("{} -\n", lines[0].trim_end_matches(" -")));
    assert_eq!(run(&show, format!("{}\n", ".".repeat(16))).out, "- - multiple\n");
    // At a limit on steps, they are not known.
    let limited = run(&[&show[..], &["--steps", "1"]].concat(), format!("{}\n", ".".repeat(81)));
    assert_eq!(limited.out, "- - limit\n");
    // Some wrong clues are not all of them.
    let (mut whole, mut cut) = (0, 0);
    for layout in [&[][..], &["--layout", "9x9"]] {
        let wrong_of = |limit: &[&str], board: &str| {
            run(&[&["check", "-q", "--show", "wrong-clues"], layout, limit, &[board]].concat(), "").out
        };
        for board in [format!("11{}", ".".repeat(79)), format!("{}{other}", &full[..80]), NO_SOLUTION.into()]
        {
            let all = wrong_of(&[], &board);
            for steps in ["1", "4", "16", "64", "256", "1024", "100000"] {
                let found = wrong_of(&["--steps", steps], &board);
                assert!(
                    found == all || found.starts_with('-'),
                    "{layout:?} {board} {steps}: {found}, not {all}"
                );
                *if found == all { &mut whole } else { &mut cut } += 1;
            }
        }
    }
    assert!(whole > 5 && cut > 3, "{whole} {cut}");
}

/// The number of redundant clues, or `minimal`.
fn redundant(board: &[u8]) -> String {
    let answer = run(&["check", "-q", "--show", "minimal"], board);
    answer.out.trim_end().into()
}

/// Boards of numbers: 9 and 10 differ with every alphabet.
#[test]
fn numbers_of_one_and_of_two_digits_are_shifted_alike() {
    let board = full_board(4, 2);
    let numbers = |first: u8| -> String {
        let number = |&cell: &u8| Alphabet::FromOne.value(cell, Size::Sixteen).unwrap() - 1 + first;
        let row = |row: &[u8]| row.iter().map(|cell| number(cell).to_string()).collect::<Vec<_>>().join(" ");
        board.chunks(16).map(row).collect::<Vec<_>>().join("\n")
    };
    let convert = |alphabet: &str, input: String| {
        run(&["convert", "-q", "--alphabet", alphabet, "--output-alphabet", "1-G"], input)
    };
    let usual = format!("{}\n", String::from_utf8(board.clone()).unwrap());
    convert("numbers", numbers(1)).expect(0, &usual, "");
    convert("0-F", numbers(0)).expect(0, &usual, "");
    let wrong = convert("0-F", numbers(1));
    assert!(wrong.code == Some(1) && wrong.err.contains("\"16\" is not valid"), "{}", wrong.err);
}

/// A drawing has each board that is shown, and says why a solution is missing.
#[test]
fn all_boards_are_drawn() {
    let draw = |columns: &str, input: &str| solve(&["--format", "compact", "--show", columns], input).out;
    let rows = |line: &str| -> String {
        let rows = line.as_bytes().chunks(line.len().isqrt());
        rows.map(|row| format!("{}\n", str::from_utf8(row).unwrap())).collect::<String>() + "\n"
    };
    let (open, solution) = (HARD.replace('0', "."), HARD_SOLUTION);
    assert_eq!(draw("puzzle,solution", HARD), rows(&open) + &rows(solution));
    assert_eq!(draw("solution,status,puzzle", HARD), format!("# unique\n{}{}", rows(solution), rows(&open)));
    assert_eq!(draw("solution", NO_SOLUTION), format!("# none\n{}", rows(NO_SOLUTION)));
    assert_eq!(draw("puzzle,solution,status", NO_SOLUTION), format!("# none\n{}", rows(NO_SOLUTION)));
    let grid = solve(&["--format", "grid", "--show", "puzzle,solution"], HARD).out;
    let drawn = |line: &str| format!("{:#}\n\n", line.parse::<lanedoku::Grid>().unwrap());
    assert_eq!(grid, drawn(&open) + &drawn(solution));
}
