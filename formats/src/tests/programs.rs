//! Lines and files of programs.

use super::*;
use crate::programs;

/// Returns the puzzle in a line, or its error.
fn found(line: &str) -> Option<Result<String, String>> {
    let range = programs::find(line.as_bytes())?;
    Some(programs::read(&line.as_bytes()[range]).map(|puzzle| line_of(&puzzle)))
}

fn refuses(line: &str, reason: &str) {
    let answer = found(line).unwrap_or_else(|| panic!("{line}: none"));
    assert!(answer.as_ref().is_err_and(|error| error.contains(reason)), "{line}: {answer:?}");
}

const P: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// HoDoKu's lines with their marks.
const PASTED: [(&str, &str); 2] = [
    (
        ":0000:x:..94.58..+7...........769.42..3.4..5.91..87..4.7...6.........1...3.27....584....37:111 612::",
        ".23..6....2...............9...4.....123..........5...........8.1....67..1.3..6.........7...2.456...12..56.8.1.3....8.123......123....8...3.56..91....6..91.3.56..91.3....8.....5....1...5..8.......7.......6...........9..3.5.......4......2........2...6.8..2...6.....3......1.......9...4.....12........2...67.9....5....1....6.89........91.........2..56.....3.5...........8.......7...23..6....2...6......4......2.4...8.......7...2..5..8.1.3.5...9123.5...9.....6....23.....912.....891.3....89.2...6....2...6..9.2...67....3.56.89..3.5...9..34...8.1.........2...6.89....56.891....6.....3......1....6....2.............7..1..4...8....456..9.....6.89....56.89....5...........8....4.....1....6..91.......91.........2...6..9..3............7..",
    ),
    (
        ":0300:4:.6....78+1.317..5.9....6...36..9....41..4...3...8.16....2......77..68....4..1.7.9.:511 213::",
        ".2......9.....6......45...9.23.5.....2345...9.2345...9......7.........8.1.........2.....8...3......1..............7...2.4......2.4...8.....5.....2.4.6...........9.2..5..89...45.789.2.45.7.9.2..5..8......6...12.45..89.2.4......2.4.......3...........6.......5.7...23.5.7..........9.23.5.7...23.5..8.12.....8.12..5.7.....4.....1............5.7.9.2..5.7.9...4......2..5.7...2..5..8..2...6.89..3.......2..56.8..23.5...9...45.7.9.......8..23.5....1.............6....2......9.2..5.7...2..5......3.5..89.2.........3.56..9..3.5......345...9..345...91.34.6.8.1..456.........7........7..1...5...9..3.5...9.....6..........8..2345...91234.....12.45.....2..5.......4.........5..8...3.56...1.........23.5..........7...23..6.8.........9.2..56.8.",
    ),
];

const SOLO: (&str, &str) = (
    "3x3:c7a6_2f3a9_1c6_4a1a3a3_4_5j7_4b1_6b5d4_8_3_9e5e5c4b8a3_1b",
    "...7.62......3.91...64.1.3.345..........74..16..5....4839.....5.....5...4..8.31..",
);

#[test]
fn lines_of_hodoku_are_positions() {
    for (line, marks) in PASTED {
        let fields: Vec<&str> = line.split(':').collect();
        let (cells, deleted) = (fields[3], fields[4]);
        for line in [
            line.to_owned(),
            format!("> {line}"),
            format!("`{line}`"),
            format!("{line}\r"),
            format!("Example: {line}"),
            format!("{cells}:{deleted}"),
            format!("{cells}:{deleted}:"),
            format!("::{cells}:{deleted}::"),
            line.replacen(":0", ":1", 1),
            line.replace("::", ":436 257::7"),
            line.replacen(&line[1..5], "0901-1", 1),
            line.replacen(&line[1..5], "03111", 1),
        ] {
            assert_eq!(found(&line), Some(Ok(marks.into())), "{line}");
        }
        let digits: String = cells.chars().filter(|&byte| byte != '+').collect();
        for line in [
            cells.to_owned(),
            format!(":0000:x:{cells}:::"),
            format!(":0000:x:{}::::8", cells.replace('.', "0")),
            format!(":0000::{cells}::"),
            format!("{cells} a note"),
        ] {
            assert_eq!(found(&line), Some(Ok(digits.clone())), "{line}");
        }
    }
    // A deletion that says nothing new, of a candidate that the digits exclude.
    assert_eq!(found(&format!(":0000:x:{P}:513:::")), Some(Ok(P.into())));
}

