//! JSON Lines from one command to the next, and trees.

use crate::support::*;
use serde_json::{Map, Value, json};

fn objects(text: &str) -> Vec<Map<String, Value>> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Returns the members of each object without those that a command adds.
fn without(objects: &[Map<String, Value>], names: &[&str]) -> Vec<Vec<(String, Value)>> {
    let members = |object: &Map<String, Value>| {
        let others = object.iter().filter(|(name, _)| !names.contains(&name.as_str()));
        others.map(|(name, value)| (name.clone(), value.clone())).collect()
    };
    objects.iter().map(members).collect()
}

#[test]
fn records_pass_through_several_commands() {
    let dotted = HARD.replace('0', ".");
    let input = format!(
        "{{\"id\":12345678901234567890,\"puzzle\":\"{HARD}\",\"note\":\"a \\\"b\\\", ü\\n c\",\"level\":1.50,\"tags\":[\"x\",{{}}]}}\n\
         {{\"id\":2,\"puzzle\":\"{dotted}\",\"note\":null,\"level\":-3e7,\"tags\":[]}}\n\
         {{\"puzzle\":\"{EMPTY}\",\"seen\":true}}\n"
    );
    let solved = run(&["solve", "-q", "--format", "json"], &input).out;
    let converted = run(&["convert", "-q", "--format", "json"], &solved).out;
    let checked = run(&["check", "-q", "--format", "json"], &converted);
    let (given, solved, converted, graded) =
        (objects(&input), objects(&solved), objects(&converted), objects(&checked.out));
    assert_eq!(solved[0]["solution"], json!(HARD_SOLUTION));
    assert_eq!(converted, solved, "convert changes nothing");
    let others = ["puzzle", "solution", "status", "minimal", "correct", "input_status"];
    assert_eq!(without(&graded, &others), without(&given, &["puzzle"]));
    let column = |name: &str| graded.iter().map(|object| object[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("correct"), ["right", "right", "right"]);
    assert_eq!(column("input_status"), ["unique", "unique", "multiple"]);
    assert_eq!(
        column("solution"),
        solved.iter().map(|object| object["solution"].clone()).collect::<Vec<_>>()
    );
    // The names are those of the columns of a table, in their order.
    let table = run(&["convert", "-q", "--format", "csv"], &input).out;
    assert_eq!(table.lines().next(), Some("puzzle,id,note,level,tags,seen"), "{table}");
    assert!(
        table.contains(",12345678901234567890,\"a \"\"b\"\", ü\n c\",1.50,\"[\"\"x\"\",{}]\",\n"),
        "{table}"
    );
    assert!(table.ends_with(&format!("{EMPTY},,,,,true\n")), "{table}");
    let lines = run(&["convert", "-q"], &input).out;
    assert_eq!(lines.lines().count(), 3, "{lines}");
    assert!(lines.starts_with(&format!("{dotted} 12345678901234567890 a \"b\", ü  c 1.50 ")), "{lines}");
}

#[test]
fn a_solution_is_graded_by_its_name() {
    let wrong = HARD_SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    for (object, verdict) in [
        (json!({"puzzle": HARD, "mine": wrong, "solution": HARD_SOLUTION}), "right"),
        (json!({"mine": HARD_SOLUTION, "solution": wrong, "puzzle": HARD}), "wrong"),
    ] {
        let answer = run(&["check", "-q", "--show", "correct"], format!("{object}\n"));
        assert_eq!(answer.out.split(' ').next(), Some(verdict), "{object}: {}", answer.err);
    }
}

#[test]
fn a_member_that_is_no_board_stays_text() {
    let input = format!(
        "{}\n{}\n",
        json!({"puzzle": "8..", "status": "new", "id": 1}),
        json!({"puzzle": HARD, "id": 2})
    );
    let answer = run(&["convert", "-q", "--format", "json"], &input);
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    let found = objects(&answer.out);
    assert_eq!(
        Value::from(found[0].clone()),
        json!({"puzzle": "8..", "lanedoku_status": "invalid", "status": "new", "id": 1})
    );
    assert_eq!(found[1]["id"], json!(2));
}

/// Arrays and pretty objects are read like JSON Lines, and their fields are written on one line.
#[test]
fn trees_are_read_as_json_lines_are() {
    let object = json!({"id": 1, "puzzle": HARD, "tags": ["a", {"b": 2}], "solution": HARD_SOLUTION});
    let lines = format!("{object}\n{object}\n");
    for command in ["solve", "check"] {
        let expected = run(&[command, "-q", "--format", "json"], &lines);
        for text in [
            format!("[{object},{object}]\n"),
            format!("[\n{object},\n{object}\n]\n"),
            serde_json::to_string_pretty(&json!({"count": 2, "puzzles": [object, object]})).unwrap(),
            format!("{0}\n{0}\n", serde_json::to_string_pretty(&object).unwrap()),
        ] {
            let answer = run(&[command, "-q", "--format", "json"], &text);
            assert_eq!(
                (answer.code, objects(&answer.out)),
                (expected.code, objects(&expected.out)),
                "{text}"
            );
        }
    }
}

/// A status that several commands add keeps one name for each.
#[test]
fn names_of_added_columns_stay_distinct() {
    for format in ["json", "csv"] {
        let mut text = format!("{HARD}\n");
        for _ in 0..4 {
            text = run(&["check", "-q", "--format", format], &text).out;
        }
        let names: Vec<String> = match format {
            "json" => objects(&text)[0].keys().cloned().collect(),
            _ => text.lines().next().unwrap().split(',').map(str::to_owned).collect(),
        };
        let of_statuses = names.iter().filter(|name| name.contains("status")).collect::<Vec<_>>();
        assert_eq!(of_statuses.len(), 4, "{text}");
        for name in ["status", "input_status", "input_status_2", "input_status_3"] {
            assert_eq!(names.iter().filter(|found| *found == name).count(), 1, "{name}: {text}");
        }
    }
}
