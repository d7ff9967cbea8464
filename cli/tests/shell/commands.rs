//! Runs each command on files and pipes, and compares its output with answers computed in another way.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, BufReader, Write};

use crate::support::*;
use lanedoku::{Grid, Solver, Status};
use lanedoku_cli::messages::grouped;

/// Returns the output of `generate`, with a seed.
fn generated(arguments: &[&str]) -> Vec<String> {
    let seed = if arguments.contains(&"--seed") { &[][..] } else { &["--seed", "0"] };
    let answer = run(&[&["generate", "-q"], seed, arguments].concat(), "");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{arguments:?}");
    answer.out.lines().map(str::to_owned).collect()
}

fn is_unique(puzzle: &str) -> bool {
    // An engine other than the generator's.
    let solver = Solver::builder().engine(lanedoku::Engine::Propagate).build().unwrap();
    solver.solve(&puzzle.parse::<Grid>().unwrap()).status == Status::Unique
}

/// Removes one clue.
fn without(puzzle: &str, cell: usize) -> String {
    format!("{}.{}", &puzzle[..cell], &puzzle[cell + 1..])
}

fn clues(puzzle: &str) -> Vec<usize> {
    (0..81).filter(|&cell| puzzle.as_bytes()[cell] != b'.').collect()
}

#[track_caller]
fn assert_minimal(puzzle: &str) {
    assert!(is_unique(puzzle), "{puzzle}");
    for cell in clues(puzzle) {
        assert!(!is_unique(&without(puzzle, cell)), "{puzzle}: the clue of cell {cell} is redundant");
    }
}

#[test]
fn generated_puzzles_are_unique_minimal_and_the_same_on_any_number_of_threads() {
    let puzzles = generated(&["-n", "700", "--seed", "42", "-j", "1"]);
    assert_eq!(puzzles.len(), 700);
    puzzles.iter().step_by(7).for_each(|puzzle| assert_minimal(puzzle));
    assert_eq!(puzzles.iter().collect::<BTreeSet<_>>().len(), 700, "all different");
    assert_eq!(generated(&["-n", "700", "--seed", "42", "-j", "3"]), puzzles);
    // A shorter list is the beginning of a longer one.
    assert_eq!(generated(&["-n", "3", "--seed", "42"]), puzzles[..3]);
    assert_ne!(generated(&["-n", "3", "--seed", "43"]), puzzles[..3]);
}

#[test]
fn puzzles_with_a_number_of_clues() {
    for (clue_range, range) in [("30", 30..=30), ("24-25", 24..=25), ("23", 23..=23)] {
        for puzzle in generated(&["-n", "20", "--clues", clue_range]) {
            assert!(range.contains(&clues(&puzzle).len()) && is_unique(&puzzle), "{clue_range}: {puzzle}");
        }
    }
    for puzzle in generated(&["-n", "10", "--clues", "26-27", "--minimal"]) {
        assert!((26..=27).contains(&clues(&puzzle).len()), "{puzzle}");
        assert_minimal(&puzzle);
    }
    let answer = run(&["generate", "--clues", "16"], "");
    answer.expect(2, "", "lanedoku: --clues: a puzzle with one solution has 17 to 81 clues\n");
}

#[test]
fn symmetric_puzzles() {
    type Move = fn(usize, usize) -> (usize, usize);
    let maps: [(&str, Move); 6] = [
        ("half-turn", |row, column| (8 - row, 8 - column)),
        ("quarter-turn", |row, column| (column, 8 - row)),
        ("left-right", |row, column| (row, 8 - column)),
        ("top-bottom", |row, column| (8 - row, column)),
        ("diagonal", |row, column| (column, row)),
        ("antidiagonal", |row, column| (8 - column, 8 - row)),
    ];
    for (name, map) in maps {
        for puzzle in generated(&["-n", "5", "--symmetry", name]) {
            assert!(is_unique(&puzzle), "{puzzle}");
            for cell in clues(&puzzle) {
                let (row, column) = map(cell / 9, cell % 9);
                assert_ne!(puzzle.as_bytes()[9 * row + column], b'.', "{name}: {puzzle}");
            }
        }
    }
}

#[test]
fn puzzles_from_a_pattern() {
    let pattern = "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1";
    for puzzle in generated(&["-n", "5", "--pattern", pattern]) {
        assert_eq!(clues(&puzzle), clues(pattern));
        assert!(is_unique(&puzzle), "{puzzle}");
    }
}