#[test]
fn half_a_line_of_hodoku_is_refused() {
    for (line, reason) in [
        (format!(":0300:4:{P}"), "is cut"),
        (format!(":0300:4:{P}:113 21"), "is cut"),
        (format!(":0300:4:{P}:113 21::"), "deletes \"21\": expected a digit, its row and its column"),
        (format!(":0300:4:{P}:011::"), "deletes \"011\""),
        (format!(":0300:4:{P}:113,213::"), "deletes \"113,213\""),
        (format!(":0300:4:{P}:413 511::"), "deletes a digit that it places"),
        (format!(":0300:4:{}:511::", &P[1..]), "expected 81 cells, found 80"),
        (format!(":0300:4:{P}+:511::"), "something else"),
        (format!(":0300:4:{P}x:511::"), "something else"),
        (format!("+{P}:113 21"), "deletes \"21\""),
        (":0300:4:::".into(), "expected 81 cells, found 0"),
        (":0300:4:".into(), "is cut"),
    ] {
        refuses(&line, reason);
        // Two fish at once have five digits; other numbers are no techniques.
        refuses(&line.replace("0300", "03111"), reason);
        if reason == "is cut" {
            assert_eq!(found(&line.replace("0300", "030")), None, "{line}");
            assert_eq!(found(&line.replace("0300", "031111")), None, "{line}");
        }
    }
    // A number between colons with nothing after them is none of HoDoKu's.
    for line in [":0300:", ":0300:4", ":0300-1:", "at :1234: the end", ":03111:x"] {
        match line {
            ":0300-1:" => refuses(line, "is cut"),
            _ => assert_eq!(found(line), None, "{line}"),
        }
    }
}

#[test]
fn games_of_solo_are_read() {
    let (line, puzzle) = SOLO;
    for (line, expected) in [
        (line.to_owned(), puzzle),
        (format!("Try {line}, please"), puzzle),
        (format!("solo.html#{line}"), puzzle),
        (line.replace("3x3", "3x3dk"), puzzle),
        (line.replace("3x3", "3x3md4dx"), puzzle),
        ("3x3:zzzc".into(), &".".repeat(81)),
        ("2x2:1b4h2b3".into(), "1..4........2..3"),
        (format!("4x4:16_1_10{}s", "z".repeat(9)), &format!("G1A{}", ".".repeat(253))),
    ] {
        assert_eq!(found(&line), Some(Ok(expected.into())), "{line}");
    }
    for (line, reason) in [
        ("3x3#123456789012345", "copy the game's ID"),
        ("3x3db#17", "copy the game's ID"),
        ("9jx#12", "copy the game's ID"),
        ("3x3x:1_2_3a4", "diagonals"),
        ("3x3kda:1_2_3a4,aa", "cages"),
        ("9j:1_2_3a4,aabb", "irregular boxes"),
        ("3x2:1_2_3a4", "boxes of 3x2 cells"),
        ("8x2:1_2_3a4", "boxes of 8x2 cells"),
        ("3x3:1_2_3a4", "expected 81 cells, found 5"),
        ("3x3:1_2_3a4zzzz", "expected 81 cells, found 109"),
        ("2x2:1b5h2b3", "damaged"),
    ] {
        refuses(line, reason);
    }
    for line in [
        "3x3",
        "3x3:",
        "size 3x3: easy",
        "3x3:Grid",
        "12:30",
        "4x4:1.3.",
        "9:30#2",
        "#3",
        "a#1",
        "c:1",
        "1x:2345",
        "3x3:530070000600195000",
        "100x100:1_2_3",
        ":",
        "+",
        "+---+---+",
        "a: b: c",
        ":--:|:--:",
        &format!("{P}:511"),
        &format!("name:{P}:511:x"),
        &format!("{P}:{P}"),
        "+1.5",
        "<b>",
    ] {
        assert_eq!(found(line), None, "{line}");
    }
}

