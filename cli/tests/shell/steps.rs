//! `explain` and `hint`: human solving steps.

use crate::support::*;
use lanedoku::Grid;
use lanedoku_steps::{Explainer, PencilMarks};

/// Lines, objects and drawings have the steps of the library. After all of them, the board is complete.
#[test]
fn steps_are_those_of_the_library() {
    let mut marks = PencilMarks::new(&EASY.parse().unwrap());
    let (mut lines, mut sentences) = (String::new(), Vec::new());
    while let Some(step) = Explainer::write_new(Box::leak(Box::new_uninit())).next_step(&marks) {
        let number = sentences.len() + 1;
        lines += &format!("2 {number} {} {step}\n", step.level());
        sentences.push(step.to_string());
        marks.apply(&step);
    }
    assert!(
        marks.is_complete()
            && Grid::from_digits(marks.digits()).unwrap().is_solution_of(&EASY.parse().unwrap())
    );
    let answer = run(&["explain", "-q", "--where", "number = 2"], format!("{EASY}\n{EASY}\n"));
    answer.expect(0, &lines, "");

    let drawn = run(&["explain", "-q", EASY], "");
    assert_eq!(drawn.code, Some(0));
    let is_sentence = |line: &&str| line.ends_with('.');
    assert!(drawn.out.lines().filter(is_sentence).eq(&sentences), "{}", drawn.out);

    let json = run(&["explain", "-q", "--format", "json"], EASY);
    for (object, sentence) in json.out.lines().zip(&sentences) {
        let object: serde_json::Value = serde_json::from_str(object).unwrap();
        assert_eq!(object["puzzle"], EASY);
        assert_eq!(object["sentence"], *sentence);
        // Each step is a single.
        let cell = object["placement"]["cell"].as_str().unwrap();
        assert!(sentence.contains(cell), "{object}");
        assert_eq!(object["deciding"][0]["digits"][0], object["placement"]["digit"]);
        assert!(object["level"].as_f64().unwrap() < 2.4);
    }
    assert_eq!(json.out.lines().count(), sentences.len());
    // Sentences have commas.
    let csv = run(&["explain", "-q", "--format", "csv", "--show", "step,sentence"], EASY);
    assert_eq!(csv.out.lines().nth(1).unwrap(), format!("1,\"{}\"", sentences[0]));
}

/// The parts of a step that removes candidates, as words and as objects.
#[test]
fn parts_of_a_step() {
    let puzzle = "...8......2..7.6..79.3.2...9....4.3.532....4.....2...7....6..9...1...2.835.......";
    let parts = "technique,level,units,placement,eliminations,deciding,links";
    let x_wing = ["explain", "-q", "--where", "technique = x-wing", "--show", parts, "--format"];
    let answer = run(&[&x_wing[..], &["line"]].concat(), puzzle);
    let line = "x-wing 3.2 r3,r9,c5,c7 - r3c9<>4,r9c9<>4 r3c5=4,r3c7=4,r9c5=4,r9c7=4 -\n";
    answer.expect(0, line, "");
    let json = run(&[&x_wing[..], &["json"]].concat(), puzzle).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["units"], serde_json::json!(["row 3", "row 9", "column 5", "column 7"]));
    let removed = serde_json::json!([{"cell": "r3c9", "digits": [4]}, {"cell": "r9c9", "digits": [4]}]);
    assert_eq!((&json["eliminations"], &json["placement"]), (&removed, &serde_json::Value::Null));
    assert_eq!(json["deciding"][3], serde_json::json!({"cell": "r9c7", "digits": [4]}));
    assert_eq!(json["links"], serde_json::json!([]));
}

/// With several solutions, only techniques that do not rely on uniqueness may be used; without the option, the message
/// names it.
#[test]
fn several_solutions_are_explained_without_uniqueness() {
    // Four cells with the same two candidates, and one more open cell.
    let board = "81.75.64994.68.17567549128315423789636984572128716953452197436843852691779631845.";
    let full_house = "Full house: in box 9, only r9c9 is open, so r9c9 is 2.";
    let needs_more = "Needs more: no technique here finds a step.";
    let explained = run(&["explain", "-q", "--no-uniqueness", "--show", "step,sentence"], board);
    explained.expect(0, &format!("1 {full_house}\n2 {needs_more}\n"), "");
    let hinted = ["hint", "-q", "--no-uniqueness", "--techniques", "all", "--show", "status,sentence"];
    run(&hinted, board).expect(0, &format!("multiple {full_house}\n"), "");
    for command in ["explain", "hint"] {
        let refused = run(&[command, "-q"], board);
        let reason = "the puzzle has multiple solutions; --no-uniqueness explains what they have in common";
        assert_eq!(
            (refused.code, refused.err),
            (Some(1), format!("standard input:1: {reason}\n")),
            "{command}"
        );
        let none = run(&[command, "-q", "--no-uniqueness"], format!("{NO_SOLUTION}\n{INVALID}\n"));
        assert_eq!(none.code, Some(1));
        assert!(none.err.starts_with("standard input:1: the puzzle has no solution"), "{}", none.err);
        assert_eq!(none.err.lines().count(), 2, "{}", none.err);
    }
}

