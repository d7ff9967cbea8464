//! What the help and doc/command-line.md promise of options and their values, in tables.

use std::collections::BTreeSet;
use std::time::Duration;

use lanedoku_cli::arguments::common::duration;

use crate::support::*;

/// Times are exact: a wrong unit ends a search too early, or after hours.
#[test]
fn units_of_time() {
    for (text, milliseconds) in [
        ("1ms", 1),
        ("200ms", 200),
        ("1s", 1_000),
        ("5s", 5_000),
        ("3", 3_000),
        ("1.5s", 1_500),
        ("0.25", 250),
        (".5s", 500),
        ("2m", 120_000),
        ("2min", 120_000),
        ("1.5m", 90_000),
        ("0.5min", 30_000),
        ("1h", 3_600_000),
        ("1000h", 3_600_000_000),
        ("0.25h", 900_000),
    ] {
        assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
    }
    assert_eq!(duration("0.5ms"), Ok(Duration::from_micros(500)));
}

/// The values that an option accepts, and those that it refuses.
struct OptionValues {
    /// The command, and the option as the last word.
    option: &'static str,
    accepted: &'static [&'static str],
    refused: &'static [&'static str],
}

const fn values(
    option: &'static str,
    accepted: &'static [&'static str],
    refused: &'static [&'static str],
) -> OptionValues {
    OptionValues { option, accepted, refused }
}

const COUNTS: (&[&str], &[&str]) = (&["1", "5", "18446744073709551615", "all"], &["0", "-1", "1.5", "x", ""]);

#[rustfmt::skip]
const VALUES: [OptionValues; 40] = [
    values("generate --layout", &["4x4", "6x6", "boxes:3x2", "jigsaw:aabbacbbaccdcddd", "diagonal", "6x6+diagonal", "9x9+centre-dots"],
        &["3x3", "26x26", "6x7", "6", "boxes:6", "boxes:1x2", "jigsaw:abc", "killer", "6x6+windoku", "diagonal+", ""]),
    // Ranges.
    values("generate --clues", &["17", "81", "24-26", "25-25", "17-81"],
        &["16", "82", "16-20", "80-82", "30-20", "24-", "-24", "24-25-26", "24.5", "x", ""]),
    values("generate --hardest", &["1.2", "9", "3.2-4.0", "2.6-2.6"],
        &["0", "99", "4.0-3.2", "9-1", "3.2-", "-3.2", "3-4-5", "nan", "nan-3", "3-nan", "x", ""]),
    values("generate --guesses", &["0", "2-4", "3-3"], &["4-2", "4-", "-4", "1.5", "1-2-3", "x", ""]),
    // Numbers.
    values("generate --count", &["0"], &["-1", "1.5", "x", "all", ""]),
    values("generate --seed", &["0", "18446744073709551615"], &["-1", "18446744073709551616", "x", ""]),
    values("minimize --seed", &["0", "18446744073709551615"], &["-1", "18446744073709551616", "x", ""]),
    values("shuffle --seed", &["0", "18446744073709551615"], &["-1", "18446744073709551616", "x", ""]),
    values("shuffle --copies", &["1", "3"], &["-1", "1.5", "x", ""]),
    values("generate --attempts", COUNTS.0, COUNTS.1),
    values("count --max", &["0", "1", "all"], &["-1", "1.5", "x", ""]),
    values("enumerate --max", COUNTS.0, COUNTS.1),
    values("neighbours {-1+1} --max", COUNTS.0, COUNTS.1),
    values("minimize --all --max", COUNTS.0, COUNTS.1),
    values("solve --max", &["2", "18446744073709551615"], &["0", "1", "-1", "all", "x", ""]),
    values("solve --threads", &["1", "1024"], &["0", "1025", "-1", "1.5", "x", ""]),
    values("solve --steps", &["1", "18446744073709551615"], &["-1", "1.5", "all", "x", ""]),
    values("solve --max-errors", &["0", "5", "all"], &["-1", "1.5", "x", ""]),
    values("rate --samples", &["1", "256"], &["0", "257", "-1", "1.5", "x", ""]),
    values("solve --timeout", &["200ms", "5s", "1.5s", "2m", "2min", "1h", "3"],
        &["0", "0s", "0.0ms", "-1s", "s", "ms", "1d", "2M", "5S", "5 s", "1.2.3s", "1e3s", "1m30s", "nan", "inf", "x", ""]),
    // Names.
    values("generate --symmetry",
        &["none", "half-turn", "quarter-turn", "left-right", "top-bottom", "diagonal", "antidiagonal", "random"],
        &["rotational", "x", ""]),
    values("generate --technique", &["x-wing", "X-Wing", "naked-pair"], &["x-wings", "1.2", ""]),
    values("generate --needs", &["singles", "locked", "guesses"], &["single", "none", ""]),
    values("generate --pattern", &[EASY, HARD], &["1", SHORT, "", EMPTY]),
    values(
        "rate --techniques",
        &["scale", "all", "singles,x-wing", "Naked Pair, singles", "scale,-uniqueness", "hodoku"],
        &["none", "", "singles,", "x-wing,y-fish", "all,-all"],
    ),
    values("rate --order", &["scale", "hodoku"], &["hardest", ""]),
    values("hint --strength", &["where", "what", "why"], &["how", ""]),
    values("solve --solution", &["least", "any"], &["first", "all", ""]),
    values("solve --side", &["4", "9", "16", "25"], &["0", "3", "8", "36", "9x9", ""]),
    values("solve --from", &["lines", "csv", "tsv", "sdm", "sdk", "ss", "grid", "candidates", "numbers", "json"], &["line", "xml", ""]),
    values("solve --alphabet", &["1-G", "0-F", "A-P", "numbers"], &["1-9", "G-1", ""]),
    values("solve --output-alphabet", &["1-G", "0-F", "A-P"], &["numbers", "1-9", ""]),
    values("solve --format", &["line", "csv", "tsv", "json", "grid", "compact"], &["xml", "numbers", ""]),
    values("solve --open", &[".", "0", "_", "*", "#", "#~", "e", "🐱"], &["1", ".9", "a b", ""]),
    values("solve --delimiter", &[";", ",", "|", "tab", " "], &["a", "7", ";;", "·", ""]),
    values("solve --field", &["1", "20", "puzzle", "a field"], &["0", ""]),
    values("solve --only", &["unique", "multiple", "none", "limit", "invalid", "unique,none"], &["solved", "unique,", ""]),
    values("solve --order", &["rows", "constrained"], &["columns", ""]),
    values("solve --engine", &["simd", "propagate", "backtrack"], &["sat", ""]),
    values("solve --color", &["auto", "always", "never"], &["red", ""]),
];

