//! The board in an answer: what stands around it, and which of several counts.

use super::*;

fn open() -> String {
    HARD.replace('0', ".")
}

/// Returns the board of an answer as a line; an empty text if it has none.
fn found(text: &str) -> String {
    read_answer(text.as_bytes()).map_or(String::new(), |board| board.to_string())
}

fn drawn(line: &str) -> String {
    rows(line).join("\n")
}

/// What writers put around a board, its rows or its cells.
#[test]
fn a_board_is_found_in_what_stands_around_it() {
    let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let each = |form: fn(usize, &str) -> String| {
        rows(SOLUTION).iter().enumerate().map(|(number, row)| form(number + 1, row)).collect::<String>()
    };
    let (line, rows) = (SOLUTION, drawn(SOLUTION));
    let texts = [
        line.to_owned(),
        format!("\u{feff}{line}\r\n"),
        format!("The answer is {line}."),
        format!("I think so.\n\n{rows}\n\nAll 9 rows are right, and 9 columns."),
        format!("Box 5 is easy, so: **{line}**."),
        format!("Columns:\n{line}"),
        format!("Boxed answer:\n{rows}"),
        format!("**{line}**"),
        format!("```\n{rows}\n```"),
        format!("> {}", rows.replace('\n', "\n> ")),
        format!("\\boxed{{{line}}}"),
        format!("<solution>{rows}</solution>"),
        format!("\x1b[1m{line}\x1b[0m"),
        spaced(line),
        each(|number, row| format!("Row {number}: {row}\n")),
        each(|number, row| format!("**Row {number}:** {row}\n")),
        each(|_, row| format!("{row}.\n")),
        each(|number, row| format!("\"row{number}\": \"{row}\",\n")),
        format!("{rows}\n\nColumns:\n1: 897346252\n2: 142785963\n3: 236196741\n"),
        format!("{rows}\nColumn 1: 8 9 6 1 3 2 5 4 7\n"),
        // The solution of a puzzle beside or above it.
        format!("{} {line}", open()),
        format!("{line}\n\n{}", open()),
        // The part between the last tags, of any case; one that does not end.
        format!("{}<answer>{line}</answer> {}", open(), "1".repeat(81)),
        format!("<answer>{}</answer><ANSWER>\n{rows}\n</Answer>", open()),
        format!("{} <answer> {rows}", open()),
        format!("{line}</answer>"),
    ];
    for text in texts {
        assert_eq!(found(&text), line, "{text}");
    }
}

/// The last board counts, and a part of the text without one has none.
#[test]
fn the_last_board_counts() {
    let (open, ones) = (open(), "1".repeat(81));
    for (text, expected) in [
        (format!("{SOLUTION}\nNo: {ones}"), &ones[..]),
        (format!("{SOLUTION}\n\n{}\n", drawn(&ones)), &ones),
        (format!("First try:\n{ones}\nThen:\n{}", drawn(&open)), &open),
        (SOLUTION.replace('1', "."), &SOLUTION.replace('1', ".")),
        (HARD.to_owned(), &open),
        (format!("{SOLUTION} <answer>no idea</answer>"), ""),
        (SOLUTION[1..].to_owned(), ""),
        (format!("{SOLUTION}1"), ""),
        (drawn(SOLUTION) + "\n123456789", ""),
        (String::new(), ""),
        ("<answer></answer>".into(), ""),
        ("</answer><answer>".into(), ""),
    ] {
        assert_eq!(found(&text), expected, "{text}");
    }
}

/// No text of these pieces makes the reader panic, and a line behind it is found.
#[test]
fn texts_at_random() {
    let pieces = [
        "<answer>",
        "</answer>",
        "\\begin{",
        "\\end",
        "}",
        "{",
        "np.int64(",
        "5)",
        "**",
        "_",
        "`",
        "$",
        "\x1b[",
        "m",
        "\n",
        "\r",
        ". ",
        "1",
        "9 9 9 ",
        "123456789",
        "Column",
        "box 3:",
        "é",
        "：",
        "=",
        "\"",
        "|",
        "&",
        "\\",
        "<",
        ">",
        " ",
        "•",
        SOLUTION,
    ];
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..3000 {
        let text: String = (0..random.usize(..12)).map(|_| random.choice(pieces).unwrap()).collect();
        let _ = found(&text);
        let bytes: Vec<u8> =
            text.bytes().map(|byte| if random.u8(..) < 4 { random.u8(..) } else { byte }).collect();
        let _ = read_answer(&bytes);
        assert_eq!(found(&format!("{text}\n<answer>{SOLUTION}</answer>")), SOLUTION, "{text}");
        // A line alone has a fast path.
        let line: String =
            (0..random.usize(80..83)).map(|_| char::from(b"0.123456789"[random.usize(..11)])).collect();
        assert_eq!(found(&format!(" {line}\n")), found(&format!("\u{feff}{line}")), "{line}");
    }
}
