//! Boards of other layouts: `--layout`.

use crate::support::*;

const SIX: &str = ".2...441........16.....35....2....3.";
const SOLVED: &str = "325164416325253416164253531642642531";

#[test]
fn boards_of_other_layouts_are_solved_and_counted() {
    let out = |arguments: &[&str], input: &str| {
        let answer = run(arguments, input);
        (answer.code, answer.out)
    };
    assert_eq!(out(&["solve", "--layout", "6x6", SIX], ""), (Some(0), format!("{SOLVED} unique\n")));
    // A line with other fields, and one in groups; the good ones around a bad one are answered.
    let spaced =
        SIX.as_bytes().chunks(6).map(|row| std::str::from_utf8(row).unwrap()).collect::<Vec<_>>().join(" ");
    let lines = format!(
        "{SIX},mine\n\n{}\n{SIX}1\n!{}\n{}\n{spaced}\n",
        SIX.replacen('2', "7", 1),
        &SIX[1..],
        SIX.replacen('.', "2", 1)
    );
    let answer = run(&["solve", "-q", "--layout", "6x6", "--show", "solution,status"], &lines);
    let statuses: Vec<&str> = answer.out.lines().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(statuses, ["unique", "invalid", "invalid", "invalid", "invalid", "unique"], "{}", answer.out);
    assert_eq!(answer.code, Some(1));
    for reason in [
        "standard input:3:2: '7' is not valid on a 6x6 board",
        "standard input:4: expected 36 cells, found 37",
        "standard input:5:1: '!' is not valid",
        "standard input:6: 2 appears twice in row 1: row 1, column 1 and row 1, column 2; 2 appears twice in box 1",
    ] {
        assert!(run(&["solve", "--layout", "6x6"], &lines).err.contains(reason), "{reason}");
    }
    let drawn = "1. | ..\n.. | ..\n---+---\n.. | ..\n.. | .2";
    assert_eq!(out(&["solve", "--layout", "4x4+diagonal", drawn], "").1, "1234432121433412 multiple\n");
    assert_eq!(out(&["count", "--layout", "4x4", &".".repeat(16)], ""), (Some(0), "288\n".into()));
    assert_eq!(out(&["count", "--layout", "4x4", "--max", "10", &".".repeat(16)], "").1, "10+\n");
    let none = ["count", "--layout", "9x9", "--max", "0", &".".repeat(81)];
    assert_eq!(out(&none, ""), out(&["count", "--max", "0", &".".repeat(81)], ""));
    assert_eq!(out(&["count", "--layout", "boxes:1x4", &".".repeat(16)], "").1, "576\n");
    let limited = out(&["count", "--layout", "9x9", "--steps", "1000", &".".repeat(81)], "");
    assert!(limited.0 == Some(1) && limited.1.ends_with("+\n"), "{limited:?}");
    let late = run(&["count", "--layout", "16x16", "--timeout", "100ms", &".".repeat(256)], "");
    assert!(late.code == Some(1) && late.out.ends_with("+\n"), "{}", late.out);
    assert!(late.err.contains("the time limit was reached; ") && late.err.contains(" found so far"));
    let listed = run(&["enumerate", "--layout", "9x9", "--steps", "100", &".".repeat(81)], "");
    assert!(listed.err.contains("the step limit was reached; there may be more solutions"), "{}", listed.err);
    // All cells, and a board without a solution: neither is searched.
    let full = "1234341221434321";
    for board in [full, "123....4........"] {
        assert_eq!(out(&["count", "--layout", "4x4", "--max", "0", board], ""), (Some(0), "0+\n".into()));
    }
    for (arguments, reason) in [
        (&["solve", "--layout", "7x8", "."][..], "expected a layout such as 6x6"),
        (&["solve", "--layout", "jigsaw:aaab", "."], "a side of 2"),
        (&["solve", "--layout", "6x6", "--side", "9", SIX], "cannot be used with"),
        (&["check", "--layout", "6x6", "--from", "csv", SIX], "cannot be used with"),
        (&["minimize", "--layout", "6x6", "--all", SIX], "cannot be used with"),
        (&["generate", "--layout", "6x6", "--technique", "x-wing"], "cannot be used with"),
        (&["generate", "--layout", "6x6", "--show", "puzzle,rating"], "only 9x9 puzzles"),
        (&["generate", "--layout", "6x6", "--where", "clues <= 9"], "conditions are for 9x9"),
        (&["generate", "--layout", "6x6", "--clues", "37"], "has 36 cells"),
    ] {
        let answer = run(arguments, "");
        assert!(answer.code == Some(2) && answer.err.contains(reason), "{arguments:?}: {}", answer.err);
    }
}