#[test]
fn puzzles_of_a_difficulty() {
    for line in generated(&["-n", "5", "--needs", "singles"]) {
        assert!(line.ends_with(" 0 singles"), "{line}");
    }
    for line in generated(&["-n", "3", "--guesses", "2-4"]) {
        let guesses: u64 = line.split(' ').nth(1).unwrap().parse().unwrap();
        assert!((2..=4).contains(&guesses), "{line}");
    }
}

#[test]
fn full_boards_and_pencil_marks() {
    for grid in generated(&["-n", "20", "--grids", "--seed", "5"]) {
        assert!(grid.parse::<Grid>().unwrap().is_solved(), "{grid}");
    }
    let marks = generated(&["-n", "1", "--pencil-marks"]);
    assert_eq!((marks.len(), marks[0].len()), (1, 729));
    // It is also valid input.
    let answer = solve(&[], format!("{}\n", marks[0]));
    assert_eq!(answer.words(), ["unique"], "{}", answer.err);
}

#[test]
fn minimized_puzzles_are_minimal_subpuzzles() {
    let answer = run(&["minimize", "-q", "--seed", "3", "lines_9x9.txt"], "");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let full = format!("{HARD_SOLUTION}\n").repeat(50);
    let made = run(&["minimize", "-q"], &full);
    assert_eq!(made.out.lines().collect::<BTreeSet<_>>().len(), 50, "each in another order");
    for puzzle in made.out.lines().step_by(5) {
        assert!(puzzle.bytes().zip(HARD_SOLUTION.bytes()).all(|(clue, digit)| clue == b'.' || clue == digit));
        assert_minimal(puzzle);
    }
    assert_eq!(run(&["minimize", "-q", "-j", "3"], &full).out, made.out);
    // Puzzles that cannot be minimized are answered too.
    let input = [HARD, EMPTY, "nonsense", INVALID, NO_SOLUTION, HARD].join("\n");
    let answer = run(&["minimize", "-q"], input);
    let words: Vec<_> =
        answer.out.lines().map(|line| line.split_once(' ').map_or("", |(_, word)| word)).collect();
    assert_eq!(words, ["", "multiple", "invalid", "invalid", "none", ""]);
    assert_eq!((answer.code, answer.err.lines().count()), (Some(1), 4), "{}", answer.err);
}

#[test]
fn all_minimal_subpuzzles() {
    // A minimal puzzle with three more clues.
    let base = generated(&["--seed", "9"])[0].clone();
    let solution = solve(&[], &base).out[..81].to_owned();
    let mut puzzle = base.clone().into_bytes();
    let open: Vec<usize> = (0..81).filter(|&cell| puzzle[cell] == b'.').take(3).collect();
    open.iter().for_each(|&cell| puzzle[cell] = solution.as_bytes()[cell]);
    let puzzle = String::from_utf8(puzzle).unwrap();

    // All unique subpuzzles; the minimal ones are those without a unique subpuzzle.
    let all = clues(&puzzle);
    let mut unique = BTreeSet::from([puzzle.clone()]);
    let mut layer = unique.clone();
    while !layer.is_empty() {
        layer = layer
            .iter()
            .flat_map(|puzzle| all.iter().map(|&cell| without(puzzle, cell)))
            .filter(|part| !unique.contains(part) && is_unique(part))
            .collect();
        unique.extend(layer.iter().cloned());
    }
    let expected: BTreeSet<String> = unique
        .iter()
        .filter(|part| clues(part).iter().all(|&cell| !unique.contains(&without(part, cell))))
        .cloned()
        .collect();
    let answer = run(&["minimize", "-q", "--all"], &puzzle);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let found: Vec<String> = answer.out.lines().map(str::to_owned).collect();
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    let two = run(&["minimize", "-q", "--all", "--max", "1"], &puzzle);
    assert_eq!(two.out.lines().count(), 1);
}

#[test]
fn neighbours_with_one_clue_replaced() {
    let puzzle = generated(&["--seed", "11"])[0].clone();
    let mut expected = BTreeSet::new();
    let solver = Solver::new();
    for removed in clues(&puzzle) {
        let rest = without(&puzzle, removed);
        for cell in (0..81).filter(|&cell| rest.as_bytes()[cell] == b'.') {
            for digit in 1..=9 {
                let mut neighbour = rest.clone();
                neighbour.replace_range(cell..=cell, &digit.to_string());
                if neighbour != puzzle
                    && solver.solve(&neighbour.parse::<Grid>().unwrap()).status == Status::Unique
                {
                    expected.insert(neighbour);
                }
            }
        }
    }
    let answer = run(&["neighbours", "{-1+1}", "-q"], &puzzle);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let found: Vec<&str> = answer.out.lines().filter(|neighbour| *neighbour != puzzle).collect();
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "each once");
    assert_eq!(found.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), expected);
}

