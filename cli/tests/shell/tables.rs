//! Several tables in one output: their columns are joined by name, or a table is refused.

use std::fs;

use crate::support::*;

/// Runs a command on files with these texts, in a folder of their own. Their names are `0`, `1`, and so on.
fn run_on(arguments: &[&str], texts: &[&str]) -> Answer {
    let folder = Folder::new();
    let names: Vec<String> = (0..texts.len()).map(|index| index.to_string()).collect();
    for (name, text) in names.iter().zip(texts) {
        fs::write(folder.file(name), text).unwrap();
    }
    answer(program(arguments).args(names).current_dir(folder.path()), "")
}

#[test]
fn columns_are_joined_by_name() {
    let board = HARD.replace('0', ".");
    let first = format!("id,puzzle,rating\n1,{HARD},easy\n");
    let second = format!("rating,id,puzzle\nhard,2,{HARD}\n");
    // Another order, an empty input first, another delimiter, and a header without the first table's puzzle column.
    let third = format!("quiz\tid\trating\n{HARD}\t3\t\n");
    let texts = ["", &first, &second, &third];
    for (format, expected) in [
        ("csv", format!("puzzle,id,rating\n{board},1,easy\n{board},2,hard\n{board},3,\n")),
        ("tsv", format!("puzzle\tid\trating\n{board}\t1\teasy\n{board}\t2\thard\n{board}\t3\t\n")),
        ("line", format!("{board} 1 easy\n{board} 2 hard\n{board} 3 \n")),
    ] {
        for threads in ["-j1", "-j4"] {
            let answer = run_on(&["convert", "-q", threads, "--format", format], &texts);
            answer.expect(0, &expected, "");
        }
    }
    let json = run_on(&["convert", "-q", "--format", "json"], &texts);
    assert!(json.out.contains(r#","rating":"hard","id":"2"}"#), "{}", json.out);
}

#[test]
fn a_table_with_other_columns_is_refused() {
    let board = HARD.replace('0', ".");
    let first = format!("id,puzzle,rating\n1,{HARD},easy\n");
    let last = format!("id,puzzle,rating\n9,{HARD},last\n");
    for (other, columns) in [
        ("puzzle,rating", "rating"),
        ("id,puzzle,level", "id, level"),
        ("puzzle,x,id,rating", "x, id, rating"),
    ] {
        let record: Vec<&str> =
            other.split(',').map(|name| if name == "puzzle" { HARD } else { "5" }).collect();
        let second = format!("{other}\n{}\n", record.join(","));
        for format in ["csv", "tsv", "line"] {
            let answer = run_on(&["convert", "-q", "--format", format], &[&first, &second, &last]);
            assert_eq!(answer.code, Some(3));
            let expected = format!(
                "lanedoku: 1: its columns beside the puzzle are {columns}, those of 0 are id, rating (--format json \
                 takes both)\n"
            );
            assert_eq!(answer.err, expected);
            assert_eq!(answer.out.matches(&board).count(), 2, "the others are answered");
        }
        // Where names stay with their fields, or no field is written.
        for arguments in [&["convert", "--format", "json"][..], &["solve", "--summary"]] {
            let answer = run_on(&[arguments, &["-q"]].concat(), &[&first, &second, &last]);
            assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{}", answer.out);
        }
    }
}

/// A field of a later record that the header lacks is not written under another name, nor left out without a word.
#[test]
fn a_field_without_a_column_is_reported() {
    let board = HARD.replace('0', ".");
    let table = format!("id,puzzle\n1,{HARD}\n");
    let lines = format!("{HARD} note\n{HARD}\n");
    let reason = "the output has no column \"field2\", so this field is left out (json has all)";
    let answer = run_on(&["convert", "-q", "--format", "csv"], &[&table, &lines]);
    answer.expect(1, &format!("puzzle,id\n{board},1\n{board},\n{board},\n"), &format!("1:1: {reason}\n"));

    let object = |rest: &str| format!("{{\"puzzle\":\"{HARD}\"{rest}}}\n");
    let many = object(",\"a\":1,\"b\":2").repeat(200);
    let objects = many + &object(",\"b\":3") + &object(",\"b\":4,\"c\":5,\"a\":6") + &object(",\"c\":null");
    let answer = run_on(&["convert", "-q", "--format", "csv"], &[&objects]);
    let expected =
        format!("puzzle,a,b\n{}{board},,3\n{board},6,4\n{board},,\n", format!("{board},1,2\n").repeat(200));
    answer.expect(
        1,
        &expected,
        "0:202: the output has no column \"c\", so this field is left out (json has all)\n",
    );
}

/// A quoted field keeps its line ends where a record may have some, and never begins another record.
#[test]
fn quoted_fields_over_several_lines() {
    let board = HARD.replace('0', ".");
    let rows: Vec<&str> = (0..9).map(|row| &HARD[9 * row..9 * row + 9]).collect();
    let table = format!("id,puzzle,note\n1,\"{}\",\"a\nb, \"\"c\"\"\"\n2,{HARD},d\n", rows.join("\n"));
    for (format, expected) in [
        ("csv", format!("puzzle,id,note\n{board},1,\"a\nb, \"\"c\"\"\"\n{board},2,d\n")),
        ("line", format!("{board} 1 a b, \"c\"\n{board} 2 d\n")),
        (
            "json",
            format!(
                "{{\"puzzle\":\"{board}\",\"id\":\"1\",\"note\":\"a\\nb, \\\"c\\\"\"}}\n\
                 {{\"puzzle\":\"{board}\",\"id\":\"2\",\"note\":\"d\"}}\n"
            ),
        ),
    ] {
        let answer = run_on(&["convert", "-q", "--format", format], &[&table]);
        answer.expect(0, &expected, "");
        // And back.
        if format == "csv" {
            assert_eq!(run_on(&["convert", "-q", "--format", format], &[&answer.out]).out, expected);
        }
    }
}

/// The second has a number, so that no two columns of the output have one name.
#[test]
fn columns_of_one_name_keep_their_places() {
    let table = format!("x,puzzle,y,x\n1,{HARD},2,3\n");
    let board = HARD.replace('0', ".");
    let answer = run_on(&["convert", "-q", "--format", "csv"], &[&table, &table]);
    answer.expect(0, &format!("puzzle,x,y,x_2\n{0},1,2,3\n{0},1,2,3\n", board), "");
    let other = format!("y,puzzle,x,x\n2,{HARD},1,3\n");
    assert_eq!(run_on(&["convert", "-q", "--format", "csv"], &[&table, &other]).code, Some(3));
}

/// A quote that is not closed is a part of its field. The warning names its line and column.
#[test]
fn an_unclosed_quote_is_reported() {
    let board = HARD.replace('0', ".");
    for (command, code) in [("convert", 0), ("solve", 0), ("check", 0), ("rate", 0)] {
        let table = format!("id,puzzle,note\n1,{HARD},fine\n2,{HARD},\"open\n3,{HARD},\"closed\"\n");
        let answer = run(&[command, "-q"], &table);
        let warning =
            "standard input:3:85: warning: this quote is not closed; it is read as a part of the field\n";
        assert_eq!((answer.code, answer.err.as_str()), (Some(code), warning), "{command}");
        assert_eq!(answer.out.lines().count(), 3, "{command}: {}", answer.out);
    }
    // Without a header; the puzzle first.
    let answer = run(&["convert", "-q"], format!("{HARD},\"open\n{HARD},5\" disk\n{HARD} \"x\n"));
    assert_eq!(answer.out, format!("{board} \"open\n{board} 5\" disk\n{board} \"x\n"));
    assert!(answer.err.starts_with("standard input:1:83: warning: ") && answer.err.lines().count() == 1);
}
