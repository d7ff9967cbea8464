//! Drawn boards whose open cells are blanks or middle dots.

use super::*;

/// The margins and the separators of a drawing.
#[derive(Clone, Copy)]
struct Style {
    left: &'static str,
    between_cells: &'static str,
    between_boxes: &'static str,
    right: &'static str,
    top: &'static str,
    between_rows: &'static str,
    between_bands: &'static str,
    bottom: &'static str,
}

/// Bars around the boxes, with equal lines above and below.
const fn boxes(
    left: &'static str,
    gap: &'static str,
    bar: &'static str,
    right: &'static str,
    frame: &'static str,
) -> Style {
    Style {
        left,
        between_cells: gap,
        between_boxes: bar,
        right,
        top: frame,
        between_rows: "",
        between_bands: frame,
        bottom: frame,
    }
}

const STYLES: [Style; 13] = [
    boxes("| ", " ", " | ", " |", "+-------+-------+-------+\n"),
    boxes("|", " ", "|", "|", "+-----+-----+-----+\n"),
    boxes("|", "", "|", "|", "+---+---+---+\n"),
    boxes("| ", "", " | ", " |", "+-----+-----+-----+\n"),
    boxes("  | ", " ", " | ", " |", "  +-------+-------+-------+\n"),
    boxes("| ", "  ", " | ", " |", "-------------------------------\n"),
    boxes("| ", " ", " | ", " |", ""),
    Style { top: "", bottom: "", ..boxes("", " ", " | ", "", "------+-------+------\n") },
    Style { top: "", bottom: "", ..boxes("", "", "|", "", "---+---+---\n") },
    Style {
        between_bands: "╟───────┼───────┼───────╢\n",
        bottom: "╚═══════╧═══════╧═══════╝\n",
        ..boxes("║ ", " ", " │ ", " ║", "╔═══════╤═══════╤═══════╗\n")
    },
    Style {
        between_bands: "╠═══╬═══╬═══╣\n",
        bottom: "╚═══╩═══╩═══╝\n",
        ..boxes("║", "", "║", "║", "╔═══╦═══╦═══╗\n")
    },
    Style {
        between_rows: "+---+---+---+---+---+---+---+---+---+\n",
        ..boxes("| ", " | ", " | ", " |", "+---+---+---+---+---+---+---+---+---+\n")
    },
    Style {
        between_rows: "╟───┼───┼───╫───┼───┼───╫───┼───┼───╢\n",
        between_bands: "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n",
        bottom: "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝\n",
        ..boxes("║ ", " │ ", " ║ ", " ║", "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n")
    },
];

fn drawn(line: &str, style: &Style, open: &str, strip: bool) -> String {
    let side = line.len().isqrt();
    let order = side.isqrt();
    let mut text = style.top.to_owned();
    for (index, row) in rows(line).iter().enumerate() {
        if index > 0 {
            text += if index % order == 0 { style.between_bands } else { style.between_rows };
        }
        let cells: Vec<String> = row.chars().map(|cell| cell.to_string().replace('0', open)).collect();
        let boxes: Vec<String> = cells.chunks(order).map(|cells| cells.join(style.between_cells)).collect();
        let row = format!("{}{}{}", style.left, boxes.join(style.between_boxes), style.right);
        text += if strip { row.trim_end() } else { &row };
        text += "\n";
    }
    text + style.bottom
}

/// Puzzles with and without rows of open cells: the first, the middle, the last, two, and nearly all.
fn puzzles() -> Vec<String> {
    let open = |rows: &[usize]| {
        let cell = |(index, cell): (usize, char)| if rows.contains(&(index / 9)) { '0' } else { cell };
        HARD.char_indices().map(cell).collect::<String>()
    };
    vec![
        HARD.into(),
        SOLUTION.into(),
        open(&[0]),
        open(&[4]),
        open(&[8]),
        open(&[2, 3]),
        open(&[0, 1, 8]),
        open(&[1, 2, 3, 4, 5, 6, 7]),
    ]
}