#[test]
fn equivalent_duplicates_are_found() {
    let puzzles = generated(&["-n", "30", "--seed", "1"]);
    let input = puzzles.join("\n");
    let shuffled = run(&["shuffle", "-q", "-n", "4", "--seed", "8"], &input);
    assert_eq!((shuffled.code, shuffled.out.lines().count()), (Some(0), 120));
    assert_eq!(run(&["shuffle", "-q", "-n", "4", "--seed", "8", "-j", "1"], &input).out, shuffled.out);
    assert_eq!(shuffled.out.lines().collect::<BTreeSet<_>>().len(), 120);
    let forms = run(&["canonical", "-q"], &input);
    let of_shuffled = run(&["canonical", "-q"], &shuffled.out);
    for (index, form) in of_shuffled.out.lines().enumerate() {
        assert_eq!(Some(form), forms.out.lines().nth(index / 4));
    }
    for threads in ["1", "3"] {
        let deduped =
            run(&["canonical", "-q", "--dedupe", "--show", "puzzle,line", "-j", threads], &shuffled.out);
        let expected: Vec<String> =
            forms.out.lines().enumerate().map(|(index, form)| format!("{form} {}", 4 * index + 1)).collect();
        assert_eq!(deduped.out.lines().collect::<Vec<_>>(), expected, "the first of each class");
    }
    // Full boards.
    let grids = generated(&["-n", "5", "--grids"]).join("\n");
    let shuffled = run(&["shuffle", "-q"], &grids).out;
    assert_eq!(run(&["canonical", "-q"], &grids).out, run(&["canonical", "-q"], shuffled).out);
}

#[test]
fn ratings() {
    const CHAINS: &str = "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.";
    let answer = run(&["rate", "-q", "--show", "rating,pearl,diamond,hardest,techniques"], EASY);
    answer.expect(0, "1.2 1.2 1.2 hidden-single full-house:21,hidden-single:30\n", "");
    let answer = run(&["rate", "-q"], format!("{EASY}\n{EMPTY}\n"));
    assert_eq!(
        (answer.code, answer.words()),
        (Some(1), vec!["1.2 1.2 1.2 hidden-single", "- - - - multiple"])
    );
    let json = run(&["rate", "-q", "--format", "json", "--show", "rating,hardest,techniques"], EASY);
    let expected =
        r#"{"rating":1.2,"hardest":"hidden-single","techniques":{"full-house":21,"hidden-single":30}}"#;
    json.expect(0, &format!("{expected}\n"), "");

    // HoDoKu's score, beside the rating or alone, and in whatever order the other columns are.
    let answer =
        run(&["rate", "-q", "--show", "rating,hodoku-score,hodoku-class"], [EASY, CHAINS].join("\n"));
    answer.expect(0, "1.2 204 easy\n7.3 1172 unfair\n", "");
    let answer = run(
        &["rate", "-q", "--show", "hodoku-class", "--where", "hodoku-class >= hard"],
        [EASY, CHAINS].join("\n"),
    );
    answer.expect(0, "unfair\n", "");
    for more in [&["--techniques", "hodoku"][..], &["--order", "hodoku"], &["--order", "scale"]] {
        let shown = ["rate", "-q", "--show", "hodoku-score"];
        run(&[&shown[..], more].concat(), EASY).expect(0, "204\n", "");
    }
    let shown = ["--format", "json", "--show", "hodoku-score,hodoku-class"];
    let answer =
        run(&[&["rate", "-q", "--techniques", "singles", "--order", "hodoku"][..], &shown].concat(), CHAINS);
    answer.expect(0, "{\"hodoku_score\":null,\"hodoku_class\":null}\n", "");

    let easy = generated(&["--needs", "singles"])[0][..81].to_owned();
    let own =
        ["rate", "-q", "--show", "puzzle,least-guesses,median-guesses,least-sweeps,median-sweeps,needs"];
    let answer = run(&own, format!("{easy}\n{HARD}\n{EMPTY}\n"));
    let lines: Vec<&str> = answer.out.lines().collect();
    assert!(
        lines[0].starts_with(&easy) && lines[0].contains(" 0 0 ") && lines[0].ends_with(" singles"),
        "{lines:?}"
    );
    assert!(lines[1].ends_with(" guesses"), "{lines:?}");
    assert!(lines[2].ends_with(" multiple"), "{lines:?}");
    assert_eq!(answer.code, Some(1));
}