/// 80 cells.
const SHORT: &str = "12345678.........9..............................................................";

/// A value is accepted, or refused before anything is written, with a message that names the option.
#[test]
fn values_of_options() {
    let mut wrong = Vec::new();
    for OptionValues { option, accepted, refused } in &VALUES {
        let call = |value: &str| {
            let mut arguments: Vec<&str> = option.split(' ').collect();
            let assigned = format!("{}={value}", arguments.pop().unwrap());
            let none =
                if arguments[0] == "generate" && !option.ends_with("--count") { &["-n0"][..] } else { &[] };
            run(&[&arguments[..], &["-q", &assigned], none].concat(), "")
        };
        for (value, code) in
            accepted.iter().map(|value| (value, 0)).chain(refused.iter().map(|value| (value, 2)))
        {
            let answer = call(value);
            let is_right = match code {
                0 => answer.err.is_empty(),
                _ => answer.out.is_empty() && answer.err.contains(option.rsplit(' ').next().unwrap()),
            };
            if answer.code != Some(code) || !is_right {
                wrong.push((option, value, answer.code, answer.err));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the commands that the help lists.
fn commands() -> Vec<String> {
    let help = run(&["--help"], "").out;
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let names =
        list.lines().take_while(|line| !line.is_empty()).map(|line| line.split_whitespace().next().unwrap());
    names.map(str::to_owned).collect()
}

/// Every option with a value has a row, and the names in the help are those of the row.
#[test]
fn every_option_has_its_values() {
    // Tested in columns.rs, filters.rs, output_files.rs, and with all kernels.
    let elsewhere = ["--show", "--where", "--output", "--kernel"];
    let rows = |name: &str| {
        VALUES.iter().filter(|row| row.option.ends_with(&format!(" {name}"))).collect::<Vec<_>>()
    };
    let mut options = BTreeSet::new();
    for command in commands() {
        let help = run(&[&command, "--help"], "").out;
        for line in help.lines() {
            let mut words = line.split_whitespace().skip_while(|word| !word.starts_with("--"));
            let option = words.next().filter(|_| line.trim_start().starts_with('-'));
            let (Some(option), Some(value)) = (option, words.next()) else { continue };
            if value.starts_with('<') {
                options.insert(option.to_owned());
            }
        }
    }
    assert!(options.len() > 30, "{options:?}");
    for option in &options {
        let is_tested = !rows(option).is_empty() || elsewhere.contains(&option.as_str());
        assert!(is_tested, "{option} has no row");
    }
    for row in &VALUES {
        let option = row.option.rsplit(' ').next().unwrap();
        assert!(options.contains(option), "{option} is in no help");
    }
}

/// Options that exclude each other, or need another one.
#[test]
fn options_that_do_not_go_together() {
    for call in [
        "minimize --max 3",
        "generate --pattern 1 --clues 30",
        "generate --grids --pencil-marks",
        "generate --grids --clues 30",
        "generate --pencil-marks --symmetry diagonal",
        "solve -q -v",
        "solve --all",
        "convert --only unique",
        "enumerate --only unique",
        "count --solution any",
        "solve --engine simd --order rows",
        "neighbours",
        "completions tcsh",
        "solve --alphabet 0-F --open 0",
    ] {
        let call = call.replace("--pattern 1", &format!("--pattern {EASY}"));
        let answer = run(&call.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{call}: {}", answer.err);
        assert!(!answer.err.is_empty(), "{call}");
    }
    for change in ["{-1+1}", "-1+1", "{-1}", "-2", "{-0+0}"] {
        assert_eq!(run(&["neighbours", "-q", change], "").code, Some(0), "{change}");
    }
    for change in
        ["", "{}", "{1+1}", "{+1}", "{-1+}", "{-+1}", "{-1+1+1}", "{-1-1}", "{-1+1", "-x+1", "{--1+1}"]
    {
        let answer = run(&["neighbours", "-q", change], "");
        assert_eq!((answer.code, answer.err.is_empty()), (Some(2), false), "{change}");
    }
}

/// A sentence of the help or of the documentation: a command on an input, its exit code, output and messages.
#[test]
fn sentences() {
    let board = HARD.replace('0', ".");
    let solved = format!("{HARD_SOLUTION} unique\n");
    let mixed = format!("{HARD}\n{EMPTY}\n{NO_SOLUTION}\n{INVALID}\n");
    let twice = "standard input:4: 1 appears twice in row 1: row 1, column 1 and row 1, column 4\n";
    let reason = "expected 16, 81, 256 or 625 cells (a puzzle) or 4, 9, 16 or 25 (a row), found 5\n";
    let places: String = (1..=3).map(|line| format!("standard input:{line}: {reason}")).collect();
    let more =
        |count: u32| format!("lanedoku: {count} more errors and warnings not shown (see --max-errors)\n");
    let invalid = "12345 invalid\n".repeat(5);
    let five = "12345\n".repeat(5);
    let longest = format!("{HARD} {}\n", "n".repeat(32_768 - 82));
    let too_long = format!("{HARD} {}\n", "n".repeat(32_769 - 82));
    let rows: [(&str, &str, i32, String, String); 24] = [
        // The character for open cells.
        ("convert --open .", HARD, 0, format!("{board}\n"), String::new()),
        ("convert --open 0", HARD, 0, format!("{HARD}\n"), String::new()),
        ("convert --open _", HARD, 0, format!("{}\n", HARD.replace('0', "_")), String::new()),
        ("convert --open *", HARD, 0, format!("{}\n", HARD.replace('0', "*")), String::new()),
        ("convert --open ~", &HARD.replace('0', "~"), 0, format!("{board}\n"), String::new()),
        ("convert --open #@0", &HARD.replace('0', "#"), 0, format!("{HARD}\n"), String::new()),
        // A cell is open if it is one of these.
        ("solve", &HARD.replace('0', "_"), 0, solved.clone(), String::new()),
        ("solve", &HARD.replace('0', "*"), 0, solved.clone(), String::new()),
        ("solve", &HARD.replace('0', "·"), 0, solved.clone(), String::new()),
        // The status, one by one and several. The exit code is that of all puzzles.
        ("solve --show line,status --only unique", &mixed, 1, "1 unique\n".into(), twice.into()),
        ("solve --show line,status --only multiple", &mixed, 1, "2 multiple\n".into(), twice.into()),
        ("solve --show line,status --only none", &mixed, 1, "3 none\n".into(), twice.into()),
        ("solve --show line,status --only invalid", &mixed, 1, "4 invalid\n".into(), twice.into()),
        (
            "solve --show line,status --only unique,invalid",
            &mixed,
            1,
            "1 unique\n4 invalid\n".into(),
            twice.into(),
        ),
        (
            "solve --show line,status --only limit --order rows --steps 3",
            HARD,
            1,
            "1 limit\n".into(),
            String::new(),
        ),
        // The field of the puzzle: by number, by name, by key; with a separator.
        ("solve --show status --field 2", &format!("1,{HARD}\n"), 0, "unique 1\n".into(), String::new()),
        ("solve --show status --field b", &format!("a,b\n1,{HARD}\n"), 0, "unique 1\n".into(), String::new()),
        (
            "solve --show status --field b",
            &format!("{{\"a\":1,\"b\":\"{HARD}\"}}\n"),
            0,
            "unique 1\n".into(),
            String::new(),
        ),
        (
            "solve --show status --field b --delimiter |",
            &format!("a|b\n1|{HARD}\n"),
            0,
            "unique 1\n".into(),
            String::new(),
        ),
        (
            "solve --show status --field b --delimiter tab",
            &format!("a\tb\n1\t{HARD}\n"),
            0,
            "unique 1\n".into(),
            String::new(),
        ),
        // Errors beyond --max-errors are counted.
        ("solve --max-errors 3", &five, 1, invalid.clone(), places + &more(2)),
        ("solve --max-errors 0", &five, 1, invalid, more(5)),
        // A line has at most 32,768 bytes.
        ("solve --show status,line", &longest, 0, format!("unique 1 {}", &longest[82..]), String::new()),
        (
            "solve --show status,line",
            &too_long,
            1,
            "invalid 1\n".into(),
            "standard input:1: the line is longer than 32768 bytes\n".into(),
        ),
    ];
    let mut wrong = Vec::new();
    for (call, input, code, out, err) in rows {
        let answer = run(&[&call.split(' ').collect::<Vec<_>>()[..], &["-q"]].concat(), input);
        if (answer.code, &answer.out, &answer.err) != (Some(code), &out, &err) {
            wrong.push((call, answer.code, answer.out, answer.err));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#.300?}");
}

/// `minimize` and `shuffle` have the seed 0 by default.
#[test]
fn the_seed_is_0_by_default() {
    let full = format!("{HARD_SOLUTION}\n");
    for command in ["minimize", "shuffle"] {
        let [none, zero, one] = [&[][..], &["--seed", "0"], &["--seed", "1"]]
            .map(|seed| run(&[&[command, "-q"], seed].concat(), &full).out);
        assert!(none == zero && none != one, "{command}: {none}{zero}{one}");
    }
}

/// The commands of the help are those of the documentation, and each has its help, twice.
#[test]
fn every_command_is_documented() {
    let documentation = include_str!("../../../doc/command-line.md");
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    for command in &commands {
        let is_named = documentation.contains(&format!("`{command}"))
            || documentation.contains(&format!("lanedoku {command}"));
        assert!(is_named || command == "help", "{command}");
        if command != "help" {
            let help = run(&["help", command], "").out;
            assert!(
                help == run(&[command, "--help"], "").out && help.contains(&format!("lanedoku {command}")),
                "{command}"
            );
        }
    }
    let (_, table) = documentation.split_once("## Commands\n").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    for row in table.lines().filter_map(|line| line.strip_prefix("| `")) {
        let name = row.split(['`', ' ']).next().unwrap();
        assert!(commands.iter().any(|command| command == name), "{name}");
    }
}