#[test]
fn games_of_opensudoku_are_read() {
    let zeros = P.replace('.', "0");
    // The cells in a form, whose `=` is the digit and `!` whether the cell is open to the player.
    let cells = |form: &str| -> String {
        zeros
            .chars()
            .map(|digit| {
                form.replace('=', &digit.to_string()).replace('!', if digit == '0' { "1" } else { "0" })
            })
            .collect()
    };
    let third = cells("=|0|!|");
    for (line, expected) in [
        (format!("<game data=\"{zeros}\" />"), P),
        (format!("  <game created=\"123\" data='{P}'/>"), P),
        (format!("<game data=\"version: 2&#10;{}\"/>", cells("=|0||!|")), P),
        (format!("<game state=\"1\" cells_data=\"version: 5&#10;{}\" time=\"0\"/>", cells("=|0|3|0|!|")), P),
        (format!("<game data=\"version: 3 {third}\"/>"), P),
        (format!("<game data=\"{third}\"/>"), P),
        // A digit and a mark of the player.
        (format!("<game data=\"{}\"/>", third.replacen("0|0|1|0|0|1|", "4|0|1|0|3|1|", 1)), P),
        (format!("<game data=\"{}\"/>", cells("=|0|1|")), P),
        // All digits are marks.
        (format!("<game data=\"{}\"/>", cells("=|511|!|")), P),
    ] {
        assert_eq!(found(&line), Some(Ok(expected.into())), "{line}");
    }
    let marks = cells("=|1,2,|!|").replace("1,2,|0|", "-|0|");
    let marks = found(&format!("<game data=\"version: 1&#10;{marks}\"/>")).unwrap().unwrap();
    assert_eq!(&marks[..36], "....5......3......12.......12.......");
    for (line, reason) in [
        (format!("<game data=\"{}\" />", &zeros[1..]), "expected 81 cells, found 80"),
        (format!("<game data=\"{}", &zeros[..50]), "found 50"),
        (format!("<game data=\"version: 3\n{}\"/>", &third[6..]), "damaged or cut"),
        (format!("<game data=\"version: 3\n{}\"/>", third.replacen("|0|", "|512|", 1)), "damaged or cut"),
        ("<game data=\"version: 3\"/>".into(), "damaged or cut"),
    ] {
        refuses(&line, reason);
    }
    for line in ["<game had-help=\"0\">", "<game>", "<game data=\"chess\">", "<games>", "<game data=>"] {
        assert_eq!(found(line), None, "{line}");
    }
    // What a file says about its games is no board.
    let about: String =
        ["name", "author", "description", "comment", "created", "source", "level", "sourceURL"]
            .map(|name| format!("  <{name}>2 new games & 1 > 0</{name}>\r\n"))
            .concat();
    let file = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n{about}<comment/>\n<game data=\"{zeros}\" />\n</opensudoku>\n"
    );
    assert_eq!(parsed(&file, &InputFormat::default()), [P]);
    assert_eq!(parsed(&format!("<name>{P}</name>\n"), &InputFormat::default()), [P]);
    let two = format!("<game data=\"{zeros}\"/><game data=\"{HARD}\"/>");
    assert_eq!(programs::find(two.as_bytes()), Some(0..two.len() / 2));
}