#[test]
fn enumerate_lists_as_many_solutions_as_count_counts() {
    let input = ["1234............", "................", "1234341221434321", "11.............."].join("\n");
    let answer = run(&["enumerate", "-q", "--show", "line,solution"], &input);
    let mut found: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for line in answer.out.lines() {
        let (line, solution) = line.split_once(' ').unwrap();
        found.entry(line).or_default().insert(solution);
    }
    let counts: Vec<String> = run(&["count", "-q"], &input).out.lines().map(str::to_owned).collect();
    assert_eq!(counts, ["12", "288", "1", "invalid"]);
    assert_eq!((found["1"].len(), found["2"].len(), found["3"].len()), (12, 288, 1));
    assert!(answer.err.starts_with("standard input:4: 1 appears twice"), "{}", answer.err);
    let few = run(&["enumerate", "-q", "--max", "5"], "................\n");
    assert_eq!(few.out.lines().count(), 5);
    // More solutions than can be listed.
    let many = run(&["enumerate", "-q", "--max", "20000"], EMPTY);
    assert_eq!(many.out.lines().collect::<BTreeSet<_>>().len(), 20_000);
}

#[test]
fn solutions_are_checked() {
    let wrong = HARD_SOLUTION.replacen("812", "821", 1);
    let other = full_board(3, 1);
    let input = [
        format!("{HARD},{HARD_SOLUTION}"),
        format!("{HARD},{wrong}"),
        format!("{HARD},{}", String::from_utf8(other).unwrap()),
        HARD.to_owned(),
        HARD_SOLUTION.to_owned(),
        format!("{EMPTY} {HARD_SOLUTION}"),
    ]
    .join("\n");
    let answer = run(&["check", "-q", "--show", "status,minimal,correct"], input);
    let verdicts: Vec<String> =
        answer.out.lines().map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        verdicts,
        [
            "unique minimal right",
            "unique minimal wrong",
            "unique minimal wrong",
            "unique minimal -",
            "unique 81 -",
            "multiple - right"
        ],
        "{}",
        answer.err
    );
    assert_eq!((answer.code, answer.err.lines().count()), (Some(1), 2), "{}", answer.err);
    assert_eq!(run(&["check", "-q"], format!("{HARD}\n")).code, Some(0));
    assert_eq!(run(&["check", "-q"], format!("{HARD_SOLUTION}\n")).code, Some(0));
    assert_eq!(run(&["check", "-q", "--minimal"], format!("{HARD_SOLUTION}\n")).code, Some(1));
}

/// `check` tells what is wrong with a solution.
#[test]
fn reasons_why_a_solution_is_wrong() {
    let at = |place: usize, character: &str| {
        format!("{}{character}{}", &HARD_SOLUTION[..place], &HARD_SOLUTION[place + 1..])
    };
    // All candidates but the one that the solution has at row 9, column 9.
    let marks: String = HARD_SOLUTION[..80].chars().map(|_| "123456789").collect();
    for (puzzle, solution, reason) in [
        (HARD, HARD_SOLUTION.to_owned(), ""),
        (HARD, "1234341221434321".into(), "the value of \"solution\" is no solution: expected 81 cells"),
        (HARD, at(1, "."), "the given solution has an open cell: row 1, column 2"),
        (HARD, at(80, "."), "the given solution has an open cell: row 9, column 9"),
        (HARD, at(0, "1"), "the given solution contradicts the clue in row 1, column 1"),
        (HARD, at(78, "9"), "the given solution contradicts the clue in row 9, column 7"),
        (HARD, at(1, "2"), "the given solution is wrong: 2 appears twice in row 1"),
        (&format!("{marks}12.......")[..], HARD_SOLUTION.into(), ""),
        (
            &format!("{marks}1.3456789"),
            HARD_SOLUTION.into(),
            "the given solution has a digit that is not a candidate: row 9, column 9",
        ),
    ] {
        let input = format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{solution}\"}}\n");
        let answer = run(&["check", "-q", "--show", "correct"], &input);
        let verdict = if reason.is_empty() { "right " } else { "wrong " };
        assert!(answer.out.starts_with(verdict) && answer.err.contains(reason), "{reason}: {}", answer.err);
        assert_eq!(answer.err.is_empty(), reason.is_empty(), "{}", answer.err);
    }
}