/// The default engine solves many boards at once, and the others one by one.
#[test]
fn every_engine_has_the_same_answers() {
    for layout in ["diagonal", "windoku", "9x9+centre-dots", "9x9+house:1,11,21", "9x9"] {
        let made = run(&["generate", "-n", "150", "--seed", "3", "--layout", layout], "").out;
        let mut lines = String::new();
        for (number, line) in made.lines().enumerate() {
            let mut cells: Vec<char> = line.chars().collect();
            match number % 5 {
                0 => cells[number % 81] = char::from(b'0' + (number % 10) as u8),
                1 => cells[..number % 81].fill('.'),
                2 if number % 3 == 0 => cells[number % 81] = '!',
                _ => {}
            }
            lines.extend(cells.iter().chain(&['\n']));
        }
        let solve = |options: &[&str]| {
            let arguments =
                [&["solve", "--layout", layout, "--show", "line,solution,status"][..], options].concat();
            let answer = run(&arguments, &lines);
            (answer.out, answer.err)
        };
        let expected = solve(&["--engine", "propagate"]);
        for status in ["unique", "multiple", "none", "invalid"] {
            assert!(expected.0.contains(status) || status == "none", "{status}: {}", expected.0);
        }
        for options in [&[][..], &["--threads", "1"], &["--timeout", "10s"], &["--steps", "1000000"]] {
            assert!(solve(options) == expected, "{layout} {options:?}");
        }
    }
}

#[test]
fn a_layout_may_be_in_a_file() {
    let folder = Folder::new();
    let file = folder.file("layout.txt");
    let puzzle = "1...2...........";
    let solve = || run(&["solve", "--layout", text(&file), puzzle], "");
    let expected = run(&["solve", "--layout", "jigsaw:aabbacbbaccdcddd+house:1,6", puzzle], "").out;
    for layout in
        ["aabb\nacbb\naccd\ncddd\n+house:1,6", "\u{feff}jigsaw: aabb acbb\r\naccd cddd +house:1,6\n"]
    {
        std::fs::write(&file, layout).unwrap();
        assert_eq!(solve().out, expected, "{layout}");
    }
    std::fs::write(&file, "aaab\nbbcc\nccdd\nddee\n").unwrap();
    let wrong = solve();
    assert!(wrong.code == Some(2) && wrong.err.contains("has 3 cells"), "{}", wrong.err);
}

#[test]
fn puzzles_of_other_layouts_are_generated() {
    let generate = ["generate", "-q", "--layout"];
    let six = run(&[&generate[..], &["6x6", "-n", "20", "--seed", "1"]].concat(), "").out;
    assert_eq!(six.lines().next(), Some(SIX));
    let solved = run(&["solve", "-q", "--layout", "6x6", "--show", "status"], &six).out;
    assert_eq!(solved, "unique\n".repeat(20));
    assert_eq!(run(&[&generate[..], &["6x6", "-n", "20", "--seed", "1", "-j1"]].concat(), "").out, six);
    let shown = [&generate[..], &["6x6", "--seed", "1", "--show", "puzzle,solution"]].concat();
    assert_eq!(run(&shown, "").out, format!("{SIX} {SOLVED}\n"));
    let twelve = run(&[&generate[..], &["12x12+diagonal", "--seed", "4", "--clues", "70"]].concat(), "").out;
    assert_eq!(twelve.bytes().filter(u8::is_ascii_alphanumeric).count(), 70, "{twelve}");
}

#[test]
fn boards_of_other_layouts_are_drawn() {
    let drawn = run(&["solve", "--layout", "6x6", "--format", "grid", SIX], "").out;
    assert_eq!(drawn.lines().nth(1), Some("3 2 5 | 1 6 4"), "{drawn}");
    assert_eq!(drawn.lines().nth(3), Some("------+------"), "{drawn}");
    // What is drawn is read again.
    let cells = drawn.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_eq!(run(&["solve", "--layout", "6x6", &cells], "").out, format!("{SOLVED} unique\n"));
    // So it is from a file, with other boards around it, and errors have their line.
    let lines = format!("{SIX}\n{drawn}\n{drawn}{SIX}!\n{SIX}\n");
    let answer = run(&["solve", "--layout", "6x6", "--show", "status,line"], &lines);
    let numbers: Vec<&str> = answer.out.lines().collect();
    assert_eq!(numbers, ["unique 1", "unique 3", "unique 14", "invalid 23", "unique 24"], "{lines}");
    assert!(answer.err.contains("standard input:23:"), "{}", answer.err);
    let jigsaw = ["solve", "--layout", "jigsaw:aabbacbbaccdcddd", "--format", "grid", "1...2..........."];
    let drawn = run(&jigsaw, "").out;
    assert_eq!(drawn.lines().nth(1), Some("1 3 2 4"), "{drawn}");
}