/// Under a condition that no puzzle with a chain meets, chains are not searched. The others are rated as without it.
#[test]
fn conditions_do_not_change_ratings() {
    let puzzles = run(&["generate", "-q", "-n", "60", "--seed", "9"], "").out;
    let rate = |more: &[&str]| {
        run(&[&["rate", "-q", "--show", "line,rating,hardest,techniques"], more].concat(), &puzzles).out
    };
    let all = rate(&[]);
    let is_easy = |line: &&str| line.split(' ').nth(1).unwrap().parse::<f64>().unwrap() < 6.5;
    let easy: Vec<&str> = all.lines().filter(is_easy).collect();
    assert!(easy.len() > 10 && easy.len() < 60, "{all}");
    for condition in ["rating < 6.5 and line > 0", "hardest <= aligned-pair-exclusion"] {
        // 6.5 itself is the least level of a chain.
        let below = condition.replace("6.5", "6.4");
        assert!(rate(&["--where", &below]).lines().eq(easy.iter().copied()), "{condition}");
        assert!(rate(&["--where", condition]).lines().eq(easy.iter().copied()), "{condition}");
    }
}

/// A condition keeps the puzzles with such a rating, chains or not. The whole way ends with the rating, that of the
/// first of the hardest steps.
#[test]
fn conditions_on_ratings_that_need_chains() {
    const PUZZLES: [(&str, &str, &str); 4] = [
        (EASY, "1.2", "hidden-single"),
        (
            "...1..8.498.3.2....15..6....5....97.6........4.92....1......35......3....7..8...9",
            "7.1",
            "alternating-chain",
        ),
        (
            "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.",
            "7.3",
            "alternating-chain",
        ),
        // Two techniques of this rating.
        (
            "3...9.....7.1.8...59....61......3.2....9.1..613......7...8..5.2....3.8....62.9.3.",
            "9.0",
            "dynamic-cell-forcing-chains",
        ),
    ];
    let list = PUZZLES.map(|(puzzle, ..)| format!("{puzzle}\n")).concat();
    let known = |(_, rating, hardest): &(&str, &str, &str)| format!("{rating} {hardest}\n");
    for most in ["1.1", "1.2", "6.5", "7.1", "7.2", "7.3", "9.0"] {
        let below =
            |(_, rating, _): &&(&str, &str, &str)| rating.parse::<f64>().unwrap() <= most.parse().unwrap();
        let expected: String = PUZZLES.iter().filter(below).map(known).collect();
        let condition = format!("rating <= {most}");
        let answer = run(&["rate", "-q", "--show", "rating,hardest", "--where", &condition], &list);
        assert_eq!(answer.out, expected, "{condition}");
    }
    for (puzzle, rating, hardest) in PUZZLES {
        let drawn = run(&["explain", "-q", puzzle], "").out;
        let ending = format!("\nrating {rating}: {}\n", hardest.replace('-', " "));
        assert!(drawn.contains(&ending), "{ending}{drawn}");
    }
}