#[test]
fn solve_is_the_default_command() {
    let answer = run(&[HARD], "");
    assert!(answer.out.contains("unique: exactly one solution"), "{}", answer.out);
    assert_eq!(answer.code, Some(0));
    let dashes = HARD.replace('0', "-");
    let answer = run(&[&dashes], "");
    assert!(answer.out.contains("unique: exactly one solution"), "{}", answer.out);
    assert_eq!(run(&["lines_9x9.txt", "-q"], "").out.lines().count(), 6);
}

#[test]
fn demo_bench_completions_and_man() {
    let demo = run(&["demo"], "");
    assert!(demo.code == Some(0) && demo.out.contains("per second on one core"), "{}", demo.err);
    let bench = run(&["bench", "lines_9x9.txt"], "");
    assert!(
        bench.out.contains("single, portable") && bench.out.contains("####"),
        "{}{}",
        bench.out,
        bench.err
    );
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell], "").out.contains("neighbours"), "{shell}");
    }
    assert!(run(&["man"], "").out.starts_with(".ie"), "a page for man");
    assert!(run(&["man", "generate"], "").out.contains("symmetry"));
}

#[test]
fn output_files() {
    let folder = Folder::new();
    let file = folder.file("answers.txt");
    let name = file.to_str().unwrap();
    let answer = solve(&["lines_9x9.txt", "-o", name], "");
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), solve(&["lines_9x9.txt"], "").out);
    let answer = solve(&["lines_9x9.txt", "-o", "/no/such/folder/answers.txt"], "");
    assert!(
        answer.code == Some(3) && answer.err.starts_with("lanedoku: /no/such/folder/answers.txt: "),
        "{}",
        answer.err
    );
}

/// An interrupt while the temporary file holds some answers removes it, and leaves the old file as it was.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_partial_file() {
    let folder = Folder::new();
    let file = folder.file("answers.txt");
    std::fs::write(&file, "before").unwrap();
    let child = start(&["solve", "-q", "-o", file.to_str().unwrap()]);
    let mut stdin = child.stdin();
    // More than the writer holds back.
    stdin.write_all(format!("{HARD}\n").repeat(2000).as_bytes()).unwrap();
    // A partial file. Standard input is still open.
    child.wait_until(|| {
        let mut entries = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap());
        entries.any(|entry| entry.path() != file && entry.metadata().is_ok_and(|data| data.len() > 0))
    });
    send("INT", &child);
    assert_eq!(child.wait().code(), Some(130));
    drop(stdin);
    assert_eq!(std::fs::read(&file).unwrap(), b"before");
    assert_eq!(folder.names(), ["answers.txt"]);
}

/// Devices are written to and not replaced; the target of a link is replaced, not the link.
#[cfg(target_os = "linux")]
#[test]
fn devices_and_links_are_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    assert_eq!(solve(&["lines_9x9.txt", "-o", "/dev/null"], "").code, Some(0));
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let answer = solve(&["lines_9x9.txt", "-o", "/dev/full"], "");
    assert!(answer.code == Some(3) && answer.err.contains("No space left"), "{}", answer.err);
    let folder = Folder::new();
    let (file, link) = (folder.file("file"), folder.file("link"));
    std::fs::write(&file, "before").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_eq!(solve(&["lines_9x9.txt", "-o", link.to_str().unwrap()], "").code, Some(0));
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 6);
}

/// A timeout shorter than the first attempt, of 65,536 steps, ends a puzzle after it; without it, the puzzle would run
/// to its step limit. A puzzle that is quicker is solved.
#[test]
fn a_timeout_ends_a_puzzle() {
    let easy = String::from_utf8(puzzle(3, 1)).unwrap();
    let input = format!("{}\n{easy}\n", slow());
    let solve_until = |timeout| {
        let limits = ["--engine", "backtrack", "--steps", "1000000", "--timeout", timeout];
        let answer = solve(&[&limits[..], &["--show", "status,steps"]].concat(), &input);
        assert_eq!((answer.code, answer.err.as_str()), (Some(1), ""));
        answer.out
    };
    let ended = solve_until("0.001ms");
    assert!(ended.starts_with("limit 65536\nunique "), "{ended}");
    let not_ended = solve_until("1000h");
    assert!(not_ended.starts_with("limit 1000000\nunique "), "{not_ended}");
}

/// With one thread and a pipe that stays open, a board that takes years is answered, and the next puzzle is read.
#[test]
fn a_timeout_ends_a_puzzle_while_the_input_is_open() {
    let child =
        start(&["solve", "-q", "-j1", "--engine", "backtrack", "--timeout", "30ms", "--show", "status"]);
    let mut stdin = child.stdin();
    let mut lines = BufReader::new(child.stdout()).lines();
    for (puzzle, status) in [(slow(), "limit"), (HARD, "unique"), (slow(), "limit")] {
        writeln!(stdin, "{puzzle}").unwrap();
        assert_eq!(lines.next().unwrap().unwrap(), status);
    }
    drop(stdin);
    assert_eq!(child.wait().code(), Some(1));
}