#[test]
fn blanks_in_frames() {
    for (number, style) in STYLES.iter().enumerate() {
        for puzzle in puzzles() {
            let expected = puzzle.replace('0', ".");
            for strip in [false, true] {
                let text = drawn(&puzzle, style, " ", strip);
                for format in [InputFormat::default(), named(FormatName::Grid), named(FormatName::Ss)] {
                    assert_eq!(
                        parsed(&text, &format),
                        std::slice::from_ref(&expected),
                        "style {number}\n{text}"
                    );
                }
                let several = format!("{text}\n{text}\n{}", text.replace('\n', "\r\n"));
                assert_eq!(parsed(&several, &InputFormat::default()), vec![expected.clone(); 3], "{several}");
            }
        }
    }
}

#[test]
fn middle_dots_are_open_cells() {
    let dotted = HARD.replace('0', "·");
    assert_hard_grids(2, &format!("{dotted}\n{dotted} 12.5\n"), &InputFormat::default());
    assert_hard_grids(1, &format!("id,puzzle\n1,{dotted}\n"), &InputFormat::default());
    assert_hard_grids(1, &format!("{{\"puzzle\":\"{dotted}\"}}\n"), &InputFormat::default());
    let chars: Vec<char> = dotted.chars().collect();
    let bare: String = chars.chunks(9).map(|row| row.iter().collect::<String>() + "\n").collect();
    assert_hard_grids(2, &format!("{bare}\n{bare}"), &InputFormat::default());
    for style in &STYLES {
        assert_hard_grids(1, &drawn(HARD, style, "·", false), &InputFormat::default());
    }
}

#[test]
fn blanks_on_boards_of_other_sizes() {
    let style = boxes("| ", " ", " | ", " |", "");
    for (side, order) in [(4, 2), (16, 4), (25, 5)] {
        let digit = |row: usize, column: usize| (order * (row % order) + row / order + column) % side;
        let cell = |cell: usize| match (cell / side, cell % side) {
            (row, column) if row == 1 || (row + column) % 3 == 0 => '0',
            (row, column) => char::from(b"123456789ABCDEFGHIJKLMNOP"[digit(row, column)]),
        };
        let puzzle: String = (0..side * side).map(cell).collect();
        let text = drawn(&puzzle, &style, " ", false);
        assert_eq!(parsed(&text, &InputFormat::default()), [puzzle.replace('0', ".")], "{text}");
    }
}

/// Lines of bars that only make a drawing taller are not rows.
#[test]
fn bars_between_the_rows_are_no_rows() {
    let spacer = "|       |       |       |\n";
    let text = drawn(HARD, &STYLES[0], " ", false);
    let tall: String = text
        .split_inclusive('\n')
        .map(|line| if line.starts_with('+') { line.to_owned() } else { format!("{spacer}{line}") })
        .collect();
    assert_hard_grids(1, &tall, &InputFormat::default());
    assert_eq!(parsed(&spacer.repeat(30), &InputFormat::default()), [""; 0]);
}

/// A digit between two cells is a mistake, not a cell.
#[test]
fn digits_out_of_line_are_reported() {
    let text = drawn(HARD, &STYLES[0], " ", false);
    let wrong = text.replacen("|   7   |", "|  7    |", 1);
    assert_ne!(text, wrong);
    let found = parsed(&wrong, &InputFormat::default());
    assert!(found.len() == 1 && found[0].contains("expected 9 cells, found"), "{found:?}");
}

/// A row of open cells is a row where bars stand between the boxes, and no frame.
#[test]
fn open_rows_of_dashes_between_bars() {
    let four = "1 - | - -\n- - | - -\n- - | 3 -\n- - | - 2\n";
    assert_eq!(parsed(&four.repeat(4), &InputFormat::default()), vec!["1.........3....2"; 4]);
    let rule = "---+---\n";
    let ruled = four.replacen("- - | 3", &format!("{rule}- - | 3"), 1);
    assert_eq!(parsed(&ruled.repeat(3), &InputFormat::default()), vec!["1.........3....2"; 3]);
    for puzzle in puzzles() {
        let row = |row: &[u8]| {
            let boxes: Vec<String> = row
                .chunks(3)
                .map(|cells| cells.iter().map(|&cell| format!("{} ", char::from(cell))).collect())
                .collect();
            boxes.join("| ").trim_end().to_owned() + "\n"
        };
        let open = puzzle.replace(['0', '.'], "-");
        let text: String = open.as_bytes().chunks(9).map(row).collect();
        let expected = puzzle.replace('0', ".");
        assert_eq!(parsed(&text.repeat(3), &InputFormat::default()), vec![expected; 3], "{text}");
    }
}
