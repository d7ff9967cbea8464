//! JSON: the puzzle of an object and its other members, trees, errors, and hostile texts.

use crate::json::{JsonStep, JsonTree, Piece};

use super::*;

/// Returns the puzzle and the other members of each line, or the error.
fn objects(text: &str, format: &InputFormat) -> Vec<(String, Vec<String>)> {
    let fields = all_extra_fields(text, format);
    parsed(text, format).into_iter().zip(fields).collect()
}

#[test]
fn the_puzzle_of_an_object() {
    let dotted = HARD.replace('0', ".");
    let field = |field: &str| InputFormat { field: Field::from_text(field), ..InputFormat::default() };
    let array =
        |separator: &str| rows(HARD).iter().map(|row| format!("{row:?}")).collect::<Vec<_>>().join(separator);
    let numbers = |row: &&str| row.chars().map(String::from).collect::<Vec<_>>().join(", ");
    let nested = rows(HARD).iter().map(|row| format!("[{}]", numbers(row))).collect::<Vec<_>>().join(",");
    for (line, format, fields) in [
        (format!(r#"{{"puzzle":"{HARD}"}}"#), field("puzzle"), &[][..]),
        (
            format!(r#" {{ "solution" : "{SOLUTION}" , "puzzle" : "{HARD}" }} "#),
            InputFormat::default(),
            &["solution=S"],
        ),
        (
            format!(r#"{{"id":7,"quizzes":"{HARD}","level":"a \"b\""}}"#),
            named(FormatName::Json),
            &["id=7", "level=a \"b\""],
        ),
        (
            format!(r#"{{"a":"{SOLUTION}","b":"{HARD}","c":[1,{{}}],"d":null,"e":-1.50}}"#),
            field("b"),
            &["a=S", "c=[1,{}]", "d=", "e=-1.50"],
        ),
        (format!(r#"{{"a":"{SOLUTION}","b":"{HARD}"}}"#), field("2"), &["a=S"]),
        (format!(r#"{{"name":"x","cells":"{HARD}"}}"#), InputFormat::default(), &["name=x"]),
        (format!(r#"{{"puzzle":"{}"}}"#, rows(HARD).join(r"\n")), InputFormat::default(), &[]),
        (format!(r#"{{"puzzle":"{}"}}"#, HARD.replace('0', r"\u002e")), InputFormat::default(), &[]),
        (format!(r#"{{"puzzle":[{}]}}"#, numbers(&HARD)), InputFormat::default(), &[]),
        (format!(r#"{{"puzzle":[{}]}}"#, numbers(&HARD).replace('0', "null")), InputFormat::default(), &[]),
        (format!(r#"{{"puzzle":[{nested}],"id":1}}"#), InputFormat::default(), &["id=1"]),
        (format!(r#"{{"puzzle":[{}]}}"#, array(",")), InputFormat::default(), &[]),
    ] {
        let fields: Vec<String> =
            fields.iter().map(|field| field.replace("=S", &format!("={SOLUTION}"))).collect();
        for end in ["", "\n", "\r\n"] {
            let text = format!("{line}{end}");
            assert_eq!(objects(&text, &format), [(dotted.clone(), fields.clone())], "{text}");
        }
        assert_hard_grids(3, &format!("\n# a comment\n{line}\n{line}\n\n{line}\n"), &format);
    }
    // A number, another size, pencil marks.
    assert_eq!(parsed(r#"{"puzzle":1004000000002003}"#, &InputFormat::default()), ["1..4........2..3"]);
    let marks = "12.......".repeat(81);
    assert_eq!(parsed(&format!(r#"{{"puzzle":"{marks}"}}"#), &InputFormat::default()), ["2 ".repeat(81)]);
}

#[test]
fn a_solution_of_an_object() {
    let nested = rows(SOLUTION).join("\",\"");
    let wrong = SOLUTION.replacen('8', "9", 1);
    for solution in
        [format!("\"{SOLUTION}\""), format!("[\"{nested}\"]"), format!("\"{}\"", rows(SOLUTION).join("\\n"))]
    {
        for members in [
            format!(r#""mine":"{wrong}","puzzle":"{HARD}","solution":{solution}"#),
            format!(r#""solution":{solution},"puzzle":"{HARD}","mine":"{wrong}""#),
        ] {
            let text = format!("{{{members}}}\n");
            let entries = split_all(text.as_bytes(), &InputFormat::default());
            let found = solution_of(&entries[0], &text, None);
            assert_eq!(found, Some(SOLUTION.parse::<Grid>().unwrap().into()), "{text}");
        }
    }
}

#[test]
fn errors_of_one_line_do_not_affect_the_others() {
    let good = format!(r#"{{"puzzle":"{HARD}"}}"#);
    let dotted = HARD.replace('0', ".");
    let missing = "no member of the object contains a puzzle";
    for (line, error) in [
        (
            r#"{"puzzle":"12.5"}"#.to_owned(),
            "expected 16, 81, 256 or 625 cells (a puzzle) or 4, 9, 16 or 25 (a row), found 4",
        ),
        (format!(r#"{{"puzzle":"{}"}}"#, &HARD[1..]), "expected 81 cells, found 80"),
        (format!(r#"{{"puzzle":"{}y"}}"#, &HARD[1..]), ":92: 'y' is not valid on a 9x9 board"),
        (
            r#"{"puzzle":["8........","..36....."]}"#.to_owned(),
            "expected 9 rows in the board that starts here, found 2",
        ),
        (r#"{"puzzle":""}"#.to_owned(), missing),
        (r#"{"puzzle":null}"#.to_owned(), missing),
        (format!(r#"{{"puzzle":null,"solution":"{SOLUTION}"}}"#), missing),
        (r#"{"id":1}"#.to_owned(), missing),
        (r#"{}"#.to_owned(), missing),
        (format!("{good},"), ":95: not a JSON object: trailing characters"),
        (format!(r#"{{"puzzle":"{HARD}""#), ":93: not a JSON object: EOF while parsing an object"),
        (r#"{"puzzle":}"#.to_owned(), ":11: not a JSON object: expected value"),
        (r#"{"a" 1}"#.to_owned(), ":6: not a JSON object: expected `:`"),
    ] {
        let found = parsed(&format!("{good}\n{line}\n{good}\n"), &InputFormat::default());
        let error = if error.starts_with(':') { format!("2{error}") } else { format!("2: {error}") };
        assert_eq!(found.len(), 3, "{line}: {found:?}");
        assert_eq!((&found[0], &found[2]), (&dotted, &dotted), "{line}");
        assert!(found[1].starts_with(&error), "{line}: {found:?}");
    }
    let field = InputFormat { field: Field::from_text("quiz"), ..InputFormat::default() };
    assert_eq!(parsed(&good, &field), ["1: the object has no puzzle under \"quiz\""]);
    let found = parsed(&format!("{good}\n{HARD}\n{good}\n"), &named(FormatName::Json));
    assert!(found.len() == 3 && found[1].starts_with("2:1: not a JSON object"), "{found:?}");
}

/// Every shape of a tree, with the entries' puzzles in order.
#[test]
fn boards_anywhere_in_a_tree() {
    let other = SOLUTION.replacen("812", "000", 1);
    let (p, q) = (HARD.replace('0', "."), other.replace('0', "."));
    let flat = |line: &str, open: &str| {
        line.bytes()
            .map(|byte| if byte == b'0' { open.into() } else { char::from(byte).to_string() })
            .collect::<Vec<_>>()
    };
    let nested = |line: &str, open: &str, separator: &str| {
        let rows: Vec<_> =
            rows(line).iter().map(|row| format!("[{}]", flat(row, open).join(separator))).collect();
        format!("[{}]", rows.join(separator))
    };
    for (text, expected) in [
        (format!("[\"{HARD}\",\"{other}\"]"), vec![&p, &q]),
        (format!("[\n  \"{HARD}\",\n  \"{other}\"\n]\n"), vec![&p, &q]),
        (format!("[{{\"puzzle\":\"{HARD}\"}},{{\"puzzle\":\"{other}\"}}]"), vec![&p, &q]),
        (format!("{{\n  \"puzzle\": \"{HARD}\"\n}}\n{{\n  \"puzzle\": \"{other}\"\n}}\n"), vec![&p, &q]),
        (format!("{{ \"puzzle\":\n\"{HARD}\" }}\n"), vec![&p]),
        (
            format!("{{\"version\":1,\"puzzles\":[{{\"given\":\"{HARD}\"}},{{\"given\":\"{other}\"}}]}}"),
            vec![&p, &q],
        ),
        (format!("{{\"easy\":[\"{HARD}\",\"{other}\"],\"hard\":[\"{HARD}\"]}}"), vec![&p, &q, &p]),
        (format!("{{\"a\":\"{HARD}\",\"b\":\"{other}\"}}"), vec![&p, &q]),
        (format!("[{}]", flat(HARD, "0").join(", ")), vec![&p]),
        (format!("[{}]", flat(HARD, "null").join(",\n")), vec![&p]),
        (format!("[{}]", flat(HARD, "\"\"").join(",")), vec![&p]),
        (format!("[[{}],[{}]]", flat(HARD, "0").join(","), flat(&other, "-1").join(",")), vec![&p, &q]),
        (nested(HARD, "0", ", "), vec![&p]),
        (nested(HARD, "NaN", ",\n "), vec![&p]),
        (nested(HARD, "0.0", ","), vec![&p]),
        (nested(HARD, "\".\"", ","), vec![&p]),
        (
            format!(
                "{{\"columns\":[\"a\",\"b\"],\"data\":[[\"{HARD}\",\"{SOLUTION}\"],[7,\"{SOLUTION}\",\"{HARD}\"]]}}"
            ),
            vec![&p, &p],
        ),
        (format!("{{\"id\":\"1690000000000007\",\"cells\":\"{HARD}\"}}"), vec![&p]),
        (format!("[{},{}]", nested(HARD, "0", ","), nested(&other, "0", ",")), vec![&p, &q]),
        (format!("{} {}", nested(HARD, "0", ","), nested(&other, "0", ",")), vec![&p, &q]),
        (format!("{{\"puzzle\":\"{}\"}}", nested(HARD, "0", ", ")), vec![&p]),
        (format!("{{\"puzzle\":\"{}\"}}", nested(HARD, "\\\".\\\"", ", ")), vec![&p]),
        (format!("[\"{}\"]", rows(HARD).join("\",\"")), vec![&p]),
        (format!("{{\"answer\":\"{SOLUTION}\",\"prompt\":\"{HARD}\"}}"), vec![&p]),
        (format!("{{\"final_grid\":\"{SOLUTION}\",\"x\":\"{HARD}\"}}"), vec![&p]),
        (format!("{{\"x\":\"{SOLUTION}\",\"y\":\"{HARD}\"}}"), vec![&p]),
        (format!("{{\"puzzle\":7,\"start\":\"2024\",\"cells\":\"{HARD}\"}}"), vec![&p]),
        (format!("{{\"prompt\":\"Solve {HARD} please\",\"answer\":\"{SOLUTION}\"}}"), vec![&p]),
        (
            format!(
                "{{\"question\":\"Which?\",\"about\":\"{}\",\"answer\":\"{HARD}\"}}",
                "letters, ".repeat(11)
            ),
            vec![&p],
        ),
        // A text that is a board alone comes before one with other words.
        (format!("{{\"about\":\"Not {other}, but this:\",\"cells\":\"{HARD}\"}}"), vec![&p]),
        (format!("{{\"a\":\"Solve {HARD} please\",\"b\":\"and {other} too\"}}"), vec![&p, &q]),
        (format!("{{\"solutions\":[\"{SOLUTION}\"],\"puzzles\":[\"{HARD}\"]}}"), vec![&p]),
        (format!("{{\"result\":{{\"grid\":\"{HARD}\"}}}}"), vec![&p]),
        (
            format!(
                "{{\"puzzle\":{{\"0\":\"{HARD}\",\"1\":\"{other}\"}},\"solution\":{{\"0\":\"{SOLUTION}\"}}}}"
            ),
            vec![&p, &q],
        ),
        (
            format!(
                "{{\"newboard\":{{\"grids\":[{{\"value\":{},\"solution\":{}}}]}}}}",
                nested(HARD, "0", ","),
                nested(SOLUTION, "0", ",")
            ),
            vec![&p],
        ),
        (format!("{{\"text\":[\"{}\"]}}", rows(HARD).join("\\n\",\"")), vec![&p]),
    ] {
        for format in [InputFormat::default(), named(FormatName::Json)] {
            assert_eq!(
                parsed(&text, &format),
                expected.iter().map(|line| line.to_string()).collect::<Vec<_>>(),
                "{text}"
            );
            // The same in a container that is too long to be read as a whole.
            if text.contains("} {") || text.contains("]] [[") || text.contains("}\n{") {
                continue;
            }
            let long = format!("[\n{}{text}\n]", format!("{text},\n").repeat(LINE_MAX / text.len() + 1));
            let found = parsed(&long, &format);
            assert_eq!(found.len(), (LINE_MAX / text.len() + 2) * expected.len(), "{text}: {found:?}");
            assert!(
                found.chunks(expected.len()).all(|chunk| chunk.iter().eq(expected.iter().copied())),
                "{text}"
            );
        }
    }
}

#[test]
fn fields_are_paths() {
    let field = |field: &str| InputFormat { field: Field::from_text(field), ..InputFormat::default() };
    for (text, name) in [
        (
            format!("{{\"a\":{{\"b\":{{\"c\":\"{HARD}\",\"d\":\"{SOLUTION}\"}}}},\"c\":\"{SOLUTION}\"}}"),
            "a.b.c",
        ),
        (format!("{{\"a\":[{{\"b\":\"{HARD}\"}}],\"b\":\"{SOLUTION}\"}}"), "a.b"),
        (format!("{{\"a.b\":\"{HARD}\",\"a\":{{\"b\":\"{SOLUTION}\"}}}}"), "a.b"),
        (format!("{{\"x\":[{{\"q\":\"{HARD}\",\"puzzle\":\"{SOLUTION}\"}}]}}"), "q"),
        (format!("{{\"solution\":\"{HARD}\",\"puzzle\":\"{SOLUTION}\"}}"), "solution"),
        (format!("{{\"x\":[\"{HARD}\"],\"puzzles\":[\"{SOLUTION}\"]}}"), "x"),
    ] {
        assert_hard_grids(1, &text, &field(name));
        assert_hard_grids(2, &format!("[{text},{text}]"), &field(name));
        let count = LINE_MAX / text.len() + 1;
        assert_hard_grids(count + 1, &format!("[{}{text}]", format!("{text},").repeat(count)), &field(name));
    }
    // The same in a tree that is longer than what is visited as a whole.
    for inside in
        ["{}", "{\"b\":{}}", "{\"a\":{}}", "{\"x\":{}}", "{\"x\":{\"a\":{\"b\":{}}}}", "{\"a\":{\"b\":{}}}"]
    {
        for outside in ["{}", "{\"a\":{}}", "{\"x\":{}}", "{\"x\":{\"a\":{}}}", "{\"a\":{\"x\":{}}}"] {
            let tree = |boards: &str| outside.replace("{}", &inside.replace("{}", boards));
            let count = |boards: usize| {
                let boards = format!("[{}]", vec![format!("\"{HARD}\""); boards].join(","));
                parsed(&tree(&boards), &field("a.b")).iter().filter(|board| !board.contains(':')).count()
            };
            assert_eq!(count(1000), 500 * count(2), "{}", tree("[]"));
        }
    }
}

#[test]
fn errors_in_a_tree() {
    let good = format!("\"{HARD}\"");
    for (bad, error) in [
        ("{\"puzzle\" 1}", "3:13: not a JSON object: expected `:`"),
        ("{\n    \"puzzle\": \"x\"\n    \"id\": 1\n  }", "5:5: not a JSON object: expected `,` or `}`"),
        (&format!("{{\"puzzle\":\"{}\"}}", &HARD[1..]), "3: expected 81 cells, found 80"),
        (&format!("\"{}\"", &HARD[1..]), "3: expected 81 cells, found 80"),
        ("{\"a\":\"\t\"}", "3:8: not a JSON object: control character in a string"),
        ("{\"a\":\"\t\t\"}", "3:8: not a JSON object: control character in a string"),
        ("{\"a\":\"\u{1}x\u{1f}\t\"}", "3:8: not a JSON object: control character in a string"),
        (&format!("{{\"puzzle\":\"{}y\"}}", &HARD[1..]), "3:94: 'y' is not valid on a 9x9 board"),
        (
            &format!("[{}]", "[0,2,3,4,5,6,7,8,9],".repeat(8) + "[1,2]"),
            "3: row 9 of the board: expected 9 cells, found 2",
        ),
    ] {
        let text = format!(
            "{{\"puzzles\": [\n  {{\"puzzle\":{good}}},\n  {bad},\n  {{\"puzzle\":{good}}}\n]}}\n{{\"puzzle\":{good}}}\n"
        );
        let found = parsed(&text, &InputFormat::default());
        assert_eq!(found.len(), 4, "{text}: {found:?}");
        assert!(found[1].starts_with(error), "{found:?}");
        assert!([0, 2, 3].iter().all(|index| found[*index] == HARD.replace('0', ".")), "{found:?}");
    }
    // A value that is longer than a line may be.
    for before in ["", "\n\n", "[1]\n"] {
        for (length, is_long) in [(LINE_MAX - 1, false), (LINE_MAX, true), (LINE_MAX + 100, true)] {
            let text = format!("{before}[\"{}", "x".repeat(length - 1));
            let found = parsed(&text, &InputFormat::default()).concat();
            assert_eq!(found.contains("longer"), is_long, "{before}{length}: {found}");
        }
    }
    // Texts with brackets that are not JSON.
    assert_hard_grids(1, &format!("{{{HARD}}}"), &InputFormat::default());
    assert_hard_grids(1, &format!("[Puzzle]\n{}", rows(HARD).join("\n")), &InputFormat::default());
    for other in [
        "[1,2,3,4,5,6,7,8,9]",
        "[[0 0 3]",
        "{0, 8, 5}",
        "{{0, 1}, {2}}",
        "[Puzzle 0 (easy)]",
        "['a', 'b']",
        "{\"a\", \"b\"}",
    ] {
        let (mut position, mut entries) = (Position::default(), Vec::new());
        let format = &InputFormat::default();
        let (text, position, entries) = (other.as_bytes(), &mut position, &mut entries);
        let step = JsonTree::default().run(&mut Piece { text, last: true, format, position, entries });
        assert_eq!(step, JsonStep::NotJson, "{other}");
    }
}

/// A board may be as deep as the limit, whatever it is made of, and no deeper.
#[test]
fn nesting_ends_at_the_limit() {
    let list = |cells: &str| format!("[{}]", cells.chars().map(String::from).collect::<Vec<_>>().join(","));
    let nested = format!("[{}]", rows(HARD).into_iter().map(list).collect::<Vec<_>>().join(","));
    let marked = nested.replace('0', "null");
    for (depth, board) in [(0, &format!("\"{HARD}\"")), (1, &list(HARD)), (2, &nested), (2, &marked)] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[7,", "]"), ("{\"a\":[", "]}")] {
            let levels = open.matches(['[', '{']).count();
            for count in 58 / levels..=66 / levels {
                let text = format!("{}{board}{}\n", open.repeat(count), close.repeat(count));
                let found = parsed(&text, &InputFormat::default());
                let expected = count * levels + depth <= 64;
                assert_eq!(found[0] == HARD.replace('0', "."), expected, "{count}: {text} {found:?}");
                assert!(
                    expected || found[0].contains("nested more than 64 deep"),
                    "{count}: {text} {found:?}"
                );
            }
        }
    }
}

/// Hostile texts take linear time and end in errors.
#[test]
fn hostile_trees() {
    for (text, entries) in [
        ("[".repeat(100_000), 1),
        ("{\"a\":".repeat(100_000), 1),
        (format!("[\"{}", "x".repeat(10_000_000)), 2),
        (format!("{{\"a\":\"{}", "\\\\".repeat(5_000_000)), 2),
        (format!("[{}[]]", "[],".repeat(1_000_000)), 1),
        (format!("[{}{{}}]", "{},".repeat(1_000_000)), 1),
        (format!("{}{}", "[".repeat(60), "1,".repeat(1_000_000)), 1),
        (format!("{}{}", "[{\"a\":".repeat(30), "1,".repeat(1_000_000)), 1),
    ] {
        lines::scanned::take();
        let found = split_all(text.as_bytes(), &InputFormat::default());
        let scanned = lines::scanned::take();
        assert!(scanned < 20 * text.len() + 64 * LINE_MAX, "{}: {scanned}", &text[..20]);
        assert!(found.len() <= entries, "{}: {}", &text[..20], found.len());
        for entry in &found {
            assert!(read(entry, text.as_bytes(), &InputFormat::default()).is_err());
        }
    }
}

/// Rows that are written alike are compared with the first one, not read cell by cell.
#[test]
fn arrays_of_equal_rows_are_read_at_once() {
    for (open, quote) in [("0", ""), ("0", "\""), (".", "\"")] {
        let row = |row: &&str| {
            let cell = |cell: char| format!("{quote}{}{quote}", cell.to_string().replace('0', open));
            row.chars().map(cell).collect::<Vec<_>>().join(",")
        };
        let rows: Vec<String> = rows(HARD).iter().map(row).collect();
        for text in [format!("[[{}]]", rows.join("],[")), format!("[{}]", rows.join(","))] {
            lines::scanned::take();
            let found = crate::json::plain(text.as_bytes(), 0).expect(&text);
            assert_eq!(String::from_utf8_lossy(&found), HARD.replace('0', open));
            assert!(lines::scanned::take() < text.len(), "{text}");
        }
    }
}

/// A size that is requested holds for boards in values, too.
#[test]
fn boards_in_values_have_the_requested_size() {
    for (size, cells) in
        Size::ALL.into_iter().zip(["1..4........2..3", HARD, &".".repeat(256), &".".repeat(625)])
    {
        let cells = cells.replace('0', ".");
        // Sixteen texts may be rows.
        let marks: &[&str] = if size == Size::Four { &["."] } else { &[".", "null", "None"] };
        for mark in marks {
            let list = |row: &str| {
                let cells = row.chars().map(|cell| cell.to_string().replace('.', mark));
                format!("{:?}", cells.collect::<Vec<_>>())
            };
            let lists = rows(&cells).into_iter().map(list).collect::<Vec<_>>().join(",");
            for list in [lists.replace("],[", ","), format!("[{lists}]")] {
                let text = format!("{{\"puzzle\":{list}}}\n");
                for side in Size::ALL {
                    let format = InputFormat { side: Some(side), ..InputFormat::default() };
                    assert_eq!(parsed(&text, &format) == [cells.clone()], side == size, "{side}: {text}");
                }
            }
        }
    }
}

/// Texts without their escapes, as another parser reads them.
#[test]
fn escapes() {
    let mut random = fastrand::Rng::with_seed(29);
    let mut counts = [0; 2];
    for _ in 0..20_000 {
        const SCRAPS: [&str; 18] = [
            "dbff", "\\udfff", "\\", "u", "\\u", "00e9", "d83d", "\\ude00", "\\n", "\\/", "a", "é", "+123",
            "\\\"", "\\ud800", "12", "F", "\\x",
        ];
        let inner: String = (0..random.usize(..6)).map(|_| SCRAPS[random.usize(..SCRAPS.len())]).collect();
        let value = format!("\"{inner}\"");
        let expected = serde_json::from_str::<String>(&value).ok();
        counts[usize::from(expected.is_none())] += 1;
        let expected = expected.map_or(value.clone(), |text| text);
        assert_eq!(String::from_utf8_lossy(&crate::json::text(&value)), expected, "{value}");
    }
    assert!(counts[0] > 3_000 && counts[1] > 3_000, "{counts:?}");
}

/// Numbers, as another parser reads them; it wants no leading zeros.
#[test]
fn numbers() {
    let mut random = fastrand::Rng::with_seed(31);
    let mut counts = [0; 2];
    for _ in 0..20_000 {
        const SCRAPS: [&str; 13] = ["-", "+", ".", "e", "E", "0", "00", "7", "12", "e5", ".5", "e-3", "inf"];
        let word: String = (0..random.usize(..6)).map(|_| SCRAPS[random.usize(..SCRAPS.len())]).collect();
        let (sign, rest) = word.strip_prefix('-').map_or(("", &*word), |rest| ("-", rest));
        let more = rest.trim_start_matches('0');
        let zero = if rest.len() > more.len() && !more.starts_with(|first: char| first.is_ascii_digit()) {
            "0"
        } else {
            ""
        };
        let expected = serde_json::from_str::<serde_json::Value>(&format!("{sign}{zero}{more}"));
        if expected.as_ref().is_err_and(|error| error.to_string().starts_with("number out of range")) {
            continue;
        }
        counts[usize::from(expected.is_err())] += 1;
        assert_eq!(crate::json::is_number(word.as_bytes()), expected.is_ok(), "{word}");
    }
    assert!(counts[0] > 1_000 && counts[1] > 3_000, "{counts:?}");
}