/// The time shown is at least the timeout, and the steps are those of the whole search.
#[test]
fn time_and_steps_are_of_the_whole_search() {
    for (command, puzzle, status) in [
        (&["solve", "--engine", "backtrack"][..], slow(), "limit"),
        (&["solve", "--max", "1000000000000"], EMPTY, "multiple"),
        (&["count", "-j1"], EMPTY, "multiple"),
        // Divided into parts.
        (&["count", "-j2"], EMPTY, "multiple"),
    ] {
        let limit = ["-q", "--show", "status,steps,time", "--timeout", "60ms"];
        let answer = run(&[command, &limit].concat(), puzzle);
        let fields: Vec<&str> = answer.out.split_whitespace().collect();
        let (steps, micros): (u64, f64) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
        assert!(fields[0] == status && steps >= 65_536 && micros >= 60_000.0, "{command:?}: {}", answer.out);
    }

    let drawn = run(&["solve", "--engine", "backtrack", "--timeout", "60ms", slow()], "");
    assert!(drawn.out.contains("\nlimit: time or step limit reached, 0 solutions so far\n"), "{}", drawn.out);
}

/// Each puzzle has the steps that it takes alone, and a time of its own, in lines, drawings and both mixed.
#[test]
fn steps_and_times_are_of_single_puzzles() {
    let several = format!("{}{}", &EASY[..70], ".".repeat(11));
    let puzzles = [EASY, NO_SOLUTION, &several];
    let drawn = |puzzle: &str| {
        puzzle
            .as_bytes()
            .chunks(9)
            .map(|row| format!("{}\n", str::from_utf8(row).unwrap()))
            .collect::<String>()
    };
    let steps = puzzles.map(|puzzle| Solver::new().solve(&puzzle.parse::<Grid>().unwrap()).steps);
    let lines = puzzles.join("\n") + "\n";
    let drawings = puzzles.map(drawn).join("\n");
    for (input, order) in [
        (lines.clone(), vec![0, 1, 2]),
        (drawings.clone(), vec![0, 1, 2]),
        (format!("{lines}\n{drawings}"), vec![0, 1, 2, 0, 1, 2]),
    ] {
        let answer = run(&["solve", "-q", "--show", "steps,time,status"], &input);
        let records = answer.out.lines().map(|line| line.split(' ').collect::<Vec<_>>());
        let (found, times): (Vec<u64>, Vec<f64>) = records
            .map(|fields| (fields[0].parse::<u64>().unwrap(), fields[1].parse::<f64>().unwrap()))
            .unzip();
        assert_eq!(found, order.iter().map(|&puzzle| steps[puzzle]).collect::<Vec<_>>(), "{input}");
        assert!(times.iter().all(|&time| time > 0.0), "{times:?}");
    }
}

/// Beyond the first attempt, too.
#[test]
fn step_limits_are_exact() {
    for (engine, steps) in [("propagate", "70001"), ("backtrack", "70001"), ("backtrack", "3000001")] {
        let limits = ["--engine", engine, "--steps", steps];
        let answer = solve(&[&limits[..], &["--show", "steps,status"]].concat(), slow());
        answer.expect(1, &format!("{steps} limit\n"), "");
        let drawn = run(&[&["solve"], &limits[..], &[slow()]].concat(), "");
        assert!(
            drawn.out.contains(&format!("\n{} steps ", grouped(steps.parse().unwrap()))),
            "{}",
            drawn.out
        );
    }
    // A solution is found soon, but the count is not ended.
    for steps in ["1000", "100000"] {
        let answer =
            solve(&["--max", "1000000000", "--steps", steps, "--show", "solution,status,steps"], EMPTY);
        let least = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
        answer.expect(1, &format!("{least} multiple {steps}\n"), "");
        let counted = run(&["count", "-q", "--steps", steps, "--show", "status,steps,count", EMPTY], "");
        let found =
            counted.out.strip_prefix(&format!("multiple {steps} ")).and_then(|end| end.strip_suffix("+\n"));
        assert!(found.is_some_and(|found| found.parse::<u64>().unwrap() > 300), "{}", counted.out);
        assert_eq!((counted.code, counted.err.as_str()), (Some(1), ""));
    }
}

