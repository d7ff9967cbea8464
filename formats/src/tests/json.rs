//! JSON Lines: the puzzle of an object, its other members, and texts that are refused.

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
            let found = solution_field(&entries[0], text.as_bytes(), None, &InputFormat::default());
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
        (r#"{"id":1}"#.to_owned(), missing),
        (r#"{}"#.to_owned(), missing),
        (format!("{good},"), ":95: not a JSON object: trailing characters"),
        (format!(r#"{{"puzzle":"{HARD}""#), ":93: not a JSON object: EOF while parsing an object"),
        (r#"{"puzzle":}"#.to_owned(), ":11: not a JSON object: expected value"),
        (r#"{"a" 1}"#.to_owned(), ":6: not a JSON object: expected `:`"),
    ] {
        let found = parsed(&format!("{good}\n{line}\n{good}\n"), &InputFormat::default());
        let error = if error.starts_with(':') { format!("2{error}") } else { format!("2: {error}") };
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!((&found[0], &found[2]), (&dotted, &dotted), "{line}");
        assert!(found[1].starts_with(&error), "{found:?}");
    }
    let field = InputFormat { field: Field::from_text("quiz"), ..InputFormat::default() };
    assert_eq!(parsed(&good, &field), ["1: the object has no puzzle under \"quiz\""]);
    let found = parsed(&format!("{good}\n{HARD}\n{good}\n"), &named(FormatName::Json));
    assert!(found.len() == 3 && found[1].starts_with("2:1: not a JSON object"), "{found:?}");
}

#[test]
fn other_json_is_refused_as_a_whole() {
    let object = format!(r#"{{"puzzle":"{HARD}"}}"#);
    for text in [
        format!("[{object}]\n"),
        format!("[\n  {object},\n  {object}\n]\n"),
        format!("[\"{HARD}\"]"),
        format!("{{\n  \"puzzle\": \"{HARD}\"\n}}\n"),
        format!("{{ \"puzzle\":\n\"{HARD}\" }}\n"),
    ] {
        for format in [InputFormat::default(), named(FormatName::Json)] {
            let found = parsed(&text, &format);
            assert!(
                found.len() == 1 && found[0].contains("is JSON, but not JSON Lines"),
                "{text}: {found:?}"
            );
        }
    }
    // Braces and brackets in other texts.
    assert_hard_grids(1, &format!("{{{HARD}}}"), &InputFormat::default());
    assert_hard_grids(1, &format!("[Puzzle]\n{}", rows(HARD).join("\n")), &InputFormat::default());
}
