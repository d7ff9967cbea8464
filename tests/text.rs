//! Tests parsing, checking and formatting boards of all four sizes.

use lanedoku::{
    Board, Board4x4, Board16x16, Board25x25, Grid, Outcome, ParseError, Quoted, Size, Solver, Unit, Workspace,
};
use testkit::puzzles::{HARD_GRID, PuzzleGenerator};
use testkit::texts::{self, TextCase};

mod support;

use support::boards::{board, with_digit};

const DRAWN: &str = "\
8 . . | . . . | . . .
. . 3 | 6 . . | . . .
. 7 . | . 9 . | 2 . .
------+-------+------
. 5 . | . . 7 | . . .
. . . | . 4 5 | 7 . .
. . . | 1 . . | . 3 .
------+-------+------
. . 1 | . . . | . 6 8
. . 8 | 5 . . | . 1 .
. 9 . | . . . | 4 . .";

fn error<const CELLS: usize>(text: &str) -> String {
    Board::<CELLS>::parse(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn every_format_of_a_board_parses_as_the_same_board() {
    let grid: Grid = HARD_GRID.parse().unwrap();
    for open in ["0", "_", "*", "-", "x", "X", "?"] {
        assert_eq!(HARD_GRID.replace('.', open).parse(), Ok(grid));
    }
    assert_eq!(format!(" {HARD_GRID}\r\n").parse(), Ok(grid));
    assert_eq!(DRAWN.parse(), Ok(grid));
    assert_eq!(DRAWN.replace('\n', "\r\n").parse(), Ok(grid));
    assert_eq!(format!("\n\n{DRAWN}\n\n").parse(), Ok(grid));
    let bare: String = DRAWN.chars().filter(|c| !" |-+".contains(*c)).collect();
    assert_eq!(bare.parse(), Ok(grid));
    let framed = format!("+-------+\n{}\n+-------+\n", DRAWN.replace('\n', " |\n| "));
    assert_eq!(framed.parse(), Ok(grid));
    let numbers: [u8; 81] = core::array::from_fn(|cell| match HARD_GRID.as_bytes()[cell] {
        b'.' => 0,
        digit => digit - b'0',
    });
    assert_eq!(Grid::from_digits(&numbers), Ok(grid));
    assert_eq!(grid.digits(), &numbers);
}

#[test]
fn the_first_wrong_number_is_named() {
    for (wrong, first) in
        [(vec![(12, 10), (40, 77)], (12, 10)), (vec![(30, 200), (31, 10), (80, 255)], (30, 200))]
    {
        let mut numbers: [u8; 81] = PuzzleGenerator::new(1).full_grid();
        wrong.into_iter().for_each(|(cell, number)| numbers[cell] = number);
        let error = Grid::from_digits(&numbers).unwrap_err();
        assert_eq!(((error.cell, error.number), error.side), (first, 9));
    }
    let error = Board4x4::from_digits(&[0, 4, 5, 4, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6]).unwrap_err();
    assert_eq!((error.cell, error.number), (2, 5));
    assert!(Board16x16::from_digits(&[16; 256]).is_ok());
}

#[test]
fn dashes_are_open_cells_where_a_row_needs_them() {
    let grid: Grid = HARD_GRID.parse().unwrap();
    let bare: String = DRAWN.chars().filter(|c| !" |-+".contains(*c)).collect();
    let dashed = bare.replace('.', "-");
    assert_eq!(dashed.parse(), Ok(grid));
    // With a frame, and with spaces.
    assert_eq!(dashed.replacen('\n', "\n---+---+---\n", 3).parse(), Ok(grid));
    let spaced = |text: &str| text.replace('\n', " \r\n").chars().flat_map(|c| [c, ' ']).collect::<String>();
    assert_eq!(spaced(&dashed).parse(), Ok(grid));
    assert_eq!(dashed.replace('\n', " ").parse(), Ok(grid));
    // Rows without a clue: in the middle, first, and all of them on one line.
    for (text, line) in [
        ("1--4\n----\n----\n2--3", "1..4........2..3"),
        ("----\n----\n1--4\n2--3", "........1..42..3"),
        ("----\n1..4\n----\n....\n2..3\n----\n....", "1..4....2..3...."),
        (" -------- 1------- ", "........1......."),
        ("----------------", "................"),
        ("1234\n--|--\n3412\n--+--\n2143\n4321", "1234341221434321"),
        ("xX??\n1--4\n---- \n2--3", "....1..4....2..3"),
    ] {
        assert_eq!(Board4x4::parse(text.as_bytes()), line.parse(), "{text}");
    }
    // Without another row of `-`, a line of `-` is a part of the drawing.
    assert_eq!(error::<16>("----\n1..4\n....\n2..3"), "expected 16 cells, found 12");
    assert_eq!(error::<16>("1--4\n----\n2--3"), "expected 16 cells, found 12");
    // A row of a larger board is no row of a smaller one.
    assert_eq!(error::<16>("1--4-----\n1234\n1234\n1234"), "line 1: expected 4 cells, found 9");
}

#[test]
fn a_board_is_formatted_as_a_line_and_as_a_drawing() {
    let grid: Grid = HARD_GRID.parse().unwrap();
    assert_eq!(grid.to_string(), HARD_GRID);
    assert_eq!(format!("{grid:#}"), DRAWN);
    assert_eq!(format!("{grid:?}"), format!("Board(\"{HARD_GRID}\")"));
    let small: Board4x4 = "1..4....3...2..3".parse().unwrap();
    assert_eq!(format!("{small:#}"), "1 . | . 4\n. . | . .\n----+----\n3 . | . .\n2 . | . 3");
}

#[test]
fn random_boards_of_every_size_round_trip_through_text() {
    fn round_trip<const CELLS: usize>(generator: &mut PuzzleGenerator) {
        for clues in [0, 1, CELLS / 2, CELLS] {
            let board: Board<CELLS> = self::board(generator.random_clues(clues));
            assert_eq!(board.clues(), clues);
            assert_eq!(board.open_cells(), CELLS - clues);
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(board.to_string().to_lowercase().parse(), Ok(board));
            assert_eq!(format!("{board:#}").parse(), Ok(board));
            assert_eq!(board.to_line().as_slice(), board.to_string().as_bytes());
            assert!((0..CELLS).all(|cell| board.get(cell).unwrap_or(0) == board.digits()[cell]));
        }
    }
    let mut generator = PuzzleGenerator::new(7);
    round_trip::<16>(&mut generator);
    round_trip::<81>(&mut generator);
    round_trip::<256>(&mut generator);
    round_trip::<625>(&mut generator);
}

#[test]
fn digits_beyond_nine_are_letters() {
    let mut digits = [0; 256];
    digits[0] = 10;
    digits[255] = 16;
    let board = Board16x16::from_digits(&digits).unwrap();
    assert!(board.to_string().starts_with("A.") && board.to_string().ends_with(".G"));
    let mut digits = [0; 625];
    digits[3] = 25;
    let board = Board25x25::from_digits(&digits).unwrap();
    assert!(board.to_string().starts_with("...P."));
}

#[test]
fn a_wrong_length_is_reported() {
    assert_eq!(error::<81>(""), "expected 81 cells, found 0");
    assert_eq!(error::<81>(&HARD_GRID[..80]), "expected 81 cells, found 80");
    assert_eq!(error::<81>(&format!("{HARD_GRID}.")), "expected 81 cells, found 82");
    assert_eq!(error::<16>("1..4............."), "expected 16 cells, found 17");
    assert_eq!(error::<256>(&HARD_GRID[..80]), "expected 256 cells, found 80");
    assert_eq!(error::<625>("P"), "expected 625 cells, found 1");
    let rows = DRAWN.lines().take(8).collect::<Vec<_>>().join("\n");
    assert_eq!(error::<81>(&rows), "expected 81 cells, found 54");
}

#[test]
fn a_short_or_long_row_is_reported_with_its_line() {
    let short = DRAWN.replacen(". 7 . | . 9 . | 2 . .", ". 7 . | . 9 . | 2 .", 1);
    assert_eq!(error::<81>(&short), "line 3: expected 9 cells, found 8");
    assert_eq!(Grid::parse(short.as_bytes()), Err(ParseError::RowLength { line: 3, cells: 8, side: 9 }));
    let long = DRAWN.replacen(". 5 .", ". 5 . .", 1);
    assert_eq!(error::<81>(&long), "line 5: expected 9 cells, found 10");
}

#[test]
fn an_invalid_character_is_reported_with_its_position() {
    assert_eq!(
        error::<81>(&HARD_GRID.replace('6', "!").as_str()[..81]),
        "line 1, column 13: '!' is not valid on a 9x9 board"
    );
    assert_eq!(
        error::<81>(&DRAWN.replacen('6', "y", 1)),
        "line 2, column 9: 'y' is not valid on a 9x9 board"
    );
    // A multi-byte character counts as one column, and does not shift the columns after it.
    assert_eq!(
        error::<81>(&HARD_GRID.replacen('.', "é", 1)),
        "line 1, column 2: 'é' is not valid on a 9x9 board"
    );
    assert_eq!(error::<16>("1..4.5.........."), "line 1, column 6: '5' is not valid on a 4x4 board");
    assert_eq!(
        error::<81>(&HARD_GRID.replacen('.', "A", 1)),
        "line 1, column 2: 'A' is not valid on a 9x9 board"
    );
    assert_eq!(error::<256>(&"H".repeat(256)), "line 1, column 1: 'H' is not valid on a 16x16 board");
    assert_eq!(error::<625>(&"Q".repeat(625)), "line 1, column 1: 'Q' is not valid on a 25x25 board");
    let mut bytes = HARD_GRID.as_bytes().to_vec();
    bytes[40] = 0xff;
    assert_eq!(
        Grid::parse(&bytes).unwrap_err().to_string(),
        "line 1, column 41: '\u{fffd}' is not valid on a 9x9 board"
    );
    bytes[40] = 0;
    assert_eq!(
        Grid::parse(&bytes).unwrap_err().to_string(),
        "line 1, column 41: U+0000 is not valid on a 9x9 board"
    );
}

/// Characters that are invisible between quotes, or that affect the text around them.
#[test]
fn an_invisible_character_is_reported_as_its_code_point() {
    let invisible = [
        ('\t', "U+0009"), // `parse` ignores it, but a program's message may quote it
        ('\u{7f}', "U+007F"),
        ('\u{85}', "U+0085"),
        ('\u{a0}', "U+00A0"),
        ('\u{ad}', "U+00AD"),
        ('\u{301}', "U+0301"),
        ('\u{34f}', "U+034F"),
        ('\u{61c}', "U+061C"),
        ('\u{115f}', "U+115F"),
        ('\u{1680}', "U+1680"),
        ('\u{180e}', "U+180E"),
        ('\u{2003}', "U+2003"),
        ('\u{200b}', "U+200B"),
        ('\u{200d}', "U+200D"),
        ('\u{200e}', "U+200E"),
        ('\u{200f}', "U+200F"),
        ('\u{2028}', "U+2028"),
        ('\u{2029}', "U+2029"),
        ('\u{202a}', "U+202A"),
        ('\u{202e}', "U+202E"),
        ('\u{202f}', "U+202F"),
        ('\u{2060}', "U+2060"),
        ('\u{2066}', "U+2066"),
        ('\u{2069}', "U+2069"),
        ('\u{2800}', "U+2800"),
        ('\u{3000}', "U+3000"),
        ('\u{3164}', "U+3164"),
        ('\u{e000}', "U+E000"),
        ('\u{fe0f}', "U+FE0F"),
        ('\u{feff}', "U+FEFF"),
        ('\u{fff9}', "U+FFF9"),
        ('\u{ffa0}', "U+FFA0"),
        ('\u{1d159}', "U+1D159"),
        ('\u{1d173}', "U+1D173"),
        ('\u{e0001}', "U+E0001"),
        ('\u{e0041}', "U+E0041"),
        ('\u{e0100}', "U+E0100"),
        ('\u{10ffff}', "U+10FFFF"),
    ];
    for (character, shown) in invisible {
        assert_eq!(Quoted(character).to_string(), shown);
        if character == '\t' {
            continue;
        }
        let text = format!("1..4....{character}...2..3");
        assert_eq!(error::<16>(&text), format!("line 1, column 9: {shown} is not valid on a 4x4 board"));
    }
    for character in ['w', ' ', '\'', '"', '\\', '~', 'é', 'ß', '٣', '九', '３', '😀', '\u{fffd}'] {
        assert_eq!(Quoted(character).to_string(), format!("'{character}'"));
    }
}

#[test]
fn a_byte_order_mark_at_the_start_is_skipped() {
    fn check<const CELLS: usize>(generator: &mut PuzzleGenerator) {
        let board: Board<CELLS> = self::board(generator.random_clues(CELLS / 2));
        for text in [board.to_string(), format!("{board:#}"), format!("\n{board}\n")] {
            let marked = format!("\u{feff}{text}");
            assert_eq!(marked.parse(), Ok(board));
            assert_eq!(Size::of_text(marked.as_bytes()).map(Size::cells), Some(CELLS));
        }
    }
    let mut generator = PuzzleGenerator::new(9);
    check::<16>(&mut generator);
    check::<81>(&mut generator);
    check::<256>(&mut generator);
    check::<625>(&mut generator);

    // The mark is not counted as a column or a cell.
    let wrong = |text: &str| error::<81>(&HARD_GRID.replacen('3', text, 1));
    assert_eq!(wrong("w"), "line 1, column 12: 'w' is not valid on a 9x9 board");
    assert_eq!(error::<81>(&format!("\u{feff}{}", HARD_GRID.replacen('3', "w", 1))), wrong("w"));
    assert_eq!(error::<81>(&format!("\u{feff}{}", &HARD_GRID[..78])), "expected 81 cells, found 78");
    // Only one complete mark at the start is skipped.
    let twice = format!("\u{feff}\u{feff}{HARD_GRID}");
    assert_eq!(error::<81>(&twice), "line 1, column 1: U+FEFF is not valid on a 9x9 board");
    assert_eq!(
        error::<81>(&format!(".\u{feff}{HARD_GRID}")),
        "line 1, column 2: U+FEFF is not valid on a 9x9 board"
    );
    assert!(Grid::parse(&[b"\xef\xbb", HARD_GRID.as_bytes()].concat()).is_err());
    assert_eq!(Board4x4::parse_plain(b"\xef\xbb\xbf.............\n".first_chunk().unwrap()), None);
}

#[test]
fn every_byte_parses_as_the_correct_cell_or_not_at_all() {
    fn check<const CELLS: usize>() {
        for byte in 0..=255u8 {
            let mut text = [b'.'; CELLS];
            text[CELLS / 2] = byte;
            let expected = match byte {
                b'.' | b'0' | b'_' | b'*' | b'-' | b'x' | b'X' | b'?' => Some(0),
                b'1'..=b'9' => Some(byte - b'0'),
                b'A'..=b'P' => Some(byte - b'A' + 10),
                b'a'..=b'p' => Some(byte - b'a' + 10),
                _ => None,
            };
            let expected = expected.filter(|&digit| usize::from(digit) <= Board::<CELLS>::SIDE);
            let read = Board::<CELLS>::parse(&text).ok().map(|board| board.digits()[CELLS / 2]);
            assert_eq!(read, expected, "byte {byte} on a board of {CELLS} cells");
        }
    }
    check::<16>();
    check::<81>();
    check::<256>();
    check::<625>();
}

#[test]
fn every_unit_with_two_equal_clues_is_reported() {
    let collisions_of = |text: &str| -> Vec<String> {
        let grid: Grid = text.parse().unwrap();
        grid.collisions().map(|collision| collision.to_string()).collect()
    };
    let with = |clues: &[(usize, char)]| -> String {
        let mut line = vec!['.'; 81];
        clues.iter().for_each(|&(cell, digit)| line[cell] = digit);
        line.into_iter().collect()
    };
    assert!(collisions_of(HARD_GRID).is_empty());
    assert_eq!(
        collisions_of(&with(&[(0, '5'), (8, '5')])),
        ["5 appears twice in row 1: row 1, column 1 and row 1, column 9"]
    );
    assert_eq!(
        collisions_of(&with(&[(4, '7'), (76, '7')])),
        ["7 appears twice in column 5: row 1, column 5 and row 9, column 5"]
    );
    assert_eq!(
        collisions_of(&with(&[(60, '1'), (80, '1')])),
        ["1 appears twice in box 9: row 7, column 7 and row 9, column 9"]
    );
    assert_eq!(
        collisions_of(&with(&[(30, '2'), (35, '2'), (75, '2')])),
        [
            "2 appears twice in row 4: row 4, column 4 and row 4, column 9",
            "2 appears twice in column 4: row 4, column 4 and row 9, column 4",
        ]
    );
    let three = collisions_of(&with(&[(0, '3'), (4, '3'), (8, '3')]));
    assert_eq!(three.len(), 2, "each additional clue is reported once");
    let grid: Grid = with(&[(9, '9'), (17, '9')]).parse().unwrap();
    let collision = grid.collisions().next().unwrap();
    assert_eq!((collision.unit, collision.digit, collision.cells), (Unit::Row(1), 9, [9, 17]));
}

#[test]
fn collisions_are_found_in_every_unit_of_every_size() {
    fn check<const CELLS: usize>(generator: &mut PuzzleGenerator) {
        let solved: Board<CELLS> = board(generator.full_grid());
        assert!(solved.is_solved());
        assert!(solved.is_solution_of(&solved) && solved.is_solution_of(&Board::EMPTY));
        for _ in 0..50 {
            let cell = generator.below(CELLS);
            let digit = generator.below(Board::<CELLS>::SIDE) as u8 + 1;
            let broken = with_digit(&solved, cell, digit);
            // A wrong digit on a full board appears twice in its row, its column and its box.
            let expected = if broken == solved { 0 } else { 3 };
            assert_eq!(broken.collisions().count(), expected);
            assert_eq!(broken.is_solved(), expected == 0);
            assert_eq!(broken.has_collision(), expected != 0);
            for collision in broken.collisions() {
                assert!(collision.cells.contains(&cell) && collision.digit == digit);
            }
        }
    }
    let mut generator = PuzzleGenerator::new(8);
    check::<16>(&mut generator);
    check::<81>(&mut generator);
    check::<256>(&mut generator);
    check::<625>(&mut generator);
}

/// Returns whether two equal clues share a unit, by testing each pair of cells.
fn collides<const CELLS: usize>(board: &Board<CELLS>) -> bool {
    let pairs = (0..CELLS).flat_map(|second| (0..second).map(move |first| (first, second)));
    pairs.into_iter().any(|(first, second)| {
        let units = Board::<CELLS>::units_of(first).into_iter().zip(Board::<CELLS>::units_of(second));
        board.get(first).is_some() && board.get(first) == board.get(second) && { units }.any(|(a, b)| a == b)
    })
}

#[test]
fn a_collision_between_any_two_cells_is_found() {
    fn check<const CELLS: usize>(generator: &mut PuzzleGenerator) {
        let side = Board::<CELLS>::SIDE;
        for cell in 0..CELLS {
            // Puts the largest digit in two cells.
            let other = (cell + 1 + generator.below(CELLS - 1)) % CELLS;
            let digit = [1, side as u8][cell % 2];
            let one = with_digit(&Board::<CELLS>::EMPTY, cell, digit);
            assert!(!one.has_collision());
            let two = with_digit(&one, other, digit);
            assert_eq!(two.has_collision(), collides(&two), "{two}");
            assert_eq!(two.collisions().next().is_some(), collides(&two), "{two}");
        }
        let mut seen = [0; 2];
        for round in 0..200 {
            // Boards with and without a collision occur about equally often.
            let solved: [u8; CELLS] = generator.full_grid();
            let mut digits = [0; CELLS];
            (0..CELLS).filter(|_| generator.below(3) == 0).for_each(|cell| digits[cell] = solved[cell]);
            if round % 2 == 0 {
                digits[generator.below(CELLS)] = 1 + generator.below(side) as u8;
            }
            let board = Board::from_digits(&digits).unwrap();
            assert_eq!(board.has_collision(), collides(&board), "{board}");
            seen[usize::from(board.has_collision())] += 1;
        }
        assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
        assert!(!Board::<CELLS>::EMPTY.has_collision());
    }
    let mut generator = PuzzleGenerator::new(10);
    check::<16>(&mut generator);
    check::<81>(&mut generator);
    check::<256>(&mut generator);
    check::<625>(&mut generator);
}

#[test]
fn boards_compare_hash_and_copy() {
    use std::collections::HashSet;
    let grid: Grid = HARD_GRID.parse().unwrap();
    let copy = grid;
    let other = with_digit(&grid, 1, 4);
    assert!(copy == grid && other != grid && grid < other);
    assert_eq!(HashSet::from([grid, copy, other]).len(), 2);
    assert_eq!(Grid::default(), Grid::EMPTY);
}

/// Parses a text of the table, and compares the board or the error.
fn check_text<const CELLS: usize>(case: &TextCase) {
    let parsed = Board::<CELLS>::parse(case.text.as_bytes());
    match (&parsed, &case.expected) {
        (Ok(board), Ok(expected)) => assert_eq!(&board.to_string(), expected, "{}", case.text),
        (Ok(_), Err(error)) => panic!("{}\nis not {error}", case.text),
        // No other answer than that of the reader of formats, which reads more.
        (Err(error), Ok(_)) => assert!(!case.is_plain, "{}\n{error}", case.text),
        (Err(error), Err(expected)) => {
            // The same position and reason, if the characters are the reason.
            let (place, reason) = expected.split_once(": ").unwrap();
            if let Some((line, column)) = place.split_once(':') {
                assert_eq!(error.to_string(), format!("line {line}, column {column}: {reason}"));
            }
        }
    }
    assert_eq!(
        Size::of_text(case.text.as_bytes()) == Size::from_side(case.side),
        parsed.is_ok(),
        "{}",
        case.text
    );
}

#[test]
fn every_text_of_the_table() {
    let mut workspace = Workspace::boxed();
    let mut lines = 0;
    for case in texts::cases() {
        match case.side {
            4 => check_text::<16>(&case),
            9 => check_text::<81>(&case),
            16 => check_text::<256>(&case),
            25 => check_text::<625>(&case),
            side => panic!("{side}"),
        }
        // As one of many lines, too.
        if case.side == 9 && case.text.len() == 81 {
            let mut outcomes = [Outcome::INVALID; 40];
            Solver::new().solve_lines(case.text.repeat(40).as_bytes(), 81, &mut outcomes, &mut workspace);
            let expected = match &case.expected {
                Ok(board) => Solver::new().solve(&board.parse::<Grid>().unwrap()),
                Err(_) => Outcome::INVALID,
            };
            assert!(outcomes.iter().all(|outcome| outcome.status == expected.status), "{}", case.text);
            assert!(outcomes.iter().all(|outcome| outcome.solution == expected.solution), "{}", case.text);
            lines += 1;
        }
    }
    assert!(lines > 10, "lines");
}