/// A puzzle that takes more steps than the first attempt is answered by each command, unless a limit is lower.
#[test]
fn a_puzzle_goes_on_after_the_first_attempt() {
    let long = "....8..5.......39.9....7..41.4..2......1......8..3.9..4.7.....2.5..6..3...1......";
    for command in ["solve", "check", "count"] {
        for (limit, status) in [
            (&[][..], "unique"),
            (&["--timeout", "100h"], "unique"),
            (&["--steps", "177262"], "unique"),
            (&["--steps", "177261"], "limit"),
            (&["--steps", "65537"], "limit"),
            (&["--steps", "65536"], "limit"),
        ] {
            let call = [&[command, "-q", "--engine", "backtrack", "--show", "status"], limit].concat();
            let answer = run(&call, format!("{EASY}\n{long}\n{EASY}\n"));
            assert_eq!(answer.out, format!("unique\n{status}\nunique\n"), "{call:?}: {}", answer.err);
        }
    }
}

#[test]
fn a_timeout_ends_a_count() {
    for threads in ["1", "2"] {
        let answer = run(&["count", "-q", "-j", threads, "--timeout", "50ms"], format!("{EMPTY}\n{HARD}\n"));
        let found = answer.out.strip_suffix("+\n1\n").map(|found| found.parse::<u64>().unwrap());
        assert!(answer.code == Some(1) && found > Some(1_000), "{}{}", answer.out, answer.err);
    }
}

/// A puzzle whose clues are not all decided within a limit has the status `limit`.
#[test]
fn a_step_limit_ends_the_search_for_redundant_clues() {
    let check = |steps: usize| {
        let puzzle = ".....431...44.23";
        run(&["check", "-q", "--steps", &steps.to_string(), "--show", "status,minimal", puzzle], "").out
    };
    let whole = check(1 << 20);
    assert!(whole.starts_with("unique ") && !whole.contains('-'), "{whole}");
    for steps in 1..100 {
        assert!([&*whole, "limit -\n"].contains(&&*check(steps)), "{steps}");
    }
}

/// A limit on steps is not called one on time.
#[test]
fn a_step_limit_beside_a_timeout() {
    for limits in [&["--steps", "10"][..], &["--steps", "10", "--timeout", "1h"]] {
        run(&[&["count", "-q"], limits, &[EMPTY]].concat(), "").expect(1, "0+\n", "");
    }
}

#[test]
fn a_list_of_solutions_tells_that_it_is_cut_off() {
    let answer = run(&["enumerate", "-q", "--steps", "1000", EMPTY], "");
    assert!(answer.out.lines().count() > 10, "{}", answer.out);
    let complaint = "argument:1: the step limit was reached; there may be more solutions\n";
    assert_eq!((answer.code, answer.err.as_str()), (Some(1), complaint));
}

/// The other fields of a record keep their names if its board is slow.
#[test]
fn late_records_have_the_names_of_their_fields() {
    let easy = String::from_utf8(puzzle(5, 1)).unwrap();
    let table = format!("puzzle,level\n{easy},easy\n{},hard\n", slow());
    let columns = ["--format", "json", "--show", "status", "--engine", "backtrack", "--steps", "1000000"];
    solve(&columns, table).expect(
        1,
        "{\"status\":\"unique\",\"level\":\"easy\"}\n{\"status\":\"limit\",\"level\":\"hard\"}\n",
        "",
    );
}

/// Puzzles with several solutions, of each size.
fn ambiguous() -> String {
    let mut lines = String::new();
    for line in generated(&["-n", "200"]) {
        lines += &(without(&line, clues(&line)[0]) + "\n");
    }
    let large = String::from_utf8(full_board(4, 1)).unwrap();
    // Four cells that can be exchanged, in another order than they come.
    lines + &format!("1...............\n{EMPTY}\n{}\n", large.replace(['1', '2'], "."))
}