/// Each hint says more. Digits that are placed are those of the puzzle, as clues or as pencil marks, and a drawing is
/// read as the board that it shows.
#[test]
fn hints() {
    const FISH: &str = "...8......2..7.6..79.3.2...9....4.3.532....4.....2...7....6..9...1...2.835.......";
    const CHAINS: &str = "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.";
    const NESTED: &str = "..9.1.....8...7.4....34......34....96.........2....76......287.......6....5.3...1";
    let hint = |arguments: &[&str]| {
        let answer = run(&[&["hint", "-q"], arguments].concat(), "");
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{arguments:?}");
        answer.out
    };
    assert_eq!(hint(&[EASY]), "Look at box 2.\n");
    assert_eq!(hint(&[EASY, "--strength", "what"]), "Hidden single in box 2.\n");
    let sentence = "Hidden single: in box 2, 8 has one cell, r1c6.\n";
    let drawn = hint(&[EASY, "--strength", "why"]);
    let drawing = drawn.strip_prefix(&format!("{sentence}\n")).unwrap();
    let first = "5   3    124    | 26   7  246(8) | 1489  1249 248\n";
    assert!(drawing.starts_with(first), "{drawing}");
    let colored = hint(&[EASY, "--strength", "why", "--color", "always"]);
    assert!(colored.contains(&first.replace("(8)", "\u{1b}[1;32m(8)\u{1b}[0m")), "{colored}");
    assert_eq!(colored.replace("\u{1b}[1;32m", "").replace("\u{1b}[0m", ""), drawn);

    // HoDoKu's order has no direct steps, and its score ends a drawing.
    let ordered = run(&["explain", "-q", "--order", "hodoku", EASY], "").out;
    assert!(ordered.ends_with("HoDoKu's score 204: easy\nfull house 21, naked single 30\n"), "{ordered}");
    assert_eq!(ordered, run(&["explain", "-q", "--techniques", "hodoku", EASY], "").out);
    let fish = hint(&[
        CHAINS,
        "--order",
        "hodoku",
        "--techniques",
        "pointing,direct-pointing,x-wing",
        "--show",
        "technique",
    ]);
    assert_eq!(fish, "pointing\n");
    let fish = [FISH, "--techniques", "swordfish", "--format", "json", "--show", "parts"];
    let parts =
        r#"[{"role":"base","units":["column 3","column 7","column 9"],"candidates":[{"cell":"r1c3","d"#;
    assert!(hint(&fish).starts_with(&format!("{{\"parts\":{parts}")), "{}", hint(&fish));
    assert_eq!(
        hint(&[FISH, "--techniques", "swordfish", "--show", "parts"]),
        "base:c3+c7+c9,cover:r1+r2+r7\n"
    );
    let link = hint(&[CHAINS, "--techniques", "aic", "--format", "json", "--show", "links"]);
    let first = r#"{"links":[{"cell":"r5c6","cells":["r5c6"],"digit":3,"is":false,"from":0,"causes":[],"strong":null},{"cell":"r6c6","cells":["r6c6"],"digit":3,"is":true,"from":0,"causes":[0],"strong":true},"#;
    assert!(link.starts_with(first), "{link}");
    // A statement that follows from several others names them, in lines of its own at a terminal.
    let nested = [NESTED, "--techniques", "dynamic chains plus"];
    let links = hint(&[&nested[..], &["--format", "json", "--show", "links"]].concat());
    assert!(links.contains(r#""digit":2,"is":true,"from":3,"causes":[2,3],"strong":null}"#), "{links}");
    let lines = hint(&[&nested[..], &["--strength", "why"]].concat());
    let start = "Dynamic chains plus:\n1. suppose r2c1 is 2\n2. r2c1 is not 3, from 1\n3. r2c4 is not 2, from 1\n\
                 4. r2c5 is not 2, from 1\n5. r1c4 is 2: the only place left in box 2, from 3 and 4\n";
    assert!(
        hint(&[&nested[..], &["--strength", "why", "--format", "grid"]].concat())
            .contains("5. r1c4 is 2: the")
    );
    assert!(lines.starts_with(start), "{lines}");
    let chain = ["--all", "--techniques", "aic,pointing", "--format", "json", "--show", "technique,eureka"];
    let chain = hint(&[&[CHAINS][..], &chain].concat());
    assert!(chain.starts_with("{\"technique\":\"pointing\",\"eureka\":null}\n"), "{chain}");
    assert!(
        chain.contains(
            "{\"technique\":\"aic\",\"eureka\":\"(3)r5c6=(3)r6c6-(3)r8c6=(3)r8c2 => r5c2<>3, r8c6<>3\"}\n"
        ),
        "{chain}"
    );

    // All steps: the next one is the first, and each technique finds what it finds alone.
    let all = hint(&[EASY, "--all", "--techniques", "singles"]);
    assert!(all.starts_with(sentence) && all.lines().count() > 10, "{all}");
    assert!(all.lines().all(|line| line.contains(" single: ") || line.starts_with("Full house: ")), "{all}");
    let shown = [
        "--all",
        "--techniques",
        "all,-nested-chains",
        "--format",
        "csv",
        "--show",
        "step,technique,sentence",
    ];
    let all = hint(&[&[CHAINS][..], &shown].concat());
    let (mut last, mut names) = (0, vec![]);
    for line in all.lines().skip(1) {
        let mut fields = line.splitn(3, ',');
        let number: usize = fields.next().unwrap().parse().unwrap();
        assert_eq!(number, last + 1);
        last = number;
        names.push(fields.next().unwrap().to_owned());
    }
    names.dedup();
    assert!(names.len() > 15 && !names.contains(&"needs-more".into()), "{names:?}");
    for name in names.iter().take(8) {
        let alone = hint(&[CHAINS, "--all", "--techniques", name, "--show", "technique"]);
        assert!(!alone.is_empty() && alone.lines().all(|own| own == name), "{name} {alone}");
    }
    assert_eq!(
        hint(&[EASY, "--all", "--techniques", "bug+1"]),
        "Needs more: no technique here finds a step.\n"
    );
    assert_eq!(hint(&[drawing]), "Look at box 2.\n");
    assert_eq!(hint(&[drawing, "--strength", "why"]), drawn);
    // The board before a step has the rating of the steps from there on. A single that is open counts as placed; before
    // a step above 2.3 there is none.
    let all = run(&["explain", "-q", "--show", "marks,level"], CHAINS).out;
    let (mut rest, mut rated) = (0.0_f64, 0);
    for line in all.lines().collect::<Vec<_>>().into_iter().rev() {
        let (marks, level) = line.split_once(' ').unwrap();
        rest = rest.max(level.parse().unwrap());
        if level.parse::<f64>().unwrap() > 2.3 {
            rated += 1;
            let answer = run(&["rate", "-q", "--show", "rating,diamond"], marks).out;
            assert_eq!(answer, format!("{rest:.1} {level}\n"));
        }
    }
    assert!(rated > 5, "{rated}");
    assert_eq!(run(&["rate", "-q", "--show", "status"], "123456789".repeat(81)).out, "multiple\n");
    let marks = run(&["hint", "-q", "--show", "marks"], EASY).out;
    assert_eq!(marks.len(), 730);
    assert_eq!(hint(&[marks.trim(), "--strength", "why"]), drawn);
    assert_eq!(hint(&[HARD_SOLUTION]), "The board is complete.\n");
    // A digit that a person placed.
    let wrong = EASY.replacen("53.", "531", 1);
    let right = EASY.replacen("53.", "534", 1);
    assert!(hint(&[&right]).starts_with("Look at "));
    let answer = run(&["hint", "-q", "--format", "json"], wrong.clone());
    answer.expect(
        1,
        &format!("{{\"puzzle\":\"{wrong}\",\"hint\":null,\"status\":\"none\"}}\n"),
        "standard input:1: the puzzle has no solution; it would have one without the digit of r1c3\n",
    );
}

/// Puzzles given as arguments are drawn, one after the other, and others only at a terminal.
#[test]
fn drawings_are_for_persons() {
    let two = run(&["explain", "-q", EASY, EASY], "").out;
    let one = run(&["explain", "-q", EASY], "").out;
    assert!(one.starts_with(&format!("{EASY}\n\nStep 1, level 1.2\nHidden single: ")), "{one}");
    assert!(one.ends_with("\nrating 1.2: hidden single\nfull house 21, hidden single 30\n"), "{one}");
    assert_eq!(two, format!("{one}\n{one}"));
    let lines = run(&["explain", "-q", EASY, "-"], "").out;
    assert!(lines.starts_with("1 1 1.2 Hidden single: "), "{lines}");
    let call = format!("echo {EASY} | $LANEDOKU explain -q");
    let Some((code, drawn)) = at_terminal(&(call.clone() + " --color never")) else { return };
    assert_eq!((code, drawn.replace('\r', "")), (Some(0), one));
    let (_, colored) = at_terminal(&call).unwrap();
    assert!(colored.contains("\u{1b}[1;32m(8)\u{1b}[0m"), "{colored}");
}

/// The commands of the recipe print what it shows.
#[test]
#[cfg(unix)]
fn the_recipe_shows_what_is_printed() {
    let recipe = include_str!("../../../doc/recipes/puzzles.md");
    let (_, after) = recipe.split_once("```sh explain\n").unwrap();
    let (commands, after) = after.split_once("```\n").unwrap();
    let (_, after) = after.split_once("```text\n").unwrap();
    let (expected, _) = after.split_once("```\n").unwrap();
    let folder = std::path::Path::new(LANEDOKU).parent().unwrap();
    let answer = answer(&mut shell(&format!("PATH={}:$PATH\n{commands}", folder.display())), "");
    assert_eq!(answer.out, expected);
}