#[test]
fn files_of_ksudoku_are_read_column_by_column() {
    let letters = |puzzle: &str| -> String {
        let side = puzzle.len().isqrt();
        let cell = |at: usize| puzzle.as_bytes()[at % side * side + at / side];
        let letter = |byte| if byte == b'.' { '_' } else { char::from(byte - b'1' + b'b') };
        (0..puzzle.len()).map(|at| letter(cell(at))).collect()
    };
    let file = |order: usize, kind: &str, values: &str| {
        format!(
            "<!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help=\"0\">\n  <puzzle>\n   <graph order=\"{order}\" \
            type=\"{kind}\"/>\n   <values>{values}</values>\n  </puzzle>\n  <history/>\n </game>\n</ksudoku>\n"
        )
    };
    let read = |text: &str| programs::ksudoku(text.as_bytes()).map(|puzzle| line_of(&puzzle));
    let custom = "custom\" specific-type=\"Plain\" name=\"4x4\" sizeX=\"4";
    for (text, expected) in [
        (file(9, "sudoku", &letters(P)), P),
        (file(4, "sudoku", &letters("1..4........2..3")), "1..4........2..3"),
        (file(4, custom, &letters("1..4........2..3")), "1..4........2..3"),
        (file(9, "sudoku", &format!("\n{}\n", letters(P))).replace("values", "Values"), P),
        (file(9, "sudoku", &P.replace('.', "_")), P),
        (file(9, "sudoku", &P.replace('.', "0")), P),
    ] {
        assert_eq!(read(&text), Ok(expected.into()), "{text}");
        for end in 0..text.len() {
            assert!(
                read(&text[..end]).is_err() || text[..end].contains("alues></") || text[..end].contains("</")
            );
        }
    }
    for (text, reason) in [
        (file(9, "roxdoku", &letters(P)), "another kind"),
        (file(9, "custom\" specific-type=\"XSudoku", &letters(P)), "another kind"),
        (
            file(9, custom, &letters(P)).replace("/>", "><clique size=\"9\">0 1</clique></graph>"),
            "another kind",
        ),
        (file(6, "sudoku", &letters(P)), "not of 4x4"),
        (file(9, "sudoku", &letters(P)[1..]), "damaged"),
        (file(9, "sudoku", &letters(P).replace('b', "a")), "damaged"),
        (file(4, "sudoku", "_______________z"), "damaged"),
    ] {
        assert!(read(&text).is_err_and(|error| error.contains(reason)), "{text}");
    }
    // A long file, before its values and within them.
    for blanks in [0, 60, 700] {
        let values: String =
            letters(P).chars().map(|cell| format!("{cell}{}\n", " ".repeat(blanks))).collect();
        let text = file(9, "sudoku", &values);
        for text in [text.replace("<graph", &format!("{}<graph", "<!-- -->\n".repeat(blanks))), text] {
            assert_eq!(parsed(&text, &InputFormat::default()), [P], "{text}");
        }
    }
    // In one line or many, and with what follows.
    let text = file(9, "sudoku", &letters(P));
    for text in [text.clone(), text.replace('\n', ""), text.replace("<ksudoku>", "<ksudoku\n  v=\"1\"\n>")] {
        for end in ["\n", "\r\n", " \r\n\r\n"] {
            let text = format!("{}{end}{HARD}\n", text.trim_end());
            assert_eq!(parsed(&text, &InputFormat::default()), [P, &HARD.replace('0', ".")], "{text}");
        }
    }
    for (line, starts) in [
        ("<ksudoku>", true),
        ("x <ksudoku v=\"1\">", true),
        ("<ksudoku\tv='1'>", true),
        ("<ksudoku\nv='1'>", true),
        ("<ksudoku-graph>", false),
        ("<!DOCTYPE ksudoku>", false),
    ] {
        assert_eq!(programs::starts_ksudoku(line.as_bytes()), starts, "{line}");
    }
}

#[test]
fn damaged_lines_never_panic() {
    let mut random = fastrand::Rng::with_seed(38);
    let game = format!("<game data=\"{}\" />", P.replace('.', "0"));
    for line in [PASTED[0].0, PASTED[1].0, SOLO.0, &game, "<game data=\"version: 3 5|0|0|\"/>"] {
        for end in 0..line.len() {
            found(&line[..end]);
            let mut damaged = line.as_bytes().to_vec();
            damaged[end] = random.u8(..);
            if let Some(range) = programs::find(&damaged) {
                _ = programs::read(&damaged[range]);
            }
        }
    }
    // In the time of one line, however long.
    for piece in
        [":", ":0000", ":0000:x:", "<game ", "data=\"", "+1", "3x3:a", "1", "#", "a:", "<game data=\"1|"]
    {
        found(&piece.repeat(LINE_MAX / piece.len()));
    }
}