/// The columns, the number of threads, the size of the batch, the engine and the kernel do not matter.
#[test]
fn the_least_solution_is_shown_on_every_road() {
    let puzzles = ambiguous();
    let plain = solve(&[], &puzzles).out;
    assert!(plain.lines().filter(|line| line.ends_with(" multiple")).count() > 150, "{plain}");
    let least = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    assert!(plain.contains(&format!("\n{least} multiple\n")));
    let mut roads = vec![
        vec!["-j", "1"],
        vec!["-j", "4"],
        vec!["--solution", "least"],
        vec!["--engine", "propagate"],
        vec!["--show", "solution,status,steps"],
        vec!["--show", "solution,status", "--max", "3"],
        vec!["--show", "solution,status", "--max", "3", "-j", "1", "--timeout", "1000h"],
    ];
    let kernels = lanedoku::Kernel::of(lanedoku::Engine::Simd).iter().filter(|kernel| kernel.check().is_ok());
    roads.extend(kernels.map(|kernel| vec!["--kernel", kernel.name()]));
    for road in roads {
        let shown = solve(&road, &puzzles).out;
        for (one, other) in plain.lines().zip(shown.lines()) {
            assert!(other.starts_with(one), "{road:?}: {other} for {one}");
        }
        assert_eq!(plain.lines().count(), shown.lines().count());
    }
    // One by one.
    for (puzzle, answer) in puzzles.lines().zip(plain.lines()).step_by(10) {
        assert_eq!(solve(&[], puzzle).out.trim_end(), answer);
    }
}

#[test]
fn any_solution_is_shown_on_request() {
    let puzzles = ambiguous();
    let (least, any) = (solve(&[], &puzzles).out, solve(&["--solution", "any"], &puzzles).out);
    assert_ne!(least, any);
    for ((least, any), puzzle) in least.lines().zip(any.lines()).zip(puzzles.lines()) {
        let ((least, status), (any, same_status)) =
            (least.split_once(' ').unwrap(), any.split_once(' ').unwrap());
        assert!(status == same_status && least <= any, "{least}, {any}");
        match puzzle.len() {
            16 => assert_solves::<16>(puzzle, any),
            81 => assert_solves::<81>(puzzle, any),
            _ => assert_solves::<256>(puzzle, any),
        }
    }
    assert_eq!(run(&["solve", "--solution", "first", EMPTY], "").code, Some(2));
}

#[test]
fn errors_are_capped_and_counted() {
    let input = "nonsense\n".repeat(1000);
    let answer = solve(&[], &input);
    assert_eq!((answer.out.lines().count(), answer.err.lines().count()), (1000, 21));
    assert_eq!(
        answer.err.lines().last(),
        Some("lanedoku: 980 more errors and warnings not shown (see --max-errors)")
    );
    assert_eq!(solve(&["--max-errors", "all"], &input).err.lines().count(), 1000);
    assert_eq!(run(&["solve", "-qq"], &input).err, "");
}

/// A board of another size is not `invalid`: the command is not for it, and says so.
#[test]
fn commands_for_9x9_boards_name_the_size_of_others() {
    let small = "1.3.............";
    for (command, expected) in [
        (&["rate"][..], "9x9 boards and pencil marks"),
        (&["rate", "--show", "puzzle,needs"], "9x9 boards of clues"),
        (&["minimize"], "9x9 boards of clues"),
        (&["minimize", "--all"], "9x9 boards of clues"),
        (&["neighbours", "{-1+1}"], "9x9 boards of clues"),
        (&["canonical"], "9x9 boards of clues"),
        (&["shuffle"], "9x9 boards of clues"),
        (&["explain", "--show", "puzzle"], "9x9 boards and pencil marks"),
        (&["hint", "--show", "puzzle"], "9x9 boards and pencil marks"),
    ] {
        let answer = run(&[command, &["-q", "-"]].concat(), format!("{small}\n"));
        let reason = format!("standard input:1: this command is for {expected}; this board is 4x4\n");
        assert_eq!((answer.code, answer.err), (Some(1), reason), "{command:?}");
        assert!(answer.out.starts_with(&format!("{small} -")), "{command:?}: {}", answer.out);
        let json = run(&[command, &["-q", "--format", "json"]].concat(), format!("{small}\n")).out;
        assert!(json.contains("\"status\":null"), "{command:?}: {json}");
    }
    let marks = "123456789".repeat(81);
    let answer = run(&["rate", "-q", "--show", "needs"], &marks);
    assert!(answer.err.ends_with("9x9 boards of clues; these are pencil marks\n"), "{}", answer.err);
    // Equal clues are invalid, as before.
    assert!(run(&["rate", "-q"], INVALID).out.ends_with(" invalid\n"));
}

/// The help says which seed is the default, and what it means.
#[test]
fn seeds_are_explained() {
    for (command, expected) in [
        ("generate", "Random seed [default: a different one in each run]"),
        ("minimize", "Random seed; the same puzzles and seed give the same output [default: 0]"),
        ("shuffle", "Random seed; the same puzzles and seed give the same output [default: 0]"),
    ] {
        let help = run(&[command, "--help"], "").out;
        let words: Vec<&str> = help.split_whitespace().collect();
        assert!(words.join(" ").contains(expected), "{command}: {help}");
    }
}