/// The other commands, on boards of a layout that is also a size, answer as without it.
#[test]
fn commands_answer_the_same_for_a_size_and_its_layout() {
    let several = "1.......2.......";
    let boards =
        format!("{several}\n1234341221434321\n12..34....4....1\n11..............\n12......3..4..1.\n");
    for command in [
        &["check"][..],
        &["check", "--minimal"],
        &["check", "--show", "status,count,solution,possible,wrong-clues"],
        &["count"],
        &["solve", "--show", "puzzle,solution,status,count"],
    ] {
        let with = run(&[command, &["--layout", "4x4"]].concat(), &boards);
        let without = run(command, &boards);
        // Possible digits and wrong clues are for 9x9 boards without a layout.
        let is_same = !command.contains(&"status,count,solution,possible,wrong-clues");
        let cut = |out: &str| {
            let line =
                |line: &str| line.split(' ').take(if is_same { 9 } else { 3 }).collect::<Vec<_>>().join(" ");
            out.lines().map(line).collect::<Vec<_>>()
        };
        assert_eq!((with.code, cut(&with.out)), (without.code, cut(&without.out)), "{command:?}");
        assert_eq!(with.err, without.err, "{command:?}");
    }
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let wrong = nine.replacen("53..7", "53..4", 1);
    for board in [nine, &wrong, &nine.replacen("53..7", "5....", 1)] {
        let show = ["check", "--show", "status,possible,wrong-clues", board];
        let with = [&show[..], &["--layout", "9x9"]].concat();
        assert_eq!(run(&with, "").out, run(&show, "").out, "{board}");
    }
    let sorted = |arguments: &[&str]| {
        let out = run(arguments, "").out;
        let mut lines: Vec<&str> = out.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    let listed = sorted(&["enumerate", several]);
    assert_eq!(sorted(&["enumerate", "--layout", "4x4", several]), listed);
    assert!(run(&["enumerate", "--layout", "4x4", "--max", "3", several], "").out.lines().count() == 3);
    let none = run(&["enumerate", "--layout", "4x4", "12......3..4..1."], "");
    assert!(none.code == Some(1) && none.err.contains("no solution"), "{}", none.err);
}

#[test]
fn boards_of_other_layouts_are_checked_minimized_and_shuffled() {
    let given = format!("{SIX} {SOLVED}\n{SIX} {}\n{SIX} {SIX}\n", SOLVED.replacen("32", "23", 1));
    let answer = run(&["check", "--layout", "6x6"], &given);
    let last: Vec<&str> = answer.out.lines().filter_map(|line| line.split(' ').next_back()).collect();
    assert_eq!((answer.code, last), (Some(1), vec!["right", "wrong", "wrong"]), "{}", answer.out);
    assert!(answer.err.contains(":3: the given solution has an open cell"), "{}", answer.err);
    assert!(answer.err.contains(":2: the given solution contradicts a clue"), "{}", answer.err);
    assert_eq!(run(&["check", "--layout", "6x6", &format!("{SIX} {SOLVED}")], "").code, Some(0));

    let minimal =
        run(&["minimize", "--layout", "6x6", "--seed", "2", "--show", "puzzle,input,solution", SOLVED], "");
    let fields: Vec<&str> = minimal.out.split_whitespace().collect();
    assert_eq!(fields[1..], [SOLVED, SOLVED]);
    let check = run(&["check", "--minimal", "--layout", "6x6", fields[0]], "");
    assert_eq!(check.code, Some(0), "{}", check.out);
    let open = run(&["minimize", "--layout", "6x6", &SIX.replacen('2', ".", 1)], "");
    assert!(open.code == Some(1) && open.err.contains("multiple solutions"), "{}", open.err);

    let shuffled =
        run(&["shuffle", "-q", "--layout", "6x6+diagonal", "-n", "30"], format!("{}\n", ".".repeat(36))).out;
    assert_eq!(shuffled, format!("{}\n", ".".repeat(36)).repeat(30));
    let puzzle = run(&["generate", "-q", "--layout", "6x6+diagonal", "--seed", "5"], "").out;
    let shuffled = run(&["shuffle", "-q", "--layout", "6x6+diagonal", "-n", "30"], &puzzle).out;
    let different: std::collections::BTreeSet<&str> = shuffled.lines().collect();
    assert!(different.len() > 25, "{shuffled}");
    let statuses = run(&["solve", "-q", "--layout", "6x6+diagonal", "--show", "status"], &shuffled).out;
    assert_eq!(statuses, "unique\n".repeat(30));
    let symmetric = run(&["generate", "-q", "--layout", "8x8", "-n", "3", "--symmetry", "half-turn"], "").out;
    for puzzle in symmetric.lines() {
        let pattern =
            |cells: &mut dyn Iterator<Item = u8>| cells.map(|cell| cell == b'.').collect::<Vec<_>>();
        assert_eq!(pattern(&mut puzzle.bytes()), pattern(&mut puzzle.bytes().rev()));
    }
    let few = run(&["generate", "--layout", "6x6", "--clues", "4", "--attempts", "3", "--seed", "1"], "");
    assert!(few.code == Some(1) && few.err.contains("no suitable puzzle found in 3 attempts"), "{}", few.err);
}

#[test]
fn steps_on_boards_of_other_layouts() {
    let explained = run(&["explain", "--layout", "6x6", SIX], "");
    assert_eq!(explained.code, Some(0), "{}", explained.err);
    let first: Vec<&str> = explained.out.lines().take(2).collect();
    let sentences = [
        "1 1 1.2 Hidden single: in box 2, 1 has one cell, r1c4.",
        "1 2 1.2 Hidden single: in box 2, 3 has one cell, r2c4.",
    ];
    assert_eq!(first, sentences);
    for (strength, hint) in [
        ("where", "Look at box 2."),
        ("what", "Hidden single in box 2."),
        ("why", "Hidden single: in box 2, 1 has one cell, r1c4."),
    ] {
        let answer = run(&["hint", "--layout", "6x6", "--strength", strength, SIX], "");
        assert_eq!(answer.out, format!("{hint}\n"));
    }
    assert_eq!(run(&["hint", "--layout", "6x6", SOLVED], "").out, "The board is complete.\n");
    assert_eq!(run(&["rate", "--layout", "6x6", SIX], "").out, format!("{SIX} 1.2 1.2 1.2 hidden-single\n"));
    let json = run(&["explain", "--layout", "6x6", "--format", "json", SIX], "").out;
    assert!(json.starts_with(&format!("{{\"puzzle\":\"{SIX}\",\"number\":1,\"step\":1,")), "{json}");
    // On 9x9 boards, what both know is the same.
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let shown = ["rate", "--show", "rating,pearl,diamond,hardest", nine];
    assert_eq!(run(&[&shown[..], &["--layout", "9x9"]].concat(), "").out, run(&shown, "").out);
    let several = run(&["hint", "--layout", "6x6", &SIX.replacen('2', ".", 1)], "");
    assert!(several.code == Some(1) && several.err.contains("multiple solutions"), "{}", several.err);
    let open = run(&["explain", "--no-uniqueness", "--layout", "6x6", &SIX.replacen('2', ".", 1)], "");
    assert!(open.code == Some(0) && open.out.ends_with("finds a step.\n"), "{}{}", open.out, open.err);
    let own = run(&["rate", "--layout", "6x6", "--show", "needs", SIX], "");
    assert!(own.code == Some(2) && own.err.contains("only 9x9 puzzles"), "{}", own.err);
    let all = run(&["hint", "--layout", "6x6", "--all", SIX], "");
    assert!(all.code == Some(2) && all.err.contains("cannot be used with"), "{}", all.err);
}

#[test]
fn boards_of_numbers_are_read() {
    let puzzle = run(&["generate", "-q", "--layout", "12x12", "--seed", "6", "--clues", "60"], "").out;
    let numbers: Vec<String> = puzzle
        .trim()
        .chars()
        .map(|cell| cell.to_digit(36).map_or_else(|| ".".into(), |digit| digit.to_string()))
        .collect();
    let expected = run(&["solve", "--layout", "12x12"], &puzzle).out;
    for between in [" ", ",", " | "] {
        assert_eq!(
            run(&["solve", "--layout", "12x12"], format!("{}\n", numbers.join(between))).out,
            expected
        );
    }
    let high =
        run(&["solve", "--layout", "12x12"], format!("{}\n", numbers.join(" ").replacen("12", "13", 1)));
    assert_eq!((high.code, high.out.ends_with("invalid\n")), (Some(1), true), "{}", high.out);
}
